#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/cache_policy/policy_model.h"

namespace warpwright {

/// A load in PTX that may read global memory. Volatile ones and those with an order of memory (relaxed, acquire) are
/// none: they have no cache operator.
struct PtxLoad {
  size_t line = 0;     ///< of the text, from 0
  SourcePosition at;   ///< by `.loc`; line 0: the compiler made it out of several. The column is that of the statement
  int parameter = -1;  ///< which of the kernel's parameters its address comes from; -1: not known
  memsim::CacheOperator written = memsim::CacheOperator::normal;
};

/// The loads of a kernel and of the device functions beside it, in the order of the text, which nvcc made with
/// -lineinfo. `kernel`: mangled. Errors (input): it is not in the text.
Result<std::vector<PtxLoad>> ptxLoads(const std::string& ptx, const std::string& kernel);

/// A change of one load.
struct PtxChange {
  size_t line = 0;  ///< of the text, where the load is
  memsim::CacheOperator cacheOperator = memsim::CacheOperator::normal;
};
/// The text with other operators. Requires: lines of `ptxLoads`; normal, bypassL1, streaming, noAllocate, evictFirst,
/// evictLast.
std::string withOperators(const std::string& ptx, const std::vector<PtxChange>& changes);

/// Loads of the source that PTX tells apart from all others: it knows the line and the parameter, not the column.
struct JoinedLoad {
  std::vector<size_t> loads;  ///< of those that were joined, by index
  std::vector<size_t> lines;  ///< of the text; empty: the compiler has merged or dropped what it reads
};
/// Joins loads of the source to PTX by line and parameter; by line alone where the parameter of one is not known; by
/// parameter alone where a compiler has moved a load out of its line and no other is left. Every load of the source is
/// in one group.
std::vector<JoinedLoad> joinLoads(const std::vector<KernelLoad>& loads, const std::vector<PtxLoad>& ptx);

/// Makes loads that PTX does not tell apart one load of the traces, at the place of the first and with all their names:
/// "x, y". `loads`: what `joined` was made from.
void countTogether(std::vector<memsim::RequestTrace>& traces, const std::vector<KernelLoad>& loads,
                   const std::vector<JoinedLoad>& joined);

}  // namespace warpwright

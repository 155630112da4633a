#pragma once

#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "core/finding/opportunity.h"

namespace clang {
class Expr;
}

namespace warpwright::passes {

/// A plain load from global memory that the body of a kernel spells: `edges[i]`, `node->first`, `*p`.
struct CacheLoad {
  std::string name;   ///< its text without blanks; "#2" behind the second of the same text
  SourcePosition at;  ///< where debug information puts it
  SourceRange range;
  const clang::Expr* place = nullptr;  ///< what is read
  VerdictKind verdict = VerdictKind::applicable;
  Message reason;  ///< why it must stay as it is: "line 12 writes `cost`"
  std::vector<Assumption> assumptions;
  bool isLone = false;  ///< no line of it is seen to be read again inside a block (core/kernel/read_alike.h)
};

/// In source order. Loads from shared, local, constant and parameter memory are left out. A load may be read by a
/// function of its own where CUDA has one for its type and nothing in the launch writes what it reads: `__ldcg` and its
/// kin are assembly that does not name memory, so that a compiler may move them across writes.
std::vector<CacheLoad> cacheLoads(const model::ParsedKernel& kernel);

/// Does CUDA have `__ldcg` for values of this type, as spelled: "float", "unsigned int", "int4"?
bool hasLoadFunction(const std::string& type);

}  // namespace warpwright::passes

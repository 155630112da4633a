#pragma once

#include <clang/AST/Type.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/passes/judgement.h"
#include "analysis/passes/shared_table/table_reads.h"
#include "analysis/rewrite/edit/called_copies.h"

namespace clang {
class ParmVarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// A table behind a pointer argument. The kernel's own copy of the pointer is led to the copy of the table.
struct ArgumentTable {
  const clang::ParmVarDecl* argument = nullptr;  ///< of the kernel as it is written
  uint64_t elements = 0;                         ///< 0: not known yet
  std::vector<Assumption> assumptions = {};      ///< what its copy rests on

  std::string name() const;
  /// Of one element, without qualifiers.
  clang::QualType type() const;
  uint64_t elementBytes() const;
  uint64_t bytes() const { return elements * elementBytes(); }
};

}  // namespace warpwright::rewrite

namespace warpwright::passes {

/// Arguments behind which a kernel reads elements that data decides on, in their order.
std::vector<rewrite::ArgumentTable> argumentTables(const model::ParsedKernel& kernel, const DataReads& ofData);

/// Takes out tables that a pointer may not lead to a copy of: the kernel does more than to read elements there, or
/// something may change them; gives why. `called`: calledBy the kernel.
std::optional<Judgement> dropChanged(const model::ParsedKernel& kernel, const rewrite::Functions& called,
                                     std::vector<rewrite::ArgumentTable>& tables);

/// Finds how many elements launches pass, and takes out tables of which that is not known; gives why.
std::optional<Judgement> dropUnmeasured(const model::ParsedKernel& kernel, std::vector<rewrite::ArgumentTable>& tables);

}  // namespace warpwright::passes

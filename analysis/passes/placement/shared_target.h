#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/variable_uses.h"
#include "core/base/result.h"

namespace warpwright::passes {

/// A shared variable as it is written (of a template: in the pattern), and the function bodies that tell what its
/// mentions mean: the instantiations of a template, else the kernel itself.
struct SharedTarget {
  const clang::FunctionDecl* pattern = nullptr;
  std::vector<const clang::FunctionDecl*> bodies;
  rewrite::LocalVariable local;
  unsigned rank = 0;  ///< declared dimensions
};

/// Errors: the object is not declared in the kernel itself, or inside a lambda.
Result<SharedTarget> findSharedTarget(const model::ParsedKernel& kernel, const MemoryObject& object);

/// The variable that `object` is among those of a body; null where an instantiation leaves it out.
const rewrite::LocalVariable* findShared(const frontend::ParsedUnit& unit,
                                         const std::vector<rewrite::LocalVariable>& variables,
                                         const MemoryObject& object);

/// Declares the array anew as a variable of its thread with these extents ("[4]"): by its name, or by a fresh one where
/// that would meet another thing. Gives the name. `names`: the offsets of its mentions. Errors: as of redeclare; or its
/// scope names it elsewhere, in code that the preprocessor leaves out, in types, as another variable. Left-out code
/// that stands under the other side of the declaration's own #if may.
Result<std::string> redeclareForThread(rewrite::Editor& editor, const SharedTarget& target,
                                       const std::set<uint32_t>& names, const std::string& name,
                                       const std::string& extents);

/// A place where the body takes a pointer into the array, or a local one that may be, for one to a type that wants a
/// larger alignment than the array's declaration gives.
struct WiderView {
  clang::SourceLocation at;
  uint64_t alignment = 0;  ///< bytes; 0: there is no such place
};
WiderView findWiderView(const SharedTarget& target);

/// What the declaration of the array gives it, in bytes: the least of all instances.
uint64_t declaredAlignment(const SharedTarget& target);

/// The access of the array that takes its address for a multiple of most bytes, in what the kernel calls, too; null: it
/// is not accessed.
const Access* strictestAccess(const model::ParsedKernel& kernel, const MemoryObject& object);

/// "line 12".
LineList atLine(const frontend::ParsedUnit& unit, clang::SourceLocation location);

}  // namespace warpwright::passes

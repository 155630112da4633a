#pragma once

#include <clang/AST/Type.h>

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"

namespace clang {
class DeclStmt;
class Expr;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// An array that each thread of a kernel has for itself, alone in its declaration, of elements that are copied as
/// bytes.
struct ThreadArray {
  const clang::VarDecl* variable = nullptr;    ///< of the pattern, where the kernel is a template
  const clang::DeclStmt* statement = nullptr;  ///< that declares it, in a block
  clang::QualType element;
  uint64_t elementBytes = 0;
  std::vector<uint64_t> extents;
  std::vector<const clang::Expr*> first;           ///< numbers that it begins with
  bool isFilled = false;                           ///< with zeros behind these
  std::vector<const clang::VarDecl*> ofInstances;  ///< what it is in each instance of the kernel

  std::string name() const;
  uint64_t elements() const;
  /// Elements of a row in shared memory, so that equal places of rows of 32 threads lie in as many banks as they can:
  /// the row is an odd number of words, of 4 bytes or of larger elements.
  uint64_t pitch() const;
};

/// Those that each instance of the kernel has with the same extents, and of which some place depends on more than what
/// compilers know: they write loops of few rounds out, and keep an array in registers if they know each place.
std::vector<ThreadArray> threadArrays(const model::ParsedKernel& kernel);

}  // namespace warpwright::rewrite

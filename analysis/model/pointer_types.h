#pragma once

#include <clang/AST/Type.h>

namespace warpwright::model {

/// May a value of the type `made` hold a pointer that was made from one that `from` holds, or leads to? By the types
/// alone: a float* may come from a structure with one, not from the name of a file.
bool mayGivePointer(clang::QualType from, clang::QualType made);

}  // namespace warpwright::model

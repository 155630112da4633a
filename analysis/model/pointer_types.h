#pragma once

#include <clang/AST/Type.h>

#include <vector>

namespace clang {
class RecordDecl;
}

namespace warpwright::model {

/// May a value of the type `made` hold a pointer that was made from one that `from` holds, or leads to? By the types
/// alone: a float* may come from a structure with one, not from the name of a file.
bool mayGivePointer(clang::QualType from, clang::QualType made);

/// A pointer to data, or a reference to one.
bool isPointer(clang::QualType type);

/// A pointer, an object with one, or an array of such, or a reference to one.
bool holdsPointers(clang::QualType type);

/// An object, not a pointer, through which pointers are reached by way of another pointer: an iterator over them.
bool leadsToPointers(clang::QualType type);

/// An array of addresses, as cudaLaunchKernel gets them, which only reads there.
bool isOfAddresses(clang::QualType type);

/// An array whose elements hold pointers, or a reference to one.
bool isOfPointers(clang::QualType type);

/// The types that a class is a template's instance for; none: it is no such class.
std::vector<clang::QualType> typesIn(const clang::RecordDecl* record);

/// An object that keeps references to what it is made of: `std::pair<int*&, int>`, `std::reference_wrapper<int*>`.
bool keepsReferences(clang::QualType type);

/// A union that is more than one pointer under several names.
bool isMixedUnion(const clang::RecordDecl& record);

}  // namespace warpwright::model

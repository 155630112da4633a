#pragma once

#include "analysis/passes/compaction/thread_numbers.h"

namespace clang {
class ArraySubscriptExpr;
class ASTContext;
class CXXRecordDecl;
class ParmVarDecl;
class QualType;
}  // namespace clang

namespace warpwright::rewrite {

/// Do objects that are made, and that are copied from a place that may be written to, call no code of the class?
bool isMadePlainly(const clang::CXXRecordDecl& record, const clang::ASTContext& context);

/// May an element of memory be moved by its bytes alone: a number, a class of numbers without gaps whose objects call
/// no code of the class when they are made or copied, of fewer bytes than `below`? `bool` is none.
bool isMovedAsBytes(clang::QualType type, const clang::ASTContext& context, uint64_t below = 16);

/// Tells which subscripts of a kernel move on by one from thread to thread.
class ElementSubscripts {
 public:
  /// Keeps references.
  ElementSubscripts(EffectReader& reader, const KernelHead& head, const Mentions& mentions,
                    const clang::ASTContext& context)
      : reader_(reader), head_(head), mentions_(mentions), context_(context) {}

  /// The argument `p` of `p[i]`, where neighbouring threads have neighbouring elements of it, and as many threads as a
  /// vector has elements, counted from a multiple of that number, no wrap between them. Null: it is none of these, or
  /// of a type that is not moved as bytes, or as large as a vector.
  const clang::ParmVarDecl* elementOf(const clang::ArraySubscriptExpr& place) const;

  /// Is the value a whole number that is the same for all threads along x?
  bool isSame(const clang::Expr& value) const;

 private:
  /// How a value follows the thread's number.
  enum class Follow : uint8_t {
    no,
    itself,  ///< the number, of 32 bits or more: it wraps at multiples of every vector only
    sum,     ///< something is added that is the same for all threads, and no wrap is possible
  };
  Follow follows(const clang::Expr& value) const;
  Follow converted(Follow value, clang::QualType from, clang::QualType to) const;
  Follow sum(const clang::Expr& sum) const;
  bool keepsVectors(const clang::Expr& value) const;

  EffectReader& reader_;
  const KernelHead& head_;
  const Mentions& mentions_;
  const clang::ASTContext& context_;
};

}  // namespace warpwright::rewrite

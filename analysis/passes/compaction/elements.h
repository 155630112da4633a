#pragma once

#include <vector>

#include "analysis/passes/compaction/thread_numbers.h"

namespace clang {
class ArraySubscriptExpr;
class ParmVarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// A place in memory that moves on by one element from thread to thread: `p[i]`, `p[i + offset]`, where `i` is the
/// thread's number.
struct Element {
  const clang::ParmVarDecl* pointer = nullptr;
  std::vector<const clang::ArraySubscriptExpr*> mentions;  ///< in the thread's work, as it comes to them
  unsigned bytes = 0;
  bool isLoaded = false;  ///< by each thread that works, before it stores there
  bool isStored = false;  ///< by each thread that works
};

/// Two arguments whose memory must lie apart.
struct ApartArguments {
  const clang::ParmVarDecl *one = nullptr, *other = nullptr;
};

/// What a thread does with memory, where all that it loads of elements may be loaded first, and all that it stores be
/// stored last, in the order of the list.
struct ElementWork {
  std::vector<Element> elements;
  std::vector<ApartArguments> apart;  ///< each pair once
};

/// Finds the elements that each thread loads, or stores, whatever values it meets. Other loads stay where they are.
/// Errors: a store that is none to an element, or that not every thread makes; loads and stores whose order matters and
/// would change; there are no elements.
///
/// Each thread keeps its order of loads and stores, but for those that `apart` and `__restrict__` say something about.
/// So what all threads of a vector load, then compute, then store, is one of the orders in which they may do it anyway.
Result<ElementWork> findElements(const Editor& editor, EffectReader& reader, const KernelHead& head,
                                 const clang::FunctionDecl& kernel, const Mentions& mentions);

}  // namespace warpwright::rewrite

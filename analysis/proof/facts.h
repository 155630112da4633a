#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/finding/opportunity.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::proof {

/// How one symbol behaves when two threads of a block, or two instances of one thread, look at it.
enum class Sharing : uint8_t {
  block,     ///< one value for the whole block and the whole kernel
  instance,  ///< private to a thread and an instance
  address,   ///< one value for each value of its `keyOf`: a load of memory that this kernel never writes, a pure
             ///< function
};

/// What the proofs derive once from a model: who shares which symbol, the bounds of the block, what every proof about
/// the kernel must give up on. Keeps a reference to the model.
class Facts {
 public:
  explicit Facts(const KernelModel& model);

  const KernelModel& model() const { return model_; }
  Sharing sharingOf(SymbolId symbol) const { return sharing_[symbol.value]; }

  /// What decides a symbol beside what the block shares: the address of a load, the argument of a pure function.
  /// Invalid where it is not `Sharing::address`, or where nothing is known of it.
  ExpressionId keyOf(SymbolId symbol) const;
  /// Do two symbols have one value wherever their keys are equal? Both are `Sharing::address`.
  bool isSameFunction(SymbolId a, SymbolId b) const;

  /// Values that the kernel does not determine from its arguments and inputs: not understood, or read from memory that
  /// it writes. A counter-example that needs a particular one of them shows nothing.
  bool isOpaque(SymbolId symbol) const;

  /// A value read from one place of written memory by all threads, such as a length that one thread has stored: it does
  /// not tell threads apart, much like an argument.
  bool isBroadcast(SymbolId symbol) const;

  /// Threads of the block along a dimension; absent where the launches leave it open.
  std::optional<uint32_t> blockExtent(int dimension) const { return model_.block[dimension]; }
  bool blockIsKnown() const;
  uint32_t maxThreads() const { return model_.maxThreads.value_or(1024); }

  /// All symbols that decide the value of an expression: those in it, in the addresses of its loads, and in the bounds
  /// of its loop counters.
  const std::vector<SymbolId>& coneOf(ExpressionId expression) const;
  /// Of several expressions; invalid ones are skipped.
  std::vector<SymbolId> coneOf(const std::vector<ExpressionId>& expressions) const;

  /// Is `a` the object `b`, or another name of the same dynamic shared memory?
  bool sameMemory(ObjectId a, ObjectId b) const;
  bool isSharedMemory(ObjectId object) const { return model_.object(object).space == MemorySpace::shared; }
  bool isGlobalMemory(ObjectId object) const {
    const MemorySpace space = model_.object(object).space;
    return space == MemorySpace::global || space == MemorySpace::generic;
  }
  /// Is it known what the access touches?
  bool isResolved(const Access& access) const {
    return access.object.isValid() && model_.object(access.object).space != MemorySpace::generic;
  }
  /// May a pointer that was read from memory or came from a call be one into the object? Into shared memory only once
  /// its address has got out of sight.
  bool mayBeReached(ObjectId object) const { return !isSharedMemory(object) || model_.object(object).escapes; }
  /// May two accesses touch common shared memory, one of them through a pointer that is not known?
  bool mayMeetInShared(const Access& a, const Access& b) const;
  bool isWritten(ObjectId object) const { return written_[object.value]; }
  bool isVolatile(const Access& access) const {
    return access.isVolatile || (access.object.isValid() && model_.object(access.object).isVolatile);
  }

  /// Has it one value wherever its symbols have values? A division by zero gives any, in each thread its own.
  bool isTotal(ExpressionId expression) const;

  /// A power of two that divides the value, at most 2^16: known from the way it is formed.
  uint64_t alignmentOf(ExpressionId expression) const;

  /// Numbers that differ by multiples of `stride`: `offset` is below it. A stride of 0: the value is `offset` alone.
  struct Lattice {
    uint64_t stride = 1, offset = 0;
  };
  /// Where a value of 64 bits can be, whatever its symbols are: `12 * zext(i) + 4` leaves 4 when divided by 12.
  Lattice latticeOf(ExpressionId expression) const;

  /// Never-written objects whose loads decide the expressions.
  std::vector<ObjectId> sharedLoads(const std::vector<ExpressionId>& expressions) const;
  /// What the sharing of loads from `object` rests on; empty where nothing can alias it.
  std::vector<Assumption> loadAssumptions(ObjectId object) const;

 private:
  Sharing decide(const Symbol& symbol) const;
  struct Sum;
  void addTo(Sum& sum, ExpressionId expression, uint64_t factor) const;

  const KernelModel& model_;
  std::vector<Sharing> sharing_;
  std::vector<bool> written_;
  bool unresolvedWrite_ = false;
  bool opaqueMemoryCall_ = false;
  mutable std::vector<std::optional<std::vector<SymbolId>>> cones_;
  mutable std::vector<uint64_t> alignments_;
  mutable std::vector<std::optional<bool>> total_;
};

/// The assumption that two arguments' memory does not overlap.
Assumption disjointAssumption(const MemoryObject& a, const MemoryObject& b);

}  // namespace warpwright::proof

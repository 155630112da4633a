#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/finding/opportunity.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::proof {

/// What proofs cost is counted in steps of the solver (Z3's "rlimit") and not timed, so that a busy machine gives no
/// other answer. So many are about a millisecond: 3,500 were measured beside other work.
inline constexpr uint64_t stepsOfEffort = 4000;

struct ProofOptions {
  /// What a query may cost, in stepsOfEffort: past it the answer is unknown. A proof may cost twice as much.
  unsigned queryEffort = 2000;
  bool sampleFirst = true;       ///< try concrete values before the solver
  bool smallValuesFirst = true;  ///< then a space of small values, then the full query
};

/// A proof's answer. `holds`: proved for all values, under `assumptions`. `violated`: a reachable counter-example with
/// ordinary values was found (where the launches leave the block size open: one for each usual size); `evidence` tells
/// it in terms of the source. `unknown`: neither, with the reason.
struct Answer {
  enum class Kind : uint8_t { holds, violated, unknown };
  Kind kind = Kind::unknown;
  Message reason;
  /// Of barriers that must stay: what threads may do without them, the end of `reason`. Else empty.
  Message otherwise;
  std::vector<Assumption> assumptions;
  std::vector<Evidence> evidence;
  uint32_t queries = 0;
  uint64_t steps = 0;               ///< what it cost
  std::vector<uint32_t> costliest;  ///< lines of the accesses that most of it was for; none: not known
  double seconds = 0;
};

/// Can two different threads of a block touch the same byte of the object, one of them writing and the other reading?
/// Levels of assumption are tried weakest first (proof.md §1: L0 none, L1 inside the object, L2 each subscript inside
/// its dimension).
Answer provePrivate(const KernelModel& model, ObjectId object, const ProofOptions& options, std::stop_token stop);

/// Where each thread keeps its elements of a private object.
struct Slots {
  Answer answer;               ///< holds: each access stays in slots that a thread keeps
  bool constantSlots = false;  ///< each access's slot is a literal after unrolling loops of constant trip count
  /// Some accesses touch a part of what another one touches (an int and its byte 2): one variable a slot cannot hold
  /// them. `constantSlots` is false then.
  bool mixedSizes = false;
  uint32_t slotCount = 0;     ///< distinct slots of a thread
  uint32_t elementBytes = 0;  ///< of every access; the object's element size where accesses differ
  /// For each access of the object, in the model's order: byte distance from the thread's first slot; one value where
  /// the access always uses the same slot, several for an unrolled loop (the outermost loop varies slowest), empty
  /// where it is dynamic.
  std::vector<std::vector<uint64_t>> slotOfAccess;
};
/// Finds them for an object that `provePrivate` has shown to be private; says nothing about other threads.
Slots findSlots(const KernelModel& model, ObjectId object, const ProofOptions& options, std::stop_token stop);

/// A number that an access forms on the way to its address, and that a change needs to be smaller than `limit`.
struct BoundedValue {
  AccessId access;
  std::vector<std::pair<int64_t, ExpressionId>> terms;  ///< factors and expressions of `width` bits; the sum wraps
  int64_t constant = 0;                                 ///< added to them
  uint8_t width = 64;
  uint64_t limit = 0;
  /// The level of assumption that says it by itself: 1 the access stays inside its object, 2 each subscript stays
  /// inside its dimension. 0: none does.
  int impliedAt = 0;
  /// At level 1 only as long as the number times its stride does not wrap: that is then an assumption of its own.
  bool mayWrap = false;
  std::string text;  ///< as the source has it: "e + 1"
};

/// Is each value below its limit, read as an unsigned number, whenever its access runs? Levels of assumption are tried
/// weakest first. Never `violated`.
Answer proveBelow(const KernelModel& model, const std::vector<BoundedValue>& values, const ProofOptions& options,
                  std::stop_token stop);

/// May the barriers in `removed` go together, if the objects in `privatised` are no longer in shared memory? True when
/// no pair of accesses that they alone order, around loop back edges too, lets two different threads touch the same
/// byte with a write among them, in shared and global memory.
Answer proveBarriersRedundant(const KernelModel& model, const std::vector<BarrierId>& removed,
                              const std::vector<ObjectId>& privatised, const ProofOptions& options,
                              std::stop_token stop);

/// Where races are looked for.
enum class RacesIn { anyMemory, globalMemory };

/// Is the kernel free of races in shared memory: do no two different threads of a block touch the same byte between two
/// barriers with a write among them, atomics with atomics aside? Around loop back edges too. For global memory nothing
/// is shown, but threads found to meet there by indices, rounds and what launches pass make the answer `violated`.
/// Asked about global memory alone, it is violated or unknown.
Answer proveRaceFree(const KernelModel& model, const ProofOptions& options, std::stop_token stop,
                     RacesIn where = RacesIn::anyMemory);

/// Do threads exchange values through one of the objects: does one load what another stores, with a barrier or a fence
/// in the kernel that may order the two? Found by indices, rounds and what launches pass, it is `violated`, and the
/// reason says how, as the beginning of a sentence; otherwise the answer is unknown.
Answer proveUnexchanged(const KernelModel& model, const std::vector<ObjectId>& objects, const ProofOptions& options,
                        std::stop_token stop);

/// Where a value is computed: its path condition (invalid: none) and the innermost loop around it (invalid: none).
struct Place {
  ExpressionId guard;
  LoopId loop;
};

/// Is the expression the same for all threads that differ only in threadIdx along `dimension` (0, 1, 2), get to the
/// place, and are in the same round of the loops around it? Where only one thread along the dimension gets there the
/// answer is unknown, with that reason.
Answer proveUniform(const KernelModel& model, ExpressionId expression, const Place& place, int dimension,
                    const ProofOptions& options, std::stop_token stop);

/// Proofs about one kernel, one after another: they share the solver and what has been decided so far, which saves
/// most of the time where several are asked. The functions above are the same proofs, one at a time. Keeps a reference
/// to the model. Not for use from two threads at once.
class Prover {
 public:
  explicit Prover(const KernelModel& model, const ProofOptions& options = {}, std::stop_token stop = {});
  ~Prover();

  Answer isPrivate(ObjectId object);
  Slots slotsOf(ObjectId object);
  Answer staysBelow(const std::vector<BoundedValue>& values);
  Answer barriersRedundant(const std::vector<BarrierId>& removed, const std::vector<ObjectId>& privatised);
  Answer isRaceFree(RacesIn where = RacesIn::anyMemory);
  Answer isUnexchanged(const std::vector<ObjectId>& objects);
  Answer isUniform(ExpressionId expression, const Place& place, int dimension);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace warpwright::proof

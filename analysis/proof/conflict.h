#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/proof/access_instances.h"
#include "analysis/proof/concrete.h"
#include "analysis/proof/encoder.h"
#include "analysis/proof/levels.h"
#include "analysis/proof/solver.h"

namespace warpwright::proof {

/// How the rounds of a loop around two accesses are related: the second thread is in the same round as the first, or
/// in the next one; of the loops around that loop, both are in the same round. With an invalid loop, any two rounds may
/// meet.
struct RoundTie {
  LoopId loop;
  bool same = true, next = true;
  auto operator<=>(const RoundTie&) const = default;
};

/// One access of a counter-example, in terms of the source.
struct Sighting {
  AccessId access;
  std::string thread;  ///< "thread (0,1)"
  std::string place;   ///< "t[15]"
};

/// What is known of two accesses by two different threads of a block.
struct Conflict {
  enum class Kind : uint8_t {
    none,  ///< proved: they never touch the same byte, at assumption level `level`
    real,  ///< values of a usual launch make them meet
    unknown,
  };
  Kind kind = Kind::unknown;
  int level = 0;                ///< none: 0 no assumption, 1 inside the object, 2 each subscript in its dimension
  std::vector<ObjectId> loads;  ///< none: never-written objects whose loads the proof takes as one value an address
  Message cause;                ///< unknown: why, a sentence or two
  bool timedOut = false;        ///< unknown because the solver did not finish
  Sighting first, second;       ///< real
  std::string conditions;       ///< real: "`cols` = 16, blockIdx.x = 0"; may be empty
};

/// Decides for pairs of accesses whether two different threads of a block can touch the same byte. Remembers what it
/// has proved, also for accesses of the same index form.
class ConflictProver {
 public:
  ConflictProver(const Facts& facts, Solver& solver);

  /// `quick` looks for a counter-example with ordinary values only: once the proof has failed, nothing else is wanted.
  Conflict find(AccessId first, AccessId second, const RoundTie& tie, bool quick);

  /// Forgets what depends on the proofs before: draws the same values again, may look for a proving range again.
  void startProof();
  /// Tries concrete values only, which is quick: `real` or `unknown`. Ask all pairs this way before the first `find`.
  Conflict quickSearch(AccessId first, AccessId second, const RoundTie& tie);
  /// Values that are given, by symbol: what a launch passes.
  using Given = std::map<SymbolId, uint64_t>;
  /// Looks for ordinary values that make the threads meet, by counting, samples and the solver, and proves nothing
  /// where there are none: `real` or `unknown`. Symbols of `given` have those values.
  Conflict search(AccessId first, AccessId second, const RoundTie& tie, const Given& given);

  /// Lines of the two accesses that this proof has spent most on; none: it has on none.
  std::vector<uint32_t> costliest() const;

  const Facts& facts() const { return facts_; }
  Solver& solver() { return solver_; }

 private:
  struct Pair {
    const Access *first, *second;
    RoundTie tie;
    std::vector<ExpressionId> roots;  // everything the formula is made of
  };
  /// An encoding of all accesses for two threads.
  struct Encoding {
    Encoder encoder;
    Instance first, second;
    Encoding(Solver& solver, const Facts& facts, bool shareLoads)
        : encoder(solver.context(), facts, shareLoads), first(facts.model(), "@1"), second(facts.model(), "@2") {}
  };
  using Key = std::vector<uint32_t>;

  /// Numbers that are computed in the time of one step of the solver.
  static constexpr uint64_t evaluationsOfStep = 10;

  /// Counts what was done for a pair since the solver had spent `before`.
  void count(uint64_t before, AccessId first, AccessId second);
  std::optional<Pair> pairOf(AccessId first, AccessId second, const RoundTie& tie) const;
  Key keyOf(const Pair& pair, bool guards) const;
  Conflict decide(const Pair& pair, bool quick);
  Conflict searchPair(const Pair& pair);
  bool apartByStride(const Pair& pair) const;
  bool apartWithoutGuards(const Pair& pair, int level);
  Conflict apart(const Pair& pair);
  Conflict proved(const Pair& pair, unsigned effort);
  Conflict judge(const Pair& pair, bool ordinary);
  bool provable(bool sharesLoads, const Pair& pair, int level, unsigned effort);

  z3::expr core(Encoding& encoding, const Pair& pair, bool guards, int level);
  z3::expr all(Encoding& encoding, const Pair& pair, bool guards, int level);
  z3::expr overlap(Encoding& encoding, const Pair& pair);
  z3::expr tieFormula(Encoding& encoding, const Pair& pair);
  bool tieMatters(const Pair& pair) const;
  /// Counters of the loops around a loop, outermost first.
  std::vector<SymbolId> countersAround(LoopId loop) const;

  // Concrete values.
  /// Whether two threads meet, where the instances of both accesses can be counted out; nothing where they cannot, or
  /// where only instances meet that need not be.
  std::optional<bool> enumerate(const Pair& pair, bool guards, int level);
  /// Where a thread is in one instance of an access, with the round of a loop that is tied and those of the loops
  /// around it, as one number.
  struct Place {
    int64_t offset;
    uint32_t thread, ordinal;
    uint64_t round, around;
  };
  /// All of an access, by offset; up to multiples of the stride where it is not 0.
  struct Places {
    bool exact = false, tied = false;
    std::vector<SymbolId> around;  // counters of the loops around that are set
    uint64_t stride = 0;
    std::vector<Place> list;
  };
  AccessInstances instancesOf(const Access& access, bool guards, int level, bool modulo);
  std::optional<Places> countPlaces(const Access& access, LoopId tied, bool guards, int level, bool modulo);
  const std::optional<Places>& placesOf(const Access& access, LoopId tied, bool guards, int level, bool modulo);
  bool apartModulo(const Pair& pair, bool guards, int level);
  void takePlace(const Access& access, bool guards, int level, uint32_t ordinal, ConcreteThread& thread);
  bool sample(const Pair& pair, bool guards, int level, int count);
  /// Also gives values that are free the number that makes the threads meet: what then meets may rest on them.
  bool sampleFree(const Pair& pair, bool guards, int level, int count);
  bool steerTogether(const Pair& pair, bool guards, int level);
  bool readsAgree(const Pair& pair);
  bool draw(const Pair& pair);
  bool meet(const Pair& pair, bool guards, int level);
  void takeOver(const Pair& pair, const z3::model& model);
  bool extraordinary(const Pair& pair, std::vector<SymbolId>& symbols);
  Message rangeCause(const Pair& pair, const std::vector<SymbolId>& symbols);
  std::optional<SymbolId> restsOn(const Pair& pair);
  std::vector<SymbolId> doubtfulSymbols(const Pair& pair);
  bool isInDoubt(ExpressionId guard);
  bool isInDoubt(const Pair& pair) { return isInDoubt(pair.first->guard) || isInDoubt(pair.second->guard); }
  bool isCommon(SymbolId symbol);
  Message opaqueCause(const Pair& pair, SymbolId symbol) const;
  Sighting sighting(const Access& access, ConcreteThread& thread) const;
  std::string conditions(const Pair& pair);

  const Facts& facts_;
  Solver& solver_;
  /// Loads from never-written memory with one value an address, or private to each thread.
  Encoding& shared();
  Encoding& unshared();

  std::optional<Encoding> sharedEncoding_, privateEncoding_;
  Levels levels_;
  Draws draws_;
  ConcreteBlock block_;
  ConcreteThread threadA_, threadB_;
  std::map<Key, Conflict> known_;
  std::map<std::pair<Key, Given>, Conflict> searched_;
  Given given_;  // in this search
  std::map<Key, bool> knownApart_;
  std::map<ExpressionId, bool> inDoubt_;  // by guard
  std::map<Key, std::optional<Places>> places_;
  std::set<Key> sampled_;            // without finding anything
  std::set<ObjectId> beyondInside_;  // objects with a pair that needed level 2
  bool rangeSought_ = false;
  /// What a proof may spend on searches for evidence alone that find none: that is all that they could give.
  static constexpr uint64_t mostInVain = 200 * stepsOfEffort;
  uint64_t inVain_ = 0;
  int samplings_ = 0;  ///< pairs that this proof drew values for
  struct {
    uint64_t steps = 0;
    AccessId first, second;
  } costliest_;
};

/// The accesses of one thread at one place as text: "result[15]", "byte 17 of `pool`".
std::string placeText(const Facts& facts, const Access& access, ConcreteThread& thread);

}  // namespace warpwright::proof

#include <algorithm>
#include <map>
#include <set>

#include "analysis/proof/levels.h"
#include "analysis/proof/session.h"
#include "analysis/proof/term_context.h"
#include "analysis/proof/thread_slots.h"
#include "analysis/proof/wording.h"

namespace warpwright::proof {
namespace {

constexpr uint64_t maximumRounds = 64;  // combinations of unrolled rounds
constexpr size_t maximumSlots = 70;
constexpr unsigned slotMilliseconds = 1000;

struct PinnedLoop {
  SymbolId counter;
  uint64_t rounds;  // values the counter can have
  uint64_t tripCount;
};

/// The slots of one access: literal ones, or all those a dynamic one can reach.
struct AccessSlots {
  bool known = false;
  bool dynamic = false;
  int level = 0;
  std::vector<uint64_t> distances;  // from the reference place, two's complement
};

class SlotFinder {
 public:
  SlotFinder(const Facts& facts, Solver& solver)
      : facts_(facts), solver_(solver), levels_(facts, solver), places_(facts, levels_) {}

  /// Finds a place that is one place for a thread in all instances (with the loops of constant trip count in round 0).
  bool chooseReference(const std::vector<const Access*>& accesses);
  AccessSlots slotsOf(const Access& access);
  std::vector<ObjectId> loadsOf(const Access& access) const {
    std::vector<ExpressionId> roots = rootsOf(access);
    roots.push_back(reference_->offset);
    return facts_.sharedLoads(roots);
  }

 private:
  Instance instance(const std::string& name) { return Instance(facts_.model(), name + std::to_string(++names_), "@s"); }
  Encoder& encoder();
  std::vector<PinnedLoop> unrolledLoops(const Access& access) const;
  PinnedCounters startOf(const Access& access) const;
  void pin(Instance& instance, const PinnedCounters& pinned);
  bool fixedPlace(const Access& access);
  bool literal(const Access& access, const PinnedCounters& pinned, AccessSlots& slots);
  std::optional<bool> countedLiteral(const Access& access, const PinnedCounters& pinned, AccessSlots& slots);
  bool provedLiteral(const Access& access, const PinnedCounters& pinned, AccessSlots& slots);
  bool reached(const Access& access, const PinnedCounters& pinned);
  void enumerate(const Access& access, AccessSlots& slots);
  bool countAll(const Access& access, std::vector<uint64_t>& all);
  bool solveAll(const Access& access, std::vector<uint64_t>& all);
  int levelOf(const Access& access, const std::vector<uint64_t>& all);

  z3::expr distance(const Access& access, Instance& reference, Instance& other);
  z3::expr condition(const Access& access, Instance& reference, Instance& other, int level);
  bool excluded(const Access& access, Instance& reference, Instance& other, const z3::expr& violation, int level);
  int weakestLevel(const Access& access, Instance& reference, Instance& other, const z3::expr& violation);

  const Facts& facts_;
  Solver& solver_;
  Levels levels_;
  ThreadSlots places_;
  std::optional<Encoder> encoder_;
  const Access* reference_ = nullptr;
  std::map<uint32_t, std::vector<uint64_t>> reached_;  // by access size: distances that accesses reach
  unsigned names_ = 0;
};

Encoder& SlotFinder::encoder() {
  if (!encoder_) encoder_.emplace(solver_.context(), facts_, true);
  return *encoder_;
}

/// Loops around the access that have a constant trip count and decide its place.
std::vector<PinnedLoop> SlotFinder::unrolledLoops(const Access& access) const {
  std::vector<PinnedLoop> loops;
  const KernelModel& model = facts_.model();
  const std::vector<SymbolId>& cone = facts_.coneOf(access.offset);
  for (LoopId id = access.loop; id.isValid(); id = model.loop(id).parent) {
    const Loop& loop = model.loop(id);
    if (!loop.constantTripCount || *loop.constantTripCount == 0 || *loop.constantTripCount > maximumRounds) continue;
    if (std::find(cone.begin(), cone.end(), loop.counter) == cone.end()) continue;
    uint64_t rounds = *loop.constantTripCount + 1;  // the header may run once more than the body
    if (loop.backedgeCount.isValid() && model.pool.at(loop.backedgeCount).op == ExpressionOp::constant) {
      rounds = model.pool.at(loop.backedgeCount).constant + 1;
    }
    loops.insert(loops.begin(), PinnedLoop{loop.counter, rounds, *loop.constantTripCount});
  }
  uint64_t product = 1;
  for (const PinnedLoop& loop : loops) product *= loop.tripCount;
  const bool tooMany = product > maximumRounds || std::any_of(loops.begin(), loops.end(), [](const auto& l) {
                         return l.rounds > maximumRounds + 1;
                       });
  return tooMany ? std::vector<PinnedLoop>{} : loops;
}

void SlotFinder::pin(Instance& instance, const PinnedCounters& pinned) {
  for (const auto& [counter, round] : pinned) {
    instance.preset(counter, encoder().number(round, facts_.model().pool.symbolAt(counter).width));
  }
}

PinnedCounters SlotFinder::startOf(const Access& access) const {
  PinnedCounters pinned;
  for (const PinnedLoop& loop : unrolledLoops(access)) pinned.emplace_back(loop.counter, 0);
  return pinned;
}

z3::expr SlotFinder::distance(const Access& access, Instance& reference, Instance& other) {
  return encoder().value(other, access.offset) - encoder().value(reference, reference_->offset);
}

/// When the access runs. The reference place is a formula of the thread, whether or not the thread gets to the access
/// it was taken from: so its guard and its limits do not belong here.
z3::expr SlotFinder::condition(const Access& access, Instance& reference, Instance& other, int level) {
  std::vector<ExpressionId> roots = rootsOf(access);
  roots.push_back(reference_->offset);
  z3::expr all = encoder().bounds({&reference, &other}, roots);
  if (access.guard.isValid()) assign(all, all && encoder().value(other, access.guard));
  for (int i = 1; i <= level; ++i) assign(all, all && levels_.term(encoder(), other, access, i));
  return all;
}

bool SlotFinder::excluded(const Access& access, Instance& reference, Instance& other, const z3::expr& violation,
                          int level) {
  return solver_.decide(condition(access, reference, other, level) && violation, slotMilliseconds).kind ==
         Decision::Kind::impossible;
}

/// The weakest level at which `violation` cannot be; 3: at none.
int SlotFinder::weakestLevel(const Access& access, Instance& reference, Instance& other, const z3::expr& violation) {
  if (!excluded(access, reference, other, violation, 2)) return 3;
  for (int level = 0; level < 2; ++level) {
    if (excluded(access, reference, other, violation, level)) return level;
  }
  return levels_.reachable(access, 2) ? 2 : 3;
}

bool SlotFinder::fixedPlace(const Access& access) {
  const PinnedCounters start = startOf(access);
  if (places_.isFixed(access, start)) return true;
  Instance first = instance("@ref"), second = instance("@ref");
  pin(first, start);
  pin(second, start);
  const z3::expr x = encoder().value(first, access.offset).simplify();
  const z3::expr y = encoder().value(second, access.offset).simplify();
  if (z3::eq(x, y)) return true;
  const z3::expr bounds = encoder().bounds({&first, &second}, {access.offset});
  return solver_.decide(bounds && x != y, slotMilliseconds).kind == Decision::Kind::impossible;
}

bool SlotFinder::chooseReference(const std::vector<const Access*>& accesses) {
  std::vector<const Access*> candidates = accesses;
  const auto size = [&](const Access* access) { return facts_.coneOf(access->offset).size(); };
  std::stable_sort(candidates.begin(), candidates.end(), [&](auto* a, auto* b) { return size(a) < size(b); });
  std::set<uint32_t> tried;
  for (const Access* access : candidates) {
    if (solver_.cancelled()) return false;
    if (!tried.insert(access->offset.value).second) continue;
    reference_ = access;
    if (!fixedPlace(*access)) continue;
    places_.setReference(*access, startOf(*access));
    return true;
  }
  return false;
}

/// Does a thread get to the access in these rounds?
bool SlotFinder::reached(const Access& access, const PinnedCounters& pinned) {
  if (!places_.seen(access, pinned, 0, {}).empty()) return true;
  Instance reference = instance("@ref"), other = instance("@at");
  pin(reference, startOf(*reference_));
  pin(other, pinned);
  return !solver_.impossible(condition(access, reference, other, 0));
}

/// Adds the access's place if it is a literal distance from the reference, for all values of everything.
bool SlotFinder::literal(const Access& access, const PinnedCounters& pinned, AccessSlots& slots) {
  if (const auto counted = countedLiteral(access, pinned, slots)) return *counted;
  return places_.seen(access, pinned, 2, {}).size() < 2 && provedLiteral(access, pinned, slots);
}

/// The same where the distances can be counted; nothing where they cannot.
std::optional<bool> SlotFinder::countedLiteral(const Access& access, const PinnedCounters& pinned, AccessSlots& slots) {
  for (int level = 0; level <= 2; ++level) {
    const auto found = places_.count(access, pinned, level, 1);
    if (!found) continue;
    if (found->all.size() > 1 && found->exact && level == 2) return false;
    if (found->all.size() > 1) continue;
    // A weaker level that was not counted may do.
    if (level > 0 && !places_.count(access, pinned, level - 1, 1)) return std::nullopt;
    if (level == 2 && !levels_.reachable(access, 2)) return false;
    slots.level = std::max(slots.level, level);
    // A round that no thread reaches adds no slot.
    if (found->all.empty() || (!found->exact && !pinned.empty() && !reached(access, pinned))) return true;
    slots.distances.push_back(static_cast<uint64_t>(*found->all.begin()));
    return true;
  }
  return std::nullopt;
}

bool SlotFinder::provedLiteral(const Access& access, const PinnedCounters& pinned, AccessSlots& slots) {
  Instance reference = instance("@ref"), other = instance("@at");
  pin(reference, startOf(*reference_));
  pin(other, pinned);
  const z3::expr place = distance(access, reference, other).simplify();
  uint64_t value = 0;
  if (place.is_numeral_u64(value)) {
    if (pinned.empty() || reached(access, pinned)) slots.distances.push_back(value);
    return true;
  }
  const auto found = solver_.valuesOf(condition(access, reference, other, 2), place, {}, 1, slotMilliseconds);
  if (!found) return false;
  if (found->empty()) {
    slots.level = std::max(slots.level, weakestLevel(access, reference, other, encoder().truth(true)));
    return slots.level <= 2;
  }
  const int level = weakestLevel(access, reference, other, place != encoder().number(found->front(), 64));
  if (level > 2) return false;
  slots.level = std::max(slots.level, level);
  slots.distances.push_back(found->front());
  return true;
}

void SlotFinder::enumerate(const Access& access, AccessSlots& slots) {
  slots = AccessSlots{};
  slots.dynamic = true;
  // Places of the same size that other accesses reach: this one mostly reaches the same.
  std::vector<uint64_t>& all = reached_[access.bytes];
  if (!countAll(access, all) && !solveAll(access, all)) return;
  slots.level = levelOf(access, all);
  slots.known = slots.level <= 2;
  slots.distances = all;
}

/// Adds the distances of an access that can be counted and that threads are seen to have. False: that is not all.
bool SlotFinder::countAll(const Access& access, std::vector<uint64_t>& all) {
  const auto counted = places_.count(access, {}, 2, maximumSlots);
  if (!counted || counted->all.size() > maximumSlots) return false;
  std::set<int64_t> missing = counted->all;
  for (const uint64_t known : all) missing.erase(static_cast<int64_t>(known));
  if (missing.empty()) return true;
  const std::set<int64_t> found = counted->exact ? missing : places_.seen(access, {}, 2, missing);
  if (all.size() + found.size() > maximumSlots) return false;
  for (const int64_t one : found) all.push_back(static_cast<uint64_t>(one));
  return found.size() == missing.size();
}

bool SlotFinder::solveAll(const Access& access, std::vector<uint64_t>& all) {
  Instance reference = instance("@ref"), other = instance("@at");
  pin(reference, startOf(*reference_));
  const z3::expr place = distance(access, reference, other);
  const auto found =
      solver_.valuesOf(condition(access, reference, other, 2), place, all, maximumSlots - all.size(), slotMilliseconds);
  if (!found) return false;
  all.insert(all.end(), found->begin(), found->end());
  return true;
}

/// The weakest level at which the access has no other distance than these; 3: none.
int SlotFinder::levelOf(const Access& access, const std::vector<uint64_t>& all) {
  std::set<int64_t> known;
  for (const uint64_t value : all) known.insert(static_cast<int64_t>(value));
  std::array<std::optional<bool>, 3> holds;
  for (int level = 0; level <= 2; ++level) {
    const auto counted = places_.count(access, {}, level, maximumSlots);
    if (!counted) continue;
    const bool within = std::includes(known.begin(), known.end(), counted->all.begin(), counted->all.end());
    if (within || counted->exact) holds[level] = within;
  }
  for (int level = 0; level < 2; ++level) {
    if (!holds[level] && places_.strays(access, level, known)) holds[level] = false;
  }
  Instance reference = instance("@ref"), other = instance("@at");
  const auto decided = [&](int level) {
    if (holds[level]) return *holds[level];
    pin(reference, startOf(*reference_));
    const z3::expr place = distance(access, reference, other);
    z3::expr elsewhere = encoder().truth(true);
    for (const uint64_t value : all) assign(elsewhere, elsewhere && place != encoder().number(value, 64));
    return excluded(access, reference, other, elsewhere, level);
  };
  if (!decided(2)) return 3;
  for (int level = 0; level < 2; ++level) {
    if (decided(level)) return level;
  }
  return levels_.reachable(access, 2) ? 2 : 3;
}

AccessSlots SlotFinder::slotsOf(const Access& access) {
  AccessSlots slots;
  const std::vector<PinnedLoop> loops = unrolledLoops(access);
  uint64_t combinations = 1;
  for (const PinnedLoop& loop : loops) combinations *= loop.rounds;
  bool allLiteral = true;
  for (uint64_t i = 0; i < combinations && allLiteral && !solver_.cancelled(); ++i) {
    PinnedCounters pinned;
    uint64_t rest = i;
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
      pinned.emplace_back(loop->counter, rest % loop->rounds);
      rest /= loop->rounds;
    }
    allLiteral = literal(access, pinned, slots);
  }
  slots.known = allLiteral;
  if (!allLiteral) {
    enumerate(access, slots);
    return slots;
  }
  for (const uint64_t value : slots.distances) {
    std::vector<uint64_t>& all = reached_[access.bytes];
    if (std::find(all.begin(), all.end(), value) == all.end() && all.size() < maximumSlots) all.push_back(value);
  }
  return slots;
}

/// Do some places overlap without being the same?
bool overlapInPart(std::vector<std::pair<int64_t, uint32_t>> places) {
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  for (size_t i = 1; i < places.size(); ++i) {
    if (places[i].first < places[i - 1].first + places[i - 1].second) return true;
  }
  return false;
}

void fill(Slots& slots, const std::vector<const Access*>& accesses, const std::vector<AccessSlots>& found) {
  std::set<int64_t> all;
  std::vector<std::pair<int64_t, uint32_t>> places;
  for (size_t i = 0; i < accesses.size(); ++i) {
    for (const uint64_t distance : found[i].distances) {
      all.insert(static_cast<int64_t>(distance));
      places.emplace_back(static_cast<int64_t>(distance), accesses[i]->bytes);
    }
  }
  const int64_t first = all.empty() ? 0 : *all.begin();
  slots.slotCount = static_cast<uint32_t>(all.size());
  slots.mixedSizes = overlapInPart(places);
  slots.constantSlots = !slots.mixedSizes;
  for (const AccessSlots& access : found) {
    slots.constantSlots = slots.constantSlots && !access.dynamic;
    std::vector<uint64_t> own;
    for (const uint64_t distance : access.distances) {
      if (!access.dynamic) own.push_back(static_cast<uint64_t>(static_cast<int64_t>(distance) - first));
    }
    if (!own.empty() && std::all_of(own.begin(), own.end(), [&](uint64_t slot) { return slot == own[0]; }))
      own.resize(1);
    slots.slotOfAccess.push_back(std::move(own));
  }
}

/// Do all accesses have one index form, made of the thread index and of what the block shares? Then each thread has one
/// place, and no solver is needed to see it.
bool onePlace(const Facts& facts, const std::vector<const Access*>& accesses) {
  if (accesses.empty()) return false;
  for (const Access* access : accesses) {
    if (access->offset != accesses[0]->offset || access->bytes != accesses[0]->bytes) return false;
  }
  for (const SymbolId id : facts.coneOf(accesses[0]->offset)) {
    const bool ofThread = facts.model().pool.symbolAt(id).kind == SymbolKind::threadIndex;
    if (!ofThread && facts.sharingOf(id) != Sharing::block) return false;
  }
  return true;
}

/// The slots of every access; false with a reason where they are not known.
bool search(std::vector<AccessSlots>& found, Answer& answer, const std::vector<const Access*>& accesses,
            const MemoryObject& object, const Facts& facts, Solver& solver) {
  const KernelModel& model = facts.model();
  SlotFinder finder(facts, solver);
  if (!accesses.empty() && !finder.chooseReference(accesses)) {
    answer.reason = {"Cannot tell which elements of %1 a thread keeps: no access has one place for a thread.",
                     code(object.name)};
    return false;
  }
  std::map<std::vector<uint32_t>, AccessSlots> known;
  found.clear();
  for (const Access* access : accesses) {
    std::vector<uint32_t> form = formOf(*access, true);
    form.push_back(access->loop.value);
    auto entry = known.find(form);
    if (entry == known.end()) entry = known.emplace(form, finder.slotsOf(*access)).first;
    found.push_back(entry->second);
    if (!found.back().known) {
      answer.reason = {"Cannot tell which elements of %1 a thread keeps: %2 may use more than %3 of them.",
                       code(object.name), lineText(access->line), maximumSlots};
      answer.evidence.push_back({positionOf(model, *access),
                                 {"%1 has no fixed place", code(access->text.empty() ? object.name : access->text)}});
      return false;
    }
    addLevelAssumption(answer.assumptions, model, *access, found.back().level);
    for (const ObjectId load : finder.loadsOf(*access)) {
      for (Assumption& assumption : facts.loadAssumptions(load))
        addAssumption(answer.assumptions, std::move(assumption));
    }
  }
  return true;
}

void find(Slots& slots, Answer& answer, const MemoryObject& object, const Facts& facts, Solver& solver) {
  const KernelModel& model = facts.model();
  std::vector<const Access*> accesses;
  for (const Access& access : model.accesses) {
    if (access.object == object.id) accesses.push_back(&access);
  }
  slots.elementBytes = accesses.empty() ? object.elementBytes : accesses[0]->bytes;
  for (const Access* access : accesses) {
    if (access->bytes != slots.elementBytes) slots.elementBytes = object.elementBytes;
    if (access->offset.isValid()) continue;
    answer.reason = {"Cannot tell which elements of %1 a thread keeps: the address at %2 is not known.",
                     code(object.name), lineText(access->line)};
    return;
  }
  std::vector<AccessSlots> found(accesses.size(), AccessSlots{true, false, 0, {0}});
  if (!onePlace(facts, accesses) && !search(found, answer, accesses, object, facts, solver)) return;
  fill(slots, accesses, found);
  answer.kind = Answer::Kind::holds;
  answer.reason = slots.slotCount == 1
                      ? Message("Each thread keeps 1 element of %1.", code(object.name))
                      : Message("Each thread keeps %1 elements of %2.", slots.slotCount, code(object.name));
}

}  // namespace

Slots findSlots(Session& session, ObjectId id) {
  Slots slots;
  const Answer answer = attempt(session, [&](Answer& answer) {
    const MemoryObject& object = session.model.object(id);
    if (!object.unknownReason.empty()) {
      answer.reason = {"Cannot tell which elements of %1 a thread keeps: %2", code(object.name),
                       sentence(object.unknownReason)};
      return;
    }
    find(slots, answer, object, session.facts, session.solver);
  });
  if (answer.kind != Answer::Kind::holds) slots = Slots{};
  slots.answer = answer;
  return slots;
}

}  // namespace warpwright::proof

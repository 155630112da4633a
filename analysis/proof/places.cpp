#include <algorithm>
#include <numeric>
#include <tuple>

#include "analysis/proof/access_instances.h"
#include "analysis/proof/conflict.h"

namespace warpwright::proof {
namespace {

constexpr int64_t farAway = int64_t{1} << 61;  // intervals there could wrap
constexpr uint32_t maximumComparisons = 1 << 20;
constexpr size_t mostAround = 3;  // loops whose rounds fit into one number
constexpr uint64_t roundsOfOne = uint64_t{1} << 20;

}  // namespace

AccessInstances ConflictProver::instancesOf(const Access& access, bool guards, int level, bool modulo) {
  return {facts_,
          access,
          {guards, level >= 1 && levels_.usable(access, 1), level >= 2 && levels_.usable(access, 2), modulo, {}}};
}

std::optional<ConflictProver::Places> ConflictProver::countPlaces(const Access& access, LoopId tied, bool guards,
                                                                  int level, bool modulo) {
  const AccessInstances instances = instancesOf(access, guards, level, modulo);
  if (!instances.countable()) return std::nullopt;
  Places places;
  const SymbolId counter = tied.isValid() ? facts_.model().loop(tied).counter : SymbolId{};
  places.tied = counter.isValid() && instances.counts(counter);
  if (tied.isValid()) places.around = countersAround(tied);
  std::erase_if(places.around, [&](SymbolId id) { return !instances.counts(id); });
  if (places.around.size() > mostAround) return std::nullopt;
  places.exact = instances.exact();
  places.stride = instances.stride();
  Draws draws(1);
  ConcreteBlock block(facts_);
  block.restart(draws);
  ConcreteThread counted(block, draws);
  uint32_t ordinal = 0;
  bool isFar = false;
  const bool complete = instances.forEach(counted, [&](ConcreteThread& thread, uint64_t offset) {
    const auto place = static_cast<int64_t>(offset);
    isFar = place > farAway || place < -farAway;
    uint64_t around = 0;
    for (const SymbolId id : places.around) {
      const uint64_t round = thread.valueOf(id).value_or(roundsOfOne);
      isFar = isFar || round >= roundsOfOne;
      around = around * roundsOfOne + round;
    }
    const auto& [x, y, z] = thread.threadIndex();
    const auto number = static_cast<uint32_t>((z * block.shape()[1] + y) * block.shape()[0] + x);
    places.list.push_back({place, number, ordinal++, places.tied ? thread.valueOf(counter).value_or(0) : 0, around});
    return !isFar;
  });
  solver_.spend(counted.takeWork() / evaluationsOfStep);
  if (!complete || isFar) return std::nullopt;
  const auto rank = [](const Place& p) { return std::tuple(p.offset, p.thread, p.around, p.round, p.ordinal); };
  std::sort(places.list.begin(), places.list.end(), [&](const Place& a, const Place& b) { return rank(a) < rank(b); });
  const auto same = [](const Place& a, const Place& b) {
    return a.offset == b.offset && a.thread == b.thread && a.around == b.around && a.round == b.round;
  };
  places.list.erase(std::unique(places.list.begin(), places.list.end(), same), places.list.end());
  return places;
}

const std::optional<ConflictProver::Places>& ConflictProver::placesOf(const Access& access, LoopId tied, bool guards,
                                                                      int level, bool modulo) {
  Key key = formOf(access, guards);
  key.insert(key.end(), {tied.value, static_cast<uint32_t>(level), modulo});
  if (const auto known = places_.find(key); known != places_.end()) return known->second;
  return places_.emplace(std::move(key), countPlaces(access, tied, guards, level, modulo)).first->second;
}

/// Puts the concrete thread into one of the counted instances.
void ConflictProver::takePlace(const Access& access, bool guards, int level, uint32_t ordinal, ConcreteThread& thread) {
  uint32_t next = 0;
  instancesOf(access, guards, level, false).forEach(thread, [&](ConcreteThread&, uint64_t) {
    return next++ != ordinal;
  });
}

namespace {

/// What a place leaves when divided by a stride, and whose it is.
struct Remainder {
  int64_t offset;  ///< below the stride
  uint32_t thread;
  auto operator<=>(const Remainder&) const = default;
};

/// Each once, by offset. Threads that count in steps of the stride leave the same over and over.
template <typename Places>
std::vector<Remainder> remaindersOf(const Places& places, int64_t stride) {
  std::vector<Remainder> all;
  all.reserve(places.size());
  for (const auto& place : places) all.push_back({(place.offset % stride + stride) % stride, place.thread});
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace

/// Do the places of different threads never overlap because of what they leave when divided by a stride?
bool ConflictProver::apartModulo(const Pair& pair, bool guards, int level) {
  const std::optional<Places>& first = placesOf(*pair.first, {}, guards, level, true);
  if (!first) return false;
  const std::optional<Places>& second = placesOf(*pair.second, {}, guards, level, true);
  if (!second) return false;
  const auto stride = static_cast<int64_t>(std::gcd(first->stride, second->stride));
  const auto bytes = static_cast<int64_t>(pair.first->bytes), before = static_cast<int64_t>(pair.second->bytes) - 1;
  if (stride <= std::max(bytes, before + 1)) return false;
  const std::vector<Remainder> all = remaindersOf(second->list, stride);
  uint32_t left = maximumComparisons;
  for (const Remainder& a : remaindersOf(first->list, stride)) {
    // Once around at most: those from the last byte that reaches `a` to the last one that `a` reaches.
    const int64_t from = a.offset >= before ? a.offset - before : a.offset - before + stride;
    auto b = std::lower_bound(all.begin(), all.end(), Remainder{from, 0});
    for (size_t i = 0; i < all.size(); ++i, ++b) {
      if (b == all.end()) b = all.begin();
      const int64_t ahead = b->offset >= from ? b->offset - from : b->offset - from + stride;
      if (ahead >= before + bytes) break;
      if (b->thread != a.thread || left-- == 0) return false;
    }
  }
  return true;
}

std::optional<bool> ConflictProver::enumerate(const Pair& pair, bool guards, int level) {
  const std::optional<Places>& first = placesOf(*pair.first, pair.tie.loop, guards, level, false);
  const std::optional<Places>& second = placesOf(*pair.second, pair.tie.loop, guards, level, false);
  if (!first || !second) return apartModulo(pair, guards, level) ? std::optional(false) : std::nullopt;
  const bool tied = first->tied && second->tied;
  // Rounds of loops around are compared where both count the same of them, and all that matter if a meeting is to be
  // one.
  const bool comparable = first->around == second->around;
  const std::vector<SymbolId> cone = pair.tie.loop.isValid() ? facts_.coneOf(pair.roots) : std::vector<SymbolId>{};
  const auto isIn = [](const std::vector<SymbolId>& list, SymbolId id) {
    return std::find(list.begin(), list.end(), id) != list.end();
  };
  bool complete = !pair.tie.loop.isValid() || (tied && comparable);
  for (const SymbolId id : pair.tie.loop.isValid() ? countersAround(pair.tie.loop) : std::vector<SymbolId>{}) {
    complete = complete && (isIn(first->around, id) || !isIn(cone, id));
  }
  const auto related = [&](const Place& a, const Place& b) {
    if (comparable && a.around != b.around) return false;
    return !tied || (pair.tie.same && a.round == b.round) || (pair.tie.next && b.round == a.round + 1);
  };
  uint32_t left = maximumComparisons;
  for (const Place& a : first->list) {
    const int64_t from = a.offset - static_cast<int64_t>(pair.second->bytes) + 1;
    auto b = std::lower_bound(second->list.begin(), second->list.end(), from,
                              [](const Place& place, int64_t offset) { return place.offset < offset; });
    for (; b != second->list.end() && b->offset < a.offset + static_cast<int64_t>(pair.first->bytes); ++b) {
      if (left-- == 0) return std::nullopt;
      if (a.thread == b->thread || !related(a, *b)) continue;
      if (!first->exact || !second->exact || !complete) return std::nullopt;
      block_.restart(draws_);
      takePlace(*pair.first, guards, level, a.ordinal, threadA_);
      takePlace(*pair.second, guards, level, b->ordinal, threadB_);
      return true;
    }
  }
  return false;
}

}  // namespace warpwright::proof

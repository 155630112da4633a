#include "analysis/proof/thread_slots.h"

#include <algorithm>

#include "core/kernel/bit_vector.h"

namespace warpwright::proof {
namespace {

constexpr uint64_t drawSeed = 88172645463325252u;
constexpr int sampleCount = 200;

bool isPinned(const PinnedCounters& pinned, SymbolId id) {
  return std::any_of(pinned.begin(), pinned.end(), [&](const auto& one) { return one.first == id; });
}

}  // namespace

ThreadSlots::ThreadSlots(const Facts& facts, Levels& levels)
    : facts_(facts),
      levels_(levels),
      draws_(drawSeed),
      block_(facts),
      thread_(block_, draws_),
      start_(block_, draws_) {}

bool ThreadSlots::isFixed(const Access& access, const PinnedCounters& pinned) const {
  if (!facts_.isTotal(access.offset)) return false;
  const std::vector<SymbolId>& cone = facts_.coneOf(access.offset);
  return std::all_of(cone.begin(), cone.end(), [&](SymbolId id) {
    return facts_.model().pool.symbolAt(id).kind == SymbolKind::threadIndex ||
           facts_.sharingOf(id) != Sharing::instance || isPinned(pinned, id);
  });
}

void ThreadSlots::setReference(const Access& access, PinnedCounters pinned) {
  reference_ = &access;
  pinned_ = std::move(pinned);
  const std::vector<SymbolId>& cone = facts_.coneOf(access.offset);
  referenceCounts_ = std::all_of(cone.begin(), cone.end(), [&](SymbolId id) {
    const SymbolKind kind = facts_.model().pool.symbolAt(id).kind;
    return kind == SymbolKind::threadIndex || kind == SymbolKind::blockSize || isPinned(pinned_, id);
  });
}

/// The reference place of the thread; `reference` becomes the thread in another instance.
std::optional<uint64_t> ThreadSlots::referencePlace(ConcreteThread& thread, ConcreteThread& reference) {
  reference.restart(thread.threadIndex());
  for (const auto& [counter, value] : pinned_) reference.set(counter, value);
  return reference.value(reference_->offset);
}

std::optional<ThreadSlots::Distances> ThreadSlots::count(const Access& access, const PinnedCounters& pinned, int level,
                                                         size_t limit) {
  if (!referenceCounts_) return std::nullopt;
  const AccessInstances instances(
      facts_, access,
      {true, level >= 1 && levels_.usable(access, 1), level >= 2 && levels_.usable(access, 2), false, pinned});
  if (!instances.countable()) return std::nullopt;
  block_.restart(draws_);
  Distances found;
  found.exact = instances.exact();
  bool known = true;
  const bool counted = instances.forEach(thread_, [&](ConcreteThread& thread, uint64_t offset) {
    const auto start = referencePlace(thread, start_);
    known = start.has_value();
    if (known) found.all.insert(static_cast<int64_t>(offset - *start));
    return known && found.all.size() <= limit;
  });
  return counted && known ? std::optional(found) : std::nullopt;
}

/// Draws a thread and values of a usual launch, and brings it to one of the targets, if there are any and values of it
/// are free.
std::optional<int64_t> ThreadSlots::draw(const Access& access, const PinnedCounters& pinned,
                                         const std::set<int64_t>& targets) {
  block_.restart(draws_);
  const std::array<uint64_t, 3>& shape = block_.shape();
  thread_.restart({draws_.below(shape[0]), draws_.below(shape[1]), draws_.below(shape[2])});
  for (const auto& [counter, value] : pinned) thread_.set(counter, value);
  for (const auto& [counter, value] : pinned) {
    const ExpressionId count = facts_.model().loop(facts_.model().pool.symbolAt(counter).loop).backedgeCount;
    if (count.isValid() && value > thread_.value(count)) return std::nullopt;
  }
  const auto start = referencePlace(thread_, start_);
  if (!start) return std::nullopt;
  if (!targets.empty()) {
    const std::vector<SymbolId> free = freeSymbols(facts_, access.offset, rootsOf(access));
    if (free.empty()) return std::nullopt;
    const auto target = std::next(targets.begin(), static_cast<std::ptrdiff_t>(draws_.below(targets.size())));
    if (!steer(facts_, thread_, access.offset, free[draws_.below(free.size())],
               *start + static_cast<uint64_t>(*target))) {
      return std::nullopt;
    }
  }
  const auto place = thread_.value(access.offset);
  if (!place) return std::nullopt;
  return static_cast<int64_t>(*place - *start);
}

/// Gives a free value of the drawn thread any number at all.
std::optional<int64_t> ThreadSlots::scatter(const Access& access) {
  const std::vector<SymbolId> free = freeSymbols(facts_, access.offset, rootsOf(access));
  const auto start = free.empty() ? std::nullopt : referencePlace(thread_, start_);
  if (!start) return std::nullopt;
  const SymbolId id = free[draws_.below(free.size())];
  const Symbol& symbol = facts_.model().pool.symbolAt(id);
  const uint64_t value = draws_.next() & bits::mask(static_cast<uint8_t>(1 + draws_.below(symbol.width)));
  if ((symbol.minimum && value < *symbol.minimum) || (symbol.maximum && value > *symbol.maximum)) return std::nullopt;
  thread_.change(id, value);
  const auto place = thread_.value(access.offset);
  return place ? std::optional(static_cast<int64_t>(*place - *start)) : std::nullopt;
}

/// Does the drawn thread get to the access, within the assumptions?
bool ThreadSlots::here(const Access& access, int level) {
  if (access.guard.isValid() && thread_.value(access.guard) != 1u) return false;
  for (int i = 1; i <= level; ++i) {
    if (!levels_.holds(thread_, access, i)) return false;
  }
  return true;
}

std::set<int64_t> ThreadSlots::seen(const Access& access, const PinnedCounters& pinned, int level,
                                    const std::set<int64_t>& wanted) {
  std::set<int64_t> found, missing = wanted;
  for (int i = 0; i < sampleCount; ++i) {
    block_.drawWidely(i / 2 % 2 == 1);
    const auto distance = draw(access, pinned, i % 2 == 1 ? missing : std::set<int64_t>{});
    if (!distance || !here(access, level) || (!wanted.empty() && wanted.count(*distance) == 0)) continue;
    found.insert(*distance);
    missing.erase(*distance);
    if (wanted.empty() ? found.size() == 2 : missing.empty()) break;
  }
  return found;
}

bool ThreadSlots::strays(const Access& access, int level, const std::set<int64_t>& known) {
  if (known.empty()) return false;
  const int64_t size = access.bytes;
  const std::set<int64_t> outside{*known.begin() - size, *known.rbegin() + size, *known.rbegin() + 2 * size};
  for (int i = 0; i < sampleCount; ++i) {
    block_.drawWidely(i / 4 % 2 == 1);
    auto distance = draw(access, {}, i % 4 == 1 ? outside : std::set<int64_t>{});
    if (i % 4 == 3) distance = scatter(access);
    if (distance && known.count(*distance) == 0 && here(access, level)) return true;
  }
  return false;
}

}  // namespace warpwright::proof

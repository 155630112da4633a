#include "analysis/engine/check/stream_order.h"

#include <algorithm>

namespace warpwright::engine {
namespace {

/// So many epochs of a stream are kept, so many different pieces in each, and so many pages in all: of what is
/// dropped, nothing is said.
constexpr size_t mostEpochs = 256, mostPieces = 64, mostPages = size_t{1} << 18;
/// Ranges of memory that are told apart of a piece.
constexpr size_t mostSpans = 64;

using Access = Footprint::Access;
using Action = StreamOrder::Action;

Action action(bool writes) {
  return writes ? Action::writes : Action::reads;
}

bool isLegacy(const void* stream) {
  return reinterpret_cast<uintptr_t>(stream) <= 1;
}

}  // namespace

void StreamOrder::join(Clock& into, const Clock& other) {
  if (into.size() < other.size()) into.resize(other.size());
  for (size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

void StreamOrder::addStream(const void* stream, bool nonBlocking) {
  if (!enabled_) return;
  watch();
  Queue queue;
  queue.blocking = !nonBlocking;
  queues_[stream] = all_.size();
  all_.push_back(std::move(queue));
}

size_t StreamOrder::queueOf(const void* stream) {
  if (isLegacy(stream)) return 0;
  const auto known = queues_.find(stream);
  if (known != queues_.end()) return known->second;
  addStream(stream, false);  // the per-thread default stream
  return all_.size() - 1;
}

/// The clock of a queue, for somebody else: what it does from here on is not in it.
const StreamOrder::Clock& StreamOrder::clockOf(size_t number) {
  all_[number].seen = true;
  return all_[number].clock;
}

void StreamOrder::begin(const void* stream, Work work) {
  if (depth_++ != 0 || !enabled_) return;
  current_ = queueOf(stream);
  work_ = std::move(work);
  touched_ = Footprint();
  hostWaits_ = false;
  start_ = all_[current_].clock;
  join(start_, host_);
  join(start_, barrier_);
  for (size_t i = 0; i < all_.size(); ++i) {
    const bool waits = current_ == 0 ? all_[i].blocking : i == 0 && all_[current_].blocking;
    if (waits && i != current_) join(start_, clockOf(i));
  }
  // Its own end comes after all that.
  Queue& queue = all_[current_];
  if (start_.size() <= current_) start_.resize(current_ + 1);
  start_[current_] = queue.count++;
}

void StreamOrder::end() {
  if (--depth_ != 0 || !enabled_) return;
  if (!touched_.empty()) compare();
  Queue& queue = all_[current_];
  queue.clock = start_;
  queue.clock[current_] = queue.count;
  if (!touched_.empty()) keep(current_, pieceNow());
  if (hostWaits_) hostJoins(clockOf(current_));
  touched_ = Footprint();
}

StreamOrder::Piece StreamOrder::pieceNow() const {
  Piece piece{work_};
  touched_.eachPage([&](uint64_t page, bool writes) {
    (writes ? piece.written : piece.read).emplace_back(page, page + Footprint::pageBytes);
    if (writes) piece.read.emplace_back(page, page + Footprint::pageBytes);
  });
  coalesce(piece.read);
  coalesce(piece.written);
  return piece;
}

/// Puts neighbours together, and those with the smallest gaps where there are too many.
void StreamOrder::coalesce(Spans& spans) {
  std::sort(spans.begin(), spans.end());
  for (uint64_t gap = 0;; gap = gap * 4 + Footprint::pageBytes) {
    Spans joined;
    for (const auto& [from, until] : spans) {
      if (!joined.empty() && from <= joined.back().second + gap)
        joined.back().second = std::max(joined.back().second, until);
      else
        joined.emplace_back(from, until);
    }
    spans = std::move(joined);
    if (spans.size() <= mostSpans) return;
  }
}

void StreamOrder::keep(size_t number, const Piece& piece) {
  Queue& queue = all_[number];
  ++version_;
  // What may tell the host how far it is stands by itself: the host knows of what came before, and of nothing behind.
  const bool tells = touched_.hasMeant();
  if (queue.seen || tells || queue.inFlight.empty()) {
    queue.inFlight.emplace_back();
    queue.inFlight.back().start = start_;
  }
  Epoch& epoch = queue.inFlight.back();
  epoch.last = queue.count;
  epoch.clock = queue.clock;
  queue.seen = tells;
  if (epoch.touched.empty())
    epoch.touched = std::move(touched_);
  else
    epoch.touched.merge(touched_);
  const auto same = std::find_if(epoch.pieces.begin(), epoch.pieces.end(), [&](const Piece& other) {
    return other.work.at == piece.work.at && other.work.name == piece.work.name;
  });
  if (same != epoch.pieces.end()) {
    same->read.insert(same->read.end(), piece.read.begin(), piece.read.end());
    same->written.insert(same->written.end(), piece.written.begin(), piece.written.end());
    coalesce(same->read);
    coalesce(same->written);
  } else if (epoch.pieces.size() < mostPieces) {
    epoch.pieces.push_back(piece);
  }
  if (queue.inFlight.size() > mostEpochs) queue.inFlight.pop_front();
  size_t pages = 0;
  for (const Queue& each : all_) {
    for (const Epoch& one : each.inFlight) pages += one.touched.pages();
  }
  if (pages <= mostPages) return;
  for (Queue& each : all_) each.inFlight.clear();
}

/// The piece of an epoch that touched an address last, as far as is known.
const StreamOrder::Piece* StreamOrder::pieceAt(const Epoch& epoch, uint64_t address, bool written) {
  for (auto piece = epoch.pieces.rbegin(); piece != epoch.pieces.rend(); ++piece) {
    const Spans& spans = written ? piece->written : piece->read;
    const bool holds = std::any_of(spans.begin(), spans.end(),
                                   [&](const auto& span) { return address >= span.first && address < span.second; });
    if (holds) return &*piece;
  }
  return nullptr;
}

/// What has just ended against what it does not come after.
void StreamOrder::compare() {
  for (size_t i = 0; i < all_.size(); ++i) {
    if (i == current_) continue;
    for (const Epoch& epoch : all_[i].inFlight) {
      if (epoch.last <= component(start_, i)) continue;
      const std::optional<uint64_t> at = epoch.touched.conflict(touched_);
      if (!at) continue;
      const bool written = epoch.touched.writes(*at);
      const Piece* piece = pieceAt(epoch, *at, written);
      if (piece != nullptr)
        report_({piece->work, action(written), *at, Second::stream, work_, action(touched_.writes(*at))});
    }
  }
  if (!lifetimes_.empty()) compareLifetimes();
}

/// What has just ended against the allocations that it does not come after.
void StreamOrder::compareLifetimes() {
  touched_.eachPage([&](uint64_t page, bool) {
    auto next = lifetimes_.upper_bound(page + Footprint::pageBytes - 1);
    while (next != lifetimes_.begin()) {
      const auto& [base, lifetime] = *--next;
      if (lifetime.end <= page) break;
      if (lifetime.queue == current_ || lifetime.count <= component(start_, lifetime.queue)) continue;
      const uint64_t from = std::max(base, page), until = std::min(lifetime.end, page + Footprint::pageBytes);
      if (const auto at = touched_.firstIn(from, until - from))
        report_({lifetime.work, Action::allocates, *at, Second::stream, work_, action(touched_.writes(*at))});
    }
  });
}

void StreamOrder::allocate(uint64_t address, uint64_t bytes) {
  if (!enabled_ || depth_ == 0) return;
  lifetimes_[address] = {address + bytes, current_, all_[current_].count, work_};
}

void StreamOrder::free(uint64_t address, uint64_t bytes) {
  if (!enabled_ || depth_ == 0) return;
  for (size_t i = 0; i < all_.size(); ++i) {
    if (i == current_) continue;
    for (const Epoch& epoch : all_[i].inFlight) {
      if (epoch.last <= component(start_, i)) continue;
      const std::optional<uint64_t> at = epoch.touched.firstIn(address, bytes);
      const bool written = at && epoch.touched.writes(*at);
      const Piece* piece = at ? pieceAt(epoch, *at, written) : nullptr;
      if (piece != nullptr) report_({piece->work, action(written), *at, Second::stream, work_, Action::frees});
    }
  }
}

void StreamOrder::beginParts() {
  levels_.emplace_back();
  levels_.back().before = std::move(touched_);
  touched_ = Footprint();
}

void StreamOrder::beginPart(Work work, std::vector<bool> behind) {
  levels_.back().at = work.at;
  work_ = std::move(work);
  levels_.back().behind = std::move(behind);
}

void StreamOrder::endPart() {
  Level& level = levels_.back();
  Work work = work_;
  if (level.at.isValid()) work.at = level.at;
  for (size_t i = 0; i < level.parts.size(); ++i) {
    const Part& earlier = level.parts[i];
    if (level.behind[i]) continue;
    const std::optional<uint64_t> at = earlier.touched.conflict(touched_);
    if (at)
      report_(
          {earlier.work, action(earlier.touched.writes(*at)), *at, Second::branch, work, action(touched_.writes(*at))});
  }
  level.pages += touched_.pages();
  const bool isKept = level.pages <= mostPages;
  if (!isKept) level.before.merge(touched_);
  level.parts.push_back({std::move(work), isKept ? std::move(touched_) : Footprint()});
  touched_ = Footprint();
}

void StreamOrder::endParts() {
  touched_ = std::move(levels_.back().before);
  for (const Part& part : levels_.back().parts) touched_.merge(part.touched);
  levels_.pop_back();
}

void StreamOrder::record(const void* event) {
  if (!enabled_) return;
  Clock clock = start_;
  if (clock.size() <= current_) clock.resize(current_ + 1);
  clock[current_] = all_[current_].count;
  events_[event] = std::move(clock);
  all_[current_].seen = true;
}

void StreamOrder::wait(const void* stream, const void* event) {
  if (!enabled_) return;
  const auto known = events_.find(event);
  if (known == events_.end()) return;
  Queue& queue = all_[queueOf(stream)];
  join(queue.clock, known->second);
}

void StreamOrder::hostJoins(const Clock& clock) {
  join(host_, clock);
  ++version_;
  for (size_t i = 0; i < all_.size(); ++i) {
    std::deque<Epoch>& inFlight = all_[i].inFlight;
    while (!inFlight.empty() && inFlight.front().last <= component(host_, i)) inFlight.pop_front();
  }
  std::erase_if(lifetimes_, [&](const auto& one) { return one.second.count <= component(host_, one.second.queue); });
}

void StreamOrder::hostWaitsForStream(const void* stream) {
  if (!enabled_) return;
  const size_t number = queueOf(stream);
  // The default stream has waited for the others only where work of its own came after theirs; its own wait does so,
  // too.
  if (number == 0) {
    for (size_t i = 1; i < all_.size(); ++i) {
      if (all_[i].blocking) hostJoins(clockOf(i));
    }
  }
  hostJoins(clockOf(number));
}

void StreamOrder::hostWaitsForEvent(const void* event) {
  if (const auto known = events_.find(event); known != events_.end()) hostJoins(known->second);
}

void StreamOrder::hostWaitsForAll() {
  for (size_t i = 0; i < all_.size(); ++i) hostJoins(clockOf(i));
}

void StreamOrder::orderAll() {
  for (size_t i = 0; i < all_.size(); ++i) join(barrier_, clockOf(i));
}

void StreamOrder::forget(uint64_t address, uint64_t bytes) {
  ++version_;
  lifetimes_.erase(address);
  for (Queue& queue : all_) {
    for (Epoch& epoch : queue.inFlight) epoch.touched.forget(address, bytes);
  }
}

/// True where the host has read a flag of what comes after the epoch.
bool StreamOrder::isToldOf(size_t number, const Epoch& epoch) const {
  for (const Queue& queue : all_) {
    for (const Epoch& later : queue.inFlight) {
      if (later.told && epoch.last <= component(later.clock, number)) return true;
      if (later.toldOfStart && epoch.last <= component(later.start, number)) return true;
    }
  }
  return false;
}

/// What the device reads may be meant, too: that is not known.
bool StreamOrder::meetsHost(const Epoch& epoch, const HostAccess& access) {
  const Footprint& touched = epoch.touched;
  if (access.meant) return touched.has(access.address, Access::write);
  return touched.writes(access.address) || (access.writes && touched.has(access.address, Access::read));
}

bool StreamOrder::meetsHost(const HostAccess& access) const {
  for (size_t i = 0; i < all_.size(); ++i) {
    for (const Epoch& epoch : all_[i].inFlight) {
      if (meetsHost(epoch, access) && !isToldOf(i, epoch)) return true;
    }
  }
  return false;
}

void StreamOrder::hostReads(const HostAccess& access) const {
  for (const Queue& queue : all_) {
    for (const Epoch& epoch : queue.inFlight) {
      if (!epoch.touched.hasMeant()) continue;
      if (epoch.touched.has(access.address, Access::flag)) epoch.told = true;
      if (access.meant && epoch.touched.has(access.address, Access::atomic)) epoch.toldOfStart = true;
    }
  }
}

void StreamOrder::hostHasReadFlags() {
  Clock known;
  for (const Queue& queue : all_) {
    for (const Epoch& epoch : queue.inFlight) {
      if (epoch.told) join(known, epoch.clock);
      if (epoch.toldOfStart) join(known, epoch.start);
    }
  }
  if (!known.empty()) hostJoins(known);
}

bool StreamOrder::isAtomic(uint64_t address) const {
  for (const Queue& queue : all_) {
    for (const Epoch& epoch : queue.inFlight) {
      if (epoch.touched.has(address, Access::atomic) || epoch.touched.has(address, Access::flag)) return true;
    }
  }
  return false;
}

void StreamOrder::hostTouched(const HostAccess& access) {
  // The flag may have been read behind the access: what it tells of counts where nothing else met it.
  const Epoch* met = nullptr;
  for (size_t i = 0; i < all_.size(); ++i) {
    for (const Epoch& epoch : all_[i].inFlight) {
      if (meetsHost(epoch, access) && (met == nullptr || !isToldOf(i, epoch))) met = &epoch;
    }
  }
  if (met == nullptr) return;
  const bool written = met->touched.writes(access.address);
  const Piece* piece = pieceAt(*met, access.address, written);
  if (piece != nullptr)
    report_({piece->work, action(written), access.address, Second::host, {}, action(access.writes)});
}

void StreamOrder::eachPage(const std::function<void(uint64_t, bool)>& take) const {
  for (const Queue& queue : all_) {
    for (const Epoch& epoch : queue.inFlight) {
      epoch.touched.eachPage(take);
    }
  }
}

}  // namespace warpwright::engine

#include "analysis/engine/check/global_races.h"

#include <algorithm>
#include <bit>

namespace warpwright::engine {
namespace {

/// So many segments are told apart in a launch, and `mostStampNumbers` accesses of warps in them; with more, accesses
/// count as ordered.
constexpr size_t mostSegments = size_t{1} << 26;

}  // namespace

std::unique_ptr<GlobalRaces> GlobalRaces::create(uint64_t base, uint64_t bytes) {
  const auto shadow = [&] { return Shadow{ShadowStamps::create(bytes / 4), ShadowStamps::create(bytes)}; };
  Shadow writes = shadow(), reads = shadow(), readOnly = shadow();
  for (const Shadow* each : {&writes, &reads, &readOnly})
    if (!each->words || !each->bytes) return nullptr;
  return std::unique_ptr<GlobalRaces>(
      new GlobalRaces(base, bytes, std::move(writes), std::move(reads), std::move(readOnly)));
}

GlobalRaces::GlobalRaces(uint64_t base, uint64_t bytes, Shadow writes, Shadow reads, Shadow readOnly)
    : base_(base), bytes_(bytes), writes_(std::move(writes)), reads_(std::move(reads)), readOnly_(std::move(readOnly)) {
  static_assert(sizeof(Segment) == 40 && sizeof(Numbered) == 8);
}

GlobalRaces::~GlobalRaces() = default;

void GlobalRaces::beginLaunch() {
  first_ += static_cast<uint32_t>(numbered_.size());
  segments_.clear();
  numbered_.clear();
  latest_.clear();
  time_ = 1;
  gridTime_ = 0;
  hasReadOnly_ = false;
  // Half of the numbers are used up: start again with fresh stamps.
  const bool again = first_ > mostStampNumbers / 2;
  if (again) first_ = 1;
  for (const Shadow* shadow : {&writes_, &reads_, &readOnly_}) {
    for (ShadowStamps* stamps : {shadow->words.get(), shadow->bytes.get()}) {
      if (again) stamps->clear();
      stamps->forgetBelow(first_);
    }
  }
}

void BlockOrder::begin(uint32_t number, const ThreadOrder& ofBlock) {
  block = number;
  threads = &ofBlock;
  barriers = grid = 0;
  if (isFenced) fences.fill({});
  isFenced = hasFences = false;
  segment.fill(0);
  last.fill(0);
}

void BlockOrder::joinAll() {
  if (!hasFences) return;
  FenceTimes all;
  for (const FenceTimes& one : fences) all.join(one);
  fences.fill(all);
  hasFences = false;
}

void BlockOrder::join(uint32_t warp, uint32_t named) {
  if (!hasFences) return;
  FenceTimes all;
  FenceTimes* lanes = &fences[warp * std::size_t{32}];
  for (uint32_t m = named; m != 0; m &= m - 1) all.join(lanes[std::countr_zero(m)]);
  for (uint32_t m = named; m != 0; m &= m - 1) lanes[std::countr_zero(m)].join(all);
}

void GlobalRaces::blockBarrier(BlockOrder& order) {
  ++order.barriers;
  for (uint32_t warp = 0; warp < order.segment.size(); ++warp) endSegment(order, warp, ~0u);
  order.joinAll();
}

void GlobalRaces::fence(BlockOrder& order, const DeviceThread& thread, Scope scope, bool acquiresOnly) {
  FenceTimes& fences = order.fencesOf(thread);
  fences.acquired = std::max(fences.acquired, fences.readInBlock);
  if (scope != Scope::block) fences.acquired = std::max(fences.acquired, fences.read);
  if (acquiresOnly) return;
  endSegment(order, thread.warp, 1u << thread.lane);
  fences.releasedInBlock = ++time_;
  if (scope != Scope::block) fences.released = time_;
  fences.releasedToHost = fences.releasedToHost || scope == Scope::system;
}

void GlobalRaces::leaveGridBarrier(BlockOrder& order) {
  blockBarrier(order);
  order.grid = gridTime_;
}

/// What the lanes `lanes` of the warp did up to here, fences from here on tell of.
void GlobalRaces::endSegment(BlockOrder& order, uint32_t warp, uint32_t lanes) {
  uint32_t segment = order.segment[warp];
  if (segment == 0) {
    // Nothing was touched since the last one ended, but it may not have ended for these lanes.
    const uint32_t last = order.last[warp];
    if (last == 0 || (segments_[last - 1].endLanes & lanes) == lanes) return;
    segment = openSegment(order, warp, {});
    if (segment == 0) return;
  }
  segments_[segment - 1].endTime = time_;
  segments_[segment - 1].endLanes = lanes;
  order.segment[warp] = 0;
}

/// 0 where there is no room for more.
uint32_t GlobalRaces::openSegment(BlockOrder& order, uint32_t warp, const FenceTimes& fences) {
  if (segments_.size() >= mostSegments) return 0;
  Segment made;
  made.block = order.block;
  made.barriers = order.barriers & ((1u << 27) - 1);
  made.warp = warp & 31;
  made.time = time_;
  // What a thread has come to know goes on with what it writes by atomics.
  made.released = std::max(fences.released, fences.acquired);
  made.releasedInBlock = fences.told();
  made.releasedShared = fences.sharedTold();
  made.warpTime = order.threads->time(warp);
  segments_.push_back(made);
  const auto number = static_cast<uint32_t>(segments_.size());
  if (order.last[warp] != 0) segments_[order.last[warp] - 1].next = number;
  order.last[warp] = number;
  return order.segment[warp] = number;
}

/// `tells`: others may come to know by the access what the thread has fenced.
uint32_t GlobalRaces::segmentOf(BlockOrder& order, const DeviceThread& thread, bool tells) {
  const FenceTimes& fences = order.fences[thread.linear];
  if (const uint32_t segment = order.segment[thread.warp]; segment != 0) {
    const Segment& open = segments_[segment - 1];
    if (!tells || (open.released == std::max(fences.released, fences.acquired) &&
                   open.releasedInBlock == fences.told() && open.releasedShared == fences.sharedTold()))
      return segment;
    endSegment(order, thread.warp, 0);
  }
  return openSegment(order, thread.warp, fences);
}

/// May who knows of the fences before `acquired` know what the lane did in that segment?
bool GlobalRaces::isReleased(const Segment& segment, uint32_t lane, uint32_t acquired) const {
  for (const Segment* at = &segment;; at = &segments_[at->next - 1]) {
    if (at->endTime >= acquired) return false;
    if ((at->endLanes >> lane & 1) != 0) return true;
    if (at->next == 0) return false;
  }
}

/// 0 where there are no more numbers.
Stamp GlobalRaces::stampOf(const DeviceThread& thread, uint32_t segment, const Manner& how) {
  Numbered made;
  made.segment = segment;
  made.site = how.site & 0x1fffffff;
  made.gentle = how.gentle() ? 1 : 0;
  made.ofBlock = how.ofBlock ? 1 : 0;
  made.wrote = how.reads() ? 0 : 1;
  NumberedAccesses::Entry& latest = latest_.of(thread.warp, how.site);
  const bool isKnown = latest.segment == segment && latest.site == how.site;
  const Numbered known = isKnown ? accessOf(latest.number << 6) : Numbered{};
  if (!isKnown || known.gentle != made.gentle || known.wrote != made.wrote) {
    if (first_ + numbered_.size() >= mostStampNumbers) return 0;
    latest = {segment, how.site, first_ + static_cast<uint32_t>(numbered_.size())};
    numbered_.push_back(made);
  }
  return latest.number << 6 | (thread.lane & 31);
}

/// True where the access of `stamp` is ordered before what `thread` does now.
inline bool GlobalRaces::before(Stamp stamp, const BlockOrder& order, const DeviceThread& thread) const {
  if (!ofThisLaunch(stamp)) return true;
  const Segment& then = segmentOf(stamp);
  if (then.block == order.block) {
    const uint32_t earlier = threadOf(stamp);
    if (earlier == thread.linear || then.barriers != (order.barriers & ((1u << 27) - 1))) return true;
    if (order.threads->ordered(earlier, then.warpTime, thread.linear)) return true;
  }
  if (then.time < order.grid) return true;
  const uint32_t acquired = order.fences[thread.linear].acquired;
  return then.time < acquired && isReleased(then, stamp & 31, acquired);
}

/// May an atomic or volatile access meet that of `stamp`, as far as both say which threads they are meant for?
inline bool GlobalRaces::inReach(Stamp stamp, const BlockOrder& order, const Manner& how) const {
  if (!ofThisLaunch(stamp) || (!how.ofBlock && accessOf(stamp).ofBlock == 0)) return true;
  return segmentOf(stamp).block == order.block;
}

/// Reads a flag or counter: what its writer had fenced is known from here on, or, behind a read that is no atomic, from
/// the next fence on.
void GlobalRaces::acquire(BlockOrder& order, const DeviceThread& thread, Stamp from, bool atomic) const {
  if (!ofThisLaunch(from)) return;
  const Segment& then = segmentOf(from);
  const bool inBlock = then.block == order.block;
  const uint32_t released = inBlock ? then.releasedInBlock : then.released;
  if (released == 0) return;
  FenceTimes& fences = order.fencesOf(thread);
  if (inBlock) {
    uint32_t& shared = atomic ? fences.sharedAcquired : fences.sharedRead;
    shared = std::max(shared, then.releasedShared);
  }
  uint32_t& known = atomic ? fences.acquired : inBlock ? fences.readInBlock : fences.read;
  known = std::max(known, released);
}

void GlobalRaces::tell(Stamp stamp, bool wrote, Other& other) const {
  other = {segmentOf(stamp).block, threadOf(stamp), accessOf(stamp).site, wrote, false};
}

/// An atomic comes after that of `write`: where nothing orders the two, a plain access of its thread has to be held
/// against both. That is kept with the reads, where no plain one is. Who looks at what an atomic finds may know by that
/// that all others have been there.
void GlobalRaces::keepBehind(ShadowStamps& reads, uint64_t place, Stamp read, Stamp write, const BlockOrder& order,
                             const DeviceThread& thread, bool blind) const {
  const bool isKept = isGentleWrite(read);
  if (!blind) {
    if (isKept) reads.set(place, 0);
    return;
  }
  const bool isFree = !ofThisLaunch(read) || (isGentle(read) && (!isKept || before(read, order, thread)));
  if (isFree && isGentleWrite(write) && !before(write, order, thread)) reads.set(place, write);
}

/// `write`: the stamp of the last write there.
bool GlobalRaces::touchPlace(ShadowStamps& writes, ShadowStamps& reads, uint64_t place, Stamp write, BlockOrder& order,
                             const DeviceThread& thread, const Manner& how, Other& other) {
  const bool gentle = how.gentle(), meets = gentle && inReach(write, order, how);
  const Stamp read = reads.of(place);
  if (meets && how.access != Access::volatileStore) acquire(order, thread, write, how.atomic);
  const uint32_t segment = segmentOf(order, thread, gentle && !how.reads());
  const Stamp now = segment == 0 ? 0 : stampOf(thread, segment, how);
  if (now == 0) return false;
  bool races = false;
  const bool writeMeets = meets && (isGentle(write) || how.access == Access::volatileLoad);
  if (!writeMeets && !before(write, order, thread)) {
    tell(write, true, other);
    races = true;
  } else if (isWrite(read) && !(gentle && isGentle(read)) && !before(read, order, thread)) {
    tell(read, true, other);
    races = true;
  }
  const bool own = ofThisLaunch(read) && accessOf(read).segment == segment && threadOf(read) == thread.linear;
  if (how.reads()) {
    // A plain read says more than one that is meant to meet others.
    const bool moreTelling = !gentle && isGentle(read);
    if (gentle && isPlainWrite(read)) return races;
    if (moreTelling || before(read, order, thread))
      reads.set(place, now);
    else if (!own && (read & notedStamp) == 0)
      reads.set(place, read | notedStamp);
    return races;
  }
  // Several threads read it side by side and one is kept: if that is this one, another one is left.
  if (!races && !isWrite(read) && !isGentle(read) &&
      (!before(read, order, thread) || (own && (read & notedStamp) != 0))) {
    tell(read, false, other);
    races = true;
  }
  // A plain store stays in sight where atomics or volatile stores follow it: kept with the reads as well.
  if (gentle && isPlainWrite(write))
    reads.set(place, write);
  else if (how.access == Access::atomic)
    keepBehind(reads, place, read, write, order, thread, how.blind);
  writes.set(place, now);
  return races;
}

/// A read that is not coherent of what the launch wrote, or a write of what it read by such a one. `write`: the stamp
/// of the last write there, before the access at hand, which `touchPlace` has looked at.
bool GlobalRaces::meetsIncoherent(ShadowStamps& readOnly, uint64_t place, Stamp write, const BlockOrder& order,
                                  const DeviceThread& thread, const Manner& how, Other& other) {
  const Stamp against = how.reads() ? write : readOnly.of(place);
  const bool found = ofThisLaunch(against);
  if (found) {
    tell(against, how.reads(), other);
    other.incoherent = true;
  }
  // Any one of those who read it so will do.
  if (how.path != Path::readOnly || ofThisLaunch(readOnly.of(place))) return found;
  const uint32_t segment = order.segment[thread.warp];
  if (const Stamp now = segment == 0 ? 0 : stampOf(thread, segment, how); now != 0) {
    readOnly.set(place, now);
    hasReadOnly_ = true;
  }
  return found;
}

void GlobalRaces::note(const FenceTimes& fences, uint64_t address, uint64_t bytes, const Manner& how) {
  if (how.reads()) return footprint_->add(address, bytes, Footprint::Access::read);
  // Another launch is another block.
  if (how.access == Access::store || how.ofBlock) return footprint_->add(address, bytes, Footprint::Access::write);
  if (fences.released != 0) footprint_->setOrders();
  footprint_->add(address, bytes, fences.releasedToHost ? Footprint::Access::flag : Footprint::Access::atomic);
}

bool GlobalRaces::touch(BlockOrder& order, const DeviceThread& thread, uint64_t address, uint64_t bytes,
                        const Manner& how, Other& other) {
  bool races = false;
  if (footprint_ != nullptr) note(order.fences[thread.linear], address, bytes, how);
  const uint64_t begin = address - base_, end = std::min(begin + bytes, bytes_);
  Other found;
  const auto look = [&](auto stamps, uint64_t place, Stamp written) {
    const bool isRace = touchPlace(*(writes_.*stamps), *(reads_.*stamps), place, written, order, thread, how, found) ||
                        ((how.reads() ? how.path != Path::coherent : hasReadOnly_) &&
                         meetsIncoherent(*(readOnly_.*stamps), place, written, order, thread, how, found));
    if (isRace && !races) other = found, races = true;
  };
  for (uint64_t at = begin; at < end;) {
    const uint64_t word = at / 4;
    const Stamp written = writes_.words->of(word);
    if (at % 4 == 0 && end - at >= 4 && written != splitStamp) {
      look(&Shadow::words, word, written);
      at += 4;
      continue;
    }
    if (written != splitStamp) {
      const Stamp read = reads_.words->of(word), readOnly = hasReadOnly_ ? readOnly_.words->of(word) : 0;
      for (uint64_t i = word * 4; i < word * 4 + 4; ++i) {
        if (written != 0) writes_.bytes->set(i, written);
        if (read != 0) reads_.bytes->set(i, read);
        if (readOnly != 0) readOnly_.bytes->set(i, readOnly);
      }
      writes_.words->set(word, splitStamp);
    }
    look(&Shadow::bytes, at, writes_.bytes->of(at));
    ++at;
  }
  return races;
}

}  // namespace warpwright::engine

#include "analysis/engine/check/global_races.h"

#include <algorithm>

namespace warpwright::engine {
namespace {

/// So many stretches are told apart in a launch, and `mostStampNumbers` accesses of warps in them; with more, accesses
/// count as ordered.
constexpr size_t mostSegments = size_t{1} << 26;

}  // namespace

std::unique_ptr<GlobalRaces> GlobalRaces::create(uint64_t base, uint64_t bytes) {
  Shadow writes{ShadowStamps::create(bytes / 4), ShadowStamps::create(bytes)},
      reads{ShadowStamps::create(bytes / 4), ShadowStamps::create(bytes)};
  if (!writes.words || !writes.bytes || !reads.words || !reads.bytes) return nullptr;
  return std::unique_ptr<GlobalRaces>(new GlobalRaces(base, bytes, std::move(writes), std::move(reads)));
}

GlobalRaces::GlobalRaces(uint64_t base, uint64_t bytes, Shadow writes, Shadow reads)
    : base_(base), bytes_(bytes), writes_(std::move(writes)), reads_(std::move(reads)) {
  static_assert(sizeof(Segment) == 24 && sizeof(Numbered) == 8);
}

GlobalRaces::~GlobalRaces() = default;

void GlobalRaces::beginLaunch() {
  first_ += static_cast<uint32_t>(numbered_.size());
  segments_.clear();
  numbered_.clear();
  latest_.clear();
  time_ = 1;
  gridTime_ = 0;
  // Half of the numbers are used up: start again with fresh stamps.
  const bool again = first_ > mostStampNumbers / 2;
  if (again) first_ = 1;
  for (ShadowStamps* stamps : {writes_.words.get(), writes_.bytes.get(), reads_.words.get(), reads_.bytes.get()}) {
    if (again) stamps->clear();
    stamps->forgetBelow(first_);
  }
}

void GlobalRaces::beginBlock(BlockOrder& order, uint32_t block, const WarpOrder& warps) const {
  order = {};
  order.block = block;
  order.warps = &warps;
}

void GlobalRaces::blockBarrier(BlockOrder& order) const {
  ++order.barriers;
  order.segment.fill(0);
  order.acquired.fill(*std::max_element(order.acquired.begin(), order.acquired.end()));
}

void GlobalRaces::fence(BlockOrder& order, Scope scope) {
  order.releasedInBlock = ++time_;
  if (scope != Scope::block) order.released = time_;
  order.releasedToHost = order.releasedToHost || scope == Scope::system;
  order.segment.fill(0);
}

void GlobalRaces::leaveGridBarrier(BlockOrder& order) const {
  order.acquired.fill(gridTime_);
  order.segment.fill(0);
}

uint32_t GlobalRaces::segmentOf(BlockOrder& order, uint32_t warp) {
  uint32_t& segment = order.segment[warp];
  if (segment != 0) return segment;
  if (segments_.size() >= mostSegments) return 0;
  Segment made;
  made.block = order.block;
  made.barriers = order.barriers & ((1u << 27) - 1);
  made.warp = warp & 31;
  made.time = time_;
  // What a thread has come to know goes on with what it writes by atomics.
  made.released = std::max(order.released, order.acquired[warp]);
  made.releasedInBlock = std::max(order.releasedInBlock, order.acquired[warp]);
  made.warpTime = order.warps->time(warp);
  segments_.push_back(made);
  return segment = static_cast<uint32_t>(segments_.size());
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
    if (threadOf(stamp) == thread.linear || then.barriers != (order.barriers & ((1u << 27) - 1))) return true;
    if (then.warp == thread.warp && order.warps->ordered(thread.warp, stamp & 31, then.warpTime, thread.lane))
      return true;
  }
  return then.time < order.acquired[thread.warp];
}

/// May an atomic or volatile access meet that of `stamp`, as far as both say which threads they are meant for?
inline bool GlobalRaces::inReach(Stamp stamp, const BlockOrder& order, const Manner& how) const {
  if (!ofThisLaunch(stamp) || (!how.ofBlock && accessOf(stamp).ofBlock == 0)) return true;
  return segmentOf(stamp).block == order.block;
}

/// Reads a flag or counter: what its writer had fenced is known from here on.
void GlobalRaces::acquire(BlockOrder& order, const DeviceThread& thread, Stamp from) {
  if (!ofThisLaunch(from)) return;
  const Segment& then = segmentOf(from);
  const uint32_t released = then.block == order.block ? then.releasedInBlock : then.released;
  if (released <= order.acquired[thread.warp]) return;
  order.acquired[thread.warp] = released;
  order.segment[thread.warp] = 0;
}

void GlobalRaces::tell(Stamp stamp, bool wrote, Other& other) const {
  other = {segmentOf(stamp).block, threadOf(stamp), accessOf(stamp).site, wrote};
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
  if (meets && how.access != Access::volatileStore) acquire(order, thread, write);
  const uint32_t segment = segmentOf(order, thread.warp);
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

void GlobalRaces::note(const BlockOrder& order, uint64_t address, uint64_t bytes, const Manner& how) {
  if (how.reads()) return footprint_->add(address, bytes, Footprint::Access::read);
  // Another launch is another block.
  if (how.access == Access::store || how.ofBlock) return footprint_->add(address, bytes, Footprint::Access::write);
  if (order.released != 0) footprint_->setOrders();
  footprint_->add(address, bytes, order.releasedToHost ? Footprint::Access::flag : Footprint::Access::atomic);
}

bool GlobalRaces::touch(BlockOrder& order, const DeviceThread& thread, uint64_t address, uint64_t bytes,
                        const Manner& how, Other& other) {
  bool races = false;
  if (footprint_ != nullptr) note(order, address, bytes, how);
  const uint64_t begin = address - base_, end = std::min(begin + bytes, bytes_);
  Other found;
  for (uint64_t at = begin; at < end;) {
    const uint64_t word = at / 4;
    const Stamp written = writes_.words->of(word);
    if (at % 4 == 0 && end - at >= 4 && written != splitStamp) {
      if (touchPlace(*writes_.words, *reads_.words, word, written, order, thread, how, found) && !races)
        other = found, races = true;
      at += 4;
      continue;
    }
    if (written != splitStamp) {
      const Stamp read = reads_.words->of(word);
      for (uint64_t i = word * 4; i < word * 4 + 4; ++i) {
        if (written != 0) writes_.bytes->set(i, written);
        if (read != 0) reads_.bytes->set(i, read);
      }
      writes_.words->set(word, splitStamp);
    }
    const Stamp writtenByte = writes_.bytes->of(at);
    if (touchPlace(*writes_.bytes, *reads_.bytes, at, writtenByte, order, thread, how, found) && !races)
      other = found, races = true;
    ++at;
  }
  return races;
}

}  // namespace warpwright::engine

#include "analysis/engine/global_races.h"

#include <sys/mman.h>

#include <algorithm>

namespace warpwright::engine {
namespace {

/// So many stretches, and accesses of warps in them, are told apart in a launch; with more, accesses count as ordered.
constexpr size_t mostSegments = size_t{1} << 26, mostAccesses = (size_t{1} << 26) - 1;

void* mapZeroed(uint64_t bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

/// Stamps for `bytes` bytes of memory: a word each for words written, words read, bytes written and bytes read.
uint64_t shadowBytes(uint64_t bytes) { return bytes / 4 * 2 * sizeof(uint32_t) + bytes * 2 * sizeof(uint32_t); }

}  // namespace

std::unique_ptr<GlobalRaces> GlobalRaces::create(uint64_t base, uint64_t bytes) {
  auto* memory = static_cast<Stamp*>(mapZeroed(shadowBytes(bytes)));
  return memory == nullptr ? nullptr : std::unique_ptr<GlobalRaces>(new GlobalRaces(base, bytes, memory));
}

GlobalRaces::GlobalRaces(uint64_t base, uint64_t bytes, Stamp* memory) : base_(base), bytes_(bytes), memory_(memory) {
  static_assert(sizeof(Stamp) == 4 && sizeof(Segment) == 16 && sizeof(Numbered) == 8);
  writes_ = {memory, memory + bytes / 2};
  reads_ = {memory + bytes / 4, memory + bytes / 2 + bytes};
}

GlobalRaces::~GlobalRaces() { ::munmap(memory_, shadowBytes(bytes_)); }

void GlobalRaces::beginLaunch() {
  first_ += static_cast<uint32_t>(numbered_.size());
  segments_.clear();
  numbered_.clear();
  if (segments_.capacity() > size_t{1} << 22) segments_.shrink_to_fit();
  if (numbered_.capacity() > size_t{1} << 22) numbered_.shrink_to_fit();
  latest_.clear();
  time_ = 1;
  gridTime_ = 0;
  // Half of the numbers are used up: start again with fresh stamps.
  if (first_ > mostAccesses / 2) {
    ::madvise(memory_, shadowBytes(bytes_), MADV_DONTNEED);
    first_ = 1;
  }
}

void GlobalRaces::beginBlock(BlockOrder& order, uint32_t block) const {
  order = {};
  order.block = block;
}

void GlobalRaces::blockBarrier(BlockOrder& order) const {
  ++order.barriers;
  order.segment.fill(0);
  order.acquired.fill(*std::max_element(order.acquired.begin(), order.acquired.end()));
}

void GlobalRaces::fence(BlockOrder& order) {
  order.released = ++time_;
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
  segments_.push_back(made);
  return segment = static_cast<uint32_t>(segments_.size());
}

/// 0 where there are no more numbers.
GlobalRaces::Stamp GlobalRaces::stampOf(const DeviceThread& thread, uint32_t segment, uint32_t site, bool gentle) {
  NumberedAccesses::Entry& latest = latest_.of(thread.warp, site);
  if (latest.segment != segment || latest.site != site || accessOf(latest.number << 6).gentle != (gentle ? 1u : 0u)) {
    if (first_ + numbered_.size() >= mostAccesses) return 0;
    latest = {segment, site, first_ + static_cast<uint32_t>(numbered_.size())};
    Numbered made;
    made.segment = segment;
    made.site = site & 0x7fffffff;
    made.gentle = gentle ? 1 : 0;
    numbered_.push_back(made);
  }
  return latest.number << 6 | (thread.lane & 31);
}

/// True where the access of `stamp` is ordered before what `thread` does now.
inline bool GlobalRaces::before(Stamp stamp, const BlockOrder& order, const DeviceThread& thread, uint32_t segment) const {
  if (!ofThisLaunch(stamp)) return true;
  const Segment& then = segmentOf(stamp);
  if (then.block == order.block) {
    if (threadOf(stamp) == thread.linear || then.barriers != (order.barriers & ((1u << 27) - 1))) return true;
    if (then.warp == thread.warp && accessOf(stamp).segment != segment) return true;
  }
  return then.time < order.acquired[thread.warp];
}

/// Reads a flag or counter: what its writer had fenced is known from here on.
void GlobalRaces::acquire(BlockOrder& order, const DeviceThread& thread, Stamp from) {
  if (!ofThisLaunch(from)) return;
  const Segment& then = segmentOf(from);
  if (then.released <= order.acquired[thread.warp]) return;
  order.acquired[thread.warp] = then.released;
  order.segment[thread.warp] = 0;
}

void GlobalRaces::tell(Stamp stamp, bool wrote, Other& other) const {
  other = {segmentOf(stamp).block, threadOf(stamp), accessOf(stamp).site, wrote};
}

bool GlobalRaces::touchCell(Stamp& write, Stamp& read, BlockOrder& order, const DeviceThread& thread, Access access, uint32_t site,
                            Other& other) {
  const bool gentle = access >= Access::atomic;      // atomic or volatile: meant to meet others
  const bool reads = access == Access::load || access == Access::volatileLoad;
  if (gentle && access != Access::volatileStore) acquire(order, thread, write);
  const uint32_t segment = segmentOf(order, thread.warp);
  const Stamp now = segment == 0 ? 0 : stampOf(thread, segment, site, gentle);
  if (now == 0) return false;
  bool races = false;
  const bool writeMeets = (gentle && isGentle(write)) || access == Access::volatileLoad;
  if (!writeMeets && !before(write, order, thread, segment)) {
    tell(write, true, other);
    races = true;
  }
  const bool own = ofThisLaunch(read) && accessOf(read).segment == segment && threadOf(read) == thread.linear;
  if (reads) {
    // A plain read says more than one that is meant to meet others.
    const bool moreTelling = !gentle && isGentle(read);
    if (moreTelling || before(read, order, thread, segment)) read = now;
    else if (!own) read |= manyBit;
    return races;
  }
  // Several threads read it side by side and one is kept: if that is this one, another one is left.
  if (!races && !isGentle(read) && (!before(read, order, thread, segment) || (own && (read & manyBit) != 0))) {
    tell(read, false, other);
    races = true;
  }
  write = now;
  return races;
}

bool GlobalRaces::touch(BlockOrder& order, const DeviceThread& thread, uint64_t address, uint64_t bytes, Access access,
                        uint32_t site, Other& other) {
  bool races = false;
  const uint64_t begin = address - base_, end = std::min(begin + bytes, bytes_);
  Other found;
  for (uint64_t at = begin; at < end;) {
    Stamp& word = writes_.words[at / 4];
    if (at % 4 == 0 && end - at >= 4 && word != split) {
      if (touchCell(word, reads_.words[at / 4], order, thread, access, site, found) && !races) other = found, races = true;
      at += 4;
      continue;
    }
    if (word != split) {
      for (uint64_t i = at / 4 * 4, last = i + 4; i < last; ++i) writes_.bytes[i] = word, reads_.bytes[i] = reads_.words[at / 4];
      word = split;
    }
    if (touchCell(writes_.bytes[at], reads_.bytes[at], order, thread, access, site, found) && !races) other = found, races = true;
    ++at;
  }
  return races;
}

}  // namespace warpwright::engine

#include "analysis/engine/global_races.h"

#include <sys/mman.h>

#include <algorithm>

namespace warpwright::engine {
namespace {

constexpr uint32_t split = ~0u;
constexpr uint32_t siteBits = 20, manyBit = 1, gentleBit = 2;
/// So many stretches are told apart in a launch; with more, accesses count as ordered.
constexpr size_t mostSegments = size_t{1} << 26;

uint32_t whoOf(const DeviceThread& thread, uint32_t site, bool gentle) {
  return thread.linear << 22 | (site < 1u << siteBits ? site : 0) << 2 | (gentle ? gentleBit : 0);
}
uint32_t threadOf(uint32_t who) { return who >> 22; }
uint32_t siteOf(uint32_t who) { return who >> 2 & ((1u << siteBits) - 1); }

void* mapZeroed(uint64_t bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace

std::unique_ptr<GlobalRaces> GlobalRaces::create(uint64_t base, uint64_t bytes) {
  auto* words = static_cast<Cell*>(mapZeroed(bytes / 4 * sizeof(Cell)));
  if (words == nullptr) return nullptr;
  auto* byteCells = static_cast<Cell*>(mapZeroed(bytes * sizeof(Cell)));
  if (byteCells == nullptr) {
    ::munmap(words, bytes / 4 * sizeof(Cell));
    return nullptr;
  }
  return std::unique_ptr<GlobalRaces>(new GlobalRaces(base, bytes, words, byteCells));
}

GlobalRaces::GlobalRaces(uint64_t base, uint64_t bytes, Cell* words, Cell* bytesOf)
    : base_(base), bytes_(bytes), words_(words), byteCells_(bytesOf) {
  static_assert(sizeof(Cell) == 16 && sizeof(Segment) == 16);
}

GlobalRaces::~GlobalRaces() {
  ::munmap(words_, bytes_ / 4 * sizeof(Cell));
  ::munmap(byteCells_, bytes_ * sizeof(Cell));
}

void GlobalRaces::beginLaunch() {
  first_ += static_cast<uint32_t>(segments_.size());
  segments_.clear();
  if (segments_.capacity() > size_t{1} << 22) segments_.shrink_to_fit();
  time_ = 1;
  gridTime_ = 0;
  // Numbers are nearly used up: start again with fresh cells.
  if (first_ > ~0u - 2 * mostSegments) {
    ::madvise(words_, bytes_ / 4 * sizeof(Cell), MADV_DONTNEED);
    ::madvise(byteCells_, bytes_ * sizeof(Cell), MADV_DONTNEED);
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
  return segment = first_ + static_cast<uint32_t>(segments_.size()) - 1;
}

/// True where the access of `stamp` is ordered before what `thread` does now.
inline bool GlobalRaces::before(const Stamp& stamp, const BlockOrder& order, const DeviceThread& thread,
                                uint32_t segment) const {
  if (!ofThisLaunch(stamp)) return true;
  const Segment& then = at(stamp);
  if (then.block == order.block) {
    if (threadOf(stamp.who) == thread.linear || then.barriers != (order.barriers & ((1u << 27) - 1))) return true;
    if (then.warp == thread.warp && stamp.segment != segment) return true;
  }
  return then.time < order.acquired[thread.warp];
}

/// Reads a flag or counter: what its writer had fenced is known from here on.
void GlobalRaces::acquire(BlockOrder& order, const DeviceThread& thread, const Stamp& from) {
  if (!ofThisLaunch(from)) return;
  const Segment& then = at(from);
  if (then.released <= order.acquired[thread.warp]) return;
  order.acquired[thread.warp] = then.released;
  order.segment[thread.warp] = 0;
}

void GlobalRaces::tell(const Stamp& stamp, bool wrote, Other& other) const {
  other = {at(stamp).block, threadOf(stamp.who), siteOf(stamp.who), wrote};
}

bool GlobalRaces::touchCell(Cell& cell, BlockOrder& order, const DeviceThread& thread, Access access, uint32_t site,
                            Other& other) {
  const bool gentle = access >= Access::atomic;      // atomic or volatile: meant to meet others
  const bool reads = access == Access::load || access == Access::volatileLoad;
  if (gentle && access != Access::volatileStore) acquire(order, thread, cell.write);
  const uint32_t segment = segmentOf(order, thread.warp);
  if (segment == 0) return false;
  bool races = false;
  const Stamp now{segment, whoOf(thread, site, gentle)};
  const bool writeMeets = (gentle && (cell.write.who & gentleBit) != 0) || access == Access::volatileLoad;
  if (!writeMeets && !before(cell.write, order, thread, segment)) {
    tell(cell.write, true, other);
    races = true;
  }
  if (reads) {
    // A plain read says more than one that is meant to meet others.
    const bool moreTelling = !gentle && (cell.read.who & gentleBit) != 0;
    if (moreTelling || before(cell.read, order, thread, segment)) cell.read = now;
    else if (cell.read.segment != segment || threadOf(cell.read.who) != thread.linear) cell.read.who |= manyBit;
    return races;
  }
  if ((cell.read.who & gentleBit) == 0 && !races) {
    const bool own = cell.read.segment == segment && threadOf(cell.read.who) == thread.linear;
    // Several threads read it side by side and one is kept: if that is this one, another one is left.
    if (!before(cell.read, order, thread, segment) || (own && (cell.read.who & manyBit) != 0)) {
      tell(cell.read, false, other);
      races = true;
    }
  }
  cell.write = now;
  return races;
}

bool GlobalRaces::touch(BlockOrder& order, const DeviceThread& thread, uint64_t address, uint64_t bytes, Access access,
                        uint32_t site, Other& other) {
  bool races = false;
  const uint64_t begin = address - base_, end = std::min(begin + bytes, bytes_);
  Other found;
  for (uint64_t at = begin; at < end;) {
    Cell& word = words_[at / 4];
    if (at % 4 == 0 && end - at >= 4 && word.write.segment != split) {
      if (touchCell(word, order, thread, access, site, found) && !races) other = found, races = true;
      at += 4;
      continue;
    }
    if (word.write.segment != split) {
      for (uint64_t i = 0; i < 4; ++i) byteCells_[at / 4 * 4 + i] = word;
      word.write.segment = split;
    }
    if (touchCell(byteCells_[at], order, thread, access, site, found) && !races) other = found, races = true;
    ++at;
  }
  return races;
}

}  // namespace warpwright::engine

#include "analysis/engine/trace/trace_log.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

namespace warpwright::engine {

using memsim::LaneLog;
using memsim::WarpLogs;

namespace {
constexpr uint32_t warpSize = 32;
/// Sectors that one texture fetch may read: eight texels each of two levels.
constexpr size_t mostFetchEvents = 16;
/// Addresses that nothing else has: local memory of the modelled GPU.
constexpr uint64_t localMemory = 0x7000'0000'0000;

void keepEachOnce(memsim::RequestStream& events) {
  std::sort(events.begin(), events.end());
  events.erase(std::unique(events.begin(), events.end()), events.end());
}
}  // namespace

TraceLog::TraceLog(const TraceTable& table, memsim::AddressMap map, uint32_t warps, uint64_t slots, Pool pool,
                   Keeps keeps, memsim::GpuCode code)
    : table_(table),
      recorder_(table.sites, map),
      keeps_(keeps),
      slots_(std::max<uint64_t>(1, slots)),
      spare_(pool ? std::move(pool) : std::make_shared<std::vector<Buffer>>()) {
  // Behind the limit there is room for what a thread can log before it looks at the limit again; an odd number of
  // cache lines keeps the lanes out of each other's sets.
  laneStride_ = (laneEvents + mostFetchEvents * table.sites.size() + 64) / 16 * 16 + 8;
  buffers_.resize(warps);
  paused_.assign(warps, 0);
  if (keeps == Keeps::work) work_.emplace(recorder_, table.sites, code);
}

TraceLog::~TraceLog() = default;

void TraceLog::beginBlock(DeviceThread* threads, uint32_t count, uint64_t block, memsim::BlockRequests* requests) {
  threads_ = threads;
  threadCount_ = count;
  warpCount_ = (count + warpSize - 1) / warpSize;
  block_ = block;
  requests_ = requests;
  touches_ = 0;
  if (requests_ != nullptr) requests_->warps.assign(keeps_ == Keeps::touches ? count : warpCount_, {});
}

void TraceLog::takeBuffer(uint32_t warp) {
  if (spare_->empty()) {
    buffers_[warp] = Buffer(new memsim::TraceEvent[laneStride_ * warpSize]);
  } else {
    buffers_[warp] = std::move(spare_->back());
    spare_->pop_back();
  }
  const uint32_t lanes = std::min(warpSize, threadCount_ - warp * warpSize);
  for (uint32_t lane = 0; lane < lanes; ++lane) {
    DeviceThread& thread = threads_[warp * warpSize + lane];
    thread.traceCursor = laneStart(warp, lane);
    thread.traceLimit = thread.traceCursor + laneEvents;
  }
}

void TraceLog::releaseBuffer(uint32_t warp) {
  spare_->push_back(std::move(buffers_[warp]));
}

/// `wait`: stops where a paused lane has nothing more.
void TraceLog::merge(uint32_t warp, bool wait) {
  if (keeps_ == Keeps::touches) return takeTouches(warp);
  WarpLogs logs;
  const uint32_t lanes = std::min(warpSize, threadCount_ - warp * warpSize);
  DeviceThread* threads = threads_ + warp * warpSize;
  for (uint32_t lane = 0; lane < lanes; ++lane) {
    logs[lane] = {laneStart(warp, lane), threads[lane].traceCursor, wait && (paused_[warp] >> lane & 1) != 0};
  }
  const uint64_t slot = (block_ % slots_) * warpCount_ + warp;
  const uint64_t frame = (table_.frameBytes + 3) / 4 * memsim::lineBytes;
  memsim::RequestStream* stream = requests_ != nullptr ? &requests_->warps[warp] : nullptr;
  const bool withWork = work_ && stream != nullptr;
  if (withWork)
    work_->beginWarp(localMemory + slot * frame, stream);
  else
    recorder_.beginWarp(localMemory + slot * frame, stream);
  mergeLanes(logs, [&](const memsim::WarpAccess& access) {
    events_ += static_cast<uint64_t>(std::popcount(access.lanes));
    if (withWork)
      work_->add(access);
    else
      recorder_.add(access);
  });
  if (withWork) work_->endWarp();
  for (uint32_t lane = 0; lane < lanes; ++lane) {
    threads[lane].traceCursor = std::copy(logs[lane].at, logs[lane].end, laneStart(warp, lane));
  }
}

/// Lanes need not meet: what each one touched is its own.
void TraceLog::takeTouches(uint32_t warp) {
  constexpr size_t large = 4 * laneEvents;
  const uint32_t first = warp * warpSize, last = std::min(first + warpSize, threadCount_);
  for (uint32_t thread = first; thread < last; ++thread) {
    memsim::TraceEvent* const begin = laneStart(warp, thread - first);
    memsim::TraceEvent* const end = std::exchange(threads_[thread].traceCursor, begin);
    events_ += static_cast<uint64_t>(end - begin);
    memsim::RequestStream& events = requests_->warps[thread];
    if (touches_ > mostTouches) continue;
    const size_t before = events.size();
    std::copy_if(begin, end, std::back_inserter(events), [&](memsim::TraceEvent event) {
      const memsim::EventKind kind = table_.sites[memsim::siteOf(event)].kind;
      return kind == memsim::EventKind::load || kind == memsim::EventKind::store || kind == memsim::EventKind::atomic;
    });
    if (before >= large) keepEachOnce(events);
    touches_ = touches_ - before + events.size();
  }
}

uint32_t TraceLog::resume(uint32_t warp) {
  merge(warp, true);
  const auto withRoom = [&] {
    uint32_t room = 0;
    for (uint32_t rest = paused_[warp]; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
      const DeviceThread& thread = threads_[warp * warpSize + lane];
      if (thread.traceCursor < laneStart(warp, lane) + laneEvents / 2) room |= 1u << lane;
    }
    return room;
  };
  uint32_t resumed = withRoom();
  if (resumed == 0) {
    // Lanes wait for one another in some other way: what is there is all that can be merged together.
    merge(warp, false);
    resumed = withRoom();
  }
  paused_[warp] &= ~resumed;
  return resumed;
}

void TraceLog::leave(uint32_t warp) {
  if (buffers_[warp] == nullptr) return;
  merge(warp, false);
  releaseBuffer(warp);
}

void TraceLog::endBlock() {
  for (uint32_t warp = 0; warp < warpCount_; ++warp) leave(warp);
  if (keeps_ != Keeps::touches) return;
  for (memsim::RequestStream& thread : requests_->warps) keepEachOnce(thread);
}

void TraceLog::abandonBlock() {
  for (uint32_t warp = 0; warp < warpCount_; ++warp) {
    if (buffers_[warp] != nullptr) releaseBuffer(warp);
    paused_[warp] = 0;
  }
}

}  // namespace warpwright::engine

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/engine/lower/device_thread.h"
#include "analysis/engine/lower/trace_table.h"
#include "core/model/memory/memory_model.h"
#include "core/model/memory/work_recorder.h"

namespace warpwright::engine {

/// The logs of one worker's threads during a traced launch, and what becomes of them. A warp has a buffer a lane while
/// it has something to merge; its lanes are merged when none of them can run on, so that few buffers are in use and
/// stay in the processor's caches. A lane that fills its buffer waits until those of its warp have come as far.
class TraceLog {
 public:
  enum class Keeps : uint8_t {
    requests,  ///< of warps
    work,      ///< requests, and the instructions between them
    touches,   ///< in place of the requests of a warp, a stream a thread: its accesses as events, ascending, each once
  };
  using Buffer = std::unique_ptr<memsim::TraceEvent[]>;
  using Pool = std::shared_ptr<std::vector<Buffer>>;
  /// `table` must outlive the log. `slots`: blocks that are resident at once on the GPU, which share local memory.
  /// `pool`: buffers that no log uses now, shared by logs of one thread; null: its own. `code`: of the GPU whose work
  /// is kept.
  TraceLog(const TraceTable& table, memsim::AddressMap map, uint32_t warps, uint64_t slots, Pool pool = nullptr,
           Keeps keeps = Keeps::requests, memsim::GpuCode code = memsim::GpuCode::addresses64);
  ~TraceLog();
  TraceLog(const TraceLog&) = delete;
  TraceLog& operator=(const TraceLog&) = delete;

  /// The threads of a block start: those of warp w are `threads[32 w]` on. `requests`: null for counts only.
  void beginBlock(DeviceThread* threads, uint32_t count, uint64_t block, memsim::BlockRequests* requests);
  /// Before a lane of the warp runs.
  void enter(uint32_t warp) {
    if (buffers_[warp] == nullptr) takeBuffer(warp);
  }
  /// A lane's buffer is full: it cannot run until `resume` returns it.
  void pause(const DeviceThread& thread) { paused_[thread.warp] |= 1u << thread.lane; }
  bool hasPaused(uint32_t warp) const { return paused_[warp] != 0; }
  /// Merges what can be; the lanes that can run again.
  uint32_t resume(uint32_t warp);
  /// No lane of the warp can run, and none is paused: merges all of them.
  void leave(uint32_t warp);
  /// All threads have ended.
  void endBlock();
  /// The block failed: forgets what is not merged.
  void abandonBlock();

  const memsim::WarpRecorder& recorder() const { return recorder_; }
  /// Events so far, markers included.
  uint64_t events() const { return events_; }

 private:
  static constexpr size_t laneEvents = 8192;
  /// Touches of one block that are kept: more than any limit of a launch allows.
  static constexpr uint64_t mostTouches = uint64_t{80} << 20;
  void takeBuffer(uint32_t warp);
  void releaseBuffer(uint32_t warp);
  void merge(uint32_t warp, bool wait);
  void takeTouches(uint32_t warp);
  memsim::TraceEvent* laneStart(uint32_t warp, uint32_t lane) { return buffers_[warp].get() + lane * laneStride_; }

  const TraceTable& table_;
  memsim::WarpRecorder recorder_;
  std::optional<memsim::WorkRecorder> work_;
  const Keeps keeps_;
  uint64_t slots_ = 1, block_ = 0, events_ = 0, touches_ = 0;
  size_t laneStride_ = 0;
  DeviceThread* threads_ = nullptr;
  uint32_t threadCount_ = 0, warpCount_ = 0;
  memsim::BlockRequests* requests_ = nullptr;
  std::vector<Buffer> buffers_;
  Pool spare_;
  std::vector<uint32_t> paused_;
};

}  // namespace warpwright::engine

#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/capture/allocation_table.h"
#include "app/capture/answer_file.h"
#include "app/capture/device_capturer.h"
#include "app/capture/module_table.h"
#include "core/execute/gpu/cupti.h"

namespace warpwright::capture {

/// Follows what a program asks of the driver: allocations, modules and launches. Captures the chosen launch, counts
/// them all.
class LaunchWatch {
 public:
  /// `request` and `answer` outlive it.
  LaunchWatch(const GpuProgramRequest& request, const AnswerFile& answer, const gpu::CudaDriver& driver,
              const gpu::Cupti& cupti);

  /// Errors: CUPTI's, such as another profiler in this program.
  Status start();
  /// At the end of the program: reports the launches.
  void report();

 private:
  static void onCallback(void* self, uint32_t domain, uint32_t id, const void* data);
  void onCall(uint32_t id, const gpu::cupti::CallbackData& data);
  void onAllocated(uint32_t id, const gpu::cupti::CallbackData& data);
  void onFree(uint32_t id, const void* params);
  void onLaunch(uint32_t id, const gpu::cupti::CallbackData& data);
  void onLaunched(const gpu::cupti::CallbackData& data);
  /// Counts the launch; true for the one to capture.
  bool count(const WatchedLaunch& launch, DeviceCapturer::Numbers& numbers);
  void waitForCapture();
  void capture(const WatchedLaunch& launch, DeviceCapturer::Numbers numbers, const gpu::cupti::CallbackData& data);
  void endCapture();

  const GpuProgramRequest& request_;
  const AnswerFile& answer_;
  const gpu::CudaDriver& driver_;
  const gpu::Cupti& cupti_;
  gpu::cupti::Subscriber subscriber_ = nullptr;
  ModuleTable modules_;

  std::mutex mutex_;  ///< of all below; never held while the driver is called
  std::condition_variable captureEnded_;
  bool capturing_ = false;  ///< other threads' launches and frees wait
  AllocationTable allocations_;
  std::vector<LaunchCount> launches_;      ///< by first launch
  std::map<std::string, size_t> numbers_;  ///< in `launches_`, by mangled name
  uint64_t allLaunches_ = 0, chosenLaunches_ = 0, graphs_ = 0;
  int64_t textures_ = 0;  ///< texture and surface objects that live

  std::optional<DeviceCapturer> capturer_;  ///< of the capturing thread
  uint32_t correlation_ = 0;                ///< of the launch being captured
};

}  // namespace warpwright::capture

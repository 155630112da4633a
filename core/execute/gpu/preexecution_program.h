#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "core/capture/launch_capture.h"
#include "core/job/gpu_job.h"

namespace warpwright::gpu {

/// A pre-execution program, compiled and loaded, with what the captured launch hands it. It reads at the captured
/// addresses.
class PreexecutionProgram {
 public:
  /// Compiles with $CXX, else c++, and loads. Errors: no compiler, the program does not compile (says why), something
  /// that it needs cannot be handed to it (named), cancelled.
  static Result<PreexecutionProgram> load(const PreexecutionJob& job, const LaunchCapture& capture,
                                          std::stop_token stop);
  PreexecutionProgram(PreexecutionProgram&&) = default;
  PreexecutionProgram& operator=(PreexecutionProgram&&) = delete;
  ~PreexecutionProgram();

  /// What it was not handed, and so does not read.
  const std::vector<std::string>& notes() const { return notes_; }

  /// Returns once a thread waits for `go`: a short kernel would be over before one is made. `end` stops it.
  void prepare(uint64_t concurrentBlocks, uint32_t skipFactor);
  void go();
  /// Stops it, at the latest after a batch of fetches, and waits for that.
  void end();

 private:
  using Entry = uint64_t (*)(const uint64_t* fields, const uint32_t* shape, const uint64_t* tuning,
                             uint64_t (*l3Hits)(), void (*adapted)(uint64_t), const std::atomic<bool>* stop);
  /// One run, for as long as its thread lives.
  struct Run {
    std::atomic<bool> waits{false}, go{false}, stop{false};
    std::thread thread;
  };
  PreexecutionProgram() = default;
  Status takeFields(const PreexecutionJob& job, const LaunchCapture& capture);

  Entry entry_ = nullptr;
  std::vector<uint64_t> fields_;
  std::vector<uint32_t> shape_;
  std::vector<std::string> notes_;
  std::unique_ptr<Run> run_;
};

}  // namespace warpwright::gpu

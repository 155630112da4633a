#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/model/memory/launch_metrics.h"

namespace warpwright::memsim {

/// The launch that is modelled.
struct LaunchGeometry {
  uint64_t blocks = 0;
  uint32_t threadsPerBlock = 0;
  uint64_t sharedBytesPerBlock = 0;
  uint32_t registersPerThread = 0;  ///< 0: not known, not a limit
};

struct LaunchModelOptions {
  uint64_t eventLimit = 1'000'000'000;    ///< accesses of threads to trace; larger launches are sampled
  uint64_t requestBytesLimit = 96 << 20;  ///< requests of a wave kept at once; more: fewer multiprocessors are modelled
  uint64_t keptBytesLimit = 0;            ///< requests of all waves that are kept for later; 0: none are
  unsigned threads = 1;
};

/// A source place for each site, as the result names it.
struct SitePlace {
  SourcePosition at;
  std::string object;
  int parameter = -1;  ///< which of the kernel's parameters points to what is accessed, from 0; -1: not known
};

/// One launch on a modelled GPU, wave by wave: as many blocks as are resident at once, dealt to multiprocessors in
/// turn. The caller runs the blocks, asks which of them to trace and whose requests to keep, and hands each wave over.
class LaunchModel {
 public:
  /// `sites` must outlive the model.
  LaunchModel(const Device& device, const LaunchGeometry& geometry, const std::vector<TraceSite>& sites,
              const LaunchModelOptions& options);
  ~LaunchModel();

  uint64_t waveBlocks() const { return waveBlocks_; }
  uint64_t waves() const { return (geometry_.blocks + waveBlocks_ - 1) / waveBlocks_; }
  uint32_t residentBlocks() const { return residentBlocks_; }
  uint32_t multiprocessorOf(uint64_t block) const {
    return static_cast<uint32_t>(block % waveBlocks_ % multiprocessors_);
  }

  /// What the first block logged; decides how much of the launch is traced. Before the other questions are asked of
  /// blocks other than the first.
  void sawFirstBlock(uint64_t events, uint64_t requestBytes);
  bool isTraced(uint64_t block) const { return block / waveBlocks_ % waveStride_ == 0; }
  /// True where the requests of a traced block go through the caches.
  bool isModelled(uint64_t block) const {
    return isTraced(block) && multiprocessorOf(block) % multiprocessorStride_ == 0;
  }

  /// Runs the modelled blocks of a wave through the caches of every schedule.
  void runWave(std::vector<BlockRequests> blocks);

  /// What came of it. `counts`: of all traced blocks; `places`: one a site.
  LaunchMetrics finish(const WarpRecorder& counts, const std::vector<SitePlace>& places) const;

 private:
  void makeModels();
  /// How many blocks were traced, and how many of them modelled.
  void countBlocks(LaunchMetrics& metrics) const;
  TimingInput timingInput(const WarpRecorder& counts, double countFactor, double trafficFactor) const;
  /// How long the launch may take; kept as a record, too, where records are asked for. `traffic`: one a schedule.
  TimingEstimate estimateTime(const TimingInput& timing, const std::vector<Traffic>& traffic) const;
  void addConditions(LaunchMetrics& metrics) const;

  Device device_;
  LaunchGeometry geometry_;
  const std::vector<TraceSite>* sites_;
  LaunchModelOptions options_;
  uint32_t multiprocessors_ = 1, residentBlocks_ = 1, multiprocessorStride_ = 1;
  uint64_t waveBlocks_ = 1, waveStride_ = 1, l1Bytes_ = 0;
  std::vector<std::unique_ptr<MemoryModel>> models_;  ///< one a schedule
};

}  // namespace warpwright::memsim

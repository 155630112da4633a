#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/model/memory/warp_recorder.h"

namespace warpwright::memsim {

/// Instructions that a warp issues before its next request, and those of its threads, as an entry of a stream of
/// requests that carries them. At most 2^20 - 1 and 2^25 - 1: more takes several entries.
constexpr uint64_t packWork(uint64_t warpInstructions, uint64_t threadInstructions) {
  return uint64_t{1} << 46 | (threadInstructions & 0x1ffffff) << 20 | (warpInstructions & 0xfffff);
}
constexpr bool isWork(uint64_t packed) {
  return (packed >> 46 & 1) != 0;
}
constexpr uint32_t warpInstructionsOf(uint64_t packed) {
  return static_cast<uint32_t>(packed & 0xfffff);
}
constexpr uint32_t threadInstructionsOf(uint64_t packed) {
  return static_cast<uint32_t>(packed >> 20 & 0x1ffffff);
}

/// Puts the instructions between requests into the streams that a WarpRecorder fills.
class WorkRecorder {
 public:
  /// Both must outlive it.
  WorkRecorder(WarpRecorder& recorder, const std::vector<TraceSite>& sites, GpuCode code = GpuCode::addresses64)
      : recorder_(recorder), sites_(sites), code_(code) {}

  /// As of the recorder; `stream` is not null.
  void beginWarp(uint64_t localBase, RequestStream* stream) {
    recorder_.beginWarp(localBase, stream);
    stream_ = stream;
  }
  void add(const WarpAccess& access) {
    const TraceSite& site = sites_[access.site];
    const auto instructions = static_cast<double>(instructionsOf(site.work, code_));
    warp_ += instructions;
    threads_ += instructions * std::popcount(access.lanes);
    const uint64_t conflicts = conflictsOf(access.site);
    const size_t before = stream_->size();
    recorder_.add(access);
    // Where lanes meet in one bank, the warp issues again.
    warp_ += static_cast<double>(conflictsOf(access.site) - conflicts);
    if (stream_->size() > before || warp_ > 0x80000) flush(before);
  }
  /// What was added since the last request; before another warp begins.
  void endWarp() { flush(stream_->size()); }

 private:
  uint64_t conflictsOf(uint32_t site) const {
    const AccessCounts& counts = recorder_.counts(site, MemorySpace::shared);
    return counts.wavefronts - counts.conflictFreeWavefronts;
  }
  void flush(size_t before) {
    const auto warp = static_cast<uint64_t>(std::llround(warp_)),
               threads = static_cast<uint64_t>(std::llround(threads_));
    if (warp != 0) stream_->insert(stream_->begin() + static_cast<std::ptrdiff_t>(before), packWork(warp, threads));
    warp_ = threads_ = 0;
  }

  WarpRecorder& recorder_;
  const std::vector<TraceSite>& sites_;
  const GpuCode code_;
  RequestStream* stream_ = nullptr;
  double warp_ = 0, threads_ = 0;  ///< not in the stream yet
};

}  // namespace warpwright::memsim

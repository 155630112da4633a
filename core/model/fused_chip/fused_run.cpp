#include "core/model/fused_chip/fused_run.h"

namespace warpwright::memsim {

std::string toString(const FusedMode& mode) {
  switch (mode.kind) {
    case FusedMode::Kind::alone:
      return "alone";
    case FusedMode::Kind::adaptive:
      return mode.batch == 16 ? "adaptive" : "adaptive, batches of " + std::to_string(mode.batch);
    case FusedMode::Kind::fixed:
      return "skip factor " + std::to_string(mode.skip);
    case FusedMode::Kind::perfect:
      return "perfect L3";
  }
  return {};
}

const FusedMode* FusedRun::find(FusedMode::Kind kind, uint64_t batch) const {
  for (const FusedMode& mode : modes) {
    if (mode.kind == kind && (batch == 0 || mode.batch == batch)) return &mode;
  }
  return nullptr;
}

const FusedMode* FusedRun::profiled() const {
  const FusedMode* best = nullptr;
  for (const FusedMode& mode : modes) {
    if (mode.kind == FusedMode::Kind::fixed && (best == nullptr || mode.counts.ticks < best->counts.ticks))
      best = &mode;
  }
  return best;
}

double FusedRun::speedup(const FusedMode& mode) const {
  const FusedMode* alone = find(FusedMode::Kind::alone);
  if (alone == nullptr || mode.counts.ticks == 0) return 0;
  return static_cast<double>(alone->counts.ticks) / static_cast<double>(mode.counts.ticks);
}

std::vector<FusedMode> everyMode(uint64_t skip) {
  std::vector<FusedMode> modes{{FusedMode::Kind::alone, 0}};
  for (const uint64_t batch : batchSizes) modes.push_back({FusedMode::Kind::adaptive, skip, batch});
  for (const uint64_t fixed : profiledSkipFactors) modes.push_back({FusedMode::Kind::fixed, fixed});
  modes.push_back({FusedMode::Kind::perfect, 0});
  return modes;
}

}  // namespace warpwright::memsim

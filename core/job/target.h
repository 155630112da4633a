#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"

namespace warpwright {

/// Where something runs, and on what: the command line's `--on`, the chooser of the IDE.
struct Target {
  enum class Place : uint8_t { here, ssh, slurm, recorded };
  Place place = Place::here;
  std::string name;           ///< the host, the partition, or the file of a recording; empty: here
  bool gpu = false;           ///< on a GPU; else on the CPU engine
  std::optional<int> device;  ///< which GPU, from 0; none: what there is

  int firstDevice() const { return device.value_or(0); }
  bool isGpuHere() const { return gpu && place == Place::here; }
  bool operator==(const Target&) const = default;
};

/// The one spelling of a target: "cpu", "gpu", "gpu:1", "ssh:HOST", "ssh:HOST/gpu:1",
/// "slurm:PARTITION/gpu", "recorded:FILE".
std::string toString(const Target& target);

/// Errors (usage): not a target; a name that no host or partition has. Names go to `ssh` and
/// `sbatch` as they are, so that only letters, digits and `.`, `_`, `-`, `@`, `:`, `[`, `]`, `%`,
/// `+` are taken, and no `-` in front.
Result<Target> parseTarget(const std::string& text);

}  // namespace warpwright

#include "app/cli/target.h"

#include "core/tuning/gpu_tuning.h"

namespace warpwright::cli {

Result<LocalTarget> readTarget(const std::string& target) {
  const auto unreachable = [](const std::string& what) {
    return Error{ErrorKind::worker, what + " Use --on cpu: it runs here, checks every buffer and counts accesses.", std::nullopt};
  };
  if (target == "cpu") return LocalTarget{};
  if (const std::optional<int> gpu = gpuOfTarget(target)) return LocalTarget{gpu};
  const size_t colon = target.find(':');
  const std::string kind = target.substr(0, colon), rest = colon == std::string::npos ? "" : target.substr(colon + 1);
  if (kind == "ssh" && !rest.empty()) return unreachable("Workers on other machines (ssh:" + rest + ") are not part of this build.");
  if (kind == "slurm" && !rest.empty()) return unreachable("Workers of a cluster (slurm:" + rest + ") are not part of this build.");
  if (kind == "recorded" && !rest.empty()) {
    return Error{ErrorKind::usage, "recorded:FILE answers `tune`: a recording holds measurements, and nothing is run.", std::nullopt};
  }
  return Error{ErrorKind::usage,
               "`" + target + "` is not a target. Write cpu, gpu, gpu:INDEX, ssh:HOST, slurm:PARTITION, or recorded:FILE.",
               std::nullopt};
}

}  // namespace warpwright::cli

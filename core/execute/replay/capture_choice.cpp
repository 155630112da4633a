#include "core/execute/replay/capture_choice.h"

#include "core/kernel/kernel_name.h"

namespace warpwright {

bool means(const CaptureRequest& request, const std::string& name, const std::string& mangledName) {
  const std::string& wanted = request.kernel;
  if (wanted.empty() || wanted == mangledName) return true;
  // Asked at every launch: what lacks the name is not looked at further.
  const size_t scope = name.rfind("::");
  const std::string_view last = std::string_view(name).substr(scope == std::string::npos ? 0 : scope + 2);
  return wanted.find(last) != std::string::npos && meansKernel(wanted, mangledName);
}

Error missingLaunch(const CaptureRequest& request, const std::vector<std::pair<std::string, uint64_t>>& launches) {
  std::string seen;
  for (const auto& [name, count] : launches) {
    seen += (seen.empty() ? "" : ", ") + name + " (" + std::to_string(count) + ")";
  }
  const std::string which = request.kernel.empty() ? "of the program" : "of `" + request.kernel + "`";
  return inputError("There was no launch " + std::to_string(request.launchIndex) + " " + which +
                    " to capture (they count from 0). " +
                    (seen.empty() ? "The program launched nothing." : "The program launched: " + seen + "."));
}

namespace {

/// The name that was given is that of several kernels of the program: which was captured is an accident.
std::optional<Error> severalCaptured(const std::string& wanted, const GpuProgramRun& run) {
  if (wanted.empty()) return std::nullopt;
  std::vector<std::string> launched;
  for (const LaunchCount& kernel : run.launches) launched.push_back(kernel.mangledName);
  const std::vector<std::string> meant = kernelsMeant(wanted, launched);
  return meant.size() > 1 ? std::optional(severalKernels(wanted, meant)) : std::nullopt;
}

}  // namespace

std::optional<Error> captureProblem(const GpuProgramRequest& request, const GpuProgramRun& run) {
  if (run.failure) return run.failure;
  if (!run.loaded) return notOnGpu(run);
  if (run.capture) return severalCaptured(request.capture.kernel, run);
  std::vector<std::pair<std::string, uint64_t>> seen;
  for (const LaunchCount& kernel : run.launches) seen.emplace_back(kernel.name, kernel.launches);
  return missingLaunch(request.capture, seen);
}

}  // namespace warpwright

#include <cstdio>

#include "analysis/engine/cuda/cuda_runtime.h"

/// What kernels print: a device keeps it in a buffer, which the host shows at some calls and not at its end.
namespace warpwright::engine {
namespace {

/// The buffer of a device has 1 MiB, and what comes last takes the place of what came first. That is not done here;
/// only nobody's memory is to be filled.
constexpr size_t mostKept = size_t{64} << 20;

}  // namespace

void CudaRuntime::keepPrinted(std::string_view text) {
  const std::lock_guard lock(printedMutex_);
  printed_ += text;
  if (printed_.size() < mostKept) return;
  std::fwrite(printed_.data(), 1, printed_.size(), stdout);
  printed_.clear();
}

void CudaRuntime::showPrinted() {
  const std::lock_guard lock(printedMutex_);
  if (printed_.empty()) return;
  std::fwrite(printed_.data(), 1, printed_.size(), stdout);
  printed_.clear();
}

void CudaRuntime::showPrintedAtStop() {
  // A thread that was stopped in the middle of printing still holds the lock of its stream.
  if (::ftrylockfile(stdout) != 0) return;
  showPrinted();
  ::funlockfile(stdout);
}

std::string CudaRuntime::notShown() const {
  const std::lock_guard lock(printedMutex_);
  if (printed_.empty()) return "";
  const size_t size = printed_.size();
  return std::to_string(size) +
         (size == 1 ? " character that kernels printed was" : " characters that kernels printed were") +
         " never shown: the program ended, and nothing synchronised after the launch. Wait for it first "
         "(cudaDeviceSynchronize).";
}

}  // namespace warpwright::engine

#include "core/execute/gpu/local_gpus.h"

#include <unistd.h>

#include <fstream>
#include <iterator>

#include "core/execute/gpu/cuda_driver.h"
#include "core/execute/gpu/cupti.h"

namespace warpwright {
namespace {

std::string readText(const char* path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void findCounters(LocalGpus& found) {
  const std::string parameters = readText("/proc/driver/nvidia/params");
  const bool adminOnly = parameters.find("RmProfilingAdminOnly: 1") != std::string::npos;
  found.countersPermitted = !adminOnly || ::geteuid() == 0;
  if (!found.countersPermitted) found.whyNoCounters = gpu::countersNotPermitted();
}

}  // namespace

LocalGpus findLocalGpus() {
  LocalGpus found;
  const Result<const gpu::CudaDriver*> driver = gpu::CudaDriver::load();
  if (!driver.ok()) {
    found.whyNone = driver.error().message;
    return found;
  }
  if (const std::string version = (*driver)->version(); !version.empty()) found.driver = "CUDA " + version;
  for (int index = 0;; ++index) {
    const Result<gpu::GpuDescription> described = gpu::describeGpu(**driver, index);
    if (!described.ok()) {
      if (index == 0) found.whyNone = described.error().message;
      break;
    }
    found.gpus.push_back({described->name, described->arch, described->memoryBytes});
  }
  if (!found.gpus.empty()) findCounters(found);
  return found;
}

}  // namespace warpwright

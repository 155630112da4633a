#include "core/runner/local_gpus.h"

#include <dlfcn.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <memory>

namespace warpwright {
namespace {

// The few calls of the driver API that this needs; declared here because no toolkit may be installed.
using Initialise = int (*)(unsigned flags);
using GetInteger = int (*)(int* value);
using GetDevice = int (*)(int* device, int ordinal);
using GetName = int (*)(char* name, int length, int device);
using GetMemory = int (*)(size_t* bytes, int device);
using GetAttribute = int (*)(int* value, int attribute, int device);
constexpr int capabilityMajor = 75, capabilityMinor = 76;

struct CloseLibrary {
  void operator()(void* library) const { ::dlclose(library); }
};

template <typename Function>
Function symbol(void* library, const char* name) {
  return reinterpret_cast<Function>(::dlsym(library, name));
}

std::string readText(const char* path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void findCounters(LocalGpus& found) {
  const std::string parameters = readText("/proc/driver/nvidia/params");
  const bool adminOnly = parameters.find("RmProfilingAdminOnly: 1") != std::string::npos;
  found.countersPermitted = !adminOnly || ::geteuid() == 0;
  if (!found.countersPermitted) {
    found.whyNoCounters =
        "Hardware counters are for administrators only on this machine. Times and occupancy still serve. To permit them, set "
        "NVreg_RestrictProfilingToAdminUsers=0 for the nvidia kernel module and load it again.";
  }
}

}  // namespace

LocalGpus findLocalGpus() {
  LocalGpus found;
  const std::unique_ptr<void, CloseLibrary> library(::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL));
  if (!library) {
    found.whyNone = "No NVIDIA driver is installed (libcuda.so.1 was not found).";
    return found;
  }
  const auto initialise = symbol<Initialise>(library.get(), "cuInit");
  const auto version = symbol<GetInteger>(library.get(), "cuDriverGetVersion");
  const auto count = symbol<GetInteger>(library.get(), "cuDeviceGetCount");
  const auto device = symbol<GetDevice>(library.get(), "cuDeviceGet");
  const auto name = symbol<GetName>(library.get(), "cuDeviceGetName");
  const auto memory = symbol<GetMemory>(library.get(), "cuDeviceTotalMem_v2");
  const auto attribute = symbol<GetAttribute>(library.get(), "cuDeviceGetAttribute");
  if (!initialise || !version || !count || !device || !name || !memory || !attribute) {
    found.whyNone = "The NVIDIA driver lacks calls that every driver since CUDA 3.2 has.";
    return found;
  }
  int number = 0;
  if (version(&number) == 0) found.driver = "CUDA " + std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
  if (const int code = initialise(0); code != 0) {
    found.whyNone = "The NVIDIA driver is installed but finds no usable GPU (cuInit gave " + std::to_string(code) + ").";
    return found;
  }
  int devices = 0;
  if (count(&devices) != 0 || devices == 0) {
    found.whyNone = "The NVIDIA driver is installed but there is no GPU.";
    return found;
  }
  for (int ordinal = 0; ordinal < devices; ++ordinal) {
    int handle = 0, major = 0, minor = 0;
    char text[256] = {};
    LocalGpu gpu;
    size_t bytes = 0;
    if (device(&handle, ordinal) != 0 || name(text, sizeof text - 1, handle) != 0) continue;
    if (memory(&bytes, handle) == 0) gpu.memoryBytes = bytes;
    gpu.name = text;
    if (attribute(&major, capabilityMajor, handle) == 0 && attribute(&minor, capabilityMinor, handle) == 0) {
      gpu.arch = "sm_" + std::to_string(major) + std::to_string(minor);
    }
    found.gpus.push_back(gpu);
  }
  findCounters(found);
  return found;
}

}  // namespace warpwright

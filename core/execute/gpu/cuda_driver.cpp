#include "core/execute/gpu/cuda_driver.h"

#include <dlfcn.h>

namespace warpwright::gpu {
namespace {

struct Loaded {
  CudaDriver driver;
  std::string missing;  ///< why there is none
};

Loaded loadDriver() {
  Loaded loaded;
  void* library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    loaded.missing = "No NVIDIA driver is installed (libcuda.so.1 was not found).";
    return loaded;
  }
  const auto find = [&](auto& call, const char* symbol, bool optional) {
    call = reinterpret_cast<std::remove_reference_t<decltype(call)>>(::dlsym(library, symbol));
    if (!call && !optional && loaded.missing.empty()) {
      loaded.missing =
          std::string("The NVIDIA driver is too old: it has no ") + symbol + ". CUDA 11.2 or newer is needed.";
    }
  };
#define WARPWRIGHT_CUDA_FIND(name, symbol, optional, parameters) find(loaded.driver.name, symbol, optional);
  WARPWRIGHT_CUDA_CALLS(WARPWRIGHT_CUDA_FIND)
#undef WARPWRIGHT_CUDA_FIND
  return loaded;
}

}  // namespace

Result<const CudaDriver*> CudaDriver::load() {
  // The driver cannot be unloaded safely, so it stays; what was found does not change.
  static const Loaded loaded = loadDriver();
  if (!loaded.missing.empty()) return Error{ErrorKind::worker, loaded.missing, std::nullopt};
  return &loaded.driver;
}

std::string CudaDriver::text(CuResult result) const {
  const char *name = nullptr, *words = nullptr;
  if (cuGetErrorName(result, &name) != cuSuccess || !name) return "CUDA error " + std::to_string(result);
  if (cuGetErrorString(result, &words) != cuSuccess || !words) return name;
  return std::string(words) + " (" + name + ")";
}

std::string CudaDriver::version() const {
  int number = 0;
  if (cuDriverGetVersion(&number) != cuSuccess) return {};
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

Result<GpuDescription> describeGpu(const CudaDriver& driver, int index) {
  const auto failed = [](std::string message) { return Error{ErrorKind::worker, std::move(message), std::nullopt}; };
  if (const CuResult result = driver.cuInit(0); result != cuSuccess) {
    return failed("The NVIDIA driver is installed but finds no usable GPU: " + driver.text(result) + ".");
  }
  int count = 0;
  if (driver.cuDeviceGetCount(&count) != cuSuccess || count == 0) {
    return failed("The NVIDIA driver is installed but there is no GPU.");
  }
  if (index < 0 || index >= count) {
    return failed("There is no GPU " + std::to_string(index) + " here: they count from 0 and there " +
                  (count == 1 ? "is one." : "are " + std::to_string(count) + "."));
  }
  GpuDescription gpu;
  gpu.index = index;
  if (const CuResult result = driver.cuDeviceGet(&gpu.handle, index); result != cuSuccess) {
    return failed("GPU " + std::to_string(index) + " cannot be used: " + driver.text(result) + ".");
  }
  char text[256] = {};
  if (driver.cuDeviceGetName(text, sizeof text - 1, gpu.handle) == cuSuccess) gpu.name = text;
  char bus[64] = {};
  if (driver.cuDeviceGetPCIBusId(bus, sizeof bus - 1, gpu.handle) == cuSuccess) gpu.busId = bus;
  gpu.driver = driver.version();
  size_t bytes = 0;
  if (driver.cuDeviceTotalMem(&bytes, gpu.handle) == cuSuccess) gpu.memoryBytes = bytes;
  const auto attribute = [&](CuDeviceAttribute which) {
    int value = 0;
    return driver.cuDeviceGetAttribute(&value, which, gpu.handle) == cuSuccess ? value : 0;
  };
  gpu.arch = "sm_" + std::to_string(attribute(cuCapabilityMajor)) + std::to_string(attribute(cuCapabilityMinor));
  gpu.l2Bytes = static_cast<uint64_t>(attribute(cuL2Bytes));
  gpu.multiprocessors = attribute(cuMultiprocessors);
  gpu.threadsPerMultiprocessor = attribute(cuThreadsPerMultiprocessor);
  gpu.integrated = attribute(cuIntegrated) != 0;
  // CUDA for Tegra, I/O coherency: from 7.2 on.
  const bool snoops = 10 * attribute(cuCapabilityMajor) + attribute(cuCapabilityMinor) >= 72;
  gpu.coherent = (gpu.integrated && snoops) || attribute(cuHostPageTables) != 0;
  gpu.peakBytesPerSecond = 2.0 * attribute(cuMemoryClockRate) * 1e3 * attribute(cuMemoryBusWidth) / 8;
  return gpu;
}

}  // namespace warpwright::gpu

#include <cstring>

#include "analysis/engine/cuda/cuda_runtime.h"

/// The part of the CUDA driver interface that asks for devices and moves memory. There is one context, always current;
/// modules are not here: their code is for a GPU.
namespace warpwright::engine {
namespace {

template <typename Call>
int enter(Call call) {
  return CudaRuntime::current()->enter(call);
}
using DeviceAddress = uint64_t;

char theContext;

int cuInit(unsigned) {
  return enter([](CudaRuntime&) -> int { return cuda::success; });
}
template <typename T>
int give(T* result, T value) {
  return enter([&](CudaRuntime&) -> int { return result ? (*result = value, cuda::success) : cuda::invalidValue; });
}
int cuDeviceGet(int* device, int ordinal) {
  return ordinal == 0 ? give(device, 0) : cuda::invalidDevice;
}
int cuDeviceComputeCapability(int* major, int* minor, int) {
  return enter([&](CudaRuntime& r) -> int {
    const int version = std::atoi(r.options().device.arch.c_str() + 3);
    return give(major, version / 10) == cuda::success ? give(minor, version % 10) : cuda::invalidValue;
  });
}
int cuDeviceGetName(char* name, int length, int) {
  return enter([&](CudaRuntime& r) -> int {
    if (!name || length <= 0) return cuda::invalidValue;
    const std::string text = "Warpwright CPU engine (as " + r.options().device.name + ")";
    std::strncpy(name, text.c_str(), static_cast<size_t>(length) - 1);
    name[length - 1] = 0;
    return cuda::success;
  });
}
int cuDeviceTotalMem(size_t* bytes, int) {
  return enter([&](CudaRuntime& r) { return give(bytes, static_cast<size_t>(r.options().memoryLimitBytes)); });
}
int giveContext(void** context) {
  return give<void*>(context, &theContext);
}
int cuCtxCreate(void** context, unsigned, int) {
  return giveContext(context);
}
int withContext(const void*) {
  return cuInit(0);
}
int endContext(const void*) {
  return enter([](CudaRuntime& r) -> int { return r.showPrinted(), cuda::success; });
}
int cuCtxGetDevice(int* device) {
  return give(device, 0);
}

int cuMemAlloc(DeviceAddress* address, size_t bytes) {
  return enter([&](CudaRuntime& r) -> int {
    void* memory = nullptr;
    if (!address || bytes == 0) return cuda::invalidValue;
    r.order().orderAll();
    const int code = r.allocate(&memory, bytes, CudaRuntime::MemoryKind::device);
    *address = reinterpret_cast<DeviceAddress>(memory);
    return code;
  });
}
int cuMemFree(DeviceAddress address) {
  return enter([&](CudaRuntime& r) {
    r.order().hostWaitsForAll();
    return r.release(reinterpret_cast<void*>(address));
  });
}
int cuMemcpyHtoD(DeviceAddress to, const void* from, size_t bytes) {
  return enter([&](CudaRuntime& r) { return r.copy(reinterpret_cast<void*>(to), from, bytes, cuda::hostToDevice); });
}
int cuMemcpyDtoH(void* to, DeviceAddress from, size_t bytes) {
  return enter([&](CudaRuntime& r) { return r.copy(to, reinterpret_cast<void*>(from), bytes, cuda::deviceToHost); });
}
int cuMemcpyDtoD(DeviceAddress to, DeviceAddress from, size_t bytes) {
  return enter([&](CudaRuntime& r) {
    return r.copy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes, cuda::deviceToDevice);
  });
}
int cuMemsetD8(DeviceAddress to, unsigned char value, size_t bytes) {
  return enter([&](CudaRuntime& r) { return r.fill(reinterpret_cast<void*>(to), value, bytes); });
}
int cuGetErrorName(int code, const char** text) {
  return give(text, errorName(code));
}
int cuGetErrorString(int code, const char** text) {
  return give(text, errorText(code));
}

}  // namespace

void addDriverSymbols(HostProgram::Symbols& symbols) {
#define WARPWRIGHT_SYMBOL(name) symbols[#name] = symbols[#name "_v2"] = reinterpret_cast<void*>(&name)
  WARPWRIGHT_SYMBOL(cuInit);
  WARPWRIGHT_SYMBOL(cuDeviceGet);
  WARPWRIGHT_SYMBOL(cuDeviceComputeCapability);
  WARPWRIGHT_SYMBOL(cuDeviceGetName);
  WARPWRIGHT_SYMBOL(cuDeviceTotalMem);
  WARPWRIGHT_SYMBOL(cuCtxCreate);
  WARPWRIGHT_SYMBOL(cuCtxGetDevice);
  WARPWRIGHT_SYMBOL(cuMemAlloc);
  WARPWRIGHT_SYMBOL(cuMemFree);
  WARPWRIGHT_SYMBOL(cuMemcpyHtoD);
  WARPWRIGHT_SYMBOL(cuMemcpyDtoH);
  WARPWRIGHT_SYMBOL(cuMemcpyDtoD);
  WARPWRIGHT_SYMBOL(cuMemsetD8);
  WARPWRIGHT_SYMBOL(cuGetErrorName);
  WARPWRIGHT_SYMBOL(cuGetErrorString);
#undef WARPWRIGHT_SYMBOL
  symbols["cuDeviceGetCount"] = symbols["cudaGetDeviceCount"];
  symbols["cuDeviceGetAttribute"] = symbols["cudaDeviceGetAttribute"];
  symbols["cuDriverGetVersion"] = symbols["cudaDriverGetVersion"];
  symbols["cuMemGetInfo_v2"] = symbols["cuMemGetInfo"] = symbols["cudaMemGetInfo"];
  symbols["cuDeviceCanAccessPeer"] = symbols["cudaDeviceCanAccessPeer"];
  symbols["cuCtxSynchronize"] = symbols["cudaDeviceSynchronize"];
  for (const char* name : {"cuCtxGetCurrent", "cuCtxPopCurrent_v2"})
    symbols[name] = reinterpret_cast<void*>(&giveContext);
  for (const char* name : {"cuCtxSetCurrent", "cuCtxPushCurrent_v2"})
    symbols[name] = reinterpret_cast<void*>(&withContext);
  for (const char* name : {"cuCtxDestroy_v2", "cuCtxDetach"}) symbols[name] = reinterpret_cast<void*>(&endContext);
}

}  // namespace warpwright::engine

#include "analysis/engine/cuda/cuda_runtime.h"

/// Memory of the host that programs give to the device where it lies.
namespace warpwright::engine {
namespace {

template <typename Call>
int enter(Call call) {
  return CudaRuntime::current()->enter(call);
}

int cudaHostRegister(void* memory, size_t bytes, unsigned) {
  return enter([&](CudaRuntime& r) { return r.keepRegistered(memory, bytes); });
}
int cudaHostUnregister(void* memory) {
  return enter([&](CudaRuntime& r) -> int {
    r.order().hostWaitsForAll();
    return r.dropRegistered(memory);
  });
}
int cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  return enter([&](CudaRuntime& r) -> int {
    *device = host;
    return r.kindOf(host) == CudaRuntime::MemoryKind::pinned ? cuda::success : cuda::invalidValue;
  });
}
int cudaHostGetFlags(unsigned* flags, void* host) {
  return enter([&](CudaRuntime& r) -> int {
    *flags = 0;
    return r.kindOf(host) == CudaRuntime::MemoryKind::pinned ? cuda::success : cuda::invalidValue;
  });
}

}  // namespace

int CudaRuntime::keepRegistered(void* memory, uint64_t bytes) {
  if (!memory || bytes == 0) return cuda::invalidValue;
  const auto address = reinterpret_cast<uint64_t>(memory);
  std::string name = describeAllocation();
  if (firstRegistered_.empty()) firstRegistered_ = name;
  if (!arena_.contains(address)) {
    if (!arena_.lend(address, bytes, name, here()).ok()) return cuda::hostMemoryAlreadyRegistered;
    recorder_.addLent({address, bytes, std::move(name), here()});
  }
  registered_[address] = bytes;
  return cuda::success;
}

int CudaRuntime::dropRegistered(void* memory) {
  const auto address = reinterpret_cast<uint64_t>(memory);
  if (registered_.erase(address) == 0) return cuda::hostMemoryNotRegistered;
  recorder_.beforeFree(address, here());
  arena_.takeBack(address);
  return cuda::success;
}

std::string CudaRuntime::notFollowed() const {
  if (firstRegistered_.empty()) return "";
  return "Memory that cudaHostRegister gives to the device (" + firstRegistered_ +
         "): accesses of kernels are checked for bounds; races in it, and what the host does to it meanwhile, are not "
         "looked for.";
}

void addHostMemorySymbols(HostProgram::Symbols& symbols) {
#define WARPWRIGHT_SYMBOL(name) symbols[#name] = reinterpret_cast<void*>(&name)
  WARPWRIGHT_SYMBOL(cudaHostRegister);
  WARPWRIGHT_SYMBOL(cudaHostUnregister);
  WARPWRIGHT_SYMBOL(cudaHostGetDevicePointer);
  WARPWRIGHT_SYMBOL(cudaHostGetFlags);
#undef WARPWRIGHT_SYMBOL
}

}  // namespace warpwright::engine

#include <algorithm>
#include <cstring>

#include "analysis/engine/cuda/cuda_runtime.h"
#include "core/device/occupancy.h"

/// Memory that streams allocate and free, memory pools, and attributes of streams and memory: all memory is of one
/// pool, and attributes that only steer caches and placement are accepted.
namespace warpwright::engine {
namespace {

template <typename Call>
int enter(Call call) {
  return CudaRuntime::current()->enter(call);
}

/// What programs see as a pool; its address is the handle of the default one.
char defaultPool;

int cudaMallocAsync(void** pointer, size_t bytes, void* stream) {
  return enter([&](CudaRuntime& r) { return r.allocateInStream(pointer, bytes, stream); });
}
int cudaFreeAsync(void* pointer, void* stream) {
  return enter([&](CudaRuntime& r) -> int {
    if (!r.knowsStream(stream)) return cuda::invalidResourceHandle;
    Graph* graph = r.graphs().capturing(stream);
    if (!graph) return r.releaseInStream(pointer, stream);
    // What a captured stream allocates is there from then on, until its graph goes.
    graph->memory->push_back(pointer);
    return cuda::success;
  });
}
int cudaDeviceGetDefaultMemPool(void** pool, int device) {
  return enter([&](CudaRuntime&) -> int {
    if (!pool) return cuda::invalidValue;
    if (device != 0) return cuda::invalidDevice;
    *pool = &defaultPool;
    return cuda::success;
  });
}
int cudaMemPoolCreate(void** pool, const void*) {
  return enter([&](CudaRuntime&) -> int { return pool ? (*pool = new char, cuda::success) : cuda::invalidValue; });
}
int cudaMemPoolDestroy(void* pool) {
  return enter([&](CudaRuntime&) -> int {
    if (!pool || pool == &defaultPool) return cuda::invalidValue;
    delete static_cast<char*>(pool);
    return cuda::success;
  });
}
int cudaMallocFromPoolAsync(void** pointer, size_t bytes, void*, void* stream) {
  return enter([&](CudaRuntime& r) { return r.allocateInStream(pointer, bytes, stream); });
}
int cudaMemPoolGetAttribute(void*, int attribute, void* value) {
  return enter([&](CudaRuntime& r) -> int {
    if (!value) return cuda::invalidValue;
    constexpr int reservedNow = 5, usedMost = 8;
    if (attribute < reservedNow) {
      // Three switches and the release threshold.
      if (attribute == reservedNow - 1)
        *static_cast<uint64_t*>(value) = 0;
      else
        *static_cast<int*>(value) = 1;
      return cuda::success;
    }
    if (attribute > usedMost) return cuda::invalidValue;
    const bool most = attribute % 2 == 0;
    *static_cast<uint64_t*>(value) = most ? r.arena().peakBytes() : r.arena().usedBytes();
    return cuda::success;
  });
}
int cudaStreamGetAttribute(void* stream, int, void* value) {
  return enter([&](CudaRuntime& r) -> int {
    if (!value || !r.knowsStream(stream)) return cuda::invalidValue;
    std::memset(value, 0, 64);
    return cuda::success;
  });
}
int cudaStreamSetAttribute(void* stream, int, const void* value) {
  return enter(
      [&](CudaRuntime& r) -> int { return value && r.knowsStream(stream) ? cuda::success : cuda::invalidValue; });
}
int cudaDeviceGetP2PAttribute(int* value, int, int from, int to) {
  return enter([&](CudaRuntime&) -> int {
    if (!value) return cuda::invalidValue;
    return from == 0 && to == 0 ? (*value = 0, cuda::success) : cuda::invalidDevice;
  });
}
int cudaDeviceGetByPCIBusId(int* device, const char* bus) {
  return enter([&](CudaRuntime&) -> int {
    if (!device || !bus) return cuda::invalidValue;
    return std::strcmp(bus, "0000:00:00.0") == 0 ? (*device = 0, cuda::success) : cuda::invalidDevice;
  });
}
/// The largest dynamic shared memory with which `blocks` blocks still fit.
int cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function, int blocks, int blockSize) {
  return enter([&](CudaRuntime& r) -> int {
    KernelAttributes attributes;
    if (const int code = r.attributes(function, attributes); code != cuda::success) return code;
    if (!bytes || blocks <= 0 || blockSize <= 0) return cuda::invalidValue;
    const auto fits = [&](uint64_t dynamic) {
      const Occupancy occupancy = computeOccupancy(
          r.options().device, {static_cast<uint32_t>(blockSize), 32, attributes.staticSharedBytes + dynamic});
      return occupancy.blocks >= static_cast<uint32_t>(blocks);
    };
    if (!fits(0)) return cuda::invalidValue;
    constexpr uint64_t step = 128;
    uint64_t most = 0;
    while (most + step + attributes.staticSharedBytes <= r.options().device.sharedPerBlock && fits(most + step))
      most += step;
    *bytes = most;
    return cuda::success;
  });
}
int cudaMemRangeGetAttribute(void* data, size_t size, int, const void* pointer, size_t) {
  return enter([&](CudaRuntime& r) -> int {
    if (!data || r.kindOf(pointer) != CudaRuntime::MemoryKind::managed) return cuda::invalidValue;
    std::memset(data, 0, size);
    return cuda::success;
  });
}
int nothing() {
  return enter([](CudaRuntime&) -> int { return cuda::success; });
}

}  // namespace

int CudaRuntime::allocateInStream(void** result, uint64_t bytes, const void* stream) {
  if (!knowsStream(stream)) return cuda::invalidResourceHandle;
  if (graphs_.capturing(stream)) return allocate(result, bytes, MemoryKind::device);
  return inOrder(stream, [&] {
    const int code = allocate(result, bytes, MemoryKind::device);
    if (code == cuda::success && *result) order_.allocate(reinterpret_cast<uint64_t>(*result), bytes);
    return code;
  });
}

int CudaRuntime::releaseInStream(void* pointer, const void* stream) {
  return inOrder(stream, [&] {
    if (const Allocation* allocation = liveAllocation(pointer)) order_.free(allocation->base, allocation->size);
    return release(pointer);
  });
}

void addPoolSymbols(HostProgram::Symbols& symbols) {
#define WARPWRIGHT_SYMBOL(name) symbols[#name] = reinterpret_cast<void*>(&name)
  WARPWRIGHT_SYMBOL(cudaMallocAsync);
  WARPWRIGHT_SYMBOL(cudaFreeAsync);
  WARPWRIGHT_SYMBOL(cudaDeviceGetDefaultMemPool);
  WARPWRIGHT_SYMBOL(cudaMemPoolCreate);
  WARPWRIGHT_SYMBOL(cudaMemPoolDestroy);
  WARPWRIGHT_SYMBOL(cudaMallocFromPoolAsync);
  WARPWRIGHT_SYMBOL(cudaMemPoolGetAttribute);
  WARPWRIGHT_SYMBOL(cudaStreamGetAttribute);
  WARPWRIGHT_SYMBOL(cudaStreamSetAttribute);
  WARPWRIGHT_SYMBOL(cudaDeviceGetP2PAttribute);
  WARPWRIGHT_SYMBOL(cudaDeviceGetByPCIBusId);
  WARPWRIGHT_SYMBOL(cudaOccupancyAvailableDynamicSMemPerBlock);
  WARPWRIGHT_SYMBOL(cudaMemRangeGetAttribute);
#undef WARPWRIGHT_SYMBOL
  symbols["cudaDeviceGetMemPool"] = symbols["cudaDeviceGetDefaultMemPool"];
  for (const char* name : {"cudaDeviceSetMemPool", "cudaMemPoolSetAttribute", "cudaMemPoolTrimTo",
                           "cudaMemPoolSetAccess", "cudaStreamCopyAttributes"}) {
    symbols[name] = reinterpret_cast<void*>(&nothing);
  }
}

}  // namespace warpwright::engine

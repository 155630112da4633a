#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "analysis/engine/cuda/cuda_runtime.h"
#include "analysis/engine/memory/device_heap.h"

/// Memory of the CUDA runtime: allocation, copies and fills.
namespace warpwright::engine {
namespace {

using cuda::CopyKind;
using MemoryKind = CudaRuntime::MemoryKind;

constexpr int freshByte = DeviceHeap::freshByte;

CudaRuntime& runtime() {
  return *CudaRuntime::current();
}
template <typename Call>
int enter(Call call) {
  return runtime().enter(call);
}
/// Work of a stream: at once, or when the graph runs that it is captured for.
int later(void* stream, GraphWork work) {
  return enter([&](CudaRuntime& r) { return r.onStream(stream, std::move(work)); });
}
/// Rows of pitched memory start at multiples of this many bytes, as on devices.
constexpr size_t pitchAlignment = 512;
size_t pitchFor(size_t width) {
  return (width + pitchAlignment - 1) / pitchAlignment * pitchAlignment;
}

std::string amount(uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

}  // namespace

std::string CudaRuntime::describeAllocation() {
  ++allocations_;
  std::string name;
  if (sites_ && here().isValid()) {
    const std::string call = lastCall();
    name = lines_.firstArgument(call.substr(0, call.find(' ')), here());
  }
  return name.empty() ? "allocation " + std::to_string(allocations_) : name;
}

/// Where another run had it, so that addresses are the same in both, else anywhere: what both sides touch on pages that
/// hold nothing of the device's own.
Result<uint64_t> CudaRuntime::placeOf(uint64_t bytes, const std::string& name, MemoryKind kind) {
  const std::optional<uint64_t> known = options_.places.take(name, bytes);
  const bool hasRoom = arena_.usedBytes() + bytes <= options_.memoryLimitBytes;
  if (known && hasRoom && arena_.allocateAt(*known, bytes, name, here()).ok()) return *known;
  return kind == MemoryKind::device ? arena_.allocate(bytes, name, here()) : arena_.allocatePages(bytes, name, here());
}

int CudaRuntime::allocate(void** result, uint64_t bytes, MemoryKind kind) {
  if (!result) return cuda::invalidValue;
  *result = nullptr;
  if (bytes == 0) return cuda::success;
  Result<uint64_t> address = placeOf(bytes, describeAllocation(), kind);
  if (!address.ok()) return cuda::memoryAllocation;
  *result = reinterpret_cast<void*>(*address);
  // Managed and pinned memory is fresh from the system, which zeroes it.
  std::memset(*result, kind == MemoryKind::device ? freshByte : 0, bytes);
  kinds_[*address] = kind;
  if (kind != MemoryKind::device) order_.watch();
  freedByReset_.erase(*address);
  recorder_.addAllocation(*arena_.find(*address), kind != MemoryKind::device);
  return cuda::success;
}

int CudaRuntime::release(void* pointer) {
  if (!pointer) return cuda::success;
  const auto address = reinterpret_cast<uint64_t>(pointer);
  const auto kind = kinds_.find(address);
  if (kind == kinds_.end()) return cuda::invalidValue;
  order_.forget(address, arena_.find(address)->size);
  recorder_.beforeFree(address, here());
  kinds_.erase(kind);
  return arena_.free(address).ok() ? cuda::success : cuda::invalidValue;
}

int CudaRuntime::allocateAgain(void* pointer) {
  const auto address = reinterpret_cast<uint64_t>(pointer);
  if (kinds_.contains(address)) return cuda::success;
  if (!arena_.allocateAgain(address).ok()) return cuda::invalidValue;
  const Allocation& allocation = *arena_.find(address);
  std::memset(pointer, freshByte, allocation.size);
  kinds_[address] = MemoryKind::device;
  recorder_.addAllocation(allocation, false);
  return cuda::success;
}

const Allocation* CudaRuntime::liveAllocation(const void* address) const {
  const Allocation* found = arena_.find(reinterpret_cast<uint64_t>(address));
  return found && found->live ? found : nullptr;
}

std::string CudaRuntime::unfreed() const {
  constexpr size_t shown = 5;
  std::string names;
  size_t count = 0;
  uint64_t bytes = 0;
  for (const auto& [address, kind] : kinds_) {
    const Allocation* allocation = arena_.find(address);
    if (!allocation || freedByReset_.contains(address)) continue;
    bytes += allocation->size;
    if (++count > shown) continue;
    names += (names.empty() ? "" : ", ") + allocation->name;
    if (allocation->at.isValid()) {
      names += " (" + inFile(allocation->at) + ")";
    }
  }
  if (count == 0) return "";
  if (count > shown) names += " and " + std::to_string(count - shown) + " more";
  return "Not freed when the program ended: " + std::to_string(count) +
         (count == 1 ? " allocation, " : " allocations, ") + amount(bytes) + ": " + names + ".";
}

std::optional<MemoryKind> CudaRuntime::kindOf(const void* address) const {
  const Allocation* found = liveAllocation(address);
  if (!found) return std::nullopt;
  if (!arena_.contains(found->base)) return MemoryKind::pinned;  // registered
  if (managedVariables_.contains(found->base)) return MemoryKind::managed;
  const auto kind = kinds_.find(found->base);
  return kind == kinds_.end() ? MemoryKind::device : kind->second;
}

/// True when the whole range is live device memory. What is wrong otherwise is a finding, as far as it is sure.
bool CudaRuntime::deviceRangeHolds(const void* address, uint64_t bytes, const char* doing) {
  const auto start = reinterpret_cast<uint64_t>(address);
  const Allocation* found = arena_.find(start);
  if (found && found->live && bytes <= found->base + found->size - start) return true;
  if (!found) found = arena_.contains(start) ? arena_.nearest(start) : nullptr;
  if (!found) return false;
  EngineFinding finding;
  finding.kind = found->live ? "out-of-bounds" : "use-after-free";
  finding.object = found->name;
  finding.at = here();
  finding.message = lastCall() + " " + doing + " " + amount(bytes);
  if (!found->live) {
    finding.message += " of `" + found->name + "`, which has been freed.";
  } else if (start >= found->base && start < found->base + found->size) {
    finding.message += " of `" + found->name + "` from byte " + std::to_string(start - found->base) + "; it has " +
                       amount(found->size) + ".";
  } else {
    finding.message += " outside every allocation, near `" + found->name + "`.";
  }
  addFinding(std::move(finding));
  return false;
}

int CudaRuntime::copy(void* target, const void* source, uint64_t bytes, int kind) {
  return copyRows(target, bytes, source, bytes, bytes, 1, kind);
}

int CudaRuntime::copyRows(void* target, uint64_t targetPitch, const void* source, uint64_t sourcePitch, uint64_t width,
                          uint64_t rows, int kind) {
  if (width == 0 || rows == 0) return cuda::success;
  if (!target || !source || targetPitch < width || sourcePitch < width) return cuda::invalidValue;
  const bool targetInArena = arena_.contains(reinterpret_cast<uint64_t>(target));
  const bool sourceInArena = arena_.contains(reinterpret_cast<uint64_t>(source));
  if (kind < cuda::hostToHost || kind > cuda::byAddress) return cuda::invalidMemcpyDirection;
  bool toDevice = kind == cuda::hostToDevice || kind == cuda::deviceToDevice;
  bool fromDevice = kind == cuda::deviceToHost || kind == cuda::deviceToDevice;
  // Pinned and managed memory is host memory too, so its address decides only where the kind does not.
  if (kind == cuda::byAddress) {
    toDevice = targetInArena;
    fromDevice = sourceInArena;
  }
  if (toDevice && !targetInArena) return cuda::invalidValue;
  if (fromDevice && !sourceInArena) return cuda::invalidValue;
  const uint64_t targetBytes = (rows - 1) * targetPitch + width, sourceBytes = (rows - 1) * sourcePitch + width;
  if (targetInArena && !deviceRangeHolds(target, targetBytes, "writes")) return cuda::invalidValue;
  if (sourceInArena && !deviceRangeHolds(source, sourceBytes, "reads")) return cuda::invalidValue;
  // Outside of a stream's work it is the default stream's, and the host waits for it.
  const bool byItself = !order_.working();
  if (byItself) {
    showPrinted();
    beginWork(nullptr);
  }
  for (uint64_t row = 0; row < rows && order_.footprint(); ++row) {
    noteCopy(static_cast<char*>(target) + row * targetPitch, static_cast<const char*>(source) + row * sourcePitch,
             width, width);
  }
  noteCopy(target, source, 0, 0);
  if (byItself) {
    // Between two places of the device the host does not wait.
    const bool onDevice =
        targetInArena && sourceInArena && kindOf(target) == MemoryKind::device && kindOf(source) == MemoryKind::device;
    if (!onDevice) order_.hostWaitsForThis();
    order_.end();
  }
  for (uint64_t row = 0; row < rows; ++row) {
    std::memmove(static_cast<char*>(target) + row * targetPitch, static_cast<const char*>(source) + row * sourcePitch,
                 width);
  }
  if (targetInArena) recorder_.noteHostWrite(reinterpret_cast<uint64_t>(target));
  if (fromDevice && !toDevice) {
    for (uint64_t row = 0; row < rows; ++row) {
      recorder_.copiedToHost(reinterpret_cast<uint64_t>(source) + row * sourcePitch,
                             static_cast<const char*>(source) + row * sourcePitch, width, here());
    }
  }
  return cuda::success;
}

int CudaRuntime::fill(void* target, int value, uint64_t bytes) {
  if (bytes == 0) return cuda::success;
  if (!deviceRangeHolds(target, bytes, "writes")) return cuda::invalidValue;
  const bool byItself = !order_.working();
  if (byItself) beginWork(nullptr);
  noteCopy(target, nullptr, bytes, 0);
  if (byItself) {
    if (kindOf(target) != MemoryKind::device) order_.hostWaitsForThis();
    order_.end();
  }
  std::memset(target, value, bytes);
  recorder_.noteHostWrite(reinterpret_cast<uint64_t>(target));
  return cuda::success;
}

namespace {

/// Allocating may wait for what was begun before.
int allocateInOrder(void** pointer, size_t bytes, MemoryKind kind) {
  return enter([&](CudaRuntime& r) {
    r.order().orderAll();
    return r.allocate(pointer, bytes, kind);
  });
}
int cudaMalloc(void** pointer, size_t bytes) {
  return allocateInOrder(pointer, bytes, MemoryKind::device);
}
int cudaMallocManaged(void** pointer, size_t bytes, unsigned) {
  return allocateInOrder(pointer, bytes, MemoryKind::managed);
}
int cudaHostAlloc(void** pointer, size_t bytes, unsigned) {
  return allocateInOrder(pointer, bytes, MemoryKind::pinned);
}
int cudaMallocHost(void** pointer, size_t bytes) {
  return cudaHostAlloc(pointer, bytes, 0);
}
int cudaFree(void* pointer) {
  return enter([&](CudaRuntime& r) {
    r.order().hostWaitsForAll();
    return r.release(pointer);
  });
}
int cudaFreeHost(void* pointer) {
  return cudaFree(pointer);
}

int cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  return enter([&](CudaRuntime& r) -> int {
    if (!pitch) return cuda::invalidValue;
    *pitch = pitchFor(width);
    return r.allocate(pointer, *pitch * height, MemoryKind::device);
  });
}
int cudaMalloc3D(cuda::PitchedPointer* result, cuda::Extent extent) {
  return enter([&](CudaRuntime& r) -> int {
    if (!result) return cuda::invalidValue;
    *result = {nullptr, pitchFor(extent.width), extent.width, extent.height};
    return r.allocate(&result->pointer, result->pitch * extent.height * extent.depth, MemoryKind::device);
  });
}

int cudaMemcpy(void* target, const void* source, size_t bytes, int kind) {
  return enter([&](CudaRuntime& r) { return r.copy(target, source, bytes, kind); });
}
int cudaMemcpyAsync(void* target, const void* source, size_t bytes, int kind, void* stream) {
  return later(stream, [=](CudaRuntime& r) { return r.copy(target, source, bytes, kind); });
}
int cudaMemcpyPeer(void* target, int, const void* source, int, size_t bytes) {
  return cudaMemcpy(target, source, bytes, cuda::deviceToDevice);
}
int cudaMemcpyPeerAsync(void* target, int, const void* source, int, size_t bytes, void* stream) {
  return cudaMemcpyAsync(target, source, bytes, cuda::deviceToDevice, stream);
}
int cudaMemcpy2D(void* target, size_t targetPitch, const void* source, size_t sourcePitch, size_t width, size_t height,
                 int kind) {
  return enter(
      [&](CudaRuntime& r) { return r.copyRows(target, targetPitch, source, sourcePitch, width, height, kind); });
}
int cudaMemcpy2DAsync(void* target, size_t targetPitch, const void* source, size_t sourcePitch, size_t width,
                      size_t height, int kind, void* stream) {
  return later(stream, [=](CudaRuntime& r) {
    return r.copyRows(target, targetPitch, source, sourcePitch, width, height, kind);
  });
}
int cudaMemcpy3D(const cuda::CopyParameters3D* p) {
  return enter([&](CudaRuntime& r) -> int { return p ? r.copyVolume(*p) : cuda::invalidValue; });
}
int cudaMemcpy3DAsync(const cuda::CopyParameters3D* p, void* stream) {
  if (!p) return cudaMemcpy3D(p);
  return later(stream, [copy = *p](CudaRuntime& r) { return r.copyVolume(copy); });
}

int cudaMemset(void* target, int value, size_t bytes) {
  return enter([&](CudaRuntime& r) { return r.fill(target, value, bytes); });
}
int cudaMemsetAsync(void* target, int value, size_t bytes, void* stream) {
  return later(stream, [=](CudaRuntime& r) { return r.fill(target, value, bytes); });
}
int cudaMemset2D(void* target, size_t pitch, int value, size_t width, size_t height) {
  return enter([&](CudaRuntime& r) -> int {
    if (pitch < width) return cuda::invalidValue;
    for (size_t row = 0; row < height; ++row) {
      const int code = r.fill(static_cast<char*>(target) + row * pitch, value, width);
      if (code != cuda::success) return code;
    }
    return cuda::success;
  });
}
int cudaMemset2DAsync(void* target, size_t pitch, int value, size_t width, size_t height, void* stream) {
  return later(stream, [=](CudaRuntime&) { return cudaMemset2D(target, pitch, value, width, height); });
}
int cudaMemset3D(cuda::PitchedPointer memory, int value, cuda::Extent extent) {
  for (size_t z = 0; z < extent.depth; ++z) {
    char* slice = static_cast<char*>(memory.pointer) + z * memory.pitch * memory.ysize;
    const int code = cudaMemset2D(slice, memory.pitch, value, extent.width, extent.height);
    if (code != cuda::success) return code;
  }
  return cuda::success;
}
int cudaMemset3DAsync(cuda::PitchedPointer memory, int value, cuda::Extent extent, void* stream) {
  return later(stream, [=](CudaRuntime&) { return cudaMemset3D(memory, value, extent); });
}

int copySymbol(const void* symbol, size_t bytes, size_t offset, int kind, bool into, void* other) {
  return enter([&](CudaRuntime& r) -> int {
    DeviceVariable variable;
    if (const int code = r.variable(symbol, variable); code != cuda::success) return code;
    if (offset > variable.size || bytes > variable.size - offset) return cuda::invalidValue;
    void* place = reinterpret_cast<void*>(variable.address + offset);
    return into ? r.copy(place, other, bytes, kind) : r.copy(other, place, bytes, kind);
  });
}
int cudaMemcpyToSymbol(const void* symbol, const void* source, size_t bytes, size_t offset, int kind) {
  return copySymbol(symbol, bytes, offset, kind, true, const_cast<void*>(source));
}
int cudaMemcpyToSymbolAsync(const void* symbol, const void* source, size_t bytes, size_t offset, int kind,
                            void* stream) {
  return later(stream, [=](CudaRuntime&) { return cudaMemcpyToSymbol(symbol, source, bytes, offset, kind); });
}
int cudaMemcpyFromSymbol(void* target, const void* symbol, size_t bytes, size_t offset, int kind) {
  return copySymbol(symbol, bytes, offset, kind, false, target);
}
int cudaMemcpyFromSymbolAsync(void* target, const void* symbol, size_t bytes, size_t offset, int kind, void* stream) {
  return later(stream, [=](CudaRuntime&) { return cudaMemcpyFromSymbol(target, symbol, bytes, offset, kind); });
}
int cudaGetSymbolAddress(void** address, const void* symbol) {
  return enter([&](CudaRuntime& r) -> int {
    DeviceVariable variable;
    const int code = r.variable(symbol, variable);
    if (code == cuda::success) *address = reinterpret_cast<void*>(variable.address);
    return code;
  });
}
int cudaGetSymbolSize(size_t* size, const void* symbol) {
  return enter([&](CudaRuntime& r) -> int {
    DeviceVariable variable;
    const int code = r.variable(symbol, variable);
    if (code == cuda::success) *size = variable.size;
    return code;
  });
}

int cudaMemGetInfo(size_t* free, size_t* total) {
  return enter([&](CudaRuntime& r) -> int {
    if (total) *total = r.options().memoryLimitBytes;
    if (free) *free = r.options().memoryLimitBytes - std::min(r.options().memoryLimitBytes, r.arena().usedBytes());
    return cuda::success;
  });
}
int cudaPointerGetAttributes(cuda::PointerAttributes* result, const void* pointer) {
  return enter([&](CudaRuntime& r) -> int {
    if (!result) return cuda::invalidValue;
    void* address = const_cast<void*>(pointer);
    const auto kind = r.kindOf(pointer);
    if (!kind) {
      *result = {0, 0, nullptr, address};
    } else if (*kind == MemoryKind::device) {
      *result = {2, 0, address, nullptr};
    } else {
      *result = {*kind == MemoryKind::pinned ? 1 : 3, 0, address, address};
    }
    return cuda::success;
  });
}
/// Frees everything on a device; here memory stays, and only counts as freed.
int cudaDeviceReset() {
  return enter(
      [](CudaRuntime& r) -> int { return r.order().hostWaitsForAll(), r.showPrinted(), r.reset(), cuda::success; });
}
/// cudaMemPrefetchAsync and cudaMemAdvise, in the argument lists of all versions: memory is where it is.
int noMigration(const void* pointer) {
  return enter([&](CudaRuntime& r) -> int {
    return r.kindOf(pointer) == MemoryKind::managed ? cuda::success : cuda::invalidValue;
  });
}

}  // namespace

void addMemorySymbols(HostProgram::Symbols& symbols) {
#define WARPWRIGHT_SYMBOL(name) symbols[#name] = reinterpret_cast<void*>(&name)
  WARPWRIGHT_SYMBOL(cudaMalloc);
  WARPWRIGHT_SYMBOL(cudaMallocManaged);
  WARPWRIGHT_SYMBOL(cudaHostAlloc);
  WARPWRIGHT_SYMBOL(cudaMallocHost);
  WARPWRIGHT_SYMBOL(cudaFree);
  WARPWRIGHT_SYMBOL(cudaFreeHost);
  WARPWRIGHT_SYMBOL(cudaMallocPitch);
  WARPWRIGHT_SYMBOL(cudaMalloc3D);
  WARPWRIGHT_SYMBOL(cudaMemcpy);
  WARPWRIGHT_SYMBOL(cudaMemcpyAsync);
  WARPWRIGHT_SYMBOL(cudaMemcpyPeer);
  WARPWRIGHT_SYMBOL(cudaMemcpyPeerAsync);
  WARPWRIGHT_SYMBOL(cudaMemcpy2D);
  WARPWRIGHT_SYMBOL(cudaMemcpy2DAsync);
  WARPWRIGHT_SYMBOL(cudaMemcpy3D);
  WARPWRIGHT_SYMBOL(cudaMemcpy3DAsync);
  WARPWRIGHT_SYMBOL(cudaMemset);
  WARPWRIGHT_SYMBOL(cudaMemsetAsync);
  WARPWRIGHT_SYMBOL(cudaMemset2D);
  WARPWRIGHT_SYMBOL(cudaMemset2DAsync);
  WARPWRIGHT_SYMBOL(cudaMemset3D);
  WARPWRIGHT_SYMBOL(cudaMemset3DAsync);
  WARPWRIGHT_SYMBOL(cudaMemcpyToSymbol);
  WARPWRIGHT_SYMBOL(cudaMemcpyToSymbolAsync);
  WARPWRIGHT_SYMBOL(cudaMemcpyFromSymbol);
  WARPWRIGHT_SYMBOL(cudaMemcpyFromSymbolAsync);
  WARPWRIGHT_SYMBOL(cudaGetSymbolAddress);
  WARPWRIGHT_SYMBOL(cudaGetSymbolSize);
  WARPWRIGHT_SYMBOL(cudaMemGetInfo);
  WARPWRIGHT_SYMBOL(cudaPointerGetAttributes);
#undef WARPWRIGHT_SYMBOL
  symbols["cudaDeviceReset"] = symbols["cudaThreadExit"] = reinterpret_cast<void*>(&cudaDeviceReset);
  symbols["cudaMemPrefetchAsync"] = symbols["cudaMemAdvise"] = reinterpret_cast<void*>(&noMigration);
  symbols["cudaMemPrefetchAsync_v2"] = symbols["cudaMemAdvise_v2"] = reinterpret_cast<void*>(&noMigration);
}

}  // namespace warpwright::engine

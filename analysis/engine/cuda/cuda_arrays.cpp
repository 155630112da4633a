#include "analysis/engine/cuda/cuda_arrays.h"

#include <algorithm>

#include "analysis/engine/cuda/cuda_runtime.h"

/// Arrays of the CUDA runtime and the copies to and from them.
namespace warpwright::engine {

const CudaArray* CudaArrays::find(const void* handle) const {
  const auto found = arrays_.find(handle);
  return found == arrays_.end() ? nullptr : &found->second;
}

const std::vector<const void*>* CudaArrays::levels(const void* mipmapped) const {
  const auto found = mipmapped_.find(mipmapped);
  return found == mipmapped_.end() ? nullptr : &found->second;
}

void CudaArrays::removeMipmapped(const void* handle) {
  const auto found = mipmapped_.find(handle);
  if (found == mipmapped_.end()) return;
  for (const void* level : found->second) arrays_.erase(level);
  mipmapped_.erase(found);
}

bool describeTexels(const cuda::ChannelFormat& format, TexelMemory& memory) {
  const int bits[] = {format.x, format.y, format.z, format.w};
  uint32_t channels = 0;
  while (channels < 4 && bits[channels] != 0) ++channels;
  for (uint32_t c = 0; c < 4; ++c) {
    if (bits[c] != (c < channels ? bits[0] : 0)) return false;
  }
  constexpr int kindFloat = 2;
  if (channels == 0 || channels == 3 || format.kind < 0 || format.kind > kindFloat) return false;
  if (bits[0] != 8 && bits[0] != 16 && bits[0] != 32) return false;
  if (format.kind == kindFloat && bits[0] == 8) return false;
  memory.channels = channels;
  memory.channelBits = static_cast<uint32_t>(bits[0]);
  memory.kind = static_cast<ChannelKind>(format.kind);
  return true;
}

namespace {

constexpr unsigned flagLayered = 1, flagCubemap = 4;

template <typename Call>
int enter(Call call) {
  return CudaRuntime::current()->enter(call);
}

/// An array of these sizes that starts at byte `offset` of what is about to be allocated.
int describe(const cuda::ChannelFormat* format, cuda::Extent extent, unsigned flags, uint64_t offset,
             CudaArray& array) {
  if (!format || extent.width == 0 || extent.width > 1u << 28) return cuda::invalidValue;
  array.format = *format;
  array.extent = extent;
  array.flags = flags;
  TexelMemory& memory = array.memory;
  if (!describeTexels(*format, memory)) return cuda::invalidChannelDescriptor;
  memory.width = static_cast<uint32_t>(extent.width);
  memory.height = static_cast<uint32_t>(std::max<size_t>(extent.height, 1));
  memory.depth = static_cast<uint32_t>(std::max<size_t>(extent.depth, 1));
  memory.pitch = uint64_t{memory.width} * memory.texelBytes();
  memory.slice = memory.pitch * memory.height;
  memory.base = offset;
  return cuda::success;
}

int makeArray(CudaRuntime& r, void** handle, const cuda::ChannelFormat* format, cuda::Extent extent, unsigned flags) {
  CudaArray array;
  if (!handle) return cuda::invalidValue;
  if (const int code = describe(format, extent, flags, 0, array); code != cuda::success) return code;
  const int code = r.allocate(handle, array.memory.slice * array.memory.depth, CudaRuntime::MemoryKind::device);
  if (code != cuda::success) return code;
  array.memory.base = reinterpret_cast<uint64_t>(*handle);
  r.arrays().add(*handle, array);
  return cuda::success;
}

int cudaMallocArray(void** array, const cuda::ChannelFormat* format, size_t width, size_t height, unsigned flags) {
  return enter([&](CudaRuntime& r) { return makeArray(r, array, format, {width, height, 0}, flags); });
}
int cudaMalloc3DArray(void** array, const cuda::ChannelFormat* format, cuda::Extent extent, unsigned flags) {
  return enter([&](CudaRuntime& r) { return makeArray(r, array, format, extent, flags); });
}
int cudaFreeArray(void* array) {
  return enter([&](CudaRuntime& r) -> int {
    if (!array) return cuda::success;
    if (!r.arrays().find(array)) return cuda::invalidResourceHandle;
    r.arrays().remove(array);
    return r.release(array);
  });
}
int cudaMallocMipmappedArray(void** mipmapped, const cuda::ChannelFormat* format, cuda::Extent extent, unsigned levels,
                             unsigned flags) {
  return enter([&](CudaRuntime& r) -> int {
    if (!mipmapped) return cuda::invalidValue;
    size_t most = 1;
    const size_t largest = std::max({extent.width, extent.height, (flags & flagLayered) != 0 ? 0 : extent.depth});
    while (largest >> most != 0) ++most;
    std::vector<CudaArray> described;
    uint64_t bytes = 0;
    for (size_t level = 0; level < std::clamp<size_t>(levels, 1, most); ++level) {
      auto smaller = [&](size_t size) { return size == 0 ? 0 : std::max<size_t>(size >> level, 1); };
      const bool slices = (flags & (flagLayered | flagCubemap)) != 0;
      const cuda::Extent size{smaller(extent.width), smaller(extent.height),
                              slices ? extent.depth : smaller(extent.depth)};
      CudaArray array;
      if (const int code = describe(format, size, flags, bytes, array); code != cuda::success) return code;
      bytes += (array.memory.slice * array.memory.depth + 511) / 512 * 512;
      described.push_back(array);
    }
    if (const int code = r.allocate(mipmapped, bytes, CudaRuntime::MemoryKind::device); code != cuda::success)
      return code;
    std::vector<const void*> handles;
    for (CudaArray& array : described) {
      array.memory.base += reinterpret_cast<uint64_t>(*mipmapped);
      handles.push_back(reinterpret_cast<const void*>(array.memory.base));
      r.arrays().add(handles.back(), array);
    }
    r.arrays().addMipmapped(*mipmapped, std::move(handles));
    return cuda::success;
  });
}
int cudaGetMipmappedArrayLevel(void** array, const void* mipmapped, unsigned level) {
  return enter([&](CudaRuntime& r) -> int {
    const auto* levels = r.arrays().levels(mipmapped);
    if (!array || !levels || level >= levels->size()) return cuda::invalidValue;
    *array = const_cast<void*>((*levels)[level]);
    return cuda::success;
  });
}
int cudaFreeMipmappedArray(void* mipmapped) {
  return enter([&](CudaRuntime& r) -> int {
    if (!mipmapped) return cuda::success;
    if (!r.arrays().levels(mipmapped)) return cuda::invalidResourceHandle;
    r.arrays().removeMipmapped(mipmapped);
    return r.release(mipmapped);
  });
}
int cudaArrayGetInfo(cuda::ChannelFormat* format, cuda::Extent* extent, unsigned* flags, const void* handle) {
  return enter([&](CudaRuntime& r) -> int {
    const CudaArray* array = r.arrays().find(handle);
    if (!array) return cuda::invalidResourceHandle;
    if (format) *format = array->format;
    if (extent) *extent = array->extent;
    if (flags) *flags = array->flags;
    return cuda::success;
  });
}
int cudaGetChannelDesc(cuda::ChannelFormat* format, const void* array) {
  return cudaArrayGetInfo(format, nullptr, nullptr, array);
}

/// A rectangle of an array: `x` and `width` in bytes. Null: it does not fit, or there is no such array.
char* rectangle(CudaRuntime& r, const void* handle, size_t x, size_t y, size_t width, size_t height, uint64_t& pitch) {
  const CudaArray* array = r.arrays().find(handle);
  if (!array) return nullptr;
  const TexelMemory& memory = array->memory;
  pitch = memory.pitch;
  if (x > pitch || width > pitch - x || y > memory.height || height > memory.height - y) return nullptr;
  return reinterpret_cast<char*>(memory.base) + y * pitch + x;
}

int cudaMemcpy2DToArray(void* array, size_t x, size_t y, const void* source, size_t sourcePitch, size_t width,
                        size_t height, int kind) {
  return enter([&](CudaRuntime& r) -> int {
    uint64_t pitch = 0;
    char* target = rectangle(r, array, x, y, width, height, pitch);
    return target ? r.copyRows(target, pitch, source, sourcePitch, width, height, kind) : cuda::invalidValue;
  });
}
int cudaMemcpy2DFromArray(void* target, size_t targetPitch, const void* array, size_t x, size_t y, size_t width,
                          size_t height, int kind) {
  return enter([&](CudaRuntime& r) -> int {
    uint64_t pitch = 0;
    const char* source = rectangle(r, array, x, y, width, height, pitch);
    return source ? r.copyRows(target, targetPitch, source, pitch, width, height, kind) : cuda::invalidValue;
  });
}
int cudaMemcpy2DArrayToArray(void* target, size_t targetX, size_t targetY, const void* source, size_t sourceX,
                             size_t sourceY, size_t width, size_t height, int kind) {
  return enter([&](CudaRuntime& r) -> int {
    uint64_t pitch = 0;
    const char* from = rectangle(r, source, sourceX, sourceY, width, height, pitch);
    return from ? cudaMemcpy2DToArray(target, targetX, targetY, from, pitch, width, height, kind) : cuda::invalidValue;
  });
}
/// Bytes from a place on, over the ends of rows.
char* elementBytes(CudaRuntime& r, const void* handle, size_t x, size_t y, size_t bytes) {
  const CudaArray* array = r.arrays().find(handle);
  if (!array) return nullptr;
  const uint64_t from = y * array->memory.pitch + x;
  if (from > array->memory.slice || bytes > array->memory.slice - from) return nullptr;
  return reinterpret_cast<char*>(array->memory.base) + from;
}
int cudaMemcpyToArray(void* array, size_t x, size_t y, const void* source, size_t bytes, int kind) {
  return enter([&](CudaRuntime& r) -> int {
    char* target = elementBytes(r, array, x, y, bytes);
    return target ? r.copy(target, source, bytes, kind) : cuda::invalidValue;
  });
}
int cudaMemcpyFromArray(void* target, const void* array, size_t x, size_t y, size_t bytes, int kind) {
  return enter([&](CudaRuntime& r) -> int {
    const char* source = elementBytes(r, array, x, y, bytes);
    return source ? r.copy(target, source, bytes, kind) : cuda::invalidValue;
  });
}
int cudaMemcpyArrayToArray(void* target, size_t targetX, size_t targetY, const void* source, size_t sourceX,
                           size_t sourceY, size_t bytes, int kind) {
  return enter([&](CudaRuntime& r) -> int {
    const char* from = elementBytes(r, source, sourceX, sourceY, bytes);
    return from ? cudaMemcpyToArray(target, targetX, targetY, from, bytes, kind) : cuda::invalidValue;
  });
}

// Work of a stream: at once, or when the graph runs that it is captured for.
int later(void* stream, GraphWork work) {
  return enter([&](CudaRuntime& r) { return r.onStream(stream, std::move(work)); });
}
int cudaMemcpy2DToArrayAsync(void* array, size_t x, size_t y, const void* source, size_t pitch, size_t width,
                             size_t height, int kind, void* stream) {
  return later(stream,
               [=](CudaRuntime&) { return cudaMemcpy2DToArray(array, x, y, source, pitch, width, height, kind); });
}
int cudaMemcpy2DFromArrayAsync(void* target, size_t pitch, const void* array, size_t x, size_t y, size_t width,
                               size_t height, int kind, void* stream) {
  return later(stream,
               [=](CudaRuntime&) { return cudaMemcpy2DFromArray(target, pitch, array, x, y, width, height, kind); });
}
int cudaMemcpyToArrayAsync(void* array, size_t x, size_t y, const void* source, size_t bytes, int kind, void* stream) {
  return later(stream, [=](CudaRuntime&) { return cudaMemcpyToArray(array, x, y, source, bytes, kind); });
}
int cudaMemcpyFromArrayAsync(void* target, const void* array, size_t x, size_t y, size_t bytes, int kind,
                             void* stream) {
  return later(stream, [=](CudaRuntime&) { return cudaMemcpyFromArray(target, array, x, y, bytes, kind); });
}

}  // namespace

int CudaRuntime::copyVolume(cuda::CopyParameters3D p) {
  // Sizes and positions of a copy with an array count its texels; those of other memory are bytes.
  const CudaArray* source = p.sourceArray ? arrays_.find(p.sourceArray) : nullptr;
  const CudaArray* target = p.targetArray ? arrays_.find(p.targetArray) : nullptr;
  if ((p.sourceArray && !source) || (p.targetArray && !target)) return cuda::invalidResourceHandle;
  if (source || target) p.extent.width *= (source ? source : target)->memory.texelBytes();
  auto asPitched = [&](const CudaArray& array, cuda::PitchedPointer& memory, cuda::Position& at) {
    const TexelMemory& texels = array.memory;
    memory = {reinterpret_cast<void*>(texels.base), texels.pitch, texels.width, texels.height};
    at.x *= texels.texelBytes();
    return at.x + p.extent.width <= texels.pitch && at.y + p.extent.height <= texels.height &&
           at.z + p.extent.depth <= texels.depth;
  };
  if (source && !asPitched(*source, p.source, p.sourcePosition)) return cuda::invalidValue;
  if (target && !asPitched(*target, p.target, p.targetPosition)) return cuda::invalidValue;
  for (size_t z = 0; z < p.extent.depth; ++z) {
    auto slice = [&](const cuda::PitchedPointer& memory, const cuda::Position& from) {
      return static_cast<char*>(memory.pointer) + (from.z + z) * memory.pitch * memory.ysize + from.y * memory.pitch +
             from.x;
    };
    const int code = copyRows(slice(p.target, p.targetPosition), p.target.pitch, slice(p.source, p.sourcePosition),
                              p.source.pitch, p.extent.width, p.extent.height, p.kind);
    if (code != cuda::success) return code;
  }
  return cuda::success;
}

void addArraySymbols(HostProgram::Symbols& symbols) {
#define WARPWRIGHT_SYMBOL(name) symbols[#name] = reinterpret_cast<void*>(&name)
  WARPWRIGHT_SYMBOL(cudaMallocArray);
  WARPWRIGHT_SYMBOL(cudaMalloc3DArray);
  WARPWRIGHT_SYMBOL(cudaFreeArray);
  WARPWRIGHT_SYMBOL(cudaMallocMipmappedArray);
  WARPWRIGHT_SYMBOL(cudaGetMipmappedArrayLevel);
  WARPWRIGHT_SYMBOL(cudaFreeMipmappedArray);
  WARPWRIGHT_SYMBOL(cudaArrayGetInfo);
  WARPWRIGHT_SYMBOL(cudaGetChannelDesc);
  WARPWRIGHT_SYMBOL(cudaMemcpy2DToArray);
  WARPWRIGHT_SYMBOL(cudaMemcpy2DFromArray);
  WARPWRIGHT_SYMBOL(cudaMemcpy2DArrayToArray);
  WARPWRIGHT_SYMBOL(cudaMemcpyToArray);
  WARPWRIGHT_SYMBOL(cudaMemcpyFromArray);
  WARPWRIGHT_SYMBOL(cudaMemcpyArrayToArray);
  WARPWRIGHT_SYMBOL(cudaMemcpy2DToArrayAsync);
  WARPWRIGHT_SYMBOL(cudaMemcpy2DFromArrayAsync);
  WARPWRIGHT_SYMBOL(cudaMemcpyToArrayAsync);
  WARPWRIGHT_SYMBOL(cudaMemcpyFromArrayAsync);
#undef WARPWRIGHT_SYMBOL
}

}  // namespace warpwright::engine

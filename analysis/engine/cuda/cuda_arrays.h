#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "analysis/engine/cuda/cuda_types.h"
#include "analysis/engine/run/texture.h"

namespace warpwright::engine {

/// A cudaArray: texels in the arena, row after row without gaps. Its handle is the address of its first texel.
struct CudaArray {
  TexelMemory memory;
  cuda::ChannelFormat format{};
  cuda::Extent extent{};  ///< as it was asked for: 0 where a dimension is missing
  unsigned flags = 0;
};

/// Arrays and mipmapped arrays of the CUDA runtime, by handle.
class CudaArrays {
 public:
  /// Null: no such array.
  const CudaArray* find(const void* handle) const;
  /// The levels of a mipmapped array; null: no such.
  const std::vector<const void*>* levels(const void* mipmapped) const;

  void add(const void* handle, CudaArray array) { arrays_[handle] = array; }
  void addMipmapped(const void* handle, std::vector<const void*> levels) { mipmapped_[handle] = std::move(levels); }
  void remove(const void* handle) { arrays_.erase(handle); }
  void removeMipmapped(const void* handle);

 private:
  std::map<const void*, CudaArray> arrays_;
  std::map<const void*, std::vector<const void*>> mipmapped_;
};

/// Fills in what a channel format says about texels. False: no device has such texels.
bool describeTexels(const cuda::ChannelFormat& format, TexelMemory& memory);

}  // namespace warpwright::engine

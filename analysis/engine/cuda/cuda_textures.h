#pragma once

#include <cstdint>
#include <map>

#include "analysis/engine/cuda/cuda_arrays.h"
#include "analysis/engine/cuda/cuda_types.h"
#include "analysis/engine/run/texture.h"

namespace warpwright::engine {

namespace cuda {

/// cudaResourceDesc
struct ResourceDescription {
  enum Type : int { array = 0, mipmapped = 1, linear = 2, pitched = 3 };
  int type;
  union {
    const void* handle;  ///< array or mipmapped
    struct {
      void* pointer;
      ChannelFormat format;
      size_t bytes;
    } linearMemory;
    struct {
      void* pointer;
      ChannelFormat format;
      size_t width, height, pitch;
    } pitchedMemory;
    int reserved[32];
  };
  unsigned flags;
};
/// cudaTextureDesc
struct TextureDescription {
  int addressMode[3], filterMode, readMode, sRGB;
  float borderColor[4];
  int normalizedCoordinates;
  unsigned maxAnisotropy;
  int mipmapFilterMode;
  float levelBias, lowestLevel, highestLevel;
  int disableTrilinearOptimization, seamlessCubemap;
};
/// textureReference, as resources/cuda declares it.
struct TextureReference {
  int normalized, filterMode, addressMode[3];
  ChannelFormat format;
  int sRGB;
  unsigned maxAnisotropy;
  int mipmapFilterMode;
  float levelBias, lowestLevel, highestLevel;
};

}  // namespace cuda

class CudaRuntime;

/// Texture references, which a program binds to memory by name; what they say about sampling is read before each
/// launch.
class TextureReferences {
 public:
  /// A reference of the program; `slot` is where device code looks for its handle, `asFraction` its read mode.
  void add(const void* host, uint64_t slot, bool asFraction) { references_[host] = {slot, asFraction, false, 0}; }
  void addSurface(const void* host, uint64_t slot) { references_[host] = {slot, false, true, 0}; }
  /// Gives the reference its memory; it had other memory or none before. False: not a reference of the program.
  bool bind(const void* host, TextureTable& table, Texture texture);
  bool unbind(const void* host, TextureTable& table);
  /// Takes over the sampling that the program has set in its references since.
  void refresh(TextureTable& table) const;
  bool contains(const void* host) const { return references_.contains(host); }

 private:
  struct Reference {
    uint64_t slot = 0;
    bool asFraction = false, isSurface = false;
    uint64_t handle = 0;
  };
  std::map<const void*, Reference> references_;
};

}  // namespace warpwright::engine

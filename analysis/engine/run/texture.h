#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace warpwright::engine {

/// What lies in memory at a texel: up to four channels of the same kind and width.
enum class ChannelKind : uint8_t { signedInteger, unsignedInteger, floating };

/// Texels in device memory, row after row: a CUDA array, one level of a mipmapped one, or linear memory.
struct TexelMemory {
  uint64_t base = 0;
  uint64_t pitch = 0, slice = 0;              ///< bytes from row to row, from slice (or layer, or face) to slice
  uint32_t width = 1, height = 1, depth = 1;  ///< texels; layers and faces count as depth
  uint32_t channels = 1, channelBits = 32;
  ChannelKind kind = ChannelKind::floating;

  uint32_t texelBytes() const { return channels * channelBits / 8; }
};

enum class AddressMode : uint8_t { wrap = 0, clamp = 1, mirror = 2, border = 3 };

/// How a fetch turns coordinates into texels and texels into a value.
struct Sampler {
  std::array<AddressMode, 3> address{AddressMode::wrap, AddressMode::wrap, AddressMode::wrap};
  bool linear = false;  ///< else the nearest texel
  bool normalizedCoordinates = false;
  bool asFraction = false;  ///< integer channels are read as floats in [0, 1] or [-1, 1]
  std::array<float, 4> border{};
  bool linearLevels = false;  ///< between mipmap levels
  float levelBias = 0, lowestLevel = 0, highestLevel = 0;
};

/// A texture or surface object: memory and how it is read.
struct Texture {
  std::vector<TexelMemory> levels;  ///< one, or those of a mipmapped array
  Sampler sampler;
};

/// What a fetch asks for, as the headers pass it (resources/cuda/README.md): the dimensions and flags.
struct FetchKind {
  uint32_t dimensions = 1;
  bool integerCoordinates = false, layered = false, cube = false, gather = false, write = false;
  static FetchKind of(uint32_t bits);
};

/// One fetch as the CUDA programming guide defines it (appendix "Texture Fetching"): linear filtering weighs with 8
/// bits of fraction. `w` is the layer, the mipmap level or the gathered component; the four channels are 32 bits each,
/// floats as their bits. Texels outside are zero for integer coordinates.
std::array<uint32_t, 4> fetchTexel(const Texture& texture, FetchKind kind, float x, float y, float z, float w);

/// Where a surface access lies: `x` in bytes. 0: outside in a direction; `mode` clamp moves it inside.
uint64_t surfaceAddress(const TexelMemory& memory, FetchKind kind, uint32_t bytes, int x, int y, int z, bool clamp);

/// Texture and surface objects by handle: 1, 2, 3, … in the order they were made, never used twice.
class TextureTable {
 public:
  uint64_t add(Texture texture);
  /// False: there is no such object.
  bool remove(uint64_t handle);
  /// Null: there is no such object.
  Texture* find(uint64_t handle) const { return handle - 1 < objects_.size() ? objects_[handle - 1].get() : nullptr; }
  /// True where there are no objects now.
  bool empty() const {
    return std::all_of(objects_.begin(), objects_.end(), [](const auto& object) { return object == nullptr; });
  }

 private:
  std::vector<std::unique_ptr<Texture>> objects_;
};

}  // namespace warpwright::engine

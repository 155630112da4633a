#include "analysis/engine/run/texture.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "analysis/engine/lower/device_functions.h"
#include "analysis/engine/run/block_runner.h"
#include "analysis/engine/run/checker.h"
#include "core/model/memory/coalesce.h"

namespace warpwright::engine {
namespace {

using Channels = std::array<float, 4>;

uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
float floatOf(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

float halfToFloat(uint16_t half) {
  const uint32_t sign = half & 0x8000u, exponent = half >> 10 & 31, fraction = half & 1023;
  const float magnitude = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                          : exponent == 31
                              ? (fraction != 0 ? NAN : INFINITY)
                              : std::ldexp(static_cast<float>(fraction | 1024), static_cast<int>(exponent) - 25);
  return sign != 0 ? -magnitude : magnitude;
}

/// The largest whole number not above `value`, which is within 1e9: a library call would take longer than the rest.
int64_t floorOf(float value) {
  const auto whole = static_cast<int32_t>(value);
  return whole - (value < static_cast<float>(whole) ? 1 : 0);
}
/// Weights have 8 bits behind the point.
float weightOf(float fraction) {
  return static_cast<float>(static_cast<int32_t>(fraction * 256.0f + 0.5f)) / 256.0f;
}

/// The index of the texel that an index outside stands for; -1: the border.
int64_t addressed(int64_t index, int64_t size, AddressMode mode) {
  if (index >= 0 && index < size) return index;
  switch (mode) {
    case AddressMode::wrap:
      return (index % size + size) % size;
    case AddressMode::mirror: {
      const int64_t place = (index % (2 * size) + 2 * size) % (2 * size);
      return place < size ? place : 2 * size - 1 - place;
    }
    case AddressMode::clamp:
      return std::clamp<int64_t>(index, 0, size - 1);
    case AddressMode::border:
      return index >= 0 && index < size ? index : -1;
  }
  return -1;
}

/// Where the texels lie that a fetch reads, while it is traced or checked. Threads of a block run one at a time in one
/// of the machine's.
thread_local std::vector<uint64_t>* readTexels = nullptr;

/// Reads texels of one level.
class LevelReader {
 public:
  LevelReader(const TexelMemory& memory, const Sampler& sampler) : memory_(memory), sampler_(sampler) {}

  /// Channels as 32 bits each; integers widened, floats (and fractions) as float bits.
  std::array<uint32_t, 4> raw(int64_t x, int64_t y, int64_t z) const {
    std::array<uint32_t, 4> result{};
    const auto* texel = reinterpret_cast<const unsigned char*>(memory_.base + static_cast<uint64_t>(z) * memory_.slice +
                                                               static_cast<uint64_t>(y) * memory_.pitch +
                                                               static_cast<uint64_t>(x) * memory_.texelBytes());
    if (readTexels != nullptr) readTexels->push_back(reinterpret_cast<uint64_t>(texel));
    if (memory_.channelBits == 32) {
      if (memory_.channels == 1)
        std::memcpy(result.data(), texel, 4);
      else
        std::memcpy(result.data(), texel, memory_.channels * 4);
      return result;
    }
    for (uint32_t c = 0; c < memory_.channels; ++c) result[c] = channel(texel + c * memory_.channelBits / 8);
    return result;
  }
  bool isFloat() const { return memory_.kind == ChannelKind::floating || sampler_.asFraction; }

  /// What lies at three indices after the address modes.
  std::array<uint32_t, 4> at(int64_t x, int64_t y, int64_t z, uint32_t dimensions) const {
    const int64_t sizes[3] = {memory_.width, memory_.height, memory_.depth};
    int64_t place[3] = {x, y, z};
    for (uint32_t i = 0; i < dimensions; ++i) {
      place[i] = addressed(place[i], sizes[i], mode(i));
      if (place[i] < 0) return border();
    }
    return raw(place[0], place[1], place[2]);
  }

  AddressMode mode(uint32_t axis) const {
    const AddressMode mode = sampler_.address[axis];
    // Wrapping and mirroring are for normalised coordinates; others clamp.
    const bool repeats = mode == AddressMode::wrap || mode == AddressMode::mirror;
    return repeats && !sampler_.normalizedCoordinates ? AddressMode::clamp : mode;
  }

 private:
  uint32_t channel(const unsigned char* at) const {
    if (memory_.channelBits == 8) {
      return memory_.kind == ChannelKind::signedInteger ? integer(static_cast<int8_t>(*at), 127.0f)
                                                        : integer(*at, 255.0f);
    }
    if (memory_.channelBits == 16) {
      uint16_t bits;
      std::memcpy(&bits, at, sizeof bits);
      if (memory_.kind == ChannelKind::floating) return bitsOf(halfToFloat(bits));
      return memory_.kind == ChannelKind::signedInteger ? integer(static_cast<int16_t>(bits), 32767.0f)
                                                        : integer(bits, 65535.0f);
    }
    uint32_t bits;
    std::memcpy(&bits, at, sizeof bits);
    return bits;
  }
  uint32_t integer(int value, float largest) const {
    if (!sampler_.asFraction) return static_cast<uint32_t>(value);
    return bitsOf(std::max(static_cast<float>(value) / largest, -1.0f));
  }
  std::array<uint32_t, 4> border() const {
    std::array<uint32_t, 4> result{};
    for (uint32_t c = 0; c < memory_.channels; ++c) {
      result[c] =
          isFloat() ? bitsOf(sampler_.border[c]) : static_cast<uint32_t>(static_cast<int64_t>(sampler_.border[c]));
    }
    return result;
  }

  const TexelMemory& memory_;
  const Sampler& sampler_;
};

/// Where a coordinate lies among `size` texels, in texels.
float inTexels(float coordinate, uint32_t size, const Sampler& sampler, AddressMode mode) {
  // Past this nothing changes but the danger of overflow; what is no number counts as zero.
  constexpr float most = 1e9f;
  if (!(coordinate > -most && coordinate < most)) coordinate = coordinate > 0 ? most : coordinate < 0 ? -most : 0;
  if (!sampler.normalizedCoordinates) return coordinate;
  if (mode == AddressMode::wrap) coordinate -= static_cast<float>(floorOf(coordinate));
  return std::clamp(coordinate * static_cast<float>(size), -most, most);
}

struct Axis {
  int64_t index = 0;
  float weight = 0;  ///< of the next texel, in steps of 1/256
};

Axis linearAxis(float place) {
  const float shifted = place - 0.5f;
  const int64_t whole = floorOf(shifted);
  return {whole, weightOf(shifted - static_cast<float>(whole))};
}

std::array<uint32_t, 4> sampleLevel(const TexelMemory& memory, const Sampler& sampler, uint32_t dimensions,
                                    const float (&coordinates)[3], int64_t layer) {
  const LevelReader reader(memory, sampler);
  const uint32_t sizes[3] = {memory.width, memory.height, memory.depth};
  float place[3] = {};
  for (uint32_t i = 0; i < dimensions; ++i) place[i] = inTexels(coordinates[i], sizes[i], sampler, reader.mode(i));
  if (!sampler.linear || !reader.isFloat()) {
    int64_t index[3] = {0, 0, layer};
    for (uint32_t i = 0; i < dimensions; ++i) index[i] = floorOf(place[i]);
    return reader.at(index[0], index[1], index[2], dimensions);
  }
  Axis axes[3];
  for (uint32_t i = 0; i < dimensions; ++i) axes[i] = linearAxis(place[i]);
  if (dimensions < 3) axes[2].index = layer;
  Channels sum{};
  for (uint32_t corner = 0; corner < 1u << dimensions; ++corner) {
    float weight = 1;
    int64_t index[3];
    for (uint32_t i = 0; i < 3; ++i) {
      const bool next = corner >> i & 1;
      index[i] = axes[i].index + next;
      if (i < dimensions) weight *= next ? axes[i].weight : 1 - axes[i].weight;
    }
    if (weight == 0) continue;  // an infinity there does not count
    const std::array<uint32_t, 4> texel = reader.at(index[0], index[1], index[2], dimensions);
    for (uint32_t c = 0; c < memory.channels; ++c) sum[c] += weight * floatOf(texel[c]);
  }
  std::array<uint32_t, 4> result{};
  for (uint32_t c = 0; c < 4; ++c) result[c] = bitsOf(sum[c]);
  return result;
}

/// The four texels that linear filtering would use, one component of each, counter-clockwise from the lower left.
std::array<uint32_t, 4> gather(const TexelMemory& memory, const Sampler& sampler, float x, float y, int64_t component) {
  const LevelReader reader(memory, sampler);
  const Axis u = linearAxis(inTexels(x, memory.width, sampler, reader.mode(0)));
  const Axis v = linearAxis(inTexels(y, memory.height, sampler, reader.mode(1)));
  const auto c = static_cast<size_t>(std::clamp<int64_t>(component, 0, 3));
  auto texel = [&](int64_t dx, int64_t dy) { return reader.at(u.index + dx, v.index + dy, 0, 2)[c]; };
  return {texel(0, 1), texel(1, 1), texel(1, 0), texel(0, 0)};
}

/// The face a direction points to, and where on it: the guide's table "Cubemap Fetch".
int64_t cubeFace(float& x, float& y, float z) {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  float m = ax, s = 0, t = 0;
  int64_t face = 0;
  if (ax >= ay && ax >= az) {
    face = x >= 0 ? 0 : 1;
    s = x >= 0 ? -z : z;
    t = -y;
  } else if (ay >= az) {
    face = y >= 0 ? 2 : 3;
    m = ay;
    s = x;
    t = y >= 0 ? z : -z;
  } else {
    face = z >= 0 ? 4 : 5;
    m = az;
    s = z >= 0 ? x : -x;
    t = -y;
  }
  x = (s / m + 1) / 2;
  y = (t / m + 1) / 2;
  return face;
}

}  // namespace

FetchKind FetchKind::of(uint32_t bits) {
  return {bits & 7, (bits & 8) != 0, (bits & 16) != 0, (bits & 32) != 0, (bits & 64) != 0, (bits & 128) != 0};
}

std::array<uint32_t, 4> fetchTexel(const Texture& texture, FetchKind kind, float x, float y, float z, float w) {
  const TexelMemory& first = texture.levels.front();
  if (kind.integerCoordinates) {
    const auto index = static_cast<int32_t>(bitsOf(x));
    if (index < 0 || static_cast<uint32_t>(index) >= first.width) return {};
    return LevelReader(first, texture.sampler).raw(index, 0, 0);
  }
  if (kind.gather) return gather(first, texture.sampler, x, y, static_cast<int64_t>(w));
  if (kind.cube) {
    const auto layer = kind.layered ? static_cast<int64_t>(w) : 0;
    const int64_t face = cubeFace(x, y, z);
    // A face ends at its edges.
    Sampler onFace = texture.sampler;
    onFace.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
    const int64_t slice = std::clamp<int64_t>(layer * 6 + face, 0, first.depth - 1);
    return sampleLevel(first, onFace, 2, {x, y, 0}, slice);
  }
  if (kind.layered) {
    const int64_t layer = std::clamp<int64_t>(static_cast<int64_t>(w), 0, first.depth - 1);
    return sampleLevel(first, texture.sampler, kind.dimensions, {x, y, 0}, layer);
  }
  if (texture.levels.size() == 1) return sampleLevel(first, texture.sampler, kind.dimensions, {x, y, z}, 0);
  const float last = static_cast<float>(texture.levels.size() - 1);
  const float highest = std::min(texture.sampler.highestLevel, last);
  const float level =
      std::clamp(w + texture.sampler.levelBias, std::min(texture.sampler.lowestLevel, highest), highest);
  auto sampled = [&](float at) {
    return sampleLevel(texture.levels[static_cast<size_t>(at)], texture.sampler, kind.dimensions, {x, y, z}, 0);
  };
  const bool isFloat = LevelReader(first, texture.sampler).isFloat();
  if (!texture.sampler.linearLevels || !isFloat) return sampled(std::floor(level + 0.5f));
  const float lower = std::floor(level), weight = std::round((level - lower) * 256.0f) / 256.0f;
  std::array<uint32_t, 4> result = sampled(lower);
  if (weight == 0) return result;
  const std::array<uint32_t, 4> next = sampled(std::min(lower + 1, last));
  for (size_t c = 0; c < 4; ++c) result[c] = bitsOf((1 - weight) * floatOf(result[c]) + weight * floatOf(next[c]));
  return result;
}

uint64_t surfaceAddress(const TexelMemory& memory, FetchKind kind, uint32_t bytes, int x, int y, int z, bool clamp) {
  const int64_t rowBytes = static_cast<int64_t>(memory.width) * memory.texelBytes();
  int64_t place[3] = {x, y, z};
  const int64_t last[3] = {rowBytes - static_cast<int64_t>(bytes), static_cast<int64_t>(memory.height) - 1,
                           static_cast<int64_t>(memory.depth) - 1};
  if (kind.dimensions < 2) place[1] = 0;
  for (int i = 0; i < 3; ++i) {
    if (last[i] < 0) return 0;
    if (place[i] >= 0 && place[i] <= last[i]) continue;
    if (!clamp) return 0;
    place[i] = std::clamp<int64_t>(place[i], 0, last[i]);
  }
  return memory.base + static_cast<uint64_t>(place[2]) * memory.slice + static_cast<uint64_t>(place[1]) * memory.pitch +
         static_cast<uint64_t>(place[0]);
}

uint64_t TextureTable::add(Texture texture) {
  objects_.push_back(std::make_unique<Texture>(std::move(texture)));
  return objects_.size();
}

bool TextureTable::remove(uint64_t handle) {
  if (find(handle) == nullptr) return false;
  objects_[handle - 1].reset();
  return true;
}

namespace {

const Texture& objectOf(DeviceThread* thread, uint64_t handle, const char* what, uint32_t site) {
  BlockRunner& runner = *thread->runner;
  const TextureTable* table = runner.shape().textures;
  const Texture* found = table != nullptr ? table->find(handle) : nullptr;
  if (found == nullptr) {
    runner.fail(thread, std::string("uses a ") + what + " that does not exist (handle " + std::to_string(handle) + ")",
                runner.siteAt(site));
  }
  return *found;
}

/// One event for each sector that the fetch reads.
void logFetch(DeviceThread* thread, std::vector<uint64_t>& texels) {
  constexpr uint64_t sector = memsim::sectorBytes;
  std::sort(texels.begin(), texels.end());
  uint64_t last = ~uint64_t{0};
  for (const uint64_t texel : texels) {
    if (texel / sector == last) continue;
    last = texel / sector;
    *thread->traceCursor++ = memsim::makeEvent(thread->traceSite - 1, texel & ~uint64_t{3});
  }
  thread->traceSite = 0;
}

void texture(DeviceThread* thread, uint32_t* out, uint64_t handle, uint32_t kind, float x, float y, float z, float w,
             uint32_t site) {
  const Texture& object = objectOf(thread, handle, "texture", site);
  Checker* checker = thread->runner->checker();
  std::vector<uint64_t> texels;
  if (thread->traceSite != 0 || checker != nullptr) readTexels = &texels;
  const std::array<uint32_t, 4> channels = fetchTexel(object, FetchKind::of(kind), x, y, z, w);
  readTexels = nullptr;
  if (checker != nullptr) {
    const uint32_t bytes = object.levels.front().texelBytes();
    for (const uint64_t texel : texels) checker->texel(*thread, texel, bytes, site, false);
  }
  if (thread->traceSite != 0) logFetch(thread, texels);
  std::copy(channels.begin(), channels.end(), out);
}

void surface(DeviceThread* thread, void* data, uint32_t bytes, uint64_t handle, uint32_t kindBits, int x, int y, int z,
             int mode, uint32_t site) {
  constexpr int modeClamp = 1, modeTrap = 2;
  const FetchKind kind = FetchKind::of(kindBits);
  const Texture& object = objectOf(thread, handle, "surface", site);
  const uint64_t address = surfaceAddress(object.levels.front(), kind, bytes, x, y, z, mode == modeClamp);
  if (address == 0) {
    if (mode == modeTrap) {
      thread->runner->fail(thread,
                           std::string(kind.write ? "writes" : "reads") + " a surface outside its bounds, at byte " +
                               std::to_string(x) + " of row " + std::to_string(y) + ", slice " + std::to_string(z),
                           thread->runner->siteAt(site), FailureCause::address);
    }
    if (!kind.write) std::memset(data, 0, bytes);
    return;
  }
  Checker* checker = thread->runner->checker();
  // A store of what is there already cannot be seen by anybody.
  if (checker != nullptr && !(kind.write && std::memcmp(reinterpret_cast<const void*>(address), data, bytes) == 0))
    checker->texel(*thread, address, bytes, site, kind.write);
  if (kind.write)
    std::memcpy(reinterpret_cast<void*>(address), data, bytes);
  else
    std::memcpy(data, reinterpret_cast<const void*>(address), bytes);
}

/// What a texture reference is bound to.
uint64_t handleOf(const uint64_t* slot) {
  return *slot;
}

}  // namespace

const DeviceFunction* textureFunctions() {
  static const DeviceFunction table[] = {{"engine_texture_handle", reinterpret_cast<void*>(&handleOf)},
                                         {"engine_texture", reinterpret_cast<void*>(&texture)},
                                         {"engine_surface", reinterpret_cast<void*>(&surface)},
                                         {nullptr, nullptr}};
  return table;
}

}  // namespace warpwright::engine

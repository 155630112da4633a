#include "analysis/engine/cuda/cuda_textures.h"

#include <algorithm>
#include <cstring>

#include "analysis/engine/cuda/cuda_runtime.h"

/// Texture and surface objects and references of the CUDA runtime.
namespace warpwright::engine {

bool TextureReferences::unbind(const void* host, TextureTable& table) {
  const auto found = references_.find(host);
  if (found == references_.end()) return false;
  if (found->second.handle != 0) table.remove(found->second.handle);
  found->second.handle = 0;
  std::memset(reinterpret_cast<void*>(found->second.slot), 0, sizeof(uint64_t));
  return true;
}

bool TextureReferences::bind(const void* host, TextureTable& table, Texture texture) {
  if (!unbind(host, table)) return false;
  Reference& reference = references_[host];
  reference.handle = table.add(std::move(texture));
  std::memcpy(reinterpret_cast<void*>(reference.slot), &reference.handle, sizeof reference.handle);
  return true;
}

namespace {

using cuda::ResourceDescription;

template <typename Call>
int enter(Call call) {
  return CudaRuntime::current()->enter(call);
}

/// Of a texture description or a reference: they name what they share alike.
template <typename Description>
void describeSampling(const Description& from, Sampler& sampler) {
  for (int i = 0; i < 3; ++i) sampler.address[i] = static_cast<AddressMode>(from.addressMode[i] & 3);
  sampler.linear = from.filterMode != 0;
  sampler.linearLevels = from.mipmapFilterMode != 0;
  sampler.levelBias = from.levelBias;
  sampler.lowestLevel = from.lowestLevel;
  sampler.highestLevel = from.highestLevel;
}

int linearTexels(CudaRuntime& r, void* pointer, const cuda::ChannelFormat& format, size_t width, size_t height,
                 size_t pitch, TexelMemory& memory) {
  if (!r.liveAllocation(pointer) || width == 0) return cuda::invalidValue;
  if (!describeTexels(format, memory)) return cuda::invalidChannelDescriptor;
  memory.base = reinterpret_cast<uint64_t>(pointer);
  memory.width = static_cast<uint32_t>(std::min<size_t>(width, UINT32_MAX));
  memory.height = static_cast<uint32_t>(std::max<size_t>(height, 1));
  memory.pitch = pitch;
  memory.slice = pitch * memory.height;
  return cuda::success;
}

int texelsOf(CudaRuntime& r, const ResourceDescription& resource, std::vector<TexelMemory>& levels) {
  TexelMemory memory;
  switch (resource.type) {
    case ResourceDescription::array: {
      const CudaArray* array = r.arrays().find(resource.handle);
      if (!array) return cuda::invalidResourceHandle;
      levels.push_back(array->memory);
      return cuda::success;
    }
    case ResourceDescription::mipmapped: {
      const auto* arrays = r.arrays().levels(resource.handle);
      if (!arrays) return cuda::invalidResourceHandle;
      for (const void* level : *arrays) levels.push_back(r.arrays().find(level)->memory);
      return cuda::success;
    }
    case ResourceDescription::linear: {
      const auto& linear = resource.linearMemory;
      TexelMemory texel;
      if (!describeTexels(linear.format, texel)) return cuda::invalidChannelDescriptor;
      const int code =
          linearTexels(r, linear.pointer, linear.format, linear.bytes / texel.texelBytes(), 1, linear.bytes, memory);
      levels.push_back(memory);
      return code;
    }
    case ResourceDescription::pitched: {
      const auto& pitched = resource.pitchedMemory;
      const int code =
          linearTexels(r, pitched.pointer, pitched.format, pitched.width, pitched.height, pitched.pitch, memory);
      levels.push_back(memory);
      return code;
    }
    default:
      return cuda::invalidValue;
  }
}

/// Integers have no values between them.
bool canFilter(const Texture& texture) {
  const Sampler& sampler = texture.sampler;
  return !sampler.linear || sampler.asFraction || texture.levels.front().kind == ChannelKind::floating;
}

int cudaCreateTextureObject(uint64_t* handle, const ResourceDescription* resource, const cuda::TextureDescription* how,
                            const void* view) {
  return enter([&](CudaRuntime& r) -> int {
    if (!handle || !resource || !how) return cuda::invalidValue;
    int viewFormat = 0;
    if (view) std::memcpy(&viewFormat, view, sizeof viewFormat);
    if (viewFormat != 0 || how->sRGB != 0) return cuda::notSupported;
    Texture texture;
    if (const int code = texelsOf(r, *resource, texture.levels); code != cuda::success) return code;
    describeSampling(*how, texture.sampler);
    texture.sampler.normalizedCoordinates = how->normalizedCoordinates != 0;
    texture.sampler.asFraction = how->readMode != 0 && texture.levels.front().kind != ChannelKind::floating;
    if (texture.sampler.asFraction && texture.levels.front().channelBits == 32) return cuda::invalidNormSetting;
    std::copy_n(how->borderColor, 4, texture.sampler.border.begin());
    if (!canFilter(texture)) return cuda::invalidFilterSetting;
    *handle = r.textures().add(std::move(texture));
    r.resources()[*handle] = *resource;
    return cuda::success;
  });
}
int cudaDestroyTextureObject(uint64_t handle) {
  return enter([&](CudaRuntime& r) -> int {
    r.resources().erase(handle);
    return handle == 0 || r.textures().remove(handle) ? cuda::success : cuda::invalidValue;
  });
}
int cudaGetTextureObjectResourceDesc(ResourceDescription* resource, uint64_t handle) {
  return enter([&](CudaRuntime& r) -> int {
    const auto found = r.resources().find(handle);
    if (!resource || found == r.resources().end()) return cuda::invalidValue;
    *resource = found->second;
    return cuda::success;
  });
}
int cudaCreateSurfaceObject(uint64_t* handle, const ResourceDescription* resource) {
  return enter([&](CudaRuntime& r) -> int {
    if (!handle || !resource || resource->type != ResourceDescription::array) return cuda::invalidValue;
    Texture surface;
    if (const int code = texelsOf(r, *resource, surface.levels); code != cuda::success) return code;
    *handle = r.textures().add(std::move(surface));
    r.resources()[*handle] = *resource;
    return cuda::success;
  });
}

// References

int bindTo(CudaRuntime& r, const void* reference, std::vector<TexelMemory> levels) {
  Texture texture;
  texture.levels = std::move(levels);
  if (!r.references().contains(reference)) return cuda::invalidTexture;
  return r.references().bind(reference, r.textures(), std::move(texture)) ? cuda::success : cuda::invalidTexture;
}

constexpr uint64_t bindingAlignment = 512;

/// Fetches count from an aligned address; how far in front of the memory that is goes to `offset`.
int alignedStart(const void* pointer, size_t* offset, char*& start) {
  const uint64_t over = reinterpret_cast<uint64_t>(pointer) % bindingAlignment;
  if (over != 0 && !offset) return cuda::invalidValue;
  if (offset) *offset = over;
  start = static_cast<char*>(const_cast<void*>(pointer)) - over;
  return cuda::success;
}

int cudaBindTexture(size_t* offset, const void* reference, const void* pointer, const cuda::ChannelFormat* format,
                    size_t bytes) {
  return enter([&](CudaRuntime& r) -> int {
    TexelMemory memory;
    char* start = nullptr;
    const Allocation* allocation = r.liveAllocation(pointer);
    if (!allocation || !format) return cuda::invalidValue;
    if (!describeTexels(*format, memory)) return cuda::invalidChannelDescriptor;
    if (const int code = alignedStart(pointer, offset, start); code != cuda::success) return code;
    const uint64_t end = std::min(reinterpret_cast<uint64_t>(pointer) + bytes, allocation->base + allocation->size);
    const uint64_t length = end - reinterpret_cast<uint64_t>(start);
    const int code = linearTexels(r, start, *format, length / memory.texelBytes(), 1, length, memory);
    return code != cuda::success ? code : bindTo(r, reference, {memory});
  });
}
int cudaBindTexture2D(size_t* offset, const void* reference, const void* pointer, const cuda::ChannelFormat* format,
                      size_t width, size_t height, size_t pitch) {
  return enter([&](CudaRuntime& r) -> int {
    TexelMemory memory;
    char* start = nullptr;
    if (!format) return cuda::invalidValue;
    if (const int code = alignedStart(pointer, offset, start); code != cuda::success) return code;
    const int code = linearTexels(r, start, *format, width, height, pitch, memory);
    return code != cuda::success ? code : bindTo(r, reference, {memory});
  });
}
int cudaBindTextureToArray(const void* reference, const void* handle, const cuda::ChannelFormat*) {
  return enter([&](CudaRuntime& r) -> int {
    const CudaArray* array = r.arrays().find(handle);
    return array ? bindTo(r, reference, {array->memory}) : cuda::invalidResourceHandle;
  });
}
int cudaBindTextureToMipmappedArray(const void* reference, const void* handle, const cuda::ChannelFormat*) {
  return enter([&](CudaRuntime& r) -> int {
    std::vector<TexelMemory> levels;
    ResourceDescription resource{};
    resource.type = ResourceDescription::mipmapped;
    resource.handle = handle;
    const int code = texelsOf(r, resource, levels);
    return code != cuda::success ? code : bindTo(r, reference, std::move(levels));
  });
}
int cudaUnbindTexture(const void* reference) {
  return enter([&](CudaRuntime& r) -> int {
    return r.references().unbind(reference, r.textures()) ? cuda::success : cuda::invalidTexture;
  });
}
int cudaGetTextureAlignmentOffset(size_t* offset, const void*) {
  return enter([&](CudaRuntime&) -> int { return offset ? (*offset = 0, cuda::success) : cuda::invalidValue; });
}
int cudaGetTextureReference(const void** reference, const void* symbol) {
  return enter([&](CudaRuntime& r) -> int {
    if (!reference || !r.references().contains(symbol)) return cuda::invalidTexture;
    *reference = symbol;
    return cuda::success;
  });
}

unsigned unitOf(void** handle) {
  return static_cast<unsigned>(reinterpret_cast<uintptr_t>(handle) - 1);
}

void registerTexture(void** unit, const void* host, const void**, const char* name, int, int asFraction, int) {
  CudaRuntime& r = *CudaRuntime::current();
  if (const auto slot = r.deviceVariable(unitOf(unit), name)) r.references().add(host, slot->address, asFraction != 0);
}
void registerSurface(void** unit, const void* host, const void**, const char* name, int, int) {
  CudaRuntime& r = *CudaRuntime::current();
  if (const auto slot = r.deviceVariable(unitOf(unit), name)) r.references().addSurface(host, slot->address);
}

}  // namespace

void TextureReferences::refresh(TextureTable& table) const {
  for (const auto& [host, reference] : references_) {
    Texture* texture = table.find(reference.handle);
    if (!texture || reference.isSurface) continue;
    const auto& set = *static_cast<const cuda::TextureReference*>(host);
    describeSampling(set, texture->sampler);
    texture->sampler.normalizedCoordinates = set.normalized != 0;
    texture->sampler.asFraction = reference.asFraction && texture->levels.front().kind != ChannelKind::floating;
    if (!canFilter(*texture)) texture->sampler.linear = false;
  }
}

void addTextureSymbols(HostProgram::Symbols& symbols) {
#define WARPWRIGHT_SYMBOL(name) symbols[#name] = reinterpret_cast<void*>(&name)
  WARPWRIGHT_SYMBOL(cudaCreateTextureObject);
  WARPWRIGHT_SYMBOL(cudaDestroyTextureObject);
  WARPWRIGHT_SYMBOL(cudaGetTextureObjectResourceDesc);
  WARPWRIGHT_SYMBOL(cudaCreateSurfaceObject);
  WARPWRIGHT_SYMBOL(cudaBindTexture);
  WARPWRIGHT_SYMBOL(cudaBindTexture2D);
  WARPWRIGHT_SYMBOL(cudaBindTextureToArray);
  WARPWRIGHT_SYMBOL(cudaBindTextureToMipmappedArray);
  WARPWRIGHT_SYMBOL(cudaUnbindTexture);
  WARPWRIGHT_SYMBOL(cudaGetTextureAlignmentOffset);
  WARPWRIGHT_SYMBOL(cudaGetTextureReference);
#undef WARPWRIGHT_SYMBOL
  symbols["cudaDestroySurfaceObject"] = symbols["cudaDestroyTextureObject"];
  symbols["cudaGetSurfaceObjectResourceDesc"] = symbols["cudaGetTextureObjectResourceDesc"];
  symbols["cudaBindSurfaceToArray"] = symbols["cudaBindTextureToArray"];
  symbols["cudaGetSurfaceReference"] = symbols["cudaGetTextureReference"];
  symbols["__cudaRegisterTexture"] = reinterpret_cast<void*>(&registerTexture);
  symbols["__cudaRegisterSurface"] = reinterpret_cast<void*>(&registerSurface);
}

}  // namespace warpwright::engine

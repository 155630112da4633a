#include "analysis/engine/memory/device_heap.h"

#include <algorithm>
#include <cstring>

namespace warpwright::engine {
namespace {

/// What a piece takes at least.
uint64_t taken(uint64_t bytes) {
  constexpr uint64_t granule = 16;
  return (std::max<uint64_t>(bytes, 1) + granule - 1) / granule * granule;
}

}  // namespace

void* DeviceHeap::allocate(uint64_t bytes, SourcePosition at) {
  const std::lock_guard lock(mutex_);
  if (bytes > limit_ || taken(bytes) > limit_ - std::min(limit_, used_)) return nullptr;
  const Result<uint64_t> address = arena_.allocateOnHeap(bytes, "device malloc", std::move(at));
  if (!address.ok()) return nullptr;
  used_ += taken(bytes);
  live_.insert(*address);
  std::memset(reinterpret_cast<void*>(*address), freshByte, bytes);
  return reinterpret_cast<void*>(*address);
}

Status DeviceHeap::free(void* address) {
  const std::lock_guard lock(mutex_);
  const auto base = reinterpret_cast<uint64_t>(address);
  const Allocation* allocation = arena_.find(base);
  if (live_.erase(base) != 0) {
    used_ -= taken(allocation->size);
    return arena_.free(base);
  }
  if (allocation == nullptr) return inputError("The address is not of device memory.");
  return inputError("The address is of `" + allocation->name +
                    (allocation->live ? "`." : "`, which was freed before."));
}

std::vector<const Allocation*> DeviceHeap::live() const {
  const std::lock_guard lock(mutex_);
  std::vector<const Allocation*> all;
  for (const uint64_t base : live_) all.push_back(arena_.find(base));
  return all;
}

}  // namespace warpwright::engine

#include "analysis/engine/host/device_memory_guard.h"

#include <sys/mman.h>

#include <algorithm>

#include "analysis/engine/check/footprint.h"

namespace warpwright::engine {
namespace {

constexpr uint64_t pageBytes = Footprint::pageBytes;

bool setProtection(uint64_t from, uint64_t until, int protection) {
  return ::mprotect(reinterpret_cast<void*>(from), until - from, protection) == 0;
}

}  // namespace

/// All of the arena but the pages of `shared`.
void DeviceMemoryGuard::choose(const std::vector<const Allocation*>& shared) {
  spans_.clear();
  uint64_t from = Arena::baseAddress;
  const uint64_t end = from + arena_.reservedBytes() / pageBytes * pageBytes;
  const auto add = [&](uint64_t until) {
    if (until > from) spans_.emplace_back(from, until);
  };
  for (const Allocation* one : shared) {
    if (!arena_.contains(one->base)) continue;
    add(one->base / pageBytes * pageBytes);
    from = std::max(from, (one->base + one->size + pageBytes - 1) / pageBytes * pageBytes);
  }
  add(end);
}

void DeviceMemoryGuard::protect(int protection) {
  for (const auto& [from, until] : spans_) {
    if (setProtection(from, until, protection) || protection != PROT_NONE) continue;
    // No room for more pieces of memory with protections of their own: nothing is looked for here.
    protect(PROT_READ | PROT_WRITE);
    spans_.clear();
    return;
  }
}

void DeviceMemoryGuard::close(const std::vector<const Allocation*>& shared, uint32_t site) {
  const auto start = std::chrono::steady_clock::now();
  if (++times_[site] > timesAtLeast && spent_ > freeTime + (start - begun_) / 20) return;
  choose(shared);
  closed_ = true;
  protect(PROT_NONE);
  spent_ += std::chrono::steady_clock::now() - start;
}

std::vector<DeviceMemoryGuard::Touch> DeviceMemoryGuard::open() {
  if (!closed_.exchange(false)) return {};
  const auto start = std::chrono::steady_clock::now();
  protect(PROT_READ | PROT_WRITE);
  spent_ += std::chrono::steady_clock::now() - start;
  const uint32_t count = std::min<uint32_t>(touchCount_.exchange(0), static_cast<uint32_t>(touches_.size()));
  return {touches_.begin(), touches_.begin() + count};
}

bool DeviceMemoryGuard::noteTouch(uint64_t address, bool writes, uint64_t programCounter) {
  if (!closed_) return false;
  const auto next = std::upper_bound(spans_.begin(), spans_.end(), address,
                                     [](uint64_t at, const auto& span) { return at < span.first; });
  if (next == spans_.begin() || address >= std::prev(next)->second) return false;
  const uint32_t number = touchCount_++;
  if (number < touches_.size()) {
    touches_[number] = {address, programCounter, writes};
    // Told once a page until the host calls the runtime.
    const uint64_t page = address / pageBytes * pageBytes;
    setProtection(page, page + pageBytes, PROT_READ | PROT_WRITE);
  } else {
    protect(PROT_READ | PROT_WRITE);
  }
  return true;
}

}  // namespace warpwright::engine

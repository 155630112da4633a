#include "app/capture/allocation_table.h"

#include <iterator>

namespace warpwright::capture {

void AllocationTable::add(uint64_t address, const LiveAllocation& allocation) {
  if (address == 0 || allocation.size == 0 || address > UINT64_MAX - allocation.size) return;
  auto next = live_.lower_bound(address);
  if (next != live_.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second.size > address) live_.erase(before);
  }
  while (next != live_.end() && next->first < address + allocation.size) next = live_.erase(next);
  live_[address] = allocation;
}

void AllocationTable::removeRange(uint64_t address, uint64_t bytes) {
  auto next = live_.lower_bound(address);
  while (next != live_.end() && next->first - address < bytes) next = live_.erase(next);
}

}  // namespace warpwright::capture

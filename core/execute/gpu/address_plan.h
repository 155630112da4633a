#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpwright::gpu {

/// Addresses from `begin` up to but not including `end`.
struct AddressRange {
  uint64_t begin = 0, end = 0;
  uint64_t size() const { return end - begin; }
  bool operator==(const AddressRange&) const = default;
};

/// What has to be reserved and what has to be mapped so that memory lies where it was captured.
struct AddressPlan {
  std::vector<AddressRange> reserved;  ///< whole multiples of `reservationUnit`; drivers move those that are not
  std::vector<AddressRange> mapped;    ///< whole multiples of the granularity of mappings; each inside one reservation
};

inline constexpr uint64_t reservationUnit = uint64_t{32} << 20;

/// `pieces` in any order, none empty. `granularity`: of mappings, a divisor of `reservationUnit`. `margins`: one more
/// of it is mapped on both sides of each piece.
AddressPlan planAddresses(const std::vector<AddressRange>& pieces, uint64_t granularity, bool margins = false);

/// "0x7f0000000000"
std::string hexadecimal(uint64_t address);

}  // namespace warpwright::gpu

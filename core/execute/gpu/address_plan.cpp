#include "core/execute/gpu/address_plan.h"

#include <algorithm>
#include <cstdio>

namespace warpwright::gpu {
namespace {

/// The pieces widened to multiples of `unit`, those that then touch made one.
std::vector<AddressRange> cover(const std::vector<AddressRange>& sorted, uint64_t unit) {
  std::vector<AddressRange> ranges;
  for (const AddressRange& piece : sorted) {
    const AddressRange wide{piece.begin / unit * unit, (piece.end + unit - 1) / unit * unit};
    if (!ranges.empty() && wide.begin <= ranges.back().end) {
      ranges.back().end = std::max(ranges.back().end, wide.end);
    } else {
      ranges.push_back(wide);
    }
  }
  return ranges;
}

}  // namespace

AddressPlan planAddresses(const std::vector<AddressRange>& pieces, uint64_t granularity, bool margins) {
  std::vector<AddressRange> sorted = pieces;
  for (AddressRange& piece : sorted) {
    if (margins) piece = {piece.begin - std::min(piece.begin, granularity), piece.end + granularity};
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const AddressRange& a, const AddressRange& b) { return a.begin < b.begin; });
  return {cover(sorted, reservationUnit), cover(sorted, granularity)};
}

std::string hexadecimal(uint64_t address) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
  return text;
}

}  // namespace warpwright::gpu

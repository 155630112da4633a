#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

/// Numbers and units as people read them.
namespace warpwright {

/// What stands for a missing value: an en dash, never 0.
inline constexpr const char* missingValue = "–";

/// "12,345": English thousands; views use the locale instead.
std::string countText(uint64_t count);
/// "3 kernels", "1 kernel".
std::string countText(uint64_t count, const std::string& one, const std::string& many);
/// Four significant digits, for times in a table whose header names the unit: "15.13", "0.1321", "1,204".
std::string significantText(double value, int digits = 4);
/// A duration for people: "0.19 s", "12 ms", "2 min 5 s".
std::string durationText(double seconds);
/// "1.81×"; more is better.
std::string speedupText(double speedup);
/// "0.25", "12.0": with this many decimals.
std::string fixedText(double value, int decimals);
/// Memory: exact below 10 KiB ("2,048 B"), then "48 KiB", "1.5 MiB".
std::string memoryText(uint64_t bytes);
/// Traffic: "12.3 GB", powers of ten.
std::string trafficText(double bytes);
/// "(256, 1, 1)", with the missing value where a number is not known.
std::string shapeText(const std::array<std::optional<uint32_t>, 3>& shape);
/// "(256,1,1)": a grid or a block as a launch is written.
std::string extentsText(const std::array<uint32_t, 3>& extents);

}  // namespace warpwright

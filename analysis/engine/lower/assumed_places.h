#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpwright::engine {

/// What a change rests on at one access of a kernel: "subscript=m@348" (every subscript of `m` there stays in its
/// declared range), "inside=m@348" (the access stays inside `m`), each also as "KERNEL: CHECK".
struct AssumedPlace {
  std::string text;    ///< as it was given
  std::string kernel;  ///< demangled, without parameters; empty: all
  std::string object;
  uint32_t line = 0;
  bool subscripts = false;
};

/// The places of a program, and which of them its checked code has come to so far.
struct AssumptionTable {
  std::vector<AssumedPlace> places;
  std::vector<bool> met;  ///< code for the check was made
};

/// Nothing for assumptions that are not about a place.
std::optional<AssumedPlace> assumedPlace(const std::string& assumption);
std::vector<AssumedPlace> assumedPlaces(const std::vector<std::string>& assumptions);

}  // namespace warpwright::engine

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"

namespace warpwright {

/// Where the warps of a kernel were, and why they did not go on: samples of the program counter, by source line.
struct StallSamples {
  struct Line {
    std::string file;   ///< empty: the code does not say
    uint32_t line = 0;  ///< from 1
    uint64_t samples = 0;
    std::map<std::string, uint64_t>
        reasons;  ///< in NVIDIA's words without what they have in common: "long_scoreboard", "barrier", …
    bool operator==(const Line&) const = default;
  };
  std::vector<Line> lines;  ///< the most samples first
  uint64_t samples = 0, dropped = 0;
  uint32_t launches = 0;  ///< how often the kernel ran for them
  bool operator==(const StallSamples&) const = default;

  /// Adds to its line; call `sort` behind the last.
  void add(const std::string& file, uint32_t line, const std::string& reason, uint64_t count);
  void sort();
};

/// One line of code in words.
struct StallLine {
  std::string share;    ///< of all samples, in per cent: "38.2"
  std::string place;    ///< "kernel.cu:12"
  std::string reasons;  ///< the three main ones: "global or local memory 71 %, barrier 20 %"
};
/// The lines with the most samples, `most` at most.
std::vector<StallLine> stallLines(const StallSamples& stalls, size_t most);

/// `warpwright.stalls/1`
void to_json(nlohmann::json& json, const StallSamples& stalls);
/// Throws json::exception where a field is missing or of another kind.
void from_json(const nlohmann::json& json, StallSamples& stalls);

}  // namespace warpwright

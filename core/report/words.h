#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/finding/analysis_result.h"
#include "core/finding/finding_rows.h"

namespace warpwright {

struct KernelTrace;

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
/// "1.02–1.08×", one number where both round to it, and the missing value where nothing is estimated.
std::string estimateText(const Estimate& estimate);
/// "dynproc_kernel: estimated 1.05–1.42×, bound by latency; modelled H200, a ranking and no time."
std::string estimateSentence(const KernelTrace& trace);
/// Memory: exact below 10 KiB ("2,048 B"), then "48 KiB", "1.5 MiB".
std::string memoryText(uint64_t bytes);
/// Traffic: "12.3 GB", powers of ten.
std::string trafficText(double bytes);
/// "16 registers (ptxas)", "about 21 registers (17–31)"; empty where they were not counted.
std::string registersText(const KernelResources& resources);
/// A word of a command line as a shell reads it back: in quotes where it has to be.
std::string shellWord(const std::string& word);
/// "(256, 1, 1)", with the missing value where a number is not known.
std::string shapeText(const std::array<std::optional<uint32_t>, 3>& shape);
/// "pathfinder.cu:43" from a long path; the whole path where `wholePath`.
std::string placeText(const SourcePosition& at, bool wholePath = false);

/// One row of a ranked table: indexes into `result.kernels` and their opportunities.
struct RankedOpportunity {
  size_t kernel = 0, opportunity = 0;
};

/// All opportunities: applicable, then unknown, then refused; inside these estimate falling, then place. Stable.
std::vector<RankedOpportunity> rankedOpportunities(const AnalysisResult& result);

/// One row of a table for people: the findings about one thing, folded.
struct RankedRow {
  size_t kernel = 0;
  FindingRow row;  ///< indexes into the kernel's opportunities
};

/// The rows of all kernels, in the order of their leading findings.
std::vector<RankedRow> rankedRows(const AnalysisResult& result);

/// What the answers that a row folds away add to its reason: "Local memory: refused. …". Answers with the reason of the
/// leading one, and those that only point to a nearer place, add nothing.
std::vector<Message> otherReasons(const std::vector<Opportunity>& opportunities, const FindingRow& row,
                                      const PassDescriptions& passes);

/// How many rows there are of each verdict: an array that several passes speak about counts once.
struct VerdictCounts {
  size_t applicable = 0, refused = 0, unknown = 0;
  size_t total() const { return applicable + refused + unknown; }
};
VerdictCounts countVerdicts(const AnalysisResult& result);
/// "2 applicable, 1 refused, 3 unknown"; leaves out what is zero; "no findings".
std::string countsText(const VerdictCounts& counts);

}  // namespace warpwright

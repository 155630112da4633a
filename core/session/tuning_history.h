#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/session/records.h"

namespace warpwright {

/// The metric of a tuning on a GPU: the median time of a launch, in ms.
inline constexpr const char* gpuTime = "gpu/time";

/// What is tuned, and by what.
struct TuningProblem {
  std::string kernel;
  std::string target;        ///< "cpu"
  std::string device;        ///< what it stands for: "sm_90"
  std::string metric, unit;  ///< what is to become small: "engine/accesses"
  std::string conditions;    ///< under which it is taken
  /// Text that stands for the input: the same input has the same text. A session goes on only with the same.
  std::string identity;
};

using VariantSteps = std::vector<VariantStep>;

/// "shared_to_register-12ab; thread_compaction-34cd (c_factor=4)": the same steps have the same text. Empty: the
/// original.
std::string toString(const VariantSteps& steps);

/// The steps that stand for a text which the user wrote: its number, from 1, and a hash of it.
VariantSteps ownSteps(size_t number, const std::string& textHash);
/// The number of such a text; none: these are changes of findings, or the original.
std::optional<size_t> ownNumber(const VariantSteps& steps);

/// What became of one variant.
struct TuningOutcome {
  VariantSteps steps;                         ///< empty: the original
  bool accepted = false;                      ///< it has a text, and computes the same
  std::optional<double> score;                ///< lower is better; none where it was not accepted
  std::string reason;                         ///< why it was not accepted
  std::map<std::string, double> metrics;      ///< everything that was taken of it, the score among them
  std::optional<double> scoreLow, scoreHigh;  ///< the interval of the score; none: it is a count
  std::string verdict;  ///< of a time beside the original's: "FASTER", …; empty: a count, or the original
  bool judged = true;   ///< false: it could not be made, compiled or launched
};

/// Whether it takes the place of the best that was known before it; null: none was. Where there are verdicts, only what
/// is FASTER than the original does.
bool isBetter(const TuningOutcome& outcome, const TuningOutcome* than);

/// Is its score worse for certain? A time has an interval: two that overlap may be the same. Both have a score.
bool isWorse(const TuningOutcome& outcome, const TuningOutcome& than);

/// Is it worse than the original: by the verdict where there is one, as of times, else by its score? False without one.
bool isSlower(const TuningOutcome& outcome, const TuningOutcome& original);

/// All variants that were judged so far.
class TuningHistory {
 public:
  void add(TuningOutcome outcome);
  const TuningOutcome* find(const VariantSteps& steps) const;
  size_t size() const { return order_.size(); }
  /// In the order in which they were added.
  std::vector<const TuningOutcome*> outcomes() const;
  /// The accepted one with the lowest score; of equals the one with fewer steps, then the earlier. Where there are
  /// verdicts, only what is FASTER than the original comes before it. Null: none is.
  const TuningOutcome* best() const;

 private:
  std::map<std::string, TuningOutcome> byText_;
  std::vector<std::string> order_;
};

}  // namespace warpwright

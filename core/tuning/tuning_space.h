#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/opportunity/analysis_result.h"
#include "core/session/records.h"

namespace warpwright {

/// One change that a tuner may make to a kernel, as the strategies see it: they know nothing of passes but this.
struct TunableChange {
  enum class Kind : uint8_t { promotion, placement, other, compaction, policy };
  Kind kind = Kind::other;
  std::string opportunity;        ///< id
  std::string subject;            ///< the array: a promotion and a placement of one array are alternatives
  double references = 0;          ///< accesses of one thread, loops counted by their weight (CGO'15 section 3.2)
  double bytes = 0;               ///< that the array takes
  std::vector<Parameter> parameters;
  /// Of a policy, whose parameters are loads: values that were predicted to be good, to be tried first.
  std::vector<std::map<std::string, std::string>> predicted{};
  bool unfeedable = false;        ///< the kernel takes one argument more, which cannot be told from the launch of a capture
};

/// The applicable opportunities of one kernel, in the order in which they may be stacked. `kernel`: its name. Errors: no such kernel (names those there are), nothing
/// applicable.
Result<std::vector<TunableChange>> tunableChanges(const AnalysisResult& analysis, const std::string& kernel);

/// Takes out the changes that the launch of a capture cannot feed, for targets that have nothing else. Gives the reason for each:
/// "shared_to_global-12ab (`prev`) gives the kernel an argument that the capture does not have".
std::vector<std::string> leaveOutUnfeedable(std::vector<TunableChange>& changes);

using VariantSteps = std::vector<VariantStep>;

/// "shared_to_register-12ab; thread_compaction-34cd (c_factor=4)": the same steps have the same text. Empty: the original.
std::string toString(const VariantSteps& steps);

/// What became of one variant.
struct TuningOutcome {
  VariantSteps steps;             ///< empty: the original
  bool accepted = false;          ///< it has a text, and computes the same
  std::optional<double> score;    ///< lower is better; none where it was not accepted
  std::string reason;             ///< why it was not accepted
  std::map<std::string, double> metrics;          ///< everything that was taken of it, the score among them
  std::optional<double> scoreLow, scoreHigh;      ///< the interval of the score; none: it is a count
  std::string verdict;                            ///< of a time beside the original's: "FASTER", …; empty: a count, or the original
  bool judged = true;                             ///< false: it could not be made, compiled or launched
};

/// All variants that were judged so far.
class TuningHistory {
 public:
  void add(TuningOutcome outcome);
  const TuningOutcome* find(const VariantSteps& steps) const;
  size_t size() const { return order_.size(); }
  /// In the order in which they were added.
  std::vector<const TuningOutcome*> outcomes() const;
  /// The accepted one with the lowest score; of equals the one with fewer steps, then the earlier. Where there are verdicts, only
  /// what is FASTER than the original comes before it. Null: none is.
  const TuningOutcome* best() const;

 private:
  std::map<std::string, TuningOutcome> byText_;
  std::vector<std::string> order_;
};

}  // namespace warpwright

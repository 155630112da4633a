#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/finding/analysis_result.h"
#include "core/session/tuning_history.h"

namespace warpwright {

/// One change that a tuner may make to a kernel, as the strategies see it: they know nothing of passes but this.
struct TunableChange {
  using Kind = Tunable;
  Kind kind = Kind::other;
  std::string opportunity;  ///< id
  std::string subject;      ///< the array: a promotion and a placement of one array are alternatives
  double references = 0;    ///< accesses of one thread, loops counted by their weight (CGO'15 section 3.2)
  double bytes = 0;         ///< that the array takes
  std::vector<Parameter> parameters;
  /// Of a policy, whose parameters are loads: values that were predicted to be good, to be tried first.
  std::vector<std::map<std::string, std::string>> predicted{};
  bool unfeedable = false;    ///< the kernel takes one argument more, which cannot be told from the launch of a capture
  std::string pass{};         ///< that found it: changes of one pass are alike
  bool last = false;          ///< others cannot be made on top of it
  double promise = 1;         ///< the speed-up that is estimated; 1: nothing is
  bool mergesBlocks = false;  ///< of a compaction: neighbours need the fewest conditions for blocks past the end
};

/// The applicable opportunities of one kernel, in the order in which they may be stacked. `kernel`: its name. Errors:
/// no such kernel (names those there are), nothing applicable.
Result<std::vector<TunableChange>> tunableChanges(const AnalysisResult& analysis, const std::string& kernel);

/// Takes out the changes that the launch of a capture cannot feed, for targets that have nothing else. Gives the reason
/// for each: "shared_to_global-12ab (`prev`) gives the kernel an argument that the capture does not have".
std::vector<std::string> leaveOutUnfeedable(std::vector<TunableChange>& changes);

}  // namespace warpwright

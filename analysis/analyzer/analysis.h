#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "core/base/result.h"
#include "core/finding/analysis_result.h"
#include "core/finding/rewrite.h"

namespace warpwright::analysis {

struct AnalyzeOptions {
  frontend::ParseOptions parse;
  std::string arch;                ///< "sm_90"; empty: what each unit is compiled for
  std::string device;              ///< what findings are for, "H200"; empty: the first device of `arch`
  std::vector<std::string> flags;  ///< compiler flags of the user, for every unit
  std::filesystem::path project;   ///< the folder that is open; empty: none
  /// Ids; absent: all that are looked for unasked. None: the answer has kernels, launches and resources only.
  std::optional<std::vector<std::string>> passes;
  std::vector<Family> families;       ///< besides, all passes of these, also those that are looked for on request only
  std::vector<std::string> launches;  ///< texts of --launch
  std::string program;                ///< the only one that is looked at, by name (program.h); empty: all
};

/// Results come in stages: kernels without findings first, then with them.
using ProgressHandler = std::function<void(const AnalysisResult& soFar, double fraction, std::string_view phase)>;

/// Frontend, model, proofs and passes over files and folders: what `warpwright analyze`, the analysis worker and the
/// tests call. Keeps parser state between calls, so that a second look at an edited file is quick.
class Analyzer {
 public:
  explicit Analyzer(AnalyzeOptions options);
  ~Analyzer();

  /// Errors: nothing to analyse, wrong --launch or pass id, cancelled. Errors in the user's code are in the result.
  Result<AnalysisResult> analyze(const std::vector<std::filesystem::path>& paths, const ProgressHandler& progress,
                                 std::stop_token stop);

  /// The edits for one opportunity of one file; the file is parsed again and the opportunity found again in it. The
  /// result has been re-parsed for host and device: new errors make this fail and nothing is written.
  Result<Rewrite> rewrite(const std::filesystem::path& file, const std::string& opportunityId,
                          const ParameterValues& values, std::stop_token stop);

  void setOpenTexts(std::map<std::string, std::string> texts);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Parses "KERNEL<<<(gx,gy,gz),(bx,by,bz),smem>>>"; numbers without brackets are one-dimensional, `_` leaves one open.
Result<std::pair<std::string, Launch>> parseLaunchText(const std::string& text);

}  // namespace warpwright::analysis

#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/analyzer/unit_findings.h"
#include "analysis/frontend/parsed_unit.h"
#include "core/base/result.h"
#include "core/finding/analysis_result.h"
#include "core/finding/guard.h"
#include "core/finding/rewrite.h"

namespace warpwright::model {
struct ParsedKernel;
}  // namespace warpwright::model

namespace warpwright::analysis {

class UnitCache;

struct AnalyzeOptions {
  frontend::ParseOptions parse;
  std::string arch;                ///< "sm_90"; empty: what each unit is compiled for
  std::string device;              ///< what findings are for, "H200"; empty: the first device of `arch`
  std::vector<std::string> flags;  ///< compiler flags of the user, for every unit
  std::filesystem::path project;   ///< the folder that is open; empty: none
  /// Ids; absent: all that are looked for unasked. None: the answer has kernels, launches and resources only.
  std::optional<std::vector<std::string>> passes;
  std::vector<Family> families;       ///< besides, all passes of these, also those that are looked for on request only
  std::string kernel;                 ///< the only one whose findings are looked for, as a user names it; empty: all
  std::vector<std::string> launches;  ///< texts of --launch
  bool comparesCode = false;          ///< nvcc compiles texts where only its code tells whether they compute the same
  bool comparesLater = false;         ///< and does so where changes are made: till then they may be applicable
  bool allowsReassociation = false;   ///< floating-point sums may be made in an order that the original never has
  std::string program;                ///< the only one that is looked at, by name (program.h); empty: all
  std::vector<std::string> programs;  ///< without `program`: those that are looked at; none: all
};

/// Results come in stages: kernels without findings first, then with them.
using ProgressHandler = std::function<void(const AnalysisResult& soFar, double fraction, std::string_view phase)>;

/// Progress of one unit, from 0 to 1.
using UnitProgress = std::function<void(double part, std::string_view phase)>;

/// Who looks at units for an analysis.
class UnitSource {
 public:
  virtual ~UnitSource() = default;
  /// How far a unit was told of.
  struct Told {
    bool begun = false;         ///< its kernels, or why there are none
    bool whole = false;         ///< and all that is found in them
    std::optional<Error> lost;  ///< who looked at it ended early
  };
  /// Waits for what the unit says, and tells it as it comes, as far as anybody looks at it. Asked for each in order,
  /// from 0. Errors: the analysis cannot be made at all.
  virtual Result<Told> tell(size_t unit, UnitListener& listener) = 0;
};

/// An answer to which units may be missing.
struct PartialAnswer {
  AnalysisResult result;
  std::vector<std::string> notLookedAt;  ///< files, in the order of the units
  std::vector<size_t> undecided;         ///< kernels of the result whose units were not looked at to their end
  bool workerFailed = false;             ///< who looked at a unit ended early
};

/// Is told after each unit: the answer so far, and the numbers of the kernels in it that the unit has told of.
using UnitHandler = std::function<void(const AnalysisResult& soFar, const std::vector<size_t>& kernels)>;
/// Is told, before that, of each kernel in it that is decided.
using KernelHandler = std::function<void(const AnalysisResult& soFar, size_t kernel)>;

/// Frontend, model, proofs and passes over files and folders: what `warpwright analyze`, the analysis worker and the
/// tests call. Keeps parser state between calls, so that a second look at an edited file is quick.
class Analyzer {
 public:
  explicit Analyzer(AnalyzeOptions options);
  ~Analyzer();

  /// From now on, what units say is kept here, and not looked for again where nothing has changed; null: nowhere.
  void useCache(std::shared_ptr<UnitCache> cache);
  /// Analyzers that are given one folder have nvcc compile each text once, all together, for as long as files stay as
  /// they are. Empty: by itself.
  void shareCodes(const std::filesystem::path& folder);

  /// What it was given and, once it was asked about paths, what their `.warpwright.toml` says besides.
  const AnalyzeOptions& options() const;

  /// Errors: nothing to analyse, wrong --launch or pass id, cancelled. Errors in the user's code are in the result.
  Result<AnalysisResult> analyze(const std::vector<std::filesystem::path>& paths, const ProgressHandler& progress,
                                 std::stop_token stop);

  /// The units of these paths, to be looked at together. Errors: those of `analyze`.
  Result<std::vector<frontend::CompileCommand>> begin(const std::vector<std::filesystem::path>& paths);
  /// After `begin`, what `analyze` gives, from what others say of each unit. Errors: those of `source`; the only unit
  /// that there is could not be parsed.
  Result<PartialAnswer> merge(UnitSource& source, const UnitHandler& onUnit, const KernelHandler& onKernel = {});
  /// For those others: which units are looked at together, as `begin` gave them, and what one of them says by itself.
  /// It depends on nothing that was looked at before. Errors: those of `analyze`.
  Status lookTogether(std::vector<frontend::CompileCommand> units);
  Status lookAt(size_t unit, UnitListener& listener, std::stop_token stop);

  /// Looks again at the kernels of the last answer that a run lets guard (guardsFor): what is unknown there and can be
  /// changed in a copy for what was seen is applicable then, with a guard. Where none can be made, the reason
  /// says why. Errors: cancelled.
  Status addGuarded(AnalysisResult& result, std::stop_token stop);

  /// The edits for one opportunity of one file; the file is parsed again and the opportunity found again in it. The
  /// result has been re-parsed for host and device: new errors make this fail and nothing is written.
  Result<Rewrite> rewrite(const std::filesystem::path& file, const std::string& opportunityId,
                          const ParameterValues& values, std::stop_token stop);

  /// The unsaved texts, by path, that are looked at in place of the files on disk.
  void setOpenTexts(std::map<std::string, std::string> texts);

 private:
  struct State;

  /// A finding whose change is asked for.
  struct FindingAsked {
    const std::filesystem::path& file;
    const std::string& id;
    const ParameterValues& values;
    bool isWritten = false;  ///< in a text that says how sums are rounded (writtenSums)
  };
  Result<Rewrite> rewriteUnguarded(const FindingAsked& asked, std::stop_token stop);
  /// Makes a change in a text that says how sums are rounded, while that is the open text.
  using ChangeInWritten = std::function<Result<Rewrite>()>;
  Result<Rewrite> rewriteWritten(const model::ParsedKernel& kernel, const Message& why, const ChangeInWritten& make,
                                 const std::stop_token& stop);
  Result<std::optional<Rewrite>> rewriteAsking(const frontend::ParsedUnit& unit, const std::string& id,
                                               const Guard& guard, bool isWritten, const std::stop_token& stop);
  Result<Rewrite> rewriteGuarded(const std::filesystem::path& file, const std::string& id, const Guard& guard,
                                 ParameterValues values, std::stop_token stop);

  std::unique_ptr<State> state_;
};

/// Parses "KERNEL<<<(gx,gy,gz),(bx,by,bz),smem>>>"; numbers without brackets are one-dimensional, `_` leaves one open.
Result<std::pair<std::string, Launch>> parseLaunchText(const std::string& text);

}  // namespace warpwright::analysis

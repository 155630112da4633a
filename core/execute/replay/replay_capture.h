#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/temporary_folder.h"
#include "core/job/replay_job.h"

namespace warpwright {

/// A variant of the captured kernel.
struct ReplayVariant {
  std::string name;                              ///< for people: its file
  std::map<std::string, std::string> openTexts;  ///< files of the program that it replaces
  std::optional<LaunchShape> shape;              ///< its own launch; none: as captured
  std::string ptx;                               ///< on a GPU: its device code, in place of what `openTexts` compile to
  bool findShape = false;                        ///< the worker finds its launch in `openTexts`; `shape` is not used
};

/// What became of a variant.
struct VariantReplay {
  enum class Verdict : uint8_t { same, differs, unsafe, failed };

  std::string name;
  LaunchShape shape;
  ReplayRun run;
  std::vector<EngineFinding> newFindings;  ///< of the checks, that the original does not have

  /// unsafe: results are the same, but the checks found something new. failed: it did not run to its end.
  Verdict verdict() const;
  std::string message() const;  ///< one sentence for people
};
std::string toString(VariantReplay::Verdict verdict);

struct ReplayOptions {
  std::filesystem::path capture;
  std::filesystem::path project;                ///< the folder that is open, which holds the program; empty: none
  std::map<std::string, Tolerance> tolerances;  ///< by buffer, in place of the captured ones
  std::chrono::milliseconds timeLimit{0};       ///< of one launch; 0: none
  unsigned workers = 1;
  std::optional<EngineJob> program;    ///< how to compile it, where the capture does not say that
  bool metrics = false;                ///< launches are traced as well: `ReplayRun::launch.metrics`
  std::shared_ptr<WorkerPlace> place;  ///< where the workers run; null: here
};

/// A capture of a program as it was built knows no source: `program` tells it then. Errors (input): nobody does.
Status findSource(LaunchCapture& capture, const std::optional<EngineJob>& program);

/// Judges variants of a kernel on one captured launch, each in a worker process of its own. The original runs first: it
/// must turn the captured memory into the captured reference, and shows which memory is mere output (FORMAT.md).
class CaptureReplayer {
 public:
  using Progress = std::function<void(const EngineProgress&)>;

  /// Errors: the capture cannot be read, its sources have changed since, no worker, cancelled.
  static Result<CaptureReplayer> start(ReplayOptions options, const Progress& progress, std::stop_token stop);

  const LaunchCapture& capture() const { return capture_; }
  const ReplayRun& original() const { return original_; }
  /// Why variants cannot be judged: the original does not give the reference. Empty: it does.
  std::string notReproduced() const;
  /// Requires: notReproduced() is empty. Errors: no worker, cancelled.
  Result<VariantReplay> run(const ReplayVariant& variant, const Progress& progress, std::stop_token stop) const;
  /// The same for several, side by side where the place can; in their order.
  Result<std::vector<VariantReplay>> runAll(const std::vector<ReplayVariant>& variants, const Progress& progress,
                                            std::stop_token stop) const;

 private:
  CaptureReplayer() = default;
  EngineJob programOf() const;
  ReplayJob jobOf(const ReplayVariant& variant) const;
  Result<std::vector<ReplayRun>> replay(const std::vector<ReplayJob>& jobs, const Progress& progress,
                                        std::stop_token stop) const;

  ReplayOptions options_;
  TemporaryFolder folder_;
  LaunchCapture capture_;
  ReplayRun original_;
};

/// What a report of a replay says beside its results.
struct ReplayInWords {
  std::filesystem::path capture;                       ///< as the user named it
  std::string target;                                  ///< "cpu", "gpu:0", "ssh:HOST"
  std::vector<std::pair<std::string, Error>> refused;  ///< name and reason of variants that were not run
};

/// The object `warpwright.replay/1` that `warpwright replay --format json` prints. `metrics`: tags.
nlohmann::json replayJson(const CaptureReplayer& replayer, const ReplayInWords& words,
                          const std::vector<VariantReplay>& variants, const std::vector<std::string>& metrics);

}  // namespace warpwright

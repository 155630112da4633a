#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/temporary_folder.h"
#include "core/execute/replay/program_outputs.h"
#include "core/execute/service/analysis_service.h"
#include "core/execute/tune/captured_input.h"
#include "core/job/gpu_job.h"
#include "core/job/program_profile.h"
#include "core/job/whole_program.h"
#include "core/session/records.h"

namespace warpwright {

using ProgramProgress = std::function<void(double fraction, const std::string& phase)>;

/// A program of which a changed text is to be held against it, whole, on a GPU of this machine.
struct ComparisonTask {
  EngineJob program;               ///< `path` is the file with its `main`
  AnalysisRequest context;         ///< how its files are read
  std::vector<VariantFile> files;  ///< that are changed
  std::string change;              ///< what that is, in words
  size_t pairs = 3;                ///< runs of the program and of the changed one, in turns
};

/// Ok: there is an nvcc to build programs with and a GPU to run them on. Asks the driver, which takes a while. Errors:
/// what is missing, a sentence.
Status canRunPrograms(const std::string& toolkit, std::stop_token stop);

/// A whole program as nvcc builds it, as it is and changed, run on a GPU of this machine. One run in which as many
/// launches come to their end as in the first is as good as another: programs that do not look at errors go on after a
/// kernel that failed, and are no faster for it.
class ProgramRuns {
 public:
  /// What is passed outlives it.
  ProgramRuns(const EngineJob& program, const AnalysisRequest& context, AnalysisService& service,
              const ProgramProgress& progress, std::stop_token stop);

  /// Reads and builds the program and runs it once. Errors: it does not build, run or use a GPU; no GPU, no nvcc;
  /// cancelled.
  Status start();
  /// Of the first run. Requires: `start` was ok.
  const ProgramProfile& profile() const { return originals_.front().profile; }
  const AnalysisResult& analysis() const { return analysis_; }
  const GpuInfo& gpu() const { return gpu_; }
  /// What is run, and a folder that goes with this.
  const std::filesystem::path& built() const { return original_; }
  const std::filesystem::path& folder() const { return folder_.path(); }

  /// Runs the program until there are as many runs of it, and in turns as many of the changed one; without files it is
  /// run alone. Requires: `start` was ok. Errors: the changed program does not build; as `start`.
  Result<WholeProgram> compare(const std::vector<VariantFile>& files, size_t pairs);

 private:
  /// One run of a program, original or changed.
  struct Run {
    ProgramProfile profile;
    ProgramOutputs outputs;
    uint64_t launches() const;
  };

  void reportPhase(const std::string& phase, double fraction = -1) const;
  Status readProgram();
  Result<AnalysisResult> read(const AnalysisRequest& request) const;
  Result<std::filesystem::path> build(const std::map<std::string, std::string>& texts, const char* name) const;
  Result<Run> run(const std::filesystem::path& program) const;
  Status runOriginal();
  Result<Run> runChanged(const std::filesystem::path& program);
  OutputComparison compareOutputsOf(const std::vector<Run>& changed) const;

  const EngineJob& program_;
  const AnalysisRequest& context_;
  AnalysisService& service_;
  const ProgramProgress& progress_;
  const std::stop_token stop_;
  const TemporaryFolder folder_;
  std::filesystem::path nvcc_, original_;
  GpuInfo gpu_;
  AnalysisResult analysis_;
  std::optional<GpuBuild> build_;
  std::vector<Run> originals_;
  int originalFailed_ = 0;  ///< runs of it in which a kernel did not come to its end
};

/// Builds both programs with nvcc and runs them in turns. Errors: as `ProgramRuns::start` and `compare`.
Result<WholeProgram> comparePrograms(const ComparisonTask& task, AnalysisService& service,
                                     const ProgramProgress& progress, std::stop_token stop);

}  // namespace warpwright

#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "analysis/analysis.h"
#include "core/runner/replay_capture.h"
#include "core/tuning/tune.h"

namespace warpwright::cli {

/// Writes variants with the passes: each step is found again in the text that the last one left.
class RewriteMaker : public VariantMaker {
 public:
  RewriteMaker(analysis::Analyzer& analyzer, std::filesystem::path file) : analyzer_(analyzer), file_(std::move(file)) {}
  Result<VariantRecord> make(const VariantSteps& steps, std::stop_token stop) override;

 private:
  analysis::Analyzer& analyzer_;
  std::filesystem::path file_;
};

/// Judges variants on a captured launch, each in a worker of its own.
class ReplayJudge : public VariantJudge {
 public:
  using Progress = CaptureReplayer::Progress;
  ReplayJudge(const CaptureReplayer& replayer, Progress progress) : replayer_(replayer), progress_(std::move(progress)) {}
  Result<TuningJudgement> judge(const VariantRecord& variant, std::stop_token stop) override;

 private:
  const CaptureReplayer& replayer_;
  Progress progress_;
};

/// Stands for the content of a capture. Errors: it cannot be read.
Result<std::string> identityOf(const std::filesystem::path& capture);

}  // namespace warpwright::cli

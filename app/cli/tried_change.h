#pragma once

#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/analyzer/analysis.h"
#include "core/job/engine_job.h"
#include "core/session/records.h"

namespace warpwright::cli {

/// A change that `try` writes into a copy of a file, and what came of it.
struct TriedChange {
  enum class Outcome { identical, differs, notCompared, notWritten };

  std::string file;
  bool isTrade = false;
  std::vector<const Opportunity*> opportunities;  ///< that are in it
  std::vector<std::string> leftOut;               ///< "`x` is left as it is: …", of those that could not be written
  std::string whyNotWritten;                      ///< a sentence; empty: it was written and is verified
  VariantRecord variant;

  Outcome outcome() const;
};
/// "identical", "differs", "not_compared", "not_written".
const char* nameOf(TriedChange::Outcome outcome);

/// Writes changes into copies, runs original and copy, and compares what they compute.
class ChangeTrier {
 public:
  using Progress = std::function<void(double fraction, std::string_view phase)>;

  /// `how`: everything of a run but its program. `path`: as the user named it; `isChosen`: one of its programs is
  /// named. All references must outlive it.
  ChangeTrier(analysis::Analyzer& analyzer, const AnalysisResult& analysis, EngineJob how, std::string path,
              bool isChosen, RunEngine run, Progress progress);

  /// The changes stacked: each is found again in the text that the last one left. A program of which an original did
  /// not run to its end, or computed nothing, is not run again. Errors: no worker, cancelled, a file that cannot be
  /// read.
  Result<TriedChange> tryOut(const std::string& file, const std::vector<const Opportunity*>& opportunities,
                             bool isTrade, std::stop_token stop);

 private:
  Status write(TriedChange& change, const std::vector<const Opportunity*>& opportunities, std::stop_token stop);
  Status verify(TriedChange& change, std::stop_token stop);
  std::filesystem::path programWith(const std::string& file) const;

  analysis::Analyzer& analyzer_;
  const AnalysisResult& analysis_;
  const EngineJob how_;
  const std::string path_;
  const bool isChosen_;
  const RunEngine run_;
  const Progress progress_;
  std::map<std::filesystem::path, Verification> fruitless_;  ///< programs that cannot be compared
};

}  // namespace warpwright::cli

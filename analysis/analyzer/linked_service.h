#pragma once

#include <list>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/analyzer/analysis.h"
#include "analysis/analyzer/unit_cache.h"
#include "core/execute/service/analysis_service.h"

namespace warpwright::analysis {

/// What a request asks of an analyzer, its paths and texts aside.
AnalyzeOptions optionsOf(const AnalysisRequest& request);

/// Analyzers by the options of a request: the last two are kept, with their parsed headers, so that two kinds of
/// question may take turns.
class KeptAnalyzers {
 public:
  /// From now on, all of them keep what units say there; null: nowhere.
  void useCache(std::shared_ptr<UnitCache> cache);
  /// One for this request, with its unsaved texts. Valid until the next call.
  Analyzer& get(const AnalysisRequest& request);
  /// The analysis that is asked for, with findings that are guarded by what was observed; or the list of programs.
  /// Errors: those of Analyzer::analyze.
  Result<AnalysisResult> answer(const AnalysisRequest& request, const ProgressHandler& progress, std::stop_token stop);

 private:
  using Texts = std::vector<std::string>;
  using Key = std::tuple<Texts, std::optional<Texts>, std::vector<Family>, std::string, Texts, std::string, std::string,
                         std::string, std::filesystem::path, bool, bool, bool>;
  std::shared_ptr<UnitCache> cache_;
  std::list<std::pair<Key, std::unique_ptr<Analyzer>>> kept_;  // the one used last comes first
};

/// The passes that are linked into this program, as a service that answers on the caller's thread and at once. `stop`
/// ends what runs.
std::unique_ptr<AnalysisService> makeLinkedAnalysisService(std::stop_token stop);

}  // namespace warpwright::analysis

#include "analysis/analyzer/linked_service.h"

#include <algorithm>

#include "analysis/analyzer/chosen_units.h"
#include "analysis/passes/all_passes.h"
#include "core/finding/observed_launches.h"

namespace warpwright::analysis {
namespace {

class LinkedAnalysisService final : public AnalysisService {
 public:
  explicit LinkedAnalysisService(std::stop_token stop) : stop_(std::move(stop)) {}

  void analyze(AnalysisRequest request, AnalysisHandler deliver, ProgressHandler progress) override {
    const auto tell = [&](const AnalysisResult&, double fraction, std::string_view phase) {
      if (progress) progress(fraction, std::string(phase));
    };
    Result<AnalysisResult> answer = analyzers_.answer(request, tell, stop_);
    if (answer.ok() && !request.onlyPrograms) setPrograms(*answer, chosenPrograms(request.paths, optionsOf(request)));
    deliver(std::move(answer), true);
  }
  void rewrite(RewriteRequest request, RewriteHandler deliver) override {
    deliver(analyzers_.get(request.context)
                .rewrite(request.context.paths.front(), request.opportunity, request.values, stop_));
  }
  void cancel() override {}  // `stop` has been asked for before anybody can ask for this
  bool waitUntilIdle(std::chrono::milliseconds) override { return true; }

 private:
  KeptAnalyzers analyzers_;
  std::stop_token stop_;
};

}  // namespace

AnalyzeOptions optionsOf(const AnalysisRequest& request) {
  AnalyzeOptions options;
  options.arch = request.arch;
  options.device = request.device;
  options.flags = request.flags;
  options.project = request.project;
  options.passes = request.passes;
  options.families = request.families;
  options.kernel = request.kernel;
  options.launches = request.launches;
  options.comparesCode = request.comparesCode;
  options.comparesLater = request.comparesLater;
  options.allowsReassociation = request.allowsReassociation;
  if (request.toolkit == "none")
    options.parse.headers = frontend::HeaderMode::own;
  else if (request.toolkit != "auto")
    options.parse.toolkit = request.toolkit;
  return options;
}

void KeptAnalyzers::useCache(std::shared_ptr<UnitCache> cache) {
  cache_ = std::move(cache);
  for (auto& [key, analyzer] : kept_) analyzer->useCache(cache_);
}

Analyzer& KeptAnalyzers::get(const AnalysisRequest& request) {
  constexpr size_t most = 2;
  Key key(request.flags, request.passes, request.families, request.kernel, request.launches, request.arch,
          request.device, request.toolkit, request.project, request.comparesCode, request.comparesLater,
          request.allowsReassociation);
  auto found = std::find_if(kept_.begin(), kept_.end(), [&](const auto& one) { return one.first == key; });
  if (found == kept_.end()) {
    kept_.emplace_front(std::move(key), std::make_unique<Analyzer>(optionsOf(request)));
    kept_.front().second->useCache(cache_);
    if (kept_.size() > most) kept_.pop_back();
  } else {
    kept_.splice(kept_.begin(), kept_, found);
  }
  Analyzer& analyzer = *kept_.front().second;
  analyzer.setOpenTexts(request.openTexts);
  analyzer.shareCodes(request.codes);
  return analyzer;
}

Result<AnalysisResult> KeptAnalyzers::answer(const AnalysisRequest& request,
                                             const ::warpwright::analysis::ProgressHandler& progress,
                                             std::stop_token stop) {
  AnalysisResult result;
  if (!request.onlyPrograms) {
    Analyzer& analyzer = get(request);
    Result<AnalysisResult> analysed = analyzer.analyze(request.paths, progress, stop);
    if (!analysed.ok() || request.observed.empty()) return analysed;
    addObserved(*analysed, request.observed);
    if (Status guarded = analyzer.addGuarded(*analysed, std::move(stop)); !guarded.ok()) return guarded.error();
    return analysed;
  }
  for (const auto& pass : passes::allPasses()) result.passes.push_back(pass->about());
  const bool hasFolder = !request.paths.empty() && !request.paths.front().empty();
  if (hasFolder) setPrograms(result, chosenPrograms(request.paths, optionsOf(request)));
  return result;
}

std::unique_ptr<AnalysisService> makeLinkedAnalysisService(std::stop_token stop) {
  return std::make_unique<LinkedAnalysisService>(std::move(stop));
}

}  // namespace warpwright::analysis

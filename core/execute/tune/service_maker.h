#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/execute/service/analysis_service.h"
#include "core/execute/tune/tune.h"

namespace warpwright {

/// The last answer of a service that nobody else uses meanwhile, waited for. Errors: of the analysis; cancelled.
Result<AnalysisResult> analyseWith(AnalysisService& service, AnalysisRequest request,
                                   const AnalysisService::ProgressHandler& progress, const std::stop_token& stop);

/// Gives an analysis service of one's own.
using ServiceFactory = std::function<std::unique_ptr<AnalysisService>()>;

/// How is asked for what may be tuned in `kernel`. Of passes that are looked for on request only, those are whose worth
/// a measurement tells.
AnalysisRequest askForChanges(AnalysisRequest request, const std::string& kernel);

/// How many services this machine has room for beside what judges: one for each processor but one, as far as memory
/// allows; at least one.
size_t roomForServices();

/// Writes variants through analysis services that nobody else uses meanwhile: each step is found again in the text that
/// the last one left. What the first steps of a variant have made is kept for others that begin with the same.
class ServiceMaker : public VariantMaker {
 public:
  /// One variant after the other, by `service`. `context`: how the file is read; its one path is the file of the
  /// kernel. Without a `kernel` texts of variants are not looked at.
  ServiceMaker(AnalysisService& service, AnalysisRequest context, std::string kernel = {})
      : service_(&service), context_(std::move(context)), kernel_(std::move(kernel)) {}
  /// Up to `most` variants at once, each by a service that is made when it is needed.
  ServiceMaker(ServiceFactory more, size_t most, AnalysisRequest context, std::string kernel = {})
      : more_(std::move(more)), most_(most), context_(std::move(context)), kernel_(std::move(kernel)) {}

  /// Ends what was begun.
  ~ServiceMaker() override;

  size_t ahead() const override { return most_; }
  /// Begins to make these, several at once and the first first, behind what else runs. Who asks for one gets what has
  /// become of it. Requires: several are made at once; nothing was begun yet.
  void begin(std::vector<VariantSteps> likely);
  Result<VariantRecord> make(const VariantSteps& steps, std::stop_token stop) override;
  /// Of the kernel or, where a step is guarded, of the copy. What the launch of a capture cannot feed is left out.
  Result<std::vector<TunableChange>> changesOf(const VariantSteps& steps, std::stop_token stop) override;
  /// The findings behind all that `changesOf` has given.
  std::vector<Opportunity> found() const;

 private:
  /// What `work` makes with a service that nobody else has meanwhile.
  template <typename Made>
  Result<Made> by(const std::function<Result<Made>(AnalysisService&)>& work);
  Result<VariantRecord> makeBy(AnalysisService& service, const VariantSteps& steps, const std::stop_token& stop);
  VariantRecord begunWith(const VariantSteps& steps);
  void keep(const VariantRecord& begun);
  Status addStep(AnalysisService& service, const VariantStep& step, VariantRecord& variant,
                 const std::stop_token& stop) const;

  AnalysisService* service_ = nullptr;
  ServiceFactory more_;
  size_t most_ = 0, services_ = 0;
  AnalysisRequest context_;
  std::string kernel_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::set<std::string> underWay_;  ///< texts of the steps of what is being made
  std::vector<Opportunity> found_;
  std::vector<std::unique_ptr<AnalysisService>> free_;  ///< of those that were made
  std::map<std::string, VariantRecord> begun_;          ///< by the text of their steps
  std::map<std::string, Error> impossible_;             ///< likewise, why they cannot be made
  std::vector<std::jthread> beginners_;                 ///< last: they use all else
};

/// Adds what the compiler or the estimate says a variant needs to what another judge says: registers of a thread,
/// shared bytes and threads of a block (static/registers, static/shared, static/threads), as far as they are known.
class ResourceJudge : public VariantJudge {
 public:
  ResourceJudge(VariantJudge& inner, AnalysisService& service, AnalysisRequest context, std::string kernel)
      : inner_(inner), service_(service), context_(std::move(context)), kernel_(std::move(kernel)) {}
  Result<TuningJudgement> judge(const VariantRecord& variant, std::stop_token stop) override;
  size_t atOnce() const override { return inner_.atOnce(); }
  std::vector<Result<TuningJudgement>> judgeAll(const std::vector<VariantRecord>& variants,
                                                std::stop_token stop) override;

 private:
  Status addResources(const VariantRecord& variant, Result<TuningJudgement>& judgement, std::stop_token stop);

  VariantJudge& inner_;
  AnalysisService& service_;
  AnalysisRequest context_;
  std::string kernel_;
};

}  // namespace warpwright

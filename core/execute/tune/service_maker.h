#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/execute/service/analysis_service.h"
#include "core/execute/tune/tune.h"

namespace warpwright {

/// The last answer of a service that nobody else uses meanwhile, waited for. Errors: of the analysis; cancelled.
Result<AnalysisResult> analyseWith(AnalysisService& service, AnalysisRequest request,
                                   const AnalysisService::ProgressHandler& progress, const std::stop_token& stop);

/// Writes variants through an analysis service that nobody else uses meanwhile: each step is found again in the text
/// that the last one left.
class ServiceMaker : public VariantMaker {
 public:
  /// `context`: how the file is read; its one path is the file of the kernel.
  ServiceMaker(AnalysisService& service, AnalysisRequest context) : service_(service), context_(std::move(context)) {}
  Result<VariantRecord> make(const VariantSteps& steps, std::stop_token stop) override;

 private:
  AnalysisService& service_;
  AnalysisRequest context_;
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

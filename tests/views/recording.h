#pragma once

#include "core/execute/tune/service_maker.h"
#include "core/execute/tune/tuning_task.h"
#include "core/session/session.h"
#include "window_bench.h"

namespace warpwright::views::testing {

/// A fifth fewer accesses for each change.
class PretendedJudge : public VariantJudge {
 public:
  Result<TuningJudgement> judge(const VariantRecord& variant, std::stop_token) override {
    TuningJudgement judgement;
    judgement.verification.identical = true;
    judgement.verification.summary = "The same, bit by bit.";
    judgement.metrics["engine/accesses"] = 1000 - 200 * static_cast<double>(variant.steps.size());
    return judgement;
  }
};

/// A recording of the variants of the bench's kernel; `text` is what its file holds.
inline QString record(Bench& bench, const std::string& text = kernelText) {
  const QString file = bench.folder.filePath("recording.wws");
  auto session = Session::openOrCreate(file.toStdString());
  const auto service = bench.services.makeAnalysis();
  AnalysisRequest context;
  context.paths = {bench.file};
  ServiceMaker maker(*service, context);
  PretendedJudge judge;
  const auto strategy = makeStrategy("pruned", *tunableChanges(answerFor(bench.file, text), "descend"));
  const TuningProblem problem{"descend", "cpu", "sm_90", "engine/accesses", "accesses", "counted", "recording"};
  const auto done = tune(*session, problem, **strategy, maker, judge, {}, nullptr, {});
  return done.ok() ? file : QString();
}

}  // namespace warpwright::views::testing

#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/execute/service/analysis_service.h"
#include "core/session/records.h"
#include "core/session/tuning_history.h"
#include "views/shared/job.h"

namespace warpwright::views {

/// Composes several changes of a kernel into one variant, off the GUI thread, by an analysis service of its own: the
/// newest wins.
class ChangeStacks {
 public:
  using MakeService = std::function<std::unique_ptr<AnalysisService>()>;

  ChangeStacks();
  ~ChangeStacks();
  void compose(const MakeService& make, AnalysisRequest context, VariantSteps steps,
               std::function<void(Result<VariantRecord>)> deliver);
  void cancel() { job_.cancel(); }
  bool isRunning() const { return job_.isRunning(); }

 private:
  struct Worker;
  std::shared_ptr<Worker> worker_;
  JobSlot job_;
};

}  // namespace warpwright::views

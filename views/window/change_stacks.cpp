#include "views/window/change_stacks.h"

#include <mutex>

#include "core/execute/tune/service_maker.h"

namespace warpwright::views {

/// A job that was superseded may still be on its way out: it has the service until then.
struct ChangeStacks::Worker {
  std::mutex mutex;
  std::unique_ptr<AnalysisService> service;
};

ChangeStacks::ChangeStacks() : worker_(std::make_shared<Worker>()) {}
ChangeStacks::~ChangeStacks() = default;

void ChangeStacks::compose(const MakeService& make, AnalysisRequest context, VariantSteps steps,
                           std::function<void(Result<VariantRecord>)> deliver) {
  job_.run(
      [worker = worker_, make, context = std::move(context),
       steps = std::move(steps)](const std::stop_token& stop) -> Result<VariantRecord> {
        const std::lock_guard lock(worker->mutex);
        if (stop.stop_requested()) return cancelledError();
        if (!worker->service) worker->service = make();
        Result<VariantRecord> made = ServiceMaker(*worker->service, context).make(steps, stop);
        if (!made.ok() && made.error().kind == ErrorKind::worker) worker->service.reset();  // the next one starts anew
        return made;
      },
      std::move(deliver));
}

}  // namespace warpwright::views

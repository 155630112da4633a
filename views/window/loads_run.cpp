#include "views/window/loads_run.h"

#include <QElapsedTimer>
#include <algorithm>

#include "core/base/number_text.h"
#include "core/base/processors.h"
#include "core/report/traffic_chart.h"

namespace warpwright::views {
QString LoadsRun::whyNot(const std::string& unit, const std::string& kernel) const {
  if (unit.empty()) return tr("Open a CUDA source file with a main function first.");
  if (kernel.empty()) return tr("Select a kernel first.");
  if (!services_.requests) return tr("Programs cannot be run here.");
  return {};
}

void LoadsRun::start(Request request) {
  Program program{request.unit, request.folder, request.arguments};
  if (!whyNot(request.unit, request.kernel).isEmpty() || !admits(program, false)) return;
  WeighingTask task;
  task.program = jobOf(program);
  task.program.device = request.device.name;
  task.program.arch = request.device.arch;
  task.kernel = request.kernel;
  task.device = request.device;
  task.source = requestFor(request.unit);
  task.model.threads = usableProcessors();
  job_.run(
      [requests = services_.requests, make = services_.makeAnalysis, task = std::move(task),
       progress = followProgress()](std::stop_token stop) {
        QElapsedTimer clock;
        clock.start();
        const std::unique_ptr<AnalysisService> service = make ? make() : nullptr;
        Result<WeighedLoads> weighed = weighLoads(task, service.get(), requests, progress, stop);
        return Answer{std::move(weighed), static_cast<double>(clock.elapsed()) / 1000};
      },
      [this, record = recordOf(program, "metrics"), kernel = request.kernel](Answer answer) mutable {
        record.seconds = answer.seconds;
        finish(std::move(record), kernel, std::move(answer));
      });
  emit stateChanged();
}

void LoadsRun::finish(RunRecord record, const std::string& kernel, Answer answer) {
  endProgress();
  WeighedLoads weighed;
  record.outcome = "failed";
  if (!answer.weighed.ok()) {
    record.summary = answer.weighed.error().message;
  } else if (answer.weighed->choice.loads.empty()) {
    record.summary = "`" + kernel + "` has no plain load from global memory: there is nothing to choose.";
  } else {
    weighed = *std::move(answer.weighed);
    const PolicyChoice& choice = weighed.choice;
    record.outcome = "finished";
    record.summary = countText(choice.loads.size(), "load", "loads") + " of `" + kernel +
                     "` weighed, see Reuse: loads; " + choiceWords(choice);
  }
  emit finished(record, QString::fromStdString(kernel), weighed);
  emit stateChanged();
}

}  // namespace warpwright::views

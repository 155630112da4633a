#include "views/window/loads_run.h"

#include <QElapsedTimer>
#include <algorithm>
#include <thread>

#include "core/job/request_traces.h"
#include "core/model/cache_policy/policy_model.h"
#include "core/report/words.h"

namespace warpwright::views {
namespace {

using Progress = std::function<void(const EngineProgress&)>;

Result<TrafficGraph> weigh(const Services::Requests& requests, const EngineJob& job, const Device& device,
                           const Progress& progress, std::stop_token stop) {
  Result<std::vector<memsim::RequestTrace>> traces = requests(job, progress, stop);
  if (!traces.ok()) return traces.error();
  const PolicyModel model(std::move(traces.value()), device,
                          {.threads = std::max(1U, std::thread::hardware_concurrency())});
  if (model.loads().empty()) {
    return inputError("`" + job.requestTrace->kernel +
                      "` has no plain load from global memory: there is nothing to choose.");
  }
  progress({"weigh", "weighing " + countText(model.loads().size(), "load", "loads"), -1});
  const Result<Characterization> character = model.characterize(stop);
  if (!character.ok()) return character.error();
  return model.graph(*character, namesOf(model.loads()));
}

}  // namespace

QString LoadsRun::whyNot(const std::string& unit, const std::string& kernel) const {
  if (unit.empty()) return tr("Open a CUDA source file with a main function first.");
  if (kernel.empty()) return tr("Select a kernel first.");
  if (!services_.requests) return tr("Programs cannot be run here.");
  return {};
}

void LoadsRun::start(Request request) {
  const Program program{request.unit, request.folder, request.arguments};
  if (!whyNot(request.unit, request.kernel).isEmpty() || !admits(program, false)) return;
  EngineJob job = jobOf(program);
  job.check = false;
  job.device = request.device.name;
  job.arch = request.device.arch;
  job.requestTrace = requestsToWeigh(request.kernel, 0, RequestTraceRequest().launches);
  job_.run(
      [requests = services_.requests, job = std::move(job), device = request.device,
       progress = followProgress()](std::stop_token stop) {
        QElapsedTimer clock;
        clock.start();
        Result<TrafficGraph> graph = weigh(requests, job, device, progress, stop);
        return Answer{std::move(graph), static_cast<double>(clock.elapsed()) / 1000};
      },
      [this, record = recordOf(program, "metrics"), kernel = request.kernel](Answer answer) mutable {
        record.seconds = answer.seconds;
        finish(std::move(record), kernel, std::move(answer));
      });
  emit stateChanged();
}

void LoadsRun::finish(RunRecord record, const std::string& kernel, Answer answer) {
  endProgress();
  TrafficGraph graph;
  if (answer.graph.ok()) {
    graph = std::move(answer.graph.value());
    record.outcome = "finished";
    record.summary = countText(graph.loads.size(), "load", "loads") + " of `" + kernel + "` weighed, see Reuse: loads.";
  } else {
    record.outcome = "failed";
    record.summary = answer.graph.error().message;
  }
  emit finished(record, QString::fromStdString(kernel), graph);
  emit stateChanged();
}

}  // namespace warpwright::views

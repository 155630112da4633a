#include "views/window/trace_run.h"

#include <QElapsedTimer>

#include "core/base/number_text.h"
#include "core/job/kernel_trace.h"

namespace warpwright::views {

void TraceRun::start(Request request) {
  Program program{request.unit, request.folder, request.arguments};
  if (!admits(program, request.isAllowed)) return;
  EngineJob before = jobOf(program);
  for (const auto& [path, text] : request.before) before.openTexts[path] = text;
  std::optional<EngineJob> after;
  ChangedProgram jobs = changedProgram(std::move(before), request.after, {});
  if (!request.after.empty()) after = std::move(jobs.variant);
  job_.run(
      [run = services_.run, before = std::move(jobs.original), after = std::move(after),
       progress = followProgress()](std::stop_token stop) {
        QElapsedTimer clock;
        clock.start();
        Result<TracedPrograms> traced = traceWith(run, before, after, progress, stop);
        return Answer{std::move(traced), static_cast<double>(clock.elapsed()) / 1000};
      },
      [this, record = recordOf(program, "metrics"), request = std::move(request)](Answer answer) mutable {
        record.seconds = answer.seconds;
        finish(std::move(record), request, std::move(answer));
      });
  emit stateChanged();
}

void TraceRun::finish(RunRecord record, const Request& request, Answer answer) {
  endProgress();
  MemoryTraces traces;
  record.outcome = "failed";
  if (!answer.traced.ok()) {
    record.summary = answer.traced.error().message;
  } else if (answer.traced->failure) {
    record.summary = answer.traced->failure->message;
  } else {
    record.launches = answer.traced->launches;
    traces.hasVariant = !request.after.empty();
    traces.variantName = request.variantName;
    traces.kernels = std::move(answer.traced->kernels);
    if (traces.kernels.empty()) record.summary = "No launch was traced.";
  }
  if (!traces.kernels.empty()) {
    record.outcome = "finished";
    record.summary = countText(record.launches, "launch", "launches") + " traced, see Memory.";
    for (const KernelTrace& trace : traces.kernels) {
      if (traces.hasVariant) record.summary += " " + estimateSentence(trace);
    }
  }
  emit finished(record, traces);
  emit stateChanged();
}

}  // namespace warpwright::views

#include "views/window/trace_run.h"

#include <QElapsedTimer>

#include "core/report/words.h"

namespace warpwright::views {

void TraceRun::start(Request request) {
  const Program program{request.unit, request.folder, request.arguments};
  if (!admits(program, request.isAllowed)) return;
  EngineJob original = jobOf(program);
  original.check = false;
  original.metrics = true;
  for (const auto& [path, text] : request.before) original.openTexts[path] = text;
  EngineJob variant = original;
  for (const auto& [path, text] : request.after) variant.openTexts[path] = text;
  const bool both = !request.after.empty();  // the request moves on below
  job_.run(
      [run = services_.run, original = std::move(original), variant = std::move(variant), both,
       progress = followProgress()](std::stop_token stop) {
        QElapsedTimer clock;
        clock.start();
        Result<EngineRun> first = run(original, progress, stop);
        Result<EngineRun> second = both && first.ok() && !first->failure ? run(variant, progress, stop) : first;
        return Answer{std::move(first), std::move(second), static_cast<double>(clock.elapsed()) / 1000};
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
  for (const Result<EngineRun>* run : {&answer.original, &answer.variant}) {
    if (!run->ok())
      record.summary = run->error().message;
    else if ((*run)->failure)
      record.summary = (*run)->failure->message;
    if (!record.summary.empty()) break;
  }
  if (record.summary.empty()) {
    record.launches = answer.original->launches.size();
    traces.hasVariant = !request.after.empty();
    traces.variantName = request.variantName;
    traces.kernels = kernelTraces(*answer.original, *answer.variant);
    if (traces.kernels.empty()) {
      record.summary = "No launch was traced.";
    } else {
      record.outcome = "finished";
      record.summary = countText(record.launches, "launch", "launches") + " traced, see Memory.";
      for (const KernelTrace& trace : traces.kernels) {
        if (traces.hasVariant) record.summary += " " + estimateSentence(trace);
      }
    }
  }
  emit finished(record, traces);
  emit stateChanged();
}

}  // namespace warpwright::views

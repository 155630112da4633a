#include "views/window/trace_run.h"

#include <QElapsedTimer>
#include <ctime>
#include <filesystem>

#include "core/report/words.h"
#include "views/window/analysis_queue.h"
#include "views/window/check_run.h"
#include "views/window/pages.h"
#include "views/window/trust.h"

namespace warpwright::views {
namespace fs = std::filesystem;

TraceRun::TraceRun(Services& services, AnalysisQueue& queue, Pages& pages, QSettings& settings, QObject* parent)
    : QObject(parent), services_(services), queue_(queue), pages_(pages), settings_(settings) {}

void TraceRun::start(Request request) {
  if (isRunning() || request.unit.empty() || !services_.run) return;
  const std::string trusted = request.folder.empty() ? fs::path(request.unit).parent_path().string() : request.folder;
  if (!request.isAllowed && !mayRun(trusted, request.unit, services_, settings_, pages_.window())) return;
  ArgumentMemory(settings_).keep(request.unit, request.arguments.toStdString());
  EngineJob original = engineJob(request.unit, request.folder, request.arguments);
  original.check = false;
  original.metrics = true;
  original.openTexts = pages_.unsavedTexts();
  for (const auto& [path, text] : request.before) original.openTexts[path] = text;
  original.toolkit = queue_.requestFor(request.unit).toolkit;
  EngineJob variant = original;
  for (const auto& [path, text] : request.after) variant.openTexts[path] = text;
  RunRecord record;
  record.kind = "metrics";
  record.program = request.unit;
  record.arguments = request.arguments.toStdString();
  record.startedAt = static_cast<int64_t>(std::time(nullptr));
  progress_ = tr("Compiling for the CPU engine");
  progressDoor_.close();
  auto progress = progressDoor_.through<EngineProgress>([this](const EngineProgress& now) {
    progress_ = QString::fromStdString(now.text);
    emit stateChanged();
  });
  const bool both = !request.after.empty();  // the request moves on below
  job_.run(
      [run = services_.run, original = std::move(original), variant = std::move(variant), both,
       progress = std::move(progress)](std::stop_token stop) {
        QElapsedTimer clock;
        clock.start();
        const auto report = [&](const EngineProgress& now) { progress(now); };
        Result<EngineRun> first = run(original, report, stop);
        Result<EngineRun> second = both && first.ok() && !first->failure ? run(variant, report, stop) : first;
        return Answer{std::move(first), std::move(second), static_cast<double>(clock.elapsed()) / 1000};
      },
      [this, record, request = std::move(request)](Answer answer) mutable {
        record.seconds = answer.seconds;
        finish(std::move(record), request, std::move(answer));
      });
  emit stateChanged();
}

void TraceRun::finish(RunRecord record, const Request& request, Answer answer) {
  progressDoor_.close();
  progress_.clear();
  MemoryTraces traces;
  record.outcome = "failed";
  for (const Result<EngineRun>* run : {&answer.original, &answer.variant}) {
    if (!run->ok()) record.summary = run->error().message;
    else if ((*run)->failure) record.summary = (*run)->failure->message;
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

void TraceRun::cancel() {
  if (!isRunning()) return;
  job_.cancel();
  progressDoor_.close();
  progress_.clear();
  emit stateChanged();
}

}  // namespace warpwright::views

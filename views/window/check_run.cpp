#include "views/window/check_run.h"

#include <QElapsedTimer>
#include <QProcess>
#include <ctime>

#include "core/report/words.h"
#include "views/window/analysis_queue.h"
#include "views/window/pages.h"
#include "views/window/trust.h"

namespace warpwright::views {
namespace fs = std::filesystem;

EngineJob engineJob(const std::string& unit, const std::string& folder, const QString& arguments) {
  EngineJob job;
  const fs::path database = fs::path(folder) / "compile_commands.json";
  std::error_code ignored;
  job.path = !folder.empty() && fs::exists(database, ignored) ? database : fs::path(unit);
  for (const QString& word : QProcess::splitCommand(arguments)) job.arguments.push_back(word.toStdString());
  job.workingFolder = fs::path(unit).parent_path();
  job.check = true;
  return job;
}

CheckRun::CheckRun(Services& services, AnalysisQueue& queue, Pages& pages, QSettings& settings, QObject* parent)
    : QObject(parent), services_(services), queue_(queue), pages_(pages), settings_(settings) {}

void CheckRun::start(const std::string& unit, const std::string& folder, const QString& arguments) {
  if (isRunning() || unit.empty() || !services_.run) return;
  const std::string trusted = folder.empty() ? fs::path(unit).parent_path().string() : folder;
  if (!mayRun(trusted, unit, services_, settings_, pages_.window())) return;
  ArgumentMemory(settings_).keep(unit, arguments.toStdString());
  EngineJob job = engineJob(unit, folder, arguments);
  job.openTexts = pages_.unsavedTexts();
  job.toolkit = queue_.requestFor(unit).toolkit;
  RunRecord record;
  record.kind = "check";
  record.program = unit;
  record.arguments = arguments.toStdString();
  record.startedAt = static_cast<int64_t>(std::time(nullptr));
  progress_ = tr("Compiling for the CPU engine");
  progressDoor_.close();
  auto progress = progressDoor_.through<EngineProgress>([this](const EngineProgress& now) {
    progress_ = QString::fromStdString(now.text);
    if (now.fraction >= 0) progress_ += tr(", %1 %").arg(qRound(now.fraction * 100));
    emit stateChanged();
  });
  struct Answer {
    Result<EngineRun> run;
    double seconds = 0;
  };
  job_.run(
      [run = services_.run, job = std::move(job), progress = std::move(progress)](std::stop_token stop) {
        QElapsedTimer clock;
        clock.start();
        Result<EngineRun> answer = run(job, [&](const EngineProgress& now) { progress(now); }, stop);
        return Answer{std::move(answer), static_cast<double>(clock.elapsed()) / 1000};
      },
      [this, record](Answer answer) mutable {
        record.seconds = answer.seconds;
        finish(std::move(record), std::move(answer.run));
      });
  emit stateChanged();
}

void CheckRun::finish(RunRecord record, Result<EngineRun> run) {
  progressDoor_.close();
  progress_.clear();
  if (!run.ok()) {
    record.outcome = "failed";
    record.summary = run.error().message;
    emit finished(record, {});
  } else {
    record.launches = run->launches.size();
    record.findings = run->findings.size();
    if (run->failure) {
      record.outcome = "failed";
      record.summary = run->failure->message;
    } else {
      record.outcome = run->findings.empty() ? "finished" : "findings";
      record.summary = countText(run->launches.size(), "launch", "launches") + ", exit code " + std::to_string(run->exitCode) + ", " +
                       (run->findings.empty() ? std::string("no races, no accesses out of bounds.")
                                              : countText(run->findings.size(), "finding", "findings") + ", see Problems.");
    }
    emit finished(record, *run);
  }
  emit stateChanged();
}

void CheckRun::cancel() {
  if (!isRunning()) return;
  job_.cancel();
  progressDoor_.close();
  progress_.clear();
  emit stateChanged();
}

}  // namespace warpwright::views

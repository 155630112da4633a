#include "views/window/check_run.h"

#include <QElapsedTimer>

#include "core/base/number_text.h"

namespace warpwright::views {

void CheckRun::start(const std::string& unit, const std::string& folder, const QString& arguments, bool checks) {
  Program program{unit, folder, arguments};
  if (!admits(program, false)) return;
  struct Answer {
    Result<EngineRun> run;
    double seconds = 0;
  };
  EngineJob job = jobOf(program);
  job.check = checks;
  job_.run(
      [run = services_.run, job = std::move(job), progress = followProgress()](std::stop_token stop) {
        QElapsedTimer clock;
        clock.start();
        Result<EngineRun> answer = run(job, progress, stop);
        return Answer{std::move(answer), static_cast<double>(clock.elapsed()) / 1000};
      },
      [this, record = recordOf(program, checks ? "check" : "observe")](Answer answer) mutable {
        record.seconds = answer.seconds;
        finish(std::move(record), std::move(answer.run));
      });
  emit stateChanged();
}

void CheckRun::finish(RunRecord record, Result<EngineRun> run) {
  endProgress();
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
      record.summary = record.kind == "observe"
                           ? countText(run->launches.size(), "launch", "launches") + " of " +
                                 countText(run->observed.size(), "kernel", "kernels") + " seen, exit code " +
                                 std::to_string(run->exitCode) + "."
                           : countText(run->launches.size(), "launch", "launches") + ", exit code " +
                                 std::to_string(run->exitCode) + ", " +
                                 (run->findings.empty()
                                      ? std::string("no races, no accesses out of bounds.")
                                      : countText(run->findings.size(), "finding", "findings") + ", see Problems.");
    }
    emit finished(record, *run);
  }
  emit stateChanged();
}

}  // namespace warpwright::views

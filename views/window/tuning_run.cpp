#include "views/window/tuning_run.h"

#include <QSettings>
#include <filesystem>

#include "views/shared/findings.h"
#include "views/window/analysis_queue.h"
#include "views/window/chosen_device.h"
#include "views/window/pages.h"
#include "views/window/program_run.h"
#include "views/window/trust.h"

namespace warpwright::views {
namespace fs = std::filesystem;

TuningRun::TuningRun(Services& services, AnalysisQueue& queue, const Findings& findings, Pages& pages,
                     QSettings& settings, QObject* parent)
    : QObject(parent), services_(services), queue_(queue), findings_(findings), pages_(pages), settings_(settings) {}

TuningRun::~TuningRun() {
  job_.cancel();
}

QString TuningRun::whyNot(const std::string& unit, const std::string& kernel, bool own) const {
  if (isRunning()) return tr("A measurement runs. Pause or cancel it first.");
  if (!services_.makeAnalysis) return tr("Measuring is not possible here.");
  const UnitFindings* of = findings_.unit(unit);
  if (of && !of->failure.isEmpty()) return of->failure;
  if (!of || !of->hasResult) return tr("Analyse the file first.");
  if (of->outdated) return tr("The text has errors. Mend them first.");
  if (kernel.empty()) return tr("Choose a kernel first.");
  const auto changes = tunableChanges(of->shown, kernel);
  if (!changes.ok() && !own)
    return tr("Nothing can be changed in %1: none of its findings is applicable.").arg(QString::fromStdString(kernel));
  if (const QString why = findings_.whyNoProgram(unit); !why.isEmpty()) return why;
  // What is captured is what lies on the disk; so must be what is changed.
  if (!pages_.unsavedTexts().empty()) return tr("Save your changes first: measuring runs the program from the disk.");
  return {};
}

void TuningRun::start(const std::string& unit, const std::string& folder, const std::string& kernel,
                      TuningChoice choice) {
  if (!whyNot(unit, kernel, !choice.own.empty()).isEmpty()) return;
  TuningTask task;
  task.target = choice.target;
  // A launch to judge by is captured here, wherever variants are judged.
  if (!choice.target.starts_with("recorded:")) {
    const auto arguments =
        mayRun({folder, findings_.startOf(unit), choice.arguments}, services_, settings_, pages_.window());
    if (!arguments) return;
    choice.arguments = *arguments;
  }
  task.context = queue_.requestFor(unit);
  task.program = engineJob(unit, folder, choice.arguments, findings_);
  task.program.check = false;
  task.program.arch = task.context.arch;
  task.program.toolkit = task.context.toolkit;
  task.program.compilerFlags = task.context.flags;
  task.program.timeLimit = std::chrono::minutes(2);
  task.analysis = findings_.unit(unit)->shown;
  task.kernel = kernel;
  task.capture = choice.capture;
  task.launchIndex = choice.launchIndex;
  task.strategy = choice.strategy;
  task.own = choice.own;
  task.onlyOwn = !choice.own.empty();
  if (choice.budgetSeconds > 0) task.budget = std::chrono::seconds(choice.budgetSeconds);
  task.folder = folder_;
  task.moreServices = services_.makeAnalysis;
  if (auto device = findDevice(chosenDevice(settings_).toStdString()); device.ok()) {
    task.device = *std::move(device);
  }
  unit_ = unit;
  kernel_ = kernel;
  now_ = {};
  pause_ = {};
  clock_.start();
  progressDoor_.close();
  auto progress = progressDoor_.through<TuningNow>([this](TuningNow now) {
    now_ = std::move(now);
    emit stateChanged();
  });
  job_.run(
      [task = std::move(task), make = services_.makeAnalysis, progress = std::move(progress),
       pause = pause_.get_token()](std::stop_token stop) {
        const std::unique_ptr<AnalysisService> service = make();
        return runTuning(task, *service, [&](const TuningNow& now) { progress(now); }, pause, stop);
      },
      [this](Result<Tuned> tuned) {
        progressDoor_.close();
        if (tuned.ok()) {
          emit finished(tuned->table);
        } else if (tuned.error().kind != ErrorKind::cancelled) {
          emit failed(QString::fromStdString(tuned.error().message));
        }
        emit stateChanged();
      });
  emit stateChanged();
}

double TuningRun::secondsSpent() const {
  return clock_.isValid() ? static_cast<double>(clock_.elapsed()) / 1000 : 0;
}

void TuningRun::pause() {
  if (!isRunning()) return;
  pause_.request_stop();
  emit stateChanged();
}

void TuningRun::cancel() {
  if (!isRunning()) return;
  job_.cancel();
  progressDoor_.close();
  TuningTable judged = now_.table;
  judged.seconds = secondsSpent();
  if (judged.tried() > 0) emit cancelled(judged);
  emit stateChanged();
}

}  // namespace warpwright::views

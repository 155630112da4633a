#include "views/window/program_run.h"

#include <QProcess>
#include <ctime>
#include <filesystem>

#include "views/shared/findings.h"
#include "views/window/analysis_queue.h"
#include "views/window/chosen_device.h"
#include "views/window/pages.h"
#include "views/window/trust.h"

namespace warpwright::views {
namespace fs = std::filesystem;

EngineJob engineJob(const std::string& unit, const std::string& folder, const QString& arguments,
                    const Findings& findings) {
  EngineJob job;
  const std::string start = findings.startOf(unit);
  const fs::path database = fs::path(folder) / "compile_commands.json";
  std::error_code ignored;
  const bool isListed = !folder.empty() && fs::exists(database, ignored);
  job.path = isListed && !findings.programOf(unit) ? database : fs::path(start);
  job.project = folder;
  for (const QString& word : QProcess::splitCommand(arguments)) job.arguments.push_back(word.toStdString());
  job.workingFolder = fs::path(start).parent_path();
  job.check = true;
  job.observe = true;
  return job;
}

ProgramRun::ProgramRun(Services& services, AnalysisQueue& queue, Pages& pages, QSettings& settings, QObject* parent)
    : QObject(parent), services_(services), queue_(queue), pages_(pages), settings_(settings) {}

bool ProgramRun::admits(Program& program, bool isAllowed) {
  if (isRunning() || program.unit.empty() || !services_.run) return false;
  if (isAllowed) return true;
  const ProgramCall call{program.folder, queue_.findings().startOf(program.unit), program.arguments};
  const std::optional<QString> arguments = mayRun(call, services_, settings_, pages_.window());
  if (arguments) program.arguments = *arguments;
  return arguments.has_value();
}

EngineJob ProgramRun::jobOf(const Program& program) const {
  EngineJob job = engineJob(program.unit, program.folder, program.arguments, queue_.findings());
  job.openTexts = pages_.unsavedTexts();
  const AnalysisRequest read = queue_.requestFor(program.unit);
  job.toolkit = read.toolkit;
  job.compilerFlags = read.flags;
  job.device = chosenDevice(settings_).toStdString();
  return job;
}

AnalysisRequest ProgramRun::requestFor(const std::string& unit) const {
  return queue_.requestFor(unit);
}

RunRecord ProgramRun::recordOf(const Program& program, const std::string& kind) {
  RunRecord record;
  record.kind = kind;
  record.program = program.unit;
  record.arguments = program.arguments.toStdString();
  record.startedAt = static_cast<int64_t>(std::time(nullptr));
  return record;
}

std::function<void(const EngineProgress&)> ProgramRun::followProgress() {
  progress_ = tr("Compiling for the CPU engine");
  progressDoor_.close();
  return progressDoor_.through<EngineProgress>([this](const EngineProgress& now) {
    progress_ = QString::fromStdString(now.text);
    if (now.fraction >= 0) progress_ += tr(", %1 %").arg(qRound(now.fraction * 100));
    emit stateChanged();
  });
}

void ProgramRun::endProgress() {
  progressDoor_.close();
  progress_.clear();
}

void ProgramRun::cancel() {
  if (!isRunning()) return;
  job_.cancel();
  endProgress();
  emit stateChanged();
}

}  // namespace warpwright::views

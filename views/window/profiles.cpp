#include "views/window/profiles.h"

#include <QDateTime>
#include <QFileDialog>
#include <QLocale>
#include <QProcess>
#include <QSettings>
#include <ctime>
#include <nlohmann/json.hpp>

#include "core/base/hash.h"
#include "core/base/number_text.h"
#include "core/execute/replay/profile_program.h"
#include "core/report/profile_trace.h"
#include "core/report/time_shares.h"
#include "views/shared/findings.h"
#include "views/shared/message_bar.h"
#include "views/shared/selection.h"
#include "views/speedup/profile_page.h"
#include "views/window/pages.h"
#include "views/window/services.h"
#include "views/window/session_keeper.h"
#include "views/window/trust.h"

namespace warpwright::views {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char *about = "profile", *sessionKey = "profile";

std::string toText(const ShownProfile& shown) {
  json profile = toJson(shown.kept.profile);
  profile["device"] = shown.kept.device;
  const json object = {{"profile", std::move(profile)},
                       {"name", shown.name.toStdString()},
                       {"program", shown.program},
                       {"taken_at", shown.takenAt}};
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Nothing where the text is of a later version.
std::optional<ShownProfile> shownFromText(const std::string& text) {
  const json object = json::parse(text, nullptr, false);
  if (!object.is_object() || !object.contains("profile")) return std::nullopt;
  Result<KeptProfile> kept = keptProfileFromJson(object["profile"]);
  if (!kept.ok()) return std::nullopt;
  const auto textOf = [&](const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const auto at = object.find("taken_at");
  return ShownProfile{*std::move(kept),
                      QString::fromStdString(textOf("name")),
                      textOf("program"),
                      at != object.end() && at->is_number_integer() ? at->get<int64_t>() : 0,
                      {}};
}

/// "H200, 17:40"
QString conditionsOf(const ShownProfile& shown) {
  QStringList words;
  if (!shown.kept.device.empty()) words << QString::fromStdString(shown.kept.device);
  if (shown.takenAt != 0) {
    const QDateTime at = QDateTime::fromSecsSinceEpoch(shown.takenAt);
    const bool today = at.date() == QDate::currentDate();
    words << (today ? at.toString("HH:mm") : QLocale().toString(at, QLocale::ShortFormat));
  }
  return words.join(", ");
}

/// Where a kernel stands.
const SourcePosition& placeOf(const KernelSummary& kernel) {
  return kernel.nameAt.isValid() ? kernel.nameAt : kernel.definition.begin;
}

QString warningOf(const ProgramProfile& profile) {
  if (profile.droppedRecords == 0) return {};
  return Profiles::tr("%1 launches or copies are missing: they failed, or the profiler had no room for them.")
      .arg(QString::fromStdString(countText(profile.droppedRecords)));
}

}  // namespace

QString ShownProfile::title() const {
  const QString conditions = conditionsOf(*this);
  return Profiles::tr("profile of %1").arg(name) + (conditions.isEmpty() ? QString() : ", " + conditions);
}

Profiles::Profiles(const WindowParts& parts) : Workflow(parts) {
  constexpr int second = 1000;
  tick_.setInterval(second);
  connect(&tick_, &QTimer::timeout, this, &Workflow::changed);
  connect(&parts_.findings, &Findings::changed, this, &Profiles::showPlaces);
}

std::shared_ptr<const ShownProfile> Profiles::shown() const {
  if (!profile_) return nullptr;
  const std::string& chosen = parts_.findings.program();
  return chosen.empty() || profile_->program.empty() || chosen == profile_->program ? profile_ : nullptr;
}

QString Profiles::whyNot() const {
  if (isRunning()) return tr("A program is being profiled. Cancel it with Shift+Esc.");
  if (!parts_.services.profile) return tr("Profiling is not possible here.");
  const std::string file = parts_.file();
  if (file.empty()) return tr("Open a file of the program first.");
  return parts_.findings.whyNoProgram(file);
}

QString Profiles::executableKey() const {
  return "executables/" + QString::fromStdString(hexText(hashText(parts_.findings.startOf(parts_.file()))));
}

/// What the program in front is made of.
std::vector<std::string> Profiles::sources() const {
  const std::string file = parts_.file();
  const ProgramSummary* program = parts_.findings.programOf(file);
  if (!program && parts_.findings.programs().size() == 1) program = &parts_.findings.programs().front();
  return program && program->has(file) ? program->files : std::vector{parts_.findings.startOf(file)};
}

std::unique_ptr<ProfileDialog> Profiles::makeDialog() {
  const std::string file = parts_.file(), start = parts_.findings.startOf(file);
  const ProgramSummary* program = parts_.findings.programOf(file);
  const fs::path known = parts_.settings.value(executableKey()).toString().toStdString();
  std::vector<fs::path> likely = likelyExecutables(start, parts_.folder, program ? program->name : std::string());
  std::error_code ignored;
  const ProfileCall now{fs::exists(known, ignored) ? known
                        : likely.empty()           ? fs::path()
                                                   : likely.front(),
                        parts_.arguments()};
  auto dialog = std::make_unique<ProfileDialog>(now, likely, sources(), parts_.theme, &parts_.window);
  parts_.showKept(dialog->kept());
  connect(&dialog->kept(), &ArgumentMenu::changed, this, [this, menu = &dialog->kept()] { parts_.keep(*menu); });
  return dialog;
}

void Profiles::profile() {
  if (const QString why = whyNot(); !why.isEmpty())
    return parts_.messages.post({Message::Kind::warning, why, {}, {}, about});
  const std::unique_ptr<ProfileDialog> dialog = makeDialog();
  if (dialog->exec() == QDialog::Accepted) start(dialog->call());
}

void Profiles::start(const ProfileCall& call) {
  if (!whyNot().isEmpty()) return;
  const std::string start = parts_.findings.startOf(parts_.file());
  parts_.settings.setValue(executableKey(), QString::fromStdString(call.executable.string()));
  ArgumentMemory(parts_.settings).keep(start, call.arguments.toStdString());
  ProgramToProfile program;
  program.command = {call.executable.string()};
  for (const QString& word : QProcess::splitCommand(call.arguments)) program.command.push_back(word.toStdString());
  program.workingFolder = fs::path(start).parent_path();
  program_ = parts_.programName(parts_.file());
  record_ = {};
  record_.kind = "profile";
  record_.program = call.executable.string();
  record_.arguments = call.arguments.toStdString();
  record_.startedAt = static_cast<int64_t>(std::time(nullptr));
  parts_.messages.clear(about);
  progress_.clear();
  clock_.start();
  tick_.start();
  progressDoor_.close();
  auto progress = progressDoor_.through<std::string>([this](const std::string& now) {
    progress_ = QString::fromStdString(now);
    emit changed();
  });
  const QString warning = newerThan(call.executable, sources());
  runJob_.run([run = parts_.services.profile, program = std::move(program),
               progress = std::move(progress)](std::stop_token stop) { return run(program, progress, stop); },
              [this, call, warning](const Result<ProfiledProgram>& answer) {
                progressDoor_.close();
                tick_.stop();
                finish(call, answer);
                if (answer.ok() && answer->run.profile && !answer->failure) {
                  const QString missing = warningOf(*answer->run.profile);
                  take({{*answer->run.profile, answer->gpu.name},
                        QString::fromStdString(call.executable.filename().string()),
                        program_,
                        record_.startedAt,
                        warning.isEmpty() || missing.isEmpty() ? warning + missing : warning + ' ' + missing});
                }
                emit changed();
              });
  showPage();
  emit changed();
}

void Profiles::finish(const ProfileCall& call, const Result<ProfiledProgram>& answer) {
  record_.seconds = static_cast<double>(clock_.elapsed()) / 1000;
  record_.outcome = "failed";
  ProgramOutput output;
  if (!answer.ok()) {
    record_.summary = answer.error().message;
  } else {
    const SubprocessEnd& end = answer->run.end;
    output = {end.exitCode, end.output, end.errorOutput};
    if (answer->failure) record_.summary = answer->failure->message;
  }
  if (answer.ok() && !answer->failure && answer->run.profile) {
    const ProgramProfile& profile = *answer->run.profile;
    record_.outcome = "finished";
    for (const KernelProfile& kernel : profile.kernels) record_.launches += kernel.launches;
    record_.summary = countText(record_.launches, "launch", "launches") + " of " +
                      countText(profile.kernels.size(), "kernel", "kernels") + " timed on " + answer->gpu.name +
                      ", exit code " + std::to_string(answer->run.end.exitCode) + '.';
  } else {
    QString said = QString::fromStdString(record_.summary);
    if (!answer.ok() && answer.error().kind == ErrorKind::worker)
      said += ' ' + tr("Trace (in the dock Runs) counts on the CPU engine what each kernel does.");
    parts_.messages.post(
        {Message::Kind::warning,
         tr("%1 was not profiled. %2").arg(QString::fromStdString(call.executable.filename().string()), said),
         {},
         {},
         about});
  }
  emit finished(record_, output);
}

void Profiles::take(ShownProfile profile) {
  profile_ = std::make_shared<const ShownProfile>(std::move(profile));
  parts_.session.setValue(sessionKey, toText(*profile_));
  if (page_) page_->setProfile(profile_->kept.profile, {profile_->name, conditionsOf(*profile_), profile_->warning});
  showPlaces();
  emit profiled();
}

void Profiles::cancel() {
  if (!isRunning()) return;
  runJob_.cancel();
  progressDoor_.close();
  tick_.stop();
  record_.outcome = "cancelled";
  record_.summary = "Cancelled.";
  record_.seconds = static_cast<double>(clock_.elapsed()) / 1000;
  emit finished(record_, {});
  emit changed();
}

QString Profiles::doing() const {
  const QString spent = QString::fromStdString(durationText(static_cast<double>(clock_.elapsed() / 1000)));
  return tr("Profiling: %1").arg(progress_.isEmpty() ? spent : progress_ + ", " + spent);
}

void Profiles::choose() {
  const QString path =
      QFileDialog::getOpenFileName(&parts_.window, tr("Open the profile of a program"), {}, tr("Profiles (*.json)"));
  if (!path.isEmpty()) open(path.toStdString());
}

void Profiles::open(const fs::path& file) {
  readJob_.run([file](std::stop_token) { return readKeptProfile(file); },
               [this, file](Result<KeptProfile> kept) {
                 if (!kept.ok()) {
                   return parts_.messages.post(
                       {Message::Kind::warning, QString::fromStdString(kept.error().message), {}, {}, about});
                 }
                 parts_.messages.clear(about);
                 const std::string program = parts_.file().empty() ? std::string() : parts_.programName(parts_.file());
                 const QString warning = warningOf(kept->profile);
                 take({*std::move(kept), QString::fromStdString(file.filename().string()), program, 0, warning});
                 showPage();
               });
}

void Profiles::saveTrace() {
  const QString path = QFileDialog::getSaveFileName(&parts_.window, tr("Save the trace"),
                                                    profile_->name + ".trace.json", tr("Traces (*.json)"));
  if (!path.isEmpty()) saveTrace(fs::path(path.toStdString()));
}

void Profiles::saveTrace(const fs::path& file) {
  writeJob_.run([file, shown = profile_](
                    std::stop_token) { return writeProfileTrace(file, shown->kept.profile, shown->kept.device); },
                [this, file, shown = profile_](const Status& written) {
                  const std::string left = whatTraceLeavesOut(file, shown->kept.profile);
                  const QString words = !written.ok() ? QString::fromStdString(written.error().message)
                                        : left.empty()
                                            ? tr("Trace written: %1").arg(QString::fromStdString(file.string()))
                                            : QString::fromStdString(left) + '.';
                  parts_.messages.post({written.ok() ? Message::Kind::ok : Message::Kind::error, words, {}, {}, about});
                });
}

void Profiles::restore(const std::map<std::string, std::string>& values) {
  const auto found = values.find(sessionKey);
  std::optional<ShownProfile> kept;
  if (found != values.end()) kept = shownFromText(found->second);
  if (!kept && !profile_) return;
  profile_ = nullptr;
  if (kept) {
    kept->warning = warningOf(kept->kept.profile);
    profile_ = std::make_shared<const ShownProfile>(*std::move(kept));
    if (page_) page_->setProfile(profile_->kept.profile, {profile_->name, conditionsOf(*profile_), profile_->warning});
    showPlaces();
  }
  emit profiled();
}

ProfilePage& Profiles::makePage() {
  if (page_) return *page_;
  page_ = new ProfilePage(parts_.theme, &parts_.pages);
  page_->hide();
  connect(page_, &ProfilePage::otherRequested, this, &Profiles::choose);
  connect(page_, &ProfilePage::traceRequested, this, [this] { saveTrace(); });
  connect(page_, &ProfilePage::runRequested, this, &Profiles::profile);
  connect(page_, &ProfilePage::cancelRequested, this, &Profiles::cancel);
  connect(page_, &ProfilePage::kernelChosen, this, [this](int kernel) {
    const KernelSummary* source = sourceOf(kernel);
    // The selection is about the file in front.
    if (source && placeOf(*source).file == parts_.selection.file()) parts_.selection.setKernel(source->name);
  });
  connect(page_, &ProfilePage::sourceWanted, this, [this](int kernel) {
    if (const KernelSummary* source = sourceOf(kernel)) emit lineWanted(placeOf(*source));
  });
  if (profile_) page_->setProfile(profile_->kept.profile, {profile_->name, conditionsOf(*profile_), profile_->warning});
  showPlaces();
  return *page_;
}

void Profiles::showPage() {
  parts_.pages.showKept(makePage(), "kernel", tr("Profile"), tr("Close profile"));
  page_->setFocus(Qt::OtherFocusReason);
  update();
}

/// Which kernels of the source those of the profile are.
void Profiles::showPlaces() {
  if (!page_ || !profile_) return;
  std::vector<const KernelSummary*> kernels;
  for (const auto& [unit, kernel] : parts_.findings.kernels()) kernels.push_back(kernel);
  std::vector<QString> places;
  for (const auto& number : kernelsOfProfile(profile_->kept.profile, kernels)) {
    places.emplace_back();
    if (!number) continue;
    const SourcePosition& at = placeOf(*kernels[*number]);
    places.back() =
        QStringLiteral("%1:%2").arg(QString::fromStdString(fs::path(at.file).filename().string())).arg(at.line);
  }
  page_->setPlaces(std::move(places));
}

/// The kernel of the source that one of the profile is; null: it is not known.
const KernelSummary* Profiles::sourceOf(int kernel) const {
  std::vector<const KernelSummary*> kernels;
  for (const auto& [unit, summary] : parts_.findings.kernels()) kernels.push_back(summary);
  const auto numbers = kernelsOfProfile(profile_->kept.profile, kernels);
  const bool isKnown = kernel >= 0 && static_cast<size_t>(kernel) < numbers.size();
  return isKnown && numbers[static_cast<size_t>(kernel)] ? kernels[*numbers[static_cast<size_t>(kernel)]] : nullptr;
}

void Profiles::update() {
  if (!page_) return;
  const QString why = whyNot();
  page_->setRunning(isRunning() ? doing() : QString(), why.isEmpty(), why);
}

}  // namespace warpwright::views

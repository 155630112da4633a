// What the user chooses once, and what follows from it.
#include <QMenu>
#include <QProcess>
#include <algorithm>
#include <filesystem>

#include "core/base/hash.h"
#include "core/device/device.h"
#include "views/diff/preview_page.h"
#include "views/window/analysis_queue.h"
#include "views/window/chosen_device.h"
#include "views/window/flags_dialog.h"
#include "views/window/launch_dialog.h"
#include "views/window/main_window.h"
#include "views/window/occupancy_dock.h"
#include "views/window/open_places.h"
#include "views/window/pages.h"
#include "views/window/settings_dialog.h"
#include "views/window/window_actions.h"

namespace warpwright::views {
namespace {

constexpr const char* codeFontKey = "look/codeFont";
constexpr const char* textSizeKey = "look/textSize";
constexpr const char* trustKey = "trust/folders";
constexpr const char* reducedMotionKey = "look/reducedMotion";
constexpr const char *toolkitKey = "analysis/toolkit", *archKey = "analysis/arch";
constexpr const char* keysGroup = "keys";

/// "Select all"
QString plainAction(const QAction& action) {
  return action.text().remove('&').remove(QStringLiteral("…"));
}

/// Of one project: they mean nothing elsewhere.
QString keyOf(const char* what, const std::string& folder) {
  return QString("%1/%2").arg(what, QString::fromStdString(hexText(hashText(folder))));
}

}  // namespace

void MainWindow::readSettings() {
  theme_.setReducedMotion(settings_->value(reducedMotionKey, false).toBool());
  theme_.setFonts(settings_->value(codeFontKey).toString(), settings_->value(textSizeKey, 0.0).toDouble());
  theme_.choose(static_cast<ThemeKind>(settings_->value("theme", 0).toInt()));
}

void MainWindow::analyseAsChosen() {
  const std::string name = chosenDevice(*settings_).toStdString();
  // To read what is known of all devices takes a good part of a turn.
  if (asked_.name != name || name.empty()) {
    const auto device = findDevice(name);
    asked_ = {name, device.ok() && sharesCache(*device)};
  }
  const AnalysisRequest usual;
  queue_->setPlatform(settings_->value(toolkitKey, QString::fromStdString(usual.toolkit)).toString().toStdString(),
                      settings_->value(archKey, QString::fromStdString(usual.arch)).toString().toStdString());
  // Findings tell apart only GPUs that share a cache with the CPU and all others.
  queue_->setDevice(asked_.sharesCache ? name : std::string(), familiesOnRequest(*settings_));
  std::vector<std::string> flags;
  const QString written = settings_->value(keyOf("flags", folder_)).toString();
  for (const QString& flag : QProcess::splitCommand(written)) flags.push_back(flag.toStdString());
  for (const QString& folder : settings_->value(keyOf("includes", folder_)).toStringList())
    flags.push_back("-I" + folder.toStdString());
  queue_->setFlags(std::move(flags));
  std::vector<std::string> launches;
  for (const QString& launch : settings_->value(keyOf("launches", folder_)).toStringList())
    launches.push_back(launch.toStdString());
  queue_->setLaunches(std::move(launches));
}

/// Of the selected kernel; it starts with what is known of it: what was given, seen in a run, or stands in the source.
void MainWindow::setLaunch() {
  const std::string kernel = selection_.kernel();
  if (kernel.empty()) return;
  KernelSummary known;
  for (const KernelSummary* of : findings_.kernelsIn(selection_.file())) {
    if (of->name == kernel) known = *of;
  }
  auto [now, from] = usualLaunch(known);
  now.kernel = kernel;
  bool isGiven = false;
  QStringList others;
  for (const QString& text : settings_->value(keyOf("launches", folder_)).toStringList()) {
    const GivenLaunch given = GivenLaunch::fromText(text.toStdString());
    if (given.kernel == kernel)
      now = given, isGiven = true, from = tr("These sizes were set by hand.");
    else
      others << text;
  }
  auto* dialog = new LaunchDialog(now, from, isGiven, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, &links_, [this, dialog, others] {
    QStringList all = others;
    if (!dialog->isRemoved()) all << QString::fromStdString(dialog->launch().text());
    settings_->setValue(keyOf("launches", folder_), all);
    analyseAsChosen();
  });
  dialog->open();
}

/// The passes that look only where they are asked to: an entry for each family of them.
void MainWindow::fillLookFor() {
  QMenu* menu = actions_->lookForMenu;
  menu->clear();
  const std::vector<Family> chosen = familiesOnRequest(*settings_);
  for (const auto& [family, words] : passesOnRequest(findings_.passes())) {
    QAction* action = menu->addAction(words);
    action->setCheckable(true);
    action->setChecked(std::find(chosen.begin(), chosen.end(), family) != chosen.end());
    connect(action, &QAction::toggled, &links_, [this, family = family](bool on) { lookFor(family, on); });
  }
  menu->setEnabled(!menu->isEmpty());
}

void MainWindow::lookFor(Family family, bool on) {
  std::vector<Family> families = familiesOnRequest(*settings_);
  const bool isOn = std::find(families.begin(), families.end(), family) != families.end();
  if (isOn == on) return;
  if (on)
    families.push_back(family);
  else
    std::erase(families, family);
  setLookFor(families);
}

void MainWindow::setLookFor(const std::vector<Family>& families) {
  QStringList names;
  for (const Family family : families) names << QString::fromStdString(nameOf(family));
  settings_->setValue(onRequestKey, names);
  for (QAction* action : actions_->lookForMenu->actions()) {
    const QSignalBlocker quiet(action);
    for (const auto& [family, words] : passesOnRequest(findings_.passes())) {
      if (words == action->text())
        action->setChecked(std::find(families.begin(), families.end(), family) != families.end());
    }
  }
  analyseAsChosen();
}

/// Those that are not as usual; an empty one is none.
void MainWindow::readKeys() {
  std::map<QString, QKeySequence> keys;
  settings_->beginGroup(keysGroup);
  for (const QString& id : settings_->childKeys())
    keys[id] = QKeySequence(settings_->value(id).toString(), QKeySequence::PortableText);
  settings_->endGroup();
  actions_->setKeys(keys);
}

void MainWindow::keepKeys(const std::vector<CommandKey>& commands) {
  settings_->remove(keysGroup);
  settings_->beginGroup(keysGroup);
  for (const CommandKey& command : commands) {
    if (command.key != command.usual) settings_->setValue(command.id, command.key.toString(QKeySequence::PortableText));
  }
  settings_->endGroup();
  readKeys();
}

/// Where build files do not tell how the files of the project are compiled. `why`: what is missing, a sentence.
void MainWindow::askFlags(const QString& why) {
  auto* dialog = new FlagsDialog(why, projectWords(), settings_->value(keyOf("flags", folder_)).toString(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, &links_, [this, dialog] {
    if (dialog->opensFolder()) return actions_->openFolder->trigger();
    settings_->setValue(keyOf("flags", folder_), dialog->flags());
    analyseAsChosen();
  });
  dialog->open();
}

/// What flags and folders of headers are for, as people read it.
QString MainWindow::projectWords() const {
  return folder_.empty() ? tr("files that are opened without a folder")
                         : QString::fromStdString(std::filesystem::path(folder_).filename().string());
}

void MainWindow::showSettings() {
  WindowSettings now;
  now.theme = theme_.chosen();
  now.codeFont = theme_.codeFont().family();
  now.textSize = theme_.textSize();
  now.device = chosenDevice(*settings_);
  now.flags = settings_->value(keyOf("flags", folder_)).toString();
  now.includeFolders = settings_->value(keyOf("includes", folder_)).toStringList();
  now.lookFor = familiesOnRequest(*settings_);
  now.reopens = settings_->value(reopensKey, true).toBool();
  now.reducedMotion = theme_.reducesMotion();
  const AnalysisRequest read = queue_->requestFor({});
  now.toolkit = QString::fromStdString(read.toolkit);
  now.arch = QString::fromStdString(read.arch);
  for (const QAction* action : actions_->all())
    now.commands.push_back(
        {WindowActions::idOf(*action), plainAction(*action), action->shortcut(), WindowActions::usualKeyOf(*action)});
  now.trusted = settings_->value(trustKey).toStringList();
  auto devices = allDevices();
  auto* dialog = new SettingsDialog(now, projectWords(), devices.ok() ? *devices : std::vector<Device>(),
                                    findings_.passes(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, &links_, [this, dialog, now] { takeSettings(now, dialog->chosen()); });
  dialog->open();
}

void MainWindow::takeSettings(const WindowSettings& before, const WindowSettings& now) {
  if (now.codeFont != before.codeFont) settings_->setValue(codeFontKey, now.codeFont);
  if (now.textSize != before.textSize) settings_->setValue(textSizeKey, now.textSize);
  settings_->setValue("theme", static_cast<int>(now.theme));
  settings_->setValue(trustKey, now.trusted);
  settings_->setValue(reopensKey, now.reopens);
  settings_->setValue(keyOf("flags", folder_), now.flags);
  settings_->setValue(keyOf("includes", folder_), now.includeFolders);
  settings_->setValue(reducedMotionKey, now.reducedMotion);
  settings_->setValue(toolkitKey, now.toolkit);
  settings_->setValue(archKey, now.arch);
  keepKeys(now.commands);
  readSettings();
  for (const auto& [action, kind] :
       std::initializer_list<std::pair<QAction*, ThemeKind>>{{actions_->themeSystem, ThemeKind::system},
                                                             {actions_->themeLight, ThemeKind::light},
                                                             {actions_->themeDark, ThemeKind::dark},
                                                             {actions_->themeContrast, ThemeKind::highContrast}}) {
    action->setChecked(now.theme == kind);
  }
  if (now.device != before.device) chooseDevice(now.device);
  setLookFor(now.lookFor);
}

void MainWindow::chooseDevice(const QString& name) {
  settings_->setValue(chosenDeviceKey, name);
  pages_->preview().setDevice(name);
  occupancy_->showDevice();
  analyseAsChosen();
  updateAll();
}

}  // namespace warpwright::views

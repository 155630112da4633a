#include "views/window/trust.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <filesystem>

#include "core/base/hash.h"
#include "views/window/services.h"

namespace warpwright::views {
namespace {

QString words(const char* text) {
  return QCoreApplication::translate("Trust", text);
}

Trust ask(const std::string& unit, QWidget* parent) {
  QMessageBox box(QMessageBox::NoIcon, words("Run this program?"),
                  words("<b>Run this program?</b><br>This builds and runs %1 on the CPU engine, with your rights.")
                      .arg(QString::fromStdString(std::filesystem::path(unit).filename().string()).toHtmlEscaped()),
                  QMessageBox::NoButton, parent);
  box.setAccessibleName(words("Run this program?"));
  QPushButton* once = box.addButton(words("Run once"), QMessageBox::AcceptRole);
  QPushButton* always = box.addButton(words("Always in this folder"), QMessageBox::YesRole);
  box.addButton(QMessageBox::Cancel);
  box.setDefaultButton(once);
  box.exec();
  if (box.clickedButton() == once) return Trust::once;
  return box.clickedButton() == always ? Trust::always : Trust::cancel;
}

QString keyOf(const std::string& unit) {
  return "arguments/" + QString::fromStdString(hexText(hashText(unit)));
}

}  // namespace

bool mayRun(const std::string& folder, const std::string& unit, const Services& services, QSettings& settings,
            QWidget* parent) {
  const std::string place = folder.empty() ? std::filesystem::path(unit).parent_path().string() : folder;
  const QString name = QString::fromStdString(place);
  QStringList trusted = settings.value("trust/folders").toStringList();
  if (trusted.contains(name)) return true;
  const Trust answer = services.askTrust ? services.askTrust(place) : ask(unit, parent);
  if (answer == Trust::always) settings.setValue("trust/folders", trusted << name);
  return answer != Trust::cancel;
}

std::string ArgumentMemory::of(const std::string& unit) const {
  return settings_.value(keyOf(unit)).toString().toStdString();
}

void ArgumentMemory::keep(const std::string& unit, const std::string& arguments) {
  settings_.setValue(keyOf(unit), QString::fromStdString(arguments));
}

}  // namespace warpwright::views

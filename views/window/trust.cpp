#include "views/window/trust.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <filesystem>

#include "core/base/hash.h"
#include "views/window/services.h"

namespace warpwright::views {
namespace {

/// `arguments`: what is in the field first, and what the user left there; null: nobody is asked for them.
Trust ask(const std::string& unit, QString* arguments, QWidget* parent) {
  QMessageBox box(
      QMessageBox::NoIcon, QCoreApplication::translate("Trust", "Run this program?"),
      QCoreApplication::translate(
          "Trust", "<b>Run this program?</b><br>This builds and runs %1 on the CPU engine, with your rights.")
          .arg(QString::fromStdString(std::filesystem::path(unit).filename().string()).toHtmlEscaped()),
      QMessageBox::NoButton, parent);
  box.setAccessibleName(QCoreApplication::translate("Trust", "Run this program?"));
  QPushButton* once = box.addButton(QCoreApplication::translate("Trust", "Run"), QMessageBox::AcceptRole);
  QPushButton* always =
      box.addButton(QCoreApplication::translate("Trust", "Always in this folder"), QMessageBox::YesRole);
  box.addButton(QMessageBox::Cancel);
  box.setDefaultButton(once);
  auto* field = new QLineEdit(&box);
  field->setAccessibleName(QCoreApplication::translate("Trust", "Arguments of the program"));
  field->setPlaceholderText(QCoreApplication::translate("Trust", "none"));
  if (arguments) {
    field->setText(*arguments);
    auto* grid = qobject_cast<QGridLayout*>(box.layout());
    auto* name = new QLabel(QCoreApplication::translate("Trust", "Arguments"), &box);
    name->setBuddy(field);
    const int row = grid->rowCount() - 1;
    QLayoutItem* buttons = grid->takeAt(grid->indexOf(box.findChild<QDialogButtonBox*>()));
    grid->addWidget(name, row, 0);
    grid->addWidget(field, row, 1, 1, grid->columnCount() - 1);
    grid->addItem(buttons, row + 1, 0, 1, grid->columnCount());
    field->setFocus();
  } else {
    field->hide();
  }
  box.exec();
  if (arguments) *arguments = field->text();
  if (box.clickedButton() == once) return Trust::once;
  return box.clickedButton() == always ? Trust::always : Trust::cancel;
}

QString keyOf(const std::string& unit) {
  return "arguments/" + QString::fromStdString(hexText(hashText(unit)));
}

QString setsKey(const std::string& unit) {
  return "argumentSets/" + QString::fromStdString(hexText(hashText(unit)));
}

}  // namespace

std::optional<QString> mayRun(const ProgramCall& call, Services& services, QSettings& settings, QWidget* parent) {
  const std::string place =
      call.folder.empty() ? std::filesystem::path(call.start).parent_path().string() : call.folder;
  const QString name = QString::fromStdString(place);
  QStringList trusted = settings.value("trust/folders").toStringList();
  QString arguments = call.arguments;
  ArgumentMemory memory(settings);
  if (!trusted.contains(name) && !services.allowed.contains(call.start)) {
    const bool asksArguments = arguments.isEmpty() && !memory.knows(call.start);
    const Trust answer =
        services.askTrust ? services.askTrust(place) : ask(call.start, asksArguments ? &arguments : nullptr, parent);
    if (answer == Trust::cancel) return std::nullopt;
    if (answer == Trust::always) settings.setValue("trust/folders", trusted << name);
    services.allowed.insert(call.start);
  }
  memory.keep(call.start, arguments.toStdString());
  return arguments;
}

std::string ArgumentMemory::of(const std::string& unit) const {
  return settings_.value(keyOf(unit)).toString().toStdString();
}

bool ArgumentMemory::knows(const std::string& unit) const {
  return settings_.contains(keyOf(unit));
}

void ArgumentMemory::keep(const std::string& unit, const std::string& arguments) {
  settings_.setValue(keyOf(unit), QString::fromStdString(arguments));
}

std::vector<ArgumentSet> ArgumentMemory::setsOf(const std::string& unit) const {
  std::vector<ArgumentSet> sets;
  for (const QString& kept : settings_.value(setsKey(unit)).toStringList())
    sets.push_back({kept.section('\n', 0, 0), kept.section('\n', 1)});
  return sets;
}

void ArgumentMemory::keepSets(const std::string& unit, const std::vector<ArgumentSet>& sets) {
  QStringList kept;
  for (const ArgumentSet& set : sets) kept << set.name + '\n' + set.arguments;
  settings_.setValue(setsKey(unit), kept);
}

}  // namespace warpwright::views

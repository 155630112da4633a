#include "views/window/profile_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace warpwright::views {
namespace fs = std::filesystem;

QString newerThan(const fs::path& executable, const std::vector<std::string>& sources) {
  std::error_code wrong;
  const fs::file_time_type built = fs::last_write_time(executable, wrong);
  if (wrong) return {};
  for (const std::string& source : sources) {
    const fs::file_time_type changed = fs::last_write_time(source, wrong);
    if (wrong || changed <= built) continue;
    return ProfileDialog::tr("%1 is older than %2: build it again to profile the text as it is.")
        .arg(QString::fromStdString(executable.filename().string()),
             QString::fromStdString(fs::path(source).filename().string()));
  }
  return {};
}

ProfileDialog::ProfileDialog(const ProfileCall& now, const std::vector<fs::path>& likely,
                             std::vector<std::string> sources, Theme& theme, QWidget* parent)
    : QDialog(parent), sources_(std::move(sources)) {
  setWindowTitle(tr("Profile the program"));
  setAccessibleName(windowTitle());
  auto* form = new QFormLayout(this);
  auto* about = new QLabel(tr("Runs the compiled program on this computer's GPU, with your rights, and tells which "
                              "kernels take the time. Nothing of it is built anew."),
                           this);
  about->setAccessibleName(tr("What is asked"));
  about->setWordWrap(true);
  form->addRow(about);
  const auto addField = [&](const QString& name, QWidget* field, QLayout* row) {
    field->setAccessibleName(name);
    auto* label = new QLabel(name, this);
    label->setAccessibleName(name);
    label->setBuddy(field);
    form->addRow(label, row);
  };
  executable_ = new QComboBox(this);
  executable_->setEditable(true);
  executable_->setInsertPolicy(QComboBox::NoInsert);
  executable_->setMinimumContentsLength(44);
  for (const fs::path& file : likely) executable_->addItem(QString::fromStdString(file.string()));
  if (!now.executable.empty())
    executable_->setEditText(QString::fromStdString(now.executable.string()));
  else if (likely.empty())
    executable_->setEditText({});
  executable_->lineEdit()->setAccessibleName(tr("Executable"));
  executable_->lineEdit()->setPlaceholderText(tr("what nvcc or your build made of it"));
  auto* browse = new QPushButton(tr("Browse…"), this);
  browse->setAccessibleName(tr("Choose the executable"));
  browse->setAutoDefault(false);
  auto* row = new QHBoxLayout;
  row->addWidget(executable_, 1);
  row->addWidget(browse);
  addField(tr("Executable"), executable_, row);
  arguments_ = new QLineEdit(now.arguments, this);
  arguments_->setPlaceholderText(tr("none"));
  kept_ = new ArgumentMenu(*arguments_, theme);
  auto* words = new QHBoxLayout;
  words->addWidget(arguments_);
  addField(tr("Arguments"), arguments_, words);
  words_ = new QLabel(this);
  words_->setAccessibleName(tr("What is wrong with it"));
  words_->setWordWrap(true);
  form->addRow(words_);
  auto* buttons = new QDialogButtonBox(this);
  run_ = buttons->addButton(tr("Profile"), QDialogButtonBox::AcceptRole);
  run_->setDefault(true);
  buttons->addButton(QDialogButtonBox::Cancel);
  form->addRow(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(browse, &QPushButton::clicked, this, &ProfileDialog::browse);
  connect(executable_, &QComboBox::editTextChanged, this, &ProfileDialog::check);
  check();
}

ProfileCall ProfileDialog::call() const {
  const QString name = executable_->currentText().trimmed();
  return {name.isEmpty() ? fs::path() : fs::path(QFileInfo(name).absoluteFilePath().toStdString()), arguments_->text()};
}

QString ProfileDialog::words() const {
  return words_->text();
}

void ProfileDialog::browse() {
  const QString folder = QFileInfo(executable_->currentText()).path();
  const QString file = QFileDialog::getOpenFileName(this, tr("Choose the executable"), folder);
  if (!file.isEmpty()) executable_->setEditText(file);
}

void ProfileDialog::check() {
  const QString name = executable_->currentText().trimmed();
  const QFileInfo file(name);
  QString wrong;
  if (name.isEmpty())
    wrong = tr("Build the program, and choose what came of it.");
  else if (!file.exists())
    wrong = tr("There is no file %1.").arg(name);
  else if (!file.isFile() || !file.isExecutable())
    wrong = tr("%1 cannot be run.").arg(file.fileName());
  run_->setEnabled(wrong.isEmpty());
  words_->setText(wrong.isEmpty() ? newerThan(name.toStdString(), sources_) : wrong);
}

}  // namespace warpwright::views

#include "views/window/target_dialog.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/execute/place/target_check.h"

namespace warpwright::views {

TargetDialog::TargetDialog(QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Add target"));
  setAccessibleName(tr("Add target"));
  auto* words =
      new QLabel(tr("<p><code>gpu</code> or <code>gpu:1</code>: GPUs of this computer; times are measured.</p>"
                    "<p><code>ssh:HOST</code>: the CPU engine on another machine, <code>ssh:HOST/gpu</code>: "
                    "a GPU there. HOST is what <code>ssh</code> "
                    "takes: an alias of ~/.ssh/config, or user@host. Nothing needs to be installed there.</p>"
                    "<p><code>slurm:PARTITION</code>, <code>slurm:PARTITION/gpu</code>: variants become a job "
                    "array of your cluster.</p>"
                    "<p><b>A recording</b> is a session (.wws) in which this kernel was measured. Nothing is "
                    "run.</p>"),
                 this);
  words->setWordWrap(true);
  words->setMinimumWidth(460);
  words->setAccessibleName(tr("What can be measured on"));
  name_ = new QLineEdit(this);
  name_->setPlaceholderText(tr("ssh:HOST"));
  name_->setAccessibleName(tr("Target"));
  answer_ = new QLabel(this);
  answer_->setWordWrap(true);
  answer_->setTextFormat(Qt::PlainText);
  answer_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  answer_->setAccessibleName(tr("What was found there"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  buttons->setAccessibleName(tr("Choices"));
  QPushButton* recording = buttons->addButton(tr("Choose a recording…"), QDialogButtonBox::ActionRole);
  anyway_ = buttons->addButton(tr("Add all the same"), QDialogButtonBox::ActionRole);
  add_ = buttons->addButton(tr("Check and add"), QDialogButtonBox::ActionRole);
  add_->setProperty("primary", true);
  add_->setDefault(true);
  add_->setEnabled(false);
  anyway_->hide();  // last: the box shows its buttons whenever it gets another one
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 12, 16, 12);
  for (QWidget* widget : std::initializer_list<QWidget*>{words, name_, answer_, buttons}) column->addWidget(widget);
  connect(name_, &QLineEdit::textChanged, this, [this](const QString& text) {
    job_.cancel();
    const Result<Target> target = parseTarget(text.trimmed().toStdString());
    add_->setEnabled(target.ok());
    anyway_->hide();
    showMessage(text.isEmpty() || target.ok() ? QString() : QString::fromStdString(target.error().message), true);
  });
  connect(add_, &QPushButton::clicked, this, &TargetDialog::check);
  connect(anyway_, &QPushButton::clicked, this, &QDialog::accept);
  connect(recording, &QPushButton::clicked, this, &TargetDialog::chooseRecording);
  connect(buttons, &QDialogButtonBox::rejected, this, [this] {
    target_.clear();
    reject();
  });
}

TargetDialog::~TargetDialog() {
  job_.cancel();
}

void TargetDialog::showMessage(const QString& words, bool wrong) {
  answer_->setText(words);
  answer_->setProperty("wrong", wrong);
}

void TargetDialog::check() {
  const Result<Target> target = parseTarget(name_->text().trimmed().toStdString());
  if (!target.ok()) return;
  target_ = QString::fromStdString(toString(*target));
  add_->setEnabled(false);
  showMessage(tr("Looking at %1…").arg(target_), false);
  progressDoor_.close();
  auto progress = progressDoor_.through<EngineProgress>(
      [this](const EngineProgress& now) { showMessage(QString::fromStdString(now.text), false); });
  job_.run([target = *target, progress = std::move(progress)](
               std::stop_token stop) { return checkTarget(target, progress, std::move(stop)); },
           [this](const Result<std::string>& found) {
             progressDoor_.close();
             if (found.ok()) return accept();
             add_->setEnabled(true);
             anyway_->show();
             showMessage(QString::fromStdString(found.error().message), true);
           });
}

void TargetDialog::chooseRecording() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Choose a recording"), {}, tr("Sessions (*.wws)"));
  if (path.isEmpty()) return;
  target_ = "recorded:" + path;
  accept();
}

}  // namespace warpwright::views

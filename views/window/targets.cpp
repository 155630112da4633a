#include "views/window/targets.h"

#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QStandardItemModel>
#include <QVBoxLayout>

namespace warpwright::views {
namespace {

const QString recordedPrefix = "recorded:", addEntry = "add";

}  // namespace

Targets::Targets(QSettings& settings, QObject* parent)
    : QObject(parent), settings_(settings), model_(new QStandardItemModel(this)) {
  current_ = settings.value("target", "cpu").toString();
  fill();
}

QString Targets::titleOf(const QString& target) {
  if (target.startsWith(recordedPrefix)) return tr("Recording, %1").arg(QFileInfo(target.mid(recordedPrefix.size())).fileName());
  return tr("This computer, CPU engine");
}

void Targets::fill() {
  QStringList recordings;
  for (const QString& file : settings_.value("recordings").toStringList()) {
    if (QFileInfo::exists(file)) recordings << recordedPrefix + file;
  }
  if (current_ != "cpu" && !recordings.contains(current_)) current_ = "cpu";
  model_->clear();
  const auto entry = [this](const QString& title, const QString& target, const QString& tip) {
    auto* item = new QStandardItem(title);
    item->setData(target, Qt::UserRole);
    item->setToolTip(tip);
    item->setData(title, Qt::AccessibleTextRole);
    model_->appendRow(item);
  };
  entry(titleOf("cpu"), "cpu", tr("Runs every variant here and counts what it asks of memory. Counts are not times."));
  for (const QString& recording : recordings) {
    entry(titleOf(recording), recording, tr("Answers from %1; nothing is run.").arg(recording.mid(recordedPrefix.size())));
  }
  entry(tr("Add target…"), addEntry, tr("What else can be measured on"));
  for (QComboBox* box : boxes_) box->setCurrentIndex(box->findData(current_));
}

void Targets::choose(const QString& target) {
  if (target.startsWith(recordedPrefix)) {
    QStringList known = settings_.value("recordings").toStringList();
    const QString file = target.mid(recordedPrefix.size());
    known.removeAll(file);
    known.prepend(file);
    settings_.setValue("recordings", known.mid(0, 8));
  }
  current_ = target;
  settings_.setValue("target", target);
  fill();
  emit changed();
}

void Targets::attach(QComboBox& box) {
  boxes_.push_back(&box);
  box.setModel(model_);
  box.setCurrentIndex(box.findData(current_));
  connect(&box, &QObject::destroyed, this, [this, gone = &box] { std::erase(boxes_, gone); });
  connect(&box, &QComboBox::activated, this, [this, &box](int index) {
    const QString target = box.itemData(index).toString();
    if (target != addEntry) return choose(target);
    box.setCurrentIndex(box.findData(current_));
    add(box.window());
  });
}

void Targets::add(QWidget* parent) {
  QDialog dialog(parent);
  dialog.setWindowTitle(tr("Add target"));
  dialog.setAccessibleName(tr("Add target"));
  auto* words = new QLabel(
      tr("<p><b>A recording.</b> A session (.wws) in which this kernel was measured, here or on another machine. Variants get "
         "the figures it holds; nothing is run.</p>"
         "<p><b>A GPU of this computer, a host by SSH, a Slurm partition.</b> Not possible with this version: the worker that "
         "measures on a GPU is not part of it. The CPU engine checks results and counts accesses, and Apply saves the variant "
         "as a patch that you can time where the GPU is.</p>"
         "<p><code>warpwright doctor</code> tells what was found on this computer.</p>"),
      &dialog);
  words->setWordWrap(true);
  words->setMinimumWidth(420);
  words->setAccessibleName(tr("What can be measured on"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, &dialog);
  buttons->setAccessibleName(tr("Choices"));
  QPushButton* file = buttons->addButton(tr("Choose a recording…"), QDialogButtonBox::AcceptRole);
  file->setProperty("primary", true);
  auto* column = new QVBoxLayout(&dialog);
  column->setContentsMargins(16, 12, 16, 12);
  column->addWidget(words);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  if (dialog.exec() != QDialog::Accepted) return;
  const QString path = QFileDialog::getOpenFileName(parent, tr("Choose a recording"), {}, tr("Sessions (*.wws)"));
  if (!path.isEmpty()) choose(recordedPrefix + path);
}

}  // namespace warpwright::views

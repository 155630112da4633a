#include "views/window/targets.h"

#include <QComboBox>
#include <QFileInfo>
#include <QSettings>
#include <QStandardItemModel>

#include "core/job/target.h"
#include "views/window/target_dialog.h"

namespace warpwright::views {
namespace {

const QString recordedPrefix = "recorded:", addEntry = "add";
constexpr int mostKept = 8;

/// A target that the user added and that is still one.
std::optional<Target> known(const QString& text) {
  const Result<Target> target = parseTarget(text.toStdString());
  if (!target.ok() ||
      (target->place == Target::Place::recorded && !QFileInfo::exists(QString::fromStdString(target->name))))
    return std::nullopt;
  return *target;
}

}  // namespace

Targets::Targets(QSettings& settings, QObject* parent)
    : QObject(parent), settings_(settings), model_(new QStandardItemModel(this)) {
  current_ = settings.value("target", "cpu").toString();
  fill();
}

QString Targets::titleOf(const QString& target) {
  if (target.startsWith(recordedPrefix))
    return tr("Recording, %1").arg(QFileInfo(target.mid(recordedPrefix.size())).fileName());
  const std::optional<Target> read = known(target);
  if (!read || (read->place == Target::Place::here && !read->gpu)) return tr("This computer, CPU engine");
  const QString on = !read->gpu ? tr("CPU engine") : read->device ? tr("GPU %1").arg(*read->device) : tr("GPU");
  if (read->place == Target::Place::here) return tr("This computer, %1").arg(on);
  return (read->place == Target::Place::ssh ? tr("%1 by SSH, %2") : tr("Partition %1, %2"))
      .arg(QString::fromStdString(read->name), on);
}

void Targets::fill() {
  QStringList added;
  for (const QString& target : settings_.value("targets").toStringList()) {
    if (known(target)) added << target;
  }
  for (const QString& file : settings_.value("recordings").toStringList()) {
    if (known(recordedPrefix + file)) added << recordedPrefix + file;
  }
  if (current_ != "cpu" && !added.contains(current_)) current_ = "cpu";
  model_->clear();
  const auto entry = [this](const QString& title, const QString& target, const QString& tip) {
    auto* item = new QStandardItem(title);
    item->setData(target, Qt::UserRole);
    item->setToolTip(tip);
    item->setData(title, Qt::AccessibleTextRole);
    model_->appendRow(item);
  };
  entry(titleOf("cpu"), "cpu", tr("Runs every variant here and counts what it asks of memory. Counts are not times."));
  for (const QString& target : added) {
    entry(
        titleOf(target), target,
        target.startsWith(recordedPrefix)
            ? tr("Answers from %1; nothing is run.").arg(target.mid(recordedPrefix.size()))
        : known(target)->gpu
            ? tr("%1: compiles every variant with nvcc, verifies it there and times it in turns with the original.")
                  .arg(target)
            : tr("%1: runs every variant there and counts what it asks of memory. Counts are not times.").arg(target));
  }
  entry(tr("Add target…"), addEntry, tr("What else can be measured on"));
  for (QComboBox* box : boxes_) box->setCurrentIndex(box->findData(current_));
}

void Targets::choose(const QString& target) {
  const auto keep = [&](const QString& key, const QString& value) {
    QStringList kept = settings_.value(key).toStringList();
    kept.removeAll(value);
    kept.prepend(value);
    settings_.setValue(key, kept.mid(0, mostKept));
  };
  if (target.startsWith(recordedPrefix))
    keep("recordings", target.mid(recordedPrefix.size()));
  else if (target != "cpu")
    keep("targets", target);
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
  TargetDialog dialog(parent);
  if (dialog.exec() == QDialog::Accepted && !dialog.target().isEmpty()) choose(dialog.target());
}

}  // namespace warpwright::views

#include "views/diff/fact_row.h"

#include <QLabel>
#include <QLocale>

#include "core/base/number_text.h"
#include "core/finding/finding_text.h"
#include "core/report/occupancy_chart.h"
#include "views/diff/preview_page.h"
#include "views/shared/dock_parts.h"
#include "views/shared/flow_layout.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

QString threadsOf(const KernelSummary& kernel) {
  if (kernel.launches.empty()) return missingValue;
  uint64_t threads = 1;
  for (const auto& extent : kernel.launches.front().block) {
    if (!extent) return missingValue;
    threads *= static_cast<uint64_t>(*extent);
  }
  return QLocale().toString(qulonglong(threads));
}

QString registersOf(const KernelResources& of) {
  if (of.registers) return QString::number(*of.registers);
  if (of.registersLow && of.registersHigh) return QString("%1–%2").arg(*of.registersLow).arg(*of.registersHigh);
  return missingValue;
}

/// "18 → 24"; what stays is said once.
QString change(const QString& before, const QString& after) {
  return before == after ? before : before + QStringLiteral(" → ") + after;
}

}  // namespace

FactRow::FactRow(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setGround(*this, "facts", tr("Facts about the rewrite"));
  row_ = new FlowLayout(this, 0);
  row_->setContentsMargins(0, 0, 0, 0);
}

void FactRow::show(const Preview& preview, const QString& device) {
  row_->clear();
  const KernelSummary& kernel = preview.kernel;
  if (!kernel.launches.empty()) {
    const QString before = threadsOf(kernel);
    add(tr("Threads a block"), change(before, preview.kernelAfter ? threadsOf(*preview.kernelAfter) : before),
        kernel.launches.size() > 1 ? tr("first of %1 launches").arg(kernel.launches.size()) : QString());
  }
  addResources(preview);
  addOccupancy(preview, device);
  if (preview.opportunity.estimate.known) {
    add(tr("Speed-up"), QString::fromStdString(estimateText(preview.opportunity.estimate)), tr("estimate"));
  }
  add(tr("Re-parse"), !preview.newErrors        ? tr("running")
                      : *preview.newErrors == 0 ? tr("no new errors")
                                                : tr("%n new errors", nullptr, static_cast<int>(*preview.newErrors)));
}

void FactRow::addResources(const Preview& preview) {
  const KernelResources& before = preview.kernel.resources;
  const KernelResources& after = preview.kernelAfter ? preview.kernelAfter->resources : before;
  if (const QString registers = registersOf(before); registers != missingValue)
    add(tr("Registers"), change(registers, registersOf(after)),
        before.source == "ptxas" ? tr("ptxas") : tr("estimate"));
  add(tr("Shared"),
      change(QLocale().toString(qulonglong(before.sharedBytes)), QLocale().toString(qulonglong(after.sharedBytes))) +
          " B");
}

void FactRow::addOccupancy(const Preview& preview, const QString& device) {
  const auto before = occupancyCase(preview.kernel);
  const auto after = preview.kernelAfter ? occupancyCase(*preview.kernelAfter) : std::nullopt;
  const auto found = findDevice(device.toStdString());
  if (!found.ok() || !before || before->registersSource.empty()) return;
  const Occupancy was = computeOccupancy(*found, before->request);
  const Occupancy is = after ? computeOccupancy(*found, after->request) : was;
  add(tr("Occupancy"),
      change(QString::fromStdString(occupancyPercent(was)), QString::fromStdString(occupancyPercent(is))),
      QString::fromStdString(found->name));
}

void FactRow::add(const QString& name, const QString& value, const QString& condition) {
  QLabel* fact = makeLabel(this, name);
  fact->setObjectName("fact");
  fact->setTextFormat(Qt::RichText);
  fact->setMargin(8);
  fact->setMinimumWidth(96);
  fact->setText(QString("<span style=\"color:%1\">%2</span><br><b>%3</b> <span style=\"color:%1\">%4</span>")
                    .arg(theme_.color("muted").name(), name, value, condition));
  row_->addWidget(fact);
}

}  // namespace warpwright::views

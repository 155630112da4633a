#include "views/speedup/variant_cells.h"

#include <QObject>

#include "core/base/number_text.h"
#include "core/finding/finding_text.h"
#include "views/shared/core_words.h"

namespace warpwright::views {
namespace {

QString text(const std::string& words) {
  return QString::fromStdString(words);
}

Cell number(const std::optional<double>& value, double factor = 1) {
  return {value ? text(countText(static_cast<uint64_t>(*value * factor + 0.5))) : QString::fromUtf8(missingValue)};
}

QString valueText(const TuningTable& table, double value) {
  return text(table.isTime ? significantText(value) : countText(static_cast<uint64_t>(value)));
}

Cell verifiedCell(const TuningRow& row) {
  if (row.steps.empty()) {
    Cell cell{QObject::tr("reference")};
    cell.muted = true;
    return cell;
  }
  if (row.accepted) return {QObject::tr("identical"), "identical"};
  // The whole sentence stands below the table when the row is selected.
  constexpr int room = 34;
  const QString reason = row.reason.empty() ? QObject::tr("not usable") : text(row.reason);
  return {reason.size() > room ? reason.left(reason.lastIndexOf(' ', room)) + QStringLiteral("…") : reason,
          row.judged ? "differs" : "skipped"};
}

Cell verdictCell(const TuningTable& table, const TuningRow& row) {
  Cell cell{QString::fromUtf8(missingValue)};
  if (row.steps.empty()) {
    cell.text = QObject::tr("baseline");
    cell.muted = true;
  } else if (!row.verdict.empty()) {
    cell.text = table.isTime ? text(row.verdict) : coreWords(row.verdict);
    cell.shape = verdictShape(table, row);
    cell.strong = table.isTime;
  }
  return cell;
}

}  // namespace

QString verdictShape(const TuningTable& table, const TuningRow& row) {
  return table.isTime ? text(row.verdict).toLower() : QString();
}

std::vector<CellColumn> variantColumns(const TuningTable& table) {
  const QString metric =
      table.isTime ? QObject::tr("Median, %1").arg(coreWords(table.unit)) : coreWords(table.metricName);
  std::vector<CellColumn> columns = {{QObject::tr("Variant"), false},
                                     {QObject::tr("Verified"), false},
                                     {metric.isEmpty() ? QObject::tr("Accesses") : metric, true}};
  columns.push_back({table.isTime ? QObject::tr("Speed-up") : QObject::tr("Orig. ÷ var."), true});
  columns.push_back({QObject::tr("Verdict"), false});
  for (const QString& name : {QObject::tr("Regs"), QObject::tr("Occ., %")}) columns.push_back({name, true});
  return columns;
}

std::vector<std::vector<Cell>> variantCells(const TuningTable& table, bool isOlder) {
  std::vector<std::vector<Cell>> rows;
  for (const TuningRow& row : table.rows) {
    if (rows.size() == mostVariants) break;
    Cell name{coreWords(row.name)};
    name.strong = row.isBest;
    QStringList below;
    if (ownNumber(row.steps)) {
      name.text = QStringLiteral("✎ ") + name.text;
      below << QObject::tr("not proved");
    }
    if (row.isBest) below << QObject::tr("best");
    if (row.threads) below << QObject::tr("%1 threads a block").arg(static_cast<int>(*row.threads));
    name.below = below.join(", ");
    Cell value{row.value ? valueText(table, *row.value) : QString::fromUtf8(missingValue)};
    value.strong = row.value.has_value();
    if (table.isTime && row.low && row.high)
      value.below = valueText(table, *row.low) + QStringLiteral("–") + valueText(table, *row.high);
    std::vector<Cell> cells = {name, verifiedCell(row), value};
    Cell ratio{row.ratio ? text(speedupText(*row.ratio)) : QString::fromUtf8(missingValue)};
    ratio.strong = row.ratio.has_value();
    if (table.isTime && row.ratioLow && row.ratioHigh && !row.steps.empty())
      ratio.below = text(speedupText(*row.ratioLow)) + QStringLiteral("–") + text(speedupText(*row.ratioHigh));
    cells.insert(cells.end(), {ratio, verdictCell(table, row), number(row.registers), number(row.occupancy, 100)});
    for (Cell& cell : cells) {
      if (!isOlder) break;
      cell.muted = true;
      cell.strong = false;
      if (!cell.shape.isEmpty()) cell.shape = "not-done";
    }
    rows.push_back(std::move(cells));
  }
  return rows;
}

QString bestWords(const TuningTable& table) {
  const TuningRow* best = table.best();
  if (!best || !best->ratio) return {};
  const QString ratio = text(speedupText(*best->ratio));
  return table.isTime ? ratio : QObject::tr("%1 fewer %2").arg(ratio, coreWords(table.unit));
}

}  // namespace warpwright::views

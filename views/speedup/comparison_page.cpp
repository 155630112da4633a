#include "views/speedup/comparison_page.h"

#include <QFontMetrics>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <filesystem>
#include <map>

#include "core/base/number_text.h"
#include "views/shared/cell_table.h"
#include "views/shared/dock_parts.h"
#include "views/shared/picture_menu.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

using Side = std::optional<MeasurementRecord> ComparedFigure::*;

QString text(const std::string& words) {
  return QString::fromStdString(words);
}

/// Figures of kernels as they are, by kernel and metric.
using Originals = std::map<std::pair<std::string, std::string>, const ComparedFigure*>;

/// A value, and below it what the variant gains in that very session.
Cell valueCell(const Originals& originals, const ComparedFigure& figure, Side side) {
  Cell cell{text(figureValueText(figure, figure.*side))};
  cell.muted = !(figure.*side);
  const auto found = originals.find({figure.kernel, figure.metric});
  if (figure.steps.empty() || found == originals.end() || !(figure.*side) || !(found->second->*side)) return cell;
  const MeasurementRecord &of = *(figure.*side), &base = *(found->second->*side);
  if (of.value > 0 && of.device == base.device)
    cell.below = QObject::tr("%1 to its original").arg(text(speedupText(base.value / of.value)));
  return cell;
}

Cell verdictCell(const ComparedFigure& figure) {
  if (figure.verdict.empty()) {
    Cell cell{QObject::tr("not compared"), "skipped"};
    cell.below = text(figure.incomparable);
    cell.muted = true;
    return cell;
  }
  Cell cell{text(figure.verdict), figure.isTime ? text(figure.verdict).toLower() : QString()};
  cell.strong = figure.verdict != "SAME" && figure.verdict != "equal";
  return cell;
}

/// Another choice than before is a difference; the same one is none.
Cell chosenCell(const ComparedFigure& figure) {
  Cell cell;
  if (figure.chosenBefore && figure.chosenAfter) cell.text = QObject::tr("in both");
  if (figure.chosenBefore != figure.chosenAfter) {
    cell.text = figure.chosenAfter ? QObject::tr("after only") : QObject::tr("before only");
    cell.strong = true;
  }
  return cell;
}

QString fileName(const std::string& path) {
  return text(std::filesystem::path(path).filename().string());
}

}  // namespace

std::vector<CellColumn> comparisonColumns() {
  return {{QObject::tr("Kernel"), false},        {QObject::tr("Variant"), false},   {QObject::tr("Chosen"), false},
          {QObject::tr("Before"), true},         {QObject::tr("After"), true},      {QObject::tr("Unit"), false},
          {QObject::tr("Before ÷ after"), true}, {QObject::tr("Difference"), false}};
}

std::vector<std::vector<Cell>> comparisonCells(const SessionComparison& comparison) {
  Originals originals;
  for (const ComparedFigure& figure : comparison.figures) {
    if (figure.steps.empty()) originals[{figure.kernel, figure.metric}] = &figure;
  }
  std::vector<std::vector<Cell>> rows;
  for (const ComparedFigure& figure : comparison.figures) {
    if (rows.size() == mostFigures) break;
    Cell variant{figure.steps.empty() ? QObject::tr("Original") : text(figure.name)};
    variant.muted = figure.steps.empty();
    Cell ratio{figure.speedup ? text(fixedText(figure.speedup->value, 3)) + QStringLiteral("×")
                              : QString::fromUtf8(missingValue)};
    ratio.strong = verdictCell(figure).strong;
    if (figure.speedup && figure.isTime) {
      ratio.below =
          text(fixedText(figure.speedup->low, 3)) + QStringLiteral("–") + text(fixedText(figure.speedup->high, 3));
    }
    rows.push_back({{QStringLiteral("`%1`").arg(text(figure.kernel))},
                    variant,
                    chosenCell(figure),
                    valueCell(originals, figure, &ComparedFigure::before),
                    valueCell(originals, figure, &ComparedFigure::after),
                    {text(figure.unit)},
                    ratio,
                    verdictCell(figure)});
  }
  return rows;
}

ComparisonPage::ComparisonPage(Theme& theme, QWidget* parent) : QWidget(parent) {
  setGround(*this, "dockBody", tr("Two sessions"));
  model_ = new CellModel(comparisonColumns(), this);
  table_ = new CellTable(*model_, tr("Measurements of two sessions"), theme, this);
  table_->setWideColumn(7);
  const auto grow = [this, &theme] { table_->setRowMinimum(2 * QFontMetrics(theme.font()).height() + 12); };
  connect(&theme, &Theme::changed, this, grow);
  grow();
  empty_ = makeEmptyNote(this, tr("Why there is nothing to compare"));
  conditions_ = makeConditions(this, tr("What came of the comparison"));
  auto* column = makeColumn(this);
  column->addWidget(makeBar());
  column->addWidget(empty_, 1);
  column->addWidget(table_, 1);
  column->addWidget(conditions_);
  setFocusProxy(table_);
  new PictureMenu(*table_, {"comparison",
                            {},
                            [this] { return text(comparisonCsv(comparison_)); },
                            [this] { return !comparison_.figures.empty(); }});
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ComparisonPage::showConditions);
}

/// Which sessions, and which way round.
QWidget* ComparisonPage::makeBar() {
  QWidget* bar = makeGround(this, "dockBar", tr("Which sessions"));
  before_ = makeLabel(bar, tr("Session of before"));
  after_ = makeLabel(bar, tr("Session of after"));
  auto* other = makeButton(bar, tr("Another session…"), tr("Compare with another session"));
  auto* turn = makeButton(bar, tr("Turn around"), tr("Turn around"));
  turn->setToolTip(tr("Before becomes after"));
  auto* again = makeButton(bar, tr("Compare again"), tr("Compare again"));
  again->setToolTip(tr("Read both sessions again"));
  auto* row = makeBarRow(bar);
  row->addWidget(before_);
  row->addWidget(after_);
  row->addStretch(1);
  for (QPushButton* button : {again, turn, other}) row->addWidget(button);
  connect(other, &QPushButton::clicked, this, &ComparisonPage::otherRequested);
  connect(turn, &QPushButton::clicked, this, &ComparisonPage::turnRequested);
  connect(again, &QPushButton::clicked, this, &ComparisonPage::againRequested);
  return bar;
}

void ComparisonPage::setComparison(const SessionComparison& comparison) {
  comparison_ = comparison;
  before_->setText(tr("Before: <b>%1</b>").arg(fileName(comparison.before).toHtmlEscaped()));
  before_->setToolTip(text(comparison.before));
  after_->setText(tr("After: <b>%1</b>").arg(fileName(comparison.after).toHtmlEscaped()));
  after_->setToolTip(text(comparison.after));
  model_->setRows(comparisonCells(comparison));
  const bool has = !comparison.figures.empty();
  table_->setVisible(has);
  empty_->setVisible(!has);
  empty_->setText(tr("Neither session holds a measurement. Measure (F9) the same kernel in both."));
  QString words = has ? text(comparison.sums()) + '.' : QString();
  if (comparison.compared() != 0 && !comparison.sameLaunch)
    words += ' ' + tr("The captured launches are not the same: the input may be another.");
  if (has) words += ' ' + tr("Before ÷ after: more is better; by the intervals of both sessions.");
  if (comparison.figures.size() > mostFigures)
    words += ' ' + tr("The first %1 of %2 figures; saved as CSV, they are all there.")
                       .arg(mostFigures)
                       .arg(comparison.figures.size());
  sums_ = words;
  conditions_->setVisible(has);
  showConditions();
}

/// The whole sentence of a row that is not compared: the table has little room for it.
void ComparisonPage::showConditions() {
  const Cell* difference = model_->cellAt(model_->index(table_->currentRow(), 7));
  const bool says = difference && !difference->below.isEmpty();
  conditions_->setText(says ? difference->below + ' ' + sums_ : sums_);
}

QString ComparisonPage::words() const {
  return conditions_->isVisibleTo(this) ? conditions_->text() : empty_->text();
}

}  // namespace warpwright::views

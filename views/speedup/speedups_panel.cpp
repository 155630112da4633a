#include "views/speedup/speedups_panel.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>

#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/code_text.h"
#include "views/shared/dock_parts.h"
#include "views/shared/theme.h"
#include "views/speedup/speedup_plot.h"
#include "views/speedup/variant_cells.h"

namespace warpwright::views {

SpeedupsPanel::SpeedupsPanel(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setGround(*this, "dockBody", tr("Speed-ups"));
  QWidget* bar = makeBar();
  plot_ = new SpeedupPlot(theme, this);
  auto* scroll = new QScrollArea(this);
  scroll->setAccessibleName(tr("Bars, scrolling"));
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setWidget(plot_);
  model_ = new CellModel(variantColumns({}), this);
  table_ = new CellTable(*model_, tr("Values of the bars"), theme, this);
  table_->setWideColumn(0);
  empty_ = makeEmptyNote(this, tr("Why there are no bars"));
  empty_->setText(tr("Nothing was measured of this kernel yet. Measure (F9) tries its variants."));
  pages_ = new QStackedWidget(this);
  pages_->setAccessibleName(tr("Bars or table"));
  for (QWidget* page : std::initializer_list<QWidget*>{empty_, scroll, table_}) pages_->addWidget(page);
  conditions_ = makeConditions(this, tr("Under what conditions the figures hold"));
  auto* column = makeColumn(this);
  column->addWidget(bar);
  column->addWidget(pages_, 1);
  column->addWidget(conditions_);
  setFocusProxy(plot_);
  connect(plot_, &SpeedupPlot::rowChosen, this, [this](int at) {
    plot_->setSelectedRow(at);
    table_->selectRow(at);
  });
  connect(asTable_, &QToolButton::toggled, this, &SpeedupsPanel::update);
  connect(svg_, &QPushButton::clicked, this, &SpeedupsPanel::saveSvg);
  connect(&theme_, &Theme::changed, this, &SpeedupsPanel::update);
  update();
}

QWidget* SpeedupsPanel::makeBar() {
  QWidget* bar = makeGround(this, "dockBar", tr("What is shown"));
  title_ = makeLabel(bar, tr("What the bars show"));
  asTable_ = new QToolButton(bar);
  asTable_->setText(tr("Table"));
  asTable_->setProperty("chip", true);
  asTable_->setCheckable(true);
  asTable_->setAccessibleName(tr("Show the values as a table"));
  svg_ = makeButton(bar, tr("Save SVG…"), tr("Save the picture as SVG"));
  auto* row = makeBarRow(bar);
  row->addWidget(title_, 1);
  row->addWidget(asTable_);
  row->addWidget(svg_);
  return bar;
}

void SpeedupsPanel::setTable(const std::optional<TuningTable>& table) {
  shown_ = table;
  update();
}

void SpeedupsPanel::update() {
  const bool has = shown_ && !shown_->rows.empty();
  const TuningTable table = shown_.value_or(TuningTable{});
  title_->setText(has ? "<b>" + codeHtml('`' + QString::fromStdString(table.kernel) + '`', theme_) +
                            "</b>&nbsp;&nbsp; " + QString::fromStdString(ratioTitle(table)).toHtmlEscaped() +
                            QString(" <span style=\"color:%1\">&nbsp;%2</span>")
                                .arg(theme_.color("muted").name(), table.isTime
                                                                       ? tr("solid: measured, hatched: estimate")
                                                                       : tr("hatched: counted, not a time"))
                      : QString());
  plot_->setTable(table);
  plot_->setMinimumHeight(static_cast<int>(table.rows.size()) * std::max(26, QFontMetrics(theme_.font()).height() + 8) +
                          QFontMetrics(theme_.font()).height() + 16);
  model_->setColumns(variantColumns(table));
  model_->setRows(variantCells(table));
  asTable_->setEnabled(has);
  svg_->setEnabled(has);
  conditions_->setVisible(has);
  conditions_->setText(QString::fromStdString(tuningConditions(table)));
  pages_->setCurrentIndex(!has ? 0 : asTable_->isChecked() ? 2 : 1);
}

void SpeedupsPanel::saveSvg() {
  const QString name = QString::fromStdString(shown_->kernel) + "-variants.svg";
  const QString file = QFileDialog::getSaveFileName(this, tr("Save the picture"), name, tr("Pictures (*.svg)"));
  if (file.isEmpty()) return;
  if (!plot_->saveSvg(file, conditions_->text())) {
    QMessageBox::warning(this, tr("Not saved"), tr("%1 cannot be written. Choose another place.").arg(file));
  }
}

}  // namespace warpwright::views

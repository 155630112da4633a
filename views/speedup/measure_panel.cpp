#include "views/speedup/profiling_panel.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QStyle>
#include <algorithm>

#include "core/base/number_text.h"
#include "core/execute/tune/strategy.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/code_text.h"
#include "views/shared/dock_parts.h"
#include "views/shared/theme.h"
#include "views/speedup/speedup_plot.h"
#include "views/speedup/variant_cells.h"

namespace warpwright::views {
namespace {

QString clockText(double seconds) {
  const int whole = static_cast<int>(seconds);
  return QString("%1:%2").arg(whole / 60).arg(whole % 60, 2, 10, QChar('0'));
}

QString strong(const QString& text) {
  return "<b>" + text.toHtmlEscaped() + "</b>";
}

}  // namespace

ProfilingPanel::ProfilingPanel(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setGround(*this, "dockBody", tr("Profiling"));
  auto* column = makeColumn(this);
  column->addWidget(makeChoices());
  column->addWidget(makeProgress());
  empty_ = makeEmptyNote(this, tr("Why there are no variants"));
  column->addWidget(empty_, 1);
  column->addWidget(makeResults(), 1);
  conditions_ = makeConditions(this, tr("Under what conditions the figures hold"));
  column->addWidget(conditions_);
  setFocusProxy(start_);
  connect(&theme_, &Theme::changed, this, &ProfilingPanel::restyle);
  restyle();
  update();
}

/// What to measure, in a row that scrolls where it is narrow, and the start, which is never scrolled away.
QWidget* ProfilingPanel::makeChoices() {
  QWidget* bar = makeFields();
  QWidget* whole = makeGround(this, "dockBar", tr("What to measure, and the start"));
  start_ = makeButton(whole, tr("Measure"), tr("Measure"));
  start_->setProperty("primary", true);
  connect(start_, &QPushButton::clicked, this, &ProfilingPanel::startRequested);
  connect(arguments_, &QLineEdit::returnPressed, this, [this] {
    if (start_->isEnabled()) emit startRequested();
  });
  connect(input_, &QComboBox::activated, this, [this](int index) {
    index == 0 ? capture_.clear() : chooseCapture();
    update();
  });
  choices_ = new QScrollArea(this);
  choices_->viewport()->setAutoFillBackground(false);
  choices_->setAccessibleName(tr("What to measure, scrolling"));
  choices_->setWidget(bar);
  choices_->setWidgetResizable(true);
  choices_->setFrameShape(QFrame::NoFrame);
  choices_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  choices_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  auto* pinned = new QHBoxLayout(whole);
  pinned->setContentsMargins(0, 0, 12, 0);
  pinned->setSpacing(4);
  pinned->addWidget(choices_, 1);
  pinned->addWidget(start_);
  return whole;
}

QWidget* ProfilingPanel::makeFields() {
  QWidget* bar = makeGround(nullptr, "dockInner", tr("What to measure"));
  auto* row = makeBarRow(bar);
  const auto named = [&](const QString& name, QWidget* field) {
    row->addWidget(makeFieldName(bar, name, field));
    row->addWidget(field);
  };
  const auto box = [&](const QString& name) {
    auto* made = new QComboBox(bar);
    made->setAccessibleName(name);
    made->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    return made;
  };
  targets_ = box(tr("Target"));
  targets_->setMinimumContentsLength(14);
  targets_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  named(tr("Target"), targets_);
  input_ = box(tr("Input"));
  input_->addItem(tr("Program"));
  input_->addItem(tr("Capture file…"));
  named(tr("Input"), input_);
  arguments_ = new QLineEdit(bar);
  arguments_->setAccessibleName(tr("Arguments of the program"));
  arguments_->setPlaceholderText(tr("no arguments"));
  arguments_->setMinimumWidth(90);
  row->addWidget(arguments_, 1);
  budget_ = box(tr("Budget"));
  for (const auto& [name, seconds] : {std::pair(tr("30 s"), 30), std::pair(tr("60 s"), 60), std::pair(tr("5 min"), 300),
                                      std::pair(tr("until done"), 0)}) {
    budget_->addItem(name, seconds);
  }
  budget_->setCurrentIndex(1);
  named(tr("Budget"), budget_);
  search_ = box(tr("Search"));
  for (const std::string& name : strategyNames()) {
    search_->addItem(name == "pruned"       ? tr("Pruned order")
                     : name == "exhaustive" ? tr("Every combination")
                                            : QString::fromStdString(name),
                     QString::fromStdString(name));
  }
  named(tr("Search"), search_);
  return bar;
}

QWidget* ProfilingPanel::makeProgress() {
  progressRow_ = makeGround(this, "dockBar", tr("Progress"));
  shape_ = makeLabel(progressRow_, tr("State"));
  words_ = makeLabel(progressRow_, tr("What happens"));
  progress_ = new QProgressBar(progressRow_);
  progress_->setAccessibleName(tr("Variants judged"));
  progress_->setTextVisible(false);
  progress_->setMinimumWidth(120);
  figures_ = makeLabel(progressRow_, tr("Time and best so far"));
  figures_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  pause_ = makeButton(progressRow_, tr("Pause"), tr("Pause"));
  pause_->setToolTip(tr("Stops after the variant that is running. Measure goes on from there."));
  cancel_ = makeButton(progressRow_, tr("Cancel"), tr("Cancel"));
  cancel_->setToolTip(tr("Stops now; what was judged is kept (Shift+Esc)"));
  apply_ = makeButton(progressRow_, tr("Apply best…"), tr("Apply best"));
  auto* row = new QHBoxLayout(progressRow_);
  row->setContentsMargins(12, 5, 12, 5);
  row->setSpacing(10);
  row->addWidget(shape_);
  row->addWidget(words_);
  row->addWidget(progress_, 1);
  row->addWidget(figures_, 3);
  row->addWidget(pause_);
  row->addWidget(cancel_);
  row->addWidget(apply_);
  connect(pause_, &QPushButton::clicked, this, &ProfilingPanel::pauseRequested);
  connect(cancel_, &QPushButton::clicked, this, &ProfilingPanel::cancelRequested);
  connect(apply_, &QPushButton::clicked, this, [this] {
    if (shown_ && shown_->best()) emit applyRequested(shown_->best()->steps);
  });
  return progressRow_;
}

QWidget* ProfilingPanel::makeResults() {
  model_ = new CellModel(variantColumns({}), this);
  table_ = new CellTable(*model_, tr("Variants"), theme_, this);
  table_->setRowMinimum(29);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  plotSide_ = new QWidget(this);
  plotSide_->setAccessibleName(tr("Bars beside the variants"));
  plotTitle_ = new QLabel(plotSide_);
  plotTitle_->setAccessibleName(tr("What the bars show"));
  plotTitle_->setObjectName("tableHead");
  plot_ = new SpeedupPlot(theme_, plotSide_);
  plot_->alignTo(*table_);
  auto* column = makeColumn(plotSide_);
  column->addWidget(plotTitle_);
  column->addWidget(plot_, 1);
  auto* split = new QSplitter(Qt::Horizontal, this);
  split->setAccessibleName(tr("Variants and bars"));
  split->addWidget(table_);
  split->addWidget(plotSide_);
  split->setStretchFactor(0, 2);
  split->setStretchFactor(1, 1);
  split->setChildrenCollapsible(false);
  results_ = split;
  connect(plot_, &SpeedupPlot::rowChosen, this, &ProfilingPanel::showRow);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    plot_->setSelectedRow(table_->currentRow());
    update();
  });
  return split;
}

void ProfilingPanel::showRow(int row) {
  table_->selectRow(row);
  table_->scrollTo(model_->index(row, 0));
}

void ProfilingPanel::chooseCapture() {
  const QString file = QFileDialog::getOpenFileName(this, tr("Choose a capture"), {}, tr("Captures (*.wwcap)"));
  if (!file.isEmpty()) capture_ = file;
  if (capture_.isEmpty()) input_->setCurrentIndex(0);
}

/// As high as its row; with room for the scroll bar only where one is needed.
void ProfilingPanel::fitChoices() {
  const QWidget* bar = choices_->widget();
  const bool scrolls = bar->minimumSizeHint().width() > width() - start_->sizeHint().width() - 20;
  choices_->setFixedHeight(bar->sizeHint().height() +
                           (scrolls ? choices_->horizontalScrollBar()->sizeHint().height() : 0));
}

void ProfilingPanel::restyle() {
  fitChoices();
  plotTitle_->setFont(theme_.font(1, QFont::DemiBold));
  plotTitle_->setFixedHeight(table_->horizontalHeader()->sizeHint().height());
  update();
}

void ProfilingPanel::setKernel(const QString& kernel, const QString& arguments) {
  kernel_ = kernel;
  if (!arguments_->hasFocus() && !state_.running) arguments_->setText(arguments);
  update();
}

void ProfilingPanel::setWhyNot(const QString& reason) {
  if (reason == whyNot_) return;
  whyNot_ = reason;
  update();
}

void ProfilingPanel::setTable(const std::optional<TuningTable>& table) {
  // Rows come a few times a second; where nothing is new, selection and scrolling are left alone.
  if (table && shown_ && table->kernel == shown_->kernel && table->rows == shown_->rows) {
    shown_ = table;
    return update();
  }
  std::string selected;
  if (const int row = table_->currentRow(); shown_ && row >= 0 && row < static_cast<int>(shown_->rows.size())) {
    selected = shown_->rows[static_cast<size_t>(row)].name;
  }
  const int scrolled = table_->verticalScrollBar()->value();
  shown_ = table;
  model_->setColumns(variantColumns(table.value_or(TuningTable{})));
  model_->setRows(table ? variantCells(*table) : std::vector<std::vector<Cell>>());
  plot_->setTable(table.value_or(TuningTable{}));
  for (size_t row = 0; table && row < table->rows.size(); ++row) {
    if (table->rows[row].name == selected) table_->selectRow(static_cast<int>(row));
  }
  table_->verticalScrollBar()->setValue(scrolled);
  update();
}

void ProfilingPanel::setState(const ProfilingState& state) {
  state_ = state;
  update();
}

QString ProfilingPanel::arguments() const {
  return arguments_->text();
}
std::string ProfilingPanel::strategy() const {
  return search_->currentData().toString().toStdString();
}
int ProfilingPanel::budgetSeconds() const {
  return budget_->currentData().toInt();
}
QString ProfilingPanel::progressText() const {
  return plainText(words_->text() + ' ' + figures_->text());
}

void ProfilingPanel::update() {
  const bool hasRows = shown_ && !shown_->rows.empty();
  updateControls();
  updateProgress();
  results_->setVisible(hasRows);
  empty_->setVisible(!hasRows);
  conditions_->setVisible(hasRows);
  if (hasRows) return updateResults();
  empty_->setText(state_.running ? tr("The original runs first. Variants appear here as they are judged.")
                  : !whyNot_.isEmpty()
                      ? whyNot_
                      : tr("No variants of %1 yet. Measure runs the program once, then tries variants on the "
                           "captured launch.")
                            .arg(kernel_));
}

/// What can be chosen and pressed now.
void ProfilingPanel::updateControls() {
  const bool hasRows = shown_ && !shown_->rows.empty();
  const TuningRow* best = shown_ ? shown_->best() : nullptr;
  const bool recorded = targets_->currentData().toString().startsWith("recorded:");
  for (QWidget* choice : std::initializer_list<QWidget*>{targets_, budget_, search_})
    choice->setEnabled(!state_.running);
  input_->setEnabled(!state_.running && !recorded);
  arguments_->setVisible(capture_.isEmpty());
  arguments_->setEnabled(!state_.running && !recorded);
  input_->setItemText(1,
                      capture_.isEmpty() ? tr("Capture file…") : tr("Capture: %1").arg(QFileInfo(capture_).fileName()));
  start_->setEnabled(!state_.running && whyNot_.isEmpty());
  start_->setText(hasRows && !shown_->complete ? tr("Go on") : tr("Measure"));
  start_->setToolTip(whyNot_.isEmpty() ? tr("Try variants of %1 (F9)").arg(kernel_) : whyNot_);
  pause_->setVisible(state_.running);
  pause_->setEnabled(!state_.pausing);
  cancel_->setVisible(state_.running);
  progress_->setVisible(state_.running);
  apply_->setEnabled(best && !state_.running);
  apply_->setProperty("primary", best && !state_.running);
  apply_->style()->unpolish(apply_);
  apply_->style()->polish(apply_);
  apply_->setToolTip(best ? tr("Preview the best variant; Apply there writes it")
                          : tr("No variant is better than the original."));
  progressRow_->setVisible(state_.running || hasRows || !state_.failure.isEmpty());
}

/// How far it is, or how it ended.
void ProfilingPanel::updateProgress() {
  const bool hasRows = shown_ && !shown_->rows.empty();
  QString shape = "not-done", words, figures;
  if (state_.running) {
    shape = "running";
    words = strong(state_.pausing ? tr("Pausing") : state_.variant.isEmpty() ? tr("Preparing") : tr("Measuring"));
    progress_->setRange(0, state_.variant.isEmpty() ? 0 : static_cast<int>(std::max<size_t>(1, state_.most)));
    progress_->setValue(static_cast<int>(state_.judged));
    figures = runningFigures();
  } else if (!state_.failure.isEmpty()) {
    shape = "differs";
    words = strong(tr("Not measured"));
    figures = codeHtml(state_.failure, theme_);
  } else if (hasRows) {
    const TuningRow* best = shown_->best();
    shape = shown_->complete ? "identical" : "skipped";
    words = strong(shown_->complete ? tr("Done") : tr("Not finished"));
    figures = QString::fromStdString(countText(shown_->tried(), "variant judged", "variants judged"));
    if (!shown_->complete)
      figures += ' ' + muted(tr("of at most %1; Go on tries the others").arg(shown_->most > 0 ? shown_->most - 1 : 0));
    figures += "&nbsp;&nbsp; " +
               (best ? muted(shown_->isTime ? tr("fastest") : tr("fewest")) + ' ' + strong(bestWords(*shown_))
                     : muted(tr("none is better than the original")));
  }
  shape_->setPixmap(theme_.shape(shape, 14, devicePixelRatioF()));
  words_->setText(words);
  figures_->setText(figures);
  figures_->setToolTip(state_.running ? state_.variant : state_.failure);
}

QString ProfilingPanel::muted(const QString& text) const {
  return QString("<span style=\"color:%1\">%2</span>").arg(theme_.color("muted").name(), text.toHtmlEscaped());
}

/// How far the measurement that runs is.
QString ProfilingPanel::runningFigures() const {
  const QString bestText = shown_ ? bestWords(*shown_) : QString();
  QString figures;
  if (!state_.variant.isEmpty()) {
    figures = tr("%1 of at most %2 variants").arg(state_.judged).arg(state_.most) + "&nbsp;&nbsp; ";
  }
  figures += muted(tr("%1 spent").arg(clockText(state_.secondsSpent))) + "&nbsp;&nbsp; ";
  if (state_.secondsLeft >= 0)
    figures += strong(tr("about %1 left").arg(clockText(state_.secondsLeft))) + "&nbsp;&nbsp; ";
  if (!bestText.isEmpty()) figures += muted(tr("best so far")) + ' ' + strong(bestText) + "&nbsp;&nbsp; ";
  figures += codeHtml(state_.variant.isEmpty() ? state_.phase : tr("now: %1").arg(state_.variant), theme_);
  return figures;
}

/// The head of the bars, and what holds of the selected variant or of all.
void ProfilingPanel::updateResults() {
  plotTitle_->setText("  " + QString::fromStdString(ratioTitle(*shown_)) +
                      QString("  <span style=\"color:%1;font-weight:400\">%2</span>")
                          .arg(theme_.color("muted").name(),
                               shown_->isTime ? tr("longer is faster") : tr("hatched: counted, not a time")));
  const int row = table_->currentRow();
  const TuningRow* selected =
      row >= 0 && row < static_cast<int>(shown_->rows.size()) ? &shown_->rows[static_cast<size_t>(row)] : nullptr;
  conditions_->setText(selected && !selected->reason.empty()
                           ? codeHtml(QString::fromStdString(selected->reason), theme_)
                           : QString::fromStdString(tuningConditions(*shown_)).toHtmlEscaped());
}

void ProfilingPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitChoices();
  // Bars beside the table need room for it; else they have a dock of their own.
  plotSide_->setVisible(event->size().width() >= QFontMetrics(theme_.font()).horizontalAdvance('0') * 125);
}

}  // namespace warpwright::views

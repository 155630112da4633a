#include "views/speedup/measure_panel.h"

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
#include "views/shared/argument_menu.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/code_text.h"
#include "views/shared/core_words.h"
#include "views/shared/dock_parts.h"
#include "views/shared/theme.h"
#include "views/speedup/variant_cells.h"
#include "views/speedup/variant_views.h"
#include "views/speedup/whole_program_row.h"

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

MeasurePanel::MeasurePanel(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setGround(*this, "dockBody", tr("Measure"));
  auto* column = makeColumn(this);
  column->addWidget(makeChoices());
  column->addWidget(makeProgress());
  empty_ = makeEmptyNote(this, tr("Why there are no variants"));
  column->addWidget(empty_, 1);
  column->addWidget(makeResults(), 1);
  whole_ = new WholeProgramRow(theme_, this);
  whole_->hide();
  column->addWidget(whole_);
  conditions_ = makeConditions(this, tr("Under what conditions the figures hold"));
  column->addWidget(conditions_);
  setFocusProxy(start_);
  connect(&theme_, &Theme::changed, this, &MeasurePanel::restyle);
  restyle();
  update();
}

/// What to measure, in a row that scrolls where it is narrow, and the start, which is never scrolled away.
QWidget* MeasurePanel::makeChoices() {
  QWidget* bar = makeFields();
  QWidget* whole = makeGround(this, "dockBar", tr("What to measure, and the start"));
  start_ = makeButton(whole, tr("Measure"), tr("Measure"));
  start_->setProperty("primary", true);
  connect(start_, &QPushButton::clicked, this, &MeasurePanel::startRequested);
  own_ = makeButton(whole, tr("Yours…"), tr("Write a variant of your own"));
  own_->setToolTip(tr("Write a variant of this kernel yourself, and have it verified and measured beside the others"));
  connect(own_, &QPushButton::clicked, this, &MeasurePanel::ownRequested);
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
  pinned->addWidget(own_);
  pinned->addWidget(start_);
  return whole;
}

QWidget* MeasurePanel::makeFields() {
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
  kept_ = new ArgumentMenu(*arguments_, theme_);
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

QWidget* MeasurePanel::makeProgress() {
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
  connect(pause_, &QPushButton::clicked, this, &MeasurePanel::pauseRequested);
  connect(cancel_, &QPushButton::clicked, this, &MeasurePanel::cancelRequested);
  connect(apply_, &QPushButton::clicked, this, [this] {
    if (const TuningRow* row = applied()) emit applyRequested(row->steps);
  });
  return progressRow_;
}

QWidget* MeasurePanel::makeResults() {
  model_ = new CellModel(variantColumns({}), this);
  table_ = new CellTable(*model_, tr("Variants"), theme_, this);
  table_->setRowMinimum(46);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  views_ = new VariantViews(theme_, this);
  auto* split = new QSplitter(Qt::Horizontal, this);
  split->setAccessibleName(tr("Variants and views"));
  split->addWidget(table_);
  split->addWidget(views_);
  split->setStretchFactor(0, 47);
  split->setStretchFactor(1, 53);
  split->setSizes({470, 530});
  split->setChildrenCollapsible(false);
  results_ = split;
  connect(views_, &VariantViews::rowChosen, this, &MeasurePanel::showRow);
  connect(table_, &QTableView::doubleClicked, this, [this] {
    if (const TuningRow* row = selected()) emit compareRequested(row->steps);
  });
  table_->viewport()->installEventFilter(this);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    views_->setRow(table_->currentRow());
    update();
    if (const TuningRow* row = selected(); row && !selecting_) emit variantChosen(row->steps);
  });
  return split;
}

const TuningRow* MeasurePanel::selected() const {
  const int row = table_->currentRow();
  return shown_ && row >= 0 && row < static_cast<int>(shown_->rows.size()) ? &shown_->rows[static_cast<size_t>(row)]
                                                                           : nullptr;
}

void MeasurePanel::select(const VariantSteps& steps) {
  if (!shown_ || (selected() && selected()->steps == steps)) return;
  selecting_ = true;
  for (size_t row = 0; row < shown_->rows.size(); ++row) {
    if (shown_->rows[row].steps == steps) showRow(static_cast<int>(row));
  }
  selecting_ = false;
}

void MeasurePanel::showRow(int row) {
  table_->selectRow(row);
  table_->scrollTo(model_->index(row, 0));
}

/// What a narrow table leaves out stands above the views of the selected variant.
void MeasurePanel::fitColumns() {
  const int columns = model_->columnCount();
  const bool narrow = table_->width() < QFontMetrics(theme_.font()).horizontalAdvance('0') * 90;
  for (int column = columns - 2; column < columns; ++column) table_->setColumnHidden(column, narrow);
  // Why a variant is not used stands below the table in full.
  const int reasons = QFontMetrics(theme_.font()).horizontalAdvance('0') * (narrow ? 16 : 24);
  if (table_->columnWidth(1) > reasons) table_->setColumnWidth(1, reasons);
  int others = 0;
  const int last = columns - (narrow ? 3 : 1);  // it takes what is left over
  for (int column = 1; column <= last; ++column)
    others += column == last ? table_->horizontalHeader()->sectionSizeHint(column) + 24 : table_->columnWidth(column);
  table_->setColumnWidth(
      0, std::max(QFontMetrics(theme_.font()).horizontalAdvance('0') * 18, table_->viewport()->width() - others));
}

void MeasurePanel::chooseCapture() {
  const QString file = QFileDialog::getOpenFileName(this, tr("Choose a capture"), {}, tr("Captures (*.wwcap)"));
  if (!file.isEmpty()) capture_ = file;
  if (capture_.isEmpty()) input_->setCurrentIndex(0);
}

/// As high as its row; with room for the scroll bar only where one is needed.
void MeasurePanel::fitChoices() {
  const QWidget* bar = choices_->widget();
  const bool scrolls =
      bar->minimumSizeHint().width() > width() - start_->sizeHint().width() - own_->sizeHint().width() - 24;
  choices_->setFixedHeight(bar->sizeHint().height() +
                           (scrolls ? choices_->horizontalScrollBar()->sizeHint().height() : 0));
}

void MeasurePanel::restyle() {
  fitChoices();
  table_->setRowMinimum(2 * QFontMetrics(theme_.font()).height() + 12);
  update();
}

void MeasurePanel::setKernel(const QString& kernel, const QString& arguments) {
  kernel_ = kernel;
  if (!arguments_->hasFocus() && !state_.running) arguments_->setText(arguments);
  update();
}

void MeasurePanel::setWhyNot(const QString& reason) {
  if (reason == whyNot_) return;
  whyNot_ = reason;
  update();
}

void MeasurePanel::setTable(std::shared_ptr<const TuningTable> table) {
  if (table && table == shown_) return;
  // Rows come a few times a second; where nothing is new, selection and scrolling are left alone.
  if (table && shown_ && table->kernel == shown_->kernel && table->rows == shown_->rows) {
    shown_ = std::move(table);
    views_->setTable(shown_);
    return update();
  }
  const std::string selected = nameOfSelected();
  shown_ = std::move(table);
  fillRows(selected);
}

std::string MeasurePanel::nameOfSelected() const {
  const TuningRow* row = selected();
  return row ? row->name : std::string();
}

/// As the table is now; the row of that name stays the selected one.
void MeasurePanel::fillRows(const std::string& selected) {
  const int scrolled = table_->verticalScrollBar()->value();
  const TuningTable none;
  const TuningTable& now = shown_ ? *shown_ : none;
  model_->setColumns(variantColumns(now));
  model_->setRows(variantCells(now, state_.isOlder));
  fitColumns();
  views_->setTable(shown_);
  for (size_t row = 0; !selected.empty() && row < std::min(now.rows.size(), mostVariants); ++row) {
    if (now.rows[row].name == selected) table_->selectRow(static_cast<int>(row));
  }
  table_->verticalScrollBar()->setValue(scrolled);
  update();
}

void MeasurePanel::setState(const MeasureState& state) {
  const bool isOther = state.isOlder != state_.isOlder;
  state_ = state;
  if (!isOther) return update();
  selecting_ = true;  // the same row is selected again
  fillRows(nameOfSelected());
  selecting_ = false;
}

QString MeasurePanel::arguments() const {
  return arguments_->text();
}
std::string MeasurePanel::strategy() const {
  return search_->currentData().toString().toStdString();
}
int MeasurePanel::budgetSeconds() const {
  return budget_->currentData().toInt();
}
QString MeasurePanel::progressText() const {
  return plainText(words_->text() + ' ' + figures_->text());
}

void MeasurePanel::update() {
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

/// What Apply takes: the selected variant where it computes the same, else the best one.
const TuningRow* MeasurePanel::applied() const {
  if (state_.isOlder) return nullptr;
  if (const TuningRow* row = selected(); row && row->accepted && !row->steps.empty()) return row;
  return shown_ ? shown_->best() : nullptr;
}

/// What can be chosen and pressed now.
void MeasurePanel::updateControls() {
  const bool hasRows = shown_ && !shown_->rows.empty();
  const TuningRow* taken = applied();
  const bool recorded = targets_->currentData().toString().startsWith("recorded:");
  for (QWidget* choice : std::initializer_list<QWidget*>{targets_, budget_, search_})
    choice->setEnabled(!state_.running);
  input_->setEnabled(!state_.running && !recorded);
  arguments_->setVisible(capture_.isEmpty());
  arguments_->setEnabled(!state_.running && !recorded);
  input_->setItemText(1,
                      capture_.isEmpty() ? tr("Capture file…") : tr("Capture: %1").arg(QFileInfo(capture_).fileName()));
  start_->setEnabled(!state_.running && whyNot_.isEmpty());
  start_->setText(hasRows && !shown_->complete && !state_.isOlder ? tr("Go on") : tr("Measure"));
  start_->setToolTip(whyNot_.isEmpty() ? tr("Try variants of %1 (F9)").arg(kernel_) : whyNot_);
  pause_->setVisible(state_.running);
  pause_->setEnabled(!state_.pausing);
  cancel_->setVisible(state_.running);
  progress_->setVisible(state_.running);
  const bool isSelected = taken && selected() == taken;
  apply_->setText(isSelected ? tr("Apply selected…") : tr("Apply best…"));
  apply_->setEnabled(taken && !state_.running);
  apply_->setProperty("primary", taken && !state_.running);
  apply_->style()->unpolish(apply_);
  apply_->style()->polish(apply_);
  apply_->setToolTip(hasRows && state_.isOlder ? whyOlder()
                     : isSelected              ? tr("Preview the selected variant; Apply there writes it")
                     : taken                   ? tr("Preview the best variant; Apply there writes it")
                             : tr("No variant is better than the original. Select one to apply it all the same."));
  progressRow_->setVisible(state_.running || hasRows || !state_.failure.isEmpty());
}

/// How far it is, or how it ended.
void MeasurePanel::updateProgress() {
  const bool hasRows = shown_ && !shown_->rows.empty();
  QString shape = "not-done", words, figures;
  if (state_.running) {
    shape = "running";
    words = strong(state_.pausing ? tr("Pausing") : state_.variant.isEmpty() ? tr("Preparing") : tr("Measuring"));
    const double most = static_cast<double>(std::max<size_t>(1, state_.most));
    showProgress(*progress_, state_.variant.isEmpty() ? -1 : static_cast<double>(state_.judged) / most,
                 theme_.reducesMotion());
    figures = runningFigures();
  } else if (!state_.failure.isEmpty()) {
    shape = "differs";
    words = strong(tr("Not measured"));
    figures = codeHtml(state_.failure, theme_);
  } else if (hasRows) {
    const TuningRow* best = shown_->best();
    shape = state_.isOlder ? "warning" : shown_->complete ? "identical" : "skipped";
    words = strong(state_.isOlder ? tr("Of an older text") : shown_->complete ? tr("Done") : tr("Not finished"));
    figures = counted(shown_->tried(), tr("%1 variant judged"), tr("%1 variants judged"));
    if (shown_->rows.size() > mostVariants) figures += ' ' + muted(tr("the best %1 are listed").arg(mostVariants));
    if (!shown_->complete && !state_.isOlder)
      figures += ' ' + muted(tr("of at most %1; Go on tries the others").arg(shown_->most > 0 ? shown_->most - 1 : 0));
    figures += "&nbsp;&nbsp; " +
               (state_.isOlder ? muted(whyOlder())
                : best         ? muted(shown_->isTime ? tr("fastest") : tr("fewest")) + ' ' + strong(bestWords(*shown_))
                               : muted(tr("none is better than the original")));
  }
  shape_->setPixmap(theme_.shape(shape, 14, devicePixelRatioF()));
  words_->setText(words);
  figures_->setText(figures);
  figures_->setToolTip(state_.running ? state_.variant : hasRows && state_.isOlder ? whyOlder() : state_.failure);
}

QString MeasurePanel::whyOlder() const {
  return tr("The text has changed since. Measure again to know what holds of it.");
}

QString MeasurePanel::muted(const QString& text) const {
  return QString("<span style=\"color:%1\">%2</span>").arg(theme_.color("muted").name(), text.toHtmlEscaped());
}

/// How far the measurement that runs is.
QString MeasurePanel::runningFigures() const {
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

/// What holds of the selected variant or of all.
void MeasurePanel::updateResults() {
  const TuningRow* row = selected();
  conditions_->setText(row && !row->reason.empty() ? codeHtml(QString::fromStdString(row->reason), theme_)
                                                   : coreWords(tuningConditions(*shown_)).toHtmlEscaped());
}

/// The table comes by its width only once it is seen.
bool MeasurePanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && watched == table_->viewport()) fitColumns();
  return QWidget::eventFilter(watched, event);
}

void MeasurePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitChoices();
  fitColumns();
}

}  // namespace warpwright::views

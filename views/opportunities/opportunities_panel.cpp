#include "views/opportunities/opportunities_panel.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include "views/opportunities/opportunity_delegate.h"
#include "views/opportunities/opportunity_filter.h"
#include "views/opportunities/opportunity_model.h"
#include "views/shared/dock_parts.h"
#include "views/shared/findings.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

/// A kernel's row has its ground from edge to edge, below the branch mark too.
class KernelTree final : public QTreeView {
 public:
  KernelTree(const Theme& theme, QWidget* parent) : QTreeView(parent), theme_(theme) {}

 protected:
  void drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    if (index.data(OpportunityModel::isKernelRole).toBool() && !selectionModel()->isSelected(index)) {
      painter->fillRect(option.rect, theme_.color("raised"));
    }
    QTreeView::drawRow(painter, option, index);
  }

 private:
  const Theme& theme_;
};

constexpr VerdictKind verdicts[] = {VerdictKind::applicable, VerdictKind::refused, VerdictKind::unknown};

}  // namespace

OpportunitiesPanel::OpportunitiesPanel(const Findings& findings, Selection& selection, Theme& theme, QWidget* parent)
    : QWidget(parent), findings_(findings), selection_(selection), theme_(theme) {
  setGround(*this, "dockBody", tr("Opportunities"));
  model_ = new OpportunityModel(findings, this);
  filter_ = new OpportunityFilter(this);
  filter_->setSourceModel(model_);
  QHBoxLayout* top = makeFilters();
  tree_ = new KernelTree(theme, this);
  setUpTree();
  empty_ = makeEmptyNote(this, tr("Why the list is empty"));
  auto* column = makeColumn(this);
  column->addLayout(top);
  column->addLayout(makeScopes());
  column->addWidget(empty_, 1);
  analyse_ = makeButton(this, tr("Analyse"), tr("Analyse what was stopped"));
  auto* offer = new QHBoxLayout;
  offer->setContentsMargins(8, 0, 8, 8);
  offer->addWidget(analyse_, 0, Qt::AlignHCenter);
  column->addLayout(offer);
  column->addWidget(tree_, 1);

  connectParts();
  restyle();
  updateCounts();
}

/// Words to filter by, and a chip for each verdict.
QHBoxLayout* OpportunitiesPanel::makeFilters() {
  words_ = new QLineEdit(this);
  words_->setPlaceholderText(tr("Filter: name, pass, file"));
  words_->setAccessibleName(tr("Filter opportunities"));
  searchIcon_ = words_->addAction(QIcon(), QLineEdit::LeadingPosition);
  auto* top = new QHBoxLayout;
  top->setContentsMargins(8, 7, 8, 7);
  top->setSpacing(6);
  top->addWidget(words_, 1);
  for (const VerdictKind verdict : verdicts) {
    auto* chip = new QToolButton(this);
    chip->setProperty("chip", true);
    chip->setCheckable(true);
    chip->setChecked(true);
    chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(chip, &QToolButton::toggled, this, [this, verdict](bool shown) {
      filter_->setShown(verdict, shown);
      updateSpans();
    });
    chips_[static_cast<size_t>(verdict)] = chip;
    top->addWidget(chip);
  }
  return top;
}

/// Of which files: of the one in front, of its program, of all.
QHBoxLayout* OpportunitiesPanel::makeScopes() {
  auto* row = new QHBoxLayout;
  row->setContentsMargins(8, 0, 8, 6);
  row->setSpacing(0);
  const std::pair<QString, QString> names[] = {{tr("File"), tr("Findings of the file in front (Ctrl+Alt+F)")},
                                               {tr("Program"), tr("Findings of its program (Ctrl+Alt+G)")},
                                               {tr("Project"), tr("Findings of all files (Ctrl+Alt+P)")}};
  auto* group = new QButtonGroup(this);
  for (int scope = 0; scope < scopes; ++scope) {
    auto* chip = new QToolButton(this);
    chip->setProperty("chip", true);
    chip->setCheckable(true);
    chip->setText(names[scope].first);
    chip->setToolTip(names[scope].second);
    chip->setAccessibleName(tr("Scope: %1").arg(names[scope].first));
    group->addButton(chip);
    connect(chip, &QToolButton::clicked, this, [this, scope] { emit scopeChosen(scope); });
    scopeChips_[static_cast<size_t>(scope)] = chip;
    row->addWidget(chip);
  }
  scopeChips_[project]->setChecked(true);
  inScope_ = makeLabel(this, tr("What the list holds"));
  inScope_->setProperty("muted", true);
  inScope_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  inScope_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  row->addWidget(inScope_, 1);
  return row;
}

void OpportunitiesPanel::setScope(Scope scope) {
  scope_ = scope;
  scopeChips_[static_cast<size_t>(scope)]->setChecked(true);
  updateScope();
  updateCounts();
}

/// The files that the list is about now.
void OpportunitiesPanel::updateScope() {
  const std::string& front = selection_.file();
  const ProgramSummary* of = findings_.programOf(front);
  scopeChips_[program]->setVisible(findings_.programs().size() > 1);
  std::optional<std::set<QString>> files;
  if (scope_ == Scope::file && !front.empty()) files = {QString::fromStdString(front)};
  if (scope_ == program && of) {
    files.emplace();
    for (const auto& [unit, kernel] : findings_.kernels()) {
      for (const std::string& name : {unit, kernel->definition.begin.file})
        if (of->has(name)) files->insert(QString::fromStdString(name));
    }
  }
  filter_->setFiles(std::move(files));
  tree_->expandAll();
  updateSpans();
}

void OpportunitiesPanel::setUpTree() {
  tree_->setModel(filter_);
  tree_->setItemDelegate(new OpportunityDelegate(theme_, tree_));
  tree_->setAccessibleName(tr("List of opportunities"));
  tree_->setUniformRowHeights(true);
  tree_->setIndentation(13);
  tree_->setSortingEnabled(true);
  tree_->sortByColumn(OpportunityModel::estimateColumn, Qt::DescendingOrder);
  tree_->setSelectionBehavior(QAbstractItemView::SelectRows);
  tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  tree_->setAllColumnsShowFocus(true);
  tree_->header()->setAccessibleName(tr("Columns of opportunities"));
  tree_->header()->setStretchLastSection(false);
  tree_->header()->setSectionResizeMode(OpportunityModel::titleColumn, QHeaderView::Stretch);
  tree_->header()->setSectionResizeMode(OpportunityModel::lineColumn, QHeaderView::Fixed);
  tree_->header()->setSectionResizeMode(OpportunityModel::estimateColumn, QHeaderView::Fixed);
  tree_->header()->setSectionResizeMode(OpportunityModel::measuredColumn, QHeaderView::Fixed);
  tree_->installEventFilter(this);
  setFocusProxy(tree_);
}

void OpportunitiesPanel::connectParts() {
  connect(words_, &QLineEdit::textChanged, this, [this](const QString& text) {
    filter_->setWords(text);
    tree_->expandAll();
    updateSpans();
  });
  connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& current) { onCurrent(current); });
  connect(tree_, &QTreeView::doubleClicked, this, [this](const QModelIndex&) { emit activated(); });
  connect(tree_, &QTreeView::clicked, this, [this](const QModelIndex& index) { onCurrent(index); });
  connect(filter_, &QAbstractItemModel::modelReset, this, [this] {
    tree_->expandAll();
    updateSpans();
    showSelection();
  });
  connect(&selection_, &Selection::findingChanged, this, &OpportunitiesPanel::showSelection);
  connect(&selection_, &Selection::fileChanged, this, [this] {
    if (scope_ == project) return;
    updateScope();
    updateCounts();
    showSelection();
  });
  connect(&findings_, &Findings::changed, this, &OpportunitiesPanel::updateCounts);
  connect(&findings_, &Findings::touched, this, &OpportunitiesPanel::updateCounts);
  connect(model_, &OpportunityModel::columnsChanged, this, &OpportunitiesPanel::fitColumns);
  connect(&theme_, &Theme::changed, this, &OpportunitiesPanel::restyle);
  connect(analyse_, &QPushButton::clicked, this, &OpportunitiesPanel::analyseRequested);
}

void OpportunitiesPanel::restyle() {
  for (const VerdictKind verdict : verdicts) {
    chips_[static_cast<size_t>(verdict)]->setIcon(theme_.shapeIcon(shapeName(verdict)));
    chips_[static_cast<size_t>(verdict)]->setIconSize({13, 13});
  }
  searchIcon_->setIcon(theme_.icon("search", "muted"));
  fitColumns();
}

void OpportunitiesPanel::updateCounts() {
  if (scope_ == program || scopeChips_[program]->isVisible() != (findings_.programs().size() > 1)) updateScope();
  const FindingCounts counts = filter_->countsInScope();
  const int kernels = filter_->kernelsInScope();
  inScope_->setText(kernels == 1 ? tr("%1 in 1 kernel").arg(counts.total())
                                 : tr("%1 in %2 kernels").arg(counts.total()).arg(kernels));
  const int numbers[] = {counts.applicable, counts.refused, counts.unknown};
  for (const VerdictKind verdict : verdicts) {
    const int number = numbers[static_cast<size_t>(verdict)];
    QToolButton* chip = chips_[static_cast<size_t>(verdict)];
    chip->setText(QString::number(number));
    const QString words = tr("%1: %2, show or hide").arg(verdictWord(verdict)).arg(number);
    chip->setAccessibleName(words);
    chip->setToolTip(words);
  }
  const bool none = counts.total() == 0;
  empty_->setText(whyEmpty());
  empty_->setVisible(none);
  bool running = false, stopped = false;
  for (const auto& [name, unit] : findings_.units()) running |= unit.updating, stopped |= unit.stopped;
  analyse_->setVisible(stopped && !running);
  tree_->setVisible(!none);
  updateSpans();
  fitColumns();
}

/// "None" is said only of what was looked at.
QString OpportunitiesPanel::whyEmpty() const {
  QString failure;
  int stopped = 0;
  for (const auto& [name, unit] : findings_.units()) {
    if (!findings_.isShown(name)) continue;
    if (unit.updating) return tr("Analysing. Findings appear here.");
    if (!unit.failure.isEmpty() && failure.isEmpty()) failure = unit.failure;
    stopped += unit.stopped ? 1 : 0;
  }
  if (!failure.isEmpty()) return failure;
  if (findings_.units().empty()) return tr("No file is analysed yet. Open a CUDA source file.");
  if (stopped == 1) return tr("The analysis was stopped: a file is not analysed.");
  if (stopped > 1) return tr("The analysis was stopped: %1 files are not analysed.").arg(stopped);
  if (scope_ != project && findings_.areAny())
    return tr("No opportunities here. Choose Project above to see those of the other files.");
  return tr("No opportunities. No kernel here keeps data where this version could move it.");
}

void OpportunitiesPanel::updateSpans() {
  for (int row = 0; row < filter_->rowCount(); ++row) tree_->setFirstColumnSpanned(row, {}, true);
}

void OpportunitiesPanel::showSelection() {
  const QModelIndex index = filter_->mapFromSource(model_->indexOf(selection_.finding()));
  if (!index.isValid() || index == tree_->currentIndex()) return;
  following_ = true;
  tree_->setCurrentIndex(index);
  tree_->scrollTo(index);
  following_ = false;
}

void OpportunitiesPanel::onCurrent(const QModelIndex& current) {
  if (following_) return;
  const QModelIndex source = filter_->mapToSource(current);
  const FindingKey key = model_->keyAt(source);
  if (key.isValid()) selection_.setFinding(key, model_->kernelAt(source));
}

void OpportunitiesPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  // What is measured is said by the evidence, too: where titles would be cut, its column goes first.
  fitColumns();
}

void OpportunitiesPanel::fitColumns() {
  const QFontMetrics bold(theme_.font(1, QFont::DemiBold));
  const int digits = width() / std::max(1, QFontMetrics(theme_.font()).horizontalAdvance('0'));
  const bool showsMeasured = digits >= 48 && model_->anyMeasured();
  tree_->setColumnHidden(OpportunityModel::measuredColumn, !showsMeasured);
  // The line is told by the tool tip and by a click, too.
  tree_->setColumnHidden(OpportunityModel::lineColumn, digits < 66);
  // Dashes would only cut the titles.
  const bool anyEstimate = model_->anyEstimate();
  tree_->setColumnHidden(OpportunityModel::estimateColumn, !anyEstimate);
  tree_->header()->resizeSection(OpportunityModel::lineColumn, bold.horizontalAdvance("Line") + 40);
  tree_->header()->resizeSection(OpportunityModel::estimateColumn, bold.horizontalAdvance("1.02–1.08×") + 40);
  tree_->header()->resizeSection(OpportunityModel::measuredColumn,
                                 std::max(bold.horizontalAdvance(tr("Measured")),
                                          QFontMetrics(theme_.font()).horizontalAdvance(tr("%1 fewer").arg("1.25×"))) +
                                     36);
}

void OpportunitiesPanel::step(int direction) {
  QModelIndex index = tree_->currentIndex();
  if (!index.isValid()) index = filter_->index(0, 0);
  if (!index.isValid()) return;
  index = index.siblingAtColumn(0);
  do {
    index = direction > 0 ? tree_->indexBelow(index) : tree_->indexAbove(index);
  } while (index.isValid() && index.data(OpportunityModel::isKernelRole).toBool());
  if (!index.isValid()) return;
  tree_->setCurrentIndex(index);
  emit activated();
}

bool OpportunitiesPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == tree_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Space) {
      emit previewRequested();
      return true;
    }
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      emit activated();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace warpwright::views

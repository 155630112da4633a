#include "views/speedup/profile_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QVBoxLayout>

#include "core/base/number_text.h"
#include "core/report/profile_csv.h"
#include "views/shared/cell_table.h"
#include "views/shared/dock_parts.h"
#include "views/shared/picture_menu.h"
#include "views/shared/theme.h"
#include "views/speedup/timeline_picture.h"

namespace warpwright::views {
namespace {

constexpr int kernelColumn = 1, placeColumn = 5;

QString text(const std::string& words) {
  return QString::fromStdString(words);
}

Cell numberCell(double value, int digits) {
  Cell cell{text(fixedText(value, digits))};
  cell.sort = value;
  return cell;
}

Cell missingCell() {
  Cell cell{QString::fromUtf8(missingValue)};
  cell.muted = true;
  return cell;
}

double milliseconds(uint64_t ns) {
  return static_cast<double>(ns) * 1e-6;
}
double microseconds(uint64_t ns) {
  return static_cast<double>(ns) * 1e-3;
}

Cell kernelCell(const KernelProfile& kernel) {
  Cell cell{QStringLiteral("`%1`").arg(text(kernel.name))};
  if (kernel.shapes.empty()) return cell;
  const ProfiledShape& shape = kernel.shapes.front();
  cell.below = text("<<<" + extentsText(shape.grid) + ',' + extentsText(shape.block) + ">>>");
  if (const size_t more = kernel.shapes.size() - 1; more > 0)
    cell.below += more == 1 ? QObject::tr(", and another shape") : QObject::tr(", and %1 other shapes").arg(more);
  cell.below += QObject::tr(", %1 registers a thread, %2 of shared memory a block")
                    .arg(kernel.registers)
                    .arg(text(memoryText(shape.staticSharedBytes + shape.dynamicSharedBytes)));
  return cell;
}

/// With the shortest and the longest launch below.
Cell medianCell(const KernelProfile& kernel) {
  Cell cell = numberCell(microseconds(kernel.medianNs), 2);
  if (kernel.launches > 1)
    cell.below = text(fixedText(microseconds(kernel.minNs), 2) + "–" + fixedText(microseconds(kernel.maxNs), 2));
  return cell;
}

Cell copyCell(const CopyProfile& copy) {
  Cell cell{text(copy.kind)};
  const double seconds = static_cast<double>(copy.totalNs) * 1e-9;
  cell.below = text(memoryText(copy.bytes));
  if (seconds > 0)
    cell.below += QObject::tr(", %1 GB/s").arg(text(fixedText(static_cast<double>(copy.bytes) / seconds * 1e-9, 1)));
  cell.muted = true;
  return cell;
}

}  // namespace

std::vector<CellColumn> profileColumns() {
  return {{QObject::tr("Share, %"), true}, {QObject::tr("Kernel"), false},    {QObject::tr("Total, ms"), true},
          {QObject::tr("Launches"), true}, {QObject::tr("Median, µs"), true}, {QObject::tr("Source"), false}};
}

std::vector<std::vector<Cell>> profileCells(const ProgramProfile& profile, const std::vector<QString>& places) {
  std::vector<std::vector<Cell>> rows;
  const double whole = milliseconds(profile.kernelNs());
  for (size_t i = 0; i < profile.kernels.size() && i < mostProfileRows; ++i) {
    const KernelProfile& kernel = profile.kernels[i];
    const double total = milliseconds(kernel.totalNs), share = whole > 0 ? total / whole : 0;
    Cell part = numberCell(share * 100, 1);
    part.bar = share;
    Cell launches{text(countText(kernel.launches))};
    launches.sort = static_cast<qulonglong>(kernel.launches);
    const bool isKnown = i < places.size() && !places[i].isEmpty();
    rows.push_back({part, kernelCell(kernel), numberCell(total, 3), launches, medianCell(kernel),
                    isKnown ? Cell{places[i]} : missingCell()});
  }
  for (const CopyProfile& copy : profile.copies) {
    Cell count{text(countText(copy.count))};
    count.sort = static_cast<qulonglong>(copy.count);
    rows.push_back({missingCell(), copyCell(copy), numberCell(milliseconds(copy.totalNs), 3), count, missingCell(),
                    missingCell()});
  }
  return rows;
}

ProfilePage::ProfilePage(Theme& theme, QWidget* parent) : QWidget(parent) {
  setGround(*this, "dockBody", tr("Profile"));
  QWidget* bar = makeBar();
  empty_ = makeEmptyNote(this, tr("Why there is no profile"));
  model_ = new CellModel(profileColumns(), this);
  table_ = new CellTable(*model_, tr("Kernels by their time"), theme, this);
  table_->setWideColumn(kernelColumn);
  const auto grow = [this, &theme] { table_->setRowMinimum(2 * QFontMetrics(theme.font()).height() + 8); };
  connect(&theme, &Theme::changed, this, grow);
  grow();
  new PictureMenu(*table_,
                  {"profile", {}, [this] { return text(profileCsv(profile_)); }, [this] { return hasProfile_; }});
  auto* below = makeGround(this, "dockBody", tr("Along time"));
  noTimeline_ = makeEmptyNote(below, tr("Why there is no timeline"));
  picture_ = new TimelinePicture(theme, below);
  auto* drawn = makeColumn(below);
  drawn->addWidget(noTimeline_, 1);
  drawn->addWidget(picture_, 1);
  split_ = new QSplitter(Qt::Vertical, this);
  split_->setAccessibleName(tr("Kernels and timeline"));
  split_->addWidget(table_);
  split_->addWidget(below);
  split_->setChildrenCollapsible(false);
  split_->setSizes({500, 300});
  conditions_ = makeConditions(this, tr("What the profile shows"));
  auto* column = makeColumn(this);
  column->addWidget(bar);
  column->addWidget(empty_, 1);
  column->addWidget(split_, 1);
  column->addWidget(conditions_);
  setFocusProxy(table_);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
    const bool isKernel = now.isValid() && static_cast<size_t>(now.row()) < profile_.kernels.size();
    if (isKernel && !isSelecting_) emit kernelChosen(now.row());
  });
  const auto open = [this](const QModelIndex& index) {
    if (index.isValid() && static_cast<size_t>(index.row()) < profile_.kernels.size()) emit sourceWanted(index.row());
  };
  connect(table_, &QTableView::doubleClicked, this, open);
  connect(table_, &QTableView::clicked, this, [open](const QModelIndex& index) {
    if (index.column() == placeColumn) open(index);
  });
  auto* enter = new QShortcut(Qt::Key_Return, table_);
  enter->setContext(Qt::WidgetShortcut);
  connect(enter, &QShortcut::activated, this, [this, open] { open(table_->currentIndex()); });
  setRunning({}, false, {});
}

/// Whose profile, and the way to another one.
QWidget* ProfilePage::makeBar() {
  QWidget* bar = makeGround(this, "dockBar", tr("Which profile"));
  name_ = makeLabel(bar, tr("Profile"));
  state_ = makeLabel(bar, tr("Progress of the profile"));
  state_->setProperty("muted", true);
  cancel_ = makeButton(bar, tr("Cancel"), tr("Cancel the profile"));
  run_ = makeButton(bar, tr("Profile…"), tr("Profile the program"));
  other_ = makeButton(bar, tr("Open a profile…"), tr("Open another profile"));
  trace_ = makeButton(bar, tr("Save trace…"), tr("Save the trace"));
  trace_->setToolTip(tr("When each launch, copy and fill was, for ui.perfetto.dev"));
  auto* row = makeBarRow(bar);
  row->addWidget(name_);
  row->addStretch(1);
  for (QWidget* one : std::initializer_list<QWidget*>{state_, cancel_, trace_, other_, run_}) row->addWidget(one);
  connect(run_, &QPushButton::clicked, this, &ProfilePage::runRequested);
  connect(cancel_, &QPushButton::clicked, this, &ProfilePage::cancelRequested);
  connect(other_, &QPushButton::clicked, this, &ProfilePage::otherRequested);
  connect(trace_, &QPushButton::clicked, this, &ProfilePage::traceRequested);
  return bar;
}

void ProfilePage::setProfile(const ProgramProfile& profile, const ProfileWords& words) {
  hasProfile_ = true;
  profile_ = profile;
  places_.clear();
  name_->setText(tr("Profile of <b>%1</b>").arg(words.name.toHtmlEscaped()));
  ProfileTimeline timeline = timelineOf(profile, words.name.toStdString(), {});
  picture_->setVisible(!timeline.isEmpty());
  noTimeline_->setVisible(timeline.isEmpty());
  noTimeline_->setText(
      tr("This profile does not tell when its launches were: it has none, or an older version made it. Profile the "
         "program again."));
  QStringList said;
  if (!words.warning.isEmpty()) said << words.warning;
  said << tr("Kernels took %1 ms of %2 ms.")
              .arg(text(fixedText(milliseconds(profile.kernelNs()), 3)),
                   text(fixedText(milliseconds(profile.spanNs), 3)));
  said << tr("Below a median: the shortest and the longest launch.");
  if (profile.kernels.size() > mostProfileRows)
    said << tr("The first %1 of %2 kernels; saved as CSV, they are all there.")
                .arg(mostProfileRows)
                .arg(profile.kernels.size());
  QStringList facts;
  if (!words.conditions.isEmpty()) facts << words.conditions;
  if (!timeline.isEmpty()) {
    facts << text(timeline.summary);
    if (!timeline.conditions.empty()) facts << text(timeline.conditions);
    facts << tr("wheel, + and −: closer and further; drag: along; 0: all");
  }
  conditions_->setText(said.join(' ') + ' ' + facts.join(QStringLiteral(" · ")));
  picture_->setTimeline(std::move(timeline));
  update();
}

void ProfilePage::setPlaces(std::vector<QString> places) {
  if (places == places_) return;
  places_ = std::move(places);
  update();
}

void ProfilePage::update() {
  isSelecting_ = true;
  const int row = table_->currentRow();
  model_->setRows(hasProfile_ ? profileCells(profile_, places_) : std::vector<std::vector<Cell>>());
  if (row >= 0 && row < model_->rowCount()) table_->selectRow(row);
  isSelecting_ = false;
  split_->setVisible(hasProfile_);
  conditions_->setVisible(hasProfile_);
  empty_->setVisible(!hasProfile_);
  trace_->setVisible(!picture_->timeline().isEmpty());
}

void ProfilePage::setRunning(const QString& progress, bool mayRun, const QString& whyNot) {
  const bool runs = !progress.isEmpty();
  state_->setText(progress);
  state_->setVisible(runs);
  cancel_->setVisible(runs);
  run_->setEnabled(mayRun && !runs);
  run_->setToolTip(whyNot.isEmpty() ? tr("Run the compiled program on this computer's GPU and see where its time goes")
                                    : whyNot);
  other_->setEnabled(!runs);
  trace_->setVisible(!picture_->timeline().isEmpty());
  empty_->setText(runs ? tr("The program runs.")
                       : tr("Nothing was profiled yet. Profile runs the compiled program on this computer's GPU."));
  split_->setVisible(hasProfile_);
  conditions_->setVisible(hasProfile_);
  empty_->setVisible(!hasProfile_);
}

void ProfilePage::select(size_t kernel) {
  if (static_cast<int>(kernel) == table_->currentRow()) return;
  isSelecting_ = true;
  table_->selectRow(static_cast<int>(kernel));
  isSelecting_ = false;
}

QString ProfilePage::words() const {
  if (!hasProfile_) return empty_->text();
  return (noTimeline_->isVisibleTo(split_) ? noTimeline_->text() + ' ' : QString()) + conditions_->text();
}

}  // namespace warpwright::views

#include "views/reuse/tasks_panel.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>

#include "core/base/file.h"
#include "core/base/number_text.h"
#include "views/reuse/task_view.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/core_words.h"
#include "views/shared/dock_parts.h"
#include "views/shared/picture_menu.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

constexpr uint32_t drawnEdges = 100'000;
constexpr PartitionMethod methods[] = {PartitionMethod::automatic, PartitionMethod::expansion, PartitionMethod::metis,
                                       PartitionMethod::greedy, PartitionMethod::random};

QString text(const std::string& words) {
  return QString::fromStdString(words);
}

}  // namespace

/// What a job brings back.
struct TasksPanel::Answer {
  std::shared_ptr<const TaskGraph> graph;
  std::shared_ptr<const ReusePicture> picture;
  std::shared_ptr<const ReuseOrder> before, after;
  std::optional<ReuseFigure> figure;
  std::optional<Error> error;
};

TasksPanel::TasksPanel(Device device, Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(theme), device_(std::move(device)) {
  setGround(*this, "dockBody", tr("Reuse: tasks"));
  QWidget* bar = makeBar();
  body_ = makePictures();
  verdict_ = makeVerdict();
  model_ = new CellModel({{tr("Order of tasks"), false},
                          {tr("Cost"), true},
                          {tr("Redundant loads"), true},
                          {tr("Largest block"), true},
                          {tr("Time"), true}},
                         this);
  table_ = new CellTable(*model_, tr("Orders of the tasks"), theme, this);
  table_->setShownRows(6);
  table_->setWideColumn(0);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  empty_ = makeEmptyNote(this, tr("Why no graph is shown"));
  auto* column = makeColumn(this);
  column->addWidget(bar);
  column->addWidget(empty_, 1);
  column->addWidget(body_, 1);
  column->addWidget(verdict_);
  column->addWidget(table_);
  setFocusProxy(views_[0]);
  connectParts();
  setBusy({});
  showMessage(
      tr("Which tasks should share a thread block? Open a Matrix Market file or an edge list: one task a non-zero or a "
         "line, or the tasks that were saved of a launch (*.tasks): one task a thread."));
}

/// The bar: which graph, and how it is partitioned.
QWidget* TasksPanel::makeBar() {
  QWidget* bar = makeGround(this, "dockBar", tr("Which graph, and how it is partitioned"));
  title_ = makeLabel(bar, tr("Graph"));
  state_ = makeLabel(bar, tr("What runs"));
  state_->setProperty("muted", true);
  tasksPerBlock_ = new QSpinBox(bar);
  tasksPerBlock_->setRange(1, 1 << 24);
  tasksPerBlock_->setValue(1024);
  tasksPerBlock_->setGroupSeparatorShown(true);
  tasksPerBlock_->setKeyboardTracking(false);
  tasksPerBlock_->setAccessibleName(tr("Tasks a block"));
  method_ = new QComboBox(bar);
  method_->setAccessibleName(tr("Method"));
  for (const PartitionMethod method : methods) method_->addItem(text(toString(method)), static_cast<int>(method));
  cancel_ = makeButton(bar, tr("Cancel"), tr("Cancel the partition"));
  open_ = makeButton(bar, tr("Open graph…"), tr("Open a task-data graph"));
  svg_ = makeButton(bar, tr("SVG"), tr("Save both pictures as SVG"));
  auto* row = makeBarRow(bar);
  // The title gives way first where the row is narrow.
  title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  row->addWidget(title_, 1);
  row->addWidget(state_);
  row->addWidget(cancel_);
  for (const auto& [words, field] : std::initializer_list<std::pair<QString, QWidget*>>{
           {tr("Tasks a block"), tasksPerBlock_}, {tr("Method"), method_}}) {
    row->addWidget(makeFieldName(bar, words, field));
    row->addWidget(field);
  }
  row->addWidget(open_);
  row->addWidget(svg_);
  return bar;
}

/// The graph before and after, beside each other; both show the same place.
QWidget* TasksPanel::makePictures() {
  auto* body = new QWidget(this);
  body->setObjectName("dockBody");
  body->setAccessibleName(tr("Before and after"));
  auto* pair = new QHBoxLayout(body);
  pair->setContentsMargins(0, 0, 0, 0);
  pair->setSpacing(1);
  const QString sides[] = {tr("Before"), tr("After")};
  for (int side = 0; side < 2; ++side) {
    auto* half = new QWidget(body);
    half->setAccessibleName(sides[side]);
    names_[side] = makeLabel(half, tr("%1 in words").arg(sides[side]));
    names_[side]->setContentsMargins(12, 6, 12, 2);
    names_[side]->setWordWrap(true);
    views_[side] = new TaskView(tr("Task-data graph, %1").arg(sides[side].toLower()), theme_, half);
    auto* column = makeColumn(half);
    column->addWidget(names_[side]);
    column->addWidget(views_[side], 1);
    pair->addWidget(half, 1);
    connect(views_[side], &TaskView::blockClicked, this, &TasksPanel::select);
    new PictureMenu(*views_[side],
                    {"tasks", [this](const QString& file) { return writeSvg(file); }, [this] { return csvOf(*model_); },
                     [this] { return figure_ && figure_->orders.size() >= 2; }});
  }
  connect(views_[0], &GraphCanvas::viewMoved, views_[1], &GraphCanvas::follow);
  connect(views_[1], &GraphCanvas::viewMoved, views_[0], &GraphCanvas::follow);
  return body;
}

/// The strip that says whether the partition pays.
QWidget* TasksPanel::makeVerdict() {
  QWidget* verdict = makeGround(this, "verdictStrip", tr("Whether it pays"));
  wordsShape_ = makeLabel(verdict, tr("Kind of result"));
  words_ = makeLabel(verdict, tr("Break-even"));
  words_->setWordWrap(true);
  auto* strip = makeBarRow(verdict, 6);
  strip->addWidget(wordsShape_);
  strip->addWidget(words_, 1);
  return verdict;
}

void TasksPanel::connectParts() {
  connect(open_, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open graph"), {},
                                                      tr("Graphs (*.mtx *.tasks *.txt *.edges *.gz);;All files (*)"));
    if (!path.isEmpty()) openFile(path.toStdString());
  });
  connect(cancel_, &QPushButton::clicked, this, &TasksPanel::cancel);
  connect(svg_, &QPushButton::clicked, this, &TasksPanel::saveSvg);
  connect(tasksPerBlock_, &QSpinBox::valueChanged, this, [this] {
    orders_.clear();
    partition();
  });
  connect(method_, &QComboBox::currentIndexChanged, this, [this] { partition(); });
  connect(table_, &CellTable::chosen, this, [this](int at) {
    if (at > 0 && at < static_cast<int>(orders_.size()))
      views_[1]->setPicture(picture_, orders_[static_cast<size_t>(at)]);
  });
  connect(&theme_, &Theme::changed, this, &TasksPanel::restyle);
}

void TasksPanel::restyle() {
  if (!orders_.empty()) fillTable();
}

void TasksPanel::showMessage(const QString& words) {
  empty_->setText(words);
  empty_->setVisible(true);
  for (QWidget* part : std::initializer_list<QWidget*>{body_, verdict_, table_}) part->setVisible(false);
  svg_->setEnabled(false);
}

void TasksPanel::setBusy(const QString& what) {
  state_->setText(what);
  cancel_->setVisible(!what.isEmpty());
}

QString TasksPanel::message() const {
  return empty_->isHidden() ? words_->text() : empty_->text();
}

void TasksPanel::openFile(const std::filesystem::path& file) {
  name_ = text(file.filename().string());
  graph_.reset();
  picture_.reset();
  orders_.clear();
  title_->setText(name_.toHtmlEscaped());
  showMessage(tr("Reading %1.").arg(name_));
  setBusy(tr("reading"));
  job_.run([file](std::stop_token) { return readGraph(file); },
           [this](Result<GraphFile> read) {
             setBusy({});
             if (!read.ok()) return showMessage(text(read.error().message));
             graph_ = std::make_shared<const TaskGraph>(std::move(read->graph));
             if (read->tasksPerBlock != 0) {
               const QSignalBlocker once(tasksPerBlock_);  // partition() comes below
               tasksPerBlock_->setValue(static_cast<int>(std::min<uint32_t>(read->tasksPerBlock, 1 << 24)));
             }
             partition();
           });
}

void TasksPanel::setTasksPerBlock(uint32_t tasks) {
  tasksPerBlock_->setValue(static_cast<int>(tasks));
}

void TasksPanel::setMethod(PartitionMethod method) {
  method_->setCurrentIndex(method_->findData(static_cast<int>(method)));
}

void TasksPanel::partition() {
  if (!graph_) return;
  setBusy(tr("partitioning"));
  if (orders_.empty()) showMessage(tr("Partitioning %1.").arg(name_));
  PartitionOptions options;
  options.tasksPerBlock = static_cast<uint32_t>(tasksPerBlock_->value());
  options.method = static_cast<PartitionMethod>(method_->currentData().toInt());
  const auto before = orders_.empty() ? nullptr : orders_.front();
  job_.run(
      [graph = graph_, picture = picture_, before, options, device = device_,
       name = name_.toStdString()](std::stop_token stop) {
        Answer answer{graph, picture, before, {}, {}, {}};
        if (!answer.picture) {
          Result<ReusePicture> drawn = drawTasks(*graph, drawnEdges, stop);
          if (!drawn.ok()) return answer.error = drawn.error(), answer;
          answer.picture = std::make_shared<const ReusePicture>(std::move(*drawn));
        }
        if (!answer.before) {
          const Partition order = defaultPartition(*graph, options.tasksPerBlock);
          answer.before = std::make_shared<const ReuseOrder>(colourOrder(*graph, order, *answer.picture, "default", 0));
        }
        QElapsedTimer clock;
        clock.start();
        Result<Partition> found = partitionTasks(*graph, options, stop);
        const double seconds = static_cast<double>(clock.nsecsElapsed()) / 1e9;
        if (!found.ok()) return answer.error = found.error(), answer;
        if (stop.stop_requested()) return answer.error = cancelledError(), answer;
        std::string method = toString(found->method);
        if (options.method == PartitionMethod::automatic && found->method != PartitionMethod::automatic)
          method += " (auto)";
        answer.after =
            std::make_shared<const ReuseOrder>(colourOrder(*graph, *found, *answer.picture, method, seconds));
        // A small picture of the same for the report.
        Result<ReuseFigure> figure = drawFigure(name, *graph, options.tasksPerBlock, *found, method, seconds, device,
                                                answer.picture.get(), stop);
        if (!figure.ok()) return answer.error = figure.error(), answer;
        answer.figure = std::move(*figure);
        return answer;
      },
      [this](Answer answer) { take(std::move(answer)); });
}

void TasksPanel::take(Answer answer) {
  setBusy({});
  if (answer.picture) picture_ = answer.picture;
  if (answer.error) {
    if (answer.error->kind == ErrorKind::cancelled) return;
    if (orders_.empty())
      showMessage(text(answer.error->message));
    else
      words_->setText(text(answer.error->message));
    return;
  }
  const bool first = orders_.empty();
  if (first) orders_.push_back(answer.before);
  std::erase_if(orders_,
                [&](const auto& order) { return order != orders_.front() && order->name == answer.after->name; });
  orders_.insert(orders_.begin() + 1, answer.after);
  figure_ = std::move(answer.figure);
  empty_->hide();
  for (QWidget* part : std::initializer_list<QWidget*>{body_, verdict_, table_}) part->setVisible(true);
  svg_->setEnabled(true);
  title_->setText(QString("<span style=\"font-family:'%1'\">%2</span>&nbsp; <span style=\"color:%3\">%4</span>")
                      .arg(theme_.codeFont().family(), name_.toHtmlEscaped(), theme_.color("muted").name(),
                           tr("%1 tasks, %2 data objects")
                               .arg(text(countText(graph_->taskCount())), text(countText(graph_->dataCount())))));
  views_[0]->setPicture(picture_, orders_[0]);
  views_[1]->setPicture(picture_, orders_[1]);
  fillTable();
  if (figure_) emit partitioned(*figure_);
}

void TasksPanel::fillTable() {
  std::vector<std::vector<Cell>> rows;
  for (size_t i = 0; i < orders_.size(); ++i) {
    const ReuseRow row = reuseRow(*orders_[i]);
    Cell name{text(row.order)};
    name.note = text(row.note);
    name.strong = i == 1;
    Cell cost{text(row.cost)}, redundant{text(row.redundant)};
    cost.strong = redundant.strong = i == 1;
    rows.push_back({name, cost, redundant, Cell{text(row.largest)}, Cell{text(row.time)}});
  }
  model_->setRows(std::move(rows));
  for (int side = 0; side < 2; ++side) {
    const ReuseOrder& order = *orders_[static_cast<size_t>(side)];
    QString words = QString("<b>%1</b> <span style=\"color:%2\">%3</span>")
                        .arg(side == 0 ? tr("Before") : tr("After"), theme_.color("muted").name(),
                             counted(order.blocks, tr("%1 block"), tr("%1 blocks")) + ", " +
                                 (side == 0 ? text(picture_->share)
                                            : tr("same tasks, same place; ○ data that several blocks load")));
    if (selected_ >= 0) words += QString(" <b>%1</b>").arg(tr("block %1").arg(selected_));
    names_[side]->setText(words);
  }
  if (orders_.size() < 2) return;
  const BreakEven pays = breakEven(*orders_[0], *orders_[1], device_);
  words_->setText(text(pays.words));
  wordsShape_->setPixmap(theme_.shape(pays.pays ? "unsure" : "same", 13, devicePixelRatioF()));
}

void TasksPanel::select(int64_t block) {
  selected_ = block;
  for (TaskView* view : views_) view->setSelected(block);
  if (!orders_.empty()) fillTable();
}

void TasksPanel::cancel() {
  job_.cancel();
  setBusy({});
  if (orders_.empty())
    showMessage(graph_ ? tr("Cancelled. Choose a method to partition %1.").arg(name_) : tr("Cancelled."));
}

void TasksPanel::saveSvg() {
  if (!figure_ || figure_->orders.size() < 2) return;
  const QString path = QFileDialog::getSaveFileName(this, tr("Save pictures"), "tasks.svg", tr("SVG (*.svg)"));
  if (path.isEmpty()) return;
  if (!writeSvg(path)) words_->setText(tr("%1 cannot be written. Choose another place.").arg(path));
}

/// Both, beside each other.
bool TasksPanel::writeSvg(const QString& path) const {
  const auto tone = theme_.isHighContrast() ? warpwright::Theme::highContrast
                    : theme_.isDark()       ? warpwright::Theme::dark
                                            : warpwright::Theme::light;
  const auto inkOfHue = [tone](uint8_t hue) { return hexColor(blockColor(hue, tone)); };
  const std::string drawing = reuseSvg(figure_->picture, figure_->orders[0], 500, inkOfHue, fileInk(tone)) +
                              "<g transform=\"translate(520 0)\">" +
                              reuseSvg(figure_->picture, figure_->orders[1], 500, inkOfHue, fileInk(tone)) + "</g>";
  return writeFileAtomically(
             path.toStdString(),
             svgDocument(drawing, 1020, 500, "Tasks of " + figure_->name + " by block, before and after",
                         figure_->picture.share + ". " + figure_->words, tone))
      .ok();
}

}  // namespace warpwright::views

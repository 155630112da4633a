#include "views/occupancy/occupancy_panel.h"

#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <algorithm>

#include "core/base/file.h"
#include "core/base/number_text.h"
#include "views/occupancy/occupancy_plot.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/dock_parts.h"
#include "views/shared/picture_menu.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

/// A hollow square for the original, a filled circle for the variant.
QPixmap seriesMark(const Theme& theme, bool original, double ratio) {
  QPixmap mark(QSize(14, 14) * ratio);
  mark.setDevicePixelRatio(ratio);
  mark.fill(Qt::transparent);
  QPainter painter(&mark);
  painter.setRenderHint(QPainter::Antialiasing);
  if (original) {
    painter.setPen(QPen(theme.color("base"), 2));
    painter.drawRect(QRectF(3, 3, 8, 8));
  } else {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color("var"));
    painter.drawEllipse(QRectF(2, 2, 10, 10));
  }
  return mark;
}

QString text(const std::string& words) {
  return QString::fromStdString(words);
}

}  // namespace

OccupancyPanel::OccupancyPanel(std::vector<Device> devices, Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(theme), devices_(std::move(devices)) {
  setGround(*this, "dockBody", tr("Occupancy"));
  QWidget* bar = makeBar();
  body_ = makeBody();
  scroll_ = new QScrollArea(this);
  scroll_->setAccessibleName(tr("Occupancy, scrolling"));
  scroll_->setWidget(body_);
  scroll_->setWidgetResizable(true);
  empty_ = makeEmptyNote(this, tr("Why no occupancy is shown"));
  auto* whole = makeColumn(this);
  whole->addWidget(bar);
  whole->addWidget(empty_, 1);
  whole->addWidget(scroll_, 1);
  setFocusProxy(table_);
  connectParts();
  restyle();
  update();
}

/// The bar: what the occupancy is about, and the values that can be tried.
QWidget* OccupancyPanel::makeBar() {
  QWidget* bar = makeGround(this, "dockBar", tr("What the occupancy is about"));
  title_ = makeLabel(bar, tr("Kernel and variant"));
  const auto spin = [&](const QString& name, int most) {
    auto* box = new QSpinBox(bar);
    box->setRange(0, most);
    box->setAccessibleName(name);
    box->setKeyboardTracking(false);
    return box;
  };
  threads_ = spin(tr("Threads a block"), 1024);
  threads_->setSingleStep(32);
  threads_->setMinimum(1);
  registers_ = spin(tr("Registers a thread, 0: not known"), 255);
  registers_->setSpecialValueText(tr("not known"));
  device_ = new QComboBox(bar);
  device_->setAccessibleName(tr("Device"));
  for (const Device& device : devices_) device_->addItem(text(device.name + ", " + device.arch), text(device.name));
  reset_ = makeButton(bar, tr("As analysed"), tr("Back to the values as analysed"));
  svg_ = makeButton(bar, tr("SVG"), tr("Save the curves as SVG"));
  auto* row = makeBarRow(bar);
  // The title gives way first where the row is narrow.
  title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  row->addWidget(title_, 1);
  const auto named = [&](const QString& words, QWidget* field) {
    row->addWidget(makeFieldName(bar, words, field));
    row->addWidget(field);
  };
  named(tr("Threads"), threads_);
  named(tr("Registers"), registers_);
  row->addWidget(reset_);
  named(tr("Device"), device_);
  row->addWidget(svg_);
  return bar;
}

/// The occupancies, what limits them, the curves, and under which conditions all that holds.
QWidget* OccupancyPanel::makeBody() {
  auto* body = new QWidget;
  body->setObjectName("dockBody");
  body->setAccessibleName(tr("Limits and curves"));
  QWidget* facts = makeGround(body, "facts", tr("Occupancy of original and variant"));
  auto* pair = new QHBoxLayout(facts);
  pair->setContentsMargins(0, 0, 0, 0);
  pair->setSpacing(0);
  ofOriginal_ = makeFact(tr("Original"), facts);
  ofVariant_ = makeFact(tr("Variant"), facts);
  pair->addWidget(ofOriginal_.box, 1);
  pair->addWidget(ofVariant_.box, 1);
  note_ = makeLabel(body, tr("Where the numbers come from"));
  note_->setWordWrap(true);
  note_->setMargin(8);
  note_->setContentsMargins(4, 0, 4, 0);
  note_->setProperty("muted", true);
  model_ = new CellModel({}, this);
  table_ = new CellTable(*model_, tr("Limits of the occupancy"), theme_, body);
  table_->setShownRows(4);
  table_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  QWidget* charts = makeCharts(body);
  conditions_ = makeLabel(body, tr("Conditions"));
  conditions_->setWordWrap(true);
  conditions_->setProperty("muted", true);
  conditions_->setMargin(10);
  auto* column = makeColumn(body);
  column->addWidget(facts);
  column->addWidget(table_);
  column->addWidget(note_);
  column->addWidget(charts, 1);
  column->addWidget(conditions_);
  return body;
}

QWidget* OccupancyPanel::makeCharts(QWidget* parent) {
  auto* charts = new QWidget(parent);
  charts->setObjectName("dockBody");
  charts->setAccessibleName(tr("Curves of theoretical occupancy"));
  auto* grid = new QGridLayout(charts);
  grid->setContentsMargins(4, 6, 4, 4);
  grid->setSpacing(4);
  plots_[0] = new OccupancyPlot(tr("Threads a block"), 32, theme_, charts);
  plots_[1] = new OccupancyPlot(tr("Registers a thread"), 1, theme_, charts);
  plots_[2] = new OccupancyPlot(tr("Shared memory a block"), 256, theme_, charts);
  for (int i = 0; i < 3; ++i) {
    grid->addWidget(plots_[i], 0, i);
    new PictureMenu(*plots_[i], {"occupancy", [this](const QString& file) { return writeSvg(file); },
                                 [this] { return csvOf(*model_); }, [this] { return comparison_.has_value(); }});
  }
  return charts;
}

void OccupancyPanel::connectParts() {
  connect(device_, &QComboBox::currentIndexChanged, this, [this] {
    update();
    emit deviceChosen(device());
  });
  connect(threads_, &QSpinBox::valueChanged, this, [this](int value) { tryThreads(static_cast<uint32_t>(value)); });
  connect(registers_, &QSpinBox::valueChanged, this, [this](int value) { tryRegisters(static_cast<uint32_t>(value)); });
  connect(plots_[0], &OccupancyPlot::valueTried, this,
          [this](double value) { tryThreads(static_cast<uint32_t>(value)); });
  connect(plots_[1], &OccupancyPlot::valueTried, this,
          [this](double value) { tryRegisters(static_cast<uint32_t>(value)); });
  connect(plots_[2], &OccupancyPlot::valueTried, this,
          [this](double value) { tryShared(static_cast<uint64_t>(value)); });
  connect(reset_, &QPushButton::clicked, this, &OccupancyPanel::reset);
  connect(svg_, &QPushButton::clicked, this, &OccupancyPanel::saveSvg);
  connect(&theme_, &Theme::changed, this, &OccupancyPanel::restyle);
}

OccupancyPanel::Fact OccupancyPanel::makeFact(const QString& name, QWidget* parent) {
  Fact fact{};
  fact.box = makeGround(parent, "fact", name);
  fact.shape = makeLabel(fact.box, tr("Mark of %1").arg(name));
  fact.name = makeLabel(fact.box, tr("Name of %1").arg(name), name);
  fact.name->setProperty("muted", true);
  fact.percent = makeLabel(fact.box, tr("Occupancy of %1").arg(name));
  fact.words = makeLabel(fact.box, tr("Limit of %1").arg(name));
  fact.words->setProperty("muted", true);
  fact.words->setWordWrap(true);
  auto* grid = new QGridLayout(fact.box);
  grid->setContentsMargins(12, 6, 12, 6);
  grid->setHorizontalSpacing(10);
  grid->setVerticalSpacing(0);
  grid->addWidget(fact.shape, 0, 0, 2, 1, Qt::AlignVCenter);
  grid->addWidget(fact.name, 0, 1, 1, 2);
  grid->addWidget(fact.percent, 1, 1);
  grid->addWidget(fact.words, 1, 2);
  grid->setColumnStretch(2, 1);
  return fact;
}

void OccupancyPanel::restyle() {
  const double ratio = devicePixelRatioF();
  ofOriginal_.shape->setPixmap(seriesMark(theme_, true, ratio));
  ofVariant_.shape->setPixmap(seriesMark(theme_, false, ratio));
  for (QLabel* percent : {ofOriginal_.percent, ofVariant_.percent}) percent->setFont(theme_.font(1.35, QFont::Bold));
}

void OccupancyPanel::setKernel(const QString& name, std::optional<OccupancyCase> original) {
  kernel_ = name;
  given_ = std::move(original);
  reset();
}

void OccupancyPanel::setVariant(const QString& name, std::optional<OccupancyCase> variant) {
  variantName_ = name;
  givenVariant_ = std::move(variant);
  reset();
}

void OccupancyPanel::reset() {
  original_ = given_;
  variant_ = givenVariant_;
  tried_ = false;
  update();
}

void OccupancyPanel::setDevice(const QString& name) {
  const int index = device_->findData(name);
  if (index >= 0) device_->setCurrentIndex(index);
}

QString OccupancyPanel::device() const {
  return device_->currentData().toString();
}

void OccupancyPanel::changeOne(const std::function<void(OccupancyCase&)>& change) {
  std::optional<OccupancyCase>& of = variant_ ? variant_ : original_;
  if (!of) return;
  change(*of);
  tried_ = true;
  update();
}

void OccupancyPanel::tryThreads(uint32_t threads) {
  changeOne([threads](OccupancyCase& of) { of.request.threadsPerBlock = threads; });
}

void OccupancyPanel::tryRegisters(uint32_t registers) {
  changeOne([registers](OccupancyCase& of) {
    of.request.registersPerThread = registers;
    of.registersLow = of.registersHigh = std::nullopt;
    of.registersSource = registers == 0 ? "" : "set by you";
  });
}

void OccupancyPanel::tryShared(uint64_t bytes) {
  changeOne([bytes](OccupancyCase& of) { of.request.sharedBytesPerBlock = bytes; });
}

void OccupancyPanel::update() {
  const bool shown = original_ && !devices_.empty();
  scroll_->setVisible(shown);
  empty_->setVisible(!shown);
  for (QWidget* widget : std::initializer_list<QWidget*>{threads_, registers_, svg_}) widget->setEnabled(shown);
  reset_->setVisible(tried_);
  const QString code =
      "<span style=\"font-family:'" + theme_.codeFont().family() + "'\">" + kernel_.toHtmlEscaped() + "</span>";
  title_->setText(kernel_.isEmpty() ? QString() : variant_ ? code + "&nbsp; " + variantName_.toHtmlEscaped() : code);
  if (!shown) {
    comparison_.reset();
    empty_->setText(devices_.empty() ? tr("No device descriptions were found.")
                    : kernel_.isEmpty()
                        ? tr("Select a kernel to see its occupancy.")
                        : tr("The block size of this kernel is not known: no launch of it gives one. Run the "
                             "program with checks to see it, or write it at the launch."));
    return;
  }
  const Device& device = devices_[static_cast<size_t>(std::max(0, device_->currentIndex()))];
  comparison_ = compareOccupancy(device, *original_, variant_);
  showFacts();
  showLimits();
  const auto curves = occupancyCurves(*comparison_);
  for (size_t i = 0; i < 3; ++i)
    plots_[i]->setCurve(curves[i], comparison_->ofOriginal.fraction * 100, comparison_->ofVariant.fraction * 100);
}

/// The occupancies, with the values that they are of.
void OccupancyPanel::showFacts() {
  const OccupancyComparison& now = *comparison_;
  const OccupancyCase& edited = variant_ ? *variant_ : *original_;
  const QSignalBlocker quietThreads(threads_), quietRegisters(registers_);
  threads_->setValue(static_cast<int>(edited.request.threadsPerBlock));
  registers_->setValue(static_cast<int>(edited.request.registersPerThread));
  const auto show = [](Fact& fact, const Occupancy& occupancy) {
    fact.percent->setText(text(occupancyPercent(occupancy)));
    fact.words->setText(text(occupancyWords(occupancy)));
  };
  show(ofOriginal_, now.ofOriginal);
  show(ofVariant_, now.ofVariant);
  ofVariant_.box->setVisible(variant_.has_value());
  ofOriginal_.name->setText(variant_ || !tried_ ? tr("Original") : tr("Original, with your values"));
  ofVariant_.name->setText(tried_ ? tr("Variant, with your values") : tr("Variant"));
  note_->setText(text(registersWords(edited)) +
                 (tried_ ? tr(". Tried values are yours, not the program's.") : QStringLiteral(".")));
  conditions_->setText(text(occupancyConditions(now)) + ' ' +
                       tr("Vertical axis: percent. Drag the point, or use ←/→, to try other values."));
}

/// The table of what limits the occupancy.
void OccupancyPanel::showLimits() {
  const OccupancyComparison& now = *comparison_;
  std::vector<CellColumn> columns = {{tr("Limit"), false},
                                     {variant_ ? tr("Original, blocks a SM") : tr("Blocks a SM"), false}};
  if (variant_) columns.push_back({tr("Variant, blocks a SM"), false});
  columns.push_back({tr("Use"), false});
  uint32_t most = 1;
  for (const OccupancyRow& row : now.rows)
    most = std::max({most, std::min(row.original.value_or(0), 32u), std::min(row.variant.value_or(0), 32u)});
  std::vector<std::vector<Cell>> rows;
  for (const OccupancyRow& row : now.rows) {
    const auto blocks = [&](const std::optional<uint32_t>& count, bool limits, const char* token) {
      Cell cell{count ? text(countText(*count)) + (limits ? tr(" ◂ limit") : QString())
                      : QString::fromUtf8(missingValue)};
      cell.strong = limits;
      cell.bar = count ? static_cast<double>(std::min(*count, 32u)) / most : 0;
      cell.barToken = token;
      return cell;
    };
    std::vector<Cell> cells = {Cell{text(row.limit)}, blocks(row.original, row.limitsOriginal, "base")};
    if (variant_) cells.push_back(blocks(row.variant, row.limitsVariant, "var"));
    Cell use{text(row.use)};
    use.muted = true;
    cells.push_back(use);
    rows.push_back(std::move(cells));
  }
  if (model_->columnCount() != static_cast<int>(columns.size()) || model_->columns()[1].title != columns[1].title)
    model_->setColumns(columns);
  model_->setRows(std::move(rows));
}

void OccupancyPanel::saveSvg() {
  if (!comparison_) return;
  const QString path = QFileDialog::getSaveFileName(this, tr("Save curves"), "occupancy.svg", tr("SVG (*.svg)"));
  if (path.isEmpty()) return;
  if (!writeSvg(path)) conditions_->setText(tr("%1 cannot be written. Choose another place.").arg(path));
}

bool OccupancyPanel::writeSvg(const QString& path) const {
  const auto tone = theme_.isHighContrast() ? warpwright::Theme::highContrast
                    : theme_.isDark()       ? warpwright::Theme::dark
                                            : warpwright::Theme::light;
  const std::string drawing = occupancySvg(*comparison_, 900, fileInk(tone));
  return writeFileAtomically(path.toStdString(),
                             svgDocument(drawing, 900, occupancySvgHeight, "Occupancy of " + kernel_.toStdString(),
                                         occupancyConditions(*comparison_), tone))
      .ok();
}

}  // namespace warpwright::views

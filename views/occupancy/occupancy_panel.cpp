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
#include "core/report/words.h"
#include "views/occupancy/occupancy_plot.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
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
  setObjectName("dockBody");
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Occupancy"));
  auto* bar = new QWidget(this);
  bar->setObjectName("dockBar");
  bar->setAttribute(Qt::WA_StyledBackground);
  bar->setAccessibleName(tr("What the occupancy is about"));
  const auto label = [&](const QString& words, const QString& name, QWidget* of) {
    auto* made = new QLabel(words, of);
    made->setAccessibleName(name);
    return made;
  };
  title_ = label({}, tr("Kernel and variant"), bar);
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
  reset_ = new QPushButton(tr("As analysed"), bar);
  reset_->setAccessibleName(tr("Back to the values as analysed"));
  svg_ = new QPushButton(tr("SVG"), bar);
  svg_->setAccessibleName(tr("Save the curves as SVG"));
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(12, 5, 12, 5);
  row->setSpacing(8);
  // The title gives way first where the row is narrow.
  title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  row->addWidget(title_, 1);
  const auto muted = [&](const QString& words, QWidget* buddy) {
    auto* made = label(words, words, bar);
    made->setProperty("muted", true);
    made->setBuddy(buddy);
    row->addWidget(made);
    row->addWidget(buddy);
  };
  muted(tr("Threads"), threads_);
  muted(tr("Registers"), registers_);
  row->addWidget(reset_);
  muted(tr("Device"), device_);
  row->addWidget(svg_);

  body_ = new QWidget;
  body_->setObjectName("dockBody");
  body_->setAccessibleName(tr("Limits and curves"));
  facts_ = new QWidget(body_);
  facts_->setObjectName("facts");
  facts_->setAttribute(Qt::WA_StyledBackground);
  facts_->setAccessibleName(tr("Occupancy of original and variant"));
  auto* pair = new QHBoxLayout(facts_);
  pair->setContentsMargins(0, 0, 0, 0);
  pair->setSpacing(0);
  ofOriginal_ = makeFact(tr("Original"), facts_);
  ofVariant_ = makeFact(tr("Variant"), facts_);
  pair->addWidget(ofOriginal_.box, 1);
  pair->addWidget(ofVariant_.box, 1);
  note_ = label({}, tr("Where the numbers come from"), body_);
  note_->setWordWrap(true);
  note_->setMargin(8);
  note_->setContentsMargins(4, 0, 4, 0);
  note_->setProperty("muted", true);
  model_ = new CellModel({}, this);
  table_ = new CellTable(*model_, tr("Limits of the occupancy"), theme, body_);
  table_->setShownRows(4);
  table_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* charts = new QWidget(body_);
  charts->setObjectName("dockBody");
  charts->setAccessibleName(tr("Curves of theoretical occupancy"));
  auto* grid = new QGridLayout(charts);
  grid->setContentsMargins(4, 6, 4, 4);
  grid->setSpacing(4);
  plots_[0] = new OccupancyPlot(tr("Threads a block"), 32, theme, charts);
  plots_[1] = new OccupancyPlot(tr("Registers a thread"), 1, theme, charts);
  plots_[2] = new OccupancyPlot(tr("Shared memory a block"), 256, theme, charts);
  for (int i = 0; i < 3; ++i) grid->addWidget(plots_[i], 0, i);
  conditions_ = label({}, tr("Conditions"), body_);
  conditions_->setWordWrap(true);
  conditions_->setProperty("muted", true);
  conditions_->setMargin(10);
  auto* column = new QVBoxLayout(body_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(facts_);
  column->addWidget(table_);
  column->addWidget(note_);
  column->addWidget(charts, 1);
  column->addWidget(conditions_);
  auto* scroll = new QScrollArea(this);
  scroll->setAccessibleName(tr("Occupancy, scrolling"));
  scroll->setWidget(body_);
  scroll->setWidgetResizable(true);
  empty_ = label({}, tr("Why no occupancy is shown"), this);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  empty_->setMargin(24);
  empty_->setProperty("muted", true);
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->setSpacing(0);
  whole->addWidget(bar);
  whole->addWidget(empty_, 1);
  whole->addWidget(scroll, 1);
  setFocusProxy(table_);

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
  connect(&theme, &Theme::changed, this, &OccupancyPanel::restyle);
  restyle();
  update();
}

OccupancyPanel::Fact OccupancyPanel::makeFact(const QString& name, QWidget* parent) {
  Fact fact{};
  fact.box = new QWidget(parent);
  fact.box->setObjectName("fact");
  fact.box->setAttribute(Qt::WA_StyledBackground);
  fact.box->setAccessibleName(name);
  const auto label = [&](const QString& of) {
    auto* made = new QLabel(fact.box);
    made->setAccessibleName(of);
    return made;
  };
  fact.shape = label(tr("Mark of %1").arg(name));
  fact.name = label(tr("Name of %1").arg(name));
  fact.name->setText(name);
  fact.name->setProperty("muted", true);
  fact.percent = label(tr("Occupancy of %1").arg(name));
  fact.words = label(tr("Limit of %1").arg(name));
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
  body_->parentWidget()->parentWidget()->setVisible(shown);
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
                        : tr("The block size of this kernel is not known: no launch of it gives one. Give it with "
                             "--launch on the command line, or write it at the launch."));
    return;
  }
  const Device& device = devices_[static_cast<size_t>(std::max(0, device_->currentIndex()))];
  comparison_ = compareOccupancy(device, *original_, variant_);
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
  const auto curves = occupancyCurves(now);
  for (size_t i = 0; i < 3; ++i)
    plots_[i]->setCurve(curves[i], now.ofOriginal.fraction * 100, now.ofVariant.fraction * 100);
}

void OccupancyPanel::saveSvg() {
  if (!comparison_) return;
  const QString path = QFileDialog::getSaveFileName(this, tr("Save curves"), "occupancy.svg", tr("SVG (*.svg)"));
  if (path.isEmpty()) return;
  const auto tone = theme_.isHighContrast() ? warpwright::Theme::highContrast
                    : theme_.isDark()       ? warpwright::Theme::dark
                                            : warpwright::Theme::light;
  const std::string drawing = occupancySvg(*comparison_, 900, fileInk(tone));
  const Status written = writeFileAtomically(
      path.toStdString(), svgDocument(drawing, 900, occupancySvgHeight, "Occupancy of " + kernel_.toStdString(),
                                      occupancyConditions(*comparison_), tone));
  if (!written.ok()) conditions_->setText(text(written.error().message));
}

}  // namespace warpwright::views

#include "views/memory/memory_panel.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>

#include "core/finding/finding_text.h"
#include "core/job/kernel_trace.h"
#include "core/report/memory_drawing.h"
#include "views/memory/memory_picture.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/dock_parts.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

QString text(const std::string& words) {
  return QString::fromStdString(words);
}

}  // namespace

MemoryPanel::MemoryPanel(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setGround(*this, "dockBody", tr("Memory"));
  QWidget* bar = makeBar();
  scroll_ = new QScrollArea(this);
  scroll_->setAccessibleName(tr("Chart and numbers"));
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setWidgetResizable(true);
  scroll_->setWidget(makeBody());
  empty_ = makeEmptyNote(this, tr("Why there is no chart"));
  auto* outer = makeColumn(this);
  outer->addWidget(bar);
  outer->addWidget(empty_, 1);
  outer->addWidget(scroll_, 1);
  setFocusProxy(kernels_);
  connect(kernels_, &QComboBox::currentIndexChanged, this, &MemoryPanel::showKernel);
  connect(trace_, &QPushButton::clicked, this, &MemoryPanel::traceRequested);
  connect(svg_, &QPushButton::clicked, this, &MemoryPanel::saveSvg);
  connect(places_, &CellTable::chosen, this, [this](int at) {
    if (at >= 0 && at < static_cast<int>(rows_.size())) emit lineClicked(rows_[static_cast<size_t>(at)]);
  });
  showKernel();
}

/// The bar: which kernel the chart is about, and the way to one.
QWidget* MemoryPanel::makeBar() {
  QWidget* bar = makeGround(this, "dockBar", tr("What the chart is about"));
  kernels_ = new QComboBox(bar);
  kernels_->setAccessibleName(tr("Traced kernel"));
  estimate_ = makeLabel(bar, tr("What the model expects"));
  estimate_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  trace_ = makeButton(bar, tr("Trace the program"), tr("Trace the program"));
  trace_->setToolTip(tr("Run the program on the CPU engine and model what its kernels ask of a GPU's memory"));
  svg_ = makeButton(bar, tr("SVG"), tr("Save the chart as SVG"));
  auto* row = makeBarRow(bar);
  row->addWidget(makeFieldName(bar, tr("Kernel"), kernels_));
  row->addWidget(kernels_);
  row->addWidget(estimate_, 1);
  row->addWidget(trace_);
  row->addWidget(svg_);
  return bar;
}

/// The chart, its numbers as tables, and where these come from.
QWidget* MemoryPanel::makeBody() {
  auto* body = new QWidget;
  body->setObjectName("dockBody");
  body->setAccessibleName(tr("Chart and numbers"));
  drawing_ = new MemoryPicture(theme_, body);
  totalsModel_ = new CellModel({}, this);
  totals_ = new CellTable(*totalsModel_, tr("Traffic between the levels"), theme_, body);
  placesModel_ = new CellModel({{tr("Line"), false},
                                {tr("Access of the original"), false},
                                {tr("Requests"), true},
                                {tr("Sectors or passes a request"), true},
                                {tr("Not needed"), true},
                                {tr("L1 hits"), true}},
                               this);
  places_ = new CellTable(*placesModel_, tr("Accesses by line"), theme_, body);
  places_->setWideColumn(1);
  conditions_ = makeLabel(body, tr("Where the numbers come from"));
  conditions_->setWordWrap(true);
  conditions_->setMargin(8);
  conditions_->setContentsMargins(4, 0, 4, 0);
  conditions_->setProperty("muted", true);
  auto* column = makeColumn(body);
  column->addWidget(drawing_);
  column->addWidget(totals_);
  column->addWidget(places_);
  column->addWidget(conditions_);
  column->addStretch(1);
  return body;
}

const KernelTrace* MemoryPanel::shown() const {
  const int index = kernels_->currentIndex();
  return index < 0 || index >= static_cast<int>(traces_.kernels.size()) ? nullptr
                                                                        : &traces_.kernels[static_cast<size_t>(index)];
}

void MemoryPanel::setTraces(MemoryTraces traces) {
  const QString before = kernels_->currentText();
  drawing_->show({}, false, {});
  traces_ = std::move(traces);
  {
    const QSignalBlocker quiet(kernels_);
    kernels_->clear();
    for (const KernelTrace& trace : traces_.kernels) kernels_->addItem(text(trace.kernel));
    kernels_->setCurrentIndex(std::max(traces_.kernels.empty() ? -1 : 0, kernels_->findText(before)));
  }
  showKernel();
}

void MemoryPanel::setKernel(const QString& name) {
  if (const int index = kernels_->findText(name); index >= 0) kernels_->setCurrentIndex(index);
}

void MemoryPanel::setState(bool canTrace, bool running) {
  canTrace_ = canTrace;
  running_ = running;
  trace_->setEnabled(canTrace && !running);
  empty_->setText(
      running ? tr("Tracing.")
      : canTrace
          ? tr("Nothing was traced yet. Trace the program, or verify a rewrite: then original and variant are traced.")
          : tr("Nothing was traced yet. Open a CUDA source file with a main function first."));
}

void MemoryPanel::showKernel() {
  const KernelTrace* trace = shown();
  for (QWidget* part : std::initializer_list<QWidget*>{scroll_, svg_, kernels_}) part->setVisible(trace != nullptr);
  empty_->setVisible(trace == nullptr);
  setState(canTrace_, running_);
  drawing_->show(trace ? std::make_shared<const KernelTrace>(*trace) : nullptr, traces_.hasVariant,
                 traces_.variantName);
  estimate_->clear();
  rows_.clear();
  if (!trace) return;
  if (traces_.hasVariant) {
    const Estimate estimate = estimateOf(*trace);
    estimate_->setText(tr("Estimate <b>%1</b>, bound by %2").arg(text(estimateText(estimate)), text(estimate.bound)));
    estimate_->setToolTip(text(estimateSentence(*trace)));
  } else if (trace->original.timing) {
    estimate_->setText(tr("bound by %1").arg(text(trace->original.timing->bound())));
  }
  std::vector<std::vector<Cell>> rows;
  for (const MemoryRow& row : memoryRows(trace->original, traces_.hasVariant ? &trace->variant : nullptr)) {
    rows.push_back({Cell{text(row.quantity)}, Cell{text(row.original)}});
    if (traces_.hasVariant) {
      Cell change{text(row.change)};
      change.strong = true;
      rows.back().push_back(Cell{text(row.variant)});
      rows.back().push_back(change);
    }
  }
  std::vector<CellColumn> columns{{tr("Traffic of all launches"), false}, {tr("Original"), true}};
  if (traces_.hasVariant) columns.insert(columns.end(), {{tr("Variant"), true}, {tr("Change"), true}});
  totals_->setShownRows(static_cast<int>(rows.size()));
  totalsModel_->setColumns(std::move(columns));
  totalsModel_->setRows(std::move(rows));
  totals_->setWideColumn(0);
  std::vector<std::vector<Cell>> lines;
  for (const PlaceRow& row : placeRows(trace->original)) {
    rows_.push_back(row.at);
    lines.push_back({Cell{text(placeText(row.at))}, Cell{text(row.access)}, Cell{text(row.requests)},
                     Cell{text(row.perRequest)}, Cell{text(row.waste)}, Cell{text(row.hits)}});
  }
  places_->setShownRows(static_cast<int>(lines.size()));
  placesModel_->setRows(std::move(lines));
  conditions_->setText(text(memoryConditions(trace->original)));
}

void MemoryPanel::saveSvg() {
  const KernelTrace* trace = shown();
  if (!trace) return;
  const QString file =
      QFileDialog::getSaveFileName(this, tr("Save the chart"), text(trace->kernel) + "-memory.svg", tr("SVG (*.svg)"));
  if (file.isEmpty()) return;
  if (!drawing_->saveSvg(file)) conditions_->setText(tr("%1 cannot be written. Choose another place.").arg(file));
}

}  // namespace warpwright::views

#include "views/window/launch_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <algorithm>

namespace warpwright::views {
namespace {

std::string tripleText(const std::array<int, 3>& sizes) {
  return "(" + std::to_string(sizes[0]) + "," + std::to_string(sizes[1]) + "," + std::to_string(sizes[2]) + ")";
}

/// The most that every GPU takes, x, y, z.
constexpr int mostGrid[] = {2147483647, 65535, 65535}, mostBlock[] = {1024, 1024, 64}, mostThreads = 1024;

}  // namespace

std::string GivenLaunch::text() const {
  return kernel + "<<<" + tripleText(grid) + "," + tripleText(block) + "," + std::to_string(sharedBytes) + ">>>";
}

GivenLaunch GivenLaunch::fromText(const std::string& text) {
  static const QRegularExpression form(R"(^(.+)<<<\((\d+),(\d+),(\d+)\),\((\d+),(\d+),(\d+)\),(\d+)>>>$)");
  const auto match = form.match(QString::fromStdString(text));
  GivenLaunch launch;
  if (!match.hasMatch()) return launch;
  launch.kernel = match.captured(1).toStdString();
  for (int i = 0; i < 3; ++i) {
    launch.grid[static_cast<size_t>(i)] = match.captured(2 + i).toInt();
    launch.block[static_cast<size_t>(i)] = match.captured(5 + i).toInt();
  }
  launch.sharedBytes = match.captured(8).toInt();
  return launch;
}

std::pair<GivenLaunch, QString> usualLaunch(const KernelSummary& kernel) {
  GivenLaunch launch;
  launch.grid = {1024, 1, 1};  // of one block most findings do not hold
  const auto most =
      std::max_element(kernel.observed.begin(), kernel.observed.end(),
                       [](const ObservedLaunch& a, const ObservedLaunch& b) { return a.count < b.count; });
  if (most != kernel.observed.end()) {
    for (size_t i = 0; i < 3; ++i) {
      launch.grid[i] = static_cast<int>(most->grid[i]);
      launch.block[i] = static_cast<int>(most->block[i]);
    }
    launch.sharedBytes = static_cast<int>(most->sharedBytes);
    return {launch, LaunchDialog::tr("These sizes were seen in the last run that was observed.")};
  }
  bool isWhole = !kernel.launches.empty();
  if (isWhole) {
    const Launch& first = kernel.launches.front();
    if (first.grid[0]) launch.grid = {1, 1, 1};
    for (size_t i = 0; i < 3; ++i) {
      if (first.grid[i]) launch.grid[i] = static_cast<int>(*first.grid[i]);
      if (first.block[i]) launch.block[i] = static_cast<int>(*first.block[i]);
      isWhole = isWhole && first.grid[i] && first.block[i];
    }
    launch.sharedBytes = static_cast<int>(first.sharedBytes.value_or(0));
  }
  return {launch, isWhole ? LaunchDialog::tr("These sizes stand in the source.")
                          : LaunchDialog::tr("The source leaves sizes open: what it does not tell is only a usual one. "
                                             "Observe launches sees those of a run.")};
}

LaunchDialog::LaunchDialog(const GivenLaunch& now, const QString& from, bool isGiven, QWidget* parent)
    : QDialog(parent), kernel_(now.kernel) {
  setWindowTitle(tr("Set launch"));
  setAccessibleName(windowTitle());
  auto* form = new QFormLayout(this);
  auto* about = new QLabel(tr("How <b>%1</b> is launched. What is found then holds for this launch only: give the "
                              "one that your program makes.")
                               .arg(QString::fromStdString(kernel_).toHtmlEscaped()),
                           this);
  about->setAccessibleName(tr("What is asked"));
  about->setWordWrap(true);
  form->addRow(about);
  auto* origin = new QLabel(from, this);
  origin->setAccessibleName(tr("Where these sizes come from"));
  origin->setWordWrap(true);
  origin->setProperty("muted", true);
  form->addRow(origin);
  const auto sizes = [&](const QString& name, std::array<QSpinBox*, 3>& boxes, const std::array<int, 3>& values,
                         const int(&most)[3]) {
    auto* row = new QHBoxLayout;
    const QString axes[] = {"x", "y", "z"};
    for (size_t i = 0; i < 3; ++i) {
      auto* box = boxes[i] = new QSpinBox(this);
      box->setRange(1, most[i]);
      box->setValue(values[i]);
      box->setAccessibleName(tr("%1, %2").arg(name, axes[i]));
      box->setPrefix(axes[i] + " ");
      connect(box, &QSpinBox::valueChanged, this, &LaunchDialog::check);
      row->addWidget(box);
    }
    auto* label = new QLabel(name, this);
    label->setAccessibleName(name);
    label->setBuddy(boxes[0]);
    form->addRow(label, row);
  };
  sizes(tr("Threads of a block"), block_, now.block, mostBlock);
  sizes(tr("Blocks of the grid"), grid_, now.grid, mostGrid);
  shared_ = new QSpinBox(this);
  shared_->setRange(0, 1 << 20);
  shared_->setValue(now.sharedBytes);
  shared_->setSuffix(tr(" bytes"));
  shared_->setAccessibleName(tr("Dynamic shared memory"));
  form->addRow(tr("Dynamic shared memory"), shared_);
  words_ = new QLabel(this);
  words_->setAccessibleName(tr("Whether it can be launched"));
  form->addRow(words_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  take_ = buttons->addButton(tr("Set launch"), QDialogButtonBox::AcceptRole);
  if (isGiven) {
    QPushButton* remove = buttons->addButton(tr("Remove"), QDialogButtonBox::DestructiveRole);
    remove->setAccessibleName(tr("Take back what was set"));
    connect(remove, &QPushButton::clicked, this, [this] {
      removed_ = true;
      accept();
    });
  }
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  form->addRow(buttons);
  for (QPushButton* button : findChildren<QPushButton*>())
    if (button->accessibleName().isEmpty()) button->setAccessibleName(button->text().remove('&'));
  check();
  block_[0]->setFocus();
  block_[0]->selectAll();
}

void LaunchDialog::check() {
  if (!block_[2] || !words_) return;
  const int threads = block_[0]->value() * block_[1]->value() * block_[2]->value();
  const bool fits = threads <= mostThreads;
  take_->setEnabled(fits);
  words_->setText(fits ? tr("%1 threads a block").arg(threads)
                       : tr("%1 threads a block: no GPU takes more than %2.").arg(threads).arg(mostThreads));
}

GivenLaunch LaunchDialog::launch() const {
  GivenLaunch launch{kernel_, {}, {}, shared_->value()};
  for (size_t i = 0; i < 3; ++i) launch.grid[i] = grid_[i]->value(), launch.block[i] = block_[i]->value();
  return launch;
}

}  // namespace warpwright::views

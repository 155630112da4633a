#include "views/window/step_bar.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QPainter>
#include <QResizeEvent>
#include <algorithm>
#include <utility>

#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

constexpr int pad = 8, gap = 7;
/// Of `leaveOut`.
constexpr int mostLeftOut = 5;

int shapeSizeOf(const Theme& theme) {
  return std::max(14, QFontMetrics(theme.font()).ascent());
}

}  // namespace

StepButton::StepButton(const QString& name, QAction* action, Theme& theme, QWidget* parent)
    : QToolButton(parent), theme_(theme), name_(name), help_(action->toolTip()) {
  setDefaultAction(action);
  setAutoRaise(true);
  connect(&theme, &Theme::changed, this, [this] { updateGeometry(), update(); });
  setState("not-done", {}, {});
}

void StepButton::setState(const QString& shape, const QString& note, const QString& reason) {
  shape_ = shape;
  note_ = note;
  defaultAction()->setEnabled(reason.isEmpty());
  const QString tip = reason.isEmpty() ? help_ : reason;
  defaultAction()->setToolTip(tip);
  defaultAction()->setStatusTip(tip);
  setToolTip(tip);
  setAccessibleName(tr("Step %1: %2").arg(name_, note.isEmpty() ? tr("not done") : note));
  setAccessibleDescription(tip);
  updateGeometry();
  update();
}

void StepButton::setNoteShown(bool shown) {
  noteShown_ = shown;
  updateGeometry();
}

QSize StepButton::sizeHint() const {
  const QFontMetrics name(theme_.font()), note(theme_.font(0.88));
  int width = pad + shapeSizeOf(theme_) + gap + name.horizontalAdvance(name_) + pad;
  if (noteShown_ && !note_.isEmpty()) width += gap + note.horizontalAdvance(note_);
  return {width, std::max(28, name.height() + 10)};
}

void StepButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (isEnabled() && (underMouse() || isDown())) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.color("select"));
    painter.drawRoundedRect(rect().adjusted(0, 1, 0, -1), 4, 4);
  }
  if (hasFocus()) {
    painter.setPen(QPen(theme_.color("accent"), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect().adjusted(1, 1, -1, -1), 4, 4);
  }
  const QColor text = theme_.color(isEnabled() ? "text" : "muted");
  QColor tone = theme_.color(shapeToken(shape_));
  if (!isEnabled()) painter.setOpacity(0.75);
  const int shapeSize = shapeSizeOf(theme_);
  painter.drawPixmap(pad, (height() - shapeSize) / 2,
                     theme_.draw("verdict/" + shape_, shapeSize, devicePixelRatioF(), tone));
  painter.setOpacity(1);
  int x = pad + shapeSize + gap;
  painter.setFont(theme_.font());
  painter.setPen(text);
  painter.drawText(QRect(x, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter, name_);
  x += painter.fontMetrics().horizontalAdvance(name_) + gap;
  if (!noteShown_ || note_.isEmpty()) return;
  painter.setFont(theme_.font(0.88));
  painter.setPen(theme_.color("muted"));
  painter.drawText(QRect(x, 1, width(), height()), Qt::AlignLeft | Qt::AlignVCenter, note_);
}

StepBar::StepBar(const std::array<QAction*, 5>& steps, QAction* open, QAction* save, QAction* exportReport,
                 Theme& theme, QWidget* parent)
    : QToolBar(tr("Steps"), parent), theme_(theme), openAction_(open), saveAction_(save), exportAction_(exportReport) {
  setObjectName("steps");
  setAccessibleName(tr("Steps"));
  setMovable(false);
  setFloatable(false);
  setContextMenuPolicy(Qt::PreventContextMenu);
  setIconSize({16, 16});
  setMinimumHeight(40);
  addAction(open);
  addAction(save);
  addSeparator();
  programLabel_ = new QLabel(tr("Program "), this);
  programLabel_->setProperty("muted", true);
  programLabel_->setAccessibleName(tr("Program"));
  programs_ = new QComboBox(this);
  programs_->setAccessibleName(tr("Program"));
  programs_->setAccessibleDescription(tr("Findings, kernels and runs are of this program of the folder"));
  programs_->setToolTip(tr("Findings, kernels and runs are of this program of the folder (Ctrl+Shift+P)"));
  programs_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  programs_->setMinimumWidth(110);
  programLabelAction_ = addWidget(programLabel_);
  programsAction_ = addWidget(programs_);
  kernelLabel_ = new QLabel(tr("Kernel "), this);
  kernelLabel_->setProperty("muted", true);
  kernelLabel_->setAccessibleName(tr("Kernel"));
  kernels_ = new QComboBox(this);
  kernels_->setAccessibleName(tr("Kernel"));
  kernels_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  kernels_->setMinimumWidth(110);
  kernelLabelAction_ = addWidget(kernelLabel_);
  kernelsAction_ = addWidget(kernels_);
  targetLabel_ = new QLabel(tr("  Target "), this);
  targetLabel_->setProperty("muted", true);
  targetLabel_->setAccessibleName(tr("Target"));
  targets_ = new QComboBox(this);
  targets_->setAccessibleName(tr("Target of measurements"));
  targets_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  targets_->setMinimumContentsLength(21);
  targetLabelAction_ = addWidget(targetLabel_);
  targetsAction_ = addWidget(targets_);
  kernelLine_ = addSeparator();
  const QString names[] = {tr("Analyse"), tr("Preview"), tr("Verify"), tr("Measure"), tr("Apply")};
  for (size_t i = 0; i < steps.size(); ++i) {
    if (i > 0) {
      auto* chevron = new QLabel(QStringLiteral("›"), this);
      chevron->setAccessibleName(tr("then"));
      chevron->setProperty("muted", true);
      chevron->setContentsMargins(3, 0, 3, 2);
      addWidget(chevron);
    }
    steps_[i] = new StepButton(names[i], steps[i], theme, this);
    addWidget(steps_[i]);
  }
  auto* space = new QWidget(this);
  space->setAccessibleName(tr("Space"));
  space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  addWidget(space);
  addAction(exportReport);
  for (QAction* action : {open, save, exportReport}) {
    if (QWidget* tool = widgetForAction(action)) tool->setAccessibleName(action->text().remove('&'));
  }
  connect(&theme_, &Theme::changed, this, &StepBar::restyle);
  restyle();
  setHasFile(false);
}

void StepBar::restyle() {
  openAction_->setIcon(theme_.icon("open"));
  saveAction_->setIcon(theme_.icon("save"));
  exportAction_->setIcon(theme_.icon("export"));
  for (QComboBox* box : {programs_, kernels_}) box->setFont(theme_.codeFont(0.97));
}

void StepBar::setHasFile(bool has) {
  hasFile_ = has;
  const auto style = [this](QAction* action, Qt::ToolButtonStyle look) {
    if (auto* tool = qobject_cast<QToolButton*>(widgetForAction(action))) tool->setToolButtonStyle(look);
  };
  style(openAction_, has ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
  style(saveAction_, Qt::ToolButtonIconOnly);
  saveAction_->setVisible(has);
  exportAction_->setVisible(has);
  kernelsAction_->setVisible(has);
  kernelLine_->setVisible(has);
  targetsAction_->setVisible(has);
  fit();
}

void StepBar::setHasPrograms(bool has) {
  hasPrograms_ = has;
  fit();
}

void StepBar::fit() {
  // Whoever tells each change tells many that need no other room.
  QString now = QString("%1 %2 %3").arg(width()).arg(hasFile_).arg(hasPrograms_);
  for (const StepButton* step : steps_) now += '\n' + step->note();
  for (const QComboBox* box : {programs_, kernels_, targets_}) now += QString(" %1").arg(box->sizeHint().width());
  now += QString(" %1").arg(QFontMetrics(theme_.font()).height());
  if (std::exchange(fitted_, now) == now) return;
  for (int level = 0; level <= mostLeftOut; ++level) {
    leaveOut(level);
    if (neededWidth() <= width()) return;
  }
}

/// Labels go first where the window is narrow, then words and room of boxes, then notes: the steps all stay.
void StepBar::leaveOut(int level) {
  constexpr int narrowTarget = 160, narrowBox = 110;
  const bool programs = hasFile_ && hasPrograms_, isNarrow = level >= 4;
  programsAction_->setVisible(programs);
  programs_->setMaximumWidth(isNarrow ? narrowBox : 180);
  kernels_->setMaximumWidth(isNarrow ? narrowBox : 220);
  targets_->setMaximumWidth(isNarrow ? narrowBox : level >= 3 ? narrowTarget : QWIDGETSIZE_MAX);
  if (auto* tool = qobject_cast<QToolButton*>(widgetForAction(exportAction_)))
    tool->setToolButtonStyle(level >= 2 ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
  kernelLabel_->setText(programs ? tr("  Kernel ") : tr("Kernel "));
  programLabelAction_->setVisible(programs && level < 1);
  kernelLabelAction_->setVisible(hasFile_ && level < 1);
  targetLabelAction_->setVisible(hasFile_ && level < 1);
  for (StepButton* step : steps_) step->setNoteShown(level < 5);
}

/// For all that is to be seen.
int StepBar::neededWidth() const {
  const QMargins around = layout()->contentsMargins();
  int needed = around.left() + around.right();
  for (QAction* action : actions()) {
    const QWidget* widget = widgetForAction(action);
    if (!widget || !action->isVisible()) continue;
    const int wanted = std::max(widget->minimumWidth(), widget->sizeHint().width());
    needed += std::clamp(wanted, 0, widget->maximumWidth()) + layout()->spacing();
  }
  return needed;
}

void StepBar::resizeEvent(QResizeEvent* event) {
  QToolBar::resizeEvent(event);
  fit();
}

}  // namespace warpwright::views

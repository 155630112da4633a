#include "views/window/status_line.h"

#include <QEvent>
#include <QLabel>
#include <QStatusBar>
#include <algorithm>
#include <vector>

#include "core/base/file.h"
#include "views/shared/findings.h"
#include "views/shared/theme.h"

namespace warpwright::views {

StatusLine::StatusLine(QStatusBar& bar, Theme& theme) : QObject(&bar), bar_(bar), theme_(theme) {
  bar.setAccessibleName(tr("Status bar"));
  bar.setSizeGripEnabled(false);
  const auto add = [&](const QString& name, bool strong, bool right = false) {
    auto* label = new QLabel(&bar);
    label->setAccessibleName(name);
    label->setProperty("strong", strong);
    if (right)
      bar.addPermanentWidget(label);
    else
      bar.addWidget(label);
    return label;
  };
  stateShape_ = add(tr("State"), true);
  state_ = add(tr("What runs or ran"), true);
  for (int i = 0; i < 3; ++i) {
    shapes_[i] = add(verdictWord(static_cast<VerdictKind>(i)), true);
    counts_[i] = add(tr("Number of findings: %1").arg(verdictWord(static_cast<VerdictKind>(i))), true);
  }
  headers_ = add(tr("Headers in use"), false, true);
  engine_ = add(tr("CPU engine"), false, true);
  encoding_ = add(tr("Encoding"), false, true);
  position_ = add(tr("Position"), false, true);
  for (QLabel* shape : {stateShape_, shapes_[0], shapes_[1], shapes_[2]}) shape->setProperty("shape", true);
  for (QLabel* after : {state_, counts_[0], counts_[1], counts_[2]}) after->setProperty("after", true);
  std::error_code ignored;
  const std::filesystem::path worker = programPath("warpwright-cpu-worker");
  engine_->setText(worker.is_absolute() && std::filesystem::exists(worker, ignored) ? tr("CPU engine ready")
                                                                                    : tr("CPU engine not found"));
  connect(&theme, &Theme::changed, this, &StatusLine::restyle);
  connect(&bar, &QStatusBar::messageChanged, this, [this](const QString& text) {
    if (text.isEmpty()) showCounts();
  });
  bar.installEventFilter(this);
  restyle();
  setCounts({});
}

/// Where the window is narrow for the font, what matters least is left out, not cut.
void StatusLine::fit() {
  std::vector<QLabel*> shown = {stateShape_, state_, position_, engine_, encoding_, headers_};
  if (!counts_[0]->isHidden()) {
    for (int i = 0; i < 3; ++i) shown.insert(shown.begin() + 2, {shapes_[i], counts_[i]});
  }
  int room = bar_.width() - 8;
  for (QLabel* label : shown) {
    room -= label->sizeHint().width() + 8;
    if (label == engine_ || label == encoding_ || label == headers_) label->setVisible(room >= 0);
  }
}

bool StatusLine::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) fit();
  return QObject::eventFilter(watched, event);
}

void StatusLine::restyle() {
  const double ratio = bar_.devicePixelRatioF();
  const QFontMetrics metrics(theme_.font());
  bar_.setMinimumHeight(metrics.height() + 8);
  stateShape_->setPixmap(theme_.shape(shape_, shapeSize(), ratio));
  for (int i = 0; i < 3; ++i)
    shapes_[i]->setPixmap(theme_.shape(shapeName(static_cast<VerdictKind>(i)), shapeSize(), ratio));
  fit();
}

int StatusLine::shapeSize() const {
  return std::max(12, QFontMetrics(theme_.font()).ascent() - 2);
}

void StatusLine::setState(const QString& shape, const QString& text) {
  shape_ = shape;
  stateShape_->setPixmap(theme_.shape(shape, shapeSize(), bar_.devicePixelRatioF()));
  state_->setText(text);
  fit();
}

void StatusLine::setCounts(const FindingCounts& counts) {
  if (counts == shownCounts_) return;
  shownCounts_ = counts;
  const int numbers[] = {counts.applicable, counts.refused, counts.unknown};
  const QString words[] = {tr("%1 applicable"), tr("%1 refused"), tr("%1 unknown")};
  for (int i = 0; i < 3; ++i) {
    counts_[i]->setText(words[i].arg(numbers[i]));
  }
  anyCounts_ = counts.total() > 0;
  showCounts();
}

/// Not over a message, for which the bar has hidden them.
void StatusLine::showCounts() {
  if (!bar_.currentMessage().isEmpty()) return;
  for (int i = 0; i < 3; ++i) {
    shapes_[i]->setVisible(anyCounts_);
    counts_[i]->setVisible(anyCounts_);
  }
  fit();
}

void StatusLine::setRight(const QString& headers, const QString& encoding, const QString& position) {
  headers_->setText(headers);
  encoding_->setText(encoding);
  position_->setText(position);
  fit();
}

QString StatusLine::state() const {
  return state_->text();
}

}  // namespace warpwright::views

#include "views/window/status_line.h"

#include <QLabel>
#include <QStatusBar>

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
    if (right) bar.addPermanentWidget(label);
    else bar.addWidget(label);
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
  restyle();
  setCounts({});
}

void StatusLine::restyle() {
  const double ratio = bar_.devicePixelRatioF();
  stateShape_->setPixmap(theme_.shape(shape_, 12, ratio));
  for (int i = 0; i < 3; ++i) shapes_[i]->setPixmap(theme_.shape(shapeName(static_cast<VerdictKind>(i)), 11, ratio));
}

void StatusLine::setState(const QString& shape, const QString& text) {
  shape_ = shape;
  stateShape_->setPixmap(theme_.shape(shape, 12, bar_.devicePixelRatioF()));
  state_->setText(text);
}

void StatusLine::setCounts(const FindingCounts& counts) {
  const int numbers[] = {counts.applicable, counts.refused, counts.unknown};
  const QString words[] = {tr("%1 applicable"), tr("%1 refused"), tr("%1 unknown")};
  for (int i = 0; i < 3; ++i) {
    shapes_[i]->setVisible(counts.total() > 0);
    counts_[i]->setVisible(counts.total() > 0);
    counts_[i]->setText(words[i].arg(numbers[i]));
  }
}

void StatusLine::setRight(const QString& headers, const QString& encoding, const QString& position) {
  headers_->setText(headers);
  encoding_->setText(encoding);
  position_->setText(position);
}

QString StatusLine::state() const { return state_->text(); }

}  // namespace warpwright::views

#include "views/speedup/timeline_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/shared/dock_parts.h"
#include "views/shared/theme.h"
#include "views/speedup/timeline_picture.h"

namespace warpwright::views {

TimelinePage::TimelinePage(Theme& theme, QWidget* parent) : QWidget(parent) {
  setGround(*this, "dockBody", tr("Timeline"));
  QWidget* bar = makeGround(this, "dockBar", tr("Which profile"));
  name_ = makeLabel(bar, tr("Profile"));
  auto* other = makeButton(bar, tr("Another profile…"), tr("Open another profile"));
  auto* row = makeBarRow(bar);
  row->addWidget(name_);
  row->addStretch(1);
  row->addWidget(other);
  connect(other, &QPushButton::clicked, this, &TimelinePage::otherRequested);
  empty_ = makeEmptyNote(this, tr("Why there is no timeline"));
  picture_ = new TimelinePicture(theme, this);
  conditions_ = makeConditions(this, tr("What the timeline shows"));
  auto* column = makeColumn(this);
  column->addWidget(bar);
  column->addWidget(empty_, 1);
  column->addWidget(picture_, 1);
  column->addWidget(conditions_);
  setFocusProxy(picture_);
}

void TimelinePage::setTimeline(ProfileTimeline timeline) {
  name_->setText(tr("Timeline of <b>%1</b>").arg(QString::fromStdString(timeline.program).toHtmlEscaped()));
  const bool has = !timeline.isEmpty();
  picture_->setVisible(has);
  conditions_->setVisible(has);
  empty_->setVisible(!has);
  empty_->setText(
      tr("This profile does not tell when its launches were: it has none, or an older version made it. Make it again: "
         "warpwright profile --format json -- PROGRAM ARGUMENTS > profile.json"));
  QStringList words = {QString::fromStdString(timeline.summary)};
  if (!timeline.conditions.empty()) words << QString::fromStdString(timeline.conditions);
  words << tr("wheel, + and −: closer and further; drag: along; 0: all");
  conditions_->setText(words.join(QStringLiteral(" · ")));
  picture_->setTimeline(std::move(timeline));
}

QString TimelinePage::words() const {
  return conditions_->isVisibleTo(this) ? conditions_->text() : empty_->text();
}

}  // namespace warpwright::views

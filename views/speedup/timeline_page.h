#pragma once

#include <QWidget>

#include "core/report/profile_timeline.h"

class QLabel;

namespace warpwright::views {

class Theme;
class TimelinePicture;

/// The tab with the timeline of a profile.
class TimelinePage : public QWidget {
  Q_OBJECT
 public:
  explicit TimelinePage(Theme& theme, QWidget* parent = nullptr);

  /// A timeline without bars says how to make one that has them.
  void setTimeline(ProfileTimeline timeline);
  TimelinePicture& picture() { return *picture_; }
  /// What is said beside the picture, or in its place.
  QString words() const;

 signals:
  void otherRequested();

 private:
  QLabel *name_, *empty_, *conditions_;
  TimelinePicture* picture_;
};

}  // namespace warpwright::views

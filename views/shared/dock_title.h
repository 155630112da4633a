#pragma once

#include <QWidget>

class QDockWidget;
class QLabel;

namespace warpwright::views {

class Theme;

/// The title bar of a dock: its name, what state its content is in, detach, close.
class DockTitle : public QWidget {
  Q_OBJECT
 public:
  DockTitle(QDockWidget* dock, Theme& theme);
  /// A word beside the name: "updating". Empty: none.
  void setState(const QString& state);

 private:
  QLabel* state_;
};

}  // namespace warpwright::views

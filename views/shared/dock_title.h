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
  /// Takes no room: a tab says the name already.
  void setCollapsed(bool collapsed);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 private:
  QLabel* state_;
  bool collapsed_ = false;
};

}  // namespace warpwright::views

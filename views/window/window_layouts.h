#pragma once

#include <QObject>

class QDockWidget;
class QMainWindow;
class QSettings;

namespace warpwright::views {

class BottomDocks;

/// The three arrangements of docks: Edit; Measure, which leaves all the room to the measuring page; Graphs. Each keeps
/// what the user made of it.
class WindowLayouts : public QObject {
  Q_OBJECT
 public:
  enum Kind { edit, measure, graphs };
  struct Sides {
    QDockWidget *project, *opportunities, *evidence;
  };
  WindowLayouts(QMainWindow& window, Sides sides, BottomDocks& bottom, QSettings& settings);

  Kind current() const { return current_; }
  /// Keeps the present one and goes to another.
  void show(Kind kind);
  /// The docks come, for the first file: as they were left, or as the design has them.
  void start();
  /// Keeps the present one, for the way out.
  void save();
  /// Forgets all that was kept.
  void reset();
  /// The user has given the docks at the sides other widths.
  void takeWidths();
  /// Gives them these widths again, where a page that needed their room is gone.
  void restoreWidths();

 private:
  bool restore();
  void readWidths();
  void build();
  void size();
  QString key(Kind kind) const;

  QMainWindow& window_;
  Sides sides_;
  BottomDocks& bottom_;
  QSettings& settings_;
  Kind current_ = edit;
  bool started_ = false;
  int project_ = 0, opportunities_ = 0;  ///< widths as the user has them; 0: not known yet
};

}  // namespace warpwright::views

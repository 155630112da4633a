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

 private:
  bool restore();
  void build();
  void size();
  QString key(Kind kind) const;

  QMainWindow& window_;
  Sides sides_;
  BottomDocks& bottom_;
  QSettings& settings_;
  Kind current_ = edit;
  bool started_ = false;
};

}  // namespace warpwright::views

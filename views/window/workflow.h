#pragma once

#include <QObject>
#include <QString>
#include <string>

class QMainWindow;
class QSettings;

namespace warpwright::views {

class AnalysisQueue;
class ArgumentMenu;
class BottomDocks;
class Findings;
class MessageBar;
class Pages;
class RewriteFlow;
class Selection;
class SessionKeeper;
class Theme;
struct Services;

/// What the workflows of a window share. All of it outlives them.
struct WindowParts {
  QMainWindow& window;
  Services& services;
  Theme& theme;
  QSettings& settings;
  Findings& findings;
  Selection& selection;
  MessageBar& messages;
  Pages& pages;
  AnalysisQueue& queue;
  RewriteFlow& flow;
  SessionKeeper& session;
  BottomDocks& bottom;
  const std::string& folder;  ///< of the project; empty: none is open

  /// The file that is selected; empty: no editor is open.
  std::string file() const;
  /// The words with which its program is called.
  QString arguments() const;
  /// Gives a menu the arguments that were kept of the program that is selected.
  void showKept(ArgumentMenu& menu) const;
  /// Keeps what the menu has now.
  void keep(const ArgumentMenu& menu) const;
  /// Is it known which program a file stands for? Says so where it is not.
  bool knowsProgram(const std::string& unit) const;
  /// The same, as a table of a tuning names it: empty where the folder holds one program.
  std::string programName(const std::string& unit) const;
};

/// One thing that people do in the window, with its docks and its run: measuring, tracing, … It owns both, shows in its
/// docks what follows from the rest of the window, and tells when something of its own changed.
class Workflow : public QObject {
  Q_OBJECT
 public:
  explicit Workflow(const WindowParts& parts) : parts_(parts) {}

  /// Adds its docks below the editor. They are filled when they are first seen.
  virtual void addDocks() = 0;
  /// Shows what the rest of the window has come to.
  virtual void update() = 0;
  virtual bool isRunning() const = 0;
  /// What runs, for the status line: "Tracing: descend, launch 1". Requires: isRunning().
  virtual QString doing() const = 0;
  virtual void cancel() = 0;

 signals:
  void changed();

 protected:
  WindowParts parts_;
};

}  // namespace warpwright::views

#pragma once

#include <QWidget>
#include <map>
#include <string>
#include <vector>

#include "core/session/records.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace warpwright::views {

class ArgumentMenu;
class CellModel;
class CellTable;
class Theme;

/// What a program printed, and how it left.
struct ProgramOutput {
  int exitCode = 0;
  std::string output, errors;
};

/// The dock of what was run on the CPU engine: program, arguments, how it ended, how long it took. Newest first. Runs
/// the program in front with all checks, or traced, on request.
class RunsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit RunsPanel(Theme& theme, QWidget* parent = nullptr);

  /// `outputs`: what is still known of what the programs printed, by number of the run.
  void setRuns(const std::vector<RunRecord>& runs, std::map<size_t, ProgramOutput> outputs = {});
  /// What is shown of the output of the selected run, or of the newest, for tests.
  QString output() const;
  /// The program that the button runs, and the arguments it had last; an empty name: none is open.
  void setProgram(const QString& name, const QString& arguments);
  /// `progress` empty: nothing runs.
  void setRunning(const QString& progress);
  QString arguments() const;
  ArgumentMenu& kept() { return *kept_; }
  CellTable& table() { return *table_; }

 signals:
  void runRequested(const QString& arguments);
  void traceRequested(const QString& arguments);
  void cancelRequested();

 private:
  QWidget* makeBar();
  void update();
  void showOutput();
  CellModel* model_;
  CellTable* table_;
  QLabel *program_, *state_, *empty_, *outputHead_;
  QPlainTextEdit* output_;
  std::map<size_t, ProgramOutput> outputs_;
  size_t count_ = 0;
  QLineEdit* arguments_;
  ArgumentMenu* kept_;
  QPushButton *run_, *trace_, *cancel_;
  bool hasProgram_ = false, hasRuns_ = false, running_ = false;
};

}  // namespace warpwright::views

#pragma once

#include <QObject>
#include <functional>
#include <string>

#include "core/job/engine_job.h"
#include "core/session/records.h"
#include "views/shared/job.h"
#include "views/window/services.h"

class QSettings;

namespace warpwright::views {

class AnalysisQueue;
class Findings;
class Pages;

/// The job of the program that a file stands for: of several of the open folder its file with `main`; else the
/// project's database of commands where it has one, or the file alone.
EngineJob engineJob(const std::string& unit, const std::string& folder, const QString& arguments,
                    const Findings& findings);

/// A run of a user's program on the CPU engine, off the GUI thread, one at a time.
class ProgramRun : public QObject {
  Q_OBJECT
 public:
  void cancel();
  bool isRunning() const { return job_.isRunning(); }
  /// What it does now, for the dock: "descend, launch 1, 50 %".
  const QString& progress() const { return progress_; }

 signals:
  void stateChanged();

 protected:
  /// Which program, and how it is called.
  struct Program {
    std::string unit, folder;
    QString arguments;
  };

  ProgramRun(Services& services, AnalysisQueue& queue, Pages& pages, QSettings& settings, QObject* parent);

  /// May it start? Asks for trust unless `isAllowed`, and for arguments where none were ever given, which are then in
  /// `program`.
  bool admits(Program& program, bool isAllowed);
  /// The job, unsaved texts included.
  EngineJob jobOf(const Program& program) const;
  /// How its file is read by an analysis of its own.
  AnalysisRequest requestFor(const std::string& unit) const;
  /// The record of a run that begins now.
  static RunRecord recordOf(const Program& program, const std::string& kind);
  /// Takes progress of the run that begins now, from any thread; `stateChanged` follows.
  std::function<void(const EngineProgress&)> followProgress();
  /// The run is over: nothing of its progress passes any more.
  void endProgress();

  Services& services_;
  JobSlot job_;

 private:
  AnalysisQueue& queue_;
  Pages& pages_;
  QSettings& settings_;
  QString progress_;
  Door progressDoor_;
};

}  // namespace warpwright::views

#pragma once

#include "core/device/device.h"
#include "core/execute/tune/weigh_loads.h"
#include "views/window/program_run.h"

namespace warpwright::views {

/// Runs the program of a file on the CPU engine and weighs the loads of one of its kernels: the traffic-reduction graph
/// of that kernel on the caches of a GPU,
/// and which of them to keep there.
class LoadsRun : public ProgramRun {
  Q_OBJECT
 public:
  LoadsRun(Services& services, AnalysisQueue& queue, Pages& pages, QSettings& settings, QObject* parent = nullptr)
      : ProgramRun(services, queue, pages, settings, parent) {}

  struct Request {
    std::string unit, folder, kernel;
    QString arguments;
    Device device;  ///< whose L1 caches they are
  };
  /// Asks for trust where it has to; does nothing while a run is on.
  void start(Request request);
  /// Why there is nothing to start for this kernel; empty: there is.
  QString whyNot(const std::string& unit, const std::string& kernel) const;

 signals:
  /// It ended: the record for the session, the kernel, and what was chosen for its loads; none where the record
  /// says why.
  void finished(const warpwright::RunRecord& record, const QString& kernel, const warpwright::WeighedLoads& weighed);

 private:
  struct Answer {
    Result<WeighedLoads> weighed;
    double seconds = 0;
  };
  void finish(RunRecord record, const std::string& kernel, Answer answer);
};

}  // namespace warpwright::views

#pragma once

#include <map>

#include "core/execute/replay/trace_programs.h"
#include "views/memory/memory_panel.h"
#include "views/window/program_run.h"

namespace warpwright::views {

/// Traces the program of a file on the CPU engine, alone or beside a variant of it: what its kernels ask of memory.
class TraceRun : public ProgramRun {
  Q_OBJECT
 public:
  TraceRun(Services& services, AnalysisQueue& queue, Pages& pages, QSettings& settings, QObject* parent = nullptr)
      : ProgramRun(services, queue, pages, settings, parent) {}

  struct Request {
    std::string unit, folder;
    QString arguments;
    std::map<std::string, std::string> before;  ///< texts of the original that no file and no editor holds
    std::map<std::string, std::string> after;   ///< texts of the variant; empty: there is none
    QString variantName;
    bool isAllowed = false;  ///< the user has just let this program run: not asked again
  };
  /// Asks for trust where it has to; does nothing while a run is on.
  void start(Request request);

 signals:
  /// It ended: the record for the session, and what was traced; nothing where it failed.
  void finished(const warpwright::RunRecord& record, const warpwright::views::MemoryTraces& traces);

 private:
  struct Answer {
    Result<TracedPrograms> traced;
    double seconds = 0;
  };
  void finish(RunRecord record, const Request& request, Answer answer);
};

}  // namespace warpwright::views

#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "core/execute/replay/profile_program.h"
#include "core/execute/service/analysis_service.h"
#include "core/execute/tune/program_comparison.h"
#include "core/execute/tune/weigh_loads.h"
#include "core/job/engine_job.h"

namespace warpwright::views {

/// What the user answers when a program is about to be run for the first time in a folder.
enum class Trust { cancel, once, always };

/// What the window needs from outside; `app/ide` fills it, tests fill it with functions.
struct Services {
  AnalysisService* analysis = nullptr;
  using Verify =
      std::function<Result<Verification>(EngineJob original, EngineJob variant,
                                         std::function<void(const EngineProgress&)> progress, std::stop_token stop)>;
  Verify verify;
  /// Runs one program on the CPU engine.
  RunEngine run;
  /// Runs one program on the CPU engine up to the launches that `job.requestTrace` names, and gives what they asked of
  /// memory.
  TakeRequests requests;
  /// Runs a compiled program on a GPU of this computer, and tells where its time goes.
  using Profile = std::function<Result<ProfiledProgram>(
      const ProgramToProfile& program, const std::function<void(const std::string&)>& progress, std::stop_token stop)>;
  Profile profile = {};
  /// Builds a program as it is and changed, and runs both on a GPU of this computer.
  using ComparePrograms = std::function<Result<WholeProgram>(const ComparisonTask& task, AnalysisService& service,
                                                             const ProgramProgress& progress, std::stop_token stop)>;
  ComparePrograms comparePrograms = {};
  /// Whether that is possible here, with nvcc of this toolkit; empty: it is not.
  std::function<Status(const std::string& toolkit, std::stop_token stop)> canRunPrograms = {};
  /// Another analysis service, for work that must not supersede what the window asks; empty: measuring is not possible.
  std::function<std::unique_ptr<AnalysisService>()> makeAnalysis;
  /// Asks the trust question; empty: a dialog.
  std::function<Trust(const std::string& folder)> askTrust;
  /// Where settings and recovery texts lie; empty: the user's own places.
  std::filesystem::path settingsFolder;
  /// Programs that the user has let run since the window is open, by the file they start in.
  std::set<std::string> allowed = {};
  /// Who opens the window for the first time is told what comes next (see FirstHints).
  bool showsHints = false;
};

}  // namespace warpwright::views

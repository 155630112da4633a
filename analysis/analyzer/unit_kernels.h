#pragma once

#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/analyzer/launches_elsewhere.h"
#include "analysis/model/kernel_modeler.h"
#include "core/finding/opportunity.h"

namespace warpwright::analysis {

/// The kernels of a unit with all of their launches that are known: its own, those of its host code as the host
/// compiles it, and those of other units of the project.
class UnitKernels {
 public:
  /// See LaunchesElsewhere.
  explicit UnitKernels(OpenFlags& flags) : elsewhere_(flags) {}

  /// Texts may have changed; see LaunchesElsewhere.
  void lookAgain(std::vector<frontend::CompileCommand> units, std::vector<std::string> flags);

  /// `wanted`: launches that the user gives, which replace all others. A kernel that another unit launches has an open
  /// launch (ParsedKernel::openLaunches) also where all of these were read: a change of the unit does not change them.
  /// Errors: those of modelKernels.
  Result<std::vector<model::ParsedKernel>> of(const frontend::ParsedUnit& unit, model::ModelOptions wanted,
                                              const frontend::ParseOptions& options, std::stop_token stop);

  /// The functions, variables and members of a unit, by name, that other files of its program may call or set with
  /// pointers that its own text does not show.
  std::set<std::string> openNames(const frontend::ParsedUnit& unit, const frontend::ParseOptions& options);

  /// Why a finding about one of the kernels of the last call cannot be applicable: it rests on memories that lie apart,
  /// and another unit launches the kernel; what it passes is not looked at. Or its change is none for launches that are
  /// captured into a graph, and another file captures some. Empty: nothing is against it.
  Message whyApart(const model::ParsedKernel& kernel, const Opportunity& finding) const;

 private:
  struct Away {
    std::vector<Launch> launches;
    std::optional<Launch> open;
  };
  using AwayLaunches = std::map<const clang::FunctionDecl*, Away>;  ///< by canonical declaration

  Result<AwayLaunches> launchesAway(const frontend::ParsedUnit& unit, const frontend::ParseOptions& options,
                                    std::stop_token stop);

  LaunchesElsewhere elsewhere_;
  std::set<std::string> capturing_;  ///< what begins captures, of what other files of the program name
  std::map<const clang::FunctionDecl*, SourcePosition> launchedAway_;  ///< by what is written: a launch in another unit
};

}  // namespace warpwright::analysis

#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/includers.h"
#include "analysis/frontend/parsed_unit.h"
#include "analysis/program/open_flags.h"
#include "analysis/program/other_files.h"
#include "core/base/message.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::analysis {

/// Launches that other units of a project make of a kernel which one of them defines. Keeps what it has parsed until it
/// is told to look again, or two units in turn have not asked for it: each may take 100 MB.
class LaunchesElsewhere {
 public:
  /// `flags`: whoever hands it in has it look again, too.
  explicit LaunchesElsewhere(OpenFlags& flags);
  ~LaunchesElsewhere();

  /// Texts may have changed. `units`: those that are analysed, with their flags; a source that is none of these is
  /// compiled as the project says, with `flags`.
  void lookAgain(std::vector<frontend::CompileCommand> units, std::vector<std::string> flags);

  struct Found {
    std::vector<Launch> launches;  ///< in other units, all that there are unless `open`
    std::optional<Launch> open;    ///< why there may be more: a unit is not read, or names the kernel in another way
  };
  /// Which of these names other files of the unit's program say.
  std::set<std::string> named(std::set<std::string> names, const frontend::ParsedUnit& unit,
                              const frontend::ParseOptions& options);

  /// Nothing where no other unit can launch it. Errors: cancelled.
  Result<Found> of(const clang::FunctionDecl& kernel, const frontend::ParsedUnit& unit,
                   const frontend::ParseOptions& options, std::stop_token stop);

 private:
  struct Other;
  void beginUnit(const std::filesystem::path& unit);
  const std::vector<frontend::CompileCommand>& commandsOfSource(const std::filesystem::path& source,
                                                                const std::filesystem::path& root);
  Result<const Other*> other(const frontend::CompileCommand& command, const frontend::ParseOptions& options,
                             std::stop_token stop);

  OtherFiles files_;
  OpenFlags& openFlags_;
  std::vector<frontend::CompileCommand> units_;
  std::vector<std::string> flags_;
  frontend::Includers includers_;
  /// By source and root: each kernel that a source names asks how it is compiled.
  std::map<std::pair<std::filesystem::path, std::filesystem::path>, std::vector<frontend::CompileCommand>> commands_;
  std::vector<std::unique_ptr<Other>> others_;
  std::filesystem::path asking_;  ///< the unit whose turn it is
  size_t unitCount_ = 0;
};

}  // namespace warpwright::analysis

#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace warpwright::mcp {

/// What a command of `warpwright` printed, and how it ended.
struct CommandAnswer {
  int exitCode = 0;
  std::string output, errorOutput;
};

using CommandProgress = std::function<void(double fraction, const std::string& phase)>;

/// Runs `warpwright` with these words, in a process of its own: a crash or a hang there is an answer here. Errors: it
/// cannot be started; cancelled.
using RunCommand = std::function<Result<CommandAnswer>(const std::vector<std::string>& words,
                                                       const CommandProgress& progress, std::stop_token stop)>;

/// The event that tells progress on the command's event channel, and back: nothing where the line is none.
std::string progressLine(double fraction, const std::string& phase);
bool readProgress(std::string_view line, const CommandProgress& progress);

/// The program itself as that, in `folder`.
RunCommand commandsOf(std::string program, std::string folder);

/// Where a command that is started so finds that its progress is awaited: descriptor 3 then takes it.
inline constexpr const char* progressVariable = "WARPWRIGHT_PROGRESS_EVENTS";

}  // namespace warpwright::mcp

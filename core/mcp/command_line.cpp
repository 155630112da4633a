#include "core/mcp/command_line.h"

#include <cstring>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/base/subprocess.h"

namespace warpwright::mcp {

using nlohmann::json;

std::string progressLine(double fraction, const std::string& phase) {
  return json{{"fraction", fraction}, {"phase", jsonText(phase)}}.dump() + "\n";
}

bool readProgress(std::string_view line, const CommandProgress& progress) {
  const json event = json::parse(line, nullptr, false);
  const bool isOne = event.is_object() && event.contains("fraction") && event["fraction"].is_number() &&
                     event.contains("phase") && event["phase"].is_string();
  if (isOne && progress) progress(event["fraction"].get<double>(), event["phase"].get<std::string>());
  return isOne;
}

RunCommand commandsOf(std::string program, std::string folder) {
  return [program = std::move(program), folder = std::move(folder)](const std::vector<std::string>& words,
                                                                    const CommandProgress& progress,
                                                                    std::stop_token stop) -> Result<CommandAnswer> {
    SubprocessOptions options;
    options.command = {program};
    options.command.insert(options.command.end(), words.begin(), words.end());
    options.workingFolder = folder;
    options.environment[progressVariable] = "3";
    options.eventChannel = true;
    options.diesWithStarter = true;
    Result<Subprocess> child = Subprocess::start(options);
    if (!child.ok()) return child.error();
    const Result<SubprocessEnd> end =
        child->wait(nullptr, [&](std::string_view line) { readProgress(line, progress); }, stop);
    if (!end.ok()) return end.error();
    if (end->cancelled) return cancelledError();
    if (end->signal != 0) {
      return Error{ErrorKind::worker,
                   "`warpwright " + words.front() + "` ended early (" + ::strsignal(end->signal) +
                       "). Earlier results stay; call the tool again, or on a smaller part of the program.",
                   std::nullopt};
    }
    return CommandAnswer{end->exitCode, end->output, end->errorOutput};
  };
}

}  // namespace warpwright::mcp

#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace warpwright::cli {

/// What a command is run with besides its options.
struct Invocation {
  std::vector<std::string> words;        ///< all of the command line, but the program's name
  std::vector<std::string> afterDashes;  ///< the words after `--`: compiler flags, or the program's arguments
  std::stop_token stop;
};

/// Runs a command after its options were read. Gives the exit code: see `exitCode` in output.h.
using Action = std::function<int(const Invocation&)>;

/// One command of `warpwright`. `add` declares its options on a subcommand and gives what runs it.
struct Command {
  const char* name;
  const char* description;
  Action (*add)(CLI::App& app);
  const char* group;     ///< under which the help lists it
  const char* examples;  ///< command lines for the end of its help, each behind two blanks
};

/// Every command, in the order the help lists them. One readable list: a new command is a line here and a file.
const std::vector<Command>& allCommands();

Action addAnalyzeCommand(CLI::App& app);
Action addRewriteCommand(CLI::App& app);
Action addRunCommand(CLI::App& app);
Action addVerifyCommand(CLI::App& app);
Action addCaptureCommand(CLI::App& app);
Action addProfileCommand(CLI::App& app);
Action addReplayCommand(CLI::App& app);
Action addTuneCommand(CLI::App& app);
Action addTryCommand(CLI::App& app);
Action addReportCommand(CLI::App& app);
Action addImportCommand(CLI::App& app);
Action addCompareCommand(CLI::App& app);
Action addOccupancyCommand(CLI::App& app);
Action addCachePolicyCommand(CLI::App& app);
Action addPartitionCommand(CLI::App& app);
Action addPreexecCommand(CLI::App& app);
Action addLspCommand(CLI::App& app);
Action addMcpCommand(CLI::App& app);
Action addDoctorCommand(CLI::App& app);

}  // namespace warpwright::cli

#include "app/cli/commands.h"

namespace warpwright::cli {

const std::vector<Command>& allCommands() {
  static const std::vector<Command> commands = {
      {"analyze", "Find what may move, with proof", addAnalyzeCommand},
      {"rewrite", "Write the change of one finding", addRewriteCommand},
  };
  return commands;
}

}  // namespace warpwright::cli

#include "analysis/frontend/parse_again.h"

#include "analysis/frontend/parsed_unit_state.h"

namespace warpwright::frontend {

ParseOptions optionsAgain(const ParsedUnit& unit, ParseOptions options) {
  options.headers = unit.summary().headers == "own" ? HeaderMode::own : HeaderMode::toolkit;
  return options;
}

CompileCommand commandAgain(const ParsedUnit& unit) {
  CompileCommand command = unit.command();
  const ParsedUnit::State& state = const_cast<ParsedUnit&>(unit).state();
  // A flag does not say which files of a folder must not be found.
  if (!state.hiddenFiles.empty()) return command;
  for (const std::string& folder : state.guessedFolders)
    command.flags.insert(command.flags.end(), {"-idirafter", folder});
  return command;
}

}  // namespace warpwright::frontend

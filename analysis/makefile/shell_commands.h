#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpwright::makefile {

/// A word of a command. What only a shell can tell ($x, `…`) is a mark in it, as is what was unknown before.
struct ShellWord {
  std::string text;
  bool isPattern = false;  ///< `*`, `?` or `[` outside of quotes
};

/// One command of a line for a shell.
struct ShellCommand {
  std::vector<ShellWord> words;     ///< the program first; redirections are left out
  std::vector<ShellWord> assigned;  ///< what is assigned in front of it
  bool isMaybe = false;             ///< whether it runs depends on what others say
};

/// The commands of a line, in their order. `unknown`: the number of the reason for what only a shell can tell.
std::vector<ShellCommand> commandsOf(std::string_view line, size_t unknown);

}  // namespace warpwright::makefile

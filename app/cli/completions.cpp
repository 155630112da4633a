// What shells complete of a command line: commands, options, the values of options that have few, else files.

#include <CLI/CLI.hpp>

#include "app/cli/manual.h"

namespace warpwright::cli {
namespace {

std::vector<const CLI::App*> commandsOf(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); });
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

/// In single quotes of a shell.
std::string quoted(const std::string& text, const char* quoteInside) {
  std::string result = "'";
  for (const char letter : text) result += letter == '\'' ? std::string(quoteInside) : std::string(1, letter);
  return result + "'";
}

/// The first sentence: a line of a list has no room for more.
std::string brief(const std::string& text) {
  constexpr size_t most = 90;
  std::string sentence = text.substr(0, text.find(". "));
  if (sentence.size() <= most) return sentence;
  const size_t space = sentence.rfind(' ', most);
  return sentence.substr(0, space) + " …";
}

std::vector<std::string> optionNames(const std::vector<ManualOption>& options) {
  std::vector<std::string> names;
  for (const ManualOption& option : options) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

/// The cases of a shell's `case` on the word before: what follows an option.
std::string bashValues(const std::vector<ManualOption>& options) {
  std::string cases;
  for (const ManualOption& option : options) {
    if (option.value.empty() || option.names.empty()) continue;
    cases += "        " + joined(option.names, "|") + ") ";
    cases += option.choices.empty() ? "return" : "choices='" + joined(option.choices, " ") + "'";
    cases += " ;;\n";
  }
  return cases;
}

/// A colon or a bracket ends a part of a zsh specification.
std::string zshText(const std::string& text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == ':' || letter == '[' || letter == ']' || letter == '\\') escaped += '\\';
    escaped += letter;
  }
  return escaped;
}

std::string zshArgument(const ManualOption& option) {
  std::string value;
  if (!option.value.empty())
    value = ":" + zshText(option.value) + ":" +
            (option.choices.empty() ? "_files" : "(" + joined(option.choices, " ") + ")");
  std::string text;
  for (const std::string& name : option.names)
    text += " \\\n        " + quoted("*" + name + "[" + zshText(brief(option.description)) + "]" + value, "'\\''");
  return text;
}

}  // namespace

std::string bashCompletion(const CLI::App& app) {
  std::vector<std::string> names;
  std::string cases;
  for (const CLI::App* command : commandsOf(app)) {
    const std::vector<ManualOption> options = manualOptions(*command);
    names.push_back(command->get_name());
    cases += "    " + command->get_name() + ")\n      words='" + joined(optionNames(options), " ") + "'\n";
    const std::string values = bashValues(options);
    if (!values.empty()) cases += "      case $before in\n" + values + "      esac\n";
    cases += "      ;;\n";
  }
  return "# bash completion for warpwright, made from its options\n"
         "_warpwright() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' words='' choices='' i\n"
         "  COMPREPLY=()\n"
         "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
         "    case ${COMP_WORDS[i]} in\n"
         "      --) return ;;\n"
         "      -*) ;;\n"
         "      *) command=${COMP_WORDS[i]}; break ;;\n"
         "    esac\n"
         "  done\n"
         "  for ((; i < COMP_CWORD; ++i)); do\n"
         "    [ \"${COMP_WORDS[i]}\" = -- ] && return\n"
         "  done\n"
         "  case $command in\n"
         "    '') words='" +
         joined(names, " ") + " " + joined(optionNames(manualOptions(app)), " ") + "' ;;\n" + cases +
         "  esac\n"
         "  # The values of an option; options where one begins; commands; else files.\n"
         "  if [ -n \"$choices\" ]; then\n"
         "    words=$choices\n"
         "  elif [ -n \"$command\" ] && [[ $word != -* ]]; then\n"
         "    return\n"
         "  fi\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
         "}\n"
         "complete -o default -F _warpwright warpwright\n";
}

std::string zshCompletion(const CLI::App& app) {
  std::string list, cases;
  for (const CLI::App* command : commandsOf(app)) {
    list += "    " + quoted(command->get_name() + ":" + zshText(brief(command->get_description())), "'\\''") + "\n";
    cases += "    " + command->get_name() + ")\n      _arguments";
    for (const ManualOption& option : manualOptions(*command)) cases += zshArgument(option);
    cases += " \\\n        '*:file:_files'\n      ;;\n";
  }
  return "#compdef warpwright\n"
         "# zsh completion for warpwright, made from its options\n"
         "_warpwright() {\n"
         "  local -a commands\n"
         "  commands=(\n" +
         list +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe command commands\n"
         "    return\n"
         "  fi\n"
         "  local command=$words[2]\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "_warpwright \"$@\"\n";
}

std::string fishCompletion(const CLI::App& app) {
  std::string text = "# fish completion for warpwright, made from its options\n";
  const auto line = [&](const std::string& condition, const ManualOption& option) {
    if (option.names.empty()) return;
    text += "complete -c warpwright -n " + quoted(condition, "\\'");
    for (const std::string& name : option.names)
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.value.empty()) text += " -r";
    if (!option.choices.empty()) text += " -f -a " + quoted(joined(option.choices, " "), "\\'");
    text += " -d " + quoted(brief(option.description), "\\'") + '\n';
  };
  for (const ManualOption& option : manualOptions(app)) line("__fish_use_subcommand", option);
  for (const CLI::App* command : commandsOf(app)) {
    text += "complete -c warpwright -f -n __fish_use_subcommand -a " + command->get_name() + " -d " +
            quoted(brief(command->get_description()), "\\'") + '\n';
    for (const ManualOption& option : manualOptions(*command))
      line("__fish_seen_subcommand_from " + command->get_name(), option);
  }
  return text;
}

}  // namespace warpwright::cli

#include "app/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>

#include "analysis/frontend/components.h"
#include "app/cli/output.h"
#include "core/base/version.h"

namespace warpwright::cli {
namespace {

/// Descriptions begin with a capital, but for those that begin with a value or a name.
std::string asSentence(std::string text) {
  const size_t end = std::min(text.find(' '), text.size());
  const bool isWord =
      std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end),
                  [](unsigned char letter) { return std::isalpha(letter) || letter == ',' || letter == '\''; });
  if (!text.empty() && isWord) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

/// Whether the option takes a number.
bool takesNumber(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return option.get_items_expected_max() != 0 && (type.starts_with("FLOAT") || type.starts_with("UINT"));
}

/// What is wrong with a number; empty: nothing, or it is none, which whoever reads it says.
std::string wrongNumber(std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str()) return {};
  if (std::isnan(value)) return text + " is no number";
  if (value < 0) return text + " is less than 0";
  return std::isinf(value) || value > 1e18 ? text + " is too large" : std::string();
}

/// How many letters must change to make one word of the other.
size_t distance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j - 1] + 1, row[j] + 1, replaced});
    }
  }
  return row.back();
}

#ifdef __clang__
constexpr const char* compiler = "Clang " __clang_version__;
#else
constexpr const char* compiler = "GCC " __VERSION__;
#endif

constexpr const char* exits =
    "Exit: 0 done; 1 findings, a difference or a regression, where asked to fail on them; 2 wrong use;\n"
    "3 the input could not be analysed or run; 4 a worker failed.";
constexpr const char* words =
    "Words after `--` go to the compiler (analyze, rewrite) or to your program (all others).\n";
constexpr const char* examplesHead = "\n\nExamples:\n";
constexpr const char* examples =
    "  warpwright try pathfinder.cu -- 100000 100 20     all in one go, on a copy\n"
    "  warpwright analyze src                            what may move, and why not\n"
    "  warpwright COMMAND --help                         options and examples of one command";

}  // namespace

CommandLine::CommandLine() = default;
CommandLine::CommandLine(CommandLine&&) noexcept = default;
CommandLine::~CommandLine() = default;

CommandLine commandLine() {
  CommandLine line;
  line.app = std::make_unique<CLI::App>(
      "Finds where a CUDA kernel keeps data in the wrong place, proves what may move, and writes the change.",
      "warpwright");
  line.app->require_subcommand(1);
  line.app->set_version_flag("-V,--version", versionLines, "Say which Warpwright this is, and what it is made of");
  for (const Command& command : allCommands()) {
    CLI::App* sub = line.app->add_subcommand(command.name, command.description)->group(command.group);
    line.actions.emplace_back(sub, command.add(*sub));
    for (CLI::Option* option : sub->get_options({})) {
      option->description(asSentence(option->get_description()));
      if (takesNumber(*option)) option->transform(CLI::Validator(wrongNumber, ""));
    }
    const std::string own = sub->get_footer();
    sub->footer((own.empty() ? exits : own) + examplesHead + command.examples);
  }
  line.app->footer(std::string(words) + exits + examplesHead + examples);
  return line;
}

std::string versionLines() {
  std::string text = "warpwright " + versionText() + '\n';
  for (const auto& [name, version] : frontend::components()) text += name + ' ' + version + '\n';
  text += "CLI11 " CLI11_VERSION ", JSON for Modern C++ " +
          nlohmann::json::meta()["version"]["string"].get<std::string>() + ", built by " + compiler + '\n';
  text += "No Qt: the window, `warpwright-ide`, has it\n";
  return text + "Licence GPL-3.0-or-later, with NO WARRANTY; THIRD_PARTY.md names those of the libraries.";
}

std::string didYouMean(const std::string& word, const std::vector<std::string>& names) {
  const auto nearest = std::min_element(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return distance(word, a) < distance(word, b);
  });
  if (nearest == names.end()) return {};
  const bool begins = word.size() >= 3 && nearest->starts_with(word);
  const size_t most = std::max<size_t>(1, word.size() / 3);
  return begins || distance(word, *nearest) <= most ? " Did you mean `" + *nearest + "`?" : "";
}

std::string didYouMean(const CommandLine& line, const std::vector<std::string>& words) {
  const CLI::App* command = line.app.get();
  for (const auto& [sub, action] : line.actions) {
    if (std::find(words.begin(), words.end(), sub->get_name()) != words.end()) command = sub;
  }
  std::vector<std::string> names;
  for (const CLI::Option* option : command->get_options({})) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (!name.starts_with("--") || std::find(names.begin(), names.end(), name) != names.end()) continue;
    return didYouMean(name, names);
  }
  return {};
}

}  // namespace warpwright::cli

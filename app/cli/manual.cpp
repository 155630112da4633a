#include "app/cli/manual.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "core/base/file.h"
#include "core/base/text_lines.h"
#include "core/base/version.h"

namespace warpwright::cli {
namespace {

/// Text of a paragraph: what roff would read as its own is escaped, words in `backticks` are bold.
std::string prose(const std::string& text) {
  std::string roff;
  bool isBold = false;
  for (const char letter : text) {
    if (letter == '\\')
      roff += "\\e";
    else if (letter == '-')
      roff += "\\-";
    else if (letter == '`')
      roff += (isBold = !isBold) ? "\\fB" : "\\fP";
    else
      roff += letter;
  }
  if (isBold) roff += "\\fP";
  return roff;
}

/// A line of its own: it must not begin like a request.
std::string proseLine(const std::string& text) {
  return (text.starts_with('.') || text.starts_with('\'') ? "\\&" : "") + prose(text) + '\n';
}

std::string optionHead(const ManualOption& option) {
  std::string head;
  for (const std::string& name : option.names) head += (head.empty() ? "\\fB" : ", \\fB") + prose(name) + "\\fP";
  std::string value = option.value;
  if (!option.choices.empty()) {
    value.clear();
    for (const std::string& choice : option.choices) value += (value.empty() ? "" : "|") + choice;
  }
  if (!value.empty()) head += (head.empty() ? "\\fI" : " \\fI") + prose(value) + "\\fP";
  return head;
}

std::string optionsSection(const CLI::App& app, const char* title) {
  std::string text;
  for (const ManualOption& option : manualOptions(app))
    text += ".TP\n" + optionHead(option) + '\n' + proseLine(option.description.empty() ? " " : option.description);
  return text.empty() ? text : std::string(".SH ") + title + '\n' + text;
}

/// The words under the options of the help: sentences, then examples as they are typed.
std::string footerSection(const CLI::App& app) {
  std::string notes, examples;
  bool areExamples = false;
  const std::string footer = app.get_footer();
  for (const std::string_view line : textLines(footer)) {
    if (line == "Examples:")
      areExamples = true;
    else if (!line.empty())
      (areExamples ? examples : notes) += areExamples ? prose(std::string(line)) + '\n' : proseLine(std::string(line));
  }
  std::string text;
  if (!notes.empty()) text += ".SH NOTES\n" + notes;
  if (!examples.empty()) text += ".SH EXAMPLES\n.nf\n" + examples + ".fi\n";
  return text;
}

std::string header(std::string name, const std::string& what) {
  const std::string lower = name;
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::toupper(c); });
  return ".TH " + prose(name) + " 1 \"\" \"Warpwright " + prose(thisVersion().number) +
         "\" \"Warpwright\"\n.SH NAME\n" + prose(lower) + " \\- " + prose(what) + '\n';
}

std::string commandPage(const CLI::App& command) {
  std::string page = header("warpwright-" + command.get_name(), command.get_description());
  page += ".SH SYNOPSIS\n\\fBwarpwright " + prose(command.get_name()) + "\\fP";
  for (const ManualOption& option : manualOptions(command)) {
    if (option.names.empty())
      page += (option.isRequired ? " \\fI" : " [\\fI") + prose(option.value) + (option.isRequired ? "\\fP" : "\\fP]");
    else if (option.isRequired)
      page += ' ' + optionHead(option);
  }
  page += " [\\fIOPTIONS\\fP] [\\fB\\-\\-\\fP \\fIWORDS\\fP]\n.SH DESCRIPTION\n" +
          proseLine(command.get_description() + '.');
  return page + optionsSection(command, "OPTIONS") + footerSection(command) +
         ".SH SEE ALSO\n\\fBwarpwright\\fP(1), and the pages in \\fI/usr/share/warpwright/resources/help\\fP\n";
}

std::string mainPage(const CLI::App& app) {
  std::string page = header("warpwright", "prove what data of CUDA kernels may move, change it, check and measure it");
  page +=
      ".SH SYNOPSIS\n\\fBwarpwright\\fP \\fICOMMAND\\fP [\\fIOPTIONS\\fP] [\\fB\\-\\-\\fP \\fIWORDS\\fP]\n"
      ".SH DESCRIPTION\n" +
      proseLine(app.get_description());
  page += ".SH COMMANDS\n";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); }))
    page += ".TP\n\\fBwarpwright\\-" + prose(command->get_name()) + "\\fP(1)\n" +
            proseLine(command->get_description() + '.');
  return page + optionsSection(app, "OPTIONS") + footerSection(app) +
         ".SH ENVIRONMENT\n.TP\n\\fBCUDA_HOME\\fP, \\fBCUDA_PATH\\fP\nThe CUDA toolkit whose headers are used.\n"
         ".TP\n\\fBNO_COLOR\\fP\nSet: nothing is coloured.\n"
         ".TP\n\\fBTMPDIR\\fP\nWhere temporary folders are made.\n";
}

}  // namespace

std::vector<ManualOption> manualOptions(const CLI::App& app) {
  std::vector<ManualOption> options;
  for (const CLI::Option* option : app.get_options({})) {
    if (option->get_group().empty()) continue;
    ManualOption one;
    for (const std::string& name : option->get_snames()) one.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) one.names.push_back("--" + name);
    one.description = option->get_description();
    one.isRequired = option->get_required();
    // CLI11 says in the name of the type what it takes: "TEXT:{text,json}".
    const std::string type = option->get_items_expected_max() == 0 ? "" : option->get_type_name();
    one.value = type.substr(0, type.find_first_of(":["));
    if (!type.empty() && one.value.empty()) one.value = "VALUE";
    if (const size_t open = type.find('{'); open != std::string::npos && type.find('}') != std::string::npos)
      one.choices = CLI::detail::split(type.substr(open + 1, type.find('}') - open - 1), ',');
    if (one.names.empty()) one.value = option->get_name();
    options.push_back(std::move(one));
  }
  return options;
}

std::vector<std::pair<std::string, std::string>> manualPages(const CLI::App& app) {
  std::vector<std::pair<std::string, std::string>> pages{{"warpwright.1", mainPage(app)}};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); }))
    pages.emplace_back("warpwright-" + command->get_name() + ".1", commandPage(*command));
  return pages;
}

Status writeManual(const CLI::App& app, const std::filesystem::path& folder) {
  std::error_code ignored;
  std::filesystem::create_directories(folder / "man1", ignored);
  std::filesystem::create_directories(folder / "completions", ignored);
  for (const auto& [name, page] : manualPages(app)) {
    if (Status written = writeFileAtomically(folder / "man1" / name, page); !written.ok()) return written;
  }
  const std::pair<const char*, std::string> completions[] = {{"warpwright", bashCompletion(app)},
                                                             {"_warpwright", zshCompletion(app)},
                                                             {"warpwright.fish", fishCompletion(app)}};
  for (const auto& [name, text] : completions) {
    if (Status written = writeFileAtomically(folder / "completions" / name, text); !written.ok()) return written;
  }
  return {};
}

}  // namespace warpwright::cli

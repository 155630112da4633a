#include "analysis/analyzer/surroundings.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "analysis/analyzer/digest.h"
#include "analysis/frontend/project_files.h"

namespace warpwright::analysis {
namespace {

/// The texts of the project's files, by name.
std::map<std::string, std::string> projectTexts(const frontend::ParsedUnit& unit) {
  std::map<std::string, std::string> texts;
  for (const std::string& file : frontend::projectFiles(unit)) {
    if (Result<std::string> text = unit.text(file); text.ok()) texts[file] = *std::move(text);
  }
  return texts;
}

template <typename Visit>
void eachLine(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1);
    visit(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
}

std::string_view trimmed(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t\r\n"), last = line.find_last_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view() : line.substr(first, last - first + 1);
}

void addDirectives(Digest& digest, std::string_view text) {
  bool goesOn = false;
  eachLine(text, [&](std::string_view line) {
    line = trimmed(line);
    if (!goesOn && !line.starts_with("#")) return;
    digest.add(line);
    goesOn = line.ends_with("\\");
  });
}

}  // namespace

Surroundings surroundingsOf(const model::ParsedKernel& kernel) {
  const KernelModel& model = kernel.models.front();
  const std::string& own = model.definition.begin.file;
  Digest directives, everything;
  const auto both = [&](std::string_view text) {
    directives.add(text);
    everything.add(text);
  };
  for (const std::string& flag : kernel.unit->command().flags) both(flag);
  const std::map<std::string, std::string> texts = projectTexts(*kernel.unit);
  for (const auto& [name, text] : texts) {
    both(name);
    addDirectives(directives, text);
    if (name != own) {
      everything.add(text);
      continue;
    }
    uint32_t number = 0;
    std::string before, plain, after;
    eachLine(text, [&](std::string_view line) {
      ++number;
      if (number > model.definition.endLine) after += line;
      if (number >= model.definition.begin.line) return;
      before += line;
      const std::string_view words = trimmed(line);
      if (!words.empty() && !words.starts_with("//")) (plain += words) += '\n';
    });
    // What names the kernel up there may be told with its line.
    const bool isNamed = before.find(model.name) != std::string::npos;
    everything.add(isNamed ? before : plain);
    everything.add(after);
  }
  // Lines of other files do not move with the kernel.
  if (texts.size() > 1) everything.add(model.definition.begin.line);
  return {directives.value(), everything.value()};
}

}  // namespace warpwright::analysis

#include "analysis/frontend/macro_definitions.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "analysis/frontend/parsed_unit_state.h"

namespace warpwright::frontend {
namespace {

using Definitions = std::unordered_map<std::string_view, std::vector<std::string_view>>;

bool isWordPart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool isBlank(char c) {
  return c != '\n' && std::isspace(static_cast<unsigned char>(c));
}

/// Where the line ends that begins or goes on here, with those that a backslash joins to it.
size_t endOfLine(std::string_view text, size_t from) {
  for (size_t end = text.find('\n', from); end != std::string_view::npos; end = text.find('\n', end + 1)) {
    size_t last = end;
    while (last > from && std::isspace(static_cast<unsigned char>(text[last - 1]))) --last;
    if (last == from || text[last - 1] != '\\') return end;
  }
  return text.size();
}

/// Adds the definition on the line where `hash` stands, if there is one and nothing stands in front of it.
void addDefinition(std::string_view text, size_t hash, Definitions& all) {
  size_t before = hash;
  while (before > 0 && isBlank(text[before - 1])) --before;
  if (before > 0 && text[before - 1] != '\n') return;
  size_t at = hash + 1;
  while (at < text.size() && isBlank(text[at])) ++at;
  constexpr std::string_view define = "define";
  if (text.substr(at, define.size()) != define) return;
  const size_t behind = at += define.size();
  while (at < text.size() && isBlank(text[at])) ++at;
  size_t end = at;
  while (end < text.size() && isWordPart(text[end])) ++end;
  if (at == behind || end == at) return;
  all[text.substr(at, end - at)].push_back(text.substr(end, endOfLine(text, end) - end));
}

/// What all files define, once those that have been read since are read, too.
ParsedUnit::State& readDefinitions(const ParsedUnit& unit) {
  // What has been read stays as it is.
  ParsedUnit::State& state = const_cast<ParsedUnit&>(unit).state();
  const clang::SourceManager& sources = unit.ast().getSourceManager();
  std::vector<std::pair<std::string_view, clang::FileEntryRef>> texts;
  for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file) {
    if (const auto loaded = file->second->getBufferDataIfLoaded())
      texts.emplace_back(std::string_view(loaded->data(), loaded->size()), file->first);
  }
  if (texts.size() == state.filesWithDefinitions) return state;
  state.filesWithDefinitions = texts.size();
  state.definitions.clear();
  state.ownDefinitions.clear();
  for (const auto& [text, file] : texts) {
    const bool isOwn = unit.isProjectFile(file.getName().str());
    for (size_t hash = text.find('#'); hash != std::string_view::npos; hash = text.find('#', hash + 1)) {
      addDefinition(text, hash, state.definitions);
      if (isOwn) addDefinition(text, hash, state.ownDefinitions);
    }
  }
  return state;
}

}  // namespace

const std::vector<std::string_view>& definitionsOf(const ParsedUnit& unit, std::string_view macro) {
  return readDefinitions(unit).definitions[macro];
}

const std::vector<std::string_view>& ownDefinitionsOf(const ParsedUnit& unit, std::string_view macro) {
  return readDefinitions(unit).ownDefinitions[macro];
}

}  // namespace warpwright::frontend

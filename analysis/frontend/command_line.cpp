#include "analysis/frontend/command_line.h"

#include "core/base/file.h"
#include "core/base/regular_file.h"

namespace warpwright::frontend {
namespace {

constexpr int deepestNesting = 16;

Status expandInto(std::vector<std::string>& out, const std::vector<std::string>& words,
                  const std::filesystem::path& folder, int depth) {
  for (size_t i = 0; i < words.size(); ++i) {
    std::vector<std::string> files;
    if (words[i].size() > 1 && words[i][0] == '@') {
      files.push_back(words[i].substr(1));
    } else if ((words[i] == "-optf" || words[i] == "--options-file") && i + 1 < words.size()) {
      files = splitCommas(words[++i]);
    } else if (words[i].starts_with("--options-file=") || words[i].starts_with("-optf=")) {
      files = splitCommas(std::string_view(words[i]).substr(words[i].find('=') + 1));
    } else {
      out.push_back(words[i]);
      continue;
    }
    for (const std::string& file : files) {
      if (depth >= deepestNesting) {
        return inputError("The response file " + file + " includes itself. Remove the line that names it.");
      }
      const Result<std::string> text = readFile(folder / file, largestSource);
      if (!text.ok()) return inputError("A response file of the compiler command: " + text.error().message);
      const Status nested = expandInto(out, splitShell(*text), folder, depth + 1);
      if (!nested.ok()) return nested;
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> splitShell(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote) {
      if (c == quote) {
        quote = 0;
      } else if (c == '\\' && quote == '"' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) {
        word += text[++i];
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      inWord = true;
    } else if (c == '\\' && i + 1 < text.size()) {
      if (text[++i] != '\n') {
        word += text[i];
        inWord = true;
      }
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (inWord) words.push_back(std::move(word));
      word.clear();
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (inWord) words.push_back(std::move(word));
  return words;
}

std::vector<std::string> splitCommas(std::string_view text) {
  std::vector<std::string> parts(1);
  bool isQuoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') isQuoted = !isQuoted;
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',') {
      parts.back() += text[++i];
    } else if (text[i] == ',' && !isQuoted) {
      parts.emplace_back();
    } else {
      parts.back() += text[i];
    }
  }
  return parts;
}

Result<std::vector<std::string>> expandResponseFiles(const std::vector<std::string>& words,
                                                     const std::filesystem::path& folder) {
  std::vector<std::string> out;
  const Status status = expandInto(out, words, folder, 0);
  if (!status.ok()) return status.error();
  return out;
}

}  // namespace warpwright::frontend

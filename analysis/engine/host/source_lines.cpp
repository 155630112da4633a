#include "analysis/engine/host/source_lines.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core/base/file.h"

namespace warpwright::engine {
namespace {

std::string trimmed(std::string text) {
  const auto isSpace = [](unsigned char c) { return std::isspace(c) != 0; };
  text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), isSpace));
  while (!text.empty() && isSpace(static_cast<unsigned char>(text.back()))) text.pop_back();
  return text;
}

/// Where the bracket that opens at `from` closes; npos if it does not.
size_t closing(const std::string& text, size_t from) {
  int depth = 0;
  for (size_t i = from; i < text.size(); ++i) {
    if (std::string("([{").find(text[i]) != std::string::npos) ++depth;
    if (std::string(")]}").find(text[i]) != std::string::npos && --depth == 0) return i;
  }
  return std::string::npos;
}

/// True for what stands in the brackets of a cast to a pointer: "void **", "float*".
bool looksLikeType(const std::string& text) {
  const std::string inner = trimmed(text);
  return !inner.empty() && inner.back() == '*' && inner.find_first_of("([&+-") == std::string::npos;
}

}  // namespace

std::string withoutCasts(std::string text) {
  for (;;) {
    text = trimmed(std::move(text));
    if (text.empty()) return text;
    if (text.front() == '&') {
      text.erase(0, 1);
    } else if (text.front() == '(') {
      const size_t end = closing(text, 0);
      if (end == std::string::npos) return text;
      if (end + 1 == text.size()) {
        text = text.substr(1, end - 1);
      } else if (looksLikeType(text.substr(1, end - 1))) {
        text.erase(0, end + 1);
      } else {
        return text;
      }
    } else if (text.find("_cast<") != std::string::npos && text.find("_cast<") < text.find('(')) {
      const size_t open = text.find('('), end = open == std::string::npos ? open : closing(text, open);
      if (end == std::string::npos) return text;
      text = text.substr(open + 1, end - open - 1);
    } else {
      return text;
    }
  }
}

const std::vector<std::string>& SourceLines::linesOf(const std::string& file) {
  const std::string key = std::filesystem::path(file).lexically_normal().string();
  const auto [entry, isNew] = files_.try_emplace(key);
  if (!isNew) return entry->second;
  std::string text;
  if (const auto open = openTexts_.find(key); open != openTexts_.end()) {
    text = open->second;
  } else if (auto read = readFile(key, uint64_t{64} << 20); read.ok()) {
    text = std::move(read.value());
  }
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) entry->second.push_back(std::move(line));
  return entry->second;
}

std::vector<std::string> SourceLines::bracketed(const std::string& function, const SourcePosition& at,
                                                size_t maxLines) {
  const std::vector<std::string>& lines = linesOf(at.file);
  if (at.line == 0 || at.line > lines.size()) return {};
  std::string text;
  for (size_t i = at.line - 1; i < std::min(lines.size(), at.line - 1 + maxLines); ++i) text += lines[i] + " ";
  const size_t column = at.column == 0 || at.column > lines[at.line - 1].size() ? 0 : at.column - 1;
  size_t name = text.find(function, column);
  if (name == std::string::npos) name = text.find(function);
  // CALL(cudaMalloc, &p, bytes): a macro takes the name and what is handed to it.
  const size_t next = name == std::string::npos ? name : text.find_first_not_of(" \t", name + function.size());
  const bool isPart = next != std::string::npos && text[next] == ',';
  if (isPart) text[next] = '(';
  const size_t open = name == std::string::npos ? name : text.find('(', name);
  const size_t end = open == std::string::npos ? open : closing(text, open);
  if (end == std::string::npos) return {};
  std::vector<std::string> parts(1);
  int depth = 0;
  for (size_t i = open + 1; i < end; ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ',' && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::string SourceLines::firstArgument(const std::string& function, const SourcePosition& at) {
  const std::vector<std::string> arguments = bracketed(function, at, 5);
  const std::string bare = arguments.empty() ? "" : withoutCasts(arguments.front());
  return bare.size() <= 60 ? bare : "";
}

std::vector<std::string> SourceLines::parameterNames(const std::string& function, const SourcePosition& at) {
  std::vector<std::string> names = bracketed(function.substr(function.rfind(':') + 1), {at.file, at.line, 0}, 40);
  for (std::string& name : names) {
    name = name.substr(0, name.find_first_of("[="));
    while (!name.empty() && std::isspace(static_cast<unsigned char>(name.back())) != 0) name.pop_back();
    size_t start = name.size();
    while (start > 0 && (std::isalnum(static_cast<unsigned char>(name[start - 1])) != 0 || name[start - 1] == '_'))
      --start;
    name.erase(0, start);
  }
  return names;
}

}  // namespace warpwright::engine

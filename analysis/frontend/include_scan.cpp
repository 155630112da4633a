#include "analysis/frontend/include_scan.h"

namespace warpwright::frontend {
namespace {

std::string_view skipBlanks(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

/// The name of an include line, with its opening quote or bracket; empty for any other line.
std::string_view includeOf(std::string_view line) {
  line = skipBlanks(line);
  if (!line.starts_with('#')) return {};
  line = skipBlanks(line.substr(1));
  if (!line.starts_with("include")) return {};
  line = skipBlanks(line.substr(7));
  if (line.empty() || (line[0] != '"' && line[0] != '<')) return {};
  const size_t close = line.find(line[0] == '"' ? '"' : '>', 1);
  return close == std::string_view::npos ? std::string_view{} : line.substr(0, close);
}

template <typename Visit>
void eachLine(std::string_view text, Visit visit) {
  for (size_t start = 0; start < text.size();) {
    size_t end = text.find('\n', start);
    if (end == std::string_view::npos) end = text.size();
    if (!visit(text.substr(start, end - start))) return;
    start = end + 1;
  }
}

}  // namespace

std::vector<std::string> includedNames(std::string_view text) {
  std::vector<std::string> names;
  eachLine(text, [&](std::string_view line) {
    const std::string_view name = includeOf(line);
    if (name.size() > 1) names.emplace_back(name.substr(1));
    return true;
  });
  return names;
}

std::vector<std::string> leadingSystemIncludes(std::string_view text) {
  std::vector<std::string> names;
  bool inComment = false;
  eachLine(text, [&](std::string_view line) {
    line = skipBlanks(line);
    if (inComment) {
      const size_t close = line.find("*/");
      if (close == std::string_view::npos) return true;
      line = skipBlanks(line.substr(close + 2));
      inComment = false;
    }
    if (line.empty() || line.starts_with("//")) return !line.ends_with('\\');
    if (line.starts_with("/*")) {
      const size_t close = line.find("*/", 2);
      if (close == std::string_view::npos) return inComment = true;
      return skipBlanks(line.substr(close + 2)).empty();
    }
    const std::string_view name = includeOf(line);
    if (name.size() < 2 || name[0] != '<') return false;
    // What follows the name must be nothing, or a whole comment of this line.
    std::string_view rest = skipBlanks(line.substr(static_cast<size_t>(name.data() - line.data()) + name.size() + 1));
    if (rest.ends_with('\r')) rest.remove_suffix(1);
    if (!rest.empty() && (!rest.starts_with("//") || rest.ends_with('\\'))) return false;
    names.emplace_back(name.substr(1));
    return true;
  });
  return names;
}

}  // namespace warpwright::frontend

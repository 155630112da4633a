#include "analysis/rewrite/style/text_layout.h"

#include <algorithm>
#include <cctype>

namespace warpwright::rewrite {
namespace {

// Columns that blanks take, a tab up to the next multiple of eight.
size_t widthOf(const std::string& blanks) {
  size_t width = 0;
  for (const char c : blanks) width = c == '\t' ? (width / 8 + 1) * 8 : width + 1;
  return width;
}

// Is a comment of several lines open behind the line?
bool isOpenAfter(const std::string& line, bool wasOpen) {
  size_t at = 0;
  for (;;) {
    if (wasOpen) {
      at = line.find("*/", at);
      if (at == std::string::npos) return true;
      at += 2;
      wasOpen = false;
    }
    const size_t opening = line.find("/*", at);
    if (opening == std::string::npos || line.find("//", at) < opening) return false;
    at = opening + 2;
    wasOpen = true;
  }
}

}  // namespace

bool opensComment(const std::string& text) {
  return isOpenAfter(text.substr(0, text.find('\n')), false);
}

bool endsInOpenLine(std::string_view text) {
  const size_t newline = text.rfind('\n');
  const std::string_view line = text.substr(newline == std::string_view::npos ? 0 : newline + 1);
  const size_t first = line.find_first_not_of(" \t\r");
  const bool isDirective = first != std::string_view::npos && (line[first] == '#' || line.substr(first, 2) == "%:");
  return isDirective || line.find("//") != std::string_view::npos;
}

void dropLineEnd(std::string& text) {
  const size_t end = text.find_first_not_of(" \t\r");
  if (end != std::string::npos && text[end] == '\n') text.erase(0, end);
}

std::string withCarriageReturns(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r')) out += '\r';
    out += text[i];
  }
  return out;
}

std::string trimmedRight(std::string text) {
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  return text;
}

std::string blankLines(const std::string& leading) {
  return std::count(leading.begin(), leading.end(), '\n') > 1 ? "\n" : "";
}

std::string commentLines(const std::string& leading, const std::string& from, const std::string& inner,
                         bool keepsBlank) {
  std::string out;
  size_t at = leading.find('\n');
  bool blank = false, isOpen = isOpenAfter(leading.substr(0, std::min(at, leading.size())), false);
  if (at == std::string::npos) {  // `/* so */ a = 1;` on the line of another statement
    const size_t start = leading.find_first_not_of(" \t");
    return start == std::string::npos ? std::string() : "\n" + inner + trimmedRight(leading.substr(start));
  }
  while (at != std::string::npos) {
    const size_t next = leading.find('\n', at + 1), end = std::min(next, leading.size());
    const std::string line = trimmedRight(leading.substr(at + 1, end - at - 1));
    const size_t start = line.find_first_not_of(" \t");
    if (start == std::string::npos && !isOpen) {
      blank = next != std::string::npos ? keepsBlank || !out.empty() : blank;
    } else {
      if (blank) out += "\n";
      blank = false;
      // Lines inside a longer comment keep their shape.
      out += isOpen ? shifted("\n" + line, from, inner) : "\n" + inner + line.substr(start);
    }
    isOpen = isOpenAfter(line, isOpen);
    at = next;
  }
  return out + (blank ? "\n" : "");
}

std::string shifted(const std::string& text, const std::string& from, const std::string& to) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] != '\n') continue;
    const size_t end = std::min(text.find('\n', i + 1), text.size());
    const size_t start = text.find_first_not_of(" \t\r", i + 1);
    if (start == std::string::npos || start >= end) continue;
    if (text.compare(i + 1, from.size(), from) == 0) {
      out += to;
      i += from.size();
    } else {
      out += std::string(std::max(widthOf(to), widthOf(from)) - widthOf(from), ' ');
    }
  }
  return out;
}

std::string subscriptsOf(const std::string& number, const std::vector<uint64_t>& extents) {
  std::string place;
  uint64_t behind = 1;
  for (size_t d = extents.size(); d-- > 0; behind *= extents[d]) {
    std::string one = number;
    if (behind > 1) one += " / " + std::to_string(behind);
    if (d > 0) one += " % " + std::to_string(extents[d]);
    place.insert(0, "[" + one + "]");
  }
  return place;
}

std::string nameOfLoad(const std::string& source) {
  std::string name;
  for (const char c : source) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name == source) return name + "_value";
  if (name.size() > 18 || name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) {
    const std::string root =
        source.substr(0, source.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"));
    name = (root.empty() || std::isdigit(static_cast<unsigned char>(root[0])) ? "loaded" : root) + "_value";
  }
  return name;
}

void addComments(std::string& line, const std::string& above, const std::string& behind, const std::string& margin) {
  const size_t start = above.find_first_not_of(" \t\r\n");
  const std::string lines = start == std::string::npos ? std::string() : above.substr(start);
  line = lines + (lines.empty() ? "" : "\n" + margin) + line + behind;
}

}  // namespace warpwright::rewrite

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "core/finding/line_diff.h"
#include "core/report/html_text.h"

namespace warpwright {
namespace {

constexpr std::array keywords = std::to_array<std::string_view>(
    {"alignas",   "auto",     "bool",     "break",    "case",   "catch",    "char",  "class",  "const",
     "constexpr", "continue", "default",  "delete",   "do",     "double",   "else",  "enum",   "extern",
     "false",     "float",    "for",      "goto",     "if",     "inline",   "int",   "long",   "namespace",
     "new",       "nullptr",  "operator", "private",  "public", "return",   "short", "signed", "sizeof",
     "static",    "struct",   "switch",   "template", "this",   "throw",    "true",  "try",    "typedef",
     "typename",  "union",    "unsigned", "using",    "void",   "volatile", "while"});
constexpr std::array types = std::to_array<std::string_view>(
    {"bool", "char", "dim3",  "double", "float",  "float2", "float3", "float4", "half",  "int",   "int2",     "int3",
     "int4", "long", "short", "signed", "size_t", "uchar",  "uint",   "uint2",  "uint3", "uint4", "unsigned", "void"});

bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

const char* classOfWord(std::string_view word) {
  constexpr std::array indexes =
      std::to_array<std::string_view>({"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"});
  if (std::find(indexes.begin(), indexes.end(), word) != indexes.end()) return "cu";
  if (word.size() > 2 && word.starts_with("__")) return "cu";
  if (std::find(types.begin(), types.end(), word) != types.end()) return "ty";
  if (std::find(keywords.begin(), keywords.end(), word) != keywords.end()) return "kw";
  return nullptr;
}

std::string span(const char* name, std::string_view text) {
  return std::string("<span class=") + name + '>' + escapeHtml(text) + "</span>";
}

/// Where the string or character that starts at 0 ends.
size_t endOfQuoted(std::string_view line) {
  for (size_t at = 1; at < line.size(); ++at) {
    if (line[at] == '\\')
      ++at;
    else if (line[at] == line[0])
      return at + 1;
  }
  return line.size();
}

std::string row(const char* kind, const std::string& left, const std::string& right, char sign,
                const std::string& code) {
  return std::string("<tr class=") + kind + "><td class=n>" + left + "<td class=n>" + right + "<td class=g>" +
         (sign == '-' ? "−" : std::string(1, sign)) + "<td class=k>" + code + "\n";
}

std::string withoutEnd(std::string_view line) {
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  return std::string(line);
}

/// Every line highlighted, with comments that span lines.
std::vector<std::string> highlightAll(const std::vector<std::string_view>& lines) {
  std::vector<std::string> html;
  bool inComment = false;
  for (const auto line : lines) html.push_back(highlightLine(withoutEnd(line), inComment));
  return html;
}

}  // namespace

std::string highlightLine(std::string_view line, bool& inComment) {
  std::string html;
  const size_t first = line.find_first_not_of(" \t");
  if (!inComment && first != std::string_view::npos && line[first] == '#') {
    const size_t comment = std::min(line.find("//"), line.find("/*"));
    html += span("pp", line.substr(0, comment));
    line.remove_prefix(std::min(comment, line.size()));
  }
  while (!line.empty()) {
    size_t length = 1;
    if (inComment || line.starts_with("/*")) {
      const size_t end = line.find("*/", inComment ? 0 : 2);
      inComment = end == std::string_view::npos;
      length = inComment ? line.size() : end + 2;
      html += span("co", line.substr(0, length));
    } else if (line.starts_with("//")) {
      length = line.size();
      html += span("co", line);
    } else if (line[0] == '"' || line[0] == '\'') {
      length = endOfQuoted(line);
      html += span("st", line.substr(0, length));
    } else if (isWordCharacter(line[0])) {
      while (length < line.size() && (isWordCharacter(line[length]) ||
                                      (std::isdigit(static_cast<unsigned char>(line[0])) && line[length] == '.')))
        ++length;
      const std::string_view word = line.substr(0, length);
      const char* name = std::isdigit(static_cast<unsigned char>(word[0])) ? "nu" : classOfWord(word);
      html += name ? span(name, word) : escapeHtml(word);
    } else {
      // Everything up to the next thing with a colour, so that characters of several bytes stay whole.
      while (length < line.size() && !isWordCharacter(line[length]) && line[length] != '"' && line[length] != '\'' &&
             line[length] != '/')
        ++length;
      html += escapeHtml(line.substr(0, length));
    }
    line.remove_prefix(length);
  }
  return html;
}

std::string htmlDiff(std::string_view before, std::string_view after, LineSpan within) {
  constexpr int context = 3;
  const auto left = splitLines(before), right = splitLines(after);
  auto changes = diffLines(left, right);
  std::erase_if(changes, [&](const LineChange& change) {
    const auto first = static_cast<uint32_t>(change.left) + 1;
    return first > within.last || std::max(first, static_cast<uint32_t>(change.leftEnd)) < within.first;
  });
  const auto leftHtml = highlightAll(left), rightHtml = highlightAll(right);
  std::string html = "<table class=diff>";
  int shownTo = 0;  // of the left text
  for (size_t i = 0; i < changes.size(); ++i) {
    const LineChange& change = changes[i];
    const int begin = std::max(shownTo, change.left - context);
    if (begin > shownTo || (i == 0 && begin > 0)) {
      html += "<tr class=skip><td colspan=4>" + std::string(i == 0 ? "line " : "… line ") + std::to_string(begin + 1) +
              "\n";
    }
    const int shift = change.right - change.left;
    for (int at = begin; at < change.left; ++at) {
      html += row("same", std::to_string(at + 1), std::to_string(at + shift + 1), ' ', leftHtml[at]);
    }
    for (int at = change.left; at < change.leftEnd; ++at)
      html += row("rem", std::to_string(at + 1), "", '-', leftHtml[at]);
    for (int at = change.right; at < change.rightEnd; ++at)
      html += row("add", "", std::to_string(at + 1), '+', rightHtml[at]);
    const int next = i + 1 < changes.size() ? changes[i + 1].left : static_cast<int>(left.size());
    shownTo = std::min(change.leftEnd + context, next);
    for (int at = change.leftEnd; at < shownTo; ++at) {
      html += row("same", std::to_string(at + 1), std::to_string(at - change.leftEnd + change.rightEnd + 1), ' ',
                  leftHtml[at]);
    }
  }
  return html + "</table>";
}

}  // namespace warpwright

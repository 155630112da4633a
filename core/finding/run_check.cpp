#include "core/finding/run_check.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace warpwright {
namespace {

using Kind = RunCheck::Kind;

constexpr std::array<std::pair<Kind, std::string_view>, 5> words = {{{Kind::block, "block"},
                                                                     {Kind::disjoint, "disjoint"},
                                                                     {Kind::untextured, "untextured"},
                                                                     {Kind::subscript, "subscript"},
                                                                     {Kind::inside, "inside"}}};

char separatorOf(Kind kind) {
  return kind == Kind::block ? ';' : ',';
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

}  // namespace

std::string toString(const RunCheck& check) {
  std::string text;
  for (const auto& [kind, word] : words) {
    if (kind == check.kind) text = word;
  }
  for (size_t i = 0; i < check.names.size(); ++i) {
    text += i == 0 ? '=' : separatorOf(check.kind);
    text += check.names[i];
  }
  if (check.at.isValid()) text += '@' + std::to_string(check.at.line);
  return text;
}

RunCheck runCheckFrom(std::string_view text) {
  const size_t equals = std::min(text.find('='), text.size());
  RunCheck check;
  for (const auto& [kind, word] : words) {
    if (word == text.substr(0, equals)) check.kind = kind;
  }
  text.remove_prefix(std::min(equals + 1, text.size()));
  if (check.isOfLaunch()) {
    check.names = split(text, separatorOf(check.kind));
    if (check.names.empty()) return {};
  } else if (!check.isNone()) {
    const size_t at = text.rfind('@');
    if (at == std::string_view::npos || at == 0) return {};
    const char* end = text.data() + text.size();
    const auto [rest, problem] = std::from_chars(text.data() + at + 1, end, check.at.line);
    if (problem != std::errc() || rest != end) return {};
    check.names = {std::string(text.substr(0, at))};
  }
  return check;
}

KernelCheck kernelCheckFrom(std::string_view text) {
  // "::" of a namespace does not end the name of the kernel.
  const size_t colon = text.find(": ");
  if (colon == std::string_view::npos) return {{}, runCheckFrom(text)};
  return {std::string(text.substr(0, colon)), runCheckFrom(text.substr(colon + 2))};
}

}  // namespace warpwright

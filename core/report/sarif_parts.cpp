#include "core/report/sarif_parts.h"

#include <algorithm>

#include "core/base/file.h"
#include "core/base/version.h"
#include "core/finding/line_diff.h"

namespace warpwright {

using nlohmann::json;

namespace {

/// A path as a relative URI reference (RFC 3986), every byte outside the unreserved set encoded.
std::string uri(const std::string& path) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string text;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    if (plain)
      text += c;
    else
      text += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return text;
}

/// Did every unit that was looked at go without errors, and were all looked at?
bool isWhole(const ReportInput& input) {
  return input.notWhole.empty() && std::ranges::all_of(input.analysis.units, isWithoutErrors);
}

/// Code points from the start of a line to byte column `column`, counted from 1.
uint32_t codePointColumn(const ReportInput& input, const SourcePosition& at) {
  const std::string* text = sourceOf(input, at.file);
  if (!text) return at.column;
  const auto lines = splitLines(*text);
  if (at.line == 0 || at.line > lines.size()) return at.column;
  const std::string_view before = lines[at.line - 1].substr(0, at.column > 0 ? at.column - 1 : 0);
  return static_cast<uint32_t>(codePoints(before)) + 1;
}

}  // namespace

size_t codePoints(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

json sarifArtifact(const ReportInput& input, const std::string& file) {
  const std::string shown = shownFile(input, file);
  if (shown.starts_with('/')) return {{"uri", "file://" + uri(shown)}};
  return {{"uri", uri(shown)}, {"uriBaseId", "SRCROOT"}};
}

json helpPageUri(const std::string& page) {
  std::error_code error;
  const std::filesystem::path file =
      std::filesystem::absolute(resourceFolder() / "help" / (page + ".md"), error).lexically_normal();
  if (error || !std::filesystem::is_regular_file(file, error)) return nullptr;
  return "file://" + uri(file.string());
}

json sarifLocation(const ReportInput& input, const SourceRange& range) {
  json physical = {{"artifactLocation", sarifArtifact(input, range.begin.file)}};
  if (range.begin.line != 0) {
    json region = {{"startLine", range.begin.line}};
    if (range.begin.column != 0) region["startColumn"] = codePointColumn(input, range.begin);
    if (range.endLine >= range.begin.line && range.endColumn != 0) {
      region["endLine"] = range.endLine;
      region["endColumn"] = codePointColumn(input, {range.begin.file, range.endLine, range.endColumn});
    }
    physical["region"] = region;
  }
  return {{"physicalLocation", physical}};
}

json sarifDocument(const ReportInput& input, const json& rules, const json& results, const json& notifications) {
  const json about = helpPageUri("analyze");
  json run = {
      {"tool",
       {{"driver",
         {{"name", "Warpwright"},
          {"version", versionText()},
          {"semanticVersion", thisVersion().number},
          {"rules", rules}}}}},
      {"columnKind", "unicodeCodePoints"},
      {"results", results},
      {"invocations",
       json::array({{{"executionSuccessful", isWhole(input)}, {"toolExecutionNotifications", notifications}}})}};
  if (!about.is_null()) run["tool"]["driver"]["informationUri"] = about;
  if (input.root.is_absolute())
    run["originalUriBaseIds"] = {{"SRCROOT", {{"uri", "file://" + uri(input.root.string()) + "/"}}}};
  return {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", json::array({run})}};
}

}  // namespace warpwright

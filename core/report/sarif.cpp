#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/opportunity/line_diff.h"
#include "core/report/report_input.h"
#include "core/report/words.h"

namespace warpwright {
namespace {

using nlohmann::json;

/// A path as a relative URI reference (RFC 3986), every byte outside the unreserved set encoded.
std::string uri(const std::string& path) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string text;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    if (plain) text += c;
    else text += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return text;
}

/// Code points from the start of a line to byte column `column`, counted from 1.
uint32_t codePointColumn(const ReportInput& input, const SourcePosition& at) {
  const std::string* text = sourceOf(input, at.file);
  if (!text) return at.column;
  const auto lines = splitLines(*text);
  if (at.line == 0 || at.line > lines.size()) return at.column;
  const std::string_view before = lines[at.line - 1].substr(0, at.column > 0 ? at.column - 1 : 0);
  const auto points = std::count_if(before.begin(), before.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
  return static_cast<uint32_t>(points) + 1;
}

json artifact(const ReportInput& input, const std::string& file) {
  const std::string shown = shownFile(input, file);
  if (shown.starts_with('/')) return {{"uri", "file://" + uri(shown)}};
  return {{"uri", uri(shown)}, {"uriBaseId", "SRCROOT"}};
}

json location(const ReportInput& input, const SourceRange& range) {
  json physical = {{"artifactLocation", artifact(input, range.begin.file)}};
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

/// A variant of exactly this opportunity as a SARIF fix: whole lines replaced.
json fixOf(const ReportInput& input, const VariantRecord& variant) {
  json changes = json::array();
  for (const VariantFile& file : variant.files) {
    const auto left = splitLines(file.before), right = splitLines(file.after);
    json replacements = json::array();
    for (const LineChange& change : diffLines(left, right)) {
      std::string text;
      for (int i = change.right; i < change.rightEnd; ++i) text += right[i];
      replacements.push_back(
          {{"deletedRegion", {{"startLine", change.left + 1}, {"startColumn", 1}, {"endLine", change.leftEnd + 1}, {"endColumn", 1}}},
           {"insertedContent", {{"text", jsonText(text)}}}});
    }
    changes.push_back({{"artifactLocation", artifact(input, file.path)}, {"replacements", replacements}});
  }
  return {{"description", {{"text", jsonText(variant.summary.empty() ? variant.id : variant.summary)}}}, {"artifactChanges", changes}};
}

json resultOf(const ReportInput& input, const KernelSummary& kernel, const Opportunity& opportunity, size_t rule) {
  const std::string title = opportunity.title.empty() ? passTitle(opportunity.pass) + ": `" + opportunity.subject + "`" : opportunity.title;
  json result = {{"ruleId", opportunity.pass},
                 {"ruleIndex", rule},
                 {"message", {{"text", jsonText(title + ". " + opportunity.reason)}}},
                 {"locations", json::array({location(input, opportunity.range)})},
                 {"partialFingerprints", {{"warpwrightOpportunity/v1", opportunity.id}}}};
  switch (opportunity.verdict) {
    case VerdictKind::applicable: result["kind"] = "fail", result["level"] = "note"; break;
    case VerdictKind::refused: result["kind"] = "notApplicable", result["level"] = "none"; break;
    case VerdictKind::unknown: result["kind"] = "open", result["level"] = "none"; break;
  }
  result["locations"][0]["logicalLocations"] = json::array({{{"name", jsonText(kernel.name)}, {"kind", "function"}}});
  json related = json::array();
  for (const Evidence& step : opportunity.evidence) {
    SourceRange range;
    range.begin = step.at;
    if (range.begin.file.empty()) range.begin.file = opportunity.range.begin.file;
    json entry = location(input, range);
    entry["id"] = related.size();
    entry["message"] = {{"text", jsonText(step.text)}};
    related.push_back(entry);
  }
  if (!related.empty()) result["relatedLocations"] = related;
  result["properties"] = toJson(opportunity);
  json fixes = json::array();
  for (const VariantRecord* variant : variantsOf(input, opportunity.id)) {
    const Shape shape = variant->verification ? verificationShape(*variant->verification) : Shape::notDone;
    if (variant->steps.size() == 1 && shape != Shape::differs && shape != Shape::warning && !variant->files.empty()) fixes.push_back(fixOf(input, *variant));
  }
  if (!fixes.empty()) result["fixes"] = fixes;
  return result;
}

json notifications(const ReportInput& input) {
  json list = json::array();
  for (const UnitSummary& unit : input.analysis.units) {
    for (const Diagnostic& diagnostic : unit.errors) {
      const char* level = diagnostic.severity == Diagnostic::Severity::error     ? "error"
                          : diagnostic.severity == Diagnostic::Severity::warning ? "warning"
                                                                                 : "note";
      list.push_back({{"level", level}, {"message", {{"text", jsonText(diagnostic.message)}}},
                      {"locations", json::array({location(input, diagnostic.range)})}});
    }
  }
  return list;
}

}  // namespace

json sarifReport(const ReportInput& input) {
  std::map<std::string, size_t> ruleIndexes;
  json rules = json::array(), results = json::array();
  for (const RankedOpportunity& row : rankedOpportunities(input.analysis)) {
    const KernelSummary& kernel = input.analysis.kernels[row.kernel];
    const Opportunity& opportunity = kernel.opportunities[row.opportunity];
    const auto [rule, isNew] = ruleIndexes.emplace(opportunity.pass, rules.size());
    if (isNew) {
      rules.push_back({{"id", opportunity.pass}, {"name", opportunity.pass}, {"shortDescription", {{"text", passTitle(opportunity.pass)}}},
                       {"defaultConfiguration", {{"level", "note"}}}});
    }
    results.push_back(resultOf(input, kernel, opportunity, rule->second));
  }
  json run = {{"tool", {{"driver", {{"name", "Warpwright"}, {"rules", rules}}}}},
              {"columnKind", "unicodeCodePoints"},
              {"results", results},
              {"invocations", json::array({{{"executionSuccessful", true}, {"toolExecutionNotifications", notifications(input)}}})}};
  if (input.root.is_absolute()) run["originalUriBaseIds"] = {{"SRCROOT", {{"uri", "file://" + uri(input.root.string()) + "/"}}}};
  return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", json::array({run})}};
}

json jsonReport(const ReportInput& input) {
  json variants = json::array(), measurements = json::array(), environment = json::object();
  for (const VariantRecord& variant : input.variants) {
    json steps = json::array();
    for (const VariantStep& step : variant.steps) steps.push_back({{"opportunity", step.opportunity}, {"values", step.values}});
    variants.push_back({{"id", variant.id}, {"steps", steps}, {"summary", jsonText(variant.summary)}, {"applied", variant.applied},
                        {"command", jsonText(variant.command)}, {"diff", jsonText(variant.diff(input.root))},
                        {"verification", variant.verification ? toJson(*variant.verification) : json(nullptr)}});
  }
  for (const MeasurementRecord& record : input.measurements) {
    measurements.push_back({{"variant", record.variant.empty() ? json(nullptr) : json(record.variant)}, {"kernel", jsonText(record.kernel)},
                            {"target", record.target}, {"device", jsonText(record.device)}, {"metric", record.metric}, {"unit", record.unit},
                            {"value", record.value}, {"low", record.low}, {"high", record.high}, {"samples", record.samples},
                            {"conditions", jsonText(record.conditions)}, {"verdict", record.verdict}});
  }
  for (const auto& [name, value] : input.environment) environment[name] = jsonText(value);
  json statuses = json::object();
  for (const auto& [id, status] : input.statuses) statuses[id] = toString(status);
  return {{"schema", "warpwright.report/1"}, {"title", jsonText(input.title)}, {"headline", headline(input)}, {"arch", input.arch},
          {"analysis", toJson(input.analysis)}, {"statuses", statuses}, {"variants", variants}, {"measurements", measurements},
          {"environment", environment}};
}

}  // namespace warpwright

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/json_fields.h"
#include "core/base/json_text.h"
#include "core/finding/line_diff.h"
#include "core/finding/ranking.h"
#include "core/report/report_input.h"
#include "core/report/sarif_parts.h"

namespace warpwright {
namespace {

using nlohmann::json;

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
          {{"deletedRegion",
            {{"startLine", change.left + 1}, {"startColumn", 1}, {"endLine", change.leftEnd + 1}, {"endColumn", 1}}},
           {"insertedContent", {{"text", jsonText(text)}}}});
    }
    changes.push_back({{"artifactLocation", sarifArtifact(input, file.path)}, {"replacements", replacements}});
  }
  return {{"description", {{"text", jsonText(variant.summary.empty() ? variant.id : variant.summary)}}},
          {"artifactChanges", changes}};
}

/// What a comment in the source and a baseline say of a finding.
void addMarks(json& result, const ReportInput& input, const FindingAt& at) {
  if (const KeepComment* comment = input.marks.keeps(at)) {
    SourceRange range;
    range.begin = comment->at;
    result["suppressions"] = json::array({{{"kind", "inSource"},
                                           {"status", "accepted"},
                                           {"justification", jsonText(comment->reason)},
                                           {"location", sarifLocation(input, range)}}});
  }
  const Opportunity& found = input.analysis.kernels[at.first].opportunities[at.second];
  if (input.marks.fresh && found.verdict == VerdictKind::applicable)
    result["baselineState"] = input.marks.isNew(at) ? "new" : "unchanged";
}

json resultOf(const ReportInput& input, const KernelSummary& kernel, const Opportunity& opportunity, size_t rule) {
  const std::string title = opportunity.title.empty()
                                ? passTitle(input.analysis.passes, opportunity.pass) + ": `" + opportunity.subject + "`"
                                : toText(opportunity.title);
  json result = {{"ruleId", opportunity.pass},
                 {"ruleIndex", rule},
                 {"message", {{"text", jsonText(title + ". " + toText(opportunity.reason))}}},
                 {"locations", json::array({sarifLocation(input, opportunity.range)})},
                 {"partialFingerprints", {{"warpwrightOpportunity/v1", opportunity.id}}}};
  switch (opportunity.verdict) {
    case VerdictKind::applicable:
      result["kind"] = "fail", result["level"] = "note";
      break;
    case VerdictKind::refused:
      result["kind"] = "notApplicable", result["level"] = "none";
      break;
    case VerdictKind::unknown:
      result["kind"] = "open", result["level"] = "none";
      break;
  }
  result["locations"][0]["logicalLocations"] = json::array({{{"name", jsonText(kernel.name)}, {"kind", "function"}}});
  json related = json::array();
  for (const Evidence& step : opportunity.evidence) {
    SourceRange range;
    range.begin = step.at;
    if (range.begin.file.empty()) range.begin.file = opportunity.range.begin.file;
    json entry = sarifLocation(input, range);
    entry["id"] = related.size();
    entry["message"] = {{"text", jsonText(toText(step.text))}};
    related.push_back(entry);
  }
  if (!related.empty()) result["relatedLocations"] = related;
  result["properties"] = toJson(opportunity);
  if (!kernel.programs.empty()) result["properties"]["programs"] = utf8(kernel.programs);
  json fixes = json::array();
  for (const VariantRecord* variant : variantsOf(input, opportunity.id)) {
    const Shape shape = variant->verification ? verificationShape(*variant->verification) : Shape::notDone;
    if (shape == Shape::differs || shape == Shape::warning || isPassedOver(input, *variant)) continue;
    if (variant->steps.size() == 1 && !variant->files.empty()) fixes.push_back(fixOf(input, *variant));
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
      list.push_back({{"level", level},
                      {"message", {{"text", jsonText(diagnostic.message)}}},
                      {"locations", json::array({sarifLocation(input, diagnostic.range)})}});
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
    if (input.only && opportunity.verdict != *input.only) continue;
    const auto [rule, isNew] = ruleIndexes.emplace(opportunity.pass, rules.size());
    if (isNew) {
      rules.push_back({{"id", opportunity.pass},
                       {"name", opportunity.pass},
                       {"shortDescription", {{"text", passTitle(input.analysis.passes, opportunity.pass)}}},
                       {"defaultConfiguration", {{"level", "note"}}}});
    }
    results.push_back(resultOf(input, kernel, opportunity, rule->second));
    addMarks(results.back(), input, {row.kernel, row.opportunity});
  }
  return sarifDocument(input, rules, results, notifications(input));
}

json jsonReport(const ReportInput& input) {
  json variants = json::array(), measurements = json::array(), environment = json::object();
  for (const VariantRecord& variant : input.variants) {
    json steps = json::array();
    for (const VariantStep& step : variant.steps)
      steps.push_back({{"opportunity", step.opportunity}, {"values", step.values}});
    variants.push_back({{"id", variant.id},
                        {"steps", steps},
                        {"summary", jsonText(variant.summary)},
                        {"applied", variant.applied},
                        {"command", jsonText(variant.command)},
                        {"diff", jsonText(variant.diff(input.root))},
                        {"verification", variant.verification ? toJson(*variant.verification) : json(nullptr)}});
  }
  for (const MeasurementRecord& record : input.measurements) {
    measurements.push_back({{"variant", record.variant.empty() ? json(nullptr) : json(record.variant)},
                            {"kernel", jsonText(record.kernel)},
                            {"target", record.target},
                            {"device", jsonText(record.device)},
                            {"metric", record.metric},
                            {"unit", record.unit},
                            {"value", record.value},
                            {"low", record.low},
                            {"high", record.high},
                            {"samples", record.samples},
                            {"conditions", jsonText(record.conditions)},
                            {"verdict", record.verdict}});
  }
  for (const auto& [name, value] : input.environment) environment[name] = jsonText(value);
  json tunings = json::array();
  for (const TuningTable& table : input.tunings) tunings.push_back(toJson(table));
  json statuses = json::object();
  for (const auto& [id, status] : input.statuses) statuses[id] = toString(status);
  return {{"schema", "warpwright.report/1"},
          {"title", jsonText(input.title)},
          {"headline", headline(input)},
          {"arch", input.arch},
          {"analysis", toJson(input.analysis)},
          {"statuses", statuses},
          {"variants", variants},
          {"measurements", measurements},
          {"tunings", tunings},
          {"environment", environment}};
}

}  // namespace warpwright

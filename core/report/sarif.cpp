#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/file.h"
#include "core/base/json_fields.h"
#include "core/base/json_text.h"
#include "core/base/utf8.h"
#include "core/finding/line_diff.h"
#include "core/finding/ranking.h"
#include "core/report/report_input.h"
#include "core/report/sarif_parts.h"
#include "core/report/summary_rows.h"

namespace warpwright {
namespace {

using nlohmann::json;

constexpr uint64_t largestHelp = uint64_t{1} << 20;

/// Where line `number` (from 0) begins; behind the last line where there is none of this number: that need not end in a
/// line break.
std::pair<size_t, size_t> lineStart(const std::vector<std::string_view>& lines, size_t number) {
  if (number < lines.size() || lines.empty() || lines.back().ends_with('\n')) return {number + 1, 1};
  return {lines.size(), codePoints(lines.back()) + 1};
}

/// Whole lines replaced. Applied as SARIF says it gives the text after the change, byte for byte.
json fileChange(const ReportInput& input, const VariantFile& file) {
  const auto left = splitLines(file.before), right = splitLines(file.after);
  json replacements = json::array();
  for (const LineChange& change : diffLines(left, right)) {
    std::string text;
    for (int i = change.right; i < change.rightEnd; ++i) text += right[i];
    const auto [startLine, startColumn] = lineStart(left, static_cast<size_t>(change.left));
    const auto [endLine, endColumn] = lineStart(left, static_cast<size_t>(change.leftEnd));
    json content = isUtf8(text) ? json{{"text", text}} : json{{"binary", toBase64(text)}};
    replacements.push_back(
        {{"deletedRegion",
          {{"startLine", startLine}, {"startColumn", startColumn}, {"endLine", endLine}, {"endColumn", endColumn}}},
         {"insertedContent", std::move(content)}});
  }
  return {{"artifactLocation", sarifArtifact(input, file.path)}, {"replacements", replacements}};
}

json fixOf(const ReportInput& input, const std::vector<VariantFile>& files, const std::string& what) {
  json changes = json::array();
  for (const VariantFile& file : files) changes.push_back(fileChange(input, file));
  return {{"description", {{"text", jsonText(what)}}}, {"artifactChanges", changes}};
}

const Opportunity& findingAt(const ReportInput& input, const FindingAt& at) {
  return input.analysis.kernels[at.first].opportunities[at.second];
}

/// Does the variant change the file of another finding with this id, and not that of this one? Ids hold no file.
bool isOfAnotherFile(const ReportInput& input, const VariantRecord& variant, const Opportunity& opportunity) {
  const auto changesFileOf = [&](const Opportunity& one) {
    return std::ranges::any_of(variant.files,
                               [&](const VariantFile& file) { return file.path == one.range.begin.file; });
  };
  if (changesFileOf(opportunity)) return false;
  return std::ranges::any_of(input.analysis.kernels, [&](const KernelSummary& kernel) {
    return std::ranges::any_of(kernel.opportunities,
                               [&](const Opportunity& one) { return one.id == opportunity.id && changesFileOf(one); });
  });
}

/// The changes of exactly this finding: with the values that variants have, else with usual ones.
json fixesOf(const ReportInput& input, const FindingAt& at) {
  const Opportunity& opportunity = findingAt(input, at);
  json fixes = json::array();
  if (opportunity.verdict != VerdictKind::applicable) return fixes;
  for (const VariantRecord* variant : variantsOf(input, opportunity.id)) {
    const Shape shape = variant->verification ? verificationShape(*variant->verification) : Shape::notDone;
    if (shape == Shape::differs || shape == Shape::warning || isPassedOver(input, *variant)) continue;
    if (variant->steps.size() != 1 || variant->files.empty()) continue;
    if (isOfAnotherFile(input, *variant, opportunity)) continue;
    fixes.push_back(fixOf(input, variant->files, variant->summary.empty() ? variant->id : variant->summary));
  }
  const auto made = input.fixes.find(at);
  if (fixes.empty() && made != input.fixes.end())
    fixes.push_back(fixOf(input, made->second, toText(opportunity.title)));
  return fixes;
}

/// What is told of a finding: one that was applicable, and whose change cannot be written, is unknown.
Opportunity toldOf(const ReportInput& input, const FindingAt& at) {
  Opportunity told = findingAt(input, at);
  const auto open = input.open.find(at);
  if (open == input.open.end() || !fixesOf(input, at).empty()) return told;
  told.verdict = VerdictKind::unknown;
  told.isDecidedWhenMade = false;
  told.reason = Message(open->second);
  return told;
}

/// What a comment in the source and a baseline say of a finding.
void addMarks(json& result, const ReportInput& input, const Opportunity& told, const FindingAt& at) {
  if (const KeepComment* comment = input.marks.keeps(at)) {
    SourceRange range;
    range.begin = comment->at;
    result["suppressions"] = json::array({{{"kind", "inSource"},
                                           {"status", "accepted"},
                                           {"justification", jsonText(comment->reason)},
                                           {"location", sarifLocation(input, range)}}});
  }
  if (input.marks.fresh && told.verdict == VerdictKind::applicable)
    result["baselineState"] = input.marks.isNew(at) ? "new" : "unchanged";
}

/// `opportunity`: what is told of the finding.
json resultOf(const ReportInput& input, const FindingAt& at, const Opportunity& opportunity, size_t rule) {
  const KernelSummary& kernel = input.analysis.kernels[at.first];
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
  json fixes = fixesOf(input, at);
  if (!fixes.empty()) result["fixes"] = fixes;
  return result;
}

json notifications(const ReportInput& input) {
  json list = json::array();
  for (const UnitSummary& unit : input.analysis.units) {
    for (const std::string& header : unit.missingHeaders) {
      SourceRange range;
      range.begin.file = unit.file;
      list.push_back(
          {{"level", "warning"},
           {"message",
            {{"text", jsonText("`" + header +
                               "` was not found and is left out: name its folder with -I. What is found in this file "
                               "is found without it.")}}},
           {"locations", json::array({sarifLocation(input, range)})}});
    }
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

/// A pass, with its help page.
json ruleOf(const ReportInput& input, const std::string& pass) {
  json rule = {{"id", pass},
               {"name", pass},
               {"shortDescription", {{"text", passTitle(input.analysis.passes, pass)}}},
               {"defaultConfiguration", {{"level", "note"}}}};
  const auto help = readFile(resourceFolder() / "help" / (pass + ".md"), largestHelp);
  if (json uri = helpPageUri(pass); !uri.is_null()) rule["helpUri"] = std::move(uri);
  if (help.ok()) rule["help"] = {{"text", jsonText(*help)}, {"markdown", jsonText(*help)}};
  return rule;
}

/// Refusals are for those who ask for them: a viewer that knows no kinds shows them as things to do.
bool isTold(const ReportInput& input, VerdictKind verdict) {
  if (input.only) return verdict == *input.only;
  return verdict != VerdictKind::refused || input.withRefused;
}

/// What the model says of a variant: of all its changes to a kernel together.
json estimatesJson(const ReportInput& input, const VariantRecord& variant) {
  json estimates = json::array();
  std::set<std::string> kernels;
  for (const VariantStep& step : variant.steps) {
    const KernelSummary* kernel = findOpportunity(input, step.opportunity).first;
    if (!kernel || !kernels.insert(kernel->name).second) continue;
    const Estimate estimate = variantEstimate(variant, kernel->name);
    if (estimate.known) estimates.push_back({{"kernel", jsonText(kernel->name)}, {"estimate", toJson(estimate)}});
  }
  return estimates;
}

json variantJson(const ReportInput& input, const VariantRecord& variant) {
  json steps = json::array();
  for (const VariantStep& step : variant.steps)
    steps.push_back({{"opportunity", step.opportunity}, {"values", step.values}});
  return {{"id", variant.id},
          {"steps", steps},
          {"summary", jsonText(variant.summary)},
          {"applied", variant.applied},
          {"command", jsonText(variant.command)},
          {"diff", jsonText(variant.diff(input.root))},
          {"estimates", estimatesJson(input, variant)},
          {"verification", variant.verification ? toJson(*variant.verification) : json(nullptr)}};
}

json measurementJson(const MeasurementRecord& record) {
  return {{"variant", record.variant.empty() ? json(nullptr) : json(record.variant)},
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
          {"verdict", record.verdict}};
}

json runJson(const RunRecord& run) {
  return {{"kind", run.kind},         {"program", jsonText(run.program)}, {"arguments", jsonText(run.arguments)},
          {"outcome", run.outcome},   {"summary", jsonText(run.summary)}, {"launches", run.launches},
          {"findings", run.findings}, {"seconds", run.seconds},           {"started_at", run.startedAt}};
}

}  // namespace

json sarifReport(const ReportInput& input) {
  std::map<std::string, size_t> ruleIndexes;
  json rules = json::array(), results = json::array();
  for (const RankedOpportunity& row : rankedOpportunities(input.analysis)) {
    const FindingAt at{row.kernel, row.opportunity};
    const Opportunity opportunity = toldOf(input, at);
    if (!isTold(input, opportunity.verdict)) continue;
    const auto [rule, isNew] = ruleIndexes.emplace(opportunity.pass, rules.size());
    if (isNew) {
      rules.push_back(ruleOf(input, opportunity.pass));
    }
    results.push_back(resultOf(input, at, opportunity, rule->second));
    addMarks(results.back(), input, opportunity, at);
  }
  return sarifDocument(input, rules, results, notifications(input));
}

json jsonReport(const ReportInput& input) {
  json environment = json::object();
  for (const auto& [name, value] : input.environment) environment[name] = jsonText(value);
  json variants = json::array(), measurements = json::array(), runs = json::array();
  for (const VariantRecord& variant : input.variants) variants.push_back(variantJson(input, variant));
  for (const MeasurementRecord& record : input.measurements) measurements.push_back(measurementJson(record));
  for (const RunRecord& run : input.runs) runs.push_back(runJson(run));
  json tunings = json::array();
  for (const TuningTable& table : input.tunings) tunings.push_back(toJson(table));
  json programs = json::array();
  for (const WholeProgram& whole : input.wholePrograms) programs.push_back(toJson(whole));
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
          {"runs", runs},
          {"tunings", tunings},
          {"whole_programs", programs},
          {"comparison", input.comparison ? toJson(*input.comparison, std::nullopt) : json(nullptr)},
          {"environment", environment}};
}

}  // namespace warpwright

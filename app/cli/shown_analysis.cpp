#include "app/cli/shown_analysis.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/output.h"
#include "core/base/json_text.h"
#include "core/finding/finding_rows.h"
#include "core/report/report_input.h"

namespace warpwright::cli {
namespace {

using nlohmann::json;

constexpr const char* lineSchema = "warpwright.analysis_line/1";

json placeJson(const SourcePosition& at) {
  return {{"file", jsonText(at.file)}, {"line", at.line}};
}

/// What a kernel of the answer is as JSON, with its marks and without what is not shown.
void adapt(json& kernel, const std::vector<Opportunity>& findings, size_t number, const FindingMarks& marks,
           const std::optional<VerdictKind>& only) {
  json all = json::array();
  json& written = kernel["opportunities"];
  for (size_t i = 0; i < findings.size(); ++i) {
    if (only && findings[i].verdict != *only) continue;
    json& one = all.emplace_back(std::move(written[i]));
    if (const KeepComment* comment = marks.keeps({number, i})) one["kept_by"] = placeJson(comment->at);
    if (marks.fresh && findings[i].verdict == VerdictKind::applicable) one["new"] = marks.isNew({number, i});
  }
  written = std::move(all);
}

/// Lines of a document that stand so far in. Texts in it have no line breaks of their own.
void printIndented(const json& value, const std::string& blanks, std::ostream& out) {
  const std::string text = value.dump(2, ' ', false, json::error_handler_t::replace);
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    out.write(text.data() + at, static_cast<std::streamsize>(end - at));
    if (end < text.size()) out << blanks;
    at = end;
  }
}

json kernelJson(const ShownAnalysis& shown, size_t number) {
  AnalysisResult one;
  one.kernels.push_back(shown.result.kernels[number]);
  json object = std::move(toJson(one)["kernels"][0]);
  adapt(object, one.kernels.front().opportunities, number, shown.marks, shown.only);
  if (shown.isStable) dropTimes(object);
  return object;
}

void printKernels(const ShownAnalysis& shown, std::ostream& out) {
  const char* before = "[\n    ";
  for (size_t k = 0; k < shown.result.kernels.size(); ++k)
    printIndented(kernelJson(shown, k), "    ", out << std::exchange(before, ",\n    "));
  out << "\n  ]";
}

void printLine(json line, bool isStable) {
  line["schema"] = lineSchema;
  if (isStable) dropTimes(line);
  std::cout << line.dump(-1, ' ', false, json::error_handler_t::replace) << '\n' << std::flush;
}

json textsJson(const std::vector<std::string>& texts) {
  json list = json::array();
  for (const std::string& text : texts) list.push_back(jsonText(text));
  return list;
}

json undecidedJson(const ShownAnalysis& shown) {
  json list = json::array();
  for (const ShownAnalysis::Undecided& one : shown.undecided) {
    json& kernel = list.emplace_back(placeJson(one.nameAt));
    kernel["kernel"] = jsonText(one.name);
  }
  return list;
}

}  // namespace

VerdictSums sumsOf(const ShownAnalysis& shown) {
  VerdictSums sums{countVerdicts(shown.result)};
  for (size_t k = 0; k < shown.result.kernels.size(); ++k) {
    const std::vector<Opportunity>& found = shown.result.kernels[k].opportunities;
    for (const FindingRow& row : foldFindings(found, shown.result.passes)) {
      if (found[row.leading].verdict != VerdictKind::applicable) continue;
      std::vector<size_t> findings{row.leading};
      findings.insert(findings.end(), row.alternatives.begin(), row.alternatives.end());
      findings.insert(findings.end(), row.folded.begin(), row.folded.end());
      const auto isKept = [&](size_t i) { return shown.marks.keeps({k, i}) != nullptr; };
      sums.kept += std::ranges::any_of(findings, isKept) ? 1 : 0;
      sums.fresh +=
          std::ranges::any_of(findings, [&](size_t i) { return shown.marks.isNew({k, i}) && !isKept(i); }) ? 1 : 0;
    }
  }
  return sums;
}

void printJson(ShownAnalysis& shown, std::ostream& out) {
  std::vector<KernelSummary> kernels = std::exchange(shown.result.kernels, {});
  json object = toJson(shown.result);
  shown.result.kernels = std::move(kernels);
  if (!shown.stopped.empty()) object["stopped"] = shown.stopped;
  if (!shown.notLookedAt.empty()) object["not_looked_at"] = textsJson(shown.notLookedAt);
  if (!shown.undecided.empty()) object["kernels_not_looked_at"] = undecidedJson(shown);
  if (shown.isStable) dropTimes(object);
  const char* before = "{\n  ";
  for (const auto& [name, value] : object.items()) {
    out << std::exchange(before, ",\n  ") << json(name).dump() << ": ";
    if (name == "kernels" && !shown.result.kernels.empty())
      printKernels(shown, out);
    else
      printIndented(value, "  ", out);
  }
  out << "\n}\n";
}

json sarifOf(const ShownAnalysis& shown) {
  ReportInput input;
  input.analysis = shown.result;
  input.arch = shown.arch;
  input.marks = shown.marks;
  input.only = shown.only;
  input.withRefused = shown.withRefused;
  input.fixes = shown.fixes.files;
  input.open = shown.fixes.open;
  input.notWhole = shown.stopped.empty() && !shown.undecided.empty() ? "not all kernels were looked at" : shown.stopped;
  std::error_code ignored;
  input.root = std::filesystem::current_path(ignored);
  json document = sarifReport(input);
  json& invocation = document["runs"][0]["invocations"][0];
  const std::string why = shown.stopped.empty() ? "." : ": " + shown.stopped + ".";
  const auto notify = [&](const std::string& what) {
    invocation["toolExecutionNotifications"].push_back(
        {{"level", "error"}, {"message", {{"text", jsonText(what + " was not looked at" + why)}}}});
  };
  for (const std::string& file : shown.notLookedAt) notify(file);
  for (const ShownAnalysis::Undecided& one : shown.undecided)
    notify(one.name + " (" + one.nameAt.file + ":" + std::to_string(one.nameAt.line) + ")");
  if (shown.isStable) dropTimes(document);
  return document;
}

void AnalysisLines::kernel(const AnalysisResult& result, size_t number) {
  AnalysisResult one;
  one.kernels.push_back(result.kernels[number]);
  FindingMarks marks;
  marks.kept = markKept(one, comments_);
  json object = std::move(toJson(one)["kernels"][0]);
  for (const char* name : {"program", "programs"}) object.erase(name);  // known at the end: the summary lists them
  adapt(object, one.kernels.front().opportunities, 0, marks, only_);
  if (isStable_) dropTimes(object);
  if (printed_.size() <= number) printed_.resize(number + 1);
  std::string text = object.dump(-1, ' ', false, json::error_handler_t::replace);
  if (printed_[number] == text) return;
  printed_[number] = std::move(text);
  printLine({{"kernel", std::move(object)}}, isStable_);
}

void AnalysisLines::printUnit(const UnitSummary& unit) {
  AnalysisResult one;
  one.units.push_back(unit);
  printLine({{"unit", std::move(toJson(one)["units"][0])}}, isStable_);
  ++units_;
}

bool AnalysisLines::decided(const AnalysisResult& soFar, size_t number) {
  constexpr std::chrono::seconds patience(1);
  // What comes twice or once must not depend on the time where two runs are to print the same.
  if (isStable_ || std::chrono::steady_clock::now() - since_ < patience) return false;
  kernel(soFar, number);
  return true;
}

void AnalysisLines::unit(const AnalysisResult& soFar, const std::vector<size_t>& kernels) {
  printUnit(soFar.units.back());
  for (const size_t number : kernels) kernel(soFar, number);
  since_ = std::chrono::steady_clock::now();
}

void AnalysisLines::summary(const ShownAnalysis& shown) {
  while (units_ < shown.result.units.size()) printUnit(shown.result.units[units_]);
  for (size_t k = 0; k < shown.result.kernels.size(); ++k) kernel(shown.result, k);
  const VerdictSums sums = sumsOf(shown);
  AnalysisResult rest = shown.result;
  rest.kernels.clear();
  rest.units.clear();
  json object = toJson(rest);
  for (const char* name : {"schema", "units", "kernels"}) object.erase(name);
  object["units"] = shown.result.units.size();
  object["kernels"] = shown.result.kernels.size();
  object["applicable"] = sums.applicable;
  object["refused"] = sums.refused;
  object["unknown"] = sums.unknown;
  object["kept"] = sums.kept;
  object["complete"] = shown.isWhole();
  object["not_looked_at"] = textsJson(shown.notLookedAt);
  if (!shown.undecided.empty()) object["kernels_not_looked_at"] = undecidedJson(shown);
  object["notes"] = textsJson(shown.notes);
  if (!shown.stopped.empty()) object["stopped"] = shown.stopped;
  if (shown.marks.fresh) {
    json fresh = json::array();
    for (const auto& [k, i] : *shown.marks.fresh) {
      const KernelSummary& kernel = shown.result.kernels[k];
      if (shown.marks.keeps({k, i})) continue;
      fresh.push_back({{"id", kernel.opportunities[i].id}, {"file", jsonText(kernel.nameAt.file)}});
    }
    object["new"] = std::move(fresh);
  }
  printLine({{"summary", std::move(object)}}, isStable_);
}

}  // namespace warpwright::cli

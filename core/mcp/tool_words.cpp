#include "core/mcp/tool_words.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/finding/analysis_result.h"
#include "core/finding/finding_rows.h"
#include "core/finding/finding_text.h"
#include "core/finding/kernel_choice.h"
#include "core/finding/observed_text.h"
#include "core/finding/parameter_values.h"
#include "core/finding/ranking.h"

namespace warpwright::mcp {
namespace {

using nlohmann::json;

/// So many lines of a kind; the document has all of them.
constexpr size_t mostLines = 40;

void addFinding(std::string& text, const Opportunity& found, const PassDescriptions& passes) {
  text += "  " + toString(found.verdict) + ", line " + std::to_string(found.range.begin.line) + ": " +
          toText(found.title) + (isTrade(found, passes) ? " (a trade: measure it)" : "") + ". " + toText(found.reason) +
          "\n";
  if (found.verdict != VerdictKind::applicable) return;
  text += "    opportunity " + found.id;
  if (found.estimate.known) text += ", estimate " + estimateText(found.estimate);
  for (const Parameter& parameter : found.parameters) text += "; " + valuesText(parameter);
  text += "\n";
  for (const Assumption& assumption : found.assumptions) text += "    rests on: " + toText(assumption.text) + "\n";
}

void addKernel(std::string& text, const KernelSummary& kernel, const PassDescriptions& passes) {
  text += placeText(kernel.nameAt, true) + ": " + nameWithParameters(kernel) + "\n";
  for (const std::string& sentence : observedTexts(kernel)) text += "  " + sentence + "\n";
  if (kernel.hasErrors) text += "  has errors: nothing in it is changed\n";
  if (!kernel.unknownReason.empty()) text += "  " + toText(kernel.unknownReason) + "\n";
  for (const FindingRow& row : foldFindings(kernel.opportunities, passes)) {
    addFinding(text, kernel.opportunities[row.leading], passes);
    for (const size_t other : row.alternatives) addFinding(text, kernel.opportunities[other], passes);
  }
}

void addErrors(std::string& text, const UnitSummary& unit) {
  size_t errors = 0;
  for (const Diagnostic& error : unit.errors) {
    if (error.severity != Diagnostic::Severity::error || ++errors > mostLines) continue;
    text += toString(error.range.begin) + ": error: " + error.message + "\n";
  }
  for (const std::string& header : unit.missingHeaders)
    text += unit.file + ": `" + header + "` was not found and is left out: give its folder in `flags` (-IFOLDER)\n";
}

/// "race a.cu:3: …" of what checks found.
void addChecks(std::string& text, const json& findings) {
  size_t count = 0;
  for (const json& one : findings) {
    if (++count > mostLines) break;
    text += one.at("kind").get<std::string>();
    if (one.contains("file")) text += " " + one["file"].get<std::string>() + ":" + std::to_string(one.value("line", 0));
    text += ": " + one.at("message").get<std::string>() + "\n";
  }
}

/// "+3.1 %" of what a variant asks beside the original.
std::string change(double before, double after) {
  char text[64];
  std::snprintf(text, sizeof text, "%.0f -> %.0f (%+.1f %%)", before, after, (after / before - 1) * 100);
  return text;
}

void addMetrics(std::string& text, const json& original, const json& variant) {
  for (const auto& [name, value] : original.value("metrics", json::object()).items()) {
    const json after = variant.value("metrics", json::object()).value(name, json());
    if (!value.is_number() || !after.is_number() || value == after || value.get<double>() <= 0) continue;
    text += "  " + name + ": " + change(value.get<double>(), after.get<double>()) + "\n";
  }
}

}  // namespace

std::string analysisWords(const json& document) {
  const Result<AnalysisResult> read = analysisFromJson(document);
  if (!read.ok()) return read.error().message;
  std::string text;
  if (read->observedRun) {
    text += observedRunText(*read->observedRun) + "\n";
    for (const std::string& note : read->observedRun->notes) text += "note: " + note + "\n";
  }
  text += countsText(countVerdicts(*read)) + ".\n";
  for (const UnitSummary& unit : read->units) addErrors(text, unit);
  for (const KernelSummary& kernel : read->kernels) addKernel(text, kernel, read->passes);
  if (read->kernels.empty())
    text += "No kernel was found. If kernels stand in another file, name its folder instead.\n";
  return text;
}

std::string rewriteWords(const json& document) {
  std::string text = document.at("summary").get<std::string>() + "\n";
  for (const json& file : document.at("files")) text += file.at("diff").get<std::string>();
  return text;
}

std::string verifyWords(const json& document) {
  std::string text = document.value("summary", std::string()) + "\n";
  size_t count = 0;
  for (const json& difference : document.at("differences")) {
    if (++count <= mostLines) text += difference.value("message", std::string()) + "\n";
  }
  addChecks(text, document.at("findings"));
  if (const std::string hint = document.value("hint", std::string()); !hint.empty()) text += hint + "\n";
  return text;
}

std::string replayWords(const json& document) {
  const json& original = document.at("original");
  std::string text = document.at("kernel").at("signature").get<std::string>() + " on " +
                     document.at("target").get<std::string>() + ": ";
  text += original.at("reproduces") == true ? "the original gives the captured reference again.\n"
                                            : original.value("message", std::string()) + "\n";
  for (const json& variant : document.at("variants")) {
    text += variant.at("verdict").get<std::string>() + ". " + variant.value("message", std::string()) + "\n";
    addMetrics(text, original, variant);
    addChecks(text, variant.value("new_findings", json::array()));
  }
  return text;
}

std::string tuneWords(const json& document) {
  std::string text = document.at("kernel").get<std::string>() + " on " + document.at("target").get<std::string>() +
                     ", " + document.value("metric", std::string()) + ": " +
                     std::to_string(document.at("variants").size()) + " variants, " +
                     (document.value("complete", false) ? "all that there are to try.\n" : "more could be tried.\n");
  size_t count = 0;
  for (const json& variant : document.at("variants")) {
    if (++count > mostLines) break;
    std::string steps;
    for (const json& step : variant.at("steps")) {
      steps += (steps.empty() ? "" : " + ") + step.value("pass", step.at("opportunity").get<std::string>());
      for (const auto& [name, value] : step.at("values").items()) steps += " " + name + "=" + value.get<std::string>();
    }
    text += "  " + (steps.empty() ? "original" : steps) + ": ";
    text += variant.at("score").is_number() ? variant["score"].dump() : variant.value("reason", std::string("-"));
    text += variant.at("accepted") == true ? "\n" : " (not accepted)\n";
  }
  if (document.at("best").is_null()) return text + "No variant is better than the original.\n";
  text += "Best: " + document["best"].at("score").dump() + " " + document.value("unit", std::string()) + ".\n";
  for (const json& assumption : document["best"].value("assumptions", json::array())) {
    if (assumption.is_string()) text += "  rests on: " + assumption.get<std::string>() + "\n";
  }
  return text;
}

bool isAccepted(const json& judged) {
  if (judged.contains("verify")) {
    const json& verify = judged["verify"];
    if (verify.value("identical", false) != true || !verify.at("findings").empty()) return false;
  }
  for (const char* name : {"replay", "replay_gpu"}) {
    if (!judged.contains(name)) continue;
    const json& replay = judged[name];
    if (replay.at("original").at("reproduces") != true || replay.at("variants").empty()) return false;
    for (const json& variant : replay["variants"]) {
      if (variant.at("verdict") != "same") return false;
    }
  }
  return judged.contains("verify") || judged.contains("replay");
}

std::string judgeWords(const json& document) {
  std::string text = document.at("accepted") == true
                         ? "Accepted: the same results, and nothing new against it.\n"
                         : "Not accepted: results differ, or could not be compared, or checks found something new.\n";
  if (document.contains("verify")) text += "The whole program: " + verifyWords(document["verify"]);
  if (document.contains("replay")) text += "The kernel by itself: " + replayWords(document["replay"]);
  if (document.contains("replay_gpu")) text += "On the GPU: " + replayWords(document["replay_gpu"]);
  return text;
}

std::string patchIn(const json& tuned) {
  const json best = tuned.value("best", json());
  return best.is_object() ? best.value("patch", std::string()) : std::string();
}

std::string reportUri(const std::string& session) {
  return "warpwright://report/" + session;
}

}  // namespace warpwright::mcp

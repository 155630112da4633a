#include "app/cli/try_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "core/base/json_text.h"
#include "core/base/number_text.h"
#include "core/base/shell_word.h"
#include "core/base/text_lines.h"
#include "core/finding/finding_text.h"
#include "core/finding/ranking.h"
#include "core/job/kernel_trace.h"
#include "core/report/report_input.h"
#include "core/report/summary_rows.h"

namespace warpwright::cli {
namespace {

using nlohmann::json;
using Outcome = TriedChange::Outcome;

constexpr size_t mostWords = 6;  ///< lines of what a program printed

bool isChanged(const std::string& kernel, const TriedChange& change) {
  return std::any_of(change.opportunities.begin(), change.opportunities.end(),
                     [&](const Opportunity* opportunity) { return opportunity->kernel == kernel; });
}

/// "grid_path.cu: 2 findings applied to a copy", "grid_path.cu:41, Merge threads: a trade, applied to a copy".
std::string whatWasDone(const TriedChange& change) {
  if (!change.isTrade)
    return displayPath(change.file) + ": " + countText(change.opportunities.size(), "finding", "findings") +
           " applied to a copy";
  const Opportunity& trade = *change.opportunities.front();
  return displayPath(change.file) + ":" + std::to_string(trade.range.begin.line) + ": " + toText(trade.title) +
         " (a trade), applied to a copy";
}

std::string commandOf(const Tried& tried, std::vector<std::string> words, bool withArguments = true) {
  words.insert(words.end(), tried.options.begin(), tried.options.end());
  for (const std::string& flag : tried.flags) words.push_back("--compiler-flag=" + flag);
  if (withArguments && !tried.arguments.empty()) {
    words.push_back("--");
    words.insert(words.end(), tried.arguments.begin(), tried.arguments.end());
  }
  std::string text = "warpwright";
  for (const std::string& word : words) text += ' ' + shellWord(word);
  return text;
}

/// Of a change that could not be compared.
void addWhatWasMissing(std::vector<NextStep>& steps, const Tried& tried) {
  for (const TriedChange& change : tried.changes) {
    if (change.outcome() != Outcome::notCompared) continue;
    const Verification& verification = *change.variant.verification;
    if (!verification.original.failure && verification.original.launches.empty()) {
      const std::string now = tried.arguments.empty() ? "none were given" : "it may want others";
      steps.push_back({"The program launched no kernel. Name its arguments (" + now + "):",
                       commandOf(tried, {"try", tried.path}, false) + " -- ARGUMENTS"});
    } else if (verification.original.failure) {
      steps.push_back({"Run the original by itself to see what stops it (a smaller input, a longer --time-limit):",
                       commandOf(tried, {"run", tried.path})});
    }
    return;
  }
}

void addHowToKeep(std::vector<NextStep>& steps, const Tried& tried) {
  const auto kept = std::find_if(tried.changes.begin(), tried.changes.end(), [](const TriedChange& change) {
    return !change.isTrade && change.outcome() == Outcome::identical;
  });
  if (kept == tried.changes.end()) return;
  if (!tried.session.empty()) {
    steps.push_back({"Write the changes as a patch, for `git apply`:",
                     "warpwright report " + shellWord(tried.session) + " --patch changes.patch"});
  } else if (kept->opportunities.size() == 1) {
    std::string command = "warpwright rewrite " + shellWord(displayPath(kept->file)) + " --opportunity " +
                          shellWord(kept->opportunities.front()->id) + " --diff";
    for (const std::string& word : tried.options) command += ' ' + shellWord(word);
    if (!tried.flags.empty()) command += " --";
    for (const std::string& flag : tried.flags) command += ' ' + shellWord(flag);
    steps.push_back({"Look at the change (--in-place in place of --diff writes it):", command});
  } else {
    steps.push_back({"Keep them in a session, from which `warpwright report` writes a patch:",
                     commandOf(tried, {"try", tried.path, "--session", "try.wws"})});
  }
}

/// The kernel whose trades promise most, or that has any.
const TriedChange* bestTrade(const Tried& tried) {
  const TriedChange* best = nullptr;
  double most = 0;
  for (const TriedChange& change : tried.changes) {
    if (!change.isTrade || change.outcome() != Outcome::identical) continue;
    const double speedup = variantEstimate(change.variant, change.opportunities.front()->kernel).speedup;
    if (!best || speedup > most) best = &change, most = speedup;
  }
  return best;
}

json changeJson(const TriedChange& change) {
  json opportunities = json::array();
  for (const Opportunity* one : change.opportunities) {
    opportunities.push_back({{"id", one->id},
                             {"pass", one->pass},
                             {"kernel", jsonText(one->kernel)},
                             {"subject", jsonText(one->subject)},
                             {"line", one->range.begin.line}});
  }
  json object = {{"file", jsonText(change.file)},
                 {"trade", change.isTrade},
                 {"opportunities", std::move(opportunities)},
                 {"outcome", nameOf(change.outcome())},
                 {"reason", jsonText(change.whyNotWritten)},
                 {"left_out", json::array()},
                 {"verification", nullptr}};
  for (const std::string& text : change.leftOut) object["left_out"].push_back(jsonText(text));
  if (change.variant.verification) object["verification"] = toJson(*change.variant.verification);
  return object;
}

}  // namespace

bool Tried::has(Outcome outcome) const {
  return std::any_of(changes.begin(), changes.end(),
                     [&](const TriedChange& change) { return change.outcome() == outcome; });
}

std::vector<NextStep> nextSteps(const Tried& tried) {
  std::vector<NextStep> steps;
  addWhatWasMissing(steps, tried);
  addHowToKeep(steps, tried);
  if (const TriedChange* trade = bestTrade(tried)) {
    steps.push_back({"Measure which combination is best (--on gpu where there is one):",
                     commandOf(tried, {"tune", displayPath(trade->file), "--kernel",
                                       trade->opportunities.front()->kernel, "--on", "cpu", "--session", "tune.wws"})});
  }
  const VerdictCounts counts = countVerdicts(tried.analysis);
  if (counts.applicable == 0 && counts.unknown != 0) {
    steps.push_back({"A run may tell what is unknown:", commandOf(tried, {"analyze", tried.path, "--observe"})});
  }
  return steps;
}

std::string findingsText(const AnalysisResult& analysis) {
  return countText(analysis.kernels.size(), "kernel", "kernels") + ": " + countsText(countVerdicts(analysis)) + ".\n";
}

std::string lastWords(const EngineRun& run) {
  // Most programs say on stderr what they miss, and their usage on either.
  std::string text = run.output;
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  text += run.errorOutput;
  while (text.ends_with('\n')) text.pop_back();
  const std::vector<std::string_view> lines = textLines(text);
  std::string words;
  for (size_t i = lines.size() > mostWords ? lines.size() - mostWords : 0; i < lines.size() && !text.empty(); ++i)
    words.append("  | ").append(lines[i]) += '\n';
  if (!words.empty()) words = "  The program's last words:\n" + words;
  if (!run.failure && run.exitCode != 0) words += "  It ended with exit code " + std::to_string(run.exitCode) + ".\n";
  return words;
}

std::string changeText(const TriedChange& change) {
  std::string text;
  for (const std::string& left : change.leftOut) text += displayPath(change.file) + ": " + left + '\n';
  if (!change.variant.verification) return text + displayPath(change.file) + ": " + change.whyNotWritten + '\n';
  const Verification& verification = *change.variant.verification;
  text += whatWasDone(change) + ". " + inColour(verificationShape(verification), verification.summary) + '\n';
  for (const KernelTrace& trace : verification.traces) {
    if (isChanged(trace.kernel, change)) text += "  " + estimateSentence(trace) + '\n';
  }
  if (!verification.notTraced.empty()) text += "  Not traced: " + verification.notTraced + '\n';
  if (change.outcome() == Outcome::notCompared) text += lastWords(verification.original);
  return text;
}

std::string endText(const Tried& tried) {
  std::string text;
  if (tried.changes.empty() && tried.tradesLeft == 0) text += "There is no change to try.\n";
  if (tried.tradesLeft != 0) {
    text += countText(tried.tradesLeft, "applicable trade was", "applicable trades were") +
            " not tried (--trades N tries more; `warpwright tune` measures all).\n";
  }
  if (!tried.report.empty()) text += "The report is in " + displayPath(tried.report) + ". ";
  if (!tried.session.empty()) text += "The session is in " + displayPath(tried.session) + ". ";
  text += "No file of yours was changed.\n";
  for (const NextStep& step : nextSteps(tried)) text += "Next: " + step.text + "\n  " + step.command + '\n';
  return text;
}

json triedJson(const Tried& tried) {
  const VerdictCounts counts = countVerdicts(tried.analysis);
  json changes = json::array(), next = json::array();
  for (const TriedChange& change : tried.changes) changes.push_back(changeJson(change));
  for (const NextStep& step : nextSteps(tried))
    next.push_back({{"text", jsonText(step.text)}, {"command", jsonText(step.command)}});
  const auto fileOrNull = [](const std::string& file) { return file.empty() ? json(nullptr) : jsonText(file); };
  return {{"schema", "warpwright.try/1"},
          {"path", jsonText(tried.path)},
          {"target", jsonText(tried.target)},
          {"kernels", tried.analysis.kernels.size()},
          {"findings", {{"applicable", counts.applicable}, {"refused", counts.refused}, {"unknown", counts.unknown}}},
          {"changes", std::move(changes)},
          {"trades_left", tried.tradesLeft},
          {"session", fileOrNull(tried.session)},
          {"report", fileOrNull(tried.report)},
          {"next", std::move(next)}};
}

}  // namespace warpwright::cli

#include <algorithm>

#include "core/base/number_text.h"
#include "core/report/html_page.h"

namespace warpwright {
namespace {

const char* whatText(const RunRecord& run) {
  if (run.kind == "verify") return "original and variant";
  if (run.kind == "metrics") return "traced";
  if (run.kind == "profile") return "profiled on a GPU";
  return run.kind == "check" ? "with checks" : "as it is";
}

std::string outcomeHtml(const RunRecord& run) {
  if (run.outcome == "identical") return shapeWord(Shape::identical);
  if (run.outcome == "differs") return shapeWord(Shape::differs);
  if (run.outcome == "findings")
    return shapeIcon(Shape::warning) + " " + countText(run.findings, "finding", "findings");
  if (run.outcome == "cancelled") return shapeIcon(Shape::skipped) + " cancelled";
  if (run.outcome != "finished") return shapeIcon(Shape::differs) + " did not end well";
  return shapeIcon(Shape::identical) + (run.kind == "check" ? " no findings" : " ended");
}

size_t countOutcome(const std::vector<RunRecord>& runs, const std::string& outcome) {
  return static_cast<size_t>(std::ranges::count_if(runs, [&](const RunRecord& run) { return run.outcome == outcome; }));
}

}  // namespace

std::string runsHeadline(const std::vector<RunRecord>& runs) {
  const std::string of = " of " + countText(runs.size(), "run", "runs");
  if (const size_t count = countOutcome(runs, "differs")) return "Results differ in " + countText(count) + of;
  if (const size_t count = countOutcome(runs, "findings"))
    return "The checks found something in " + countText(count) + of;
  if (const size_t count = countOutcome(runs, "failed")) return countText(count) + of + " did not end well";
  if (const size_t count = countOutcome(runs, "identical")) return "Identical results in " + countText(count) + of;
  return "What " + countText(runs.size(), "run", "runs") + " came to";
}

std::string runsSection(const HtmlPage& page) {
  const ReportInput& input = page.input();
  if (input.runs.empty()) return {};
  std::string html =
      "<section id=runs><h2>Runs</h2><p class=muted>On the CPU engine, newest first. Times are the engine's, compiling "
      "included, and not a GPU's.</p><div class=scroll tabindex=0 role=group aria-label=Runs><table "
      "class=t><thead><tr><th>Result<th>What<th>Program<th>Arguments<th class=r>Launches<th class=r>Time<th>At<th>In "
      "words</thead><tbody>";
  for (auto run = input.runs.rbegin(); run != input.runs.rend(); ++run) {
    html += "<tr><td>" + outcomeHtml(*run) + "<td>" + whatText(*run) + "<td class=mono>" +
            escapeHtml(shownFile(input, run->program)) + "<td>" +
            (run->arguments.empty() ? missingValue : "<code>" + escapeHtml(run->arguments) + "</code>") +
            "<td class=r>" + countText(run->launches) + "<td class=r>" + durationText(run->seconds) + "<td>" +
            timeText(run->startedAt) + "<td>" + prose(run->summary);
  }
  return html + "</table></div></section>\n";
}

}  // namespace warpwright

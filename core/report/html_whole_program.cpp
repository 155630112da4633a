#include "core/base/number_text.h"
#include "core/report/html_page.h"

namespace warpwright {
namespace {

std::string millisecondsHtml(const Interval& seconds) {
  constexpr double milliseconds = 1e3;
  return "<td class=r>" + significantText(seconds.value * milliseconds) + "<small>" +
         significantText(seconds.low * milliseconds) + "–" + significantText(seconds.high * milliseconds) + "</small>";
}

std::string rowHtml(const char* what, const Interval& before, const Interval& after) {
  return std::string("<tr><td>") + what + millisecondsHtml(before) + millisecondsHtml(after) + "<td class=r>" +
         speedupText(gainOf(before, after));
}

std::string outputsHtml(const OutputComparison& outputs) {
  std::string html = "<p>";
  if (outputs.difference.empty())
    html += shapeWord(Shape::identical) + " What both leave is the same: exit code, " +
            countText(outputs.words, "word", "words") + " that they print, " +
            countText(outputs.files, "file", "files") + " that they write.";
  else
    html += shapeWord(Shape::differs) + " What the changed program leaves is something else. " +
            prose(outputs.difference) + " Its times say nothing.";
  html += "</p>";
  if (outputs.notCompared.empty()) return html;
  html += "<ul>";
  for (const std::string& part : outputs.notCompared) html += "<li>Not compared: " + prose(part) + ".</li>";
  return html + "</ul>";
}

}  // namespace

std::string wholeProgramSections(const HtmlPage& page) {
  std::string html;
  for (const WholeProgram& whole : page.input().wholePrograms) {
    html += std::string("<section class=tuning") + (html.empty() ? " id=programs" : "") + "><h2>The whole of " +
            escapeHtml(shownFile(page.input(), whole.program)) + "</h2><p class=muted>As it is, and " +
            (whole.change.empty() ? "with the best of its kernels" : "with " + prose(whole.change)) + ": " +
            countText(whole.runs, "run", "runs") + " of each in turns on " + escapeHtml(whole.device) + ", CUDA " +
            escapeHtml(whole.driver) + ", " + timeText(whole.measuredAt) + ".</p>" + outputsHtml(whole.outputs);
    if (!whole.outputs.difference.empty()) {
      html += "</section>\n";
      continue;
    }
    html +=
        "<div class=scroll tabindex=0 role=group aria-label=\"The whole program\"><table class=t><thead><tr><th>Time "
        "of one run, ms<th class=r>Original<th class=r>Changed<th class=r>Original ÷ changed</thead><tbody>" +
        rowHtml("All kernels", whole.kernelsBefore, whole.kernelsAfter) +
        rowHtml("All that the GPU does, copies too", whole.wholeBefore, whole.wholeAfter) +
        "</table></div></section>\n";
  }
  return html;
}

}  // namespace warpwright

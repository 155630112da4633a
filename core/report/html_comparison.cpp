#include "core/report/html_page.h"

namespace warpwright {
namespace {

std::string figureRow(const ComparedFigure& figure) {
  const std::string verdict = figure.verdict.empty() ? "not compared"
                              : figure.isTime        ? shapeWord(speedShape(figure.verdict))
                                                     : escapeHtml(figure.verdict);
  const std::string chosen = chosenText(figure);
  return "<tr><td class=mono>" + escapeHtml(figure.kernel) + "<td>" + prose(figure.name) +
         (chosen.empty() ? "" : "<small>" + chosen + "</small>") + "<td>" + escapeHtml(figure.metric) + "<td class=r>" +
         figureValueText(figure, figure.before) + "<td class=r>" + figureValueText(figure, figure.after) + "<td>" +
         escapeHtml(figure.unit) + "<td class=r>" + figureSpeedupText(figure) + "<td>" + verdict +
         (figure.incomparable.empty() ? "" : "<small>" + escapeHtml(figure.incomparable) + "</small>");
}

}  // namespace

std::string comparisonSection(const HtmlPage& page) {
  const auto& comparison = page.input().comparison;
  if (!comparison) return {};
  std::string html = "<section id=comparison><h2>Compared with " + escapeHtml(comparison->before) + "</h2>";
  if (comparison->figures.empty()) return html + "<p>Neither session holds a measurement.</p></section>\n";
  html +=
      "<p class=muted>Before ÷ after, more is better; by the intervals of both sessions." +
      std::string(comparison->sameLaunch ? "" : " The captured launches are not the same: the input may be another.") +
      "</p><div class=scroll tabindex=0 role=group aria-label=\"Compared sessions\"><table "
      "class=t><thead><tr><th>Kernel<th>Variant<th>Metric<th class=r>Before<th class=r>After<th>Unit<th "
      "class=r>Before ÷ after<th>Verdict</thead><tbody>";
  for (const ComparedFigure& figure : comparison->figures) html += figureRow(figure);
  return html + "</table></div></section>\n";
}

}  // namespace warpwright

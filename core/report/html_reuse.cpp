// The graphs of the report: which loads to cache, and which tasks share a block.
#include <nlohmann/json.hpp>

#include "core/base/number_text.h"
#include "core/report/html_page.h"
#include "core/report/reuse_chart.h"
#include "core/report/traffic_chart.h"

namespace warpwright {
namespace {

using nlohmann::json;

std::string svgBox(const std::string& drawing, double width, double height, const std::string& label) {
  return "<div class=scroll tabindex=0 role=group aria-label=\"" + escapeHtml(label) +
         "\"><svg width=" + svgNumber(width) + " height=" + svgNumber(height) + " viewBox=\"0 0 " + svgNumber(width) +
         " " + svgNumber(height) + "\" font-size=12 role=img aria-label=\"" + escapeHtml(label) + "\">" + drawing +
         "</svg></div>";
}

std::string loadsPart(const std::string& text) {
  const json document = json::parse(text, nullptr, false);
  if (document.is_discarded()) return {};
  const auto graph = trafficGraphFromJson(document);
  if (!graph.ok()) return {};
  TrafficSolution solution{*graph, {}, solveHeuristically(*graph)};
  // The report does not wait: graphs of this size are solved at once.
  if (auto exact = solveExactly(*graph, {5}, {}); exact.ok()) solution.exact = std::move(*exact);
  std::string html = "<h3>Loads: cache or bypass</h3><p>" + escapeHtml(trafficWords(solution)) + "</p>";
  if (graph->loads.size() <= trafficPictureLimit) {
    const TrafficPicture picture = layOutTraffic(solution, 7.4, 17);
    html += svgBox(trafficSvg(solution, picture, pageInk()), picture.width, picture.height,
                   "Traffic-reduction graph: " + trafficWords(solution)) +
            "<p class=muted>Solid box: cached; dashed box: bypassed. Solid line: the two help each other; dashed line: "
            "they harm each other. "
            "E exact, H heuristic. Numbers are bytes of traffic to L2 saved.</p>";
  }
  html +=
      "<div class=scroll tabindex=0 role=group aria-label=Solutions><table class=t><thead><tr><th>Solution<th "
      "class=r>Cached<th "
      "class=r>Reduction, bytes<th class=r>Time</thead><tbody>";
  for (const TrafficRow& row : trafficRows(solution)) {
    html += "<tr><td>" + escapeHtml(row.solution) +
            (row.note.empty() ? "" : " <span class=muted>" + escapeHtml(row.note) + "</span>") + "<td class=r>" +
            row.cached + "<td class=r>" + row.reduction + "<td class=r>" + escapeHtml(row.time);
  }
  return html + "</table></div>";
}

std::string tasksPart(const std::string& text) {
  const json document = json::parse(text, nullptr, false);
  if (document.is_discarded()) return {};
  const auto read = reuseFigureFromJson(document);
  if (!read.ok() || read->orders.size() < 2) return {};
  const ReuseFigure& figure = *read;
  // Hues of the light and the dark theme, by class: the page has no variable for them.
  std::string style = "<style>";
  for (const auto& [open, theme, close] :
       {std::tuple("", Theme::light, ""), std::tuple("@media(prefers-color-scheme:dark){", Theme::dark, "}")}) {
    style += open + std::string(":root{");
    for (uint8_t hue = 0; hue < blockHues; ++hue)
      style += "--block-" + std::to_string(hue) + ":" + hexColor(blockColor(hue, theme)) + ";";
    style += std::string("}") + close;
  }
  const auto ink = [](uint8_t hue) { return "var(--block-" + std::to_string(hue) + ")"; };
  std::string html = style + "</style><h3 style=\"margin-top:20px\">Tasks: which share a block</h3><p>" +
                     escapeHtml(figure.words) + "</p><p class=muted>" + escapeHtml(figure.name) + ": " +
                     countText(figure.picture.tasks) + " tasks over " + countText(figure.picture.data) +
                     " data objects, " + countText(figure.tasksPerBlock) +
                     " tasks a block. Drawn: " + escapeHtml(figure.picture.share) + ".</p><div class=pair>";
  for (const ReuseOrder* order : {&figure.orders.front(), &figure.orders.back()}) {
    const std::string name = (order == &figure.orders.front() ? "Before: " : "After: ") + order->name + ", " +
                             countText(order->blocks, "block", "blocks");
    html += "<div><b>" + escapeHtml(name) + "</b>" +
            svgBox(reuseSvg(figure.picture, *order, 440, ink, pageInk()), 440, 440, name) + "</div>";
  }
  html +=
      "</div><div class=scroll tabindex=0 role=group aria-label=Orders><table class=t><thead><tr><th>Order of "
      "tasks<th class=r>Cost<th "
      "class=r>Redundant loads<th class=r>Largest block<th class=r>Time</thead><tbody>";
  for (const ReuseOrder& order : figure.orders) {
    const ReuseRow row = reuseRow(order);
    html += "<tr><td>" + escapeHtml(row.order) +
            (row.note.empty() ? "" : " <span class=muted>" + escapeHtml(row.note) + "</span>") + "<td class=r>" +
            row.cost + "<td class=r>" + row.redundant + "<td class=r>" + row.largest + "<td class=r>" +
            escapeHtml(row.time);
  }
  return html + "</table></div>";
}

}  // namespace

std::string reuseSection(const HtmlPage& page) {
  const ReportInput& input = page.input();
  std::string html;
  if (!input.trafficGraph.empty()) html += loadsPart(input.trafficGraph);
  if (!input.reuseFigure.empty()) html += tasksPart(input.reuseFigure);
  return html.empty() ? html : "<section id=reuse><h2>Reuse</h2>" + html + "</section>\n";
}

}  // namespace warpwright

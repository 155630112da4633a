#include "core/base/number_text.h"
#include "core/finding/finding_text.h"
#include "core/report/html_page.h"
#include "core/report/tuning_course.h"
#include "core/report/tuning_table.h"

namespace warpwright {
namespace {

std::string cell(const std::optional<double>& value, double factor = 1) {
  return "<td class=r>" + (value ? countText(static_cast<uint64_t>(*value * factor + 0.5)) : std::string(missingValue));
}

std::string valueText(const TuningTable& table, double value) {
  return table.isTime ? significantText(value) : countText(static_cast<uint64_t>(value));
}

std::string verdictText(const TuningTable& table, const TuningRow& row) {
  if (row.steps.empty()) return "baseline";
  if (row.verdict.empty()) return missingValue;
  return table.isTime ? shapeWord(speedShape(row.verdict)) : row.verdict;
}

std::string rowHtml(const TuningTable& table, const TuningRow& row) {
  std::string html =
      "<tr><td>" + (row.isBest ? "<b>" + prose(row.name) + "</b> <small>best</small>" : prose(row.name)) + "<td>";
  if (row.steps.empty())
    html += "reference";
  else if (row.accepted)
    html += shapeWord(Shape::identical);
  else
    html += (row.judged ? shapeWord(Shape::differs) : "not usable") + "<small>" + prose(row.reason) + "</small>";
  html += "<td class=r>" + (row.value ? valueText(table, *row.value) : std::string(missingValue));
  if (row.low && row.high)
    html += "<small>" + valueText(table, *row.low) + "–" + valueText(table, *row.high) + "</small>";
  html += "<td class=r>" + (row.ratio ? speedupText(*row.ratio) : std::string(missingValue));
  if (row.ratioLow && row.ratioHigh)
    html += "<small>" + speedupText(*row.ratioLow) + "–" + speedupText(*row.ratioHigh) + "</small>";
  html += "<td>" + verdictText(table, row) + cell(row.registers) + cell(row.sharedBytes) + cell(row.occupancy, 100);
  return html + "<td class=r>" + estimateText(row.estimate);
}

/// Where the original's warps are, and what they wait for.
std::string stallsHtml(const StallSamples& stalls) {
  constexpr size_t mostLines = 10;
  std::string html = "<h3>Where the original waits</h3><p class=muted>" +
                     countText(stalls.samples, "sample", "samples") + " of its warps in " +
                     countText(stalls.launches, "launch", "launches") +
                     " on the GPU, by source line.</p><div class=scroll tabindex=0 role=group "
                     "aria-label=\"Stalls\"><table class=t><thead><tr><th class=r>Share, %<th>Line<th>What its warps "
                     "do</thead><tbody>";
  for (const StallLine& line : stallLines(stalls, mostLines)) {
    html += "<tr><td class=r>" + line.share + "<td>" + escapeHtml(line.place) + "<td>" + escapeHtml(line.reasons);
  }
  return html + "</table></div>";
}

/// The picture of the order judged; its figures stand in the table above it.
std::string courseHtml(const TuningTable& table) {
  constexpr double width = 900, height = 260;
  const TuningCourse course = courseOf(table);
  if (course.points.size() < 3) return {};
  return "<h3>How the tuning went</h3><div class=scroll tabindex=0 role=group aria-label=\"How the tuning went\"><svg "
         "width=900 height=260 viewBox=\"0 0 900 260\" font-size=12 role=img aria-label=\"" +
         escapeHtml(course.summary) + "\">" + courseSvg(course, width, height, pageInk()) +
         "</svg></div><p class=muted>" + escapeHtml(course.summary) + ".</p>";
}

}  // namespace

std::string tuningSections(const HtmlPage& page) {
  std::string html;
  for (const TuningTable& table : page.input().tunings) {
    html += std::string("<section class=tuning") + (html.empty() ? " id=tunings" : "") + "><h2>Variants of <code>" +
            escapeHtml(table.kernel) + "</code></h2><p class=muted>" + countText(table.tried(), "variant", "variants") +
            " judged" + (table.complete ? ", no more to try" : ", not all that there are") + ". " +
            escapeHtml(tuningConditions(table)) + "</p>";
    const std::string metric = table.metricName + (table.unit.empty() || !table.isTime ? "" : ", " + table.unit);
    html +=
        "<div class=scroll tabindex=0 role=group aria-label=\"Variants\"><table "
        "class=t><thead><tr><th>Variant<th>Verified<th class=r>" +
        escapeHtml(metric) +
        "<th class=r>Original ÷ variant<th>Verdict<th class=r>Registers<th class=r>Shared, B<th class=r>"
        "Occupancy, %<th class=r>Estimate</thead><tbody>";
    for (const TuningRow& row : table.rows) html += rowHtml(table, row);
    html += "</table></div>" + courseHtml(table);
    if (table.stalls && !table.stalls->lines.empty()) html += stallsHtml(*table.stalls);
    html += "</section>\n";
  }
  return html;
}

}  // namespace warpwright

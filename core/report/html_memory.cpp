// What changed kernels ask of memory: chart, totals and lines, original against variant.
#include "core/job/kernel_trace.h"
#include "core/report/html_page.h"
#include "core/report/memory_drawing.h"

namespace warpwright {
namespace {

/// The steps of a variant that change `kernel`, as one name; empty: none does.
std::string changesOf(const ReportInput& input, const VariantRecord& variant, const std::string& kernel) {
  std::string name;
  for (const VariantStep& step : variant.steps) {
    const auto [summary, opportunity] = findOpportunity(input, step.opportunity);
    if (!summary || summary->name != kernel) continue;
    name +=
        (name.empty() ? "" : " + ") + passTitle(input.analysis.passes, opportunity->pass) + ": " + opportunity->subject;
    for (const auto& [parameter, value] : step.values) name += ", " + parameter + " " + value;
  }
  return name;
}

std::string totalsTable(const KernelTrace& trace) {
  std::string html =
      "<div class=scroll tabindex=0 role=group aria-label=Traffic><table class=t><thead><tr><th>Traffic of all "
      "launches<th class=r>Original"
      "<th class=r>Variant<th class=r>Change</thead><tbody>";
  for (const MemoryRow& row : memoryRows(trace.original, &trace.variant)) {
    html += "<tr><td>" + escapeHtml(row.quantity) + "<td class=r>" + escapeHtml(row.original) + "<td class=r>" +
            escapeHtml(row.variant) + "<td class=r>" + escapeHtml(row.change);
  }
  return html + "</table></div>";
}

std::string placesTable(const HtmlPage& page, const memsim::LaunchMetrics& metrics, const std::string& title) {
  std::string html =
      "<details><summary>" + escapeHtml(title) +
      "</summary><div class=scroll tabindex=0 role=group aria-label=Lines><table class=t>"
      "<thead><tr><th>Line<th>Access<th class=r>Requests<th class=r>Sectors or passes a request<th class=r>Not needed"
      "<th class=r>L1 hits</thead><tbody>";
  for (const PlaceRow& row : placeRows(metrics)) {
    const std::string tint =
        row.level == 0 ? ""
                       : " style=\"background:var(--heat-" + std::to_string(row.level) + ");color:var(--heat-text)\"";
    html += "<tr><td>" + page.place(row.at) + "<td>" + escapeHtml(row.access) + "<td class=r>" +
            escapeHtml(row.requests) + "<td class=r" + tint + ">" + escapeHtml(row.perRequest) + "<td class=r>" +
            escapeHtml(row.waste) + "<td class=r>" + escapeHtml(row.hits);
  }
  return html + "</table></div></details>";
}

}  // namespace

std::string memorySection(const HtmlPage& page) {
  const ReportInput& input = page.input();
  std::string html;
  for (const VariantRecord& variant : input.variants) {
    if (!variant.verification) continue;
    for (const KernelTrace& trace : variant.verification->traces) {
      const std::string name = changesOf(input, variant, trace.kernel);
      if (name.empty()) continue;
      const double height = memorySvgHeight(true);
      html +=
          "<h3 class=mono>" + escapeHtml(trace.kernel) + "</h3><p>" + escapeHtml(estimateSentence(trace)) +
          "</p><div class=scroll tabindex=0 role=group aria-label=\"Memory chart\"><svg width=900 height=" +
          svgNumber(height) + " viewBox=\"0 0 900 " + svgNumber(height) + "\" font-size=12 role=img aria-label=\"" +
          escapeHtml("Memory chart of " + trace.kernel + ", original and variant; the table below has its numbers") +
          "\">" + memorySvg(trace.kernel, trace.original, &trace.variant, name, 900, pageInk()) + "</svg></div>" +
          totalsTable(trace) + placesTable(page, trace.original, "Lines of the original") + "<p class=muted>" +
          escapeHtml(memoryConditions(trace.original)) + "</p>";
    }
  }
  return html.empty() ? html : "<section id=memory><h2>Memory</h2>" + html + "</section>\n";
}

}  // namespace warpwright

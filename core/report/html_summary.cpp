#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/number_text.h"
#include "core/finding/finding_text.h"
#include "core/finding/ranking.h"
#include "core/report/html_page.h"

namespace warpwright {
namespace {

std::string figure(const std::string& value, const std::string& label) {
  return "<div><strong>" + value + "</strong><span class=l>" + label + "</span></div>";
}

/// Geometric mean of the fastest identical variant of each kernel, or what the model hopes for.
std::string speedFigure(const ReportInput& input) {
  double sum = 0, highestLow = 0, highest = 0;
  const std::vector<double> speedups = bestSpeedups(input);
  const size_t measured = speedups.size();
  for (const double speedup : speedups) sum += std::log(speedup);
  for (const KernelSummary& kernel : input.analysis.kernels) {
    for (const Opportunity& opportunity : kernel.opportunities) {
      if (opportunity.verdict != VerdictKind::applicable || !opportunity.estimate.known) continue;
      if (opportunity.estimate.speedupHigh > highest) {
        highest = opportunity.estimate.speedupHigh;
        highestLow = opportunity.estimate.speedupLow;
      }
    }
  }
  if (measured != 0) {
    return figure(speedupText(std::exp(sum / static_cast<double>(measured))),
                  "geometric mean over " + countText(measured, "kernel", "kernels"));
  }
  if (highest > 0) {
    const Estimate range{true, highestLow, highest, highest, {}, {}};
    return figure(estimateText(range), "largest estimate, not measured");
  }
  return figure(missingValue, "no estimate, nothing measured");
}

std::string verifiedFigure(const ReportInput& input) {
  size_t identical = 0, done = 0;
  for (const VariantRecord& variant : input.variants) {
    const Shape shape = variant.verification ? verificationShape(*variant.verification) : Shape::notDone;
    done += shape != Shape::notDone;
    identical += shape == Shape::identical;
  }
  if (input.variants.empty()) return figure(shapeIcon(Shape::notDone) + " " + missingValue, "no variant was tried");
  const Shape shape = done == 0 ? Shape::notDone : identical == done ? Shape::identical : Shape::differs;
  const size_t of = done != 0 ? done : input.variants.size();
  return figure(shapeIcon(shape) + " " + countText(identical) + " of " + countText(of),
                of == 1 ? "variant gives identical results" : "variants give identical results");
}

/// A common scale for all bars of a table.
struct Scale {
  double low = 1, high = 1.2, step = 0.1;

  double x(double value) const { return 4 + 182 * std::clamp((value - low) / (high - low), 0.0, 1.0); }
};

Scale scaleFor(double low, double high) {
  Scale scale;
  scale.high = std::max(high, 1.05);
  const double span = scale.high - std::min(low, 1.0);
  for (const double step : {0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 50.0}) {
    scale.step = step;
    if (span / step <= 4) break;
  }
  scale.low = std::min(1.0, std::floor(low / scale.step + 1e-9) * scale.step);
  scale.high = std::max(scale.low + scale.step, std::ceil(scale.high / scale.step - 1e-9) * scale.step);
  return scale;
}

std::string tenths(double value) {
  return fixedText(value, 1);
}

std::string tickLabel(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.4g×", value);
  return buffer;
}

std::string axis(const Scale& scale) {
  std::string svg = "<svg class=bar viewBox=\"0 0 190 26\" role=img aria-label=\"Scale of speed-ups\">";
  for (double tick = scale.low; tick < scale.high + scale.step / 2; tick += scale.step) {
    const double x = scale.x(tick);
    const char* anchor = x < 20 ? "start" : x > 170 ? "end" : "middle";
    svg += "<text x=\"" +
           tenths(x < 20    ? 0
                  : x > 170 ? 190
                            : x) +
           "\" y=20 text-anchor=" + anchor + ">" + tickLabel(tick) + "</text>";
  }
  return svg + "</svg>";
}

/// Estimates are a hatched band with a dashed outline; measurements solid with a 95 % interval.
std::string bar(const Scale& scale, const Estimate& estimate, const std::optional<MeasuredSpeedup>& measured) {
  std::string label, svg;
  for (double tick = scale.low; tick < scale.high + scale.step / 2; tick += scale.step) {
    svg += "<path stroke=\"var(--line)\" d=\"M" + tenths(scale.x(tick)) + " 2V24\"/>";
  }
  const double one = scale.x(1);
  if (estimate.known) {
    const double low = scale.x(std::min(1.0, estimate.speedupLow)), high = scale.x(std::max(1.0, estimate.speedupHigh));
    const double from = estimate.speedupLow < 1 ? low : one;
    svg += "<g class=c-accent><rect x=\"" + tenths(from) + "\" y=7 width=\"" + tenths(std::max(1.0, high - from)) +
           "\" height=12 fill=\"url(#hatch)\" stroke=\"currentColor\" stroke-dasharray=\"3 2\"/></g>";
    label = "estimate " + estimateText(estimate);
  }
  if (measured) {
    const double end = scale.x(measured->value), low = scale.x(measured->low), high = scale.x(measured->high);
    svg += "<g class=" + std::string(measured->value >= 1 ? "c-ok" : "c-error") + "><rect fill=\"currentColor\" x=\"" +
           tenths(std::min(one, end)) + "\" y=9 width=\"" + tenths(std::max(1.0, std::abs(end - one))) +
           "\" height=8 /></g><path stroke=\"var(--text)\" stroke-width=1.5 d=\"M" + tenths(low) + " 8V18M" +
           tenths(high) + " 8V18M" + tenths(low) + " 13H" + tenths(high) + "\"/>";
    label = "measured " + speedupText(measured->value);
  }
  svg += "<path stroke=\"var(--text)\" stroke-width=1.5 d=\"M" + tenths(one) + " 2V24\"/>";
  return "<svg class=bar viewBox=\"0 0 190 26\" role=img aria-label=\"" + label + "\">" + svg + "</svg>";
}

struct Row {
  size_t kernel;
  const Opportunity* opportunity;
  std::optional<MeasuredSpeedup> measured;
};

std::vector<Row> applicableRows(const ReportInput& input) {
  std::vector<Row> rows;
  const auto add = [&](size_t kernelIndex, size_t index) {
    const KernelSummary& kernel = input.analysis.kernels[kernelIndex];
    const Opportunity& opportunity = kernel.opportunities[index];
    if (opportunity.verdict != VerdictKind::applicable) return;
    Row row{kernelIndex, &opportunity, std::nullopt};
    for (const VariantRecord* variant : variantsOf(input, opportunity.id)) {
      if (auto speedup = measuredSpeedup(input, variant->id, kernel.name)) row.measured = speedup;
    }
    rows.push_back(row);
  };
  const std::vector<RankedRow> ranked = rankedRows(input.analysis);
  for (const RankedRow& of : ranked) add(of.kernel, of.row.leading);
  for (const RankedRow& of : ranked) {
    for (const size_t alternative : of.row.alternatives) add(of.kernel, alternative);
  }
  const auto speed = [](const Row& row) { return row.measured ? row.measured->value : 0.0; };
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return speed(a) > speed(b); });
  return rows;
}

std::string statusText(const ReportInput& input, const std::string& id) {
  const auto found = input.statuses.find(id);
  return found == input.statuses.end() ? "" : toString(found->second);
}

}  // namespace

Shape speedShape(const std::string& verdict) {
  for (const Shape shape : {Shape::faster, Shape::slower, Shape::same}) {
    if (verdict == shapeInfo(shape).word) return shape;
  }
  return Shape::unsure;
}

Shape resultShape(const ReportInput& input, const std::string& opportunity) {
  Shape shape = Shape::notDone;
  for (const VariantRecord* variant : variantsOf(input, opportunity)) {
    // One that could not be launched says nothing of the others.
    const Shape one = variant->verification ? verificationShape(*variant->verification) : Shape::notDone;
    if (one != Shape::notDone) shape = one;
  }
  return shape;
}

std::string figuresSection(const HtmlPage& page) {
  const ReportInput& input = page.input();
  const VerdictCounts counts = countVerdicts(input.analysis);
  size_t withApplicable = 0;
  for (const KernelSummary& kernel : input.analysis.kernels) {
    withApplicable += std::any_of(kernel.opportunities.begin(), kernel.opportunities.end(),
                                  [](const Opportunity& o) { return o.verdict == VerdictKind::applicable; });
  }
  const auto verdict = [](Shape shape, size_t count) {
    return "<span class=v>" + shapeIcon(shape) + " " + countText(count) + "</span>";
  };
  return "<div class=figures>" + speedFigure(input) +
         figure(countText(withApplicable) + " of " + countText(input.analysis.kernels.size()),
                "kernels have a change that is proved possible") +
         verifiedFigure(input) +
         figure(verdict(Shape::applicable, counts.applicable) + verdict(Shape::refused, counts.refused) +
                    verdict(Shape::unknown, counts.unknown),
                "applicable, refused, unknown; changes of one array or kernel count once") +
         "</div>";
}

std::string rankedSection(const HtmlPage& page) {
  const ReportInput& input = page.input();
  const auto rows = applicableRows(input);
  if (rows.empty())
    return "<p>There is no change to apply. What was refused, and what could not be decided, stands below with "
           "reasons.</p>";
  bool anyMeasured = false, anyEstimate = false;
  double low = 1, high = 1;
  for (const Row& row : rows) {
    const Estimate& estimate = row.opportunity->estimate;
    if (estimate.known) low = std::min(low, estimate.speedupLow), high = std::max(high, estimate.speedupHigh);
    if (row.measured) low = std::min(low, row.measured->low), high = std::max(high, row.measured->high);
    anyMeasured |= row.measured.has_value();
    anyEstimate |= estimate.known;
  }
  const bool anyBar = anyMeasured || anyEstimate;
  const Scale scale = scaleFor(low, high);
  std::string html =
      "<div class=scroll tabindex=0 role=region aria-label=\"Ranked changes\"><table "
      "class=t><thead><tr><th>Kernel<th>Change";
  if (anyMeasured) html += "<th class=r>Speed-up";
  if (anyEstimate) html += "<th class=r>Estimate";
  if (anyBar) html += "<th>" + axis(scale);
  html += std::string(anyMeasured ? "<th>Verdict" : "") + "<th>Proof<th>Results</thead><tbody>";
  for (const Row& row : rows) {
    const KernelSummary& kernel = input.analysis.kernels[row.kernel];
    const Opportunity& opportunity = *row.opportunity;
    html += "<tr><td><a class=mono href=\"#" + page.kernelAnchor(row.kernel) + "\">" + escapeHtml(kernel.name) +
            "</a><small>" + escapeHtml(shownFile(input, opportunity.range.begin.file)) + ":" +
            std::to_string(opportunity.range.begin.line) + "</small><td>" +
            prose(opportunity.title.empty()
                      ? passTitle(input.analysis.passes, opportunity.pass) + ": `" + opportunity.subject + "`"
                      : opportunity.title) +
            "<small>" + escapeHtml(opportunity.pass) +
            (isTrade(opportunity, input.analysis.passes) ? ", a trade: measure it" : "") + "</small>";
    if (anyMeasured)
      html += "<td class=r><b>" + (row.measured ? speedupText(row.measured->value) : missingValue) + "</b>";
    if (anyEstimate) html += "<td class=r>" + estimateText(opportunity.estimate);
    if (anyBar) html += "<td>" + bar(scale, opportunity.estimate, row.measured);
    if (anyMeasured)
      html += "<td>" + (row.measured ? shapeWord(speedShape(row.measured->variant->verdict)) : missingValue);
    const std::string status = statusText(input, opportunity.id);
    html += "<td>" + shapeWord(Shape::applicable) + "<td>" + shapeWord(resultShape(input, opportunity.id)) +
            (status == "applied" ? "<small>applied</small>" : "");
  }
  html += "</table></div>";
  if (anyBar) {
    html +=
        "<p class=\"sub\">Speed-up = original ÷ variant; more is better. Hatched: estimated by the model, not "
        "measured" +
        std::string(anyMeasured ? "; solid: measured, with 95 % interval" : "") + ".</p>";
  }
  return html;
}

}  // namespace warpwright

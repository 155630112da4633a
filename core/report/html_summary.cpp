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

/// Geometric mean of the fastest identical variant of each kernel; what the best of a tuning counts less; or what the
/// model hopes for.
std::string speedFigure(const ReportInput& input, const std::vector<SummaryRow>& rows) {
  double sum = 0;
  const std::vector<double> speedups = bestSpeedups(input);
  for (const double speedup : speedups) sum += std::log(speedup);
  if (!speedups.empty()) {
    return figure(speedupText(std::exp(sum / static_cast<double>(speedups.size()))),
                  "geometric mean over " + countText(speedups.size(), "kernel", "kernels"));
  }
  const SummaryRow* highest = nullptr;
  for (const SummaryRow& row : rows) {
    if (row.tuned && row.ratio && row.ratio->value > 1) {
      return figure(speedupText(row.ratio->value),
                    escapeHtml(countChangeText(*row.ratio)) + " in the best variant of <code>" +
                        escapeHtml(input.analysis.kernels[row.kernel].name) + "</code>; no time");
    }
    if (row.estimate.known && (!highest || row.estimate.speedupHigh > highest->estimate.speedupHigh)) highest = &row;
  }
  if (highest) return figure(estimateText(highest->estimate), "largest estimate, not measured");
  return figure(missingValue, "no estimate, nothing measured");
}

/// What tunings found of the results of a change: of it alone where it was tried so, else of what was made with it.
/// Results that differ where other changes were made, too, may be the others' doing.
Shape judgedShape(const ReportInput& input, const std::string& opportunity) {
  Shape alone = Shape::notDone, together = Shape::notDone;
  for (const TuningTable& table : input.tunings) {
    for (const TuningRow& row : table.rows) {
      const bool has = std::any_of(row.steps.begin(), row.steps.end(),
                                   [&](const VariantStep& step) { return step.opportunity == opportunity; });
      if (!row.judged || !has) continue;
      if (row.steps.size() > 1) {
        if (row.accepted) together = Shape::identical;
      } else if (alone != Shape::differs) {
        alone = row.accepted ? Shape::identical : Shape::differs;
      }
    }
  }
  return alone == Shape::notDone ? together : alone;
}

std::string verifiedFigure(const ReportInput& input) {
  size_t identical = 0, done = 0, tried = input.variants.size();
  for (const VariantRecord& variant : input.variants) {
    const Shape shape = variant.verification ? verificationShape(*variant.verification) : Shape::notDone;
    done += shape != Shape::notDone;
    identical += shape == Shape::identical;
  }
  // The window keeps what a tuning judged in its table alone.
  for (const TuningTable& table : input.tunings) {
    for (const TuningRow& row : table.rows) {
      const bool isRecord = std::any_of(input.variants.begin(), input.variants.end(),
                                        [&](const VariantRecord& variant) { return variant.steps == row.steps; });
      if (row.steps.empty() || isRecord) continue;
      ++tried;
      done += row.judged;
      identical += row.judged && row.accepted;
    }
  }
  if (tried == 0) return figure(shapeIcon(Shape::notDone) + " " + missingValue, "no variant was tried");
  const Shape shape = done == 0 ? Shape::notDone : identical == done ? Shape::identical : Shape::differs;
  const size_t of = done != 0 ? done : tried;
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
std::string bar(const Scale& scale, const Estimate& estimate, const std::optional<RowRatio>& measured) {
  if (!estimate.known && !measured) return {};
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
    label = (measured->isTime ? "measured " : "counted ") + speedupText(measured->value);
  }
  svg += "<path stroke=\"var(--text)\" stroke-width=1.5 d=\"M" + tenths(one) + " 2V24\"/>";
  return "<svg class=bar viewBox=\"0 0 190 26\" role=img aria-label=\"" + label + "\">" + svg + "</svg>";
}

std::string statusText(const ReportInput& input, const std::string& id) {
  const auto found = input.statuses.find(id);
  return found == input.statuses.end() ? "" : toString(found->second);
}

/// Whether the results of a row's changes are known to be the same.
Shape rowShape(const ReportInput& input, const SummaryRow& row) {
  if (row.tuned) return Shape::identical;  // others are not accepted
  if (row.changes.size() == 1) return resultShape(input, row.changes.front()->id);
  const Shape shape = row.variant->verification ? verificationShape(*row.variant->verification) : Shape::notDone;
  return shape == Shape::notDone ? tunedShape(input, row.variant->steps) : shape;
}

/// Which columns the table has, and the scale of its bars.
struct Columns {
  bool ratio = false, time = false, estimate = false;
  Scale scale;

  bool bar() const { return ratio || estimate; }
};

Columns columnsFor(const std::vector<SummaryRow>& rows) {
  Columns columns;
  double low = 1, high = 1;
  for (const SummaryRow& row : rows) {
    const Estimate& estimate = row.estimate;
    if (estimate.known) low = std::min(low, estimate.speedupLow), high = std::max(high, estimate.speedupHigh);
    if (row.ratio) low = std::min(low, row.ratio->low), high = std::max(high, row.ratio->high);
    columns.ratio |= row.ratio.has_value();
    columns.time |= row.ratio && row.ratio->isTime;
    columns.estimate |= estimate.known;
  }
  columns.scale = scaleFor(low, high);
  return columns;
}

std::string changeTitle(const ReportInput& input, const Opportunity& opportunity) {
  return prose(opportunity.title.empty()
                   ? passTitle(input.analysis.passes, opportunity.pass) + ": `" + opportunity.subject + "`"
                   : opportunity.title);
}

/// Is it the session of a command that runs, weighs or imports and does not look at kernels?
bool isNothingAnalysed(const ReportInput& input) {
  return input.analysis.units.empty() && input.analysis.kernels.empty();
}

/// One change, or several that were made together, with a line each.
std::string changeCell(const ReportInput& input, const SummaryRow& row) {
  const auto small = [&](const Opportunity& opportunity) {
    return escapeHtml(opportunity.pass) +
           (isTrade(opportunity, input.analysis.passes) && !row.ratio ? ", a trade: measure it" : "");
  };
  const std::string best = row.tuned ? "<b>Best variant:</b> " + prose(row.tuned->name) : "";
  if (row.changes.size() == 1) {
    return (best.empty() ? changeTitle(input, *row.changes[0]) : best) + "<small>" + small(*row.changes[0]) +
           "</small>";
  }
  std::string html = best.empty() ? "<b>" + countText(row.changes.size()) + " changes together</b>" : best;
  html += "<ul class=together>";
  for (const Opportunity* change : row.changes)
    html += "<li>" + changeTitle(input, *change) + " <span class=muted>" + small(*change) + "</span>";
  return html + "</ul>";
}

std::string rowHtml(const HtmlPage& page, const SummaryRow& row, const Columns& columns) {
  const ReportInput& input = page.input();
  const KernelSummary& kernel = input.analysis.kernels[row.kernel];
  const SourcePosition& at = row.changes.front()->range.begin;
  std::string html = "<tr><td><a class=mono href=\"#" + page.kernelAnchor(row.kernel) + "\">" +
                     escapeHtml(kernel.name) + "</a><small>" + escapeHtml(shownFile(input, at.file)) + ":" +
                     std::to_string(at.line) + "</small><td>" + changeCell(input, row);
  if (columns.ratio) {
    html += "<td class=r><b>" + (row.ratio ? speedupText(row.ratio->value) : missingValue) + "</b>";
    if (row.ratio && !row.ratio->isTime) html += "<small>" + escapeHtml(countChangeText(*row.ratio)) + "</small>";
  }
  if (columns.estimate) html += "<td class=r>" + estimateText(row.estimate);
  if (columns.bar()) html += "<td>" + bar(columns.scale, row.estimate, row.ratio);
  if (columns.ratio) {
    html += "<td>" + (!row.ratio          ? std::string(missingValue)
                      : row.ratio->isTime ? shapeWord(speedShape(row.ratio->verdict))
                                          : escapeHtml(row.ratio->verdict));
  }
  const bool applied = std::all_of(row.changes.begin(), row.changes.end(), [&](const Opportunity* change) {
    return statusText(input, change->id) == "applied";
  });
  return html + "<td>" + shapeWord(Shape::applicable) + "<td>" + shapeWord(rowShape(input, row)) +
         (applied ? "<small>applied</small>" : "");
}

}  // namespace

Shape speedShape(const std::string& verdict) {
  for (const Shape shape : {Shape::faster, Shape::slower, Shape::same}) {
    if (verdict == shapeInfo(shape).word) return shape;
  }
  return Shape::unsure;
}

Shape tunedShape(const ReportInput& input, const VariantSteps& steps) {
  for (const TuningTable& table : input.tunings) {
    for (const TuningRow& row : table.rows) {
      if (row.judged && row.steps == steps) return row.accepted ? Shape::identical : Shape::differs;
    }
  }
  return Shape::notDone;
}

Shape resultShape(const ReportInput& input, const std::string& opportunity) {
  Shape shape = Shape::notDone;
  for (const VariantRecord* variant : variantsOf(input, opportunity)) {
    // One that could not be launched says nothing of the others.
    const Shape one = variant->verification ? verificationShape(*variant->verification) : Shape::notDone;
    if (one != Shape::notDone) shape = one;
  }
  const Shape judged = judgedShape(input, opportunity);
  return shape == Shape::notDone || judged == Shape::differs ? judged : shape;
}

std::string figuresSection(const HtmlPage& page) {
  const ReportInput& input = page.input();
  if (isNothingAnalysed(input)) return {};
  const VerdictCounts counts = countVerdicts(input.analysis);
  size_t withApplicable = 0;
  for (const KernelSummary& kernel : input.analysis.kernels) {
    withApplicable += std::any_of(kernel.opportunities.begin(), kernel.opportunities.end(),
                                  [](const Opportunity& o) { return o.verdict == VerdictKind::applicable; });
  }
  const auto verdict = [](Shape shape, size_t count) {
    return "<span class=v>" + shapeIcon(shape) + " " + countText(count) + "</span>";
  };
  return "<div class=figures>" + speedFigure(input, page.rows()) +
         figure(countText(withApplicable) + " of " + countText(input.analysis.kernels.size()),
                "kernels have a change that is proved possible") +
         verifiedFigure(input) +
         figure(verdict(Shape::applicable, counts.applicable) + verdict(Shape::refused, counts.refused) +
                    verdict(Shape::unknown, counts.unknown),
                "applicable, refused, unknown; changes of one array or kernel count once") +
         "</div>";
}

std::string rankedSection(const HtmlPage& page) {
  const std::vector<SummaryRow>& rows = page.rows();
  if (isNothingAnalysed(page.input())) return {};
  if (rows.empty())
    return "<p>There is no change to apply. What was refused, and what could not be decided, stands below with "
           "reasons.</p>";
  const Columns columns = columnsFor(rows);
  std::string html =
      "<div class=scroll tabindex=0 role=group aria-label=\"Ranked changes\"><table "
      "class=t><thead><tr><th>Kernel<th>Change";
  if (columns.ratio) html += "<th class=r>" + std::string(columns.time ? "Speed-up" : "Original ÷ variant");
  if (columns.estimate) html += "<th class=r>Estimate";
  if (columns.bar()) html += "<th class=nosort>" + axis(columns.scale);
  html += std::string(columns.ratio ? "<th>Verdict" : "") + "<th>Proof<th>Results</thead><tbody>";
  for (const SummaryRow& row : rows) html += rowHtml(page, row, columns);
  html += "</table></div>";
  if (columns.bar()) {
    html +=
        "<p class=\"sub\">Original ÷ variant; more is better. Hatched: estimated by the model, not "
        "measured" +
        std::string(columns.time    ? "; solid: measured, with 95 % interval"
                    : columns.ratio ? "; solid: counted, no time"
                                    : "") +
        ".</p>";
  }
  return html;
}

}  // namespace warpwright

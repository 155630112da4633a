#include "core/base/number_text.h"
#include "core/device/occupancy.h"
#include "core/finding/finding_text.h"
#include "core/finding/kernel_choice.h"
#include "core/finding/line_diff.h"
#include "core/finding/observed_text.h"
#include "core/finding/ranking.h"
#include "core/report/html_page.h"
#include "core/report/occupancy_chart.h"

namespace warpwright {
namespace {

/// The steps of a verdict: accesses with their index and condition, others as sentences.
std::string evidenceList(const std::vector<Evidence>& evidence, const LineLink& links) {
  std::string html;
  for (const Evidence& step : evidence) {
    html +=
        "<li>" + (step.at.isValid() ? prose(lineText(step.at), links) + ": " : "") + prose(step.text, links) +
        (step.condition.empty() ? "" : " <span class=muted>if <code>" + escapeHtml(step.condition) + "</code></span>") +
        "</li>";
  }
  return html.empty() ? "" : "<ul>" + html + "</ul>";
}

std::string launchText(const HtmlPage& page, const Launch& launch) {
  std::string html =
      "<code>&lt;&lt;&lt;" + escapeHtml(shapeText(launch.grid)) + ", " + escapeHtml(shapeText(launch.block)) +
      (launch.sharedBytes && *launch.sharedBytes ? ", " + escapeHtml(memoryText(*launch.sharedBytes)) : "") +
      "&gt;&gt;&gt;</code> ";
  html += launch.fromUser ? "given with --launch" : page.place(launch.at);
  if (!launch.unknownReason.empty()) html += "; " + prose(launch.unknownReason, page.linksInto(launch.at.file));
  return html;
}

/// What a run told of the launches, with the run.
std::string observedList(const ReportInput& input, const KernelSummary& kernel) {
  const std::vector<std::string> sentences = observedTexts(kernel);
  if (sentences.empty() || !input.analysis.observedRun) return {};
  std::string html = "<details class=muted><summary>" + prose(sentences.front()) + "</summary><ul>";
  for (size_t i = 1; i < sentences.size(); ++i) html += "<li>" + prose(sentences[i]) + "</li>";
  return html + "<li>" + prose(observedRunText(*input.analysis.observedRun)) +
         " What was seen once is no proof: no finding rests on it.</li></ul></details>";
}

/// "17 registers, 2,048 B shared, occupancy 100 % on H200"
std::string resourcesText(const ReportInput& input, const KernelSummary& kernel) {
  const KernelResources& resources = kernel.resources;
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (const std::string registers = registersText(resources); !registers.empty()) add(registers);
  if (resources.sharedBytes != 0) add(memoryText(resources.sharedBytes) + " shared memory a block");
  for (const Launch& launch : kernel.launches) {
    if (!launch.block[0] || !launch.block[1] || !launch.block[2] || !resources.registers) continue;
    const auto device = findDevice(input.arch);
    if (!device.ok()) break;
    const uint32_t threads = *launch.block[0] * *launch.block[1] * *launch.block[2];
    const auto occupancy = computeOccupancy(*device, {threads, *resources.registers, resources.sharedBytes});
    if (occupancy.blocks != 0) {
      add("occupancy " + std::to_string(static_cast<int>(occupancy.fraction * 100 + 0.5)) + " % on " + device->name);
    }
    break;
  }
  return text;
}

/// The curves and limits of a kernel on the report's device, where its block size is known.
std::string occupancyFigure(const ReportInput& input, const KernelSummary& kernel) {
  const auto of = occupancyCase(kernel);
  const auto device = findDevice(input.arch);
  if (!of || !device.ok()) return {};
  const OccupancyComparison comparison = compareOccupancy(*device, *of, {});
  const std::string words = occupancyPercent(comparison.ofOriginal) + ", " + occupancyWords(comparison.ofOriginal);
  std::string html =
      "<details class=figure><summary>Occupancy of " + escapeHtml(kernel.name) + ": " + escapeHtml(words) +
      "</summary><div class=scroll tabindex=0 role=group aria-label=Occupancy><svg width=900 height=" +
      svgNumber(occupancySvgHeight) + " viewBox=\"0 0 900 " + svgNumber(occupancySvgHeight) +
      "\" font-size=12 role=img aria-label=\"" +
      escapeHtml("Theoretical occupancy in percent over threads, registers and shared memory: " + words) + "\">" +
      occupancySvg(comparison, 900, pageInk()) +
      "</svg><table class=t><thead><tr><th>Limit<th class=r>Blocks a SM<th>Use</thead><tbody>";
  for (const OccupancyRow& row : comparison.rows) {
    html += "<tr><td>" + escapeHtml(row.limit) + "<td class=r>" +
            (row.original ? countText(*row.original) : missingValue) + (row.limitsOriginal ? " <b>◂ limit</b>" : "") +
            "<td>" + escapeHtml(row.use);
  }
  return html + "</table></div><p class=muted>" + escapeHtml(occupancyConditions(comparison)) + "</p></details>";
}

/// Lines of a kernel with marks where findings are.
std::string sourceTable(const HtmlPage& page, const KernelSummary& kernel) {
  const std::string& file = kernel.definition.begin.file;
  const auto [first, last] = page.shownLines(kernel);
  if (first == 0) return {};
  const auto lines = splitLines(*sourceOf(page.input(), file));
  std::string html =
      "<details><summary>Source of " + escapeHtml(kernel.name) + ", lines " + std::to_string(first) + "–" +
      std::to_string(last) +
      "</summary><div class=code><div class=scroll tabindex=0 role=group aria-label=\"Source\"><table class=src>";
  bool inComment = false;
  for (uint32_t line = 1; line <= last; ++line) {
    std::string_view text = lines[line - 1];
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
    const std::string code = highlightLine(text, inComment);
    if (line < first) continue;
    std::string marks;
    for (const Opportunity& opportunity : kernel.opportunities) {
      if (opportunity.range.begin.line == line && opportunity.range.begin.file == file)
        marks += shapeIcon(shapeOf(opportunity.verdict));
    }
    html += "<tr id=\"" + page.lineAnchor(file, line) + "\"" + (marks.empty() ? "" : " class=mark") + "><td class=n>" +
            std::to_string(line) + "<td class=m>" + marks + "<td class=k>" + code + "\n";
  }
  return html + "</table></div></div></details>";
}

std::string notes(const HtmlPage& page, const Opportunity& opportunity) {
  const LineLink links = page.linksInto(opportunity.range.begin.file);
  std::string html =
      "<div><h3>" +
      prose(opportunity.title.empty() ? passTitle(page.input().analysis.passes, opportunity.pass) : opportunity.title) +
      "</h3><p>" + shapeIcon(Shape::applicable) + " <b class=c-ok>Applicable.</b> " + prose(opportunity.reason, links) +
      "</p>";
  if (!opportunity.assumptions.empty()) {
    html += "<p><b>Rests on</b> ";
    for (size_t i = 0; i < opportunity.assumptions.size(); ++i) {
      html += (i ? "; " : "") + prose(opportunity.assumptions[i].text, links);
    }
    html += ".</p>";
  }
  if (const std::string results = samenessText(opportunity.sameness); !results.empty())
    html += "<p>" + escapeHtml(results) + "</p>";
  if (!opportunity.evidence.empty()) html += "<b>Evidence</b>" + evidenceList(opportunity.evidence, links);
  if (opportunity.estimate.known) {
    html += "<p><b>Estimate</b> " + estimateText(opportunity.estimate) +
            (opportunity.estimate.bound.empty() ? "" : ", bound by " + escapeHtml(opportunity.estimate.bound)) +
            " <span class=muted>(the model's, not measured)</span></p>";
  }
  const Shape result = resultShape(page.input(), opportunity.id);
  html += "<p><b>Results</b> " + shapeWord(result);
  const VariantRecord* told = nullptr;  // the last one, the best of a tuning before all others
  for (const VariantRecord* variant : variantsOf(page.input(), opportunity.id)) {
    if (!told || isPassedOver(page.input(), *told) || !isPassedOver(page.input(), *variant)) told = variant;
  }
  if (told && told->verification) html += " <span class=muted>" + prose(told->verification->summary) + "</span>";
  return html + "</p></div>";
}

std::string valuesText(const VariantRecord& variant) {
  std::string text;
  for (const VariantStep& step : variant.steps) {
    for (const auto& [name, value] : step.values) text += (text.empty() ? "" : ", ") + name + " = " + value;
  }
  return text;
}

std::string diffOf(const HtmlPage& page, const VariantFile& file, const std::string& about, LineSpan within = {}) {
  return "<div class=code><div class=name><b>" + escapeHtml(shownFile(page.input(), file.path)) + "</b>" + about +
         "</div><div class=scroll tabindex=0 role=group aria-label=\"Change\">" +
         htmlDiff(file.before, file.after, within) + "</div></div>";
}

std::string diffs(const HtmlPage& page, const VariantRecord& variant) {
  std::string html;
  for (const VariantFile& file : variant.files) {
    const std::string values = valuesText(variant);
    html += diffOf(page, file,
                   (variant.summary.empty() ? "" : " · " + prose(variant.summary)) +
                       (values.empty() ? "" : " · " + escapeHtml(values)));
  }
  return html;
}

/// What a variant changes in one kernel, where all of it stands beside another.
std::string partOf(const HtmlPage& page, const VariantRecord& variant, const KernelSummary& kernel, size_t wholeAt) {
  const SourceRange& body = kernel.definition;
  std::string html;
  for (const VariantFile& file : variant.files) {
    if (body.isValid() && file.path == body.begin.file)
      html += diffOf(page, file, "", {body.begin.line, std::max(body.begin.line, body.endLine)});
  }
  return html + "<p class=muted>Changed together with other kernels: <a href=\"#" + page.kernelAnchor(wholeAt) +
         "\">the whole rewrite</a>.</p>";
}

/// The declaration with a few lines around it, where no variant is shown.
std::string excerpt(const HtmlPage& page, const Opportunity& opportunity, const std::string& why) {
  const std::string* text = sourceOf(page.input(), opportunity.range.begin.file);
  if (!text) return "<p class=muted>The source text is not part of this session.</p>";
  const auto lines = splitLines(*text);
  const uint32_t at = opportunity.range.begin.line, count = static_cast<uint32_t>(lines.size());
  std::string html = "<div class=code><div class=name><b>" +
                     escapeHtml(shownFile(page.input(), opportunity.range.begin.file)) + "</b> · " + why +
                     "</div><div class=scroll tabindex=0 role=group aria-label=\"Source\"><table class=src>";
  bool inComment = false;
  for (uint32_t line = 1; line <= std::min(count, at + 3); ++line) {
    std::string_view code = lines[line - 1];
    while (!code.empty() && (code.back() == '\n' || code.back() == '\r')) code.remove_suffix(1);
    const std::string shown = highlightLine(code, inComment);
    if (line + 3 < at) continue;
    html += std::string("<tr") + (line == at ? " class=mark" : "") + "><td class=n>" + std::to_string(line) +
            "<td class=m>" + (line == at ? shapeIcon(Shape::applicable) : "") + "<td class=k>" + shown + "\n";
  }
  return html + "</table></div></div>";
}

/// What the rewrite changes beside what is told of it; of changes that one variant makes together, all of them.
/// Variants that stack changes of several kernels are shown whole beside the first, beside others what they change
/// there; of a tuning the best is. `wholeAt`: beside which kernel those are that have been shown. `shown`: those beside
/// this one.
std::string changeWithNotes(const HtmlPage& page, const std::vector<const Opportunity*>& changes, size_t index,
                            std::map<const VariantRecord*, size_t>& wholeAt, std::set<const VariantRecord*>& shown) {
  const KernelSummary& kernel = page.input().analysis.kernels[index];
  std::string left, right;
  std::set<const VariantRecord*> variants, passedOver;
  for (const Opportunity* change : changes) {
    for (const VariantRecord* variant : variantsOf(page.input(), change->id)) variants.insert(variant);
  }
  for (const VariantRecord* variant : variants) {
    if (isPassedOver(page.input(), *variant)) {
      passedOver.insert(variant);
    } else if (shown.insert(variant).second) {
      const auto [whole, isFirst] = wholeAt.emplace(variant, index);
      left += isFirst ? diffs(page, *variant) : partOf(page, *variant, kernel, whole->second);
    } else {
      left += "<p class=muted>Changed together with the rewrite above.</p>";
    }
    const Estimate estimate = variantEstimate(*variant, kernel.name);
    if (variant->steps.size() > 1 && estimate.known && !passedOver.contains(variant))
      right += "<p><b>Estimate of these changes together</b> " + estimateText(estimate) +
               " <span class=muted>(the model's, not measured)</span></p>";
  }
  if (left.empty())
    left =
        excerpt(page, *changes.front(), variants.empty() ? "no variant was made yet" : "not part of the best variant");
  if (!passedOver.empty()) {
    left += "<p class=muted>" + countText(passedOver.size(), "other variant was", "other variants were") +
            " tried: see the table of variants.</p>";
  }
  for (const Opportunity* change : changes) right += notes(page, *change);
  return "<div class=pair><div>" + left + "</div><div class=notes>" + right + "</div></div>";
}

std::string kernelSection(const HtmlPage& page, size_t index, std::map<const VariantRecord*, size_t>& wholeAt) {
  const ReportInput& input = page.input();
  const KernelSummary& kernel = input.analysis.kernels[index];
  const SourcePosition& at = kernel.nameAt.isValid() ? kernel.nameAt : kernel.definition.begin;
  const std::string in = inPrograms(kernel, input.analysis);
  std::string html = "<section class=kernel id=\"" + page.kernelAnchor(index) + "\"><div class=head><h2 class=mono>" +
                     escapeHtml(kernel.name) + "</h2><span class=muted>" + page.place(at) +
                     (in.empty() ? "" : ", " + escapeHtml(in)) + "</span></div>";
  const std::string resources = resourcesText(input, kernel);
  if (!resources.empty()) html += "<p class=muted>" + escapeHtml(resources) + "</p>";
  if (kernel.launches.empty()) html += "<p class=muted>No launch was found; give one with <code>--launch</code>.</p>";
  for (const Launch& launch : kernel.launches)
    html += "<div class=muted>Launched " + launchText(page, launch) + "</div>";
  html += observedList(input, kernel);
  if (!kernel.unknownReason.empty()) {
    html += "<div class=note>" + shapeWord(Shape::unknown) + " " +
            prose(kernel.unknownReason, page.linksInto(at.file)) + "</div>";
  }
  std::set<const VariantRecord*> shown;
  std::string trades;
  for (const SummaryRow& row : page.rows()) {
    if (row.kernel != index) continue;
    const Opportunity& first = *row.changes.front();
    // What nobody has tried and only pays sometimes is named in a sentence.
    if (isTrade(first, input.analysis.passes) && variantsOf(input, first.id).empty())
      trades += (trades.empty() ? "" : "; ") + prose(first.title);
    else
      html += changeWithNotes(page, row.changes, index, wholeAt, shown);
  }
  if (!trades.empty()) {
    html += "<p>" + shapeIcon(Shape::applicable) + " <b>Possible, and a trade</b> " + trades +
            ". <span class=muted><code>warpwright tune</code> measures whether it pays.</span></p>";
  }
  const VerdictCounts counts = countVerdicts({{}, {kernel}, input.analysis.passes});
  if (counts.applicable == 0) {
    html += "<p>" +
            (counts.total() == 0 ? "Nothing to report on this kernel."
                                 : "No change: " + countsText(counts) + ", <a href=\"#refused\">with reasons</a>.") +
            "</p>";
  }
  return html + occupancyFigure(input, kernel) + sourceTable(page, kernel) + "</section>\n";
}

}  // namespace

std::string kernelSections(const HtmlPage& page) {
  std::string html;
  const size_t count = page.input().analysis.kernels.size();
  if (count != 0) html = "<div id=kernels></div>";
  std::map<const VariantRecord*, size_t> wholeAt;
  for (size_t k = 0; k < count; ++k) html += kernelSection(page, k, wholeAt);
  return html;
}

std::string refusedSection(const HtmlPage& page) {
  const ReportInput& input = page.input();
  std::string rows;
  for (const RankedRow& row : rankedRows(input.analysis)) {
    const KernelSummary& kernel = input.analysis.kernels[row.kernel];
    const Opportunity& opportunity = kernel.opportunities[row.row.leading];
    if (opportunity.verdict == VerdictKind::applicable) continue;
    const LineLink links = page.linksInto(opportunity.range.begin.file);
    rows += "<tr><td>" + shapeWord(shapeOf(opportunity.verdict)) + "<td><a class=mono href=\"#" +
            page.kernelAnchor(row.kernel) + "\">" + escapeHtml(kernel.name) + "</a><small>" +
            page.place(opportunity.range.begin) + "</small><td><code>" + escapeHtml(opportunity.subject) +
            "</code><small>" + escapeHtml(passTitle(input.analysis.passes, opportunity.pass)) +
            "</small><td class=why>" + prose(opportunity.reason, links);
    for (const Message& other : otherReasons(kernel.opportunities, row.row, input.analysis.passes))
      rows += "<br>" + prose(other, links);
    rows += evidenceList(opportunity.evidence, links);
  }
  if (rows.empty()) return {};
  return "<section id=refused><h2>Refused and unknown</h2><p class=muted>Refused: not safe, or not possible. Unknown: "
         "not decided; "
         "the reason says what is missing.</p><div class=scroll tabindex=0 role=group aria-label=\"Refused and "
         "unknown\">"
         "<table class=t><thead><tr><th>Verdict<th>Kernel<th>About<th>Why</thead><tbody>" +
         rows + "</table></div></section>\n";
}

}  // namespace warpwright

#include "core/report/html_page.h"

#include <algorithm>

#include "core/base/gzip.h"
#include "core/base/json_text.h"
#include "core/finding/line_diff.h"
#include "core/finding/ranking.h"
#include "core/report/html_style.h"

#include <nlohmann/json.hpp>

namespace warpwright {
namespace {

std::string download(const std::string& text, const std::string& type, const std::string& name, const char* label) {
  if (text.empty()) return {};
  return "<a download=\"" + escapeHtml(name) + "\" href=\"data:" + type + ";base64," + toBase64(text) + "\">" + label +
         "</a>";
}

std::string header(const ReportInput& input) {
  using nlohmann::json;
  const auto dump = [](const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); };
  const std::string name = input.title.empty() ? "warpwright" : input.title;
  return "<header><b>Warpwright report</b><span class=muted>" + escapeHtml(input.title) +
         "</span><span class=end><span>" + escapeHtml(dateText(input.madeAt)) +
         " · self-contained</span><span class=\"links end\">" +
         download(patchReport(input), "text/x-patch", name + ".patch", "Patch") +
         download(gzipped(dump(sarifReport(input))), "application/gzip", name + ".sarif.gz", "SARIF") +
         download(gzipped(dump(jsonReport(input))), "application/gzip", name + ".json.gz", "JSON") +
         "</span></span></header>";
}

/// The shape that tells most about a kernel in the table of contents.
Shape kernelShape(const KernelSummary& kernel) {
  Shape shape = Shape::skipped;
  for (const Opportunity& opportunity : kernel.opportunities) {
    const Shape own = shapeOf(opportunity.verdict);
    if (own == Shape::applicable) return own;
    if (shape == Shape::skipped || own == Shape::unknown) shape = own;
  }
  return shape;
}

std::string contents(const HtmlPage& page) {
  const ReportInput& input = page.input();
  const VerdictCounts counts = countVerdicts(input.analysis);
  std::string html = "<nav aria-label=Contents><div class=in><a class=t href=\"#summary\">Summary</a>";
  if (!input.analysis.kernels.empty()) html += "<a class=t href=\"#kernels\">Kernels</a>";
  for (size_t k = 0; k < input.analysis.kernels.size(); ++k) {
    const KernelSummary& kernel = input.analysis.kernels[k];
    html += "<a class=k href=\"#" + page.kernelAnchor(k) + "\">" + shapeIcon(kernelShape(kernel)) +
            "<span class=mono>" + escapeHtml(kernel.name) + "</span></a>";
  }
  if (!memorySection(page).empty()) html += "<a class=t href=\"#memory\">Memory</a>";
  if (!input.trafficGraph.empty() || !input.reuseFigure.empty()) html += "<a class=t href=\"#reuse\">Reuse</a>";
  if (counts.refused + counts.unknown != 0) html += "<a class=t href=\"#refused\">Refused and unknown</a>";
  if (!input.tunings.empty()) html += "<a class=t href=\"#tunings\">Variants</a>";
  if (!input.wholePrograms.empty()) html += "<a class=t href=\"#programs\">Whole program</a>";
  if (input.comparison) html += "<a class=t href=\"#comparison\">Compared sessions</a>";
  return html +
         "<a class=t href=\"#measurements\">All measurements</a><a class=t href=\"#verification\">Verification</a>" +
         (input.runs.empty() ? "" : "<a class=t href=\"#runs\">Runs</a>") +
         "<a class=t href=\"#environment\">Environment</a></div></nav>";
}

/// Errors in the user's code stand above everything else: the findings may lack what they hide.
std::string problems(const HtmlPage& page) {
  std::string rows;
  for (const UnitSummary& unit : page.input().analysis.units) {
    for (const Diagnostic& diagnostic : unit.errors) {
      if (diagnostic.severity != Diagnostic::Severity::error) continue;
      rows += "<li>" + page.place(diagnostic.range.begin) + ": " + prose(diagnostic.message) + "</li>";
    }
  }
  std::string notCompared;
  for (const VariantRecord& variant : page.input().variants) {
    if (!variant.verification || verificationShape(*variant.verification) != Shape::notDone) continue;
    if (!variant.verification->judged) continue;  // stands among the variants with its reason
    notCompared += "<div class=note>" + shapeIcon(Shape::warning) + " <b>Results were not compared.</b> " +
                   prose(variant.verification->summary) + "</div>";
  }
  if (rows.empty()) return notCompared;
  return notCompared + "<div class=\"note bad\">" + shapeIcon(Shape::differs) +
         " <b>Errors in the source.</b> Kernels that hold them have no applicable findings.<ul>" + rows + "</ul></div>";
}

}  // namespace

HtmlPage::HtmlPage(const ReportInput& input) : input_(input), rows_(summaryRows(input)) {
  for (const KernelSummary& kernel : input.analysis.kernels) {
    const std::string& file = kernel.definition.begin.file;
    if (shownLines(kernel).first == 0) continue;
    files_.emplace(file, files_.size());
    for (uint32_t line = shownLines(kernel).first; line <= shownLines(kernel).second; ++line) lines_[file].insert(line);
  }
}

std::pair<uint32_t, uint32_t> HtmlPage::shownLines(const KernelSummary& kernel) const {
  const std::string* text = sourceOf(input_, kernel.definition.begin.file);
  const uint32_t first = kernel.definition.begin.line;
  if (!text || first == 0) return {0, 0};
  const auto count = static_cast<uint32_t>(splitLines(*text).size());
  const uint32_t last = std::min(std::max(kernel.definition.endLine, first), count);
  return first > count ? std::pair(0u, 0u) : std::pair(first, last);
}

bool HtmlPage::hasLine(const std::string& file, uint32_t line) const {
  const auto found = lines_.find(file);
  return found != lines_.end() && found->second.contains(line);
}

std::string HtmlPage::lineAnchor(const std::string& file, uint32_t line) const {
  const auto found = files_.find(file);
  return "f" + std::to_string(found == files_.end() ? 0 : found->second) + "-" + std::to_string(line);
}

LineLink HtmlPage::linksInto(const std::string& file) const {
  return [this, file](const SourcePosition& at, const std::string& text) {
    const std::string& in = at.file.empty() ? file : at.file;
    if (!hasLine(in, at.line)) return escapeHtml(text);
    return "<a href=\"#" + lineAnchor(in, at.line) + "\">" + escapeHtml(text) + "</a>";
  };
}

std::string HtmlPage::place(const SourcePosition& at) const {
  std::string text = escapeHtml(shownFile(input_, at.file));
  if (at.line == 0) return text;
  return (text.empty() ? "" : text + ", ") + prose(lineText(at), linksInto(at.file));
}

std::string htmlReport(const ReportInput& input) {
  const HtmlPage page(input);
  const std::string title = headline(input);
  return "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
         "<meta name=viewport content=\"width=device-width,initial-scale=1\">"
         // Nothing may be loaded, and nothing may run but our own script, whatever the source text holds.
         "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'; "
         "script-src " +
         reportScriptSource() +
         "; img-src data:; base-uri 'none'; form-action 'none'\">"
         "<meta name=color-scheme content=\"light dark\"><title>" +
         escapeHtml(input.title.empty() ? title : input.title + ": " + title) + "</title>\n<style>\n" + reportStyle() +
         "</style></head>\n<body>" + shapeDefinitions() + header(input) + "\n<div class=page>" + contents(page) +
         "\n<main><section id=summary><h1>" + escapeHtml(title) + "</h1><p class=cond>" +
         escapeHtml(conditions(input)) + "</p>" + problems(page) + figuresSection(page) + rankedSection(page) +
         applySection(page) + "</section>\n" + kernelSections(page) + refusedSection(page) + memorySection(page) +
         reuseSection(page) + tuningSections(page) + wholeProgramSections(page) + comparisonSection(page) +
         measurementSection(page) + verificationSection(page) + runsSection(page) + environmentSection(page) +
         "</main></div><script>" + reportScript() + "</script></body></html>\n";
}

}  // namespace warpwright

#include <algorithm>

#include "core/base/number_text.h"
#include "core/base/shell_word.h"
#include "core/base/version.h"
#include "core/report/html_page.h"
#include "core/report/tuning_table.h"

namespace warpwright {
namespace {

std::string command(const std::string& label, const std::string& text) {
  return "<dt>" + label + "<dd><code>" + escapeHtml(text) + "</code>";
}

std::string variantName(const HtmlPage& page, const VariantRecord& variant) {
  std::string html;
  for (const VariantStep& step : variant.steps) {
    const auto [kernel, opportunity] = findOpportunity(page.input(), step.opportunity);
    html += (html.empty() ? "" : " + ");
    if (!opportunity) {
      html += prose(warpwright::variantName({step}, {}, page.input().analysis.passes));
      continue;
    }
    html += prose(opportunity->title.empty() ? opportunity->subject : opportunity->title);
    for (const auto& [name, value] : step.values)
      html += " <span class=muted>" + escapeHtml(name + " = " + value) + "</span>";
  }
  return html.empty() ? escapeHtml(variant.summary.empty() ? variant.id : variant.summary) : html;
}

std::string differenceRows(const Verification& verification) {
  std::string rows;
  for (const OutputDifference& difference : verification.differences) {
    rows += "<tr><td><code>" + escapeHtml(difference.buffer) + "</code><td class=r>" + countText(difference.index) +
            "<td class=r><code>" + escapeHtml(difference.original) + "</code><td class=r><code>" +
            escapeHtml(difference.variant) + "</code><td class=r>" + countText(difference.count) + "<td>" +
            prose(difference.message);
  }
  if (rows.empty()) return {};
  return "<div class=scroll tabindex=0 role=group aria-label=Differences><table class=t><thead><tr><th>What<th "
         "class=r>First index<th class=r>Original"
         "<th class=r>Variant<th class=r>How many<th></thead><tbody>" +
         rows + "</table></div>";
}

std::string findingItems(const HtmlPage& page, const Verification& verification) {
  std::string items;
  for (const EngineFinding& finding : verification.findings) {
    items += "<li>" + shapeIcon(Shape::warning) + " " + (finding.at.isValid() ? page.place(finding.at) + ": " : "") +
             prose(finding.message) +
             (finding.count > 1 ? " <span class=muted>(" + countText(finding.count) + " times)</span>" : "") + "</li>";
  }
  return items.empty() ? "" : "<p>Findings of the checks that the original does not have:</p><ul>" + items + "</ul>";
}

std::string runText(const EngineRun& run) {
  if (run.failure) return "did not finish";
  // The variant is not started where the original does not run.
  if (run.seconds == 0 && run.launches.empty()) return missingValue;
  return durationText(run.seconds) + (run.exitCode != 0 ? ", exit code " + std::to_string(run.exitCode) : "");
}

/// Is the variant one that `rewrite` writes and a run of the program verified? Those of a tuning were judged on a
/// captured launch.
bool isMadeByOneFinding(const ReportInput& input, const VariantRecord& variant) {
  if (!variant.verification || variant.files.size() != 1 || variant.steps.size() != 1) return false;
  if (verificationShape(*variant.verification) != Shape::identical) return false;
  return std::none_of(input.tunings.begin(), input.tunings.end(),
                      [&](const TuningTable& table) { return variant.command.starts_with(table.kernel + " for "); });
}

}  // namespace

std::string applySection(const HtmlPage& page) {
  const ReportInput& input = page.input();
  std::string rows;
  const std::string name = input.title.empty() ? "warpwright" : input.title;
  if (!patchReport(input).empty()) {
    const bool applied =
        std::all_of(input.variants.begin(), input.variants.end(), [](const VariantRecord& v) { return v.applied; });
    rows += command("Apply", "git apply " + shellWord(name + ".patch")) + " <span class=muted>" +
            (applied ? "applied here already; for other copies" : "in the project folder") +
            "; the patch is linked at the top of this page</span>";
  }
  if (!input.command.empty()) {
    rows += command("Do it again", input.command) +
            (input.commandFolder.empty() ? "" : " <span class=muted>in " + escapeHtml(input.commandFolder) + "</span>");
  }
  std::string reading = input.readingOptions.empty() ? "" : " " + input.readingOptions, afterDashes;
  for (const std::string& flag : input.flags) afterDashes += (afterDashes.empty() ? " -- " : " ") + shellWord(flag);
  const std::string rewriteReading = reading + afterDashes;
  for (const std::string& flag : input.flags) reading += " " + shellWord("--compiler-flag=" + flag);
  const std::string root = input.root.empty() ? "." : input.root.string();
  const bool saysArch = input.readingOptions.find("--arch ") != std::string::npos;
  rows += command("Analyse again",
                  !input.analyzeCommand.empty()
                      ? input.analyzeCommand
                      : "warpwright analyze " + shellWord(root) + (saysArch ? "" : " --arch " + input.arch) + reading);
  for (const VariantRecord& variant : input.variants) {
    if (!isMadeByOneFinding(input, variant)) continue;
    const VariantStep& step = variant.steps.front();
    std::string text = " " + shellWord(variant.files.front().path) + " --opportunity " + shellWord(step.opportunity);
    for (const auto& [parameter, value] : step.values) text += " --set " + shellWord(parameter + "=" + value);
    rows += command("See the change", "warpwright rewrite" + text + " --diff" + rewriteReading);
    if (variant.verification->judged)
      rows += command("Verify again",
                      "warpwright verify" + text + reading + (variant.command.empty() ? "" : " -- " + variant.command));
    break;
  }
  if (!input.sessionFile.empty())
    rows += command("This report", "warpwright report " + shellWord(input.sessionFile) + " --output report.html");
  return "<div class=box><dl>" + rows + "</dl></div>";
}

std::string measurementSection(const HtmlPage& page) {
  const ReportInput& input = page.input();
  std::string html = "<section id=measurements><h2>All measurements</h2>";
  if (input.measurements.empty()) {
    return html + "<p>" + shapeIcon(Shape::notDone) +
           " No time was measured on a GPU. Where this report names a speed-up it is an estimate of the model; "
           "seconds under Verification are those of the CPU engine and say nothing about a GPU.</p></section>\n";
  }
  html +=
      "<div class=scroll tabindex=0 role=group aria-label=Measurements><table "
      "class=t><thead><tr><th>Kernel<th>Variant<th>Metric<th class=r>Value"
      "<th class=r>95 % interval<th>Unit<th class=r>Samples<th>Verdict<th>Conditions</thead><tbody>";
  for (const MeasurementRecord& record : input.measurements) {
    std::string name =
        record.variant.empty() ? "original <span class=muted>(baseline)</span>" : escapeHtml(record.variant);
    for (const VariantRecord& variant : input.variants) {
      if (variant.id == record.variant) name = variantName(page, variant);
    }
    html += "<tr><td class=mono>" + escapeHtml(record.kernel) + "<td>" + name + "<td>" + escapeHtml(record.metric) +
            "<td class=r>" + significantText(record.value) + "<td class=r>" + significantText(record.low) + "–" +
            significantText(record.high) + "<td>" + escapeHtml(record.unit) + "<td class=r>" +
            countText(record.samples) + "<td>" +
            (record.verdict.empty() ? missingValue : shapeWord(speedShape(record.verdict))) + "<td>" +
            escapeHtml(record.device + " (" + record.target + ")" +
                       (record.conditions.empty() ? "" : ", " + record.conditions));
  }
  return html + "</table></div></section>\n";
}

std::string verificationSection(const HtmlPage& page) {
  const ReportInput& input = page.input();
  std::string html = "<section id=verification><h2>Verification</h2>";
  size_t judged = 0;
  for (const TuningTable& table : input.tunings) judged += table.tried();
  if (judged != 0)
    html +=
        "<p>" + countText(judged, "variant was", "variants were") +
        " compared with the original while a kernel was tuned: see the <a href=\"#tunings\">table of variants</a>.</p>";
  if (input.variants.empty() && judged != 0) return html + "</section>\n";
  if (input.variants.empty())
    return html +
           (std::ranges::any_of(input.runs, [](const RunRecord& run) { return run.kind == "verify"; })
                ? "<p>Two programs were compared: see <a href=\"#runs\">Runs</a>.</p></section>\n"
                : "<p>" + shapeIcon(Shape::notDone) + " No variant was run against the original.</p></section>\n");
  html +=
      "<p class=muted>Original and variant ran on the CPU engine with the same input and with checks on; every buffer "
      "they computed was compared bit "
      "by bit. Seconds are the engine's, not a GPU's.</p>";
  html +=
      "<div class=scroll tabindex=0 role=group aria-label=Verification><table "
      "class=t><thead><tr><th>Variant<th>Results<th class=r>Launches<th class=r>Elements compared"
      "<th class=r>Original<th class=r>Variant<th>Input</thead><tbody>";
  std::string details;
  for (const VariantRecord& variant : input.variants) {
    html += "<tr><td>" + variantName(page, variant) + (variant.applied ? "<small>applied</small>" : "");
    if (!variant.verification) {
      html += "<td>" + shapeWord(tunedShape(input, variant.steps)) +
              "<td class=r>–<td class=r>–<td class=r>–<td class=r>–<td>–";
      continue;
    }
    const Verification& verification = *variant.verification;
    html += "<td>" + shapeWord(verificationShape(verification)) + "<td class=r>" +
            countText(verification.comparedLaunches) + "<td class=r>" + countText(verification.comparedElements) +
            "<td class=r>" + runText(verification.original) + "<td class=r>" + runText(verification.variant) +
            "<td><code>" + escapeHtml(variant.command) + "</code>";
    const std::string more = findingItems(page, verification) + differenceRows(verification);
    if (!verification.summary.empty() || !more.empty()) {
      details += "<p>" + shapeIcon(verificationShape(verification)) + " " + prose(verification.summary) + "</p>" + more;
    }
  }
  return html + "</table></div>" + details + "</section>\n";
}

std::string environmentSection(const HtmlPage& page) {
  const ReportInput& input = page.input();
  std::string rows;
  const auto add = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) rows += "<dt>" + escapeHtml(name) + "<dd>" + value;
  };
  for (const auto& [name, value] : input.environment) add(name, escapeHtml(value));
  add("architecture", escapeHtml(input.arch));
  for (const UnitSummary& unit : input.analysis.units) {
    std::string text = unit.headers == "toolkit" ? "CUDA toolkit headers"
                       : unit.headers == "own"   ? "Warpwright's own CUDA headers"
                                                 : escapeHtml(unit.headers);
    text += "; read in " + durationText(unit.parseSeconds) + ", proofs " + durationText(unit.proofSeconds);
    for (const std::string& header : unit.missingHeaders)
      text += "; <code>" + escapeHtml(header) + "</code> was not found and is skipped";
    for (const std::string& header : unit.guessedHeaders)
      text += "; <code>" + escapeHtml(header) + "</code> was found by its name alone";
    for (const std::string& note : unit.notes) text += "; " + prose(note);
    add(shownFile(input, unit.file), text);
  }
  add("report made", escapeHtml(timeText(input.madeAt) + " by Warpwright " + versionText() + ", GPL-3.0-or-later"));
  add("session", input.sessionFile.empty() ? "" : "<code>" + escapeHtml(input.sessionFile) + "</code>");
  return "<section id=environment><h2>Environment</h2><dl class=env>" + rows + "</dl></section>\n";
}

}  // namespace warpwright

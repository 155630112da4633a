#include <nlohmann/json.hpp>

#include "core/base/number_text.h"
#include "core/job/fused_job.h"
#include "core/report/html_style.h"
#include "core/report/html_text.h"
#include "core/report/preexecution_figures.h"

namespace warpwright {

using memsim::FusedMode;

namespace {

constexpr double chartWidth = 860;

std::string cell(const std::string& text) {
  return "<td class=num>" + escapeHtml(text) + "</td>";
}
std::string drawing(const std::string& svg, double height, const std::string& title) {
  const std::string w = svgNumber(chartWidth), h = svgNumber(height);
  return "<figure><svg role=img aria-label=\"" + escapeHtml(title) + "\" width=\"" + w + "\" height=\"" + h +
         "\" viewBox=\"0 0 " + w + " " + h + "\" style=\"max-width:100%;height:auto\">" + svg + "</svg></figure>\n";
}

std::string speedTable(const std::vector<PreexecutionWorkload>& workloads) {
  std::string html =
      "<table><thead><tr><th>Workload<th>Size<th>Adaptive<th>Profiled<th>Skip factor<th>Perfect L3<th>L3 hits, "
      "before → after<th>Coverage<th>Accuracy<th>CPU/GPU instructions</tr></thead><tbody>\n";
  for (const PreexecutionWorkload& one : workloads) {
    const FusedMode *alone = one.run.find(FusedMode::Kind::alone),
                    *adaptive = one.run.find(FusedMode::Kind::adaptive, 16);
    const FusedMode *profiled = one.run.profiled(), *perfect = one.run.find(FusedMode::Kind::perfect);
    if (!alone || !adaptive || !profiled || !perfect) continue;
    html += "<tr><td>" + escapeHtml(one.name) + "</td><td>" + escapeHtml(one.size) + "</td>" +
            cell(fixedText(one.run.speedup(*adaptive), 3)) + cell(fixedText(one.run.speedup(*profiled), 3)) +
            cell(std::to_string(profiled->skip)) + cell(fixedText(one.run.speedup(*perfect), 3)) +
            cell(fixedText(100 * alone->counts.l3HitRate(), 1) + " → " +
                 fixedText(100 * adaptive->counts.l3HitRate(), 1) + " %") +
            cell(fixedText(100 * adaptive->counts.coverage(), 1) + " %") +
            cell(fixedText(100 * adaptive->counts.accuracy(), 2) + " %") +
            cell(fixedText(100 * adaptive->counts.instructionShare(), 2) + " %") + "</tr>\n";
  }
  return html + "</tbody></table>\n";
}

std::string figureTable(const PreexecutionFigure& figure, const std::vector<PreexecutionWorkload>& workloads) {
  std::string html = "<details><summary>Figure " + std::to_string(figure.number) + " as a table, " +
                     escapeHtml(figure.unit) + "</summary><table><thead><tr><th>";
  for (const PreexecutionWorkload& one : workloads) html += "<th>" + escapeHtml(one.name);
  html += "<th>mean</tr></thead><tbody>\n";
  for (size_t s = 0; s < figure.series.size(); ++s) {
    html += "<tr><td>" + escapeHtml(figure.series[s]) + "</td>";
    for (const double value : figure.values[s]) html += cell(fixedText(value, 2));
    html += cell(fixedText(figure.means[s], 2)) + "</tr>\n";
  }
  return html + "</tbody></table></details>\n";
}

std::string skipTable(const std::vector<PreexecutionWorkload>& workloads) {
  std::string html = "<details><summary>Figure 6 as a table: skip factor at CPU cycle</summary><table><tbody>\n";
  for (const PreexecutionWorkload& one : workloads) {
    const FusedMode* mode = one.run.find(FusedMode::Kind::adaptive, 16);
    if (!mode) continue;
    std::string steps;
    for (size_t i = 0; i < mode->skips.size() && i < 40; ++i) {
      steps += (i ? ", " : "") + std::to_string(mode->skips[i].skip) + " at " + std::to_string(mode->skips[i].tick);
    }
    if (mode->skips.size() > 40) steps += " and " + std::to_string(mode->skips.size() - 40) + " more";
    html += "<tr><td>" + escapeHtml(one.name) + "</td><td>" + escapeHtml(steps) + "</td></tr>\n";
  }
  return html + "</tbody></table></details>\n";
}

}  // namespace

std::string preexecutionPage(const std::vector<PreexecutionWorkload>& workloads) {
  const PreexecutionGains gains = meanGains(workloads);
  std::string html =
      "<!doctype html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport "
      "content=\"width=device-width,initial-scale=1\"><meta http-equiv=Content-Security-Policy content=\"default-src "
      "'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\"><meta name=color-scheme "
      "content=\"light "
      "dark\"><title>Pre-execution on a fused chip</title>\n<style>\n" +
      reportStyle() +
      "</style></head>\n<body><main style=\"margin:auto;max-width:60rem;padding:1rem\"><h1>Pre-execution on a fused "
      "chip</h1>\n";
  html += "<p>Mean gain over " + std::to_string(workloads.size()) + " workloads: adaptive " +
          fixedText(gains.adaptive, 1) + " % (HPCA 2012: 21.4 %), profiled " + fixedText(gains.profiled, 1) +
          " % (23.1 %). Modelled, not measured; no number of the "
          "model is fitted to a workload.</p>\n" +
          speedTable(workloads);
  double height = 0;
  const std::string skips = skipChart(workloads, chartWidth, height, pageInk());
  html += drawing(skips, height, "Figure 6: skip factor over time") + skipTable(workloads);
  for (const PreexecutionFigure& figure : preexecutionFigures(workloads)) {
    html += drawing(barChart(figure, workloads, chartWidth, pageInk()), preexecutionChartHeight,
                    "Figure " + std::to_string(figure.number)) +
            figureTable(figure, workloads);
  }
  html += "<h2>Conditions</h2><ul>\n";
  for (const PreexecutionWorkload& one : workloads) {
    html += "<li>" + escapeHtml(one.name) + ", " + escapeHtml(one.size) + ":";
    for (const std::string& condition : one.run.conditions) html += " " + escapeHtml(condition);
    html += "</li>\n";
  }
  return html +
         "</ul><p class=muted>After Yang, Xiang, Mantor, Zhou, CPU-Assisted GPGPU on Fused CPU-GPU Architectures, HPCA "
         "2012.</p></main></body></html>\n";
}

nlohmann::json preexecutionData(const std::vector<PreexecutionWorkload>& workloads) {
  const PreexecutionGains gains = meanGains(workloads);
  nlohmann::json figures = nlohmann::json::array(), runs = nlohmann::json::array();
  for (const PreexecutionFigure& figure : preexecutionFigures(workloads)) {
    nlohmann::json series = nlohmann::json::array();
    for (size_t s = 0; s < figure.series.size(); ++s) {
      series.push_back({{"name", figure.series[s]}, {"values", figure.values[s]}, {"mean", figure.means[s]}});
    }
    figures.push_back({{"figure", figure.number}, {"title", figure.title}, {"unit", figure.unit}, {"series", series}});
  }
  for (const PreexecutionWorkload& one : workloads)
    runs.push_back({{"name", one.name}, {"size", one.size}, {"run", one.run}});
  return {{"schema", "warpwright.preexecution-figures/1"},
          {"mean_gain_percent", {{"adaptive", gains.adaptive}, {"profiled", gains.profiled}}},
          {"figures", figures},
          {"workloads", runs}};
}

}  // namespace warpwright

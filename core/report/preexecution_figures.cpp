#include "core/report/preexecution_figures.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iterator>

#include "core/base/number_text.h"
#include "core/report/html_text.h"

namespace warpwright {

using memsim::FusedCounts;
using memsim::FusedMode;
using memsim::FusedRun;

namespace {

using Choose = std::function<const FusedMode*(const FusedRun&)>;
using Value = std::function<double(const FusedCounts&)>;

const FusedMode* alone(const FusedRun& run) {
  return run.find(FusedMode::Kind::alone);
}
const FusedMode* adaptive(const FusedRun& run) {
  return run.find(FusedMode::Kind::adaptive, 16);
}
const FusedMode* profiled(const FusedRun& run) {
  return run.profiled();
}
const FusedMode* perfect(const FusedRun& run) {
  return run.find(FusedMode::Kind::perfect);
}

struct Series {
  std::string name;
  Choose choose;
};

PreexecutionFigure figureOf(int number, std::string title, std::string unit,
                            const std::vector<PreexecutionWorkload>& workloads, const std::vector<Series>& series,
                            const Value& value) {
  PreexecutionFigure figure{number, std::move(title), std::move(unit), {}, {}, {}};
  for (const Series& one : series) {
    figure.series.push_back(one.name);
    std::vector<double>& values = figure.values.emplace_back();
    double sum = 0;
    for (const PreexecutionWorkload& workload : workloads) {
      const FusedMode* mode = one.choose(workload.run);
      values.push_back(mode == nullptr ? 0 : value(mode->counts));
      sum += values.back();
    }
    figure.means.push_back(workloads.empty() ? 0 : sum / static_cast<double>(workloads.size()));
  }
  return figure;
}

std::string rounded(double value) {
  return fixedText(value, value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

/// 1, 2 or 5 times a power of ten, at least the value over five.
double tickOf(double most) {
  const double power = std::pow(10, std::floor(std::log10(std::max(most, 1e-9) / 5)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    if (factor * power * 5 >= most) return factor * power;
  }
  return 10 * power;
}

std::string label(double x, double y, const std::string& text, const SvgInk& ink, const char* anchor,
                  const char* token = "muted", int size = 11) {
  return "<text x=\"" + svgNumber(x) + "\" y=\"" + svgNumber(y) + "\" text-anchor=\"" + anchor + "\" font-size=\"" +
         std::to_string(size) + "\" fill=\"" + ink(token) + "\">" + escapeHtml(text) + "</text>";
}

constexpr const char* seriesTokens[] = {"base", "accent", "third", "fourth"};

std::string legend(const PreexecutionFigure& figure, double x, double y, const SvgInk& ink) {
  std::string svg;
  for (size_t s = 0; s < figure.series.size(); ++s) {
    svg += "<rect x=\"" + svgNumber(x) + "\" y=\"" + svgNumber(y - 9) + "\" width=\"10\" height=\"10\" fill=\"" +
           ink(seriesTokens[s % std::size(seriesTokens)]) + "\"/>" +
           label(x + 15, y, figure.series[s], ink, "start", "text");
    x += 30 + 7.0 * static_cast<double>(figure.series[s].size());
  }
  return svg;
}

std::string skipPanel(const PreexecutionWorkload& workload, double left, double top, double width, const SvgInk& ink) {
  const double x0 = left + 34, x1 = left + width - 14, y0 = top + skipPanelHeight - 26, y1 = top + 24;
  std::string svg = label(x0, top + 14, workload.name, ink, "start", "text", 12);
  const FusedMode* mode = adaptive(workload.run);
  if (mode == nullptr || mode->skips.empty() || mode->counts.ticks == 0)
    return svg + label(x0, y0, "not run", ink, "start");
  double most = 64;
  for (const auto& sample : mode->skips) most = std::max(most, static_cast<double>(sample.skip));
  const double last = static_cast<double>(std::max(mode->counts.ticks, mode->skips.back().tick));
  const auto x = [&](double tick) { return x0 + tick / last * (x1 - x0); };
  const auto y = [&](double skip) { return y0 - skip / most * (y0 - y1); };
  for (const double skip : {0.0, most / 2, most}) {
    svg += "<path d=\"M" + svgNumber(x0) + " " + svgNumber(y(skip)) + "H" + svgNumber(x1) + "\" stroke=\"" +
           ink("line") + "\"/>" + label(x0 - 5, y(skip) + 4, std::to_string(std::lround(skip)), ink, "end");
  }
  std::string path;
  for (const auto& sample : mode->skips) {
    const std::string at = svgNumber(x(static_cast<double>(sample.tick)));
    const std::string level = svgNumber(y(static_cast<double>(sample.skip)));
    path += path.empty() ? "M" + at + " " + level : "H" + at + "V" + level;
  }
  const double milliseconds = workload.run.clockGHz > 0 ? last / workload.run.clockGHz / 1e6 : 0;
  return svg + "<path d=\"" + path + "H" + svgNumber(x1) + "\" fill=\"none\" stroke-width=\"1.5\" stroke=\"" +
         ink("accent") + "\"/>" + label(x0, y0 + 14, "0", ink, "middle") +
         label(x1, y0 + 14, rounded(milliseconds) + " ms", ink, "end");
}

}  // namespace

std::vector<PreexecutionFigure> preexecutionFigures(const std::vector<PreexecutionWorkload>& workloads) {
  const auto ipc = [](const FusedCounts& counts) { return counts.ipc(); };
  const auto batches = [](uint64_t size) {
    return Series{"batches of " + std::to_string(size),
                  [size](const FusedRun& run) { return run.find(FusedMode::Kind::adaptive, size); }};
  };
  return {
      figureOf(10, "GPU performance", "instructions a GPU cycle", workloads,
               {{"no pre-execution", alone}, {"adaptive", adaptive}, {"profiled", profiled}, {"perfect L3", perfect}},
               ipc),
      figureOf(11, "L3 hit rate of the GPU", "%", workloads, {{"no pre-execution", alone}, {"adaptive", adaptive}},
               [](const FusedCounts& counts) { return 100 * counts.l3HitRate(); }),
      figureOf(12, "Accuracy of the fetches", "% of the lines that the CPU asked for", workloads,
               {{"adaptive", adaptive}}, [](const FusedCounts& counts) { return 100 * counts.accuracy(); }),
      figureOf(13, "CPU instructions over GPU instructions", "%", workloads,
               {{"adaptive", adaptive}, {"profiled", profiled}},
               [](const FusedCounts& counts) { return 100 * counts.instructionShare(); }),
      figureOf(17, "GPU performance by batch size", "instructions a GPU cycle", workloads,
               {batches(8), batches(16), batches(32)}, ipc)};
}

std::string barChart(const PreexecutionFigure& figure, const std::vector<PreexecutionWorkload>& workloads, double width,
                     const SvgInk& ink) {
  const double left = 44, right = width - 10, top = 46, bottom = preexecutionChartHeight - 28;
  double most = 0;
  for (const auto& values : figure.values) {
    for (const double value : values) most = std::max(most, value);
  }
  const double tick = tickOf(most), limit = std::max(tick, std::ceil(most / tick - 1e-9) * tick);
  const auto y = [&](double value) { return bottom - value / limit * (bottom - top); };
  std::string svg =
      label(left, 16, "Figure " + std::to_string(figure.number) + ". " + figure.title + ", " + figure.unit, ink,
            "start", "text", 12) +
      legend(figure, left, 34, ink);
  for (double at = 0; at <= limit * 1.0001; at += tick) {
    svg += "<path d=\"M" + svgNumber(left) + " " + svgNumber(y(at)) + "H" + svgNumber(right) + "\" stroke=\"" +
           ink("line") + "\"/>" + label(left - 6, y(at) + 4, svgNumber(at), ink, "end");
  }
  const size_t groups = workloads.size() + 1, count = std::max<size_t>(1, figure.series.size());
  const double group = (right - left) / static_cast<double>(groups), bar = group * 0.8 / static_cast<double>(count);
  for (size_t g = 0; g < groups; ++g) {
    const double start = left + static_cast<double>(g) * group + group * 0.1;
    for (size_t s = 0; s < figure.series.size(); ++s) {
      const double value = g < workloads.size() ? figure.values[s][g] : figure.means[s];
      svg += "<rect x=\"" + svgNumber(start + static_cast<double>(s) * bar) + "\" y=\"" + svgNumber(y(value)) +
             "\" width=\"" + svgNumber(bar * 0.9) + "\" height=\"" + svgNumber(bottom - y(value)) + "\" fill=\"" +
             ink(seriesTokens[s % std::size(seriesTokens)]) + "\"/>";
    }
    svg += label(start + group * 0.4, bottom + 15, g < workloads.size() ? workloads[g].name : "mean", ink, "middle",
                 "text");
  }
  return svg;
}

std::string skipChart(const std::vector<PreexecutionWorkload>& workloads, double width, double& height,
                      const SvgInk& ink) {
  constexpr size_t columns = 3;
  std::string svg = label(10, 16, "Figure 6. The skip factor over simulated time, adaptive", ink, "start", "text", 12);
  for (size_t i = 0; i < workloads.size(); ++i) {
    const double panel = width / columns;
    svg += skipPanel(workloads[i], static_cast<double>(i % columns) * panel,
                     24 + static_cast<double>(i / columns) * skipPanelHeight, panel, ink);
  }
  height = 24 + static_cast<double>((workloads.size() + columns - 1) / columns) * skipPanelHeight;
  return svg;
}

PreexecutionGains meanGains(const std::vector<PreexecutionWorkload>& workloads) {
  PreexecutionGains gains;
  for (const PreexecutionWorkload& workload : workloads) {
    if (const FusedMode* mode = adaptive(workload.run)) gains.adaptive += 100 * (workload.run.speedup(*mode) - 1);
    if (const FusedMode* mode = profiled(workload.run)) gains.profiled += 100 * (workload.run.speedup(*mode) - 1);
  }
  const double count = std::max<double>(1, static_cast<double>(workloads.size()));
  return {gains.adaptive / count, gains.profiled / count};
}

}  // namespace warpwright

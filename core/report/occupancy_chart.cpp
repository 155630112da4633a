#include "core/report/occupancy_chart.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"

namespace warpwright {
namespace {

double percentOf(const Device& device, uint32_t warps) {
  const uint32_t most = device.maxThreadsPerMultiprocessor / device.warpSize;
  return most == 0 ? 0 : 100.0 * warps / most;
}

std::string change(const std::string& before, const std::optional<std::string>& after, const std::string& unit) {
  return (after && *after != before ? before + " → " + *after : before) + (unit.empty() ? "" : " " + unit);
}

uint32_t warpsOf(const Device& device, const OccupancyCase& of) {
  return (of.request.threadsPerBlock + device.warpSize - 1) / std::max(1u, device.warpSize);
}

OccupancyRow row(const OccupancyComparison& of, OccupancyResource resource, std::string limit, std::string use) {
  OccupancyRow row{std::move(limit), resource, {}, {}, false, false, std::move(use)};
  for (const OccupancyLimit& one : of.ofOriginal.limits) {
    if (one.resource == resource)
      row.original = one.blocks, row.limitsOriginal = one.limits && of.ofOriginal.blocks > 0;
  }
  if (!of.variant) return row;
  for (const OccupancyLimit& one : of.ofVariant.limits) {
    if (one.resource == resource) row.variant = one.blocks, row.limitsVariant = one.limits && of.ofVariant.blocks > 0;
  }
  return row;
}

std::vector<OccupancyRow> rowsOf(const OccupancyComparison& of) {
  const Device& device = of.device;
  const auto after = [&](auto text) {
    return of.variant ? std::optional<std::string>(text(*of.variant)) : std::nullopt;
  };
  const auto warps = [&](const OccupancyCase& one) { return countText(warpsOf(device, one)); };
  const auto registers = [](const OccupancyCase& one) {
    return one.request.registersPerThread == 0 ? std::string("?") : countText(one.request.registersPerThread);
  };
  const auto bytes = [](const OccupancyCase& one) { return countText(one.request.sharedBytesPerBlock); };
  std::string reserved;
  if (device.sharedReservedPerBlock != 0) reserved = "B, +" + memoryText(device.sharedReservedPerBlock) + " reserved";
  return {row(of, OccupancyResource::threads,
              "Warps (" + countText(device.maxThreadsPerMultiprocessor / std::max(1u, device.warpSize)) + " a SM)",
              change(warps(of.original), after(warps), "warps a block")),
          row(of, OccupancyResource::registers, "Registers (" + countText(device.registersPerMultiprocessor) + ")",
              of.original.request.registersPerThread == 0 && !of.variant
                  ? std::string("not known")
                  : change(registers(of.original), after(registers), "a thread")),
          row(of, OccupancyResource::shared, "Shared (" + memoryText(device.sharedPerMultiprocessor) + ")",
              change(bytes(of.original), after(bytes), reserved.empty() ? "B" : reserved)),
          row(of, OccupancyResource::blocks, "Blocks (" + countText(device.maxBlocksPerMultiprocessor) + " a SM)",
              "hardware")};
}

/// Points where the value changes, and the ends: the curve as steps.
std::vector<std::pair<double, double>> steps(const Device& device, const std::vector<OccupancyPoint>& points,
                                             double last) {
  std::vector<std::pair<double, double>> line;
  for (const OccupancyPoint& point : points) {
    if (static_cast<double>(point.value) > last) break;
    const double percent = percentOf(device, point.warps);
    if (line.empty() || line.back().second != percent) line.emplace_back(static_cast<double>(point.value), percent);
  }
  if (!line.empty() && line.back().first < last) line.emplace_back(last, line.back().second);
  return line;
}

}  // namespace

std::optional<OccupancyCase> occupancyCase(const KernelSummary& kernel) {
  for (const Launch& launch : kernel.launches) {
    uint64_t threads = 1;
    bool known = true;
    for (const auto& extent : launch.block) {
      known &= extent.has_value();
      threads *= extent.value_or(0);
    }
    if (!known || threads == 0 || threads > UINT32_MAX) continue;
    OccupancyCase of;
    of.request = {static_cast<uint32_t>(threads), kernel.resources.registers.value_or(0), kernel.resources.sharedBytes};
    of.registersLow = kernel.resources.registersLow;
    of.registersHigh = kernel.resources.registersHigh;
    if (kernel.resources.registers) of.registersSource = kernel.resources.source;
    return of;
  }
  return std::nullopt;
}

OccupancyComparison compareOccupancy(const Device& device, const OccupancyCase& original,
                                     const std::optional<OccupancyCase>& variant) {
  OccupancyComparison comparison{device, original, variant, computeOccupancy(device, original.request), {}, {}};
  if (variant) comparison.ofVariant = computeOccupancy(device, variant->request);
  comparison.rows = rowsOf(comparison);
  return comparison;
}

std::string occupancyPercent(const Occupancy& occupancy) {
  if (occupancy.blocks == 0) return missingValue;
  const double percent = occupancy.fraction * 100;
  const bool whole = std::abs(percent - std::round(percent)) < 0.05;
  return (whole ? std::to_string(std::lround(percent)) : svgNumber(std::round(percent * 10) / 10)) + " %";
}

std::string occupancyWords(const Occupancy& occupancy) {
  if (occupancy.blocks == 0) return occupancy.cannotLaunch;
  std::string limits;
  for (const OccupancyLimit& limit : occupancy.limits) {
    if (!limit.limits) continue;
    const std::string name = limit.resource == OccupancyResource::threads ? "warps" : toString(limit.resource);
    limits += (limits.empty() ? "" : " and ") + name;
  }
  return countText(occupancy.warps) + " of " + countText(occupancy.maxWarps) + " warps, limit: " + limits;
}

std::string registersWords(const OccupancyCase& of) {
  if (of.registersSource.empty() || of.request.registersPerThread == 0) {
    return "Registers are not known here and left out: set them, or let ptxas count them";
  }
  std::string text = "Registers: " + countText(of.request.registersPerThread) + " (";
  if (of.registersLow && of.registersHigh)
    text += countText(*of.registersLow) + "–" + countText(*of.registersHigh) + ", ";
  return text + of.registersSource + ")";
}

std::string occupancyConditions(const OccupancyComparison& comparison) {
  return "Theoretical occupancy of " + comparison.device.name + " (" + comparison.device.arch +
         "), largest shared memory carve-out. " + registersWords(comparison.original) + ".";
}

std::array<OccupancyCurve, 3> occupancyCurves(const OccupancyComparison& of) {
  const Device& device = of.device;
  const bool variant = of.variant.has_value();
  const auto most = [&](auto value) { return std::max(value(of.original), variant ? value(*of.variant) : 0.0); };
  OccupancyCurve threads, registers, shared;
  threads.title = "Threads a block";
  threads.first = device.warpSize;
  threads.last = device.maxThreadsPerBlock;
  for (const uint32_t tick : {device.warpSize, 256u, 512u, 768u, 1024u}) {
    if (tick <= device.maxThreadsPerBlock) threads.ticks.emplace_back(tick, std::to_string(tick));
  }
  registers.title = "Registers a thread";
  registers.first = 16;
  const double used =
      most([](const OccupancyCase& one) { return static_cast<double>(one.request.registersPerThread); });
  registers.last = std::min<double>(device.maxRegistersPerThread, used > 120 ? 255 : 128);
  for (const int tick : {16, 32, 64, 96, 128, 192, 255}) {
    if (tick <= registers.last && !(registers.last > 200 && (tick == 32 || tick == 96))) {
      registers.ticks.emplace_back(tick, std::to_string(tick));
    }
  }
  shared.title = "Shared memory a block";
  const double bytes =
      most([](const OccupancyCase& one) { return static_cast<double>(one.request.sharedBytesPerBlock); });
  double kib = 48;
  while (kib * 1024 < bytes * 1.1) kib *= 2;
  shared.last = std::min(kib * 1024, static_cast<double>(device.sharedPerBlock));
  for (int part = 0; part <= 3; ++part) {
    const double at = std::floor(shared.last * part / 3 / 1024) * 1024;
    shared.ticks.emplace_back(at, part == 0 ? "0" : memoryText(static_cast<uint64_t>(at)));
  }
  const auto fill = [&](const OccupancyRequest& request, bool original) {
    const auto put = [&](OccupancyCurve& curve, const std::vector<OccupancyPoint>& points, std::optional<double> at) {
      (original ? curve.original : curve.variant) = steps(device, points, curve.last);
      (original ? curve.originalAt : curve.variantAt) = at;
    };
    put(threads, occupancyOverBlockSize(device, request), request.threadsPerBlock);
    put(registers, occupancyOverRegisters(device, request),
        request.registersPerThread == 0 ? std::nullopt : std::optional<double>(request.registersPerThread));
    put(shared, occupancyOverShared(device, request), static_cast<double>(request.sharedBytesPerBlock));
  };
  fill(of.original.request, true);
  if (variant) fill(of.variant->request, false);
  return {threads, registers, shared};
}

namespace {

std::string stepPath(const std::vector<std::pair<double, double>>& line, const auto& x, const auto& y) {
  std::string path;
  for (size_t i = 0; i < line.size(); ++i) {
    if (i == 0)
      path = "M" + svgNumber(x(line[0].first)) + " " + svgNumber(y(line[0].second));
    else
      path += "H" + svgNumber(x(line[i].first)) + "V" + svgNumber(y(line[i].second));
  }
  return path;
}

std::string oneCurve(const OccupancyCurve& curve, double left, double width, double percentOriginal,
                     double percentVariant, const SvgInk& ink) {
  constexpr double top = 26, bottom = 156;
  const auto x = [&](double value) {
    const double share = (value - curve.first) / std::max(1.0, curve.last - curve.first);
    return left + 34 + std::clamp(share, 0.0, 1.0) * (width - 58);
  };
  const auto y = [&](double percent) { return bottom - percent / 100 * (bottom - top); };
  std::string svg = "<text x=\"" + svgNumber(left + 34) + "\" y=\"14\" font-weight=\"600\" fill=\"" + ink("text") +
                    "\">" + curve.title + "</text>";
  for (const int percent : {0, 25, 50, 75, 100}) {
    svg += "<path d=\"M" + svgNumber(left + 34) + " " + svgNumber(y(percent)) + "H" + svgNumber(left + width - 24) +
           "\" stroke=\"" + ink("line") + "\" fill=\"none\"/><text x=\"" + svgNumber(left + 28) + "\" y=\"" +
           svgNumber(y(percent) + 4) + "\" text-anchor=\"end\" fill=\"" + ink("muted") + "\" font-size=\"11\">" +
           std::to_string(percent) + "</text>";
  }
  for (const auto& [value, label] : curve.ticks) {
    svg += "<text x=\"" + svgNumber(x(value)) + "\" y=\"174\" text-anchor=\"middle\" fill=\"" + ink("muted") +
           "\" font-size=\"11\">" + label + "</text>";
  }
  svg += "<path d=\"" + stepPath(curve.original, x, y) + "\" fill=\"none\" stroke=\"" + ink("base") +
         "\" stroke-width=\"1.5\" stroke-dasharray=\"4 3\"/>";
  if (!curve.variant.empty()) {
    svg += "<path d=\"" + stepPath(curve.variant, x, y) + "\" fill=\"none\" stroke=\"" + ink("var") +
           "\" stroke-width=\"1.8\"/>";
  }
  if (curve.originalAt) {
    svg += "<rect x=\"" + svgNumber(x(*curve.originalAt) - 5) + "\" y=\"" + svgNumber(y(percentOriginal) - 5) +
           "\" width=\"10\" height=\"10\" fill=\"" + ink("surface") + "\" stroke=\"" + ink("base") +
           "\" stroke-width=\"2\"/>";
  }
  if (curve.variantAt) {
    svg += "<circle cx=\"" + svgNumber(x(*curve.variantAt)) + "\" cy=\"" + svgNumber(y(percentVariant)) +
           "\" r=\"5.5\" fill=\"" + ink("var") + "\"/>";
  }
  return svg + "\n";
}

}  // namespace

std::string occupancySvg(const OccupancyComparison& comparison, double width, const SvgInk& ink) {
  const auto curves = occupancyCurves(comparison);
  std::string svg;
  for (size_t i = 0; i < curves.size(); ++i) {
    svg += oneCurve(curves[i], width / 3 * static_cast<double>(i), width / 3, comparison.ofOriginal.fraction * 100,
                    comparison.ofVariant.fraction * 100, ink);
  }
  return svg;
}

}  // namespace warpwright

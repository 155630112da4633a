#include "core/report/roofline.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/number_text.h"
#include "core/report/html_text.h"

namespace warpwright {
namespace {

using memsim::ArithmeticCounts;
using memsim::CountRange;
using memsim::LaunchMetrics;

constexpr double sectorBytes = 32, schedulers = 4;
constexpr double left = 64, right = 14, top = 12, bottom = 36;

double middle(const CountRange& range) {
  return (static_cast<double>(range.low) + static_cast<double>(range.high)) / 2;
}

double operationsOf(const ArithmeticCounts& counts, Roofline::Kind kind) {
  return kind == Roofline::Kind::fp32 ? counts.fp32 : kind == Roofline::Kind::fp64 ? counts.fp64 : counts.instructions;
}

/// As short as it can be said: "30", "0.3125".
std::string shortText(double value, int digits = 4) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.*g", digits, value);
  return text;
}

const char* unitOf(Roofline::Kind kind) {
  return kind == Roofline::Kind::instructions ? "inst" : "flop";
}

std::string scaled(double value, const std::string& unit) {
  for (const auto& [factor, prefix] : {std::pair(1e12, "T"), std::pair(1e9, "G"), std::pair(1e6, "M")}) {
    if (value >= factor) return shortText(value / factor) + " " + prefix + unit;
  }
  return shortText(value) + " " + unit;
}

std::vector<Roofline::Roof> roofsOf(const Device& device, Roofline::Kind kind) {
  std::vector<Roofline::Roof> roofs;
  const double clock = device.clockGHz * 1e9;
  if (device.dramGBs > 0)
    roofs.push_back({Roofline::Level::dram, "DRAM " + scaled(device.dramGBs * 1e9, "B/s"), device.dramGBs * 1e9, 0});
  if (device.l2BytesPerClock > 0 && clock > 0)
    roofs.push_back({Roofline::Level::l2, "L2 " + scaled(device.l2BytesPerClock * clock, "B/s"),
                     device.l2BytesPerClock * clock, 0});
  const double lanes = kind == Roofline::Kind::fp32   ? 2 * device.fp32Lanes
                       : kind == Roofline::Kind::fp64 ? 2 * device.fp64Lanes
                                                      : schedulers * device.warpSize;
  const double rate = lanes * device.multiprocessors * clock;
  const char* name = kind == Roofline::Kind::fp32 ? "fp32 " : kind == Roofline::Kind::fp64 ? "fp64 " : "issue ";
  if (rate > 0) roofs.push_back({Roofline::Level::arithmetic, name + rateText(rate, kind), 0, rate});
  return roofs;
}

/// The points of one side: by the bytes of DRAM and by those of L2, where any moved and the device has a roof.
void addPoints(Roofline& to, const LaunchMetrics& metrics, const std::string& name, bool isVariant,
               std::optional<double> ms) {
  if (!metrics.arithmetic) return;
  const double launches = static_cast<double>(std::max<uint64_t>(1, metrics.launches));
  const double operations = operationsOf(*metrics.arithmetic, to.kind) / launches;
  const memsim::TrafficRange& moved = metrics.traffic;
  for (const Roofline::Roof& roof : to.roofs) {
    if (roof.bytes <= 0) continue;
    const bool isDram = roof.level == Roofline::Level::dram;
    const double sectors =
        isDram ? middle(moved.dramReads) + middle(moved.dramWrites) : middle(moved.l2Reads) + middle(moved.l2Writes);
    const double bytes = sectors * sectorBytes / launches;
    if (bytes <= 0 || operations <= 0) continue;
    Roofline::Point point{name, isDram ? "DRAM" : "L2", isVariant, operations, bytes, operations / bytes, 0, {}};
    point.attainable = roof.bytes * point.intensity;
    for (const Roofline::Roof& flat : to.roofs) {
      if (flat.rate > 0) point.attainable = std::min(point.attainable, flat.rate);
    }
    if (ms && *ms > 0) point.rate = operations / (*ms / 1000);
    to.points.push_back(std::move(point));
  }
}

/// Decades that hold everything, in powers of ten.
struct Scale {
  double fromX, toX, fromY, toY, width, height;

  double x(double intensity) const {
    return left + (std::log10(intensity) - fromX) / (toX - fromX) * (width - left - right);
  }
  double y(double rate) const {
    return height - bottom - (std::log10(rate) - fromY) / (toY - fromY) * (height - top - bottom);
  }
};

Scale scaleOf(const Roofline& roofline, double width, double height) {
  double lowX = 1e300, highX = 0, lowY = 1e300, highY = 0;
  const auto take = [](double value, double& low, double& high) {
    if (value > 0) low = std::min(low, value), high = std::max(high, value);
  };
  double flat = 0, steepest = 0;
  for (const Roofline::Roof& roof : roofline.roofs)
    flat = std::max(flat, roof.rate), steepest = std::max(steepest, roof.bytes);
  for (const Roofline::Point& point : roofline.points) {
    take(point.intensity, lowX, highX);
    take(point.attainable, lowY, highY);
    if (point.rate) take(*point.rate, lowY, highY);
  }
  for (const Roofline::Roof& roof : roofline.roofs) {
    if (roof.bytes > 0 && flat > 0) take(flat / roof.bytes, lowX, highX);  // where the roofs meet
  }
  take(std::max(flat, highY), lowY, highY);
  return {std::floor(std::log10(lowX) - 0.2),
          std::ceil(std::log10(highX) + 0.2),
          std::floor(std::log10(lowY) - 0.2),
          std::ceil(std::log10(highY) + 0.15),
          width,
          height};
}

std::string line(double x1, double y1, double x2, double y2, const std::string& colour, double stroke,
                 const char* dash = "") {
  return "<line x1=\"" + svgNumber(x1) + "\" y1=\"" + svgNumber(y1) + "\" x2=\"" + svgNumber(x2) + "\" y2=\"" +
         svgNumber(y2) + "\" stroke=\"" + colour + "\" stroke-width=\"" + svgNumber(stroke) + "\"" +
         (*dash == 0 ? std::string() : " stroke-dasharray=\"" + std::string(dash) + "\"") + "/>";
}

std::string words(double x, double y, const std::string& text, const std::string& colour, const char* anchor,
                  const std::string& more = {}) {
  return "<text x=\"" + svgNumber(x) + "\" y=\"" + svgNumber(y) + "\" fill=\"" + colour + "\" text-anchor=\"" + anchor +
         "\"" + more + ">" + escapeHtml(text) + "</text>";
}

std::string powerText(int power, Roofline::Kind kind) {
  if (power >= 6) return rateText(std::pow(10.0, power), kind);
  return shortText(std::pow(10.0, power));
}

std::string axes(const Roofline& roofline, const Scale& scale, const SvgInk& ink) {
  std::string svg;
  const double floor = scale.height - bottom;
  const int columns = static_cast<int>(scale.toX - scale.fromX), rows = static_cast<int>(scale.toY - scale.fromY);
  for (int i = 0; i <= columns; ++i) {
    const int power = static_cast<int>(scale.fromX) + i;
    const double x = scale.x(std::pow(10.0, power));
    svg += line(x, top, x, floor, ink("line"), 1);
    svg += words(x, floor + 15, shortText(std::pow(10.0, power)), ink("muted"), "middle");
  }
  for (int i = 0; i <= rows; ++i) {
    const int power = static_cast<int>(scale.fromY) + i;
    const double y = scale.y(std::pow(10.0, power));
    svg += line(left, y, scale.width - right, y, ink("line"), 1);
    // Words of the lines do not stand in each other's way.
    if (rows > 0 && (floor - top) / rows * (rows > 4 && i % 2 == 1 ? 0 : 1) >= 14)
      svg += words(left - 6, y + 4, powerText(power, roofline.kind), ink("muted"), "end");
  }
  svg += words((left + scale.width - right) / 2, scale.height - 4, std::string(unitOf(roofline.kind)) + " a byte",
               ink("muted"), "middle");
  return svg;
}

std::string roofLines(const Roofline& roofline, const Scale& scale, const SvgInk& ink) {
  double flat = 0;
  for (const Roofline::Roof& roof : roofline.roofs) flat = std::max(flat, roof.rate);
  std::string svg;
  const double fromX = std::pow(10.0, scale.fromX), toX = std::pow(10.0, scale.toX);
  const double fromY = std::pow(10.0, scale.fromY);
  for (const Roofline::Roof& roof : roofline.roofs) {
    const bool isFlat = roof.rate > 0;
    const double meets = isFlat ? fromX : flat > 0 ? std::min(toX, flat / roof.bytes) : toX;
    const double x1 = isFlat ? fromX : std::max(fromX, fromY / roof.bytes), x2 = isFlat ? toX : meets;
    const double y1 = isFlat ? roof.rate : roof.bytes * x1, y2 = isFlat ? roof.rate : roof.bytes * x2;
    svg += line(scale.x(x1), scale.y(y1), scale.x(x2), scale.y(y2), ink("text"), 1.6);
    if (isFlat) {
      svg += words(scale.width - right - 4, scale.y(roof.rate) - 5, roof.name, ink("text"), "end");
      continue;
    }
    // Along its line, above it, where it has room: DRAM's near its end, L2's near its beginning.
    const bool isL2 = roof.level == Roofline::Level::l2;
    const double part = isL2 ? 0.3 : 0.6;
    const double x = scale.x(x1) + (scale.x(x2) - scale.x(x1)) * part;
    const double y = scale.y(y1) + (scale.y(y2) - scale.y(y1)) * part;
    const double angle = std::atan2(scale.y(y2) - scale.y(y1), scale.x(x2) - scale.x(x1)) * 180 / std::acos(-1.0);
    svg += words(x, y + (isL2 ? -6 : 15), roof.name, ink("text"), "middle",
                 " transform=\"rotate(" + svgNumber(angle) + " " + svgNumber(x) + " " + svgNumber(y) + ")\"");
  }
  return svg;
}

std::string pointMark(const Roofline::Point& point, double x, double y, const SvgInk& ink) {
  const std::string colour = ink(point.isVariant ? "var" : "base");
  const std::string dash = point.rate ? "" : " stroke-dasharray=\"2.5 2\"";
  const double r = point.level == "DRAM" ? 6 : 4.5;
  const std::string fill = point.isVariant && point.rate ? colour : ink("surface");
  const std::string style = " fill=\"" + fill + "\" stroke=\"" + colour + "\" stroke-width=\"2\"" + dash + "/>";
  if (point.isVariant)
    return "<circle cx=\"" + svgNumber(x) + "\" cy=\"" + svgNumber(y) + "\" r=\"" + svgNumber(r) + "\"" + style;
  return "<rect x=\"" + svgNumber(x - r) + "\" y=\"" + svgNumber(y - r) + "\" width=\"" + svgNumber(2 * r) +
         "\" height=\"" + svgNumber(2 * r) + "\"" + style;
}

}  // namespace

Roofline rooflineOf(const KernelTrace& trace, bool hasVariant, const std::string& variantName, const Device& device,
                    std::optional<double> originalMs, std::optional<double> variantMs) {
  Roofline roofline;
  roofline.kernel = trace.kernel;
  roofline.device = device.name;
  if (!trace.original.arithmetic) return roofline;
  const ArithmeticCounts& counts = *trace.original.arithmetic;
  roofline.kind = counts.fp64 > counts.fp32 ? Roofline::Kind::fp64
                  : counts.fp32 > 0         ? Roofline::Kind::fp32
                                            : Roofline::Kind::instructions;
  roofline.roofs = roofsOf(device, roofline.kind);
  addPoints(roofline, trace.original, "Original", false, originalMs);
  std::string plain = variantName;
  std::erase(plain, '`');
  if (hasVariant) addPoints(roofline, trace.variant, plain, true, variantMs);
  roofline.conditions =
      std::string("operations and bytes counted by the CPU engine and modelled for ") + trace.original.device +
      "; roofs: " + device.name +
      (originalMs ? "; speed by the measured time" : "; no time was measured: points are at their roof");
  if (roofline.kind == Roofline::Kind::instructions)
    roofline.conditions += "; the kernel computes with whole numbers: instructions of threads are counted";
  return roofline;
}

std::string rateText(double rate, Roofline::Kind kind) {
  return scaled(rate, std::string(unitOf(kind)) + "/s");
}

std::string rooflineWords(const Roofline& roofline, const Roofline::Point& point) {
  std::string text = point.name + ", by bytes of " + point.level + ": " + shortText(point.intensity) + ' ' +
                     unitOf(roofline.kind) + " a byte (" + scaled(point.operations, unitOf(roofline.kind)) + ", " +
                     trafficText(point.bytes) + " a launch), at most " + rateText(point.attainable, roofline.kind);
  if (point.rate) {
    text += "; measured " + rateText(*point.rate, roofline.kind) + ", " +
            shortText(100 * *point.rate / point.attainable) + " % of that";
  }
  return text;
}

std::string rooflineCsv(const Roofline& roofline) {
  std::string csv = "variant,level,operations,bytes,operations_a_byte,attainable_a_second,measured_a_second\n";
  for (const Roofline::Point& point : roofline.points) {
    std::string name = point.name;
    for (size_t at = 0; (at = name.find('"', at)) != std::string::npos; at += 2) name.insert(at, 1, '"');
    csv += '"' + name + "\"," + point.level;
    for (const double value : {point.operations, point.bytes, point.intensity, point.attainable})
      csv += "," + shortText(value, 9);
    csv += "," + (point.rate ? shortText(*point.rate, 9) : std::string()) + "\n";
  }
  return csv;
}

std::vector<RooflineMark> rooflineMarks(const Roofline& roofline, double width, double height) {
  const Scale scale = scaleOf(roofline, width, height);
  std::vector<RooflineMark> marks;
  for (size_t i = 0; i < roofline.points.size(); ++i) {
    const Roofline::Point& point = roofline.points[i];
    marks.push_back({i, scale.x(point.intensity), scale.y(point.rate.value_or(point.attainable))});
  }
  return marks;
}

std::string rooflineSvg(const Roofline& roofline, double width, double height, const SvgInk& ink) {
  const Scale scale = scaleOf(roofline, width, height);
  std::string svg = axes(roofline, scale, ink) + roofLines(roofline, scale, ink);
  for (const RooflineMark& mark : rooflineMarks(roofline, width, height)) {
    const Roofline::Point& point = roofline.points[mark.point];
    if (point.rate) {  // what is left below the roof
      svg += line(mark.x, mark.y, mark.x, scale.y(point.attainable), ink("muted"), 1, "2 3");
    }
    svg += pointMark(point, mark.x, mark.y, ink);
  }
  return svg;
}

}  // namespace warpwright

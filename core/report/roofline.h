#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/device/device.h"
#include "core/job/kernel_trace.h"
#include "core/report/svg_ink.h"

namespace warpwright {

/// Williams, Waterman and Patterson's roofline (CACM 2009): what a kernel computes for each byte that it moves, and how
/// fast a GPU could do that at most.
struct Roofline {
  /// What is counted: operations on numbers of that type, or instructions where a kernel computes with whole numbers.
  enum class Kind { fp32, fp64, instructions };
  enum class Level { dram, l2, arithmetic };
  struct Roof {
    Level level = Level::arithmetic;
    std::string name;  ///< "DRAM 4.8 TB/s", "fp32 67 Tflop/s"
    double bytes = 0;  ///< a second; 0: a flat roof
    double rate = 0;   ///< operations a second; 0: a slanted one
  };
  struct Point {
    std::string name;   ///< "Original"
    std::string level;  ///< "DRAM" or "L2": whose bytes are counted
    bool isVariant = false;
    double operations = 0, bytes = 0;  ///< a launch, the mean of those that were traced
    double intensity = 0;              ///< operations a byte
    double attainable = 0;             ///< operations a second, below the roofs of its level
    std::optional<double> rate;        ///< operations a second by the measured time; none: no time was measured
  };
  std::string kernel, device;
  Kind kind = Kind::fp32;
  std::vector<Roof> roofs;    ///< DRAM, L2, arithmetic: those that the device file knows
  std::vector<Point> points;  ///< the original's before the variant's
  std::string conditions;     ///< one sentence

  bool isEmpty() const { return points.empty(); }
};

/// Original and, where `hasVariant`, variant of a trace below the roofs of the device. Times are of one launch in ms.
/// Without points where the trace counted no arithmetic or moved nothing.
Roofline rooflineOf(const KernelTrace& trace, bool hasVariant, const std::string& variantName, const Device& device,
                    std::optional<double> originalMs, std::optional<double> variantMs);

/// "12.8 Tflop/s", "310 Ginst/s".
std::string rateText(double rate, Roofline::Kind kind);
/// "Original, by DRAM bytes: 0.25 flop/byte, at most 1.2 Tflop/s".
std::string rooflineWords(const Roofline& roofline, const Roofline::Point& point);
/// Header and a row for each point, fields separated by commas.
std::string rooflineCsv(const Roofline& roofline);

/// Where a point is drawn: where it is measured, else on its roof.
struct RooflineMark {
  size_t point = 0;
  double x = 0, y = 0;
};
std::vector<RooflineMark> rooflineMarks(const Roofline& roofline, double width, double height);
/// The picture on logarithmic axes, 0 … width by 0 … height: roofs as lines; the original hollow squares, the variant
/// filled circles, solid where a time was measured, dashed where it is what the roof allows. Requires: has points.
std::string rooflineSvg(const Roofline& roofline, double width, double height, const SvgInk& ink);

}  // namespace warpwright

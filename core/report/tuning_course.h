#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/report/svg_ink.h"
#include "core/report/tuning_table.h"

namespace warpwright {

/// How a tuning went: its variants in the order in which they were judged, and the best that was known by then.
struct TuningCourse {
  struct Point {
    size_t row = 0;                   ///< of the table
    uint64_t order = 0;               ///< from 1
    std::string name;                 ///< without marks of code
    std::optional<double> value;      ///< of the metric, less is better; none: the variant could not be used
    std::optional<double> low, high;  ///< an interval, where there is one
    std::optional<double> best;       ///< the best that was known once it was judged; none: nothing was usable yet
    bool isOriginal = false;
    bool led = false;     ///< it was the best so far
    bool isBest = false;  ///< it is the best of all
    std::string words;    ///< what is said of it, one sentence
  };
  std::string kernel;
  std::string axis;           ///< "Median time, ms"
  std::vector<Point> points;  ///< in the order in which they were judged
  std::string summary;        ///< one sentence: how many there were, and when the best was found
  std::string conditions;

  bool isEmpty() const { return points.empty(); }
};

/// Without points where a table does not tell the order, as those of older versions do not, or has no figure.
TuningCourse courseOf(const TuningTable& table);
/// Header and a row for each point, fields separated by commas.
std::string courseCsv(const TuningCourse& course);

/// Where a point is drawn. What could not be used stands below the others.
struct CourseMark {
  double x = 0, y = 0;
};
/// One for each point.
std::vector<CourseMark> courseMarks(const TuningCourse& course, double width, double height);
/// The picture, 0 … width by 0 … height: a hollow square for the original, circles for variants, filled ones for those
/// that were the best so far, with their intervals; crosses for what could not be used; a line of steps for the best so
/// far. Requires: has points.
std::string courseSvg(const TuningCourse& course, double width, double height, const SvgInk& ink);

}  // namespace warpwright

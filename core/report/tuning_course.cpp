#include "core/report/tuning_course.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "core/base/number_text.h"
#include "core/report/html_text.h"

namespace warpwright {
namespace {

constexpr double left = 70, right = 14, top = 14, bottom = 36;
/// Between the values and the row of crosses, and below that.
constexpr double crossRoom = 22;

/// As short as it can be said: "30", "0.3125".
std::string shortText(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.*g", digits, value);
  return text;
}

std::string figureText(bool isTime, double value) {
  return isTime ? significantText(value) : countText(static_cast<uint64_t>(value + 0.5));
}

std::string wordsOf(const TuningTable& table, const TuningRow& row, const TuningCourse::Point& point, size_t count) {
  std::string words = std::to_string(point.order) + " of " + std::to_string(count) + ", " + point.name + ": ";
  if (!point.value) {
    std::string reason = row.reason.empty() ? "not usable" : row.reason;
    std::erase(reason, '`');
    return words + (row.judged ? "" : "not judged; ") + reason;
  }
  words += figureText(table.isTime, *point.value);
  if (point.low && point.high)
    words += " (" + figureText(table.isTime, *point.low) + "–" + figureText(table.isTime, *point.high) + ")";
  if (!table.unit.empty()) words += " " + table.unit;
  if (row.ratio && !point.isOriginal) words += ", " + speedupText(*row.ratio) + " against the original";
  if (!row.verdict.empty() && !point.isOriginal) words += ", " + row.verdict;
  return words + (point.isBest ? "; the best of all" : point.led ? "; the best so far" : "");
}

/// "12 variants judged; the best is number 7".
std::string summaryOf(const TuningCourse& course) {
  const auto variants =
      std::count_if(course.points.begin(), course.points.end(), [](const auto& point) { return !point.isOriginal; });
  std::string text = countText(static_cast<uint64_t>(variants), "variant", "variants") + " in the order judged";
  const auto best =
      std::find_if(course.points.begin(), course.points.end(), [](const auto& point) { return point.isBest; });
  return text + (best == course.points.end()
                     ? "; none is better than the original"
                     : "; the best is number " + std::to_string(best->order) + ", " + best->name);
}

/// The values that the vertical axis holds, and where they are drawn.
struct Scale {
  double low = 0, high = 1, first = 1, last = 1, width = 0, height = 0;
  bool hasCrosses = false;

  double floor() const { return height - bottom - (hasCrosses ? crossRoom : 0); }
  double x(double order) const {
    const double room = width - left - right;
    return last > first ? left + 8 + (order - first) / (last - first) * (room - 16) : left + room / 2;
  }
  double y(double value) const { return floor() - (value - low) / (high - low) * (floor() - top); }
  double crossY() const { return height - bottom - crossRoom / 2; }
};

/// 1, 2 or 5 times a power of ten, so that there are about `count` of them in `range`.
double stepOf(double range, double count) {
  const double power = std::pow(10.0, std::floor(std::log10(range / count)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (range / (power * factor) <= count) return power * factor;
  }
  return power * 10;
}

Scale scaleOf(const TuningCourse& course, double width, double height) {
  Scale scale;
  scale.width = width;
  scale.height = height;
  double low = 0, high = 0;
  bool any = false;
  for (const TuningCourse::Point& point : course.points) {
    scale.hasCrosses = scale.hasCrosses || !point.value;
    for (const std::optional<double>& one : {point.value, point.low, point.high}) {
      if (!one || !std::isfinite(*one) || !point.value) continue;
      low = any ? std::min(low, *one) : *one;
      high = any ? std::max(high, *one) : *one;
      any = true;
    }
  }
  scale.first = static_cast<double>(course.points.front().order);
  scale.last = static_cast<double>(course.points.back().order);
  // All alike: in the middle.
  const double spare = high > low ? 0.08 * (high - low) : std::max(std::abs(high) * 0.1, 1e-9);
  // What is no less than zero has no axis below it.
  scale.low = low >= 0 ? std::max(0.0, low - spare) : low - spare;
  scale.high = high + spare;
  return scale;
}

std::string line(double x1, double y1, double x2, double y2, const std::string& colour, double stroke) {
  return "<line x1=\"" + svgNumber(x1) + "\" y1=\"" + svgNumber(y1) + "\" x2=\"" + svgNumber(x2) + "\" y2=\"" +
         svgNumber(y2) + "\" stroke=\"" + colour + "\" stroke-width=\"" + svgNumber(stroke) + "\"/>";
}

std::string words(double x, double y, const std::string& text, const std::string& colour, const char* anchor) {
  return "<text x=\"" + svgNumber(x) + "\" y=\"" + svgNumber(y) + "\" fill=\"" + colour + "\" text-anchor=\"" + anchor +
         "\">" + escapeHtml(text) + "</text>";
}

std::string tickText(double value) {
  if (std::abs(value) >= 1e7) return shortText(value / 1e6, 6) + " M";
  const bool isCount = value >= 0 && value == std::floor(value);
  return isCount ? countText(static_cast<uint64_t>(value)) : shortText(value, 6);
}

std::string axes(const TuningCourse& course, const Scale& scale, const SvgInk& ink) {
  std::string svg;
  const double down = scale.height - bottom;
  const double step = stepOf(scale.high - scale.low, std::max(2.0, (scale.floor() - top) / 34));
  for (double i = std::ceil(scale.low / step); i * step <= scale.high; ++i) {
    const double y = scale.y(i * step);
    svg += line(left, y, scale.width - right, y, ink("line"), 1);
    svg += words(left - 6, y + 4, tickText(i * step), ink("muted"), "end");
  }
  const double each =
      std::max(1.0, stepOf(std::max(1.0, scale.last - scale.first), std::max(2.0, (scale.width - left - right) / 60)));
  for (double order = std::ceil(scale.first / each) * each; order <= scale.last; order += each)
    svg += words(scale.x(order), down + 15, tickText(order), ink("muted"), "middle");
  if (scale.hasCrosses) svg += words(left - 6, scale.crossY() + 4, "not usable", ink("muted"), "end");
  svg += line(left, down, scale.width - right, down, ink("line"), 1);
  svg += words((left + scale.width - right) / 2, scale.height - 4, course.axis + ", by the order judged", ink("muted"),
               "middle");
  return svg;
}

/// The best so far, from the first that was usable to the end.
std::string bestLine(const TuningCourse& course, const Scale& scale, const SvgInk& ink) {
  std::string path;
  double at = 0;
  for (const TuningCourse::Point& point : course.points) {
    if (!point.best) continue;
    const double x = scale.x(static_cast<double>(point.order)), y = scale.y(*point.best);
    if (path.empty()) {
      path = "M" + svgNumber(x) + " " + svgNumber(y);
    } else {
      path += "H" + svgNumber(x);
      if (y != at) path += "V" + svgNumber(y);
    }
    at = y;
  }
  if (path.empty()) return {};
  const double end = scale.width - right;
  return "<path d=\"" + path + "H" + svgNumber(end) + "\" fill=\"none\" stroke=\"" + ink("text") +
         "\" stroke-width=\"1.6\"/>" +
         words(end, at + (at > scale.floor() - 4 ? -10 : 18), "best so far", ink("text"), "end");
}

std::string pointMark(const TuningCourse::Point& point, const CourseMark& at, const Scale& scale, const SvgInk& ink) {
  const std::string colour = ink(point.isOriginal ? "base" : point.value ? "var" : "muted");
  std::string svg;
  if (!point.value) {
    constexpr double r = 3.5;
    return line(at.x - r, at.y - r, at.x + r, at.y + r, colour, 1.8) +
           line(at.x - r, at.y + r, at.x + r, at.y - r, colour, 1.8);
  }
  if (point.low && point.high) svg += line(at.x, scale.y(*point.low), at.x, scale.y(*point.high), colour, 1.2);
  const double r = point.isOriginal || point.led ? 5 : 3.5;
  const std::string fill = point.led && !point.isOriginal ? colour : ink("surface");
  const std::string style = " fill=\"" + fill + "\" stroke=\"" + colour + "\" stroke-width=\"2\"/>";
  if (point.isOriginal)
    return svg + "<rect x=\"" + svgNumber(at.x - r) + "\" y=\"" + svgNumber(at.y - r) + "\" width=\"" +
           svgNumber(2 * r) + "\" height=\"" + svgNumber(2 * r) + "\"" + style;
  return svg + "<circle cx=\"" + svgNumber(at.x) + "\" cy=\"" + svgNumber(at.y) + "\" r=\"" + svgNumber(r) + "\"" +
         style;
}

}  // namespace

TuningCourse courseOf(const TuningTable& table) {
  TuningCourse course;
  course.kernel = table.kernel;
  course.axis = table.metricName + (table.isTime && !table.unit.empty() ? ", " + table.unit : "");
  course.conditions = tuningConditions(table);
  std::vector<size_t> order;
  for (size_t i = 0; i < table.rows.size(); ++i) {
    if (table.rows[i].order != 0) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return table.rows[a].order < table.rows[b].order; });
  std::optional<double> best;
  bool any = false;
  for (const size_t i : order) {
    const TuningRow& row = table.rows[i];
    TuningCourse::Point point{i, row.order, row.name, {}, {}, {}, {}, row.steps.empty(), row.led, row.isBest, {}};
    std::erase(point.name, '`');
    if (row.accepted || row.steps.empty()) point.value = row.value;
    if (point.value) point.low = row.low, point.high = row.high;
    if (row.led && point.value) best = point.value;
    point.best = best;
    any = any || point.value;
    course.points.push_back(std::move(point));
  }
  if (!any) course.points.clear();
  for (TuningCourse::Point& point : course.points)
    point.words = wordsOf(table, table.rows[point.row], point, course.points.size());
  if (any) course.summary = summaryOf(course);
  return course;
}

std::string courseCsv(const TuningCourse& course) {
  const auto number = [](const std::optional<double>& value) { return value ? shortText(*value, 9) : std::string(); };
  std::string csv = "order,variant,value,low,high,best_so_far\n";
  for (const TuningCourse::Point& point : course.points) {
    std::string name = point.name;
    for (size_t at = 0; (at = name.find('"', at)) != std::string::npos; at += 2) name.insert(at, 1, '"');
    csv += std::to_string(point.order) + ",\"" + name + "\"";
    for (const std::optional<double>& value : {point.value, point.low, point.high, point.best})
      csv += "," + number(value);
    csv += "\n";
  }
  return csv;
}

std::vector<CourseMark> courseMarks(const TuningCourse& course, double width, double height) {
  if (course.isEmpty()) return {};
  const Scale scale = scaleOf(course, width, height);
  std::vector<CourseMark> marks;
  for (const TuningCourse::Point& point : course.points)
    marks.push_back({scale.x(static_cast<double>(point.order)), point.value ? scale.y(*point.value) : scale.crossY()});
  return marks;
}

std::string courseSvg(const TuningCourse& course, double width, double height, const SvgInk& ink) {
  const Scale scale = scaleOf(course, width, height);
  const std::vector<CourseMark> marks = courseMarks(course, width, height);
  std::string svg = axes(course, scale, ink) + bestLine(course, scale, ink);
  for (size_t i = 0; i < marks.size(); ++i) svg += pointMark(course.points[i], marks[i], scale, ink);
  return svg;
}

}  // namespace warpwright

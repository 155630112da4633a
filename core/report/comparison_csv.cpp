#include "core/report/csv_cells.h"
#include "core/report/session_comparison.h"

namespace warpwright {
namespace {

using Bound = double MeasurementRecord::*;

std::optional<double> of(const std::optional<MeasurementRecord>& record, Bound bound) {
  if (!record) return std::nullopt;
  return (*record).*bound;
}

std::optional<double> of(const std::optional<Interval>& ratio, double Interval::* bound) {
  if (!ratio) return std::nullopt;
  return (*ratio).*bound;
}

std::string chosenIn(const ComparedFigure& figure) {
  if (figure.chosenBefore && figure.chosenAfter) return "both";
  return figure.chosenAfter ? "after" : figure.chosenBefore ? "before" : "";
}

std::string conditionsOf(const std::optional<MeasurementRecord>& record) {
  return record ? record->conditions : std::string();
}

std::string deviceOf(const std::optional<MeasurementRecord>& record) {
  return record ? record->device : std::string();
}

}  // namespace

std::string comparisonCsv(const SessionComparison& comparison) {
  std::string text =
      "kernel,variant,steps,metric,unit,chosen,device_before,before,before_low,before_high,device_after,after,"
      "after_low,after_high,ratio,ratio_low,ratio_high,verdict,reason,conditions_before,conditions_after\r\n";
  for (const ComparedFigure& figure : comparison.figures) {
    const auto &before = figure.before, &after = figure.after;
    text += csvLine(
        figure.kernel, figure.steps.empty() ? std::string("Original") : figure.name, toString(figure.steps),
        figure.metric, figure.unit, chosenIn(figure), deviceOf(before), of(before, &MeasurementRecord::value),
        of(before, &MeasurementRecord::low), of(before, &MeasurementRecord::high), deviceOf(after),
        of(after, &MeasurementRecord::value), of(after, &MeasurementRecord::low), of(after, &MeasurementRecord::high),
        of(figure.speedup, &Interval::value), of(figure.speedup, &Interval::low), of(figure.speedup, &Interval::high),
        figure.verdict, figure.incomparable, conditionsOf(before), conditionsOf(after));
  }
  return text;
}

}  // namespace warpwright

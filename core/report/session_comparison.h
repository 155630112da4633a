#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"
#include "core/job/sampled_times.h"
#include "core/session/session.h"
#include "core/session/tuning_history.h"

namespace warpwright {

/// One figure of a kernel, or of a variant of it, in an older session and a newer one.
struct ComparedFigure {
  std::string kernel;
  VariantSteps steps;  ///< empty: the kernel as it is
  std::string name;    ///< of the variant, see variantName
  std::string metric, unit;
  bool isTime = false;                             ///< else a count, which is exact
  std::optional<MeasurementRecord> before, after;  ///< none: that session does not have it
  std::string incomparable;                        ///< why nothing is said, a sentence; empty: they are compared
  std::optional<Interval> speedup;                 ///< before ÷ after, more is better; none: not compared
  std::string verdict;  ///< of a time FASTER, SLOWER, SAME, UNSURE; of a count fewer, more, equal; empty: not compared
  bool chosenBefore = false, chosenAfter = false;  ///< the tuning of that session found it the best

  /// How many times as much the newer one takes at least, as far as the intervals show. Requires: it is compared.
  double leastSlowdown() const { return 1 / speedup->high; }
};

/// What the measurements of two sessions say of each other.
struct SessionComparison {
  std::string before, after;            ///< the files
  bool sameLaunch = false;              ///< both tuned the very same captured launch: source and input are the same
  std::vector<ComparedFigure> figures;  ///< by kernel, the kernel as it is first

  size_t compared() const;
  /// "2 FASTER, 1 SAME, 3 not compared"; empty: neither session holds a measurement.
  std::string sums() const;
  /// Those that got slower, or count more, by more than `percent` whatever lies inside the intervals.
  std::vector<const ComparedFigure*> regressions(double percent) const;
};

/// Compares what two sessions measured, kernel by kernel and variant by variant: variants are the same where they are
/// made of the same findings with the same parameters, whatever the text around them became. Times are compared where a
/// kernel has them in both, else what it was tuned by. A figure that was taken on another device, of another launch or
/// under other conditions is not compared; clocks may be 1 % apart. Errors: a session cannot be read.
Result<SessionComparison> compareSessions(const Session& before, const Session& after);

/// "0.4120 (0.4110–0.4130)", "12,345": of a time four digits, of a count all; nothing known: the missing value.
std::string figureValueText(const ComparedFigure& figure, const std::optional<MeasurementRecord>& record);
/// "1.042× (1.031–1.053)"; empty: not compared.
std::string figureSpeedupText(const ComparedFigure& figure);
/// "chosen", "chosen now", "chosen before": what tuning found the best, in both sessions or one; else empty.
std::string chosenText(const ComparedFigure& figure);

/// A table for people, with a line of sums at the end; `percent`: which regressions are named, none: no line of them.
std::string comparisonText(const SessionComparison& comparison, std::optional<double> percent);

/// A row a figure, as CSV with a line of names first; what is not known is empty. Values are in the `unit` of their
/// row; `ratio` is before ÷ after, more is better. `chosen`: what tuning found the best, in "both", only "before" or
/// "after".
std::string comparisonCsv(const SessionComparison& comparison);

/// `warpwright.comparison/1`.
nlohmann::json toJson(const SessionComparison& comparison, std::optional<double> percent);

}  // namespace warpwright

#pragma once

#include "core/session/tuning_history.h"
#include "tests/core/report/sample_report.h"

/// A report of a kernel `scale` that was tuned by a count: the original, one variant that is better, one that differs.
inline warpwright::ReportInput tunedReport() {
  using namespace warpwright;
  ReportInput input = sampleReport();
  input.analysis.kernels[0].name = "scale";
  VariantRecord better = input.variants[0];
  better.changedAt = 1000;
  EngineLaunch launch;
  launch.kernel = "scale";
  launch.grid = {7, 1, 1};
  launch.block = {64, 2, 1};
  better.verification->original.launches = {launch};
  launch.block = {32, 2, 1};
  better.verification->variant.launches = {launch};
  VariantRecord other = better;
  other.id = "other";
  other.steps[0].values["c"] = "8";
  other.changedAt = 1003;
  other.verification->identical = false;
  input.variants = {better, other};

  TuningTable table;
  table.kernel = "scale";
  table.target = "cpu";
  table.metricName = "Engine accesses";
  table.unit = "accesses";
  TuningRow first, second, original;
  first.steps = better.steps;
  first.name = "`result`→register, C=4";
  first.accepted = first.isBest = true;
  first.value = 80;
  first.ratio = 1.25;
  first.verdict = "fewer";
  original.name = "original";
  original.value = 100;
  second.steps = other.steps;
  second.name = "`result`→register, C=8";
  second.reason = "Results differ.";
  table.rows = {first, original, second};
  input.tunings = {table};
  return input;
}

#include "core/job/kernel_trace.h"

#include <algorithm>

#include "core/base/json_fields.h"
#include "core/finding/finding_text.h"
#include "core/job/engine_job.h"
#include "core/job/metrics_json.h"

namespace warpwright {
namespace {

/// Launches of one kernel, in order; empty where one of them was not traced.
std::vector<const memsim::LaunchMetrics*> launchesOf(const EngineRun& run, const std::string& kernel) {
  std::vector<const memsim::LaunchMetrics*> launches;
  for (const EngineLaunch& launch : run.launches) {
    if (launch.kernel != kernel) continue;
    if (!launch.metrics) return {};
    launches.push_back(&*launch.metrics);
  }
  return launches;
}

memsim::TimingComparison compare(const KernelTrace& trace) {
  return memsim::compareTiming(*trace.original.timing, *trace.variant.timing);
}

std::string verdictOf(const KernelTrace& trace) {
  if (!trace.original.timing || !trace.variant.timing) return "UNSURE";
  switch (compare(trace).verdict) {
    case memsim::TimingComparison::Verdict::faster:
      return "FASTER";
    case memsim::TimingComparison::Verdict::slower:
      return "SLOWER";
    case memsim::TimingComparison::Verdict::unsure:
      break;
  }
  return "UNSURE";
}

}  // namespace

std::vector<KernelTrace> kernelTraces(const EngineRun& original, const EngineRun& variant) {
  std::vector<KernelTrace> traces;
  for (const EngineLaunch& launch : original.launches) {
    const auto same = [&](const KernelTrace& trace) { return trace.kernel == launch.kernel; };
    if (std::any_of(traces.begin(), traces.end(), same)) continue;
    const auto before = launchesOf(original, launch.kernel), after = launchesOf(variant, launch.kernel);
    if (!before.empty() && !after.empty()) traces.push_back({launch.kernel, sumOf(before), sumOf(after)});
  }
  return traces;
}

Estimate estimateOf(const KernelTrace& trace) {
  Estimate estimate;
  for (const auto* side : {&trace.original, &trace.variant}) {
    for (const memsim::NamedMetric& metric : namedMetrics(*side)) {
      if (metric.high == 0) continue;
      estimate.inputs[metric.name + (side == &trace.original ? "" : "_variant")] = (metric.low + metric.high) / 2;
    }
  }
  if (!trace.original.timing || !trace.variant.timing) return estimate;
  const memsim::TimingComparison compared = compare(trace);
  estimate.known = true;
  estimate.speedup = compared.ratio;
  estimate.speedupLow = compared.low;
  estimate.speedupHigh = compared.high;
  const std::string &before = trace.original.timing->bound(), &after = trace.variant.timing->bound();
  estimate.bound = before == after ? before : before + ", then " + after;
  return estimate;
}

std::string estimateSentence(const KernelTrace& trace) {
  const Estimate estimate = estimateOf(trace);
  if (!estimate.known) return trace.kernel + ": no estimate.";
  return trace.kernel + ": estimated " + estimateText(estimate) + ", bound by " + estimate.bound + "; modelled " +
         trace.original.device + ", a ranking and no time.";
}

std::vector<Estimate> estimatesOfSteps(const std::vector<KernelTrace>& traces,
                                       const std::vector<std::string>& kernels) {
  std::vector<Estimate> estimates(kernels.size());
  for (size_t i = 0; i < kernels.size(); ++i) {
    for (const KernelTrace& trace : traces) {
      if (trace.kernel == kernels[i]) estimates[i] = estimateOf(trace);
    }
    const auto together = std::count(kernels.begin(), kernels.end(), kernels[i]);
    if (estimates[i].known && together > 1) estimates[i].bound += "; " + std::to_string(together) + " changes together";
  }
  return estimates;
}

void fieldsOf(auto& fields, Of<KernelTrace> auto& trace) {
  fields("kernel", trace.kernel);
  fields("original", trace.original);
  fields("variant", trace.variant);
  if (!fields.writes) return;
  fields.derived("estimate", toJson(estimateOf(trace)));
  fields.derived("verdict", verdictOf(trace));
}

WARPWRIGHT_JSON_BY_FIELDS(KernelTrace)

}  // namespace warpwright

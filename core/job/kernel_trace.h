#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/finding/opportunity.h"
#include "core/model/memory/launch_metrics.h"

namespace warpwright {

struct EngineRun;

/// What a kernel asks of memory before a change and after it: all its launches together, on a modelled GPU.
struct KernelTrace {
  std::string kernel;
  memsim::LaunchMetrics original, variant;
};

/// The kernels that both runs launched and traced, in the order in which the original first launched them.
std::vector<KernelTrace> kernelTraces(const EngineRun& original, const EngineRun& variant);

/// How the model ranks the change: original over variant with its band, and what bounds the kernel. It is no time. Not
/// known where a launch was not traced.
Estimate estimateOf(const KernelTrace& trace);

/// "dynproc_kernel: estimated 1.05–1.42×, bound by latency; modelled H200, a ranking and no time."
std::string estimateSentence(const KernelTrace& trace);

/// The estimates of the opportunities of a variant that was traced, by what they are about: `kernels` holds the kernel
/// of each of its steps. Changes to one kernel have one estimate together, which says so.
std::vector<Estimate> estimatesOfSteps(const std::vector<KernelTrace>& traces, const std::vector<std::string>& kernels);

/// {"kernel", "estimate", "verdict", "original", "variant"}: the last two as in `run --metrics --format json`.
void to_json(nlohmann::json& json, const KernelTrace& trace);
/// Reads it. May throw nlohmann::json::exception.
void from_json(const nlohmann::json& json, KernelTrace& trace);

}  // namespace warpwright

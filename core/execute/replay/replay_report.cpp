#include <nlohmann/json.hpp>

#include "core/execute/replay/gpu_replayer.h"
#include "core/execute/replay/replay_capture.h"
#include "core/job/metric.h"

namespace warpwright {
namespace {

using nlohmann::json;

json runJson(const ReplayRun& run) {
  json object = toJson(run);
  object.erase("poisoned");
  object.erase("launch");
  return object;
}

json originalJson(const ReplayRun& run, const std::string& notReproduced) {
  json object = runJson(run);
  object["reproduces"] = notReproduced.empty();
  if (!notReproduced.empty()) object["message"] = notReproduced;
  object["outputs_poisoned"] = run.poisoned;
  return object;
}

json variantJson(const VariantReplay& variant, const std::string& message) {
  json object = runJson(variant.run);
  object["name"] = variant.name;
  object["verdict"] = toString(variant.verdict());
  object["message"] = message;
  object["launch"] = variant.shape;
  return object;
}

json metricsJson(const ReplayRun& run, const std::vector<std::string>& tags) {
  json object = json::object();
  const std::map<std::string, double> values = metricsOf(run);
  for (const std::string& tag : tags) {
    if (const auto found = values.find(tag); found != values.end()) object[tag] = found->second;
  }
  return object;
}

/// What every replay says, wherever it ran.
json frame(const LaunchCapture& launch, const ReplayInWords& words, json original, json variants) {
  for (const auto& [name, reason] : words.refused) {
    variants.push_back({{"name", name}, {"verdict", "refused"}, {"message", reason.message}});
  }
  return {{"schema", "warpwright.replay/1"},
          {"capture", words.capture.string()},
          {"target", words.target},
          {"kernel", {{"name", launch.kernel.name}, {"signature", launch.kernel.signature}}},
          {"launch", shapeOf(launch)},
          {"launch_index", launch.kernelLaunch},
          {"memory_bytes", launch.memoryBytes()},
          {"original", std::move(original)},
          {"variants", std::move(variants)}};
}

}  // namespace

json replayJson(const CaptureReplayer& replayer, const ReplayInWords& words, const std::vector<VariantReplay>& variants,
                const std::vector<std::string>& metrics) {
  json original = originalJson(replayer.original(), replayer.notReproduced()), list = json::array();
  original["metrics"] = metricsJson(replayer.original(), metrics);
  for (const VariantReplay& variant : variants) {
    json object = variantJson(variant, variant.message());
    object["metrics"] = metricsJson(variant.run, metrics);
    object["new_findings"] = variant.newFindings;
    list.push_back(std::move(object));
  }
  return frame(replayer.capture(), words, std::move(original), std::move(list));
}

json replayJson(const GpuReplayer& replayer, const ReplayInWords& words,
                const std::vector<GpuVariantReplay>& variants) {
  const GpuRun& original = replayer.original();
  json first = originalJson(original.run, replayer.notReproduced()), list = json::array();
  if (!replayer.againstCapture().empty()) first["against_capture"] = replayer.againstCapture();
  first["kernel_figures"] = original.original;
  first["compile_seconds"] = replayer.compileSeconds();
  if (original.times) first["times"] = *original.times;
  if (!original.originalCounters.empty()) first["counters"] = original.originalCounters;
  if (!original.whyNoCounters.empty()) first["no_counters"] = original.whyNoCounters;
  if (original.stalls) first["stalls"] = *original.stalls;
  if (!original.whyNoStalls.empty()) first["no_stalls"] = original.whyNoStalls;
  for (const GpuVariantReplay& variant : variants) {
    json object = variantJson(variant.replay, variant.message());
    object["kernel_figures"] = variant.gpu.variant;
    object["compile_seconds"] = variant.compileSeconds;
    if (variant.gpu.times) object["times"] = *variant.gpu.times;
    if (!variant.gpu.variantCounters.empty()) object["counters"] = variant.gpu.variantCounters;
    if (variant.gpu.stalls) object["stalls"] = *variant.gpu.stalls;
    if (!variant.gpu.whyNoStalls.empty()) object["no_stalls"] = variant.gpu.whyNoStalls;
    list.push_back(std::move(object));
  }
  json answer = frame(replayer.capture(), words, std::move(first), std::move(list));
  answer["compiled_by"] = replayer.compiledBy();
  answer["gpu"] = {{"name", original.gpu.name}, {"arch", original.gpu.arch}, {"driver", original.gpu.driver}};
  return answer;
}

}  // namespace warpwright

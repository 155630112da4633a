#include "core/job/gpu_job.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace warpwright {
namespace {

using nlohmann::json;

json codeJson(const GpuCode& code) {
  return {{"file", code.file.string()}, {"launch", toJson(code.shape)}};
}

GpuCode codeFrom(const json& object) {
  return {object.at("file").get<std::string>(), launchShapeFromJson(object.at("launch"))};
}

json intervalJson(const Interval& interval) {
  return {{"value", interval.value}, {"low", interval.low}, {"high", interval.high}};
}

Interval intervalFrom(const json& object) {
  return {object.at("value").get<double>(), object.at("low").get<double>(), object.at("high").get<double>()};
}

json timingJson(const GpuTiming& timing) {
  return {{"relative_noise", timing.rule.relativeNoise},
          {"min_seconds", timing.rule.minSeconds},
          {"budget_seconds", timing.rule.budgetSeconds},
          {"min_samples", timing.rule.minSamples},
          {"warm", timing.warm},
          {"energy", timing.energy}};
}

GpuTiming timingFrom(const json& object) {
  GpuTiming timing;
  timing.rule.relativeNoise = object.value("relative_noise", timing.rule.relativeNoise);
  timing.rule.minSeconds = object.value("min_seconds", timing.rule.minSeconds);
  timing.rule.budgetSeconds = object.value("budget_seconds", timing.rule.budgetSeconds);
  timing.rule.minSamples = object.value("min_samples", timing.rule.minSamples);
  timing.warm = object.value("warm", false);
  timing.energy = object.value("energy", false);
  return timing;
}

GpuKernelFigures figuresFrom(const json& object) {
  return {object.at("registers").get<uint32_t>(), object.at("shared").get<uint64_t>(),
          object.at("local").get<uint64_t>(), object.at("blocks_per_multiprocessor").get<uint32_t>(),
          object.at("occupancy").get<double>()};
}

GpuTimes timesFrom(const json& object) {
  GpuTimes times;
  times.original = intervalFrom(object.at("original"));
  times.variant = intervalFrom(object.at("variant"));
  times.speedup = intervalFrom(object.at("speedup"));
  times.verdict = object.at("verdict").get<std::string>();
  times.refused = object.value("refused", "");
  times.samples = object.at("samples").get<uint32_t>();
  times.dropped = object.at("dropped").get<uint32_t>();
  times.originalNoise = object.at("original_noise").get<double>();
  times.variantNoise = object.at("variant_noise").get<double>();
  for (const StopReason reason : {StopReason::goOn, StopReason::quiet, StopReason::noiseSteady, StopReason::budget}) {
    if (toString(reason) == object.at("stopped").get<std::string>()) times.stopped = reason;
  }
  times.warm = object.at("cache").get<std::string>() == "warm";
  times.multiprocessorMHz = object.at("sm_mhz").get<unsigned>();
  times.memoryMHz = object.at("memory_mhz").get<unsigned>();
  times.throttled = object.value("throttled", "");
  if (object.contains("original_joules")) times.originalJoules = object.at("original_joules").get<double>();
  if (object.contains("variant_joules")) times.variantJoules = object.at("variant_joules").get<double>();
  times.seconds = object.at("measuring_seconds").get<double>();
  return times;
}

json preexecutionJson(const PreexecutionJob& job) {
  json fields = json::array();
  for (const ProgramField& field : job.fields) fields.push_back(toJson(field));
  return {{"source", job.source}, {"fields", fields}, {"skip_factors", job.skipFactors}};
}

PreexecutionJob preexecutionFrom(const json& object) {
  PreexecutionJob job;
  job.source = object.at("source").get<std::string>();
  for (const json& field : object.at("fields")) job.fields.push_back(programFieldFromJson(field));
  job.skipFactors = object.at("skip_factors").get<std::vector<uint32_t>>();
  return job;
}

PreexecutionRun preexecutionRunFrom(const json& object) {
  PreexecutionRun run;
  for (const json& one : object.at("tries")) {
    run.tries.push_back({one.at("skip_factor").get<uint32_t>(), intervalFrom(one.at("speedup"))});
  }
  run.skipFactor = object.at("skip_factor").get<uint32_t>();
  run.concurrentBlocks = object.at("concurrent_blocks").get<uint64_t>();
  run.coherent = object.at("coherent").get<bool>();
  run.notes = object.at("notes").get<std::vector<std::string>>();
  run.cpu = object.at("cpu").get<std::string>();
  return run;
}

Error malformed(const char* what, const json::exception& problem) {
  return {ErrorKind::worker, std::string("Malformed ") + what + ": " + problem.what(), std::nullopt};
}

}  // namespace

json toJson(const GpuKernelFigures& figures) {
  return {{"registers", figures.registers},
          {"shared", figures.sharedBytes},
          {"local", figures.localBytes},
          {"blocks_per_multiprocessor", figures.blocksPerMultiprocessor},
          {"occupancy", figures.occupancy}};
}

json toJson(const GpuTimes& times) {
  json object = {{"original", intervalJson(times.original)},
                 {"variant", intervalJson(times.variant)},
                 {"speedup", intervalJson(times.speedup)},
                 {"verdict", times.verdict},
                 {"unit", "s"},
                 {"samples", times.samples},
                 {"dropped", times.dropped},
                 {"original_noise", times.originalNoise},
                 {"variant_noise", times.variantNoise},
                 {"stopped", toString(times.stopped)},
                 {"cache", times.warm ? "warm" : "cold"},
                 {"sm_mhz", times.multiprocessorMHz},
                 {"memory_mhz", times.memoryMHz},
                 {"measuring_seconds", times.seconds}};
  if (!times.refused.empty()) object["refused"] = times.refused;
  if (!times.throttled.empty()) object["throttled"] = times.throttled;
  if (times.originalJoules) object["original_joules"] = *times.originalJoules;
  if (times.variantJoules) object["variant_joules"] = *times.variantJoules;
  return object;
}

json toJson(const PreexecutionRun& run) {
  json tries = json::array();
  for (const PreexecutionRun::Try& one : run.tries) {
    tries.push_back({{"skip_factor", one.skipFactor}, {"speedup", intervalJson(one.speedup)}});
  }
  return {{"tries", tries},
          {"skip_factor", run.skipFactor},
          {"concurrent_blocks", run.concurrentBlocks},
          {"coherent", run.coherent},
          {"notes", run.notes},
          {"cpu", run.cpu}};
}

std::string conditionsText(const GpuTimes& times) {
  char text[160];
  std::snprintf(text, sizeof text, "%u samples, %s L2, %u MHz, memory %u MHz, %s", times.samples,
                times.warm ? "warm" : "cold", times.multiprocessorMHz, times.memoryMHz,
                toString(times.stopped).c_str());
  return text;
}

json toJson(const GpuJob& job) {
  json tolerances = json::object();
  for (const auto& [name, t] : job.tolerances) tolerances[name] = {{"absolute", t.absolute}, {"relative", t.relative}};
  json object = {{"capture", job.capture.string()},
                 {"device", job.device},
                 {"original", codeJson(job.original)},
                 {"find_outputs", job.findOutputs},
                 {"hidden", job.hidden},
                 {"failed_tries", job.failedTries},
                 {"tolerances", tolerances},
                 {"launch_seconds", job.launchSeconds}};
  if (job.onlyDescribe) object["describe"] = true;
  if (job.margins) object["margins"] = true;
  if (job.variant) object["variant"] = codeJson(*job.variant);
  if (job.timing) object["timing"] = timingJson(*job.timing);
  if (!job.counters.empty()) object["counters"] = job.counters;
  if (job.stalls) object["stalls"] = true;
  if (job.preexecution) object["preexecution"] = preexecutionJson(*job.preexecution);
  return object;
}

Result<GpuJob> gpuJobFromJson(const json& object) {
  try {
    GpuJob job;
    job.device = object.value("device", 0);
    job.onlyDescribe = object.value("describe", false);
    if (job.onlyDescribe) return job;
    job.capture = object.at("capture").get<std::string>();
    job.original = codeFrom(object.at("original"));
    if (object.contains("variant")) job.variant = codeFrom(object.at("variant"));
    job.findOutputs = object.value("find_outputs", false);
    job.margins = object.value("margins", false);
    job.hidden = object.value("hidden", job.hidden);
    job.failedTries = object.value("failed_tries", job.failedTries);
    const json tolerances = object.value("tolerances", json::object());
    for (const auto& [name, t] : tolerances.items()) {
      job.tolerances[name] = {t.at("absolute").get<double>(), t.at("relative").get<double>()};
    }
    if (object.contains("timing")) job.timing = timingFrom(object.at("timing"));
    job.counters = object.value("counters", job.counters);
    job.stalls = object.value("stalls", false);
    if (object.contains("preexecution")) job.preexecution = preexecutionFrom(object.at("preexecution"));
    job.launchSeconds = object.value("launch_seconds", job.launchSeconds);
    return job;
  } catch (const json::exception& problem) {
    return malformed("job for the GPU worker", problem);
  }
}

json toJson(const GpuRun& run) {
  json captured = json::array();
  for (const BufferComparison& buffer : run.againstCapture) captured.push_back(toJson(buffer));
  json object = {{"run", toJson(run.run)},
                 {"original_failed", run.originalFailed},
                 {"gpu",
                  {{"name", run.gpu.name},
                   {"arch", run.gpu.arch},
                   {"driver", run.gpu.driver},
                   {"l2_bytes", run.gpu.l2Bytes},
                   {"peak_bytes_per_second", run.gpu.peakBytesPerSecond}}},
                 {"against_capture", captured},
                 {"hidden", run.hidden},
                 {"written_bytes", run.writtenBytes},
                 {"original", toJson(run.original)},
                 {"variant", toJson(run.variant)}};
  if (run.times) object["times"] = toJson(*run.times);
  if (!run.originalCounters.empty()) {
    object["counters"] = {{"original", run.originalCounters}, {"variant", run.variantCounters}};
  }
  if (!run.whyNoCounters.empty()) object["no_counters"] = run.whyNoCounters;
  if (run.stalls) object["stalls"] = toJson(*run.stalls);
  if (!run.whyNoStalls.empty()) object["no_stalls"] = run.whyNoStalls;
  if (run.preexecution) object["preexecution"] = toJson(*run.preexecution);
  return object;
}

Result<GpuRun> gpuRunFromJson(const json& object) {
  try {
    GpuRun run;
    Result<ReplayRun> replay = replayRunFromJson(object.at("run"));
    if (!replay.ok()) return replay.error();
    run.run = std::move(replay.value());
    run.originalFailed = object.at("original_failed").get<bool>();
    const json& gpu = object.at("gpu");
    run.gpu = {gpu.at("name").get<std::string>(), gpu.at("arch").get<std::string>(),
               gpu.at("driver").get<std::string>(), gpu.at("l2_bytes").get<uint64_t>(),
               gpu.at("peak_bytes_per_second").get<double>()};
    for (const json& buffer : object.at("against_capture"))
      run.againstCapture.push_back(bufferComparisonFromJson(buffer));
    run.hidden = object.at("hidden").get<std::vector<uint32_t>>();
    run.writtenBytes = object.at("written_bytes").get<uint64_t>();
    run.original = figuresFrom(object.at("original"));
    run.variant = figuresFrom(object.at("variant"));
    if (object.contains("times")) run.times = timesFrom(object.at("times"));
    if (object.contains("counters")) {
      run.originalCounters = object.at("counters").at("original").get<std::map<std::string, double>>();
      run.variantCounters = object.at("counters").at("variant").get<std::map<std::string, double>>();
    }
    run.whyNoCounters = object.value("no_counters", "");
    if (object.contains("stalls")) run.stalls = stallSamplesFromJson(object.at("stalls"));
    run.whyNoStalls = object.value("no_stalls", "");
    if (object.contains("preexecution")) run.preexecution = preexecutionRunFrom(object.at("preexecution"));
    return run;
  } catch (const json::exception& problem) {
    return malformed("result of a replay on a GPU", problem);
  }
}

}  // namespace warpwright

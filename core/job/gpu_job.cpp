#include "core/job/gpu_job.h"

#include "core/base/json_fields.h"

namespace warpwright {

using nlohmann::json;

void fieldsOf(auto& fields, Of<GpuCode> auto& code) {
  fields("file", code.file);
  fields("launch", code.shape);
}

void fieldsOf(auto& fields, Of<Interval> auto& interval) {
  fields("value", interval.value);
  fields("low", interval.low);
  fields("high", interval.high);
}

void fieldsOf(auto& fields, Of<GpuTiming> auto& timing) {
  fields.defaulted("relative_noise", timing.rule.relativeNoise);
  fields.defaulted("min_seconds", timing.rule.minSeconds);
  fields.defaulted("budget_seconds", timing.rule.budgetSeconds);
  fields.defaulted("min_samples", timing.rule.minSamples);
  fields.sparse("open_bands", timing.rule.openBands);
  fields.sparse("plain_seconds", timing.rule.plainSeconds);
  fields.defaulted("warm", timing.warm);
  fields.defaulted("energy", timing.energy);
}

void fieldsOf(auto& fields, Of<PreexecutionJob> auto& job) {
  fields("source", job.source);
  fields("fields", job.fields);
  fields("skip_factors", job.skipFactors);
}

void fieldsOf(auto& fields, Of<GpuJob> auto& job) {
  fields.defaulted("device", job.device);
  fields.sparse("describe", job.onlyDescribe);
  if (job.onlyDescribe && !fields.writes) return;
  fields("capture", job.capture);
  fields("original", job.original);
  fields.sparse("variant", job.variant);
  fields.defaulted("find_outputs", job.findOutputs);
  fields.sparse("margins", job.margins);
  fields.sparse("agrees", job.agrees);
  fields.defaulted("hidden", job.hidden);
  fields.defaulted("failed_tries", job.failedTries);
  fields.defaulted("tolerances", job.tolerances);
  fields.sparse("timing", job.timing);
  fields.sparse("counters", job.counters);
  fields.sparse("stalls", job.stalls);
  fields.sparse("preexecution", job.preexecution);
  fields.defaulted("launch_seconds", job.launchSeconds);
}

void fieldsOf(auto& fields, Of<GpuKernelFigures> auto& figures) {
  fields("registers", figures.registers);
  fields("shared", figures.sharedBytes);
  fields("local", figures.localBytes);
  fields("blocks_per_multiprocessor", figures.blocksPerMultiprocessor);
  fields("occupancy", figures.occupancy);
}

void fieldsOf(auto& fields, Of<GpuTimes> auto& times) {
  fields("original", times.original);
  fields("variant", times.variant);
  fields("speedup", times.speedup);
  fields("verdict", times.verdict);
  fields.sparse("refused", times.refused);
  fields.sparse("disturbed", times.disturbed);
  fields.sparse("other_processes", times.otherProcesses);
  fields.derived("unit", "s");
  fields("samples", times.samples);
  fields("dropped", times.dropped);
  fields("original_noise", times.originalNoise);
  fields("variant_noise", times.variantNoise);
  fields("stopped", spelled(times.stopped, StopReason::plain));
  fields.through(
      "cache", times.warm, [](bool warm) { return warm ? "warm" : "cold"; },
      [](const json& cache) { return cache == "warm"; });
  fields("sm_mhz", times.multiprocessorMHz);
  fields("memory_mhz", times.memoryMHz);
  fields.sparse("throttled", times.throttled);
  fields.sparse("original_joules", times.originalJoules);
  fields.sparse("variant_joules", times.variantJoules);
  fields("measuring_seconds", times.seconds);
}

void fieldsOf(auto& fields, Of<PreexecutionRun::Try> auto& one) {
  fields("skip_factor", one.skipFactor);
  fields("speedup", one.speedup);
}

void fieldsOf(auto& fields, Of<PreexecutionRun> auto& run) {
  fields("tries", run.tries);
  fields("skip_factor", run.skipFactor);
  fields("concurrent_blocks", run.concurrentBlocks);
  fields("coherent", run.coherent);
  fields("notes", run.notes);
  fields("cpu", run.cpu);
}

void fieldsOf(auto& fields, Of<GpuInfo> auto& gpu) {
  fields("name", gpu.name);
  fields("arch", gpu.arch);
  fields("driver", gpu.driver);
  fields("l2_bytes", gpu.l2Bytes);
  fields("peak_bytes_per_second", gpu.peakBytesPerSecond);
}

void fieldsOf(auto& fields, Of<GpuRun> auto& run) {
  fields("run", run.run);
  fields("original_failed", run.originalFailed);
  fields("gpu", run.gpu);
  fields("against_capture", run.againstCapture);
  fields("hidden", run.hidden);
  fields("written_bytes", run.writtenBytes);
  fields("original", run.original);
  fields("variant", run.variant);
  fields.sparse("times", run.times);
  if (fields.writes ? !run.originalCounters.empty() : fields.has("counters")) {
    fields.object("counters", [&](auto& counters) {
      counters("original", run.originalCounters);
      counters("variant", run.variantCounters);
    });
  }
  fields.sparse("no_counters", run.whyNoCounters);
  fields.sparse("stalls", run.stalls);
  fields.sparse("no_stalls", run.whyNoStalls);
  fields.sparse("preexecution", run.preexecution);
}

WARPWRIGHT_JSON_BY_FIELDS(GpuKernelFigures)
WARPWRIGHT_JSON_BY_FIELDS(GpuTimes)
WARPWRIGHT_JSON_BY_FIELDS(PreexecutionRun)

json toJson(const GpuJob& job) {
  return job;
}

json withoutVariant(const GpuJob& job) {
  json rest = toJson(job);
  rest.erase("variant");
  return rest;
}

Result<GpuJob> gpuJobFromJson(const json& object) {
  return readJson<GpuJob>(object, "Malformed job for the GPU worker: ");
}

json toJson(const GpuRun& run) {
  return run;
}

Result<GpuRun> gpuRunFromJson(const json& object) {
  return readJson<GpuRun>(object, "Malformed result of a replay on a GPU: ");
}

}  // namespace warpwright

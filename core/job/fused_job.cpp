#include "core/job/fused_job.h"

#include "core/base/json_fields.h"

namespace warpwright {

using nlohmann::json;

namespace memsim {

using warpwright::from_json;
using warpwright::to_json;

constexpr const char* kindNames[] = {"alone", "adaptive", "fixed", "perfect"};

void fieldsOf(auto& fields, Of<FusedCounts> auto& counts) {
  fields.defaulted("ticks", counts.ticks);
  fields.defaulted("gpu_cycles", counts.gpuCycles);
  fields.defaulted("gpu_warp_instructions", counts.gpu.warpInstructions);
  fields.defaulted("gpu_thread_instructions", counts.gpu.threadInstructions);
  fields.defaulted("gpu_l1_loads", counts.gpu.l1Loads);
  fields.defaulted("gpu_l1_hits", counts.gpu.l1Hits);
  fields.defaulted("gpu_l2_loads", counts.gpu.l2Loads);
  fields.defaulted("gpu_l2_hits", counts.gpu.l2Hits);
  fields.defaulted("gpu_l3_accesses", counts.shared.gpuAccesses);
  fields.defaulted("gpu_l3_hits", counts.shared.gpuHits);
  fields.defaulted("gpu_l3_misses", counts.shared.gpuMisses);
  fields.defaulted("gpu_l3_hits_on_prefetched", counts.shared.gpuHitsOnFetched);
  fields.defaulted("gpu_l3_late", counts.shared.gpuLate);
  fields.defaulted("cpu_l3_accesses", counts.shared.cpuAccesses);
  fields.defaulted("cpu_l3_hits", counts.shared.cpuHits);
  fields.defaulted("prefetched_lines", counts.shared.cpuFetched);
  fields.defaulted("prefetched_lines_used", counts.shared.cpuUsed);
  fields.defaulted("dram_reads", counts.shared.dramReads);
  fields.defaulted("dram_writes", counts.shared.dramWrites);
  fields.defaulted("dram_row_hits", counts.dramRowHits);
  fields.defaulted("dram_busy_ticks", counts.dramBusyTicks);
  fields.defaulted("cpu_instructions", counts.cpuInstructions);
  fields.defaulted("cpu_loads", counts.cpuLoads);
  fields.defaulted("cpu_lines", counts.cpuLines);
  fields.defaulted("cpu_lines_of_kernel", counts.cpuLinesOfKernel);
}

void to_json(json& pair, const SkipSample& sample) {
  pair = {sample.tick, sample.skip};
}

void from_json(const json& pair, SkipSample& sample) {
  sample = {pair.at(0), pair.at(1)};
}

void fieldsOf(auto& fields, Of<FusedMode> auto& mode) {
  fields("mode", named(mode.kind, kindNames));
  fields("skip_factor", mode.skip);
  fields("batch_size", mode.batch);
  fields("counts", mode.counts);
  fields.derived("ipc", mode.counts.ipc());
  fields.derived("l3_hit_rate", mode.counts.l3HitRate());
  fields.derived("accuracy", mode.counts.accuracy());
  fields.derived("coverage", mode.counts.coverage());
  fields.derived("instruction_share", mode.counts.instructionShare());
  fields.sparse("skip_factor_over_time", mode.skips);
}

void fieldsOf(auto& fields, Of<FusedRun> auto& run) {
  fields("device", run.device);
  fields("kernel", run.kernel);
  fields("grid", run.grid);
  fields("block", run.block);
  fields("launches", run.launches);
  fields("launches_before", run.skipped);
  fields("resident_blocks", run.residentBlocks);
  fields("ticks_per_nanosecond", run.clockGHz);
  fields("modes", run.modes);
  fields("conditions", run.conditions);
}

void to_json(json& object, const FusedRun& run) {
  writeFields(object, run);
  for (size_t i = 0; i < run.modes.size(); ++i) object["modes"][i]["speedup"] = run.speedup(run.modes[i]);
  if (const FusedMode* profiled = run.profiled()) object["profiled_skip_factor"] = profiled->skip;
}

void from_json(const json& object, FusedRun& run) {
  readFields(object, run);
}

}  // namespace memsim

void fieldsOf(auto& fields, Of<FusedRequest> auto& request) {
  fields("kernel", request.kernel);
  fields("device", request.device);
  fields("name", request.name);
  fields("source", request.source);
  fields("fields", request.fields);
  fields.defaulted("registersPerThread", request.registersPerThread);
  fields.defaulted("firstLaunch", request.firstLaunch);
  fields.defaulted("launches", request.launches);
}

WARPWRIGHT_JSON_BY_FIELDS(FusedRequest)

json toJson(const FusedJob& job) {
  json object = job.program;
  object["fused"] = job.request;
  return object;
}

}  // namespace warpwright

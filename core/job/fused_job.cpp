#include "core/job/fused_job.h"

#include <nlohmann/json.hpp>

namespace warpwright {

using memsim::FusedCounts;
using memsim::FusedMode;
using memsim::FusedRun;
using nlohmann::json;

namespace {

/// Every counter with its name, so that both ways agree.
template <typename Counts, typename Visit>
void eachCount(Counts& c, Visit visit) {
  visit("ticks", c.ticks);
  visit("gpu_cycles", c.gpuCycles);
  visit("gpu_warp_instructions", c.gpu.warpInstructions);
  visit("gpu_thread_instructions", c.gpu.threadInstructions);
  visit("gpu_l1_loads", c.gpu.l1Loads);
  visit("gpu_l1_hits", c.gpu.l1Hits);
  visit("gpu_l2_loads", c.gpu.l2Loads);
  visit("gpu_l2_hits", c.gpu.l2Hits);
  visit("gpu_l3_accesses", c.shared.gpuAccesses);
  visit("gpu_l3_hits", c.shared.gpuHits);
  visit("gpu_l3_misses", c.shared.gpuMisses);
  visit("gpu_l3_hits_on_prefetched", c.shared.gpuHitsOnFetched);
  visit("gpu_l3_late", c.shared.gpuLate);
  visit("cpu_l3_accesses", c.shared.cpuAccesses);
  visit("cpu_l3_hits", c.shared.cpuHits);
  visit("prefetched_lines", c.shared.cpuFetched);
  visit("prefetched_lines_used", c.shared.cpuUsed);
  visit("dram_reads", c.shared.dramReads);
  visit("dram_writes", c.shared.dramWrites);
  visit("dram_row_hits", c.dramRowHits);
  visit("dram_busy_ticks", c.dramBusyTicks);
  visit("cpu_instructions", c.cpuInstructions);
  visit("cpu_loads", c.cpuLoads);
  visit("cpu_lines", c.cpuLines);
  visit("cpu_lines_of_kernel", c.cpuLinesOfKernel);
}

constexpr const char* kindNames[] = {"alone", "adaptive", "fixed", "perfect"};

json toJson(const FusedMode& mode, const FusedRun& run) {
  json counts = json::object();
  eachCount(mode.counts, [&](const char* name, uint64_t value) { counts[name] = value; });
  json object = {{"mode", kindNames[static_cast<size_t>(mode.kind)]},
                 {"skip_factor", mode.skip},
                 {"batch_size", mode.batch},
                 {"speedup", run.speedup(mode)},
                 {"ipc", mode.counts.ipc()},
                 {"l3_hit_rate", mode.counts.l3HitRate()},
                 {"accuracy", mode.counts.accuracy()},
                 {"coverage", mode.counts.coverage()},
                 {"instruction_share", mode.counts.instructionShare()},
                 {"counts", counts}};
  json skips = json::array();
  for (const memsim::SkipSample& sample : mode.skips) skips.push_back({sample.tick, sample.skip});
  if (!skips.empty()) object["skip_factor_over_time"] = skips;
  return object;
}

FusedMode modeFrom(const json& object) {
  FusedMode mode;
  const auto name = object.at("mode").get<std::string>();
  for (size_t i = 0; i < std::size(kindNames); ++i) {
    if (name == kindNames[i]) mode.kind = static_cast<FusedMode::Kind>(i);
  }
  mode.skip = object.at("skip_factor").get<uint64_t>();
  mode.batch = object.at("batch_size").get<uint64_t>();
  const json& counts = object.at("counts");
  eachCount(mode.counts, [&](const char* field, uint64_t& value) { value = counts.value(field, uint64_t{0}); });
  if (const auto skips = object.find("skip_factor_over_time"); skips != object.end()) {
    for (const json& sample : *skips)
      mode.skips.push_back({sample.at(0).get<uint64_t>(), sample.at(1).get<uint64_t>()});
  }
  return mode;
}

}  // namespace

json toJson(const FusedRequest& request) {
  json fields = json::array();
  for (const ProgramField& field : request.fields) fields.push_back(toJson(field));
  return {{"kernel", request.kernel},
          {"device", request.device},
          {"name", request.name},
          {"source", request.source},
          {"fields", fields},
          {"registersPerThread", request.registersPerThread},
          {"firstLaunch", request.firstLaunch},
          {"launches", request.launches}};
}

FusedRequest fusedRequestFromJson(const json& object) {
  FusedRequest request;
  request.kernel = object.at("kernel").get<std::string>();
  request.device = object.at("device").get<std::string>();
  request.name = object.at("name").get<std::string>();
  request.source = object.at("source").get<std::string>();
  for (const json& field : object.at("fields")) request.fields.push_back(programFieldFromJson(field));
  request.registersPerThread = object.value("registersPerThread", 0u);
  request.firstLaunch = object.value("firstLaunch", uint64_t{0});
  request.launches = object.value("launches", uint64_t{1});
  return request;
}

json toJson(const FusedRun& run) {
  json modes = json::array();
  for (const FusedMode& mode : run.modes) modes.push_back(toJson(mode, run));
  json object = {{"device", run.device},
                 {"kernel", run.kernel},
                 {"grid", run.grid},
                 {"block", run.block},
                 {"launches", run.launches},
                 {"launches_before", run.skipped},
                 {"resident_blocks", run.residentBlocks},
                 {"ticks_per_nanosecond", run.clockGHz},
                 {"modes", modes},
                 {"conditions", run.conditions}};
  if (const FusedMode* profiled = run.profiled()) object["profiled_skip_factor"] = profiled->skip;
  return object;
}

FusedRun fusedRunFromJson(const json& object) {
  FusedRun run;
  run.device = object.at("device").get<std::string>();
  run.kernel = object.at("kernel").get<std::string>();
  run.grid = object.at("grid").get<std::array<uint32_t, 3>>();
  run.block = object.at("block").get<std::array<uint32_t, 3>>();
  run.launches = object.at("launches").get<uint64_t>();
  run.skipped = object.at("launches_before").get<uint64_t>();
  run.residentBlocks = object.at("resident_blocks").get<uint32_t>();
  run.clockGHz = object.at("ticks_per_nanosecond").get<double>();
  for (const json& mode : object.at("modes")) run.modes.push_back(modeFrom(mode));
  run.conditions = object.at("conditions").get<std::vector<std::string>>();
  return run;
}

json toJson(const FusedJob& job) {
  json object = toJson(job.program);
  object["fused"] = toJson(job.request);
  return object;
}

Result<FusedJob> fusedJobFromJson(const json& object) {
  auto program = engineJobFromJson(object);
  if (!program.ok()) return program.error();
  try {
    return FusedJob{*std::move(program), fusedRequestFromJson(object.at("fused"))};
  } catch (const json::exception& problem) {
    return Error{ErrorKind::worker, std::string("Malformed job for a fused chip: ") + problem.what(), std::nullopt};
  }
}

}  // namespace warpwright

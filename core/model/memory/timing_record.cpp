#include "core/model/memory/timing_record.h"

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/device/occupancy.h"

namespace warpwright::memsim {
namespace {

using nlohmann::json;

constexpr size_t workNumbers = 9, countNumbers = 4, trafficNumbers = 3;

/// [kind, executions, region, step, instructions, fp32, fp64, special, path, requests, sectors, lines and wavefronts
/// of each space, reads and writes of L2 and reads of DRAM of each schedule]
json rowOf(const TimingRecord& record, size_t site) {
  const TimingSite& at = record.input.sites[site];
  const SiteWork& work = at.work;
  json row{static_cast<int>(at.kind),
           at.executions,
           work.region,
           work.step,
           work.instructions,
           work.fp32,
           work.fp64,
           work.special,
           work.path};
  for (const AccessCounts& counts : at.counts) {
    for (const uint64_t count : {counts.requests, counts.sectors, counts.lines, counts.wavefronts})
      row.push_back(count);
  }
  for (const TimingRecord::Schedule& schedule : record.schedules) {
    const Traffic& traffic = schedule.traffic[site];
    for (const uint64_t count : {traffic.l2Reads, traffic.l2Writes, traffic.dramReads}) row.push_back(count);
  }
  return row;
}

void readRow(const json& row, TimingRecord& record) {
  TimingSite site;
  SiteWork& work = site.work;
  site.kind = static_cast<EventKind>(row.at(0).get<int>());
  site.executions = row.at(1);
  work.region = row.at(2);
  work.step = row.at(3);
  work.instructions = row.at(4);
  work.fp32 = row.at(5);
  work.fp64 = row.at(6);
  work.special = row.at(7);
  work.path = row.at(8);
  size_t next = workNumbers;
  for (AccessCounts& counts : site.counts) {
    counts.requests = row.at(next);
    counts.sectors = row.at(next + 1);
    counts.lines = row.at(next + 2);
    counts.wavefronts = row.at(next + 3);
    next += countNumbers;
  }
  for (TimingRecord::Schedule& schedule : record.schedules) {
    Traffic traffic;
    traffic.l2Reads = row.at(next);
    traffic.l2Writes = row.at(next + 1);
    traffic.dramReads = row.at(next + 2);
    schedule.traffic.push_back(traffic);
    next += trafficNumbers;
  }
  record.input.sites.push_back(site);
}

}  // namespace

json toJson(const TimingRecord& record) {
  const LaunchGeometry& geometry = record.geometry;
  json writes = json::array(), sites = json::array();
  for (const TimingRecord::Schedule& schedule : record.schedules) writes.push_back(schedule.dramWrites);
  for (size_t site = 0; site < record.input.sites.size(); ++site) sites.push_back(rowOf(record, site));
  return {{"blocks", geometry.blocks},
          {"threads", geometry.threadsPerBlock},
          {"shared", geometry.sharedBytesPerBlock},
          {"registers", geometry.registersPerThread},
          {"count_factor", record.input.countFactor},
          {"traffic_factor", record.input.trafficFactor},
          {"dram_writes", writes},
          {"atomic_turns", {record.input.atomics.all, record.input.atomics.busiest}},
          {"sites", sites}};
}

Result<TimingRecord> timingRecordFromJson(const json& object) {
  try {
    TimingRecord record;
    record.geometry = {object.at("blocks"), object.at("threads"), object.at("shared"), object.at("registers")};
    record.input.blocks = record.geometry.blocks;
    record.input.warpsPerBlock = (record.geometry.threadsPerBlock + warpSize - 1) / warpSize;
    record.input.countFactor = object.at("count_factor");
    record.input.trafficFactor = object.at("traffic_factor");
    const json& passes = object.at("atomic_turns");
    record.input.atomics = {passes.at(0).get<uint64_t>(), passes.at(1).get<uint64_t>()};
    for (const json& writes : object.at("dram_writes")) record.schedules.push_back({{}, writes.get<uint64_t>()});
    for (const json& row : object.at("sites")) readRow(row, record);
    return record;
  } catch (const json::exception& error) {
    return Error{ErrorKind::input, std::string("This is no timing record: ") + error.what(), std::nullopt};
  }
}

TimingEstimate estimateOf(const TimingRecord& record, const Device& device) {
  TimingInput input = record.input;
  input.device = &device;
  const LaunchGeometry& geometry = record.geometry;
  const Occupancy occupancy =
      computeOccupancy(device, {geometry.threadsPerBlock, geometry.registersPerThread, geometry.sharedBytesPerBlock});
  input.residentBlocks = std::max(1u, occupancy.blocks);
  std::vector<std::vector<TimingEstimate::Term>> terms;
  for (const TimingRecord::Schedule& schedule : record.schedules) {
    terms.push_back(timingTerms(input, schedule.traffic, schedule.dramWrites));
  }
  return combineTerms(terms);
}

void keepTimingRecord(const TimingRecord& record) {
  const char* file = std::getenv("WARPWRIGHT_TIMING_RECORDS");
  if (!file || !*file) return;
  std::ofstream(file, std::ios::app) << toJson(record).dump() << '\n';
}

}  // namespace warpwright::memsim

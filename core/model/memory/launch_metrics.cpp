#include "core/model/memory/launch_metrics.h"

#include <algorithm>
#include <tuple>

namespace warpwright::memsim {
namespace {

AccessCounts totalOf(const LaunchMetrics& metrics, MemorySpace space, EventKind kind) {
  for (const AccessTotal& total : metrics.totals) {
    if (total.space == space && total.kind == kind) return total.counts;
  }
  return {};
}

class MetricList {
 public:
  void count(const char* name, const char* counter, const char* unit, const char* meaning, uint64_t value) {
    list.push_back({name, counter, unit, meaning, static_cast<double>(value), static_cast<double>(value)});
  }
  void range(const char* name, const char* counter, const char* unit, const char* meaning, CountRange value,
             double scale = 1) {
    list.push_back({name, counter, unit, meaning, static_cast<double>(value.low) * scale,
                    static_cast<double>(value.high) * scale});
  }
  std::vector<NamedMetric> list;
};

double percent(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void addGlobal(MetricList& to, const LaunchMetrics& m) {
  const AccessCounts loads = totalOf(m, MemorySpace::global, EventKind::load);
  const AccessCounts stores = totalOf(m, MemorySpace::global, EventKind::store);
  const AccessCounts atomics = totalOf(m, MemorySpace::global, EventKind::atomic);
  to.count("global_load_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "requests",
           "loads of warps from global memory", loads.requests);
  to.count("global_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sectors",
           "sectors of 32 bytes that those touch", loads.sectors);
  to.range("global_load_l1_hits", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", "sectors",
           "of those, found in L1", m.globalLoads.l1Hits);
  to.count("global_store_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "requests",
           "stores of warps to global memory", stores.requests);
  to.count("global_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "sectors",
           "sectors that those touch", stores.sectors);
  to.count("global_atomic_requests", "", "requests", "atomics of warps on global memory", atomics.requests);
  to.count("global_atomic_sectors", "", "sectors", "sectors that those touch", atomics.sectors);
}

void addSharedAndLocal(MetricList& to, const LaunchMetrics& m) {
  const AccessCounts loads = totalOf(m, MemorySpace::shared, EventKind::load);
  const AccessCounts stores = totalOf(m, MemorySpace::shared, EventKind::store);
  const AccessCounts atomics = totalOf(m, MemorySpace::shared, EventKind::atomic);
  to.count("shared_load_requests", "", "requests", "loads of warps from shared memory", loads.requests);
  to.count("shared_load_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "wavefronts",
           "passes of shared memory for those", loads.wavefronts);
  to.count("shared_load_conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "wavefronts",
           "of those, due to bank conflicts", loads.wavefronts - loads.conflictFreeWavefronts);
  to.count("shared_store_requests", "", "requests", "stores of warps to shared memory", stores.requests);
  to.count("shared_store_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "wavefronts",
           "passes of shared memory for those", stores.wavefronts);
  to.count("shared_store_conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "wavefronts",
           "of those, due to bank conflicts", stores.wavefronts - stores.conflictFreeWavefronts);
  to.count("shared_atomic_requests", "", "requests", "atomics of warps on shared memory", atomics.requests);
  const AccessCounts fetches = totalOf(m, MemorySpace::texture, EventKind::load);
  to.count("texture_requests", "", "requests", "texture fetches of warps, one a row of texels", fetches.requests);
  to.count("texture_sectors", "", "sectors", "sectors that those touch", fetches.sectors);
  to.count("local_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", "sectors",
           "sectors read from local memory", totalOf(m, MemorySpace::local, EventKind::load).sectors);
  to.count("local_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", "sectors",
           "sectors written to local memory", totalOf(m, MemorySpace::local, EventKind::store).sectors);
}

void addCaches(MetricList& to, const LaunchMetrics& m) {
  const TrafficRange& t = m.traffic;
  // Lookups do not depend on the schedule.
  to.list.push_back({"l1_hit_rate", "", "%", "sectors of loads found in L1", percent(t.l1Hits.low, t.l1Lookups.high),
                     percent(t.l1Hits.high, t.l1Lookups.high)});
  to.range("l2_read_sectors", "lts__t_sectors_srcunit_tex_op_read.sum", "sectors", "read from L2 by multiprocessors",
           t.l2Reads);
  to.range("l2_write_sectors", "lts__t_sectors_srcunit_tex_op_write.sum", "sectors", "written to L2, atomics included",
           t.l2Writes);
  to.range("l2_sectors", "lts__t_sectors_srcunit_tex.sum", "sectors", "both",
           {t.l2Reads.low + t.l2Writes.low, t.l2Reads.high + t.l2Writes.high});
  to.range("l2_hits", "", "sectors", "of those, there already", t.l2Hits);
  to.range("dram_read_bytes", "dram__bytes_read.sum", "bytes", "read from memory", t.dramReads, sectorBytes);
  to.range("dram_write_bytes", "dram__bytes_write.sum", "bytes", "written back while the kernel runs", t.dramWrites,
           sectorBytes);
}

void addTo(CountRange& sum, const CountRange& more) {
  sum.low += more.low;
  sum.high += more.high;
}

void addTo(TrafficRange& sum, const TrafficRange& more) {
  addTo(sum.l1Lookups, more.l1Lookups);
  addTo(sum.l1Hits, more.l1Hits);
  addTo(sum.l2Reads, more.l2Reads);
  addTo(sum.l2Writes, more.l2Writes);
  addTo(sum.l2Hits, more.l2Hits);
  addTo(sum.dramReads, more.dramReads);
  addTo(sum.dramWrites, more.dramWrites);
}

auto keyOf(const PlaceMetrics& place) {
  return std::tie(place.at, place.space, place.kind, place.cacheOperator, place.object);
}
auto keyOf(const AccessTotal& total) {
  return std::tie(total.space, total.kind);
}

/// The entry of `list` like `entry`, which is added, in order, where there is none.
template <typename Entry>
Entry* findOrAdd(std::vector<Entry>& list, const Entry& entry) {
  auto at = std::lower_bound(list.begin(), list.end(), entry,
                             [](const Entry& a, const Entry& b) { return keyOf(a) < keyOf(b); });
  if (at != list.end() && keyOf(*at) == keyOf(entry)) return &*at;
  list.insert(at, entry);
  return nullptr;
}

}  // namespace

LaunchMetrics sumOf(const std::vector<const LaunchMetrics*>& launches) {
  LaunchMetrics sum = *launches.front();
  for (size_t i = 1; i < launches.size(); ++i) {
    const LaunchMetrics& more = *launches[i];
    sum.blocks += more.blocks;
    sum.tracedBlocks += more.tracedBlocks;
    sum.modelledBlocks += more.modelledBlocks;
    addTo(sum.traffic, more.traffic);
    addTo(sum.globalLoads, more.globalLoads);
    sum.launches += more.launches;
    if (sum.arithmetic && more.arithmetic) {
      sum.arithmetic->instructions += more.arithmetic->instructions;
      sum.arithmetic->fp32 += more.arithmetic->fp32;
      sum.arithmetic->fp64 += more.arithmetic->fp64;
    } else {
      sum.arithmetic.reset();
    }
    if (sum.timing && more.timing)
      *sum.timing += *more.timing;
    else
      sum.timing.reset();
    for (const AccessTotal& total : more.totals) {
      if (AccessTotal* same = findOrAdd(sum.totals, total)) same->counts += total.counts;
    }
    for (const PlaceMetrics& place : more.places) {
      PlaceMetrics* same = findOrAdd(sum.places, place);
      if (same == nullptr) continue;
      same->counts += place.counts;
      addTo(same->traffic, place.traffic);
    }
  }
  return sum;
}

std::vector<NamedMetric> namedMetrics(const LaunchMetrics& metrics) {
  MetricList list;
  addGlobal(list, metrics);
  addSharedAndLocal(list, metrics);
  addCaches(list, metrics);
  return std::move(list.list);
}

std::string toString(EventKind kind) {
  switch (kind) {
    case EventKind::load:
      return "load";
    case EventKind::store:
      return "store";
    case EventKind::atomic:
      return "atomic";
    case EventKind::marker:
      return "marker";
    case EventKind::barrier:
      return "barrier";
    case EventKind::warpOperation:
      return "warp operation";
  }
  return {};
}

std::string toString(MemorySpace space) {
  switch (space) {
    case MemorySpace::global:
      return "global";
    case MemorySpace::shared:
      return "shared";
    case MemorySpace::local:
      return "local";
    case MemorySpace::texture:
      return "texture";
    case MemorySpace::constant:
      return "constant";
    case MemorySpace::generic:
      return "generic";
  }
  return {};
}

std::string toString(CacheOperator cacheOperator) {
  switch (cacheOperator) {
    case CacheOperator::normal:
      return "";
    case CacheOperator::bypassL1:
      return ".cg";
    case CacheOperator::streaming:
      return ".cs";
    case CacheOperator::lastUse:
      return ".lu";
    case CacheOperator::uncached:
      return ".cv";
    case CacheOperator::noAllocate:
      return "L1::no_allocate";
    case CacheOperator::evictFirst:
      return "L1::evict_first";
    case CacheOperator::evictLast:
      return "L1::evict_last";
  }
  return {};
}

}  // namespace warpwright::memsim

#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/device/device.h"
#include "core/model/cache_policy/traffic_graph.h"
#include "core/model/memory/request_trace.h"

namespace warpwright {

/// A load from global memory, as the source has it; copies of it in the code (inlined, of a template) count together.
struct KernelLoad {
  SourcePosition at;
  std::string object;  ///< array or parameter where it is known
  int parameter = -1;  ///< of the kernel, which points to what is read; -1: not known
  uint32_t bytes = 0;  ///< of one thread's access; of several sizes the largest
  memsim::CacheOperator written = memsim::CacheOperator::normal;  ///< what the source asks for
  uint64_t requests = 0;                                          ///< of warps, over all launches
  memsim::AccessCounts counts;                                    ///< over all launches
};

/// §4.2 of the paper, with the sizes of the device: what a load does in L1 where no other load is kept there.
struct LoadCharacter {
  double accesses = 0, hits = 0;     ///< access_i, hit_i: of L1 sectors, or of lines where a miss fills the line
  double onBytes = 0, offBytes = 0;  ///< T_on, T_off: what it asks of L2 cached, and past L1
  double efficiencyOn = 0, efficiencyOff = 0;  ///< E_on, E_off: of the bytes moved, those that threads asked for
};

/// What people call the loads, each different: "edges at line 12", with the column where a line has several of one
/// array.
std::vector<std::string> namesOf(const std::vector<KernelLoad>& loads);

/// What the loads of one kernel do alone and in pairs.
struct Characterization {
  std::vector<LoadCharacter> loads;
  std::vector<double> pairHits;           ///< hit_ij at [i · loads + j], i < j: with only loads i and j cached
  double blockBytes = 32;                 ///< what a miss fetches
  double gain(size_t i, size_t j) const;  ///< gain_ij = hit_ij − (hit_i + hit_j)
};

/// Sectors that loads read from L2 under one policy, as bytes, over the orders in which warps may run.
struct PolicyTraffic {
  double low = 0, high = 0, mean = 0;
};

struct PolicyModelOptions {
  size_t mostLoads = 20;  ///< candidates: the loads executed most
  uint64_t l1Bytes = 0;   ///< 0: what shared memory leaves
  unsigned threads = 1;
};

/// The L1 caches of a device under any policy for the loads of one kernel, from what its launches asked of memory.
/// Loads that are no candidates, local memory, textures, stores and atomics keep what the source says. Multiprocessors
/// do not meet in L1, so each is run by itself.
class PolicyModel {
 public:
  /// Loads from global memory are taken to go through L1 also on devices that need a compiler option for it.
  PolicyModel(std::vector<memsim::RequestTrace> traces, const Device& device, const PolicyModelOptions& options);

  /// The candidates, those executed most first: plain loads only.
  const std::vector<KernelLoad>& loads() const { return loads_; }
  /// Global loads that are no candidates: past `mostLoads`, or with an operator of their own.
  const std::vector<KernelLoad>& others() const { return others_; }
  /// Under which the numbers hold, a sentence each.
  const std::vector<std::string>& conditions() const { return conditions_; }

  /// All loads and pairs in one pass over the requests. Errors: cancelled.
  Result<Characterization> characterize(std::stop_token stop) const;
  /// At [i · loads + j], i < j: candidates i and j read common lines of 128 bytes.
  std::vector<bool> commonLines() const;
  /// Requires: one operator a candidate. Errors: cancelled.
  Result<PolicyTraffic> traffic(const std::vector<memsim::CacheOperator>& operators, std::stop_token stop) const;

  /// Definition 1 of the paper. `names`: one a candidate, each different.
  TrafficGraph graph(const Characterization& character, const std::vector<std::string>& names) const;

 private:
  struct Multiprocessor {
    size_t launch = 0;
    std::vector<std::vector<memsim::BlockRequests>> waves;
  };
  struct Launch {
    std::vector<memsim::TraceSite> sites;
    std::vector<uint32_t> loadOf;  ///< of each site; `none`: of no candidate
    double factor = 1;
    uint64_t l1Bytes = 0;
  };
  static constexpr uint32_t none = ~0u;

  void findLoads(const std::vector<memsim::RequestTrace>& traces);
  void addConditions(const std::vector<memsim::RequestTrace>& traces);
  void characterizeOne(const Multiprocessor& multiprocessor, const memsim::Schedule& schedule,
                       Characterization& sum) const;
  template <typename Work>
  bool forEach(Work work, std::stop_token stop) const;

  Device device_;  ///< one multiprocessor, no L2 to speak of
  PolicyModelOptions options_;
  std::vector<KernelLoad> loads_, others_;
  std::vector<Launch> launches_;
  std::vector<Multiprocessor> multiprocessors_;
  std::vector<std::string> conditions_;
};

}  // namespace warpwright

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"
#include "core/base/source_range.h"

namespace warpwright {

/// The traffic-reduction graph of a kernel (Xie et al., Definition 1): what caching each load in L1 saves in traffic to
/// L2, alone and in pairs. Pairs that are not listed have weight 0.
struct TrafficGraph {
  struct Load {
    std::string id;
    double weight = 0;  ///< W(v) = T_off - T_on, bytes; positive: caching it alone pays
    SourcePosition at;  ///< where it stands; line 0: not known
  };
  struct Pair {
    uint32_t a = 0, b = 0;  ///< indices of loads, a < b
    double weight = 0;      ///< W(e) = gain · block size, bytes; positive: they reuse each other's data
  };
  std::vector<Load> loads;
  std::vector<Pair> pairs;  ///< each pair at most once
};

/// Reads {"loads":[{"id","weight"}],"pairs":[{"a","b","weight"}]}. Pairs given twice are added up. A load may name its
/// place as "file" and "line". Errors name the field:
/// no loads, an id twice or unknown, a load paired with itself, a weight that is not a finite number.
Result<TrafficGraph> trafficGraphFromJson(const nlohmann::json& json);
nlohmann::json toJson(const TrafficGraph& graph);

/// Reads such a file. Errors: cannot be read, is no JSON.
Result<TrafficGraph> readTrafficGraph(const std::string& file);

/// T(G'): the sum of the weights of the cached loads and of the pairs between them. Requires: one entry a load.
double trafficReduction(const TrafficGraph& graph, const std::vector<bool>& cached);

}  // namespace warpwright

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/cache_policy/choose_policy.h"
#include "core/model/cache_policy/solve.h"
#include "core/model/cache_policy/traffic_graph.h"
#include "core/report/svg_ink.h"

namespace warpwright {

/// A traffic-reduction graph with what the solvers chose.
struct TrafficSolution {
  TrafficGraph graph;
  std::optional<CachePolicy> exact;  ///< absent while it is solved, or where it was cancelled
  CachePolicy heuristic;
};

/// One row of the table of solutions.
struct TrafficRow {
  std::string solution;   ///< "Exact (enumeration)"
  std::string note;       ///< "proved best"
  std::string cached;     ///< "6 of 9"
  std::string reduction;  ///< "43.7 M"
  std::string time;       ///< "< 1 ms"; the missing value where nothing was solved
  std::vector<bool> choice;
};
/// Exact, heuristic, cache all, bypass all.
std::vector<TrafficRow> trafficRows(const TrafficSolution& solution);

/// The name under which a session keeps a graph, and the text that it keeps: the graph with the name of its kernel.
inline constexpr const char* trafficGraphKey = "traffic graph";
std::string keptGraph(const std::string& name, const TrafficGraph& graph);

/// One sentence: what to cache, or that there is nothing to do and why.
std::string trafficWords(const TrafficSolution& solution);
/// Does caching all loads save as much traffic as any choice?
bool isNothingToDo(const TrafficSolution& solution);
/// What a choice is worth: "loads read 12.0 % less from L2 (…).", or "nothing to do, because …."
std::string choiceWords(const PolicyChoice& choice);
/// A weight as the graph shows it: "+6.8 M", "−2.4 k", "+120".
std::string weightText(double weight);

/// Boxes of the loads, placed: cached ones above, bypassed ones below where the graph allows it.
struct TrafficPicture {
  struct Box {
    double x = 0, y = 0;  ///< of its centre
    double width = 0, height = 0;
  };
  std::vector<Box> boxes;  ///< by load
  double width = 0, height = 0;
};
/// Requires: up to `trafficPictureLimit` loads; beyond, the table serves.
inline constexpr size_t trafficPictureLimit = 200;
/// `characterWidth` and `lineHeight`: of the code font that labels the boxes.
TrafficPicture layOutTraffic(const TrafficSolution& solution, double characterWidth, double lineHeight);

/// The same picture as SVG elements.
std::string trafficSvg(const TrafficSolution& solution, const TrafficPicture& picture, const SvgInk& ink);

}  // namespace warpwright

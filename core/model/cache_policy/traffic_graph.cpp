#include "core/model/cache_policy/traffic_graph.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/base/file.h"

namespace warpwright {
namespace {

using nlohmann::json;

Result<double> weightOf(const json& object, const std::string& where) {
  const auto found = object.find("weight");
  if (found == object.end() || !found->is_number()) return inputError(where + " needs a number called `weight`.");
  const double weight = found->get<double>();
  if (!std::isfinite(weight)) return inputError(where + " has a weight that is not finite.");
  return weight;
}

Result<std::string> nameOf(const json& object, const char* field, const std::string& where) {
  const auto found = object.find(field);
  if (found == object.end() || !found->is_string()) {
    return inputError(where + " needs a text called `" + std::string(field) + "`, the id of a load.");
  }
  return found->get<std::string>();
}

}  // namespace

Result<TrafficGraph> trafficGraphFromJson(const json& document) {
  if (!document.is_object() || !document.contains("loads") || !document["loads"].is_array() ||
      document["loads"].empty()) {
    return inputError("A traffic-reduction graph needs a list called `loads` with at least one load.");
  }
  TrafficGraph graph;
  std::unordered_map<std::string, uint32_t> index;
  for (size_t i = 0; i < document["loads"].size(); ++i) {
    const std::string where = "loads[" + std::to_string(i) + "]";
    const json& load = document["loads"][i];
    if (!load.is_object()) return inputError(where + " must be an object.");
    Result<std::string> id = nameOf(load, "id", where);
    if (!id.ok()) return id.error();
    Result<double> weight = weightOf(load, where);
    if (!weight.ok()) return weight.error();
    if (!index.emplace(*id, static_cast<uint32_t>(i)).second)
      return inputError(where + ": `" + *id + "` is there twice.");
    graph.loads.push_back({*id, *weight, {}});
    if (const auto line = load.find("line");
        line != load.end() && line->is_number_unsigned() && line->get<uint64_t>() <= UINT32_MAX) {
      graph.loads.back().at.line = line->get<uint32_t>();
    }
    if (const auto file = load.find("file"); file != load.end() && file->is_string())
      graph.loads.back().at.file = file->get<std::string>();
  }
  std::map<std::pair<uint32_t, uint32_t>, double> pairs;
  const json none = json::array();
  const json& listed = document.contains("pairs") ? document["pairs"] : none;
  if (!listed.is_array()) return inputError("`pairs` must be a list.");
  for (size_t i = 0; i < listed.size(); ++i) {
    const std::string where = "pairs[" + std::to_string(i) + "]";
    if (!listed[i].is_object()) return inputError(where + " must be an object.");
    uint32_t ends[2] = {0, 0};
    for (int end = 0; end < 2; ++end) {
      Result<std::string> id = nameOf(listed[i], end == 0 ? "a" : "b", where);
      if (!id.ok()) return id.error();
      const auto known = index.find(*id);
      if (known == index.end()) return inputError(where + " names `" + *id + "`, which is not in `loads`.");
      ends[end] = known->second;
    }
    Result<double> weight = weightOf(listed[i], where);
    if (!weight.ok()) return weight.error();
    if (ends[0] == ends[1]) return inputError(where + " pairs `" + graph.loads[ends[0]].id + "` with itself.");
    pairs[{std::min(ends[0], ends[1]), std::max(ends[0], ends[1])}] += *weight;
  }
  for (const auto& [ends, weight] : pairs) graph.pairs.push_back({ends.first, ends.second, weight});
  return graph;
}

json toJson(const TrafficGraph& graph) {
  json loads = json::array(), pairs = json::array();
  for (const auto& load : graph.loads) {
    loads.push_back({{"id", load.id}, {"weight", load.weight}});
    if (load.at.line != 0) loads.back()["line"] = load.at.line;
    if (!load.at.file.empty()) loads.back()["file"] = load.at.file;
  }
  for (const auto& pair : graph.pairs) {
    pairs.push_back({{"a", graph.loads[pair.a].id}, {"b", graph.loads[pair.b].id}, {"weight", pair.weight}});
  }
  return {{"loads", loads}, {"pairs", pairs}};
}

Result<TrafficGraph> readTrafficGraph(const std::string& file) {
  Result<std::string> text = readFile(file, uint64_t{1} << 28);
  if (!text.ok()) return text.error();
  const json document = json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded())
    return inputError(file + " is not JSON. It should read {\"loads\": […], \"pairs\": […]}.");
  Result<TrafficGraph> graph = trafficGraphFromJson(document);
  if (!graph.ok()) return inputError(file + ": " + graph.error().message);
  return graph;
}

double trafficReduction(const TrafficGraph& graph, const std::vector<bool>& cached) {
  double sum = 0;
  for (size_t i = 0; i < graph.loads.size(); ++i) {
    if (cached[i]) sum += graph.loads[i].weight;
  }
  for (const auto& pair : graph.pairs) {
    if (cached[pair.a] && cached[pair.b]) sum += pair.weight;
  }
  return sum;
}

}  // namespace warpwright

#include "core/job/metrics_json.h"

#include <nlohmann/json.hpp>

namespace warpwright {
namespace {

using nlohmann::json;
using namespace memsim;

json toJson(CountRange range) {
  if (range.low == range.high) return range.low;
  return {{"low", range.low}, {"high", range.high}};
}

CountRange rangeFrom(const json& value) {
  if (value.is_object()) return {value.at("low").get<uint64_t>(), value.at("high").get<uint64_t>()};
  const auto count = value.get<uint64_t>();
  return {count, count};
}

json toJson(const AccessCounts& counts) {
  return {{"requests", counts.requests},
          {"lanes", counts.lanes},
          {"bytes", counts.bytes},
          {"sectors", counts.sectors},
          {"lines", counts.lines},
          {"wavefronts", counts.wavefronts},
          {"conflict_free_wavefronts", counts.conflictFreeWavefronts}};
}

AccessCounts countsFrom(const json& object) {
  return {object.at("requests").get<uint64_t>(),
          object.at("lanes").get<uint64_t>(),
          object.at("bytes").get<uint64_t>(),
          object.at("sectors").get<uint64_t>(),
          object.at("lines").get<uint64_t>(),
          object.at("wavefronts").get<uint64_t>(),
          object.at("conflict_free_wavefronts").get<uint64_t>()};
}

json toJson(const TrafficRange& traffic) {
  return {{"l1_lookups", toJson(traffic.l1Lookups)},  {"l1_hits", toJson(traffic.l1Hits)},
          {"l2_reads", toJson(traffic.l2Reads)},      {"l2_writes", toJson(traffic.l2Writes)},
          {"l2_hits", toJson(traffic.l2Hits)},        {"dram_reads", toJson(traffic.dramReads)},
          {"dram_writes", toJson(traffic.dramWrites)}};
}

TrafficRange trafficFrom(const json& object) {
  return {rangeFrom(object.at("l1_lookups")), rangeFrom(object.at("l1_hits")), rangeFrom(object.at("l2_reads")),
          rangeFrom(object.at("l2_writes")),  rangeFrom(object.at("l2_hits")), rangeFrom(object.at("dram_reads")),
          rangeFrom(object.at("dram_writes"))};
}

template <typename Enumeration>
Enumeration fromName(const json& name, Enumeration last) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    if (toString(static_cast<Enumeration>(i)) == name.get<std::string>()) return static_cast<Enumeration>(i);
  }
  throw json::other_error::create(501, "unknown name " + name.get<std::string>(), &name);
}

json toJson(const PlaceMetrics& place) {
  json row = toJson(place.counts);
  row["file"] = place.at.file;
  row["line"] = place.at.line;
  row["column"] = place.at.column;
  row["object"] = place.object;
  row["kind"] = toString(place.kind);
  row["space"] = toString(place.space);
  row["operator"] = toString(place.cacheOperator);
  row["traffic"] = toJson(place.traffic);
  const auto requests = static_cast<double>(place.counts.requests);
  row["sectors_per_request"] = static_cast<double>(place.counts.sectors) / requests;
  row["wavefronts_per_request"] = static_cast<double>(place.counts.wavefronts) / requests;
  return row;
}

PlaceMetrics placeFrom(const json& row) {
  PlaceMetrics place;
  place.at = {row.at("file").get<std::string>(), row.at("line").get<uint32_t>(), row.at("column").get<uint32_t>()};
  place.object = row.at("object").get<std::string>();
  place.kind = fromName(row.at("kind"), EventKind::warpOperation);
  place.space = fromName(row.at("space"), MemorySpace::generic);
  place.cacheOperator = fromName(row.at("operator"), CacheOperator::evictLast);
  place.counts = countsFrom(row);
  place.traffic = trafficFrom(row.at("traffic"));
  return place;
}

json valuesOf(const LaunchMetrics& metrics) {
  json values = json::object();
  for (const NamedMetric& metric : namedMetrics(metrics)) {
    json& value = values[metric.name] = {{"unit", metric.unit}, {"meaning", metric.meaning}};
    if (!metric.counter.empty()) value["counter"] = metric.counter;
    if (metric.low == metric.high)
      value["value"] = metric.low;
    else
      value["low"] = metric.low, value["high"] = metric.high;
  }
  return values;
}

json timingOf(const TimingEstimate& estimate) {
  double largest = estimate.terms.front().cost;
  json terms = json::array();
  for (const TimingEstimate::Term& term : estimate.terms) {
    terms.push_back({{"name", term.name}, {"cost", term.cost}, {"share", largest > 0 ? term.cost / largest : 0}});
  }
  return {{"bound", estimate.bound()}, {"low", estimate.low}, {"high", estimate.high}, {"terms", std::move(terms)}};
}

TimingEstimate timingFrom(const json& object) {
  TimingEstimate estimate{object.at("low").get<double>(), object.at("high").get<double>(), {}};
  for (const json& term : object.at("terms"))
    estimate.terms.push_back({term.at("name").get<std::string>(), term.at("cost").get<double>()});
  return estimate;
}

}  // namespace

json toJson(const LaunchMetrics& metrics) {
  json places = json::array(), totals = json::array();
  for (const PlaceMetrics& place : metrics.places) places.push_back(toJson(place));
  for (const AccessTotal& total : metrics.totals) {
    json& row = totals.emplace_back(toJson(total.counts));
    row["kind"] = toString(total.kind);
    row["space"] = toString(total.space);
  }
  json object = {{"device", metrics.device},
                 {"resident_blocks", metrics.residentBlocks},
                 {"l1_bytes", metrics.l1Bytes},
                 {"blocks", metrics.blocks},
                 {"traced_blocks", metrics.tracedBlocks},
                 {"modelled_blocks", metrics.modelledBlocks},
                 {"exact", metrics.isExact()},
                 {"conditions", metrics.conditions},
                 {"values", valuesOf(metrics)},
                 {"totals", std::move(totals)},
                 {"traffic", toJson(metrics.traffic)},
                 {"global_loads", toJson(metrics.globalLoads)},
                 {"lines", std::move(places)}};
  if (metrics.timing) object["ranking"] = timingOf(*metrics.timing);
  return object;
}

LaunchMetrics launchMetricsFromJson(const json& object) {
  LaunchMetrics metrics;
  metrics.device = object.at("device").get<std::string>();
  metrics.residentBlocks = object.at("resident_blocks").get<uint32_t>();
  metrics.l1Bytes = object.at("l1_bytes").get<uint64_t>();
  metrics.blocks = object.at("blocks").get<uint64_t>();
  metrics.tracedBlocks = object.at("traced_blocks").get<uint64_t>();
  metrics.modelledBlocks = object.at("modelled_blocks").get<uint64_t>();
  metrics.conditions = object.at("conditions").get<std::vector<std::string>>();
  for (const json& row : object.at("totals")) {
    metrics.totals.push_back({fromName(row.at("kind"), EventKind::warpOperation),
                              fromName(row.at("space"), MemorySpace::generic), countsFrom(row)});
  }
  metrics.traffic = trafficFrom(object.at("traffic"));
  metrics.globalLoads = trafficFrom(object.at("global_loads"));
  if (const auto ranking = object.find("ranking"); ranking != object.end()) metrics.timing = timingFrom(*ranking);
  for (const json& row : object.at("lines")) metrics.places.push_back(placeFrom(row));
  return metrics;
}

}  // namespace warpwright

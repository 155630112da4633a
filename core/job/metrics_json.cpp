#include "core/job/metrics_json.h"

#include "core/base/json_fields.h"

namespace warpwright::memsim {

using nlohmann::json;
using warpwright::from_json;
using warpwright::to_json;

/// A range is an object; a count that is the same under each schedule a number.
void to_json(json& value, const CountRange& range) {
  if (range.low == range.high)
    value = range.low;
  else
    value = {{"low", range.low}, {"high", range.high}};
}

void from_json(const json& value, CountRange& range) {
  const bool isRange = value.is_object();
  (isRange ? value.at("low") : value).get_to(range.low);
  (isRange ? value.at("high") : value).get_to(range.high);
}

void fieldsOf(auto& fields, Of<AccessCounts> auto& counts) {
  fields("requests", counts.requests);
  fields("lanes", counts.lanes);
  fields("bytes", counts.bytes);
  fields("sectors", counts.sectors);
  fields("lines", counts.lines);
  fields("wavefronts", counts.wavefronts);
  fields("conflict_free_wavefronts", counts.conflictFreeWavefronts);
}

void fieldsOf(auto& fields, Of<TrafficRange> auto& traffic) {
  fields("l1_lookups", traffic.l1Lookups);
  fields("l1_hits", traffic.l1Hits);
  fields("l2_reads", traffic.l2Reads);
  fields("l2_writes", traffic.l2Writes);
  fields("l2_hits", traffic.l2Hits);
  fields("dram_reads", traffic.dramReads);
  fields("dram_writes", traffic.dramWrites);
}

void fieldsOf(auto& fields, Of<AccessTotal> auto& total) {
  fields("kind", spelled(total.kind, EventKind::warpOperation));
  fields("space", spelled(total.space, MemorySpace::generic));
  fieldsOf(fields, total.counts);
}

void fieldsOf(auto& fields, Of<PlaceMetrics> auto& place) {
  warpwright::fieldsOf(fields, place.at);
  fields("object", place.object);
  fields("kind", spelled(place.kind, EventKind::warpOperation));
  fields("space", spelled(place.space, MemorySpace::generic));
  fields("operator", spelled(place.cacheOperator, CacheOperator::evictLast));
  fieldsOf(fields, place.counts);
  fields("traffic", place.traffic);
  const auto requests = static_cast<double>(place.counts.requests);
  fields.derived("sectors_per_request", static_cast<double>(place.counts.sectors) / requests);
  fields.derived("wavefronts_per_request", static_cast<double>(place.counts.wavefronts) / requests);
}

void fieldsOf(auto& fields, Of<TimingEstimate::Term> auto& term) {
  fields("name", term.name);
  fields("cost", term.cost);
}

/// Each term with its share of the largest.
void to_json(json& object, const TimingEstimate& estimate) {
  const double largest = estimate.terms.front().cost;
  object = {{"bound", estimate.bound()}, {"low", estimate.low}, {"high", estimate.high}, {"terms", estimate.terms}};
  for (json& term : object["terms"]) term["share"] = largest > 0 ? term["cost"].get<double>() / largest : 0;
}

void from_json(const json& object, TimingEstimate& estimate) {
  estimate = {object.at("low"), object.at("high"), object.at("terms").get<std::vector<TimingEstimate::Term>>()};
}

void fieldsOf(auto& fields, Of<ArithmeticCounts> auto& counts) {
  fields("instructions", counts.instructions);
  fields("fp32", counts.fp32);
  fields("fp64", counts.fp64);
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

void fieldsOf(auto& fields, Of<LaunchMetrics> auto& metrics) {
  fields("device", metrics.device);
  fields("resident_blocks", metrics.residentBlocks);
  fields("l1_bytes", metrics.l1Bytes);
  fields("blocks", metrics.blocks);
  fields("traced_blocks", metrics.tracedBlocks);
  fields("modelled_blocks", metrics.modelledBlocks);
  fields.derived("exact", metrics.isExact());
  fields("conditions", metrics.conditions);
  if (fields.writes) fields.derived("values", valuesOf(metrics));
  fields("totals", metrics.totals);
  fields("traffic", metrics.traffic);
  fields("global_loads", metrics.globalLoads);
  fields("lines", metrics.places);
  fields.sparse("ranking", metrics.timing);
  fields.sparse("arithmetic", metrics.arithmetic);
  fields.unlike("launches", metrics.launches, uint64_t{1});
}

WARPWRIGHT_JSON_BY_FIELDS(LaunchMetrics)

}  // namespace warpwright::memsim

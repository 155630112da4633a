#include "core/execute/tune/policy_prediction.h"

#include <algorithm>
#include <bit>
#include <filesystem>

namespace warpwright {
namespace {

using memsim::CacheOperator;

/// The value of a parameter for this operator; empty: the load stays as it is.
std::string valueOf(CacheOperator cacheOperator) {
  switch (cacheOperator) {
    case CacheOperator::bypassL1:
      return "cg";
    case CacheOperator::streaming:
      return "cs";
    default:
      return {};
  }
}

bool samePlace(const SourcePosition& a, const SourcePosition& b) {
  return a.line == b.line && a.column == b.column &&
         std::filesystem::path(a.file).filename() == std::filesystem::path(b.file).filename();
}

}  // namespace

std::string parameterOf(const Opportunity& finding, const KernelLoad& load) {
  for (size_t i = 0; i < finding.parameters.size() && i < finding.evidence.size(); ++i) {
    if (samePlace(finding.evidence[i].at, load.at)) return finding.parameters[i].name;
  }
  return {};
}

ParameterValues valuesOf(const Opportunity& finding, const std::vector<KernelLoad>& loads,
                         const std::vector<CacheOperator>& operators) {
  ParameterValues values;
  for (size_t i = 0; i < loads.size(); ++i) {
    const std::string value = valueOf(operators[i]), parameter = parameterOf(finding, loads[i]);
    if (!value.empty() && !parameter.empty()) values[parameter] = value;
  }
  return values;
}

std::vector<ParameterValues> predictedPolicies(const Opportunity& finding, const PolicyChoice& choice) {
  std::vector<ParameterValues> list;
  const auto addValues = [&](ParameterValues values) {
    if (!values.empty() && std::find(list.begin(), list.end(), values) == list.end()) list.push_back(std::move(values));
  };
  const auto add = [&](const TriedPolicy& tried) {
    ParameterValues values = valuesOf(finding, choice.loads, tried.operators);
    addValues(values);
    for (auto& [name, value] : values) value = "cs";
    addValues(values);
  };
  add(choice.best());
  for (const TriedPolicy& tried : choice.tried) {
    if (tried.name != "bypass all") add(tried);
  }
  return list;
}

std::vector<ParameterValues> everyPolicy(const std::vector<Parameter>& loads) {
  const bool two =
      std::all_of(loads.begin(), loads.end(), [](const Parameter& load) { return load.values.size() >= 2; });
  if (loads.size() > mostLoadsToEnumerate || !two) return {};
  std::vector<uint32_t> choices;
  for (uint32_t changed = 1; changed < 1U << loads.size(); ++changed) choices.push_back(changed);
  std::stable_sort(choices.begin(), choices.end(),
                   [](uint32_t a, uint32_t b) { return std::popcount(a) < std::popcount(b); });
  std::vector<ParameterValues> list;
  for (const uint32_t changed : choices) {
    ParameterValues& values = list.emplace_back();
    for (size_t i = 0; i < loads.size(); ++i) {
      if ((changed >> i & 1) != 0) values[loads[i].name] = loads[i].values[1];
    }
  }
  return list;
}

}  // namespace warpwright

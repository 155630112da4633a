#include "core/tuning/policy_prediction.h"

#include <algorithm>
#include <filesystem>

namespace warpwright {
namespace {

using memsim::CacheOperator;

/// The value of a parameter for this operator; empty: the load stays as it is.
std::string valueOf(CacheOperator cacheOperator) {
  switch (cacheOperator) {
    case CacheOperator::bypassL1: return "cg";
    case CacheOperator::streaming: return "cs";
    default: return {};
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

ParameterValues valuesOf(const Opportunity& finding, const std::vector<KernelLoad>& loads, const std::vector<CacheOperator>& operators) {
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

}  // namespace warpwright

#include "analysis/analyzer/parameter_check.h"

#include <algorithm>

namespace warpwright::analysis {
namespace {

Error usageError(std::string message) {
  return {ErrorKind::usage, std::move(message), std::nullopt};
}

}  // namespace

Status checkValues(const std::vector<Opportunity>& findings, const ParameterValues& values) {
  for (const Opportunity& found : findings) {
    for (const auto& [name, value] : values) {
      if (name == "order") continue;  // for tests: results must not depend on it
      std::string names, allowed;
      bool fits = false;
      for (const Parameter& parameter : found.parameters) {
        names += (names.empty() ? "" : ", ") + parameter.name;
        if (parameter.name != name) continue;
        for (const std::string& one : parameter.values) allowed += (allowed.empty() ? "" : ", ") + one;
        fits = std::find(parameter.values.begin(), parameter.values.end(), value) != parameter.values.end();
      }
      if (fits) continue;
      if (!allowed.empty()) return usageError(name + " = " + value + " is not possible. Values: " + allowed + ".");
      return usageError("The finding has no parameter `" + name + "`" +
                        (names.empty() ? ": it takes none." : ". It has: " + names + "."));
    }
  }
  return {};
}

ParameterValues secondValues(const Opportunity& finding) {
  ParameterValues values;
  for (const Parameter& one : finding.parameters) {
    if (one.values.size() > 1) values[one.name] = one.values[1];
  }
  return values;
}

}  // namespace warpwright::analysis

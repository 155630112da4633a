#include "core/finding/parameter_values.h"

#include <algorithm>

namespace warpwright {
namespace {

const Parameter* parameterNamed(const std::vector<Parameter>& parameters, const std::string& name) {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const Parameter& parameter) { return parameter.name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

std::string listText(const std::vector<std::string>& values, const std::string& quote) {
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : ", ") + quote + value + quote;
  return text;
}

}  // namespace

const std::vector<std::string>& offeredValues(const std::vector<Parameter>& parameters, const Parameter& parameter,
                                              const ParameterValues& values) {
  if (parameter.dependsOn.empty() || values.contains(parameter.dependsOn)) return parameter.valuesWith(values);
  const Parameter* other = parameterNamed(parameters, parameter.dependsOn);
  // One that depends on itself, or on what is not there, has all of its values.
  if (!other || other->values.empty() || !other->dependsOn.empty()) return parameter.values;
  return parameter.valuesWith({{other->name, other->values.front()}});
}

ParameterValues withValue(const std::vector<Parameter>& parameters, ParameterValues values, const std::string& name,
                          const std::string& value) {
  values[name] = value;
  for (const Parameter& parameter : parameters) {
    if (parameter.dependsOn != name || parameter.name == name) continue;
    const std::vector<std::string>& offered = offeredValues(parameters, parameter, values);
    if (offered.empty()) {
      values.erase(parameter.name);
      continue;
    }
    // What nobody named is the default of now, whatever that is.
    const auto named = values.find(parameter.name);
    if (named != values.end() && std::find(offered.begin(), offered.end(), named->second) == offered.end())
      named->second = offered.front();
  }
  return values;
}

std::string valuesText(const Parameter& parameter, const std::string& quote) {
  std::string text = quote + parameter.name + quote + ": " + listText(parameter.values, quote), with;
  for (const auto& [other, left] : parameter.valuesBy) {
    if (left == parameter.values) continue;
    with += (with.empty() ? "with " : "; with ") + quote + parameter.dependsOn + quote + ' ' + quote + other + quote +
            ": " + (left.empty() ? "none" : listText(left, quote));
  }
  return with.empty() ? text : text + " (" + with + ')';
}

}  // namespace warpwright

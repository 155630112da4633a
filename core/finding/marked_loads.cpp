#include "core/finding/marked_loads.h"

#include <algorithm>

namespace warpwright {
namespace {

/// The word of the source that the sentence is about.
std::string subjectOf(const Message& text) {
  for (const Argument& argument : text.arguments) {
    if (const auto* word = std::get_if<Code>(&argument)) return word->text;
  }
  return {};
}

/// The dimension, which is a letter of its own.
std::string axisOf(const Message& text) {
  for (const Argument& argument : text.arguments) {
    const auto* words = std::get_if<std::string>(&argument);
    if (words && (*words == "x" || *words == "y" || *words == "z")) return *words;
  }
  return {};
}

/// The first number, which is that of the threads.
int64_t threadsOf(const Message& text) {
  for (const Argument& argument : text.arguments) {
    if (const auto* number = std::get_if<int64_t>(&argument)) return *number;
  }
  return 0;
}

bool isCandidate(const Opportunity& opportunity, const std::string& load) {
  return opportunity.estimate.inputs.contains(noReuseKey(load));
}

/// The first value leaves a load as it is; the one behind it reads it past L1.
bool bypasses(const Parameter& load, const ParameterValues& policy) {
  const auto value = policy.find(load.name);
  return value != policy.end() && !load.values.empty() && value->second != load.values.front();
}

}  // namespace

std::string noReuseKey(const std::string& load) {
  return "no_reuse " + load;
}

std::vector<MarkedLoad> markedLoads(const Opportunity& opportunity, const PassDescriptions& passes,
                                    const ParameterValues* policy) {
  std::vector<MarkedLoad> marked;
  const Family family = describe(passes, opportunity.pass).family;
  if (family == Family::compaction) {
    for (const Evidence& step : opportunity.evidence) {
      if (step.access != "read") continue;
      marked.push_back({MarkedLoad::Kind::readAlike, step.at, subjectOf(step.text), step.text, axisOf(step.text),
                        threadsOf(step.text)});
    }
  }
  if (family != Family::cachePolicy || opportunity.verdict != VerdictKind::applicable) return marked;
  // Evidence i is the place of parameter i.
  for (size_t i = 0; i < std::min(opportunity.parameters.size(), opportunity.evidence.size()); ++i) {
    const Parameter& load = opportunity.parameters[i];
    const Evidence& step = opportunity.evidence[i];
    if (policy) {
      const bool isPast = bypasses(load, *policy);
      marked.push_back(
          {isPast ? MarkedLoad::Kind::bypassed : MarkedLoad::Kind::cached, step.at, load.name, step.text, {}, 0});
    } else if (isCandidate(opportunity, load.name)) {
      marked.push_back({MarkedLoad::Kind::candidate, step.at, load.name, step.text, {}, 0});
    }
  }
  return marked;
}

ParameterValues candidateValues(const Opportunity& opportunity) {
  ParameterValues values;
  for (const Parameter& load : opportunity.parameters) {
    if (isCandidate(opportunity, load.name) && load.values.size() > 1) values[load.name] = load.values[1];
  }
  return values;
}

}  // namespace warpwright

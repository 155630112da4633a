#include "app/cli/cache_policy_text.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

#include "app/cli/output.h"
#include "core/report/traffic_chart.h"

namespace warpwright::cli {
namespace {

using memsim::CacheOperator;

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

std::vector<std::string> namesOf(const TrafficGraph& graph, const CachePolicy& policy, bool cached) {
  std::vector<std::string> names;
  for (size_t i = 0; i < graph.loads.size(); ++i) {
    if (policy.cached[i] == cached) names.push_back(graph.loads[i].id);
  }
  return names;
}

/// "L1", "past L1", "evicted first".
std::string meaning(CacheOperator cacheOperator) {
  switch (cacheOperator) {
    case CacheOperator::normal:
      return "as it is";
    case CacheOperator::bypassL1:
      return "past L1 (__ldcg)";
    case CacheOperator::streaming:
      return "evicted first (__ldcs)";
    default:
      return toString(cacheOperator);
  }
}

std::string loadTable(const PolicyChoice& choice) {
  size_t width = 4;
  for (const std::string& name : choice.names) width = std::max(width, name.size());
  const int name = static_cast<int>(width);
  std::string text = printed("  %-*s  %12s %12s %12s %7s %12s %12s %6s %6s  %s\n", name, "load", "requests", "access",
                             "hit", "hit %", "T_on kB", "T_off kB", "E_on", "E_off", "policy");
  for (size_t i = 0; i < choice.loads.size(); ++i) {
    const LoadCharacter& load = choice.character.loads[i];
    text +=
        printed("  %-*s  %12llu %12.0f %12.0f %7.1f %12.1f %12.1f %5.0f%% %5.0f%%  %s\n", name, choice.names[i].c_str(),
                static_cast<unsigned long long>(choice.loads[i].requests), load.accesses, load.hits,
                load.accesses > 0 ? 100 * load.hits / load.accesses : 0, load.onBytes / 1e3, load.offBytes / 1e3,
                100 * load.efficiencyOn, 100 * load.efficiencyOff, meaning(choice.best().operators[i]).c_str());
  }
  return text;
}

}  // namespace

std::string printed(const char* format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

std::string solutionText(const std::string& method, const TrafficGraph& graph, const CachePolicy& policy) {
  return method +
         printed(": traffic to L2 falls by %.6g bytes%s\n", policy.reduction,
                 policy.provedBest ? ", proved best" : "") +
         "  cached    " + joined(namesOf(graph, policy, true)) + "\n  bypassed  " +
         joined(namesOf(graph, policy, false)) + "\n";
}

std::string policyText(const PolicyChoice& choice, const std::string& kernel, bool brief) {
  std::string text = kernel + ": " + choiceWords(choice) + "\n";
  if (choice.nothingToDo.empty()) {
    for (size_t i = 0; i < choice.loads.size(); ++i) {
      if (choice.best().operators[i] == CacheOperator::normal) continue;
      SourcePosition at = choice.loads[i].at;
      at.file = displayPath(at.file);
      text += "  " + toString(at) + "  " + choice.names[i] + ": " + meaning(choice.best().operators[i]) + "\n";
    }
  }
  if (brief || choice.character.loads.empty()) return text;
  text += "\n" + loadTable(choice) + "\n";
  if (choice.exact) text += solutionText("exact", choice.graph, *choice.exact);
  if (choice.heuristic) text += solutionText("heuristic", choice.graph, *choice.heuristic);
  if (choice.exact && choice.heuristic)
    text += printed("The heuristic leaves %.6g bytes.\n", choice.exact->reduction - choice.heuristic->reduction);
  text += "\nTried:\n";
  for (const TriedPolicy& tried : choice.tried) {
    text += printed("  %-20s %12.1f kB from L2 (%.1f … %.1f)\n", tried.name.c_str(), tried.traffic.mean / 1e3,
                    tried.traffic.low / 1e3, tried.traffic.high / 1e3);
  }
  if (!choice.others.empty())
    text += printed("%zu more loads stay as they are: they are executed less, or name an operator already.\n",
                    choice.others.size());
  for (const std::string& condition : choice.conditions) text += condition + "\n";
  return text + "This is traffic in a model of the caches, no time: measure on the GPU before you keep a change.\n";
}

}  // namespace warpwright::cli

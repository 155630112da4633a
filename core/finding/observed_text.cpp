#include "core/finding/observed_text.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "core/base/number_text.h"
#include "core/base/symbol_name.h"

namespace warpwright {
namespace {

using Shape = std::array<uint32_t, 3>;

constexpr size_t mostSentences = 8;
constexpr size_t mostValues = 4;      ///< of one argument that are told one by one
constexpr size_t mostAssertions = 8;  ///< blocks that an analysis tells apart

bool isInstance(const std::string& mangled) {
  return demangled(mangled).find(functionName(mangled) + "<") != std::string::npos;
}

/// "solver::step<16>", or with its parameters: "solver::step<16>(float const*)".
std::string instanceName(const std::string& mangled, bool withParameters) {
  std::string full = demangled(mangled);
  const std::string name = functionName(mangled);
  const size_t at = full.find(name);
  if (at == std::string::npos) return name;
  full.erase(0, at);
  size_t end = name.size();
  for (int depth = 0; end < full.size(); ++end) {
    if (full[end] == '<') ++depth;
    if (depth == 0) break;
    if (full[end] == '>') --depth;
  }
  if (!withParameters) full.resize(end);
  constexpr std::string_view hidden = "(anonymous namespace)::";
  for (size_t i = full.find(hidden); i != std::string::npos; i = full.find(hidden)) full.erase(i, hidden.size());
  return full;
}

/// Launches of one instantiation in one shape of blocks.
struct Group {
  std::vector<const ObservedLaunch*> launches;
  uint64_t count = 0;
};

std::vector<Group> groupsOf(const std::vector<ObservedLaunch>& launches) {
  std::map<std::pair<std::string, Shape>, Group> groups;
  for (const ObservedLaunch& launch : launches) {
    Group& group = groups[{launch.kernel, launch.block}];
    group.launches.push_back(&launch);
    group.count += launch.count;
  }
  std::vector<Group> sorted;
  for (auto& [key, group] : groups) sorted.push_back(std::move(group));
  std::stable_sort(sorted.begin(), sorted.end(), [](const Group& a, const Group& b) { return a.count > b.count; });
  return sorted;
}

/// "1", "1 or 2", "1, 2 or 3"; `last` is what stands before the last one: " or ".
std::string listed(const std::vector<std::string>& values, const char* last) {
  std::string all;
  for (size_t i = 0; i < values.size(); ++i) all += (i == 0 ? "" : i + 1 == values.size() ? last : ", ") + values[i];
  return all;
}

template <typename Take>
std::string shapesText(const std::string& name, const Group& group, Take take) {
  std::set<Shape> shapes;
  for (const ObservedLaunch* launch : group.launches) shapes.insert(take(*launch));
  return name + " " +
         (shapes.size() == 1 ? extentsText(*shapes.begin()) : "in " + std::to_string(shapes.size()) + " shapes");
}

/// "`n` = 4096", "`n` = 1 or 2", "`n` from 0 to 99"; empty where it is no number.
std::string valuesText(const std::string& name, const Group& group, size_t index) {
  std::vector<std::string> values;
  std::optional<int64_t> least, most;
  bool areWhole = true;
  for (const ObservedLaunch* launch : group.launches) {
    const ObservedArgument& argument = launch->arguments[index];
    const std::string value = valueText(argument);
    if (value.empty()) return {};
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    const std::optional<int64_t> whole = wholeNumber(argument);
    areWhole = areWhole && whole;
    if (!whole) continue;
    least = std::min(least.value_or(*whole), *whole);
    most = std::max(most.value_or(*whole), *whole);
  }
  if (values.size() <= mostValues) return name + " = " + listed(values, " or ");
  return areWhole ? name + " from " + std::to_string(*least) + " to " + std::to_string(*most) : "";
}

/// "`in` at byte 64 of `buffer`": where a pointer does not lead to the start of its memory, the same each time.
std::string offsetText(const std::string& name, const Group& group, size_t index) {
  const auto& first = group.launches.front()->arguments[index].memory;
  if (!first || first->offset == 0) return {};
  const bool isSame = std::all_of(group.launches.begin(), group.launches.end(), [&](const ObservedLaunch* launch) {
    return launch->arguments[index].memory == first;
  });
  return isSame ? name + " at byte " + countText(first->offset) + " of `" + first->name + "`" : "";
}

/// "`a` and `b` in one allocation", for the launches of which that is so.
std::string sharedMemoryText(const std::vector<std::string>& names, const Group& group) {
  std::set<std::vector<std::string>> together;
  for (const ObservedLaunch* launch : group.launches) {
    std::map<uint32_t, std::vector<std::string>> byMemory;
    for (size_t i = 0; i < launch->arguments.size(); ++i) {
      if (launch->arguments[i].memory) byMemory[launch->arguments[i].memory->number].push_back(names[i]);
    }
    for (auto& [number, of] : byMemory) {
      if (of.size() > 1) together.insert(std::move(of));
    }
  }
  std::string all;
  for (const std::vector<std::string>& of : together) {
    all += (all.empty() ? "" : ", ") + listed(of, " and ") + " in one allocation";
  }
  return all;
}

std::string sentence(const Group& group, bool namesInstance) {
  const ObservedLaunch& first = *group.launches.front();
  std::string all = "Seen in " + countText(group.count, "launch", "launches");
  if (namesInstance) all += " of `" + instanceName(first.kernel, false) + "`";
  all += ": " + shapesText("blockDim", group, [](const ObservedLaunch& launch) { return launch.block; });
  const auto add = [&](const std::string& part) {
    if (!part.empty()) all += ", " + part;
  };
  add(shapesText("gridDim", group, [](const ObservedLaunch& launch) { return launch.grid; }));
  const bool sameShared = std::all_of(group.launches.begin(), group.launches.end(), [&](const ObservedLaunch* launch) {
    return launch->sharedBytes == first.sharedBytes;
  });
  if (!sameShared || first.sharedBytes != 0)
    add(sameShared ? memoryText(first.sharedBytes) + " of dynamic shared memory"
                   : "dynamic shared memory of several sizes");
  std::vector<std::string> names;
  for (size_t i = 0; i < first.arguments.size(); ++i) {
    const std::string& name = first.arguments[i].name;
    names.push_back(name.empty() ? "argument " + std::to_string(i + 1) : "`" + name + "`");
  }
  for (size_t i = 0; i < names.size(); ++i) {
    add(valuesText(names[i], group, i));
    add(offsetText(names[i], group, i));
  }
  add(sharedMemoryText(names, group));
  return all + ".";
}

/// A number that all launches in the source have, else `_`.
template <typename Take>
std::string readNumber(const std::vector<Launch>& launches, Take take) {
  if (launches.empty()) return "_";
  const auto first = take(launches.front());
  const bool isKnown = std::all_of(launches.begin(), launches.end(),
                                   [&](const Launch& launch) { return first && take(launch) == first; });
  return isKnown ? std::to_string(*first) : "_";
}

}  // namespace

std::vector<std::string> observedTexts(const KernelSummary& kernel) {
  std::vector<std::string> sentences;
  const std::vector<Group> groups = groupsOf(kernel.observed);
  const bool hasInstances = std::any_of(groups.begin(), groups.end(),
                                        [](const Group& group) { return isInstance(group.launches.front()->kernel); });
  uint64_t untold = 0;
  for (const Group& group : groups) {
    if (sentences.size() < mostSentences)
      sentences.push_back(sentence(group, hasInstances));
    else
      untold += group.count;
  }
  if (untold != 0) {
    sentences.push_back("Seen in " + countText(untold, "more launch", "more launches") + ": " +
                        countText(groups.size() - mostSentences, "other block", "other blocks") + ".");
  }
  if (kernel.observedOthers != 0) {
    sentences.push_back("Seen in " + countText(kernel.observedOthers, "more launch", "more launches") +
                        ", unlike all of these: too many to be kept.");
  }
  return sentences;
}

std::string observedRunText(const ObservedRun& run, bool withTime) {
  std::string command = std::filesystem::path(run.program).filename().string();
  for (const std::string& argument : run.arguments) command += " " + argument;
  return "`" + command + "` ran on the CPU engine and launched " + countText(run.launches, "kernel", "kernels") +
         (withTime ? " in " + durationText(run.seconds) : "") + ".";
}

std::string launchAssertion(const AnalysisResult& analysis, const KernelSummary& kernel) {
  const auto isNamesake = [&](const KernelSummary& other) { return &other != &kernel && other.name == kernel.name; };
  const bool hasNamesake = std::any_of(analysis.kernels.begin(), analysis.kernels.end(), isNamesake);
  const auto gridText = [&](size_t i) {
    return readNumber(kernel.launches, [i](const Launch& launch) { return launch.grid[i]; });
  };
  const std::string grid = "(" + gridText(0) + "," + gridText(1) + "," + gridText(2) + ")";
  const std::string shared = readNumber(kernel.launches, [](const Launch& launch) { return launch.sharedBytes; });
  std::set<std::string> all;
  for (const ObservedLaunch& launch : kernel.observed) {
    const bool isPlain = !hasNamesake && !isInstance(launch.kernel);
    const std::string name = isPlain ? kernel.name : instanceName(launch.kernel, hasNamesake);
    all.insert("--launch '" + name + "<<<" + grid + "," + extentsText(launch.block) +
               (shared == "0" ? "" : "," + shared) + ">>>'");
  }
  if (all.size() > mostAssertions || kernel.observedOthers != 0) return {};
  std::string words;
  for (const std::string& one : all) words += (words.empty() ? "" : " ") + one;
  return words;
}

}  // namespace warpwright

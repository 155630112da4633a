#include "core/finding/guard.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>

namespace warpwright {
namespace {

constexpr int64_t largestNumber = INT32_MAX;

/// A number of digits alone, as it is written: no zeros in front.
std::optional<uint32_t> numberIn(std::string_view text) {
  uint32_t number = 0;
  const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || last != text.data() + text.size() || std::to_string(number) != text) return std::nullopt;
  return number;
}

bool isName(std::string_view text) {
  const auto isPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(), isPart);
}

std::vector<std::string_view> partsAt(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0;;) {
    const size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

/// What the launch passed for the parameter, where a guard can ask for it.
std::optional<uint32_t> valueSeen(const ObservedLaunch& launch, std::string_view parameter) {
  for (const ObservedArgument& argument : launch.arguments) {
    if (argument.name != parameter) continue;
    const auto value = wholeNumber(argument);
    if (value && *value >= 0 && *value <= largestNumber) return static_cast<uint32_t>(*value);
  }
  return std::nullopt;
}

bool isUnder(const ObservedLaunch& launch, const Guard& guard) {
  return (!guard.block || launch.block == *guard.block) &&
         std::all_of(guard.values.begin(), guard.values.end(),
                     [&](const Guard::Value& value) { return valueSeen(launch, value.parameter) == value.number; });
}

}  // namespace

std::string guardedId(const std::string& id, const Guard& guard) {
  std::string all = id + "@" + guard.kernel;
  if (guard.block) {
    for (const uint32_t extent : *guard.block) all += "." + std::to_string(extent);
  }
  for (const auto& [parameter, number] : guard.values) all += "." + parameter + "=" + std::to_string(number);
  return all;
}

std::optional<std::pair<std::string, Guard>> readGuardedId(const std::string& id) {
  const size_t at = id.rfind('@');
  if (at == std::string::npos) return std::nullopt;
  const std::vector<std::string_view> parts = partsAt(std::string_view(id).substr(at + 1), '.');
  Guard guard;
  guard.kernel = parts.front();
  size_t next = 1;
  if (parts.size() > 3 && parts[1].find('=') == std::string_view::npos) {
    guard.block.emplace();
    for (uint32_t& extent : *guard.block) {
      const auto number = numberIn(parts[next++]);
      if (!number || *number == 0) return std::nullopt;
      extent = *number;
    }
  }
  for (; next < parts.size(); ++next) {
    const size_t equals = std::min(parts[next].find('='), parts[next].size());
    const auto number = equals < parts[next].size() ? numberIn(parts[next].substr(equals + 1)) : std::nullopt;
    if (!number || *number > largestNumber || !isName(parts[next].substr(0, equals))) return std::nullopt;
    guard.values.push_back({std::string(parts[next].substr(0, equals)), *number});
  }
  if (guard.kernel.empty() || (!guard.block && guard.values.empty())) return std::nullopt;
  return std::pair(id.substr(0, at), std::move(guard));
}

std::string copyName(const Guard& guard) {
  std::string name = guard.kernel;
  if (!guard.values.empty()) name += "_with";
  for (const auto& [parameter, number] : guard.values) name += "_" + parameter + "_" + std::to_string(number);
  if (!guard.block) return name;
  const auto& [x, y, z] = *guard.block;
  name += "_block_" + std::to_string(x);
  if (y != 1 || z != 1) name += "x" + std::to_string(y);
  return z != 1 ? name + "x" + std::to_string(z) : name;
}

bool isCopyName(std::string_view name, const Guard& guard) {
  const std::string first = copyName(guard);
  if (!name.starts_with(first)) return false;
  const std::string_view rest = name.substr(first.size());
  // Behind the name, copies are numbered: "_2".
  return rest.empty() || (rest.front() == '_' && rest.find_first_not_of("_0123456789") == std::string_view::npos);
}

bool isCopyOf(std::string_view name, std::string_view kernel) {
  if (!name.starts_with(kernel)) return false;
  const std::string_view rest = name.substr(kernel.size());
  return rest.starts_with("_block_") || rest.starts_with("_with_");
}

std::optional<Guard::Block> blockInCopyName(std::string_view name) {
  constexpr std::string_view word = "_block_";
  const size_t at = name.rfind(word);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view behind = name.substr(at + word.size());
  const std::vector<std::string_view> extents = partsAt(behind.substr(0, behind.find('_')), 'x');
  Guard::Block block{1, 1, 1};
  for (size_t i = 0; i < extents.size(); ++i) {
    const auto number = i < block.size() ? numberIn(extents[i]) : std::nullopt;
    if (!number) return std::nullopt;
    block[i] = *number;
  }
  return block;
}

Message conditionOf(const Guard& guard) {
  Message all;
  if (guard.block) {
    const auto& [x, y, z] = *guard.block;
    all = Message("blockDim is (%1,%2,%3)", x, y, z);
  }
  for (size_t i = 0; i < guard.values.size(); ++i) {
    if (!all.empty()) all += i + 1 == guard.values.size() ? " and " : ", ";
    all += Message("%1 is %2", code(guard.values[i].parameter), guard.values[i].number);
  }
  return all;
}

bool leavesBlocksOpen(const KernelSummary& kernel) {
  const auto isOpen = [](const Launch& launch) {
    return !launch.openReason.empty() ||
           std::any_of(launch.block.begin(), launch.block.end(), [](const auto& extent) { return !extent; });
  };
  return kernel.launches.empty() || std::any_of(kernel.launches.begin(), kernel.launches.end(), isOpen);
}

namespace {

// What is refused for usual blocks, or for several, may be applicable for one of them.
bool lacksChanges(const KernelSummary& kernel) {
  const auto isOpen = [](const Opportunity& one) { return one.verdict != VerdictKind::applicable; };
  return std::any_of(kernel.opportunities.begin(), kernel.opportunities.end(), isOpen);
}

/// Do the launches that were read have one block, all of them?
bool haveOneBlock(const KernelSummary& kernel) {
  return !leavesBlocksOpen(kernel) && std::ranges::all_of(kernel.launches, [&](const Launch& launch) {
    return launch.block == kernel.launches.front().block;
  });
}

}  // namespace

bool wantsBlock(const KernelSummary& kernel) {
  return leavesBlocksOpen(kernel) && lacksChanges(kernel);
}

std::vector<Guard> guardsFor(const KernelSummary& kernel, const std::vector<WantedConstant>& wanted) {
  std::map<Guard::Block, uint64_t> counts;
  for (const ObservedLaunch& launch : kernel.observed) counts[launch.block] += launch.count;
  const auto most =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == counts.end()) return {};
  Guard numbers{kernel.name, {}};
  for (const WantedConstant& one : wanted) {
    if (one.parameter == noParameter) continue;
    const std::optional<uint32_t> value = valueSeen(kernel.observed.front(), one.name);
    const auto isIt = [&](const ObservedLaunch& launch) { return valueSeen(launch, one.name) == value; };
    const bool isOne = value && std::all_of(kernel.observed.begin(), kernel.observed.end(), isIt);
    if (isOne && (*value != 0 || !one.notZero)) numbers.values.push_back({one.name, *value});
  }
  std::vector<Guard> guards;
  const bool isBlockWanted =
      std::any_of(wanted.begin(), wanted.end(), [](const WantedConstant& one) { return one.parameter == noParameter; });
  const bool isBlockOpen = !haveOneBlock(kernel);
  if (isBlockOpen && (isBlockWanted || lacksChanges(kernel))) guards.push_back({kernel.name, most->first});
  if (numbers.values.empty()) return guards;
  // A copy for both may be changed in all ways at once.
  if (counts.size() > 1)
    guards.push_back(std::move(numbers));
  else if (isBlockOpen)
    guards = {{kernel.name, most->first, std::move(numbers.values)}};
  else
    guards = {std::move(numbers)};
  return guards;
}

uint64_t seenUnder(const KernelSummary& kernel, const Guard& guard) {
  uint64_t count = 0;
  for (const ObservedLaunch& launch : kernel.observed) count += isUnder(launch, guard) ? launch.count : 0;
  return count;
}

bool coversAllSeen(const KernelSummary& kernel, const Guard& guard) {
  return kernel.observedOthers == 0 &&
         std::all_of(kernel.observed.begin(), kernel.observed.end(),
                     [&](const ObservedLaunch& launch) { return isUnder(launch, guard); });
}

}  // namespace warpwright

#include "core/finding/guard.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace warpwright {

std::string guardedId(const std::string& id, const Guard& guard) {
  std::string all = id + "@" + guard.kernel;
  for (const uint32_t extent : guard.block) all += "." + std::to_string(extent);
  return all;
}

std::optional<std::pair<std::string, Guard>> readGuardedId(const std::string& id) {
  const size_t at = id.rfind('@');
  if (at == std::string::npos) return std::nullopt;
  Guard guard;
  size_t dot = id.find('.', at);
  guard.kernel = id.substr(at + 1, dot == std::string::npos ? dot : dot - at - 1);
  for (uint32_t& extent : guard.block) {
    if (dot == std::string::npos) return std::nullopt;
    const size_t end = std::min(id.find('.', dot + 1), id.size());
    const auto [last, error] = std::from_chars(id.data() + dot + 1, id.data() + end, extent);
    if (error != std::errc() || last != id.data() + end || extent == 0) return std::nullopt;
    dot = end == id.size() ? std::string::npos : end;
  }
  if (dot != std::string::npos || guard.kernel.empty()) return std::nullopt;
  return std::pair(id.substr(0, at), std::move(guard));
}

std::string copyName(const Guard& guard) {
  const auto& [x, y, z] = guard.block;
  std::string name = guard.kernel + "_block_" + std::to_string(x);
  if (y != 1 || z != 1) name += "x" + std::to_string(y);
  return z != 1 ? name + "x" + std::to_string(z) : name;
}

bool isCopyName(std::string_view name, const Guard& guard) {
  const std::string first = copyName(guard);
  return name == first || name.starts_with(first + "_");
}

bool leavesBlocksOpen(const KernelSummary& kernel) {
  const auto isOpen = [](const Launch& launch) {
    return !launch.openReason.empty() ||
           std::any_of(launch.block.begin(), launch.block.end(), [](const auto& extent) { return !extent; });
  };
  return kernel.launches.empty() || std::any_of(kernel.launches.begin(), kernel.launches.end(), isOpen);
}

bool wantsBlock(const KernelSummary& kernel) {
  // What is refused for usual blocks may be applicable for another one.
  const auto isOpen = [](const Opportunity& one) { return one.verdict != VerdictKind::applicable; };
  return leavesBlocksOpen(kernel) && std::any_of(kernel.opportunities.begin(), kernel.opportunities.end(), isOpen);
}

std::optional<Guard> guardFor(const KernelSummary& kernel) {
  if (!wantsBlock(kernel)) return std::nullopt;
  std::map<std::array<uint32_t, 3>, uint64_t> counts;
  for (const ObservedLaunch& launch : kernel.observed) counts[launch.block] += launch.count;
  const auto most =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == counts.end()) return std::nullopt;
  return Guard{kernel.name, most->first};
}

uint64_t seenUnder(const KernelSummary& kernel, const Guard& guard) {
  uint64_t count = 0;
  for (const ObservedLaunch& launch : kernel.observed) count += launch.block == guard.block ? launch.count : 0;
  return count;
}

}  // namespace warpwright

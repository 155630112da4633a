#include "core/finding/finding_rows.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace warpwright {
namespace {

constexpr std::array<const char*, 3> placements = {"shared_to_register", "shared_to_local", "shared_to_global"};

/// How near the place is that a pass gives a shared array; the length of `placements`: it is about something else.
size_t nearness(const Opportunity& opportunity) {
  return static_cast<size_t>(std::find(placements.begin(), placements.end(), opportunity.pass) - placements.begin());
}

bool isPlacement(const Opportunity& opportunity) {
  return nearness(opportunity) < placements.size();
}

int openness(VerdictKind verdict) {
  return verdict == VerdictKind::applicable ? 0 : verdict == VerdictKind::unknown ? 1 : 2;
}

auto rank(const Opportunity& opportunity) {
  return std::tuple(isTrade(opportunity), openness(opportunity.verdict), nearness(opportunity));
}

bool sameArray(const Opportunity& one, const Opportunity& other) {
  return isPlacement(one) && isPlacement(other) && one.kernel == other.kernel && one.signature == other.signature &&
         one.subject == other.subject && one.range.begin == other.range.begin;
}

}  // namespace

bool isTrade(const Opportunity& opportunity) {
  return opportunity.pass == "shared_to_global" || opportunity.pass == "thread_compaction" ||
         opportunity.pass == "block_compaction";
}

std::vector<FindingRow> foldFindings(const std::vector<Opportunity>& opportunities) {
  std::vector<std::vector<size_t>> groups;
  for (size_t i = 0; i < opportunities.size(); ++i) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const std::vector<size_t>& members) {
      return sameArray(opportunities[members.front()], opportunities[i]);
    });
    if (group == groups.end())
      groups.push_back({i});
    else
      group->push_back(i);
  }
  std::vector<FindingRow> rows;
  for (std::vector<size_t>& members : groups) {
    std::stable_sort(members.begin(), members.end(),
                     [&](size_t a, size_t b) { return rank(opportunities[a]) < rank(opportunities[b]); });
    FindingRow row{members.front(), {}, {}};
    for (size_t i = 1; i < members.size(); ++i) {
      const Opportunity& other = opportunities[members[i]];
      const bool isAlternative = isTrade(other) && other.verdict == VerdictKind::applicable;
      (isAlternative ? row.alternatives : row.folded).push_back(members[i]);
    }
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const FindingRow& a, const FindingRow& b) { return a.leading < b.leading; });
  return rows;
}

const FindingRow& firstRow(const std::vector<FindingRow>& rows, const std::vector<Opportunity>& opportunities) {
  const auto key = [&](const FindingRow& row) {
    const Opportunity& leading = opportunities[row.leading];
    const bool applicable = leading.verdict == VerdictKind::applicable;
    return std::tuple(applicable && leading.estimate.known ? -leading.estimate.speedup : 0.0, isTrade(leading),
                      !applicable);
  };
  return *std::min_element(rows.begin(), rows.end(),
                           [&](const FindingRow& a, const FindingRow& b) { return key(a) < key(b); });
}

}  // namespace warpwright

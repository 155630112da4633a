#include "core/finding/finding_rows.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace warpwright {
namespace {

int openness(VerdictKind verdict) {
  return verdict == VerdictKind::applicable ? 0 : verdict == VerdictKind::unknown ? 1 : 2;
}

/// What placements of one array have in common.
auto arrayOf(const Opportunity& placement) {
  return std::tie(placement.kernel, placement.signature, placement.subject, placement.range.begin);
}

}  // namespace

bool isTrade(const Opportunity& opportunity, const PassDescriptions& passes) {
  return describe(passes, opportunity.pass).isTrade;
}

std::vector<FindingRow> foldFindings(const std::vector<Opportunity>& opportunities, const PassDescriptions& passes) {
  const auto rank = [&](size_t index) {
    const Opportunity& opportunity = opportunities[index];
    const PassDescription& pass = describe(passes, opportunity.pass);
    return std::tuple(pass.isTrade, openness(opportunity.verdict), pass.nearness);
  };
  std::vector<std::vector<size_t>> groups;
  std::map<decltype(arrayOf(opportunities.front())), size_t> arrays;  // and their groups
  for (size_t i = 0; i < opportunities.size(); ++i) {
    if (describe(passes, opportunities[i].pass).family == Family::placement) {
      const auto [known, isNew] = arrays.emplace(arrayOf(opportunities[i]), groups.size());
      if (!isNew) {
        groups[known->second].push_back(i);
        continue;
      }
    }
    groups.push_back({i});
  }
  std::vector<FindingRow> rows;
  for (std::vector<size_t>& members : groups) {
    std::stable_sort(members.begin(), members.end(), [&](size_t a, size_t b) { return rank(a) < rank(b); });
    FindingRow row{members.front(), {}, {}};
    for (size_t i = 1; i < members.size(); ++i) {
      const Opportunity& other = opportunities[members[i]];
      const bool isAlternative = isTrade(other, passes) && other.verdict == VerdictKind::applicable;
      (isAlternative ? row.alternatives : row.folded).push_back(members[i]);
    }
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const FindingRow& a, const FindingRow& b) { return a.leading < b.leading; });
  return rows;
}

const FindingRow& firstRow(const std::vector<FindingRow>& rows, const std::vector<Opportunity>& opportunities,
                           const PassDescriptions& passes) {
  const auto key = [&](const FindingRow& row) {
    const Opportunity& leading = opportunities[row.leading];
    const bool applicable = leading.verdict == VerdictKind::applicable;
    return std::tuple(applicable && leading.estimate.known ? -leading.estimate.speedup : 0.0, isTrade(leading, passes),
                      !applicable);
  };
  return *std::min_element(rows.begin(), rows.end(),
                           [&](const FindingRow& a, const FindingRow& b) { return key(a) < key(b); });
}

}  // namespace warpwright

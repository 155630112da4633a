#include "core/report/finding_rows.h"

#include <algorithm>
#include <array>
#include <utility>

namespace warpwright {
namespace {

// From the closest to a thread to the farthest.
constexpr std::array<std::pair<const char*, const char*>, 3> places{{{"shared_to_register", "in registers"},
                                                                      {"shared_to_local", "in local memory"},
                                                                      {"shared_to_global", "in global memory"}}};

size_t distance(const std::string& pass) {
  const auto place = std::find_if(places.begin(), places.end(), [&](const auto& one) { return pass == one.first; });
  return static_cast<size_t>(place - places.begin());
}

int weight(VerdictKind verdict) {
  return verdict == VerdictKind::applicable ? 0 : verdict == VerdictKind::unknown ? 1 : 2;
}

}  // namespace

bool isTrade(const Opportunity& finding) {
  return finding.pass == "shared_to_global" || finding.pass == "thread_compaction" ||
         finding.pass == "block_compaction";
}

std::string placeOfPass(const std::string& pass) {
  const size_t index = distance(pass);
  return index < places.size() ? places[index].second : "";
}

std::vector<FindingRow> findingRows(const std::vector<Opportunity>& findings) {
  std::vector<FindingRow> rows;
  const auto isPlacement = [](const Opportunity& finding) { return distance(finding.pass) < places.size(); };
  for (size_t i = 0; i < findings.size(); ++i) {
    const auto sameArray = [&](const FindingRow& row) {
      const Opportunity& known = findings[row.lead];
      return isPlacement(known) && known.subject == findings[i].subject && known.range == findings[i].range;
    };
    const auto row = isPlacement(findings[i]) ? std::find_if(rows.begin(), rows.end(), sameArray) : rows.end();
    if (row == rows.end()) {
      rows.push_back({i, {}});
    } else {
      row->others.push_back(i);
    }
  }
  for (FindingRow& row : rows) {
    row.others.push_back(row.lead);
    std::sort(row.others.begin(), row.others.end(), [&](size_t a, size_t b) {
      return distance(findings[a].pass) < distance(findings[b].pass);
    });
    const auto lead = std::min_element(row.others.begin(), row.others.end(), [&](size_t a, size_t b) {
      return weight(findings[a].verdict) < weight(findings[b].verdict);
    });
    row.lead = *lead;
    row.others.erase(lead);
  }
  return rows;
}

}  // namespace warpwright

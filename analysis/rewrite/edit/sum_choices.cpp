#include "analysis/rewrite/edit/sum_choices.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace warpwright::rewrite {
namespace {

constexpr size_t mostSums = 12;  ///< of a statement, of which all ways are tried

/// Of `all`, the subset of `size` of that number, those of the first ones first; false: there are not so many.
bool chosen(size_t all, size_t size, size_t number, std::vector<bool>& subset) {
  subset.assign(all, false);
  std::fill(subset.begin(), subset.begin() + static_cast<std::ptrdiff_t>(std::min(size, all)), true);
  for (; number > 0; --number) {
    if (!std::prev_permutation(subset.begin(), subset.end())) return false;
  }
  return true;
}

}  // namespace

void ChosenSums::begin() {
  known_ = std::exchange(sums_, {});
}

bool ChosenSums::takes(uint32_t line, bool& other) {
  const size_t index = sums_[line]++;
  const auto choice = choices_.find(line);
  if (choice == choices_.end() || known_.empty()) return true;
  const size_t all = known_.at(line), size = static_cast<size_t>(choice->second.share * static_cast<double>(all) + 0.5);
  std::vector<bool> subset;
  size_t number = choice->second.attempt;
  while (!chosen(all, size, number, subset)) {
    if (other || all > mostSums) return true;
    size_t ways = 0;
    while (chosen(all, size, ways, subset)) ++ways;
    number -= ways;
    other = true;
  }
  return index >= subset.size() || subset[index];
}

}  // namespace warpwright::rewrite

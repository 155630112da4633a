#include "core/job/unjudged.h"

#include <algorithm>
#include <iterator>

#include "core/base/number_text.h"

namespace warpwright {
namespace {

/// Last digits can lead to it.
bool mayFollow(const OutputDifference& difference) {
  return difference.kind == "memory" || difference.kind == "output" || difference.kind == "file";
}

std::string amountOf(const Verification& v, uint64_t differing) {
  if (differing == 0) return "no bit of " + countText(v.comparedElements, "result", "results") + " differs in this run";
  return countText(differing) + " of " + countText(v.comparedElements, "result", "results") + " differ in this run";
}

}  // namespace

void leaveUnjudged(Verification& v) {
  const bool nothingCompared = !v.identical && v.differences.empty();
  v.identical = false;
  if (!v.judged || v.original.failure || v.variant.failure || nothingCompared) return;
  const auto followed = std::stable_partition(v.differences.begin(), v.differences.end(),
                                              [](const OutputDifference& one) { return !mayFollow(one); });
  uint64_t differing = 0;
  for (auto one = followed; one != v.differences.end(); ++one) {
    if (one->kind == "memory") differing += one->count;
    v.variant.notes.push_back(one->message);
  }
  v.differences.erase(followed, v.differences.end());
  v.hint.clear();
  if (!v.differences.empty()) {
    v.summary = v.differences.front().message;
    return;
  }
  v.summary = "Not judged: floating-point sums are made in an order that the original never has; " +
              amountOf(v, differing) + ".";
  if (!v.findings.empty()) {
    v.summary += " The variant is not safe: " + v.findings.front().message;
    return;
  }
  v.judged = false;
}

}  // namespace warpwright

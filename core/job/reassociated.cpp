#include "core/job/reassociated.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "core/base/number_text.h"

namespace warpwright {
namespace {

/// Last digits can lead to it.
bool mayFollow(const OutputDifference& difference) {
  return difference.kind == "memory" || difference.kind == "output" || difference.kind == "file";
}

uint64_t roundedIn(const Verification& v) {
  return v.rounded ? v.rounded->elements : 0;
}

std::string shortText(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", number);
  return text;
}

std::string differText(uint64_t count, const Verification& v) {
  if (count == 0) return "no bit of " + countText(v.comparedElements, "result", "results") + " differs in this run";
  return countText(count) + " of " + countText(v.comparedElements, "result", "results") +
         (count == 1 ? " differs" : " differ") + " in this run";
}

std::string withinText(const Verification& v) {
  std::string text = "Within the rounding of sums in another order: " + differText(roundedIn(v), v);
  if (roundedIn(v) == 0) return text + ".";
  return text + ", by at most " + shortText(v.rounded->largestAbsolute) + " (" + shortText(v.rounded->largestRelative) +
         " of a value, " + shortText(v.rounded->largestShare) + " of what rounding explains): " + v.rounded->largest +
         ".";
}

std::string notJudgedText(const Verification& v, uint64_t differing) {
  std::string text = "Not judged: floating-point sums are made in an order that the original never has; ";
  text += differing == 0 ? "what is printed or written differs"
                         : differText(differing, v) + ", otherwise than by their rounding";
  if (roundedIn(v) != 0) text += "; " + countText(roundedIn(v), "sum differs", "sums differ") + " by that alone";
  return text + ".";
}

}  // namespace

void judgeReassociated(Verification& v) {
  const bool nothingCompared = !v.identical && v.differences.empty() && roundedIn(v) == 0;
  v.identical = false;
  if (!v.judged || v.original.failure || v.variant.failure || nothingCompared) return;
  const auto followed = std::stable_partition(v.differences.begin(), v.differences.end(),
                                              [](const OutputDifference& one) { return !mayFollow(one); });
  const bool isWithin = followed == v.differences.end();
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
  v.summary = isWithin ? withinText(v) : notJudgedText(v, differing);
  if (!v.findings.empty()) {
    v.summary += " The variant is not safe: " + v.findings.front().message;
    return;
  }
  v.judged = isWithin;
  if (isWithin && !v.rounded) v.rounded.emplace();
}

bool isWithinRounding(const Verification& v) {
  return v.judged && v.rounded && v.findings.empty() && v.differences.empty() && !v.original.failure &&
         !v.variant.failure;
}

}  // namespace warpwright

// What a plan says of its merged loops.
#include <algorithm>

#include "analysis/passes/compaction/plan.h"

namespace warpwright::rewrite {

using namespace clang;

std::vector<const CodeStatement*> CompactionPlan::neededBy(const MergedLoop& loop) const {
  VariableSet named = loop.effects.reads;
  named.insert(loop.effects.writes.begin(), loop.effects.writes.end());
  std::vector<const CodeStatement*> needed;
  for (auto code = repeated.rbegin(); code != repeated.rend(); ++code) {
    if (!named.contains((*code)->variable)) continue;
    named.insert((*code)->own.reads.begin(), (*code)->own.reads.end());
    needed.insert(needed.begin(), *code);
  }
  return needed;
}

bool CompactionPlan::isOutside(const MergedLoop& loop) const {
  const std::vector<PlacedStatement>& outermost = lists.at(body.get());
  return std::any_of(outermost.begin(), outermost.end(), [&](const auto& placed) { return placed.loop == &loop; });
}

// Loops after the first one with a return, and those that share a kept loop with it.
bool CompactionPlan::mayHaveReturnedBefore(const MergedLoop& loop) const {
  for (const MergedLoop& other : loops) {
    if (!other.hasReturn || other.isLast) continue;
    if (other.index < loop.index) return true;
    for (const CodeStatement* around : loop.around) {
      if (std::find(other.around.begin(), other.around.end(), around) != other.around.end()) return true;
    }
  }
  return false;
}

bool CompactionPlan::usesMask() const {
  return std::any_of(loops.begin(), loops.end(), [](const MergedLoop& loop) { return loop.hasReturn && !loop.isLast; });
}

}  // namespace warpwright::rewrite

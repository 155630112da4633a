#include "analysis/passes/launch_graph/pointer_rotation.h"

#include <algorithm>
#include <numeric>

namespace warpwright::passes {

using namespace clang;

const VarDecl* PointerRotation::valueOf(const VarDecl& variable) const {
  const auto found = now_.find(&variable);
  return found == now_.end() ? &variable : found->second;
}

void PointerRotation::set(const VarDecl& variable, const VarDecl* from) {
  now_[&variable] = from ? valueOf(*from) : nullptr;
}

void PointerRotation::swap(const VarDecl& first, const VarDecl& second) {
  const VarDecl* kept = valueOf(first);
  now_[&first] = valueOf(second);
  now_[&second] = kept;
}

bool PointerRotation::isCopied(const VarDecl& variable) const {
  return std::ranges::any_of(now_, [&](const auto& one) { return one.second == &variable; });
}

unsigned PointerRotation::order(const std::set<const VarDecl*>& fresh) const {
  unsigned all = 1;
  for (const auto& [variable, value] : now_) {
    if (fresh.contains(variable)) continue;
    unsigned steps = 1;
    const VarDecl* at = value;
    for (; at != variable; ++steps) {
      if (!at || fresh.contains(at) || steps > now_.size()) return 0;
      at = valueOf(*at);
    }
    all = std::lcm(all, steps);
  }
  return all;
}

}  // namespace warpwright::passes

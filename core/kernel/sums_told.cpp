#include "core/kernel/sums_told.h"

#include <algorithm>
#include <set>
#include <string>

namespace warpwright {
namespace {

using Forms = std::multiset<std::string>;

/// Is one of these sums made in a way that the other code has not for it, though it has the sum?
bool anyAnew(const Forms& sums, const Forms& alike, const Forms& otherwise) {
  return std::any_of(sums.begin(), sums.end(), [&](const std::string& sum) {
    return sum.find('?') == std::string::npos && !alike.contains(sum) && otherwise.contains(sum);
  });
}

}  // namespace

bool makesSumsOtherwise(const PtxRounding::Statement& was, const PtxRounding::Statement& now) {
  if (anyAnew(now.together, was.together, was.apart) || anyAnew(now.apart, was.apart, was.together) ||
      anyAnew(was.together, now.together, now.apart) || anyAnew(was.apart, now.apart, now.together))
    return true;
  // What was loaded is at hand then, and the sum takes the product that was stored.
  return now.together.size() > was.together.size() && !std::ranges::includes(now.loaded, was.loaded);
}

}  // namespace warpwright

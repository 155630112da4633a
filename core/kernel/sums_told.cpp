#include "core/kernel/sums_told.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

namespace warpwright {
namespace {

using Forms = std::multiset<std::string>;

/// What the first has, or has more often than the second.
Forms onlyIn(const Forms& one, const Forms& other) {
  Forms found;
  std::set_difference(one.begin(), one.end(), other.begin(), other.end(), std::inserter(found, found.end()));
  return found;
}

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
  const bool takesMore = onlyIn(now.together, was.together).size() > onlyIn(was.together, now.together).size();
  return takesMore && !onlyIn(was.loaded, now.loaded).empty();
}

}  // namespace warpwright

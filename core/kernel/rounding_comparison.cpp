#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "core/kernel/ptx_data_flow.h"
#include "core/kernel/ptx_rounding.h"
#include "core/kernel/rounding_words.h"
#include "core/kernel/sums_told.h"

namespace warpwright {
namespace {

using namespace rounding_words;

/// A sum that takes one product and adds another one.
bool anyOfTwoProducts(const std::set<std::string>& operations) {
  return std::any_of(operations.begin(), operations.end(),
                     [](const std::string& one) { return isFused(one) && one.find(" + ") != std::string::npos; });
}

/// May all of it vanish, computed by whoever else does? Another one may round a sum of a product otherwise.
bool mayVanish(const PtxRounding::Statement& statement) {
  return statement.loaded.empty() && statement.apart.empty() &&
         std::all_of(statement.operations.begin(), statement.operations.end(), isExact);
}

/// Is a sum among those that another statement makes in the other way, or may it be?
bool mayBeAmong(const std::string& sum, const std::set<std::string>& others) {
  return others.contains(sum) ||
         (!others.empty() && (isUnknown(sum) || std::any_of(others.begin(), others.end(), isUnknown)));
}

/// Sums of all statements, by how they are made.
struct Sums {
  std::set<std::string> together, apart, loaded;

  explicit Sums(const PtxRounding& rounding) {
    for (const auto& [name, statement] : rounding.statements) {
      together.insert(statement.together.begin(), statement.together.end());
      apart.insert(statement.apart.begin(), statement.apart.end());
      loaded.insert(statement.loaded.begin(), statement.loaded.end());
    }
  }
};

/// What the first has and the second has not.
std::set<std::string> onlyIn(const std::set<std::string>& one, const std::set<std::string>& other) {
  std::set<std::string> found;
  std::set_difference(one.begin(), one.end(), other.begin(), other.end(), std::inserter(found, found.end()));
  return found;
}

bool anyFused(const std::set<std::string>& operations) {
  return std::any_of(operations.begin(), operations.end(), isFused);
}

/// A sum that takes a product which was rounded before?
bool anyApart(const std::set<std::string>& operations) {
  return std::any_of(operations.begin(), operations.end(),
                     [](const std::string& one) { return one.find(ofAProduct) != std::string::npos; });
}

/// A sum that ptxas makes one operation with a product, or that is not told?
bool anyUnsettled(const std::set<std::string>& operations) {
  return std::any_of(operations.begin(), operations.end(), [](const std::string& one) {
    return one.ends_with(ofAProduct) && one.find(".rn.") == std::string::npos;
  });
}

/// A sum, which may take a product that was loaded?
bool anySum(const std::set<std::string>& operations) {
  return std::any_of(operations.begin(), operations.end(),
                     [](const std::string& one) { return one.starts_with("add") || one.starts_with("sub"); });
}

/// May another statement make a sum that this one made before, and round it otherwise? What is loaded from places of
/// one array looks alike, so it counts how many there are.
bool isElsewhere(const PtxRounding::Statement& was, const PtxRounding::Statement& now, const Sums& all) {
  const auto changed = [](const std::multiset<std::string>& one, const std::multiset<std::string>& other) {
    std::set<std::string> found;
    std::set_symmetric_difference(one.begin(), one.end(), other.begin(), other.end(),
                                  std::inserter(found, found.end()));
    return found;
  };
  const auto isOneOf = [](const std::set<std::string>& sums, const std::set<std::string>& others) {
    return std::any_of(sums.begin(), sums.end(), [&](const std::string& sum) { return mayBeAmong(sum, others); });
  };
  return isOneOf(changed(was.together, now.together), all.apart) ||
         isOneOf(changed(was.apart, now.apart), all.together) ||
         (!changed(was.loaded, now.loaded).empty() && !all.together.empty());
}

/// "fma.rn.f32 of two products, add.f32"; "no more".
std::string listOf(const std::set<std::string>& operations) {
  std::set<std::string> words;
  for (const std::string& one : operations) {
    if (one.starts_with(sumForm)) continue;
    const size_t products = one.find(" + ");
    words.insert(products == std::string::npos ? one : one.substr(0, products) + " of two products");
  }
  std::string text;
  for (const std::string& one : words) text += (text.empty() ? "" : ", ") + one;
  return text.empty() ? "no more" : text;
}

}  // namespace

RoundingComparison compareRounding(const PtxRounding& before, const PtxRounding& after) {
  RoundingComparison found;
  const Sums sumsAfter(after);
  found.open = before.open.empty() ? after.open : before.open;
  found.untoldProduct = before.untoldProduct.empty() ? after.untoldProduct : before.untoldProduct;
  for (const std::string& index : before.indices) {
    if (!after.indices.contains(index) && found.open.empty()) found.open = {"the index %1 becomes a constant", index};
  }
  for (const auto& [name, statement] : before.statements) {
    const auto now = after.statements.find(name);
    const bool isOtherwise = now != after.statements.end() && makesSumsOtherwise(statement, now->second);
    const bool isSame =
        now == after.statements.end() ? mayVanish(statement) : now->second.operations == statement.operations;
    if (isSame && now != after.statements.end() && found.open.empty() && isElsewhere(statement, now->second, sumsAfter))
      found.open = {"a sum of the statement at %1 may be one that another rounds otherwise", lineText(statement.at)};
    if (isSame && !isOtherwise) continue;
    const std::set<std::string> none;
    const std::set<std::string>& then = now == after.statements.end() ? none : now->second.operations;
    const std::set<std::string> lost = onlyIn(statement.operations, then), gained = onlyIn(then, statement.operations);
    // What is done besides, in some of the rounds or copies, is done in the place of what all of them did.
    const std::set<std::string>& was = statement.operations;
    const bool isNewlyApart = anyFused(lost) ? anyApart(gained) || anyNewNumberAdded(gained, was)
                                             : anyApart(gained) && anyFused(was) && !anyApart(was);
    const bool isNewlyFused =
        anyFused(gained) && (anyApart(lost) || (!anyFused(was) && (anyApart(was) || anySum(lost))));
    // Of quotients, PTX does not say that a sum takes them.
    const bool isNewlyUnsettled = anyUnsettled(gained) && anySum(lost) && !anyFused(was) && !anyUnsettled(was);
    // Which of two products one of them takes is then another one, or may be: where others do as they did, too.
    const bool takesOthers = anyOfTwoProducts(lost) || anyOfTwoProducts(gained);
    const bool isSeen = isNewlyApart || isNewlyFused || isNewlyUnsettled || isOtherwise;
    // What else is only gone, or new, may be computed elsewhere; so may what is of no statement.
    Message& place = takesOthers || (isSeen && statement.at.isValid()) ? found.difference : found.open;
    if (place.empty() && statement.at.isValid())
      place = {"the statement at %1 rounds otherwise then (now %2, then %3)", lineText(statement.at), listOf(lost),
               listOf(gained)};
    if (place.empty())
      place = {"what loops have moved out of its statement rounds otherwise then (now %1, then %2)", listOf(lost),
               listOf(gained)};
    if (!found.difference.empty()) return found;
  }
  for (const auto& [name, statement] : after.statements) {
    Message& place = anyOfTwoProducts(statement.operations) ? found.difference : found.open;
    if (!before.statements.contains(name) && place.empty())
      place = {"the code gets operations that it does not have now (%1)", listOf(statement.operations)};
  }
  return found;
}

}  // namespace warpwright

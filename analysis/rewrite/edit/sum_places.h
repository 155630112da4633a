#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/rewrite/source/edits.h"
#include "core/base/result.h"
#include "core/finding/rewrite.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// A text of which the same code is made, and of each sum and product in it another line: compilers say of an operation
/// which line its last operand begins at.
struct SumPlaces {
  Rewrite text;
  std::map<uint32_t, TextRange> operators;  ///< of sums and products in the text before, by their line
  std::map<TextRange, std::string> words;   ///< of each of these: the text of all of the sum or product
};

/// Before:                         After:
///
///     o[i] = a * b + c * d;           o[i] = a *
///                                     #line 1000000
///                                     b +
///                                     #line 1010000
///                                     itself(c *
///                                     #line 1020000
///                                     d);
///
/// `itself` gives what it is given, so that a sum ends on another line than what ends it. What a macro spells, or is
/// given, stays as it is. Errors: a text cannot be edited; there is no sum.
Result<SumPlaces> placeSums(const frontend::ParsedUnit& unit, const std::set<const clang::FunctionDecl*>& functions);

}  // namespace warpwright::rewrite

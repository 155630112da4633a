#pragma once

#include "analysis/rewrite/tree/mentions.h"

namespace clang {
class Expr;
}  // namespace clang

namespace warpwright::rewrite {

/// What is done with an element of memory where it is named.
enum class ElementUse : uint8_t {
  other,   ///< its address is taken, or may be
  load,    ///< its value is taken, or a part of it
  store,   ///< all of it is written, by a statement that does nothing else
  update,  ///< the same, and something of what was there may stay
};

ElementUse useOfElement(const Placed<clang::Expr>& element);

/// The place that an expression assigns to, by `=`, `+=` or an operator of a class; null: it does not.
const clang::Expr* assignedPlace(const clang::Expr& expression);

}  // namespace warpwright::rewrite

#include "analysis/passes/tile_reuse/tile_conditions.h"

#include <clang/AST/Expr.h>

#include <algorithm>
#include <bit>

#include "analysis/rewrite/edit/text_copy.h"

namespace warpwright::rewrite {

using namespace clang;

Result<std::string> TileConditions::words(const Expr& value) const {
  const auto line = lineText(positionAt(*editor_.unit(), value.getBeginLoc()).line);
  const auto place = text_.expression(value.getSourceRange());
  if (!place) return inputError({"%1 spells a condition inside a macro", line});
  if (Status may = mayStandTwice(editor_, *place, value); !may.ok())
    return inputError({"%1 has a condition that cannot be repeated: %2", line, said(may.error())});
  return std::string(text_.between(*place));
}

/// Between whole numbers, the way round in which it is `<` or `<=`, if it is one of these or their contrary.
std::optional<TileConditions::Comparison> TileConditions::comparison(const TileCondition& condition) const {
  const auto* operation = dyn_cast<BinaryOperator>(condition.value->IgnoreParenImpCasts());
  if (!operation || !operation->isRelationalOp()) return std::nullopt;
  if (!operation->getLHS()->getType()->isIntegerType() || !operation->getRHS()->getType()->isIntegerType())
    return std::nullopt;
  const BinaryOperatorKind kind =
      condition.isNegated ? BinaryOperator::negateComparisonOp(operation->getOpcode()) : operation->getOpcode();
  const bool isReversed = kind == BO_GT || kind == BO_GE;
  const bool isStrict = kind == BO_LT || kind == BO_GT;
  return Comparison{isReversed ? operation->getRHS() : operation->getLHS(),
                    isReversed ? operation->getLHS() : operation->getRHS(), isStrict ? " < " : " <= "};
}

Result<std::string> TileConditions::own(const TileCondition& condition) const {
  const auto compared = condition.isNegated ? comparison(condition) : std::nullopt;
  if (compared) {
    const Result<std::string> left = words(*compared->left), right = words(*compared->right);
    if (!left.ok()) return left;
    return right.ok() ? *left + compared->operation + *right : right;
  }
  Result<std::string> all = words(*condition.value);
  if (!all.ok() || condition.isNegated) return all.ok() ? "!(" + *all + ")" : all;
  const Expr* value = condition.value->IgnoreImpCasts();
  const auto* operation = dyn_cast<BinaryOperator>(value);
  const bool isLoose =
      isa<AbstractConditionalOperator>(value) ||
      (operation && (operation->getOpcode() == BO_LOr || operation->isAssignmentOp() || operation->isCommaOp()));
  return isLoose ? "(" + *all + ")" : all;
}

/// Whether it holds for any thread of the block: for the least value of the coordinate that it looks at.
Result<std::string> TileConditions::forSome(const TileCondition& condition) const {
  const Error no = inputError("it is not known for which thread it holds first");
  const auto compared = comparison(condition);
  if (!compared || !std::has_single_bit(condition.on)) return no;
  if (plan_.values.of(*compared->left) != condition.on || plan_.values.of(*compared->right) != 0) return no;
  const auto least = plan_.values.least(*compared->left, static_cast<size_t>(std::countr_zero(condition.on)));
  const Result<std::string> bound = words(*compared->right);
  if (!least || !bound.ok()) return no;
  return *least + compared->operation + *bound;
}

Result<std::vector<std::string>> TileConditions::of(Dependence on, bool& needsAnyone) const {
  std::vector<std::string> all;
  needsAnyone = false;
  for (const TileCondition& condition : plan_.conditions) {
    const bool isOwn = (condition.on & ~on) == 0;
    Result<std::string> text = isOwn ? own(condition) : forSome(condition);
    if (!text.ok() && isOwn) return text.error();
    if (!text.ok()) needsAnyone = true;
    if (text.ok() && std::find(all.begin(), all.end(), *text) == all.end()) all.push_back(*std::move(text));
  }
  return all;
}

}  // namespace warpwright::rewrite

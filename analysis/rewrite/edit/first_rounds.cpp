#include "analysis/rewrite/edit/first_rounds.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "analysis/rewrite/edit/floating_point.h"
#include "analysis/rewrite/tree/constant_loops.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// The one place that changes the variable; null: there are several, or none.
const Mention* onlyChange(const VarDecl& variable, const Mentions& mentions) {
  const auto found = mentions.variables.find(variable.getCanonicalDecl());
  if (found == mentions.variables.end()) return nullptr;
  const Mention* only = nullptr;
  for (const Mention& one : found->second) {
    if (isRead(one)) continue;
    if (only) return nullptr;
    only = &one;
  }
  return only;
}

/// Does the loop declare another variable of the counter's name?
bool isHidden(const VarDecl& counter, const Stmt& loop, const Mentions& mentions) {
  return std::ranges::any_of(mentions.declared, [&](const auto& one) {
    const auto& [variable, place] = one;
    return variable != &counter && variable->getName() == counter.getName() &&
           std::ranges::find(place.parents, &loop) != place.parents.end();
  });
}

}  // namespace

const BinaryOperator* productGiven(const VarDecl& variable, const Placed<DeclStmt>& place, const ASTContext& context) {
  const bool isAlone = place.node->isSingleDecl() && !place.parents.empty() && isa<CompoundStmt>(place.parents.back());
  if (!isAlone || !variable.hasInit() || !isNumber(variable.getType()) || variable.isStaticLocal()) return nullptr;
  const BinaryOperator* product = arithmetic(variable.getInit()->IgnoreParenImpCasts());
  if (!product || !isProduct(*product)) return nullptr;
  const bool isConstant = !product->isValueDependent() && product->isEvaluatable(context);
  return !isConstant && context.hasSameUnqualifiedType(product->getType(), variable.getType()) ? product : nullptr;
}

std::optional<FirstRound> firstRoundOf(const BinaryOperator& sum, const Mentions& mentions, const ASTContext& context) {
  const auto* stored = dyn_cast<CompoundAssignOperator>(&sum);
  const VarDecl* variable = stored ? namedVariable(sum.getLHS()) : nullptr;
  const auto declared = variable ? mentions.declared.find(variable) : mentions.declared.end();
  if (declared == mentions.declared.end()) return std::nullopt;
  const BinaryOperator* product = productGiven(*variable, declared->second, context);
  if (!product || isa<CompoundAssignOperator>(product) ||
      !context.hasSameUnqualifiedType(stored->getComputationResultType(), variable->getType()))
    return std::nullopt;
  const Mention* change = onlyChange(*variable, mentions);
  if (!change || change->node != sum.getLHS()->IgnoreParens()) return std::nullopt;
  const Stmt* block = declared->second.parents.back();
  const auto in = std::ranges::find(change->parents, block);
  if (in == change->parents.end() || std::count_if(in, change->parents.end(), isLoop) != 1) return std::nullopt;
  const auto* loop = dyn_cast<ForStmt>(*(in + 1));
  const std::optional<CountingLoop> counting = loop ? countingLoop(loop, context) : std::nullopt;
  if (!counting || isHidden(*counting->counter, *loop, mentions)) return std::nullopt;
  const std::optional<int64_t> first = valueOf(counting->first, {}, context);
  if (!first || counting->first->getBeginLoc().isMacroID()) return std::nullopt;
  return FirstRound{variable, product, counting->counter->getNameAsString() + " == " + std::to_string(*first)};
}

}  // namespace warpwright::rewrite

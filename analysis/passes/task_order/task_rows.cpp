#include "analysis/passes/task_order/task_rows.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <set>

namespace warpwright::passes {
namespace {

using namespace clang;

class RowReader {
 public:
  RowReader(const Mentions& mentions, const VarDecl* index) : mentions_(mentions), index_(index) {}

  TaskRows read(const ParmVarDecl* row) {
    for (const Mention& mention : of(row)) {
      size_t depth = 0;
      const ArraySubscriptExpr* subscript = subscriptOf(mention, true, &depth);
      const std::optional<LinearTerm> term = linearIn(subscript->getIdx(), index_);  // both known from the caller
      std::vector<const Stmt*> around(mention.parents.begin(), mention.parents.begin() + static_cast<long>(depth));
      if (!isBound(subscript, around, term->offset == 1, 0)) return {"which is no loop over a row", {}, {}, {}};
    }
    for (const auto& [counter, loop] : loops_) {
      if (!starts_.contains(counter) || !ends_.contains(counter))
        return {"which is no loop from one to the other", {}, {}, {}};
      if (std::string why = readUses(counter, *loop); !why.empty()) return {why, {}, {}, {}};
    }
    for (const ParmVarDecl* array : arrays_) {
      for (const Mention& mention : of(array)) {
        size_t depth = 0;
        const ArraySubscriptExpr* subscript = subscriptOf(mention, true, &depth);
        const VarDecl* by = subscript ? namedVariable(subscript->getIdx()) : nullptr;
        const bool isPlain = by && loops_.contains(by) && linearIn(subscript->getIdx(), by).has_value();
        if (!isPlain)
          return {"and `" + array->getNameAsString() + "` is used outside the loop over the row as well", {}, {}, {}};
        result_.subscripted.push_back(mention);
      }
    }
    result_.arrays.assign(arrays_.begin(), arrays_.end());
    std::sort(result_.arrays.begin(), result_.arrays.end(), [](const ParmVarDecl* a, const ParmVarDecl* b) {
      return a->getFunctionScopeIndex() < b->getFunctionScopeIndex();
    });
    for (const auto& [counter, loop] : loops_) result_.loops.push_back(loop);
    if (loops_.empty()) result_.why = "which is no loop over a row";
    return std::move(result_);
  }

 private:
  const std::vector<Mention>& of(const VarDecl* variable) const {
    static const std::vector<Mention> none;
    const auto found = mentions_.variables.find(variable->getCanonicalDecl());
    return found == mentions_.variables.end() ? none : found->second;
  }

  // Is the value the start of a loop's counter, or what the counter is compared with, directly or through a variable?
  bool isBound(const Stmt* value, const std::vector<const Stmt*>& parents, bool isEnd, int depth) {
    const Holder holder = holderOf(value, parents);
    if (const auto* declaration = dyn_cast_or_null<DeclStmt>(holder.parent)) {
      for (const Decl* one : declaration->decls()) {
        const auto* variable = dyn_cast<VarDecl>(one);
        if (!variable || variable->getInit() == nullptr || !variable->getType()->isIntegerType()) continue;
        if (variable->getInit()->IgnoreParenImpCasts() != cast<Expr>(value)->IgnoreParenImpCasts()) continue;
        // Rows lie elsewhere in another order: what is too narrow for where they begin would cut that off.
        if (variable->getASTContext().getTypeSize(variable->getType()) < 32) return false;
        const auto* loop = holder.depth > 0 ? dyn_cast<ForStmt>(parents[holder.depth - 1]) : nullptr;
        if (loop && loop->getInit() == declaration) {
          if (isEnd || !declaration->isSingleDecl()) return false;
          loops_[variable->getCanonicalDecl()] = loop;
          starts_.insert(variable->getCanonicalDecl());
          return true;
        }
        if (depth > 0) return false;
        const std::vector<Mention>& uses = of(variable);
        return !uses.empty() && std::all_of(uses.begin(), uses.end(), [&](const Mention& use) {
          return isBound(use.node, use.parents, isEnd, depth + 1);
        });
      }
      return false;
    }
    const auto* compare = dyn_cast_or_null<BinaryOperator>(holder.parent);
    const auto* loop = compare && holder.depth > 0 ? dyn_cast<ForStmt>(parents[holder.depth - 1]) : nullptr;
    if (!isEnd || !loop || loop->getCond() != compare || compare->getOpcode() != BO_LT ||
        compare->getRHS() != holder.child) {
      return false;
    }
    const VarDecl* counter = namedVariable(compare->getLHS());
    if (!counter) return false;
    loops_[counter] = loop;
    ends_.insert(counter);
    return true;
  }

  // The counter is compared, counted up by one, and a subscript.
  std::string readUses(const VarDecl* counter, const ForStmt& loop) {
    const auto* step = dyn_cast_or_null<UnaryOperator>(loop.getInc());
    if (!step || !step->isIncrementOp() || namedVariable(step->getSubExpr()) != counter)
      return "which is not stepped through";
    for (const Mention& use : of(counter)) {
      const auto isUnder = [&](const Stmt* part) {
        return part && std::find(use.parents.begin(), use.parents.end(), part) != use.parents.end();
      };
      if (isUnder(loop.getCond()) || isUnder(loop.getInc())) continue;
      size_t depth = 0;
      const ArraySubscriptExpr* subscript = subscriptOf(use, false, &depth);
      const std::optional<LinearTerm> term = subscript ? linearIn(subscript->getIdx(), counter) : std::nullopt;
      const auto* array = subscript ? dyn_cast_or_null<ParmVarDecl>(namedVariable(subscript->getBase())) : nullptr;
      if (!term || term->scale != 1 || term->offset != 0 || !array) {
        return "and what runs over the row is more than a subscript";
      }
      arrays_.insert(array);
    }
    return {};
  }

  const Mentions& mentions_;
  const VarDecl* index_;
  std::map<const VarDecl*, const ForStmt*> loops_;
  std::set<const VarDecl*> starts_, ends_;
  std::set<const ParmVarDecl*> arrays_;
  TaskRows result_;
};

}  // namespace

TaskRows readRows(const Mentions& mentions, const ParmVarDecl* row, const VarDecl* index) {
  return RowReader(mentions, index).read(row);
}

}  // namespace warpwright::passes

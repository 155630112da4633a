#include "analysis/passes/load_ahead/early_loads.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/FoldingSet.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/compaction/effects.h"
#include "analysis/passes/compaction/names.h"
#include "analysis/passes/hoist/loop_values.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/certain_parts.h"
#include "analysis/rewrite/tree/mentions.h"
#include "analysis/rewrite/tree/moved_names.h"
#include "analysis/rewrite/tree/reads_past_l1.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// One that a macro spells may come with more, in front of which the load would stand.
bool isBarrier(const Stmt& statement) {
  const auto* call = dyn_cast<CallExpr>(ignoreWrappers(&statement));
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getNameAsString() == "__syncthreads" && call->getNumArgs() == 0 &&
         !call->getBeginLoc().isMacroID();
}

/// May a thread leave the kernel, or go somewhere else, in the statement?
bool mayLeave(const Stmt& statement) {
  return frontend::anyPart(&statement, [](const Stmt& part) {
    return isa<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt, LambdaExpr, AsmStmt, CXXTryStmt>(part);
  });
}

class EarlyLoadFinder {
 public:
  EarlyLoadFinder(const Editor& editor, const FunctionDecl& kernel, const CompoundStmt& body)
      : editor_(editor),
        context_(kernel.getASTContext()),
        mentions_(mentionsOf(&body)),
        values_(mentions_, context_),
        statements_(body.body_begin(), body.body_end()) {
    for (size_t i = 0; i < statements_.size(); ++i) {
      if (isBarrier(*statements_[i])) barriers_.push_back(i);
    }
  }

  EarlyLoads find() {
    for (const Placed<Expr>& memory : mentions_.memory) {
      if (memory.parents.size() > 1) look(memory);
    }
    return std::move(found_);
  }

 private:
  struct Place {
    const Expr* element = nullptr;
    const Expr* index = nullptr;  ///< null: `*p`
    const ParmVarDecl* array = nullptr;
    const CompoundAssignOperator* update = nullptr;
  };

  std::optional<size_t> statementOf(const Placed<Expr>& memory) const {
    const auto at = std::find(statements_.begin(), statements_.end(), memory.parents[1]);
    if (at == statements_.end()) return std::nullopt;
    return static_cast<size_t>(at - statements_.begin());
  }

  /// Nothing: it is no load of a number behind an argument that points nowhere else.
  std::optional<Place> placeOf(const Placed<Expr>& memory) const {
    Place place;
    place.element = memory.node;
    const Expr* pointer = nullptr;
    if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(memory.node)) {
      pointer = subscript->getBase();
      place.index = subscript->getIdx();
    } else if (const auto* follows = dyn_cast<UnaryOperator>(memory.node)) {
      pointer = follows->getSubExpr();
    }
    place.array = dyn_cast_or_null<ParmVarDecl>(namedVariable(pointer));
    const QualType type = memory.node->getType();
    if (!place.array || !place.array->getType()->isPointerType() || !isOnlyRead(mentions_, place.array) ||
        !type->isArithmeticType() || type.isVolatileQualified())
      return std::nullopt;
    const Stmt* around = memory.parents.back();
    const auto* read = dyn_cast<CastExpr>(around);
    if (read && read->getCastKind() == CK_LValueToRValue) return place;
    place.update = dyn_cast<CompoundAssignOperator>(around);
    const bool isWhole = place.update && place.update->getLHS() == memory.node && memory.parents.size() == 2;
    return isWhole ? std::optional(place) : std::nullopt;
  }

  void look(const Placed<Expr>& memory) {
    const std::optional<size_t> at = statementOf(memory);
    if (!at || barriers_.empty() || *at < barriers_.front()) return;
    const std::optional<Place> place = placeOf(memory);
    if (!place) return;
    const std::string name = place->array->getNameAsString();
    if (!isCertain(*statements_[*at], *memory.node)) return note(*memory.node, {"%1 may be passed over", code(name)});
    const std::optional<size_t> barrier = barrierFor(*place, *at);
    if (!barrier) return note(*memory.node, {"the place in %1 is not known in front of a barrier", code(name)});
    if (const Message why = obstacleIn(*at); !why.empty()) return note(*memory.node, why);
    if (!meansTheSame(*memory.node, *barrier, *at))
      return note(*memory.node,
                  {"a name of the place in %1 may mean something else in front of the barrier", code(name)});
    for (size_t i = *barrier; i <= *at; ++i) {
      if (mayLeave(*statements_[i]))
        return note(*statements_[i], {"a thread may leave before it loads %1", code(name)});
    }
    add(*place, *barrier, *at);
  }

  bool isCertain(const Stmt& statement, const Expr& element) const {
    if (mayLeave(statement)) return false;
    bool isSeen = false;
    eachCertainPart(statement, [&](const Expr& part) {
      isSeen = isSeen || &part == &element;
      return true;
    });
    return isSeen;
  }

  /// Why it is not known that the statement loads before it stores, and stores behind all others; empty: it is.
  Message obstacleIn(size_t at) const {
    const Stmt& statement = *ignoreWrappers(statements_[at]);
    const unsigned line = positionAt(*editor_.unit(), statements_[at]->getBeginLoc()).line;
    if (at > 0 && positionAt(*editor_.unit(), statements_[at - 1]->getEndLoc()).line >= line)
      return "another statement stands on its line";
    EffectReader reader(editor_, {true, 0});
    Result<Effects> effects = Effects{};
    if (const auto* assigns = dyn_cast<BinaryOperator>(&statement); assigns && assigns->isAssignmentOp()) {
      if (hasEffects(assigns->getLHS(), context_)) return "the place that is set does more than to name it";
      effects = reader.ofExpression(assigns->getRHS());
    } else if (isa<DeclStmt>(statement)) {
      effects = reader.ofStatement(&statement);
    } else if (isa<IfStmt>(statement)) {
      effects = reader.ofHead(statement);
    } else {
      return "it is loaded by a statement of another kind than `x = …;`";
    }
    if (!effects.ok()) return said(effects.error());
    return effects->stores() ? Message("the statement stores before it has loaded all") : Message();
  }

  /// The first barrier in front of which the place has the value that it has in the statement.
  std::optional<size_t> barrierFor(const Place& place, size_t statement) const {
    for (const size_t barrier : barriers_) {
      if (barrier >= statement) break;
      const auto begin = statements_.begin() + static_cast<std::ptrdiff_t>(barrier),
                 end = statements_.begin() + static_cast<std::ptrdiff_t>(statement) + 1;
      const Region part = [&](const std::vector<const Stmt*>& parents) {
        return parents.size() > 1 && std::find(begin, end, parents[1]) != end;
      };
      if (!place.index || (values_.isSame(*place.index, part) && isDeclaredBefore(*place.index, barrier)))
        return barrier;
    }
    return std::nullopt;
  }

  bool isDeclaredBefore(const Expr& index, size_t barrier) const {
    const auto isLater = [&](const Stmt& part) {
      const auto* name = dyn_cast<DeclRefExpr>(&part);
      const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
      if (!variable) return false;
      const auto declared = mentions_.declared.find(variable->getCanonicalDecl());
      if (declared == mentions_.declared.end()) return false;
      const auto end = statements_.begin() + static_cast<std::ptrdiff_t>(barrier);
      return std::find(statements_.begin(), end, declared->second.node) == end;
    };
    return !frontend::anyPart(&index, isLater);
  }

  /// Does each name of its text, types and members among them, mean the same in front of the barrier?
  bool meansTheSame(const Expr& element, size_t barrier, size_t at) const {
    const auto names = namesInText(element, context_);
    if (!names) return false;
    for (size_t i = barrier; i <= at; ++i) {
      const auto given = namesGiven(*statements_[i]);
      if (!given || std::ranges::any_of(*given, [&](const std::string& name) { return names->contains(name); }))
        return false;
    }
    return true;
  }

  void add(const Place& place, size_t barrier, size_t at) {
    llvm::FoldingSetNodeID name;
    place.element->Profile(name, context_, /*Canonical=*/true);
    for (size_t i = 0; i < found_.loads.size(); ++i) {
      EarlyLoad& known = found_.loads[i];
      if (known.statement != statements_[at] || known.update || place.update || names_[i] != name) continue;
      known.mentions.push_back(place.element);
      return;
    }
    found_.loads.push_back({statements_[barrier],
                            statements_[at],
                            place.array,
                            place.element->getType().getUnqualifiedType(),
                            {place.element},
                            place.update});
    names_.push_back(std::move(name));
  }

  void note(const Stmt& at, const Message& why) {
    if (found_.why.empty()) found_.why = {"%1: %2", lineText(positionAt(*editor_.unit(), at.getBeginLoc()).line), why};
  }

  const Editor& editor_;
  const ASTContext& context_;
  const Mentions mentions_;
  const LoopValues values_;
  const std::vector<const Stmt*> statements_;  ///< of the body
  std::vector<size_t> barriers_;               ///< which of these are
  std::vector<llvm::FoldingSetNodeID> names_;  ///< of the elements of `found_.loads`
  EarlyLoads found_;
};

}  // namespace

Result<EarlyLoads> findEarlyLoads(const Editor& editor, const FunctionDecl& kernel) {
  const auto* body = dyn_cast_or_null<CompoundStmt>(kernel.getBody());
  if (!body) return inputError("its body is no block");
  if (std::none_of(body->body_begin(), body->body_end(), [](const Stmt* one) { return isBarrier(*one); }))
    return EarlyLoads{};
  if (const std::string hidden = hiddenBuiltIn(editor, kernel); !hidden.empty())
    return inputError({"%1 is something else in it", code(hidden)});
  const Mentions mentions = mentionsOf(body);
  if (mentions.strange)
    return inputError(
        {"%1 is not understood", lineText(positionAt(*editor.unit(), mentions.strange->getBeginLoc()).line)});
  if (const Stmt* read = readsPastL1(*body))
    return inputError(
        {"%1 may wait for other threads", lineText(positionAt(*editor.unit(), read->getBeginLoc()).line)});
  return EarlyLoadFinder(editor, kernel, *body).find();
}

}  // namespace warpwright::rewrite

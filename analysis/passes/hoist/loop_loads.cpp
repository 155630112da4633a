#include "analysis/passes/hoist/loop_loads.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/FoldingSet.h>

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/compaction/effects.h"
#include "analysis/passes/compaction/names.h"
#include "analysis/passes/hoist/loop_values.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/mentions.h"
#include "analysis/rewrite/tree/moved_names.h"
#include "analysis/rewrite/tree/reads_past_l1.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// `a[i]`, `*p`, `a[i].x` of an argument, read as a number.
struct Candidate {
  const Expr* place = nullptr;
  const ParmVarDecl* array = nullptr;
  const Expr* index = nullptr;  ///< null: `*p`
  std::vector<const Stmt*> parents;
  llvm::FoldingSetNodeID name;  ///< two places with one are the same text, of the same variables
};

class LoopLoadFinder {
 public:
  LoopLoadFinder(const Editor& editor, const FunctionDecl& kernel, Mentions mentions)
      : editor_(editor),
        context_(kernel.getASTContext()),
        mentions_(std::move(mentions)),
        values_(mentions_, context_) {}

  LoopLoads find() {
    for (const Placed<Expr>& memory : mentions_.memory) {
      if (auto candidate = candidateAt(memory)) candidates_.push_back(*std::move(candidate));
    }
    for (const Candidate& candidate : candidates_) place(candidate);
    return std::move(found_);
  }

 private:
  std::optional<Candidate> candidateAt(const Placed<Expr>& memory) const {
    Candidate candidate{memory.node, nullptr, nullptr, memory.parents, {}};
    const Expr* pointer = nullptr;
    if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(memory.node)) {
      pointer = subscript->getBase();
      candidate.index = subscript->getIdx();
    } else if (const auto* follows = dyn_cast<UnaryOperator>(memory.node)) {
      pointer = follows->getSubExpr();
    }
    const VarDecl* variable = namedVariable(pointer);
    candidate.array = dyn_cast_or_null<ParmVarDecl>(variable);
    if (!candidate.array || !candidate.array->getType()->isPointerType() || !isOnlyRead(mentions_, candidate.array))
      return std::nullopt;
    const auto isPartOf = [](const Stmt* around) {
      const auto* member = dyn_cast<MemberExpr>(around);
      const auto* field = member && !member->isArrow() ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
      return isa<ParenExpr>(around) || (field && !field->getType()->isReferenceType());
    };
    while (!candidate.parents.empty() && isPartOf(candidate.parents.back())) {
      candidate.place = cast<Expr>(candidate.parents.back());
      candidate.parents.pop_back();
    }
    const auto* read = candidate.parents.empty() ? nullptr : dyn_cast<CastExpr>(candidate.parents.back());
    const QualType type = candidate.place->getType();
    if (!read || read->getCastKind() != CK_LValueToRValue || !type->isArithmeticType() || type.isVolatileQualified())
      return std::nullopt;
    candidate.place->IgnoreParens()->Profile(candidate.name, context_, /*Canonical=*/true);
    return candidate;
  }

  /// Why no load is taken out of the loop; empty: some may be.
  const Message& obstacleIn(const Stmt& loop) {
    const auto [at, isNew] = obstacles_.try_emplace(&loop);
    if (!isNew) return at->second;
    if (declaresNames(loop)) {
      at->second = {"the loop at %1 declares more than variables", lineOf(loop)};
      return at->second;
    }
    EffectReader reader(editor_, {true, 0});
    const Result<Effects> effects = reader.ofStatement(&loop);
    const auto isOpenStore = [](const MemoryUse& use) { return use.isStore && !use.direct; };
    if (!effects.ok()) {
      at->second = said(effects.error());
      found_.isOpen = true;
    } else if (effects->orders) {
      at->second = {"the loop at %1 orders what the threads of a warp write", lineOf(loop)};
      found_.isOpen = true;
    } else if (!effects->hasBarrier && !effects->repeats &&
               std::none_of(effects->memory.begin(), effects->memory.end(), isOpenStore)) {
      at->second = {"the loop at %1 stores nothing: a compiler keeps what it loads by itself", lineOf(loop)};
    }
    return at->second;
  }

  LineList lineOf(const Stmt& statement) const {
    return lineText(positionAt(*editor_.unit(), statement.getBeginLoc()).line);
  }

  void place(const Candidate& candidate) {
    Message why;
    for (size_t i = 0; i < candidate.parents.size(); ++i) {
      const Stmt& loop = *candidate.parents[i];
      if (!isa<ForStmt, WhileStmt, DoStmt>(loop)) continue;
      if (candidate.index && !values_.isSame(*candidate.index, loop)) continue;
      if (isCovered(candidate)) return;
      size_t outer = i;
      while (outer > 0 && isa<AttributedStmt>(candidate.parents[outer - 1])) --outer;
      why = obstacleIn(loop);
      if (why.empty() && candidate.array->getType().isRestrictQualified())
        why = {"%1 is `__restrict__`: a compiler keeps what is loaded there by itself",
               code(candidate.array->getNameAsString())};
      if (why.empty() && (outer == 0 || !isa<CompoundStmt>(candidate.parents[outer - 1])))
        why = {"the loop at %1 is no statement of a block", lineOf(loop)};
      const FirstRound first = firstRoundOf(*candidate.place, candidate.parents, loop, context_);
      if (why.empty() && first.kind == FirstRound::Kind::notKnown)
        why = {"the load at %1 may be passed over: it is not known that the element is there",
               lineOf(*candidate.place)};
      if (!why.empty()) continue;
      return take(candidate, loop, *candidate.parents[outer], first);
    }
    if (!why.empty() && found_.why.empty()) found_.why = why;
  }

  /// Does a load that was found already stand for it?
  bool isCovered(const Candidate& candidate) const {
    return std::any_of(found_.loads.begin(), found_.loads.end(), [&](const LoopLoad& load) {
      return std::find(load.mentions.begin(), load.mentions.end(), candidate.place) != load.mentions.end();
    });
  }

  void take(const Candidate& candidate, const Stmt& loop, const Stmt& statement, const FirstRound& first) {
    LoopLoad load{&loop, &statement, candidate.array, candidate.place->getType().getUnqualifiedType(), {}, first};
    for (const Candidate& other : candidates_) {
      if (other.name == candidate.name && holds(other.parents, loop)) load.mentions.push_back(other.place);
    }
    // One further out stands for it.
    std::erase_if(found_.loads, [&](const LoopLoad& known) {
      return std::find(load.mentions.begin(), load.mentions.end(), known.mentions.front()) != load.mentions.end();
    });
    found_.loads.push_back(std::move(load));
  }

  const Editor& editor_;
  const ASTContext& context_;
  const Mentions mentions_;
  const LoopValues values_;
  std::vector<Candidate> candidates_;
  std::map<const Stmt*, Message> obstacles_;
  LoopLoads found_;
};

}  // namespace

Result<LoopLoads> findLoopLoads(const Editor& editor, const FunctionDecl& kernel) {
  if (!kernel.getBody()) return inputError("its body is not known");
  if (const std::string hidden = hiddenBuiltIn(editor, kernel); !hidden.empty())
    return inputError({"%1 is something else in it", code(hidden)});
  Mentions mentions = mentionsOf(kernel.getBody());
  if (mentions.strange)
    return inputError(
        {"%1 is not understood", lineText(positionAt(*editor.unit(), mentions.strange->getBeginLoc()).line)});
  if (const Stmt* read = readsPastL1(*kernel.getBody()))
    return inputError(
        {"%1 may wait for other threads", lineText(positionAt(*editor.unit(), read->getBeginLoc()).line)});
  return LoopLoadFinder(editor, kernel, std::move(mentions)).find();
}

}  // namespace warpwright::rewrite

#include "analysis/passes/compaction/classes.h"
#include "analysis/rewrite/source/statement.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

namespace warpwright::rewrite {
namespace {

using namespace clang;
using Kind = CodeStatement::Kind;
using enum StatementClass;

bool meet(const VariableSet& a, const VariableSet& b) {
  return std::any_of(a.begin(), a.end(), [&](const VarDecl* variable) { return b.contains(variable); });
}

class Classifier {
 public:
  Classifier(bool keepAll, const MergedAxis& axis) : keepAll_(keepAll), axis_(axis) {}

  Result<Classes> run(CodeStatement& body) {
    for (size_t before = 0;; before = dependent_.size()) {
      decide(body);
      if (Status kept = checkBarriers(body); !kept.ok()) return kept.error();
      spread(body);
      if (dependent_.size() == before) return Classes{std::move(dependent_)};
    }
  }

 private:
  bool dependent(const Effects& effects) const { return isDependent(effects, dependent_); }

  void decide(CodeStatement& code) {
    for (CodeStatement& child : code.children) decide(child);
    code.chosen = choose(code);
  }

  StatementClass choose(const CodeStatement& code) const {
    switch (code.kind) {
      case Kind::barrier:
        return barrier;
      case Kind::declaration:
        return isInitialised(*code.variable) && isOfThread(*code.variable) && dependent(code.all) ? each : once;
      case Kind::simple:
      case Kind::jump:
        return dependent(code.all) ? each : once;
      case Kind::branch:
      case Kind::loop:
        if (dependent(code.own) || (code.kind == Kind::loop && leavesDependently(code.children.front()))) return each;
        break;
      case Kind::block:
        break;
    }
    const auto isOnce = [](const CodeStatement& child) { return child.chosen == once; };
    if (std::all_of(code.children.begin(), code.children.end(), isOnce)) return once;
    if (code.all.hasBarrier || keepAll_ || bringsLoadOut(code)) return kept;
    return each;
  }

  Status checkBarriers(const CodeStatement& code) const {
    for (const CodeStatement& child : code.children) {
      if (Status kept = checkBarriers(child); !kept.ok()) return kept;
    }
    if (!code.all.hasBarrier || code.chosen != each) return {};
    const std::string what = dependent(code.own) ? "a condition" : "a break";
    return inputError({"%1 has a barrier under %2 that depends on %3", lineText(code.line), what, axis_.index()});
  }

  // A break or continue that only some of the merged threads take.
  static bool leavesDependently(const CodeStatement& code) {
    if (code.chosen == each) return code.leavesLoop;
    if (code.chosen != kept || code.kind == Kind::loop) return false;
    return std::any_of(code.children.begin(), code.children.end(), leavesDependently);
  }

  // Would keeping it outside let a load be done once for all?
  bool bringsLoadOut(const CodeStatement& code) const {
    return std::any_of(code.children.begin(), code.children.end(), [&](const CodeStatement& child) {
      if (child.chosen == kept) return true;
      if (child.chosen == once) return child.all.loads();
      return hasCommonLoad(child);
    });
  }

  bool hasCommonLoad(const CodeStatement& code) const;

  void spread(const CodeStatement& code) {
    if (code.chosen == each) {
      if (code.kind == Kind::declaration) {
        dependent_.insert(code.variable);
      } else {
        dependent_.insert(code.all.declares.begin(), code.all.declares.end());
      }
      dependent_.insert(code.all.writes.begin(), code.all.writes.end());
    } else if (code.chosen == kept) {
      for (const CodeStatement& child : code.children) spread(child);
    }
  }

  bool keepAll_;
  MergedAxis axis_;
  VariableSet dependent_;
};

// Finds the largest loads under an expression that is evaluated whenever the statement is.
class LoadFinder {
 public:
  /// `axis`: the index that differs.
  LoadFinder(const VariableSet& dependent, const MergedAxis& axis) : dependent_(dependent), axis_(axis) {}

  void look(const Stmt* expression) {
    if (!expression || indexNamed(*expression) || isa<UnaryExprOrTypeTraitExpr>(expression)) return;
    if (const auto* cast = dyn_cast<ImplicitCastExpr>(expression); cast && cast->getCastKind() == CK_LValueToRValue) {
      const Expr* place = cast->getSubExpr()->IgnoreParens();
      if (isMemory(place) && isCommon(place)) {
        found.push_back(place);
        return;
      }
    }
    if (const auto* binary = dyn_cast<BinaryOperator>(expression); binary && binary->isLogicalOp())
      return look(binary->getLHS());
    if (const auto* choice = dyn_cast<AbstractConditionalOperator>(expression)) return look(choice->getCond());
    for (const Stmt* child : expression->children()) look(child);
  }

  std::vector<const Expr*> found;

 private:
  // A subscript or dereference of memory others see. Plain variables in memory are cheap to name, but count too.
  static bool isMemory(const Expr* place) {
    if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(place)) {
      const auto* decay = dyn_cast<ImplicitCastExpr>(subscript->getBase()->IgnoreParens());
      if (!decay || decay->getCastKind() != CK_ArrayToPointerDecay) return true;
      return isMemory(decay->getSubExpr()->IgnoreParens());
    }
    if (const auto* member = dyn_cast<MemberExpr>(place))
      return member->isArrow() || isMemory(member->getBase()->IgnoreParens());
    if (const auto* unary = dyn_cast<UnaryOperator>(place)) return unary->getOpcode() == UO_Deref;
    const auto* name = dyn_cast<DeclRefExpr>(place);
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    return variable && variable->hasAttr<CUDASharedAttr>();
  }

  // The same for all threads and free of effects. Calls are left alone.
  bool isCommon(const Stmt* part) const {
    if (!part) return true;
    if (const auto named = indexNamed(*part)) {
      return named->first != axis_.indexObject() || axis_.dimension != named->second;
    }
    if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
      const auto* variable = dyn_cast<VarDecl>(name->getDecl());
      return !variable || !dependent_.contains(variable);
    }
    if (isa<CallExpr>(part) || isa<CXXConstructExpr>(part)) return false;
    if (const auto* binary = dyn_cast<BinaryOperator>(part); binary && binary->isAssignmentOp()) return false;
    if (const auto* unary = dyn_cast<UnaryOperator>(part); unary && unary->isIncrementDecrementOp()) return false;
    return std::all_of(part->child_begin(), part->child_end(), [&](const Stmt* child) { return isCommon(child); });
  }

  const VariableSet& dependent_;
  MergedAxis axis_;
};

// Adds loads of what was found already, wherever they are in the statement: they give the same.
void addSame(const Stmt* part, const ASTContext& context, std::vector<const Expr*>& found) {
  if (!part || indexNamed(*part) || isa<UnaryExprOrTypeTraitExpr>(part)) return;
  const auto* cast = dyn_cast<ImplicitCastExpr>(part);
  if (cast && cast->getCastKind() == CK_LValueToRValue) {
    const auto profileOf = [&](const Expr& place) {
      llvm::FoldingSetNodeID profile;
      place.Profile(profile, context, true);
      return profile;
    };
    const Expr* place = cast->getSubExpr()->IgnoreParens();
    const auto isSame = [&](const Expr* known) { return profileOf(*known) == profileOf(*place); };
    if (std::find(found.begin(), found.end(), place) != found.end()) return;
    if (std::any_of(found.begin(), found.end(), isSame)) return found.push_back(place);
  }
  for (const Stmt* child : part->children()) addSame(child, context, found);
}

int storesOf(const Effects& effects) {
  return static_cast<int>(
      std::count_if(effects.memory.begin(), effects.memory.end(), [](const MemoryUse& use) { return use.isStore; }));
}

std::vector<const Expr*> loadsOf(const CodeStatement& code, const VariableSet& dependent, const MergedAxis& axis) {
  LoadFinder finder(dependent, axis);
  const Stmt* statement = ignoreWrappers(code.statement);
  // A store of the same thread inside the statement may come first, unless it is the assignment that ends it.
  const int stores = storesOf(code.own);
  if (stores > 0) {
    const auto* expression = dyn_cast<Expr>(statement);
    const auto* outermost = expression ? dyn_cast<BinaryOperator>(expression->IgnoreParenImpCasts()) : nullptr;
    if (stores > 1 || !outermost || !outermost->isAssignmentOp()) return {};
  }
  if (code.own.calls) return {};
  if (code.kind == Kind::simple && isa<Expr>(statement)) finder.look(statement);
  if (code.kind == Kind::declaration && !code.variable->getType()->isReferenceType())
    finder.look(code.variable->getInit());
  if (code.kind == Kind::branch) finder.look(cast<IfStmt>(statement)->getCond());
  return finder.found;
}

bool Classifier::hasCommonLoad(const CodeStatement& code) const {
  return !loadsOf(code, dependent_, axis_).empty();
}

}  // namespace

bool isDependent(const Effects& effects, const VariableSet& dependent) {
  return effects.usesIndex || effects.repeats || meet(effects.reads, dependent) || meet(effects.writes, dependent);
}

Result<Classes> classify(CodeStatement& body, bool keepAll, const MergedAxis& axis) {
  return Classifier(keepAll, axis).run(body);
}

std::vector<const Expr*> commonLoads(const CodeStatement& code, const VariableSet& dependent, const MergedAxis& axis,
                                     const ASTContext& context) {
  std::vector<const Expr*> found = loadsOf(code, dependent, axis);
  if (found.empty()) return found;
  const Stmt* statement = ignoreWrappers(code.statement);
  if (code.kind == Kind::declaration) {
    addSame(code.variable->getInit(), context, found);
  } else {
    addSame(code.kind == Kind::branch ? cast<IfStmt>(statement)->getCond() : statement, context, found);
  }
  return found;
}

}  // namespace warpwright::rewrite

#include "analysis/passes/specialise/helpful_parameters.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <set>
#include <utility>

#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/tree/index_names.h"

namespace warpwright::passes {
namespace {

using namespace clang;

constexpr unsigned deepestCall = 4;

/// `warp.thread_rank()` and the like: what cooperative groups tell of the thread in its block.
bool isOfGroup(const Stmt& part, std::initializer_list<const char*> names) {
  const auto* call = dyn_cast<CXXMemberCallExpr>(&part);
  const CXXMethodDecl* method = call ? call->getMethodDecl() : nullptr;
  if (!method || !method->getDeclName().isIdentifier()) return false;
  const bool isNamed =
      std::any_of(names.begin(), names.end(), [&](const char* name) { return method->getName() == name; });
  return isNamed && method->getQualifiedNameAsString().starts_with("cooperative_groups");
}
constexpr std::initializer_list<const char*> ranks = {"thread_rank", "meta_group_rank"};
constexpr std::initializer_list<const char*> sizes = {"size", "num_threads", "meta_group_size"};

bool isWarpSize(const VarDecl& variable) {
  return variable.getName() == "warpSize" && variable.hasGlobalStorage();
}

/// What one parameter being a constant, or the block, is good for. Where it is mistaken, a constant is worth less:
/// nothing rests on it.
class ConstantUses {
 public:
  /// Null: of the block. `others`: are constants, too.
  ConstantUses(const ParmVarDecl* parameter, std::set<const VarDecl*> others)
      : isBlock_(!parameter), others_(std::move(others)) {
    if (!parameter) return;
    known_.insert(parameter->getCanonicalDecl());
    others_.erase(parameter->getCanonicalDecl());
  }

  void follow(const Stmt* part, bool inLoop, unsigned depth) {
    if (!part) return;
    if (const auto* declaration = dyn_cast<DeclStmt>(part)) followVariables(*declaration);
    if (const auto* loop = dyn_cast<ForStmt>(part)) helps = helps || endsAtConstant(*loop) || strides(*loop);
    if (const auto* branch = dyn_cast<IfStmt>(part)) helps = helps || isOfConstants(branch->getCond(), true);
    if (const auto* choice = dyn_cast<SwitchStmt>(part)) helps = helps || isOfConstants(choice->getCond(), true);
    if (const auto* binary = dyn_cast<BinaryOperator>(part)) look(*binary, inLoop);
    if (const auto* call = dyn_cast<CallExpr>(part)) followCall(*call, inLoop, depth);
    const bool isLoop = isa<ForStmt, WhileStmt, DoStmt>(part);
    if (rewrite::indexNamed(*part)) return;
    for (const Stmt* child : part->children()) follow(child, inLoop || isLoop, depth);
  }

  bool helps = false, divides = false;

 private:
  void followVariables(const DeclStmt& declaration) {
    for (const Decl* one : declaration.decls()) {
      const auto* variable = dyn_cast<VarDecl>(one);
      if (!variable || !variable->getType()->isIntegerType()) continue;
      if (isOfConstants(variable->getInit(), true))
        known_.insert(variable->getCanonicalDecl());
      else if (startsAtThread(variable->getInit()))
        ofThread_.insert(variable->getCanonicalDecl());
    }
  }

  void look(const BinaryOperator& binary, bool inLoop) {
    switch (binary.getOpcode()) {
      case BO_Div:
      case BO_Rem:
      case BO_DivAssign:
      case BO_RemAssign:
        if (isOfConstants(binary.getRHS(), true)) helps = divides = true;
        break;
      case BO_Mul:
        helps = helps || (inLoop && (isOfConstants(binary.getLHS(), true) || isOfConstants(binary.getRHS(), true)));
        break;
      default:
        break;
    }
  }

  /// `for (int i = 0; i < n; ++i)`: how often it runs would be known.
  bool endsAtConstant(const ForStmt& loop) const {
    const auto* condition = dyn_cast_or_null<BinaryOperator>(loop.getCond());
    if (!condition || !condition->isComparisonOp()) return false;
    for (const Expr* end : {condition->getRHS(), condition->getLHS()}) {
      const Expr* counter = end == condition->getRHS() ? condition->getLHS() : condition->getRHS();
      // One of the two is the parameter's, the other one a constant.
      const bool isEnd = isOfConstants(end, true) && (startsAt(loop.getInit(), false) || isFromThread(loop.getInit()));
      const bool isStart = isOfConstants(end, false) && startsAt(loop.getInit(), true);
      if ((isEnd || isStart) && isa<DeclRefExpr>(counter->IgnoreParenImpCasts())) return true;
    }
    return false;
  }

  /// `i += n`, or `s = n / 2` with a step that is a constant: what it goes over is known but for where it begins.
  bool strides(const ForStmt& loop) const {
    const auto* step = dyn_cast_or_null<BinaryOperator>(loop.getInc());
    if (!step || !step->isCompoundAssignmentOp()) return false;
    return isOfConstants(step->getRHS(), true) ||
           (isOfConstants(step->getRHS(), false) && startsAt(loop.getInit(), true));
  }

  /// Does the loop begin at the thread's own place in its block? Then all of them go over it nearly as often.
  bool isFromThread(const Stmt* start) const {
    if (const auto* declaration = dyn_cast_or_null<DeclStmt>(start)) {
      return std::any_of(declaration->decl_begin(), declaration->decl_end(), [&](const Decl* one) {
        const auto* variable = dyn_cast<VarDecl>(one);
        return variable && startsAtThread(variable->getInit());
      });
    }
    const auto* set = dyn_cast_or_null<BinaryOperator>(start);
    return set && set->getOpcode() == BO_Assign && startsAtThread(set->getRHS());
  }
  bool startsAtThread(const Expr* value) const {
    return value && value->getType()->isIntegerType() && isOfThread(value);
  }
  bool isOfThread(const Stmt* part) const {
    if (const auto named = rewrite::indexNamed(*part)) return named->first == "threadIdx" || named->first == "blockDim";
    if (isOfGroup(*part, ranks) || isOfGroup(*part, sizes)) return true;
    if (isa<CallExpr, ArraySubscriptExpr, MemberExpr, LambdaExpr>(part)) return false;
    if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
      const auto* variable = dyn_cast<VarDecl>(name->getDecl());
      return !variable || variable->isConstexpr() || isWarpSize(*variable) ||
             ofThread_.contains(variable->getCanonicalDecl());
    }
    return std::all_of(part->child_begin(), part->child_end(),
                       [&](const Stmt* child) { return !child || isOfThread(child); });
  }

  /// At what is made of constants; `mentions`: of the parameter.
  bool startsAt(const Stmt* start, bool mentions) const {
    if (const auto* declaration = dyn_cast_or_null<DeclStmt>(start)) {
      return std::any_of(declaration->decl_begin(), declaration->decl_end(), [&](const Decl* one) {
        const auto* variable = dyn_cast<VarDecl>(one);
        return variable && isOfConstants(variable->getInit(), mentions);
      });
    }
    const auto* set = dyn_cast_or_null<BinaryOperator>(start);
    return set && set->getOpcode() == BO_Assign && isOfConstants(set->getRHS(), mentions);
  }

  void followCall(const CallExpr& call, bool inLoop, unsigned depth) {
    const FunctionDecl* callee = call.getDirectCallee();
    const FunctionDecl* definition = nullptr;
    if (!callee || depth >= deepestCall || !callee->hasBody(definition)) return;
    bool takes = false;
    for (unsigned i = 0; i < std::min(call.getNumArgs(), definition->getNumParams()); ++i) {
      if (!isOfConstants(call.getArg(i), true)) continue;
      takes = known_.insert(definition->getParamDecl(i)->getCanonicalDecl()).second || takes;
    }
    if (!takes) return;
    const bool isBlock = std::exchange(isBlock_, false);  // elsewhere the name is that of the built-in variable
    follow(definition->getBody(), inLoop, depth + 1);
    isBlock_ = isBlock;
  }

  /// Made of numbers and known variables alone. `mentions`: with one of these.
  bool isOfConstants(const Expr* value, bool mentions) const {
    bool mentioned = false;
    return value && !value->getType()->isFloatingType() && isMade(value, mentioned) && (mentioned || !mentions);
  }
  bool isMade(const Stmt* part, bool& mentioned) const {
    if (const auto named = rewrite::indexNamed(*part))
      return isBlock_ && named->first == "blockDim" && (mentioned = true);
    if (isOfGroup(*part, sizes)) return true;
    if (isa<CallExpr, ArraySubscriptExpr, MemberExpr, LambdaExpr>(part)) return false;
    if (const auto* unary = dyn_cast<UnaryOperator>(part); unary && unary->getOpcode() == UO_Deref) return false;
    if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
      const auto* variable = dyn_cast<VarDecl>(name->getDecl());
      if (!variable || variable->isConstexpr() || isWarpSize(*variable)) return true;
      if (others_.contains(variable->getCanonicalDecl())) return true;
      if (!known_.contains(variable->getCanonicalDecl())) return false;
      return mentioned = true;
    }
    return std::all_of(part->child_begin(), part->child_end(),
                       [&](const Stmt* child) { return !child || isMade(child, mentioned); });
  }

  bool isBlock_;
  std::set<const VarDecl*> known_;
  std::set<const VarDecl*> others_;
  std::set<const VarDecl*> ofThread_;  ///< made of constants and the thread's place in its block
};

bool isPlainNumber(const ParmVarDecl& parameter) {
  const QualType type = parameter.getType();
  const auto* plain = type.getCanonicalType()->getAs<BuiltinType>();
  return plain && plain->isInteger() && plain->getKind() != BuiltinType::Bool && !type.isVolatileQualified() &&
         parameter.getIdentifier() && !parameter.hasAttrs();
}

}  // namespace

std::vector<HelpfulParameter> helpfulParameters(const FunctionDecl& kernel,
                                                const std::function<bool(const ParmVarDecl&)>& isKnown) {
  std::vector<const ParmVarDecl*> numbers;
  std::set<const VarDecl*> known;
  for (const ParmVarDecl* parameter : kernel.parameters()) {
    if (!isPlainNumber(*parameter)) continue;
    numbers.push_back(parameter);
    if (isKnown(*parameter)) known.insert(parameter->getCanonicalDecl());
  }
  std::vector<HelpfulParameter> found;
  for (const ParmVarDecl* parameter : numbers) {
    ConstantUses uses(parameter, known);
    uses.follow(kernel.getBody(), false, 0);
    if (uses.helps) found.push_back({parameter, uses.divides});
  }
  return found;
}

bool helpsBlock(const FunctionDecl& kernel) {
  if (!kernel.getBody()) return false;
  const auto isApart = [](const Stmt& part) {
    if (isa<LambdaExpr>(part)) return true;
    const auto* declared = dyn_cast<DeclStmt>(&part);
    return declared && std::any_of(declared->decl_begin(), declared->decl_end(), [](const Decl* one) {
             // The kernel's own `blockDim`, as merging threads leaves one, is another's.
             const auto* variable = dyn_cast<VarDecl>(one);
             return isa<TagDecl>(one) || (variable && variable->getName() == "blockDim");
           });
  };
  if (frontend::anyPart(kernel.getBody(), isApart)) return false;
  ConstantUses uses(nullptr, {});
  uses.follow(kernel.getBody(), false, 0);
  return uses.helps;
}

}  // namespace warpwright::passes

#include "analysis/passes/compaction/whole_warps.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/compaction/effects.h"
#include "analysis/passes/compaction/group_calls.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/index_names.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr unsigned deepestCall = 8;

/// Finds variables that threads of a warp may see differently, and what is done where they may have parted.
class WarpReader {
 public:
  WarpReader(const Editor& editor, const WarpLayout& layout) : editor_(editor), layout_(layout) {}

  Status run(const FunctionDecl& kernel) {
    findThreadNumbers(*kernel.getBody());
    for (size_t before = SIZE_MAX; before != apart_.size();) {
      before = apart_.size();
      refusal_ = {};
      visited_.clear();
      follow(kernel.getBody(), false);
    }
    return refusal_.empty() ? Status() : inputError(refusal_);
  }

 private:
  // `int tid = threadIdx.x;`, which nothing changes.
  void findThreadNumbers(const Stmt& body) {
    VariableSet written;
    frontend::anyPart(&body, [&](const Stmt& part) {
      if (const Expr* target = writtenBy(part)) written.insert(variableIn(target));
      noteOpenUses(part, written);
      return false;
    });
    frontend::anyDeclared(&body, [&](const Decl& declared) {
      const auto* variable = dyn_cast<VarDecl>(&declared);
      if (variable && variable->getInit() && !written.contains(variable) && variable->getType()->isIntegerType() &&
          editor_.unit()->ast().getIntWidth(variable->getType()) >= 32 && isThreadNumber(*variable->getInit()))
        numbers_.insert(variable);
      return false;
    });
  }

  /// Variables that something else gets a name of: a reference, a function, assembly.
  static void noteOpenUses(const Stmt& part, VariableSet& found) {
    const auto note = [&](const Stmt* one) {
      const auto* place = dyn_cast_or_null<Expr>(one);
      if (place && place->isGLValue()) found.insert(variableIn(place));
    };
    if (const auto* call = dyn_cast<CallExpr>(&part)) std::for_each(call->arg_begin(), call->arg_end(), note);
    if (const auto* made = dyn_cast<CXXConstructExpr>(&part)) std::for_each(made->arg_begin(), made->arg_end(), note);
    if (const auto* text = dyn_cast<AsmStmt>(&part)) std::for_each(text->child_begin(), text->child_end(), note);
    const auto* declared = dyn_cast<DeclStmt>(&part);
    if (!declared) return;
    for (const Decl* one : declared->decls()) {
      const auto* variable = dyn_cast<VarDecl>(one);
      if (variable && variable->getType()->isReferenceType()) note(variable->getInit());
    }
  }

  /// What a statement writes, or hands on to be written: the operand of `=`, `++`, `&`.
  static const Expr* writtenBy(const Stmt& part) {
    const auto* unary = dyn_cast<UnaryOperator>(&part);
    if (unary && (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf)) return unary->getSubExpr();
    const auto* binary = dyn_cast<BinaryOperator>(&part);
    return binary && binary->isAssignmentOp() ? binary->getLHS() : nullptr;
  }

  /// The variable that a place is, or is part of; null: it is none.
  static const VarDecl* variableIn(const Expr* place) {
    for (;;) {
      place = place->IgnoreParenImpCasts();
      if (const auto* name = dyn_cast<DeclRefExpr>(place)) return dyn_cast<VarDecl>(name->getDecl());
      if (const auto* member = dyn_cast<MemberExpr>(place); member && !member->isArrow()) {
        place = member->getBase();
      } else if (const auto* element = dyn_cast<ArraySubscriptExpr>(place)) {
        place = element->getBase();
      } else {
        return nullptr;
      }
    }
  }

  bool isThreadNumber(const Expr& value) const {
    const Expr* bare = value.IgnoreParenImpCasts();
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(bare);
        cast && cast->getType()->isIntegerType() && editor_.unit()->ast().getIntWidth(cast->getType()) >= 32)
      bare = cast->getSubExpr()->IgnoreParenImpCasts();
    if (const auto named = indexNamed(*bare))
      return named->first == "threadIdx" && named->second == 0 && (layout_.isOneRow || layout_.areRowsWhole);
    const auto* name = dyn_cast<DeclRefExpr>(bare);
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    return variable && numbers_.contains(variable);
  }

  std::optional<uint64_t> constant(const Expr& value) const {
    const ASTContext& context = editor_.unit()->ast();
    const Expr* bare = value.IgnoreParenImpCasts();
    const auto* name = dyn_cast<DeclRefExpr>(bare);
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (variable && variable->hasGlobalStorage() && !variable->getAnyInitializer() && variable->getName() == "warpSize")
      return threadsOfWarp;
    Expr::EvalResult known;
    if (value.isValueDependent() || !value.EvaluateAsInt(known, context)) return std::nullopt;
    const llvm::APSInt number = known.Val.getInt();
    return number.isNegative() || number.getActiveBits() > 63 ? std::nullopt : std::optional(number.getZExtValue());
  }

  /// `threadIdx.x / 32`, `threadIdx.x >> 5`, `threadIdx.x < 64`: the same for a warp.
  bool isOfWarp(const BinaryOperator& binary) const {
    const auto right = constant(*binary.getRHS());
    if (!right || !isThreadNumber(*binary.getLHS())) return false;
    switch (binary.getOpcode()) {
      case BO_Div:
        return *right > 0 && *right % threadsOfWarp == 0;
      case BO_Shr:
        return *right >= 5 && *right < 31;
      case BO_LT:
      case BO_GE:
        return *right % threadsOfWarp == 0;
      default:
        return false;
    }
  }

  /// May threads of a warp have different values of it?
  bool differs(const Stmt* part) const {
    if (!part) return false;
    if (const auto named = indexNamed(*part)) {
      if (named->first != "threadIdx") return false;
      return named->second == 0 ? true : !layout_.areRowsWhole && !layout_.isOneRow;
    }
    if (const auto* binary = dyn_cast<BinaryOperator>(part); binary && isOfWarp(*binary)) return false;
    if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
      const auto* variable = dyn_cast<VarDecl>(name->getDecl());
      return variable && apart_.contains(variable);
    }
    if (const auto* call = dyn_cast<CallExpr>(part)) return gives(*call);
    if (const auto* standard = dyn_cast<CXXDefaultArgExpr>(part)) return differs(standard->getExpr());
    if (const auto* standard = dyn_cast<CXXDefaultInitExpr>(part)) return differs(standard->getExpr());
    if (isa<LambdaExpr, CXXConstructExpr, CXXNewExpr, StmtExpr, CXXThisExpr>(part)) return true;
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(part); element && arrayIn(*element->getBase()))
      return differs(element->getIdx()) || differs(arrayIn(*element->getBase()));
    // A pointer to what each thread has of its own.
    if (const auto* own = placeHandedOn(*part); own && isOwnOfThread(variableIn(own))) return true;
    return std::any_of(part->child_begin(), part->child_end(), [&](const Stmt* child) { return differs(child); });
  }

  /// `values` of `values[i]`; null: what stands there is a pointer.
  static const Expr* arrayIn(const Expr& base) {
    const auto* decay = dyn_cast<ImplicitCastExpr>(base.IgnoreParens());
    return decay && decay->getCastKind() == CK_ArrayToPointerDecay ? decay->getSubExpr() : nullptr;
  }
  /// What an expression makes a pointer to: `values`, `&value`.
  static const Expr* placeHandedOn(const Stmt& part) {
    if (const auto* unary = dyn_cast<UnaryOperator>(&part); unary && unary->getOpcode() == UO_AddrOf)
      return unary->getSubExpr();
    const auto* cast = dyn_cast<CastExpr>(&part);
    return cast && cast->getCastKind() == CK_ArrayToPointerDecay ? cast->getSubExpr() : nullptr;
  }
  static bool isOwnOfThread(const VarDecl* variable) { return variable && isOfThread(*variable); }

  bool gives(const CallExpr& call) const {
    const FunctionDecl* callee = call.getDirectCallee();
    if (!callee || !callee->getDeclName().isIdentifier()) return true;
    const bool isVote =
        callee->getName() == "__any_sync" || callee->getName() == "__all_sync" || callee->getName() == "__ballot_sync";
    if (groupCall(call) == GroupCall::looksAlike) return false;
    // All that take part get one answer, and where they come to it all of them do.
    if (isVote) return call.getNumArgs() == 0 || differs(call.getArg(0));
    const bool isArithmetic = callee->getName() == "min" || callee->getName() == "max" || callee->getName() == "abs";
    return !isArithmetic ||
           std::any_of(call.arg_begin(), call.arg_end(), [&](const Expr* one) { return differs(one); });
  }

  void note(const Expr* target, bool apart) {
    const VarDecl* variable = target ? variableIn(target) : nullptr;
    // What threads share is one thing for all of them, as long as they do not race.
    if (apart && isOwnOfThread(variable)) apart_.insert(variable);
  }

  void noteWrites(const Stmt& part, bool apart) {
    if (const Expr* target = writtenBy(part)) {
      const auto* binary = dyn_cast<BinaryOperator>(&part);
      note(target, apart || (binary && differs(binary->getRHS())));
    }
    if (const auto* text = dyn_cast<AsmStmt>(&part)) {
      for (const Stmt* child : text->children()) note(dyn_cast_or_null<Expr>(child), true);
    }
    note(placeHandedOn(part), true);
  }

  /// `apart`: threads of one warp may not all be here.
  void follow(const Stmt* part, bool apart) {
    if (!part) return;
    if (isa<ReturnStmt>(part) && apart && (depth_ == 0 || exchanges_))
      return refuse(*part, "returns for some threads of a warp alone");
    if (const auto* call = dyn_cast<CallExpr>(part)) lookAtCall(*call, apart);
    if (const auto* made = dyn_cast<CXXConstructExpr>(part)) lookAtConstructor(*made);
    if (const auto* standard = dyn_cast<CXXDefaultArgExpr>(part)) return follow(standard->getExpr(), apart);
    if (const auto* standard = dyn_cast<CXXDefaultInitExpr>(part)) return follow(standard->getExpr(), apart);
    if (const auto* declared = dyn_cast<DeclStmt>(part)) lookAtVariables(*declared, apart);
    noteWrites(*part, apart);
    if (const auto* choice = dyn_cast<IfStmt>(part)) {
      follow(choice->getInit(), apart);
      follow(choice->getConditionVariableDeclStmt(), apart);
      follow(choice->getCond(), apart);
      const bool parts = apart || (!choice->isConstexpr() && differs(choice->getCond()));
      follow(choice->getThen(), parts);
      return follow(choice->getElse(), parts);
    }
    if (const auto* choice = dyn_cast<ConditionalOperator>(part)) {
      follow(choice->getCond(), apart);
      const bool parts = apart || differs(choice->getCond());
      follow(choice->getTrueExpr(), parts);
      return follow(choice->getFalseExpr(), parts);
    }
    if (const auto* logic = dyn_cast<BinaryOperator>(part); logic && logic->isLogicalOp()) {
      follow(logic->getLHS(), apart);
      return follow(logic->getRHS(), apart || differs(logic->getLHS()));
    }
    if (const auto* choice = dyn_cast<SwitchStmt>(part)) {
      follow(choice->getCond(), apart);
      return follow(choice->getBody(), apart || differs(choice->getCond()));
    }
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(part); element && arrayIn(*element->getBase())) {
      follow(arrayIn(*element->getBase()), apart);
      return follow(element->getIdx(), apart);
    }
    const bool parts = apart || partsWarp(*part);
    for (const Stmt* child : part->children()) follow(child, parts);
  }

  /// A loop that threads of a warp may leave, or go round, at different times.
  bool partsWarp(const Stmt& loop) const {
    const Expr* condition = nullptr;
    if (const auto* counted = dyn_cast<ForStmt>(&loop)) condition = counted->getCond();
    if (const auto* whiled = dyn_cast<WhileStmt>(&loop)) condition = whiled->getCond();
    if (const auto* done = dyn_cast<DoStmt>(&loop)) condition = done->getCond();
    if (isa<CXXForRangeStmt, GotoStmt, LabelStmt>(loop)) return true;
    if (!isa<ForStmt, WhileStmt, DoStmt>(loop)) return false;
    return differs(condition) || leavesApart(loop, false);
  }
  bool leavesApart(const Stmt& part, bool apart) const {
    if (isa<BreakStmt, ContinueStmt, GotoStmt>(part)) return apart;
    const auto* choice = dyn_cast<IfStmt>(&part);
    const auto* several = dyn_cast<SwitchStmt>(&part);
    const bool parts = apart || (choice && !choice->isConstexpr() && differs(choice->getCond())) ||
                       (several && differs(several->getCond()));
    return std::any_of(part.child_begin(), part.child_end(),
                       [&](const Stmt* child) { return child && leavesApart(*child, parts); });
  }

  void lookAtVariables(const DeclStmt& declared, bool apart) {
    for (const Decl* one : declared.decls()) {
      const auto* variable = dyn_cast<VarDecl>(one);
      if (!variable) continue;
      const bool isOpen = variable->getType()->isReferenceType();
      if (isOpen) note(variable->getInit(), true);
      if (isOfThread(*variable) && (apart || isOpen || differs(variable->getInit()))) apart_.insert(variable);
    }
  }

  void lookAtConstructor(const CXXConstructExpr& made) {
    for (const Expr* argument : made.arguments()) {
      if (argument->isGLValue()) note(argument, !argument->getType().isConstQualified());
    }
    const FunctionDecl* definition = nullptr;
    if (!made.getConstructor()->hasBody(definition)) return;
    const auto exchanges = [](const CXXCtorInitializer* one) { return holdsExchange(one->getInit()); };
    if (holdsExchange(definition->getBody()) || llvm::any_of(cast<CXXConstructorDecl>(definition)->inits(), exchanges))
      refuse(made, "makes an object whose constructor exchanges values inside a warp");
  }

  void lookAtCall(const CallExpr& call, bool apart) {
    const FunctionDecl* callee = call.getDirectCallee();
    if (!callee) return;
    if (exchangesInWarp(call)) {
      if (apart) refuse(call, "exchanges values where some threads of a warp may not be");
      return;
    }
    if (groupCall(call) != GroupCall::none) return;
    const bool isMethod = isa<CXXMethodDecl>(callee);
    const FunctionDecl* definition = nullptr;
    const bool isRead = callee->getBuiltinID() == 0 && callee->hasBody(definition);
    if (const auto* method = dyn_cast<CXXMemberCallExpr>(&call)) note(method->getImplicitObjectArgument(), true);
    for (unsigned i = 0; i < call.getNumArgs(); ++i) {
      const ParmVarDecl* parameter = i < callee->getNumParams() ? callee->getParamDecl(i) : nullptr;
      const bool isOpen = isMethod || !parameter || parameter->getType()->isReferenceType();
      if (isOpen) note(call.getArg(i), true);
      if (isRead && i < definition->getNumParams() && (apart || isOpen || differs(call.getArg(i))))
        apart_.insert(definition->getParamDecl(i));
    }
    // A body is followed once for each way to come there: what its parameters are is known of all calls together.
    if (!isRead || !visited_.insert({definition, apart}).second) return;
    if (depth_ >= deepestCall) return refuse(call, "calls functions in too many others to tell what warps exchange");
    const bool around = std::exchange(exchanges_, holdsExchange(definition->getBody()));
    ++depth_;
    follow(definition->getBody(), apart);
    --depth_;
    exchanges_ = around;
  }

  /// In it, or in what it calls.
  static bool holdsExchange(const Stmt* code) {
    std::set<const FunctionDecl*> seen;
    std::vector<const Stmt*> open{code};
    const auto enter = [&](const FunctionDecl* callee) {
      const FunctionDecl* definition = nullptr;
      if (!callee || callee->getBuiltinID() != 0 || !callee->hasBody(definition) || !seen.insert(definition).second)
        return;
      open.push_back(definition->getBody());
      const auto* constructor = dyn_cast<CXXConstructorDecl>(definition);
      if (!constructor) return;
      for (const CXXCtorInitializer* one : constructor->inits()) open.push_back(one->getInit());
    };
    bool isFound = false;
    while (!open.empty() && !isFound) {
      const Stmt* next = open.back();
      open.pop_back();
      isFound = frontend::anyPart(next, [&](const Stmt& part) {
        const auto* call = dyn_cast<CallExpr>(&part);
        const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
        if (call && exchangesInWarp(*call)) return true;
        enter(callee);
        if (const auto* made = dyn_cast<CXXConstructExpr>(&part)) enter(made->getConstructor());
        return false;
      });
    }
    return isFound;
  }

  void refuse(const Stmt& at, const char* what) {
    if (!refusal_.empty()) return;
    refusal_ = lineText(positionAt(*editor_.unit(), at.getBeginLoc()).line) + " " + Message(what);
  }

  const Editor& editor_;
  WarpLayout layout_;
  VariableSet numbers_;  ///< that are threadIdx.x
  VariableSet apart_;    ///< that threads of a warp may see differently
  std::set<std::pair<const FunctionDecl*, bool>> visited_;
  unsigned depth_ = 0;
  bool exchanges_ = false;  ///< the function that is being followed does, or calls one that does
  Message refusal_;         ///< the first thing that stands against it, in this round of the data flow
};

}  // namespace

Status keepsWarpsWhole(const Editor& editor, const FunctionDecl& kernel, const WarpLayout& layout) {
  return WarpReader(editor, layout).run(kernel);
}

}  // namespace warpwright::rewrite

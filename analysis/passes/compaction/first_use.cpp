#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include "analysis/passes/compaction/plan.h"
#include "analysis/rewrite/source/statement.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

// Follows the statements in order and keeps whether the variable has surely been written. Only writes of the whole
// variable count, and only those that every way to a place passes.
class FirstUse {
 public:
  explicit FirstUse(const VarDecl& variable) : variable_(variable) {}

  bool readFirst = false;

  bool declare(const VarDecl& variable, bool written) {
    if (variable.getInit()) written = expression(variable.getInit(), written);
    return written || (&variable == &variable_ && isInitialised(variable));
  }

  // `written`: on every way to it; `atSwitch`: so at the `switch` around it, from where its labels are reached.
  bool statement(const Stmt* given, bool written, bool atSwitch = false) {
    const Stmt* statement = ignoreWrappers(given);
    if (!statement) return written;
    if (const auto* expression = dyn_cast<Expr>(statement)) return this->expression(expression, written);
    if (const auto* declarations = dyn_cast<DeclStmt>(statement)) {
      for (const Decl* declaration : declarations->decls()) {
        if (const auto* variable = dyn_cast<VarDecl>(declaration)) written = declare(*variable, written);
      }
      return written;
    }
    if (const auto* label = dyn_cast<SwitchCase>(statement)) {
      return this->statement(label->getSubStmt(), written && atSwitch, atSwitch);
    }
    if (const StatementParts parts = partsOf(*statement); !parts.bodies.empty()) {
      for (const Stmt* part : parts.head) written = this->statement(part, written);
      bool everyWay = parts.bodies.size() > 1 || written;  // without an `else` there is a way around
      for (const Stmt* body : parts.bodies) {
        everyWay = this->statement(body, written, isa<SwitchStmt>(statement) ? written : atSwitch) && everyWay;
      }
      for (const Stmt* part : parts.after) this->statement(part, written);
      return isa<IfStmt>(statement) ? everyWay : written;
    }
    if (const auto* back = dyn_cast<ReturnStmt>(statement)) {
      expression(back->getRetValue(), written);
      return true;  // nothing follows on this way
    }
    if (isa<BreakStmt>(statement) || isa<ContinueStmt>(statement)) return true;
    for (const Stmt* child : statement->children()) written = this->statement(child, written, atSwitch);
    return written;
  }

  bool expression(const Expr* given, bool written) {
    if (!given) return written;
    const Expr* expression = given->IgnoreParens();
    if (isa<UnaryExprOrTypeTraitExpr>(expression) || indexNamed(*expression)) return written;
    if (isThis(expression)) {
      readFirst = readFirst || !written;
      return written;
    }
    if (const auto* binary = dyn_cast<BinaryOperator>(expression)) {
      if (binary->getOpcode() == BO_Assign) return assign(binary->getLHS(), binary->getRHS(), written);
      if (binary->getOpcode() == BO_Comma)
        return this->expression(binary->getRHS(), this->expression(binary->getLHS(), written));
      if (binary->isLogicalOp()) {
        const bool left = this->expression(binary->getLHS(), written);
        this->expression(binary->getRHS(), left);
        return left;
      }
    }
    if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expression)) {
      const auto* method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
      if (method && method->isTrivial() && call->getNumArgs() == 2)
        return assign(call->getArg(0), call->getArg(1), written);
    }
    if (const auto* choice = dyn_cast<AbstractConditionalOperator>(expression)) {
      const bool condition = this->expression(choice->getCond(), written);
      const bool yes = this->expression(choice->getTrueExpr(), condition);
      const bool no = this->expression(choice->getFalseExpr(), condition);
      return yes && no;
    }
    // Parts in an order that is not told: each sees what was written before all of them.
    bool after = written;
    for (const Stmt* child : expression->children()) {
      if (const auto* part = dyn_cast_or_null<Expr>(child)) after = this->expression(part, written) || after;
    }
    return after;
  }

 private:
  bool isThis(const Expr* expression) const {
    const auto* name = dyn_cast<DeclRefExpr>(expression->IgnoreParens());
    return name && name->getDecl() == &variable_;
  }

  bool assign(const Expr* target, const Expr* value, bool written) {
    written = expression(value, written);
    if (isThis(target)) return true;
    partly(target, written);
    return written;
  }

  // A write of an element or member reads no more than its subscripts.
  void partly(const Expr* target, bool written) {
    target = target->IgnoreParens();
    if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(target)) {
      expression(subscript->getIdx(), written);
      const auto* decay = dyn_cast<ImplicitCastExpr>(subscript->getBase()->IgnoreParens());
      if (decay && decay->getCastKind() == CK_ArrayToPointerDecay) return partly(decay->getSubExpr(), written);
      expression(subscript->getBase(), written);
    } else if (const auto* member = dyn_cast<MemberExpr>(target); member && !member->isArrow()) {
      partly(member->getBase(), written);
    } else if (!isThis(target)) {
      expression(target, written);
    }
  }

  const VarDecl& variable_;
};

}  // namespace

bool readsBeforeWriting(const std::vector<const CodeStatement*>& statements, const VarDecl& variable) {
  FirstUse use(variable);
  bool written = false;
  for (const CodeStatement* code : statements) {
    written = code->variable ? use.declare(*code->variable, written) : use.statement(code->statement, written);
  }
  return use.readFirst;
}

}  // namespace warpwright::rewrite

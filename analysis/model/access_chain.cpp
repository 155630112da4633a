#include "analysis/model/access_chain.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

namespace warpwright::model {
namespace {

class ChainParser {
 public:
  explicit ChainParser(const clang::ASTContext& context) : context_(context) {}

  AccessChain run(const clang::Expr& expression) {
    lvalue(&expression);
    if (!isChain_) return {};
    chain_.isAccess = isChain_ && !expression.getType()->isArrayType() && !expression.getType()->isFunctionType();
    return std::move(chain_);
  }

 private:
  /// Takes an expression that names an object apart.
  void lvalue(const clang::Expr* expression) {
    const clang::Expr* inner = skip(expression);
    if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(inner)) {
      take(inner);
      isChain_ = true;
      ++chain_.subscripts;
      pointer(subscript->getBase());
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(inner);
               unary && unary->getOpcode() == clang::UO_Deref) {
      take(inner);
      isChain_ = true;
      chain_.throughPointer = true;
      pointer(unary->getSubExpr());
    } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(inner);
               member && llvm::isa<clang::FieldDecl>(member->getMemberDecl())) {
      take(inner);
      if (chain_.parts.size() == 1) chain_.endsInMember = true;
      if (member->isArrow()) {
        isChain_ = true;
        chain_.throughPointer = true;
        pointer(member->getBase());
      } else {
        lvalue(member->getBase());
      }
    } else if (const auto* part = llvm::dyn_cast<clang::ExtVectorElementExpr>(inner)) {
      take(inner);
      if (chain_.parts.size() == 1) chain_.endsInMember = true;
      if (part->isArrow())
        isChain_ = true, chain_.throughPointer = true, pointer(part->getBase());
      else
        lvalue(part->getBase());
    } else if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(inner);
               name && llvm::isa<clang::VarDecl>(name->getDecl())) {
      take(inner);
      isChain_ = true;
      chain_.root = name->getDecl();
      // A reference is a pointer in disguise.
      if (name->getDecl()->getType()->isReferenceType()) chain_.throughPointer = true;
    }
  }

  /// Takes an expression that gives an address apart.
  void pointer(const clang::Expr* expression) {
    const clang::Expr* inner = expression->IgnoreParens();
    if (inner != expression) take(expression);
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(inner)) {
      take(inner);
      switch (cast->getCastKind()) {
        case clang::CK_ArrayToPointerDecay:
          return lvalue(cast->getSubExpr());
        case clang::CK_LValueToRValue: {
          chain_.throughPointer = true;
          const clang::Expr* stored = skip(cast->getSubExpr());
          const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(stored);
          if (name && llvm::isa<clang::VarDecl>(name->getDecl())) {
            take(stored);
            chain_.root = name->getDecl();
          }
          return;  // a pointer that is itself in memory is a chain of its own
        }
        case clang::CK_NoOp:
        case clang::CK_BitCast:
        case clang::CK_AddressSpaceConversion:
          return pointer(cast->getSubExpr());
        default:
          chain_.throughPointer = true;
          return;
      }
    }
    if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(inner); sum && sum->isAdditiveOp()) {
      take(inner);
      return pointer(sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS());
    }
    if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(inner);
        address && address->getOpcode() == clang::UO_AddrOf) {
      take(inner);
      return lvalue(address->getSubExpr());
    }
    chain_.throughPointer = true;
  }

  const clang::Expr* skip(const clang::Expr* expression) {
    while (true) {
      const clang::Expr* inner = expression;
      if (const auto* parens = llvm::dyn_cast<clang::ParenExpr>(expression)) inner = parens->getSubExpr();
      const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
      if (cast && cast->getCastKind() == clang::CK_NoOp && cast->isGLValue()) inner = cast->getSubExpr();
      if (inner == expression) return expression;
      if (!chain_.parts.empty()) take(expression);
      expression = inner;
    }
  }

  void take(const clang::Stmt* part) { chain_.parts.push_back(part); }

  [[maybe_unused]] const clang::ASTContext& context_;
  AccessChain chain_;
  bool isChain_ = false;
};

bool isTrivialCopy(const clang::FunctionDecl* function) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function);
  if (!method || !method->isTrivial()) return false;
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(method)) {
    return constructor->isCopyOrMoveConstructor();
  }
  return method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
}

/// Climbs from an object to what is done with it.
class UseClimb {
 public:
  UseContext run(const clang::Expr& expression, const std::vector<const clang::Stmt*>& ancestors) {
    const clang::Stmt* current = &expression;
    for (auto up = ancestors.rbegin(); up != ancestors.rend(); ++up) {
      const clang::Stmt* from = std::exchange(current, *up);
      if (!goesOn(**up, from)) break;
    }
    return result_;
  }

 private:
  /// Is the object, or its value or address, handed on to what stands around `parent`? If not, `result_` says its use.
  bool goesOn(const clang::Stmt& parent, const clang::Stmt* from) {
    if (llvm::isa<clang::ParenExpr, clang::ExprWithCleanups, clang::ConstantExpr>(parent)) return true;
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(&parent)) return goesOn(*cast);
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&parent)) return goesOn(*unary);
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&parent)) return goesOn(*binary, from);
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(&parent)) return choice->getCond() != from;
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&parent)) {
      endAtCall(*call, from);
    } else if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(&parent)) {
      if (!isTrivialCopy(made->getConstructor())) endAsArgument(*made);
    } else if (llvm::isa<clang::AtomicExpr>(parent)) {
      result_.isCallArgument = isValue_;
      result_.call = &parent;
    } else {
      // A statement drops the value; any other expression or declaration holds on to the object.
      const bool drops = llvm::isa<clang::CompoundStmt, clang::IfStmt, clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                                   clang::SwitchStmt, clang::LabelStmt, clang::CaseStmt, clang::DefaultStmt>(parent);
      result_.isAddress = result_.isAddress || (!isValue_ && !drops);
    }
    return false;
  }

  bool goesOn(const clang::CastExpr& cast) {
    switch (cast.getCastKind()) {
      case clang::CK_NoOp:
      case clang::CK_BitCast:
      case clang::CK_AddressSpaceConversion:
        return true;
      case clang::CK_ArrayToPointerDecay:
        return isValue_ = true;
      case clang::CK_LValueToRValue:
        if (!cast.getType()->isPointerType()) return false;
        return isValue_ = true;
      case clang::CK_ToVoid:
        return false;
      default:
        if (!isValue_) result_.isAddress = cast.isGLValue();  // the base class of an object, say
        return false;
    }
  }

  bool goesOn(const clang::UnaryOperator& unary) {
    if (unary.isIncrementDecrementOp() && !isValue_) assignedAt(unary.getExprLoc());
    if (unary.getOpcode() != clang::UO_AddrOf) return false;
    return result_.isAddress = isValue_ = true;
  }

  bool goesOn(const clang::BinaryOperator& binary, const clang::Stmt* from) {
    if (binary.isAssignmentOp() && binary.getLHS() == from && !isValue_) {
      assignedAt(binary.getExprLoc());
      return false;
    }
    return (binary.getOpcode() == clang::BO_Comma && binary.getRHS() == from) || (isValue_ && binary.isAdditiveOp());
  }

  void endAtCall(const clang::CallExpr& call, const clang::Stmt* from) {
    const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&call);
    if (!operation || !operation->isAssignmentOp() || !isTrivialCopy(call.getDirectCallee()))
      return endAsArgument(call);
    if (operation->getNumArgs() > 0 && operation->getArg(0) == from) assignedAt(operation->getOperatorLoc());
  }

  void endAsArgument(const clang::Stmt& call) {
    result_.isCallArgument = isValue_;
    result_.isAddress = result_.isAddress || !isValue_;
    result_.call = &call;
  }

  void assignedAt(clang::SourceLocation at) {
    result_.isAssigned = true;
    result_.operatorAt = at;
  }

  UseContext result_;
  bool isValue_ = false;  ///< the climb has passed from the object to its value or address
};

}  // namespace

AccessChain parseAccessChain(const clang::Expr& expression, const clang::ASTContext& context) {
  if (llvm::isa<clang::ParenExpr, clang::CastExpr>(expression)) return {};
  return ChainParser(context).run(expression);
}

UseContext contextOf(const clang::Expr& expression, const std::vector<const clang::Stmt*>& ancestors,
                     const clang::ASTContext&) {
  return UseClimb().run(expression, ancestors);
}

}  // namespace warpwright::model

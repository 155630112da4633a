#include "analysis/rewrite/edit/product_values.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "analysis/rewrite/edit/floating_point.h"
#include "analysis/rewrite/edit/rounded_functions.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// The variable whose memory, or whose target's, an expression names; null: it is not known.
const VarDecl* variableOf(const Expr& expression) {
  const Expr* inner = &expression;
  for (;;) {
    inner = inner->IgnoreParens();
    if (const auto* cast = dyn_cast<CastExpr>(inner)) {
      if (cast->getCastKind() == CK_IntegralToPointer) return nullptr;
      inner = cast->getSubExpr();
    } else if (const auto* element = dyn_cast<ArraySubscriptExpr>(inner)) {
      inner = element->getBase();
    } else if (const auto* member = dyn_cast<MemberExpr>(inner)) {
      inner = member->getBase();
    } else if (const auto* unary = dyn_cast<UnaryOperator>(inner);
               unary && (unary->getOpcode() == UO_Deref || unary->getOpcode() == UO_AddrOf)) {
      inner = unary->getSubExpr();
    } else if (const auto* sum = dyn_cast<BinaryOperator>(inner); sum && sum->isAdditiveOp()) {
      inner = sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
      if (!inner->getType()->isPointerType()) return nullptr;
    } else {
      const auto* name = dyn_cast<DeclRefExpr>(inner);
      return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    }
  }
}

bool holdsNumbersAlone(QualType type) {
  while (const auto* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
  const RecordDecl* record = type->getAsRecordDecl();
  if (!record) return type->isArithmeticType() || type->isVectorType() || type->isEnumeralType();
  record = record->getDefinition();
  const auto* derived = dyn_cast_or_null<CXXRecordDecl>(record);
  return record && (!derived || derived->getNumBases() == 0) &&
         std::ranges::all_of(record->fields(),
                             [](const FieldDecl* field) { return holdsNumbersAlone(field->getType()); });
}

/// What it leads to is known by other names, too. What a kernel is given by its arguments is not, as far as is seen.
bool isAlias(const VarDecl& variable) {
  return variable.getType()->isReferenceType() ||
         (!isa<ParmVarDecl>(variable) && !holdsNumbersAlone(variable.getType()));
}

/// Other functions, or other arrays, may stand for it.
bool isShared(const VarDecl& variable) {
  return variable.isFileVarDecl() || variable.isStaticDataMember() || variable.hasExternalStorage();
}

/// Is the value's memory seen as another type's? Numbers may be put there as the bits of a product.
bool seesBits(const CastExpr& cast) {
  switch (cast.getCastKind()) {
    case CK_LValueBitCast:
    case CK_LValueToRValueBitCast:
    case CK_IntegralToPointer:
    case CK_PointerToIntegral:
      return true;
    case CK_BitCast:
      return cast.getType()->isPointerType() && cast.getSubExpr()->getType()->isPointerType();
    default:
      return false;
  }
}

/// Does more than memory end with it?
bool endsWithCode(QualType type) {
  const CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return record && record->hasDefinition() && record->hasNonTrivialDestructor();
}

}  // namespace

ProductValues::ProductValues(const FunctionDecl& function) : isKernel_(function.hasAttr<CUDAGlobalAttr>()) {
  if (function.getBody()) look(*function.getBody());
  for (size_t known = 0; !isAny_;) {
    for (const auto& [variable, value] : stores_) {
      if (!value || mayBe(*value)) add(variable);
    }
    if (holders_.size() == known) break;
    known = holders_.size();
  }
}

void ProductValues::add(const VarDecl* variable) {
  if (!variable || isAlias(*variable))
    isAny_ = true;
  else
    holders_.insert(variable);
}

bool ProductValues::mayHold(const VarDecl* variable) const {
  if (isAny_ || !variable || isAlias(*variable) || isShared(*variable)) return true;
  return holders_.contains(variable) || (!isKernel_ && isa<ParmVarDecl>(variable));
}

bool ProductValues::leaveChoice(const BinaryOperator& sum, const ASTContext& context) const {
  if (!sum.isValueDependent() && sum.isEvaluatable(context)) return false;
  return isProduct(sum) || mayBe(*sum.getLHS()) || mayBe(*sum.getRHS());
}

bool ProductValues::mayBe(const Expr& expression) const {
  const Expr* inner = expression.IgnoreParens();
  for (;;) {
    if (const auto* cast = dyn_cast<CastExpr>(inner)) {
      if (seesBits(*cast)) return true;
      inner = cast->getSubExpr()->IgnoreParens();
    } else if (const auto* whole = dyn_cast<FullExpr>(inner)) {
      inner = whole->getSubExpr()->IgnoreParens();
    } else if (const auto* made = dyn_cast<MaterializeTemporaryExpr>(inner)) {
      inner = made->getSubExpr()->IgnoreParens();
    } else {
      break;
    }
  }
  if (inner->getType()->isIntegralOrEnumerationType()) return false;
  if (const auto* binary = dyn_cast<BinaryOperator>(inner)) {
    switch (binary->getOpcode()) {
      case BO_Add:
      case BO_Sub:
      case BO_AddAssign:
      case BO_SubAssign:
        return false;
      case BO_Assign:
      case BO_Comma:
        return mayBe(*binary->getRHS());
      default:
        return true;
    }
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(inner)) {
    if (unary->getOpcode() == UO_Minus || unary->getOpcode() == UO_Plus) return mayBe(*unary->getSubExpr());
    if (unary->isIncrementDecrementOp()) return true;
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(inner))
    return mayBe(*choice->getTrueExpr()) || mayBe(*choice->getFalseExpr());
  if (isa<FloatingLiteral, IntegerLiteral>(inner)) return false;
  const auto* call = dyn_cast<CallExpr>(inner);
  if (call && call->getDirectCallee() && isRoundedByName(*call->getDirectCallee())) return false;
  const auto* made = dyn_cast<CXXConstructExpr>(inner);
  if (made && !made->getConstructor()->isTrivial()) return true;  // it may compute
  if (made || isa<InitListExpr>(inner))
    return std::ranges::any_of(inner->children(), [&](const Stmt* part) {
      const auto* value = dyn_cast_or_null<Expr>(part);
      return !value || mayBe(*value);
    });
  const bool isPlace = isa<DeclRefExpr, ArraySubscriptExpr, MemberExpr, UnaryOperator>(inner) && inner->isLValue();
  return !isPlace || mayHold(variableOf(*inner));
}

/// Whoever has the address may put anything there.
void ProductValues::lend(const Expr& place) {
  if (isa<StringLiteral, PredefinedExpr, IntegerLiteral, CXXNullPtrLiteralExpr>(place.IgnoreParenCasts())) return;
  stores_.emplace_back(variableOf(place), nullptr);
}

/// `keepsConst`: what is const stays what it is; others may take it for what it is not.
void ProductValues::give(llvm::ArrayRef<const Expr*> arguments, bool keepsConst) {
  const auto isKept = [&](QualType type) {
    return keepsConst && type.isConstQualified() && (type->isVoidType() || holdsNumbersAlone(type));
  };
  for (const Expr* argument : arguments) {
    const Expr* given = argument->IgnoreParens();
    const QualType type = given->getType();
    if (given->isGLValue() && !isa<MaterializeTemporaryExpr>(given) && !isKept(type))
      lend(*given);
    else if (type->isPointerType() && !isKept(type->getPointeeType()))
      lend(*given);
    else if (type->isRecordType() && !holdsNumbersAlone(type))
      isAny_ = true;  // it may lead to anything
  }
}

void ProductValues::lookAt(const DeclStmt& declarations) {
  for (const Decl* one : declarations.decls()) {
    const auto* variable = dyn_cast<VarDecl>(one);
    if (variable && endsWithCode(variable->getType())) isAny_ = true;
    if (!variable || !variable->getInit()) continue;
    if (variable->getType()->isReferenceType())
      lend(*variable->getInit());
    else if (!variable->getType()->isPointerType())
      stores_.emplace_back(variable, variable->getInit());
  }
}

void ProductValues::lookAt(const BinaryOperator& binary) {
  const BinaryOperatorKind kind = binary.getOpcode();
  const bool isOfPointers = binary.getLHS()->getType()->isPointerType();
  if (binary.isEqualityOp() && isOfPointers) {
    // Where they are equal, one is the other.
    lend(*binary.getLHS());
    lend(*binary.getRHS());
  }
  if (!binary.isAssignmentOp()) return;
  const VarDecl* variable = variableOf(*binary.getLHS());
  if (isOfPointers) {
    // Two arguments may lead to one place then.
    if (kind == BO_Assign && (!variable || isa<ParmVarDecl>(variable))) isAny_ = true;
  } else if (kind != BO_AddAssign && kind != BO_SubAssign) {
    stores_.emplace_back(variable, binary.isCompoundAssignmentOp() ? nullptr : binary.getRHS());
  }
}

void ProductValues::lookAt(const CallExpr& call) {
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(&call)) lend(*member->getImplicitObjectArgument());
  const FunctionDecl* callee = call.getDirectCallee();
  const bool isNamed = callee && callee->getDeclName().isIdentifier();
  give({call.getArgs(), call.getNumArgs()}, isNamed && (!callee->hasBody() || callee->getName().starts_with("__")));
}

void ProductValues::look(const Stmt& part) {
  if (isa<LambdaExpr, AsmStmt, CXXNewExpr, CXXBindTemporaryExpr>(part)) isAny_ = true;
  if (const auto* declarations = dyn_cast<DeclStmt>(&part)) {
    lookAt(*declarations);
  } else if (const auto* binary = dyn_cast<BinaryOperator>(&part)) {
    lookAt(*binary);
  } else if (const auto* member = dyn_cast<MemberExpr>(&part)) {
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (field && field->getParent()->isUnion()) lend(*member);
  } else if (const auto* element = dyn_cast<ArraySubscriptExpr>(&part)) {
    followed_.insert(element->getBase()->IgnoreParens());
  } else if (const auto* unary = dyn_cast<UnaryOperator>(&part)) {
    if (unary->getOpcode() == UO_Deref) followed_.insert(unary->getSubExpr()->IgnoreParens());
    if (unary->getOpcode() == UO_AddrOf) lend(*unary->getSubExpr());
  } else if (const auto* cast = dyn_cast<CastExpr>(&part)) {
    const bool isLent = cast->getCastKind() == CK_ArrayToPointerDecay && !followed_.contains(cast);
    if (isLent || seesBits(*cast)) lend(*cast->getSubExpr());
  } else if (const auto* call = dyn_cast<CallExpr>(&part)) {
    lookAt(*call);
  } else if (const auto* made = dyn_cast<CXXConstructExpr>(&part)) {
    give({made->getArgs(), made->getNumArgs()}, made->getConstructor()->isTrivial());
  }
  for (const Stmt* child : part.children()) {
    if (child) look(*child);
  }
}

}  // namespace warpwright::rewrite

#include "analysis/passes/compaction/element_subscripts.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "analysis/frontend/statement_search.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr int mostElements = 16;  // of a vector: one byte each

/// A number, or numbers one behind another without a gap.
bool isOfNumbers(QualType type, const ASTContext& context) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (type->isBooleanType()) return false;
  if (type->isArithmeticType()) return true;
  const auto* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isUnion() || record->getNumBases() > 0) return false;
  uint64_t bits = 0;
  for (const FieldDecl* field : record->fields()) {
    if (field->isBitField() || field->getType().isVolatileQualified() || !isOfNumbers(field->getType(), context))
      return false;
    bits += context.getTypeSize(field->getType());
  }
  return bits == context.getTypeSize(type);
}

bool isMember(const Decl& member, OverloadedOperatorKind kind) {
  const auto* made = dyn_cast<FunctionTemplateDecl>(&member);
  const auto* function = dyn_cast<FunctionDecl>(made ? made->getTemplatedDecl() : &member);
  return function && function->getOverloadedOperator() == kind;
}

/// Does it ask for the address of a class's object in a way of its own, `&p`?
bool hasOwnAddress(const CXXRecordDecl& record, const ASTContext& context) {
  for (const DeclContext* around = &record; around; around = around->getParent()) {
    const auto found = around->lookup(context.DeclarationNames.getCXXOperatorName(OO_Amp));
    const bool isUnary = std::any_of(found.begin(), found.end(), [&](const NamedDecl* one) {
      const auto* function = dyn_cast<FunctionDecl>(one->getUnderlyingDecl());
      return !function || function->getNumParams() == (isa<CXXMethodDecl>(function) ? 0U : 1U);
    });
    if (isUnary) return true;
  }
  return false;
}

bool isIndexAlongX(const Stmt& part) {
  const auto named = indexNamed(part);
  return named && named->second == 0 && (named->first == "threadIdx" || named->first == "blockIdx");
}

}  // namespace

// Its templates, and copies that take such a place, would be chosen where the object was constant before.
bool isMadePlainly(const CXXRecordDecl& record, const ASTContext& context) {
  if (!record.hasTrivialDefaultConstructor() || hasOwnAddress(record, context)) return false;
  const auto takesPlaces = [](const CXXMethodDecl& method) {
    return method.getNumParams() == 1 && method.getParamDecl(0)->getType()->isLValueReferenceType() &&
           !method.getParamDecl(0)->getType().getNonReferenceType().isConstQualified();
  };
  return std::none_of(record.decls_begin(), record.decls_end(), [&](const Decl* member) {
    const auto* made = dyn_cast<FunctionTemplateDecl>(member);
    if (made) return isa<CXXConstructorDecl>(made->getTemplatedDecl()) || isMember(*member, OO_Equal);
    const auto* method = dyn_cast<CXXMethodDecl>(member);
    return method && (isa<CXXConstructorDecl>(method) || isMember(*member, OO_Equal)) && takesPlaces(*method);
  });
}

bool isMovedAsBytes(QualType type, const ASTContext& context, uint64_t below) {
  if (type.isNull() || type->isIncompleteType() || type.isVolatileQualified()) return false;
  const uint64_t bytes = context.getTypeSizeInChars(type).getQuantity();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record && record->hasDefinition() && !isMadePlainly(*record, context)) return false;
  return type.isTriviallyCopyableType(context) && isOfNumbers(type, context) && bytes < below &&
         (bytes & (bytes - 1)) == 0;
}

const ParmVarDecl* ElementSubscripts::elementOf(const ArraySubscriptExpr& place) const {
  const auto* pointer = dyn_cast_or_null<ParmVarDecl>(namedVariable(place.getBase()));
  if (!pointer || !pointer->getType()->isPointerType()) return nullptr;
  // Another type than the pointer's: it was converted.
  const QualType pointee = pointer->getType()->getPointeeType();
  if (!context_.hasSameType(pointee, place.getType()) || !isMovedAsBytes(pointee, context_)) return nullptr;
  return follows(*place.getIdx()) == Follow::no ? nullptr : pointer;
}

ElementSubscripts::Follow ElementSubscripts::follows(const Expr& given) const {
  const Expr* value = given.IgnoreParens();
  if (!value->getType()->isIntegerType() || context_.getIntWidth(value->getType()) < 32) return Follow::no;
  if (const auto number = threadNumber(*value, context_)) return Follow::itself;
  const auto* cast = dyn_cast<CastExpr>(value);
  if (cast && (cast->getCastKind() == CK_IntegralCast || cast->getCastKind() == CK_NoOp))
    return converted(follows(*cast->getSubExpr()), cast->getSubExpr()->getType(), cast->getType());
  if (head_.rounds && namedVariable(value) == head_.rounds->counter) return Follow::itself;
  if (const VarDecl* variable = head_.fixed(*value, mentions_)) return follows(*variable->getInit());
  const auto* operation = dyn_cast<BinaryOperator>(value);
  return operation && operation->isAdditiveOp() ? sum(*operation) : Follow::no;
}

// The number itself, cut or extended, is still one after another: it wraps between vectors. A sum must not wrap inside.
ElementSubscripts::Follow ElementSubscripts::converted(Follow value, QualType from, QualType to) const {
  // Rounds that are 2^32 apart are of one thread, in an order.
  if (head_.rounds && context_.getIntWidth(to) < context_.getIntWidth(from)) return Follow::no;
  if (value != Follow::sum) return value;
  const uint64_t width = context_.getIntWidth(to);
  const bool keeps =
      width == 64 || (width == context_.getIntWidth(from) && to->isSignedIntegerType() == from->isSignedIntegerType());
  return keeps ? Follow::sum : Follow::no;
}

ElementSubscripts::Follow ElementSubscripts::sum(const Expr& given) const {
  const auto& operation = cast<BinaryOperator>(given);
  const QualType type = operation.getType();
  // Signed sums do not overflow, and an address is one of 64 bits.
  if (!type->isSignedIntegerType() && context_.getIntWidth(type) < 64) return Follow::no;
  const Expr *left = operation.getLHS(), *right = operation.getRHS();
  if (follows(*left) == Follow::no) std::swap(left, right);
  if (follows(*left) == Follow::no || (operation.getOpcode() == BO_Sub && left != operation.getLHS()))
    return Follow::no;
  return isSame(*right) && keepsVectors(*right) ? Follow::sum : Follow::no;
}

bool ElementSubscripts::isSame(const Expr& value) const {
  if (!isPlain(reader_, value, head_, mentions_)) return false;
  return !frontend::anyPart(&value, [&](const Stmt& part) {
    if (isIndexAlongX(part)) return true;
    const auto* name = dyn_cast<DeclRefExpr>(&part);
    const VarDecl* variable = name ? head_.fixed(*name, mentions_) : nullptr;
    return variable && !isSame(*variable->getInit());
  });
}

/// A constant that is no multiple of a vector leaves no place where a vector could be.
bool ElementSubscripts::keepsVectors(const Expr& value) const {
  if (value.isValueDependent()) return false;
  const auto constant = value.getIntegerConstantExpr(context_);
  return !constant || constant->getExtValue() % mostElements == 0;
}

}  // namespace warpwright::rewrite

// Launch shapes that host code keeps in structures and arrays of its own: `config.block`, `blocks[i]`, `for (dim3 b :
// blocks)`.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include "analysis/model/cuda_names.h"
#include "analysis/model/host_values.h"

namespace warpwright::model {
namespace {

using namespace clang;

const VarDecl* localVariable(const Expr* expression) {
  const auto* name = llvm::dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());
  const auto* variable = name ? llvm::dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  const bool isOwn = variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType();
  return isOwn && !llvm::isa<ParmVarDecl>(variable) ? variable : nullptr;
}

/// What a constructor that nobody wrote gives to a field; null: nothing, or that is not known.
const Expr* defaultOf(const CXXConstructExpr& made, const FieldDecl& field) {
  const CXXConstructorDecl* constructor = made.getConstructor();
  if (made.getNumArgs() > 0 || !constructor->isDefaultConstructor() || constructor->isUserProvided()) return nullptr;
  for (const CXXCtorInitializer* part : constructor->inits()) {
    if (part->getMember() != &field) continue;
    const auto* standard = llvm::dyn_cast<CXXDefaultInitExpr>(part->getInit());
    return standard ? standard->getExpr() : part->getInit();
  }
  return nullptr;
}

/// What one field is made from where a whole structure is; null: that is not known.
const Expr* partOf(const Expr* whole, const FieldDecl& field) {
  whole = whole->IgnoreImplicit()->IgnoreParens();
  if (const auto* made = llvm::dyn_cast<CXXConstructExpr>(whole);
      made && made->getConstructor()->isCopyOrMoveConstructor() && made->getNumArgs() == 1) {
    return partOf(made->getArg(0), field);
  }
  if (const auto* cast = llvm::dyn_cast<ExplicitCastExpr>(whole)) return partOf(cast->getSubExpr(), field);
  if (const auto* made = llvm::dyn_cast<CXXConstructExpr>(whole)) return defaultOf(*made, field);
  const auto* list = llvm::dyn_cast<InitListExpr>(whole);
  if (!list) return nullptr;
  if (!list->isSemanticForm() && list->getSemanticForm()) list = list->getSemanticForm();
  const auto* record = list->getType()->getAsCXXRecordDecl();
  const bool isPlain = record && record->getNumBases() == 0 && !record->isUnion() &&
                       field.getParent()->getCanonicalDecl() == record->getCanonicalDecl();
  if (!isPlain || field.getFieldIndex() >= list->getNumInits()) return nullptr;
  const Expr* part = list->getInit(field.getFieldIndex());
  if (const auto* standard = llvm::dyn_cast<CXXDefaultInitExpr>(part)) return standard->getExpr();
  return llvm::isa<ImplicitValueInitExpr>(part) ? nullptr : part;
}

/// A structure that is declared without values, and gets none from a constructor of its own.
bool hasNoValue(const Expr* whole, const FieldDecl& field) {
  const auto* made = llvm::dyn_cast<CXXConstructExpr>(whole->IgnoreImplicit());
  return made && made->getNumArgs() == 0 && made->getConstructor()->isDefaultConstructor() &&
         !made->getConstructor()->isUserProvided() && !field.hasInClassInitializer() && field.getType()->isScalarType();
}

/// The array that `*__begin` of a range-based `for` goes over.
const VarDecl* rangedArray(const Expr* element) {
  const auto* behind = llvm::dyn_cast<UnaryOperator>(element);
  if (!behind || behind->getOpcode() != UO_Deref) return nullptr;
  const VarDecl* begin = localVariable(behind->getSubExpr());
  if (!begin || !begin->isImplicit() || !begin->getInit()) return nullptr;
  const auto* range = llvm::dyn_cast<DeclRefExpr>(begin->getInit()->IgnoreParenImpCasts());
  const auto* bound = range ? llvm::dyn_cast<VarDecl>(range->getDecl()) : nullptr;
  return bound && bound->isImplicit() && bound->getInit() ? localVariable(bound->getInit()) : nullptr;
}

}  // namespace

std::optional<HostFacts::Variable> HostFolder::fieldOf(const MemberExpr& member) const {
  const auto* field = llvm::dyn_cast<FieldDecl>(member.getMemberDecl());
  const VarDecl* variable = field && !member.isArrow() ? localVariable(member.getBase()) : nullptr;
  const HostFacts::Variable* facts = variable ? facts_.variable(variable) : nullptr;
  const auto* record = variable ? variable->getType()->getAsCXXRecordDecl() : nullptr;
  if (!facts || !record || record->isUnion()) return std::nullopt;
  // A dim3 is understood as a whole. Of other classes it has to be plain what their members are made from.
  if (isDim3(variable->getType(), text_) || runsOwnCode(*record, text_)) return std::nullopt;
  HostFacts::Variable found;
  if (const auto known = facts->fields.find(field->getCanonicalDecl()); known != facts->fields.end())
    found = known->second;
  for (const HostFacts::Assignment& assignment : facts->whole) {
    if (assignment.value && hasNoValue(assignment.value, *field)) continue;
    found.whole.push_back(
        {assignment.value ? partOf(assignment.value, *field) : nullptr, assignment.at, assignment.always});
  }
  return found;
}

std::optional<std::vector<const Expr*>> HostFolder::elementsOf(const Expr* expression) {
  const VarDecl* array = rangedArray(expression);
  const auto* subscript = llvm::dyn_cast<ArraySubscriptExpr>(expression);
  if (subscript) array = localVariable(subscript->getBase());
  if (!array || !array->getType()->isConstantArrayType() || !array->getInit()) return std::nullopt;
  // Its declaration is all that ever gives it values.
  const HostFacts::Variable* facts = facts_.variable(array);
  if (facts && (facts->whole.size() != 1 || facts->whole.front().value != array->getInit())) return std::nullopt;
  const auto* list = llvm::dyn_cast<InitListExpr>(array->getInit()->IgnoreImplicit());
  if (!list || (!facts && !array->getType().isConstQualified())) return std::nullopt;
  if (!list->isSemanticForm() && list->getSemanticForm()) list = list->getSemanticForm();
  const auto extent = context_.getAsConstantArrayType(array->getType())->getZExtSize();
  if (list->hasArrayFiller() || list->getNumInits() != extent) return std::nullopt;
  std::vector<const Expr*> elements(list->inits().begin(), list->inits().end());
  if (!subscript) return elements;
  const Message before = reason_;
  const Values index = values(subscript->getIdx());
  if (!index) {
    reason_ = before;
    return elements;
  }
  std::vector<const Expr*> chosen;
  for (const int64_t i : *index) {
    if (i >= 0 && i < static_cast<int64_t>(extent)) chosen.push_back(elements[static_cast<size_t>(i)]);
  }
  return chosen.empty() ? elements : chosen;
}

HostFolder::Shape HostFolder::shapeOfField(const MemberExpr& member, const Expr* use) {
  const auto field = fieldOf(member);
  if (!field) return fail(use, "is not a constant"), Shape{};
  const auto* variable =
      llvm::cast<VarDecl>(llvm::cast<DeclRefExpr>(member.getBase()->IgnoreParenImpCasts())->getDecl());
  if (!inProgress_.insert(variable->getCanonicalDecl()).second) return fail(use, "depends on itself"), Shape{};
  const Shape result = shapeFrom(*field, /*inOrder=*/true, &member);
  inProgress_.erase(variable->getCanonicalDecl());
  return result;
}

}  // namespace warpwright::model

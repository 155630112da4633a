#include "analysis/model/address_numbers.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/pointer_expressions.h"
#include "analysis/model/pointer_types.h"

namespace warpwright::model {

using namespace clang;

namespace {

bool isNumber(QualType type) {
  type = type.getNonReferenceType();
  return type->isIntegralOrEnumerationType() || type->isFloatingType();
}

/// A number, or what numbers are in or behind: an array, a container, a pointer or an iterator to them.
bool keepsNumbers(QualType type) {
  type = type.getNonReferenceType();
  while (type->isPointerType() || type->isArrayType())
    type = type->isPointerType() ? type->getPointeeType() : type->getAsArrayTypeUnsafe()->getElementType();
  if (isNumber(type)) return true;
  return std::ranges::any_of(typesIn(type->getAsRecordDecl()), keepsNumbers);
}

/// May what it names be set by another name?
bool isWay(QualType type) {
  return type->isReferenceType() || type->isPointerType() || type->isArrayType() || type->isRecordType();
}

/// The variable or member itself; each declaration of a function has parameters of its own.
const ValueDecl* canonical(const ValueDecl& declared) {
  const auto* parameter = dyn_cast<ParmVarDecl>(&declared);
  const auto* function = parameter ? dyn_cast<FunctionDecl>(parameter->getDeclContext()) : nullptr;
  if (function) return function->getCanonicalDecl()->getParamDecl(parameter->getFunctionScopeIndex());
  if (const auto* field = dyn_cast<FieldDecl>(&declared)) return memberOf(*field);
  return cast<ValueDecl>(declared.getCanonicalDecl());
}

/// The variable or member that an expression names, or that it is an element of; null: another place.
const ValueDecl* named(const Expr& place) {
  const Expr* inner = stripped(&place);
  if (const auto* name = dyn_cast<DeclRefExpr>(inner)) {
    const auto* binding = dyn_cast<BindingDecl>(name->getDecl());
    return binding ? canonical(*binding->getDecomposedDecl()) : canonical(*name->getDecl());
  }
  if (const auto* member = dyn_cast<MemberExpr>(inner)) return canonical(*member->getMemberDecl());
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(inner)) return named(*element->getBase());
  if (const auto* unary = dyn_cast<UnaryOperator>(inner))
    return unary->isArithmeticOp() ? nullptr : named(*unary->getSubExpr());
  if (const auto* sum = dyn_cast<BinaryOperator>(inner); sum && sum->isAdditiveOp() && sum->getType()->isPointerType())
    return named(sum->getLHS()->getType()->isPointerType() ? *sum->getLHS() : *sum->getRHS());
  const auto* call = dyn_cast<CallExpr>(inner);
  const Expr* object = call ? objectOf(*call) : nullptr;  // `all[1]`, `*it`, `all.begin()`
  return object ? named(*object) : nullptr;
}

/// Blocks and threads of a launch are added to no pointer.
bool isSizeOfLaunch(QualType type) {
  const RecordDecl* record = type->getAsRecordDecl();
  return record && record->getName() == "dim3";
}

/// Does it lead to pointers, whose bytes may be read as numbers?
bool leadsToPointer(const Expr& argument) {
  const Expr* inner = stripped(&argument);
  return inner->getType()->isPointerType() && inner->getType()->getPointeeType()->isPointerType();
}

}  // namespace

void AddressNumbers::set(const ValueDecl& declared, const Expr& initial) {
  const QualType type = declared.getType();
  if (!keepsNumbers(type)) return;
  if (!type->isPointerType()) set_.emplace_back(canonical(declared), &initial);
  if (const ValueDecl* other = isWay(type) ? named(initial) : nullptr) ways_.emplace_back(canonical(declared), other);
}

void AddressNumbers::put(const Expr& place, const Expr& value) {
  const ValueDecl* to = named(place);
  if (!to) return lost_.push_back(&value);
  set_.emplace_back(to, &value);
  const auto* member = dyn_cast<MemberExpr>(stripped(&place));
  if (member && keepsNumbers(member->getBase()->getType())) put(*member->getBase(), value);  // a pair
}

void AddressNumbers::look(const Stmt& part) {
  if (const auto* call = dyn_cast<CallExpr>(&part)) return lookAtCall(*call);
  if (const auto* made = dyn_cast<CXXConstructExpr>(&part)) return lookAtMade(*made);
  if (const auto* cast = dyn_cast<CastExpr>(&part)) return lookAtCast(*cast);
  if (const auto* list = dyn_cast<InitListExpr>(&part)) {
    lookAtList(*list);
  } else if (const auto* lambda = dyn_cast<LambdaExpr>(&part)) {
    for (const LambdaCapture& capture : lambda->captures()) {
      const auto* own = capture.capturesVariable() ? dyn_cast<VarDecl>(capture.getCapturedVar()) : nullptr;
      if (own && own->isInitCapture() && own->getInit()) set(*own, *own->getInit());
    }
  } else if (const auto* declarations = dyn_cast<DeclStmt>(&part)) {
    for (const Decl* one : declarations->decls()) {
      const auto* variable = dyn_cast<VarDecl>(one);
      if (variable && variable->getInit()) set(*variable, *variable->getInit());
    }
  } else if (const auto* binary = dyn_cast<BinaryOperator>(&part); binary && binary->isAssignmentOp()) {
    const QualType type = binary->getLHS()->getType();
    if (isNumber(type)) return put(*binary->getLHS(), *binary->getRHS());
    const ValueDecl* to = keepsNumbers(type) ? named(*binary->getLHS()) : nullptr;
    const ValueDecl* from = to ? named(*binary->getRHS()) : nullptr;
    if (from) ways_.emplace_back(to, from);
  }
}

void AddressNumbers::lookAtList(const InitListExpr& list) {
  const RecordDecl* record = list.getType()->getAsRecordDecl();
  if (!record || record->isUnion()) return;
  for (const auto& [member, value] : valuesOfMembers(list)) set(*member, *value);
}

void AddressNumbers::lookAtMade(const CXXConstructExpr& made) {
  const CXXConstructorDecl* constructor = made.getConstructor();
  if (constructor->isInheritingConstructor()) constructor = constructor->getInheritedConstructor().getConstructor();
  for (const auto& [parameter, argument] : llvm::zip(constructor->parameters(), made.arguments()))
    set(*parameter, *argument);
  const bool isSeen = text_->isInProject(constructor->getLocation()) || keepsNumbers(made.getType());
  if (isSeen || isSizeOfLaunch(made.getType())) return;
  for (const Expr* argument : made.arguments()) {
    if (keepsNumbers(argument->getType())) lost_.push_back(argument);
  }
}

/// Objects that are seen as bytes, or as others.
void AddressNumbers::lookAtCast(const CastExpr& cast) {
  if (cast.getCastKind() != CK_BitCast && cast.getCastKind() != CK_LValueBitCast) return;
  for (QualType type : {cast.getSubExpr()->getType(), cast.getType()}) {
    if (type->isPointerType()) type = type->getPointeeType();
    while (const auto* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
    if (const RecordDecl* record = type->getAsRecordDecl()) recast_.insert(record);
  }
}

void AddressNumbers::lookAtCall(const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  if (!callee) {
    for (const Expr* argument : call.arguments()) {
      if (keepsNumbers(argument->getType())) lost_.push_back(argument);
    }
    return;
  }
  called_.insert(callee->getCanonicalDecl());
  for (const auto& [parameter, argument] : llvm::zip(callee->getCanonicalDecl()->parameters(), argumentsOf(call)))
    set(*parameter, *argument);
  if (!callee->hasBody() || !text_->isInProject(callee->getLocation())) lookAtLibrary(call, *callee);
}

/// May a library hand numbers on, to constructors of the project's or to what it is given to call?
bool AddressNumbers::handsOn(const CallExpr& call, const FunctionDecl& callee) const {
  const auto isOwn = [&](QualType type) {
    const RecordDecl* record = type.getNonReferenceType()->getAsRecordDecl();
    return record && text_->isInProject(record->getLocation());
  };
  const TemplateArgumentList* arguments = callee.getTemplateSpecializationArgs();
  const auto isOfOwn = [&](const TemplateArgument& one) {
    return one.getKind() == TemplateArgument::Type && isOwn(one.getAsType());
  };
  return (arguments && llvm::any_of(arguments->asArray(), isOfOwn)) ||
         std::ranges::any_of(typesIn(dyn_cast<RecordDecl>(callee.getDeclContext())), isOwn) ||
         llvm::any_of(call.arguments(), [&](const Expr* one) { return isOwn(one->getType()); });
}

/// A library puts numbers into its object, and may copy from one place to another. What it does else is lost.
void AddressNumbers::lookAtLibrary(const CallExpr& call, const FunctionDecl& callee) {
  const auto* symbol = dyn_cast<CXXOperatorCallExpr>(&call);
  const Expr* object = objectOf(call);
  const bool isHolder = object && keepsNumbers(object->getType());
  const bool isMade =
      call.getType()->isRecordType() && !keepsNumbers(call.getType()) && !isSizeOfLaunch(call.getType());
  const bool isLost = isMade || (object && !isHolder) || handsOn(call, callee);
  const bool isPut = isHolder && !(symbol && symbol->getOperator() == OO_Subscript);
  const ValueDecl* last = isPut ? named(*object) : nullptr;
  for (const Expr* argument : argumentsOf(call)) {
    if (isPut && (isNumber(argument->getType()) || (symbol && symbol->getOperator() == OO_Equal)))
      put(*object, *argument);
    if (isLost && keepsNumbers(argument->getType())) lost_.push_back(argument);
    const Expr* inner = stripped(argument);
    const bool isPlace = keepsNumbers(inner->getType()) && (isWay(inner->getType()) || argument->isGLValue());
    const ValueDecl* own = isPlace ? named(*inner) : nullptr;
    if (!own) continue;
    if (last) ways_.emplace_back(last, own);
    last = own;
    const bool isOfAddresses = std::any_of(call.arg_begin(), call.arg_end(),
                                           [&](const Expr* one) { return one != argument && leadsToPointer(*one); });
    if (isOfAddresses && !leadsToPointer(*argument)) made_.insert(own);
  }
}

void AddressNumbers::close() {
  for (const FunctionDecl* function : called_) {
    const FunctionDecl* definition = nullptr;
    std::vector<const ReturnStmt*> returns;
    if (function->hasBody(definition)) addReturns(definition->getBody(), returns);
    for (const ReturnStmt* one : returns) {
      const Expr* value = one->getRetValue();
      if (!value || !keepsNumbers(value->getType())) continue;
      if (!value->getType()->isPointerType()) set_.emplace_back(function, value);
      if (const ValueDecl* other = named(*value)) ways_.emplace_back(function, other);
    }
  }
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& [place, value] : set_)
      grows = (!made_.contains(place) && isIn(*value) && made_.insert(place).second) || grows;
    for (const auto& [a, b] : ways_) {
      if (made_.contains(a) != made_.contains(b)) grows = made_.insert(a).second || made_.insert(b).second;
    }
    if (isAnywhere_) continue;
    const auto isRecast = [&](const ValueDecl* one) {
      const auto* field = dyn_cast<FieldDecl>(one);
      return field && recast_.contains(field->getParent());
    };
    isAnywhere_ = std::any_of(made_.begin(), made_.end(), isRecast) ||
                  std::any_of(lost_.begin(), lost_.end(), [&](const Expr* value) { return isIn(*value); });
    grows = grows || isAnywhere_;
  }
}

bool AddressNumbers::isIn(const Expr& number) const {
  return frontend::anyPart(&number, [&](const Stmt& part) { return isMade(part); });
}

bool AddressNumbers::isMade(const Stmt& part) const {
  if (const auto* binary = dyn_cast<BinaryOperator>(&part))
    return binary->getOpcode() == BO_Sub && binary->getLHS()->getType()->isPointerType() &&
           binary->getRHS()->getType()->isPointerType();
  if (const auto* cast = dyn_cast<CastExpr>(&part)) return cast->getCastKind() == CK_PointerToIntegral;
  if (const auto* standard = dyn_cast<CXXDefaultArgExpr>(&part)) return isIn(*standard->getExpr());
  if (const auto* standard = dyn_cast<CXXDefaultInitExpr>(&part)) return isIn(*standard->getExpr());
  const auto* place = dyn_cast<Expr>(&part);
  if (!place) return false;
  const auto* call = dyn_cast<CallExpr>(place);
  if (call && call->getDirectCallee() && made_.contains(call->getDirectCallee()->getCanonicalDecl())) return true;
  // `std::distance(a, b)`
  const auto isPointer = [](const Expr* argument) { return argument->getType()->isPointerType(); };
  if (call && isNumber(call->getType()) && std::any_of(call->arg_begin(), call->arg_end(), isPointer)) return true;
  const auto* unary = dyn_cast<UnaryOperator>(place);
  const bool follows = isa<ArraySubscriptExpr>(place) || (unary && unary->getOpcode() == UO_Deref);
  const bool names = isa<DeclRefExpr, MemberExpr>(place);
  if (!call && !follows && !names) return false;
  const auto* name = dyn_cast<DeclRefExpr>(place);
  const bool isConstant = name && isa<EnumConstantDecl>(name->getDecl());
  if (isAnywhere_ && isNumber(place->getType()) && !isConstant) return true;
  if (names ? place->getType()->isPointerType() : !isNumber(place->getType())) return false;
  const ValueDecl* own = named(*place);
  return own && made_.contains(own);
}

}  // namespace warpwright::model

#include "analysis/model/pointer_cells.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/Builtins.h>

#include <algorithm>

#include "analysis/model/code_pieces.h"
#include "analysis/model/pointer_expressions.h"
#include "analysis/model/pointer_types.h"
#include "analysis/model/shared_names.h"

namespace warpwright::model {

using namespace clang;

namespace {

const VarDecl* canonical(const VarDecl& variable) {
  return cast<VarDecl>(variable.getCanonicalDecl());
}

/// What a library's function gives back as it is, by a reference; null: it is another call.
const Expr* handedBack(const Expr& expression) {
  const auto* call = dyn_cast<CallExpr>(&expression);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  const unsigned function = callee ? callee->getBuiltinID() : 0;
  const bool is = function == Builtin::BImove || function == Builtin::BIforward || function == Builtin::BIas_const ||
                  function == Builtin::BImove_if_noexcept || function == Builtin::BIforward_like;
  return is && call->getNumArgs() == 1 && call->isGLValue() && call->getType()->isAnyPointerType() ? call->getArg(0)
                                                                                                   : nullptr;
}

const Expr* placeIn(const Expr& expression) {
  const Expr* inner = expression.IgnoreParens();
  for (;;) {
    const Expr* next = inner;
    if (const auto* cast = dyn_cast<CastExpr>(inner); cast && cast->isGLValue() && !seesOtherwise(*cast))
      next = cast->getSubExpr()->IgnoreParens();
    else if (const auto* full = dyn_cast<FullExpr>(inner))
      next = full->getSubExpr()->IgnoreParens();
    else if (const Expr* back = handedBack(*inner))
      next = back->IgnoreParens();
    if (next == inner) return inner;
    inner = next;
  }
}

}  // namespace

PointerCells::Cell PointerCells::cell(const Decl* declaration, bool isOfElements) const {
  const auto [known, isNew] = numbers_.try_emplace({declaration, isOfElements}, same_.size());
  if (!isNew) return known->second;
  same_.push_back(known->second);
  writes_.emplace_back();
  parameters_.emplace_back();
  sizes_.push_back(1);
  const auto* named = dyn_cast_or_null<NamedDecl>(declaration);
  const auto* variable = dyn_cast_or_null<VarDecl>(declaration);
  areOpen_.push_back(named && !(variable && variable->isLocalVarDeclOrParm() && !variable->isStaticLocal()) &&
                     isOpen(*named));
  if (const auto* parameter = dyn_cast_or_null<ParmVarDecl>(declaration); parameter && !isOfElements)
    parameters_.back().push_back(parameter);
  // What a library puts into members of its own is not seen.
  const auto* field = dyn_cast_or_null<FieldDecl>(declaration);
  if (field && !isOfProject(*field)) writes_.back().push_back({});
  return known->second;
}

PointerCells::Cell PointerCells::sameAs(Cell cell) const {
  while (same_[cell] != cell) cell = same_[cell] = same_[same_[cell]];
  return cell;
}

void PointerCells::unite(Cell a, Cell b) {
  a = sameAs(a);
  b = sameAs(b);
  if (a == b) return;
  if (b == elsewhere) std::swap(a, b);
  same_[b] = a;
  sizes_[a] += sizes_[b];
  areOpen_[a] = areOpen_[a] || areOpen_[b];
  writes_[a].insert(writes_[a].end(), writes_[b].begin(), writes_[b].end());
  parameters_[a].insert(parameters_[a].end(), parameters_[b].begin(), parameters_[b].end());
  if (exchanged_.contains(b)) exchanged_.insert(a);
}

const std::vector<PointerCells::Write>& PointerCells::writes(Cell cell) const {
  return writes_[sameAs(cell)];
}
const std::vector<const ParmVarDecl*>& PointerCells::parameters(Cell cell) const {
  return parameters_[sameAs(cell)];
}
bool PointerCells::isOpen(const NamedDecl& declaration) const {
  return !open_.empty() && open_.contains(nameElsewhere(declaration)) && isShared(declaration, unit_, text);
}
bool PointerCells::isOpen(Cell cell) const {
  return areOpen_[sameAs(cell)];
}
bool PointerCells::isExchanged(Cell cell) const {
  return exchanged_.contains(sameAs(cell));
}
bool PointerCells::isElsewhere(Cell cell) const {
  return sameAs(cell) == elsewhere;
}
bool PointerCells::isVariable(Cell cell) const {
  return !isElsewhere(cell) && sizes_[sameAs(cell)] == 1;
}
bool PointerCells::isCopied(const RecordDecl& record) const {
  return copied_.contains(cast<RecordDecl>(record.getCanonicalDecl()));
}
bool PointerCells::isOfProject(const Decl& declaration) const {
  return text.isInProject(declaration.getLocation());
}

const std::vector<PointerCells::Call>* PointerCells::callsOf(const FunctionDecl& function) const {
  const auto known = calls_.find(function.getCanonicalDecl());
  return known == calls_.end() ? nullptr : &known->second;
}

bool PointerCells::mayBeCalledElsewhere(const FunctionDecl& function) const {
  const auto* method = dyn_cast<CXXMethodDecl>(&function);
  if (elsewhere_.contains(function.getCanonicalDecl()) || (method && method->isVirtual())) return true;
  // A lambda that is handed on.
  return method && method->getParent()->isLambda() && !callsOf(function);
}

bool PointerCells::runsOnceAfter(const Stmt* before, const Stmt& after) const {
  const auto to = positions_.find(&after);
  if (to == positions_.end()) return false;
  size_t region = to->second.region;
  if (jumping_.contains(regions_[region].root)) return false;
  size_t wanted = regions_[region].root;
  if (before) {
    const auto from = positions_.find(before);
    if (from == positions_.end() || from->second.order > to->second.order) return false;
    wanted = from->second.region;
  }
  while (region != wanted) {
    if (regions_[region].isLoop || regions_[region].root == region) return false;
    region = regions_[region].parent;
  }
  return true;
}

bool PointerCells::standTogether(const VarDecl& first, const VarDecl& second) const {
  const auto a = declared_.find(&first), b = declared_.find(&second);
  if (a == declared_.end() || b == declared_.end() || a->second.first != b->second.first) return false;
  const auto [from, to] = std::minmax(a->second.second, b->second.second);
  const auto body = a->second.first->body_begin();
  return std::all_of(body + from, body + to + 1, [&](const Stmt* one) {
    const auto* declarations = dyn_cast<DeclStmt>(one);
    return declarations && llvm::all_of(declarations->decls(), [&](const Decl* declaration) {
             const auto* variable = dyn_cast<VarDecl>(declaration);
             return variable && !variable->isStaticLocal() &&
                    (!variable->getInit() || !variable->getInit()->HasSideEffects(context));
           });
  });
}

const ValueDecl* PointerCells::ownObject(const Expr& expression) {
  const Expr* inner = placeIn(expression);
  if (const auto* name = dyn_cast<DeclRefExpr>(inner)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    if (!variable) return nullptr;
    if (!variable->getType()->isReferenceType()) return canonical(*variable);
    const Expr* bound = isa<ParmVarDecl>(variable) ? nullptr : variable->getAnyInitializer();
    return bound && bound->isGLValue() && !isa<MaterializeTemporaryExpr>(bound->IgnoreParens()) ? ownObject(*bound)
                                                                                                : nullptr;
  }
  const auto* member = dyn_cast<MemberExpr>(inner);
  const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  return field && !field->getType()->isReferenceType() ? memberOf(*field) : nullptr;
}

bool PointerCells::keeps(const ParmVarDecl& parameter) const {
  const bool isConstant = parameter.getType().getNonReferenceType().isConstQualified();
  return (isConstant && !castsConstantsAway_) || references_.onlyReads(parameter);
}

PointerCells::Cell PointerCells::cellOf(const ValueDecl& declaration) const {
  if (const auto* field = dyn_cast<FieldDecl>(&declaration)) {
    return field->getType()->isReferenceType() ? elsewhere : cell(memberOf(*field), false);
  }
  const auto* variable = dyn_cast<VarDecl>(&declaration);
  if (!variable) return elsewhere;
  if (!variable->getType()->isReferenceType()) return cell(canonical(*variable), false);
  if (const auto* parameter = dyn_cast<ParmVarDecl>(variable)) {
    const auto* function = dyn_cast<FunctionDecl>(parameter->getDeclContext());
    const bool isCalled = !function || callsOf(*function) || mayBeCalledElsewhere(*function);
    return keeps(*parameter) || !isCalled ? cell(canonical(*variable), false) : elsewhere;
  }
  const Expr* bound = variable->getAnyInitializer();
  if (!bound) return elsewhere;
  const Expr* inner = placeIn(*bound);
  return isa<MaterializeTemporaryExpr>(inner) ? cell(canonical(*variable), false) : cellOf(*inner);
}

PointerCells::Cell PointerCells::cellOf(const Expr& place) const {
  const Expr* inner = placeIn(place);
  if (inner->getType()->isArrayType()) return elementsOf(*inner);
  if (const auto* name = dyn_cast<DeclRefExpr>(inner)) {
    const auto* binding = dyn_cast<BindingDecl>(name->getDecl());
    if (binding) return binding->getBinding() ? cellOf(*binding->getBinding()) : elsewhere;
    return cellOf(*name->getDecl());
  }
  if (const auto* member = dyn_cast<MemberExpr>(inner)) {
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (field && !isOfProject(*field)) return memberOfLibrary(*member);
    return cellOf(*member->getMemberDecl());
  }
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(inner)) return elementsOf(*element->getBase());
  if (const auto* unary = dyn_cast<UnaryOperator>(inner)) {
    if (unary->getOpcode() == UO_Deref) return elementsOf(*unary->getSubExpr());
    return unary->isIncrementDecrementOp() ? cellOf(*unary->getSubExpr()) : elsewhere;
  }
  if (const auto* binary = dyn_cast<BinaryOperator>(inner)) {
    if (binary->isAssignmentOp()) return cellOf(*binary->getLHS());
    return binary->getOpcode() == BO_Comma ? cellOf(*binary->getRHS()) : elsewhere;
  }
  if (const auto* call = dyn_cast<CallExpr>(inner)) {
    const FunctionDecl* callee = call->getDirectCallee();
    const Expr* object = objectOf(*call);  // `all[1]`, `*it`, `all.back()`
    return callee && object && !isOfProject(*callee) ? elementsOf(*object) : elsewhere;
  }
  return elsewhere;
}

PointerCells::Cell PointerCells::elementsOf(const Expr& base) const {
  const Expr* inner = placeIn(*base.IgnoreParens());
  while (const auto* decay = dyn_cast<ImplicitCastExpr>(inner)) {
    if (decay->getCastKind() != CK_ArrayToPointerDecay) break;
    inner = placeIn(*decay->getSubExpr());
  }
  if (const auto* sum = dyn_cast<BinaryOperator>(inner); sum && sum->isAdditiveOp())
    return elementsOf(sum->getLHS()->getType()->isPointerType() ? *sum->getLHS() : *sum->getRHS());
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(inner); element && inner->getType()->isArrayType())
    return elementsOf(*element->getBase());
  const ValueDecl* own = ownObject(*inner);
  if (!own) return elsewhere;
  if (const auto* field = dyn_cast<FieldDecl>(own); field && !isOfProject(*field))
    return isa<MemberExpr>(inner) ? memberOfLibrary(*cast<MemberExpr>(inner)) : elsewhere;
  const bool isGiven = isa<ParmVarDecl>(own);  // what its caller has put in is in there, too
  if (isGiven || keepsReferences(own->getType())) return elsewhere;
  return own->getType()->isArrayType() || isContainer(own->getType()) ? contentsOf(*own) : elsewhere;
}

/// What a variable or member that is an array or a container holds.
PointerCells::Cell PointerCells::contentsOf(const ValueDecl& own) const {
  return leadsOn(own.getType()) ? elsewhere : cell(own.getCanonicalDecl(), true);
}

/// A pair's are its elements; of others, nothing is known.
PointerCells::Cell PointerCells::memberOfLibrary(const MemberExpr& member) const {
  const Expr& base = *member.getBase();
  const QualType type = member.isArrow() ? base.getType()->getPointeeType() : base.getType();
  return isContainer(type) ? elementsOf(base) : cell(memberOf(*cast<FieldDecl>(member.getMemberDecl())), false);
}

bool PointerCells::isContainer(QualType type) const {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  static const std::set<llvm::StringRef> names = {"vector",     "deque",         "list",          "array",
                                                  "map",        "device_vector", "host_vector",   "optional",
                                                  "unique_ptr", "shared_ptr",    "unordered_map", "queue",
                                                  "stack",      "pair",          "valarray",      "universal_vector"};
  return record && record->getDeclName().isIdentifier() && !isOfProject(*record) && names.contains(record->getName());
}

bool PointerCells::leadsOn(QualType type) const {
  if (!isContainer(type)) return false;
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  std::vector<QualType> types = typesIn(record);
  if (types.empty()) return true;
  const bool isOwner = record->getName() == "unique_ptr" || record->getName() == "shared_ptr";
  const auto leads = [&](const QualType element) {
    const bool isBehind = element->isArrayType() || isContainer(element) || (isOwner && isPointer(element));
    return isBehind && holdsPointers(element);
  };
  if (isOwner) types.resize(1);  // what destroys it does not count
  return std::ranges::any_of(types, leads);
}

bool PointerCells::keepsPointers(QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  const auto* instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  if (!instance) return false;
  return llvm::any_of(instance->getTemplateArgs().asArray(), [](const TemplateArgument& one) {
    return one.getKind() == TemplateArgument::Type && isPointer(one.getAsType());
  });
}

bool PointerCells::ownsMemory(QualType type) const {
  static const std::set<llvm::StringRef> others = {"optional", "unique_ptr", "shared_ptr", "pair"};
  return isContainer(type) && !others.contains(type.getNonReferenceType()->getAsCXXRecordDecl()->getName());
}

}  // namespace warpwright::model

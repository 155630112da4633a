#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include "analysis/model/pointer_cells.h"
#include "analysis/model/pointer_expressions.h"
#include "analysis/model/pointer_types.h"

namespace warpwright::model {

using namespace clang;

void PointerCells::declare(const ValueDecl& declared, const Expr& initial, const Stmt* at) {
  const QualType type = declared.getType();
  if (type->isReferenceType()) {
    const Expr* inner = initial.IgnoreParens();
    if (isa<FieldDecl>(declared)) return noteAddress(initial);
    const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(inner);
    if (temporary && isPointer(type))
      write(cellOf(declared), {Write::Kind::value, temporary->getSubExpr(), at, true});
    else if (temporary || (isContainer(type) && !ownObject(initial)))
      noteAddress(initial);
    return;
  }
  if (isPointer(type)) return write(cellOf(declared), {Write::Kind::value, &initial, at, true});
  const bool isOfMany = type->isArrayType() || isContainer(type);
  if (!isOfMany || !holdsPointers(type)) return;
  if (type->isArrayType())
    fill(contentsOf(declared), initial, at, isUsedOnlyToLaunch(declared));
  else
    fillObject(contentsOf(declared), initial, at);
}

/// An array gets what a list gives it.
void PointerCells::fill(Cell elements, const Expr& initial, const Stmt* at, bool onlyLaunched) {
  const Expr* inner = stripped(&initial);
  const auto* list = dyn_cast<InitListExpr>(inner);
  if (!list) {
    if (!isa<CXXConstructExpr, ImplicitValueInitExpr>(inner))
      write(elements, {Write::Kind::unread, nullptr, at, false});
    return;
  }
  understood_.insert(list);
  const bool isFixed = elements != elsewhere && isa<DeclStmt>(at);
  for (const Expr* one : list->inits()) {
    if (one->getType()->isArrayType())
      fill(elements, *one, at, onlyLaunched);
    else if (isPointer(one->getType())) {
      write(elements, {Write::Kind::value, one, at, true, isFixed});
      if (onlyLaunched && isOfAddresses(list->getType()) && takenIn(*one)) understood_.insert(stripped(one));
    }
  }
}

/// A container gets what it is made from: a list of elements, others' elements, one element many times.
void PointerCells::fillObject(Cell elements, const Expr& initial, const Stmt* at) {
  const Expr* inner = stripped(&initial);
  filled_.insert({initial.IgnoreImplicit(), inner});
  noteMemory(elements, initial);
  if (const auto* made = dyn_cast<CXXConstructExpr>(inner)) return fillMade(elements, *made, at);
  const auto* list = dyn_cast<InitListExpr>(inner);  // std::array
  if (!list) return write(elements, {Write::Kind::value, inner, at, false});
  understood_.insert(list);
  for (const Expr* one : list->inits()) {
    const RecordDecl* record = one->getType()->getAsRecordDecl();
    if (isPointer(one->getType()))
      write(elements, {Write::Kind::value, one, at, true});
    else if (!record || !isOfProject(*record))  // objects are told by their members
      fillObject(elements, *one, at);
  }
}

void PointerCells::fillMade(Cell elements, const CXXConstructExpr& made, const Stmt* at) {
  for (const Expr* argument : made.arguments()) {
    const Expr* given = argument->IgnoreImplicit();
    const auto* list = dyn_cast<CXXStdInitializerListExpr>(given);
    const auto* parts = list ? dyn_cast<InitListExpr>(stripped(list->getSubExpr())) : nullptr;
    if (parts) {
      understood_.insert(parts);
      for (const Expr* one : parts->inits()) write(elements, {Write::Kind::value, one, at, true});
    } else if (holdsPointers(given->getType())) {
      write(elements, {Write::Kind::value, given, at, !ownsMemory(made.getType())});
    }
  }
}

/// Does a container come by memory that another one had, or has?
void PointerCells::noteMemory(Cell elements, const Expr& initial) {
  const Expr* inner = stripped(&initial);
  const auto* moved = dyn_cast<CXXConstructExpr>(initial.IgnoreImplicit());
  const auto* mover = dyn_cast<CallExpr>(inner);
  if ((moved && moved->getConstructor()->isMoveConstructor()) || (mover && mover->isXValue()))
    unite(elsewhere, elements);
  if (ownsMemory(initial.getType()) && mayTakeMemory(initial)) exchanged_.insert(sameAs(elements));
}

/// Others may get the memory of a container.
void PointerCells::moveOn(const Expr& container) {
  unite(elsewhere, elementsOf(container));
  exchanged_.insert(elsewhere);
}

/// A list, a size and a copy give it memory of its own.
bool PointerCells::mayTakeMemory(const Expr& initial) const {
  const Expr* given = initial.IgnoreImplicit()->IgnoreParens();
  if (const auto* named = dyn_cast<CXXFunctionalCastExpr>(given)) return mayTakeMemory(*named->getSubExpr());
  const auto* made = dyn_cast<CXXConstructExpr>(given);
  if (!made) return !isa<InitListExpr>(given) && !given->isLValue();
  return llvm::any_of(made->arguments(), [&](const Expr* argument) {
    return isContainer(argument->getType()) && !argument->IgnoreImplicitAsWritten()->isLValue();
  });
}

void PointerCells::noteList(const InitListExpr& written) {
  const InitListExpr& list =
      written.isSemanticForm() || !written.getSemanticForm() ? written : *written.getSemanticForm();
  const RecordDecl* record = list.getType()->getAsRecordDecl();
  const auto set = [&](const FieldDecl& field, const Expr& value) { declare(field, value, &list); };
  if (!record) {
    if (list.getType()->isArrayType() && !understood_.contains(&list)) fill(elsewhere, list, &list, true);
    return;
  }
  if (understood_.contains(&list)) return;
  if (isContainer(list.getType())) return fillObject(elsewhere, list, &list);
  if (record->isUnion()) {
    if (list.getInitializedFieldInUnion() && list.getNumInits() == 1)
      set(*list.getInitializedFieldInUnion(), *list.getInit(0));
    return;
  }
  for (const auto& [member, value] : valuesOfMembers(list)) set(*member, *value);
}

}  // namespace warpwright::model

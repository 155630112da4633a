#include "analysis/rewrite/tree/touched_members.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <iterator>

#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/tree/certain_parts.h"

namespace warpwright::rewrite {

using namespace clang;

namespace {

bool isOfOneMember(const CXXRecordDecl& record) {
  return record.getNumBases() == 0 && std::distance(record.field_begin(), record.field_end()) == 1;
}

/// The method that is called on the element; null: something else is done with it.
const CXXMethodDecl* methodOn(const Stmt& around, const Expr& element) {
  if (const auto* member = dyn_cast<MemberExpr>(&around)) return dyn_cast<CXXMethodDecl>(member->getMemberDecl());
  const auto* call = dyn_cast<CXXOperatorCallExpr>(&around);
  const bool isObject = call && call->getNumArgs() > 0 && call->getArg(0)->IgnoreParenImpCasts() == &element;
  return isObject ? dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee()) : nullptr;
}

}  // namespace

void TouchedMembers::note(const Placed<Expr>& element) {
  const auto stays = [](const Stmt* one) {
    const auto* cast = dyn_cast<CastExpr>(one);
    return isa<ParenExpr>(one) || (cast && cast->getCastKind() == CK_NoOp);
  };
  const auto around = std::find_if_not(element.parents.rbegin(), element.parents.rend(), stays);
  const Stmt* use = around == element.parents.rend() ? nullptr : *around;
  const auto* member = dyn_cast_or_null<MemberExpr>(use);
  if (const CXXMethodDecl* method = use ? methodOn(*use, *element.node) : nullptr) {
    noteMethod(*method);
  } else if (const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr) {
    noteMember(*field);
  } else {
    isWhole_ = true;
  }
}

void TouchedMembers::noteMethod(const CXXMethodDecl& method) {
  isWhole_ = isWhole_ || method.isTrivial() || isOfOneMember(*method.getParent());
  const auto* body = dyn_cast_or_null<CompoundStmt>(method.getBody());
  if (!body) return;
  for (const Stmt* one : body->body()) {
    const auto* leaves = dyn_cast<ReturnStmt>(one);
    if (!leaves && frontend::anyPart(one, [](const Stmt& part) { return isa<ReturnStmt>(part); })) return;
    const Stmt* done = leaves ? leaves->getRetValue() : one;
    if (done) {
      eachCertainPart(*done, [&](const Expr& part) {
        const auto* named = dyn_cast<MemberExpr>(&part);
        const auto* member = named ? dyn_cast<FieldDecl>(named->getMemberDecl()) : nullptr;
        if (member && isa<CXXThisExpr>(named->getBase()->IgnoreParenImpCasts())) noteMember(*member);
        return true;
      });
    }
    if (leaves) return;
  }
}

/// Of one that is a class or an array, parts may be left out again.
void TouchedMembers::noteMember(const FieldDecl& member) {
  if (member.getType()->isScalarType() && !member.isBitField()) members_.insert(&member);
}

bool TouchedMembers::areAll(QualType type) const {
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (isWhole_ || !record) return isWhole_;
  return record->getNumBases() == 0 && !record->field_empty() &&
         std::all_of(record->field_begin(), record->field_end(),
                     [&](const FieldDecl* member) { return members_.contains(member); });
}

}  // namespace warpwright::rewrite

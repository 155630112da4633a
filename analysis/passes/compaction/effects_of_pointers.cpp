#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include "analysis/passes/compaction/effects.h"
#include "analysis/rewrite/source/steps.h"

namespace warpwright::rewrite {

using namespace clang;

// Memory behind a pointer value. What the pointer is made from names the memory where it is an array or a pointer
// variable; arithmetic does not change that.
Status EffectReader::behindPointer(const Expr* pointer, Use use) {
  if (isa<CXXThisExpr>(pointer->IgnoreParenImpCasts())) {  // the call does to the object what its method may do
    if (use == Use::address) effects_.takesAddress = true;
    return {};
  }
  if (Status known = read(pointer); !known.ok()) return known;
  const QualType pointee = pointer->getType()->getPointeeType();
  if (!pointee.isNull() && pointee.isVolatileQualified()) return refusal(*pointer, "reads or writes volatile memory");
  const MemoryUse named = memoryBehind(pointer);
  memory(named.root, named.direct, use);
  return {};
}

MemoryUse EffectReader::memoryBehind(const Expr* pointer) const {
  for (const Expr* at = pointer;;) {
    at = at->IgnoreParens();
    if (const auto* cast = dyn_cast<CastExpr>(at)) {
      const CastKind kind = cast->getCastKind();
      const auto* name = dyn_cast<DeclRefExpr>(cast->getSubExpr()->IgnoreParens());
      const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
      if (kind == CK_ArrayToPointerDecay) {
        const Expr* array = cast->getSubExpr()->IgnoreParens();
        while (const auto* row = dyn_cast<ArraySubscriptExpr>(array)) {
          const auto* decay = dyn_cast<ImplicitCastExpr>(row->getBase()->IgnoreParens());
          if (!decay || decay->getCastKind() != CK_ArrayToPointerDecay) return {};
          array = decay->getSubExpr()->IgnoreParens();
        }
        const auto* whole = dyn_cast<DeclRefExpr>(array);
        const auto* root = whole ? dyn_cast<VarDecl>(whole->getDecl()) : nullptr;
        return {root && !isOwn(*root, axis_) ? root : nullptr, root != nullptr};
      }
      if (kind == CK_LValueToRValue) {
        const bool isPointer = variable && isOfThread(*variable) && variable->getType()->isPointerType();
        return {isPointer ? variable : nullptr};
      }
      if (kind == CK_NoOp || kind == CK_BitCast) {
        at = cast->getSubExpr();
        continue;
      }
    } else if (const auto* sum = dyn_cast<BinaryOperator>(at); sum && sum->isAdditiveOp()) {
      at = sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
      continue;
    }
    return {};
  }
}

// The variable, or part of one, whose address is handed over: `&seed`, `values`, `&values[i]`. Null: anything else.
const Expr* EffectReader::ownBehind(const Expr* pointer) const {
  const Expr* at = pointer->IgnoreParens();
  const Expr* target = nullptr;
  while (const auto* cast = dyn_cast<ImplicitCastExpr>(at)) {
    if (cast->getCastKind() == CK_ArrayToPointerDecay) {
      target = cast->getSubExpr();
      break;
    }
    if (cast->getCastKind() != CK_NoOp) return nullptr;
    at = cast->getSubExpr()->IgnoreParens();
  }
  const auto* taken = dyn_cast<UnaryOperator>(at);
  if (!target && taken && taken->getOpcode() == UO_AddrOf) target = taken->getSubExpr();
  if (!target) return nullptr;
  for (const Expr* part = target->IgnoreParens();; part = part->IgnoreParens()) {
    if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
      const auto* variable = dyn_cast<VarDecl>(name->getDecl());
      return variable && isOwn(*variable, axis_) && !variable->getType()->isReferenceType() ? target : nullptr;
    }
    const auto* member = dyn_cast<MemberExpr>(part);
    if (member && !member->isArrow() && isa<FieldDecl>(member->getMemberDecl())) {
      part = member->getBase();
      continue;
    }
    const auto* element = dyn_cast<ArraySubscriptExpr>(part);
    const auto* decay = element ? dyn_cast<ImplicitCastExpr>(element->getBase()->IgnoreParens()) : nullptr;
    if (!decay || decay->getCastKind() != CK_ArrayToPointerDecay) return nullptr;
    part = decay->getSubExpr();
  }
}

/// `v` of `*(float4*)&v` and `reinterpret_cast<const int*>(v)[i]`: what each merged thread has of its own, seen as
/// another type where it is named, and its address kept nowhere. Copies of it are as aligned as itself, where its size
/// is a multiple of what the other type asks. Null: anything else.
const Expr* EffectReader::ownSeenAs(const Expr& pointer) {
  const Expr* at = pointer.IgnoreParens();
  const ASTContext& context = editor_.unit()->ast();
  const QualType seen = pointer.getType()->getPointeeType();
  if (seen.isNull() || seen->isIncompleteType() || seen->isFunctionType() || seen.isVolatileQualified()) return nullptr;
  bool isAnother = false;
  while (const auto* cast = dyn_cast<CastExpr>(at)) {
    const CastKind kind = cast->getCastKind();
    if (kind != CK_BitCast && kind != CK_NoOp) break;
    isAnother = isAnother || kind == CK_BitCast;
    at = cast->getSubExpr()->IgnoreParens();
  }
  const Expr* own = ownBehind(at);
  for (const Expr* part = own; part;) {
    part = part->IgnoreParenImpCasts();
    if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
      const CharUnits size = context.getTypeSizeInChars(name->getType()), asked = context.getTypeAlignInChars(seen);
      if (size.getQuantity() % asked.getQuantity() != 0) return nullptr;
      effects_.retypes = effects_.retypes || isAnother;
      return own;
    }
    const auto* element = dyn_cast<ArraySubscriptExpr>(part);
    const auto* member = dyn_cast<MemberExpr>(part);
    part = element ? element->getBase() : member ? member->getBase() : nullptr;
  }
  return nullptr;
}

}  // namespace warpwright::rewrite

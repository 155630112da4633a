#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/returned_value.h"
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

// `v` of `&v`, a parameter that is a reference to what asks for no less alignment. Null: anything else.
const Expr* EffectReader::referenceSeenAs(const Expr& pointer, QualType seen) const {
  const auto* taken = dyn_cast<UnaryOperator>(&pointer);
  const Expr* given = taken && taken->getOpcode() == UO_AddrOf ? taken->getSubExpr()->IgnoreParens() : nullptr;
  const auto* name = dyn_cast_or_null<DeclRefExpr>(given);
  const auto* parameter = name ? dyn_cast<ParmVarDecl>(name->getDecl()) : nullptr;
  if (!parameter || !parameter->getType()->isReferenceType() || given->getType()->isIncompleteType()) return nullptr;
  const ASTContext& context = editor_.unit()->ast();
  const bool isAligned = context.getTypeAlignInChars(given->getType()) >= context.getTypeAlignInChars(seen);
  return isAligned ? given : nullptr;
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
  if (const Expr* given = isAnother ? referenceSeenAs(*at, seen) : nullptr) {
    effects_.retypes = true;
    return given;
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

// The place of which the pointer is the address, whatever type it is seen as: `&v`, `(char*)&v`. Null: it is another.
static const Expr* placeBehind(const Expr& pointer) {
  const Expr* at = pointer.IgnoreParens();
  for (const auto* cast = dyn_cast<CastExpr>(at); cast; cast = dyn_cast<CastExpr>(at)) {
    if (cast->getCastKind() != CK_BitCast && cast->getCastKind() != CK_NoOp) return nullptr;
    at = cast->getSubExpr()->IgnoreParens();
  }
  const auto* taken = dyn_cast<UnaryOperator>(at);
  return taken && taken->getOpcode() == UO_AddrOf ? taken->getSubExpr()->IgnoreParens() : nullptr;
}

// `memcpy(&to, &from, sizeof to)`: a value that is seen as another type, as the language wants it done. False: it
// copies something else, or not what both places hold as a whole.
Result<bool> EffectReader::copyOfBytes(const CallExpr& call) {
  if (call.getNumArgs() != 3 || !dropped_.contains(&call)) return false;
  const ASTContext& context = editor_.unit()->ast();
  const Expr* to = placeBehind(*call.getArg(0));
  const Expr* from = placeBehind(*call.getArg(1));
  Expr::EvalResult bytes;
  if (!to || !from || !call.getArg(2)->EvaluateAsInt(bytes, context)) return false;
  for (const Expr* whole : {to, from}) {
    const QualType type = whole->getType();
    if (type->isIncompleteType() || !type.isTriviallyCopyableType(context)) return false;
    if (bytes.Val.getInt() != static_cast<uint64_t>(context.getTypeSizeInChars(type).getQuantity())) return false;
  }
  effects_.leaksPointer = effects_.leaksPointer || mayHoldPointer(from->getType());
  const Status known = allOf({read(call.getArg(2)), place(from, Use::read), place(to, Use::write)});
  return known.ok() ? Result<bool>(true) : Result<bool>(known.error());
}

// Is it made of the function's parameters and of numbers alone?
static bool isPlainIndex(const Expr& index) {
  return !frontend::anyPart(&index, [](const Stmt& part) {
    if (const auto* name = dyn_cast<DeclRefExpr>(&part)) return !isa<ParmVarDecl, EnumConstantDecl>(name->getDecl());
    const auto* binary = dyn_cast<BinaryOperator>(&part);
    return (binary && binary->isAssignmentOp()) ||
           !isa<BinaryOperator, IntegerLiteral, CastExpr, ParenExpr, ConstantExpr, SubstNonTypeTemplateParmExpr>(part);
  });
}

// What a function is given of which `place` is a part: its object, or a parameter that is a reference. Of `seen`, a
// part is seen as another type.
static std::optional<const ParmVarDecl*> wholeOf(const Expr& place, bool& seen) {
  for (const Expr* part = place.IgnoreParens();; part = part->IgnoreParens()) {
    if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
      const auto* parameter = dyn_cast<ParmVarDecl>(name->getDecl());
      return parameter && parameter->getType()->isReferenceType() ? std::optional(parameter) : std::nullopt;
    }
    if (const auto* member = dyn_cast<MemberExpr>(part); member && isa<FieldDecl>(member->getMemberDecl())) {
      const auto* field = cast<FieldDecl>(member->getMemberDecl());
      if (field->getType()->isReferenceType()) return std::nullopt;
      if (member->isArrow())
        return isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) ? std::optional<const ParmVarDecl*>(nullptr)
                                                                          : std::nullopt;
      part = member->getBase();
      continue;
    }
    const auto* element = dyn_cast<ArraySubscriptExpr>(part);
    if (!element || !isPlainIndex(*element->getIdx())) return std::nullopt;
    const auto* decay = dyn_cast<ImplicitCastExpr>(element->getBase()->IgnoreParens());
    if (decay && decay->getCastKind() == CK_ArrayToPointerDecay) {
      part = decay->getSubExpr();
      continue;
    }
    const Expr* base = element->getBase()->IgnoreParenImpCasts();
    part = placeBehind(*base);
    if (!part) return std::nullopt;
    seen = true;
  }
}

// `v[i]` of a class whose operator gives an element of it, `at(v, i)`: a reference to a part of what it is given.
bool EffectReader::givesPart(const CallExpr& call, Part& found) const {
  const FunctionDecl* callee = call.getDirectCallee();
  if (!callee || !callee->getReturnType()->isReferenceType() || !isOfProject(*callee)) return false;
  const Expr* place = model::onlyReturned(*callee);
  if (!place || !place->isLValue()) return false;
  const auto whole = wholeOf(*place, found.isSeenAsAnother);
  if (!whole) return false;
  const bool isOperator = isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(callee);
  const auto* member = dyn_cast<CXXMemberCallExpr>(&call);
  for (unsigned i = 0; i < call.getNumArgs(); ++i) {
    const bool isWhole = *whole ? i == (*whole)->getFunctionScopeIndex() + (isOperator ? 1 : 0) : isOperator && i == 0;
    if (isWhole)
      found.of = call.getArg(i);
    else
      found.others.push_back(call.getArg(i));
  }
  if (member && *whole) found.others.push_back(member->getImplicitObjectArgument());
  if (member && !*whole) found.of = member->getImplicitObjectArgument();
  if (!found.of || !found.of->isGLValue()) return false;
  // A copy is as aligned as its type asks, and may be no more than that.
  const ASTContext& context = editor_.unit()->ast();
  return !found.isSeenAsAnother ||
         context.getTypeAlignInChars(found.of->getType()) >= context.getTypeAlignInChars(call.getType());
}

Status EffectReader::partGiven(const Part& part, Use use) {
  if (part.isSeenAsAnother) effects_.retypes = true;
  return allOf({readAll(part.others), place(part.of, partly(use))});
}

}  // namespace warpwright::rewrite

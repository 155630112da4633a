#include "analysis/rewrite/tree/variable_uses.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <optional>
#include <set>

#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/tree/constant_loops.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;
using Kind = VariableUse::Kind;

const Expr* withoutParens(const Expr* expression) {
  return expression->IgnoreParenImpCasts();
}

// What an operator makes of the lvalue `inner`; nothing: it hands the lvalue on.
std::optional<Kind> useByOperator(const Expr& expression, const Expr* inner, bool typesAreOpen) {
  if (const auto* unary = dyn_cast<UnaryOperator>(&expression)) {
    if (unary->getOpcode() == UO_AddrOf) return Kind::address;
    if (unary->isPrefix() && unary->isIncrementDecrementOp()) return std::nullopt;
    return unary->isIncrementDecrementOp() || typesAreOpen ? Kind::value : Kind::other;
  }
  const auto& binary = cast<BinaryOperator>(expression);
  if (binary.isAssignmentOp() && binary.getLHS() == inner) return std::nullopt;
  if (binary.getOpcode() == BO_Comma) return binary.getLHS() == inner ? std::optional(Kind::value) : std::nullopt;
  return typesAreOpen ? Kind::value : Kind::other;
}

// The same of a cast, other than that of an array to a pointer.
std::optional<Kind> useByCast(const CastExpr& cast, bool typesAreOpen) {
  switch (cast.getCastKind()) {
    case CK_LValueToRValue:
    case CK_ToVoid:
      return Kind::value;
    case CK_NoOp:
      return std::nullopt;
    default:
      return cast.isGLValue() ? Kind::reference : typesAreOpen ? Kind::value : Kind::other;
  }
}

// The same of any expression.
std::optional<Kind> useByExpression(const Expr& expression, const Expr* inner, bool typesAreOpen) {
  if (isa<ParenExpr, FullExpr, ExtVectorElementExpr, ConditionalOperator>(expression)) return std::nullopt;
  if (const auto* cast = dyn_cast<CastExpr>(&expression)) return useByCast(*cast, typesAreOpen);
  if (const auto* member = dyn_cast<MemberExpr>(&expression)) {
    return isa<FieldDecl>(member->getMemberDecl()) ? std::nullopt : std::optional(Kind::address);
  }
  if (isa<UnaryOperator, BinaryOperator>(expression)) return useByOperator(expression, inner, typesAreOpen);
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(&expression)) {
    if (!isTrivialCopy(call->getCalleeDecl())) return typesAreOpen ? Kind::value : Kind::reference;
    const bool assigned = call->getNumArgs() > 0 && call->getArg(0) == inner;
    return assigned ? std::nullopt : std::optional(Kind::value);
  }
  if (const auto* construct = dyn_cast<CXXConstructExpr>(&expression)) {
    return isTrivialCopy(construct->getConstructor()) ? Kind::value : Kind::reference;
  }
  if (const auto* sizeOf = dyn_cast<UnaryExprOrTypeTraitExpr>(&expression)) {
    return sizeOf->getKind() == UETT_SizeOf ? Kind::elementSize : Kind::other;
  }
  if (isa<CallExpr>(expression)) return typesAreOpen ? Kind::value : Kind::reference;
  return typesAreOpen ? Kind::value : Kind::other;
}

// A statement drops the value; a declaration or a return would have read it first if it were copied.
Kind useByStatement(const Stmt& statement, bool typesAreOpen) {
  return !typesAreOpen && isa<DeclStmt, ReturnStmt, CXXForRangeStmt, AsmStmt>(statement) ? Kind::reference
                                                                                         : Kind::value;
}

// How the lvalue that parents.back() holds as a child `inner` is used. Climbs until it has been read, written, or let
// go.
Kind useOf(const Expr* inner, const std::vector<const Stmt*>& parents, bool typesAreOpen) {
  for (size_t i = parents.size(); i-- > 0;) {
    const auto* expression = dyn_cast<Expr>(parents[i]);
    if (!expression) return useByStatement(*parents[i], typesAreOpen);
    const auto* decay = dyn_cast<CastExpr>(expression);
    if (decay && decay->getCastKind() == CK_ArrayToPointerDecay) {
      // An array inside the element: `s[t].part[2]` goes on to one part of it, everything else is an address.
      const auto* subscript = i > 0 ? dyn_cast<ArraySubscriptExpr>(parents[i - 1]) : nullptr;
      if (!subscript || subscript->getBase() != expression) return Kind::address;
      inner = subscript;
      --i;
      continue;
    }
    if (const std::optional<Kind> kind = useByExpression(*expression, inner, typesAreOpen)) return *kind;
    inner = expression;
  }
  return Kind::other;
}

VariableUse describe(const DeclRefExpr* name, std::vector<const Stmt*> parents, unsigned rank,
                     const FunctionDecl& function) {
  VariableUse use;
  use.name = name;
  const ASTContext& context = function.getASTContext();
  const bool typesAreOpen = function.isDependentContext();
  const bool insideLambda =
      std::any_of(parents.begin(), parents.end(), [](const Stmt* parent) { return isa<LambdaExpr>(parent); });

  const Expr* inner = name;
  while (use.subscripts.size() < rank && !parents.empty()) {
    const Stmt* parent = parents.back();
    if (isa<ParenExpr>(parent) ||
        (isa<ImplicitCastExpr>(parent) && cast<ImplicitCastExpr>(parent)->getCastKind() == CK_ArrayToPointerDecay)) {
      inner = cast<Expr>(parent);
      parents.pop_back();
      continue;
    }
    const auto* subscript = dyn_cast<ArraySubscriptExpr>(parent);
    if (!subscript || subscript->getLHS() != inner) break;
    use.subscripts.push_back(subscript->getRHS());
    use.subscriptsHaveEffects = use.subscriptsHaveEffects || hasEffects(subscript->getRHS(), context);
    inner = subscript;
    parents.pop_back();
  }
  use.element = inner;
  use.parents = std::move(parents);
  if (insideLambda) {
    use.kind = Kind::captured;
  } else if (use.subscripts.size() < rank) {
    const auto* sizeOf = use.parents.empty() ? nullptr : dyn_cast<UnaryExprOrTypeTraitExpr>(use.parents.back());
    use.kind = sizeOf ? Kind::arraySize : Kind::address;
  } else {
    use.kind = useOf(inner, use.parents, typesAreOpen);
  }
  return use;
}

bool isIndexVariable(const Expr* base) {
  base = withoutParens(base);
  if (const auto* opaque = dyn_cast<OpaqueValueExpr>(base); opaque && opaque->getSourceExpr()) {
    base = withoutParens(opaque->getSourceExpr());
  }
  const auto* name = dyn_cast<DeclRefExpr>(base);
  if (!name || !name->getDecl()->getIdentifier()) return false;
  const StringRef spelled = name->getDecl()->getName();
  return spelled == "threadIdx" || spelled == "blockIdx" || spelled == "blockDim" || spelled == "gridDim";
}

/// Making a dim3 of numbers, or of another one, does nothing beside it.
bool isOfShape(const CXXConstructorDecl& constructor) {
  return constructor.getParent()->getQualifiedNameAsString() == "dim3";
}

/// What is left of a statement beside what is in variables that are gone afterwards.
class EffectSearch {
 public:
  using Own = std::set<const VarDecl*>;

  /// `depth`: 0 outside of a function that is called; inside of one its own variables are gone when it ends, too.
  EffectSearch(const ASTContext& context, const Own& own, int depth) : context_(context), own_(own), depth_(depth) {}

  bool find(const Stmt* statement) const {
    bool effects = false;
    eachPart(statement, [&](const Stmt& part, const auto&) { effects = effects || isEffect(part); });
    return effects;
  }

 private:
  bool isEffect(const Stmt& part) const {
    const auto* expression = dyn_cast<Expr>(&part);
    if (expression && !expression->getType().isNull() && expression->getType().isVolatileQualified()) return true;
    if (const auto* property = dyn_cast<MSPropertyRefExpr>(&part)) return !isIndexVariable(property->getBaseExpr());
    if (const auto* call = dyn_cast<CallExpr>(&part)) return !isPure(*call);
    if (const auto* unary = dyn_cast<UnaryOperator>(&part))
      return unary->isIncrementDecrementOp() && !isOwnPlace(*unary->getSubExpr());
    if (const auto* binary = dyn_cast<BinaryOperator>(&part))
      return binary->isAssignmentOp() && !isOwnPlace(*binary->getLHS());
    if (const auto* construct = dyn_cast<CXXConstructExpr>(&part))
      return !construct->getConstructor()->isTrivial() && !isOfShape(*construct->getConstructor());
    if (const auto* declares = dyn_cast<DeclStmt>(&part))
      return llvm::any_of(declares->decls(), [](const Decl* declared) {
        const auto* variable = dyn_cast<VarDecl>(declared);
        return variable && (variable->isStaticLocal() || variable->getType().isDestructedType());
      });
    if (const auto* list = dyn_cast<InitListExpr>(&part); list && list->hasArrayFiller())
      return find(list->getArrayFiller());
    return isLoop(&part) ||
           isa<StmtExpr, LambdaExpr, CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, RecoveryExpr, AsmStmt, AtomicExpr,
               CXXBindTemporaryExpr, VAArgExpr, CXXInheritedCtorInitExpr, CoroutineSuspendExpr>(part);
  }

  /// A variable of the function's own that is no reference, or one that was named, a member or an element of it.
  bool isOwnPlace(const Expr& place) const {
    const Expr* inside = withoutParens(&place);
    if (const auto* member = dyn_cast<MemberExpr>(inside)) return !member->isArrow() && isOwnPlace(*member->getBase());
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(inside)) {
      const Expr* array = withoutParens(element->getBase());
      return array->getType()->isArrayType() && isOwnPlace(*array);
    }
    const auto* name = dyn_cast<DeclRefExpr>(inside);
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (!variable) return false;
    if (own_.contains(variable->getCanonicalDecl())) return true;
    return depth_ > 0 && variable->hasLocalStorage() && !variable->getType()->isReferenceType();
  }

  bool isPure(const CallExpr& call) const {
    const FunctionDecl* function = call.getDirectCallee();
    if (!function || depth_ > 4) return false;
    if (const auto* method = dyn_cast<CXXMethodDecl>(function); method && method->isVirtual()) return false;
    if (function->hasAttr<ConstAttr>() || function->hasAttr<PureAttr>()) return true;
    const FunctionDecl* definition = nullptr;
    if (const Stmt* body = function->getBody(definition)) {
      const Own given = ownGiven(call, *definition);
      return !EffectSearch(context_, given, depth_ + 1).find(body);
    }
    // Functions of the device library, which give a value and no more unless they take a pointer.
    const IdentifierInfo* name = function->getIdentifier();
    if (!name || !name->getName().starts_with("__nv")) return false;
    return std::none_of(function->param_begin(), function->param_end(), [](const ParmVarDecl* parameter) {
      return parameter->getType()->isPointerType() || parameter->getType()->isReferenceType();
    });
  }

  /// References of the function that stand for what is gone.
  Own ownGiven(const CallExpr& call, const FunctionDecl& definition) const {
    Own given;
    if (isa<CXXMemberCallExpr, CXXOperatorCallExpr>(call)) return given;
    for (unsigned i = 0; i < std::min(call.getNumArgs(), definition.getNumParams()); ++i) {
      const ParmVarDecl* parameter = definition.getParamDecl(i);
      if (parameter->getType()->isLValueReferenceType() && isOwnPlace(*call.getArg(i)))
        given.insert(parameter->getCanonicalDecl());
    }
    return given;
  }

  const ASTContext& context_;
  const Own& own_;
  int depth_;
};

}  // namespace

bool hasEffects(const Expr* expression, const ASTContext& context) {
  return EffectSearch(context, {}, 0).find(expression);
}

bool hasEffectsBeside(const std::set<const VarDecl*>& own, const Stmt& statement, const ASTContext& context) {
  return EffectSearch(context, own, 0).find(&statement);
}

bool isTrivialCopy(const Decl* decl) {
  if (const auto* constructor = dyn_cast_or_null<CXXConstructorDecl>(decl)) {
    return constructor->isCopyOrMoveConstructor() && constructor->isTrivial();
  }
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(decl);
  return method && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) && method->isTrivial();
}

VariableUse::Kind useOfPlace(const Expr* place, const std::vector<const Stmt*>& parents) {
  return useOf(place, parents, false);
}

std::vector<VariableUse> findUses(const FunctionDecl& function, const VarDecl& variable, unsigned rank) {
  std::vector<VariableUse> uses;
  eachPart(function.getBody(), [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
    const auto* name = dyn_cast<DeclRefExpr>(&part);
    if (name && name->getDecl()->getCanonicalDecl() == variable.getCanonicalDecl()) {
      uses.push_back(describe(name, parents, rank, function));
    }
  });
  return uses;
}

bool LocalVariable::inLoop() const {
  return std::any_of(parents.begin(), parents.end(), isLoop) ||
         (!parents.empty() && frontend::containsJump(parents.front()));
}

std::vector<LocalVariable> sharedVariables(const FunctionDecl& function) {
  std::vector<LocalVariable> found;
  eachPart(function.getBody(), [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
    const auto* statement = dyn_cast<DeclStmt>(&part);
    if (!statement) return;
    for (const Decl* decl : statement->decls()) {
      const auto* variable = dyn_cast<VarDecl>(decl);
      if (!variable || !variable->hasAttr<CUDASharedAttr>()) continue;
      const bool insideLambda =
          std::any_of(parents.begin(), parents.end(), [](const Stmt* parent) { return isa<LambdaExpr>(parent); });
      found.push_back({variable, statement, parents, insideLambda});
    }
  });
  return found;
}

}  // namespace warpwright::rewrite

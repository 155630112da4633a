#include "analysis/passes/pointer_flow.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "analysis/model/language_functions.h"
#include "analysis/rewrite/tree/mentions.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::passes {
namespace {

using namespace clang;
using rewrite::Mention;

class PointerFlow {
 public:
  PointerFlow(const rewrite::Functions& called, ElementAccess access) : called_(called), access_(access) {}

  std::optional<SourceLocation> beyondElements(const VarDecl& pointer) {
    follow(&pointer);
    while (!open_.empty()) {
      const VarDecl* variable = open_.back();
      open_.pop_back();
      const auto* function = dyn_cast<FunctionDecl>(variable->getParentFunctionOrMethod());
      if (!function || !called_.contains(function)) return variable->getLocation();
      const rewrite::Mentions& mentions = mentionsIn(*function);
      const auto found = mentions.variables.find(variable);
      if (found == mentions.variables.end()) continue;
      for (const Mention& mention : found->second) {
        if (!isFollowed(mention)) return mention.node->getBeginLoc();
      }
    }
    return std::nullopt;
  }

 private:
  const rewrite::Mentions& mentionsIn(const FunctionDecl& function) {
    const auto [known, isNew] = mentions_.try_emplace(&function);
    if (isNew) known->second = rewrite::mentionsOf(function.getBody());
    return known->second;
  }

  void follow(const VarDecl* variable) {
    if (followed_.insert(variable->getCanonicalDecl()).second) open_.push_back(variable->getCanonicalDecl());
  }

  bool follows(const VarDecl* variable) {
    if (!variable || !variable->isLocalVarDeclOrParm() || variable->isStaticLocal()) return false;
    if (!variable->getType()->isPointerType() || variable->getType().isVolatileQualified()) return false;
    follow(variable);
    return true;
  }

  /// From the name on outwards, as long as what stands around it is a pointer of that type.
  bool isFollowed(const Mention& mention) {
    const Expr* value = mention.node;
    if (llvm::any_of(mention.parents, [](const Stmt* parent) { return isa<LambdaExpr>(parent); })) return false;
    for (size_t i = mention.parents.size(); i-- > 0;) {
      const Stmt* parent = mention.parents[i];
      if (const auto* declared = dyn_cast<DeclStmt>(parent)) return startsVariable(*declared, *value);
      const auto* outer = dyn_cast<Expr>(parent);
      if (!outer) return isDropped(mention, i, *value);
      if (isSizeAsked(*outer)) return true;
      if (isElementOf(*outer, *value)) {
        value = outer;
        if (outer->getType()->isArrayType()) continue;
        // An address of it is a pointer again.
        const Expr* address = takenAddress(mention, i);
        if (!address) return isUsedAt(mention, i);
        while (mention.parents[i] != address) --i;
        value = address;
        continue;
      }
      if (const auto* call = dyn_cast<CallExpr>(outer)) return isHandedOn(*call, *value);
      if (isOfBytes(mention, i)) return true;
      if (!keeps(*outer, *value)) return false;
      value = outer;
    }
    return false;
  }

  /// `memset(a, 0, sizeof a)`, `memcpy(a, b, sizeof a)`: bytes of elements are changed and read, where what the call
  /// gives, the address, is left. `at`: where the pointer becomes one to bytes.
  bool isOfBytes(const Mention& mention, size_t at) const {
    const auto* cast = dyn_cast<ImplicitCastExpr>(mention.parents[at]);
    const auto* call = cast && at > 0 ? dyn_cast<CallExpr>(mention.parents[at - 1]) : nullptr;
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    // On the device, clang knows these as no functions of C.
    const bool isOfC =
        callee && call->getNumArgs() == 3 && callee->getDeclName().isIdentifier() && model::isOfLanguage(*callee);
    const StringRef name = isOfC ? callee->getName() : "";
    const bool sets = name == "memset" || name == "__builtin_memset";
    const bool copies = name == "memcpy" || name == "__builtin_memcpy";
    if (access_ != ElementAccess::any || !(sets || copies)) return false;
    if (call->getArg(0) != cast) return copies && call->getArg(1) == cast;
    return at > 1 && !isa<Expr>(mention.parents[at - 2]) && isDropped(mention, at - 2, *call);
  }

  static bool isDropped(const Mention& mention, size_t at, const Expr& value) {
    const Stmt* parent = mention.parents[at];
    if (isa<CompoundStmt>(parent)) return at == 0 || !isa<StmtExpr>(mention.parents[at - 1]);
    if (const auto* choice = dyn_cast<IfStmt>(parent)) return choice->getCond() != &value;
    const auto* loop = dyn_cast<ForStmt>(parent);
    return loop && loop->getCond() != &value;
  }

  bool startsVariable(const DeclStmt& declared, const Expr& value) {
    for (const Decl* one : declared.decls()) {
      const auto* variable = dyn_cast<VarDecl>(one);
      if (variable && variable->getInit() == &value) return follows(variable);
    }
    return false;
  }

  /// `value[i]`, `*value`, `value->x`.
  static bool isElementOf(const Expr& outer, const Expr& value) {
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(&outer)) return element->getBase() == &value;
    if (const auto* member = dyn_cast<MemberExpr>(&outer))
      return member->isArrow() && isa<FieldDecl>(member->getMemberDecl());
    const auto* unary = dyn_cast<UnaryOperator>(&outer);
    return unary && unary->getOpcode() == UO_Deref;
  }

  /// The `&` that stands right around an element; null: something else does.
  static const Expr* takenAddress(const Mention& mention, size_t element) {
    for (size_t i = element; i-- > 0;) {
      const auto* outer = dyn_cast<Expr>(mention.parents[i]);
      if (outer && isa<ParenExpr>(outer)) continue;
      const auto* unary = dyn_cast_or_null<UnaryOperator>(outer);
      const bool isWhole = unary && unary->getOpcode() == UO_AddrOf && !isa<MemberExpr>(mention.parents[element]);
      return isWhole ? unary : nullptr;
    }
    return nullptr;
  }

  static bool isSizeAsked(const Expr& outer) {
    const auto* trait = dyn_cast<UnaryExprOrTypeTraitExpr>(&outer);
    return trait && trait->getKind() == UETT_SizeOf;
  }

  /// Stores to the place, which stays one: `a[i] = x`, `a[i] += x`, `++a[i]`.
  static bool changes(const Expr& outer, const Expr& place) {
    if (const auto* binary = dyn_cast<BinaryOperator>(&outer))
      return binary->isAssignmentOp() && binary->getLHS() == &place;
    const auto* unary = dyn_cast<UnaryOperator>(&outer);
    return unary && unary->isIncrementDecrementOp();
  }

  /// `a[i] = b[j]` of structures that are copied as bytes, of which the place is that operand.
  static bool isTrivialAssignment(const Expr& outer, const Expr& place, unsigned operand) {
    const auto* call = dyn_cast<CXXOperatorCallExpr>(&outer);
    return call && call->getOperator() == OO_Equal && call->getNumArgs() == 2 && call->getArg(operand) == &place &&
           rewrite::isTrivialCopy(call->getCalleeDecl());
  }

  /// Is an element, or a part of it, read, or stored to where that is asked for, and nothing else done with it?
  bool isUsedAt(const Mention& mention, size_t element) const {
    const Expr* place = cast<Expr>(mention.parents[element]);
    bool isChanged = false;
    for (size_t i = element; i-- > 0;) {
      const auto* outer = dyn_cast<Expr>(mention.parents[i]);
      if (!outer) return isChanged && !isa<DeclStmt, ReturnStmt>(mention.parents[i]);
      const Expr* inner = std::exchange(place, outer);
      if (isa<FullExpr>(outer)) continue;
      if (isSizeAsked(*outer) || isTrivialAssignment(*outer, *inner, 1)) return true;
      const auto* choice = dyn_cast<ConditionalOperator>(outer);
      if (choice && choice->getCond() != inner) continue;
      if (access_ == ElementAccess::any && (changes(*outer, *inner) || isTrivialAssignment(*outer, *inner, 0))) {
        isChanged = true;
        continue;
      }
      const auto* comma = dyn_cast<BinaryOperator>(outer);
      if (comma && comma->isCommaOp() && comma->getLHS() == inner) return isChanged;
      if (comma && comma->isCommaOp()) continue;
      if (const auto* cast = dyn_cast<ImplicitCastExpr>(outer)) {
        if (cast->getCastKind() == CK_LValueToRValue) return true;
        if (cast->getCastKind() != CK_NoOp) return false;
        continue;
      }
      const auto* member = dyn_cast<MemberExpr>(outer);
      const bool isPart = member && !member->isArrow() && isa<FieldDecl>(member->getMemberDecl());
      const auto* made = dyn_cast<CXXConstructExpr>(outer);
      if (made) return made->getConstructor()->isCopyOrMoveConstructor() && made->getConstructor()->isTrivial();
      if (!isPart && !isa<ParenExpr>(outer)) return false;
    }
    return false;
  }

  /// Does a call of a function that is known get it as a pointer?
  bool isHandedOn(const CallExpr& call, const Expr& value) {
    const FunctionDecl *callee = call.getDirectCallee(), *definition = nullptr;
    if (!callee || isa<CXXMethodDecl>(callee) || isa<CUDAKernelCallExpr>(call) || !callee->hasBody(definition) ||
        !called_.contains(definition))
      return false;
    for (unsigned i = 0; i < call.getNumArgs(); ++i) {
      if (call.getArg(i) == &value) return i < definition->getNumParams() && follows(definition->getParamDecl(i));
    }
    return false;
  }

  /// Is it the same pointer, or one to an element beside?
  bool keeps(const Expr& outer, const Expr& value) {
    if (isa<ParenExpr, FullExpr>(outer)) return true;
    if (const auto* cast = dyn_cast<CastExpr>(&outer)) return isSamePointer(*cast, value);
    if (const auto* choice = dyn_cast<ConditionalOperator>(&outer)) return choice->getCond() != &value;
    if (const auto* unary = dyn_cast<UnaryOperator>(&outer)) return unary->isIncrementDecrementOp();
    const auto* binary = dyn_cast<BinaryOperator>(&outer);
    if (!binary || !binary->getType()->isPointerType()) return false;
    if (binary->getOpcode() == BO_Assign) {
      if (binary->getLHS() == &value) return true;  // it is led elsewhere
      const auto* name = dyn_cast<DeclRefExpr>(binary->getLHS()->IgnoreParens());
      return name && follows(dyn_cast<VarDecl>(name->getDecl()));
    }
    return binary->isAdditiveOp() || binary->getOpcode() == BO_AddAssign || binary->getOpcode() == BO_SubAssign;
  }

  static bool isSamePointer(const CastExpr& cast, const Expr& value) {
    if (cast.getCastKind() == CK_LValueToRValue || cast.getCastKind() == CK_ArrayToPointerDecay) return true;
    const QualType from = value.getType(), to = cast.getType();
    if (cast.isGLValue() || !from->isPointerType() || !to->isPointerType()) return false;
    return from->getPointeeType().getCanonicalType().getUnqualifiedType() ==
               to->getPointeeType().getCanonicalType().getUnqualifiedType() &&
           !to->getPointeeType().isVolatileQualified();
  }

  const rewrite::Functions& called_;
  const ElementAccess access_;
  std::map<const FunctionDecl*, rewrite::Mentions> mentions_;
  std::set<const VarDecl*> followed_;
  std::vector<const VarDecl*> open_;
};

}  // namespace

std::optional<SourceLocation> beyondElements(const rewrite::Functions& called, const VarDecl& pointer,
                                             ElementAccess access) {
  return PointerFlow(called, access).beyondElements(pointer);
}

}  // namespace warpwright::passes

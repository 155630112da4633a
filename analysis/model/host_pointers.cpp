#include "analysis/model/host_pointers.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include "analysis/model/code_pieces.h"
#include "analysis/model/cuda_names.h"
#include "analysis/model/kernel_mentions.h"
#include "analysis/model/pointer_expressions.h"
#include "analysis/model/pointer_types.h"

namespace warpwright::model {

using namespace clang;

HostPointers::HostPointers(const frontend::ParsedUnit& unit) : context(unit.ast()), text(unit) {
  for (const Stmt* piece : codePieces(unit).pieces) {
    if (seen_.insert(piece).second) walk(piece);
  }
}

void HostPointers::note(const Place& place, const Expr* value) {
  // What starts as null has no memory yet.
  if (!value || !isNull(*value, context)) values[{place.variable->getCanonicalDecl(), place.path}].push_back(value);
}

void HostPointers::walk(const Stmt* statement) {
  if (!statement || isa<PseudoObjectExpr>(statement)) return;
  const auto* lambda = dyn_cast<LambdaExpr>(statement);
  if (lambda && (lambda->isGenericLambda() || !seen_.insert(lambda->getBody()).second)) return;
  if (const auto* declarations = dyn_cast<DeclStmt>(statement)) {
    return walkDeclarations(*declarations);
  } else if (const auto* binary = dyn_cast<BinaryOperator>(statement); binary && binary->isAssignmentOp()) {
    const auto* member = dyn_cast<MemberExpr>(binary->getLHS()->IgnoreParens());
    const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
    if (field && field->getName() == "devPtr") textures.push_back(binary->getRHS());  // of a cudaResourceDesc
    if (noteAddress(*binary)) return;
    const std::optional<Place> place = placeOf(binary->getLHS());
    if (place && movesPointer(*binary)) return walk(binary->getRHS());
    if (place) {
      const Expr* value = binary->getOpcode() == BO_Assign ? binary->getRHS() : nullptr;
      note(*place, value);
      // Member functions see it as a member of their own object.
      if (field && place->variable != field->getCanonicalDecl()) note({field, ""}, value);
      return walk(binary->getRHS());
    }
  } else if (const auto* size = dyn_cast<UnaryExprOrTypeTraitExpr>(statement); size && !size->isArgumentType()) {
    if (placeOf(size->getArgumentExpr())) return;
  } else if (const auto* unary = dyn_cast<UnaryOperator>(statement); unary && unary->isIncrementDecrementOp()) {
    if (movesPointer(*unary) && placeOf(unary->getSubExpr())) return;
  } else if (const auto* call = dyn_cast<CallExpr>(statement)) {
    if (noteCall(*call)) return;
  } else if (const auto* cast = dyn_cast<ImplicitCastExpr>(statement)) {
    if (cast->getCastKind() == CK_LValueToRValue && placeOf(cast->getSubExpr())) return;
    const auto* element = dyn_cast<ArraySubscriptExpr>(cast->getSubExpr()->IgnoreParens());
    if (cast->getCastKind() == CK_LValueToRValue && element && arrayOf(*element->getBase()))
      return walk(element->getIdx());
  } else if (const auto* made = dyn_cast<CXXConstructExpr>(statement)) {
    const bool copies = made->getConstructor()->isCopyOrMoveConstructor() && made->getNumArgs() == 1;
    if (copies && placeOf(made->getArg(0)->IgnoreImpCasts())) return;
  } else if (const auto* name = dyn_cast<DeclRefExpr>(statement)) {
    if (const auto* variable = dyn_cast<VarDecl>(name->getDecl())) note({variable, ""}, nullptr);
  }
  for (const Stmt* child : statement->children()) walk(child);
}

void HostPointers::walkDeclarations(const DeclStmt& declarations) {
  std::unordered_set<const Stmt*> understood;
  for (const Decl* one : declarations.decls()) {
    const auto* variable = dyn_cast<VarDecl>(one);
    const Expr* value = variable ? variable->getInit() : nullptr;
    if (!value) continue;
    if (aliasOf(*variable)) {
      understood.insert(value);
      continue;
    }
    const bool isBound =
        variable->getType()->isReferenceType() && !isa<MaterializeTemporaryExpr>(value->IgnoreParens());
    note({variable, ""}, isBound ? nullptr : value);
    // Addresses for cudaLaunchKernel, which only reads there.
    if (isOfAddresses(variable->getType())) understood.insert(value);
  }
  for (const Stmt* child : declarations.children()) {
    if (!understood.contains(child)) walk(child);
  }
}

/// `v[1] = &count`, of an array of addresses for cudaLaunchKernel, which only reads there. True if it is one.
bool HostPointers::noteAddress(const BinaryOperator& assignment) {
  const auto* element = dyn_cast<ArraySubscriptExpr>(assignment.getLHS()->IgnoreParens());
  const VarDecl* array = element ? arrayOf(*element->getBase()) : nullptr;
  Expr::EvalResult number;
  if (!array || assignment.getOpcode() != BO_Assign || !isOfAddresses(array->getType()) ||
      element->getIdx()->isValueDependent() || !element->getIdx()->EvaluateAsInt(number, context))
    return false;
  note({array, "[" + std::to_string(number.Val.getInt().getExtValue()) + "]"}, assignment.getRHS());
  return true;
}

/// True if the arguments need no further look.
bool HostPointers::noteCall(const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  if (callee) calls[callee->getCanonicalDecl()].push_back(&call);
  const std::string name = cudaFunction(call, text);
  if (isa<CUDAKernelCallExpr>(call) || name == "cudaLaunchKernelEx") launches.push_back(&call);
  if (launchesItsFirstArgument(call, text)) {
    launches.push_back(&call);
    for (unsigned i = 0; i < call.getNumArgs(); ++i) {
      if (i != 3 || !arrayOf(*call.getArg(i))) walk(call.getArg(i));
    }
    return true;
  }
  // What is copied from stays what it is.
  const bool copies = name.starts_with("cudaMemcpyToSymbol") || name == "cudaMemcpy" || name == "cudaMemcpyAsync";
  if (const Expr* source = copies && call.getNumArgs() > 1 ? stripped(call.getArg(1)) : nullptr) {
    const auto* address = dyn_cast<UnaryOperator>(source);
    const bool isPlace = address && address->getOpcode() == UO_AddrOf && placeOf(address->getSubExpr());
    for (unsigned i = 0; i < call.getNumArgs(); ++i) {
      if (i != 1 || !isPlace) walk(call.getArg(i));
    }
    return true;
  }
  if (name.starts_with("cudaBindTexture") && call.getNumArgs() > 2) textures.push_back(call.getArg(2));
  return noteAddressOf(call, name);
}

const VarDecl* HostPointers::arrayOf(const Expr& expression) {
  const auto* name = dyn_cast<DeclRefExpr>(stripped(&expression));
  const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return variable && variable->getType()->isArrayType() ? variable : nullptr;
}

/// What a reference is another name of.
std::optional<HostPointers::Place> HostPointers::aliasOf(const VarDecl& variable, int steps) {
  const bool isAlias = variable.getType()->isReferenceType() && !isa<ParmVarDecl>(variable) && steps < mostSteps;
  const Expr* bound = isAlias ? variable.getAnyInitializer() : nullptr;
  return bound ? placeOf(bound->IgnoreParenNoopCasts(variable.getASTContext()), steps + 1) : std::nullopt;
}

/// A variable, or a member of one.
std::optional<HostPointers::Place> HostPointers::placeOf(const Expr* expression, int steps) {
  const Expr* inner = expression->IgnoreParens();
  if (const auto* name = dyn_cast<DeclRefExpr>(inner)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    if (std::optional<Place> alias = variable ? aliasOf(*variable, steps) : std::nullopt) return alias;
    return variable ? std::optional(Place{variable->getCanonicalDecl(), ""}) : std::nullopt;
  }
  const auto* member = dyn_cast<MemberExpr>(inner);
  const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  if (!field) return std::nullopt;
  const Expr* base = member->getBase()->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(base)) return Place{field->getCanonicalDecl(), ""};
  std::optional<Place> around = placeOf(base, steps);
  if (around) around->path += (member->isArrow() ? "->" : ".") + field->getNameAsString();
  return around;
}

// A pointer that the runtime makes the address of other memory. True if the call needs no further look.
bool HostPointers::noteAddressOf(const CallExpr& call, const std::string& name) {
  const bool lends = name == "cudaGetSymbolAddress" || name == "cudaHostGetDevicePointer";
  const Expr* taken = lends && call.getNumArgs() > 1 ? takenIn(*call.getArg(0)) : nullptr;
  const std::optional<Place> place = taken ? placeOf(taken) : std::nullopt;
  if (place) note(*place, call.getArg(1));
  return place.has_value();
}

}  // namespace warpwright::model

#include "analysis/passes/launch_graph/steady_values.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <numeric>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/cuda_names.h"
#include "analysis/model/language_functions.h"
#include "analysis/model/returned_value.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::passes {
namespace {

using namespace clang;

constexpr int mostDepth = 4;  ///< of calls of functions that only compute

/// Calls that write what they are given the address of while they run, and keep no address.
bool writesAtOnce(const std::string& name) {
  static const std::set<std::string> names = {
      "cudaMemcpy",           "cudaMemcpyFromSymbol",    "cudaHostAlloc",          "cudaHostGetDevicePointer",
      "cudaGetSymbolAddress", "cudaGetSymbolSize",       "cudaEventElapsedTime",   "cudaGetDevice",
      "cudaGetDeviceCount",   "cudaGetDeviceProperties", "cudaDeviceGetAttribute", "cudaMalloc",
      "cudaMallocManaged",    "cudaMallocHost",          "cudaMallocPitch",        "cudaMallocAsync"};
  return names.contains(name) || name.starts_with("cudaStreamCreate") || name.starts_with("cudaEventCreate") ||
         name.starts_with("cudaOccupancy");
}

/// Only numbers and pointers: what takes them by reference can do no more than compute with them.
bool takesNumbers(const FunctionDecl& function) {
  return std::ranges::all_of(function.parameters(), [](const ParmVarDecl* parameter) {
    const QualType type = parameter->getType().getNonReferenceType();
    const bool mayWrite = parameter->getType()->isReferenceType() && !type.isConstQualified();
    return type->isArithmeticType() && !mayWrite;
  });
}

}  // namespace

SteadyValues::SteadyValues(const rewrite::Editor& editor, const FunctionDecl& function, const VarDecl& counter,
                           bool waits)
    : editor_(editor),
      function_(function),
      counter_(counter),
      waits_(waits),
      text_(*editor.unit()),
      mentions_(rewrite::mentionsOf(function.getBody())),
      hidesNames_(frontend::anyPart(function.getBody(),
                                    [](const Stmt& part) { return isa<LambdaExpr, StmtExpr, BlockExpr>(part); })) {}

LineList SteadyValues::line(const Expr& part) const {
  return lineText(rewrite::positionAt(*editor_.unit(), part.getBeginLoc()));
}

Message SteadyValues::whyNot(const Expr* value) {
  if (!value) return {};
  const Expr& part = *value;
  if (part.getType().isVolatileQualified()) return {"%1 reads a volatile variable", line(part)};
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, GNUNullExpr,
          UnaryExprOrTypeTraitExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr>(part))
    return {};
  if (const auto* name = dyn_cast<DeclRefExpr>(value)) {
    if (isa<EnumConstantDecl, NonTypeTemplateParmDecl>(name->getDecl())) return {};
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    if (!variable || name->refersToEnclosingVariableOrCapture())
      return {"%1 names %2, which is no variable of the function", line(part),
              code(name->getDecl()->getNameAsString())};
    return ofName(part, *variable);
  }
  if (isa<MemberExpr>(part)) return ofMember(part);
  if (isa<ArraySubscriptExpr>(part)) return ofSubscript(part, true);
  if (isa<UnaryOperator>(part)) return ofUnary(part);
  if (isa<BinaryOperator>(part)) return ofBinary(part);
  if (const auto* call = dyn_cast<CallExpr>(value)) return ofCall(*call);
  if (const auto* given = dyn_cast<CXXDefaultArgExpr>(value)) return whyNot(given->getExpr());
  if (const auto* argument = dyn_cast<SubstNonTypeTemplateParmExpr>(value)) return whyNot(argument->getReplacement());
  if (const auto* cast = dyn_cast<CastExpr>(value)) {
    if (cast->getCastKind() == CK_AtomicToNonAtomic) return {"%1 reads an atomic variable", line(part)};
    return whyNot(cast->getSubExpr());
  }
  if (const auto* made = dyn_cast<CXXConstructExpr>(value)) {
    const bool isPlain = made->getConstructor()->isTrivial() || model::isDim3(made->getType(), text_);
    if (!isPlain) return {"%1 makes an object, which may do more than that", line(part)};
    return ofParts(part);
  }
  if (isa<ParenExpr, FullExpr, MaterializeTemporaryExpr, ConditionalOperator, InitListExpr>(part)) return ofParts(part);
  return {"%1 computes a value in a way that is not understood", line(part)};
}

Message SteadyValues::ofParts(const Expr& value) {
  for (const Stmt* part : value.children()) {
    const auto* inner = dyn_cast_or_null<Expr>(part);
    if (!inner) return {"%1 computes a value in a way that is not understood", line(value)};
    if (Message why = whyNot(inner); !why.empty()) return why;
  }
  return {};
}

Message SteadyValues::ofName(const Expr& name, const VarDecl& variable) {
  const Code named = code(variable.getNameAsString());
  if (&variable == &counter_) return {"%1 uses %2, which counts the rounds", line(name), named};
  if (variable.getType().isVolatileQualified()) return {"%1 reads a volatile variable", line(name)};
  const auto isDeclared = [](const Attr* attribute) { return attribute && !attribute->isImplicit(); };
  if (isDeclared(variable.getAttr<CUDADeviceAttr>()) || isDeclared(variable.getAttr<CUDAConstantAttr>()))
    return {"%1 reads %2, which kernels may write", line(name), named};
  if (isa<ParmVarDecl>(variable) && variable.getDeclContext() != &function_) return {};  // of a function that computes
  if (!waits_ || variable.isUsableInConstantExpressions(editor_.unit()->ast())) return {};
  if (staysOwn(variable)) return {};
  return {"%1 reads %2, which may change while a round waits", line(name), named};
}

bool SteadyValues::staysOwn(const VarDecl& variable) const {
  if (!variable.hasLocalStorage() || variable.getType()->isReferenceType() || hidesNames_) return false;
  const auto found = mentions_.variables.find(variable.getCanonicalDecl());
  if (found == mentions_.variables.end()) return true;
  return std::ranges::all_of(found->second, [&](const rewrite::Mention& mention) {
    const Stmt* place = mention.node;
    bool isAddress = false;
    for (auto parent = mention.parents.rbegin(); parent != mention.parents.rend(); place = *parent, ++parent) {
      if (isa<ParenExpr, MemberExpr>(*parent)) continue;
      if (const auto* cast = dyn_cast<CastExpr>(*parent)) {
        if (cast->getCastKind() == CK_LValueToRValue && !isAddress) return true;
        if (cast->getCastKind() == CK_ArrayToPointerDecay) isAddress = true;
        continue;
      }
      if (const auto* element = dyn_cast<ArraySubscriptExpr>(*parent); element && isAddress) {
        isAddress = false;
        continue;
      }
      if (const auto* made = dyn_cast<CXXConstructExpr>(*parent))
        return !isAddress && rewrite::isTrivialCopy(made->getConstructor());
      if (const auto* set = dyn_cast<BinaryOperator>(*parent))
        return !isAddress && set->isAssignmentOp() && set->getLHS() == place;
      const auto* unary = dyn_cast<UnaryOperator>(*parent);
      if (unary && unary->isIncrementDecrementOp()) return !isAddress;
      if (unary && unary->getOpcode() == UO_AddrOf) {
        isAddress = true;
        continue;
      }
      const auto* call = dyn_cast<CallExpr>(*parent);
      if (call && isAddress) return writesAtOnce(model::cudaFunction(*call, text_));
      const auto* swaps = call ? call->getDirectCallee() : nullptr;
      return swaps && swaps->isInStdNamespace() && model::isOfLanguage(*swaps);
    }
    return false;
  });
}

Message SteadyValues::ofMember(const Expr& expression) {
  const auto& member = cast<MemberExpr>(expression);
  if (const auto* variable = dyn_cast<VarDecl>(member.getMemberDecl())) return ofName(expression, *variable);
  if (!isa<FieldDecl>(member.getMemberDecl())) return {"%1 calls a member function", line(expression)};
  if (isa<CXXThisExpr>(member.getBase()->IgnoreParenImpCasts())) {
    if (!waits_) return {};
    return {"%1 reads %2, which may change while a round waits", line(expression),
            code(member.getMemberDecl()->getNameAsString())};
  }
  if (member.isArrow()) return {"%1 reads memory through a pointer", line(expression)};
  return whyNot(member.getBase());
}

Message SteadyValues::ofSubscript(const Expr& expression, bool isRead) {
  const auto& subscript = cast<ArraySubscriptExpr>(expression);
  const Expr* base = subscript.getBase()->IgnoreImpCasts();
  if (isRead && !base->getType()->isArrayType()) return {"%1 reads memory through a pointer", line(expression)};
  if (Message why = whyNot(subscript.getBase()); !why.empty()) return why;
  return whyNot(subscript.getIdx());
}

Message SteadyValues::ofUnary(const Expr& expression) {
  const auto& operation = cast<UnaryOperator>(expression);
  const Expr* operand = operation.getSubExpr();
  switch (operation.getOpcode()) {
    case UO_Plus:
    case UO_Minus:
    case UO_Not:
    case UO_LNot:
      return whyNot(operand);
    case UO_AddrOf:
      if (isa<ArraySubscriptExpr>(operand->IgnoreParens())) return ofSubscript(*operand->IgnoreParens(), false);
      return whyNot(operand);
    case UO_Deref:
      return {"%1 reads memory through a pointer", line(expression)};
    default:
      return {"%1 changes a variable", line(expression)};
  }
}

/// `i % 2`, `(i + 1) % 2`, `i & 1`: its value comes again after as many rounds.
bool SteadyValues::isOfCounter(const Expr& expression) {
  const auto& operation = cast<BinaryOperator>(expression);
  if (operation.getOpcode() != BO_Rem && operation.getOpcode() != BO_And) return false;
  const ASTContext& context = editor_.unit()->ast();
  const Expr* left = operation.getLHS()->IgnoreParenImpCasts();
  if (const auto* sum = dyn_cast<BinaryOperator>(left); sum && sum->getOpcode() == BO_Add) {
    Expr::EvalResult more;
    const bool isCount = sum->getRHS()->EvaluateAsInt(more, context) && !more.Val.getInt().isNegative() &&
                         more.Val.getInt().getActiveBits() < 8;
    if (!isCount) return false;
    left = sum->getLHS()->IgnoreParenImpCasts();
  }
  const auto* name = dyn_cast<DeclRefExpr>(left);
  Expr::EvalResult right;
  if (!name || name->getDecl() != &counter_ || !operation.getRHS()->EvaluateAsInt(right, context)) return false;
  const uint64_t number = right.Val.getInt().getLimitedValue();
  const uint64_t period = operation.getOpcode() == BO_Rem ? number : number + 1;
  if (period != 2 && period != 4) return false;
  period_ = std::lcm(period_, static_cast<unsigned>(period));
  return true;
}

Message SteadyValues::ofBinary(const Expr& expression) {
  const auto& operation = cast<BinaryOperator>(expression);
  if (operation.isAssignmentOp()) return {"%1 changes a variable", line(expression)};
  if (operation.isCommaOp() || operation.isPtrMemOp())
    return {"%1 computes a value in a way that is not understood", line(expression)};
  if (isOfCounter(expression)) return {};
  if (Message why = whyNot(operation.getLHS()); !why.empty()) return why;
  return whyNot(operation.getRHS());
}

/// A function of the language that computes with numbers, or one of the project that is no more than such an
/// expression.
Message SteadyValues::ofCall(const CallExpr& call) {
  const FunctionDecl* function = call.getDirectCallee();
  const Message unknown{"%1 calls a function, which may do more than compute a value", line(call)};
  if (!function || isa<CXXMemberCallExpr, CXXOperatorCallExpr, CUDAKernelCallExpr>(call)) return unknown;
  if (!takesNumbers(*function) || !function->getReturnType().getNonReferenceType()->isArithmeticType()) return unknown;
  for (const Expr* argument : call.arguments()) {
    if (Message why = whyNot(argument); !why.empty()) return why;
  }
  if (model::isOfLanguage(*function) && model::isMathFunction(*function)) return {};
  const Expr* given = model::onlyReturned(*function);
  if (!given || depth_ >= mostDepth) return unknown;
  ++depth_;
  const Message why = whyNot(given);
  --depth_;
  return why.empty() ? Message() : unknown;
}

}  // namespace warpwright::passes

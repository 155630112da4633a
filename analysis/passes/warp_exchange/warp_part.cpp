#include "analysis/passes/warp_exchange/warp_part.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <set>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/warp_exchange/tree_work.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/index_names.h"

namespace warpwright::passes {
namespace {

using namespace clang;

bool callsNamed(const Stmt& statement, llvm::StringRef name, unsigned arguments) {
  const auto* call = dyn_cast<CallExpr>(rewrite::ignoreWrappers(&statement));
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  const bool isNamed = callee && callee->getIdentifier() && callee->getName() == name;
  if (!isNamed) return false;
  for (unsigned i = arguments; i < call->getNumArgs(); ++i)
    if (!isa<CXXDefaultArgExpr>(call->getArg(i))) return false;
  return true;
}

/// Reads one statement.
class PartReader {
 public:
  PartReader(const ASTContext& context, const ThreadValues& values) : context_(context), values_(values) {}

  Part read(const Stmt& given) {
    Part part;
    part.statement = &given;
    part.before = values_;
    const Stmt* statement = rewrite::ignoreWrappers(&given);
    if (isWarpBarrier(*statement) || isa<NullStmt>(statement)) {
      part.kind = isa<NullStmt>(statement) ? Part::Kind::plain : Part::Kind::barrier;
      return part;
    }
    if (const auto* choice = dyn_cast<IfStmt>(statement)) {
      if (choice->getElse() || choice->getInit() || choice->getConditionVariable() || choice->isConstexpr())
        return part;
      part.guard = choice->getCond();
      statement = onlyOne(choice->getThen());
      if (!statement || !isa<Expr>(statement) || !isQuiet(*choice->getCond())) return part;
    }
    if (isPure(*statement, part) && !repeats(part)) part.kind = Part::Kind::plain;
    return part;
  }

  /// Of a condition, or of what is returned: it computes numbers, and may read elements.
  bool isPure(const Stmt& statement, Part& into) {
    bool isKnown = true;
    rewrite::eachPart(&statement, [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
      isKnown = isKnown && look(part, parents, into);
    });
    return isKnown;
  }

 private:
  static const Stmt* onlyOne(const Stmt* body) {
    const auto* block = dyn_cast<CompoundStmt>(body);
    if (block && block->size() != 1) return nullptr;
    return rewrite::ignoreWrappers(block ? block->body_front() : body);
  }

  /// It touches no memory and changes nothing.
  bool isQuiet(const Expr& condition) {
    Part own;
    const bool assigns = frontend::anyPart(&condition, [](const Stmt& part) {
      const auto* binary = dyn_cast<BinaryOperator>(&part);
      const auto* unary = dyn_cast<UnaryOperator>(&part);
      return (binary && binary->isAssignmentOp()) || (unary && unary->isIncrementDecrementOp());
    });
    return !assigns && isPure(condition, own) && own.touches.empty();
  }

  /// More than one element is written, one is read behind that, or what an index is made of changes on the way.
  bool repeats(const Part& part) const {
    const auto writes =
        std::count_if(part.touches.begin(), part.touches.end(), [](const Touch& one) { return one.writes; });
    if (writes > 1) return true;
    return std::any_of(part.touches.begin(), part.touches.end(), [&](const Touch& one) {
      const bool isAround =
          !part.write || one.writes ||
          frontend::anyPart(part.write->getRHS(), [&](const Stmt& inside) { return &inside == one.mention; });
      return !isAround || values_.changes(*part.statement, *one.mention->getIdx()) ||
             values_.changes(*part.statement, *one.mention->getBase());
    });
  }

  bool look(const Stmt& part, const std::vector<const Stmt*>& parents, Part& into) {
    if (inside_.contains(&part)) return true;
    if (const auto* property = dyn_cast<MSPropertyRefExpr>(&part)) return rewrite::indexNamed(*property).has_value();
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(&part)) return touch(*element, parents, into);
    if (const auto* name = dyn_cast<DeclRefExpr>(&part)) return isNumberOfThread(*name, parents);
    if (const auto* declared = dyn_cast<DeclStmt>(&part)) return declaresNumbers(*declared);
    if (const auto* call = dyn_cast<CallExpr>(&part))
      return call->getDirectCallee() && !isa<CXXMemberCallExpr, CXXOperatorCallExpr>(call) &&
             givesNumberOfNumbers(*call->getDirectCallee());
    if (const auto* unary = dyn_cast<UnaryOperator>(&part))
      return unary->getOpcode() != UO_AddrOf && unary->getOpcode() != UO_Deref;
    if (const auto* binary = dyn_cast<BinaryOperator>(&part)) {
      into.multiplies = into.multiplies || multipliesNumbers(*binary);
      return binary->getOpcode() != BO_Comma && !binary->isPtrMemOp();
    }
    return isa<ConditionalOperator, ParenExpr, ImplicitCastExpr, ExplicitCastExpr, IntegerLiteral, FloatingLiteral,
               CXXBoolLiteralExpr, ConstantExpr, ExprWithCleanups, SubstNonTypeTemplateParmExpr, CharacterLiteral,
               PseudoObjectExpr, OpaqueValueExpr, UnaryExprOrTypeTraitExpr>(part);
  }

  bool touch(const ArraySubscriptExpr& element, const std::vector<const Stmt*>& parents, Part& into) {
    const auto elements = values_.elementOf(element);
    if (!elements) return false;
    frontend::anyPart(&element, [&](const Stmt& part) {
      inside_.insert(&part);
      return false;
    });
    Touch one{&element, *elements};
    for (size_t i = parents.size(); i-- > 0;) {
      const auto* choice = dyn_cast<ConditionalOperator>(parents[i]);  // of places, too
      const Stmt* inner = i + 1 < parents.size() ? parents[i + 1] : &element;
      if (isa<ParenExpr>(parents[i]) || (choice && inner != choice->getCond())) continue;
      const auto* cast = dyn_cast<ImplicitCastExpr>(parents[i]);
      const auto* binary = dyn_cast<BinaryOperator>(parents[i]);
      if (cast && cast->getCastKind() == CK_LValueToRValue) {
        one.reads = true;
      } else if (binary && binary->isAssignmentOp() && binary->getLHS()->IgnoreParens() == &element) {
        one.writes = true;
        one.reads = binary->isCompoundAssignmentOp();
        into.write = binary;
        const bool isSometimes = std::any_of(parents.begin(), parents.end(), [](const Stmt* around) {
          const auto* logical = dyn_cast<BinaryOperator>(around);
          return isa<AbstractConditionalOperator>(around) || (logical && logical->isLogicalOp());
        });
        if (isSometimes) return false;
      } else {
        return false;
      }
      into.touches.push_back(std::move(one));
      return true;
    }
    return false;
  }

  bool isNumberOfThread(const DeclRefExpr& name, const std::vector<const Stmt*>& parents) const {
    if (isa<FunctionDecl, EnumConstantDecl>(name.getDecl())) return true;
    if (!parents.empty() && isa<MSPropertyRefExpr>(parents.back())) return true;
    const auto* variable = dyn_cast<VarDecl>(name.getDecl());
    if (!variable || variable->getType().isVolatileQualified() || !variable->getType()->isArithmeticType())
      return false;
    if (variable->isConstexpr() || variable->isUsableInConstantExpressions(context_)) return true;
    return (variable->isLocalVarDecl() || isa<ParmVarDecl>(variable)) && !variable->isStaticLocal() &&
           !variable->hasAttr<CUDASharedAttr>() && !variable->getType()->isReferenceType();
  }

  static bool declaresNumbers(const DeclStmt& statement) {
    return std::all_of(statement.decl_begin(), statement.decl_end(), [](const Decl* one) {
      const auto* variable = dyn_cast<VarDecl>(one);
      return variable && variable->isLocalVarDecl() && !variable->isStaticLocal() &&
             !variable->hasAttr<CUDASharedAttr>() && variable->getType()->isArithmeticType() &&
             !variable->getType().isVolatileQualified();
    });
  }

  const ASTContext& context_;
  const ThreadValues& values_;
  std::set<const Stmt*> inside_;  ///< of elements
};

}  // namespace

bool isWarpBarrier(const Stmt& statement) {
  return callsNamed(statement, "__syncwarp", 0);
}

bool isBarrierOfBlock(const Stmt& statement) {
  return callsNamed(statement, "__syncthreads", 0);
}

Part readPart(const ASTContext& context, const ThreadValues& values, const Stmt& statement) {
  return PartReader(context, values).read(statement);
}

std::optional<Part> readValue(const ASTContext& context, const ThreadValues& values, const Expr& value) {
  Part part;
  return PartReader(context, values).isPure(value, part) && !part.write ? std::optional(std::move(part)) : std::nullopt;
}

}  // namespace warpwright::passes

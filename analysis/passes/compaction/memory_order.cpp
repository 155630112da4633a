// What the loads and stores of merged threads may have to do with each other.

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <functional>

#include "analysis/model/source_text.h"
#include "analysis/passes/compaction/plan.h"
#include "analysis/rewrite/source/statement.h"

namespace warpwright::rewrite {

using namespace clang;

namespace {

enum class Region : uint8_t { unknown, shared, argument, device, readOnly };

Region regionOf(const MemoryUse& use, const VariableSet& written) {
  if (use.readOnly) return Region::readOnly;
  if (!use.root) return Region::unknown;
  if (!use.direct) {
    const auto* parameter = dyn_cast<ParmVarDecl>(use.root);
    const bool ofKernel = parameter && cast<FunctionDecl>(parameter->getDeclContext())->hasAttr<CUDAGlobalAttr>();
    return ofKernel && !written.contains(use.root) ? Region::argument : Region::unknown;
  }
  if (use.root->hasAttr<CUDASharedAttr>()) return Region::shared;
  return use.root->hasAttr<CUDAConstantAttr>() ? Region::readOnly : Region::device;
}

}  // namespace

bool mayBeGlobal(const MemoryUse& use, const VariableSet& written) {
  const Region region = regionOf(use, written);
  return region != Region::shared && region != Region::readOnly;
}

bool touchesGlobal(const Effects& effects, const VariableSet& written, bool stores) {
  return std::any_of(effects.memory.begin(), effects.memory.end(),
                     [&](const MemoryUse& use) { return use.isStore == stores && mayBeGlobal(use, written); });
}

bool mayAlias(const MemoryUse& a, const MemoryUse& b, const VariableSet& written) {
  const Region x = regionOf(a, written), y = regionOf(b, written);
  if (x == Region::readOnly || y == Region::readOnly) return false;
  if (x == Region::unknown || y == Region::unknown) return true;
  if ((x == Region::shared) != (y == Region::shared)) return false;
  if (a.root == b.root) return true;
  if (x == Region::shared) return a.root->hasExternalStorage() && b.root->hasExternalStorage();
  if (x == Region::device && y == Region::device) return false;
  return !(a.root->getType().isRestrictQualified() && b.root->getType().isRestrictQualified());
}

namespace {

// Nothing but arithmetic on variables and what a subscript or a member adds to a pointer.
bool loadsNothing(const Stmt* part, bool isPlace) {
  if (!part) return true;
  if (isa<CallExpr>(part) || isa<CXXConstructExpr>(part) || isa<LambdaExpr>(part)) return indexNamed(*part).has_value();
  if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    return !variable || isOfThread(*variable) || isPlace || variable->isConstexpr();
  }
  if (indexNamed(*part)) return true;
  if (const auto* cast = dyn_cast<ImplicitCastExpr>(part); cast && cast->getCastKind() == CK_LValueToRValue) {
    const Expr* loaded = cast->getSubExpr()->IgnoreParenImpCasts();
    const auto* name = dyn_cast<DeclRefExpr>(loaded);
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    return variable && (isOfThread(*variable) || variable->isConstexpr()) && !variable->getType()->isReferenceType();
  }
  return std::all_of(part->child_begin(), part->child_end(),
                     [&](const Stmt* child) { return loadsNothing(child, isPlace); });
}

bool holdsComment(const Stmt& statement, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const StringRef text =
      Lexer::getSourceText(CharSourceRange::getTokenRange(statement.getSourceRange()), sources, context.getLangOpts());
  return text.empty() || text.contains("//") || text.contains("/*") || text.contains('#');
}

// Does its text stand in the file: no part of a macro's body, nor from one of its arguments to another?
bool isSpelled(const Expr& part, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const SourceLocation begin = part.getBeginLoc(), end = part.getEndLoc();
  const bool isOfOneUse =
      begin.isMacroID() && end.isMacroID() && sources.getExpansionLoc(begin) == sources.getExpansionLoc(end);
  if (isOfOneUse && sources.getFileID(begin) != sources.getFileID(end)) return false;
  return model::charsInFile(part.getSourceRange(), context).isValid();
}

// `if (a[i] > 0) …`: other threads' stores are not what a thread's condition waits for.
std::optional<SplitStore> splitChoice(const CodeStatement& code, const VariableSet& written,
                                      const ASTContext& context) {
  const auto* choice = dyn_cast<IfStmt>(ignoreWrappers(code.statement));
  if (!choice || choice->getInit() || choice->getConditionVariable() || choice->isConstexpr()) return std::nullopt;
  if (!isSpelled(*choice->getCond(), context)) return std::nullopt;
  const Effects& asks = code.own;
  const bool isPure = asks.writes.empty() && asks.declares.empty() && !asks.stores() && !asks.calls && !asks.repeats &&
                      !asks.exchanges && !asks.orders;
  if (!isPure || !touchesGlobal(asks, written, false) || !touchesGlobal(code.all, written, true)) return std::nullopt;
  if (code.all.hasBarrier || code.all.orders || code.all.exchanges || code.hasReturn || code.leavesLoop)
    return std::nullopt;
  return SplitStore{nullptr, nullptr, choice};
}

std::optional<SplitStore> splitAssignment(const CodeStatement& code, const VariableSet& written,
                                          const ASTContext& context) {
  SplitStore split;
  const Stmt* statement = ignoreWrappers(code.statement);
  if (const auto* choice = dyn_cast<IfStmt>(statement)) {
    if (choice->getElse() || choice->getInit() || choice->getConditionVariable() || choice->isConstexpr())
      return std::nullopt;
    split.guard = choice->getCond();
    if (!loadsNothing(split.guard, false) || holdsComment(*statement, context)) return std::nullopt;
    statement = ignoreWrappers(choice->getThen());
    if (const auto* block = dyn_cast<CompoundStmt>(statement)) {
      if (block->size() != 1) return std::nullopt;
      statement = ignoreWrappers(block->body_front());
    }
  }
  split.assignment = dyn_cast<BinaryOperator>(statement);
  if (!split.assignment || !split.assignment->isAssignmentOp()) return std::nullopt;
  const Expr* place = split.assignment->getLHS();
  const Expr* value = split.assignment->getRHS();
  const Effects& all = code.all;
  const auto stores =
      std::count_if(all.memory.begin(), all.memory.end(), [](const MemoryUse& use) { return use.isStore; });
  const bool loads = touchesGlobal(all, written, false), storesGlobal = touchesGlobal(all, written, true);
  const bool plain = place->getType()->isArithmeticType() && value->getType()->isArithmeticType();
  if (!plain || stores != 1 || !loads || !storesGlobal || !all.writes.empty() || !all.declares.empty())
    return std::nullopt;
  if (all.calls || all.hasBarrier || all.leaksPointer || code.hasReturn || code.leavesLoop) return std::nullopt;
  if (all.repeats && !split.assignment->isCompoundAssignmentOp()) return std::nullopt;  // an atomic
  if (!loadsNothing(place, true)) return std::nullopt;
  return split;
}

}  // namespace

std::optional<SplitStore> splitStore(const CodeStatement& code, const VariableSet& written, const ASTContext& context) {
  const auto assignment = splitAssignment(code, written, context);
  return assignment ? assignment : splitChoice(code, written, context);
}

}  // namespace warpwright::rewrite

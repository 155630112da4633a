#include "analysis/passes/placement/shared_target.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <optional>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/written_kernel.h"
#include "analysis/rewrite/edit/conditional_code.h"
#include "analysis/rewrite/edit/redeclare.h"

namespace warpwright::passes {

using namespace rewrite;

namespace {

unsigned rankOf(const clang::VarDecl& variable) {
  unsigned rank = 0;
  const clang::ASTContext& context = variable.getASTContext();
  clang::QualType type = variable.getType();
  while (const clang::ArrayType* array = context.getAsArrayType(type)) {
    ++rank;
    type = array->getElementType();
  }
  return rank;
}

/// The variable that a body declares there: of a template, that of the instantiation.
const clang::VarDecl* declarationIn(const clang::Stmt* part, clang::SourceLocation at) {
  const clang::VarDecl* found = nullptr;
  frontend::anyDeclared(part, [&](const clang::Decl& one) {
    if (one.getLocation() == at) found = clang::dyn_cast<clang::VarDecl>(&one);
    return found != nullptr;
  });
  return found;
}

/// Does the expression name the variable, or a pointer that is a local variable?
bool mayLeadTo(const clang::Stmt* part, const clang::VarDecl& variable) {
  return frontend::anyPart(part, [&](const clang::Stmt& inner) {
    const auto* name = clang::dyn_cast<clang::DeclRefExpr>(&inner);
    const auto* named = name ? clang::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    return named && (named->getCanonicalDecl() == variable.getCanonicalDecl() ||
                     (named->isLocalVarDecl() && named->getType()->isPointerType()));
  });
}

void findWiderView(const clang::Stmt* part, const clang::VarDecl& variable, uint64_t declared, WiderView& found) {
  if (!part || found.alignment != 0) return;
  const auto* cast = clang::dyn_cast<clang::ExplicitCastExpr>(part);
  const clang::QualType type = cast ? cast->getType() : clang::QualType();
  if (cast && !type->isDependentType() && type->isPointerType() && !type->getPointeeType()->isIncompleteType() &&
      !type->getPointeeType()->isFunctionType()) {
    const clang::ASTContext& context = variable.getASTContext();
    const auto wanted = static_cast<uint64_t>(context.getTypeAlignInChars(type->getPointeeType()).getQuantity());
    if (wanted > declared && mayLeadTo(cast->getSubExpr(), variable)) found = {cast->getBeginLoc(), wanted};
  }
  for (const clang::Stmt* child : part->children()) findWiderView(child, variable, declared, found);
}

/// The array in each instance, where its type is known.
std::vector<std::pair<const clang::Stmt*, const clang::VarDecl*>> declarationsOf(const SharedTarget& target) {
  std::vector<std::pair<const clang::Stmt*, const clang::VarDecl*>> found;
  for (const clang::FunctionDecl* body : target.bodies) {
    const clang::VarDecl* variable = declarationIn(body->getBody(), target.local.variable->getLocation());
    if (variable && !variable->getType()->isDependentType()) found.emplace_back(body->getBody(), variable);
  }
  return found;
}

uint64_t alignmentOf(const clang::VarDecl& variable) {
  return static_cast<uint64_t>(variable.getASTContext().getDeclAlign(&variable).getQuantity());
}

}  // namespace

WiderView findWiderView(const SharedTarget& target) {
  WiderView found;
  for (const auto& [body, variable] : declarationsOf(target))
    findWiderView(body, *variable, alignmentOf(*variable), found);
  return found;
}

uint64_t declaredAlignment(const SharedTarget& target) {
  uint64_t least = UINT64_MAX;
  for (const auto& [body, variable] : declarationsOf(target)) least = std::min(least, alignmentOf(*variable));
  return least;
}

const Access* strictestAccess(const model::ParsedKernel& kernel, const MemoryObject& object) {
  const Access* strictest = nullptr;
  for (const KernelModel& model : kernel.models) {
    for (const Access& access : model.accesses) {
      if (!access.object.isValid() || model.object(access.object).name != object.name) continue;
      if (!strictest || access.alignment > strictest->alignment) strictest = &access;
    }
  }
  return strictest;
}

LineList atLine(const frontend::ParsedUnit& unit, clang::SourceLocation location) {
  return lineText(positionAt(unit, location));
}

const LocalVariable* findShared(const frontend::ParsedUnit& unit, const std::vector<LocalVariable>& variables,
                                const MemoryObject& object) {
  const SourcePosition begin = object.declaration.begin;
  const LocalVariable* inLine = nullptr;
  size_t inLineCount = 0;
  for (const LocalVariable& local : variables) {
    const SourcePosition at = positionAt(unit, local.variable->getLocation());
    if (local.variable->getName() != object.name || at.line != begin.line) continue;
    if (at.column == begin.column) return &local;
    inLine = &local;
    ++inLineCount;
  }
  return inLineCount == 1 ? inLine : nullptr;
}

Result<SharedTarget> findSharedTarget(const model::ParsedKernel& kernel, const MemoryObject& object) {
  const frontend::ParsedUnit& unit = *kernel.unit;
  SharedTarget target;
  target.pattern = kernel.pattern;
  const std::vector<LocalVariable> variables = sharedVariables(*kernel.pattern);
  const LocalVariable* local = findShared(unit, variables, object);
  if (!local) {
    return inputError(
        {"`%1` is declared outside the kernel (%2), where it outlives each call: declare it in the kernel first",
         object.name, lineText(object.declaration.begin.line)});
  }
  if (local->insideLambda) return inputError({"`%1` is declared inside a lambda", object.name});
  target.local = *local;
  target.rank = rankOf(*local->variable);
  target.bodies = model::instancesOf(kernel);
  return target;
}

namespace {

// Is the array named nowhere else in the scope of its declaration?
Status checkOtherText(const Editor& editor, const SharedTarget& target, const std::set<uint32_t>& names,
                      const std::string& name) {
  const clang::CompoundStmt* scope = nullptr;
  for (const clang::Stmt* parent : target.local.parents) {
    if (const auto* block = clang::dyn_cast<clang::CompoundStmt>(parent)) scope = block;
  }
  Result<TextRange> declared = editor.locate(target.local.variable->getLocation());
  if (!declared.ok()) return declared.error();
  const clang::SourceManager& sources = target.pattern->getASTContext().getSourceManager();
  const uint32_t end = sources.getFileOffset(sources.getExpansionLoc(scope->getRBracLoc()));
  RawToken previous;
  std::optional<ConditionalCode> conditions;
  for (const RawToken& token : editor.tokens({declared->file, declared->end, end})) {
    const bool member = previous.is(".") || previous.is("->") || previous.is("::");
    previous = token;
    if (!token.isIdentifier || member || !token.is(name) || names.contains(token.begin)) continue;
    if (!conditions) conditions.emplace(editor, declared->file);
    if (conditions->areAlternatives(declared->begin, token.begin))
      continue;  // never in one program with the declaration
    return inputError({"%1 names `%2` in code that is left out here, or means something else by it",
                       lineText(editor.lineOf(declared->file, token.begin)), name});
  }
  return {};
}

// Could it be declared at the function's start without meeting another thing of the same name?
bool nameIsFreeInFunction(const Editor& editor, const SharedTarget& target, const std::set<uint32_t>& names,
                          const std::string& name) {
  Result<TextRange> declared = editor.locate(target.local.variable->getLocation());
  const clang::SourceManager& sources = target.pattern->getASTContext().getSourceManager();
  const uint32_t begin = sources.getFileOffset(sources.getExpansionLoc(target.pattern->getBeginLoc()));
  const uint32_t end = sources.getFileOffset(sources.getExpansionLoc(target.pattern->getBodyRBrace()));
  if (!declared.ok()) return false;
  for (const RawToken& token : editor.tokens({declared->file, begin, end})) {
    if (token.is(name) && token.begin != declared->begin && !names.contains(token.begin)) return false;
  }
  return true;
}

}  // namespace

Result<std::string> redeclareForThread(Editor& editor, const SharedTarget& target, const std::set<uint32_t>& names,
                                       const std::string& name, const std::string& extents) {
  if (Status text = checkOtherText(editor, target, names, name); !text.ok()) return text.error();
  const bool atStart = target.local.inLoop();
  const bool isFree = !atStart || nameIsFreeInFunction(editor, target, names, name);
  const Redeclaration wanted{isFree ? name : editor.freshName(name), extents, atStart, "private to its thread"};
  Status declared = redeclare(editor, *target.pattern, target.local, target.rank, wanted);
  return declared.ok() ? Result<std::string>(wanted.name) : declared.error();
}

}  // namespace warpwright::passes

#include "analysis/passes/launch_graph/captures.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/code_pieces.h"
#include "analysis/model/cuda_names.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/returned_value.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::passes {
namespace {

using namespace clang;

/// Does a variable end with code of its own?
bool isDestroyed(const Stmt& part) {
  const auto* declares = dyn_cast<DeclStmt>(&part);
  return declares && llvm::any_of(declares->decls(), [](const Decl* one) {
           const auto* variable = dyn_cast<VarDecl>(one);
           return variable && variable->getType().isDestructedType() != QualType::DK_none;
         });
}

/// Is a function of the project handed to another one, or an object of its classes, which has some?
bool handsFunctions(const CallExpr& call, const model::SourceText& text) {
  return llvm::any_of(call.arguments(), [&](const Expr* argument) {
    return frontend::anyPart(argument, [&](const Stmt& part) {
      const auto* name = dyn_cast<DeclRefExpr>(&part);
      const auto* function = name ? dyn_cast<FunctionDecl>(name->getDecl()) : nullptr;
      const auto* value = dyn_cast<Expr>(&part);
      const CXXRecordDecl* type = value ? value->getType()->getAsCXXRecordDecl() : nullptr;
      return (function && text.isInProject(function->getLocation())) || (type && text.isInProject(type->getLocation()));
    });
  });
}

/// Can the code between the two ends of a capture lead to other code of the project?
bool leavesTo(const Stmt& part, const model::SourceText& text) {
  if (isDestroyed(part) || isa<CXXBindTemporaryExpr>(part)) return true;
  if (const auto* made = dyn_cast<CXXConstructExpr>(&part))
    return !made->getConstructor()->isTrivial() && text.isInProject(made->getConstructor()->getLocation());
  const auto* call = dyn_cast<CallExpr>(&part);
  if (!call || isa<CUDAKernelCallExpr>(part)) return isa<LambdaExpr, CXXNewExpr, GotoStmt, ReturnStmt>(part);
  if (!isa<CXXMemberCallExpr>(part) && handsFunctions(*call, text)) return true;
  const FunctionDecl* function = call->getDirectCallee();
  if (!function) return true;
  if (!text.isInProject(function->getLocation())) return false;
  const Expr* given = model::onlyReturned(*function);
  return !given || frontend::anyPart(given, [&](const Stmt& inner) { return isa<CallExpr>(inner); });
}

/// The branch of an `if` that begins a capture in its condition and ends it last; null: it is begun otherwise.
const Stmt* branchOf(const rewrite::Placed<CallExpr>& begins, const model::SourceText& text) {
  const Stmt* inner = begins.node;
  for (auto parent = begins.parents.rbegin(); parent != begins.parents.rend(); inner = *parent, ++parent) {
    const auto* choice = dyn_cast<IfStmt>(*parent);
    if (!choice) continue;
    const auto* branch = dyn_cast<CompoundStmt>(choice->getThen());
    if (choice->getCond() != inner || choice->getElse() || !branch || branch->body_empty()) return nullptr;
    const auto* ends = dyn_cast<CallExpr>(branch->body_back());
    const bool isEnd = ends && model::cudaFunction(*ends, text) == "cudaStreamEndCapture" &&
                       rewrite::namedVariable(ends->getArg(0)) &&
                       rewrite::namedVariable(ends->getArg(0)) == rewrite::namedVariable(begins.node->getArg(0));
    if (!isEnd || frontend::anyPart(branch, [&](const Stmt& part) { return leavesTo(part, text); })) return nullptr;
    return branch;
  }
  return nullptr;
}

/// May a function begin to capture a stream, as its name tells? Libraries have functions of their own for it.
bool beginsCapture(const FunctionDecl& function) {
  std::string name = function.getDeclName().isIdentifier() ? function.getNameAsString() : std::string();
  std::erase(name, '_');
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name.find("begincapture") != std::string::npos || name.find("capturebegin") != std::string::npos;
}

/// A call that begins a capture, and the branch that it ends in; null: it is not known to end.
struct Capture {
  const CallExpr* begins = nullptr;
  const Stmt* branch = nullptr;

  bool holds(const Stmt& loop) const {
    return frontend::anyPart(branch, [&](const Stmt& part) { return &part == &loop; });
  }
};

std::vector<Capture> capturesOf(const rewrite::Editor& editor) {
  const model::SourceText text(*editor.unit());
  std::vector<Capture> all;
  for (const FunctionDecl* function : model::projectFunctions(*editor.unit())) {
    for (const auto& call : rewrite::mentionsOf(function->getBody()).calls) {
      const FunctionDecl* called = call.node->getDirectCallee();
      if (called && beginsCapture(*called)) all.push_back({call.node, branchOf(call, text)});
    }
  }
  return all;
}

}  // namespace

Message lineOfCaptureAround(const rewrite::Editor& editor, const Stmt& loop) {
  const auto lineOf = [&](const Stmt& part) {
    return lineText(rewrite::positionAt(*editor.unit(), part.getBeginLoc()));
  };
  std::set<const Expr*> closed;
  for (const Capture& capture : capturesOf(editor)) {
    if (!capture.branch || capture.holds(loop)) return lineOf(*capture.begins);
    closed.insert(capture.begins->getCallee()->IgnoreParenImpCasts());
  }
  for (const auto& [name, function] : model::codePieces(*editor.unit()).functionNames) {
    if (beginsCapture(*function) && !closed.contains(name->IgnoreParenImpCasts())) return lineOf(*name);
  }
  return {};
}

bool isCaptured(const rewrite::Editor& editor, const Stmt& loop) {
  return std::ranges::any_of(capturesOf(editor), [&](const Capture& one) { return one.holds(loop); });
}

}  // namespace warpwright::passes

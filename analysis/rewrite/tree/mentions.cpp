#include "analysis/rewrite/tree/mentions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ExprObjC.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <set>

#include "analysis/frontend/statement_search.h"
#include "analysis/frontend/tree_walk.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;
using Visit = std::function<void(const Stmt&, const std::vector<const Stmt*>&)>;

void walk(const Stmt* statement, std::vector<const Stmt*>& parents, const Visit& visit) {
  if (!statement) return;
  // threadIdx.x is a pseudo object whose parts stand twice in the tree.
  if (const auto* pseudo = dyn_cast<PseudoObjectExpr>(statement)) statement = pseudo->getSyntacticForm();
  // What stands behind it, and what a call or an initialiser leaves to its defaults, is no child.
  const auto* opaque = dyn_cast<OpaqueValueExpr>(statement);
  if (opaque && llvm::any_of(parents, [](const Stmt* parent) { return isa<MSPropertyRefExpr>(parent); })) {
    return walk(opaque->getSourceExpr(), parents, visit);
  }
  if (const auto* left = dyn_cast<CXXDefaultArgExpr>(statement)) return walk(left->getExpr(), parents, visit);
  if (const auto* left = dyn_cast<CXXDefaultInitExpr>(statement)) return walk(left->getExpr(), parents, visit);
  visit(*statement, parents);
  parents.push_back(statement);
  for (const Stmt* child : statement->children()) walk(child, parents, visit);
  parents.pop_back();
}

void note(Mentions& found, const Stmt* statement, const std::vector<const Stmt*>& parents) {
  if (const auto* name = dyn_cast<DeclRefExpr>(statement)) {
    if (const auto* variable = dyn_cast<VarDecl>(name->getDecl())) {
      const StringRef text = variable->getDeclName().isIdentifier() ? variable->getName() : "";
      const bool builtIn =
          !variable->isLocalVarDeclOrParm() &&
          (text == "threadIdx" || text == "blockIdx" || text == "blockDim" || text == "gridDim" || text == "warpSize");
      if (builtIn) {
        found.builtIns.push_back({name, parents});
      } else {
        found.variables[variable->getCanonicalDecl()].push_back({name, parents});
      }
    }
  } else if (const auto* call = dyn_cast<CallExpr>(statement)) {
    if (const auto* launch = dyn_cast<CUDAKernelCallExpr>(call)) {
      found.launches.push_back({launch, parents});
    } else {
      found.calls.push_back({call, parents});
    }
  } else if (const auto* declaration = dyn_cast<DeclStmt>(statement)) {
    for (const Decl* one : declaration->decls()) {
      const auto* variable = dyn_cast<VarDecl>(one);
      if (!variable) continue;
      found.declared[variable->getCanonicalDecl()] = {declaration, parents};
      const auto* record = variable->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
      const bool runsCode = record && record->hasDefinition() && !record->hasTrivialDestructor();
      if (runsCode && !found.destroyed) found.destroyed = statement;
    }
  } else if (const auto* made = dyn_cast<CXXConstructExpr>(statement)) {
    found.made.push_back(made);
  } else if (isa<ArraySubscriptExpr>(statement)) {
    found.memory.push_back({cast<Expr>(statement), parents});
  } else if (const auto* unary = dyn_cast<UnaryOperator>(statement); unary && unary->getOpcode() == UO_Deref) {
    found.memory.push_back({unary, parents});
  } else if (const auto* member = dyn_cast<MemberExpr>(statement); member && member->isArrow()) {
    found.memory.push_back({member, parents});
  } else if (isa<CXXBindTemporaryExpr>(statement)) {
    if (!found.destroyed) found.destroyed = statement;
  } else if (isa<LambdaExpr, GotoStmt, IndirectGotoStmt, AsmStmt, CXXNewExpr, CXXDeleteExpr, CXXTryStmt>(statement)) {
    if (!found.strange) found.strange = statement;
    if (isa<GotoStmt, IndirectGotoStmt>(statement) && !found.jump) found.jump = statement;
  }
}

class NameFinder : public frontend::TreeWalk {
 public:
  std::map<SourceLocation, const DeclRefExpr*> found;

 private:
  bool visit(Stmt& statement) override {
    if (const auto* name = dyn_cast<DeclRefExpr>(&statement)) found.emplace(name->getLocation(), name);
    return true;
  }
};

}  // namespace

void eachPart(const Stmt* statement, const Visit& visit) {
  std::vector<const Stmt*> parents;
  walk(statement, parents, visit);
}

Mentions mentionsOf(const Stmt* body) {
  Mentions found;
  eachPart(body, [&](const Stmt& part, const std::vector<const Stmt*>& parents) { note(found, &part, parents); });
  return found;
}

std::vector<const DeclRefExpr*> namesInTypes(const Stmt* body) {
  NameFinder finder;
  finder.walk(body);
  eachPart(body, [&](const Stmt& part, const auto&) {
    if (const auto* name = dyn_cast<DeclRefExpr>(&part)) finder.found.erase(name->getLocation());
  });
  std::vector<const DeclRefExpr*> names;
  for (const auto& [at, name] : finder.found) names.push_back(name);
  return names;
}

std::vector<SourceLocation> typeMentions(const FunctionDecl& function, const VarDecl& variable) {
  const auto names = [&](const DeclRefExpr* name) {
    return name && name->getDecl()->getCanonicalDecl() == variable.getCanonicalDecl();
  };
  std::set<SourceLocation> found;
  for (const DeclRefExpr* name : namesInTypes(function.getBody())) {
    if (names(name)) found.insert(name->getLocation());
  }
  frontend::anyDeclared(function.getBody(), [&](const Decl& declaration) {
    const auto* declared = dyn_cast<VarDecl>(&declaration);
    const auto* open = declared ? declared->getType()->getContainedAutoType() : nullptr;
    if (!open || !open->isDecltypeAuto() || !declared->getInit()) return false;
    const auto* name = dyn_cast<DeclRefExpr>(declared->getInit()->IgnoreImpCasts());
    if (names(name)) found.insert(name->getLocation());
    return false;
  });
  return {found.begin(), found.end()};
}

bool isRead(const Mention& mention) {
  const auto around = std::find_if(mention.parents.rbegin(), mention.parents.rend(),
                                   [](const Stmt* parent) { return !isa<ParenExpr>(parent); });
  const auto* read = around == mention.parents.rend() ? nullptr : dyn_cast<CastExpr>(*around);
  return read && read->getCastKind() == CK_LValueToRValue;
}

bool isOnlyRead(const Mentions& mentions, const VarDecl* variable) {
  const auto found = mentions.variables.find(variable->getCanonicalDecl());
  if (found == mentions.variables.end()) return true;
  return std::all_of(found->second.begin(), found->second.end(), isRead);
}

const VarDecl* namedVariable(const Expr* expression) {
  const auto* name = expression ? dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts()) : nullptr;
  const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return variable ? variable->getCanonicalDecl() : nullptr;
}

bool isSameText(const clang::Expr& some, const clang::Expr& other, const clang::ASTContext& context) {
  llvm::FoldingSetNodeID first, second;
  some.IgnoreParenImpCasts()->Profile(first, context, /*Canonical=*/true);
  other.IgnoreParenImpCasts()->Profile(second, context, /*Canonical=*/true);
  return first == second;
}

}  // namespace warpwright::rewrite

#include "analysis/model/read_references.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <map>
#include <vector>

#include "analysis/frontend/kept_fact.h"
#include "analysis/model/code_pieces.h"
#include "analysis/model/pointer_expressions.h"
#include "analysis/model/source_text.h"

namespace warpwright::model {
namespace {

using namespace clang;

/// The variable that `a` and `std::forward<A>(a)` name; null: it is something else.
const DeclRefExpr* nameIn(const Expr& expression) {
  const Expr* inner = expression.IgnoreParens();
  const auto* call = dyn_cast<CallExpr>(inner);
  if (call && isForward(*call)) inner = call->getArg(0)->IgnoreParens();
  const auto* name = dyn_cast<DeclRefExpr>(inner);
  return name && isa<VarDecl>(name->getDecl()) ? name : nullptr;
}

const ParmVarDecl* referenceIn(const DeclRefExpr& name) {
  const auto* parameter = dyn_cast<ParmVarDecl>(name.getDecl());
  return parameter && parameter->getType()->isReferenceType() ? parameter : nullptr;
}

/// That of the definition, of which the body speaks; null: there is none, or another file may have one in its place.
const ParmVarDecl* defined(const ParmVarDecl& parameter) {
  const auto* function = dyn_cast<FunctionDecl>(parameter.getDeclContext());
  const FunctionDecl* definition = nullptr;
  const bool isSeen = function && function->hasBody(definition) && !definition->isWeak();
  return isSeen ? definition->getParamDecl(parameter.getFunctionScopeIndex()) : nullptr;
}

class Finder {
 public:
  explicit Finder(const frontend::ParsedUnit& unit) : text_(unit) {}

  void look(const Stmt* part) {
    if (!part || !seen_.insert(part).second) return;
    if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
      if (const ParmVarDecl* parameter = referenceIn(*name)) mentions_[parameter].push_back(name);
    } else if (const auto* cast = dyn_cast<CastExpr>(part)) {
      const bool isRead = cast->getCastKind() == CK_LValueToRValue;
      if (const DeclRefExpr* name = isRead ? nameIn(*cast->getSubExpr()) : nullptr) names.insert(name);
    } else if (const auto* call = dyn_cast<CallExpr>(part); call && call->getDirectCallee()) {
      noteBound(*call, *call->getDirectCallee());
    }
    for (const Stmt* child : part->children()) look(child);
  }

  /// All are taken to read till one is seen that does more, and those that are bound to it do so, too.
  void finish() {
    for (const auto& [name, to] : bound_) parameters.insert(to);
    for (const auto& [parameter, all] : mentions_) parameters.insert(parameter);
    std::erase_if(parameters, [&](const ParmVarDecl* one) { return !text_.isInProject(one->getLocation()); });
    for (size_t before = parameters.size() + 1; before != parameters.size();) {
      before = parameters.size();
      std::erase_if(parameters, [&](const ParmVarDecl* one) {
        const auto all = mentions_.find(one);
        return all != mentions_.end() &&
               !std::ranges::all_of(all->second, [&](const auto* name) { return isRead(name); });
      });
    }
    for (const auto& [name, to] : bound_) {
      if (parameters.contains(to)) names.insert(name);
    }
  }

  std::unordered_set<const ParmVarDecl*> parameters;
  std::unordered_set<const DeclRefExpr*> names;

 private:
  bool isRead(const DeclRefExpr* name) const {
    const auto to = bound_.find(name);
    return names.contains(name) || (to != bound_.end() && parameters.contains(to->second));
  }

  void noteBound(const CallExpr& call, const FunctionDecl& callee) {
    const llvm::ArrayRef<const Expr*> arguments = argumentsOf(call);
    const auto* method = dyn_cast<CXXMethodDecl>(&callee);
    if (method && method->isVirtual()) return;
    for (unsigned i = 0; i < arguments.size() && i < callee.getNumParams(); ++i) {
      const ParmVarDecl* to = defined(*callee.getParamDecl(i));
      const bool isReference = to && to->getType()->isReferenceType() && text_.isInProject(to->getLocation());
      if (const DeclRefExpr* name = isReference ? nameIn(*arguments[i]) : nullptr) bound_.try_emplace(name, to);
    }
  }

  SourceText text_;
  std::unordered_set<const Stmt*> seen_;
  std::map<const ParmVarDecl*, std::vector<const DeclRefExpr*>> mentions_;
  std::map<const DeclRefExpr*, const ParmVarDecl*> bound_;
};

}  // namespace

bool isForward(const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  return callee && callee->isInStdNamespace() && callee->getDeclName().isIdentifier() &&
         callee->getName() == "forward" && call.getNumArgs() == 1;
}

ReadReferences::ReadReferences(const frontend::ParsedUnit& unit) {
  Finder finder(unit);
  for (const Stmt* piece : codePieces(unit).pieces) finder.look(piece);
  finder.finish();
  parameters_ = std::move(finder.parameters);
  names_ = std::move(finder.names);
}

bool ReadReferences::onlyReads(const ParmVarDecl& parameter) const {
  const ParmVarDecl* own = defined(parameter);
  return own && parameters_.contains(own);
}

const ReadReferences& readReferences(const frontend::ParsedUnit& unit) {
  return frontend::keptFact<ReadReferences>(unit, [&] { return ReadReferences(unit); });
}

}  // namespace warpwright::model

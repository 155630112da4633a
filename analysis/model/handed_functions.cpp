#include "analysis/model/handed_functions.h"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "analysis/frontend/kept_fact.h"
#include "analysis/model/code_pieces.h"
#include "analysis/model/pointer_expressions.h"
#include "analysis/model/shared_names.h"

namespace warpwright::model {
namespace {

using namespace clang;

const ParmVarDecl* functionParameter(const Stmt& part) {
  const auto* name = dyn_cast<DeclRefExpr>(&part);
  const auto* parameter = name ? dyn_cast<ParmVarDecl>(name->getDecl()) : nullptr;
  const QualType type = parameter ? parameter->getType().getNonReferenceType() : QualType();
  const bool isIt = parameter && (type->isFunctionType() || type->isFunctionPointerType());
  return isIt ? parameter : nullptr;
}

/// `k`, `&k` and `*k`, as a call or an argument spells it; none: it is cast, or computed.
const DeclRefExpr* nameIn(const Expr* expression) {
  const Expr* inner = expression->IgnoreParenImpCasts();
  const auto* unary = dyn_cast<UnaryOperator>(inner);
  const bool isSame = unary && (unary->getOpcode() == UO_AddrOf || unary->getOpcode() == UO_Deref);
  return dyn_cast<DeclRefExpr>(isSame ? unary->getSubExpr()->IgnoreParenImpCasts() : inner);
}

const FunctionDecl* functionIn(const Expr& expression) {
  const DeclRefExpr* name = nameIn(&expression);
  return name ? dyn_cast<FunctionDecl>(name->getDecl()) : nullptr;
}

class Finder {
 public:
  /// A part of no other: what it names is not handed to a call.
  void lookAtAll(const Stmt* piece) {
    noteUnder(piece, nullptr);
    look(piece);
  }

  HandedFunctions found() const {
    HandedFunctions all;
    for (const Place& place : places_) {
      const ParmVarDecl* parameter = handed_.at(place);
      const DeclRefExpr* name = nameIn(place.second);
      if (!isOnlyCalled(*name)) continue;
      all.names.insert(name);
      auto& known = all.calls[cast<FunctionDecl>(name->getDecl())->getCanonicalDecl()];
      for (const CallExpr* call : calls_.at(parameter)) {
        if (std::find(known.begin(), known.end(), call) == known.end()) known.push_back(call);
      }
    }
    return all;
  }

 private:
  using Place = std::pair<const Stmt*, const Expr*>;  ///< a call and one of its arguments

  void look(const Stmt* part) {
    if (!part || !seen_.insert(part).second) return;
    if (const ParmVarDecl* parameter = functionParameter(*part)) ++mentions_[parameter];
    if (const auto* call = dyn_cast<CallExpr>(part)) {
      const DeclRefExpr* callee = nameIn(call->getCallee());
      if (const ParmVarDecl* parameter = callee ? functionParameter(*callee) : nullptr)
        calls_[parameter].push_back(call);
      else if (call->getDirectCallee())
        noteHanded(*call);
    }
    for (const Stmt* child : part->children()) {
      noteUnder(child, part);
      look(child);
    }
  }

  void noteUnder(const Stmt* part, const Stmt* above) {
    const auto* expression = dyn_cast_or_null<Expr>(part);
    if (expression && functionIn(*expression)) above_[expression].push_back(above);
  }

  void noteHanded(const CallExpr& call) {
    const FunctionDecl* callee = bodyThatRuns(*call.getDirectCallee());
    const auto* method = dyn_cast<CXXMethodDecl>(call.getDirectCallee());
    if (!callee || (method && method->isVirtual())) return;
    const llvm::ArrayRef<const Expr*> arguments = argumentsOf(call);
    for (unsigned i = 0; i < arguments.size() && i < callee->getNumParams(); ++i) {
      const FunctionDecl* function = functionIn(*arguments[i]);
      const bool isOfHost = function && !function->hasAttr<CUDAGlobalAttr>() && !function->isCXXInstanceMember();
      if (!isOfHost) continue;
      places_.emplace_back(&call, arguments[i]);
      handed_[places_.back()] = callee->getParamDecl(i);
    }
  }

  bool isOnlyCalled(const ParmVarDecl* parameter) const {
    const auto calls = calls_.find(parameter);
    return calls != calls_.end() && calls->second.size() == mentions_.at(parameter);
  }

  /// Instances of a template share what does not depend on its arguments: such a name is in several calls.
  bool isOnlyCalled(const Expr& part) const {
    const auto all = above_.find(&part);
    return all != above_.end() && std::ranges::all_of(all->second, [&](const Stmt* above) {
             const auto place = handed_.find({above, &part});
             if (place != handed_.end()) return isOnlyCalled(place->second);
             const auto* around = dyn_cast_or_null<Expr>(above);
             return around && functionIn(*around) && isOnlyCalled(*around);
           });
  }

  std::unordered_set<const Stmt*> seen_;
  std::map<const ParmVarDecl*, size_t> mentions_;
  std::map<const ParmVarDecl*, std::vector<const CallExpr*>> calls_;
  std::vector<Place> places_;  ///< where functions are handed, in the order of the text
  std::map<Place, const ParmVarDecl*> handed_;
  std::unordered_map<const Expr*, std::vector<const Stmt*>> above_;  ///< of what names functions: what it is part of
};

}  // namespace

const HandedFunctions& handedFunctions(const frontend::ParsedUnit& unit) {
  return frontend::keptFact<HandedFunctions>(unit, [&] {
    Finder finder;
    for (const Stmt* piece : codePieces(unit).pieces) finder.lookAtAll(piece);
    return finder.found();
  });
}

}  // namespace warpwright::model

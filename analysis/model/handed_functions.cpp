#include "analysis/model/handed_functions.h"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "analysis/frontend/kept_fact.h"
#include "analysis/model/code_pieces.h"
#include "analysis/model/pointer_expressions.h"

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

class Finder {
 public:
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
    for (const Stmt* child : part->children()) look(child);
  }

  HandedFunctions found() const {
    HandedFunctions all;
    for (const Handed& one : handed_) {
      const auto calls = calls_.find(one.parameter);
      const auto mentions = mentions_.find(one.parameter);
      if (calls == calls_.end() || calls->second.size() != mentions->second) continue;
      all.names.insert(one.name);
      auto& known = all.calls[one.function];
      for (const CallExpr* call : calls->second) {
        if (std::find(known.begin(), known.end(), call) == known.end()) known.push_back(call);
      }
    }
    return all;
  }

 private:
  struct Handed {
    const Expr* name = nullptr;
    const FunctionDecl* function = nullptr;
    const ParmVarDecl* parameter = nullptr;
  };

  void noteHanded(const CallExpr& call) {
    const FunctionDecl* callee = nullptr;
    const auto* method = dyn_cast<CXXMethodDecl>(call.getDirectCallee());
    if (!call.getDirectCallee()->hasBody(callee) || callee->isWeak() || (method && method->isVirtual())) return;
    const llvm::ArrayRef<const Expr*> arguments = argumentsOf(call);
    for (unsigned i = 0; i < arguments.size() && i < callee->getNumParams(); ++i) {
      const DeclRefExpr* name = nameIn(arguments[i]);
      const auto* function = name ? dyn_cast<FunctionDecl>(name->getDecl()) : nullptr;
      const bool isOfHost = function && !function->hasAttr<CUDAGlobalAttr>() && !function->isCXXInstanceMember();
      if (isOfHost) handed_.push_back({name, function->getCanonicalDecl(), callee->getParamDecl(i)});
    }
  }

  std::unordered_set<const Stmt*> seen_;
  std::map<const ParmVarDecl*, size_t> mentions_;
  std::map<const ParmVarDecl*, std::vector<const CallExpr*>> calls_;
  std::vector<Handed> handed_;
};

}  // namespace

const HandedFunctions& handedFunctions(const frontend::ParsedUnit& unit) {
  return frontend::keptFact<HandedFunctions>(unit, [&] {
    Finder finder;
    for (const Stmt* piece : codePieces(unit).pieces) finder.look(piece);
    return finder.found();
  });
}

}  // namespace warpwright::model

#include "analysis/model/read_references.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/frontend/kept_fact.h"
#include "analysis/model/code_pieces.h"
#include "analysis/model/pointer_expressions.h"
#include "analysis/model/pointer_types.h"
#include "analysis/model/shared_names.h"
#include "analysis/model/source_text.h"

namespace warpwright::model {
namespace {

using namespace clang;

/// Of a structure without pointers, the whole of `a` and `a.x`, and `a` as a constant; null: it is something else.
const Expr* wholeOf(const Expr& expression) {
  const auto* member = dyn_cast<MemberExpr>(&expression);
  const auto* cast = dyn_cast<ImplicitCastExpr>(&expression);
  const Expr* whole = member && !member->isArrow() && isa<FieldDecl>(member->getMemberDecl()) ? member->getBase()
                      : cast && cast->getCastKind() == CK_NoOp                                ? cast->getSubExpr()
                                                                                              : nullptr;
  return whole && whole->getType()->isRecordType() && !holdsPointers(whole->getType()) ? whole : nullptr;
}

/// The variable that `a`, a part of it and `std::forward<A>(a)` name; null: it is something else.
const DeclRefExpr* nameIn(const Expr& expression) {
  const Expr* inner = expression.IgnoreParens();
  const auto* call = dyn_cast<CallExpr>(inner);
  if (call && isForward(*call)) inner = call->getArg(0)->IgnoreParens();
  if (const Expr* whole = wholeOf(*inner)) return nameIn(*whole);
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
  const FunctionDecl* definition = function ? bodyThatRuns(*function) : nullptr;
  return definition ? definition->getParamDecl(parameter.getFunctionScopeIndex()) : nullptr;
}

class Finder {
 public:
  explicit Finder(const frontend::ParsedUnit& unit) : text_(unit) {}

  /// A part of no other: what it names is not only read.
  void lookAtAll(const Stmt* piece) {
    noteUnder(piece, nullptr);
    look(piece);
  }

  /// All are taken to read till one is seen that does more, and those that are bound to it do so, too.
  void finish() {
    for (const auto& [place, to] : bound_) parameters.insert(to);
    for (const auto& [parameter, all] : mentions_) parameters.insert(parameter);
    std::erase_if(parameters, [&](const ParmVarDecl* one) { return !text_.isInProject(one->getLocation()); });
    for (size_t before = parameters.size() + 1; before != parameters.size();) {
      before = parameters.size();
      std::erase_if(parameters, [&](const ParmVarDecl* one) {
        const auto all = mentions_.find(one);
        return all != mentions_.end() &&
               !std::ranges::all_of(all->second, [&](const auto* name) { return isRead(*name); });
      });
    }
    for (const auto& [part, all] : above_) {
      const auto* name = dyn_cast<DeclRefExpr>(part);
      if (name && isRead(*name)) names.insert(name);
    }
  }

  std::unordered_set<const ParmVarDecl*> parameters;
  std::unordered_set<const DeclRefExpr*> names;

 private:
  void look(const Stmt* part) {
    if (!part || !seen_.insert(part).second) return;
    if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
      if (const ParmVarDecl* parameter = referenceIn(*name)) mentions_[parameter].push_back(name);
    } else if (const auto* call = dyn_cast<CallExpr>(part); call && call->getDirectCallee()) {
      noteBound(*call, *call->getDirectCallee());
    }
    for (const Stmt* child : part->children()) {
      noteUnder(child, part);
      look(child);
    }
  }

  void noteUnder(const Stmt* part, const Stmt* above) {
    const auto* expression = dyn_cast_or_null<Expr>(part);
    if (expression && nameIn(*expression)) above_[expression].push_back(above);
  }

  /// Instances of a template share what does not depend on its arguments: such a name is in several calls.
  bool isRead(const Expr& part) const {
    const auto all = above_.find(&part);
    return all != above_.end() && std::ranges::all_of(all->second, [&](const Stmt* above) {
             const auto* cast = dyn_cast_or_null<CastExpr>(above);
             if (cast && !wholeOf(*cast)) return cast->getCastKind() == CK_LValueToRValue;
             if (copiesPlainly(above)) return true;
             const auto to = bound_.find({above, &part});
             if (to != bound_.end()) return parameters.contains(to->second);
             const auto* around = dyn_cast_or_null<Expr>(above);
             return around && nameIn(*around) && isRead(*around);
           });
  }

  /// `dim3(b)`, and what a function is given of `b`.
  static bool copiesPlainly(const Stmt* part) {
    const auto* made = dyn_cast_or_null<CXXConstructExpr>(part);
    const CXXConstructorDecl* constructor = made ? made->getConstructor() : nullptr;
    return constructor && constructor->isCopyConstructor() && constructor->isTrivial() &&
           !holdsPointers(made->getType());
  }

  void noteBound(const CallExpr& call, const FunctionDecl& callee) {
    const llvm::ArrayRef<const Expr*> arguments = argumentsOf(call);
    const auto* method = dyn_cast<CXXMethodDecl>(&callee);
    if (method && method->isVirtual()) return;
    for (unsigned i = 0; i < arguments.size() && i < callee.getNumParams(); ++i) {
      const ParmVarDecl* to = defined(*callee.getParamDecl(i));
      const bool isReference = to && to->getType()->isReferenceType() && text_.isInProject(to->getLocation());
      if (isReference && nameIn(*arguments[i])) bound_[{&call, arguments[i]}] = to;
    }
  }

  SourceText text_;
  std::unordered_set<const Stmt*> seen_;
  std::map<const ParmVarDecl*, std::vector<const DeclRefExpr*>> mentions_;
  std::map<std::pair<const Stmt*, const Expr*>, const ParmVarDecl*> bound_;  ///< by the call and its argument
  std::unordered_map<const Expr*, std::vector<const Stmt*>> above_;  ///< of what names variables: what it is part of
};

}  // namespace

bool isForward(const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  return callee && callee->isInStdNamespace() && callee->getDeclName().isIdentifier() &&
         callee->getName() == "forward" && call.getNumArgs() == 1;
}

ReadReferences::ReadReferences(const frontend::ParsedUnit& unit) {
  Finder finder(unit);
  for (const Stmt* piece : codePieces(unit).pieces) finder.lookAtAll(piece);
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

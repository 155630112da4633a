#include "analysis/passes/grid_strides.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/round_places.h"
#include "analysis/passes/round_state.h"
#include "analysis/rewrite/tree/index_names.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::passes {
namespace {

using namespace clang;
using rewrite::Mention;
using rewrite::Mentions;

/// A sum of products of indices and extents: {"blockDim.x", "blockIdx.x"} and how often.
using Sum = std::map<std::multiset<std::string>, int64_t>;

Sum product(const Sum& a, const Sum& b) {
  Sum made;
  for (const auto& [x, m] : a) {
    for (const auto& [y, n] : b) {
      std::multiset<std::string> both = x;
      both.insert(y.begin(), y.end());
      made[both] += m * n;
    }
  }
  return made;
}

/// Functions without a body that are taken for what they are called: those of the compiler and of the system's headers.
bool isOfLibrary(const FunctionDecl& function) {
  const SourceManager& files = function.getASTContext().getSourceManager();
  return function.getBuiltinID() != 0 || files.isInSystemHeader(files.getExpansionLoc(function.getLocation()));
}

bool holdsMemory(QualType type) {
  return type->isAnyPointerType() || type->isReferenceType() || type->isRecordType();
}

/// May a call of the function change memory, for each thread that calls it? `seen`: functions that are being asked.
bool mayChangeMemory(const FunctionDecl* function, std::set<const FunctionDecl*>& seen) {
  if (!function || function->isVariadic() || isa<CXXMethodDecl>(function) || holdsMemory(function->getReturnType()) ||
      std::any_of(function->param_begin(), function->param_end(),
                  [](const ParmVarDecl* parameter) { return holdsMemory(parameter->getType()); }))
    return true;
  const FunctionDecl* definition = nullptr;
  if (!function->hasBody(definition)) return !isOfLibrary(*function);
  if (!seen.insert(definition).second) return false;
  const Mentions inside = rewrite::mentionsOf(definition->getBody());
  const auto isOutside = [&](const auto& one) {
    const bool isOwn = one.first->isLocalVarDeclOrParm() && one.first->hasLocalStorage();
    return !isOwn && !rewrite::isOnlyRead(inside, one.first);
  };
  return inside.strange || inside.destroyed || !inside.launches.empty() || !inside.made.empty() ||
         std::any_of(inside.variables.begin(), inside.variables.end(), isOutside) ||
         std::any_of(inside.calls.begin(), inside.calls.end(),
                     [&](const auto& call) { return mayChangeMemory(call.node->getDirectCallee(), seen); });
}

/// The loops of one kernel, and which of its mentions they account for.
class Strides {
 public:
  explicit Strides(const FunctionDecl& kernel)
      : context_(kernel.getASTContext()), body_(*kernel.getBody()), mentions_(rewrite::mentionsOf(kernel.getBody())) {}

  bool holdAll() {
    if (mentions_.strange || mentions_.destroyed || hasOtherNames()) return false;
    if (asksMore()) return false;
    for (const auto& [variable, place] : mentions_.declared) readLoop(*variable, place);
    return !areNested() && !callsOutside() && !makesOutside() && !addsOutside() &&
           std::all_of(mentions_.builtIns.begin(), mentions_.builtIns.end(),
                       [&](const Mention& mention) { return !isOfGrid(mention) || isKept(mention, 0); });
  }

 private:
  /// Names that stand for parts of variables, and addresses that initialisers of members tell.
  bool hasOtherNames() const {
    bool has = false;
    rewrite::eachPart(&body_, [&](const Stmt& part, const auto&) {
      const auto* name = dyn_cast<DeclRefExpr>(&part);
      has = has || isa<CXXThisExpr>(part) || (name && isa<BindingDecl>(name->getDecl()));
    });
    return has;
  }

  /// Does a function that is called, by whichever way, ask of the grid or keep something in shared memory, or is it not
  /// known which one is?
  bool asksMore() const {
    std::set<const FunctionDecl*> seen;
    return anyAsks(mentions_, seen);
  }

  static bool anyAsks(const Mentions& mentions, std::set<const FunctionDecl*>& seen) {
    return !mentions.launches.empty() ||
           std::any_of(mentions.calls.begin(), mentions.calls.end(),
                       [&](const auto& call) { return asks(call.node->getDirectCallee(), seen); }) ||
           std::any_of(mentions.made.begin(), mentions.made.end(), [&](const CXXConstructExpr* made) {
             return !made->getConstructor()->isTrivial() && asks(made->getConstructor(), seen);
           });
  }

  static bool asks(const FunctionDecl* callee, std::set<const FunctionDecl*>& seen) {
    if (!callee || callee->isVirtualAsWritten()) return true;
    if (!callee->hasBody(callee)) return !isOfLibrary(*callee);
    if (!seen.insert(callee).second) return false;
    if (asksInside(callee->getBody(), seen)) return true;
    const auto* constructor = dyn_cast<CXXConstructorDecl>(callee);
    return constructor && std::any_of(constructor->init_begin(), constructor->init_end(),
                                      [&](const auto* member) { return asksInside(member->getInit(), seen); });
  }

  static bool asksInside(const Stmt* part, std::set<const FunctionDecl*>& seen) {
    const Mentions inside = rewrite::mentionsOf(part);
    return inside.strange || std::any_of(inside.builtIns.begin(), inside.builtIns.end(), isOfGrid) ||
           std::any_of(inside.variables.begin(), inside.variables.end(),
                       [](const auto& one) { return one.first->template hasAttr<CUDASharedAttr>(); }) ||
           anyAsks(inside, seen);
  }

  static bool isOfGrid(const Mention& mention) {
    const StringRef name = cast<VarDecl>(mention.node->getDecl())->getName();
    return name == "blockIdx" || name == "gridDim";
  }

  /// Notes the start and the step of the loop that the variable counts, where it strides by the grid.
  void readLoop(const VarDecl& variable, const rewrite::Placed<DeclStmt>& place) {
    const Stmt* loop = loopOf(variable, place);
    const BinaryOperator* step = loop && endsAtBound(variable, *loop) ? onlyStep(variable, *loop) : nullptr;
    if (step && carriesState(*loop, *step, mentions_, context_)) return;
    if (step && writesPlacesTwice(*loop, *step, mentions_, context_)) return;
    const bool isWhole = isWide(variable.getType()) && variable.hasLocalStorage();
    const std::optional<Sum> start = step && isWhole && variable.getInit() ? sum(variable.getInit(), 0) : std::nullopt;
    const std::optional<Sum> by = start ? sum(step->getRHS(), 0) : std::nullopt;
    if (!by) return;
    // Along the other dimensions the number of blocks stays what it is.
    const Sum block{{{"blockIdx.x"}, 1}}, grid{{{"gridDim.x"}, 1}};
    const Sum thread{{{"blockIdx.x", "blockDim.x"}, 1}, {{"threadIdx.x"}, 1}};
    const Sum threads{{{"gridDim.x", "blockDim.x"}, 1}};
    if ((*start != block || *by != grid) && (*start != thread || *by != threads)) return;
    keep(variable.getInit());
    keep(step->getRHS());
    loops_.insert(loop);
  }

  void keep(const Expr* expression) {
    kept_.insert(expression);
    if (const auto* pseudo = dyn_cast<PseudoObjectExpr>(expression)) kept_.insert(pseudo->getSyntacticForm());
  }

  /// The `for` that declares the variable, or the `while` that holds all its mentions. Null: neither.
  const Stmt* loopOf(const VarDecl& variable, const rewrite::Placed<DeclStmt>& place) const {
    const auto* loop = place.parents.empty() ? nullptr : dyn_cast<ForStmt>(place.parents.back());
    if (loop && loop->getInit() == place.node) return loop;
    const Stmt* all = nullptr;
    const auto found = mentions_.variables.find(variable.getCanonicalDecl());
    if (found == mentions_.variables.end()) return nullptr;
    for (const Mention& mention : found->second) {
      const auto isLoop = [](const Stmt* parent) { return isa<WhileStmt>(parent); };
      const auto outer = std::find_if(mention.parents.begin(), mention.parents.end(), isLoop);
      if (outer == mention.parents.end() || (all && *outer != all)) return nullptr;
      all = *outer;
    }
    const bool isInside = std::find(place.parents.begin(), place.parents.end(), all) != place.parents.end();
    return isInside ? nullptr : all;
  }

  /// Does the loop go on while `i < bound`, and no other way leads out of it? The bound stays what it is.
  bool endsAtBound(const VarDecl& variable, const Stmt& loop) const {
    const auto* counted = dyn_cast<ForStmt>(&loop);
    const Expr* condition = counted ? counted->getCond() : cast<WhileStmt>(loop).getCond();
    const auto* compared = condition ? dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts()) : nullptr;
    if (!compared || !compared->isRelationalOp()) return false;
    const bool isLeft = compared->getOpcode() == BO_LT || compared->getOpcode() == BO_LE;
    const Expr *counter = isLeft ? compared->getLHS() : compared->getRHS(),
               *bound = isLeft ? compared->getRHS() : compared->getLHS();
    const Stmt* body = counted ? counted->getBody() : cast<WhileStmt>(loop).getBody();
    return rewrite::namedVariable(counter) == &variable && isSame(*bound) && body && !leaves(*body, false);
  }

  /// Numbers and variables that nothing changes, and what arithmetic makes of them.
  bool isSame(const Expr& expression) const {
    const Expr* inner = expression.IgnoreParenImpCasts();
    if (isa<IntegerLiteral>(inner)) return true;
    if (const auto* binary = dyn_cast<BinaryOperator>(inner))
      return !binary->isAssignmentOp() && isSame(*binary->getLHS()) && isSame(*binary->getRHS());
    const VarDecl* variable = rewrite::namedVariable(inner);
    return variable &&
           (isSetOnce(*variable) || (isa<ParmVarDecl>(variable) && rewrite::isOnlyRead(mentions_, variable)));
  }

  static bool leaves(const Stmt& part, bool isNested) {
    if (isa<ReturnStmt>(part) || (isa<BreakStmt>(part) && !isNested)) return true;
    const bool holdsBreaks = isNested || isa<ForStmt, WhileStmt, DoStmt, SwitchStmt>(part);
    return std::any_of(part.child_begin(), part.child_end(),
                       [&](const Stmt* child) { return child && leaves(*child, holdsBreaks); });
  }

  /// Does one loop over the grid stand in another, or in a switch that may enter it? Of a loop in a loop each block has
  /// some rounds of some rounds.
  bool areNested() const {
    const auto holdsLoop = [&](const Stmt& part) {
      const auto isOther = [&](const Stmt& inner) { return &inner != &part && loops_.contains(&inner); };
      return (isa<SwitchStmt>(part) || loops_.contains(&part)) && frontend::anyPart(&part, isOther);
    };
    return frontend::anyPart(&body_, holdsLoop);
  }

  bool isInLoop(const std::vector<const Stmt*>& parents) const {
    return std::any_of(parents.begin(), parents.end(), [&](const Stmt* parent) { return loops_.contains(parent); });
  }

  /// Outside of the loops each thread there is calls it: what it does to memory it does as often as there are threads.
  bool callsOutside() const {
    return std::any_of(mentions_.calls.begin(), mentions_.calls.end(), [&](const auto& call) {
      std::set<const FunctionDecl*> seen;
      return !isInLoop(call.parents) && mayChangeMemory(call.node->getDirectCallee(), seen);
    });
  }

  bool addsOutside() const {
    bool adds = false;
    rewrite::eachPart(&body_, [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
      adds = adds || (!loops_.contains(&part) && !isInLoop(parents) && addsByPointer(part, mentions_));
    });
    return adds;
  }

  /// Constructors are called, too.
  bool makesOutside() const {
    bool makes = false;
    rewrite::eachPart(&body_, [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
      const auto* made = dyn_cast<CXXConstructExpr>(&part);
      makes = makes || (made && !made->getConstructor()->isTrivial() && !isInLoop(parents));
    });
    return makes;
  }

  /// `i += step` as the only change of the variable, once in each round of the loop. Null: it is changed otherwise.
  const BinaryOperator* onlyStep(const VarDecl& variable, const Stmt& loop) const {
    const Expr* last = nullptr;
    if (const auto* counted = dyn_cast<ForStmt>(&loop)) {
      last = counted->getInc();
    } else if (const auto* body = dyn_cast<CompoundStmt>(cast<WhileStmt>(loop).getBody())) {
      // `continue` goes past the step at the end of a `while`.
      const bool skips = frontend::anyPart(body, [](const Stmt& part) { return isa<ContinueStmt>(part); });
      last = body->body_empty() || skips ? nullptr : dyn_cast<Expr>(body->body_back());
    }
    const auto* step = last ? dyn_cast<BinaryOperator>(last->IgnoreParens()) : nullptr;
    if (!step || step->getOpcode() != BO_AddAssign || rewrite::namedVariable(step->getLHS()) != &variable)
      return nullptr;
    const auto found = mentions_.variables.find(&variable);
    const auto isRead = [&](const Mention& mention) {
      return mention.node == step->getLHS()->IgnoreParens() || rewrite::isRead(mention);
    };
    return std::all_of(found->second.begin(), found->second.end(), isRead) ? step : nullptr;
  }

  /// Is the mention part of a start or a step, or of a variable that is set once and serves nothing else?
  bool isKept(const Mention& mention, int depth) const {
    if (depth > 16) return false;
    for (auto up = mention.parents.rbegin(); up != mention.parents.rend(); ++up) {
      if (const auto* expression = dyn_cast<Expr>(*up); expression && kept_.contains(expression)) return true;
      const auto* declared = dyn_cast<DeclStmt>(*up);
      if (!declared) continue;
      const VarDecl* variable = initialised(*declared, up == mention.parents.rbegin() ? mention.node : *(up - 1));
      if (!variable || !isSetOnce(*variable)) return false;
      const auto uses = mentions_.variables.find(variable->getCanonicalDecl());
      return uses == mentions_.variables.end() ||
             std::all_of(uses->second.begin(), uses->second.end(),
                         [&](const Mention& use) { return isKept(use, depth + 1); });
    }
    return false;
  }

  /// The variable whose initial value is `value`.
  static const VarDecl* initialised(const DeclStmt& declared, const Stmt* value) {
    for (const Decl* one : declared.decls()) {
      const auto* variable = dyn_cast<VarDecl>(one);
      const Expr* initial = variable ? variable->getInit() : nullptr;
      if (const auto* pseudo = dyn_cast_or_null<PseudoObjectExpr>(initial)) initial = pseudo->getSyntacticForm();
      if (initial && initial == value) return variable;
    }
    return nullptr;
  }

  /// Numbers of blocks that are cut short begin again.
  bool isWide(QualType type) const { return type->isIntegerType() && context_.getTypeSize(type) >= 32; }

  bool isSetOnce(const VarDecl& variable) const {
    return variable.isLocalVarDecl() && !variable.isStaticLocal() && isWide(variable.getType()) &&
           rewrite::isOnlyRead(mentions_, &variable);
  }

  std::optional<Sum> sum(const Expr* expression, int depth) const {
    if (depth > 32) return std::nullopt;
    if (Expr::EvalResult value; !expression->isValueDependent() && expression->EvaluateAsInt(value, context_))
      return Sum{{{}, value.Val.getInt().getExtValue()}};
    for (const CastExpr* cast = nullptr; (cast = dyn_cast<CastExpr>(expression->IgnoreParens()));) {
      if (!isWide(cast->getType())) return std::nullopt;
      expression = cast->getSubExpr();
    }
    expression = expression->IgnoreParens();
    if (const auto* pseudo = dyn_cast<PseudoObjectExpr>(expression)) expression = pseudo->getSyntacticForm();
    if (const auto* property = dyn_cast<MSPropertyRefExpr>(expression)) {
      const auto named = rewrite::indexNamed(*property);
      return named ? std::optional(Sum{{{named->first + "." + "xyz"[named->second]}, 1}}) : std::nullopt;
    }
    if (const VarDecl* variable = rewrite::namedVariable(expression)) {
      if (variable->isLocalVarDecl() && variable->getInit() && isSetOnce(*variable))
        return sum(variable->getInit(), depth + 1);
      return std::nullopt;
    }
    const auto* binary = dyn_cast<BinaryOperator>(expression);
    if (!binary || (binary->getOpcode() != BO_Add && binary->getOpcode() != BO_Mul)) return std::nullopt;
    std::optional<Sum> left = sum(binary->getLHS(), depth + 1), right = sum(binary->getRHS(), depth + 1);
    if (!left || !right) return std::nullopt;
    if (binary->getOpcode() == BO_Mul) return product(*left, *right);
    for (const auto& [term, count] : *right) (*left)[term] += count;
    return left;
  }

  const ASTContext& context_;
  const Stmt& body_;
  const Mentions mentions_;
  std::set<const Expr*> kept_;   ///< starts and steps
  std::set<const Stmt*> loops_;  ///< that stride by the grid
};

}  // namespace

bool stridesByGrid(const FunctionDecl& kernel) {
  const FunctionDecl* definition = nullptr;
  return kernel.hasBody(definition) && !definition->isDependentContext() && Strides(*definition).holdAll();
}

}  // namespace warpwright::passes

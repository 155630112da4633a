#include "analysis/passes/warp_exchange/run_search.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/warp_exchange/uniform_values.h"
#include "analysis/passes/warp_exchange/warp_part.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/constant_loops.h"

namespace warpwright::passes {
namespace {

using namespace clang;

constexpr int deepest = 8;        ///< calls in calls
constexpr size_t mostWays = 500;  ///< calls beyond it are not looked at: uses that stand in the way

/// What is known at a statement: of variables, which threads come, and of their coming together.
struct Place {
  ThreadValues values;
  ThreadSet come;
  Message apart;  ///< why those of a warp may not come together; empty: they do

  bool isNever() const {
    return std::none_of(come.begin(), come.end(), [](bool one) { return one; });
  }
};

/// Statements of a block in a row: what leaves it for some threads stands at the end, if anywhere. Where all threads of
/// the block wait in it, all of them come to it.
struct Stretch {
  size_t begin = 0, end = 0;
  bool waits = false;
  const Stmt* left = nullptr;  ///< the statement in front that some threads may have left from
};

/// Are there statements in the block that may be a run: two with an element some places away?
bool mayHoldRun(const CompoundStmt& block) {
  return std::count_if(block.body_begin(), block.body_end(), [](const Stmt* one) {
           return frontend::anyPart(rewrite::ignoreWrappers(one), [](const Stmt& part) {
             const auto* element = dyn_cast<ArraySubscriptExpr>(&part);
             const auto* sum = element ? dyn_cast<BinaryOperator>(element->getIdx()->IgnoreParenImpCasts()) : nullptr;
             return sum && sum->isAdditiveOp();
           });
         }) > 1;
}

class Search {
 public:
  Search(const frontend::ParsedUnit& unit, const FunctionDecl& kernel, const std::array<uint32_t, 3>& block)
      : unit_(unit), kernel_(kernel), block_(block), uniform_(kernel, mentionsOf(kernel)) {}

  RunSearch search() {
    rewrite::eachPart(kernel_.getBody(), [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
      if (isa<ReturnStmt>(part) && !isOfAll(parents)) returns_.push_back(&part);
    });
    if (!leads(kernel_, 0)) return {};
    Place place{ThreadValues(kernel_, mentionsOf(kernel_), block_), {}, {}};
    place.come.assign(place.values.threads(), true);
    enter(kernel_, nullptr, std::move(place), 0);
    return std::move(found_);
  }

 private:
  const rewrite::Mentions& mentionsOf(const FunctionDecl& function) {
    auto& known = mentions_[&function];
    if (!known) known = std::make_unique<rewrite::Mentions>(rewrite::mentionsOf(function.getBody()));
    return *known;
  }

  Message lineOf(const Stmt& statement) const {
    return lineText(rewrite::positionAt(unit_, statement.getBeginLoc()).line);
  }

  /// In the kernel: do all threads of a block do what stands under these, or none?
  bool isOfAll(const std::vector<const Stmt*>& parents) const {
    return std::all_of(parents.begin(), parents.end(), [&](const Stmt* around) {
      const auto* choice = dyn_cast<IfStmt>(around);
      return isa<CompoundStmt, AttributedStmt>(around) ||
             (choice && choice->getCond() && uniform_.is(*choice->getCond()));
    });
  }

  /// The function that a call calls, where it is one of the project that can be looked into; null: it is another.
  const FunctionDecl* calledBy(const Stmt& part) const {
    const auto* call = dyn_cast<CallExpr>(&part);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    const FunctionDecl* definition = nullptr;
    const bool isOurs = callee && callee->hasBody(definition) && !isa<CXXMethodDecl>(definition) &&
                        unit_.isProjectFile(rewrite::fileNameAt(unit_, definition->getLocation()));
    return isOurs ? definition : nullptr;
  }

  /// May there be a run in the function, or in what it calls?
  bool leads(const FunctionDecl& function, int depth) {
    const auto [known, isNew] = leads_.try_emplace(&function, false);
    if (!isNew || depth > deepest) return known->second;
    const bool does = frontend::anyPart(function.getBody(), [&](const Stmt& part) {
      const auto* block = dyn_cast<CompoundStmt>(&part);
      const FunctionDecl* called = calledBy(part);
      return (block && mayHoldRun(*block)) || (called && leads(*called, depth + 1));
    });
    return leads_[&function] = does;
  }

  void enter(const FunctionDecl& function, const CallExpr* call, Place place, int depth) {
    found_.ways.push_back({&function, call});
    const rewrite::Mentions& mentions = mentionsOf(function);
    const auto* body = dyn_cast<CompoundStmt>(function.getBody());
    if (!body || mentions.strange || mentions.jump || depth > deepest) return;
    visit(function, *body, std::move(place), depth);
  }

  /// May some threads leave the statements around this one from it?
  bool mayLeave(const Stmt& statement, int depth) const {
    bool may = false;
    rewrite::eachPart(&statement, [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
      const bool isLocal =
          isa<BreakStmt, ContinueStmt>(part) && std::any_of(parents.begin(), parents.end(), rewrite::isLoop);
      const bool isReturn =
          isa<ReturnStmt>(part) && (depth > 0 || std::ranges::find(returns_, &part) != returns_.end());
      may = may || isReturn || (isa<BreakStmt, ContinueStmt>(part) && !isLocal);
    });
    return may;
  }

  std::vector<Stretch> stretchesOf(const CompoundStmt& block, int depth) const {
    std::vector<Stretch> all(1);
    size_t index = 0;
    for (const Stmt* one : block.body()) {
      all.back().end = ++index;
      all.back().waits = all.back().waits || isBarrierOfBlock(*one);
      if (mayLeave(*one, depth)) all.push_back({index, index, false, one});
    }
    return all;
  }

  void visit(const FunctionDecl& function, const CompoundStmt& block, Place place, int depth) {
    if (place.isNever()) return;
    const Place begin = place;
    const std::vector<const Stmt*> all(block.body_begin(), block.body_end());
    for (const Stretch& stretch : stretchesOf(block, depth)) {
      Place here = place;
      if (stretch.waits) {
        here.apart = {};
        here.come.assign(here.come.size(), true);
      } else if (stretch.left && here.apart.empty()) {
        here.apart = {"some threads may have left at %1", lineOf(*stretch.left)};
      }
      if (mayHoldRun(block)) lookFor(function, block, begin.values, here, stretch);
      for (size_t i = stretch.begin; i < stretch.end; ++i) {
        here.values = place.values;
        visitStatement(function, *rewrite::ignoreWrappers(all[i]), here, depth);
        place.values.pass(*all[i]);
      }
    }
  }

  void lookFor(const FunctionDecl& function, const CompoundStmt& block, const ThreadValues& begin, const Place& here,
               const Stretch& stretch) {
    const std::vector<const Stmt*> all(block.body_begin(), block.body_end());
    for (WarpRun& run : warpRuns(function, block, begin, here.come)) {
      const size_t at = std::ranges::find(all, run.steps.front().statement) - all.begin();
      if (at < stretch.begin || at >= stretch.end) continue;
      if (&function == &kernel_) point_ = run.steps.front().statement;
      FoundRun found{std::move(run), here.apart};
      if (found.apart.empty()) found.apart = leftBefore();
      if (found.apart.empty() && !areWhole(here.come)) found.apart = "only a part of a warp comes";
      found_.runs.push_back(std::move(found));
    }
  }

  /// Threads that are gone, in front of where the kernel is, or in an earlier round of a loop around.
  Message leftBefore() const {
    const SourceManager& sources = unit_.ast().getSourceManager();
    for (const Stmt* one : returns_) {
      const bool isBefore = sources.isBeforeInTranslationUnit(sources.getExpansionLoc(one->getBeginLoc()),
                                                              sources.getExpansionLoc(point_->getBeginLoc()));
      if (isBefore || loops_ > 0) return {"some threads may have left before, at %1", lineOf(*one)};
    }
    return {};
  }

  static bool areWhole(const ThreadSet& come) {
    for (size_t first = 0; first < come.size(); first += lanesOfWarp) {
      size_t lanes = 0;
      for (size_t i = first; i < std::min(come.size(), first + lanesOfWarp); ++i) lanes += come[i] ? 1 : 0;
      if (lanes != 0 && lanes != lanesOfWarp) return false;
    }
    return true;
  }

  void visitStatement(const FunctionDecl& function, const Stmt& statement, const Place& here, int depth) {
    if (depth == 0) point_ = &statement;
    if (const auto* block = dyn_cast<CompoundStmt>(&statement)) return visit(function, *block, here, depth);
    if (const auto* choice = dyn_cast<IfStmt>(&statement)) return visitChoice(function, *choice, here, depth);
    if (rewrite::isLoop(&statement)) return visitLoop(function, statement, here, depth);
    Place inside = here;
    const bool isPlain = isa<Expr, DeclStmt, ReturnStmt>(statement);
    if (!isPlain) {
      inside.values.forget(statement);
      inside.apart = {"which threads come to %1 is not known", lineOf(statement)};
    }
    visitCalls(statement, inside, depth);
  }

  void visitChoice(const FunctionDecl& function, const IfStmt& choice, const Place& here, int depth) {
    Place inside = here;
    if (choice.getInit()) inside.values.forget(choice);
    visitCalls(*choice.getCond(), inside, depth);
    const auto passes = choice.getInit() ? std::nullopt : inside.values.number(choice.getCond());
    inside.values.forget(*choice.getCond());
    const bool isUniform = depth == 0 && uniform_.is(*choice.getCond());
    if (!passes && !isUniform && inside.apart.empty())
      inside.apart = {"which threads come behind %1 is not known", lineOf(choice)};
    for (const bool isThen : {true, false}) {
      const Stmt* branch = isThen ? choice.getThen() : choice.getElse();
      if (!branch) continue;
      Place there = inside;
      for (size_t i = 0; passes && i < there.come.size(); ++i)
        there.come[i] = there.come[i] && ((*passes)[i] != 0) == isThen;
      if (!there.isNever()) visitStatement(function, *rewrite::ignoreWrappers(branch), there, depth);
    }
  }

  void visitLoop(const FunctionDecl& function, const Stmt& loop, const Place& here, int depth) {
    Place inside = here;
    inside.values.forget(loop);
    const auto* counted = dyn_cast<ForStmt>(&loop);
    if (counted && counted->getInit()) inside.values.pass(*counted->getInit());
    inside.values.forget(loop);
    if (!(depth == 0 && counted && goesAlike(*counted)) && inside.apart.empty())
      inside.apart = {"threads may make different rounds of the loop at %1", lineOf(loop)};
    const rewrite::StatementParts parts = rewrite::partsOf(loop);
    if (depth == 0) ++loops_;
    for (const Stmt* head : parts.head) visitCalls(*head, inside, depth);
    for (const Stmt* body : parts.bodies) visitStatement(function, *rewrite::ignoreWrappers(body), inside, depth);
    for (const Stmt* step : parts.after) visitCalls(*step, inside, depth);
    if (depth == 0) --loops_;
  }

  /// In the kernel: do all threads of a block make the same rounds? One counter, from and up to what is the same for
  /// all, and no other way out.
  bool goesAlike(const ForStmt& loop) {
    const auto* declared = dyn_cast_or_null<DeclStmt>(loop.getInit());
    const auto* counter = declared && declared->isSingleDecl() ? dyn_cast<VarDecl>(declared->getSingleDecl()) : nullptr;
    const auto* condition = loop.getCond() ? dyn_cast<BinaryOperator>(loop.getCond()->IgnoreParenImpCasts()) : nullptr;
    if (!counter || !counter->hasInit() || !condition || !condition->isComparisonOp() || !loop.getInc() ||
        loop.getConditionVariable() || mayLeave(*loop.getBody(), 0))
      return false;
    const auto isSame = [&](const Expr* side) { return rewrite::namedVariable(side) == counter || uniform_.is(*side); };
    if (!uniform_.is(*counter->getInit()) || !isSame(condition->getLHS()) || !isSame(condition->getRHS())) return false;
    const Expr* step = loop.getInc()->IgnoreParens();
    const auto* counts = dyn_cast<UnaryOperator>(step);
    const auto* adds = dyn_cast<CompoundAssignOperator>(step);
    const bool isStep =
        (counts && counts->isIncrementDecrementOp() && rewrite::namedVariable(counts->getSubExpr()) == counter) ||
        (adds && rewrite::namedVariable(adds->getLHS()) == counter && uniform_.is(*adds->getRHS()));
    const auto uses = mentionsOf(kernel_).variables.find(counter->getCanonicalDecl());
    return isStep && uses != mentionsOf(kernel_).variables.end() &&
           std::ranges::count_if(uses->second, [](const rewrite::Mention& one) { return !rewrite::isRead(one); }) == 1;
  }

  void visitCalls(const Stmt& statement, const Place& here, int depth) {
    rewrite::eachPart(&statement, [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
      const FunctionDecl* definition = calledBy(part);
      if (!definition || found_.ways.size() > mostWays || !leads(*definition, 0)) return;
      const auto* call = cast<CallExpr>(&part);
      const Stmt* kept = point_;
      Place there{ThreadValues(*definition, mentionsOf(*definition), block_), here.come, here.apart};
      for (unsigned i = 0; i < definition->getNumParams() && i < call->getNumArgs(); ++i) {
        if (!here.values.changes(statement, *call->getArg(i)))
          there.values.give(*definition->getParamDecl(i), *call->getArg(i), here.values);
      }
      const bool isSometimes = std::any_of(parents.begin(), parents.end(), [](const Stmt* around) {
        const auto* logical = dyn_cast<BinaryOperator>(around);
        return isa<AbstractConditionalOperator>(around) || (logical && logical->isLogicalOp());
      });
      if (isSometimes && there.apart.empty()) there.apart = {"not all threads may call at %1", lineOf(*call)};
      enter(*definition, call, std::move(there), depth + 1);
      point_ = kept;
    });
  }

  const frontend::ParsedUnit& unit_;
  const FunctionDecl& kernel_;
  std::array<uint32_t, 3> block_;
  std::map<const FunctionDecl*, std::unique_ptr<rewrite::Mentions>> mentions_;
  std::map<const FunctionDecl*, bool> leads_;
  UniformValues uniform_;
  std::vector<const Stmt*> returns_;  ///< of the kernel, that some threads of a block may take
  const Stmt* point_ = nullptr;       ///< where the kernel is
  int loops_ = 0;                     ///< of the kernel, around that
  RunSearch found_;
};

class UseFinder : public RecursiveASTVisitor<UseFinder> {
 public:
  UseFinder(const FunctionDecl& function, const std::vector<RunSearch::Way>& ways) : function_(function) {
    for (const RunSearch::Way& way : ways)
      if (way.call) known_.insert(way.call->getCallee()->IgnoreParenImpCasts());
  }
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseDecl(Decl* declared) {  // what a template writes is nothing yet: its instances are looked at
    const auto* function = dyn_cast_or_null<FunctionDecl>(declared);
    return (function && function->isDependentContext()) || RecursiveASTVisitor::TraverseDecl(declared);
  }
  bool VisitDeclRefExpr(DeclRefExpr* name) {
    const auto* named = dyn_cast<FunctionDecl>(name->getDecl());
    if (!named || model::writtenForm(named)->getCanonicalDecl() != function_.getCanonicalDecl() ||
        known_.contains(name))
      return true;
    found = name;
    return false;
  }

  const DeclRefExpr* found = nullptr;

 private:
  const FunctionDecl& function_;
  std::set<const Stmt*> known_;
};

}  // namespace

RunSearch searchRuns(const frontend::ParsedUnit& unit, const FunctionDecl& kernel,
                     const std::array<uint32_t, 3>& block) {
  return Search(unit, kernel, block).search();
}

Message otherUse(const frontend::ParsedUnit& unit, const FunctionDecl& function,
                 const std::vector<RunSearch::Way>& ways) {
  UseFinder finder(function, ways);
  finder.TraverseAST(unit.ast());
  if (!finder.found) return {};
  return lineText(rewrite::positionAt(unit, finder.found->getBeginLoc()).line);
}

}  // namespace warpwright::passes

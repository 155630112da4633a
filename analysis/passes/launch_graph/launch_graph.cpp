// A loop of host code that only launches kernels becomes launches of a CUDA graph, which is captured once: what a
// launch costs by itself is paid for many rounds together.
//
//   Before                                      After
//     for (int i = 0; i < n; ++i) {               int graph_rounds = 0;
//       step<<<grid, block>>>(a, b);              if (n >= 64 && …) {
//       step<<<grid, block>>>(b, a);                … capture a stream while 16 rounds are launched in it …
//     }                                             while (n - graph_rounds >= 16 && cudaGraphLaunch(…) == cudaSuccess)
//                                                     graph_rounds += 16;
//                                                 }
//                                                 for (int i = graph_rounds; i < n; ++i) {
//                                                   step<<<grid, block>>>(a, b);
//                                                   step<<<grid, block>>>(b, a);
//                                                 }
//
// Applies when the loop counts its rounds one by one up to a number, and each round launches the same kernels with the
// same arguments, in one stream: values that nothing in the loop changes, which may be pointers that change places and
// are back after two or four rounds, as the graph then holds a multiple of these. What asks for errors in between may
// stay, and does: it finds none where all went well, and where a graph cannot be made or launched, the loop makes what
// is left. What waits for the device in between is left out of the graph, as nothing else in the loop could see the
// difference: the rounds before are waited for once, and the last round waits as it did.
//
// Refuses all else that a round does, arguments that change, kernels that print (when it is shown depends on launches),
// programs that capture streams themselves: the loop might run meanwhile. Unknown where the code of a kernel is not
// seen.

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "analysis/model/project_functions.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_opportunity.h"
#include "analysis/passes/launch_graph/captures.h"
#include "analysis/passes/launch_graph/graph_kernels.h"
#include "analysis/passes/launch_graph/graph_text.h"
#include "analysis/rewrite/edit/launch_sites.h"
#include "analysis/rewrite/source/statement.h"

namespace warpwright::passes {
namespace {

using namespace clang;

const PassDescription& description() {
  static const PassDescription pass{
      .id = "launch_graph",
      .title = "Launch loop as a graph",
      .stepName = "graph in {subject}[ ×{rounds}]",
      .inputs = {.launches = true, .hostCode = true, .device = false},
      .onRequest = true,          // worth it only where launches take longer than kernels
      .measuredByReplay = false,  // it changes when the program launches what, not the kernel
      .parameters = {{"rounds", "Rounds in one graph"}}};
  return pass;
}

/// A loop whose first launch is one of the kernel.
struct Place {
  const FunctionDecl* function = nullptr;
  const Stmt* loop = nullptr;
  const Stmt* around = nullptr;  ///< what the loop is a part of
  bool isInLambda = false;
};

/// Not what macros write around their statements: `do … while (0)`.
bool isLoop(const Stmt& statement, const ASTContext& context) {
  if (const auto* once = dyn_cast<DoStmt>(&statement)) {
    Expr::EvalResult goesOn;
    const bool isKnown = !once->getCond()->isValueDependent() && once->getCond()->EvaluateAsInt(goesOn, context);
    if (isKnown && goesOn.Val.getInt() == 0) return false;
  }
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement);
}

const CUDAKernelCallExpr* firstLaunch(const Stmt* part) {
  if (!part) return nullptr;
  if (const auto* launch = dyn_cast<CUDAKernelCallExpr>(part)) return launch;
  for (const Stmt* child : part->children()) {
    if (const auto* found = firstLaunch(child)) return found;
  }
  return nullptr;
}

/// Without a loop: the launch stands in none, or is not its first.
Place placeOf(const CUDAKernelCallExpr& launch, ASTContext& context) {
  Place place;
  for (DynTypedNode node = DynTypedNode::create(launch);;) {
    const auto parents = context.getParents(node);
    if (parents.empty()) return {};
    node = parents[0];
    if (const auto* statement = node.get<Stmt>()) {
      if (place.loop && !place.around) place.around = statement;
      if (!place.loop && isLoop(*statement, context)) place.loop = statement;
      place.isInLambda = place.isInLambda || isa<LambdaExpr>(statement);
    }
    if (const auto* function = node.get<FunctionDecl>()) {
      const auto* method = dyn_cast<CXXMethodDecl>(function);
      place.isInLambda = place.isInLambda || (method && method->getParent()->isLambda());
      place.function = function;
      if (!place.loop || firstLaunch(place.loop) != &launch) place.loop = nullptr;
      return place;
    }
  }
}

bool isSame(const LaunchLoop& one, const LaunchLoop& other) {
  const auto isSameWord = [](const rewrite::Word& a, const rewrite::Word& b) {
    return a.place == b.place && a.text == b.text;
  };
  const auto typeOf = [](const LaunchLoop& loop) { return loop.header.counter->getType().getCanonicalType(); };
  return typeOf(one) == typeOf(other) && one.stream == other.stream && one.period == other.period &&
         one.wait == other.wait && one.header.knownBound == other.header.knownBound &&
         one.header.first == other.header.first && std::ranges::equal(one.words, other.words, isSameWord);
}

/// A loop with what is said of it.
struct Found {
  Opportunity shown;
  Judgement judgement;
  LaunchLoop loop;
  const FunctionDecl* function = nullptr;
  std::vector<unsigned> rounds;
};

class Finder {
 public:
  explicit Finder(const model::ParsedKernel& kernel)
      : kernel_(kernel), editor_(*kernel.unit), names_(graphNames(editor_)) {}

  std::vector<Found> find() {
    std::vector<Found> all;
    for (const rewrite::LaunchSite& site : rewrite::findLaunchSites(editor_, *kernel_.pattern).sites) {
      std::vector<Place> places;
      for (const CUDAKernelCallExpr* launch : site.instances) {
        const Place place = placeOf(*launch, kernel_.unit->ast());
        if (place.loop && place.function) places.push_back(place);
      }
      if (!places.empty()) all.push_back(look(places));
    }
    return all;
  }

  Status write(rewrite::Editor& editor, const Found& found, unsigned rounds) const {
    return writeGraph(editor, found.loop, *found.function, names_, rounds);
  }

 private:
  Found look(const std::vector<Place>& places) {
    Found found;
    const Place& first = places.front();
    const std::string name = first.isInLambda ? "a lambda" : first.function->getNameAsString();
    const SourcePosition begin = rewrite::positionAt(*kernel_.unit, first.loop->getBeginLoc());
    found.shown = kernelOpportunity(description(), kernel_, titleOf(name, begin.file));
    found.shown.subject = name;
    // Loops that a change captures do not count among the others, which are found again beside them.
    const auto isInCapture = [&](const Place& one) { return isCaptured(editor_, *one.loop); };
    const std::string counted = std::ranges::any_of(places, isInCapture) ? name + " captured" : name;
    found.shown.id = makeOpportunityId(description().id, kernel_.models.front().qualifiedName,
                                       model::writtenName(kernel_), counted, ordinals_[counted]++);
    const SourcePosition end = rewrite::positionAt(*kernel_.unit, first.loop->getEndLoc());
    found.shown.range = {begin, end.line, end.column + 1};
    found.judgement = judge(places, found);
    return found;
  }

  /// Names the file where it is not the kernel's.
  Message titleOf(const std::string& function, const std::string& file) const {
    if (file == kernel_.models.front().nameAt.file)
      return {"Launch rounds of the loop in %1 as one CUDA graph", code(function)};
    return {"Launch rounds of the loop in %1 (%2) as one CUDA graph", code(function),
            std::filesystem::path(file).filename().string()};
  }

  Judgement judge(const std::vector<Place>& places, Found& found) {
    bool isRead = false;
    for (const Place& place : places) {
      if (place.function->isDependentContext()) continue;
      if (auto judged = judgePlace(place)) return *std::move(judged);
      Result<LaunchLoop> loop = readLaunchLoop(editor_, *place.function, *cast<ForStmt>(place.loop), names_.stream);
      if (!loop.ok()) return makeJudgement(VerdictKind::refused, {"The loop stays: %1.", said(loop.error())});
      for (const FunctionDecl* kernel : loop->kernels) {
        if (auto judged = judgeForGraph(*kernel_.unit, *kernel)) return *std::move(judged);
      }
      if (isRead && !isSame(*loop, found.loop))
        return makeJudgement(VerdictKind::refused, "The loop stays: instances of its template are not alike.");
      found.loop = *std::move(loop);
      found.function = place.function;
      isRead = true;
      if (const Message captures = lineOfCaptureAround(editor_, *place.loop); !captures.empty())
        return makeJudgement(
            VerdictKind::refused,
            {"The loop stays: it may run while a stream is captured into a graph, as %1 does.", captures});
    }
    if (!isRead)
      return makeJudgement(VerdictKind::unknown, "The loop stands in a template that nothing instantiates here.");
    return judgeRounds(found);
  }

  /// What stands around the loop.
  std::optional<Judgement> judgePlace(const Place& place) const {
    const FunctionDecl& function = *place.function;
    if (kernel_.unit->hasErrors(function))
      return makeJudgement(VerdictKind::unknown,
                           "The function that launches it has errors: nothing is changed until they are gone.");
    const SourceManager& sources = function.getASTContext().getSourceManager();
    if (function.getTemplateInstantiationPattern() && !sources.isInMainFile(sources.getFileLoc(function.getLocation())))
      return makeJudgement(VerdictKind::unknown, "The loop stands in a template that other files may instantiate.");
    if (place.isInLambda) return makeJudgement(VerdictKind::refused, "The loop stays: it stands in a lambda.");
    if (function.hasAttr<CUDAGlobalAttr>() || function.hasAttr<CUDADeviceAttr>())
      return makeJudgement(VerdictKind::refused, "The loop stays: it may run on the device.");
    if (!isa<ForStmt>(place.loop))
      return makeJudgement(VerdictKind::refused,
                           "The loop stays: it does not count its rounds one by one, from a number up to another.");
    if (isa_and_nonnull<AttributedStmt>(place.around))
      return makeJudgement(VerdictKind::refused, "The loop stays: a `#pragma` or an attribute stands in front of it.");
    if (!isa_and_nonnull<CompoundStmt>(place.around))
      return makeJudgement(VerdictKind::refused,
                           "The loop stays: it is no statement of a block. Put braces around it.");
    return std::nullopt;
  }

  Judgement judgeRounds(Found& found) const {
    found.rounds = roundsOfGraph(found.loop);
    if (found.rounds.empty())
      return makeJudgement(VerdictKind::refused,
                           "The loop stays: it has too few rounds for a graph to be worth its making.");
    rewrite::Editor trial(*kernel_.unit);
    if (Status written = write(trial, found, found.rounds.front()); !written.ok())
      return makeJudgement(VerdictKind::refused, {"The loop stays: %1.", said(written.error())});
    Judgement yes = makeJudgement(VerdictKind::applicable, reasonOf(found.loop));
    if (!found.function->isMain() && !model::isWholeProgram(*kernel_.unit)) {
      yes.assumptions.push_back(
          {{"no stream is being captured into a graph while %1 runs", code(found.function->getNameAsString())},
           {},
           false});
    }
    // What a round waits for beside the loop is waited for before its first launch.
    if (found.loop.waitsForDevice) {
      yes.assumptions.push_back({"nothing that runs in another stream waits for what the loop launches", {}, false});
    }
    return yes;
  }

  static Message reasonOf(const LaunchLoop& loop) {
    Message reason = loop.period == 1 ? Message("Each round launches the same, in one stream.")
                                      : Message("Every %1 rounds launch the same, in one stream.", loop.period);
    if (!loop.wait.empty())
      reason += {" Nothing in the loop sees what %1 waits for: the last round waits, and those before need not.",
                 code(loop.wait)};
    return reason;
  }

  const model::ParsedKernel& kernel_;
  rewrite::Editor editor_;
  GraphNames names_;
  std::map<std::string, int> ordinals_;
};

class LaunchGraph final : public Pass {
 public:
  const PassDescription& about() const override { return description(); }
  bool fitsCaptures() const override { return false; }

  std::vector<Opportunity> find(const KernelContext& context) const override {
    std::vector<Opportunity> all;
    for (Found& found : Finder(context.kernel()).find()) {
      if (found.judgement.verdict == VerdictKind::applicable)
        found.shown.parameters.push_back(offeredNumbers("rounds", found.rounds));
      found.judgement.moveTo(found.shown);
      all.push_back(std::move(found.shown));
    }
    return all;
  }

  Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                          const ParameterValues& values) const override {
    Finder finder(context.kernel());
    for (const Found& found : finder.find()) {
      if (found.shown.id != opportunity.id) continue;
      if (found.judgement.verdict != VerdictKind::applicable)
        return inputError(found.judgement.reason, found.shown.range);
      const Result<unsigned> rounds = chosenNumber(values, "rounds", found.rounds);
      if (!rounds.ok()) return rounds.error();
      rewrite::Editor editor(*context.kernel().unit);
      if (Status written = finder.write(editor, found, *rounds); !written.ok()) return written.error();
      return editor.finish(found.shown.title);
    }
    return goneError(opportunity);
  }
};

}  // namespace

std::unique_ptr<const Pass> makeLaunchGraph() {
  return std::make_unique<LaunchGraph>();
}

}  // namespace warpwright::passes

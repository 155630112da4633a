#include "analysis/passes/warp_exchange/kernel_runs.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "analysis/model/written_kernel.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/kernel_opportunity.h"
#include "analysis/passes/launch_limits.h"

namespace warpwright::passes {
namespace {

using namespace clang;

/// One that is not known is looked at as if it were some warps in a row: nothing is changed for it. Nothing: no GPU has
/// such blocks.
std::optional<std::array<uint32_t, 3>> blockOf(const KernelModel& model) {
  std::array<uint32_t, 3> block{};
  uint64_t threads = 1;
  for (size_t d = 0; d < 3; ++d) {
    if (!model.block[d]) return std::array<uint32_t, 3>{128, 1, 1};
    block[d] = *model.block[d];
    threads *= block[d];
  }
  return threads > 0 && threads <= 1024 ? std::optional(block) : std::nullopt;
}

/// Several ways to the same statements: what lies beyond the lanes of a warp on one of them is asked for on all.
void join(std::vector<FoundRun>& readings) {
  std::map<const void*, RunElement::Beyond> beyond;  // by where the element is written
  const auto eachElement = [&](const auto& visit) {
    for (FoundRun& one : readings)
      for (RunStep& step : one.run.steps)
        for (RunElement& element : step.elements) visit(element, element.mention->getBeginLoc().getPtrEncoding());
  };
  eachElement([&](RunElement& element, const void* at) {
    RunElement::Beyond& most = beyond.try_emplace(at, element.beyond).first->second;
    most = std::max(most, element.beyond);
  });
  eachElement([&](RunElement& element, const void* at) { element.beyond = beyond.at(at); });
}

/// How the text says which lane of its warp a thread is; empty: in several dimensions that are not rows of warps.
std::string laneText(const model::ParsedKernel& kernel) {
  const bool isOfX = std::ranges::all_of(kernel.models, [](const KernelModel& model) {
    const auto block = blockOf(model);
    return block && ((*block)[0] % lanesOfWarp == 0 || ((*block)[1] == 1 && (*block)[2] == 1));
  });
  return isOfX ? "threadIdx.x % 32" : "";
}

Message linesOf(const model::ParsedKernel& kernel, const WarpRun& run) {
  const auto at = [&](const RunStep& step) {
    return lineText(rewrite::positionAt(*kernel.unit, step.statement->getBeginLoc()).line);
  };
  return {"%1 to %2", at(run.steps.front()), at(run.steps.back())};
}

bool holdsShared(const model::ParsedKernel& kernel) {
  return std::ranges::any_of(kernel.models, [](const KernelModel& model) {
    return std::ranges::any_of(model.objects,
                               [](const MemoryObject& object) { return object.space == MemorySpace::shared; });
  });
}

/// Why a function that kernels call cannot be changed; empty: it can.
Message functionStays(const model::ParsedKernel& kernel, const KernelRun& run) {
  if (run.pattern == model::writtenForm(kernel.declaration)) return {};
  const Code name = code(run.pattern->getNameAsString());
  const SourceManager& sources = kernel.unit->ast().getSourceManager();
  if (run.pattern->hasAttr<CUDAHostAttr>()) return {"%1 is a function of the host, too.", name};
  if (!sources.isInMainFile(sources.getFileLoc(run.pattern->getLocation())))
    return {"%1 stands in a header: who else calls it is not known.", name};
  const Message other = otherUse(*kernel.unit, *run.pattern, run.ways);
  return other.empty() ? Message() : Message{"%1 is used at %2, too, where this has not been looked at.", name, other};
}

void restOn(Judgement& all, const model::ParsedKernel& kernel, const KernelRun& run) {
  const WarpRun& first = run.readings.front().run;
  const Code array = code(first.array->getNameAsString());
  assumeBlockShapes(all.assumptions, kernel.models);
  if (std::ranges::any_of(run.readings, [](const FoundRun& one) { return one.run.countsOnLockstep; }))
    all.assumptions.push_back({{"the lanes of a warp run in step from %1, as the source counts on: nothing orders "
                                "there what they write to %2 "
                                "and read of each other",
                                linesOf(kernel, first), array},
                               {}});
  all.assumptions.push_back(
      {{"no two warps of a block touch the same element of %1 between two barriers, one of them writing", array}, {}});
  if (run.pattern != model::writtenForm(kernel.declaration))
    all.assumptions.push_back({{"%1 is called from no other file", code(run.pattern->getNameAsString())}, {}});
  assumeRegisters(all.assumptions, kernel);
}

}  // namespace

std::vector<KernelRun> runsOf(const PassDescription& pass, const model::ParsedKernel& kernel) {
  if (!holdsShared(kernel)) return {};
  std::map<SourcePosition, KernelRun> byPlace;
  std::vector<RunSearch::Way> ways;
  for (const FunctionDecl* instance : model::instancesOf(kernel)) {
    if (!instance->getBody()) continue;
    std::set<std::array<uint32_t, 3>> seen;
    for (const KernelModel& model : kernel.models) {
      const auto block = blockOf(model);
      if (!block || !seen.insert(*block).second) continue;
      RunSearch search = searchRuns(*kernel.unit, *instance, *block);
      ways.insert(ways.end(), search.ways.begin(), search.ways.end());
      for (FoundRun& one : search.runs) {
        const Stmt* first = one.run.steps.front().statement;
        KernelRun& run = byPlace[rewrite::positionAt(*kernel.unit, first->getBeginLoc())];
        run.pattern = model::writtenForm(one.run.function);
        run.readings.push_back(std::move(one));
      }
    }
  }
  std::map<std::string, int> ordinals;
  std::vector<KernelRun> runs;
  for (auto& [at, run] : byPlace) {
    join(run.readings);
    for (const RunSearch::Way& way : ways)
      if (model::writtenForm(way.function) == run.pattern) run.ways.push_back(way);
    const VarDecl* array = run.readings.front().run.array;
    const std::string name = array ? array->getNameAsString() : "";
    run.shown = kernelOpportunity(pass, kernel, {"Let the lanes of a warp exchange %1 by shuffles", code(name)});
    run.shown.subject = name;
    run.shown.range = {at, at.line, at.column + 1};
    run.shown.id = makeOpportunityId(pass.id, kernel.models.front().qualifiedName, model::writtenName(kernel),
                                     "run|" + name, ordinals[name]++);
    runs.push_back(std::move(run));
  }
  return runs;
}

Judgement judgeRun(const model::ParsedKernel& kernel, const KernelRun& run) {
  using enum VerdictKind;
  for (const FoundRun& one : run.readings) {
    if (!one.run.why.empty()) return makeJudgement(refused, {"The elements stay in memory: %1.", one.run.why});
    if (!one.apart.empty())
      return makeJudgement(
          refused, {"The lanes of a warp may not come to %1 together: %2.", linesOf(kernel, one.run), one.apart});
  }
  if (run.readings.size() != run.ways.size())
    return makeJudgement(unknown, {"On some way to %1, what %2 is there is not known.",
                                   linesOf(kernel, run.readings.front().run), code(run.shown.subject)});
  if (Message stays = functionStays(kernel, run); !stays.empty()) return makeJudgement(refused, std::move(stays));
  rewrite::Editor scratch(*kernel.unit);
  if (Status written = writeRun(scratch, kernel, run); !written.ok())
    return makeJudgement(refused, {"The elements stay in memory: %1.", said(written.error())});
  Judgement all = makeJudgement(applicable, {"Only lanes of one warp touch these elements from %1, each its own.",
                                             linesOf(kernel, run.readings.front().run)});
  restOn(all, kernel, run);
  return all;
}

Status writeRun(rewrite::Editor& editor, const model::ParsedKernel& kernel, const KernelRun& run) {
  const std::string lane = laneText(kernel);
  return writeAgreed(editor, run.readings.size(), [&](size_t i) -> Result<rewrite::Edits> {
    return editsOf(editor, *run.pattern, run.readings[i].run, lane);
  });
}

}  // namespace warpwright::passes

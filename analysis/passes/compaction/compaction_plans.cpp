#include "analysis/passes/compaction/compaction_plans.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>
#include <filesystem>

#include "analysis/model/project_functions.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/compaction/whole_warps.h"
#include "analysis/passes/shared_room.h"

namespace warpwright::passes {

namespace {

rewrite::WarpLayout warpLayoutOf(const model::ParsedKernel& kernel) {
  rewrite::WarpLayout layout{true, true};
  for (const KernelModel& model : kernel.models) {
    if (model.launches.empty()) continue;
    layout.areRowsWhole = layout.areRowsWhole && model.block[0] && *model.block[0] % rewrite::threadsOfWarp == 0;
    layout.isOneRow = layout.isOneRow && model.block[1] == 1U && model.block[2] == 1U;
  }
  return layout;
}

// Why the device code needs the threads of a warp together, "line 12 calls …"; empty: it does not.
Message exchangeIn(const model::ParsedKernel& kernel) {
  for (const KernelModel& model : kernel.models) {
    const auto found = std::find_if(model.calls.begin(), model.calls.end(),
                                    [](const OpaqueCall& one) { return one.isWarpCollective; });
    if (found != model.calls.end())
      return {"%1 calls `%2`, which exchanges values between the threads of a warp", lineText(found->line),
              found->name};
    const auto barrier = std::find_if(model.barriers.begin(), model.barriers.end(),
                                      [](const Barrier& one) { return one.kind == Barrier::Kind::warp; });
    if (barrier != model.barriers.end())
      return {"`%1` at %2 orders the threads of a warp", barrier->text, lineText(barrier->line)};
  }
  return {};
}

// Why what threads of a block share keeps them in it; empty: each block can have its own in a new one.
Message whyNotRows(const MemoryObject& shared, rewrite::StaysTogether together) {
  if (!together.blocks) return {"Threads of a block share %1.", code(shared.name)};
  if (shared.isDynamic) return {"Threads of a block share %1, whose size the launch gives.", code(shared.name)};
  if (shared.showsAddress)
    return {"Threads of a block share %1, and its address, which would be another, is seen.", code(shared.name)};
  return {};
}

}  // namespace

std::string axisText(int dimension) {
  return std::string(1, "xyz"[dimension]);
}

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::optional<Judgement> judgeAtSight(const KernelModel& model, bool mayExchange) {
  using enum VerdictKind;
  if (auto judged = judgeRead(model)) return judged;
  for (const OpaqueCall& call : model.calls) {
    if (call.isWarpCollective && !mayExchange) {
      return makeJudgement(refused, {"%1 calls `%2`, which exchanges values between the threads of a warp.",
                                     capitalised(lineText(call.line)), call.name});
    }
    if (call.touchesMemory) {
      return makeJudgement(unknown, {"`%1`, called at %2, may touch any memory.", call.name, lineText(call.line)});
    }
  }
  for (const Barrier& barrier : model.barriers) {
    if (barrier.kind == Barrier::Kind::block) continue;
    if (barrier.kind != Barrier::Kind::warp || !mayExchange) {
      return makeJudgement(refused,
                           {"`%1` at %2 counts threads, or orders a warp.", barrier.text, lineText(barrier.line)});
    }
  }
  for (const Access& access : model.accesses) {
    if (access.isVolatile || (access.object.isValid() && model.object(access.object).isVolatile)) {
      return makeJudgement(refused, {"%1 reads or writes volatile memory, which may wait for other threads.",
                                     capitalised(lineText(access.line))});
    }
  }
  return std::nullopt;
}

Result<Compacted> compactAlong(const rewrite::Editor& editor, const model::ParsedKernel& kernel,
                               const rewrite::MergedAxis& axis, const rewrite::CompactionChoice& choice) {
  std::optional<Compacted> agreed;
  for (const clang::FunctionDecl* instance : model::instancesOf(kernel)) {
    Result<rewrite::CompactionPlan> plan = rewrite::planCompaction(editor, *instance, axis, choice.loadsFirst);
    if (!plan.ok()) return plan.error();
    if (const Message hidden = plan->body->all.exchanges ? Message() : exchangeIn(kernel); !hidden.empty())
      return inputError(hidden);
    if (plan->body->all.exchanges) {
      Status whole = rewrite::keepsWarpsWhole(editor, *instance, warpLayoutOf(kernel));
      if (!whole.ok()) return whole.error();
    }
    Result<rewrite::CompactedBody> body = rewrite::writeCompacted(editor, *plan, *kernel.pattern, choice);
    if (!body.ok()) return body.error();
    if (agreed && (agreed->body.text != body->text || agreed->body.copies != body->copies)) {
      return inputError("its instantiations would need different changes");
    }
    Compacted compacted{*body, plan->loops.size(),       plan->arrays.size(),      0, 0,
                        {},    plan->body->all.reorders, plan->body->all.exchanges};
    for (const auto& [variable, why] : plan->notes)
      compacted.notes.push_back({rewrite::positionAt(*kernel.unit, variable->getLocation()), why});
    for (const clang::VarDecl* array : plan->arrays) {
      if (rewrite::isOfThread(*array)) continue;
      compacted.expandedShared +=
          spacedShared(static_cast<uint64_t>(kernel.unit->ast().getTypeSizeInChars(array->getType()).getQuantity()));
    }
    for (const rewrite::MergedLoop& loop : plan->loops) compacted.commonLoads += loop.common.size();
    agreed = std::move(compacted);
  }
  return *std::move(agreed);
}

void applyCompacted(rewrite::Editor& editor, const Compacted& compacted, const std::string& note) {
  editor.replace(compacted.body.place, compacted.body.text, note);
  for (const rewrite::HelperCopy& copy : compacted.body.copies) {
    editor.insert(copy.file, copy.offset, copy.text, "a copy that is given the index");
  }
}

std::vector<const KernelModel*> launchedOf(const model::ParsedKernel& kernel) {
  std::vector<const KernelModel*> launched;
  for (const KernelModel& model : kernel.models) {
    if (!model.launches.empty()) launched.push_back(&model);
  }
  return launched;
}

void proveRaceFree(const KernelContext& context, Judgement& all) {
  const model::ParsedKernel& kernel = context.kernel();
  for (size_t i = 0; i < kernel.models.size(); ++i) {
    if (kernel.models[i].launches.empty()) continue;
    const proof::Answer answer = context.isRaceFree(i);
    Judgement one = makeJudgement(verdictOf(answer.kind), answer.reason);
    one.take(answer);
    all.conjoin(std::move(one), kernel, i);
    if (all.verdict != VerdictKind::applicable) return;
  }
}

void noteCompacted(const model::ParsedKernel& kernel, const Compacted& compacted, int dimension,
                   CompactionJudgement& all) {
  const std::string axis = axisText(dimension);
  all.figures["merged_loops_" + axis] = static_cast<double>(compacted.loops);
  all.figures["arrays_" + axis] = static_cast<double>(compacted.arrays);
  all.figures["common_loads_" + axis] = static_cast<double>(compacted.commonLoads);
  all.exchanges = all.exchanges || compacted.exchanges;
  if (compacted.reorders) all.sameness = Sameness::anotherOrder;
  for (const Evidence& note : compacted.notes)
    all.evidence.push_back({note.at, "along " + axis + ", " + note.text + ": it becomes an array"});
}

std::optional<Judgement> judgeSharing(const model::ParsedKernel& kernel, rewrite::StaysTogether together) {
  for (const KernelModel& model : kernel.models) {
    for (const Barrier& barrier : model.barriers) {
      if (together.warps && barrier.kind == Barrier::Kind::warp) continue;
      if (together.blocks && barrier.kind == Barrier::Kind::block) continue;
      return makeJudgement(VerdictKind::refused, {"Threads of a block wait for each other at %1 (`%2`).",
                                                  lineText(barrier.line), barrier.text});
    }
    for (const MemoryObject& object : model.objects) {
      if (object.space != MemorySpace::shared) continue;
      if (Message why = whyNotRows(object, together); !why.empty())
        return makeJudgement(VerdictKind::refused, std::move(why));
    }
  }
  return std::nullopt;
}

std::optional<Judgement> judgeLaunches(const model::ParsedKernel& kernel, const rewrite::LaunchSites& launches,
                                       const std::string& shape, bool needsBlock, bool mayExchange) {
  using enum VerdictKind;
  for (const KernelModel& model : kernel.models) {
    if (auto sight = judgeAtSight(model, mayExchange)) return sight;
  }
  if (auto open = judgeOpenLaunches(kernel)) return open;
  const bool changes = !shape.empty();
  if (!launches.unknown.empty() && !launches.areSeen)
    return makeJudgement(unknown, {"Not every launch is known: %1.", launches.unknown});
  if (!launches.unknown.empty() && changes)
    return makeJudgement(unknown, {"Not every launch can be changed: %1.", launches.unknown});
  if (launches.sites.empty() && changes) {
    return makeJudgement(
        unknown, {"No launch of the kernel was found in this file: its %1 cannot be made smaller. Launches in other "
                  "files are not changed: look at the file that launches it, where that includes the kernel.",
                  shape});
  }
  for (const KernelModel& model : kernel.models) {
    for (const Launch& launch : model.launches) {
      if (!needsBlock || (launch.block[0] && launch.block[1] && launch.block[2])) continue;
      return makeJudgement(unknown, {"The block size is not known for the launch at %1.", lineText(launch.at)});
    }
  }
  for (const rewrite::LaunchSite& site : launches.sites) {
    const auto isHere = [&](const Launch& launch) {
      const auto nameOf = [](const std::string& file) { return std::filesystem::path(file).filename(); };
      return launch.fromUser || (launch.at.line == site.at.line && launch.at.column == site.at.column &&
                                 nameOf(launch.at.file) == nameOf(site.at.file));
    };
    const auto knows = [&](const KernelModel& model) {
      return std::any_of(model.launches.begin(), model.launches.end(), isHere);
    };
    if (std::any_of(kernel.models.begin(), kernel.models.end(), knows)) continue;
    return makeJudgement(unknown, "The launch at " + lineText(site.at) + " is not understood: its " +
                                      (changes ? shape : "block") +
                                      " size is not known. Launch the kernel in a function of its own.");
  }
  if (auto others = judgeOtherTexts(kernel)) return others;
  if (launchedOf(kernel).empty()) return makeJudgement(unknown, "No launch of the kernel is known to run.");
  return std::nullopt;
}

std::optional<Judgement> judgeOtherTexts(const model::ParsedKernel& kernel) {
  if (model::isReadAgain(kernel))
    return makeJudgement(VerdictKind::unknown,
                         "The file of the kernel is included several times: its text is that of other functions, too.");
  if (const Message others = declaredForOthers(kernel); !others.empty())
    return makeJudgement(VerdictKind::unknown, {"Not every launch is known: %1.", others});
  return std::nullopt;
}

Message declaredForOthers(const model::ParsedKernel& kernel) {
  if (!kernel.pattern->isExternallyVisible() || model::isWholeProgram(*kernel.unit)) return {};
  const std::string own = rewrite::fileNameAt(*kernel.unit, kernel.pattern->getLocation());
  for (const clang::FunctionDecl* declaration : kernel.pattern->redecls()) {
    const SourcePosition at = rewrite::positionAt(*kernel.unit, declaration->getLocation());
    if (rewrite::fileNameAt(*kernel.unit, declaration->getLocation()) == own) continue;
    return {"`%1` is declared at %2 of %3: files that include it may launch it", kernel.models.front().name,
            lineText(at.line), std::filesystem::path(at.file).filename().string()};
  }
  return {};
}

void assumeOnlyFile(std::vector<Assumption>& assumptions, const model::ParsedKernel& kernel) {
  if (!kernel.pattern->isExternallyVisible() || model::isWholeProgram(*kernel.unit)) return;
  assumptions.push_back({"`" + kernel.models.front().name + "` is launched from no other file", {}});
}

}  // namespace warpwright::passes

// A barrier that orders nothing two threads share can go (CGO'15 §3.1.1, with proofs).
//
//   Before                         After
//     a[tx] = in[i];                 a[tx] = in[i];
//     __syncthreads();               b[tx] = a[tx] * 2;
//     b[tx] = a[tx] * 2;
//
// Applies when it is proved, for every instantiation and block shape, that without the barrier no two threads of a
// block touch the same byte with a write among them unless another barrier still orders them; in shared and in global
// memory. Barriers are judged one after another: one is offered given that those offered before it are gone; when fewer
// of them go, the rest orders all the more. Unknown where a barrier may serve more than memory of this block: atomics,
// volatile accesses and fences can carry a message to other blocks, warp collectives that do not wait for the threads
// they name may need them together, unknown calls may do anything. Refuses barriers in device functions and in macro
// bodies: others use them too. Unknown, too, where the kernel has code that another configuration reads beside the
// barrier: nothing is proved of that.

#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "analysis/frontend/kept_text.h"
#include "analysis/model/contraction.h"
#include "analysis/model/source_text.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/rewrite/edit/conditional_code.h"
#include "analysis/rewrite/edit/statement_edits.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/mentions.h"
#include "core/base/text_lines.h"

namespace warpwright::passes {
namespace {

const PassDescription& description() {
  static const PassDescription pass{.id = "redundant_barrier",
                                    .title = "Remove a redundant barrier",
                                    .stepName = "no barrier at line {line}",
                                    .family = Family::barrier,
                                    .inputs = {.launches = false, .hostCode = false}};
  return pass;
}

// Does the call itself wait for the threads that it exchanges values with? Those with a mask do since compute
// capability 7 (PTX ISA, shfl.sync); before, the threads had to be together.
bool waitsForItsThreads(const OpaqueCall& call, const Device& device) {
  const bool isOld = device.arch.size() == 5 && device.arch.starts_with("sm_") && device.arch[3] < '7';
  return !isOld && call.name.find("sync") != std::string::npos;
}

// May threads of other blocks touch what this access does? What of volatile memory of the block itself a barrier orders
// is the proof's to say.
bool mayBeSeenOutside(const KernelModel& model, const Access& access) {
  if (!access.object.isValid()) return true;
  const MemorySpace space = model.object(access.object).space;
  return space != MemorySpace::shared && space != MemorySpace::local;
}

// What of this kernel is not understood, or may order threads beside its barriers: nothing is said of those then.
// Empty: none of it is seen.
Message notUnderstood(const KernelModel& model) {
  if (model.hasErrors) return "The kernel has errors: nothing in it is changed until they are gone.";
  if (!model.unknownReason.empty()) {
    return {"Cannot tell what the barriers order: %1.", model.unknownReason};
  }
  for (const OpaqueCall& call : model.calls) {
    if (call.name.find("fence") != std::string::npos) {
      return {"The memory fence at %1 may order what other blocks see: the barrier may be part of that.",
              lineText(call.line)};
    }
    if (call.touchesMemory) return {"%1 at %2 may touch any memory.", code(call.name), lineText(call.line)};
  }
  for (const Access& access : model.accesses) {
    if (access.isVolatile && mayBeSeenOutside(model, access))
      return {"The volatile access at %1 may wait for, or signal, other threads.", lineText(access.line)};
  }
  for (const Barrier& barrier : model.barriers) {
    if (barrier.kind == Barrier::Kind::other) {
      return {"%1 at %2 is a barrier of another kind, not understood yet.", code(barrier.text), lineText(barrier.line)};
    }
  }
  return {};
}

// Why barriers of this kernel may do more than order the memory of one block: none may go, though it is worth saying
// which of them that memory needs. Empty: nothing of the kind is seen.
Message otherDuties(const KernelModel& model, const Device& device) {
  for (const OpaqueCall& call : model.calls) {
    if (!call.isWarpCollective || waitsForItsThreads(call, device)) continue;
    return {"%1 at %2 exchanges values between the threads of a warp, which the barrier may bring together.",
            code(call.name), lineText(call.line)};
  }
  for (const Access& access : model.accesses) {
    if (access.kind != AccessKind::atomic || !mayBeSeenOutside(model, access)) continue;
    return {
        "The atomic operation at %1 may tell other blocks that this one has written: the barrier may be what comes "
        "first.",
        lineText(access.line)};
  }
  return {};
}

// What a kernel runs of the project: its instances, and the functions that they call, by these, too.
std::set<const clang::FunctionDecl*> functionsOf(const model::ParsedKernel& kernel) {
  const model::SourceText places(*kernel.unit);
  std::set<const clang::FunctionDecl*> all;
  std::vector<const clang::FunctionDecl*> open = model::instancesOf(kernel);
  while (!open.empty()) {
    const clang::FunctionDecl* function = open.back()->getDefinition();
    open.pop_back();
    if (!function || !places.isInProject(function->getLocation()) || !all.insert(function).second) continue;
    rewrite::eachPart(function->getBody(), [&](const clang::Stmt& part, const auto&) {
      const auto* call = llvm::dyn_cast<clang::CallExpr>(&part);
      const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(&part);
      if (call && call->getDirectCallee()) open.push_back(call->getDirectCallee());
      if (made) open.push_back(made->getConstructor());
    });
  }
  return all;
}

// The code of a kernel, and of what it calls, that `#if` leaves out.
class LeftOutCode {
 public:
  explicit LeftOutCode(const model::ParsedKernel& kernel) : editor_(*kernel.unit) {
    for (const clang::FunctionDecl* function : functionsOf(kernel)) {
      const Result<rewrite::TextRange> body = editor_.locate(function->getBody()->getSourceRange());
      if (!body.ok() || editor_.textOf(*body).find('#') == std::string_view::npos) continue;
      const auto conditions = conditions_.try_emplace(body->file, editor_, body->file).first;
      for (const uint32_t place : conditions->second.leftOutOf(editor_, *function)) places_[body->file].insert(place);
    }
  }

  // Why nothing is known of a barrier for all configurations that have it. Empty: nothing stands beside it.
  Message beside(const SourceRange& barrier) const {
    for (const auto& [file, places] : places_) {
      // Of the line that the barrier begins on: a directive is a line of its own.
      const auto at = static_cast<uint32_t>(lineStart(editor_.textOf(file), barrier.begin.line));
      for (const uint32_t place : places) {
        if (file == barrier.begin.file && conditions_.at(file).areAlternatives(at, place)) continue;
        return {"%1 of %2 is left out here (#if): nothing is known of the barrier where it is not.",
                capitalised(lineText(editor_.lineOf(file, place))), std::filesystem::path(file).filename().string()};
      }
    }
    return {};
  }

 private:
  rewrite::Editor editor_;
  std::map<std::string, rewrite::ConditionalCode> conditions_;  // by file
  std::map<std::string, std::set<uint32_t>> places_;
};

// All block-wide barriers of the kernel by where they are spelled; inlining may bring one several times.
std::vector<SourceRange> placesOf(const model::ParsedKernel& kernel) {
  std::vector<SourceRange> places;
  for (const KernelModel& model : kernel.models) {
    for (const Barrier& barrier : model.barriers) {
      if (barrier.kind != Barrier::Kind::block) continue;
      SourceRange place = barrier.range;
      if (!place.isValid()) place.begin = {model.definition.begin.file, barrier.line, 0};
      if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
    }
  }
  std::sort(places.begin(), places.end());
  return places;
}

std::vector<BarrierId> idsAt(const KernelModel& model, const SourceRange& place) {
  std::vector<BarrierId> ids;
  for (const Barrier& barrier : model.barriers) {
    if (barrier.kind == Barrier::Kind::block && barrier.range == place) ids.push_back(barrier.id);
  }
  return ids;
}

std::string firstWord(std::string_view text) {
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto begin = std::find_if(text.begin(), text.end(), isWord);
  return std::string(begin, std::find_if_not(begin, text.end(), isWord));
}

// What a barrier stands between: the first word of the lines around it, other barriers passed over. It names the
// barrier in its id, so that the id still means the same one after another barrier, or a subscript, is gone.
std::string neighbourhoodOf(const frontend::KeptText& text, uint32_t number) {
  const auto wordFrom = [&](size_t at, int step) {
    for (size_t i = at; i < text.lineStarts.size(); i += static_cast<size_t>(step)) {
      const std::string word = firstWord(text.line(i));
      if (!word.empty() && word != "__syncthreads") return word;
    }
    return std::string();
  };
  return number == 0 ? std::string() : wordFrom(number - 2, -1) + "|" + wordFrom(number, 1);
}

// One opportunity a barrier, still without a verdict, in source order.
std::vector<Opportunity> describe(const model::ParsedKernel& kernel) {
  const KernelModel& model = kernel.models.front();
  const auto text = frontend::keptText(*kernel.unit, model.definition.begin.file);
  static const frontend::KeptText none;
  std::map<std::string, int> ordinals;
  std::vector<Opportunity> opportunities;
  for (const SourceRange& place : placesOf(kernel)) {
    Opportunity opportunity;
    opportunity.pass = description().id;
    opportunity.kernel = model.name;
    opportunity.signature = model.signature;
    opportunity.subject = "__syncthreads";
    const std::string name = opportunity.subject + "|" + neighbourhoodOf(text.ok() ? **text : none, place.begin.line);
    opportunity.id =
        makeOpportunityId(description().id, model.qualifiedName, model::writtenName(kernel), name, ordinals[name]++);
    opportunity.range = place;
    opportunity.title = {"Remove the barrier at %1", lineText(place.begin)};
    opportunities.push_back(std::move(opportunity));
  }
  return opportunities;
}

// The proof names the one of the removed barriers that orders the pair it found; the question was about the last one.
Message reasonOf(const proof::Answer& answer, const SourceRange& asked, const std::vector<uint32_t>& gone) {
  if (gone.empty() || answer.otherwise.empty()) return answer.reason;
  const Message others =
      gone.size() == 1 ? Message("the barrier at %1", linesText(gone)) : Message("the barriers at %1", linesText(gone));
  return {"Barrier at %1 stays: with %2 gone too, %3", lineText(asked.begin), others, answer.otherwise};
}

class RedundantBarrier final : public Pass {
 public:
  const PassDescription& about() const override { return description(); }

  /// Without the barrier compilers see what is loaded behind it, and load once what is loaded on both sides.
  Message mayRoundOtherwise(const model::ParsedKernel& kernel) const override {
    Message stored = model::openStoredProducts(*kernel.unit, kernel.mangledNames());
    return stored.empty() ? model::openReloads(*kernel.unit, kernel.mangledNames()) : stored;
  }
  NewConstants newConstants(const model::ParsedKernel&) const override { return noConstants; }
  bool assumesRounding() const override { return true; }

  std::vector<Opportunity> find(const KernelContext& context) const override {
    std::vector<Opportunity> found;
    walk(context, [&](Opportunity opportunity, Rewrite) {
      found.push_back(std::move(opportunity));
      return true;
    });
    if (context.isCancelled()) return {};
    return found;
  }

  Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                          const ParameterValues&) const override {
    Result<Rewrite> result =
        Error{ErrorKind::stale, "The barrier is no longer in `" + opportunity.kernel + "`. Analyse the file again.",
              opportunity.range};
    // A kernel that has no such barrier is left alone: nothing is proved for it.
    const std::vector<Opportunity> all = describe(context.kernel());
    const auto isIt = [&](const Opportunity& one) { return one.id == opportunity.id; };
    if (std::none_of(all.begin(), all.end(), isIt)) return result;
    walk(context, [&](Opportunity now, Rewrite edits) {
      if (now.id != opportunity.id) return true;
      if (now.verdict == VerdictKind::applicable) {
        result = std::move(edits);
      } else {
        result = inputError(now.reason, now.range);
      }
      return false;
    });
    if (context.isCancelled()) return cancelledError();
    return result;
  }

 private:
  // Judges the barriers in source order; each is offered on top of those offered before. Stops when `take` says so.
  static void walk(const KernelContext& context, auto&& take) {
    const model::ParsedKernel& kernel = context.kernel();
    std::vector<std::vector<BarrierId>> gone(kernel.models.size());
    std::vector<uint32_t> goneLines;
    Message open, duties;
    for (const KernelModel& model : kernel.models) {
      if (open.empty()) open = notUnderstood(model);
      if (duties.empty()) duties = otherDuties(model, context.device());
    }
    std::optional<LeftOutCode> leftOut;  // read where a barrier could go
    for (Opportunity& opportunity : describe(kernel)) {
      if (context.isCancelled()) return;
      const SourceRange place = opportunity.range;
      Rewrite edits;
      Judgement judgement;
      if (!open.empty()) {
        judgement = makeJudgement(VerdictKind::unknown, open);
      } else {
        rewrite::Editor editor(*kernel.unit);
        Status removed = rewrite::removeCallStatement(editor, *kernel.pattern, place.begin);
        if (removed.ok()) removed = leaveRegisters(editor, kernel);
        Result<Rewrite> written =
            editor.finish({"Remove the barrier at %1 of %2", lineText(place.begin), code(kernel.models.front().name)});
        if (!removed.ok() || !written.ok()) {
          const Message why = said(removed.ok() ? written.error() : removed.error());
          judgement = makeJudgement(VerdictKind::refused, {"The barrier stays: %1.", why});
        } else {
          judgement = judge(context, place, gone, goneLines);
          if (judgement.verdict != VerdictKind::refused) {
            if (!leftOut && duties.empty()) leftOut.emplace(kernel);
            const Message besides = duties.empty() ? leftOut->beside(place) : duties;
            if (!besides.empty()) judgement = makeJudgement(VerdictKind::unknown, besides);
          }
          edits = std::move(written).value();
        }
      }
      if (judgement.verdict == VerdictKind::applicable) {
        for (size_t i = 0; i < kernel.models.size(); ++i) {
          for (const BarrierId id : idsAt(kernel.models[i], place)) gone[i].push_back(id);
        }
        goneLines.push_back(place.begin.line);
      }
      judgement.moveTo(opportunity);
      opportunity.estimate.inputs["barriers"] = weightOf(kernel.models.front(), place);
      if (!take(std::move(opportunity), std::move(edits))) return;
    }
  }

  // How often a thread meets the barrier, loops counted by their weight.
  static double weightOf(const KernelModel& model, const SourceRange& place) {
    double total = 0;
    for (const Barrier& barrier : model.barriers) {
      if (barrier.range != place) continue;
      double weight = 1;
      for (LoopId loop = barrier.loop; loop.isValid(); loop = model.loop(loop).parent)
        weight *= model.loop(loop).weight;
      total += weight;
    }
    return total;
  }

  static Judgement judge(const KernelContext& context, const SourceRange& place,
                         const std::vector<std::vector<BarrierId>>& gone, const std::vector<uint32_t>& goneLines) {
    const model::ParsedKernel& kernel = context.kernel();
    Judgement all = makeJudgement(VerdictKind::applicable, "");
    for (size_t i = 0; i < kernel.models.size() && all.verdict == VerdictKind::applicable; ++i) {
      std::vector<BarrierId> removed = gone[i];
      const std::vector<BarrierId> mine = idsAt(kernel.models[i], place);
      if (mine.empty()) continue;  // this instantiation leaves it out
      removed.insert(removed.end(), mine.begin(), mine.end());
      const proof::Answer answer = context.barriersRedundant(i, removed, {});
      Judgement one = makeJudgement(verdictOf(answer.kind), reasonOf(answer, place, goneLines));
      one.take(answer);
      all.conjoin(std::move(one), kernel, i);
    }
    if (all.verdict != VerdictKind::applicable) return all;
    assumeBlockShapes(all.assumptions, kernel.models);
    assumeRegisters(all.assumptions, kernel);
    all.reason = {"The barrier at %1 orders no two accesses of different threads that meet, with a write among them.",
                  lineText(place.begin)};
    return all;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeRedundantBarrier() {
  return std::make_unique<RedundantBarrier>();
}

}  // namespace warpwright::passes

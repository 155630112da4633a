// Loops whose rounds do little are unrolled by another number than the compiler's own, so that loads of several rounds
// are on their way at a time, or so that they take fewer registers.
//
//   Before                                        After, factor = 8
//     for (int k = 0; k < n; ++k)                   #pragma unroll 8
//       sum += a[k * n + i] * b[k];                 for (int k = 0; k < n; ++k)
//                                                     sum += a[k * n + i] * b[k];
//
// Applies to loops of the kernel's own text that begin their lines, whose rounds are many or not known, and that hold
// no other loop but such as compilers write out: of 16 rounds or fewer, with those of the loops in it. A pragma changes
// no value: each round does what it did, and in the order in which it did it. Only a measurement tells which factor
// pays.
//
// Refuses kernels without such a loop; loops that a macro spells, or that say how they are unrolled; what compilers may
// do otherwise where a loop's code stands several times: volatile memory and `__activemask` (who meets whom there is
// theirs to choose), atomics in the loop, assembly that declares names or does more than compute, __builtin_constant_p.
// Unknown where the kernel was not understood, and whether nvcc rounds the same: the code of both texts is compared.

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <optional>

#include "analysis/model/constant_questions.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/declaring_assembly.h"
#include "analysis/passes/kernel_pass.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/unroll/inner_loops.h"
#include "analysis/rewrite/edit/statement_edits.h"

namespace warpwright::passes {
namespace {

const PassDescription& description() {
  static const PassDescription pass{.id = "unroll",
                                    .title = "Unroll loops by another number",
                                    .stepName = "[loops unrolled by {factor}|loops unrolled]",
                                    .inputs = {.launches = true, .hostCode = false, .device = false},
                                    .stacksLast = true,
                                    .onRequest = true,
                                    .isTrade = true,  // registers and code for loads on their way
                                    .parameters = {{"factor", "Rounds in one"}}};
  return pass;
}

/// Why code that stands several times may do what it did not; nothing: it does the same.
std::optional<Judgement> judgeCopies(const model::ParsedKernel& kernel) {
  using enum VerdictKind;
  if (const Message assembly = declaringAssembly(kernel); !assembly.empty())
    return makeJudgement(unknown, {"%1, which may stand once only.", assembly});
  if (const Message assembly = assemblyWithEffects(kernel); !assembly.empty())
    return makeJudgement(unknown, {"%1: whether it may stand several times is not known.", assembly});
  if (const std::string asked = model::asksForConstants(*kernel.unit); !asked.empty())
    return makeJudgement(
        unknown, {"The program asks what the compiler knows to be a constant (%1): that would be more.", code(asked)});
  for (const KernelModel& model : kernel.models) {
    if (auto judged = judgeRead(model)) return judged;
    for (const OpaqueCall& call : model.calls) {
      if (call.name.find("activemask") != std::string::npos)
        return makeJudgement(refused, {"Which threads %1 at %2 finds together is the compiler's choice.",
                                       code(call.name), lineText(call.line)});
    }
    for (const Access& access : model.accesses) {
      if (auto judged = judgeVolatile(model, access)) return judged;
    }
  }
  return std::nullopt;
}

/// The line of an atomic operation in the loop, or in what it calls; nothing: there is none.
std::optional<uint32_t> atomicIn(const model::ParsedKernel& kernel, const clang::Stmt& loop) {
  const uint32_t first = rewrite::positionAt(*kernel.unit, loop.getBeginLoc()).line,
                 last = rewrite::positionAt(*kernel.unit, loop.getEndLoc()).line;
  for (const KernelModel& model : kernel.models) {
    for (const Access& access : model.accesses) {
      const uint32_t line = access.inlinedAt.empty() ? access.line : access.inlinedAt.back().line;
      if (access.kind == AccessKind::atomic && first <= line && line <= last) return line;
    }
  }
  return std::nullopt;
}

class Unroll final : public KernelPass {
 public:
  const PassDescription& about() const override { return description(); }
  NewConstants newConstants(const model::ParsedKernel&) const override {
    return {.arguments = false, .extents = false, .indices = false, .rounds = true};
  }

 private:
  Message titleOf(const model::ParsedKernel& kernel) const override {
    return {"Unroll loops of %1", code(kernel.models.front().name)};
  }
  Message doneWith(const model::ParsedKernel& kernel, unsigned factor) const override {
    return {"Unroll loops of %1 by %2", code(kernel.models.front().name), std::to_string(factor)};
  }

  KernelPlan planOf(const KernelContext& context) const override {
    const model::ParsedKernel& kernel = context.kernel();
    Message why;
    const rewrite::InnerLoops found = loopsOf(kernel, why);
    if (found.loops.empty()) return makeJudgement(VerdictKind::refused, why);
    if (auto copies = judgeCopies(kernel)) return *std::move(copies);
    rewrite::Editor editor(*kernel.unit);
    if (Status room = leaveRegisters(editor, kernel); !room.ok())
      return makeJudgement(VerdictKind::refused, {"No loop can be unrolled: %1.", said(room.error())});
    KernelPlan all = makeJudgement(VerdictKind::applicable, "");
    all.numbers = {8, 2, 16, 1};
    if (found.rounds > 0) all.numbers.push_back(static_cast<unsigned>(found.rounds));
    LineList lines;
    for (const clang::Stmt* loop : found.loops)
      lines.at.push_back(rewrite::positionAt(*kernel.unit, loop->getBeginLoc()));
    for (SourcePosition& line : lines.at) line.file.clear();
    all.reason = {"Rounds of loops do what they did, and in their order: of those at %1.", std::move(lines)};
    assumeRegisters(all.assumptions, kernel);
    all.write = [&kernel, loops = found.loops](rewrite::Editor& changed, unsigned factor) -> Status {
      for (const clang::Stmt* loop : loops) rewrite::unroll(changed, *loop, {}, factor);
      return leaveRegisters(changed, kernel);
    };
    return all;
  }

  static rewrite::InnerLoops loopsOf(const model::ParsedKernel& kernel, Message& why) {
    const rewrite::Editor editor(*kernel.unit);
    rewrite::InnerLoops found = rewrite::innerLoops(editor, *kernel.pattern);
    why = found.why.empty() ? Message("The kernel has no loop.") : found.why;
    std::erase_if(found.loops, [&](const clang::Stmt* loop) {
      const std::optional<uint32_t> line = atomicIn(kernel, *loop);
      if (line) why = {"The atomic operation at %1 may wait for others.", lineText(*line)};
      return line.has_value();
    });
    return found;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeUnroll() {
  return std::make_unique<Unroll>();
}

}  // namespace warpwright::passes

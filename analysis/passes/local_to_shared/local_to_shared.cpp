// Arrays that threads have for themselves, and look up at places that compilers do not know, lie in local memory: lanes
// of a warp that look up different places wait for as many lines of L1. Each thread gets a row of shared memory, which
// has a bank for each lane.
//
//   Before                                      After
//     __global__ void count(…) {                  __global__ void count(…) {
//       char seen[16];                              __shared__ char seen_rows[256][20];
//                                                   char (&seen)[16] =
//                                                     *reinterpret_cast<char (*)[16]>(seen_rows[threadIdx.x]);
//       for (int i = 0; i < 16; ++i)                for (int i = 0; i < 16; ++i)
//         seen[i] = 0;                                seen[i] = 0;
//       for (int k = 0; k < n; ++k)                 for (int k = 0; k < n; ++k)
//         seen[in[k]]++;                              seen[in[k]]++;
//     }                                           }
//
// Applies to arrays of numbers, and of structures that are copied as bytes, that the kernel itself declares, each
// alone, with no values, zeros, or a list of numbers; at least one place is not known when the kernel is compiled, or a
// function that the kernel calls gets the array. Nothing else is done with it but to read and change elements, also by
// way of pointers and functions, so that no one sees where it lies. Blocks have no more threads than there are rows.
// Results are those of before, bit by bit: no other thread knows the row.
//
// Refuses arrays of which each place is known, which live in registers; rows that find no room beside the shared memory
// that the kernel declares and launches ask for (48 KB); dynamic shared memory, which would begin elsewhere;
// cooperative launches, for which all blocks have to find room. Unknown where a launch is not known, how large its
// block is, or what is done with the array's address; whether nvcc rounds the same: the code of both texts is compared.

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/compaction/compaction_plans.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/kernel_pass.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/local_to_shared/array_writer.h"
#include "analysis/passes/local_to_shared/thread_arrays.h"
#include "analysis/passes/pointer_flow.h"
#include "analysis/passes/shared_room.h"
#include "analysis/rewrite/edit/called_copies.h"
#include "analysis/rewrite/tree/mentions.h"
#include "core/device/launch_limits.h"

namespace warpwright::passes {
namespace {

using rewrite::ThreadArray;

const PassDescription& description() {
  static const PassDescription pass{.id = "local_to_shared",
                                    .title = "Move threads' arrays to shared memory",
                                    .stepName = "arrays in shared memory",
                                    .inputs = {.launches = true, .hostCode = true, .device = false},
                                    .onRequest = true,
                                    .isTrade = true};  // shared memory, of which blocks have little
  return pass;
}

Judgement refuse(const Message& why) {
  return makeJudgement(VerdictKind::refused, {"Arrays stay where they are: %1.", why});
}

/// Why the array must stay where it is: more is done with it than to read and change elements. Nothing: it need not.
std::optional<Judgement> judgeUses(const model::ParsedKernel& kernel, const rewrite::Functions& called,
                                   const ThreadArray& array) {
  const auto unknown = [&](clang::SourceLocation at) {
    return makeJudgement(VerdictKind::unknown,
                         {"What is done with %1 at %2, beside its elements, is not followed.", code(array.name()),
                          lineText(rewrite::positionAt(*kernel.unit, at).line)});
  };
  for (const clang::VarDecl* variable : array.ofInstances) {
    if (const auto other = beyondElements(called, *variable, ElementAccess::any)) return unknown(*other);
    const auto* instance = llvm::cast<clang::FunctionDecl>(variable->getParentFunctionOrMethod());
    if (const auto named = rewrite::typeMentions(*instance, *variable); !named.empty()) return unknown(named.front());
  }
  return std::nullopt;
}

/// Is it known what launches ask for, and does nothing else stand against more shared memory?
std::optional<Judgement> judgeRooms(const model::ParsedKernel& kernel) {
  if (auto open = judgeOpenLaunches(kernel)) return open;
  if (auto others = judgeOtherTexts(kernel)) return others;
  if (auto together = judgeLaunchedTogether(kernel)) return together;
  for (const KernelModel& model : kernel.models) {
    if (auto judged = judgeDeclaredShared(model, "rows")) return judged;
  }
  return judgeSharedAsked(kernel);
}

/// Takes out arrays whose rows find no room beside those before; gives why.
std::optional<Judgement> dropLarge(const model::ParsedKernel& kernel, const BlockExtents& block,
                                   std::vector<ThreadArray>& arrays) {
  const uint64_t threads = uint64_t{block[0]} * block[1] * block[2];
  uint64_t left = sharedLeft(kernel);
  std::optional<Judgement> why;
  std::erase_if(arrays, [&](const ThreadArray& array) {
    const uint64_t bytes = spacedShared(threads * array.pitch() * array.elementBytes);
    if (bytes <= left) {
      left -= bytes;
      return false;
    }
    if (!why)
      why = refuse({"rows of %1 for %2 threads take %3 bytes of shared memory, and a block has %4 left",
                    code(array.name()), threads, bytes, left});
    return true;
  });
  return why;
}

class LocalToShared final : public KernelPass {
 public:
  const PassDescription& about() const override { return description(); }
  NewConstants newConstants(const model::ParsedKernel&) const override { return noConstants; }

 private:
  Message titleOf(const model::ParsedKernel& kernel) const override {
    return {"Move arrays of threads of %1 to shared memory", code(kernel.models.front().name)};
  }

  /// Offered where threads look up arrays of their own.
  KernelPlan planOf(const KernelContext& context) const override {
    const model::ParsedKernel& kernel = context.kernel();
    std::vector<ThreadArray> arrays = rewrite::threadArrays(kernel);
    if (arrays.empty()) return nothingToDo("Its threads look up no array of their own.");
    for (const KernelModel& model : kernel.models) {
      if (auto judged = judgeRead(model)) return *std::move(judged);
    }
    const rewrite::Functions called = rewrite::calledBy(kernel);
    std::optional<Judgement> why;
    std::erase_if(arrays, [&](const ThreadArray& array) {
      auto judged = judgeUses(kernel, called, array);
      if (judged) why = judged;
      return judged.has_value();
    });
    if (arrays.empty()) return *std::move(why);
    if (auto rooms = judgeRooms(kernel)) return *std::move(rooms);
    const std::optional<BlockExtents> block = largestBlock(kernel);
    if (!block) return makeJudgement(VerdictKind::unknown, "How many threads a block has is not known.");
    if (auto large = dropLarge(kernel, *block, arrays); large && arrays.empty()) return *std::move(large);
    rewrite::Editor scratch(*kernel.unit);
    if (Status written = rewrite::writeRows(scratch, kernel, arrays, *block); !written.ok())
      return refuse(said(written.error()));
    return planFor(kernel, std::move(arrays), *block);
  }

  static KernelPlan planFor(const model::ParsedKernel& kernel, std::vector<ThreadArray> arrays,
                            const BlockExtents& block) {
    KernelPlan plan = makeJudgement(VerdictKind::applicable, "");
    std::vector<Message> names;
    for (const ThreadArray& array : arrays) {
      LineList line;
      line.at.push_back({{}, rewrite::positionAt(*kernel.unit, array.variable->getLocation()).line, 0});
      names.push_back({"%1 at %2", code(array.name()), std::move(line)});
    }
    plan.reason = {"Threads look up %1 at places that are not known when the kernel is compiled.", listed(names)};
    assumeBlockShapes(plan.assumptions, kernel.models);
    assumeRegisters(plan.assumptions, kernel);
    plan.write = [&kernel, arrays = std::move(arrays), block](rewrite::Editor& changed, unsigned) -> Status {
      if (Status written = rewrite::writeRows(changed, kernel, arrays, block); !written.ok()) return written;
      return leaveRegisters(changed, kernel);
    };
    return plan;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeLocalToShared() {
  return std::make_unique<LocalToShared>();
}

}  // namespace warpwright::passes

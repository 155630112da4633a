// Tables that threads look up where data leads them are copied to shared memory when a block begins. Constant memory
// answers one address of a warp at a time, and global memory by lines; shared memory has a bank for each lane.
//
//   Before                                      After
//     __constant__ unsigned table[256];           __constant__ unsigned table[256];
//     __global__ void sums(…) {                   __global__ void sums(…) {
//                                                   __shared__ unsigned table_shared[256];
//                                                   const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
//                                                   const unsigned thread = threadIdx.x + …;
//                                                   for (unsigned k = thread; k < 256; k += threads)
//                                                     table_shared[k] = table[k];
//                                                   __syncthreads();
//       for (int k = 0; k < n; ++k)                 for (int k = 0; k < n; ++k)
//         c = table[(c ^ in[k]) & 255] ^ c >> 8;      c = table_shared[(c ^ in[k]) & 255] ^ c >> 8;
//     }                                           }
//
// Functions that look tables up for the kernel get copies that it alone calls, and find the shared array beside the
// table: `static __shared__ unsigned table_shared[256];` at the level of the file.
//
// A table that launches pass is copied, too, and the kernel's own pointer led to the copy: `table = table_shared;`.
// What reads it stays as it is written, in functions that get the pointer, too.
//
// Applies to arrays in a namespace, in constant or global memory, of a size that their declaration says and with
// elements that are copied as bytes, of which the kernel reads elements that data decides on. All threads of a block
// are there when it begins, so that they can wait. What the kernel does with a table besides (its address, reads that
// macros spell or that are the same for all threads, functions that cannot be copied) goes on as it was: both copies
// hold the same, since nothing changes the table while the kernel runs. Device code may not write constant
// memory, and constants nobody; other arrays the kernel does not write itself, and has no means to wait for others that
// do (atomics, fences, volatile memory): what it writes elsewhere is assumed to lie apart. A read past the end of the
// array is undefined before and after. Results are those of before, bit by bit. Behind arguments: where host code that
// always runs before a launch is seen to ask for the memory (cudaMalloc, cudaGetSymbolAddress), all of which is copied,
// and nothing is done with the pointer but to read elements, so that nobody sees where it leads.
//
// Refuses tables that the kernel writes, reads whose place no data decides on, tables that find no room beside the
// shared memory that the kernel declares and launches ask for (48 KB), or that would take half of the blocks of a
// multiprocessor away; arguments that are constants; dynamic shared memory, which would begin elsewhere; cooperative
// launches, for which all blocks have to find room. Unknown where a launch is not known, a call may touch anything, and
// whether nvcc rounds the same: the code of both texts is compared.

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
#include "analysis/passes/kernel_pass.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/shared_room.h"
#include "analysis/passes/shared_table/argument_tables.h"
#include "analysis/passes/shared_table/lookup_tables.h"
#include "analysis/passes/shared_table/table_reads.h"
#include "analysis/passes/shared_table/table_writer.h"
#include "analysis/passes/unwritten_argument.h"
#include "analysis/rewrite/edit/called_copies.h"
#include "core/device/launch_limits.h"
#include "core/device/occupancy.h"

namespace warpwright::passes {
namespace {

using rewrite::ArgumentTable;
using rewrite::LookupTable;

const PassDescription& description() {
  static const PassDescription pass{.id = "shared_table",
                                    .title = "Copy lookup tables to shared memory",
                                    .stepName = "tables in shared memory",
                                    .inputs = {.launches = true, .hostCode = true, .device = true},
                                    .onRequest = true,
                                    .isTrade = true};  // shared memory and a copy for each block
  return pass;
}

Judgement refuse(const Message& why) {
  return makeJudgement(VerdictKind::refused, {"Tables stay where they are: %1.", why});
}

/// Why the table may change while the kernel runs; nothing: it does not. Adds what that rests on.
std::optional<Judgement> judgeTable(const model::ParsedKernel& kernel, const KernelModel& model,
                                    const LookupTable& table, std::vector<Assumption>& assumptions) {
  const MemoryObject* object = objectOf(kernel, model, table);
  const auto writesIt = [&](const Access& access) {
    return access.kind != AccessKind::read && object && access.object == object->id;
  };
  if (table.isConstant() && std::ranges::none_of(model.accesses, writesIt)) return std::nullopt;
  if (auto written = judgeUnwritten(model, object, table.name(), ", which it looks up", assumptions)) return written;
  return judgeOthersWrites(model);
}

/// Shared memory that blocks of the kernel take now, and may take.
class Room {
 public:
  Room(const model::ParsedKernel& kernel, Device device) : kernel_(kernel), device_(std::move(device)) {}

  /// Why so many bytes more are not known to find room; nothing: they do.
  std::optional<Judgement> judge(uint64_t bytes) const {
    if (auto open = judgeSharedAsked(kernel_)) return open;
    for (const KernelModel& model : kernel_.models) {
      for (const Launch& launch : model.launches) {
        const uint64_t now = spacedShared(model) + *launch.sharedBytes;
        if (now + bytes > mostSharedUnasked)
          return makeJudgement(VerdictKind::refused,
                               {"With tables a block would take %1 bytes of shared memory, and it has %2.", now + bytes,
                                mostSharedUnasked});
        const uint32_t before = blocksOf(launch, now), after = blocksOf(launch, now + bytes);
        if (after * 2 <= before)
          return makeJudgement(VerdictKind::refused,
                               {"With tables a multiprocessor has room for %1 blocks and not %2.", after, before});
      }
    }
    return std::nullopt;
  }

 private:
  /// That a multiprocessor holds at once.
  uint32_t blocksOf(const Launch& launch, uint64_t bytes) const {
    constexpr uint32_t usualThreads = 256;  // where it is not known
    uint32_t threads = 1;
    for (const auto& extent : launch.block) threads = extent && threads != 0 ? threads * *extent : 0;
    return computeOccupancy(device_, {threads != 0 ? threads : usualThreads, 0, bytes}).blocks;
  }

  const model::ParsedKernel& kernel_;
  const Device device_;
};

/// Takes out reads that no data decides on, and tables that have no others; gives why.
std::optional<Judgement> dropUniform(const DataReads& ofData, std::vector<LookupTable>& tables) {
  std::optional<Judgement> why;
  std::erase_if(tables, [&](LookupTable& table) {
    std::erase_if(table.reads, [&](const rewrite::TableRead& read) { return !ofData.has(read); });
    if (table.reads.empty() && !why)
      why = refuse({"no data decides which elements of %1 are read", code(table.name())});
    return table.reads.empty();
  });
  return why;
}

/// Takes out tables for which there is no room beside what is taken before; gives why.
template <typename Table>
std::optional<Judgement> dropLarge(const Room& room, uint64_t& taken, std::vector<Table>& tables) {
  std::optional<Judgement> why;
  std::erase_if(tables, [&](const Table& table) {
    const uint64_t bytes = spacedShared(table.bytes());
    std::optional<Judgement> judged = room.judge(taken + bytes);
    if (!judged) taken += bytes;
    if (judged && !why) why = judged;
    return judged.has_value();
  });
  return why;
}

class SharedTable final : public KernelPass {
 public:
  const PassDescription& about() const override { return description(); }
  NewConstants newConstants(const model::ParsedKernel&) const override { return noConstants; }

 private:
  Message titleOf(const model::ParsedKernel& kernel) const override {
    return {"Copy the tables of %1 to shared memory", code(kernel.models.front().name)};
  }

  /// Offered where a table is looked up.
  KernelPlan planOf(const KernelContext& context) const override {
    const model::ParsedKernel& kernel = context.kernel();
    const rewrite::Functions called = rewrite::calledBy(kernel);
    const DataReads ofData(kernel);
    std::vector<LookupTable> tables = rewrite::lookupTables(called);
    std::vector<ArgumentTable> arguments = argumentTables(kernel, ofData);
    if (tables.empty() && arguments.empty()) return nothingToDo("It looks up no table.");
    for (const KernelModel& model : kernel.models) {
      if (auto judged = judgeRead(model)) return *std::move(judged);
    }
    KernelPlan plan = makeJudgement(VerdictKind::applicable, "");
    std::optional<Judgement> why = dropUniform(ofData, tables);
    const auto take = [&](std::optional<Judgement> dropped) {
      if (dropped) why = std::move(dropped);
    };
    take(dropRefused(kernel, tables, plan.assumptions,
                     [&](const KernelModel& model, const LookupTable& table, std::vector<Assumption>& rests) {
                       return judgeTable(kernel, model, table, rests);
                     }));
    take(dropChanged(kernel, called, arguments));
    if (tables.empty() && arguments.empty()) return *std::move(why);
    if (auto launches = judgeRooms(kernel)) return *std::move(launches);
    take(dropUnmeasured(kernel, arguments));
    const Room room(kernel, context.device());
    uint64_t taken = 0;
    take(dropLarge(room, taken, tables));
    take(dropLarge(room, taken, arguments));
    if (tables.empty() && arguments.empty()) return *std::move(why);
    rewrite::Editor scratch(*kernel.unit);
    if (Status written = rewrite::writeTables(scratch, kernel, called, tables, arguments); !written.ok())
      return refuse(said(written.error()));
    std::vector<Message> names;
    for (const LookupTable& table : tables) names.push_back({"%1", code(table.name())});
    for (const ArgumentTable& table : arguments) {
      names.push_back({"%1", code(table.name())});
      addAssumptions(plan.assumptions, table.assumptions);
    }
    plan.reason = {"Data decides which elements of %1 threads read, and nothing changes them.", listed(names)};
    assumeRegisters(plan.assumptions, kernel);
    plan.write = [&kernel, called, tables, arguments](rewrite::Editor& changed, unsigned) -> Status {
      if (Status written = rewrite::writeTables(changed, kernel, called, tables, arguments); !written.ok())
        return written;
      return leaveRegisters(changed, kernel);
    };
    return plan;
  }

  /// Is it known what launches ask for, and does nothing else stand against more shared memory?
  static std::optional<Judgement> judgeRooms(const model::ParsedKernel& kernel) {
    if (auto open = judgeOpenLaunches(kernel)) return open;
    if (auto others = judgeOtherTexts(kernel)) return others;
    if (auto together = judgeLaunchedTogether(kernel)) return together;
    for (const KernelModel& model : kernel.models) {
      if (auto judged = judgeDeclaredShared(model, "tables")) return judged;
    }
    return std::nullopt;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeSharedTable() {
  return std::make_unique<SharedTable>();
}

}  // namespace warpwright::passes

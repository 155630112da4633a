// One thread does the work of several neighbours, and moves what they load and store as vectors of 4 to 16 bytes.
//
//   Before: add<<<(n + 255) / 256, 256>>>(y, x, n);      After, width = 4: add<<<((n + 255) / 256 + 3) / 4, 256>>>(…,
//     int i = blockIdx.x * blockDim.x + threadIdx.x;                                             (n + 255) / 256);
//     if (i < n) y[i] += x[i];                             struct alignas(16) { float of[4]; } y_i, x_i;
//                                                          bool whole = …;  // four work, at places of a vector
//                                                          if (whole) { y_i = …; x_i = …; }  // 16 bytes at a time
//                                                          for (unsigned m = 0; m < 4; ++m) {
//                                                            if (!whole && first + m >= threads) break;
//                                                            int i = static_cast<unsigned int>(first + m);
//                                                            if (i < n) {
//                                                              if (!whole) y_i.of[m] = y[i];  // and x
//                                                              y_i.of[m] += x_i.of[m];
//                                                              if (!whole) y[i] = y_i.of[m];
//                                                            }
//                                                          }
//                                                          if (whole) …[first] = y_i;
//
// Applies when every launch is known, and each thread that passes conditions on whole numbers loads or stores `p[i]`,
// where `i` is its number in the grid; nothing depends on who shares a block. Addresses are not assumed to be aligned:
// the kernel looks, and moves elements one by one where they are not, where a neighbour has nothing to do, and where
// the launch did not have it (the number of blocks that there were is a new argument).
//
// Each thread keeps its order of loads and stores: it is refused, or rests on arguments that lie apart, where one loads
// behind a store to another. So what a vector's threads do, all of them a load, then all a store, is an order in which
// the original may do it, too, whatever overlaps with whatever: neighbours are not ordered. That they do not race is
// assumed, and refused where they are shown to, since results would depend on the order.
//
// Refuses stores that are none of an element, or made by some threads only (a vector would write back what was not
// stored), stores in loops, `return` in the middle, an index in another way than by the thread's number, and what
// every compaction refuses: volatile memory, atomics, barriers, shared memory, warps, assembly, printf.
// Unknown where launches are not known, or whether nvcc rounds the same: the code of both texts is compared.

#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/compaction/compaction_plans.h"
#include "analysis/passes/compaction/vector_plan.h"
#include "analysis/passes/compaction/vector_writer.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/kernel_pass.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/race_assumptions.h"
#include "analysis/proof/facts.h"
#include "analysis/rewrite/edit/kernel_arguments.h"

namespace warpwright::passes {
namespace {

using rewrite::LaunchShape;

const PassDescription& description() {
  static const PassDescription pass{.id = "vectorise",
                                    .title = "Move neighbouring elements as vectors",
                                    .stepName = "[vectors of {width}|vectors]",
                                    .family = Family::compaction,
                                    .inputs = {.launches = true, .hostCode = false, .device = false},
                                    .stacksLast = true,
                                    .onRequest = true,
                                    .isTrade = true,                        // fewer threads for fewer accesses
                                    .argument = ExtraArgument::fromLaunch,  // the number of blocks
                                    .parameters = {{"width", "Elements a thread"}}};
  return pass;
}

/// The kernel with all that its instances need; what they agree in.
class KernelVectors {
 public:
  /// Errors: what stands in the way.
  static Result<KernelVectors> of(const rewrite::Editor& editor, const model::ParsedKernel& kernel) {
    KernelVectors vectors(kernel);
    for (const clang::FunctionDecl* instance : model::instancesOf(kernel)) {
      Result<rewrite::VectorPlan> plan = rewrite::planVectors(editor, *instance);
      if (!plan.ok()) return plan.error();
      const std::vector<unsigned> widths = plan->widths();
      if (vectors.plans_.empty()) vectors.widths_ = widths;
      std::erase_if(vectors.widths_, [&](unsigned width) { return !std::count(widths.begin(), widths.end(), width); });
      vectors.plans_.push_back(*std::move(plan));
    }
    if (vectors.widths_.empty()) return inputError("its instances move elements of sizes for which no width is common");
    const auto isOther = [&](const rewrite::VectorPlan& plan) {
      return plan.head.rounds.has_value() != vectors.isOfRounds();
    };
    if (std::any_of(vectors.plans_.begin(), vectors.plans_.end(), isOther))
      return inputError("its instances would need different changes");
    return vectors;
  }

  const std::vector<unsigned>& widths() const { return widths_; }
  const std::vector<rewrite::VectorPlan>& plans() const { return plans_; }
  /// Are neighbours rounds of a loop? Then launches stay as they are.
  bool isOfRounds() const { return plans_.front().head.rounds.has_value(); }

  /// Errors: a macro spells what would have to change; instances need different texts.
  Status write(rewrite::Editor& editor, unsigned width) const {
    if (Status may = isOfRounds() ? Status() : rewrite::mayTakeParameter(*kernel_.unit, *kernel_.pattern); !may.ok())
      return may;
    const std::string blocks = editor.freshName("grid_x");
    const Status written = writeAgreed(editor, plans_.size(), [&](size_t i) {
      return rewrite::writeVectors(editor, plans_[i], *kernel_.pattern, {width, blocks, sizesDiffer()});
    });
    if (!written.ok()) return written;
    if (const auto threads = threadsToBound(kernel_)) {
      const Status bound = boundThreads(editor, kernel_, *threads, "so that vectors leave registers for a block");
      if (!bound.ok()) return bound;
    }
    return isOfRounds() ? Status() : changeLaunches(editor, width, blocks);
  }

 private:
  bool sizesDiffer() const {
    const auto sizes = [](const rewrite::VectorPlan& plan) {
      std::vector<unsigned> all;
      for (const rewrite::Element& element : plan.work.elements) all.push_back(element.bytes);
      return all;
    };
    return std::any_of(plans_.begin(), plans_.end(), [&](const auto& plan) { return sizes(plan) != sizes(plans_[0]); });
  }

  explicit KernelVectors(const model::ParsedKernel& kernel) : kernel_(kernel) {}

  Status changeLaunches(rewrite::Editor& editor, unsigned width, const std::string& blocks) const {
    const std::string why = "how many blocks there were";
    if (Status added = rewrite::addParameter(editor, *kernel_.pattern, "unsigned " + blocks, why); !added.ok())
      return added;
    for (const rewrite::LaunchSite& site : rewrite::findLaunchSites(editor, *kernel_.pattern).sites) {
      const Result<std::string> grid = rewrite::extentText(editor, site, LaunchShape::grid, 0);
      if (!grid.ok()) return grid.error();
      if (Status added = rewrite::addArgument(editor, site, *grid); !added.ok()) return added;
      const Status divided = rewrite::divideExtent(editor, site, LaunchShape::grid, 0, width, true);
      if (!divided.ok()) return divided;
    }
    return {};
  }

  const model::ParsedKernel& kernel_;
  std::vector<rewrite::VectorPlan> plans_;
  std::vector<unsigned> widths_;
};

/// Adds that memory lies apart where the order of loads and stores rests on it. Errors: what lies behind an argument is
/// not known.
Status assumeApart(const model::ParsedKernel& kernel, const KernelVectors& vectors, std::vector<Assumption>& all) {
  for (const rewrite::VectorPlan& plan : vectors.plans()) {
    for (const rewrite::ApartArguments& pair : plan.work.apart) {
      for (const KernelModel& model : kernel.models) {
        const MemoryObject *one = memoryBehind(model, *pair.one), *other = memoryBehind(model, *pair.other);
        if (!one || !other)
          return inputError({"what lies behind %1 and %2 is not known", code(pair.one->getNameAsString()),
                             code(pair.other->getNameAsString())});
        addAssumptions(all, {proof::disjointAssumption(*one, *other)});
      }
    }
  }
  return {};
}

/// What the device code shows of memory that the text may hide.
std::optional<Judgement> judgeAccesses(const model::ParsedKernel& kernel) {
  for (const KernelModel& model : kernel.models) {
    for (const Access& access : model.accesses) {
      if (access.kind != AccessKind::atomic) continue;
      return makeJudgement(VerdictKind::refused,
                           {"%1 updates memory that other threads update, too.", capitalised(lineText(access.line))});
    }
  }
  return std::nullopt;
}

class Vectorise final : public KernelPass {
 public:
  const PassDescription& about() const override { return description(); }
  NewConstants newConstants(const model::ParsedKernel&) const override {
    return {.arguments = false, .extents = false, .indices = true};
  }

 private:
  Message titleOf(const model::ParsedKernel& kernel) const override {
    return {"Move elements of %1 as vectors", code(kernel.models.front().name)};
  }

  Message doneWith(const model::ParsedKernel& kernel, unsigned width) const override {
    return {"Let each thread of %1 move %2 elements as vectors", code(kernel.models.front().name),
            std::to_string(width)};
  }

  KernelPlan planOf(const KernelContext& context) const override {
    const model::ParsedKernel& kernel = context.kernel();
    if (auto sharing = judgeSharing(kernel)) return *std::move(sharing);
    if (auto accesses = judgeAccesses(kernel)) return *std::move(accesses);
    rewrite::Editor editor(*kernel.unit);
    if (auto sight = judgeLaunches(kernel, rewrite::findLaunchSites(editor, *kernel.pattern), "grid", false))
      return *std::move(sight);
    const auto refuse = [&](const Error& error) {
      return makeJudgement(VerdictKind::refused, {"Elements cannot be moved as vectors: %1.", said(error)});
    };
    const Result<KernelVectors> vectors = KernelVectors::of(editor, kernel);
    if (!vectors.ok()) return refuse(vectors.error());
    if (Status written = vectors->write(editor, vectors->widths().front()); !written.ok())
      return refuse(written.error());
    KernelPlan all = makeJudgement(VerdictKind::applicable, "");
    all.numbers = vectors->widths();
    all.write = [&kernel](rewrite::Editor& changed, unsigned width) -> Status {
      const Result<KernelVectors> again = KernelVectors::of(changed, kernel);
      return again.ok() ? again->write(changed, width) : Status(again.error());
    };
    proveRaceFree(context, all);
    if (all.verdict != VerdictKind::applicable) return all;
    if (Status apart = assumeApart(kernel, *vectors, all.assumptions); !apart.ok())
      return makeJudgement(VerdictKind::unknown, {"Whether memory overlaps is not known: %1.", said(apart.error())});
    all.reason = {
        "Each thread of %1 that works loads and stores elements beside those of its neighbours. That threads "
        "do not race in global memory is assumed.",
        code(kernel.models.front().name)};
    assumeBlockShapes(all.assumptions, kernel.models);
    all.assumptions.push_back(noRaces(Apart::threads));
    if (vectors->isOfRounds()) {
      all.reason += " Rounds of its loop have nothing to do with each other: another thread may take them over.";
      all.assumptions.push_back({"each launch has fewer than 2^31 threads along x", {}});
      return all;
    }
    assumeFewBlocks(all.assumptions, kernel, 0);
    assumeOnlyFile(all.assumptions, kernel);
    return all;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeVectorise() {
  return std::make_unique<Vectorise>();
}

}  // namespace warpwright::passes

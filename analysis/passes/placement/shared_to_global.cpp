// Shared memory that limits how many blocks run moves to a slice of a global buffer for each block (CGO'15 §3.1.2).
//
//   Before                                          After
//     __global__ void blur(float *out) {              __global__ void blur(float *out, float (*tile_scratch)[256]) {
//       __shared__ float tile[256];                     float (&tile)[256] = tile_scratch[blockIdx.x];
//       ...                                             ...
//     blur<<<grid, 256>>>(out);                       float (*tile_scratch)[256] = nullptr;
//                                                     cudaMallocAsync(&tile_scratch, sizeof(*tile_scratch) * grid, 0);
//                                                     blur<<<grid, 256>>>(out, tile_scratch);
//                                                     cudaFreeAsync(tile_scratch, 0);
//
// Applies when every launch is in sight and can be given the buffer, and when it is proved that threads meet in shared
// memory only across barriers: __syncthreads orders global memory within the block just as it orders shared memory, but
// code that counts on the threads of a warp running in step may see it break.
// A grid that the launch computes is kept in a variable; a launch that is the body of an `if` or a loop gets braces.
// For a kernel template each launch allocates what its instantiation needs. Refuses for volatile and dynamic shared
// memory, kernels that other files may launch or whose address is taken, instantiations that are written out, launches
// in host templates, and where the array is its threads' own: registers and local memory are closer
// (shared_to_register, shared_to_local).
//
// Map: verdicts of all models together (judgeAll), words for the user (judge), and the edits (global_rewrite.h).

#include "analysis/model/contraction.h"
#include "analysis/passes/access_evidence.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/compaction/compaction_plans.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/placement/global_rewrite.h"
#include "analysis/passes/placement/placement_pass.h"

namespace warpwright::passes {
namespace {

const PassDescription& description() {
  static const PassDescription pass{.id = "shared_to_global",
                                    .title = "Shared array to global memory",
                                    .stepName = "`{subject}`→global",
                                    .place = "Global memory",
                                    .family = Family::placement,
                                    .nearness = 3,
                                    .inputs = {.launches = true, .hostCode = false, .device = true},
                                    .tunable = Tunable::placement,
                                    .isTrade = true,
                                    .argument = ExtraArgument::own};  // scratch memory
  return pass;
}

class SharedToGlobal final : public PlacementPass {
 public:
  const PassDescription& about() const override { return description(); }

  /// Memory that is allocated meanwhile is the graph's (see readScratchLaunch).
  bool fitsCaptures() const override { return false; }

  /// A store to global memory, too, makes compilers load again what it may have changed.
  Message mayRoundOtherwise(const model::ParsedKernel& kernel) const override {
    Message stored = PlacementPass::mayRoundOtherwise(kernel);
    return stored.empty() ? model::openReloads(*kernel.unit, kernel.mangledNames()) : stored;
  }

 protected:
  bool keepsSignature() const override { return false; }  // the kernel gets one more parameter

  Judgement judge(const Question& question, Opportunity& shown, Rewrite& edits) const override {
    const MemoryObject& object = question.object;
    shown.title = {"Move %1 to global memory", code(object.name)};
    Judgement all = judgeAll(question, edits);
    if (all.verdict != VerdictKind::applicable) return all;
    all.reason = {"Every launch of %1 is in sight, and threads meet in shared memory only across barriers.",
                  code(shown.kernel)};
    all.evidence = whoTouches(question.kernel(), object, "");
    assumeBlockShapes(all.assumptions, question.kernel().models);
    assumeSharedFits(all.assumptions, question.kernel());
    all.assumptions.push_back(
        {"device memory holds " + std::to_string(object.bytes) + " bytes for each block of a launch", {}});
    all.assumptions.push_back({"the GPU has memory pools (cudaMallocAsync, CUDA 11.2)", {}});
    assumeOnlyFile(all.assumptions, question.kernel());
    return all;
  }

 private:
  // Over all block shapes. What can be written at all is asked before anything is proved.
  static Judgement judgeAll(const Question& question, Rewrite& edits) {
    using enum VerdictKind;
    const model::ParsedKernel& kernel = question.kernel();
    const MemoryObject& object = question.object;
    Judgement all = makeJudgement(applicable, "");
    for (size_t i = 0; i < kernel.models.size() && all.verdict == applicable; ++i) {
      const MemoryObject* same = sameObject(kernel.models[i], object);
      if (!same) continue;
      auto sight = judgeAtSight(kernel.models[i], *same, "a slice for each block needs a fixed size",
                                "how " + code(object.name) + " is used");
      if (sight && !staysReachable(kernel.models[i], *same)) all = *std::move(sight);
    }
    if (all.verdict == applicable) all = judgeSums(kernel, object);
    if (all.verdict != applicable) return all;
    Result<Rewrite> written = rewriteAsGlobal(kernel, object);
    if (!written.ok())
      return makeJudgement(refused, {"%1 stays shared: %2.", code(object.name), said(written.error())});
    for (size_t i = 0; i < kernel.models.size(); ++i) {
      if (!sameObject(kernel.models[i], object)) continue;
      all.conjoin(judgeRaces(kernel.models[i], object, question.context.isRaceFree(i)), kernel, i);
    }
    if (all.verdict != applicable) return all;
    for (const char* closer : {"shared_to_register", "shared_to_local"}) {
      if (!question.others.applies(closer, object)) continue;
      all.verdict = refused;
      all.reason = {"Private to its thread, which can keep it closer: see %1.", std::string(closer)};
      return all;
    }
    edits = *std::move(written);
    return all;
  }

  // Atomic sums of floats take numbers near zero for zero in global memory, and not in shared memory.
  static Judgement judgeSums(const model::ParsedKernel& kernel, const MemoryObject& object) {
    for (const KernelModel& model : kernel.models) {
      const MemoryObject* same = sameObject(model, object);
      for (const Access& access : model.accesses) {
        if (!same || access.object != same->id || !access.addsFloats) continue;
        return makeJudgement(
            VerdictKind::refused,
            {"%1 stays shared: %2 adds floating-point numbers to it by an atomic operation, which takes those "
             "near zero for zero in global memory alone.",
             code(object.name), lineText(access.line)});
      }
    }
    return makeJudgement(VerdictKind::applicable, "");
  }

  // Each mention keeps its text and its meaning: which expression makes which access need not be known, as long as no
  // address of the array gets out of sight.
  static bool staysReachable(const KernelModel& model, const MemoryObject& object) {
    return !model.hasErrors && model.unknownReason.empty() && !object.unknownReason.empty() && !object.escapes &&
           !object.isVolatile && !object.isDynamic;
  }

  static Judgement judgeRaces(const KernelModel& model, const MemoryObject& object, const proof::Answer& free) {
    using enum VerdictKind;
    Judgement one = makeJudgement(applicable, free.reason);
    one.take(free);
    if (free.kind == proof::Answer::Kind::holds) return one;
    const bool races = free.kind == proof::Answer::Kind::violated;
    one.verdict = races ? refused : unknown;
    one.reason = (races ? code(object.name) + " stays shared: threads of " + code(model.name) +
                              " meet without a barrier between. "
                        : "Cannot tell whether threads meet without a barrier between. ") +
                 free.reason;
    return one;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeSharedToGlobal() {
  return std::make_unique<SharedToGlobal>();
}

}  // namespace warpwright::passes

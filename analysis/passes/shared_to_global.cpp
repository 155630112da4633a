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
// A grid that the launch computes is kept in a variable; a launch that is the body of an `if` or a loop gets braces. For
// a kernel template each launch allocates what its instantiation needs.
// Refuses for volatile and dynamic shared memory, kernels that other files may launch or whose address is taken,
// instantiations that are written out, launches in host templates, and where the array is its threads' own: registers and local memory are closer (shared_to_register,
// shared_to_local).
//
// Map: verdicts of all models together (judgeAll), words for the user (look), and the edits (global_rewrite.h).

#include <algorithm>
#include <map>

#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/global_rewrite.h"
#include "analysis/passes/kernel_proofs.h"
#include "analysis/passes/placement.h"

namespace warpwright::passes {
namespace {

constexpr PassInfo kInfo{"shared_to_global", "Shared memory to global memory"};

class SharedToGlobal final : public Pass {
 public:
  const PassInfo& info() const override { return kInfo; }

  std::vector<Opportunity> find(const model::ParsedKernel& kernel, const Device& device,
                                std::stop_token stop) const override {
    std::vector<Opportunity> found;
    std::map<std::string, int> ordinals;
    KernelProofs proofs(kernel, stop);
    OtherFindings others(kernel, device, stop);
    for (const MemoryObject& object : kernel.models.front().objects) {
      if (object.space != MemorySpace::shared) continue;
      if (stop.stop_requested()) return {};
      found.push_back(look(kernel, object, ordinals[object.name]++, proofs, others).first);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Opportunity& a, const Opportunity& b) { return a.range < b.range; });
    return found;
  }

  Result<Rewrite> rewrite(const model::ParsedKernel& kernel, const Opportunity& opportunity, const ParameterValues&,
                          std::stop_token stop) const override {
    std::map<std::string, int> ordinals;
    for (const MemoryObject& object : kernel.models.front().objects) {
      if (object.space != MemorySpace::shared) continue;
      const int ordinal = ordinals[object.name]++;
      if (idOf(kernel, object, ordinal) != opportunity.id) continue;
      KernelProofs proofs(kernel, stop);
      const Device device{};
      OtherFindings others(kernel, device, stop);
      auto [now, edits] = look(kernel, object, ordinal, proofs, others);
      if (stop.stop_requested()) return cancelledError();
      if (now.verdict != VerdictKind::applicable) return inputError(now.reason, now.range);
      return edits;
    }
    return Error{
        ErrorKind::stale,
        code(opportunity.subject) + " is no longer in " + code(opportunity.kernel) + ". Analyse the file again.",
        opportunity.range};
  }

 private:
  // The signature changes with the rewrite, so it is no part of what the finding is about.
  static std::string idOf(const model::ParsedKernel& kernel, const MemoryObject& object, int ordinal) {
    return makeOpportunityId(std::string(kInfo.id), kernel.models.front().qualifiedName, "", object.name, ordinal);
  }

  static std::pair<Opportunity, Rewrite> look(const model::ParsedKernel& kernel, const MemoryObject& object,
                                              int ordinal, KernelProofs& proofs, OtherFindings& others) {
    const KernelModel& model = kernel.models.front();
    Opportunity opportunity;
    opportunity.id = idOf(kernel, object, ordinal);
    opportunity.pass = kInfo.id;
    opportunity.kernel = model.name;
    opportunity.signature = model.signature;
    opportunity.subject = object.name;
    opportunity.range = object.declaration;
    opportunity.title = "Move " + code(object.name) + " to global memory";
    opportunity.estimate = accessEstimate(model, object);

    Rewrite edits;
    Judgement all = judgeAll(kernel, object, edits, proofs, others);
    if (all.verdict == VerdictKind::applicable) {
      all.reason = "Every launch of " + code(model.name) +
                   " is in sight, and threads meet in shared memory only across barriers.";
      assumeBlockShapes(all.assumptions, kernel.models);
      all.assumptions.push_back(
          {"device memory holds " + std::to_string(object.bytes) + " bytes for each block of a launch", ""});
      all.assumptions.push_back({"the GPU has memory pools (cudaMallocAsync, CUDA 11.2)", ""});
    } else {
      all.assumptions.clear();  // they are what a change would rest on
    }
    opportunity.verdict = all.verdict;
    opportunity.reason = std::move(all.reason);
    opportunity.assumptions = std::move(all.assumptions);
    opportunity.evidence = std::move(all.evidence);
    opportunity.proofSeconds = all.seconds;
    return {std::move(opportunity), std::move(edits)};
  }

  // The conjunction over all block shapes: one refusal refuses, one unknown leaves it open. What can be written at all
  // is asked before anything is proved.
  static Judgement judgeAll(const model::ParsedKernel& kernel, const MemoryObject& object, Rewrite& edits,
                            KernelProofs& proofs, OtherFindings& others) {
    using enum VerdictKind;
    Judgement all;
    all.verdict = applicable;
    for (size_t i = 0; i < kernel.models.size() && all.verdict == applicable; ++i) {
      const MemoryObject* same = sameObject(kernel.models[i], object);
      if (!same) continue;
      auto sight = judgeAtSight(kernel.models[i], *same, "a slice for each block needs a fixed size",
                                "how " + code(object.name) + " is used");
      if (sight && !staysReachable(kernel.models[i], *same)) all = *std::move(sight);
    }
    if (all.verdict != applicable) return all;
    Result<Rewrite> written = rewriteAsGlobal(kernel, object);
    if (!written.ok()) return say(refused, code(object.name) + " stays shared: " + written.error().message + ".");
    for (size_t i = 0; i < kernel.models.size(); ++i) {
      if (!sameObject(kernel.models[i], object)) continue;
      Judgement one = judgeRaces(kernel.models[i], object, proofs.of(i).isRaceFree());
      const double seconds = all.seconds + one.seconds;
      if (one.verdict == applicable) {
        addAssumptions(all.assumptions, one.assumptions);
      } else if (all.verdict == applicable || one.verdict == refused) {
        if (kernel.models.size() > 1) one.reason = "For " + nameOfModel(kernel.models[i]) + ": " + one.reason;
        all = std::move(one);
      }
      all.seconds = seconds;
    }
    if (all.verdict != applicable) return all;
    for (const char* closer : {"shared_to_register", "shared_to_local"}) {
      if (!others.applies(closer, object)) continue;
      all.verdict = refused;
      all.reason = "Private to its thread, which can keep it closer: see " + std::string(closer) + ".";
      return all;
    }
    edits = *std::move(written);
    return all;
  }

  // Each mention keeps its text and its meaning: which expression makes which access need not be known, as long as no
  // address of the array gets out of sight.
  static bool staysReachable(const KernelModel& model, const MemoryObject& object) {
    return !model.hasErrors && model.unknownReason.empty() && !object.unknownReason.empty() && !object.escapes &&
           !object.isVolatile && !object.isDynamic;
  }

  static Judgement judgeRaces(const KernelModel& model, const MemoryObject& object, const proof::Answer& free) {
    using enum VerdictKind;
    Judgement one = say(applicable, free.reason);
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

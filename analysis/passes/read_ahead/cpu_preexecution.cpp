// A program for the CPU that reads ahead of the GPU what the kernel is about to touch, where both share the last cache
// (Yang et al., HPCA 2012, Figures 2 to 9).
//
//   Before                                        After, besides: vecAdd_preexecution.{h,cpp,md}
//     __global__ void vecAdd(const float* a,        sum += load<uint32_t>(a.a, 4 * n);   // thread n, others like it
//                            float* c, int n) {     sum += load<uint32_t>(a.c, 4 * n);   // a store becomes a load
//       c[i] = a[i];
//     }
//
// Applies on devices whose CPU and GPU share a cache or memory (sharesCache), to kernels of which some access to
// global memory has an address that a CPU can compute (analysis/passes/read_ahead/slice.h). The source stays as it is;
// the explanation says what to add at the launch, for sizes of buffers and the CPU's addresses are not in the source.
// Refuses on every other device, where nothing else is looked at, and kernels that touch no global memory or do not fit
// on the device. Unknown where the kernel was not understood, or all addresses depend on what a CPU cannot know.
//
// Looked for on request, and always on devices where it helps: on others its only answer would be no.

#include <filesystem>
#include <map>

#include "analysis/passes/access_evidence.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_opportunity.h"
#include "analysis/passes/read_ahead/preexecute.h"
#include "analysis/resources/kernel_registers.h"

namespace warpwright::passes {
namespace {

using preexecution::Applicability;
using preexecution::Slice;

const PassDescription& description() {
  static const PassDescription pass{
      .id = "cpu_preexecution",
      .title = "Pre-execution on the CPU",
      .family = Family::readAhead,
      .inputs = {.launches = false, .hostCode = false, .device = true},
      .onRequest = true,
      .measuredByReplay = false,  // it is another program beside this one, on a chip that both share
      .parameters = {{"unroll_factor", "Threads in one go"},
                     {"batch_size", "Groups between two looks"},
                     {"skip_factor", "Fetched for one thread in"}}};
  return pass;
}

std::string accessWord(AccessKind kind) {
  return kind == AccessKind::read ? "read" : kind == AccessKind::write ? "write" : "update";
}

/// What is fetched, in the order of the source, then what is left out.
std::vector<Evidence> evidenceOf(const KernelModel& model, const Slice& slice) {
  std::map<std::pair<SourcePosition, std::string>, Evidence> fetched;
  for (const preexecution::Level& level : slice.levels) {
    Message often;
    if (level.loop.isValid()) {
      often = {", in each round of the loop at %1", lineText(model.loop(level.loop).range.begin)};
    }
    for (const auto& item : level.items) {
      for (const preexecution::Fetch& fetch : item.fetches) {
        const Access& access = model.access(fetch.access);
        SourcePosition at = access.range.begin;
        if (!at.isValid()) at = {model.definition.begin.file, access.line, 0};
        const std::string what = access.kind == AccessKind::read
                                     ? ""
                                     : " by a load, in place of the " +
                                           std::string(access.kind == AccessKind::write ? "store" : "atomic operation");
        const Message text{"%1 is fetched ahead%2%3", code(access.text), what, often};
        fetched.try_emplace({at, access.text}, Evidence{at, text, accessWord(access.kind), indexText(access.text), ""});
      }
    }
  }
  std::vector<Evidence> evidence;
  for (auto& [place, step] : fetched) evidence.push_back(std::move(step));
  for (const Slice::Note& note : slice.notes) evidence.push_back({note.at, note.text, "", "", ""});
  return evidence;
}

std::vector<Assumption> assumptionsOf(const model::ParsedKernel& kernel) {
  std::vector<Assumption> list{{"the CPU reaches the kernel's memory, and while the kernel runs: it is mapped or "
                                "unified, or managed on a device with "
                                "cudaDevAttrConcurrentManagedAccess",
                                {}},
                               {"blocks are dispatched in the order of their numbers", {}}};
  if (kernel.models.size() > 1) {
    list.push_back({"it is for " + nameOfModel(kernel.models.front()) + "; other launches run without it", {}});
  }
  return list;
}

class CpuPreexecution final : public Pass {
 public:
  const PassDescription& about() const override { return description(); }

  bool isLookedFor(const Device& device) const override {
    return preexecution::applicabilityOn(device).verdict == VerdictKind::applicable;
  }

  std::vector<Opportunity> find(const KernelContext& context) const override {
    Opportunity shown = describe(context.kernel());
    judge(context.kernel(), context.device()).moveTo(shown);
    if (shown.verdict == VerdictKind::applicable) {
      shown.parameters = {{"unroll_factor", {"8", "1", "2", "4", "16"}},
                          {"batch_size", {"16", "8", "32"}},
                          {"skip_factor", {"32", "64", "96", "128", "160", "192", "224"}}};
    }
    return {std::move(shown)};
  }

  Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                          const ParameterValues& values) const override {
    const model::ParsedKernel& kernel = context.kernel();
    const Device& device = context.device();
    const Opportunity now = describe(kernel);
    if (now.id != opportunity.id) return goneError(opportunity);
    const Judgement judgement = judge(kernel, device);
    if (judgement.verdict != VerdictKind::applicable) return inputError(judgement.reason, now.range);
    preexecution::ProgramOptions how;
    how.unrollFactor = numberOf(values, "unroll_factor", how.unrollFactor);
    how.batchSize = numberOf(values, "batch_size", how.batchSize);
    how.skipFactor = numberOf(values, "skip_factor", how.skipFactor);
    const KernelModel& model = kernel.models.front();
    const auto made = preexecution::prepareModel(model, registersOf(context), device, how);
    if (!made.ok()) return inputError(said(made.error()), now.range);
    const preexecution::Program& program = *made->program;
    const std::string path = (std::filesystem::path(model.definition.begin.file).parent_path() / program.name).string();
    Rewrite rewrite;
    rewrite.files = {creationOf(path + ".md", program.explanation, "what to add at the launch, and what is left out"),
                     creationOf(path + ".h", program.header, "the arguments, and what runs it beside a launch"),
                     creationOf(path + ".cpp", program.source, "the loads, and what their addresses need")};
    rewrite.summary = "Write " + program.name + ".{h,cpp,md}, which read ahead of `" + model.name +
                      "`; what to add at the launch stands in " + program.name + ".md";
    return rewrite;
  }

 private:
  static Opportunity describe(const model::ParsedKernel& kernel) {
    return kernelOpportunity(description(), kernel,
                             "Read ahead of " + code(kernel.models.front().name) + " on the CPU");
  }

  static Judgement judge(const model::ParsedKernel& kernel, const Device& device) {
    const Applicability there = preexecution::applicabilityOn(device);
    if (there.verdict != VerdictKind::applicable) return makeJudgement(there.verdict, there.reason);
    const KernelModel& model = kernel.models.front();
    const Slice slice = preexecution::sliceOf(model);
    const Applicability here = preexecution::applicabilityTo(model, slice);
    Judgement judgement = makeJudgement(here.verdict, here.reason);
    judgement.evidence = evidenceOf(model, slice);
    if (here.verdict != VerdictKind::applicable) return judgement;
    // How many blocks run at once takes registers to tell; that one fits does not.
    const auto made = preexecution::prepareModel(model, 0, device, {});
    if (!made.ok()) {
      judgement.verdict = VerdictKind::refused;
      judgement.reason = said(made.error());
      return judgement;
    }
    judgement.reason = there.reason + " " + std::to_string(slice.fetches) +
                       (slice.fetches == 1 ? " access" : " accesses") + " can be fetched ahead" +
                       (slice.leftOut ? ", " + std::to_string(slice.leftOut) + " cannot" : "") +
                       (device.coherent ? "; `warpwright replay --on gpu --preexecution` measures what it is worth."
                                        : "; `warpwright preexec` models what it is worth.");
    judgement.assumptions = assumptionsOf(kernel);
    return judgement;
  }

  static uint32_t registersOf(const KernelContext& context) {
    const model::ParsedKernel& kernel = context.kernel();
    const auto counted =
        resources::estimateRegistersOn(context.device(), resources::takeBitcode(kernel.unit->deviceModule()),
                                       kernel.unit->command().arch, context.stop());
    const auto found = counted.find(kernel.models.front().mangledName);
    return found == counted.end() ? 0 : found->second.registers.value_or(0);
  }
};

}  // namespace

std::unique_ptr<const Pass> makeCpuPreexecution() {
  return std::make_unique<CpuPreexecution>();
}

}  // namespace warpwright::passes

// One thread does the work of several along one dimension of the block (CGO'15 §3.2, C_Factor).
//
//   Before: dim3(16, 16)                      After, c_factor = 4 along y: dim3(16, 16 / 4)
//     int tx = threadIdx.x, ty = threadIdx.y;     int tx = threadIdx.x;
//     float sum = 0;                              float sum[4] = {};
//     for (int k = 0; k < 16; ++k)                for (int k = 0; k < 16; ++k) {
//       sum += a[ty][k] * b[k][tx];                 const float b_k_tx = b[k][tx];
//                                                   #pragma unroll
//                                                   for (int m = 0; m < 4; ++m) {
//                                                     int ty = threadIdx.y + m * blockDim.y;
//                                                     sum[m] += a[ty][k] * b_k_tx;
//                                                   }
//                                                 }
//
// Applies when the block is divisible at every launch, every launch is known, barriers are passed by all merged threads
// together, and no two threads race in shared memory, which is proved. For global memory that is an assumption.
// Refuses what exchanges values inside a warp or depends on the order of threads (shuffles, votes, fences, volatile,
// printf, results of atomics), barriers under conditions that differ, addresses of a thread's variables, goto, lambdas,
// assembly, and what a macro spells that would have to change.
//
// Map: what each instantiation looks like (planAlong), all of them and the proofs (judge), the change (rewrite).

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>

#include "analysis/model/project_functions.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/kernel_proofs.h"
#include "analysis/rewrite/compaction/compaction.h"
#include "analysis/rewrite/launch_sites.h"

namespace warpwright::passes {
namespace {

constexpr PassInfo kInfo{"thread_compaction", "Fewer threads that each do more"};
constexpr unsigned kFactors[] = {2, 4, 8, 16};

std::string line(uint32_t number) { return "line " + std::to_string(number); }
std::string along(int dimension) { return std::string(1, "xyz"[dimension]); }

std::string capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

struct Judgement {
  VerdictKind verdict = VerdictKind::applicable;
  std::string reason;
  std::vector<Assumption> assumptions;
  std::vector<Evidence> evidence;
  std::map<int, std::vector<unsigned>> factors;  // by dimension that can be compacted
  std::map<std::string, double> figures;
  double seconds = 0;
};

Judgement say(VerdictKind verdict, std::string reason) { return {verdict, std::move(reason), {}, {}, {}, {}, 0}; }

// What the device code shows that the source may hide.
std::optional<Judgement> judgeAtSight(const KernelModel& model) {
  using enum VerdictKind;
  if (model.hasErrors) return say(unknown, "The kernel has errors: nothing in it is changed until they are gone.");
  if (!model.unknownReason.empty()) return say(unknown, "Cannot tell what the kernel does: " + model.unknownReason + ".");
  for (const OpaqueCall& call : model.calls) {
    if (call.isWarpCollective) {
      return say(refused, capital(line(call.line)) + " calls `" + call.name + "`, which exchanges values between the threads of a warp.");
    }
    if (call.touchesMemory) {
      return say(unknown, "`" + call.name + "`, called at " + line(call.line) + ", may touch any memory.");
    }
  }
  for (const Barrier& barrier : model.barriers) {
    if (barrier.kind != Barrier::Kind::block) {
      return say(refused, "`" + barrier.text + "` at " + line(barrier.line) + " counts threads, or orders a warp.");
    }
  }
  for (const Access& access : model.accesses) {
    if (access.isVolatile || (access.object.isValid() && model.object(access.object).isVolatile)) {
      return say(refused, capital(line(access.line)) + " reads or writes volatile memory, which may wait for other threads.");
    }
  }
  return std::nullopt;
}

// The definitions that are compiled: the kernel, or each instantiation of its template.
std::vector<const clang::FunctionDecl*> instancesOf(const model::ParsedKernel& kernel) {
  std::vector<const clang::FunctionDecl*> instances;
  if (const clang::FunctionTemplateDecl* pattern = kernel.pattern->getDescribedFunctionTemplate()) {
    for (const clang::FunctionDecl* instance : pattern->specializations()) {
      const clang::FunctionDecl* definition = nullptr;
      const bool ownText = instance->getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization;
      if (!ownText && instance->hasBody(definition)) instances.push_back(definition);
    }
  }
  if (instances.empty()) instances.push_back(kernel.declaration);
  return instances;
}

/// The kernel compacted along one dimension, as far as its text goes.
struct Compacted {
  rewrite::CompactedBody body;
  size_t loops = 0, arrays = 0, commonLoads = 0;
  std::vector<std::string> notes;
};

Result<Compacted> planAlong(const rewrite::Editor& editor, const model::ParsedKernel& kernel, int dimension,
                            const rewrite::CompactionChoice& choice) {
  std::optional<Compacted> agreed;
  for (const clang::FunctionDecl* instance : instancesOf(kernel)) {
    Result<rewrite::CompactionPlan> plan = rewrite::planCompaction(editor, *instance, dimension);
    if (!plan.ok()) return plan.error();
    Result<rewrite::CompactedBody> body = rewrite::writeCompacted(editor, *plan, *kernel.pattern, choice);
    if (!body.ok()) return body.error();
    if (agreed && agreed->body.text != body->text) return inputError("its instantiations would need different changes");
    Compacted compacted{*body, plan->loops.size(), plan->arrays.size(), 0, plan->notes};
    for (const rewrite::MergedLoop& loop : plan->loops) compacted.commonLoads += loop.common.size();
    agreed = std::move(compacted);
  }
  return *std::move(agreed);
}

// Models of what is launched. An instantiation that only code that cannot run launches is left aside.
std::vector<const KernelModel*> launchedOf(const model::ParsedKernel& kernel) {
  std::vector<const KernelModel*> launched;
  for (const KernelModel& model : kernel.models) {
    if (!model.launches.empty()) launched.push_back(&model);
  }
  return launched;
}

// Powers of two that divide the block's extent at every launch.
std::vector<unsigned> factorsFor(const model::ParsedKernel& kernel, int dimension, std::string& why) {
  std::vector<unsigned> factors;
  const std::vector<const KernelModel*> launched = launchedOf(kernel);
  for (const unsigned factor : kFactors) {
    const auto divides = [&](const KernelModel* model) { return model->block[dimension] && *model->block[dimension] % factor == 0; };
    if (std::all_of(launched.begin(), launched.end(), divides)) factors.push_back(factor);
  }
  for (const KernelModel* model : launched) {
    if (!factors.empty() || !why.empty() || !model->block[dimension]) continue;
    const uint32_t extent = *model->block[dimension];
    why = extent == 1 ? "the block has one thread along it" : "a block of " + std::to_string(extent) + " threads cannot be halved";
  }
  return factors;
}

class ThreadCompaction final : public Pass {
 public:
  const PassInfo& info() const override { return kInfo; }

  std::vector<Opportunity> find(const model::ParsedKernel& kernel, const Device&, std::stop_token stop) const override {
    const KernelModel& model = kernel.models.front();
    Opportunity found;
    found.id = idOf(kernel);
    found.pass = kInfo.id;
    found.kernel = found.subject = model.name;
    found.signature = model.signature;
    found.range = model.definition;
    found.range.begin = model.nameAt;
    found.title = "Let each thread of `" + model.name + "` do the work of several";
    Judgement judgement = judge(kernel, stop);
    if (stop.stop_requested()) return {};
    found.verdict = judgement.verdict;
    found.reason = std::move(judgement.reason);
    found.assumptions = std::move(judgement.assumptions);
    found.evidence = std::move(judgement.evidence);
    found.estimate.inputs = std::move(judgement.figures);
    found.proofSeconds = judgement.seconds;
    if (found.verdict == VerdictKind::applicable) found.parameters = parametersOf(judgement);
    return {std::move(found)};
  }

  Result<Rewrite> rewrite(const model::ParsedKernel& kernel, const Opportunity& opportunity,
                          const ParameterValues& values, std::stop_token stop) const override {
    if (idOf(kernel) != opportunity.id) {
      return Error{ErrorKind::stale, "`" + opportunity.kernel + "` is no longer there. Analyse the file again.", opportunity.range};
    }
    const Judgement now = judge(kernel, stop);
    if (stop.stop_requested()) return cancelledError();
    if (now.verdict != VerdictKind::applicable) return inputError(now.reason);

    rewrite::CompactionChoice choice;
    Result<int> dimension = chosen(now, values, choice);
    if (!dimension.ok()) return dimension.error();
    rewrite::Editor editor(*kernel.unit);
    const Result<Compacted> compacted = planAlong(editor, kernel, *dimension, choice);
    if (!compacted.ok()) return compacted.error();
    editor.replace(compacted->body.place, compacted->body.text, "each thread stands for " + std::to_string(choice.factor));
    for (const rewrite::LaunchSite& site : rewrite::findLaunchSites(editor, *kernel.pattern).sites) {
      if (Status divided = rewrite::divideBlock(editor, site, *dimension, choice.factor); !divided.ok()) return divided.error();
    }
    return editor.finish("Let each thread of `" + kernel.models.front().name + "` do the work of " +
                         std::to_string(choice.factor) + " along " + along(*dimension));
  }

 private:
  static std::string idOf(const model::ParsedKernel& kernel) {
    const KernelModel& model = kernel.models.front();
    return makeOpportunityId(std::string(kInfo.id), model.qualifiedName, model.signature, model.name, 0);
  }

  // Rows before columns: along y a warp's accesses stay together whichever threads are merged.
  static std::vector<Parameter> parametersOf(const Judgement& judgement) {
    Parameter factor{"c_factor", {}}, dimension{"dimension", {}}, assignment{"assignment", {"interleaved", "blocked"}};
    for (const unsigned value : kFactors) {
      for (const auto& [axis, factors] : judgement.factors) {
        if (std::find(factors.begin(), factors.end(), value) == factors.end()) continue;
        factor.values.push_back(std::to_string(value));
        break;
      }
    }
    for (const int axis : {1, 0, 2}) {
      if (judgement.factors.contains(axis)) dimension.values.push_back(along(axis));
    }
    return {factor, dimension, assignment};
  }

  static Result<int> chosen(const Judgement& judgement, const ParameterValues& values, rewrite::CompactionChoice& choice) {
    const auto value = [&](const char* name, const std::string& otherwise) {
      const auto given = values.find(name);
      return given == values.end() ? otherwise : given->second;
    };
    const std::vector<Parameter> parameters = parametersOf(judgement);
    const std::string axis = value("dimension", parameters[1].values.front());
    const int dimension = axis == "x" ? 0 : axis == "y" ? 1 : axis == "z" ? 2 : -1;
    const auto factors = judgement.factors.find(dimension);
    if (factors == judgement.factors.end()) return inputError("The kernel cannot be compacted along `" + axis + "`.");
    const std::string factor = value("c_factor", std::to_string(factors->second.front()));
    const auto known = std::find_if(factors->second.begin(), factors->second.end(),
                                    [&](unsigned one) { return std::to_string(one) == factor; });
    if (known == factors->second.end()) {
      return inputError("c_factor = " + factor + " does not divide the block along " + axis + " at every launch.");
    }
    choice.factor = *known;
    const std::string assignment = value("assignment", "interleaved");
    if (assignment != "interleaved" && assignment != "blocked") {
      return inputError("`" + assignment + "` is no assignment: interleaved or blocked.");
    }
    choice.isBlocked = assignment == "blocked";
    const std::string order = value("order", "forward");  // for tests: results must not depend on it
    using enum rewrite::CompactionChoice::Order;
    choice.order = order == "backward" ? backward : order == "shuffled" ? shuffled : forward;
    return dimension;
  }

  static Judgement judge(const model::ParsedKernel& kernel, std::stop_token stop) {
    using enum VerdictKind;
    for (const KernelModel& model : kernel.models) {
      if (auto sight = judgeAtSight(model)) return *sight;
    }
    const rewrite::Editor editor(*kernel.unit);
    const rewrite::LaunchSites launches = rewrite::findLaunchSites(editor, *kernel.pattern);
    if (!launches.unknown.empty()) return say(unknown, "Not every launch is known: " + launches.unknown + ".");
    if (launches.sites.empty()) return say(unknown, "No launch of the kernel was found: its block cannot be made smaller.");
    for (const KernelModel& model : kernel.models) {
      for (const Launch& launch : model.launches) {
        if (launch.block[0] && launch.block[1] && launch.block[2]) continue;
        return say(unknown, "The block size is not known for the launch at " + line(launch.at.line) + ". Give it with --launch.");
      }
    }

    if (launchedOf(kernel).empty()) return say(unknown, "No launch of the kernel is known to run.");

    Judgement all;
    std::string refusals;
    for (int dimension = 0; dimension < 3; ++dimension) {
      std::string why;
      const std::vector<unsigned> factors = factorsFor(kernel, dimension, why);
      if (!factors.empty()) why = lookAlong(kernel, launches, dimension, all);
      if (why.empty() && !factors.empty()) all.factors[dimension] = factors;
      if (!why.empty() && (dimension == 0 || !factors.empty())) {
        refusals += (refusals.empty() ? "" : " ") + ("Along " + along(dimension) + ": " + why + ".");
      }
    }
    if (all.factors.empty()) return say(refused, refusals);
    prove(kernel, all, stop);
    if (all.verdict != applicable) return all;
    describe(kernel, refusals, all);
    return all;
  }

  // Why the text cannot be compacted along a dimension; empty: it can.
  static std::string lookAlong(const model::ParsedKernel& kernel, const rewrite::LaunchSites& launches, int dimension,
                               Judgement& all) {
    rewrite::Editor scratch(*kernel.unit);
    const Result<Compacted> compacted = planAlong(scratch, kernel, dimension, {});
    if (!compacted.ok()) return compacted.error().message;
    for (const rewrite::LaunchSite& site : launches.sites) {
      if (Status divided = rewrite::divideBlock(scratch, site, dimension, 2); !divided.ok()) return divided.error().message;
    }
    const std::string axis = along(dimension);
    all.figures["merged_loops_" + axis] = static_cast<double>(compacted->loops);
    all.figures["arrays_" + axis] = static_cast<double>(compacted->arrays);
    all.figures["common_loads_" + axis] = static_cast<double>(compacted->commonLoads);
    for (const std::string& note : compacted->notes) {
      all.evidence.push_back({kernel.models.front().nameAt, "along " + axis + ", " + note + ": it becomes an array"});
    }
    return {};
  }

  static void prove(const model::ParsedKernel& kernel, Judgement& all, std::stop_token stop) {
    KernelProofs proofs(kernel, stop);
    for (size_t i = 0; i < kernel.models.size(); ++i) {
      if (kernel.models[i].launches.empty()) continue;
      const proof::Answer answer = proofs.of(i).isRaceFree();
      all.seconds += answer.seconds;
      addAssumptions(all.assumptions, answer.assumptions);
      if (answer.kind == proof::Answer::Kind::holds) continue;
      const bool races = answer.kind == proof::Answer::Kind::violated;
      const std::string which = kernel.models.size() > 1 ? "For " + nameOfModel(kernel.models[i]) + ": " : std::string();
      Judgement no = say(races ? VerdictKind::refused : VerdictKind::unknown, which + answer.reason);
      no.evidence = answer.evidence;
      no.seconds = all.seconds;
      all = std::move(no);
      return;
    }
  }

  static void describe(const model::ParsedKernel& kernel, const std::string& refusals, Judgement& all) {
    std::string axes;
    for (const auto& [dimension, factors] : all.factors) axes += (axes.empty() ? "" : ", ") + along(dimension);
    all.reason = "Threads along " + axes + " can be merged: they race nowhere and pass every barrier together.";
    if (!refusals.empty()) all.reason += " " + refusals;
    assumeBlockShapes(all.assumptions, kernel.models);
    const auto writesGlobal = [](const KernelModel& model) {
      return std::any_of(model.accesses.begin(), model.accesses.end(), [&](const Access& access) {
        return access.kind != AccessKind::read && access.object.isValid() &&
               model.object(access.object).space == MemorySpace::global;
      });
    };
    if (std::any_of(kernel.models.begin(), kernel.models.end(), writesGlobal)) {
      all.assumptions.push_back({"no two threads of one launch touch the same global element between barriers, one of them writing", ""});
    }
    const std::vector<const clang::FunctionDecl*> functions = model::projectFunctions(*kernel.unit);
    const bool wholeProgram = std::any_of(functions.begin(), functions.end(), [](const auto* one) { return one->isMain(); });
    if (!wholeProgram && kernel.pattern->isExternallyVisible()) {
      all.assumptions.push_back({"`" + kernel.models.front().name + "` is launched from no other file", ""});
    }
    for (const KernelModel& model : kernel.models) {
      const uint32_t threads = model.block[0].value_or(1) * model.block[1].value_or(1) * model.block[2].value_or(1);
      if (threads < 64) {
        all.evidence.push_back({model.nameAt, "a block of " + std::to_string(threads) + " threads: with a factor of " +
                                                  std::to_string(threads < 32 ? 2 : 64 / 32 * 2) + " or more it has less than a warp"});
        break;
      }
    }
  }
};

}  // namespace

std::unique_ptr<const Pass> makeThreadCompaction() { return std::make_unique<ThreadCompaction>(); }

}  // namespace warpwright::passes

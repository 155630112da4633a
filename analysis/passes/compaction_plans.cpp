#include "analysis/passes/compaction_plans.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>

#include "analysis/model/project_functions.h"
#include "analysis/passes/assumptions.h"

namespace warpwright::passes {
namespace {

constexpr unsigned kFactors[] = {2, 4, 8, 16};

// The definitions that are compiled: the kernel, or each instantiation of its template.
std::vector<const clang::FunctionDecl*> instancesOf(const model::ParsedKernel& kernel) {
  std::vector<const clang::FunctionDecl*> instances;
  if (const clang::FunctionTemplateDecl* pattern = kernel.pattern->getDescribedFunctionTemplate()) {
    for (const clang::FunctionDecl* instance : pattern->specializations()) {
      const clang::FunctionDecl* definition = nullptr;
      const bool ownText =
          instance->getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization;
      if (!ownText && instance->hasBody(definition)) instances.push_back(definition);
    }
  }
  if (instances.empty()) instances.push_back(kernel.declaration);
  return instances;
}

// Rows before columns: along y a warp's accesses stay together whichever threads are merged.
std::vector<Parameter> parametersOf(const CompactionJudgement& judgement) {
  Parameter factor{"c_factor", {}}, dimension{"dimension", {}},
      assignment{"assignment", {"interleaved", "blocked"}};
  for (const unsigned value : kFactors) {
    for (const auto& [axis, factors] : judgement.factors) {
      if (std::find(factors.begin(), factors.end(), value) == factors.end()) continue;
      factor.values.push_back(std::to_string(value));
      break;
    }
  }
  for (const int axis : {1, 0, 2}) {
    if (judgement.factors.contains(axis)) dimension.values.push_back(axisText(axis));
  }
  return {factor, dimension, assignment};
}

/// "Merge 2–16 threads along x"
std::string titleOf(const std::vector<Parameter>& parameters, const std::string& noun) {
  if (parameters.size() < 2 || parameters[0].values.empty() || parameters[1].values.empty()) return "Merge " + noun + "s";
  const std::vector<std::string>& factors = parameters[0].values;
  const std::string count = factors.size() == 1 ? factors.front() : factors.front() + "–" + factors.back();
  std::string axes;
  for (const std::string& axis : parameters[1].values) axes += (axes.empty() ? "" : " or ") + axis;
  return "Merge " + count + " " + noun + "s along " + axes;
}

}  // namespace

std::string lineText(uint32_t number) {
  return "line " + std::to_string(number);
}
std::string axisText(int dimension) {
  return std::string(1, "xyz"[dimension]);
}

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

CompactionJudgement compactionVerdict(VerdictKind verdict, std::string reason) {
  return {verdict, std::move(reason), {}, {}, {}, {}, 0};
}

std::optional<CompactionJudgement> judgeAtSight(const KernelModel& model) {
  using enum VerdictKind;
  if (model.hasErrors)
    return compactionVerdict(
        unknown, "The kernel has errors: nothing in it is changed until they are gone.");
  if (!model.unknownReason.empty())
    return compactionVerdict(unknown,
                             "Cannot tell what the kernel does: " + model.unknownReason + ".");
  for (const OpaqueCall& call : model.calls) {
    if (call.isWarpCollective) {
      return compactionVerdict(refused,
                               capitalised(lineText(call.line)) + " calls `" + call.name +
                                   "`, which exchanges values between the threads of a warp.");
    }
    if (call.touchesMemory) {
      return compactionVerdict(unknown, "`" + call.name + "`, called at " + lineText(call.line) +
                                            ", may touch any memory.");
    }
  }
  for (const Barrier& barrier : model.barriers) {
    if (barrier.kind != Barrier::Kind::block) {
      return compactionVerdict(refused, "`" + barrier.text + "` at " + lineText(barrier.line) +
                                            " counts threads, or orders a warp.");
    }
  }
  for (const Access& access : model.accesses) {
    if (access.isVolatile || (access.object.isValid() && model.object(access.object).isVolatile)) {
      return compactionVerdict(
          refused, capitalised(lineText(access.line)) +
                       " reads or writes volatile memory, which may wait for other threads.");
    }
  }
  return std::nullopt;
}

Result<Compacted> compactAlong(const rewrite::Editor& editor, const model::ParsedKernel& kernel,
                               const rewrite::MergedAxis& axis,
                               const rewrite::CompactionChoice& choice) {
  std::optional<Compacted> agreed;
  for (const clang::FunctionDecl* instance : instancesOf(kernel)) {
    Result<rewrite::CompactionPlan> plan = rewrite::planCompaction(editor, *instance, axis);
    if (!plan.ok()) return plan.error();
    Result<rewrite::CompactedBody> body =
        rewrite::writeCompacted(editor, *plan, *kernel.pattern, choice);
    if (!body.ok()) return body.error();
    if (agreed && (agreed->body.text != body->text || agreed->body.copies != body->copies)) {
      return inputError("its instantiations would need different changes");
    }
    Compacted compacted{*body, plan->loops.size(), plan->arrays.size(), 0, 0, plan->notes};
    for (const clang::VarDecl* array : plan->arrays) {
      if (rewrite::isOfThread(*array)) continue;
      compacted.expandedShared += static_cast<uint64_t>(
          kernel.unit->ast().getTypeSizeInChars(array->getType()).getQuantity());
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

void proveRaceFree(const model::ParsedKernel& kernel, CompactionJudgement& all,
                   std::stop_token stop) {
  KernelProofs proofs(kernel, stop);
  for (size_t i = 0; i < kernel.models.size(); ++i) {
    if (kernel.models[i].launches.empty()) continue;
    const proof::Answer answer = proofs.of(i).isRaceFree();
    all.seconds += answer.seconds;
    addAssumptions(all.assumptions, answer.assumptions);
    if (answer.kind == proof::Answer::Kind::holds) continue;
    const bool races = answer.kind == proof::Answer::Kind::violated;
    const std::string which =
        kernel.models.size() > 1 ? "For " + nameOfModel(kernel.models[i]) + ": " : std::string();
    CompactionJudgement no = compactionVerdict(races ? VerdictKind::refused : VerdictKind::unknown,
                                               which + answer.reason);
    no.evidence = answer.evidence;
    no.seconds = all.seconds;
    all = std::move(no);
    return;
  }
}

void noteCompacted(const model::ParsedKernel& kernel, const Compacted& compacted, int dimension,
                   CompactionJudgement& all) {
  const std::string axis = axisText(dimension);
  all.figures["merged_loops_" + axis] = static_cast<double>(compacted.loops);
  all.figures["arrays_" + axis] = static_cast<double>(compacted.arrays);
  all.figures["common_loads_" + axis] = static_cast<double>(compacted.commonLoads);
  for (const std::string& note : compacted.notes) {
    all.evidence.push_back(
        {kernel.models.front().nameAt, "along " + axis + ", " + note + ": it becomes an array"});
  }
}

std::optional<CompactionJudgement> judgeLaunches(const model::ParsedKernel& kernel,
                                                 const rewrite::LaunchSites& launches,
                                                 const std::string& shape) {
  using enum VerdictKind;
  for (const KernelModel& model : kernel.models) {
    if (auto sight = judgeAtSight(model)) return sight;
  }
  if (!launches.unknown.empty())
    return compactionVerdict(unknown, "Not every launch is known: " + launches.unknown + ".");
  if (launches.sites.empty()) {
    return compactionVerdict(
        unknown, "No launch of the kernel was found: its " + shape + " cannot be made smaller.");
  }
  for (const KernelModel& model : kernel.models) {
    for (const Launch& launch : model.launches) {
      if (launch.block[0] && launch.block[1] && launch.block[2]) continue;
      return compactionVerdict(unknown, "The block size is not known for the launch at " +
                                            lineText(launch.at.line) + ". Give it with --launch.");
    }
  }
  if (launchedOf(kernel).empty())
    return compactionVerdict(unknown, "No launch of the kernel is known to run.");
  return std::nullopt;
}

void assumeOnlyFile(std::vector<Assumption>& assumptions, const model::ParsedKernel& kernel) {
  const std::vector<const clang::FunctionDecl*> functions = model::projectFunctions(*kernel.unit);
  const auto isMain = [](const clang::FunctionDecl* one) { return one->isMain(); };
  if (std::any_of(functions.begin(), functions.end(), isMain) ||
      !kernel.pattern->isExternallyVisible())
    return;
  assumptions.push_back(
      {"`" + kernel.models.front().name + "` is launched from no other file", ""});
}

std::string compactionId(std::string_view pass, const model::ParsedKernel& kernel) {
  const KernelModel& model = kernel.models.front();
  return makeOpportunityId(std::string(pass), model.qualifiedName, model.signature, model.name, 0);
}

Opportunity compactionOpportunity(std::string_view pass, const model::ParsedKernel& kernel,
                                  const std::string& noun, CompactionJudgement judgement) {
  const KernelModel& model = kernel.models.front();
  Opportunity found;
  found.id = compactionId(pass, kernel);
  found.pass = pass;
  found.kernel = found.subject = model.name;
  found.signature = model.signature;
  found.range = model.definition;
  found.range.begin = model.nameAt;
  found.verdict = judgement.verdict;
  if (found.verdict == VerdictKind::applicable) found.parameters = parametersOf(judgement);
  found.title = titleOf(found.parameters, noun);
  found.reason = std::move(judgement.reason);
  found.assumptions = std::move(judgement.assumptions);
  found.evidence = std::move(judgement.evidence);
  found.estimate.inputs = std::move(judgement.figures);
  found.proofSeconds = judgement.seconds;
  return found;
}

Result<int> chooseCompaction(const CompactionJudgement& judgement, const ParameterValues& values,
                             rewrite::CompactionChoice& choice) {
  const auto value = [&](const char* name, const std::string& otherwise) {
    const auto given = values.find(name);
    return given == values.end() ? otherwise : given->second;
  };
  const std::vector<Parameter> parameters = parametersOf(judgement);
  const std::string axis = value("dimension", parameters[1].values.front());
  const int dimension = axis == "x" ? 0 : axis == "y" ? 1 : axis == "z" ? 2 : -1;
  const auto factors = judgement.factors.find(dimension);
  if (factors == judgement.factors.end())
    return inputError("The kernel cannot be compacted along `" + axis + "`.");
  const std::string factor = value("c_factor", std::to_string(factors->second.front()));
  const auto known = std::find_if(factors->second.begin(), factors->second.end(),
                                  [&](unsigned one) { return std::to_string(one) == factor; });
  if (known == factors->second.end()) {
    return inputError("c_factor = " + factor + " is not offered along " + axis + ".");
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

}  // namespace warpwright::passes

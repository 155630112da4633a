#include "analysis/passes/compaction/compaction_pass.h"

#include <algorithm>

#include "analysis/model/contraction.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/kernel_opportunity.h"
#include "analysis/passes/launch_limits.h"

namespace warpwright::passes {
namespace {

constexpr unsigned leastFactor = 2;  ///< of merged threads

// Says so where not every value goes with every dimension; else nothing is to be said.
void dependOnDimension(Parameter& parameter) {
  const bool isFree = std::ranges::all_of(
      parameter.valuesBy, [&](const auto& left) { return left.second.size() == parameter.values.size(); });
  if (isFree)
    parameter.valuesBy.clear();
  else
    parameter.dependsOn = "dimension";
}

}  // namespace

std::vector<Opportunity> CompactionPass::find(const KernelContext& context) const {
  CompactionJudgement judgement = judgementOf(context);
  if (context.isCancelled()) return {};
  const model::ParsedKernel& kernel = context.kernel();
  const KernelModel& model = kernel.models.front();
  Opportunity found;
  found.id = idOf(kernel);
  found.pass = about().id;
  found.kernel = found.subject = model.name;
  found.signature = model.signature;
  found.range = model.definition;
  found.range.begin = model.nameAt;
  if (judgement.verdict == VerdictKind::applicable) found.parameters = parametersOf(judgement);
  found.title = titleOf(found.parameters);
  found.estimate.inputs = std::move(judgement.figures);
  found.sameness = judgement.sameness;
  judgement.moveTo(found);
  noteAlike(kernel, found);
  return {std::move(found)};
}

Result<Rewrite> CompactionPass::rewrite(const KernelContext& context, const Opportunity& opportunity,
                                        const ParameterValues& values) const {
  const model::ParsedKernel& kernel = context.kernel();
  if (idOf(kernel) != opportunity.id) return goneError(opportunity);
  const CompactionJudgement& now = judgementOf(context);
  if (context.isCancelled()) return cancelledError();
  if (now.verdict != VerdictKind::applicable) return inputError(now.reason);

  rewrite::CompactionChoice choice;
  const Result<int> dimension = choose(now, values, choice);
  if (!dimension.ok()) return dimension.error();
  choice.isRagged = isRagged(kernel, *dimension, choice.factor);
  rewrite::Editor editor(*kernel.unit);
  const Result<Compacted> compacted = compactAlong(editor, kernel, along(*dimension), choice);
  if (!compacted.ok()) return compacted.error();
  const std::string factor = std::to_string(choice.factor);
  applyCompacted(editor, *compacted, "each " + unit_ + " stands for " + factor);
  if (Status launches = changeLaunches(editor, kernel, *dimension, choice, *compacted); !launches.ok()) {
    return launches.error();
  }
  if (Status room = leaveRegisters(editor, kernel, shape_ == rewrite::LaunchShape::block ? choice.factor : 1);
      !room.ok())
    return room.error();
  return editor.finish({"Let each %1 of %2 do the work of %3 along %4", unit_, code(kernel.models.front().name), factor,
                        axisText(*dimension)});
}

Message CompactionPass::mayRoundOtherwise(const model::ParsedKernel& kernel) const {
  return model::openContraction(*kernel.unit, kernel.mangledNames());
}

std::string CompactionPass::idOf(const model::ParsedKernel& kernel) const {
  const KernelModel& model = kernel.models.front();
  return makeOpportunityId(about().id, model.qualifiedName, model::writtenName(kernel), model.name, 0);
}

const CompactionJudgement& CompactionPass::judgementOf(const KernelContext& context) const {
  return context.once<CompactionJudgement>(about().id, [&] { return judge(context); });
}

CompactionJudgement CompactionPass::judge(const KernelContext& context) const {
  const model::ParsedKernel& kernel = context.kernel();
  const rewrite::Editor editor(*kernel.unit);
  const rewrite::LaunchSites launches = rewrite::findLaunchSites(editor, *kernel.pattern);
  const std::string shape = shape_ == rewrite::LaunchShape::grid ? "grid" : "block";
  if (auto sight = judgeLaunches(kernel, launches, shape, true, true))
    return {*std::move(sight), {}, {}, {}, {}, {}, false};
  CompactionJudgement all{makeJudgement(VerdictKind::applicable, ""), {}, {}, {}, {}, {}, false};
  Message refusals;
  for (int dimension = 0; dimension < 3; ++dimension) {
    Message why;
    std::vector<unsigned> factors = factorsFor(kernel, dimension, why);
    const bool isFlat = factors.empty();
    if (!isFlat) why = lookAlong(kernel, dimension, factors, all);
    if (why.empty() && !isFlat) {
      all.factors[dimension] = factors;
      if (const auto extent = extentAlong(kernel, dimension)) all.extents[dimension] = *extent;
    }
    if (!why.empty() && (dimension == 0 || !isFlat)) {
      refusals += Message("%1Along %2: %3.", refusals.empty() ? "" : " ", axisText(dimension), why);
    }
  }
  if (all.factors.empty()) return {makeJudgement(VerdictKind::refused, refusals), {}, {}, {}, {}, {}, false};
  proveRaceFree(context, all);
  if (all.verdict != VerdictKind::applicable) return {std::move(all), {}, {}, {}, {}, {}, false};

  std::string axes;
  for (const auto& [dimension, factors] : all.factors) axes += (axes.empty() ? "" : ", ") + axisText(dimension);
  all.reason = {"%1s along %2 can be merged: %3 do not race in shared memory and pass every barrier together.",
                capitalised(unit_), axes, shape_ == rewrite::LaunchShape::grid ? "their threads" : "they"};
  assumeBlockShapes(all.assumptions, kernel.models);
  assumeRegisters(all.assumptions, kernel, shape_ == rewrite::LaunchShape::block ? leastFactor : 1);
  if (!mayRoundOtherwise(kernel).empty()) assumeSameRounding(all.assumptions);
  if (all.exchanges) all.reason += " Warps that exchange values come to it, and leave, as they did.";
  addAssumptionsOf(kernel, all);
  if (!refusals.empty()) all.reason += " " + refusals;
  return all;
}

// Why the text cannot be compacted along a dimension; empty: it can, with the factors that are
// left.
Message CompactionPass::lookAlong(const model::ParsedKernel& kernel, int dimension, std::vector<unsigned>& factors,
                                  CompactionJudgement& all) const {
  rewrite::Editor scratch(*kernel.unit);
  rewrite::CompactionChoice choice;
  choice.isRagged = isRagged(kernel, dimension, factors.front());
  const Result<Compacted> compacted = compactAlong(scratch, kernel, along(dimension), choice);
  if (!compacted.ok()) return said(compacted.error());
  Message why;
  fit(kernel, *compacted, factors, why);
  if (factors.empty()) return why;
  choice.isRagged = choice.isRagged || isRagged(kernel, dimension, factors.back());
  if (Status changed = changeLaunches(scratch, kernel, dimension, choice, *compacted); !changed.ok()) {
    return said(changed.error());
  }
  noteCompacted(kernel, *compacted, dimension, all);
  choice.loadsFirst = true;
  const Result<Compacted> ordered = compactAlong(scratch, kernel, along(dimension), choice);
  if (ordered.ok() && ordered->body.text != compacted->body.text) all.loadsFirst.insert(dimension);
  return {};
}

std::vector<PassParameter> mergingParameters() {
  return {{"c_factor", "Merged into one"},
          {"dimension", "Along"},
          {"assignment", "Merged work lies", {{"interleaved", "interleaved"}, {"blocked", "side by side"}}},
          {"stride", "Distance between them", {{"read", "as launched"}, {"constant", "a constant"}}},
          {"memory", "Order of loads", {{"in_order", "as written"}, {"loads_first", "loads first"}}}};
}

// Rows before columns: along y a warp's accesses stay together whichever threads are merged.
std::vector<Parameter> CompactionPass::parametersOf(const CompactionJudgement& judgement) const {
  Parameter factor{"c_factor", {}}, dimension{"dimension", {}}, assignment{"assignment", {"interleaved"}};
  // Neighbours that become one thread are of one warp.
  if (!judgement.exchanges || shape_ == rewrite::LaunchShape::grid) assignment.values.emplace_back("blocked");
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
  // Along which dimension decides which factors there are, and whether the extent is known.
  Parameter stride{"stride", {"read", "constant"}};
  for (const auto& [axis, factors] : judgement.factors) {
    std::vector<std::string>& left = factor.valuesBy[axisText(axis)];
    for (const unsigned value : factors) left.push_back(std::to_string(value));
    stride.valuesBy[axisText(axis)] =
        judgement.extents.contains(axis) ? stride.values : std::vector<std::string>{stride.values.front()};
  }
  dependOnDimension(factor);
  dependOnDimension(stride);
  std::vector<Parameter> parameters{factor, dimension, assignment};
  if (!judgement.extents.empty()) parameters.push_back(stride);
  if (!judgement.loadsFirst.empty()) parameters.push_back({"memory", {"in_order", "loads_first"}});
  return parameters;
}

// "Merge 2–16 threads along x"
std::string CompactionPass::titleOf(const std::vector<Parameter>& parameters) const {
  if (parameters.size() < 2 || parameters[0].values.empty() || parameters[1].values.empty()) {
    return "Merge " + unit_ + "s";
  }
  const std::vector<std::string>& factors = parameters[0].values;
  const std::string count = factors.size() == 1 ? factors.front() : factors.front() + "–" + factors.back();
  std::string axes;
  for (const std::string& axis : parameters[1].values) axes += (axes.empty() ? "" : " or ") + axis;
  return "Merge " + count + " " + unit_ + "s along " + axes;
}

// Factor, assignment and order into `choice`; gives the dimension. Errors: values that were not
// offered.
Result<int> CompactionPass::choose(const CompactionJudgement& judgement, const ParameterValues& values,
                                   rewrite::CompactionChoice& choice) const {
  const auto value = [&](const char* name, const std::string& otherwise) {
    const auto given = values.find(name);
    return given == values.end() ? otherwise : given->second;
  };
  const std::vector<Parameter> parameters = parametersOf(judgement);
  const std::string axis = value("dimension", parameters[1].values.front());
  const int dimension = axis == "x" ? 0 : axis == "y" ? 1 : axis == "z" ? 2 : -1;
  const auto factors = judgement.factors.find(dimension);
  if (factors == judgement.factors.end()) return inputError({"The kernel cannot be compacted along `%1`.", axis});
  const std::string factor = value("c_factor", std::to_string(factors->second.front()));
  const auto known = std::find_if(factors->second.begin(), factors->second.end(),
                                  [&](unsigned one) { return std::to_string(one) == factor; });
  if (known == factors->second.end()) {
    return inputError({"c_factor = %1 is not offered along %2.", factor, axis});
  }
  choice.factor = *known;
  const std::string assignment = value("assignment", "interleaved");
  if (assignment != "interleaved" && assignment != "blocked") {
    return inputError({"`%1` is no assignment: interleaved or blocked.", assignment});
  }
  choice.isBlocked = assignment == "blocked";
  if (choice.isBlocked && judgement.exchanges && shape_ == rewrite::LaunchShape::block)
    return inputError("assignment = blocked is not offered: threads of a warp exchange values.");
  const std::string stride = value("stride", "read");
  const auto extent = judgement.extents.find(dimension);
  if (stride == "constant" && extent == judgement.extents.end()) {
    return inputError(
        {"stride = constant is not offered along %1: the launches do not all have the same extent.", axis});
  }
  if (stride != "read" && stride != "constant") {
    return inputError({"`%1` is no stride: read or constant.", stride});
  }
  if (stride == "constant") choice.extent = extent->second / choice.factor;
  const std::string memory = value("memory", "in_order");
  if (memory != "in_order" && (memory != "loads_first" || judgement.loadsFirst.empty())) {
    return inputError({"memory = %1 is not offered along %2.", memory, axis});
  }
  // Along a dimension where it would change nothing it is as good as in order.
  choice.loadsFirst = memory == "loads_first" && judgement.loadsFirst.contains(dimension);
  const std::string order = value("order", "forward");  // for tests: results must not depend on it
  using enum rewrite::CompactionChoice::Order;
  choice.order = order == "backward" ? backward : order == "shuffled" ? shuffled : forward;
  return dimension;
}

}  // namespace warpwright::passes

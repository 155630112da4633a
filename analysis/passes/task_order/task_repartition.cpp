// Tasks that share data run in one block, in an order found from the program's own index arrays while it runs (Li et
// al., "A Graph-based Model for GPU Caching Problems", sections 4.1 and 4.2); the kernel stays as it is.
//
//   Before                                        After
//     for (int i = 0; i < rounds; ++i) {            warpwright::runtime::TaskOrder flux_tasks(m, 256);
//       flux<<<grid, 256>>>(d_from, d_to,           flux_tasks.gathers(d_from).gathers(d_to).writes(d_flux)
//                           d_x, d_flux, m);            .permutes(d_x, n).start();
//     }                                             for (int i = 0; i < rounds; ++i) {
//                                                     flux_tasks.begin(grid, 256, m);
//                                                     flux<<<grid, 256>>>(flux_tasks.at(d_from), flux_tasks.at(d_to),
//                                                                         flux_tasks.at(d_x), flux_tasks.at(d_flux),
//                                                                         m);
//                                                     flux_tasks.end();
//                                                   }
//                                                   flux_tasks.stop();
//
// Applies when thread t runs task t and t is nothing but the subscript of arrays of tasks (task_kernel.h), and when in
// the host code those arrays are local variables allocated there that nobody changes from the first launch to the last
// (task_launches.h). Data that tasks only read by those subscripts moves, too, where the same holds of it and the
// subscripts are for nothing else (task_data.h); elsewhere blocks stage it in shared memory, in a second kernel of the
// same text (task_staging.h), where each task reads all that its subscripts name; or it stays. Whether a launch covers
// all tasks is checked by the runtime library (resources/runtime) as it happens. Refuses where the order could show in
// a bit of the results: sums of floating-point numbers by atomics, results of atomics that are used, data that is read
// and written by different tasks, t in a computation; and where the kernel is launched once, since no order is found
// before it has run.

#include <algorithm>
#include <optional>

#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/kernel_opportunity.h"
#include "analysis/passes/task_order/task_kernel.h"
#include "analysis/passes/task_order/task_launches.h"
#include "analysis/passes/task_order/task_staging.h"

namespace warpwright::passes {
namespace {

const PassDescription& description() {
  static const PassDescription pass{.id = "task_repartition",
                                    .title = "Reorder tasks",
                                    .family = Family::taskOrder,
                                    .inputs = {.launches = true, .hostCode = true, .device = false},
                                    .measuredByReplay = false,  // it changes when the program runs what, not the kernel
                                    .parameters = {{"data", "Data in"}}};
  return pass;
}

// Is some address made of what was loaded? Kernels without that share nothing that an order could bring together.
bool gathers(const KernelModel& model) {
  return std::any_of(model.accesses.begin(), model.accesses.end(), [&](const Access& access) {
    if (!access.offset.isValid()) return false;
    const std::vector<SymbolId> symbols = model.pool.symbolsOf(access.offset);
    return std::any_of(symbols.begin(), symbols.end(),
                       [&](SymbolId id) { return model.pool.symbolAt(id).kind == SymbolKind::loaded; });
  });
}

class TaskRepartition final : public Pass {
 public:
  const PassDescription& about() const override { return description(); }
  /// Tasks are ordered, and data is moved, in between the launches.
  bool fitsCaptures() const override { return false; }

  std::vector<Opportunity> find(const KernelContext& context) const override {
    const model::ParsedKernel& kernel = context.kernel();
    if (context.isCancelled() || !gathers(kernel.models.front())) return {};
    return {look(kernel).first};
  }

  Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                          const ParameterValues& values) const override {
    const model::ParsedKernel& kernel = context.kernel();
    if (idOf(kernel) != opportunity.id || !gathers(kernel.models.front())) return goneError(opportunity);
    const auto data = values.find("data");
    auto [now, edits] = look(kernel, data == values.end() ? std::string() : data->second);
    if (now.verdict != VerdictKind::applicable) return inputError(now.reason, now.range);
    return std::move(edits);
  }

 private:
  /// Where the data that tasks share may lie, with what is written then.
  struct Placement {
    std::string name;  ///< "moved", "staged", "cached"
    TaskKernel tasks;
    TaskLaunches launches;
    std::optional<StagedKernel> staged;
  };

  static std::string idOf(const model::ParsedKernel& kernel) {
    const KernelModel& model = kernel.models.front();
    return makeOpportunityId(description().id, model.qualifiedName, model::writtenName(kernel), model.name, 0);
  }

  /// `data`: where it is to lie; empty: the first there is.
  static std::pair<Opportunity, Rewrite> look(const model::ParsedKernel& kernel, const std::string& data = {}) {
    const KernelModel& model = kernel.models.front();
    Opportunity shown;
    shown.id = idOf(kernel);
    shown.pass = description().id;
    shown.kernel = shown.subject = model.name;
    shown.signature = model.signature;
    shown.range = model.definition;
    shown.range.begin = model.nameAt;
    shown.title = {"Order the tasks of %1 by the data they share", code(model.name)};
    Rewrite edits;
    Parameter places{"data", {}};
    judge(kernel, data, places, edits).moveTo(shown);
    if (places.values.size() > 1 && shown.verdict == VerdictKind::applicable) {
      shown.parameters.push_back(std::move(places));
    }
    return {std::move(shown), std::move(edits)};
  }

  // From what moves it to what leaves it; evidence says what was found of it. Error: no launch can be given an order.
  static Result<std::vector<Placement>> findPlacements(const rewrite::Editor& editor, const model::ParsedKernel& kernel,
                                                       const TaskKernel& tasks, Judgement& judgement) {
    std::vector<Placement> found;
    Message names;
    for (const TaskArray& data : tasks.data) names += (names.empty() ? "" : ", ") + code(data.name);
    const SourcePosition at = kernel.models.front().nameAt;
    Result<TaskLaunches> launches = readTaskLaunches(editor, kernel, tasks);
    if (!launches.ok()) return launches.error();
    if (tasks.data.empty()) {
      found.push_back({"cached", tasks, *std::move(launches), std::nullopt});
      return found;
    }
    TaskKernel all = tasks;
    all.arrays.insert(all.arrays.end(), tasks.data.begin(), tasks.data.end());
    Result<TaskLaunches> moved = readTaskLaunches(editor, kernel, all);
    if (moved.ok()) {
      judgement.evidence.push_back(
          {at, names + " is only read, and only by the subscripts that tasks hold: it moves, too"});
      found.push_back({"moved", std::move(all), *moved, std::nullopt});
    }
    Result<StagedKernel> staged = makeStagedKernel(editor, kernel, tasks, *launches);
    if (!moved.ok()) {
      judgement.evidence.push_back({at, {"%1 stays where it is: %2", names, said(moved.error())}});
      judgement.evidence.push_back({at, staged.ok()
                                            ? "Blocks put what their tasks read of it in shared memory first"
                                            : "Nor do blocks put it in shared memory: " + said(staged.error())});
    }
    if (staged.ok()) found.push_back({"staged", tasks, *launches, *std::move(staged)});
    found.push_back({"cached", tasks, *std::move(launches), std::nullopt});
    return found;
  }

  static Judgement judge(const model::ParsedKernel& kernel, const std::string& data, Parameter& places,
                         Rewrite& edits) {
    const std::string name = kernel.models.front().name;
    TaskKernel tasks;
    Judgement judgement = readTaskKernel(kernel, tasks);
    if (judgement.verdict != VerdictKind::applicable) return judgement;
    rewrite::Editor editor(*kernel.unit);
    const Result<std::vector<Placement>> placements = findPlacements(editor, kernel, tasks, judgement);
    if (!placements.ok()) {
      return makeJudgement(VerdictKind::refused,
                           {"Tasks of %1 are independent, but %2.", code(name), said(placements.error())});
    }
    const Placement* chosen = data.empty() ? &placements->front() : nullptr;
    for (const Placement& one : *placements) {
      places.values.push_back(one.name);
      if (one.name == data) chosen = &one;
    }
    if (!chosen) return makeJudgement(VerdictKind::refused, {"The data of %1 cannot be `%2`.", code(name), data});
    writeTaskOrder(editor, name, chosen->tasks, chosen->launches, chosen->staged ? &*chosen->staged : nullptr);
    Result<Rewrite> written = editor.finish({"Order the tasks of %1 by the data they share", code(name)});
    if (!written.ok()) return makeJudgement(VerdictKind::refused, {"The launches stay: %1.", said(written.error())});
    edits = *std::move(written);
    judgement.reason += " What they hold stays the same from the first launch to the last.";
    judgement.assumptions.push_back({"the program is linked with libwarpwright_runtime.a", {}});
    judgement.assumptions.push_back(
        {"device memory holds the arrays of tasks, and data that moves, twice; where it does not, the order stays",
         {}});
    return judgement;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeTaskRepartition() {
  return std::make_unique<TaskRepartition>();
}

}  // namespace warpwright::passes

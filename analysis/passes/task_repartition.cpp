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
// subscripts are for nothing else (task_data.h); elsewhere it stays. Whether a launch covers all tasks is checked by
// the runtime library (resources/runtime) as it happens. Refuses where the order could show in a bit of the results:
// sums of floating-point numbers by atomics, results of atomics that are used, data that is read and written by
// different tasks, t in a computation; and where the kernel is launched once, since no order is found before it has
// run.

#include <algorithm>

#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/task_kernel.h"
#include "analysis/passes/task_launches.h"

namespace warpwright::passes {
namespace {

constexpr PassInfo kInfo{"task_repartition", "Tasks ordered by the data they share"};

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
  const PassInfo& info() const override { return kInfo; }

  std::vector<Opportunity> find(const model::ParsedKernel& kernel, const Device&, std::stop_token stop) const override {
    if (stop.stop_requested() || !gathers(kernel.models.front())) return {};
    return {look(kernel).first};
  }

  Result<Rewrite> rewrite(const model::ParsedKernel& kernel, const Opportunity& opportunity, const ParameterValues&,
                          const Device&, std::stop_token) const override {
    if (idOf(kernel) != opportunity.id || !gathers(kernel.models.front())) {
      return Error{ErrorKind::stale, code(opportunity.kernel) + " is no longer there. Analyse the file again.",
                   opportunity.range};
    }
    auto [now, edits] = look(kernel);
    if (now.verdict != VerdictKind::applicable) return inputError(now.reason, now.range);
    return std::move(edits);
  }

 private:
  static std::string idOf(const model::ParsedKernel& kernel) {
    const KernelModel& model = kernel.models.front();
    return makeOpportunityId(std::string(kInfo.id), model.qualifiedName, model::writtenName(kernel), model.name, 0);
  }

  static std::pair<Opportunity, Rewrite> look(const model::ParsedKernel& kernel) {
    const KernelModel& model = kernel.models.front();
    Opportunity shown;
    shown.id = idOf(kernel);
    shown.pass = kInfo.id;
    shown.kernel = shown.subject = model.name;
    shown.signature = model.signature;
    shown.range = model.definition;
    shown.range.begin = model.nameAt;
    shown.title = "Order the tasks of " + code(model.name) + " by the data they share";
    Rewrite edits;
    judge(kernel, edits).moveTo(shown);
    return {std::move(shown), std::move(edits)};
  }

  // Launches in which the data moves, too; where it cannot, those in which it stays.
  static Result<TaskLaunches> findLaunches(const rewrite::Editor& editor, const model::ParsedKernel& kernel,
                                           TaskKernel& tasks, Judgement& judgement) {
    if (tasks.data.empty()) return readTaskLaunches(editor, kernel, tasks);
    std::string names;
    for (const TaskArray& data : tasks.data) names += (names.empty() ? "" : ", ") + code(data.name);
    TaskKernel all = tasks;
    all.arrays.insert(all.arrays.end(), tasks.data.begin(), tasks.data.end());
    Result<TaskLaunches> launches = readTaskLaunches(editor, kernel, all);
    const SourcePosition at = kernel.models.front().nameAt;
    if (launches.ok()) {
      judgement.evidence.push_back(
          {at, names + " is only read, and only by the subscripts that tasks hold: it moves, too"});
      tasks = std::move(all);
      return launches;
    }
    Result<TaskLaunches> without = readTaskLaunches(editor, kernel, tasks);
    if (without.ok()) judgement.evidence.push_back({at, names + " stays where it is: " + launches.error().message});
    return without;
  }

  static Judgement judge(const model::ParsedKernel& kernel, Rewrite& edits) {
    const std::string name = kernel.models.front().name;
    TaskKernel tasks;
    Judgement judgement = readTaskKernel(kernel, tasks);
    if (judgement.verdict != VerdictKind::applicable) return judgement;
    rewrite::Editor editor(*kernel.unit);
    const Result<TaskLaunches> launches = findLaunches(editor, kernel, tasks, judgement);
    if (!launches.ok()) {
      return say(VerdictKind::refused,
                 "Tasks of " + code(name) + " are independent, but " + launches.error().message + ".");
    }
    writeTaskOrder(editor, name, tasks, *launches);
    Result<Rewrite> written = editor.finish("Order the tasks of " + code(name) + " by the data they share");
    if (!written.ok()) return say(VerdictKind::refused, "The launches stay: " + written.error().message + ".");
    edits = *std::move(written);
    judgement.reason += " What they read stays the same from the first launch to the last.";
    judgement.assumptions.push_back({"the program is linked with libwarpwright_runtime.a", ""});
    judgement.assumptions.push_back(
        {"device memory holds the arrays of tasks, and data that moves, twice; where it does not, the order stays",
         ""});
    return judgement;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeTaskRepartition() {
  return std::make_unique<TaskRepartition>();
}

}  // namespace warpwright::passes

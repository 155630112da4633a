#include "views/window/weighing.h"

#include <nlohmann/json.hpp>

#include "core/report/traffic_chart.h"
#include "views/reuse/loads_panel.h"
#include "views/reuse/tasks_panel.h"
#include "views/shared/findings.h"
#include "views/shared/selection.h"
#include "views/window/bottom_docks.h"
#include "views/window/chosen_device.h"
#include "views/window/session_keeper.h"

namespace warpwright::views {

Weighing::Weighing(const WindowParts& parts)
    : Workflow(parts), run_(parts.services, parts.queue, parts.pages, parts.settings) {
  connect(&run_, &LoadsRun::stateChanged, this, &Workflow::changed);
  connect(&run_, &LoadsRun::finished, this, &Weighing::onFinished);
}

void Weighing::addDocks() {
  addLoads();
  addTasks();
}

void Weighing::addLoads() {
  parts_.bottom.add(tr("Reuse: loads"), "reuseLoads", "Alt+5", [this](QWidget* parent) {
    loads_ = new LoadsPanel(parts_.theme, parent);
    connect(loads_, &LoadsPanel::lineClicked, this, &Weighing::lineWanted);
    connect(loads_, &LoadsPanel::computeRequested, this, &Weighing::start);
    connect(loads_, &LoadsPanel::cancelRequested, this, [this] { run_.cancel(); });
    connect(loads_, &LoadsPanel::solved, this, [this](const QString& name, const TrafficGraph& graph) {
      parts_.session.setValue(trafficGraphKey, keptGraph(name.toStdString(), graph));
    });
    update();
    return loads_;
  });
}

void Weighing::addTasks() {
  parts_.bottom.add(tr("Reuse: tasks"), "reuseTasks", "Alt+6", [this](QWidget* parent) {
    const auto device = findDevice(chosenDevice(parts_.settings).toStdString());
    tasks_ = new TasksPanel(device.ok() ? *device : Device{}, parts_.theme, parent);
    connect(tasks_, &TasksPanel::partitioned, this, [this](const ReuseFigure& figure) {
      parts_.session.setValue(reuseFigureKey,
                              toJson(figure).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    });
    return tasks_;
  });
}

void Weighing::compute() {
  parts_.bottom.show("reuseLoads");
  start();
}

/// On the chosen GPU.
void Weighing::start() {
  if (!parts_.knowsProgram(parts_.selection.file())) return;
  const auto device = findDevice(chosenDevice(parts_.settings).toStdString());
  run_.start({parts_.selection.file(), parts_.folder, parts_.selection.kernel(), parts_.arguments(),
              device.ok() ? *device : findDevice("H200").value()});
}

void Weighing::onFinished(const RunRecord& record, const QString& kernel, const WeighedLoads& weighed) {
  parts_.session.keepRun(record);
  const PolicyChoice& choice = weighed.choice;
  if (weighed.finding && !choice.loads.empty()) {
    for (const auto& [unit, summary] : parts_.findings.allKernels()) {
      if (summary->name == kernel.toStdString()) parts_.findings.setPolicy({unit, weighed.finding->id}, weighed.values);
    }
    emit policyFound();
  }
  if (!choice.loads.empty() && choice.heuristic) {
    solutions_[kernel.toStdString()] =
        std::make_shared<const TrafficSolution>(TrafficSolution{choice.graph, choice.exact, *choice.heuristic});
    parts_.session.setValue(trafficGraphKey, keptGraph(kernel.toStdString(), choice.graph));
  }
  emit changed();
  if (loads_ && (choice.loads.empty() || !choice.heuristic))
    loads_->showFailure(QString::fromStdString(record.summary));
}

std::shared_ptr<const TrafficSolution> Weighing::solutionOf(const std::string& kernel) const {
  const auto found = solutions_.find(kernel);
  return found == solutions_.end() ? nullptr : found->second;
}

void Weighing::restore(const std::string& kept) {
  using Solved = std::pair<std::string, std::shared_ptr<const TrafficSolution>>;
  solving_.run(
      [kept](std::stop_token stop) -> Solved {
        const nlohmann::json object = nlohmann::json::parse(kept, nullptr, false);
        if (!object.is_object() || !object.contains("name") || !object["name"].is_string()) return {};
        Result<TrafficGraph> graph = trafficGraphFromJson(object);
        if (!graph.ok()) return {};
        TrafficSolution solution{*graph, {}, solveHeuristically(*graph)};
        if (Result<CachePolicy> exact = solveExactly(*graph, {}, stop); exact.ok()) solution.exact = *std::move(exact);
        return {object["name"].get<std::string>(), std::make_shared<const TrafficSolution>(std::move(solution))};
      },
      [this](const Solved& solved) {
        if (!solved.second) return;
        solutions_.try_emplace(solved.first, solved.second);
        emit changed();
      });
}

void Weighing::update() {
  if (!loads_) return;
  const std::string kernel = parts_.selection.kernel();
  loads_->setKernel(QString::fromStdString(kernel), run_.whyNot(parts_.file(), kernel));
  loads_->setProgress(run_.isRunning() ? run_.progress() : QString());
  // Wherever it was computed. What was opened from a file stays until the kernel has another one.
  const auto solution = solutionOf(kernel);
  if (!solution || solution == shown_) return;
  shown_ = solution;
  loads_->setSolution(QString::fromStdString(kernel), *solution);
}

}  // namespace warpwright::views

// The library behind warpwright_runtime.h: core/reuse with a C interface. Needs the standard library only.
#include "resources/runtime/warpwright_runtime.h"

#include <chrono>
#include <new>
#include <optional>
#include <stop_token>
#include <string>

#include "core/model/reuse/layout.h"
#include "core/model/reuse/stages.h"

struct warpwright_stop {
  std::stop_source source;
};

namespace warpwright {
namespace {

/// Where not even a plan fits: nobody's to free.
const warpwright_plan kNoMemory = {.verdict = warpwright_unusable, .note = "out of memory"};

/// The plan and what its arrays point into.
struct OwnedPlan : warpwright_plan {
  std::string text;
  TaskOrder tasks;
  DataOrder data;
  BlockData staged;
};

OwnedPlan* say(OwnedPlan* plan, int verdict, std::string note) {
  plan->verdict = verdict;
  plan->text = std::move(note);
  plan->note = plan->text.c_str();
  return plan;
}

/// What is wrong with the tasks as they were handed over; empty: nothing.
std::string faultOf(const warpwright_tasks& tasks) {
  if (tasks.count == 0 || tasks.count >= UINT32_MAX) return "no tasks, or more than 4 billion";
  if (tasks.tasks_per_block == 0) return "a block of 0 tasks";
  if (!tasks.objects || (!tasks.start && tasks.width == 0)) return "tasks without objects";
  if (tasks.start) {
    if (tasks.start[0] != 0) return "the first task does not start at 0";
    for (uint64_t t = 0; t < tasks.count; ++t) {
      if (tasks.start[t] > tasks.start[t + 1]) return "task " + std::to_string(t) + " ends before it starts";
    }
  }
  const uint64_t pins = tasks.start ? tasks.start[tasks.count] : tasks.count * tasks.width;
  for (uint64_t i = 0; i < pins; ++i) {
    if (tasks.objects[i] >= tasks.object_count)
      return "object " + std::to_string(tasks.objects[i]) + " is out of range";
  }
  return {};
}

TaskGraph graphOf(const warpwright_tasks& tasks) {
  const uint64_t pins = tasks.start ? tasks.start[tasks.count] : tasks.count * tasks.width;
  std::vector<uint32_t> objects(tasks.objects, tasks.objects + pins);
  if (!tasks.start && tasks.width == 2) return TaskGraph::fromPairs(std::move(objects), tasks.object_count);
  std::vector<uint64_t> start(tasks.count + 1);
  for (uint64_t t = 0; t <= tasks.count; ++t) start[t] = tasks.start ? tasks.start[t] : t * tasks.width;
  return TaskGraph::fromLists(std::move(start), std::move(objects), tasks.object_count);
}

/// The partition that a kernel makes of an order by cutting it every `tasksPerBlock` tasks.
Partition cut(const TaskOrder& tasks, uint32_t tasksPerBlock) {
  Partition partition;
  partition.blockOfTask.resize(tasks.order.size());
  for (uint64_t p = 0; p < tasks.order.size(); ++p) {
    partition.blockOfTask[tasks.order[p]] = static_cast<uint32_t>(p / tasksPerBlock);
  }
  partition.blocks = static_cast<uint32_t>((tasks.order.size() + tasksPerBlock - 1) / tasksPerBlock);
  return partition;
}

void handOut(OwnedPlan& plan, const TaskGraph& graph, uint32_t wants) {
  plan.order = plan.tasks.order.data();
  plan.block_start = plan.tasks.start.data();
  if (wants & warpwright_want_data_order) {
    plan.data = cpack(graph, plan.tasks);
    plan.new_index_of = plan.data.newIndexOf.data();
    plan.old_index_of = plan.data.oldIndexOf.data();
  }
  if (wants & warpwright_want_block_data) {
    plan.staged = blockData(graph, plan.tasks);
    plan.object_start = plan.staged.start.data();
    plan.block_objects = plan.staged.objects.data();
    plan.slot_of = plan.staged.slotOfPin.data();
  }
}

OwnedPlan* make(OwnedPlan* plan, const warpwright_tasks& tasks, std::stop_token stop) {
  if (std::string fault = faultOf(tasks); !fault.empty()) return say(plan, warpwright_unusable, std::move(fault));
  const TaskGraph graph = graphOf(tasks);
  const bool fullBlocks = tasks.wants & warpwright_want_full_blocks;
  PartitionOptions options;
  options.tasksPerBlock = tasks.tasks_per_block;
  options.maxDataPerBlock = tasks.max_objects_per_block;
  options.refine = !fullBlocks;  // what moves tasks between blocks leaves room in them, where the kernel leaves none
  const PartitionQuality before = measure(graph, defaultPartition(graph, options.tasksPerBlock));
  plan->default_cost = before.cost;
  plan->default_redundant_loads = before.redundantLoads;
  const bool anyOrder = tasks.wants & warpwright_want_any_order;
  Result<Partition> made =
      anyOrder ? expansionPartition(graph, options, stop) : automaticPartition(graph, options, stop);
  if (stop.stop_requested()) return say(plan, warpwright_stopped, "asked to stop");
  if (!made.ok()) return say(plan, warpwright_unusable, made.error().message);

  plan->tasks = orderByBlock(*made);
  if (fullBlocks) {
    const std::string note = made->note;
    const PartitionMethod method = made->method;
    *made = cut(plan->tasks, options.tasksPerBlock);
    made->note = note;
    made->method = method;
    plan->tasks = orderByBlock(*made);
  }
  const PartitionQuality after = measure(graph, *made);
  plan->blocks = made->blocks;
  plan->cost = after.cost;
  plan->redundant_loads = after.redundantLoads;
  if (!anyOrder && (made->method == PartitionMethod::defaultOrder || after.cost >= before.cost)) {
    return say(plan, warpwright_not_worth, made->note.empty() ? "the program's own order is as good" : made->note);
  }
  walkBlocks(graph, plan->tasks);
  handOut(*plan, graph, tasks.wants);
  if (stop.stop_requested()) return say(plan, warpwright_stopped, "asked to stop");
  return say(plan, warpwright_better, made->note.empty() ? toString(made->method) : made->note);
}

}  // namespace
}  // namespace warpwright

extern "C" {

warpwright_stop* warpwright_stop_new(void) {
  return new (std::nothrow) warpwright_stop;
}
void warpwright_stop_request(warpwright_stop* stop) {
  if (stop) stop->source.request_stop();
}
void warpwright_stop_free(warpwright_stop* stop) {
  delete stop;
}

const warpwright_plan* warpwright_plan_make(const warpwright_tasks* tasks, warpwright_stop* stop) {
  const auto begin = std::chrono::steady_clock::now();
  warpwright::OwnedPlan* plan = nullptr;
  try {
    plan = new warpwright::OwnedPlan{};
    warpwright::make(plan, *tasks, stop ? stop->source.get_token() : std::stop_token());
    plan->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return plan;
  } catch (...) {  // nothing else is thrown in there
    delete plan;
    return &warpwright::kNoMemory;
  }
}

void warpwright_plan_free(const warpwright_plan* plan) {
  if (plan && plan != &warpwright::kNoMemory) delete static_cast<const warpwright::OwnedPlan*>(plan);
}

}  // extern "C"

#include "core/model/reuse/task_graph.h"

#include <algorithm>
#include <cassert>

namespace warpwright {

TaskGraph TaskGraph::fromPairs(std::vector<uint32_t> pairs, uint32_t dataCount) {
  assert(pairs.size() % 2 == 0);
  TaskGraph graph;
  graph.data_ = std::move(pairs);
  graph.dataCount_ = dataCount;
  return graph;
}

TaskGraph TaskGraph::fromLists(std::vector<uint64_t> start, std::vector<uint32_t> data, uint32_t dataCount) {
  assert(!start.empty() && start.front() == 0 && start.back() == data.size());
  TaskGraph graph;
  graph.start_ = std::move(start);
  graph.data_ = std::move(data);
  graph.dataCount_ = dataCount;
  return graph;
}

Incidence incidenceOf(const TaskGraph& graph) {
  const uint32_t objects = graph.dataCount();
  const uint64_t tasks = graph.taskCount();
  Incidence incidence;
  incidence.start.assign(uint64_t{objects} + 1, 0);
  // A task that names an object twice is listed once: the last task seen at each object tells. Pairs need no such
  // table.
  std::vector<uint32_t> last(graph.onlyPairs() ? 0 : objects);
  const auto forEach = [&](auto&& visit) {
    if (graph.onlyPairs()) {
      const uint32_t* pins = graph.pins().data();
      for (uint64_t task = 0; task < tasks; ++task, pins += 2) {
        visit(pins[0], static_cast<uint32_t>(task));
        if (pins[1] != pins[0]) visit(pins[1], static_cast<uint32_t>(task));
      }
      return;
    }
    std::fill(last.begin(), last.end(), UINT32_MAX);
    for (uint64_t task = 0; task < tasks; ++task) {
      for (const uint32_t object : graph.dataOf(task)) {
        if (last[object] == static_cast<uint32_t>(task)) continue;
        last[object] = static_cast<uint32_t>(task);
        visit(object, static_cast<uint32_t>(task));
      }
    }
  };
  forEach([&](uint32_t object, uint32_t) { ++incidence.start[object + 1]; });
  for (uint32_t object = 0; object < objects; ++object) incidence.start[object + 1] += incidence.start[object];
  incidence.tasks.resize(incidence.start[objects]);
  std::vector<uint64_t> next(incidence.start.begin(), incidence.start.end() - 1);
  forEach([&](uint32_t object, uint32_t task) { incidence.tasks[next[object]++] = task; });
  return incidence;
}

}  // namespace warpwright

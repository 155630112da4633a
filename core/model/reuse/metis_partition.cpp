#include <metis.h>

#include <algorithm>
#include <numeric>

#include "core/model/reuse/partition.h"

namespace warpwright {
namespace {

static_assert(sizeof(idx_t) == 4, "Debian's METIS has 32-bit indices");

/// Moves tasks out of blocks that are over the cap: to the block with room that shares most of the task's objects, the
/// first one with room otherwise.
void repair(const TaskGraph& graph, Partition& partition, uint32_t cap) {
  std::vector<uint32_t> load(partition.blocks, 0);
  for (const uint32_t block : partition.blockOfTask) ++load[block];
  if (*std::max_element(load.begin(), load.end()) <= cap) return;
  const Incidence incidence = incidenceOf(graph);
  uint32_t firstWithRoom = 0;
  for (uint64_t task = 0; task < graph.taskCount(); ++task) {
    const uint32_t from = partition.blockOfTask[task];
    if (load[from] <= cap) continue;
    uint32_t to = UINT32_MAX;
    for (const uint32_t object : graph.dataOf(task)) {
      const uint64_t end = std::min(incidence.start[object + 1], incidence.start[object] + 64);
      for (uint64_t i = incidence.start[object]; i < end && to == UINT32_MAX; ++i) {
        const uint32_t block = partition.blockOfTask[incidence.tasks[i]];
        if (load[block] < cap) to = block;
      }
    }
    while (to == UINT32_MAX) {
      if (load[firstWithRoom] < cap)
        to = firstWithRoom;
      else
        ++firstWithRoom;
    }
    partition.blockOfTask[task] = to;
    --load[from];
    ++load[to];
  }
}

}  // namespace

Result<Partition> metisPartition(const TaskGraph& graph, const PartitionOptions& options) {
  if (!graph.onlyPairs()) {
    return inputError("Clone-and-connect needs tasks of two objects; these have more. Use --method expansion.");
  }
  const uint64_t tasks = graph.taskCount();
  if (tasks > INT32_MAX / 4) return inputError("METIS takes at most 536 million tasks. Use --method expansion.");

  // The paper's construction, contracted: the two clones of a task are joined by an edge that must not be cut, so a
  // task is one vertex; each object's tasks form a path in index order.
  const Incidence incidence = incidenceOf(graph);
  std::vector<idx_t> start(tasks + 1, 0);
  const auto forEachLink = [&](auto&& visit) {
    for (uint32_t object = 0; object < graph.dataCount(); ++object) {
      for (uint64_t i = incidence.start[object] + 1; i < incidence.start[object + 1]; ++i) {
        visit(incidence.tasks[i - 1], incidence.tasks[i]);
      }
    }
  };
  forEachLink([&](uint32_t a, uint32_t b) { ++start[a + 1], ++start[b + 1]; });
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<idx_t> neighbours(start[tasks]), next(start.begin(), start.end() - 1);
  forEachLink([&](uint32_t a, uint32_t b) {
    neighbours[next[a]++] = static_cast<idx_t>(b);
    neighbours[next[b]++] = static_cast<idx_t>(a);
  });

  Partition partition;
  partition.method = PartitionMethod::metis;
  // METIS balances to 3 %: blocks that are asked for 3 % smaller fit the cap, but for a few that are repaired.
  constexpr double slack = 1.03;
  const uint64_t wanted = std::max<uint64_t>(1, static_cast<uint64_t>(options.tasksPerBlock / slack));
  partition.blocks = static_cast<uint32_t>((tasks + wanted - 1) / wanted);
  partition.blockOfTask.assign(tasks, 0);
  if (partition.blocks < 2) return partition;

  idx_t metisOptions[METIS_NOPTIONS];
  METIS_SetDefaultOptions(metisOptions);
  metisOptions[METIS_OPTION_UFACTOR] = 30;
  metisOptions[METIS_OPTION_SEED] = 1;
  metisOptions[METIS_OPTION_OBJTYPE] = METIS_OBJTYPE_VOL;
  idx_t vertices = static_cast<idx_t>(tasks), constraints = 1, parts = static_cast<idx_t>(partition.blocks),
        objective = 0;
  const int status = METIS_PartGraphKway(&vertices, &constraints, start.data(), neighbours.data(), nullptr, nullptr,
                                         nullptr, &parts, nullptr, nullptr, metisOptions, &objective,
                                         reinterpret_cast<idx_t*>(partition.blockOfTask.data()));
  if (status != METIS_OK) {
    return inputError("METIS gave up on this graph (status " + std::to_string(status) + "). Use --method expansion.");
  }
  repair(graph, partition, options.tasksPerBlock);
  return partition;
}

}  // namespace warpwright

// What partitioning costs and gives, beside the paper's method (clone-and-connect on METIS), in one run on one core:
//   bench_partition [--tasks-per-block N]... [--grid WIDTH] [--only TEXT] [--no-metis] [GRAPH]...
// Prints one line a graph: cost of both, processor seconds of both, and the two ratios that must hold (cost at most 1,
// time at least 10). --grid partitions a square grid of that width alone and reports its peak memory.

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "core/model/reuse/partition.h"
#include "generated_graphs.h"

using namespace warpwright;

namespace {

double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Timed {
  Partition partition;
  double seconds = 1e30;
};
/// The quickest of a few runs: what another process takes away only ever adds.
Timed timed(const TaskGraph& graph, const PartitionOptions& options, int runs) {
  Timed best;
  for (int i = 0; i < runs; ++i) {
    const double begin = processorSeconds();
    Result<Partition> partition = partitionTasks(graph, options, {});
    const double seconds = processorSeconds() - begin;
    if (!partition.ok()) {
      std::fprintf(stderr, "%s\n", partition.error().message.c_str());
      std::exit(3);
    }
    best.seconds = std::min(best.seconds, seconds);
    best.partition = *std::move(partition);
  }
  return best;
}

int failures = 0;

void compare(const std::string& name, const TaskGraph& graph, uint32_t cap, bool withMetis) {
  PartitionOptions options;
  options.tasksPerBlock = cap;
  const Timed ours = timed(graph, options, 3);
  const PartitionQuality quality = measure(graph, ours.partition);
  const uint64_t order = measure(graph, defaultPartition(graph, cap)).cost;
  if (quality.maxTasks > cap || quality.cost > order) ++failures, std::printf("PROMISE BROKEN: ");
  std::printf("%-30s %8llu %6u  %9llu %9llu %7.3f", name.c_str(), static_cast<unsigned long long>(graph.taskCount()),
              cap, static_cast<unsigned long long>(order), static_cast<unsigned long long>(quality.cost), ours.seconds);
  if (withMetis) {
    options.method = PartitionMethod::metis;
    const Timed metis = timed(graph, options, 1);
    const double cost = static_cast<double>(quality.cost) / static_cast<double>(measure(graph, metis.partition).cost);
    const double speed = metis.seconds / ours.seconds;
    std::printf(" %9llu %7.3f  %6.3f %6.1f %s", static_cast<unsigned long long>(measure(graph, metis.partition).cost),
                metis.seconds, cost, speed, cost > 1 || speed < 10 ? "<-" : "");
  }
  std::printf("  %s %s\n", toString(ours.partition.method).c_str(), ours.partition.note.c_str());
  std::fflush(stdout);
}

void hugeGrid(uint32_t width, uint32_t cap) {
  const TaskGraph graph = test::orderedGrid(width, width);
  PartitionOptions options;
  options.tasksPerBlock = cap;
  for (const PartitionMethod method : {PartitionMethod::expansion, PartitionMethod::automatic}) {
    options.method = method;
    const Timed ours = timed(graph, options, 1);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%s: %llu tasks in %.2f s, cost %llu, peak %ld MiB\n", toString(method).c_str(),
                static_cast<unsigned long long>(graph.taskCount()), ours.seconds,
                static_cast<unsigned long long>(measure(graph, ours.partition).cost), usage.ru_maxrss / 1024);
  }
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<uint32_t> caps;
  std::vector<std::string> files;
  std::string only;
  uint32_t grid = 0;
  bool metis = true;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = arguments[i];
    const bool more = i + 1 < count;
    if (word == "--tasks-per-block" && more)
      caps.push_back(static_cast<uint32_t>(std::atoi(arguments[++i])));
    else if (word == "--grid" && more)
      grid = static_cast<uint32_t>(std::atoi(arguments[++i]));
    else if (word == "--only" && more)
      only = arguments[++i];
    else if (word == "--no-metis")
      metis = false;
    else
      files.emplace_back(word);
  }
  if (caps.empty()) caps = {1024, 10240};
  if (grid != 0) {
    hugeGrid(grid, caps.front());
    return 0;
  }
  std::printf("%-30s %8s %6s  %9s %9s %7s %9s %7s  %6s %6s\n", "graph", "tasks", "block", "default", "ours", "s",
              "METIS", "s", "cost", "speed");
  for (const std::string& file : files) {
    const Result<GraphFile> graph = readGraph(file);
    if (!graph.ok()) {
      std::fprintf(stderr, "%s\n", graph.error().message.c_str());
      return 3;
    }
    for (const uint32_t cap : caps) compare(file.substr(file.rfind('/') + 1), graph->graph, cap, metis);
  }
  for (const test::GeneratedGraph& family : test::generatedGraphs()) {
    if (family.name.find(only) == std::string::npos) continue;
    const TaskGraph graph = family.make();
    for (const uint32_t cap : caps) compare(family.name, graph, cap, metis);
  }
  return failures == 0 ? 0 : 1;
}

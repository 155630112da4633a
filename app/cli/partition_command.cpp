// warpwright partition GRAPH --tasks-per-block N: which tasks should share a thread block.

#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/file.h"
#include "core/reuse/partition.h"

namespace warpwright::cli {
namespace {

struct Options {
  OutputOptions output;
  std::string graph, method = "auto", target;
  uint32_t tasksPerBlock = 0, maxData = 0;
};

uint64_t peakBytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

/// One block number a line, in task order.
Status writePartition(const std::string& target, const Partition& partition) {
  std::string text;
  text.reserve(partition.blockOfTask.size() * 6);
  for (const uint32_t block : partition.blockOfTask) {
    text += std::to_string(block);
    text += '\n';
  }
  return writeFileAtomically(target, text);
}

int partitionCommand(const Options& options, const Invocation& invocation) {
  const auto method = partitionMethodFromText(options.method);
  if (!method) {
    return fail({ErrorKind::usage, "There is no method `" + options.method +
                 "`. Use auto, expansion, metis, default, random or greedy.", {}});
  }
  if (options.tasksPerBlock == 0) {
    return fail({ErrorKind::usage, "A block of 0 tasks holds nothing. Give --tasks-per-block a number from 1 up.", {}});
  }
  Result<GraphFile> file = readGraph(options.graph);
  if (!file.ok()) return fail(file.error());

  PartitionOptions how;
  how.tasksPerBlock = options.tasksPerBlock;
  how.maxDataPerBlock = options.maxData;
  how.method = *method;
  const auto begin = std::chrono::steady_clock::now();
  Result<Partition> partition = partitionTasks(file->graph, how, invocation.stop);
  if (!partition.ok()) return fail(partition.error());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const uint64_t peak = peakBytes();

  const PartitionQuality before = measure(file->graph, defaultPartition(file->graph, options.tasksPerBlock));
  const PartitionQuality after = measure(file->graph, *partition);
  if (!options.target.empty()) {
    if (Status written = writePartition(options.target, *partition); !written.ok()) return fail(written.error());
  }
  if (options.output.isJson()) {
    std::cout << nlohmann::json{{"schema", "warpwright.partition/1"}, {"tasks", file->graph.taskCount()},
                                {"data", file->graph.dataCount()}, {"parts", partition->blocks}, {"cost", after.cost},
                                {"default_cost", before.cost}, {"max_tasks", after.maxTasks}, {"max_data", after.maxData},
                                {"balance", after.balance}, {"redundant_loads", after.redundantLoads},
                                {"default_redundant_loads", before.redundantLoads}, {"seconds", seconds},
                                {"peak_bytes", peak}, {"method", toString(partition->method)}, {"note", partition->note}}
                     .dump(2)
              << '\n';
    return exitDone;
  }
  std::printf("%llu tasks over %u objects in %u blocks of at most %u\n",
              static_cast<unsigned long long>(file->graph.taskCount()), file->graph.dataCount(), partition->blocks,
              options.tasksPerBlock);
  if (!file->note.empty()) std::printf("%s\n", file->note.c_str());
  std::printf("cost            %12llu   default order %llu\n", static_cast<unsigned long long>(after.cost),
              static_cast<unsigned long long>(before.cost));
  std::printf("redundant loads %11.1f %%   default order %.1f %%\n", 100 * after.redundantLoads, 100 * before.redundantLoads);
  std::printf("largest block   %12llu tasks, %llu objects; balance %.4f\n", static_cast<unsigned long long>(after.maxTasks),
              static_cast<unsigned long long>(after.maxData), after.balance);
  std::printf("method          %12s   %s\n", toString(partition->method).c_str(), partition->note.c_str());
  std::printf("time            %10.3f s   peak memory %.0f MiB\n", seconds, static_cast<double>(peak) / (1 << 20));
  return exitDone;
}

}  // namespace

Action addPartitionCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  addOutputOptions(app, options->output);
  app.add_option("graph", options->graph, "Matrix Market file (SpMV tasks), edge list, or graph of Rodinia's bfs; .gz too")->required();
  app.add_option("--tasks-per-block", options->tasksPerBlock, "Tasks a block takes at most")->required();
  app.add_option("--max-data", options->maxData, "Distinct objects a block may touch; 0: no limit");
  app.add_option("--method", options->method, "auto, expansion, metis, default, random or greedy");
  app.add_option("--output", options->target, "Writes the block of each task, one a line");
  return [options](const Invocation& invocation) { return partitionCommand(*options, invocation); };
}

}  // namespace warpwright::cli

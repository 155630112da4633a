// warpwright partition GRAPH --tasks-per-block N: which tasks should share a thread block. GRAPH is a file of its own;
// a launch capture, whose tasks are read out of the index arrays in its memory; or a program, whose launch is captured.

#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/partition_input.h"
#include "core/base/file.h"
#include "core/device/device.h"
#include "core/model/reuse/partition.h"
#include "core/report/reuse_chart.h"
#include "core/session/session.h"

namespace warpwright::cli {
namespace {

struct Options {
  OutputOptions output;
  PartitionSource source;
  std::string method = "auto", target, savedGraph, session;
  double launchMilliseconds = 0;
  std::optional<uint32_t> tasksPerBlock;
  uint32_t maxData = 0;
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

/// Launches after which `seconds` of partitioning are paid for, if the time of a launch shrinks as its loads do, which
/// is the most that can be hoped for; 0: never, or the time of a launch was not given.
double breakEven(const Options& options, double seconds, const PartitionQuality& before,
                 const PartitionQuality& after) {
  if (before.redundantLoads <= after.redundantLoads || options.launchMilliseconds <= 0) return 0;
  // Loads are touched objects / (1 - redundant share), and the touched objects are the same.
  const double share = 1 - (1 - before.redundantLoads) / (1 - after.redundantLoads);
  return std::ceil(seconds / (options.launchMilliseconds / 1e3 * share));
}

/// For the report, and for who opens the session in the IDE: the same figure as the dock of tasks keeps.
Status keepFigure(const Options& options, const TaskGraph& graph, const Partition& partition, uint32_t tasksPerBlock,
                  double seconds, const Invocation& invocation) {
  if (options.session.empty()) return {};
  Result<Session> session = Session::openOrCreate(options.session);
  if (!session.ok()) return session.error();
  const Result<Device> device =
      findDevice(options.source.analysis.arch.empty() ? "sm_90" : options.source.analysis.arch);
  if (!device.ok()) return device.error();
  const std::string name = std::filesystem::path(options.source.graph).filename().string();
  const Result<ReuseFigure> figure = drawFigure(name, graph, tasksPerBlock, partition, toString(partition.method),
                                                seconds, *device, nullptr, invocation.stop);
  if (!figure.ok()) return figure.error();
  return session->setValue(reuseFigureKey,
                           toJson(*figure).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

struct Outcome {
  const Partition& partition;
  uint32_t tasksPerBlock;
  PartitionQuality before, after;
  double seconds;
  uint64_t peak;
  double pays;  ///< see breakEven
};

void printJson(const PartitionInput& input, const Outcome& outcome, const OutputOptions& output) {
  nlohmann::json document{{"schema", "warpwright.partition/1"},
                          {"tasks", input.graph.taskCount()},
                          {"data", input.graph.dataCount()},
                          {"parts", outcome.partition.blocks},
                          {"cost", outcome.after.cost},
                          {"default_cost", outcome.before.cost},
                          {"max_tasks", outcome.after.maxTasks},
                          {"max_data", outcome.after.maxData},
                          {"balance", outcome.after.balance},
                          {"redundant_loads", outcome.after.redundantLoads},
                          {"default_redundant_loads", outcome.before.redundantLoads},
                          {"seconds", outcome.seconds},
                          {"peak_bytes", outcome.peak},
                          {"method", toString(outcome.partition.method)},
                          {"note", outcome.partition.note},
                          {"break_even_launches", outcome.pays > 0 ? nlohmann::json(outcome.pays) : nlohmann::json()},
                          {"index_arrays", input.indexArrays},
                          {"gathered", input.data},
                          {"input_note", input.note},
                          {"read_from", input.from}};
  // After how many launches it pays rests on how long it took.
  if (output.isStable) document.erase("break_even_launches");
  std::cout << documentText(std::move(document), output);
}

void printText(const PartitionInput& input, const Outcome& outcome, const OutputOptions& output) {
  std::printf("%llu tasks over %u objects in %u blocks of at most %u\n",
              static_cast<unsigned long long>(input.graph.taskCount()), input.graph.dataCount(),
              outcome.partition.blocks, outcome.tasksPerBlock);
  if (!input.indexArrays.empty()) {
    std::printf("tasks pick from %s by what they load from %s\n", listed(input.data).c_str(),
                listed(input.indexArrays).c_str());
  } else if (!input.data.empty()) {
    std::printf("tasks read %s\n", listed(input.data).c_str());
  }
  if (!input.note.empty()) std::printf("%s\n", input.note.c_str());
  std::printf("cost            %12llu   default order %llu\n", static_cast<unsigned long long>(outcome.after.cost),
              static_cast<unsigned long long>(outcome.before.cost));
  std::printf("redundant loads %11.1f %%   default order %.1f %%\n", 100 * outcome.after.redundantLoads,
              100 * outcome.before.redundantLoads);
  std::printf("largest block   %12llu tasks, %llu objects; balance %.4f\n",
              static_cast<unsigned long long>(outcome.after.maxTasks),
              static_cast<unsigned long long>(outcome.after.maxData), outcome.after.balance);
  std::printf("method          %12s   %s\n", toString(outcome.partition.method).c_str(),
              outcome.partition.note.c_str());
  if (output.isStable) return;
  std::printf("time            %10.3f s   peak memory %.0f MiB\n", outcome.seconds,
              static_cast<double>(outcome.peak) / (1 << 20));
  if (outcome.pays > 0) std::printf("paid for after   %10.0f launches, at the earliest\n", outcome.pays);
}

int partitionCommand(const Options& options, const Invocation& invocation) {
  const auto method = partitionMethodFromText(options.method);
  if (!method) {
    return fail({ErrorKind::usage,
                 "There is no method `" + options.method + "`. Use auto, expansion, metis, default, random or greedy.",
                 {}},
                options.output);
  }
  if (options.tasksPerBlock == 0u) {
    return fail({ErrorKind::usage, "A block of 0 tasks holds nothing. Give --tasks-per-block a number from 1 up.", {}},
                options.output);
  }
  const Error noBlocks{ErrorKind::usage,
                       "Say with --tasks-per-block how many tasks a block takes. Only a program, a captured launch "
                       "(--source, --trace) and what was kept of one (*.tasks) know.",
                       {}};
  if (!options.tasksPerBlock && !options.source.isLaunch() && !options.source.isKeptLaunch())
    return fail(noBlocks, options.output);
  Result<PartitionInput> input =
      readPartitionInput(options.source, invocation, options.output.quiet || options.output.isJson());
  if (!input.ok()) return fail(input.error(), options.output);
  if (!options.tasksPerBlock && input->tasksPerBlock == 0) return fail(noBlocks, options.output);
  const TaskGraph& graph = input->graph;
  if (!options.savedGraph.empty()) {
    const Status saved =
        writeTaskLists(options.savedGraph, graph, options.tasksPerBlock.value_or(input->tasksPerBlock));
    if (!saved.ok()) return fail(saved.error(), options.output);
  }

  PartitionOptions how;
  how.tasksPerBlock = options.tasksPerBlock.value_or(input->tasksPerBlock);
  how.maxDataPerBlock = options.maxData;
  how.method = *method;
  const auto begin = std::chrono::steady_clock::now();
  Result<Partition> partition = partitionTasks(graph, how, invocation.stop);
  if (!partition.ok()) return fail(partition.error(), options.output);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const uint64_t peak = peakBytes();

  const PartitionQuality before = measure(graph, defaultPartition(graph, how.tasksPerBlock));
  const PartitionQuality after = measure(graph, *partition);
  if (!options.target.empty()) {
    if (Status written = writePartition(options.target, *partition); !written.ok())
      return fail(written.error(), options.output);
  }
  if (const Status kept = keepFigure(options, graph, *partition, how.tasksPerBlock, seconds, invocation); !kept.ok())
    return fail(kept.error(), options.output);
  const Outcome outcome{
      *partition, how.tasksPerBlock, before, after, seconds, peak, breakEven(options, seconds, before, after)};
  if (options.output.isJson())
    printJson(*input, outcome, options.output);
  else
    printText(*input, outcome, options.output);
  return exitDone;
}

}  // namespace

Action addPartitionCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  addOutputOptions(app, options->output);
  addStableOption(app, options->output);
  addPartitionSource(app, options->source);
  app.add_option("--tasks-per-block", options->tasksPerBlock,
                 "Tasks a block takes at most; of a launch: the threads of a block");
  app.add_option("--launch-ms", options->launchMilliseconds,
                 "How long a launch takes, for the number of launches that pay");
  app.add_option("--max-data", options->maxData, "Distinct objects a block may touch; 0: no limit");
  app.add_option("--method", options->method, "auto, expansion, metis, default, random or greedy");
  app.add_option("--save-graph", options->savedGraph,
                 "Writes the graph (FILE.tasks): for this command again, and for the IDE's dock of tasks");
  app.add_option("--session", options->session, "Keeps a picture of both orders in a session, for its report");
  app.add_option("--output", options->target, "Writes the block of each task, one a line");
  return [options](const Invocation& invocation) { return partitionCommand(*options, invocation); };
}

}  // namespace warpwright::cli

#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/analysis_options.h"
#include "app/cli/commands.h"
#include "core/base/result.h"
#include "core/model/reuse/task_graph.h"

namespace CLI {
class App;
}

namespace warpwright::cli {

/// Where `partition` takes its graph from.
struct PartitionSource {
  AnalysisOptions analysis;
  std::string graph, source, kernel;
  std::vector<std::string> compilerFlags;
  uint64_t launchIndex = 0;
  double timeLimit = 0;
  unsigned workers = 1;
  bool trace = false;

  /// A program to run, in place of a file with a graph or a captured launch.
  bool isProgram() const;
  /// The graph is that of a launch, which knows how many threads a block has.
  bool isLaunch() const { return isProgram() || !source.empty() || trace; }
  /// So may be the tasks of a launch that were kept in a file.
  bool isKeptLaunch() const;
};

/// What is partitioned.
struct PartitionInput {
  TaskGraph graph;
  std::string from;            ///< "file", "index arrays" or "trace"
  uint32_t tasksPerBlock = 0;  ///< of a launch; 0: not known
  std::vector<std::string> indexArrays, data;
  std::string note;
};

void addPartitionSource(CLI::App& app, PartitionSource& source);

/// Reads a graph file; or reads the graph of a launch out of its captured index arrays, or takes it from a trace of the
/// launch on the CPU engine where that is asked for, or a program's index arrays cannot be followed. A program is run
/// for it.
Result<PartitionInput> readPartitionInput(const PartitionSource& source, const Invocation& invocation, bool quiet);

}  // namespace warpwright::cli

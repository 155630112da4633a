#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/analyzer/analysis.h"
#include "analysis/model/kernel_paths.h"
#include "core/capture/capture_file.h"
#include "core/kernel/kernel_model.h"
#include "core/model/reuse/task_graph.h"

namespace warpwright::reuse {

/// The data-affinity graph of a captured launch: a task for each thread, in launch order, over the elements that it
/// picks by what it loaded (`x[col[j]]`, `nodes[edges[i].v]`), in all rounds of its loops.
struct LaunchTasks {
  TaskGraph graph;
  uint32_t tasksPerBlock = 0;            ///< threads of a block of the launch
  std::vector<std::string> indexArrays;  ///< what was loaded from: "col"
  std::vector<std::string> data;         ///< what was picked from: "x"
  std::string note;                      ///< what could not be followed, and why; empty: all was
};

/// Reads the graph out of the capture's memory: `model` says which accesses go through what was loaded, and where;
/// `paths` which way each thread goes. Errors: no such access; none that can be followed; more of them than
/// mostPicks, or more steps of a thread than ThreadWalk takes; cancelled.
Result<LaunchTasks> tasksOfLaunch(const KernelModel& model, const model::KernelPaths& paths,
                                  const CaptureReader& capture, std::stop_token stop);

/// Elements that the tasks of a launch may pick, all together.
inline constexpr uint64_t mostPicks = uint64_t{1} << 30;

/// The same from the source: parses `file`, and takes the model of the kernel (of the captured one where `kernel` is
/// empty) for the captured block. Errors: also, the file cannot be read or has no such kernel.
Result<LaunchTasks> tasksOfLaunch(const analysis::AnalyzeOptions& options, const std::filesystem::path& file,
                                  const std::string& kernel, const CaptureReader& capture, std::stop_token stop);

}  // namespace warpwright::reuse

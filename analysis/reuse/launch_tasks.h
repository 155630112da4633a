#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/analysis.h"
#include "core/capture/capture_file.h"
#include "core/kernel/kernel_model.h"
#include "core/reuse/task_graph.h"

namespace warpwright::reuse {

/// The data-affinity graph of a captured launch: a task for each thread, in launch order, over the elements that it
/// picks by what it loaded (`x[col[j]]`, `nodes[edges[i].v]`).
struct LaunchTasks {
  TaskGraph graph;
  uint32_t tasksPerBlock = 0;            ///< threads of a block of the launch
  std::vector<std::string> indexArrays;  ///< what was loaded from: "col"
  std::vector<std::string> data;         ///< what was picked from: "x"
  std::string note;                      ///< what could not be followed; empty: all was
};

/// Reads the graph out of the capture's memory: `model` says which accesses go through what was loaded, and where.
/// Errors: no such access; none that can be followed; more than 4 billion of them; cancelled.
Result<LaunchTasks> tasksOfLaunch(const KernelModel& model, const CaptureReader& capture, std::stop_token stop);

/// The same from the source: parses `file`, and takes the model of the kernel (of the captured one where `kernel` is
/// empty) for the captured block. Errors: also, the file cannot be read or has no such kernel.
Result<LaunchTasks> tasksOfLaunch(const analysis::AnalyzeOptions& options, const std::filesystem::path& file,
                                  const std::string& kernel, const CaptureReader& capture, std::stop_token stop);

}  // namespace warpwright::reuse

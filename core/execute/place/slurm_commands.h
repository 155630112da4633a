#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace warpwright {

/// A partition, as sinfo says it.
struct SlurmPartition {
  bool up = false;
  unsigned cpus = 0, idleCpus = 0;
};

/// Errors: no Slurm here, its controller does not answer, no such partition (names those there
/// are).
Result<SlurmPartition> findPartition(const std::string& name, std::stop_token stop);

/// A job array that is to be submitted.
struct SlurmArray {
  std::string partition;
  std::vector<size_t> tasks;     ///< their numbers
  std::filesystem::path folder;  ///< where tasks start, and where their output goes
  std::string script;
  bool gpu = false;
  std::chrono::minutes timeLimit{0};  ///< 0: the partition's
};

/// The number of the job. Errors: refused (why).
Result<std::string> submit(const SlurmArray& array, std::stop_token stop);

/// States of the tasks that the queue still holds, by their numbers: "PENDING (Resources)",
/// "RUNNING", … Errors: Slurm does not answer; cancelled.
Result<std::map<size_t, std::string>> queuedTasks(const std::string& job, std::stop_token stop);

/// What became of a task, as accounting or the controller remembers it: "NODE_FAIL on node7".
/// "unknown": neither does.
std::string taskState(const std::string& job, size_t task);

/// Ends all tasks of the job, also those that wait.
void cancelJob(const std::string& job);

}  // namespace warpwright

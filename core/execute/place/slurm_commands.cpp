#include "core/execute/place/slurm_commands.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "core/base/subprocess.h"

namespace warpwright {
namespace {

constexpr auto patience = std::chrono::seconds(60);

Error workerError(std::string message) {
  return {ErrorKind::worker, std::move(message), std::nullopt};
}

std::string firstLine(const std::string& text) {
  std::string line = text.substr(0, text.find('\n'));
  while (!line.empty() && (line.back() == '.' || line.back() == ' ')) line.pop_back();
  return line;
}

Result<SubprocessEnd> call(std::vector<std::string> words, std::string input, std::stop_token stop) {
  SubprocessOptions options;
  options.command = std::move(words);
  options.input = std::move(input);
  options.timeout = patience;
  Result<SubprocessEnd> end = runSubprocess(options, std::move(stop));
  if (!end.ok()) {
    return workerError("Slurm's commands (" + options.command.front() +
                       ") were not found here. Work on a login node of the cluster, or on a machine "
                       "where its client is installed (package slurm-client).");
  }
  if (end->cancelled) return cancelledError();
  if (end->timedOut) return workerError("Slurm's controller does not answer (" + options.command.front() + ").");
  return end;
}

unsigned number(const std::string& text) {
  return static_cast<unsigned>(std::strtoul(text.c_str(), nullptr, 10));
}

/// The value of KEY in the one-line output of scontrol.
std::string field(const std::string& line, const std::string& key) {
  const size_t at = line.find(" " + key + "=");
  if (at == std::string::npos) return "";
  const size_t start = at + key.size() + 2;
  return line.substr(start, line.find(' ', start) - start);
}

}  // namespace

Result<SlurmPartition> findPartition(const std::string& name, std::stop_token stop) {
  Result<SubprocessEnd> end = call({"sinfo", "--noheader", "--format=%R %a %C"}, "", std::move(stop));
  if (!end.ok()) return end.error();
  if (!end->clean()) return workerError("Slurm cannot be asked: " + firstLine(end->errorOutput) + ".");
  std::istringstream lines(end->output);
  std::string found, state, cpus, names;
  SlurmPartition partition;
  bool known = false;
  while (lines >> found >> state >> cpus) {
    names += (names.empty() ? "" : ", ") + found;
    if (found != name) continue;
    known = true;
    partition.up = partition.up || state == "up";
    std::replace(cpus.begin(), cpus.end(), '/', ' ');  // allocated, idle, other, all
    std::istringstream counts(cpus);
    std::string allocated, idle, other, all;
    counts >> allocated >> idle >> other >> all;
    partition.idleCpus += number(idle);
    partition.cpus += number(all);
  }
  if (!known)
    return workerError("There is no partition " + name + " here. There are: " + (names.empty() ? "none" : names) + ".");
  return partition;
}

Result<std::string> submit(const SlurmArray& array, std::stop_token stop) {
  std::string tasks;
  for (const size_t task : array.tasks) tasks += (tasks.empty() ? "" : ",") + std::to_string(task);
  std::vector<std::string> words = {"sbatch",
                                    "--parsable",
                                    "--partition=" + array.partition,
                                    "--array=" + tasks,
                                    "--job-name=warpwright",
                                    "--chdir=" + array.folder.string(),
                                    "--output=log-%a",
                                    "--open-mode=append",
                                    "--no-requeue",
                                    "--ntasks=1"};
  if (array.gpu) words.emplace_back("--gres=gpu:1");
  if (array.timeLimit.count() > 0) words.push_back("--time=" + std::to_string(array.timeLimit.count()));
  Result<SubprocessEnd> end = call(std::move(words), array.script, std::move(stop));
  if (!end.ok()) return end.error();
  std::string job = end->output.substr(0, end->output.find_first_of(";\n"));
  if (!end->clean() || job.empty() || job.find_first_not_of("0123456789") != std::string::npos) {
    return workerError("Slurm did not take the job: " + firstLine(end->errorOutput) + ".");
  }
  return job;
}

Result<std::map<size_t, std::string>> queuedTasks(const std::string& job, std::stop_token stop) {
  Result<SubprocessEnd> end =
      call({"squeue", "--noheader", "--array", "--jobs=" + job, "--format=%K %T %r"}, "", std::move(stop));
  if (!end.ok()) return end.error();
  std::map<size_t, std::string> tasks;
  // A job that is over and forgotten is an invalid one.
  if (!end->clean() && end->errorOutput.find("Invalid job id") == std::string::npos) {
    return workerError("Slurm's queue cannot be read: " + firstLine(end->errorOutput) + ".");
  }
  std::istringstream lines(end->output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string task, state, reason;
    if (!(words >> task >> state) || task.find_first_not_of("0123456789") != std::string::npos) continue;
    std::getline(words >> std::ws, reason);
    tasks[number(task)] =
        state == "PENDING" && !reason.empty() && reason != "None" ? state + " (" + reason + ")" : state;
  }
  return tasks;
}

std::string taskState(const std::string& job, size_t task) {
  const std::string id = job + "_" + std::to_string(task);
  if (const auto end = call(
          {"sacct", "--noheader", "--parsable2", "--allocations", "--jobs=" + id, "--format=State,NodeList"}, "", {});
      end.ok() && end->clean()) {
    const std::string line = firstLine(end->output);
    const size_t bar = line.find('|');
    if (bar != std::string::npos && bar > 0) return line.substr(0, bar) + " on " + line.substr(bar + 1);
  }
  if (const auto end = call({"scontrol", "show", "job", "--oneliner", id}, "", {}); end.ok() && end->clean()) {
    const std::string state = field(end->output, "JobState"), node = field(end->output, "NodeList");
    if (!state.empty()) return state + (node.empty() || node == "(null)" ? "" : " on " + node);
  }
  return "unknown";
}

void cancelJob(const std::string& job) {
  [[maybe_unused]] const auto ended = call({"scancel", job}, "", {});
}

}  // namespace warpwright

#include "core/execute/place/slurm_place.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <thread>

#include "core/base/file.h"
#include "core/execute/place/agent_words.h"
#include "core/execute/place/deployment.h"
#include "core/execute/place/file_names.h"
#include "core/execute/place/slurm_commands.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr auto lookEvery = std::chrono::milliseconds(100), askEvery = std::chrono::milliseconds(1500);
/// How long a shared folder may take to show what a node wrote.
constexpr auto shownAfter = std::chrono::seconds(8);
constexpr size_t mostTasks = 1000, mostAtOnce = 16;

/// The links stand in the folder that tasks start in: no name is put into the script.
constexpr const char* script =
    "#!/bin/sh\nLD_LIBRARY_PATH=\"$PWD/libraries\"\nexport LD_LIBRARY_PATH\nexec ./agent --task "
    "\"$SLURM_ARRAY_TASK_ID\"\n";

Error ioError(const std::string& what, const std::error_code& problem) {
  return {ErrorKind::io, what + ": " + problem.message() + ".", std::nullopt};
}

fs::path sharedFolder() {
  for (const auto& [variable, below] :
       {std::pair("WARPWRIGHT_SLURM_FOLDER", ""), std::pair("XDG_CACHE_HOME", "warpwright"),
        std::pair("HOME", ".cache/warpwright")}) {
    const char* value = std::getenv(variable);
    if (value && *value == '/') return fs::path(value) / below;
  }
  return {};
}

/// Copies a file so that it appears as a whole.
Status copyWhole(const fs::path& from, const fs::path& to) {
  const fs::path part = to.parent_path() / (".part-" + std::to_string(::getpid()) + "-" + to.filename().string());
  std::error_code problem;
  fs::copy_file(from, part, fs::copy_options::overwrite_existing, problem);
  if (!problem) fs::rename(part, to, problem);
  if (!problem) return {};
  std::error_code ignored;
  fs::remove(part, ignored);
  return ioError("Cannot copy " + from.string() + " to " + to.parent_path().string() + ", which the nodes are to see",
                 problem);
}

Status layOut(const FileTree& tree, const fs::path& trees, const PlacedProgress& progress, std::stop_token stop) {
  std::error_code problem;
  const fs::path whole = trees / tree.hash;
  if (fs::exists(whole / "MANIFEST", problem)) return {};
  const fs::path part = trees / (".part-" + tree.hash + "-" + std::to_string(::getpid()));
  uint64_t done = 0;
  for (const FileTree::File& file : tree.files) {
    if (stop.stop_requested()) return cancelledError();
    if (progress)
      progress({"deploy", "copying workers to " + trees.string(),
                static_cast<double>(done) / static_cast<double>(std::max<uint64_t>(1, tree.bytes()))});
    fs::create_directories((part / file.name).parent_path(), problem);
    if (Status copied = copyWhole(file.from, part / file.name); !copied.ok()) {
      fs::remove_all(part, problem);
      return copied;
    }
    done += file.bytes;
  }
  Status written = writeFileAtomically(part / "MANIFEST", tree.manifest());
  if (written.ok()) written = checkTree(part);
  fs::rename(part, whole, problem);
  if (problem && !fs::exists(whole / "MANIFEST", problem) && written.ok())
    written = ioError("Cannot write " + whole.string(), problem);
  fs::remove_all(part, problem);
  return written;
}

/// What one task has left so far.
struct Task {
  std::string job;          ///< of Slurm
  std::streamoff read = 0;  ///< of its events
  std::string half;         ///< a line that is not complete yet
  std::optional<WorkerEnd> end;
  std::string lastText;
  unsigned submitted = 0;
  std::optional<Clock::time_point> gone;  ///< since when the queue does not have it
};

/// All tasks of one call, from their submission to their ends.
class Array {
 public:
  Array(SlurmArray request, size_t tasks, const PlacedEvent& take, const PlacedProgress& progress)
      : request_(std::move(request)), tasks_(tasks), take_(take), progress_(progress) {}
  ~Array() {
    for (const std::string& job : jobs_) cancelJob(job);
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  Result<std::vector<WorkerEnd>> run(std::stop_token stop) {
    std::vector<size_t> all;
    for (size_t i = 0; i < tasks_.size(); ++i) all.push_back(i);
    if (Status sent = send(all, stop); !sent.ok()) return sent.error();
    auto asked = Clock::now();
    for (;;) {
      std::this_thread::sleep_for(lookEvery);
      if (stop.stop_requested()) return cancelledError();
      for (size_t i = 0; i < tasks_.size(); ++i) look(i);
      if (std::all_of(tasks_.begin(), tasks_.end(), [](const Task& task) { return task.end.has_value(); })) break;
      if (Clock::now() - asked < askEvery) continue;
      asked = Clock::now();
      if (Status known = ask(stop); !known.ok()) return known.error();
    }
    jobs_.clear();
    std::vector<WorkerEnd> ends;
    for (Task& task : tasks_) ends.push_back(std::move(*task.end));
    return ends;
  }

 private:
  fs::path fileOf(const char* what, size_t i, const char* ending) const {
    return request_.folder / (what + std::to_string(i) + ending);
  }

  Status send(const std::vector<size_t>& numbers, std::stop_token stop) {
    for (size_t from = 0; from < numbers.size(); from += mostTasks) {
      request_.tasks.assign(numbers.begin() + static_cast<long>(from),
                            numbers.begin() + static_cast<long>(std::min(numbers.size(), from + mostTasks)));
      Result<std::string> job = submit(request_, stop);
      if (!job.ok()) return job.error();
      jobs_.push_back(*job);
      for (const size_t i : request_.tasks) {
        tasks_[i].job = *job;
        ++tasks_[i].submitted;
        tasks_[i].gone.reset();
      }
    }
    return {};
  }

  void look(size_t i) {
    Task& task = tasks_[i];
    if (task.end) return;
    const Result<std::string> end = readFile(fileOf("end-", i, ".json"));
    follow(i, task);
    if (!end.ok()) return;
    const json answer = json::parse(*end, nullptr, false);
    try {
      if (answer.contains("end")) {
        task.end = answer.at("end").get<WorkerEnd>();
      } else {
        task.end.emplace();
        task.end->lost = answer.at("message").get<std::string>();
      }
    } catch (const json::exception&) {
      return;  // half of it is there
    }
  }

  void follow(size_t i, Task& task) {
    std::ifstream events(fileOf("events-", i, ""), std::ios::binary);
    if (!events.seekg(task.read)) return;
    std::string text{std::istreambuf_iterator<char>(events), {}};
    task.read += static_cast<std::streamoff>(text.size());
    text.insert(0, task.half);
    size_t at = 0;
    for (size_t end = text.find('\n'); end != std::string::npos; at = end + 1, end = text.find('\n', at))
      event(i, task, text.substr(at, end - at));
    task.half = text.substr(at);
  }

  void event(size_t i, Task& task, const std::string& line) {
    try {
      const json event = json::parse(line);
      if (event.at("event") == "progress")
        task.lastText = event.value("text", "");
      else
        take_(i, event);
    } catch (const json::exception&) {
      // A task that was killed while it wrote.
    }
  }

  /// Asks the queue; tasks that it has lost are sent once more.
  Status ask(std::stop_token stop) {
    std::map<std::string, std::map<size_t, std::string>> queued;
    for (const std::string& job : jobs_) {
      auto tasks = queuedTasks(job, stop);
      if (!tasks.ok()) return tasks.error();
      queued[job] = std::move(*tasks);
    }
    std::vector<size_t> again;
    size_t running = 0, ended = 0;
    std::string waiting;
    for (size_t i = 0; i < tasks_.size(); ++i) {
      Task& task = tasks_[i];
      if (task.end) {
        ++ended;
        continue;
      }
      const auto& states = queued[task.job];
      const auto state = states.find(i);
      if (state != states.end()) {
        task.gone.reset();
        if (state->second.starts_with("PENDING"))
          waiting = state->second;
        else
          ++running;
      } else if (!task.gone) {
        task.gone = Clock::now();
      } else if (Clock::now() - *task.gone > shownAfter) {
        lose(i, task, again);
      }
    }
    tell(running, ended, waiting);
    return again.empty() ? Status() : send(again, stop);
  }

  void lose(size_t i, Task& task, std::vector<size_t>& again) {
    if (task.submitted < 2) {
      std::error_code ignored;
      fs::remove(fileOf("events-", i, ""), ignored);
      task.read = 0;
      task.half.clear();
      again.push_back(i);
      return;
    }
    task.end.emplace();
    task.end->lastText = task.lastText;
    task.end->lost = "Task " + std::to_string(i) + " of Slurm job " + task.job + " was lost for the second time (" +
                     taskState(task.job, i) + ")" + logOf(i);
  }

  /// What the task printed last, which says more than Slurm does.
  std::string logOf(size_t i) const {
    const Result<std::string> log = readFile(fileOf("log-", i, ""));
    if (!log.ok()) return "";
    std::string text = *log;
    while (!text.empty() && text.back() == '\n') text.pop_back();
    const size_t line = text.rfind('\n');
    text = line == std::string::npos ? text : text.substr(line + 1);
    return text.empty() ? "" : "; it printed: " + text.substr(0, 300);
  }

  void tell(size_t running, size_t ended, const std::string& waiting) const {
    if (!progress_) return;
    std::string text = "slurm:" + request_.partition + ": " + std::to_string(ended) + " of " +
                       std::to_string(tasks_.size()) + " done, " + std::to_string(running) + " running";
    if (!waiting.empty()) text += "; " + waiting;
    progress_({"run", text, static_cast<double>(ended) / static_cast<double>(tasks_.size())});
  }

  SlurmArray request_;
  std::vector<Task> tasks_;
  std::vector<std::string> jobs_;
  const PlacedEvent& take_;
  const PlacedProgress& progress_;
};

class SlurmPlace : public WorkerPlace {
 public:
  SlurmPlace(std::string partition, bool gpu, size_t atOnce, fs::path root, Deployment deployment)
      : partition_(std::move(partition)),
        gpu_(gpu),
        atOnce_(atOnce),
        root_(std::move(root)),
        deployment_(std::move(deployment)),
        folder_(root_ / "jobs" / randomFolderName()) {}
  ~SlurmPlace() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  std::string name() const override { return "slurm:" + partition_; }
  size_t atOnce() const override { return atOnce_; }

  Result<std::vector<WorkerEnd>> run(const std::vector<PlacedJob>& jobs, const PlacedEvent& take,
                                     const PlacedProgress& progress, std::stop_token stop) override {
    const fs::path folder = folder_ / std::to_string(++calls_);
    if (Status ready = makeFolder(folder); !ready.ok()) return ready.error();
    std::vector<std::pair<fs::path, fs::path>> brought;
    std::chrono::milliseconds longest{0};
    bool limited = true;
    for (size_t i = 0; i < jobs.size(); ++i) {
      Result<json> moved = moveFiles(jobs[i], brought);
      if (!moved.ok()) return moved.error();
      const json request = {
          {"program", jobs[i].program}, {"job", std::move(*moved)}, {"timeout", jobs[i].timeout.count()}};
      if (Status put = writeFileAtomically(folder / ("job-" + std::to_string(i) + ".json"), jobText(request));
          !put.ok())
        return put.error();
      longest = std::max(longest, jobs[i].timeout);
      limited = limited && jobs[i].timeout.count() > 0;
    }
    SlurmArray request{partition_, {}, folder, script, gpu_, std::chrono::minutes(0)};
    if (limited) request.timeLimit = std::chrono::ceil<std::chrono::minutes>(longest) + std::chrono::minutes(1);
    Result<std::vector<WorkerEnd>> ends = Array(std::move(request), jobs.size(), take, progress).run(std::move(stop));
    if (!ends.ok()) return ends;
    for (const auto& [there, here] : brought) {
      std::error_code ignored;
      if (!fs::exists(there, ignored)) continue;  // the worker's answer says why
      if (Status copied = copyWhole(there, here); !copied.ok()) return copied.error();
    }
    return ends;
  }

 private:
  Status makeFolder(const fs::path& folder) const {
    std::error_code problem;
    fs::create_directories(folder, problem);
    fs::permissions(folder_, fs::perms::owner_all, problem);
    if (!problem)
      fs::create_directory_symlink(root_ / "trees" / deployment_.libraries.hash / "lib", folder / "libraries", problem);
    if (!problem)
      fs::create_symlink(root_ / "trees" / deployment_.programs.hash / "bin/warpwright-remote-agent", folder / "agent",
                         problem);
    return problem ? Status(ioError("Cannot write " + folder.string(), problem)) : Status();
  }

  Result<json> moveFiles(const PlacedJob& job, std::vector<std::pair<fs::path, fs::path>>& brought) {
    return withMovedFiles(job, [&](FileUse use, const std::string& path) -> Result<std::string> {
      if (use == FileUse::input) {
        if (const auto left = left_.find(path); left != left_.end()) return left->second;
        Result<std::string> name = names_.of(path);
        if (!name.ok()) return name.error();
        const fs::path there = root_ / "files" / *name;
        std::error_code ignored;
        if (fs::exists(there, ignored))
          fs::last_write_time(there, fs::file_time_type::clock::now(), ignored);
        else if (Status copied = copyWhole(path, there); !copied.ok())
          return copied.error();
        return there.string();
      }
      const fs::path there = folder_ / ("left-" + std::to_string(++written_) + fs::path(path).extension().string());
      if (use == FileUse::kept)
        left_[path] = there.string();
      else
        brought.emplace_back(there, path);
      return there.string();
    });
  }

  std::string partition_;
  bool gpu_;
  size_t atOnce_;
  fs::path root_;
  Deployment deployment_;
  fs::path folder_;
  CacheNames names_;
  std::map<std::string, std::string> left_;
  size_t calls_ = 0, written_ = 0;
};

}  // namespace

Result<std::shared_ptr<WorkerPlace>> openSlurmPlace(const std::string& partition, bool gpu,
                                                    const PlacedProgress& progress, std::stop_token stop) {
  const Result<SlurmPartition> found = findPartition(partition, stop);
  if (!found.ok()) return found.error();
  if (!found->up)
    return Error{ErrorKind::worker, "The partition " + partition + " is down: `sinfo -p " + partition + "` says more.",
                 std::nullopt};
  const fs::path root = sharedFolder();
  if (root.empty())
    return Error{ErrorKind::io, "No folder is shared with the nodes. Set WARPWRIGHT_SLURM_FOLDER to one.",
                 std::nullopt};
  std::error_code problem;
  for (const char* name : {"files", "jobs", "trees"}) {
    if (!problem) fs::create_directories(root / name, problem);
  }
  if (problem)
    return ioError("Cannot write " + root.string() + " (set WARPWRIGHT_SLURM_FOLDER to a folder that the nodes see)",
                   problem);
  Result<Deployment> deployment = currentDeployment(stop);
  if (!deployment.ok()) return deployment.error();
  for (const FileTree* tree : {&deployment->libraries, &deployment->programs}) {
    if (Status there = layOut(*tree, root / "trees", progress, stop); !there.ok()) return there.error();
  }
  const size_t atOnce = std::clamp<size_t>(found->idleCpus, 1, mostAtOnce);
  return std::shared_ptr<WorkerPlace>(
      std::make_shared<SlurmPlace>(partition, gpu, atOnce, root, std::move(*deployment)));
}

}  // namespace warpwright

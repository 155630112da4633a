#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/execute/place/worker_place.h"
#include "core/execute/replay/gpu_workers.h"
#include "core/job/gpu_job.h"

namespace warpwright {
namespace {

using nlohmann::json;
using Progress = std::function<void(const EngineProgress&)>;

constexpr const char* workerProgram = "warpwright-gpu-worker";
constexpr const char* answerEvent = "gpu_replay";
constexpr int mostAttempts = 5;
constexpr int mostDevices = 64;

/// For loading, a handful of launches and the measuring; a launch that hangs is seen by the worker
/// itself.
std::chrono::milliseconds limitOf(const GpuJob& job) {
  const double tries = job.preexecution ? static_cast<double>(job.preexecution->skipFactors.size()) : 0;
  const double seconds =
      120 + 12 * job.launchSeconds + (job.timing ? (2 + tries) * job.timing->rule.budgetSeconds + 10 : 0);
  return std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
}

/// What a worker has said.
struct Heard {
  std::optional<GpuRun> answer;
  OutputTry trying;

  void take(const json& event) {
    const auto name = event.at("event").get<std::string>();
    if (name == "trying") {
      trying = event.at("pieces").get<OutputTry>();
    } else if (name == answerEvent) {
      Result<GpuRun> read = gpuRunFromJson(event);
      if (read.ok()) answer = std::move(read.value());
    }
  }

  GpuOutcome outcome(const GpuJob& job, const WorkerEnd& end) {
    GpuOutcome outcome;
    if (answer) {
      outcome.run = std::move(*answer);
    } else {
      outcome.run.run.failure = end.crash("The GPU worker ended in the middle of the replay",
                                          "The replay on the GPU did not end within its time limit and was stopped");
      outcome.run.originalFailed = !job.variant;
    }
    outcome.run.run.peakBytes = end.process.peakBytes;
    if (outcome.run.run.failure && !trying.empty()) outcome.failedTry = std::move(trying);
    return outcome;
  }
};

Result<GpuOutcome> runOnce(const GpuJob& job, const Progress& progress, std::stop_token stop) {
  WorkerCall call;
  call.program = workerProgram;
  call.job = jobText(toJson(job));
  call.timeout = limitOf(job);
  Heard heard;
  const Result<WorkerEnd> end =
      callWorker(call, [&](const json& event) { heard.take(event); }, progress, std::move(stop));
  if (!end.ok()) return end.error();
  return heard.outcome(job, *end);
}

/// Another variant may come after this. See `GpuWorkers`.
bool isKeptAfter(const GpuJob& job, const ReplayRun& run) {
  return job.variant && job.counters.empty() && !job.stalls && !job.preexecution && !run.failure && run.same();
}

/// What lies at a captured address in one process does not in the next.
bool addressTaken(const GpuOutcome& outcome) {
  return outcome.run.run.failure && outcome.run.run.failure->kind == ErrorKind::stale;
}

Result<GpuOutcome> runHere(const GpuJob& job, const Progress& progress, std::stop_token stop) {
  for (int attempt = 1;; ++attempt) {
    Result<GpuOutcome> outcome = runOnce(job, progress, stop);
    if (!outcome.ok() || !addressTaken(*outcome) || attempt == mostAttempts) return outcome;
  }
}

Result<std::vector<GpuOutcome>> runThere(WorkerPlace& place, const std::vector<GpuJob>& jobs, const Progress& progress,
                                         std::stop_token stop) {
  std::vector<GpuOutcome> outcomes(jobs.size());
  std::vector<size_t> left;
  for (size_t i = 0; i < jobs.size(); ++i) left.push_back(i);
  for (int attempt = 1; !left.empty() && attempt <= mostAttempts; ++attempt) {
    std::vector<PlacedJob> sent;
    for (const size_t i : left) {
      PlacedJob one{workerProgram,
                    toJson(jobs[i]),
                    {"/capture", "/original/file", "/variant/file"},
                    {},
                    {},
                    limitOf(jobs[i]),
                    {}};
      one.alone = "gpu:" + std::to_string(jobs[i].device);
      sent.push_back(std::move(one));
    }
    std::vector<Heard> heard(left.size());
    const auto take = [&](size_t number, const json& event) { heard.at(number).take(event); };
    const Result<std::vector<WorkerEnd>> ends = place.run(sent, take, progress, stop);
    if (!ends.ok()) return ends.error();
    std::vector<size_t> again;
    for (size_t i = 0; i < left.size(); ++i) {
      outcomes[left[i]] = heard[i].outcome(jobs[left[i]], (*ends)[i]);
      if (addressTaken(outcomes[left[i]])) again.push_back(left[i]);
    }
    left = std::move(again);
  }
  return outcomes;
}

}  // namespace

Result<GpuInfo> describeGpu(int device, WorkerPlace* place, std::stop_token stop) {
  GpuJob job;
  job.onlyDescribe = true;
  job.device = device;
  Result<GpuOutcome> outcome = runOnGpu(job, place, {}, std::move(stop));
  if (!outcome.ok()) return outcome.error();
  if (!outcome->run.run.failure) return outcome->run.gpu;
  Error none = *outcome->run.run.failure;
  if (place) none.message = place->name() + ": " + none.message;
  return none;
}

Result<std::vector<int>> likeGpus(int device, std::stop_token stop) {
  const Result<GpuInfo> own = describeGpu(device, nullptr, stop);
  if (!own.ok()) return own.error();
  std::vector<int> others;
  for (int other = 0; other < mostDevices; ++other) {
    if (other == device) continue;
    const Result<GpuInfo> gpu = describeGpu(other, nullptr, stop);
    if (!gpu.ok()) break;
    if (gpu->name == own->name) others.push_back(other);
  }
  return others;
}

Result<GpuOutcome> runOnGpu(const GpuJob& job, WorkerPlace* place, const Progress& progress, std::stop_token stop) {
  if (!place) return runHere(job, progress, std::move(stop));
  Result<std::vector<GpuOutcome>> outcomes = runThere(*place, {job}, progress, std::move(stop));
  if (!outcomes.ok()) return outcomes.error();
  return std::move(outcomes->front());
}

Result<std::vector<GpuOutcome>> runAllOnGpu(const std::vector<GpuJob>& jobs, WorkerPlace* place,
                                            const Progress& progress, std::stop_token stop) {
  if (place) return runThere(*place, jobs, progress, std::move(stop));
  return GpuWorkers().runAll(jobs, progress, std::move(stop));
}

Result<GpuOutcome> GpuWorkers::runOne(Kept& kept, const GpuJob& job, const Progress& progress, std::stop_token stop) {
  const json needed = withoutVariant(job);
  for (int attempt = 1;; ++attempt) {
    if (kept.loaded != needed) kept.worker.reset();
    if (!kept.worker) {
      auto started = KeptWorker::start(workerProgram, answerEvent);
      if (!started.ok()) return started.error();
      kept = {std::move(started.value()), needed};
    }
    Heard heard;
    auto ended = kept.worker->run(
        jobText(toJson(job)), limitOf(job), [&](const json& event) { heard.take(event); }, progress, stop);
    if (!ended.ok()) {
      kept.worker.reset();
      return ended.error();
    }
    GpuOutcome outcome = heard.outcome(job, ended->value_or(WorkerEnd{}));
    if (*ended || !isKeptAfter(job, outcome.run.run)) kept.worker.reset();
    if (!addressTaken(outcome) || attempt == mostAttempts) return outcome;
  }
}

Result<std::vector<GpuOutcome>> GpuWorkers::runAll(const std::vector<GpuJob>& jobs, const Progress& progress,
                                                   std::stop_token stop) {
  std::map<int, std::vector<size_t>> byDevice;
  for (size_t i = 0; i < jobs.size(); ++i) byDevice[jobs[i].device].push_back(i);
  std::vector<std::optional<Result<GpuOutcome>>> outcomes(jobs.size());
  std::mutex mutex;
  const Progress tell = [&](const EngineProgress& now) {
    const std::lock_guard lock(mutex);
    if (progress) progress(now);
  };
  {
    std::vector<std::jthread> devices;
    for (const auto& [device, numbers] : byDevice) {
      devices.emplace_back([&, &kept = kept_[device], &numbers = numbers] {
        for (const size_t i : numbers) outcomes[i] = runOne(kept, jobs[i], tell, stop);
      });
    }
  }
  std::vector<GpuOutcome> done;
  for (auto& outcome : outcomes) {
    if (!outcome->ok()) return outcome->error();
    done.push_back(std::move(outcome->value()));
  }
  return done;
}

}  // namespace warpwright

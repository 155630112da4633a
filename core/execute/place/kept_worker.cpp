#include "core/execute/place/kept_worker.h"

#include <nlohmann/json.hpp>

#include "core/base/file.h"

namespace warpwright {

using nlohmann::json;

Result<std::unique_ptr<KeptWorker>> KeptWorker::start(const std::string& program, const std::string& answer) {
  SubprocessOptions options;
  options.command = {programPath(program).string()};
  options.keepInputOpen = true;
  options.eventChannel = true;
  options.diesWithStarter = true;  // which is the thread that reads
  options.maxOutputBytes = uint64_t{1} << 20;
  std::unique_ptr<KeptWorker> worker(new KeptWorker(answer));
  KeptWorker* self = worker.get();
  worker->thread_ = std::jthread([self, options](std::stop_token stop) { self->follow(options, std::move(stop)); });
  std::unique_lock lock(worker->mutex_);
  worker->changed_.wait(lock, [&] { return worker->process_.has_value(); });
  if (!worker->process_->ok()) return worker->process_->error();
  lock.unlock();
  return worker;
}

KeptWorker::~KeptWorker() {
  thread_.request_stop();
}

void KeptWorker::follow(const SubprocessOptions& options, std::stop_token stop) {
  Result<Subprocess> started = Subprocess::start(options);
  Subprocess* process = nullptr;
  {
    const std::lock_guard lock(mutex_);
    process_.emplace(std::move(started));
    if (process_->ok()) process = &process_->value();
    changed_.notify_all();
  }
  if (!process) return;
  const auto onEvent = [&](std::string_view line) {
    const std::lock_guard lock(mutex_);
    events_.emplace_back(line);
    changed_.notify_all();
  };
  Result<SubprocessEnd> end = process->wait(nullptr, onEvent, std::move(stop));
  const std::lock_guard lock(mutex_);
  end_ = end.ok() ? std::move(end.value()) : SubprocessEnd{};
  changed_.notify_all();
}

/// Ends it where it has not, and says how it went.
WorkerEnd KeptWorker::ended(const std::string& lastText, bool timedOut) {
  if (timedOut) thread_.request_stop();
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return end_.has_value(); });
  WorkerEnd end{*end_, lastText, {}};
  end.process.timedOut |= timedOut;
  return end;
}

Result<std::optional<WorkerEnd>> KeptWorker::run(const std::string& job, std::chrono::milliseconds timeout,
                                                 const std::function<void(const json&)>& take,
                                                 const std::function<void(const EngineProgress&)>& progress,
                                                 std::stop_token stop) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = timeout.count() > 0 ? Clock::now() + timeout : Clock::time_point::max();
  // One that has ended meanwhile is seen below.
  (void)process_->value().write(job + '\n');
  std::string lastText;
  for (;;) {
    std::unique_lock lock(mutex_);
    const auto isNew = [&] { return !events_.empty() || end_; };
    const bool told =
        timeout.count() > 0 ? changed_.wait_until(lock, stop, deadline, isNew) : changed_.wait(lock, stop, isNew);
    if (stop.stop_requested()) {
      thread_.request_stop();
      return cancelledError();
    }
    if (!told || events_.empty()) {
      lock.unlock();
      return std::optional(ended(lastText, !told));
    }
    const std::string line = std::move(events_.front());
    events_.pop_front();
    lock.unlock();
    if (takeEvent(line, take, progress, lastText) == answer_) return std::optional<WorkerEnd>();
  }
}

}  // namespace warpwright

#include "analysis/engine/run/deadline_watch.h"

#include <algorithm>
#include <csignal>

#include "analysis/engine/run/block_runner.h"
#include "analysis/engine/run/signal_stack.h"

namespace warpwright::engine {

DeadlineWatch::~DeadlineWatch() {
  {
    std::lock_guard lock(mutex_);
    quit_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void DeadlineWatch::begin(std::optional<std::chrono::steady_clock::time_point> deadline, std::stop_token stop) {
  if (!deadline && !stop.stop_possible()) return;
  std::lock_guard lock(mutex_);
  deadline_ = deadline;
  stop_ = std::move(stop);
  armed_ = true;
  if (!thread_.joinable()) thread_ = std::thread([this] { watch(); });
}

void DeadlineWatch::add(Worker worker) {
  std::lock_guard lock(mutex_);
  workers_.push_back(worker);
}

void DeadlineWatch::remove(const BlockRunner* runner) {
  std::lock_guard lock(mutex_);
  std::erase_if(workers_, [runner](const Worker& worker) { return worker.runner == runner; });
}

void DeadlineWatch::end() {
  std::lock_guard lock(mutex_);
  armed_ = false;
}

void DeadlineWatch::watch() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr);
  std::unique_lock lock(mutex_);
  bool stopping = false;
  while (!quit_) {
    // Launches are short and many; nobody wakes this thread for one. It looks at the clock instead.
    changed_.wait_for(lock, std::chrono::milliseconds(stopping ? 1 : 10));
    stopping = armed_ && (stop_.stop_requested() || (deadline_ && std::chrono::steady_clock::now() >= *deadline_));
    if (!stopping) continue;
    for (const Worker& worker : workers_) {
      worker.runner->requestStop();
      pthread_kill(worker.thread, deadlineSignal);
    }
  }
}

}  // namespace warpwright::engine

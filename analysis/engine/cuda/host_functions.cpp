#include "analysis/engine/cuda/host_functions.h"

#include <chrono>
#include <thread>

namespace warpwright::engine {
namespace {

/// A program that waits for a function without calling the runtime loses this much each time.
constexpr std::chrono::milliseconds patience{3};

thread_local bool runsOne = false;

}  // namespace

void HostFunctions::add(std::function<void()> function) {
  const std::lock_guard lock(mutex_);
  functions_.push_back(std::move(function));
  ++left_;
  if (!hasThread_) std::thread([this] { runLate(); }).detach();
  hasThread_ = true;
  added_.notify_one();
}

void HostFunctions::runLeft() {
  if (runsOne) return;
  const std::lock_guard running(running_);
  for (;;) {
    std::function<void()> next;
    {
      const std::lock_guard lock(mutex_);
      if (functions_.empty()) return;
      next = std::move(functions_.front());
      functions_.pop_front();
    }
    runsOne = true;
    next();
    runsOne = false;
    --left_;
  }
}

void HostFunctions::runLate() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      added_.wait(lock, [this] { return !functions_.empty(); });
    }
    std::this_thread::sleep_for(patience);
    runAll();
  }
}

}  // namespace warpwright::engine

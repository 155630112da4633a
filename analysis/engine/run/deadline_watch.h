#pragma once

#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace warpwright::engine {

class BlockRunner;

/// Ends launches that run past their deadline, or that are asked to stop. Its thread starts with the first launch that
/// can be stopped.
class DeadlineWatch {
 public:
  DeadlineWatch() = default;
  DeadlineWatch(const DeadlineWatch&) = delete;
  DeadlineWatch& operator=(const DeadlineWatch&) = delete;
  ~DeadlineWatch();

  struct Worker {
    BlockRunner* runner = nullptr;
    pthread_t thread{};
  };

  void begin(std::optional<std::chrono::steady_clock::time_point> deadline, std::stop_token stop);
  /// A thread that runs blocks of the launch, from before its first to after its last one.
  void add(Worker worker);
  void remove(const BlockRunner* runner);
  void end();

 private:
  void watch();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
  bool quit_ = false, armed_ = false;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::stop_token stop_;
  std::vector<Worker> workers_;
};

}  // namespace warpwright::engine

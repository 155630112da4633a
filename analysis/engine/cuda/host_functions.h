#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace warpwright::engine {

/// Functions of the host that streams call (cudaLaunchHostFunc). On a GPU the host goes on meanwhile; so they are run
/// as late as they may be: when the program calls the runtime again, before that does anything, or once it has not done
/// so for a while, since it may wait for them in other ways. In the order in which they were added, one at a time. One
/// a process, that is never destroyed once it has functions.
class HostFunctions {
 public:
  void add(std::function<void()> function);
  /// Runs all that there are, or waits for another thread that does so; nothing where one of them calls it. The runtime
  /// must not be locked by the calling thread.
  void runAll() {
    if (left_ != 0) runLeft();
  }

 private:
  void runLeft();
  void runLate();

  std::mutex mutex_, running_;
  std::condition_variable added_;
  std::deque<std::function<void()>> functions_;
  std::atomic<size_t> left_{0};  ///< with the one that runs
  bool hasThread_ = false;
};

}  // namespace warpwright::engine

#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace warpwright {

/// Asks what is under way to stop at a point in time, and at once where somebody else asks.
class StopAt {
 public:
  using Clock = std::chrono::steady_clock;

  /// No deadline: only where `outer` is asked to.
  StopAt(std::optional<Clock::time_point> deadline, std::stop_token outer);
  StopAt(const StopAt&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::mutex mutex_;
  std::condition_variable_any ended_;
  std::stop_callback<std::function<void()>> outer_;
  std::jthread timer_;  ///< last: it uses the others
};

}  // namespace warpwright

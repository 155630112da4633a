#pragma once

#include <CLI/App.hpp>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace warpwright::cli {

/// The seconds that a time stands for: "20", "20s", "1.5m", "1h". Nothing: it is none, or longer than thirty years.
std::optional<double> secondsIn(const std::string& time);

/// An option that takes such a time and keeps its seconds.
CLI::Option* addTimeOption(CLI::App& app, const std::string& name, double& seconds, const std::string& text);

/// Of an option that takes seconds: 0 stays none, less than a millisecond is one, and thirty years are the most.
std::chrono::milliseconds timeLimitOf(double seconds);

/// Stops what a command does when its time is over, or when the command is to stop.
class TimeLimit {
 public:
  /// `seconds`, from now on; 0: no limit.
  TimeLimit(double seconds, std::stop_token command);

  std::stop_token token() const { return stopping_.get_token(); }
  /// Absent: there is no limit. Not less than a millisecond.
  std::optional<std::chrono::milliseconds> left() const;
  /// Why it has stopped: "the time limit of 3 s was over", "it was interrupted"; empty: it has not.
  std::string whyStopped() const;

 private:
  using Clock = std::chrono::steady_clock;

  double seconds_;
  std::stop_token command_;
  std::optional<Clock::time_point> end_;
  std::stop_source stopping_;
  std::mutex mutex_;
  std::condition_variable_any waiting_;
  std::stop_callback<std::function<void()>> onStop_;
  std::jthread clock_;
};

}  // namespace warpwright::cli

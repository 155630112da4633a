#include "app/cli/time_limit.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"

namespace warpwright::cli {

std::chrono::milliseconds timeLimitOf(double seconds) {
  constexpr double most = 1e12;
  return std::chrono::milliseconds(static_cast<int64_t>(std::min(std::ceil(seconds * 1000), most)));
}

TimeLimit::TimeLimit(double seconds, std::stop_token command)
    : seconds_(seconds), command_(std::move(command)), onStop_(command_, [this] { stopping_.request_stop(); }) {
  if (seconds_ <= 0) return;
  end_ = Clock::now() + timeLimitOf(seconds_);
  clock_ = std::jthread([this](std::stop_token stop) {
    std::unique_lock lock(mutex_);
    waiting_.wait_until(lock, stop, *end_, [] { return false; });
    if (!stop.stop_requested()) stopping_.request_stop();
  });
}

std::optional<std::chrono::milliseconds> TimeLimit::left() const {
  if (!end_) return std::nullopt;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(*end_ - Clock::now());
  return std::max(left, std::chrono::milliseconds(1));
}

std::string TimeLimit::whyStopped() const {
  if (command_.stop_requested()) return "it was interrupted";
  if (!stopping_.stop_requested()) return {};
  return "the time limit of " + durationText(seconds_) + " was over";
}

}  // namespace warpwright::cli

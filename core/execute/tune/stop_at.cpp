#include "core/execute/tune/stop_at.h"

namespace warpwright {

StopAt::StopAt(std::optional<Clock::time_point> deadline, std::stop_token outer)
    : outer_(std::move(outer), [this] { source_.request_stop(); }) {
  if (!deadline) return;
  timer_ = std::jthread([this, deadline = *deadline](const std::stop_token& own) {
    std::unique_lock lock(mutex_);
    ended_.wait_until(lock, own, deadline, [] { return false; });
    if (!own.stop_requested()) source_.request_stop();
  });
}

}  // namespace warpwright

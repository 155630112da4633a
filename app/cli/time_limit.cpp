#include "app/cli/time_limit.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/number_text.h"

namespace warpwright::cli {

std::optional<double> secondsIn(const std::string& time) {
  constexpr double most = 1e9;
  size_t end = 0;
  double value = -1;
  try {
    value = std::stod(time, &end);
  } catch (const std::exception&) {
    return std::nullopt;
  }
  const std::string unit = time.substr(end);
  const double scale = unit == "h" ? 3600 : unit == "m" ? 60 : unit == "s" || unit.empty() ? 1 : -1;
  const double seconds = value * scale;
  return value >= 0 && scale > 0 && seconds <= most ? std::optional(seconds) : std::nullopt;
}

CLI::Option* addTimeOption(CLI::App& app, const std::string& name, double& seconds, const std::string& text) {
  const auto read = [](std::string& given) {
    const std::optional<double> known = secondsIn(given);
    if (!known) return "takes a time such as 20, 20s, 5m or 1h, not `" + given + "`";
    std::array<char, 64> digits{};
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), *known);
    given.assign(digits.data(), written.ptr);
    return std::string();
  };
  return app.add_option(name, seconds, text)->transform(CLI::Validator(read, ""))->type_name("TIME");
}

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

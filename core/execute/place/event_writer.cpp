#include "core/execute/place/event_writer.h"

#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>

namespace warpwright {

void EventWriter::send(const char* name, nlohmann::json event) const {
  event["event"] = name;
  const std::string line = event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  for (size_t at = 0; at < line.size();) {
    const ssize_t written = ::write(descriptor_, line.data() + at, line.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;  // nobody listens any more
    at += static_cast<size_t>(written);
  }
}

void EventWriter::progress(const EngineProgress& now) {
  const auto time = std::chrono::steady_clock::now();
  if (now.phase == lastPhase_ && time - lastProgress_ < std::chrono::milliseconds(50)) return;
  lastPhase_ = now.phase;
  lastProgress_ = time;
  send("progress", {{"phase", now.phase}, {"text", now.text}, {"fraction", now.fraction}});
}

}  // namespace warpwright

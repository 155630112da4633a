#pragma once

#include <chrono>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/job/engine_job.h"

namespace warpwright {

/// What a worker says while it runs: events as lines of JSON (PROTOCOL.md).
class EventWriter {
 public:
  /// `descriptor`: an open one that stays the caller's, or -1: nobody listens.
  explicit EventWriter(int descriptor) : descriptor_(descriptor) {}

  /// `event` is an object; text in it that is not UTF-8 is replaced.
  void send(const char* name, nlohmann::json event) const;
  /// A new phase at once, else at most twenty times a second.
  void progress(const EngineProgress& now);

 private:
  int descriptor_;
  std::string lastPhase_;
  std::chrono::steady_clock::time_point lastProgress_;
};

}  // namespace warpwright

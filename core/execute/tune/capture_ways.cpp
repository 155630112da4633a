#include "core/execute/tune/capture_ways.h"

#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

namespace warpwright {
namespace {

/// Waits that long, or until it is asked to stop. Gives whether it was not.
bool sleepFor(std::chrono::milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, time, [] { return false; });
  return !stop.stop_requested();
}

}  // namespace

Status captureBy(const CaptureWays& ways, std::chrono::milliseconds engineAlone, std::stop_token stop) {
  constexpr std::chrono::milliseconds between(20);
  std::stop_source endBuild, endEngine;
  const std::stop_callback endBoth(stop, [&] {
    endBuild.request_stop();
    endEngine.request_stop();
  });
  const std::shared_future<Status> built =
      std::async(std::launch::async, [&] { return ways.build(endBuild.get_token()); }).share();
  bool isCut = false;
  Status captured;
  {
    const std::jthread cut([&](const std::stop_token& engineEnded) {
      if (!sleepFor(engineAlone, engineEnded)) return;
      while (built.wait_for(std::chrono::milliseconds(0)) != std::future_status::ready) {
        if (!sleepFor(between, engineEnded)) return;
      }
      if (!built.get().ok()) return;
      isCut = true;
      endEngine.request_stop();
    });
    captured = ways.onEngine(endEngine.get_token());
  }
  if (captured.ok())
    endBuild.request_stop();
  else if (built.wait_for(std::chrono::milliseconds(0)) != std::future_status::ready)
    ways.tellBuild();
  const Status& program = built.get();
  if (captured.ok()) return captured;
  if (stop.stop_requested()) return cancelledError();
  const Status onGpu = program.ok() ? ways.onGpu(stop) : program;
  if (onGpu.ok() || onGpu.error().kind == ErrorKind::cancelled) return onGpu;
  if (isCut) captured = ways.onEngine(stop);
  if (captured.ok() || captured.error().kind == ErrorKind::cancelled) return captured;
  Error both = captured.error();
  both.message += " It was not captured on the GPU either: " + onGpu.error().message;
  return both;
}

}  // namespace warpwright

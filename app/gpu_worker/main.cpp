// warpwright-gpu-worker: replays one captured launch on a GPU. See core/execute/place/PROTOCOL.md.
#include <fcntl.h>
#include <sys/personality.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "core/execute/gpu/gpu_replay.h"

namespace {

using nlohmann::json;
using namespace warpwright;

/// Writes events as lines of JSON to descriptor 3; where it is closed, to standard output.
class EventWriter {
 public:
  EventWriter() : descriptor_(::fcntl(3, F_GETFD) < 0 ? STDOUT_FILENO : 3) {}

  void send(json event, const char* name) const {
    event["event"] = name;
    const std::string line = event.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
    for (size_t at = 0; at < line.size();) {
      const ssize_t written = ::write(descriptor_, line.data() + at, line.size() - at);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return;  // nobody listens any more
      at += static_cast<size_t>(written);
    }
  }
  void progress(const EngineProgress& now) {
    const auto time = std::chrono::steady_clock::now();
    if (now.phase == lastPhase_ && time - lastProgress_ < std::chrono::milliseconds(50)) return;
    lastPhase_ = now.phase;
    lastProgress_ = time;
    send({{"phase", now.phase}, {"text", now.text}, {"fraction", now.fraction}}, "progress");
  }

 private:
  int descriptor_;
  std::string lastPhase_;
  std::chrono::steady_clock::time_point lastProgress_;
};

/// Libraries at random addresses now and then take one of the captured ones: starts this program again without that.
/// Where it is not permitted, all goes on as it is.
void fixAddresses(char** arguments) {
  const int now = ::personality(0xffffffff);
  if (now < 0 || (now & ADDR_NO_RANDOMIZE) || ::personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) < 0)
    return;
  ::execv("/proc/self/exe", arguments);
}

}  // namespace

int main(int, char** arguments) {
  fixAddresses(arguments);
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  const json request = json::parse(text, nullptr, false);
  const Result<GpuJob> job = gpuJobFromJson(request);
  if (!job.ok()) {
    std::fprintf(stderr, "warpwright-gpu-worker reads a job from standard input (PROTOCOL.md): %s\n",
                 job.error().message.c_str());
    return 2;
  }
  EventWriter writer;
  const GpuRun run =
      gpu::replayOnGpu(*job, {[&](const EngineProgress& now) { writer.progress(now); },
                              [&](const OutputTry& pieces) { writer.send({{"pieces", pieces}}, "trying"); }});
  writer.send(toJson(run), "gpu_replay");
  std::fflush(stdout);
  ::_exit(0);  // a GPU that faulted or still runs cannot be cleaned up; the driver does that for a process that is gone
}

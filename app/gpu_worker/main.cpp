// warpwright-gpu-worker: replays one captured launch on a GPU. See core/execute/place/PROTOCOL.md.
#include <fcntl.h>
#include <sys/personality.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "core/execute/gpu/gpu_replay.h"
#include "core/execute/place/event_writer.h"

namespace {

using nlohmann::json;
using namespace warpwright;

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
  EventWriter writer(::fcntl(3, F_GETFD) < 0 ? STDOUT_FILENO : 3);
  const GpuRun run =
      gpu::replayOnGpu(*job, {[&](const EngineProgress& now) { writer.progress(now); },
                              [&](const OutputTry& pieces) { writer.send("trying", {{"pieces", pieces}}); }});
  writer.send("gpu_replay", toJson(run));
  std::fflush(stdout);
  ::_exit(0);  // a GPU that faulted or still runs cannot be cleaned up; the driver does that for a process that is gone
}

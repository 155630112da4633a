// warpwright-gpu-worker: replays a captured launch on a GPU, with one variant after another. See
// core/execute/place/PROTOCOL.md.
#include <fcntl.h>
#include <sys/personality.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
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
  EventWriter writer(::fcntl(3, F_GETFD) < 0 ? STDOUT_FILENO : 3);
  gpu::GpuReplays replays({[&](const EngineProgress& now) { writer.progress(now); },
                           [&](const OutputTry& pieces) { writer.send("trying", {{"pieces", pieces}}); }});
  for (std::string line; std::getline(std::cin, line);) {
    const Result<GpuJob> job = gpuJobFromJson(json::parse(line, nullptr, false));
    if (!job.ok()) {
      std::fprintf(stderr, "warpwright-gpu-worker reads jobs from standard input (PROTOCOL.md): %s\n",
                   job.error().message.c_str());
      return 2;
    }
    writer.send("gpu_replay", toJson(replays.run(*job)));
  }
  std::fflush(stdout);
  ::_exit(0);  // a GPU that faulted or still runs cannot be cleaned up; the driver does that for a process that is gone
}

// warpwright-cpu-worker: runs one user's program on the CPU engine. See core/execute/place/PROTOCOL.md.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "analysis/analyzer/variant_launch.h"
#include "analysis/engine/job/replay_launch.h"
#include "analysis/engine/job/run_job.h"
#include "core/base/json_text.h"
#include "core/capture/capture_file.h"
#include "core/execute/place/event_writer.h"
#include "core/job/engine_job.h"
#include "core/job/fused_job.h"
#include "core/job/replay_job.h"

namespace {

using nlohmann::json;
using namespace warpwright;

/// What happens in a run, as events.
class RunEvents : public engine::EventSink {
 public:
  explicit RunEvents(int descriptor) : writer_(descriptor) {}

  void progress(const EngineProgress& now) override { writer_.progress(now); }
  void launch(const EngineLaunch& launch) override { writer_.send("launch", launch); }
  void observed(const Observation& launch) override { writer_.send("observed", launch); }
  void finding(const EngineFinding& finding) override { writer_.send("finding", finding); }
  void captured(const CaptureSummary& capture) override { writer_.send("capture", capture); }
  void fused(const memsim::FusedRun& run) override { writer_.send("fused", run); }
  void replayed(const ReplayRun& run) { writer_.send("replay", run); }
  void note(const std::string& text) override { writer_.send("note", {{"text", text}}); }
  void failure(const Error& error) override { writer_.send("failure", error); }
  void end(int exitCode, double seconds, double compileSeconds, uint64_t peakBytes) override {
    writer_.send(
        "end",
        {{"exit", exitCode}, {"seconds", seconds}, {"compile_seconds", compileSeconds}, {"peak_bytes", peakBytes}});
  }

 private:
  EventWriter writer_;
};

/// Descriptor 3 where it is open, moved out of the way of the user's program; else none.
int eventDescriptor() {
  const int moved = ::fcntl(3, F_DUPFD_CLOEXEC, 200);
  if (moved < 0) return -1;
  ::close(3);
  return moved;
}

/// A variant may launch the kernel in other sizes: its host code says in which.
Status findShape(ReplayJob& job) {
  if (!job.findShape) return {};
  Result<CaptureReader> reader = CaptureReader::open(job.capture);
  if (!reader.ok()) return reader.error();
  LaunchCapture capture = reader->capture();
  if (capture.program.path.empty()) {  // of a GPU, without the source
    CapturedProgram& program = capture.program;
    program.path = job.program.path.string();
    program.compilerFlags = job.program.compilerFlags;
    program.arch = job.program.arch;
    program.toolkit = job.program.toolkit;
  }
  Result<LaunchShape> shape = analysis::variantLaunch(capture, job.program.openTexts, job.program.project, {});
  if (!shape.ok()) return shape.error();
  job.shape = *shape;
  return {};
}

}  // namespace

int main() {
  const int events = eventDescriptor();
  RunEvents writer(events);
  Result<EngineJob> job = Error{ErrorKind::usage, "", std::nullopt};
  Result<ReplayJob> replay = Error{ErrorKind::usage, "", std::nullopt};
  bool isReplay = false;
  std::optional<FusedRequest> fused;
  try {
    const json request = json::parse(std::string{std::istreambuf_iterator<char>(std::cin), {}});
    isReplay = request.is_object() && request.contains("replay");
    if (isReplay) {
      replay = replayJobFromJson(request);
    } else {
      job = engineJobFromJson(request);
      if (request.contains("fused")) fused = request.at("fused").get<FusedRequest>();
    }
  } catch (const json::exception& problem) {
    job = Error{ErrorKind::usage, problem.what(), std::nullopt};
  }
  if (isReplay ? !replay.ok() : !job.ok()) {
    std::fprintf(stderr, "warpwright-cpu-worker reads a job from standard input (PROTOCOL.md): %s\n",
                 (isReplay ? replay.error() : job.error()).message.c_str());
    return 2;
  }
  // Here no time can tell which order of tasks is faster: the runtime library (resources/runtime) always uses the new
  // one, so that what is verified is what may run.
  ::setenv("WARPWRIGHT_RUNTIME", "always", 0);
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing >= 0) ::dup2(nothing, STDIN_FILENO);
  if (isReplay) {
    if (Status found = findShape(*replay); !found.ok()) {
      ReplayRun refused;
      refused.failure = found.error();
      refused.unfit = true;
      writer.replayed(refused);
      return 0;
    }
    if (replay->onlyShape && replay->shape) {
      ReplayRun found;
      found.shape = replay->shape;
      writer.replayed(found);
      return 0;
    }
    if (!replay->program.compileTo.empty()) {
      writer.replayed(engine::compileForReplay(*replay, [&](const EngineProgress& now) { writer.progress(now); }));
      return 0;
    }
    writer.replayed(engine::replayLaunch(*replay, [&](const EngineProgress& now) { writer.progress(now); }));
    std::fflush(stdout);
    ::_exit(0);  // what the kernel did to this process's memory must not matter any more
  }
  engine::runJob(*job, writer, fused ? &*fused : nullptr);
}

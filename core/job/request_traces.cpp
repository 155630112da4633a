#include "core/job/request_traces.h"

#include <algorithm>

#include "core/base/temporary_folder.h"
#include "core/capture/capture_file.h"

namespace warpwright {
namespace {

constexpr const char* fileName = "requests";

Error noFolder() {
  return Error{ErrorKind::io, "No temporary folder could be made.", std::nullopt};
}

/// A replay of the captured launch, whose sources are still what they were.
Result<ReplayJob> replayLike(const std::filesystem::path& capture, const EngineJob& like) {
  const Result<CaptureReader> reader = CaptureReader::open(capture);
  if (!reader.ok()) return reader.error();
  if (const Status current = checkSources(reader->capture()); !current.ok()) return current.error();
  const CapturedProgram& program = reader->capture().program;
  ReplayJob job;
  job.capture = capture;
  job.program = like;
  job.program.path = program.path;
  job.program.compilerFlags = program.compilerFlags;
  job.program.workingFolder = program.workingFolder;
  if (like.toolkit == "auto") job.program.toolkit = program.toolkit;
  if (job.program.requestTrace) job.program.requestTrace->kernel = reader->capture().kernel.name;
  return job;
}

}  // namespace

RequestTraceRequest requestsToWeigh(std::string kernel, uint64_t first, uint64_t launches) {
  constexpr uint64_t least = uint64_t{2} << 20, inAll = uint64_t{16} << 20;
  return {{}, std::move(kernel), first, launches, std::max(least, inAll / launches / 2)};
}

Result<std::vector<memsim::RequestTrace>> requestsOfProgram(EngineJob job,
                                                            const std::function<void(const EngineProgress&)>& progress,
                                                            std::stop_token stop) {
  const TemporaryFolder folder;
  if (folder.path().empty()) return noFolder();
  job.requestTrace->path = folder.path() / fileName;
  const Result<EngineRun> run = runOnEngine(job, progress, stop);
  if (!run.ok()) return run.error();
  if (run->failure) return *run->failure;
  return memsim::readRequestTraces(job.requestTrace->path);
}

Result<std::vector<memsim::RequestTrace>> requestsOfCapture(const std::filesystem::path& capture, const EngineJob& like,
                                                            const std::function<void(const EngineProgress&)>& progress,
                                                            std::stop_token stop) {
  const TemporaryFolder folder;
  if (folder.path().empty()) return noFolder();
  Result<ReplayJob> job = replayLike(capture, like);
  if (!job.ok()) return job.error();
  job->program.requestTrace->path = folder.path() / fileName;
  const Result<ReplayRun> run = replayOnEngine(*job, progress, stop);
  if (!run.ok()) return run.error();
  if (run->failure) return *run->failure;
  return memsim::readRequestTraces(job->program.requestTrace->path);
}

Result<memsim::TouchTrace> touchesOfCapture(const std::filesystem::path& capture, const EngineJob& like,
                                            const std::function<void(const EngineProgress&)>& progress,
                                            std::stop_token stop) {
  const TemporaryFolder folder;
  if (folder.path().empty()) return noFolder();
  Result<ReplayJob> job = replayLike(capture, like);
  if (!job.ok()) return job.error();
  job->touches.emplace().path = folder.path() / fileName;
  const Result<ReplayRun> run = replayOnEngine(*job, progress, stop);
  if (!run.ok()) return run.error();
  if (run->failure) return *run->failure;
  return memsim::readTouchTrace(job->touches->path);
}

}  // namespace warpwright

#include "core/execute/tune/captured_input.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/capture/capture_file.h"
#include "core/job/kernel_trace.h"
#include "core/kernel/kernel_name.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

/// Stands for the content of a capture.
std::string identityOf(const CaptureReader& reader) {
  uint64_t hash = hashText(toJson(reader.capture()).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  for (const CaptureChunk& chunk : reader.chunks()) {
    hash = hashText({reinterpret_cast<const char*>(chunk.hash.data()), sizeof chunk.hash}, hash);
  }
  return hexText(hash);
}

bool stillHolds(const LaunchCapture& capture, const CapturedInputRequest& request) {
  const EngineJob& job = request.program;
  if (capture.program.arguments != job.arguments || capture.program.path != job.path.string() ||
      !meansKernel(request.kernel, capture.kernel.mangledName) || capture.kernelLaunch != request.launchIndex ||
      capture.program.arch != job.arch || capture.program.toolkit != job.toolkit ||
      capture.program.compilerFlags != job.compilerFlags) {
    return false;
  }
  return std::all_of(capture.program.sources.begin(), capture.program.sources.end(), [](const CapturedSource& source) {
    const Result<std::string> text = readFile(source.path);
    return text.ok() && hashText(*text) == source.hash;
  });
}

/// Captures the launch unless a capture of it is there that still holds.
Status makeCapture(const CapturedInputRequest& request, const CaptureReplayer::Progress& progress,
                   std::stop_token stop) {
  if (auto known = CaptureReader::open(request.newCapture); known.ok() && stillHolds(known->capture(), request))
    return {};
  EngineJob job = request.program;
  job.capture = CaptureRequest{request.newCapture, request.kernel, request.launchIndex, true, {}};
  Result<EngineRun> run = runOnEngine(job, progress, stop);
  if (!run.ok()) return run.error();
  if (run->failure) return *run->failure;
  if (!run->capture) return Error{ErrorKind::worker, "The launch was not captured.", std::nullopt};
  return {};
}

}  // namespace

Result<CapturedInput> captureInput(const CapturedInputRequest& request, const CaptureReplayer::Progress& progress,
                                   std::stop_token stop) {
  CapturedInput input{request.capture, {}};
  if (input.capture.empty()) {
    if (Status made = makeCapture(request, named(progress, "capture"), stop); !made.ok()) return made.error();
    input.capture = request.newCapture;
  }
  const Result<CaptureReader> reader = CaptureReader::open(input.capture);
  if (!reader.ok()) return reader.error();
  const CapturedKernel& kernel = reader->capture().kernel;
  if (!meansKernel(request.kernel, kernel.mangledName))
    return inputError("The capture is of `" + kernel.name + "`, not of `" + request.kernel + "`.");
  input.identity = identityOf(*reader);
  return input;
}

CaptureReplayer::Progress named(const CaptureReplayer::Progress& progress, const std::string& what) {
  return [progress, what](const EngineProgress& now) {
    if (progress) progress({now.phase, what + ": " + now.text, now.fraction});
  };
}

ReplayVariant replayOf(const VariantRecord& variant) {
  ReplayVariant replayed;
  replayed.name = variant.id;
  replayed.findShape = true;
  for (const VariantFile& file : variant.files) replayed.openTexts[file.path] = file.after;
  return replayed;
}

Verification verificationOf(const ReplayRun& original, const VariantReplay& replay) {
  Verification v;
  v.identical = replay.verdict() == VariantReplay::Verdict::same;
  v.judged = !replay.run.unfit;
  v.summary = replay.message();
  v.findings = replay.newFindings;
  v.original.launches = {original.launch};
  v.variant.launches = {replay.run.launch};
  if (v.identical) {
    // The one launch stands for the other, whatever the kernel of a guarded copy is called.
    EngineRun instead;
    instead.launches = v.variant.launches;
    instead.launches.front().kernel = original.launch.kernel;
    v.traces = kernelTraces(v.original, instead);
  }
  for (EngineRun* run : {&v.original, &v.variant}) run->launches.front().metrics.reset();
  v.variant.failure = replay.run.failure;
  v.variant.findings = replay.run.findings;
  v.variant.notes = replay.run.notes;
  v.variant.seconds = replay.run.seconds;
  v.variant.compileSeconds = replay.run.compileSeconds;
  v.variant.peakBytes = replay.run.peakBytes;
  v.comparedLaunches = 1;
  for (const BufferComparison& buffer : replay.run.buffers) {
    v.comparedBytes += buffer.bytes;
    v.comparedElements += buffer.elements;
    if (buffer.same()) continue;
    v.differences.push_back({buffer.buffer, buffer.firstIndex, buffer.reference, buffer.actual, buffer.differing,
                             "Results differ: " + buffer.message()});
  }
  return v;
}

}  // namespace warpwright

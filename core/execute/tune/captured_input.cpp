#include "core/execute/tune/captured_input.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/symbol_name.h"
#include "core/base/temporary_folder.h"
#include "core/capture/capture_file.h"
#include "core/execute/gpu/gpu_compiler.h"
#include "core/execute/replay/capture_choice.h"
#include "core/execute/tune/capture_ways.h"
#include "core/job/gpu_job.h"
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

Status captureOnEngine(const CapturedInputRequest& request, std::chrono::milliseconds timeLimit,
                       const CaptureReplayer::Progress& progress, std::stop_token stop) {
  EngineJob job = request.program;
  job.timeLimit = timeLimit;
  job.capture = CaptureRequest{request.newCapture, request.kernel, request.launchIndex, true, {}};
  Result<EngineRun> run = runOnEngine(job, progress, stop);
  if (!run.ok()) return run.error();
  if (run->failure) return *run->failure;
  if (!run->capture) return Error{ErrorKind::worker, "The launch was not captured.", std::nullopt};
  return {};
}

/// What is kept with the capture: how to compile the kernel again, and the texts that it is of.
CapturedProgram describe(const EngineJob& job, const GpuBuild& build) {
  CapturedProgram program;
  program.path = job.path.string();
  program.compilerFlags = job.compilerFlags;
  program.arguments = job.arguments;
  std::error_code ignored;
  program.workingFolder = (job.workingFolder.empty() ? fs::current_path(ignored) : job.workingFolder).string();
  program.arch = job.arch;
  program.toolkit = job.toolkit;
  std::set<std::string> files;
  for (const UnitFlags& unit : build.program.units) files.insert(unit.file);
  for (const auto& [name, kernel] : build.kernels) files.insert({kernel.at.file, kernel.launchAt.file});
  for (const std::string& file : files) {
    const Result<std::string> text = file.empty() ? inputError("") : readFile(file);
    if (text.ok()) program.sources.push_back({file, hashText(*text)});
  }
  return program;
}

Result<fs::path> buildForGpu(const CapturedInputRequest& request, const TemporaryFolder& folder, std::stop_token stop) {
  const auto nvcc = findNvcc(request.program.toolkit);
  if (!nvcc) return Error{ErrorKind::worker, "No nvcc was found to build the program with.", std::nullopt};
  const Result<GpuInfo> gpu = describeGpu(0, nullptr, stop);  // the one that a program takes by itself
  if (!gpu.ok()) return gpu.error();
  if (folder.path().empty()) return Error{ErrorKind::io, "There is no place for temporary files.", std::nullopt};
  return buildWithNvcc(*nvcc, request.onGpu->program, gpu->arch, folder.path(), std::move(stop));
}

/// `program`: as nvcc has built it.
Status runOnGpu(const CapturedInputRequest& request, const fs::path& program, const CaptureReplayer::Progress& progress,
                std::stop_token stop) {
  const EngineJob& job = request.program;
  GpuProgramRequest run;
  run.mode = GpuProgramRequest::Mode::capture;
  run.capture = {request.newCapture, request.kernel, request.launchIndex, true, {}};
  run.program = describe(job, *request.onGpu);
  run.kernels = request.onGpu->kernels;
  run.timeLimit = job.timeLimit;
  std::vector<std::string> command{program.string()};
  command.insert(command.end(), job.arguments.begin(), job.arguments.end());
  const auto tell = [&](const std::string& text) {
    if (progress) progress({"run", text + " on the GPU", -1});
  };
  const Result<GpuProgramRun> ran = runGpuProgram(run, command, false, tell, stop);
  if (!ran.ok()) return ran.error();
  if (const auto problem = captureProblem(run, *ran)) return *problem;
  return {};
}

/// Captures the launch unless a capture of it is there that still holds.
Status makeCapture(const CapturedInputRequest& request, const CaptureReplayer::Progress& progress,
                   std::stop_token stop) {
  if (auto known = CaptureReader::open(request.newCapture); known.ok() && stillHolds(known->capture(), request))
    return {};
  if (request.onGpu && !request.built.empty()) {
    const Status onGpu = runOnGpu(request, request.built, progress, stop);
    if (onGpu.ok() || onGpu.error().kind == ErrorKind::cancelled) return onGpu;
  }
  std::chrono::milliseconds limit = request.program.timeLimit;
  if (!request.onGpu) return captureOnEngine(request, limit, progress, std::move(stop));
  // A GPU runs in no time what takes the engine minutes.
  constexpr std::chrono::milliseconds whereOtherwise(20'000), engineAlone(4'000);
  if (limit.count() == 0 || limit > whereOtherwise) limit = whereOtherwise;
  const TemporaryFolder folder;
  Result<fs::path> program = inputError("It was not built.");
  return captureBy({[&](std::stop_token end) { return captureOnEngine(request, limit, progress, std::move(end)); },
                    [&](std::stop_token end) {
                      program = buildForGpu(request, folder, std::move(end));
                      return program.ok() ? Status() : Status(program.error());
                    },
                    [&](std::stop_token end) { return runOnGpu(request, *program, progress, std::move(end)); },
                    [&] {
                      if (progress) progress({"compile", "nvcc", -1});
                    }},
                   engineAlone, std::move(stop));
}

}  // namespace

std::optional<GpuBuild> gpuBuildOf(const AnalysisResult& analysis, const KernelSummary& kernel,
                                   const EngineJob& program) {
  GpuBuild build;
  std::vector<const ProgramSummary*> having;
  for (const std::string& name : kernel.programs) {
    if (const ProgramSummary* one = programNamed(analysis.programs, name)) having.push_back(one);
  }
  const auto isNamed = [&](const ProgramSummary* one) { return one->main == program.path.string(); };
  const auto named = std::find_if(having.begin(), having.end(), isNamed);
  if (named != having.end()) having = {*named};
  const std::vector<UnitFlags> known = unitFlagsOf(analysis);
  const auto add = [&](const std::string& file) {
    const auto isIt = [&](const UnitFlags& unit) { return unit.file == file; };
    if (std::any_of(build.program.units.begin(), build.program.units.end(), isIt)) return;
    const auto unit = std::find_if(known.begin(), known.end(), isIt);
    build.program.units.push_back(
        unit != known.end() ? *unit : UnitFlags{file, program.workingFolder.string(), program.compilerFlags});
  };
  if (having.size() == 1) {
    for (const std::string& file : having.front()->units) add(file);
    build.program.libraries = having.front()->libraries;
  } else {
    for (const UnitSummary& unit : analysis.units) add(unit.file);
  }
  if (build.program.units.empty()) return std::nullopt;
  for (const KernelSummary& one : analysis.kernels) {
    KernelSource& source = build.kernels[one.name];
    source.at = one.nameAt;
    if (one.launches.size() == 1) source.launchAt = one.launches.front().at;
  }
  return build;
}

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
    return inputError("The capture is of `" + demangled(kernel.mangledName) + "`, not of `" + request.kernel + "`.");
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

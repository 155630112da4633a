#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"
#include "core/base/source_range.h"
#include "core/capture/launch_capture.h"
#include "core/job/kernel_trace.h"
#include "core/kernel/observed_launch.h"
#include "core/model/memory/launch_metrics.h"

namespace warpwright {

/// One launch of a program that is to be captured (core/capture).
struct CaptureRequest {
  std::filesystem::path path;                   ///< the file to write
  std::string kernel;                           ///< name without parameters, or mangled; empty: any
  uint64_t launchIndex = 0;                     ///< which launch of that kernel, from 0
  bool stopAfter = false;                       ///< the program need not go on afterwards
  std::map<std::string, Tolerance> tolerances;  ///< by buffer, kept with the capture
};

/// Launches of one kernel whose requests to memory are to be kept (core/model/memory/request_trace.h).
struct RequestTraceRequest {
  std::filesystem::path path;                ///< the file to write
  std::string kernel;                        ///< name without parameters, or mangled
  uint64_t firstLaunch = 0;                  ///< of that kernel, from 0
  uint64_t launches = 8;                     ///< that many; the program is ended after the last of them
  uint64_t bytesLimit = uint64_t{16} << 20;  ///< a launch; of a larger one there is a sample
};

/// A capture that was written.
struct CaptureSummary {
  std::filesystem::path path;
  std::string kernel;
  uint64_t launchIndex = 0, memoryBytes = 0, fileBytes = 0;
};

/// One run of a user's program on the CPU engine: what `warpwright-cpu-worker` is given. See PROTOCOL.md.
struct EngineJob {
  std::filesystem::path path;       ///< .cu file, folder or compile_commands.json
  std::filesystem::path project;    ///< the folder that is open, where `path` is a file; empty: none
  std::filesystem::path variantOf;  ///< the source file that `path` is another version of, wherever it lies
  std::filesystem::path compiled;   ///< what `compileTo` left: nothing of `path` is looked at
  std::filesystem::path compileTo;  ///< compile only, to this file; empty: run
  std::map<std::string, std::string> openTexts;  ///< texts in place of files on disk (a variant, unsaved edits)
  std::vector<std::string> compilerFlags;
  std::vector<std::string> arguments;  ///< of the user's program
  std::filesystem::path workingFolder;
  std::string arch = "sm_90";
  std::string device;            ///< the GPU to be like, by name ("H200"); empty: the first of `arch`
  std::string toolkit = "auto";  ///< "auto", "none" or its root
  bool check = false;            ///< races, uninitialised shared reads, bounds, divergence
  bool countAccesses = false;    ///< fills EngineLaunch::accesses; `check` and `metrics` do so, too
  bool boundSums = false;  ///< with `check`: the record has how far sums by atomics may lie from others of their terms
  bool metrics = false;    ///< what launches ask of memory, modelled for `arch`; not with `check`
  std::vector<std::string> assumptions;  ///< `Assumption::check` texts to check while it runs
  std::optional<CaptureRequest> capture;
  std::optional<RequestTraceRequest> requestTrace;  ///< without `check`, `metrics` and `capture`
  std::filesystem::path
      outputRecord;  ///< where to write what the program computed; empty: nowhere. Files are put back then
  std::filesystem::path placesOf;          ///< the record of another run: what that allocated lies where it lay there
  uint64_t memoryLimitBytes = 0;           ///< 0: the engine's default
  std::chrono::milliseconds timeLimit{0};  ///< 0: none. Past it, the message names kernel, block, thread and line
  unsigned workers = 1;                    ///< threads that run blocks
  bool showOutput = false;                 ///< the program writes to the caller's stdout and stderr directly
  bool observe = false;                    ///< fills EngineRun::observed
};

/// Something wrong that the engine saw.
struct EngineFinding {
  std::string kind;     ///< "race", "uninitialised-read", "out-of-bounds", "misaligned-access", "barrier-divergence",
                        ///< "undefined-shuffle", "assumption", "leak", …
  std::string message;  ///< one sentence for people
  std::string kernel;
  std::string object;        ///< array or allocation
  SourcePosition at, other;  ///< `other`: the second access of a race
  std::array<uint32_t, 3> block{}, thread{};
  uint64_t count = 1;  ///< how often; each (kind, at, other) is reported once
};

struct EngineLaunch {
  std::string kernel;
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint64_t sharedBytes = 0;
  double seconds = 0;
  uint64_t accesses = 0;                         ///< loads and stores of all threads; 0 where not counted
  std::optional<memsim::LaunchMetrics> metrics;  ///< of a job that asks for them
};

/// How a run ended. `failure` set: the program did not run to its end (compile error, missing call, fault, limit).
struct EngineRun {
  int exitCode = 0;
  std::optional<Error> failure;
  std::vector<EngineLaunch> launches;
  std::vector<EngineFinding> findings;
  std::string output, errorOutput;  ///< what the program printed
  double seconds = 0, compileSeconds = 0;
  uint64_t peakBytes = 0;
  std::optional<CaptureSummary> capture;
  std::vector<std::string> notes;        ///< "libm in place of libdevice", …
  std::vector<ObservedKernel> observed;  ///< of a job that asks for it: what launches were like, also of a failed run
};

struct EngineProgress {
  std::string phase;     ///< "compile", "run"
  std::string text;      ///< "dynproc_kernel, launch 3, block 120 of 463"
  double fraction = -1;  ///< -1: not known
};

/// Starts a worker for the job, follows its events, ends it on `stop`. A crash, a hang or a fault in the user's program
/// is an EngineRun with `failure`; an Error is returned only where no worker could be started or on cancel.
Result<EngineRun> runOnEngine(const EngineJob& job, const std::function<void(const EngineProgress&)>& progress,
                              std::stop_token stop);

class WorkerPlace;

/// `runOnEngine`, or the same elsewhere.
using RunEngine = std::function<Result<EngineRun>(
    const EngineJob& job, const std::function<void(const EngineProgress&)>& progress, std::stop_token stop)>;

/// Runs programs at a place: each is compiled here and needs no source there. Arguments that name files here are sent
/// with it, and name those there; other files that it reads must be there, below a folder of its own. What it prints
/// comes at its end. Errors (usage): a job with a capture, which is made here. `place` must outlive it.
RunEngine engineAt(WorkerPlace& place);

/// JSON of the job, its run and the events between them (PROTOCOL.md). Reading fails on a missing or mistyped field;
/// `from_json` throws nlohmann::json::exception there.
nlohmann::json toJson(const EngineJob& job);
Result<EngineJob> engineJobFromJson(const nlohmann::json& json);
nlohmann::json toJson(const EngineRun& run);
void to_json(nlohmann::json& json, const EngineJob& job);
void from_json(const nlohmann::json& json, EngineJob& job);
void to_json(nlohmann::json& json, const EngineLaunch& launch);
void from_json(const nlohmann::json& json, EngineLaunch& launch);
void to_json(nlohmann::json& json, const EngineFinding& finding);
void from_json(const nlohmann::json& json, EngineFinding& finding);
void to_json(nlohmann::json& json, const CaptureSummary& capture);
void from_json(const nlohmann::json& json, CaptureSummary& capture);

/// One difference between what two runs did.
struct OutputDifference {
  std::string buffer;  ///< "gpuResult[1] (pathfinder.cu:196)"; else the text or file, "exit code", "launches"
  uint64_t index = 0;  ///< element, line or launch, from 0
  std::string original, variant;
  uint64_t count = 1;  ///< differing elements of this buffer, or lines
  std::string message;
  std::string kind = "memory";  ///< "memory", "output", "file", "launches", "exit"
};

/// Results that differ by no more than sums of the same numbers do whose additions are grouped in another way.
struct RoundedSums {
  uint64_t elements = 0;
  double largestAbsolute = 0, largestRelative = 0;  ///< how far they lie apart; the latter by the original's magnitude
  double largestShare = 0;                          ///< of what they may
  std::string largest;  ///< "`total[0]` is 3.0000002 instead of 3": that of the largest share

  friend bool operator==(const RoundedSums&, const RoundedSums&) = default;
};

struct Verification {
  bool identical = false;
  bool judged = true;  ///< false: the variant could not be made, compiled or launched here; nothing of it ran
  std::vector<OutputDifference> differences;
  std::vector<EngineFinding> findings;  ///< of the variant, that the original does not have
  std::optional<RoundedSums> rounded;   ///< of a variant that makes sums in another order (see judgeReassociated)
  EngineRun original, variant;
  std::vector<KernelTrace> traces;  ///< of identical runs whose jobs ask for metrics
  std::string notTraced;            ///< why there are none though they were asked for; it is a note of the variant, too
  uint64_t comparedBytes = 0, comparedElements = 0, comparedLaunches = 0;
  std::string hint;     ///< what to do about the differences, where there is something; else empty
  std::string summary;  ///< "Identical. 5 launches, 500,000 results compared bit by bit; no races, …"
};

/// How what programs print and write to files is compared.
struct EffectRules {
  bool ignoreOutput = false;    ///< what they print is not compared
  bool timesMayDiffer = false;  ///< nor are numbers in lines that tell a time or a rate
};

/// Runs both jobs on the same input, with checks on, and compares what they computed bit by bit, what they printed, the
/// files that they changed, the kernels that they launched and their exit codes. Where text or files differ, the
/// original runs once more: what differs between its two runs says nothing. Files are put back as they were after each
/// run. Numbers in lines that tell a time do not count: for variants that a tool made. Where the original's job asks
/// for metrics and all is well, both are run again and traced; what kept that from being done is a note of the variant.
Result<Verification> verifyOnEngine(EngineJob original, EngineJob variant,
                                    const std::function<void(const EngineProgress&)>& progress, std::stop_token stop);
/// The same with runs elsewhere, and by other rules.
Result<Verification> verifyWith(const RunEngine& runEngine, EngineJob original, EngineJob variant,
                                const EffectRules& rules, const std::function<void(const EngineProgress&)>& progress,
                                std::stop_token stop);
void to_json(nlohmann::json& json, const RoundedSums& sums);
void from_json(const nlohmann::json& json, RoundedSums& sums);
nlohmann::json toJson(const Verification& verification);
Result<Verification> verificationFromJson(const nlohmann::json& json);

}  // namespace warpwright

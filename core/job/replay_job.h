#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/capture/launch_capture.h"
#include "core/job/compare_memory.h"
#include "core/job/engine_job.h"

namespace warpwright {

/// A whole number that a variant's kernel takes behind the captured arguments.
struct AddedArgument {
  uint32_t bytes = 4;  ///< 4 or 8
  uint64_t value = 0;

  bool operator==(const AddedArgument&) const = default;
};

/// How a kernel is launched.
struct LaunchShape {
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint64_t dynamicSharedBytes = 0;
  std::vector<AddedArgument> added{};  ///< none: the captured arguments are all
  std::string kernel{};                ///< mangled name of the kernel that takes them; empty: the captured one's

  bool operator==(const LaunchShape&) const = default;
};
LaunchShape shapeOf(const LaunchCapture& capture);
/// What a replay looks for.
const std::string& kernelOf(const LaunchShape& shape, const LaunchCapture& capture);
/// "<<<(19,1,1),(256,1,1),0>>>"; of a kernel that takes a further 73: "<<<(5,1,1),(256,1,1),0>>>(…, 73)"
std::string toString(const LaunchShape& shape);
void to_json(nlohmann::json& json, const LaunchShape& shape);
/// May throw nlohmann::json::exception.
void from_json(const nlohmann::json& json, LaunchShape& shape);

/// What each thread touches, to be kept (core/model/memory/touch_trace.h).
struct TouchRequest {
  std::filesystem::path path;               ///< the file to write
  uint64_t bytesLimit = uint64_t{1} << 29;  ///< eight for each element of a thread; a larger launch is a failure
};

/// One replay of a captured launch: what `warpwright-cpu-worker` is given. See PROTOCOL.md.
struct ReplayJob {
  std::filesystem::path capture;
  EngineJob program;                 ///< how to compile it; `openTexts` hold a variant. Nothing of it is run
  std::optional<LaunchShape> shape;  ///< in place of the captured one
  bool findShape = false;            ///< find it in the variant's host code; what cannot be found is a failure
  bool onlyShape = false;            ///< and run nothing: the run's shape says what was found
  std::filesystem::path
      poisonedCapture;  ///< where to write a copy of the capture with poisoned outputs; empty: nowhere
  std::map<std::string, Tolerance> tolerances;  ///< by buffer, in place of the captured ones
  std::optional<TouchRequest> touches;          ///< without the other traces of `program`
};

/// The sources that the capture was made from are still the same here. Errors (stale, input): one has changed, or is
/// missing.
Status checkSources(const LaunchCapture& capture);

/// How a replay ended.
struct ReplayRun {
  std::optional<Error> failure;  ///< the kernel did not compile, or did not run to its end
  bool unfit = false;  ///< with `failure`: it did not compile, or not for the captured launch; nothing of it ran
  EngineLaunch launch;
  std::optional<LaunchShape> shape;       ///< that was found in the variant's host code, where the job asked for it
  std::vector<BufferComparison> buffers;  ///< each piece of memory against the reference
  std::vector<EngineFinding> findings;
  std::vector<std::string> poisoned;  ///< buffers whose outputs the poisoned copy hides
  std::vector<std::string> notes;
  double seconds = 0, compileSeconds = 0;
  uint64_t peakBytes = 0;

  bool same() const;                                ///< ran to its end, and every buffer is the same
  const BufferComparison* firstDifference() const;  ///< null: every buffer is the same
};

/// Starts a worker for the job and follows it. A crash or a hang of the worker is a ReplayRun with `failure`; an Error
/// is returned only where no worker could be started or on cancel.
Result<ReplayRun> replayOnEngine(const ReplayJob& job, const std::function<void(const EngineProgress&)>& progress,
                                 std::stop_token stop);

class WorkerPlace;

/// The same for several at another place, side by side where it can: each is compiled here, and needs no source there.
/// `capture`: the one that is here, where a job names a poisoned copy that an earlier one left there. Errors: no worker
/// here, the place is lost, cancelled.
Result<std::vector<ReplayRun>> replayAt(WorkerPlace& place, const std::vector<ReplayJob>& jobs,
                                        const std::filesystem::path& capture,
                                        const std::function<void(const EngineProgress&)>& progress,
                                        std::stop_token stop);

nlohmann::json toJson(const ReplayJob& job);
Result<ReplayJob> replayJobFromJson(const nlohmann::json& json);
nlohmann::json toJson(const ReplayRun& run);
Result<ReplayRun> replayRunFromJson(const nlohmann::json& json);
void to_json(nlohmann::json& json, const ReplayRun& run);
void from_json(const nlohmann::json& json, ReplayRun& run);

}  // namespace warpwright

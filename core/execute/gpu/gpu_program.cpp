#include "core/execute/gpu/gpu_program.h"

#include <string.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "core/base/file.h"
#include "core/base/json_fields.h"
#include "core/base/temporary_folder.h"

namespace warpwright {

using nlohmann::json;

void fieldsOf(auto& fields, Of<LaunchCount> auto& count) {
  fields("name", count.name);
  fields("mangled_name", count.mangledName);
  fields("launches", count.launches);
  fields("grid", count.grid);
  fields("block", count.block);
  fields("dynamic_shared", count.dynamicSharedBytes);
}

void fieldsOf(auto& fields, Of<KernelSource> auto& kernel) {
  fields("at", kernel.at);
  fields("launch_at", kernel.launchAt);
  fields("parameters", kernel.parameterNames);
}

void fieldsOf(auto& fields, Of<GpuProgramRequest> auto& request) {
  static constexpr const char* modeNames[] = {"capture", "list", "profile"};
  fields("mode", named(request.mode, modeNames));
  fields("answer", request.answer);
  fields("capture", request.capture.path);
  fields("kernel", request.capture.kernel);
  fields("launch_index", request.capture.launchIndex);
  fields.through("tolerances", request.capture.tolerances, tolerancePairs, tolerancesFromPairs);
  fields("program", request.program);
  fields("kernels", request.kernels);
}

namespace {

namespace fs = std::filesystem;

constexpr uint64_t maxOutputBytes = uint64_t{64} << 20;

/// Puts a run together from the lines of the library. Several processes of a program may have written them.
class AnswerReader {
 public:
  explicit AnswerReader(GpuProgramRun& run) : run_(run) {}

  void take(const std::string& line) {
    try {
      takeEvent(json::parse(line));
    } catch (const json::exception&) {
      // A process that was killed while it wrote leaves half a line.
    }
  }

 private:
  void takeEvent(const json& event) {
    const std::string name = event.at("event").get<std::string>();
    if (name == "ready") {
      run_.loaded = true;
    } else if (name == "note") {
      run_.notes.push_back(event.at("text").get<std::string>());
    } else if (name == "failure") {
      run_.failure = event.get<Error>();
    } else if (name == "capture") {
      run_.capture = event.get<CaptureSummary>();
    } else if (name == "profile") {
      Result<ProgramProfile> profile = programProfileFromJson(event);
      if (!profile.ok()) return;
      if (run_.profile) {
        run_.profile->add(*profile);
      } else {
        run_.profile = std::move(profile.value());
      }
    } else if (name == "launches") {
      for (const json& entry : event.at("kernels")) addLaunches(entry);
    }
  }

  void addLaunches(const json& entry) {
    auto count = entry.get<LaunchCount>();
    for (LaunchCount& known : run_.launches) {
      if (known.mangledName != count.mangledName) continue;
      known.launches += count.launches;
      return;
    }
    run_.launches.push_back(std::move(count));
  }

  GpuProgramRun& run_;
};

Status readAnswer(const fs::path& file, GpuProgramRun& run) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return {};
  Result<std::string> text = readFile(file);
  if (!text.ok()) return text.error();
  AnswerReader reader(run);
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) reader.take(line);
  return {};
}

}  // namespace

json toJson(const GpuProgramRequest& request) {
  return request;
}

Result<GpuProgramRequest> gpuProgramRequestFromJson(const json& object) {
  return readJson<GpuProgramRequest>(object, "The request to the capture library is malformed: ", ErrorKind::usage);
}

json endJson(const GpuProgramRun& run) {
  return {{"exit", run.end.exitCode},
          {"signal", run.end.signal},
          {"seconds", run.end.seconds},
          {"output", run.end.output},
          {"error_output", run.end.errorOutput}};
}

Error notOnGpu(const GpuProgramRun& run) {
  std::string message = "The program did not use a GPU: its CUDA driver was never started";
  if (run.end.signal != 0) {
    message += std::string(", and it ended with: ") + ::strsignal(run.end.signal);
  } else if (run.end.exitCode != 0) {
    message += ", and it ended with exit code " + std::to_string(run.end.exitCode);
  }
  return inputError(message + ". Say the compiled program and its arguments after `--`.");
}

Result<fs::path> captureLibrary() {
  if (const char* named = std::getenv("WARPWRIGHT_CAPTURE_LIBRARY"); named && *named) return fs::path(named);
  const char* name = "libwarpwright_capture.so";
  std::error_code ignored;
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const fs::path& place : {folder / name, folder / "../lib" / name, folder / "../libexec/warpwright" / name}) {
    if (fs::exists(place, ignored)) return fs::weakly_canonical(place, ignored);
  }
  return Error{ErrorKind::worker,
               std::string("The capture library (") + name +
                   ") is not beside this program. Build or install it, or set "
                   "WARPWRIGHT_CAPTURE_LIBRARY to it.",
               std::nullopt};
}

Result<GpuProgramRun> runGpuProgram(GpuProgramRequest request, const std::vector<std::string>& command, bool showOutput,
                                    const std::function<void(const std::string&)>& progress, std::stop_token stop) {
  Result<fs::path> library = captureLibrary();
  if (!library.ok()) return library.error();
  const TemporaryFolder folder;
  if (folder.path().empty()) return Error{ErrorKind::io, "There is no place for temporary files.", std::nullopt};
  request.answer = folder.path() / "answer";
  const fs::path file = folder.path() / "request.json";
  const std::string text = toJson(request).dump(-1, ' ', false, json::error_handler_t::replace);
  if (Status written = writeFileAtomically(file, text); !written.ok()) return written.error();
  SubprocessOptions options;
  options.command = command;
  options.environment = {{"CUDA_INJECTION64_PATH", library->string()}, {"WARPWRIGHT_CAPTURE_REQUEST", file.string()}};
  std::error_code ignored;
  if (fs::is_directory(request.program.workingFolder, ignored)) options.workingFolder = request.program.workingFolder;
  options.timeout = request.timeLimit;
  options.inheritOutput = showOutput;
  options.maxOutputBytes = maxOutputBytes;
  if (progress) progress("running " + fs::path(command.front()).filename().string());
  Result<SubprocessEnd> end = runSubprocess(options, stop);
  if (!end.ok()) return end.error();
  if (end->cancelled) return cancelledError();
  GpuProgramRun run;
  run.end = std::move(end.value());
  if (Status read = readAnswer(request.answer, run); !read.ok()) return read.error();
  return run;
}

}  // namespace warpwright

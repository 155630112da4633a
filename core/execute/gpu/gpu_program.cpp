#include "core/execute/gpu/gpu_program.h"

#include <string.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/file.h"
#include "core/base/temporary_folder.h"

namespace warpwright {
namespace {

using nlohmann::json;
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
      run_.failure =
          Error{errorKindFromName(event.value("kind", "input")), event.at("message").get<std::string>(), std::nullopt};
    } else if (name == "capture") {
      run_.capture = captureSummaryFromJson(event);
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
    LaunchCount count;
    count.name = entry.at("name").get<std::string>();
    count.mangledName = entry.at("mangled_name").get<std::string>();
    count.launches = entry.at("launches").get<uint64_t>();
    count.grid = entry.at("grid").get<std::array<uint32_t, 3>>();
    count.block = entry.at("block").get<std::array<uint32_t, 3>>();
    count.dynamicSharedBytes = entry.at("dynamic_shared").get<uint64_t>();
    for (LaunchCount& known : run_.launches) {
      if (known.mangledName != count.mangledName) continue;
      known.launches += count.launches;
      return;
    }
    run_.launches.push_back(std::move(count));
  }

  GpuProgramRun& run_;
};

constexpr const char* modeNames[] = {"capture", "list", "profile"};

json positionJson(const SourcePosition& at) {
  return {{"file", at.file}, {"line", at.line}, {"column", at.column}};
}
SourcePosition positionFrom(const json& object) {
  return {object.at("file").get<std::string>(), object.at("line").get<uint32_t>(), object.at("column").get<uint32_t>()};
}

GpuProgramRequest requestFrom(const json& object) {
  GpuProgramRequest request;
  const auto mode = object.at("mode").get<std::string>();
  for (size_t i = 0; i < std::size(modeNames); ++i) {
    if (mode == modeNames[i]) request.mode = static_cast<GpuProgramRequest::Mode>(i);
  }
  request.answer = object.at("answer").get<std::string>();
  request.capture.path = object.at("capture").get<std::string>();
  request.capture.kernel = object.at("kernel").get<std::string>();
  request.capture.launchIndex = object.at("launch_index").get<uint64_t>();
  for (const auto& [name, tolerance] : object.at("tolerances").items()) {
    request.capture.tolerances[name] = {tolerance.at(0).get<double>(), tolerance.at(1).get<double>()};
  }
  request.program = capturedProgramFromJson(object.at("program"));
  for (const auto& [name, kernel] : object.at("kernels").items()) {
    request.kernels[name] = {positionFrom(kernel.at("at")), positionFrom(kernel.at("launch_at")),
                             kernel.at("parameters").get<std::vector<std::string>>()};
  }
  return request;
}

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
  json kernels = json::object(), tolerances = json::object();
  for (const auto& [name, kernel] : request.kernels) {
    kernels[name] = {{"at", positionJson(kernel.at)},
                     {"launch_at", positionJson(kernel.launchAt)},
                     {"parameters", kernel.parameterNames}};
  }
  for (const auto& [name, tolerance] : request.capture.tolerances) {
    tolerances[name] = {tolerance.absolute, tolerance.relative};
  }
  return {{"mode", modeNames[static_cast<int>(request.mode)]},
          {"answer", request.answer.string()},
          {"capture", request.capture.path.string()},
          {"kernel", request.capture.kernel},
          {"launch_index", request.capture.launchIndex},
          {"tolerances", tolerances},
          {"program", toJson(request.program)},
          {"kernels", kernels}};
}

Result<GpuProgramRequest> gpuProgramRequestFromJson(const json& object) {
  try {
    return requestFrom(object);
  } catch (const json::exception& problem) {
    return Error{ErrorKind::usage, std::string("The request to the capture library is malformed: ") + problem.what(),
                 std::nullopt};
  }
}

Result<fs::path> captureLibrary() {
  if (const char* named = std::getenv("WARPWRIGHT_CAPTURE_LIBRARY"); named && *named) return fs::path(named);
  const char* name = "libwarpwright_capture.so";
  std::error_code ignored;
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const fs::path& place : {folder / name, folder / "../lib" / name, folder / "../lib/warpwright" / name}) {
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

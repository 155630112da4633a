#include "core/execute/replay/profile_program.h"

#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace warpwright {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::optional<Error> whyNoProfile(const GpuProgramRun& run) {
  if (run.failure) return run.failure;
  if (!run.loaded) return notOnGpu(run);
  if (run.profile) return std::nullopt;
  return inputError(
      "There is no profile: the program ended without leaving main or calling exit, so that its last records were "
      "lost.");
}

/// A file that may be run, and is no script or folder.
bool isExecutable(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
}

}  // namespace

Result<ProfiledProgram> profileProgram(const ProgramToProfile& program,
                                       const std::function<void(const std::string&)>& progress, std::stop_token stop) {
  if (program.command.empty() || program.command.front().empty())
    return Error{ErrorKind::usage, "Say which program to run.", {}};
  if (progress) progress("looking for a GPU");
  const Result<GpuInfo> gpu = describeGpu(0, nullptr, stop);  // the one that a program takes by itself
  if (!gpu.ok()) return gpu.error();
  GpuProgramRequest request;
  request.mode = GpuProgramRequest::Mode::profile;
  request.program.workingFolder = program.workingFolder;
  request.timeLimit = program.timeLimit;
  Result<GpuProgramRun> run =
      runGpuProgram(std::move(request), program.command, program.showOutput, progress, std::move(stop));
  if (!run.ok()) return run.error();
  ProfiledProgram profiled{*std::move(run), *gpu, {}};
  profiled.failure = whyNoProfile(profiled.run);
  return profiled;
}

json toJson(const ProfiledProgram& profiled) {
  const GpuProgramRun& run = profiled.run;
  json answer = run.profile ? toJson(*run.profile) : json{{"schema", "warpwright.profile/1"}};
  answer["device"] = profiled.gpu.name;
  answer["driver"] = "CUDA " + profiled.gpu.driver;
  answer["program"] = endJson(run);
  if (profiled.failure) answer["failure"] = profiled.failure->message;
  return answer;
}

std::vector<fs::path> likelyExecutables(const fs::path& start, const fs::path& project, const std::string& name) {
  std::set<fs::path> folders;
  std::set<std::string> names = {"main", "a.out"};
  if (!name.empty()) names.insert(fs::path(name).filename().string());
  if (!start.empty()) names.insert(start.stem().string());
  for (const fs::path& folder : {start.parent_path(), project}) {
    if (folder.empty()) continue;
    names.insert(folder.filename().string());
    for (const char* below : {"", "build", "build/release", "build/Release", "bin", "build/bin", "cmake-build-release"})
      folders.insert((folder / below).lexically_normal());
  }
  std::vector<std::pair<fs::file_time_type, fs::path>> found;
  std::set<fs::path> known;
  for (const fs::path& folder : folders) {
    for (const std::string& one : names) {
      const fs::path file = (folder / one).lexically_normal();
      std::error_code ignored;
      if (one.empty() || !isExecutable(file) || !known.insert(fs::weakly_canonical(file, ignored)).second) continue;
      found.emplace_back(fs::last_write_time(file, ignored), file);
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<fs::path> files;
  for (auto& [when, file] : found) files.push_back(std::move(file));
  return files;
}

}  // namespace warpwright

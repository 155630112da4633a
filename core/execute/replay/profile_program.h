#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/execute/gpu/gpu_program.h"
#include "core/job/gpu_job.h"
#include "core/job/program_profile.h"

namespace warpwright {

/// A compiled program that is to be run, and where.
struct ProgramToProfile {
  std::vector<std::string> command;        ///< the program and its arguments
  std::filesystem::path workingFolder;     ///< empty: the caller's
  bool showOutput = false;                 ///< it writes to our stdout and stderr, in place of to the run
  std::chrono::milliseconds timeLimit{0};  ///< past it the program is ended; 0: none
};

/// How that went.
struct ProfiledProgram {
  GpuProgramRun run;  ///< with the profile, where there is one
  GpuInfo gpu;
  std::optional<Error> failure;  ///< why there is no whole profile: it did not use a GPU, or did not leave its main
};

/// Runs a compiled program on the first GPU of this machine, at its own speed, and tells where the GPU's time went. The
/// GPU is asked for by a worker: no driver is loaded into the caller. `progress` is told what happens, in words.
/// Errors: no program was said, no GPU, the worker or the program is not there, cancelled.
Result<ProfiledProgram> profileProgram(const ProgramToProfile& program,
                                       const std::function<void(const std::string&)>& progress, std::stop_token stop);

/// `warpwright.profile/1`: the profile, the GPU, how the program ended and what is wrong.
nlohmann::json toJson(const ProfiledProgram& profiled);

/// Where the executable of a program most likely lies: newest first, files that can be run in the folder of the file
/// with its `main`, in that of the project, and in the usual folders of builds in both, which have the name of the
/// program, of that file, of one of these folders, or "main" or "a.out". `name`: of the program; may be empty.
std::vector<std::filesystem::path> likelyExecutables(const std::filesystem::path& start,
                                                     const std::filesystem::path& project, const std::string& name);

}  // namespace warpwright

#pragma once

#include <filesystem>

namespace warpwright {

/// The other end of `openPlace`: runs beside the workers on the machine that they were brought to
/// and speaks the protocol of PROTOCOL.md ("The remote agent") on standard input and output. Keeps
/// files under `cache`. Ends, and ends all workers with it, when its input does. Gives the exit
/// code.
int runRemoteAgent(const std::filesystem::path& cache);

/// One task of a job array: runs the job in `folder`/job-NUMBER.json and leaves its events in
/// `folder`/events-NUMBER and, when it is over, `folder`/end-NUMBER.json. Gives the exit code.
int runArrayTask(const std::filesystem::path& folder, unsigned number);

}  // namespace warpwright

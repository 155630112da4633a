#pragma once

#include <map>
#include <stop_token>
#include <string>

#include "analysis/frontend/parsed_unit.h"
#include "core/base/result.h"
#include "core/job/replay_job.h"

namespace warpwright::analysis {

/// How a variant launches the captured kernel: the captured launch, changed as the launch in the variant's host code is
/// changed (core/capture/FORMAT.md says how that is found out), with the values of whole numbers that its kernel takes
/// behind the captured arguments. `openTexts` are the files that the variant replaces, `project` the folder that is
/// open (empty: none). Errors: the launch or the host code that leads to it has changed in a way that leaves a size or
/// an argument open; says what to do.
Result<LaunchShape> variantLaunch(const LaunchCapture& capture, const std::map<std::string, std::string>& openTexts,
                                  const std::filesystem::path& project, std::stop_token stop);

}  // namespace warpwright::analysis

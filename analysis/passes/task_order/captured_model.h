#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

#include "analysis/analyzer/analysis.h"
#include "analysis/model/kernel_paths.h"
#include "core/capture/launch_capture.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::reuse {

/// What a captured kernel does, for the captured block.
struct CapturedModel {
  KernelModel model;
  model::KernelPaths paths;
};

/// Parses `file` and models the kernel (the captured one where `kernel` is empty). Errors: the file cannot be read or
/// has no such kernel; cancelled.
Result<CapturedModel> modelOfCapture(const analysis::AnalyzeOptions& options, const std::filesystem::path& file,
                                     const std::string& kernel, const LaunchCapture& launch, std::stop_token stop);

}  // namespace warpwright::reuse

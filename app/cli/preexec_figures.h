#pragma once

#include <stop_token>
#include <string>

#include "app/cli/output.h"

namespace warpwright::cli {

/// Runs the nine samples of resources/samples/preexecution on the model of `device` and writes the figures of HPCA'12
/// to `folder`: preexecution.html, figure*.svg and figures.json. Sizes are those of its Table 1. Gives the exit code.
int figuresCommand(const std::string& folder, const std::string& device, const OutputOptions& output,
                   std::stop_token stop);

}  // namespace warpwright::cli

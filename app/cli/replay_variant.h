#pragma once

#include <string>

#include "core/runner/replay_capture.h"

namespace warpwright::cli {

/// "PATH=FILE" or "FILE" of --variant: which file of the program a variant replaces, and with what. Errors: it cannot be read; it
/// is not clear which file it replaces.
Result<ReplayVariant> readReplayVariant(const std::string& word, const LaunchCapture& capture);

/// "<<<grid,block,shared>>>" of --variant-launch; `_` stays as captured. Errors: anything else.
Result<LaunchShape> readVariantLaunch(const std::string& text, const LaunchShape& captured);

}  // namespace warpwright::cli

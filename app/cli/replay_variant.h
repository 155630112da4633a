#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/execute/replay/replay_capture.h"

namespace warpwright::cli {

/// "PATH=FILE", "FILE" or "FOLDER" of --variant: which files of the program a variant replaces, and with what. Errors:
/// one cannot be read; it is not clear which file it replaces.
Result<ReplayVariant> readReplayVariant(const std::string& word, const LaunchCapture& capture);

/// "<<<grid,block,shared>>>" of --variant-launch; `_` stays as captured. Errors: anything else.
Result<LaunchShape> readVariantLaunch(const std::string& text, const LaunchShape& captured);

/// All of --variant, each with its launch: that of its host code, or `launch` where it is not empty. What cannot be
/// replayed goes to `refused` with the reason. Errors: of another kind than input; cancelled.
Result<std::vector<ReplayVariant>> readReplayVariants(const std::vector<std::string>& words, const std::string& launch,
                                                      const LaunchCapture& capture,
                                                      std::vector<std::pair<std::string, Error>>& refused,
                                                      std::stop_token stop);

}  // namespace warpwright::cli

#pragma once

#include <cstdint>
#include <filesystem>

#include "core/capture/capture_file.h"

namespace warpwright {

/// Writes a copy of a capture whose memory lies from `base` on, in the same order and with the same places within 2
/// MiB, and whose arguments are changed to lead there: for a replay that cannot have the addresses of a GPU. That is
/// harmless only where memory holds no addresses, before the launch and after it. Any word of memory that could be one
/// of a captured piece counts as one. Errors: such a word (says where), a damaged capture, what a writer says.
Status relocateCapture(const CaptureReader& from, const std::filesystem::path& to, uint64_t base);

}  // namespace warpwright

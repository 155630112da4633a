#pragma once

#include <string_view>

namespace warpwright::cli {

/// Tells progress to the process that started this one and awaits it (core/mcp/command_line.h); nothing where none
/// does.
void tellProgress(double fraction, std::string_view phase);

/// Whether one does.
bool isProgressAwaited();

}  // namespace warpwright::cli

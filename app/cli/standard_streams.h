#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace warpwright::cli {

/// Standard output for a protocol alone: whatever else this process prints goes to standard error from here on. Gives
/// what writes into the protocol; where nobody listens any more, that ends the process. Errors: no descriptor is left.
Result<std::function<void(const std::string&)>> takeOutput();

/// Hands what comes on standard input to `accept`, until it ends, `isOver` says so, or it is stopped.
void readInput(const std::function<void(std::string_view)>& accept, const std::function<bool()>& isOver,
               const std::stop_token& stop);

}  // namespace warpwright::cli

#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "core/base/result.h"

namespace warpwright::cli {

/// What --budget says: "60s", "5m", "1h"; a number without a letter is seconds. Nothing: it says nothing. Errors
/// (usage): it is no time.
Result<std::optional<std::chrono::milliseconds>> readBudget(const std::string& text);

}  // namespace warpwright::cli

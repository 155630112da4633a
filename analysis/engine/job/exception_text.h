#pragma once

#include <string>

namespace warpwright::engine {

/// The exception that is under way, in words: its type, and what it says.
std::string currentExceptionText();

}  // namespace warpwright::engine

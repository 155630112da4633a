#pragma once

#include <string>

namespace warpwright {

/// A word of a command line as a shell reads it back: in quotes where it has to be.
std::string shellWord(const std::string& word);

}  // namespace warpwright

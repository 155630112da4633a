#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpwright {

/// The libraries that the words of a command name, and where they lie: "-lm", "-L/p/lib", in their order and as often
/// as they stand there (static ones may have to come twice). Names may stand apart (`-l m`); relative folders begin at
/// `folder`.
std::vector<std::string> librariesIn(const std::vector<std::string>& words, const std::filesystem::path& folder);

}  // namespace warpwright

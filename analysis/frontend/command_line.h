#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace warpwright::frontend {

/// Splits as a POSIX shell would: blanks, single and double quotes, backslashes. Expands nothing.
std::vector<std::string> splitShell(std::string_view text);

/// Splits at commas that no backslash protects.
std::vector<std::string> splitCommas(std::string_view text);

/// Replaces @file, -optf file and --options-file file by the words of these files, also nested.
/// Errors: a response file that cannot be read, or that includes itself.
Result<std::vector<std::string>> expandResponseFiles(const std::vector<std::string>& words,
                                                     const std::filesystem::path& folder);

}  // namespace warpwright::frontend

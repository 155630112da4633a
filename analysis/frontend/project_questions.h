#pragma once

#include <filesystem>
#include <string>

#include "core/base/file_index.h"

namespace warpwright::frontend {

/// Words for a question about the files of a project, which is asked again where it matters whether a project still is
/// as it was: which files below `root`, as `file` sees it, does a header of this name mean?
std::string headersQuestion(const std::filesystem::path& root, const std::filesystem::path& file,
                            const std::string& name);
std::string headersAnswer(const FileIndex& project, const std::string& name);

}  // namespace warpwright::frontend

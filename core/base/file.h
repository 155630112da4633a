#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace warpwright {

/// The whole file as bytes. Errors: missing, unreadable, no regular file, larger than `maxBytes`.
Result<std::string> readFile(const std::filesystem::path& path, uint64_t maxBytes = uint64_t{1} << 31);

/// Replaces `path` as a whole or leaves it as it was: writes a file beside it, fsyncs, renames, fsyncs the folder.
/// Keeps the permissions of an existing file and follows a symbolic link. Errors name the cause (read-only, disk full)
/// and what to do.
Status writeFileAtomically(const std::filesystem::path& path, std::string_view bytes);

/// Writes a file that is not there yet, as a whole or not at all. Errors: as above; `stale` if there is one by now,
/// which stays as it is.
Status createFileAtomically(const std::filesystem::path& path, std::string_view bytes);

/// Where `resources/` lies: $WARPWRIGHT_RESOURCES, else beside the installed program, else the source tree it was
/// built from.
std::filesystem::path resourceFolder();

/// Where the program `name` of Warpwright lies: beside the running executable, else in $PATH.
std::filesystem::path programPath(std::string_view name);

}  // namespace warpwright

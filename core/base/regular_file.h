#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "core/base/result.h"

namespace warpwright {

/// No file of source text is larger: what claims to be is turned down before it is read.
inline constexpr uint64_t largestSource = uint64_t{64} << 20;
/// Nor is a compile_commands.json.
inline constexpr uint64_t largestDatabase = uint64_t{256} << 20;

/// What a path leads to where that is no file whose bytes can be read: "it is a folder", "it is a pipe". Empty for a
/// regular file. `mode`: of stat.
const char* whyNoRegularFile(unsigned mode);

/// Ok where a regular file of at most `maxBytes` is there, links followed. Looks, and opens nothing: it never waits.
/// Errors: missing, a loop of links, a folder, pipe, socket or device, too large.
Status checkRegularFile(const std::filesystem::path& path, uint64_t maxBytes);

/// A regular file that is open for reading; never waits for the other end of a pipe. Every file that a user, a project
/// or a capture names is opened by this, by `readFile`, or after `checkRegularFile`. Errors: as above, and unreadable.
Result<int> openRegularFile(const std::filesystem::path& path, uint64_t maxBytes);

using FileStream = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// The same as a stream of the C library, for files that are read in parts.
Result<FileStream> openFileStream(const std::filesystem::path& path);

}  // namespace warpwright

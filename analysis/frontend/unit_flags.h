#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/makefile_flags.h"

namespace warpwright::frontend {

/// By its name: a plain C or C++ file.
bool isHostSource(const std::filesystem::path& file);

/// A file alone. Its flags are those that `completeFlags` gives.
CompileCommand unlistedUnit(const std::filesystem::path& file);

/// Adds to units, whose roots are known, what is said of them elsewhere: by compile_flags.txt and `.clangd`, or else by
/// a Makefile, of those of the `unlisted` files, which no compile_commands.json lists; by the `.warpwright.toml` of
/// their project; and last, so that they win, the user's own flags. `every`: a file that a Makefile compiles in several
/// ways becomes a unit for each. Errors: flags that name a file that is not there; a `.warpwright.toml`
/// that cannot be read.
Status completeFlags(std::vector<CompileCommand>& units, const std::set<std::filesystem::path>& unlisted,
                     const std::vector<std::string>& userFlags, bool every = false);

/// Why what a Makefile says of a unit does not tell all that may change what its source means; empty: it does, or says
/// nothing of it.
std::string whyOpen(const MakefileFlags::Found& found, const CompileCommand& unit);

}  // namespace warpwright::frontend

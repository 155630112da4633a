#pragma once

#include <string>

#include "core/base/symbol_name.h"

namespace warpwright::engine {

/// True for files of the user: not a header of the compiler, the system, a toolkit or Warpwright's own CUDA headers.
bool isUserFile(const std::string& path);
/// True for a file of Warpwright's own CUDA headers.
bool isOwnHeader(const std::string& path);
/// A header of libwarpwright_runtime, which rewritten programs include.
bool isRuntimeLibrary(const std::string& path);

/// Where Warpwright's own CUDA headers lie here.
std::string ownHeaders();

/// They lay in this folder where the code was compiled that this process runs. Before anything is loaded; the last call
/// counts.
void alsoOwnHeaders(const std::string& folder);

}  // namespace warpwright::engine

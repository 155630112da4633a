#pragma once

#include <string>
#include <vector>

#include "core/base/subprocess.h"

namespace warpwright {

/// The first errors that nvcc, or the linker that it calls, printed, else its first lines, in one line.
std::string firstMessages(const SubprocessEnd& end);

/// The header that nvcc stops at because it finds none of that name; empty: it stops for something else.
std::string missingHeader(const SubprocessEnd& end);

/// What nvcc says would allow what it refuses, and Clang allows always; empty: nothing would. `given`: its command.
std::string missingPermission(const SubprocessEnd& end, const std::vector<std::string>& given);

/// Does it miss calls of the runtime that older toolkits had (cudaThreadSynchronize), or that took other arguments?
bool asksForRemovedCalls(const SubprocessEnd& end);

}  // namespace warpwright

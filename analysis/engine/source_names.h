#pragma once

#include <string>

namespace warpwright::engine {

/// True for files of the user: not a header of the compiler, the system, a toolkit or Warpwright's own CUDA headers.
bool isUserFile(const std::string& path);
/// A mangled name as people write it, with parameters; other names as they are.
std::string demangled(const std::string& name);
/// As `demangled`, without parameters, return type and template arguments: "dynproc_kernel".
std::string functionName(const std::string& name);
/// The variable's own name: "prev" for a mangled or function-local one.
std::string variableName(const std::string& name);

}  // namespace warpwright::engine

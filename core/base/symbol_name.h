#pragma once

#include <string>
#include <vector>

namespace warpwright {

/// A mangled name as people write it, with parameters; other names as they are.
std::string demangled(const std::string& name);
/// As `demangled`, without parameters, return type and template arguments: "dynproc_kernel".
std::string functionName(const std::string& name);
/// The variable's own name: "prev" for a mangled or function-local one.
std::string variableName(const std::string& name);
/// The parameter types of a mangled function, as `demangled` writes them: {"int", "float const*"}. Empty: it takes
/// none, or the name is not a mangled one.
std::vector<std::string> parameterTypes(const std::string& name);
/// The same of a text that ends in parameters: "void(const float *, int)".
std::vector<std::string> parameterTypesIn(const std::string& signature);
/// What a pointer type points to, without its qualifiers: "float" for "float const*"; empty for other types.
std::string pointeeType(const std::string& type);

}  // namespace warpwright

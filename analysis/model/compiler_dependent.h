#pragma once

#include "analysis/frontend/parsed_unit.h"
#include "core/base/message.h"

namespace clang {
class FunctionDecl;
}

namespace warpwright::model {

/// Why what a kernel does, or how it is launched, may hang on who compiles it and for what: macros that compilers
/// choose (`__CUDA_ARCH__`, `__GNUC__`, `CUDART_VERSION`, `_OPENMP` …) decide of something that it, what it uses, or
/// host code of the unit names. The unit was read with one value of each; a build may have another. Empty: none does.
/// Told by names in the texts of project files, whichever arms of conditions are taken: of two things of one name, both
/// are meant. That `__CUDA_ARCH__` is defined, which tells the device side from the host side, does not count. A
/// sentence. `kernel`: a definition of a project file, or an instantiation.
Message whyCompilerDependent(const frontend::ParsedUnit& unit, const clang::FunctionDecl& kernel);

}  // namespace warpwright::model

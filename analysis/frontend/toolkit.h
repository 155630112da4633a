#pragma once

#include <filesystem>
#include <optional>

#include "analysis/frontend/parsed_unit.h"
#include "core/base/result.h"

namespace warpwright::frontend {

/// The root of a CUDA toolkit (it holds include/cuda_runtime.h): `named` where it is not empty, else $CUDA_HOME,
/// $CUDA_PATH, above the nvcc in $PATH, /usr/local/cuda; none where there is none.
/// Errors: `named` is no toolkit.
Result<std::optional<std::filesystem::path>> findToolkit(const std::filesystem::path& named);

/// Options for a program that says under which headers it is compiled: "auto" (or nothing), "none", or a toolkit's
/// root.
ParseOptions optionsUnder(const std::string& toolkit);

/// Clang's own headers: $WARPWRIGHT_CLANG_RESOURCES, else where the build found them, else the usual places.
/// Errors: nowhere; names the package to install.
Result<std::filesystem::path> findClangResources();

}  // namespace warpwright::frontend

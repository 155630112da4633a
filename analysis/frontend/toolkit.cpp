#include "analysis/frontend/toolkit.h"

#include <cstdlib>
#include <sstream>

namespace warpwright::frontend {
namespace {

namespace fs = std::filesystem;

bool isToolkit(const fs::path& root) {
  std::error_code ignored;
  return !root.empty() && fs::exists(root / "include/cuda_runtime.h", ignored);
}

}  // namespace

Result<std::optional<fs::path>> findToolkit(const fs::path& named) {
  using Found = std::optional<fs::path>;
  if (!named.empty()) {
    if (isToolkit(named)) return Found(named);
    return Error{ErrorKind::usage,
                 named.string() +
                     " is no CUDA toolkit: it has no include/cuda_runtime.h. Name its root (such as "
                     "/usr/local/cuda), or use --cuda none.",
                 std::nullopt};
  }
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* value = std::getenv(variable);
    if (value && isToolkit(value)) return Found(value);
  }
  std::istringstream folders(std::getenv("PATH") ? std::getenv("PATH") : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code ignored;
    const fs::path compiler = fs::canonical(fs::path(folder) / "nvcc", ignored);
    if (!ignored && isToolkit(compiler.parent_path().parent_path())) return Found(compiler.parent_path().parent_path());
  }
  if (isToolkit("/usr/local/cuda")) return Found("/usr/local/cuda");
  return Found();
}

ParseOptions optionsUnder(const std::string& toolkit) {
  ParseOptions options;
  if (toolkit == "none") {
    options.headers = HeaderMode::own;
  } else if (toolkit != "auto" && !toolkit.empty()) {
    options.headers = HeaderMode::toolkit;
    options.toolkit = toolkit;
  }
  return options;
}

Result<fs::path> findClangResources() {
  std::error_code ignored;
  const char* chosen = std::getenv("WARPWRIGHT_CLANG_RESOURCES");
  for (const fs::path& folder : {fs::path(chosen ? chosen : ""), fs::path(CLANG19_RESOURCE_DIR),
                                 fs::path("/usr/lib/llvm-19/lib/clang/19"), fs::path("/usr/lib/clang/19")}) {
    if (!folder.empty() && fs::exists(folder / "include/stddef.h", ignored)) return folder;
  }
  return inputError(
      "Clang 19's own headers are missing. Install the package libclang-common-19-dev, or set "
      "WARPWRIGHT_CLANG_RESOURCES to the folder that holds include/stddef.h.");
}

}  // namespace warpwright::frontend

#include "analysis/frontend/components.h"

#include <llvm/Config/llvm-config.h>
#include <z3.h>

#include <cstdlib>

#include "analysis/frontend/toolkit.h"
#include "core/base/file.h"

namespace warpwright::frontend {

std::string toolkitVersion(const std::filesystem::path& root) {
  const auto header = readFile(root / "include/cuda.h");
  if (!header.ok()) return {};
  const std::string mark = "#define CUDA_VERSION ";
  const size_t at = header->find(mark);
  if (at == std::string::npos) return {};
  const int number = std::atoi(header->c_str() + at + mark.size());
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

std::vector<std::pair<std::string, std::string>> components() {
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  const auto toolkit = findToolkit({});
  std::string headers = "Warpwright's own, no toolkit was found";
  if (toolkit.ok() && *toolkit) headers = toolkitVersion(**toolkit) + " in " + (*toolkit)->string();
  return {{"LLVM and Clang", LLVM_VERSION_STRING},
          {"Z3", std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build)},
          {"CUDA headers", headers}};
}

}  // namespace warpwright::frontend

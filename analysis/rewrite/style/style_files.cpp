#include "analysis/rewrite/style/style_files.h"

#include "core/base/file_index.h"

namespace warpwright::rewrite {

namespace fs = std::filesystem;

std::vector<fs::path> stylesAbove(const fs::path& file) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (fs::path folder = file.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    for (const char* name : {".clang-format", "_clang-format"}) {
      if (fs::exists(folder / name, ignored)) found.push_back(folder / name);
    }
  }
  if (found.empty()) return found;
  const fs::path root = projectRoot(file);
  std::erase_if(found, [&](const fs::path& one) { return !isBelow(one, root); });
  return found;
}

}  // namespace warpwright::rewrite

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace warpwright::mcp {

/// What an assistant may name: files below one folder, links followed, and flags of the compiler that lead nowhere
/// else.
class FolderRule {
 public:
  /// `root`: a folder that is there.
  explicit FolderRule(const std::filesystem::path& root);

  const std::filesystem::path& root() const { return root_; }
  /// The absolute path of what is named from the root or in full, whether it is there or not. Errors (usage): it lies
  /// outside.
  Result<std::filesystem::path> path(const std::string& named) const;
  /// The same of a file or folder that must be there. Errors (usage): it is not, or it lies outside.
  Result<std::filesystem::path> existing(const std::string& named) const;
  /// Errors (usage): a flag that is not one of -D, -U, -I, -isystem, -std, -x, -arch, or of arithmetic; a folder
  /// outside.
  Status flags(const std::vector<std::string>& flags) const;

 private:
  std::filesystem::path root_;
};

}  // namespace warpwright::mcp

#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>

namespace warpwright {

/// A folder of its own in the system's folder for temporary files ($TMPDIR), that goes with its owner.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
  ~TemporaryFolder();
  /// Empty: it could not be made.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;  ///< locked as long as the owner lives: see sweepTemporaryFolders
};

/// Removes what processes that were killed left behind: folders of this user whose owner no longer lives, last changed
/// at least `age` ago. Gives how many went.
size_t sweepTemporaryFolders(std::chrono::seconds age = std::chrono::hours(1));

}  // namespace warpwright

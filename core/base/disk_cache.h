#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warpwright {

/// Bytes by name in a folder that several processes use at once. A cache: whatever is in it may be gone at any time,
/// and what was damaged is not found. From any thread.
class DiskCache {
 public:
  /// The folder is made when something is kept. `mostBytes`: what has not been asked for longest goes where there is
  /// more.
  explicit DiskCache(std::filesystem::path folder, uint64_t mostBytes = uint64_t{1} << 30);

  /// The bytes as they were kept. `name`: letters, digits, `-` and `.`.
  std::optional<std::string> find(const std::string& name) const;
  /// Keeps them, in place of others of that name: as a whole or, where the folder takes nothing, not at all. Whoever is
  /// killed in the middle of it leaves what was there.
  void keep(const std::string& name, std::string_view bytes) const;
  bool holds(const std::string& name) const;
  /// Removes what has not been asked for longest, down to a part of what there may be, and what writers have left that
  /// were killed.
  void makeRoom() const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path pathOf(const std::string& name) const;

  std::filesystem::path folder_;
  uint64_t mostBytes_;
};

/// Where Warpwright keeps what it can find again: $WARPWRIGHT_CACHE, else $XDG_CACHE_HOME/warpwright, else
/// ~/.cache/warpwright. Empty where $WARPWRIGHT_CACHE is `none`, and where there is no such folder to be had.
std::filesystem::path userCacheFolder();

}  // namespace warpwright

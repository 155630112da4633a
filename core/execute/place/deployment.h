#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace warpwright {

/// A set of files that are brought to another machine together and stay there under their hash.
struct FileTree {
  struct File {
    std::string name;  ///< below the tree: "bin/warpwright-cpu-worker"
    std::filesystem::path from;
    uint64_t bytes = 0;
    bool executable = false;
    std::string hash;  ///< of its content, 32 hexadecimal digits
  };
  std::vector<File> files;
  std::string hash;  ///< of names and contents, 32 hexadecimal digits

  uint64_t bytes() const;
  /// "hash bytes name" a line: what the files are to be, for the one who gets them.
  std::string manifest() const;
};

/// What workers need: two trees, since libraries seldom change and programs do with every build.
struct Deployment {
  FileTree libraries;    ///< lib/…: all but those of the C library, which are the machine's own
  FileTree programs;     ///< bin/…, share/…
  std::string cLibrary;  ///< version of this machine's: the other one needs it, or a newer one ("2.36")
};

/// The workers of this build with what they load. Errors: one is missing, unreadable.
Result<Deployment> currentDeployment(std::stop_token stop);

/// The tree as a tar archive, piece by piece, with `manifest` as the file MANIFEST. Errors:
/// unreadable; what `put` gives.
Status writeTar(const FileTree& tree, const std::function<Status(std::string_view)>& put);

/// The content hash of a file, 32 hexadecimal digits. Errors: unreadable.
Result<std::string> hashFile(const std::filesystem::path& file);

/// The tree that lies in `folder` is what its MANIFEST says. Errors: a file is missing or differs.
Status checkTree(const std::filesystem::path& folder);

}  // namespace warpwright

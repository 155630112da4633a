#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <llvm/ADT/IntrusiveRefCntPtr.h>

namespace llvm::vfs {
class FileSystem;
}

namespace warpwright::frontend {

class ReadRecord;

/// The texts one parse saw, and where it must not look for the project's own files.
struct SourceFiles {
  std::map<std::string, std::string> openTexts;  ///< unsaved, by absolute path
  std::vector<std::string> systemFolders;        ///< compiler, toolkit, Warpwright: each ends with '/'
  std::set<std::string> hidden;                  ///< paths at which nothing is to be found
  std::map<std::string, std::string> unpatched;  ///< texts as the user has them where the parser saw another one
  std::vector<std::string> notes;                ///< what was rewritten
  /// Files that exist in memory only (a precompiled prelude …). A name stands for one text for good.
  std::map<std::string, std::shared_ptr<const std::string>> generated;
  std::shared_ptr<ReadRecord> reads;  ///< is told of all that is looked at on disk; may be null
  std::string roomy;                  ///< a file that is shown with `room` blanks behind its text
  static constexpr size_t room = size_t{1} << 16;

  bool isProject(const std::string& file) const;
};

/// A file system that shows open texts and generated files in place of the disk and joins split launch brackets in
/// the project's files. It opens regular files only, and none that is larger than a source can be. It keeps a reference
/// to `files`, which must outlive it.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> overlay(std::shared_ptr<SourceFiles> files);

/// Generated files stand in the root folder: Clang asks for the folder of a file, and that one is always there.
/// Absolute, without "." and "..".
std::string normalPath(const std::string& file);

}  // namespace warpwright::frontend

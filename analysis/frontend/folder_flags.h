#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace warpwright::frontend {

/// How files are compiled that no compile_commands.json lists, as clangd has it: the nearest compile_flags.txt holds a
/// word a line; of it, the `.clangd` files above the source, the outermost first, take words away and add others
/// (CompileFlags: Remove, Add; If: PathMatch, PathExclude). Keeps what it has read.
class FolderFlags {
 public:
  struct Words {
    std::vector<std::string> words;
    std::filesystem::path folder;    ///< where their relative paths start
    std::vector<std::string> notes;  ///< what could not be read, or is not followed
  };
  /// Nothing above `root`, the folder of the project, is looked at.
  Words of(const std::filesystem::path& file, const std::filesystem::path& root);

 private:
  /// One part of a `.clangd`.
  struct Fragment {
    std::vector<std::string> match, exclude;  ///< of the path below the folder: regular expressions
    std::vector<std::string> add, remove;
  };
  struct Folder {
    bool hasFlags = false;
    std::vector<std::string> flags;  ///< of its compile_flags.txt
    std::vector<Fragment> fragments;
    std::vector<std::string> notes;
  };
  const Folder& at(const std::filesystem::path& folder);
  static void readFlags(const std::filesystem::path& file, Folder& folder);
  static void readClangd(const std::filesystem::path& file, Folder& folder);

  std::map<std::filesystem::path, Folder> known_;
};

}  // namespace warpwright::frontend

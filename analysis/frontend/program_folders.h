#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <unordered_set>

namespace warpwright::frontend {

/// Does the file lie in the folder or below it? By name, both alike: absolute, or not.
bool liesIn(const std::filesystem::path& folder, const std::filesystem::path& file);

/// The folder below which a path lies and another does not: where their ways part. Empty: one of them is a folder of
/// the other, or they lie beside each other there.
std::filesystem::path ownFolder(const std::filesystem::path& path, const std::filesystem::path& other);

/// Which folders hold a program of their own.
class ProgramFolders {
 public:
  ProgramFolders() = default;
  /// `mains`: the files that define a `main`, or are a program in another way.
  explicit ProgramFolders(const std::set<std::filesystem::path>& mains);
  /// Are two files of different programs, as far as folders tell? Where their ways part, a `main` lies on either side.
  /// What lies where the ways part belongs to what is below.
  bool areApart(const std::filesystem::path& one, const std::filesystem::path& other) const;
  /// Does the first lie in a folder with a program that the other does not lie in?
  bool isOfOther(const std::filesystem::path& file, const std::filesystem::path& than) const;

 private:
  std::unordered_set<std::string> holding_;  ///< a `main`, in themselves or below
};

}  // namespace warpwright::frontend

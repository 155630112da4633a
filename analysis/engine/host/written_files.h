#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/engine/host/host_program.h"
#include "core/job/output_record.h"

namespace warpwright::engine {

/// Files that a program changes, as it asks the C and C++ libraries for them: what each held before is kept, so that
/// what became of it can be recorded and the file put back as it was. Only regular files, links and folders; what
/// processes do that the program starts is not seen. One a process.
class WrittenFiles {
 public:
  /// Relative names are told from the folder that is the current one now.
  WrittenFiles();
  WrittenFiles(const WrittenFiles&) = delete;
  WrittenFiles& operator=(const WrittenFiles&) = delete;

  /// The functions that open, rename and remove files, by symbol: each tells the current instance and then does what it
  /// does.
  static void addSymbols(HostProgram::Symbols& symbols);
  /// Null: files are not watched.
  static WrittenFiles*& current();
  /// Held by a call that changes files, and by `finish`.
  static std::mutex& changing();

  /// The program is about to change the file; of a link, what it leads to.
  void note(const std::filesystem::path& path);
  /// The program is about to remove or replace what has that name, with all below it; a link by itself.
  void noteTree(const std::filesystem::path& path);
  /// The program is about to bring what is at `from`, with all below it, to `to`, or into it where that is a folder.
  void noteCopies(const std::filesystem::path& from, const std::filesystem::path& to);
  /// The program is about to make the folder.
  void noteFolder(const std::filesystem::path& path);
  /// The program has just made the file or folder, which was not there.
  void noteMade(const std::filesystem::path& path);
  void noteMadeFolder(const std::filesystem::path& path);
  /// The program starts a process, whose files are not followed.
  void noteProcess() { startsProcesses_ = true; }
  /// Records what changed and puts it back. Sentences about what could not be put back.
  std::vector<std::string> finish(OutputRecordWriter& writer);

 private:
  struct Before {
    bool existed = false, kept = true;
    std::string content;
    std::filesystem::file_time_type time;
    std::filesystem::perms permissions = std::filesystem::perms::none;
    std::filesystem::path target;  ///< of a symbolic link
  };
  void keep(const std::filesystem::path& file);
  static void putBack(const std::filesystem::path& path, const Before& before);
  void recordFolders(OutputRecordWriter& writer);
  std::string nameOf(const std::filesystem::path& path) const;

  std::filesystem::path folder_;
  std::map<std::filesystem::path, Before> files_;
  bool startsProcesses_ = false;
  std::vector<std::filesystem::path> folders_;  ///< that the program made
  std::set<std::filesystem::path> oldFolders_;  ///< that it may have removed
  uint64_t keptBytes_ = 0;
};

}  // namespace warpwright::engine

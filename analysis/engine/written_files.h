#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/engine/host_program.h"
#include "core/runner/output_record.h"

namespace warpwright::engine {

/// Files that a program changes, as it asks the C and C++ libraries for them: what each held before is kept, so that
/// what became of it can be recorded and the file put back as it was. Only regular files, and new ones; what processes
/// do that the program starts is not seen. One a process.
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

  /// The program is about to change the file.
  void note(const char* path);
  /// The program is about to make the folder.
  void noteFolder(const char* path);
  /// Records what changed and puts it back. Sentences about what could not be put back.
  std::vector<std::string> finish(OutputRecordWriter& writer);

 private:
  struct Before {
    bool existed = false, kept = true;
    std::string content;
    std::filesystem::file_time_type time;
  };
  std::string nameOf(const std::filesystem::path& path) const;

  std::filesystem::path folder_;
  std::map<std::filesystem::path, Before> files_;
  std::vector<std::filesystem::path> folders_;
  uint64_t keptBytes_ = 0;
};

}  // namespace warpwright::engine

#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/subprocess.h"
#include "core/job/whole_program.h"

namespace warpwright {

/// The files below a folder, by what tells that one was written: when it was last, and its size.
using FolderState = std::map<std::string, std::pair<std::filesystem::file_time_type, uint64_t>>;

/// Files in folders whose names begin with a dot are left out, and what cannot be looked at; 50,000 at most.
FolderState stateOf(const std::filesystem::path& folder);

/// What a run of a program leaves behind for others to see.
struct ProgramOutputs {
  int exitCode = 0, signal = 0;
  std::string printed, printedErrors;     ///< on stdout and stderr
  std::map<std::string, uint64_t> files;  ///< that it wrote below its folder, by relative name: a hash of the content
};

/// Of a run that began when the folder was as `before`.
ProgramOutputs outputsOf(const SubprocessEnd& end, const std::filesystem::path& folder, const FolderState& before);

/// Words and files in which runs of the program differ from each other are not compared, nor are numbers in lines that
/// speak of time or speed, which a faster program prints otherwise. Requires: one original; with one alone,
/// nothing is known of what varies.
OutputComparison compareOutputs(const std::vector<ProgramOutputs>& originals, const ProgramOutputs& changed);

}  // namespace warpwright

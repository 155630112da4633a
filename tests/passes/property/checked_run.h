#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warpwright::property {

/// What one run of a program on the engine, with its checks on, said about each kernel.
struct CheckedRun {
  std::string failure;  ///< why the program did not run to its end
  /// Kernel to hash, as the program prints them, and what the kernel said while it ran.
  std::map<std::string, std::string> results;
  std::map<std::string, std::vector<std::string>> findings;  ///< kernel to what the checks saw
  std::set<std::string> races, globalRaces;                  ///< kernels that race in shared, in global memory
  std::set<std::string> broken;                              ///< assumptions, as they were given
};

/// The compiler's flags for a program: they lead to the system header that it includes.
std::vector<std::string> systemFlags(const std::filesystem::path& file);
/// Puts that header there.
void writeSystemHeader(const std::filesystem::path& file);

/// Runs the text in place of `file`. Where WARPWRIGHT_PROPERTY_CACHE names a folder, what a run of the same text with
/// the same assumptions said is taken from there: mutants leave most programs as they are.
CheckedRun checkedRun(const std::filesystem::path& file, const std::string& text,
                      const std::vector<std::string>& assumptions);

}  // namespace warpwright::property

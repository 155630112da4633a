#pragma once

#include <string>
#include <vector>

namespace warpwright {

/// A file of a program, and how it is compiled.
struct UnitFlags {
  std::string file;                ///< absolute
  std::string folder;              ///< where relative names among the flags start; empty: not known
  std::vector<std::string> flags;  ///< as nvcc takes them, but for the architecture and what is linked
  bool operator==(const UnitFlags&) const = default;
};

/// Files of a project that make one executable. Paths are absolute.
struct ProgramSummary {
  std::string name;                         ///< no other program of the answer has it
  std::string main;                         ///< the file with `main`; empty: there is none, as in a library
  std::vector<std::string> units;           ///< compiled for it
  std::vector<std::string> files;           ///< what it is made of: units and what they include; sorted
  std::vector<UnitFlags> host;              ///< those of the units that are plain C and C++
  std::vector<std::string> libraries = {};  ///< "-lcublas", "-L/opt/lib": what it is linked with, as far as it is known

  bool has(const std::string& file) const;
  bool operator==(const ProgramSummary&) const = default;
};

/// The program of that name; null: there is none.
const ProgramSummary* programNamed(const std::vector<ProgramSummary>& programs, const std::string& name);

/// Those that are made of the file, in order.
std::vector<const ProgramSummary*> programsWith(const std::vector<ProgramSummary>& programs, const std::string& file);

struct AnalysisResult;

/// Makes the programs those of the answer, and says of each kernel which of them have it.
void setPrograms(AnalysisResult& result, std::vector<ProgramSummary> programs);

/// How the files that the answer knows are compiled. A file that is compiled in several ways is there several times.
std::vector<UnitFlags> unitFlagsOf(const AnalysisResult& result);

}  // namespace warpwright

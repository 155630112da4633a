#include "core/finding/program_summary.h"

#include <algorithm>

#include "core/finding/analysis_result.h"

namespace warpwright {

bool ProgramSummary::has(const std::string& file) const {
  return std::binary_search(files.begin(), files.end(), file);
}

const ProgramSummary* programNamed(const std::vector<ProgramSummary>& programs, const std::string& name) {
  const auto found =
      std::find_if(programs.begin(), programs.end(), [&](const ProgramSummary& one) { return one.name == name; });
  return found == programs.end() ? nullptr : &*found;
}

std::vector<const ProgramSummary*> programsWith(const std::vector<ProgramSummary>& programs, const std::string& file) {
  std::vector<const ProgramSummary*> with;
  for (const ProgramSummary& program : programs) {
    if (program.has(file)) with.push_back(&program);
  }
  return with;
}

void setPrograms(AnalysisResult& result, std::vector<ProgramSummary> programs) {
  for (KernelSummary& kernel : result.kernels) {
    kernel.programs.clear();
    for (const ProgramSummary* program : programsWith(programs, kernel.nameAt.file))
      kernel.programs.push_back(program->name);
  }
  result.programs = std::move(programs);
}

std::vector<UnitFlags> unitFlagsOf(const AnalysisResult& result) {
  std::vector<UnitFlags> all;
  for (const UnitSummary& unit : result.units) all.push_back({unit.file, unit.folder, unit.flags});
  for (const ProgramSummary& program : result.programs) {
    for (const UnitFlags& unit : program.host) {
      if (std::find(all.begin(), all.end(), unit) == all.end()) all.push_back(unit);
    }
  }
  return all;
}

}  // namespace warpwright

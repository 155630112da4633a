#include "core/session/keep_analysis.h"

#include <map>
#include <set>

#include "core/base/file.h"

namespace warpwright {

Status keepAnalysis(Session& session, const AnalysisResult& analysis, const std::filesystem::path& project,
                    const std::string& arch) {
  std::set<std::string> files;
  for (const UnitSummary& unit : analysis.units) files.insert(unit.file);
  for (const KernelSummary& kernel : analysis.kernels) files.insert(kernel.definition.begin.file);
  std::map<std::string, std::string> sources;
  for (const std::string& file : files) {
    if (Result<std::string> text = readFile(file); text.ok()) sources[file] = *std::move(text);
  }
  std::error_code ignored;
  const std::string whole = std::filesystem::weakly_canonical(project, ignored).string();
  if (Status set = session.setValue("project", whole); !set.ok()) return set;
  if (!arch.empty()) {
    if (Status set = session.setValue("arch", arch); !set.ok()) return set;
  }
  return session.addAnalysis(analysis, sources);
}

}  // namespace warpwright

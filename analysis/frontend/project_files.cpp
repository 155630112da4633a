#include "analysis/frontend/project_files.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>

#include <filesystem>
#include <set>

#include "analysis/frontend/kept_fact.h"
#include "analysis/frontend/parsed_unit_state.h"

namespace warpwright::frontend {

std::shared_ptr<const void>& keptFactOf(const ParsedUnit& unit, const void* key) {
  return const_cast<ParsedUnit&>(unit).state().facts[key];
}

std::vector<std::string> projectFiles(const ParsedUnit& unit) {
  // They are asked for again and again, and what has been parsed stays as it is.
  std::vector<std::string>& known = const_cast<ParsedUnit&>(unit).state().projectFiles;
  if (!known.empty()) return known;
  const clang::SourceManager& sources = unit.ast().getSourceManager();
  std::set<std::string> names;
  const auto add = [&](const clang::SrcMgr::SLocEntry& entry) {
    if (!entry.isFile()) return;
    const clang::OptionalFileEntryRef file = entry.getFile().getContentCache().OrigEntry;
    if (!file || !unit.isProjectFile(file->getName().str())) return;
    llvm::SmallString<256> path(file->getName());
    sources.getFileManager().makeAbsolutePath(path);
    names.insert(std::filesystem::path(path.str().str()).lexically_normal().string());
  };
  for (unsigned i = 0; i < sources.local_sloc_entry_size(); ++i) add(sources.getLocalSLocEntry(i));
  for (unsigned i = 0; i < sources.loaded_sloc_entry_size(); ++i) add(sources.getLoadedSLocEntry(i));
  known.assign(names.begin(), names.end());
  return known;
}

}  // namespace warpwright::frontend

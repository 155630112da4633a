#include "analysis/frontend/project_files.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>

#include <filesystem>
#include <set>

namespace warpwright::frontend {

std::vector<std::string> projectFiles(const ParsedUnit& unit) {
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
  return {names.begin(), names.end()};
}

}  // namespace warpwright::frontend

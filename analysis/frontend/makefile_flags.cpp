#include "analysis/frontend/makefile_flags.h"

#include <algorithm>

#include "core/base/file_index.h"

namespace warpwright::frontend {
namespace {

namespace fs = std::filesystem;

bool compilesAlike(const makefile::CompileWay& a, const makefile::CompileWay& b) {
  // What is left out matters only where it leaves open what the source means.
  return a.words == b.words && a.folder == b.folder && (a.leftOut == b.leftOut || (a.open.empty() && b.open.empty()));
}

}  // namespace

fs::path makefileIn(const fs::path& folder, const fs::path& root) {
  std::error_code failed;
  for (const char* name : {"GNUmakefile", "makefile", "Makefile"}) {
    const fs::path file = folder / name;
    if (!fs::is_regular_file(file, failed)) continue;
    const fs::path real = fs::canonical(file, failed);
    if (!failed && isBelow(real, fs::canonical(root, failed))) return file;
  }
  return {};
}

MakefileFlags::Read& MakefileFlags::at(const fs::path& folder, const fs::path& root) {
  const auto [known, isNew] = known_.try_emplace({folder, root});
  Read& read = known->second;
  if (!isNew) return read;
  read.file = makefileIn(folder, root);
  if (read.file.empty()) return read;
  Result<std::vector<makefile::CompileWays>> ways = makefile::CompileWays::readEach(read.file, root);
  if (ways.ok())
    read.ways = std::move(ways).value();
  else
    read.problem = ways.error().message;
  return read;
}

MakefileFlags::Found MakefileFlags::of(const fs::path& file, const fs::path& root) {
  Found found;
  for (fs::path folder = file.parent_path(); folder == root || isBelow(folder, root); folder = folder.parent_path()) {
    Read& read = at(folder, root);
    const std::string name = read.file.lexically_relative(file.parent_path()).string();
    if (!read.problem.empty()) found.notes.push_back("Not used: " + read.problem);
    for (makefile::CompileWays& ways : read.ways) {
      makefile::SourceWays said = ways.of(file);
      for (const std::string& note : said.notes) {
        std::string text = "The flags of " + name + " are not used: " + note + ".";
        if (std::ranges::find(found.notes, text) == found.notes.end()) found.notes.push_back(std::move(text));
      }
      found.others.insert(found.others.end(), said.others.begin(), said.others.end());
      for (makefile::CompileWay& way : said.ways) {
        const auto same = [&](const makefile::CompileWay& one) { return compilesAlike(one, way); };
        if (std::none_of(found.ways.begin(), found.ways.end(), same)) found.ways.push_back(std::move(way));
      }
    }
    if (!found.notes.empty()) found.ways.clear();
    if (!found.ways.empty() || !found.notes.empty() || folder == root || folder == folder.parent_path()) break;
  }
  return found;
}

}  // namespace warpwright::frontend

// Which part of a project a file's program is made of, as far as folders tell.
#include <algorithm>

#include "analysis/frontend/program_folders.h"
#include "analysis/model/code_text.h"
#include "analysis/model/conditional_text.h"
#include "analysis/program/name_makers.h"
#include "analysis/program/other_files.h"

namespace warpwright::analysis {

namespace fs = std::filesystem;

namespace {

constexpr size_t mostFiles = 4000;

/// Is a `main` neither part of a class or namespace nor of an arm of a condition, which some builds leave out?
bool hasPlainMain(const std::string& text) {
  const model::ConditionalText conditions(text);
  const std::string& plain = conditions.plain;
  int depth = 0;
  for (size_t at = 0; at < plain.size(); ++at) {
    if (plain[at] == '{') ++depth;
    if (plain[at] == '}') --depth;
    const bool isMain =
        depth <= 0 && plain.compare(at, 4, "main") == 0 && (at == 0 || !model::isWordPart(plain[at - 1]));
    const size_t open = isMain ? plain.find_first_not_of(" \t\r\n", at + 4) : std::string::npos;
    if (open == std::string::npos || plain[open] != '(') continue;
    const auto isAround = [&](const model::ConditionalGroup& group) { return group.begin < at && at < group.end; };
    if (std::ranges::none_of(conditions.groups, isAround)) return true;
  }
  return false;
}

}  // namespace

/// Are the two of different programs, as far as folders tell? `external`: the kernel that the one declares; where none
/// of its program defines it, it is linked to the other.
bool OtherFiles::arePrograms(const fs::path& one, const fs::path& other, const Files& all,
                             const std::string& external) {
  if (!all.folders.areApart(one, other)) return false;
  if (external.empty()) return true;
  const fs::path folder = frontend::ownFolder(one, other);
  return std::ranges::any_of(all.filesWith(external), [&](const File* file) {
    return frontend::liesIn(folder, file->path) && file->mention(external).defines;
  });
}

/// Does a file beside the source define the kernel, and the unit lie elsewhere?
bool OtherFiles::hasNearer(const File& source, const fs::path& main, const Files& all, const std::string& kernel) {
  const fs::path folder = source.path.parent_path();
  return folder != main.parent_path() && std::ranges::any_of(all.filesWith(kernel), [&](const File* file) {
           return file->path.parent_path() == folder && file->mention(kernel).defines;
         });
}

/// Adds to each file what its text hands to macros that make names, wherever these are defined.
void OtherFiles::addPieces(Files& files) {
  NameMakers makers;
  std::set<const File*> read;
  const auto readDefinitions = [&](const File* file) {
    if (read.insert(file).second) makers.add(file->text);
  };
  for (const File& file : files.all) {
    if (file.text.find("##") != std::string::npos || file.text.find("%:%:") != std::string::npos)
      readDefinitions(&file);
  }
  std::set<std::string> asked;
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (const std::string& name : std::set<std::string>(makers.names())) {
      if (!asked.insert(name).second) continue;
      isNew = true;
      std::ranges::for_each(files.filesWith(name), readDefinitions);
    }
  }
  std::set<const File*> handing;
  for (const std::string& name : asked) {
    for (const File* file : files.filesWith(name)) handing.insert(file);
  }
  for (const auto& [word, holding] : files.holding) {
    if (NameMakers::saysItMakes(word)) handing.insert(holding.begin(), holding.end());
  }
  // `-DTYPE=fast`: by each word of a build file, all that stand there with it.
  std::unordered_map<std::string, std::set<std::string_view>> beside;
  const auto wordsBeside = [&](const std::string& word) -> const std::set<std::string_view>& {
    const auto [known, isNew] = beside.try_emplace(word);
    if (!isNew) return known->second;
    for (const auto& [path, text] : files.build.texts) {
      if (text.values.contains(word)) known->second.insert(text.values.begin(), text.values.end());
    }
    return known->second;
  };
  for (File& file : files.all) {
    if (!handing.contains(&file)) continue;
    std::set<std::string> pieces = makers.piecesIn(file.text);
    for (const std::string& word : pieces) {
      for (const std::string_view one : wordsBeside(word)) file.wordsToJoin.emplace(one);
    }
    file.wordsToJoin.merge(pieces);
  }
}

void OtherFiles::index(Files& files) {
  for (const File& file : files.all) {
    model::eachWord(file.text, [&](std::string_view word) {
      std::vector<const File*>& holding = files.holding[word];
      if (!holding.empty() && holding.back() == &file) return;
      holding.push_back(&file);
      if (word.find("_Z") != std::string_view::npos) files.written.emplace_back(word, &file);
    });
  }
  addPieces(files);
  for (const File& file : files.all) {
    if (!file.wordsToJoin.empty()) files.joining.push_back(&file);
  }
  files.mains = files.build.modules;
  for (const File* file : files.filesWith("main")) {
    const std::string ending = file->path.extension().string();
    if (ending.starts_with(".c") && ending != ".cuh" && file->mention("main").defines && hasPlainMain(file->text))
      files.mains.insert(file->path);
  }
  files.folders = frontend::ProgramFolders(files.mains);
  indexIncludes(files);
}

/// The part of a project that speaks for a file: no program is that large by hand, so that a folder of more holds many,
/// of which the largest around the file counts that is not.
fs::path OtherFiles::partOf(const fs::path& file, const fs::path& root, const std::set<fs::path>& paths) {
  if (!frontend::liesIn(root, file)) return root;
  fs::path part = file.parent_path();
  const auto isSmall = [&](const fs::path& folder) {
    auto path = paths.lower_bound(folder / "");
    for (size_t count = 0; path != paths.end() && frontend::liesIn(folder, *path); ++path) {
      if (++count > mostFiles) return false;
    }
    return true;
  };
  while (part != root && frontend::liesIn(root, part) && isSmall(part.parent_path())) part = part.parent_path();
  return part;
}

/// Adds sources that build files name by where they lie, which need not be in the part.
void OtherFiles::addNamed(const std::set<fs::path>& named, const std::set<fs::path>& project,
                          std::set<fs::path>& paths) {
  for (const fs::path& one : named) {
    if (project.contains(one)) paths.insert(one);
    for (auto it = project.lower_bound(one / ""); it != project.end() && frontend::liesIn(one, *it); ++it)
      paths.insert(*it);
  }
}

}  // namespace warpwright::analysis

// Why launches of a kernel may be missing though no source that is read makes them.
#include <algorithm>

#include "analysis/model/code_text.h"
#include "analysis/model/launches.h"
#include "analysis/model/loaded_names.h"
#include "analysis/program/other_files.h"

namespace warpwright::analysis {

/// Graphs that the unit's launches are captured in may be handed to other files, which need not name its kernels.
std::optional<Launch> OtherFiles::changedElsewhere(const Question& question) {
  const Files& all = filesAround(question.main, question.root);
  const auto changes = [](const File& file) { return file.changesLaunches > 0; };
  if (question.hasAll || std::ranges::none_of(all.all, changes)) return std::nullopt;
  for (const File& file : all.all) {
    if (file.changesLaunches == 0 || question.own.contains(file.path)) continue;
    for (const File* source : sourcesOf(file, all)) {
      if (source->path == question.main || arePrograms(source->path, question.main, all, "")) continue;
      const SourcePosition at{file.path.string(), file.changesLaunches, 1};
      return model::openLaunch(
          at, {"%1 of %2 changes captured launches, which may get other numbers", lineText(at), file.name});
    }
  }
  return std::nullopt;
}

/// Is the file part of a source that is no other program's?
bool OtherFiles::isIncluded(const File& file, const Question& question, const Files& all) {
  std::vector<const File*> open{&file};
  std::set<const File*> seen(open.begin(), open.end());
  while (!open.empty()) {
    const File* next = open.back();
    open.pop_back();
    if (!arePrograms(next->path, question.main, all, "")) return true;
    for (const File* one : includersOf(*next, all)) {
      if (seen.insert(one).second) open.push_back(one);
    }
  }
  return false;
}

/// A file may have the driver, or the linker, find the kernel by its name.
std::optional<Launch> OtherFiles::loadedByName(const Question& question) {
  const Files& all = filesAround(question.main, question.root);
  const auto isOfProgram = [&](const File& file) {
    return question.own.contains(file.path) || !arePrograms(file.path, question.main, all, "");
  };
  // A library with a test of its own looks like another program: who loads may be any file that a build could mean.
  const auto mayLoad = [&](const File& file) {
    return file.loadsByName &&
           (isOfProgram(file) || isIncluded(file, question, all) || !hasOwnProgram(file.path, question.main, all));
  };
  if (std::ranges::none_of(all.all, mayLoad)) return std::nullopt;
  for (const File& file : all.all) {
    if (!file.loadsAnyName || !isOfProgram(file)) continue;
    return model::openLaunch({file.path.string(), 1, 1}, {"%1 finds functions by their names, and may launch %2 so",
                                                          file.name, code(question.kernel)});
  }
  for (const File& file : all.all) {
    if (!model::mayName(file.quoted, question.kernel) || !isOfProgram(file)) continue;
    return model::openLaunch(
        {file.path.string(), 1, 1},
        {"%1 has the name of %2 in quotes, and it may be launched by it", file.name, code(question.kernel)});
  }
  return std::nullopt;
}

/// Is there a file, none of the unit's own, which may define the function? `function`: `f`, or `Class::f`.
bool OtherFiles::mayDefine(const std::string& function, const Question& question, const Files& all) {
  const size_t colons = function.find("::");
  const bool isMember = colons != std::string::npos;
  const std::string owner = isMember ? function.substr(0, colons) : std::string();
  const std::string name = isMember ? function.substr(colons + 2) : function;
  const auto isOther = [&](const std::filesystem::path& path) { return !question.own.contains(path); };
  const auto defines = [&](const File* file) {
    if (!isOther(file->path)) return false;
    const Mention& mention = file->mention(name);
    return isMember ? mention.hasBody && model::holdsWord(file->text, owner) : mention.hasFreeBody;
  };
  const auto joins = [&](const File* file) { return isOther(file->path) && model::canJoin(file->wordsToJoin, name); };
  const auto mayHold = [&](const Unkept& file) {
    return isOther(file.path) && (!file.isPlain || file.words.contains(name));
  };
  return std::ranges::any_of(all.filesWith(name), defines) || std::ranges::any_of(all.joining, joins) ||
         std::ranges::any_of(all.unkept, mayHold);
}

/// Code of the program may lie where it is not looked at.
std::optional<Launch> OtherFiles::perhapsUnseen(const Question& question) {
  if (question.hasAll) return std::nullopt;
  const Files& all = filesAround(question.main, question.root);
  for (const std::string& function : question.missing) {
    if (mayDefine(function, question, all)) continue;
    return model::openLaunch({question.main.string(), 1, 1},
                             {"no file of the project defines %1, which is used here: where it is may launch %2, too",
                              code(function), code(question.kernel)});
  }
  const auto isOfOther = [&](const std::filesystem::path& path) { return arePrograms(path, question.main, all, ""); };
  for (const std::filesystem::path& link : all.linksAway) {
    if (isOfOther(link)) continue;
    return model::openLaunch({link.string(), 1, 1},
                             {"%1 leads out of the project: what lies there, and may launch %2, is not looked at",
                              link.filename().string(), code(question.kernel)});
  }
  for (const SourcePosition& at : all.build.outside) {
    if (isOfOther(at.file)) continue;
    return model::openLaunch(at, {"%1 of %2 names a source outside of the project, which may launch %3", lineText(at),
                                  std::filesystem::path(at.file).filename().string(), code(question.kernel)});
  }
  return std::nullopt;
}

}  // namespace warpwright::analysis

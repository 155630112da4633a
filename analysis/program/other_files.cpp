#include "analysis/program/other_files.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "analysis/frontend/include_scan.h"
#include "analysis/frontend/makefile_flags.h"
#include "analysis/frontend/project_files.h"
#include "analysis/model/code_text.h"
#include "analysis/model/conditional_text.h"
#include "analysis/model/launches.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/source_text.h"
#include "analysis/program/name_mentions.h"
#include "core/base/file_index.h"

namespace warpwright::analysis {

namespace fs = std::filesystem;
using model::canJoin;
using model::holdsWord;

std::vector<const OtherFiles::File*> OtherFiles::Files::filesWith(std::string_view word) const {
  if (std::ranges::all_of(word, model::isWordPart)) {
    const auto found = holding.find(word);
    return found == holding.end() ? std::vector<const File*>() : found->second;
  }
  std::vector<const File*> files;
  for (const File& file : all) {
    if (holdsWord(file.text, word)) files.push_back(&file);
  }
  return files;
}

const Mention& OtherFiles::File::mention(const std::string& of) const {
  const auto [known, isNew] = mentions.try_emplace(of);
  if (isNew) {
    if (!named) named = std::make_shared<const NameMentions>(text);
    known->second = named->of(text, of);
  }
  return known->second;
}

/// Files that are not kept may launch the kernel where they name it, or where more than words tells what they name.
std::optional<Launch> OtherFiles::perhapsInUnkept(const Question& question) {
  const Files& all = filesAround(question.main, question.root);
  for (const Unkept& file : all.unkept) {
    if (question.own.contains(file.path)) continue;
    const bool isNamed = file.words.contains(question.kernel);
    if (!isNamed && (file.isPlain || question.hasAll)) continue;
    if (arePrograms(file.path, question.main, all, "")) continue;
    return model::openLaunch({file.path.string(), 1, 1},
                             {"%1 is larger than %2 MiB, or cannot be read: whether it launches %3 is not known",
                              file.path.filename().string(), std::to_string(largestFile >> 20), code(question.kernel)});
  }
  return std::nullopt;
}

namespace {

/// The files of the project that a unit is made of.
std::set<fs::path> filesOf(const frontend::ParsedUnit& unit) {
  std::set<fs::path> files{unit.command().file.lexically_normal()};
  for (const std::string& file : frontend::projectFiles(unit)) files.insert(fs::path(file).lexically_normal());
  return files;
}

}  // namespace

OtherFiles::Question OtherFiles::questionOf(const clang::FunctionDecl& kernel, const frontend::ParsedUnit& unit) {
  Question question{.kernel = kernel.getNameAsString(),
                    .isSettled = !kernel.isExternallyVisible(),
                    .outside = {},
                    .hasMain = model::hasMain(unit),
                    .hasAll = model::isWholeProgram(unit),
                    .main = unit.command().file.lexically_normal(),
                    .root = unit.command().root,
                    .definition = {},
                    .own = {},
                    .declaring = {},
                    .missing = model::functionsOfOtherFiles(unit)};
  // Such a unit needs no other file, but one without a `main` may be linked to it, whose initialisers run before.
  question.own = filesOf(unit);
  if (question.isSettled) return question;
  const model::SourceText places(unit);
  const clang::FunctionDecl* pattern = kernel.getTemplateInstantiationPattern();
  for (const clang::FunctionDecl* one : (pattern ? pattern : &kernel)->redecls()) {
    const SourcePosition at = places.filePlace(one->getLocation());
    const fs::path file = fs::path(at.file).lexically_normal();
    if (file != question.main && !question.hasAll && !isBelow(file, question.root)) {
      question.isSettled = true;
      question.outside =
          model::openLaunch(at, file.filename().string() + " declares `" + question.kernel + "` and lies outside " +
                                    question.root.string() + ": who else launches it is not known");
      return question;
    }
    question.declaring.insert(file);
    if (one->isThisDeclarationADefinition()) question.definition = file;
  }
  return question;
}

OtherFiles::Words OtherFiles::wordsOf(std::set<std::string> names, const frontend::ParsedUnit& unit) {
  return {.names = std::move(names),
          .hasMain = model::hasMain(unit),
          .main = unit.command().file.lexically_normal(),
          .root = unit.command().root,
          .own = filesOf(unit)};
}

std::set<std::string> OtherFiles::saidOf(const Words& words) {
  const Files& all = filesAround(words.main, words.root);
  // A program that is made of the unit's text may rename its `main`.
  const bool isAlone = words.hasMain && !isPartOfOthers(words.main, all) &&
                       makefiles_.try_emplace(words.root, words.root).first->second.makesAlone(words.main);
  const fs::path makefile = isAlone ? frontend::makefileIn(words.main.parent_path(), words.root) : fs::path();
  const auto isOther = [&](const fs::path& path) {
    return !words.own.contains(path) && !arePrograms(path, words.main, all, "") &&
           (!isAlone || isPerhapsNamedWith(path, words.main, makefile, all));
  };
  std::map<const File*, bool> linked;  // asked once a file, however many names it says
  const auto mayLink = [&](const File* file) {
    const auto [known, isNew] = linked.try_emplace(file);
    if (isNew) known->second = isOther(file->path) && !(words.hasMain && all.mains.contains(file->path));
    return known->second;
  };
  std::map<const File*, std::string> codes;  // read once a file, too
  const auto codeIn = [&](const File* file) -> const std::string& {
    const auto [known, isNew] = codes.try_emplace(file);
    if (isNew) known->second = model::codeOf(file->text);
    return known->second;
  };
  const auto isSaid = [&](const std::string& name) {
    const auto says = [&](const File* file) { return mayLink(file) && model::holdsWord(codeIn(file), name); };
    const auto joins = [&](const File* file) { return mayLink(file) && canJoin(file->wordsToJoin, name); };
    const auto mayHold = [&](const Unkept& file) {
      return (!file.isPlain || file.words.contains(name)) && isOther(file.path);
    };
    return std::ranges::any_of(all.filesWith(name), says) || std::ranges::any_of(all.joining, joins) ||
           std::ranges::any_of(all.unkept, mayHold);
  };
  std::set<std::string> said;
  std::ranges::copy_if(words.names, std::inserter(said, said.end()), isSaid);
  return said;
}

/// Flags that name a kernel, in a build file of the program, may name it in any source.
bool OtherFiles::isFlagged(const Question& question, const Files& all) {
  return std::ranges::any_of(all.build.texts, [&](const auto& text) {
    return text.second.values.contains(question.kernel) && !arePrograms(text.first, question.main, all, "");
  });
}

/// Does code of the unit that this build leaves out, or does not find, include the file?
bool OtherFiles::mayBeLeftOut(const File& file, const Question& question, const Files& all) {
  if (arePrograms(file.path, question.main, all, "")) return false;
  const std::vector<const File*>& made = sourcesOf(file, all);
  return std::ranges::any_of(made, [&](const File* source) { return source->path == question.main; });
}

/// One question, asked of each file around the unit.
class OtherFiles::Search {
 public:
  Search(const Question& question, const Files& all)
      : question_(question),
        all_(all),
        isInFlags_(isFlagged(question, all)),
        hasOnlyMain_(question.hasMain && !isPartOfOthers(question.main, all)) {
    const std::vector<const File*> holding = all.filesWith(question.kernel);
    whole_.insert(holding.begin(), holding.end());
  }

  /// The files that may name the kernel.
  std::set<const File*> naming() const {
    std::set<const File*> naming = whole_;
    for (const File* file : all_.joining) {
      if (canJoin(file->wordsToJoin, question_.kernel)) naming.insert(file);
    }
    for (const File& file : all_.all) {
      if (mayBeIn(file)) naming.insert(&file);
    }
    return naming;
  }

  /// Looks at one of them. Something: it may launch the kernel in a build of other macros, and nobody else is asked.
  std::optional<Launch> look(const File& file) {
    const Said said = saidIn(file);
    if (said.isNamed && !said.isOwn && mayBeLeftOut(file, question_, all_)) {
      return model::openLaunch({file.path.string(), std::max(1u, said.mention->line), 1},
                               {"%1 names %2, and %3 may include it in a build of other macros", file.name,
                                code(question_.kernel), question_.main.filename().string()});
    }
    if ((said.isNamed || said.defines) && (!question_.hasAll || said.isDeclared || said.defines)) keep(file, said);
    return std::nullopt;
  }

  /// The sources that may launch it, of all that was looked at.
  std::vector<Naming> sources() const {
    std::vector<Naming> found;
    for (const auto& [source, names] : sources_) {
      const auto& [at, isShared, hasOwn, files, isJoined] = names;
      if (!isShared && !at.file.empty()) found.push_back({source->path, at, hasOwn, files, isJoined});
    }
    return found;
  }

 private:
  /// What a file says of the kernel.
  struct Said {
    const Mention* mention;
    bool isWhole;   ///< it holds the kernel's name as a word
    bool isOwn;     ///< the unit is made of it, too
    bool mayBe;     ///< any word of it may be the kernel
    bool isShared;  ///< it is the header that defines the kernel
    bool isNamed = false, defines = false, isDeclared = false;
    std::string external = {};  ///< the kernel, where the file says that it is linked to who defines it
  };
  struct Names {
    SourcePosition at;
    bool isShared = false, hasOwn = false;
    std::set<fs::path> files;
    bool isJoined = false;
  };

  bool mayBeIn(const File& file) const {
    return file.anyName > 0 || (isInFlags_ && (file.isCuda || file.path.extension() == ".cu" || isCpp(file.path)));
  }

  Said saidIn(const File& file) const {
    const Mention& mention = file.mention(question_.kernel);
    const bool isOwn = question_.own.contains(file.path);
    Said said{.mention = &mention,
              .isWhole = whole_.contains(&file),
              .isOwn = isOwn,
              .mayBe = !isOwn && mayBeIn(file),
              // What includes the kernel's own text has a kernel of its own, which is looked at where that is analysed.
              .isShared = file.path == question_.definition && question_.definition != question_.main};
    // What is written in a header of the unit is known, lists of names aside; in other files any word may be the
    // kernel.
    const bool isList = file.path.extension() == ".def" || file.path.extension() == ".inc" || !isSourceName(file.path);
    const bool isSaid = mention.declares || mention.names || !said.isWhole || said.mayBe;
    said.isNamed = !said.isShared && (mention.launches ||
                                      (isOwn ? question_.declaring.contains(file.path) || (isList && isSaid) : isSaid));
    said.defines = said.isShared || (mention.defines && !isOwn);
    // Whether it is a kernel that it declares, a macro of another file may say.
    const bool saysSo = mention.declaresKernel || mention.declaresVoid;
    const bool mayDeclare = saysSo || (!isOwn && (mention.launches || mention.names || said.mayBe || !said.isWhole));
    said.isDeclared = mayDeclare && !mention.defines;
    // What a macro may bring is no sign that a file of another program is linked to this one.
    if (said.isDeclared && (saysSo || mention.launches || mention.names)) said.external = question_.kernel;
    return said;
  }

  /// Notes it with the sources that are made of the file.
  void keep(const File& file, const Said& said) {
    const Mention& mention = *said.mention;
    std::vector<const File*> made = sourcesOf(file, all_);
    // Host code that names it may hand it to whoever launches it.
    if (isCpp(file.path) && (mention.names || mention.launches) && !std::ranges::count(made, &file))
      made.push_back(&file);
    for (const File* source : made) {
      if (!mayBeOfProgram(*source, said)) continue;
      auto& [at, holdsIt, hasOwn, files, isJoined] = sources_[source];
      if (said.isNamed) files.insert(file.path);
      isJoined = isJoined || (!said.isWhole && !said.mayBe && !model::ConditionalText(file.text).groups.empty());
      const bool isNearer = at.file.empty() || file.path == source->path;
      const uint32_t line = mention.line > 0 ? mention.line : std::max(1u, file.anyName);
      if (said.isNamed && isNearer) at = {file.path.string(), line, 1};
      holdsIt = holdsIt || said.isShared;
      hasOwn = hasOwn || said.defines;
    }
  }

  bool mayBeOfProgram(const File& source, const Said& said) const {
    const fs::path& main = question_.main;
    const bool isPlain = said.mention->declaresKernel || said.mention->launches;
    const std::string& external = isPlain || !hasOwnProgram(source.path, main, all_) ? said.external : std::string();
    if (source.path == main || (!said.isOwn && arePrograms(source.path, main, all_, external))) return false;
    if ((question_.hasAll || hasOnlyMain_) && all_.mains.contains(source.path)) return false;
    return !question_.hasAll || !hasNearer(source, main, all_, question_.kernel);
  }

  const Question& question_;
  const Files& all_;
  std::set<const File*> whole_;  ///< those that hold the kernel's name as a word
  bool isInFlags_;
  bool hasOnlyMain_;  ///< no program is made of the unit's text and has another `main`
  std::map<const File*, Names> sources_;
};

OtherFiles::Elsewhere OtherFiles::namedBy(const Question& question) {
  Elsewhere found{question.outside, {}};
  if (!found.outside) found.outside = changedElsewhere(question);
  if (!found.outside && !question.isSettled) found.outside = perhapsInUnkept(question);
  if (!found.outside && !question.isSettled) found.outside = loadedByName(question);
  if (!found.outside && !question.isSettled) found.outside = linkedByName(question);
  if (!found.outside && !question.isSettled) found.outside = perhapsUnseen(question);
  if (found.outside || question.isSettled) return found;
  const Files& all = filesAround(question.main, question.root);
  Search search(question, all);
  for (const File* file : search.naming()) {
    // A unit that nobody includes is no part of another one: its text, which is as long as its kernels are many, needs
    // no reading for each of them.
    if (file->path == question.main && includersOf(*file, all).empty()) continue;
    found.outside = search.look(*file);
    if (found.outside) return found;
  }
  found.sources = search.sources();
  return found;
}

}  // namespace warpwright::analysis

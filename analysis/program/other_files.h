#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/frontend/include_folders.h"
#include "analysis/frontend/include_scan.h"
#include "analysis/frontend/parsed_unit.h"
#include "analysis/frontend/program_folders.h"
#include "analysis/program/build_texts.h"
#include "analysis/program/makefile_programs.h"
#include "analysis/program/name_mentions.h"
#include "core/base/file_index.h"
#include "core/kernel/kernel_model.h"

namespace clang {
class FunctionDecl;
}

namespace warpwright::analysis {

/// Which other files of a project may launch a kernel that one of them defines. Found by text, so that there may be one
/// too many. Keeps what it has read, until it is told to forget.
class OtherFiles {
 public:
  /// Forgets what was read: texts may have changed. `flags`: of the user, which every unit is compiled with.
  void lookAgain(std::vector<std::string> flags = {});

  /// A source that may launch a kernel of another one, and where it names it.
  struct Naming {
    std::filesystem::path source;
    SourcePosition at;
    bool hasOwn = false;  ///< it defines something of that name, too: which of them it launches, its AST tells
    std::set<std::filesystem::path> files;  ///< that it is made of and that name it, itself among them
    bool isJoined = false;                  ///< one of them only makes its name of pieces, under conditions maybe
  };
  struct Elsewhere {
    std::optional<Launch> outside;  ///< open: a file outside the project declares the kernel, or one changes graphs
    std::vector<Naming> sources;
  };
  /// Who else may launch a kernel, as far as the kernel's own unit tells.
  struct Question {
    std::string kernel;                         ///< its name
    bool isSettled = false;                     ///< nobody, or `outside`: texts are not asked who names it
    std::optional<Launch> outside;              ///< see Elsewhere
    bool hasMain = false;                       ///< the unit has the program's `main`
    bool hasAll = false;                        ///< and all else: it is a program of its own
    std::filesystem::path main, root;           ///< the unit's file, and the folder of its project
    std::filesystem::path definition;           ///< the file that defines the kernel
    std::set<std::filesystem::path> own;        ///< files that the unit is made of
    std::set<std::filesystem::path> declaring;  ///< those that declare the kernel
    std::set<std::string> missing;              ///< functions that the unit uses, and leaves to other files
  };
  static Question questionOf(const clang::FunctionDecl& kernel, const frontend::ParsedUnit& unit);

  /// Who else may launch a kernel of a unit. Nobody, where no other file can link to it, where the unit is a program
  /// of its own, and where every source that names the kernel defines one of its own.
  Elsewhere namedBy(const Question& question);

  /// Which names of a unit other files of its program say.
  struct Words {
    std::set<std::string> names;
    bool hasMain = false;                 ///< the unit has the program's `main`, and so nothing of files that have one
    std::filesystem::path main, root;     ///< see Question
    std::set<std::filesystem::path> own;  ///< files that the unit is made of
  };
  static Words wordsOf(std::set<std::string> names, const frontend::ParsedUnit& unit);

  /// Those of the names that stand in files which the unit may be linked with.
  std::set<std::string> saidOf(const Words& words);

 private:
  struct File {
    std::filesystem::path path;
    std::string name, text;
    std::vector<frontend::Include> includes;
    std::set<std::string> wordsToJoin;  ///< see there
    bool saysLaunch = false;            ///< holds words that launch kernels
    uint32_t changesLaunches = 0;       ///< the line of a call that gives captured launches other numbers; 0: none
    bool isCuda = false;                ///< the project says that it is compiled as CUDA, whatever its name ends in
    /// The line that may bring any name: an include of what a macro says, a letter by its number; 0: there is none.
    uint32_t anyName = 0;
    bool loadsByName = false;                         ///< finds functions by their names, or may give them others
    bool loadsAnyName = false;                        ///< finds functions by names that need not be written
    std::set<std::string> quoted;                     ///< see quotedNames
    std::set<std::string> linked;                     ///< see linkerNames
    mutable std::map<std::string, Mention> mentions;  ///< that were asked for
    mutable std::shared_ptr<const NameMentions> named;
    const Mention& mention(const std::string& of) const;
  };
  /// A file that is too large to be kept, or cannot be read.
  struct Unkept {
    std::filesystem::path path;
    bool isPlain = false;         ///< was read, and includes nothing, makes no names of pieces and changes no launches
    std::set<std::string> words;  ///< that it holds, where it was read
  };
  /// A file in another language, which may take the address of what it is linked with.
  struct Foreign {
    std::filesystem::path path;
    std::set<std::string> words;
  };
  /// A line that includes a file by its name.
  struct IncludeLine {
    const File* file;              ///< that it stands in
    std::string name;              ///< as it is written
    std::filesystem::path beside;  ///< where it leads from there
    bool isOpen;                   ///< it may mean any file of that name, as flags say
  };
  /// What builds a program, as far as folders tell.
  struct Builds {
    std::vector<std::pair<const std::filesystem::path*, const BuildTexts::Text*>> texts;
    bool nameMain = false;  ///< one of them names the file with the `main`
    bool areOpen = false;   ///< what one of them links is not known
  };
  struct Files {
    std::vector<File> all;
    std::vector<Unkept> unkept;
    std::vector<Foreign> foreign;  ///< none where nobody launches what they name
    std::unordered_map<std::string_view, std::vector<const File*>> holding;  ///< by word
    std::vector<std::pair<std::string_view, const File*>> written;  ///< words as compilers write names: `_Z1kPfi`
    BuildTexts build;
    std::vector<const File*> joining;              ///< may make names of pieces
    std::set<std::filesystem::path> mains;         ///< those that define a `main`, or make a module of Python
    frontend::ProgramFolders folders;              ///< as these say
    std::vector<std::filesystem::path> linksAway;  ///< out of the project
    std::unordered_map<std::string, std::vector<IncludeLine>> includeLines;  ///< by the name without its folder
    std::vector<const File*> computing;                                      ///< that include what a macro says

    // What was asked before.
    mutable std::map<std::filesystem::path, Builds> builds;
    mutable std::map<std::pair<std::filesystem::path, std::filesystem::path>, bool> ownPrograms;
    mutable std::unordered_map<const File*, std::vector<const File*>> includers, sources;
    mutable std::unordered_map<const File*, bool> launching;
    mutable frontend::IncludeFolders includeFolders;

    std::vector<const File*> filesWith(std::string_view word) const;
  };

  /// What the flags of a unit add to its text.
  struct FlagText {
    std::string definitions;                  ///< as directives
    std::vector<frontend::Include> includes;  ///< by `-include` and its like
    bool isCuda = false;
    std::filesystem::path database = {};  ///< that lists it; empty: none
  };
  /// A larger file is not kept.
  static constexpr size_t largestFile = size_t{1} << 22;
  class Search;
  static bool isCpp(const std::filesystem::path& path);
  static void addFlags(const std::vector<std::string>& flags, FlagText& text);
  static std::map<std::filesystem::path, FlagText> listedUnits(const std::filesystem::path& root);
  static bool isFlagged(const Question& question, const Files& all);
  static File fileOf(const std::filesystem::path& path, std::string text, const FlagText& flags);
  const Files& filesAround(const std::filesystem::path& unit, const std::filesystem::path& root);
  static std::filesystem::path partOf(const std::filesystem::path& file, const std::filesystem::path& root,
                                      const std::set<std::filesystem::path>& paths);
  static void index(Files& files);
  static void addPieces(Files& files);
  static void addNamed(const std::set<std::filesystem::path>& named, const std::set<std::filesystem::path>& project,
                       std::set<std::filesystem::path>& paths);
  static void addIncluded(Files& files, const std::multimap<std::string, std::filesystem::path>& others);
  static void addOutside(Files& files, const std::filesystem::path& root);
  static void addForeign(Files& files, const std::multimap<std::string, std::filesystem::path>& others);
  static Unkept unkept(const std::filesystem::path& path);
  std::optional<Launch> changedElsewhere(const Question& question);
  static bool isIncluded(const File& file, const Question& question, const Files& all);
  std::optional<Launch> loadedByName(const Question& question);
  std::optional<Launch> linkedByName(const Question& question);
  std::optional<Launch> perhapsUnseen(const Question& question);
  static bool mayDefine(const std::string& function, const Question& question, const Files& all);
  std::optional<Launch> perhapsInUnkept(const Question& question);
  static void indexIncludes(Files& files);
  static const std::vector<const File*>& includersOf(const File& file, const Files& all);
  static std::vector<const File*> includedBy(const File& file, const Files& all);
  static bool mayBeLeftOut(const File& file, const Question& question, const Files& all);
  static bool isPartOfOthers(const std::filesystem::path& unit, const Files& all);
  static bool mayLaunch(const File& source, const Files& all);
  static const std::vector<const File*>& sourcesOf(const File& file, const Files& all);
  static bool arePrograms(const std::filesystem::path& one, const std::filesystem::path& other, const Files& all,
                          const std::string& external);
  static const Builds& buildsOf(const std::filesystem::path& main, const Files& all);
  static bool hasOwnProgram(const std::filesystem::path& file, const std::filesystem::path& main, const Files& all);
  static bool isPerhapsNamedWith(const std::filesystem::path& file, const std::filesystem::path& main,
                                 const std::filesystem::path& makefile, const Files& all);
  static bool hasNearer(const File& source, const std::filesystem::path& main, const Files& all,
                        const std::string& kernel);

  struct Project {
    std::optional<FileIndex> index;         ///< nothing: not walked yet
    std::set<std::filesystem::path> paths;  ///< of its sources
  };
  /// By root and variant.
  std::map<std::pair<std::filesystem::path, std::filesystem::path>, Project> projects_;
  std::map<std::filesystem::path, MakefilePrograms> makefiles_;  ///< by root

  /// By the root of the project, the variant of it, and the part of it that is looked at.
  using Key = std::tuple<std::filesystem::path, std::filesystem::path, std::filesystem::path>;
  std::map<Key, Files> known_;
  std::vector<std::string> flags_;
};

}  // namespace warpwright::analysis

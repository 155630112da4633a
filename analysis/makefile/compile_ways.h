#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace warpwright::makefile {

/// One command of a recipe that compiles or links.
struct CompileWay {
  std::vector<std::string> words;    ///< the program first, then its options, as they are written
  std::vector<std::string> sources;  ///< absolute; may be patterns of a shell
  std::vector<std::string> objects;  ///< absolute: objects and libraries among its inputs
  std::string output;                ///< absolute; empty: none is named
  std::filesystem::path folder;      ///< where it runs
  std::filesystem::path makefile;    ///< where its recipe stands
  uint32_t line = 0;
  std::string target;  ///< that the recipe makes
  bool linksProgram = false;
  bool isWhole = true;               ///< all of its inputs are known
  std::vector<std::string> leftOut;  ///< options that are not known, and why
  std::string open;                  ///< of those, the first that may change what a source means; empty: none does
  bool takesUnknown = false;         ///< files that are not known may be among its sources
  bool mayLinkMore = false;          ///< or among what it links; its program may be what plugins call
  std::string maybe;                 ///< why it is not known whether it counts; empty: it does
};

/// How a Makefile compiles a file.
struct SourceWays {
  std::vector<CompileWay> ways;    ///< of all goals, those of the first goal that compiles it first
  std::vector<CompileWay> others;  ///< that compile files which are not all known: it may be one of them
  std::string goal;                ///< that one; empty: none does; a pattern rule would
  std::vector<std::string> notes;  ///< what could not be told
};

/// An executable that a Makefile makes.
struct MakeExecutable {
  std::string name;
  std::vector<std::filesystem::path> sources;  ///< that are compiled for it, and for what it links
  std::vector<std::string> libraries;          ///< "-lcublas", "-L/opt/lib": what its last command links
};

class Walk;

/// What a Makefile compiles, and how: for the goals that its rules name, the default goal first, then in their order.
class CompileWays {
 public:
  /// `root`: of the project. Both absolute, without "..". Errors: those of readMakefile.
  static Result<CompileWays> read(const std::filesystem::path& makefile, const std::filesystem::path& root);
  /// One for each set of answers to what the Makefile asks and cannot be told (readMakefileInEachWay). Errors: as
  /// above.
  static Result<std::vector<CompileWays>> readEach(const std::filesystem::path& makefile,
                                                   const std::filesystem::path& root);
  CompileWays(CompileWays&&) noexcept;
  CompileWays& operator=(CompileWays&&) noexcept;
  ~CompileWays();

  /// `file`: absolute, without "..".
  SourceWays of(const std::filesystem::path& file);
  /// Is what any goal makes of the file made of nothing else of the project, but for libraries of other folders that
  /// options name (librariesIn)? What cannot be told is not.
  bool linksAlone(const std::filesystem::path& file);
  /// Those of the default goal whose inputs are all known.
  std::vector<MakeExecutable> executables();

 private:
  explicit CompileWays(std::unique_ptr<Walk> walk);
  const std::vector<CompileWay>& waysFor(size_t goal);
  /// By pattern rules, where no goal compiles the file.
  const std::vector<CompileWay>& implicitWays(const std::filesystem::path& file);

  std::unique_ptr<Walk> walk_;
  std::vector<std::string> goals_;
  /// Of the first goals, as many as were asked for; what a goal before has made alike is not there again.
  std::vector<std::vector<CompileWay>> ways_;
  std::map<std::filesystem::path, std::vector<CompileWay>> implicit_;  ///< by file: a walk gives each way once
};

}  // namespace warpwright::makefile

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include <clang/Basic/FileEntry.h>

#include "core/finding/analysis_result.h"

namespace clang {
class CompilerInstance;
class Token;
}  // namespace clang

namespace warpwright::frontend {

struct SourceFiles;

/// Copies of this process that stand still in the middle of a parse: one in front of the first text that a change of
/// device code may touch; where that is a header, another behind the headers, in front of the unit's own. From there
/// they read on, each time with other texts: what comes before, above all the headers, is most of a parse and is not
/// read again. What they say is what a parse from the start would say.
class ParkedParse {
 public:
  /// `main`: the unit's own file, which `files` gives room to grow.
  ParkedParse(std::shared_ptr<SourceFiles> files, std::string main);
  /// Ends the copies.
  ~ParkedParse();
  ParkedParse(const ParkedParse&) = delete;

  /// The file was read before, into what the parse starts from.
  void hasRead(const std::string& file) { begun_.insert(file); }
  /// Parks while the compiler, which has begun with the file, reads it.
  void watch(clang::CompilerInstance& compiler);
  /// To be told when the compiler is through: a copy answers with its messages and ends here, the process goes on.
  void isThrough(const std::vector<Diagnostic>& messages) const;

  /// What the compiler has to say with these texts, by absolute path, in place of those that were read; lines are those
  /// of the new texts. Nothing where they change what stands before the place, or where there is no copy: then it takes
  /// a parse.
  std::optional<std::vector<Diagnostic>> read(const std::map<std::string, std::string>& texts, std::stop_token stop);

 private:
  class Watcher;
  enum class Reply : uint8_t { messages, mustParse, crashed };
  /// A copy, and the socket to it.
  struct Stand {
    pid_t copy = -1;
    int socket = -1;
  };

  void park(uint32_t readTo, clang::OptionalFileEntryRef next);
  void serve(int socket);
  bool takeTexts(const std::map<std::string, std::string>& texts);
  std::optional<std::vector<Diagnostic>> ask(Stand& stand, const std::map<std::string, std::string>& texts,
                                             const std::stop_token& stop);

  std::shared_ptr<SourceFiles> files_;
  std::string main_;
  clang::CompilerInstance* compiler_ = nullptr;
  bool isParked_ = false, isBehindHeaders_ = false;
  std::set<std::string> begun_;       ///< other files of the project of which a part has been read
  uint32_t readTo_ = 0;               ///< bytes of the main file that have been read
  clang::OptionalFileEntryRef next_;  ///< a file that is about to be read
  std::vector<Stand> stands_;         ///< the first of them first
  int asked_ = -1;                    ///< in a copy: the socket to who asks
  bool isTrial_ = false;              ///< reads with other texts and ends
};

}  // namespace warpwright::frontend

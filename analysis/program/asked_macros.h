#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/model/conditional_text.h"
#include "core/base/file_index.h"

namespace warpwright::analysis {

/// What a source leaves to whoever compiles it.
struct AskedMacros {
  model::Words names;             ///< that conditions ask for, and no text of it defines before all conditions
  std::set<std::string> missing;  ///< includes in quotes that nothing in the project is named as
  std::set<std::filesystem::path> headers;  ///< of the project, that it is made of
  bool isWhole = true;                      ///< all of its text was read
};

/// Those of sources, and of files of the project that these include, directly or not, in whatever arm. By text: there
/// may be some too many. Keeps what it has read.
class MacroQuestions {
 public:
  /// `folders`: of headers, that flags name; `project`: all of its files.
  AskedMacros of(const std::filesystem::path& source, const std::vector<std::filesystem::path>& folders,
                 const FileIndex& project);

 private:
  struct File {
    model::Words asked, defined;
    std::vector<model::ConditionalText::Include> includes;
    bool isRead = true;
  };
  const File& at(const std::filesystem::path& path);

  std::map<std::filesystem::path, File> known_;
};

}  // namespace warpwright::analysis

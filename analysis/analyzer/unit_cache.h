#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "analysis/analyzer/analysis.h"
#include "analysis/analyzer/project_answers.h"
#include "analysis/analyzer/unit_findings.h"
#include "analysis/frontend/read_record.h"
#include "core/base/disk_cache.h"

namespace warpwright::analysis {

/// What units said, kept on disk for whoever looks at them next: the command line, its workers, the IDE and editors. It
/// is said again where nothing has changed that it rests on: this program and its libraries, how the unit is compiled
/// and for what, which passes look, what the user says of launches, the environment that compilers read, the content of
/// every file that was read and the absence of every file that was looked for, and what the project answered. From any
/// thread, and by several processes at once.
class UnitCache {
 public:
  /// `tool`: which Warpwright this is, for tests; empty: found out.
  explicit UnitCache(std::filesystem::path folder, std::string tool = {});

  /// From now on these units are looked at together, and files may have changed.
  void lookAt(const AnalyzeOptions& options, std::vector<frontend::CompileCommand> units);
  /// What a unit said where nothing has changed since, without times. `openTexts`: unsaved texts in place of files.
  std::optional<UnitFindings> find(const frontend::CompileCommand& unit,
                                   const std::map<std::string, std::string>& openTexts);
  /// Keeps what it says, unless more time might tell more, or something is not recorded.
  void keep(const frontend::CompileCommand& unit, const frontend::ReadRecord& reads, const UnitFindings& findings);

  const std::filesystem::path& folder() const { return disk_.folder(); }
  /// For the records.
  const std::shared_ptr<frontend::FileStates>& states() const { return states_; }

 private:
  using Facts = std::map<std::string, std::string>;

  std::string keyOf(const frontend::CompileCommand& unit) const;
  bool hold(const Facts& files, const std::map<std::string, std::string>& openTexts);
  bool holdShared(const std::string& name, const std::map<std::string, std::string>& openTexts);
  bool stillHolds(const std::string& grounds, const std::string& key,
                  const std::map<std::string, std::string>& openTexts);

  DiskCache disk_;
  const std::string tool_;
  std::shared_ptr<frontend::FileStates> states_ = std::make_shared<frontend::FileStates>();
  std::mutex mutex_;
  std::string asked_;  ///< the part of all keys that options and the environment make
  std::unique_ptr<ProjectAnswers> answers_;
  std::map<std::string, bool> shared_;  ///< sets of files that several units have in common: are they as they were?
  size_t kept_ = 0;
};

/// The one of the user; null where there is to be none (userCacheFolder).
std::shared_ptr<UnitCache> userUnitCache();

}  // namespace warpwright::analysis

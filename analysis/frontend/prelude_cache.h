#pragma once

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <clang/Frontend/CompilerInvocation.h>

#include "analysis/frontend/read_record.h"
#include "analysis/frontend/source_files.h"

namespace warpwright::frontend {

/// What stands before the user's own text in a unit - the forced headers, and the `#include <…>` lines it begins with -
/// parsed once and kept in memory. Made when it is asked for the second time, so that a single look never pays for it,
/// or at once where the next is sure to come. Files that begin with the same includes share it, as `#include <…>` is
/// looked for in the same folders wherever the file lies. From any thread.
class PreludeCache {
 public:
  /// The name of a precompiled file that `files.generated` now holds, for -include-pch; empty where there is none.
  /// `flagsKey`: everything that decides how Clang is called. `atOnce`: made now, if it is not there.
  std::string find(const std::string& flagsKey, const std::vector<std::string>& includes,
                   const clang::CompilerInvocation& invocation, SourceFiles& files, bool atOnce);
  void forget(const std::string& name);

  /// From now on, what parsers look at that share this is recorded here; null: nowhere.
  void record(std::shared_ptr<ReadRecord> reads);
  std::shared_ptr<ReadRecord> reads() const;

 private:
  struct Input {
    std::string file;
    int64_t modified = 0;
    uint64_t size = 0;
  };
  struct Entry {
    std::string name;
    std::shared_ptr<const std::string> bytes, source;  ///< `source`: the includes, in the file `name` + ".cu"
    std::vector<Input> inputs;
    std::shared_ptr<const ReadRecord> reads;  ///< what was looked at; null: not recorded
    bool failed = false;
  };
  static bool isCurrent(const Entry& entry);
  Entry build(const std::vector<std::string>& includes, const clang::CompilerInvocation& invocation,
              const SourceFiles& files);
  const Entry* entryFor(const std::string& key, const std::vector<std::string>& includes,
                        const clang::CompilerInvocation& invocation, const SourceFiles& files, bool atOnce);

  mutable std::mutex mutex_;
  std::shared_ptr<ReadRecord> reads_;
  std::map<std::string, unsigned> asked_;
  std::list<std::pair<std::string, Entry>> entries_;  ///< most recently used first
  unsigned serial_ = 0;
};

}  // namespace warpwright::frontend

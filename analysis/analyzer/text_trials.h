#pragma once

#include <atomic>
#include <condition_variable>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/conditional_text.h"
#include "core/base/result.h"
#include "core/finding/rewrite.h"

namespace warpwright::analysis {

/// Reads the texts that changes of one unit would make, beside whatever else is done: what does not compile is no
/// change that can be made. Changes in different places are read in one text, in which what several of them declare by
/// one name has one of its own in each; where that does not compile, part by part.
class TextTrials {
 public:
  /// Both must outlive the trials. `options`: those of the parse.
  TextTrials(const frontend::ParsedUnit& unit, const frontend::ParseOptions& options, std::stop_token stop);
  /// What still waits is given up.
  ~TextTrials();
  TextTrials(const TextTrials&) = delete;

  /// Why the change cannot be made; empty: it can. To be called while nobody else looks at the unit.
  std::future<Message> add(Rewrite change);
  /// No others come: those that wait need not wait for company.
  void close();
  /// How many texts were read.
  size_t readings() const { return readings_; }

 private:
  struct Draft {
    Rewrite change;
    std::string suffix;     ///< that no other draft has
    model::Words ownNames;  ///< that may have it behind them
    std::promise<Message> why;
  };
  using Drafts = std::vector<Draft*>;

  void work(const std::stop_token& ended);
  void tryAll(std::vector<Draft> drafts);
  void tryTogether(const Drafts& drafts);
  /// Errors: the compiler has something against it.
  Status read(const Drafts& drafts);
  static std::map<std::string, FileEdits> editsOf(const Drafts& drafts);
  Result<std::string> textBefore(const std::string& file);
  Result<std::vector<Diagnostic>> errorsWith(const std::map<std::string, std::string>& texts);

  const frontend::ParsedUnit& unit_;
  const frontend::ParseOptions& options_;
  std::stop_token stop_;
  std::unique_ptr<frontend::UnitParser> parser_;  ///< for what takes a parse
  std::mutex mutex_;
  std::condition_variable_any news_;
  std::vector<Draft> waiting_;
  std::map<std::string, Result<std::string>> before_;  ///< texts that changes start from
  size_t added_ = 0;
  bool closed_ = false;
  std::atomic<size_t> readings_ = 0;
  std::jthread thread_;  ///< last: it uses all others
};

}  // namespace warpwright::analysis

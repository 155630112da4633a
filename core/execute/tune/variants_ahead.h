#pragma once

#include <condition_variable>
#include <list>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "core/execute/tune/tune.h"

namespace warpwright {

/// Lets what else runs come before this thread and the processes that it starts.
void standBack();

/// Makes variants and has them prepared before their turn, several side by side, while others are judged. Which they
/// are changes nothing about what a variant is: only when it is ready.
class VariantsAhead {
 public:
  /// As many threads as the maker can serve; none: each is made when it is taken. They stand back behind what else
  /// runs, so that a judge that takes times has the processor that it asks for.
  VariantsAhead(VariantMaker& maker, VariantJudge& judge, std::stop_token stop);
  /// Ends what is under way.
  ~VariantsAhead();
  VariantsAhead(const VariantsAhead&) = delete;

  size_t threads() const { return maker_.ahead(); }
  /// What is likely to be taken from here on, the first of them next. What is not among them is not begun any more; of
  /// what is ready, the last few stay.
  void expect(const std::vector<VariantSteps>& likely);
  /// The places, in `likely`, of those that can be judged without waiting for them, at most `most`: the first whatever
  /// has become of it, others where they could be made. Waits till there is one, no longer than `stop` allows: then the
  /// first. Requires: `likely` is expected.
  std::vector<size_t> ready(const std::vector<VariantSteps>& likely, size_t most, std::stop_token stop);
  /// It was begun ahead and cannot be made.
  bool cannotBeMade(const VariantSteps& steps);
  /// Waits for one of those that are expected, no longer than `stop` allows. Errors: of the maker, once for each;
  /// cancelled.
  Result<VariantRecord> take(const VariantSteps& steps, std::stop_token stop);

 private:
  struct Entry {
    std::string text;  ///< of its steps
    VariantSteps steps;
    bool begun = false;
    std::optional<Result<VariantRecord>> made;
  };

  void work(std::stop_token stop);
  Entry* find(const std::string& text);
  void dropOld();

  VariantMaker& maker_;
  VariantJudge& judge_;
  std::stop_token outer_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::list<Entry> entries_;           ///< in the order in which they were expected first
  std::vector<std::string> expected_;  ///< texts, the next first
  std::vector<std::jthread> threads_;  ///< last: they use all else
};

}  // namespace warpwright

#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/passes/read_ahead/even_numbers.h"
#include "analysis/passes/read_ahead/expression_code.h"
#include "analysis/passes/read_ahead/slice.h"

namespace warpwright::preexecution {

/// The names of the rounds of a loop and of those around it, the outermost first.
std::vector<std::string> roundsAround(const KernelModel& model, LoopId loop);

/// A function of the program that fetches for one thread.
struct FetchFunction {
  std::string name;
  /// Offsets that two more functions know of: `evenlyName` says whether those of a batch rise evenly, `fetchEvenlyName`
  /// fetches then. 0: there are no such functions.
  size_t evenOffsets = 0;
};
std::string evenlyName(const std::string& name);
std::string fetchEvenlyName(const std::string& name);

/// Writes the functions of a pre-execution program that fetch (HPCA'12, step 1 of Figures 2 and 8). Must not outlive
/// what it is made of.
class FetchFunctions {
 public:
  FetchFunctions(const KernelModel& model, FieldNames& names, ExpressionCode& code)
      : model_(model), names_(names), code_(code) {}

  /// The function for a run of fetches at one level. `once`: all threads touch the same.
  FetchFunction write(const Level& level, const std::vector<Fetch>& fetches, bool once);
  /// All that were written, in order.
  const std::string& text() const { return text_; }

 private:
  struct Run {
    const Level& level;
    const std::vector<Fetch>& fetches;
    std::vector<ExpressionId> stays;  ///< what a thread is asked for in a round
  };
  std::string nameOf(const Level& level, bool once);
  std::string fetchText(const Fetch& fetch, const std::string& load, const std::string& offset,
                        const std::string& indent);
  int openGuard(const Guard& guard, const std::vector<ExpressionId>& roots, std::string& indent, std::string& body);
  std::string bodyOf(const Run& run, bool once);
  size_t writeEvenly(const Run& run, const std::string& name);
  std::string numbersText(const std::vector<ExpressionId>& offsets, const std::vector<EvenNumber>& numbers,
                          const std::vector<ExpressionId>& conditions);
  std::string evenTests(const std::vector<ExpressionId>& offsets, const std::vector<EvenNumber>& numbers,
                        const std::vector<Fetch>& fetches);

  const KernelModel& model_;
  FieldNames& names_;
  ExpressionCode& code_;
  std::string text_;
  std::map<std::string, int> used_;
};

}  // namespace warpwright::preexecution

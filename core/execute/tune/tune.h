#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/execute/tune/strategy.h"
#include "core/session/session.h"

namespace warpwright {

/// What a judge says about one variant.
struct TuningJudgement {
  Verification verification;  ///< `identical`: it may be used
  std::map<std::string, double> metrics;
  /// 95 % intervals of those metrics that have one: low, high.
  std::map<std::string, std::pair<double, double>> intervals;
  std::string verdict;  ///< "FASTER", "SLOWER", "SAME", "UNSURE", of a time beside the original's; empty: a count
  uint32_t samples = 1;
};

/// Writes variants: Clang's side of a tuning.
class VariantMaker {
 public:
  virtual ~VariantMaker() = default;
  /// Steps, files, summary and id of a variant. Errors of the kinds input and stale: there is no such variant; others
  /// end the tuning.
  virtual Result<VariantRecord> make(const VariantSteps& steps, std::stop_token stop) = 0;
  /// What is applicable in the text of such a variant, in the order in which it may be stacked. By itself it does not
  /// look. Errors: as `make`.
  virtual Result<std::vector<TunableChange>> changesOf(const VariantSteps& steps, std::stop_token stop);
  /// How many variants may be made at once, each from a thread of its own, while others are judged. 0: they are made
  /// one by one, when it is their turn, by the thread that judges.
  virtual size_t ahead() const { return 0; }
};

/// Runs variants.
class VariantJudge {
 public:
  virtual ~VariantJudge() = default;
  /// `variant` without steps is the original. A variant that fails is a judgement; errors end the tuning, except those
  /// of the kind input: there is nothing to judge it by.
  virtual Result<TuningJudgement> judge(const VariantRecord& variant, std::stop_token stop) = 0;
  /// Does beforehand what can be done of judging a variant, from any thread and beside others: judging it is quicker
  /// then. What goes wrong is said when it is judged.
  virtual void prepare(const VariantRecord& variant, std::stop_token stop);
  /// It was prepared and will not be judged.
  virtual void forget(const VariantRecord& variant);
  /// How many variants are worth being judged together: machines or GPUs that work side by side.
  virtual size_t atOnce() const { return 1; }
  /// Is another variant that is ready to be judged while the next one is made, since that takes longer than to judge?
  /// What the outcomes are does not depend on it; in which order they come does.
  virtual bool fillsIn() const { return false; }
  /// Several variants, none of them the original; in their order.
  virtual std::vector<Result<TuningJudgement>> judgeAll(const std::vector<VariantRecord>& variants,
                                                        std::stop_token stop);
};

struct TuningProgress {
  size_t judged = 0, most = 0;  ///< `most`: an upper bound
  std::string variant;          ///< that is being judged
  std::optional<double> original, best;
  double secondsLeft = -1;                 ///< of the budget or by the pace so far; -1: not known
  VariantSteps steps;                      ///< of the variant that is being judged
  const TuningHistory* history = nullptr;  ///< all outcomes so far; for the time of the call
};

struct TuningOptions {
  /// Of this call. Then no variant is made any more; one that is judged has a third of it more, at least ten seconds.
  /// Those that were begun together at first are waited for as long again: without them all was for nothing.
  std::optional<std::chrono::milliseconds> budget;
  std::stop_token pause;  ///< ends this call as a spent budget does
};

struct TuningResult {
  TuningHistory history;
  size_t judgedNow = 0;   ///< by this call; the others were in the session
  bool complete = false;  ///< the strategy has no more to try; else: the budget is spent, or it was paused
  double seconds = 0;
  std::optional<VariantRecord> best;  ///< none: no variant is better than the original
};

/// Is an error of a maker or a judge about this variant alone? Others end the tuning.
bool isNoVariant(const Error& error);

/// Goes on with a tuning where the session stands: nothing that it holds is judged again. Each outcome is committed in
/// one piece before the next begins; where the judge takes several at once, those that are likely to be asked for are
/// judged together, and where the maker can, they are made ahead; a judge that fills in takes those that are ready
/// before the one that is asked for. What the strategy wants to know of variants' texts the maker is asked. Errors: the
/// session holds another tuning, the original does not run, cancelled.
Result<TuningResult> tune(Session& session, const TuningProblem& problem, TuningStrategy& strategy, VariantMaker& maker,
                          VariantJudge& judge, const TuningOptions& options,
                          const std::function<void(const TuningProgress&)>& progress, std::stop_token stop);

/// What a session holds of a tuning: all outcomes. Errors: unreadable.
Result<TuningHistory> readTuning(const Session& session, const TuningProblem& problem);

}  // namespace warpwright

#include "core/execute/tune/tune.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "core/execute/tune/likely_next.h"
#include "core/execute/tune/stop_at.h"
#include "core/execute/tune/text_looks.h"
#include "core/execute/tune/variants_ahead.h"
#include "core/job/metric.h"

namespace warpwright {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* settingName = "tuning";
/// How many variants are expected for each that can be made at once: while one is judged, another is begun.
constexpr size_t guessesEach = 2;
/// How many are judged while a text is looked into: it takes about as long.
constexpr size_t judgedBeside = 4;
/// How many texts are looked into at once, where a judge fills in.
constexpr size_t mostLooks = 3;
/// What a variant that is being judged may take past the budget.
constexpr std::chrono::milliseconds leastGrace(10'000);
constexpr int graceParts = 3;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Of what is taken beside the metric that is tuned.
std::string unitOf(const std::string& metric) {
  if (metric == "static/registers") return "registers";
  if (metric == "static/shared") return "B";
  if (metric == "static/threads") return "threads";
  for (const MetricInfo& info : engineMetrics()) {
    if (info.tag == metric) return info.unit;
  }
  return "";
}

/// The session belongs to this tuning, or to none yet.
Status claim(Session& session, const TuningProblem& problem) {
  auto values = session.values();
  if (!values.ok()) return values.error();
  const auto found = values->find(settingName);
  if (found == values->end()) return session.setValue(settingName, problem.identity);
  if (found->second == problem.identity) return {};
  return inputError("The session " + session.file().string() + " holds another tuning (" + found->second + ", not " +
                    problem.identity + "). Choose another file.");
}

std::chrono::milliseconds graceOf(const TuningOptions& options) {
  return std::max(leastGrace, options.budget.value_or(leastGrace) / graceParts);
}

TuningHistory firstOf(const TuningHistory& history, size_t count) {
  const std::vector<const TuningOutcome*> all = history.outcomes();
  TuningHistory first;
  for (size_t i = 0; i < std::min(count, all.size()); ++i) first.add(*all[i]);
  return first;
}

class Tuning {
 public:
  Tuning(Session& session, const TuningProblem& problem, TuningStrategy& strategy, VariantMaker& maker,
         VariantJudge& judge, const TuningOptions& options, const std::function<void(const TuningProgress&)>& progress,
         std::stop_token stop)
      : session_(session),
        problem_(problem),
        strategy_(strategy),
        maker_(maker),
        judge_(judge),
        options_(options),
        progress_(progress),
        stop_(std::move(stop)),
        making_(endOfBudget({}), stop_),
        firstMaking_(endOfBudget(options.budget.value_or(std::chrono::milliseconds(0))), stop_),
        judging_(endOfBudget(graceOf(options)), stop_),
        firstJudging_(endOfBudget(graceOf(options) + options.budget.value_or(std::chrono::milliseconds(0))), stop_) {}

  Result<TuningResult> run() {
    Result<TuningHistory> known = readTuning(session_, problem_);
    if (!known.ok()) return known.error();
    result_.history = std::move(known.value());
    VariantsAhead ahead(maker_, judge_, firstMaking_.token());
    const bool beside = ahead.threads() > 0, fillsIn = beside && judge_.fillsIn();
    // Each takes what makes a variant meanwhile.
    looks_.emplace(maker_, fillsIn ? std::clamp<size_t>(ahead.threads() / 2, 1, mostLooks) : 1, making_.token());
    const auto cannotBeMade = [&](const VariantSteps& steps) { return ahead.cannotBeMade(steps); };
    for (;;) {
      const Status learned = fillsIn ? learnMeanwhile() : learn(beside);
      if (!learned.ok()) return learned.error();
      const size_t most = std::max(judge_.atOnce(), guessesEach * ahead.threads());
      std::vector<VariantSteps> batch = likelyNext(strategy_, result_.history, most, cannotBeMade);
      if (batch.empty()) break;
      if (stop_.stop_requested()) return cancelledError();
      if (!batch.front().empty() && isSpent() && !isAwaited(batch.front())) return finish(false);
      if (!batch.front().empty()) {
        if (!awaited_) await(batch, std::max<size_t>(1, ahead.threads()));
        ahead.expect(batch);
        if (fillsIn && !isSpent()) keepReady(batch, ahead);
      }
      batch.resize(std::min(batch.size(), judge_.atOnce()));
      report(batch.front());
      const Status done = judgeBatch(batch, ahead);
      const bool isLate = !done.ok() && done.error().kind == ErrorKind::cancelled && !stop_.stop_requested();
      if (isLate) return finish(false);
      if (!done.ok()) return done.error();
    }
    const TuningOutcome* original = result_.history.find({});
    if (!original || !original->accepted || !original->score) {
      return inputError(original && !original->reason.empty() ? original->reason : "The original gives no figures.");
    }
    return finish(strategy_.wanted(result_.history).empty());
  }

 private:
  std::optional<Clock::time_point> endOfBudget(std::chrono::milliseconds more) const {
    return options_.budget ? std::optional(start_ + *options_.budget + more) : std::nullopt;
  }

  /// Nor is a variant begun for which not half of the time is left that one has taken so far.
  bool isSpent() const {
    if (options_.pause.stop_requested()) return true;
    if (!options_.budget) return false;
    const double spent = secondsSince(start_), left = std::chrono::duration<double>(*options_.budget).count() - spent;
    const size_t variants = result_.judgedNow - std::min<size_t>(result_.judgedNow, 1);  // beside the original
    return left <= 0 || (variants > 0 && left < spent / static_cast<double>(variants) / 2);
  }

  /// Tells the strategy what it wants to know, while there is time for it. `beside`: it is looked up while variants are
  /// judged, and waited for after a few of them. Goes along all outcomes one by one: a tuning that goes on comes to
  /// know the same after the same outcome, however long that takes. Errors: cancelled; what ends a tuning.
  Status learn(bool beside) {
    for (; looked_ < result_.history.size(); ++looked_) {
      const TuningHistory known = firstOf(result_.history, looked_ + 1);
      while (!isSpent() && (!looks_->isEmpty() || ask(known))) {
        const bool isDue = !beside || looked_ >= askedAfter_ + judgedBeside || !strategy_.next(known);
        if (!isDue) break;
        if (Status told = tellOf(*looks_->take(true)); !told.ok()) return told;
      }
    }
    return {};
  }
  bool ask(const TuningHistory& known) {
    const auto variants = strategy_.wanted(known);
    if (variants.empty()) return false;
    askedAfter_ = looked_;
    looks_->begin(variants.front());
    return true;
  }
  /// The same for a judge that fills in: all that is wanted is looked up, and told as soon as it is known; it is waited
  /// for where nothing else can be done.
  Status learnMeanwhile() {
    while (!isSpent()) {
      for (const VariantSteps& variant : strategy_.wanted(result_.history)) looks_->begin(variant);
      const auto known = looks_->take(!strategy_.next(result_.history));
      if (!known) break;
      if (Status told = tellOf(*known); !told.ok()) return told;
    }
    return {};
  }
  Status tellOf(const std::pair<VariantSteps, TextLooks::Changes>& known) {
    const auto& [variant, changes] = known;
    if (stop_.stop_requested()) return cancelledError();
    if (!changes.ok() && changes.error().kind == ErrorKind::cancelled) return {};  // time is up
    // A text that cannot be made or read has no changes.
    if (!changes.ok() && !isNoVariant(changes.error())) return changes.error();
    strategy_.learn(variant, changes.ok() ? *changes : std::vector<TunableChange>());
    return {};
  }

  /// Those of the batch that can be judged now; where none can, the one that can first.
  void keepReady(std::vector<VariantSteps>& batch, VariantsAhead& ahead) const {
    const std::stop_token stop = isAwaited(batch.front()) ? firstMaking_.token() : making_.token();
    std::vector<VariantSteps> kept;
    for (const size_t place : ahead.ready(batch, judge_.atOnce(), stop)) kept.push_back(batch[place]);
    batch = std::move(kept);
  }

  /// Those that were begun together at first: a pass' guess is of use only where the others have had theirs, too.
  void await(const std::vector<VariantSteps>& batch, size_t most) {
    awaited_.emplace();
    for (size_t i = 0; i < std::min(most, batch.size()); ++i) awaited_->insert(toString(batch[i]));
  }
  /// It may be made and judged past the budget, for as long again. Not where nothing may take any time.
  bool isAwaited(const VariantSteps& steps) const {
    return awaited_ && awaited_->contains(toString(steps)) && !firstMaking_.token().stop_requested() &&
           !options_.pause.stop_requested();
  }

  void report(const VariantSteps& steps) const {
    if (!progress_) return;
    TuningProgress now;
    now.judged = result_.history.size();
    now.most = strategy_.mostVariants();
    now.variant = toString(steps);
    now.steps = steps;
    now.history = &result_.history;
    if (const TuningOutcome* original = result_.history.find({})) now.original = original->score;
    if (const TuningOutcome* best = result_.history.best()) now.best = best->score;
    const double spent = secondsSince(start_);
    if (result_.judgedNow > 0) {
      now.secondsLeft = spent / static_cast<double>(result_.judgedNow) *
                        static_cast<double>(now.most - std::min(now.most, now.judged));
    }
    if (options_.budget) {
      const double left = std::max(0.0, std::chrono::duration<double>(*options_.budget).count() - spent);
      now.secondsLeft = now.secondsLeft < 0 ? left : std::min(now.secondsLeft, left);
    }
    progress_(now);
  }

  Status judgeBatch(const std::vector<VariantSteps>& batch, VariantsAhead& ahead) {
    std::vector<VariantRecord> made;
    std::vector<std::optional<Result<TuningJudgement>>> judged;
    std::vector<VariantRecord> sound;
    for (const VariantSteps& steps : batch) {
      Result<VariantRecord> variant =
          steps.empty() ? Result<VariantRecord>(VariantRecord())
                        : ahead.take(steps, isAwaited(steps) ? firstMaking_.token() : making_.token());
      judged.emplace_back();
      if (variant.ok())
        sound.push_back(*variant);
      else
        judged.back() = variant.error();
      made.push_back(variant.ok() ? *std::move(variant) : VariantRecord());
    }
    std::vector<Result<TuningJudgement>> judgements;
    // Without the original there is nothing to say at all.
    const std::stop_token stop = batch.front().empty()      ? stop_
                                 : isAwaited(batch.front()) ? firstJudging_.token()
                                                            : judging_.token();
    if (sound.size() == 1)
      judgements.push_back(judge_.judge(sound.front(), stop));
    else if (!sound.empty())
      judgements = judge_.judgeAll(sound, stop);
    for (size_t i = 0, next = 0; i < batch.size(); ++i) {
      if (!judged[i]) judged[i] = std::move(judgements[next++]);
      if (Status kept = keepOne(batch[i], std::move(made[i]), *std::move(judged[i])); !kept.ok()) return kept;
    }
    return {};
  }

  Status keepOne(const VariantSteps& steps, VariantRecord variant, Result<TuningJudgement> judged) {
    TuningJudgement judgement;
    if (judged.ok()) {
      judgement = std::move(judged.value());
    } else {
      const Error& problem = judged.error();
      if (!isNoVariant(problem)) return problem;
      judgement.verification.judged = false;
      judgement.verification.variant.failure = problem;
      judgement.verification.summary = problem.message;
    }
    variant.steps = steps;
    if (variant.id.empty() && !steps.empty()) variant.id = makeVariantId(steps, {});
    variant.command = problem_.identity;
    variant.verification = std::move(judgement.verification);
    ++result_.judgedNow;
    return keep(variant, judgement);
  }

  Status keep(const VariantRecord& variant, const TuningJudgement& judgement) {
    std::vector<MeasurementRecord> measurements;
    for (const auto& [metric, value] : judgement.metrics) {
      MeasurementRecord record;
      record.variant = variant.id;
      record.kernel = problem_.kernel;
      record.target = problem_.target;
      record.device = problem_.device;
      record.metric = metric;
      record.unit = metric == problem_.metric ? problem_.unit : unitOf(metric);
      record.value = record.low = record.high = value;
      if (const auto interval = judgement.intervals.find(metric); interval != judgement.intervals.end()) {
        std::tie(record.low, record.high) = interval->second;
      }
      record.samples = metric == problem_.metric ? judgement.samples : 1;
      if (metric == problem_.metric) record.verdict = judgement.verdict;
      record.conditions = problem_.conditions;
      measurements.push_back(std::move(record));
    }
    const bool isOriginal = variant.steps.empty();
    if (isOriginal && !variant.verification->identical) return inputError(variant.verification->summary);
    if (Status kept = session_.putMeasuredVariant(isOriginal ? nullptr : &variant, measurements); !kept.ok())
      return kept;
    const auto score = judgement.metrics.find(problem_.metric);
    TuningOutcome outcome;
    outcome.steps = variant.steps;
    outcome.accepted = variant.verification->identical;
    outcome.judged = variant.verification->judged;
    outcome.metrics = judgement.metrics;
    if (outcome.accepted && score != judgement.metrics.end()) outcome.score = score->second;
    outcome.verdict = judgement.verdict;
    if (const auto interval = judgement.intervals.find(problem_.metric);
        outcome.score && interval != judgement.intervals.end()) {
      outcome.scoreLow = interval->second.first;
      outcome.scoreHigh = interval->second.second;
    }
    if (!outcome.accepted || !outcome.score) outcome.reason = variant.verification->summary;
    result_.history.add(std::move(outcome));
    return {};
  }

  Result<TuningResult> finish(bool complete) {
    result_.complete = complete;
    result_.seconds = secondsSince(start_);
    const TuningOutcome* best = result_.history.best();
    if (!best || best->steps.empty()) return std::move(result_);
    Result<std::vector<VariantRecord>> variants = session_.variants();
    if (!variants.ok()) return variants.error();
    for (VariantRecord& variant : *variants) {
      if (variant.command == problem_.identity && toString(variant.steps) == toString(best->steps))
        result_.best = std::move(variant);
    }
    return std::move(result_);
  }

  Session& session_;
  const TuningProblem& problem_;
  TuningStrategy& strategy_;
  VariantMaker& maker_;
  VariantJudge& judge_;
  const TuningOptions& options_;
  const std::function<void(const TuningProgress&)>& progress_;
  std::stop_token stop_;
  Clock::time_point start_ = Clock::now();
  StopAt making_, firstMaking_, judging_, firstJudging_;
  std::optional<std::set<std::string>> awaited_;  ///< texts of their steps; none: no variant was begun yet
  TuningResult result_;
  /// Outcomes after which the strategy has said what it wants to know, and after which that was asked for.
  size_t looked_ = 0, askedAfter_ = 0;
  std::optional<TextLooks> looks_;
};

}  // namespace

Result<std::vector<TunableChange>> VariantMaker::changesOf(const VariantSteps&, std::stop_token) {
  return std::vector<TunableChange>();
}

bool isNoVariant(const Error& error) {
  return error.kind == ErrorKind::input || error.kind == ErrorKind::stale;
}

void VariantJudge::prepare(const VariantRecord&, std::stop_token) {}
void VariantJudge::forget(const VariantRecord&) {}

std::vector<Result<TuningJudgement>> VariantJudge::judgeAll(const std::vector<VariantRecord>& variants,
                                                            std::stop_token stop) {
  std::vector<Result<TuningJudgement>> judgements;
  for (const VariantRecord& variant : variants) judgements.push_back(judge(variant, stop));
  return judgements;
}

Result<TuningHistory> readTuning(const Session& session, const TuningProblem& problem) {
  auto measurements = session.measurements();
  if (!measurements.ok()) return measurements.error();
  auto variants = session.variants();
  if (!variants.ok()) return variants.error();
  std::map<std::string, std::vector<const MeasurementRecord*>> taken;
  for (const MeasurementRecord& record : *measurements) {
    if (record.kernel == problem.kernel && record.target == problem.target) taken[record.variant].push_back(&record);
  }
  const auto fill = [&](TuningOutcome& outcome, const std::string& variant) {
    for (const MeasurementRecord* record : taken[variant]) {
      outcome.metrics[record->metric] = record->value;
      if (record->metric != problem.metric || !outcome.accepted) continue;
      outcome.score = record->value;
      outcome.verdict = record->verdict;
      if (record->low == record->high) continue;
      outcome.scoreLow = record->low;
      outcome.scoreHigh = record->high;
    }
  };
  TuningHistory history;
  TuningOutcome original;
  original.accepted = true;
  fill(original, "");
  if (original.score) history.add(std::move(original));
  for (const VariantRecord& variant : *variants) {
    if (variant.command != problem.identity || !variant.verification) continue;
    TuningOutcome outcome;
    outcome.steps = variant.steps;
    outcome.accepted = variant.verification->identical;
    outcome.judged = variant.verification->judged;
    fill(outcome, variant.id);
    if (!outcome.accepted || !outcome.score) outcome.reason = variant.verification->summary;
    history.add(std::move(outcome));
  }
  return history;
}

Result<TuningResult> tune(Session& session, const TuningProblem& problem, TuningStrategy& strategy, VariantMaker& maker,
                          VariantJudge& judge, const TuningOptions& options,
                          const std::function<void(const TuningProgress&)>& progress, std::stop_token stop) {
  if (Status claimed = claim(session, problem); !claimed.ok()) return claimed.error();
  return Tuning(session, problem, strategy, maker, judge, options, progress, std::move(stop)).run();
}

}  // namespace warpwright

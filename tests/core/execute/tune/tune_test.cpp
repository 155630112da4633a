#include <sys/wait.h>
#include <unistd.h>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <csignal>
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include "core/execute/tune/recorded_judge.h"
#include "core/execute/tune/tune.h"

using namespace warpwright;

namespace {

const TuningProblem problem{"k", "cpu", "sm_90", "engine/accesses", "accesses", "counted", "k of a.cu"};

std::vector<TunableChange> changes() {
  std::vector<TunableChange> list;
  for (const char* id : {"a", "b", "c", "d", "e"}) list.push_back({TunableChange::Kind::other, id, id, 0, 0, {}});
  return list;
}

/// Texts without Clang; `d` cannot be written.
class PretendedMaker : public VariantMaker {
 public:
  Result<VariantRecord> make(const VariantSteps& steps, std::stop_token) override {
    VariantRecord variant;
    for (const VariantStep& step : steps) {
      if (step.opportunity == "d") return inputError("d is gone");
    }
    variant.steps = steps;
    variant.summary = toString(steps);
    variant.files = {{"/p/a.cu", "original", "changed: " + toString(steps)}};
    variant.id = makeVariantId(variant.steps, variant.files);
    return variant;
  }
};

/// `b` computes something else; each other change saves ten.
class PretendedJudge : public VariantJudge {
 public:
  explicit PretendedJudge(useconds_t wait = 0) : wait_(wait) {}
  Result<TuningJudgement> judge(const VariantRecord& variant, std::stop_token) override {
    ++calls;
    if (wait_ != 0) ::usleep(wait_);
    TuningJudgement judgement;
    judgement.verification.identical = true;
    for (const VariantStep& step : variant.steps) judgement.verification.identical &= step.opportunity != "b";
    judgement.verification.summary = judgement.verification.identical ? "same" : "b differs";
    judgement.metrics["engine/accesses"] = 100 - 10 * static_cast<double>(variant.steps.size());
    return judgement;
  }
  int calls = 0;

 private:
  useconds_t wait_;
};

/// Takes up to five at once.
class BatchJudge : public PretendedJudge {
 public:
  size_t atOnce() const override { return 5; }
  std::vector<Result<TuningJudgement>> judgeAll(const std::vector<VariantRecord>& variants,
                                                std::stop_token stop) override {
    ++batches;
    largest = std::max(largest, variants.size());
    return PretendedJudge::judgeAll(variants, stop);
  }
  int batches = 0;
  size_t largest = 0;
};

/// Makes four at once; those with `c` take long.
class SideBySideMaker : public PretendedMaker {
 public:
  size_t ahead() const override { return 4; }
  Result<VariantRecord> make(const VariantSteps& steps, std::stop_token stop) override {
    const int now = ++busy;
    for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
    }
    for (int i = 0; i < (toString(steps).find('c') == std::string::npos ? 2 : 8) && !stop.stop_requested(); ++i)
      ::usleep(1000);
    --busy;
    if (stop.stop_requested()) return cancelledError();
    return PretendedMaker::make(steps, stop);
  }
  std::atomic<int> busy = 0, most = 0;
};

/// Counts what is prepared, and says which variants it was given in which order.
class PreparedJudge : public PretendedJudge {
 public:
  void prepare(const VariantRecord& variant, std::stop_token) override {
    const std::lock_guard lock(mutex_);
    prepared_.insert(variant.id);
  }
  void forget(const VariantRecord& variant) override {
    const std::lock_guard lock(mutex_);
    prepared_.erase(variant.id);
  }
  Result<TuningJudgement> judge(const VariantRecord& variant, std::stop_token stop) override {
    order.push_back(toString(variant.steps));
    const std::lock_guard lock(mutex_);
    unprepared += !variant.steps.empty() && prepared_.erase(variant.id) == 0;
    left = prepared_.size();
    return PretendedJudge::judge(variant, stop);
  }
  std::vector<std::string> order;
  int unprepared = 0;
  size_t left = 0;

 private:
  std::mutex mutex_;
  std::set<std::string> prepared_;
};

/// Tries ten, and what is possible in the text of the first as soon as it knows that.
class CuriousStrategy : public TuningStrategy {
 public:
  std::string name() const override { return "curious"; }
  std::optional<VariantSteps> next(const TuningHistory& history) const override {
    if (!history.find({})) return VariantSteps();
    if (isTold_ && !history.find({{"t0", {}}, {"told", {}}})) return VariantSteps{{"t0", {}}, {"told", {}}};
    for (int i = 0; i < 10; ++i) {
      const VariantSteps steps{{"t" + std::to_string(i), {}}};
      if (!history.find(steps)) return steps;
    }
    return std::nullopt;
  }
  std::vector<VariantSteps> wanted(const TuningHistory& history) const override {
    const VariantSteps first{{"t0", {}}};
    return !isTold_ && history.find(first) ? std::vector<VariantSteps>{first} : std::vector<VariantSteps>();
  }
  void learn(const VariantSteps&, const std::vector<TunableChange>&) override { isTold_ = true; }
  size_t mostVariants() const override { return 12; }

 private:
  bool isTold_ = false;
};

/// Looks into a text, in no time or till a variant is judged meanwhile.
class LookingMaker : public SideBySideMaker {
 public:
  explicit LookingMaker(bool isSlow) : isSlow_(isSlow) {}
  Result<std::vector<TunableChange>> changesOf(const VariantSteps&, std::stop_token stop) override {
    isLooking = true;
    for (int i = 0; isSlow_ && !judgedBeside && i < 20'000 && !stop.stop_requested(); ++i) ::usleep(1000);
    isLooking = false;
    return std::vector<TunableChange>();
  }
  std::atomic<bool> isLooking = false, judgedBeside = false;

 private:
  bool isSlow_;
};

Result<TuningResult> run(const std::filesystem::path& file, VariantJudge& judge, TuningOptions options = {},
                         std::stop_token stop = {}, VariantMaker* by = nullptr) {
  auto session = Session::openOrCreate(file);
  if (!session.ok()) return session.error();
  PretendedMaker alone;
  VariantMaker& maker = by ? *by : alone;
  const auto strategy = makeExhaustiveStrategy(changes());
  return tune(*session, problem, **strategy, maker, judge, options, nullptr, stop);
}

}  // namespace

class TuneTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::filesystem::path file(const char* name) const { return folder_.filePath(name).toStdString(); }

 private slots:
  void findsTheBestAndKeepsAll() {
    PretendedJudge judge;
    const auto result = run(file("a.wws"), judge);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QVERIFY(result->complete);
    QCOMPARE(result->history.size(), size_t(32));
    QCOMPARE(judge.calls, 16);  // half of them have `d`, which cannot be written
    QVERIFY(result->best);
    QCOMPARE(result->best->summary, std::string("a; c; e"));
    QCOMPARE(*result->history.best()->score, 70.0);
    QCOMPARE(result->history.find({{"b", {}}})->reason, std::string("b differs"));
    QCOMPARE(result->history.find({{"d", {}}})->reason, std::string("d is gone"));
  }

  void severalAreJudgedTogether() {
    BatchJudge judge;
    const auto result = run(file("n.wws"), judge);
    QVERIFY(result.ok() && result->complete);
    QCOMPARE(result->history.size(), size_t(32));
    QCOMPARE(judge.calls, 16);
    QVERIFY(judge.largest > 1 && judge.largest <= 5 && judge.batches < 10);
    QCOMPARE(result->best->summary, std::string("a; c; e"));
    // What was guessed is in the session, too, and a judge that takes one at a time goes on with it.
    PretendedJudge single;
    const auto again = run(file("n.wws"), single);
    QVERIFY(again.ok() && again->complete && single.calls == 0);
  }

  void thoseToComeAreMadeAheadAndInOrder() {
    PreparedJudge one, ahead;
    SideBySideMaker maker;
    QVERIFY(run(file("one.wws"), one).ok());
    const auto result = run(file("ahead.wws"), ahead, {}, {}, &maker);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QVERIFY(result->complete && result->best && result->best->summary == "a; c; e");
    QVERIFY(ahead.order == one.order);  // however long each takes to be made
    QVERIFY(maker.most > 1 && maker.most <= 4);
    QVERIFY(one.unprepared > 0);
    QCOMPARE(ahead.unprepared, 0);
    QCOMPARE(result->history.find({{"d", {}}})->reason, std::string("d is gone"));
  }

  void whatIsNotExpectedAnyMoreIsLetGo() {
    PreparedJudge judge;
    SideBySideMaker maker;
    auto session = Session::openOrCreate(file("guesses.wws"));
    const auto strategy = makePrunedStrategy(changes());
    const auto result = tune(*session, problem, *strategy, maker, judge, {}, nullptr, {});
    QVERIFY(result.ok() && result->complete);
    QCOMPARE(judge.unprepared, 0);
    QVERIFY(judge.left <= 16);
  }

  void makingAheadEndsWithTheTuning() {
    std::stop_source source;
    PreparedJudge judge;
    SideBySideMaker maker;
    const std::jthread ending([&] {
      ::usleep(20000);
      source.request_stop();
    });
    const auto result = run(file("stopped.wws"), judge, {}, source.get_token(), &maker);
    QVERIFY(!result.ok() && result.error().kind == ErrorKind::cancelled);
    QCOMPARE(maker.busy, 0);
    // A spent budget ends it, too, and what was made is not lost for those who go on.
    TuningOptions brief;
    brief.budget = std::chrono::milliseconds(5);
    const auto begun = run(file("brief.wws"), judge, brief, {}, &maker);
    QVERIFY(begun.ok() && !begun->complete);
    QCOMPARE(maker.busy, 0);
    const auto rest = run(file("brief.wws"), judge, {}, {}, &maker);
    QVERIFY(rest.ok() && rest->complete && rest->best->summary == "a; c; e");
  }

  /// What is made takes as long as it likes: the answer comes when the budget is spent.
  void aBudgetEndsWhatIsMade_data() {
    QTest::addColumn<bool>("ahead");
    QTest::newRow("ahead") << true;
    QTest::newRow("when it is its turn") << false;
  }
  void aBudgetEndsWhatIsMade() {
    struct SlowMaker : PretendedMaker {
      size_t threads = 0;
      size_t ahead() const override { return threads; }
      Result<VariantRecord> make(const VariantSteps&, std::stop_token stop) override {
        while (!stop.stop_requested()) ::usleep(1000);
        return cancelledError();
      }
    } maker;
    QFETCH(bool, ahead);
    maker.threads = ahead ? 2 : 0;
    TuningOptions brief;
    brief.budget = std::chrono::milliseconds(50);
    PretendedJudge judge;
    const auto result = run(file(ahead ? "late.wws" : "late1.wws"), judge, brief, {}, &maker);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QVERIFY(!result->complete && !result->best && result->seconds < 5);
    QCOMPARE(judge.calls, 1);
    QCOMPARE(result->history.size(), size_t(1));
  }

  /// Variants that take longer than the budget: those that it began with are judged, no others.
  void whatABudgetBeganWithIsWaitedFor() {
    struct SlowMaker : PretendedMaker {
      size_t ahead() const override { return 2; }
      Result<VariantRecord> make(const VariantSteps& steps, std::stop_token stop) override {
        for (int i = 0; i < 1300 && !stop.stop_requested(); ++i) ::usleep(1000);
        return stop.stop_requested() ? cancelledError() : PretendedMaker::make(steps, stop);
      }
    } maker;
    TuningOptions brief;
    brief.budget = std::chrono::milliseconds(1200);
    PretendedJudge judge;
    const auto result = run(file("slow.wws"), judge, brief, {}, &maker);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QVERIFY(!result->complete && result->best);
    QVERIFY(judge.calls == 2 || judge.calls == 3);  // with the original
    QVERIFY(result->seconds > 1.2);
  }

  // Variants are judged while a text is looked into, and in one order however long that takes: one that was killed goes
  // on as it would have.
  void textsAreLookedIntoBesideVariants() {
    std::vector<std::string> orders;
    for (const bool isSlow : {false, true}) {
      const std::string file = folder_.filePath(isSlow ? "slow-look.wws" : "quick-look.wws").toStdString();
      std::string order;
      for (const bool goesOn : {false, true}) {
        auto session = Session::openOrCreate(file);
        QVERIFY(session.ok());
        LookingMaker maker(isSlow);
        PreparedJudge judge;
        CuriousStrategy strategy;
        std::stop_source killed;
        const auto progress = [&](const TuningProgress& at) {
          // The look has been asked for, and begins when its thread does.
          for (int i = 0; isSlow && at.judged >= 2 && !maker.judgedBeside && i < 20'000; ++i) {
            if (maker.isLooking) maker.judgedBeside = true;
            ::usleep(1000);
          }
          if (!goesOn && at.judged == 4) killed.request_stop();
        };
        const auto done = tune(*session, problem, strategy, maker, judge, {}, progress, killed.get_token());
        QCOMPARE(done.ok(), goesOn);
        QVERIFY(!isSlow || maker.judgedBeside);
        if (!goesOn) continue;
        QVERIFY(done->complete);
        for (const TuningOutcome* one : done->history.outcomes()) order += toString(one->steps) + " | ";
      }
      orders.push_back(order);
    }
    QCOMPARE(orders[0], orders[1]);
    QVERIFY2(orders[0].find("t4 | t0; told | t5") != std::string::npos, orders[0].c_str());
  }

  void goesOnWhereItStands() {
    PretendedJudge first, second, third;
    std::stop_source source;
    TuningOptions none;
    none.budget = std::chrono::milliseconds(0);
    const auto begun = run(file("b.wws"), first, none);
    QVERIFY(begun.ok() && !begun->complete && begun->judgedNow == 1);
    const auto all = run(file("b.wws"), second);
    QVERIFY(all.ok() && all->complete);
    QCOMPARE(first.calls + second.calls, 16);
    const auto again = run(file("b.wws"), third);
    QVERIFY(again.ok() && again->complete && again->judgedNow == 0 && third.calls == 0);
    QCOMPARE(again->best->summary, std::string("a; c; e"));
    source.request_stop();
    QVERIFY(run(file("c.wws"), first, {}, source.get_token()).error().kind == ErrorKind::cancelled);
  }

  void aSessionIsOfOneTuning() {
    PretendedJudge judge;
    QVERIFY(run(file("d.wws"), judge).ok());
    auto session = Session::open(file("d.wws"));
    TuningProblem other = problem;
    other.identity = "k of b.cu";
    PretendedMaker maker;
    const auto strategy = makePrunedStrategy(changes());
    const auto result = tune(*session, other, *strategy, maker, judge, {}, nullptr, {});
    QVERIFY(!result.ok() && result.error().message.find("holds another tuning") != std::string::npos);
  }

  void recordingsAnswer() {
    PretendedJudge judge;
    QVERIFY(run(file("e.wws"), judge).ok());
    auto recorded = RecordedJudge::open(file("e.wws"), "k", "engine/accesses");
    QVERIFY(recorded.ok());
    const auto result = run(file("f.wws"), **recorded);
    QVERIFY(result.ok() && result->best && result->best->summary == "a; c; e");
    QVERIFY(!RecordedJudge::open(file("e.wws"), "k", "time").ok());
    QVERIFY(!RecordedJudge::open(file("e.wws"), "other", "engine/accesses").ok());
    QVERIFY(!RecordedJudge::open(file("none.wws"), "k", "engine/accesses").ok());
    VariantRecord unknown;
    unknown.id = "variant-0";
    QVERIFY((*recorded)->judge(unknown, {}).error().message.find("not in the recording") != std::string::npos);
  }

  /// The tuning is killed at any moment and started again until it is done: the session always opens, no outcome that
  /// was there is gone, and each is there once. More rounds: WARPWRIGHT_KILL_ROUNDS.
  void survivesKilling() {
    const int rounds = qEnvironmentVariableIntValue("WARPWRIGHT_KILL_ROUNDS") > 0
                           ? qEnvironmentVariableIntValue("WARPWRIGHT_KILL_ROUNDS")
                           : 15;
    std::mt19937 random(7);
    int killed = 0;
    for (int round = 0; killed < rounds; ++round) {
      QVERIFY2(round < 20 * rounds, "it is never killed");
      const std::filesystem::path path = file(("kill" + std::to_string(round) + ".wws").c_str());
      size_t kept = 0;
      for (int start = 0; start < 50; ++start) {
        const pid_t child = ::fork();
        if (child == 0) {
          PretendedJudge judge(300);
          const auto result = run(path, judge);
          ::_exit(result.ok() && result->complete ? 0 : 1);
        }
        ::usleep(random() % 60000);
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        if (WIFSIGNALED(status))
          ++killed;
        else
          QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        auto session = Session::openOrCreate(path);
        QVERIFY2(session.ok(), session.ok() ? "" : session.error().message.c_str());
        const auto history = readTuning(*session, problem);
        QVERIFY(history.ok());
        QVERIFY(history->size() >= kept);
        kept = history->size();
        for (const TuningOutcome* outcome : history->outcomes()) QVERIFY(!outcome->accepted || outcome->score);
        QVERIFY(session->measurements()->size() <= kept);
        if (!WIFSIGNALED(status)) break;
      }
      PretendedJudge judge;
      const auto rest = run(path, judge);
      QVERIFY(rest.ok() && rest->complete && rest->best && rest->best->summary == "a; c; e");
      QCOMPARE(rest->history.size(), size_t(32));
    }
  }
};

QTEST_GUILESS_MAIN(TuneTest)
#include "tune_test.moc"

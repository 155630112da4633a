#include <unistd.h>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <atomic>

#include "core/execute/tune/tune.h"

using namespace warpwright;

namespace {

const TuningProblem problem{"k", "gpu", "H200", "gpu/time", "ms", "timed", "k of a.cu"};

VariantSteps one(const std::string& name) {
  return {{name, {}}};
}

/// Makes four at once, at once but for `t1`, and looks into texts as long as nothing else is looked into.
class PretendedMaker : public VariantMaker {
 public:
  size_t ahead() const override { return 4; }
  Result<VariantRecord> make(const VariantSteps& steps, std::stop_token stop) override {
    for (int i = 0; steps == one("t1") && !mayMakeSlow && i < 20'000 && !stop.stop_requested(); ++i) ::usleep(1000);
    if (steps == one("t4")) return inputError("t4 is gone");
    VariantRecord variant;
    variant.steps = steps;
    variant.files = {{"/p/a.cu", "original", toString(steps)}};
    variant.id = makeVariantId(variant.steps, variant.files);
    return variant;
  }
  Result<std::vector<TunableChange>> changesOf(const VariantSteps&, std::stop_token stop) override {
    ++looking;
    for (int i = 0; looking < 2 && i < 20'000 && !stop.stop_requested(); ++i) ::usleep(1000);
    sawTwo = sawTwo || looking >= 2;
    return std::vector<TunableChange>();
  }
  std::atomic<bool> mayMakeSlow = false, sawTwo = false;
  std::atomic<int> looking = 0;
};

class FillingJudge : public VariantJudge {
 public:
  explicit FillingJudge(PretendedMaker& maker) : maker_(maker) {}
  bool fillsIn() const override { return true; }
  Result<TuningJudgement> judge(const VariantRecord& variant, std::stop_token) override {
    if (variant.steps == one("t3")) maker_.mayMakeSlow = true;
    TuningJudgement judgement;
    judgement.verification.identical = true;
    judgement.metrics["gpu/time"] = variant.steps.empty() ? 10 : 9;
    judgement.intervals["gpu/time"] = {judgement.metrics["gpu/time"] - 0.1, judgement.metrics["gpu/time"] + 0.1};
    if (!variant.steps.empty()) judgement.verdict = "FASTER";
    return judgement;
  }

 private:
  PretendedMaker& maker_;
};

/// Tries eight, and wants to know two texts as soon as it has them.
class PretendedStrategy : public TuningStrategy {
 public:
  std::string name() const override { return "pretended"; }
  std::optional<VariantSteps> next(const TuningHistory& history) const override {
    if (!history.find({})) return VariantSteps();
    for (int i = 0; i < 8; ++i) {
      if (!history.find(one("t" + std::to_string(i)))) return one("t" + std::to_string(i));
    }
    return std::nullopt;
  }
  std::vector<VariantSteps> wanted(const TuningHistory& history) const override {
    std::vector<VariantSteps> all;
    for (const VariantSteps& steps : {one("t0"), one("t2")}) {
      if (history.find(steps) && std::find(told.begin(), told.end(), steps) == told.end()) all.push_back(steps);
    }
    return all;
  }
  void learn(const VariantSteps& steps, const std::vector<TunableChange>&) override { told.push_back(steps); }
  size_t mostVariants() const override { return 9; }
  std::vector<VariantSteps> told;
};

}  // namespace

class FillingInTest : public QObject {
  Q_OBJECT
 private slots:
  // `t1` is not ready before `t3` is judged: an order that keeps to the strategy's would wait for it.
  void othersAreJudgedWhileTheNextIsMade() {
    const QTemporaryDir folder;
    auto session = Session::openOrCreate(folder.filePath("a.wws").toStdString());
    QVERIFY(session.ok());
    PretendedMaker maker;
    FillingJudge judge(maker);
    PretendedStrategy strategy;
    const auto result = tune(*session, problem, strategy, maker, judge, {}, nullptr, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QVERIFY(result->complete);
    QCOMPARE(result->history.size(), size_t(9));
    const std::vector<const TuningOutcome*> all = result->history.outcomes();
    const auto placeOf = [&](const VariantSteps& steps) {
      return std::find_if(all.begin(), all.end(), [&](const auto* each) { return each->steps == steps; }) - all.begin();
    };
    QVERIFY(placeOf(one("t3")) < placeOf(one("t1")));
    QVERIFY(maker.mayMakeSlow);
    // What cannot be made is no outcome before it is asked for.
    QVERIFY(placeOf(one("t4")) > placeOf(one("t1")));
    QCOMPARE(result->history.find(one("t4"))->reason, std::string("t4 is gone"));
    // Both texts were looked into at the same time, and told.
    QVERIFY(maker.sawTwo);
    QCOMPARE(strategy.told.size(), size_t(2));
  }
};

QTEST_GUILESS_MAIN(FillingInTest)
#include "filling_in_test.moc"

#include "core/execute/tune/gpu_tuning.h"

#include <QTest>

using namespace warpwright;

namespace {

GpuTimes timesOf(double original, double variant) {
  GpuTimes times;
  const auto about = [](double value) { return Interval{value, value * 0.99, value * 1.01}; };
  times.original = about(original);
  times.variant = about(variant);
  times.speedup = about(original / variant);
  times.verdict = "FASTER";
  times.samples = 100;
  return times;
}

TuningJudgement judged(const GpuTimes& times) {
  GpuRun original;
  original.times = timesOf(1e-3, 1e-3);
  GpuVariantReplay replay;
  replay.gpu.times = times;
  replay.replay.run.buffers.emplace_back();
  return judgementOf(original, replay);
}

}  // namespace

/// What times on a GPU say, and when they say nothing.
class GpuTuningTest : public QObject {
  Q_OBJECT
 private slots:
  void aScoreIsTheFirstTimeOverTheSpeedup() {
    const TuningJudgement fast = judged(timesOf(1.1e-3, 0.55e-3));  // clocks have fallen a little for both
    QVERIFY(fast.verification.identical);
    QCOMPARE(fast.verdict, std::string("FASTER"));
    QCOMPARE(fast.metrics.at(gpuTime), 0.5);
  }

  /// Four times as long beside the variant as by itself: another process was there, and 3.85 would be no speed-up.
  void anOriginalThatDriftsIsNotComparable_data() {
    QTest::addColumn<double>("original");
    QTest::newRow("slower") << 3.85e-3;
    QTest::newRow("faster: it was disturbed at first") << 0.5e-3;
  }
  void anOriginalThatDriftsIsNotComparable() {
    QFETCH(double, original);
    const TuningJudgement drifted = judged(timesOf(original, original / 3.85));
    QVERIFY(drifted.verification.identical);
    QVERIFY(!drifted.metrics.contains(gpuTime) && drifted.verdict.empty());
    QVERIFY2(drifted.verification.summary.find("not comparable") != std::string::npos,
             drifted.verification.summary.c_str());
  }

  void timesOfTwoKindsAreNotBelieved() {
    GpuTimes times = timesOf(1e-3, 0.5e-3);
    times.disturbed = true;
    times.refused = "launches took times of two kinds: not comparable.";
    const TuningJudgement none = judged(times);
    QVERIFY(none.verification.identical && !none.metrics.contains(gpuTime));
    QVERIFY(none.verification.summary.find("two kinds") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(GpuTuningTest)
#include "gpu_tuning_test.moc"

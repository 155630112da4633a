#include "core/job/sampled_times.h"

#include <QTest>
#include <cmath>
#include <random>

using namespace warpwright;

namespace {

struct Pairs {
  std::vector<double> original, variant;
};

/// Times as GPUs give them: noise of each launch, an outlier now and then, and a clock that drifts under both.
Pairs sample(unsigned seed, size_t pairs, double speedup, double noise) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> launch(0, noise), step(0, noise / 8);
  std::bernoulli_distribution isOutlier(0.01);
  Pairs times;
  double clock = 0;
  for (size_t i = 0; i < pairs; ++i) {
    clock += step(random) - clock / 50;
    const auto one = [&](double seconds) {
      return seconds * std::exp(launch(random) + clock) * (isOutlier(random) ? 1.5 : 1);
    };
    times.original.push_back(one(2e-4));
    times.variant.push_back(one(2e-4 / speedup));
  }
  return times;
}

std::string verdictOf(const Pairs& times) {
  const Interval speedup = pairedSpeedup(times.original, times.variant);
  return speedVerdict(speedup.low, speedup.high);
}

}  // namespace

class SampledTimesTest : public QObject {
  Q_OBJECT
 private slots:
  void medianOfFewIsTheirRange() {
    QVERIFY((medianInterval({3, 1, 2}) == Interval{2, 1, 3}));
    QVERIFY((medianInterval({4}) == Interval{4, 4, 4}));
    QCOMPARE(medianInterval({4, 1, 3, 2}).value, 2.5);
  }

  void medianHoldsTheTrueOneAsOftenAsItSays() {
    int held = 0;
    for (unsigned seed = 0; seed < 400; ++seed) {
      std::mt19937_64 random(seed);
      std::lognormal_distribution<double> draw(0, 0.3);
      std::vector<double> samples(60);
      for (double& value : samples) value = draw(random);
      const Interval interval = medianInterval(samples);
      if (interval.low <= 1 && 1 <= interval.high) ++held;
    }
    QVERIFY2(held >= 370, std::to_string(held).c_str());
  }

  void theSameKernelIsTheSame() {
    int same = 0;
    for (unsigned seed = 0; seed < 1000; ++seed) same += verdictOf(sample(seed, 1000, 1, 0.01)) == "SAME";
    QVERIFY2(same >= 995, std::to_string(same).c_str());
  }

  void intervalsHoldTheTrueSpeedup() {
    int held = 0;
    for (unsigned seed = 0; seed < 500; ++seed) {
      const Pairs times = sample(seed, 400, 1.3, 0.02);
      const Interval speedup = pairedSpeedup(times.original, times.variant);
      QVERIFY(speedup.low <= speedup.value && speedup.value <= speedup.high);
      held += speedup.low <= 1.3 && 1.3 <= speedup.high;
    }
    QVERIFY2(held >= 485, std::to_string(held).c_str());
  }

  void differencesAreSeen() {
    QCOMPARE(verdictOf(sample(1, 500, 1.05, 0.01)), std::string("FASTER"));
    QCOMPARE(verdictOf(sample(2, 500, 0.95, 0.01)), std::string("SLOWER"));
    QCOMPARE(verdictOf(sample(3, 12, 1.02, 0.1)), std::string("UNSURE"));
  }

  void verdictsAreOfTheWholeInterval() {
    QCOMPARE(speedVerdict(0.995, 1.005), std::string("SAME"));
    QCOMPARE(speedVerdict(1.005, 1.02), std::string("UNSURE"));
    QCOMPARE(speedVerdict(1.011, 1.02), std::string("FASTER"));
    QCOMPARE(speedVerdict(0.9, 0.98), std::string("SLOWER"));
  }

  void aMicrosecondIsNoDifference() {
    QCOMPARE(sameBand(1e-3), 0.01);
    QCOMPARE(sameBand(1e-5), 0.1);
    QCOMPARE(speedVerdict(1.05, 1.07, sameBand(1e-5)), std::string("SAME"));
    QCOMPARE(speedVerdict(1.05, 1.07, sameBand(1e-3)), std::string("FASTER"));
  }

  /// Each place has its own time for each of both codes; a clock that ticks coarsely tells less.
  void aMicrosecondIsOneWhereCodesLayAtManyPlaces() {
    const auto verdict = [](unsigned seed, uint32_t places, double speedup, double tick) {
      std::mt19937_64 random(seed);
      std::normal_distribution<double> place(0, 5e-8), launch(0, 2e-8);
      std::vector<double> original, variant;
      std::vector<uint32_t> at;
      for (uint32_t p = 0; p < places; ++p) {
        const double first = 6e-6 + place(random), second = 6e-6 / speedup + place(random);
        for (int i = 0; i < 50; ++i) {
          const auto read = [&](double seconds) { return std::round((seconds + launch(random)) / tick) * tick; };
          original.push_back(read(first));
          variant.push_back(read(second));
          at.push_back(p);
        }
      }
      const Interval interval = pairedSpeedup(original, variant, at);
      return speedVerdict(interval, original, at);
    };
    int same = 0;
    for (unsigned seed = 0; seed < 1000; ++seed) {
      same += verdict(seed, 20, 1, 32e-9) == "SAME";
      QCOMPARE(verdict(seed, 20, 1.08, 32e-9), std::string("FASTER"));
    }
    QVERIFY2(same >= 995, std::to_string(same).c_str());
    QCOMPARE(verdict(1, 5, 1.08, 32e-9), std::string("SAME"));
    QCOMPARE(verdict(1, 20, 1.08, 5e-7), std::string("SAME"));
  }

  void samplingStopsAsNvbenchDoes() {
    const StoppingRule rule;
    const std::vector<double> quiet(3000, 2e-4);
    QCOMPARE(toString(whetherToStop(rule, quiet, quiet, 1)), toString(StopReason::quiet));
    QCOMPARE(toString(whetherToStop(rule, {}, std::vector<double>(1000, 2e-4), 1)), toString(StopReason::goOn));
    QCOMPARE(toString(whetherToStop(rule, {}, std::vector<double>(9, 1.0), 1)), toString(StopReason::goOn));
    QCOMPARE(toString(whetherToStop(rule, {}, std::vector<double>(9, 1.0), 10)), toString(StopReason::budget));
    const Pairs noisy = sample(4, 3000, 1.2, 0.02);
    QCOMPARE(toString(whetherToStop(rule, noisy.original, noisy.variant, 1)), toString(StopReason::noiseSteady));
    // What is still open goes on.
    const Pairs open = sample(5, 3000, 1.01, 0.05);
    QCOMPARE(toString(whetherToStop(rule, open.original, open.variant, 1)), toString(StopReason::goOn));
  }

  /// One that is 1 % faster stays UNSURE for long; a search has better to do than to find out.
  void whatIsNearTheOriginalMayStayOpen() {
    StoppingRule rule;
    const Pairs near = sample(5, 3000, 1.01, 0.02), far = sample(5, 300, 1.03, 0.2);
    QCOMPARE(verdictOf(near), std::string("UNSURE"));
    QCOMPARE(verdictOf(far), std::string("UNSURE"));
    QCOMPARE(toString(whetherToStop(rule, near.original, near.variant, 1)), toString(StopReason::goOn));
    rule.openBands = 2;
    QCOMPARE(toString(whetherToStop(rule, near.original, near.variant, 1)), toString(StopReason::noiseSteady));
    QCOMPARE(toString(whetherToStop(rule, far.original, far.variant, 1)), toString(StopReason::goOn));
  }

  /// Of a kernel of 16 us a sample takes 100 times as long as its launch: the answer is there long before half a second
  /// of them was measured. Noise that is not steady does not keep it either.
  void aPlainAnswerWillDo() {
    StoppingRule rule;
    rule.plainSeconds = 0.4;
    const auto stop = [&](Pairs pairs, double spent, std::vector<uint32_t> places = {}) {
      for (std::vector<double>* samples : {&pairs.original, &pairs.variant}) {
        for (double& one : *samples) one *= 0.08;
      }
      return toString(whetherToStop(rule, pairs.original, pairs.variant, spent, places));
    };
    const std::string plain = toString(StopReason::plain), goOn = toString(StopReason::goOn);
    QCOMPARE(stop(sample(4, 200, 1.2, 0.01), 0.5), plain);
    QCOMPARE(stop(sample(4, 200, 1, 0.01), 0.5), plain);
    QCOMPARE(stop(sample(4, 200, 1.2, 0.01), 0.3), goOn);     // not yet
    QCOMPARE(stop(sample(4, 9, 1.2, 0.001), 0.5), goOn);      // too few
    QCOMPARE(stop(sample(4, 30, 1.2, 0.1), 0.5), goOn);       // the interval is wide
    QCOMPARE(stop(sample(5, 300, 1.0625, 0.01), 0.5), goOn);  // 1 us may be where the code lies: UNSURE
    rule.plainSeconds = 0;
    QCOMPARE(stop(sample(4, 200, 1.2, 0.01), 0.5), goOn);
  }

  /// A kernel of a second, where half a second is given.
  void longKernelsAreSampledAFewTimes() {
    StoppingRule rule;
    rule.budgetSeconds = 0.5;
    const auto stop = [&](const std::vector<double>& original, const std::vector<double>& variant, double spent) {
      return whetherToStop(rule, original, variant, spent) != StopReason::goOn;
    };
    QVERIFY(!stop({}, {}, 0.6) && !stop({}, {1}, 1) && !stop({1}, {0.5}, 1.5));
    QVERIFY(stop({1.0, 1.0}, {0.5, 0.5001}, 3));            // twice as fast: that is told
    QVERIFY(!stop({1.0, 1.01}, {0.99, 1.0}, 1.9));          // not yet, with two
    QVERIFY(stop({1.0, 1.01}, {0.99, 1.0}, 4));             // it has taken too long
    QVERIFY(stop({1.0, 1.01, 1}, {0.99, 1.0, 1.01}, 1.9));  // three are enough
    QVERIFY(!stop({}, {1.0, 1.0}, 1.9) && stop({}, {1.0, 1.0, 1.0}, 3) && stop({}, {1.0, 1.0}, 2));
  }

  void noiseThatFallsGoesOn() {
    std::vector<double> settling(4000, 2e-4);
    for (size_t i = 0; i < 500; ++i) settling[i] = 3e-4;
    QCOMPARE(toString(whetherToStop({}, {}, settling, 1)), toString(StopReason::goOn));
  }

  /// Another process takes turns on the GPU: some launches wait for it and some don't.
  void disturbedSamplesAreToldFromNoise() {
    for (unsigned seed = 0; seed < 50; ++seed) {
      Pairs times = sample(seed, 200, 1, 0.05);
      QVERIFY(!isDisturbed(times.original));
      std::mt19937 random(seed);
      for (double& time : times.original) time *= random() % 3 == 0 ? 1 : 3.85;
      QVERIFY(isDisturbed(times.original));
    }
    QVERIFY(!isDisturbed(std::vector<double>{1, 4, 4}));
  }

  void nothingIsWrittenFasterThanTheBus() {
    QCOMPARE(leastWriteSeconds(1000, 2000, 1e12), 0.0);
    QCOMPARE(leastWriteSeconds(3000, 2000, 1e6), 1e-3);
    QCOMPARE(leastWriteSeconds(3000, 2000, 0), 0.0);
  }
};

QTEST_APPLESS_MAIN(SampledTimesTest)
#include "sampled_times_test.moc"

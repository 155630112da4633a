#include "analysis/engine/run/exact_sums.h"

#include <QTest>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <thread>
#include <vector>

using namespace warpwright::engine;

namespace {

double sumOf(const std::vector<double>& terms) {
  ExactSum sum;
  for (const double term : terms) sum.add(term);
  return sum.value();
}

/// Whole numbers up to 2^52 times powers of two: their sum is a whole number times the smallest, which 128 bits hold.
double reference(const std::vector<double>& terms, int smallest) {
  __int128 sum = 0;
  for (const double term : terms) sum += static_cast<__int128>(std::ldexp(term, -smallest));
  // Rounded to nearest, ties to even, as the compiler does it.
  return std::ldexp(static_cast<double>(sum), smallest);
}

}  // namespace

class ExactSumsTest : public QObject {
  Q_OBJECT
 private slots:
  void sumsAreRoundedOnce() {
    QCOMPARE(sumOf({1e16, 1, -1e16}), 1.0);
    QCOMPARE(sumOf({0.1, 0.2, -0.3}), std::ldexp(1.0, -55));  // what 0.1 + 0.2 - 0.3 is of the doubles nearest to them
    QCOMPARE(sumOf({}), 0.0);
    const double half = std::ldexp(1.0, -53);
    QCOMPARE(sumOf({1, half}), 1.0);                                              // to even
    QCOMPARE(sumOf({1, half, std::ldexp(1.0, -200)}), 1 + 2 * half);              // just above the half
    QCOMPARE(sumOf({1 + 2 * half, half, -std::ldexp(1.0, -200)}), 1 + 2 * half);  // just below it
    QCOMPARE(sumOf({1, -std::ldexp(1.0, -54), -std::ldexp(1.0, -200)}), 1 - half);
  }

  void randomSumsAreThoseOfWholeNumbers() {
    std::mt19937_64 random(7);
    for (int round = 0; round < 2000; ++round) {
      std::vector<double> terms;
      for (int i = 0; i < 20; ++i) {
        const double number = static_cast<double>(static_cast<int64_t>(random() >> 11) - (int64_t{1} << 52));
        terms.push_back(std::ldexp(number, static_cast<int>(random() % 60) - 30));
      }
      const double expected = reference(terms, -30);
      for (int order = 0; order < 4; ++order) {
        std::shuffle(terms.begin(), terms.end(), random);
        QCOMPARE(sumOf(terms), expected);
      }
    }
  }

  void whatIsNoNumberStays() {
    const double infinity = std::numeric_limits<double>::infinity();
    QCOMPARE(sumOf({1, infinity, 2}), infinity);
    QVERIFY(std::isnan(sumOf({infinity, -infinity})));
    QVERIFY(std::isnan(sumOf({std::nan(""), 1})));
  }

  void placesAreSummedInAnyOrder() {
    std::mt19937 random(11);
    std::vector<float> terms;
    for (int i = 0; i < 1000; ++i)
      terms.push_back(std::ldexp(static_cast<float>(random() >> 8), int(random() % 40) - 40));
    uint32_t first = 0;
    for (int order = 0; order < 20; ++order) {
      std::shuffle(terms.begin(), terms.end(), random);
      ExactSums sums;
      float place = 3;
      for (const float term : terms) sums.add(&place, term);
      QVERIFY(sums.hasRounded());
      const auto bits = std::bit_cast<uint32_t>(place);
      if (order == 0) first = bits;
      QCOMPARE(bits, first);
    }
  }

  void anAddGivesWhatWasThere() {
    ExactSums sums;
    double place = 1;
    QCOMPARE(sums.add(&place, 2.0), 1.0);
    QCOMPARE(sums.add(&place, 0.5), 3.0);
    QCOMPARE(place, 3.5);
    QVERIFY(!sums.hasRounded());
  }

  void whatElseIsWrittenBeginsAnew() {
    ExactSums sums;
    float place = 16777216;
    sums.add(&place, 1.0f);
    QCOMPARE(place, 16777216.0f);
    place = 8;
    sums.add(&place, 1.0f);
    QCOMPARE(place, 9.0f);  // the lost 1 went with the number that it was added to
  }

  void threadsLoseNothing() {
    ExactSums sums;
    float place = 16777216;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 1000; ++i) sums.add(&place, 1.0f);
      });
    }
    for (std::thread& thread : threads) thread.join();
    QCOMPARE(place, 16777216.0f + 4000);
  }
};

QTEST_APPLESS_MAIN(ExactSumsTest)
#include "exact_sums_test.moc"

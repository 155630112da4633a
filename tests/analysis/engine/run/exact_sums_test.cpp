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

template <typename Number>
std::vector<Number> randomTerms(std::mt19937& random, int count) {
  std::vector<Number> terms;
  for (int i = 0; i < count; ++i) {
    const auto number = static_cast<Number>(static_cast<int>(random() >> 4) - (1 << 27));
    terms.push_back(std::ldexp(number, static_cast<int>(random() % 20)));
  }
  return terms;
}

/// The terms in random groups, rounded after each addition.
template <typename Number>
Number grouped(std::vector<Number> parts, std::mt19937& random) {
  std::shuffle(parts.begin(), parts.end(), random);
  while (parts.size() > 1) {  // two of them become one
    const size_t into = random() % (parts.size() - 1);
    parts[into] += parts.back();
    parts.pop_back();
  }
  return parts.front();
}

/// Does each order of additions lie as far from the exact sum as its bound says, and is that not far?
template <typename Number>
bool boundHolds(std::vector<Number> terms, std::mt19937& random) {
  ExactSums sums(true);
  Number place = 3;
  double magnitude = 3;
  for (const Number term : terms) {
    sums.add(&place, term);
    magnitude += std::fabs(static_cast<double>(term));
  }
  const std::vector<BoundedSum> bounds = sums.takeBounds();
  if (bounds.size() != 1 || !sums.takeBounds().empty()) return false;
  const double bound = bounds[0].bound, roundings = static_cast<double>(terms.size() + 5);
  if (bounds[0].address != reinterpret_cast<uint64_t>(&place) || bounds[0].bytes != sizeof(Number)) return false;
  if (bound <= 0 || bound > magnitude * roundings * static_cast<double>(std::numeric_limits<Number>::epsilon()))
    return false;
  terms.push_back(3);
  for (int order = 0; order < 20; ++order) {
    if (std::fabs(static_cast<double>(grouped(terms, random)) - static_cast<double>(place)) > bound) return false;
  }
  return true;
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

  void zerosKeepTheirSign() {
    QVERIFY(std::signbit(sumOf({-0.0, -0.0})));
    QVERIFY(!std::signbit(sumOf({-0.0, 0.0})));
    QVERIFY(!std::signbit(sumOf({0.0, -0.0})));
    QVERIFY(!std::signbit(sumOf({1, -1, -0.0})));
    float place = -0.0f;
    ExactSums sums;
    sums.add(&place, -0.0f);
    QVERIFY(std::signbit(place));
    sums.add(&place, 0.0f);
    QVERIFY(!std::signbit(place));
  }

  void boundsHoldInAnyGroups() {
    std::mt19937 random(5);
    for (const int count : {1, 2, 3, 17, 1000}) {
      for (int round = 0; round < 10; ++round) {
        QVERIFY(boundHolds(randomTerms<float>(random, count), random));
        QVERIFY(boundHolds(randomTerms<double>(random, count), random));
      }
    }
  }

  void boundsBeginAnewWhereMemoryIsWritten() {
    ExactSums sums(true);
    float place = 0;
    sums.add(&place, 1e20f);
    const double large = sums.takeBounds().at(0).bound;
    place = 1;
    sums.add(&place, 2.0f);
    const BoundedSum after = sums.takeBounds().at(0);
    QVERIFY(after.bound > 0 && after.bound < 1e-5 && large > 1e12);
    QCOMPARE(after.bits, uint64_t{std::bit_cast<uint32_t>(3.0f)});
  }

  void thereIsNoBoundWithoutNumbers() {
    ExactSums sums(true);
    double place = 0;
    sums.add(&place, std::numeric_limits<double>::infinity());
    QCOMPARE(sums.takeBounds().at(0).bound, 0.0);
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

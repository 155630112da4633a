#include <QTest>
#include <random>
#include <vector>

#include "analysis/engine/check/shadow_stamps.h"

using namespace warpwright::engine;

namespace {

constexpr Stamp stampOf(uint32_t number, uint32_t lane, bool noted = false) {
  return number << 6 | (noted ? notedStamp : 0) | lane;
}

}  // namespace

/// The packed stamps beside plain ones.
class ShadowStampsTest : public QObject {
  Q_OBJECT
 private slots:
  void startsEmptyAndIsClearedAgain() {
    const auto stamps = ShadowStamps::create(100);
    QVERIFY(stamps);
    for (uint64_t i = 0; i < 100; ++i) QCOMPARE(stamps->of(i), 0u);
    for (uint64_t i = 0; i < 100; ++i) stamps->set(i, stampOf(static_cast<uint32_t>(i + 1), 3));  // too many for a row
    for (uint64_t i = 0; i < 100; ++i) QCOMPARE(stamps->of(i), stampOf(static_cast<uint32_t>(i + 1), 3));
    stamps->clear();
    for (uint64_t i = 0; i < 100; ++i) QCOMPARE(stamps->of(i), 0u);
  }

  void holdsTheExtremes() {
    const auto stamps = ShadowStamps::create(32);
    stamps->set(0, stampOf(mostStampNumbers - 1, 31, true));
    stamps->set(31, stampOf(mostStampNumbers - 1, 0));
    stamps->set(5, splitStamp);
    QCOMPARE(stamps->of(0), stampOf(mostStampNumbers - 1, 31, true));
    QCOMPARE(stamps->of(31), stampOf(mostStampNumbers - 1, 0));
    QCOMPARE(stamps->of(5), splitStamp);
    stamps->set(5, stampOf(7, 7));
    QCOMPARE(stamps->of(5), stampOf(7, 7));
    stamps->set(0, 0);
    QCOMPARE(stamps->of(0), 0u);
  }

  void givesBackWhatWasSet_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 8; ++seed) QTest::addRow("seed %d", seed) << seed;
  }
  void givesBackWhatWasSet() {
    QFETCH(const int, seed);
    constexpr uint64_t places = 4096;
    std::mt19937 random(static_cast<uint32_t>(seed));
    const auto below = [&](uint32_t limit) { return static_cast<uint32_t>(random() % limit); };
    const auto stamps = ShadowStamps::create(places);
    std::vector<Stamp> plain(places, 0);
    uint32_t oldest = 0;
    const auto set = [&](uint64_t place, Stamp stamp) {
      stamps->set(place % places, stamp);
      plain[place % places] = stamp;
    };
    for (uint32_t number = 1; number < 3000; ++number) {
      const uint32_t first = below(places);
      switch (below(8)) {
        case 0:
          set(first, stampOf(number, below(32), below(2) == 0));
          break;  // one lane
        case 1:
          set(first, splitStamp);
          break;
        case 2:
          for (uint32_t lane = 0; lane < 32; ++lane) set(first + 7 * lane, stampOf(number, lane));
          break;
        case 3:
          for (uint32_t lane = 0; lane < 32; ++lane) set(first + 31 - lane, stampOf(number, lane));
          break;
        case 4:
          for (uint32_t i = 0; i < 40; ++i)
            set(first + i, plain[(first + i) % places] | (plain[(first + i) % places] ? notedStamp : 0));
          break;
        default:
          for (uint32_t lane = 0; lane < 32; ++lane) set(first + lane, stampOf(number, lane));
          break;
      }
      if (below(500) == 0) stamps->forgetBelow(oldest = number);
      const uint64_t place = below(places);
      const Stamp found = stamps->of(place);
      const bool forgotten = found == 0 && plain[place] >> 6 < oldest;
      QVERIFY(found == plain[place] || forgotten);
    }
    for (uint64_t place = 0; place < places; ++place) {
      const Stamp found = stamps->of(place);
      QVERIFY(found == plain[place] || (found == 0 && plain[place] >> 6 < oldest));
    }
  }
};

QTEST_APPLESS_MAIN(ShadowStampsTest)
#include "shadow_stamps_test.moc"

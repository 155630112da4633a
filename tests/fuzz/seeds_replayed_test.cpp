#include <QDir>
#include <QElapsedTimer>
#include <QTest>
#include <random>

#include "core/base/file.h"
#include "test_data.h"
#include "tests/fuzz/fuzz_targets.h"

using namespace warpwright;

/// The fuzz targets without a fuzzer: the seeds, cut, with bytes changed, and input that no fuzzer of minutes comes to.
class FuzzSeedsReplayedTest : public QObject {
  Q_OBJECT

  static std::vector<std::string> seedsOf(const fuzz::Target& target) {
    std::vector<std::string> seeds = target.seeds ? target.seeds() : std::vector<std::string>();
    const QDir folder(QString(WARPWRIGHT_TEST_DATA "/fuzz/corpus/") + target.name);
    for (const QFileInfo& file : folder.entryInfoList(QDir::Files))
      seeds.push_back(readFile(file.filePath().toStdString()).value());
    return seeds;
  }

 private slots:
  void seeds_data() {
    QTest::addColumn<size_t>("number");
    for (size_t i = 0; i < fuzz::targets().size(); ++i) QTest::newRow(fuzz::targets()[i].name) << i;
  }
  void seeds() {
    QFETCH(size_t, number);
    const fuzz::Target& target = fuzz::targets()[number];
    const std::vector<std::string> seeds = seedsOf(target);
    QVERIFY(!seeds.empty());
    std::mt19937 random(7);
    for (const std::string& seed : seeds) {
      QVERIFY(!seed.empty());
      target.take(seed);
      for (int i = 0; i < 12; ++i) {
        target.take(std::string_view(seed).substr(0, random() % seed.size()));
        std::string changed = seed;
        changed[random() % seed.size()] = static_cast<char>(random());
        target.take(changed);
      }
    }
  }

  void deepAndLong_data() { seeds_data(); }
  /// Brackets inside brackets, and one long line: what stacks and quadratic loops mind.
  void deepAndLong() {
    QFETCH(size_t, number);
    const fuzz::Target& target = fuzz::targets()[number];
    QElapsedTimer clock;
    clock.start();
    for (const char* opening : {"[", "{\"a\":", "(", "- ", "a={a=", "a.", "@", "0 ", "\n", "ld.global "}) {
      std::string text;
      while (text.size() < 50'000) text += opening;
      target.take(text);
    }
    QVERIFY2(clock.elapsed() < 10'000, QByteArray::number(clock.elapsed()));
  }
};

QTEST_GUILESS_MAIN(FuzzSeedsReplayedTest)
#include "seeds_replayed_test.moc"

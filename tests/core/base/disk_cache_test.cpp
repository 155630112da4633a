// What is kept on disk is there as a whole or not at all, whoever writes and whoever is killed.

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "core/base/disk_cache.h"
#include "core/base/file.h"

using namespace warpwright;
namespace fs = std::filesystem;

namespace {

/// Tells whether bytes are those of one of its versions.
std::string entry(unsigned version) {
  return std::string(1000 + 7 * version % 50000, static_cast<char>('a' + version % 26)) + std::to_string(version);
}

bool isWhole(const std::string& bytes) {
  const size_t end = bytes.find_first_of("0123456789");
  return end != std::string::npos && bytes == entry(static_cast<unsigned>(std::stoul(bytes.substr(end))));
}

uint64_t bytesBelow(const fs::path& folder) {
  uint64_t all = 0;
  for (const auto& file : fs::recursive_directory_iterator(folder))
    all += file.is_regular_file() ? file.file_size() : 0;
  return all;
}

}  // namespace

class DiskCacheTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void findsWhatIsKept() {
    const DiskCache cache(path());
    QVERIFY(!cache.find("a1.unit"));
    cache.keep("a1.unit", "one");
    cache.keep("b2.unit", std::string("two\0\n", 5));
    QCOMPARE(*cache.find("a1.unit"), std::string("one"));
    QCOMPARE(*DiskCache(path()).find("b2.unit"), std::string("two\0\n", 5));
    cache.keep("a1.unit", "");
    QCOMPARE(*cache.find("a1.unit"), std::string());
    QCOMPARE(fs::status(path()).permissions() & fs::perms::all, fs::perms::owner_all);
  }

  void doesNotFindWhatIsDamaged() {
    const DiskCache cache(path());
    cache.keep("a1.unit", entry(3));
    const fs::path file = path() / "a1/a1.unit";
    const std::string whole = *readFile(file);
    for (size_t at = 0; at < whole.size(); at += 13) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] + 1);
      std::ofstream(file, std::ios::binary) << damaged;
      QVERIFY2(!cache.find("a1.unit"), qPrintable(QString::number(at)));
      std::ofstream(file, std::ios::binary) << whole.substr(0, at);
      QVERIFY2(!cache.find("a1.unit"), qPrintable(QString::number(at)));
    }
    std::ofstream(path() / "a1/a1.other", std::ios::binary) << whole;  // of another name
    QVERIFY(!cache.find("a1.other"));
    cache.keep("a1.unit", "one");
    QCOMPARE(*cache.find("a1.unit"), std::string("one"));
  }

  void goesOnWhereNothingCanBeWritten() {
    const DiskCache cache("/proc/none/such");
    cache.keep("a1.unit", "one");
    cache.makeRoom();
    QVERIFY(!cache.find("a1.unit"));
  }

  void forgetsWhatWasNotAskedForLongest() {
    const DiskCache cache(path(), 100'000);
    const auto now = fs::file_time_type::clock::now();
    for (int i = 0; i < 20; ++i) {
      const std::string name = "a" + std::to_string(i);
      cache.keep(name, std::string(10'000, 'x'));
      fs::last_write_time(path() / name.substr(0, 2) / name, now - std::chrono::hours(100 - i));
    }
    QVERIFY(cache.find("a0"));  // asked for now
    cache.makeRoom();
    QVERIFY(bytesBelow(path()) <= 100'000);
    QVERIFY(cache.find("a0"));
    QVERIFY(cache.find("a19"));
    QVERIFY(!cache.find("a1"));
  }

  void removesWhatKilledWritersLeft() {
    const DiskCache cache(path());
    cache.keep("a1", "one");
    const fs::path old = path() / "a1/.unfinished-1-0-0", fresh = path() / "a1/.unfinished-2-0-0";
    std::ofstream(old) << "x";
    std::ofstream(fresh) << "x";
    fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(2));
    cache.makeRoom();
    QVERIFY(!fs::exists(old));
    QVERIFY(fs::exists(fresh));
  }

  void survivesKillsAndCompany() {
    // Two writers and a tidier at a time, killed at random moments; what is found is always whole.
    constexpr int kills = 200, names = 5;
    std::mt19937 random(1);
    const DiskCache cache(path(), 400'000);
    int found = 0;
    for (int round = 0; round < kills; ++round) {
      pid_t children[3];
      for (int c = 0; c < 3; ++c) {
        children[c] = ::fork();
        if (children[c] != 0) continue;
        for (unsigned i = 0;; ++i) {
          if (c == 2)
            cache.makeRoom();
          else
            cache.keep("n" + std::to_string(i % names), entry(static_cast<unsigned>(round) * 1000 + i));
        }
      }
      std::this_thread::sleep_for(std::chrono::microseconds(500 + random() % 4000));
      for (int i = 0; i < names; ++i) {
        const auto bytes = cache.find("n" + std::to_string(i));
        if (bytes) QVERIFY(isWhole(*bytes));
        found += bytes ? 1 : 0;
      }
      for (const pid_t child : children) ::kill(child, SIGKILL), ::waitpid(child, nullptr, 0);
      for (int i = 0; i < names; ++i) {
        const auto bytes = cache.find("n" + std::to_string(i));
        if (bytes) QVERIFY(isWhole(*bytes));
      }
    }
    QVERIFY2(found > kills, qPrintable(QString::number(found)));
  }

  void isWhereTheUserKeepsSuchThings_data() {
    QTest::addColumn<QByteArray>("chosen");
    QTest::addColumn<QByteArray>("xdg");
    QTest::addColumn<QByteArray>("home");
    QTest::addColumn<QString>("folder");
    QTest::newRow("chosen") << QByteArray("/c") << QByteArray("/x") << QByteArray("/h") << "/c";
    QTest::newRow("none") << QByteArray("none") << QByteArray("/x") << QByteArray("/h") << "";
    QTest::newRow("xdg") << QByteArray() << QByteArray("/x") << QByteArray("/h") << "/x/warpwright";
    QTest::newRow("relative") << QByteArray() << QByteArray("x") << QByteArray("/h") << "/h/.cache/warpwright";
    QTest::newRow("home") << QByteArray() << QByteArray() << QByteArray("/h") << "/h/.cache/warpwright";
    QTest::newRow("nowhere") << QByteArray() << QByteArray() << QByteArray() << "";
  }
  void isWhereTheUserKeepsSuchThings() {
    QFETCH(QByteArray, chosen);
    QFETCH(QByteArray, xdg);
    QFETCH(QByteArray, home);
    QFETCH(QString, folder);
    const QByteArray before = qgetenv("HOME"), cacheBefore = qgetenv("WARPWRIGHT_CACHE");
    qputenv("WARPWRIGHT_CACHE", chosen), qputenv("XDG_CACHE_HOME", xdg), qputenv("HOME", home);
    const fs::path found = userCacheFolder();
    qputenv("HOME", before), qputenv("WARPWRIGHT_CACHE", cacheBefore), qunsetenv("XDG_CACHE_HOME");
    QCOMPARE(QString::fromStdString(found.string()), folder);
  }

 private:
  fs::path path() const { return folder_->path().toStdString() + "/cache"; }

  std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(DiskCacheTest)
#include "disk_cache_test.moc"

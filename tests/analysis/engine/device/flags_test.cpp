#include <QTest>

#include "device_bench.h"

using namespace warpwright;
using namespace warpwright::engine;

/// Locks and flags order accesses to both memories, wherever they lie.
class FlagsTest : public QObject {
  Q_OBJECT

  std::unique_ptr<DeviceBench> bench_;

  int* numbers(size_t count, const char* name = "numbers") { return bench_->buffer<int>(count, 0, name); }
  template <typename... Arguments>
  void expect(const char* mark, const char* kernel, uint32_t blocks, Arguments... arguments) {
    const LaunchOutcome outcome = bench_->launch(kernel, {{blocks, 1, 1}, {64, 1, 1}}, arguments...);
    QVERIFY2(bench_->problem.empty(), bench_->problem.c_str());
    QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->message.c_str() : "");
    bool isFound = false;
    for (const EngineFinding& finding : outcome.findings) {
      const std::string text = std::string(kernel) + ": " + finding.message;
      QVERIFY2(mark != nullptr && finding.kind == "race", text.c_str());
      isFound = isFound || finding.at.line == bench_->line(mark);
    }
    QVERIFY2(isFound == (mark != nullptr), kernel);
  }

 private slots:
  void initTestCase() {
    bench_ = std::make_unique<DeviceBench>("flags.cu", true);
    QVERIFY2(bench_->problem.empty(), bench_->problem.c_str());
    bench_->options.check = true;
  }
  void inSharedMemory() {
    expect(nullptr, "sharedLock", 2, numbers(64), numbers(2));
    expect("sharedLock", "sharedLockNoFence", 2, numbers(64), numbers(2));
    expect("sharedLock", "sharedLocksOfBlocks", 2, numbers(64), numbers(2));
    expect(nullptr, "sharedFlag", 1, numbers(1), numbers(1));
    expect("sharedFlag", "sharedFlagNoFence", 1, numbers(1), numbers(1));
  }
  void inGlobalMemory() {
    expect(nullptr, "globalLock", 2, numbers(2), numbers(2));
    expect("globalLock", "globalLockNoFence", 2, numbers(2), numbers(2));
    expect(nullptr, "globalFlag", 2, numbers(2), numbers(2));
    expect("globalFlag", "globalFlagNoFence", 2, numbers(2), numbers(2));
  }
  void throughBoth() { expect(nullptr, "handedOnInShared", 2, numbers(1), numbers(1), numbers(1)); }
};

QTEST_GUILESS_MAIN(FlagsTest)
#include "flags_test.moc"

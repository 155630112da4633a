#include <QTest>

#include "device_bench.h"

using namespace warpwright;
using namespace warpwright::engine;

/// Kernels that need no stack a thread compute what they compute with one: checked code has stacks, plain code none.
class StepsTest : public QObject {
  Q_OBJECT

  std::unique_ptr<DeviceBench> bench_;

  template <typename T, typename... Arguments>
  void compare(const std::string& kernel, const DeviceBench::Shape& shape, std::vector<T> data,
               Arguments... arguments) {
    std::vector<T> results[2];
    for (const bool check : {false, true}) {
      bench_->options.check = check;
      T* memory = bench_->buffer(data);
      const LaunchOutcome outcome = bench_->launch(kernel, shape, memory, arguments...);
      QVERIFY2(bench_->problem.empty(), bench_->problem.c_str());
      QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->message.c_str() : "");
      results[check].assign(memory, memory + data.size());
    }
    QVERIFY2(results[0] == results[1], kernel.c_str());
    QVERIFY2(results[0] != data, kernel.c_str());
  }

  static std::vector<int> numbers(int count) {
    std::vector<int> values(count);
    for (int i = 0; i < count; ++i) values[i] = i * i % 1009 - 300;
    return values;
  }

 private slots:
  void initTestCase() {
    bench_ = std::make_unique<DeviceBench>("steps.cu");  // here: its handlers of faults come after those of the test
    QVERIFY2(bench_->problem.empty(), bench_->problem.c_str());
  }
  void cleanup() { bench_->problem.clear(); }

  void loops() {
    compare("chain", {{3, 1, 1}, {256, 1, 1}}, numbers(768), 17);
    compare("chain", {{40, 1, 1}, {33, 1, 1}}, numbers(40 * 33), 5);
  }
  void threadsThatLeave() {
    compare("leaveEarly", {{1, 1, 1}, {256, 1, 1}}, numbers(256), 100);
    compare("leaveEarly", {{1, 1, 1}, {256, 1, 1}}, numbers(256), 1);
  }
  void arraysThatAreKept() { compare("keepArrays", {{1, 1, 1}, {64, 1, 1}}, std::vector<double>(64), 93); }
  void branchesAndFunctions() {
    for (int mode = 1; mode <= 3; ++mode) compare("nest", {{1, 1, 1}, {128, 1, 1}}, numbers(128), 13, mode);
  }
  void largeLocals() { compare("large", {{2, 1, 1}, {64, 1, 1}}, std::vector<int>(64), 12); }

  // Barriers of two places meet as they do on a GPU; the checks would say so.
  void barriersOfTwoPlaces() {
    bench_->options.check = false;
    const std::vector<int> data = numbers(64);
    int* memory = bench_->buffer(data);
    QVERIFY(!bench_->launch("apart", {{1, 1, 1}, {64, 1, 1}}, memory).failure);
    for (int i = 0; i < 64; ++i) QCOMPARE(memory[i], data[(i + 32) % 64]);
  }

  // Blocks of several sizes, one after the other, in frames that were made for the first.
  void changingSizes() {
    for (const uint32_t threads : {32u, 256u, 64u, 256u})
      compare("chain", {{2, 1, 1}, {threads, 1, 1}}, numbers(2 * threads), 3);
  }

  void endlessKernels() {
    bench_->options.check = false;
    for (const bool barrier : {true, false}) {
      bench_->options.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(150);
      int* memory = bench_->buffer<int>(64, 0);
      const LaunchOutcome outcome = barrier ? bench_->launch("never", {{1, 1, 1}, {64, 1, 1}}, memory)
                                            : bench_->launch("stuck", {{1, 1, 1}, {64, 1, 1}}, memory, memory);
      bench_->options.deadline.reset();
      QVERIFY(outcome.failure);
      QVERIFY2(outcome.failure->message.find("had not ended when its time was up") != std::string::npos,
               outcome.failure->message.c_str());
    }
  }

  void faultsHaveThreadAndLine() {
    bench_->options.check = false;
    const LaunchOutcome outcome = bench_->launch("wild", {{1, 1, 1}, {64, 1, 1}}, bench_->buffer<int>(64, 0));
    QVERIFY(outcome.failure);
    QVERIFY2(outcome.failure->message.find("(33,0,0)") != std::string::npos, outcome.failure->message.c_str());
    QCOMPARE(outcome.failure->range->begin.line, bench_->line("wild"));
    compare("chain", {{1, 1, 1}, {64, 1, 1}}, numbers(64), 3);  // and the next launch runs
  }
};

QTEST_GUILESS_MAIN(StepsTest)
#include "steps_test.moc"

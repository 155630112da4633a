#include <QTest>

#include "device_bench.h"

using namespace warpwright;
using namespace warpwright::engine;

/// Each check finds its seeded mistake at the right line; faults and limits are results that name the place.
class ChecksTest : public QObject {
  Q_OBJECT

  std::unique_ptr<DeviceBench> bench_;

  template <typename... Arguments>
  LaunchOutcome run(const std::string& kernel, uint32_t threads, Arguments... arguments) {
    LaunchOutcome outcome = bench_->launch(kernel, {{1, 1, 1}, {threads, 1, 1}}, arguments...);
    [&] { QVERIFY2(bench_->problem.empty(), bench_->problem.c_str()); }();
    return outcome;
  }

  void expectOne(const LaunchOutcome& outcome, const char* kind, const char* mark) {
    for (const EngineFinding& finding : outcome.findings) {
      qInfo("%s, line %u, %s: %s (%llu times)", finding.kind.c_str(), finding.at.line, finding.object.c_str(),
            finding.message.c_str(), static_cast<unsigned long long>(finding.count));
    }
    QCOMPARE(outcome.findings.size(), size_t(1));
    QCOMPARE(outcome.findings[0].kind, std::string(kind));
    QCOMPARE(outcome.findings[0].at.line, bench_->line(mark));
    QVERIFY(outcome.findings[0].at.file.ends_with("faulty.cu"));
  }
  void expectFailure(const LaunchOutcome& outcome, const std::string& words, const char* mark) {
    QVERIFY(outcome.failure.has_value());
    const std::string& message = outcome.failure->message;
    QVERIFY2(message.find(words) != std::string::npos, message.c_str());
    QVERIFY2(message.find("block (0,0,0)") != std::string::npos, message.c_str());
    if (mark == nullptr) return;
    const std::string place = "faulty.cu:" + std::to_string(bench_->line(mark));
    QVERIFY2(message.find(place) != std::string::npos, (message + " for " + place).c_str());
    QCOMPARE(outcome.failure->range->begin.line, bench_->line(mark));
  }

 private slots:
  void init() {
    static std::unique_ptr<DeviceBench> shared;
    if (!shared) shared = std::make_unique<DeviceBench>("faulty.cu");
    QVERIFY2(shared->problem.empty(), shared->problem.c_str());
    bench_.reset(shared.get());
    bench_->options = {};
    bench_->options.check = true;
  }
  void cleanup() { bench_.release(); }

  void races() {
    const LaunchOutcome race = run("race", 64, bench_->buffer<int>(64));
    expectOne(race, "race", "race");
    QCOMPARE(race.findings[0].object, std::string("shared"));
    QCOMPARE(race.findings[0].other.line, bench_->line("race") - 1);
    QCOMPARE(race.findings[0].count, uint64_t(64));
    expectOne(run("writeRace", 64, bench_->buffer<int>(64)), "race", "writeRace");
    expectOne(run("byteRace", 64, bench_->buffer<unsigned char>(64)), "race", "byteRace");
  }
  void noRaces() {
    for (const char* kernel : {"sameValue", "warpOrdered", "atomicsOnly"}) {
      const LaunchOutcome outcome = run(kernel, 32, bench_->buffer<int>(64));
      QVERIFY2(outcome.findings.empty(), kernel);
    }
    QVERIFY(run("byteNeighbours", 64, bench_->buffer<unsigned char>(64)).findings.empty());
  }
  void uninitialisedReads() {
    const LaunchOutcome outcome = run("uninitialised", 64, bench_->buffer<int>(64));
    expectOne(outcome, "uninitialised-read", "uninitialised");
    QCOMPARE(outcome.findings[0].count, uint64_t(48));
  }
  void uninitialisedReadsOfWhatIsWrittenNext() {
    const LaunchOutcome outcome = run("countsFromNothing", 64, bench_->buffer<int>(64));
    expectOne(outcome, "uninitialised-read", "countsFromNothing");
    QCOMPARE(outcome.findings[0].count, uint64_t(64));
  }
  void globalBounds() {
    int* data = bench_->buffer<int>(64, 0, "weights");
    const LaunchOutcome past = run("pastEnd", 32, data, 40);
    expectOne(past, "out-of-bounds", "pastEnd");
    QCOMPARE(past.findings[0].object, std::string("weights"));
    QCOMPARE(past.findings[0].count, uint64_t(8));
    QVERIFY(past.findings[0].message.find("past the end of weights (256 bytes)") != std::string::npos);
    expectOne(run("beforeStart", 32, data, bench_->buffer<int>(32)), "out-of-bounds", "beforeStart");
    QVERIFY(run("pastEnd", 24, data, 40).findings.empty());
  }
  void freedMemory() {
    int* data = bench_->buffer<int>(64, 0, "old");
    QVERIFY(bench_->arena().free(reinterpret_cast<uint64_t>(data)).ok());
    const LaunchOutcome outcome = run("afterFree", 32, data, bench_->buffer<int>(64));
    // The memory may be gone altogether: then the finding comes with a fault at the same line.
    expectOne(outcome, "out-of-bounds", "afterFree");
    QVERIFY(outcome.findings[0].message.find("freed") != std::string::npos);
  }
  void hostMemory() {
    std::vector<int> host(32, 4);
    const LaunchOutcome outcome = run("hostPointer", 32, static_cast<const int*>(host.data()), bench_->buffer<int>(64));
    expectOne(outcome, "out-of-bounds", "hostPointer");
    QVERIFY(outcome.findings[0].message.find("not device memory") != std::string::npos);
  }
  void sharedBounds() {
    const LaunchOutcome outcome = run("sharedBounds", 32, bench_->buffer<int>(32));
    expectOne(outcome, "out-of-bounds", "sharedBounds");
    QCOMPARE(outcome.findings[0].object, std::string("first"));
    QCOMPARE(outcome.findings[0].thread, (std::array<uint32_t, 3>{31, 0, 0}));
  }
  void localBounds() {
    const LaunchOutcome outcome = run("localBounds", 16, bench_->buffer<int>(16), 10);
    expectOne(outcome, "out-of-bounds", "localBounds");
    QCOMPARE(outcome.findings[0].count, uint64_t(4));
    QVERIFY2(outcome.findings[0].message.find("which has 48 bytes") != std::string::npos,
             outcome.findings[0].message.c_str());
    QVERIFY(run("localBounds", 12, bench_->buffer<int>(16), 10).findings.empty());
  }
  void divergentBarriers() {
    const LaunchOutcome sites = run("divergentBarrier", 64, bench_->buffer<int>(64));
    expectOne(sites, "barrier-divergence", "divergentFirst");
    QCOMPARE(sites.findings[0].other.line, bench_->line("divergentSecond"));
    QVERIFY(run("exitBeforeBarrier", 64, bench_->buffer<int>(64)).findings.empty());
  }
  void undefinedShuffles() {
    const LaunchOutcome outcome = run("absentLane", 32, bench_->buffer<int>(32));
    expectOne(outcome, "undefined-shuffle", "absentLane");
    QCOMPARE(outcome.findings[0].count, uint64_t(16));
  }

  void faults_data() {
    QTest::addColumn<bool>("check");
    QTest::newRow("plain") << false;
    QTest::newRow("checked") << true;
  }
  void faults() {
    QFETCH(bool, check);
    bench_->options.check = check;
    int* out = bench_->buffer<int>(64);
    expectFailure(run("wild", 32, out), "thread (7,0,0) touches address 0x10", "wild");
    expectFailure(run("divideByZero", 32, out, 0), "divides an integer by zero", "divideByZero");
    expectFailure(run("failedAssertion", 32, out), "thread (9,0,0) failed the assertion `threadIdx.x < 9`",
                  "failedAssertion");
    expectFailure(run("trap", 32, out), "thread (5,0,0) ran into a trap", "trap");
    expectFailure(run("overflow", 32, out), "ran out of stack", nullptr);
    expectFailure(run("deadlock", 32, out), "waits for ever", nullptr);
    // The engine goes on after each of them.
    const LaunchOutcome clean = run("atomicsOnly", 64, out);
    QVERIFY(!clean.failure);
    QCOMPARE(out[5], 64);
  }

  /// Without checks this machine stops for vectors as a GPU does; with checks the run goes on.
  void misalignedVectors() {
    int* out = bench_->buffer<int>(64);
    expectOne(run("misalignedVector", 1, out), "misaligned-access", "misalignedVector");
    bench_->options.check = false;
    expectFailure(run("misalignedVector", 1, out), "at a misaligned address", "misalignedVector");
  }

  void endlessKernelsEnd_data() { faults_data(); }
  void endlessKernelsEnd() {
    QFETCH(bool, check);
    bench_->options.check = check;
    bench_->options.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
    const LaunchOutcome outcome = run("endless", 32, bench_->buffer<int>(2));
    QVERIFY(outcome.failure.has_value());
    const std::string& message = outcome.failure->message;
    QVERIFY2(message.find("Kernel endless, block (0,0,0), thread (0,0,0) had not ended when its time was up") == 0,
             message.c_str());
    bench_->options.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
    const LaunchOutcome empty = run("emptyLoop", 32, bench_->buffer<int>(2));
    QVERIFY(empty.failure && empty.failure->range);
    QVERIFY2(bench_->line("emptyLoop") - empty.failure->range->begin.line <= 1, empty.failure->message.c_str());
    const uint32_t line = outcome.failure->range->begin.line;
    QVERIFY2(line + 1 >= bench_->line("endless") && line <= bench_->line("endless") + 1, message.c_str());
  }
};

QTEST_GUILESS_MAIN(ChecksTest)
#include "checks_test.moc"

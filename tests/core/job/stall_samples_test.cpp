#include "core/job/stall_samples.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include "core/job/gpu_job.h"

using namespace warpwright;

class StallSamplesTest : public QObject {
  Q_OBJECT

  static StallSamples example() {
    StallSamples stalls;
    stalls.add("/src/kernel.cu", 7, "barrier", 10);
    stalls.add("/src/kernel.cu", 12, "long_scoreboard", 50);
    stalls.add("/src/kernel.cu", 7, "selected", 5);
    stalls.add("/src/kernel.cu", 12, "short_scoreboard", 20);
    stalls.add("", 0, "some_new_reason", 15);
    stalls.launches = 3;
    stalls.dropped = 1;
    stalls.sort();
    return stalls;
  }

 private slots:
  void linesAreSummedAndRanked() {
    const StallSamples stalls = example();
    QCOMPARE(stalls.samples, uint64_t{100});
    QCOMPARE(stalls.lines.size(), size_t{3});
    QCOMPARE(stalls.lines[0].line, 12u);
    QCOMPARE(stalls.lines[0].samples, uint64_t{70});
    // Equal counts: by file, then by line.
    QCOMPARE(stalls.lines[1].file, std::string());
    QCOMPARE(stalls.lines[2].reasons.at("barrier"), uint64_t{10});
  }

  void wordsSayWhatIsWaitedFor() {
    const std::vector<StallLine> lines = stallLines(example(), 3);
    QCOMPARE(lines.size(), size_t{3});
    QCOMPARE(lines[0].share, std::string("70.0"));
    QCOMPARE(lines[0].place, std::string("kernel.cu:12"));
    QCOMPARE(lines[0].reasons, std::string("global or local memory 71 %, shared memory or special functions 29 %"));
    QCOMPARE(lines[1].place, std::string("code without line information"));
    QCOMPARE(lines[1].reasons, std::string("some new reason 100 %"));
    QCOMPARE(lines[2].place + " " + lines[2].reasons, std::string("kernel.cu:7 barrier 67 %, issue 33 %"));
    QCOMPARE(stallLines(example(), 1).size(), size_t{1});
    QVERIFY(stallLines(StallSamples(), 5).empty());
  }

  void workersPassThemOn() {
    GpuRun run;
    run.stalls = example();
    run.whyNoStalls = "not permitted";
    const Result<GpuRun> again = gpuRunFromJson(nlohmann::json::parse(toJson(run).dump()));
    QVERIFY(again.ok());
    QVERIFY(again->stalls == example());
    QCOMPARE(again->whyNoStalls, std::string("not permitted"));
    nlohmann::json broken = toJson(run);
    broken["stalls"].erase("lines");
    QVERIFY(!gpuRunFromJson(broken).ok());
    GpuJob job;
    job.stalls = true;
    QVERIFY(gpuJobFromJson(toJson(job))->stalls);
  }
};

QTEST_GUILESS_MAIN(StallSamplesTest)
#include "stall_samples_test.moc"

#include <QTest>

#include "analysis/engine/run/texture.h"
#include "device_bench.h"

using namespace warpwright;
using namespace warpwright::engine;

/// Races in global memory are found where they are seeded, and nowhere where something orders the accesses.
class GlobalRacesTest : public QObject {
  Q_OBJECT

  std::unique_ptr<DeviceBench> bench_;

  template <typename... Arguments>
  LaunchOutcome run(const std::string& kernel, uint32_t blocks, uint32_t threads, Arguments... arguments) {
    LaunchOutcome outcome = bench_->launch(kernel, {{blocks, 1, 1}, {threads, 1, 1}}, arguments...);
    [&] { QVERIFY2(bench_->problem.empty(), bench_->problem.c_str()); }();
    [&] { QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->message.c_str() : ""); }();
    return outcome;
  }
  void expectRace(const LaunchOutcome& outcome, const char* mark, const char* object) {
    for (const EngineFinding& finding : outcome.findings) {
      qInfo("%s, line %u, %s: %s (%llu times)", finding.kind.c_str(), finding.at.line, finding.object.c_str(),
            finding.message.c_str(), static_cast<unsigned long long>(finding.count));
    }
    QCOMPARE(outcome.findings.size(), size_t(1));
    QCOMPARE(outcome.findings[0].kind, std::string("race"));
    QCOMPARE(outcome.findings[0].at.line, bench_->line(mark));
    QCOMPARE(outcome.findings[0].object, std::string(object));
  }
  void expectNone(const LaunchOutcome& outcome) {
    for (const EngineFinding& finding : outcome.findings) {
      QFAIL(("line " + std::to_string(finding.at.line) + ": " + finding.message).c_str());
    }
  }
  int* numbers(size_t count, const char* name = "numbers") { return bench_->buffer<int>(count, 0, name); }

 private slots:
  void init() {
    static std::unique_ptr<DeviceBench> shared;
    if (!shared) shared = std::make_unique<DeviceBench>("races.cu", true);
    QVERIFY2(shared->problem.empty(), shared->problem.c_str());
    bench_.reset(shared.get());
    bench_->options = {};
    bench_->options.check = true;
  }
  void cleanup() { bench_.release(); }

  void withinABlock() {
    expectRace(run("neighbours", 1, 64, numbers(64, "data"), numbers(64)), "neighbours", "data");
    expectNone(run("neighboursOrdered", 1, 64, numbers(64), numbers(64)));
    const LaunchOutcome lanes = run("lanes", 1, 32, numbers(32, "data"), numbers(32));
    expectRace(lanes, "lanes", "data");
    QVERIFY(lanes.findings[0].message.find("__syncwarp()") != std::string::npos);
    expectNone(run("lanesOrdered", 1, 32, numbers(32), numbers(32)));
    expectRace(run("readersAndOne", 1, 32, numbers(1, "data"), numbers(32)), "readersAndOne", "data");
  }
  void betweenBlocks() {
    const LaunchOutcome read = run("blocksRead", 4, 32, numbers(4, "data"), numbers(4));
    expectRace(read, "blocksRead", "data");
    QVERIFY(read.findings[0].message.find("of block (") != std::string::npos);
    expectRace(run("blocksWrite", 4, 32, numbers(1, "word")), "blocksWrite", "word");
    expectRace(run("writeAfterRead", 4, 32, numbers(4, "data"), numbers(4)), "writeAfterRead", "data");
  }
  void harmless() {
    expectNone(run("sameFlag", 4, 64, numbers(1)));
    expectNone(run("ownBytes", 4, 64, bench_->buffer<unsigned char>(256)));
    expectNone(run("counts", 4, 64, numbers(4)));
    expectNone(run("orsNothing", 1, 64, bench_->buffer<unsigned>(64)));
    // One launch is ordered behind the other.
    int* data = numbers(64);
    expectNone(run("neighboursOrdered", 1, 64, data, numbers(64)));
    expectNone(run("neighboursOrdered", 1, 64, data, numbers(64)));
  }
  void bytes() {
    expectRace(run("bytesRace", 1, 64, bench_->buffer<unsigned char>(32, 0, "bytes")), "bytesRace", "bytes");
    expectRace(run("wideOverBytes", 1, 64, bench_->buffer<unsigned char>(64, 0, "bytes"), bench_->buffer<double>(1)),
               "wideOverBytes", "bytes");
  }
  void orderedByAtomicsAndFences() {
    int* sum = numbers(1);
    expectNone(run("lastBlock", 8, 32, numbers(32), sum));
    QCOMPARE(*sum, 8 * 6 + 4 * 28);
    int* counter = numbers(1);
    expectNone(run("underLock", 6, 32, counter));
    QCOMPARE(*counter, 6);
    expectNone(run("flagged", 3, 32, numbers(1), numbers(1), numbers(3)));
    expectNone(run("flaggedByAtomic", 3, 32, numbers(1), numbers(1), numbers(3)));
    expectNone(run("handedOn", 3, 32, numbers(1), numbers(3), numbers(1)));
  }
  void scopes() {
    expectRace(run("countsInBlock", 4, 32, numbers(1, "bins")), "countsInBlock", "bins");
    expectRace(run("countsByRef", 4, 32, numbers(1, "bins")), "countsByRef", "bins");
    expectRace(run("countsByAssembly", 4, 32, numbers(1, "bins")), "countsByAssembly", "bins");
    expectNone(run("countsInOwnBlock", 4, 32, numbers(4)));
    expectNone(run("countsInBlock", 1, 64, numbers(1)));
    for (const char* kernel : {"handedOverInBlock", "handedOverByAssembly", "handedOverByFence", "flaggedInBlock"}) {
      const LaunchOutcome outcome = run(kernel, 3, 32, numbers(1, "data"), numbers(1), numbers(3));
      const bool found =
          std::any_of(outcome.findings.begin(), outcome.findings.end(),
                      [](const EngineFinding& finding) { return finding.kind == "race" && finding.object == "data"; });
      QVERIFY2(found, kernel);
    }
    expectNone(run("handedOverOnDevice", 3, 32, numbers(1), numbers(1), numbers(3)));
    expectNone(run("flaggedBetweenWarps", 1, 64, numbers(1), numbers(1), numbers(1)));
  }
  void masks() {
    expectRace(run("halves", 1, 32, numbers(32, "data"), numbers(32)), "halves", "data");
    expectNone(run("halvesOrdered", 1, 32, numbers(32), numbers(32)));
    expectRace(run("lanesFenced", 1, 32, numbers(32, "data"), numbers(32)), "lanesFenced", "data");
  }
  void behindOwnAtomics() {
    for (const uint32_t blocks : {1u, 2u}) {
      expectRace(run("sumsReadByTheLast", blocks, 64, numbers(1, "sum"), numbers(1)), "sumsReadByTheLast", "sum");
      expectRace(run("sumsResetByTheLast", blocks, 64, numbers(1, "sum")), "sumsResetByTheLast", "sum");
    }
    expectRace(run("sumsReadBehindABarrier", 2, 64, numbers(1, "sum"), numbers(1)), "sumsReadBehindABarrier", "sum");
    expectNone(run("sumsReadBehindABarrier", 1, 64, numbers(1), numbers(1)));
    expectNone(run("countedDown", 4, 32, bench_->buffer<unsigned>(1), numbers(1)));
    expectNone(run("tickets", 4, 32, numbers(1), numbers(1), numbers(1)));
  }
  void beforeOwnAtomics() {
    for (const uint32_t blocks : {1u, 2u}) {
      expectRace(run("startsTheSum", blocks, 64, numbers(1, "sum")), "startsTheSum", "sum");
      expectRace(run("startsTheSumOfItsBlock", blocks, 64, numbers(2, "sums")), "startsTheSumOfItsBlock", "sums");
      expectRace(run("startsHalves", blocks, 64, bench_->buffer<unsigned short>(2, 0, "halves")), "startsHalves",
                 "halves");
    }
    expectRace(run("startsBehindABarrier", 2, 64, numbers(1, "sum")), "startsBehindABarrier", "sum");
    expectNone(run("startsBehindABarrier", 1, 64, numbers(1)));
    expectNone(run("startsAlone", 2, 64, numbers(2)));
    expectNone(run("startsAndTells", 3, 32, numbers(1), numbers(1)));
  }
  void toldByFlags() {
    for (const char* kernel :
         {"toldByAnotherLane", "toldToAnotherLane", "polledOnly", "polledAndFencedInBlock", "polledByRelaxed"}) {
      const LaunchOutcome outcome = run(kernel, 2, 32, numbers(1, "data"), numbers(1), numbers(2));
      QVERIFY2(outcome.findings.size() == 1, kernel);
      QCOMPARE(outcome.findings[0].kind, std::string("race"));
      QCOMPARE(outcome.findings[0].object, std::string("data"));
    }
    expectRace(run("fencedByAnotherLane", 1, 64, numbers(1, "data"), numbers(1), numbers(1)), "fencedByAnotherLane",
               "data");
    for (const char* kernel : {"toldThroughWarps", "toldThroughBlocks", "toldThroughNamed", "polledAndFenced",
                               "polledAndWaited", "polledByAcquire", "polledAllVolatile"})
      expectNone(run(kernel, 2, 32, numbers(1), numbers(1), numbers(2)));
    expectNone(run("ownGridBarrier", 3, 64, numbers(192), numbers(1), numbers(64)));
    expectNone(run("allFenceOneTells", 2, 64, numbers(128), numbers(1), numbers(64)));
    expectNone(run("warpsInARow", 2, 96, numbers(192), numbers(6), numbers(192)));
  }
  void barriersOfSome() {
    expectRace(run("namedHalves", 1, 64, numbers(64, "data"), numbers(64)), "namedHalves", "data");
    expectNone(run("namedHalvesOrdered", 1, 64, numbers(64), numbers(64)));
  }
  void readsBeforeAtomics() {
    float* sum = bench_->buffer<float>(1);
    double* wide = bench_->buffer<double>(1);
    int* least = numbers(1);
    expectNone(run("casLoops", 2, 64, sum, wide, least));
    QVERIFY(*sum == 128.0f && *wide == 64.0 && *least == -63);
  }
  void readsBeforeSums() {
    expectRace(run("sumFromSum", 2, 32, numbers(1, "sum")), "sumFromSum", "sum");
    const LaunchOutcome shared = run("readsBesideSums", 1, 64, numbers(64));
    QVERIFY(!shared.findings.empty());
    QCOMPARE(shared.findings[0].kind, std::string("race"));
    QCOMPARE(shared.findings[0].object, std::string("words"));
  }
  void readsBeforeBarriers() {
    const LaunchOutcome shared = run("readsBehindMaxima", 1, 64, numbers(64));
    QVERIFY(!shared.findings.empty());
    QCOMPARE(shared.findings[0].kind, std::string("race"));
    QCOMPARE(shared.findings[0].object, std::string("words"));
  }
  void notOrdered() {
    const LaunchOutcome outcome = run("lastBlockNoFence", 8, 32, numbers(32, "parts"), numbers(1));
    QCOMPARE(outcome.findings.size(), size_t(1));
    QCOMPARE(outcome.findings[0].object, std::string("parts"));
    expectRace(run("countsReadTooEarly", 2, 32, numbers(1, "bins"), numbers(64)), "countsReadTooEarly", "bins");
  }
  void readsThatAreNotCoherent() {
    expectRace(run("readOnlyBehindABarrier", 1, 64, numbers(64, "data"), numbers(64)), "readOnlyBehindABarrier",
               "data");
    const LaunchOutcome before = run("readOnlyBeforeABarrier", 1, 64, numbers(64, "data"), numbers(64));
    expectRace(before, "readOnlyBeforeABarrier", "data");
    QVERIFY(before.findings[0].message.find("__ldg") != std::string::npos);
    expectRace(run("readOnlyByAssembly", 1, 64, numbers(64, "data"), numbers(64)), "readOnlyByAssembly", "data");
    expectRace(run("readOnlyOfBytes", 1, 64, bench_->buffer<unsigned char>(256, 0, "data"), numbers(64)),
               "readOnlyOfBytes", "data");
    expectNone(run("readOnlyBeside", 1, 64, numbers(128), numbers(64)));
    int* data = numbers(64);
    for (int round = 0; round < 3; ++round) {
      expectNone(run("writes", 1, 64, data));
      expectNone(run("readOnly", 1, 64, data, numbers(64)));
    }
    expectNone(run("restricted", 1, 64, data, data, numbers(64)));
  }
  void textures() {
    int* data = numbers(64, "data");
    Texture texture;
    texture.levels.push_back({reinterpret_cast<uint64_t>(data), 64 * 4, 0, 64, 1, 1, 1, 32});
    texture.levels[0].kind = ChannelKind::signedInteger;
    const uint64_t handle = bench_->program().textures().add(texture);
    expectNone(run("textureBeforeABarrier", 1, 64, handle, data, numbers(64)));
    expectNone(run("writes", 1, 64, data));
    expectNone(run("textureBeforeABarrier", 1, 64, handle, data, numbers(64)));
    expectNone(run("writes", 1, 64, data));
    expectRace(run("textureBehindABarrier", 1, 64, handle, data, numbers(64)), "textureBehindABarrier", "data");
    expectNone(run("writes", 1, 64, data));
    expectRace(run("surfaceBehindABarrier", 1, 64, handle, numbers(64)), "surfaceBehindABarrier", "data");
  }
  void functionsBehindPointers() {
    expectNone(run("throughTable", 1, 4, numbers(4, "small"), 4, 0));
    const LaunchOutcome outcome = run("throughTable", 1, 4, numbers(4, "small"), 4, 1);
    QCOMPARE(outcome.findings.size(), size_t(1));
    QCOMPARE(outcome.findings[0].kind, std::string("out-of-bounds"));
    QCOMPARE(outcome.findings[0].at.line, bench_->line("outside"));
    QCOMPARE(outcome.findings[0].object, std::string("small"));
  }
};

QTEST_GUILESS_MAIN(GlobalRacesTest)
#include "global_races_test.moc"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <QTest>

#include "device_bench.h"

using namespace warpwright;
using namespace warpwright::engine;

struct Parameters {
  float scale;
  double shift;
  int parts[3];
};
struct alignas(16) Float4 {
  float x, y, z, w;
};
struct alignas(8) Int2 {
  int x, y;
};

/// Each feature once as the program runs, and once with checks on: there has to be nothing to say about clean kernels.
class FeaturesTest : public QObject {
  Q_OBJECT

  std::unique_ptr<DeviceBench> bench_;

  template <typename... Arguments>
  void run(const std::string& kernel, const DeviceBench::Shape& shape, Arguments... arguments) {
    const LaunchOutcome outcome = bench_->launch(kernel, shape, arguments...);
    QVERIFY2(bench_->problem.empty(), bench_->problem.c_str());
    QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->message.c_str() : "");
    for (const EngineFinding& finding : outcome.findings) {
      QFAIL((kernel + ": " + finding.kind + ", line " + std::to_string(finding.at.line) + ": " + finding.message)
                .c_str());
    }
  }

 private slots:
  void init() {
    static std::unique_ptr<DeviceBench> shared;
    if (!shared) shared = std::make_unique<DeviceBench>("features.cu");
    QVERIFY2(shared->problem.empty(), shared->problem.c_str());
    bench_.reset(shared.get());
    bench_->printed.clear();
  }
  void cleanup() {
    bench_->problem.clear();
    bench_.release();
  }

  void everyFeature_data() {
    QTest::addColumn<bool>("check");
    QTest::newRow("plain") << false;
    QTest::newRow("checked") << true;
  }
  void everyFeature() {
    QFETCH(bool, check);
    bench_->options.check = check;
    barriers();
    coordinates();
    warpFunctions();
    atomicUpdates();
    sharedKinds();
    argumentsAndConstants();
    callsAndLoops();
    mathematics();
    assembly();
  }

  void barriers() {
    std::vector<int> in(512);
    for (int i = 0; i < 512; ++i) in[i] = 3 * i;
    int* out = bench_->buffer<int>(512);
    run("reverse", {{2, 1, 1}, {256, 1, 1}}, bench_->buffer(in), out);
    for (int i = 0; i < 512; ++i) QCOMPARE(out[i], in[i / 256 * 256 + 255 - i % 256]);

    int* sums = bench_->buffer<int>(4);
    run("blockSum", {{4, 1, 1}, {128, 1, 1}}, bench_->buffer(in), sums);
    for (int b = 0; b < 4; ++b) {
      int expected = 0;
      for (int i = 0; i < 128; ++i) expected += in[b * 128 + i];
      QCOMPARE(sums[b], expected);
    }

    int* votes = bench_->buffer<int>(256);
    run("barrierVotes", {{1, 1, 1}, {64, 1, 1}}, votes);
    for (int i = 0; i < 64; ++i) {
      QCOMPARE(votes[i], 32);
      QVERIFY(votes[64 + i] != 0);
      QCOMPARE(votes[128 + i], 0);
    }
  }

  void coordinates() {
    int* out = bench_->buffer<int>(6 * 4 * 6);
    run("coordinates", {{3, 2, 2}, {2, 2, 3}}, out);
    for (int z = 0; z < 6; ++z) {
      for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 6; ++x) QCOMPARE(out[(z * 4 + y) * 6 + x], x + 1000 * y + 1000000 * z);
      }
    }
  }

  void warpFunctions() {
    int* out = bench_->buffer<int>(8 * 64);
    run("shuffles", {{1, 1, 1}, {64, 1, 1}}, out);
    for (int t = 0; t < 64; ++t) {
      const int lane = t % 32;
      const int expected[8] = {(lane + 5) % 32 * 10,
                               lane < 3 ? lane : lane - 3,
                               lane > 27 ? lane : lane + 4,
                               lane ^ 7,
                               lane / 8 * 8 + 2,
                               lane % 16 == 0 ? lane : lane - 1,
                               static_cast<int>((lane % 4 < 2 ? lane + 2 : lane) * 0.5f),
                               lane ^ 16};
      for (int k = 0; k < 8; ++k) QCOMPARE(out[8 * t + k], expected[k]);
    }
    int* half = bench_->buffer<int>(32);
    run("halfWarpShuffle", {{1, 1, 1}, {32, 1, 1}}, half);
    for (int lane = 0; lane < 32; ++lane) QCOMPARE(half[lane], lane < 16 ? 15 - lane : 16);

    unsigned* votes = bench_->buffer<unsigned>(128);
    run("votes", {{1, 1, 1}, {32, 1, 1}}, votes);
    unsigned thirds = 0;
    for (int lane = 0; lane < 32; lane += 3) thirds |= 1u << lane;
    for (int lane = 0; lane < 32; ++lane) {
      QCOMPARE(votes[lane], thirds);
      QCOMPARE(votes[32 + lane], 0xfu << lane / 4 * 4);
      QCOMPARE(votes[64 + lane], 0xffffffffu);
      QCOMPARE(votes[96 + lane], 7u);
    }
    unsigned* active = bench_->buffer<unsigned>(32);
    run("activeLanes", {{1, 1, 1}, {32, 1, 1}}, active);
    for (int lane = 0; lane < 32; ++lane) QCOMPARE(active[lane], lane < 8 ? 0xffu : lane % 2 == 0 ? 0x55555500u : 1u);

    std::vector<int> values(3 * 320);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i * i % 101);
    int* sums = bench_->buffer<int>(3);
    run("warpReduction", {{3, 1, 1}, {320, 1, 1}}, bench_->buffer(values), sums);
    for (int b = 0; b < 3; ++b) {
      int expected = 0;
      for (int i = 0; i < 320; ++i) expected += values[b * 320 + i];
      QCOMPARE(sums[b], expected);
    }

    int* reduced = bench_->buffer<int>(96);
    run("reductions", {{1, 1, 1}, {32, 1, 1}}, reduced);
    for (int lane = 0; lane < 32; ++lane) {
      QCOMPARE(reduced[lane], 496);
      QCOMPARE(reduced[32 + lane], -9);
      QCOMPARE(reduced[64 + lane], -1);
    }
  }

  void atomicUpdates() {
    int* ints = bench_->buffer(std::vector<int>{0, 0, -5, 0, 0, -1, 0, 0, 0, 0, 0});
    float* floats = bench_->buffer<float>(1);
    double* doubles = bench_->buffer<double>(1);
    unsigned long long* longs = bench_->buffer<unsigned long long>(1);
    const auto counter = bench_->program().variable(0, "counter");
    QVERIFY(counter.has_value());
    const int before = *reinterpret_cast<int*>(counter->address);
    run("atomics", {{3, 1, 1}, {64, 1, 1}}, ints, floats, doubles, longs);
    QCOMPARE(ints[0], 384);
    QCOMPARE(ints[1], -192);
    QCOMPARE(ints[2], 63);
    QCOMPARE(ints[3], -63);
    QCOMPARE(ints[4], 255);
    QCOMPARE(ints[5], ~255);
    QCOMPARE(ints[6], 0);
    QCOMPARE(ints[7], 192 % 10);
    QCOMPARE(ints[8], (10 - 192 % 10) % 10);
    QCOMPARE(ints[9], 77);
    QCOMPARE(ints[10], 576);
    QCOMPARE(*floats, 96.0f);
    QCOMPARE(*doubles, 48.0);
    QCOMPARE(*longs, 192ull << 33);
    QCOMPARE(*reinterpret_cast<int*>(counter->address) - before, 192);
  }

  void sharedKinds() {
    std::vector<float> in(100);
    for (int i = 0; i < 100; ++i) in[i] = 0.5f * i;
    float* out = bench_->buffer<float>(100);
    run("dynamicShared", {{1, 1, 1}, {100, 1, 1}, 400}, bench_->buffer(in), out);
    for (int i = 0; i < 100; ++i) QCOMPARE(out[i], in[(i + 1) % 100]);

    std::vector<Float4> quads(64);
    for (int i = 0; i < 64; ++i) quads[i] = {float(i), float(2 * i), float(3 * i), float(4 * i)};
    Float4* results = bench_->buffer<Float4>(64);
    Int2* pairs = bench_->buffer<Int2>(64);
    run("vectors", {{1, 1, 1}, {64, 1, 1}}, bench_->buffer(quads), results, pairs);
    for (int i = 0; i < 64; ++i) {
      QCOMPARE(results[i].x, 5.0f * (63 - i));
      QCOMPARE(results[i].z, 3.0f * (63 - i));
      QCOMPARE(pairs[i].y, -i);
    }
  }

  void argumentsAndConstants() {
    float* out = bench_->buffer<float>(32);
    run("structure", {{1, 1, 1}, {32, 1, 1}}, Parameters{1.5f, 2.0, {7, 8, 9}}, out);
    for (int i = 0; i < 32; ++i) QCOMPARE(out[i], 1.5f * (8 + i) + 11);

    const auto table = bench_->program().variable(0, "table");
    QVERIFY(table && table->size == 64 && table->constant);
    for (int i = 0; i < 16; ++i) reinterpret_cast<float*>(table->address)[i] = 0.25f * i;
    run("constants", {{1, 1, 1}, {32, 1, 1}}, out);
    for (int i = 0; i < 32; ++i) QCOMPARE(out[i], 0.25f * (i % 16) + 10 * (i % 4 + 1) + 8);

    double* data = bench_->buffer(std::vector<double>{1, 2, 3, 4});
    run("scaled", {{1, 1, 1}, {4, 1, 1}}, data, 2.5);
    QCOMPARE(data[3], 10.0);
  }

  void callsAndLoops() {
    int* out = bench_->buffer<int>(64);
    run("recursion", {{1, 1, 1}, {64, 1, 1}}, out);
    const int fibonacci[12] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
    for (int i = 0; i < 64; ++i) QCOMPARE(out[i], fibonacci[i % 12]);

    run("functionPointers", {{1, 1, 1}, {64, 1, 1}}, out);
    for (int i = 0; i < 64; ++i) QCOMPARE(out[i], i & 1 ? i + 1 + 200 : 2 * i + 101);

    run("divergentLoops", {{1, 1, 1}, {64, 1, 1}}, out);
    for (int t = 0; t < 64; ++t) {
      int value = 0;
      for (int i = 0; i < t % 7; ++i) {
        if (i % 2 == 0)
          value += i;
        else
          for (int k = 0; k < i; ++k) value ^= k << i;
      }
      QCOMPARE(out[t], value);
    }
    run("heap", {{1, 1, 1}, {64, 1, 1}}, out);
    for (int i = 0; i < 64; ++i) QCOMPARE(out[i], 3 * i);
  }

  void earlyExitLetsOthersPass() {
    bench_->options.check = false;
    int* out = bench_->buffer<int>(64);
    run("earlyExit", {{1, 1, 1}, {64, 1, 1}}, out, 40);
    for (int i = 0; i < 64; ++i) QCOMPARE(out[i], i < 40 ? 40 : 0);
  }

  void spinningLetsOthersRun() {
    bench_->options.check = false;
    int* flags = bench_->buffer<int>(2);
    run("busyWait", {{1, 1, 1}, {64, 1, 1}}, flags);
    QCOMPARE(flags[1], 5);
  }

  void mathematics() {
    std::vector<float> in(32);
    for (int i = 0; i < 32; ++i) in[i] = 0.37f * i;
    float* out = bench_->buffer<float>(8 * 32);
    run("mathematics", {{1, 1, 1}, {32, 1, 1}}, bench_->buffer(in), out);
    for (int i = 0; i < 32; ++i) {
      const float x = in[i];
      unsigned reversed = 0;
      for (int b = 0; b < 32; ++b) reversed |= (unsigned(i) >> b & 1u) << (31 - b);
      const float expected[8] = {std::sin(x),
                                 std::exp(x),
                                 1 / std::sqrt(x + 1),
                                 std::pow(x, 1.5f),
                                 x / 3.0f,
                                 std::fmin(x, 2.0f) + std::floor(x),
                                 std::nearbyint(x * 2.5f),
                                 float(__builtin_popcount(i) + __builtin_clz(i + 1) + (reversed >> 24))};
      for (int k = 0; k < 8; ++k) {
        QVERIFY2(std::fabs(out[8 * i + k] - expected[k]) <= 2e-6f * std::fabs(expected[k]),
                 QByteArray::number(k) + ": " + QByteArray::number(out[8 * i + k]) + " for " +
                     QByteArray::number(expected[k]));
      }
    }
  }

  void assembly() {
    std::vector<int> in(64);
    for (int i = 0; i < 64; ++i) in[i] = 100 * i;
    int* out = bench_->buffer<int>(64);
    run("assembly", {{1, 1, 1}, {64, 1, 1}}, bench_->buffer(in), out);
    for (int i = 0; i < 64; ++i) QCOMPARE(out[i], 100 * i + i % 32);
    run("warpAssembly", {{1, 1, 1}, {32, 1, 1}}, out);
    for (int i = 0; i < 32; ++i) QCOMPARE(out[i], 496000 + (i ^ 1));
    run("builtins", {}, out);
    QCOMPARE(out[0], 705);
    QCOMPARE(out[1], 42);
    QCOMPARE(out[2], 1);
    run("virtualFunctions", {{1, 1, 1}, {32, 1, 1}}, out);
    for (int i = 0; i < 32; ++i) QCOMPARE(out[i], i * i);
  }

  void prints() {
    run("print", {{2, 1, 1}, {32, 1, 1}});
    QCOMPARE(bench_->printed, std::string("block 0 thread 3 1.50 text 1099511627776 x %\n"
                                          "block 1 thread 3 1.50 text 1099511627776 x %\n"));
  }

  void countsAccesses() {
    bench_->options.check = false;
    bench_->options.countAccesses = true;
    std::vector<int> in(512);
    const LaunchOutcome outcome =
        bench_->launch("reverse", {{2, 1, 1}, {256, 1, 1}}, bench_->buffer(in), bench_->buffer(in));
    bench_->options.countAccesses = false;
    QCOMPARE(outcome.record.accesses, uint64_t(4 * 512));
    QCOMPARE(outcome.record.sharedBytes, uint64_t(1024));
  }

  void sharesBlocksAmongWorkers() {
    bench_->options.check = true;
    bench_->options.workers = 2;
    std::vector<int> in(256 * 64);
    for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i * 7);
    int* out = bench_->buffer<int>(in.size());
    run("reverse", {{64, 1, 1}, {256, 1, 1}}, bench_->buffer(in), out);
    bench_->options.workers = 1;
    for (size_t i = 0; i < in.size(); ++i) QCOMPARE(out[i], in[i / 256 * 256 + 255 - i % 256]);
  }

  void refusesWhatItDoesNotHave() {
    bench_->launch("unsupportedAssembly", {}, bench_->buffer<int>(1));
    QVERIFY2(bench_->problem.find("wgmma.fence") != std::string::npos, bench_->problem.c_str());
    QVERIFY2(bench_->problem.find("features.cu:") != std::string::npos, bench_->problem.c_str());
  }

  void stopsAtBarriersOfTheGridInOtherLaunches() {
    const LaunchOutcome outcome = bench_->launch("gridWide", {{2, 1, 1}, {1, 1, 1}}, bench_->buffer<int>(2));
    QVERIFY(outcome.failure.has_value());
    const std::string& message = outcome.failure->message;
    QVERIFY2(message.find("cudaLaunchCooperativeKernel") != std::string::npos, message.c_str());
    const std::string place = "features.cu:" + std::to_string(bench_->line("gridWide"));
    QVERIFY2(message.find(place) != std::string::npos, message.c_str());
  }

  /// Objects of one launch in another one, with checks in one, the other, or both.
  void runsCodeOfOtherKernels_data() {
    QTest::addColumn<bool>("checkFirst");
    QTest::addColumn<bool>("checkSecond");
    for (const bool first : {false, true}) {
      for (const bool second : {false, true}) QTest::addRow("%d%d", first, second) << first << second;
    }
  }
  void runsCodeOfOtherKernels() {
    QFETCH(bool, checkFirst);
    QFETCH(bool, checkSecond);
    void** shapes = bench_->buffer<void*>(64);
    int* out = bench_->buffer<int>(64);
    bench_->options.check = checkFirst;
    run("makeShapes", {{1, 1, 1}, {64, 1, 1}}, shapes);
    bench_->options.check = checkSecond;
    run("measureShapes", {{1, 1, 1}, {64, 1, 1}}, shapes, out);
    for (int i = 0; i < 64; ++i) QCOMPARE(out[i], i * i);
  }

  void keepsSharedVariablesOfKernelsApart() {
    void** shapes = bench_->buffer<void*>(64);
    int* out = bench_->buffer<int>(64);
    for (const bool check : {false, true}) {
      bench_->options.check = check;
      run("makeSharedShapes", {{1, 1, 1}, {64, 1, 1}}, shapes, out);
      for (int i = 0; i < 64; ++i) QCOMPARE(out[i], 7);
      const LaunchOutcome outcome = bench_->launch("measureInShared", {{1, 1, 1}, {64, 1, 1}}, shapes, out);
      QVERIFY(outcome.failure.has_value());
      QVERIFY2(outcome.failure->message.find("shared variable") != std::string::npos, outcome.failure->message.c_str());
    }
    bench_->options.check = false;
  }

  void refusesImpossibleShapes() {
    bench_->launch("bounded", {{1, 1, 1}, {128, 1, 1}}, bench_->buffer<int>(128));
    QVERIFY(bench_->problem.find("__launch_bounds__ of 64") != std::string::npos);
    bench_->problem.clear();
    bench_->launch("reverse", {{1, 1, 1}, {2048, 1, 1}}, bench_->buffer<int>(1), bench_->buffer<int>(1));
    QVERIFY(bench_->problem.find("too many threads") != std::string::npos);
    bench_->problem.clear();
    bench_->launch("dynamicShared", {{1, 1, 1}, {1, 1, 1}, 300 << 10}, bench_->buffer<float>(1),
                   bench_->buffer<float>(1));
    QVERIFY(bench_->problem.find("shared memory") != std::string::npos);
  }

  void tellsAttributes() {
    const auto attributes = bench_->program().attributes(0, bench_->mangled("structure"));
    QVERIFY(attributes.ok());
    QCOMPARE(attributes->name, std::string("structure"));
    QCOMPARE(attributes->parameterSizes, (std::vector<uint64_t>{sizeof(Parameters), 8}));
    QCOMPARE(bench_->program().attributes(0, bench_->mangled("bounded"))->maxThreadsPerBlock, 64u);
    QCOMPARE(bench_->program().attributes(0, bench_->mangled("blockSum"))->staticSharedBytes, uint64_t(512));
  }
};

QTEST_GUILESS_MAIN(FeaturesTest)
#include "features_test.moc"

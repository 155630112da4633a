#include <algorithm>

#include <QTest>

#include "analysis/engine/run/texture.h"
#include "core/device/device.h"
#include "device_bench.h"

using namespace warpwright;
using namespace warpwright::engine;
using namespace warpwright::memsim;

/// What kernels ask of memory, against closed forms.
class TraceTest : public QObject {
  Q_OBJECT

  std::unique_ptr<DeviceBench> bench_;

  template <typename... Arguments>
  LaunchMetrics run(const std::string& kernel, const DeviceBench::Shape& shape, Arguments... arguments) {
    const LaunchOutcome outcome = bench_->launch(kernel, shape, arguments...);
    if (!bench_->problem.empty()) qWarning("%s", bench_->problem.c_str());
    if (outcome.failure) qWarning("%s", outcome.failure->message.c_str());
    return outcome.record.metrics.value_or(LaunchMetrics{});
  }

  static AccessCounts total(const LaunchMetrics& metrics, MemorySpace space, EventKind kind) {
    for (const AccessTotal& each : metrics.totals) {
      if (each.space == space && each.kind == kind) return each.counts;
    }
    return {};
  }
  AccessCounts atLine(const LaunchMetrics& metrics, const std::string& mark, EventKind kind = EventKind::load) const {
    AccessCounts sum;
    for (const PlaceMetrics& place : metrics.places) {
      if (place.at.line == bench_->line(mark) && place.kind == kind) sum += place.counts;
    }
    return sum;
  }

  static constexpr uint64_t n = 128;
  DeviceBench::Shape square() const { return {{n / 32, n / 32, 1}, {32, 32, 1}}; }
  float* matrix() { return bench_->buffer<float>(n * n, 1.5f); }

 private slots:
  void init() {
    static std::unique_ptr<DeviceBench> shared;
    if (!shared) shared = std::make_unique<DeviceBench>("trace.cu");
    QVERIFY2(shared->problem.empty(), shared->problem.c_str());
    bench_.reset(shared.get());
    bench_->options.metrics = MetricsOptions{findDevice("H200").value()};
  }
  void cleanup() {
    bench_->problem.clear();
    bench_->options = {};
    bench_.release();
  }

  void naiveProductAsksForTwoAndAHalfSectorsARequest() {
    const LaunchMetrics metrics = run("naiveProduct", square(), matrix(), matrix(), matrix(), static_cast<int>(n));
    const AccessCounts loads = total(metrics, MemorySpace::global, EventKind::load);
    QCOMPARE(loads.requests, 2 * n * n * n / 32);
    QCOMPARE(loads.sectors * 2, loads.requests * 5);
    QCOMPARE(total(metrics, MemorySpace::global, EventKind::store).sectors, n * n / 8);
    QVERIFY(metrics.isExact());
    QCOMPARE(metrics.traffic.dramReads.high, 2 * n * n / 8);
  }

  void bypassingLoadsDoNotLookInL1() {
    const LaunchMetrics metrics = run("bypassingProduct", square(), matrix(), matrix(), matrix(), static_cast<int>(n));
    QCOMPARE(total(metrics, MemorySpace::global, EventKind::load).sectors, 5 * n * n * n / 32);
    QCOMPARE(metrics.traffic.l1Lookups.high, uint64_t{0});
    QVERIFY(metrics.traffic.l2Reads.low < metrics.traffic.l2Reads.high);
    QVERIFY(metrics.traffic.l2Reads.high <= 5 * n * n * n / 32);
    for (const PlaceMetrics& place : metrics.places) {
      if (place.kind == EventKind::load) QVERIFY(place.cacheOperator == CacheOperator::bypassL1);
    }
  }

  void tiledProductReadsEachTileOnceABlock() {
    const LaunchMetrics metrics = run("tiledProduct", square(), matrix(), matrix(), matrix(), static_cast<int>(n));
    QCOMPARE(total(metrics, MemorySpace::global, EventKind::load).sectors, 2 * n * n * n / 32 / 32 * 4);
    // One side is read in vectors of four, two wavefronts each, the other word by word: as an H200 counts them.
    const AccessCounts shared = total(metrics, MemorySpace::shared, EventKind::load);
    QCOMPARE(shared.requests, n * n * n / 32 + n * n * n / 32 / 4);
    QCOMPARE(shared.wavefronts, n * n * n / 32 + n * n * n / 32 / 2);
    QCOMPARE(shared.conflictFreeWavefronts, shared.wavefronts);
  }

  void transposesConflictUnlessTheyArePadded() {
    const auto inTile = [&](const char* kernel) {
      const LaunchMetrics metrics = run(kernel, square(), matrix(), matrix(), static_cast<int>(n));
      return total(metrics, MemorySpace::shared, EventKind::load);
    };
    const AccessCounts plain = inTile("transposeThroughTile"), padded = inTile("transposeThroughPaddedTile");
    QCOMPARE(plain.wavefronts, 32 * plain.requests);
    QCOMPARE(padded.wavefronts, padded.requests);
    const LaunchMetrics direct = run("transposeDirectly", square(), matrix(), matrix(), static_cast<int>(n));
    const AccessCounts stores = total(direct, MemorySpace::global, EventKind::store);
    QCOMPARE(stores.sectors, 32 * stores.requests);
  }

  /// How often a warp passes the body of a loop that each lane runs `rounds` times: its body is repeated four times,
  /// and what is over is a loop of its own. An H200 counts so (this nest: 28, not the 24 of the longest lanes).
  static uint64_t passes(const std::vector<int>& rounds) {
    int whole = 0, over = 0;
    for (const int count : rounds) {
      whole = std::max(whole, count / 4);
      over = std::max(over, count % 4);
    }
    return static_cast<uint64_t>(whole) * 4 + static_cast<uint64_t>(over);
  }

  void lanesMeetAgainInNestedLoops() {
    std::vector<int> outer, inner, data(16, 0);
    for (int i = 0; i < 64; ++i) inner.push_back(i * 5 % 7);
    for (int lane = 0; lane < 32; ++lane) outer.push_back(lane % 4 + 1);
    const LaunchMetrics metrics = run("nest", {{1, 1, 1}, {32, 1, 1}}, bench_->buffer<int>(32), bench_->buffer(outer),
                                      bench_->buffer(inner), bench_->buffer(data));
    uint64_t expected = 0, lanes = 0;
    for (int i = 0; i < 4; ++i) {
      std::vector<int> rounds;
      for (int lane = 0; lane < 32; ++lane) {
        if (i >= outer[lane]) continue;
        rounds.push_back(inner[lane + i]);
        lanes += inner[lane + i];
      }
      expected += passes(rounds);
    }
    QCOMPARE(expected, uint64_t{28});
    QCOMPARE(atLine(metrics, "innermost").requests, expected);
    QCOMPARE(atLine(metrics, "innermost").lanes, lanes);
  }

  void lanesMeetAgainBehindContinue() {
    std::vector<int> outer(32, 6), inner, data(16);
    for (int i = 0; i < 64; ++i) inner.push_back(i * 5 % 7 + 1);
    for (int i = 0; i < 16; ++i) data[i] = i % 3;
    const LaunchMetrics metrics = run("nestWithContinue", {{1, 1, 1}, {32, 1, 1}}, bench_->buffer<int>(32),
                                      bench_->buffer(outer), bench_->buffer(inner), bench_->buffer(data));
    uint64_t expected = 0;
    for (int i = 0; i < 6; ++i) {
      std::vector<int> rounds;
      for (int lane = 0; lane < 32; ++lane) {
        if (data[i] != (lane & 1)) rounds.push_back(inner[lane + i]);
      }
      expected += passes(rounds);
    }
    QCOMPARE(atLine(metrics, "behind continue").requests, expected);
  }

  void loopsLongerThanABufferAreMergedInPieces() {
    std::vector<int> counts;
    uint64_t lanes = 0;
    for (int i = 0; i < 64; ++i) {
      counts.push_back(20000 + i * 100);
      lanes += counts.back();
    }
    const LaunchMetrics metrics = run("longLoop", {{1, 1, 1}, {64, 1, 1}}, bench_->buffer<int>(64),
                                      bench_->buffer(counts), bench_->buffer<int>(1024, 1));
    QCOMPARE(atLine(metrics, "long").requests, uint64_t(20000 + 3100 + 20000 + 6300));
    QCOMPARE(atLine(metrics, "long").lanes, lanes);
  }

  void branchesLongerThanABufferMeetBehindTheBarrier() {
    std::vector<int> counts(96, 30000);
    const LaunchMetrics metrics = run("longBranches", {{2, 1, 1}, {96, 1, 1}}, bench_->buffer<int>(96),
                                      bench_->buffer(counts), bench_->buffer<int>(1024, 1));
    QCOMPARE(atLine(metrics, "together again").requests, uint64_t{2 * 3});
    QCOMPARE(total(metrics, MemorySpace::global, EventKind::load).lanes, uint64_t{2} * 96 * (30000 + 2));
  }

  void localArraysAreInterleaved() {
    std::vector<int> order;
    for (int i = 0; i < 32; ++i) order.push_back(i * 5 % 16);
    const LaunchMetrics metrics =
        run("localArray", {{2, 1, 1}, {64, 1, 1}}, bench_->buffer<int>(128), bench_->buffer(order));
    const AccessCounts stores = total(metrics, MemorySpace::local, EventKind::store);
    QCOMPARE(stores.requests, uint64_t{4 * 16});
    QCOMPARE(stores.sectors, 4 * stores.requests);
    QCOMPARE(total(metrics, MemorySpace::local, EventKind::load).sectors, uint64_t{4 * 16 * 4});
  }

  /// Four rounds are one, and their loads one vector, which takes two passes where all lanes want the same (SobolQRNG
  /// of the CUDA samples). ptxas makes none across a division, which has a branch of its own (eigenvalues).
  void roundsSideBySideReadVectors() {
    const auto counts = [&](const char* kernel, const char* mark) {
      return atLine(run(kernel, {{1, 1, 1}, {64, 1, 1}}, bench_->buffer<float>(64), 40), mark);
    };
    QCOMPARE(counts("sharedRow", "side by side").requests, uint64_t{2 * 40 / 4});
    QCOMPARE(counts("sharedRow", "side by side").wavefronts, uint64_t{2 * 40 / 4 * 2});
    QCOMPARE(counts("sharedRowDivided", "one by one").requests, uint64_t{2 * 40});
    QCOMPARE(counts("sharedRowDivided", "one by one").wavefronts, uint64_t{2 * 40});
  }

  void vectorsAreOneRequest() {
    const LaunchMetrics metrics =
        run("vectors", {{2, 1, 1}, {64, 1, 1}}, bench_->buffer<float>(512), bench_->buffer<float>(512));
    QCOMPARE(total(metrics, MemorySpace::global, EventKind::load).requests, uint64_t{4});
    QCOMPARE(total(metrics, MemorySpace::global, EventKind::load).sectors, uint64_t{64});
    QCOMPARE(total(metrics, MemorySpace::global, EventKind::store).requests, uint64_t{4});
  }

  // ptxas adds up over the warp where all lanes have one address, and one lane does the atomic; not of floats, and not
  // at an address that the data choose.
  void countersAreAddedUpOverTheWarp() {
    const auto launch = [&](int all) {
      return run("counters", {{1, 1, 1}, {64, 1, 1}}, bench_->buffer<int>(64, 3), bench_->buffer<int>(4),
                 bench_->buffer<float>(1), all);
    };
    const LaunchMetrics metrics = launch(0);
    QCOMPARE(atLine(metrics, "own counter", EventKind::atomic).wavefronts, uint64_t{2});
    QCOMPARE(atLine(metrics, "bin", EventKind::atomic).wavefronts, uint64_t{64});
    const auto atomics = [](const LaunchMetrics& of) {
      for (const TimingEstimate::Term& term : of.timing->terms) {
        if (term.name == "atomics") return term.cost;
      }
      return 0.0;
    };
    // A turn for each of two warps at two places; floats of the same warps take 64 more.
    QVERIFY(atomics(metrics) > 0);
    QVERIFY(atomics(launch(1)) > 10 * atomics(metrics));
  }

  void fetchesReadTheSectorsOfTheirTexels() {
    float* texels = bench_->buffer<float>(64 * 8, 2.5f);
    Texture texture;
    texture.levels.push_back({reinterpret_cast<uint64_t>(texels), 64 * 4, 0, 64, 8});
    texture.sampler.address.fill(AddressMode::clamp);
    const uint64_t handle = bench_->program().textures().add(texture);
    float* out = bench_->buffer<float>(64);
    const LaunchMetrics metrics = run("fetches", {{1, 1, 1}, {64, 1, 1}}, out, handle);
    QCOMPARE(out[63], 2.5f);
    QCOMPARE(atLine(metrics, "fetch").requests, uint64_t{2});
    QCOMPARE(total(metrics, MemorySpace::texture, EventKind::load).sectors, uint64_t{8});
    QCOMPARE(total(metrics, MemorySpace::texture, EventKind::load).lanes, uint64_t{64});
    QCOMPARE(metrics.traffic.l1Lookups.high, uint64_t{8});
    QCOMPARE(total(metrics, MemorySpace::global, EventKind::load).requests, uint64_t{0});
  }

  void cooperativeLaunchesAreTraced() {
    int* a = bench_->buffer<int>(6 * 64, 5);
    const LaunchMetrics metrics = run("passOn", {{6, 1, 1}, {64, 1, 1}, 0, true}, a, bench_->buffer<int>(6 * 64));
    QCOMPARE(a[7], 6);
    QCOMPARE(metrics.blocks, uint64_t{6});
    QCOMPARE(total(metrics, MemorySpace::global, EventKind::load).sectors, uint64_t{2 * 6 * 8});
    QCOMPARE(total(metrics, MemorySpace::global, EventKind::store).requests, uint64_t{2 * 6 * 2});
    QCOMPARE(metrics.traffic.l2Writes.high, uint64_t{2 * 6 * 8});
    QVERIFY(run("passOn", {{6, 1, 1}, {64, 1, 1}, 0, true}, a, bench_->buffer<int>(6 * 64)).totals == metrics.totals);
  }

  void reductionsConflictOnlyWhereTheyInterleave() {
    const auto shared = [&](const char* kernel) {
      const LaunchMetrics metrics =
          run(kernel, {{4, 1, 1}, {256, 1, 1}}, bench_->buffer<int>(4), bench_->buffer<int>(1024, 1));
      return total(metrics, MemorySpace::shared, EventKind::load);
    };
    const AccessCounts interleaved = shared("reduceInterleaved"), sequential = shared("reduceSequential");
    QCOMPARE(sequential.wavefronts, sequential.requests);
    QVERIFY(interleaved.wavefronts > 2 * interleaved.requests);
  }

  void everyRunGivesTheSame() {
    int* from = bench_->buffer<int>(1024, 1);
    int* out = bench_->buffer<int>(64);
    const DeviceBench::Shape shape{{4, 1, 1}, {256, 1, 1}};
    const LaunchMetrics once = run("reduceInterleaved", shape, out, from);
    QVERIFY(once.blocks == 4 && !once.places.empty());
    QVERIFY(run("reduceInterleaved", shape, out, from) == once);
    bench_->options.workers = 3;
    QVERIFY(run("reduceInterleaved", shape, out, from) == once);
  }

  // Thread (x, y) of a product touches row y of the one factor, column x of the other, and its element; each once,
  // however long it takes: more than fits a lane's buffer, too.
  void touchesAreThoseOfEachThread_data() {
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("side");
    QTest::addColumn<int>("workers");
    QTest::newRow("square") << 64 << 64 << 1;
    QTest::newRow("by several workers") << 64 << 64 << 3;
    QTest::newRow("long threads") << 5000 << 2 << 1;
  }
  void touchesAreThoseOfEachThread() {
    QFETCH(int, size);
    QFETCH(int, side);
    QFETCH(int, workers);
    const auto count = static_cast<uint64_t>(size);
    const auto inBlock = static_cast<uint32_t>(std::min(side, 32)), blocks = static_cast<uint32_t>(side) / inBlock;
    float *c = bench_->buffer<float>(count * count), *a = bench_->buffer<float>(count * count),
          *b = bench_->buffer<float>(count * count);
    bench_->options = {};
    bench_->options.touches.emplace();
    bench_->options.workers = static_cast<unsigned>(workers);
    const LaunchOutcome outcome =
        bench_->launch("naiveProduct", {{blocks, blocks, 1}, {inBlock, inBlock, 1}}, c, a, b, size);
    QVERIFY2(bench_->problem.empty(), bench_->problem.c_str());
    QVERIFY(outcome.touches.has_value());
    const TouchTrace& trace = *outcome.touches;
    QCOMPARE(trace.kernel, std::string("naiveProduct"));
    QCOMPARE(trace.threads.size(), static_cast<size_t>(side) * static_cast<size_t>(side));
    QCOMPARE(trace.places.size(), trace.sites.size());
    size_t thread = 0;
    for (uint32_t block = 0; block < blocks * blocks; ++block) {
      for (uint32_t inside = 0; inside < inBlock * inBlock; ++inside, ++thread) {
        const uint64_t x = block % blocks * inBlock + inside % inBlock, y = block / blocks * inBlock + inside / inBlock;
        std::vector<uint64_t> expected, found;
        for (uint64_t k = 0; k < count; ++k) {
          expected.push_back(reinterpret_cast<uint64_t>(a + y * count + k));
          expected.push_back(reinterpret_cast<uint64_t>(b + k * count + x));
        }
        expected.push_back(reinterpret_cast<uint64_t>(c + y * count + x));
        for (const TraceEvent event : trace.threads[thread]) {
          found.push_back(addressOf(event));
          const bool isStore = trace.sites[siteOf(event)].kind == EventKind::store;
          QCOMPARE(isStore, addressOf(event) == expected.back());
        }
        QVERIFY(std::is_sorted(trace.threads[thread].begin(), trace.threads[thread].end()));
        std::sort(expected.begin(), expected.end());
        std::sort(found.begin(), found.end());
        QVERIFY(found == expected);
      }
    }
  }
  void touchesHaveALimit() {
    bench_->options = {};
    bench_->options.touches = TouchOptions{.bytesLimit = 8000};
    const LaunchOutcome outcome =
        bench_->launch("naiveProduct", square(), matrix(), matrix(), matrix(), static_cast<int>(n));
    QVERIFY(!outcome.touches && outcome.failure);
    QCOMPARE(outcome.failure->message,
             std::string("The threads of `naiveProduct` touch more than 1,000 elements, which is all that "
                         "is kept. Run it on a smaller problem."));
  }

  void resultsAreThoseOfPlainRuns() {
    std::vector<float> values;
    for (uint64_t i = 0; i < n * n; ++i) values.push_back(0.37f * static_cast<float>(i % 101));
    float* a = bench_->buffer(values);
    float* traced = matrix();
    float* plain = matrix();
    run("tiledProduct", square(), traced, a, a, static_cast<int>(n));
    bench_->options.metrics.reset();
    run("tiledProduct", square(), plain, a, a, static_cast<int>(n));
    QVERIFY(std::equal(traced, traced + n * n, plain));
    int* sums = bench_->buffer<int>(4);
    bench_->options.metrics = MetricsOptions{findDevice("H200").value()};
    run("shuffles", {{1, 1, 1}, {64, 1, 1}}, sums, bench_->buffer<int>(64, 3));
    QCOMPARE(sums[1], 96);
  }
};

QTEST_APPLESS_MAIN(TraceTest)
#include "trace_test.moc"

#include <QTest>
#include <nlohmann/json.hpp>

#include "core/job/metrics_json.h"
#include "core/model/memory/launch_model.h"
#include "traces.h"

using namespace traces;
using warpwright::Device;

namespace {

/// A kernel of one load, a store a thread: a warp w of block b reads and writes its line.
const std::vector<TraceSite>& sites() {
  static const std::vector<TraceSite> list = [] {
    std::vector<TraceSite> result(2);
    result[1].kind = EventKind::store;
    result[0].work.instructions = result[1].work.instructions = 4;
    result[0].work.step = 1;
    return result;
  }();
  return list;
}

struct Run {
  LaunchMetrics metrics;
  uint64_t traced = 0, modelled = 0;
};

Run run(uint64_t blocks, const LaunchModelOptions& options, uint32_t warps = 8) {
  const Device device = warpwright::findDevice("H200").value();
  LaunchModel model(device, {blocks, warps * warpSize, 0, 0}, sites(), options);
  WarpRecorder counts(sites(), {});
  Run result;
  for (uint64_t first = 0; first < blocks; first += model.waveBlocks()) {
    if (!model.isTraced(first)) continue;
    std::vector<BlockRequests> wave(std::min(model.waveBlocks(), blocks - first));
    for (uint64_t i = 0; i < wave.size(); ++i) {
      const uint64_t block = first + i;
      wave[i].multiprocessor = model.multiprocessorOf(block);
      const bool kept = model.isModelled(block);
      if (kept) wave[i].warps.resize(warps);
      for (uint32_t w = 0; w < warps; ++w) {
        counts.beginWarp(0, kept ? &wave[i].warps[w] : nullptr);
        WarpAccess a = access([&](uint32_t lane) { return 0x10000000 + (block * warps + w) * 128 + lane * 4; });
        for (a.site = 0; a.site < 2; ++a.site) counts.add(a);
      }
      if (block == 0) model.sawFirstBlock(2 * warps * warpSize, 2 * warps * 8);
      ++result.traced;
      result.modelled += kept;
    }
    model.runWave(std::move(wave));
  }
  result.metrics = model.finish(counts, {{{"a.cu", 3, 1}, "from"}, {{"a.cu", 4, 1}, "to"}});
  return result;
}

double value(const LaunchMetrics& metrics, const std::string& name) {
  for (const NamedMetric& metric : namedMetrics(metrics)) {
    if (metric.name == name) return metric.low;
  }
  return -1;
}

/// What an H200 needs for blocks of one warp: `accesses(b)` are those of block b, in order.
template <typename Accesses>
TimingEstimate timingOf(const std::vector<TraceSite>& list, uint32_t blocks, const Accesses& accesses) {
  const Device device = warpwright::findDevice("H200").value();
  LaunchModel model(device, {blocks, warpSize, 0, 0}, list, {});
  WarpRecorder counts(list, {});
  std::vector<BlockRequests> wave(blocks);
  for (uint32_t b = 0; b < blocks; ++b) {
    wave[b] = {model.multiprocessorOf(b), std::vector<RequestStream>(1)};
    counts.beginWarp(0, &wave[b].warps[0]);
    for (const WarpAccess& each : accesses(b)) counts.add(each);
  }
  model.runWave(std::move(wave));
  return *model.finish(counts, std::vector<SitePlace>(list.size())).timing;
}

}  // namespace

class LaunchModelTest : public QObject {
  Q_OBJECT
 private slots:
  void tracesAllOfASmallLaunch() {
    const Run all = run(3000, {});
    QVERIFY(all.metrics.isExact());
    QCOMPARE(all.traced, uint64_t{3000});
    QCOMPARE(value(all.metrics, "global_load_sectors"), 3000.0 * 8 * 4);
    QCOMPARE(value(all.metrics, "dram_read_bytes"), 3000.0 * 8 * 128);
    QCOMPARE(all.metrics.residentBlocks, 8u);
    QCOMPARE(all.metrics.places.size(), size_t{2});
    QCOMPARE(all.metrics.places[1].object, std::string("to"));
  }

  void samplesWavesOfALargeOneAndSaysSo() {
    const Run part = run(10000, {.eventLimit = 2'000'000});
    QVERIFY(!part.metrics.isExact());
    QVERIFY(part.traced < 10000);
    QCOMPARE(part.metrics.tracedBlocks, part.traced);
    QCOMPARE(value(part.metrics, "global_load_sectors"), 10000.0 * 8 * 4);
    QVERIFY(std::any_of(part.metrics.conditions.begin(), part.metrics.conditions.end(),
                        [](const std::string& text) { return text.starts_with("Estimated from"); }));
  }

  void modelsSomeMultiprocessorsWhereRequestsAreMany() {
    const Run part = run(5000, {.requestBytesLimit = 16 << 10});
    QVERIFY(part.metrics.isExact());
    QVERIFY(part.modelled < part.traced);
    QCOMPARE(part.metrics.modelledBlocks, part.modelled);
    QCOMPARE(value(part.metrics, "global_load_sectors"), 5000.0 * 8 * 4);
    QVERIFY(std::abs(value(part.metrics, "dram_read_bytes") - 5000.0 * 8 * 128) < 5000.0);
  }

  void threadsOfTheModelChangeNothing() { QVERIFY(run(3000, {.threads = 4}).metrics == run(3000, {}).metrics); }

  void metricsComeBackFromJson() {
    const LaunchMetrics metrics = run(3000, {}).metrics;
    QVERIFY(nlohmann::json::parse(nlohmann::json(metrics).dump()).get<LaunchMetrics>() == metrics);
  }

  void sumsOfLaunchesAddUp() {
    const LaunchMetrics one = run(100, {}).metrics, two = run(200, {}).metrics;
    const LaunchMetrics sum = sumOf({&one, &two});
    QCOMPARE(value(sum, "global_load_requests"), 300.0 * 8);
    QCOMPARE(sum.places.size(), size_t{2});
    QCOMPARE(sum.blocks, uint64_t{300});
  }

  void aStreamIsBoundByMemory() {
    const Run stream = run(20000, {});
    QVERIFY(stream.metrics.timing.has_value());
    const std::string bound = stream.metrics.timing->bound();
    // One word a thread on its way is too little to fill the memory of an H200.
    QVERIFY2(bound == "DRAM bandwidth" || bound == "L2 bandwidth" || bound == "latency", bound.c_str());
  }

  void atomicsThatMeetBoundALaunch() {
    std::vector<TraceSite> list(1);
    list[0].kind = EventKind::atomic;
    const auto cost = [&](uint64_t stride) {
      return timingOf(list, 1320, [&](uint32_t b) {
        return std::vector<WarpAccess>(16,
                                       access([&](uint32_t lane) { return 0x1000000 + b * stride + lane % 4 * 4; }));
      });
    };
    QCOMPARE(cost(0).bound(), std::string("atomics"));
    QVERIFY(compareTiming(cost(0), cost(4096)).verdict == TimingComparison::Verdict::faster);
  }

  void loadsOnTheirWayTogetherCostOneWait() {
    // Four loads, one after another or together.
    const auto cost = [](bool together) {
      std::vector<TraceSite> list(4);
      for (uint32_t s = 0; s < 4; ++s) {
        list[s].work.instructions = 2;
        list[s].work.step = together ? 1 : s + 1;
      }
      return timingOf(list, 132, [](uint32_t b) {
        std::vector<WarpAccess> loads;
        for (uint32_t s = 0; s < 4; ++s) {
          loads.push_back(access([&](uint32_t lane) { return 0x1000000 + (b * 4 + s) * 128 + lane * 4; }));
          loads.back().site = s;
        }
        return loads;
      });
    };
    const TimingComparison merged = compareTiming(cost(false), cost(true));
    QVERIFY(merged.verdict == TimingComparison::Verdict::faster);
    QVERIFY(merged.ratio > 2 && merged.ratio < 4.5);
    QVERIFY(compareTiming(cost(true), cost(true)).verdict == TimingComparison::Verdict::unsure);
    QCOMPARE(cost(false).bound(), std::string("latency"));
  }
};

QTEST_APPLESS_MAIN(LaunchModelTest)
#include "launch_model_test.moc"

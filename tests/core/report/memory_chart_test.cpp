#include <QTest>

#include <nlohmann/json.hpp>

#include "core/job/engine_job.h"
#include "core/job/kernel_trace.h"
#include "core/report/memory_chart.h"
#include "core/report/memory_drawing.h"

using namespace warpwright;
using namespace warpwright::memsim;

namespace {

LaunchMetrics metricsOf(uint64_t sectors, uint64_t wavefronts) {
  LaunchMetrics metrics;
  AccessCounts loads, shared;
  loads.requests = sectors / 4;
  loads.sectors = sectors;
  loads.bytes = sectors * 32;
  shared.requests = shared.conflictFreeWavefronts = 10;
  shared.wavefronts = wavefronts;
  metrics.totals = {{EventKind::load, memsim::MemorySpace::global, loads},
                    {EventKind::store, memsim::MemorySpace::shared, shared}};
  metrics.traffic.l2Reads = {sectors / 2, sectors};
  metrics.places = {{{"a.cu", 3, 5}, "from", EventKind::load, memsim::MemorySpace::global, {}, loads, {}},
                    {{"a.cu", 9, 1}, "tile", EventKind::store, memsim::MemorySpace::shared, {}, shared, {}}};
  return metrics;
}

}  // namespace

class MemoryChartTest : public QObject {
  Q_OBJECT
 private slots:
  void linksCarryBytesOfOriginalAndVariant() {
    const LaunchMetrics original = metricsOf(400, 320), variant = metricsOf(200, 0);
    const auto links = memoryChart(original, &variant);
    QCOMPARE(links.size(), size_t{3});
    QCOMPARE(links[0].from, std::string("L1"));
    QCOMPARE(links[0].high, 400.0 * 32);
    QCOMPARE(links[0].variantHigh, 200.0 * 32);
    QCOMPARE(links[1].to, std::string("Shared"));
    QCOMPARE(links[1].high, 320.0 * 128);
    QCOMPARE(links[1].variantHigh, 0.0);
    QCOMPARE(links[2].low, 200.0 * 32);
    QCOMPARE(links[2].high, 400.0 * 32);
    QCOMPARE(memoryChart(original)[0].variantHigh, 0.0);
  }

  void heatIsTheShareOfEachLine() {
    const auto sectors = memoryHeat(metricsOf(400, 320), HeatMetric::sectors);
    QCOMPARE(sectors.size(), size_t{1});
    QCOMPARE(sectors[0].file, std::string("a.cu"));
    QCOMPARE(sectors[0].lines.size(), size_t{1});
    QCOMPARE(sectors[0].lines[0].line, 3u);
    QCOMPARE(sectors[0].lines[0].share, 1.0);
    const auto requests = memoryHeat(metricsOf(360, 320), HeatMetric::requests);
    QCOMPARE(requests[0].lines.size(), size_t{2});
    QCOMPARE(requests[0].lines[0].share, 0.9);
    const auto wasted = memoryHeat(metricsOf(400, 320), HeatMetric::wasted);
    QCOMPARE(wasted[0].lines.size(), size_t{1});
    QCOMPARE(wasted[0].lines[0].line, 9u);
  }

  void bankConflictsAndMissesAreHeatToo() {
    const auto conflicts = memoryHeat(metricsOf(400, 320), HeatMetric::conflicts);
    QCOMPARE(conflicts[0].lines.size(), size_t{1});
    QCOMPARE(conflicts[0].lines[0].line, 9u);
    QVERIFY(memoryHeat(metricsOf(400, 320), HeatMetric::misses).empty());
  }

  void rowsSayWhatChanged() {
    const LaunchMetrics original = metricsOf(400, 320), variant = metricsOf(200, 10);
    const auto rows = memoryRows(original, &variant);
    QCOMPARE(rows[0].quantity, std::string("Shared memory, written"));
    QCOMPARE(rows[0].change, std::string("−97 %"));
    QCOMPARE(rows[1].quantity, std::string("Bank conflicts"));
    QCOMPARE(rows[1].original, std::string("310"));
    QCOMPARE(rows[1].change, std::string("−100 %"));
    QCOMPARE(memoryRows(original)[0].variant, std::string());
    const std::string svg = memorySvg("k<int>", original, &variant, "a & b", 900, pageInk());
    QVERIFY(svg.find("k&lt;int&gt;") != std::string::npos && svg.find("a &amp; b") != std::string::npos);
    QVERIFY(svg.find("bank conflicts") != std::string::npos);
  }

  void aTraceOfTwoRunsHasAnEstimate() {
    EngineRun original, variant;
    for (const double cost : {100.0, 300.0}) {
      LaunchMetrics metrics = metricsOf(400, 320);
      metrics.device = "H200";
      metrics.timing = TimingEstimate{cost, cost, {{"latency", cost}, {"L2 bandwidth", 20}}};
      original.launches.push_back({"step", {}, {}, 0, 0, 0, metrics});
      metrics.timing->low /= 4, metrics.timing->high /= 2;
      variant.launches.push_back({"step", {}, {}, 0, 0, 0, metrics});
    }
    original.launches.push_back({"gone", {}, {}, 0, 0, 0, metricsOf(4, 4)});
    const std::vector<KernelTrace> traces = kernelTraces(original, variant);
    QCOMPARE(traces.size(), size_t{1});
    QCOMPARE(traces[0].original.timing->low, 400.0);
    const Estimate estimate = estimateOf(traces[0]);
    QVERIFY(estimate.known);
    QCOMPARE(estimate.speedup, 800.0 / 300);
    QVERIFY(estimate.speedupLow < 2 && estimate.speedupHigh > 4);
    QCOMPARE(estimate.bound, std::string("latency"));
    QVERIFY(estimateSentence(traces[0]).starts_with("step: estimated 1.70–4.60×, bound by latency; modelled H200"));
    const std::vector<Estimate> both = estimatesOfSteps(traces, {"step", "other", "step"});
    QVERIFY(both[0].known && !both[1].known);
    QCOMPARE(both[2].bound, std::string("latency; 2 changes together"));
    Verification verification;
    verification.traces = traces;
    const auto read = verificationFromJson(nlohmann::json::parse(toJson(verification).dump()));
    QVERIFY(read.ok());
    QVERIFY(read->traces.size() == 1 && read->traces[0].variant == traces[0].variant);
    variant.launches[1].metrics.reset();
    QVERIFY(kernelTraces(original, variant).empty());
  }
};

QTEST_APPLESS_MAIN(MemoryChartTest)
#include "memory_chart_test.moc"

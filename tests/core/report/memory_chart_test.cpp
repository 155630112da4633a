#include <QTest>

#include "core/report/memory_chart.h"

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
  metrics.totals = {{EventKind::load, MemorySpace::global, loads}, {EventKind::store, MemorySpace::shared, shared}};
  metrics.traffic.l2Reads = {sectors / 2, sectors};
  metrics.places = {{{"a.cu", 3, 5}, "from", EventKind::load, MemorySpace::global, {}, loads, {}},
                    {{"a.cu", 9, 1}, "tile", EventKind::store, MemorySpace::shared, {}, shared, {}}};
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
};

QTEST_APPLESS_MAIN(MemoryChartTest)
#include "memory_chart_test.moc"

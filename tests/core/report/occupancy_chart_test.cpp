#include <QTest>

#include "core/report/occupancy_chart.h"

using namespace warpwright;

class OccupancyChartTest : public QObject {
  Q_OBJECT
  static OccupancyCase of(uint32_t threads, uint32_t registers, uint64_t shared) {
    OccupancyCase made;
    made.request = {threads, registers, shared};
    if (registers != 0) made.registersSource = "ptxas";
    return made;
  }

 private slots:
  void saysWhatLimits() {
    const Device device = findDevice("H200").value();
    const auto comparison = compareOccupancy(device, of(256, 24, 6144), of(64, 46, 1024));
    QCOMPARE(occupancyPercent(comparison.ofOriginal), std::string("100 %"));
    QCOMPARE(occupancyWords(comparison.ofOriginal), std::string("64 of 64 warps, limit: warps"));
    QCOMPARE(occupancyPercent(comparison.ofVariant), std::string("62.5 %"));
    QCOMPARE(occupancyWords(comparison.ofVariant), std::string("40 of 64 warps, limit: registers"));
    QCOMPARE(comparison.rows[0].limit, std::string("Warps (64 a SM)"));
    QCOMPARE(comparison.rows[0].use, std::string("8 → 2 warps a block"));
    QVERIFY(comparison.rows[0].limitsOriginal && !comparison.rows[0].limitsVariant);
    QVERIFY(comparison.rows[1].limitsVariant);
    QCOMPARE(comparison.rows[1].use, std::string("24 → 46 a thread"));
    QCOMPARE(comparison.rows[2].use, std::string("6,144 → 1,024 B, +1,024 B reserved"));
  }

  void unknownRegistersAreLeftOutAndSaid() {
    const auto comparison = compareOccupancy(findDevice("H200").value(), of(256, 0, 0), {});
    QVERIFY(!comparison.rows[1].original);
    QCOMPARE(comparison.rows[1].use, std::string("not known"));
    QVERIFY(registersWords(comparison.original).find("not known") != std::string::npos);
    QVERIFY(!occupancyCurves(comparison)[1].originalAt);
    QVERIFY(!occupancyCase(KernelSummary{}));
  }

  void estimatesKeepTheirBand() {
    OccupancyCase estimated = of(128, 30, 0);
    estimated.registersSource = "estimate";
    estimated.registersLow = 27;
    estimated.registersHigh = 34;
    QCOMPARE(registersWords(estimated), std::string("Registers: 30 (27–34, estimate)"));
  }

  void curvesArePassedThroughByTheirPoints() {
    const auto comparison = compareOccupancy(findDevice("H200").value(), of(256, 24, 6144), of(64, 46, 1024));
    for (const OccupancyCurve& curve : occupancyCurves(comparison)) {
      for (const auto& [line, at, percent] :
           {std::tuple(curve.original, curve.originalAt, 100.0), std::tuple(curve.variant, curve.variantAt, 62.5)}) {
        double value = -1;
        for (const auto& [x, y] : line) {
          if (x <= *at) value = y;
        }
        QCOMPARE(value, percent);
      }
    }
  }

  void drawingIsWellFormed() {
    const auto comparison = compareOccupancy(findDevice("H200").value(), of(256, 24, 6144), of(64, 46, 1024));
    const std::string inPage = occupancySvg(comparison, 900, pageInk());
    QVERIFY(inPage.find("var(--base)") != std::string::npos && inPage.find("<circle") != std::string::npos);
    const std::string file =
        svgDocument(occupancySvg(comparison, 900, fileInk(Theme::light)), 900, 190, "a & b", "H200", Theme::light);
    QVERIFY(file.find("var(") == std::string::npos && file.find("a &amp; b") != std::string::npos &&
            file.find("<desc>H200") != std::string::npos);
  }
};

QTEST_APPLESS_MAIN(OccupancyChartTest)
#include "occupancy_chart_test.moc"

#include <QTest>
#include <QXmlStreamReader>

#include "core/report/roofline.h"

using namespace warpwright;
using namespace warpwright::memsim;

namespace {

/// 1,000 operations for `dram` sectors of 32 bytes from memory and twice as many from L2, in each of two launches.
KernelTrace traceOf(uint64_t dram, double fp32, double fp64 = 0) {
  KernelTrace trace;
  trace.kernel = "k";
  LaunchMetrics& metrics = trace.original;
  metrics.device = "H200";
  metrics.launches = 2;
  metrics.arithmetic = ArithmeticCounts{4000, fp32, fp64};
  metrics.traffic.dramReads = {2 * dram, 2 * dram};
  metrics.traffic.l2Reads = {4 * dram, 4 * dram};
  trace.variant = metrics;
  trace.variant.traffic.dramReads = {dram, dram};
  return trace;
}

bool isXml(const std::string& elements) {
  QXmlStreamReader reader("<svg>" + QString::fromStdString(elements) + "</svg>");
  while (!reader.atEnd()) reader.readNext();
  return !reader.hasError();
}

}  // namespace

class RooflineTest : public QObject {
  Q_OBJECT
 private slots:
  void pointsStandBelowTheRoofsOfTheirBytes() {
    const Device device = *findDevice("H200");
    const Roofline roofline = rooflineOf(traceOf(10, 2000), true, "`s`→register", device, {}, {});
    QCOMPARE(roofline.kind, Roofline::Kind::fp32);
    QCOMPARE(roofline.roofs.size(), size_t(3));
    QCOMPARE(roofline.points.size(), size_t(4));
    const Roofline::Point& original = roofline.points[0];
    QCOMPARE(original.level, std::string("DRAM"));
    QCOMPARE(original.operations, 1000.0);  // of one launch
    QCOMPARE(original.bytes, 320.0);
    QCOMPARE(original.intensity, 1000.0 / 320);
    QCOMPARE(original.attainable, 4.8e12 * 1000 / 320);  // the roof of DRAM, not the flat one
    QVERIFY(!original.rate);
    const Roofline::Point& variant = roofline.points[2];
    QVERIFY(variant.isVariant);
    QCOMPARE(variant.name, std::string("s→register"));
    QCOMPARE(variant.intensity, 2 * original.intensity);
    QVERIFY(rooflineWords(roofline, variant).find("at most 30 Tflop/s") != std::string::npos);
    QVERIFY(isXml(rooflineSvg(roofline, 400, 260, fileInk(warpwright::Theme::light))));
  }

  void nothingIsFasterThanTheArithmetic() {
    const Device device = *findDevice("H200");
    const Roofline roofline = rooflineOf(traceOf(10, 2e9), false, {}, device, {}, {});
    QCOMPARE(roofline.points.size(), size_t(2));
    QCOMPARE(roofline.points[0].attainable, roofline.roofs[2].rate);
    QCOMPARE(roofline.roofs[2].rate, 2.0 * 128 * 132 * 1.98e9);
  }

  void timesSayHowFarBelowItIs() {
    const Device device = *findDevice("H200");
    const Roofline roofline = rooflineOf(traceOf(10, 2000), true, "v", device, 1.0, 0.5);
    QCOMPARE(*roofline.points[0].rate, 1e6);
    QCOMPARE(*roofline.points[2].rate, 2e6);
    QVERIFY(rooflineWords(roofline, roofline.points[0]).find("measured 1 Mflop/s") != std::string::npos);
    // What is measured stands below its roof.
    const auto marks = rooflineMarks(roofline, 400, 260),
               above = rooflineMarks(rooflineOf(traceOf(10, 2000), true, "v", device, {}, {}), 400, 260);
    QVERIFY(marks[0].y > above[0].y);
    for (const RooflineMark& mark : marks) QVERIFY(mark.x > 0 && mark.x < 400 && mark.y > 0 && mark.y < 260);
  }

  void wholeNumbersAreCountedAsInstructions() {
    const Device device = *findDevice("H200");
    const Roofline roofline = rooflineOf(traceOf(10, 0), false, {}, device, {}, {});
    QCOMPARE(roofline.kind, Roofline::Kind::instructions);
    QCOMPARE(roofline.points[0].operations, 2000.0);
    QVERIFY(rooflineCsv(roofline).find("\"Original\",DRAM,2000,320,6.25,") != std::string::npos);
    QCOMPARE(rooflineOf(traceOf(10, 0, 5), false, {}, device, {}, {}).kind, Roofline::Kind::fp64);
  }

  void tracesOfEarlierVersionsHaveNone() {
    KernelTrace trace = traceOf(10, 2000);
    trace.original.arithmetic.reset();
    QVERIFY(rooflineOf(trace, false, {}, *findDevice("H200"), {}, {}).isEmpty());
    QVERIFY(rooflineOf(traceOf(0, 2000), false, {}, *findDevice("H200"), {}, {}).isEmpty());
  }
};

QTEST_GUILESS_MAIN(RooflineTest)
#include "roofline_test.moc"

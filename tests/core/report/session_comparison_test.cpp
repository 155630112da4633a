#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "core/report/session_comparison.h"

using namespace warpwright;

namespace {

constexpr const char* conditions =
    "H200, driver for CUDA 13.0, launch 2, <<<(19,1,1),(256,1,1),0>>>, 1200 samples, "
    "cold L2, 1980 MHz, memory 3201 MHz, quiet";

MeasurementRecord timeOf(double low, double value, double high, const std::string& under = conditions) {
  return {"", "k", "gpu:0", "H200", gpuTime, "ms", value, low, high, 1200, under, "", 5};
}

MeasurementRecord accesses(double count) {
  return {"", "k", "cpu", "sm_90", "engine/accesses", "accesses", count, count, count, 1, "counted in launch 0", "", 5};
}

}  // namespace

class SessionComparisonTest : public QObject {
  Q_OBJECT
  std::unique_ptr<QTemporaryDir> folder_;

  Session session(const char* name) const {
    return std::move(Session::openOrCreate(folder_->filePath(name).toStdString()).value());
  }
  /// Compares one figure of the kernel as it is.
  SessionComparison compared(const MeasurementRecord& before, const MeasurementRecord& after) {
    folder_ = std::make_unique<QTemporaryDir>();
    Session old = session("old.wws"), now = session("new.wws");
    [&] { QVERIFY(old.addMeasurement(before).ok() && now.addMeasurement(after).ok()); }();
    return std::move(compareSessions(old, now).value());
  }

 private slots:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void comparesTimesByTheirIntervals_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("high");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<bool>("regressed");  // beyond 3 %
    // Before: 1.00 (0.999 … 1.001) ms.
    QTest::newRow("same") << 0.999 << 1.0 << 1.001 << "SAME" << false;
    QTest::newRow("faster") << 0.90 << 0.91 << 0.92 << "FASTER" << false;
    QTest::newRow("slower, not shown to be beyond") << 1.02 << 1.04 << 1.06 << "SLOWER" << false;
    QTest::newRow("slower beyond") << 1.04 << 1.05 << 1.06 << "SLOWER" << true;
    QTest::newRow("wide") << 0.9 << 1.05 << 1.2 << "UNSURE" << false;
    QTest::newRow("one sample") << 1.5 << 1.5 << 1.5 << "UNSURE" << false;
  }
  void comparesTimesByTheirIntervals() {
    QFETCH(double, low);
    QFETCH(double, value);
    QFETCH(double, high);
    QFETCH(QString, verdict);
    QFETCH(bool, regressed);
    const SessionComparison comparison = compared(timeOf(0.999, 1.0, 1.001), timeOf(low, value, high));
    QCOMPARE(comparison.figures.size(), size_t{1});
    QCOMPARE(QString::fromStdString(comparison.figures[0].verdict), verdict);
    QCOMPARE(!comparison.regressions(3).empty(), regressed);
    QCOMPARE(toJson(comparison, 3.0)["figures"][0]["regression"].get<bool>(), regressed);
    QCOMPARE(comparisonText(comparison, 3.0).find("Regression beyond 3 %") != std::string::npos, regressed);
  }

  /// 1 µs or less between two loads of the same code says nothing, however sure it is.
  void takesTheStartOfAKernelForNothing() {
    const auto comparison = compared(timeOf(0.00399, 0.004, 0.00401), timeOf(0.00459, 0.0046, 0.00461));
    QCOMPARE(comparison.figures[0].verdict, std::string("SAME"));
    QVERIFY(comparison.regressions(3).empty());
  }

  void comparesCountsExactly() {
    QCOMPARE(compared(accesses(1000), accesses(1000)).figures[0].verdict, std::string("equal"));
    QCOMPARE(compared(accesses(1000), accesses(900)).figures[0].verdict, std::string("fewer"));
    const auto more = compared(accesses(1000), accesses(1031));
    QCOMPARE(more.figures[0].verdict, std::string("more"));
    QCOMPARE(more.regressions(3).size(), size_t{1});
    QVERIFY(more.regressions(3.1).empty());
    QVERIFY(comparisonText(more, {}).find("1,000 → 1,031 accesses") != std::string::npos);
  }

  void saysWhatElseDiffers_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("said");  // empty: they are compared all the same
    QTest::newRow("samples") << "1200 samples" << "900 samples" << "";
    QTest::newRow("why it stopped") << "quiet" << "budget spent" << "";
    QTest::newRow("a clock beside it") << "1980 MHz" << "1965 MHz" << "";
    QTest::newRow("another clock") << "1980 MHz" << "1755 MHz" << "1980 MHz before, 1755 MHz after";
    QTest::newRow("another memory clock") << "memory 3201 MHz" << "memory 2619 MHz" << "memory 3201 MHz before";
    QTest::newRow("cache") << "cold L2" << "warm L2" << "cold L2 before, warm L2 after";
    QTest::newRow("launch") << "<<<(19,1,1)" << "<<<(38,1,1)" << "<<<(38,1,1),(256,1,1),0>>> after";
    QTest::newRow("driver") << "CUDA 13.0" << "CUDA 12.6" << "driver for CUDA 13.0 before";
  }
  void saysWhatElseDiffers() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, said);
    const std::string under = QString(conditions).replace(from, to).toStdString();
    const SessionComparison comparison = compared(timeOf(1, 1.1, 1.2), timeOf(2, 2.1, 2.2, under));
    const ComparedFigure& figure = comparison.figures[0];
    QCOMPARE(figure.speedup.has_value(), said.isEmpty());
    QVERIFY2(QString::fromStdString(figure.incomparable).contains(said), figure.incomparable.c_str());
    QCOMPARE(comparison.regressions(3).empty(), !said.isEmpty());
  }

  void comparesNothingAcrossDevices() {
    MeasurementRecord other = timeOf(2, 2.1, 2.2);
    other.device = "A100";
    const SessionComparison comparison = compared(timeOf(1, 1.1, 1.2), other);
    QCOMPARE(comparison.compared(), size_t{0});
    QCOMPARE(comparison.figures[0].incomparable, std::string("Measured on another device: H200 before, A100 after."));
    QVERIFY(comparisonText(comparison, 3.0).find("No regression") == std::string::npos);
  }

  /// The id of a variant is that of its text; what it consists of is what stays when the text changes.
  void findsVariantsByTheirSteps() {
    Session old = session("old.wws"), now = session("new.wws");
    for (Session* one : {&old, &now}) {
      VariantRecord variant;
      variant.steps = {{"redundant_barrier-1", {{"c", "4"}}}};
      variant.files = {{"k.cu", one == &old ? "a" : "b", "c"}};
      variant.id = makeVariantId(variant.steps, variant.files);
      MeasurementRecord time = timeOf(0.5, 0.51, 0.52);
      time.variant = variant.id;
      QVERIFY(one->putMeasuredVariant(&variant, {time}).ok());
      QVERIFY(one->addMeasurement(timeOf(0.9, 1, 1.1)).ok());
    }
    VariantRecord alone;
    alone.steps = {{"redundant_barrier-2", {}}};
    alone.id = "alone";
    MeasurementRecord time = timeOf(0.5, 0.51, 0.52);
    time.variant = alone.id;
    QVERIFY(old.putMeasuredVariant(&alone, {time}).ok());
    const auto comparison = compareSessions(old, now);
    QVERIFY(comparison.ok());
    QCOMPARE(comparison->figures.size(), size_t{3});
    QCOMPARE(comparison->compared(), size_t{2});
    QVERIFY(comparison->figures[0].steps.empty());
    const ComparedFigure& variant = comparison->figures[1];
    QVERIFY(variant.before && variant.after && !variant.steps.empty());
    // Taken in turns with the original: 10 % to both sides of that are on it, too.
    QVERIFY(qFuzzyCompare(variant.before->low, 0.45) && variant.before->high > 0.57);
    QVERIFY(comparison->figures[2].incomparable.find("new.wws does not have it") != std::string::npos);
  }

  void writesCsv() {
    MeasurementRecord other = timeOf(2, 2.1, 2.2);
    other.device = "A100";
    const std::string csv = comparisonCsv(compared(timeOf(1, 1.1, 1.2), other));
    QVERIFY2(csv.find(",H200,1.1,1,1.2,A100,2.1,2,2.2,,,,,\"Measured on another device: H200 before, A100 after.\"") !=
                 std::string::npos,
             csv.c_str());
    QCOMPARE(std::count(csv.begin(), csv.end(), '\n'), 2);
  }

  void findsNothingInEmptySessions() {
    const auto comparison = compareSessions(session("old.wws"), session("new.wws"));
    QVERIFY(comparison.ok() && comparison->figures.empty());
    QCOMPARE(comparisonText(*comparison, 3.0), std::string("Neither session holds a measurement.\n"));
  }
};

QTEST_GUILESS_MAIN(SessionComparisonTest)
#include "session_comparison_test.moc"

#include <QTest>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/job/compare_memory.h"

using namespace warpwright;

namespace {

template <typename T>
BufferComparison compare(const std::string& type, const std::vector<T>& reference, const std::vector<T>& actual,
                         std::optional<Tolerance> tolerance = std::nullopt) {
  BufferComparer comparer("b", type, tolerance);
  comparer.add(0, {reinterpret_cast<const char*>(reference.data()), reference.size() * sizeof(T)},
               {reinterpret_cast<const char*>(actual.data()), actual.size() * sizeof(T)});
  return comparer.result();
}

constexpr float aNan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();

}  // namespace

class CompareMemoryTest : public QObject {
  Q_OBJECT
 private slots:
  void comparesBitByBit() {
    QVERIFY(compare<int>("int", {1, 2, 3}, {1, 2, 3}).same());
    const BufferComparison c = compare<int>("int", {1, 2, 3, 4}, {1, 7, 3, 9});
    QCOMPARE(c.differing, uint64_t{2});
    QCOMPARE(c.message(), std::string("`b[1]`: 7 instead of 2; 2 elements differ."));
    QVERIFY(compare<float>("float", {aNan, 1}, {aNan, 1}).same());
    QVERIFY(!compare<float>("float", {aNan}, {-aNan}).same());
    QVERIFY(!compare<float>("float", {0.0F}, {-0.0F}).same());
    QCOMPARE(compare<int>("struct point", {1}, {2}).message(),
             std::string("`b[0]` (32-bit words): 0x00000002 instead of 0x00000001."));
  }

  void tolerancesAreForFloatingPoint() {
    const Tolerance absolute{1e-3, 0}, relative{0, 1e-3};
    QVERIFY(compare<float>("float", {1.0F, 100.0F}, {1.0005F, 100.0005F}, absolute).same());
    QVERIFY(!compare<float>("float", {100.0F}, {100.05F}, absolute).same());
    QVERIFY(compare<float>("float", {100.0F}, {100.05F}, relative).same());
    QVERIFY(!compare<float>("float", {0.0F}, {1e-6F}, relative).same());
    QVERIFY(compare<double>("double", {1e300}, {1.0001e300}, relative).same());
    QVERIFY(!compare<int>("int", {1000000}, {1000001}, relative).same());
    const BufferComparison c = compare<float>("float", {1.0F, 8.0F}, {1.0F, 8.004F}, relative);
    QVERIFY(c.same() && c.notBitwise == 1);
    QVERIFY(std::abs(c.largestAbsolute - 0.004) < 1e-5);
    QVERIFY(c.largestRelative > 4e-4 && c.largestRelative < 6e-4);
  }

  void nansAndInfinitiesAreNeverNear() {
    const Tolerance wide{1e30, 1};
    QVERIFY(compare<float>("float", {aNan}, {-aNan}, wide).same());
    QVERIFY(!compare<float>("float", {aNan}, {1.0F}, wide).same());
    QVERIFY(!compare<float>("float", {1.0F}, {aNan}, wide).same());
    QVERIFY(!compare<float>("float", {infinity}, {1.0F}, wide).same());
    QVERIFY(!compare<float>("float", {infinity}, {-infinity}, wide).same());
    QVERIFY(compare<float>("float", {infinity, -infinity, 0.0F}, {infinity, -infinity, -0.0F}, wide).same());
  }

  void countsOverPieces() {
    BufferComparer comparer("b", "int", std::nullopt);
    const int a[] = {1, 2}, b[] = {1, 3};
    comparer.add(0, {reinterpret_cast<const char*>(a), 8}, {reinterpret_cast<const char*>(a), 8});
    comparer.add(8, {reinterpret_cast<const char*>(a), 8}, {reinterpret_cast<const char*>(b), 8});
    comparer.add(16, "xyz", "xyw");  // the end of a buffer that is no whole number of elements
    const nlohmann::json json = comparer.result();
    QCOMPARE(json["elements"].get<int>(), 5);
    QCOMPARE(json["differing"].get<int>(), 2);
    QCOMPARE(json["first"]["index"].get<int>(), 3);
    QVERIFY(!json["same"].get<bool>());
  }

  void readsTolerances() {
    QCOMPARE(toleranceFromText("1e-6").value().absolute, 1e-6);
    QCOMPARE(toleranceFromText("0,1e-5").value().relative, 1e-5);
    QCOMPARE(toleranceFromText(",0.5").value().relative, 0.5);
    for (const char* text : {"", "-1", "x", "1,", "nan", "inf", "1,-2", "1,2,3", "1 "}) {
      QVERIFY2(!toleranceFromText(text).ok(), text);
    }
  }
};

QTEST_GUILESS_MAIN(CompareMemoryTest)
#include "compare_memory_test.moc"

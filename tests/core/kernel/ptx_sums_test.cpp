#include "core/kernel/ptx_sums.h"

#include <QTest>

using namespace warpwright;

namespace {

/// A kernel with this body; %f1 to %f4 are loaded.
std::string kernelOf(const std::string& body) {
  return R"(.visible .entry k(
	.param .u64 k_param_0
)
{
	.reg .f32 	%f<99>;
	.loc	1 7 3
	ld.param.u64 	%rd3, [k_param_0];
	ld.global.f32 	%f1, [%rd3];
	ld.global.f32 	%f2, [%rd3+4];
	ld.global.f32 	%f3, [%rd3+8];
	ld.global.f32 	%f4, [%rd3+12];
	.loc	1 8 5
)" + body +
         "\tst.global.f32 [%rd3], %f9;\n\tret;\n\n}\n\t.file\t1 \"/a/k.cu\"\n";
}

}  // namespace

class PtxSumsTest : public QObject {
  Q_OBJECT
 private slots:
  void countsSums() {
    const std::string code = kernelOf(
        "fma.rn.f32 %f5, %f1, %f2, %f3;\nmul.f32 %f8, %f1, %f4;\nadd.rn.f32 %f9, %f8, %f3;\n"
        ".loc 1 9 5\nadd.rn.f32 %f7, %f1, %f3;\nsub.rn.f32 %f6, %f3, %f8;\n");
    const std::map<uint32_t, LineSums> sums = sumsOfLines(code, "k");
    QCOMPARE(sums.size(), size_t{2});
    QCOMPARE(sums.at(8), (LineSums{1, 1}));
    QCOMPARE(sums.at(9), (LineSums{0, 1}));
  }

  /// `2 * x` is `x + x` in code.
  void twiceIsAProduct() {
    const std::vector<RoundedSum> sums = roundedSums(
        kernelOf("add.f32 %f8, %f1, %f1;\n.loc 1 9 5\nsub.rn.f32 %f9, %f3, %f8;\nadd.rn.f32 %f7, %f3, %f1;\n"), "k");
    QCOMPARE(sums.size(), size_t{1});
    QCOMPARE(sums[0].at.line, 9U);
    QVERIFY(!sums[0].isFused);
  }

  /// Which product a sum adds is told where it is one.
  void tellsWhatIsAdded() {
    const std::string code = kernelOf(
        "mul.f32 %f8, %f1, %f4;\n.loc 1 9 5\nneg.f32 %f7, %f8;\nfma.rn.f32 %f5, %f1, %f2, %f7;\n"
        "fma.rn.f32 %f9, %f1, %f2, %f3;\n");
    const std::vector<RoundedSum> sums = roundedSums(code, "k");
    QCOMPARE(sums.size(), size_t{2});
    QVERIFY(sums[0].isFused && sums[1].isFused);
    QCOMPARE(sums[0].at.line, 9U);
    QCOMPARE(sums[0].added.line, 8U);
    QCOMPARE(sums[1].added.line, 0U);
  }

  void placesOfAnotherCode() {
    const std::string open = "mul.f32 %f8, %f1, %f4;\nadd.f32 %f9, %f8, %f3;\n",
                      said = "\nfma.rn.f32 %f9, %f1, %f4, %f3;\n",
                      placed = ".loc 1 90 1\nmul.f32 %f8, %f1, %f4;\n$L__tmp1:\n.loc 1 91 1\nadd.f32 %f9, %f8, %f3;\n";
    const auto text = withPlacesOf(kernelOf(placed) + "\n", kernelOf(open) + "\n\n", kernelOf(said));
    QVERIFY2(text.ok(), text.ok() ? "" : text.error().message.c_str());
    const std::vector<RoundedSum> sums = roundedSums(*text, "k");
    QCOMPARE(sums.size(), size_t{1});
    QVERIFY(sums[0].isFused);
    QCOMPARE(sums[0].at.line, 91U);
  }

  void otherCodeHasNoPlaces_data() {
    QTest::addColumn<QString>("placed");
    QTest::newRow("less") << "mul.f32 %f8, %f1, %f4;\n";
    QTest::newRow("more") << "mul.f32 %f8, %f1, %f4;\nadd.f32 %f9, %f8, %f3;\nadd.f32 %f9, %f9, %f3;\n";
    QTest::newRow("other") << "mul.f32 %f8, %f1, %f4;\nadd.f32 %f9, %f8, %f2;\n";
  }
  void otherCodeHasNoPlaces() {
    QFETCH(QString, placed);
    const std::string open = kernelOf("mul.f32 %f8, %f1, %f4;\nadd.f32 %f9, %f8, %f3;\n");
    QVERIFY(!withPlacesOf(kernelOf(placed.toStdString()), open, open).ok());
  }
};

QTEST_GUILESS_MAIN(PtxSumsTest)
#include "ptx_sums_test.moc"

#include <QTest>

#include "core/kernel/sums_told.h"
#include "tests/core/kernel/ptx_kernels.h"

using namespace warpwright;

/// Sums that become one operation with a product, or no longer are, in statements that have both kinds of sums.
class SumsToldTest : public QObject {
  Q_OBJECT
 private slots:
  void tells_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<bool>("isSeen");
    const QString together = "fma.rn.f32 %f9, %f1, %f2, %f3;\n",
                  apart = "mul.f32 %f10, %f1, %f2;\nadd.rn.f32 %f9, %f10, %f3;\n";
    const QString otherTogether = "fma.rn.f32 %f8, %f3, %f4, %f2;\n",
                  otherApart = "mul.f32 %f11, %f3, %f4;\nadd.rn.f32 %f8, %f11, %f2;\n";
    QTest::newRow("the same") << together + otherApart << together + otherApart << false;
    QTest::newRow("several rounds of it")
        << together + otherApart << together + otherApart + together + otherApart << false;
    QTest::newRow("the other one is in two operations") << together + otherApart << apart + otherTogether << true;
    QTest::newRow("one of two is still in two")
        << together + otherApart << together + otherTogether + otherApart << true;
    const QString stored = "mul.f32 %f10, %f1, %f2;\nst.shared.f32 [%r9], %f10;\n";
    const QString loaded = stored + "bar.sync 0;\nld.shared.f32 %f13, [%r9];\nadd.f32 %f14, %f13, %f90;\n";
    QTest::newRow("a stored product is taken")
        << loaded + otherTogether << "fma.rn.f32 %f14, %f1, %f2, %f90;\n" + otherTogether << true;
    QTest::newRow("beside another sum") << loaded + otherTogether + "add.f32 %f15, %f3, %f90;\n"
                                        << "fma.rn.f32 %f14, %f1, %f2, %f90;\n" + otherTogether +
                                               "add.f32 %f15, %f3, %f90;\n"
                                        << true;
    QTest::newRow("a stored product is not taken")
        << loaded + otherTogether << stored + "add.rn.f32 %f14, %f10, %f90;\n" + otherTogether << false;
  }
  void tells() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(bool, isSeen);
    const PtxRounding was = read(before.toStdString()), now = read(after.toStdString(), {}, &was);
    QCOMPARE(makesSumsOtherwise(was.statements.at("8:5"), now.statements.at("8:5")), isSeen);
    if (isSeen) QVERIFY(!compareRounding(was, now).seen().empty());
  }
};

QTEST_GUILESS_MAIN(SumsToldTest)
#include "sums_told_test.moc"

#include "core/kernel/ptx_rounding.h"

#include <QTest>

#include "tests/core/kernel/ptx_kernels.h"

using namespace warpwright;

namespace {

const char* const dot = "fma.rn.f32 %f9, %f1, %f2, %f9;\n";
const char* const product = "mul.f32 %f10, %f1, %f2;\n";

}  // namespace

class PtxRoundingTest : public QObject {
  Q_OBJECT
 private slots:
  void sameCode_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const QString one(dot), two = one + one;
    QTest::newRow("nothing") << "" << "";
    QTest::newRow("a loop unrolls") << one << two;
    QTest::newRow("a product vanishes") << product << "";
    QTest::newRow("a sum of loads") << "add.f32 %f9, %f1, %f2;\n" << "add.f32 %f9, %f1, %f2;\nadd.f32 %f9, %f3, %f4;\n";
    QTest::newRow("a sum of no product, of which ptxas was asked")
        << "add.f32 %f9, %f3, %f4;\n"
        << "add.f32 %f9, %f3, %f4;\nadd.rn.f32 %f9, %f1, %f4;\n";
    QTest::newRow("a product of its own statement") << QString(product) + "st.global.f32 [%rd3], %f10;\n"
                                                    << QString(product) + "st.global.f32 [%rd3], %f10;\n";
    QTest::newRow("two products told apart") << "mul.f32 %f10, %f1, %f3;\nfma.rn.f32 %f9, %f1, %f2, %f10;\n"
                                             << "mul.f32 %f10, %f1, %f3;\nfma.rn.f32 %f9, %f1, %f2, %f10;\n";
    QTest::newRow("a stored product")
        << QString(product) + "st.shared.f32 [%r9], %f10;\nld.shared.f32 %f13, [%r8];\nadd.rn.f32 %f14, %f13, %f3;\n"
        << QString(product) + "st.shared.f32 [%r9], %f10;\nld.shared.f32 %f13, [%r8];\nadd.rn.f32 %f14, %f13, %f3;\n";
    QTest::newRow("whole numbers stored through another pointer")
        << QString("st.global.u32 [%rd4], %r1;\nld.global.f32 %f13, [%rd3];\n") + "fma.rn.f32 %f9, %f13, %f91, %f9;\n"
        << QString("st.global.u32 [%rd4], %r1;\nld.global.f32 %f13, [%rd3];\n") + "fma.rn.f32 %f9, %f13, %f91, %f9;\n";
    QTest::newRow("rounded apart on purpose") << "mul.rn.f32 %f10, %f1, %f2;\nadd.rn.f32 %f9, %f10, %f3;\n"
                                              << "mul.rn.f32 %f10, %f1, %f2;\nadd.rn.f32 %f9, %f10, %f3;\n";
    const auto same = [](const char* name, const QString& code) { QTest::newRow(name) << code << code; };
    same("an index is no constant", QString("mov.u32 %r5, %tid.x;\nadd.s32 %r6, %r5, 1;\ncvt.rn.f32.s32 %f12, %r6;\n") +
                                        "fma.rn.f32 %f9, %f12, 0f3F000000, %f1;\n");
    same("nothing loads what is stored later", QString("ld.local.f32 %f13, [%rd8];\nadd.rn.f32 %f14, %f13, %f3;\n") +
                                                   product + "st.local.f32 [%rd9], %f10;\n" + dot);
    same("nor is what is loaded", QString("ld.global.u32 %r5, [%rd4];\ncvt.rn.f32.s32 %f12, %r5;\n") +
                                      "fma.rn.f32 %f9, %f12, 0f3F000000, %f1;\n");
    same("nor is a number made whole", QString("cvt.rni.s32.f32 %r5, %f1;\ncvt.rn.f32.s32 %f12, %r5;\n") +
                                           "fma.rn.f32 %f9, %f12, 0f3F000000, %f1;\n");
    same("an absolute value that is only compared",
         QString("cvt.rn.f32.s32 %f12, %r1;\nabs.f32 %f13, %f12;\nsetp.eq.f32 %p1, %f13, 0f7F800000;\n") + dot);
    const QString stored =
        "st.global.f32 [%rd3], %f91;\nld.global%1.f32 %f13, [%rd4];\n"
        "ld.global%1.f32 %f14, [%rd4+8];\nld.global%1.f32 %f15, [%rd4+12];\n"
        "fma.rn.f32 %f9, %f13, %f14, %f15;\n";
    same("constants that stand in registers",
         QString("mov.f32 %f12, 0f3BBB989D;\nmov.f32 %f13, 0f3F000000;\n") + "fma.rn.f32 %f9, %f1, %f12, %f13;\n");
    same("constants that are stored beside what is only read", stored.arg(".nc"));
    same("moved out of its statement", QString(".loc\t1 0 0\nadd.f32 %f12, %f1, %f3;\n") + ".loc 1 8 5\n" + dot);
    same("products told by what they are of",
         QString("add.f32 %f5, %f1, %f2;\nmul.f32 %f6, %f5, %f5;\nsub.f32 %f7, %f1, %f2;\n") +
             "fma.rn.f32 %f9, %f7, %f7, %f6;\n");
    same("one product twice", QString(product) + "fma.rn.f32 %f9, %f2, %f1, %f10;\n");
    same("a product beside twice a number", "add.f32 %f10, %f3, %f3;\nfma.rn.f32 %f9, %f1, %f1, %f10;\n");
    const QString tables = "mov.u64 %rd6, k;\nadd.s64 %rd7, %rd6, %rd8;\nmul.wide.s32 %rd8, %r5, 4;\n";
    same("a table that the program fills",
         tables + "ld.const.f32 %f12, [%rd7+4];\nfma.rn.f32 %f9, %f12, 0f3F000000, %f1;\n");
    same("products told by the tables that they are of",
         tables + "ld.const.f32 %f12, [%rd7];\nld.const.f32 %f13, [t];\nmul.f32 %f10, %f12, %f1;\n" +
             "fma.rn.f32 %f9, %f13, %f2, %f10;\n");
    same("of a table that a loop walks over",
         "mov.u64 %rd6, k;\nadd.s64 %rd6, %rd6, 8;\nld.const.f32 %f12, [%rd6];\nld.const.f32 %f13, [t];\n"
         "mul.f32 %f10, %f12, %f1;\nfma.rn.f32 %f9, %f13, %f1, %f10;\n");
    const QString meeting = "mov.f32 %f5, %f1;\nadd.f32 %f5, %f1, %f2;\n";
    same("a product of what ways hand on", meeting + "mul.f32 %f10, %f5, %f1;\nfma.rn.f32 %f9, %f3, %f2, %f10;\n");
    const QString either = "mov.f32 %f5, %f1;\nmov.f32 %f5, %f4;\n";
    QTest::newRow("one product taken, whatever ways hand on is added")
        << "mul.f32 %f10, %f1, %f3;\nfma.rn.f32 %f9, %f1, %f2, %f10;\n"
        << either + "mul.f32 %f10, %f5, %f3;\nfma.rn.f32 %f9, %f1, %f2, %f10;\n";
    QTest::newRow("begun with nothing") << QString("mov.f32 %f9, 0f00000000;\n") + dot
                                        << QString("mov.f32 %f9, 0f00000000;\n") + dot + dot;
  }
  void sameCode() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    QCOMPARE(difference(before.toStdString(), after.toStdString()), std::string());
  }

  void otherCode_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("why");
    const QString one(dot), sum = "add.f32 %f9, %f3, %f4;\n", otherwise = "rounds otherwise then";
    QTest::newRow("a sum loses its product") << one << sum << otherwise;
    QTest::newRow("a sum takes a product") << QString(product) + sum << one << otherwise;
    QTest::newRow("some rounds lose it") << one << one + sum << otherwise;
    QTest::newRow("a fused sum vanishes") << one << "" << otherwise;
    QTest::newRow("a root that is not exact vanishes") << "sqrt.approx.f32 %f9, %f1;\n" << "" << otherwise;
    QTest::newRow("ptxas may fuse it") << QString(product) + "add.f32 %f9, %f10, %f3;\n"
                                       << QString(product) + "add.f32 %f9, %f10, %f3;\n"
                                       << "may still become one";
    QTest::newRow("ptxas may fuse its negative") << QString(product) + "neg.f32 %f11, %f10;\nadd.f32 %f9, %f11, %f3;\n"
                                                 << QString(product) + "neg.f32 %f11, %f10;\nadd.f32 %f9, %f11, %f3;\n"
                                                 << "may still become one";
    QTest::newRow("another sum is in two operations")
        << QString(product) + "add.rn.f32 %f9, %f10, %f3;\nfma.rn.f32 %f8, %f1, %f2, 0f3F800000;\n"
        << QString(product) + "add.rn.f32 %f9, %f10, 0f3F800000;\nfma.rn.f32 %f8, %f1, %f2, %f3;\n"
        << otherwise;
    QTest::newRow("another product is taken") << "mul.f32 %f10, %f1, %f3;\nfma.rn.f32 %f9, %f1, %f2, %f10;\n"
                                              << "mul.f32 %f10, %f1, %f2;\nfma.rn.f32 %f9, %f1, %f3, %f10;\n"
                                              << otherwise;
    QTest::newRow("a product is taken in the place of twice a number")
        << "mul.f32 %f10, %f1, %f1;\nfma.rn.f32 %f9, %f3, 0f40000000, %f10;\n"
        << "add.f32 %f10, %f3, %f3;\nfma.rn.f32 %f9, %f1, %f1, %f10;\n"
        << otherwise;
    const QString meeting = "mov.f32 %f5, %f1;\nadd.f32 %f5, %f1, %f2;\n";
    QTest::newRow("another product of what ways hand on")
        << meeting + "mul.f32 %f10, %f5, %f1;\nfma.rn.f32 %f9, %f3, %f2, %f10;\n"
        << meeting + "mul.f32 %f10, %f3, %f2;\nfma.rn.f32 %f9, %f5, %f1, %f10;\n"
        << otherwise;
    const QString there = ".loc 1 7 5\n", here = ".loc 1 8 5\n";
    QTest::newRow("the other one of two products of another statement")
        << there + "mul.f32 %f10, %f1, %f3;\n" + here + "fma.rn.f32 %f9, %f2, %f4, %f10;\n"
        << there + "mul.f32 %f10, %f2, %f4;\n" + here + "fma.rn.f32 %f9, %f1, %f3, %f10;\n"
        << otherwise;
    const QString either = "mov.f32 %f5, %f1;\nmov.f32 %f5, %f4;\n";
    QTest::newRow("a sum behind one that takes a product")
        << "mul.f32 %f10, %f1, %f3;\nfma.rn.f32 %f9, %f2, %f4, %f10;\nfma.rn.f32 %f8, %f1, %f4, %f9;\n"
        << "mul.f32 %f10, %f1, %f3;\nfma.rn.f32 %f9, %f2, %f4, %f10;\nmul.f32 %f11, %f1, %f4;\n"
           "add.rn.f32 %f8, %f9, %f11;\n"
        << "of a product";
    QTest::newRow("what ways hand on is taken") << either + "mul.f32 %f10, %f5, %f3;\nfma.rn.f32 %f9, %f1, %f2, %f10;\n"
                                                << either + "mul.f32 %f10, %f1, %f2;\nfma.rn.f32 %f9, %f5, %f3, %f10;\n"
                                                << otherwise;
    QTest::newRow("what ways hand on is taken, and another product is added")
        << either + "mul.f32 %f10, %f1, %f3;\nfma.rn.f32 %f9, %f5, %f2, %f10;\n"
        << either + "mul.f32 %f10, %f2, %f4;\nfma.rn.f32 %f9, %f5, %f2, %f10;\n"
        << otherwise;
    const auto ofTwo = [](const char* taken, const char* added) {
      return QString("mul.f32 %f10, %1;\nfma.rn.f32 %f9, %2, %f10;\n").arg(added, taken);
    };
    const char *const p = "%f1, %f2", *const q = "%f1, %f3", *const r = "%f2, %f4";
    QTest::newRow("three sums that each take the other one")
        << ofTwo(p, q) + ofTwo(q, r) + ofTwo(r, p) << ofTwo(q, p) + ofTwo(r, q) + ofTwo(p, r) << otherwise;
    const QString anew = "mov.f32 %f5, %f1;\nmul.f32 %f10, %f5, %f2;\nmov.f32 %f5, %f3;\n";
    QTest::newRow("a factor is made anew between") << anew + "fma.rn.f32 %f9, %f5, %f2, %f10;\n"
                                                   << anew + "fma.rn.f32 %f9, %f5, %f2, %f10;\n"
                                                   << "cannot be told";
    QTest::newRow("a product that may be a constant") << "fma.rn.f32 %f9, %f91, 0f3F000000, %f1;\n"
                                                      << "fma.rn.f32 %f9, %f91, 0f3F000000, %f1;\n"
                                                      << "may become constants";
    QTest::newRow("constants through memory")
        << QString("st.global.f32 [%rd3], %f91;\n") + dot << QString("st.global.f32 [%rd3], %f91;\n") + dot
        << "may become constants";
    QTest::newRow("a factor that may be one") << QString(product) + "fma.rn.f32 %f9, %f10, %f91, %f3;\n"
                                              << QString(product) + "fma.rn.f32 %f9, %f10, %f91, %f3;\n"
                                              << "may lose a factor";
    QTest::newRow("a summand that may be zero") << "fma.rn.f32 %f9, %f1, %f2, %f91;\n"
                                                << "fma.rn.f32 %f9, %f1, %f2, %f91;\n"
                                                << "may become zero";
    const QString stored =
        QString(product) + "st.local.f32 [%rd9], %f10;\nld.local.f32 %f13, [%rd8];\n" + "add.f32 %f14, %f13, %f3;\n";
    QTest::newRow("a stored product beside a fused sum") << stored + dot << stored + dot << "that was stored";
    const QString unsettled = stored + ".loc 1 9 5\n" + dot;
    QTest::newRow("a stored product that nobody tells") << unsettled << unsettled << "that was stored";
    const QString halves =
        "mul.f16 %rs1, %rs2, %rs3;\nst.shared.u16 [%r9], %rs1;\nld.shared.u16 %rs4, [%r8];\n"
        "add.f16 %rs5, %rs4, %rs2;\n";
    const QString earlier = "ld.local.f32 %f13, [%rd8];\nadd.f32 %f14, %f13, %f3;\n",
                  later = QString(product) + "st.local.f32 [%rd9], %f10;\n",
                  again = "$L_1:\n" + earlier + later + "setp.lt.s32 %p1, %r1, %r2;\n@%p1 bra $L_1;\n";
    QTest::newRow("a product that the next round may load") << again + dot << again + dot << "that was stored";
    const QString unknown = earlier + later + "brx.idx %r1, ts;\n";
    QTest::newRow("a product behind a branch to anywhere") << unknown + dot << unknown + dot << "that was stored";
    const QString called = QString(dot) + "ret;\n}\n.func f()\n{\n" + earlier + later;
    QTest::newRow("a product that the next call may load") << called << called << "that was stored";
    QTest::newRow("a stored half") << halves << halves << "that was stored";
    const QString quotient = "div.approx.f32 %f10, %f1, %f2;\nadd.f32 %f9, %f10, %f3;\n";
    QTest::newRow("a quotient that is not exact") << quotient << quotient << "may still become one";
    QTest::newRow("its negative, less exact")
        << "div.full.f32 %f10, %f1, %f2;\nneg.f32 %f11, %f10;\nadd.f32 %f9, %f11, %f3;\n"
        << "div.full.f32 %f10, %f1, %f2;\nneg.f32 %f11, %f10;\nadd.f32 %f9, %f11, %f3;\n"
        << "may still become one";
    const QString inverse = "rcp.approx.f32 %f10, %f1;\nadd.f32 %f9, %f10, %f3;\n";
    QTest::newRow("an inverse that is not exact") << inverse << inverse << "may still become one";
    const QString compared = QString("setp.eq.f32 %p1, %f1, %f91;\n") + dot;
    QTest::newRow("compared") << compared << compared << "is compared";
    const auto same = [](const char* name, const QString& code, const char* why) {
      QTest::newRow(name) << code << code << why;
    };
    // Of an attack on the comparison: each computed other bits.
    same("a constant's square is one, too",
         QString(product) + "mul.f32 %f5, %f91, %f91;\nfma.rn.f32 %f9, %f5, %f10, %f3;\n", "may lose a factor");
    same(
        "a constant that grows is one",
        QString(product) + "mov.f32 %f5, 0f00000000;\nadd.f32 %f5, %f5, 0f3F000000;\nfma.rn.f32 %f9, %f5, %f10, %f3;\n",
        "may lose a factor");
    same("a factor that may be one beside a product", QString(product) + "fma.rn.f32 %f9, %f91, %f3, %f10;\n",
         "beside a product that is added");
    same("constants that are stored beside what is read",
         "st.global.f32 [%rd3], %f91;\nld.global.f32 %f13, [%rd4];\nld.global.f32 %f14, [%rd4+8];\n"
         "ld.global.f32 %f15, [%rd4+12];\nfma.rn.f32 %f9, %f13, %f14, %f15;\n",
         "both factors");
    same("rounds that take different products",
         QString(".loc 1 7 5\n") + product + ".loc 1 8 5\n" + dot + "fma.rn.f32 %f9, %f3, %f4, %f10;\n",
         "rounds of a loop may differ");
    same("denormal numbers are zero", "mul.ftz.f32 %f9, %f1, %f91;\n", "denormal numbers");
    same("a quotient by two is a product", QString("div.rn.f32 %f5, %f1, %f91;\n") + "add.f32 %f9, %f5, %f3;\n",
         "may become a product");
    same("a division that is not exact", "div.full.f32 %f5, %f1, %f91;\n", "not exact");
    same("a root that is not exact", "sqrt.approx.f32 %f5, %f91;\n", "not exact");
    same("constants through memory as whole numbers",
         QString(product) + "st.shared.u32 [%r9], %r1;\nld.shared.f32 %f13, [%r8];\nfma.rn.f32 %f9, %f13, %f10, %f3;\n",
         "may lose a factor");
    same("whole numbers that any load may read",
         QString(product) + "st.global.u32 [%rd4], %r1;\nld.global.f32 %f13, [%rd77];\n" +
             "fma.rn.f32 %f9, %f13, %f10, %f3;\n",
         "may lose a factor");
    same("a counter begins with zero",
         QString("mov.u32 %r5, 0;\nadd.s32 %r5, %r5, 1;\nsetp.lt.s32 %p1, %r5, %r1;\ncvt.rn.f32.s32 %f12, %r5;\n") +
             "fma.rn.f32 %f9, %f12, 0f3F000000, %f1;\n",
         "may become constants");
    same("zero is stored and loaded",
         QString("mov.u32 %r6, 0;\nst.global.u32 [%rd3], %r6;\nld.global.u32 %r5, [%rd4];\n") +
             "cvt.rn.f32.s32 %f12, %r5;\nfma.rn.f32 %f9, %f12, 0f3F000000, %f1;\n",
         "may become constants");
    const QString two = "ld.const.f32 %f13, [t];\nmul.f32 %f10, %f12, %f1;\nfma.rn.f32 %f9, %f13, %f1, %f10;\n";
    same("a table that is one of two", "mov.u64 %rd6, t;\nmov.u64 %rd6, k;\nld.const.f32 %f12, [%rd6];\n" + two,
         "cannot be told");
    same("a table that is chosen", "selp.b64 %rd6, %rd7, %rd8, %p1;\nld.const.f32 %f12, [%rd6];\n" + two,
         "cannot be told");
    same("two of one table", "ld.const.f32 %f12, [k+4];\n" + QString(two).replace("[t]", "[k]"), "cannot be told");
    same("a fused sum out of its statement", QString(".loc\t1 0 0\n") + dot, "not known which statement");
    QTest::newRow("an index that becomes a constant") << "mov.u32 %r5, %tid.y;\n" << "" << "%tid.y becomes a constant";
    QTest::newRow("no statement") << QString(".loc\t9 1 1\n") + dot << QString(".loc\t9 1 1\n") + dot
                                  << "not known which statement";
    QTest::newRow("new") << "" << one << "does not have now";
  }
  void otherCode() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, why);
    const QString said = QString::fromStdString(difference(before.toStdString(), after.toStdString()));
    QVERIFY2(said.contains(why), qPrintable(said));
  }

  /// A sum may take a product whose words went through registers, but none that is put together anew: `log` sets the
  /// exponent of its argument.
  void aNumberPutTogetherAnewIsNoProduct_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("isProduct");
    const QString high = "and.b32 %r6, %r4, -2146435073;\nor.b32 %r7, %r6, 1072693248;\n", put = "mov.b64 %fd11, ";
    QTest::newRow("as they were") << put + "{%r3, %r4};\n" << true;
    QTest::newRow("another exponent") << high + put + "{%r3, %r7};\n" << false;
    QTest::newRow("and moved after that")
        << high + "mov.b64 %fd12, {%r3, %r7};\nmov.b64 {%r8, %r9}, %fd12;\nadd.s32 %r10, %r9, -1048576;\n" + put +
               "{%r8, %r10};\n"
        << false;
    QTest::newRow("a constant word") << put + "{%r3, 1127219200};\n" << false;
    QTest::newRow("its negative") << "xor.b32 %r7, %r4, -2147483648;\n" + put + "{%r3, %r7};\n" << true;
    QTest::newRow("its absolute value") << "and.b32 %r7, %r4, 2147483647;\n" + put + "{%r3, %r7};\n" << true;
    QTest::newRow("minus that") << "or.b32 %r7, %r4, -2147483648;\n" + put + "{%r3, %r7};\n" << true;
    QTest::newRow("all bits kept") << "and.b32 %r7, %r4, -1;\n" + put + "{%r3, %r7};\n" << true;
    QTest::newRow("undone") << "add.s32 %r6, %r4, 4;\nadd.s32 %r7, %r6, -4;\n" + put + "{%r3, %r7};\n" << true;
    QTest::newRow("by a number that may be none") << "or.b32 %r7, %r4, %r1;\n" + put + "{%r3, %r7};\n" << true;
    QTest::newRow("on one of two ways") << high + "mov.u32 %r7, %r4;\n" + put + "{%r3, %r7};\n" << true;
    QTest::newRow("one word twice") << put + "{%r4, %r4};\n" << true;
  }
  void aNumberPutTogetherAnewIsNoProduct() {
    QFETCH(QString, words);
    QFETCH(bool, isProduct);
    const std::string code = "mul.f64 %fd10, %fd1, %fd2;\nmov.b64 {%r3, %r4}, %fd10;\n" + words.toStdString() +
                             "add.f64 %fd9, %fd11, %fd3;\n";
    const std::string said = difference(code, code);
    QCOMPARE(said.find("may still become one operation") != std::string::npos, isProduct);
  }

  /// Blocks of inline assembly give their registers the same names.
  void registersMadeInManyPlacesTakeNoTime() {
    std::string code;
    for (int i = 0; i < 60; ++i) code += "add.f32 %f5, %f6, %f1;\nadd.f32 %f6, %f5, %f2;\n";
    code += "fma.rn.f32 %f9, %f5, %f6, %f1;\n";
    QCOMPARE(difference(code, code), std::string());
  }

  void aDifferenceIsSeenWhereOneBecomesTwo() {
    const std::string apart = std::string(product) + "add.rn.f32 %f9, %f10, %f3;\n", sum = "add.f32 %f9, %f3, %f4;\n";
    const auto compared = [](const std::string& before, const std::string& after) {
      return compareRounding(read(before), read(after));
    };
    QVERIFY(!compared(dot, apart).difference.empty());
    QVERIFY(!compared(apart, dot).difference.empty());
    QVERIFY(!compared(sum, dot).difference.empty());  // its product was loaded
    QVERIFY(compared(dot, sum).difference.empty());   // its factor may have become 1
    // It is asked about, and ptxas does not leave it a sum.
    const std::string quotient = "div.approx.f32 %f10, %f1, %f2;\nadd.f32 %f9, %f10, %f3;\n";
    QVERIFY(!compared("div.approx.f32 %f10, %f1, %f2;\nadd.rn.f32 %f9, %f4, %f3;\n", quotient).difference.empty());
    QVERIFY(compared(quotient, quotient).difference.empty());
    // In one of two copies of the statement.
    QVERIFY(!compared(dot, dot + apart).difference.empty());
    QVERIFY(!compared(apart, apart + dot).difference.empty());
    const std::vector<std::pair<std::string, std::string>> open{
        {dot, dot + sum}, {dot + sum, dot}, {dot, dot + (".loc\t1 0 0\n" + std::string(dot))}, {"", dot}};
    for (const auto& [before, after] : open) {
      QVERIFY(compared(before, after).difference.empty());
      QVERIFY(!compared(before, after).open.empty());
    }
    QVERIFY(compared(dot + sum, dot + sum).why().empty());
  }

  /// What a statement computed, another one may compute now: a sum in one operation is not one in two.
  void aSumMayHaveGoneElsewhere_data() {
    QTest::addColumn<QString>("other");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<bool>("isOpen");
    const QString apart = "mul.f32 %f10, %f1, %f2;\nadd.rn.f32 %f9, %f10, %f3;\n",
                  together = "fma.rn.f32 %f9, %f1, %f2, %f3;\n";
    const QString otherApart = "mul.f32 %f11, %f3, %f4;\nadd.rn.f32 %f8, %f11, %f1;\n",
                  otherTogether = "fma.rn.f32 %f8, %f3, %f4, %f2;\n";
    QTest::newRow("all of a statement") << together << apart << "" << true;
    QTest::newRow("one of two in two") << together << apart + otherApart << otherApart << true;
    QTest::newRow("one of two in one") << apart << together + otherTogether << otherTogether << true;
    QTest::newRow("one of two, and nobody makes it otherwise")
        << otherTogether << together + otherTogether << otherTogether << false;
    const QString stored = "mul.f32 %f10, %f1, %f2;\nst.shared.f32 [%r9], %f10;\n";
    const QString load = "ld.shared.f32 %f13, [%r8];\nadd.rn.f32 %f14, %f13, %f3;\n";
    QTest::newRow("a sum of what was stored") << stored + together << load << "" << true;
  }
  void aSumMayHaveGoneElsewhere() {
    QFETCH(QString, other);
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(bool, isOpen);
    const QString first = ".loc 1 7 5\n" + other + ".loc 1 8 9\n";
    const std::string said = difference((first + before).toStdString(), (first + after).toStdString(), noConstants);
    QVERIFY2(said.empty() != isOpen, said.c_str());
  }

  void productsAloneAreToldBySums() {
    const NewConstants none{.arguments = false, .extents = false};
    QCOMPARE(difference(std::string(product) + "st.global.f32 [%rd3], %f10;\n" + dot, dot, none), std::string());
    QVERIFY(!difference(dot, std::string(product) + "add.rn.f32 %f9, %f10, %f3;\n", none).empty());
  }

  /// Loops hand on what they compute of arguments: it may stand anywhere, and is the same there.
  void sumsOfArgumentsMayMove() {
    const NewConstants none{.arguments = false, .extents = false};
    const auto moved = [&](const std::string& operand) {
      const std::string sum = "sub.f32 %f12, 0f3F800000, " + operand + ";\n";
      return difference(".loc 1 7 5\n" + sum + ".loc 1 8 9\n" + dot, ".loc 1 8 9\n" + sum + dot, none);
    };
    QCOMPARE(moved("%f90"), std::string());
    QVERIFY(!moved("%f1").empty());  // a product may have been stored there
  }

  void constantsStayWhatTheyWere() {
    const std::string loop =
        "mov.u32 %r5, 0;\nadd.s32 %r5, %r5, 1;\ncvt.rn.f32.s32 %f12, %r5;\n"
        "fma.rn.f32 %f9, %f12, %f2, %f1;\n";
    const std::string rounds = "fma.rn.f32 %f9, 0f3F800000, %f2, %f1;\nfma.rn.f32 %f9, 0f40000000, %f2, %f1;\n";
    const std::string said = difference(loop, rounds, {.arguments = false, .extents = false});
    QVERIFY2(said.find("rounds otherwise then") != std::string::npos, said.c_str());
  }

  void aFunctionIsOneInEachOfItsPlaces() {
    const std::string inlined = ".loc\t1 2 3, function_name $L__info_string0, inlined_at 1 8 5\n" + std::string(dot) +
                                ".loc\t1 2 3, function_name $L__info_string0, inlined_at 1 9 5\n" +
                                "add.f32 %f9, %f3, %f4;\n";
    const PtxRounding rounding = read(inlined);
    QCOMPARE(rounding.statements.size(), size_t{2});
    QVERIFY(rounding.statements.contains("2:3 in 8:5"));
  }

  /// Of a text that leaves compilers no choice; what the statement computes besides may still become otherwise.
  void aStatementThatSaysHowRoundsSo() {
    const auto why = [](const std::string& before, const std::string& after, uint32_t written) {
      const auto of = [&](const std::string& body, const PtxRounding* was) {
        return *ptxRounding(
            kernelOf(body), "k", [](const SourcePosition& at) { return std::to_string(at.line); }, {}, was,
            [&](const SourcePosition& at) { return at.line == written; });
      };
      const PtxRounding was = of(before, nullptr);
      return toText(compareRounding(was, of(after, &was)).why());
    };
    const std::string factors = "fma.rn.f32 %f9, %f91, %f91, %f1;\n", gone = "add.rn.f32 %f9, %f1, 0f40800000;\n";
    const std::string lost = "mul.f32 %f10, %f1, %f2;\nmul.rn.f32 %f11, %f10, %f91;\n";
    for (const auto& [before, after] : {std::pair(factors, factors), {dot, gone}, {lost + dot, lost + dot}}) {
      QCOMPARE(why(before, after, 8), std::string());
      QVERIFY(!why(before, after, 7).empty());
    }
    const std::string flushes = "mul.rn.ftz.f32 %f9, %f91, %f1;\n",
                      open = std::string(product) + gone.substr(0, 3) + ".f32 %f9, %f10, %f3;\n";
    QVERIFY(!why(flushes, flushes, 8).empty());
    QVERIFY(!why(open, open, 8).empty());
    // A product of a function of the language, whose sums are fused by name: no sum may take it but those that say so.
    const std::string square = "mul.f32 %f10, %f1, %f2;\nmul.f32 %f11, %f10, %f91;\n",
                      said = square + "add.rn.f32 %f9, %f11, %f3;\n", stored = square + "st.local.f32 [%rd9], %f11;\n";
    QCOMPARE(why(said, said, 8), std::string());
    QVERIFY(!why(stored, stored, 8).empty());
    const std::string elsewhere = square + ".loc\t1 9 5\nfma.rn.f32 %f9, %f1, %f3, %f11;\n";
    QVERIFY(!why(elsewhere, elsewhere, 8).empty());
    // Where compilers have no choice anywhere, it does not matter what they know of a number.
    const std::string compared = "setp.eq.f32 %p1, %f1, %f91;\n";
    QCOMPARE(why(compared + said, compared + said, 8), std::string());
    for (const std::string& choice :
         {std::string(".loc\t1 9 5\n") + dot, std::string("mul.rn.ftz.f32 %f9, %f1, %f2;\n"),
          std::string("sqrt.approx.f32 %f9, %f1;\n"), stored, elsewhere})
      QVERIFY(!why(compared + choice, compared + choice, 8).empty());
  }

  void severalInstructionsOfALineAreRead() {
    const PtxRounding rounding = read("{mul.f16 %rs1,%rs2,%rs3; add.f16 %rs4,%rs1,%rs5;\n}\n");
    QVERIFY(toText(rounding.open).find("may still become one") != std::string::npos);
  }

  void aStaticKernelHasAnotherNameInTheCode() {
    const std::string code = ".entry _Z4stepPf(\n.param .u64 _Z4stepPf_param_0\n)\n{\nret;\n}\n";
    const auto nameOf = [](const SourcePosition&) { return std::string(); };
    QVERIFY(ptxRounding(code, "_ZL4stepPf", nameOf).ok());
    QVERIFY(!ptxRounding(code, "_ZL4stepPd", nameOf).ok());
  }

  void anotherKernelIsNotRead() {
    const auto rounding = ptxRounding(kernelOf(dot), "other", [](const SourcePosition&) { return std::string(); });
    QVERIFY(!rounding.ok());
  }
};

QTEST_GUILESS_MAIN(PtxRoundingTest)
#include "ptx_rounding_test.moc"

#include "core/kernel/ptx_lasting.h"

#include <QTest>

#include "tests/core/kernel/ptx_kernels.h"

using namespace warpwright;

namespace {

const char* const dot = "fma.rn.f32 %f9, %f1, %f2, %f9;\n";

}  // namespace

/// What a change may make a constant, as the comparison of roundings sees it.
class PtxLastingTest : public QObject {
  Q_OBJECT
 private slots:
  void onlyWhatTheChangeMakesConstantsCounts_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("withExtents");
    QTest::addColumn<QString>("why");
    const QString fma = "fma.rn.f32 %f9, %f12, 0f3F000000, %f1;\n", whole = "cvt.rn.f32.s32 %f12, %r5;\n";
    const QString index =
        "mov.u32 %r2, %ntid.x;\nmov.u32 %r3, %ctaid.x;\nmov.u32 %r4, %tid.x;\n"
        "mad.lo.s32 %r5, %r3, %r2, %r4;\n";
    const QString extent = "mov.u32 %r5, %ntid.x;\n", counter = "mov.u32 %r5, 0;\nadd.s32 %r5, %r5, 1;\n";
    QTest::newRow("an argument") << "fma.rn.f32 %f9, %f91, 0f3F000000, %f1;\n" << true << "";
    QTest::newRow("an index") << index + whole + fma << true << "";
    QTest::newRow("an extent") << extent + whole + fma << true << "may become constants";
    QTest::newRow("an extent that stays") << extent + whole + fma << false << "";
    QTest::newRow("a counter") << counter + "setp.lt.s32 %p1, %r5, %r1;\n" + whole + fma << true << "";
    QTest::newRow("a counter to an extent")
        << counter + "mov.u32 %r7, %ntid.x;\nsetp.lt.s32 %p1, %r5, %r7;\n" + whole + fma << true
        << "may become constants";
    const QString decided = counter + "mov.u32 %r7, %ntid.x;\nsetp.lt.s32 %p1, %r5, %r7;\n";
    QTest::newRow("a zero that is converted")
        << decided + "mov.u32 %r6, 0;\ncvt.rn.f32.s32 %f12, %r6;\nfma.rn.f32 %f9, %f1, %f2, %f12;\n"
        << true << "";
    QTest::newRow("another number that is converted")
        << decided + "mov.u32 %r6, 2;\ncvt.rn.f32.s32 %f12, %r6;\n" + fma << true << "may become constants";
    // Two sums, told apart by what they add.
    QTest::newRow("one sum in one operation, another in two")
        << QString(dot) + "mul.f32 %f10, %f1, %f2;\nadd.rn.f32 %f9, %f10, %f3;\n"
        << false << "";
    const QString both = "fma.rn.f32 %f9, %f1, %f2, 0f3F800000;\nmul.f32 %f10, %f2, %f1;\n";
    QTest::newRow("rounds that are one operation and not") << both + "add.rn.f32 %f8, %f10, 0f3F800000;\n"
                                                           << false << "rounds of a loop may differ";
    const QString either = "add.f32 %f5, %f1, %f2;\nmul.f32 %f6, %f5, %f5;\nsub.f32 %f7, %f1, %f2;\n";
    QTest::newRow("rounds that take now one, now the other of two products")
        << either + "fma.rn.f32 %f9, %f7, %f7, %f6;\nmul.f32 %f12, %f7, %f7;\nfma.rn.f32 %f8, %f5, %f5, %f12;\n"
        << false << "rounds of a loop may differ";
  }
  void onlyWhatTheChangeMakesConstantsCounts() {
    QFETCH(QString, code);
    QFETCH(bool, withExtents);
    QFETCH(QString, why);
    const std::string said =
        difference(code.toStdString(), code.toStdString(), {.arguments = false, .extents = withExtents});
    QVERIFY2(why.isEmpty() ? said.empty() : said.find(why.toStdString()) != std::string::npos, said.c_str());
  }

  /// Of arguments those alone that become constants, and where they decide a comparison all that is counted.
  void anArgumentMayDecide_data() {
    QTest::addColumn<QString>("compared");
    QTest::addColumn<bool>("decides");
    QTest::newRow("nothing") << "" << false;
    QTest::newRow("a counter") << "setp.lt.s32 %p1, %r5, %r1;\n" << true;
    QTest::newRow("a constant") << "setp.lt.s32 %p1, 16, %r1;\n" << true;
    QTest::newRow("what is loaded") << "ld.global.u32 %r6, [%rd4];\nsetp.lt.s32 %p1, %r6, %r1;\n" << true;
    QTest::newRow("part of what is loaded")
        << "ld.global.u32 %r7, [%rd4];\nand.b32 %r6, %r7, 7;\nsetp.lt.s32 %p1, %r6, %r1;\n"
        << true;
    QTest::newRow("made of it") << "add.s32 %r6, %r1, 3;\nsetp.lt.s32 %p1, %r6, 16;\n" << true;
    QTest::newRow("which of two") << "setp.lt.f32 %p1, %f1, %f2;\nselp.b32 %r6, %r1, 3, %p1;\n" << false;
    QTest::newRow("the smaller") << "ld.global.u32 %r7, [%rd4];\nmin.s32 %r6, %r7, %r1;\n" << true;
  }
  void anArgumentMayDecide() {
    QFETCH(QString, compared);
    QFETCH(bool, decides);
    const std::string code = ("mov.u32 %r5, 0;\nadd.s32 %r5, %r5, 1;\ncvt.rn.f32.s32 %f12, %r5;\n" + compared +
                              "fma.rn.f32 %f9, %f12, 0f3F000000, %f1;\n")
                                 .toStdString();
    const std::string said = difference(code, code, {.parameters = {2}, .extents = false, .indices = false});
    QCOMPARE(!said.empty(), decides);
    QCOMPARE(difference(code, code, {.parameters = {7}, .extents = false, .indices = false}), std::string());
  }

  /// Text that is cut off: what it chooses by is not known.
  void aChoiceOfNothingMayBeDecided() {
    const std::string code =
        "mov.u32 %r5, 2;\ncvt.rn.f32.s32 %f12, %r5;\nselp.b32 %r6;\nfma.rn.f32 %f9, %f12, 0f3F000000, %f1;\n";
    QVERIFY(!difference(code, code, {.parameters = {2}, .extents = false, .indices = false}).empty());
  }

  /// What is compared with a constant may be that constant where the answer is known.
  void aComparisonMayTellANumber_data() {
    QTest::addColumn<QString>("comparison");
    QTest::addColumn<bool>("isSmall");
    QTest::addColumn<bool>("tells");
    const QString loaded = "ld.global.u32 %r6, [%rd4];\n", number = "cvt.rn.f32.s32 %f12, %r6;\n";
    QTest::newRow("equal") << loaded + number + "setp.eq.s32 %p1, %r6, %r1;\n" << false << true;
    QTest::newRow("in two steps") << loaded +
                                         "add.s32 %r7, %r6, 2;\ncvt.rn.f32.s32 %f12, %r7;\n"
                                         "setp.ne.s32 %p1, %r6, %r1;\n"
                                  << false << true;
    QTest::newRow("no number is made of it") << loaded + "setp.eq.s32 %p1, %r6, %r1;\n" << false << false;
    QTest::newRow("another argument") << loaded + number +
                                             "setp.eq.s32 %p1, %r6, %r9;\n"
                                             "ld.param.u32 %r9, [k_param_7];\n"
                                      << false << false;
    const auto chooses = [&](const char* what) {
      return loaded + "setp.eq.s32 %p1, %r6, %r1;\nselp.f32 %f12, " + what + ", %p1;\nadd.rn.f32 %f13, %f12, %f3;\n";
    };
    QTest::newRow("it chooses between two numbers") << chooses("%f1, %f2") << false << false;
    QTest::newRow("it chooses a number that the text says") << chooses("%f1, 0f3F800000") << false << true;
    QTest::newRow("less than many") << loaded + number + "setp.lt.u32 %p1, %r6, %r1;\n" << false << false;
    QTest::newRow("less than one") << loaded + number + "setp.lt.u32 %p1, %r6, %r1;\n" << true << true;
  }
  void aComparisonMayTellANumber() {
    QFETCH(QString, comparison);
    QFETCH(bool, isSmall);
    QFETCH(bool, tells);
    const std::string code = comparison.toStdString() + "fma.rn.f32 %f9, %f1, %f2, %f3;\n";
    const NewConstants one{.parameters = {2}, .small = isSmall, .extents = false, .indices = false};
    QCOMPARE(!difference(code, code, one).empty(), tells);
  }

  /// A quotient by a number that is known to be no power of two stays one; a sum takes none.
  void aQuotientByAKnownNumber_data() {
    QTest::addColumn<qint64>("number");
    QTest::addColumn<QString>("type");
    QTest::addColumn<bool>("stays");
    const auto row = [](const char* name, qint64 number, const char* type, bool stays) {
      QTest::newRow(name) << number << QString(type) << stays;
    };
    row("three parts", 768, "cvt.rn.f32.s32", true);
    row("a power of two", 1024, "cvt.rn.f32.s32", false);
    row("one", 1, "cvt.rn.f32.s32", false);
    row("zero", 0, "cvt.rn.f32.s32", false);
    row("a power of two when rounded", (1 << 25) - 1, "cvt.rn.f32.s32", false);
    row("none when rounded", (1 << 25) - 3, "cvt.rn.f32.s32", true);
    row("rounded up", (1 << 25) - 5, "cvt.rp.f32.s32", false);
    row("of another kind", 768, "cvt.rn.f16.s32", false);
    row("a negative power of two", -1024, "cvt.rn.f32.s32", false);
    row("its last bits are a power of two", (1 << 16) + 1024, "cvt.rn.f32.u16", false);
    row("its last bits are itself", 768, "cvt.rn.f32.u16", true);
    row("as signed it is negative", 128 + 64, "cvt.rn.f32.s8", false);
  }
  void aQuotientByAKnownNumber() {
    QFETCH(qint64, number);
    QFETCH(QString, type);
    QFETCH(bool, stays);
    const std::string code = (type + " %f12, %r1;\ndiv.rn.f32 %f5, %f1, %f12;\nadd.f32 %f9, %f5, %f3;\n").toStdString();
    NewConstants known{.parameters = {2}, .small = false, .extents = false, .indices = false};
    QCOMPARE(difference(code, code, known).empty(), false);
    known.values = {{2, number}};
    QCOMPARE(difference(code, code, known).empty(), stays);
    known.values = {{3, number}};
    QCOMPARE(difference(code, code, known).empty(), false);
  }

  void severalRoundsMadeOne() {
    const std::string counter = "mov.u32 %r5, 0;\nadd.s32 %r5, %r5, 1;\ncvt.rn.f32.s32 %f12, %r5;\n",
                      code = counter + "fma.rn.f32 %f9, %f12, 0f3F000000, %f1;\n";
    NewConstants rounds = noConstants;
    QCOMPARE(difference(code, code, rounds), std::string());
    rounds.rounds = true;
    QVERIFY(!difference(code, code, rounds).empty());
  }

  /// What the program says of a table compilers know.
  void aTableWithValuesIsConstant() {
    const std::string body = "ld.const.f32 %f12, [t];\nfma.rn.f32 %f9, %f12, 0f3F000000, %f1;\n",
                      head = ".const .align 4 .f32 t[1]";
    const auto openOf = [&](const std::string& table) {
      const auto rounding = ptxRounding(table + kernelOf(body), "k", [](const SourcePosition&) { return "a"; });
      return rounding.ok() ? toText(rounding->open) : std::string("none");
    };
    QCOMPARE(openOf(head + ";\n"), std::string());
    QVERIFY(!openOf(head + " = {0f3F000000};\n").empty());
  }

  /// The text before tells what decides: that after the change has lost it.
  void whatDecidedIsGone() {
    const std::string code = "mul.f32 %f10, %f1, 0f3F000000;\nadd.rn.f32 %f9, %f10, 0f3F000000;\n";
    QCOMPARE(difference("mov.u32 %r5, 0;\nsetp.lt.s32 %p1, %r5, %r1;\n" + code, code, {.parameters = {2}}),
             std::string());
  }

  void aPlaceMayDecideAConstant_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("withIndices");
    QTest::addColumn<QString>("why");
    const QString first = "mov.u32 %r5, %tid.x;\nand.b32 %r6, %r5, 1;\nsetp.eq.s32 %p1, %r6, 0;\n",
                  loses = "lose a factor";
    const QString sum = "mul.f32 %f10, %f1, %f2;\nfma.rn.f32 %f13, %f10, %f12, %f3;\n";
    const QString chosen = first + "selp.f32 %f12, 0f3F800000, %f90, %p1;\n" + sum;
    QTest::newRow("chosen") << chosen << true << loses;
    QTest::newRow("chosen, the same thread") << chosen << false << "";
    QTest::newRow("zero") << first + "selp.f32 %f12, 0f00000000, %f90, %p1;\n" + sum << true << "";
    QTest::newRow("by what is loaded") << "setp.gt.f32 %p1, %f1, %f2;\nselp.f32 %f12, 0f3F800000, %f90, %p1;\n" + sum
                                       << true << "";
    QTest::newRow("by a branch") << "mov.f32 %f12, 0f3F800000;\n" + first +
                                        "@%p1 bra $L__BB0_2;\nmov.f32 %f12, %f90;\n" + sum
                                 << true << loses;
    QTest::newRow("round a loop") << "mov.u32 %r8, 1;\n" + first +
                                         "add.s32 %r9, %r8, 1;\nmov.u32 %r8, %r9;\ncvt.rn.f32.s32 %f12, %r8;\n" + sum
                                  << true << "";
    QTest::newRow("a rest") << first + "add.s32 %r7, %r6, 1;\ncvt.rn.f32.s32 %f12, %r7;\n" + sum << true << loses;
    QTest::newRow("the place itself") << first + "cvt.rn.f32.s32 %f12, %r5;\n" + sum << true << "";
    QTest::newRow("of a table") << "st.local.f32 [%rd9], 0f3F800000;\nst.local.f32 [%rd9+4], %f90;\n"
                                   "ld.local.f32 %f12, [%rd10];\n" +
                                       sum
                                << true << loses;
  }
  void aPlaceMayDecideAConstant() {
    QFETCH(QString, code);
    QFETCH(bool, withIndices);
    QFETCH(QString, why);
    const std::string said = difference(code.toStdString(), code.toStdString(),
                                        {.arguments = false, .extents = false, .indices = withIndices});
    QVERIFY2(why.isEmpty() ? said.empty() : said.find(why.toStdString()) != std::string::npos, said.c_str());
  }
};

QTEST_GUILESS_MAIN(PtxLastingTest)

#include "ptx_lasting_test.moc"

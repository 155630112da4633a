// Products that are told apart by where their factors are loaded.
#include "core/kernel/ptx_places.h"

#include <QTest>

#include "tests/core/kernel/ptx_kernels.h"

using namespace warpwright;

namespace {

/// a[1] * b[2] and a[2] * b[1], with the first pointer `off` its place by some bytes; the sum takes two of the four.
QString crossed(const char* a, int off, const char* taken, const char* added) {
  QString code;
  const auto load = [&](const char* to, const char* base, int bytes) {
    code += QString("ld.global.f32 %%1, [%2+%3];\n").arg(to, base).arg(bytes);
  };
  load("f13", a, 4 + off);
  load("f14", a, 8 + off);
  load("f15", "%rd4", 4);
  load("f16", "%rd4", 8);
  return code + QString("mul.f32 %f10, %1;\nfma.rn.f32 %f9, %2, %f10;\n").arg(added, taken);
}

/// The number of 16 bits wraps; what a round has loaded is added in the next one; a load under a condition.
const QString narrow =
    "cvt.u16.u32 %rs1, %r1;\nadd.s16 %rs2, %rs1, 16384;\nadd.s16 %rs3, %rs1, -16384;\n%1add.s64 %rd7, %rd3, %rd5;\n"
    "add.s64 %rd8, %rd3, %rd6;\nld.global.f32 %f13, [%rd7];\nld.global.f32 %f14, [%rd8];\n"
    "mul.f32 %f10, %f14, %f2;\nfma.rn.f32 %f9, %f13, %f2, %f10;\n";
const QString narrowTo32 = narrow.arg(
    "cvt.u32.u16 %r2, %rs2;\ncvt.u32.u16 %r3, %rs3;\nmul.wide.u32 %rd5, %r2, 4;\nmul.wide.u32 %rd6, %r3, 4;\n");
const QString narrowTo64 =
    narrow.arg("cvt.u64.u16 %rd9, %rs2;\ncvt.u64.u16 %rd10, %rs3;\nshl.b64 %rd5, %rd9, 2;\nshl.b64 %rd6, %rd10, 2;\n");
const QString narrowTimes = narrow.arg(
    "mul.wide.u16 %r2, %rs2, 4;\nmul.wide.u16 %r3, %rs3, 4;\ncvt.u64.u32 %rd5, %r2;\ncvt.u64.u32 %rd6, %r3;\n");
const QString earlierRound =
    "$L1:\nmov.f32 %f15, %f14;\nld.global.f32 %f13, [%rd3+8];\nmul.f32 %f10, %f13, %f2;\n"
    "fma.rn.f32 %f9, %f15, %f2, %f10;\nld.global.f32 %f14, [%rd3+16];\n@%p1 bra $L1;\n";
const QString eachOfEarlierRound =
    "mov.u64 %rd5, %rd3;\n$L1:\nld.global.f32 %f13, [%rd5+8];\nld.global.f32 %f16, [%rd4];\nmul.f32 %f10, %f14, %f16;\n"
    "fma.rn.f32 %f9, %f13, %f15, %f10;\nld.global.f32 %f14, [%rd5+12];\nld.global.f32 %f15, [%rd4];\n"
    "add.s64 %rd5, %rd5, 4;\n@%p1 bra $L1;\n";
const QString conditional =
    "$L1:\n@%p2 bra $L2;\nld.global.f32 %f14, [%rd3+16];\n$L2:\nld.global.f32 %f13, [%rd3+8];\n"
    "mul.f32 %f10, %f13, %f2;\nfma.rn.f32 %f9, %f14, %f2, %f10;\n@%p1 bra $L1;\n";

/// What an outer loop has loaded: both products' factors, or one's.
const QString outerRound =
    "$L1:\nld.global.f32 %f13, [%rd5+8];\n%1$L2:\n%2mul.f32 %f10, %f14, %f2;\n"
    "fma.rn.f32 %f9, %f13, %f2, %f10;\n@%p1 bra $L2;\nadd.s64 %rd5, %rd5, 4;\n@%p2 bra $L1;\n";
const char* const otherLoad = "ld.global.f32 %f14, [%rd5+12];\n";

/// Places far apart by a product of numbers; in a block of their own, which a branch leads to and back from.
const QString byRows =
    "mul.lo.s32 %r2, %r1, %r9;\nmul.wide.s32 %rd6, %r2, 4;\nadd.s64 %rd7, %rd3, %rd6;\n"
    "mad.lo.s32 %r3, %r9, %r1, %r1;\nmul.wide.s32 %rd8, %r3, 4;\nadd.s64 %rd9, %rd3, %rd8;\n"
    "ld.global.f32 %f13, [%rd7];\nld.global.f32 %f14, [%rd9];\nmul.f32 %f10, %f14, %f2;\n"
    "fma.rn.f32 %f9, %f13, %f2, %f10;\n";
const QString ofEarlierBlock =
    "%3@%p1 bra $L1;\nadd.s64 %rd7, %rd3, 8;\nadd.s64 %rd8, %rd3, 12;\n@%p2 bra $L2;\n$L2:\n"
    "ld.global.f32 %f13, [%rd7];\nld.global.f32 %f14, [%rd8];\nmul.f32 %f10, %f14, %f2;\n"
    "fma.rn.f32 %f9, %f13, %f2, %f10;\n$L1:\n%4";
/// The same, with addresses that are made from what another loop leaves.
const QString ofRound =
    "mov.u64 %rd5, %rd3;\n$L1:\nadd.s64 %rd7, %rd5, 8;\nld.global.f32 %f13, [%rd7];\nadd.s64 %rd5, %rd5, 4;\n"
    "@%p1 bra $L2;\nld.global.f32 %f14, [%rd7+4];\nmul.f32 %f10, %f14, %f2;\nfma.rn.f32 %f9, %f13, %f2, %f10;\n"
    "$L2:\n@%p2 bra $L1;\n";

/// (x[at[0]] + x[at[1]]) * b + (x[at[1]] + x[at[%1]]) * b, where the sum takes the first, or the second.
QString gathered(int last, bool takesFirst) {
  QString code;
  for (const int i : {0, 1, last}) {
    code += QString(
                "ld.global.u32 %r%1, [%rd4+%2];\nmul.wide.s32 %rd%1, %r%1, 4;\nadd.s64 %rd%3, %rd3, %rd%1;\n"
                "ld.global.f32 %f%1, [%rd%3];\n")
                .arg(30 + i)
                .arg(4 * i)
                .arg(50 + i);
  }
  code += QString("add.f32 %f13, %f30, %f31;\nadd.f32 %f14, %f31, %f%1;\n").arg(30 + last);
  return code + QString("mul.f32 %f10, %1, %f2;\nfma.rn.f32 %f9, %2, %f2, %f10;\n")
                    .arg(takesFirst ? "%f14" : "%f13")
                    .arg(takesFirst ? "%f13" : "%f14");
}
/// f * a + (1 - f) * a of an f that is read from anywhere; f * a + (f + f) * a; the first of a computed f.
const QString given = "ld.local.f32 %f13, [%rd20];\n";
const QString between =
    given + "sub.f32 %f14, 0f3F800000, %f13;\nmul.f32 %f10, %f13, %f2;\nfma.rn.f32 %f9, %f14, %f2, %f10;\n";
const QString betweenOthers =
    given + "add.f32 %f14, %f13, %f13;\nmul.f32 %f10, %f13, %f2;\nfma.rn.f32 %f9, %f14, %f2, %f10;\n";
const QString betweenComputed =
    given +
    "add.f32 %f15, %f13, %f3;\n.loc 1 9 5\nsub.f32 %f14, 0f3F800000, %f15;\nmul.f32 %f10, %f15, %f2;\n"
    "fma.rn.f32 %f9, %1, %f2, %2;\n";

const QString handedRound =
    "$L1:\nmov.f32 %f13, %f14;\nmov.f32 %f14, %f13;\nmul.f32 %f10, %f13, %f2;\nfma.rn.f32 %f9, %f14, %f2, %f10;\n"
    "@%p1 bra $L1;\n";

/// A pointer is moved between the loads of both products; both load the same.
const QString moving =
    "mov.u64 %rd5, %rd3;\nld.global.f32 %f13, [%rd5+4];\nadd.s64 %rd5, %rd5, 4;\nld.global.f32 %f14, [%rd5];\n"
    "mul.f32 %f10, %f14, %f2;\nfma.rn.f32 %f9, %f13, %f2, %f10;\n";
const QString onePlace =
    "ld.global.f32 %f13, [%rd3+8];\nld.global.f32 %f14, [%rd3+8];\n"
    "mul.f32 %f10, %f14, %f2;\nfma.rn.f32 %f9, %f13, %f2, %f10;\n";

}  // namespace

class PtxPlacesTest : public QObject {
  Q_OBJECT

 private slots:
  void told_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const auto same = [](const char* name, const QString& code) { QTest::newRow(name) << code << code; };
    QTest::newRow("two products told by where they are loaded")
        << crossed("%rd3", 0, "%f13, %f16", "%f14, %f15")
        << "add.s64 %rd5, %rd3, 16;\n" + crossed("%rd5", -16, "%f13, %f16", "%f14, %f15");
    const QString rows =
        "mul.wide.s32 %rd6, %r1, %1;\nadd.s64 %rd7, %rd3, %rd6;\nld.global.f32 %f13, [%rd7];\n"
        "ld.global.f32 %f14, [%rd3+4];\nmul.f32 %f10, %f14, %f2;\nfma.rn.f32 %f9, %f13, %f2, %f10;\n";
    same("by an argument", rows.arg(8));
    same("in another loop", outerRound.arg(otherLoad, ""));
    same("by a product of numbers", byRows);
    same("from a block before", QString(ofEarlierBlock).replace("%3", "").replace("%4", ""));
    same("by what is loaded to find them", gathered(2, true));
    same("by operations on what is not known", betweenComputed.arg("%f14", "%f10"));
    same("of vectors", QString("ld.global.v2.f32 {%f13, %f14}, [%rd3+8];\nmul.f32 %f10, %f14, %f2;\n") +
                           "fma.rn.f32 %f9, %f13, %f2, %f10;\n");
  }
  void told() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    QCOMPARE(difference(before.toStdString(), after.toStdString()), std::string());
  }

  void notTold_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("why");
    const QString otherwise = "rounds otherwise then";
    QTest::newRow("the other of two that other places are loaded for")
        << "mul.f32 %f10, %f3, %f4;\nfma.rn.f32 %f9, %f1, %f2, %f10;\n"
        << "mul.f32 %f10, %f1, %f2;\nfma.rn.f32 %f9, %f3, %f4, %f10;\n"
        << otherwise;
    QTest::newRow("the other one, at another base")
        << crossed("%rd3", 0, "%f13, %f16", "%f14, %f15")
        << "add.s64 %rd5, %rd3, 16;\n" + crossed("%rd5", -16, "%f14, %f15", "%f13, %f16") << otherwise;
    QTest::newRow("the other one of those that are found by what is loaded")
        << gathered(2, true) << gathered(2, false) << otherwise;
    for (const auto& [name, code] :
         {std::pair{"places of a pointer that moves", moving}, std::pair{"of a number that wraps", narrowTo32},
          std::pair{"of one made 64 bits", narrowTo64}, std::pair{"of one times four", narrowTimes},
          std::pair{"of an earlier round", earlierRound}, std::pair{"one each of an earlier round", eachOfEarlierRound},
          std::pair{"of a load that may be skipped", conditional},
          std::pair{"of one that is made anew in each round", ofRound},
          std::pair{"of sums of the same", gathered(0, true)}, std::pair{"of one that is not known", between},
          std::pair{"of others that are not known", betweenOthers}, std::pair{"of nothing, handed round", handedRound},
          std::pair{"one in another loop", outerRound.arg("", otherLoad)}, std::pair{"one place", onePlace}})
      QTest::newRow(name) << code << code << "cannot be told";
  }
  /// What no assumption about one operation in the place of two covers.
  void theOtherProductIsSeen_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const QString first = crossed("%rd3", 0, "%f13, %f16", "%f14, %f15"),
                  second = crossed("%rd3", 0, "%f14, %f15", "%f13, %f16");
    // In registers of its own.
    const QString beside = QString(second).replace("%f1", "%f3").replace("%f9", "%f39");
    const QString known = "mul.f32 %f10, %f1, %f3;\nfma.rn.f32 %f9, %f1, %f2, %f10;\n",
                  turned = "mul.f32 %f10, %f1, %f2;\nfma.rn.f32 %f9, %f1, %f3, %f10;\n", moved = ".loc 1 0 0\n";
    QTest::newRow("of one that is done besides") << first << first + beside;
    QTest::newRow("of one that is gone") << known + moved + turned << known;
    QTest::newRow("in the one or the other") << first + beside << first + beside;
    // Of quotients ptxas makes products, of which PTX has no words; of others it was not asked.
    const QString quotients =
        "div.approx.f32 %f10, %f1, %f3;\ndiv.approx.f32 %f13, %f3, %f2;\nadd.f32 %f9, %f10, %f13;\n";
    const QString unsettled = "mul.f32 %f10, %f1, %f3;\nmul.f32 %f13, %f3, %f2;\nadd.f32 %f9, %f10, %f13;\n";
    QTest::newRow("of quotients") << quotients << quotients;
    QTest::newRow("of what is not settled") << unsettled << unsettled;
    QTest::newRow("in another statement") << known << ".loc 1 9 5\n" + known;
    QTest::newRow("in no statement") << moved + first << moved + second;
  }
  void theOtherProductIsSeen() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    const PtxRounding was = read(before.toStdString());
    const RoundingComparison both = compareRounding(was, read(after.toStdString(), {}, &was));
    QVERIFY2(!both.seen().empty(), toText(both.open).c_str());
  }

  void notTold() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, why);
    const std::string said = difference(before.toStdString(), after.toStdString());
    QVERIFY2(said.find(why.toStdString()) != std::string::npos, said.c_str());
  }
};

QTEST_GUILESS_MAIN(PtxPlacesTest)
#include "ptx_places_test.moc"

#include "core/kernel/ptx_alike.h"

#include <QTest>

using namespace warpwright;

namespace {

/// A kernel of two pointers and a float with this body. %f1 to %f4 are loaded.
std::string kernelOf(const QString& body) {
  return std::string(R"(.visible .entry k(
	.param .u64 k_param_0,
	.param .u64 k_param_1,
	.param .f32 k_param_2
)
{
	.reg .f32 	%f<99>;
	.loc	1 7 3
	ld.param.u64 	%rd3, [k_param_0];
	ld.param.u64 	%rd4, [k_param_1];
	ld.param.f32 	%f90, [k_param_2];
	ld.global.f32 	%f1, [%rd3];
	ld.global.f32 	%f2, [%rd4];
	ld.global.f32 	%f3, [%rd3+4];
	ld.global.f32 	%f4, [%rd4+4];
	.loc	1 8 5
)") + body.toStdString() +
         "\tst.global.f32 [%rd3], %f9;\n\tret;\n\n}\n\t.file\t1 \"/a/k.cu\"\n";
}

QString difference(const QString& before, const QString& after) {
  const auto said = ptxDifference(kernelOf(before), kernelOf(after), "k");
  return QString::fromStdString(said.ok() ? toText(said->why) : said.error().message);
}

constexpr const char* loop =
    "mov.f32 %f9, 0f00000000;\nmov.u32 %r1, 0;\n$L1:\n%1add.s32 %r1, %r1, 1;\n"
    "setp.lt.s32 %p1, %r1, 9;\n@%p1 bra $L1;\n";

/// %f9 is what the function gives of both.
QString call(const QString& first, const QString& second, const QString& function) {
  return QString(
             "{ // callseq 0, 0\n.param .b32 param0;\nst.param.f32 [param0+0], %1;\n.param .b32 param1;\n"
             "st.param.f32 [param1+0], %2;\n.param .b32 retval0;\ncall.uni (retval0), \n%3, \n(\nparam0, \n"
             "param1\n);\nld.param.f32 %f9, [retval0+0];\n} // callseq 0\n")
      .arg(first, second, function);
}

/// %f9 is one of both, as the comparison says.
QString asks(const QString& compared, const QString& one, const QString& other) {
  return QString("setp.lt.f32 %p1, %1;\n@%p1 bra $L2;\nmov.f32 %f9, %2;\nbra.uni $L3;\n$L2:\nmov.f32 %f9, %3;\n$L3:\n")
      .arg(compared, one, other);
}

const QString quotient = "div.rn.f32 %f9, %f7, %f9;\n";
const QString exchange = "mov.f32 %f5, %f7;\nmov.f32 %f7, %f9;\nmov.f32 %f9, %f5;\n";

}  // namespace

class PtxAlikeTest : public QObject {
  Q_OBJECT
 private slots:
  void alike_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const QString& before, const QString& after) {
      QTest::newRow(name) << before << after;
    };
    const QString fused = "fma.rn.f32 %f9, %f1, %f2, %f3;\n";
    row("the same", fused, fused);
    row("factors in another order", fused, "fma.rn.f32 %f9, %f2, %f1, %f3;\n");
    row("a product that says so", "mul.f32 %f9, %f1, %f2;\n", "mul.rn.f32 %f9, %f1, %f2;\n");
    row("a negative added", "sub.rn.f32 %f9, %f1, %f2;\n", "neg.f32 %f8, %f2;\nadd.rn.f32 %f9, %f8, %f1;\n");
    row("what a register held before it is made again",
        "mov.f32 %f8, 0f00000000;\nmov.f32 %f7, %f8;\nfma.rn.f32 %f9, %f1, %f2, %f7;\nmov.f32 %f8, %f4;\n",
        "mov.f32 %f7, 0f00000000;\nfma.rn.f32 %f9, %f1, %f2, %f7;\n");
    row("either factor's sign", "neg.f32 %f8, %f1;\nfma.rn.f32 %f9, %f8, %f2, %f3;\n",
        "neg.f32 %f8, %f2;\nfma.rn.f32 %f9, %f1, %f8, %f3;\n");
    row("a constant's sign", "fma.rn.f32 %f9, %f1, 0fBF000000, %f3;\n",
        "neg.f32 %f8, %f1;\nmov.f32 %f7, 0f3F000000;\nfma.rn.f32 %f9, %f8, %f7, %f3;\n");
    row("a product's sign", "neg.f32 %f8, %f1;\nmul.f32 %f7, %f8, %f2;\nadd.rn.f32 %f9, %f7, %f3;\n",
        "mul.rn.f32 %f7, %f1, %f2;\nsub.rn.f32 %f9, %f3, %f7;\n");
    row("round a loop", QString(loop).arg("fma.rn.f32 %f9, %f1, %f2, %f9;\n"),
        QString(loop).arg("fma.rn.f32 %f9, %f2, %f1, %f9;\n"));
    row("a constant that one computes", "mul.f32 %f9, %f1, 0f45000000;\n",
        "mov.f32 %f7, 0f40000000;\nfma.rn.f32 %f8, %f7, 0f45000000, 0fC5000000;\nmul.rn.f32 %f9, %f1, %f8;\n");
    row("a quotient of constants that one computes", "mul.f32 %f9, %f1, 0f3EAAAAAB;\n",
        "div.rn.f32 %f8, 0f3F800000, 0f40400000;\nmul.rn.f32 %f9, %f1, %f8;\n");
    row("a reciprocal that one computes", "mul.f32 %f9, %f1, 0f3EAAAAAB;\n",
        "rcp.rn.f32 %f8, 0f40400000;\nmul.rn.f32 %f9, %f1, %f8;\n");
    row("a root that one computes", "mul.f32 %f9, %f1, 0f3FB504F3;\n",
        "sqrt.rn.f32 %f8, 0f40000000;\nmul.rn.f32 %f9, %f1, %f8;\n");
    row("a sum of constants that one computes", "mul.f32 %f9, %f1, 0f40400000;\n",
        "sub.f32 %f8, 0f40800000, 0f3F800000;\nmul.rn.f32 %f9, %f1, %f8;\n");
    row("a negative constant that one computes", "add.rn.f32 %f9, %f1, 0fC0400000;\n",
        "mul.rn.f32 %f7, 0f40000000, 0fBF800000;\nsub.rn.f32 %f8, %f7, 0f3F800000;\nadd.rn.f32 %f9, %f1, %f8;\n");
    row("twice a number", "add.f32 %f8, %f1, %f1;\nadd.rn.f32 %f9, %f8, %f2;\n",
        "mul.rn.f32 %f8, %f1, 0f40000000;\nadd.rn.f32 %f9, %f2, %f8;\n");
    row("a product by 1 that is added", "sub.rn.f32 %f9, %f2, %f1;\n",
        "mul.rn.f32 %f8, %f1, 0fBF800000;\nadd.rn.f32 %f9, %f8, %f2;\n");
    row("a sum with a product by 1", "sub.rn.f32 %f9, %f2, %f1;\n",
        "mov.f32 %f7, 0f3F800000;\nneg.f32 %f8, %f1;\nfma.rn.f32 %f9, %f8, %f7, %f2;\n");
    row("a quotient's sign", "neg.f32 %f8, %f1;\ndiv.rn.f32 %f7, %f8, %f2;\nadd.rn.f32 %f9, %f7, %f3;\n",
        "div.rn.f32 %f7, %f1, %f2;\nsub.rn.f32 %f9, %f3, %f7;\n");
    const QString shuffled =
        "mov.u32 %r1, %tid.x;\ncvt.rn.f32.u32 %f6, %r1;\nmul.f32 %f8, %f6, %f1;\n"
        "shfl.sync.idx.b32 %f7|%p1, %f8, 0, 31, -1;\nadd.f32 %f9, %f7, %f3;\n";
    row("a sum of what another thread hands over", shuffled, shuffled);
    row("a call", call("%f1", "%f2", "f"), "mov.f32 %f8, %f2;\n" + call("%f1", "%f8", "f"));
    row("computed once more behind a branch",
        "mul.f32 %f7, %f1, %f2;\n" + asks("%f1, %f2", "%f7", "%f4") + "add.rn.f32 %f9, %f9, %f7;\n",
        "mul.f32 %f7, %f1, %f2;\n" + asks("%f1, %f2", "%f7", "%f4") +
            "mul.f32 %f8, %f2, %f1;\nadd.rn.f32 %f9, %f9, %f8;\n");
    row("a register that is set anew later",
        "mov.f32 %f9, %f1;\n$L9:\nadd.rn.f32 %f7, %f9, %f2;\n" + asks("%f1, %f2", "%f3", "%f4") + quotient,
        "$L9:\nadd.rn.f32 %f7, %f1, %f2;\n" + asks("%f1, %f2", "%f3", "%f4") + quotient);
    row("a number that several places set", "mov.f32 %f7, 0f3F000000;\n" + asks("%f1, %f2", "%f3", "%f4") + quotient,
        asks("%f1, %f2", "%f3;\nmov.f32 %f7, 0f3F000000", "%f4;\nmov.f32 %f7, 0f3F000000") + quotient);
    row("another order of what does not meet",
        "mul.f32 %f8, %f1, %f2;\nmul.f32 %f7, %f3, %f4;\nadd.rn.f32 %f9, %f8, %f7;\n",
        "mul.f32 %f7, %f3, %f4;\nmul.f32 %f8, %f1, %f2;\nadd.rn.f32 %f9, %f7, %f8;\n");
  }
  // Addresses of four loads, which are made and come in two orders.
  void places_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const QString& before, const QString& after) {
      QTest::newRow(name) << before << after;
    };
    row("from one to the next", "add.s64 %rd10, %rd3, 16;\nadd.s64 %rd11, %rd10, 16;\n",
        "add.s64 %rd11, %rd3, 32;\nsub.s64 %rd10, %rd11, 16;\n");
    row("products",
        "ld.param.u32 %r1, [k_param_1];\nmul.lo.s32 %r2, %r1, 3;\nadd.s32 %r3, %r2, %r1;\n"
        "mul.wide.s32 %rd8, %r2, 4;\nadd.s64 %rd10, %rd3, %rd8;\nmul.wide.s32 %rd9, %r3, 4;\n"
        "add.s64 %rd11, %rd3, %rd9;\n",
        "ld.param.u32 %r1, [k_param_1];\nshl.b32 %r2, %r1, 2;\nmul.wide.s32 %rd8, %r2, 4;\n"
        "add.s64 %rd11, %rd8, %rd3;\nneg.s32 %r3, %r1;\nmul.wide.s32 %rd9, %r3, 4;\nadd.s64 %rd10, %rd11, %rd9;\n");
    row("a sum times a number",
        "ld.param.u32 %r1, [k_param_1];\nadd.s32 %r2, %r1, 3;\nmad.lo.s32 %r3, %r2, %r1, 1;\ncvt.s64.s32 %rd8, %r3;\n"
        "shl.b64 %rd9, %rd8, 2;\nadd.s64 %rd10, %rd3, %rd9;\nadd.s64 %rd11, %rd10, 8;\n",
        "ld.param.u32 %r1, [k_param_1];\nmul.lo.s32 %r2, %r1, 3;\nmad.lo.s32 %r3, %r1, %r1, %r2;\n"
        "mul.wide.s32 %rd8, %r3, 4;\nadd.s64 %rd9, %rd8, %rd3;\nadd.s64 %rd11, %rd9, 12;\nadd.s64 %rd10, %rd9, 4;\n");
  }
  void places() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    const QString first = before + "ld.global.f32 %f5, [%rd10];\nld.global.f32 %f6, [%rd11];\n";
    const QString second = after + "ld.global.f32 %f6, [%rd11];\nld.global.f32 %f5, [%rd10];\n";
    const QString fused = "mul.rn.f32 %f7, %f%2, %f2;\nfma.rn.f32 %f9, %f%1, %f2, %f7;\n";
    QCOMPARE(difference(first + fused.arg(5).arg(6), second + fused.arg(5).arg(6)), QString());
    QVERIFY(!difference(first + fused.arg(5).arg(6), second + fused.arg(6).arg(5)).isEmpty());
  }

  // Values that nothing tells apart are not taken for alike.
  void untold_data() {
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const QString& code) { QTest::newRow(name) << code; };
    row("a clock", "mov.u64 %rd8, %clock64;\ncvt.rn.f32.u64 %f9, %rd8;\n");
    row("active threads", "activemask.b32 %r1;\ncvt.rn.f32.u32 %f9, %r1;\n");
    row("a matrix out of memory",
        "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%rd3];\ncvt.rn.f32.u32 %f9, %r1;\n");
    row("results of calls",
        "ld.param.b32 %r1, [retval0+0];\nld.param.b32 %r2, [retval0+0];\ncvt.rn.f32.s32 %f9, %r1;\n");
    row("places that one overflow tells apart",
        "ld.param.u32 %r1, [k_param_1];\nmul.lo.s32 %r2, %r1, %r1;\nmul.wide.s32 %rd8, %r2, 4;\n"
        "add.s64 %rd10, %rd3, %rd8;\nld.global.f32 %f5, [%rd10];\nmul.wide.s32 %rd9, %r1, %r1;\n"
        "shl.b64 %rd11, %rd9, 2;\nadd.s64 %rd12, %rd3, %rd11;\nld.global.f32 %f6, [%rd12];\nadd.rn.f32 %f9, %f5, "
        "%f6;\n");
  }
  void untold() {
    QFETCH(QString, code);
    QVERIFY(!difference(code, code).isEmpty());
  }

  // Numbers that overflow, or that another round of a loop has changed, are others.
  void otherPlaces_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const QString& before, const QString& after) {
      QTest::newRow(name) << before << after;
    };
    row("without a sign", "ld.param.u32 %r1, [k_param_1];\nadd.s32 %r2, %r1, 1;\nmul.wide.u32 %rd8, %r2, 4;\n",
        "ld.param.u32 %r1, [k_param_1];\nmul.wide.u32 %rd9, %r1, 4;\nadd.s64 %rd8, %rd9, 4;\n");
    row("another number", "mov.u64 %rd8, 8;\n", "mov.u64 %rd8, 4;\n");
    row("before and behind a change", "ld.param.u64 %rd7, [k_param_1];\nmov.u64 %rd8, %rd7;\nadd.s64 %rd7, %rd7, 4;\n",
        "ld.param.u64 %rd7, [k_param_1];\nadd.s64 %rd7, %rd7, 4;\nmov.u64 %rd8, %rd7;\n");
  }
  void otherPlaces() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    const QString load = "add.s64 %rd10, %rd3, %rd8;\nld.global.f32 %f5, [%rd10];\nadd.rn.f32 %f9, %f5, %f1;\n";
    QVERIFY(!difference(before + load, after + load).isEmpty());
  }

  void alike() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    QCOMPARE(difference(before, after), QString());
    QCOMPARE(difference(after, before), QString());
  }

  void others_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const QString& before, const QString& after) {
      QTest::newRow(name) << before << after;
    };
    const QString computed = "fma.rn%1.f32 %f8, 0f40000000, 0f45000000, 0fC5000000;\nmul.rn.f32 %f9, %f1, %f8;\n";
    row("another constant than one computes", "mul.f32 %f9, %f1, 0f45000001;\n", computed.arg(""));
    row("another quotient of constants", "mul.f32 %f9, %f1, 0f3EAAAAAA;\n",
        "div.rn.f32 %f8, 0f3F800000, 0f40400000;\nmul.rn.f32 %f9, %f1, %f8;\n");
    row("a quotient that is not exact", "mul.f32 %f9, %f1, 0f3EAAAAAB;\n",
        "div.full.f32 %f8, 0f3F800000, 0f40400000;\nmul.rn.f32 %f9, %f1, %f8;\n");
    row("a constant rounded down", "mul.f32 %f9, %f1, 0f40400000;\n",
        "sub.rm.f32 %f8, 0f40800000, 0f3F800000;\nmul.rn.f32 %f9, %f1, %f8;\n");
    row("a quotient by zero", "mul.f32 %f9, %f1, 0f7F800000;\n",
        "div.rn.f32 %f8, 0f3F800000, 0f00000000;\nmul.rn.f32 %f9, %f1, %f8;\n");
    row("a constant computed without denormal numbers", "mul.f32 %f9, %f1, 0f45000000;\n", computed.arg(".ftz"));
    const QString apart = "mul.rn.f32 %f8, %f1, %f2;\nadd.rn.f32 %f9, %f8, %f3;\n";
    row("together and apart", "fma.rn.f32 %f9, %f1, %f2, %f3;\n", apart);
    row("another product", "mul.f32 %f8, %f3, %f4;\nfma.rn.f32 %f9, %f1, %f2, %f8;\n",
        "mul.f32 %f8, %f1, %f2;\nfma.rn.f32 %f9, %f3, %f4, %f8;\n");
    row("another sign", "fma.rn.f32 %f9, %f1, %f2, %f3;\n", "neg.f32 %f8, %f1;\nfma.rn.f32 %f9, %f8, %f2, %f3;\n");
    row("the addend's sign", "fma.rn.f32 %f9, %f1, %f2, %f3;\n", "neg.f32 %f8, %f3;\nfma.rn.f32 %f9, %f1, %f2, %f8;\n");
    // Zero less zero is plus zero either way.
    row("the negative of a difference", "sub.rn.f32 %f9, %f1, %f2;\n",
        "sub.rn.f32 %f8, %f2, %f1;\nneg.f32 %f9, %f8;\n");
    row("another factor", "fma.rn.f32 %f9, %f1, %f2, %f3;\n", "fma.rn.f32 %f9, %f1, %f4, %f3;\n");
    row("another constant", "mul.f32 %f9, %f1, 0f3F000000;\n", "mul.f32 %f9, %f1, 0f3F800000;\n");
    row("another way of rounding", "add.rn.f32 %f9, %f1, %f2;\n", "add.rz.f32 %f9, %f1, %f2;\n");
    row("another type", "add.rn.f32 %f9, %f1, %f2;\n", "add.rn.f64 %f9, %f1, %f2;\n");
    row("which a compiler may still choose", "mul.f32 %f8, %f1, %f2;\nadd.f32 %f9, %f8, %f3;\n",
        "mul.f32 %f8, %f1, %f2;\nadd.f32 %f9, %f8, %f3;\n");
    const QString table = apart + "$L0: .branchtargets $L1, $L2;\nbrx.idx %r1, $L0;\n$L1:\n$L2:\n";
    row("which a table of branches leads to", table, table);
    row("once more", apart, apart + "add.rn.f32 %f9, %f9, %f3;\n");
    row("a round of a loop more", QString(loop).arg(apart), apart);
    const QString stored = "fma.rn.f32 %f7, %f1, %f2, %f3;\nst.global.f32 [%rd4], %f7;\n";
    row("stored before the loop", stored + QString(loop).arg(""), QString(loop).arg(stored));
    row("a product by 1 that is stored", "mov.f32 %f9, %f1;\n", "mul.rn.f32 %f9, %f1, 0f3F800000;\n");
    row("a product by 1 without denormal numbers", "add.rn.f32 %f9, %f1, %f2;\n",
        "mul.rn.ftz.f32 %f8, %f1, 0f3F800000;\nadd.rn.f32 %f9, %f8, %f2;\n");
    row("twice another number", "add.f32 %f9, %f1, %f2;\n", "mul.rn.f32 %f9, %f1, 0f40000000;\n");
    row("a quotient's sign", "div.rn.f32 %f9, %f1, %f2;\n", "neg.f32 %f8, %f1;\ndiv.rn.f32 %f9, %f8, %f2;\n");
    row("the sign of a quotient rounded down", "neg.f32 %f8, %f1;\ndiv.rm.f32 %f9, %f8, %f2;\n",
        "div.rm.f32 %f8, %f1, %f2;\nneg.f32 %f9, %f8;\n");
    row("the sign of a product rounded down", "neg.f32 %f8, %f1;\nmul.rm.f32 %f9, %f8, %f2;\n",
        "mul.rm.f32 %f8, %f1, %f2;\nneg.f32 %f9, %f8;\n");
    row("the sign of a product between 0 and 1", "neg.f32 %f8, %f1;\nmul.sat.f32 %f9, %f8, %f2;\n",
        "mul.sat.f32 %f8, %f1, %f2;\nneg.f32 %f9, %f8;\n");
    const QString product = "mul.f32 %f8, %f1, %f2;\n", by1 = product + "mul.rn.f32 %f7, %f8, 0f3F800000;\n";
    row("which a compiler may choose behind a product by 1", by1 + "add.f32 %f9, %f7, %f3;\n",
        by1 + "add.f32 %f9, %f7, %f3;\n");
    const QString shuffled = product + "shfl.sync.idx.b32 %f7|%p1, %f8, 0, 31, -1;\nadd.f32 %f9, %f7, %f3;\n";
    row("which a compiler may choose where a warp has one value", shuffled, shuffled);
    row("a call of another argument", call("%f1", "%f2", "f"), call("%f2", "%f1", "f"));
    row("a call of another function", call("%f1", "%f2", "f"), call("%f1", "%f2", "g"));
    row("results of two calls", call("%f1", "%f2", "f") + "mov.f32 %f7, %f9;\n" + call("%f3", "%f4", "f") + quotient,
        call("%f3", "%f4", "f") + "mov.f32 %f7, %f9;\n" + call("%f1", "%f2", "f") + quotient);
    row("what changes places in a loop", "mov.f32 %f7, %f2;\nmov.f32 %f9, %f1;\n" + QString(loop).arg(exchange),
        "mov.f32 %f7, %f2;\nmov.f32 %f9, %f1;\n" + QString(loop).arg(exchange) + "mov.f32 %f9, %f7;\n");
    row("what a branch hands on", asks("%f1, %f2", "%f3", "%f4"), asks("%f1, %f2", "%f4", "%f3"));
    row("where a branch goes", asks("%f1, %f2", "%f3", "%f4"), asks("%f1, %f2", "%f3", "%f4").replace("@%p1", "@!%p1"));
    row("what a branch asks", asks("%f1, %f2", "%f3", "%f4") + "setp.lt.f32 %p2, %f2, %f1;\n",
        "setp.lt.f32 %p2, %f1, %f2;\n" + asks("%f2, %f1", "%f3", "%f4"));
    row("what was loaded before and behind", "ld.global.f32 %f5, [%rd3];\nfma.rn.f32 %f9, %f1, %f1, %f5;\n",
        "ld.global.f32 %f5, [%rd3];\nfma.rn.f32 %f9, %f5, %f5, %f1;\n");
    row("under a condition", "setp.lt.f32 %p1, %f1, %f2;\n@%p1 add.rn.f32 %f9, %f1, %f2;\n",
        "setp.lt.f32 %p1, %f1, %f2;\n@%p1 add.rn.f32 %f9, %f1, %f2;\n");
  }
  void others() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    QVERIFY(!difference(before, after).isEmpty());
    QVERIFY(!difference(after, before).isEmpty());
  }

  void namesTheLine() {
    const auto said =
        ptxDifference(kernelOf("fma.rn.f32 %f9, %f1, %f2, %f3;\n"), kernelOf("fma.rn.f32 %f9, %f1, %f4, %f3;\n"), "k");
    QVERIFY(said.ok());
    QCOMPARE(said->line, 8u);
    QVERIFY(!ptxDifference(kernelOf(""), kernelOf(""), "other").ok());
  }
};

QTEST_GUILESS_MAIN(PtxAlikeTest)
#include "ptx_alike_test.moc"

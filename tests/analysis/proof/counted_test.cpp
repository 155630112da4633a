#include <QTest>

#include "analysis/proof/proof.h"
#include "answer_checks.h"
#include "kernel_program.h"

using namespace warpwright;
using namespace warpwright::testing;
using proof::Answer;
using proof::Slots;

namespace {

Answer privateIn(KernelProgram& program, ObjectId object) {
  return proof::provePrivate(program.finish(), object, {}, {});
}

Value widened(Value value) {
  return {value.pool, value.pool->cast(ExpressionOp::zext, 64, value.id)};
}

}  // namespace

/// What is shown by counting and by samples, without the solver; and where that must not be believed.
class CountedTest : public QObject {
  Q_OBJECT
 private slots:
  void rowsOfThreads() {
    KernelProgram p("stacks", {96, 1, 1});
    const ObjectId m = p.shared("m", {96, 10});
    const Value t = p.threadIndex(0), i = p.unknown("loop-carried value of `i` at line 31");
    p.branch(p.blockIndex(0) * 96 + t < p.argument("n"), [&] {
      p.write(3, m, {t, p.number(0)});
      p.branch(i >= 0, [&] {
        p.read(4, m, {t, i});
        p.write(5, m, {t, i + 1});
      });
    });
    const KernelModel model = p.finish();
    const Answer answer = proof::provePrivate(model, m, {}, {});
    IS(answer, holds);
    QCOMPARE(answer.queries, 0u);
    SAYS(answer, "[subscript=m@4]");
    SAYS(answer, "[subscript=m@5]");
    const Slots found = proof::findSlots(model, m, {}, {});
    IS(found.answer, holds);
    QCOMPARE(found.answer.queries, 0u);
    QCOMPARE(found.slotCount, 10u);
    QVERIFY(!found.constantSlots);
    SAYS(found.answer, "[subscript=m@5]");
    DOES_NOT_SAY(found.answer, "[subscript=m@3]");
  }

  void aSlotThatNoThreadReaches() {
    // The row has ten elements; the guard leaves four.
    KernelProgram p("fewer", {32, 1, 1});
    const ObjectId m = p.shared("m", {32, 10});
    const Value t = p.threadIndex(0), i = p.unknown("a value");
    p.branch(i < 4, [&] {
      p.write(3, m, {t, i});
      p.read(4, m, {t, i});
    });
    p.read(5, m, {t, p.number(0)});
    const Slots found = proof::findSlots(p.finish(), m, {}, {});
    IS(found.answer, holds);
    QCOMPARE(found.slotCount, 4u);
  }

  void aTableAsWideAsAPowerOfTwo() {
    // Whatever `e` is, and however 32 * e wraps, what is left when divided by 32 is the thread.
    KernelProgram p("table", {32, 1, 1});
    const ObjectId s = p.shared("s", {384});
    const Value t = p.threadIndex(0), e = p.unknown("a value from a texture");
    p.write(3, s, {t + 64});
    p.write(4, s, {e * 32 + t});
    p.read(5, s, {(e << p.number(5)) + t});
    const KernelModel model = p.finish();
    const Answer answer = proof::provePrivate(model, s, {}, {});
    IS(answer, holds);
    QCOMPARE(answer.queries, 0u);
    DOES_NOT_SAY(answer, "=s@");
    const Slots found = proof::findSlots(model, s, {}, {});
    IS(found.answer, holds);
    QCOMPARE(found.answer.queries, 0u);
    QCOMPARE(found.slotCount, 12u);
    SAYS(found.answer, "[inside=s@4]");
  }

  void aTableOfAnotherWidth() {
    // 24 * e wraps at 2^32 to any multiple of 8: nothing is proved, inside the array or not.
    KernelProgram p("odd", {24, 1, 1});
    const ObjectId s = p.shared("s", {240});
    const Value t = p.threadIndex(0), e = p.unknown("a value");
    p.write(3, s, {e * 24 + t});
    p.read(4, s, {e * 24 + t});
    IS(privateIn(p, s), unknown);
  }

  void aTableOfAnotherWidthInALoop() {
    KernelProgram p("rounds", {24, 1, 1});
    const ObjectId s = p.shared("s", {240});
    const Value t = p.threadIndex(0);
    p.loop("e", p.number(10), [&](Value e) { p.write(3, s, {e * 24 + t}); });
    p.loop("f", p.number(10), [&](Value f) { p.read(4, s, {(p.number(9) - f) * 24 + t}); });
    const Answer answer = privateIn(p, s);
    IS(answer, holds);
    QCOMPARE(answer.queries, 0u);
    QCOMPARE(answer.assumptions.size(), size_t(1));  // the block
  }

  void aTriangle() {
    // Rounds of the inner loop are bounded by those of the outer one and by the thread.
    KernelProgram p("triangle", {16, 1, 1});
    const ObjectId s = p.shared("s", {16, 16});
    const Value t = p.threadIndex(0);
    p.loop("i", p.number(16), [&](Value i) {
      p.loop("j", i, [&](Value j) {
        p.write(3, s, {i, j});
        p.branch(j == t, [&] { p.read(4, s, {i, t}); });
      });
    });
    IS(privateIn(p, s), violated);
    KernelProgram q("triangleOfThreads", {16, 1, 1});
    const ObjectId u = q.shared("u", {16, 16});
    q.loop("i", q.threadIndex(0), [&](Value i) {
      q.write(3, u, {q.threadIndex(0), i});
      q.read(4, u, {q.threadIndex(0), i});
    });
    const Answer answer = privateIn(q, u);
    IS(answer, holds);
    QCOMPARE(answer.queries, 0u);
  }

  void fieldsOfAStructure() {
    for (const bool wraps : {false, true}) {
      KernelProgram p("fields", {32, 1, 1});
      const ObjectId s = p.shared("s", {64}, 12);
      const Value k = p.unknown("a value"), l = p.unknown("a value");
      p.accessAt(3, AccessKind::write, s, wraps ? k * 12 + 4 : widened(k) * 12 + 4, 4);
      p.accessAt(4, AccessKind::read, s, wraps ? l * 12 : widened(l) * 12, 4);
      const Answer answer = privateIn(p, s);
      if (wraps) {  // 12 * k of 32 bits leaves anything when divided by 12
        IS(answer, unknown);
      } else {
        IS(answer, holds);
        QCOMPARE(answer.queries, 0u);
        QCOMPARE(answer.assumptions.size(), size_t(1));
      }
    }
  }

  void overlappingFields() {
    KernelProgram p("halves", {32, 1, 1});
    const ObjectId s = p.shared("s", {64}, 12);
    p.accessAt(3, AccessKind::write, s, widened(p.unknown("a value")) * 12 + 6, 4);
    p.accessAt(4, AccessKind::read, s, widened(p.unknown("a value")) * 12 + 9, 4);
    IS(privateIn(p, s), unknown);
  }

  void aSubscriptTooLargeToTellItsSign() {
    // The extent needs the top bit of the subscript: what is assumed of it bounds nothing that is widened by its sign.
    KernelProgram p("bytes", {2, 1, 1});
    const ObjectId s = p.shared("s", {2, 200}, 1);
    const Value t = p.threadIndex(0), i = p.unknown("a value", 8);
    const Value index{i.pool, i.pool->cast(ExpressionOp::sext, 64, i.id)};
    p.write(3, s, {t, index});
    p.read(4, s, {t, index});
    const KernelModel model = p.finish();
    for (const Access& access : model.accesses) QCOMPARE(access.subscripts.size(), size_t(2));
    IS(proof::provePrivate(model, s, {}, {}), holds);
    KernelModel narrow = model;
    for (Access& access : narrow.accesses) access.subscripts[1] = i.id;
    const Answer answer = proof::provePrivate(narrow, s, {}, {});
    QVERIFY2(answer.kind != Answer::Kind::holds, qPrintable(QString::fromStdString(textOf(answer))));
  }

  void roundsThatAreTied() {
    // Counted too: the two buffers are told apart by rounds that follow each other.
    KernelProgram p("twoBuffers", {64, 1, 1});
    const ObjectId s = p.shared("s", {2, 64});
    const Value t = p.threadIndex(0);
    BarrierId first, second;
    p.loop("i", p.number(8), [&](Value i) {
      p.write(3, s, {i & 1, t});
      first = p.barrier(4);
      p.read(5, s, {i & 1, t ^ 1});
      second = p.barrier(6);
    });
    const KernelModel model = p.finish();
    const Answer redundant = proof::proveBarriersRedundant(model, {second}, {}, {}, {});
    IS(redundant, holds);
    QCOMPARE(redundant.queries, 0u);
    IS(proof::proveBarriersRedundant(model, {first}, {}, {}, {}), violated);
    IS(proof::proveBarriersRedundant(model, {first, second}, {}, {}, {}), violated);
  }

  void aDivisionByZeroIsNotTheSameEverywhere() {
    KernelProgram p("quotient", {32, 1, 1});
    const ObjectId o = p.global("o");
    const Value k = p.argument("n") / p.argument("k");
    p.write(3, o, {k});
    const KernelModel model = p.finish();
    QVERIFY(proof::proveUniform(model, model.accesses[0].offset, {}, 0, {}, {}).kind != Answer::Kind::holds);
    KernelProgram q("product", {32, 1, 1});
    const ObjectId u = q.global("u");
    q.write(3, u, {q.argument("n") * q.argument("k")});
    const KernelModel other = q.finish();
    IS(proof::proveUniform(other, other.accesses[0].offset, {}, 0, {}, {}), holds);
  }
};

QTEST_GUILESS_MAIN(CountedTest)
#include "counted_test.moc"

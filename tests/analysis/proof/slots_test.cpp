#include <QTest>

#include "analysis/proof/proof.h"
#include "answer_checks.h"
#include "kernel_program.h"

using namespace warpwright;
using namespace warpwright::testing;
using proof::Slots;
using Values = std::vector<uint64_t>;

namespace {

Slots slotsIn(KernelProgram& program, ObjectId object) {
  return proof::findSlots(program.finish(), object, {}, {});
}

}  // namespace

class SlotsTest : public QObject {
  Q_OBJECT
 private slots:
  void aScalar() {
    KernelProgram p("scalar", {16, 16, 1});
    const ObjectId s = p.shared("s", {16, 16});
    const Value x = p.threadIndex(0), y = p.threadIndex(1);
    p.write(3, s, {y, x});
    p.read(4, s, {y, x});
    const Slots found = slotsIn(p, s);
    IS(found.answer, holds);
    QVERIFY(found.constantSlots && !found.mixedSizes);
    QCOMPARE(found.slotCount, 1u);
    QCOMPARE(found.elementBytes, 4u);
    QCOMPARE(found.slotOfAccess, (std::vector<Values>{{0}, {0}}));
  }

  void rowsOfAnUnrolledLoop() {
    KernelProgram p("rows", {64, 1, 1});
    const ObjectId s = p.shared("s", {512});
    const Value t = p.threadIndex(0);
    p.loop("i", p.number(8), [&](Value i) { p.write(3, s, {t + i * 64}); });
    p.loop("j", p.number(8), [&](Value j) { p.read(5, s, {t + (p.number(7) - j) * 64}); });
    p.read(6, s, {t + 128});
    const Slots found = slotsIn(p, s);
    IS(found.answer, holds);
    QVERIFY(found.constantSlots);
    QCOMPARE(found.slotCount, 8u);
    QCOMPARE(found.slotOfAccess[0], (Values{0, 256, 512, 768, 1024, 1280, 1536, 1792}));
    QCOMPARE(found.slotOfAccess[1], (Values{1792, 1536, 1280, 1024, 768, 512, 256, 0}));
    QCOMPARE(found.slotOfAccess[2], (Values{512}));
  }

  void aRoundThatNoThreadReaches() {
    KernelProgram p("unreached", {64, 1, 1});
    const ObjectId s = p.shared("s", {512});
    const Value t = p.threadIndex(0);
    p.loop("i", p.number(5), [&](Value i) { p.branch(i < 4, [&] { p.write(3, s, {t + i * 64}); }); });
    p.read(6, s, {t});
    const Slots found = slotsIn(p, s);
    QVERIFY(found.constantSlots);
    QCOMPARE(found.slotCount, 4u);
  }

  void aLoopTestedAtItsEnd() {
    KernelProgram p("atEnd", {64, 1, 1});
    const ObjectId s = p.shared("s", {512});
    p.loop("i", p.number(3), [&](Value i) { p.write(3, s, {p.threadIndex(0) + i * 64}); }, true);
    p.read(4, s, {p.threadIndex(0)});
    const Slots found = slotsIn(p, s);
    QVERIFY(found.constantSlots);
    QCOMPARE(found.slotOfAccess[0], (Values{0, 256, 512}));
  }

  void nestedLoops() {
    KernelProgram p("nested", {32, 1, 1});
    const ObjectId s = p.shared("s", {6, 32});
    const Value t = p.threadIndex(0);
    p.loop("i", p.number(2),
           [&](Value i) { p.loop("j", p.number(3), [&](Value j) { p.write(4, s, {i * 3 + j, t}); }); });
    p.read(6, s, {p.number(0), t});
    const Slots found = slotsIn(p, s);
    QVERIFY(found.constantSlots);
    QCOMPARE(found.slotOfAccess[0], (Values{0, 128, 256, 384, 512, 640}));
  }

  void tooManyRoundsToUnroll() {
    KernelProgram p("long", {32, 1, 1});
    const ObjectId s = p.shared("s", {70, 32});
    const Value t = p.threadIndex(0);
    p.loop("i", p.number(70), [&](Value i) { p.write(4, s, {i, t}); });
    p.read(6, s, {p.number(0), t});
    const Slots found = slotsIn(p, s);
    IS(found.answer, holds);
    QVERIFY(!found.constantSlots);
    QCOMPARE(found.slotCount, 70u);
    QVERIFY(found.slotOfAccess[0].empty());
    QCOMPARE(found.slotOfAccess[1], (Values{0}));
  }

  void moreSlotsThanAThreadCanKeep() {
    KernelProgram p("many", {32, 1, 1});
    const ObjectId s = p.shared("s", {100, 32});
    p.loop("i", p.number(100), [&](Value i) { p.write(4, s, {i, p.threadIndex(0)}); });
    p.read(6, s, {p.number(0), p.threadIndex(0)});
    const Slots found = slotsIn(p, s);
    IS(found.answer, unknown);
    SAYS(found.answer, "line 4 may use more than 70");
  }

  void fixedForAThreadIsNotConstant() {
    // One place a thread and call, but not the same distance for every `k`.
    KernelProgram p("byArgument", {64, 1, 1});
    const ObjectId s = p.shared("s", {64, 8});
    const Value t = p.threadIndex(0), k = p.argument("k");
    p.write(3, s, {t, k});
    p.read(4, s, {t, p.number(0)});
    const Slots found = slotsIn(p, s);
    IS(found.answer, holds);
    QVERIFY(!found.constantSlots);
    QCOMPARE(found.slotCount, 8u);
    SAYS(found.answer, "[subscript=s@3]");
  }

  void aUniformLoadInEverySubscript() {
    KernelProgram p("uniformLoad", {64, 1, 1});
    const ObjectId s = p.shared("s", {128}), n = p.global("n"), o = p.global("o");
    const Value t = p.threadIndex(0), k = p.read(2, n, {p.number(0)});
    p.write(3, s, {t + k});
    p.read(4, s, {t + k});
    p.write(4, o, {t});
    const Slots found = slotsIn(p, s);
    IS(found.answer, holds);
    QVERIFY(found.constantSlots);
    SAYS(found.answer, "[disjoint=n,o]");
  }

  void loadedSubscriptsAreNotLiteral() {
    KernelProgram p("loaded", {8, 1, 1});
    const ObjectId s = p.shared("s", {8, 8}), f = p.global("f");
    const Value t = p.threadIndex(0), k = p.read(2, f, {t});
    p.write(3, s, {t, k & 7});
    p.read(4, s, {t, p.number(2)});
    const Slots found = slotsIn(p, s);
    IS(found.answer, holds);
    QVERIFY(!found.constantSlots);
    QCOMPARE(found.slotCount, 8u);
  }

  void aStackNeedsItsDimensions() {
    KernelProgram p("stack", {96, 1, 1});
    const ObjectId m = p.shared("m", {96, 10});
    const Value t = p.threadIndex(0), i = p.unknown("loop-carried value of `i` at line 31");
    p.write(3, m, {t, p.number(0)});
    p.write(4, m, {t, i + 1});
    p.read(5, m, {t, i});
    const Slots found = slotsIn(p, m);
    IS(found.answer, holds);
    QVERIFY(!found.constantSlots);
    QCOMPARE(found.slotCount, 10u);
    SAYS(found.answer, "[subscript=m@4]");
    DOES_NOT_SAY(found.answer, "[subscript=m@3]");
  }

  void mixedSizes() {
    KernelProgram p("mixed", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    const Value t = p.threadIndex(0);
    p.write(3, s, {t});
    p.accessAt(4, AccessKind::write, s, t * 4 + 2, 1);
    p.read(5, s, {t});
    const KernelModel model = p.finish();
    IS(proof::provePrivate(model, s, {}, {}), holds);
    const Slots found = proof::findSlots(model, s, {}, {});
    IS(found.answer, holds);
    QVERIFY(found.mixedSizes);
    QVERIFY(!found.constantSlots);
  }

  void theReferencesGuardDoesNotHideOtherThreads() {
    // Only the lower half gets to the first access; in the upper half the last one is four bytes further.
    KernelProgram p("halves", {64, 1, 1});
    const ObjectId s = p.shared("s", {128});
    const Value t = p.threadIndex(0);
    p.branch(t < 32, [&] { p.write(3, s, {t * 2}); });
    p.write(4, s, {t * 2});
    p.read(5, s, {choose(t >= 32, t * 2 + 1, t * 2)});
    const Slots found = slotsIn(p, s);
    IS(found.answer, holds);
    QCOMPARE(found.slotCount, 2u);
    QVERIFY(!found.constantSlots);
  }

  void aPlaceAfterALoopThatMayBreak() {
    // The counter after the loop is not a literal: the access cannot be unrolled with it.
    KernelProgram p("after", {8, 1, 1});
    const ObjectId s = p.shared("s", {4, 8});
    const Value t = p.threadIndex(0);
    Value last;
    p.loop("i", p.number(3), [&](Value i) {
      last = i;
      p.write(3, s, {i, t});
      p.breakIf(p.unknown("a comparison", 1));
    });
    p.read(5, s, {last, t});
    const Slots found = slotsIn(p, s);
    IS(found.answer, holds);
    QVERIFY(!found.constantSlots);
    QCOMPARE(found.slotOfAccess[0].size(), size_t(3));
    QVERIFY(found.slotOfAccess[1].empty());
  }
};

QTEST_GUILESS_MAIN(SlotsTest)
#include "slots_test.moc"

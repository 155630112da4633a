#include <QTest>

#include "analysis/passes/placement/element_slots.h"

using namespace warpwright;
using namespace warpwright::passes;
using Op = ExpressionOp;

namespace {

// A kernel with one shared object and hand-made accesses to it.
struct Fixture {
  KernelModel model;
  ObjectId object{0};
  SymbolId thread, counter;
  ExpressionId tid, k;

  explicit Fixture(uint32_t elementBytes, uint32_t elements) {
    MemoryObject shared;
    shared.id = object;
    shared.space = MemorySpace::shared;
    shared.name = "s";
    shared.elementBytes = elementBytes;
    shared.bytes = uint64_t{elementBytes} * elements;
    model.objects.push_back(shared);
    Symbol x;
    x.kind = SymbolKind::threadIndex;
    x.name = "threadIdx.x";
    thread = model.pool.addSymbol(x);
    Symbol count;
    count.kind = SymbolKind::loopCounter;
    count.name = "k";
    count.loop = LoopId{0};
    counter = model.pool.addSymbol(count);
    tid = model.pool.cast(Op::zext, 64, model.pool.symbol(thread));
    k = model.pool.cast(Op::zext, 64, model.pool.symbol(counter));
    Loop loop;
    loop.id = LoopId{0};
    loop.counter = counter;
    loop.constantTripCount = 4;
    loop.range.begin = {"a.cu", 5, 3};
    model.loops.push_back(loop);
  }

  ExpressionId constant(uint64_t value) { return model.pool.constant(64, value); }
  ExpressionId times(uint64_t factor, ExpressionId of) { return model.pool.binary(Op::mul, of, constant(factor)); }
  ExpressionId sum(ExpressionId a, ExpressionId b) { return model.pool.binary(Op::add, a, b); }

  void access(ExpressionId offset, uint32_t bytes, bool inLoop = false) {
    Access access;
    access.id = AccessId{static_cast<uint32_t>(model.accesses.size())};
    access.object = object;
    access.bytes = bytes;
    access.offset = offset;
    access.guard = model.pool.truth(true);
    access.line = 10 + access.id.value;
    if (inLoop) access.loop = LoopId{0};
    SourceUse use;
    use.range.begin = {"a.cu", access.line, 1};
    use.accesses = {access.id};
    model.accesses.push_back(access);
    model.objects[0].uses.push_back(use);
  }

  ElementSlots kept(std::vector<std::vector<uint64_t>> distances) {
    proof::Slots kept;
    kept.constantSlots = true;
    kept.slotOfAccess = std::move(distances);
    return elementSlots(model, object, kept);
  }
};

}  // namespace

class ElementSlotsTest : public QObject {
  Q_OBJECT
 private slots:
  void oneElement() {
    Fixture f(4, 64);
    f.access(f.times(4, f.tid), 4);
    f.access(f.times(4, f.tid), 4);
    const ElementSlots kept = f.kept({{0}, {0}});
    QCOMPARE(kept.problem, std::string());
    QCOMPARE(kept.count, 1u);
  }

  void partsOfOneElement() {
    Fixture f(16, 64);
    f.access(f.sum(f.times(16, f.tid), f.constant(8)), 4);
    f.access(f.sum(f.times(16, f.tid), f.constant(4)), 4);
    f.access(f.times(16, f.tid), 16);
    const ElementSlots kept = f.kept({{8}, {4}, {0}});
    QCOMPARE(kept.problem, std::string());
    QCOMPARE(kept.count, 1u);
  }

  // .w of one element and .x of the next lie 4 bytes apart and are two elements.
  void partsOfTwoElements() {
    Fixture f(16, 64);
    f.access(f.sum(f.times(16, f.tid), f.constant(12)), 4);
    f.access(f.sum(f.times(16, f.tid), f.constant(16)), 4);
    const ElementSlots kept = f.kept({{0}, {4}});
    QCOMPARE(kept.problem, std::string());
    QCOMPARE(kept.count, 2u);
    QCOMPARE(kept.uses.at({"a.cu", 11, 1}).first, 1u);
  }

  void anAccessAcrossElementsIsAProblem() {
    Fixture f(4, 64);
    f.access(f.sum(f.times(4, f.tid), f.constant(2)), 4);
    QVERIFY(!f.kept({{0}}).problem.empty());
  }

  void anUnknownPhaseIsAProblem() {
    Fixture f(4, 64);
    f.access(f.tid, 1);
    QVERIFY(!f.kept({{0}}).problem.empty());
  }

  void gapsAreClosed() {
    Fixture f(4, 256);
    f.access(f.times(4, f.tid), 4);
    f.access(f.sum(f.times(4, f.tid), f.constant(512)), 4);
    const ElementSlots kept = f.kept({{0}, {512}});
    QCOMPARE(kept.count, 2u);
    QCOMPARE(kept.uses.at({"a.cu", 11, 1}).first, 1u);
  }

  void anUnrolledLoopCountsSlots() {
    Fixture f(4, 256);
    f.access(f.sum(f.times(4, f.tid), f.times(256, f.k)), 4, true);
    f.access(f.sum(f.times(4, f.tid), f.constant(768)), 4);
    const ElementSlots kept = f.kept({{0, 256, 512, 768}, {768}});
    QCOMPARE(kept.problem, std::string());
    QCOMPARE(kept.count, 4u);
    const UseSlot& loop = kept.uses.at({"a.cu", 10, 1});
    QCOMPARE(loop.first, 0u);
    QCOMPARE(loop.step, int64_t{1});
    QCOMPARE(kept.uses.at({"a.cu", 11, 1}).first, 3u);
  }

  // Round 0 is left out: the slots would be counted from round 1.
  void aGuardOnTheCounterIsAProblem() {
    Fixture f(4, 256);
    f.access(f.sum(f.times(4, f.tid), f.times(256, f.k)), 4, true);
    f.model.accesses[0].guard = f.model.pool.binary(Op::ult, f.constant(0), f.k);
    QVERIFY(!f.kept({{0, 256, 512}}).problem.empty());
    f.model.accesses[0].guard = f.model.pool.binary(Op::ult, f.k, f.constant(3));
    QCOMPARE(f.kept({{0, 256, 512}}).problem, std::string());
  }

  void aLoopThatCountsDown() {
    Fixture f(4, 256);
    f.access(f.sum(f.times(4, f.tid), f.model.pool.binary(Op::sub, f.constant(768), f.times(256, f.k))), 4, true);
    const ElementSlots kept = f.kept({{768, 512, 256, 0}});
    QCOMPARE(kept.problem, std::string());
    const UseSlot& loop = kept.uses.at({"a.cu", 10, 1});
    QCOMPARE(loop.first, 3u);
    QCOMPARE(loop.step, int64_t{-1});
  }

  void residues_data() {
    QTest::addColumn<int>("divisor");
    QTest::addColumn<int>("factor");
    QTest::addColumn<int>("addend");
    QTest::addColumn<int>("expected");
    QTest::newRow("int") << 4 << 4 << 0 << 0;
    QTest::newRow("offset") << 4 << 8 << 6 << 2;
    QTest::newRow("negative") << 4 << 8 << -1 << 3;
    QTest::newRow("float3") << 12 << 12 << 4 << 4;
    QTest::newRow("float3 negative") << 12 << 24 << -4 << 8;
    QTest::newRow("unknown") << 8 << 4 << 0 << -1;
  }
  void residues() {
    QFETCH(int, divisor);
    QFETCH(int, factor);
    QFETCH(int, addend);
    QFETCH(int, expected);
    Fixture f(4, 4);
    const ExpressionId form = f.sum(f.times(static_cast<uint64_t>(factor), f.tid),
                                    f.constant(static_cast<uint64_t>(static_cast<int64_t>(addend))));
    const auto left = residue(f.model.pool, form, static_cast<uint64_t>(divisor));
    QCOMPARE(left ? static_cast<int>(*left) : -1, expected);
  }

  // A char index wraps at 256: its multiple says nothing about distances.
  void aNarrowCounterHasNoFactor() {
    Fixture f(4, 256);
    const ExpressionId narrow = f.model.pool.cast(Op::trunc, 8, f.model.pool.symbol(f.counter));
    const ExpressionId offset = f.times(4, f.model.pool.cast(Op::zext, 64, narrow));
    QVERIFY(!factorOf(f.model.pool, offset, f.counter));
    QCOMPARE(*factorOf(f.model.pool, f.times(4, f.k), f.counter), int64_t{4});
  }
};

QTEST_GUILESS_MAIN(ElementSlotsTest)
#include "element_slots_test.moc"

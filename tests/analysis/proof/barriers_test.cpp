#include <QTest>

#include "analysis/proof/proof.h"
#include "answer_checks.h"
#include "kernel_program.h"
#include "path_finder.h"

using namespace warpwright;
using namespace warpwright::testing;
using proof::Answer;

namespace {

Answer without(const KernelModel& model, std::vector<BarrierId> removed, std::vector<ObjectId> privatised = {}) {
  return proof::proveBarriersRedundant(model, removed, privatised, {}, {});
}

}  // namespace

class BarriersTest : public QObject {
  Q_OBJECT
 private slots:
  void pathFinderKeepsAllThree() {
    PathFinder kernel;
    const KernelModel model = kernel.program.finish();
    for (const BarrierId barrier : {kernel.afterLoad, kernel.betweenBuffers, kernel.endOfRound}) {
      IS(without(model, {barrier}, {kernel.result}), violated);
    }
    const Answer between = without(model, {kernel.betweenBuffers}, {kernel.result});
    SAYS(between, "Barrier at line 45 stays: without it, line 50 may overwrite `prev` before line ");
    QCOMPARE(between.evidence.size(), size_t(2));
  }

  void aBarrierBetweenOwnElements() {
    KernelProgram p("own", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    p.write(3, s, {p.threadIndex(0)});
    const BarrierId barrier = p.barrier(4);
    p.read(5, s, {p.threadIndex(0)});
    const Answer answer = without(p.finish(), {barrier});
    IS(answer, holds);
    SAYS(answer, "across the barrier at line 4");
  }

  void writesAfterWrites() {
    KernelProgram p("overwrite", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    const Value t = p.threadIndex(0);
    p.write(3, s, {t});
    const BarrierId barrier = p.barrier(4);
    p.write(5, s, {t ^ 1});
    const Answer answer = without(p.finish(), {barrier});
    IS(answer, violated);
    SAYS(answer, "line 5 may write `s` before line 3 has.");
  }

  void privatisedObjectsNeedNoBarrier() {
    KernelProgram p("privatised", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    p.write(3, s, {p.threadIndex(0)});
    const BarrierId barrier = p.barrier(4);
    p.read(5, s, {p.threadIndex(0) ^ 1});
    const KernelModel model = p.finish();
    IS(without(model, {barrier}), violated);
    IS(without(model, {barrier}, {s}), holds);
  }

  void eitherOfTwoBarriersButNotBoth() {
    KernelProgram p("both", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    p.write(3, s, {p.threadIndex(0)});
    const BarrierId first = p.barrier(4), second = p.barrier(5);
    p.read(6, s, {p.number(63) - p.threadIndex(0)});
    const KernelModel model = p.finish();
    IS(without(model, {first}), holds);
    IS(without(model, {second}), holds);
    IS(without(model, {first, second}), violated);
  }

  void doubleBuffer() {
    KernelProgram p("doubleBuffer", {64, 1, 1});
    const ObjectId s = p.shared("s", {2, 64});
    const Value t = p.threadIndex(0);
    BarrierId first, second;
    p.loop("i", p.argument("n"), [&](Value i) {
      p.write(3, s, {i & 1, t});
      first = p.barrier(4);
      p.read(5, s, {i & 1, t ^ 1});
      second = p.barrier(6);
    });
    const KernelModel model = p.finish();
    IS(without(model, {first}), violated);
    IS(without(model, {second}), holds);
    IS(without(model, {first, second}), violated);
  }

  void singleBuffer() {
    KernelProgram p("singleBuffer", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    const Value t = p.threadIndex(0);
    BarrierId first, second;
    p.loop("i", p.argument("n"), [&](Value) {
      p.write(3, s, {t});
      first = p.barrier(4);
      p.read(5, s, {t ^ 1});
      second = p.barrier(6);
    });
    const KernelModel model = p.finish();
    IS(without(model, {first}), violated);
    IS(without(model, {second}), violated);
  }

  void aDoubleBufferThatARoundMaySkip() {
    // Where the second barrier may be skipped, threads two rounds apart could meet.
    KernelProgram p("skipped", {64, 1, 1});
    const ObjectId s = p.shared("s", {2, 64});
    const Value t = p.threadIndex(0), n = p.argument("n");
    BarrierId first, second;
    p.loop("i", n, [&](Value i) {
      p.write(3, s, {i & 1, t});
      p.branch(n > 5, [&] { first = p.barrier(4); });
      p.read(5, s, {i & 1, t ^ 1});
      second = p.barrier(6);
    });
    QVERIFY(without(p.finish(), {second}).kind != Answer::Kind::holds);
  }

  void roundsThatDifferBetweenThreads() {
    KernelProgram p("uneven", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    const Value t = p.threadIndex(0);
    BarrierId barrier;
    p.loop("i", t, [&](Value) {
      p.write(3, s, {t});
      barrier = p.barrier(4);
      p.read(5, s, {t});
    });
    const Answer answer = without(p.finish(), {barrier});
    IS(answer, unknown);
    SAYS(answer, "it is not shown that all threads pass the barrier at line 4 together");
  }

  void aDivergentBarrier() {
    KernelProgram p("divergent", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    const Value t = p.threadIndex(0);
    BarrierId barrier;
    p.write(3, s, {t});
    p.branch(t < 32, [&] { barrier = p.barrier(4); });
    p.read(5, s, {t});
    IS(without(p.finish(), {barrier}), unknown);
  }

  void uniformBranchesAndLoads() {
    KernelProgram p("uniform", {64, 1, 1});
    const ObjectId s = p.shared("s", {64}), n = p.global("n"), o = p.global("o");
    const Value t = p.threadIndex(0), rounds = p.read(2, n, {p.number(0)});
    BarrierId barrier;
    p.loop("i", rounds, [&](Value) {
      p.write(3, s, {t});
      barrier = p.barrier(4);
      p.read(5, s, {t});
      p.write(6, o, {t});
    });
    const Answer answer = without(p.finish(), {barrier});
    IS(answer, holds);
    SAYS(answer, "[disjoint=n,o]");
  }

  void argumentsThatMustNotOverlap() {
    KernelProgram p("copy", {64, 1, 1});
    const ObjectId in = p.global("in"), out = p.global("out");
    const Value t = p.threadIndex(0) + p.blockIndex(0) * 64;
    p.write(3, out, {t});
    const BarrierId barrier = p.barrier(4);
    p.read(5, in, {t ^ 1});
    const Answer answer = without(p.finish(), {barrier});
    IS(answer, holds);
    SAYS(answer, "`in` and `out` do not overlap");
    SAYS(answer, "[disjoint=in,out]");
  }

  void fieldsThatMustNotOverlap() {
    KernelProgram p("fields", {64, 1, 1});
    const ObjectId in = p.pointerField("p.in"), out = p.pointerField("p.out");
    const Value t = p.threadIndex(0) + p.blockIndex(0) * 64;
    p.write(3, out, {t});
    const BarrierId barrier = p.barrier(4);
    p.read(5, in, {t ^ 1});
    const Answer answer = without(p.finish(), {barrier});
    IS(answer, holds);
    SAYS(answer, "`p.in` and `p.out` do not overlap");
    SAYS(answer, "[disjoint=p.in,p.out]");
  }

  void fetchedTextures() {
    KernelProgram p("fetches", {64, 1, 1});
    const ObjectId out = p.global("out");
    const Value t = p.threadIndex(0) + p.blockIndex(0) * 64;
    p.call(3, "texture fetch", false, false);
    const BarrierId barrier = p.barrier(4);
    p.write(5, out, {t});
    const Answer answer = without(p.finish(), {barrier});
    IS(answer, holds);
    SAYS(answer, "no texture is fetched from `out`");
  }

  void globalMemoryOfTheBlock() {
    KernelProgram p("global", {64, 1, 1});
    const ObjectId out = p.global("out");
    const Value t = p.threadIndex(0);
    p.write(3, out, {t + p.blockIndex(0) * 64});
    const BarrierId barrier = p.barrier(4);
    p.read(5, out, {(t ^ 1) + p.blockIndex(0) * 64});
    IS(without(p.finish(), {barrier}), violated);
  }

  void aFlagForOtherBlocks() {
    KernelProgram p("lastBlock", {64, 1, 1});
    const ObjectId out = p.global("out"), count = p.global("count");
    const Value t = p.threadIndex(0);
    p.write(3, out, {t + p.blockIndex(0) * 64});
    const BarrierId barrier = p.barrier(4);
    p.branch(t == 0, [&] { p.atomic(5, count, {p.number(0)}); });
    const Answer answer = without(p.finish(), {barrier});
    IS(answer, unknown);
    SAYS(answer, "other blocks may rely on the order of line 3 and line 5");
  }

  void callsAndCollectives() {
    const auto kernel = [](bool memory, bool collective, const std::string& name) {
      KernelProgram p("calls", {64, 1, 1});
      const ObjectId s = p.shared("s", {64});
      p.write(3, s, {p.threadIndex(0)});
      p.barrier(4);
      p.call(5, name, memory, collective);
      p.read(6, s, {p.threadIndex(0)});
      return p.finish();
    };
    IS(without(kernel(true, false, "device_function"), {BarrierId{0}}), unknown);
    IS(without(kernel(false, true, "__shfl_down"), {BarrierId{0}}), unknown);
    SAYS(without(kernel(false, true, "__shfl_down"), {BarrierId{0}}), "`__shfl_down` at line 5");
    IS(without(kernel(false, true, "__shfl_down_sync"), {BarrierId{0}}), holds);
  }

  void volatileMemory() {
    KernelProgram p("volatile", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    p.object(s).isVolatile = true;
    p.write(3, s, {p.threadIndex(0)});
    const BarrierId barrier = p.barrier(4);
    p.read(5, s, {p.threadIndex(0)});
    IS(without(p.finish(), {barrier}), unknown);
  }

  void barriersThatAreNotPlain() {
    KernelProgram p("counting", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    p.write(3, s, {p.threadIndex(0)});
    const BarrierId counting = p.barrier(4, Barrier::Kind::other), plain = p.barrier(5);
    const BarrierId warp = p.barrier(6, Barrier::Kind::warp);
    p.read(7, s, {p.threadIndex(0) ^ 1});
    const KernelModel model = p.finish();
    IS(without(model, {warp}), unknown);
    // A barrier of another kind is no wall: it may hold back some threads only.
    IS(without(model, {plain}), violated);
    QVERIFY(without(model, {counting}).kind != Answer::Kind::holds);
  }

  void accessesBeforeAndAfterALoop() {
    KernelProgram p("around", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    const Value t = p.threadIndex(0);
    BarrierId inner;
    p.write(3, s, {t});
    p.loop("i", p.argument("n"), [&](Value) { inner = p.barrier(4); });
    p.read(6, s, {t ^ 1});
    // The loop may run no round at all; the barrier orders the accesses where it does run.
    IS(without(p.finish(), {inner}), violated);
  }

  void exchangesThatDataDecides() {
    // Threads that exchange elements where data says so: nothing shows that they ever do.
    for (const bool always : {false, true}) {
      KernelProgram p("exchange", {64, 1, 1});
      const ObjectId s = p.shared("s", {64});
      const Value t = p.threadIndex(0);
      p.write(3, s, {t});
      p.barrier(4);
      const Value own = p.read(5, s, {t}), other = p.read(6, s, {t ^ 1});
      p.branch(always ? (own & 1) + (other & 1) < 3 : own < other, [&] { p.write(7, s, {t ^ 1}); });
      const BarrierId barrier = p.barrier(8);
      p.read(9, s, {t});
      const Answer answer = without(p.finish(), {barrier});
      if (always) {
        IS(answer, violated);
        continue;
      }
      IS(answer, unknown);
      SAYS(answer, "is read from memory at line 5. A proof needs its range.");
    }
  }

  void twoNamesOfDynamicMemory() {
    KernelProgram p("dynamic", {64, 1, 1});
    const ObjectId a = p.dynamicShared("a"), b = p.dynamicShared("b");
    p.write(3, a, {p.threadIndex(0)});
    const BarrierId barrier = p.barrier(4);
    p.read(5, b, {p.threadIndex(0) + 1});
    IS(without(p.finish(), {barrier}), violated);
  }
};

QTEST_GUILESS_MAIN(BarriersTest)
#include "barriers_test.moc"

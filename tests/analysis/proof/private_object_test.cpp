#include <QTest>
#include "analysis/proof/proof.h"
#include "answer_checks.h"
#include "kernel_program.h"
#include "path_finder.h"

using namespace warpwright;
using namespace warpwright::testing;
using proof::Answer;

namespace {

Answer privateIn(KernelProgram& program, ObjectId object) {
  return proof::provePrivate(program.finish(), object, {}, {});
}

}  // namespace

class PrivateTest : public QObject {
  Q_OBJECT
 private slots:
  void pathFinder() {
    PathFinder kernel;
    const KernelModel model = kernel.program.finish();
    const Answer result = proof::provePrivate(model, kernel.result, {}, {});
    IS(result, holds);
    QCOMPARE(result.assumptions.size(), size_t(1));
    QCOMPARE(toString(result.assumptions[0].check), std::string("block=256,1,1"));
    const Answer prev = proof::provePrivate(model, kernel.prev, {}, {});
    IS(prev, violated);
    SAYS(prev, "`prev` stays shared: line ");
    SAYS(prev, "reads what other threads wrote at line ");
    SAYS(prev, "reads `prev[");
    QCOMPARE(prev.evidence.size(), size_t(2));
    QVERIFY(prev.evidence[0].at.line != 0 && prev.evidence[0].at.file == "kernel.cu");
  }

  void everyThreadItsOwnElement() {
    KernelProgram p("own", {16, 16, 1});
    const ObjectId s = p.shared("s", {16, 16});
    p.write(5, s, {p.threadIndex(1), p.threadIndex(0)});
    p.barrier(6);
    p.read(7, s, {p.threadIndex(1), p.threadIndex(0)});
    IS(privateIn(p, s), holds);
  }

  void aDimensionThatTheIndexLeavesOut() {
    KernelProgram p("rows", {16, 16, 1});
    const ObjectId s = p.shared("s", {16});
    p.write(5, s, {p.threadIndex(0)});
    p.read(7, s, {p.threadIndex(0)});
    const Answer answer = privateIn(p, s);
    IS(answer, violated);
    SAYS(answer, "thread (");
  }

  void narrowingWraps() {
    KernelProgram p("wrap", {256, 1, 1});
    const ObjectId s = p.shared("s", {256});
    const Value t = p.threadIndex(0);
    const ExpressionId byte = t.pool->cast(ExpressionOp::trunc, 8, (t * 2).id);
    const Value k{t.pool, t.pool->cast(ExpressionOp::zext, 32, byte)};
    p.write(3, s, {k});
    p.read(5, s, {k});
    IS(privateIn(p, s), violated);
  }

  void partsOfAWord() {
    KernelProgram p("subword", {256, 1, 1});
    const ObjectId s = p.shared("s", {256}, 1);
    const Value t = p.threadIndex(0);
    p.write(3, s, {t});
    p.barrier(4);
    p.accessAt(5, AccessKind::read, s, t / 4 * 4, 4);
    const Answer answer = privateIn(p, s);
    IS(answer, violated);
    SAYS(answer, "line 5 reads what other threads wrote at line 3");
  }

  void theSameAccessInDifferentRounds() {
    KernelProgram p("rounds", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    p.loop("i", p.argument("n"), [&](Value i) {
      p.write(4, s, {(p.threadIndex(0) + i) % 64});
      p.barrier(5);
      p.read(6, s, {(p.threadIndex(0) + i) % 64});
      p.barrier(7);
    });
    IS(privateIn(p, s), violated);
  }

  void anIndexChosenByInput() {
    KernelProgram p("phi", {64, 1, 1});
    const ObjectId s = p.shared("s", {65}), f = p.global("f"), o = p.global("o");
    const Value t = p.threadIndex(0), flag = p.read(3, f, {t});
    const Value k = choose(flag != 0, t + 1, t);
    p.write(4, s, {k});
    p.barrier(5);
    p.read(6, s, {k});
    p.write(6, o, {t});
    const Answer answer = privateIn(p, s);
    IS(answer, unknown);
    SAYS(answer, "`f[threadIdx.x]` is read from memory at line 3. A proof needs its range.");
  }

  void anIndexFromSharedMemory() {
    KernelProgram p("permuted", {64, 1, 1});
    const ObjectId s = p.shared("s", {64}), q = p.shared("q", {64});
    const Value t = p.threadIndex(0);
    p.write(2, q, {t});
    const Value k = p.read(3, q, {t});
    p.write(3, s, {k});
    p.barrier(4);
    p.read(5, s, {k});
    const Answer answer = privateIn(p, s);
    IS(answer, unknown);
    SAYS(answer, "Cannot tell whether `s[");
    SAYS(answer, "is read from memory at line 3");
  }

  void aConflictThatNeedsNoParticularData() {
    // Whatever `k` is, neighbours meet.
    KernelProgram p("anyData", {64, 1, 1});
    const ObjectId s = p.shared("s", {4096});
    const Value t = p.threadIndex(0), k = p.unknown("the value of `k` at line 2") & 255;
    p.write(3, s, {t + k - k});
    p.read(4, s, {t - 1});
    IS(privateIn(p, s), violated);
  }

  void earlyReturn() {
    KernelProgram p("early", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    const Value t = p.threadIndex(0);
    p.returnIf(t >= p.argument("n"));
    p.write(4, s, {t});
    p.read(5, s, {t});
    IS(privateIn(p, s), holds);
  }

  void guardsMakeItPrivate() {
    KernelProgram p("even", {64, 1, 1});
    const ObjectId s = p.shared("s", {32});
    const Value t = p.threadIndex(0);
    p.branch(t % 2 == 0, [&] { p.write(4, s, {t / 2}); });
    p.barrier(5);
    p.branch(t % 2 == 0, [&] { p.read(6, s, {t / 2}); });
    IS(privateIn(p, s), holds);

    KernelProgram q("evenWriter", {64, 1, 1});
    const ObjectId u = q.shared("u", {32});
    const Value x = q.threadIndex(0);
    q.branch(x % 2 == 0, [&] { q.write(4, u, {x / 2}); });
    q.barrier(5);
    q.read(6, u, {x / 2});
    IS(privateIn(q, u), violated);
  }

  void aUniformLoadedIndex() {
    KernelProgram p("uniformLoad", {64, 1, 1});
    const ObjectId s = p.shared("s", {128}), n = p.global("n"), o = p.global("o");
    const Value t = p.threadIndex(0), k = p.read(2, n, {p.number(0)});
    p.write(3, s, {t + k});
    p.read(4, s, {t + k});
    p.write(4, o, {t});
    const Answer answer = privateIn(p, s);
    IS(answer, holds);
    SAYS(answer, "nothing writes `n` through another pointer");
    SAYS(answer, "[disjoint=n,o]");
  }

  void loadsThatDoNotMatterNeedNoAssumption() {
    KernelProgram p("idleLoad", {64, 1, 1});
    const ObjectId s = p.shared("s", {64}), n = p.global("n"), o = p.global("o");
    const Value t = p.threadIndex(0), k = p.read(2, n, {p.number(0)});
    p.branch(k > 3, [&] { p.write(3, s, {t}); });
    p.read(4, s, {t});
    p.write(4, o, {t});
    const Answer answer = privateIn(p, s);
    IS(answer, holds);
    DOES_NOT_SAY(answer, "disjoint");
  }

  void aLoadIsNotUniformWhereTheKernelWrites() {
    KernelProgram p("writtenLoad", {64, 1, 1});
    const ObjectId s = p.shared("s", {128}), n = p.global("n");
    const Value t = p.threadIndex(0), k = p.read(2, n, {p.number(0)});
    p.write(3, s, {t + k});
    p.read(4, s, {t + k});
    p.write(5, n, {p.number(0)});
    IS(privateIn(p, s), unknown);
  }

  void volatileMemory() {
    KernelProgram p("warp", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    p.object(s).isVolatile = true;
    const Value t = p.threadIndex(0);
    p.write(3, s, {t});
    p.branch(t < 16, [&] {
      p.read(4, s, {t + 16});
      p.write(4, s, {t});
    });
    IS(privateIn(p, s), violated);

    KernelProgram q("own", {64, 1, 1});
    const ObjectId u = q.shared("u", {64});
    q.object(u).isVolatile = true;
    q.write(3, u, {q.threadIndex(0)});
    q.read(4, u, {q.threadIndex(0)});
    const Answer answer = privateIn(q, u);
    IS(answer, unknown);
    SAYS(answer, "volatile");
  }

  void dynamicSharedMemory() {
    KernelProgram p("extern", {64, 1, 1});
    const ObjectId sm = p.dynamicShared("sm", 4);
    const Value t = p.threadIndex(0);
    p.accessAt(3, AccessKind::write, sm, t * 4, 4);
    p.accessAt(4, AccessKind::write, sm, t * 4 + 256, 4);
    p.accessAt(5, AccessKind::read, sm, t * 4 + 256, 4);
    p.accessAt(5, AccessKind::read, sm, t * 4, 4);
    IS(privateIn(p, sm), holds);

    KernelProgram q("twoNames", {64, 1, 1});
    const ObjectId a = q.dynamicShared("ea"), b = q.dynamicShared("eb");
    q.write(3, a, {q.threadIndex(0)});
    q.read(4, b, {q.threadIndex(0) + 1});
    const Answer answer = privateIn(q, a);
    IS(answer, unknown);
    SAYS(answer, "`ea` and `eb` are names of the same dynamic shared memory");
  }

  void atomicsReadAndWrite() {
    KernelProgram p("histogram", {64, 1, 1});
    const ObjectId bins = p.shared("bins", {16}), own = p.shared("own", {64});
    const Value t = p.threadIndex(0);
    p.atomic(3, bins, {t % 16});
    p.atomic(4, own, {t});
    const KernelModel model = p.finish();
    const Answer crossed = proof::provePrivate(model, bins, {}, {});
    IS(crossed, violated);
    SAYS(crossed, "threads update the same element at line 3");
    IS(proof::provePrivate(model, own, {}, {}), holds);
  }

  void aStrideOfZero() {
    KernelProgram p("byValue", {64, 1, 1});
    const ObjectId s = p.shared("s", {1024});
    const Value place = p.threadIndex(0) * p.argument("stride");
    p.write(3, s, {place});
    p.read(5, s, {place});
    const Answer answer = privateIn(p, s);
    IS(answer, violated);
    SAYS(answer, "`stride` = 0");
  }

  void onlyUnusualValuesCollide() {
    KernelProgram p("wrapped", {64, 1, 1});
    const ObjectId s = p.shared("s", {1024});
    const Value cols = p.argument("cols"), place = p.threadIndex(0) * cols;
    p.branch(cols >= 1, [&] {
      p.write(3, s, {place});
      p.read(5, s, {place});
    });
    proof::ProofOptions options;
    options.queryEffort = 20000;
    const Answer answer = proof::provePrivate(p.finish(), s, options, {});
    IS(answer, unknown);
    SAYS(answer, "it holds where `cols` is between 0 and 1048576");
  }

  void flatIndexing() {
    KernelProgram p("flat", {64, 1, 1});
    const ObjectId s = p.shared("s", {4, 16});
    const Value t = p.threadIndex(0);
    p.write(3, s, {p.number(0), t});
    p.barrier(4);
    p.read(5, s, {t / 16, t % 16});
    const Answer answer = privateIn(p, s);
    IS(answer, holds);
    DOES_NOT_SAY(answer, "subscript");
  }

  void anAssumptionKnownToBeFalse() {
    // Thread 16 writes s[1][0] by its flat index. "Every subscript in its range" would hide that.
    KernelProgram p("flatCrossed", {64, 1, 1});
    const ObjectId s = p.shared("s", {4, 16});
    const Value t = p.threadIndex(0);
    p.write(3, s, {p.number(0), t});
    p.barrier(4);
    p.read(5, s, {p.number(1), t % 16});
    IS(privateIn(p, s), violated);
  }

  void subscriptsInTheirRangeAsAnAssumption() {
    KernelProgram p("stack", {64, 1, 1});
    const ObjectId m = p.shared("m", {64, 10});
    const Value t = p.threadIndex(0), i = p.unknown("loop-carried value of `i` at line 31");
    p.write(348, m, {t, i});
    p.read(350, m, {t, i + 1});
    const Answer answer = privateIn(p, m);
    IS(answer, holds);
    SAYS(answer, "[subscript=m@348]");
    SAYS(answer, "[subscript=m@350]");
  }

  void nothingWithinTheAssumption() {
    KernelProgram p("vacuous", {16, 1, 1});
    const ObjectId s = p.shared("s", {16, 4});
    const Value t = p.threadIndex(0), k = p.argument("k");
    p.branch(k >= 4, [&] {
      p.write(3, s, {t, k});
      p.read(5, s, {t, k});
    });
    const Answer answer = privateIn(p, s);
    QVERIFY(answer.kind != Answer::Kind::holds || textOf(answer).find("subscript") == std::string::npos);
  }

  void pointersOfUnknownOrigin() {
    KernelProgram p("pointers", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    p.write(3, s, {p.threadIndex(0)});
    p.read(4, s, {p.threadIndex(0)});
    KernelModel model = p.finish();
    Access stray = model.accesses[0];
    stray.id = AccessId{2};
    stray.object = ObjectId{};
    stray.line = 9;
    stray.unknownReason = "it may be one of several objects";
    model.accesses.push_back(stray);
    model.objects[s.value].escapes = true;
    const Answer answer = proof::provePrivate(model, s, {}, {});
    IS(answer, unknown);
    SAYS(answer, "line 9");
    model.accesses.pop_back();
    IS(proof::provePrivate(model, s, {}, {}), holds);
    model.objects[s.value].unknownReason = "its address is stored at line 12";
    SAYS(proof::provePrivate(model, s, {}, {}), "its address is stored at line 12.");
    IS(proof::provePrivate(model, s, {}, {}), unknown);
    model.objects[s.value].unknownReason.clear();
    model.hasErrors = true;
    IS(proof::provePrivate(model, s, {}, {}), unknown);
  }

  void strideByBlockSteps() {
    KernelProgram p("walk", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    const Value t = p.threadIndex(0);
    p.loop("i", (p.number(79) - t) / 16, [&](Value i) { p.write(4, s, {t + i * 16}); });
    p.read(6, s, {t});
    IS(privateIn(p, s), violated);
  }

  void anOpenBlockSize() {
    KernelProgram p("open", {std::nullopt, std::nullopt, std::nullopt});
    const ObjectId s = p.shared("s", {1024}), u = p.shared("u", {1});
    const Value t = p.threadIndex(0), y = p.threadIndex(1), z = p.threadIndex(2);
    p.write(3, s, {t});
    p.read(4, s, {t});
    p.branch(t == 0 && y == 0 && z == 0, [&] {
      p.write(5, u, {p.number(0)});
      p.read(6, u, {p.number(0)});
    });
    const KernelModel model = p.finish();
    const Answer answer = proof::provePrivate(model, s, {}, {});
    IS(answer, violated);
    SAYS(answer, "The block size is not known; this is so for each usual one, here (8,8,4).");
    IS(proof::provePrivate(model, u, {}, {}), holds);
  }

  void anOpenBlockSizeThatDecides() {
    KernelProgram p("open", {std::nullopt, 1, 1});
    const ObjectId s = p.shared("s", {256});
    p.write(3, s, {p.threadIndex(0) % 256});
    p.read(4, s, {p.threadIndex(0) % 256});
    const Answer answer = privateIn(p, s);
    IS(answer, unknown);
    SAYS(answer, "The block size is not known for the launch at line 90.");
  }

  void sharedThoughNotAllIsKnownOfIt() {
    KernelProgram p("seen", {64, 1, 1});
    const ObjectId s = p.shared("s", {64}), u = p.shared("u", {64});
    p.write(3, s, {p.threadIndex(0)});
    p.read(4, s, {p.number(63) - p.threadIndex(0)});
    p.write(5, u, {p.threadIndex(0)});
    p.read(6, u, {p.threadIndex(0)});
    for (const ObjectId id : {s, u}) p.object(id).unknownReason = "the macro at line 4 uses it several times";
    const KernelModel model = p.finish();
    IS(proof::provePrivate(model, s, {}, {}), violated);
    const Answer answer = proof::provePrivate(model, u, {}, {});
    IS(answer, unknown);
    SAYS(answer, "the macro at line 4");
  }

  void pointersFromMemoryReachWhatEscaped() {
    for (const bool escapes : {false, true}) {
      KernelProgram p("far", {64, 1, 1});
      const ObjectId s = p.shared("s", {64}), g = p.global("g");
      p.write(3, s, {p.threadIndex(0)});
      const AccessId far = p.write(4, g, {p.threadIndex(0)});
      p.read(5, s, {p.threadIndex(0)});
      p.object(s).escapes = escapes;
      KernelModel model = p.finish();
      model.accesses[far.value].object = ObjectId{};
      const Answer answer = proof::provePrivate(model, s, {}, {});
      if (escapes) {
        IS(answer, unknown);
        SAYS(answer, "the pointer used at line 4 may point into it");
      } else {
        IS(answer, holds);
      }
    }
  }

  /// A value that one number decides is the same for threads with that number, and for no others.
  void functionsOfARound() {
    for (const bool decided : {false, true}) {
      KernelProgram p("columns", {16, 16, 1});
      const ObjectId s = p.shared("s", {16, 64});
      const Value x = p.threadIndex(0), y = p.threadIndex(1);
      const Value power = p.unknown("an integer made from a floating-point value");
      p.write(3, s, {x, y * 3 + (power & 15)});
      p.read(4, s, {x, y * 3 + (power & 15)});
      KernelModel model = p.finish();
      if (decided) model.pool.symbolAt(model.pool.at(power.id).symbol).decidedBy = x.id;
      const Answer answer = proof::provePrivate(model, s, {}, {});
      if (decided) {
        IS(answer, holds);
      } else {
        IS(answer, unknown);
      }
      // Decided by what tells apart the threads that meet, it says nothing.
      if (decided) model.pool.symbolAt(model.pool.at(power.id).symbol).decidedBy = y.id;
      IS(proof::provePrivate(model, s, {}, {}), unknown);
    }
  }

  /// A condition may rest on a number that all threads read from one place, an index may not.
  void numbersThatOneThreadHasStored() {
    for (const bool asIndex : {false, true}) {
      KernelProgram p("lengths", {64, 1, 1});
      const ObjectId s = p.shared("s", {128}), length = p.shared("length", {});
      const Value t = p.threadIndex(0);
      p.branch(t == 0, [&] { p.write(2, length, {}); });
      p.write(3, s, {t});
      p.barrier(4);
      const Value n = p.read(5, length, {});
      if (asIndex) {
        p.read(7, s, {t + n});
      } else {
        p.branch(t < n, [&] { p.read(7, s, {t + 1}); });
      }
      const Answer answer = privateIn(p, s);
      if (asIndex) {
        IS(answer, unknown);
      } else {
        IS(answer, violated);
      }
    }
  }
};

QTEST_GUILESS_MAIN(PrivateTest)
#include "private_object_test.moc"

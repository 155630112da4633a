#include <QTest>

#include "analysis/proof/proof.h"
#include "answer_checks.h"
#include "kernel_program.h"
#include "path_finder.h"

using namespace warpwright;
using namespace warpwright::testing;
using proof::Answer;

namespace {

Answer races(KernelProgram& program) {
  return proof::proveRaceFree(program.finish(), {}, {});
}

}  // namespace

class RacesTest : public QObject {
  Q_OBJECT
 private slots:
  void pathFinderIsFree() {
    PathFinder kernel;
    const Answer answer = races(kernel.program);
    IS(answer, holds);
  }

  void ownElements() {
    KernelProgram p("own", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    p.write(3, s, {p.threadIndex(0)});
    p.read(4, s, {p.threadIndex(0)});
    IS(races(p), holds);
  }

  void neighboursRace() {
    KernelProgram p("neighbours", {64, 1, 1});
    const ObjectId s = p.shared("s", {65});
    p.write(3, s, {p.threadIndex(0)});
    p.read(4, s, {p.threadIndex(0) + 1});
    const Answer answer = races(p);
    IS(answer, violated);
    SAYS(answer, "line 3 and line 4 touch `s` with no barrier between");
  }

  void aBarrierOrdersNeighbours() {
    KernelProgram p("ordered", {64, 1, 1});
    const ObjectId s = p.shared("s", {65});
    p.write(3, s, {p.threadIndex(0)});
    p.barrier(4);
    p.read(5, s, {p.threadIndex(0) + 1});
    IS(races(p), holds);
  }

  /// What a barrier of a warp, or one with a name, orders is not looked at: no proof, and no race either.
  void otherBarriersBetweenAreUnknown() {
    for (const Barrier::Kind kind : {Barrier::Kind::warp, Barrier::Kind::other}) {
      KernelProgram p("exchange", {64, 1, 1});
      const ObjectId s = p.shared("s", {64});
      p.write(3, s, {p.threadIndex(0)});
      p.barrier(4, kind);
      p.read(5, s, {p.threadIndex(0) ^ 1});
      const Answer answer = races(p);
      IS(answer, unknown);
      SAYS(answer, "at line 4 may lie between line 3 and line 5");
      KernelProgram before("before", {64, 1, 1});
      const ObjectId b = before.shared("s", {64});
      before.barrier(2, kind);
      before.write(3, b, {before.threadIndex(0)});
      before.read(5, b, {before.threadIndex(0) ^ 1});
      IS(races(before), violated);
      KernelProgram rounds("rounds", {64, 1, 1});
      const ObjectId r = rounds.shared("s", {64});
      rounds.loop("i", rounds.number(5), [&](Value i) {
        const Value half = rounds.number(16) >> i, t = rounds.threadIndex(0);
        rounds.branch(t < half, [&] {
          rounds.read(5, r, {t + half});
          rounds.write(5, r, {t});
        });
        rounds.barrier(6, kind);
      });
      IS(races(rounds), unknown);
    }
  }

  /// Loops are left by way of their header: what ends a round lies between it and what follows the loop.
  void otherBarriersThatEndTheLastRound() {
    for (const Barrier::Kind kind : {Barrier::Kind::warp, Barrier::Kind::other}) {
      KernelProgram p("last", {64, 1, 1});
      const ObjectId s = p.shared("s", {64});
      p.loop("i", p.number(5), [&](Value) {
        p.write(3, s, {p.threadIndex(0)});
        p.barrier(4, kind);
      });
      p.read(6, s, {p.threadIndex(0) ^ 1});
      IS(races(p), unknown);
    }
  }

  /// A block of one warp waits where its warp waits.
  void aWarpThatIsTheBlockIsOrdered() {
    for (const uint32_t threads : {16u, 32u, 33u}) {
      KernelProgram p("warp", {threads, 1, 1});
      const ObjectId s = p.shared("s", {64});
      p.loop("i", p.number(5), [&](Value) {
        p.write(3, s, {p.threadIndex(0)});
        p.barrier(4, Barrier::Kind::warp);
        p.read(5, s, {p.threadIndex(0) + 1});
        p.barrier(6, Barrier::Kind::warp);
      });
      p.read(8, s, {p.threadIndex(0) + 1});
      if (threads <= 32)
        IS(races(p), holds);
      else
        IS(races(p), unknown);
      KernelProgram once("once", {threads, 1, 1});
      const ObjectId t = once.shared("s", {64});
      once.barrier(2, Barrier::Kind::warp);
      once.write(3, t, {once.threadIndex(0)});
      once.read(5, t, {once.threadIndex(0) + 1});
      IS(races(once), violated);
    }
    KernelProgram named("named", {32, 1, 1});
    const ObjectId s = named.shared("s", {64});
    named.write(3, s, {named.threadIndex(0)});
    named.barrier(4, Barrier::Kind::other);
    named.read(5, s, {named.threadIndex(0) + 1});
    IS(races(named), unknown);
  }

  /// Through what a barrier orders: seen where indices tell it, at one place or at two.
  void exchangesAreSeen() {
    const auto exchange = [](const std::function<void(KernelProgram&, ObjectId)>& body) {
      KernelProgram p("exchange", {64, 1, 1});
      const ObjectId g = p.global("g");
      body(p, g);
      return proof::proveUnexchanged(p.finish(), {g}, {}, {});
    };
    const Answer all = exchange([](KernelProgram& p, ObjectId g) {
      p.branch(p.threadIndex(0) == 0, [&] { p.write(3, g, {p.number(0)}); });
      p.barrier(4);
      p.read(5, g, {p.number(0)});
    });
    IS(all, violated);
    SAYS(all, "Threads exchange values through `g` (lines 3 and 5)");
    const Answer neighbours = exchange([](KernelProgram& p, ObjectId g) {
      p.read(3, g, {p.threadIndex(0) + 1});
      p.barrier(4);
      p.write(5, g, {p.threadIndex(0)});
    });
    IS(neighbours, violated);
    const Answer own = exchange([](KernelProgram& p, ObjectId g) {
      p.read(3, g, {p.threadIndex(0)});
      p.barrier(4);
      p.write(5, g, {p.threadIndex(0)});
    });
    IS(own, unknown);
    const Answer noBarrier = exchange([](KernelProgram& p, ObjectId g) {
      p.read(3, g, {p.threadIndex(0) + 1});
      p.write(5, g, {p.threadIndex(0)});
    });
    IS(noBarrier, unknown);
  }

  /// The barrier stands in a round that happens once: the round in which the element is read has passed it.
  void aBarrierInOneRoundOfALoop() {
    KernelProgram p("once", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    p.loop("i", p.number(2), [&](Value i) {
      p.branch(i == 1, [&] {
        p.write(3, s, {p.threadIndex(0)});
        p.barrier(4);
        p.read(5, s, {p.threadIndex(0) ^ 1});
      });
    });
    IS(races(p), unknown);
    KernelProgram without("without", {64, 1, 1});
    const ObjectId t = without.shared("s", {64});
    without.loop("i", without.number(2), [&](Value i) {
      without.branch(i == 1, [&] {
        without.write(3, t, {without.threadIndex(0)});
        without.read(5, t, {without.threadIndex(0) ^ 1});
        without.barrier(6);
      });
    });
    IS(races(without), violated);
  }

  void locksAreUnknown() {
    KernelProgram p("lock", {64, 1, 1});
    const ObjectId s = p.shared("s", {1}), held = p.shared("held", {1});
    p.atomic(2, held, {p.number(0)});
    p.call(3, "memory fence", false, false);
    p.read(4, s, {p.number(0)});
    p.write(4, s, {p.number(0)});
    p.call(5, "memory fence", false, false);
    p.atomic(6, held, {p.number(0)});
    const Answer answer = races(p);
    IS(answer, unknown);
    SAYS(answer, "fences and atomics may order what two threads do at line 4");
  }

  void oneWriteOfAllThreadsRaces() {
    KernelProgram p("all", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    p.write(3, s, {p.number(0)});
    IS(races(p), violated);
  }

  void atomicsDoNotRaceWithAtomics() {
    KernelProgram p("count", {64, 1, 1});
    const ObjectId s = p.shared("s", {1});
    p.atomic(3, s, {p.number(0)});
    IS(races(p), holds);
  }

  void aRoundMeetsTheNext() {
    // The barrier stands in the middle: what follows it meets the start of the next round.
    KernelProgram p("rounds", {64, 1, 1});
    const ObjectId s = p.shared("s", {65});
    p.loop("i", p.argument("n"), [&](Value) {
      p.write(3, s, {p.threadIndex(0)});
      p.barrier(4);
      p.read(5, s, {p.threadIndex(0) + 1});
    });
    const Answer answer = races(p);
    IS(answer, violated);
  }

  void roundsKeepToTheirOwn() {
    // A reduction by halves: rounds are told apart by their counter.
    KernelProgram p("halves", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    const Value t = p.threadIndex(0);
    p.write(2, s, {t});
    p.barrier(3);
    p.loop("i", p.number(6), [&](Value i) {
      const Value half = p.number(32) >> i;
      p.branch(t < half, [&] {
        p.read(5, s, {t + half});
        p.read(6, s, {t});
        p.write(6, s, {t});
      });
      p.barrier(7);
    });
    IS(races(p), holds);
  }

  void whatFollowsALoopWaitsForItsLastBarrier() {
    KernelProgram p("after", {16, 1, 1});
    const ObjectId s = p.shared("s", {17});
    p.loop("i", p.number(8), [&](Value) {
      p.write(3, s, {p.threadIndex(0)});
      p.barrier(4);
    });
    p.read(6, s, {p.threadIndex(0) + 1});
    IS(races(p), holds);
    // Past the last barrier of a round the loop may be over for the others.
    KernelProgram late("late", {16, 1, 1});
    const ObjectId t = late.shared("t", {17});
    late.loop("i", late.number(8), [&](Value) {
      late.barrier(4);
      late.write(5, t, {late.threadIndex(0)});
    });
    late.read(6, t, {late.threadIndex(0) + 1});
    IS(races(late), violated);
  }

  void whatPrecedesALoopMeetsItsFirstRound() {
    KernelProgram p("before", {16, 1, 1});
    const ObjectId s = p.shared("s", {17});
    p.read(2, s, {p.threadIndex(0) + 1});
    p.loop("i", p.number(8), [&](Value) {
      p.barrier(4);
      p.write(5, s, {p.threadIndex(0)});
    });
    IS(races(p), holds);
    KernelProgram early("early", {16, 1, 1});
    const ObjectId t = early.shared("t", {17});
    early.read(2, t, {early.threadIndex(0) + 1});
    early.loop("i", early.number(8), [&](Value) {
      early.write(3, t, {early.threadIndex(0)});
      early.barrier(4);
    });
    IS(races(early), violated);
  }

  void returnedThreadsAreAssumedAway() {
    KernelProgram p("left", {64, 1, 1});
    const ObjectId s = p.shared("s", {65});
    p.returnIf(p.threadIndex(0) >= p.argument("n"));
    p.write(3, s, {p.threadIndex(0)});
    p.barrier(4);
    p.read(5, s, {p.threadIndex(0) + 1});
    const Answer answer = races(p);
    IS(answer, holds);
    SAYS(answer, "that have not returned reach the barrier at line 4 together");
  }

  void globalMemoryCountsByIndicesOnly() {
    KernelProgram known("known", {64, 1, 1});
    const ObjectId a = known.global("a");
    known.write(3, a, {known.threadIndex(0) / 2});
    IS(races(known), violated);
    KernelProgram open("open", {64, 1, 1});
    const ObjectId b = open.global("b");
    open.write(3, b, {open.threadIndex(0) * open.argument("stride")});
    IS(races(open), holds);
  }

  void halvingInsideRoundsKeepsToItsOwn() {
    // Rounds of the inner loop are told apart inside each round of the outer one.
    const auto halves = [](bool first, bool inside, bool last) {
      KernelProgram p("rounds", {64, 1, 1});
      const ObjectId s = p.shared("s", {64});
      const Value t = p.threadIndex(0);
      p.loop("r", p.argument("n"), [&](Value) {
        p.write(2, s, {t});
        if (first) p.barrier(3);
        p.loop("i", p.number(6), [&](Value i) {
          const Value half = p.number(32) >> i;
          p.branch(t < half, [&] {
            p.read(5, s, {t + half});
            p.read(6, s, {t});
            p.write(6, s, {t});
          });
          if (inside) p.barrier(7);
        });
        p.read(8, s, {p.number(0)});
        if (last) p.barrier(9);
      });
      return races(p);
    };
    IS(halves(true, true, true), holds);
    const Answer reads = halves(true, true, false);
    IS(reads, violated);
    SAYS(reads, "line 2 and line 8 touch `s` with no barrier between");
    IS(halves(false, true, true), violated);
    IS(halves(true, false, true), violated);
  }

  void aRoundMeetsTheNextInsideARound() {
    // The barrier stands in the middle of an inner round.
    KernelProgram p("rounds", {64, 1, 1});
    const ObjectId s = p.shared("s", {65});
    p.loop("r", p.number(3), [&](Value) {
      p.loop("i", p.number(4), [&](Value) {
        p.write(3, s, {p.threadIndex(0)});
        p.barrier(4);
        p.read(5, s, {p.threadIndex(0) + 1});
      });
      p.barrier(6);
    });
    IS(races(p), violated);
    // The same with two halves of the array, used in turn.
    KernelProgram turns("turns", {64, 1, 1});
    const ObjectId d = turns.shared("d", {130});
    turns.loop("r", turns.number(3), [&](Value) {
      turns.loop("i", turns.number(4), [&](Value i) {
        const Value at = (i & turns.number(1)) * 65 + turns.threadIndex(0);
        turns.write(3, d, {at});
        turns.barrier(4);
        turns.read(5, d, {at + 1});
      });
      turns.barrier(6);
    });
    IS(races(turns), holds);
    // Without a barrier at its end, a last round meets the first one of the next execution: of both, the half is 0.
    KernelProgram odd("odd", {64, 1, 1});
    const ObjectId e = odd.shared("e", {130});
    odd.loop("r", odd.number(3), [&](Value) {
      odd.loop("i", odd.number(3), [&](Value i) {
        const Value at = (i & odd.number(1)) * 65 + odd.threadIndex(0);
        odd.write(3, e, {at});
        odd.barrier(4);
        odd.read(5, e, {at + 1});
      });
    });
    IS(races(odd), violated);
  }

  void whatFollowsAnInnerLoopWaitsForItsLastBarrier() {
    const auto after = [](bool barrierFirst, bool barrierAfter) {
      KernelProgram p("after", {16, 1, 1});
      const ObjectId s = p.shared("s", {17});
      p.loop("r", p.argument("n"), [&](Value) {
        p.loop("i", p.number(8), [&](Value) {
          if (barrierFirst) p.barrier(3);
          p.write(4, s, {p.threadIndex(0)});
          if (!barrierFirst) p.barrier(5);
        });
        p.read(6, s, {p.threadIndex(0) + 1});
        if (barrierAfter) p.barrier(7);
      });
      return races(p);
    };
    IS(after(false, true), holds);
    IS(after(true, true), violated);    // the last write comes after the last barrier of the loop
    IS(after(false, false), violated);  // the next round's first write comes before any barrier
    IS(after(true, false), violated);
  }

  void indicesDecideInGlobalMemory() {
    // One pair of threads of 128 meets, which samples hardly ever draw.
    KernelProgram p("pair", {128, 1, 1});
    const ObjectId a = p.global("a");
    p.write(3, a, {p.threadIndex(0)});
    p.branch(p.threadIndex(0) == p.number(77), [&] { p.write(4, a, {p.number(3)}); });
    const Answer answer = races(p);
    IS(answer, violated);
    SAYS(answer, "line 3 and line 4 touch `a` with no barrier between");
    // A condition may ask for an argument; the place may not.
    KernelProgram q("range", {128, 1, 1});
    const ObjectId b = q.global("b");
    q.branch(q.threadIndex(0) < q.argument("n"), [&] {
      q.read(3, b, {q.threadIndex(0) + 41});
      q.write(4, b, {q.threadIndex(0)});
    });
    IS(races(q), violated);
    KernelProgram r("ordered", {128, 1, 1});
    const ObjectId c = r.global("c");
    r.read(3, c, {(r.threadIndex(0) + 90) & r.number(127)});
    r.barrier(4);
    r.write(5, c, {r.threadIndex(0)});
    IS(races(r), holds);
  }

  void opaqueCallsAreUnknown() {
    KernelProgram p("calls", {64, 1, 1});
    const ObjectId s = p.shared("s", {64});
    p.write(3, s, {p.threadIndex(0)});
    p.call(4, "helper", true, false);
    const Answer answer = races(p);
    IS(answer, unknown);
    SAYS(answer, "`helper`, called at line 4, may touch any memory.");
  }

  // Two arrays that are cut from one: where the second one begins, launches say.
  void numbersThatLaunchesPassTellArraysApart() {
    const auto cut = [](const std::vector<std::optional<int64_t>>& passed) {
      KernelProgram p("cut", {64, 1, 1});
      const ObjectId s = p.shared("s", {256});
      const Value t = p.threadIndex(0);
      p.write(3, s, {t});
      p.write(4, s, {t + p.argument("n")});
      p.read(5, s, {t});
      KernelModel model = p.finish();
      model.parameterNames = {"in", "n"};
      model.launches.clear();
      for (const auto& value : passed) model.launches.emplace_back().arguments = {std::nullopt, value};
      return proof::proveRaceFree(model, {}, {});
    };
    IS(cut({}), violated);
    IS(cut({std::nullopt}), violated);
    IS(cut({32}), violated);
    IS(cut({64, 32}), violated);
    IS(cut({64, std::nullopt}), violated);
    IS(cut({64, 65, 66, 67, 68}), violated);
    const Answer one = cut({64}), two = cut({100, 64, 64});
    IS(one, holds);
    IS(two, holds);
    const auto says = [](const Answer& answer, const char* text) {
      return std::ranges::any_of(answer.assumptions,
                                 [&](const Assumption& rest) { return rest.text == text && rest.ofLaunches; });
    };
    QVERIFY(says(one, "`n` == 64 at every launch"));
    QVERIFY(says(two, "`n` == 64 or 100 at every launch"));
  }
};

QTEST_GUILESS_MAIN(RacesTest)
#include "races_test.moc"

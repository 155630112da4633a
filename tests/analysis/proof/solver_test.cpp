// What a proof may cost, and what becomes of one that is cancelled.

#include <QTest>
#include <algorithm>
#include <atomic>
#include <ctime>
#include <memory>
#include <thread>
#include <vector>

#include "analysis/proof/proof.h"
#include "analysis/proof/solver.h"
#include "answer_checks.h"
#include "kernel_program.h"

using namespace warpwright;
using namespace warpwright::testing;
using proof::Answer;

namespace {

/// Accesses whose places are products: one writes, the others read. `open`: so may a call.
KernelModel hardToProve(ObjectId& object, int reads = 1, bool open = false) {
  KernelProgram p("hard", {256, 1, 1});
  const ObjectId s = object = p.dynamicShared("s");
  const Value t = p.threadIndex(0), n = p.argument("n"), k = p.argument("k");
  const Value place = (t * n + k) * (t * k + n) % (n * n + 12345);
  if (open) p.call(2, "somewhere", true, false);
  p.write(3, s, {place * 3});
  for (int i = 0; i < reads; ++i) p.read(static_cast<uint32_t>(4 + i), s, {place * 3 + (1 + 3 * i)});
  return p.finish();
}

}  // namespace

class LimitsTest : public QObject {
  Q_OBJECT
 private slots:
  // Where a proof ends is counted: others that take the processor meanwhile change nothing.
  void endsAtTheSameStepOnABusyMachine() {
    ObjectId s;
    const KernelModel model = hardToProve(s);
    proof::ProofOptions options;
    options.queryEffort = 60;
    options.sampleFirst = false;
    const Answer alone = proof::provePrivate(model, s, options, {});
    IS(alone, unknown);
    SAYS(alone, "The proof took too long at lines 3 and 4.");
    QCOMPARE(alone.costliest, (std::vector<uint32_t>{3, 4}));
    QVERIFY(alone.steps >= 60 * proof::stepsOfEffort);
    std::vector<std::jthread> others;
    std::atomic<uint64_t> turns = 0;
    for (unsigned i = 0; i < 4 * std::thread::hardware_concurrency(); ++i) {
      others.emplace_back([&](std::stop_token stop) {
        while (!stop.stop_requested()) ++turns;
      });
    }
    const Answer beside = proof::provePrivate(model, s, options, {});
    QCOMPARE(toText(beside.reason), toText(alone.reason));
    QCOMPARE(beside.steps, alone.steps);
    QCOMPARE(beside.queries, alone.queries);
  }

  // What no formula holds any more is let go of: Z3 goes over all its tables, again and again, for what is left.
  void endsAtOnce() {
    const auto secondsToEnd = [](bool assigns) {
      double least = 1;
      for (int i = 0; i < 10; ++i) {
        auto context = std::make_unique<proof::TermContext>();
        {
          z3::expr all = context->bool_val(true);
          for (int k = 0; assigns && k < 20; ++k)
            proof::assign(all, all && context->bool_const(("b" + std::to_string(k)).c_str()));
        }
        const std::clock_t begin = std::clock();
        context.reset();
        least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
      }
      return least;
    };
    QVERIFY(secondsToEnd(true) < 10 * (secondsToEnd(false) + 3e-5));
  }

  // Whether it is possible with ordinary values was not asked: an answer without that is enough.
  void asksOnceWhatTakesTooLong() {
    proof::Solver solver({}, {});
    z3::context& context = solver.context();
    const z3::expr a = context.bv_const("a", 64), b = context.bv_const("b", 64);
    const z3::expr product = context.bv_val(uint64_t{2147483647} * 2147483629, 64), one = context.bv_val(1, 64);
    const auto low = [](const z3::expr& value) { return value.extract(31, 0); };
    const z3::expr formula = z3::zext(low(a), 32) * z3::zext(low(b), 32) == product && low(a) != low(one);
    const z3::expr small = z3::ule(a, context.bv_val(255, 64));
    solver.startProof();
    QVERIFY(!solver.impossible(formula, small, 20));
    const uint32_t asked = solver.queries();
    QVERIFY(asked > 0);
    solver.startProof();
    QVERIFY(!solver.impossible(formula, small, 20));
    QCOMPARE(solver.queries(), asked);
    (void)solver.impossible(formula, small, 40);
    QVERIFY(solver.queries() > asked);
  }

  // Where a proof fails anyway, its pairs could only show that threads meet. What that may cost is little.
  void seeksEvidenceForAWhileOnly() {
    ObjectId s;
    const KernelModel model = hardToProve(s, 8, true);
    const Answer answer = proof::provePrivate(model, s, {}, {});
    IS(answer, unknown);
    SAYS(answer, "may use the dynamic shared memory");
    QVERIFY2(answer.steps < 600 * proof::stepsOfEffort, std::to_string(answer.steps).c_str());
  }

  void limitsAndCancelling() {
    ObjectId s;
    const KernelModel model = hardToProve(s);
    proof::ProofOptions options;
    options.queryEffort = 5;
    options.sampleFirst = false;
    const Answer answer = proof::provePrivate(model, s, options, {});
    IS(answer, unknown);
    SAYS(answer, "The proof took too long at lines 3 and 4. Verify");
    QVERIFY(answer.seconds < 5);
    std::stop_source source;
    source.request_stop();
    const Answer cancelled = proof::provePrivate(model, s, {}, source.get_token());
    IS(cancelled, unknown);
    QCOMPARE(toText(cancelled.reason), std::string("Cancelled."));
  }
};

QTEST_GUILESS_MAIN(LimitsTest)
#include "solver_test.moc"

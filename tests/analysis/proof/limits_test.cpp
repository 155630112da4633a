// What a proof may cost, and what becomes of one that is cancelled.

#include <QTest>
#include <atomic>
#include <thread>
#include <vector>

#include "analysis/proof/proof.h"
#include "answer_checks.h"
#include "kernel_program.h"

using namespace warpwright;
using namespace warpwright::testing;
using proof::Answer;

namespace {

/// Two accesses whose places are products.
KernelModel hardToProve(ObjectId& object) {
  KernelProgram p("hard", {256, 1, 1});
  const ObjectId s = object = p.shared("s", {});
  p.object(s).bytes = 0;
  const Value t = p.threadIndex(0), n = p.argument("n"), k = p.argument("k");
  const Value place = (t * n + k) * (t * k + n) % (n * n + 12345);
  p.write(3, s, {place * 3});
  p.read(4, s, {place * 3 + 1});
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
#include "limits_test.moc"

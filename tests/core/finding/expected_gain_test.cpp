#include <QtTest>

#include "core/finding/expected_gain.h"

using namespace warpwright;

namespace {

Opportunity about(const std::string& subject, std::map<std::string, double> inputs) {
  Opportunity opportunity;
  opportunity.subject = subject;
  opportunity.verdict = VerdictKind::applicable;
  opportunity.estimate.inputs = std::move(inputs);
  return opportunity;
}

}  // namespace

class ExpectedGainTest : public QObject {
  Q_OBJECT

 private slots:
  void anArrayCountsOnceWhateverNumberOfPassesLooksAtIt() {
    KernelSummary kernel;
    kernel.opportunities = {about("result", {{"shared_loads", 5}, {"shared_stores", 4}}),
                            about("result", {{"shared_loads", 5}, {"shared_stores", 4}}),
                            about("prev", {{"shared_loads", 12}, {"shared_stores", 5}})};
    const auto gain = expectedGain(kernel.opportunities[0], kernel);
    QVERIFY(gain);
    QCOMPARE(gain->words, std::string("−35 % shared"));
    QVERIFY(gain->why.starts_with("9 of 26 accesses to shared memory go"));
    QVERIFY(gainRank(kernel.opportunities[2], kernel) > gainRank(kernel.opportunities[0], kernel));
  }

  void barriersCountAmongBarriers() {
    KernelSummary kernel;
    kernel.opportunities = {about("__syncthreads", {{"barriers", 1}}), about("__syncthreads", {{"barriers", 3}})};
    QCOMPARE(expectedGain(kernel.opportunities[1], kernel)->words, std::string("−75 % barriers"));
  }

  void whatTellsNoCountsTellsNoGain() {
    KernelSummary kernel;
    kernel.opportunities = {about("k", {{"merged_loops_x", 5}})};
    QVERIFY(!expectedGain(kernel.opportunities[0], kernel));
    QCOMPARE(gainRank(kernel.opportunities[0], kernel), 0.0);
  }

  void anExpectedTimeLeads() {
    KernelSummary kernel;
    kernel.opportunities = {about("a", {{"shared_loads", 1}})};
    kernel.opportunities[0].estimate.known = true;
    kernel.opportunities[0].estimate.speedup = 1.5;
    QCOMPARE(gainRank(kernel.opportunities[0], kernel), 0.5);
  }
};

QTEST_GUILESS_MAIN(ExpectedGainTest)
#include "expected_gain_test.moc"

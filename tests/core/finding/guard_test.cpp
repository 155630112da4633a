#include <QTest>

#include "core/finding/guard.h"

using namespace warpwright;

class GuardTest : public QObject {
  Q_OBJECT
 private slots:
  void idsAreReadBack() {
    const Guard guard{"step", {256, 2, 1}};
    const std::string id = guardedId("thread_compaction-1a2b", guard);
    QCOMPARE(id, std::string("thread_compaction-1a2b@step.256.2.1"));
    const auto read = readGuardedId(id);
    QVERIFY(read && read->first == "thread_compaction-1a2b" && read->second == guard);
  }

  void otherTextsAreNoGuardedIds() {
    for (const char* text : {"", "a-1", "a-1@", "a-1@step", "a-1@step.1", "a-1@step.1.2", "a-1@step.1.2.3.4",
                             "a-1@step.1.2.x", "a-1@step.1..3", "a-1@.1.2.3", "a-1@step.0.1.1", "a-1@step.-1.1.1",
                             "a-1@step.4294967296.1.1", "a-1@step.1.2.3."}) {
      QVERIFY2(!readGuardedId(text), text);
    }
  }

  void copiesAreKnownByTheirNames() {
    QCOMPARE(copyName({"step", {256, 1, 1}}), std::string("step_block_256"));
    QCOMPARE(copyName({"step", {16, 16, 1}}), std::string("step_block_16x16"));
    QCOMPARE(copyName({"step", {8, 1, 4}}), std::string("step_block_8x1x4"));
    QVERIFY(isCopyName("step_block_16", {"step", {16, 1, 1}}));
    QVERIFY(isCopyName("step_block_16_2", {"step", {16, 1, 1}}));
    QVERIFY(!isCopyName("step_block_16x16", {"step", {16, 1, 1}}));
    QVERIFY(!isCopyName("step_block_160", {"step", {16, 1, 1}}));
    QVERIFY(!isCopyName("step", {"step", {16, 1, 1}}));
  }

  void theBlockThatWasSeenMostIsGuarded() {
    KernelSummary kernel;
    kernel.name = "step";
    Opportunity finding;
    finding.verdict = VerdictKind::unknown;
    kernel.opportunities = {finding};
    QVERIFY(!guardFor(kernel));  // nothing was seen
    ObservedLaunch one, other;
    one.block = {64, 1, 1};
    one.count = 3;
    other.block = {128, 1, 1};
    other.count = 2;
    kernel.observed = {one, other, other};
    QCOMPARE(*guardFor(kernel), (Guard{"step", {128, 1, 1}}));
    QCOMPARE(seenUnder(kernel, *guardFor(kernel)), uint64_t(4));
    Launch known;
    known.block = {64, 1, 1};
    kernel.launches = {known};
    QVERIFY(!guardFor(kernel));  // the source leaves no block open
    known.block[0].reset();
    kernel.launches.push_back(known);
    QVERIFY(guardFor(kernel));
    kernel.opportunities[0].verdict = VerdictKind::refused;
    QVERIFY(guardFor(kernel));  // it may be so for usual blocks alone
    kernel.opportunities[0].verdict = VerdictKind::applicable;
    QVERIFY(!guardFor(kernel));  // nothing is left to be had
  }
};

QTEST_GUILESS_MAIN(GuardTest)
#include "guard_test.moc"

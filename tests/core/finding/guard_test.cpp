#include <QTest>

#include "core/finding/guard.h"

using namespace warpwright;

class GuardTest : public QObject {
  Q_OBJECT
 private slots:
  void idsAreReadBack() {
    const Guard guard{"step", Guard::Block{256, 2, 1}};
    const std::string id = guardedId("thread_compaction-1a2b", guard);
    QCOMPARE(id, std::string("thread_compaction-1a2b@step.256.2.1"));
    const auto read = readGuardedId(id);
    QVERIFY(read && read->first == "thread_compaction-1a2b" && read->second == guard);
    for (const Guard& other :
         {Guard{"step", Guard::Block{8, 1, 1}, {{"n", 16}, {"k_2", 0}}}, Guard{"step", {}, {{"n", 1}}}}) {
      const auto again = readGuardedId(guardedId("a-1", other));
      QVERIFY(again && again->first == "a-1" && again->second == other);
    }
    QCOMPARE(guardedId("a-1", {"step", Guard::Block{8, 1, 1}, {{"n", 16}}}), std::string("a-1@step.8.1.1.n=16"));
  }

  void otherTextsAreNoGuardedIds() {
    for (const char* text : {"",
                             "a-1",
                             "a-1@",
                             "a-1@step",
                             "a-1@step.1",
                             "a-1@step.1.2",
                             "a-1@step.1.2.3.4",
                             "a-1@step.1.2.x",
                             "a-1@step.1..3",
                             "a-1@.1.2.3",
                             "a-1@step.0.1.1",
                             "a-1@step.-1.1.1",
                             "a-1@step.4294967296.1.1",
                             "a-1@step.1.2.3.",
                             "a-1@step.n=",
                             "a-1@step.=1",
                             "a-1@step.n=-1",
                             "a-1@step.n=01",
                             "a-1@step.n=2147483648",
                             "a-1@step.1n=1",
                             "a-1@step.n=1.2",
                             "a-1@step.1.n=1",
                             "a-1@step.n=1.8.1.1"}) {
      QVERIFY2(!readGuardedId(text), text);
    }
  }

  void copiesAreKnownByTheirNames() {
    QCOMPARE(copyName({"step", Guard::Block{256, 1, 1}}), std::string("step_block_256"));
    QCOMPARE(copyName({"step", Guard::Block{16, 16, 1}}), std::string("step_block_16x16"));
    QCOMPARE(copyName({"step", Guard::Block{8, 1, 4}}), std::string("step_block_8x1x4"));
    QVERIFY(isCopyName("step_block_16", {"step", Guard::Block{16, 1, 1}}));
    QVERIFY(isCopyName("step_block_16_2", {"step", Guard::Block{16, 1, 1}}));
    QVERIFY(!isCopyName("step_block_16x16", {"step", Guard::Block{16, 1, 1}}));
    QVERIFY(!isCopyName("step_block_160", {"step", Guard::Block{16, 1, 1}}));
    const Guard both{"step", Guard::Block{16, 1, 1}, {{"n", 4}}}, values{"step", {}, {{"n", 4}}};
    QCOMPARE(copyName(both), std::string("step_with_n_4_block_16"));
    QCOMPARE(copyName(values), std::string("step_with_n_4"));
    QVERIFY(isCopyName("step_with_n_4_2", values) && !isCopyName("step_with_n_4_block_16", values));
    QVERIFY(!isCopyName("step_with_n_4_k_2", values) && !isCopyName("step_with_n_40", values));
    QVERIFY(isCopyOf("step_with_n_4", "step") && isCopyOf("step_block_16", "step") && !isCopyOf("step_fast", "step"));
    QCOMPARE(*blockInCopyName("step_with_n_4_block_16x2"), (Guard::Block{16, 2, 1}));
    QCOMPARE(*blockInCopyName("step_block_8x1x4_2"), (Guard::Block{8, 1, 4}));
    QVERIFY(!blockInCopyName("step_with_n_4") && !blockInCopyName("step_block_") &&
            !blockInCopyName("a_block_1x1x1x1"));
    QCOMPARE(toText(conditionOf(both)), std::string("blockDim is (16,1,1) and `n` is 4"));
    QVERIFY(!isCopyName("step", {"step", Guard::Block{16, 1, 1}}));
  }

  void theBlockThatWasSeenMostIsGuarded() {
    KernelSummary kernel;
    kernel.name = "step";
    Opportunity finding;
    finding.verdict = VerdictKind::unknown;
    kernel.opportunities = {finding};
    QVERIFY(guardsFor(kernel, {}).empty());  // nothing was seen
    ObservedLaunch one, other;
    one.block = {64, 1, 1};
    one.count = 3;
    other.block = {128, 1, 1};
    other.count = 2;
    kernel.observed = {one, other, other};
    QCOMPARE(guardsFor(kernel, {}).front(), (Guard{"step", Guard::Block{128, 1, 1}}));
    QCOMPARE(seenUnder(kernel, guardsFor(kernel, {}).front()), uint64_t(4));
    Launch known;
    known.block = {64, 1, 1};
    kernel.launches = {known};
    QVERIFY(guardsFor(kernel, {}).empty());  // the source leaves no block open
    known.block = {128, 1, 1};
    kernel.launches.push_back(known);
    QVERIFY(!guardsFor(kernel, {}).empty());  // it has several
    kernel.launches.pop_back();
    known.block[0].reset();
    kernel.launches.push_back(known);
    QVERIFY(!guardsFor(kernel, {}).empty());
    kernel.opportunities[0].verdict = VerdictKind::refused;
    QVERIFY(!guardsFor(kernel, {}).empty());  // it may be so for usual blocks alone
    kernel.opportunities[0].verdict = VerdictKind::applicable;
    QVERIFY(guardsFor(kernel, {}).empty());  // nothing is left to be had
  }

  void parametersWithOneValueAreGuarded() {
    KernelSummary kernel;
    kernel.name = "step";
    Launch known;
    known.block = {64, 1, 1};
    kernel.launches = {known};
    const auto launch = [](uint32_t block, uint64_t n, uint64_t k) {
      ObservedLaunch one;
      one.block = {block, 1, 1};
      one.arguments = {{"n", "int", 4, n, {}}, {"k", "int", 4, k, {}}};
      return one;
    };
    kernel.observed = {launch(64, 16, 0), launch(64, 16, 1)};
    const std::vector<WantedConstant> wanted{{0, "n", true}, {1, "k", false}};
    QVERIFY(guardsFor(kernel, {}).empty());
    QCOMPARE(guardsFor(kernel, wanted).front(), (Guard{"step", {}, {{"n", 16}}}));  // the source tells the block
    QVERIFY(coversAllSeen(kernel, guardsFor(kernel, wanted).front()));
    kernel.launches.front().block[0].reset();
    QCOMPARE(guardsFor(kernel, wanted).front(), (Guard{"step", Guard::Block{64, 1, 1}, {{"n", 16}}}));
    // Of several blocks the most frequent one is a guard, what all launches pass another.
    kernel.observed.push_back(launch(32, 16, 1));
    QCOMPARE(guardsFor(kernel, wanted), (std::vector<Guard>{{"step", {}, {{"n", 16}}}}));
    QVERIFY(coversAllSeen(kernel, guardsFor(kernel, wanted).front()));
    Opportunity finding;
    finding.verdict = VerdictKind::unknown;
    kernel.opportunities = {finding};
    QCOMPARE(guardsFor(kernel, wanted),
             (std::vector<Guard>{{"step", Guard::Block{64, 1, 1}}, {"step", {}, {{"n", 16}}}}));
    QCOMPARE(seenUnder(kernel, guardsFor(kernel, wanted).front()), uint64_t(2));
    QVERIFY(!coversAllSeen(kernel, guardsFor(kernel, wanted).front()));
    kernel.opportunities.clear();
    kernel.observed = {launch(64, 0, 3)};
    QCOMPARE(guardsFor(kernel, wanted).front().values,
             (std::vector<Guard::Value>{{"k", 3}}));  // nothing is divided by 0
    kernel.observed = {launch(64, uint64_t{1} << 31, 3)};
    QCOMPARE(guardsFor(kernel, wanted).front().values, (std::vector<Guard::Value>{{"k", 3}}));  // negative
    kernel.observed = {launch(64, 4, 3), launch(64, 5, 4)};
    QVERIFY(guardsFor(kernel, wanted).empty());
    // A block that is wanted is guarded though nothing else needs it.
    const std::vector<WantedConstant> block{{noParameter, "blockDim", true}};
    QCOMPARE(guardsFor(kernel, block), (std::vector<Guard>{{"step", Guard::Block{64, 1, 1}}}));
    kernel.launches.front().block[0] = 64;
    QVERIFY(guardsFor(kernel, block).empty());  // the source tells it
  }
};

QTEST_GUILESS_MAIN(GuardTest)
#include "guard_test.moc"

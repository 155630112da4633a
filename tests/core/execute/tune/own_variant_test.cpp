#include <QTemporaryDir>
#include <QTest>

#include "core/execute/tune/own_variant.h"

using namespace warpwright;

namespace {

const TuningProblem problem{"k", "cpu", "sm_90", "engine/accesses", "accesses", "counted", "k of a.cu"};

std::vector<TunableChange> changes() {
  return {{TunableChange::Kind::other, "a", "a", 0, 0, {}}, {TunableChange::Kind::other, "b", "b", 0, 0, {}}};
}

class PretendedMaker : public VariantMaker {
 public:
  Result<VariantRecord> make(const VariantSteps& steps, std::stop_token) override {
    VariantRecord variant;
    variant.steps = steps;
    variant.files = {{"/p/a.cu", "original", "changed: " + toString(steps)}};
    variant.id = makeVariantId(variant.steps, variant.files);
    return variant;
  }
};

/// Each change saves ten; what the user wrote half, unless it is "wrong".
class PretendedJudge : public VariantJudge {
 public:
  Result<TuningJudgement> judge(const VariantRecord& variant, std::stop_token) override {
    order.push_back(toString(variant.steps));
    TuningJudgement judgement;
    const bool isOwn = ownNumber(variant.steps).has_value();
    judgement.verification.identical = !isOwn || variant.files.front().after != "wrong";
    judgement.verification.summary = judgement.verification.identical ? "same" : "differs";
    judgement.metrics["engine/accesses"] = isOwn ? 50 : 100 - 10 * static_cast<double>(variant.steps.size());
    return judgement;
  }
  std::vector<std::string> order;
};

}  // namespace

class OwnVariantTest : public QObject {
  Q_OBJECT
  PretendedMaker tools_;
  PretendedJudge judge_;

  TuningResult tuned(Session& session, const std::vector<VariantRecord>& own, bool alone) {
    judge_.order.clear();
    const std::unique_ptr<TuningStrategy> after = makePrunedStrategy(changes());
    OwnFirst strategy(*after, own, alone);
    OwnMaker maker(tools_, own);
    auto result = tune(session, problem, strategy, maker, judge_, {}, nullptr, {});
    if (!result.ok()) qFatal("%s", result.error().message.c_str());
    result->complete = result->complete && strategy.isComplete(result->history);
    return *std::move(result);
  }

 private slots:
  void theUsersTextIsJudgedFirstAndAlone() {
    QTemporaryDir folder;
    auto opened = Session::openOrCreate(folder.filePath("s.wws").toStdString());
    QVERIFY(opened.ok());
    Session& session = *opened;
    const VariantRecord own = ownVariant({{"/p/a.cu", "original", "mine"}}, nullptr);
    const TuningResult result = tuned(session, {own}, true);
    QCOMPARE(judge_.order, (std::vector<std::string>{"", toString(own.steps)}));
    QVERIFY(!result.complete);  // the tool's own variants are still to be tried
    QVERIFY(result.best && result.best->files.front().after == "mine");
    KernelSummary kernel;
    const TuningTable table = tuningTable(problem, result.history, kernel, {}, {});
    QCOMPARE(table.rows.front().name, std::string("Yours 1"));
    QCOMPARE(*table.rows.front().ratio, 2.0);
    // The same text is known, another one is the next.
    QVERIFY(ownVariant({{"/p/a.cu", "original", "mine"}}, &table).steps == own.steps);
    const VariantRecord second = ownVariant({{"/p/a.cu", "original", "wrong"}}, &table);
    QCOMPARE(*ownNumber(second.steps), size_t(2));
    tuned(session, {own}, true);
    QVERIFY(judge_.order.empty());
    const TuningResult both = tuned(session, {second}, true);
    QVERIFY(!both.history.find(second.steps)->accepted);
  }

  void nothingIsTriedOnTopOfIt() {
    QTemporaryDir folder;
    auto opened = Session::openOrCreate(folder.filePath("s.wws").toStdString());
    QVERIFY(opened.ok());
    Session& session = *opened;
    const VariantRecord own = ownVariant({{"/p/a.cu", "original", "mine"}}, nullptr);
    const TuningResult result = tuned(session, {own}, false);
    QVERIFY(result.complete);
    QVERIFY(judge_.order.size() > 3);
    QCOMPARE(judge_.order[1], toString(own.steps));
    for (size_t i = 2; i < judge_.order.size(); ++i)
      QVERIFY2(judge_.order[i].find(own.steps.front().opportunity) == std::string::npos, judge_.order[i].c_str());
    // Both of the tool's changes together are found beside it, as they are without.
    QVERIFY(std::find(judge_.order.begin(), judge_.order.end(), "a; b") != judge_.order.end());
  }
};

QTEST_GUILESS_MAIN(OwnVariantTest)
#include "own_variant_test.moc"

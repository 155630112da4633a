#include <QTest>
#include <functional>

#include "core/execute/tune/strategy.h"
#include "tests/support/described_passes.h"

using namespace warpwright;
using Kind = TunableChange::Kind;

namespace {

TunableChange change(Kind kind, const char* id, double references, double bytes, std::vector<Parameter> parameters = {},
                     const char* subject = nullptr) {
  return {kind, id, subject ? subject : id, references, bytes, std::move(parameters)};
}
const Parameter factor{"c_factor", {"1", "2", "3", "4", "8", "16"}};

/// Judges all that the strategy asks for by `score`; below 0: not possible. Gives the texts in order.
std::vector<std::string> walk(const TuningStrategy& strategy, const std::function<double(const std::string&)>& score,
                              TuningHistory* into = nullptr) {
  TuningHistory history;
  std::vector<std::string> order;
  while (const auto steps = strategy.next(history)) {
    const std::string text = toString(*steps);
    if (history.find(*steps) || order.size() > 500) return {"asked twice: " + text};
    order.push_back(text);
    const double value = score(text);
    history.add({*steps, value >= 0, value >= 0 ? std::optional(value) : std::nullopt, value < 0 ? "no" : ""});
  }
  if (into) *into = history;
  return order;
}

bool has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

using Texts = std::vector<std::string>;

}  // namespace

class StrategiesTest : public QObject {
  Q_OBJECT
 private slots:
  void prunedTakesTheMostReferencedArraysFirst() {
    const auto strategy = makePrunedStrategy(
        {change(Kind::promotion, "a", 3, 0), change(Kind::promotion, "b", 9, 0), change(Kind::promotion, "c", 5, 0)});
    // Two arrays help, the third needs too many registers.
    const auto score = [](const std::string& text) {
      return has(text, "a") ? 95.0 : 100 - 5.0 * (has(text, "b") + has(text, "c"));
    };
    TuningHistory history;
    QCOMPARE(walk(*strategy, score, &history), (Texts{"", "b", "b; c", "b; c; a"}));
    QCOMPARE(toString(history.best()->steps), std::string("b; c"));
  }

  void prunedStopsWhenItGetsWorse() {
    const auto strategy = makePrunedStrategy(
        {change(Kind::promotion, "a", 9, 0), change(Kind::promotion, "b", 5, 0), change(Kind::promotion, "c", 3, 0)});
    QCOMPARE(walk(*strategy, [](const std::string& text) { return text.empty() ? 100.0 : 110.0; }), (Texts{"", "a"}));
  }

  void prunedPutsTheLargestArraysElsewhere() {
    const auto strategy =
        makePrunedStrategy({change(Kind::placement, "small", 0, 64), change(Kind::placement, "large", 0, 4096),
                            change(Kind::promotion, "p", 1, 0), change(Kind::placement, "p-local", 0, 9999, {}, "p")});
    const auto score = [](const std::string& text) { return 100 - static_cast<double>(text.size()); };
    // `p` is in a register already: there is nothing left to put elsewhere.
    QCOMPARE(walk(*strategy, score), (Texts{"", "p", "p; large", "p; large; small"}));
  }

  void prunedLeavesOutWhatIsNotPossible() {
    const auto strategy = makePrunedStrategy({change(Kind::promotion, "a", 9, 0), change(Kind::promotion, "b", 5, 0)});
    const auto score = [](const std::string& text) {
      return has(text, "a") ? -1.0 : 100 - static_cast<double>(text.size());
    };
    QCOMPARE(walk(*strategy, score), (Texts{"", "a", "b"}));
    QCOMPARE(walk(*strategy, [](const std::string&) { return -1.0; }), (Texts{""}));
  }

  void prunedCompactsByPowersOfTwo() {
    const auto strategy =
        makePrunedStrategy({change(Kind::compaction, "t", 0, 0, {factor, {"rows", {"near", "far"}}})});
    const auto score = [](const std::string& text) {
      if (has(text, "far")) return 60.0;
      return has(text, "=2") ? 80.0 : has(text, "=4") ? 70.0 : has(text, "=8") ? 75.0 : 100.0;
    };
    TuningHistory history;
    QCOMPARE(walk(*strategy, score, &history),
             (Texts{"", "t (c_factor=2)", "t (c_factor=4)", "t (c_factor=8)", "t (c_factor=4, rows=far)",
                    "t (c_factor=2, rows=far)", "t (c_factor=8, rows=far)"}));
    QCOMPARE(toString(history.best()->steps), std::string("t (c_factor=4, rows=far)"));
  }

  // Blocks alone make it slower, and faster on top of threads; or the other way round.
  void prunedCompactsOnceMoreOnTopOfOthers() {
    const Parameter few{"c_factor", {"2", "4"}};
    const auto strategy =
        makePrunedStrategy({change(Kind::compaction, "t", 0, 0, {few}), change(Kind::compaction, "b", 0, 0, {few})});
    const auto score = [](const std::string& text) {
      const bool t4 = has(text, "t (c_factor=4)"), t = t4 || has(text, "t (");
      const double blocks = has(text, "b (c_factor=2)") ? -10 : has(text, "b (") ? -5 : 0;
      return 100.0 - (t4 ? 30 : t ? 20 : 0) + (t ? blocks : -blocks);
    };
    TuningHistory history;
    QCOMPARE(walk(*strategy, score, &history),
             (Texts{"", "t (c_factor=2)", "t (c_factor=4)", "t (c_factor=4); b (c_factor=2)",
                    "t (c_factor=4); b (c_factor=4)", "t (c_factor=2); b (c_factor=2)"}));
    QCOMPARE(toString(history.best()->steps), std::string("t (c_factor=4); b (c_factor=2)"));
    QVERIFY(history.size() <= strategy->mostVariants());
    const auto other =
        makePrunedStrategy({change(Kind::compaction, "b", 0, 0, {few}), change(Kind::compaction, "t", 0, 0, {few})});
    QCOMPARE(walk(*other, score, &history),
             (Texts{"", "b (c_factor=2)", "t (c_factor=2)", "t (c_factor=4)", "b (c_factor=2); t (c_factor=4)",
                    "b (c_factor=4); t (c_factor=4)", "b (c_factor=2); t (c_factor=2)"}));
    QVERIFY(history.size() <= other->mostVariants());
  }

  void prunedBeginsWithWhatLeavesLoadsMoreRoom() {
    const auto strategy = makePrunedStrategy(
        {change(Kind::compaction, "t", 0, 0, {{"c_factor", {"2", "4"}}, {"memory", {"in_order", "loads_first"}}})});
    // Loads in order make it slower from the first factor on.
    const auto score = [](const std::string& text) {
      return text.empty() ? 100.0 : has(text, "loads_first") ? (has(text, "=4") ? 85.0 : 90.0) : 120.0;
    };
    TuningHistory history;
    QCOMPARE(walk(*strategy, score, &history),
             (Texts{"", "t (c_factor=2, memory=loads_first)", "t (c_factor=4, memory=loads_first)",
                    "t (c_factor=4, memory=in_order)"}));
    QCOMPARE(toString(history.best()->steps), std::string("t (c_factor=4, memory=loads_first)"));
    QVERIFY(history.size() <= strategy->mostVariants());
  }

  void prunedCompactsAlongEachDimensionAndThenASecond() {
    const auto strategy =
        makePrunedStrategy({change(Kind::compaction, "t", 0, 0,
                                   {{"c_factor", {"2", "4"}}, {"dimension", {"y", "x"}}, {"rows", {"near", "far"}}})});
    // Along x alone it only gets worse; on top of y a factor of two helps.
    const auto score = [](const std::string& text) {
      const bool y = has(text, "y"), x = has(text, "x");
      return 100.0 - (y ? (has(text, "=4, dimension=y") ? 40 : 30) : 0) +
             (x ? (y && !has(text, "=4, dimension=x") ? -10 : 5) : 0);
    };
    TuningHistory history;
    const std::string best = "t (c_factor=4, dimension=y)";
    const Texts expected{"",
                         "t (c_factor=2, dimension=y)",
                         best,
                         "t (c_factor=2, dimension=x)",
                         best + "; t (c_factor=2, dimension=x)",
                         best + "; t (c_factor=4, dimension=x)",
                         "t (c_factor=4, dimension=y, rows=far); t (c_factor=2, dimension=x)",
                         best + "; t (c_factor=2, dimension=x, rows=far)",
                         "t (c_factor=2, dimension=y); t (c_factor=2, dimension=x)"};
    QCOMPARE(walk(*strategy, score, &history), expected);
    QCOMPARE(toString(history.best()->steps), best + "; t (c_factor=2, dimension=x)");
    QVERIFY(history.size() <= strategy->mostVariants());
  }

  void prunedLeavesOneCompactionOut() {
    const auto strategy =
        makePrunedStrategy({change(Kind::compaction, "t", 0, 0, {{"c_factor", {"2"}}, {"dimension", {"y", "x"}}}),
                            change(Kind::compaction, "b", 0, 0, {{"c_factor", {"2", "4"}}, {"dimension", {"x"}}})});
    // Threads along x help until there are four blocks.
    const auto score = [](const std::string& text) {
      const bool x = has(text, "t (c_factor=2, dimension=x)"), b2 = has(text, "b (c_factor=2"),
                 b4 = has(text, "b (c_factor=4");
      return 100.0 - (has(text, "dimension=y") ? 30 : 0) - (x ? 10 : 0) - (b2 ? 5 : 0) - (b4 ? (x ? 1 : 25) : 0);
    };
    TuningHistory history;
    walk(*strategy, score, &history);
    QCOMPARE(toString(history.best()->steps), std::string("t (c_factor=2, dimension=y); b (c_factor=4, dimension=x)"));
    QVERIFY(history.size() <= strategy->mostVariants());
  }

  void prunedGoesOnWhereTimesMayBeTheSame() {
    const auto strategy = makePrunedStrategy({change(Kind::promotion, "a", 9, 0), change(Kind::promotion, "b", 5, 0)});
    const auto judge = [&](double low, double high) {
      TuningHistory history;
      history.add({{}, true, 100.0, "", {}, 99.0, 101.0});
      history.add({{{"a", {}}}, true, (low + high) / 2, "", {}, low, high});
      return strategy->next(history);
    };
    QVERIFY(judge(100.5, 102.5).has_value());   // the intervals meet: the next array may still help
    QVERIFY(judge(101.5, 102.5).has_value());   // it costs less than a hundredth: so it may still
    QVERIFY(!judge(102.5, 103.5).has_value());  // slower for certain
  }

  void prunedGoesOnThroughStepsThatCostNextToNothing() {
    const auto strategy = makePrunedStrategy(
        {change(Kind::promotion, "a", 9, 0), change(Kind::promotion, "b", 5, 0), change(Kind::promotion, "c", 3, 0)});
    TuningHistory history;
    Texts order;
    while (const auto steps = strategy->next(history)) {
      const std::string text = toString(*steps);
      order.push_back(text);
      const double time = has(text, "c") ? 80 : has(text, "b") ? 100.3 : has(text, "a") ? 100.4 : 100;
      history.add({*steps, true, time, "", {}, time - 0.05, time + 0.05});
    }
    QCOMPARE(order, (Texts{"", "a", "a; b", "a; b; c"}));
    QCOMPARE(toString(history.best()->steps), std::string("a; b; c"));
  }

  void prunedTriesOtherChangesOneByOne() {
    const auto strategy = makePrunedStrategy(
        {change(Kind::other, "x", 0, 0), change(Kind::other, "y", 0, 0), change(Kind::other, "z", 0, 0)});
    const auto score = [](const std::string& text) {
      return has(text, "x") ? 120.0 : 100 - 5.0 * (has(text, "y") + has(text, "z"));
    };
    QCOMPARE(walk(*strategy, score), (Texts{"", "x", "y", "y; z"}));
  }

  void prunedTriesPredictedPoliciesAndThenLoads() {
    TunableChange policy =
        change(Kind::policy, "p", 0, 0, {{"a", {"plain", "cg", "cs"}}, {"b", {"plain", "cg", "cs"}}});
    policy.predicted = {{{"a", "cg"}}};
    const auto strategy = makePrunedStrategy({policy, change(Kind::promotion, "x", 1, 0)});
    const auto score = [](const std::string& text) {
      return (has(text, "x") ? 90.0 : 100.0) - 10 * has(text, "a=cg") + 5 * has(text, "b=cg") - 5 * has(text, "b=cs");
    };
    TuningHistory history;
    QCOMPARE(walk(*strategy, score, &history),
             (Texts{"", "x", "x; p (a=cg)", "x; p (b=cg)", "x; p (a=cg, b=cg)", "x; p (a=cs)", "x; p (a=cg, b=cs)"}));
    QCOMPARE(toString(history.best()->steps), std::string("x; p (a=cg, b=cs)"));
    QVERIFY(history.size() <= strategy->mostVariants());
    // A load that may be the same stays as it is.
    TuningHistory timed;
    timed.add({{}, true, 100.0, "", {}, 99.0, 101.0});
    timed.add({{{"x", {}}}, true, 90.0, "", {}, 89.0, 91.0});
    timed.add({{{"x", {}}, {"p", {{"a", "cg"}}}}, true, 89.5, "", {}, 88.0, 90.0});
    timed.add({{{"x", {}}, {"p", {{"a", "cs"}}}}, true, 92.0, "", {}, 91.0, 93.0});
    QCOMPARE(toString(*strategy->next(timed)), std::string("x; p (b=cg)"));
  }

  // Loads that only pay together: a search load by load does not find them.
  void prunedEnumeratesPoliciesOfFewLoads() {
    std::vector<Parameter> loads;
    for (const char* name : {"a", "b", "c", "d", "e", "f"}) loads.push_back({name, {"plain", "cg", "cs"}});
    const auto score = [](const std::string& text) {
      const int together = has(text, "b=cg") + has(text, "e=cg"),
                others = static_cast<int>(std::count(text.begin(), text.end(), '='));
      return together == 2 ? 80.0 + others : 100.0 + others;
    };
    const auto strategy = makePrunedStrategy({change(Kind::policy, "p", 0, 0, loads)});
    TuningHistory history;
    const Texts order = walk(*strategy, score, &history);
    QCOMPARE(toString(history.best()->steps), std::string("p (b=cg, e=cg)"));
    QVERIFY(std::find(order.begin(), order.end(), "p (a=cg, b=cg, c=cg, d=cg, e=cg, f=cg)") != order.end());
    QCOMPARE(order.size(), size_t{64 + 6});  // and each load evicted first
    QVERIFY(order.size() <= strategy->mostVariants());
    // One load more is searched load by load.
    loads.push_back({"g", {"plain", "cg", "cs"}});
    TuningHistory many;
    QVERIFY(walk(*makePrunedStrategy({change(Kind::policy, "p", 0, 0, loads)}), score, &many).size() <= size_t{1 + 14});
  }

  void exhaustiveTriesEveryOperatorOfEveryLoad() {
    const Parameter a{"a", {"plain", "cg", "cs"}}, b{"b", {"plain", "cg", "cs"}};
    const auto made = makeExhaustiveStrategy({change(Kind::policy, "p", 0, 0, {a, b})});
    QVERIFY(made.ok());
    QCOMPARE(walk(**made, [](const std::string&) { return 1.0; }),
             (Texts{"", "p (b=cg)", "p (b=cs)", "p (a=cg)", "p (a=cs)", "p (a=cg, b=cg)", "p (a=cg, b=cs)",
                    "p (a=cs, b=cg)", "p (a=cs, b=cs)"}));
    // More than can be listed are refused before they are.
    std::vector<Parameter> many;
    for (int i = 0; i < 40; ++i) many.push_back({std::to_string(i), {"plain", "cg", "cs"}});
    QVERIFY(!makeExhaustiveStrategy({change(Kind::policy, "p", 0, 0, many)}).ok());
  }

  void modelTakesWhatBringsMostFirst() {
    const auto strategy =
        makeModelStrategy({change(Kind::promotion, "a", 9, 0), change(Kind::placement, "a-local", 1, 1, {}, "a"),
                           change(Kind::compaction, "t", 0, 0, {{"c_factor", {"1", "2", "4"}}})});
    // Merging brings most; an array in a register brings a little more, which is within the band: nothing comes after
    // it.
    const auto score = [](const std::string& text) {
      return (has(text, "=4")   ? 50.0
              : has(text, "=2") ? 70.0
                                : 100.0) -
             (has(text, "a-local")    ? -20
              : text.starts_with("a") ? 4
                                      : 0);
    };
    TuningHistory history;
    QCOMPARE(walk(*strategy, score, &history), (Texts{"", "a", "a-local", "t (c_factor=2)", "t (c_factor=4)",
                                                      "a; t (c_factor=4)", "a-local; t (c_factor=4)"}));
    QCOMPARE(toString(history.best()->steps), std::string("a; t (c_factor=4)"));
    QVERIFY(history.size() <= strategy->mostVariants());
    QCOMPARE(walk(*strategy, [](const std::string&) { return -1.0; }), (Texts{""}));
    QCOMPARE(walk(*strategy, [](const std::string&) { return 100.0; }).size(), size_t(5));
  }

  void exhaustiveTriesEveryCombination() {
    const auto made = makeExhaustiveStrategy(
        {change(Kind::compaction, "t", 0, 0, {{"c_factor", {"2", "4"}}}), change(Kind::promotion, "a", 1, 1),
         change(Kind::placement, "a-local", 1, 1, {}, "a"), change(Kind::other, "b", 1, 1)});
    QVERIFY(made.ok());
    const Texts order = walk(**made, [](const std::string&) { return 1.0; });
    // (nothing, a, a-local) x (nothing, b) x (nothing, 2, 4)
    QCOMPARE(order.size(), size_t(18));
    QCOMPARE((*made)->mostVariants(), size_t(18));
    QCOMPARE(order.front(), std::string());
    QVERIFY(std::find(order.begin(), order.end(), "a; b; t (c_factor=4)") != order.end());
    QVERIFY(std::find(order.begin(), order.end(), "a; a-local") == order.end());
    for (size_t i = 1; i < order.size(); ++i) {
      QVERIFY(std::count(order[i - 1].begin(), order[i - 1].end(), ';') <=
              std::count(order[i].begin(), order[i].end(), ';'));
    }
  }

  void exhaustiveTriesOnlyWhatGoesTogether() {
    const Parameter dependent{"c_factor", {"2", "4"}, "dimension", {{"x", {"2", "4"}}, {"y", {"2"}}}};
    const auto made =
        makeExhaustiveStrategy({change(Kind::compaction, "m", 0, 0, {dependent, {"dimension", {"y", "x"}}})});
    QVERIFY(made.ok());
    QCOMPARE((*made)->mostVariants(), size_t{4});  // the original, 2 along y, 2 and 4 along x
    for (const std::string& text : walk(**made, [](const std::string&) { return 100.0; }))
      QVERIFY2(!has(text, "c_factor=4") || !has(text, "dimension=y"), text.c_str());
  }

  void exhaustiveKnowsItsLimits() {
    std::vector<TunableChange> many;
    for (int i = 0; i < 40; ++i) many.push_back(change(Kind::other, std::to_string(i).c_str(), 0, 0));
    QVERIFY(!makeExhaustiveStrategy(many).ok());
    QVERIFY(!makeStrategy("random", {}).ok());
    QVERIFY(makeStrategy("pruned", many).ok());
    QCOMPARE((*makeStrategy("model", many))->name(), std::string("model"));
  }

  // Threads are merged below what nothing can be made on top of.
  void prunedMergesBelowWhatMustBeLast() {
    TunableChange wide = change(Kind::other, "v", 0, 0),
                  threads = change(Kind::compaction, "t", 0, 0, {{"c_factor", {"2", "4"}}});
    wide.last = true;
    const auto strategy = makePrunedStrategy({threads, wide});
    TuningHistory history;
    const Texts order = walk(
        *strategy, [](const std::string& text) { return 100 - 10.0 * has(text, "v") - 5.0 * has(text, "t ("); },
        &history);
    QCOMPARE(order, (Texts{"", "v", "t (c_factor=2); v", "t (c_factor=4); v"}));
    QVERIFY(history.size() <= strategy->mostVariants());
  }

  void prunedLetsBeWhatCannotBeMadeOfTwo() {
    const auto strategy = makePrunedStrategy(
        {change(Kind::compaction, "t", 0, 0, {{"c_factor", {"2", "4", "8"}}, {"dimension", {"x", "y"}}})});
    TuningHistory history;
    Texts order;
    while (const auto steps = strategy->next(history)) {
      const std::string text = toString(*steps);
      order.push_back(text);
      TuningOutcome outcome;
      outcome.steps = *steps;
      outcome.judged = outcome.accepted = !has(text, "dimension=x");
      if (outcome.accepted) outcome.score = 100 - static_cast<double>(text.size());
      history.add(outcome);
    }
    QCOMPARE(order,
             (Texts{"", "t (c_factor=2, dimension=x)", "t (c_factor=2, dimension=y)", "t (c_factor=4, dimension=y)",
                    "t (c_factor=8, dimension=y)", "t (c_factor=2, dimension=y); t (c_factor=2, dimension=x)"}));
  }

  void prunedAsksForFarFewer() {
    std::vector<TunableChange> changes;
    for (int i = 0; i < 6; ++i) changes.push_back(change(Kind::promotion, ("a" + std::to_string(i)).c_str(), i, 0));
    changes.push_back(change(Kind::compaction, "t", 0, 0, {factor}));
    const auto score = [](const std::string& text) { return 1000 - static_cast<double>(text.size()); };
    const Texts pruned = walk(*makePrunedStrategy(changes), score);
    QVERIFY(pruned.size() <= makePrunedStrategy(changes)->mostVariants());
    QVERIFY(pruned.size() <= 1 + 6 + 4);
    TuningHistory all;
    walk(**makeExhaustiveStrategy(changes), score, &all);
    TuningHistory some;
    walk(*makePrunedStrategy(changes), score, &some);
    QVERIFY(some.best() && all.best());
  }

  void spaceComesFromApplicableFindings() {
    AnalysisResult analysis;
    analysis.passes = describedPasses();
    KernelSummary kernel;
    kernel.name = "k";
    Opportunity yes, no;
    yes.id = "shared_to_register-1";
    yes.pass = "shared_to_register";
    yes.subject = "tile";
    yes.verdict = VerdictKind::applicable;
    yes.estimate.inputs = {{"shared_loads", 10}, {"shared_stores", 2}, {"shared_bytes", 512}};
    no = yes;
    no.verdict = VerdictKind::refused;
    kernel.opportunities = {no, yes};
    analysis.kernels = {kernel};
    const auto changes = tunableChanges(analysis, "k");
    QVERIFY(changes.ok() && changes->size() == 1);
    QVERIFY(changes->front().kind == Kind::promotion && changes->front().references == 12 &&
            changes->front().bytes == 512);
    QVERIFY(tunableChanges(analysis, "other").error().message.find("There is `k`.") != std::string::npos);
    QVERIFY(!changes->front().unfeedable);
    auto& opportunities = analysis.kernels[0].opportunities;
    opportunities.push_back(yes);
    opportunities.back().pass = "shared_to_global";
    opportunities.back().id = "shared_to_global-2";
    opportunities.push_back(yes);
    opportunities.back().pass = "block_compaction";
    opportunities.back().id = "block_compaction-3";
    Launch launch;
    launch.grid = {64, 1, 1};
    analysis.kernels[0].launches = {launch};
    auto fed = *tunableChanges(analysis, "k");
    QCOMPARE(leaveOutUnfeedable(fed).size(), size_t(1));  // the scratch memory
    QCOMPARE(fed.size(), size_t(2));
    QVERIFY(!fed.front().mergesBlocks && fed.back().mergesBlocks);
    analysis.kernels[0].launches[0].grid[0].reset();
    fed = *tunableChanges(analysis, "k");
    QCOMPARE(leaveOutUnfeedable(fed).size(), size_t(1));  // the number of blocks follows from the launch
    QCOMPARE(fed.size(), size_t(2));
    analysis.kernels[0].launches[0].fromUser = true;
    fed = *tunableChanges(analysis, "k");
    const auto reasons = leaveOutUnfeedable(fed);  // which the source does not have here
    QCOMPARE(reasons.size(), size_t(2));
    QVERIFY(has(reasons[0], "shared_to_global-2 (`tile`)"));
    QCOMPARE(fed.size(), size_t(1));
    opportunities.resize(1);
    QVERIFY(!tunableChanges(analysis, "k").ok());
  }
};

QTEST_GUILESS_MAIN(StrategiesTest)
#include "strategy_test.moc"

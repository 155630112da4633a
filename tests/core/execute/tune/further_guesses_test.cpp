#include "core/execute/tune/further_guesses.h"

#include <QTest>
#include <functional>

#include "core/execute/tune/strategy.h"

using namespace warpwright;
using Kind = TunableChange::Kind;

namespace {

TunableChange named(Kind kind, const char* id, std::vector<Parameter> parameters = {}) {
  TunableChange one{kind, id, id, 0, 0, std::move(parameters)};
  one.pass = id;
  return one;
}

TunableChange ofPass(const char* pass, Kind kind, std::vector<Parameter> parameters) {
  TunableChange one = named(kind, pass, std::move(parameters));
  one.opportunity += "-1";
  return one;
}

const Parameter factors{"c_factor", {"2", "4", "8", "16"}};

/// Time and threads of a variant; below 0: it cannot be made.
struct Judged {
  double time = -1;
  unsigned threads = 0;
};
using Judge = std::function<Judged(const VariantSteps&)>;
/// What is possible in the text of a variant.
using Texts = std::function<std::vector<TunableChange>(const VariantSteps&)>;

bool has(const VariantSteps& steps, const char* id) {
  return toString(steps).find(id) != std::string::npos;
}
unsigned factorOf(const VariantSteps& steps) {
  for (const VariantStep& step : steps) {
    if (step.opportunity == "merge") return static_cast<unsigned>(std::stoul(step.values.at("c_factor")));
  }
  return 1;
}

struct Search {
  std::vector<std::string> order, looked;
  TuningHistory history;
};

Search searched(TuningStrategy& strategy, const Judge& judge, const Texts& texts) {
  Search search;
  for (;;) {
    for (auto wanted = strategy.wanted(search.history); !wanted.empty(); wanted = strategy.wanted(search.history)) {
      search.looked.push_back(toString(wanted.front()));
      strategy.learn(wanted.front(), texts(wanted.front()));
    }
    const auto steps = strategy.next(search.history);
    if (!steps || search.order.size() > 300 || search.history.find(*steps)) return search;
    search.order.push_back(toString(*steps));
    const Judged judged = judge(*steps);
    TuningOutcome outcome;
    outcome.steps = *steps;
    outcome.accepted = outcome.judged = judged.time >= 0;  // what fails could not be made
    if (outcome.accepted) {
      outcome.score = judged.time;
      outcome.scoreLow = judged.time * 0.995;
      outcome.scoreHigh = judged.time * 1.005;
      if (!steps->empty()) outcome.verdict = judged.time < 0.99 ? "FASTER" : judged.time > 1.01 ? "SLOWER" : "SAME";
      outcome.metrics["static/threads"] = judged.threads;
    }
    search.history.add(std::move(outcome));
  }
}

/// Threads of a block of 256 are merged, by 4 at best; a warp's barriers cost as much as a block's; blocks of one warp
/// are best when several are put together.
Judged judgeOfMerging(const VariantSteps& steps) {
  const unsigned factor = factorOf(steps);
  const double merged = factor == 1 ? 1 : factor == 2 ? 0.7 : factor == 4 ? 0.5 : factor == 8 ? 0.8 : 1.5;
  return {has(steps, "shape") ? 0.4 : merged, 256 / factor};
}
std::vector<TunableChange> changesOfMerging(const VariantSteps& steps) {
  std::vector<TunableChange> changes{named(Kind::compaction, "merge", {factors})};
  if (factorOf(steps) == 8) changes.push_back(named(Kind::other, "warp"));
  if (has(steps, "warp")) changes.push_back(named(Kind::other, "shape", {{"threads", {"64", "128"}}}));
  return changes;
}

}  // namespace

class FurtherGuessesTest : public QObject {
  Q_OBJECT
 private slots:
  void blocksOfOneWarpArePutTogether() {
    const auto strategy = makePrunedStrategy({named(Kind::compaction, "merge", {factors})});
    const Search search = searched(*strategy, judgeOfMerging, changesOfMerging);
    QCOMPARE(toString(search.history.best()->steps), std::string("merge (c_factor=8); warp; shape"));
    const std::vector<std::string> looked{"merge (c_factor=4)", "merge (c_factor=8)", "merge (c_factor=8); warp",
                                          "merge (c_factor=8); warp; shape (threads=128)"};
    QVERIFY2(std::equal(looked.begin(), looked.begin() + 3, search.looked.begin()), search.looked.back().c_str());
    QVERIFY(search.order.size() <= strategy->mostVariants());
  }

  // By itself a step down to one warp is slower than what it starts from: only its end pays. It is gone beside the
  // other guesses, and not where it falls far behind.
  void theWayToOneWarpIsGoneEarly() {
    for (const bool isFarBehind : {false, true}) {
      const auto strategy = makePrunedStrategy({named(Kind::compaction, "merge", {factors}),
                                                ofPass("blocks", Kind::compaction, {factors}),
                                                named(Kind::other, "rounds", {{"factor", {"4", "2", "8"}}})});
      const auto judge = [&](const VariantSteps& steps) {
        Judged judged = judgeOfMerging(steps);
        if (isFarBehind && factorOf(steps) == 8) judged.time = 1.6;
        return Judged{judged.time * (has(steps, "blocks") ? 0.9 : 1) * (has(steps, "rounds") ? 1.001 : 1),
                      judged.threads};
      };
      const auto texts = [](const VariantSteps& steps) {
        std::vector<TunableChange> changes = changesOfMerging(steps);
        changes.push_back(ofPass("blocks", Kind::compaction, {factors}));
        return changes;
      };
      const Search search = searched(*strategy, judge, texts);
      const auto placeOf = [&](const std::string& text) {
        return std::find(search.order.begin(), search.order.end(), text) - search.order.begin();
      };
      const auto shaped = placeOf("merge (c_factor=8); warp; shape"), last = placeOf("rounds (factor=2)");
      QVERIFY2(isFarBehind ? shaped > last : shaped < last, qPrintable(QString::number(shaped)));
      QVERIFY(search.order.size() <= strategy->mostVariants());
    }
  }

  // A thread that has its column for itself needs no barriers; with them it is slower than with a smaller factor.
  void aColumnForEachThreadIsTriedEarly() {
    const auto strategy = makePrunedStrategy(
        {named(Kind::compaction, "merge", {factors}), named(Kind::other, "rounds", {{"factor", {"4", "2"}}})});
    const auto judge = [](const VariantSteps& steps) {
      const unsigned factor = factorOf(steps);
      const double merged = factor == 1 ? 1 : factor == 4 ? 0.6 : factor == 16 ? 0.8 : 0.7;
      return Judged{merged * (has(steps, "barriers") ? 0.5 : 1) * (has(steps, "rounds") ? 1.02 : 1), 256 / factor};
    };
    const auto texts = [](const VariantSteps& steps) {
      std::vector<TunableChange> changes{named(Kind::compaction, "merge", {factors})};
      if (factorOf(steps) == 16) changes.push_back(named(Kind::other, "barriers"));
      return changes;
    };
    const Search search = searched(*strategy, judge, texts);
    QCOMPARE(toString(search.history.best()->steps), std::string("merge (c_factor=16); barriers"));
    const auto placeOf = [&](const std::string& text) {
      return std::find(search.order.begin(), search.order.end(), text) - search.order.begin();
    };
    QVERIFY(placeOf("merge (c_factor=16); barriers") < placeOf("rounds (factor=2)"));
    QVERIFY(search.order.size() <= strategy->mostVariants());
  }

  void whatIsPossibleOnTheBestIsTried() {
    const auto strategy = makePrunedStrategy({named(Kind::other, "block"), named(Kind::other, "row")});
    const auto judge = [](const VariantSteps& steps) {
      return Judged{1 - 0.2 * has(steps, "block") + 0.1 * has(steps, "row") - 0.3 * has(steps, "constants"), 128};
    };
    const auto texts = [](const VariantSteps& steps) {
      std::vector<TunableChange> changes{named(Kind::other, "row")};
      if (has(steps, "block")) changes.push_back(named(Kind::other, "constants"));
      return changes;
    };
    const Search search = searched(*strategy, judge, texts);
    QCOMPARE(toString(search.history.best()->steps), std::string("block; constants"));
    // `row` was possible before.
    QVERIFY(std::find(search.order.begin(), search.order.end(), "block; row; constants") == search.order.end());
  }

  // Constants move the loop into a function, where it is not found any more; unrolled first, both can be made.
  void whatHidesTheOtherIsMadeLast() {
    for (const bool isGuarded : {false, true}) {
      TunableChange constants = named(Kind::other, isGuarded ? "constants-1@k.256.1.1" : "constants-1"),
                    rounds = named(Kind::other, "rounds-2");
      constants.last = rounds.last = true;
      const auto strategy = makePrunedStrategy({constants, rounds});
      const auto judge = [](const VariantSteps& steps) {
        const std::string text = toString(steps);
        if (text.starts_with("constants") && has(steps, "rounds")) return Judged{};
        return Judged{steps.empty() ? 1.0 : steps.size() == 2 ? 0.3 : has(steps, "rounds") ? 0.5 : 0.8, 64};
      };
      const Search search =
          searched(*strategy, judge, [](const VariantSteps&) { return std::vector<TunableChange>(); });
      QCOMPARE(toString(search.history.best()->steps), "rounds-2; " + constants.opportunity);
      QVERIFY(search.order.size() <= strategy->mostVariants());
    }
  }

  // A copy has what was changed in the kernel before it was made, and not what is changed there after that.
  void aCopyIsMadeOfWhatIsChanged() {
    TunableChange rounds = named(Kind::other, "rounds-2");
    rounds.last = true;
    const auto strategy = makePrunedStrategy({named(Kind::other, "merge-1@k.256.1.1"), rounds});
    const auto judge = [](const VariantSteps& steps) {
      const std::string text = toString(steps);
      return Judged{steps.empty()                           ? 1.0
                    : text == "rounds-2; merge-1@k.256.1.1" ? 0.3
                    : has(steps, "merge")                   ? 0.5
                                                            : 0.8};
    };
    const Search search = searched(*strategy, judge, [](const VariantSteps&) { return std::vector<TunableChange>(); });
    QCOMPARE(toString(search.history.best()->steps), std::string("rounds-2; merge-1@k.256.1.1"));
  }

  // Threads merged in merged blocks are another text than blocks merged of merged threads.
  void mergingIsTriedInTheOtherOrder() {
    const auto changes = [](const VariantSteps&) {
      return std::vector{ofPass("t", Kind::compaction, {factors}), ofPass("b", Kind::compaction, {factors}),
                         named(Kind::other, "row")};
    };
    const auto strategy = makePrunedStrategy(changes({}));
    const auto judge = [](const VariantSteps& steps) {
      const std::string text = toString(steps);
      const bool t = has(steps, "t-1"), b = has(steps, "b-1");
      const double merged = t && b ? (text.find("b-1") < text.find("t-1") ? 0.4 : 0.9) : t ? 0.8 : b ? 0.6 : 1;
      return Judged{merged + 0.2 * has(steps, "row"), 256};
    };
    const Search search = searched(*strategy, judge, changes);
    QVERIFY2(toString(search.history.best()->steps).starts_with("b-1"), toString(search.history.best()->steps).c_str());
    QCOMPARE(search.history.best()->steps.size(), size_t{2});
    // On top of both there is nothing to merge.
    for (const std::string& one : search.order) QVERIFY2(std::count(one.begin(), one.end(), ';') < 3, one.c_str());
  }

  // Blocks that are merged along one dimension may be merged along the other, too, in the text that this has left. The
  // finding is another one there: the kernel has one argument more.
  void blocksAreMergedAlongBothDimensions() {
    const std::vector<Parameter> parameters{factors, {"dimension", {"y", "x"}}};
    const auto changes = [&](const VariantSteps& steps) {
      TunableChange blocks = ofPass("b", Kind::compaction, parameters);
      blocks.mergesBlocks = true;
      if (!steps.empty()) blocks.opportunity = "b-2";
      return std::vector{blocks, named(Kind::other, "row")};
    };
    const auto strategy = makePrunedStrategy(changes({}));
    const auto judge = [](const VariantSteps& steps) {
      double time = has(steps, "row") ? 1.1 : 1;
      for (size_t i = 0; i < steps.size(); ++i) {
        const VariantStep& step = steps[i];
        if (step.opportunity == "b-1" && i > 0) return Judged{};  // it is no longer there
        if (step.opportunity.starts_with("b-")) time *= step.values.at("c_factor") == "4" ? 0.8 : 0.9;
      }
      return Judged{time, 256};
    };
    const Search search = searched(*strategy, judge, changes);
    QCOMPARE(toString(search.history.best()->steps),
             std::string("b-1 (c_factor=4, dimension=y); b-2 (c_factor=4, dimension=x)"));
    for (const std::string& one : search.order) {
      const bool isTwice = one.find("b-1") != std::string::npos && one.find("b-2") != std::string::npos;
      QVERIFY2(!isTwice || std::count(one.begin(), one.end(), 'x') == 1, one.c_str());
    }
  }

  // Loops of merged threads, and rounds that a copy knows: what brought nothing before is looked at once more.
  void whatComesOnTopOfAllIsAnotherAfterMerging() {
    TunableChange loops = named(Kind::other, "unroll", {{"factor", {"8", "2"}}});
    loops.last = true;
    FurtherGuesses further({named(Kind::compaction, "merge", {factors}), loops});
    TuningHistory history;
    history.add({{}, true, 1.0});
    const VariantSteps merged{{"merge", {{"c_factor", "4"}}}};
    history.add({merged, true, 0.5});
    further.learn(merged, {loops});
    const auto next = further.next(history, false);
    QVERIFY(next && toString(*next) == "merge (c_factor=4); unroll");
    // In the copy on top of that it is known; with another number of rounds it is not.
    VariantSteps copied = merged;
    copied.push_back({"rounds@k", {}});
    history.add({*next, true, 0.6});
    history.add({{merged[0], {"unroll", {{"factor", "2"}}}}, true, 0.6});
    history.add({copied, true, 0.5});
    further.learn(copied, {loops});
    QVERIFY(!further.next(history, false));
    VariantSteps other = merged;
    other.push_back({"others@k", {}});
    history.add({other, true, 0.5});
    loops.parameters.front().values.push_back("20");
    further.learn(other, {loops});
    const auto known = further.next(history, false);
    QVERIFY(known && toString(*known) == "merge (c_factor=4); others@k; unroll");
  }

  // What gained on top of each other is gone on from beside the first guesses.
  void theBestStackIsLookedAtEarly() {
    FurtherGuesses further({named(Kind::other, "a"), named(Kind::other, "b")});
    TuningHistory history;
    history.add({{}, true, 1.0});
    history.add({{{"a", {}}}, true, 0.8});
    QVERIFY(further.wantedEarly(history).empty());
    history.add({{{"a", {}}, {"b", {}}}, true, 0.79});
    QVERIFY(further.wantedEarly(history).empty());  // that is `a` alone
    history.add({{{"b", {}}, {"a", {}}}, true, 0.7});
    const auto wanted = further.wantedEarly(history);
    QVERIFY(wanted.size() == 1 && toString(wanted.front()) == "b; a");
  }

  void findingsOfACopyAreThoseOfTheOriginal() {
    FurtherGuesses further({named(Kind::other, "a-1@k.256.1.1")});
    TuningHistory history;
    history.add({{}, true, 1.0});
    history.add({{{"a-1@k.256.1.1", {}}}, true, 0.5});
    const auto base = further.wanted(history);
    QVERIFY(base.size() == 1 && toString(base.front()) == "a-1@k.256.1.1");
    further.learn(base.front(), {named(Kind::other, "a-1"), named(Kind::other, "b-2")});
    const auto next = further.next(history, false);
    QVERIFY(next && toString(*next) == "a-1@k.256.1.1; b-2");
    QVERIFY(further.most() > 0);
  }

  // Texts that a search looks into in any case: each once, and no more than it ever does.
  void allThatIsWantedIsSaidAtOnce() {
    FurtherGuesses further({named(Kind::compaction, "merge", {factors})});
    TuningHistory history;
    history.add({{}, true, 1.0});
    for (const char* factor : {"2", "8", "16"}) {
      TuningOutcome merged{{{"merge", {{"c_factor", factor}}}}, true, 0.5};
      merged.metrics["static/threads"] = 256.0 / std::stod(factor);
      history.add(std::move(merged));
    }
    std::vector<VariantSteps> wanted = further.wantedEarly(history);
    QCOMPARE(wanted.size(), size_t{2});
    QCOMPARE(toString(wanted[0]), std::string("merge (c_factor=8)"));
    QCOMPARE(toString(wanted[1]), std::string("merge (c_factor=16)"));
    further.learn(wanted[1], {});
    wanted = further.wantedEarly(history);
    QVERIFY(wanted.size() == 1 && toString(wanted[0]) == "merge (c_factor=8)");
  }

  void nothingIsLookedAtWhereNothingGains() {
    const auto strategy = makePrunedStrategy({named(Kind::other, "a"), named(Kind::other, "b")});
    const auto judge = [](const VariantSteps& steps) { return Judged{steps.empty() ? 1.0 : 1.2, 64}; };
    QVERIFY(
        searched(*strategy, judge, [](const VariantSteps&) { return std::vector<TunableChange>(); }).looked.empty());
  }

  void textsThatHaveNothingNewCostNothing() {
    const auto strategy = makePrunedStrategy({named(Kind::other, "a"), named(Kind::other, "b")});
    const auto judge = [](const VariantSteps& steps) { return Judged{steps.empty() ? 1.0 : 0.8, 64}; };
    const Search search =
        searched(*strategy, judge, [](const VariantSteps&) { return std::vector{named(Kind::other, "b")}; });
    QCOMPARE(search.looked.size(), size_t{1});
    for (const std::string& one : search.order) QVERIFY2(one.size() <= 4, one.c_str());
  }
};

QTEST_GUILESS_MAIN(FurtherGuessesTest)
#include "further_guesses_test.moc"

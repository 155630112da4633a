#include <QTest>
#include <set>

#include "core/execute/tune/likely_next.h"

using namespace warpwright;

namespace {

std::vector<TunableChange> changes() {
  std::vector<TunableChange> list;
  for (const char* id : {"a", "b", "c", "d", "e"}) list.push_back({TunableChange::Kind::other, id, id, 0, 0, {}});
  return list;
}

TuningHistory begun() {
  TuningHistory history;
  history.add({{}, true, 100.0});
  return history;
}

std::set<std::string> textsOf(const std::vector<VariantSteps>& variants) {
  std::set<std::string> texts;
  for (const VariantSteps& steps : variants) texts.insert(toString(steps));
  return texts;
}

/// Tries `first`; then the one that takes its place where it cannot be made, else a hundred others.
class Substituting : public TuningStrategy {
 public:
  std::string name() const override { return "substituting"; }
  std::optional<VariantSteps> next(const TuningHistory& history) const override {
    if (!history.find({})) return VariantSteps();
    const TuningOutcome* first = history.find({{"first", {}}});
    if (!first) return VariantSteps{{"first", {}}};
    for (int i = 0; i < (first->judged ? 100 : 1); ++i) {
      const VariantSteps other{{first->judged ? "other" + std::to_string(i) : "instead", {}}};
      if (!history.find(other)) return other;
    }
    return std::nullopt;
  }
  size_t mostVariants() const override { return 102; }
};

}  // namespace

class LikelyNextTest : public QObject {
  Q_OBJECT
 private slots:
  void guessesFollowTheStrategy() {
    const auto strategy = makePrunedStrategy(changes());
    QCOMPARE(likelyNext(*strategy, {}, 4).size(), size_t(1));  // the original comes alone
    const TuningHistory history = begun();
    const std::vector<VariantSteps> guesses = likelyNext(*strategy, history, 4);
    QCOMPARE(guesses.size(), size_t(4));
    QCOMPARE(toString(guesses.front()), toString(*strategy->next(history)));
    const std::set<std::string> texts = textsOf(guesses);
    QCOMPARE(texts.size(), size_t(4));
    // Whichever way the first turns out, what comes then is among them.
    for (const double score : {50.0, 200.0}) {
      TuningHistory then = history;
      then.add({guesses.front(), true, score});
      QVERIFY(texts.contains(toString(*strategy->next(then))));
    }
  }

  void whatIsUnlikelyComesLast() {
    const Substituting strategy;
    const std::vector<VariantSteps> few = likelyNext(strategy, begun(), 8), all = likelyNext(strategy, begun(), 200);
    QCOMPARE(few.size(), size_t(8));
    QVERIFY(toString(few[0]) == "first" && toString(few[1]) == "other0");
    QVERIFY(!textsOf(few).contains("instead") && textsOf(all).contains("instead"));
  }

  // What cannot be made ahead is known before its turn: nothing is made that would come after it only if it could.
  void whatCannotBeMadeIsNotSupposed() {
    const Substituting strategy;
    const auto isFirst = [](const VariantSteps& steps) { return toString(steps) == "first"; };
    const std::set<std::string> known = textsOf(likelyNext(strategy, begun(), 8, isFirst));
    QVERIFY((known == std::set<std::string>{"first", "instead"}));
  }
};

QTEST_GUILESS_MAIN(LikelyNextTest)
#include "likely_next_test.moc"

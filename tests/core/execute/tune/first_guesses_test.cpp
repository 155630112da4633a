#include <QTest>
#include <cmath>
#include <functional>

#include "core/execute/tune/strategy.h"

using namespace warpwright;
using Kind = TunableChange::Kind;

namespace {

TunableChange named(Kind kind, const char* id, std::vector<Parameter> parameters = {}, bool last = false) {
  TunableChange one{kind, id, id, 0, 0, std::move(parameters)};
  one.pass = id;
  one.last = last;
  return one;
}

bool has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

/// A kernel whose times are known for all variants; the original takes 1.
struct Surface {
  std::vector<TunableChange> changes;
  std::function<double(const VariantSteps&)> time;
};

std::string valueOf(const VariantStep& step, const char* name, const char* first) {
  const auto found = step.values.find(name);
  return found == step.values.end() ? first : found->second;
}
double numberOf(const VariantStep& step, const char* name, const char* first) {
  return std::stod(valueOf(step, name, first));
}
/// 1 at the best of a size, less on both sides.
double near(double size, double best, double width) {
  const double away = std::log2(size / best) / width;
  return std::exp(-away * away);
}

double timeOfOne(int kind, const VariantStep& step, double& merged) {
  const bool ofThreads = step.opportunity == "threads", ofBlocks = step.opportunity == "blocks",
             ofShape = step.opportunity == "shape", isConstant = step.opportunity == "constants";
  const double factor = ofThreads || ofBlocks ? numberOf(step, "c_factor", "2") : 1;
  const double size = ofShape ? numberOf(step, "threads", "128") : 256;
  const bool alongY = valueOf(step, "dimension", "x") == "y",
             loadsFirst = valueOf(step, "memory", "in_order") == "loads_first";
  if (kind == 0) {
    if (ofThreads) {
      merged *= factor;
      return 1 / (1 + (alongY ? 0.7 : 0.35) * (loadsFirst ? 1 : 0.4) * near(factor, 8, 2));
    }
    if (ofBlocks) return merged > 4 ? 1.05 : 1 / (1 + 0.15 * near(factor, 2, 1.2));
    if (step.opportunity == "register") return merged > 1 ? 1 / 1.08 : 1 / 1.02;
    return isConstant ? 1 / 1.03 : 1.1 - 0.12 * near(size, 256, 1.5);
  }
  if (kind == 1) {
    if (ofShape) return 1 / (0.5 + 1.6 * near(size, 64, 1));
    if (isConstant) return 1 / 1.5;
    return ofThreads ? 1 + 0.1 * factor : ofBlocks ? 1.02 * std::sqrt(factor / 2) : 1 / 1.01;
  }
  if (kind == 2) {
    if (ofThreads) merged *= factor * (loadsFirst ? 1 : 0.5);
    if (step.opportunity == "vector") merged *= 1.05 * numberOf(step, "width", "2");
    return 1;
  }
  if (ofThreads) return factor == 2 ? (alongY ? 1.1 : 0.8) : factor == 4 ? 1.03 : 1.7;
  return ofBlocks ? 1.2 : ofShape ? 1.15 : isConstant ? 1.001 : 1.02;
}

Surface surfaceOf(int kind) {
  const Parameter factors{"c_factor", {"2", "4", "8", "16"}}, dimension{"dimension", {"x", "y"}};
  const TunableChange threads =
      named(Kind::compaction, "threads",
            {factors, dimension, {"memory", {"in_order", "loads_first"}}, {"assignment", {"interleaved", "blocked"}}});
  const TunableChange blocks = named(Kind::compaction, "blocks", {factors, dimension}, true),
                      constants = named(Kind::other, "constants", {}, true),
                      shape = named(Kind::other, "shape", {{"threads", {"128", "64", "32", "512", "1024"}}}, true),
                      wide = named(Kind::other, "vector", {{"width", {"2", "4"}}}, true),
                      barrier = named(Kind::other, "barrier", {}), promoted = named(Kind::promotion, "register", {});
  Surface surface;
  surface.changes = kind == 0   ? std::vector{promoted, threads, blocks, shape, constants}
                    : kind == 2 ? std::vector{threads, constants, wide}
                                : std::vector{barrier, threads, blocks, constants, shape};
  surface.time = [kind](const VariantSteps& steps) {
    double time = 1, merged = 1;
    for (const VariantStep& step : steps) time *= timeOfOne(kind, step, merged);
    return kind == 2 ? time / (1 + 0.75 * (near(merged, 4, 1.1) - near(1, 4, 1.1))) : time;
  };
  return surface;
}

/// Of all combinations of the changes from `at` on, on top of others.
double bestOf(const Surface& surface, size_t at = 0, const VariantSteps& below = {}) {
  if (at == surface.changes.size()) return surface.time(below);
  double best = bestOf(surface, at + 1, below);
  std::vector<ParameterValues> all{{}};
  for (const Parameter& parameter : surface.changes[at].parameters) {
    std::vector<ParameterValues> more;
    for (const ParameterValues& values : all) {
      for (const std::string& value : parameter.values) {
        more.push_back(values);
        more.back()[parameter.name] = value;
      }
    }
    all = std::move(more);
  }
  for (const ParameterValues& values : all) {
    VariantSteps steps = below;
    steps.push_back({surface.changes[at].opportunity, values});
    best = std::min(best, bestOf(surface, at + 1, steps));
  }
  return best;
}

}  // namespace

class FirstGuessesTest : public QObject {
  Q_OBJECT
 private slots:
  // Little time is enough to have tried each pass, and what gained together.
  void beginWithAGuessOfEachPass() {
    TunableChange threads = named(Kind::compaction, "t",
                                  {{"c_factor", {"1", "2", "3", "4", "8", "16"}}, {"dimension", {"x", "y"}}}),
                  constants = named(Kind::other, "k"),
                  shape = named(Kind::other, "b", {{"size", {"64", "128", "256"}}}), barrier = named(Kind::other, "r1"),
                  another = named(Kind::other, "r2");
    threads.pass = "threads";
    constants.pass = "constants";
    shape.pass = "shape";
    barrier.pass = another.pass = "barrier";
    another.promise = 1.5;
    constants.last = shape.last = true;
    const auto strategy = makePrunedStrategy({barrier, another, threads, constants, shape});
    const auto score = [](const std::string& text) {
      return 100.0 - (has(text, "k") ? 10 : 0) -
             (has(text, "size=128") ? 20
              : has(text, "b")      ? 15
                                    : 0) +
             (has(text, "t (") ? 30 : 0);
    };
    TuningHistory history;
    std::vector<std::string> order;
    while (const auto steps = strategy->next(history)) {
      order.push_back(toString(*steps));
      history.add({*steps, true, score(order.back())});
    }
    QVERIFY(order.size() > 12 && order.size() <= strategy->mostVariants());
    order.resize(11);
    QCOMPARE(order, (std::vector<std::string>{"", "r1; r2", "t (c_factor=4, dimension=x)", "k", "b", "b (size=128)",
                                              "b (size=256)", "k; b (size=128)", "t (c_factor=2, dimension=x)",
                                              "k; b (size=256)", "k; b (size=64)"}));
    QCOMPARE(toString(history.best()->steps), std::string("k; b (size=128)"));
  }

  // Loads in front of everything may make a compiler round otherwise, which nothing is changed for.
  void whatCannotBeMadeWithLoadsFirstIsTriedInOrder() {
    const TunableChange threads =
        named(Kind::compaction, "t", {{"c_factor", {"2", "4", "8"}}, {"memory", {"in_order", "loads_first"}}});
    const auto strategy = makePrunedStrategy({threads, named(Kind::other, "k")});
    TuningHistory history;
    std::vector<std::string> order;
    while (const auto steps = strategy->next(history)) {
      order.push_back(toString(*steps));
      const bool isMade = !has(order.back(), "loads_first");
      TuningOutcome outcome{*steps, isMade,
                            isMade ? std::optional(has(order.back(), "t (c_factor=8") ? 60.0
                                                   : has(order.back(), "t (")         ? 80.0
                                                                                      : 100.0)
                                   : std::nullopt};
      outcome.judged = isMade;
      history.add(outcome);
    }
    QVERIFY(order.size() > 4);
    QCOMPARE(order[1], std::string("t (c_factor=4, memory=loads_first)"));
    QCOMPARE(order[2], std::string("t (c_factor=4)"));
    QCOMPARE(toString(history.best()->steps), std::string("t (c_factor=8)"));
  }

  // What loads in front of a barrier leaves merged threads nothing to order, and so no such choice.
  void stackWithoutAnOrderWhereNothingIsLeftToOrder() {
    const TunableChange threads =
        named(Kind::compaction, "t", {{"c_factor", {"2", "4", "8"}}, {"memory", {"in_order", "loads_first"}}});
    const auto strategy = makePrunedStrategy({named(Kind::other, "x"), threads});
    TuningHistory history;
    while (const auto steps = strategy->next(history)) {
      const std::string text = toString(*steps);
      TuningOutcome outcome;
      outcome.steps = *steps;
      outcome.judged = outcome.accepted = steps->size() < 2 || !has(text, "memory");
      if (outcome.accepted) outcome.score = 100 - 10 * has(text, "x") - (has(text, "t (") ? 20 : 0);
      history.add(outcome);
      QVERIFY(history.size() < 100);
    }
    QCOMPARE(toString(history.best()->steps), std::string("x; t (c_factor=4)"));
    QVERIFY(history.size() <= strategy->mostVariants());
  }

  // What loads ahead leaves merged threads nothing to order, and merged blocks what they compute before they store.
  void stackWithAnOrderWhereOneIsLeft() {
    const std::vector<Parameter> parameters{{"c_factor", {"2", "4"}}, {"memory", {"in_order", "loads_first"}}};
    const auto strategy = makePrunedStrategy(
        {named(Kind::other, "x"), named(Kind::compaction, "t", parameters), named(Kind::compaction, "b", parameters)});
    TuningHistory history;
    while (const auto steps = strategy->next(history)) {
      const std::string text = toString(*steps);
      const auto isOrdered = [&](const char* id) {
        return std::any_of(steps->begin(), steps->end(), [&](const VariantStep& step) {
          return step.opportunity == id && step.values.contains("memory");
        });
      };
      TuningOutcome outcome;
      outcome.steps = *steps;
      outcome.judged = outcome.accepted = !has(text, "x") || !isOrdered("t");
      if (outcome.accepted)
        outcome.score = 100 - 10 * has(text, "x") - 20 * has(text, "t (") -
                        (isOrdered("b")     ? 30
                         : has(text, "b (") ? 5
                                            : 0);
      history.add(outcome);
      QVERIFY(history.size() < 100);
    }
    QCOMPARE(toString(history.best()->steps), std::string("x; t (c_factor=4); b (c_factor=4, memory=loads_first)"));
    QVERIFY(history.size() <= strategy->mostVariants());
  }

  // Each array in registers leaves the others in shared memory; all of them leave none. The barriers bring nothing by
  // themselves.
  void guessTogetherWhatHasNoValues() {
    std::vector<TunableChange> changes;
    for (const char* id : {"a", "b", "c"}) {
      changes.push_back(named(Kind::promotion, id));
      changes.back().pass = "registers";
    }
    for (const char* id : {"x", "y"}) {
      changes.push_back(named(Kind::other, id));
      changes.back().pass = "barriers";
    }
    changes.push_back(named(Kind::compaction, "t", {{"c_factor", {"2", "4"}}}));
    const auto strategy = makePrunedStrategy(changes);
    TuningHistory history;
    std::vector<std::string> order;
    while (const auto steps = strategy->next(history)) {
      order.push_back(toString(*steps));
      const auto has = [&](const char* id) {
        return std::any_of(steps->begin(), steps->end(), [&](const auto& step) { return step.opportunity == id; });
      };
      const bool all = has("a") && has("b") && has("c"), none = all && has("x") && has("y");
      history.add({*steps, true, 100.0 - (all ? 20 : 0) - (none ? 10 : 0) - (has("t") ? 30 : 0)});
    }
    QVERIFY(order.size() <= strategy->mostVariants());
    order.resize(8);
    QCOMPARE(order, (std::vector<std::string>{"", "a; b; c", "x; y", "t (c_factor=4)", "t (c_factor=2)",
                                              "a; b; c; t (c_factor=4)", "a; b; c; t (c_factor=2)",
                                              "a; b; c; x; y; t (c_factor=4)"}));
  }

  // What every launch passes becomes constants, and in a copy what one launch has passed besides.
  void takeOneWithAGuardForItself() {
    TunableChange constants = named(Kind::other, "specialise-12ab", {}, true),
                  guarded = named(Kind::other, "specialise-34cd@step.n=5", {}, true);
    constants.pass = guarded.pass = "specialise";
    const auto strategy = makePrunedStrategy({named(Kind::other, "r"), constants, guarded});
    TuningHistory history;
    std::vector<std::string> order;
    while (const auto steps = strategy->next(history)) {
      order.push_back(toString(*steps));
      history.add({*steps, true, 100.0 - 10 * has(order.back(), "12ab") - 50 * has(order.back(), "@step")});
    }
    order.resize(5);
    QCOMPARE(order, (std::vector<std::string>{"", "r", "specialise-12ab", "specialise-34cd@step.n=5",
                                              "specialise-12ab; specialise-34cd@step.n=5"}));
  }

  // Elements as vectors of threads that have been merged, or of blocks of another size: neither can be made.
  void stackOnceWhatCannotBeStacked() {
    const auto strategy = makePrunedStrategy({named(Kind::compaction, "t", {{"c_factor", {"2", "4", "8"}}}),
                                              named(Kind::other, "s", {{"size", {"64", "128"}}}, true),
                                              named(Kind::other, "v", {}, true)});
    TuningHistory history;
    int together = 0;
    while (const auto steps = strategy->next(history)) {
      const std::string text = toString(*steps);
      TuningOutcome outcome;
      outcome.steps = *steps;
      outcome.judged = outcome.accepted = !has(text, "v") || steps->size() == 1;
      together += !outcome.judged;
      // The shape changes nothing.
      if (outcome.accepted) outcome.score = 100 - 10 * has(text, "v") - (has(text, "t (") ? 5 : 0);
      history.add(outcome);
      QVERIFY(history.size() < 100);
    }
    QCOMPARE(together, 2);  // with the threads, either first; the neutral shape is nothing to stack on
    QCOMPARE(toString(history.best()->steps), std::string("v"));
    QVERIFY(history.size() <= strategy->mostVariants());
  }

  // Blocks past the end of a grid need conditions where merged ones are apart.
  void guessesNeighboursWhereBlocksAreMerged() {
    const Parameter assignment{"assignment", {"interleaved", "blocked"}};
    TunableChange threads = named(Kind::compaction, "t", {{"c_factor", {"2", "4"}}, assignment}),
                  blocks = named(Kind::compaction, "b", {{"c_factor", {"2", "4"}}, assignment}, true);
    blocks.mergesBlocks = true;
    const auto strategy = makePrunedStrategy({threads, blocks});
    TuningHistory history;
    std::vector<std::string> order;
    for (int i = 0; i < 3; ++i) {
      const auto steps = strategy->next(history);
      QVERIFY(steps);
      order.push_back(toString(*steps));
      history.add({*steps, true, 100.0});
    }
    QCOMPARE(order, (std::vector<std::string>{"", "t (c_factor=4)", "b (assignment=blocked, c_factor=4)"}));
  }

  // Alone threads are best merged by 2, and blocks by 2; together by 8 and 4: neither comes there without the other. An
  // order that could not be made on top of what loads ahead is not asked for again.
  void sizesOfAStackAreClimbedInTurns() {
    const std::vector<Parameter> parameters{{"c_factor", {"2", "4", "8", "16"}},
                                            {"memory", {"in_order", "loads_first"}}};
    std::vector<TunableChange> changes{named(Kind::other, "ahead"), named(Kind::compaction, "t", parameters),
                                       named(Kind::compaction, "b", parameters)};
    const auto strategy = makePrunedStrategy(changes);
    TuningHistory history;
    size_t orders = 0;
    while (const auto steps = strategy->next(history)) {
      const std::string text = toString(*steps);
      const bool isAhead = has(text, "ahead"), isOrdered = has(text, "loads_first");
      orders += isAhead && isOrdered && steps->size() == 3;
      double t = 1, b = 1;
      for (const VariantStep& step : *steps) (step.opportunity == "t" ? t : b) *= numberOf(step, "c_factor", "1");
      const double apart = (t > 1 ? 0.8 + 0.02 * t : 1) * (b > 1 ? 0.8 + 0.01 * b : 1) * (isAhead ? 0.85 : 1);
      const double away = std::abs(std::log2(t) - 3) + std::abs(std::log2(b) - 2);
      const double time = t > 1 && b > 1 && isAhead ? 0.3 + 0.05 * away : apart;
      TuningOutcome outcome{*steps, !(isAhead && isOrdered), time, "", {}, time * 0.999, time * 1.001};
      outcome.judged = outcome.accepted;
      if (!outcome.accepted) outcome.score = outcome.scoreLow = outcome.scoreHigh = std::nullopt;
      if (!steps->empty()) outcome.verdict = time < 0.99 ? "FASTER" : time > 1.01 ? "SLOWER" : "SAME";
      history.add(outcome);
      if (history.size() > 40) break;
    }
    QCOMPARE(toString(history.best()->steps), std::string("ahead; t (c_factor=8); b (c_factor=4)"));
    QCOMPARE(orders, size_t{0});
  }

  /// Times of kernels by a formula, of one that memory bounds, one that waits, one of single elements, and one that
  /// almost everything slows down: 95 % of the best of all combinations, within twelve variants.
  void areSoonNearTheBest_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("bound by memory") << 0;
    QTest::newRow("waits") << 1;
    QTest::newRow("single elements") << 2;
    QTest::newRow("seldom faster") << 3;
  }
  void areSoonNearTheBest() {
    QFETCH(int, kind);
    const Surface surface = surfaceOf(kind);
    const double best = bestOf(surface);
    const auto strategy = makePrunedStrategy(surface.changes);
    TuningHistory history;
    double found = 1;
    while (history.size() < 1 + 12) {
      const auto steps = strategy->next(history);
      if (!steps) break;
      const double time = surface.time(*steps);
      found = std::min(found, time);
      TuningOutcome outcome{*steps, true, time, "", {}, time * 0.999, time * 1.001};
      if (!steps->empty()) outcome.verdict = time < 0.99 ? "FASTER" : time > 1.01 ? "SLOWER" : "SAME";
      history.add(outcome);
    }
    QVERIFY2(best >= 0.95 * found, qPrintable(QString("%1 of %2").arg(1 / found).arg(1 / best)));
  }
};

QTEST_GUILESS_MAIN(FirstGuessesTest)
#include "first_guesses_test.moc"

#include <QElapsedTimer>
#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "core/model/cache_policy/integer_program.h"
#include "core/model/cache_policy/solve.h"

using namespace warpwright;

namespace {

TrafficGraph randomGraph(uint32_t loads, double share, uint32_t seed) {
  std::mt19937 random(seed);
  const auto number = [&](double low, double high) { return low + (high - low) * (random() / 4294967296.0); };
  TrafficGraph graph;
  for (uint32_t i = 0; i < loads; ++i) graph.loads.push_back({"v" + std::to_string(i), number(-100, 150)});
  for (uint32_t a = 0; a < loads; ++a) {
    for (uint32_t b = a + 1; b < loads; ++b) {
      if (number(0, 1) < share) graph.pairs.push_back({a, b, number(-60, 40)});
    }
  }
  return graph;
}

double bestByTrying(const TrafficGraph& graph) {
  double best = 0;
  for (uint32_t choice = 0; choice < 1u << graph.loads.size(); ++choice) {
    std::vector<bool> cached(graph.loads.size());
    for (size_t i = 0; i < cached.size(); ++i) cached[i] = choice >> i & 1;
    best = std::max(best, trafficReduction(graph, cached));
  }
  return best;
}

}  // namespace

class CachePolicyTest : public QObject {
  Q_OBJECT
 private slots:
  // The paper's Figure 4: v3 gains -5 -5 -4 with the others and 1 alone, so it is bypassed first; v4 is cached next.
  void followsThePapersExample() {
    TrafficGraph graph;
    graph.loads = {{"v1", 3}, {"v2", 4}, {"v3", 1}, {"v4", 5}};
    graph.pairs = {{0, 1, 6}, {0, 2, -5}, {0, 3, -1}, {1, 2, -5}, {1, 3, 2}, {2, 3, -4}};
    std::vector<PolicyStep> steps;
    const CachePolicy policy = solveHeuristically(graph, &steps);
    QCOMPARE(steps[0].load, 2u);
    QCOMPARE(steps[0].cached, false);
    QCOMPARE(steps[0].others, -14.0);
    QCOMPARE(steps[1].load, 3u);
    QCOMPARE(steps[1].cached, true);
    QCOMPARE(policy.cached, (std::vector<bool>{true, true, false, true}));
    QCOMPARE(policy.reduction, bestByTrying(graph));
  }

  void comesNearTheBestOnThousandGraphs() {
    double share = 0;
    for (uint32_t seed = 0; seed < 1000; ++seed) {
      const TrafficGraph graph = randomGraph(seed % 100 == 99 ? 20 : 2 + seed % 14, (1 + seed % 5) / 5.0, seed);
      const auto exact = solveExactly(graph, {}, {});
      QVERIFY(exact.ok() && exact->provedBest);
      const CachePolicy heuristic = solveHeuristically(graph);
      QVERIFY(heuristic.reduction <= exact->reduction + 1e-9);
      if (graph.loads.size() <= 10) QVERIFY(std::abs(exact->reduction - bestByTrying(graph)) < 1e-9);
      share += exact->reduction > 0 ? std::max(0.0, heuristic.reduction) / exact->reduction : 1;
    }
    QVERIFY2(share / 1000 >= 0.95, QByteArray::number(share / 1000).constData());
  }

  void programAgreesWithEnumeration() {
    for (uint32_t seed = 0; seed < 40; ++seed) {
      const TrafficGraph graph = randomGraph(8 + seed % 8, (1 + seed % 4) / 4.0, 100 + seed);
      const auto program = solveIntegerProgram(graph, std::vector<bool>(graph.loads.size(), false), 20, {});
      QVERIFY(program.ok() && program->provedBest);
      QVERIFY(std::abs(trafficReduction(graph, program->cached) - bestByTrying(graph)) < 1e-6);
    }
  }

  void provesSixtyLoads() {
    const TrafficGraph graph = randomGraph(60, 0.1, 7);
    const auto policy = solveExactly(graph, {}, {});
    QVERIFY(policy.ok());
    QVERIFY(policy->provedBest);
    QVERIFY(policy->reduction >= solveHeuristically(graph).reduction - 1e-9);
    QCOMPARE(policy->upperBound, policy->reduction);
  }

  void givesTheBestSoFarWhenTimeIsUp() {
    const TrafficGraph graph = randomGraph(60, 1, 3);
    QElapsedTimer timer;
    timer.start();
    const auto policy = solveExactly(graph, {.seconds = 1}, {});
    QVERIFY(policy.ok());
    QVERIFY(policy->reduction >= solveHeuristically(graph).reduction - 1e-9);
    QVERIFY(policy->upperBound >= policy->reduction - 1e-6);
    QVERIFY(policy->provedBest || timer.elapsed() < 10000);
  }

  void canBeCancelled() {
    std::stop_source stop;
    std::jthread later([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      stop.request_stop();
    });
    QElapsedTimer timer;
    timer.start();
    const auto policy = solveExactly(randomGraph(90, 1, 9), {.seconds = 60}, stop.get_token());
    QVERIFY(timer.elapsed() < 20000);
    if (!policy.ok()) QCOMPARE(policy.error().kind, ErrorKind::cancelled);
  }

  void heuristicTakesThousandLoads() {
    const TrafficGraph graph = randomGraph(1000, 0.02, 5);
    QCOMPARE(solveHeuristically(graph).cached.size(), size_t(1000));
  }

  void readsGraphs() {
    const auto graph = trafficGraphFromJson(nlohmann::json::parse(
        R"({"loads":[{"id":"a","weight":12.0},{"id":"b","weight":-1}],"pairs":[{"a":"b","b":"a","weight":-3.0}]})"));
    QVERIFY(graph.ok());
    QCOMPARE(graph->pairs[0].a, 0u);
    QCOMPARE(trafficReduction(*graph, {true, true}), 8.0);
    QCOMPARE(trafficGraphFromJson(toJson(*graph)).value().loads[1].id, std::string("b"));
  }
  void saysWhatIsWrong_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("list") << QByteArray("[]") << "loads";
    QTest::newRow("none") << QByteArray(R"({"loads":[]})") << "at least one load";
    QTest::newRow("no id") << QByteArray(R"({"loads":[{"weight":1}]})") << "loads[0] needs a text";
    QTest::newRow("no weight") << QByteArray(R"({"loads":[{"id":"a"}]})") << "weight";
    QTest::newRow("twice") << QByteArray(R"({"loads":[{"id":"a","weight":1},{"id":"a","weight":1}]})") << "twice";
    QTest::newRow("unknown") << QByteArray(
                                    R"({"loads":[{"id":"a","weight":1}],"pairs":[{"a":"a","b":"x","weight":1}]})")
                             << "names `x`";
    QTest::newRow("itself") << QByteArray(R"({"loads":[{"id":"a","weight":1}],"pairs":[{"a":"a","b":"a","weight":1}]})")
                            << "with itself";
    QTest::newRow("not finite") << QByteArray(R"({"loads":[{"id":"a","weight":1e999}]})") << "loads";
  }
  void saysWhatIsWrong() {
    QFETCH(QByteArray, text);
    QFETCH(QString, message);
    const auto graph = trafficGraphFromJson(nlohmann::json::parse(text.toStdString(), nullptr, false));
    QVERIFY(!graph.ok());
    QVERIFY2(graph.error().message.find(message.toStdString()) != std::string::npos, graph.error().message.c_str());
  }
};

QTEST_GUILESS_MAIN(CachePolicyTest)
#include "solve_test.moc"

#include <QTest>
#include <algorithm>
#include <numeric>
#include <random>

#include "core/model/reuse/levels.h"
#include "core/model/reuse/stages.h"

using namespace warpwright;

namespace {

/// Objects renumbered and tasks shuffled, so that nothing can be read off the order.
TaskGraph shuffled(std::vector<uint32_t> pins, uint32_t objects, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint32_t> name(objects), order(pins.size() / 2);
  std::iota(name.begin(), name.end(), 0);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(name.begin(), name.end(), random);
  std::shuffle(order.begin(), order.end(), random);
  std::vector<uint32_t> mixed;
  for (const uint32_t task : order) mixed.insert(mixed.end(), {name[pins[2 * task]], name[pins[2 * task + 1]]});
  return TaskGraph::fromPairs(std::move(mixed), objects);
}

PricedPartition inLevels(const TaskGraph& graph, uint32_t cap) {
  PartitionOptions options;
  options.tasksPerBlock = cap;
  Result<std::optional<PricedPartition>> made = multilevel(graph, options, countDegrees(graph, cap), 1, {});
  if (!made.ok() || !*made) qFatal("no partition");
  return **std::move(made);
}

/// Connected groups of objects with `inside` tasks each, in a ring with one task between neighbours.
std::vector<uint32_t> ringOfGroups(uint32_t groups, uint32_t objects, uint32_t inside) {
  std::mt19937 random(5);
  std::vector<uint32_t> pins;
  for (uint32_t g = 0; g < groups; ++g) {
    for (uint32_t i = 0; i < inside; ++i) {
      const uint32_t a = i < objects ? i : random() % objects, b = i < objects ? (i + 1) % objects : random() % objects;
      pins.insert(pins.end(), {g * objects + a, g * objects + b});
    }
    pins.insert(pins.end(), {g * objects, (g + 1) % groups * objects + 1});
  }
  return pins;
}

std::vector<uint32_t> randomTree(uint32_t objects, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint32_t> pins;
  for (uint32_t v = 1; v < objects; ++v) pins.insert(pins.end(), {v, static_cast<uint32_t>(random() % v)});
  return pins;
}

TaskGraph randomGraph(uint32_t seed) {
  std::mt19937 random(seed);
  const uint32_t objects = 1 + random() % 300;
  std::vector<uint32_t> pins(2 * (1 + random() % 900));
  for (uint32_t& pin : pins) pin = random() % objects;
  return TaskGraph::fromPairs(std::move(pins), objects);
}

/// Tasks between different objects of a level, each counted from both ends.
uint64_t tasksBetween(const Level& level) {
  uint64_t sum = 0;
  for (uint32_t v = 0; v < level.size; ++v) {
    for (uint32_t i = level.start[v]; i < level.start[v + 1]; ++i)
      sum += level.neighbour[i] == v ? 0 : level.tasksOf(i);
  }
  return sum;
}

}  // namespace

class MultilevelTest : public QObject {
  Q_OBJECT
 private slots:
  // Each group fits a block and no two do: the best cost is one object a link, and that is found.
  void findsGroups() {
    constexpr uint32_t groups = 24, cap = 1000;
    const TaskGraph graph = shuffled(ringOfGroups(groups, 300, 960), groups * 300, 7);
    const PricedPartition made = inLevels(graph, cap);
    const PartitionQuality quality = measure(graph, made.partition);
    QCOMPARE(made.cost, quality.cost);
    QVERIFY(quality.maxTasks <= cap);
    QVERIFY2(made.cost <= groups, QByteArray::number(qulonglong(made.cost)).constData());
  }

  // Any tree can be cut into pieces at single objects, so a few objects a block are enough. Expansion, which knows no
  // borders, needs many times as many.
  void cutsTreesAtFewObjects() {
    for (uint32_t seed = 0; seed < 5; ++seed) {
      const TaskGraph graph = shuffled(randomTree(20000, seed), 20000, seed + 1);
      PartitionOptions options;
      options.tasksPerBlock = 1024;
      const PricedPartition made = inLevels(graph, options.tasksPerBlock);
      const auto expanded = expand(graph, options, roomToMove, {});
      QVERIFY(expanded.ok());
      QVERIFY(measure(graph, made.partition).maxTasks <= options.tasksPerBlock);
      QVERIFY2(made.cost <= 4 * made.partition.blocks, QByteArray::number(qulonglong(made.cost)).constData());
      QVERIFY(made.cost < expanded->cost);
    }
  }

  // A random graph has no clusters worth the name: that is seen before it is cut.
  void leavesRandomGraphsAlone() {
    std::mt19937 random(1);
    std::vector<uint32_t> pins(40000);
    for (uint32_t& pin : pins) pin = random() % 4000;
    const TaskGraph graph = TaskGraph::fromPairs(std::move(pins), 4000);
    PartitionOptions options;
    const auto made = multilevel(graph, options, countDegrees(graph, options.tasksPerBlock), 0.4, {});
    QVERIFY(made.ok() && !*made);
  }

  // Groups that have nothing to do with each other cost nothing.
  void packsSeparateGroups() {
    std::vector<uint32_t> pins;
    for (uint32_t group = 0; group < 2000; ++group) {
      for (uint32_t i = 0; i < 10; ++i) pins.insert(pins.end(), {group * 10 + i, group * 10 + (i + 1) % 10});
    }
    const TaskGraph graph = shuffled(pins, 20000, 3);
    const PricedPartition made = inLevels(graph, 1024);
    QVERIFY(measure(graph, made.partition).maxTasks <= 1024);
    QVERIFY2(made.cost <= 2 * made.partition.blocks, QByteArray::number(qulonglong(made.cost)).constData());
  }

  // Random multigraphs with loops and objects without tasks, at any size of block: the cap holds, the cost is what the
  // definition gives, and a second run gives the same.
  void keepsItsPromisesOnAnyGraph() {
    for (uint32_t seed = 0; seed < 120; ++seed) {
      const TaskGraph graph = randomGraph(seed);
      for (const uint32_t cap : {1u, 2u, 7u, 40u, 300u, 5000u}) {
        const PricedPartition made = inLevels(graph, cap);
        const PartitionQuality quality = measure(graph, made.partition);
        QCOMPARE(made.cost, quality.cost);
        QVERIFY(quality.maxTasks <= cap);
        QCOMPARE(inLevels(graph, cap).partition.blockOfTask, made.partition.blockOfTask);
      }
    }
  }

  // What a coarser level says about its clusters is what their objects say together.
  void levelsAddUp() {
    for (uint32_t seed = 0; seed < 60; ++seed) {
      const TaskGraph graph = randomGraph(seed);
      const Level finest = finestLevel(graph, countDegrees(graph, 64).of);
      QCOMPARE(std::accumulate(finest.weight.begin(), finest.weight.end(), uint64_t(0)), graph.pinCount());
      for (const Level& coarse : {clusterNeighbourhoods(finest, 40, seed % 2 != 0), clusterPairs(finest, 40)}) {
        QCOMPARE(coarse.clusterOf.size(), size_t(finest.size));
        std::vector<uint32_t> weight(coarse.size, 0), members(coarse.size, 0);
        for (uint32_t v = 0; v < finest.size; ++v) {
          weight[coarse.clusterOf[v]] += finest.weight[v];
          ++members[coarse.clusterOf[v]];
        }
        uint64_t between = 0;
        for (uint32_t v = 0; v < finest.size; ++v) {
          for (uint32_t i = finest.start[v]; i < finest.start[v + 1]; ++i) {
            between += coarse.clusterOf[finest.neighbour[i]] != coarse.clusterOf[v];
          }
        }
        QCOMPARE(tasksBetween(coarse), between);
        for (uint32_t c = 0; c < coarse.size; ++c) {
          QCOMPARE(coarse.weight[c], weight[c]);
          QVERIFY(weight[c] <= 40 || members[c] == 1);
        }
      }
    }
  }

  // A path of 64 objects: each cut is one task, and the halves are even.
  void halvesAPath() {
    std::vector<uint32_t> pins;
    for (uint32_t v = 0; v + 1 < 64; ++v) pins.insert(pins.end(), {v, v + 1});
    const TaskGraph graph = TaskGraph::fromPairs(pins, 64);
    const Level level = finestLevel(graph, countDegrees(graph, 64).of);
    std::vector<uint32_t> owner(64, 0), share{4, 0, 0, 0};
    splitParts(level, owner, share, 33, 1, 3);
    QCOMPARE(share, (std::vector<uint32_t>{1, 1, 1, 1}));
    uint32_t cuts = 0;
    std::vector<uint32_t> weight(4, 0);
    for (uint32_t v = 0; v < 64; ++v) {
      cuts += v > 0 && owner[v] != owner[v - 1];
      weight[owner[v]] += level.weight[v];
    }
    QCOMPARE(cuts, 3u);
    for (const uint32_t w : weight) QVERIFY2(w >= 28 && w <= 36, QByteArray::number(w).constData());
  }
};

QTEST_GUILESS_MAIN(MultilevelTest)
#include "multilevel_test.moc"

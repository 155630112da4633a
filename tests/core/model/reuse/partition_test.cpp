#include <QTest>
#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "core/model/reuse/layout.h"
#include "core/model/reuse/partition.h"
#include "core/model/reuse/stages.h"

using namespace warpwright;

namespace {

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

TaskGraph graphOf(const Pairs& pairs, uint32_t objects) {
  std::vector<uint32_t> pins;
  for (const auto& [a, b] : pairs) pins.insert(pins.end(), {a, b});
  return TaskGraph::fromPairs(std::move(pins), objects);
}

/// Renumbers objects and shuffles tasks, so that nothing can be read off the order.
TaskGraph shuffled(Pairs pairs, uint32_t objects, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint32_t> name(objects);
  std::iota(name.begin(), name.end(), 0);
  std::shuffle(name.begin(), name.end(), random);
  std::shuffle(pairs.begin(), pairs.end(), random);
  for (auto& [a, b] : pairs) a = name[a], b = name[b];
  return graphOf(pairs, objects);
}

Pairs gridPairs(uint32_t width, uint32_t height) {
  Pairs pairs;
  for (uint32_t y = 0; y < height; ++y) {
    for (uint32_t x = 0; x < width; ++x) {
      if (x + 1 < width) pairs.push_back({y * width + x, y * width + x + 1});
      if (y + 1 < height) pairs.push_back({y * width + x, y * width + width + x});
    }
  }
  return pairs;
}

/// Definition 2, straight from its text.
uint64_t costByDefinition(const TaskGraph& graph, const Partition& partition) {
  std::vector<std::set<uint32_t>> blocks(graph.dataCount());
  for (uint64_t task = 0; task < graph.taskCount(); ++task) {
    for (const uint32_t object : graph.dataOf(task)) blocks[object].insert(partition.blockOfTask[task]);
  }
  uint64_t cost = 0;
  for (const auto& set : blocks) cost += set.empty() ? 0 : set.size() - 1;
  return cost;
}

uint64_t mostDataByDefinition(const TaskGraph& graph, const Partition& partition) {
  std::vector<std::set<uint32_t>> objects(partition.blocks);
  for (uint64_t task = 0; task < graph.taskCount(); ++task) {
    for (const uint32_t object : graph.dataOf(task)) objects[partition.blockOfTask[task]].insert(object);
  }
  size_t most = 0;
  for (const auto& set : objects) most = std::max(most, set.size());
  return most;
}

Partition run(const TaskGraph& graph, PartitionMethod method, uint32_t cap, uint32_t maxData = 0) {
  PartitionOptions options;
  options.method = method;
  options.tasksPerBlock = cap;
  options.maxDataPerBlock = maxData;
  auto partition = partitionTasks(graph, options, {});
  if (!partition.ok()) qFatal("%s", partition.error().message.c_str());
  return *std::move(partition);
}

}  // namespace

class PartitionTest : public QObject {
  Q_OBJECT
 private slots:
  // Random multigraphs and hypergraphs, loops and parallel tasks included: every method keeps the cap, uses every task
  // once, and `measure` agrees with the definition.
  void everyMethodKeepsItsPromises_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < 60; ++seed) QTest::newRow(QByteArray::number(seed).constData()) << seed;
  }
  void everyMethodKeepsItsPromises() {
    QFETCH(int, seed);
    std::mt19937 random(static_cast<uint32_t>(seed));
    const uint32_t objects = 1 + random() % 60, tasks = 1 + random() % 300, cap = 1 + random() % 40;
    const bool pairsOnly = seed % 2 == 0;
    const uint32_t arity = pairsOnly ? 2 : 1 + random() % 4;
    std::vector<uint64_t> start{0};
    std::vector<uint32_t> data;
    for (uint32_t t = 0; t < tasks; ++t) {
      const uint32_t count = pairsOnly ? 2 : 1 + random() % arity;
      for (uint32_t i = 0; i < count; ++i)
        data.push_back(seed % 3 ? random() % objects : (random() % objects) % (1 + random() % objects));
      start.push_back(data.size());
    }
    const TaskGraph graph =
        pairsOnly ? TaskGraph::fromPairs(data, objects) : TaskGraph::fromLists(start, data, objects);
    const uint64_t defaultCost = costByDefinition(graph, defaultPartition(graph, cap));
    for (const PartitionMethod method :
         {PartitionMethod::automatic, PartitionMethod::expansion, PartitionMethod::metis, PartitionMethod::defaultOrder,
          PartitionMethod::random, PartitionMethod::greedy}) {
      if (method == PartitionMethod::metis && !pairsOnly) continue;
      const Partition partition = run(graph, method, cap);
      QCOMPARE(partition.blockOfTask.size(), size_t(tasks));
      std::vector<uint32_t> load(partition.blocks, 0);
      for (const uint32_t block : partition.blockOfTask) {
        QVERIFY(block < partition.blocks);
        ++load[block];
      }
      QVERIFY(*std::max_element(load.begin(), load.end()) <= cap);
      const PartitionQuality quality = measure(graph, partition);
      QCOMPARE(quality.cost, costByDefinition(graph, partition));
      QCOMPARE(quality.maxData, mostDataByDefinition(graph, partition));
      QCOMPARE(quality.maxTasks, uint64_t(*std::max_element(load.begin(), load.end())));
      if (method == PartitionMethod::automatic) QVERIFY(quality.cost <= defaultCost);
      QCOMPARE(run(graph, method, cap).blockOfTask, partition.blockOfTask);
    }
    const uint32_t limit = 4 + random() % 12;
    QVERIFY(mostDataByDefinition(graph, run(graph, PartitionMethod::expansion, cap, limit)) <= limit);
    QVERIFY(mostDataByDefinition(graph, run(graph, PartitionMethod::automatic, cap, limit)) <= limit);
  }

  void refinementNeverRaisesTheCost() {
    const TaskGraph graph = shuffled(gridPairs(40, 30), 1200, 3);
    Partition partition = randomPartition(graph, 64, 5);
    PartitionOptions options;
    options.tasksPerBlock = 80;
    const uint64_t before = costByDefinition(graph, partition);
    const uint64_t saved = refinePartition(graph, partition, options, {});
    QVERIFY(saved > 0);
    QCOMPARE(costByDefinition(graph, partition), before - saved);
    QVERIFY(measure(graph, partition).maxTasks <= 80);
  }

  // A grid with holes, in no order: of uneven degree, so that it is partitioned in levels.
  void beatsExpansionOnUnevenMeshes_data() {
    QTest::addColumn<int>("cap");
    for (const int cap : {7, 64, 1024, 10240}) QTest::newRow(QByteArray::number(cap).constData()) << cap;
  }
  void beatsExpansionOnUnevenMeshes() {
    QFETCH(int, cap);
    std::mt19937 random(7);
    constexpr uint32_t side = 170;
    Pairs pairs;
    for (uint32_t v = 0; v < side * side; ++v) {
      for (const uint32_t w : {v + 1, v + side, v + side + 1, v + side - 1, v + 2, v + 2 * side}) {
        if (w < side * side && random() % 4 != 0) pairs.push_back({v, w});
      }
    }
    const TaskGraph graph = shuffled(pairs, side * side, 3);
    PartitionOptions options;
    options.tasksPerBlock = static_cast<uint32_t>(cap);
    const Partition partition = run(graph, PartitionMethod::automatic, options.tasksPerBlock);
    QVERIFY(measure(graph, partition).maxTasks <= options.tasksPerBlock);
    std::vector<char> used(partition.blocks, 0);
    for (const uint32_t block : partition.blockOfTask) used[block] = 1;
    QVERIFY2(std::find(used.begin(), used.end(), 0) == used.end(), "no block is empty");
    const uint64_t cost = costByDefinition(graph, partition);
    QCOMPARE(measure(graph, partition).cost, cost);
    QVERIFY(cost <= costByDefinition(graph, defaultPartition(graph, options.tasksPerBlock)));
    options.refine = false;
    const auto plain = expansionPartition(graph, options, {});
    QVERIFY(plain.ok());
    const uint64_t grown = costByDefinition(graph, *plain);
    QVERIFY2(cost < (cap == 1024 ? grown + grown / 20 : grown), QByteArray::number(qulonglong(cost)).constData());
    QCOMPARE(run(graph, PartitionMethod::automatic, options.tasksPerBlock).blockOfTask, partition.blockOfTask);
  }
  void stagesKnowTheirCost() {
    for (uint32_t seed = 0; seed < 40; ++seed) {
      std::mt19937 random(seed);
      const uint32_t objects = 2 + random() % 200, hubs = 1 + random() % 4;
      Pairs pairs;
      for (uint32_t t = 0; t < 600; ++t)
        pairs.push_back({random() % objects, seed % 2 ? random() % hubs : random() % objects});
      const TaskGraph graph = graphOf(pairs, objects);
      PartitionOptions options;
      options.tasksPerBlock = 20 + random() % 60;
      auto expanded = expand(graph, options, seed % 3 * 0.05, {});
      QVERIFY(expanded.ok());
      QCOMPARE(expanded->cost, costByDefinition(graph, expanded->partition));
      const auto levels = multilevel(graph, options, countDegrees(graph, options.tasksPerBlock), 1, {});
      QVERIFY(levels.ok() && *levels);
      QCOMPARE((*levels)->cost, costByDefinition(graph, (*levels)->partition));
      QVERIFY(measure(graph, (*levels)->partition).maxTasks <= options.tasksPerBlock);
      Partition better = expanded->partition;
      const uint64_t refined = refine(graph, better, options, {});
      QCOMPARE(refined, costByDefinition(graph, better));
      QVERIFY(measure(graph, better).maxTasks <= options.tasksPerBlock);

      const LocalGraph local = orderByWalk(graph);
      std::vector<uint32_t> sorted = local.taskOf;
      std::sort(sorted.begin(), sorted.end());
      for (uint32_t t = 0; t < sorted.size(); ++t) QCOMPARE(sorted[t], t);
      QCOMPARE(sorted.size(), pairs.size());
      // Tasks that share an object share it in the copy too, and no others do: any partition costs the same on both.
      Partition mapped = expanded->partition;
      for (uint32_t t = 0; t < sorted.size(); ++t)
        mapped.blockOfTask[t] = expanded->partition.blockOfTask[local.taskOf[t]];
      QCOMPARE(costByDefinition(local.graph, mapped), expanded->cost);
    }
  }

  void knowsShapes_data() {
    QTest::addColumn<QString>("shape");
    QTest::addColumn<int>("objects");
    QTest::addColumn<int>("cap");
    QTest::addColumn<int>("mostCost");  // what the schedule's formula gives
    QTest::newRow("path") << "path" << 1000 << 64 << 15;
    QTest::newRow("ring") << "ring" << 1024 << 64 << 16;
    QTest::newRow("star") << "star" << 500 << 50 << 9;
    QTest::newRow("clique") << "clique" << 64 << 256 << 220;  // 4x4 tiles of 16: each object in at most 4.4 blocks
    QTest::newRow("bipartite") << "bipartite" << 96 << 256
                               << 224;  // 64x32 in 16x16 tiles: 64*(2-1) + 32*(4-1), rows first
    QTest::newRow("grid") << "grid" << 100 * 100 << 1024 << 820;
  }
  void knowsShapes() {
    QFETCH(QString, shape);
    QFETCH(int, objects);
    QFETCH(int, cap);
    QFETCH(int, mostCost);
    Pairs pairs;
    const uint32_t n = static_cast<uint32_t>(objects);
    if (shape == "path" || shape == "ring") {
      for (uint32_t i = 0; i + 1 < n; ++i) pairs.push_back({i, i + 1});
      if (shape == "ring") pairs.push_back({n - 1, 0});
    } else if (shape == "star") {
      for (uint32_t i = 1; i < n; ++i) pairs.push_back({0, i});
    } else if (shape == "clique") {
      for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = i + 1; j < n; ++j) pairs.push_back({i, j});
      }
    } else if (shape == "bipartite") {
      for (uint32_t i = 0; i < 64; ++i) {
        for (uint32_t j = 64; j < n; ++j) pairs.push_back({i, j});
      }
    } else {
      pairs = gridPairs(100, 100);
    }
    const TaskGraph graph = shuffled(pairs, n, 11);
    PartitionOptions options;
    options.tasksPerBlock = static_cast<uint32_t>(cap);
    const auto preset = presetPartition(graph, options);
    QVERIFY(preset.has_value());
    QVERIFY2(!preset->note.empty(), "a preset says why");
    QVERIFY(measure(graph, *preset).maxTasks <= uint64_t(cap));
    const uint64_t cost = costByDefinition(graph, *preset);
    QVERIFY2(cost <= uint64_t(mostCost), QByteArray::number(qulonglong(cost)).constData());
    const uint64_t chosen = costByDefinition(graph, run(graph, PartitionMethod::automatic, options.tasksPerBlock));
    QVERIFY(chosen <= cost);
    QVERIFY(chosen <= costByDefinition(graph, run(graph, PartitionMethod::expansion, options.tasksPerBlock)));

    // One task more, and it is no such shape any longer.
    pairs.push_back(pairs.size() > 2 ? std::pair{pairs[0].first, pairs[pairs.size() / 2].second} : pairs[0]);
    const auto near = presetPartition(shuffled(pairs, n, 11), options);
    QVERIFY(!near.has_value() || shape == "star");
  }

  // Few blocks of a grid: upright cuts from rim to rim, each of which costs one object a row; one that ends amid a
  // column costs one more.
  void cutsGridsIntoFewBlocks_data() {
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("cap");
    QTest::addColumn<int>("mostCost");
    QTest::newRow("two halves") << 100 << 100 << 10240 << 101;
    QTest::newRow("strip of six") << 60 << 500 << 10240 << 300;
    QTest::newRow("strip of sixty-two") << 4 << 9000 << 1024 << 61 * 4;
    QTest::newRow("three by two") << 172 << 172 << 10240 << 520;  // 172 between bands, four cuts of 86
    QTest::newRow("narrow, tiny blocks") << 2 << 3000 << 1 << 4 * 3000;
    QTest::newRow("narrow, small blocks") << 2 << 3000 << 16 << 1200;
  }
  void cutsGridsIntoFewBlocks() {
    QFETCH(int, width);
    QFETCH(int, height);
    QFETCH(int, cap);
    QFETCH(int, mostCost);
    const uint32_t objects = static_cast<uint32_t>(width * height);
    const TaskGraph graph = shuffled(gridPairs(uint32_t(width), uint32_t(height)), objects, 5);
    const Partition partition = run(graph, PartitionMethod::automatic, uint32_t(cap));
    QVERIFY(measure(graph, partition).maxTasks <= uint64_t(cap));
    const uint64_t cost = costByDefinition(graph, partition);
    QVERIFY2(cost <= uint64_t(mostCost), QByteArray::number(qulonglong(cost)).constData());
    const auto grid = gridPreset(graph, countDegrees(graph, uint32_t(cap)), uint32_t(cap));
    if (grid) QCOMPARE(costByDefinition(graph, grid->partition), grid->cost);
  }

  void saysWhenItIsNotWorthIt() {
    Pairs apart;
    for (uint32_t i = 0; i < 1000; ++i) apart.push_back({2 * i, 2 * i + 1});
    const Partition partition = run(graphOf(apart, 2000), PartitionMethod::automatic, 64);
    QCOMPARE(int(partition.method), int(PartitionMethod::defaultOrder));
    QVERIFY(partition.note.find("not worth it") == 0);
  }

  void refusesNonsense() {
    PartitionOptions options;
    options.tasksPerBlock = 0;
    const auto zero = partitionTasks(graphOf({{0, 1}}, 2), options, {});
    QVERIFY(!zero.ok());
    QCOMPARE(zero.error().kind, ErrorKind::input);
    options.tasksPerBlock = 4;
    QVERIFY(!partitionTasks(TaskGraph(), options, {}).ok());
    options.maxDataPerBlock = 1;
    QVERIFY(!partitionTasks(graphOf({{0, 1}}, 2), options, {}).ok());
    std::stop_source stop;
    stop.request_stop();
    options = {};
    options.method = PartitionMethod::expansion;
    const auto cancelled = partitionTasks(graphOf({{0, 1}}, 2), options, stop.get_token());
    QVERIFY(!cancelled.ok());
    QCOMPARE(cancelled.error().kind, ErrorKind::cancelled);
  }

  void laysDataOutByFirstTouch() {
    const TaskGraph graph = graphOf({{4, 0}, {1, 2}, {4, 2}, {1, 1}}, 6);
    Partition partition;
    partition.blocks = 2;
    partition.blockOfTask = {1, 0, 1, 0};
    const TaskOrder tasks = orderByBlock(partition);
    QCOMPARE(tasks.order, (std::vector<uint32_t>{1, 3, 0, 2}));
    QCOMPARE(tasks.start, (std::vector<uint64_t>{0, 2, 4}));
    const DataOrder data = cpack(graph, tasks);
    QCOMPARE(data.oldIndexOf, (std::vector<uint32_t>{1, 2, 4, 0, 3, 5}));
    QCOMPARE(data.newIndexOf, (std::vector<uint32_t>{3, 0, 1, 4, 2, 5}));
    const BlockData blocks = blockData(graph, tasks);
    QCOMPARE(blocks.objects, (std::vector<uint32_t>{1, 2, 4, 0, 2}));
    QCOMPARE(blocks.start, (std::vector<uint64_t>{0, 2, 5}));
    QCOMPARE(blocks.slotOfPin, (std::vector<uint32_t>{0, 1, 0, 0, 0, 1, 0, 2}));
  }
};

QTEST_GUILESS_MAIN(PartitionTest)
#include "partition_test.moc"

// libwarpwright_runtime.a and its header, as a user program sees them: C++17, nothing else of Warpwright.
#include <QTest>
#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>
#include <set>

#include "resources/runtime/warpwright_runtime.h"

using namespace warpwright::runtime;

namespace {

/// The edges of a grid, shuffled and its nodes renumbered.
std::vector<uint32_t> permutedGrid(uint32_t side, uint32_t seed) {
  std::vector<uint32_t> name(side * side);
  std::iota(name.begin(), name.end(), 0);
  std::mt19937 random(seed);
  std::shuffle(name.begin(), name.end(), random);
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  for (uint32_t y = 0; y < side; ++y) {
    for (uint32_t x = 0; x < side; ++x) {
      if (x + 1 < side) edges.push_back({name[y * side + x], name[y * side + x + 1]});
      if (y + 1 < side) edges.push_back({name[y * side + x], name[(y + 1) * side + x]});
    }
  }
  std::shuffle(edges.begin(), edges.end(), random);
  std::vector<uint32_t> pins;
  for (const auto& [a, b] : edges) pins.insert(pins.end(), {a, b});
  return pins;
}

warpwright_tasks pairs(const std::vector<uint32_t>& pins, uint32_t objects, uint32_t perBlock, uint32_t wants = 0) {
  warpwright_tasks tasks{};
  tasks.count = pins.size() / 2;
  tasks.objects = pins.data();
  tasks.width = 2;
  tasks.object_count = objects;
  tasks.tasks_per_block = perBlock;
  tasks.wants = wants;
  return tasks;
}

}  // namespace

class RuntimeTest : public QObject {
  Q_OBJECT
 private slots:
  void planIsAnOrderOfAllTasks() {
    const std::vector<uint32_t> pins = permutedGrid(100, 1);
    const uint32_t wants = warpwright_want_data_order + warpwright_want_block_data;
    const warpwright_tasks tasks = pairs(pins, 10000, 128, wants);
    const Plan plan(warpwright_plan_make(&tasks, nullptr)), again(warpwright_plan_make(&tasks, nullptr));
    QCOMPARE(plan->verdict, int(warpwright_better));
    QVERIFY(plan->cost * 3 < plan->default_cost);
    QVERIFY(plan->redundant_loads < plan->default_redundant_loads);
    QVERIFY(std::equal(plan->order, plan->order + tasks.count, again->order));
    std::vector<uint32_t> sorted(plan->order, plan->order + tasks.count);
    std::sort(sorted.begin(), sorted.end());
    for (uint32_t t = 0; t < tasks.count; ++t) QCOMPARE(sorted[t], t);
    uint64_t cost = 0;
    std::vector<std::set<uint32_t>> blocksOf(10000);
    for (uint32_t b = 0; b < plan->blocks; ++b) {
      QVERIFY(plan->block_start[b + 1] - plan->block_start[b] <= 128);
      for (uint64_t p = plan->block_start[b]; p < plan->block_start[b + 1]; ++p) {
        for (int k = 0; k < 2; ++k) {
          const uint32_t object = pins[2 * plan->order[p] + k];
          blocksOf[object].insert(b);
          QCOMPARE(plan->block_objects[plan->object_start[b] + plan->slot_of[2 * p + k]], object);
          QVERIFY(plan->object_start[b] + plan->slot_of[2 * p + k] < plan->object_start[b + 1]);
        }
      }
    }
    for (const auto& blocks : blocksOf) cost += blocks.size() - 1;
    QCOMPARE(plan->cost, cost);
    for (uint32_t v = 0; v < 10000; ++v) QCOMPARE(plan->new_index_of[plan->old_index_of[v]], v);
  }

  void fullBlocksAreCutByTheKernel() {
    const std::vector<uint32_t> pins = permutedGrid(60, 2);
    const warpwright_tasks tasks = pairs(pins, 3600, 100, warpwright_want_full_blocks);
    const Plan plan(warpwright_plan_make(&tasks, nullptr));
    QCOMPARE(plan->verdict, int(warpwright_better));
    for (uint32_t b = 0; b + 1 < plan->blocks; ++b)
      QCOMPARE(plan->block_start[b + 1] - plan->block_start[b], uint64_t(100));
    QVERIFY(!plan->new_index_of && !plan->slot_of);
  }

  void limitOnObjectsHolds() {
    const std::vector<uint32_t> pins = permutedGrid(60, 3);
    warpwright_tasks tasks = pairs(pins, 3600, 256, warpwright_want_block_data);
    tasks.max_objects_per_block = 48;
    const Plan plan(warpwright_plan_make(&tasks, nullptr));
    QCOMPARE(plan->verdict, int(warpwright_better));
    for (uint32_t b = 0; b < plan->blocks; ++b) QVERIFY(plan->object_start[b + 1] - plan->object_start[b] <= 48);
  }

  void notWorthIt() {
    std::vector<uint32_t> pins(2000);
    std::iota(pins.begin(), pins.end(), 0);
    warpwright_tasks tasks = pairs(pins, 2000, 64);
    const Plan plan(warpwright_plan_make(&tasks, nullptr));
    QCOMPARE(plan->verdict, int(warpwright_not_worth));
    QVERIFY(QString(plan->note).contains("not worth it"));
    tasks.wants = warpwright_want_any_order;
    const Plan any(warpwright_plan_make(&tasks, nullptr));
    QCOMPARE(any->verdict, int(warpwright_better));
    QVERIFY(any->order);
  }

  void tasksWithoutObjectsAreTasksToo() {
    // Every third row of a matrix is empty, and in the second one all are.
    for (const uint32_t length : {2u, 0u}) {
      std::vector<uint64_t> start{0};
      std::vector<uint32_t> objects;
      for (uint32_t t = 0; t < 300; ++t) {
        for (uint32_t k = 0; k < (t % 3 == 0 ? 0 : length); ++k) objects.push_back((t * 7 + k) % 50);
        start.push_back(objects.size());
      }
      objects.reserve(1);
      warpwright_tasks tasks{};
      tasks.count = 300;
      tasks.start = start.data();
      tasks.objects = objects.data();
      tasks.object_count = 50;
      tasks.tasks_per_block = 32;
      for (const uint32_t wants : {0u, uint32_t(warpwright_want_any_order)}) {
        tasks.wants = wants;
        const Plan plan(warpwright_plan_make(&tasks, nullptr));
        QVERIFY(plan->verdict == warpwright_better || plan->verdict == warpwright_not_worth);
        if (!plan->order) continue;
        QCOMPARE(plan->block_start[plan->blocks], uint64_t(300));
        std::set<uint32_t> all(plan->order, plan->order + 300);
        QCOMPARE(all.size(), size_t(300));
        for (uint32_t b = 0; b < plan->blocks; ++b) QVERIFY(plan->block_start[b + 1] - plan->block_start[b] <= 32);
      }
    }
  }

  void badInputIsSaid() {
    const std::vector<uint32_t> pins{0, 1, 1, 7};
    const std::vector<uint64_t> falling{0, 3, 2};
    const auto noteOf = [](const warpwright_tasks& tasks) {
      const Plan plan(warpwright_plan_make(&tasks, nullptr));
      return plan->verdict == warpwright_unusable ? QString(plan->note) : QString("usable");
    };
    warpwright_tasks tasks = pairs(pins, 2, 64);
    QCOMPARE(noteOf(tasks), "object 7 is out of range");
    tasks = pairs(pins, 8, 0);
    QCOMPARE(noteOf(tasks), "a block of 0 tasks");
    tasks = pairs({}, 8, 64);
    QCOMPARE(noteOf(tasks), "no tasks, or more than 4 billion");
    tasks = pairs(pins, 8, 64);
    tasks.start = falling.data();
    QCOMPARE(noteOf(tasks), "task 1 ends before it starts");
  }

  void stopsWhileItPlans() {
    struct State {
      std::vector<uint32_t> pins = permutedGrid(1000, 4);
      std::atomic<int> dropped{0};
    };
    const auto state = std::make_shared<State>();
    Background background;
    background.start(
        true,
        [state](Background::Link& link) {
          const warpwright_tasks tasks = pairs(state->pins, 1000 * 1000, 256);
          const Plan plan(warpwright_plan_make(&tasks, link.stop()));
        },
        [state] { ++state->dropped; });
    const auto begin = std::chrono::steady_clock::now();
    const bool settled = background.stop();
    QVERIFY(std::chrono::steady_clock::now() - begin < std::chrono::seconds(2));  // not the time of a plan
    QVERIFY(!background.done() || settled);
    // Whoever comes last drops, and only one does.
    while (!settled && state->dropped == 0) std::this_thread::yield();
    QCOMPARE(state->dropped.load(), settled ? 0 : 1);
  }

  void backgroundHandsOver() {
    const auto result = std::make_shared<std::vector<int>>();
    Background background;
    QVERIFY(!background.done());
    background.start(
        true,
        [result](Background::Link& link) {
          QVERIFY(link.during([] { return true; }));
          result->assign(1000, 7);
        },
        [] {});
    while (!background.done()) std::this_thread::yield();
    QCOMPARE(result->size(), size_t(1000));
    QCOMPARE(result->at(999), 7);
    QVERIFY(background.stop());
  }

  void stoppedWorkTouchesNothing() {
    const auto touched = std::make_shared<std::atomic<int>>(0);
    const auto state = std::make_shared<std::atomic<int>>(0);
    Background background;
    background.start(
        true,
        [touched, state](Background::Link& link) {
          while (*state == 0) std::this_thread::yield();
          link.during([&] { return ++*touched > 0; });
          *state = 2;
        },
        [] {});
    QVERIFY(!background.stop());
    *state = 1;
    while (*state != 2) std::this_thread::yield();
    QCOMPARE(touched->load(), 0);
  }

  void stopEndsAPause() {
    const auto went = std::make_shared<std::atomic<int>>(0);
    Background background;
    background.start(true, [went](Background::Link& link) { *went = link.pause(600) ? 1 : 2; }, [] {});
    QVERIFY(!background.stop());
    while (*went == 0) std::this_thread::yield();
    QCOMPARE(went->load(), 2);
  }

  void tasksThatShareStandSideBySide() {
    // Shuffled edges of a grid: inside a block nearly every one has a neighbour shortly before it.
    const std::vector<uint32_t> pins = permutedGrid(60, 9);
    const warpwright_tasks tasks = pairs(pins, 3600, 128, warpwright_want_full_blocks);
    const Plan plan(warpwright_plan_make(&tasks, nullptr));
    QCOMPARE(plan->verdict, int(warpwright_better));
    int apart = 0;
    for (uint32_t b = 0; b < plan->blocks; ++b) {
      for (uint64_t p = plan->block_start[b] + 1; p < plan->block_start[b + 1]; ++p) {
        bool shares = false;
        for (uint64_t q = p - std::min<uint64_t>(p - plan->block_start[b], 24); q < p; ++q) {
          for (int k = 0; k < 4; ++k)
            shares = shares || pins[2 * plan->order[p] + k % 2] == pins[2 * plan->order[q] + k / 2];
        }
        apart += !shares;
      }
    }
    QVERIFY2(apart < int(tasks.count) / 10, std::to_string(apart).c_str());
  }

  void workThatThrowsIsNotDone() {
    Background background;
    background.start(false, [](Background::Link&) { throw std::bad_alloc(); }, [] {});
    QVERIFY(!background.done());
    QVERIFY(background.stop());
  }

  void trialKeepsWhatIsFaster() {
    Trial trial;
    QVERIFY(trial.wantsOriginal());
    trial.add(false, 5);  // cold
    trial.add(false, 2);
    trial.add(false, 2.1f);
    QVERIFY(!trial.wantsOriginal());
    QCOMPARE(trial.original(), 2.f);
    trial.add(true, 3);  // cold as well
    QCOMPARE(trial.answer(), Trial::Answer::undecided);
    trial.add(true, 1);
    trial.add(true, 1.2f);
    QCOMPARE(trial.answer(), Trial::Answer::keep);
    QCOMPARE(trial.breakEven(0.5), 500.);
  }

  void trialFallsBack() {
    Trial slower, slightly;
    for (Trial* trial : {&slower, &slightly}) {
      for (int i = 0; i < 3; ++i) trial->add(false, 1);
    }
    slower.add(true, 2.5f);  // no need to look again
    QCOMPARE(slower.answer(), Trial::Answer::fallBack);
    for (int i = 0; i < 3; ++i) slightly.add(true, 1.01f);
    QCOMPARE(slightly.answer(), Trial::Answer::fallBack);
    QCOMPARE(slightly.breakEven(1), 0.);
  }

  void gathersColumns() {
    struct Edge {
      int from, to;
      float weight;
    };
    const std::vector<Edge> edges{{3, 1, 0}, {2, 0, 0}};
    const std::vector<uint8_t> kind{200, 5};
    const char* at = reinterpret_cast<const char*>(edges.data());
    TaskLists lists;
    QVERIFY(gatherTasks(2,
                        {{at, sizeof(Edge), 4, 1, true, 0, false},
                         {at + 4, sizeof(Edge), 4, 1, true, 0, false},
                         {reinterpret_cast<const char*>(kind.data()), 1, 1, 1, false, 1, false}},
                        {}, lists));
    QCOMPARE(lists.objects, (std::vector<uint32_t>{3, 1, 4 + 200, 2, 0, 4 + 5}));
    QCOMPARE(lists.width, 3u);
    QCOMPARE(lists.objectCount, 4u + 201u);
  }

  void gathersRows() {
    const std::vector<int64_t> column{5, 6, 7, 1};
    TaskLists lists;
    const IndexColumn index{reinterpret_cast<const char*>(column.data()), 8, 8, 1, true, 0, true};
    QVERIFY(gatherTasks(3, {index}, {0, 2, 2, 4}, lists));
    QCOMPARE(lists.start, (std::vector<uint64_t>{0, 2, 2, 4}));
    QCOMPARE(lists.objects, (std::vector<uint32_t>{5, 6, 7, 1}));
    for (const std::vector<uint64_t>& rows : {std::vector<uint64_t>{0, 2, 1, 4}, {1, 2, 2, 4}, {0, 2, 4}, {}}) {
      TaskLists none;
      QVERIFY(!gatherTasks(3, {index}, rows, none));
    }
  }

  void movesDataToWhereTasksTouchIt() {
    // Two data of 4 and 3 elements; tasks in their own order touch 2, 0 | 6, 4 | 1 …
    TaskLists lists;
    const int32_t first[] = {2, 0, 3, 1};
    const uint8_t second[] = {2, 0, 1, 1};
    const std::vector<IndexColumn> columns{{reinterpret_cast<const char*>(first), 4, 4, 1, true, 0, false},
                                           {reinterpret_cast<const char*>(second), 1, 1, 1, false, 1, false}};
    QVERIFY(gatherTasks(4, columns, {}, lists));
    QCOMPARE(lists.base, (std::vector<uint64_t>{0, 4, 7}));
    warpwright_tasks tasks{};
    tasks.count = 4;
    tasks.objects = lists.objects.data();
    tasks.width = lists.width;
    tasks.object_count = lists.objectCount;
    tasks.tasks_per_block = 2;
    tasks.wants = warpwright_want_data_order + warpwright_want_any_order;
    const Plan plan(warpwright_plan_make(&tasks, nullptr));
    QVERIFY(plan->old_index_of);
    for (int data = 0; data < 2; ++data) {
      const DataPlaces places = placesOfData(*plan, lists, data);
      QCOMPARE(places.oldOf.size(), size_t(data == 0 ? 4 : 3));
      for (uint32_t p = 0; p < places.oldOf.size(); ++p) QCOMPARE(places.newOf[places.oldOf[p]], p);
      // The first task of the order finds what it touches in front.
      const uint32_t task = plan->order[0];
      QCOMPARE(places.newOf[data == 0 ? uint32_t(first[task]) : second[task]], 0u);
    }
    DataPlaces turned;
    turned.newOf = {3, 2, 1, 0};
    int32_t renumbered[] = {2, 0, 3, 1};
    IndexColumn column{reinterpret_cast<const char*>(renumbered), 4, 4, 1, true, 0, false};
    renumber(column, 4, turned, reinterpret_cast<char*>(renumbered));
    const int32_t expected[] = {1, 3, 0, 2};
    for (int i = 0; i < 4; ++i) QCOMPARE(renumbered[i], expected[i]);
    // Every second of the bytes: what lies between stays.
    uint8_t pairs[] = {1, 9, 0, 9};
    column = {reinterpret_cast<const char*>(pairs), 2, 1, 1, false, 0, false};
    renumber(column, 2, turned, reinterpret_cast<char*>(pairs));
    const uint8_t wanted[] = {2, 9, 3, 9};
    for (int i = 0; i < 4; ++i) QCOMPARE(pairs[i], wanted[i]);
  }
  void placesFitTheirColumns() {
    const auto column = [](size_t bytes, bool isSigned, bool isTruth = false) {
      IndexColumn one;
      one.bytes = one.stride = bytes;
      one.isSigned = isSigned;
      one.isTruth = isTruth;
      return one;
    };
    QCOMPARE(column(1, true).largest(), uint64_t(INT8_MAX));
    QCOMPARE(column(1, false).largest(), uint64_t(UINT8_MAX));
    QCOMPARE(column(1, false, true).largest(), uint64_t(1));
    QCOMPARE(column(2, true).largest(), uint64_t(INT16_MAX));
    QCOMPARE(column(2, false).largest(), uint64_t(UINT16_MAX));
    QCOMPARE(column(4, true).largest(), uint64_t(INT32_MAX));
    QCOMPARE(column(4, false).largest(), uint64_t(INT32_MAX));  // a kernel may copy it into an int
    QCOMPARE(column(8, false).largest(), uint64_t(INT64_MAX));
  }

  // A wider column names elements far back: what the narrow one names may get a place that it cannot hold.
  void placesThatAreCutOffAreNotWritten_data() {
    QTest::addColumn<int>("bytes");
    QTest::addColumn<bool>("isSigned");
    QTest::addColumn<int>("elements");
    QTest::addColumn<bool>("fits");
    QTest::newRow("unsigned char") << 1 << false << 256 << true;
    QTest::newRow("beyond unsigned char") << 1 << false << 257 << false;
    QTest::newRow("char") << 1 << true << 128 << true;
    QTest::newRow("beyond char") << 1 << true << 129 << false;
    QTest::newRow("unsigned short") << 2 << false << 65536 << true;
    QTest::newRow("beyond unsigned short") << 2 << false << 65537 << false;
    QTest::newRow("short") << 2 << true << 32768 << true;
    QTest::newRow("beyond short") << 2 << true << 32769 << false;
    QTest::newRow("int") << 4 << true << 70000 << true;
    QTest::newRow("long") << 8 << true << 70000 << true;
  }
  void placesThatAreCutOffAreNotWritten() {
    QFETCH(int, bytes);
    QFETCH(bool, isSigned);
    QFETCH(int, elements);
    QFETCH(bool, fits);
    // Turned around: the first element is the last one. The column names elements 0 and 1.
    DataPlaces turned;
    for (int i = 0; i < elements; ++i) turned.newOf.push_back(static_cast<uint32_t>(elements - 1 - i));
    std::vector<char> own(static_cast<size_t>(2 * bytes), 0);
    own[static_cast<size_t>(bytes)] = 1;
    const std::vector<char> before = own;
    IndexColumn column;
    column.first = own.data();
    column.bytes = column.stride = static_cast<size_t>(bytes);
    column.isSigned = isSigned;
    QCOMPARE(canHold(column, 2, turned), fits);
    QCOMPARE(renumber(column, 2, turned, own.data()), fits);
    if (!fits) QCOMPARE(own, before);
    if (!fits) return;
    QCOMPARE(column.at(0), int64_t(elements - 1));
    QCOMPARE(column.at(1), int64_t(elements - 2));
    // Where nothing that the column names lies that far back, it does not matter how many elements there are.
    std::reverse(turned.newOf.begin(), turned.newOf.end());
    turned.newOf.resize(100000, 99999);
    own = before;
    QVERIFY(canHold(column, 2, turned));
  }

  void refusesIndicesThatAreNone() {
    const std::vector<int> negative{3, -1}, far{3, 2000000000};
    for (const std::vector<int>& column : {negative, far}) {
      TaskLists lists;
      QVERIFY(!gatherTasks(2, {{reinterpret_cast<const char*>(column.data()), 4, 4, 1, true, 0, false}}, {}, lists));
    }
  }
};

QTEST_GUILESS_MAIN(RuntimeTest)
#include "runtime_test.moc"

// The graph of tasks and data out of what the threads of a launch touched.
#include <QTest>

#include "analysis/passes/task_order/traced_tasks.h"

using namespace warpwright;
using namespace warpwright::memsim;
using Task = std::vector<uint32_t>;

namespace {

/// Sites: 0 loads x, 1 loads rows of y, 2 stores y, 3 loads eight bytes of x. Pieces: x of 40 bytes, y of 16.
TouchTrace sample() {
  TouchTrace trace;
  trace.kernel = "pick";
  trace.block = {2, 2, 1};
  for (const EventKind kind : {EventKind::load, EventKind::load, EventKind::store, EventKind::load}) {
    TraceSite site;
    site.kind = kind;
    site.bytes = trace.sites.size() == 3 ? 8 : 4;
    trace.sites.push_back(site);
  }
  trace.places = {{{"a.cu", 5, 1}, "x"}, {{"a.cu", 6, 1}, "y"}, {{"a.cu", 7, 1}, "y"}, {{"a.cu", 8, 1}, ""}};
  trace.pieces = {{"d_x", 1000, 40}, {"d_y", 2000, 16}};
  return trace;
}

std::vector<Task> tasksOf(const TaskGraph& graph) {
  std::vector<Task> tasks;
  for (uint64_t t = 0; t < graph.taskCount(); ++t) tasks.emplace_back(graph.dataOf(t).begin(), graph.dataOf(t).end());
  return tasks;
}

}  // namespace

class TracedTasksTest : public QObject {
  Q_OBJECT
 private slots:
  void countsWhatIsReadOnly() {
    TouchTrace trace = sample();
    trace.threads = {{makeEvent(0, 1000), makeEvent(0, 1036), makeEvent(2, 2000)},
                     {},
                     {makeEvent(0, 1004), makeEvent(1, 2004)},
                     {makeEvent(2, 2012)}};
    const auto found = reuse::tasksOfTrace(trace, nullptr, {});
    QVERIFY2(found.ok(), found.ok() ? "" : found.error().message.c_str());
    QCOMPARE(tasksOf(found->graph),
             (std::vector<Task>{{0, 9}, {}, {1}}));  // y is written; the last thread has nothing else
    QCOMPARE(found->graph.dataCount(), 10u);
    QCOMPARE(found->tasksPerBlock, 4u);
    QCOMPARE(found->data, std::vector<std::string>{"x"});
    QVERIFY(found->indexArrays.empty());
  }
  void countsAllElementsOfAWideLoad() {
    TouchTrace trace = sample();
    trace.threads = {{makeEvent(0, 1000), makeEvent(3, 1008)}, {makeEvent(3, 1036)}};
    const auto found = reuse::tasksOfTrace(trace, nullptr, {});
    QVERIFY(found.ok());
    QCOMPARE(tasksOf(found->graph), (std::vector<Task>{{0, 2, 3}, {9}}));
    trace.threads = {{makeEvent(3, 1008)}, {makeEvent(3, 1032)}};
    const auto wide = reuse::tasksOfTrace(trace, nullptr, {});
    QVERIFY(wide.ok());
    QCOMPARE(tasksOf(wide->graph), (std::vector<Task>{{1}, {4}}));
    QCOMPARE(wide->data, std::vector<std::string>{"d_x"});
  }
  void leavesOutWhatIsNoDeviceMemory() {
    TouchTrace trace = sample();
    trace.threads = {{makeEvent(0, 10), makeEvent(0, 1040), makeEvent(0, 5000)}};
    const auto found = reuse::tasksOfTrace(trace, nullptr, {});
    QVERIFY(!found.ok());
    QCOMPARE(found.error().kind, ErrorKind::input);
    QVERIFY(found.error().message.find("its tasks are no graph") != std::string::npos);
    trace.threads.clear();
    QVERIFY(!reuse::tasksOfTrace(trace, nullptr, {}).ok());
  }
  void believesTheModel() {
    CapturedModelOfTest told;
    TouchTrace trace = sample();
    trace.threads = {{makeEvent(0, 1000), makeEvent(1, 2000), makeEvent(2, 2004)}};
    const auto found = reuse::tasksOfTrace(trace, &told.model, {});
    QVERIFY2(found.ok(), found.ok() ? "" : found.error().message.c_str());
    // x is told to be read where the thread is; y to be stored where `index` says.
    QCOMPARE(found->data, std::vector<std::string>{"y"});
    QCOMPARE(tasksOf(found->graph), (std::vector<Task>{{1}}));
    QCOMPARE(found->indexArrays, std::vector<std::string>{"index"});
  }
  void stops() {
    TouchTrace trace = sample();
    trace.threads.resize(10000);
    std::stop_source stop;
    stop.request_stop();
    const auto found = reuse::tasksOfTrace(trace, nullptr, stop.get_token());
    QVERIFY(!found.ok());
    QCOMPARE(found.error().kind, ErrorKind::cancelled);
  }

 private:
  /// x[t] is read at line 5, y[index[t]] written at line 7.
  struct CapturedModelOfTest {
    reuse::CapturedModel model;
    CapturedModelOfTest() {
      KernelModel& kernel = model.model;
      const auto object = [&](const char* name) {
        MemoryObject made;
        made.id = ObjectId{static_cast<uint32_t>(kernel.objects.size())};
        made.name = name;
        kernel.objects.push_back(made);
        return made.id;
      };
      const ObjectId x = object("x"), y = object("y"), index = object("index");
      Symbol thread, loaded;
      thread.kind = SymbolKind::threadIndex;
      thread.width = loaded.width = 64;
      loaded.kind = SymbolKind::loaded;
      loaded.object = index;
      const ExpressionId t = kernel.pool.symbol(kernel.pool.addSymbol(thread));
      loaded.address = t;
      const ExpressionId picked = kernel.pool.symbol(kernel.pool.addSymbol(loaded));
      const auto access = [&](ObjectId array, AccessKind kind, uint32_t line, ExpressionId offset) {
        Access made;
        made.object = array;
        made.kind = kind;
        made.line = line;
        made.offset = offset;
        kernel.accesses.push_back(made);
      };
      access(x, AccessKind::read, 5, t);
      access(y, AccessKind::read, 6, t);
      access(y, AccessKind::write, 7, picked);
    }
  };
};

QTEST_GUILESS_MAIN(TracedTasksTest)
#include "traced_tasks_test.moc"

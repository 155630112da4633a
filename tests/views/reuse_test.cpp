#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QPushButton>

#include "views/reuse/loads_panel.h"
#include "views/reuse/task_view.h"
#include "views/reuse/tasks_panel.h"
#include "views/reuse/traffic_view.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/picture_menu.h"
#include "views/shared/theme.h"
#include "views/speedup/measure_panel.h"
#include "views/speedup/variant_views.h"
#include "views/window/bottom_docks.h"
#include "views/window/loads_run.h"
#include "views/window/measuring.h"
#include "views/window/session_keeper.h"
#include "views_fixture.h"
#include "window_bench.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

class ReuseTest : public QObject {
  Q_OBJECT

  static std::string meshFile(int side) {
    std::string text;
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        const int v = y * side + x;
        if (x + 1 < side) text += std::to_string(v) + ' ' + std::to_string(v + 1) + '\n';
        if (y + 1 < side) text += std::to_string(v) + ' ' + std::to_string(v + side) + '\n';
      }
    }
    return text;
  }

  static QPushButton* buttonOf(QWidget& panel, const QString& words) {
    for (QPushButton* button : panel.findChildren<QPushButton*>()) {
      if (button->text() == words) return button;
    }
    return nullptr;
  }

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void loadsAreSolvedAndGoToTheirLines() {
    QTemporaryDir folder;
    write(folder.filePath("g.json"),
          R"({"loads":[{"id":"a","weight":10,"file":"/k.cu","line":7},{"id":"b","weight":4},{"id":"c","weight":-3}],
                                         "pairs":[{"a":"a","b":"b","weight":2},{"a":"a","b":"c","weight":-5}]})");
    views::Theme theme;
    LoadsPanel panel(theme);
    panel.resize(500, 600);
    panel.show();
    QVERIFY(panel.message().contains("open a traffic-reduction graph"));
    panel.openFile(folder.filePath("g.json").toStdString());
    QTRY_VERIFY(panel.view().solution() && panel.view().solution()->exact);
    const QStringList rows = printModel(panel.table().cells());
    QVERIFY2(rows[0].startsWith("Exact enumeration | 2 of 3 | 16 |"), qPrintable(rows[0]));
    QVERIFY(rows[1].startsWith("Heuristic Algorithm 1 | 2 of 3 | 16 |"));
    SourcePosition went;
    connect(&panel, &LoadsPanel::lineClicked, this, [&](const SourcePosition& at) { went = at; });
    const auto& box = panel.view().picture().boxes[0];
    QTest::mouseClick(&panel.view(), Qt::LeftButton, {}, panel.view().toScreen({box.x, box.y}).toPoint());
    QVERIFY(went == (SourcePosition{"/k.cu", 7, 0}));
    QVERIFY(panel.view().accessibleDescription().contains("exact: cached"));
    QTest::keyClick(&panel.view(), Qt::Key_Down);
    QCOMPARE(panel.view().selected(), 2);
    QVERIFY(panel.view().accessibleDescription().contains("bypassed"));
    write(folder.filePath("bad.json"), "{\"loads\": []}");
    panel.openFile(folder.filePath("bad.json").toStdString());
    QTRY_VERIFY(panel.message().contains("at least one load"));
  }

  void tasksArePartitionedAndShown() {
    QTemporaryDir folder;
    write(folder.filePath("mesh.txt"), meshFile(60));
    views::Theme theme;
    TasksPanel panel(findDevice("H200").value(), theme);
    panel.resize(900, 600);
    panel.show();
    panel.setTasksPerBlock(256);
    std::optional<ReuseFigure> kept;
    connect(&panel, &TasksPanel::partitioned, this, [&](const ReuseFigure& figure) { kept = figure; });
    panel.openFile(folder.filePath("mesh.txt").toStdString());
    QTRY_VERIFY(kept.has_value());
    QVERIFY(panel.after().order()->quality.cost < panel.before().order()->quality.cost);
    QVERIFY2(panel.message().startsWith("Pays off after about"), qPrintable(panel.message()));
    QTRY_VERIFY(panel.before().isSettled() && panel.after().isSettled());
    QCOMPARE(printModel(panel.table().cells()).size(), 2);
    // Both sides show the same place, and the same block.
    panel.before().setFocus();
    QTest::keyClick(&panel.before(), Qt::Key_Plus);
    QCOMPARE(panel.after().zoom(), panel.before().zoom());
    QTest::keyClick(&panel.before(), Qt::Key_Right);
    QTest::keyClick(&panel.before(), Qt::Key_0);
    kept.reset();
    panel.setMethod(PartitionMethod::greedy);
    QTRY_VERIFY(kept.has_value());
    QCOMPARE(printModel(panel.table().cells()).size(), 3);
  }

  // Threads of a launch with three elements each, as `partition --save-graph` leaves them: its block size comes with
  // them.
  void tasksOfALaunchBringTheirBlockSize() {
    QTemporaryDir folder;
    std::vector<uint64_t> start{0};
    std::vector<uint32_t> objects;
    for (uint32_t t = 0; t < 400; ++t) {
      const uint32_t at = t * 37 % 400;
      objects.insert(objects.end(), {at, at + 1, at + 2});
      start.push_back(objects.size());
    }
    const std::string file = folder.filePath("launch.tasks").toStdString();
    QVERIFY(writeTaskLists(file, TaskGraph::fromLists(start, objects, 402), 32).ok());
    views::Theme theme;
    TasksPanel panel(findDevice("H200").value(), theme);
    panel.show();
    std::optional<ReuseFigure> kept;
    int times = 0;
    connect(&panel, &TasksPanel::partitioned, this, [&](const ReuseFigure& figure) { kept = figure, ++times; });
    panel.openFile(file);
    QTRY_VERIFY(kept.has_value());
    QCOMPARE(kept->tasksPerBlock, 32u);
    QCOMPARE(kept->picture.tasks, uint64_t{400});
    QVERIFY(panel.after().order()->quality.cost < panel.before().order()->quality.cost);
    QVERIFY(panel.after().order()->quality.maxTasks <= 32);
    QTRY_VERIFY(!panel.isRunning());
    QCOMPARE(times, 1);
  }

  void badGraphsAndCancelLeaveWords() {
    QTemporaryDir folder;
    views::Theme theme;
    TasksPanel panel(findDevice("H200").value(), theme);
    write(folder.filePath("bad.mtx"), "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 3 1\n");
    panel.openFile(folder.filePath("bad.mtx").toStdString());
    QTRY_VERIFY(!panel.isRunning());
    QVERIFY2(panel.message().contains("bad.mtx"), qPrintable(panel.message()));
    write(folder.filePath("mesh.txt"), meshFile(200));
    panel.openFile(folder.filePath("mesh.txt").toStdString());
    panel.cancel();
    QVERIFY(!panel.isRunning());
    QVERIFY(panel.message().startsWith("Cancelled"));
    QThreadPool::globalInstance()->waitForDone();
  }

  void theGraphOfTheSelectedKernelIsComputed() {
    Bench bench;
    MainWindow& window = *bench.window;
    auto& panel = static_cast<LoadsPanel&>(window.bottom().content("reuseLoads"));
    window.bottom().show("reuseLoads");
    QPushButton* compute = buttonOf(panel, "Compute graph");
    QVERIFY(compute && !compute->isEnabled());
    QVERIFY2(compute->toolTip().contains("Open a CUDA source file"), qPrintable(compute->toolTip()));
    bench.openFile();
    QTRY_VERIFY(compute->isEnabled());
    QVERIFY2(panel.message().contains("Which loads of descend"), qPrintable(panel.message()));
    compute->click();
    QTRY_VERIFY(panel.view().solution() && panel.view().solution()->exact);
    QCOMPARE(bench.asked, 1);
    QCOMPARE(bench.weighed.size(), size_t{1});
    QCOMPARE(bench.weighed[0].requestTrace->kernel, std::string("descend"));
    QVERIFY(!bench.weighed[0].check);
    const TrafficGraph& graph = panel.view().solution()->graph;
    QCOMPARE(graph.loads.size(), size_t{2});
    QCOMPARE(graph.loads[0].id, std::string("again at line 7"));
    QCOMPARE(graph.loads[0].at.line, 7U);
    QVERIFY(graph.loads[0].weight > graph.loads[1].weight);
    // What the choice is worth is kept with the run, as the command line says it.
    QTRY_COMPARE(window.session().runs().size(), size_t{1});
    const std::string& told = window.session().runs().front().summary;
    QVERIFY2(told.starts_with("2 loads of `descend` weighed, see Reuse: loads; "), told.c_str());
    QVERIFY2(told.find("from L2") != std::string::npos || told.find("nothing to do, because") != std::string::npos,
             told.c_str());
  }

  void aGraphIsInItsDockWhereverItWasComputed() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    window.measuring().show();
    auto* compute = window.measuring().panel().views().findChild<QPushButton*>("computeLoads");
    compute->click();
    QTRY_VERIFY(window.measuring().panel().views().loads().solution());
    // The dock comes afterwards, and high enough to be read.
    window.pages().setCurrentWidget(bench.page());
    window.bottom().show("reuseLoads");
    auto& panel = static_cast<LoadsPanel&>(window.bottom().content("reuseLoads"));
    QVERIFY(panel.view().solution());
    QTRY_VERIFY2(window.bottom().dock("reuseLoads")->height() >= 300,
                 qPrintable(QString::number(window.bottom().dock("reuseLoads")->height())));
    // Every load has a row, which leads to its line and follows the choice that is looked at.
    QStringList rows = printModel(panel.loads().cells());
    QCOMPARE(rows.size(), 2);
    QVERIFY2(rows[0].startsWith("again at line 7 | 7 | +"), qPrintable(rows[0]));
    emit panel.table().chosen(3);
    rows = printModel(panel.loads().cells());
    QVERIFY2(rows[0].endsWith("bypassed") && rows[1].endsWith("bypassed"), qPrintable(rows.join('\n')));
    emit panel.loads().chosen(1);
    QCOMPARE(panel.view().selected(), 1);
    int line = 0, column = 0;
    bench.page()->editor().getCursorPosition(&line, &column);
    QCOMPARE(line, 7);
  }

  // Loads that share nothing take no room of those that do, and words keep a size that can be read.
  void graphsAreDrawnToBeRead() {
    views::Theme theme;
    TrafficView view(theme);
    TrafficSolution solution;
    for (int i = 0; i < 7; ++i) solution.graph.loads.push_back({"load" + std::to_string(i), i + 1.0, {}});
    solution.graph.pairs = {{0, 1, 3.0}, {1, 2, 2.0}, {0, 2, 1.0}, {3, 4, 1.0}};
    solution.heuristic = solveHeuristically(solution.graph);
    view.resize(480, 260);
    view.show();
    view.setSolution(solution);
    const auto& boxes = view.picture().boxes;
    QCOMPARE(boxes[5].y, boxes[6].y);
    for (int other = 0; other < 5; ++other) QVERIFY(boxes[5].y > boxes[static_cast<size_t>(other)].y);
    QVERIFY2(view.picture().width < 900 && view.picture().height < 460,
             qPrintable(QString("%1 x %2").arg(view.picture().width).arg(view.picture().height)));
    for (const QSize size : {QSize(480, 260), QSize(200, 130)}) {
      view.resize(size);
      QVERIFY(view.zoom() * theme.font(0.92).pointSizeF() >= 8.99);
    }
    // However far it is dragged, some of it stays in sight.
    view.setFocus();
    for (int i = 0; i < 60; ++i) QTest::keyClick(&view, Qt::Key_Left, Qt::ShiftModifier);
    const QRectF drawn(view.toScreen({0, 0}), view.toScreen({view.picture().width, view.picture().height}));
    QVERIFY(drawn.intersects(QRectF(view.rect())));
    // What is drawn can be handed on.
    auto* menu = view.findChild<PictureMenu*>();
    QTemporaryDir folder;
    QVERIFY(menu && menu->savePng(folder.filePath("l.png")) && menu->saveCsv(folder.filePath("l.csv")));
    QVERIFY(read(folder.filePath("l.csv")).starts_with("load,line,weight,exact,heuristic\n\"load0\",,1,,"));
    QVERIFY(view.saveSvg(folder.filePath("l.svg"), "k"));
  }

  void everyPictureOfADockHasItsMenu() {
    Bench bench;
    bench.openFile();
    for (const char* dock : {"occupancy", "reuseLoads", "reuseTasks", "memory"}) {
      const auto menus = bench.window->bottom().content(dock).findChildren<PictureMenu*>();
      QVERIFY2(!menus.isEmpty(), dock);
      std::unique_ptr<QMenu> menu(menus.front()->makeMenu());
      QCOMPARE(menu->actions().size(), 6);
    }
  }

  void computingAGraphCanBeCancelledAndFail() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    auto& panel = static_cast<LoadsPanel&>(window.bottom().content("reuseLoads"));
    window.bottom().show("reuseLoads");
    QPushButton *compute = buttonOf(panel, "Compute graph"), *cancel = buttonOf(panel, "Cancel");
    QTRY_VERIFY(compute->isEnabled());
    bench.hold = true;
    compute->click();
    QTRY_VERIFY2(panel.message().contains("descend, launch 1, 50 %"), qPrintable(panel.message()));
    QVERIFY(!compute->isEnabled() && cancel->isVisible());
    cancel->click();
    QTRY_VERIFY(!window.weighing().isRunning());
    QVERIFY(compute->isEnabled() && !cancel->isVisible());
    // Shift+Esc does the same.
    compute->click();
    QTRY_VERIFY(window.actions().cancelRun->isEnabled());
    window.actions().cancelRun->trigger();
    QVERIFY(!window.weighing().isRunning() && !panel.view().solution());
    bench.hold = false;
    bench.breaks = true;
    compute->click();
    QTRY_VERIFY2(panel.message().contains("cuModuleLoad"), qPrintable(panel.message()));
    // A graph that is there stays while the next one is computed, and where there is none.
    bench.breaks = false;
    compute->click();
    QTRY_VERIFY(panel.view().solution() && panel.view().solution()->exact);
    bench.breaks = true;
    compute->click();
    QTRY_VERIFY(!window.weighing().isRunning());
    QVERIFY(panel.view().isVisible() && panel.view().solution());
  }
};

QTEST_MAIN(ReuseTest)
#include "reuse_test.moc"

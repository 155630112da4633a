#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QSignalSpy>
#include <QThreadPool>

#include "core/session/session.h"
#include "views/diff/preview_page.h"
#include "views/memory/memory_panel.h"
#include "views/problems/problems_panel.h"
#include "views/runs/runs_panel.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/window/bottom_docks.h"
#include "views/window/check_run.h"
#include "views/window/main_window.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"
#include "views/window/session_keeper.h"
#include "views/window/window_actions.h"
#include "window_bench.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

class RunsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void problemsGoToTheirLines() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    auto& panel = static_cast<ProblemsPanel&>(window.bottom().content("problems"));
    QVERIFY(panel.problems().empty());
    bench.page()->editor().insertAt("syntax error\n", 4, 0);
    QTRY_COMPARE(panel.problems().size(), size_t(1));
    window.bottom().show("problems");
    emit panel.table().chosen(0);
    int line = 0, column = 0;
    QTRY_VERIFY((bench.page()->editor().getCursorPosition(&line, &column), line == 4));
    QCOMPARE(window.bottom().dock("problems")->windowTitle(), QString("Problems (1)"));
    bench.page()->editor().undo();
    QTRY_VERIFY(panel.problems().empty());
  }

  // How a file was read is told where its problems stand, and counts as none.
  void howFilesWereReadIsTold() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    auto& panel = static_cast<ProblemsPanel&>(window.bottom().content("problems"));
    const std::string note = "Flags of Makefile, line 51: -std=c++17. Left out: -Xptxas.";
    AnalysisResult answer = answerFor(bench.file, kernelText);
    answer.units[0].notes = {note};
    answer.units[0].missingHeaders = {"lost.h"};
    answer.units[0].guessedHeaders = {"/p/include/found.h"};
    window.findings().accept(bench.file, answer, 0.1, true);
    QCOMPARE(panel.problems().size(), size_t(3));
    QCOMPARE(panel.problems().back().message, note);
    QCOMPARE(panel.problems().back().at.file, bench.file);
    QVERIFY(panel.problems().back().severity == Problem::Severity::note);
    window.bottom().show("problems");
    QCOMPARE(window.bottom().dock("problems")->windowTitle(), QString("Problems (2)"));
    // What a run found stands above it.
    auto& runs = static_cast<RunsPanel&>(window.bottom().content("runs"));
    emit runs.runRequested("1");
    QTRY_COMPARE_WITH_TIMEOUT(panel.problems().size(), size_t(4), 30000);
    QCOMPARE(panel.problems().back().message, note);
  }

  void runWithChecksIsKept() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    auto& runs = static_cast<RunsPanel&>(window.bottom().content("runs"));
    bench.page()->editor().insertAt("// mine\n", 0, 0);
    emit runs.runRequested("100 \"a b\"");
    QCOMPARE(bench.asked, 1);
    QTRY_COMPARE_WITH_TIMEOUT(printModel(runs.table().cells()).size(), 1, 30000);  // a busy machine
    QCOMPARE(bench.checked[0].arguments, std::vector<std::string>({"100", "a b"}));
    QVERIFY(bench.checked[0].check);
    QCOMPARE(bench.checked[0].openTexts.at(bench.file), "// mine\n" + kernelText);
    const QString row = printModel(runs.table().cells()).front();
    QVERIFY2(
        row.contains("1 finding") && row.contains("descend.cu") && row.contains("100 \"a b\"") && row.contains("| 2 |"),
        qPrintable(row));
    auto& problems = static_cast<ProblemsPanel&>(window.bottom().content("problems"));
    QCOMPARE(problems.problems().size(), size_t(1));
    QVERIFY(problems.problems()[0].message.find("without a barrier") != std::string::npos);
    window.session().flush();
    const Result<Session> stored = Session::open(window.session().file());
    QCOMPARE(stored->runs()->size(), size_t(1));
    QCOMPARE(stored->runs()->front().outcome, std::string("findings"));
    // A run that hangs is cancelled like everything else.
    bench.hold = true;
    window.actions().runChecks->trigger();
    QVERIFY(window.checks().isRunning());
    window.actions().cancelRun->trigger();
    QVERIFY(!window.checks().isRunning());
    bench.hold = false;
    QThreadPool::globalInstance()->waitForDone();
    bench.page()->editor().setModified(false);
  }

  void whatAProgramPrintedIsShown() {
    Bench bench;
    bench.printed = "rows 64\nall close\n";
    // What was run belongs to the session, which takes a moment to open.
    QSignalSpy reopened(&bench.window->session(), &SessionKeeper::reopened);
    bench.openFile();
    QTRY_COMPARE(reopened.count(), 1);
    auto& runs = static_cast<RunsPanel&>(bench.window->bottom().content("runs"));
    emit runs.runRequested("");
    QTRY_VERIFY(!runs.output().isEmpty());
    QVERIFY2(runs.output().contains("exit code 0, 2 lines, 0 of errors"), qPrintable(runs.output()));
    QVERIFY(runs.output().contains("all close"));
  }

  void aVerifiedRewriteIsTraced() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    QVERIFY(!bench.page()->heatChooser().isVisible());
    bench.previewIt();
    window.actions().verify->trigger();
    auto& memory = static_cast<MemoryPanel&>(window.bottom().content("memory"));
    QTRY_COMPARE(memory.kernels().currentText(), QString("descend"));
    const QStringList totals = printModel(memory.totals().cells());
    QVERIFY2(totals[0].contains("Shared memory, read") && totals[0].contains("−50 %"), qPrintable(totals[0]));
    QVERIFY2(totals[1].contains("Bank conflicts") && totals[1].contains("−100 %"), qPrintable(totals[1]));
    QVERIFY(printModel(memory.places().cells())[0].contains("descend.cu:7"));
    const auto& preview = window.pages().preview().preview();
    const Opportunity* opportunity = window.findings().find(preview.key);
    QVERIFY(opportunity && opportunity->estimate.known);
    QCOMPARE(opportunity->estimate.speedup, 2.0);
    QCOMPARE(opportunity->estimate.bound, std::string("shared memory and L1"));
    QCOMPARE(bench.page()->heatChooser().currentIndex(), 1);
    QCOMPARE(bench.page()->editor().heatAt(7), QString("100 %"));
    QCOMPARE(bench.asked, 1);  // once for both runs
    bench.page()->editor().setModified(false);
  }

  void whatARunHasSeenIsAskedWith() {
    Bench bench;
    bench.openFile();
    QVERIFY(bench.observedAsked.empty());
    bench.seen = {{"_Z7descendPf", {bench.file, 3, 17}, {}, 0}};
    bench.seen.front().launches.push_back({"_Z7descendPf", {bench.file, 9, 3}, {4, 1, 1}, {64, 1, 1}});
    bench.window->actions().runChecks->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(bench.observedAsked.size(), size_t(1), 30000);
    QCOMPARE(bench.observedAsked[0].launches.size(), size_t(1));
  }

  void tracingAProgramNeedsNoRewrite() {
    Bench bench;
    bench.openFile();
    auto& memory = static_cast<MemoryPanel&>(bench.window->bottom().content("memory"));
    emit memory.traceRequested();
    QTRY_COMPARE(memory.kernels().count(), 1);
    QCOMPARE(memory.totals().cells().columns().size(), size_t(2));
    auto& runs = static_cast<RunsPanel&>(bench.window->bottom().content("runs"));
    QTRY_COMPARE_WITH_TIMEOUT(printModel(runs.table().cells()).size(), 1, 30000);  // a busy machine
    QVERIFY(printModel(runs.table().cells()).front().contains("traced"));
  }

  /// Whatever runs when the window goes, goes with it.
  void theWindowGoesWhileItRuns() {
    Bench bench;
    bench.openFile();
    bench.hold = true;
    bench.window->actions().runChecks->trigger();
    QTRY_VERIFY(bench.window->checks().isRunning());
    bench.previewIt();
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.window->flow().isVerifying());
    for (QDockWidget* dock : bench.window->bottom().docks()) bench.window->bottom().content(dock->objectName());
    bench.window.reset();
    bench.hold = false;
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
  }

  void launchesAreObservedWithoutChecks() {
    Bench bench;
    bench.seen = {{"_Z7descendPi", {bench.file, 1, 17}, {}, 0}};
    bench.seen.front().launches.push_back({"_Z7descendPi", {bench.file, 10, 14}, {4, 1, 1}, {64, 1, 1}});
    bench.openFile();
    bench.window->actions().observe->trigger();
    QTRY_COMPARE(bench.checked.size(), size_t(1));
    QVERIFY(bench.checked[0].observe && !bench.checked[0].check);
    QTRY_COMPARE(bench.window->session().runs().size(), size_t(1));
    QCOMPARE(bench.window->session().runs()[0].kind, std::string("observe"));
    QVERIFY(bench.window->session().runs()[0].summary.starts_with("2 launches of 1 kernel seen"));
    QTRY_COMPARE(bench.observedAsked.size(), size_t(1));
  }
};

QTEST_MAIN(RunsTest)
#include "runs_panel_test.moc"

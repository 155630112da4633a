#include <sys/resource.h>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QToolBar>
#include <csignal>

#include "core/session/session.h"
#include "views/diff/diff_view.h"
#include "views/diff/preview_page.h"
#include "views/memory/memory_panel.h"
#include "views/opportunities/evidence_panel.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/opportunities/opportunity_model.h"
#include "views/problems/problems_panel.h"
#include "views/runs/runs_panel.h"
#include "views/search/search_panel.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/message_bar.h"
#include "views/window/analysis_queue.h"
#include "views/window/bottom_docks.h"
#include "views/window/check_run.h"
#include "views/window/main_window.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"
#include "views/window/session_keeper.h"
#include "views/window/step_bar.h"
#include "views/window/window_actions.h"
#include "window_bench.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

/// While it lives, no file of this process can grow: writes fail as they do on a full disk.
class FullDisk {
 public:
  FullDisk() {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    signal_ = ::signal(SIGXFSZ, SIG_IGN);
    const rlimit none{0, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &none);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, signal_);
  }

 private:
  rlimit before_{};
  void (*signal_)(int) = nullptr;
};

class WindowTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void fromFileToAppliedAndBack() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    // The finding with the highest estimate is selected, and in sight.
    QCOMPARE(window.findings().find(window.selection().finding())->subject, std::string("result"));
    QVERIFY(window.evidence().text().contains("Private to its thread: lines 7 and 8."));
    QVERIFY(window.evidence().text().contains("blockDim == (64,1,1) at every launch"));
    QVERIFY(bench.page()->editor().noteAt(3).contains("Keep result in a register"));
    bench.previewIt();
    QTRY_COMPARE(bench.preview().preview().newErrors, std::optional<size_t>(0));
    bench.preview().setArguments("100 \"a b\"");
    window.actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    QCOMPARE(bench.jobs[1].arguments, std::vector<std::string>({"100", "a b"}));
    QCOMPARE(bench.asked, 1);
    QCOMPARE(bench.jobs[0].openTexts.at(bench.file), kernelText);
    QCOMPARE(bench.jobs[1].openTexts.at(bench.file), bench.after());
    QCOMPARE(bench.jobs[0].assumptions, std::vector<std::string>{"descend: block=64,1,1"});
    window.actions().apply->trigger();
    QTRY_COMPARE(bench.shown(), bench.after());
    QCOMPARE(read(bench.path), bench.after());
    QVERIFY(!bench.page()->isModified());
    QVERIFY(window.messages().text().contains("verified identical"));
    QTRY_COMPARE(window.findings().counts().applicable, 0);
    // One undo brings both texts back.
    window.actions().undo->trigger();
    QTRY_COMPARE(bench.shown(), kernelText);
    QCOMPARE(read(bench.path), kernelText);
    QVERIFY(!bench.page()->isModified());
    QTRY_COMPARE(window.findings().counts().applicable, 1);
  }

  void newFilesComeAndGo() {
    Bench bench;
    const QString fresh = bench.folder.filePath("p/fresh.h");
    bench.created = {creationOf(QFileInfo(bench.path).canonicalPath().toStdString() + "/fresh.h", "int fresh;\n",
                                "what it declares")};
    bench.openFile();
    bench.previewIt();
    QComboBox* files = nullptr;
    for (QComboBox* box : bench.preview().findChildren<QComboBox*>()) {
      if (box->accessibleName() == "File of the rewrite") files = box;
    }
    QVERIFY(files);
    QCOMPARE(files->itemText(1), QString("fresh.h (new)"));
    emit files->activated(1);
    QCOMPARE(bench.preview().diff().hunkCount(), 1);
    QVERIFY(bench.preview().diff().textOf(false).find("int fresh;") != std::string::npos);
    auto* flow = bench.window->findChild<RewriteFlow*>();
    QVERIFY(flow);
    const QString patch = bench.folder.filePath("change.patch");
    flow->savePatch(patch.toStdString());
    QTRY_VERIFY(
        QString::fromStdString(read(patch)).contains("--- /dev/null\n+++ b/fresh.h\n@@ -0,0 +1 @@\n+int fresh;\n"));
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    bench.window->actions().apply->trigger();
    QTRY_COMPARE(bench.shown(), bench.after());
    QCOMPARE(read(fresh), std::string("int fresh;\n"));
    bench.window->actions().undo->trigger();
    QTRY_COMPARE(bench.shown(), kernelText);
    QVERIFY(!QFile::exists(fresh));
  }

  void whatOnlyAddsFilesHasNothingToVerify() {
    Bench bench;
    const QString fresh = bench.folder.filePath("p/fresh.h");
    bench.created = {creationOf(QFileInfo(bench.path).canonicalPath().toStdString() + "/fresh.h", "int fresh;\n")};
    bench.onlyCreates = true;
    bench.openFile();
    bench.previewIt();
    QVERIFY(bench.preview().mayApply());
    bench.window->actions().verify->trigger();
    QVERIFY(!bench.window->findChild<RewriteFlow*>()->isVerifying());
    bench.window->actions().apply->trigger();
    QTRY_COMPARE(read(fresh), std::string("int fresh;\n"));
    QCOMPARE(bench.shown(), kernelText);
  }

  void newFilesReplaceNoOthers() {
    Bench bench;
    const QString fresh = bench.folder.filePath("p/fresh.h");
    bench.created = {creationOf(QFileInfo(bench.path).canonicalPath().toStdString() + "/fresh.h", "int fresh;\n")};
    bench.openFile();
    bench.previewIt();
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    write(fresh, "mine\n");
    bench.window->actions().apply->trigger();
    QTRY_VERIFY(bench.window->messages().text().contains("fresh.h is there already"));
    QCOMPARE(read(fresh), std::string("mine\n"));
    QCOMPARE(read(bench.path), kernelText);
  }

  void unsavedTextIsRespected() {
    Bench bench;
    bench.openFile();
    bench.page()->editor().insertAt("// mine\n", 0, 0);
    const std::string mine = "// mine\n" + kernelText;
    QTRY_COMPARE(bench.window->findings().find(bench.window->selection().finding())->range.begin.line, 4u);
    bench.previewIt();
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    bench.window->actions().apply->trigger();
    QTRY_COMPARE(bench.shown(), "// mine\n" + bench.after());
    // What was not saved is not saved on the user's behalf.
    QCOMPARE(read(bench.path), kernelText);
    QVERIFY(bench.page()->isModified());
    bench.window->actions().undo->trigger();
    QTRY_COMPARE(bench.shown(), mine);
  }

  void stalePreviewIsRefused() {
    Bench bench;
    bench.openFile();
    bench.previewIt();
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    // Another program writes the file in between.
    write(bench.path, "// other\n" + kernelText);
    bench.window->actions().apply->trigger();
    QTRY_VERIFY(bench.window->messages().text().contains("has changed since the preview"));
    QCOMPARE(bench.shown(), kernelText);
    QCOMPARE(read(bench.path), "// other\n" + kernelText);
  }

  void trustIsAskedAndRemembered() {
    Bench bench;
    bench.trust = Trust::cancel;
    bench.openFile();
    bench.previewIt();
    bench.window->actions().verify->trigger();
    QVERIFY(bench.jobs.empty());
    bench.trust = Trust::always;
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    QCOMPARE(bench.asked, 2);
  }

  void verificationCanBeCancelled() {
    Bench bench;
    bench.hold = true;
    bench.openFile();
    bench.previewIt();
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isVerifying());
    QTRY_COMPARE(bench.window->steps().step(Step::verify).note(), QString("50 %"));
    bench.window->actions().cancelRun->trigger();
    QVERIFY(!bench.preview().isVerifying());
    QVERIFY(!bench.preview().isIdentical());
    QCOMPARE(bench.window->steps().step(Step::verify).shape(), QString("not-done"));
    bench.hold = false;
    QThreadPool::globalInstance()->waitForDone();
  }

  void differentResultsAreShown() {
    Bench bench(false);
    bench.openFile();
    bench.previewIt();
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().resultText().contains("Results differ."));
    QCOMPARE(bench.window->steps().step(Step::verify).note(), QString("results differ"));
    bench.breaks = true;
    bench.window->actions().verify->trigger();
    QTRY_COMPARE(bench.window->steps().step(Step::verify).note(), QString("did not run"));
    QVERIFY(bench.preview().resultText().contains("main.cu:7: it calls cuModuleLoad"));
  }

  void syntaxErrorsKeepTheFindings() {
    Bench bench;
    bench.openFile();
    bench.page()->editor().insertAt("syntax error\n", 0, 0);
    QTRY_VERIFY(bench.window->messages().text().contains("descend.cu, line 1: expected ';'"));
    QCOMPARE(bench.window->findings().counts().total(), 2);
    QVERIFY(bench.page()->editor().noteAt(1).contains("expected ';'"));
    QVERIFY(bench.page()->editor().noteAt(4).contains("Keep result"));
    bench.page()->editor().undo();
    QTRY_COMPARE(bench.window->messages().text(), QString());
    QVERIFY(bench.page()->editor().noteAt(3).contains("Keep result"));
  }

  void oneSelection() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    window.opportunities().step(+1);
    QCOMPARE(window.findings().find(window.selection().finding())->subject, std::string("prev"));
    QVERIFY(window.evidence().text().contains("stays shared"));
    QVERIFY(!window.actions().preview->isEnabled());
    QVERIFY(window.actions().preview->toolTip().contains("stays shared"));
    int line = 0, column = 0;
    bench.page()->editor().getCursorPosition(&line, &column);
    QCOMPARE(line, 1);
    const QModelIndex evidence = window.evidence().table().model()->index(0, 0);
    emit window.evidence().table().clicked(evidence);
    bench.page()->editor().getCursorPosition(&line, &column);
    QCOMPARE(line, 6);
    emit bench.page()->editor().findingClicked(window.findings().best(bench.file));
    QCOMPARE(window.findings().find(window.selection().finding())->subject, std::string("result"));
  }

  // What the dock says of lines is true before the next answer comes, too.
  void sentencesMoveWithTheText() {
    Bench bench;
    bench.openFile();
    QVERIFY(bench.window->evidence().text().contains("Private to its thread: lines 7 and 8."));
    bench.page()->editor().insertAt("// above\n// the kernel\n", 0, 0);
    QVERIFY2(bench.window->evidence().text().contains("Private to its thread: lines 9 and 10."),
             qPrintable(bench.window->evidence().text()));
  }

  void badInputIsAMessage() {
    Bench bench;
    MainWindow& window = *bench.window;
    write(bench.folder.filePath("p/binary.cu"), std::string("a\0b", 3));
    window.openPath(bench.folder.filePath("p/binary.cu").toStdString());
    QTRY_VERIFY(window.messages().text().contains("is not a text"));
    window.openPath(bench.folder.filePath("p/none.cu").toStdString());
    QTRY_VERIFY(window.messages().text().contains("none.cu"));
    write(bench.folder.filePath("p/empty.cu"), "");
    window.openPath(bench.folder.filePath("p/empty.cu").toStdString());
    QTRY_VERIFY(window.messages().text().contains("empty.cu is empty"));
    write(bench.folder.filePath("p/missing.cu"),
          "#include \"nowhere/lost.h\"\n__global__ void k(int* p) { p[0] = N; }\n");
    window.openPath(bench.folder.filePath("p/missing.cu").toStdString());
    QTRY_VERIFY(window.messages().text().contains("nowhere/lost.h"));
    QVERIFY(window.messages().text().contains("line 2"));
    QDir(bench.folder.path()).mkpath("none");
    window.openPath(bench.folder.filePath("none").toStdString());
    QTRY_VERIFY(window.messages().text().contains("holds no CUDA source"));
  }

  void sessionComesBack() {
    Bench bench;
    const std::filesystem::path session = bench.folder.filePath("kept.wws").toStdString();
    bench.window->openSession(session);
    bench.openFile();
    bench.previewIt();
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    bench.window->session().flush();
    bench.window.reset();
    const Result<Session> stored = Session::open(session);
    QVERIFY(stored.ok());
    QCOMPARE(stored->variants()->size(), size_t(1));
    QVERIFY((*stored->variants())[0].verification->identical);
    bench.open();
    bench.window->openSession(session);
    QTRY_VERIFY(bench.page());
    QTRY_COMPARE(bench.window->findings().counts().total(), 2);
    QCOMPARE(bench.window->session().variants().size(), size_t(1));
  }

  void aFullDiskLosesNothing() {
    Bench bench;
    const std::filesystem::path session = bench.folder.filePath("kept.wws").toStdString();
    bench.window->openSession(session);
    bench.openFile();
    bench.previewIt();
    bench.window->session().flush();
    QSignalSpy failed(&bench.window->session(), &SessionKeeper::failed);
    {
      const FullDisk full;
      bench.window->actions().verify->trigger();
      QTRY_VERIFY(bench.preview().isIdentical());
      QTRY_VERIFY(failed.count() > 0);
      QVERIFY(failed[0][0].toString().contains("kept.wws"));
    }
    bench.window->session().flush();
    const Result<Session> stored = Session::open(session);
    QVERIFY(stored.ok());
    QCOMPARE(stored->variants()->size(), size_t(1));
    QVERIFY(stored->latestAnalysis()->has_value());
  }

  void unsavedTextComesBackAfterACrash() {
    Bench bench;
    const RecoveryStore store(bench.services.settingsFolder / "recovery");
    QVERIFY(store.keep(bench.file, QByteArray::fromStdString("// kept\n" + kernelText)).ok());
    bench.openFile();
    QTRY_VERIFY(bench.window->messages().text().contains("Unsaved changes of descend.cu were kept"));
    QCOMPARE(bench.shown(), kernelText);
    bench.window->messages().findChild<QPushButton*>()->click();
    QCOMPARE(bench.shown(), "// kept\n" + kernelText);
    QVERIFY(bench.page()->isModified());
    QCOMPARE(read(bench.path), kernelText);
    bench.page()->editor().setModified(false);
  }

  void reportIsWritten() {
    Bench bench;
    bench.openFile();
    const QString report = bench.folder.filePath("report.html");
    bench.window->exportReport(report.toStdString());
    QTRY_VERIFY(bench.window->messages().text().contains("Report written"));
    QVERIFY(read(report).find("descend") != std::string::npos);
    bench.window->exportReport("/nowhere/report.html");
    QTRY_VERIFY(bench.window->messages().text().contains("/nowhere/report.html"));
  }

  void docksBelowComeWhenTheyAreWanted() {
    Bench bench;
    MainWindow& window = *bench.window;
    auto* strip = window.findChild<QToolBar*>("bottomStrip");
    QVERIFY(!strip->isVisible());
    bench.openFile();
    QTRY_VERIFY(strip->isVisible());
    QVERIFY(!window.bottom().anyOpen());
    // Nothing is made before it is seen.
    QVERIFY(!window.findChild<RunsPanel*>());
    window.bottom().show("runs");
    QVERIFY(window.findChild<RunsPanel*>());
    QVERIFY(window.bottom().dock("runs")->isVisible());
    QTRY_VERIFY(!strip->isVisible());
    window.actions().closeDocks->trigger();
    QVERIFY(!window.bottom().anyOpen());
    QTRY_VERIFY(strip->isVisible());
  }

  void layoutsKeepWhatTheUserMadeOfThem() {
    Bench bench;
    bench.window->resize(1440, 900);
    bench.openFile();
    MainWindow& window = *bench.window;
    auto* project = window.findChild<QDockWidget*>("project");
    auto* evidence = window.findChild<QDockWidget*>("evidence");
    QVERIFY(project->isVisible());
    window.actions().layoutMeasure->trigger();
    QVERIFY(!project->isVisible());
    QVERIFY(!evidence->isVisible());
    QVERIFY(window.bottom().anyOpen());
    QTRY_VERIFY(window.bottom().dock("profiling")->height() > 300);
    window.actions().layoutEdit->trigger();
    QTRY_VERIFY(project->isVisible());
    QVERIFY(!window.bottom().anyOpen());
    evidence->hide();
    window.actions().layoutGraphs->trigger();
    QVERIFY(!window.findChild<QDockWidget*>("opportunities")->isVisible());
    window.actions().layoutEdit->trigger();
    QTRY_VERIFY(project->isVisible());
    QVERIFY(!evidence->isVisible());
    window.actions().resetLayout->trigger();
    QTRY_VERIFY(evidence->isVisible());
  }

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

  void everyWidgetHasAName() {
    Bench bench;
    bench.openFile();
    bench.previewIt();
    for (QDockWidget* dock : bench.window->bottom().docks()) bench.window->bottom().show(dock->objectName());
    QTest::qWait(50);
    QStringList unnamed;
    for (const QWidget* widget : bench.window->findChildren<QWidget*>()) {
      // Parts that Qt and QScintilla make inside their own widgets speak through these.
      const QString kind = widget->metaObject()->className();
      const bool inner =
          widget->objectName().startsWith("qt_") || kind.startsWith("Qsci") ||
          QStringList({"QScrollBar", "QComboBoxPrivateScroller", "QComboBoxPrivateContainer", "QComboBoxListView",
                       "QMenu", "QRubberBand", "QSizeGrip", "QSplitterHandle", "QToolBarExtension", "QToolBarSeparator",
                       "QTabBar", "QLineEditIconButton", "QStackedWidget", "QTableCornerButton", "QFocusFrame",
                       "QTipLabel", "QToolButton", "QDockWidgetGroupWindow"})
              .contains(kind);
      const bool viewport = widget->parentWidget() && widget->parentWidget()->inherits("QAbstractScrollArea") &&
                            !widget->inherits("QAbstractScrollArea");
      if (widget->objectName().startsWith("qt_")) continue;
      if (kind == "QToolButton" && widget->accessibleName().isEmpty() && widget->parentWidget()->inherits("QTabBar"))
        continue;
      if ((!inner || kind == "QToolButton") && !viewport && widget->accessibleName().isEmpty()) {
        unnamed << kind + " " + widget->objectName() + " in " +
                       (widget->parentWidget() ? widget->parentWidget()->metaObject()->className() : "");
      }
    }
    unnamed.removeDuplicates();
    QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join('\n')));
  }

  void twiceTheFontStillFits() {
    Bench bench;
    bench.window->resize(1920, 1080);
    bench.openFile();
    const double usual = bench.theme->font().pointSizeF();
    while (bench.theme->font().pointSizeF() < 2 * usual) bench.theme->zoom(+1);
    bench.window->actions().layoutGraphs->trigger();
    QStringList cut;
    for (QDockWidget* dock : bench.window->bottom().docks()) {
      bench.window->bottom().show(dock->objectName());
      QTest::qWait(30);
      for (const QPushButton* button : dock->findChildren<QPushButton*>()) {
        const bool small = button->isVisible() && (button->width() < button->sizeHint().width() ||
                                                   button->height() < button->minimumSizeHint().height());
        if (small) cut << dock->objectName() + ": " + button->text();
      }
      for (const CellTable* table : dock->findChildren<CellTable*>()) {
        if (table->verticalHeader()->defaultSectionSize() < QFontMetrics(bench.theme->font()).height())
          cut << "rows of " + table->accessibleName();
      }
    }
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
    QVERIFY2(bench.window->minimumSizeHint().width() <= 1920,
             qPrintable(QString::number(bench.window->minimumSizeHint().width())));
    while (bench.theme->font().pointSizeF() > usual) bench.theme->zoom(-1);
  }

  void definitionAndProjectSearch() {
    Bench bench;
    write(bench.folder.filePath("p/other.cu"), "#define LIMIT 4\n__global__ void k() {}\n");
    bench.window->openPath(bench.folder.filePath("p").toStdString());
    QTRY_VERIFY(bench.window->pages().currentEditor());
    bench.window->openPath(bench.file);
    QTRY_VERIFY(bench.page());
    MainWindow& window = *bench.window;
    bench.page()->editor().setCursorPosition(7, 12);  // result[tx] in line 8
    window.actions().goToDefinition->trigger();
    int line = 0, column = 0;
    QTRY_VERIFY((bench.page()->editor().getCursorPosition(&line, &column), line == 2));
    window.actions().findInProject->trigger();
    auto& panel = static_cast<SearchPanel&>(window.bottom().content("search"));
    panel.find("LIMIT");
    QTRY_COMPARE(panel.found().size(), size_t(1));
    emit panel.table().chosen(0);
    QTRY_VERIFY(window.selection().file().ends_with("other.cu"));
  }

  void everyCommandHasAPlaceAndAKeyOfItsOwn() {
    Bench bench;
    QMap<QString, QString> keys;
    for (const QAction* action : bench.window->actions().all()) {
      QVERIFY2(!action->text().isEmpty() && !action->statusTip().isEmpty(), qPrintable(action->text()));
      const QString key = action->shortcut().toString();
      if (key.isEmpty()) continue;
      QVERIFY2(!keys.contains(key), qPrintable(key + ": " + keys[key] + " and " + action->text()));
      keys[key] = action->text();
    }
    for (const QString key : {"Ctrl+O", "F5", "F7", "F8", "F4", "Ctrl+K", "Ctrl+E", "Ctrl+Shift+Return", "Shift+Esc"}) {
      QVERIFY2(keys.contains(key), qPrintable(key));
    }
  }

  void themesFollowTheTokens() {
    Bench bench;
    for (QAction* action : {bench.window->actions().themeDark, bench.window->actions().themeContrast,
                            bench.window->actions().themeLight}) {
      action->trigger();
      QCOMPARE(QApplication::palette().color(QPalette::Base), bench.theme->color("surface"));
      QVERIFY(qApp->styleSheet().contains(bench.theme->color("accent").name()));
      QVERIFY(!qApp->styleSheet().contains('@'));
    }
  }
};

QTEST_MAIN(WindowTest)
#include "window_test.moc"

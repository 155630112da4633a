#include <QAction>
#include <QComboBox>

#include "views/diff/diff_view.h"
#include "views/diff/preview_page.h"
#include "views/opportunities/evidence_panel.h"
#include "views/shared/message_bar.h"
#include "views/window/main_window.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"
#include "views/window/step_bar.h"
#include "views/window/window_actions.h"
#include "window_bench.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

class FlowTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void whoIsNewIsToldWhatComesNext() {
    Bench bench;
    bench.window.reset();
    bench.services.showsHints = true;
    bench.open();
    bench.openFile();
    MainWindow& window = *bench.window;
    QTRY_VERIFY(window.messages().text().startsWith("Hint 1 of 3. A filled diamond"));
    bench.previewIt();
    QTRY_VERIFY(window.messages().text().startsWith("Hint 2 of 3."));
    window.actions().verify->trigger();
    QTRY_VERIFY(window.messages().text().startsWith("Hint 3 of 3."));
    // Each is said once.
    bench.window.reset();
    bench.open();
    bench.openFile();
    bench.previewIt();
    QVERIFY(!bench.window->messages().text().startsWith("Hint"));
    // Help without a finding is about the window.
    bench.window->selection().setFinding({}, {});
    bench.window->actions().help->trigger();
    QTRY_VERIFY(bench.window->pages().currentWidget()->accessibleName() == "Help");
  }

  void whatIsDecidedWhenItIsMadeCanBePreviewed() {
    Bench bench;
    bench.openFile();
    RewriteFlow& flow = bench.window->flow();
    QVERIFY(flow.whyNoPreview().isEmpty());
    bench.changeAnswer = [](AnalysisResult& answer) {
      answer.kernels[0].opportunities.back().verdict = VerdictKind::unknown;
    };
    bench.window->actions().analyse->trigger();
    QTRY_VERIFY(flow.whyNoPreview().startsWith("Not decided: "));
    bench.changeAnswer = [](AnalysisResult& answer) {
      answer.kernels[0].opportunities.back().verdict = VerdictKind::unknown;
      answer.kernels[0].opportunities.back().isDecidedWhenMade = true;
    };
    bench.window->actions().analyse->trigger();
    QTRY_VERIFY(flow.whyNoPreview().isEmpty());
    bench.previewIt();
    QVERIFY(flow.hasPreview());
  }

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

  // Whatever was previewed before, the steps are about what is selected or in front, and Apply writes nothing else.
  void stepsFollowTheSelection() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    const FindingKey previewed = window.selection().finding();
    const FindingKey other{previewed.unit, makeOpportunity(bench.file, "prev", 2, VerdictKind::refused).id};
    QVERIFY(window.findings().find(other));
    bench.previewIt();
    window.actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    QCOMPARE(window.steps().step(Step::apply).note(), QString("Ctrl+Shift+Enter"));
    // Another finding: its line comes to the front.
    window.selection().setFinding(other, "descend");
    QVERIFY(!window.pages().previewInFront());
    QCOMPARE(window.steps().step(Step::preview).shape(), QString("not-done"));
    QCOMPARE(window.steps().step(Step::verify).note(), QString("F8"));
    QVERIFY(!window.actions().apply->isEnabled());
    QVERIFY(!window.actions().savePatch->isEnabled());
    window.flow().apply();
    QVERIFY(!window.flow().isWriting());
    QCOMPARE(read(bench.path), kernelText);
    // The preview is still there: it brings its finding with it.
    window.pages().setCurrentWidget(&bench.preview());
    QCOMPARE(window.selection().finding(), previewed);
    QCOMPARE(window.steps().step(Step::verify).note(), QString("identical"));
    // So it does from the list.
    window.selection().setFinding(other, "descend");
    window.selection().setFinding(previewed, "descend");
    QVERIFY(!window.pages().previewInFront());
    QCOMPARE(window.steps().step(Step::preview).note(), QString("1 rewrite"));
    window.actions().apply->trigger();
    QTRY_COMPARE(bench.shown(), bench.after());
  }

  void applyAndUndoWaitForEachOther() {
    Bench bench;
    bench.openFile();
    bench.previewIt();
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    RewriteFlow& flow = bench.window->flow();
    flow.apply();
    QVERIFY(flow.isWriting());
    QVERIFY(flow.whyNoApply().contains("files are written"));
    QVERIFY(!flow.canUndo());
    QVERIFY(!bench.window->actions().undo->isEnabled());
    flow.apply();
    QVERIFY(!flow.undo());
    QTRY_COMPARE(bench.shown(), bench.after());
    QCOMPARE(read(bench.path), bench.after());
    QCOMPARE(bench.window->actions().undo->text(), QString("&Undo: Keep result in a register"));
    QVERIFY(flow.undo());
    QVERIFY(!flow.undo());
    QVERIFY(!flow.canUndo());
    QTRY_COMPARE(bench.shown(), kernelText);
    QCOMPARE(read(bench.path), kernelText);
    // The cursor is where the change began, and not at the last place that was taken back.
    int line = 0, column = 0;
    bench.page()->editor().getCursorPosition(&line, &column);
    QCOMPARE(line + 1, 3);
    QCOMPARE(bench.window->actions().undo->text(), QString("&Undo"));
  }

  void whatIsTypedMeanwhileStays() {
    Bench bench;
    bench.openFile();
    bench.previewIt();
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    RewriteFlow& flow = bench.window->flow();
    flow.apply();
    bench.page()->editor().insertAt("// mine\n", 0, 0);
    QTRY_VERIFY(!flow.isWriting());
    QCOMPARE(bench.shown(), "// mine\n" + kernelText);
    QCOMPARE(read(bench.path), bench.after());
    QVERIFY(bench.page()->isModified());
    QVERIFY(bench.window->messages().text().contains("Your text stays in the editor"));
    QVERIFY(!flow.canUndo());
  }

  void anUndoThatCannotWriteMayBeRepeated() {
    Bench bench;
    bench.openFile();
    bench.previewIt();
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    RewriteFlow& flow = bench.window->flow();
    flow.apply();
    QTRY_COMPARE(bench.shown(), bench.after());
    write(bench.path, "// other\n");
    QVERIFY(flow.undo());
    QTRY_VERIFY(!flow.isWriting());
    QCOMPARE(read(bench.path), std::string("// other\n"));
    write(bench.path, bench.after());
    QTRY_VERIFY(flow.canUndo());
    QVERIFY(flow.undo());
    QTRY_COMPARE(read(bench.path), kernelText);
    QTRY_COMPARE(bench.shown(), kernelText);
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
    // Nothing was unsaved: what is on the disk is what is shown.
    QTRY_COMPARE(bench.shown(), "// other\n" + kernelText);
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

  void aProgramIsAskedForOnce() {
    Bench bench;
    bench.openFile();
    bench.previewIt();
    for (int i = 0; i < 2; ++i) {
      bench.window->actions().verify->trigger();
      QTRY_VERIFY(bench.preview().isIdentical());
    }
    QCOMPARE(bench.asked, 1);
    // Another window asks again.
    bench.window.reset();
    bench.open();
    bench.openFile();
    bench.previewIt();
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
};

QTEST_MAIN(FlowTest)
#include "rewrite_flow_test.moc"

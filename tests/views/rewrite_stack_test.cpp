#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QInputDialog>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include "views/diff/preview_page.h"
#include "views/diff/stack_row.h"
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

/// Several changes that are previewed as one, and where Apply puts what is previewed.
class StackTest : public QObject {
  Q_OBJECT

  /// A window whose kernel has several applicable findings; one more is written as a comment above the text.
  static void openStackable(Bench& bench, bool fits = true) {
    bench.window.reset();  // it keeps the services that it was opened with
    bench.services.makeAnalysis = [fits] {
      return makeInlineAnalysisService(
          [](const AnalysisRequest&) -> Result<AnalysisResult> { return AnalysisResult(); },
          [fits](const RewriteRequest& request) -> Result<Rewrite> {
            const std::string of = request.context.paths[0].string();
            const auto open = request.context.openTexts.find(of);
            const std::string text =
                open != request.context.openTexts.end() ? open->second : read(QString::fromStdString(of));
            if (request.opportunity.starts_with("shared_to_register")) return rewriteOf(of, text);
            if (!fits) return Error{ErrorKind::stale, "`x` is not found in descend.cu as it is now.", {}, {}};
            return Rewrite{{{of, hashText(text), {{0, 0, "// merged\n", ""}}}}, "Merged."};
          });
    };
    write(bench.path, kernelText + "// loads\n");
    bench.open();
    bench.window->openPath(bench.file);
    QTRY_VERIFY(bench.page());
    QTRY_COMPARE(bench.window->findings().counts().total(), 4);
    bench.previewIt();
  }
  /// Chooses a change from the list by the keyboard.
  static void chooseChange(Bench& bench, const QString& part) {
    QMenu* menu = bench.preview().stack().list().menu();
    for (QAction* action : menu->actions()) {
      if (!action->text().contains(part)) continue;
      bench.preview().setFocus();
      QTimer::singleShot(0, [menu, action] {
        menu->setActiveAction(action);
        QTest::keyClick(menu, Qt::Key_Return);
      });
      QTest::keyClick(&bench.preview(), Qt::Key_S);
      return;
    }
    QFAIL("the list does not have it");
  }
  static QByteArray git(Bench& bench, const QStringList& arguments) {
    QProcess process;
    process.setWorkingDirectory(QFileInfo(bench.path).path());
    process.start("git", arguments);
    return process.waitForFinished() ? process.readAllStandardOutput() : QByteArray();
  }
  /// The folder of the program becomes one, with the program committed.
  static void makeRepository(Bench& bench) {
    git(bench, {"init", "-q"});
    git(bench, {"config", "user.name", "S"});
    git(bench, {"config", "user.email", "s@example.org"});
    git(bench, {"add", "descend.cu"});
    git(bench, {"commit", "-q", "-m", "first"});
  }
  template <typename Widget>
  static Widget* named(Bench& bench, const QString& name) {
    for (Widget* widget : bench.preview().findChildren<Widget*>())
      if (widget->accessibleName() == name) return widget;
    return nullptr;
  }
  /// The button of the message in front that says so.
  static QPushButton* offered(Bench& bench, const QString& text) {
    for (auto* button : bench.window->messages().findChildren<QPushButton*>())
      if (button->isVisible() && button->text() == text) return button;
    return nullptr;
  }
  /// Accepts the name that is asked for as it is suggested, and gives it.
  template <typename Ask>
  static QString answeredName(Ask ask) {
    QString name;
    QTimer::singleShot(0, [&name] {
      auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
      if (!dialog) return;
      name = dialog->textValue();
      dialog->accept();
    });
    ask();
    return name;
  }

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void severalChangesAreOne() {
    Bench bench;
    openStackable(bench);
    StackRow& stack = bench.preview().stack();
    QVERIFY(!stack.isHidden());
    QCOMPARE(stack.steps().size(), size_t(1));
    chooseChange(bench, "Merge");
    QTRY_COMPARE(stack.steps().size(), size_t(2));
    QTRY_COMPARE(bench.preview().preview().steps.size(), size_t(2));
    const std::string before = kernelText + "// loads\n", after = "// merged\n" + bench.after() + "// loads\n";
    QCOMPARE(bench.preview().preview().after.at(bench.file), after);
    QCOMPARE(stack.list().text(), QString("2 changes together"));
    QCOMPARE(bench.window->steps().step(Step::preview).note(), QString("2 changes"));
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    QCOMPARE(bench.jobs[0].openTexts.at(bench.file), before);
    QCOMPARE(bench.jobs[1].openTexts.at(bench.file), after);
    bench.window->actions().apply->trigger();
    QTRY_COMPARE(bench.shown(), after);
    QCOMPARE(read(bench.path), after);
    QCOMPARE(bench.window->actions().undo->text(), QStringLiteral("&Undo: result→register, threads merged"));
    bench.window->actions().undo->trigger();
    QTRY_COMPARE(bench.shown(), before);
    QCOMPARE(read(bench.path), before);
    QTRY_COMPARE(bench.window->actions().undo->text(), QString("&Undo"));
  }

  void aStackStartsFromWhatIsNotSaved() {
    Bench bench;
    openStackable(bench);
    bench.page()->editor().insertAt("// mine\n", 0, 0);
    QTRY_COMPARE(bench.window->findings().find(bench.window->selection().finding())->range.begin.line, 4u);
    bench.previewIt();
    QTRY_VERIFY(bench.preview().preview().before.at(bench.file).starts_with("// mine\n"));
    chooseChange(bench, "Merge");
    QTRY_COMPARE(bench.preview().preview().steps.size(), size_t(2));
    QCOMPARE(bench.preview().preview().before.at(bench.file), "// mine\n" + kernelText + "// loads\n");
    QVERIFY(bench.preview().preview().after.at(bench.file).starts_with("// merged\n// mine\n"));
    // One of them taken out again is the other one alone.
    chooseChange(bench, "Merge");
    QTRY_VERIFY(bench.preview().preview().steps.empty());
    QVERIFY(!bench.preview().preview().after.at(bench.file).starts_with("// merged"));
  }

  void whatDoesNotStackIsSaid() {
    Bench bench;
    openStackable(bench, false);
    const std::string after = bench.preview().preview().after.at(bench.file);
    chooseChange(bench, "Merge");
    const QString said = "Merge 2–16 threads along y” is not found any more once the changes before it are made.";
    QTRY_VERIFY(bench.window->messages().text().contains(said));
    QCOMPARE(bench.preview().preview().after.at(bench.file), after);
    QCOMPARE(bench.preview().stack().steps().size(), size_t(1));
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
  }

  void aStackIsNotOvertaken() {
    Bench bench;
    openStackable(bench);
    RewriteFlow& flow = bench.window->flow();
    const std::vector<Opportunity> choices = bench.preview().preview().choices;
    QVERIFY(choices.size() > 1);
    // A preview that was asked for before it comes after it.
    flow.preview();
    flow.previewStack(bench.file, {{choices[0].id, {}}, {choices[1].id, {}}});
    QVERIFY(flow.isComposing());
    QVERIFY(flow.whyNoApply().contains("put together"));
    // What is on its way is what is verified.
    flow.verify();
    QVERIFY(!flow.isVerifying());
    QTRY_VERIFY(bench.preview().isIdentical());
    QCOMPARE(bench.preview().preview().steps.size(), size_t(2));
    QCOMPARE(bench.jobs[1].openTexts.at(bench.file), bench.preview().preview().after.at(bench.file));
    QCOMPARE(bench.preview().stack().steps().size(), size_t(2));
  }

  void whatDoesNotComeIsNotVerified() {
    Bench bench;
    openStackable(bench, false);
    RewriteFlow& flow = bench.window->flow();
    chooseChange(bench, "Merge");
    flow.verify();
    QTRY_VERIFY(bench.window->messages().text().contains("is not found any more"));
    // Nor is what is previewed next.
    flow.preview();
    QTRY_COMPARE(bench.preview().preview().newErrors, std::optional<size_t>(0));
    QVERIFY(!flow.isVerifying());
    QVERIFY(bench.jobs.empty());
  }

  void aBranchNeedsARepository() {
    Bench bench;
    bench.openFile();
    bench.previewIt();
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    RewriteFlow& flow = bench.window->flow();
    QCOMPARE(flow.branchName(), QString("warpwright/keep-result-in-a-register"));
    flow.applyToBranch(flow.branchName());
    QTRY_VERIFY(bench.window->messages().text().contains("lies in no git repository"));
    QVERIFY(offered(bench, "Save patch…"));
    QCOMPARE(read(bench.path), kernelText);
    makeRepository(bench);
    flow.applyToBranch("try");
    QTRY_VERIFY(bench.window->messages().text().contains("Committed to the new branch try"));
    QCOMPARE(git(bench, {"show", "try:descend.cu"}).toStdString(), bench.after());
    QVERIFY(git(bench, {"log", "-1", "--format=%B", "try"}).contains("Identical. 1 launch"));
    QCOMPARE(read(bench.path), kernelText);
    QCOMPARE(bench.shown(), kernelText);
  }

  void applyGoesWhereItIsSentTo() {
    Bench bench;
    bench.openFile();
    bench.previewIt();
    makeRepository(bench);
    git(bench, {"branch", "warpwright/keep-result-in-a-register"});
    QComboBox* places = named<QComboBox>(bench, "Where Apply puts the change");
    QVERIFY(places);
    QCOMPARE(places->currentText(), QString("Your files (1)"));
    auto* apply = named<QPushButton>(bench, "Apply");
    QVERIFY(apply);
    QVERIFY(!apply->isEnabled());
    // By the keyboard. A patch needs no run, a commit does.
    places->setFocus();
    QTest::keyClick(places, Qt::Key_End);
    QCOMPARE(apply->text(), QString("Save patch…"));
    QVERIFY(apply->isEnabled());
    QTest::keyClick(places, Qt::Key_Up);
    QCOMPARE(apply->text(), QString("Commit…"));
    QVERIFY(!apply->isEnabled());
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    // The name is taken: it is said, nothing is lost, and another one is offered.
    QCOMPARE(answeredName([&] { bench.window->actions().apply->trigger(); }),
             QString("warpwright/keep-result-in-a-register"));
    QTRY_VERIFY(bench.window->messages().text().contains("There is a branch warpwright/keep-result"));
    QVERIFY(bench.window->pages().previewInFront());
    QVERIFY(bench.preview().isIdentical());
    QPushButton* again = offered(bench, "Another name…");
    QVERIFY(again);
    QCOMPARE(answeredName([&] { again->click(); }), QString("warpwright/keep-result-in-a-register-2"));
    QTRY_VERIFY(bench.window->messages().text().contains("Committed to the new branch"));
    QCOMPARE(git(bench, {"show", "warpwright/keep-result-in-a-register-2:descend.cu"}).toStdString(), bench.after());
    QCOMPARE(git(bench, {"diff", "HEAD", "warpwright/keep-result-in-a-register"}), QByteArray());
    QCOMPARE(bench.shown(), kernelText);
    QCOMPARE(read(bench.path), kernelText);
    // The next preview goes to the same place, and there is nothing to take back.
    QVERIFY(!bench.window->flow().canUndo());
    bench.previewIt();
    QCOMPARE(apply->text(), QString("Commit…"));
  }
};

QTEST_MAIN(StackTest)
#include "rewrite_stack_test.moc"

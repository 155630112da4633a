// Other programs write the files that are open: what is shown follows, and what is unsaved is kept.
#include <QPushButton>
#include <QToolButton>

#include "views/diff/diff_view.h"
#include "views/project/project_panel.h"
#include "views/shared/message_bar.h"
#include "views/window/analysis_queue.h"
#include "views/window/file_watch.h"
#include "window_bench.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

namespace {

const std::string longer = "// one\n// two\n// three\n" + kernelText;

QPushButton* choice(MainWindow& window, const QString& words) {
  for (QPushButton* button : window.messages().findChildren<QPushButton*>()) {
    if (button->text() == words && button->isVisible()) return button;
  }
  return nullptr;
}

int cursorLine(Bench& bench) {
  int line = 0, column = 0;
  bench.page()->editor().getCursorPosition(&line, &column);
  return line + 1;
}

uint32_t lineOfResult(Bench& bench) {
  const Opportunity* best = bench.window->findings().find(bench.window->findings().best(bench.file));
  return best ? best->range.begin.line : 0;
}

}  // namespace

class DiskTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  // Cursor, folds and findings stay at what they were about.
  void anUnmodifiedTextFollowsTheDisk() {
    Bench bench;
    bench.openFile();
    CodeEditor& editor = bench.page()->editor();
    editor.showLine(8);
    editor.foldLine(0);
    QVERIFY(!editor.SendScintilla(QsciScintilla::SCI_GETFOLDEXPANDED, 0UL));
    write(bench.path, longer);
    QTRY_COMPARE(bench.shown(), longer);
    QCOMPARE(cursorLine(bench), 11);
    QVERIFY(!editor.SendScintilla(QsciScintilla::SCI_GETFOLDEXPANDED, 3UL));
    QVERIFY(!bench.page()->isModified());
    QTRY_COMPARE(lineOfResult(bench), 6U);
    QVERIFY(editor.noteAt(6).contains("Keep result"));
    QVERIFY(bench.window->messages().text().contains("written by another program"));
    // Undo brings the text back that was there before, as an unsaved one.
    editor.undo();
    QCOMPARE(bench.shown(), kernelText);
    QVERIFY(bench.page()->isModified());
  }

  void aFileThatIsReplacedIsFollowedOn() {
    Bench bench;
    bench.openFile();
    for (const std::string& text : {longer, kernelText, longer + "// end\n"}) {
      write(bench.path + ".new", text);
      QVERIFY(::rename((bench.path + ".new").toLocal8Bit(), bench.path.toLocal8Bit()) == 0);
      QTRY_COMPARE(bench.shown(), text);
      QVERIFY(!bench.page()->isModified());
    }
  }

  void whatIsAnalysedIsWhatIsShown() {
    Bench bench;
    bench.openFile();
    QVERIFY(bench.window->queue().requestFor(bench.file).openTexts.empty());
    write(bench.path, longer);
    // Before the window has had time to look.
    QCOMPARE(bench.window->queue().requestFor(bench.file).openTexts.at(bench.file), kernelText);
    QTRY_COMPARE(bench.shown(), longer);
    QVERIFY(bench.window->queue().requestFor(bench.file).openTexts.empty());
  }

  void unsavedTextIsKeptUntilTheUserChooses() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    bench.page()->editor().insertAt("// mine\n", 0, 0);
    const std::string mine = bench.shown();
    write(bench.path, longer);
    QTRY_VERIFY(choice(window, "Keep mine"));
    QVERIFY(window.messages().text().contains("has unsaved changes here"));
    QCOMPARE(bench.shown(), mine);
    QCOMPARE(window.queue().requestFor(bench.file).openTexts.at(bench.file), mine);
    QTest::mouseClick(choice(window, "Compare"), Qt::LeftButton);
    const auto* compared = qobject_cast<DiffView*>(window.pages().currentWidget());
    QVERIFY(compared);
    QVERIFY(compared->textOf(true).find("// three") != std::string::npos);
    QVERIFY(compared->textOf(false).find("// mine") != std::string::npos);
    QTest::mouseClick(choice(window, "Keep mine"), Qt::LeftButton);
    QVERIFY(!choice(window, "Keep mine"));
    window.pages().save(*bench.page());
    QTRY_COMPARE(read(bench.path), mine);
    QTRY_VERIFY(!bench.page()->isModified());
  }

  void unsavedTextGivesWayWhereTheUserSaysSo() {
    Bench bench;
    bench.openFile();
    bench.page()->editor().insertAt("// mine\n", 0, 0);
    write(bench.path, longer);
    QTRY_VERIFY(choice(*bench.window, "Reload"));
    QTest::mouseClick(choice(*bench.window, "Reload"), Qt::LeftButton);
    QCOMPARE(bench.shown(), longer);
    QVERIFY(!bench.page()->isModified());
    bench.page()->editor().undo();
    QVERIFY(bench.shown().starts_with("// mine"));
  }

  void whatIsSavedHereIsNoNews() {
    Bench bench;
    bench.openFile();
    bench.page()->editor().insertAt("// mine\n", 0, 0);
    bench.window->pages().save(*bench.page());
    QTRY_VERIFY(!bench.page()->isModified());
    QTest::qWait(3 * FileWatch::pauseMs);
    QVERIFY(!bench.window->messages().text().contains("another program"));
    QVERIFY(!bench.page()->isModified());
  }

  void theTextOfAFileThatIsGoneStays() {
    Bench bench;
    bench.openFile();
    QVERIFY(QFile::remove(bench.path));
    QTRY_VERIFY(choice(*bench.window, "Save it again"));
    QCOMPARE(bench.shown(), kernelText);
    QCOMPARE(bench.window->queue().requestFor(bench.file).openTexts.at(bench.file), kernelText);
    QTest::mouseClick(choice(*bench.window, "Save it again"), Qt::LeftButton);
    QTRY_COMPARE(read(bench.path), kernelText);
    QTRY_VERIFY(!bench.page()->isModified());
    // And where another program brings it back.
    QVERIFY(QFile::remove(bench.path));
    QTRY_VERIFY(choice(*bench.window, "Save it again"));
    write(bench.path, kernelText);
    QTRY_VERIFY(!bench.page()->isModified());
    QVERIFY(!choice(*bench.window, "Save it again"));
  }

  void theProjectShowsFilesThatCome() {
    Bench bench;
    bench.window->openPath(bench.folder.filePath("p").toStdString());
    QTRY_COMPARE(bench.window->findings().counts().total(), 2);
    const QString other = bench.folder.filePath("p/other.cu");
    write(other, kernelText);
    const std::string path = QFileInfo(other).canonicalFilePath().toStdString();
    QTRY_VERIFY(bench.window->project().model().indexOf(path).isValid());
    QTRY_COMPARE(bench.window->findings().counts().total(), 4);
    QVERIFY(QFile::remove(other));
    QTRY_COMPARE(bench.window->findings().counts().total(), 2);
    QVERIFY(!bench.window->project().model().indexOf(path).isValid());
  }

  void aFileThatIsNotOpenIsAnalysedAgain() {
    Bench bench;
    write(bench.folder.filePath("p/other.cu"), kernelText);
    const std::string other = QFileInfo(bench.folder.filePath("p/other.cu")).canonicalFilePath().toStdString();
    bench.window->openPath(bench.folder.filePath("p").toStdString());
    QTRY_COMPARE(bench.window->findings().counts().total(), 4);
    QVERIFY(!bench.window->pages().editor(other) || !bench.window->pages().editor(bench.file));
    const bool isOther = !bench.window->pages().editor(other);
    const std::string hidden = isOther ? other : bench.file;
    write(QString::fromStdString(hidden), longer);
    QTRY_COMPARE(bench.window->findings().find(bench.window->findings().best(hidden))->range.begin.line, 6U);
  }
};

QTEST_MAIN(DiskTest)
#include "file_watch_test.moc"

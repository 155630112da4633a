#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QToolBar>

#include "views/editor/second_pane.h"
#include "views/opportunities/evidence_panel.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/opportunities/opportunity_model.h"
#include "views/runs/runs_panel.h"
#include "views/search/search_panel.h"
#include "views/shared/cell_table.h"
#include "views/shared/message_bar.h"
#include "views/window/analysis_queue.h"

#include "views/window/bottom_docks.h"
#include "views/window/launch_dialog.h"
#include "views/window/main_window.h"
#include "views/window/pages.h"
#include "views/window/settings_dialog.h"
#include "views/window/step_bar.h"
#include "views/window/window_actions.h"
#include "window_bench.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

namespace {

QAction* lookFor(MainWindow& window, const QString& words) {
  for (QAction* action : window.actions().lookForMenu->actions()) {
    if (action->text() == words) return action;
  }
  return nullptr;
}

}  // namespace

class WindowTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

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

  // Another file comes to the front: all that is said is about it.
  void selectionFollowsTheFileInFront() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    const QString other = bench.folder.filePath("p/plain.cu");
    write(other, "int main() {}\n");
    window.openPath(other.toStdString());
    const std::string path = QFileInfo(other).canonicalFilePath().toStdString();
    QTRY_COMPARE(window.selection().file(), path);
    QTRY_VERIFY(window.findings().unit(path) && window.findings().unit(path)->hasResult);
    QVERIFY(!window.selection().finding().isValid() ||
            window.findings().find(window.selection().finding())->range.begin.file == path);
    QVERIFY(!window.actions().preview->isEnabled());
    window.pages().setCurrentWidget(bench.page());
    QCOMPARE(window.findings().find(window.selection().finding())->subject, std::string("result"));
    QCOMPARE(window.selection().kernel(), std::string("descend"));
    QCOMPARE(window.steps().kernels().currentText(), QString("descend"));
  }

  void aStoppedAnalysisIsAStateOfItsOwn() {
    Bench bench;
    MainWindow& window = *bench.window;
    window.findings().setUpdating(bench.file, true);
    window.findings().setStopped(bench.file, true);
    auto* analyse = window.opportunities().findChild<QPushButton*>();
    QVERIFY(analyse && !analyse->isHidden());
    const auto notes = window.opportunities().findChildren<QLabel*>();
    QVERIFY(std::any_of(notes.begin(), notes.end(), [](const QLabel* note) {
      return note->text() == "The analysis was stopped: a file is not analysed.";
    }));
    bench.openFile();
    QVERIFY(analyse->isHidden());
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

  void aLaunchIsSetByHand() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    QVERIFY(window.actions().setLaunch->isEnabled());
    window.actions().setLaunch->trigger();
    auto* dialog = window.findChild<LaunchDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    // Nothing is known of its launches: not that there is one block only.
    QVERIFY(dialog->launch().grid[0] > 1);
    QSpinBox* x = dialog->findChildren<QSpinBox*>().front();
    QPushButton* take = nullptr;
    for (QPushButton* button : dialog->findChildren<QPushButton*>())
      if (button->text() == "Set launch") take = button;
    x->setValue(1024);
    QVERIFY(take && take->isEnabled());
    dialog->findChildren<QSpinBox*>()[1]->setValue(2);
    QVERIFY(!take->isEnabled());  // no GPU takes 2,048 threads a block
    dialog->findChildren<QSpinBox*>()[1]->setValue(1);
    x->setValue(64);
    take->click();
    const std::vector<std::string> given{"descend<<<(1024,1,1),(64,1,1),0>>>"};
    QTRY_COMPARE(window.queue().requestFor(bench.file).launches, given);
    // It is of the project, and can be taken back.
    bench.window.reset();
    bench.open();
    bench.window->openPath(bench.file);
    QTRY_VERIFY(bench.page());
    QTRY_COMPARE(bench.window->queue().requestFor(bench.file).launches, given);
    QTRY_COMPARE(bench.window->selection().kernel(), std::string("descend"));
    bench.window->actions().setLaunch->trigger();
    auto* again = bench.window->findChild<LaunchDialog*>();
    QCOMPARE(again->launch().block[0], 64);
    for (QPushButton* button : again->findChildren<QPushButton*>())
      if (button->text() == "Remove") button->click();
    QTRY_VERIFY(bench.window->queue().requestFor(bench.file).launches.empty());
  }

  void aLaunchBeginsWithWhatIsKnown() {
    KernelSummary kernel;
    QVERIFY(usualLaunch(kernel).second.contains("usual"));
    kernel.launches.emplace_back();
    kernel.launches.front().block = {128, 1, 1};
    auto [open, from] = usualLaunch(kernel);
    QCOMPARE(QString::fromStdString(open.text()), QString("<<<(1024,1,1),(128,1,1),0>>>"));
    QVERIFY(from.contains("leaves sizes open"));
    kernel.launches.front().grid = {16, 2, 1};
    kernel.launches.front().sharedBytes = 512;
    QCOMPARE(QString::fromStdString(usualLaunch(kernel).first.text()), QString("<<<(16,2,1),(128,1,1),512>>>"));
    QVERIFY(usualLaunch(kernel).second.contains("stand in the source"));
    // What ran goes before what is written; of several launches the usual one.
    kernel.observed.resize(2);
    kernel.observed[0].grid = {3, 1, 1};
    kernel.observed[1].grid = {300, 1, 1};
    kernel.observed[1].block = {64, 1, 1};
    kernel.observed[1].count = 20;
    QCOMPARE(QString::fromStdString(usualLaunch(kernel).first.text()), QString("<<<(300,1,1),(64,1,1),0>>>"));
    QVERIFY(usualLaunch(kernel).second.contains("observed"));
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
    QVERIFY(!window.bottom().anyOpen());
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
    QCOMPARE(window.queue().requestFor(bench.file).project,
             std::filesystem::path(bench.folder.filePath("p").toStdString()));
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

  void theEditorIsSplit() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    EditorPage& page = *bench.page();
    window.actions().splitEditor->trigger();
    QVERIFY(page.isSplit() && page.secondPane());
    CodeEditor& second = page.secondPane()->editor();
    QCOMPARE(second.bytes(), page.editor().bytes());
    // One text: what is typed in one pane stands in the other, is unsaved, and is undone from either.
    second.insertAt("// mine\n", 0, 0);
    QCOMPARE(page.text(), "// mine\n" + kernelText);
    QVERIFY(page.isModified());
    QCOMPARE(&page.activeEditor(), &second);
    window.actions().undo->trigger();
    QCOMPARE(bench.shown(), kernelText);
    // The other pane takes any open file, and goes back to this one when that is closed.
    write(bench.folder.filePath("p/other.cuh"), "// other\n");
    window.openPath(bench.folder.filePath("p/other.cuh").toStdString());
    QTRY_COMPARE(window.pages().editors().size(), size_t(2));
    EditorPage* other = window.pages().currentEditor();
    emit page.secondPane()->chosen(other);
    QCOMPARE(second.bytes(), QByteArray("// other\n"));
    second.insertAt("// more\n", 0, 0);
    QVERIFY(other->isModified() && !page.isModified());
    other->editor().undo();
    window.pages().closePage(window.pages().indexOf(other));
    QCOMPARE(second.bytes(), QByteArray::fromStdString(kernelText));
    window.pages().setCurrentWidget(&page);
    window.actions().splitEditor->trigger();
    QVERIFY(!page.isSplit());
    QCOMPARE(&page.activeEditor(), &page.editor());
  }

  void wordsAreReplacedThroughThePreview() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    VariantRecord replaced;
    std::string after = kernelText;
    after.replace(after.find("descend"), 7, "climb");
    replaced.files = {{bench.file, kernelText, after}};
    window.actions().findInProject->trigger();
    auto* panel = window.findChild<SearchPanel*>();
    QVERIFY(panel);
    emit panel->replaceRequested(replaced, "Replace");
    QTRY_VERIFY(window.pages().previewInFront());
    QVERIFY(bench.preview().mayApply());
    window.actions().apply->trigger();
    QTRY_COMPARE(bench.shown(), after);
    QTRY_COMPARE(read(bench.path), after);
    window.actions().undo->trigger();
    QTRY_COMPARE(read(bench.path), kernelText);
  }

  void cachePoliciesAreLookedForWhereTheyAreWanted() {
    Bench bench;
    bench.openFile();
    QVERIFY(bench.window->queue().requestFor(bench.file).families.empty());
    // The menu is filled with what the analysis tells of passes.
    QTRY_VERIFY(lookFor(*bench.window, "Cache policy of loads"));
    lookFor(*bench.window, "Cache policy of loads")->trigger();
    QVERIFY(!bench.window->queue().requestFor(bench.file).families.empty());
    // And in the next window.
    bench.window.reset();
    bench.open();
    bench.openFile();
    QTRY_VERIFY(lookFor(*bench.window, "Cache policy of loads"));
    QVERIFY(lookFor(*bench.window, "Cache policy of loads")->isChecked());
    QVERIFY(!bench.window->queue().requestFor(bench.file).families.empty());
  }

  void settingsAreTaken() {
    Bench bench;
    bench.openFile();
    bench.window->actions().settings->trigger();
    auto* dialog = bench.window->findChild<SettingsDialog*>();
    QVERIFY(dialog);
    const auto fieldOf = [&](const QString& name) {
      for (QWidget* widget : dialog->findChildren<QWidget*>())
        if (widget->accessibleName() == name && !qobject_cast<QLabel*>(widget)) return widget;
      return static_cast<QWidget*>(nullptr);
    };
    qobject_cast<QLineEdit*>(fieldOf("Compiler flags"))->setText("-DN=64");
    qobject_cast<QComboBox*>(fieldOf("Theme"))->setCurrentIndex(2);
    qobject_cast<QComboBox*>(fieldOf("For the GPU"))->setCurrentText("A100");
    dialog->accept();
    QVERIFY(bench.theme->isDark());
    QCOMPARE(bench.window->queue().requestFor(bench.file).flags.front(), std::string("-DN=64"));
    QTRY_VERIFY(!bench.window->queue().isRunning());
    // Runs are for the same GPU and with the same flags.
    bench.window->actions().runChecks->trigger();
    QTRY_COMPARE(bench.checked.size(), size_t(1));
    QCOMPARE(bench.checked[0].device, std::string("A100"));
    QCOMPARE(bench.checked[0].compilerFlags.front(), std::string("-DN=64"));
    QThreadPool::globalInstance()->waitForDone();
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

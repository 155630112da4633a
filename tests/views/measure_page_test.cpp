// What the measuring page and the steps say of figures: their room, the text that they hold of, and what is kept of a
// measurement that is cancelled.
#include <QHeaderView>
#include <QPushButton>
#include <QSplitter>

#include "recording.h"
#include "views/diff/preview_page.h"
#include "views/editor/code_editor.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/opportunities/opportunity_model.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/speedup/measure_panel.h"
#include "views/speedup/variant_views.h"
#include "views/window/measuring.h"
#include "views/window/session_keeper.h"
#include "views/window/step_bar.h"
#include "views/window/targets.h"
#include "views/window/tuning_run.h"
#include "window_bench.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

class MeasurePageTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void namesOfVariantsTakeTheSpareWidth() {
    Bench bench;
    const QString recording = record(bench);
    bench.openFile();
    MainWindow& window = *bench.window;
    window.resize(1920, 1000);
    window.targets().choose("recorded:" + recording);
    window.actions().measure->trigger();
    MeasurePanel& panel = window.measuring().panel();
    QTRY_VERIFY(panel.table().isVisible());
    QTRY_VERIFY(window.session().tunings().contains("descend"));
    // The last column has the rest: no more than its title and figures want.
    const auto spare = [&] {
      int last = 6;
      while (panel.table().isColumnHidden(last)) --last;
      return panel.table().columnWidth(last) - panel.table().horizontalHeader()->sectionSizeHint(last);
    };
    // The table gets other widths also while the page keeps its own.
    for (QSplitter* split : panel.findChildren<QSplitter*>()) {
      if (split->accessibleName() != "Variants and views") continue;
      for (const int left : {500, 1100}) {
        split->setSizes({left, split->width() - left});
        QTRY_VERIFY2(spare() < 60, qPrintable(QString("%1: %2").arg(left).arg(spare())));
        QTRY_COMPARE(panel.table().isColumnHidden(6), left == 500);
      }
    }
    for (const int width : {1920, 1280}) {
      window.resize(width, 800);
      QTRY_VERIFY2(spare() < 60, qPrintable(QString::number(spare())));
      // Whatever the steps say, all of them are there.
      QTRY_VERIFY(window.steps().step(Step::apply).isVisible());
      QVERIFY(window.steps().step(Step::apply).geometry().right() < window.steps().width());
      QVERIFY(window.steps().step(Step::measure).note().contains("1.25×"));
    }
  }

  // Figures and verification are those of the text that was measured, and say so once it is another one.
  void figuresOfAnOlderTextAreMarked() {
    Bench bench;
    const QString recording = record(bench);
    bench.openFile();
    MainWindow& window = *bench.window;
    window.targets().choose("recorded:" + recording);
    window.actions().measure->trigger();
    MeasurePanel& panel = window.measuring().panel();
    QTRY_VERIFY(window.session().tunings().contains("descend"));
    QPushButton* apply = nullptr;
    for (QPushButton* button : panel.findChildren<QPushButton*>())
      if (button->accessibleName() == "Apply best") apply = button;
    QTRY_VERIFY(apply && apply->isEnabled());
    const auto measured = [&] {
      return window.opportunities().model().index(0, 0).isValid() ? window.measuring().findings().begin()->second
                                                                  : MeasuredFinding();
    };
    QVERIFY(!measured().isOlder);
    const VariantSteps best = window.session().tunings().at("descend")->best()->steps;
    emit panel.applyRequested(best);
    QTRY_VERIFY(window.pages().previewInFront());
    QVERIFY(bench.preview().isIdentical());
    // Typed beside the preview: the step Verify is about a text that is gone.
    bench.page()->editor().insertAt("// mine\n", 0, 0);
    QTRY_COMPARE(window.steps().step(Step::verify).note(), QString("older text"));
    QVERIFY(!window.actions().apply->isEnabled());
    QVERIFY2(bench.preview().resultText().contains("older text"), qPrintable(bench.preview().resultText()));
    QTRY_COMPARE(window.steps().step(Step::measure).note(), QString("older text"));
    bench.page()->editor().undo();
    bench.page()->setSaved();
    QTRY_COMPARE(window.steps().step(Step::verify).note(), QString("identical"));
    QTRY_COMPARE(window.steps().step(Step::measure).shape(), QString("identical"));
    // Applied: the table is of the text before.
    window.actions().apply->trigger();
    QTRY_COMPARE(bench.shown(), bench.after());
    QTRY_COMPARE(window.steps().step(Step::measure).note(), QString("older text"));
    QCOMPARE(window.steps().step(Step::measure).shape(), QString("warning"));
    window.measuring().show();
    QVERIFY(!apply->isEnabled());
    QVERIFY2(panel.progressText().contains("Of an older text"), qPrintable(panel.progressText()));
    QVERIFY(panel.table().cells().cellAt(panel.table().cells().index(0, 3))->muted);
    QVERIFY(measured().isOlder && measured().spoken.contains("older text"));
    // The next window knows it, too.
    window.session().flush();
    bench.window.reset();
    bench.open();
    bench.window->openPath(bench.file);
    QTRY_COMPARE(bench.window->steps().step(Step::measure).note(), QString("older text"));
    // With the old text the figures hold again.
    bench.page()->editor().replaceText(QByteArray::fromStdString(kernelText));
    QTRY_VERIFY(!bench.window->measuring().findings().begin()->second.isOlder);
    bench.page()->editor().setModified(false);
  }

  void whatWasJudgedIsKeptWhenItIsCancelled() {
    Bench bench;
    const std::string text = kernelText + "// loads\n";
    write(bench.path, text);
    const QString recording = record(bench, text);
    QVERIFY(!recording.isEmpty());
    // The second variant is never written.
    std::atomic<int> written = 0;
    std::atomic<bool> holds = true;
    bench.services.makeAnalysis = [&] {
      return makeInlineAnalysisService(
          [&](const AnalysisRequest&) -> Result<AnalysisResult> { return answerFor(bench.file, text); },
          [&](const RewriteRequest&) -> Result<Rewrite> {
            if (++written > 1)
              while (holds) QThread::msleep(1);
            return rewriteOf(bench.file, text);
          });
    };
    bench.window.reset();
    bench.open();
    bench.window->openPath(bench.file);
    QTRY_COMPARE(bench.window->findings().counts().total(), 4);
    MainWindow& window = *bench.window;
    window.targets().choose("recorded:" + recording);
    window.actions().measure->trigger();
    QTRY_COMPARE(window.tuning().now().table.tried(), size_t(1));
    QTRY_VERIFY(written > 1);
    window.actions().cancelRun->trigger();
    QVERIFY(!window.tuning().isRunning());
    const MeasurePanel& panel = window.measuring().panel();
    QVERIFY(window.session().tunings().contains("descend"));
    QCOMPARE(window.session().tunings().at("descend")->tried(), size_t(1));
    QVERIFY2(panel.progressText().contains("Not finished") && panel.progressText().contains("1 variant judged"),
             qPrintable(panel.progressText()));
    QCOMPARE(window.steps().step(Step::measure).shape(), QString("skipped"));
    holds = false;
    QThreadPool::globalInstance()->waitForDone();
    // It goes on from there.
    window.actions().measure->trigger();
    QTRY_VERIFY(window.session().tunings().at("descend")->complete);
  }
};

QTEST_MAIN(MeasurePageTest)
#include "measure_page_test.moc"

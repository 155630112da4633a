// What the best variant brings the whole program: asked for, cancelled, kept, and why it cannot be asked.
#include <QPushButton>

#include "recording.h"
#include "views/shared/theme.h"
#include "views/speedup/measure_panel.h"
#include "views/speedup/whole_program_row.h"
#include "views/window/measuring.h"
#include "views/window/session_keeper.h"
#include "views/window/targets.h"
#include "views/window/tuning_run.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

class WholeProgramTest : public QObject {
  Q_OBJECT
  std::atomic<bool> hold_ = false;
  std::vector<ComparisonTask> asked_;
  OutputComparison outputs_;

  /// A window whose programs run on a GPU that takes half the time for what is changed.
  void giveGpu(Bench& bench, const Status& canRun = {}) {
    asked_.clear();
    bench.services.canRunPrograms = [canRun](const std::string&, std::stop_token) { return canRun; };
    bench.services.comparePrograms = [this](const ComparisonTask& task, AnalysisService&,
                                            const ProgramProgress& progress,
                                            std::stop_token stop) -> Result<WholeProgram> {
      progress(-1, "building the program");
      while (hold_ && !stop.stop_requested()) QThread::msleep(1);
      if (stop.stop_requested()) return cancelledError();
      asked_.push_back(task);
      WholeProgram whole{task.program.path.string(),
                         "H200",
                         "13.0",
                         task.change,
                         {2e-3, 1.9e-3, 2.1e-3},
                         {1e-3, 9e-4, 1.1e-3},
                         {8e-3, 7e-3, 9e-3},
                         {7e-3, 6e-3, 8e-3},
                         outputs_,
                         3,
                         1'790'000'000};
      return whole;
    };
    bench.window.reset();
    bench.open();
  }
  static QPushButton* button(WholeProgramRow& row, const QString& name) {
    for (QPushButton* one : row.findChildren<QPushButton*>())
      if (one->accessibleName() == name) return one;
    return nullptr;
  }
  /// Measured from a recording.
  static WholeProgramRow& measured(Bench& bench) {
    bench.openFile();
    bench.window->targets().choose("recorded:" + bench.folder.filePath("recording.wws"));
    bench.window->actions().measure->trigger();
    return bench.window->measuring().panel().whole();
  }

 private slots:
  void initTestCase() { listenToQt(); }
  void init() {
    hold_ = false;
    outputs_ = {"", {"file `log.txt`, which runs of the program write differently"}, 12, 1};
  }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void theBestVariantIsComparedWholeAndKept() {
    Bench bench;
    QVERIFY(!record(bench).isEmpty());
    giveGpu(bench);
    WholeProgramRow& row = measured(bench);
    QPushButton* compare = button(row, "Compare the whole program");
    QTRY_VERIFY(row.isVisible() && compare->isEnabled());
    QVERIFY2(row.text().contains("result→register"), qPrintable(row.text()));
    QTest::mouseClick(compare, Qt::LeftButton);
    QTRY_COMPARE(asked_.size(), size_t(1));
    QCOMPARE(bench.asked, 1);  // it runs the user's program
    QCOMPARE(asked_[0].files.size(), size_t(1));
    QCOMPARE(asked_[0].files[0].after, bench.after());
    QCOMPARE(asked_[0].program.path.string(), bench.file);
    QTRY_VERIFY2(row.text().contains("2.00×") && row.text().contains("1.14×"), qPrintable(row.text()));
    QVERIFY(row.text().contains("the same exit code") && row.text().contains("not compared"));
    // It is there in the next window, and in the report.
    bench.window->session().flush();
    bench.window->exportReport(bench.folder.filePath("report.html").toStdString());
    QTRY_VERIFY(read(bench.folder.filePath("report.html")).find("id=programs") != std::string::npos);
    bench.window.reset();
    bench.open();
    bench.window->openPath(bench.file);
    QTRY_VERIFY(bench.window->session().tunings().contains("descend"));
    bench.window->actions().layoutMeasure->trigger();
    WholeProgramRow& again = bench.window->measuring().panel().whole();
    QTRY_VERIFY2(again.isVisible() && again.text().contains("2.00×"), qPrintable(again.text()));
  }

  void whatLeavesSomethingElseHasNoTimes() {
    Bench bench;
    record(bench);
    giveGpu(bench);
    outputs_.difference = "Its exit code is 1, and of the original 0.";
    WholeProgramRow& row = measured(bench);
    QTRY_VERIFY(button(row, "Compare the whole program")->isEnabled());
    button(row, "Compare the whole program")->click();
    QTRY_VERIFY2(row.text().contains("Its exit code is 1"), qPrintable(row.text()));
    QVERIFY(!row.text().contains("2.00×"));
  }

  void itCanBeCancelledAndMeasuringWaits() {
    Bench bench;
    record(bench);
    giveGpu(bench);
    hold_ = true;
    WholeProgramRow& row = measured(bench);
    QTRY_VERIFY(button(row, "Compare the whole program")->isEnabled());
    button(row, "Compare the whole program")->click();
    QTRY_VERIFY2(row.text().contains("building the program"), qPrintable(row.text()));
    QVERIFY(button(row, "Cancel the comparison")->isVisible());
    // Both would use the GPU at once.
    QVERIFY(!bench.window->actions().measure->isEnabled() || !bench.window->tuning().isRunning());
    bench.window->actions().measure->trigger();
    QVERIFY(!bench.window->tuning().isRunning());
    bench.window->actions().cancelRun->trigger();
    QTRY_VERIFY(!bench.window->measuring().whole().isRunning());
    QVERIFY(asked_.empty());
    QTRY_VERIFY(button(row, "Compare the whole program")->isEnabled());
  }

  void whyItCannotBeCompared() {
    Bench bench;
    record(bench);
    giveGpu(bench, Error{ErrorKind::worker, "No nvcc was found to build the program with.", std::nullopt});
    WholeProgramRow& row = measured(bench);
    QPushButton* compare = button(row, "Compare the whole program");
    QTRY_VERIFY2(row.text().contains("No nvcc was found"), qPrintable(row.text()));
    QVERIFY(!compare->isEnabled() && compare->toolTip().contains("No nvcc"));
    QVERIFY(asked_.empty());
  }
};

QTEST_MAIN(WholeProgramTest)
#include "whole_program_row_test.moc"

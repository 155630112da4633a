#include <qcustomplot.h>

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>

#include "core/execute/tune/own_variant.h"
#include "recording.h"
#include "views/diff/preview_page.h"
#include "views/editor/code_editor.h"
#include "views/memory/memory_picture.h"
#include "views/opportunities/evidence_panel.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/opportunities/opportunity_model.h"
#include "views/reuse/traffic_view.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/speedup/course_picture.h"
#include "views/speedup/measure_panel.h"
#include "views/speedup/own_variant_page.h"
#include "views/speedup/roofline_picture.h"
#include "views/speedup/speedup_plot.h"
#include "views/speedup/variant_views.h"
#include "views/welcome/welcome_page.h"
#include "views/window/measuring.h"
#include "views/window/session_keeper.h"
#include "views/window/step_bar.h"
#include "views/window/target_dialog.h"
#include "views/window/targets.h"
#include "views/window/tuning_run.h"
#include "window_bench.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

namespace {

QString cell(const CellTable& table, int row, int column) {
  return table.cells().index(row, column).data().toString();
}

}  // namespace

class MeasureTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void fromRecordingToAppliedVariant() {
    Bench bench;
    const QString recording = record(bench);
    QVERIFY(!recording.isEmpty());
    bench.openFile();
    MainWindow& window = *bench.window;
    window.targets().choose("recorded:" + recording);
    QVERIFY(window.steps().targets().currentText().contains("recording.wws"));
    QVERIFY(window.actions().measure->isEnabled());
    window.actions().measure->trigger();
    MeasurePanel& panel = window.measuring().panel();
    QVERIFY(panel.isVisible());
    QTRY_VERIFY(window.session().tunings().contains("descend"));
    QCOMPARE(bench.asked, 0);  // nothing of the user's is run
    QCOMPARE(panel.table().cells().rowCount(), 2);
    QCOMPARE(cell(panel.table(), 0, 0), QString("result→register"));
    QCOMPARE(cell(panel.table(), 0, 1), QString("identical"));
    QCOMPARE(cell(panel.table(), 0, 2), QString("800"));
    QCOMPARE(cell(panel.table(), 0, 3), QString("1.25×"));
    QCOMPARE(cell(panel.table(), 0, 4), QString("fewer"));
    QCOMPARE(cell(panel.table(), 1, 4), QString("baseline"));
    QCOMPARE(panel.table().cells().columns()[2].title, QString("Accesses"));
    QVERIFY(panel.progressText().contains("Done") && panel.progressText().contains("1.25×"));
    QCOMPARE(window.steps().step(Step::measure).shape(), QString("identical"));
    // The finding tells it, and never as a time.
    const QModelIndex at = window.opportunities().model().indexOf(window.selection().finding());
    QCOMPARE(at.siblingAtColumn(OpportunityModel::measuredColumn).data().toString(), QString("1.25× fewer"));
    QVERIFY(window.evidence().text().contains("not a time"));
    // The best is selected, and the bars beside the table show the same.
    QVERIFY(panel.selected() && panel.selected()->isBest);
    QVERIFY(panel.views().headline().contains("1,000 → 800"));
    SpeedupPlot& bars = panel.views().bars();
    QCOMPARE(bars.rows(), 2);
    QVERIFY(bars.saveSvg(bench.folder.filePath("bars.svg"), "counted"));
    QVERIFY(read(bench.folder.filePath("bars.svg")).find("counted") != std::string::npos);
    // From the best variant through the normal preview to the text.
    emit panel.applyRequested(window.session().tunings().at("descend")->best()->steps);
    QTRY_VERIFY(window.pages().previewInFront());
    QVERIFY(bench.preview().isIdentical());
    window.actions().apply->trigger();
    QTRY_COMPARE(bench.shown(), bench.after());
    // And all of it is there again in the next window.
    window.session().flush();
    bench.window.reset();
    bench.open();
    bench.window->openPath(bench.file);
    QTRY_VERIFY(bench.window->session().tunings().contains("descend"));
    QCOMPARE(bench.window->session().tunings().at("descend")->rows.size(), size_t(2));
  }

  void targetsElsewhereAreRemembered() {
    Bench bench;
    bench.openFile();
    bench.window->targets().choose("ssh:build/gpu:1");
    QVERIFY(bench.window->steps().targets().currentText().contains("build by SSH, GPU 1"));
    bench.window->targets().choose("slurm:long");
    QVERIFY(bench.window->steps().targets().currentText().contains("Partition long, CPU engine"));
    bench.window.reset();
    bench.open();
    QCOMPARE(bench.window->targets().current(), QString("slurm:long"));
    QVERIFY(bench.window->steps().targets().findData("ssh:build/gpu:1") >= 0);
    bench.window->targets().choose("cpu");
  }

  void targetsAreCheckedBeforeTheyAreAdded() {
    // Whatever is asked of it, this ssh reaches nobody.
    qputenv("WARPWRIGHT_SSH", "/bin/false");
    TargetDialog dialog(nullptr);
    dialog.show();
    auto* name = dialog.findChild<QLineEdit*>();
    const auto button = [&](const QString& text) {
      for (QPushButton* one : dialog.findChildren<QPushButton*>()) {
        if (one->text() == text) return one;
      }
      return static_cast<QPushButton*>(nullptr);
    };
    const auto says = [&](const QString& words) {
      const auto labels = dialog.findChildren<QLabel*>();
      return std::any_of(labels.begin(), labels.end(), [&](QLabel* label) { return label->text().contains(words); });
    };
    QPushButton *add = button("Check and add"), *anyway = button("Add all the same");
    QVERIFY(name && add && anyway && !add->isEnabled() && !anyway->isVisible());
    name->setText("ssh:-oProxyCommand=x");
    QVERIFY(!add->isEnabled() && says("is not the name of a host"));
    name->setText(" ssh:nowhere ");
    QVERIFY(add->isEnabled() && !anyway->isVisible());
    add->click();
    QTRY_VERIFY(says("nowhere cannot be reached"));
    QVERIFY(anyway->isVisible() && add->isEnabled());
    anyway->click();
    QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
    QCOMPARE(dialog.target(), QString("ssh:nowhere"));
    qunsetenv("WARPWRIGHT_SSH");
  }

  void whyItCannotBeMeasured() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    QVERIFY(window.tuning().whyNot(bench.file, "descend").isEmpty());
    QVERIFY(window.tuning().whyNot(bench.file, "").contains("kernel"));
    QVERIFY(window.tuning().whyNot(bench.file, "other").contains("Nothing can be changed"));
    bench.page()->editor().insertAt(" ", 0, 0);
    QVERIFY(window.tuning().whyNot(bench.file, "descend").contains("Save"));
    QVERIFY(!window.steps().step(Step::measure).isEnabled());
  }

  void aRefusedTrustRunsNothing() {
    Bench bench;
    bench.trust = Trust::cancel;
    bench.openFile();
    bench.window->actions().measure->trigger();
    QCOMPARE(bench.asked, 1);
    QVERIFY(!bench.window->tuning().isRunning());
  }

  void failuresAreToldInThePanel() {
    Bench bench;
    bench.openFile();
    write(bench.folder.filePath("not.wws"), "no session");
    bench.window->targets().choose("recorded:" + bench.folder.filePath("not.wws"));
    bench.window->actions().measure->trigger();
    MeasurePanel& panel = bench.window->measuring().panel();
    QTRY_VERIFY(panel.progressText().contains("Not measured"));
    QVERIFY(!bench.window->tuning().isRunning());
  }

  void timesHaveIntervalsAndVerdicts() {
    views::Theme theme;
    MeasurePanel panel(theme);
    TuningTable table;
    table.kernel = "k";
    table.metric = "time/median";
    table.unit = "ms";
    table.isTime = table.complete = true;
    TuningRow fast{{{"a", {}}}, "C=4 interleaved", true, "",   0.1321, 0.1317, 0.1325, 1.81, 1.80,
                   1.82,        "FASTER",          30,   1024, 1.0,    {},     true};
    TuningRow original{{},    "Original", true, "", 0.2391, 0.2385, 0.2397, 1.0,
                       0.995, 1.005,      "",   17, 2048,   1.0,    {},     false};
    TuningRow broken{{{"b", {}}}, "C=32", false, "Results differ: `dst[216]`, original 1204, variant 1198.",
                     {},          {},     {},    {},
                     {},          {},     "",    {},
                     {},          {},     {},    false};
    table.rows = {fast, original, broken};
    panel.setTable(std::make_shared<const TuningTable>(table));
    panel.resize(1400, 400);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QCOMPARE(panel.table().cells().columns()[2].title, QString("Median, ms"));
    QCOMPARE(cell(panel.table(), 0, 2), QString("0.1321"));
    const auto below = [&](int row, int column) {
      return panel.table().cells().cellAt(panel.table().cells().index(row, column))->below;
    };
    QCOMPARE(below(0, 2), QString("0.1317–0.1325"));
    QCOMPARE(cell(panel.table(), 0, 3), QString("1.81×"));
    QCOMPARE(below(0, 3), QString("1.80×–1.82×"));
    QCOMPARE(cell(panel.table(), 0, 4), QString("FASTER"));
    QCOMPARE(cell(panel.table(), 2, 3), QString("–"));
    // A bar reached by key selects its row; the sentence of a failed one stands below.
    QSignalSpy chosen(&panel.views().bars(), &SpeedupPlot::rowChosen);
    QTest::keyClick(&panel.views().bars(), Qt::Key_Down);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(panel.table().currentRow(), 0);
    QVERIFY(panel.views().headline().contains("0.2391 → 0.1321 ms"));
    QVERIFY(panel.views().headline().contains("registers 17 → 30"));
    // What stays is said once.
    table.rows[0].registers = 17;
    panel.setTable(std::make_shared<const TuningTable>(table));
    QVERIFY2(panel.views().headline().contains("registers 17") && !panel.views().headline().contains("17 → 17"),
             qPrintable(panel.views().headline()));
  }

  void oneSelectionForTableViewsAndFindings() {
    Bench bench;
    const QString recording = record(bench);
    bench.openFile();
    MainWindow& window = *bench.window;
    window.targets().choose("recorded:" + recording);
    window.actions().measure->trigger();
    MeasurePanel& panel = window.measuring().panel();
    QTRY_COMPARE(panel.table().cells().rowCount(), 2);
    QTRY_VERIFY(panel.selected());
    QCOMPARE(panel.selected()->steps.front().opportunity, window.selection().finding().id);
    // Nothing was traced: the page says what brings a chart, and one press does.
    QVERIFY(!panel.views().memory().trace());
    auto* trace = panel.views().findChild<QPushButton*>("traceVariant");
    QVERIFY(trace && trace->isVisible() && trace->isEnabled());
    trace->click();
    QTRY_VERIFY(panel.views().memory().trace());
    QCOMPARE(bench.asked, 1);
    QVERIFY(!trace->isVisible());
    QCOMPARE(panel.views().lines().cells().rowCount(), 1);
    QCOMPARE(panel.views().lines().cells().index(0, 2).data().toString(), QString("2560 B"));
    QCOMPARE(panel.views().lines().cells().index(0, 3).data().toString(), QString("1280 B"));
    QCOMPARE(panel.views().roofline().roofline().points.size(), size_t(4));
    // How the tuning went, where a point is the same selection.
    CoursePicture& course = panel.views().course();
    QCOMPARE(course.course().points.size(), size_t(2));
    QVERIFY(course.course().points[0].isOriginal && course.course().points[1].led);
    emit course.rowChosen(static_cast<int>(course.course().points[0].row));
    QVERIFY(panel.selected()->steps.empty());
    emit course.rowChosen(static_cast<int>(course.course().points[1].row));
    QVERIFY(!panel.selected()->steps.empty());
    // The graph of the loads, too.
    panel.views().findChild<QPushButton*>("computeLoads")->click();
    QTRY_COMPARE(bench.weighed.size(), size_t(1));
    // The original alone has the same chart without a variant, and its row is one to be selected.
    panel.select({});
    QVERIFY(panel.selected()->steps.empty());
    QVERIFY(panel.views().headline().contains("Original"));
    // All of it is in the session.
    window.session().flush();
    bench.window.reset();
    bench.open();
    bench.window->openPath(bench.file);
    QTRY_VERIFY(bench.window->session().tunings().contains("descend"));
    bench.window->actions().layoutMeasure->trigger();
    MeasurePanel& again = bench.window->measuring().panel();
    QTRY_VERIFY(again.isVisible() && again.table().cells().rowCount() == 2);
    QTRY_VERIFY(again.views().memory().trace());
    QCOMPARE(again.views().course().course().points.size(), size_t(2));
  }

  void theUserWritesAVariant() {
    Bench bench;
    const QString recording = record(bench);
    bench.openFile();
    MainWindow& window = *bench.window;
    window.targets().choose("recorded:" + recording);
    window.actions().measure->trigger();
    MeasurePanel& panel = window.measuring().panel();
    QTRY_COMPARE(panel.table().cells().rowCount(), 2);
    window.actions().ownVariant->trigger();
    OwnVariants& own = window.measuring().own();
    QTRY_VERIFY(own.page() && own.page()->isVisible());
    QCOMPARE(own.page()->text(), kernelText);
    QVERIFY(own.page()->stateText().contains("the original still"));
    QPushButton* measure = nullptr;
    for (QPushButton* button : own.page()->findChildren<QPushButton*>())
      if (button->property("primary").toBool()) measure = button;
    QVERIFY(measure && !measure->isEnabled());
    // It is another text from the first key on; a recording cannot judge it, the CPU engine can.
    const std::string mine = "// mine\n" + kernelText;
    own.page()->editor().replaceText(QByteArray::fromStdString(mine));
    QVERIFY(own.page()->stateText().contains("not measured as it stands"));
    QVERIFY(!measure->isEnabled() && measure->toolTip().contains("recording"));
    window.targets().choose("cpu");
    QVERIFY(measure->isEnabled());
    QVERIFY(own.file() && own.file()->after == mine && own.file()->before == kernelText);
    QCOMPARE(read(bench.path), kernelText);  // the program is as it was
    // What became of it stands above the text, and in the table as a row of its own that says it is not proved.
    TuningTable table = *window.session().tunings().at("descend");
    TuningRow row = table.rows[0];
    row.steps = ownVariant({*own.file()}, &table).steps;
    row.name = variantName(row.steps, {}, {});
    row.isBest = false;
    table.rows.insert(table.rows.begin() + 1, row);
    window.session().keepTuning(std::make_shared<const TuningTable>(table));
    emit window.measuring().changed();
    QVERIFY2(own.page()->stateText().contains("Yours 1: the same results, 1.25×"), qPrintable(own.page()->stateText()));
    QCOMPARE(cell(panel.table(), 1, 0), QString("✎ Yours 1"));
    QVERIFY(panel.table().cells().cellAt(panel.table().cells().index(1, 0))->below.contains("not proved"));
    own.page()->editor().replaceText(QByteArray::fromStdString(mine + "\n"));
    QVERIFY(own.page()->stateText().contains("not measured as it stands"));
    own.page()->editor().replaceText(QByteArray::fromStdString(mine));
    // The text is there again in the next window.
    QTest::qWait(600);
    window.session().flush();
    bench.window.reset();
    bench.open();
    bench.openFile();
    QTRY_VERIFY(bench.window->session().tunings().contains("descend"));
    bench.window->actions().ownVariant->trigger();
    QTRY_VERIFY(bench.window->measuring().own().page());
    QCOMPARE(bench.window->measuring().own().page()->text(), mine);
  }

  void thePageHasTheRoomOfTheDocks() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    auto* evidence = window.findChild<QDockWidget*>("evidence");
    QTRY_VERIFY(evidence->isVisible());
    window.actions().layoutMeasure->trigger();
    QVERIFY(window.measuring().panel().isVisible());
    QTRY_VERIFY(!evidence->isVisible());
    // An editor in front has its docks again; closing the page does the same.
    window.pages().setCurrentWidget(bench.page());
    QTRY_VERIFY(evidence->isVisible());
    window.actions().layoutMeasure->trigger();
    QTRY_VERIFY(!evidence->isVisible());
    window.pages().closePage(window.pages().currentIndex());
    QTRY_VERIFY(evidence->isVisible());
    QVERIFY(!window.measuring().panel().isVisible());
  }

  void theRecordedSampleIsFullOnTheFirstDay() {
    Bench bench;
    const QString folder = QFileInfo(bench.folder.path()).canonicalFilePath() + "/settings/samples/grid_path/";
    const auto of = [&](const char* name) { return (folder + name).toStdString(); };
    bench.programs = {{"grid_path", of("grid_path.cu"), {of("grid_path.cu")}, {of("grid_path.cu")}},
                      {"mirror_tile", of("mirror_tile.cu"), {of("mirror_tile.cu")}, {of("mirror_tile.cu")}}};
    std::filesystem::path recorded;
    for (const Sample& sample : samples())
      if (sample.path.extension() == ".wws") recorded = sample.path;
    QVERIFY(!recorded.empty());
    emit bench.window->findChild<WelcomePage*>()->sampleChosen(QString::fromStdString(recorded.string()));
    MeasurePanel& panel = bench.window->measuring().panel();
    QTRY_VERIFY_WITH_TIMEOUT(panel.isVisible(), 30000);
    QTRY_COMPARE(panel.table().cells().rowCount(), 41);
    QTRY_VERIFY(panel.views().memory().trace());
    QTRY_VERIFY(panel.views().loads().solution());
    QVERIFY(panel.views().lines().cells().rowCount() > 0);
    QVERIFY(panel.selected() && panel.selected()->isBest);
    QCOMPARE(bench.asked, 0);  // nothing was run
    // A bar ends at the figure beside it.
    auto* plot = panel.views().bars().findChild<QCustomPlot*>();
    const auto* bar = plot ? qobject_cast<QCPBars*>(plot->plottable(0)) : nullptr;
    QVERIFY(bar);
    const double end = plot->xAxis->pixelToCoord(bar->dataPixelPosition(0).x());
    QVERIFY2(std::abs(end - *panel.selected()->ratio) < 0.001, qPrintable(QString::number(end)));
    // Its variants are there to be applied.
    QVERIFY(tunedVariant(*bench.window->session().tunings().begin()->second, panel.selected()->steps).ok());
  }
};

QTEST_MAIN(MeasureTest)
#include "measuring_test.moc"

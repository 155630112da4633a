// The pictures of the README, of the window as it is, on the sample: packaging/dev/pictures calls it. They go to the
// folder $WARPWRIGHT_PICTURES; without one they are made, and thrown away.
#include <QAbstractProxyModel>
#include <QPushButton>
#include <QTreeView>

#include "core/base/file.h"
#include "core/job/request_traces.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/opportunities/opportunity_model.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/theme.h"
#include "views/speedup/measure_panel.h"
#include "views/window/analysis_queue.h"
#include "views/window/main_window.h"
#include "views/window/measuring.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"
#include "views/window/tuning_run.h"
#include "views/window/window_actions.h"
#include "views_fixture.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

class PicturesTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  QString pictures_;
  views::Theme theme_;
  std::unique_ptr<AnalysisService> analysis_;
  std::unique_ptr<MainWindow> window_;

  static std::unique_ptr<AnalysisService> service() {
    return makeProcessAnalysisService(programPath("warpwright-analysis-worker"));
  }
  std::string sample() const { return (folder_.path() + "/grid_path").toStdString(); }
  void keep(const char* name) {
    QCoreApplication::processEvents();
    QVERIFY(window_->grab().save(pictures_ + '/' + name));
  }
  static void press(const QWidget& page, const QString& name) {
    for (QPushButton* one : page.findChildren<QPushButton*>()) {
      if (one->accessibleName() != name && one->text() != name) continue;
      if (one->isVisible() && one->isEnabled()) return one->click();
    }
    QFAIL(qPrintable("there is no button " + name));
  }

 private slots:
  void initTestCase() {
    listenToQt();
    if (!QFileInfo::exists(QString::fromStdString(programPath("warpwright-analysis-worker").string())) ||
        !QFileInfo::exists(QString::fromStdString(programPath("warpwright-cpu-worker").string())))
      QSKIP("The workers are not built.");
    pictures_ = qEnvironmentVariable("WARPWRIGHT_PICTURES", folder_.path());
    std::filesystem::copy(resourceFolder() / "samples/grid_path", sample());
    analysis_ = service();
    Services services;
    services.analysis = analysis_.get();
    services.verify = [](EngineJob original, EngineJob variant, std::function<void(const EngineProgress&)> progress,
                         std::stop_token stop) {
      return verifyOnEngine(std::move(original), std::move(variant), progress, std::move(stop));
    };
    services.run = runOnEngine;
    services.requests = requestsOfProgram;
    services.makeAnalysis = [] { return service(); };
    services.askTrust = [](const std::string&) { return Trust::once; };
    services.settingsFolder = folder_.filePath("settings").toStdString();
    window_ = std::make_unique<MainWindow>(services, theme_);
    window_->resize(1440, 900);
    window_->show();
  }
  void cleanup() { VERIFY_QT_IS_QUIET(); }
  void cleanupTestCase() { window_.reset(); }

  /// The window with the findings of the sample, at one that is applicable.
  void main() {
    window_->openPath(sample());
    window_->openPath(sample() + "/grid_path.cu");
    QTRY_VERIFY_WITH_TIMEOUT(window_->findings().counts().applicable > 0 && !window_->queue().isRunning(), 120000);
    const auto found = window_->findings().inFile(sample() + "/grid_path.cu");
    const auto one = std::ranges::find_if(found, [](const PlacedFinding& placed) {
      return placed.opportunity->pass == "shared_to_register" && placed.opportunity->subject == "result";
    });
    QVERIFY(one != found.end());
    QTreeView& tree = window_->opportunities().tree();
    const QModelIndex source = window_->opportunities().model().indexOf(one->key);
    const auto* shown = qobject_cast<QAbstractProxyModel*>(tree.model());
    const QModelIndex index = shown ? shown->mapFromSource(source) : source;
    tree.scrollTo(index);
    QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualRect(index).center());
    QTRY_COMPARE(window_->selection().finding().id, one->key.id);
    keep("main.png");
  }

  /// The measuring panel, once a few variants were judged.
  void measure() {
    window_->actions().preview->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window_->pages().previewInFront() && window_->flow().hasPreview(), 60000);
    PreviewPage& preview = window_->pages().preview();
    preview.setArguments("2000 11 5");
    press(preview, "Verify on CPU");
    QTRY_VERIFY_WITH_TIMEOUT(!window_->flow().isVerifying() && preview.preview().verification, 120000);
    QVERIFY2(preview.isIdentical(), preview.preview().verification->summary.c_str());
    window_->actions().measure->trigger();
    MeasurePanel& panel = window_->measuring().panel();
    QTRY_VERIFY(panel.isVisible());
    QTRY_VERIFY2_WITH_TIMEOUT(panel.table().cells().rowCount() > 6 || !window_->tuning().isRunning(),
                              qPrintable(panel.progressText()), 300000);
    window_->tuning().pause();
    QTRY_VERIFY2_WITH_TIMEOUT(!window_->tuning().isRunning() && panel.table().cells().rowCount() > 3,
                              qPrintable(panel.progressText()), 120000);
    keep("measure.png");
  }

  void report() {
    const QString report = pictures_ + "/report.html";
    window_->exportReport(report.toStdString());
    QTRY_VERIFY(QFileInfo::exists(report));
    QVERIFY(read(report).find("descend") != std::string::npos);
  }
};

QTEST_MAIN(PicturesTest)
#include "pictures_test.moc"

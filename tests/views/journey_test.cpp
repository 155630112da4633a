// From an open folder to an applied, measured change and back, by mouse, with the processes that the window really
// starts: a program of several files whose kernels stand in a file that its main file includes.
#include <QAbstractProxyModel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>

#include "core/base/file.h"
#include "core/job/request_traces.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/opportunities/opportunity_model.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/message_bar.h"
#include "views/shared/theme.h"
#include "views/speedup/measure_panel.h"
#include "views/window/analysis_queue.h"
#include "views/window/main_window.h"
#include "views/window/measuring.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"
#include "views/window/session_keeper.h"
#include "views/window/step_bar.h"
#include "views/window/targets.h"
#include "views/window/tuning_run.h"
#include "views/window/window_actions.h"
#include "views_fixture.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

namespace {

constexpr const char* kernels = R"(#include "sizes.h"
/// Every thread has one element of `mine`; the tile is read by neighbours.
__global__ void relax(const float* from, float* to) {
  __shared__ float mine[HEIGHT][WIDTH];
  __shared__ float tile[HEIGHT][WIDTH];
  const int x = threadIdx.x, y = threadIdx.y;
  const int at = (blockIdx.y * HEIGHT + y) * WIDTH + x;
  tile[y][x] = from[at];
  __syncthreads();
  mine[y][x] = tile[y][x];
  if (x > 0) mine[y][x] = mine[y][x] + tile[y][x - 1];
  __syncthreads();
  to[at] = mine[y][x] * 0.5f;
}
)";

constexpr const char* mainFile = R"(#include <cstdio>
#include <cstdlib>
#include "relax_kernel.cu"
#include "report.h"
int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 0;
  if (rounds == 0) return std::printf("Usage: relax ROUNDS\n"), 1;
  constexpr int count = WIDTH * HEIGHT * BLOCKS;
  static float host[count];
  for (int i = 0; i < count; ++i) host[i] = float(i % 37);
  float *from, *to;
  cudaMalloc(&from, sizeof(host));
  cudaMalloc(&to, sizeof(host));
  cudaMemcpy(from, host, sizeof(host), cudaMemcpyHostToDevice);
  for (int r = 0; r < rounds; ++r) {
    relax<<<dim3(1, BLOCKS), dim3(WIDTH, HEIGHT)>>>(from, to);
    float* swap = from; from = to; to = swap;
  }
  cudaMemcpy(host, from, sizeof(host), cudaMemcpyDeviceToHost);
  report(host, count);
  return 0;
}
)";

}  // namespace

class JourneyTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::string root_;
  views::Theme theme_;
  std::unique_ptr<AnalysisService> analysis_;
  std::unique_ptr<MainWindow> window_;

  QString at(const char* name) const { return QString::fromStdString(root_) + '/' + name; }
  static std::unique_ptr<AnalysisService> service() {
    return makeProcessAnalysisService(programPath("warpwright-analysis-worker"));
  }
  /// A click in the middle of the row of a finding.
  void click(const FindingKey& key) {
    QTreeView& tree = window_->opportunities().tree();
    const QModelIndex source = window_->opportunities().model().indexOf(key);
    const auto* shown = qobject_cast<QAbstractProxyModel*>(tree.model());
    const QModelIndex index = shown ? shown->mapFromSource(source) : source;
    QVERIFY(index.isValid());
    tree.scrollTo(index);
    QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualRect(index).center());
  }
  static void press(QPushButton* button) {
    QVERIFY(button && button->isVisible() && button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
  }
  static QPushButton* button(const QWidget& page, const QString& name) {
    for (QPushButton* one : page.findChildren<QPushButton*>())
      if ((one->accessibleName() == name || one->text() == name) && one->isVisible()) return one;
    return nullptr;
  }
  std::vector<FindingKey> applicable() const {
    std::vector<FindingKey> keys;
    for (const PlacedFinding& placed : window_->findings().inFile(at("relax_kernel.cu").toStdString())) {
      if (placed.opportunity->verdict == VerdictKind::applicable) keys.push_back(placed.key);
    }
    return keys;
  }

 private slots:
  void initTestCase() {
    listenToQt();
    if (!QFileInfo::exists(QString::fromStdString(programPath("warpwright-analysis-worker").string())) ||
        !QFileInfo::exists(QString::fromStdString(programPath("warpwright-cpu-worker").string())))
      QSKIP("The workers are not built.");
    root_ = QFileInfo(folder_.path()).canonicalFilePath().toStdString() + "/relax";
    QDir(folder_.path()).mkpath("relax");
    write(at("relax.cu"), mainFile);
    write(at("relax_kernel.cu"), kernels);
    write(at("sizes.h"), "#pragma once\n#define WIDTH 32\n#define HEIGHT 4\n#define BLOCKS 8\n");
    write(at("report.h"),
          "#include <cstdio>\nstatic void report(const float* all, int count) {\n"
          "  double sum = 0;\n  for (int i = 0; i < count; ++i) sum += all[i];\n"
          "  std::printf(\"%.6f\\n\", sum);\n}\n");
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
    window_->resize(1280, 800);
    window_->show();
  }
  void cleanup() { VERIFY_QT_IS_QUIET(); }
  void cleanupTestCase() { window_.reset(); }

  void aFolderIsOpened() {
    window_->openPath(root_);
    QTRY_VERIFY_WITH_TIMEOUT(window_->findings().counts().applicable > 0 && !window_->queue().isRunning(), 60000);
    // The kernel is there once, read through the file that includes its own.
    QCOMPARE(window_->findings().allKernels().size(), size_t(1));
    QVERIFY(applicable().size() >= 2);
  }

  void eachChangeIsPreviewedVerifiedAppliedAndTakenBack() {
    for (const FindingKey& key : applicable()) {
      const std::string title = window_->findings().find(key)->pass;
      click(key);
      QTRY_COMPARE(window_->selection().finding().id, key.id);
      window_->actions().preview->trigger();
      QTRY_VERIFY_WITH_TIMEOUT(window_->pages().previewInFront() && window_->flow().hasPreview(), 30000);
      PreviewPage& preview = window_->pages().preview();
      preview.setArguments("2");
      press(button(preview, "Verify on CPU"));
      QTRY_VERIFY2_WITH_TIMEOUT(!window_->flow().isVerifying() && preview.preview().verification, title.c_str(), 60000);
      QVERIFY2(preview.isIdentical(), (title + ": " + preview.preview().verification->summary).c_str());
      press(button(preview, "Apply"));
      QTRY_VERIFY(window_->flow().canUndo());
      QVERIFY(read(at("relax_kernel.cu")) != kernels || read(at("relax.cu")) != mainFile);
      window_->actions().undo->trigger();
      QTRY_COMPARE(read(at("relax_kernel.cu")), std::string(kernels));
      QTRY_COMPARE(read(at("relax.cu")), std::string(mainFile));
      QTRY_VERIFY_WITH_TIMEOUT(window_->findings().find(key) && !window_->queue().isRunning(), 60000);
    }
  }

  void theBestIsMeasuredAppliedAndTakenBack() {
    window_->actions().measure->trigger();
    MeasurePanel& panel = window_->measuring().panel();
    QTRY_VERIFY(panel.isVisible());
    // A few variants are enough: what was judged is kept when it is paused.
    QTRY_VERIFY2_WITH_TIMEOUT(panel.table().cells().rowCount() > 2 || !window_->tuning().isRunning(),
                              qPrintable(panel.progressText()), 120000);
    window_->tuning().pause();
    QTRY_VERIFY2_WITH_TIMEOUT(!window_->tuning().isRunning() && panel.table().cells().rowCount() > 1,
                              qPrintable(panel.progressText()), 60000);
    press(button(panel, "Apply best"));
    QTRY_VERIFY_WITH_TIMEOUT(window_->pages().previewInFront(), 30000);
    window_->actions().apply->trigger();
    QTRY_VERIFY(window_->flow().canUndo());
    QVERIFY(read(at("relax_kernel.cu")) != kernels || read(at("relax.cu")) != mainFile);
    window_->actions().undo->trigger();
    QTRY_COMPARE(read(at("relax_kernel.cu")), std::string(kernels));
    QTRY_COMPARE(read(at("relax.cu")), std::string(mainFile));
  }

  void theReportIsExported() {
    const QString report = folder_.filePath("report.html");
    window_->exportReport(report.toStdString());
    QTRY_VERIFY(read(report).find("relax") != std::string::npos);
  }
};

QTEST_MAIN(JourneyTest)
#include "journey_test.moc"

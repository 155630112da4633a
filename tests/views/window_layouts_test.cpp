// Docks keep the widths that they were given, whatever page is in front and whatever is selected.
#include <QDockWidget>
#include <QLayout>

#include "views/window/measuring.h"
#include "views/window/rewrite_flow.h"
#include "views/window/window_layouts.h"
#include "window_bench.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

namespace {

/// A window of 1280 with a finding whose words and parameters are long.
struct LayoutsBench : Bench {
  LayoutsBench() {
    changeAnswer = [](AnalysisResult& answer) {
      for (Opportunity& one : answer.kernels[0].opportunities) {
        one.title =
            "Merge 2–16 threads along y or x, with a title that is longer than any dock is wide, and longer still";
        one.parameters = {{"c_factor", {"2", "4", "8", "16"}},
                          {"dimension", {"x", "y"}},
                          {"assignment", {"interleaved", "blocked"}},
                          {"stride", {"read", "constant"}},
                          {"memory", {"in_order", "loads_first"}}};
      }
    };
    window->resize(1280, 800);
  }
  QDockWidget& dock(const char* name) { return *window->findChild<QDockWidget*>(name); }
  /// Moves the line at `x` between a dock and the pages.
  void drag(int x, int by) {
    const QPoint from(x, 400), to(x + by, 400);
    QTest::mouseMove(window.get(), from);
    QTest::mousePress(window.get(), Qt::LeftButton, {}, from);
    QTest::mouseMove(window.get(), to);
    QTest::qWait(30);
    QTest::mouseRelease(window.get(), Qt::LeftButton, {}, to);
  }
  /// Of project, opportunities and evidence, once the window is laid out.
  std::vector<int> widths() {
    QTest::qWait(60);
    return {dock("project").width(), dock("opportunities").width(), dock("evidence").width()};
  }
};

QString said(const std::vector<int>& widths) {
  QStringList words;
  for (const int width : widths) words << QString::number(width);
  return words.join(' ');
}

}  // namespace

class LayoutsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void docksKeepTheirWidthsThroughPreviewAndApply() {
    LayoutsBench bench;
    bench.openFile();
    bench.window->resizeDocks({&bench.dock("project"), &bench.dock("opportunities")}, {210, 390}, Qt::Horizontal);
    const std::vector<int> before = bench.widths();
    bench.window->layouts().takeWidths();
    QCOMPARE(said(before), QString("210 390 390"));
    bench.previewIt();
    QTRY_VERIFY(!bench.dock("project").isVisible());
    QTest::qWait(60);
    QCOMPARE(bench.dock("opportunities").width(), 390);
    // The smallest window has room for it between docks that still say something.
    QVERIFY2(bench.window->centralWidget()->minimumSizeHint().width() < 1024 - 160 - 320 - 20,
             qPrintable(QString::number(bench.window->centralWidget()->minimumSizeHint().width())));
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    QTest::qWait(60);
    QCOMPARE(bench.dock("opportunities").width(), 390);
    // Away and back again, closed, applied.
    bench.window->pages().setCurrentWidget(bench.page());
    QCOMPARE(said(bench.widths()), said(before));
    bench.window->pages().setCurrentWidget(&bench.preview());
    QTest::qWait(60);
    bench.window->flow().closePreview();
    QCOMPARE(said(bench.widths()), said(before));
    bench.previewIt();
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    bench.window->actions().apply->trigger();
    QTRY_COMPARE(bench.shown(), bench.after());
    QCOMPARE(said(bench.widths()), said(before));
    // The measuring page has their room for a while.
    bench.window->measuring().show();
    QTest::qWait(60);
    bench.window->pages().setCurrentWidget(bench.page());
    QCOMPARE(said(bench.widths()), said(before));
  }

  // A page that needs more room than there is takes it for as long as it is in front.
  void docksComeBackFromAWidePage() {
    LayoutsBench bench;
    bench.openFile();
    bench.drag(bench.dock("opportunities").x() - 2, -30);
    const std::vector<int> before = bench.widths();
    QCOMPARE(before[1], 402);
    bench.previewIt();
    auto* wide = new QWidget;
    wide->setAccessibleName("Wide");
    wide->setFixedWidth(900);
    bench.preview().layout()->addWidget(wide);
    QTest::qWait(60);
    QVERIFY(bench.dock("opportunities").width() < before[1]);
    bench.window->pages().setCurrentWidget(bench.page());
    QTRY_COMPARE(said(bench.widths()), said(before));
    // Nor is it kept as it was squeezed.
    bench.window->pages().setCurrentWidget(&bench.preview());
    QTest::qWait(60);
    QVERIFY(bench.dock("opportunities").width() < before[1]);
    bench.window->close();
    bench.window.reset();
    bench.open();
    bench.window->resize(1280, 800);
    bench.openFile();
    QTRY_COMPARE(said(bench.widths()), said(before));
  }

  // What a trace adds above the text, too.
  void theBarOfAnEditorNeedsLittleRoom() {
    LayoutsBench bench;
    bench.openFile();
    HeatMap map;
    map.name = "Sectors that the caches have to fetch again, modelled H200, of all launches of the kernel";
    map.lines.push_back({7, 0.5});
    map.highest = 0.5;
    bench.page()->setHeat({map});
    QVERIFY2(bench.page()->minimumSizeHint().width() < 500,
             qPrintable(QString::number(bench.page()->minimumSizeHint().width())));
  }

  void selectingAFindingPushesNothing() {
    LayoutsBench bench;
    bench.openFile();
    const std::vector<int> before = bench.widths();
    const FindingKey one = bench.window->selection().finding();
    const FindingKey other{one.unit, makeOpportunity(bench.file, "prev", 2, VerdictKind::refused).id};
    for (const FindingKey& key : {other, one, other}) {
      bench.window->selection().setFinding(key, "descend");
      QCOMPARE(said(bench.widths()), said(before));
    }
  }

  void docksAreNotKeptCrushed() {
    LayoutsBench bench;
    bench.openFile();
    bench.window->resizeDocks({&bench.dock("project"), &bench.dock("opportunities")}, {210, 390}, Qt::Horizontal);
    const std::vector<int> before = bench.widths();
    bench.window->layouts().takeWidths();
    bench.previewIt();
    QTRY_VERIFY(!bench.dock("project").isVisible());
    // It is closed with the preview in front: the next one begins as if an editor had been.
    bench.window->close();
    bench.window.reset();
    bench.open();
    bench.window->resize(1280, 800);
    bench.openFile();
    QTRY_VERIFY(bench.dock("project").isVisible());
    QCOMPARE(said(bench.widths()), said(before));
  }
};

QTEST_MAIN(LayoutsTest)
#include "window_layouts_test.moc"

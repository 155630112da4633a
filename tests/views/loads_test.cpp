// Loads that findings mark where they stand: signs, lines, words, and what is done about them.
#include <QPushButton>

#include "views/opportunities/evidence_panel.h"
#include "views/window/analysis_queue.h"
#include "views/window/rewrite_flow.h"
#include "window_bench.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

namespace {

struct LoadsBench : Bench {
  LoadsBench() {
    write(path, kernelText + "// loads\n");
    window->openPath(file);
    QTRY_VERIFY(page());
    QTRY_COMPARE(window->findings().counts().total(), 4);
  }
  CodeEditor& editor() { return page()->editor(); }
  /// The markers of a line, as bits.
  long marks(int line) {
    return editor().SendScintilla(QsciScintilla::SCI_MARKERGET, static_cast<unsigned long>(line - 1));
  }
  /// The text that an indicator underlines in a line.
  QString underlined(int line) {
    const QByteArray text = editor().bytes();
    QByteArray found;
    const long from = editor().positionAt(static_cast<uint32_t>(line), 1);
    for (long at = from; at < text.size() && text.at(at) != '\n'; ++at) {
      long all = editor().SendScintilla(QsciScintilla::SCI_INDICATORALLONFOR, static_cast<unsigned long>(at));
      if (all >> 13 & 0xF) found += text.at(at);
    }
    return QString::fromUtf8(found);
  }
  FindingKey keyOf(const std::string& title) {
    for (const auto& [unit, kernel] : window->findings().kernels()) {
      for (const Opportunity& opportunity : kernel->opportunities) {
        if (toText(opportunity.title).find(title) != std::string::npos) return {unit, opportunity.id};
      }
    }
    return {};
  }
};

}  // namespace

class LoadsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void loadsThatThreadsReadAlikeAreMarkedWhereTheyStand() {
    LoadsBench bench;
    QCOMPARE(bench.underlined(7), QString("prev[63 - tx]"));
    QVERIFY(bench.marks(7) & (1 << 7));
    QVERIFY2(bench.editor().noteAt(7).contains("prev[63 - tx] is read alike by 16 threads along y"),
             qPrintable(bench.editor().noteAt(7)));
    const QString tip = bench.editor().toolTipAt(7);
    QVERIFY2(tip.contains("15 of 16 loads are redundant") && tip.contains("Merging threads along y"), qPrintable(tip));
    // The sign leads to the finding, whose evidence names the line.
    QCOMPARE(bench.editor().loadsAt(7).size(), size_t(1));
    emit bench.editor().findingClicked(bench.editor().loadsAt(7).front()->key);
    QCOMPARE(bench.window->findings().find(bench.window->selection().finding())->pass,
             std::string("thread_compaction"));
    QCOMPARE(bench.window->evidence().table().model()->index(0, 0).data().toString(), QString("7"));
  }

  // The trace of the bench counts at the place of the load.
  void aTraceTellsWhatALoadCosts() {
    LoadsBench bench;
    QVERIFY(!bench.editor().toolTipAt(7).contains("In the last trace"));
    bench.page()->setLoadCosts({{{7, 16}, "In the last trace threads asked for 1.28 kB here."}});
    QVERIFY2(bench.editor().toolTipAt(7).contains("asked for 1.28 kB"), qPrintable(bench.editor().toolTipAt(7)));
    // What was counted was counted in another text.
    bench.editor().insertAt("// above\n", 0, 0);
    QTRY_VERIFY(!bench.window->queue().isRunning());
    QTRY_VERIFY(!bench.editor().toolTipAt(8).contains("asked for"));
    bench.page()->editor().setModified(false);
  }

  void marksOfLoadsMoveWithTheText() {
    LoadsBench bench;
    bench.editor().insertAt("// above\n", 0, 0);
    QCOMPARE(bench.underlined(8), QString("prev[63 - tx]"));
    QVERIFY(bench.editor().toolTipAt(8).contains("15 of 16"));
    QTRY_VERIFY(!bench.window->queue().isRunning());
    QTRY_COMPARE(bench.underlined(8), QString("prev[63 - tx]"));
    bench.page()->editor().setModified(false);
  }

  void candidatesAreMarkedUntilARunHasChosen() {
    LoadsBench bench;
    QCOMPARE(bench.underlined(5), QString("to[tx]"));
    QVERIFY(bench.editor().noteAt(5).contains("may bypass L1, a run decides"));
    bench.window->findings().setPolicy(bench.keyOf("Choose how"), {{"to[tx]", "cg"}});
    QVERIFY2(bench.editor().noteAt(5).contains("to[tx]: bypasses L1"), qPrintable(bench.editor().noteAt(5)));
    QVERIFY(bench.marks(5) & (1 << 10));
    bench.window->findings().setPolicy(bench.keyOf("Choose how"), {});
    QVERIFY(bench.editor().noteAt(5).contains("to[tx]: stays in L1"));
  }

  void whatIsChosenIsPreviewed() {
    LoadsBench bench;
    const FindingKey key = bench.keyOf("Choose how");
    bench.window->selection().setFinding(key, "descend");
    auto* compute = bench.window->evidence().findChild<QPushButton*>();
    for (QPushButton* button : bench.window->evidence().findChildren<QPushButton*>()) {
      if (button->text() == "Compute graph") compute = button;
    }
    QVERIFY(compute->isVisible());
    bench.window->actions().preview->trigger();
    QTRY_VERIFY(bench.window->pages().previewInFront());
    QCOMPARE(bench.preview().preview().values, (ParameterValues{{"to[tx]", "cg"}}));
    bench.window->flow().closePreview();
    // A run that keeps all in L1 leaves nothing to write.
    bench.window->findings().setPolicy(key, {});
    QVERIFY(!bench.window->actions().preview->isEnabled());
    bench.window->findings().setPolicy(key, {{"to[tx]", "cs"}});
    bench.window->actions().preview->trigger();
    QTRY_COMPARE(bench.preview().preview().values, (ParameterValues{{"to[tx]", "cs"}}));
    bench.window->selection().setFinding(bench.window->findings().best(bench.file), "descend");
    QVERIFY(!compute->isVisible());
  }
};

QTEST_MAIN(LoadsTest)
#include "loads_test.moc"

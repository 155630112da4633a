#include <QFloat16>
#include <QTest>
#include <QXmlStreamReader>
#include <nlohmann/json.hpp>

#include "core/job/fused_job.h"
#include "core/report/preexecution_figures.h"

using namespace warpwright;
using memsim::FusedMode;

namespace {

/// A workload that takes 1,000 ticks alone, and as many as given in the others.
PreexecutionWorkload workload(const std::string& name, uint64_t adaptive, uint64_t best) {
  PreexecutionWorkload one{name, "small <size>", {}};
  one.run.device = "Fused 2012";
  one.run.clockGHz = 2.4;
  one.run.modes = memsim::everyMode(32);
  for (FusedMode& mode : one.run.modes) {
    mode.counts.ticks = 1000;
    mode.counts.gpuCycles = 200;
    mode.counts.gpu.threadInstructions = 6400;
    if (mode.kind == FusedMode::Kind::adaptive) {
      mode.counts.ticks = adaptive;
      mode.counts.gpuCycles = adaptive / 5;
      mode.counts.cpuInstructions = 64;
      mode.counts.cpuLines = 50;
      mode.counts.cpuLinesOfKernel = 49;
      mode.skips = {{0, 32}, {100, 64}, {300, 32}};
    }
    if (mode.kind == FusedMode::Kind::fixed && mode.skip == 160) mode.counts.ticks = best;
  }
  return one;
}

void isXml(const std::string& svg) {
  QXmlStreamReader reader("<svg>" + QByteArray::fromStdString(svg) + "</svg>");
  while (!reader.atEnd()) reader.readNext();
  QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
}

}  // namespace

class PreexecutionFiguresTest : public QObject {
  Q_OBJECT
  const std::vector<PreexecutionWorkload> workloads_{workload("A", 800, 500), workload("B", 1000, 1000)};
 private slots:
  void choosesTheFastestFixedFactor() {
    QCOMPARE(workloads_[0].run.profiled()->skip, uint64_t{160});
    QCOMPARE(workloads_[1].run.profiled()->skip, uint64_t{32});
    QCOMPARE(workloads_[0].run.speedup(*workloads_[0].run.profiled()), 2.0);
    const PreexecutionGains gains = meanGains(workloads_);
    QCOMPARE(gains.adaptive, 12.5);
    QCOMPARE(gains.profiled, 50.0);
  }
  void hasTheFiguresOfThePaper() {
    const auto figures = preexecutionFigures(workloads_);
    QCOMPARE(figures.size(), size_t{5});
    QCOMPARE(figures[0].values[0][0], 32.0);
    QCOMPARE(figures[0].values[1][0], 40.0);
    QCOMPARE(figures[2].means[0], 98.0);
    QCOMPARE(figures[3].values[0][1], 1.0);
    for (const PreexecutionFigure& figure : figures) isXml(barChart(figure, workloads_, 800, fileInk(Theme::light)));
    double height = 0;
    isXml(skipChart(workloads_, 800, height, fileInk(Theme::light)));
    QCOMPARE(height, 24 + skipPanelHeight);
  }
  void pageAndDataHoldEveryNumber() {
    const std::string page = preexecutionPage(workloads_);
    QVERIFY(page.find("small &lt;size&gt;") != std::string::npos);
    QVERIFY(page.find("64 at 100") != std::string::npos);
    QVERIFY(page.find("<script") == std::string::npos);
    const auto data = preexecutionData(workloads_);
    const memsim::FusedRun back = data["workloads"][0]["run"].get<memsim::FusedRun>();
    QCOMPARE(back.modes.size(), workloads_[0].run.modes.size());
    QCOMPARE(back.modes[1].skips, workloads_[0].run.modes[1].skips);
    QCOMPARE(back.modes[1].counts.cpuLinesOfKernel, uint64_t{49});
    QCOMPARE(nlohmann::json(back), data["workloads"][0]["run"]);
  }
  void nothingMakesAnEmptyPage() { QVERIFY(!preexecutionPage({}).empty()); }
};

QTEST_APPLESS_MAIN(PreexecutionFiguresTest)
#include "preexecution_figures_test.moc"

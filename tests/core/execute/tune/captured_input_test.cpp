#include "core/execute/tune/captured_input.h"

#include <QTest>

using namespace warpwright;

class CapturedInputTest : public QObject {
  Q_OBJECT

  static AnalysisResult analysisOfTwoPrograms() {
    AnalysisResult analysis;
    for (const char* file : {"/p/a.cu", "/p/b.cu"}) analysis.units.push_back({file, "own", {}, {}, {}, {}, 0, 0});
    analysis.programs = {{"a", "/p/a.cu", {"/p/a.cu", "/p/more.c"}, {}}, {"b", "/p/b.cu", {"/p/b.cu"}, {}}};
    KernelSummary kernel;
    kernel.name = "k";
    kernel.nameAt = {"/p/k.cuh", 3, 1};
    kernel.launches.push_back({});
    kernel.launches.back().at = {"/p/a.cu", 9, 1};
    kernel.programs = {"a"};
    analysis.kernels.push_back(kernel);
    return analysis;
  }

 private slots:
  void aBuildIsOfTheProgramThatHasTheKernel() {
    const AnalysisResult analysis = analysisOfTwoPrograms();
    const auto build = gpuBuildOf(analysis, analysis.kernels.front(), {});
    QVERIFY(build);
    QVERIFY((build->units == std::vector<std::filesystem::path>{"/p/a.cu", "/p/more.c"}));
    QCOMPARE(build->kernels.at("k").at.file, std::string("/p/k.cuh"));
    QCOMPARE(build->kernels.at("k").launchAt.line, 9U);
  }

  void ofSeveralItIsTheOneThatIsAskedFor() {
    AnalysisResult analysis = analysisOfTwoPrograms();
    analysis.kernels.front().programs = {"a", "b"};
    EngineJob program;
    program.path = "/p/b.cu";
    const auto build = gpuBuildOf(analysis, analysis.kernels.front(), program);
    QVERIFY(build && build->units == std::vector<std::filesystem::path>{"/p/b.cu"});
  }

  void withoutAProgramItIsAllFilesThatWereRead() {
    AnalysisResult analysis = analysisOfTwoPrograms();
    analysis.programs.clear();
    analysis.kernels.front().programs.clear();
    const auto build = gpuBuildOf(analysis, analysis.kernels.front(), {});
    QVERIFY((build && build->units == std::vector<std::filesystem::path>{"/p/a.cu", "/p/b.cu"}));
    analysis.units.clear();
    QVERIFY(!gpuBuildOf(analysis, analysis.kernels.front(), {}));
  }
};

QTEST_GUILESS_MAIN(CapturedInputTest)
#include "captured_input_test.moc"

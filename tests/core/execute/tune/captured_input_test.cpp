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

  static QByteArray filesOf(const GpuBuild& build) {
    std::string names;
    for (const UnitFlags& unit : build.program.units) names += unit.file + " ";
    return QByteArray::fromStdString(names);
  }

 private slots:
  void aBuildIsOfTheProgramThatHasTheKernel() {
    const AnalysisResult analysis = analysisOfTwoPrograms();
    const auto build = gpuBuildOf(analysis, analysis.kernels.front(), {});
    QVERIFY(build);
    QCOMPARE(filesOf(*build), QByteArray("/p/a.cu /p/more.c "));
    QCOMPARE(build->kernels.at("k").at.file, std::string("/p/k.cuh"));
    QCOMPARE(build->kernels.at("k").launchAt.line, 9U);
  }

  // The user's flags go where nothing else is known; what is known holds them.
  void eachFileHasTheFlagsThatItIsCompiledWith() {
    AnalysisResult analysis = analysisOfTwoPrograms();
    analysis.units.front().folder = "/p/make";
    analysis.units.front().flags = {"-DN=4", "-I/p/include"};
    EngineJob program;
    program.compilerFlags = {"-DUSER"};
    program.workingFolder = "/here";
    auto build = gpuBuildOf(analysis, analysis.kernels.front(), program);
    QVERIFY(build.has_value());
    QVERIFY((build->program.units == std::vector<UnitFlags>{{"/p/a.cu", "/p/make", {"-DN=4", "-I/p/include"}},
                                                            {"/p/more.c", "/here", {"-DUSER"}}}));
    analysis.programs.front().host = {{"/p/more.c", "/p", {"-DMORE"}}};
    analysis.programs.front().libraries = {"-lcublas"};
    build = gpuBuildOf(analysis, analysis.kernels.front(), program);
    QVERIFY((build->program.units.back() == UnitFlags{"/p/more.c", "/p", {"-DMORE"}}));
    QVERIFY(build->program.libraries == std::vector<std::string>{"-lcublas"});
  }

  void ofSeveralItIsTheOneThatIsAskedFor() {
    AnalysisResult analysis = analysisOfTwoPrograms();
    analysis.kernels.front().programs = {"a", "b"};
    EngineJob program;
    program.path = "/p/b.cu";
    const auto build = gpuBuildOf(analysis, analysis.kernels.front(), program);
    QVERIFY(build.has_value());
    QCOMPARE(filesOf(*build), QByteArray("/p/b.cu "));
  }

  void withoutAProgramItIsAllFilesThatWereRead() {
    AnalysisResult analysis = analysisOfTwoPrograms();
    analysis.programs.clear();
    analysis.kernels.front().programs.clear();
    const auto build = gpuBuildOf(analysis, analysis.kernels.front(), {});
    QVERIFY(build.has_value());
    QCOMPARE(filesOf(*build), QByteArray("/p/a.cu /p/b.cu "));
    analysis.units.clear();
    QVERIFY(!gpuBuildOf(analysis, analysis.kernels.front(), {}));
  }
};

QTEST_GUILESS_MAIN(CapturedInputTest)
#include "captured_input_test.moc"

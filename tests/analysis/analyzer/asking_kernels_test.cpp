// What is asked of a kernel that asks for its numbers itself.
#include <QTemporaryDir>
#include <QTest>

#include "analysis/analyzer/asking_kernels.h"
#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/all_passes.h"
#include "core/base/file.h"

using namespace warpwright;

class AskingKernelsTest : public QObject {
  Q_OBJECT

 private slots:
  // All launches pass 16 for `n`; what the kernel asks for is `m`. Both become constants where it does.
  void whatAGuardAsksForBecomesAConstant() {
    frontend::ParseOptions options;
    options.headers = frontend::HeaderMode::own;
    const QTemporaryDir folder;
    const std::string file = folder.filePath("k.cu").toStdString();
    const std::string text =
        "__global__ void k(float *a, int n, int m) {\n"
        "  for (int i = 0; i < n; ++i)\n    for (int j = 0; j < m; ++j) a[i * m + j] += 1;\n}\n"
        "int main(int argc, char **) { float *a; cudaMalloc(&a, 4096); k<<<1, 64>>>(a, 16, argc); }\n";
    QVERIFY(writeFileAtomically(file, text).ok());
    frontend::UnitParser parser(options);
    const auto unit = parser.parse(frontend::findUnits(file, {}).value().front(), {});
    QVERIFY2(unit.ok(), unit.ok() ? "" : unit.error().message.c_str());
    const auto kernels = model::modelKernels(*unit, {}, {});
    QVERIFY(kernels.ok() && kernels->size() == 1);
    const passes::Pass* specialise = passes::findPass("specialise");
    QVERIFY(specialise);
    QCOMPARE(specialise->newConstants(kernels->front()).parameters, std::vector<unsigned>{1});
    const auto subject = analysis::askingSubject(*specialise, kernels->front(), options);
    QVERIFY(subject.isCalled && subject.constants.arguments && subject.constants.parameters.empty());
    QVERIFY(subject.constants.values.empty() && subject.constants.small);
  }
};

QTEST_GUILESS_MAIN(AskingKernelsTest)
#include "asking_kernels_test.moc"

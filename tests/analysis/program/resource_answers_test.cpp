// Programs that ask what a kernel needs of a GPU, which a change alters.
#include "launch_programs.h"

using namespace warpwright;
using analysis::Analyzer;

class ResourceAnswersTest : public QObject {
  Q_OBJECT
  ProgramFolder folder_;

 private slots:
  void staysWhereAnswersOnlyShapeLaunches_data() {
    QTest::addColumn<QString>("head");
    QTest::addColumn<QString>("body");
    QTest::addColumn<bool>("isSeen");
    const auto row = [](const char* name, const char* body, bool isSeen, const char* head = "") {
      QTest::newRow(name) << head << body << isSeen;
    };
    const char* ask = "cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 32, 0); ";
    const auto occupancy = [&](const char* name, const char* use, bool isSeen, const char* head = "") {
      QTest::newRow(name) << head << QString("int n = 0; ") + ask + use << isSeen;
    };
    occupancy("not used", "k<<<4, 32>>>(i, o);", false);
    occupancy("grid", "k<<<n, 32>>>(i, o);", false);
    occupancy("grid by arithmetic", "int g = 132 * n; dim3 grid(g); k<<<grid, 32>>>(i, o);", false);
    occupancy("chooses between grids", "k<<<n > 8 ? 2 : 1, 32>>>(i, o);", true);
    occupancy("dynamic shared memory", "k<<<4, 32, n>>>(i, o);", true);
    occupancy("grid by members", "dim3 grid; grid.x = std::min(n, 4); k<<<grid, dim3(32)>>>(i, o);", false,
              "#include <algorithm>\n");
    occupancy("launched by a function", "void *v[] = {&i, &o}; cudaLaunchKernel((const void *)k, n, 32, v, 0, 0);",
              false);
    occupancy("counted on", "n *= 2; ++n; k<<<n, 32>>>(i, o);", false);
    occupancy("printed", "k<<<4, 32>>>(i, o); printf(\"%d\", n);", true, "#include <cstdio>\n");
    occupancy("printed under another name", "int g = n * 2; k<<<g, 32>>>(i, o); printf(\"%d\", g);", true,
              "#include <cstdio>\n");
    occupancy("decides", "if (n > 4) k<<<4, 32>>>(i, o);", true);
    occupancy("ends a loop", "for (int r = 0; r < n; ++r) k<<<4, 32>>>(i, o);", true);
    occupancy("allocates", "cudaMalloc(&o, 128 * n); k<<<n, 32>>>(i, o);", true);
    occupancy("argument of a kernel", "k<<<n, 32>>>(i, o + n);", true);
    occupancy("by reference", "set(n); k<<<n, 32>>>(i, o);", true, "void set(int &n);\n");
    occupancy("by a pointer", "int *p = &n; k<<<*p, 32>>>(i, o);", true);
    occupancy("condition that declares", "if (int g = n) k<<<g, 32>>>(i, o);", true);
    row("a member", "S s; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&s.n, k, 32, 0); k<<<4, 32>>>(i, o);", true,
        "struct S { int n; };\n");
    row("another kernel",
        "int n; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, q, 32, 0); k<<<4, 32>>>(i, o); return n;", false,
        "__global__ void q() {}\n");
    row("attributes",
        "cudaFuncAttributes a; cudaFuncGetAttributes(&a, k); k<<<4, 32>>>(i, o); return a.sharedSizeBytes;", true);
    row("attributes of whichever kernel",
        "cudaFuncAttributes a; cudaFuncGetAttributes(&a, f); k<<<4, 32>>>(i, o); return a.numRegs;", true,
        "extern const void *f;\n");
    row("attributes make a grid", "cudaFuncAttributes a; cudaFuncGetAttributes(&a, k); k<<<a.numRegs, 32>>>(i, o);",
        true);
    row("attributes not read", "cudaFuncAttributes a; cudaFuncGetAttributes(&a, k); k<<<4, 32>>>(i, o);", false);
    row("block by attributes", "int g, b; cudaOccupancyMaxPotentialBlockSize(&g, &b, k, 0, 32); k<<<g, 32>>>(i, o);",
        false);
  }

  void staysWhereAnswersOnlyShapeLaunches() {
    QFETCH(QString, head);
    QFETCH(QString, body);
    QFETCH(bool, isSeen);
    const std::string file =
        folder_.write("program.cu", head + kernelText + "int main() {\n  int *i, *o;\n  cudaMalloc(&i, 1024);\n" +
                                        "  cudaMalloc(&o, 1024);\n  " + body + "\n}\n");
    Analyzer analyzer(optionsOf({"shared_to_register"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QVERIFY2(result->units.front().errors.empty(),
             result->units.front().errors.empty() ? "" : result->units.front().errors.front().message.c_str());
    const Opportunity* found = findingOf(*result, "shared_to_register");
    QVERIFY(found);
    const QString reason = QString::fromStdString(toText(found->reason));
    QVERIFY2(found->verdict == (isSeen ? VerdictKind::unknown : VerdictKind::applicable), qPrintable(reason));
    if (!isSeen) return;
    QVERIFY2(reason.contains("what the program learns of the kernel's memory"), qPrintable(reason));
    QVERIFY(!analyzer.rewrite(file, found->id, {}, {}).ok());
  }
};

QTEST_GUILESS_MAIN(ResourceAnswersTest)
#include "resource_answers_test.moc"

// Programs that ask what a kernel needs of a GPU, which a change alters.
#include "launch_programs.h"

using namespace warpwright;
using analysis::Analyzer;

class ResourceAnswersTest : public QObject {
  Q_OBJECT
  ProgramFolder folder_;

 private slots:
  void staysWhereNobodyReadsAnswers_data() {
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
    occupancy("grid", "k<<<n, 32>>>(i, o);", true);
    occupancy("grid by arithmetic", "int g = 132 * n; dim3 grid(g); k<<<grid, 32>>>(i, o);", true);
    occupancy("chooses between grids", "k<<<n > 8 ? 2 : 1, 32>>>(i, o);", true);
    occupancy("dynamic shared memory", "k<<<4, 32, n>>>(i, o);", true);
    occupancy("grid by members", "dim3 grid; grid.x = std::min(n, 4); k<<<grid, dim3(32)>>>(i, o);", true,
              "#include <algorithm>\n");
    occupancy("launched by a function", "void *v[] = {&i, &o}; cudaLaunchKernel((const void *)k, n, 32, v, 0, 0);",
              true);
    occupancy("counted on", "n *= 2; ++n; k<<<n, 32>>>(i, o);", true);
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
    row("more shared memory than there is",
        "cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024); k<<<4, 32>>>(i, o);", true);
    row("as much shared memory as there is",
        "cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024 - 128); k<<<4, 32>>>(i, o);",
        false);
    row("another attribute",
        "cudaFuncSetAttribute(k, cudaFuncAttributePreferredSharedMemoryCarveout, 1 << 20);"
        " k<<<4, 32>>>(i, o);",
        false);
    row("grid beside a block", "int g, b; cudaOccupancyMaxPotentialBlockSize(&g, &b, k, 0, 32); k<<<g, 32>>>(i, o);",
        true);
    row("block", "int g, b; cudaOccupancyMaxPotentialBlockSize(&g, &b, k, 0, 32); q<<<4, b>>>(); k<<<4, 32>>>(i, o);",
        true, "__global__ void q() {}\n");
    // One grid for all kernels.
    occupancy("grid of another kernel", "k<<<n, 32>>>(i, o); tell<<<n, 32>>>(o);", true,
              "__global__ void tell(int *o) { o[0] = gridDim.x; }\n");
    occupancy("grid of another kernel by its name",
              "void *v[] = {&o}; cudaLaunchKernel((const void *)tell, n, 32, v, 0, "
              "0); k<<<4, 32>>>(i, o);",
              true, "__global__ void tell(int *o) { o[0] = gridDim.x; }\n");
    occupancy(
        "grid of another kernel that strides", "k<<<n, 32>>>(i, o); fill<<<n, 32>>>(o);", true,
        "__global__ void fill(int *o) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 64; i += gridDim.x * "
        "blockDim.x) o[i] = 1; }\n");
    occupancy("grid of a kernel of another file", "k<<<4, 32>>>(i, o); far<<<n, 32>>>(o);", true,
              "__global__ void far(int *o);\n");
    occupancy("grid of a kernel by a pointer", "auto f = q; f<<<n, 32>>>(); k<<<4, 32>>>(i, o);", true,
              "__global__ void q() {}\n");
    occupancy("grid of either kernel", "(i ? q : f)<<<n, 32>>>(); k<<<4, 32>>>(i, o);", true,
              "__global__ void q() {}\n__global__ void r() {}\nstatic void (*f)() = r;\n");
    // The loops are over the first dimension.
    occupancy("second dimension", "k<<<dim3(4, n), 32>>>(i, o);", true);
    occupancy("second dimension by a member", "dim3 g(4); g.y = n; k<<<g, 32>>>(i, o);", true);
    occupancy("asks another question",
              "int m; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&m, q, n * 32, 0); "
              "k<<<4, 32>>>(i, o); return m;",
              true, "__global__ void q() {}\n");
    occupancy("asks another question whose answer is not used",
              "int m; "
              "cudaOccupancyMaxActiveBlocksPerMultiprocessor(&m, q, n * 32, 0); k<<<4, 32>>>(i, o);",
              true, "__global__ void q() {}\n");
    occupancy("asks another question whose answer goes elsewhere",
              "S s; "
              "cudaOccupancyMaxActiveBlocksPerMultiprocessor(&s.n, q, n * 32, 0); k<<<4, 32>>>(i, o);",
              true, "__global__ void q() {}\nstruct S { int n; };\n");
    row("attributes of either kernel",
        "cudaFuncAttributes a; cudaFuncGetAttributes(&a, i ? (const void *)q : f); "
        "k<<<4, 32>>>(i, o); return a.numRegs;",
        true, "extern const void *f;\n__global__ void q() {}\n");
    occupancy("own smallest", "k<<<min(n, tell), 32>>>(i, o);", true, "struct Tell {} tell;\nint min(int a, Tell);\n");
  }

  void staysWhereNobodyReadsAnswers() {
    QFETCH(QString, head);
    QFETCH(QString, body);
    QFETCH(bool, isSeen);
    folder_.write("others.cu",
                  "struct Tell {};\nvoid set(int &n) { n = 1; }\nint min(int a, Tell) { return a; }\n"
                  "__global__ void far(int *o) {}\n");
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
    QVERIFY2(reason.contains("what the program learns of the kernel's memory") ||
                 reason.contains("bytes of shared memory are more than a block has"),
             qPrintable(reason));
    QVERIFY(!analyzer.rewrite(file, found->id, {}, {}).ok());
  }

  // A launch that is refused for its size does nothing; with smaller grids, or less shared memory, it would run.
  void saysWhichLaunchesMustNotBeRefused_data() {
    QTest::addColumn<QString>("pass");
    QTest::addColumn<QString>("launch");
    QTest::addColumn<QStringList>("rests");
    const auto row = [](const char* pass, const char* launch, const QStringList& rests) {
      QTest::newRow(qPrintable(QString("%1: %2").arg(pass, launch))) << pass << launch << rests;
    };
    const QString shared = "what each launch asks of shared memory fits in a block beside what the kernel declares";
    row("shared_to_register", "k<<<dim3(4, 4), 64, 4>>>(o, 8)", {});
    row("shared_to_register", "k<<<dim3(4, 4), 64, n>>>(o, 8)", {shared});
    row("shared_to_register", "k<<<dim3(n, n), 64>>>(o, 8)", {});
    row("block_compaction", "k<<<dim3(4, 4), 64>>>(o, 8)", {});
    row("block_compaction", "k<<<dim3(4, n), 64>>>(o, 8)", {"no launch has more than 65535 blocks along y"});
    row("block_compaction", "k<<<dim3(n, n), 64>>>(o, 8)",
        {"no launch has more than 2147483647 blocks along x", "no launch has more than 65535 blocks along y"});
  }
  void saysWhichLaunchesMustNotBeRefused() {
    QFETCH(QString, pass);
    QFETCH(QString, launch);
    QFETCH(QStringList, rests);
    const std::string file = folder_.write(
        "limits.cu",
        "__global__ void k(int *o, int n) {\n  __shared__ int t[64];\n  int x = threadIdx.x;\n  t[x] = x;\n"
        "  if (blockIdx.y < n) o[(blockIdx.y * gridDim.x + blockIdx.x) * 64 + x] = t[x];\n}\n"
        "int main(int n, char **) {\n  int *o;\n  cudaMalloc(&o, 1 << 20);\n  " +
            launch + ";\n}\n");
    const Result<AnalysisResult> result = Analyzer(optionsOf({pass.toStdString()})).analyze({file}, {}, {});
    QVERIFY(result.ok());
    const Opportunity* found = findingOf(*result, pass.toStdString());
    QVERIFY(found);
    QVERIFY2(found->verdict == VerdictKind::applicable, toText(found->reason).c_str());
    QStringList said;
    for (const Assumption& one : found->assumptions) {
      const QString text = QString::fromStdString(toText(one.text));
      if (text.startsWith("no launch has") || text.startsWith("what each launch")) said << text;
    }
    QCOMPARE(said, rests);
  }
};

QTEST_GUILESS_MAIN(ResourceAnswersTest)
#include "resource_answers_test.moc"

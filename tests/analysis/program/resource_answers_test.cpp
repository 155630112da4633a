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
    row("more shared memory than there is",
        "cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024); k<<<4, 32>>>(i, o);", true);
    row("as much shared memory as there is",
        "cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024 - 128); k<<<4, 32>>>(i, o);",
        false);
    row("another attribute",
        "cudaFuncSetAttribute(k, cudaFuncAttributePreferredSharedMemoryCarveout, 1 << 20);"
        " k<<<4, 32>>>(i, o);",
        false);
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
    QVERIFY2(reason.contains("what the program learns of the kernel's memory") ||
                 reason.contains("bytes of shared memory are more than a block has"),
             qPrintable(reason));
    QVERIFY(!analyzer.rewrite(file, found->id, {}, {}).ok());
  }

  // As many blocks as fit are launched: other ones after a change.
  void gridOfOccupancyServesLoopsOverIt_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<bool>("isApplicable");
    QTest::newRow("threads stride") << "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * "
                                       "blockDim.x) { s[threadIdx.x] = in[i]; out[i] = s[threadIdx.x]; }"
                                    << true;
    QTest::newRow("blocks stride") << "for (int i = blockIdx.x; i < n; i += gridDim.x) { s[threadIdx.x] = "
                                      "in[i * 32 + threadIdx.x]; out[i * 32 + threadIdx.x] = s[threadIdx.x]; }"
                                   << true;
    QTest::newRow("variables") << "const int t = threadIdx.x, step = blockDim.x * gridDim.x; const int first = t + "
                                  "blockDim.x * blockIdx.x; for (int i = first; n > i; i += step) { s[t] = in[i]; "
                                  "out[i] = s[t]; }"
                               << true;
    QTest::newRow("variables of their own")
        << "const int t = threadIdx.x; const int step = blockDim.x * gridDim.x; int i = t + blockDim.x * blockIdx.x; "
           "while (i < n) { s[t] = in[i]; out[i] = s[t]; i += step; }"
        << true;
    QTest::newRow("counts in the loop")
        << "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * "
           "blockDim.x) { s[threadIdx.x] = in[i]; atomicAdd(out + s[threadIdx.x], 1); }"
        << true;
    QTest::newRow("counts threads") << "s[threadIdx.x] = in[threadIdx.x]; atomicAdd(out + s[threadIdx.x], 1);" << false;
    QTest::newRow("sums") << "int sum = 5; for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * "
                             "blockDim.x) sum += in[i]; s[threadIdx.x] = sum; atomicAdd(out, s[threadIdx.x]);"
                          << false;
    QTest::newRow("stores the grid")
        << "s[threadIdx.x] = in[threadIdx.x]; out[threadIdx.x] = s[threadIdx.x] + gridDim.x;" << false;
    QTest::newRow("a result of each block")
        << "int sum = 0; for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum "
           "+= "
           "in[i]; s[threadIdx.x] = sum; out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];"
        << false;
    QTest::newRow("an element of each thread")
        << "int g = blockIdx.x * blockDim.x + threadIdx.x; s[threadIdx.x] = in[g]; out[g] = s[threadIdx.x];" << false;
    QTest::newRow("a step too short") << "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x) { "
                                         "s[threadIdx.x] = in[i]; out[i] += s[threadIdx.x]; }"
                                      << false;
    QTest::newRow("keeps the last") << "int last = 0; for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += "
                                       "gridDim.x * blockDim.x) { s[threadIdx.x] = in[i]; out[i] = s[threadIdx.x] + "
                                       "last; last = in[i]; }"
                                    << false;
    QTest::newRow("ends early") << "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * "
                                   "blockDim.x) { s[threadIdx.x] = in[i]; if (in[i] == 7) break; out[i] = "
                                   "s[threadIdx.x]; }"
                                << false;
    QTest::newRow("ends where memory says")
        << "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < in[0]; i += gridDim.x * blockDim.x) { "
           "s[threadIdx.x] = in[i]; out[i] = s[threadIdx.x]; }"
        << false;
    QTest::newRow("asked by a function")
        << "s[threadIdx.x] = in[threadIdx.x]; out[threadIdx.x] = s[threadIdx.x] + blocks();" << false;
  }

  void gridOfOccupancyServesLoopsOverIt() {
    QFETCH(QString, body);
    QFETCH(bool, isApplicable);
    const std::string file = folder_.write(
        "program.cu",
        "__device__ int blocks() { return gridDim.x; }\n"
        "__global__ void k(const int *in, int *out, int n) {\n  __shared__ int s[32];\n  " +
            body +
            "\n}\nint main() {\n  int *i, *o, n = 0;\n  cudaMalloc(&i, 1024);\n  cudaMalloc(&o, 1024);\n"
            "  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 32, 0);\n  k<<<132 * n, 32>>>(i, o, 256);\n}\n");
    Analyzer analyzer(optionsOf({"shared_to_register"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const Opportunity* found = findingOf(*result, "shared_to_register");
    QVERIFY(found);
    const QString reason = QString::fromStdString(toText(found->reason));
    QVERIFY2(found->verdict == (isApplicable ? VerdictKind::applicable : VerdictKind::unknown), qPrintable(reason));
  }
};

QTEST_GUILESS_MAIN(ResourceAnswersTest)
#include "resource_answers_test.moc"

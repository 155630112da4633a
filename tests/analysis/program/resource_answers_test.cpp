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
    row("grid beside a block", "int g, b; cudaOccupancyMaxPotentialBlockSize(&g, &b, k, 0, 32); k<<<g, 32>>>(i, o);",
        false);
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
        "grid of another kernel that strides", "k<<<n, 32>>>(i, o); fill<<<n, 32>>>(o);", false,
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
              false, "__global__ void q() {}\n");
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
    const QString threads = "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) ";
    const QString copies = "{ s[threadIdx.x] = in[i]; out[i] = s[threadIdx.x]; }";
    const auto row = [](const char* name, const QString& text, bool isApplicable = false) {
      QTest::newRow(name) << text << isApplicable;
    };
    // What stays in shared memory for another round.
    row("sums in shared memory",
        "s[threadIdx.x] = 0; " + threads + "{ s[threadIdx.x] += in[i]; out[i] = s[threadIdx.x]; }");
    row("sums in shared memory of the loop", threads +
                                                 "{ __shared__ int v[32]; v[threadIdx.x] += in[i]; out[i] = "
                                                 "v[threadIdx.x]; s[threadIdx.x] = in[i]; out[i] += s[threadIdx.x]; }");
    // Beside an array that serves one round, another.
    const auto beside = [&](const char* name, const QString& text, bool isApplicable = false) {
      row(name,
          "__shared__ int v[32]; " + threads + "{ s[threadIdx.x] = in[i]; out[i] = s[threadIdx.x]; " + text + " }",
          isApplicable);
    };
    beside("shared memory is written behind", "out[i] += v[threadIdx.x]; v[threadIdx.x] = in[i];");
    beside("shared memory is written at times", "if (in[i]) v[threadIdx.x] = in[i]; out[i] += v[threadIdx.x];");
    beside("shared memory is read elsewhere",
           "const int t = threadIdx.x; v[t] = in[i]; { const int t = threadIdx.x ^ 1; out[i] += v[t]; }");
    beside("shared memory is read elsewhere in itself", "v[threadIdx.x] = v[threadIdx.x ^ 1] + in[i];");
    beside("shared memory at what changes", "int t = threadIdx.x; v[t] = in[i]; t ^= 1; out[i] += v[t];");
    beside("shared memory at what memory says", "v[in[threadIdx.x]] = in[i]; out[i] += v[in[threadIdx.x]];");
    beside("shared memory is read by its own assignment",
           "v[threadIdx.x] = in[i] + v[threadIdx.x]; out[i] += v[threadIdx.x];");
    beside("shared memory by an address", "v[threadIdx.x] = in[i]; int *p = &v[threadIdx.x]; out[i] += p[in[i] & 1];");
    beside("shared memory of each round",
           "const int t = threadIdx.x; v[t] = in[i]; if (in[i]) v[t] *= 2; out[i] += v[t];", true);
    row("shared memory of a function", threads + "{ s[threadIdx.x] = in[i]; out[i] = s[threadIdx.x] + kept(in[i]); }");
    row("shared memory is added to",
        threads + "{ s[threadIdx.x] = in[i]; s[threadIdx.x] += 3; out[i] = s[threadIdx.x]; }", true);
    // What stays in a thread's own memory.
    row("sums by a pointer",
        "int sum = 0, *p = &sum; " + threads + "{ s[threadIdx.x] = in[i]; *p += s[threadIdx.x]; out[i] = *p; }");
    row("sums in an array by a pointer", "int sum[2] = {0, 0}, *p = sum; " + threads +
                                             "{ s[threadIdx.x] = in[i]; p[0] += s[threadIdx.x]; out[i] = *p; }");
    row("sums by a member's pointer",
        "Own own{0}; " + threads + "{ s[threadIdx.x] = in[i]; *own.self += s[threadIdx.x]; out[i] = *own.self; }");
    row("sums in what is allocated",
        "int *p = (int *)malloc(4); " + threads + "{ s[threadIdx.x] = in[i]; *p += s[threadIdx.x]; out[i] = *p; }");
    row("sums under another name", "Pair pair{0, 0}; auto [a, b] = pair; " + threads +
                                       "{ s[threadIdx.x] = in[i]; a += s[threadIdx.x]; out[i] = a + b; }");
    row("counts in the loop's header",
        "for (int i = blockIdx.x * blockDim.x + threadIdx.x, c = 0; i < n; i += gridDim.x * blockDim.x) { "
        "s[threadIdx.x] = in[i]; out[i] = s[threadIdx.x] + c++; }");
    row("own variables of each round",
        threads +
            "{ int v[2] = {in[i], 1}, *p = v; ++*p; s[threadIdx.x] = v[0]; "
            "out[i] = s[threadIdx.x]; }",
        true);
    // What rounds leave in one place of memory.
    const auto writes = [&](const char* name, const QString& text, bool isApplicable = false) {
      row(name, threads + "{ s[threadIdx.x] = in[i]; out[i] = s[threadIdx.x]; " + text + " }", isApplicable);
    };
    writes("rounds add to one place", "out[threadIdx.x] += in[i];");
    writes("rounds count in one place", "++out[n];");
    writes("rounds write one place", "*out = in[i];");
    writes("rounds write what memory says", "out[in[i]] = i;");
    writes("rounds share places", "out[i / 2] += 1;");
    writes("rounds share places by bits", "out[i & 31] += 1;");
    writes("rounds overlap", "for (int c = 0; c < 2; ++c) out[i + c] += 1;");
    writes("rounds add where the counter goes out", "const int back = -i; out[i + back] += 1;");
    writes("rounds add where the counter comes twice", "out[i - i] += 1;");
    writes("rounds add at nothing times the counter", "out[i * 0] += 1;");
    writes("rounds add by a pointer", "int *p = out + threadIdx.x; *p += in[i];");
    writes("rounds add by a pointer that moves", "int *p = out + i; for (int c = 0; c < 2; ++c) *p++ = c;");
    writes("rounds add by a pointer that is set again", "int *p = out + i; *p = 1; if (in[i]) p = out; *p += 2;");
    writes("rounds add by a reference", "int &place = out[threadIdx.x]; place += in[i];");
    writes("rounds add by a function", "add(out + threadIdx.x, in[i]);");
    writes("rounds add to a structure", "((Pair *)out)[threadIdx.x].a += in[i];");
    writes("rounds add to a structure by an arrow", "((Pair *)out + threadIdx.x)->a += in[i];");
    writes("a round has a place", "out[i] += 1; out[2 * i + n] = 3; int *p = out + i; *p = 4; p[n] += in[i];", true);
    writes("a round has places", "for (int c = 0; c < 4; ++c) out[i * 4 + c] += 1;", true);
    writes("a round has a column", "for (int c = 0; c < 4; ++c) out[c * n + i] += 1;", true);
    writes("a round has a row", "int *p = &out[i * n]; for (int c = 0; c < n; ++c) p[c] = c;", true);
    writes("a round has a reference", "int &place = out[i]; place += in[i];", true);
    writes("a round has a structure", "((Pair *)out)[i].b += in[i]; ((Pair *)out + i)->a = 1;", true);
    row("threads write one place", "out[threadIdx.x] = 7; " + threads + copies, true);
    row("threads write what they read", "out[threadIdx.x] = out[threadIdx.x] + 7; " + threads + copies);
    row("threads add to one place", threads + copies + " out[threadIdx.x] += 7;");
    // What is done once a thread.
    row("constructs outside", "Bump bump(out); " + threads + copies);
    row("constructs with the grid", threads + "{ Blocks b; s[threadIdx.x] = in[i] + b.n; out[i] = s[threadIdx.x]; }");
    row("constructs in the loop", threads + "{ Twice b(in[i]); s[threadIdx.x] = b.n; out[i] = s[threadIdx.x]; }", true);
    row("destroys", "Last last{out}; " + threads + copies);
    row("operates", "Flag{out} + 1; " + threads + copies);
    row("counts in a variable of the device", "bump(); " + threads + copies);
    row("calculates outside",
        "const int f = twice(n) & 1; " + threads +
            "{ s[threadIdx.x] = in[i]; out[i] = f + "
            "s[threadIdx.x]; }",
        true);
    row("asks another file", threads + "{ s[threadIdx.x] = in[i]; out[i] = s[threadIdx.x] + blocksOfFile(); }");
    // Loops that are other ones.
    row("loops in one another", "for (int r = blockIdx.x; r < n; r += gridDim.x) " + threads +
                                    "{ s[threadIdx.x] = in[i]; atomicAdd(out + r, s[threadIdx.x]); }");
    row("loops in one another that keep nothing",
        "s[threadIdx.x] = in[threadIdx.x]; out[threadIdx.x] = s[threadIdx.x]; "
        "for (int r = blockIdx.x; r < n; r += gridDim.x) " +
            threads + "atomicAdd(out + r, in[i]);");
    row("second dimension",
        "for (int i = blockIdx.y; i < n; i += gridDim.y) { s[threadIdx.x] = in[i]; "
        "atomicAdd(out + i, s[threadIdx.x]); }");
    row("narrow",
        "for (unsigned char i = blockIdx.x; i < n; i += gridDim.x) { s[threadIdx.x] = in[i]; out[i * 32 + "
        "threadIdx.x] = s[threadIdx.x]; }");
    row("entered by a switch",
        "int i = blockIdx.x * blockDim.x + threadIdx.x; switch (n & 1) { case 0: while (i < n) { "
        "s[threadIdx.x] = in[i]; case 1: out[threadIdx.x] = s[threadIdx.x]; i += gridDim.x * blockDim.x; } }");
  }

  void gridOfOccupancyServesLoopsOverIt() {
    QFETCH(QString, body);
    QFETCH(bool, isApplicable);
    const std::string file = folder_.write(
        "program.cu",
        "__device__ int blocks() { return gridDim.x; }\n"
        "__device__ int blocksOfFile();\n"
        "__device__ int kept(int v) { __shared__ int sum[32]; return sum[threadIdx.x] += v; }\n"
        "__device__ int twice(int v) { return v * 2; }\n"
        "__device__ void add(int *p, int v) { *p += v; }\n"
        "__device__ int count;\n"
        "__device__ void bump() { atomicAdd(&count, 1); }\n"
        "struct Own { int v; int *self = &v; };\n"
        "struct Pair { int a, b; };\n"
        "struct Bump { __device__ Bump(int *p) { atomicAdd(p, 1); } };\n"
        "struct Blocks { int n; __device__ Blocks() : n(gridDim.x) {} };\n"
        "struct Twice { int n; __device__ Twice(int v) : n(v * 2) {} };\n"
        "struct Last { int *p; __device__ ~Last() { atomicAdd(p, 1); } };\n"
        "struct Flag { int *p; };\n"
        "__device__ int operator+(Flag f, int v) { return atomicAdd(f.p, v); }\n"
        "__global__ void k(const int *in, int *out, int n) {\n  __shared__ int s[32];\n  " +
            body +
            "\n}\nint main() {\n  int *i, *o, n = 0;\n  cudaMalloc(&i, 1024);\n  cudaMalloc(&o, 1024);\n"
            "  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 32, 0);\n  k<<<132 * n, 32>>>(i, o, 256);\n}\n");
    Analyzer analyzer(optionsOf({"shared_to_register"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const Opportunity* found = nullptr;
    for (const Opportunity& one : result->kernels.front().opportunities) {
      if (one.pass == "shared_to_register" && one.subject == "s") found = &one;
    }
    QVERIFY(found);
    const QString reason = QString::fromStdString(toText(found->reason));
    QVERIFY2(found->verdict == (isApplicable ? VerdictKind::applicable : VerdictKind::unknown), qPrintable(reason));
    QVERIFY2(isApplicable || reason.contains("what the program learns of the kernel's memory"), qPrintable(reason));
  }
};

QTEST_GUILESS_MAIN(ResourceAnswersTest)
#include "resource_answers_test.moc"

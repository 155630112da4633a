// Text around launches that a change would break, or that would break the change.
#include "launch_programs.h"

using namespace warpwright;
using analysis::Analyzer;

class LaunchSurroundingsTest : public QObject {
  Q_OBJECT
  ProgramFolder folder_;

 private slots:
  // Text around launches that looks at itself, or would be parted from what it is about.
  void leavesLaunchesAlone_data() {
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("isOffered");
    const auto row = [](const char* name, const char* host, bool isOffered) {
      QTest::newRow(name) << host << isOffered;
    };
    row("plain", "int main() { int *i = 0, *o = 0; k<<<4, 64>>>(i, o); }", true);
    row("stringised",
        "#define RUN(...) do { show(#__VA_ARGS__); __VA_ARGS__; } while (0)\nvoid show(const char *) {}\n"
        "int main() { int *i = 0, *o = 0; RUN(k<<<4, 64>>>(i, o)); }",
        false);
    row("stringised further on",
        "#define TEXT(x) #x\n#define LOG(x) show(TEXT(x))\n#define RUN(x) LOG(x); x\nvoid show(const char *) {}\n"
        "int main() { int *i = 0, *o = 0; RUN((k<<<4, 64>>>(i, o))); }",
        false);
    row("pragma", "int main() { int *i = 0, *o = 0;\n#pragma omp single\n  k<<<4, 64>>>(i, o);\n}", false);
    row("long pragma",
        "int main() { int *i = 0, *o = 0;\n#pragma omp critical \\\n  (name)\n\n  // why\n  k<<<4, 64>>>(i, o);\n}",
        false);
    row("operator", "int main() { int *i = 0, *o = 0;\n_Pragma(\"omp single\") k<<<4, 64>>>(i, o);\n}", false);
    row("macro",
        "#define SINGLE _Pragma(\"omp single\")\nint main() { int *i = 0, *o = 0;\nSINGLE k<<<4, 64>>>(i, o);\n}",
        false);
    row("directive", "int main() { int *i = 0, *o = 0;\n#ifndef OTHER\n  k<<<4, 64>>>(i, o);\n#endif\n}", true);
    row("pragma of a loop",
        "int main() { int *i = 0, *o = 0;\n#pragma unroll\n  for (int r = 0; r < 2; ++r)\n    k<<<4, 64>>>(i, o);\n}",
        true);
    row("label", "int main() { int *i = 0, *o = 0;\nagain: k<<<4, 64>>>(i, o); if (i) goto again;\n}", false);
    row("attribute", "int main() { int *i = 0, *o = 0;\n[[likely]] k<<<4, 64>>>(i, o);\n}", false);
  }

  void leavesLaunchesAlone() {
    QFETCH(QString, host);
    QFETCH(bool, isOffered);
    const QString kernel =
        "__global__ void k(const int *in, int *out) {\n  __shared__ int s[64];\n  int t = threadIdx.x;\n"
        "  s[t] = in[t];\n  __syncthreads();\n  out[t] = s[t ^ 1];\n}\n";
    const std::string file = folder_.write("program.cu", kernel + host + "\n");
    Analyzer analyzer(optionsOf({"shared_to_global"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const Opportunity* found = findingOf(*result, "shared_to_global");
    QVERIFY(found);
    QVERIFY2((found->verdict == VerdictKind::applicable) == isOffered, toText(found->reason).c_str());
  }

  void bracketsOperatorsThatAreWords() {
    const std::string file =
        folder_.write("program.cu",
                      "__global__ void k(const int *in, int *o) { int i = blockIdx.x * blockDim.x + "
                      "threadIdx.x; o[i] = in[i] + 1; }\n"
                      "int main() { int *i = 0, *o = 0; k<<<8 bitor 4, 64>>>(i, o); k<<<6, 64 bitor "
                      "32>>>(i, o); k<<<7 xor 1, not 0 ? 64 : 32>>>(i, o); }\n");
    for (const char* pass : {"thread_compaction", "block_compaction"}) {
      Analyzer analyzer(optionsOf({pass}));
      const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
      QVERIFY(result.ok());
      const Opportunity* found = findingOf(*result, pass);
      QVERIFY(found);
      QVERIFY2(found->verdict == VerdictKind::applicable, toText(found->reason).c_str());
      const Result<Rewrite> rewrite = analyzer.rewrite(file, found->id, {}, {});
      QVERIFY2(rewrite.ok(), rewrite.ok() ? "" : rewrite.error().message.c_str());
      const Result<std::string> text = readFile(file, 1 << 20);
      QVERIFY(text.ok());
      const Result<std::string> changed = applyEdits(rewrite->files.at(0), *text);
      QVERIFY(changed.ok());
      const bool isBlock = std::string(pass) == "block_compaction";
      const std::string wanted = isBlock ? "(8 bitor 4" : "(64 bitor 32";
      QVERIFY2(changed->find(wanted) != std::string::npos, changed->c_str());
    }
  }

  // What a launch that fails leaves undone must stay undone: with other extents, or less shared memory, it might run.
  void refusesWhereALaunchFails_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("launch");
    QTest::addColumn<QString>("pass");
    QTest::addColumn<QString>("why");  // empty: it runs
    const auto row = [](const char* name, const char* kernel, const char* launch, const char* pass,
                        const char* why = "") { QTest::newRow(name) << kernel << launch << pass << why; };
    const char* const plain =
        "__global__ void k(const int *in, int *o) {\n  int i = blockIdx.y * blockDim.x + threadIdx.x;\n"
        "  if (blockIdx.y < 2) o[i] = in[i] + 1;\n}\n";
    const char* const flat =
        "__global__ void k(const int *in, int *o) {\n"
        "  int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;\n"
        "  if (blockIdx.x == 0) o[i] = in[i] + 1;\n}\n";
    const char* const bound =
        "__global__ void __launch_bounds__(64) k(const int *in, int *o) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  o[i] = in[i] + 1;\n}\n";
    const char* const shared =
        "__global__ void k(const int *in, int *o) {\n  __shared__ int s[64];\n  extern __shared__ int more[];\n"
        "  int t = threadIdx.x;\n  s[t] = in[t];\n  o[t] = s[t] + 1;\n}\n";
    row("blocks along y", plain, "k<<<dim3(1, 65536), 64>>>(i, o);", "block_compaction", "65536 blocks along y");
    row("all blocks along y", plain, "k<<<dim3(1, 65534), 64>>>(i, o);", "block_compaction");
    row("threads", flat, "k<<<8, dim3(64, 32)>>>(i, o);", "thread_compaction", "2048 threads in a block");
    row("threads along z", flat, "k<<<8, dim3(2, 1, 128)>>>(i, o);", "thread_compaction", "128 threads along z");
    row("all threads", flat, "k<<<8, dim3(64, 16)>>>(i, o);", "thread_compaction");
    row("one of two", plain, "k<<<8, 64>>>(i, o); k<<<8, 2048>>>(i, o);", "thread_compaction", "2048 threads");
    row("bound", bound, "k<<<4, 128>>>(i, o);", "thread_compaction", "__launch_bounds__");
    row("within its bound", bound, "k<<<4, 64>>>(i, o);", "thread_compaction");
    row("shared memory", shared, "k<<<1, 64, 49152>>>(i, o);", "shared_to_register", "49408 bytes of shared memory");
    row("all shared memory", shared, "k<<<1, 64, 48896>>>(i, o);", "shared_to_register");
    row("asked for", shared,
        "cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 49152); k<<<1, 64, 49152>>>(i, o);",
        "shared_to_register");
    row("more than there is", shared,
        "cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448); k<<<1, 64, 232448>>>(i, o);",
        "shared_to_register", "bytes of shared memory");
  }

  void refusesWhereALaunchFails() {
    QFETCH(QString, kernel);
    QFETCH(QString, launch);
    QFETCH(QString, pass);
    QFETCH(QString, why);
    const std::string file =
        folder_.write("program.cu", kernel + "int main() { int *i = 0, *o = 0; " + launch + " }\n");
    Analyzer analyzer(optionsOf({pass.toStdString()}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const Opportunity* found = findingOf(*result, pass.toStdString());
    QVERIFY(found);
    if (why.isEmpty()) {
      QVERIFY2(found->verdict == VerdictKind::applicable, toText(found->reason).c_str());
      return;
    }
    QVERIFY2(found->verdict == VerdictKind::refused, toText(found->reason).c_str());
    QVERIFY2(QString::fromStdString(toText(found->reason)).contains(why), toText(found->reason).c_str());
    QVERIFY(!analyzer.rewrite(file, found->id, {}, {}).ok());
  }
};

QTEST_GUILESS_MAIN(LaunchSurroundingsTest)
#include "launch_surroundings_test.moc"

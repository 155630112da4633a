// Launches that another unit of the program makes.
#include "launch_programs.h"

using namespace warpwright;
using analysis::Analyzer;

class LaunchesElsewhereTest : public QObject {
  Q_OBJECT

 private slots:
  void readsOtherUnits_data() {
    QTest::addColumn<QString>("other");  // text of b.cu
    QTest::addColumn<QString>("own");    // launches in k.cu
    QTest::addColumn<bool>("isKnown");   // shared_to_register is applicable
    const QString declared = "__global__ void k(const int *in, int *out);\n";
    const QString small = declared + "void b(const int *i, int *o) { k<<<1, 32>>>(i, o); }\n";
    const QString own = "void small(const int *i, int *o) { k<<<1, 32>>>(i, o); }\n";
    const auto row = [](const char* name, const QString& other, const QString& own, bool isKnown) {
      QTest::newRow(name) << other << own << isKnown;
    };
    row("launched there only", small, "", true);
    row("launched in both", small, own, true);
    row("another block there", QString(small).replace("32", "64"), own, false);
    row("another block here", small, QString(own).replace("32", "64"), false);
    row("declared, not launched", declared + "void b() {}\n", own, true);
    row("its block is not known", declared + "void b(const int *i, int *o, int n) { k<<<1, n>>>(i, o); }\n", own,
        false);
    row("asked for its registers",
        small + "int c() { cudaFuncAttributes a; cudaFuncGetAttributes(&a, k); return a.numRegs; }\n", own, false);
    row("extern C in a namespace",
        "namespace q { extern \"C\" __global__ void k(const int *, int *); }\n"
        "void b(const int *i, int *o) { q::k<<<1, 64>>>(i, o); }\n",
        own, false);
    row("a weak size", small + "int size = 64;\n",
        "__attribute__((weak)) int size = 32;\nvoid a(const int *i, int *o) { k<<<1, size>>>(i, o); }\n", false);
    row("pasted name",
        "#define CAT(a, b) a##b\n__global__ void CAT(, k)(const int *, int *);\n"
        "void b(const int *i, int *o) { CAT(, k)<<<1, 64>>>(i, o); }\n",
        own, false);
    row("handed on", small + "typedef void (*F)(const int *, int *);\nvoid go(F);\nvoid c() { go(k); }\n", own, false);
    row("errors", small + "int broken = nothing;\n", own, false);
    row("a missing header", "#include \"nowhere.h\"\n" + small, own, false);
    row("left out", small + "#ifdef NEVER\nvoid c(const int *i, int *o) { k<<<1, 64>>>(i, o); }\n#endif\n", own, false);
    row("in a macro", declared + "#define GO k<<<1, 32>>>\nvoid b(const int *i, int *o) { GO(i, o); }\n", own, false);
    row("in a template", small + "template <int N> void t(const int *i, int *o) { k<<<1, N>>>(i, o); }\n", own, false);
    row("for the host", small + "#ifndef __CUDA_ARCH__\nvoid c(const int *i, int *o) { k<<<1, 64>>>(i, o); }\n#endif\n",
        own, false);
    // Both sides read the line that launches; its block is another one for the host.
    row("another block for the host",
        "#ifdef __CUDA_ARCH__\n#define BLOCK 32\n#else\n#define BLOCK 64\n#endif\n" + declared +
            "void b(const int *i, int *o) { k<<<1, BLOCK>>>(i, o); }\n",
        own, false);
  }
  void readsOtherUnits() {
    QFETCH(QString, other);
    QFETCH(QString, own);
    QFETCH(bool, isKnown);
    const ProgramFolder project;
    const std::string file = project.write("k.cu", QString(kernelText) + own);
    project.write("b.cu", other);
    for (const std::string& path : {file, project.path(".")}) {
      Analyzer analyzer(optionsOf({"shared_to_register", "thread_compaction", "shared_to_global"}));
      const Result<AnalysisResult> result = analyzer.analyze({path}, {}, {});
      QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
      const QString said = applicable(*result);
      QVERIFY2(said.contains("shared_to_register s") == isKnown, qPrintable(said));
      // What would have to change in the other file, too, is not changed.
      const bool isLaunchedThere = isKnown && other.contains("<<<");
      if (isLaunchedThere)
        QVERIFY2(!said.contains("compaction") && !said.contains("shared_to_global"), qPrintable(said));
      if (!isKnown) continue;
      const Opportunity* found = findingOf(*result, "shared_to_register");
      const auto change = Analyzer(optionsOf({"shared_to_register"})).rewrite(file, found->id, {}, {});
      QVERIFY2(change.ok(), change.ok() ? "" : change.error().message.c_str());
    }
  }

  // Flags may name it, and bring files of any name into a source, or compile them.
  void whatAMakefileNamesIsAsked_data() {
    QTest::addColumn<QString>("makefile");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("other");
    const QString small =
        "__global__ void %1(const int *, int *);\nvoid b(const int *i, int *o) { %1<<<1, 64>>>(i, o); }\n";
    QTest::newRow("a macro") << "b.o: b.cu\n\tnvcc -DNAME=k -c b.cu\n" << "b.cu" << small.arg("NAME");
    QTest::newRow("a header") << "b.o: b.cu\n\tnvcc -include k.x -c b.cu\n" << "k.x" << small.arg("k");
    QTest::newRow("a language") << "b.o: b.x\n\tnvcc -x cu -c b.x\n" << "b.x" << small.arg("k");
  }
  void whatAMakefileNamesIsAsked() {
    QFETCH(QString, makefile);
    QFETCH(QString, name);
    QFETCH(QString, other);
    const ProgramFolder project;
    const std::string file =
        project.write("k.cu", QString(kernelText) + "void a(const int *i, int *o) { k<<<1, 32>>>(i, o); }\n");
    if (name != "b.cu") project.write("b.cu", "void c() {}\n");
    project.write(qPrintable(name), other);
    const auto said = [&] {
      const Result<AnalysisResult> result = Analyzer(optionsOf({"shared_to_register"})).analyze({file}, {}, {});
      return result.ok() ? applicable(*result) : QString("failed");
    };
    QVERIFY(said().contains("shared_to_register s"));
    project.write("Makefile", makefile);
    QVERIFY2(!said().contains("shared_to_register s"), qPrintable(said()));
  }

  // What a build has left is no source, whatever language a Makefile gives to what is made of it.
  void objectsAreNotAsked() {
    const ProgramFolder project;
    const std::string file =
        project.write("k.cu", QString(kernelText) + "void a(const int *i, int *o) { k<<<1, 32>>>(i, o); }\n");
    project.write("b.cu", "void c() {}\n");
    project.write("Makefile", "b: b.o\n\tnvcc b.o -o b\nb.o: b.cu\n\tnvcc -x cu -c b.cu -o b.o\n");
    project.write("b.o", "ELF k _Z1kPKiPi k<<<1, 64>>>(i, o);\n");
    const Result<AnalysisResult> result = Analyzer(optionsOf({"shared_to_register"})).analyze({file}, {}, {});
    QVERIFY(result.ok());
    QVERIFY2(applicable(*result).contains("shared_to_register s"), qPrintable(applicable(*result)));
  }

  // What a file without a `main` may do before that of the kernel's file, or after it.
  void programsThatNeedNoOtherFileMayHaveOne_data() {
    QTest::addColumn<QString>("other");
    QTest::addColumn<bool>("isKnown");
    const QString declared = "__global__ void k(const int *, int *);\n";
    QTest::newRow("an initialiser") << declared + "static int first = (k<<<1, 64>>>(0, 0), 1);\n" << false;
    QTest::newRow("a constructor") << declared + "struct First { First() { k<<<1, 64>>>(0, 0); } } first;\n" << false;
    QTest::newRow("the same launch") << declared + "static int first = (k<<<1, 32>>>(0, 0), 1);\n" << true;
    QTest::newRow("another main") << declared + "int main() { k<<<1, 64>>>(0, 0); }\n" << true;
    QTest::newRow("a kernel of its own") << QString(kernelText) + "void b() { k<<<1, 64>>>(0, 0); }\n" << true;
    QTest::newRow("an overload of its own")
        << declared + "__global__ void k(double *) {}\nstatic int first = (k<<<1, 64>>>(0, 0), 1);\n"
        << false;
    QTest::newRow("its own is left out") << declared + "#if 0\n" + kernelText +
                                                "#endif\nstatic int first = (k<<<1, 64>>>(0, 0), 1);\n"
                                         << false;
    QTest::newRow("its own in a namespace")
        << declared + "namespace n { __global__ void k(int *) {} }\nstatic int first = (k<<<1, 64>>>(0, 0), 1);\n"
        << false;
    QTest::newRow("a type of that name")
        << "struct k;\n" + declared + "void go(void (*)(const int *, int *));\nstatic int first = (go(k), 1);\n"
        << false;
    QTest::newRow("another k") << "int k;\nvoid b() { k = 1; }\n" << true;
    QTest::newRow("by a macro")
        << "#define KERNEL extern \"C++\" __global__\nint o();\nKERNEL void k(const int *, int *);\n"
           "static int first = (k<<<1, 64>>>(0, 0), 1);\n"
        << false;
    QTest::newRow("by a macro of another file") << "#include \"kernel.h\"\nCUDA_KERNEL void k(const int *, int *);\n"
                                                   "static int first = (k<<<1, 64>>>(0, 0), 1);\n"
                                                << false;
    QTest::newRow("a method") << "__global__ void o(int *);\nstruct S { int k(int); };\n" << true;
    QTest::newRow("a variable") << "struct T { T(int); };\nint v();\nconst T k(v());\n"
                                   "const char* text = R\"(__global__ void k(const int*, int*);)\";\n"
                                << true;
  }
  void programsThatNeedNoOtherFileMayHaveOne() {
    QFETCH(QString, other);
    QFETCH(bool, isKnown);
    const ProgramFolder project;
    const std::string file = project.write("k.cu", QString(kernelText) +
                                                       "int main() {\n  int *i, *o;\n  cudaMalloc(&i, 128);\n"
                                                       "  cudaMalloc(&o, 128);\n  k<<<4, 32>>>(i, o);\n}\n");
    project.write("b.cu", other);
    Analyzer analyzer(optionsOf({"shared_to_register"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok());
    const QString said = applicable(*result);
    QVERIFY2(said.contains("shared_to_register s") == isKnown, qPrintable(said));
  }
  // A program in a folder below has its own.
  // Its initialisers may call what sets the numbers of a launch, or set them.
  void whatAnotherFileMayCallHasNoOneValue_data() {
    QTest::addColumn<QString>("other");
    QTest::addColumn<bool>("isKnown");
    QTest::newRow("a call") << "void go(int);\nstatic int first = (go(64), 1);\n" << false;
    QTest::newRow("a variable") << "extern int threads;\nstatic int first = threads = 64;\n" << false;
    QTest::newRow("neither") << "int other;\nstatic int first = other = 64;\n" << true;
    QTest::newRow("a function of its own") << "static void go(int) {}\nint main() { go(64); }\n" << true;
    QTest::newRow("in a comment") << "// go(64) sets threads\n" << true;
  }
  void whatAnotherFileMayCallHasNoOneValue() {
    QFETCH(QString, other);
    QFETCH(bool, isKnown);
    const ProgramFolder project;
    const std::string file =
        project.write("k.cu", QString(kernelText) +
                                  "int *i, *o;\nint threads = 32;\n"
                                  "void go(int n) {\n  cudaMalloc(&i, 128);\n  cudaMalloc(&o, 128);\n"
                                  "  k<<<4, n>>>(i, o);\n  k<<<4, threads>>>(i, o);\n}\nint main() { go(32); }\n");
    project.write("b.cu", other);
    Analyzer analyzer(optionsOf({"shared_to_register"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok());
    const QString said = applicable(*result);
    QVERIFY2(said.contains("shared_to_register s") == isKnown, qPrintable(said));
  }

  void aNearerKernelIsTheOneThatIsLaunched() {
    const ProgramFolder project;
    const std::string file = project.write("k.cu", QString(kernelText) +
                                                       "int main() {\n  int *i, *o;\n  cudaMalloc(&i, 128);\n"
                                                       "  cudaMalloc(&o, 128);\n  k<<<4, 32>>>(i, o);\n}\n");
    project.write("below/b.cu",
                  "__global__ void k(const int *, int *);\nstatic int first = (k<<<1, 64>>>(0, 0), 1);\n");
    const auto isKnown = [&] {
      const Result<AnalysisResult> result = Analyzer(optionsOf({"shared_to_register"})).analyze({file}, {}, {});
      return result.ok() && applicable(*result).contains("shared_to_register s");
    };
    QVERIFY(!isKnown());
    project.write("below/a.cu", kernelText);
    QVERIFY(isKnown());
  }

  void saysWhereTheyAre() {
    const ProgramFolder project;
    const std::string file = project.write("k.cu", kernelText);
    const std::string main = project.write("main.cu",
                                           "__global__ void k(const int *, int *);\n"
                                           "int main() { k<<<4, 32>>>(0, 0); }\n");
    Analyzer analyzer(optionsOf({"shared_to_register"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok());
    QCOMPARE(result->kernels.size(), size_t{1});
    const std::vector<Launch>& launches = result->kernels.front().launches;
    QCOMPARE(launches.size(), size_t{1});
    QCOMPARE(launches.front().at.file, main);
    QCOMPARE(launches.front().at.line, 2u);
    QVERIFY(launches.front().block[0] == 32u && launches.front().grid[0] == 4u);
  }

  // Two arrays that must not overlap: what the other unit passes is not looked at.
  void memoriesApartAreNotTakenForGranted() {
    const ProgramFolder project;
    const QString kernel =
        "__global__ void k(const int *in, int *out) {\n  __shared__ int s[32];\n  s[threadIdx.x] = in[threadIdx.x];\n"
        "  __syncthreads();\n  out[threadIdx.x] = 1;\n  __syncthreads();\n  out[threadIdx.x] += s[threadIdx.x] + "
        "in[threadIdx.x ^ 1];\n}\n";
    const QString launch = "int main() { k<<<1, 32>>>(0, 0); }\n";
    const auto rest = [](const AnalysisResult& result) {
      int count = 0;
      for (const Opportunity& found : result.kernels.front().opportunities) {
        const bool isApplicable = found.verdict == VerdictKind::applicable;
        for (const Assumption& one : found.assumptions)
          count += isApplicable && one.check.kind == RunCheck::Kind::disjoint;
      }
      return count;
    };
    const std::string alone = project.write(
        "alone/k.cu",
        kernel + QString(launch).replace("(0, 0)", "(a, b)").replace("int main() {", "void run(int *a, int *b) {"));
    const auto options = optionsOf({"shared_to_register", "redundant_barrier"});
    const Result<AnalysisResult> here = Analyzer(options).analyze({alone}, {}, {});
    QVERIFY(here.ok());
    QVERIFY(rest(*here) > 0);
    const std::string file = project.write("two/k.cu", kernel);
    project.write("two/b.cu", "__global__ void k(const int *, int *);\nvoid run(int *a) { k<<<1, 32>>>(a, a); }\n");
    const Result<AnalysisResult> there = Analyzer(options).analyze({file}, {}, {});
    QVERIFY(there.ok());
    QCOMPARE(there->kernels.front().launches.size(), size_t{1});
    QCOMPARE(rest(*there), 0);
  }

  // Threads may race in one memory that the other unit passes for two arguments.
  void racesThereAreNotRuledOut() {
    const ProgramFolder project;
    const QString kernel =
        "__global__ void k(const int *in, int *out) {\n  __shared__ int s[64];\n  s[threadIdx.x] = in[threadIdx.x];\n"
        "  __syncthreads();\n  int x = out[threadIdx.x];\n  out[threadIdx.x] = x + s[63 - threadIdx.x];\n}\n";
    const auto options = optionsOf({"load_ahead"});
    const std::string alone =
        project.write("alone/k.cu", kernel + "void run(int *a, int *b) { k<<<1, 64>>>(a, b); }\n");
    const Result<AnalysisResult> here = Analyzer(options).analyze({alone}, {}, {});
    QVERIFY(here.ok());
    QVERIFY(!applicable(*here).isEmpty());
    const std::string file = project.write("two/k.cu", kernel);
    project.write("two/b.cu", "__global__ void k(const int *, int *);\nvoid run(int *a) { k<<<1, 64>>>(a + 1, a); }\n");
    const Result<AnalysisResult> there = Analyzer(options).analyze({file}, {}, {});
    QVERIFY(there.ok());
    const Opportunity* found = findingOf(*there, "load_ahead");
    QVERIFY(found && found->verdict == VerdictKind::unknown);
  }

  // What a file of the host passes, which no unit is, is not seen.
  void aHostFileMayPassOneMemory() {
    const ProgramFolder project;
    const QString kernel =
        "__global__ void k(const int *in, int *out) {\n  __shared__ int s[64];\n  s[threadIdx.x] = in[threadIdx.x];\n"
        "  out[threadIdx.x] = 1;\n  __syncthreads();\n  int x = in[63 - threadIdx.x];\n"
        "  out[64 + threadIdx.x] = x + s[63 - threadIdx.x];\n}\n";
    const auto options = optionsOf({"load_ahead"});
    const std::string alone = project.write("alone/k.cu", kernel);
    const Result<AnalysisResult> here = Analyzer(options).analyze({alone}, {}, {});
    QVERIFY(here.ok());
    QVERIFY(!applicable(*here).isEmpty());
    const std::string file = project.write("two/k.cu", kernel);
    project.write("two/main.cpp",
                  "#include <cuda_runtime.h>\nvoid k(const int *, int *);\nint main() {\n  int *a;\n"
                  "  cudaMalloc(&a, 1024);\n  void *all[] = {&a, &a};\n"
                  "  cudaLaunchKernel((const void *)k, dim3(1), dim3(64), all, 0, 0);\n}\n");
    const Result<AnalysisResult> there = Analyzer(options).analyze({file}, {}, {});
    QVERIFY(there.ok());
    const Opportunity* found = findingOf(*there, "load_ahead");
    QVERIFY(found && found->verdict == VerdictKind::unknown);
    QVERIFY2(toText(found->reason).find("Not every launch is known") != std::string::npos,
             toText(found->reason).c_str());
  }

  // A kernel of a file that others include is analysed with them, and only once.
  void anIncludedFileIsAnalysedWithItsUnits() {
    const ProgramFolder project;
    const std::string kernel = project.write("k_kernel.cu", kernelText);
    project.write("main.cu", "#include \"k_kernel.cu\"\nint main() { k<<<1, 32>>>(0, 0); }\n");
    Analyzer analyzer(optionsOf({"shared_to_register"}));
    const Result<AnalysisResult> result = analyzer.analyze({kernel}, {}, {});
    QVERIFY(result.ok());
    QCOMPARE(result->units.size(), size_t{1});
    QCOMPARE(result->kernels.size(), size_t{1});
    QCOMPARE(result->kernels.front().nameAt.file, kernel);
    const Opportunity* found = findingOf(*result, "shared_to_register");
    QVERIFY(found && found->verdict == VerdictKind::applicable);
    const auto change = Analyzer(optionsOf({"shared_to_register"})).rewrite(kernel, found->id, {}, {});
    QVERIFY2(change.ok(), change.ok() ? "" : change.error().message.c_str());
    QCOMPARE(change->files.size(), size_t{1});
    QCOMPARE(change->files.front().file, kernel);
  }

  void aProgramIsChosen() {
    const ProgramFolder project;
    project.write("one.cu", QString(kernelText) + "int main() { k<<<1, 32>>>(0, 0); }\n");
    project.write("two.cu", QString(kernelText) + "int main() { k<<<1, 64>>>(0, 0); }\n");
    analysis::AnalyzeOptions options = optionsOf({"shared_to_register"});
    const auto kernels = [&](const char* program) {
      options.program = program;
      const auto result = Analyzer(options).analyze({project.path(".")}, {}, {});
      return result.ok() ? static_cast<int>(result->kernels.size()) : -1;
    };
    QCOMPARE(kernels(""), 2);
    QCOMPARE(kernels("one"), 1);
    QCOMPARE(kernels("three"), -1);
  }
};

QTEST_GUILESS_MAIN(LaunchesElsewhereTest)
#include "launches_elsewhere_test.moc"

#include <QTest>
#include <thread>

#include "tests/analysis/engine/whole/run_program.h"

using namespace warpwright;
using namespace std::chrono_literals;

class EngineFailuresTest : public QObject {
  Q_OBJECT
 private slots:
  void namesALibraryCallBeforeAnythingRuns() {
    RunProgram whole(
        "#include <cstdio>\nextern \"C\" int cublasSsyrk_v2(int);\n"
        "int main() {\n  puts(\"started\");\n  return cublasSsyrk_v2(1);\n}\n");
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run),
             std::string("This program calls cublasSsyrk_v2, which the engine does not emulate (main.cu:5)."));
    QCOMPARE(run.failure->range->begin.line, 5U);
    QCOMPARE(run.output, std::string());
  }

  void namesWhatNoFileDefines() {
    RunProgram whole("int render(int, float);\nint main() { return render(1, 2); }\n");
    const EngineRun run = whole.run();
    VERIFY_CONTAINS(failureOf(run),
                    "This program uses render(int, float), which none of its files defines (main.cu:2).");
  }

  void namesSyntaxErrors() {
    RunProgram whole("int main() {\n  int x = ;\n}\n");
    const EngineRun run = whole.run();
    VERIFY_CONTAINS(failureOf(run), "expected expression");
    QVERIFY(run.failure->kind == ErrorKind::input);
  }

  void tellsOfAMissingMainOrSeveral() {
    RunProgram whole("__global__ void k() {}\n");
    VERIFY_CONTAINS(failureOf(whole.run()), "has no main function");
    whole.add("a.cu", "int main() { return 0; }\n");
    whole.add("b.cu", "int main() { return 0; }\n");
    whole.job.path = whole.folder();
    const std::string both = failureOf(whole.run());
    VERIFY_CONTAINS(both, "a.cu");
    VERIFY_CONTAINS(both, "b.cu");
    VERIFY_CONTAINS(both, "Name one file");
  }

  void aBrokenHostFileIsAnErrorOnlyWhereItIsNeeded() {
    RunProgram whole("int helper();\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); return 0; }\n");
    whole.add("helper.cpp", "int helper() { return no_such_name; }\n");
    whole.job.path = whole.folder();
    const EngineRun fine = whole.run();
    QCOMPARE(failureOf(fine), std::string());
    QVERIFY(std::any_of(fine.notes.begin(), fine.notes.end(),
                        [](const std::string& note) { return note.find("helper.cpp") != std::string::npos; }));
    whole.add("main.cu", "int helper();\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); return helper(); }\n");
    VERIFY_CONTAINS(failureOf(whole.run()), "no_such_name");
  }

  void tellsOfAMissingFile() {
    RunProgram whole("");
    whole.job.path = whole.folder() / "gone.cu";
    VERIFY_CONTAINS(failureOf(whole.run()), "gone.cu");
  }

  void abortKeepsWhatWasPrinted() {
    RunProgram whole("#include <cstdio>\n#include <cstdlib>\nint main() { printf(\"before \"); abort(); }\n");
    const EngineRun run = whole.run();
    VERIFY_CONTAINS(failureOf(run), "The program called abort()");
    QCOMPARE(run.output, std::string("before "));
  }

  void uncaughtExceptionIsNamed() {
    RunProgram whole("#include <stdexcept>\nint main() { throw std::runtime_error(\"too bad\"); }\n");
    QCOMPARE(failureOf(whole.run()), std::string("The program did not catch std::runtime_error (too bad)."));
  }

  void hostAssertIsNamed() {
    RunProgram whole("#include <cassert>\nint main(int argc, char**) {\n  assert(argc > 5);\n}\n");
    const EngineRun run = whole.run();
    VERIFY_CONTAINS(failureOf(run), "main.cu:3: the assertion `argc > 5`");
    QCOMPARE(run.failure->range->begin.line, 3U);
  }

  void hostFaultNamesTheFunction() {
    RunProgram whole(
        "#include <cstdio>\nvoid broken(volatile int* p) {\n  *p = 1;\n}\n"
        "int main() {\n  puts(\"here\");\n  broken(nullptr);\n}\n");
    const EngineRun run = whole.run();
    VERIFY_CONTAINS(failureOf(run), "followed a null pointer");
    QCOMPARE(run.output, std::string("here\n"));
  }

  void hangOfAKernelNamesWhereItIs() {
    RunProgram whole(
        "__global__ void spin(volatile int* p) {\n  while (*p == 0) {\n  }\n}\n"
        "int main() {\n  int* p;\n  cudaMalloc(&p, 4);\n  cudaMemset(p, 0, 4);\n"
        "  spin<<<1, 32>>>(p);\n  return cudaDeviceSynchronize();\n}\n");
    whole.job.timeLimit = 700ms;
    const EngineRun run = whole.run();
    VERIFY_CONTAINS(failureOf(run), "spin");
    VERIFY_CONTAINS(failureOf(run), "main.cu:2:");
    QVERIFY(run.seconds < 20);
  }

  void hangOfTheHostNamesTheLastCall() {
    RunProgram whole(
        "int main() {\n  int* p;\n  cudaMalloc(&p, 4);\n  for (volatile int i = 0;; i = i + 1) {\n  }\n}\n");
    whole.job.timeLimit = 300ms;
    const EngineRun run = whole.run();
    VERIFY_CONTAINS(failureOf(run),
                    "The program did not end within 300 ms: it was in host code, after cudaMalloc (main.cu:3)");
  }

  void memoryLimitIsOutOfMemory() {
    RunProgram whole(
        "#include <cstdio>\nint main() {\n  char* p;\n  int n = 0;\n"
        "  while (cudaMalloc(&p, 1 << 20) == cudaSuccess) ++n;\n"
        "  printf(\"%d %s\\n\", n, cudaGetErrorName(cudaGetLastError()));\n}\n");
    whole.job.memoryLimitBytes = uint64_t{64} << 20;
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.output, std::string("64 cudaErrorMemoryAllocation\n"));
  }

  void faultOfAKernelIsStickyAndNamed() {
    RunProgram whole(
        "#include <cstdio>\n__global__ void wild(int* p, long i) {\n  p[i] = 1;\n}\n"
        "int main() {\n  int* p;\n  cudaMalloc(&p, 4);\n  wild<<<1, 1>>>(p, -(1L << 40));\n"
        "  printf(\"%s\\n\", cudaGetErrorName(cudaDeviceSynchronize()));\n  return 2;\n}\n");
    const EngineRun run = whole.run();
    VERIFY_CONTAINS(failureOf(run), "wild");
    QVERIFY(run.failure->range);
    QCOMPARE(run.failure->range->begin.line, 3U);
    VERIFY_CONTAINS(run.output, "cudaError");
    QCOMPARE(run.exitCode, 2);
  }

  // A kernel may have any name: what stopped it says which code the program gets.
  void codeOfAFailureIsThatOfItsCause_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("code");
    QTest::newRow("division") << "p[0] /= n;" << "cudaErrorLaunchFailure";
    QTest::newRow("trap") << "__trap();" << "cudaErrorLaunchFailure";
    QTest::newRow("address") << "p[n - (1L << 40)] = 1;" << "cudaErrorIllegalAddress";
    QTest::newRow("alignment") << "*(int4*)(p + 1 + n) = make_int4(1, 2, 3, 4);" << "cudaErrorMisalignedAddress";
    QTest::newRow("assertion") << "assert(n == 1);" << "cudaErrorAssert";
  }
  void codeOfAFailureIsThatOfItsCause() {
    QFETCH(QString, body);
    QFETCH(QString, code);
    for (const std::string name : {"assertMisaligned", "addressBounds", "plain"}) {
      RunProgram whole("#include <cassert>\n#include <cstdio>\n__global__ void " + name + "(int* p, int n) {\n  " +
                       body.toStdString() +
                       "\n}\nint main() {\n  int* p;\n  cudaMalloc(&p, 64);\n  cudaMemset(p, 0, 64);\n  " + name +
                       "<<<1, 1>>>(p, 0);\n  puts(cudaGetErrorName(cudaDeviceSynchronize()));\n}\n");
      const EngineRun run = whole.run();
      QCOMPARE(QString::fromStdString(run.output).section('\n', -2, -2), code);
    }
  }

  void badCopiesAreFindings() {
    RunProgram whole(
        "int main() {\n  int *p, host[8] = {};\n  cudaMalloc(&p, 4 * sizeof(int));\n"
        "  cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);\n  cudaFree(p);\n"
        "  cudaMemset(p, 0, 4);\n}\n");
    const EngineRun run = whole.run();
    QCOMPARE(run.findings.size(), size_t(2));
    QCOMPARE(run.findings[0].message,
             std::string("cudaMemcpy (main.cu:4) writes 32 bytes of `p` from byte 0; it has 16 bytes."));
    QCOMPARE(run.findings[0].at.line, 4U);
    QCOMPARE(run.findings[1].kind, std::string("use-after-free"));
  }

  void brokenAssumptionsAreFindings() {
    RunProgram whole(
        "__global__ void move(int* to, const int* from) { to[threadIdx.x] = from[threadIdx.x]; }\n"
        "int main() {\n  int* p;\n  cudaMalloc(&p, 4096);\n  cudaMemset(p, 0, 4096);\n"
        "  move<<<1, 64>>>(p, p + 64);\n  return 0;\n}\n");
    whole.job.assumptions = {"block=64,1,1", "move: block=32,1,1", "other: block=1,1,1", "disjoint=to,from"};
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.findings.size(), size_t(2));
    QCOMPARE(run.findings[0].kind, std::string("assumption"));
    VERIFY_CONTAINS(run.findings[0].message, "move is launched with blocks of (64,1,1)");
    VERIFY_CONTAINS(run.findings[1].message, "`to` and `from` of move must not overlap");
  }

  void cancelEndsTheProgram() {
    RunProgram whole("int main() { for (volatile int i = 0;; i = i + 1) {} }\n");
    std::stop_source source;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(300ms);
      source.request_stop();
    });
    const auto run = runOnEngine(whole.job, nullptr, source.get_token());
    QVERIFY(!run.ok());
    QVERIFY(run.error().kind == ErrorKind::cancelled);
  }
};

QTEST_GUILESS_MAIN(EngineFailuresTest)
#include "engine_failures_test.moc"

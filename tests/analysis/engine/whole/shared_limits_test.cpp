#include <QTest>

#include "tests/analysis/engine/whole/run_program.h"

using namespace warpwright;

/// Static and dynamic shared memory of a block together, as an H200 takes them.
class SharedLimitsTest : public QObject {
  Q_OBJECT

 private slots:
  void launches_data() {
    QTest::addColumn<int>("staticBytes");
    QTest::addColumn<int>("asked");  // with cudaFuncSetAttribute; 0: nothing
    QTest::addColumn<int>("dynamicBytes");
    QTest::addColumn<QString>("printed");  // the answer to asking, the error of the launch, and what the kernel wrote
    QTest::newRow("all of 48 KiB") << 40000 << 0 << 9152 << "0 0 7";
    QTest::newRow("a byte more") << 40000 << 0 << 9153 << "0 1 0";
    QTest::newRow("20,000 more") << 40000 << 0 << 20000 << "0 1 0";
    QTest::newRow("asked for") << 40000 << 20000 << 20000 << "0 0 7";
    QTest::newRow("less asked for") << 40000 << 20000 << 20001 << "0 1 0";
    QTest::newRow("all of the device") << 1024 << 231424 << 231424 << "0 0 7";
    QTest::newRow("more than the device has") << 1024 << 231425 << 231425 << "1 1 0";
    QTest::newRow("mostly dynamic") << 16 << 0 << 49136 << "0 0 7";
  }
  void launches() {
    QFETCH(int, staticBytes);
    QFETCH(int, asked);
    QFETCH(int, dynamicBytes);
    QFETCH(QString, printed);
    RunProgram whole(
        "#include <cstdio>\n"
        "__global__ void k(int* out) {\n"
        "  __shared__ char fixed[STATIC];\n"
        "  extern __shared__ char moving[];\n"
        "  fixed[threadIdx.x] = 3;\n  moving[threadIdx.x] = 4;\n  __syncthreads();\n"
        "  *out = fixed[0] + moving[0];\n"
        "}\n"
        "int main() {\n"
        "  int *out, host;\n  cudaMalloc(&out, 4);\n  cudaMemset(out, 0, 4);\n"
        "  int answer = ASKED ? cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, ASKED) : 0;\n"
        "  cudaGetLastError();\n"
        "  k<<<1, 1, DYNAMIC>>>(out);\n"
        "  int error = cudaGetLastError();\n"
        "  cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost);\n"
        "  printf(\"%d %d %d\", answer, error, host);\n"
        "}\n");
    whole.job.compilerFlags = {"-DSTATIC=" + std::to_string(staticBytes), "-DASKED=" + std::to_string(asked),
                               "-DDYNAMIC=" + std::to_string(dynamicBytes)};
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(QString::fromStdString(run.output), printed);
  }

  void tooMuchStaticMemoryDoesNotCompile() {
    const RunProgram whole(
        "__global__ void k(int* out) {\n  __shared__ int fixed[12289];\n  fixed[threadIdx.x] = 3;\n"
        "  __syncthreads();\n  *out = fixed[12288 - threadIdx.x];\n}\n"
        "int main() {\n  int* out;\n  cudaMalloc(&out, 4);\n  k<<<1, 1>>>(out);\n  return "
        "cudaDeviceSynchronize();\n}\n");
    VERIFY_CONTAINS(failureOf(whole.run()),
                    "`k` has 49156 bytes of static shared memory; no more than 49152 compile for a GPU");
  }
};

QTEST_GUILESS_MAIN(SharedLimitsTest)
#include "shared_limits_test.moc"

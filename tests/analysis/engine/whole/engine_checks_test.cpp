#include <QTest>
#include <nlohmann/json.hpp>

#include "core/report/report_input.h"
#include "tests/analysis/engine/whole/run_program.h"

using namespace warpwright;

/// What a checked run tells about a whole program beside its launches: assumptions at accesses, memory that is left,
/// and all of it as SARIF; and what a program is told that needs something the engine does not have.
class EngineChecksTest : public QObject {
  Q_OBJECT

  static bool holds(const std::vector<std::string>& texts, const std::string& part) {
    return std::any_of(texts.begin(), texts.end(),
                       [&](const std::string& text) { return text.find(part) != std::string::npos; });
  }

 private slots:
  void assumptionsAtAccesses() {
    RunProgram whole(
        "__global__ void rows(int* out, int n) {\n"
        "  __shared__ int m[8][4];\n"
        "  m[threadIdx.x / 4][threadIdx.x % 4] = threadIdx.x;\n"
        "  __syncthreads();\n"
        "  out[threadIdx.x] = m[0][(threadIdx.x + n) % 32];\n"
        "}\n"
        "int main() {\n"
        "  int* out;\n"
        "  cudaMalloc(&out, 128);\n"
        "  rows<<<1, 32>>>(out, 1);\n"
        "  cudaFree(out);\n"
        "  return cudaDeviceSynchronize();\n"
        "}\n");
    whole.job.check = true;
    whole.job.assumptions = {"subscript=m@3", "rows: subscript=m@5", "inside=m@5", "other: inside=m@5",
                             "subscript=x@3"};
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.findings.size(), size_t(1));
    QCOMPARE(run.findings[0].kind, std::string("assumption"));
    QCOMPARE(run.findings[0].object, std::string("rows: subscript=m@5"));
    QCOMPARE(run.findings[0].at.line, 5U);
    VERIFY_CONTAINS(run.findings[0].message, "in a dimension of 4 of `m`");
    // Nothing was seen of what no kernel has.
    QVERIFY(holds(run.notes, "Not checked while it ran: other: inside=m@5."));
    QVERIFY(holds(run.notes, "Not checked while it ran: subscript=x@3."));
    QVERIFY(!holds(run.notes, "subscript=m@3"));
    QVERIFY(!holds(run.notes, "Not freed"));
  }

  /// Each thread has a stack of its own: together they take more addresses than a program may for its host memory.
  void cooperativeLaunchesThatFillAGpu() {
    RunProgram whole(
        "#include <cooperative_groups.h>\n"
        "__global__ void steps(int* a) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  a[i] = i;\n"
        "  cooperative_groups::this_grid().sync();\n"
        "  if (i == 0) a[0] = a[gridDim.x * blockDim.x - 1];\n"
        "}\n"
        "int main() {\n"
        "  int *a, last = 0;\n"
        "  cudaMalloc(&a, 528 * 512 * sizeof(int));\n"
        "  void* arguments[] = {&a};\n"
        "  cudaLaunchCooperativeKernel((void*)steps, 528, 512, arguments, 0, 0);\n"
        "  cudaMemcpy(&last, a, sizeof last, cudaMemcpyDeviceToHost);\n"
        "  return last != 528 * 512 - 1;\n"
        "}\n");
    whole.job.check = true;
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.findings.size(), size_t(0));
  }

  void memoryThatIsLeft() {
    RunProgram whole(
        "int main() {\n"
        "  int *kept, *freed;\n"
        "  cudaMalloc(&kept, 1000);\n"
        "  cudaMalloc(&freed, 1000);\n"
        "  return cudaFree(freed);\n"
        "}\n");
    whole.job.check = true;
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    QVERIFY(run.findings.empty());
    QVERIFY(holds(run.notes, "Not freed when the program ended: 1 allocation, 1000 bytes: kept (main.cu:3)."));
    whole.add("main.cu", "int main() { int* kept; cudaMalloc(&kept, 4); return cudaDeviceReset(); }\n");
    QVERIFY(!holds(whole.run().notes, "Not freed"));
  }

  void aLaunchThatTheDeviceDoesNotTakeIsNoted() {
    RunProgram whole(
        "__global__ void one(int* out) { *out = 1; }\n"
        "int main() {\n"
        "  int* out;\n"
        "  cudaMalloc(&out, 4);\n"
        "  one<<<0, 32>>>(out);\n"
        "  one<<<1, 2000>>>(out);\n"
        "  one<<<1, 1>>>(out);\n"
        "}\n");
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.launches.size(), size_t(1));
    QVERIFY(holds(run.notes,
                  "Not launched: one at main.cu:5 with grid (0,1,1), block (32,1,1) and 0 bytes of shared memory: "
                  "invalid configuration argument; 1 other launch failed, too."));
  }

  void findingsAsSarif() {
    RunProgram whole(
        "__global__ void clash(int* out) {\n"
        "  out[0] = threadIdx.x;\n"
        "}\n"
        "int main() {\n"
        "  int* out;\n"
        "  cudaMalloc(&out, 4);\n"
        "  clash<<<1, 64>>>(out);\n"
        "  return cudaDeviceSynchronize();\n"
        "}\n");
    whole.job.check = true;
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    const nlohmann::json sarif = sarifReport(run, whole.folder());
    QCOMPARE(sarif["version"].get<std::string>(), std::string("2.1.0"));
    const nlohmann::json& result = sarif["runs"][0]["results"][0];
    QCOMPARE(result["ruleId"].get<std::string>(), std::string("race"));
    QCOMPARE(result["level"].get<std::string>(), std::string("error"));
    const nlohmann::json& place = result["locations"][0]["physicalLocation"];
    QCOMPARE(place["artifactLocation"]["uri"].get<std::string>(), std::string("main.cu"));
    QCOMPARE(place["region"]["startLine"].get<int>(), 2);
    QCOMPARE(result["locations"][0]["logicalLocations"][0]["name"].get<std::string>(), std::string("clash"));
    QVERIFY(sarif["runs"][0]["invocations"][0]["executionSuccessful"].get<bool>());
    QVERIFY(sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"].dump().find("Not freed") !=
            std::string::npos);
  }

  void namesLibraries() {
    RunProgram whole(
        "#include <cufft.h>\nint main() {\n  cufftHandle plan;\n  return cufftPlan1d(&plan, 8, CUFFT_C2C, 1);\n}\n");
    const std::string message = failureOf(whole.run());
    VERIFY_CONTAINS(message, "cuFFT (cufft.h), which the CPU engine does not emulate");
    VERIFY_CONTAINS(message, "it calls cufftPlan1d (line 4)");
    RunProgram part(
        "#include <cublas_v2.h>\nint main() {\n  cublasHandle_t handle = nullptr;\n  return cublasSsyrk(handle);\n}\n");
    VERIFY_CONTAINS(failureOf(part.run()),
                    "uses a part of cuBLAS that the CPU engine does not emulate: cublasSsyrk (line 4)");
    RunProgram quasi(
        "#include <curand.h>\nint main() {\n  curandGenerator_t generator = nullptr;\n"
        "  return curandSetQuasiRandomGeneratorDimensions(generator, 2);\n}\n");
    VERIFY_CONTAINS(failureOf(quasi.run()),
                    "uses a part of cuRAND that the CPU engine does not emulate: "
                    "curandSetQuasiRandomGeneratorDimensions (line 4)");
    RunProgram mixed("#include <thrust/count.h>\n#include \"range.hpp\"\nint main() {\n  return util::range(1);\n}\n");
    VERIFY_CONTAINS(failureOf(mixed.run()),
                    "Thrust (thrust/count.h), which the CPU engine does not emulate. Not found, either: "
                    "range.hpp. Name the folder");
    RunProgram tensor(
        "#include <mma.h>\nusing namespace nvcuda;\n__global__ void k() {\n"
        "  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;\n}\nint main() { k<<<1, 32>>>(); }\n");
    const std::string cores = failureOf(tensor.run());
    VERIFY_CONTAINS(
        cores,
        " uses matrix multiplication on tensor cores (mma.h), which the CPU engine does not emulate: wmma (line 4)");
    QVERIFY2(cores.find(", ( (line") == std::string::npos, cores.c_str());
    RunProgram nested(
        "__global__ void inner() {}\n__global__ void outer() { inner<<<1, 1>>>(); }\nint main() { outer<<<1, 1>>>(); "
        "}\n");
    const std::string why = failureOf(nested.run());
    VERIFY_CONTAINS(why, "launches kernels from kernels (dynamic parallelism), which the CPU engine does not emulate");
    VERIFY_CONTAINS(why, "'inner' is launched from device code (dynamic parallelism): Clang 19 does not compile that");
  }

  void programsWithoutKernels() {
    RunProgram whole(
        "#include <cuda_runtime.h>\n#include <cstdio>\nint main() {\n  int count = 0;\n"
        "  cudaGetDeviceCount(&count);\n  std::printf(\"%d\\n\", count);\n}\n",
        "devices.cpp");
    whole.job.path = whole.folder();
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.output, std::string("1\n"));
  }

  /// The file that starts the program does not compile: that is what is told, and not that there is no main.
  void namesTheFileThatStartsTheProgram() {
    RunProgram whole("__global__ void kernel() {}\n", "kernel.cu");
    whole.add("start.cpp", "#include <nvrtc.h>\nint main() { nvrtcProgram program; return 0; }\n");
    whole.job.path = whole.folder();
    VERIFY_CONTAINS(failureOf(whole.run()), "NVRTC (nvrtc.h)");
    whole.add("start.cpp",
              "#include <cuda.h>\nint main() { CUmodule module; return cuModuleLoad(&module, \"kernel.ptx\"); }\n");
    VERIFY_CONTAINS(failureOf(whole.run()), "cuModuleLoad");
  }

  void alignmentBehindShared() {
    RunProgram whole(
        "#include <cstdio>\n"
        "__global__ void k(int* out) {\n"
        "  __shared__ alignas(64) int first[3];\n"
        "  extern __shared__ alignas(16) int rest[];\n"
        "  first[threadIdx.x] = rest[threadIdx.x] = threadIdx.x;\n"
        "  __syncthreads();\n"
        "  out[threadIdx.x] = first[2 - threadIdx.x] + 10 * rest[2 - threadIdx.x] + 100 * ((size_t)first % 64 + "
        "(size_t)rest % 16);\n"
        "}\n"
        "int main() {\n"
        "  int *out, host[3];\n"
        "  cudaMalloc(&out, 12);\n"
        "  k<<<1, 3, 12>>>(out);\n"
        "  cudaMemcpy(host, out, 12, cudaMemcpyDeviceToHost);\n"
        "  std::printf(\"%d %d %d\\n\", host[0], host[1], host[2]);\n"
        "}\n");
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.output, std::string("22 11 0\n"));
  }
};

QTEST_GUILESS_MAIN(EngineChecksTest)
#include "engine_checks_test.moc"

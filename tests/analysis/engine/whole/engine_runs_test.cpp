#include <QTest>

#include "tests/analysis/engine/whole/run_program.h"

using namespace warpwright;

namespace {

/// A program whose main is `body`; `before` holds its kernels.
std::string program(const std::string& before, const std::string& body) {
  return "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n" + before +
         "\nint main(int argc, char** argv) {\n" + body + "\n}\n";
}

const char* const addKernel =
    "__global__ void add(const float* a, const float* b, float* c, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) c[i] = a[i] + b[i];\n"
    "}\n";

}  // namespace

class EngineRunsTest : public QObject {
  Q_OBJECT

  /// Runs a program that must end well and gives what it printed.
  static std::string outputOf(const std::string& source, const std::vector<std::string>& arguments = {}) {
    RunProgram whole(source);
    whole.job.arguments = arguments;
    const EngineRun run = whole.run();
    if (run.failure) return "failure: " + run.failure->message;
    if (run.exitCode != 0) return "exit " + std::to_string(run.exitCode) + ": " + run.output + run.errorOutput;
    return run.output;
  }

 private slots:
  void addsVectors() {
    RunProgram whole(program(addKernel, R"(
      const int n = 1000;
      float *a, *b, *c, *host = new float[n];
      cudaMalloc((void**)&a, n * sizeof(float));
      cudaMalloc(&b, n * sizeof(float));
      cudaMalloc(&c, n * sizeof(float));
      for (int i = 0; i < n; ++i) host[i] = i;
      cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice);
      cudaMemcpy(b, host, n * sizeof(float), cudaMemcpyHostToDevice);
      add<<<(n + 255) / 256, 256>>>(a, b, c, n);
      cudaMemcpy(host, c, n * sizeof(float), cudaMemcpyDeviceToHost);
      for (int i = 0; i < n; ++i) if (host[i] != 2 * i) { printf("wrong at %d\n", i); return 1; }
      printf("%s %d\n", argv[1], argc);
      return 0;)"));
    whole.job.arguments = {"two words", "x"};
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.output, std::string("two words 3\n"));
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.launches.size(), size_t(1));
    QCOMPARE(run.launches[0].kernel, std::string("add"));
    QCOMPARE(run.launches[0].grid[0], 4U);
    QCOMPARE(run.launches[0].block[0], 256U);
  }

  void copiesSymbols() {
    QCOMPARE(outputOf(program("__constant__ int table[4];\n__device__ int sum;\n"
                              "__global__ void k() { for (int i = 0; i < 4; ++i) sum += table[i] * (i + 1); }\n",
                              R"(
      int values[4] = {1, 2, 3, 4}, start = 100, result = 0;
      cudaMemcpyToSymbol(table, values, sizeof values);
      cudaMemcpyToSymbol(sum, &start, sizeof start);
      k<<<1, 1>>>();
      cudaMemcpyFromSymbol(&result, sum, sizeof result);
      size_t size = 0;
      cudaGetSymbolSize(&size, table);
      printf("%d %zu\n", result, size);
      return 0;)")),
             std::string("130 16\n"));
  }

  void ordersStreamsAndTimesEvents() {
    QCOMPARE(outputOf(program("__global__ void twice(int* p) { *p *= 2; }\n", R"(
      cudaStream_t stream;
      cudaEvent_t from, until;
      int *p, one = 21;
      float ms = -1;
      cudaStreamCreate(&stream);
      cudaEventCreate(&from);
      cudaEventCreate(&until);
      cudaMalloc(&p, sizeof(int));
      cudaEventRecord(from, stream);
      cudaMemcpyAsync(p, &one, sizeof one, cudaMemcpyHostToDevice, stream);
      twice<<<1, 1, 0, stream>>>(p);
      cudaMemcpyAsync(&one, p, sizeof one, cudaMemcpyDeviceToHost, stream);
      cudaEventRecord(until, stream);
      cudaStreamSynchronize(stream);
      cudaEventElapsedTime(&ms, from, until);
      printf("%d %d %d\n", one, ms >= 0, cudaStreamDestroy(stream));
      printf("%d\n", cudaStreamSynchronize(stream));
      return 0;)")),
             std::string("42 1 0\n400\n"));
  }

  void givesTheErrorsOfTheRuntime() {
    QCOMPARE(outputOf(program(addKernel, R"(
      float *a, host[4];
      add<<<1, 2048>>>(nullptr, nullptr, nullptr, 0);
      printf("%s, ", cudaGetErrorName(cudaGetLastError()));
      printf("%s, ", cudaGetErrorString(cudaGetLastError()));
      add<<<1, 0>>>(nullptr, nullptr, nullptr, 0);
      printf("%d, ", (int)cudaPeekAtLastError());
      printf("%d, ", (int)cudaGetLastError());
      printf("%d, ", (int)cudaMalloc(&a, size_t(1) << 60));
      cudaMalloc(&a, sizeof host);
      printf("%d, ", (int)cudaMemcpy(a, host, 2 * sizeof host, cudaMemcpyHostToDevice));
      printf("%d, ", (int)cudaMemcpy(host, host, sizeof host, cudaMemcpyHostToDevice));
      printf("%d, ", (int)cudaFree(a));
      printf("%d, ", (int)cudaFree(a));
      printf("%d, ", (int)cudaSetDevice(3));
      printf("%d\n", (int)cudaFree(0));
      return 0;)")),
             std::string("cudaErrorInvalidConfiguration, no error, 9, 9, 2, 1, 1, 0, 1, 101, 0\n"));
  }

  void answersDeviceQueries() {
    QCOMPARE(outputOf(program("", R"(
      cudaDeviceProp p;
      int count = 0, warp = 0;
      cudaGetDeviceCount(&count);
      cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 0);
      if (cudaGetDeviceProperties(&p, 0) != cudaSuccess) return 1;
      printf("%d %d %d %d.%d %d\n", count, warp, p.warpSize, p.major, p.minor, p.maxThreadsPerBlock);
      printf("%d %d %zu %zu\n", p.maxThreadsPerMultiProcessor, p.maxBlocksPerMultiProcessor, p.sharedMemPerBlockOptin,
             p.reservedSharedMemPerBlock);
      size_t free = 0, total = 0;
      cudaMemGetInfo(&free, &total);
      return free == 0 || free > total || strstr(p.name, "Warpwright") == nullptr;)")),
             std::string("1 32 32 9.0 1024\n2048 32 232448 1024\n"));
  }

  void copiesRowsOfPitchedMemory() {
    QCOMPARE(outputOf(program("", R"(
      char host[3][10], back[3][10], *device;
      size_t pitch = 0;
      for (int i = 0; i < 30; ++i) host[0][i] = i;
      cudaMallocPitch((void**)&device, &pitch, 10, 3);
      cudaMemset2D(device, pitch, 7, 10, 3);
      cudaMemcpy2D(device, pitch, host, 10, 10, 2, cudaMemcpyHostToDevice);
      cudaMemcpy2D(back, 10, device, pitch, 10, 3, cudaMemcpyDeviceToHost);
      printf("%d %d %d %d\n", pitch >= 10, back[0][9], back[1][9], back[2][9]);
      return 0;)")),
             std::string("1 9 19 7\n"));
  }

  void throwsAndCatches() {
    QCOMPARE(
        outputOf("#include <cstdio>\n#include <stdexcept>\n#include <string>\n#include <vector>\n"
                 "struct Noisy { ~Noisy() { std::puts(\"unwound\"); } };\n"
                 "static void raise(int n) { Noisy noisy; throw std::runtime_error(std::to_string(n)); }\n"
                 "static std::vector<int> early(3, 5);\n"
                 "struct Last { ~Last() { std::puts(\"destroyed\"); } } last;\n"
                 "int main() { try { raise(early[2]); } catch (const std::exception& e) { std::puts(e.what()); } }\n"),
        std::string("unwound\n5\ndestroyed\n"));
  }

  void exitFlushesAndRunsHandlers() {
    RunProgram whole(program("static void bye() { printf(\"bye\\n\"); }\n", R"(
      atexit(bye);
      printf("no newline ");
      exit(3);)"));
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.output, std::string("no newline bye\n"));
    QCOMPARE(run.exitCode, 3);
  }

  void linksTheFilesOfAFolder() {
    RunProgram whole(program("extern \"C\" int half(int);\nint launchAndSum(int n);\n",
                             "printf(\"%d\\n\", half(launchAndSum(10)));\nreturn 0;"),
                     "main.cpp");
    whole.add("half.c", "int half(int n) { return n / 2; }\n");
    whole.add("sum.cu", std::string(addKernel) + R"(
      int launchAndSum(int n) {
        float *m;
        cudaMallocManaged(&m, n * sizeof(float));
        for (int i = 0; i < n; ++i) m[i] = i;
        add<<<1, n>>>(m, m, m, n);
        cudaDeviceSynchronize();
        int sum = 0;
        for (int i = 0; i < n; ++i) sum += m[i];
        return sum;
      })");
    whole.job.path = whole.folder();
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.output, std::string("45\n"));
  }

  void linksFilesBesideTheHeadersItIncludes() {
    RunProgram whole(
        program("#include \"parts.h\"\n__global__ void k() {}\n", "printf(\"%d\\n\", twice(4));\nreturn 0;"),
        "cuda/main.cu");
    whole.add(".git/HEAD", "ref: refs/heads/main\n");
    whole.add("common/parts.h", "#ifdef __cplusplus\nextern \"C\"\n#endif\nint twice(int);\n");
    whole.add("common/parts.c", "#include \"parts.h\"\nint half(int);\nint twice(int n) { return half(4 * n); }\n");
    whole.add("common/half.c", "int half(int n) { return n / 2; }\n");
    whole.add("common/never.c", "int never(void) { return twice(1) +; }\n");
    for (const std::filesystem::path& path : {whole.job.path, whole.folder() / "cuda"}) {
      whole.job.path = path;
      const EngineRun run = whole.run();
      QCOMPARE(failureOf(run), std::string());
      QCOMPARE(run.output, std::string("8\n"));
      QVERIFY(std::any_of(run.notes.begin(), run.notes.end(),
                          [](const std::string& note) { return note.find("parts.c") != std::string::npos; }));
    }
  }

  void findsMainAboveTheKernels() {
    RunProgram whole("#include <stdio.h>\n#include \"kernel/launch.h\"\nint main() { launch(); return 0; }\n",
                     "main.c");
    whole.add("kernel/launch.h", "#ifdef __cplusplus\nextern \"C\"\n#endif\nvoid launch(void);\n");
    whole.add("kernel/launch.cu",
              "#include <cstdio>\n#include \"launch.h\"\n__global__ void k() { printf(\"here\\n\"); }\n"
              "void launch() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }\n");
    whole.add("tools/generate.c", "int main() { return 1; }\n");
    whole.job.path = whole.folder();
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.output, std::string("here\n"));
  }

  void leavesOutProgramsWithoutCuda() {
    RunProgram whole(program("void launch();\n", "launch();\nreturn 0;"), "host.cpp");
    whole.add("launch.cu",
              "#include <cstdio>\n__global__ void k() { printf(\"here\\n\"); }\n"
              "void launch() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }\n");
    whole.add("generate.c", "int main() { return 1; }\n");
    whole.add("original.cpp", "void launch() {}\nint main() { launch(); return 1; }\n");
    whole.job.path = whole.folder();
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.output, std::string("here\n"));
    QVERIFY(std::any_of(run.notes.begin(), run.notes.end(), [](const std::string& note) {
      return note.find("generate.c") != std::string::npos && note.find("original.cpp") != std::string::npos;
    }));
  }

  void repeatsItself() {
    RunProgram whole(program("__global__ void k(int* p) { atomicAdd(p, threadIdx.x); printf(\"%d \", threadIdx.x); }\n",
                             R"(
      int* p;
      cudaMalloc(&p, 4);
      cudaMemset(p, 0, 4);
      k<<<2, 3>>>(p);
      cudaDeviceSynchronize();
      printf("%p\n", (void*)p);
      return 0;)"));
    const EngineRun first = whole.run(), second = whole.run();
    QCOMPARE(failureOf(first), std::string());
    QVERIFY(!first.output.empty());
    QCOMPARE(first.output, second.output);
  }

  void saysWhatNothingShowed() {
    const char* const kernel = "__global__ void k() { printf(\"here\\n\"); }\n";
    const auto tellsOfText = [](const EngineRun& run) {
      return std::count_if(run.notes.begin(), run.notes.end(), [](const std::string& note) {
        return note.find("5 characters that kernels printed were never shown") != std::string::npos;
      });
    };
    const EngineRun lost = RunProgram(program(kernel, "k<<<1, 2>>>();\nk<<<1, 1>>>();\nreturn 0;")).run();
    QCOMPARE(lost.output, std::string("here\nhere\n"));
    QCOMPARE(tellsOfText(lost), 1);
    const EngineRun shown = RunProgram(program(kernel, "k<<<1, 1>>>();\ncudaDeviceSynchronize();\nreturn 0;")).run();
    QCOMPARE(shown.output, std::string("here\n"));
    QCOMPARE(tellsOfText(shown), 0);
    // What was printed before a fault helps to find it.
    const char* const faulty = "__global__ void k() { printf(\"here\\n\"); __trap(); }\n";
    QCOMPARE(RunProgram(program(faulty, "k<<<1, 1>>>();\nreturn 0;")).run().output, std::string("here\n"));
  }

  void usesTextsInPlaceOfFiles() {
    RunProgram whole("#error on disk\n");
    whole.job.openTexts[whole.job.path.string()] = "#include <cstdio>\nint main() { puts(\"open\"); }\n";
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.output, std::string("open\n"));
  }
};

QTEST_GUILESS_MAIN(EngineRunsTest)
#include "engine_runs_test.moc"

// The programs that read ahead of the samples in resources/samples/preexecution, and what is said of kernels without
// one.
#include "program_runs.h"

class PreexecutionTest : public ProgramRuns {
  Q_OBJECT
 private slots:
  void devicesSayWhetherTheCpuCanHelp() {
    const auto on = [](const char* name) { return applicabilityOn(findDevice(name).value()); };
    const std::pair<const char*, const char*> cases[] = {
        {"Fused 2012", "CPU and GPU share the last cache of the Fused 2012."},
        {"AGX Orin", "The AGX Orin reads the CPU's memory through the CPU's caches."},
        {"GH200",
         "The GH200 reads the CPU's memory through the CPU's caches: what lies in the GPU's own memory is not "
         "helped."}};
    for (const auto& [name, reason] : cases) {
      QVERIFY(on(name).verdict == VerdictKind::applicable);
      QCOMPARE(toText(on(name).reason), std::string(reason));
    }
    for (const char* name : {"H200", "RTX 4090", "T4"}) {
      QVERIFY(on(name).verdict == VerdictKind::refused);
      QVERIFY(toText(on(name).reason).find("has memory and caches of its own") != std::string::npos);
    }
  }

  void initTestCase() { compileHooks(); }

  // The host hook: started beside a launch, it ends with its scope at the latest, however much is left to do.
  void stopsWithItsScope() {
    const auto made = prepared((resourceFolder() / "samples/preexecution/vector_add.cu").string(), "vectorAdd");
    QVERIFY(made.ok());
    write("vectorAdd_preexecution.h", made->program->header);
    write("vectorAdd_preexecution.cpp", made->program->source);
    write("hook.cpp", R"(
#include "vectorAdd_preexecution.h"
int main() {
  static float memory[64];
  using namespace vectorAdd_preexecution;
  Arguments a;
  a.n = 0x7fffffff;
  a.a = a.b = a.c = {memory, sizeof memory};   // most addresses lie outside: nothing may be read there
  Launch launch{{0x7fffffff, 65535, 65535}};   // years
  BesideLaunch ahead(a, launch);
}
)");
    QCOMPARE(compile({"-Wall", "-Wextra", "-Werror", path("hook.cpp"), path("vectorAdd_preexecution.cpp"), "-pthread",
                      "-o", path("hook")}),
             QString());
    SubprocessOptions run;
    run.command = {path("hook")};
    run.timeout = std::chrono::seconds(60);
    const auto end = runSubprocess(run, {});
    QVERIFY(end.ok());
    QVERIFY2(end->clean(), end->errorOutput.c_str());
  }

  void samples_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<bool>("heavyweight");
    QTest::addColumn<QString>("setup");
    const auto row = [](const char* file, const char* kernel, bool heavyweight, const char* setup) {
      QTest::newRow(file) << file << kernel << heavyweight << setup;
    };
    // Sizes that are no multiple of a block where the kernel allows it: guards must hold the program back, too.
    row("vector_add", "vectorAdd", false, R"(
      const int n = 5000;
      float *x = array<float>(8192), *y = array<float>(8192), *z = array<float>(8192);
      Launch shape{{40}};
      traced = 1;
      launch(40, 128, [&] { vectorAdd(x, y, z, n); });
      Arguments a;
      a.n = n; a.a = {x, 4 * 8192}; a.b = {y, 4 * 8192}; a.c = {z, 4 * 8192};
    )");
    row("black_scholes", "blackScholes", false, R"(
      const int n = 3000;
      float* m[5];
      for (float*& one : m) one = array<float>(n);
      Launch shape{{24}};
      traced = 1;
      launch(24, 128, [&] { blackScholes(m[0], m[1], m[2], m[3], m[4], 0.02f, 0.3f, n); });
      Arguments a;
      a.n = n; a.call = {m[0], 4 * n}; a.put = {m[1], 4 * n}; a.price = {m[2], 4 * n};
      a.strike = {m[3], 4 * n}; a.years = {m[4], 4 * n};
    )");
    row("fourier", "fourierPass", false, R"(
      const int half = 2048, stride = 256;
      float2 *x = array<float2>(2 * half), *y = array<float2>(2 * half);
      Launch shape{{16}};
      traced = 1;
      launch(16, 128, [&] { fourierPass(x, y, half, stride); });
      Arguments a;
      a.half = half; a.stride = stride; a.from = {x, 16 * half}; a.to = {y, 16 * half};
    )");
    row("matrix_multiply", "matrixMultiply", true, R"(
      const int n = 64;
      float *x = array<float>(n * n), *y = array<float>(n * n), *z = array<float>(n * n);
      Launch shape{{4, 4}};
      traced = 1;
      launch(dim3(4, 4), dim3(16, 16), [&] { matrixMultiply(x, y, z, n); });
      Arguments a;
      a.n = n; a.a = {x, 4 * n * n}; a.b = {y, 4 * n * n}; a.c = {z, 4 * n * n};
    )");
    row("convolution", "convolve", true, R"(
      const int n = 64, side = 3, width = n + side - 1;
      float *x = array<float>(width * width), *f = array<float>(9), *z = array<float>(n * n);
      Launch shape{{4, 4}};
      traced = 1;
      launch(dim3(4, 4), dim3(16, 16), [&] { convolve(x, f, z, n, side); });
      Arguments a;
      a.n = n; a.side = side; a.image = {x, 4 * width * width}; a.filter = {f, 36}; a.result = {z, 4 * n * n};
    )");
    row("transpose_matrix_vector", "transposeMatrixVector", true, R"(
      const int width = 700, height = 40;
      float *m = array<float>(width * height), *v = array<float>(height), *r = array<float>(width);
      Launch shape{{3}};
      traced = 1;
      launch(3, 256, [&] { transposeMatrixVector(m, v, r, width, height); });
      Arguments a;
      a.width = width; a.height = height; a.matrix = {m, 4 * width * height}; a.vector = {v, 4 * height};
      a.result = {r, 4 * width};
    )");
    row("bitonic_sort", "bitonicPass", false, R"(
      const unsigned half = 2048;
      unsigned* k = array<unsigned>(2 * half);
      Launch shape{{8}};
      traced = 1;
      launch(8, 256, [&] { bitonicPass(k, half, 7, 2); });
      Arguments a;
      a.half = half; a.stage = 7; a.pass = 2; a.keys = {k, 8 * half};
    )");
    row("monte_carlo", "monteCarlo", true, R"(
      const int blocks = 5, paths = 3000;
      float* s = array<float>(paths);
      Sum* m = array<Sum>(blocks * 256);
      Launch shape{{5}};
      traced = 1;
      launch(blocks, 256, [&] { monteCarlo(m, s, paths); });
      Arguments a;
      a.paths = paths; a.samples = {s, 4 * paths}; a.sums = {m, 8 * blocks * 256};
    )");
    row("matrix_vector", "matrixVector", true, R"(
      const int rows = 1000, columns = 16;
      float *m = array<float>(rows * columns), *v = array<float>(columns), *r = array<float>(rows);
      Launch shape{{4}};
      traced = 1;
      launch(4, 256, [&] { matrixVector(m, v, r, rows, columns); });
      Arguments a;
      a.rows = rows; a.columns = columns; a.matrix = {m, 4 * rows * columns}; a.vector = {v, 4 * columns};
      a.result = {r, 4 * rows};
    )");
  }
  void samples() {
    QFETCH(QString, file);
    QFETCH(QString, kernel);
    QFETCH(bool, heavyweight);
    QFETCH(QString, setup);
    const std::string source = (resourceFolder() / "samples/preexecution" / (file.toStdString() + ".cu")).string();
    const auto made = prepared(source, kernel.toStdString());
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    QCOMPARE(int(made->verdict), int(VerdictKind::applicable));
    QCOMPARE(made->program->heavyweight, heavyweight);
    QCOMPARE(made->program->leftOut, 0u);
    QVERIFY(made->program->notes.empty());
    QVERIFY(made->occupancy.blocks > 0);
    const auto text = readFile(source);
    QVERIFY(text.ok());
    check(*text, *made->program, setup.toStdString());
  }

  // A block of nine warps gets room for ten: a compiler leaves a thread as many registers as fit then.
  void fitsABlockOfOddWarps() {
    const auto made = preparedText(R"(
__global__ void many(const float* from, float* to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float kept[40];
  #pragma unroll
  for (int k = 0; k < 40; ++k) kept[k] = from[i * 40 + k];
  __syncthreads();
  #pragma unroll
  for (int k = 0; k < 40; ++k) to[i * 40 + k] = kept[39 - k] * kept[k];
}
int main() { many<<<4, 288>>>(0, 0); }
)",
                                   "many");
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    QCOMPARE(made->registers, 24u);  // 320 times 24 of 8,192
    QCOMPARE(made->occupancy.blocks, 1u);
  }

  void saysWhatItCannotKnow() {
    const auto made = preparedText(R"(
__global__ void hard(const float* a, float* b, int* next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (a[i] > 0.5f) b[i] = 1;           // depends on floating-point data
  int j = i;
  while (next[j] != 0) j = next[j];    // a chain, of memory that is written
  next[j] = n;
}
int main() { hard<<<2, 64>>>(0, 0, 0, 5); }
)",
                                   "hard");
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    std::string notes;
    for (const std::string& note : made->program->notes) notes += note + "\n";
    QVERIFY2(notes.find("A condition of `b[i]` at line 4 is dropped") != std::string::npos, notes.c_str());
    QVERIFY2(notes.find("`next[j]` at line 6 is left out") != std::string::npos, notes.c_str());
    QVERIFY(made->program->leftOut > 0);
    QVERIFY(made->program->explanation.find("## Left out") != std::string::npos);
  }

  void refusesWithAReason() {
    const std::string file = (resourceFolder() / "samples/preexecution/vector_add.cu").string();
    const auto discrete = findDevice("H200");
    QVERIFY(discrete.ok());
    const auto refused = prepare(ownHeaders(), file, "vectorAdd", *discrete, {});
    QVERIFY(refused.ok());
    QCOMPARE(int(refused->verdict), int(VerdictKind::refused));
    QVERIFY(toText(refused->reason).find("H200 has memory and caches of its own") != std::string::npos);
    QVERIFY(!refused->program);
    const auto missing = prepared(file, "nothing");
    QVERIFY(!missing.ok() && missing.error().message.find("It has `vectorAdd`") != std::string::npos);
    const auto empty = preparedText("__global__ void idle(int n) {}\nint main() { idle<<<1, 32>>>(1); }\n", "idle");
    QVERIFY(!empty.ok() && empty.error().message.find("touches no global memory") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(PreexecutionTest)
#include "preexecution_test.moc"

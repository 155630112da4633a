// The programs that read ahead of the samples in resources/samples/preexecution, and of small kernels, are compiled with
// warnings as errors and run beside the kernel, both under a compiler's own recording of every access: they may touch no
// cache line that the kernel does not, and with nothing skipped they touch all of them.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <sstream>

#include "analysis/preexecution/preexecute.h"
#include "core/base/file.h"
#include "core/base/subprocess.h"

using namespace warpwright;
using namespace warpwright::preexecution;

namespace {

analysis::AnalyzeOptions ownHeaders() {
  analysis::AnalyzeOptions options;
  options.parse.headers = frontend::HeaderMode::own;
  return options;
}

struct Lines {
  uint64_t kernel = 0, ahead = 0, common = 0;
};

}  // namespace

class PreexecutionTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  std::string path(const QString& name) const { return folder_.filePath(name).toStdString(); }
  void write(const QString& name, const std::string& text) const { QVERIFY(writeFileAtomically(path(name), text).ok()); }

  Result<Prepared> prepared(const std::string& file, const std::string& kernel) const {
    const auto device = findDevice("Fused 2012");
    if (!device.ok()) return device.error();
    return prepare(ownHeaders(), file, kernel, *device, {});
  }
  Result<Prepared> preparedText(const std::string& text, const std::string& kernel) const {
    write("code.cu", text);
    return prepared(path("code.cu"), kernel);
  }

  QString compile(const std::vector<std::string>& arguments) const {
    SubprocessOptions options;
    options.command = {WARPWRIGHT_CXX, "-std=c++17", "-O1", "-I", folder_.path().toStdString(), "-I",
                       std::string(WARPWRIGHT_TEST_DATA) + "/analysis/preexecution/harness"};
    options.command.insert(options.command.end(), arguments.begin(), arguments.end());
    const auto end = runSubprocess(options, {});
    if (!end.ok()) return QString::fromStdString(end.error().message);
    return end->clean() ? QString() : QString::fromStdString(end->errorOutput);
  }

  /// Runs kernel and program of a file; `setup` declares what both need, launches the kernel, and names the arguments `a`
  /// and the shape `shape` of the program. Lines for two skip factors.
  Result<std::array<Lines, 2>> trace(const std::string& source, const Program& program, const std::string& setup,
                                     std::array<int, 2> skips = {1, 32}) {
    write(QString::fromStdString(program.name + ".h"), program.header);
    write(QString::fromStdString(program.name + ".cpp"), program.source);
    const std::string kernel = source.substr(0, source.find("int main("));
    std::string main = "#include \"device_words.h\"\n#include \"" + program.name + ".h\"\n" + kernel + "void report();\n";
    main += "using namespace " + program.name + ";\nint main() {\n" + setup;
    main += "  for (uint64_t skip : {" + std::to_string(skips[0]) + ", " + std::to_string(skips[1]) + "}) {\n    Tuning tuning;\n    tuning.skip_factor = skip;\n    std::atomic<bool> stop{false};\n";
    main += "    traced = 2;\n    cpu_prefetching(a, shape, tuning, stop);\n    report();\n  }\n}\n";
    write("main.cpp", main);
    const std::string ahead = path(QString::fromStdString(program.name + ".cpp"));
    for (const std::vector<std::string>& step :
         {std::vector<std::string>{"-Wall", "-Wextra", "-Werror", "-fsanitize=thread", "-c", ahead, "-o", path("ahead.o")},
          {"-fsanitize=thread", "-c", path("main.cpp"), "-o", path("main.o")},
          {path("ahead.o"), path("main.o"), path("hooks.o"), "-pthread", "-o", path("both")}}) {
      if (const QString failed = compile(step); !failed.isEmpty()) return inputError(failed.toStdString());
    }
    SubprocessOptions run;
    run.command = {path("both")};
    run.timeout = std::chrono::seconds(60);
    const auto end = runSubprocess(run, {});
    if (!end.ok()) return end.error();
    if (!end->clean()) return inputError("the run failed: " + end->errorOutput);
    std::istringstream numbers(end->output);
    std::array<Lines, 2> lines;
    for (Lines& one : lines) numbers >> one.kernel >> one.ahead >> one.common;
    return lines;
  }

  void check(const std::string& source, const Program& program, const std::string& setup) {
    const auto lines = trace(source, program, setup);
    QVERIFY2(lines.ok(), lines.ok() ? "" : lines.error().message.c_str());
    const auto& [all, some] = *lines;
    QVERIFY(all.kernel > 0 && all.ahead > 0 && some.ahead > 0);
    QCOMPARE(all.common, all.ahead);    // nothing that the kernel does not touch
    QCOMPARE(all.ahead, all.kernel);    // and nothing less
    QCOMPARE(some.common, some.ahead);
    QVERIFY(some.ahead <= all.ahead);
  }

 private slots:
  void initTestCase() {
    const std::string hooks = std::string(WARPWRIGHT_TEST_DATA) + "/analysis/preexecution/harness/trace_hooks.cpp";
    QCOMPARE(compile({"-c", hooks, "-o", path("hooks.o")}), QString());
  }

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
    QCOMPARE(compile({"-Wall", "-Wextra", "-Werror", path("hook.cpp"), path("vectorAdd_preexecution.cpp"), "-pthread", "-o",
                      path("hook")}), QString());
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

  // A row of a sparse matrix ends where the data says; columns are read to know what of x is read.
  void followsIndicesAndDataBounds() {
    const std::string source = R"(
__global__ void spmv(const int* start, const int* column, const float* value, const float* x, float* y, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int k = start[row]; k < start[row + 1]; ++k) sum += value[k] * x[column[k]];
  y[row] = sum;
}
int main() { spmv<<<2, 128>>>(0, 0, 0, 0, 0, 200); }
)";
    const auto made = preparedText(source, "spmv");
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    QVERIFY(made->program->heavyweight);
    check(source, *made->program, R"(
      const int n = 200;
      int *start = array<int>(n + 1), *column = array<int>(20 * n);
      float *value = array<float>(20 * n), *x = array<float>(4000), *y = array<float>(n);
      for (int i = 0; i < n; ++i) start[i + 1] = start[i] + i * 7 % 20;
      for (int i = 0; i < 20 * n; ++i) column[i] = i * 37 % 4000;
      Launch shape{{2}};
      traced = 1;
      launch(2, 128, [&] { spmv(start, column, value, x, y, n); });
      Arguments a;
      a.n = n; a.start = {start, 4 * (n + 1)}; a.column = {column, 80 * n}; a.value = {value, 80 * n};
      a.x = {x, 16000}; a.y = {y, 4 * n};
    )");
  }

  // Signed and unsigned arithmetic, two dimensions, nested guards, a loop that runs down, a loop tested at its end.
  void computesAddressesAsTheKernelDoes() {
    const std::string source = R"(
__global__ void odd(const int* a, int* b, int n, int shift) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  if (((x ^ y) & 3) == 0 || x % 5 == 2) b[(x * 13 + y * 7) % (n * n)] = 1;
  for (int i = n - 1; i >= y; i -= 3) b[i * n + (x >> shift)] += a[(i * i) % (n * n)];
  int k = 0;
  do {
    b[k * n + x] += 2;
    k += 2;
  } while (k < n);
}
int main() { odd<<<dim3(3, 5), dim3(16, 8)>>>(0, 0, 40, 2); }
)";
    const auto made = preparedText(source, "odd");
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    QCOMPARE(made->program->notes, std::vector<std::string>());
    check(source, *made->program, R"(
      const int n = 40;
      int *in = array<int>(n * n), *out = array<int>(n * n);
      Launch shape{{3, 5}};
      traced = 1;
      launch(dim3(3, 5), dim3(16, 8), [&] { odd(in, out, n, 2); });
      Arguments a;
      a.n = n; a.shift = 2; a.a = {in, 4 * n * n}; a.b = {out, 4 * n * n};
    )");
  }

  // First and last thread of a batch are inside of the buffer, and those between them are not: their numbers wrap.
  void looksAtEachThreadWhereNumbersWrap() {
    const std::string source = R"(
__global__ void wraps(int* b, int stride, int start, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < n) b[x * stride + start] = 1;
}
int main() { wraps<<<16, 256>>>(0, 1 << 20, 1 << 20, 4096); }
)";
    const auto made = preparedText(source, "wraps");
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    QVERIFY(made->program->source.find("evenly_for_thread") != std::string::npos);
    const auto lines = trace(source, *made->program, R"(
      int* out = array<int>((1 << 20) + 16);
      Launch shape{{16}};
      Arguments a;
      a.n = 4096; a.stride = a.start = 1 << 20; a.b = {out, 4 * ((1 << 20) + 16)};
    )");
    QVERIFY2(lines.ok(), lines.ok() ? "" : lines.error().message.c_str());
    QCOMPARE((*lines)[0].ahead, 2u);  // of the first thread and of the last
    QCOMPARE((*lines)[1].ahead, 1u);
  }

  // Threads and rounds are one row: a skip factor of more threads than run at once leaves out whole rounds of the loop.
  void goesOnInTheNextRound() {
    const std::string source = R"(
__global__ void columns(const float* matrix, float* result, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < height; ++i) sum += matrix[i * width + x];
  result[x] = sum;
}
int main() { columns<<<1, 64>>>(0, 0, 64, 96); }
)";
    const auto made = preparedText(source, "columns");
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    const auto lines = trace(source, *made->program, R"(
      const int width = 64, height = 96;
      float *m = array<float>(width * height), *r = array<float>(width);
      Launch shape{{1}};
      traced = 1;
      launch(1, 64, [&] { columns(m, r, width, height); });
      Arguments a;
      a.width = width; a.height = height; a.matrix = {m, 4 * width * height}; a.result = {r, 4 * width};
    )", {48, 512});
    QVERIFY2(lines.ok(), lines.ok() ? "" : lines.error().message.c_str());
    const auto& [third, eighth] = *lines;
    QCOMPARE(third.kernel, 96u * 4 + 4);
    QCOMPARE(third.ahead, 96u * 64 / 48 + 2);   // every 48th of 96 rounds of 64 threads, and two of the result
    QCOMPARE(third.common, third.ahead);
    QCOMPARE(eighth.ahead, 96u / 8 + 1);        // every eighth round
    QCOMPARE(eighth.common, eighth.ahead);
  }

  // Elements of a vector, members of a structure, rounds of a loop that walks along a line: asked for once.
  void asksForALineOnce() {
    const std::string source = R"(
struct Pair { float first, second; };
__global__ void rows(const float2* points, Pair* pairs, const float* matrix, const int* index, int columns, float scale) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float2 point = points[x];
  float sum = point.x + point.y;
  for (int k = 0; k < columns; ++k) sum += matrix[x * columns + k];
  for (int k = 0; k < columns; ++k) sum += matrix[index[k]];
  pairs[x].first = sum;
  pairs[x].second = scale;
}
int main() { rows<<<4, 64>>>(0, 0, 0, 0, 16, 1); }
)";
    const auto made = preparedText(source, "rows");
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    const std::string& text = made->program->source;
    const auto timesIn = [&](const std::string& word) {
      size_t count = 0;
      for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
      return count;
    };
    QCOMPARE(timesIn("  sum += load<uint32_t>(a.points"), size_t{1});
    QCOMPARE(timesIn("  sum += load<uint32_t>(a.pairs"), size_t{1});
    QCOMPARE(timesIn("m1 += 16"), size_t{1});     // along a row
    QCOMPARE(timesIn("++m"), size_t{1});          // where the data says: any round may be elsewhere
    check(source, *made->program, R"(
      const int columns = 16, n = 256;
      float2* points = array<float2>(n);
      Pair* pairs = array<Pair>(n);
      float* matrix = array<float>(n * columns);
      int* index = array<int>(columns);
      for (int i = 0; i < columns; ++i) index[i] = i * 37;
      Launch shape{{4}};
      traced = 1;
      launch(4, 64, [&] { rows(points, pairs, matrix, index, columns, 1); });
      Arguments a;
      a.columns = columns; a.points = {points, 8 * n}; a.pairs = {pairs, 8 * n}; a.matrix = {matrix, 4 * n * columns};
      a.index = {index, 4 * columns};
    )");
  }

  // Addresses that depend on no thread or no round, conditions that the loop has asked already: nothing of the text is unused.
  void compilesWithoutWarnings() {
    const std::string source = R"(
__global__ void steps(int* total, const int* start, float* out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int from = start[x % n], to = start[x % n + 1];
  if (from < to && to <= from + n) {
    for (int i = 0; i < to - from; ++i) out[from + i] = i;
  }
  for (int i = 0; i < n; ++i) out[x] += 1;
  for (int i = 0; i < n; ++i) total[0] = i;
  total[1] = n;
}
int main() { steps<<<2, 64>>>(0, 0, 0, 8); }
)";
    const auto made = preparedText(source, "steps");
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    check(source, *made->program, R"(
      const int n = 8;
      int *total = array<int>(2), *start = array<int>(n + 1);
      float* out = array<float>(128);
      for (int i = 0; i < n; ++i) start[i + 1] = start[i] + i % 3;
      Launch shape{{2}};
      traced = 1;
      launch(2, 64, [&] { steps(total, start, out, n); });
      Arguments a;
      a.n = n; a.total = {total, 8}; a.start = {start, 4 * (n + 1)}; a.out = {out, 512};
    )");
  }

  // Loops that go on where one looks behind their end: the program must not jump over it.
  void endsWithTheLoop() {
    const std::string source = R"(
__global__ void unequal(const float* a, float* b, int n, unsigned char few, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k != n; ++k) sum += a[k * m + i];
  for (int k = 0; k != n; ++k) sum += a[i * m + k];
  for (unsigned char k = 0; k < few; ++k) sum += a[i * m + k];
  for (int k = 1; k < n; k *= 2) sum += a[i * m + k];
  b[i] = sum;
}
int main() { unequal<<<2, 64>>>(0, 0, 100, 250, 256); }
)";
    const auto made = preparedText(source, "unequal");
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    const auto lines = trace(source, *made->program, R"(
      const int n = 100, few = 250, m = 256;
      float *x = array<float>(128 * m), *y = array<float>(128);
      Launch shape{{2}};
      traced = 1;
      launch(2, 64, [&] { unequal(x, y, n, few, m); });
      Arguments a;
      a.n = n; a.few = few; a.m = m; a.a = {x, 4 * 128 * m}; a.b = {y, 512};
    )", {32, 2048});
    QVERIFY2(lines.ok(), lines.ok() ? "" : lines.error().message.c_str());
    for (const Lines& one : *lines) {
      QVERIFY(one.ahead > 0);
      QCOMPARE(one.common, one.ahead);
    }
  }

  // Where the data ends a loop, its rounds of each group of blocks are asked for, whatever is skipped.
  void asksEachRoundOfALoopThatDataEnd() {
    const std::string source = R"(
__global__ void lists(const int* length, const float* a, float* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < length[i]; ++k) sum += a[(i * 4 + k) * 16];
  b[i] = sum;
}
int main() { lists<<<200, 64>>>(0, 0, 0); }
)";
    const auto made = preparedText(source, "lists");
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    const auto lines = trace(source, *made->program, R"(
      const int n = 200 * 64;
      int* length = array<int>(n);
      float *x = array<float>(n * 64), *y = array<float>(n);
      for (int i = 0; i < n; ++i) length[i] = 3;
      Launch shape{{200}};
      traced = 1;
      launch(200, 64, [&] { lists(length, x, y); });
      Arguments a;
      a.length = {length, 4 * n}; a.a = {x, 256 * n}; a.b = {y, 4 * n};
    )", {20000, 1 << 20});
    QVERIFY2(lines.ok(), lines.ok() ? "" : lines.error().message.c_str());
    const uint64_t together = made->occupancy.blocks * 4, groups = (200 + together - 1) / together;
    QVERIFY(groups > 1);
    for (const Lines& one : *lines) {
      QVERIFY(one.ahead >= groups * 4);   // three of `a`, and the length
      QCOMPARE(one.common, one.ahead);
    }
  }

  // Offsets that double from thread to thread do not rise evenly.
  void doublingOffsetsAreNotEven() {
    const std::string source = R"(
__global__ void powers(const float* a, float* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[1 << i];
}
int main() { powers<<<1, 16>>>(0, 0); }
)";
    const auto made = preparedText(source, "powers");
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    check(source, *made->program, R"(
      float *x = array<float>(1 << 16), *y = array<float>(16);
      Launch shape{{1}};
      traced = 1;
      launch(1, 16, [&] { powers(x, y); });
      Arguments a;
      a.a = {x, 4 << 16}; a.b = {y, 64};
    )");
  }

  void aBlockWithoutThreadsTouchesNothing() {
    const std::string source = R"(
__global__ void lists(const int* length, const float* a, float* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < length[i]; ++k) b[i] += a[k];
}
int main(int count, char**) { lists<<<4, count>>>(0, 0, 0); }
)";
    const auto made = preparedText(source, "lists");
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    const auto lines = trace(source, *made->program, R"(
      int* length = array<int>(16);
      Launch shape{{4}};
      shape.block = {0, 1, 1};
      Arguments a;
      a.length = {length, 64};
    )");
    QVERIFY2(lines.ok(), lines.ok() ? "" : lines.error().message.c_str());
    QCOMPARE((*lines)[0].ahead, 0u);
  }

  // Buffers of any size, steps of any sign and size, any tuning: nothing outside of a buffer is read.
  void readsNothingOutside() {
    const std::string source = R"(
struct Triple { float x, y, z; };
__global__ void places(const float* a, const Triple* t, const short* s, float* b, int n, int stride, long pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = a[n - 1 - i] + a[i * stride] + t[i].y + s[3 * i - n];
  for (int k = 0; k < n; ++k) sum += a[i * pitch + k];
  for (unsigned k = 0; k < 3; ++k) sum += a[i + k - 2u];
  b[i] = sum;
}
int main() { places<<<5, 64>>>(0, 0, 0, 0, 0, 0, 0); }
)";
    const auto made = preparedText(source, "places");
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    QVERIFY(made->program->source.find("memory_fetch_evenly_for_thread") != std::string::npos);
    write("places_preexecution.h", made->program->header);
    write("places_preexecution.cpp", made->program->source);
    write("places.cpp", R"(
#include <cstdlib>
#include "places_preexecution.h"
using namespace places_preexecution;
int main() {
  uint64_t state = 7;
  const auto upTo = [&](uint64_t most) { state = state * 6364136223846793005u + 1442695040888963407u; return (state >> 33) % (most + 1); };
  for (int round = 0; round < 2000; ++round) {
    Arguments a;
    Buffer* const buffers[] = {&a.a, &a.t, &a.s, &a.b};
    for (Buffer* one : buffers) one->bytes = upTo(upTo(1) ? 64 : 5000), one->data = std::calloc(1, one->bytes);
    a.n = uint32_t(upTo(400)) - 40;
    a.stride = uint32_t(upTo(12)) - 6;
    a.pitch = upTo(1) ? upTo(40) - 20 : upTo(~uint64_t{0} >> 31) << 31;
    Launch shape{{uint32_t(upTo(6))}};
    Tuning tuning;
    tuning.skip_factor = 1 + upTo(upTo(1) ? 3 : 700);
    tuning.batch_size = 1 + upTo(2);
    tuning.concurrent_tb = 1 + upTo(3);
    static uint64_t hits;
    if (upTo(1)) tuning.l3_hits = [] { return hits += 7 + hits % 11; };
    std::atomic<bool> stop{false};
    cpu_prefetching(a, shape, tuning, stop);
    for (Buffer* one : buffers) std::free(const_cast<void*>(one->data));
  }
}
)");
    QCOMPARE(compile({"-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", path("places.cpp"),
                      path("places_preexecution.cpp"), "-pthread", "-o", path("places")}), QString());
    SubprocessOptions run;
    run.command = {path("places")};
    run.timeout = std::chrono::seconds(60);
    const auto end = runSubprocess(run, {});
    QVERIFY(end.ok());
    QVERIFY2(end->clean(), end->errorOutput.c_str());
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
)", "many");
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    QCOMPARE(made->registers, 24u);   // 320 times 24 of 8,192
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
)", "hard");
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
    QVERIFY(refused->reason.find("H200 has memory and caches of its own") != std::string::npos);
    QVERIFY(!refused->program);
    const auto missing = prepared(file, "nothing");
    QVERIFY(!missing.ok() && missing.error().message.find("It has `vectorAdd`") != std::string::npos);
    const auto empty = preparedText("__global__ void idle(int n) {}\nint main() { idle<<<1, 32>>>(1); }\n", "idle");
    QVERIFY(!empty.ok() && empty.error().message.find("touches no global memory") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(PreexecutionTest)
#include "preexecution_test.moc"

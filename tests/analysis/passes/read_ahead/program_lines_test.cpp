// What pre-execution programs of small kernels touch: no cache line that the kernel does not, with nothing skipped all
// of them, and never anything outside of a buffer; they end where the kernel's loops do.
#include "program_runs.h"

class ProgramLinesTest : public ProgramRuns {
  Q_OBJECT
 private slots:
  void initTestCase() { compileHooks(); }

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
    )",
                             {48, 512});
    QVERIFY2(lines.ok(), lines.ok() ? "" : lines.error().message.c_str());
    const auto& [third, eighth] = *lines;
    QCOMPARE(third.kernel, 96u * 4 + 4);
    QCOMPARE(third.ahead, 96u * 64 / 48 + 2);  // every 48th of 96 rounds of 64 threads, and two of the result
    QCOMPARE(third.common, third.ahead);
    QCOMPARE(eighth.ahead, 96u / 8 + 1);  // every eighth round
    QCOMPARE(eighth.common, eighth.ahead);
  }

  // Elements of a vector, members of a structure, rounds of a loop that walks along a line: asked for once.
  void asksForALineOnce() {
    const std::string source = R"(
struct Pair { float first, second; };
__global__ void rows(const float2* points, Pair* pairs, const float* matrix, const int* index, int columns,
                     float scale) {
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
    QCOMPARE(timesIn("m1 += 16"), size_t{1});  // along a row
    QCOMPARE(timesIn("++m"), size_t{1});       // where the data says: any round may be elsewhere
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

  // Addresses that depend on no thread or no round, conditions that the loop has asked already: nothing of the text is
  // unused.
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
    )",
                             {32, 2048});
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
    )",
                             {20000, 1 << 20});
    QVERIFY2(lines.ok(), lines.ok() ? "" : lines.error().message.c_str());
    const uint64_t together = made->occupancy.blocks * 4, groups = (200 + together - 1) / together;
    QVERIFY(groups > 1);
    for (const Lines& one : *lines) {
      QVERIFY(one.ahead >= groups * 4);  // three of `a`, and the length
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
  const auto upTo = [&](uint64_t most) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % (most + 1);
  };
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
    QCOMPARE(compile({"-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
                      path("places.cpp"), path("places_preexecution.cpp"), "-pthread", "-o", path("places")}),
             QString());
    SubprocessOptions run;
    run.command = {path("places")};
    run.timeout = std::chrono::seconds(60);
    const auto end = runSubprocess(run, {});
    QVERIFY(end.ok());
    QVERIFY2(end->clean(), end->errorOutput.c_str());
  }
};

QTEST_GUILESS_MAIN(ProgramLinesTest)
#include "program_lines_test.moc"

// Launches that pass one memory for two arguments: threads may race there that do not in two.
#include "launch_programs.h"

using namespace warpwright;
using analysis::Analyzer;

class LaunchedRacesTest : public QObject {
  Q_OBJECT
  ProgramFolder folder_;

  /// What is said of merging threads and blocks, and of other blocks.
  void expect(const QString& program, const QString& verdict, const QString& why = "",
              const std::vector<std::string>& passes = {"thread_compaction", "block_compaction", "block_shape"}) {
    const std::string file = folder_.write("program.cu", program + "\n");
    Analyzer analyzer(optionsOf(passes));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    for (const std::string& pass : passes) {
      const Opportunity* found = findingOf(*result, pass);
      QVERIFY2(found, pass.c_str());
      const QString reason = QString::fromStdString(pass + ": " + toText(found->reason));
      QVERIFY2(QString::fromStdString(toString(found->verdict)) == verdict, qPrintable(reason));
      QVERIFY2(reason.contains(why), qPrintable(reason));
    }
  }

 private slots:
  void looksAtWhatOneMemoryIsPassedFor_data() {
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("verdict");
    const auto row = [](const char* host, const char* verdict) { QTest::newRow(host) << host << verdict; };
    row("k<<<4, 64>>>(p, q);", "applicable");
    row("k<<<4, 64>>>(p + 1, q + 2);", "applicable");
    row("k<<<4, 64>>>(p + 1, p);", "refused");
    row("k<<<4, 64>>>(p, p + 1);", "refused");
    row("k<<<4, 64>>>(&p[3], p);", "refused");
    row("k<<<4, 64>>>(p - 3, p);", "refused");
    row("k<<<4, 64>>>((int *)((char *)p + 4), p);", "refused");
    row("int *a = p + 1; k<<<4, 64>>>(a, p);", "refused");
    row("int *a = p + 2, *b = a - 1; k<<<4, 64>>>(a, b);", "refused");
    row("const int d = 2; k<<<4, 64>>>(p + d, p);", "refused");
    row("k<<<4, 64>>>(p + n + 1, p + n);", "refused");
    row("k<<<4, 64>>>(rows[0] + 1, rows[0]);", "refused");
    row("k<<<4, 64>>>(q, p); k<<<4, 64>>>(p + 1, p);", "refused");
    // Each thread loads and stores its own element.
    row("k<<<4, 64>>>(p, p);", "applicable");
    row("k<<<4, 64>>>(p + 1, p + 1);", "applicable");
    row("int *a = p; k<<<4, 64>>>(a, p);", "applicable");
    // The launch comes to 256 elements.
    row("k<<<4, 64>>>(p, p + 256);", "applicable");
    row("k<<<4, 64>>>(p + 256, p);", "applicable");
    row("int *a = p, *b = p + 300; k<<<4, 64>>>(a, b);", "applicable");
    // Another block's elements.
    row("k<<<4, 64>>>(p, p + 255);", "unknown");
    row("k<<<4, 64>>>(p, p + 64);", "unknown");
    row("k<<<n, 64>>>(p, p + 256);", "unknown");
    // How far apart is not seen.
    row("k<<<4, 64>>>(p + n, p);", "unknown");
    row("int d = 1; d += n; k<<<4, 64>>>(p + d, p);", "unknown");
    row("int *a = p; a += 300; k<<<4, 64>>>(p, a);", "unknown");
    row("int *a = p; ++a; k<<<4, 64>>>(p, a);", "unknown");
    row("int *a = p + 300; for (int i = 0; i < n; ++i, --a) k<<<4, 64>>>(p, a);", "unknown");
    row("int *a = p + 300; move(a); k<<<4, 64>>>(p, a);", "unknown");
    row("int *b = p, *a = b + 300; b += n; k<<<4, 64>>>(b, a);", "unknown");
    row("int *b = p, *a = b + 300; auto f = [&] { b += n; }; f(); k<<<4, 64>>>(b, a);", "unknown");
    row("static int *a = p + 300; k<<<4, 64>>>(p, a);", "unknown");
    row("go(p + 1, p);", "unknown");
    row("int *a = nullptr, *b = 0; k<<<4, 64>>>(a, b);", "applicable");
    row("int *a = nullptr; set(a, p); k<<<4, 64>>>(a, p);", "unknown");
    row("int *a = nullptr, **b = &a; *b = p + n; k<<<4, 64>>>(a, p);", "unknown");
    row("int *a = nullptr; auto f = [&] { a = p + n; }; f(); k<<<4, 64>>>(a, p);", "unknown");
    // What may be passed is not followed.
    row("int *a = n > 1 ? q : p + 1; k<<<4, 64>>>(a, p);", "unknown");
    row("std::vector<int *> v; v.push_back(p + 1); v.push_back(p); k<<<4, 64>>>(v[0], v[1]);", "unknown");
    row("int *a = p, *b = p + 1; for (int r = 0; r < n; ++r) { k<<<4, 64>>>(a, b); std::swap(a, b); }", "unknown");
    row("int *a = p, *b = q; for (int r = 0; r < n; ++r) { k<<<4, 64>>>(a, b); std::swap(a, b); }", "applicable");
    row("rows[0] = p + 1; k<<<4, 64>>>(rows[0], p);", "unknown");
  }

  void looksAtWhatOneMemoryIsPassedFor() {
    QFETCH(QString, host);
    QFETCH(QString, verdict);
    const QString passedOn = host.startsWith("go") ? "static void go(int *a, int *o) { k<<<4, 64>>>(a, o); }\n" : "";
    expect(
        "#include <utility>\n#include <vector>\n"
        "__global__ void k(const int *a, int *o) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  int v = a[i];\n  o[i] = v * 2;\n}\n"
        "static void move(int *&a) { ++a; }\nstatic void set(int *&a, int *p) { a = p + 1; }\n" +
            passedOn +
            "int main(int n, char **) {\n  int *p, *q;\n  cudaMalloc(&p, 4096);\n  cudaMalloc(&q, 4096);\n"
            "  int *rows[2] = {q, q};\n  " +
            host + "\n  cudaDeviceSynchronize();\n}",
        verdict);
  }

  void looksAtWhatTheKernelDoesThere_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("verdict");
    const auto row = [](const char* body, const char* verdict) { QTest::newRow(body) << body << verdict; };
    row("if (i < n) o[i] = a[i];", "applicable");  // 100 of them
    row("if (i <= n + 1) o[i] = a[i];", "unknown");
    row("for (int j = i; j < n; j += 64) o[j] = a[j];", "applicable");
    row("if (i < n) o[i] = a[i + 1];", "unknown");
    row("if (i < n) o[i] = a[f[i]];", "unknown");
    row("if (i < 8) o[i] = a[i + 96];", "refused");
  }

  // The arguments lie 100 elements apart.
  void looksAtWhatTheKernelDoesThere() {
    QFETCH(QString, body);
    QFETCH(QString, verdict);
    expect(
        "__global__ void k(const int *a, int *o, const int *f, int n) {\n  int i = blockIdx.x * blockDim.x + "
        "threadIdx.x;\n  " +
            body +
            "\n}\nint main() {\n  int *p, *f;\n  cudaMalloc(&p, 4096);\n  cudaMalloc(&f, 4096);\n"
            "  k<<<2, 64>>>(p, p + 100, f, 100);\n  cudaDeviceSynchronize();\n}",
        verdict, "", {"thread_compaction"});
  }

  void takesOnePointerForOneArgument_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("verdict");
    const auto row = [](const char* body, const char* verdict) { QTest::newRow(body) << body << verdict; };
    row("o[i] = a[i];", "applicable");
    row("o[f[i]] = a[f[i]] + 1;", "applicable");  // as `o[f[i]] += 1` of a kernel of one argument
    row("int at = ((i & ~(n - 1)) << 1) + (i & (n - 1)), v = a[at]; o[at] = a[at + n]; o[at + n] = v;", "applicable");
    row("o[i] = a[i + 1];", "refused");
  }

  // Both are given the same one.
  void takesOnePointerForOneArgument() {
    QFETCH(QString, body);
    QFETCH(QString, verdict);
    expect(
        "__global__ void k(const int *a, int *o, const int *f, int n) {\n  int i = blockIdx.x * blockDim.x + "
        "threadIdx.x;\n  " +
            body +
            "\n}\nint main(int n, char **) {\n  int *p, *f;\n  cudaMalloc(&p, 4096);\n  cudaMalloc(&f, 4096);\n"
            "  k<<<2, 64>>>(p, p, f, n);\n  cudaDeviceSynchronize();\n}",
        verdict, "", {"thread_compaction"});
  }

  void looksAtExchangedMembers_data() {
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("verdict");
    const auto row = [](const char* host, const char* verdict) { QTest::newRow(host) << host << verdict; };
    row("G g{p, q}; while (n--) { k<<<4, 64>>>(g.a, g.b); std::swap(g.a, g.b); }", "applicable");
    row("G g{p, p + 1}; while (n--) { k<<<4, 64>>>(g.a, g.b); std::swap(g.a, g.b); }", "unknown");
    row("G g{p, q}; while (n--) { k<<<4, 64>>>(g.a, g.b); flip(g); }", "applicable");
    row("G g{p, p + 1}; while (n--) { k<<<4, 64>>>(g.a, g.b); flip(g); }", "unknown");
    row("G *g = new G{p, q}; while (n--) { k<<<4, 64>>>(g->a, g->b); std::swap(g->a, g->b); }", "applicable");
    row("int *two[2] = {p, q}, i = 0; while (n--) { k<<<4, 64>>>(two[i], two[1 - i]); i = 1 - i; }", "applicable");
    row("int *two[2] = {p, p + 1}, i = 0; while (n--) { k<<<4, 64>>>(two[i], two[1 - i]); i = 1 - i; }", "unknown");
    // They hold what other objects held.
    row("G g{p, q}, h = g; std::swap(g.a, g.b); k<<<4, 64>>>(g.a, h.b);", "unknown");
    row("G g{p, q}; int *in = g.a; std::swap(g.a, g.b); k<<<4, 64>>>(in, g.b);", "unknown");
    row("G g{p, q}; while (n--) { k<<<4, 64>>>(g.a, g.b); std::swap(g.a, g.b); g.b = g.a + 1; }", "unknown");
    row("int *two[2] = {p, q}, i = 0, j = 1; while (n--) { k<<<4, 64>>>(two[i], two[j]); i = 1 - i; }", "unknown");
  }

  // Buffers that change places between launches.
  void looksAtExchangedMembers() {
    QFETCH(QString, host);
    QFETCH(QString, verdict);
    expect(
        "#include <utility>\nstruct G { int *a, *b; };\nstatic void flip(G &g) { std::swap(g.a, g.b); }\n"
        "__global__ void k(const int *a, int *o) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  int v = a[i];\n  o[i] = v * 2;\n}\n"
        "int main(int n, char **) {\n  int *p, *q;\n  cudaMalloc(&p, 4096);\n  cudaMalloc(&q, 4096);\n  " +
            host + "\n  cudaDeviceSynchronize();\n}",
        verdict, "", {"thread_compaction"});
  }

  void looksIntoStructuresAndVariables_data() {
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("verdict");
    const auto row = [](const char* host, const char* verdict) { QTest::newRow(host) << host << verdict; };
    row("k<<<4, 64>>>(L{p + 1, p});", "refused");
    row("k<<<4, 64>>>(L{p, q});", "applicable");
    row("L l{p + 1, p}; k<<<4, 64>>>(l);", "unknown");
    row("L l; l.a = p + 1; l.b = p; k<<<4, 64>>>(l);", "unknown");
    row("L l{p, q}; k<<<4, 64>>>(l);", "applicable");
    row("int *g; cudaGetSymbolAddress((void **)&g, table); k<<<4, 64>>>(L{g + 1, g});", "refused");
    row("int *g; cudaGetSymbolAddress((void **)&g, table); v<<<4, 64>>>(g + 1);", "unknown");
    row("v<<<4, 64>>>(p);", "applicable");
  }

  void looksIntoStructuresAndVariables() {
    QFETCH(QString, host);
    QFETCH(QString, verdict);
    const QString kernel = host.contains("v<<<")
                               ? "__global__ void v(int *o) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                 "  o[i] = table[i] * 2;\n}\n"
                               : "__global__ void k(L l) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                 "  l.b[i] = l.a[i] * 2;\n}\n";
    expect("struct L { int *a; int *b; };\n__device__ int table[4096];\n" + kernel +
               "int main() {\n  int *p, *q;\n  cudaMalloc(&p, 4096);\n  cudaMalloc(&q, 4096);\n  " + host +
               "\n  cudaDeviceSynchronize();\n}",
           verdict);
  }

  void saysWhichLaunchAndWhatMeets() {
    const QString kernel =
        "__global__ void k(const int *a, int *o) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  int v = a[i];\n  o[i] = v * 2;\n}\nint main() {\n  int *p;\n  cudaMalloc(&p, 4096);\n";
    expect(kernel + "  k<<<4, 64>>>(p + 1, p);\n}", "refused",
           "The launch at line 9 passes one memory for `a` and `o`.");
    expect(kernel + "  k<<<4, 64>>>(p + 64, p);\n}", "unknown", "the launch at line 9 passes one memory");
  }

  // What a local array begins with is memory that no launch passes.
  void looksAtNoMemoryOfTheCompiler() {
    expect(
        "__global__ void k(int *o, int n) {\n  const int first[8] = {3, 1, 4, 1, 5, 9, 2, 6};\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  o[i] = first[(i + n) & 7] + n;\n}\n"
        "int main(int n, char **) {\n  int *p;\n  cudaMalloc(&p, 4096);\n  k<<<4, 64>>>(p, n);\n}",
        "applicable", "", {"thread_compaction"});
  }

  // What a barrier orders is no race.
  void keepsWhatABarrierOrders() {
    expect(
        "__global__ void k(const int *a, int *o) {\n  int t = threadIdx.x, v = a[t];\n  __syncthreads();\n"
        "  o[t] = v;\n}\nint main() {\n  int *p;\n  cudaMalloc(&p, 4096);\n  k<<<1, 64>>>(p + 1, p);\n}",
        "unknown", "", {"thread_compaction"});
    expect(
        "__global__ void k(const int *a, int *o) {\n  int t = threadIdx.x, v = a[t];\n  o[t] = v;\n}\n"
        "int main() {\n  int *p;\n  cudaMalloc(&p, 4096);\n  k<<<1, 64>>>(p + 1, p);\n}",
        "refused", "", {"thread_compaction", "vectorise"});
  }
};

QTEST_GUILESS_MAIN(LaunchedRacesTest)
#include "launched_races_test.moc"

// What may be taken for granted of a kernel's launches: programs that launch it in some form, and what no pass may say.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

#include "analysis/analyzer/analysis.h"
#include "core/base/file.h"

using namespace warpwright;
using analysis::AnalyzeOptions;
using analysis::Analyzer;

namespace {

/// Private to its thread, and free of the barrier, for blocks of 32 threads; not for those of 64.
const char* const kernelText = R"(
__global__ void k(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 32) s[t] = in[t];
  __syncthreads();
  out[t] = s[t & 31] * 3;
}
)";

AnalyzeOptions options(std::vector<std::string> passes, std::vector<std::string> launches = {}) {
  AnalyzeOptions options;
  options.parse.headers = frontend::HeaderMode::own;
  options.passes = std::move(passes);
  options.launches = std::move(launches);
  return options;
}

const std::vector<std::string> allPasses = {"shared_to_register", "shared_to_local",   "shared_to_global",
                                            "redundant_barrier",  "thread_compaction", "block_compaction"};

/// "pass subject: reason" of each applicable finding.
QString applicable(const AnalysisResult& result) {
  QString text;
  for (const KernelSummary& kernel : result.kernels) {
    for (const Opportunity& found : kernel.opportunities) {
      if (found.verdict != VerdictKind::applicable) continue;
      text += QString::fromStdString(found.pass + " " + found.subject + ": " + toText(found.reason) + "\n");
    }
  }
  return text;
}

const Opportunity* findingOf(const AnalysisResult& result, const std::string& pass) {
  for (const KernelSummary& kernel : result.kernels) {
    for (const Opportunity& found : kernel.opportunities) {
      if (found.pass == pass) return &found;
    }
  }
  return nullptr;
}

}  // namespace

class LaunchKnowledgeTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  std::string write(const QString& name, const QString& text) {
    const std::string path = QDir(folder_.path()).filePath(name).toStdString();
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    [&] { QVERIFY(writeFileAtomically(path, text.toStdString()).ok()); }();
    return path;
  }

 private slots:
  // Each launches with 64 threads as well, in a form that is not a launch that is understood or in code that is easily
  // missed.
  void findsNothingUnderOneBlock_data() {
    QTest::addColumn<QString>("host");
    const auto row = [](const char* name, const char* host) { QTest::newRow(name) << host; };
    row("kernelEx",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); cudaLaunchConfig_t c = {}; c.gridDim = dim3(1); "
        "c.blockDim = dim3(64); cudaLaunchKernelEx(&c, k, (const int *)i, o); }");
    row("kernelExC",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); void *a[] = {&i, &o}; cudaLaunchConfig_t c = {}; "
        "c.gridDim = dim3(1); c.blockDim = dim3(64); cudaLaunchKernelExC(&c, (const void *)k, a); }");
    row("graph node",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); cudaKernelNodeParams p = {}; p.func = (void *)k; "
        "p.blockDim = dim3(64); cudaGraph_t g; cudaGraphNode_t n; cudaGraphAddKernelNode(&n, g, nullptr, 0, &p); }");
    row("table",
        "typedef void (*Fn)(const int *, int *);\nint main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); "
        "Fn table[] = {k, k}; table[1]<<<1, 64>>>(i, o); }");
    row("global table",
        "typedef void (*Fn)(const int *, int *);\nstatic Fn const table[] = {k};\nint main() { int *i = 0, *o = 0; "
        "k<<<1, 32>>>(i, o); table[0]<<<1, 64>>>(i, o); }");
    row("template parameter",
        "template <class K> static void go(K f, int b, int *i, int *o) { f<<<1, b>>>(i, o); }\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); go(k, 64, i, o); }");
    row("template value",
        "template <void (*F)(const int *, int *)> static void go(int b, int *i, int *o) { F<<<1, b>>>(i, o); }\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); go<k>(64, i, o); }");
    row("auto template value",
        "template <auto F> struct G { static void go(int b, int *i, int *o) { F<<<1, b>>>(i, o); } };\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); G<k>::go(64, i, o); }");
    row("function parameter",
        "static void go(void (*f)(const int *, int *), int b, int *i, int *o) { f<<<1, b>>>(i, o); }\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); go(k, 64, i, o); }");
    row("struct member",
        "struct J { void (*f)(const int *, int *); int b; };\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); J j{k, 64}; j.f<<<1, j.b>>>(i, o); }");
    row("assigned member",
        "struct J { void (*f)(const int *, int *); };\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); J j; j.f = k; j.f<<<1, 64>>>(i, o); }");
    row("default argument",
        "static void go(int *i, int *o, void (*f)(const int *, int *) = k) { f<<<1, 64>>>(i, o); }\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); go(i, o); }");
    row("result of a function",
        "typedef void (*Fn)(const int *, int *);\nstatic Fn get() { return k; }\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); get()<<<1, 64>>>(i, o); }");
    row("conditional",
        "__global__ void k2(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
        "int main(int n, char **) { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); (n > 1 ? k : k2)<<<1, 64>>>(i, o); }");
    row("conditional variable",
        "__global__ void k2(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
        "int main(int n, char **) { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); auto f = n > 1 ? k : k2; "
        "f<<<1, 64>>>(i, o); }");
    row("variable", "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); auto f = k; f<<<1, 64>>>(i, o); }");
    row("variable of a variable",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); auto f = k; auto g = f; g<<<1, 64>>>(i, o); }");
    row("captured variable",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); auto f = k; [=] { f<<<1, 64>>>(i, o); }(); }");
    row("address of a variable",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); auto f = k; auto *p = &f; (*p)<<<1, 64>>>(i, o); }");
    row("reference", "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); auto &f = k; f<<<1, 64>>>(i, o); }");
    row("constexpr global",
        "constexpr auto kk = k;\nint main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); kk<<<1, 64>>>(i, o); }");
    row("variable template",
        "template <class T> constexpr auto kk = k;\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); kk<int><<<1, 64>>>(i, o); }");
    row("static member",
        "struct S { static constexpr auto f = k; };\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); S::f<<<1, 64>>>(i, o); }");
    row("launched variable",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); void *a[] = {&i, &o}; const void *f = (const void *)k; "
        "cudaLaunchKernel(f, dim3(1), dim3(64), a, 0, 0); }");
    row("launched member",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); void *a[] = {&i, &o}; const void *f[1] = {(const void "
        "*)k}; "
        "cudaLaunchKernel(f[0], dim3(1), dim3(64), a, 0, 0); }");
    row("launch by name",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); void *a[] = {&i, &o}; "
        "cudaLaunchKernel((const void *)k, dim3(1), dim3(64), a, 0, 0); }");
    row("std::function",
        "#include <functional>\nint main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); "
        "std::function<void(int)> f = [=](int b) { k<<<1, b>>>(i, o); }; f(64); }");
    row("lambda for an algorithm",
        "#include <algorithm>\nint main() { int *i = 0, *o = 0; int sizes[] = {64}; "
        "auto f = [=](int b) { k<<<1, b>>>(i, o); }; f(32); std::for_each(sizes, sizes + 1, f); }");
    row("lambda as a pointer",
        "int *i, *o;\nint main() { auto f = [](int b) { k<<<1, b>>>(i, o); }; f(32); "
        "void (*p)(int) = f; p(64); }");
    row("global lambda",
        "inline auto launch = [](int b, int *i, int *o) { k<<<1, b>>>(i, o); };\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); launch(64, i, o); }");
    row("global table of lambdas",
        "struct Op { void (*run)(int *, int *); };\nstatic const Op ops[] = {{[](int *i, int *o) { k<<<1, 64>>>(i, o); "
        "}}};\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); ops[0].run(i, o); }");
    row("local class",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); struct R { void operator()(int *i, int *o) { "
        "k<<<1, 64>>>(i, o); } }; R()(i, o); }");
    row("local class with a number",
        "int main() { int *i = 0, *o = 0; struct R { void run(int b, int *i, int *o) { "
        "k<<<1, b>>>(i, o); } }; R r; r.run(32, i, o); r.run(64, i, o); }");
    row("class in a lambda",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); [=] { struct R { static void run(int *i, int *o) { "
        "k<<<1, 64>>>(i, o); } }; R::run(i, o); }(); }");
    row("member initialiser",
        "static int *i, *o;\nstatic int go(int b) { k<<<1, b>>>(i, o); return b; }\n"
        "struct S { int x = go(64); };\nint main() { go(32); S s; (void)s; }");
    row("constructor's list",
        "static int *i, *o;\nstatic int go(int b) { k<<<1, b>>>(i, o); return b; }\n"
        "struct S { int x; S() : x(go(64)) {} };\nint main() { go(32); S s; (void)s; }");
    row("generic lambda",
        "static void go(int *i, int *o, int b) { k<<<1, b>>>(i, o); }\n"
        "int main() { int *i = 0, *o = 0; auto f = [&](auto n) { go(i, o, n); }; go(i, o, 32); f(64); }");
    row("launch in a generic lambda",
        "int main() { int *i = 0, *o = 0; auto f = [&](auto n) { k<<<1, n>>>(i, o); }; f(32); f(64); }");
    row("static initialiser",
        "static int *i, *o;\nstatic int go(int b) { k<<<1, b>>>(i, o); return b; }\nstatic int x = go(64);\n"
        "int main() { go(32); }");
    row("static member's initialiser",
        "static int *i, *o;\nstatic int go(int b) { k<<<1, b>>>(i, o); return b; }\n"
        "struct S { static inline int x = go(64); };\nint main() { go(32); }");
    row("call in a default argument",
        "static int *i, *o;\nstatic int go(int b) { k<<<1, b>>>(i, o); return b; }\n"
        "static void all(int x = go(64)) {}\nint main() { go(32); all(); }");
    row("friend in a class",
        "struct S { friend void go(S, int *i, int *o) { k<<<1, 64>>>(i, o); } };\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); go(S(), i, o); }");
    row("destructor",
        "struct S { int *i, *o; ~S() { k<<<1, 64>>>(i, o); } };\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); S s{i, o}; }");
    row("conversion",
        "struct S { int *i, *o; operator int() { k<<<1, 64>>>(i, o); return 0; } };\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); S s{i, o}; return s; }");
    row("constructor's parameter",
        "static int *i, *o;\nstruct S { S(int b) { k<<<1, b>>>(i, o); } };\n"
        "int main() { S a(32); S b = 64; }");
    row("literal",
        "static int *i, *o;\nvoid operator\"\"_threads(unsigned long long b) { k<<<1, (int)b>>>(i, o); }\n"
        "int main() { 32_threads; 64_threads; }");
    row("operator",
        "struct S { int *i, *o; void operator<<(int b) { k<<<1, b>>>(i, o); } };\n"
        "int main() { S s{nullptr, nullptr}; s << 32; s << 64; }");
    row("member template",
        "struct S { template <class T> void run(T b, int *i, int *o) { k<<<1, b>>>(i, o); } };\n"
        "int main() { int *i = 0, *o = 0; S s; s.run(32, i, o); s.run(64u, i, o); }");
    row("extern C",
        "extern \"C\" { namespace n { static void go(int *i, int *o) { k<<<1, 64>>>(i, o); } } }\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); n::go(i, o); }");
    row("class template",
        "template <int B> struct S { static void run(int *i, int *o) { k<<<1, B>>>(i, o); } };\n"
        "int main() { int *i = 0, *o = 0; S<32>::run(i, o); S<64>::run(i, o); }");
    row("symbol",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); cudaFunction_t f; cudaGetFuncBySymbol(&f, (const void "
        "*)k); }");
    row("in code with errors", "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); missing(k<<<1, 64>>>(i, o)); }");
    row("comparison",
        "static void keep(const void *);\nint main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); keep((const void *)&k); "
        "}\n"
        "static const void *kept; static void keep(const void *p) { kept = p; }");
    row("in what is assigned",
        "static bool go(int *i, int *o, int b) { k<<<1, b>>>(i, o); return true; }\n"
        "int main(int n, char **) { int *i = 0, *o = 0; int b = 64; b = go(i, o, b) ? 32 : 32; go(i, o, b); }");
    row("in a member's value",
        "static bool go(int *i, int *o, int b) { k<<<1, b>>>(i, o); return true; }\nstruct C { int b = 64; };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c; c.b = go(i, o, c.b) ? 32 : 32; go(i, o, c.b); }");
    row("in an extent",
        "static bool go(int *i, int *o, int b) { k<<<1, b>>>(i, o); return true; }\n"
        "int main(int n, char **) { int *i = 0, *o = 0; dim3 b(64); b.x = go(i, o, b.x) ? 32 : 32; k<<<1, "
        "b>>>(i, o); }");
    row("in a shape",
        "static bool go(int *i, int *o, int b) { k<<<1, b>>>(i, o); return true; }\n"
        "int main(int n, char **) { int *i = 0, *o = 0; dim3 b(64); b = go(i, o, b.x) ? dim3(32) : dim3(32); "
        "k<<<1, b>>>(i, o); }");
    row("lambda in what is assigned",
        "int main(int n, char **) { int *i = 0, *o = 0; int b = 64; auto go = [&](int n) { k<<<1, n>>>(i, "
        "o); return true; }; b = go(b) ? 32 : 16; }");
    row("left of a chain",
        "static int kept;\nstatic int &go(int *i, int *o, int b) { k<<<1, b>>>(i, o); return kept; }\n"
        "int main(int n, char **) { int *i = 0, *o = 0; int b = 32; go(i, o, b) = b = 64; }");
    row("operator=",
        "struct C { int b; C &operator=(const C &o) { b = o.b * 2; return *this; } };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c{1}; c = C{32}; k<<<1, c.b>>>(i, o); }");
    row("operator= of a shape",
        "struct C { dim3 b; C &operator=(const C &) { b = dim3(64); return *this; } };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c{dim3(1)}; c = C{dim3(32)}; k<<<1, c.b>>>(i, o); }");
    row("member keeps its object",
        "struct C; static C *last; static int keep(C *c) { last = c; return 1; }\n"
        "struct C { int b = 32; int n = keep(this); };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c; last->b = 64; k<<<1, c.b>>>(i, o); }");
    row("member sets another",
        "struct C { int b = 32; int n = (b = 64); };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c; k<<<1, c.b>>>(i, o); }");
    row("member sets what a list gave",
        "struct C { int b; int n = (b = 64); };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c{32}; k<<<1, c.b>>>(i, o); }");
    row("part keeps itself",
        "struct B { int b = 32; B() { self = this; } static B *self; }; B *B::self;\n"
        "struct C { B in; int b = 32; };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c; ((C *)B::self)->b = 64; k<<<1, c.b>>>(i, o); }");
    row("part gets an address",
        "struct A { int *p; A(int *q) : p(q) { *q = 64; } };\nstruct C { int b = 32; A a = A(&b); };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c; k<<<1, c.b>>>(i, o); }");
    row("part of an array",
        "struct A { A() { ((int *)this)[-1] = 64; } int z = 0; };\nstruct C { int b = 32; A a[1]; };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c; k<<<1, c.b>>>(i, o); }");
    row("bit-field",
        "struct C { unsigned b : 7; };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c; c.b = 192 - n + n; k<<<1, c.b>>>(i, o); }");
    row("bit-field in a chain",
        "struct C { unsigned b : 7; };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c; unsigned b = c.b = 160 + 32; k<<<1, b>>>(i, o); }");
    row("own dim3",
        "namespace my { struct dim3 { unsigned x = 32, y = 1, z = 1; dim3() = default; dim3(unsigned a) : "
        "x(a * 2) {} }; }\nint main(int n, char **) { int *i = 0, *o = 0; my::dim3 b(32); k<<<1, b.x>>>(i, o); }");
    row("own dim3 in another order",
        "namespace my { struct dim3 { unsigned y = 1, x = 32, z = 1; }; }\n"
        "int main(int n, char **) { int *i = 0, *o = 0; my::dim3 b{32, 64, 1}; k<<<1, b.x>>>(i, o); }");
    row("own launch",
        "namespace my { template <class... A> void cudaLaunchKernel(void (*f)(A...), int block, int grid, "
        "void **a, int) {\n  ::cudaLaunchKernel((const void *)f, dim3(grid), dim3(block), a, 0, 0); } }\n"
        "int main(int n, char **) { int *i = 0, *o = 0; void *a[] = {&i, &o}; my::cudaLaunchKernel(k, 64, 1, "
        "a, 0); k<<<1, 1>>>(i, o); }");
    row("own attribute",
        "namespace my { static void cudaFuncSetAttribute(void (*f)(const int *, int *), int *i, int *o) { "
        "f<<<1, 64>>>(i, o); } }\n"
        "int main(int n, char **) { int *i = 0, *o = 0; my::cudaFuncSetAttribute(k, i, o); k<<<1, 32>>>(i, o); }");
    row("own attribute at file scope",
        "static void cudaFuncSetAttribute(void (*f)(const int *, int *), int *i, int *o) { f<<<1, 64>>>(i, "
        "o); }\n"
        "int main(int n, char **) { int *i = 0, *o = 0; cudaFuncSetAttribute(k, i, o); k<<<1, 32>>>(i, o); }");
    row("own occupancy",
        "template <class F> static int cudaOccupancyMaxTry(F f, int *i, int *o) { f<<<1, 64>>>(i, o); return "
        "1; }\n"
        "int main(int n, char **) { int *i = 0, *o = 0; cudaOccupancyMaxTry(k, i, o); k<<<1, 32>>>(i, o); }");
    row("size that runs",
        "int main(int n, char **) { int *i = 0, *o = 0; char v[2][n + 1]; (void)sizeof(*(k<<<1, 64>>>(i, o), "
        "&v[0])); k<<<1, 32>>>(i, o); }");
    row("type that runs",
        "int main(int n, char **) { int *i = 0, *o = 0; int b = 32; typeof(int[(b = 64)]) *p; (void)p; "
        "k<<<1, b>>>(i, o); }");
    row("cast that runs",
        "int main(int n, char **) { int *i = 0, *o = 0; int b = 32; (void)(int (*)[(b = 64)])i; k<<<1, "
        "b>>>(i, o); }");
  }

  void findsNothingUnderOneBlock() {
    QFETCH(QString, host);
    const std::string file = write("program.cu", kernelText + host + "\n");
    Analyzer analyzer(options(allPasses));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    for (const Diagnostic& error : result->units.front().errors) qWarning("%s", error.message.c_str());
    QVERIFY(!result->kernels.empty());
    const QString said = applicable(*result);
    for (const char* pass : {"shared_to_register", "shared_to_local", "redundant_barrier"}) {
      QVERIFY2(!said.contains(QString(pass) + " "), qPrintable(said));
    }
  }

  // Mentions that launch nothing, and launches that are understood: all blocks have 32 threads.
  void findsWhatOneBlockAllows_data() {
    QTest::addColumn<QString>("host");
    const auto row = [](const char* name, const char* host) { QTest::newRow(name) << host; };
    row("launch", "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); }");
    row("occupancy",
        "int main() { int *i = 0, *o = 0, n = 0; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 32, 0); "
        "k<<<1, 32>>>(i, o); }");
    row("potential block size",
        "int main() { int *i = 0, *o = 0, g = 0, b = 0; cudaOccupancyMaxPotentialBlockSize(&g, &b, k, 0, 0); "
        "k<<<1, 32>>>(i, o); }");
    row("attribute",
        "int main() { int *i = 0, *o = 0; cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 0); "
        "k<<<1, 32>>>(i, o); }");
    row("attributes",
        "int main() { int *i = 0, *o = 0; cudaFuncAttributes a; cudaFuncGetAttributes(&a, (const void *)k); "
        "k<<<1, 32>>>(i, o); }");
    row("cache",
        "int main() { int *i = 0, *o = 0; cudaFuncSetCacheConfig(k, cudaFuncCachePreferShared); k<<<1, 32>>>(i, o); }");
    row("type", "int main() { int *i = 0, *o = 0; decltype(&k) f = nullptr; (void)f; k<<<1, 32>>>(i, o); }");
    row("size", "int main() { int *i = 0, *o = 0; int n = sizeof(&k); (void)n; k<<<1, 32>>>(i, o); }");
    row("variable", "int main() { int *i = 0, *o = 0; auto f = k; f<<<1, 32>>>(i, o); }");
    row("either",
        "__global__ void k2(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
        "int main(int n, char **) { int *i = 0, *o = 0; auto f = n > 1 ? k : k2; f<<<1, 32>>>(i, o); }");
    row("assigned",
        "__global__ void k2(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
        "int main(int n, char **) { int *i = 0, *o = 0; void (*f)(const int *, int *) = k2; if (n > 1) f = k; "
        "f<<<1, 32>>>(i, o); }");
    row("by name",
        "int main() { int *i = 0, *o = 0; void *a[] = {&i, &o}; cudaLaunchKernel((const void *)k, dim3(1), dim3(32), "
        "a, 0, 0); }");
    row("lambda", "int main() { int *i = 0, *o = 0; auto f = [&](int b) { k<<<1, b>>>(i, o); }; f(32); }");
    row("generic lambda", "int main() { int *i = 0, *o = 0; auto f = [&](auto b) { k<<<1, b>>>(i, o); }; f(32); }");
    row("lambda of a template",
        "template <class F> static void twice(F f) { f(32); f(32); }\n"
        "int main() { int *i = 0, *o = 0; twice([=](int b) { k<<<1, b>>>(i, o); }); }");
    row("global lambda",
        "static auto launch = [](int *i, int *o) { k<<<1, 32>>>(i, o); };\nint main() { launch(nullptr, nullptr); }");
    row("local class",
        "int main() { int *i = 0, *o = 0; struct R { static void run(int *i, int *o) { k<<<1, 32>>>(i, o); } }; "
        "R::run(i, o); }");
    row("default member",
        "static int *i, *o;\nstatic int go(int b) { k<<<1, b>>>(i, o); return b; }\n"
        "struct S { int x = go(32); };\nint main() { S s; (void)s; }");
    row("template",
        "template <int B> static void run(int *i, int *o) { k<<<1, B>>>(i, o); }\n"
        "int main() { int *i = 0, *o = 0; run<32>(i, o); }");
    row("template without instances",
        "template <class T> static void run(T b) { k<<<1, b>>>(nullptr, nullptr); }\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); }");
    row("text in code with errors",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o);\n  missing(\"no k\");  // nor k here\n}");
    row("other names",
        "struct S { int k; };\nint main() { int *i = 0, *o = 0; S s{64}; (void)s.k; k<<<1, 32>>>(i, o); }");
    row("text", "int main() { int *i = 0, *o = 0; const char *name = \"k\"; (void)name; k<<<1, 32>>>(i, o); }");
    row("thread",
        "#include <thread>\nint main() { int *i = 0, *o = 0; std::thread t([=] { k<<<1, 32>>>(i, o); }); t.join(); }");
    row("plain structure",
        "#include <string>\nstruct C { std::string name; dim3 block; int n = 32, m = n * 2; };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c; c.block = dim3(32); k<<<1, c.block>>>(i, o); }");
    row("plain copy",
        "struct C { int b; dim3 g; };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c{1}; c = C{32, dim3(1)}; k<<<c.g, c.b>>>(i, o); }");
    row("computed length",
        "int main(int n, char **) { int *i = 0, *o = 0; char v[n + 1]; int s = sizeof(v); (void)s; k<<<1, "
        "32>>>(i, o); }");
  }

  void findsWhatOneBlockAllows() {
    QFETCH(QString, host);
    const std::string file = write("program.cu", kernelText + host + "\n");
    Analyzer analyzer(options({"shared_to_register"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const Opportunity* found = findingOf(*result, "shared_to_register");
    QVERIFY(found);
    QVERIFY2(found->verdict == VerdictKind::applicable, toText(found->reason).c_str());
  }

  // Whoever gives launches vouches for them; the text of launches that are not seen stays as it is all the same.
  void takesTheUsersWord() {
    const std::string file = write("program.cu", QString(kernelText) +
                                                     "static void go(void (*f)(const int *, int *)) { f<<<1, "
                                                     "32>>>(nullptr, nullptr); }\nint main() { go(k); }\n");
    Analyzer analyzer(options(allPasses, {"k<<<1,32>>>"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const QString said = applicable(*result);
    QVERIFY2(said.contains("shared_to_register s"), qPrintable(said));
    for (const char* pass : {"shared_to_global", "thread_compaction", "block_compaction"}) {
      QVERIFY2(!said.contains(QString(pass) + " "), qPrintable(said));
    }
  }

  void looksAtOtherFiles_data() {
    QTest::addColumn<QStringList>("files");  // name, text, name, text, …; the first is analysed
    QTest::addColumn<bool>("isKnown");
    const QString kernel = QString(kernelText), header = "#pragma once\n__global__ void k(const int *in, int *out);\n";
    const QString own = "void small(const int *i, int *o) { k<<<1, 32>>>(i, o); }\n";
    const QString other = "void more(const int *i, int *o) { k<<<1, 64>>>(i, o); }\n";
    const auto row = [](const char* name, QStringList files, bool isKnown) { QTest::newRow(name) << files << isKnown; };
    row("header",
        {"k.cu", "#include \"kern.h\"\n" + kernel + own, "kern.h", header, "b.cu", "#include \"kern.h\"\n" + other},
        false);
    row("header of a header",
        {"k.cu", "#include \"kern.h\"\n" + kernel + own, "kern.h", header, "all.h", "#include \"kern.h\"\n", "b.cu",
         "#include \"all.h\"\n" + other},
        false);
    row("declared again", {"k.cu", kernel + own, "b.cu", "extern __global__ void k(const int *, int *);\n" + other},
        false);
    row("another folder",
        {"src/k.cu", "#include \"../inc/kern.h\"\n" + kernel + own, "inc/kern.h", header, "app/b.cu",
         "#include \"../inc/kern.h\"\n" + other},
        false);
    row("nobody includes the header",
        {"k.cu", "#include \"kern.h\"\n" + kernel + own, "kern.h", header, "b.cu", "void f() {}\n"}, true);
    row("alone", {"k.cu", kernel + own, "b.cu", "void f() {}\n"}, true);
    row("its own", {"k.cu", kernel + own, "b.cu", kernel + other}, true);
    row("a comment",
        {"k.cu", kernel + own, "b.cu",
         "// k<<<1, 64>>>(i, o)\nvoid f() { const char *t = \"k<<<1, 64>>>()\"; (void)t; }\n"},
        true);
    row("a variable",
        {"k.cu", kernel + own, "b.cu",
         "int f(int n) { int k = n; if (k < 2) return k; for (k = 0; k < 3; ++k) {} return k; }\n"},
        true);
    row("two programs",
        {"one/k.cu", kernel + own + "void use();\nint main() { use(); }\n", "two/src/b.cu",
         "__global__ void k(const int *, int *);\n" + other, "two/main.cu", kernel + "int main() {}\n", ".git/HEAD",
         "ref\n"},
        true);
    row("another program's launch",
        {"one/k.cu", kernel + own, "one/test.cpp", "int main() {}\n", "two/b.cu",
         "__global__ void k(const int *, int *);\n" + other + "int main() {}\n", ".git/HEAD", "ref\n"},
        false);
    const QString launch =
        "#pragma once\ntemplate <class... A> void launch(void (*f)(A...), A... a) {\n"
        "  void *p[] = {&a...};\n  cudaLaunchKernel((const void *)f, 1, 64, p, 0, 0);\n}\n";
    for (const char* name : {"b.cpp", "b.cxx", "b.C", "b.c++"}) {
      row(name,
          {"k.cu", "#include \"kern.h\"\n" + kernel + own, "kern.h", header, "launch.h", launch, name,
           "#include \"kern.h\"\n#include \"launch.h\"\nvoid b(const int *i, int *o) { launch(&k, i, o); }\n"},
          false);
    }
    row("no launch",
        {"k.cu", "#include \"kern.h\"\n" + kernel + own, "kern.h", header, "b.cpp",
         "#include \"kern.h\"\nvoid b() {}\n"},
        true);
    const auto beside = [&](const char* name, const QString& text, bool isKnown) {
      row(name, {"k.cu", kernel + own, "b.cu", text}, isKnown);
    };
    beside("head of a macro",
           "#define KERNEL(n) __global__ void n\nKERNEL(k)(const int *, int *);\n#define GO(n) n<<<1, 64>>>\n"
           "void b(const int *i, int *o) { GO(k)(i, o); }\n",
           false);
    beside("body of a macro",
           "#define KERNEL(n) __global__ void n\nKERNEL(k)(const int *i, int *o) { o[0] = i[0]; }\n#define GO(n) "
           "n<<<1, 64>>>\n"
           "void b(const int *i, int *o) { GO(k)(i, o); }\n",
           true);
    beside("word of a macro",
           "#define DECL(...) __VA_ARGS__\n__global__ void DECL(k)(const int *, int *);\n"
           "void b(void **a) { cudaLaunchKernel((const void *)k, 1, 64, a, 0, 0); }\n",
           false);
    beside("type of a function",
           "namespace { typedef void F(const int *, int *); }\n__global__ F k; static F *const t[] = {k};\n"
           "void b(const int *i, int *o) { t[0]<<<1, 64>>>(i, o); }\n",
           false);
    beside("put together",
           "#define CAT(a, b) a##b\n#define A <<<1, 64>>>\n__global__ void CAT(, k)(const int *, int *);\n"
           "void b(const int *i, int *o) { k A(i, o); }\n",
           false);
    row("list",
        {"k.cu", kernel + own, "b.cu",
         "#define X(n) __global__ void n(const int *, int *);\n#include \"list.def\"\n#undef X\n"
         "#define X(n) n<<<1, 64>>>(i, o);\nvoid b(const int *i, int *o) {\n#include \"list.def\"\n}\n",
         "list.def", "X(k)\n"},
        false);
    beside("a parameter",
           "float f(const float *k, int n) { float s = 0; for (int i = 0; i < n; ++i) s += k[i]; return s * k[0]; }\n",
           true);
    beside("the second variable", "int f() { int i = 1, k = 2; return g(i, k) + k; }\n", true);
    beside("members", "struct S { int k; };\nint f(S s, S *p) { return s.k + p->k; }\n", true);
    beside("parameter of a macro", "#define MORE(k) ((k) + 1)\n#include <k>\nint f(int n) { return MORE(n); }\n", true);
    beside("a variable elsewhere", "int f(int k) { return k; }\nvoid b() { start(k, 64); }\n", false);
    row("two parts",
        {"one/k.cu", kernel + own, "two/src/b.cu", "__global__ void k(const int *, int *);\n" + other, "two/main.cu",
         "int main() {}\n", ".git/HEAD", "ref\n"},
        false);
    row("static",
        {"k.cu", QString(kernelText).replace("__global__", "static __global__") + own, "b.cu",
         "__global__ void k(const int *, int *);\n" + other},
        true);
  }

  void looksAtOtherFiles() {
    QFETCH(QStringList, files);
    QFETCH(bool, isKnown);
    const QTemporaryDir project;  // of its own: the files of others are looked at, too
    std::string first;
    for (int i = 0; i + 1 < files.size(); i += 2) {
      const std::string file = write(project.filePath(files[i]), files[i + 1]);
      if (i == 0) first = file;
    }
    Analyzer analyzer(options(allPasses));
    const Result<AnalysisResult> result = analyzer.analyze({first}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const QString said = applicable(*result);
    QVERIFY2(said.contains("shared_to_register s") == isKnown, qPrintable(said));
    QVERIFY2(said.contains("redundant_barrier") == isKnown, qPrintable(said));
  }

  // The program's own launches say that two memories are one.
  void refusesWhatALaunchContradicts_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<bool>("isRefused");
    const QString two =
        "__global__ void k(const int *a, int *b) {\n  int t = threadIdx.x, v = a[t];\n  __syncthreads();\n  b[t] = "
        "v;\n}\n";
    const QString make = "static int *make() { int *d; cudaMalloc(&d, 1024); return d; }\n";
    const QString structure =
        "struct L { int *a; int *b; };\n__global__ void k(L l) {\n  int t = threadIdx.x, v = l.a[t + 1];\n"
        "  __syncthreads();\n  l.b[t] = v;\n}\n";
    const QString variable =
        "__device__ int g[256];\n__global__ void k(int *b) {\n  int t = threadIdx.x, v = g[t + 1];\n"
        "  __syncthreads();\n  b[t] = v;\n}\n";
    const auto row = [&](const char* name, const QString& program, bool isRefused) {
      QTest::newRow(name) << make + program << isRefused;
    };
    row("same", two + "int main() { int *o = make(); k<<<1, 64>>>(o, o); }", true);
    row("moved on", two + "int main() { int *o = make(); k<<<1, 64>>>(o + 1, o); }", true);
    row("element", two + "int main() { int *o = make(); k<<<1, 64>>>(&o[1], o); }", true);
    row("other name", two + "int main() { int *o = make(); int *p = o; k<<<1, 64>>>(p, o); }", true);
    row("allocated name",
        two + "int main() { int *o = nullptr; cudaMalloc(&o, 1024); const int *p = o + 4; k<<<1, 64>>>(p, o); }", true);
    row("cast", two + "int main() { void *o = make(); k<<<1, 64>>>((const int *)o, (int *)((char *)o + 4)); }", true);
    row("passed twice",
        two + "static void go(int *x, int *y) { k<<<1, 64>>>(x, y); }\nint main() { int *o = make(); go(o, o); }",
        true);
    row("passed on",
        two +
            "static void in(int *x, int *y) { k<<<1, 64>>>(x, y); }\nstatic void go(int *x, int *y) { in(x, y); }\n"
            "int main() { int *o = make(); go(o, o + 1); }",
        true);
    row("member", two + "struct S { int *p; };\nint main() { S s{make()}; k<<<1, 64>>>(s.p, s.p); }", true);
    row("object",
        two +
            "struct S { int *p, *q; void run() { k<<<1, 64>>>(p, q); } };\n"
            "int main() { int *o = make(); S s; s.p = o; s.q = o; s.run(); }",
        true);
    row("object of two",
        two +
            "struct S { int *p, *q; void run() { k<<<1, 64>>>(p, q); } };\n"
            "int main() { int *o = make(), *i = make(); S s; s.p = i; s.q = o; s.run(); }",
        false);
    row("structure", structure + "int main() { int *o = make(); L h{o, o}; k<<<1, 64>>>(h); }", true);
    row("filled structure", structure + "int main() { int *o = make(); L h; h.a = o; h.b = o + 1; k<<<1, 64>>>(h); }",
        true);
    row("structure in place", structure + "int main() { int *o = make(); k<<<1, 64>>>(L{o, o}); }", true);
    row("copied structure", structure + "int main() { int *o = make(); L g{o, o}; L h = g; k<<<1, 64>>>(h); }", true);
    row("variable of the device",
        variable + "int main() { int *p; cudaGetSymbolAddress((void **)&p, g); k<<<1, 64>>>(p); }", true);
    row("addresses",
        two +
            "int main() { int *o = make(), *p = o; void *v[] = {&o, &p}; cudaLaunchKernel((const void *)k, 1, 64, v, "
            "0, 0); }",
        true);
    row("reference", two + "int main() { int *q = make(); int *&r = q; k<<<1, 64>>>(q, r); }", true);
    row("elements", two + "int main() { int *o = make(); int *q[2] = {o, o}; k<<<1, 64>>>(q[0], q[1]); }", true);
    row("given back",
        two + "static int *id(int *p) { return p; }\nint main() { int *o = make(); k<<<1, 64>>>(o, id(o)); }", true);
    row("given back by a lambda",
        two + "int main() { int *o = make(); auto f = [](int *z) { return z; }; int *r = f(o); k<<<1, 64>>>(o, r); }",
        true);
    row("two addresses",
        two +
            "int main() { int *o = make(), *i = make(); void *v[] = {&i, &o}; cudaLaunchKernel((const void *)k, 1, 64, "
            "v, 0, 0); }",
        false);
    row("one of two given back",
        two +
            "static int *id(int *p, int *q) { return q; }\nint main() { int *o = make(), *i = make(); k<<<1, 64>>>(o, "
            "id(o, i)); }",
        false);
    row("made by a function",
        two + "int main() { int *o = make(), *i = make(); int *&r = i; k<<<1, 64>>>(make(), r); k<<<1, 64>>>(o, r); }",
        false);
    row("changed array",
        two + "int main() { int *o = make(); int *q[2] = {o, o}; q[1] = make(); k<<<1, 64>>>(q[0], q[1]); }", false);
    row("two", two + "int main() { int *o = make(), *i = make(); k<<<1, 64>>>(i, o); }", false);
    row("two turns",
        two +
            "int main() { int *o = make(), *i = make(); for (int r = 0; r < 3; ++r) { k<<<1, 64>>>(i, o); int *t = i; "
            "i = o; o = t; } }",
        false);
    row("swapped",
        "#include <utility>\n" + two +
            "int main() { int *o = make(), *i = make(); for (int r = 0; r < 3; ++r) { "
            "k<<<1, 64>>>(i, o); std::swap(i, o); } }",
        false);
    row("two of an array", two + "int main() { int *d[2] = {make(), make()}; k<<<1, 64>>>(d[0], d[1]); }", false);
    row("by turns",
        two +
            "int main() { int *d[2] = {make(), make()}; for (int r = 0; r < 3; ++r) k<<<1, 64>>>(d[r & 1], d[1 - (r & "
            "1)]); }",
        false);
    row("made anew", two + "int main() { int *o = make(); int *p = o; o = make(); k<<<1, 64>>>(p, o); }", false);
    row("two members", two + "struct S { int *p, *q; };\nint main() { S s{make(), make()}; k<<<1, 64>>>(s.p, s.q); }",
        false);
    row("structure of two", structure + "int main() { int *o = make(), *i = make(); L h{i, o}; k<<<1, 64>>>(h); }",
        false);
    row("beside the variable", variable + "int main() { int *p = make(); k<<<1, 64>>>(p); }", false);
    row("passed apart",
        two +
            "static void go(int *x, int *y) { k<<<1, 64>>>(x, y); }\n"
            "int main() { int *o = make(), *i = make(); go(i, o); go(o, i); }",
        false);
  }

  void refusesWhatALaunchContradicts() {
    QFETCH(QString, program);
    QFETCH(bool, isRefused);
    const std::string file = write("program.cu", program + "\n");
    Analyzer analyzer(options({"redundant_barrier"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const Opportunity* found = findingOf(*result, "redundant_barrier");
    QVERIFY(found);
    if (!isRefused) {
      QVERIFY2(found->verdict != VerdictKind::refused, toText(found->reason).c_str());
      return;
    }
    QVERIFY2(found->verdict == VerdictKind::refused, toText(found->reason).c_str());
    QVERIFY2(toText(found->reason).starts_with("The launch at line "), toText(found->reason).c_str());
    const Result<Rewrite> rewrite = analyzer.rewrite(file, found->id, {}, {});
    QVERIFY(!rewrite.ok());
  }

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
    const std::string file = write("program.cu", kernel + host + "\n");
    Analyzer analyzer(options({"shared_to_global"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const Opportunity* found = findingOf(*result, "shared_to_global");
    QVERIFY(found);
    QVERIFY2((found->verdict == VerdictKind::applicable) == isOffered, toText(found->reason).c_str());
  }

  void bracketsOperatorsThatAreWords() {
    const std::string file = write("program.cu",
                                   "__global__ void k(const int *in, int *o) { int i = blockIdx.x * blockDim.x + "
                                   "threadIdx.x; o[i] = in[i] + 1; }\n"
                                   "int main() { int *i = 0, *o = 0; k<<<8 bitor 4, 64>>>(i, o); k<<<6, 64 bitor "
                                   "32>>>(i, o); k<<<7 xor 1, not 0 ? 64 : 32>>>(i, o); }\n");
    for (const char* pass : {"thread_compaction", "block_compaction"}) {
      Analyzer analyzer(options({pass}));
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
};

QTEST_GUILESS_MAIN(LaunchKnowledgeTest)
#include "launch_knowledge_test.moc"

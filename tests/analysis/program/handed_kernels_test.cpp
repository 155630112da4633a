// What is known of the launches of kernels that are handed to functions which launch them, and of sizes that lambdas
// and functions get.
#include "launch_programs.h"

using namespace warpwright;
using analysis::Analyzer;

class HandedKernelsTest : public QObject {
  Q_OBJECT
  ProgramFolder folder_;

  /// Of what one block of 32 threads allows.
  std::pair<VerdictKind, std::string> judged(const QString& host) {
    const std::string file = folder_.write("program.cu", kernelText + host + "\n");
    Analyzer analyzer(optionsOf({"shared_to_register"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    if (!result.ok()) qFatal("%s", result.error().message.c_str());
    const Opportunity* found = findingOf(*result, "shared_to_register");
    return found ? std::pair(found->verdict, toText(found->reason))
                 : std::pair(VerdictKind::unknown, std::string("nothing is found"));
  }

 private slots:
  // Each launches with 64 threads as well.
  void knowsLargerBlocks_data() {
    QTest::addColumn<QString>("host");
    const auto row = [](const char* name, const char* host) { QTest::newRow(name) << host; };
    // A kernel that is handed to a function, which launches it.
    row("handed on twice",
        "template <class K> static void go(K f, int b, int *i, int *o) { f<<<1, b>>>(i, o); }\n"
        "template <class K> static void all(K f, int b, int *i, int *o) { go(f, b, i, o); }\n"
        "int main() { int *i = 0, *o = 0; go(k, 32, i, o); all(k, 64, i, o); }");
    row("handed on to what keeps it",
        "static void (*kept)(const int *, int *);\ntemplate <class K> static void keep(K f) { kept = f; }\n"
        "template <class K> static void go(K f, int *i, int *o) { f<<<1, 32>>>(i, o); keep(f); }\n"
        "int main() { int *i = 0, *o = 0; go(k, i, o); kept<<<1, 64>>>(i, o); }");
    row("handed on by reference",
        "#include <utility>\ntemplate <class K, class... A> static void go(int b, K &&f, A &&...a) { f<<<1, "
        "b>>>(a...); }\n"
        "template <class K> static void all(K &&f, int b, int *i, int *o) { go(b, std::forward<K>(f), i, o); }\n"
        "int main() { int *i = 0, *o = 0; go(32, k, i, o); all(k, 64, i, o); }");
    row("handed to itself",
        "template <class K> static void go(K f, int b, int *i, int *o) { f<<<1, b>>>(i, o); if (b < 64) go(f, b * 2, "
        "i, o); }\n"
        "int main() { int *i = 0, *o = 0; go(k, 32, i, o); }");
    row("handed to two",
        "template <class K> static void go(K f, K g, int b, int *i, int *o) { f<<<1, 32>>>(i, o); g<<<1, b>>>(i, o); "
        "}\n"
        "__global__ void k2(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
        "int main() { int *i = 0, *o = 0; go(k, k2, 64, i, o); go(k2, k, 64, i, o); }");
    row("handed on and kept",
        "template <class K> static void go(K f, int b, int *i, int *o) { f<<<1, 32>>>(i, o); auto g = f; g<<<1, "
        "b>>>(i, o); }\n"
        "int main() { int *i = 0, *o = 0; go(k, 64, i, o); }");
    row("handed on and kept elsewhere",
        "static void (*kept)(const int *, int *);\n"
        "template <class K> static void go(K f, int b, int *i, int *o) { f<<<1, b>>>(i, o); kept = f; }\n"
        "int main() { int *i = 0, *o = 0; go(k, 32, i, o); kept<<<1, 64>>>(i, o); }");
    row("handed on and launched by name",
        "template <class K> static void go(K f, int b, int *i, int *o) { void *a[] = {&i, &o}; f<<<1, 32>>>(i, o); "
        "cudaLaunchKernel((const void *)f, dim3(1), dim3(b), a, 0, 0); }\n"
        "int main() { int *i = 0, *o = 0; go(k, 64, i, o); }");
    row("handed to a lambda's function",
        "template <class F> static void twice(F f) { f(32); f(64); }\n"
        "template <class K> static void go(K f, int *i, int *o) { twice([=](int b) { f<<<1, b>>>(i, o); }); }\n"
        "int main() { int *i = 0, *o = 0; go(k, i, o); }");
    row("handed to a virtual method",
        "struct B { virtual void go(void (*f)(const int *, int *), int *i, int *o) { f<<<1, 32>>>(i, o); } };\n"
        "struct D : B { void go(void (*f)(const int *, int *), int *i, int *o) override { f<<<1, 64>>>(i, o); } };\n"
        "int main() { int *i = 0, *o = 0; D d; B &b = d; b.go(k, i, o); }");
    row("handed to a function that is not seen",
        "void go(void (*f)(const int *, int *), int b, int *i, int *o);\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); go(k, 64, i, o); }");
    row("handed to a static size",
        "template <class K> static void go(K f, int b, int *i, int *o) { static int kept = b; f<<<1, kept>>>(i, o); }\n"
        "__global__ void k2(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
        "int main() { int *i = 0, *o = 0; go(k2, 64, i, o); go(k, 32, i, o); }");
    row("handed to a size that another call set",
        "static int kept = 32;\ntemplate <class K> static void go(K f, int b, int *i, int *o) { "
        "f<<<1, kept>>>(i, o); kept = b; }\n"
        "__global__ void k2(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
        "int main() { int *i = 0, *o = 0; go(k2, 64, i, o); go(k, 32, i, o); }");
    row("size that a call under another condition set",
        "static int kept = 32;\nstatic void go(int n, int *i, int *o) { if (n == 32) k<<<1, kept>>>(i, o); kept = n; "
        "}\n"
        "int main() { int *i = 0, *o = 0; go(64, i, o); go(32, i, o); }");
    row("shape that a call under another condition set",
        "static void go(int n, int *i, int *o) { static dim3 kept(n); if (n == 32) k<<<1, kept>>>(i, o); }\n"
        "int main() { int *i = 0, *o = 0; go(64, i, o); go(32, i, o); }");
    row("parameter that is a shape",
        "static void go(dim3 b, int *i, int *o) { k<<<1, b>>>(i, o); }\n"
        "int main() { int *i = 0, *o = 0; go(dim3(32), i, o); go(64, i, o); }");
    row("parameter that is a shape and changes",
        "static void go(dim3 b, int *i, int *o) { b.x *= 2; k<<<1, b>>>(i, o); }\n"
        "int main() { int *i = 0, *o = 0; go(dim3(32), i, o); k<<<1, 32>>>(i, o); }");
    row("reference to a shape that changes",
        "static void set(dim3 &b) { b.x = 64; }\nstatic void go(dim3 &b) { set(b); k<<<1, b>>>(0, 0); }\n"
        "int main() { dim3 b(32); go(b); }");
    row("another name of a shape",
        "static void go(dim3 &a, const dim3 &b) { a.x = 64; k<<<1, b>>>(0, 0); }\nint main() { dim3 b(32); go(b, b); "
        "}");
    row("kept and handed on",
        "__global__ void k2(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
        "template <class K> static void go(K f, int b, int *i, int *o) { f<<<1, b>>>(i, o); }\n"
        "int main(int n, char **) { int *i = 0, *o = 0; auto f = n > 1 ? k2 : k; go(f, 64, i, o); go(k, 32, i, o); }");
    row("kept, handed on and kept again",
        "static void (*kept)(const int *, int *);\n"
        "template <class K> static void go(K &&f, int b, int *i, int *o) { f<<<1, b>>>(i, o); kept = f; }\n"
        "int main() { int *i = 0, *o = 0; auto f = k; go(f, 32, i, o); kept<<<1, 64>>>(i, o); }");
    row("kept, and its place handed on",
        "__global__ void k2(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
        "template <class K> static void set(K *f) { *f = k; }\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); auto f = k2; set(&f); f<<<1, 64>>>(i, o); }");
    row("kept, and changed where it is handed on",
        "__global__ void k2(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
        "template <class K> static void set(K &f) { f = k; }\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); auto f = k2; set(f); f<<<1, 64>>>(i, o); }");
    row("kept in a case",
        "__global__ void k2(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
        "int main(int n, char **) { int *i = 0, *o = 0; void (*f)(const int *, int *) = k2; k<<<1, 32>>>(i, o); "
        "switch (n) { case 1: f = k; break; default: f = k2; } if (f == k) f<<<1, 64>>>(i, o); }");
    row("compared as a number",
        "static unsigned long kept;\nint main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); kept = (unsigned long)k; "
        "((void (*)(const int *, int *))kept)<<<1, 64>>>(i, o); }");
    row("assigned and compared",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); void (*f)(const int *, int *) = nullptr; auto g = f; "
        "if ((g = k) != nullptr) g<<<1, 64>>>(i, o); }");
    row("captured size that is set later",
        "int main() { int *i = 0, *o = 0; int b = 32; auto f = [&] { k<<<1, b>>>(i, o); }; b = 64; f(); }");
    row("captured size that is set in the lambda",
        "int main() { int *i = 0, *o = 0; int b = 32; auto f = [&] { k<<<1, b>>>(i, o); b = 64; }; f(); f(); }");
    row("captured shape that is set later",
        "int main() { int *i = 0, *o = 0; dim3 b(32); auto f = [&] { k<<<1, b>>>(i, o); }; b.x = 64; f(); }");
    row("captured parameter that is set later",
        "static void go(int b, int *i, int *o) { auto f = [&b, i, o] { k<<<1, b>>>(i, o); }; f(); b *= 2; f(); }\n"
        "int main() { int *i = 0, *o = 0; go(32, i, o); }");
    row("captured by another name",
        "int main() { int *i = 0, *o = 0; int b = 32; auto f = [&c = b] { c = 64; }; f(); k<<<1, b>>>(i, o); }");
    row("captured in a loop",
        "int main() { int *i = 0, *o = 0; for (int b = 32; b < 65; b += 32) { auto f = [&] { k<<<1, b>>>(i, o); }; "
        "f(); } }");
  }
  void knowsLargerBlocks() {
    QFETCH(QString, host);
    const auto [verdict, reason] = judged(host);
    QVERIFY2(verdict != VerdictKind::applicable, reason.c_str());
  }

  void knowsWhatIsLaunched_data() {
    QTest::addColumn<QString>("host");
    const auto row = [](const char* name, const char* host) { QTest::newRow(name) << host; };
    row("kernel handed on",
        "template <class K> static void go(K f, int b, int *i, int *o) { f<<<1, b>>>(i, o); }\n"
        "int main() { int *i = 0, *o = 0; go(k, 32, i, o); go(&k, 32, i, o); }");
    row("kernel handed on with its arguments",
        "#include <utility>\ntemplate <class K, class... A> static void go(K &&f, dim3 g, dim3 b, A &&...a) { "
        "f<<<g, b, 0>>>(std::forward<A>(a)...); }\n"
        "template <class K> static void all(K f, int b, int *i, int *o) { go(std::forward<K>(f), 1, dim3(b), i, o); }\n"
        "int main() { int *i = 0, *o = 0; go(k, dim3(1), 32, i, o); all(k, 32, i, o); }");
    row("kernel handed on, and another with more threads",
        "template <class K> static void go(K f, int b, int *i, int *o) { f<<<1, b>>>(i, o); }\n"
        "__global__ void k2(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
        "int main() { int *i = 0, *o = 0; go(k2, 64, i, o); go(k, 32, i, o); }");
    row("kernel handed to a function",
        "static void go(void (*f)(const int *, int *), const dim3 &b, int *i, int *o) { "
        "cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, 4096); "
        "cudaFuncSetCacheConfig((const void *)reinterpret_cast<void (*)(int)>(f), cudaFuncCachePreferL1); f<<<1, "
        "b>>>(i, o); }\n"
        "int main() { int *i = 0, *o = 0; go(k, 32, i, o); }");
    row("kernel handed to a lambda",
        "int main() { int *i = 0, *o = 0; auto go = [](auto f, int b, auto... a) { f<<<1, b>>>(a...); }; "
        "go(k, 32, i, o); }");
    row("kernel handed to a function with a lambda",
        "template <class F> static float timed(F f) { f(); return 0; }\n"
        "template <class K> static void go(K f, int b, int *i, int *o) { timed([=] { f<<<1, b>>>(i, o); }); timed([&] "
        "{ "
        "f<<<1, b>>>(i, o); }); }\nint main() { int *i = 0, *o = 0; go(k, 32, i, o); }");
    row("kernel handed to a method",
        "struct S { int b; template <class K> void go(K f, int *i, int *o) const { f<<<1, 32>>>(i, o); } };\n"
        "int main() { int *i = 0, *o = 0; S{64}.go(k, i, o); }");
    row("kernel handed to itself",
        "template <class K> static void go(K f, int n, int *i, int *o) { f<<<1, 32>>>(i, o); if (n > 0) go(f, n - 1, "
        "i, o); }\n"
        "int main() { int *i = 0, *o = 0; go(k, 5, i, o); }");
    row("parameters that are shapes",
        "static void go(dim3 g, const dim3 &b, int *i, int *o) { k<<<g, dim3(b.x, b.y)>>>(i, o); }\n"
        "int main() { int *i = 0, *o = 0; dim3 b(32); go(4, b, i, o); go(dim3(1), 32, i, o); }");
    row("kernel kept and handed on",
        "__global__ void k2(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
        "template <class K> static void go(K &&f, int b, int *i, int *o) { f<<<1, b>>>(i, o); }\n"
        "static void all(void (*f)(const int *, int *), dim3 b, int *i, int *o) { go(f, b.x, i, o); f<<<1, b>>>(i, o); "
        "}\n"
        "int main(int n, char **) { int *i = 0, *o = 0; void (*f)(const int *, int *); if (n > 3) { f = k; } else { f "
        "= k2; } "
        "go(f, 32, i, o); all(f, 32, i, o); go(k2, 64, i, o); }");
    row("kernel kept in a case",
        "__global__ void k2(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
        "int main(int n, char **) { int *i = 0, *o = 0; void (*f)(const int *, int *) = nullptr; "
        "switch (n) { case 1: f = &k; break; default: f = k2; } if (f && f != k2 && &k == f) f<<<1, 32>>>(i, o); }");
    row("kernel handed on and compared",
        "template <class K> static void go(K f, int *i, int *o) { if (f == k) f<<<1, 32>>>(i, o); }\n"
        "int main() { int *i = 0, *o = 0; go(k, i, o); }");
    row("captured size",
        "int main() { int *i = 0, *o = 0; int b = 32; dim3 g(1); auto f = [&] { k<<<g, b>>>(i, o); }; f(); }");
    row("captured shape",
        "template <class F> static void timed(F f) { f(); }\nint main() { int *i = 0, *o = 0; const dim3 b(32), g = b; "
        "timed([&] { k<<<dim3(g.y), b>>>(i, o); }); }");
    row("shape that functions read",
        "static int of(const dim3 &b) { return b.x; }\nint main() { int *i = 0, *o = 0; dim3 b(32); (void)of(b); "
        "k<<<1, b>>>(i, o); }");
  }
  void knowsWhatIsLaunched() {
    QFETCH(QString, host);
    const auto [verdict, reason] = judged(host);
    QVERIFY2(verdict == VerdictKind::applicable, reason.c_str());
  }
};

QTEST_GUILESS_MAIN(HandedKernelsTest)
#include "handed_kernels_test.moc"

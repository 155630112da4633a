// What may be taken for granted of a kernel's launches: programs that launch it in some form, and what no pass may say.
#include "launch_programs.h"

using namespace warpwright;
using analysis::Analyzer;

class LaunchKnowledgeTest : public QObject {
  Q_OBJECT
  ProgramFolder folder_;

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
    row("left out for another compiler",
        "void more(int *i, int *o) {\n#ifndef __clang__\n  k<<<1, 64>>>(i, o);\n#endif\n}\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); more(i, o); }");
    row("left out for the device",
        "__global__ void parent(int *i, int *o) {\n#ifdef __CUDA_ARCH__\n  k<<<1, 64>>>(i, o);\n#endif\n}\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); parent<<<1, 1>>>(i, o); }");
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
    // No function is named there that could be handed on: what is assigned counts by itself.
    row("assignment in a static initialiser",
        "static int b = 32;\nstatic int x = (b = 64);\nint main() { int *i = 0, *o = 0; k<<<1, b>>>(i, o); }");
    row("assignment in a default argument",
        "static int b = 32;\nstatic void all(int x = (b = 64)) {}\n"
        "int main() { int *i = 0, *o = 0; all(); k<<<1, b>>>(i, o); }");
    row("assignment in a constructor's list",
        "static int b = 32;\nstruct S { int x; S() : x(b = 64) {} };\n"
        "int main() { int *i = 0, *o = 0; S s; (void)s; k<<<1, b>>>(i, o); }");
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
    row("a graph in code with errors",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); cuGraphKernelNodeSetParams(missing, 0); }");
    row("lost beside one that is seen",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); int x = ) k<<<1, 64>>>(i, o); }");
    row("lost behind quotes",
        "int main() { int *i = 0, *o = 0;\nk<<<1, 32>>>(i, o);\nconst char *t = \"http://\" ) k<<<1, 64>>>(i, o);\n}");
    row("perhaps",
        "int main(int n, char **) { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); if (n > 1) k<<<1, 64>>>(i, o); }");
    row("all others",
        "static void go(int *i, int *o, int b) { if (b != 32) k<<<1, b>>>(i, o); }\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); go(i, o, 32); go(i, o, 64); }");
    row("assigned and read",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); void (*f)(const int *, int *); "
        "void (*g)(const int *, int *) = f = k; g<<<1, 64>>>(i, o); }");
    row("pointer to a function",
        "static void go(int *i, int *o, int b) { k<<<1, b>>>(i, o); }\n"
        "int main() { int *i = 0, *o = 0; go(i, o, 32); void (*f)(int *, int *, int) = go; f(i, o, 64); }");
    row("element is set", "int main() { int *i = 0, *o = 0; int b[2] = {32, 32}; b[1] = 64; k<<<1, b[1]>>>(i, o); }");
    row("member with an effect",
        "static int last;\nstruct C { int b = 32; int n = (last = 64); };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c; k<<<1, c.b>>>(i, o); }");
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
    row("operator= of a part",
        "struct A { int z; A &operator=(const A &) { ((int *)this)[-1] = 64; return *this; } };\n"
        "struct C { int b; A a; };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c{1, {0}}; c = C{32, {0}}; k<<<1, c.b>>>(i, o); }");
    row("operator= of a base",
        "struct A { int z; A &operator=(const A &) { ((int *)this)[1] = 64; return *this; } };\n"
        "struct C : A { int b; };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c; c.b = 32; C d; d.b = 1; c = d; k<<<1, c.b>>>(i, o); }");
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
        "int main(int n, char **) { int *i = 0, *o = 0; C c; c.b = 192; k<<<1, 224 - c.b>>>(i, o); }");
    row("bit-field in a chain",
        "struct C { unsigned b : 7; };\n"
        "int main(int n, char **) { int *i = 0, *o = 0; C c; unsigned b = 224 - (c.b = 192); k<<<1, b>>>(i, o); }");
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
    row("attribute of clusters",
        "int main(int n, char **) { int *i = 0, *o = 0; cudaFuncSetAttribute(k, (cudaFuncAttribute)11, 4); "
        "k<<<1, 32>>>(i, o); }");
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
    row("compared without a sign",
        "int main() { int *i = 0, *o = 0; unsigned long all = ~0ul, n = 5; if (n < all) k<<<1, 64>>>(i, o); "
        "k<<<1, 32>>>(i, o); }");
    row("case inside of an if",
        "int main(int n, char **) { int *i = 0, *o = 0; switch (n) { case 9: k<<<1, 32>>>(i, o); if (0) { case 1: "
        "k<<<1, 64>>>(i, o); } } }");
    row("label inside of an if",
        "int main(int n, char **) { int *i = 0, *o = 0; if (n == 1) goto more; k<<<1, 32>>>(i, o); if (false) { more: "
        "k<<<1, 64>>>(i, o); } }");
    row("function handed on",
        "#include <utility>\nstatic void go(int *i, int *o, int b) { k<<<1, b>>>(i, o); }\n"
        "template <class F, class... A> static void timed(F f, A &&...a) { f(std::forward<A>(a)...); }\n"
        "int main() { int *i = 0, *o = 0; int b = 64; go(i, o, 32); timed(go, i, o, b); }");
    row("reference that is changed",
        "static void set(int &b) { b = 64; }\nstatic void go(int &b) { set(b); k<<<1, b>>>(0, 0); }\n"
        "int main() { int b = 32; go(b); }");
    row("constant that is cast",
        "static void set(const int &b) { const_cast<int &>(b) = 64; }\n"
        "static void go(int &b) { set(b); k<<<1, b>>>(0, 0); }\nint main() { int b = 32; go(b); }");
    row("another name of a reference",
        "static void go(int &a, int &b) { a = 64; k<<<1, b>>>(0, 0); }\nint main() { int b = 32; go(b, b); }");
    row("cast that runs",
        "int main(int n, char **) { int *i = 0, *o = 0; int b = 32; (void)(int (*)[(b = 64)])i; k<<<1, "
        "b>>>(i, o); }");
  }

  void findsNothingUnderOneBlock() {
    QFETCH(QString, host);
    const std::string file = folder_.write("program.cu", kernelText + host + "\n");
    Analyzer analyzer(optionsOf(allPasses));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    for (const Diagnostic& error : result->units.front().errors) qWarning("%s", error.message.c_str());
    QVERIFY(!result->kernels.empty());
    const QString said = applicable(*result);
    for (const char* pass : {"shared_to_register", "shared_to_local", "redundant_barrier"}) {
      QVERIFY2(!said.contains(QString(pass) + " "), qPrintable(said));
    }
  }

  // What an `operator=` of a library gives is its own affair.
  void looksIntoNoAssignmentOfALibrary() {
    folder_.write("system/config.h",
                  "struct Config { int b; Config &operator=(const Config &o) { b = o.b * 2; return *this; } };\n");
    const std::string file = folder_.write(
        "program.cu", QString("#include <config.h>\n") + kernelText +
                          "int main() { int *i = 0, *o = 0; Config c{1}; c = Config{32}; k<<<1, c.b>>>(i, "
                          "o); }\n");
    analysis::AnalyzeOptions options = optionsOf({"shared_to_register"});
    options.flags = {"-isystem", folder_.path("system")};
    const Result<AnalysisResult> result = Analyzer(options).analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QVERIFY(result->units.front().errors.empty());
    const Opportunity* found = findingOf(*result, "shared_to_register");
    QVERIFY(found);
    QVERIFY2(found->verdict == VerdictKind::unknown, toText(found->reason).c_str());
  }

  // Code of a library, which is not read, launches with 64 threads as well.
  void findsNothingUnderWhatALibrarySets_data() {
    QTest::addColumn<QString>("library");
    QTest::addColumn<QString>("host");
    QTest::newRow("variable") << "static int b = 32;\ninline void more() { b = 64; }\n"
                              << "int main() { int *i = 0, *o = 0; more(); k<<<1, b>>>(i, o); }";
    QTest::newRow("shape") << "#include <cuda_runtime.h>\nstatic dim3 b(32);\ninline void more() { b.x = 64; }\n"
                           << "int main() { int *i = 0, *o = 0; more(); k<<<1, b>>>(i, o); }";
    QTest::newRow("class that is derived from")
        << "template <class D> struct Base { void all() { static_cast<D *>(this)->run(64); } };\n"
        << "struct Work : Base<Work> { void run(int b) { int *i = 0, *o = 0; k<<<1, b>>>(i, o); } };\n"
           "int main() { Work w; w.run(32); w.all(); }";
    const char* const call = "template <class F> void call(F f) { f(64); }\n";
    QTest::newRow("lambda that is a base")
        << call
        << "template <class F> struct Loud : F { Loud(F f) : F(f) {} };\n"
           "int main() { int *i = 0, *o = 0; auto f = [=](int b) { k<<<1, b>>>(i, o); }; f(32); call(Loud(f)); }";
    QTest::newRow("lambda in a class of the library")
        << "template <class F> struct Kept { F f; };\ntemplate <class F> void call(const Kept<F> &k) { k.f(64); }\n"
        << "int main() { int *i = 0, *o = 0; auto f = [=](int b) { k<<<1, b>>>(i, o); }; f(32); "
           "call(Kept<decltype(f)>{f}); }";
  }
  void findsNothingUnderWhatALibrarySets() {
    QFETCH(QString, library);
    QFETCH(QString, host);
    folder_.write("system/library.h", "#pragma once\n" + library);
    const std::string file = folder_.write("program.cu", QString("#include <library.h>\n") + kernelText + host + "\n");
    analysis::AnalyzeOptions options = optionsOf({"shared_to_register"});
    options.flags = {"-isystem", folder_.path("system")};
    const Result<AnalysisResult> result = Analyzer(options).analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QVERIFY(result->units.front().errors.empty());
    QVERIFY2(!applicable(*result).contains("shared_to_register "), qPrintable(applicable(*result)));
  }

  // Mentions that launch nothing, and launches that are understood: all blocks have 32 threads.
  void findsWhatOneBlockAllows_data() {
    QTest::addColumn<QString>("host");
    const auto row = [](const char* name, const char* host) { QTest::newRow(name) << host; };
    row("launch", "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); }");
    row("left out by everyone",
        "int main() { int *i = 0, *o = 0;\n#if 0\n  k<<<1, 64>>>(i, o);\n#endif\n  k<<<1, 32>>>(i, o);\n}");
    row("body of a macro",
        "#define GO(i, o) \\\n  k<<<1, 32>>>(i, o)\nint main() {\n  int *i = 0, *o = 0;\n  GO(i, o);\n}");
    row("over two lines", "int main() {\n  int *i = 0, *o = 0;\n  k\n    <<<1, 32>>>(i, o);\n}");
    row("template that is not used",
        "template <class T> void go(T *i, T *o) {\n  k<<<1, 64>>>(i, o);\n}\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); }");
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
    row("function handed on",
        "#include <utility>\nstatic void go(int *i, int *o, const int b) { k<<<1, b>>>(i, o); }\n"
        "template <class F, class... A> static void timed(F f, A &&...a) { f(std::forward<A>(a)...); }\n"
        "int main() { int *i = 0, *o = 0; int b = 32; go(i, o, 32); timed(go, i, o, b); }");
    row("computed length",
        "int main(int n, char **) { int *i = 0, *o = 0; char v[n + 1]; int s = sizeof(v); (void)s; k<<<1, "
        "32>>>(i, o); }");
  }

  void findsWhatOneBlockAllows() {
    QFETCH(QString, host);
    const std::string file = folder_.write("program.cu", kernelText + host + "\n");
    Analyzer analyzer(optionsOf({"shared_to_register"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const Opportunity* found = findingOf(*result, "shared_to_register");
    QVERIFY(found);
    QVERIFY2(found->verdict == VerdictKind::applicable, toText(found->reason).c_str());
  }

  // Whoever gives launches vouches for them; the text of launches that are not seen stays as it is all the same.
  void takesTheUsersWord() {
    const std::string file = folder_.write("program.cu", QString(kernelText) +
                                                             "void go(void (*f)(const int *, int *));\n"
                                                             "int main() { go(k); }\n");
    Analyzer analyzer(optionsOf(allPasses, {"k<<<1,32>>>"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const QString said = applicable(*result);
    QVERIFY2(said.contains("shared_to_register s"), qPrintable(said));
    for (const char* pass : {"shared_to_global", "thread_compaction", "block_compaction"}) {
      QVERIFY2(!said.contains(QString(pass) + " "), qPrintable(said));
    }
  }
};

QTEST_GUILESS_MAIN(LaunchKnowledgeTest)
#include "launch_knowledge_test.moc"

// Assumptions that the program's own launches break.
#include "launch_programs.h"

using namespace warpwright;
using analysis::Analyzer;

class ContradictedTest : public QObject {
  Q_OBJECT
  ProgramFolder folder_;

 private slots:
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
    const QString fetched =
        "__global__ void k(cudaTextureObject_t in, int* b) {\n  int t = threadIdx.x, v = tex1Dfetch<int>(in, t + 1);\n"
        "  __syncthreads();\n  b[t] = v;\n}\n";
    const QString bound =
        "int main() { int *o = make(); cudaTextureObject_t t; cudaResourceDesc r = {}; cudaTextureDesc d = {}; ";
    const auto row = [&](const char* name, const QString& program, bool isRefused) {
      QTest::newRow(name) << make + program << isRefused;
    };
    row("same", two + "int main() { int *o = make(); k<<<1, 64>>>(o, o); }", true);
    row("moved on", two + "int main() { int *o = make(); k<<<1, 64>>>(o + 1, o); }", true);
    row("element", two + "int main() { int *o = make(); k<<<1, 64>>>(&o[1], o); }", true);
    row("other name", two + "int main() { int *o = make(); int *p = o; k<<<1, 64>>>(p, o); }", true);
    row("allocated name",
        two + "int main() { int *o = nullptr; cudaMalloc(&o, 1024); const int *p = o + 4; k<<<1, 64>>>(p, o); }", true);
    row("set in one go", two + "int main() { int *x, *y; x = y = make(); k<<<1, 64>>>(x, y); }", true);
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
    const QString stl = "#include <functional>\n#include <memory>\n#include <tuple>\n#include <utility>\n" + two;
    row("by the address of what it leads to",
        stl + "int main() { int *o = make(), *p = std::addressof(*o); k<<<1, 64>>>(p, o); }", true);
    row("by the traits of what it leads to",
        stl + "int main() { int *o = make(), *p = std::pointer_traits<int *>::pointer_to(*o); k<<<1, 64>>>(p, o); }",
        true);
    row("by the address of an element", stl + "int main() { int *o = make(); k<<<1, 64>>>(std::addressof(o[1]), o); }",
        true);
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
    row("array of the device",
        variable +
            "template <class T> T *at(T &s) { void *p; cudaGetSymbolAddress(&p, s); return (T *)p; }\n"
            "int main() { int *p = *at(g); k<<<1, 64>>>(p); }",
        true);
    row("memory of the host",
        two +
            "int main() { int *h, *d; cudaMallocHost(&h, 1024); cudaHostGetDevicePointer((void **)&d, h, 0); "
            "k<<<1, 64>>>(h, d); }",
        true);
    row("addresses",
        two +
            "int main() { int *o = make(), *p = o; void *v[] = {&o, &p}; cudaLaunchKernel((const void *)k, 1, 64, v, "
            "0, 0); }",
        true);
    row("reference", two + "int main() { int *q = make(); int *&r = q; k<<<1, 64>>>(q, r); }", true);
    row("elements", two + "int main() { int *o = make(); int *q[2] = {o, o}; k<<<1, 64>>>(q[0], q[1]); }", true);
    // Arithmetic leaves a pointer in its memory.
    row("counted on", two + "int main() { int *x, *y; x = make(); y = x; ++y; k<<<1, 64>>>(x, y); }", true);
    row("counted on by a number", two + "int main() { int *x = make(), *y = x; y += 4; y -= 2; k<<<1, 64>>>(x, y); }",
        true);
    row("member counted on",
        two + "int main() { int *o = make(); struct { int *a, *b; } p = {o, o}; p.b += 1; k<<<1, 64>>>(p.a, p.b); }",
        true);
    row("counted on and made anew",
        two + "int main() { int *x = make(), *y = x; ++y; y = make(); k<<<1, 64>>>(x, y); }", false);
    row("whichever element",
        two + "int main(int n, char **) { int *o = make(); int *q[2] = {o, o}; k<<<1, 64>>>(q[0], q[n & 1]); }", true);
    row("whichever element of two",
        two + "int main(int n, char **) { int *o = make(); int *q[2] = {o, make()}; k<<<1, 64>>>(o, q[n & 1]); }",
        false);
    row("copied from",
        structure +
            "__device__ int *s;\nint main() { int *o = make(), *q = o + 1; cudaMemcpyToSymbol(s, &q, sizeof q); "
            "L h{o, q}; k<<<1, 64>>>(h); }",
        true);
    row("copied over",
        structure +
            "int main() { int *o = make(), *q = o; cudaMemcpy(&q, o, sizeof q, cudaMemcpyDeviceToHost); "
            "L h{o, q}; k<<<1, 64>>>(h); }",
        false);
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
    row("addresses one by one",
        two +
            "int main() { int *o = make(), *p = o; void *v[2]; v[0] = &o; v[1] = &p; "
            "cudaLaunchKernel((const void *)k, 1, 64, v, 0, 0); }",
        true);
    row("two addresses one by one",
        two +
            "int main() { int *o = make(), *i = make(); void *v[2]; v[0] = &i; v[1] = &o; "
            "cudaLaunchKernel((const void *)k, 1, 64, v, 0, 0); }",
        false);
    row("texture",
        fetched + bound + "r.res.linear.devPtr = o; cudaCreateTextureObject(&t, &r, &d, 0); k<<<1, 64>>>(t, o); }",
        true);
    row("texture of another",
        fetched + bound +
            "r.res.linear.devPtr = make(); cudaCreateTextureObject(&t, &r, &d, 0); "
            "k<<<1, 64>>>(t, o); }",
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
    const std::string file = folder_.write("program.cu", program + "\n");
    Analyzer analyzer(optionsOf({"redundant_barrier"}));
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

  // Where what a launch passes is not understood, nothing is said of it.
  void saysNothingOfWhatIsNotSeen_data() {
    QTest::addColumn<QString>("fill");
    const auto row = [](const char* name, const char* fill) { QTest::newRow(name) << fill; };
    row("one of two", "void *v[2]; v[0] = &o; v[1] = n > 1 ? (void *)&p : (void *)&o;");
    row("set twice", "void *v[2]; v[0] = &o; v[1] = &o; if (n > 1) v[1] = &p;");
    row("changed list", "void *v[] = {&o, &o}; if (n > 1) v[1] = &p;");
    row("by a counter", "void *v[2]; int c = 0; v[c++] = &o; v[c++] = &p;");
    row("on the heap", "void **v = new void *[2]; v[0] = &o; v[1] = &p;");
    row("by a function", "void *v[2]; fill(v, &o, &p);");
  }

  void saysNothingOfWhatIsNotSeen() {
    QFETCH(QString, fill);
    const std::string file = folder_.write(
        "program.cu",
        "__global__ void k(const int *a, int *b) {\n  int t = threadIdx.x, v = a[t + 1];\n  __syncthreads();\n"
        "  b[t] = v;\n}\nstatic void fill(void **v, void *a, void *b) { v[0] = a; v[1] = b; }\n"
        "int main(int n, char **) { int *o = nullptr; cudaMalloc(&o, 1024); int *p = o; " +
            fill + "\n  cudaLaunchKernel((const void *)k, 1, 64, v, 0, 0); }\n");
    Analyzer analyzer(optionsOf({"redundant_barrier"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const Opportunity* found = findingOf(*result, "redundant_barrier");
    QVERIFY(found);
    QVERIFY2(found->verdict == VerdictKind::unknown, toText(found->reason).c_str());
    QVERIFY2(toText(found->reason).find("is not understood") != std::string::npos, toText(found->reason).c_str());
  }

  // Which elements of an array of pointers are passed is known where one variable says both numbers.
  void leavesOpenWhichElementsArePassed_data() {
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("isKnown");
    const auto row = [](const char* name, const char* host, bool isKnown) { QTest::newRow(name) << host << isKnown; };
    row("two numbers", "int i = n & 1, j = n / 2; k<<<1, 64>>>(p[i], p[j]);", false);
    row("a number that is not read", "k<<<1, 64>>>(p[n], p[rand()]);", false);
    row("two spellings", "k<<<1, 64>>>(p[n], *(p + n));", false);
    row("the first in two spellings", "k<<<1, 64>>>(p[n], *p);", false);
    row("kept in two variables", "int *x = p[n], *y = p[n]; k<<<1, 64>>>(x, y);", false);
    row("by turns", "for (int i = 0; i < n; ++i) k<<<1, 64>>>(p[i & 1], p[1 - (i & 1)]);", true);
    row("first and second", "k<<<1, 64>>>(*p, *(p + 1));", true);
  }

  void leavesOpenWhichElementsArePassed() {
    QFETCH(QString, host);
    QFETCH(bool, isKnown);
    const std::string file = folder_.write(
        "program.cu",
        "__global__ void k(const int *a, int *b) {\n  int t = threadIdx.x, v = a[t + 1];\n  __syncthreads();\n"
        "  b[t] = v;\n}\nstatic int *make() { int *d; cudaMalloc(&d, 1024); return d; }\n"
        "int main(int n, char **) { int *p[2] = {make(), make()}; " +
            host + " }\n");
    Analyzer analyzer(optionsOf({"redundant_barrier"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const Opportunity* found = findingOf(*result, "redundant_barrier");
    QVERIFY(found);
    const auto wanted = isKnown ? VerdictKind::applicable : VerdictKind::unknown;
    QVERIFY2(found->verdict == wanted, toText(found->reason).c_str());
  }

  // A function of the program's may give memory of what it gets.
  void saysNothingOfWhatACallMakes_data() {
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("isKnown");
    const auto row = [](const char* name, const char* host, bool isKnown) { QTest::newRow(name) << host << isKnown; };
    row("method", "L o{make(), make()}; L q = o.moved(1); k<<<1, 64>>>(L{q.a, o.b});", true);
    row("method that gives the same", "L o{make(), make()}; L q = o.moved(1); k<<<1, 64>>>(L{q.a, o.a});", false);
    row("method in place", "L o{make(), make()}; k<<<1, 64>>>(L{o.moved(1).a, o.b});", true);
    row("function", "int *o = make(), *q = choose(o, n); k<<<1, 64>>>(L{q, o});", false);
    row("two of one", "int *o = make(), *q = choose(o, n), *r = choose(o, n + 1); k<<<1, 64>>>(L{q, r});", false);
    row("constructor", "int *o = make(); W w(o, n); k<<<1, 64>>>(L{w.p, o});", false);
    row("library", "int *o = make(), *q = std::next(o, 4); k<<<1, 64>>>(L{q, o});", false);
    row("passed on", "int *o = make(); go(choose(o, n), o);", false);
    row("others", "int *o = make(), *i = make(), *q = choose(i, n); k<<<1, 64>>>(L{q, o});", true);
    row("by a number", "int *o = some(n), *q = some(n); k<<<1, 64>>>(L{q, o});", true);
    row("by a name", "const char *name = \"x\"; int *o = named(name), *q = named(name); k<<<1, 64>>>(L{q, o});", true);
    row("of a list", "std::vector<int *> all{make(), make()}; k<<<1, 64>>>(L{all[0], all[1]});", true);
    row("of a list that has one twice",
        "std::vector<int *> all{make()}; all.push_back(all[0]); k<<<1, 64>>>(L{all[0], all[1]});", false);
    row("of a list of the same", "int *o = make(); std::vector<int *> all{o, o}; k<<<1, 64>>>(L{all[0], all.back()});",
        false);
    row("of a list and by itself", "int *o = make(); std::vector<int *> all{o, make()}; k<<<1, 64>>>(L{all[0], o});",
        false);
    row("later",
        "int *o = make(), *q = make(); for (int r = 0; r < n; ++r) { k<<<1, 64>>>(L{q, o}); if (r == 2) q = o; }",
        false);
    row("between an exchange", "int *o = make(), *q = make(), *t = q; q = o; k<<<1, 64>>>(L{q, o}); o = t;", false);
    row("lent twice", "int *o, *q; lend(&o); lend(&q); k<<<1, 64>>>(L{q, o});", false);
    row("lent by a constructor", "B o, q; k<<<1, 64>>>(L{q.p, o.p});", false);
    row("lent and allocated", "int *o, *q = make(); lend(&o); k<<<1, 64>>>(L{q, o});", true);
    row("of an array at times",
        "int *t[] = {make(), make()}; for (int r = 0; r < n; ++r) k<<<1, 64>>>(L{t[r & 1], t[r / 2]});", false);
    row("of an array by turns",
        "int *t[] = {make(), make()}; for (int r = 0; r < n; ++r) k<<<1, 64>>>(L{t[r % 2], t[(r + 1) % 2]});", true);
    row("by turns",
        "int *o = make(), *q = make(); for (int r = 0; r < n; ++r) { k<<<1, 64>>>(L{q, o}); int *t = q; q = o; "
        "o = t; }",
        true);
  }

  void saysNothingOfWhatACallMakes() {
    QFETCH(QString, host);
    QFETCH(bool, isKnown);
    const QString lending =
        host.contains("lend") ? "static void lend(int **p) { cudaGetSymbolAddress((void **)p, table); }\n"
        : host.contains("B ") ? "struct B { int *p; B() { cudaGetSymbolAddress((void **)&p, table); } };\n"
                              : "";
    const std::string file = folder_.write(
        "program.cu",
        "#include <iterator>\n#include <vector>\n"
        "struct L { int *a; int *b; L moved(int n) const { return L{a + n, b + n}; } };\n"
        "__device__ int table[256];\n" +
            lending +
            "struct W { int *p; W(int *q, int n) : p(n > 1 ? q + n : nullptr) {} };\n"
            "__global__ void k(L l) {\n  int t = threadIdx.x, v = l.a[t + 1];\n  __syncthreads();\n  l.b[t] = v;\n}\n"
            "static int *make() { int *d; cudaMalloc(&d, 1024); return d; }\n"
            "static int *some(int n) { int *d; cudaMalloc(&d, n); return d; }\n"
            "static int *named(const char *name) { int *d; cudaMalloc(&d, name[0]); return d; }\n"
            "static int *choose(int *p, int n) { if (n > 1) return p + n; return p; }\n"
            "static void go(int *x, int *y) { k<<<1, 64>>>(L{x, y}); }\n"
            "int main(int n, char **) { " +
            host + " }\n");
    Analyzer analyzer(optionsOf({"redundant_barrier"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const Opportunity* found = findingOf(*result, "redundant_barrier");
    QVERIFY(found);
    QVERIFY2((found->verdict == VerdictKind::applicable) == isKnown, toText(found->reason).c_str());
  }
};

QTEST_GUILESS_MAIN(ContradictedTest)
#include "contradicted_test.moc"

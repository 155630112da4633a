// Whether what a launch passes may be one memory, as a pass that rests on two lying apart tells.
#include <optional>

#include "launch_programs.h"

using namespace warpwright;
using analysis::Analyzer;

class PointerSharingTest : public QObject {
  Q_OBJECT
  ProgramFolder folder_;

  std::optional<VerdictKind> verdictOf(const QString& declared, const QString& host) {
    const QString library =
        (declared + host).contains("std::")
            ? "#include <algorithm>\n#include <array>\n#include <functional>\n#include <map>\n#include <memory>\n"
              "#include <iterator>\n#include <new>\n#include <tuple>\n#include <utility>\n#include <vector>\n"
            : "#include <cstdio>\n#include <cstring>\n#include <new>\n";
    const std::string file = folder_.write(
        "program.cu",
        library +
            "__global__ void k(const int *a, int *b) {\n  int t = threadIdx.x, v = a[t + 1];\n  __syncthreads();\n"
            "  b[t] = v;\n}\nstatic int *make() { int *d; cudaMalloc(&d, 1024); return d; }\n" +
            declared + "\nint main(int n, char **) {\n" + host + "\n}\n");
    Analyzer analyzer(optionsOf({"redundant_barrier"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    const Opportunity* found = result.ok() ? findingOf(*result, "redundant_barrier") : nullptr;
    return found ? std::optional(found->verdict) : std::nullopt;
  }

 private slots:
  void knowsWhatIsApart_data() {
    QTest::addColumn<QString>("declared");
    QTest::addColumn<QString>("host");
    const auto row = [](const char* name, const char* declared, const char* host) {
      QTest::newRow(name) << declared << host;
    };
    row("two allocations", "", "int *x, *y; cudaMalloc(&x, 1024); cudaMalloc((void **)&y, 1024); k<<<1, 64>>>(x, y);");
    row("a function's", "", "int *x = make(), *y = make(); k<<<1, 64>>>(x, y);");
    row("a function's of a function", "static int *more() { int *p = make(); cudaMemset(p, 0, 1024); return p; }",
        "int *x = more(), *y = more(); k<<<1, 64>>>(x, y);");
    row("by a place given", "static void make(int **p, int n) { cudaMalloc(p, n * sizeof(int)); }",
        "int *x, *y; make(&x, n); make(&y, n); k<<<1, 64>>>(x, y);");
    row("by a reference", "static void make(int *&p, int n) { cudaMalloc(&p, n); }",
        "int *x, *y; make(x, n); make(y, n); k<<<1, 64>>>(x, y);");
    row("elements made in a loop", "",
        "int *p[2]; for (int i = 0; i < 2; ++i) cudaMalloc(&p[i], 64); k<<<1, 64>>>(p[0], p[1]);");
    row("elements of a list in a loop", "",
        "int *x = make(), *y = make(); for (int i = 0; i < n; ++i) { int *p[] = {x, y}; k<<<1, 64>>>(p[i & 1], "
        "p[1 - (i & 1)]); }");
    row("elements set in turn", "", "int *p[2]; p[0] = make(); p[1] = make(); k<<<1, 64>>>(p[0], p[1]);");
    row("elements on the heap", "",
        "int **p = new int *[2]; for (int i = 0; i < 2; ++i) p[i] = make(); k<<<1, "
        "64>>>(p[0], p[1]);");
    row("a container's", "",
        "std::vector<int *> all; for (int i = 0; i < n; ++i) { int *d; cudaMalloc(&d, 64); all.push_back(d); } "
        "k<<<1, 64>>>(all[0], all[1]);");
    row("an array's", "", "std::array<int *, 2> p = {make(), make()}; k<<<1, 64>>>(p[0], p[1]);");
    row("owners'", "struct F { void operator()(int *p) const { cudaFree(p); } };",
        "std::unique_ptr<int, F> x(make()), y(make()); k<<<1, 64>>>(x.get(), y.get());");
    row("by an address taken otherwise", "",
        "int *x, *y; cudaMalloc(std::addressof(x), 64); cudaMalloc(std::addressof(y), 64); k<<<1, 64>>>(x, y);");
    row("a library's", "", "int *x = (int *)malloc(64), *y; cudaMallocHost(&y, 64); k<<<1, 64>>>(x, y);");
    row("a library's, aligned", "#include <cstdlib>",
        "void *x, *y; posix_memalign(&x, 64, 64); posix_memalign(&y, 64, 64); k<<<1, 64>>>((int *)x, (int *)y);");
    row("moved", "", "int *x = make(), *y = std::move(x), *z = make(); k<<<1, 64>>>(y, z);");
    row("exchanged", "",
        "int *x = make(), *y = make(); for (int i = 0; i < n; ++i) { k<<<1, 64>>>(x, y); std::swap(x, y); }");
    row("exchanged by a function", "static void turn(int *&a, int *&b) { int *t = b; b = a; a = t; }",
        "int *x = make(), *y = make(); for (int i = 0; i < n; ++i) { k<<<1, 64>>>(x, y); turn(x, y); }");
    row("exchanged by a template", "template <class T> void turn(T &a, T &b) { T t = a; a = b; b = t; return; }",
        "int *x = make(), *y = make(), c = 1, d = 2; turn(c, d); for (int i = 0; i < n; ++i) { k<<<1, 64>>>(x, y); "
        "turn(x, y); }");
    row("exchanged by hand", "",
        "int *x = make(), *y = make(), *t; for (int i = 0; i < n; ++i) { k<<<1, 64>>>(x, y); t = x; x = y; y = t; }");
    row("three in a round", "",
        "int *x = make(), *y = make(), *z = make(); for (int i = 0; i < n; ++i) { k<<<1, 64>>>(x, z); int *t = x; "
        "x = y; y = z; z = t; }");
    row("by turns", "",
        "int *p[] = {make(), make()}; int c = 0; for (int i = 0; i < n; ++i, c ^= 1) k<<<1, 64>>>(p[c], "
        "p[c ^ 1]);");
    row("by numbers that are exchanged", "",
        "int *p[] = {make(), make()}; int from = 1, to = 0; for (int i = 0; i < n; ++i) { int kept = from; from = to; "
        "to = kept; k<<<1, 64>>>(p[from], p[to]); }");
    row("by such numbers, in a function, beside other pointers to pointers",
        "int **rows;\nstatic void go(int *p[2], int n) { int from = 1, to = 0, kept; for (int i = 0; i < n; ++i) { "
        "kept = "
        "to; to = from; from = kept; k<<<1, 64>>>(p[from], p[to]); } }",
        "int *p[2], *all = new int[64]; rows = new int *[n]; for (int i = 0; i < n; ++i) rows[i] = all + i; "
        "cudaMalloc(&p[0], 64); cudaMalloc(&p[1], 64); go(p, n);");
    row("chosen by one condition", "",
        "int *x = make(), *y = make(); for (int i = 0; i < n; ++i) k<<<1, 64>>>(i % 2 ? x : y, i % 2 ? y : x);");
    row("chosen and kept", "",
        "int *x = make(), *y = make(); for (int i = 0; i < n; ++i) { int *in = i & 1 ? x : y; int *out = i & 1 ? y : "
        "x; k<<<1, 64>>>(in, out); }");
    row("members",
        "struct S { int *p, *q; S() { cudaMalloc(&p, 64); cudaMalloc(&q, 64); } void run() { k<<<1, "
        "64>>>(p, q); std::swap(p, q); } };",
        "S s; s.run();");
    row("members that a list sets", "struct S { int *p, *q; S() : p(make()), q(make()) {} };",
        "S s; k<<<1, 64>>>(s.p, s.q);");
    row("members by their addresses", "struct S { int *p, *q; };\nstatic void get(int **o) { cudaMalloc(o, 64); }",
        "S s; get(&s.p); get(&s.q); k<<<1, 64>>>(s.p, s.q);");
    row("of two objects", "struct S { int *p; };\nstatic void fill(S *s) { cudaMalloc(&s->p, 64); }",
        "S u, v; fill(&u); fill(&v); k<<<1, 64>>>(u.p, v.p);");
    row("of objects that a function gives",
        "struct S { int *p; };\nstatic S filled() { S s; cudaMalloc(&s.p, 64); return s; }",
        "S u = filled(), v = filled(); k<<<1, 64>>>(u.p, v.p);");
    row("passed on", "static void go(int *x, int *y) { k<<<1, 64>>>(x, y); }",
        "int *x = make(), *y = make(); go(x, y); go(y, x);");
    row("global", "static int *x, *y;\nstatic void fill() { cudaMalloc(&x, 64); cudaMalloc(&y, 64); }",
        "fill(); k<<<1, 64>>>(x, y);");
    row("callers' own", "void go(int *x, int *y) { k<<<1, 64>>>(x, y); }", "");
    row("of objects that give them",
        "class B {\n public:\n  explicit B(int n) { cudaMalloc(&d_, n); }\n  B(B &&o) : d_(std::exchange(o.d_, "
        "nullptr)) {}\n"
        "  int *data() { return d_; }\n private:\n  int *d_ = nullptr;\n};",
        "B x(64), y(64); k<<<1, 64>>>(x.data(), y.data());");
    row("nothing", "", "k<<<1, 64>>>(nullptr, 0);");
    row("managed variables", "__managed__ int x[256], y[256];", "k<<<1, 64>>>(x, y);");
    row("memory of containers", "", "std::vector<int> v(64), w(64); k<<<1, 64>>>(v.data(), w.data());");
    row("memory of containers, kept", "",
        "std::vector<int> v(64), w; w.resize(64); int *x = v.data(), *y = w.data(); k<<<1, 64>>>(x, y);");
    row("memory that a function gives", "static std::vector<int> filled() { std::vector<int> v(64); return v; }",
        "auto v = filled(), w = filled(); k<<<1, 64>>>(v.data(), w.data());");
    row("objects listed in an array", "struct S { int *x, *y; };",
        "std::array<S, 1> t{{{make(), make()}}}; k<<<1, 64>>>(t[0].x, t[0].y);");
    row("by numbers of an array", "",
        "int *x = make(), *y = make(), at[2] = {0, 16}; k<<<1, 64>>>(x + at[1], y + at[0]);");
  }
  void knowsWhatIsApart() {
    QFETCH(QString, declared);
    QFETCH(QString, host);
    QVERIFY(verdictOf(declared, host) == VerdictKind::applicable);
  }

  void leavesOpenWhatMayBeOne_data() {
    QTest::addColumn<QString>("declared");
    QTest::addColumn<QString>("host");
    const auto row = [](const char* name, const char* declared, const QByteArray& host) {
      QTest::newRow(name) << declared << QString(host);
    };
    const char* pair = "struct S { int *p, *q; };";
    row("exchanged numbers, between which it is launched", "",
        "int *p[] = {make(), make()}; int from = 1, to = 0; for (int i = 0; i < n; ++i) { int kept = from; from = to; "
        "k<<<1, 64>>>(p[from], p[to]); to = kept; }");
    row("exchanged numbers that begin alike", "",
        "int *p[] = {make(), make()}; int from = 1, to = 1; for (int i = 0; i < n; ++i) { int kept = from; from = to; "
        "to = kept; k<<<1, 64>>>(p[from], p[to]); }");
    row("exchanged numbers, one begins anew", "",
        "int *p[] = {make(), make()}; int from = 1; for (int i = 0; i < n; ++i) { int to = 0; { int kept = from; from "
        "= "
        "to; to = kept; } k<<<1, 64>>>(p[from], p[to]); }");
    row("exchanged numbers, one counted on", "",
        "int *p[] = {make(), make()}; int from = 1, to = 0; for (int i = 0; i < n; ++i) { int kept = from; from = to; "
        "to = kept; if (n > 5) --from; k<<<1, 64>>>(p[from & 1], p[to & 1]); if (n > 9) k<<<1, 64>>>(p[from], p[to]); "
        "}");
    row("exchanged numbers that a function sets, too", "static void set(int &x) { x = 0; }",
        "int *p[] = {make(), make()}; int from = 1, to = 0; for (int i = 0; i < n; ++i) { int kept = from; from = to; "
        "to = kept; set(from); k<<<1, 64>>>(p[from], p[to]); }");
    row("exchanged by way of a narrower number", "",
        "int *p[] = {make(), make()}; int from = 256, to = 0; for (int i = 0; i < n; ++i) { char kept = from; from = "
        "to; "
        "to = kept; k<<<1, 64>>>(p[from & 1], p[to]); if (n > 9) k<<<1, 64>>>(p[from], p[to]); }");
    row("exchanged numbers of elements that hold the same", "",
        "int *x = make(), *p[] = {x, x}; int from = 1, to = 0; for (int i = 0; i < n; ++i) { int kept = from; from = "
        "to; "
        "to = kept; k<<<1, 64>>>(p[from], p[to]); }");
    row("elements that another name sets, too",
        "static void go(int *p[2], int **q, int n) { q[1] = q[0]; k<<<1, 64>>>(p[0], p[1]); }",
        "int *p[2]; cudaMalloc(&p[0], 64); cudaMalloc(&p[1], 64); go(p, p, n);");
    row("elements that a pointer of several arrays sets", "",
        "int *p[2], *o[2], *all = make(); int **q = n > 2 ? o : p; cudaMalloc(&p[0], 64); cudaMalloc(&p[1], 64); for "
        "(int "
        "i = 0; i < 2; ++i) q[i] = all; k<<<1, 64>>>(p[0], p[1]);");
    row("elements that a pointer sets which others set", "int **q;\nvoid use(int **p) { q = p; }",
        "int *p[2], *all = make(); cudaMalloc(&p[0], 64); cudaMalloc(&p[1], 64); use(p); for (int i = 0; i < 2; ++i) "
        "q[i] = all; k<<<1, 64>>>(p[0], p[1]);");
    row("set beside a member", pair, "S s{make(), make()}; (&s.p)[1] = s.p; k<<<1, 64>>>(s.p, s.q);");
    row("set behind a member", pair, "S s{make(), make()}; *(&s.p + 1) = s.p; k<<<1, 64>>>(s.p, s.q);");
    row("stepped to from a member", pair, "S s{make(), make()}; int **w = &s.p; *++w = s.p; k<<<1, 64>>>(s.p, s.q);");
    row("stepped to by a function", "struct S { int *p, *q; };\nstatic void set(int **w, int *v) { w[1] = v; }",
        "S s{make(), make()}; set(&s.p, s.p); k<<<1, 64>>>(s.p, s.q);");
    row("seen as several", pair, "S s{make(), make()}; (*(int *(*)[2])&s.p)[1] = s.p; k<<<1, 64>>>(s.p, s.q);");
    row("by numbers of members", "template <class T> struct S { T p, q; T &operator[](int i) { return (&p)[i]; } };",
        "S<int *> s{make(), make()}; s[1] = s[0]; k<<<1, 64>>>(s.p, s.q);");
    row("a step to another", "",
        "int *x = make(), *y = make(), *z = std::next(y, std::distance(y, x)); k<<<1, 64>>>(x, z);");
    row("stepped on to another", "",
        "int *x = make(), *y = make(); std::advance(y, std::distance(y, x)); k<<<1, 64>>>(x, y);");
    row("set in a row", "", "int *p[2]; p[0] = p[1] = make(); k<<<1, 64>>>(p[0], p[1]);");
    row("filled in a loop", "",
        "int *d = make(), *p[2]; for (int i = 0; i < 2; ++i) p[i] = d; k<<<1, 64>>>(p[0], p[1]);");
    row("one from the other", "", "int *p[2] = {make(), make()}; p[1] = p[0]; k<<<1, 64>>>(p[0], p[1]);");
    row("made at times", "",
        "int *p[2], *d = nullptr; for (int i = 0; i < 2; ++i) { if (!d) cudaMalloc(&d, 64); p[i] = d; } k<<<1, "
        "64>>>(p[0], p[1]);");
    row("made before a jump", "",
        "int *p[2], *d; int i = 0; again: if (i == 0) cudaMalloc(&d, 64); p[i] = d; if (++i < 2) goto again; "
        "k<<<1, 64>>>(p[0], p[1]);");
    row("of the round before", "",
        "int *x = make(), *y = make(); for (int i = 0; i < n; ++i) { y = x; if (i) cudaMalloc(&x, 64); k<<<1, "
        "64>>>(x, y); }");
    row("chosen by two conditions", "",
        "int *x = make(), *y = make(); for (int i = 0; i < n; ++i) k<<<1, 64>>>(i % 2 ? x : y, i % 3 ? y : x);");
    row("set in both arms", "", "int *x = make(), *y = make(), *z; if (n > 1) z = x; else z = y; k<<<1, 64>>>(z, y);");
    const char* made = "int *x = make(), *y = make(); ";
    const auto after = [&](const char* host) { return made + QByteArray(host); };
    row("changed by a function that is replaced",
        "__attribute__((weak)) int look(int *&x, int *&y) { return *x + *y; }",
        after("look(x, y); k<<<1, 64>>>(x, y);"));
    row("given back by one", "__attribute__((weak)) int *pick(int *x, int *) { return x; }",
        after("k<<<1, 64>>>(pick(x, y), y);"));
    row("called by one",
        "static void go(int *x, int *y) { k<<<1, 64>>>(x, y); }\n"
        "__attribute__((weak)) void run(void (*f)(int *, int *), int *x, int *y) { f(x, y); }",
        after("run(go, x, y);"));
    row("constant that is cast", "static void set(int *const &x, int *const &y) { const_cast<int *&>(y) = x; }",
        after("set(x, y); k<<<1, 64>>>(x, y);"));
    row("constant whose address is cast", "static void set(int *const &x, int *const &y) { *(int **)&y = x; }",
        after("set(x, y); k<<<1, 64>>>(x, y);"));
    row("turned by a function", "static void turn(int *&a, int *&b) { int *t = b; b = a; a = b; return; }",
        after("turn(x, y); k<<<1, 64>>>(x, y);"));
    row("turned by a function that is called otherwise",
        "static void turn(int *&a, int *&b) { int *t = b; b = a; a = t; }\n"
        "__attribute__((weak)) void run(void (*f)(int *&, int *&), int *&x, int *&y) { f(x, y); y = x; }",
        after("run(turn, x, y); k<<<1, 64>>>(x, y);"));
    row("kept before a function exchanges", "static void turn(int *&a, int *&b) { int *t = b; b = a; a = t; }",
        "int *x = make(), *y = make(); for (int i = 0; i < n; ++i) { int *in = x; turn(x, y); k<<<1, 64>>>(in, y); }");
    row("one of three exchanged by a function", "static void turn(int *&a, int *&b) { int *t = b; b = a; a = t; }",
        "int *x = make(), *y = make(), *z = y; turn(x, z); k<<<1, 64>>>(x, y);");
    row("one of three exchanged", "", "int *x = make(), *y = make(), *z = y; std::swap(x, z); k<<<1, 64>>>(x, y);");
    row("kept before an exchange", "",
        "int *x = make(), *y = make(); for (int i = 0; i < n; ++i) { int *in = x; std::swap(x, y); k<<<1, 64>>>(in, "
        "y); }");
    row("a container of one twice", "", "int *d = make(); std::vector<int *> all(2, d); k<<<1, 64>>>(all[0], all[1]);");
    row("a container given one twice", "",
        "int *d = make(); std::vector<int *> all; all.emplace_back(d); all.emplace_back(d); k<<<1, 64>>>(all[0], "
        "all[1]);");
    row("by iterators", "",
        "std::vector<int *> all{make(), make()}; *all.begin() = all.back(); k<<<1, 64>>>(all[0], all[1]);");
    row("in a loop over elements", "",
        "int *d = make(); std::vector<int *> all(2); for (int *&one : all) one = d; k<<<1, 64>>>(all[0], all[1]);");
    row("a map's", "", "std::map<int, int *> m; int *d = make(); m[0] = d; m[1] = d; k<<<1, 64>>>(m[0], m[1]);");
    row("a pair's", "", "int *d = make(); auto both = std::make_pair(d, d); k<<<1, 64>>>(both.first, both.second);");
    row("bound by structure", "", "int *d = make(); auto [x, y] = std::make_pair(d, d); k<<<1, 64>>>(x, y);");
    row("tied", "", "int *d = make(), *x, *y; std::tie(x, y) = std::make_tuple(d, d); k<<<1, 64>>>(x, y);");
    row("of pointers to pointers", "",
        "int **p = new int *[2], **q = p; p[0] = make(); p[1] = make(); q[1] = q[0]; k<<<1, 64>>>(p[0], p[1]);");
    row("copied bytes", "",
        "int *p[2] = {make(), make()}; memcpy(&p[1], &p[0], sizeof p[0]); k<<<1, 64>>>(p[0], p[1]);");
    row("copied elements", "", "int *p[2] = {make(), make()}; std::copy(p, p + 1, p + 1); k<<<1, 64>>>(p[0], p[1]);");
    row("copied objects", "struct S { int *p; };", "S u{make()}, v; v = u; k<<<1, 64>>>(u.p, v.p);");
    row("two names of one object", "struct S { int *p, *q; };",
        "S u{make(), make()}; S &r = u, &s = u; k<<<1, 64>>>(r.p, s.p);");
    row("a place given", "static void set(int **p, int *v) { *p = v; }",
        "int *d = make(), *x, *y; set(&x, d); set(&y, d); k<<<1, 64>>>(x, y);");
    row("shared owners", "",
        "auto x = std::shared_ptr<int>(make(), cudaFree); auto y = x; k<<<1, 64>>>(x.get(), y.get());");
    row("given to constructors", "struct S { int *p; explicit S(int *q) : p(q) {} };",
        "int *d = make(); S u(d), v(d); k<<<1, 64>>>(u.p, v.p);");
    row("made by a container", "struct S { int *p; explicit S(int *q) : p(q) {} };",
        "int *d = make(); std::vector<S> all; all.emplace_back(d); all.emplace_back(d); k<<<1, 64>>>(all[0].p, "
        "all[1].p);");
    row("of a function that keeps it", "static int *cached() { static int *p; if (!p) cudaMalloc(&p, 64); return p; }",
        "int *x = cached(), *y = cached(); k<<<1, 64>>>(x, y);");
    row("kept beside", "static int *last;\nstatic int *made() { int *p; cudaMalloc(&p, 64); last = p; return p; }",
        "int *x = made(); k<<<1, 64>>>(x, last);");
    row("called by an address", "static void go(int *x, int *y) { k<<<1, 64>>>(x, y); }",
        "int *d = make(); void (*f)(int *, int *) = go; f(d, d);");
    row("called by a library", "",
        "int *d = make(); std::function<void(int *, int *)> f = [](int *x, int *y) { k<<<1, "
        "64>>>(x, y); }; f(d, d);");
    row("a number", "", "int *x = make(); unsigned long a = (unsigned long)x; k<<<1, 64>>>(x, (int *)(a + 16));");
    row("a union's", "union U { int *p; int *q; };", "U u; u.p = make(); k<<<1, 64>>>(u.p, u.q);");
    row("by an address", "", "int *x = make(), *y = make(); *(&y) = x; k<<<1, 64>>>(x, y);");
    row("as a number", "", "int *x = make(), *y = make(); (size_t &)y = (size_t)x; k<<<1, 64>>>(x, y);");
    row("byte by byte", "",
        "int *x = make(), *y = make(); for (int i = 0; i < 8; ++i) ((char *)&y)[i] = ((char *)&x)[i]; k<<<1, 64>>>(x, "
        "y);");
    row("atomically", "",
        "int *x = make(), *y = make(); __atomic_store_n(&y, x, __ATOMIC_RELAXED); k<<<1, 64>>>(x, y);");
    row("placed anew", "", "int *x = make(), *y = make(); new (&y) int *(x); k<<<1, 64>>>(x, y);");
    row("read from a text", "",
        "int *x = make(), *y = make(); sscanf(\"1\", \"%p\", (void **)&y); k<<<1, 64>>>(x, y);");
    row("by a difference", "", "int *x = make(), *z = make(), *y = z + (x - z); k<<<1, 64>>>(x, y);");
    row("moved by a difference", "", "int *x = make(), *y = make(); auto d = x - y; y += d; k<<<1, 64>>>(x, y);");
    row("behind bits without a name", "struct S { int : 4; int *p, *q; };",
        "int *x = make(), *y = make(); S s = {x, y}; k<<<1, 64>>>(s.p, x);");
    row("behind a base", "struct B { int *p; };\nstruct S : B { int *q, *r; };",
        "int *x = make(), *y = make(), *z = make(); S s = {{x}, y, z}; k<<<1, 64>>>(s.q, y);");
    row("behind a base, the last", "struct B { int *p; };\nstruct S : B { int *q, *r; };",
        "int *x = make(), *y = make(), *z = make(); S s = {{x}, y, z}; k<<<1, 64>>>(s.r, z);");
    row("the second of a union", "union U { int *p; int *q; };",
        "int *x = make(); U u = {.q = x}; k<<<1, 64>>>(u.q, x);");
    row("a number of a union", "union U { int *p; size_t n; };",
        "U u, v; u.p = make(); v.p = make(); v.n = u.n; k<<<1, 64>>>(u.p, v.p);");
    row("referred to twice", "struct B { int *d; };\nstruct S { B &x, &y; void run() { k<<<1, 64>>>(x.d, y.d); } };",
        "B u{make()}; S s{u, u}; s.run();");
    row("a copy of a container", "",
        "std::vector<int *> all{make(), make()}; auto others = all; k<<<1, 64>>>(all[0], others[0]);");
    row("an element and an iterator", "",
        "std::vector<int *> all{make(), make()}; auto it = all.begin(); ++it; k<<<1, 64>>>(*it, all.back());");
    row("kept in a map",
        "static std::map<int, int *> cache;\n"
        "static int *get(int n) { int *&p = cache[n]; if (!p) cudaMalloc(&p, n); return p; }",
        "int *x = get(64), *y = get(64); k<<<1, 64>>>(x, y);");
    row("made where there is none", "static int *ensure(int *p) { if (!p) cudaMalloc(&p, 64); return p; }",
        "int *x = ensure(nullptr), *y = ensure(x); k<<<1, 64>>>(x, y);");
    row("given where there is one",
        "static int *kept;\nstatic int *get() { int *p = kept; if (!p) { cudaMalloc(&p, 64); kept = p; } return p; }",
        "int *x = get(), *y = get(); k<<<1, 64>>>(x, y);");
    row("launched by a variable", "",
        "int *x = make(), *y = make(); k<<<1, 64>>>(x, y); auto f = k; f<<<1, 64>>>(x, x);");
    row("handed on", "template <class F, class... A> static void go(F f, A... a) { f<<<1, 64>>>(a...); }",
        "int *x = make(); go(k, x, x);");
    row("memory moved on", "",
        "std::vector<int> v(64); int *p = v.data(); std::vector<int> w = std::move(v); k<<<1, 64>>>(p, w.data());");
    row("memory moved by a cast", "",
        "std::vector<int> v(64), w; int *p = v.data(); w = static_cast<std::vector<int> &&>(v); k<<<1, 64>>>(p, "
        "w.data());");
    row("memory given back",
        "static int *kept;\n"
        "static std::vector<int> filled() { std::vector<int> v(64); kept = &v[0]; return v; }",
        "auto w = filled(); k<<<1, 64>>>(kept, &w[0]);");
    row("objects listed in an array", "struct S { int *x, *y; };",
        "int *d = make(); S s{make(), make()}; k<<<1, 64>>>(s.x, s.y); std::array<S, 1> t{{{d, d}}}; k<<<1, "
        "64>>>(t[0].x, t[0].y);");
    row("rows of an array", "static void get(int **p) { cudaMalloc(&*p, 64); }",
        "int *c, *d = make(); get(&c); std::array<int *[2], 1> t{{{d, d}}}; k<<<1, 64>>>(t[0][0], t[0][1]);");
    row("bytes of anything",
        "struct S { int *x, *y; };\nstatic void copy(void *to, const void *from, int n) { memcpy(to, from, n); }",
        "S s{make(), make()}, t{make(), make()}; copy(&t, &s, sizeof s); k<<<1, 64>>>(s.x, t.x);");
    row("bytes of anything, one by one",
        "struct S { int *x, *y; };\nstatic void copy(void *to, const void *from, int n) { for (int i = 0; i < n; ++i) "
        "((char *)to)[i] = ((const char *)from)[i]; }",
        "S s, t; cudaMalloc(&s.x, 64); cudaMalloc(&t.x, 64); copy(&t, &s, sizeof s); k<<<1, 64>>>(s.x, t.x);");
    row("a container given to what is not seen", "struct S { int *x, *y; };\nvoid share(std::vector<S> &all);",
        "std::vector<S> all(1); cudaMalloc(&all[0].x, 64); cudaMalloc(&all[0].y, 64); share(all); k<<<1, "
        "64>>>(all[0].x, all[0].y);");
    row("what leads on given to what is not seen",
        "struct S { int *x, *y; };\nstruct H { S *s; };\nvoid share(const H &h);",
        "S s; cudaMalloc(&s.x, 64); cudaMalloc(&s.y, 64); share(H{&s}); k<<<1, 64>>>(s.x, s.y);");
    row("copied by a library", "struct S { int *x; };",
        "std::vector<S> u(1), v; cudaMalloc(&u[0].x, 64); v = u; k<<<1, 64>>>(u[0].x, v[0].x);");
    row("a row that is owned", "",
        "int *d = make(); std::unique_ptr<int *[]> p(new int *[2]{d, d}); k<<<1, 64>>>(p[0], d);");
    row("a pointer that is owned", "", "int *d = make(); std::unique_ptr<int *> p(new int *(d)); k<<<1, 64>>>(*p, d);");
    row("a pair by value",
        "static void go(std::pair<int *, int *> v, int *b) { v.second = b; k<<<1, 64>>>(v.first, v.second); }",
        "int *d = make(); go({d, nullptr}, d);");
    row("a container on the heap", "static void get(int **p) { cudaMalloc(&*p, 64); }",
        "int *c, *d = make(); get(&c); auto *all = new std::vector<int *>{d, d}; k<<<1, 64>>>((*all)[0], (*all)[1]);");
    row("a container referred to twice", "struct S { std::vector<int *> &all; };",
        "std::vector<int *> all; all.push_back(make()); S u{all}, v{all}; k<<<1, 64>>>(u.all[0], v.all[0]);");
    row("a row referred to twice", "struct S { int *(&all)[2]; };",
        "int *all[2]; cudaMalloc(&all[0], 64); cudaMalloc(&all[1], 64); S u{all}, v{all}; k<<<1, 64>>>(u.all[0], "
        "v.all[0]);");
    row("a pointer referred to twice", "struct S { int *&p; };",
        "int *x; cudaMalloc(&x, 64); S u{x}, v{x}; k<<<1, 64>>>(u.p, v.p);");
    row("a pointer's address taken otherwise", "",
        "int *x = make(), *y = make(); int **p = std::addressof(y); *p = x; k<<<1, 64>>>(x, y);");
    row("a reference to what is moved", "",
        "int *x = make(), *y = make(); int *&&r = std::move(y); r = x; k<<<1, 64>>>(x, y);");
    row("what is moved given to a function", "static void set(int *&&p, int *q) { p = q; }",
        "int *x = make(), *y = make(); set(std::move(y), x); k<<<1, 64>>>(x, y);");
    row("opened twice", "",
        "cudaIpcMemHandle_t h = {}; int *x, *y; cudaIpcOpenMemHandle((void **)&x, h, 1); "
        "cudaIpcOpenMemHandle((void **)&y, h, 1); k<<<1, 64>>>(x, y);");
    row("mapped twice", "#include <sys/mman.h>",
        "auto map = [n] { return (int *)mmap(0, 64, PROT_READ, MAP_SHARED, n, 0); }; int *x = map(), *y = map(); "
        "k<<<1, 64>>>(x, y);");
    row("mapped at two places", "#include <sys/mman.h>",
        "int *x = (int *)mmap(0, 64, PROT_READ, MAP_SHARED, n, 0), *y = (int *)mmap(0, 64, PROT_READ, MAP_SHARED, n, "
        "0); k<<<1, 64>>>(x, y);");
    const auto handed = [&](const char* name, const char* code) {
      QTest::newRow(name) << ""
                          << QString("int *x = make(), *y = make(), *z = make(); %1 k<<<1, 64>>>(x, y);").arg(code);
    };
    handed("a place that is laundered", "*std::launder(&y) = x;");
    handed("the end of what was filled", "std::fill_n(&y, 1, z)[-1] = x;");
    handed("a constant reference kept", "auto r = std::cref(y); const_cast<int *&>(r.get()) = x;");
    handed("the greater of two", "const_cast<int *&>(std::max(y, z)) = x;");
    handed("both of two", "auto r = std::minmax(y, z); const_cast<int *&>(r.first) = x;");
    handed("the place behind none", "*std::next(&y, 0) = x;");
    handed("an iterator over one", "*std::make_move_iterator(&y).base() = x;");
    row("a library's object that is called", "static void set(int *&p, int *q) { p = q; }",
        "int *x = make(), *y = make(); std::function<void(int *&, int *)> f = set; f(y, x); k<<<1, 64>>>(x, y);");
    row("references put into a library's object", "",
        "int *x = make(), *y = make(); std::map<int, std::reference_wrapper<int *>> r; r.emplace(1, y); "
        "r.at(1).get() = x; k<<<1, 64>>>(x, y);");
    row("references in a library's object", "",
        "int *x = make(), *y = make(); std::pair<int *&, int> r(y, 1); r.first = x; k<<<1, 64>>>(x, y);");
    row("names and numbers of a union", "struct S { union { struct { int *x, *y; }; int *at[2]; }; };",
        "S s; cudaMalloc(&s.x, 64); cudaMalloc(&s.y, 64); s.at[1] = s.at[0]; k<<<1, 64>>>(s.x, s.y);");
    row("a number of a union that is counted", "union U { int *p; size_t n; };",
        "U u, v; u.p = make(); v.p = make(); ++v.n; k<<<1, 64>>>(u.p, v.p);");
    row("a member of the runtime's", "",
        "int *d = make(); cudaPitchedPtr q = make_cudaPitchedPtr(d, 64, 64, 1); k<<<1, 64>>>((int *)q.ptr, d); "
        "q.ptr = make();");
    row("a difference in an array", "",
        "int *x = make(), *y = make(); long at[1]; at[0] = y - x; k<<<1, 64>>>(x + at[0], y);");
    row("a difference in a container", "",
        "int *x = make(), *y = make(); std::vector<long> at; at.push_back(y - x); k<<<1, 64>>>(x + at[0], y);");
    row("a difference in an object", "struct S { long n; explicit S(long m) : n(m) {} };",
        "int *x = make(), *y = make(); S s(y - x); k<<<1, 64>>>(x + s.n, y);");
    row("a difference in an object that a library makes", "struct S { long n; explicit S(long m) : n(m) {} };",
        "int *x = make(), *y = make(); auto s = std::make_unique<S>(y - x); k<<<1, 64>>>(x + s->n, y);");
    row("a difference given back", "static int *x, *y;\nstatic long between() { return y - x; }",
        "x = make(); y = make(); k<<<1, 64>>>(x + between(), y);");
    row("a difference by a reference", "static int *x, *y;\nstatic void set(long &n) { n = y - x; }",
        "long n; x = make(); y = make(); set(n); k<<<1, 64>>>(x + n, y);");
    row("a difference where nothing is named", "static long all[4];\nstatic long &at(int i) { return all[i]; }",
        "int *x = make(), *y = make(); at(1) = y - x; k<<<1, 64>>>(x + all[1], y);");
    row("an unnamed member",
        "struct S { struct { int *x, *y; }; explicit S(int *p) : x(p), y(p) {} void renew() { cudaMalloc(&x, 64); "
        "cudaMalloc(&y, 64); } };",
        "S s(make()); k<<<1, 64>>>(s.x, s.y); s.renew();");
    row("a member of a template",
        "static int *one = make();\ntemplate <class T> struct S { static T *p; };\ntemplate <class T> T *S<T>::p = "
        "one;",
        "k<<<1, 64>>>(S<int>::p, one); S<int>::p = make();");
    row("an object as its first member", "struct S { int *x, *y; };",
        "S s; cudaMalloc(&s.x, 64); cudaMalloc(&s.y, 64); reinterpret_cast<int *&>(s) = s.y; k<<<1, 64>>>(s.x, s.y);");
    row("an object of another's bits", "struct S { int *x, *y; };\nstruct T { int *u, *v; };",
        "int *d = make(); S s{make(), make()}; k<<<1, 64>>>(s.x, s.y); T t{d, d}; s = __builtin_bit_cast(S, t);");
    row("code that is wrong", "", "int *x = make(), *y = make(); y = nobody(x); k<<<1, 64>>>(x, y);");
    row("code that is lost", "static int *x = nobody(;", "int *y = make(); k<<<1, 64>>>(y, y);");
    row("2 by 2", "", "int *d = make(), *p[2][2] = {{d, make()}, {d, make()}}; k<<<1, 64>>>(p[0][0], p[1][0]);");
  }
  void leavesOpenWhatMayBeOne() {
    QFETCH(QString, declared);
    QFETCH(QString, host);
    const std::optional<VerdictKind> verdict = verdictOf(declared, host);
    QVERIFY(verdict == VerdictKind::unknown || verdict == VerdictKind::refused);
  }

  // What other files of the program do with functions, variables and members is not seen.
  void leavesOpenWhatOtherFilesDo_data() {
    QTest::addColumn<QString>("declared");
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("other");
    QTest::addColumn<bool>("isKnown");
    const auto row = [](const char* name, const char* declared, const char* host, const char* other, bool isKnown) {
      QTest::newRow(name) << declared << host << other << isKnown;
    };
    const char* go = "void go(int *x, int *y) { k<<<1, 64>>>(x, y); }\n";
    row("a call", go, "", "void go(int *, int *);\nint main() { int *d = 0; cudaMalloc(&d, 64); go(d, d); }\n", false);
    row("a call, beside one here", go, "void here() { go(make(), make()); }\n",
        "void go(int *, int *);\nint main() { int *d = 0; cudaMalloc(&d, 64); go(d, d); }\n", false);
    row("none", go, "", "int main() {}\n", true);
    row("none that is linked", "static void go(int *x, int *y) { k<<<1, 64>>>(x, y); }\n",
        "void here() { go(make(), make()); }\n", "void go(int *, int *) {}\nint main() { go(0, 0); }\n", true);
    row("a variable", "int *x = make(), *y = make();\n", "void here() { k<<<1, 64>>>(x, y); }\n",
        "extern int *x, *y;\nint main() { x = y; }\n", false);
    row("a row", "void go(int **p) { k<<<1, 64>>>(p[0], p[1]); }\n",
        "void here() { int *x[2]; for (int i = 0; i < 2; ++i) cudaMalloc(&x[i], 64); go(x); }\n",
        "void go(int **);\nint main() { int *d = 0; cudaMalloc(&d, 64); int *p[2] = {d, d}; go(p); }\n", false);
    row("a member", "#include \"buffers.h\"\n",
        "void here(Buffers &b) { b.in = make(); b.out = make(); k<<<1, 64>>>(b.in, b.out); }\n",
        "#include \"buffers.h\"\nint main() { Buffers b; b.in = b.out; }\n", false);
  }
  void leavesOpenWhatOtherFilesDo() {
    QFETCH(QString, declared);
    QFETCH(QString, host);
    QFETCH(QString, other);
    QFETCH(bool, isKnown);
    const QString folder = QString("files_%1/").arg(QTest::currentDataTag()).replace(' ', '_').replace(',', '_');
    folder_.write(folder + "buffers.h", "#pragma once\nstruct Buffers { int *in, *out; };\n");
    folder_.write(folder + ".git/HEAD", "ref\n");
    folder_.write(folder + "main.cu", other);
    const std::string file = folder_.write(
        folder + "k.cu",
        "__global__ void k(const int *a, int *b) {\n  int t = threadIdx.x, v = a[t + 1];\n  __syncthreads();\n"
        "  b[t] = v;\n}\nstatic int *make() { int *d; cudaMalloc(&d, 1024); return d; }\n" +
            declared + host);
    Analyzer analyzer(optionsOf({"redundant_barrier"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    const Opportunity* found = result.ok() ? findingOf(*result, "redundant_barrier") : nullptr;
    QVERIFY(found);
    QVERIFY2((found->verdict == VerdictKind::applicable) == isKnown, toText(found->reason).c_str());
  }
};

QTEST_GUILESS_MAIN(PointerSharingTest)
#include "pointer_sharing_test.moc"

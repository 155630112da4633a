#include <QTest>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/written_kernel.h"
#include "analysis/rewrite/edit/guarded_copy.h"
#include "analysis/rewrite/source/editor.h"

using namespace warpwright;
using namespace warpwright::rewrite;

namespace {

const std::string file = "/tmp/guarded.cu";

const clang::FunctionDecl* kernelOf(const frontend::ParsedUnit& unit) {
  for (const clang::FunctionDecl* function : model::projectFunctions(unit)) {
    if (!function->hasAttr<clang::CUDAGlobalAttr>() || function->getNameAsString() != "kernel") continue;
    const clang::FunctionDecl* written = model::writtenForm(function);
    if (written->getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization) continue;
    if (written->getDefinition()) return written->getDefinition();
  }
  return nullptr;
}

const std::string plain = "__global__ void kernel(float* a) { a[threadIdx.x] = 0; }\n";
const std::string copied = "static __global__ void kernel_block_64(float* a) { a[threadIdx.x] = 0; }\n";

}  // namespace

class GuardedCopyTest : public QObject {
  Q_OBJECT

  Result<frontend::ParsedUnit> parse(const std::string& text) {
    parser_.setOpenTexts({{file, text}});
    frontend::CompileCommand command;
    command.file = file;
    command.folder = "/";
    return parser_.parse(command, {});
  }

  /// The text with the guard, or "error: why".
  std::string guarded(const std::string& text, const std::array<uint32_t, 3>& block) {
    return guarded(text, Guard{"kernel", block});
  }
  std::string guarded(const std::string& text, const Guard& guard) {
    const auto unit = parse(text);
    if (!unit.ok() || !unit->summary().errors.empty()) return "does not compile";
    const clang::FunctionDecl* kernel = kernelOf(*unit);
    if (!kernel) return "no kernel";
    Editor editor(*unit);
    const Status copy = writeGuardedCopy(editor, *kernel, guard, editor.freshName(copyName(guard)));
    if (!copy.ok()) return "error: " + copy.error().message;
    const auto change = editor.finish("guard");
    if (!change.ok()) return "error: " + change.error().message;
    const auto made = applyEdits(change->files.front(), text);
    if (!made.ok()) return "error: " + made.error().message;
    const auto after = parse(*made);
    return after.ok() && after->summary().errors.empty() ? *made : "error: the text does not compile\n" + *made;
  }

  frontend::UnitParser parser_{[] {
    frontend::ParseOptions options;
    options.headers = frontend::HeaderMode::own;
    return options;
  }()};

 private slots:
  void writesTheChoice() {
    QCOMPARE(guarded(plain + "void run(float* a, int n) {\n  kernel<<<4, n>>>(a);\n}\n", {64, 1, 1}),
             plain + "\n" + copied +
                 "void run(float* a, int n) {\n  if (n == 64)\n    kernel_block_64<<<4, dim3(64)>>>(a);\n  else\n    "
                 "kernel<<<4, n>>>(a);\n}\n");
  }

  void copiesEachDeclaration() {
    const std::string before =
        "namespace deep {\n// why\nextern \"C\" __global__ void kernel(float* a);\n}\n"
        "void run(float* a, dim3 b) { deep::kernel<<<1, b>>>(a); }\n"
        "namespace deep { __global__ void kernel(float* a) { a[0] = 1; } }\n";
    const std::string after = guarded(before, {8, 8, 1});
    QVERIFY2(after.find("void kernel(float* a);\nextern \"C\" __global__ void kernel_block_8x8(float* a);") !=
                 std::string::npos,
             after.c_str());
    QVERIFY2(after.find("if (b.x == 8 && b.y == 8 && b.z == 1)") != std::string::npos, after.c_str());
    QVERIFY2(after.find("deep::kernel_block_8x8<<<1, dim3(8, 8)>>>(a);") != std::string::npos, after.c_str());
  }

  void readsLaunches_data() {
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("expected");  // a part of the text, or "error: part of the reason"
    const auto row = [](const char* name, const char* host, const char* expected) {
      QTest::newRow(name) << host << expected;
    };
    row("shape", "void run(float* a, int n) { kernel<<<1, dim3(n, 2)>>>(a); }",
        "if (dim3(n, 2).x == 64 && dim3(n, 2).y == 1 && dim3(n, 2).z == 1)");
    row("sum", "void run(float* a, int n) { kernel<<<1, n + 1>>>(a); }", "if ((n + 1) == 64)");
    row("long", "void run(float* a, long n) { kernel<<<1, n>>>(a); }", "if (dim3(n).x == 64)");
    row("member", "struct S { dim3 b; };\nvoid run(float* a, S s) { kernel<<<1, s.b>>>(a); }",
        "if (s.b.x == 64 && s.b.y");
    row("body of if", "void run(float* a, int n) {\n  if (n) kernel<<<1, n>>>(a);\n  else n = 3;\n}",
        "if (n) { if (n == 64)");
    row("body of loop", "void run(float* a, int n) { for (int i = 0; i < 3; ++i) kernel<<<1, n>>>(a); }",
        "++i) if (n == 64)");
    row("switch", "void run(float* a, int n) { switch (n) { case 1: kernel<<<1, n>>>(a); break; } }",
        "case 1: if (n == 64)");
    row("template of the host",
        "template <class T> void run(T* a, int n) { kernel<<<1, n>>>(a); }\nvoid f(float* a) { run(a, 3); }",
        "if (n == 64)");
    row("overloads in a template",
        "__global__ void kernel(double a);\ntemplate <class T> void run(T a, int n) { kernel<<<1, n>>>(a); }\n"
        "void f(float* a) { run(a, 3); run(2.0, 3); }",
        "error: line 3 launches it in a template, and other functions have its name");
    row("lambda around", "void run(float* a, int n) { auto f = [&] { kernel<<<1, n>>>(a); }; f(); }", "{ if (n == 64)");
    row("another keeps it", "#define RUN kernel<<<1, 3>>>\nvoid run(float* a, int n) { RUN(a); kernel<<<1, n>>>(a); }",
        "RUN(a); if (n == 64)");
    row("handed on", "void take(void (*)(float*));\nvoid run(float* a, int n) { take(kernel); kernel<<<1, n>>>(a); }",
        "take(kernel); if (n == 64)");
    row("macro", "#define RUN kernel<<<1, 3>>>\nvoid run(float* a) { RUN(a); }",
        "error: line 3 launches it in a macro");
    row("expression", "void run(float* a, int n) { n ? kernel<<<1, n>>>(a) : void(); }",
        "error: line 2 launches it in a larger expression");
    row("effects", "void run(float* a, int n) { kernel<<<1, n++>>>(a); }",
        "error: line 2 changes something while it computes its block or arguments");
    row("call", "int size();\nvoid run(float* a) { kernel<<<1, size()>>>(a); }",
        "error: line 3 changes something while it computes its block or arguments");
    row("argument changes it", "void run(float* a, int n) { kernel<<<1, n>>>(a + n++); }",
        "error: line 2 changes something while it computes its block or arguments");
    row("volatile", "void run(float* a, volatile int n) { kernel<<<1, n>>>(a); }",
        "error: line 2 changes something while it computes its block or arguments");
    row("pointer", "void run(float* a, int n) { auto k = kernel; k<<<1, n>>>(a); }", "error: ");
    row("alias", "#define OTHER kernel\nvoid run(float* a, int n) { OTHER<<<1, n>>>(a); }", "error: ");
    row("line", "void run(float* a, int n) { kernel<<<1, n>>>(a + __LINE__); }",
        "error: line 2 launches it with text that cannot stand twice");
    row("set up",
        "void run(float* a, int n) {\n"
        "  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 90000);\n"
        "  kernel<<<1, n, n * 4>>>(a);\n}",
        "if (n == 64 && static_cast<unsigned long long>(n * 4) <= 49152)");
    row("set up, too much", "void run(float* a, int n) { kernel<<<1, n, 60000>>>(a); }",
        "error: line 2 may ask for more shared memory");
    row("set up by a call", "int more();\nvoid run(float* a, int n) { kernel<<<1, n, more()>>>(a); }",
        "error: line 3 may ask for more shared memory");
    row("grid changes it", "void run(float* a, int n) { kernel<<<(n = 96 - n, 1), n>>>(a); }",
        "error: line 2 changes something while it computes its block or arguments");
    row("grid calls", "int set(int& n);\nvoid run(float* a, int n) { kernel<<<set(n), n>>>(a); }",
        "error: line 3 changes something while it computes its block or arguments");
    row("stream of a call", "cudaStream_t next();\nvoid run(float* a, int n) { kernel<<<1, n, 0, next()>>>(a); }",
        "if (n == 64)");
    row("stream and a global", "cudaStream_t next();\nint n;\nvoid run(float* a) { kernel<<<1, n, 0, next()>>>(a); }",
        "error: line 4 changes something while it computes its block or arguments");
    row("stream and a reference",
        "int* take(int&);\nvoid run(float* a, int n) { int* p = take(n);\n"
        "kernel<<<1, n>>>(a + (*p)++); }",
        "error: line 4 changes something while it computes its block or arguments");
    row("shape of its own",
        "cudaStream_t next();\nvoid run(float* a, int n) { dim3 b(n); b.y = 2; dim3 c = b;\n"
        "kernel<<<c, b, 0, next()>>>(a); }",
        "if (b.x == 64 && b.y == 1");
    const char* changes = "error: line 3 changes something while it computes its block or arguments";
    row("next of several",
        "#define next(list) __builtin_va_arg(list, int)\n"
        "void run(float* a, int n, ...) { __builtin_va_list l; __builtin_va_start(l, n);\n"
        "kernel<<<1, next(l)>>>(a); __builtin_va_end(l); }",
        "error: line 4 changes something");
    row("elements left out",
        "int steps; struct One { One() { ++steps; } }; struct All { int n; One ones[2]; };\n"
        "void run(float* a, int n) { kernel<<<1, All{n}.n>>>(a); }",
        changes);
    row("captured",
        "cudaStream_t next();\nvoid run(float* a, int n) { auto f = [&] { kernel<<<1, n, 0, next()>>>(a); }; f(); }",
        changes);
    row("tells where it is",
        "struct Own { int n; Own(int n); };\nint set();\n"
        "void run(float* a, int n) { Own o(n); kernel<<<set(), o.n>>>(a); }",
        "error: line 4 changes something");
    row("bound",
        "struct Two { int n, m; }; int set();\n"
        "void run(float* a, Two t) { auto [x, y] = t; kernel<<<set(), x>>>(a); }",
        changes);
    row("plain class",
        "struct Two { int n, m; }; int set();\n"
        "void run(float* a) { Two t{64, 1}; kernel<<<set(), t.n>>>(a); }",
        "if (t.n == 64)");
    row("constructor",
        "int steps; struct Own : dim3 { Own(int n) : dim3(n) { ++steps; } };\n"
        "void run(float* a, int n) { kernel<<<1, Own(n)>>>(a); }",
        "error: line 3 changes something while it computes its block or arguments");
    row("destructor",
        "int steps; struct Own { ~Own() { ++steps; } };\nint of(int n) { Own own; return n; }\n"
        "void run(float* a, int n) { kernel<<<1, of(n)>>>(a); }",
        "error: line 4 changes something while it computes its block or arguments");
    row("temporary",
        "int steps; struct Own { int n; ~Own() { ++steps; } };\n"
        "void run(float* a, int n) { kernel<<<1, Own{n}.n>>>(a); }",
        "error: line 3 changes something while it computes its block or arguments");
    row("virtual",
        "struct Own { int n; virtual int of() { return n; } };\n"
        "void run(float* a, Own& o) { kernel<<<1, o.of()>>>(a); }",
        "error: line 3 changes something while it computes its block or arguments");
    row("member",
        "struct Own { int n; int of() const { return n; } };\n"
        "void run(float* a, Own& o) { kernel<<<1, o.of()>>>(a); }",
        "if ((o.of()) == 64)");
    row("default of a member",
        "int steps; int bump() { return ++steps; } struct Own { int n = bump(); };\n"
        "void run(float* a) { kernel<<<1, Own{}.n>>>(a); }",
        "error: line 3 changes something while it computes its block or arguments");
    row("enumeration",
        "enum Size { one = 64 }; bool operator==(Size, int) { return true; }\n"
        "void run(float* a, Size s) { kernel<<<1, s>>>(a); }",
        "if (dim3(s).x == 64");
    row("another dim3",
        "namespace n { struct dim3 { unsigned x, y, z; operator ::dim3() const; }; }\n"
        "void run(float* a, n::dim3 s) { kernel<<<1, s>>>(a); }",
        "error: ");
    row("nodes of graphs",
        "void look(cudaGraphNode_t n, cudaKernelNodeParams* p) { cudaGraphKernelNodeGetParams(n, p); }\n"
        "void run(float* a, int n) { kernel<<<1, n>>>(a); }",
        "error: the program looks at the nodes of its graphs");
    row("line of a launch",
        "#define LINE(x) text(__LINE__, x)\nfloat* text(int, float* x);\n"
        "void run(float* a, int n) { kernel<<<1, n>>>(LINE(a)); }",
        "error: line 4 launches it with text that cannot stand twice");
    row("kernels of two namespaces",
        "struct X { operator float*() const; }; namespace b { __global__ void kernel(X) {} } using namespace b;\n"
        "template <class T> void run(T a, int n) { kernel<<<1, n>>>(a); }\n"
        "void f(float* a) { run(a, 3); run(X(), 3); }",
        "error: line 3 means another launch");
    row("no launch", "void run();", "error: nothing here launches it");
    row("text of it",
        "#define TEXT(...) #__VA_ARGS__; __VA_ARGS__\nconst char* t;\nvoid run(float* a, int n) { t = TEXT(kernel<<<1, "
        "n>>>(a)); }",
        "error: ");
  }
  void readsLaunches() {
    QFETCH(QString, host);
    QFETCH(QString, expected);
    const QString made = QString::fromStdString(guarded(plain + host.toStdString() + "\n", {64, 1, 1}));
    QVERIFY2(
        expected.startsWith("error") ? made.startsWith(expected) : made.contains(expected) && !made.startsWith("error"),
        qPrintable(made));
  }

  void asksForNumbers_data() {
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("expected");  // a part of the text, or "error: part of the reason"
    const auto row = [](const char* name, const char* host, const char* expected) {
      QTest::newRow(name) << host << expected;
    };
    row("variables", "void run(float* a, int n, long k) { kernel<<<1, 64>>>(a, n, k); }",
        "if (n == 16 && k == 0) kernel_with_n_16_k_0<<<1, 64>>>(a, 16, 0); else kernel<<<1, 64>>>(a, n, k);");
    row("expressions", "struct S { int n; };\nvoid run(float* a, S* s, int k) { kernel<<<1, 64>>>(a, s->n, k + 1); }",
        "if (s->n == 16 && (k + 1) == 0) kernel_with_n_16_k_0<<<1, 64>>>(a, 16, 0);");
    row("its number already", "void run(float* a, int k) { kernel<<<1, 64>>>(a, 16, k); }",
        "if (k == 0) kernel_with_n_16_k_0<<<1, 64>>>(a, 16, 0);");
    row("all numbers already", "#define N 16\nvoid run(float* a) { kernel<<<1, 64>>>(a, N, 0); }",
        "if (true) kernel_with_n_16_k_0<<<1, 64>>>(a, N, 0);");
    row("another number", "void run(float* a, int k) { kernel<<<1, 64>>>(a, 17, k); }",
        "error: line 2 passes another number for `n`");
    row("effects", "void run(float* a, int n) { kernel<<<1, 64>>>(a, n++, 0); }",
        "error: line 2 passes `n` in a way that cannot be asked first");
    row("changed by another", "void run(float* a, int n, int* p) { kernel<<<1, 64>>>(a + (*p)++, n, 0); }",
        "if (n == 16)");
    row("changed by what may name it", "int n;\nvoid run(float* a, int* p) { kernel<<<1, 64>>>(a + (*p)++, n, 0); }",
        "error: line 3 passes `n` in a way that cannot be asked first");
    row("no whole number", "void run(float* a, double n) { kernel<<<1, 64>>>(a, n, 0); }",
        "error: line 2 passes `n` in a way that cannot be asked first");
    row("class that converts",
        "struct S { operator int() const; };\nvoid run(float* a, S n) { kernel<<<1, 64>>>(a, n, 0); }",
        "error: line 3 passes `n` in a way that cannot be asked first");
    row("class that compares in its own way",
        "struct S { int n; operator int() const { return n; } };\nbool operator==(S, int);\n"
        "void run(float* a, S n) { kernel<<<1, 64>>>(a, n, 0); }",
        "error: line 4 passes `n` in a way that cannot be asked first");
    row("enumeration", "enum E { e };\nvoid run(float* a, E n) { kernel<<<1, 64>>>(a, n, 0); }",
        "error: line 3 passes `n` in a way that cannot be asked first");
    row("two in one macro", "#define BOTH n, 0\nvoid run(float* a, int n) { kernel<<<1, 64>>>(a, BOTH); }", "error: ");
    row("template of the host",
        "template <class T> void run(T n) { float* a = 0; kernel<<<1, 64>>>(a, n, 0); }\nvoid f() { run(3L); run('c'); "
        "}",
        "if (n == 16) kernel_with_n_16_k_0<<<1, 64>>>(a, 16, 0);");
    row("one instance is none",
        "template <class T> void run(T n) { float* a = 0; kernel<<<1, 64>>>(a, n, 0); }\nvoid f() { run(3L); run(2.0); "
        "}",
        "error: line 2 passes `n` in a way that cannot be asked first");
  }
  void asksForNumbers() {
    QFETCH(QString, host);
    QFETCH(QString, expected);
    const std::string kernel = "__global__ void kernel(float* a, int n, unsigned k) { a[threadIdx.x] = n + k; }\n";
    const Guard guard{"kernel", {}, {{"n", 16}, {"k", 0}}};
    const QString made = QString::fromStdString(guarded(kernel + host.toStdString() + "\n", guard)).simplified();
    QVERIFY2(
        expected.startsWith("error") ? made.startsWith(expected) : made.contains(expected) && !made.startsWith("error"),
        qPrintable(made));
  }

  void asksForBlockAndNumbers() {
    const std::string kernel = "__global__ void kernel(float* a, int n) { a[threadIdx.x] = n; }\n";
    const std::string host = "void run(float* a, dim3 b, int m) {\n  kernel<<<4, b>>>(a, m);\n}\n";
    const std::string made = guarded(kernel + host, Guard{"kernel", Guard::Block{32, 2, 1}, {{"n", 8}}});
    QVERIFY2(made.find("if (b.x == 32 && b.y == 2 && b.z == 1 && m == 8)\n    kernel_with_n_8_block_32x2<<<4, dim3(32, "
                       "2)>>>(a, 8);") != std::string::npos,
             made.c_str());
    // A parameter whose type an argument decides would become another one.
    const std::string open = "template <class T> __global__ void kernel(float* a, T n) { a[threadIdx.x] = n; }\n";
    QVERIFY(guarded(open + host, Guard{"kernel", {}, {{"n", 8}}}).starts_with("error: `n` names no parameter"));
    QVERIFY(guarded(kernel + host, Guard{"kernel", {}, {{"m", 8}}}).starts_with("error: `m` names no parameter"));
  }

  void asksEachInstance_data() {
    QTest::addColumn<QString>("types");
    QTest::addColumn<QString>("block");
    QTest::addColumn<QString>("expected");
    QTest::newRow("one type") << "using One = int; struct Two { int n; operator int() const { return n; } };"
                              << "int(n)"
                              << "if (int(n) == 64)";
    QTest::newRow("calls others")
        << "int steps; struct One { int of() { return 64; } }; struct Two { int of() { return ++steps; } };" << "n.of()"
        << "error: line 4 changes something while it computes its block or arguments";
    QTest::newRow("other types") << "struct One { int n; operator dim3() const; }; using Two = int;" << "n"
                                 << "error: line 4 means another launch";
    QTest::newRow("other numbers") << "using One = short; using Two = unsigned long;" << "n"
                                   << "error: line 4 means another launch";
    QTest::newRow("becomes a shape") << "using One = dim3; struct Two { unsigned x, y, z; operator dim3() const; };"
                                     << "n"
                                     << "error: line 4 means another launch";
  }
  void asksEachInstance() {
    QFETCH(QString, types);
    QFETCH(QString, block);
    QFETCH(QString, expected);
    const QString text = "template <class T>\n__global__ void kernel(float* a) { a[threadIdx.x] = 0; }\n" + types +
                         "\ntemplate <class T> void run(float* a, T n) { kernel<T><<<1, " + block +
                         ">>>(a); }\nvoid f(float* a, One o, Two t) { run(a, o); run(a, t); }\n";
    const QString made = QString::fromStdString(guarded(text.toStdString(), {64, 1, 1}));
    QVERIFY2(
        expected.startsWith("error") ? made.startsWith(expected) : made.contains(expected) && !made.startsWith("error"),
        qPrintable(made));
  }

  void readsKernels_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* kernel, const char* expected) {
      QTest::newRow(name) << kernel << expected;
    };
    row("attributes", "static __launch_bounds__(64) __global__ void kernel(float* a) { a[0] = 1; }",
        "\n\nstatic __launch_bounds__(64) __global__ void kernel_block_64(float* a) { a[0] = 1; }");
    row("static behind", "__launch_bounds__(64) static __global__ void kernel(float* a) { a[0] = 1; }",
        "\n\n__launch_bounds__(64) static __global__ void kernel_block_64(float* a) { a[0] = 1; }");
    row("macro in front", "#define KERNEL __global__ void\nKERNEL kernel(float* a) { a[0] = 1; }  // one",
        "// one\n\nKERNEL kernel_block_64(float* a) { a[0] = 1; }");
    row("template", "template <int N = 3>\n__global__ void kernel(float* a) { a[0] = N; }",
        "\n\ntemplate <int N = 3>\nstatic __global__ void kernel_block_64(float* a) { a[0] = N; }");
    row("specialised",
        "template <int N>\n__global__ void kernel(float* a) { a[0] = N; }\n"
        "template <>\n__global__ void kernel<7>(float* a) { a[0] = 8; }",
        "error: it has specialisations");
    row("name taken", "int kernel_block_64;\n__global__ void kernel(float* a) { a[0] = 1; }",
        "__global__ void kernel_block_64_2(float* a)");
    row("assert", "#include <cassert>\n__global__ void kernel(float* a) { assert(a); a[0] = 1; }",
        "__global__ void kernel_block_64(float* a)");
    row("own name", "__global__ void kernel(float* a) { printf(\"%s\", __func__); }",
        "error: it asks for its own name");
    row("line", "__global__ void kernel(float* a) { a[0] = __LINE__; }", "error: it asks for its own name or line");
    row("counter", "__global__ void kernel(float* a) { a[0] = __COUNTER__; }",
        "error: it asks for its own name or line");
    row("line as text",
        "#define A(x) #x\n#define B(x) A(x)\n__global__ void kernel(float* a) { a[0] = B(__LINE__)[0]; }",
        "error: it asks for its own name or line");
    row("place by default",
        "__device__ int at(int n = __builtin_LINE()) { return n; }\n"
        "__global__ void kernel(float* a) { a[0] = at(); }",
        "error: it asks for its own name or line");
    row("counter in a name",
        "#define A(x, y) x##y\n#define B(x, y) A(x, y)\n"
        "__global__ void kernel(float* a) { int B(v, __COUNTER__) = 1; a[0] = 1; }",
        "error: it asks for its own name or line");
    row("number behind macros",
        "#define HERE __LINE__\n#define THERE HERE\n"
        "__global__ void kernel(float* a) { a[0] = THERE; }",
        "error: it asks for its own name or line");
    row("types of its own",
        "// own\ntemplate <class T> __device__ int count(T) { static int c; return c++; }\n"
        "__global__ void kernel(float* a) { auto f = [] {}; a[0] = count(f); }",
        "error: it makes types of its own");
    row("method of its own",
        "__global__ void kernel(float* a) { struct S { __device__ int of() { static int c; return c++; } } s; a[0] = "
        "s.of(); }",
        "error: it makes types of its own");
    row("variable of a template",
        "// own\ntemplate <class T> __device__ int counted;\n"
        "__global__ void kernel(float* a) { struct S {} s; a[0] = counted<S>; }",
        "error: it makes types of its own");
    row("types that nobody counts", "__global__ void kernel(float* a) { struct { int n; } s = {3}; a[0] = s.n; }",
        "static __global__ void kernel_block_64(float* a) { struct");
    row("declaration of a macro", "#define MORE static int more;\nMORE\n__global__ void kernel(float* a) { a[0] = 1; }",
        "error: a macro spells a part of it");
    row("one of two",
        "#ifdef FAST\n__global__ void kernel(float* a) { a[0] = 2; }\n#else\n"
        "__global__ void kernel(float* a) { a[0] = 1; }\n#endif",
        "error: line 6 may launch it where a condition");
    row("declared as well", "__global__ void kernel(float* a);\n__global__ void kernel(float* a) { a[0] = 1; }",
        "\nstatic __global__ void kernel_block_64(float* a);");
    row("C linkage", "extern \"C\" __global__ void kernel(float* a) { a[0] = 1; }",
        "\n\nstatic __global__ void kernel_block_64(float* a) { a[0] = 1; }");
    row("shared", "__global__ void kernel(float* a) { __shared__ int s[13000]; s[0] = 1; a[0] = s[0]; }",
        "static __global__ void kernel_block_64(float* a)");
    row("static", "__global__ void kernel(float* a) { static int n; a[0] = n++; }", "error: it has static variables");
    row("macro", "__global__ void kernel(float* a) {\n#define N 3\n  a[0] = N;\n}",
        "void kernel_block_64(float* a) {\n#define N 3\n");
    row("macro that is defined anew",
        "__global__ void kernel(float* a) {\n#undef N\n#define N 3\n  a[0] = N;\n#undef N\n#define N 4\n}",
        "error: `N` is not defined once");
    row("macro that it asks for", "__global__ void kernel(float* a) {\n#ifndef N\n#define N 3\n#endif\n  a[0] = N;\n}",
        "error: it asks for macros that it defines");
    row("directive", "__global__ void kernel(float* a) {\n#line 3\n  a[0] = 3;\n}",
        "error: it holds directives that cannot stand twice");
    row("condition", "__global__ void kernel(float* a) {\n#if 1\n  a[0] = 2;\n#endif\n}",
        "void kernel_block_64(float* a) {\n#if 1");
    row("out of its namespace",
        "namespace n { __global__ void kernel(float* a); }\n"
        "__global__ void n::kernel(float* a) { a[0] = 1; }\nusing n::kernel;",
        "error: it is declared outside");
    row("behind", "__global__ void kernel(float* a);\n", "no kernel");
  }
  void readsKernels() {
    QFETCH(QString, kernel);
    QFETCH(QString, expected);
    const std::string host = "void run(float* a, int n) { kernel<<<1, n>>>(a); }\n";
    const QString call = kernel.startsWith("template") ? "void run(float* a, int n) { kernel<4><<<1, n>>>(a); }\n"
                                                       : QString::fromStdString(host);
    const QString made = QString::fromStdString(guarded(kernel.toStdString() + "\n" + call.toStdString(), {64, 1, 1}));
    QVERIFY2(
        expected.startsWith("error") ? made.startsWith(expected) : made.contains(expected) && !made.startsWith("error"),
        qPrintable(made));
  }
};

QTEST_GUILESS_MAIN(GuardedCopyTest)
#include "guarded_copy_test.moc"

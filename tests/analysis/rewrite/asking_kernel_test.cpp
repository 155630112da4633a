#include "analysis/rewrite/edit/asking_kernel.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>

#include <QTest>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/written_kernel.h"

using namespace warpwright;
using namespace warpwright::rewrite;

namespace {

const std::string file = "/tmp/asking.cu";

/// The last definition of that name, as it is written.
const clang::FunctionDecl* kernelOf(const frontend::ParsedUnit& unit) {
  const clang::FunctionDecl* last = nullptr;
  for (const clang::FunctionDecl* function : model::projectFunctions(unit)) {
    if (!function->hasAttr<clang::CUDAGlobalAttr>() || function->getNameAsString() != "kernel") continue;
    const clang::FunctionDecl* definition = model::writtenForm(function)->getDefinition();
    const bool isLater = definition && (!last || unit.ast().getSourceManager().isBeforeInTranslationUnit(
                                                     last->getLocation(), definition->getLocation()));
    if (isLater) last = definition;
  }
  return last;
}

}  // namespace

class AskingKernelTest : public QObject {
  Q_OBJECT

  Result<frontend::ParsedUnit> parse(const std::string& text) {
    parser_.setOpenTexts({{file, text}});
    frontend::CompileCommand command;
    command.file = file;
    command.folder = "/";
    return parser_.parse(command, {});
  }

  /// The text with the kernel that asks, or "error: why".
  std::string asking(const std::string& text, const Guard& guard, std::optional<uint64_t> threads = {}) {
    const auto unit = parse(text);
    if (!unit.ok() || !unit->summary().errors.empty()) return "does not compile";
    const clang::FunctionDecl* kernel = kernelOf(*unit);
    if (!kernel) return "no kernel";
    Editor editor(*unit);
    const Status written = writeAskingKernel(editor, *kernel, guard, threads);
    if (!written.ok()) return "error: " + written.error().message;
    const auto change = editor.finish("ask");
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
    QCOMPARE(asking("__global__ void kernel(float* a, int n) {\n  a[threadIdx.x] = n;  // why\n}\n",
                    Guard{"kernel", std::nullopt, {{"n", 16}}}),
             std::string("static __device__ __forceinline__ void kernel_body(float* a, int n) {\n"
                         "  a[threadIdx.x] = n;  // why\n}\n\n"
                         "__global__ void kernel(float* a, int n) {\n  if (n == 16)\n    kernel_body(a, 16);\n"
                         "  else\n    kernel_body(a, n);\n}\n"));
  }

  void handsOnTheBlock() {
    QCOMPARE(asking("namespace deep {\n  __global__ void kernel() {\n    extern __shared__ int s[];\n"
                    "    s[threadIdx.x] = blockDim.x;\n  }\n}\n",
                    Guard{"kernel", Guard::Block{8, 4, 1}}, 1024),
             std::string("namespace deep {\n"
                         "  static __device__ __forceinline__ void kernel_body(const ::dim3 blockDim) {\n"
                         "    extern __shared__ int s[];\n    s[threadIdx.x] = blockDim.x;\n  }\n\n"
                         "  __global__ void __launch_bounds__(1024) kernel() {\n"
                         "    if (blockDim.x == 8 && blockDim.y == 4 && blockDim.z == 1)\n"
                         "      kernel_body(::dim3(8, 4, 1));\n    else\n      kernel_body(blockDim);\n  }\n}\n"));
  }

  void handsOnWhatATemplateIsMadeFor() {
    const std::string after = asking(
        "template <typename T, int N = 2>\n__global__ void __launch_bounds__(64) kernel(T* a, const T* __restrict__ b, "
        "const unsigned n) {\n  for (unsigned i = 0; i < n; ++i) a[i] = b[i] * N;\n}\n"
        "void run(float* a, double* d, unsigned n) { kernel<<<1, 1>>>(a, a, n); kernel<double, 3><<<1, 1>>>(d, d, n); "
        "}\n",
        Guard{"kernel", std::nullopt, {{"n", 7}}});
    QVERIFY2(after.starts_with("template <typename T, int N = 2>\nstatic __device__ __forceinline__ void "
                               "kernel_body(T* a, const T* __restrict__ b, const unsigned n) {\n"),
             after.c_str());
    QVERIFY2(after.find("__launch_bounds__(64) kernel(T* a, const T* __restrict__ b, const unsigned n) {\n"
                        "  if (n == 7)\n    kernel_body<T, N>(a, b, 7);\n  else\n    kernel_body<T, N>(a, b, n);\n}") !=
                 std::string::npos,
             after.c_str());
  }

  void letsASpecialisationAskByItself() {
    const std::string after = asking(
        "template <typename T> __global__ void kernel(T* a, int n) { a[n] = 0; }\n"
        "template <> __global__ void kernel<float>(float* a, int n) { a[n] = 1; }\n"
        "template <class T> void run(T* a, int n) { kernel<T><<<1, 1>>>(a, n); }\n"
        "void all(float* a, int* b, int n) { run(a, n); run(b, n); }\n",
        Guard{"kernel", std::nullopt, {{"n", 3}}});
    QVERIFY2(after.find("\nstatic __device__ __forceinline__ void kernel_body(float* a, int n) { a[n] = 1; }\n\n"
                        "template <> __global__ void kernel<float>(float* a, int n) {\n  if (n == 3)\n"
                        "    kernel_body(a, 3);") != std::string::npos,
             after.c_str());
  }

  void knowsAKernelThatAsks() {
    for (const char* text : {"__global__ void kernel(int* a, int n) { a[n] = 1; }\n",
                             "template <class T> __global__ void kernel(T* a, int n) { a[n] = 1; }\n"
                             "void run(int* a, int n) { kernel<<<1, 1>>>(a, n); }\n"}) {
      const auto before = parse(text);
      QVERIFY(before.ok() && !asksItself(*kernelOf(*before)));
      const auto after = parse(asking(text, Guard{"kernel", std::nullopt, {{"n", 3}}}));
      QVERIFY(after.ok() && kernelOf(*after) && asksItself(*kernelOf(*after)));
    }
  }

  void takesNoNameThatOthersHave() {
    const std::string after = asking(
        "__global__ void kernel(int* a, int n) { a[n] = 1; }\n#ifdef OTHER\nvoid kernel_body(void*, long);\n#endif\n",
        Guard{"kernel", std::nullopt, {{"n", 3}}});
    QVERIFY2(after.find("void kernel_body_2(int* a, int n)") != std::string::npos, after.c_str());
  }

  void leavesOtherDeclarations() {
    const std::string after = asking(
        "extern \"C\" __global__ void kernel(float*, int);\nextern \"C\" __global__ void kernel(float* a, int n) { "
        "a[n] "
        "= 0; }\nvoid take(void (*)(float*, int));\nvoid run() { take(kernel); }\n",
        Guard{"kernel", std::nullopt, {{"n", 3}}});
    QVERIFY2(after.starts_with("extern \"C\" __global__ void kernel(float*, int);\nstatic __device__ "), after.c_str());
    QVERIFY2(after.find("extern \"C\" __global__ void kernel(float* a, int n) {\n  if (n == 3)") != std::string::npos,
             after.c_str());
  }

  void refuses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const char* text, const char* reason) {
      QTest::newRow(name) << text << reason;
    };
    row("line", "__global__ void kernel(int* a, int n) { a[n] = __LINE__; }", "it asks for its own name or line");
    row("name", "__global__ void kernel(const char** a, int n) { a[n] = __func__; }",
        "it asks for its own name or line");
    row("macro", "#define K __global__ void kernel(int* a, int n) { a[n] = 1; }\nK", "macro");
    row("macro of the name", "#define N n\n__global__ void kernel(int* a, int N) { a[n] = 1; }",
        "a macro spells the name of `n`");
    row("directive", "__global__ void kernel(int* a,\n#ifdef A\n int m,\n#endif\n int n) { a[n] = 1; }",
        "a directive stands where it is declared");
    row("line inside", "__global__ void kernel(int* a, int n) {\n#line 1\n  a[n] = 1;\n}",
        "it holds directives that cannot stand twice");
    row("no name", "__global__ void kernel(int* a, int n, int) { a[n] = 1; }", "a parameter has no name");
    row("default", "__global__ void kernel(int* a, int n = 3) { a[n] = 1; }", "`n` has a default where it is defined");
    row("class",
        "struct S { int v; __device__ __host__ S(const S& o) : v(o.v + 1) {} };\n"
        "__global__ void kernel(int* a, S s, int n) { a[n] = s.v; }",
        "`s` cannot be copied as memory");
    row("class of an instance",
        "struct S { int v; __device__ __host__ S(const S& o) : v(o.v + 1) {} };\n"
        "template <class T> __global__ void kernel(int* a, T s, int n) { a[n] = s.v; }\n"
        "void run(S s) { kernel<<<1, 1>>>(nullptr, s, 1); }",
        "`s` cannot be copied as memory");
    row("class that a template may copy",
        "struct S { int v; S() = default; S(const S&) = default; template <class X> __host__ __device__ S(X&& o) : "
        "v(int(o) "
        "+ 1) {} __host__ __device__ operator int() const { return v; } };\n"
        "__global__ void kernel(int* a, S s, int n) { a[n] = s.v; }",
        "`s` cannot be copied as memory");
    row("constructors of a base",
        "struct B { B() = default; template <class X> __host__ __device__ B(X&&) {} };\nstruct S : B { using B::B; int "
        "v; };\n"
        "__global__ void kernel(int* a, S s, int n) { a[n] = s.v; }",
        "`s` cannot be copied as memory");
    row("its own name",
        "__global__ void kernel(int*, long);\nnamespace inner {\n"
        "__global__ void kernel(int* a, int n) { a[n] = sizeof(decltype(kernel)*); }\n}",
        "it names itself");
    row("its own name by a macro",
        "#define SELF kernel\n__global__ void kernel(int* a, int n) { a[n] = sizeof(&SELF); }", "it names itself");
    row("constant of the grid", "__global__ void kernel(int* a, const __grid_constant__ int n) { a[n] = 1; }",
        "constant of the grid");
    row("macro of a project in front",
        "#define __TABLE(x, v) __device__ const int x = v;\nnamespace inner {\n__TABLE(scale, 5)\n"
        "__global__ void kernel(int* a, int n) { a[n] = scale; }\n}",
        "a macro spells a part of it");
    row("friend",
        "struct S { template <class T> friend __global__ void kernel(int*, T, int); private: int v; };\n"
        "template <class T> __global__ void kernel(int* a, T s, int n) { a[n] = s.v; }\n"
        "void run(S s) { kernel<<<1, 1>>>(nullptr, s, 1); }",
        "it is a friend of a class");
    row("condition around its end",
        "__global__ void kernel(int* a, int n) { a[n] = 1;\n#ifdef __CUDA_ARCH__\n a[0] = 1; }\n"
        "#else\n}\n#endif",
        "a condition (#if) leaves out a part of it");
    row("macros that change",
        "#define I int\n#pragma push_macro(\"I\")\n__global__ void kernel(int* a, I n) { a[n] = 1;\n"
        "#pragma pop_macro(\"I\")\n}",
        "changes macros");
    row("pack",
        "template <class... T> __global__ void kernel(int* a, int n, T... t) { a[n] = sizeof...(t); }\n"
        "void run() { kernel<<<1, 1>>>(nullptr, 1, 2); }",
        "`t` is any number of parameters");
    row("unnamed of a template",
        "template <class T, int> __global__ void kernel(T* a, int n) { a[n] = 1; }\n"
        "void run(int* a) { kernel<int, 3><<<1, 1>>>(a, 1); }",
        "a parameter of its template has no name of its own");
    row("lambda", "__global__ void kernel(int* a, int n) { auto f = [&] { a[n] = 1; }; f(); }", "it holds a lambda");
    row("no number", "__global__ void kernel(int* a, float n) { a[0] = n; }",
        "`n` names no parameter that is a number");
  }
  void refuses() {
    QFETCH(QString, text);
    QFETCH(QString, reason);
    const std::string after = asking(text.toStdString() + "\n", Guard{"kernel", std::nullopt, {{"n", 3}}});
    QVERIFY2(after.starts_with("error: ") && after.find(reason.toStdString()) != std::string::npos, after.c_str());
  }
};

QTEST_GUILESS_MAIN(AskingKernelTest)
#include "asking_kernel_test.moc"

// What hangs on macros that compilers choose, told by texts of parsed units.
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/compiler_dependent.h"
#include "analysis/model/project_functions.h"

using namespace warpwright;
namespace fs = std::filesystem;

class CompilerDependentTest : public QObject {
  Q_OBJECT
  frontend::UnitParser parser_{ownHeaders()};
  QTemporaryDir folder_;

  static frontend::ParseOptions ownHeaders() {
    frontend::ParseOptions options;
    options.headers = frontend::HeaderMode::own;
    options.deviceIr = false;
    return options;
  }

  /// Names of the kernels of the text that hang on the compiler, and on which macro.
  QString dependentIn(const QString& text) {
    const fs::path file = folder_.filePath("code.cu").toStdString();
    std::ofstream(file) << text.toStdString();
    std::ofstream(folder_.filePath("part.h").toStdString()) << "#define PART 1\n";
    frontend::CompileCommand command;
    command.file = file;
    command.folder = command.root = file.parent_path();
    const auto unit = parser_.parse(command, {});
    if (!unit.ok()) qFatal("%s", unit.error().message.c_str());
    QStringList found;
    for (const clang::FunctionDecl* function : model::projectFunctions(*unit)) {
      if (!function->hasAttr<clang::CUDAGlobalAttr>()) continue;
      const QString why = QString::fromStdString(toText(model::whyCompilerDependent(*unit, *function)));
      if (!why.isEmpty())
        found << QString::fromStdString(function->getNameAsString()) + " " +
                     why.section("hangs on `", 1).section('`', 0, 0);
    }
    return found.join(", ");
  }

 private slots:
  void dependent_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
      QTest::newRow(name) << text << expected;
    };
    const char* arch = "k __CUDA_ARCH__";
    row("no macro of a compiler",
        "#if WIDE\n#define N 1\n#else\n#define N 2\n#endif\n__global__ void k(int* a) { *a = N; }", "");
    row("a macro",
        "#if __CUDA_ARCH__ >= 800\n#define N 1\n#else\n#define N 2\n#endif\n"
        "__global__ void k(int* a) { *a = N; }\n__global__ void other(int* a) { *a = 1; }",
        arch);
    const char* const older = "__CUDACC_VER_MAJOR__ < 13";
    const auto arm = [&](const char* name, const QString& condition, const char* rest, const char* expected) {
      QTest::newRow(name) << QString(
                                 "%1\n__device__ int f(int x) { return x; }\n%2\n#endif\n"
                                 "__device__ int f(long x) { return 1; }\n"
                                 "__global__ void k(int *o) { o[0] = f(1L); }\n")
                                 .arg(condition, rest)
                          << QString(expected);
    };
    arm("an arm for what no flag defines", QString("#if defined(FEATURE) && (%1)").arg(older), "", "");
    arm("an arm of an arm for what no flag defines", QString("#ifdef FEATURE\n#if %1").arg(older), "#endif", "");
    arm("an arm for what is defined", QString("#define FEATURE\n#if defined(FEATURE) && %1").arg(older), "",
        "k __CUDACC_VER_MAJOR__");
    arm("an arm for either", QString("#if defined(FEATURE) || %1").arg(older), "", "k __CUDACC_VER_MAJOR__");
    arm("arms for both", QString("#if defined(FEATURE) && %1").arg(older), "#else\nint other;",
        "k __CUDACC_VER_MAJOR__");
    arm("an arm where it is not defined", QString("#if !defined(FEATURE) && %1").arg(older), "",
        "k __CUDACC_VER_MAJOR__");
    for (const char* never :
         {"__CUDACC_VER_MAJOR__ < 12", "(CUDART_VERSION<11080L)", "CUDART_VERSION == 10020",
          "1 && (__CUDACC_VER_MAJOR__ <= 11)", "defined(__CUDACC_VER_MAJOR__) && CUDART_VERSION < 9000",
          "(__CUDACC_VER_MAJOR__ < 12) && !((__CUDA_ARCH__ >= 800) || !defined(__CUDA_ARCH__))",
          "defined(A) and ((CUDART_VERSION < 9000) and (__GNUC__ > 9 || defined(B)))"})
      arm(never, QString("#if %1").arg(never), "", "");
    for (const char* open :
         {"__CUDACC_VER_MAJOR__ < 13", "CUDART_VERSION > 12000", "__CUDACC_VER_MAJOR__ + 2 < 12",
          "!__CUDACC_VER_MAJOR__ < 12", "__CUDACC_VER_MAJOR__ < 12 + 1", "__CUDACC_VER_MAJOR__ < 014"})
      arm(open, QString("#if %1").arg(open), "",
          QString("k %1")
              .arg(QString(open).contains("CUDART") ? "CUDART_VERSION" : "__CUDACC_VER_MAJOR__")
              .toUtf8()
              .constData());
    // Without cuda.h there is none.
    arm("a version that is not of all files", "#if CUDA_VERSION < 9000", "", "k CUDA_VERSION");
    for (const char* holds :
         {"!(defined(OLD) && CUDART_VERSION < 11000)", "!(defined(A) && defined(B))",
          "(defined(A) && CUDART_VERSION < 11000) ^ 1", "defined(A) == 0 && defined(A) < 1",
          "(CUDART_VERSION < 11000) == (1 && CUDART_VERSION < 11000)", "(defined(A) && CUDART_VERSION < 11000 || 1)",
          "defined(A) ? CUDART_VERSION < 11000 && 1 : 1"})
      row(holds,
          qPrintable(QString("#if %1\n#ifdef __clang__\n#define N 1\n#else\n#define N 2\n#endif\n#endif\n"
                             "__global__ void k(int *o) { o[0] = N; }\n")
                         .arg(holds)),
          "k __clang__");
    row("a list that both sides have",
        "#ifndef __CUDA_ARCH_LIST__\n#define N 64\n#else\n#define N 128\n#endif\n"
        "__global__ void k(int *o) { o[0] = 1; }\nvoid run(int *o) { k<<<1, N>>>(o); }\n",
        "k __CUDA_ARCH_LIST__");
    row("a header of the other side",
        "#ifndef __CUDA_ARCH__\n#include \"host.h\"\n#endif\n__global__ void k(int *o) { o[0] = 1; }\n"
        "void run(int *o) { k<<<1, 1>>>(o); }\n",
        "k __CUDA_ARCH__");
    row("a variable of the device on the other side",
        "#ifdef __clang__\n#define T 64\n#else\n#define T 128\n#endif\n#ifndef __CUDA_ARCH__\n"
        "__device__ const int n{T};\n#endif\n__global__ void k(int *o) { o[0] = 1; }\n"
        "void run(int *o) { k<<<1, 1>>>(o); }\n",
        "k __clang__");
    arm("an arm for older toolkits and others", "#if CUDART_VERSION < 11000 || __GNUC__ < 9", "", "k __GNUC__");
    arm("arms for older and newer toolkits", "#if CUDART_VERSION < 11000", "#else\nint other;", "");
    arm("what all devices have", "#if __CUDA_ARCH__ >= 350", "", "");
    arm("what some devices have", "#if __CUDA_ARCH__ >= 600", "", arch);
    // As llm.c has it: the arm is the device's alone, so that the host side is known.
    row("an arm of the other side",
        "#if __CUDACC_VER_MAJOR__ < 13 && !((__CUDA_ARCH__ >= 800) || !defined(__CUDA_ARCH__))\n"
        "__device__ int f(int x) { return f(x + 1L); }\n#endif\n__device__ int f(long x) { return 1; }\n"
        "__global__ void k(int *o) { o[0] = f(1L); }\n__global__ void other(int *o) { o[0] = 1; }\n"
        "void run(int *o) { other<<<1, 1>>>(o); }\n",
        "k __CUDACC_VER_MAJOR__");
    row("host code of the other side",
        "#if __CUDACC_VER_MAJOR__ < 13 && !defined(__CUDA_ARCH__)\nint f(int x) { return x; }\n"
        "struct S { S() { f(1); } } s;\n#endif\nint f(long x) { return 1; }\n"
        "__global__ void other(int *o) { o[0] = 1; }\nvoid run(int *o) { other<<<1, f(32L)>>>(o); }\n",
        "other __CUDACC_VER_MAJOR__");
    row("a macro of a macro",
        "#if __CUDA_ARCH__ >= 800\n#define N 1\n#else\n#define N 2\n#endif\n"
        "#define M (N + 1)\n__global__ void k(int* a) { *a = M; }",
        arch);
    row("a condition on a macro that another condition makes",
        "#if __CUDA_ARCH__ >= 800\n#define NEW\n#endif\n#ifdef NEW\n#define N 1\n#else\n#define N 2\n#endif\n"
        "__global__ void k(int* a) { *a = N; }",
        arch);
    row("a macro that names it",
        "#define NEW (__CUDA_ARCH__ >= 800)\n#if NEW\n#define N 1\n#else\n#define N 2\n#endif\n"
        "__global__ void k(int* a) { *a = N; }",
        arch);
    row("a joined name",
        "#if __CUDA_ARCH__ >= 800\n#define N1 1\n#else\n#define N1 2\n#endif\n"
        "#define OF(x) N##x\n__global__ void k(int* a) { *a = OF(1); }",
        arch);
    row("a function",
        "__device__ int n() {\n#if __CUDA_ARCH__ >= 800\n  return 1;\n#else\n  return 2;\n#endif\n}\n"
        "__device__ int m() { return n(); }\n__global__ void k(int* a) { *a = m(); }\n"
        "__global__ void other(int* a) { *a = 1; }",
        arch);
    row("a function in one arm",
        "#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 600\n"
        "__device__ double atomicAdd(double* a, double b);\n#endif\n"
        "__global__ void k(double* a) { atomicAdd(a, 1.0); }\n__global__ void other(int* a) { *a = 1; }",
        arch);
    row("a constant",
        "#if __CUDA_ARCH__ >= 800\nconstexpr int n = 0;\n#else\nconstexpr int n = 63;\n#endif\n"
        "__global__ void k(int* a) { *a = n; }\n__global__ void other(int* a) { *a = 1; }",
        arch);
    row("a constant in a namespace",
        "namespace s {\n#if __CUDA_ARCH__ >= 800\nconstexpr int n = 0;\n#else\n"
        "constexpr int n = 63;\n#endif\n}\n__global__ void k(int* a) { *a = s::n; }",
        arch);
    row("an enumeration",
        "enum {\n#if __CUDA_ARCH__ >= 800\nn = 1\n#else\nn = 2\n#endif\n};\n"
        "__global__ void k(int* a) { *a = n; }",
        arch);
    row("a type",
        "struct S {\n#if __CUDA_ARCH__ >= 800\n  int pad;\n#endif\n  int n;\n};\n"
        "struct T { S s; };\n__global__ void k(T* a) { a->s.n = 1; }\n__global__ void other(int* a) { *a = 1; }",
        arch);
    row("an operator of a type",
        "struct S { int n; };\n__device__ int operator+(S a, S b) {\n"
        "#if __CUDA_ARCH__ >= 800\n  return a.n;\n#else\n  return b.n;\n#endif\n}\n"
        "__global__ void k(S* a, int* b) { *b = a[0] + a[1]; }",
        arch);
    row("its own body", "__global__ void k(int* a) {\n#if __CUDA_ARCH__ >= 800\n  *a = 1;\n#endif\n}", arch);
    row("an expression", "__global__ void k(int* a) { if (__CUDA_ARCH__ >= 800) *a = 1; }", arch);
    row("a part in front of it",
        "#if __CUDA_ARCH__ >= 800\n#define N 64\n#else\n#define N 128\n#endif\n"
        "__launch_bounds__(N) __global__ void k(int* a) { *a = 1; }",
        arch);
    row("a template",
        "#if __CUDA_ARCH__ >= 800\n#define N 64\n#else\n#define N 128\n#endif\n"
        "template <int M = N> __global__ void k(int* a) { *a = M; }\nvoid f() { k<<<1, 1>>>(0); }",
        arch);
    row("a kernel that it launches",
        "__global__ void n(int* a) { if (__CUDA_ARCH__ >= 800) *a = 1; }\n"
        "__global__ void k(int* a) { *a = 2; n<<<1, 1>>>(a); }",
        "n __CUDA_ARCH__, k __CUDA_ARCH__");
    row("nothing but a pragma",
        "__global__ void k(int* a) {\n#if __CUDA_ARCH__ >= 800\n#pragma unroll\n#endif\n"
        "  for (int i = 0; i < 4; ++i) a[i] = i;\n}",
        "");
    row("a name that nothing mentions", "#if __GNUC__ >= 5\n#define N 1\n#endif\n__global__ void k(int* a) { *a = 1; }",
        "");
    row("which side it is",
        "__host__ __device__ int n() {\n#ifdef __CUDA_ARCH__\n  return 1;\n#else\n  return 2;\n"
        "#endif\n}\n__global__ void k(int* a) { *a = n(); }",
        "");
    row("what is the same for all",
        "#if defined(__CUDACC__) && defined(__GNUC__)\n#define HD __host__ __device__\n"
        "#else\n#define HD\n#endif\nHD inline int n() { return 1; }\n__global__ void k(int* a) { *a = n(); }",
        "");
    row("an arm behind that of CUDA",
        "#ifdef __CUDACC__\n#define N 1\n#elif defined _OPENMP\n#define N 2\n#endif\n"
        "__global__ void k(int* a) { *a = N; }",
        "");
    row("an arm behind one that is not of CUDA",
        "#if !defined(__CUDACC__)\n#elif defined _OPENMP\n#define N 2\n#else\n#define N 1\n#endif\n"
        "__global__ void k(int* a) { *a = N; }",
        "k _OPENMP");
    row("a launch",
        "#ifdef _OPENMP\n#define N 128\n#else\n#define N 64\n#endif\n"
        "__global__ void k(int* a) { *a = 1; }\nvoid f() { k<<<1, N>>>(0); }",
        "k _OPENMP");
    row("a value on the way to a launch",
        "__global__ void k(int* a) { *a = 1; }\n"
        "static int n = 64;\nvoid set() {\n#ifdef __clang__\n  n = 32;\n#endif\n}\nvoid f() { k<<<1, n>>>(0); }",
        "k __clang__");
    row("host code of the other side",
        "__global__ void k(int* a) { *a = 1; }\n#ifndef __CUDA_ARCH__\n"
        "void f() { int n = 64;\n#if CUDART_VERSION >= 13000\n  n = 128;\n#endif\n  k<<<1, n>>>(0); }\n#endif",
        "k CUDART_VERSION");
    row("of the device, in host code",
        "__host__ __device__ inline int n() {\n#if __CUDA_ARCH__ >= 800\n  return 1;\n"
        "#else\n  return 2;\n#endif\n}\n__global__ void k(int* a) { *a = 1; }\nvoid f() { k<<<1, n()>>>(0); }",
        "");
    row("a file",
        "#if __GNUC__ >= 5\n#include \"part.h\"\n#endif\n__global__ void k(int* a) {\n#ifdef PART\n  *a = 1;\n"
        "#endif\n}",
        "k __GNUC__");
    row("a file of the system", "#if __GNUC__ >= 5\n#include <cstdio>\n#endif\n__global__ void k(int* a) { *a = 1; }",
        "");
    row("a comment", "// __GNUC__\n__global__ void k(int* a) { *a = 1; /* __CUDA_ARCH__ */ }", "");
    row("a continued condition",
        "#if defined(X) || \\\n  __CUDA_ARCH__ >= 800\n#define N 1\n#else\n#define N 2\n#endif\n"
        "__global__ void k(int* a) { *a = N; }",
        arch);
    row("a macro of the library",
        "#include <nv/target>\n__global__ void k(int* a) {\n"
        "  NV_IF_TARGET(NV_PROVIDES_SM_80, (*a = 1;))\n}",
        "k NV_IF_TARGET");
  }
  void dependent() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(dependentIn(text), expected);
  }
};

QTEST_GUILESS_MAIN(CompilerDependentTest)
#include "compiler_dependent_test.moc"

// Launches that other files of a program may make.
#include "analysis/model/code_text.h"
#include "analysis/model/loaded_names.h"
#include "analysis/program/name_mentions.h"
#include "launch_programs.h"

using namespace warpwright;
using analysis::Analyzer;

class OtherFilesTest : public QObject {
  Q_OBJECT

 private slots:
  // A name may be pasted, or go over the end of a line.
  void findsNamesInPieces() {
    const auto mayPiece = [](const char* text, const char* name) {
      return model::canJoin(analysis::wordsToJoin(text), name);
    };
    QVERIFY(mayPiece("#define CAT(a, b) a##b\nCAT(ker, nel1)<<<1, 64>>>(i, o);", "kernel1"));
    QVERIFY(mayPiece("ker\\\nnel1<<<1, 64>>>(i, o);", "kernel1"));
    QVERIFY(!mayPiece("#define CAT(a, b) a##b\nCAT(ker, nel2);", "kernel1"));
    QVERIFY(mayPiece("ker\\\r\nnel1<<<1, 64>>>(i, o);", "kernel1"));
    QVERIFY(mayPiece("ker\\ \t\nnel1<<<1, 64>>>(i, o);", "kernel1"));
    QVERIFY(mayPiece("ker?\?/\nnel1<<<1, 64>>>(i, o);", "kernel1"));
    QVERIFY(mayPiece("#define CAT(a, b) a%:%:b\nCAT(ker, nel1)<<<1, 64>>>(i, o);", "kernel1"));
    QVERIFY(!mayPiece("ker + nel1;", "kernel1"));
    QVERIFY(!mayPiece("#define TWO \\\n  ker nel1\n", "kernel1"));
  }

  // Assembly gives a function a name behind its declaration, or by a directive; instructions do not.
  void tellsWhatAssemblyNames() {
    for (const char* text : {"void f(void) asm(\"k\");",
                             "void f(void) __asm__ (NAME);",
                             "void f(void) __asm(\"k\" \"2\");",
                             "asm(\".globl k\\n.set k, f\");",
                             "asm(\"mov x, y\\n\\t.set k, f\");",
                             "asm(\"k = f\");",
                             "asm(TEXT);",
                             "#define ASM asm\nvoid f(void) ASM(\"k\");",
                             "asm(\"lea \" NAME \"(%rip), %rax\");",
                             "void f(void) asm /* as */ (\"k\");",
                             "void f(void) asm\\\n(\"k\");",
                             "#define AS(list) __asm__ list\n",
                             "#define AS(x, \\\n  list) x asm list;\n",
                             "asm VOLATILE(\".set k, f\");",
                             "void f(void) asm(\"*k\");",
                             "void f(void) asm(\"k@V1\");",
                             "asm(\".s\\x65t k, f\");",
                             "asm(\".se\\\nt k, f\");",
                             "asm(\".eqv k, f\");",
                             "asm(\".thumb_set k, f\");",
                             "asm volatile(\"nop\\n.equiv k,f\" ::: \"memory\");",
                             "asm(\".dc.a k\");",
                             "void f(void) as\\\nm(\"k\");",
                             "asm(\"\\tk = f\");"})
      QVERIFY2(model::maySetNames(text), text);
    for (const char* text :
         {"asm volatile(\"rdtsc\" : \"=a\"(lo), \"=d\"(hi));", "asm volatile (\"membar.gl;\" ::: \"memory\");",
          "asm(\"{ .reg .pred p;\\n setp.ne.u32 p, %1, 0; selp.f32 %0, 1.0, 0.0, p; }\" : \"=f\"(x) : \"r\"(y));",
          "asm(\"ld.global.nc.f32 %0, [%1];\" : \"=f\"(x) : \"l\"(p));", "int asmx(int my_asm);",
          "__asm__ __volatile__(\"mfence\");", "#define T __asm __emit 0fh\n", "__asm { rdtsc }",
          "asm(\"mov %0=ar.itc\" : \"=r\"(x));", "asm volatile(\".byte 0x0f, 0x31\" : \"=a\"(x));",
          "// void f() asm(\"k\");\n",
          "asm volatile(\"{\\n\\t.reg .u64 a;\\n\\tcvta.to.shared.u64 a, %1;\\n\\tcvt.u32.u64 %0, a;\\n}\" : \"=r\"(x) "
          ": \"l\"(p));",
          "asm(\"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0}, {%1}, {%2};\" : \"+f\"(x) : \"r\"(a), "
          "\"r\"(b));",
          "#define RDTSC(x) __asm rdtsc\n"})
      QVERIFY2(!model::maySetNames(text), text);
  }

  // The linker finds functions by the operands of assembly, too.
  void findsNamesForTheLinker() {
    for (const char* text : {"asm(\"lea k(%%rip), %0\" : \"=r\"(f));", "asm volatile(\"movabs $k, %0\" : \"=r\"(f));",
                             "asm(\".globl f\\n.set f, k\");", "asm(\".globl f\\nf:\\tjmp k\");", "asm(R\"(call k)\");",
                             "void f() __asm__(R\"(k)\");", "static void f() __attribute__((weakref(\"k\")));",
                             "#pragma redefine_extname f k\nvoid f();\n", "asm(\"mov %0, \" \"offset k\" : \"=r\"(f));",
                             "asm VOLATILE(\".quad k\");"})
      QVERIFY2(model::linkerNames(text).contains("k"), text);
    for (const char* text : {"asm(\"k.f32 %0, %1;\" : \"=f\"(x) : \"f\"(y));", "asm(\"mov.u32 %0, %%k;\" : \"=r\"(x));",
                             "asm volatile(\"k %0, %1\\n\\tk %1, %0\" : \"+r\"(x) : \"r\"(y));", "// asm(\"lea k\")\n",
                             "k<<<1, 32>>>();", "asm(\"ld.k.u32 %0, [%1];\" : \"=r\"(x) : \"l\"(p));"})
      QVERIFY2(!model::linkerNames(text).contains("k"), text);
  }

  // One reading of a text for all names: a parameter of a macro is none of them, where the macro is defined.
  void readsATextOnceForAllNames() {
    const std::string text = "#define RUN(k) k<<<1, 32>>>()\n#define GO other<<<1, 32>>>()\nvoid f() { RUN(one); }\n";
    const std::string more = text + "void g() { k<<<1, 32>>>(); }\n";
    const analysis::NameMentions names(text), withLaunch(more);
    QVERIFY(!names.of(text, "k").launches && !names.of(text, "k").names);
    QVERIFY(withLaunch.of(more, "k").launches);
    QCOMPARE(withLaunch.of(more, "k").line, 4U);
    QVERIFY(names.of(text, "other").launches);
    QCOMPARE(names.of(text, "other").line, 2U);
    QVERIFY(names.of(text, "one").names && !names.of(text, "one").launches);
    QVERIFY(names.of(text, "f").defines && !names.of(text, "g").defines && withLaunch.of(more, "g").defines);
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
        {"one/k.cu", kernel + own + "void use();\nint main() { use(); }\n", "one/use.cpp", "void use() {}\n",
         "two/src/b.cu", "__global__ void k(const int *, int *);\n" + other, "two/main.cu", kernel + "int main() {}\n",
         ".git/HEAD", "ref\n"},
        true);
    const QString program = kernel + own + "int main() {}\n", glue = "#include WHATEVER\nvoid b() {}\n";
    row("a module of Python",
        {"one/k.cu", program, "two/csrc/b.cu", glue, "two/setup.py",
         "setup(ext_modules=[CUDAExtension('two', ['csrc/b.cu'])])\n", ".git/HEAD", "ref\n"},
        true);
    row("a script that says so in a comment",
        {"one/k.cu", program, "two/csrc/b.cu", glue, "two/setup.py", "# no ext_modules = here\nsetup()\n", ".git/HEAD",
         "ref\n"},
        false);
    row("a script beside sources",
        {"one/k.cu", program, "two/csrc/b.cu", glue, "two/setup.py", "setup()\n", ".git/HEAD", "ref\n"}, false);
    const QString named =
        "#define DECLARE(n) __global__ void n(const int *, int *)\nDECLARE(k);\n#define GO(n) n<<<1, 64>>>\n"
        "static int b = (GO(k)(0, 0), 1);\n";
    row("names of another program",
        {"one/k.cu", program, "two/b.cu", named, "two/main.cu", "int main() {}\n", ".git/HEAD", "ref\n"}, false);
    row("a module that launches",
        {"one/k.cu", kernel + own, "one/test.cpp", "int main() {}\n", "two/b.cu",
         "__global__ void k(const int *, int *);\n" + other, "two/setup.py",
         "setup(ext_modules=[CUDAExtension('two', ['b.cu', '../one/k.cu'])])\n", ".git/HEAD", "ref\n"},
        false);
    row("a method of another program",
        {"one/k.cu", kernel + own, "one/test.cpp", "int main() {}\n", "two/b.h",
         "struct B { virtual void k() = 0; };\n", "two/b.cu",
         "#include \"b.h\"\nstruct C : B { virtual void k(); };\nvoid C::k() {}\nint main() {}\n", ".git/HEAD",
         "ref\n"},
        true);
    const auto declared = [&](const char* name, const char* text, bool isKnown) {
      row(name,
          {"one/k.cu", kernel + own, "one/test.cpp", "int main() {}\n", "two/b.cu", QString(text) + "int main() {}\n",
           ".git/HEAD", "ref\n"},
          isKnown);
    };
    declared("a method of a class",
             "template <class T> class alignas(8) B : A<T> { static void k(const int *, int *); };\n", true);
    declared("a friend of a class", "class B { friend void k(const int *, int *); };\n", false);
    declared("declared in a function", "struct B f() { void k(const int *, int *); }\n", false);
    declared("declared in a function's template", "template <class T> void f() { void k(const int *, int *); }\n",
             false);
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
    beside("captured launches are changed",
           "void edit(cudaGraphNode_t n, cudaKernelNodeParams p) { cudaGraphKernelNodeSetParams(n, &p); }\n", false);
    beside("names of changes are other names",
           "#define cudaGraphKernelNodeSetParams hipGraphKernelNodeSetParams\n # define "
           "cudaGraphKernelNodeGetParams(n, p) \\\n  hipGraph(n, p)\n",
           true);
    beside(
        "names of changes are said by others",
        "#define cudaGraphKernelNodeSetParams hipGraphKernelNodeSetParams\n#define SET cudaGraphKernelNodeSetParams\n"
        "void edit(cudaGraphNode_t n, cudaKernelNodeParams p) { SET(n, &p); }\n",
        false);
    beside("graphs are launched", "void go(cudaGraphExec_t e) { cudaGraphLaunch(e, 0); }\n", true);
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
    const QString numbers = "const float weights[] = {\n" + QString("0.12345f, 1.5e-3f,\n").repeated(250000) + "};\n";
    beside("data of many megabytes", numbers, true);
    beside("data, and a launch",
           numbers + "__global__ void k(const int *, int *);\nvoid b(const int *i, int *o) { k<<<1, 64>>>(i, o); }\n",
           false);
    beside("data, and what it includes", "#include \"more.h\"\n" + numbers, false);
    row("list",
        {"k.cu", kernel + own, "b.cu",
         "#define X(n) __global__ void n(const int *, int *);\n#include \"list.def\"\n#undef X\n"
         "#define X(n) n<<<1, 64>>>(i, o);\nvoid b(const int *i, int *o) {\n#include \"list.def\"\n}\n",
         "list.def", "X(k)\n"},
        false);
    row("list of any ending",
        {"k.cu", kernel + own, "b.cu",
         "#define X(n) __global__ void n(const int *, int *);\n#include \"list.x\"\n#undef X\n"
         "#define X(n) n<<<1, 64>>>(i, o);\nvoid b(const int *i, int *o) {\n#include \"list.x\"\n}\n",
         "list.x", "X(k)\n"},
        false);
    row("list that the kernel's file names texts by",
        {"k.cu", "#define X(n) #n,\nconst char *const names[] = {\n#include \"list.def\"\n};\n" + kernel + own, "b.cu",
         "#define X(n) __global__ void n(const int *, int *);\n#include \"list.def\"\n#undef X\n"
         "#define X(n) n<<<1, 64>>>(i, o);\nvoid b(const int *i, int *o) {\n#include \"list.def\"\n}\n",
         "list.def", "X(k)\n"},
        false);
    beside("all in macros",
           "#define DECLARE __global__ void k(const int *, int *)\nDECLARE;\n#define GO k<<<1, 64>>>\n"
           "void b(const int *i, int *o) { GO(i, o); }\n",
           false);
    beside("comment that goes on", "// see \\\n k<<<1, 64>>>(i, o)\nvoid f() {}\n", true);
    beside("comment in a comment that goes on",
           "// it \\\n starts /* here\n__global__ void k(const int *, int *);\n" + other, false);
    beside("raw string",
           "const char *t = R\"x(\")x\"; __global__ void k(const int *, int *); void b(const int *i, int *o) { "
           "k<<<1, 64>>>(i, o); }\n",
           false);
    row("header outside",
        {"sub/k.cu", "#include \"../kern.h\"\n" + kernel + own, "kern.h", header, "sub/.git/HEAD", "ref\n"}, false);
    beside("a parameter",
           "float f(const float *k, int n) { float s = 0; for (int i = 0; i < n; ++i) s += k[i]; return s * k[0]; }\n",
           true);
    beside("the second variable", "int f() { int i = 1, k = 2; return g(i, k) + k; }\n", true);
    beside("members", "struct S { int k; };\nint f(S s, S *p) { return s.k + p->k; }\n", true);
    beside("parameter of a macro", "#define MORE(k) ((k) + 1)\n#include <k>\nint f(int n) { return MORE(n); }\n", true);
    beside("a variable elsewhere", "int f(int k) { return k; }\nvoid b() { start(k, 64); }\n", false);
    // However the include is written, the file that launches is a part of the other unit.
    const QString launcher = "__global__ void k(const int *, int *);\n" + other;
    const auto includes = [&](const char* name, const char* line) {
      row(name, {"k.cu", kernel + own, "b.cu", QString(line) + "\n", "launch.inl", launcher}, false);
    };
    includes("include with a comment", "#include /* x */ \"launch.inl\"");
    includes("include behind a comment", "/* */ #include \"launch.inl\"");
    includes("include of two lines", "#  include \\\n \"launch.inl\"");
    includes("include cut by a line's end", "#inc\\ \r\nlude \"launch.inl\"");
    includes("include with a digraph", "%:include \"launch.inl\"");
    includes("include that a macro names", "#define WHERE \"launch.inl\"\n#include WHERE");
    includes("import", "#import \"launch.inl\"");
    row("include in brackets",
        {"k.cu", kernel + own, "b.cu", "#include <launch.inl>\n", "launch.inl", "// nothing\n", "sub/launch.inl",
         launcher},
        false);
    row("include_next", {"k.cu", kernel + own, "b.cu", "#include_next \"launch.inl\"\n", "sub/launch.inl", launcher},
        false);
    const auto listed = [&](const char* name, const char* file, const QString& text, const char* flags) {
      const QString entry = R"({"directory": ".", "file": "%1", "command": "clang++ %2 -c %1"})";
      row(name,
          {"k.cu", kernel + own, file, text, "launch.inl", launcher, "compile_commands.json",
           "[" + entry.arg("k.cu", "") + ", " + entry.arg(file, flags) + "]"},
          false);
    };
    listed("include by a flag", "b.cu", "\n", "-include launch.inl");
    listed("name by a flag", "b.cu", QString(launcher).replace("k(", "NAME(").replace("k<", "NAME<"), "-DNAME=k");
    listed("CUDA by a flag", "b.cuda", launcher, "-x cuda");
    row("include in a comment",
        {"k.cu", kernel + own, "b.cu", "/*\n#include \"launch.inl\"\n*/\n", "launch.inl", launcher}, true);
    for (const char* call : {"CUDA(LaunchKernel)((const void *)k)", "external::run(k, 2, 128)", "take((void *)k)"}) {
      row(call, {"k.cu", kernel + own, "b.cpp", "void k(const int *, int *);\nvoid b() { " + QString(call) + "; }\n"},
          false);
    }
    row("the word main in a comment",
        {"app/main.cu", kernel + own + "int main() {}\n", "lib/b.cu",
         "// the main loop\n#include \"kernel.h\"\nCUDA_KERNEL void k(const int *, int *);\n" + other, "lib/kernel.h",
         "#define CUDA_KERNEL __global__\n", ".git/HEAD", "ref\n"},
        false);
    // Two programs cannot have two of `main`: what the other one calls so is its own, unless this build names the file.
    const QString whole = kernel + own + "void use();\nint main() { use(); }\n";
    const auto two = [&](const char* name, const QString& text, const char* make, bool isKnown) {
      row(name,
          {"one/k.cu", whole, "one/use.cpp", "void use() {}\n", "one/Makefile", make, "two/b.h", text, "two/b.cu",
           "#include \"b.h\"\n", "two/main.cu", "int main() {}\n", ".git/HEAD", "ref\n"},
          isKnown);
    };
    const char* plain = "all: k.cu use.cpp\n\tnvcc $^\n";
    two("a name of another program", "inline int b() { return lib::k(1); }\n", plain, true);
    two("a function of another program", "struct A { static void k(const int *, int *); };\n", plain, true);
    // Who loads by name is of no program here where builds say so.
    const auto loader = [&](const char* name, const char* make, const char* more, bool isKnown) {
      row(name,
          {"one/k.cu", whole, "one/use.cpp", QString(more) + "void use() { check(\"k\"); }\n", "one/Makefile", make,
           "two/load.h", "void *load(const char *n) { return dlsym(0, n); }\n", "two/main.cpp",
           "#include \"load.h\"\nint main() {}\n", ".git/HEAD", "ref\n"},
          isKnown);
    };
    loader("a loader of another program", plain, "", true);
    loader("a loader, and no build", "", "", false);
    loader("a loader that is included", plain, "#include \"../two/load.h\"\n", false);
    loader("a loader that is linked", "all: k.cu use.cpp\n\tnvcc $^ -L../two -lload\n", "", false);
    loader("a library of that folder", "all: k.cu use.cpp\n\tnvcc $^ ../lib/libtwo.a\n", "", false);
    two("a name of another program, and no build", "inline int b() { return lib::k(1); }\n", "", false);
    two("a launch of another program", "__global__ void k(const int *, int *);\n" + other, plain, false);
    two("another folder's file that the build names", "void k(const int *, int *);\nvoid b() { go((void *)k); }\n",
        "all: k.cu use.cpp ../two/b.cu\n\tnvcc $^\n", false);
    two("another folder's object that the build names", "void k(const int *, int *);\nvoid b() { go((void *)k); }\n",
        "all: k.cu use.cpp\n\tnvcc $^ ../two/b.o\n", false);
    // By whatever words a build leads there.
    const char* address = "void k(const int *, int *);\nvoid b() { go((void *)k); }\n";
    for (const char* leads :
         {"all: k.cu use.cpp $(filter %.cu,$(wildcard ../two/*))\n",
          "A = $(shell find .. -name '*.cu')\nall: k.cu $(A)\n",
          "D = ../two/\nall: k.cu use.cpp $(addsuffix .o,$(addprefix $(D),b))\n", "all: k.cu ../two/$(NAME).cu\n",
          "VPATH = ../two/src\nall: k.cu use.cpp b.cu\n", "VPATH = $(ELSEWHERE)\nall: k.cu use.cpp b.cu\n",
          "all: k.cu use.cpp $(wildcard ../*/*.c*)\n", "include ../two/sources.mk\nall: k.cu $(B)\n",
          "all: k.cu use.cpp $(TOP)/two/lib/x.a\n", "all: k.cu use.cpp $(TOP)/b.o\n",
          "all: k.cu\n\tcd .. && nvcc */*.cu\n"})
      two(leads, address, leads, false);
    const auto builds = [&](const char* name, const char* file, const char* its, const char* own, const char* text,
                            bool isKnown) {
      row(name,
          {"one/k.cu", whole, "one/use.cpp", "void use() {}\n", own, text, "two/b.cu", address, "two/main.cu",
           "int main() {}\n", file, its, ".git/HEAD", "ref\n"},
          isKnown);
    };
    const char* make = "one/Makefile";
    const char* all = "all: k.cu use.cpp\n\tnvcc $^ -L../lib -lkern\n";
    builds("a library that its build makes", "two/Makefile", "../lib/libkern.a: b.o\n\tar r $@ $^\n", make, all, false);
    builds("a library that is named elsewhere", "two/Makefile", "N = kern\nlib$(N).so: b.o\n", make, all, false);
    builds("a library of the system", "two/Makefile", "main: b.cu main.cu\n\tnvcc $^ -lkern\n", make, all, true);
    builds("a library that is made elsewhere", "lib/Makefile", "libkern.a: ../two/b.o\n\tar r $@ $^\n", make, all,
           false);
    const char* cmake = "one/CMakeLists.txt";
    const char* links = "add_executable(one k.cu use.cpp)\ntarget_link_libraries(one PRIVATE kern)\n";
    builds("a target of CMake", "two/CMakeLists.txt", "add_library(kern b.cu)\n", cmake, links, false);
    builds("a target of any name", "two/CMakeLists.txt", "add_library(${NAME} STATIC b.cu)\n", cmake, links, false);
    builds("objects of CMake", "two/CMakeLists.txt", "add_library(kern OBJECT b.cu)\n", cmake,
           "add_executable(one k.cu use.cpp $<TARGET_OBJECTS:kern>)\n", false);
    builds("a target that nobody links", "two/CMakeLists.txt", "add_library(two b.cu)\n", cmake, links, true);
    builds("a build of another tool", "one/one.vcxproj", "<CudaCompile Include=\"..\\two\\b.cu\" />\n", make, plain,
           false);
    builds("a build that is not read", "one/meson.build", "executable('one', 'k.cu', link_with: kern)\n", make, plain,
           false);
    builds("a script of this build", "one/build.py", "run('nvcc k.cu use.cpp ../two/b.cu')\n", make, plain, false);
    builds("another program made of the unit", "two/test.cu", "#define main other\n#include \"../one/k.cu\"\n", make,
           plain, false);
    builds("a folder of no program", "mk/link.mk", "B = ../two/b.o\n", make, "include ../mk/link.mk\nall: k.cu $(B)\n",
           false);
    const QString exported = "extern \"C\" " + kernel + own + "void use();\nint main() { use(); }\n";
    const auto linked = [&](const char* name, const char* text, bool isKnown) {
      row(name, {"k.cu", exported, "use.cpp", QString(text) + "void use() { cudaLaunchKernel((void *)f, 2, 64); }\n"},
          isKnown);
    };
    linked("an operand of assembly", "void *p() { void *f; asm(\"lea k(%%rip), %0\" : \"=r\"(f)); return f; }\n",
           false);
    linked("a name that another one stands for", "void f();\n#pragma redefine_extname f k\n", false);
    linked("a weak reference", "static void f() __attribute__((weakref(\"k\")));\n", false);
    linked("assembly of something else", "void *p() { void *f; asm(\"lea g(%%rip), %0\" : \"=r\"(f)); return f; }\n",
           true);
    const auto property = [&](const char* name, const char* lists, bool isKnown) {
      row(name, {"k.cu", kernel + own, "b.h", "inline int b() { return lib::k(1); }\n", "CMakeLists.txt", lists},
          isKnown);
    };
    property("a header that is compiled as CUDA", "set_source_files_properties(b.h PROPERTIES LANGUAGE CUDA)\n", false);
    property("a header that a comment names",
             "# such as b.h\nset_source_files_properties(c.inc PROPERTIES LANGUAGE CUDA)\n", true);
    row("two parts",
        {"one/k.cu", kernel + own, "two/src/b.cu", "__global__ void k(const int *, int *);\n" + other, "two/main.cu",
         "int main() {}\n", ".git/HEAD", "ref\n"},
        false);
    // Who loads a kernel by its name launches it where nothing names it.
    const auto loads = [&](const char* name, const QString& quoted, bool isKnown) {
      row(name,
          {"k.cu", kernel + own + "void load();\nint main() { load(); }\n", "b.cpp",
           "#include <cuda.h>\nvoid load() { CUfunction f; cuModuleGetFunction(&f, 0, " + quoted + "); }\n"},
          isKnown);
    };
    loads("loaded by its name", "\"k\"", false);
    loads("loaded by its mangled name", "\"_Z1kPKiPi\"", false);
    loads("another one loaded", "\"other\"", true);
    row("linked by its name",
        {"k.cu", kernel + own, "b.cu", "__global__ void z(const int *, int *) __asm__(\"_Z1kPKiPi\");\n"}, false);
    beside("a letter by its number",
           "__global__ void \\u006b(const int *, int *);\nvoid b(const int *i, int *o) { \\u006b<<<1, 64>>>(i, o); }\n",
           false);
    // Code of the program that nothing here looks at.
    const QString caller = kernel + own + "float *far(const float *, int);\nint main() { far(0, 1); }\n";
    row("a function that nobody defines", {"k.cu", caller, "b.cu", "float *far(const float *, int);\n"}, false);
    row("a function that another file defines",
        {"k.cu", caller, "b.cpp", "float *far(const float *, int n) noexcept(true) { return 0; }\n"}, true);
    row("a source outside",
        {"q/k.cu", caller, "q/b.cu", "float *far(const float *, int) { return 0; }\n", "q/Makefile",
         "all: k.cu b.cu $(HERE)/../p/c.cu\n\tnvcc $^\n", "q/.git/HEAD", "ref\n"},
        false);
    row("all sources inside",
        {"q/k.cu", caller, "q/b.cu", "float *far(const float *, int) { return 0; }\n", "q/Makefile",
         "all: k.cu ../q/b.cu\n\tnvcc -I../p $^ # ../p/c.cu\n", "q/.git/HEAD", "ref\n"},
        true);
    row("main under a condition",
        {"k.cu", kernel + own + "#ifndef NO_MAIN\nint main() {}\n#endif\n", "b.cu",
         "__global__ void k(const int *, int *);\n" + other + "int main() {}\n"},
        false);
    row("static",
        {"k.cu", QString(kernelText).replace("__global__", "static __global__") + own, "b.cu",
         "__global__ void k(const int *, int *);\n" + other},
        true);
  }

  void looksAtOtherFiles() {
    QFETCH(QStringList, files);
    QFETCH(bool, isKnown);
    const ProgramFolder project;  // of its own: the files of others are looked at, too
    std::string first;
    for (int i = 0; i + 1 < files.size(); i += 2) {
      const std::string file = project.write(files[i], files[i + 1]);
      if (i == 0) first = file;
    }
    Analyzer analyzer(optionsOf(allPasses));
    const Result<AnalysisResult> result = analyzer.analyze({first}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const QString said = applicable(*result);
    QVERIFY2(said.contains("shared_to_register s") == isKnown, qPrintable(said));
    QVERIFY2(said.contains("redundant_barrier") == isKnown, qPrintable(said));
  }

  void linksToFoldersElsewhere() {
    const ProgramFolder project;
    const std::string file =
        project.write("q/k.cu", QString(kernelText) + "void small(const int *i, int *o) { k<<<1, 32>>>(i, o); }\n");
    project.write("q/.git/HEAD", "ref\n");
    project.write("p/b.cu", "__global__ void k(const int *, int *);\n");
    const auto said = [&] {
      Analyzer analyzer(optionsOf({"shared_to_register"}));
      const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
      return result.ok() ? applicable(*result) : QString("failed");
    };
    QVERIFY(said().contains("shared_to_register s"));
    std::filesystem::create_directory_symlink("../p", project.path("q/lib"));
    QCOMPARE(said(), QString());
  }

  // What stands in quotes and may be a kernel's name.
  void findsNamesInQuotes() {
    const auto mayName = [](const char* text, const char* name) {
      return model::mayName(model::quotedNames(text), name);
    };
    QVERIFY(mayName("get(\"says this\", \"scan\")", "scan"));
    QVERIFY(mayName("get(\"&ns::scan<float, 4>\")", "scan"));
    QVERIFY(mayName("get(\"_ZN2ns4scanIfEEvPT_\")", "scan"));
    QVERIFY(mayName("get(\"sc\" \"an\")", "scan"));
    QVERIFY(mayName("{{\"vector add\",\"add\"},{\"scan all\",\"scan\"}}", "scan"));
    QVERIFY(mayName("sprintf(n, \"scan_%d\", 4)", "scan_32"));
    QVERIFY(mayName("std::string(\"scan_\") + std::to_string(32)", "scan_32"));
    QVERIFY(mayName("sprintf(n, \"scan_%s_%02d\", t, 4)", "scan_float_04"));
    QVERIFY(!mayName("printf(\"scan took %d ms\", 4)", "scan"));
    QVERIFY(!mayName("printf(\"%d\", 4)", "scan"));
    QVERIFY(!mayName("get(\"scanner\")", "scan"));
    QVERIFY(!mayName("get(\"_Z7scannerv\")", "scan"));
  }
};

QTEST_GUILESS_MAIN(OtherFilesTest)
#include "other_files_test.moc"

// Launches in files that no build read here includes, and projects of many programs.
#include "launch_programs.h"

using namespace warpwright;
using analysis::Analyzer;

class UnreadFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void launchesThatAreNotRead_data() {
    QTest::addColumn<QStringList>("files");  // name, text, …; the first is analysed
    QTest::addColumn<bool>("isKnown");
    const QString kernel(kernelText), declared = "__global__ void k(const int *, int *);\n";
    const QString own = "void small(const int *i, int *o) { k<<<1, 32>>>(i, o); }\n";
    const QString other = "void more(const int *i, int *o) { k<<<1, 64>>>(i, o); }\n";
    const auto row = [](const char* name, QStringList files, bool isKnown) { QTest::newRow(name) << files << isKnown; };
    const auto beside = [&](const char* name, const QString& text, bool isKnown) {
      row(name, {"k.cu", kernel + own, "b.cu", text}, isKnown);
    };
    // Files that an arm which is left out includes.
    const QString arm = "#ifdef ALT\n#include \"alt.inl\"\n#endif\n";
    row("its own arm", {"k.cu", kernel + own + arm, "alt.inl", other}, false);
    row("its own arm, a whole program",
        {"k.cu", kernel + own + arm + "int main() { small(0, 0); }\n", "alt.inl", other}, false);
    row("an arm of its own with nothing of it", {"k.cu", kernel + own + arm, "alt.inl", "inline void f() {}\n"}, true);
    row("another's arm", {"k.cu", kernel + own, "b.cu", declared + arm, "alt.inl", other}, false);
    row("a header that is read",
        {"k.cu", kernel + own, "b.cu", declared + "#include \"alt.inl\"\n", "alt.inl",
         QString(other).replace("64", "32")},
        true);
    // What compilers and build files decide elsewhere.
    const QString launch = declared + "void b(const int *i, int *o) { k<<<1, BLOCK>>>(i, o); }\n";
    beside("a compiler's macro", "#ifdef __clang__\n#define BLOCK 32\n#else\n#define BLOCK 64\n#endif\n" + launch,
           false);
    row("flags that a shell tells",
        {"k.cu", kernel + own, "b.cu", "#ifndef BLOCK\n#define BLOCK 32\n#endif\n" + launch, "Makefile",
         "b.o: b.cu\n\tnvcc $(shell ./flags.sh) -c b.cu\n"},
        false);
    // Names that macros of other files make.
    const QString cat = "#define CAT(a, b) a##b\n", pasted = "__global__ void CAT(ker, nel)(const int *, int *);\n";
    const QString kernelOfName = QString(kernel).replace("void k(", "void kernel(");
    const QString ownOfName = "void small(const int *i, int *o) { kernel<<<1, 32>>>(i, o); }\n";
    const QString more = "void more(const int *i, int *o) { CAT(ker, nel)<<<1, 64>>>(i, o); }\n";
    const auto named = [&](const char* name, QStringList files, bool isKnown) {
      row(name, QStringList{"k.cu", kernelOfName + ownOfName} + files, isKnown);
    };
    named("made by a header's macro", {"j.h", cat, "b.cu", "#include \"j.h\"\n" + pasted + more}, false);
    named("made in an arm", {"j.h", cat, "b.cu", "#include \"j.h\"\n" + pasted + "#ifdef ALT\n" + more + "#endif\n"},
          false);
    named("made by a library's macro",
          {"b.cu", "#include <sys/cdefs.h>\n" + QString(pasted + more).replace("CAT", "__CONCAT")}, false);
    named("another name is made", {"j.h", cat, "b.cu", "#include \"j.h\"\nint CAT(ker, ning);\n"}, true);
    named("its words are no pieces", {"j.h", cat, "b.cu", "#include \"j.h\"\nint CAT(o, ne), ker, nel;\n"}, true);
    // A `main` that not all builds have.
    const QString start = declared + "static int first = (k<<<1, 64>>>(0, 0), 1);\n";
    const QString whole = kernel + own + "int main() { small(0, 0); }\n";
    row("a main under a condition", {"k.cu", whole, "b.cu", start + "#ifdef TEST\nint main() {}\n#endif\n"}, false);
    row("a member main", {"k.cu", whole, "b.cu", start + "struct App { int main() { return 0; } };\n"}, false);
    row("a main of its own", {"k.cu", whole, "b.cu", start + "int main() {}\n"}, true);
    const QString calling = kernel + own + "void use();\nint main() { small(0, 0); use(); }\n";
    const auto mains = [&](const char* name, const char* file, const QString& text, bool isKnown) {
      row(name, {"k.cu", calling, "use.cpp", "void use() {}\n", file, text}, isKnown);
    };
    const QString asked = "#ifdef NDEBUG\n#define CHECK\n#endif\n" + start;
    mains("a main in another language, left from before", "k.c", asked + "int main() {}\n", true);
    mains("such a file without a main", "k.c", asked, false);
    mains("another main of the unit's text", "b.cu",
          "#define main old\n#include \"k.cu\"\n#undef main\n" + other + "int main() { more(0, 0); }\n", false);
    // Kernels that are found by names that nobody need write.
    const auto loads = [&](const char* name, const QString& call, bool isKnown) {
      row(name, {"k.cu", kernel + own, "b.cpp", "#include <cuda.h>\nvoid load(char **argv) { " + call + "; }\n"},
          isKnown);
    };
    loads("a name that is given", "CUfunction f; cuModuleGetFunction(&f, 0, argv[1])", false);
    loads("by its address", "auto find = &cuModuleGetFunction; CUfunction f; find(&f, 0, argv[1])", false);
    loads("by one who is handed it", "each(argv, cuModuleGetFunction)", false);
    loads("by its own name", "auto find = dlsym(0, \"cuModuleGetFunction\"); find(argv[1])", false);
    loads("a message that names it", "say(\"cuModuleGetFunction failed\")", true);
    loads("all that there are", "CUfunction f[9]; cuModuleEnumerateFunctions(f, 9, 0)", false);
    loads("a name that is given, returned",
          "CUfunction f; return (void)cuModuleGetFunction(&f, 0, (const char *)argv[1])", false);
    const char* const declares =
        "extern \"C\" {\nCUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);\n"
        "CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int count, CUmodule module);\n}\n";
    row("a header that declares what finds names", {"k.cu", kernel + own, "cuda.h", declares}, true);
    loads("a plug-in", "void *p = dlsym(0, \"start\")", true);
    loads("a name that is given, behind a blank", "CUfunction f; cuModuleGetFunction (&f, 0, argv[1])", false);
    row("a script that puts names together",
        {"k.cu", kernel + own, "run.py", "m.get_function(f'{kind}')((4,), (1,), ())\n"}, false);
    row("a header that is not there",
        {"k.cu", "#include \"params.h\"\n#ifndef THREADS\n#define THREADS 64\n#endif\n" + kernel + own}, false);
    row("a header that is not there, and nothing asked", {"k.cu", "#include \"params.h\"\n" + kernel + own}, true);
    row("a header that a build makes",
        {"k.cu", "#include \"config.h\"\n" + kernel + own, "config.h.in", "#define N @N@\n"}, false);
    row("one of two headers",
        {"k.cu", "#include \"config.h\"\n" + kernel + own, "a/config.h", "#define N 1\n", "b/config.h",
         "#define N 2\n"},
        false);
    loads("a wrapper of a library", "module.get_kernel(\"k\").launch(4, 128)", false);
    loads("a name in another text", "get_kernel(\"other\"); say(\"not k\")", true);
    row("a script", {"k.cu", kernel + own, "run.py", "cupy.RawModule(path='a').get_function('k')((4,), (128,), ())\n"},
        false);
    row("a script that launches by what it is told",
        {"k.cu", kernel + own, "run.py", "cudart.cudaLaunchKernel(library.k, grid, block, a, 0, None)\n"}, false);
    row("a script that launches another",
        {"k.cu", kernel + own, "run.py", "cudart.cudaLaunchKernel(library.other, grid, block, a, 0, None)\n"}, true);
    row("Matlab", {"k.cu", kernel + own, "run.m", "f = parallel.gpu.CUDAKernel('k.ptx', 'k.cu');\n"}, false);
    row("C#", {"k.cu", kernel + own, "Run.cs", "var f = context.LoadKernel(\"k.ptx\", \"k\");\n"}, false);
    // Files that are linked, in C or another language.
    const auto linked = [&](const char* name, const char* file, const QString& text, bool isKnown) {
      row(name, {"k.cu", kernel + own, file, text}, isKnown);
    };
    linked("a name as compilers write it, in C", "b.c",
           "extern void _Z1kPKiPi(const int *, int *);\n"
           "void b(void **a) { cudaLaunchKernel((const void *)_Z1kPKiPi, g, t, a, 0, 0); }\n",
           false);
    linked("such a name in a comment", "b.c", "// _Z1kPKiPi: 10 registers\nvoid b() {}\n", true);
    linked("such a name of another", "b.c", "extern void _Z11kernel_copyv();\nvoid b() { _Z11kernel_copyv(); }\n",
           true);
    linked("an assembler", "b.s", "  lea _Z1kPKiPi(%rip), %rdi\n  call cudaLaunchKernel\n", false);
    linked("Fortran", "b.cuf", "call k<<<n / 64, 64>>>(i, o)\n", false);
    linked("HIP", "b.hip", "#include \"k.h\"\nvoid b() { hipLaunchKernelGGL(k, 1, 64, 0, 0, i, o); }\n", false);
    linked("Fortran that launches nothing", "b.f90", "integer :: k\nk = 2\n", true);
    row("Rust in several files",
        {"k.cu", kernel + own, "ffi.rs", "extern \"C\" { pub fn k(i: *const i32, o: *mut i32); }\n", "main.rs",
         "fn launch(f: *const c_void) { unsafe { cudaLaunchKernel(f, g, b, a, 0, s); } }\n"},
        false);
    row("Rust that C launches for",
        {"k.cu", kernel + own, "ffi.rs", "extern \"C\" { pub fn k(i: *const i32, o: *mut i32); }\n", "go.c",
         "void go(void *f, void **a) { cudaLaunchKernel(f, g, b, a, 0, 0); }\n"},
        false);
    row("a script that draws", {"k.cu", kernel + own, "plot.py", "plot('k')\n"}, true);
    // Functions that are declared and used, and defined where it is not looked at.
    const auto uses = [&](const char* name, const QString& use, const QString& text, bool isKnown) {
      row(name, {"k.cu", kernel + own + use, "b.cpp", text}, isKnown);
    };
    const char* const calls = "void go(int *);\nvoid more(int *o) { go(o); }\n";
    uses("a function that is missing", calls, "", false);
    uses("a function elsewhere", calls, "void go(int *) {}\n", true);
    uses("a function in a namespace elsewhere", calls, "namespace n {\nvoid go(int *) {}\n}\n", true);
    uses("a function of a class", calls, "struct Q { void go(int *) {} };\n", false);
    uses("a function in arms", calls, "#ifdef A\nvoid f() {\n#else\nvoid f(int) {\n#endif\n}\nvoid go(int *) {}\n",
         true);
    const char* const makes = "struct V { V(int *); void run(); };\nvoid more(int *o) { V(o).run(); }\n";
    uses("a function in the old style", calls, "void go(o, n)\nint *o, n[4];\n{}\n", true);
    uses("calls of a function", calls, "void f(int *o) { go(o); int n; { go(o); } }\n", false);
    uses("a constructor that is missing", makes, "struct V { void run(); };\nvoid V::run() {}\n", false);
    uses("a method that is missing", makes, "struct V { V(int *); };\nV::V(int *) : x() {}\n", false);
    QString members = "a(0)";
    for (int i = 0; i < 40; ++i) members += QString(", b%1(int(%1)), c<%1>::d{%1, 0}").arg(i);
    const QString initialised = "void V::run() {}\nV::V(int *)\n  : " + members;
    uses("a constructor of many members", makes, initialised + "\n{}\n", true);
    uses("what is none", makes, "void V::run() {}\nint f(int *o) { return o ? V(o) : g(1), h(2); }\n", false);
    uses("a class elsewhere", makes, "struct V { V(int *); void run(); };\nV::V(int *) {}\nvoid V::run() {}\n", true);
    // Sources, and folders of some, that build files name out of the project; and files that lie there.
    const auto builds = [&](const char* name, const char* file, const char* text, bool isKnown) {
      row(name, {"k.cu", kernel + own, file, text}, isKnown);
    };
    builds("a variable of a Makefile", "Makefile", "EXT = ../ext\na:\n\tnvcc k.cu $(EXT)/b.cu\n", false);
    builds("the folder above", "Makefile", "TOP ?= ..\na:\n\tnvcc k.cu $(TOP)/ext/b.cu\n", false);
    builds("a variable that stays inside", "Makefile", "EXT = ./ext\na:\n\tnvcc k.cu $(EXT)/b.cu\n", true);
    builds("a Makefile elsewhere", "Makefile", "a:\n\t$(MAKE) -C ../ext\n\tnvcc k.cu ../ext/b.o\n", false);
    builds("an archive elsewhere", "Makefile", "a:\n\ttar xf b.tar -C ../ext\n\tnvcc k.cu\n", true);
    builds("a variable of CMake", "CMakeLists.txt",
           "set(EXT ${CMAKE_SOURCE_DIR}/../ext)\nadd_executable(a k.cu ${EXT}/b.cu)\n", false);
    builds("a folder of CMake", "CMakeLists.txt", "add_subdirectory(../ext ext)\nadd_executable(a k.cu)\n", false);
    builds("a folder of CMake inside", "CMakeLists.txt", "add_subdirectory(ext)\nadd_executable(a k.cu)\n", true);
    builds("Meson", "meson.build", "executable('a', 'k.cu', '../ext/b.cu')\n", false);
    builds("Ninja", "build.ninja", "build a: nv k.cu ../ext/b.cu\n", false);
    builds("a script", "build.sh", "nvcc k.cu ../ext/b.cu\n", false);
    builds("a script that runs", "run.sh", "MODE=k\n./a --in=k ../data/k.bin\n", true);
    row("a file outside that is included",
        {"in/k.cu", kernel + own, "in/b.cu", "#include \"../ext/b.cu\"\n", "ext/b.cu", declared + other}, false);
    row("a file outside with nothing of it",
        {"in/k.cu", kernel + own, "in/b.cu", "#include \"../ext/b.cu\"\n", "ext/b.cu", "void f() {}\n"}, true);
    // Build files name targets and files as kernels are called.
    row("a target", {"k.cu", kernel + own, "b.cu", "void b() {}\n", "CMakeLists.txt", "add_executable(k k.cu b.cu)\n"},
        true);
    row("a program",
        {"k.cu", kernel + own, "b.cu", "void b() {}\n", "Makefile",
         "program = k\nsrc=k.cu\nk: k.cu b.cu\n\tnvcc -DN=$(N) -o k k.cu b.cu\n"},
        true);
    const QString run =
        "__global__ void RUN(const int *, int *);\nvoid b(const int *i, int *o) { RUN<<<1, 64>>>(i, o); }\n";
    row("a flag", {"k.cu", kernel + own, "b.cu", run, "Makefile", "k: k.cu b.cu\n\tnvcc -DRUN=k -o k k.cu b.cu\n"},
        false);
    row("a flag's variable",
        {"k.cu", kernel + own, "b.cu", run, "Makefile",
         "NAME = k\na: k.cu b.cu\n\tnvcc -DRUN=$(NAME) -o a k.cu b.cu\n"},
        false);
    // A repository of many programs.
    const QString any = "#include WHATEVER\nint main() {}\n";
    row("a macro's include of another program",
        {"one/k.cu", kernel + own, "one/main.cpp", "int main() {}\n", "two/b.cu", any, ".git/HEAD", "ref\n"}, true);
    row("a macro's include", {"one/k.cu", kernel + own, "one/b.cu", "#include WHATEVER\n", ".git/HEAD", "ref\n"},
        false);
    row("a flag of another program",
        {"one/k.cu", kernel + own, "one/main.cpp", "int main() {}\n", "lib/b.cu", "void b() {}\n", "two/main.cu",
         "int main() {}\n", "two/Makefile", "a: main.cu\n\tnvcc -DRUN=k main.cu\n", ".git/HEAD", "ref\n"},
        true);
  }
  void launchesThatAreNotRead() {
    QFETCH(QStringList, files);
    QFETCH(bool, isKnown);
    const QTemporaryDir folder;
    for (int i = 0; i + 1 < files.size(); i += 2) write(folder, files[i], files[i + 1]);
    Analyzer analyzer(optionsOf({"shared_to_register"}));
    const auto result = analyzer.analyze({folder.filePath(files[0]).toStdString()}, {}, {});
    QVERIFY(result.ok());
    const Opportunity* found = findingOf(*result, "shared_to_register");
    QVERIFY(found);
    QVERIFY2((found->verdict == VerdictKind::applicable) == isKnown, toText(found->reason).c_str());
  }

  // Of more files than a program has, the folder around the kernel speaks for it; and what its build files name.
  void aRepositoryOfManyFiles() {
    const QTemporaryDir folder;
    write(folder, ".git/HEAD", "ref\n");
    for (int i = 0; i < 4100; ++i) write(folder, QString("other/%1/f%2.h").arg(i % 41).arg(i), "\n");
    write(folder, "other/0/main.cu", "__global__ void k(const int *, int *);\nvoid b() { k<<<1, 64>>>(0, 0); }\n");
    write(folder, "app/k.cu", QString(kernelText) + "void a(const int *i, int *o) { k<<<1, 32>>>(i, o); }\n");
    const auto isApplicable = [&] {
      const auto result =
          Analyzer(optionsOf({"shared_to_register"})).analyze({folder.filePath("app/k.cu").toStdString()}, {}, {});
      const Opportunity* found = result.ok() ? findingOf(*result, "shared_to_register") : nullptr;
      return found && found->verdict == VerdictKind::applicable;
    };
    QVERIFY(isApplicable());
    write(folder, "app/Makefile", "a: k.cu ../other/0/main.cu\n\tnvcc k.cu ../other/0/main.cu -o a\n");
    QVERIFY(!isApplicable());
  }

  // What a Makefile makes of one file is linked with no other: what they call by the same names is their own.
  void makesAloneWhatAMakefileSays_data() {
    QTest::addColumn<QString>("makefile");
    QTest::addColumn<QString>("other");
    QTest::addColumn<bool>("isKnown");
    const QString own =
        "void forward(float *, float *, int, int) {}\n#ifndef TEST\nint main() { forward(0, 0, 1, 2); }\n#endif\n";
    QTest::newRow("no build") << "" << own << false;
    QTest::newRow("alone") << "all: k\n%: %.cu\n\tnvcc -O3 $< -o $@ -lcublas\nk: k.cu\n" << own << true;
    QTest::newRow("with another file") << "k: k.cu ../train.cu\n\tnvcc -O3 $^ -o $@\n" << own << false;
    QTest::newRow("with a library of the project") << "k: k.cu\n\tnvcc $< -o $@ -L.. -ltrain\n" << own << false;
    // Another goal, another value of a variable, another build, or what is no option and no source may link it, too.
    const QString alone = "k: k.cu\n\tnvcc $< -o $@\n";
    const auto isOpen = [&](const char* name, const QString& lines, const QString& above = {}) {
      QTest::newRow(name) << lines + (above.isEmpty() ? "" : "\x01" + above) << own << false;
    };
    isOpen("with another file, by another goal", alone + "t: k.cu ../train.cu\n\tnvcc $^ -o $@\n");
    isOpen("of objects, by another goal",
           alone + "t: k.o ../train.o\n\tnvcc $^ -o $@\n%.o: %.cu\n\tnvcc -c $< -o $@\n");
    isOpen("for another goal's variable", "k: k.cu\n\tnvcc $< $(X) -o $@\ntest: X = ../train.o\ntest: k\n");
    isOpen("of somebody's choice", "ifdef TEST\nX = ../train.cu\nendif\nk: k.cu\n\tnvcc $< $(X) -o $@\n");
    isOpen("with what a linker is handed", "k: k.cu\n\tnvcc $< -Xlinker ../libtrain.a -o $@\n");
    isOpen("with what a compiler hands on", "k: k.cu\n\tnvcc $< -Xcompiler -Wl,../libtrain.a -o $@\n");
    isOpen("with what is neither source nor object", "k: k.cu\n\tnvcc $< ../libtrain.so.2 -o $@\n");
    isOpen("with what another file lists", "k: k.cu\n\tnvcc $< --options-file link.rsp -o $@\n");
    isOpen("with a library by a long name", "k: k.cu\n\tnvcc $< --library-path=.. --library=train -o $@\n");
    isOpen("with objects that will be there", "k: k.cu\n\tnvcc $< obj/*.o -o $@\n");
    isOpen("for plugins", "k: k.cu\n\tnvcc $< -Xcompiler -rdynamic -o $@\n");
    isOpen("for a target that is not known", alone + "$(shell x): k.cu ../train.cu\n\tnvcc $^ -o $@\n");
    isOpen("by a Makefile above", alone, "t: dev/k.cu train.cu\n\tnvcc $^ -o $@\n");
    isOpen("by patterns above", alone, "t: $(wildcard *.cu */*.cu)\n\tnvcc $^ -o $@\n");
    isOpen("by make from above", alone, "t:\n\t$(MAKE) -C dev X=../train.cu\n");
    QTest::newRow("patterns of what is removed are no sources") << alone + "\x01" + "clean:\n\trm -f *.o build/*\n"
                                                                << own << true;
    QTest::newRow("a shell decides how") << "ifeq ($(shell arch),)\nF = -O2\nendif\nk: k.cu\n\tnvcc $(F) $< -o $@\n"
                                         << own << true;
    QTest::newRow("a shell decides of what")
        << "ifeq ($(shell arch),)\nF = ../train.cu\nendif\nk: k.cu\n\tnvcc $< $(F) -o $@\n"
        << own << false;
    QTest::newRow("another program is made of it")
        << "k: k.cu\n\tnvcc $< -o $@\n"
        << "#define main other\n#include \"dev/k.cu\"\nvoid test(float *p) { forward(p, p, 1); }\n"
        << false;
  }
  void makesAloneWhatAMakefileSays() {
    QFETCH(QString, makefile);
    QFETCH(QString, other);
    QFETCH(bool, isKnown);
    const ProgramFolder folder;
    folder.write(".git/HEAD", "ref\n");
    folder.write("train.cu", other);
    if (!makefile.isEmpty()) folder.write("dev/Makefile", makefile.section('\x01', 0, 0));
    if (makefile.contains('\x01')) folder.write("Makefile", makefile.section('\x01', 1));
    const std::string file =
        folder.write("dev/k.cu",
                     "__global__ void k(float *out, const float *in, int n) {\n"
                     "  for (int i = 0; i < n; ++i) out[threadIdx.x * n + i] = in[threadIdx.x * n + i] + 1;\n}\n"
                     "void forward(float *out, const float *in, int n) { k<<<1, 32>>>(out, in, n); }\n"
                     "int main() {\n  float *out, *in;\n  cudaMalloc(&out, 4000);\n  cudaMalloc(&in, 4000);\n  "
                     "forward(out, in, 10);\n}\n");
    Analyzer analyzer(optionsOf({"row_access"}));
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok());
    const Opportunity* found = findingOf(*result, "row_access");
    QVERIFY(found);
    QVERIFY2((found->verdict == VerdictKind::applicable) == isKnown, toText(found->reason).c_str());
  }

 private:
  static void write(const QTemporaryDir& folder, const QString& name, const QString& text) {
    const std::filesystem::path file = folder.filePath(name).toStdString();
    std::filesystem::create_directories(file.parent_path());
    QVERIFY(writeFileAtomically(file, text.toStdString()).ok());
  }
};

QTEST_GUILESS_MAIN(UnreadFilesTest)
#include "unread_files_test.moc"

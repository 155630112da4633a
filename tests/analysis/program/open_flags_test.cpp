// What builds may give a source, and whether that is known.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "analysis/frontend/compile_command.h"
#include "analysis/program/build_files.h"
#include "analysis/program/open_flags.h"
#include "core/base/file.h"
#include "core/finding/open_flags_text.h"

using namespace warpwright;

class OpenFlagsTest : public QObject {
  Q_OBJECT

  static frontend::CompileCommand unitOf(const QTemporaryDir& folder, const QString& name) {
    frontend::CompileCommand unit;
    unit.file = folder.filePath(name).toStdString();
    unit.root = unit.folder = folder.path().toStdString();
    return unit;
  }
  static std::string whyOpen(const QTemporaryDir& folder, const QString& name) {
    return toText(askingForFlags(analysis::OpenFlags().whyOpen(unitOf(folder, name))));
  }
  static void write(const QTemporaryDir& folder, const QString& name, const QString& text) {
    QVERIFY(QDir().mkpath(QFileInfo(folder.filePath(name)).path()));
    QVERIFY(writeFileAtomically(folder.filePath(name).toStdString(), text.toStdString()).ok());
  }

 private slots:
  // A line of a build file says a word that the source asks for; or lets it round otherwise.
  void findsTheLine_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("line");
    const auto row = [](const char* file, const char* text, const char* line) {
      QTest::newRow(qPrintable(QString("%1: %2").arg(file, QString(text).simplified()))) << file << text << line;
    };
    row("src/CMakeLists.txt", "add_executable(a a.cu)\ntarget_compile_definitions(a PRIVATE N=2)\n",
        "line 2 of CMakeLists.txt says N");
    row("CMakeLists.txt", "add_compile_options(-DN=2)\n", "line 1 of ../CMakeLists.txt says N");
    row("src/CMakeLists.txt", "add_executable(a a.cu)\nadd_compile_options(-D N=2)\n", "line 2 of CMakeLists.txt");
    row("src/CMakeLists.txt", "add_executable(a a.cu)\ntarget_compile_definitions(a PRIVATE M=2 NN)\n", "");
    row("src/CMakeLists.txt", "add_executable(a a.cu)\nadd_definitions(-D${BACKEND})\n",
        "line 2 of CMakeLists.txt may give N");
    row("CMakePresets.json", "{\"N\": \"2\"}", "line 1 of ../CMakePresets.json says N");
    row("src/build.sh", "nvcc -O3 a.cu\nnvcc -DN=2 *.cu\n", "line 2 of build.sh says N");
    row("meson.build", "executable('a', 'src/a.cu', cuda_args: ['-DN=2'])\n", "line 1 of ../meson.build says N");
    row("src/BUILD.bazel", "cuda_library(\n  srcs = ['a.cu'],\n  local_defines = ['N=2'])\n",
        "line 3 of BUILD.bazel says N");
    row("setup.py", "CUDAExtension('a', glob('src/*.cu'),\n  define_macros=[('N', '2')])\n",
        "line 2 of ../setup.py says N");
    row("src/a.vcxproj", "<Defines>N=2;%(Defines)</Defines>\n", "line 1 of a.vcxproj says N");
    row("src/config.h.in", "# any\n#cmakedefine N @N@\n", "line 2 of config.h.in says N");
    row("src/CMakeLists.txt", "# -DN=2\n#set(N 2)\nmessage(\"cmake -DCMAKE_BUILD_TYPE=Release\")\n", "");
    row("src/README.md", "nvcc -DN=2 a.cu\n", "");
    row(".clang-tidy", "HeaderFilterRegex: '.*'\nChecks: bugprone-suspicious-include\n", "");
    row("src/found.json", "{\n  \"schema\": \"warpwright.analysis/1\",\n  \"flags\": \"-DN=2 a.cu\"\n}\n", "");
    row("src/log.json",
        "{\"version\": \"2.1.0\",\n \"runs\": [{\"tool\": {\"driver\": {\"name\": \"x\"}}, \"a\": \"-DN=2 a.cu\"}]}\n",
        "");
    row("src/presets.json", "{\n  \"flags\": \"-DN=2 a.cu\"\n}\n", "line 2 of presets.json says N");
    row("src/build.json", "{\"sarif\": 1,\n  \"runs\": [\"nvcc -DN=2 a.cu\"]\n}\n", "line 2 of build.json says N");
    row("src/setup.py", "from kernel_tuner import tune_kernel\nflags = ['-DN=2', 'a.cu']\n",
        "line 2 of setup.py says N");
    row("src/tune.py",
        "#!/usr/bin/env python3\n\"\"\"Asks Kernel Tuner which text of a kernel is the fastest. Needs x.\"\"\"\n"
        "tune_kernel('a.cu', ['-DN=2'])\n",
        "");
    row("src/README.sh", "nvcc -DN=2 a.cu\n", "line 1 of README.sh says N");
    row("src/CMakeLists.txt", "#[[ any\n#]] add_compile_definitions(N=2)\nadd_library(a a.cu)\n",
        "line 2 of CMakeLists.txt says N");
    row("src/a-faster.patch", "--- a/a.cu\n+++ b/a.cu\n+// -DN=2\n", "");
    // Those of other folders count where they name the source's, or it is among what they take.
    row("other/CMakeLists.txt", "add_compile_options(-DN=2)\n", "");
    row("other/CMakeLists.txt", "add_compile_options(-DN=2)\nadd_library(a ../src/a.cu)\n",
        "line 1 of ../other/CMakeLists.txt says N");
    // Of headers, and their folders, nothing is compiled there.
    row("other/Makefile", "b: b.cu ../src/n.h\n\tnvcc -DN=2 -I../src -I \"../none\" b.cu\n", "");
    row("other/Makefile", "INC = -I../src\nVPATH = $(INC:-I%=%)\nb: a.o\n\tnvcc -DN=2 $^ -o b\n",
        "line 4 of ../other/Makefile says N");
    row("other/Makefile", "VPATH = ../src\nb: b.cu\n\tnvcc -DN=2 -I../src b.cu\n",
        "line 3 of ../other/Makefile says N");
    row("other/Makefile", "b: b.cu ../src/n.h\n\tnvcc -DN=2 b.cu ../src/a.cu\n", "line 2 of ../other/Makefile says N");
    row("other/run.sh", "cd ../src && nvcc -DN=2 *.cu\n", "line 1 of ../other/run.sh says N");
    row("other/run.sh", "for f in ../*/*.cu; do nvcc -DN=2 $f; done\n", "line 1 of ../other/run.sh says N");
    row("other/Makefile", "ROOT = ..\nALL = $(wildcard $(ROOT)/*/*.cu)\nb: $(ALL)\n\tnvcc -DN=2 $^ -o b\n",
        "line 4 of ../other/Makefile says N");
    row("other/Makefile", "ALL = $(wildcard *.cu)\nb: $(ALL)\n\tnvcc -DN=2 $^ -o b\nrun: b\n\t./b ../data/b.txt\n", "");
    row("other/run.sh", "cp ../* .\nN=2 ./a\n", "");
    row("other/data.uu", "M[V 3BR67CU[K%GEY..[6_X?6-M=7J5<Z9Z2@VO_9=*$_W=.+3-D$H]G\nN\n", "");
    row("deep/other/run.sh", "cd src && nvcc -DN=2 a.cu\n", "line 1 of ../deep/other/run.sh says N");
    // Data says words; a list of CMake talks.
    row("benchmarks.yaml", "a:\n  regex: 'Time on N: ([0-9]+)'\n", "");
    row("benchmarks.yaml", "a:\n  run: make EXTRA=-DN=3\n", "line 2 of ../benchmarks.yaml");
    row("jobs.yaml", "flags:\n  - N\n", "line 2 of ../jobs.yaml");
    row("CMakeLists.txt", "project(a\n  LANGUAGES N)\nmessage(STATUS \"N\")\n", "");
    row("CMakeLists.txt", "message(STATUS \"(\")\nset(DEFS N)\n", "line 2 of ../CMakeLists.txt");
    row("CMakeLists.txt", "project(N LANGUAGES CUDA)\ntarget_compile_definitions(a PRIVATE ${PROJECT_NAME}=1)\n",
        "line 1 of ../CMakeLists.txt");
    row("tune.py",
        "from kernel_tuner import tune_kernel\nsizes[\"N\"] = [1, 2]\ntune_kernel(\"k\", \"src/a.cu\", sizes)\n",
        "line 2 of ../tune.py");
    row("tune.json", "{\"values\":\n [{\"Name\": \"N\"}]}\n", "line 2 of ../tune.json");
    row("src/build.json", "{\"compile_definitions\": [\"N=2\"]}\n", "line 1 of build.json");
    row("make.defs", "DEFS = N\n", "line 1 of ../make.defs");
    row("src/sizes", "N=2\n", "line 1 of sizes");
    // A Makefile makes nothing of folders that it does not name.
    row("Makefile", "b: b.cu\n\tnvcc -DN=2 b.cu\n", "");
    row("Makefile", "b: b.cu\n\tnvcc -DN=2 -I\"src\" b.cu 2>/src/log\nclean:\n\trm *.o,*.obj\n", "");
    row("GNUmakefile", "export N = 2\nall:\n\techo $(MAKE) -C src\n", "line 1 of ../GNUmakefile says N");
    // How sums are rounded, where the source may be meant.
    row("src/flags.cmake", "set(CMAKE_CUDA_FLAGS \"-fmad=false\")\nadd_library(a a.cu)\n", "line 1 of flags.cmake");
    row("CMakeLists.txt", "add_compile_options(-use_fast_math)\nfile(GLOB all src/*.cu)\n",
        "line 1 of ../CMakeLists.txt");
    row("CMakeLists.txt", "add_compile_options(-fmad=false)\nfile(GLOB all src/*_kernels.cu)\n", "");
    row("CMakeLists.txt", "add_compile_options(-fmad=false)\nadd_library(a src/${one}.cu)\n",
        "line 1 of ../CMakeLists.txt");
    row("CMakeLists.txt", "add_compile_options(-fmad=false)\naux_source_directory(src all)\n",
        "line 1 of ../CMakeLists.txt");
    row("CMakeLists.txt", "add_compile_options(-fmad=false)\nfile(GLOB all *.h)\nadd_library(b src/b.cu)\n", "");
    row("src/build.sh", "nvcc -fmad=false b.cu\n", "");
    // Sources that are compiled as one see each other's macros.
    row("src/CMakeLists.txt", "add_library(a a.cu b.cu)\nset_target_properties(a PROPERTIES UNITY_BUILD ON)\n",
        "line 2 of CMakeLists.txt");
    row("meson.build", "project('a', 'cuda', default_options: ['unity=on'])\nexecutable('a', 'src/a.cu')\n",
        "line 1 of ../meson.build");
  }
  void findsTheLine() {
    QFETCH(QString, file);
    QFETCH(QString, text);
    QFETCH(QString, line);
    const QTemporaryDir folder;
    write(folder, "src/a.cu", "#include \"n.h\"\n");
    write(folder, "src/n.h", "#pragma once\n#ifndef N\n#define N 1\n#endif\n");
    write(folder, file, text);
    const std::string found = whyOpen(folder, "src/a.cu");
    QVERIFY2(line.isEmpty() ? found.empty() : found.find(line.toStdString()) != std::string::npos, found.c_str());
  }

  // What a tool defines without a word in its file: for the kind of a build, or the name of what is built.
  void toolsDefineMacros_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("macro");
    QTest::addColumn<bool>("isOpen");
    const QString cmake = "add_library(a SHARED a.cu)\n", torch = "from torch.utils import cpp_extension\n";
    const auto row = [](const char* file, const QString& text, const char* macro, bool isOpen) {
      QTest::newRow(qPrintable(QString("%1: %2").arg(file, macro))) << file << text << macro << isOpen;
    };
    row("CMakeLists.txt", cmake, "NDEBUG", true);
    row("CMakeLists.txt", cmake, "a_EXPORTS", true);
    row("CMakeLists.txt", cmake, "CMAKE_INTDIR", true);
    row("CMakeLists.txt", cmake, "DEBUG", false);
    row("meson.build", "executable('a', 'a.cu')\n", "NDEBUG", true);
    row("BUILD.bazel", "cuda_library(srcs = ['a.cu'])\n", "NDEBUG", true);
    row("Makefile", "a: a.cu\n\tnvcc -o a a.cu\n", "NDEBUG", false);
    row("setup.py", torch, "TORCH_EXTENSION_NAME", true);
    row("setup.py", torch, "NDEBUG", false);
    row("plot.py", "import numpy\n", "TORCH_EXTENSION_NAME", false);
  }
  void toolsDefineMacros() {
    QFETCH(QString, file);
    QFETCH(QString, text);
    QFETCH(QString, macro);
    QFETCH(bool, isOpen);
    const QTemporaryDir folder;
    write(folder, "a.cu", "#ifdef " + macro + "\n#endif\n");
    write(folder, file, text);
    const std::string why = whyOpen(folder, "a.cu");
    QCOMPARE(why.find(("may define " + macro).toStdString()) != std::string::npos, isOpen);
    QCOMPARE(why.empty(), !isOpen);
    write(folder, "compile_commands.json",
          "[{\"directory\": \"" + folder.path() + "\", \"file\": \"a.cu\", \"command\": \"nvcc -c a.cu\"}]");
    QCOMPARE(whyOpen(folder, "a.cu"), "");
  }

  // A program that compiles a source while it runs says with which macros.
  void compilesAtRunTime_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("a flag") << "const char *f[] = {\"-DN=2\"};\nnvrtcCompileProgram(p, 1, f);\n"
                            << "line 1 of ../host/jit.cpp says N";
    QTest::newRow("another") << "const char *f[] = {\"-DM=2\"};\nnvrtcCompileProgram(p, 1, f);\n" << "";
    QTest::newRow("any") << "nvrtcCreateProgram(&p, text);\nadd(\"-D\" + name);\n"
                         << "line 2 of ../host/jit.cpp may give N";
    QTest::newRow("a wrapper") << "jitify::Program p = cache.program(text, 0, {\"-DN=2\"});\n"
                               << "line 1 of ../host/jit.cpp says N";
    QTest::newRow("no such program") << "const char *usage = \"compile with -DN=2\";\n" << "";
  }
  void compilesAtRunTime() {
    QFETCH(QString, text);
    QFETCH(QString, says);
    const QTemporaryDir folder;
    write(folder, "src/a.cu", "#ifdef N\n#endif\n");
    write(folder, "host/jit.cpp", text);
    const std::string why = whyOpen(folder, "src/a.cu");
    QVERIFY2(says.isEmpty() ? why.empty() : why.find(says.toStdString()) != std::string::npos, why.c_str());
  }

  // What a build writes into a header is not what lies there.
  void headersAreMade_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("line");
    const auto row = [](const char* file, const QString& text, const char* line) {
      QTest::newRow(qPrintable(QString("%1: %2").arg(file, text.simplified()))) << file << text << line;
    };
    const QString compile = "a: a.cu n.h\n\tnvcc -o a a.cu\n";
    row("Makefile", compile, "");
    row("Makefile", "headers := n.h\n" + compile + "clean:\n\trm n.h\n", "");
    row("Makefile", "headers = \\\n\ta.h \\\n\tn.h \\\r\n\tb.h\n" + compile, "");
    row("Makefile", compile + "\tpython \\\n\t  n.h\n", "line 4 of Makefile may write n.h");
    row("Makefile", compile + "o.h \\\n\tn.h: gen.py\n\tpython gen.py\n", "line 4 of Makefile may write n.h");
    row("Makefile", compile + "n.h: gen.py\n\tpython gen.py\n", "line 3 of Makefile may write n.h");
    row("Makefile", compile + "%.h: %.in\n\tm4 $< > $@\n", "line 3 of Makefile may write n.h");
    row("Makefile", "a: a.cu\n\techo '#define N 2' > ./n.h\n\tnvcc -o a a.cu\n", "line 2 of Makefile");
    row("Makefile", "a: a.cu\n\t@sed -i s/1/2/ n.h\n\tnvcc -o a a.cu\n", "line 2 of Makefile");
    row("Makefile", "a: a.cu\n\tcp n_$(SIZE).h n.h; nvcc -o a a.cu\n", "line 2 of Makefile");
    row("Makefile", "a: a.cu\n\t$(PYTHON) gen.py n.h\n\tnvcc -o a a.cu\n", "line 2 of Makefile");
    row("Makefile", "a: a.cu\n\tg++-12 -x c++ n.h; $(NVCCPATH)/nvcc -o a a.cu\n", "");
    row("CMakeLists.txt", "add_library(a a.cu\n  n.h)\ninstall(FILES n.h DESTINATION include)\n", "");
    row("CMakeLists.txt", "set(all a.cu\n  n.h)\nadd_library(a ${all})\n", "");
    row("CMakeLists.txt", "add_library(a a.cu)\nconfigure_file(n.h.in\n  ${CMAKE_SOURCE_DIR}/n.h)\n",
        "line 3 of CMakeLists.txt may write n.h");
    row("CMakeLists.txt", "file(WRITE n.h \"#define N 2\")\nadd_library(a a.cu)\n", "line 1 of CMakeLists.txt");
    row("CMakeLists.txt", "our_table(${OF}(x) (y) (n.h))\nadd_library(a a.cu)\n", "line 1 of CMakeLists.txt");
    row("CMakeLists.txt", "our_table(n.h)\nadd_library(a a.cu)\n", "line 1 of CMakeLists.txt");
    row("meson.build", "executable('a', 'a.cu', 'n.h')\n", "");
    row("meson.build", "configure_file(output: 'n.h', configuration: c)\nexecutable('a', 'a.cu')\n",
        "line 1 of meson.build");
    row("configure.ac", "AC_CONFIG_HEADERS([n.h])\n", "line 1 of configure.ac");
    row("sweep.sh", "for n in 1 2; do\n  echo \"#define N $n\" > n.h\n  nvcc -o a a.cu\ndone\n", "line 2 of sweep.sh");
    row("check.sh", "clang-format n.h && grep -c N n.h > count\n", "");
    row("sweep.py", "for n in 1, 2:\n  open('n.h', 'w').write(f'#define N {n}')\n", "line 2 of sweep.py");
    row("plot.py", "print('n.h')\n", "");
    row(".gitignore", "n.h\n", "");
    row("files.json", "[\"n.h\"]\n", "");
  }
  void headersAreMade() {
    QFETCH(QString, file);
    QFETCH(QString, text);
    QFETCH(QString, line);
    const QTemporaryDir folder;
    write(folder, "a.cu", "#include \"m.h\"\n");
    write(folder, "m.h", "#include \"n.h\"\n");
    write(folder, "n.h", "#define N 1\n");
    write(folder, file, text);
    const std::string why = whyOpen(folder, "a.cu");
    QVERIFY2(line.isEmpty() ? why.empty() : why.find(line.toStdString()) != std::string::npos, why.c_str());
  }

  // However long a text is, and however many there are.
  void asksAllThatIsIncluded() {
    const QTemporaryDir folder;
    write(folder, "CMakeLists.txt", "add_compile_definitions(N=2)\nadd_library(a a.cu)\n");
    const QString asks = "#ifdef N\n#endif\n";
    write(folder, "a.cu", asks + "// " + QString(2 << 20, 'x') + "\n");
    const std::string told = "line 1 of CMakeLists.txt says N";
    QVERIFY(whyOpen(folder, "a.cu").find(told) != std::string::npos);
    QString includes;
    for (int i = 0; i < 500; ++i) {
      write(folder, QString("h%1.h").arg(i), i == 0 ? asks : "\n");
      includes += QString("#include \"h%1.h\"\n").arg(i);
    }
    write(folder, "a.cu", includes);
    QVERIFY(whyOpen(folder, "a.cu").find(told) != std::string::npos);
  }

  // A generated build file may be large, and end with anything.
  void readsLargeBuildFiles() {
    const QTemporaryDir folder;
    write(folder, "src/a.cu", "#ifdef N\n#endif\n");
    const QString large = QString(2 << 20, 'x');
    write(folder, "src/build.ninja", "# " + large + "\nbuild a.o: nvcc a.cu\n  f = -DN=2\n");
    QVERIFY(whyOpen(folder, "src/a.cu").find("line 3 of build.ninja says N") != std::string::npos);
    write(folder, "src/build.ninja", "# none\n");
    write(folder, "src/values.txt", large + "\n-DN=2 a.cu\n");
    QVERIFY(whyOpen(folder, "src/a.cu").empty());
  }

  // CMake may give flags in a file that another includes.
  void asksFilesThatAreNamed() {
    const QTemporaryDir folder;
    write(folder, "src/a.cu", "#ifdef N\n#endif\n");
    write(folder, "CMakeLists.txt", "include(cmake/flags.cmake)\n");
    write(folder, "cmake/flags.cmake", "\nadd_compile_definitions(N=2)\n");
    QVERIFY(whyOpen(folder, "src/a.cu").find("line 2 of ../cmake/flags.cmake says N") != std::string::npos);
    write(folder, "CMakeLists.txt", "include(flags)\n");
    QVERIFY(!whyOpen(folder, "src/a.cu").empty());
    write(folder, "CMakeLists.txt", "include(other)\n");
    QCOMPARE(whyOpen(folder, "src/a.cu"), std::string());
    // What says how to make something else says nothing of it, whoever names that.
    write(folder, "Makefile", "b: b.cu\n\tnvcc -DN=2 b.cu\n");
    write(folder, "other/CMakeLists.txt", "add_compile_definitions(N=2)\n");
    write(folder, "ci/run.yml", "make -f Makefile\nmake -C src\ncmake -P other/CMakeLists.txt\n");
    QCOMPARE(whyOpen(folder, "src/a.cu"), std::string());
    write(folder, "src/Makefile", "b: b.cu\n\tnvcc $(F) b.cu\ninclude ../make/flags.mk\n");
    write(folder, "make/flags.mk", "\nF = -DN=2\n");
    QVERIFY(whyOpen(folder, "src/a.cu").find("line 2 of ../make/flags.mk says N") != std::string::npos);
  }

  // How a file of the program rounds does not matter for what it launches.
  void roundingOpensNoLaunches() {
    const QTemporaryDir folder;
    write(folder, "a.cu", "int a;\n");
    write(folder, "CMakeLists.txt", "add_compile_options(--use_fast_math)\nadd_library(a a.cu)\n");
    analysis::OpenFlags flags;
    QVERIFY(!flags.whyOpen(unitOf(folder, "a.cu")).empty());
    QCOMPARE(flags.whyLaunchesOpen(unitOf(folder, "a.cu")), std::string());
    write(folder, "CMakeLists.txt", "add_compile_options(-include b.h)\nadd_library(a a.cu)\n");
    QVERIFY(!analysis::OpenFlags().whyLaunchesOpen(unitOf(folder, "a.cu")).empty());
  }

  // What a source leaves to a build: not what it defines itself, a guard, or what compilers define.
  void knowsWhatSourcesAsk_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("asks");
    const auto row = [](const char* text, bool asks) {
      QTest::newRow(qPrintable(QString(text).simplified())) << text << asks;
    };
    row("#if N > 1\n#endif\n", true);
    row("#if defined(M) && \\\n  !defined N\n#endif\n", true);
    row("#ifdef M\n#ifndef N\n#define N 1\n#endif\n#endif\n", true);
    row("#ifdef M\n#include \"n.h\"\n#endif\n", true);
    row("#include <n.h>\n", true);
    row("#define N 1\n#if N > 1\n#endif\n", false);
    row("#ifdef M\n#define N 2\n#endif\n#ifndef N\n#define N 1\n#endif\n", true);
    row("// what it is\n#ifndef N\n#define N\nint a;\n#endif\n", false);
    row("#ifndef N\n#define N\n#endif\nint a;\n", true);
    row("int N;\n// #ifdef N\n/* #if N */\n", false);
    row("#include \"none.h\"\n", false);
  }
  void knowsWhatSourcesAsk() {
    QFETCH(QString, text);
    QFETCH(bool, asks);
    const QTemporaryDir folder;
    write(folder, "a.cu", text);
    write(folder, "include/n.h", "#if N\n#endif\n");
    write(folder, "CMakeLists.txt", "add_compile_definitions(N)\n");
    QCOMPARE(!whyOpen(folder, "a.cu").empty(), asks);
  }

  // A header that is not there may define what is asked for.
  void missingHeadersMayDefine() {
    const QTemporaryDir folder;
    write(folder, "a.cu", "#include \"params.h\"\n#include <mpi.h>\n#ifndef N\n#define N 1\n#endif\n");
    frontend::CompileCommand unit = unitOf(folder, "a.cu");
    QVERIFY(analysis::OpenFlags().whyMissing("params.h", unit).find("may define N") != std::string::npos);
    QCOMPARE(analysis::OpenFlags().whyMissing("mpi.h", unit), std::string());
    unit.flags = {"-DN=2"};
    QCOMPARE(analysis::OpenFlags().whyMissing("params.h", unit), std::string());
    unit.flags = {};
    write(folder, "a.cu", "#include \"params.h\"\n");
    QCOMPARE(analysis::OpenFlags().whyMissing("params.h", unit), std::string());
  }

  // A Makefile that compiles the file, and a list of commands, tell it.
  void whatIsReadSaysIt() {
    const QTemporaryDir folder;
    write(folder, ".git/HEAD", "ref\n");
    write(folder, "a.cu", "#ifdef N\n#endif\n");
    write(folder, "CMakeLists.txt", "add_compile_options(-DN=2)\nadd_library(a a.cu)\n");
    const frontend::CompileCommand unit = unitOf(folder, "a.cu");
    QVERIFY(analysis::OpenFlags().whyOpen(unit).starts_with("How the file is compiled is not known: line 1"));
    frontend::CompileCommand given = unit;
    given.isToldByUser = true;
    QCOMPARE(analysis::OpenFlags().whyOpen(given), std::string());
    write(folder, "Makefile", "a: a.cu\n\tnvcc -DN=2 a.cu\n");
    QCOMPARE(analysis::OpenFlags().whyOpen(unit), std::string());
    QVERIFY(QFile::remove(folder.filePath("Makefile")));
    write(folder, "build/compile_commands.json",
          "[{\"directory\": \"..\", \"file\": \"a.cu\", \"command\": \"nvcc -DN=2 -c a.cu\"}]");
    QCOMPARE(analysis::OpenFlags().whyOpen(unit), std::string());
  }

  // What the Makefile that compiles a file does not give, and the file asks for, another build file may.
  void asksOtherBuildFilesForMacros_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* file, const char* text, const char* why) {
      QTest::newRow(qPrintable(QString("%1: %2").arg(file, QString(text).simplified()))) << file << text << why;
    };
    row("CMakeLists.txt", "add_compile_definitions(M=2)\n", "line 1 of CMakeLists.txt says M");
    row("CMakeLists.txt", "project(a)\ntarget_compile_definitions(a PRIVATE K=1 M=2)\n",
        "line 2 of CMakeLists.txt says M");
    row("CMakeLists.txt", "add_compile_options(-D M)\n", "line 1 of CMakeLists.txt says M");
    row("CMakeLists.txt", "add_compile_definitions(N=3 K MM)\n", "");
    row("bench.sh", "nvcc -DM=128 *.cu\n", "line 1 of bench.sh says M");
    row("bench.sh", "nvcc -DM2=128 -D N *.cu\n# -DM\n", "");
    row("tests/CMakeLists.txt", "add_executable(t ../b.cu)\nadd_definitions(-DM=2)\n", "");
    row("tests/CMakeLists.txt", "add_executable(t ../a.cu)\nadd_definitions(-DM=2)\n",
        "line 2 of tests/CMakeLists.txt says M");
    row("Makefile", "a: a.cu\n\tnvcc -DN=2 a.cu\nbench:\n\tnvcc -DM=2 $(shell ls *.cu)\n",
        "line 4 of the Makefile gives M");
    row("README.md", "nvcc -DM=2 a.cu\n", "");
  }
  void asksOtherBuildFilesForMacros() {
    QFETCH(QString, file);
    QFETCH(QString, text);
    QFETCH(QString, why);
    const QTemporaryDir folder;
    write(folder, "a.cu", "#include \"b.h\"\n");
    write(folder, "b.h", "#if !defined(M)\n#define M 1\n#endif\n#ifdef N\n#endif\n");
    write(folder, "Makefile", "a: a.cu\n\tnvcc -DN=2 a.cu\n");
    write(folder, file, text);
    const frontend::CompileCommand unit = unitOf(folder, "a.cu");
    const std::string found = toText(askingForFlags(analysis::OpenFlags().whyOpen(unit)));
    QVERIFY2(why.isEmpty() ? found.empty() : found.find(why.toStdString()) != std::string::npos, found.c_str());
    write(folder, "Makefile", "a: a.cu\n\tnvcc -DN=2 -DM=1 a.cu\n");
    QCOMPARE(analysis::OpenFlags().whyOpen(unit), std::string());
  }

  // Files of other folders count where they name the source by its own.
  void asksBuildFilesThatNameTheSource() {
    const QTemporaryDir folder;
    write(folder, "src/a.cu", "#ifndef M\n#define M 1\n#endif\n");
    write(folder, "src/Makefile", "a: a.cu\n\tnvcc a.cu\n");
    write(folder, "tests/Makefile", "a:\n\tnvcc -DM=2 ../other/a.cu\n");
    const frontend::CompileCommand unit = unitOf(folder, "src/a.cu");
    QCOMPARE(analysis::OpenFlags().whyOpen(unit), std::string());
    write(folder, "tests/Makefile", "a:\n\tnvcc -DM=2 ../src/a.cu\n");
    QVERIFY(analysis::OpenFlags().whyOpen(unit).find("line 2 of ../tests/Makefile says M") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(OpenFlagsTest)
#include "open_flags_test.moc"

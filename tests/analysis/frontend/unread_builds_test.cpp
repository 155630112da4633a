// Build files that are not read for flags, and may give a source some.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "analysis/frontend/unit_flags.h"
#include "analysis/frontend/unread_builds.h"
#include "core/base/file.h"

using namespace warpwright;

class UnreadBuildsTest : public QObject {
  Q_OBJECT

  static void write(const QTemporaryDir& folder, const QString& name, const QString& text) {
    QVERIFY(QDir().mkpath(QFileInfo(folder.filePath(name)).path()));
    QVERIFY(writeFileAtomically(folder.filePath(name).toStdString(), text.toStdString()).ok());
  }

 private slots:
  void findsTheLine_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("line");
    const auto row = [](const char* file, const char* text, const char* line) {
      QTest::newRow(qPrintable(QString("%1: %2").arg(file, QString(text).simplified()))) << file << text << line;
    };
    row("src/CMakeLists.txt", "add_executable(a a.cu)\ntarget_compile_definitions(a PRIVATE N=2)\n",
        "line 2 of CMakeLists.txt");
    row("CMakeLists.txt", "add_compile_options(-DN=2)\nadd_library(a src/a.cu)\n", "line 1 of ../CMakeLists.txt");
    row("src/CMakeLists.txt", "add_executable(a a.cu)\ntarget_compile_definitions (a PRIVATE N=2)\n",
        "line 2 of CMakeLists.txt");
    row("src/CMakeLists.txt", "add_executable(a a.cu)\nadd_compile_options(-D N=2)\n", "line 2 of CMakeLists.txt");
    row("src/flags.cmake", "set(CMAKE_CUDA_FLAGS \"-fmad=false\")\nadd_library(a a.cu)\n", "line 1 of flags.cmake");
    row("CMakeLists.txt", "add_compile_options(-DN=2)\nfile(GLOB all src/*.cu)\n", "line 1 of ../CMakeLists.txt");
    row("CMakeLists.txt", "add_compile_options(-DN=2)\nfile(GLOB all src/*)\n", "line 1 of ../CMakeLists.txt");
    row("CMakeLists.txt", "add_compile_options(-DN=2)\nfile(GLOB_RECURSE all \"src/*.c*\")\n",
        "line 1 of ../CMakeLists.txt");
    row("CMakeLists.txt", "add_compile_options(-DN=2)\nfile(GLOB all src/*_kernels.cu)\n", "");
    row("CMakeLists.txt", "add_compile_options(-DN=2)\nadd_library(a src/${one}.cu)\n", "line 1 of ../CMakeLists.txt");
    row("CMakeLists.txt", "add_compile_options(-DN=2)\naux_source_directory(src all)\n", "line 1 of ../CMakeLists.txt");
    row("CMakeLists.txt", "add_compile_options(-DN=2)\nfile(GLOB all *.h)\nadd_library(b src/b.cu)\n", "");
    row("src/CMakeLists.txt", "add_executable(a a.cu)\nset_target_properties(a PROPERTIES CUDA_ARCHITECTURES 90)\n",
        "");
    row("src/CMakeLists.txt", "# -DN=2\nmessage(\"cmake -DCMAKE_BUILD_TYPE=Release\")\n", "");
    row("src/build.sh", "nvcc -O3 a.cu\nnvcc -DN=2 a.cu\n", "line 2 of build.sh");
    row("src/build.sh", "nvcc -DN=2 b.cu\n", "");
    row("meson.build", "executable('a', 'src/a.cu', cuda_args: ['-DN=2'])\n", "line 1 of ../meson.build");
    row("src/BUILD.bazel", "cuda_library(\n  srcs = ['a.cu'],\n  local_defines = ['N=2'])\n", "line 3 of BUILD.bazel");
    row("other/CMakeLists.txt", "add_compile_options(-DN=2)\n", "");
    row("other/CMakeLists.txt", "add_compile_options(-DN=2)\nadd_library(a ../src/a.cu)\n",
        "line 1 of ../other/CMakeLists.txt");
    row("src/README.md", "nvcc -DN=2 a.cu\n", "");
  }
  void findsTheLine() {
    QFETCH(QString, file);
    QFETCH(QString, text);
    QFETCH(QString, line);
    const QTemporaryDir folder;
    write(folder, "src/a.cu", "");
    write(folder, file, text);
    const std::filesystem::path root = folder.path().toStdString();
    QCOMPARE(frontend::unreadFlags(root / "src/a.cu", root), line.toStdString());
  }

  // CMake may name it from beside it, and by a way there; patterns elsewhere are of other folders.
  void asksEveryFileOfCmake() {
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    write(folder, "src/a.cu", "");
    write(folder, "CMakeLists.txt", "add_compile_options(-DN=2)\n");
    write(folder, "other/CMakeLists.txt", "file(GLOB all CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cu)\n");
    QCOMPARE(frontend::unreadFlags(root / "src/a.cu", root), std::string());
    write(folder, "other/CMakeLists.txt", "file(GLOB all ../src/*.cu)\n");
    QCOMPARE(frontend::unreadFlags(root / "src/a.cu", root), std::string("line 1 of ../CMakeLists.txt"));
    write(folder, "other/CMakeLists.txt", "add_library(a ../src/a.cu)\n");
    QCOMPARE(frontend::unreadFlags(root / "src/a.cu", root), std::string("line 1 of ../CMakeLists.txt"));
    // Flags may stand in a file that another includes.
    write(folder, "CMakeLists.txt", "include(cmake/flags.cmake)\n");
    write(folder, "cmake/flags.cmake", "\nadd_compile_definitions(N=2)\n");
    QCOMPARE(frontend::unreadFlags(root / "src/a.cu", root), std::string("line 2 of ../cmake/flags.cmake"));
  }

  // A Makefile that compiles the file, and a list of commands, tell it.
  void whatIsReadSaysIt() {
    const QTemporaryDir folder;
    write(folder, ".git/HEAD", "ref\n");
    write(folder, "a.cu", "");
    write(folder, "CMakeLists.txt", "add_compile_options(-DN=2)\nadd_library(a a.cu)\n");
    frontend::CompileCommand unit;
    unit.file = folder.filePath("a.cu").toStdString();
    unit.root = unit.folder = folder.path().toStdString();
    QVERIFY(frontend::OpenFlags().whyOpen(unit).starts_with("How the file is compiled is not known: line 1"));
    frontend::CompileCommand given = unit;
    given.isToldByUser = true;
    QCOMPARE(frontend::OpenFlags().whyOpen(given), std::string());
    write(folder, "Makefile", "a: a.cu\n\tnvcc -DN=2 a.cu\n");
    QCOMPARE(frontend::OpenFlags().whyOpen(unit), std::string());
    QVERIFY(QFile::remove(folder.filePath("Makefile")));
    write(folder, "build/compile_commands.json",
          "[{\"directory\": \"..\", \"file\": \"a.cu\", \"command\": \"nvcc -DN=2 -c a.cu\"}]");
    QCOMPARE(frontend::OpenFlags().whyOpen(unit), std::string());
  }

  // What the Makefile that compiles a file does not give, and the file asks for, another build file may.
  void asksOtherBuildFilesForMacros_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* file, const char* text, const char* why) {
      QTest::newRow(qPrintable(QString("%1: %2").arg(file, QString(text).simplified()))) << file << text << why;
    };
    row("CMakeLists.txt", "add_compile_definitions(M=2)\n", "line 1 of CMakeLists.txt gives M");
    row("CMakeLists.txt", "project(a)\ntarget_compile_definitions(a PRIVATE K=1 M=2)\n",
        "line 2 of CMakeLists.txt gives M");
    row("CMakeLists.txt", "add_compile_options(-D M)\n", "line 1 of CMakeLists.txt gives M");
    row("CMakeLists.txt", "add_compile_definitions(N=3 K MM)\nset(M 2)\n", "");
    row("bench.sh", "nvcc -DM=128 *.cu\n", "line 1 of bench.sh gives M");
    row("bench.sh", "nvcc -DM2=128 -D N *.cu\n# -DM\n", "");
    row("tests/CMakeLists.txt", "add_executable(t ../src/a.cu)\nadd_definitions(-DM=2)\n", "");
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
    frontend::CompileCommand unit;
    unit.file = folder.filePath("a.cu").toStdString();
    unit.root = unit.folder = folder.path().toStdString();
    const std::string found = frontend::OpenFlags().whyOpen(unit);
    QVERIFY2(why.isEmpty() ? found.empty() : found.find(why.toStdString()) != std::string::npos, found.c_str());
    write(folder, "Makefile", "a: a.cu\n\tnvcc -DN=2 -DM=1 a.cu\n");
    QCOMPARE(frontend::OpenFlags().whyOpen(unit), std::string());
  }

  // Files of other folders count where they name the source by its own.
  void asksBuildFilesThatNameTheSource() {
    const QTemporaryDir folder;
    write(folder, "src/a.cu", "#ifndef M\n#define M 1\n#endif\n");
    write(folder, "src/Makefile", "a: a.cu\n\tnvcc a.cu\n");
    write(folder, "tests/Makefile", "a:\n\tnvcc -DM=2 ../other/a.cu\n");
    frontend::CompileCommand unit;
    unit.file = folder.filePath("src/a.cu").toStdString();
    unit.root = unit.folder = folder.path().toStdString();
    QCOMPARE(frontend::OpenFlags().whyOpen(unit), std::string());
    write(folder, "tests/Makefile", "a:\n\tnvcc -DM=2 ../src/a.cu\n");
    QVERIFY(frontend::OpenFlags().whyOpen(unit).find("line 2 of ../tests/Makefile gives M") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(UnreadBuildsTest)
#include "unread_builds_test.moc"

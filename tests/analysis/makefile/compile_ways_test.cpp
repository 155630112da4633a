// Which flags a Makefile gives to which file, and which files it links to one program.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "analysis/makefile/compile_ways.h"
#include "analysis/makefile/make_text.h"
#include "core/base/file.h"

using namespace warpwright;
using makefile::CompileWays;

class CompileWaysTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> folder_;

  std::filesystem::path path(const char* name) const { return folder_->filePath(name).toStdString(); }
  void write(const char* name, const std::string& text) {
    const std::filesystem::path file = path(name);
    std::filesystem::create_directories(file.parent_path());
    QVERIFY(writeFileAtomically(file, text).ok());
  }
  /// "goal:line: words; …" of a file, then "| what is left out" ("|!": and leaves open what the file means), "| note".
  QString waysOf(const char* file, const QString& text) {
    write("Makefile", text.toStdString());
    Result<CompileWays> ways = CompileWays::read(path("Makefile"), path(".").lexically_normal().parent_path());
    if (!ways.ok()) return QString::fromStdString(ways.error().message).section("Makefile, ", 1);
    const makefile::SourceWays found = ways->of(path(file));
    QStringList parts;
    for (const makefile::CompileWay& way : found.ways) {
      parts << QString::fromStdString(found.goal + ":" + std::to_string(way.line) + ": " + makefile::joined(way.words));
      for (const std::string& left : way.leftOut)
        parts << (left == way.open ? "|! " : "| ") + QString::fromStdString(left);
    }
    for (const std::string& note : found.notes) parts << "| " + QString::fromStdString(note);
    return parts.join("; ");
  }
  QString executables(const QString& text) {
    write("Makefile", text.toStdString());
    Result<CompileWays> ways = CompileWays::read(path("Makefile"), path(".").lexically_normal().parent_path());
    if (!ways.ok()) return QString::fromStdString(ways.error().message);
    QStringList parts;
    for (const makefile::MakeExecutable& one : ways->executables()) {
      QString files = QString::fromStdString(one.name) + ":";
      for (const std::filesystem::path& source : one.sources)
        files += " " + QString::fromStdString(source.filename().string());
      parts << files;
    }
    return parts.join("; ");
  }

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    for (const char* name : {"a.cu", "b.cu", "c.cpp", "src/d.cu"}) write(name, "");
  }

  void findsFlags_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("ways");
    const auto row = [](const char* file, const char* text, const char* ways) {
      QTest::newRow(text) << file << text << ways;
    };
    row("a.cu", "F = -DX\na: a.cu\n\tnvcc $(F) -o $@ $<", "a:3: nvcc -DX");
    row("a.cu", "F = -DX\na: a.o\n\tnvcc $^ -o $@\n%.o: %.cu b.h\n\tnvcc $(F) -c $< -o $@", "a:5: nvcc -DX -c");
    row("a.cu", "a: a.o\n\tnvcc $^ -o $@\na.o: b.h\n%.o: %.cu\n\tnvcc -DX -c $<", "a:5: nvcc -DX -c");
    row("a.cu", "a: a.o\n.SUFFIXES: .cu\n.cu.o:\n\tnvcc -DX -c $<", "a:4: nvcc -DX -c");
    row("a.cu", "a: a.o\na.o b.o: %.o: %.cu\n\tnvcc -DX -c $*.cu", "a:3: nvcc -DX -c");
    row("a.cu", "a: a.cu ; nvcc -DX $<", "a:1: nvcc -DX");
    row("a.cu", "a:\n\t@mkdir -p x\n\t@-/opt/cuda/bin/nvcc -DX a.cu", "a:3: nvcc -DX");
    row("a.cu", "a:\n\techo nvcc -DY a.cu; ccache nvcc -DX *.cu -o a", "a:2: nvcc -DX");
    row("a.cu", "a:\n\tnvcc -DX \\\n\t  -DY a.cu", "a:2: nvcc -DX -DY");
    row("src/d.cu", "a:\n\tcd src && nvcc -I.. d.cu -o d", "a:2: nvcc -I..");
    row("src/d.cu", "VPATH = src\na: d.o\n%.o: %.cu\n\tnvcc -DX -c $<", "a:4: nvcc -DX -c");
    row("src/d.cu", "vpath %.cu src\na: d.o\n%.o: %.cu\n\tnvcc -DX -c $<", "a:4: nvcc -DX -c");
    row("src/d.cu",
        "O = $(patsubst src/%.cu,o/%.o,$(wildcard src/*.cu))\na: $(O)\no/%.o: src/%.cu\n\tnvcc -DX -c $< -o $@",
        "a:4: nvcc -DX -c");
    row("c.cpp", "CXXFLAGS = -DX\na: c.o", "a:0: g++ -DX -c");
    row("a.cu", "define build\nmkdir -p o\nnvcc -DX -c $<\nendef\na: a.cu\n\t$(build)", "a:6: nvcc -DX -c");
    row("a.cu", "define R\n$(1): $(1).cu\n\tnvcc -D$(1) $$< -o $$@\nendef\n$(foreach p,b a,$(eval $(call R,$(p))))",
        "a:5: nvcc -Da");
    // Which goal counts.
    row("a.cu", "all: a\na: a.cu\n\tnvcc -DX $<\ndebug: a.cu\n\tnvcc -DY $<", "all:3: nvcc -DX; all:5: nvcc -DY");
    row("a.cu", "all:\n\ttrue\nx: a.cu\n\tnvcc -DX $<\ny: a.cu\n\tnvcc -DY $<", "x:4: nvcc -DX; x:6: nvcc -DY");
    row("a.cu", "all: x y\nx: a.cu\n\tnvcc -DX $<\ny: a.cu\n\tnvcc -DY $<", "all:3: nvcc -DX; all:5: nvcc -DY");
    row("a.cu", "%.o: %.cu\n\tnvcc -DX -c $<", ":2: nvcc -DX -c");
    row("a.cu", ".DEFAULT_GOAL := y\nx: a.cu\n\tnvcc -DX $<\ny: a.cu\n\tnvcc -DY $<", "y:5: nvcc -DY; y:3: nvcc -DX");
    row("a.cu", "x: F = -DX\nx: a.o\ny: F = -DY\ny: a.o\na.o: a.cu\n\tnvcc $(F) $<",
        "x:6: nvcc -DX; x:6: nvcc -DY; x:6: nvcc");
    row("a.cu", "a b: a.cu\n\tnvcc -D$@ $<", "a:2: nvcc -Da; a:2: nvcc -Db");
    row("a.cu", "%.o: %.cu\n\tnvcc -DX -c $<\n%.obj: %.cu\n\tnvcc -DY -c $<", ":2: nvcc -DX -c; :4: nvcc -DY -c");
    // A target's own variables count for what it needs.
    row("a.cu", "F = -DX\nall: F += -DY\nall: a.o\n%.o: %.cu\n\tnvcc $(F) -c $<", "all:5: nvcc -DX -DY -c");
    row("a.cu", "F = -DX\nall: a.o b.o\nb.o: F = -DY\n%.o: %.cu\n\tnvcc $(F) -c $<", "all:5: nvcc -DX -c");
    row("a.cu", "F = -DX\nall: private F = -DY\nall: a.o\n%.o: %.cu\n\tnvcc $(F) -c $<", "all:5: nvcc -DX -c");
    row("a.cu", "F = -DX\na: private F = -DY\na: a.cu\n\tnvcc $(F) $<", "a:4: nvcc -DY");
    row("a.cu", "private F = -DX\na: a.cu\n\tnvcc $(F) $<", "a:3: nvcc; |! `F` is private: no recipe has it (line 1)");
    // Of patterns the longest counts, and a name before all of them.
    row("a.cu", "a%: F = -DX\n%: F = -DY\na.o: a.cu\n\tnvcc $(F) $<", "a.o:4: nvcc -DX");
    row("a.cu", "a.o: F = -DX\n%.o: F = -DY\na.o: a.cu\n\tnvcc $(F) $<", "a.o:4: nvcc -DX");
    // Of two rules for the same the last counts; both do by `::`.
    row("a.cu", "%.o: %.cu\n\tnvcc -DX -c $<\n%.o: %.cu\n\tnvcc -DY -c $<\na: a.o", "a:4: nvcc -DY -c");
    row("a.cu", "%.o: %.cu\n\tnvcc -DX -c $<\n%.o: %.cu b.cu\n\tnvcc -DY -c $<\na: a.o", "a:2: nvcc -DX -c");
    row("a.cu", "%.o %.d: %.cu\n\tnvcc -DX -c $<\n%.o: %.cu\n\tnvcc -DY -c $<\na: a.o", "a:2: nvcc -DX -c");
    row("a.cu", "%.o: %.cu\n\tnvcc -DX -c $<\n%.o: %.cu\na: a.o", "");
    row("a.cu", ".SUFFIXES: .cu\n.cu.o:\n\tnvcc -DX -c $<\n.cu.o:\n\tnvcc -DY -c $<\na: a.o", "a:5: nvcc -DY -c");
    row("a.cu", "a:: a.cu\n\tnvcc -DX $<\na:: b.cu\n\tnvcc -DY a.cu", "a:2: nvcc -DX; a:4: nvcc -DY");
    // What is not known is left out, and said.
    row("a.cu", "a:\n\tnvcc -DX -DN=$(shell nproc) -I $(HOME)/x -DY a.cu -o a",
        "a:2: nvcc -DX -DY; |! `-DN=…`: `nproc` is not run (line 2); | `-I …/x`: `$(HOME)` is of whoever runs make "
        "(line 2)");
    row("a.cu", "N := $(shell which nvcc)\na:\n\t$(N) -DX a.cu -o a", "a:3: nvcc -DX");
    row("a.cu", "a:\n\t$(NVCC) -DX a.cu -o a", "a:2: nvcc -DX");
    row("a.cu", "a:\n\tnvcc -DX `pkg-config x` a.cu -o a", "a:2: nvcc -DX; |! only a shell can tell (line 2)");
    row("a.cu", "ifeq ($(shell date),x)\na:\n\tnvcc -DX a.cu -o a\nendif",
        "| line 3 may compile it or not: `date` is not run (line 1)");
    row("a.cu", "a:\n\tif test -f x; then nvcc -DX a.cu; else nvcc a.cu; fi",
        "| line 2 may compile it or not: its shell decides (line 2)");
    row("a.cu", "a: b.cu\n\tnvcc -DX $<", "");
    // What is not known leaves open what the file means, but where it is only linked with, or for a GPU.
    row("a.cu", "a:\n\tnvcc -arch=$(shell q) -L$(HOME)/l $(HOME)/x.o a.cu -o a",
        "a:2: nvcc; | `-arch=…`: `q` is not run (line 2); | `-L…/l`: `$(HOME)` is of whoever runs make (line 2); "
        "| `…/x.o`: `$(HOME)` is of whoever runs make (line 2)");
    row("a.cu", "a:\n\tnvcc -I$(HOME)/x -I. a.cu",
        "a:2: nvcc -I.; |! `-I…/x`: `$(HOME)` is of whoever runs make (line 2)");
    row("a.cu", "a:\n\tfor n in 1 2; do nvcc -DN=$$n a.cu; done",
        "a:2: nvcc; |! `-DN=…`: only a shell can tell (line 2)");
    row("a.cu", "a:\n\tNVCC_APPEND_FLAGS=-DX nvcc a.cu", "a:2: nvcc; |! `NVCC_APPEND_FLAGS=-DX` of the environment");
    row("a.cu", "a:\n\tenv CPATH=x nvcc a.cu", "a:2: nvcc; |! `CPATH=x` of the environment");
    row("a.cu", "a:\n\texport CPATH=x; nvcc a.cu", "a:2: nvcc; |! `CPATH=x` of the environment");
    row("a.cu", "export NVCC_PREPEND_FLAGS = -DX\na:\n\tnvcc a.cu",
        "a:3: nvcc; |! `NVCC_PREPEND_FLAGS=-DX` of the environment");
    // Whoever else may compile it.
    row("a.cu", "all:\n\t$(MAKE) a N=1\na: a.cu\n\tnvcc -DN=$(N) $<",
        "| line 2 may compile it otherwise: it runs make with `N=1`");
    row("a.cu", "all:\n\t$(MAKE) -C src N=1\na: a.cu\n\tnvcc -DX $<", "a:4: nvcc -DX");
    row("a.cu", "a: a.cu\n\t./my_nvcc -DX $<", "| line 2 may compile it or not: what `./my_nvcc` does is not known");
    row("a.cu", "a: a.cu\n\tsudo nvcc -DX $<", "| line 2 may compile it or not: what `sudo` does is not known");
    row("a.cu", "a:\n\tbash -c 'nvcc -DX a.cu'", "| line 2 may compile it or not: what `bash` does is not known");
    row("a.cu", "a: a.cu\n\techo $< | xargs nvcc -DX",
        "| line 2 may compile it or not: what `xargs` does is not known");
    row("a.cu", "a: a.cu\n\tnvcc -x cu -DX - < $<", "| line 2 may compile it or not: what it compiles is not known");
    row("a.cu", "a: a.cu\n\tclang-format -i a.cu\n\tnvcc -DX $<\n\trm -f a.o", "a:3: nvcc -DX");
    row("a.cu", ".SECONDEXPANSION:\na: $$(S)\n\tnvcc -DX $<\nS=a.cu",
        "| line 3 may compile it or not: not all of its files are known");
    row("a.cu", "$(shell ls): %.o: %.cu\n\tnvcc -DX $<",
        "| a rule may compile it whose targets are not known: `ls` is not run (line 1)");
    row("a.cu", "a:\n\tnvcc @../flags.txt a.cu", "a:2: nvcc; |! `@../flags.txt` is outside of the project");
    row("a.cu", "x = 1\nifeq (1,1)", "line 2: a conditional has no `endif`.");
    // Rings.
    row("a.cu", "a: b\nb: a\n\tnvcc -DX a.cu", "a:3: nvcc -DX");
  }
  void findsFlags() {
    QFETCH(QString, file);
    QFETCH(QString, text);
    QFETCH(QString, ways);
    QCOMPARE(waysOf(qPrintable(file), text), ways);
  }

  void runsNothing() {
    const QString touched = folder_->filePath("touched");
    const QString touch = "$(shell touch " + touched + ")";
    QCOMPARE(waysOf("a.cu", "x := " + touch + "\ny != touch " + touched + "\n" + touch + "\na: a.cu\n\t+touch " +
                                touched + "\n\tnvcc -DX " + touch + " a.cu"),
             QString("a:6: nvcc -DX; |! `touch %1` is not run (line 6)")
                 .arg(touched.size() > 34 ? touched.left(34) + "…" : touched));
    QVERIFY(!QFile::exists(touched));
  }

  void findsPrograms_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("programs");
    const auto row = [](const char* text, const char* programs) { QTest::newRow(text) << text << programs; };
    row("p: a.o c.o\n\tnvcc $^ -o $@\n%.o: %.cu\n\tnvcc -c $< -o $@", "p: a.cu c.cpp");
    row("all: p q\np: a.cu\n\tnvcc $^ -o $@\nq: b.cu c.cpp\n\tnvcc $^ -o $@", "p: a.cu; q: b.cu c.cpp");
    row("p: a.o libx.a\n\tnvcc a.o -L. -lx -lm -o $@\n%.o: %.cu\n\tnvcc -c $< -o $@\nlibx.a: b.o\n\tar rcs $@ $^",
        "p: a.cu b.cu");
    row("p: a.o\n\tnvcc a.o other.o -o $@\n%.o: %.cu\n\tnvcc -c $< -o $@", "");  // nobody says what other.o is
    row("p: a.o\n\tnvcc a.o $(shell ls) -o $@\n%.o: %.cu\n\tnvcc -c $< -o $@", "");
    row("p:\n\tnvcc *.cu -o p", "p: a.cu b.cu");
    row("p: a.cu\n\tnvcc a.cu", "a.out: a.cu");
    row("p.so: a.cu\n\tnvcc -shared a.cu -o p.so", "");
  }
  void findsPrograms() {
    QFETCH(QString, text);
    QFETCH(QString, programs);
    QCOMPARE(executables(text), programs);
  }
};

QTEST_GUILESS_MAIN(CompileWaysTest)
#include "compile_ways_test.moc"

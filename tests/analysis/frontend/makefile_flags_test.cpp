// Flags of units that a Makefile gives: which Makefile counts, what is left out, and what is told of it.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/analyzer/analysis.h"
#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/compile_command_json.h"
#include "analysis/frontend/configurations.h"
#include "analysis/frontend/unit_flags.h"
#include "analysis/program/open_flags.h"
#include "core/base/file.h"
#include "core/finding/open_flags_text.h"

using namespace warpwright;
using frontend::CompileCommand;

class MakefileFlagsTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> folder_;

  std::string path(const char* name) const { return folder_->filePath(name).toStdString(); }
  void write(const char* name, const std::string& text) {
    const std::string file = path(name);
    QVERIFY(QDir().mkpath(QFileInfo(QString::fromStdString(file)).path()));
    QVERIFY(writeFileAtomically(file, text).ok());
  }
  CompileCommand unit(const char* name = "p/src/a.cu", const std::vector<std::string>& flags = {}) {
    const auto units = frontend::findUnits(path(name), flags);
    if (!units.ok()) return QTest::qFail(units.error().message.c_str(), __FILE__, __LINE__), CompileCommand();
    const auto found = std::find_if(units->begin(), units->end(),
                                    [](const CompileCommand& one) { return one.file.filename() == "a.cu"; });
    return found == units->end() ? CompileCommand() : *found;
  }
  static bool has(const CompileCommand& unit, const std::string& flag) {
    return std::find(unit.flags.begin(), unit.flags.end(), flag) != unit.flags.end();
  }
  static QString notes(const CompileCommand& unit) {
    QStringList all;
    for (const std::string& note : unit.notes) all << QString::fromStdString(note);
    return all.join(" / ");
  }

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QDir(folder_->path()).mkpath("p/.git");
    write("p/src/a.cu", "__global__ void k(int *p) { *p = N; }\n");
  }

  void takesWhatARecipeSays() {
    write("p/src/Makefile",
          "F = -std=c++14 -DN=4 -I../include -arch=sm_80 -O3\na: a.o\n\tnvcc $^ -o $@\n%.o: %.cu\n\tnvcc $(F) -c $<\n");
    for (const char* named : {"p/src/a.cu", "p/src", "p"}) {
      const CompileCommand found = unit(named);
      QVERIFY(has(found, "-DN=4") && has(found, "-std=c++14") && has(found, "-I" + path("p/include")));
      QCOMPARE(found.arch, std::string("sm_80"));
      QCOMPARE(notes(found), QString("Flags of Makefile, line 5: -std=c++14 -DN=4 -I../include -arch=sm_80."));
    }
    // The user's own flags come last.
    QCOMPARE(unit("p/src/a.cu", {"-DN=5"}).flags.back(), std::string("-DN=5"));
    // Another Makefile is another unit: what was kept of the one says nothing of the other.
    const std::string before = frontend::unitsJson({unit()}).dump();
    write("p/src/Makefile", "a: a.cu\n\tnvcc -DN=8 $< -o $@\n");
    QVERIFY(frontend::unitsJson({unit()}).dump() != before);
    QVERIFY(has(unit(), "-DN=8") && !has(unit(), "-DN=4"));
  }

  void leavesOutArchitecturesThatNobodyDescribes() {
    write("p/src/Makefile", "a: a.cu\n\tnvcc -gencode arch=compute_60,code=sm_60 -DN=1 $< -o $@\n");
    const CompileCommand found = unit();
    QCOMPARE(found.arch, CompileCommand().arch);
    QCOMPARE(notes(found), QString("Flags of Makefile, line 2: -DN=1. Left out: `-arch=sm_60`, of which no GPU is "
                                   "described."));
  }

  void theMakefileThatNamesAFileCounts() {
    write("p/Makefile", "all: src/a.o\nsrc/a.o: src/a.cu\n\tnvcc -DTOP -Iinc -c $< -o $@\n");
    QVERIFY(has(unit(), "-DTOP") && has(unit(), "-I" + path("p/inc")));
    QCOMPARE(unit().folder, std::filesystem::path(path("p")));
    QVERIFY(notes(unit()).startsWith("Flags of ../Makefile, line 3: -DTOP -I../inc"));
    write("p/src/Makefile", "other: b.cu\n\tnvcc -DOTHER b.cu\n");
    QVERIFY(has(unit(), "-DTOP"));
    write("p/src/makefile", "a: a.cu\n\tnvcc -DLOWER a.cu\n");
    QVERIFY(has(unit(), "-DLOWER"));
    write("p/src/GNUmakefile", "a: a.cu\n\tnvcc -DGNU a.cu\n");
    QVERIFY(has(unit(), "-DGNU") && !has(unit(), "-DLOWER"));
  }

  void whoeverElseSaysSomethingIsBelieved() {
    write("p/src/Makefile", "a: a.cu\n\tnvcc -DMADE a.cu\n");
    QVERIFY(has(unit(), "-DMADE"));
    write("p/.warpwright.toml", "arch = \"sm_80\"\n");  // nothing of flags
    QVERIFY(has(unit(), "-DMADE"));
    QCOMPARE(unit().arch, std::string("sm_80"));
    write("p/.warpwright.toml", "flags = [\"-DSETTINGS\"]\n");
    QVERIFY(has(unit(), "-DSETTINGS") && !has(unit(), "-DMADE"));
    QVERIFY(QFile::remove(folder_->filePath("p/.warpwright.toml")));
    write("p/compile_flags.txt", "-DFLAGS\n");
    QVERIFY(has(unit(), "-DFLAGS") && !has(unit(), "-DMADE"));
    QVERIFY(QFile::remove(folder_->filePath("p/compile_flags.txt")));
    write("p/compile_commands.json",
          R"([{"directory": ")" + path("p/src") + R"(", "file": "a.cu", "command": "nvcc -DLISTED -c a.cu"}])");
    QVERIFY(has(unit(), "-DLISTED") && !has(unit(), "-DMADE"));
    QVERIFY(notes(unit()).isEmpty());
  }

  void nothingOutsideOfTheProjectIsRead() {
    write("outside/h.h", "");
    write("outside/common.mk", "F = -DOUTSIDE\n");
    write("Makefile", "a: p/src/a.cu\n\tnvcc -DABOVE $<\n");
    QVERIFY(unit().flags.empty());
    QVERIFY(QFile::link(folder_->filePath("outside"), folder_->filePath("p/link")));
    write("p/src/Makefile",
          "include ../../outside/common.mk\na: a.cu\n\tnvcc $(F) -DN -I../../outside -isystem /usr/include/x -I../link "
          "-include ../../outside/h.h -Xcompiler -I../../outside -Iin a.cu\n");
    const CompileCommand found = unit();
    QCOMPARE(found.flags, (std::vector<std::string>{"-DN", "-I" + path("p/src/in")}));
    const QString said = notes(found);
    for (const char* left : {"outside/common.mk` is outside of the project", "/outside`, which leads out",
                             "`-isystem /usr/include/x`", "/p/link`", "h.h`"})
      QVERIFY2(said.contains(left), qPrintable(said));
    QVERIFY(!said.contains("OUTSIDE"));
    // A Makefile that is a link to one elsewhere.
    write("outside/Makefile", "a: a.cu\n\tnvcc -DELSEWHERE a.cu\n");
    QVERIFY(QFile::remove(folder_->filePath("p/src/Makefile")));
    QVERIFY(QFile::link(folder_->filePath("outside/Makefile"), folder_->filePath("p/src/Makefile")));
    QVERIFY(unit().flags.empty());
  }

  void everyWayOfAnyGoalIsAConfiguration() {
    write("p/src/Makefile",
          "all: f d\nf: a.cu\n\tnvcc -DN=1 $< -o $@\nd: a.cu\n\tnvcc -DN=2 $< -o $@\ndebug: a.cu\n\tnvcc -DN=3 $<\n");
    QVERIFY(has(unit(), "-DN=1"));
    QVERIFY(notes(unit()).contains("compiles it in 3 ways"));
    const auto every = frontend::findConfigurations(path("p/src/a.cu"), {});
    QVERIFY(every.ok());
    QCOMPARE(every->size(), size_t(3));
    QVERIFY(has((*every)[0], "-DN=1") && has((*every)[1], "-DN=2") && has((*every)[2], "-DN=3"));
  }

  // What only a shell can tell is answered either way: a change must be right in both. As llm.c asks for the GPU.
  void readsBothArmsOfWhatCannotBeTold() {
    const auto flagsOf = [&](const char* text) {
      write("p/src/Makefile", text);
      QStringList all;
      const auto every = frontend::findConfigurations(path("p/src/a.cu"), {});
      for (const frontend::CompileCommand& one : every.value()) {
        QString words;
        for (const std::string& flag : one.flags) words += QString::fromStdString(flag) + ' ';
        all << words.trimmed();
      }
      return all.join(" | ");
    };
    const auto open = [&] { return toText(askingForFlags(analysis::OpenFlags().whyOpen(unit()))); };
    QCOMPARE(flagsOf("CC := $(shell ask)\nifeq ($(CC),)\n  F = -O3 -DN=1\nelse\n  F = -O3 -DN=1 --generate-code "
                     "arch=compute_$(CC),code=[sm_$(CC)]\nendif\n%: %.cu\n\tnvcc $(F) $< -o $@\n"),
             QString("-DN=1"));
    QCOMPARE(open(), std::string());
    QCOMPARE(flagsOf("ifeq ($(shell date),x)\nF = -DX\nelse\nF = -DY\nendif\na: a.cu\n\tnvcc $(F) $<\n"),
             QString("-DX | -DY"));
    QCOMPARE(open(), std::string());
    QCOMPARE(flagsOf("ifeq ($(shell date),x)\nF = -DX\nendif\nifeq ($(shell date),x)\nF += -DY\nendif\n"
                     "ifdef $(shell ls)\nF += -DZ\nendif\na: a.cu\n\tnvcc $(F) $<\n"),
             QString("-DX -DY -DZ | -DX -DY | -DZ | "));
    QCOMPARE(flagsOf("ifeq ($(MAKECMDGOALS),bench)\nF = -DB\nendif\na: a.cu\n\tnvcc $(F) $<\n"), QString("-DB | "));
    QCOMPARE(flagsOf("ifeq ($(shell date),x)\na: a.cu\n\tnvcc -DN $<\nendif\n"), QString("-DN"));
  }

  void saysWhyAMakefileIsNotUsed() {
    write("p/src/Makefile", "a: a.cu\nifeq (1,1)\n\tnvcc -DN $<\n");
    QCOMPARE(notes(unit()).toStdString(),
             "Not used: " + path("p/src/Makefile") + ", line 3: a conditional has no `endif`.");
    // More questions that cannot be told than are answered either way.
    std::string text = "ifeq ($(shell 1),x)\na: a.cu\n\tnvcc -DN $<\nendif\n";
    for (int i = 2; i < 9; ++i) text += "ifeq ($(shell " + std::to_string(i) + "),x)\nX += x\nendif\n";
    write("p/src/Makefile", text);
    QCOMPARE(notes(unit()),
             QString("The flags of Makefile are not used: line 3 may compile it or not: `1` is not run (line 1)."));
    QVERIFY(unit().flags.empty());
  }

  void saysWhichFlagsLeaveOpenWhatAFileMeans_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* text, const char* why) { QTest::newRow(text) << text << why; };
    row("a: a.cu\n\tnvcc -DN=4 -arch=sm_60 $(EXTRA) -O3 $< -o $@ -lm", "");
    row("a: a.cu\n\tnvcc -I/usr/local/cuda/include -I../include -L$(HOME)/lib $<", "");
    row("a: a.cu\n\tnvcc -I../../outside $<", "");
    row("a: a.cu\n\tnvcc -DN=$(shell nproc) $<",
        "A flag of Makefile, line 2, is not known: `-DN=…`: `nproc` is not run (line 2).");
    row("a: a.cu\n\tnvcc -include ../../outside/h.h $<",
        "A flag of Makefile, line 2, is not known: `-include ../../outside/h.h`, which leads out of the project.");
    row("a: a.cu\n\tnvcc -I../../outside -Iin $<", "A flag of Makefile, line 2, is not known: `-I");
    row("a: a.cu\nb: a.cu\n\tnvcc $<\nc: a.cu\n\tnvcc `x` $<",
        "A flag of Makefile, line 5, is not known: only a shell can tell (line 5).");
    row("a: a.cu\n\t./my $<",
        "How a Makefile compiles the file is not known: The flags of Makefile are not used: line 2 may compile it or "
        "not: what `./my` does is not known.");
    row("N = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n$(N): a.cu\n\tnvcc -DN=$@ $<",
        "The Makefile compiles the file in 17 ways, which are too many.");
  }
  void saysWhichFlagsLeaveOpenWhatAFileMeans() {
    QFETCH(QString, text);
    QFETCH(QString, why);
    write("p/src/Makefile", text.toStdString());
    const QString found = QString::fromStdString(toText(askingForFlags(analysis::OpenFlags().whyOpen(unit()))));
    QVERIFY2(why.isEmpty() ? found.isEmpty() : found.startsWith(why), qPrintable(found));
    // Whoever else says how it is compiled is believed.
    write("p/.warpwright.toml", "flags = [\"-DSETTINGS\"]\n");
    QCOMPARE(analysis::OpenFlags().whyOpen(unit()), std::string());
  }

  void findingsOfAUnitWithOpenFlagsAreUnknown() {
    write("p/src/a.cu",
          "__global__ void k(float *a) {\n  __shared__ float t[128];\n  int x = threadIdx.x;\n  t[x] = a[x] + 1;\n"
          "  __syncthreads();\n  a[x] = t[x];\n}\nvoid go(float *a) { k<<<1, 64>>>(a); }\n");
    const auto verdicts = [&] {
      analysis::AnalyzeOptions options;
      options.parse.headers = frontend::HeaderMode::own;
      QStringList all;
      const auto found = analysis::Analyzer(options).analyze({path("p/src/a.cu")}, {}, {});
      for (size_t i = 0; found.ok() && i < found->kernels.size(); ++i) {
        for (const Opportunity& one : found->kernels[i].opportunities) {
          if (one.verdict == VerdictKind::applicable) all << "applicable";
          if (toText(one.reason).starts_with("A flag of Makefile, line 2")) all << "open";
        }
      }
      return all;
    };
    write("p/src/Makefile", "a: a.cu\n\tnvcc -DN=$(N) $<\n");
    QVERIFY(verdicts().contains("applicable") && !verdicts().contains("open"));
    write("p/src/Makefile", "a: a.cu\n\tnvcc -DN=`N` $<\n");
    QVERIFY(!verdicts().contains("applicable") && verdicts().contains("open"));
  }

  void aSourceThatIsCompiledAsCudaIsOne() {
    write("p/src/b.cpp", "");
    write("p/src/Makefile", "b: b.cpp\n\tnvcc -x cu -DN $<\n");
    const auto units = frontend::findUnits(path("p/src/b.cpp"), {});
    QVERIFY(units.ok() && units->front().cuda && has(units->front(), "-DN"));
  }

  void aStandardOfAnotherLanguageIsPassedOver() {
    write("p/src/b.c", "");
    write("p/src/Makefile", "all:\n\tnvcc -std=c++17 -DN a.cu b.c -o all\n");
    QCOMPARE(unit().flags, (std::vector<std::string>{"-std=c++17", "-DN"}));
    const auto found = frontend::findUnits(path("p/src/b.c"), {"-std=c++20"});
    QVERIFY(found.ok());
    QCOMPARE(found->front().flags, std::vector<std::string>{"-DN"});
    write("p/src/Makefile", "all:\n\tnvcc -std=c99 -DN a.cu b.c -o all\n");
    QCOMPARE(unit().flags, std::vector<std::string>{"-DN"});
  }

  void kernelsThatNeedADefinitionAreFound() {
    write("p/src/a.cu",
          "#ifdef WITH_KERNEL\n__global__ void k(float *p) { p[threadIdx.x] = N; }\n#endif\n"
          "void go(float *p) {\n#ifdef WITH_KERNEL\n  k<<<1, 64>>>(p);\n#endif\n}\n");
    const auto kernels = [&] {
      analysis::AnalyzeOptions options;
      options.parse.headers = frontend::HeaderMode::own;
      const auto found = analysis::Analyzer(options).analyze({path("p/src/a.cu")}, {}, {});
      if (!found.ok()) return QString::fromStdString(found.error().message);
      QStringList names;
      for (const KernelSummary& kernel : found->kernels) names << QString::fromStdString(kernel.name);
      for (const std::string& note : found->units.front().notes) names << QString::fromStdString(note);
      return names.join(" / ");
    };
    const QString touched = folder_->filePath("touched");
    const std::string shell = "$(shell touch " + touched.toStdString() + ")";
    write("p/src/Makefile", "X := " + shell + "\na: a.cu\n\t+nvcc -DWITH_KERNEL -DN=1 $< -o $@ " + shell + "\n");
    QVERIFY2(kernels().startsWith("k / Flags of Makefile, line 3: -DWITH_KERNEL -DN=1"), qPrintable(kernels()));
    QVERIFY(!QFile::exists(touched));
    QVERIFY(QFile::remove(folder_->filePath("p/src/Makefile")));
    QVERIFY(!kernels().startsWith("k"));
  }
};

QTEST_GUILESS_MAIN(MakefileFlagsTest)
#include "makefile_flags_test.moc"

// Flags that files beside the sources give: compile_flags.txt, .clangd, .warpwright.toml.

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/project_settings.h"
#include "core/base/file.h"

using namespace warpwright;
using frontend::CompileCommand;
using frontend::findUnits;

class UnitFlagsTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> folder_;

  std::string path(const char* name) const { return folder_->filePath(name).toStdString(); }
  std::string write(const char* name, const std::string& text) {
    const std::string file = path(name);
    [&] { QVERIFY(QDir().mkpath(QFileInfo(QString::fromStdString(file)).path())); }();
    [&] { QVERIFY(writeFileAtomically(file, text).ok()); }();
    return file;
  }
  CompileCommand unitOf(const char* name, const std::vector<std::string>& flags = {}) {
    const auto units = findUnits(path(name), flags);
    if (!units.ok()) return QTest::qFail(units.error().message.c_str(), __FILE__, __LINE__), CompileCommand();
    const auto found = std::find_if(units->begin(), units->end(),
                                    [](const CompileCommand& unit) { return unit.file.filename() == "a.cu"; });
    return found == units->end() ? CompileCommand() : *found;
  }
  static bool has(const CompileCommand& unit, const std::string& flag) {
    return std::find(unit.flags.begin(), unit.flags.end(), flag) != unit.flags.end();
  }

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QDir(folder_->path()).mkpath(".git");  // the project
    write("src/a.cu", "__global__ void k(int *p) { *p = 1; }\n");
  }

  void theNearestCompileFlagsCount() {
    write("compile_flags.txt", "-DOUTER\n-Iinc\n\n  -std=c++14  \n--cuda-gpu-arch=sm_80\n-DTEXT=a b\n");
    CompileCommand unit = unitOf("src/a.cu");
    QVERIFY(has(unit, "-DOUTER") && has(unit, "-std=c++14") && has(unit, "-DTEXT=a b"));
    QVERIFY(has(unit, "-I" + path("inc")));
    QCOMPARE(unit.arch, std::string("sm_80"));
    write("src/compile_flags.txt", "-DINNER\n");
    unit = unitOf("src/a.cu");
    QVERIFY(has(unit, "-DINNER") && !has(unit, "-DOUTER"));
    unit = unitOf("src");  // of a folder, too
    QVERIFY(has(unit, "-DINNER"));
    // The user's own flags come last.
    unit = unitOf("src/a.cu", {"-DMINE"});
    QCOMPARE(unit.flags.back(), std::string("-DMINE"));
  }

  void aDatabaseIsWhatCounts() {
    write("compile_flags.txt", "-DOUTER\n");
    write("compile_commands.json",
          R"([{"directory": ")" + path("src") + R"(", "file": "a.cu", "command": "nvcc -DLISTED -c a.cu"}])");
    const CompileCommand unit = unitOf("src/a.cu");
    QVERIFY(has(unit, "-DLISTED") && !has(unit, "-DOUTER"));
  }

  void nothingOutsideOfTheProjectIsRead() {
    QDir(folder_->path()).mkpath("inner/.git");
    write("inner/a.cu", "__global__ void k(int *p) { *p = 1; }\n");
    write("compile_flags.txt", "-DOUTER\n");
    write(".clangd", "CompileFlags:\n  Add: -DCLANGD\n");
    write(".warpwright.toml", "flags = [\"-DSETTINGS\"]\n");
    QVERIFY(unitOf("inner/a.cu").flags.empty());
    QCOMPARE(unitOf("src/a.cu").flags.size(), size_t(3));
  }

  void clangdAddsAndRemoves() {
    write("compile_flags.txt", "-DONE\n-DTWO\n-Wall\n-Wextra\n-I\ninc\n-std=c++14\n");
    write(".clangd",
          "CompileFlags:\n  Add: [-DTHREE, -Iadded]\n  Remove: [-W*, -DTWO, -I]\n---\nIf:\n  PathMatch: src/.*\\.cu\n"
          "CompileFlags:\n  Add: -DMATCHED\n---\nIf:\n  PathMatch: .*\\.h\nCompileFlags:\n  Add: -DHEADER\n---\nIf:\n"
          "  PathExclude: src/.*\nCompileFlags:\n  Add: -DOTHERS\n");
    CompileCommand unit = unitOf("src/a.cu");
    QVERIFY(has(unit, "-DONE") && has(unit, "-DTHREE") && has(unit, "-DMATCHED"));
    QVERIFY(!has(unit, "-DTWO") && !has(unit, "-DHEADER") && !has(unit, "-DOTHERS"));
    QVERIFY(has(unit, "-I" + path("added")) && !has(unit, "-I" + path("inc")));
    write("src/.clangd", "CompileFlags:\n  Remove: -DONE\n");
    QVERIFY(!has(unitOf("src/a.cu"), "-DONE"));
    write("src/.clangd", "CompileFlags: [\n");
    unit = unitOf("src/a.cu");
    QVERIFY(has(unit, "-DONE"));
    QCOMPARE(unit.notes.size(), size_t(1));
    QVERIFY2(unit.notes[0].starts_with("Not used: ") && unit.notes[0].find("not YAML: line 1") != std::string::npos,
             unit.notes[0].c_str());
  }

  void settingsOfTheProject() {
    write(
        ".warpwright.toml",
        "# how we build\nflags = [\"-DN=16\", \"-I\", \"rel\"]\nincludes = [\"include\", \"/abs\"]\narch = \"sm_80\"\n"
        "launches = ['k<<<1,64>>>']\npasses = [\"shared_to_register\"]\nprograms = [\"one\"]\n");
    const CompileCommand unit = unitOf("src/a.cu");
    QVERIFY(has(unit, "-DN=16") && has(unit, "-I" + path("rel")) && has(unit, "-I" + path("include")));
    QVERIFY(has(unit, "-I/abs"));
    QCOMPARE(unit.arch, std::string("sm_80"));
    const auto settings = frontend::settingsFor(path("src"), folder_->path().toStdString());
    QVERIFY(settings.ok());
    QVERIFY((settings->launches == std::vector<std::string>{"k<<<1,64>>>"}));
    QVERIFY((settings->passes == std::vector<std::string>{"shared_to_register"}));
    QVERIFY((settings->programs == std::vector<std::string>{"one"}));
    // A listed file gets them, too.
    write("compile_commands.json",
          R"([{"directory": ")" + path("src") + R"(", "file": "a.cu", "command": "nvcc -DLISTED -c a.cu"}])");
    const CompileCommand listed = unitOf("src/a.cu");
    QVERIFY(has(listed, "-DLISTED") && has(listed, "-DN=16"));
  }

  void saysWhatIsWrongWithSettings_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("part");
    QTest::newRow("unknown key") << "arch = \"sm_80\"\nflag = [\"-g\"]\n" << 2 << "no key `flag`";
    QTest::newRow("not TOML") << "flags = [\"-g\"\narch = 3\n" << 2 << "";
    QTest::newRow("no list") << "\n\nflags = \"-g\"\n" << 3 << "is a list of texts";
    QTest::newRow("no text in it") << "passes = [\n  \"a\",\n  3]\n" << 3 << "is a list of texts";
    QTest::newRow("no text") << "arch = 90\n" << 1 << "is a text such as";
    int number = 0;
    for (const char* header : {"[=x]", "[", "[[ ,", "\xef\xbb\xbf[.a]", "[\x0e]", "[ \xc3\xa9]", "a = [}"})
      QTest::addRow("no table and no value %d", ++number) << QString("arch = \"sm_80\"\n%1\n").arg(header) << 2 << "";
    QTest::newRow("a table") << "[flags]\nx = 1\n" << 1 << "is a list of texts";
  }
  void saysWhatIsWrongWithSettings() {
    QFETCH(QString, text);
    QFETCH(int, line);
    QFETCH(QString, part);
    const std::string file = write(".warpwright.toml", text.toStdString());
    const auto units = findUnits(path("src/a.cu"), {});
    QVERIFY(!units.ok() && units.error().range);
    QCOMPARE(units.error().range->begin.file, file);
    QCOMPARE(units.error().range->begin.line, static_cast<uint32_t>(line));
    QVERIFY2(QString::fromStdString(units.error().message).contains(part), units.error().message.c_str());
  }
};

QTEST_GUILESS_MAIN(UnitFlagsTest)
#include "unit_flags_test.moc"

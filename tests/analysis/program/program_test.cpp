// Which files make which program, by CMake's word or by their text.
#include <fstream>

#include <nlohmann/json.hpp>

#include "analysis/program/program.h"
#include "analysis/program/text_functions.h"
#include "launch_programs.h"

using namespace warpwright;
using analysis::Program;
using nlohmann::json;

namespace {

/// "name: main.cpp a.cu; …" with the files in order.
QString textOf(const std::vector<Program>& programs) {
  QString text;
  for (const Program& program : programs) {
    QStringList files;
    for (const auto& unit : program.units) files << QString::fromStdString(unit.file.filename().string());
    files.sort();
    text += QString::fromStdString(program.name) + ": " + files.join(' ') + "; ";
  }
  return text;
}

}  // namespace

class ProgramTest : public QObject {
  Q_OBJECT

  static QString programs(const std::string& path) {
    const auto found = analysis::programsOf(path, {});
    return found.ok() ? textOf(*found) : QString::fromStdString(found.error().message);
  }

 private slots:
  void readsFunctions_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("defined");
    QTest::addColumn<QString>("called");
    const auto row = [](const char* text, const char* defined, const char* called) {
      QTest::newRow(text) << text << defined << called;
    };
    row("int f(int a) { return g(a); }", "f", "g");
    row("int f(int a);\nint x = g(1);", "", "");
    row("static int f() { return 1; }\nextern \"C\" { void h() { k<<<1, 2>>>(); } }", "h", "k");
    row("namespace a { namespace { void f() { g(); } } void S::run() const { p->go(); } }", "run", "g go");
    row("__global__ void __launch_bounds__(256) k(int *p) { p[0] = 1; }", "k", "");
    row("float f(a, b)\nfloat a;\nint *b;\n{ return g(b); }", "f", "g");
    row("struct S { int f() { return g(); } };\nint t[] = {1, 2};", "", "g");
    row("S::S(int a) : x(a), y(b) { init(); }", "S", "init");
    row("#define GO(a) go(a)\n// f() { }\nint main(int c, char **v) { if (c) while (h(v)) {} }", "main", "go h");
    row("#ifdef A\nvoid f(int a) {\n#else\nvoid f() {\n#endif\n  g();\n}\nvoid h() {}", "f h", "g f");
    row("template <int N> void f(int *p) { g<N>(p); t<16><<<1, 2>>>(p); }", "f", "g t");
  }
  void readsFunctions() {
    QFETCH(QString, text);
    QFETCH(QString, defined);
    QFETCH(QString, called);
    const analysis::TextFunctions found = analysis::functionsIn(text.toStdString());
    const auto asSet = [](const QString& words) {
      std::set<std::string> names;
      for (const QString& word : words.split(' ', Qt::SkipEmptyParts)) names.insert(word.toStdString());
      return names;
    };
    QCOMPARE(found.defined, asSet(defined));
    QCOMPARE(found.called, asSet(called));
  }

  // The shape of Rodinia's srad_v2: the kernel's file is included.
  void anIncludedFileIsNoUnit() {
    const ProgramFolder project;
    project.write("srad.cu", "#include \"srad_kernel.cu\"\nint main() { k<<<1, 32>>>(0, 0); }\n");
    const std::string kernel = project.write("srad_kernel.cu", kernelText);
    QCOMPARE(programs(project.path(".")), QString("srad: srad.cu; "));
    QCOMPARE(programs(kernel), QString("srad: srad.cu; "));
    const auto units = frontend::findUnits(kernel, {});
    QVERIFY(units.ok() && units->size() == 1);
    QCOMPARE(units->front().file.filename().string(), std::string("srad.cu"));
  }

  // The shape of b+tree and backprop: a C file with `main`, wrappers in CUDA files of other folders, which include
  // kernels.
  void aMainInCLinksItsWrappers() {
    const ProgramFolder project;
    project.write("main.c",
                  "#include \"kernel/wrapper.h\"\n#include \"util/num.h\"\nint main() { return wrapper(num()); }\n");
    project.write("kernel/wrapper.h", "extern \"C\" int wrapper(int n);\n");
    const std::string wrapper =
        project.write("kernel/wrapper.cu",
                      "#include \"kernel.cu\"\nextern \"C\" int wrapper(int n) { k<<<1, 32>>>(0, 0); return n; }\n");
    const std::string kernel = project.write("kernel/kernel.cu", kernelText);
    project.write("util/num.h", "int num();\n");
    project.write("util/num.c", "int num() { return 3; }\n");
    project.write("other/tool.cu", "int other() { return 1; }\nint main() { return other(); }\n");
    project.write(".git/HEAD", "ref\n");
    const QString name = QString::fromStdString(std::filesystem::path(project.path(".")).parent_path().filename());
    const QString main = name + ": main.c num.c wrapper.cu; ";
    QVERIFY2(programs(project.path(".")).contains("main.c num.c wrapper.cu; "),
             qPrintable(programs(project.path("."))));
    QVERIFY(programs(project.path(".")).contains("tool: tool.cu; "));
    for (const std::string& file : {wrapper, kernel, project.path("util/num.c"), project.path("main.c")})
      QVERIFY2(programs(file) == main, qPrintable(programs(file)));
  }

  // The shape of lud: two CUDA files, neither of which includes the other.
  void aCalledUnitIsLinked() {
    const ProgramFolder project;
    project.write("lud.cu", "extern void lud_cuda(float *d, int n);\nint main() { lud_cuda(0, 1); }\n");
    const std::string kernel = project.write("lud_kernel.cu", "void lud_cuda(float *d, int n) {}\n");
    project.write("alone.cu", "__global__ void a() {}\n");
    QCOMPARE(programs(kernel), QString("lud: lud.cu lud_kernel.cu; "));
  }

  // The shape of s3d: a class calls a function of another, and has one of that name, too.
  void aCalledUnitIsLinkedBesideAnotherOfItsName() {
    const ProgramFolder project;
    project.write("option.h", "struct Option { void print(); };\n");
    project.write("option.cu", "#include \"option.h\"\nvoid Option::print() {}\n");
    project.write("parser.h", "#include \"option.h\"\nstruct Parser { void run(), print(); Option o; };\n");
    project.write("parser.cu",
                  "#include \"parser.h\"\nvoid Parser::print() { o.print(); }\n"
                  "void Parser::run() { print(); }\n");
    project.write("other.cu", "struct Other { void print(); };\nvoid Other::print() {}\n");
    const std::string main = project.write("app.cu", "#include \"parser.h\"\nint main() { Parser p; p.run(); }\n");
    QCOMPARE(programs(main), QString("app: app.cu option.cu parser.cu; "));
  }

  // Two files define what is called: the Makefile knows which one is meant.
  void aMakefileSaysWhatIsLinked() {
    const ProgramFolder project;
    const std::string main = project.write("app.cu", "void part();\nint main() { part(); }\n");
    const std::string slow = project.write("slow.cu", "void part() {}\n");
    const std::string fast = project.write("fast.cu", "void part() {}\n");
    QCOMPARE(programs(main), QString("app: app.cu fast.cu slow.cu; "));
    project.write("Makefile", "a.out: app.o slow.o\n\tnvcc $^ -o $@\n%.o: %.cu\n\tnvcc -c $< -o $@\n");
    for (const std::string& file : {main, slow, project.path(".")})
      QCOMPARE(programs(file), QString("app: app.cu slow.cu; "));
    QVERIFY(analysis::programsOf(main, {})->front().libraries.empty());
    project.write("Makefile",
                  "LIBS = -L../lib -l cublas -lm\na.out: app.o slow.o\n\tnvcc $^ -o $@ $(LIBS) -lineinfo\n"
                  "%.o: %.cu\n\tnvcc -c $< -o $@ -lnone\n");
    const std::string lib = std::filesystem::path(project.path("../lib")).lexically_normal().string();
    QCOMPARE(analysis::programsOf(main, {})->front().libraries,
             (std::vector<std::string>{"-L" + lib, "-lcublas", "-lm"}));
    QCOMPARE(programs(fast), QString("app: app.cu fast.cu slow.cu; "));  // it belongs to none: by text
    // What else is linked is not known.
    project.write("Makefile", "a.out: app.o slow.o\n\tnvcc $^ $(shell ls) -o $@\n%.o: %.cu\n\tnvcc -c $< -o $@\n");
    QCOMPARE(programs(main), QString("app: app.cu fast.cu slow.cu; "));
  }

  // The shape of lud: a Makefile leads to a header whose name several have, and what it declares is linked.
  void whatHeadersOfFlagsDeclareIsLinked() {
    const ProgramFolder project;
    project.write(".git/HEAD", "ref\n");
    project.write("lud/cuda/lud.cu", "#include \"common.h\"\nint main() { return made(); }\n");
    project.write("lud/cuda/Makefile", "lud: lud.cu\n\tnvcc -I../common lud.cu ../common/common.c -o lud\n");
    project.write("lud/common/common.h", "extern \"C\" int made();\n");
    project.write("lud/common/common.c", "int made() { return 1; }\n");
    project.write("other/common/common.h", "int other();\n");
    project.write("other/common/common.c", "int made() { return 2; }\n");
    const auto found = analysis::programsOf(project.path("lud/cuda"), {});
    QVERIFY(found.ok());
    QCOMPARE(textOf(*found), QString("lud: common.c lud.cu; "));
    QVERIFY(found->front().files.contains(project.path("lud/common/common.h")));
  }

  // Headers that no flag leads to are looked for in the folder that is open.
  void unitsAreOfTheOpenFolder() {
    ProgramFolder project;
    const std::string kernel = project.write("app/cuda/part.cu", "void part() {}\n");
    project.write("app/cuda/app.cu", "void part();\nint main() { part(); }\n");
    const std::filesystem::path open = project.path("app");
    const auto found = analysis::programsOf(kernel, {}, open);
    QCOMPARE(found->size(), size_t(1));
    QCOMPARE(found->front().units.size(), size_t(2));
    for (const auto& unit : found->front().units) QCOMPARE(unit.root, open);
  }

  // In a folder of downloads a file is looked at alone: all that lies there is not read for it.
  void aFileAmongThousandsStandsAlone() {
    ProgramFolder project;
    const std::string main = project.write("app.cu", "void part();\nint main() { part(); }\n");
    project.write("part.cu", "void part() {}\n");
    QCOMPARE(programs(main), QString("app: app.cu part.cu; "));
    const std::filesystem::path far = std::filesystem::path(main).parent_path() / "far";
    std::filesystem::create_directory(far);
    for (int i = 0; i < 4000; ++i) std::ofstream(far / (std::to_string(i) + ".h"));  // not one by one to the disk
    QCOMPARE(programs(main), QString("app: app.cu; "));
  }

  void severalProgramsAreChosenByName() {
    const ProgramFolder project;
    project.write("one/main.cu", "int main() {}\n");
    project.write("two/main.cu", "int main() {}\n");
    project.write("test.cu", "int main() {}\n");
    const auto all = analysis::programsOf(project.path("."), {});
    QVERIFY(all.ok());
    QCOMPARE(textOf(*all), QString("one: main.cu; test: test.cu; two: main.cu; "));
    QVERIFY(analysis::chooseProgram(*all, "two").ok());
    const auto open = analysis::chooseProgram(*all, "");
    QVERIFY(!open.ok() && open.error().kind == ErrorKind::usage);
    QVERIFY(open.error().message.find("one, test, two") != std::string::npos);
    QVERIFY(!analysis::chooseProgram(*all, "three").ok());
    const auto none = analysis::programsOf(project.path("one/main.cu"), {});
    QVERIFY(none.ok() && none->size() == 1 && none->front().name == "one");
  }

  void sameNamesAreToldApart() {
    const ProgramFolder project;
    project.write("a/run.cu", "int main() {}\n");
    project.write("b/run.cu", "int main() {}\n");
    QCOMPARE(programs(project.path(".")), QString("a/run: run.cu; b/run: run.cu; "));
  }

  void aFolderWithoutMainIsOneProgram() {
    const ProgramFolder project;
    project.write("lib/a.cu", "void a() {}\n");
    project.write("lib/b.cu", "void b() {}\n");
    QCOMPARE(programs(project.path("lib")), QString("lib: a.cu b.cu; "));
  }

  // CMake's word counts: the text would link `b` to both.
  void cmakeSaysWhatIsLinked() {
    const ProgramFolder project;
    const std::string root = project.path("");
    json database = json::array();
    for (const char* file : {"one.cu", "two.cu", "part.cu", "spare.cu"}) {
      const bool isMain = std::string(file) == "one.cu" || std::string(file) == "two.cu";
      project.write(file, isMain ? "int part();\nint main() { return part(); }\n" : "int part() { return 1; }\n");
      database.push_back({{"directory", root}, {"file", file}, {"command", std::string("nvcc -c ") + file}});
    }
    project.write("build/compile_commands.json", QString::fromStdString(database.dump()));
    const auto reply = [&](const char* name, const json& value) {
      project.write(QString("build/.cmake/api/v1/reply/") + name, QString::fromStdString(value.dump()));
    };
    const auto target = [&](const char* name, const char* type, const json& sources, const json& needs) {
      json list = json::array(), dependencies = json::array();
      for (const json& source : sources) list.push_back({{"path", source}, {"compileGroupIndex", 0}});
      list.push_back({{"path", "some.h"}});
      for (const json& need : needs) dependencies.push_back({{"id", need}});
      reply((std::string("target-") + name + ".json").c_str(),
            {{"name", name}, {"type", type}, {"sources", list}, {"dependencies", dependencies}});
      return json{{"id", std::string(name) + "::@1"}, {"jsonFile", std::string("target-") + name + ".json"}};
    };
    json targets = json::array();
    targets.push_back(target("first", "EXECUTABLE", json::array({"one.cu"}), json::array({"parts::@1", "second::@1"})));
    targets.push_back(target("second", "EXECUTABLE", json::array({"two.cu", "spare.cu"}), json::array()));
    targets.push_back(target("parts", "STATIC_LIBRARY", json::array({"part.cu"}), json::array()));
    const json release{{"name", "Release"}, {"targets", targets}};
    reply("codemodel-v2.json",
          {{"paths", {{"source", root}, {"build", root + "/build"}}}, {"configurations", json::array({release})}});
    const json model{{"kind", "codemodel"}, {"jsonFile", "codemodel-v2.json"}};
    reply("index-2024.json", {{"objects", json::array({model})}});
    QCOMPARE(programs(root), QString("first: one.cu part.cu; second: spare.cu two.cu; "));
    QCOMPARE(programs(project.path("part.cu")), QString("first: one.cu part.cu; "));
  }

  void nothingOutsideTheRootIsRead() {
    const ProgramFolder project;
    project.write("inside/a.cu", "#include \"../outside.cu\"\nint main() { return far(); }\n");
    project.write("outside.cu", "int far() { return 1; }\nvoid deep() {}\n");
    project.write("far.cu", "int far() { return 2; }\n");
    const auto found = analysis::programsOf(project.path("inside/a.cu"), {});
    QVERIFY(found.ok() && found->size() == 1);
    QCOMPARE(found->front().files.size(), size_t{1});
    QCOMPARE(textOf(*found), QString("a: a.cu; "));
  }
};

QTEST_GUILESS_MAIN(ProgramTest)
#include "program_test.moc"

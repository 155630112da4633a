#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "analysis/frontend/command_line.h"
#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/configurations.h"
#include "analysis/frontend/include_scan.h"
#include "analysis/frontend/launch_chevrons.h"

using namespace warpwright;
using namespace warpwright::frontend;
namespace fs = std::filesystem;

class CompileCommandTest : public QObject {
  Q_OBJECT

  static std::string join(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
  }
  static void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

 private slots:
  void translates_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("flags");
    QTest::addColumn<QString>("arch");
    const auto row = [](const char* name, const char* command, const char* flags, const char* arch = "sm_90") {
      QTest::newRow(name) << command << flags << arch;
    };
    row("plain", "nvcc -c a.cu -o a.o", "");
    row("joined", "nvcc -Iinc -DN=3 -UM a.cu", "-I/w/inc -DN=3 -UM");
    row("separate", "nvcc -I inc -D N=3 -U M a.cu", "-I/w/inc -DN=3 -UM");
    row("long names", "nvcc --include-path=inc --define-macro N=3 --undefine-macro=M a.cu", "-I/w/inc -DN=3 -UM");
    row("comma lists", "nvcc -I a,b a.cu", "-I/w/a -I/w/b");
    row("lists of macros", "nvcc -DX,NB=128 -D P=1,Q --define-macro A,B=2 -UX,NB --undefine-macro=C,D a.cu",
        "-DX -DNB=128 -DP=1 -DQ -DA -DB=2 -UX -UNB -UC -UD");
    row("a macro's own comma", "nvcc '-DPAIR=1\\,2' '-DS=\"x,y\"' a.cu", "-DPAIR=1,2 -DS=\"x,y\"");
    row("other compilers have no lists of macros", "clang++ -x cuda -DPAIR=1,2 a.cu", "-DPAIR=1,2");
    row("a macro of the host's compiler keeps its comma", "nvcc -Xcompiler '-DPAIR=1\\,2' a.cu", "-DPAIR=1,2");
    row("behind another program", "ccache /usr/bin/nvcc -DX,Y a.cu", "-DX -DY");
    row("joined by =", "nvcc -I=inc,b -D=N=3 -U=M a.cu", "-I/w/inc -I/w/b -DN=3 -UM");
    row("isystem", "nvcc -isystem=/x -isystem /y --system-include /z a.cu", "-isystem /x -isystem /y -isystem /z");
    row("forced include", "nvcc -include pre.h a.cu", "-include pre.h");
    row("standard", "nvcc -std=c++14 a.cu", "-std=c++14");
    row("standard, separate", "nvcc --std c++20 a.cu", "-std=c++20");
    row("sm", "nvcc -arch=sm_80 a.cu", "", "sm_80");
    row("sm, separate", "nvcc -arch sm_75 a.cu", "", "sm_75");
    row("compute", "nvcc --gpu-architecture=compute_86 a.cu", "", "sm_86");
    row("native", "nvcc -arch=native a.cu", "");
    row("all-major", "nvcc -arch=all-major a.cu", "");
    row("newer than Clang", "nvcc -arch=sm_120 a.cu", "", "sm_90");
    row("a letter", "nvcc -arch=sm_90a a.cu", "", "sm_90");
    row("older than Clang", "nvcc -arch=sm_20 a.cu", "", "sm_50");
    row("several", "nvcc -gencode arch=compute_70,code=sm_70 -gencode=arch=compute_86,code=[sm_86,compute_86] a.cu", "",
        "sm_86");
    row("several, one too new", "nvcc -gencode arch=compute_100,code=sm_100 -gencode arch=compute_80,code=sm_80 a.cu",
        "", "sm_80");
    row("clang", "clang++ -x cuda --cuda-gpu-arch=sm_60 --cuda-path=/c a.cu", "", "sm_60");
    row("host options", "nvcc -Xcompiler -DA,-Wall,-Iinc,-fopenmp a.cu", "-DA -I/w/inc");
    row("host options, quoted", "nvcc -Xcompiler '-DB -O3' --compiler-options=-DC a.cu", "-DB -DC");
    row("dropped",
        "nvcc -ccbin g++-12 -Xptxas -v -Xlinker -rpath=/x -maxrregcount 32 --maxrregcount=16 --expt-relaxed-constexpr "
        "--extended-lambda -lineinfo -G -g -O3 -O 2 -m64 -lcudart -L/lib -MD -MF a.d -odir out -t 4 a.cu",
        "");
    row("after -o", "nvcc -o x.cu.o a.cu", "");
    row("fast math", "nvcc --use_fast_math a.cu", "-fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero");
    row("no contraction", "nvcc -fmad=false a.cu", "-ffp-contract=off");
    row("contraction again", "nvcc -fmad=false -fmad true a.cu", "-ffp-contract=off -ffp-contract=fast-honor-pragmas");
    row("denormals kept", "nvcc -use_fast_math -ftz=false a.cu",
        "-fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero -fno-gpu-flush-denormals-to-zero");
    row("fast math of Clang", "clang++ -x cuda -ffast-math a.cu",
        "-fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero");
    row("fast math of the host", "nvcc -Xcompiler -ffast-math a.cu", "");
  }
  void translates() {
    QFETCH(QString, command);
    QFETCH(QString, flags);
    QFETCH(QString, arch);
    const auto unit = translateCommand(splitShell(command.toStdString()), "/w");
    QVERIFY(unit.ok());
    QCOMPARE(unit->file.string(), std::string("/w/a.cu"));
    QCOMPARE(join(unit->flags), flags.toStdString());
    QCOMPARE(unit->arch, arch.toStdString());
    QVERIFY(unit->cuda);
  }

  // What Clang has no flag for goes to nvcc; from the user all of it, from a project only what can do no harm.
  void keepsWhatNvccIsToKnow() {
    const auto unit =
        translateCommand({"nvcc", "-prec-div=false", "-maxrregcount", "32", "-maxrregcount=x; y", "-rdc=true",
                          "-Xcompiler", "-fopenmp,-fplugin=p.so", "-ccbin", "g++-12", "-G", "a.cpp"},
                         "/w");
    QVERIFY(unit.ok());
    QCOMPARE(join(unit->nvccFlags), std::string("-prec-div=false -maxrregcount=32 -Xcompiler=-fopenmp"));
    QCOMPARE(join(unit->others), std::string("-Xcompiler=-fopenmp,-fplugin=p.so -ccbin g++-12 -G"));
    QCOMPARE(join(nvccFlagsOf(*unit)), std::string("-prec-div=false -maxrregcount=32 -Xcompiler=-fopenmp -rdc=true"));
    QCOMPARE(join(nvccFlagsOf(*translateCommand({"nvcc", "-x", "cu", "-DN", "a.cpp"}, "/w"))),
             std::string("-DN -x cu"));
    QCOMPARE(join(translateCommand({"nvcc", "-Xcompiler=-fopenmp", "a.cu"}, "/w")->nvccFlags),
             std::string("-Xcompiler=-fopenmp"));
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    write(root / "compile_commands.json",
          "[{\"directory\": \".\", \"command\": \"nvcc -ccbin evil -maxrregcount=24 -c "
          "k.cu\", \"file\": \"k.cu\"}]");
    write(root / "k.cu", "x");
    const auto units = findUnits(root, {"-ccbin", "mine", "-lineinfo"});
    QVERIFY(units.ok());
    QCOMPARE(join(nvccFlagsOf(units->front())), std::string("-maxrregcount=24 -ccbin mine -lineinfo"));
  }

  void knowsTheLanguage() {
    QVERIFY(translateCommand({"nvcc", "-x", "cu", "a.cpp"}, "/w")->cuda);
    QVERIFY(translateCommand({"clang++", "-xcuda", "a.cpp"}, "/w")->cuda);
    const Result<CompileCommand> anyEnding = translateCommand({"clang++", "-x", "cuda", "-c", "a.kernel"}, "/w");
    QVERIFY(anyEnding.ok() && anyEnding->cuda && anyEnding->file == "/w/a.kernel");
    QVERIFY(!translateCommand({"g++", "-c", "a.cpp"}, "/w")->cuda);
    QVERIFY(translateCommand({"nvcc", "-rdc=true", "a.cu"}, "/w")->relocatableDevice);
    QVERIFY(translateCommand({"nvcc", "-dc", "a.cu"}, "/w")->relocatableDevice);
    QVERIFY(!translateCommand({"nvcc", "-rdc", "false", "a.cu"}, "/w")->relocatableDevice);
  }

  void readsResponseFiles() {
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    write(root / "inner.txt", "-D\"A B\"\n'-DQ'");
    write(root / "outer.rsp", "--options-file inner.txt -DC");
    write(root / "ring.rsp", "@ring.rsp");
    const auto unit = translateCommand({"nvcc", "@outer.rsp", "-optf", "inner.txt", "-optf=inner.txt", "a.cu"}, root);
    QVERIFY(unit.ok());
    QCOMPARE(join(unit->flags), std::string("-DA B -DQ -DC -DA B -DQ -DA B -DQ"));
    QVERIFY(!translateCommand({"nvcc", "@ring.rsp", "a.cu"}, root).ok());
    QVERIFY(!translateCommand({"nvcc", "@missing.rsp", "a.cu"}, root).ok());
    QVERIFY(!translateCommand({"nvcc", "-c"}, root).ok());
  }

  void readsADatabase() {
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    write(root / "compile_commands.json",
          "[{\"directory\": \"src\", \"command\": \"nvcc '-DA=x y' -c k.cu\", \"file\": \"k.cu\"},"
          "{\"directory\": \"src\", \"arguments\": [\"g++\", \"-DB\", \"-c\", \"m.cpp\"], \"file\": \"m.cpp\"}]");
    write(root / "src/k.cu", "x");
    const auto units = findUnits(root, {"-DEXTRA", "-arch=sm_70"});
    QVERIFY(units.ok());
    QCOMPARE(units->size(), size_t(2));
    QCOMPARE((*units)[0].file, root / "src/k.cu");
    QCOMPARE(join((*units)[0].flags), std::string("-DA=x y -DEXTRA"));
    QCOMPARE((*units)[0].arch, std::string("sm_70"));
    QVERIFY(!(*units)[1].cuda);
    // A single file below is compiled as the database says.
    const auto one = findUnits(root / "src/k.cu", {});
    QCOMPARE(join(one.value()[0].flags), std::string("-DA=x y"));
    write(root / "compile_commands.json", "[{");
    QVERIFY(!findUnits(root / "compile_commands.json", {}).ok());
    QVERIFY(!findUnits("", {}).ok());
  }

  // Editors and presets build in folders of their own; the first says it, and a change must be right in all.
  void findsDatabasesOfBuilds() {
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    const auto listed = [](const char* flag) {
      return std::string("[{\"directory\": \"") + "/ROOT\", \"file\": \"k.cu\", \"command\": \"nvcc " + flag +
             " -c k.cu\"}]";
    };
    const auto put = [&](const char* where, const char* flag) {
      std::string text = listed(flag);
      text.replace(text.find("/ROOT"), 5, root.string());
      write(root / where / "compile_commands.json", text);
    };
    write(root / "k.cu", "x");
    put("cmake-build-debug", "-DD");
    put("out/build/x64", "-DO");
    put("other/deep", "-DN");
    QCOMPARE(join(findUnits(root / "k.cu", {})->front().flags), std::string("-DD"));
    QCOMPARE(findUnits(root / "k.cu", {})->front().root, root);
    QCOMPARE(findConfigurations(root / "k.cu", {}, root)->size(), size_t(2));
    QCOMPARE(findConfigurations(root, {}, root)->size(), size_t(2));
    write(
        root / "lib/build/compile_commands.json",
        "[{\"directory\": \"" + root.string() + "\", \"file\": \"lib/l.cu\", \"command\": \"nvcc -DL -c lib/l.cu\"}]");
    write(root / "lib/l.cu", "x");
    write(
        root / "Debug/compile_commands.json",
        "[{\"directory\": \"" + root.string() + "\", \"file\": \"lib/l.cu\", \"command\": \"nvcc -DM -c lib/l.cu\"}]");
    QCOMPARE(findConfigurations(root / "lib/l.cu", {}, root)->size(), size_t(2));
    put("build/release", "-DR");
    put("build", "-DB");
    QCOMPARE(join(findUnits(root / "k.cu", {})->front().flags), std::string("-DB"));
    QCOMPARE(findConfigurations(root / "k.cu", {}, root)->size(), size_t(4));
  }

  void scansAFolder() {
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    write(root / "main.cu", "#include \"kernels/part.cu\"\n");
    write(root / "kernels/part.cu", "__global__ void k();");
    write(root / "other.cu", "#include <cstdio>\n");
    write(root / "host.cpp", "int f();");
    write(root / "inlined.cpp", "");
    write(root / "user.h", "#include \"inlined.cpp\"");
    const auto units = findUnits(root, {});
    QVERIFY(units.ok());
    QCOMPARE(units->size(), size_t(2));
    QCOMPARE((*units)[0].file, root / "main.cu");
    QCOMPARE((*units)[1].file, root / "other.cu");
    const auto host = findHostUnits(*units, {"-DH"});
    QCOMPARE(host.size(), size_t(1));
    QCOMPARE(host[0].file, root / "host.cpp");
    QCOMPARE(join(host[0].flags), std::string("-DH"));
  }

  // A file of the folder that is open is looked at as a part of it, not as all there is.
  void takesAFileForAPartOfTheOpenFolder() {
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    write(root / "app/cuda/main.cu", "#include \"common.h\"\n");
    write(root / "app/cuda/part.cu", "");
    write(root / "app/other/unit.cu", "#include \"../cuda/part.cu\"\n");
    QCOMPARE(findUnits(root / "app/cuda/main.cu", {})->front().root, root / "app/cuda");
    QCOMPARE(findUnits(root / "app/cuda/main.cu", {}, root / "app")->front().root, root / "app");
    QCOMPARE(findUnits(root / "app/cuda/main.cu", {}, root / "elsewhere")->front().root, root / "app/cuda");
    QCOMPARE(findUnits(root / "app/cuda/part.cu", {})->front().file, root / "app/cuda/part.cu");
    QCOMPARE(findUnits(root / "app/cuda/part.cu", {}, root / "app")->front().file, root / "app/other/unit.cu");
  }

  // A header with kernels is no unit by itself, either; one without, or that many include, is.
  void takesAHeaderForAPartOfWhatIncludesIt() {
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    write(root / "main.cu", "#include \"kernels.h\"\n#include \"plain.h\"\n#include \"wide.cuh\"\n");
    write(root / "kernels.h", "__global__ void k() {}\n");
    write(root / "plain.h", "int f();\n");
    write(root / "alone.cuh", "__global__ void k() {}\n");
    write(root / "wide.cuh", "__global__ void w() {}\n");
    for (int i = 0; i < 16; ++i) write(root / ("other" + std::to_string(i) + ".cu"), "#include \"wide.cuh\"\n");
    const auto unitOf = [&](const char* file) { return findUnits(root / file, {})->front().file; };
    QCOMPARE(unitOf("kernels.h"), root / "main.cu");
    for (const char* file : {"plain.h", "alone.cuh", "wide.cuh"}) QCOMPARE(unitOf(file), root / file);
  }

  void saysWhatIsNotThere() {
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    write(root / "main.cpp", "int main() {}");
    const auto none = findUnits(root, {});
    QVERIFY(!none.ok());
    QVERIFY(none.error().message.find("There is no CUDA in") != std::string::npos);
    QVERIFY(!findUnits(root / "nowhere", {}).ok());
  }

  void joinsChevrons_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("joined");
    const auto row = [](const char* name, const char* text, const char* joined) {
      QTest::newRow(name) << text << joined;
    };
    row("open", "k<< <a, b>>>(c);", "k<<< a, b>>>(c);");
    row("close", "k<<<a, b>> >(c);", "k<<<a, b>>> (c);");
    row("both", "k<< <a, b >> >(c);", "k<<< a, b >>> (c);");
    row("other split", "k< <<a, b> >>(c);", "k<<< a, b>>> (c);");
    row("nested", "k<< <dim3(n >> 1), f(x) > > > (c);", "k<<< dim3(n >> 1), f(x) >>>   (c);");
    row("template arguments", "k<T, A<B<C> > ><< <a, b>> >(c);", "k<T, A<B<C> > ><<< a, b>>> (c);");
    row("fine already", "k<<<a, b>>>(c);", "k<<<a, b>>>(c);");
    row("string", "p(\"a << <b >> >(\");", "p(\"a << <b >> >(\");");
    row("comment", "// k<< <a>> >(b)\nx;", "// k<< <a>> >(b)\nx;");
    row("stream", "out << a < b;", "out << a < b;");
  }
  void joinsChevrons() {
    QFETCH(QString, text);
    QFETCH(QString, joined);
    std::string changed = text.toStdString();
    const auto lines = joinLaunchChevrons(changed);
    QCOMPARE(changed, joined.toStdString());
    QCOMPARE(lines.empty(), text == joined);
  }

  void findsLeadingIncludes() {
    const auto names = leadingSystemIncludes(
        "/* head\n * more */\n// x\n#include <a.h> // y\n\n # include <b/c>\n#define N\n#include <d>\n");
    QCOMPARE(join(names), std::string("a.h b/c"));
    QVERIFY(leadingSystemIncludes("#include \"own.h\"\n#include <a>\n").empty());
    QVERIFY(leadingSystemIncludes("int x; /*\n*/ #include <a>\n").empty());
  }
};

QTEST_GUILESS_MAIN(CompileCommandTest)
#include "compile_command_test.moc"

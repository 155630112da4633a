// Projects of several files and programs through the command line: every command works from any file, a kernel has one
// name.
#include <QDir>
#include <QFile>
#include <QTest>

#include "tests/app/command.h"

using namespace warpwright;
using nlohmann::json;

namespace {

const char* const kernelFile = R"(
__global__ void turn(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t] * 3;
}
)";

std::string mainWith(const std::string& launches) {
  return "#include <cstdio>\nint main() {\n  int *a, *b, h[32];\n  cudaMalloc(&a, sizeof h);\n  cudaMalloc(&b, sizeof "
         "h);\n  for (int i = 0; i < 32; ++i) h[i] = i;\n  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);\n  " +
         launches +
         "\n  cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);\n  std::printf(\"%d\\n\", h[3]);\n  return 0;\n}\n";
}

}  // namespace

class ProgramsTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  Answer run(QStringList arguments) { return callWarpwright(arguments, folder_.path()); }
  void put(const QString& name, const std::string& text) {
    QVERIFY(QDir(folder_.path()).mkpath(QFileInfo(name).path()));
    writeInto(folder_, name, text);
  }
  json analysis(const QStringList& arguments) {
    const Answer answer = run(QStringList{"analyze", "--cuda", "none", "--format", "json"} + arguments);
    [&] { QVERIFY2(answer.code == 0, answer.error.c_str()); }();
    return answer.value();
  }

 private slots:
  void initTestCase() {
    // The shape of srad_v2: the kernel's file is included.
    put("srad/srad.cu", "#include \"srad_kernel.cu\"\n" + mainWith("turn<<<1, 32>>>(a, b);"));
    put("srad/srad_kernel.cu", kernelFile);
    // The shape of lud: two units, one of which calls the other.
    put("lud/lud.cu", "void lud(int *a, int *b);\n" + mainWith("lud(a, b);"));
    put("lud/lud_kernel.cu", std::string(kernelFile) + "void lud(int *a, int *b) { turn<<<1, 32>>>(a, b); }\n");
    put("names/names.cu",
        "namespace one { __global__ void k(int *p) { p[0] = 1; } }\n"
        "namespace two { template <int N> __global__ void k(int *p) { p[N] = 2; } }\n"
        "__global__ void over(int *p) { p[1] = 3; }\n__global__ void over(float *p) { p[2] = 3; }\n" +
            mainWith("one::k<<<1, 32>>>(b); two::k<4><<<2, 32>>>(b); two::k<5><<<3, 32>>>(b);\n"
                     "  over<<<1, 32>>>(b); over<<<1, 64>>>((float *)b);"));
  }

  void severalProgramsAreListed() {
    const json all = analysis({"."});
    std::vector<std::string> names;
    for (const json& program : all["programs"]) names.push_back(program["name"]);
    QCOMPARE(names, (std::vector<std::string>{"lud", "names", "srad"}));
    QCOMPARE(all["programs"][0]["units"].size(), size_t{2});
    QCOMPARE(all["programs"][2]["units"].size(), size_t{1});
    QCOMPARE(all["programs"][2]["files"].size(), size_t{2});
    QVERIFY(all["programs"][0]["main"].get<std::string>().ends_with("lud/lud.cu"));
    int turns = 0;
    for (const json& kernel : all["kernels"]) {
      if (kernel["name"] != "turn") continue;
      ++turns;
      QVERIFY(kernel["program"] == "lud" || kernel["program"] == "srad");
    }
    QCOMPARE(turns, 2);
    const json one = analysis({".", "--program", "srad"});
    QCOMPARE(one["programs"].size(), size_t{1});
    QCOMPARE(one["kernels"].size(), size_t{1});
    QCOMPARE(one["kernels"][0]["program"].get<std::string>(), std::string("srad"));
    const Answer text = run({"analyze", "--cuda", "none", "."});
    QVERIFY2(text.output.find("3 programs: lud, names, srad") != std::string::npos, text.output.c_str());
    QVERIFY2(text.output.find("  in srad") != std::string::npos, text.output.c_str());
    const Answer none = run({"analyze", "--cuda", "none", ".", "--program", "heart"});
    QCOMPARE(none.code, 2);
    QVERIFY2(none.error.find("lud, names, srad") != std::string::npos, none.error.c_str());
  }

  void aSessionKeepsThePrograms() {
    const Answer tried =
        run({"try", "--cuda", "none", ".", "--trades", "0", "--session", "tried.wws", "--report", "tried.html"});
    QVERIFY2(tried.code == 0, (tried.output + tried.error).c_str());
    QFile page(folder_.filePath("tried.html"));
    QVERIFY(page.open(QIODevice::ReadOnly));
    const QByteArray html = page.readAll();
    for (const char* words : {", in lud<", ", in srad<"}) QVERIFY2(html.contains(words), words);
  }

  void aProgramToRunIsChosen() {
    const Answer open = run({"run", "--cuda", "none", "."});
    QCOMPARE(open.code, 2);
    QVERIFY2(open.error.find("lud, names, srad") != std::string::npos, open.error.c_str());
    const Answer chosen = run({"run", "--cuda", "none", ".", "--program", "srad"});
    QVERIFY2(chosen.code == 0, chosen.error.c_str());
    QCOMPARE(chosen.output, std::string("9\n"));
  }

  void everyFileStandsForItsProgram_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("kernelFile");
    QTest::newRow("the kernel's, included") << "srad/srad_kernel.cu" << "srad/srad_kernel.cu";
    QTest::newRow("the one that includes") << "srad/srad.cu" << "srad/srad_kernel.cu";
    QTest::newRow("the kernel's, linked") << "lud/lud_kernel.cu" << "lud/lud_kernel.cu";
    QTest::newRow("with main") << "lud/lud.cu" << "lud/lud_kernel.cu";
  }
  void everyFileStandsForItsProgram() {
    QFETCH(QString, file);
    QFETCH(QString, kernelFile);
    const Answer ran = run({"run", "--cuda", "none", file});
    QVERIFY2(ran.code == 0, ran.error.c_str());
    QCOMPARE(ran.output, std::string("9\n"));
    const json found = analysis({kernelFile});
    QCOMPARE(found["kernels"].size(), size_t{1});
    std::string id;
    for (const json& one : found["kernels"][0]["opportunities"]) {
      if (one["pass"] == "shared_to_register" && one["verdict"] == "applicable") id = one["id"];
    }
    QVERIFY(!id.empty());
    const QString variant = folder_.filePath("variant.cu");
    const Answer written = run(
        {"rewrite", kernelFile, "--cuda", "none", "--opportunity", QString::fromStdString(id), "--output", variant});
    QVERIFY2(written.code == 0, written.error.c_str());
    const Answer same = run({"verify", "--cuda", "none", kernelFile, "--against", variant});
    QVERIFY2(same.code == 0, (same.output + same.error).c_str());
    QVERIFY2(same.output.find("1 launch") != std::string::npos, same.output.c_str());
    QFile(variant).remove();
    const Answer captured =
        run({"run", "--cuda", "none", file, "--capture", "turn.wwcap", "--kernel", "turn(int const*, int*)"});
    QVERIFY2(captured.code == 0, captured.error.c_str());
    const Answer replayed = run({"replay", "turn.wwcap", "--on", "cpu", "--metrics", "engine/accesses"});
    QVERIFY2(replayed.code == 0, replayed.error.c_str());
    const Answer weighed = run({"cache-policy", "--cuda", "none", file, "--kernel", "turn"});
    QVERIFY2(weighed.code == 0, weighed.error.c_str());
  }

  // Of a header that another folder's program includes, too, it is the program of its own folder.
  void aHeaderOfTwoProgramsIsRunInItsOwn() {
    const QTemporaryDir shared;
    const auto put = [&](const QString& name, const std::string& text) {
      QVERIFY(QDir(shared.path()).mkpath(QFileInfo(name).path()));
      writeInto(shared, name, text);
    };
    put(".git/HEAD", "\n");
    put("own/turn.h", kernelFile);
    put("own/main.cu", "#include \"turn.h\"\n" + mainWith("turn<<<1, 32>>>(a, b);"));
    put("other/main.cu", "#include \"../own/turn.h\"\n" + mainWith("turn<<<1, 16>>>(a, b);"));
    const Answer ran = callWarpwright({"run", "--cuda", "none", "own/turn.h"}, shared.path());
    QVERIFY2(ran.code == 0, ran.error.c_str());
    QCOMPARE(ran.output, std::string("9\n"));
  }

  void whatOneCommandPrintsOthersTake_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<int>("blocks");  // of the launch that is captured; 0: several are meant
    QTest::newRow("short") << "k" << 0;
    QTest::newRow("overloads") << "over" << 0;
    QTest::newRow("namespace") << "one::k" << 1;
    QTest::newRow("in full") << "one::k(int*)" << 1;
    QTest::newRow("template") << "two::k" << 2;
    QTest::newRow("template arguments") << "k<5>" << 3;
    QTest::newRow("as profile prints it") << "void two::k<5>(int*)" << 3;
    QTest::newRow("as others print it") << "void two::k<(int)5>(int *)" << 3;
    QTest::newRow("mangled") << "_ZN3two1kILi5EEEvPi" << 3;
  }
  void whatOneCommandPrintsOthersTake() {
    QFETCH(QString, kernel);
    QFETCH(int, blocks);
    const Answer taken = run({"run", "--cuda", "none", "names/names.cu", "--capture", "k.wwcap", "--kernel", kernel});
    if (blocks == 0) {
      QCOMPARE(taken.code, 2);
      QVERIFY2(taken.error.find("is the name of several kernels") != std::string::npos, taken.error.c_str());
      return;
    }
    QVERIFY2(taken.code == 0, taken.error.c_str());
    const Answer replayed = run({"replay", "k.wwcap", "--on", "cpu", "--metrics", "engine/accesses"});
    QVERIFY2(replayed.output.find("<<<(" + std::to_string(blocks) + ",1,1)") != std::string::npos,
             (replayed.output + replayed.error).c_str());
  }

  void aGivenLaunchNamesOneKernel() {
    const auto analyse = [&](const char* launch) {
      return run({"analyze", "--cuda", "none", "names/names.cu", "--launch", launch});
    };
    const Answer several = analyse("over<<<1, 32>>>");
    QCOMPARE(several.code, 2);
    QVERIFY2(several.error.find("`over(int*)`, `over(float*)`") != std::string::npos, several.error.c_str());
    QCOMPARE(analyse("over(float*)<<<1, 32>>>").code, 0);
    QCOMPARE(analyse("two::k<5><<<1, 32>>>").code, 0);
    QCOMPARE(analyse("nothing<<<1, 32>>>").code, 2);
  }
};

QTEST_GUILESS_MAIN(ProgramsTest)
#include "programs_test.moc"

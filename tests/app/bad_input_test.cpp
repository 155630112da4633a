#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "tests/app/command.h"

using namespace warpwright;

namespace {

bool holds(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

/// What the command line says about input that it can do nothing with, and that it loses nothing.
class BadInputTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  Answer warpwrightCommand(const QStringList& arguments, const QString& outputFile = {}) {
    return callWarpwright(arguments, folder_.path(), outputFile);
  }
  void add(const char* name, const char* text) {
    QVERIFY(writeFileAtomically(folder_.filePath(name).toStdString(), text).ok());
  }

 private slots:
  void tryShowsErrors() {
    add("broken.cu", "__global__ void k(int* p) {\n  p[0] = ;\n}\nint main() { k<<<1, 1>>>(nullptr); }\n");
    const Answer answer = warpwrightCommand({"try", "broken.cu", "--cuda", "none", "--session", "s.wws"});
    QCOMPARE(answer.code, 3);
    QVERIFY2(holds(answer.error, "broken.cu:2:10: error: expected expression"), answer.error.c_str());
    QVERIFY(!QFile::exists(folder_.filePath("s.wws")));
  }

  void runCountsNothingWhereNothingRan() {
    add("broken.cu", "int main() { return }\n");
    const Answer answer = warpwrightCommand({"run", "broken.cu", "--cuda", "none"});
    QCOMPARE(answer.code, 3);
    QVERIFY2(holds(answer.error, "broken.cu:1:"), answer.error.c_str());
    QVERIFY2(!holds(answer.error, "launches"), answer.error.c_str());
    QVERIFY2(!holds(answer.error, "generated"), answer.error.c_str());
  }

  void runSaysWhatToDoAboutAMissingHeader() {
    add("main.cu", "#include \"gone.h\"\nint main() { return GONE; }\n");
    const Answer answer = warpwrightCommand({"run", "main.cu", "--cuda", "none"});
    QCOMPARE(answer.code, 3);
    QVERIFY2(holds(answer.error, "'gone.h' file not found") && holds(answer.error, "--compiler-flag=-I"),
             answer.error.c_str());
    std::filesystem::create_directory(folder_.filePath("include").toStdString());
    add("include/there.h", "#define THERE 7\n");
    add("main.cu", "#include <there.h>\nint main() { return THERE; }\n");
    QCOMPARE(warpwrightCommand({"run", "main.cu", "--cuda", "none", "--compiler-flag=-Iinclude"}).code, 0);
  }

  void analyzeNamesMissingHeadersFirst() {
    std::string text = "#include \"gone.h\"\n";
    for (int i = 0; i < 12; ++i) text += "GONE(" + std::to_string(i) + ") int n" + std::to_string(i) + ";\n";
    add("gone.cu", text.c_str());
    const Answer answer = warpwrightCommand({"analyze", "gone.cu", "--cuda", "none"});
    QVERIFY2(answer.output.starts_with("gone.cu: `gone.h` was not found and is left out: name its folder (-- -IFOLDER)"),
             answer.output.c_str());
    QVERIFY2(answer.output.find("gone.h", 20) == std::string::npos, answer.output.c_str());
    QVERIFY2(holds(answer.output, "more errors (warpwright analyze --format json lists them)"), answer.output.c_str());
  }

  void analyzePrintsTheWholeRewriteCommand() {
    add("scale.cuh", "__global__ void scale(float* p) { __shared__ float s[64]; s[threadIdx.x] = p[threadIdx.x]; p[threadIdx.x] = s[threadIdx.x] * BY; }\n");
    add("scale.cu", "#include \"scale.cuh\"\nint main() { scale<<<1, 64>>>(nullptr); }\n");
    const Answer answer = warpwrightCommand({"analyze", "scale.cu", "--cuda", "none", "--", "-DBY=(1 + 1)"});
    const size_t at = answer.output.find("See a change: warpwright rewrite scale.cu --opportunity ");
    QVERIFY2(at != std::string::npos, answer.output.c_str());
    QVERIFY2(holds(answer.output.substr(at), " --cuda none --diff -- '-DBY=(1 + 1)'\n"), answer.output.c_str());
    // A header is analysed with flags, too.
    const Answer header = warpwrightCommand({"analyze", "scale.cuh", "--cuda", "none", "--", "-DBY=2"});
    QVERIFY2(header.code == 0 && holds(header.output, "scale.cuh:1: scale"), (header.output + header.error).c_str());
  }

  void tellsWhereResultsCannotBeWritten() {
    if (!QFile::exists("/dev/full")) QSKIP("This system has no /dev/full.");
    const Answer answer =
        warpwrightCommand({"occupancy", "--arch", "sm_90", "--block", "256", "--registers", "40", "--shared", "4096"}, "/dev/full");
    QCOMPARE(answer.code, 3);
    QVERIFY2(holds(answer.error, "Cannot write the results"), answer.error.c_str());
  }
};

QTEST_GUILESS_MAIN(BadInputTest)
#include "bad_input_test.moc"

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

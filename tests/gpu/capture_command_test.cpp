// `warpwright capture` and `warpwright profile` as people call them, on the fake driver.
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "core/capture/capture_file.h"
#include "tests/app/command.h"

using namespace warpwright;
using nlohmann::json;

class CaptureCommandTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  Answer run(QStringList arguments, const QStringList& program) {
    arguments.push_back("--");
    return callWarpwright(arguments + program, folder_.path());
  }

 private slots:
  void initTestCase() {
#ifdef __SANITIZE_ADDRESS__
    QSKIP("A library with the address sanitizer cannot be loaded into a program without it.");
#endif
  }
  void init() { qputenv("LD_LIBRARY_PATH", FAKE_FOLDER); }

  void capturesALaunch() {
    const Answer answer =
        run({"capture", "-o", "a.wwcap", "--kernel", "scaleBy", "--launch-index", "2", "--format", "json"},
            {FAKE_PROGRAM, "run"});
    QVERIFY2(answer.code == 0, answer.error.c_str());
    const json value = answer.value();
    QCOMPARE(value["capture"]["launch_index"].get<int>(), 2);
    QCOMPARE(value["launches"][0]["launches"].get<int>(), 3);
    QCOMPARE(value["program"]["output"].get<std::string>(), "end 0\nlast 999999\n");
    const Result<CaptureReader> reader = CaptureReader::open(folder_.filePath("a.wwcap").toStdString());
    QVERIFY(reader.ok());
    QCOMPARE(reader->capture().program.arch, "sm_90");
    QCOMPARE(reader->capture().program.arguments, std::vector<std::string>{"run"});
  }

  // A file that another one includes is compiled with that.
  void namesTheUnitOfAnIncludedFile() {
    const auto write = [&](const char* name, const std::string& text) {
      return writeFileAtomically(folder_.filePath(name).toStdString(), text).ok();
    };
    QVERIFY(write("scale.cu",
                  "__global__ void scaleBy(float* out, const float* in, int n) {\n"
                  "  if (threadIdx.x < N) out[threadIdx.x] = in[threadIdx.x] * n;\n}\n"));
    QVERIFY(write("main.cu",
                  "#define N 64\n#include \"scale.cu\"\n"
                  "int main() { scaleBy<<<4, 256>>>(nullptr, nullptr, 3); }\n"));
    const Answer answer =
        run({"capture", "-o", "b.wwcap", "--source", "scale.cu", "--kernel", "scaleBy"}, {FAKE_PROGRAM, "run"});
    QVERIFY2(answer.code == 0, answer.error.c_str());
    const Result<CaptureReader> reader = CaptureReader::open(folder_.filePath("b.wwcap").toStdString());
    QVERIFY(reader.ok());
    QCOMPARE(QFileInfo(QString::fromStdString(reader->capture().program.path)).fileName(), "main.cu");
  }

  void listsLaunches() {
    const Answer answer = run({"capture", "--list", "--quiet"}, {FAKE_PROGRAM, "run", "4"});
    QCOMPARE(answer.code, 0);
    QVERIFY(answer.output.find("4  scaleBy <<<(4,1,1),(256,1,1),32>>>") != std::string::npos);
  }

  void profiles() {
    const Answer answer = run({"profile", "--format", "json"}, {FAKE_PROGRAM, "run", "4"});
    QCOMPARE(answer.code, 0);
    const json value = answer.value();
    QCOMPARE(value["schema"].get<std::string>(), "warpwright.profile/1");
    QCOMPARE(value["kernels"][0]["launches"].get<int>(), 4);
    QCOMPARE(value["kernels"][0]["share"].get<double>(), 1.0);
    QCOMPARE(value["device"].get<std::string>(), "Fake GPU");
    const Answer text = run({"profile"}, {FAKE_PROGRAM, "run", "4"});
    QVERIFY(text.output.find("scaleBy(float*, float const*, int)") != std::string::npos);
  }

  /// While the program runs, and of a profile that was kept.
  void writesTheTraceOfAProfile() {
    const Answer answer = run({"profile", "--format", "json", "--trace", "run.trace"}, {FAKE_PROGRAM, "run", "4"});
    QCOMPARE(answer.code, 0);
    const std::string trace = readFile(folder_.filePath("run.trace").toStdString()).value();
    const json events = json::parse(trace)["traceEvents"];
    QCOMPARE(std::ranges::count_if(events, [](const json& one) { return one.value("cat", "") == "launch"; }), 4);
    QVERIFY(writeFileAtomically(folder_.filePath("kept.json").toStdString(), answer.output).ok());
    const Answer again = callWarpwright({"profile", "--from", "kept.json", "--trace", "kept.trace"}, folder_.path());
    QVERIFY2(again.code == 0 && again.output.find("scaleBy(") != std::string::npos, again.error.c_str());
    QCOMPARE(readFile(folder_.filePath("kept.trace").toStdString()).value(), trace);
    QCOMPARE(callWarpwright({"profile", "--from", "run.trace"}, folder_.path()).code, 3);
    QCOMPARE(run({"profile", "--from", "kept.json"}, {FAKE_PROGRAM, "run"}).code, 2);
  }

  void saysWhatIsWrong_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("program");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    const QStringList capture{"capture", "-o", "none.wwcap"};
    QTest::newRow("no program") << capture << QStringList{} << 2 << "Say which program";
    QTest::newRow("a launch too many") << capture + QStringList{"--launch-index", "3"}
                                       << QStringList{FAKE_PROGRAM, "run"} << 3 << "scaleBy (3)";
    QTest::newRow("no such kernel") << capture + QStringList{"--kernel", "other"} << QStringList{FAKE_PROGRAM, "run"}
                                    << 3 << "of `other`";
    QTest::newRow("no CUDA") << capture << QStringList{FAKE_PROGRAM, "none"} << 3 << "exit code 5";
    QTest::newRow("a fault") << capture << QStringList{FAKE_PROGRAM, "fault"} << 3 << "did not come to its end";
    QTest::newRow("no such program") << capture << QStringList{"./none"} << 4 << "./none";
    QTest::newRow("nowhere to write") << QStringList{"capture", "-o", "/proc/none/a.wwcap"}
                                      << QStringList{FAKE_PROGRAM, "run"} << 3 << "/proc/none";
    QTest::newRow("nothing to profile") << QStringList{"profile"} << QStringList{FAKE_PROGRAM, "none"} << 3
                                        << "did not use a GPU";
  }
  void saysWhatIsWrong() {
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, program);
    QFETCH(int, code);
    QFETCH(QString, message);
    const Answer answer = run(arguments, program);
    QVERIFY2(answer.error.find(message.toStdString()) != std::string::npos, answer.error.c_str());
    QCOMPARE(answer.code, code);
    QVERIFY(!QFile::exists(folder_.filePath("none.wwcap")));
  }
};

QTEST_GUILESS_MAIN(CaptureCommandTest)
#include "capture_command_test.moc"

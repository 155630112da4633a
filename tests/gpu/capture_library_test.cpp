// The capture library inside a program that runs on a driver written for this test: what is captured, counted and
// timed, and that the program goes on whatever happens.
#include <QtTest>
#include <filesystem>

#include "core/base/file.h"
#include "core/base/temporary_folder.h"
#include "core/capture/capture_file.h"
#include "core/execute/gpu/gpu_program.h"
#include "core/execute/replay/capture_choice.h"

using namespace warpwright;

class CaptureLibraryTest : public QObject {
  Q_OBJECT

  TemporaryFolder folder_;

  std::filesystem::path path() const { return folder_.path() / "launch.wwcap"; }

  GpuProgramRun run(GpuProgramRequest::Mode mode, std::vector<std::string> arguments, uint64_t index = 0,
                    const std::string& kernel = "") {
    GpuProgramRequest request;
    request.mode = mode;
    request.capture.path = path();
    request.capture.kernel = kernel;
    request.capture.launchIndex = index;
    request.program.arch = "sm_90";
    request.kernels["scaleBy"].parameterNames = {"result", "values"};
    arguments.insert(arguments.begin(), FAKE_PROGRAM);
    Result<GpuProgramRun> done = runGpuProgram(request, arguments, false, {}, {});
    if (!done.ok()) qWarning("%s", done.error().message.c_str());
    return done.ok() ? *done : GpuProgramRun{};
  }

  static std::string content(const CaptureReader& reader, const MemoryImage& image) {
    std::string bytes;
    const Status read = reader.read(image, [&](uint64_t, std::string_view part) { bytes += part; });
    return read.ok() ? bytes : "";
  }
  static float floatAt(const std::string& bytes, size_t index) {
    float value = 0;
    std::memcpy(&value, bytes.data() + index * sizeof value, sizeof value);
    return value;
  }

 private slots:
  void initTestCase() {
    qputenv("LD_LIBRARY_PATH", FAKE_FOLDER);
    qputenv("WARPWRIGHT_CAPTURE_LIBRARY", CAPTURE_LIBRARY);
  }
  void cleanup() {
    std::error_code ignored;
    std::filesystem::remove(path(), ignored);
    qunsetenv("FAKE_CUDA_OTHER_PROFILER");
  }

  void capturesTheChosenLaunch() {
    const GpuProgramRun done = run(GpuProgramRequest::Mode::capture, {"run"}, 1, "scaleBy");
    QVERIFY(done.loaded && !done.failure);
    QVERIFY(done.capture.has_value());
    QCOMPARE(QString::fromStdString(done.end.output), "end 0\nlast 999999\n");
    Result<CaptureReader> reader = CaptureReader::open(path());
    QVERIFY2(reader.ok(), reader.ok() ? "" : reader.error().message.c_str());
    QVERIFY(reader->verify().ok());
    const LaunchCapture& capture = reader->capture();
    QCOMPARE(capture.producer, "gpu");
    QCOMPARE(capture.kernel.name, "scaleBy");
    QCOMPARE(capture.kernel.signature, "scaleBy(float*, float const*, int)");
    QCOMPARE(capture.kernelLaunch, 1U);
    QCOMPARE(capture.grid[0], 5U);
    QCOMPARE(capture.block[0], 256U);
    QCOMPARE(capture.dynamicSharedBytes, 32U);
    QCOMPARE(capture.arguments.size(), 3U);
    QCOMPARE(capture.arguments[2].offset, 16U);
    QCOMPARE(int{capture.arguments[2].bytes[0]}, 4);
    // result, values, the managed piece, the pinned one and the variable; not what was freed
    QCOMPARE(capture.memory.size(), 5U);
    std::map<std::string, const CapturedMemory*> pieces;
    for (const CapturedMemory& piece : capture.memory) pieces[piece.name] = &piece;
    QVERIFY(pieces.count("result") && pieces.count("values") && pieces.count("variable"));
    QCOMPARE(pieces["result"]->elementType, "float");
    QCOMPARE(pieces["values"]->elementType, "float");
    QCOMPARE(pieces["values"]->size, 800'000U);
    QCOMPARE(pieces["values"]->before, pieces["values"]->after);
    QVERIFY(pieces["variable"]->kind == CapturedMemory::Kind::variable);
    QCOMPARE(floatAt(content(*reader, pieces["result"]->before), 1000), 3001.F);  // of the launch before
    QCOMPARE(floatAt(content(*reader, pieces["result"]->after), 1000), 4002.F);
    QCOMPARE(floatAt(content(*reader, pieces["result"]->after), 199'999), 800'000.F);
    QCOMPARE(int{content(*reader, pieces["variable"]->after)[0]}, 3);
  }

  void countsLaunches() {
    const GpuProgramRun done = run(GpuProgramRequest::Mode::list, {"run", "7"});
    QCOMPARE(done.launches.size(), 1U);
    QCOMPARE(done.launches[0].launches, 7U);
    QCOMPARE(done.launches[0].grid[0], 4U);
    QVERIFY(!std::filesystem::exists(path()));
  }

  void saysWhatWasLaunchedInstead() {
    const GpuProgramRun done = run(GpuProgramRequest::Mode::capture, {"run"}, 5);
    QVERIFY(!done.capture && !done.failure);
    CaptureRequest request;
    request.launchIndex = 5;
    const Error missing = missingLaunch(request, {{done.launches[0].name, done.launches[0].launches}});
    QVERIFY(missing.message.find("scaleBy (3)") != std::string::npos);
  }

  void profilesKernelsAndCopies() {
    const GpuProgramRun done = run(GpuProgramRequest::Mode::profile, {"run", "2000"});
    QVERIFY(done.profile.has_value());
    QCOMPARE(done.profile->kernels.size(), 1U);
    const KernelProfile& kernel = done.profile->kernels[0];
    QCOMPARE(kernel.name, "scaleBy(float*, float const*, int)");
    QCOMPARE(kernel.launches, 2000U);
    QCOMPARE(kernel.minNs, 9000U);
    QCOMPARE(kernel.registers, 32U);
    QCOMPARE(kernel.shapes.size(), 16U);
    QCOMPARE(done.profile->copies.size(), 1U);
    QCOMPARE(done.profile->copies[0].bytes, 800'000U);
  }

  // The program's own behaviour is the same with and without the library.
  void leavesTheProgramAlone_data() {
    QTest::addColumn<QString>("argument");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("failure");
    QTest::newRow("a launch that faults") << "fault" << 3 << "end 700\n" << "did not come to its end";
    QTest::newRow("a launch that is refused")
        << "refused" << 0 << "launch gave 1\nlaunch gave 1\nlaunch gave 1\nend 0\nlast -4.31602e+08\n"
        << "refused it";
    QTest::newRow("no CUDA") << "none" << 5 << "" << "";
  }
  void leavesTheProgramAlone() {
    QFETCH(QString, argument);
    QFETCH(int, code);
    QFETCH(QString, output);
    QFETCH(QString, failure);
    const GpuProgramRun done = run(GpuProgramRequest::Mode::capture, {argument.toStdString()});
    QCOMPARE(done.end.exitCode, code);
    QCOMPARE(QString::fromStdString(done.end.output), output);
    QCOMPARE(done.failure.has_value(), !failure.isEmpty());
    if (done.failure)
      QVERIFY2(done.failure->message.find(failure.toStdString()) != std::string::npos, done.failure->message.c_str());
    QCOMPARE(done.loaded, argument != "none");
    QVERIFY(!std::filesystem::exists(path()));
    QVERIFY(!std::filesystem::exists(path().string() + ".part"));
  }

  void leavesOutMemoryThatIsGone() {
    const GpuProgramRun done = run(GpuProgramRequest::Mode::capture, {"unmapped"});
    QVERIFY(done.capture && !done.failure);
    QCOMPARE(done.notes.size(), 1U);
    QVERIFY(done.notes[0].find("cannot be read any more") != std::string::npos);
    QCOMPARE(QString::fromStdString(done.end.output), "end 0\nlast 999999\n");
  }

  void saysThatAnotherProfilerIsThere() {
    qputenv("FAKE_CUDA_OTHER_PROFILER", "1");
    const GpuProgramRun done = run(GpuProgramRequest::Mode::capture, {"run"});
    QVERIFY(done.failure.has_value());
    QVERIFY(done.failure->message.find("Another profiler") != std::string::npos);
    QCOMPARE(QString::fromStdString(done.end.output), "end 0\nlast 999999\n");
  }

  void goesOnWhereNothingCanBeWritten() {
    GpuProgramRequest request;
    request.mode = GpuProgramRequest::Mode::capture;
    request.capture.path = "/proc/none/launch.wwcap";
    Result<GpuProgramRun> done = runGpuProgram(request, {FAKE_PROGRAM, "run"}, false, {}, {});
    QVERIFY(done.ok());
    QVERIFY(done->failure.has_value());
    QCOMPARE(QString::fromStdString(done->end.output), "end 0\nlast 999999\n");
  }
};

QTEST_GUILESS_MAIN(CaptureLibraryTest)
#include "capture_library_test.moc"

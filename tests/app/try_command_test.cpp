#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/session/session.h"
#include "tests/app/command.h"

using namespace warpwright;
using nlohmann::json;

namespace {

/// Says how it is used where it gets no argument, and computes nothing then. WIDTH comes from a flag.
constexpr const char* program = R"(
#include <cstdio>
#include <cstdlib>
__global__ void turn(const float* in, float* out) {
  __shared__ float s[WIDTH];
  s[threadIdx.x] = in[blockIdx.x * WIDTH + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * WIDTH + threadIdx.x] = s[threadIdx.x] * 2;
}
int main(int count, char** words) {
  if (count < 2) {
    std::fprintf(stderr, "first line\nusage: turn BLOCKS\n");
    return 2;
  }
  const int blocks = std::atoi(words[1]);
  float *in, *out;
  cudaMalloc(&in, blocks * WIDTH * sizeof(float));
  cudaMalloc(&out, blocks * WIDTH * sizeof(float));
  cudaMemset(in, 1, blocks * WIDTH * sizeof(float));
  turn<<<blocks, WIDTH>>>(in, out);
  cudaDeviceSynchronize();
  std::printf("turned %d\n", blocks);
  if (count > 2) std::abort();
}
)";

}  // namespace

/// `warpwright try` as somebody new would call it.
class TryTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  Answer tryIt(const QStringList& words) {
    return callWarpwright(QStringList{"try", "turn.cu", "--cuda", "none"} + words, folder_.path());
  }

 private slots:
  void initTestCase() { writeInto(folder_, "turn.cu", program); }

  void triesFlagsArgumentsAndTrades() {
    const Answer text = tryIt({"--compiler-flag=-DWIDTH=64", "--trades", "1", "--", "4"});
    QVERIFY2(text.code == 0, (text.output + text.error).c_str());
    for (const char* words :
         {"applied to a copy. Identical.", "(a trade), applied to a copy. Identical.", "No file of yours was changed.",
          "Next: ", "warpwright tune turn.cu --kernel turn --on cpu", "--cuda none", "-- 4\n"})
      QVERIFY2(text.output.find(words) != std::string::npos, (words + (" is not in\n" + text.output)).c_str());
    QCOMPARE(QDir(folder_.path()).entryList(QDir::Files), QStringList{"turn.cu"});
  }

  /// What `packaging/run` does first, where it does it: the build files of this repository leave its samples alone.
  void triesTheSampleWhereItLies() {
    const Answer sample = callWarpwright({"try", SAMPLE, "--cuda", "none", "--trades", "0", "--quiet"}, folder_.path());
    QVERIFY2(sample.code == 0, (sample.output + sample.error).c_str());
    QVERIFY2(sample.output.find("grid_path.cu: 1 finding applied to a copy. Identical.") != std::string::npos,
             sample.output.c_str());
  }

  void answersInJson() {
    const Answer answer = tryIt({"--compiler-flag=-DWIDTH=64", "--trades", "0", "--format", "json", "--session",
                                 "s.wws", "--report", "r.html", "--", "4"});
    QCOMPARE(answer.code, 0);
    const json tried = answer.value();
    QCOMPARE(tried["schema"].get<std::string>(), std::string("warpwright.try/1"));
    QCOMPARE(tried["changes"].size(), size_t{1});
    QCOMPARE(tried["changes"][0]["outcome"].get<std::string>(), std::string("identical"));
    QVERIFY(tried["trades_left"].get<int>() > 0);
    QVERIFY(tried["next"][0]["command"].get<std::string>().find("report s.wws --patch") != std::string::npos);
    QVERIFY(QFile::exists(folder_.filePath("r.html")));
    // What is to be measured first is no part of the patch.
    const auto session = Session::open(folder_.filePath("s.wws").toStdString());
    QVERIFY(session.ok());
    QCOMPARE(session->variants()->size(), size_t{1});
  }

  /// The lines under the summary do what they say, in the folder that they name; a trade that was verified says so.
  void theReportSaysHowToDoItAgain() {
    const Answer tried = tryIt(
        {"--compiler-flag=-DWIDTH=64", "--trades", "1", "--session", "again.wws", "--report", "again.html", "--", "4"});
    QVERIFY2(tried.code == 0, (tried.output + tried.error).c_str());
    const std::string report = readFile(folder_.filePath("again.html").toStdString()).value();
    const QString html = QString::fromStdString(report);
    // In the figures, at the change, and at the one trade that was tried.
    const QString summary = html.left(html.indexOf("id=kernels"));
    QVERIFY2(summary.contains("a trade: measure it") && summary.count("#s-identical") == 3, qPrintable(summary));
    auto commands = QRegularExpression("<dd><code>(warpwright .*?)</code>").globalMatch(html);
    QStringList done;
    while (commands.hasNext()) {
      QString command = commands.next().captured(1);
      command.replace("&#39;", "'")
          .replace("&quot;", "\"")
          .replace("&lt;", "<")
          .replace("&gt;", ">")
          .replace("&amp;", "&");
      QProcess shell;
      shell.setWorkingDirectory(folder_.path());
      auto environment = QProcessEnvironment::systemEnvironment();
      environment.insert("PATH", QFileInfo(WARPWRIGHT_PROGRAM).path() + ":" + environment.value("PATH"));
      shell.setProcessEnvironment(environment);
      shell.start("/bin/sh", {"-c", command});
      QVERIFY(shell.waitForFinished(120000));
      const QByteArray error = shell.readAllStandardError();
      QVERIFY2(shell.exitCode() == 0, (command + ": " + error).toUtf8().constData());
      if (command.startsWith("warpwright verify")) QVERIFY(shell.readAllStandardOutput().startsWith("Identical."));
      done << command.section(' ', 1, 1);
    }
    QCOMPARE(done, (QStringList{"try", "analyze", "rewrite", "verify", "report"}));
    // What only pays sometimes is kept, and is no part of the patch.
    const auto session = Session::open(folder_.filePath("again.wws").toStdString());
    QVERIFY(session.ok());
    QCOMPARE(session->variants()->size(), size_t{2});
    QCOMPARE(callWarpwright({"report", "again.wws", "--patch", "again.patch"}, folder_.path()).code, 0);
    const std::string patch = readFile(folder_.filePath("again.patch").toStdString()).value();
    QVERIFY(patch.find("-  __shared__ float s[WIDTH];") != std::string::npos);
    QVERIFY2(patch.find("c_factor") == std::string::npos, patch.c_str());
    for (const char* name : {"again.wws", "again.html", "again.patch", "report.html"})
      QVERIFY2(QFile::remove(folder_.filePath(name)), name);
  }

  void saysWhatTheProgramSaid() {
    const Answer none = tryIt({"--compiler-flag=-DWIDTH=64"});
    QCOMPARE(none.code, 3);
    for (const char* words :
         {"computed nothing on the device", "  | first line\n  | usage: turn BLOCKS\n", "It ended with exit code 2.",
          "warpwright try turn.cu --cuda none --compiler-flag=-DWIDTH=64 -- ARGUMENTS"})
      QVERIFY2(none.output.find(words) != std::string::npos, (words + (" is not in\n" + none.output)).c_str());
    const Answer aborted = tryIt({"--compiler-flag=-DWIDTH=64", "--", "4", "stop"});
    QCOMPARE(aborted.code, 3);
    QVERIFY2(aborted.output.find("did not run to its end") != std::string::npos, aborted.output.c_str());
    QVERIFY2(aborted.output.find("  | turned 4") != std::string::npos, aborted.output.c_str());
    QVERIFY2(aborted.output.find("warpwright run turn.cu") != std::string::npos, aborted.output.c_str());
  }

  void asksForFlags() {
    const Answer answer = tryIt({"--", "4"});
    QCOMPARE(answer.code, 3);
    QVERIFY2(answer.error.find("--compiler-flag") != std::string::npos, answer.error.c_str());
    QCOMPARE(tryIt({"--trades", "-1"}).code, 2);
  }

  // There is no GPU where tests run; what is asked for in vain is said before anything runs.
  void aWholeProgramOnAGpuNeedsOneHere() {
    const QString file = writeInto(folder_, "whole.cu", program);
    const Answer there = callWarpwright({"try", file, "--on", "ssh:nowhere/gpu"}, folder_.path());
    QCOMPARE(there.code, 2);
    QVERIFY(there.error.find("first GPU of this machine") != std::string::npos);
    QCOMPARE(callWarpwright({"try", file, "--on", "gpu", "--report", "r.html"}, folder_.path()).code, 2);
    QCOMPARE(callWarpwright({"try", file, "--on", "gpu", "--budget", "soon"}, folder_.path()).code, 2);
    const Answer none = callWarpwright({"try", "nothing.cu", "--on", "gpu"}, folder_.path());
    QVERIFY(none.code == 3 || none.code == 4);
  }
};

QTEST_GUILESS_MAIN(TryTest)
#include "try_command_test.moc"

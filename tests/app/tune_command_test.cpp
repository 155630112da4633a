#include <unistd.h>

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "core/base/file.h"
#include "core/session/session.h"
#include "tests/app/command.h"

using namespace warpwright;
using nlohmann::json;

/// `warpwright tune` as people call it, on the sample project, without a toolkit.
class TuneCommandTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  Answer run(const QStringList& arguments) { return callWarpwright(arguments, folder_.path()); }
  static QStringList tuneArguments(const QString& session, const QStringList& more = {}) {
    return QStringList{"tune",   "grid_path.cu", "--kernel", "descend",         "--on",     "cpu", "--session", session,
                       "--cuda", "none",         "--metric", "engine/accesses", "--format", "json"} +
           more + QStringList{"--", "2000", "11", "5"};
  }
  /// A busy machine judges less within a budget: goes on with the session till the answer says what is looked for.
  Answer runUntil(const std::string& wanted, const QStringList& arguments) {
    Answer answer = run(arguments);
    for (int more = 0; more < 8 && answer.code == 0 && answer.output.find(wanted) == std::string::npos; ++more)
      answer = run(arguments);
    return answer;
  }
  std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }

 private slots:
  void initTestCase() { QVERIFY(QFile::copy(QString(SAMPLE) + "/grid_path.cu", folder_.filePath("grid_path.cu"))); }

  void findsABetterVariantAndWritesItsPatch() {
    const Answer little = run(tuneArguments("a.wws", {"--budget", "0s"}));
    QVERIFY2(little.code == 0, little.error.c_str());
    QCOMPARE(little.value()["judged_now"].get<int>(), 1);
    QVERIFY(!little.value()["complete"].get<bool>());
    const Answer answer = run(tuneArguments("a.wws"));  // goes on to the end
    QVERIFY2(answer.code == 0, answer.error.c_str());
    const json tuned = answer.value();
    QCOMPARE(tuned["schema"].get<std::string>(), std::string("warpwright.tune/1"));
    QVERIFY(tuned["complete"].get<bool>());
    const double original = tuned["variants"][0]["score"].get<double>();
    QVERIFY(tuned["variants"][0]["steps"].empty());
    QVERIFY2(tuned["best"].is_object(), answer.output.c_str());
    QVERIFY(tuned["best"]["score"].get<double>() < original);
    QCOMPARE(tuned["best"]["steps"][0]["subject"].get<std::string>(), std::string("result"));
    QVERIFY(!tuned["best"]["assumptions"].empty());
    const std::string patch = readFile(path("a.wws.patch")).value();
    QVERIFY2(patch.find("+  int result") != std::string::npos, patch.c_str());
    QProcess apply;
    apply.setWorkingDirectory(folder_.path());
    apply.start("patch", {"-p1", "-o", "tuned.cu", "-i", "a.wws.patch"});
    if (!apply.waitForStarted()) QSKIP("patch is not installed");
    QVERIFY(apply.waitForFinished() && apply.exitCode() == 0);
    const Answer verified = run({"verify", "grid_path.cu", "--against", "tuned.cu", "--cuda", "none", "--format",
                                 "json", "--", "2000", "11", "5"});
    QVERIFY(verified.value()["identical"].get<bool>());
  }

  void goesOnWithItsSession() {
    const Answer again = run(tuneArguments("a.wws"));
    QVERIFY2(again.code == 0, again.error.c_str());
    QCOMPARE(again.value()["judged_now"].get<int>(), 0);
  }

  /// Kills tunings at random moments, every other one in the middle of a commit. A session that has come to its end is
  /// followed by a new one, so that every kill hits a tuning that has work left.
  void survivesKilling() {
    const int rounds = std::max(2, qEnvironmentVariableIntValue("WARPWRIGHT_KILL_ROUNDS"));
    std::mt19937 random(static_cast<unsigned>(qEnvironmentVariableIntValue("WARPWRIGHT_KILL_SEED") + 11));
    const json wanted = run(tuneArguments("a.wws")).value();
    int sessions = 0, opened = 0, inCommits = 0;
    std::map<std::pair<std::string, std::string>, double> kept;  // by variant and metric
    const auto name = [&] { return QString("k%1.wws").arg(sessions); };
    const auto isComplete = [&](const json& tuned) {
      return tuned["complete"].get<bool>() && tuned["variants"] == wanted["variants"] &&
             tuned["best"]["steps"] == wanted["best"]["steps"];
    };
    for (int round = 0; round < rounds; ++round) {
      QProcess tuning;
      tuning.setWorkingDirectory(folder_.path());
      tuning.start(WARPWRIGHT_PROGRAM, tuneArguments(name()));
      QVERIFY(tuning.waitForStarted());
      const bool inCommit = round % 2 == 1;
      const int patience = 100 + static_cast<int>(random() % 3000);
      if (inCommit) {
        const std::string journal = path((name() + "-journal").toUtf8().constData());
        QElapsedTimer waited;
        // Not the first commit that comes, nor always the same instant of one.
        for (waited.start(); waited.elapsed() < patience;) tuning.waitForFinished(1);
        while (tuning.state() == QProcess::Running && ::access(journal.c_str(), F_OK) != 0) {
          if (waited.elapsed() % 50 == 49) tuning.waitForFinished(0);
        }
        inCommits += ::access(journal.c_str(), F_OK) == 0;
        for (volatile unsigned spin = random() % 200000; spin > 0;) spin = spin - 1;
      } else {
        tuning.waitForFinished(patience);
      }
      const bool over = tuning.state() == QProcess::NotRunning;
      tuning.kill();
      tuning.waitForFinished();
      if (over) {
        QVERIFY2(isComplete(json::parse(tuning.readAllStandardOutput().toStdString(), nullptr, false)),
                 qPrintable(name()));
        ++sessions;
        kept.clear();
        continue;
      }
      if (!QFile::exists(folder_.filePath(name()))) continue;
      auto session = Session::openOrCreate(path(name().toUtf8().constData()));
      QVERIFY2(session.ok(), session.ok() ? "" : session.error().message.c_str());
      const auto measurements = session->measurements();
      const auto variants = session->variants();
      QVERIFY(measurements.ok() && variants.ok());
      ++opened;
      std::map<std::pair<std::string, std::string>, double> now;
      for (const MeasurementRecord& record : *measurements) now[{record.variant, record.metric}] = record.value;
      for (const auto& [what, value] : kept) QVERIFY(now.contains(what) && now[what] == value);
      // A measurement never stands without its variant.
      for (const MeasurementRecord& record : *measurements) {
        QVERIFY(record.variant.empty() || std::any_of(variants->begin(), variants->end(),
                                                      [&](const VariantRecord& v) { return v.id == record.variant; }));
      }
      kept = std::move(now);
    }
    const Answer rest = run(tuneArguments(name()));
    QVERIFY2(rest.code == 0, rest.error.c_str());
    QVERIFY(isComplete(rest.value()));
    qInfo("%d kills, %d of them in a commit; the session was opened %d times; %d tunings came to their end", rounds,
          inCommits, opened, sessions + 1);
  }

  void aCaptureServesToo() {
    QVERIFY(QFile::exists(folder_.filePath("a.wws.wwcap")));
    const Answer answer =
        runUntil("Best: ", {"tune",       "grid_path.cu",
                            "--kernel",   "descend",
                            "--on",       "cpu",
                            "--session",  "c.wws",
                            "--cuda",     "none",
                            "--capture",  "a.wws.wwcap",
                            "--strategy", "exhaustive",
                            "--budget",   "15s",
                            "--patch",    "best.patch",
                            "--metric",   "engine/accesses",
                            "--passes",   "shared_to_register,shared_to_local,thread_compaction,redundant_barrier"});
    QVERIFY2(answer.code == 0, answer.error.c_str());
    QVERIFY(answer.output.find("Best: ") != std::string::npos && QFile::exists(folder_.filePath("best.patch")));
    QVERIFY2(answer.error.find("They say what is asked of memory") != std::string::npos, answer.error.c_str());
  }

  // The source does not say how large the blocks are, the launch that variants are judged by does.
  void takesTheBlockFromItsLaunch() {
    const std::string text =
        "#include <cstdlib>\n"
        "__global__ void add(const float *in, float *out, int n) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) out[i] = in[i] + 1;\n}\n"
        "int main(int argc, char **argv) {\n  int n = 1000, threads = atoi(argv[1]);\n  float *in, *out;\n"
        "  cudaMalloc(&in, n * 4);\n  cudaMalloc(&out, n * 4);\n  cudaMemset(in, 0, n * 4);\n"
        "  add<<<(n + threads - 1) / threads, threads>>>(in, out, n);\n  cudaDeviceSynchronize();\n}\n";
    writeInto(folder_, "open.cu", text);
    const Answer answer = runUntil(
        "thread_compaction", {"tune", "open.cu", "--kernel", "add", "--on", "cpu", "--session", "open.wws", "--cuda",
                              "none", "--budget", "20s", "--metric", "engine/accesses", "--", "128"});
    QVERIFY2(answer.code == 0, answer.error.c_str());
    QVERIFY2(answer.output.find("<<<(8,1,1),(128,1,1),0>>>") != std::string::npos, answer.output.c_str());
    QVERIFY2(answer.output.find("thread_compaction") != std::string::npos, answer.output.c_str());
  }

  void theModelRanksWhereItIsAsked() {
    const Answer answer =
        run({"tune", "grid_path.cu", "--kernel", "descend", "--on", "cpu", "--session", "m.wws", "--cuda", "none",
             "--capture", "a.wws.wwcap", "--strategy", "model", "--metric", "model/cost", "--format", "json"});
    QVERIFY2(answer.code == 0, answer.error.c_str());
    const json tuned = answer.value();
    QCOMPARE(tuned["metric"].get<std::string>(), std::string("model/cost"));
    QCOMPARE(tuned["unit"].get<std::string>(), std::string("relative cost"));
    QCOMPARE(tuned["strategy"].get<std::string>(), std::string("model"));
    QVERIFY(tuned["variants"].size() > 1 && tuned["variants"][0]["score"].get<double>() > 0);
    const auto session = Session::openOrCreate(path("m.wws"));
    QVERIFY(session.ok());
    const auto variants = session->variants();
    QVERIFY(variants.ok());
    for (const VariantRecord& variant : *variants) {
      if (variant.verification->identical) QCOMPARE(variant.verification->traces.size(), size_t{1});
    }
  }

  void recordingsReplayMeasurements() {
    const Answer answer = run({"tune", "grid_path.cu", "--kernel", "descend", "--on", "recorded:a.wws", "--session",
                               "r.wws", "--cuda", "none", "--format", "json"});
    QVERIFY2(answer.code == 0, answer.error.c_str());
    QVERIFY(answer.value()["best"]["score"] == run(tuneArguments("a.wws")).value()["best"]["score"]);
    const Answer none = run({"tune", "grid_path.cu", "--kernel", "descend", "--on", "recorded:a.wws", "--session",
                             "q.wws", "--metric", "time/median", "--cuda", "none"});
    QCOMPARE(none.code, 3);
    QVERIFY(none.error.find("It holds: engine/accesses") != std::string::npos);
  }

  void messagesSayWhatIsWrong() {
    QCOMPARE(run({"tune", "grid_path.cu", "--kernel", "descend", "--on", "gpu:77", "--session", "x.wws"}).code, 4);
    QCOMPARE(run(tuneArguments("x.wws", {"--budget", "soon"})).code, 2);
    QCOMPARE(run(tuneArguments("x.wws", {"--strategy", "luck"})).code, 2);
    QCOMPARE(
        run({"tune", "grid_path.cu", "--kernel", "ascend", "--on", "cpu", "--session", "x.wws", "--cuda", "none"}).code,
        2);
    QCOMPARE(run(tuneArguments("x.wws", {"--launch-index", "77"})).code, 3);
    QVERIFY(writeFileAtomically(path("p.json"), R"({"schema": "warpwright.profile/1", "kernels": []})").ok());
    QCOMPARE(run(tuneArguments("x.wws", {"--profile", "p.json"})).code, 3);  // without a launch of it
    QCOMPARE(run(tuneArguments("x.wws", {"--profile", "p.json", "--launch-index", "1"})).code, 2);
    // Another input is another tuning.
    const Answer other = run({"tune", "grid_path.cu", "--kernel", "descend", "--on", "cpu", "--session", "a.wws",
                              "--cuda", "none", "--", "3000", "11", "5"});
    QCOMPARE(other.code, 3);
    QVERIFY(other.error.find("holds another tuning") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(TuneCommandTest)
#include "tune_command_test.moc"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <nlohmann/json.hpp>

#include "test_data.h"
#include "tests/app/command.h"
#include "tests/app/gather_elsewhere.h"

using namespace warpwright;
using nlohmann::json;

/// Workers on a cluster, which is this machine: a real Slurm of one node, started for the test.
class SlurmTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  QProcess slurm_;

  QString path(const QString& name) const { return folder_.filePath(name); }
  void put(const QString& name, const std::string& text) { putText(folder_.path(), name, text); }
  Answer run(const QStringList& arguments) { return callWarpwright(arguments, folder_.path()); }
  static QStringList replayWords(const QStringList& more) {
    return QStringList{"replay", "a.wwcap", "--on", "slurm:main", "--format", "json"} + more;
  }

  /// Programs that run out of the shared folder and have `word` in their name.
  QList<qint64> running(const QString& word) const {
    QList<qint64> found;
    for (const QString& name : QDir("/proc").entryList(QDir::Dirs)) {
      bool isNumber = false;
      const qint64 pid = name.toLongLong(&isNumber);
      const QString program = isNumber ? QFile::symLinkTarget("/proc/" + name + "/exe") : QString();
      if (program.startsWith(path("shared")) && program.contains(word)) found.append(pid);
    }
    return found;
  }
  static QByteArray ask(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.start(program, arguments);
    process.waitForFinished();
    return process.readAllStandardOutput();
  }
  /// Ends a task as a node that dies would: nothing of it is left, and it leaves nothing.
  int killTasks(QProcess& whileThere, int most) {
    int killed = 0;
    while (killed < most && whileThere.state() == QProcess::Running) {
      const QList<qint64> agents = running("remote-agent"), workers = running("cpu-worker");
      // A task is there once its worker is; the original's is over quickly.
      if (!agents.isEmpty() && !workers.isEmpty() && QFile::exists(path("armed"))) {
        for (const qint64 pid : agents + workers) ::kill(static_cast<pid_t>(pid), SIGKILL);
        ++killed;
        for (int i = 0; i < 100 && !running("cpu-worker").isEmpty(); ++i) QTest::qWait(20);
      }
      whileThere.waitForFinished(20);
    }
    return killed;
  }

 private slots:
  void initTestCase() {
    slurm_.setProcessChannelMode(QProcess::MergedChannels);
    slurm_.start(WARPWRIGHT_TEST_DATA "/support/slurm_node", {path("slurm")});
    QVERIFY(slurm_.waitForStarted());
    QByteArray said;
    while (!said.contains('\n') && slurm_.state() == QProcess::Running && slurm_.waitForReadyRead(60000))
      said += slurm_.readAll();
    if (said.trimmed() != "ready") {
      slurm_.waitForFinished(1000);
      QSKIP((said + slurm_.readAll()).trimmed().constData());
    }
    qputenv("SLURM_CONF", path("slurm/slurm.conf").toUtf8());
    qputenv("WARPWRIGHT_SLURM_FOLDER", path("shared").toUtf8());
    captureGather(folder_.path());
    put("slow.cu", gatherWith("int sum = 0, k = 0;",
                              "int sum = 0, k = 0; if (i == 0) for (int w = 0; w < 150000000; ++w) "
                              "*(volatile int*)seen;"));
  }

  void cleanupTestCase() {
    slurm_.closeWriteChannel();
    slurm_.waitForFinished(10000);
    QVERIFY(slurm_.state() == QProcess::NotRunning);
  }

  void variantsAreOneArray() {
    QStringList variants;
    for (const char* name : {"same.cu", "wrong.cu", "broken.cu", "same.cu", "same.cu", "wrong.cu"})
      variants << "--variant" << name;
    const Answer there = run(replayWords(variants));
    QVERIFY2(there.code == 3, there.error.c_str());
    const json answer = there.value();
    QVERIFY2(answer.is_object(), there.error.c_str());
    QCOMPARE(answer["target"].get<std::string>(), std::string("slurm:main"));
    QVERIFY(answer["original"]["reproduces"].get<bool>());
    QStringList verdicts;
    for (const json& variant : answer["variants"])
      verdicts << QString::fromStdString(variant["verdict"].get<std::string>());
    QCOMPARE(verdicts.join(' '), QString("same differs failed same same differs"));
    // The original is a job, and the five that compile are one.
    const QByteArray jobs = ask("scontrol", {"show", "job", "--oneliner"});
    QCOMPARE(jobs.count("ArrayTaskId=0 "), 2);
    QCOMPARE(jobs.count("ArrayTaskId=4 "), 1);
    QCOMPARE(jobs.count("ArrayTaskId=5 "), 0);
    QVERIFY(QDir(path("shared/jobs")).isEmpty());
  }

  void aTuningGoesOnElsewhere() { tuneHereAndAt("slurm:main", folder_.path()); }

  void cancellingEmptiesTheQueue() {
    QProcess process;
    process.setWorkingDirectory(folder_.path());
    process.start(WARPWRIGHT_PROGRAM, replayWords({"--variant", "endless.cu", "--variant", "endless.cu"}));
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(running("cpu-worker").size() >= 2, 60000);
    ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
    QVERIFY(process.waitForFinished(20000));
    QTRY_VERIFY_WITH_TIMEOUT(running("").isEmpty(), 15000);
    QTRY_VERIFY_WITH_TIMEOUT(ask("squeue", {"-h"}).isEmpty(), 15000);
  }

  void aLostTaskIsRepeatedOnce_data() {
    QTest::addColumn<int>("times");
    QTest::newRow("lost once") << 1;
    QTest::newRow("lost twice") << 2;
  }
  void aLostTaskIsRepeatedOnce() {
    QFETCH(int, times);
    QFile::remove(path("armed"));
    QProcess process;
    process.setWorkingDirectory(folder_.path());
    process.start(WARPWRIGHT_PROGRAM, replayWords({"--variant", "slow.cu"}));
    QVERIFY(process.waitForStarted());
    // The original comes first; the variant is the second call.
    const auto isSecondCall = [&] {
      const QStringList places = QDir(path("shared/jobs")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
      return std::any_of(places.begin(), places.end(),
                         [&](const QString& name) { return QDir(path("shared/jobs/" + name)).exists("2"); });
    };
    QTRY_VERIFY_WITH_TIMEOUT(isSecondCall(), 60000);
    put("armed", "");
    QCOMPARE(killTasks(process, times), times);
    QVERIFY(process.waitForFinished(60000));
    const json answer = json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
    QVERIFY2(answer.is_object(), process.readAllStandardError().constData());
    const json& variant = answer["variants"][0];
    const std::string message = variant["message"].get<std::string>();
    QVERIFY2(variant["verdict"] == (times == 1 ? "same" : "failed"), message.c_str());
    if (times == 2) QVERIFY2(message.find("was lost for the second time") != std::string::npos, message.c_str());
  }

  void saysWhyNot() {
    const Answer none = run({"replay", "a.wwcap", "--on", "slurm:nosuch"});
    QVERIFY2(none.code == 4 && none.error.find("There are: main, closed") != std::string::npos, none.error.c_str());
    const Answer down = run({"replay", "a.wwcap", "--on", "slurm:closed"});
    QVERIFY2(down.code == 4 && down.error.find("is down") != std::string::npos, down.error.c_str());
    QCOMPARE(run({"replay", "a.wwcap", "--on", "slurm:--wrap=x"}).code, 2);
    const Answer gpu = run({"replay", "a.wwcap", "--on", "slurm:main/gpu"});
    QVERIFY2(gpu.code == 4 && gpu.error.find("Slurm did not take the job") != std::string::npos, gpu.error.c_str());
  }
};

QTEST_GUILESS_MAIN(SlurmTest)
#include "slurm_test.moc"

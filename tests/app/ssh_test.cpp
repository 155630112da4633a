#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "tests/app/command.h"
#include "tests/app/gather_elsewhere.h"

using namespace warpwright;
using nlohmann::json;

/// Workers on another machine, which is this one: a real sshd on loopback, with keys, ports and a
/// cache of its own.
class SshTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  QProcess sshd_;
  int port_ = 0;

  QString path(const QString& name) const { return folder_.filePath(name); }
  void put(const QString& name, const std::string& text) { putText(folder_.path(), name, text); }
  static Answer warpwright(const QString& folder, const QStringList& arguments) {
    return callWarpwright(arguments, folder);
  }
  Answer run(const QStringList& arguments) { return warpwright(folder_.path(), arguments); }
  Answer replay(const QString& target, const QStringList& more = {}) {
    return run(QStringList{"replay", "a.wwcap", "--on", target, "--format", "json"} + more);
  }
  static bool call(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.start(program, arguments);
    return process.waitForFinished() && process.exitCode() == 0;
  }
  static int freePort() {
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost, 0) ? server.serverPort() : 0;
  }

  void writeConfigurations() {
    const std::string folder = folder_.path().toStdString();
    put("sshd_config", "Port " + std::to_string(port_) + "\nListenAddress 127.0.0.1\nHostKey " + folder +
                           "/host\nPidFile " + folder + "/sshd.pid\nAuthorizedKeysFile " + folder +
                           "/authorized\nStrictModes no\nUsePAM no\nPasswordAuthentication no\n"
                           "KbdInteractiveAuthentication no\nPermitRootLogin "
                           "prohibit-password\nSetEnv XDG_CACHE_HOME=" +
                           folder + "/there\n");
    std::string config;
    const auto host = [&](const std::string& name, const std::string& more) {
      config += "Host " + name + "\n  HostName 127.0.0.1\n  IdentitiesOnly yes\n  StrictHostKeyChecking yes\n" + more;
    };
    const std::string right =
        "  Port " + std::to_string(port_) + "\n  UserKnownHostsFile " + folder + "/known\n  HostKeyAlias loop\n";
    const std::string key = "  IdentityFile " + folder + "/user\n";
    host("loop", right + key);
    host("jumped", right + key + "  ProxyJump loop\n");
    host("stranger", right + "  IdentityFile " + folder + "/other\n");
    host("closed", key + "  Port " + std::to_string(freePort()) + "\n");
    host("unseen",
         "  Port " + std::to_string(port_) + "\n  UserKnownHostsFile /dev/null\n  HostKeyAlias unseen\n" + key);
    host("changed", "  Port " + std::to_string(port_) + "\n  UserKnownHostsFile " + folder +
                        "/changed\n  HostKeyAlias loop\n" + key);
    put("ssh_config", config);
    put("ssh", "#!/bin/sh\nexec ssh -F " + folder + "/ssh_config \"$@\"\n");
    QVERIFY(QFile::setPermissions(path("ssh"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const auto known = [&](const char* key) { return "loop " + readFile(path(key).toStdString()).value(); };
    put("known", known("host.pub"));
    put("changed", known("other.pub"));
    put("authorized", readFile(path("user.pub").toStdString()).value());
  }

  void startSshd(const QString& program) {
    // sshd of root insists on this one.
    if (::geteuid() == 0) QDir().mkpath("/run/sshd");
    sshd_.setStandardErrorFile(path("sshd.log"));
    sshd_.start(program, {"-D", "-e", "-f", path("sshd_config")});
    QVERIFY(sshd_.waitForStarted());
    QElapsedTimer waited;
    for (waited.start(); waited.elapsed() < 10000; QTest::qWait(20)) {
      QTcpSocket socket;
      socket.connectToHost("127.0.0.1", static_cast<quint16>(port_));
      if (socket.waitForConnected(200)) return;
      if (sshd_.state() == QProcess::NotRunning) break;
    }
    const auto log = readFile(path("sshd.log").toStdString());
    QSKIP(("sshd cannot be started here: " + (log.ok() ? *log : std::string())).c_str());
  }

  /// Workers and agents that run out of the cache there.
  QList<qint64> running() const {
    QList<qint64> found;
    for (const QString& name : QDir("/proc").entryList(QDir::Dirs)) {
      bool isNumber = false;
      const qint64 pid = name.toLongLong(&isNumber);
      if (isNumber && QFile::symLinkTarget("/proc/" + name + "/exe").startsWith(path("there"))) found.append(pid);
    }
    return found;
  }
  QStringList trees() const {
    return QDir(path("there/warpwright/trees")).entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::Hidden);
  }

 private slots:
  void initTestCase() {
    const QString sshd = QStandardPaths::findExecutable("sshd", {"/usr/sbin", "/usr/local/sbin"});
    if (sshd.isEmpty() || QStandardPaths::findExecutable("ssh").isEmpty()) QSKIP("openssh-server is not installed.");
    for (const char* key : {"host", "user", "other"}) {
      QVERIFY(call("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", path(key)}));
    }
    port_ = freePort();
    writeConfigurations();
    startSshd(sshd);
    if (QTest::currentTestFailed() || sshd_.state() != QProcess::Running) return;
    // An account that is locked, a shell that is none: nothing of ours.
    if (!call(path("ssh"), {"-o", "BatchMode=yes", "loop", "true"})) {
      const auto log = readFile(path("sshd.log").toStdString());
      QSKIP(("sshd lets nobody in here: " + (log.ok() ? *log : std::string())).c_str());
    }
    qputenv("WARPWRIGHT_SSH", path("ssh").toUtf8());
    captureGather(folder_.path());
  }

  void cleanupTestCase() {
    sshd_.terminate();
    sshd_.waitForFinished(5000);
    // The machine is left as it was.
    QTRY_VERIFY_WITH_TIMEOUT(running().isEmpty(), 5000);
  }

  void replaysAreTheSameThere() {
    const QStringList variants{"--variant", "same.cu",   "--variant", "wrong.cu",
                               "--variant", "broken.cu", "--metrics", "all"};
    const Answer here = replay("cpu", variants), there = replay("ssh:loop", variants);
    QVERIFY2(there.code == here.code, there.error.c_str());
    json one = here.value(), other = there.value();
    QCOMPARE(other["target"].get<std::string>(), std::string("ssh:loop"));
    one.erase("target");
    other.erase("target");
    QVERIFY2(other.is_object() && other["variants"].size() == 3, there.error.c_str());
    const auto bare = [](json& value) {
      for (json* run : {&value["original"], &value["variants"][0], &value["variants"][1], &value["variants"][2]}) {
        for (const char* field : {"seconds", "compile_seconds", "peak_bytes"}) run->erase(field);
      }
    };
    bare(one);
    bare(other);
    QCOMPARE(QString::fromStdString(other.dump(1)), QString::fromStdString(one.dump(1)));
  }

  void whatIsThereStaysAndIsPrivate() {
    const QStringList before = trees();
    QCOMPARE(before.size(), 2);
    QCOMPARE(replay("ssh:loop").code, 0);
    QCOMPARE(trees(), before);
    QVERIFY(QDir(path("there/warpwright/jobs")).isEmpty());
    QDirIterator files(path("there/warpwright"), QDir::AllEntries | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (files.hasNext()) {
      files.next();
      const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
      if (files.filePath().contains("/trees/")) continue;
      QVERIFY2(!(files.fileInfo().permissions() & others), qPrintable(files.filePath()));
    }
  }

  void halfATreeIsSentAgain() {
    for (const QString& tree : trees()) {
      QDir folder(path("there/warpwright/trees/" + tree));
      if (!folder.exists("bin")) continue;
      QVERIFY(folder.remove("MANIFEST"));
      QVERIFY(folder.remove("bin/warpwright-cpu-worker"));
    }
    QCOMPARE(replay("ssh:loop").code, 0);
  }

  void goesThroughAJumpHost() { QCOMPARE(replay("ssh:jumped").code, 0); }

  void aTuningGoesOnElsewhere() { tuneHereAndAt("ssh:loop", folder_.path()); }

  void programsRunThere() {
    put("reads.cu", R"(
#include <cstdio>
#include <cuda_runtime.h>
__global__ void twice(int* data) { data[threadIdx.x] *= 2; }
int main(int count, char** words) {
  int values[4] = {}, *data;
  FILE* file = count > 1 ? fopen(words[1], "r") : nullptr;
  if (!file) return 7;
  for (int& value : values) if (fscanf(file, "%d", &value) != 1) return 8;
  cudaMalloc(&data, sizeof values);
  cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
  twice<<<1, 4>>>(data);
  cudaMemcpy(values, data, sizeof values, cudaMemcpyDeviceToHost);
  printf("%d %d %s\n", values[0], values[3], words[2]);
}
)");
    put("input.txt", "1 2 3 4\n");
    const Answer there =
        run({"run", "reads.cu", "--cuda", "none", "--on", "ssh:loop", "--", "input.txt", "plain word"});
    QVERIFY2(there.code == 0, there.error.c_str());
    QCOMPARE(there.output, std::string("2 8 plain word\n"));
    const auto verify = [&](const QString& variant) {
      return run({"verify", "main.cu", "--against", variant, "--cuda", "none", "--on", "ssh:loop", "--format", "json"});
    };
    const Answer same = verify("same.cu"), wrong = verify("wrong.cu"), broken = verify("broken.cu");
    QVERIFY2(same.code == 0 && same.value()["identical"].get<bool>(), (same.output + same.error).c_str());
    QVERIFY2(same.value()["compared_launches"] == 5, same.output.c_str());
    QVERIFY2(wrong.code == 1 && wrong.value()["differences"][0]["buffer"].get<std::string>().find("out") == 0,
             (wrong.output + wrong.error).c_str());
    QCOMPARE(broken.code, 3);
    QCOMPARE(run({"run", "main.cu", "--cuda", "none", "--on", "ssh:loop", "--capture", "z.wwcap"}).code, 2);
    QCOMPARE(run({"run", "main.cu", "--cuda", "none", "--on", "gpu"}).code, 2);
  }

  void saysWhyNot_data() {
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("words");
    QTest::newRow("no key") << "stranger" << "did not let us in";
    QTest::newRow("nobody listens") << "closed" << "cannot be reached";
    QTest::newRow("host key not known") << "unseen" << "is not known here";
    QTest::newRow("host key changed") << "changed" << "another host key";
    QTest::newRow("no such host") << "nowhere.invalid" << "nowhere.invalid";
    QTest::newRow("no GPU there") << "loop/gpu:77" << "NVIDIA";
  }
  void saysWhyNot() {
    QFETCH(QString, host);
    QFETCH(QString, words);
    const Answer answer = replay("ssh:" + host);
    QVERIFY2(answer.code == 4, answer.error.c_str());
    QVERIFY2(QString::fromStdString(answer.error).contains(words), answer.error.c_str());
  }

  void noNameReachesAShell_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"-oProxyCommand=touch x", "-F/dev/null", "a b", "a'b", "a\"b", "a\nb", "$(touch x)",
                             "`touch x`", "a;touch x", "a|b", "a&b", "*", "~", "a\\b", "a>x"}) {
      QTest::newRow(name) << name;
    }
  }
  void noNameReachesAShell() {
    QFETCH(QString, name);
    const Answer answer = replay("ssh:" + name);
    QVERIFY2(answer.code == 2, answer.error.c_str());
    QVERIFY(!QFile::exists(path("x")));
  }

  void cancellingEndsTheWorkerThere() {
    QProcess process;
    process.setWorkingDirectory(folder_.path());
    process.start(WARPWRIGHT_PROGRAM, {"replay", "a.wwcap", "--on", "ssh:loop", "--variant", "endless.cu"});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(running().size() >= 2, 60000);
    QTest::qWait(500);
    ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
    QVERIFY(process.waitForFinished(20000));
    QTRY_VERIFY_WITH_TIMEOUT(running().isEmpty(), 10000);
    QVERIFY(!call("pgrep", {"-f", path("ssh_config")}));
  }

  void nothingOutlivesAKilledOne() {
    QProcess process;
    process.setWorkingDirectory(folder_.path());
    process.start(WARPWRIGHT_PROGRAM, {"replay", "a.wwcap", "--on", "ssh:loop", "--variant", "endless.cu"});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(running().size() >= 2, 60000);
    process.kill();
    QVERIFY(process.waitForFinished(20000));
    QTRY_VERIFY_WITH_TIMEOUT(running().isEmpty(), 10000);
    QVERIFY(!call("pgrep", {"-f", path("ssh_config")}));
  }

  void aLostConnectionIsSaid() {
    QProcess process;
    process.setWorkingDirectory(folder_.path());
    process.start(WARPWRIGHT_PROGRAM, {"replay", "a.wwcap", "--on", "ssh:loop", "--variant", "endless.cu"});
    QVERIFY(process.waitForStarted());
    // An agent and its worker; between the original and the variant neither runs.
    for (int tries = 0; tries < 600 && process.state() == QProcess::Running; ++tries) {
      const QList<qint64> there = running();
      if (there.size() >= 2) {
        for (const qint64 pid : there) ::kill(static_cast<pid_t>(pid), SIGKILL);
      }
      process.waitForFinished(20);
    }
    QVERIFY(process.state() == QProcess::NotRunning);
    const QByteArray error = process.readAllStandardError();
    QVERIFY2(process.exitCode() == 4 && error.contains("lost"), error.constData());
  }
};

QTEST_GUILESS_MAIN(SshTest)
#include "ssh_test.moc"

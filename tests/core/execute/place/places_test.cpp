#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/execute/place/agent_words.h"
#include "core/execute/place/deployment.h"
#include "core/execute/place/file_names.h"
#include "core/execute/place/ssh_connection.h"
#include "core/execute/place/tar_stream.h"
#include "core/job/target.h"

using namespace warpwright;

/// What places are made of, without any place.
class PlacesTest : public QObject {
  Q_OBJECT

 private slots:
  void targetsAreReadAndWritten() {
    for (const char* text : {"cpu", "gpu", "gpu:0", "gpu:12", "ssh:host", "ssh:me@host.example", "ssh:host/gpu",
                             "ssh:host/gpu:3", "slurm:batch", "slurm:gpu_long/gpu", "recorded:/a b/c.wws"}) {
      const auto target = parseTarget(text);
      QVERIFY2(target.ok(), text);
      QCOMPARE(toString(*target), std::string(text));
    }
    QVERIFY(parseTarget("ssh:host/cpu").value() == parseTarget("ssh:host").value());
    for (const char* text : {"", "moon", "gpu:", "gpu:x", "gpu:12345", "gpux", "ssh:", "ssh:-v", "ssh:a b", "ssh:a/b",
                             "ssh:a/gpu:", "ssh:a/gpu:x", "slurm:", "slurm:a;b", "slurm:a\nb", "recorded:"}) {
      const auto target = parseTarget(text);
      QVERIFY2(!target.ok() && target.error().kind == ErrorKind::usage, text);
    }
  }

  void bytesGoThroughLines() {
    std::string bytes;
    for (int i = 0; i < 1000; ++i) {
      QCOMPARE(fromBase64(toBase64(bytes)).value(), bytes);
      bytes += static_cast<char>(i * 7);
    }
    QCOMPARE(toBase64("Ma"), std::string("TWE="));
    QVERIFY(!fromBase64("T*E="));
  }

  void onlyHashesAreNamesInACache() {
    for (const char* name : {"0123456789abcdef", "0123456789abcdef.wwcap"}) QVERIFY(isCacheName(name));
    for (const char* name : {"", ".", "..", "0123456789abcde", "../0123456789abcdef", "0123456789abcdef/x",
                             "0123456789abcdef.", "0123456789abcdef.a/b", "0123456789ABCDEF", "0123456789abcdef.a.b"}) {
      QVERIFY2(!isCacheName(name), name);
    }
  }

  void archivesAreWhatTarReads() {
    QTemporaryDir folder;
    const auto path = [&](const char* name) { return folder.filePath(name).toStdString(); };
    QVERIFY(writeFileAtomically(path("a"), std::string(513, 'x')).ok() && writeFileAtomically(path("b"), "").ok());
    FileTree tree;
    for (const char* name : {"a", "b"}) {
      const auto hash = hashFile(path(name));
      tree.files.push_back(
          {std::string("sub/") + name, path(name), std::filesystem::file_size(path(name)), name[0] == 'a', *hash});
    }
    std::string archive;
    QVERIFY(writeTar(tree, [&](std::string_view bytes) {
              archive += bytes;
              return Status();
            }).ok());
    QCOMPARE(archive.size() % 512, size_t{0});
    QVERIFY(writeFileAtomically(path("x.tar"), archive).ok());
    QProcess tar;
    tar.setWorkingDirectory(folder.path());
    tar.start("tar", {"-xf", "x.tar"});
    QVERIFY(tar.waitForFinished() && tar.exitCode() == 0);
    QCOMPARE(readFile(path("sub/a")).value(), std::string(513, 'x'));
    QVERIFY(QFileInfo(folder.filePath("sub/a")).isExecutable() && !QFileInfo(folder.filePath("sub/b")).isExecutable());
    QVERIFY(checkTree(folder.path().toStdString()).ok());
    QVERIFY(writeFileAtomically(path("sub/a"), std::string(513, 'y')).ok());
    QVERIFY(!checkTree(folder.path().toStdString()).ok());
    // A size that octal digits cannot hold.
    const std::string large = tarHeader("large", uint64_t{9} << 30, false);
    QCOMPARE(static_cast<unsigned char>(large[124]), static_cast<unsigned char>(0x80));
    QCOMPARE(static_cast<int>(large[131]), 2);
    QCOMPARE(static_cast<int>(large[132]), 0x40);
  }

  void filesOfAJobGetOtherNames() {
    PlacedJob job;
    job.job = {
        {"replay", "/here/a.wwcap"}, {"program", {{"compiled", "/here/u"}, {"path", ""}}}, {"poisonedCapture", ""}};
    job.inputs = {"/replay", "/program/compiled", "/program/path", "/nothing"};
    job.kept = {"/poisonedCapture"};
    const auto moved =
        withMovedFiles(job, [](FileUse, const std::string& path) { return Result<std::string>("/there" + path); });
    QVERIFY(moved.ok());
    QCOMPARE(moved->at("replay").get<std::string>(), std::string("/there/here/a.wwcap"));
    QCOMPARE(moved->at("program").at("compiled").get<std::string>(), std::string("/there/here/u"));
    QCOMPARE(moved->at("poisonedCapture").get<std::string>(), std::string());
    QVERIFY(!moved->contains("nothing"));
  }

  void failuresOfSshAreSaidInWords() {
    QVERIFY(
        sshFailure("h", "ssh: Could not resolve hostname h: Name or service not known").find("There is no host h") ==
        0);
    QVERIFY(sshFailure("h", "me@h: Permission denied (publickey).\n").find("set up a key") != std::string::npos);
    QVERIFY(sshFailure("h", "ssh: connect to host h port 22: Connection refused\r\n")
                .find("Connection refused. Try `ssh h`") != std::string::npos);
    QVERIFY(sshFailure("h", "").find("cannot be reached.") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(PlacesTest)
#include "places_test.moc"

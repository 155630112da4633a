#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "core/base/temporary_folder.h"

using namespace warpwright;

class TemporaryFolderTest : public QObject {
  Q_OBJECT
  QTemporaryDir place_;

  /// The folder of a process that was killed.
  std::filesystem::path leftBehind() {
    int ends[2];
    if (::pipe(ends) != 0) return {};
    const pid_t child = ::fork();
    if (child == 0) {
      const TemporaryFolder folder;
      const std::string path = folder.path().string();
      const bool told = ::write(ends[1], path.data(), path.size()) == static_cast<ssize_t>(path.size());
      if (told) ::raise(SIGKILL);
      ::_exit(1);
    }
    char path[512] = {};
    const ssize_t size = ::read(ends[0], path, sizeof path - 1);
    ::close(ends[0]);
    ::close(ends[1]);
    ::waitpid(child, nullptr, 0);
    return size > 0 ? path : "";
  }

 private slots:
  void initTestCase() { qputenv("TMPDIR", place_.path().toUtf8()); }

  void sweepsWhatTheDeadLeft() {
    const std::filesystem::path left = leftBehind();
    QVERIFY(std::filesystem::is_directory(left));
    QVERIFY(writeFileAtomically(left / "file", "x").ok());
    QCOMPARE(sweepTemporaryFolders(std::chrono::hours(1)), size_t{0});  // too young to tell
    QVERIFY(std::filesystem::exists(left));
    QCOMPARE(sweepTemporaryFolders(std::chrono::seconds(0)), size_t{1});
    QVERIFY(!std::filesystem::exists(left));
  }

  void leavesWhatIsUsed() {
    const TemporaryFolder used;
    TemporaryFolder moved = TemporaryFolder();
    const TemporaryFolder owner = std::move(moved);
    QCOMPARE(sweepTemporaryFolders(std::chrono::seconds(0)), size_t{0});
    QVERIFY(std::filesystem::is_directory(used.path()) && std::filesystem::is_directory(owner.path()));
  }

  void leavesWhatIsNotOurs() {
    for (const char* name : {"warpwright-shared", "warpwright-temporary-notes", "warpwright-temporary-public"})
      std::filesystem::create_directory(std::filesystem::path(place_.path().toStdString()) / name);
    const auto link = std::filesystem::path(place_.path().toStdString()) / "warpwright-temporary-linked";
    QTemporaryDir elsewhere("/tmp/elsewhere-XXXXXX");
    std::filesystem::create_directory_symlink(elsewhere.path().toStdString(), link);
    QCOMPARE(sweepTemporaryFolders(std::chrono::seconds(0)), size_t{0});
    QVERIFY(QFileInfo::exists(place_.filePath("warpwright-shared")) && QFileInfo::exists(elsewhere.path()));
  }
};

QTEST_GUILESS_MAIN(TemporaryFolderTest)
#include "temporary_folder_test.moc"

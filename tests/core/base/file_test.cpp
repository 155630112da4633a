#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/regular_file.h"

using namespace warpwright;

class FileTest : public QObject {
  Q_OBJECT
 private slots:
  void replacesAsAWhole() {
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("a.cu").toStdString();
    QVERIFY(writeFileAtomically(path, "one").ok());
    ::chmod(path.c_str(), 0640);
    QVERIFY(writeFileAtomically(path, "two").ok());
    QCOMPARE(readFile(path).value(), std::string("two"));
    struct stat info{};
    ::stat(path.c_str(), &info);
    QCOMPARE(info.st_mode & 0777, mode_t(0640));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
  }

  void opensRegularFilesOnly() {
    QTemporaryDir folder;
    const std::string pipe = folder.filePath("pipe.cu").toStdString(),
                      large = folder.filePath("large.cu").toStdString();
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QVERIFY(writeFileAtomically(large, "12345").ok());
    for (const std::string& path : {pipe, std::string("/dev/zero"), folder.path().toStdString()}) {
      QVERIFY(!readFile(path).ok());
      QVERIFY(!openFileStream(path).ok());
      QVERIFY(readFile(path).error().message.find("not a file") != std::string::npos);
    }
    QVERIFY(readFile(large, 5).ok());
    QVERIFY(readFile(large, 4).error().message.find("larger than 4 bytes") != std::string::npos);
    QVERIFY(openFileStream(large).ok());
  }

  void looksForHeadersInTheProjectOnly() {
    QTemporaryDir folder;
    const std::filesystem::path root = folder.filePath("project").toStdString(),
                                outside = folder.filePath("other").toStdString();
    for (const char* part : {"project/a", "project/b/inc", "other"}) QVERIFY(QDir(folder.path()).mkpath(part));
    for (const std::filesystem::path& file :
         {root / "a/one.h", root / "a/two.h", root / "b/two.h", root / "b/inc/three.h", outside / "four.h"}) {
      QVERIFY(writeFileAtomically(file, "").ok());
    }
    std::filesystem::create_symlink(outside / "four.h", root / "a/four.h");
    QCOMPARE(::mkfifo((root / "a/five.h").c_str(), 0600), 0);
    const FileIndex index(root);
    QCOMPARE(index.folderFor("one.h"), root / "a");
    QCOMPARE(index.folderFor("two.h"), std::filesystem::path());
    QCOMPARE(index.folderFor("b/two.h"), root);
    QCOMPARE(index.folderFor("../inc/three.h"), root / "b");
    QCOMPARE(index.folderFor("four.h"), std::filesystem::path());
    QCOMPARE(index.folderFor("five.h"), std::filesystem::path());
    QCOMPARE(index.unreadable(), (std::vector<std::filesystem::path>{root / "a/five.h"}));
    QCOMPARE(projectRoot(root / "a/x.cu"), root / "a");
    QCOMPARE(projectRoot(root / "a/x.cu", root), root);
    QCOMPARE(projectRoot(outside / "x.cu", root), outside);
  }

  void takesADatabaseAboveForAProjectOnlyWhereItListsTheFolder() {
    QTemporaryDir folder;
    const std::filesystem::path top = folder.filePath("top").toStdString(), proj = top / "proj",
                                file = proj / "src/x.cu";
    for (const char* part : {"top/proj/src", "top/other", "top/build"}) QVERIFY(QDir(folder.path()).mkpath(part));
    for (const std::filesystem::path& database : {top / "compile_commands.json", top / "build/compile_commands.json"}) {
      const auto rootWith = [&](const std::string& text) {
        return writeFileAtomically(database, text).ok() ? projectRoot(file, proj) : std::filesystem::path();
      };
      const std::string above = top.string();
      QCOMPARE(rootWith("[]"), proj);
      QCOMPARE(rootWith("no JSON"), proj);
      QCOMPARE(rootWith("[1, {\"file\": 2}, {\"directory\": \"" + above + "\"}]"), proj);
      QCOMPARE(rootWith("[{\"directory\": \"" + above + "\", \"command\": \"nvcc -I" + proj.string() +
                        " y.cu\", \"file\": \"other/y.cu\"}]"),
               proj);
      QCOMPARE(rootWith("[{\"directory\": \"" + above + "\", \"file\": \"proj2/y.cu\"}]"), proj);
      QCOMPARE(rootWith("[{\"directory\": \"" + above + "/build\", \"file\": \"../proj/src/y.cu\"}]"), top);
      QCOMPARE(rootWith("[{\"directory\": \"/\", \"file\": \"" + file.string() + "\"}]"), top);
      QCOMPARE(projectRoot(file), top);
      std::filesystem::remove(database);
      QCOMPARE(::mkfifo(database.c_str(), 0600), 0);
      QCOMPARE(projectRoot(file, proj), proj);
      QCOMPARE(projectRoot(file), proj / "src");
      std::filesystem::remove(database);
    }
    QVERIFY(writeFileAtomically(proj / "compile_commands.json", "[]").ok());
    QCOMPARE(projectRoot(file, proj), proj);
    QVERIFY(QDir(folder.path()).mkpath("top/.git"));
    std::filesystem::remove(proj / "compile_commands.json");
    QCOMPARE(projectRoot(file, proj), top);
  }

  void followsASymbolicLink() {
    QTemporaryDir folder;
    const std::filesystem::path real = folder.filePath("real.cu").toStdString();
    const std::filesystem::path link = folder.filePath("link.cu").toStdString();
    QVERIFY(writeFileAtomically(real, "one").ok());
    std::filesystem::create_symlink(real, link);
    QVERIFY(writeFileAtomically(link, "two").ok());
    QVERIFY(std::filesystem::is_symlink(link));
    QCOMPARE(readFile(real).value(), std::string("two"));
  }

  void leavesAReadOnlyFileAlone() {
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("a.cu").toStdString();
    QVERIFY(writeFileAtomically(path, "one").ok());
    ::chmod(path.c_str(), 0444);
    const Status status = writeFileAtomically(path, "two");
    QVERIFY(!status.ok());
    QVERIFY(status.error().message.find("permissions") != std::string::npos);
    QCOMPARE(readFile(path).value(), std::string("one"));
  }

  void writesIntoAPipeInsteadOfReplacingIt() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("pipe").toStdString();
    QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
    const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
    QVERIFY(reader >= 0);
    const Status status = writeFileAtomically(path, "bytes");
    char got[16] = {};
    const ssize_t size = ::read(reader, got, sizeof got);
    ::close(reader);
    QVERIFY2(status.ok(), status.ok() ? "" : status.error().message.c_str());
    QVERIFY(std::filesystem::is_fifo(path));
    QCOMPARE(std::string(got, size < 0 ? 0 : static_cast<size_t>(size)), std::string("bytes"));
    QVERIFY(!writeFileAtomically(folder.path().toStdString(), "bytes").ok());
  }

  void namesWhatIsMissing() {
    const auto missing = readFile("no/such/file");
    QVERIFY(!missing.ok());
    QVERIFY(missing.error().message.find("no/such/file") != std::string::npos);
    QVERIFY(!readFile("/").ok());
  }

  void createsOnlyWhatIsNotThere() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("new.txt").toStdString();
    QVERIFY(createFileAtomically(path, "one").ok());
    QCOMPARE(readFile(path).value(), std::string("one"));
    const Status again = createFileAtomically(path, "two");
    QVERIFY(!again.ok() && again.error().kind == ErrorKind::stale);
    QCOMPARE(readFile(path).value(), std::string("one"));
    QVERIFY(!createFileAtomically(folder.filePath("no/folder.txt").toStdString(), "x").ok());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
  }
};

QTEST_GUILESS_MAIN(FileTest)
#include "file_test.moc"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/subprocess.h"
#include "core/finding/branch_commit.h"

using namespace warpwright;

class BranchCommitTest : public QObject {
  Q_OBJECT

  /// A repository with one committed file.
  struct Repository {
    Repository() {
      QDir(folder.path()).mkdir("src");
      file = QDir(folder.path()).canonicalPath().toStdString() + "/src/a.cu";
      write(file, "one\n");
      git({"init", "-q", "-b", "work"});
      git({"config", "user.name", "Somebody"});
      git({"config", "user.email", "somebody@example.org"});
    }
    static void write(const std::string& path, const std::string& text) {
      [&] { QVERIFY(writeFileAtomically(path, text).ok()); }();
    }
    std::string git(std::vector<std::string> arguments) const {
      SubprocessOptions options;
      options.command = {"git"};
      options.command.insert(options.command.end(), arguments.begin(), arguments.end());
      options.workingFolder = folder.path().toStdString();
      const auto end = runSubprocess(options, {});
      return end.ok() && end->clean() ? end->output : "failed";
    }
    void commit() {
      git({"add", "-A"});
      git({"commit", "-q", "-m", "first"});
    }
    Result<BranchCommit> make(const std::string& branch, const std::string& before = "one\n") const {
      const Rewrite rewrite{{{file, hashText(before), {{0, 3, "two", ""}}}}, "s"};
      return commitToBranch(rewrite, {{file, before}}, {{file, "two\n"}}, branch, "Change a", {});
    }
    QTemporaryDir folder;
    std::string file;
  };

  static bool saysNo(const Result<BranchCommit>& made, const char* part) {
    if (made.ok() || QString::fromStdString(made.error().message).contains(part)) return !made.ok();
    qWarning("%s", made.error().message.c_str());
    return false;
  }

 private slots:
  void theCheckoutStaysAsItIs() {
    Repository repository;
    repository.commit();
    Repository::write(repository.folder.filePath("staged.txt").toStdString(), "mine\n");
    repository.git({"add", "staged.txt"});
    const std::string status = repository.git({"status", "--porcelain"});
    const auto made = repository.make("try/register");
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    QCOMPARE(repository.git({"show", "try/register:src/a.cu"}), std::string("two\n"));
    QCOMPARE(repository.git({"rev-parse", "try/register"}), made->commit + "\n");
    QCOMPARE(repository.git({"log", "-1", "--format=%s", "try/register"}), std::string("Change a\n"));
    QCOMPARE(repository.git({"rev-parse", "try/register^"}), repository.git({"rev-parse", "work"}));
    QCOMPARE(repository.git({"diff", "--name-only", "work", "try/register"}), std::string("src/a.cu\n"));
    QCOMPARE(repository.git({"symbolic-ref", "--short", "HEAD"}), std::string("work\n"));
    QCOMPARE(repository.git({"status", "--porcelain"}), status);
    QCOMPARE(readFile(repository.file).value(), std::string("one\n"));
  }

  void newFilesAreCommittedToo() {
    Repository repository;
    repository.commit();
    const std::string fresh = repository.file.substr(0, repository.file.rfind('/')) + "/fresh.h";
    const Rewrite rewrite{{creationOf(fresh, "int fresh;\n")}, "s"};
    QVERIFY(commitToBranch(rewrite, {{fresh, ""}}, {{fresh, "int fresh;\n"}}, "fresh", "m", {}).ok());
    QCOMPARE(repository.git({"show", "fresh:src/fresh.h"}), std::string("int fresh;\n"));
    QVERIFY(!QFile::exists(QString::fromStdString(fresh)));
  }

  void modesAreKept() {
    Repository repository;
    QVERIFY(QFile::setPermissions(QString::fromStdString(repository.file),
                                  QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    repository.commit();
    QVERIFY(repository.make("mode").ok());
    QVERIFY(repository.git({"ls-tree", "mode", "src/a.cu"}).starts_with("100755"));
  }

  void whatIsNotPossibleIsSaid() {
    Repository repository;
    QVERIFY(saysNo(repository.make("b"), "has no commit yet"));
    repository.commit();
    QVERIFY(saysNo(repository.make("a..b"), "cannot be the name of a branch"));
    QVERIFY(saysNo(repository.make("-b"), "cannot be the name of a branch"));
    QVERIFY(saysNo(repository.make("work"), "There is a branch work already"));
    QCOMPARE(repository.make("work").error().kind, ErrorKind::usage);
    QVERIFY(saysNo(repository.make("work/b"), "There is a branch work, so none can be called work/b"));
    QVERIFY(saysNo(repository.make("b", "one, not saved\n"), "has changes that are not committed"));
    Repository::write(repository.file.substr(0, repository.file.rfind('/')) + "/b.cu", "one\n");
    repository.file.replace(repository.file.size() - 4, 1, "b");
    QVERIFY(saysNo(repository.make("b"), "is not committed"));
    QCOMPARE(repository.git({"branch", "--format=%(refname:short)"}), std::string("work\n"));
    QTemporaryDir plain;
    const std::string lone = QDir(plain.path()).canonicalPath().toStdString() + "/a.cu";
    Repository::write(lone, "one\n");
    const Rewrite rewrite{{{lone, hashText("one\n"), {{0, 3, "two", ""}}}}, "s"};
    QVERIFY(saysNo(commitToBranch(rewrite, {{lone, "one\n"}}, {{lone, "two\n"}}, "b", "m", {}), "no git repository"));
  }

  void aNameThatIsAFolderIsTaken() {
    Repository repository;
    repository.commit();
    QVERIFY(repository.make("try/register").ok());
    QVERIFY(saysNo(repository.make("try"), "There are branches whose names begin with try/"));
    QCOMPARE(repository.make("try").error().kind, ErrorKind::usage);
    QVERIFY(repository.make("try/other").ok());
  }

  void hooksOfTheRepositoryDoNotRun() {
    Repository repository;
    repository.commit();
    const QString hook = repository.folder.filePath(".git/hooks/reference-transaction");
    Repository::write(hook.toStdString(), "#!/bin/sh\ntouch \"$(git rev-parse --git-dir)/ran\"\n");
    QVERIFY(QFile::setPermissions(hook, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QVERIFY(repository.make("b").ok());
    QVERIFY(!QFile::exists(repository.folder.filePath(".git/ran")));
  }
};

QTEST_APPLESS_MAIN(BranchCommitTest)
#include "branch_commit_test.moc"

#include <sys/stat.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/finding/rewrite.h"

using namespace warpwright;

class RewriteFilesTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::string put(const char* name, const std::string& text) {
    const std::string path = folder_.filePath(name).toStdString();
    ::chmod(path.c_str(), 0644);
    [&] { QVERIFY(writeFileAtomically(path, text).ok()); }();
    return path;
  }

 private slots:
  void appliesEditsInOrder() {
    const std::string text = "int a; int b;";
    const FileEdits edits{
        "x.cu", hashText(text), {{11, 1, "c", ""}, {0, 0, "/*1*/", ""}, {0, 0, "/*2*/", ""}, {0, 3, "long", ""}}};
    QCOMPARE(applyEdits(edits, text).value(), std::string("/*1*//*2*/long a; int c;"));
  }

  void refusesWhatDoesNotFit() {
    const std::string text = "abcdef";
    const auto apply = [&](uint64_t hash, std::vector<TextEdit> edits) {
      return applyEdits({"x.cu", hash, std::move(edits)}, text);
    };
    QVERIFY(apply(1, {}).error().kind == ErrorKind::stale);
    QVERIFY(!apply(hashText(text), {{0, 3, "", ""}, {2, 2, "", ""}}).ok());
    QVERIFY(!apply(hashText(text), {{4, 3, "", ""}}).ok());
    QVERIFY(!apply(hashText(text), {{0xffffffffu, 0xffffffffu, "", ""}}).ok());
  }

  void writesAllAndUndoes() {
    const std::string a = put("a.cu", "one"), b = put("b.cuh", "two");
    const Rewrite rewrite{{{a, hashText("one"), {{0, 3, "ONE", ""}}}, {b, hashText("two"), {{0, 0, "> ", ""}}}}, "s"};
    const auto applied = writeRewrite(rewrite);
    QVERIFY(applied.ok());
    QCOMPARE(readFile(a).value(), std::string("ONE"));
    QCOMPARE(readFile(b).value(), std::string("> two"));
    QVERIFY(undoRewrite(*applied).ok());
    QCOMPARE(readFile(a).value(), std::string("one"));
    QCOMPARE(readFile(b).value(), std::string("two"));
    QCOMPARE(QDir(folder_.path()).entryList(QDir::Files | QDir::Hidden).size(), 2);
  }

  void writesNothingIfOneFileIsStale() {
    const std::string a = put("a.cu", "one"), b = put("b.cuh", "two");
    const Rewrite rewrite{{{a, hashText("one"), {{0, 3, "ONE", ""}}}, {b, hashText("older"), {}}}, ""};
    const auto applied = writeRewrite(rewrite);
    QVERIFY(!applied.ok() && applied.error().kind == ErrorKind::stale);
    QVERIFY(applied.error().message.find("b.cuh") != std::string::npos);
    QCOMPARE(readFile(a).value(), std::string("one"));
  }

  void putsBackWhatWasWritten() {
    // The second name cannot be replaced by a file: its folder takes no new entries under that name's temporary.
    const std::string a = put("a.cu", "one");
    const std::string longName(255, 'n');
    const std::string b = put("b.cu", "two");
    const std::string tooLong = folder_.filePath(QString::fromStdString(longName)).toStdString();
    QVERIFY(std::rename(b.c_str(), tooLong.c_str()) == 0);  // 255 bytes fit; the temporary beside it does not
    const Rewrite rewrite{{{a, hashText("one"), {{0, 3, "ONE", ""}}}, {tooLong, hashText("two"), {{0, 3, "TWO", ""}}}},
                          ""};
    const auto applied = writeRewrite(rewrite);
    QVERIFY(!applied.ok());
    QCOMPARE(readFile(a).value(), std::string("one"));
    QCOMPARE(readFile(tooLong).value(), std::string("two"));
    QCOMPARE(QDir(folder_.path()).entryList(QDir::Files | QDir::Hidden).size(), 3);
    std::remove(tooLong.c_str());
  }

  void leavesAllIfOneIsReadOnly() {
    const std::string a = put("a.cu", "one"), b = put("c.cu", "two");
    ::chmod(b.c_str(), 0444);
    const Rewrite rewrite{{{a, hashText("one"), {{0, 3, "ONE", ""}}}, {b, hashText("two"), {{0, 3, "TWO", ""}}}}, ""};
    QVERIFY(!writeRewrite(rewrite).ok());
    QCOMPARE(readFile(a).value(), std::string("one"));
    ::chmod(b.c_str(), 0644);
  }

  void undoesOnlyWhatIsStillThere() {
    const std::string a = put("a.cu", "one");
    const auto applied = writeRewrite({{{a, hashText("one"), {{0, 3, "ONE", ""}}}}, ""});
    put("a.cu", "edited");
    const Status undone = undoRewrite(*applied);
    QVERIFY(!undone.ok() && undone.error().kind == ErrorKind::stale);
    QCOMPARE(readFile(a).value(), std::string("edited"));
  }

  void createsAndRemoves() {
    const std::string a = put("a.cu", "one"), fresh = folder_.filePath("fresh.cpp").toStdString();
    const auto applied = writeRewrite({{{a, hashText("one"), {{0, 3, "ONE", ""}}}, creationOf(fresh, "int x;\n")}, ""});
    QVERIFY(applied.ok());
    QVERIFY(!applied->before.contains(fresh));
    QCOMPARE(readFile(fresh).value(), std::string("int x;\n"));
    QVERIFY(undoRewrite(*applied).ok());
    QCOMPARE(readFile(a).value(), std::string("one"));
    QVERIFY(!readFile(fresh).ok());
    QCOMPARE(QDir(folder_.path()).entryList({"*fresh*"}, QDir::Files | QDir::Hidden).size(), 0);
  }

  void createsNothingOverAnotherText() {
    const std::string a = put("a.cu", "one"), there = put("there.cpp", "mine");
    const Rewrite rewrite{{{a, hashText("one"), {{0, 3, "ONE", ""}}}, creationOf(there, "theirs")}, ""};
    const auto applied = writeRewrite(rewrite);
    QVERIFY(!applied.ok() && applied.error().kind == ErrorKind::stale);
    QVERIFY(applied.error().message.find("there.cpp is there already") != std::string::npos);
    QCOMPARE(readFile(a).value(), std::string("one"));
    QCOMPARE(readFile(there).value(), std::string("mine"));
    QVERIFY(!textBefore(rewrite.files[1]).ok());
    QCOMPARE(textBefore(rewrite.files[0]).value(), std::string("one"));
  }

  void leavesWhatWasThereWithTheSameText() {
    const std::string same = put("same.cpp", "text");
    const auto applied = writeRewrite({{creationOf(same, "text")}, ""});
    QVERIFY(applied.ok());
    QVERIFY(applied->after.empty());
    QVERIFY(undoRewrite(*applied).ok());
    QCOMPARE(readFile(same).value(), std::string("text"));
  }

  // The second file cannot be created: its name is too long for the file beside it.
  void removesWhatWasCreated() {
    const std::string a = put("a.cu", "one"), first = folder_.filePath("first.h").toStdString();
    const std::string tooLong = folder_.filePath(QString(255, 'n')).toStdString();
    const auto applied = writeRewrite(
        {{{a, hashText("one"), {{0, 3, "ONE", ""}}}, creationOf(first, "x"), creationOf(tooLong, "y")}, ""});
    QVERIFY(!applied.ok());
    QCOMPARE(readFile(a).value(), std::string("one"));
    QVERIFY(!readFile(first).ok());
  }

  void removesOnlyWhatStillHoldsTheText() {
    const std::string file = folder_.filePath("made.cpp").toStdString();
    const Rewrite rewrite{{creationOf(file, "made")}, ""};
    auto applied = writeRewrite(rewrite);
    put("made.cpp", "edited");
    const Status undone = undoRewrite(*applied);
    QVERIFY(!undone.ok() && undone.error().kind == ErrorKind::stale);
    QCOMPARE(readFile(file).value(), std::string("edited"));
    std::remove(file.c_str());
    applied = writeRewrite(rewrite);
    std::remove(file.c_str());
    QVERIFY(undoRewrite(*applied).ok());  // it is gone already
  }

  void createsNothingBehindALink() {
    const std::string link = folder_.filePath("link.cpp").toStdString();
    QVERIFY(QFile::link(folder_.filePath("nowhere.cpp"), QString::fromStdString(link)));
    QVERIFY(!writeRewrite({{creationOf(link, "x")}, ""}).ok());
    QVERIFY(!QFile::exists(folder_.filePath("nowhere.cpp")));
    std::remove(link.c_str());
  }

  void refusesTheSameFileTwice() {
    const std::string a = put("a.cu", "one");
    const std::string again = folder_.filePath("./a.cu").toStdString();
    QVERIFY(!writeRewrite({{{a, hashText("one"), {}}, {again, hashText("one"), {}}}, ""}).ok());
    const std::string b = folder_.filePath("new.cu").toStdString(),
                      sameNew = folder_.filePath("./new.cu").toStdString();
    QVERIFY(!writeRewrite({{creationOf(b, "x"), creationOf(sameNew, "x")}, ""}).ok());
    QVERIFY(!QFile::exists(QString::fromStdString(b)));
  }
};

QTEST_GUILESS_MAIN(RewriteFilesTest)
#include "rewrite_test.moc"

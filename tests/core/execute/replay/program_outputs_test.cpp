#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "core/execute/replay/program_outputs.h"

using namespace warpwright;
namespace fs = std::filesystem;

class ProgramOutputsTest : public QObject {
  Q_OBJECT

  static ProgramOutputs printed(const char* text, int exitCode = 0) { return {exitCode, 0, text, "", {}}; }

 private slots:
  void whatIsPrintedIsCompared_data() {
    QTest::addColumn<QStringList>("originals");
    QTest::addColumn<QString>("changed");
    QTest::addColumn<QString>("difference");
    QTest::addColumn<QString>("notCompared");
    const auto row = [](const char* name, const QStringList& originals, const char* changed, const char* difference,
                        const char* notCompared) {
      QTest::newRow(name) << originals << QString(changed) << QString(difference) << QString(notCompared);
    };
    row("the same", {"sum 12\nok\n", "sum 12\nok\n"}, "sum 12\nok\n", "", "");
    row("another number", {"sum 12\nok\n", "sum 12\nok\n"}, "sum 13\nok\n",
        "Line 1 on stdout is `sum 13`, and of the original `sum 12`.", "");
    row("another word", {"sum 12\nPASS\n"}, "sum 12\nFAIL\n", "Line 2 on stdout is `FAIL`, and of the original `PASS`.",
        "");
    row("a line less", {"a\nb\n"}, "a\n", "It prints 1 lines on stdout, and the original 2.", "");
    row("what varies by itself", {"seed 5 sum 12\n", "seed 9 sum 12\n"}, "seed 7 sum 12\n", "",
        "numbers in 1 line on stdout, such as `seed 5 sum 12`");
    row("beside what varies", {"seed 5 sum 12\n", "seed 9 sum 12\n"}, "seed 7 sum 13\n",
        "Line 1 on stdout is `seed 7 sum 13`, and of the original `seed 5 sum 12`.", "");
    row("times", {"kernel time: 0.78 ms\nGFLOPS 12\n", "kernel time: 0.78 ms\nGFLOPS 12\n"},
        "kernel time: 0.51 ms\nGFLOPS 18\n", "", "numbers in 2 lines on stdout, such as `kernel time: 0.78 ms`");
    row("a word in a line of times", {"time 0.78 PASS\n"}, "time 0.51 FAIL\n",
        "Line 1 on stdout is `time 0.51 FAIL`, and of the original `time 0.78 PASS`.", "");
    row("numbers of lines that vary", {"a\n", "a\nb\n"}, "c\n", "",
        "stdout, of which runs of the program print more or fewer lines");
    row("numbers without words of time", {"items 7\n"}, "items 8\n",
        "Line 1 on stdout is `items 8`, and of the original `items 7`.", "");
  }
  void whatIsPrintedIsCompared() {
    QFETCH(QStringList, originals);
    QFETCH(QString, changed);
    QFETCH(QString, difference);
    QFETCH(QString, notCompared);
    std::vector<ProgramOutputs> known;
    for (const QString& text : originals) known.push_back(printed(text.toUtf8()));
    const OutputComparison compared = compareOutputs(known, printed(changed.toUtf8()));
    QCOMPARE(QString::fromStdString(compared.difference), difference);
    QStringList left;
    for (const std::string& one : compared.notCompared) left << QString::fromStdString(one);
    if (difference.isEmpty()) QCOMPARE(left.join("; "), notCompared);
  }

  void howItEndsIsCompared() {
    QCOMPARE(compareOutputs({printed("a"), printed("a")}, printed("a", 1)).difference,
             std::string("Its exit code is 1, and of the original 0."));
    ProgramOutputs killed = printed("a");
    killed.signal = 11;
    QCOMPARE(compareOutputs({printed("a")}, killed).difference, std::string("It ends by signal 11."));
    const OutputComparison varies = compareOutputs({printed("a", 1), printed("a", 2)}, printed("a", 3));
    QVERIFY(varies.difference.empty() && varies.notCompared.size() == 1);
  }

  void filesThatAreWrittenAreCompared() {
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    fs::create_directories(root / "data");
    fs::create_directories(root / ".git");
    QVERIFY(writeFileAtomically(root / "data/in.txt", "in").ok());
    const auto run = [&](const char* out, const char* log) {
      const FolderState before = stateOf(root);
      // The clock of a file system may be coarse.
      fs::remove(root / "data/out.txt");
      fs::remove(root / "log.txt");
      (void)writeFileAtomically(root / "data/out.txt", out);
      (void)writeFileAtomically(root / "log.txt", log);
      (void)writeFileAtomically(root / ".git/index", log);
      fs::last_write_time(root / "data/out.txt", fs::file_time_type::clock::now() + std::chrono::hours(++hours_));
      fs::last_write_time(root / "log.txt", fs::file_time_type::clock::now() + std::chrono::hours(hours_));
      return outputsOf(SubprocessEnd(), root, before);
    };
    const ProgramOutputs first = run("1 2 3", "at 10:00"), second = run("1 2 3", "at 10:01");
    QCOMPARE(first.files.size(), size_t{2});
    const OutputComparison same = compareOutputs({first, second}, run("1 2 3", "at 10:02"));
    QVERIFY(same.difference.empty());
    QCOMPARE(same.files, size_t{1});
    QCOMPARE(same.notCompared.size(), size_t{1});
    QVERIFY(same.notCompared.front().find("log.txt") != std::string::npos);
    QCOMPARE(compareOutputs({first, second}, run("1 2 4", "at 10:03")).difference,
             std::string("The file `data/out.txt` is another than what the original writes."));
    const ProgramOutputs none;
    QVERIFY(!compareOutputs({first, second}, none).difference.empty());
  }

 private:
  int hours_ = 0;
};

QTEST_GUILESS_MAIN(ProgramOutputsTest)
#include "program_outputs_test.moc"

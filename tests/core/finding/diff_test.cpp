#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "core/base/file.h"
#include "core/finding/line_diff.h"
#include "core/finding/rewrite.h"

using namespace warpwright;

namespace {

std::string randomLine(std::mt19937& random) {
  static const char* const lines[] = {"",
                                      "{",
                                      "}",
                                      "  __syncthreads();",
                                      "  int tx = threadIdx.x;",
                                      "--- x",
                                      "+++ y",
                                      "@@ -1 +1 @@",
                                      "\\ No newline",
                                      "  s[tx] = 0;\r",
                                      "\xff\xfe bytes",
                                      " ",
                                      "-",
                                      "+"};
  return lines[random() % std::size(lines)];
}

std::string randomText(std::mt19937& random, int lines) {
  std::string text;
  for (int i = 0; i < lines; ++i) text += randomLine(random) + '\n';
  if (!text.empty() && random() % 3 == 0) text.pop_back();
  return text;
}

/// Inserts, removes and replaces lines of `text` at random places.
std::string randomlyEdited(std::mt19937& random, const std::string& text) {
  const auto lines = splitLines(text);
  std::string result;
  for (const auto line : lines) {
    const unsigned dice = random() % 12;
    if (dice == 0) continue;
    if (dice == 1) result += randomLine(random) + '\n';
    result += dice == 2 ? randomLine(random) + '\n' : std::string(line);
  }
  if (random() % 4 == 0) result += randomLine(random);
  return result;
}

/// Length of the shortest edit script, by the textbook dynamic programme.
int distance(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
  std::vector<std::vector<int>> cost(a.size() + 1, std::vector<int>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0)
        cost[i][j] = static_cast<int>(i + j);
      else if (a[i - 1] == b[j - 1])
        cost[i][j] = cost[i - 1][j - 1];
      else
        cost[i][j] = 1 + std::min(cost[i - 1][j], cost[i][j - 1]);
    }
  }
  return cost[a.size()][b.size()];
}

}  // namespace

class DiffTest : public QObject {
  Q_OBJECT
 private slots:
  void editsTurnOneTextIntoAnother() {
    std::mt19937 random(11);
    for (int round = 0; round < 300; ++round) {
      const std::string before = randomText(random, static_cast<int>(random() % 30));
      const std::string after = randomlyEdited(random, before);
      const FileEdits edits = editsBetween("/p/a.cu", before, after);
      const Result<std::string> made = applyEdits(edits, before);
      QVERIFY2(made.ok() && *made == after, before.c_str());
      QVERIFY(before != after || edits.edits.empty());
    }
  }

  void isEmptyForEqualTexts() { QCOMPARE(unifiedDiff("a\n", "a\n", "x", "y"), std::string()); }

  void looksLikeDiff() {
    QCOMPARE(
        unifiedDiff("a\nb\nc\n", "a\nB\nc", "a/x.cu", "b/x.cu"),
        std::string("--- a/x.cu\n+++ b/x.cu\n@@ -1,3 +1,3 @@\n a\n-b\n-c\n+B\n+c\n\\ No newline at end of file\n"));
    QCOMPARE(unifiedDiff("", "a\n", "x", "x"), std::string("--- x\n+++ x\n@@ -0,0 +1 @@\n+a\n"));
    QCOMPARE(unifiedDiff("a\n", "", "my file", "x\"y"),
             std::string("--- my file\t\n+++ \"x\\\"y\"\n@@ -1 +0,0 @@\n-a\n"));
  }

  void namesNoFileBeforeANewOne() {
    QCOMPARE(unifiedDiff("", "a\nb\n", noFile, "b/new.h"),
             std::string("--- /dev/null\n+++ b/new.h\n@@ -0,0 +1,2 @@\n+a\n+b\n"));
  }

  void keepsHunksApart() {
    std::string before, after;
    for (int i = 0; i < 30; ++i) {
      before += std::to_string(i) + '\n';
      after += (i == 2 || i == 9 || i == 17 ? "x" : std::to_string(i)) + '\n';
    }
    const std::string diff = unifiedDiff(before, after, "x", "x");
    QVERIFY(diff.find("@@ -1,13 +1,13 @@") != std::string::npos);
    QVERIFY(diff.find("@@ -15,7 +15,7 @@") != std::string::npos);
  }

  void isShortest() {
    std::mt19937 random(11);
    for (int round = 0; round < 300; ++round) {
      const std::string before = randomText(random, random() % 40);
      const std::string after = round % 2 ? randomText(random, random() % 40) : randomlyEdited(random, before);
      const auto left = splitLines(before), right = splitLines(after);
      int length = 0;
      for (const auto& c : diffLines(left, right)) length += c.leftEnd - c.left + c.rightEnd - c.right;
      QCOMPARE(length, distance(left, right));
    }
  }

  void patchGivesTheNewText() {
    if (QStandardPaths::findExecutable("patch").isEmpty()) QSKIP("patch(1) is not installed");
    std::mt19937 random(7);
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("a b.cu").toStdString();
    for (int round = 0; round < 60; ++round) {
      const std::string before = randomText(random, 1 + random() % 60);
      const std::string after = randomlyEdited(random, before);
      // Without an entry in a header of its own, patch(1) would remove a file that becomes empty.
      if (after == before || after.empty()) continue;
      const std::string diff = unifiedDiff(before, after, "a b.cu", "a b.cu", 1 + round % 3);
      QVERIFY(writeFileAtomically(file, before).ok());
      QVERIFY(writeFileAtomically(folder.filePath("p").toStdString(), diff).ok());
      QProcess patch;
      patch.setWorkingDirectory(folder.path());
      patch.start("patch", {"--binary", "-s", "-p0", "-i", "p"});
      QVERIFY(patch.waitForFinished());
      QVERIFY2(patch.exitCode() == 0, (patch.readAll().toStdString() + diff).c_str());
      QCOMPARE(readFile(file).value(), after);
    }
  }

  void rowsRebuildBothTexts() {
    std::mt19937 random(3);
    for (int round = 0; round < 100; ++round) {
      const std::string before = randomText(random, random() % 50), after = randomlyEdited(random, before);
      const auto left = splitLines(before), right = splitLines(after);
      int i = 0, j = 0;
      for (const DiffRow& row : diffRows(before, after)) {
        if (row.left >= 0) QCOMPARE(row.left, i++);
        if (row.right >= 0) QCOMPARE(row.right, j++);
        if (row.kind == DiffRow::Kind::same) QCOMPARE(left[row.left], right[row.right]);
        QCOMPARE(row.kind == DiffRow::Kind::added, row.left < 0);
        QCOMPARE(row.kind == DiffRow::Kind::removed, row.right < 0);
      }
      QCOMPARE(size_t(i), left.size());
      QCOMPARE(size_t(j), right.size());
    }
  }

  void staysQuickOnTextsWithNothingInCommon() {
    std::string before, after;
    for (int i = 0; i < 20000; ++i) {
      before += "left " + std::to_string(i) + '\n';
      after += "right " + std::to_string(i) + '\n';
    }
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(diffRows(before, after).size(), size_t(20000));
    QVERIFY(timer.elapsed() < 5000);
  }
};

QTEST_GUILESS_MAIN(DiffTest)
#include "diff_test.moc"

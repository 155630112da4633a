#include <QTest>

#include "analysis/analyzer/finding_cache.h"

using warpwright::analysis::moveLines;

class FindingCacheTest : public QObject {
  Q_OBJECT
 private slots:
  void movesLineNumbers_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* before, const char* after) { QTest::newRow(before) << before << after; };
    row("line 43 reads `s[4]`", "line 50 reads `s[4]`");
    row("Line 9 writes", "Line 16 writes");
    row("lines 12, 14 and 20 touch", "lines 19, 21 and 27 touch");
    row("lines 196/205; 3 threads", "lines 203/212; 3 threads");
    row("baseline 4 stays", "baseline 4 stays");
    row("thread (0,1) at line 5.", "thread (0,1) at line 12.");
    row("lines 3 to 8, 16 bytes", "lines 10 to 15, 16 bytes");
    row("line 43, 16 threads", "line 50, 16 threads");
    row("no number after line", "no number after line");
    row("", "");
  }
  void movesLineNumbers() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    QCOMPARE(QString::fromStdString(moveLines(before.toStdString(), 7)), after);
    QCOMPARE(QString::fromStdString(moveLines(moveLines(before.toStdString(), 7), -7)), before);
  }
};

QTEST_GUILESS_MAIN(FindingCacheTest)
#include "finding_cache_test.moc"

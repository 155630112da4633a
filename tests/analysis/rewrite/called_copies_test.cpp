// Which line of the text before a line behind copies is. What is copied: rounding_check_test.
#include "analysis/rewrite/edit/called_copies.h"

#include <QTest>

using namespace warpwright::rewrite;

class CalledCopiesTest : public QObject {
  Q_OBJECT

 private slots:
  void linesBefore_data() {
    QTest::addColumn<uint>("after");
    QTest::addColumn<uint>("before");
    const auto row = [](const char* name, uint after, uint before) { QTest::newRow(name) << after << before; };
    row("in front of all copies", 5, 5);
    row("that they follow", 10, 10);
    row("between", 11, 10);
    row("the first of a copy", 12, 8);
    row("the last of a copy", 14, 10);
    row("behind it", 15, 11);
    row("that the next follows", 24, 20);
    row("the first of the next", 26, 20);
    row("behind both", 27, 21);
  }
  void linesBefore() {
    QFETCH(uint, after);
    QFETCH(uint, before);
    // A function of lines 8 to 10, and one of line 20.
    const std::vector<CopiedLines> copies{{10, 4, 8, 2}, {20, 2, 20, 2}};
    QCOMPARE(lineBefore(copies, after), before);
  }

  void withoutCopiesLinesAreTheSame() { QCOMPARE(lineBefore({}, 7), 7U); }
};

QTEST_GUILESS_MAIN(CalledCopiesTest)
#include "called_copies_test.moc"

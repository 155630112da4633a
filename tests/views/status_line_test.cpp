#include <QLabel>
#include <QMainWindow>
#include <QStatusBar>
#include <QTest>

#include "views/shared/findings.h"
#include "views/shared/theme.h"
#include "views/window/status_line.h"

using namespace warpwright;
using namespace warpwright::views;

class StatusLineTest : public QObject {
  Q_OBJECT
 private slots:
  /// A message takes the place of the counts; news of them must not draw over it.
  void countsWaitForTheEndOfAMessage() {
    Theme theme;
    QMainWindow window;
    StatusLine line(*window.statusBar(), theme);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const auto shown = [&] {
      int count = 0;
      for (const QLabel* label : window.statusBar()->findChildren<QLabel*>())
        count += label->isVisible() && label->text().contains("applicable");
      return count;
    };
    window.statusBar()->showMessage("a finding is read out");
    FindingCounts counts;
    counts.add(VerdictKind::applicable);
    line.setCounts(counts);
    QCOMPARE(shown(), 0);
    window.statusBar()->clearMessage();
    QCOMPARE(shown(), 1);
    window.statusBar()->showMessage("another one");
    line.setCounts({});
    window.statusBar()->clearMessage();
    QCOMPARE(shown(), 0);
  }
};

QTEST_MAIN(StatusLineTest)
#include "status_line_test.moc"

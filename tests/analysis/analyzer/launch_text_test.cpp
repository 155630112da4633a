#include <QTest>

#include "analysis/analyzer/analysis.h"

using warpwright::analysis::parseLaunchText;

class LaunchTextTest : public QObject {
  Q_OBJECT
 private slots:
  void readsAllForms_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shape");
    QTest::newRow("full") << "k<<<(4,2,1),(16,16,1),128>>>" << "4,2,1 16,16,1 128";
    QTest::newRow("plain numbers") << "k<<<4,256>>>" << "4,1,1 256,1,1 0";
    QTest::newRow("open grid") << "k <<< _, (32, 8), _ >>>" << "_,1,1 32,8,1 _";
  }
  void readsAllForms() {
    QFETCH(QString, text);
    const auto launch = parseLaunchText(text.toStdString());
    QVERIFY(launch.ok());
    QCOMPARE(launch->first, std::string("k"));
    const auto one = [](const auto& n) { return n ? QString::number(*n) : QString("_"); };
    const auto three = [&](const auto& s) { return one(s[0]) + "," + one(s[1]) + "," + one(s[2]); };
    QTEST(three(launch->second.grid) + " " + three(launch->second.block) + " " + one(launch->second.sharedBytes),
          "shape");
  }

  void refusesWhatIsNoLaunch_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "k", "k<<<1>>>", "<<<1,2>>>", "k<<<1,2,3,4>>>", "k<<<1,(1,2,3,4)>>>", "k<<<1,2048>>>",
                             "k<<<0,32>>>", "k<<<1,x>>>", "k>>>1,2<<<"}) {
      QTest::newRow(text[0] ? text : "empty") << text;
    }
  }
  void refusesWhatIsNoLaunch() {
    QFETCH(QString, text);
    const auto launch = parseLaunchText(text.toStdString());
    QVERIFY(!launch.ok());
    QCOMPARE(launch.error().kind, warpwright::ErrorKind::usage);
  }
};

QTEST_GUILESS_MAIN(LaunchTextTest)
#include "launch_text_test.moc"

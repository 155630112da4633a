// What the window calls the parameters of passes: each pass has words of its own for each of its own, and they are
// translated.
#include <QFile>
#include <QTest>

#include "test_data.h"
#include "tests/support/described_passes.h"
#include "views/diff/parameter_words.h"

using namespace warpwright;
using namespace warpwright::views;

class ParameterWordsTest : public QObject {
  Q_OBJECT
 private slots:
  void areThoseOfThePass() {
    const PassDescription one{.id = "one", .parameters = {{"rounds", "Rounds in one graph"}, {"width", ""}}};
    const PassDescription other{.id = "other",
                                .parameters = {{"rounds", "Rounds at once", {{"all", "as many as there are"}}}}};
    QCOMPARE(parameterWords(one, "rounds"), QString("Rounds in one graph"));
    QCOMPARE(parameterWords(other, "rounds"), QString("Rounds at once"));
    QCOMPARE(valueWords(other, "rounds", "all"), QString("as many as there are"));
    QCOMPARE(valueWords(other, "rounds", "8"), QString("8"));
    // A load of the kernel, and what an older session does not tell.
    QCOMPARE(parameterWords(one, "to[tx]"), QString("to[tx]"));
    QCOMPARE(parameterWords(one, "width"), QString("width"));
    QCOMPARE(valueWords(one, "to[tx]", "cg"), QString("cg"));
  }

  void areTranslated() {
    QFile file(QString(WARPWRIGHT_TEST_DATA) + "/../resources/translations/warpwright_de.ts");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString all = QString::fromUtf8(file.readAll());
    const qsizetype begin = all.indexOf("<name>ParameterWords</name>");
    const QString words = all.mid(begin, all.indexOf("</context>", begin) - begin);
    size_t count = 0;
    for (const PassDescription& pass : describedPasses()) {
      for (const PassParameter& parameter : pass.parameters) {
        std::vector<std::string> titles{parameter.title};
        for (const auto& [value, title] : parameter.values) titles.push_back(title);
        for (const std::string& title : titles) {
          QVERIFY2(words.contains("<source>" + QString::fromStdString(title) + "</source>"), title.c_str());
          ++count;
        }
      }
    }
    QVERIFY(count > 10);
  }
};

QTEST_GUILESS_MAIN(ParameterWordsTest)
#include "parameter_words_test.moc"

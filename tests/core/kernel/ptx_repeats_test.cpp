// Lines of a function that control may come back to.
#include "core/kernel/ptx_repeats.h"

#include <QTest>

#include <algorithm>
#include <string>

#include "core/base/text_lines.h"

using namespace warpwright;

namespace {

/// The lines of the body that may run again, each by its first word.
QString repeating(const QString& body) {
  const std::string text = (".visible .entry k()\n{\n" + body + "\n}\n").toStdString();
  const PtxLines lines = textLines(text);
  const std::vector<PtxFunction> functions = ptxFunctions(lines, "k");
  const std::vector<bool> repeats = ptxRepeats(lines, functions.front());
  QStringList found;
  for (size_t i = 0; i < repeats.size(); ++i) {
    const std::string_view line = lines[functions.front().begin + i];
    if (repeats[i]) found << QString::fromStdString(std::string(line.substr(0, line.find_first_of(" ;:"))));
  }
  return found.join(' ');
}

}  // namespace

class PtxRepeatsTest : public QObject {
  Q_OBJECT

 private slots:
  void repeats_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("expected");
    QTest::newRow("no branch") << "a;\nret;" << "";
    QTest::newRow("a loop") << "a;\nL1:\nb;\n@%p1 bra L1;\nc;\nret;" << "L1 b @%p1";
    QTest::newRow("a branch that leads on") << "a;\n@%p1 bra L1;\nb;\nL1:\nc;\nret;" << "";
    // What is unlikely is laid out behind the end.
    QTest::newRow("a way back that is none of a loop") << "a;\n@%p1 bra L2;\nL1:\nb;\nret;\nL2:\nc;\nbra.uni L1;" << "";
    QTest::newRow("two of them")
        << "@%p1 bra L3;\nL1:\nb;\n@%p2 bra L4;\nL2:\nd;\nret;\nL3:\nc;\nbra L1;\nL4:\ne;\nbra L2;"
        << "";
    QTest::newRow("a loop whose round ends behind the function's end")
        << "a;\nL1:\nb;\n@%p1 bra L2;\nret;\nL2:\nc;\nbra.uni L1;" << "L1 b @%p1 L2 c bra.uni";
    QTest::newRow("a loop in a loop") << "L1:\na;\nL2:\nb;\n@%p1 bra L2;\nc;\n@%p2 bra L1;\nd;\nret;"
                                      << "L1 a L2 b @%p1 c @%p2";
    QTest::newRow("two loops") << "L1:\na;\n@%p1 bra L1;\nb;\nL2:\nc;\n@%p2 bra L2;\nret;" << "L1 a @%p1 L2 c @%p2";
    // A predicate may let it fall through.
    QTest::newRow("an end under a condition") << "L1:\na;\n@%p1 ret;\nb;\nbra L1;" << "L1 a @%p1 b bra";
  }
  void repeats() {
    QFETCH(QString, body);
    QFETCH(QString, expected);
    QCOMPARE(repeating(body), expected);
  }

  void notKnown_data() {
    QTest::addColumn<QString>("body");
    QTest::newRow("a table") << "a;\nL0: .branchtargets L1, L2;\nbrx.idx %r1, L0;\nL1:\nb;\nL2:\nret;";
    QTest::newRow("elsewhere") << "a;\nbra L7;\nb;\nret;";
    QTest::newRow("labels of one name") << "a;\n{\nL1:\nb;\n@%p1 bra L1;\n}\n{\nL1:\nc;\n@%p1 bra L1;\n}\nret;";
  }
  void notKnown() {
    QFETCH(QString, body);
    const QString all = repeating(body);
    QVERIFY2(all.contains("a") && all.endsWith("ret"), qPrintable(all));
  }
};

QTEST_GUILESS_MAIN(PtxRepeatsTest)
#include "ptx_repeats_test.moc"

#include <QTest>

#include "analysis/rewrite/source/edits.h"

using namespace warpwright;
using namespace warpwright::rewrite;

class EditsTest : public QObject {
  Q_OBJECT

  const std::string text_ = "one\ntwo\nthree\n";
  static TextRange at(uint32_t begin, uint32_t end) { return {"a.cu", begin, end}; }

 private slots:
  void insertionsAtOnePlaceKeepTheirOrder() {
    Edits edits;
    edits.replace(at(4, 4), "b", "first");
    edits.replace(at(4, 7), "2");
    edits.replace(at(4, 4), "a");
    edits.replace(at(0, 0), ">");
    QCOMPARE(edits.madeIn(at(0, 14), text_), std::string(">one\nba2\nthree\n"));
    QCOMPARE(edits.of("a.cu").size(), size_t{4});
    QCOMPARE(edits.of("a.cu")[1].note, std::string("first"));
    QVERIFY(edits.check("a.cu", text_).ok());
    QVERIFY(edits.of("b.cu").empty());
  }

  // An argument that its macro names twice is asked for twice.
  void twiceTheSameIsOne() {
    Edits edits;
    for (int i = 0; i < 2; ++i) edits.replace(at(0, 3), "1");
    for (int i = 0; i < 2; ++i) edits.replace(at(3, 3), "!");
    QCOMPARE(edits.madeIn(at(0, 4), text_), std::string("1!\n"));
  }

  void onlyWhatLiesInsideIsMade() {
    Edits edits;
    edits.replace(at(0, 3), "1");
    edits.replace(at(4, 7), "2");
    edits.replace(at(6, 9), "x");
    QCOMPARE(edits.madeIn(at(4, 8), text_), std::string("2\n"));
  }

  void aTextThatOthersWentIntoTakesTheirPlace() {
    Edits edits;
    edits.replace(at(4, 5), "T");
    edits.replaceWhole(at(4, 7), edits.madeIn(at(4, 7), text_) + "!");
    QCOMPARE(edits.madeIn(at(0, 14), text_), std::string("one\nTwo!\nthree\n"));
    QVERIFY(edits.check("a.cu", text_).ok());
  }

  void aConflictNamesTheLinesOfBoth() {
    Edits lines;
    lines.replace(at(0, 5), "x");
    lines.replace(at(4, 7), "y");
    QCOMPARE(lines.check("a.cu", text_).error().message,
             std::string("lines 1 and 2 would have to change in two ways at once"));
    Edits texts;
    texts.replace(at(4, 7), "x");
    texts.replace(at(4, 7), "y");
    QCOMPARE(texts.check("a.cu", text_).error().message,
             std::string("line 2 would have to change in two ways at once"));
    Edits inside;
    inside.replace(at(4, 7), "x");
    inside.replace(at(5, 5), "y");
    QVERIFY(!inside.check("a.cu", text_).ok());
  }
};

QTEST_APPLESS_MAIN(EditsTest)
#include "edits_test.moc"

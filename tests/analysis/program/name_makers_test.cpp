// Names that macros of several files make of pieces.
#include <QTest>

#include "analysis/model/code_text.h"
#include "analysis/program/name_makers.h"

using namespace warpwright;
using analysis::NameMakers;

class NameMakersTest : public QObject {
  Q_OBJECT

 private slots:
  void findsPieces_data() {
    QTest::addColumn<QString>("macros");  // of another file
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("makes");  // the name `scale_f32`
    const char* const cat = "#define CAT(a, b) a##b\n";
    const auto row = [](const char* name, const QString& macros, const char* text, bool makes) {
      QTest::newRow(name) << macros << text << makes;
    };
    row("in its list", cat, "CAT(scale_, f32)<<<1, 64>>>(i, o);", true);
    row("by one that uses it", QString(cat) + "#define OP(n) CAT(n, _f32)\n", "OP(scale)<<<1, 64>>>(i, o);", true);
    row("with a piece of its own", "#define OP(n) n##_f32\n", "OP(scale)<<<1, 64>>>(i, o);", true);
    row("what a macro stands for", QString(cat) + "#define T f32\n", "CAT(scale_, T)<<<1, 64>>>(i, o);", true);
    row("of a library", "", "BOOST_PP_CAT(scale_, f32)<<<1, 64>>>(i, o);", true);
    row("of the system", "", "__CONCAT(scale_, f32)<<<1, 64>>>(i, o);", true);
    row("over lines", cat, "CAT(scale_,\n    f32)<<<1, 64>>>(i, o);", true);
    row("another name", cat, "CAT(scale_, f64)<<<1, 64>>>(i, o);", false);
    row("words beside it", cat, "int scale_, f32, CAT(a, b);", false);
    row("in a comment", cat, "// CAT(scale_, f32)\nint x;", false);
    row("a function", "", "cat(scale_, f32);", false);
    row("a macro that makes no name", "#define TWO(a, b) a b\n", "TWO(scale_, f32)", false);
  }
  void findsPieces() {
    QFETCH(QString, macros);
    QFETCH(QString, text);
    QFETCH(bool, makes);
    NameMakers makers;
    makers.add(macros.toStdString());
    QCOMPARE(model::canJoin(makers.piecesIn(text.toStdString()), "scale_f32"), makes);
  }
};

QTEST_GUILESS_MAIN(NameMakersTest)
#include "name_makers_test.moc"

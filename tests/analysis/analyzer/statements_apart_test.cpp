#include "analysis/analyzer/statements_apart.h"

#include <QTest>

using namespace warpwright;

namespace {

constexpr uint32_t lost = 2;  ///< bytes that each edit takes away, whatever they were

}  // namespace

class StatementsApartTest : public QObject {
  Q_OBJECT
 private slots:
  void statementsOfALine_data() {
    QTest::addColumn<QString>("text");  // what edits wrote stands between `@` and `$`
    QTest::addColumn<QString>("apart");
    const auto row = [](const char* name, const char* text, const char* apart) {
      QTest::newRow(name) << text << apart;
    };
    row("statements", "a = 1;@ b = 2; $c = 3;", "a = 1;\nb = 2;\nc = 3;");
    row("blocks", "@if (a) { b(); } else { c(); }$ d();", "if (a) {\nb();\n}\nelse {\nc();\n} d();");
    row("what was there", "a = 1; b = 2;", "a = 1; b = 2;");
    row("the head of a loop", "@for (int i = 0; i < 2; ++i) a[i] = 1; b = 2;$",
        "for (int i = 0; i < 2; ++i) a[i] = 1;\nb = 2;");
    row("a call that holds statements", "@f([&] { a(); b(); }); c();$", "f([&] { a(); b(); });\nc();");
    row("in quotes", "@a = \"; }\" + x; b = ' ';$", "a = \"; }\" + x;\nb = ' ';");
    row("in a comment", "@a = 1; /* ; } */ b = 2;$", "a = 1;\n/* ; } */ b = 2;");
    row("a macro", "#define F(x) @{ x; y; }$\n@a(); b();$", "#define F(x) { x; y; }\na();\nb();");
    row("more blanks", "@a();  b();$", "a();\n b();");
    row("edits behind each other", "a(); @b(); $c(); @d(); $e();", "a(); b();\nc(); d();\ne();");
  }
  void statementsOfALine() {
    QFETCH(QString, text);
    QFETCH(QString, apart);
    FileEdits edits;
    std::string after;
    uint32_t before = 0;
    size_t begin = 0;
    bool isWritten = false;
    for (const char c : text.toStdString()) {
      if (c == '@') {
        begin = after.size();
        isWritten = true;
      } else if (c == '$') {
        edits.edits.push_back({before, lost, after.substr(begin), {}});
        before += lost;
        isWritten = false;
      } else {
        after += c;
        before += isWritten ? 0 : 1;
      }
    }
    QCOMPARE(QString::fromStdString(analysis::withStatementsApart(after, edits)), apart);
  }

  void longLines() {
    const std::string many(300, 'x');
    const auto said = [](const std::string& text) { return analysis::withLongLinesApart(text); };
    QCOMPARE(said("a = 1; b = 2;\n"), std::string("a = 1; b = 2;\n"));
    QCOMPARE(said("a = 1; b = 2; " + many + ";\nc = 3; d = 4;"),
             std::string("a = 1;\nb = 2;\n" + many + ";\nc = 3; d = 4;"));
    QCOMPARE(said("for (a; b; c) { " + many + "; }"), std::string("for (a; b; c) {\n" + many + ";\n}"));
    QCOMPARE(said("#define F a; b; " + many + "\nc; d;"), std::string("#define F a; b; " + many + "\nc; d;"));
    QCOMPARE(said("s = \"a; b" + many + "\"; c;"), std::string("s = \"a; b" + many + "\";\nc;"));
    QCOMPARE(said(""), std::string());
  }
};

QTEST_APPLESS_MAIN(StatementsApartTest)
#include "statements_apart_test.moc"

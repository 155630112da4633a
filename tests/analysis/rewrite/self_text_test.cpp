// Text that looks at itself: strings made of arguments, and numbers of lines.
#include <QTest>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/source/self_text.h"

using namespace warpwright;
using namespace warpwright::rewrite;

namespace {

const std::string file = "/tmp/self_text.cu";

}  // namespace

class SelfTextTest : public QObject {
  Q_OBJECT

  // Replaces `old` by `with` where it stands first behind "// here".
  Result<std::string> edit(const std::string& text, const std::string& old, const std::string& with) {
    parser_.setOpenTexts({{file, text}});
    frontend::CompileCommand command;
    command.file = file;
    command.folder = "/";
    Result<frontend::ParsedUnit> unit = parser_.parse(command, {});
    if (!unit.ok()) return unit.error();
    Editor editor(*unit);
    const auto at = static_cast<uint32_t>(text.find(old, text.find("// here")));
    editor.replace({file, at, at + static_cast<uint32_t>(old.size())}, with);
    Result<Rewrite> rewrite = editor.finish("");
    if (!rewrite.ok()) return rewrite.error();
    return applyEdits(rewrite->files.at(0), text);
  }

  frontend::UnitParser parser_{[] {
    frontend::ParseOptions options;
    options.headers = frontend::HeaderMode::own;
    return options;
  }()};

 private slots:
  void edits_data() {
    QTest::addColumn<QString>("head");
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("with");      // in place of `x`
    QTest::addColumn<QString>("expected");  // the body after it, or "error: part of the reason"
    const auto row = [](const char* name, const char* head, const char* body, const char* with, const char* expected) {
      QTest::newRow(name) << head << body << with << expected;
    };
    const char* show =
        "#define SHOW(v) (sizeof(#v) + (v))\n#define OUTER(v) SHOW(v)\n#define PLAIN(v) ((v) + sizeof(\"v\"))\n";
    row("string", show, "int a = SHOW(x + 1);\n", "y", "error: is an argument of `SHOW`");
    row("string behind a macro", show, "int a = OUTER(x);\n", "y", "error: is an argument of `OUTER`");
    row("no string", show, "int a = PLAIN(x);\n", "y", "int a = PLAIN(y);\n");
    row("beside a string", show, "int a = x + SHOW(2);\n", "y", "int a = y + SHOW(2);\n");
    row("no lines asked for", "", "x;\nint a = 1;\n", "y;\ny", "y;\ny;\nint a = 1;\n");
    row("line below", "", "x;\nint a = __LINE__;\n", "y;\n  y", "y; y;\nint a = __LINE__;\n");
    row("line above", "", "int a = __LINE__;\nx;\n", "y;\n  y", "int a = __LINE__;\ny;\n  y;\n");
    row("line behind a macro", "#define WHERE __LINE__\n", "x;\nint a = WHERE;\n", "y;\n  y",
        "y; y;\nint a = WHERE;\n");
    row("comment", "", "x;\nint a = __LINE__;\n", "y; // why\n  y", "y; /* why */ y;\nint a = __LINE__;\n");
    row("behind a comment", "", "// x\n\nint a = __LINE__;\n", "y\ny;", "// y\ny;\nint a = __LINE__;\n");
    row("directive", "", "x;\nint a = __LINE__;\n", "y;\n#if A\ny", "error: asks for its number");
    row("pragma", "", "x;\nint a = __LINE__;\n", "y;\n#pragma unroll\ny",
        "y; _Pragma(\"unroll\") y;\nint a = __LINE__;\n");
    row("directive and an empty line", "", "x;\nint b;\n\n\nint a = __LINE__;\n", "y;\n#undef A\ny",
        "y;\n#undef A\ny;\nint b;\nint a = __LINE__;\n");
    row("fewer lines", "", "x\n;\nint a = __LINE__;\n", "y", "y\n;\nint a = __LINE__;\n");
    row("pasted number", "#define BIG(v) (v##LU)\n", "x;\nunsigned long a = BIG(5);\n", "y;\ny",
        "y;\ny;\nunsigned long a = BIG(5);\n");
    row("function", "", "x;\nint a = __builtin_LINE();\n", "y;\n  y", "y; y;\nint a = __builtin_LINE();\n");
    const char* line = "__device__ int where(int n = __builtin_LINE()) { return n; }\n";
    const char* column = "__device__ int where(int n = __builtin_COLUMN()) { return n; }\n";
    const char* member = "struct Where { int n = __builtin_COLUMN(); };\n";
    row("default argument", line, "x;\nint a = where();\n", "y;\n  y", "y; y;\nint a = where();\n");
    row("default argument behind", line, "x; int a = where();\n", "yy", "yy; int a = where();\n");
    row("call that is left out", line, "x;\n#ifdef OTHER\nint a = where();\n#endif\n", "y;\n  y",
        "y; y;\n#ifdef OTHER\nint a = where();\n#endif\n");
    row("column behind", column, "x; int a = where();\n", "yy", "error: asks for its place");
    row("column as far behind", column, "x; int a = where();\n", "y", "y; int a = where();\n");
    row("column in front", column, "int a = where(); x;\n", "yy", "int a = where(); yy;\n");
    row("column of another line", column, "x;\nint a = where();\n", "yy", "yy;\nint a = where();\n");
    row("column given", column, "x; int a = where(1);\n", "yy", "yy; int a = where(1);\n");
    row("column by a member", member, "x; Where a{};\n", "yy", "error: asks for its place");
    row("time", "", "x; const char *a = __TIMESTAMP__;\n", "y", "error: asks when the file was changed last");
    row("time of the compilation", "", "x; const char *a = __TIME__;\n", "y", "y; const char *a = __TIME__;\n");
    row("column in a template",
        "__device__ int where(int n = __builtin_COLUMN()) { return n; }\n"
        "template <typename T> __device__ int twice(T t) { return where() + t; }\n",
        "x; twice(1);\n", "yy", "yy; twice(1);\n");
  }
  void edits() {
    QFETCH(QString, head);
    QFETCH(QString, body);
    QFETCH(QString, with);
    QFETCH(QString, expected);
    const std::string before = head.toStdString() + "__device__ void f(int x, int y) { // here\n";
    const Result<std::string> after = edit(before + body.toStdString() + "}\n", "x", with.toStdString());
    if (expected.startsWith("error: ")) {
      QVERIFY2(!after.ok(), after.ok() ? after->c_str() : "");
      QVERIFY2(QString::fromStdString(after.error().message).contains(expected.mid(7)), after.error().message.c_str());
      return;
    }
    QVERIFY2(after.ok(), after.ok() ? "" : after.error().message.c_str());
    QCOMPARE(QString::fromStdString(*after), QString::fromStdString(before) + expected + "}\n");
  }

  // Text that is moved asks for another line, wherever it goes.
  void keepsWhatItMoves() {
    const std::string text = "__device__ void f(int x) { // here\nx;\nint a = __LINE__;\n}\n";
    const Result<std::string> after = edit(text, "x;\nint a = __LINE__;", "int a = __LINE__;\nx;");
    QVERIFY(!after.ok());
    QVERIFY2(after.error().message.find("asks for its place") != std::string::npos, after.error().message.c_str());
    QVERIFY(edit(text, "__LINE__", "2 * __LINE__").ok());
  }

  void fewerLinesStayEmpty() {
    const std::string text = "__device__ void f(int x) { // here\nx;\nx;\nint a = __LINE__;\n}\n";
    const Result<std::string> after = edit(text, "x;\nx;", "x;");
    QVERIFY(after.ok());
    QCOMPARE(*after, std::string("__device__ void f(int x) { // here\nx;\n\nint a = __LINE__;\n}\n"));
  }

  void joinsEvenly() {
    size_t lines = 2;
    QCOMPARE(joinLines("a;\nb;\nc;\nd;\ne;", lines, "", ""), std::string("a;\nb; c;\nd; e;"));
    QCOMPARE(lines, size_t{0});
    lines = 3;
    QCOMPARE(joinLines("\"//\";\n/* a\n b */ c;\n#if A\nd;", lines, "", ""),
             std::string("\"//\"; /* a b */ c;\n#if A\nd;"));
    QCOMPARE(lines, size_t{1});
    lines = 1;
    QCOMPARE(joinLines("a;\r\n#pragma unroll\r\n#define A\nb;", lines, "", ""),
             std::string("a; _Pragma(\"unroll\")\r\n#define A\nb;"));
  }

  // The ends of lines in a raw string are part of it.
  void keepsRawStrings() {
    size_t lines = 3;
    QCOMPARE(joinLines("f(R\"(a\nb\nc)\");\nd;\ne;", lines, "", ""), std::string("f(R\"(a\nb\nc)\"); d; e;"));
    QCOMPARE(lines, size_t{1});
    lines = 4;
    QCOMPARE(joinLines("f(R\"(a\n  b // no comment\n#c\nd \")\");\ne;\nf;", lines, "", ""),
             std::string("f(R\"(a\n  b // no comment\n#c\nd \")\"); e; f;"));
    QCOMPARE(lines, size_t{2});
    lines = 4;
    QCOMPARE(joinLines("f(R\"x()\"\n\"\n)x\"); // why\ne;", lines, "", ""),
             std::string("f(R\"x()\"\n\"\n)x\"); /* why */ e;"));
  }
};

QTEST_GUILESS_MAIN(SelfTextTest)
#include "self_text_test.moc"

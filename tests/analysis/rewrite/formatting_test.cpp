#include "analysis/rewrite/style/formatting.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/file.h"
#include "core/base/hash.h"

using namespace warpwright;
using namespace warpwright::rewrite;

namespace {

constexpr const char* allman = "BasedOnStyle: LLVM\nBreakBeforeBraces: Allman\nIndentWidth: 4\n";
constexpr const char* gnu = "BasedOnStyle: GNU\n";
constexpr const char* tabs = "BasedOnStyle: LLVM\nUseTab: Always\nIndentWidth: 8\nTabWidth: 8\n";
constexpr const char* narrow = "BasedOnStyle: Google\nColumnLimit: 40\n";

/// Made of a text with marks: `{-old-}{+new+}` is an edit, and an insertion without the first.
struct Marked {
  std::string text;
  std::vector<TextEdit> edits;

  explicit Marked(std::string marked) {
    while (!marked.empty()) {
      const size_t at = std::min(marked.find("{-"), marked.find("{+"));
      text += marked.substr(0, at);
      if (at == std::string::npos) return;
      TextEdit& edit = edits.emplace_back();
      edit.offset = static_cast<uint32_t>(text.size());
      marked.erase(0, at);
      if (const std::string old = taken(marked, "{-", "-}"); !old.empty()) {
        edit.length = static_cast<uint32_t>(old.size());
        text += old;
      }
      edit.replacement = taken(marked, "{+", "+}");
    }
  }

 private:
  static std::string taken(std::string& from, const std::string& begin, const std::string& end) {
    if (!from.starts_with(begin)) return "";
    const size_t at = from.find(end);
    std::string found = from.substr(2, at - 2);
    from.erase(0, at + 2);
    return found;
  }
};

std::string made(const std::vector<TextEdit>& edits, const std::string& text) {
  const Result<std::string> after = applyEdits({"", hashText(text), edits}, text);
  return after.ok() ? *after : "error: " + after.error().message;
}

}  // namespace

class FormattingTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::string file_;

  void write(const QString& name, const std::string& text) {
    QVERIFY(writeFileAtomically(folder_.filePath(name).toStdString(), text).ok());
  }

 private slots:
  void init() {
    QVERIFY(QDir(folder_.path()).mkpath("project/.git"));
    QVERIFY(QDir(folder_.path()).mkpath("project/src"));
    file_ = folder_.filePath("project/src/a.cu").toStdString();
    for (const char* name :
         {".clang-format", "project/.clang-format", "project/src/.clang-format", "project/src/_clang-format"}) {
      QFile::remove(folder_.filePath(name));
    }
  }

  void styles_data() {
    QTest::addColumn<QString>("style");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* style, const char* before, const char* after) {
      QTest::newRow(name) << style << before << after;
    };
    const char* loop = "void f(int *a) {\n    int  n=4;{+\n  for (int i = 0; i < n; ++i) { a[i]=i; }+}\n\tg( n );\n}\n";
    row("Allman", allman, loop,
        "void f(int *a) {\n    int  n=4;\n    for (int i = 0; i < n; ++i)\n    {\n        a[i] = i;\n    }\n\tg( n "
        ");\n}\n");
    row("GNU", gnu, loop,
        "void f(int *a) {\n    int  n=4;\n    for (int i = 0; i < n; ++i)\n      {\n        a[i] = i;\n      }\n\tg( n "
        ");\n}\n");
    row("tabs", tabs, "void f(int *a) {\n\tint  n;{+\n  for (;;) {\n    a[0]=1;\n  }+}\n\tg( n );\n}\n",
        "void f(int *a) {\n\tint  n;\n\tfor (;;) {\n\t\ta[0] = 1;\n\t}\n\tg( n );\n}\n");
    row("40 columns", narrow, "void f(int  a) {\n{+  g(aaaaaaaaaaaaaaa, bbbbbbbbbbbbbbb, ccccccccc);\n+}  h( a );\n}\n",
        "void f(int  a) {\n  g(aaaaaaaaaaaaaaa, bbbbbbbbbbbbbbb,\n    ccccccccc);\n  h( a );\n}\n");
    row("a part of a line", narrow, "void f() {\n  int  a = {-x-}{+y+1+};\n  int  b;\n}\n",
        "void f() {\n  int a = y + 1;\n  int  b;\n}\n");
    row("two at one place", narrow, "void f() {\n  a();{+\n  b(1,2);+}{+\n  c(1,2);+}\n  d( );\n}\n",
        "void f() {\n  a();\n  b(1, 2);\n  c(1, 2);\n  d( );\n}\n");
    row("only taken away", narrow, "void f() {\n  a( );\n{-  b();\n-}  c( );\n}\n",
        "void f() {\n  a( );\n  c( );\n}\n");
    row("includes", narrow, "#include <b.h>\n{+#include <c.h>\n+}#include <a.h>\n",
        "#include <b.h>\n#include <c.h>\n#include <a.h>\n");
    row("no braces, no words", "BasedOnStyle: LLVM\nInsertBraces: true\nQualifierAlignment: Right\n",
        "void f(int n) {\n{+  if (n) g( );\n  const int b=1;\n+}}\n",
        "void f(int n) {\n  if (n)\n    g();\n  const int b = 1;\n}\n");
    row("comments", narrow, "void f() {\n{+  // A sentence that is longer than the forty columns\n  g( );\n+}}\n",
        "void f() {\n  // A sentence that is longer than the forty columns\n  g();\n}\n");
    row("pragma", allman, "void f() {\n{+#pragma unroll\n  for (;;) { g( ); }\n+}}\n",
        "void f() {\n#pragma unroll\n    for (;;)\n    {\n        g();\n    }\n}\n");
    row("launch", narrow, "void f() {\n{+  k<<<grid,dim3(16,16)>>>(a,b);\n+}}\n",
        "void f() {\n  k<<<grid, dim3(16, 16)>>>(a, b);\n}\n");
    row("launch in GNU's style", gnu, "void f()\n{\n{+  k<<<1,dim3(2)>>>(a);\n+}}\n",
        "void f()\n{\n  k<<<1, dim3 (2)>>> (a);\n}\n");
    row("launch in parts", narrow, "{+k<< <1,2>> >(a,b);+}\n", "k<< <1, 2>> >(a, b);\n");
    row("carriage returns", narrow, "void f() {\r\n  a( );\r\n{+  b( 1,2 );\r\n+}  c( );\r\n}\r\n",
        "void f() {\r\n  a( );\r\n  b(1, 2);\r\n  c( );\r\n}\r\n");
    row("formatting off", narrow, "void f() {\n  // clang-format off\n{+  b( 1,2 );\n+}  // clang-format on\n}\n",
        "void f() {\n  // clang-format off\n  b( 1,2 );\n  // clang-format on\n}\n");
    row("unknown options", "BasedOnStyle: Google\nOptionOfTheFuture: 4\n", "{+int  a;+}\n", "int a;\n");
    const char* inserted = "{+int  a;+}\n";
    row("turned off", "DisableFormat: true\n", inserted, "int  a;\n");
    row("no style", "BasedOnStyle: none\n", inserted, "int  a;\n");
    row("malformed", "BasedOnStyle: [Goo\n", inserted, "int  a;\n");
    row("no such style", "BasedOnStyle: Unheard\n", inserted, "int  a;\n");
    row("of another language", "Language: Java\nBasedOnStyle: Google\n", inserted, "int  a;\n");
    row("empty, as LibFormat reads it", "", inserted, "int a;\n");
    row("beside lines that it would be one with", narrow,
        "void f() {\n{+      g();\n+}}\nvoid  h() { {-x-}{+g(1,2)+}; }\n",
        "void f() {\n  g();\n}\nvoid h() { g(1, 2); }\n");
  }
  void styles() {
    QFETCH(QString, style);
    QFETCH(QString, before);
    QFETCH(QString, after);
    write("project/.clang-format", style.toStdString());
    const Marked marked(before.toStdString());
    const std::vector<TextEdit> edits = formatted(file_, marked.text, marked.edits, {});
    QCOMPARE(QString::fromStdString(made(edits, marked.text)), after);
  }

  void places_data() {
    QTest::addColumn<QStringList>("files");  // each has its style: 1 to 8 blanks
    QTest::addColumn<int>("width");
    QTest::newRow("none") << QStringList{} << 1;
    QTest::newRow("above the root") << QStringList{".clang-format:8"} << 1;
    QTest::newRow("of the project") << QStringList{".clang-format:8", "project/.clang-format:6"} << 6;
    QTest::newRow("nearest") << QStringList{"project/.clang-format:6", "project/src/.clang-format:5"} << 5;
    QTest::newRow("other name") << QStringList{"project/.clang-format:6", "project/src/_clang-format:3"} << 3;
    QTest::newRow("inherits") << QStringList{"project/.clang-format:6", "project/src/.clang-format:0"} << 6;
    QTest::newRow("inherits nothing") << QStringList{".clang-format:8", "project/src/.clang-format:0"} << 1;
  }
  void places() {
    QFETCH(QStringList, files);
    QFETCH(int, width);
    for (const QString& file : files) {
      const std::string indent = file.section(':', 1).toStdString();
      write(file.section(':', 0, 0), indent == "0" ? "BasedOnStyle: InheritParentConfig\nColumnLimit: 90\n"
                                                   : "BasedOnStyle: LLVM\nIndentWidth: " + indent + "\n");
    }
    const Marked marked("void f() {\n{+ g();\n+}}\n");
    const std::string after = made(formatted(file_, marked.text, marked.edits, {}), marked.text);
    QCOMPARE(QString::fromStdString(after), QString("void f() {\n%1g();\n}\n").arg(QString(width, ' ')));
  }

  // Notes stay with what they are about, and edits that LibFormat leaves alone stay themselves.
  void notes() {
    write("project/.clang-format", narrow);
    Marked marked("void f() {\n{+  a( );\n+}  int  b;\n{+  c();\n+}}\n");
    marked.edits[0].note = "first";
    marked.edits[1].note = "second";
    const std::vector<TextEdit> edits = formatted(file_, marked.text, marked.edits, {});
    QCOMPARE(edits.size(), size_t{2});
    QCOMPARE(edits[0].note, "first");
    QCOMPARE(edits[0].replacement, "  a();\n");
    QCOMPARE(edits[1].note, "second");
    QCOMPARE(edits[1].replacement, "  c();\n");
  }

  void kept() {
    write("project/.clang-format", allman);
    const Marked marked("void f() {\n  {-x-}{+for (;;) {  g( ); }+} ASSERT(a  ==b);\n}\n");
    const auto with = [&](const KeptText& kept) {
      return QString::fromStdString(made(formatted(file_, marked.text, marked.edits, kept), marked.text));
    };
    const auto text = static_cast<uint32_t>(marked.text.find("ASSERT"));
    const auto keepsLines = [] { return true; };
    QCOMPARE(with({keepsLines, {}}), "void f() {\n    for (;;) {  g(); } ASSERT(a == b);\n}\n");
    const auto fixed = [&](uint32_t begin, uint32_t end) { return begin < text + 14 && end > text; };
    QCOMPARE(with({keepsLines, fixed}), "void f() {\n    for (;;) {  g(); } ASSERT(a  ==b);\n}\n");
    QVERIFY2(with({{}, fixed}).contains("{\n        g();\n    }\n    ASSERT(a  ==b);\n"),
             qPrintable(with({{}, fixed})));
  }

  // What the text tells of itself holds in a style, too.
  void selfText_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("with");  // in place of `x`
    QTest::addColumn<QString>("after");
    QTest::newRow("lines") << "void g();\nvoid f() {\n  x;\n}\n"
                           << "for (;;) { g( ); }"
                           << "void g();\nvoid f() {\n    for (;;)\n    {\n        g();\n    };\n}\n";
    QTest::newRow("__LINE__") << "void g();\nvoid f() {\n  x;\n}\nint a = __LINE__;\n"
                              << "for (;;) { g( ); }"
                              << "void g();\nvoid f() {\n    for (;;) { g(); };\n}\nint a = __LINE__;\n";
    QTest::newRow("string") << "#define SHOW(v) sizeof(#v)\nint a = x + SHOW(1+  2);\n"
                            << "3*4"
                            << "#define SHOW(v) sizeof(#v)\nint a = 3 * 4 + SHOW(1+  2);\n";
    QTest::newRow("column") << "int w(int n = __builtin_COLUMN());\nint a  = x,  b = w();\n"
                            << "7"
                            << "int w(int n = __builtin_COLUMN());\nint a  = 7,  b = w();\n";
  }
  void selfText() {
    QFETCH(QString, text);
    QFETCH(QString, with);
    QFETCH(QString, after);
    write("project/.clang-format", allman);
    const std::string before = text.toStdString();
    write("project/src/a.cu", before);
    frontend::ParseOptions options;
    options.headers = frontend::HeaderMode::own;
    frontend::UnitParser parser(options);
    frontend::CompileCommand command;
    command.file = file_;
    command.folder = "/";
    const Result<frontend::ParsedUnit> unit = parser.parse(command, {});
    QVERIFY2(unit.ok(), unit.ok() ? "" : unit.error().message.c_str());
    Editor editor(*unit);
    const auto at = static_cast<uint32_t>(before.find('x'));
    editor.replace({file_, at, at + 1}, with.toStdString());
    const Result<Rewrite> rewrite = editor.finish("");
    QVERIFY2(rewrite.ok(), rewrite.ok() ? "" : rewrite.error().message.c_str());
    QCOMPARE(QString::fromStdString(*applyEdits(rewrite->files.at(0), before)), after);
  }
};

QTEST_GUILESS_MAIN(FormattingTest)
#include "formatting_test.moc"

#include <QTest>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/rewrite/edit/statement_edits.h"
#include "analysis/rewrite/source/statement.h"

using namespace warpwright;
using namespace warpwright::rewrite;

class StatementEditsTest : public QObject {
  Q_OBJECT

  const std::string file_ = "/tmp/case.cu";
  std::unique_ptr<frontend::UnitParser> parser_;

  Result<frontend::ParsedUnit> parse(const std::string& text) {
    if (!parser_) {
      frontend::ParseOptions options;
      options.headers = frontend::HeaderMode::own;
      parser_ = std::make_unique<frontend::UnitParser>(options);
    }
    parser_->setOpenTexts({{file_, text}});
    frontend::CompileCommand command;
    command.file = file_;
    command.folder = "/";
    return parser_->parse(command, {});
  }

 private slots:
  // `@` stands where the statement begins or ends, and is not part of the text.
  void lines_data() {
    QTest::addColumn<QString>("verb");
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* verb, const char* body, const char* after) {
      QTest::newRow(name) << verb << body << after;
    };
    row("before", "before", "  @f();\n", "  a;\n  b;\n  f();\n");
    row("before a pragma", "before", "@#pragma unroll\n  f();\n", "  a;\n  b;\n#pragma unroll\n  f();\n");
    row("behind", "after", "  f();@\n", "  f();\n  a;\n  b;\n");
    row("behind a comment", "after", "  f();@  // so\n", "  f();  // so\n  a;\n  b;\n");
    row("behind comments", "after", "  f();@ /* so */ // and\n", "  f(); /* so */ // and\n  a;\n  b;\n");
    row("behind a comment of lines", "after", "  f();@ /* so\n and so */\n", "  f(); /* so\n and so */\n  a;\n  b;\n");
    row("a comment goes on", "after", "  f();@ // so \\\n  and so\n", "  f();\n  a;\n  b; // so \\\n  and so\n");
    row("something follows", "after", "  f();@ g();\n", "  f();\n  a;\n  b; g();\n");
    row("carriage returns", "after", "  f();@\r\n", "  f();\r\n  a;\r\n  b;\r\n");
    row("declared on its line", "declare", "  int i;@ g();\n", "  int i; a; b; g();\n");
    row("at the start", "start", "  {@\n    f();\n  }\n", "  {\n  a;\n  b;\n    f();\n  }\n");
    row("before what follows the brace", "start", "  {@ f(); }\n", "  {\n  a;\n  b;\n  f(); }\n");
    row("behind the brace's comment", "start", "  {@  // so\n  }\n", "  {  // so\n  a;\n  b;\n  }\n");
    row("declared below", "declare", "  int i;@ // so\n", "  int i; // so\n  a;\n  b;\n");
  }
  void lines() {
    QFETCH(QString, verb);
    QFETCH(QString, body);
    QFETCH(QString, after);
    std::string text = "void f() {}\nvoid g() {}\nvoid kernel() {\n" + body.toStdString() + "}\n";
    const auto offset = static_cast<uint32_t>(text.find('@'));
    text.erase(offset, 1);
    const Result<frontend::ParsedUnit> unit = parse(text);
    QVERIFY2(unit.ok(), unit.ok() ? "" : unit.error().message.c_str());
    Editor editor(*unit);
    const NewLines added{"  ", {"a;", "b;"}};
    if (verb == "before") insertBefore(editor, file_, offset, added);
    if (verb == "after") insertAfter(editor, file_, offset, added);
    if (verb == "start") insertAtStart(editor, {file_, offset - 1, offset}, added);
    if (verb == "declare") declareAfter(editor, file_, offset, added);
    const Result<Rewrite> rewrite = editor.finish("test");
    QVERIFY2(rewrite.ok(), rewrite.ok() ? "" : rewrite.error().message.c_str());
    const Result<std::string> written = applyEdits(rewrite->files.at(0), text);
    QCOMPARE(QString::fromStdString(*written), "void f() {}\nvoid g() {}\nvoid kernel() {\n" + after + "}\n");
  }
};

QTEST_APPLESS_MAIN(StatementEditsTest)
#include "statement_edits_test.moc"

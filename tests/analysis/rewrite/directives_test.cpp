// Lines of the preprocessor inside of a kernel's body.
#include "analysis/rewrite/edit/directives.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <QTest>

#include <optional>

#include "analysis/frontend/parsed_unit.h"

using namespace warpwright;

namespace {

const std::string kFile = "/tmp/case.cu";

/// A kernel `k` with the body, between its braces.
struct Case {
  Case(const std::string& body, const std::string& before) {
    frontend::ParseOptions options;
    options.headers = frontend::HeaderMode::own;
    frontend::UnitParser parser(options);
    parser.setOpenTexts({{kFile, before + "__global__ void k(float* o, const float* a, int n) {" + body + "}\n"}});
    frontend::CompileCommand command;
    command.file = kFile;
    command.folder = "/";
    Result<frontend::ParsedUnit> parsed = parser.parse(command, {});
    if (!parsed.ok() || !parsed->summary().errors.empty()) return;
    unit.emplace(std::move(*parsed));
    for (const clang::Decl* one : unit->ast().getTranslationUnitDecl()->decls()) {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(one);
      if (!function || !function->hasBody() || function->getName() != "k") continue;
      statement = llvm::cast<clang::CompoundStmt>(function->getBody());
    }
    const auto begin = static_cast<uint32_t>(
        before.size() + std::string("__global__ void k(float* o, const float* a, int n) {").size());
    range = {kFile, begin, begin + static_cast<uint32_t>(body.size())};
  }

  std::optional<frontend::ParsedUnit> unit;
  const clang::CompoundStmt* statement = nullptr;
  rewrite::TextRange range;
};

}  // namespace

class DirectivesTest : public QObject {
  Q_OBJECT

 private slots:
  void found() {
    const Case one(
        "\n#define A(i) \\\n  (i)\n  # pragma unroll\n  for (int i = 0; i < 2; ++i) o[i] = 1;\n#if 0 /* \n # no "
        "*/\n#endif\n  o[0] = A(1); // #else\n#\n",
        "");
    QVERIFY(one.statement);
    const rewrite::Editor editor(*one.unit);
    const std::vector<rewrite::Directive> all = rewrite::directivesIn(editor, one.range);
    QStringList words;
    for (const rewrite::Directive& each : all)
      words << QString::fromStdString(std::string(each.word) + ":" + std::string(each.name));
    QCOMPARE(words.join(" "), QString("define:A pragma: if: endif: :"));
    QCOMPARE(QString::fromStdString(std::string(editor.textOf(all[0].place))), QString("#define A(i) \\\n  (i)"));
  }

  void between_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("error");
    const auto row = [](const char* name, const char* body, const char* error, const char* before = "") {
      QTest::newRow(name) << body << before << error;
    };
    const char* const whole = "has a directive of the preprocessor inside of a statement";
    row("none", "\n  o[0] = 1;\n", "");
    row("macro", "\n#define N 3\n  o[0] = N;\n", "");
    row("again in another kernel", "\n#define N 3\n  o[0] = N;\n", "", "#define N 4\n#undef N\n");
    row("undefined first", "\n#undef N\n#define N 3\n  o[0] = N;\n", "", "#define N 4\n");
    row("undefined last", "\n#define N 3\n  o[0] = N;\n#undef N\n", "");
    row("in a loop", "\n  for (int i = 0; i < n; ++i) {\n#define N 3\n    o[i] = N;\n  }\n", "");
    row("condition", "\n  o[0] = 1;\n#ifdef X\n  o[0] = 2;\n#else\n  o[0] = 3;\n#endif\n", "");
    row("defined twice", "\n#define N 3\n  o[0] = N;\n#undef N\n#define N 4\n  o[1] = N;\n", "`N` is not defined once");
    row("only undefined", "\n  o[0] = N;\n#undef N\n", "`N` is not defined once", "#define N 3\n");
    row("before it is defined", "\n  o[0] = N;\n#define N 3\n  o[1] = N;\n", "`N` is a word before it is defined",
        "const int N = 2;\n");
    row("by another before", "\n  o[0] = M;\n#undef N\n#define N 3\n", "`N` is a word before it is defined",
        "#define N 2\n#define M N\n");
    row("by another behind", "\n#define N 3\n  o[0] = N;\n#undef N\n  const int N = M(2);\n",
        "`N` is a word behind its #undef", "#define M(N) N\n");
    row("in an expression", "\n  o[0] = 1\n#ifdef X\n    + 2\n#endif\n    ;\n", whole);
    row("before a body", "\n  if (n)\n#ifdef X\n    o[0] = 1;\n#else\n    o[0] = 2;\n#endif\n", whole);
    row("before else", "\n  if (n) {\n    o[0] = 1;\n  }\n#ifndef X\n  else {\n    o[0] = 2;\n  }\n#endif\n", whole);
    row("before a semicolon", "\n  o[0] = 1\n#define N 3\n  ;\n", whole);
    row("in a left-out statement", "\n#ifdef X\n  o[0] =\n#else\n  o[1] = 2;\n#endif\n", whole);
    row("line", "\n#line 3\n  o[0] = 1;\n", "has a directive of the preprocessor inside the kernel");
  }
  void between() {
    QFETCH(QString, body);
    QFETCH(QString, before);
    QFETCH(QString, error);
    const Case one(body.toStdString(), before.toStdString());
    QVERIFY(one.statement);
    const rewrite::Editor editor(*one.unit);
    const Status may = rewrite::standBetweenStatements(editor, *one.statement, one.range);
    const QString said = may.ok() ? QString() : QString::fromStdString(may.error().message);
    QVERIFY2(error.isEmpty() ? may.ok() : said.contains(error), qPrintable(said));
  }

  void kept_data() {
    QTest::addColumn<QString>("after");
    QTest::addColumn<bool>("isKept");
    const auto row = [](const char* name, const char* after, bool isKept) { QTest::newRow(name) << after << isKept; };
    row("as it was", "\n#define N 3\n  o[0] = N;\n#if 0\n  o[1] = 2;\n#else\n  o[2] = 3;\n#endif\n", true);
    row("indented",
        "\n  #define N 3\n  {\n o[0] = N;\n}\n  #if 0\n  o[1]  = 2;\n  # else\n for (;;) {  o[2] = 3; }\n#endif\n",
        true);
    row("active words moved", "\n#define N 3\n  int i;\n  o[0] = N;\n o[2] = 3;\n#if 0\n  o[1] = 2;\n#else\n#endif\n",
        true);
    row("gone", "\n#define N 3\n  o[0] = N;\n#if 0\n  o[1] = 2;\n#endif\n", false);
    row("another order", "\n#if 0\n  o[1] = 2;\n#else\n  o[2] = 3;\n#endif\n#define N 3\n  o[0] = N;\n", false);
    row("left out with more", "\n#define N 3\n#if 0\n  o[0] = N;\n  o[1] = 2;\n#else\n  o[2] = 3;\n#endif\n", false);
    row("left out with less", "\n#define N 3\n  o[0] = N;\n#if 0\n#else\n  o[1] = 2; o[2] = 3;\n#endif\n", false);
    row("in front of its definition", "\n  o[0] = N;\n#define N 3\n#if 0\n  o[1] = 2;\n#else\n  o[2] = 3;\n#endif\n",
        false);
    row("on the line of another", "\n{ #define N 3\n  o[0] = N;\n#if 0\n  o[1] = 2;\n#else\n  o[2] = 3;\n#endif\n",
        false);
  }
  void kept() {
    QFETCH(QString, after);
    QFETCH(bool, isKept);
    const Case one("\n#define N 3\n  o[0] = N;\n#if 0\n  o[1] = 2;\n#else\n  o[2] = 3;\n#endif\n", "");
    QVERIFY(one.statement);
    const rewrite::Editor editor(*one.unit);
    QCOMPARE(rewrite::KeptDirectives(editor, *one.statement, one.range).areIn(after.toStdString()).ok(), isKept);
  }
};

QTEST_GUILESS_MAIN(DirectivesTest)
#include "directives_test.moc"

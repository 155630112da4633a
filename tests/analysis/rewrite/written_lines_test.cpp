// Lines of statements that leave compilers no choice of how sums and products are rounded.
#include "analysis/rewrite/edit/written_lines.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>

#include <QTest>

#include "analysis/frontend/parsed_unit.h"

using namespace warpwright;

class WrittenLinesTest : public QObject {
  Q_OBJECT

  /// Those of the function of that name; empty: of all functions and methods.
  static rewrite::RoundedLines linesIn(const std::string& file, const std::string& text, const std::string& name) {
    frontend::ParseOptions options;
    options.headers = frontend::HeaderMode::own;
    frontend::UnitParser parser(options);
    parser.setOpenTexts({{file, text}});
    frontend::CompileCommand command;
    command.file = file;
    command.folder = "/";
    const Result<frontend::ParsedUnit> unit = parser.parse(command, {});
    std::map<std::string, rewrite::RoundedLines> lines;
    if (!unit.ok() || !unit->summary().errors.empty()) return {};
    const auto note = [&](const clang::Decl* one) {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(one);
      const bool isNamed =
          function && (name.empty() || (function->getDeclName().isIdentifier() && function->getName() == name));
      if (isNamed && function->hasBody()) rewrite::noteRoundedLines(*unit, *function, lines);
    };
    for (const clang::Decl* one : unit->ast().getTranslationUnitDecl()->decls()) {
      const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(one);
      if (record && record->getName() == "S") std::ranges::for_each(record->decls(), note);
      if (!name.empty()) note(one);
    }
    return lines[file];
  }

  /// Those of `k`: its body begins in the second line.
  static rewrite::RoundedLines linesOf(const std::string& body) {
    return linesIn(
        "/tmp/case.cu",
        "__device__ float f(float x) { return x; }\n__global__ void k(float* o, const float* a, float x, float y, "
        "int n) {\n" +
            body + "\n}\n",
        "k");
  }

 private slots:
  void statements_data() {
    QTest::addColumn<QString>("statement");
    QTest::addColumn<bool>("isWritten");
    const auto row = [](const char* statement, bool isWritten) { QTest::newRow(statement) << statement << isWritten; };
    row("o[0] = __fmaf_rn(x, y, a[0]);", true);
    row("o[0] = x + a[n * 2];", true);
    row("o[0] = f(__fmul_rn(x, y));", true);
    row("o[0] = expf(x) + fmaxf(x, y);", false);  // what a function gives may be a product
    row("o[0] = expf(__fadd_rn(x, y));", true);
    row("if (isinf(x)) o[n - 1] = y;", true);
    row("const float p = __fmul_rn(x, y), q = sqrtf(p);", true);
    row("o[threadIdx.x] = a[blockIdx.x * 2 + threadIdx.x];", true);
    row("o[0] = x * y;", false);
    row("o[0] = x * y + a[0];", false);
    row("o[0] /= 4;", false);
    row("o[0] = __fadd_rn(x, powf(x, y));", false);
    row("o[0] = __fmaf_rn(x, y, log(x));", false);
    row("o[0] = f(x * y);", false);
    row("o[0] = (long double)x * n + y;", false);
    row("struct S { float v; }; S s{x}; o[0] = s.v;", false);  // what a class says has lines of its own
  }
  void statements() {
    QFETCH(QString, statement);
    QFETCH(bool, isWritten);
    const rewrite::RoundedLines lines = linesOf(statement.toStdString());
    QCOMPARE(lines.written.contains(3), isWritten);
    QCOMPARE(lines.open.contains(3), !isWritten);
  }

  // Sums and products that say how they are rounded are no part of another; what else is called may give a product.
  void namedSums_data() {
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isWritten");
    QTest::newRow("sum") << "__fmaf_rn(x, y, s)" << true;
    QTest::newRow("quotient") << "__fdividef(x, y)" << false;
    QTest::newRow("of the program") << "f(__fmul_rn(x, y))" << false;
  }
  void namedSums() {
    QFETCH(QString, value);
    QFETCH(bool, isWritten);
    const rewrite::RoundedLines lines = linesOf("float s = 0;\ns = " + value.toStdString() + ";\no[0] = s - y;");
    QCOMPARE(lines.written.contains(5), isWritten);
  }

  // What stands beside a brace may be a default argument, or an initialiser of a member.
  void linesBesideBraces() {
    const std::string file = "/tmp/case.cu",
                      text =
                          "struct S {\n  float v, w;\n  __device__ S(float x, float y) : v(x * y) { w = v; }\n"
                          "  __device__ float get() {\n    return w;\n  }\n};\n";
    const rewrite::RoundedLines lines = linesIn(file, text, "");
    QCOMPARE(lines.written, (std::set<uint32_t>{5}));
    QVERIFY(lines.open.contains(3));
  }

  // Lines that one of several statements leaves open are in both.
  void severalLines() {
    const rewrite::RoundedLines lines =
        linesOf("  o[0] = __fmaf_rn(x,\n    y, x); o[1] = x *\n    y;\n  for (int i = 0; i < n; ++i)\n    o[i] = x;");
    QCOMPARE(lines.written, (std::set<uint32_t>{3, 4, 6, 7}));
    QCOMPARE(lines.open, (std::set<uint32_t>{4, 5}));
  }
};

QTEST_GUILESS_MAIN(WrittenLinesTest)
#include "written_lines_test.moc"

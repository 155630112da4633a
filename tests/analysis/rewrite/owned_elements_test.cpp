#include <QTest>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/passes/placement/owned_elements.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/constant_loops.h"

using namespace warpwright;
using namespace warpwright::rewrite;

namespace {

const std::string file = "/tmp/case.cu";

const clang::FunctionDecl* kernelOf(const frontend::ParsedUnit& unit) {
  for (const clang::Decl* decl : unit.ast().getTraversalScope()) {
    const auto* function = clang::dyn_cast<clang::FunctionDecl>(decl);
    if (function && function->hasBody() && function->getName() == "kernel") return function;
  }
  return nullptr;
}

std::string toText(const std::optional<OwnedElements::Slots>& some) {
  return some ? std::to_string(some->low) + ".." + std::to_string(some->high) : "none";
}

// "lines 5-7: read 0..3, written 1..3, saves 10 loads and 2 stores, 1 loop, 0 barriers"
std::string toText(const frontend::ParsedUnit& unit, const OwnedElements& owned) {
  return "lines " + std::to_string(positionAt(unit, owned.first->getBeginLoc()).line) + "-" +
         std::to_string(positionAt(unit, owned.last->getEndLoc()).line) + ": read " + toText(owned.read) +
         ", written " + toText(owned.written) + ", saves " + std::to_string(owned.loads) + " loads and " +
         std::to_string(owned.stores) + " stores, loops " + std::to_string(owned.loops.size()) + ", barriers " +
         std::to_string(owned.barriers.size());
}

}  // namespace

class OwnedElementsTest : public QObject {
  Q_OBJECT

  Result<frontend::ParsedUnit> parse(const std::string& text) {
    if (!parser_) {
      frontend::ParseOptions options;
      options.headers = frontend::HeaderMode::own;
      parser_ = std::make_unique<frontend::UnitParser>(options);
    }
    parser_->setOpenTexts({{file, text}});
    frontend::CompileCommand command;
    command.file = file;
    command.folder = "/";
    return parser_->parse(command, {});
  }

  std::unique_ptr<frontend::UnitParser> parser_;

 private slots:
  /// The body stands from line 3 on; `s` is int s[32][8], t the thread, n an argument, i, j, k numbers.
  void runs_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char* name, const char* body, QStringList expected) {
      QTest::newRow(name) << QString(body) << expected;
    };
    row("triangle", "for (i = 1; i < 8; i++)\n for (j = 0; j < i; j++)\n  s[t][i] -= s[t][j];",
        {"lines 3-5: read 0..7, written 1..7, saves 48 loads and 21 stores, loops 2, barriers 0"});
    row("across a barrier", "s[t][0] = g[t];\n__syncthreads();\ns[t][0] += 1;",
        {"lines 3-5: read none, written 0..0, saves 1 loads and 1 stores, loops 0, barriers 1"});
    row("other statements in between",
        "for (k = 0; k < 4; ++k) s[t][k] = k;\nif (t > 3) g[t] = 1;\nfor (k = 0; k < 4; ++k) s[t][k] *= 2;",
        {"lines 3-5: read none, written 0..3, saves 4 loads and 4 stores, loops 2, barriers 0"});
    row("downwards, by twos", "for (int q = 6; q >= 0; q -= 2) {\n s[t][q] += 1;\n s[t][q + 1] += s[t][q];\n}",
        {"lines 3-6: read 0..7, written 0..7, saves 4 loads and 0 stores, loops 1, barriers 0"});
    row("gaps", "for (k = 0; k < 8; k += 2) { s[t][k] += 1; s[t][k] *= 3; }", {});
    row("straight line", "s[t][1] = 3;\ns[t][1] += 4;\ns[t][1] *= 2;", {});
    row("only read", "for (k = 0; k < 8; ++k) g[k] = s[t][k] + s[t][k];", {});
    row("condition", "for (k = 1; k < 8; ++k)\n if (g[k]) s[t][k] += s[t][k - 1];", {});
    row("conditional operator", "for (k = 1; k < 8; ++k) s[t][k] += g[k] ? s[t][k - 1] : 2;", {});
    row("short circuit", "for (k = 1; k < 8; ++k) s[t][k] = g[k] && s[t][k - 1];", {});
    row("open rounds", "for (k = 1; k < n; ++k) s[t][k] += s[t][k - 1];", {});
    row("counter changes", "for (k = 1; k < 8; ++k) { s[t][k] += s[t][k - 1]; if (n) k++; }", {});
    row("counter known to others", "int* p = &k;\nfor (k = 1; k < 8; ++k) { s[t][k] += s[t][k - 1]; *p = n; }", {});
    row("break", "for (k = 1; k < 8; ++k) { s[t][k] += s[t][k - 1]; if (n) break; }", {});
    row("outside", "for (k = 1; k < 9; ++k) s[t][k] += s[t][k - 1];", {});
    row("row changes", "for (k = 1; k < 8; ++k) { s[t][k] += s[t][k - 1]; t ^= 1; }", {});
    row("row from memory", "for (k = 1; k < 8; ++k) s[g[0]][k] += s[g[0]][k - 1];", {});
    row("row changes in between",
        "for (k = 1; k < 8; ++k) s[t][k] += s[t][k - 1];\nt ^= 1;\nfor (k = 1; k < 8; ++k) s[t][k] += s[t][k - 1];",
        {"lines 3-3: read 0..7, written 1..7, saves 6 loads and 0 stores, loops 1, barriers 0",
         "lines 5-5: read 0..7, written 1..7, saves 6 loads and 0 stores, loops 1, barriers 0"});
    row("two rows", "for (k = 1; k < 8; ++k) s[t][k] += s[t + 1][k - 1];", {});
    row("warp function", "for (k = 1; k < 8; ++k) { s[t][k] += s[t][k - 1]; __syncwarp(); }", {});
    row("wraps", "for (unsigned q = 7; q >= 0; --q) s[t][q] += s[t][0];", {});
    row("written twice in one expression", "for (k = 1; k < 8; ++k) s[t][k] = s[t][0] = k;", {});
    row("counter changes in a declaration",
        "for (k = 0; k < 5; ++k) s[t][k] = k;\nint q = (k = 7), w = s[t][k];\ng[q] = w;\nfor (k = 0; k < 5; ++k) "
        "s[t][k] += k;",
        {});
    row("counter changes on the right", "for (k = 0; k < 5; ++k) s[t][k] = k;\ns[t][k] = (k = 7);", {});
    row("case inside",
        "switch (n) {\ncase 0:\nfor (k = 0; k < 8; ++k) s[t][k] += n;\ncase 1: j = 2;\nfor (k = 0; k < 8; ++k) s[t][k] "
        "*= j;\n}",
        {});
    row("cast in the row", "for (k = 1; k < 8; ++k) s[(int)t][k] += s[(int)t][k - 1];", {});
    row("enumerator in the row", "enum { A = 1 };\nfor (k = 1; k < 8; ++k) s[t ^ A][k] += s[t ^ A][k - 1];", {});
    row("not evaluated", "for (k = 1; k < 8; ++k) { s[t][k] += s[t][k - 1]; g[0] += sizeof(s[t][k]++); }", {});
    row("literals of two types",
        "for (k = 1; k < 8; ++k) { s[t + (0u - 1u > 0u)][k] += 1; s[t + (0 - 1 > 0)][k] *= 3; }", {});
    row("name taken in the run",
        "if (n) {\nfor (k = 1; k < 8; ++k) s[t][k] += s[t][k - 1];\nint q = s[t][1], t = 7;\ng[q] = t;\n}", {});
    row("row of everyone", "extern __device__ int base;\nfor (k = 1; k < 8; ++k) s[base][k] += s[base][k - 1];", {});
    row("inside a branch", "if (t < 4) {\n for (k = 1; k < 8; ++k)\n  s[t][k] += s[t][k - 1];\n}",
        {"lines 4-5: read 0..7, written 1..7, saves 6 loads and 0 stores, loops 1, barriers 0"});
  }
  void runs() {
    QFETCH(QString, body);
    QFETCH(QStringList, expected);
    const std::string text =
        "__global__ void kernel(int *g, int n) {\n  __shared__ int s[32][8]; int t = threadIdx.x, i, j, k;\n" +
        body.toStdString() + "\n}\n";
    Result<frontend::ParsedUnit> unit = parse(text);
    QVERIFY2(unit.ok(), unit.ok() ? "" : unit.error().message.c_str());
    QVERIFY2(unit->summary().errors.empty(), body.toUtf8());
    const clang::FunctionDecl* kernel = kernelOf(*unit);
    QVERIFY(kernel);
    QStringList found;
    const Editor editor(*unit);
    for (const OwnedElements& owned :
         findOwnedElements(editor, *kernel, *sharedVariables(*kernel)[0].variable, 2, true)) {
      found << QString::fromStdString(toText(*unit, owned));
    }
    QCOMPARE(found, expected);
  }

  void barriersEndRunsUnlessTheyMayBeCrossed() {
    Result<frontend::ParsedUnit> unit = parse(
        "__global__ void kernel(int *g) {\n  __shared__ int s[32][8]; int t = threadIdx.x;\n"
        "for (int k = 1; k < 8; ++k) s[t][k] += s[t][k - 1];\n__syncthreads();\n"
        "for (int k = 1; k < 8; ++k) s[t][k] += s[t][k - 1];\n}\n");
    QVERIFY(unit.ok());
    const clang::FunctionDecl* kernel = kernelOf(*unit);
    const Editor editor(*unit);
    const clang::VarDecl& s = *sharedVariables(*kernel)[0].variable;
    QCOMPARE(findOwnedElements(editor, *kernel, s, 2, true).size(), size_t(1));
    QCOMPARE(findOwnedElements(editor, *kernel, s, 2, false).size(), size_t(2));
  }
};

QTEST_GUILESS_MAIN(OwnedElementsTest)
#include "owned_elements_test.moc"

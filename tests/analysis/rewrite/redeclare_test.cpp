#include <QTest>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/rewrite/edit/redeclare.h"
#include "analysis/rewrite/edit/statement_edits.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/variable_uses.h"

using namespace warpwright;
using namespace warpwright::rewrite;

namespace {

const std::string file = "/tmp/case.cu";

// The first kernel of the unit.
const clang::FunctionDecl* kernelOf(const frontend::ParsedUnit& unit) {
  for (const clang::Decl* decl : unit.ast().getTraversalScope()) {
    const auto* function = clang::dyn_cast<clang::FunctionDecl>(decl);
    if (function && function->hasBody() && function->getName() == "kernel") return function;
  }
  return nullptr;
}

std::string edited(const Editor& editor, const std::string& text) {
  Result<Rewrite> rewrite = editor.finish("test");
  if (!rewrite.ok()) return "error: " + rewrite.error().message;
  if (rewrite->files.size() != 1) return "error: " + std::to_string(rewrite->files.size()) + " files";
  Result<std::string> after = applyEdits(rewrite->files[0], text);
  return after.ok() ? *after : "error: " + after.error().message;
}

}  // namespace

class RedeclareTest : public QObject {
  Q_OBJECT

  // Parses `text`; the parser and its prelude serve every row.
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
  void declarations_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("extents");
    QTest::addColumn<bool>("atStart");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* before, const char* after, const char* extents = "",
                        bool atStart = false) { QTest::newRow(name) << before << extents << atStart << after; };
    row("array", "  __shared__ int v[64];\n", "  int v;\n");
    row("scalar", "  __shared__ float v;\n", "  float v;\n");
    row("register array", "  __shared__ int v[4][64];\n", "  int v[4];\n", "[4]");
    row("spaces and comments", "  __shared__  int /* a */ v [64 /* n */] ; // c\n", "  int /* a */ v ; // c\n");
    row("keyword in the middle", "  int __shared__ v[64];\n", "  int v;\n");
    row("static", "  static __shared__ int v[64];\n", "  int v;\n");
    row("static behind", "  __shared__ static int v[64];\n", "  int v;\n");
    row("alignment", "  __shared__ __align__(16) float v[64];\n", "  __align__(16) float v;\n");
    row("two words", "  __shared__ unsigned int v[64];\n", "  unsigned int v;\n");
    row("pointer", "  __shared__ float *v[64];\n", "  float *v;\n");
    row("first of three", "  __shared__ int v[64], a[2], b;\n", "  __shared__ int a[2], b;\n  int v;\n");
    row("second of three", "  __shared__ int a[2], v[64], b; // all\n", "  __shared__ int a[2], b; // all\n  int v;\n");
    row("last, a pointer", "  __shared__ int a[2],\n             *v[64];\n", "  __shared__ int a[2];\n  int *v;\n");
    row("code behind", "  __shared__ int a, v[2]; int n = 0;\n", "  __shared__ int a; int v; int n = 0;\n");
    row("commas inside", "  __shared__ int a[(1, 2)], v[(3, 4)];\n", "  __shared__ int a[(1, 2)];\n  int v;\n");
    row("at the start", "  int n = 0;\n  __shared__ int v[64];\n", "  int v;\n  int n = 0;\n", "", true);
    row("own keyword", "#define SM __shared__\n  SM int v[8];\n", "#define SM __shared__\n  int v;\n");
    row("keyword and more in a macro", "#define SM __shared__ int\n  SM v[8];\n",
        "error: the declaration at line 3 gets `__shared__` from the macro `SM`, which stands for more than that");
    row("whole declaration in a macro", "#define MAKE __shared__ int v[8]\n  MAKE;\n",
        "error: line 3 spells it inside the macro `MAKE`, which would have to change everywhere");
  }

  void declarations() {
    QFETCH(QString, before);
    QFETCH(QString, extents);
    QFETCH(bool, atStart);
    QFETCH(QString, after);
    const std::string head = "__global__ void kernel() {\n", tail = "}\n";
    const std::string text = head + before.toStdString() + tail;
    Result<frontend::ParsedUnit> unit = parse(text);
    QVERIFY2(unit.ok(), unit.ok() ? "" : unit.error().message.c_str());
    QVERIFY2(unit->summary().errors.empty(),
             unit->summary().errors.empty() ? "" : unit->summary().errors[0].message.c_str());
    const clang::FunctionDecl* kernel = kernelOf(*unit);
    QVERIFY(kernel);

    std::string result;
    for (const LocalVariable& local : sharedVariables(*kernel)) {
      if (local.variable->getName() != "v") continue;
      Editor editor(*unit);
      unsigned rank = 0;
      for (clang::QualType type = local.variable->getType(); unit->ast().getAsArrayType(type); ++rank) {
        type = unit->ast().getAsArrayType(type)->getElementType();
      }
      const Status done = redeclare(editor, *kernel, local, rank, {"v", extents.toStdString(), atStart, {}});
      result = done.ok() ? edited(editor, text) : "error: " + done.error().message;
    }
    const bool isError = after.startsWith("error");
    QCOMPARE(QString::fromStdString(result), isError ? after : QString::fromStdString(head) + after + "}\n");
  }

  void statements_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::newRow("own line") << "  int a;\n  __syncthreads();\n  int b;\n" << "  int a;\n  int b;\n";
    QTest::newRow("comment behind") << "  int a;\n  __syncthreads(); // wait\n" << "  int a;\n";
    QTest::newRow("shared line") << "  int a; __syncthreads(); int b;\n" << "  int a;  int b;\n";
    QTest::newRow("only statement of if") << "  if (true) __syncthreads();\n" << "  if (true) ;\n";
    QTest::newRow("only statement of for") << "  for (;;)\n    __syncthreads();\n" << "  for (;;)\n    ;\n";
    QTest::newRow("comment goes on") << "  __syncthreads(); /* a\n b */\n" << "   /* a\n b */\n";
  }
  void statements() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    const std::string head = "__global__ void kernel() {\n";
    const std::string text = head + before.toStdString() + "}\n";
    Result<frontend::ParsedUnit> unit = parse(text);
    QVERIFY2(unit.ok(), unit.ok() ? "" : unit.error().message.c_str());
    const size_t at = text.find("__syncthreads");
    const auto line = static_cast<uint32_t>(1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
    const auto column = static_cast<uint32_t>(at - text.rfind('\n', at));
    Editor editor(*unit);
    const Status done = removeCallStatement(editor, *kernelOf(*unit), {file, line, column});
    QVERIFY2(done.ok(), done.ok() ? "" : done.error().message.c_str());
    QCOMPARE(QString::fromStdString(edited(editor, text)), QString::fromStdString(head) + after + "}\n");
  }

  void kindsOfUse_data() {
    QTest::addColumn<QString>("statement");
    QTest::addColumn<int>("kind");
    using Kind = VariableUse::Kind;
    const auto row = [](const char* statement, Kind kind) { QTest::newRow(statement) << statement << int(kind); };
    row("n = v[1];", Kind::value);
    row("v[1] = n;", Kind::value);
    row("v[1] += n;", Kind::value);
    row("++v[n];", Kind::value);
    row("n = v[1]++;", Kind::value);
    row("n = (v)[1] + 2;", Kind::value);
    row("take(v[1]);", Kind::value);
    row("n = v[1] = 3;", Kind::value);
    row("n = n ? v[1] : 2;", Kind::value);
    row("n = sizeof(v[0]);", Kind::elementSize);
    row("n = sizeof(v);", Kind::arraySize);
    row("int *p = &v[1]; n = *p;", Kind::address);
    row("int *p = v; n = *p;", Kind::address);
    row("n = *v;", Kind::address);
    row("int &r = v[1]; n = r;", Kind::reference);
    row("refer(v[1]);", Kind::reference);
    row("refer(v[1] = 2);", Kind::reference);
    row("refer(n ? v[1] : n);", Kind::reference);
    row("refer(++v[1]);", Kind::reference);
    row("auto f = [] { return v[1]; }; n = f();", Kind::captured);
    row("n = ((char *)v)[2];", Kind::address);
    row("n = 1[v];", Kind::address);
  }
  void kindsOfUse() {
    QFETCH(QString, statement);
    QFETCH(int, kind);
    const std::string text =
        "__device__ void take(int); __device__ void refer(int &);\n"
        "__global__ void kernel(int n) {\n  __shared__ int v[64];\n  " +
        statement.toStdString() + "\n}\n";
    Result<frontend::ParsedUnit> unit = parse(text);
    QVERIFY2(unit.ok(), unit.ok() ? "" : unit.error().message.c_str());
    QVERIFY2(unit->summary().errors.empty(),
             unit->summary().errors.empty() ? "" : unit->summary().errors[0].message.c_str());
    const clang::FunctionDecl* kernel = kernelOf(*unit);
    const auto variables = sharedVariables(*kernel);
    QCOMPARE(variables.size(), size_t{1});
    const std::vector<VariableUse> uses = findUses(*kernel, *variables[0].variable, 1);
    QCOMPARE(uses.size(), size_t{1});
    QCOMPARE(int(uses[0].kind), kind);
  }

  void effects_data() {
    QTest::addColumn<QString>("subscript");
    QTest::addColumn<bool>("effects");
    QTest::newRow("threadIdx") << "threadIdx.x + blockDim.x * threadIdx.y" << false;
    QTest::newRow("arithmetic") << "(n * 4 + 3) & 63" << false;
    QTest::newRow("memory") << "p[n]" << false;
    QTest::newRow("pure function") << "pure(n)" << false;
    QTest::newRow("min") << "min(n, 3)" << false;
    QTest::newRow("increment") << "n++" << true;
    QTest::newRow("assignment") << "n = 4" << true;
    QTest::newRow("function with effects") << "counts(p)" << true;
    QTest::newRow("unknown function") << "somewhere(n)" << true;
    QTest::newRow("volatile") << "*w" << true;
    QTest::newRow("atomic") << "atomicAdd(p, 1)" << true;
  }
  void effects() {
    QFETCH(QString, subscript);
    QFETCH(bool, effects);
    const std::string text =
        "__device__ int pure(int a) { return a * 2 + 1; }\n"
        "__device__ int counts(int *p) { *p += 1; return *p; }\n"
        "__device__ int somewhere(int);\n"
        "__global__ void kernel(int n, int *p, volatile int *w) {\n  __shared__ int v[64];\n  v[" +
        subscript.toStdString() + "] = 1;\n}\n";
    Result<frontend::ParsedUnit> unit = parse(text);
    QVERIFY2(unit.ok(), unit.ok() ? "" : unit.error().message.c_str());
    QVERIFY2(unit->summary().errors.empty(),
             unit->summary().errors.empty() ? "" : unit->summary().errors[0].message.c_str());
    const clang::FunctionDecl* kernel = kernelOf(*unit);
    const auto variables = sharedVariables(*kernel);
    const std::vector<VariableUse> uses = findUses(*kernel, *variables[0].variable, 1);
    QCOMPARE(uses.size(), size_t{1});
    QCOMPARE(uses[0].subscriptsHaveEffects, effects);
  }

  void macroArgumentsAreEditedWhereTheyAreSpelled() {
    const std::string text =
        "#define TWICE(x) ((x) + (x))\n#define BODY v[0]\n"
        "__global__ void kernel(int n) {\n  __shared__ int v[4];\n  n = TWICE(v[1]);\n  n = BODY;\n}\n";
    Result<frontend::ParsedUnit> unit = parse(text);
    QVERIFY2(unit.ok(), unit.ok() ? "" : unit.error().message.c_str());
    const clang::FunctionDecl* kernel = kernelOf(*unit);
    const auto variables = sharedVariables(*kernel);
    const std::vector<VariableUse> uses = findUses(*kernel, *variables[0].variable, 1);
    QCOMPARE(uses.size(), size_t{3});
    Editor editor(*unit);
    const Result<TextRange> first = editor.locate(uses[0].element->getSourceRange());
    const Result<TextRange> second = editor.locate(uses[1].element->getSourceRange());
    QVERIFY(first.ok() && second.ok());
    QCOMPARE(std::string(editor.textOf(*first)), std::string("v[1]"));
    QVERIFY(*first == *second);
    editor.replace(*first, "w");
    editor.replace(*second, "w");  // the same edit: once
    QVERIFY(edited(editor, text).find("TWICE(w)") != std::string::npos);
    const Result<TextRange> inBody = editor.locate(uses[2].element->getSourceRange());
    QVERIFY(!inBody.ok());
    QVERIFY(inBody.error().message.find("`BODY`") != std::string::npos);
  }

  void editsThatOverlapAreAnError() {
    const std::string text = "__global__ void kernel() {}\n";
    Result<frontend::ParsedUnit> unit = parse(text);
    QVERIFY2(unit.ok(), unit.ok() ? "" : unit.error().message.c_str());
    Editor editor(*unit);
    editor.replace({file, 0, 10}, "a");
    editor.replace({file, 5, 12}, "b");
    QVERIFY(!editor.finish("x").ok());
    Editor elsewhere(*unit);
    elsewhere.replace({"/usr/include/stdio.h", 0, 1}, "a");
    QVERIFY(!elsewhere.finish("x").ok());
  }

  void freshNamesDoNotClash() {
    Result<frontend::ParsedUnit> unit =
        parse("#define taken_2 7\n__device__ int taken;\n__global__ void kernel() {}\n");
    QVERIFY2(unit.ok(), unit.ok() ? "" : unit.error().message.c_str());
    const Editor editor(*unit);
    QCOMPARE(editor.freshName("unheardOf"), std::string("unheardOf"));
    QCOMPARE(editor.freshName("taken"), std::string("taken_3"));
  }
};

QTEST_GUILESS_MAIN(RedeclareTest)
#include "redeclare_test.moc"

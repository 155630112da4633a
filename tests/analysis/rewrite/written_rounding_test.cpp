#include "analysis/rewrite/edit/written_rounding.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>

#include <QTest>

#include "analysis/frontend/parsed_unit.h"

using namespace warpwright;
using namespace warpwright::rewrite;

class WrittenRoundingTest : public QObject {
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

  /// The last function of that name, of a template its first instance.
  static const clang::FunctionDecl* functionIn(const frontend::ParsedUnit& unit) {
    const clang::FunctionDecl* found = nullptr;
    for (const clang::Decl* one : unit.ast().getTranslationUnitDecl()->decls()) {
      if (const auto* made = llvm::dyn_cast<clang::FunctionTemplateDecl>(one); made && made->getName() == "k")
        found = *made->spec_begin();
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(one);
      if (function && function->getDeclName().isIdentifier() && function->getName() == "k") found = function;
    }
    return found;
  }

  /// The text with the sums of `k` written, or why they cannot be.
  QString written(const QString& text, const std::map<uint32_t, SumChoice>& ofStatements = {}) {
    return written(text, SumChoices{ofStatements, {}});
  }
  QString written(const QString& text, const SumChoices& choices) {
    const Result<frontend::ParsedUnit> unit = parse(text.toStdString());
    if (!unit.ok()) return QString::fromStdString(unit.error().message);
    for (const Diagnostic& error : unit->summary().errors) return QString::fromStdString(error.message);
    const clang::FunctionDecl* function = functionIn(*unit);
    Editor editor(*unit);
    const Result<Edits> edits = function ? writeRounding(editor, *function, choices) : inputError("no function");
    if (!edits.ok()) return QString::fromStdString(edits.error().message);
    if (Status fine = edits->check(file_, text.toStdString()); !fine.ok())
      return QString::fromStdString(fine.error().message);
    const auto end = static_cast<uint32_t>(text.toStdString().size());
    return QString::fromStdString(edits->madeIn({file_, 0, end}, text.toStdString()));
  }

  static constexpr const char* head =
      "__global__ void k(float* o, const float* a, float x, float y, double d, int n) {";

 private slots:
  void bodies_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* body, const char* after) {
      QTest::newRow(name) << body << after;
    };
    row("product and sum", "o[0] = x * y + a[0];", "o[0] = __fmaf_rn(x, y, a[0]);");
    row("product behind", "o[0] = a[0] + x * y;", "o[0] = __fmaf_rn(x, y, a[0]);");
    row("product less", "o[0] = x * y - a[0];", "o[0] = __fmaf_rn(x, y, -(a[0]));");
    row("less a product", "o[0] = a[0] - x * y;", "o[0] = __fmaf_rn(-(x), y, a[0]);");
    row("negative product", "o[0] = -(x * y) + a[0];", "o[0] = __fmaf_rn(-(x), y, a[0]);");
    row("less a negative one", "o[0] = a[0] - -(x * y);", "o[0] = __fmaf_rn(x, y, a[0]);");
    row("two products", "o[0] = x * y + x * x;", "o[0] = __fmaf_rn(x, y, __fmul_rn(x, x));");
    row("three", "o[0] = x * x + y * y + a[0] * a[1];",
        "o[0] = __fmaf_rn(a[0], a[1], __fmaf_rn(x, x, __fmul_rn(y, y)));");
    row("no product", "o[0] = x + y - a[0];", "o[0] = x + y - a[0];");
    row("stored beside effects", "x += o[n++] * y;", "x = __fmaf_rn(o[n++], y, x);");
    row("effects that nothing beside sees", "o[0] = x * o[n++] + y;", "o[0] = __fmaf_rn(x, o[n++], y);");
    row("no sum", "o[0] = x * y * a[0];", "o[0] = __fmul_rn(__fmul_rn(x, y), a[0]);");
    row("added to", "o[n] += x * y;", "o[n] = __fmaf_rn(x, y, o[n]);");
    row("taken away from", "o[n] -= x * y;", "o[n] = __fmaf_rn(-(x), y, o[n]);");
    row("multiplied", "o[n] *= x + y;", "o[n] = __fmul_rn(o[n], x + y);");
    row("doubles", "o[0] = d * d + x;", "o[0] = __fma_rn(d, d, x);");
    row("float product in a sum of doubles", "o[0] = x * y + d;", "o[0] = __dadd_rn(__fmul_rn(x, y), d);");
    row("whole numbers", "o[n * 2 + 1] = x;", "o[n * 2 + 1] = x;");
    row("converted", "o[0] = n * x + 1;", "o[0] = __fmaf_rn(n, x, 1);");
    row("constants", "o[0] = 2.0f * 3.0f + 1.0f;", "o[0] = 2.0f * 3.0f + 1.0f;");
    row("constant product", "o[0] = 2.0f * 3.0f + x;", "o[0] = __fadd_rn(2.0f * 3.0f, x);");
    row("in an index", "o[(int)(x * y + 1)] = a[(int)(x + y)] * x;",
        "o[(int)(__fmaf_rn(x, y, 1))] = __fmul_rn(a[(int)(x + y)], x);");
    row("in a call", "o[0] = sqrtf(x * x + y * y) + 1;",
        "o[0] = __fadd_rn(sqrtf(__fmaf_rn(x, x, __fmul_rn(y, y))), 1);");
    row("in a condition", "if (x * x + y < 4.0f) o[0] = 1;", "if (__fmaf_rn(x, x, y) < 4.0f) o[0] = 1;");
    row("divided", "o[0] = (x * y + 1) / (x - y);", "o[0] = (__fmaf_rn(x, y, 1)) / (x - y);");
    row("divided by a power of two", "o[0] = 1 + (x - y) / 4.f;", "o[0] = __fmaf_rn((x - y), 0.25f, 1);");
    row("divided by a whole number", "o[0] = x / 1024 - d / 2;",
        "o[0] = __fma_rn(-(d), 0.5, __fmul_rn(x, 9.765625E-4f));");
    row("divided by a half", "o[n] /= 0.5f; o[0] = d / 0.25;",
        "o[n] = __fmul_rn(o[n], 2.0f); o[0] = __dmul_rn(d, 4.0);");
    row("divided by another number", "o[0] = x / 3 + y / 0.1f;", "o[0] = __fadd_rn(x / 3, y / 0.1f);");
    row("kept quotient", "float p = a[0] / 8; o[0] = p + x;",
        "const float p_factor = a[0]; float p = __fmul_rn(p_factor, 0.125f); o[0] = __fmaf_rn(p_factor, 0.125f, x);");
    row("choice", "o[0] = (n > 1 ? x * y : y) + 1;", "o[0] = __fadd_rn((n > 1 ? __fmul_rn(x, y) : y), 1);");
    row("kept product", "float p = x * y; o[0] = p + a[0];",
        "float p = __fmul_rn(x, y); o[0] = __fmaf_rn(x, y, a[0]);");
    row("kept product of what changes", "float p = a[0] * 2; o[0] = p + x;",
        "const float p_factor = a[0]; float p = __fmul_rn(p_factor, 2); o[0] = __fmaf_rn(p_factor, 2, x);");
    row("kept product that changes", "float p = x * y; p = 1; o[0] = p + a[0];",
        "float p = __fmul_rn(x, y); p = 1; o[0] = __fadd_rn(p, a[0]);");
    row("kept product of what is set", "float v = x; float p = v * y; v = 0; o[0] = p + v;",
        "float v = x; const float p_factor = v; float p = __fmul_rn(p_factor, y); v = 0; "
        "o[0] = __fmaf_rn(p_factor, y, v);");
    // What may hold a product, as far as variables and memory hand it on.
    row("out of memory", "o[0] = x * y; o[1] = o[0] + a[0];", "o[0] = __fmul_rn(x, y); o[1] = __fadd_rn(o[0], a[0]);");
    row("out of other memory", "o[0] = x * y; o[1] = a[1] - a[0];", "o[0] = __fmul_rn(x, y); o[1] = a[1] - a[0];");
    row("out of shared memory", "__shared__ float s[8]; s[n] = x / y; o[0] = s[0] - x;",
        "__shared__ float s[8]; s[n] = x / y; o[0] = __fsub_rn(s[0], x);");
    row("of sums", "float s = x + y, t = s; t -= x; o[0] = x * y; o[1] = t + s;",
        "float s = x + y, t = s; t -= x; o[0] = __fmul_rn(x, y); o[1] = t + s;");
    row("in turns", "float s = x, t = y; for (int i = 0; i < n; ++i) { o[i] = s + x; s = t; t *= y; }",
        "float s = x, t = y; for (int i = 0; i < n; ++i) { o[i] = __fadd_rn(s, x); s = t; t = __fmul_rn(t, y); }");
    row("by another name", "float *p = o; p[0] = x * y; o[1] = a[0] + x;",
        "float *p = o; p[0] = __fmul_rn(x, y); o[1] = __fadd_rn(a[0], x);");
    row("by a reference", "float t = x; float &r = t; o[0] = x * y; o[1] = t + x;",
        "float t = x; float &r = t; o[0] = __fmul_rn(x, y); o[1] = __fadd_rn(t, x);");
    row("by an argument that is moved", "o[0] = x * y; a = o; o[1] = a[0] + x;",
        "o[0] = __fmul_rn(x, y); a = o; o[1] = __fadd_rn(a[0], x);");
    row("by an address", "float t = x; atomicAdd(&t, y); o[0] = x * y; o[1] = t + x;",
        "float t = x; atomicAdd(&t, y); o[0] = __fmul_rn(x, y); o[1] = __fadd_rn(t, x);");
    row("of parts", "float4 v = {x, y, x * y, 0}; o[1] = v.x + x;",
        "float4 v = {x, y, __fmul_rn(x, y), 0}; o[1] = __fadd_rn(v.x, x);");
    row("of a call", "o[0] = x * y; o[1] = sqrtf(x) + y;", "o[0] = __fmul_rn(x, y); o[1] = __fadd_rn(sqrtf(x), y);");
    row("loop", "float s = 0; for (int i = 0; i < n; ++i) s += a[i] * a[i]; o[0] = s;",
        "float s = 0; for (int i = 0; i < n; ++i) s = __fmaf_rn(a[i], a[i], s); o[0] = s;");
  }
  void bodies() {
    QFETCH(QString, body);
    QFETCH(QString, after);
    QCOMPARE(written(QString(head) + "\n  " + body + "\n}\n"), QString(head) + "\n  " + after + "\n}\n");
  }

  /// Functions may put a product into what they are given.
  void functions_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("body");
    QTest::addColumn<bool>("isWritten");
    const auto row = [](const char* name, const char* before, const char* body, bool isWritten) {
      QTest::newRow(name) << before << body << isWritten;
    };
    row("by a pointer", "__device__ void put(float *p, float v) { p[1] = v; }", "put(o, x * y); o[0] = o[1] + x;",
        true);
    row("by another's", "__device__ void put(float *p, float v) { p[1] = v; }", "put(o, x * y); o[0] = a[1] + x;",
        false);
    row("by what was const", "__device__ void put(const float *p, float v) { ((float *)p)[1] = v; }",
        "put(a, x * y); o[0] = a[1] + x;", true);
    row("by an object", "struct S { float *p; };\n__device__ void put(S s, float v) { s.p[1] = v; }",
        "S s{o}; put(s, x * y); o[0] = o[1] + x;", true);
    row("by a reference", "__device__ void put(float &p, float v) { p = v; }", "float t; put(t, x * y); o[0] = t + x;",
        true);
    row("by a constructor", "struct S { float *p; __device__ S(float &t, float v) : p(&t) { t = v; } };",
        "float t = 0; S s(t, x * y); o[0] = t + x;", true);
    row("made by a constructor", "struct S { float v; __device__ S(float x) : v(x / 4) {} };",
        "S s(x); o[0] = x * y; o[1] = s.v + x;", true);
    row("seen as bits", "", "int b = __float_as_int(x / 4); o[0] = x * y; o[1] = (float &)b + x;", true);
    row("seen as another's member", "", "union { float f; int b; } u; u.b = n; o[0] = x * y; o[1] = u.f + x;", true);
    row("put as bits", "", "((int *)o)[1] = __float_as_int(x / 4); o[0] = x * y; o[0] = o[1] + x;", true);
    row("put by an address", "", "size_t at = (size_t)o; *(float *)at = x / 4; o[0] = x * y; o[0] = a[1] + x;", true);
    row("two that are one", "", "if (a == o) o[1] = x / 4; o[0] = x * y; o[0] = a[1] + x;", true);
    row("by a destructor", "struct S { float *p; float v; __device__ ~S() { *p = v; } };",
        "{ S s{o, x / 4}; } o[1] = x * y; o[1] = a[0] + x;", true);
    row("none by a load", "", "float t = __ldg(a); o[0] = t * y; o[1] = a[1] + x;", false);
  }
  void functions() {
    QFETCH(QString, before);
    QFETCH(QString, body);
    QFETCH(bool, isWritten);
    const QString text = written(before + "\n" + head + "\n  " + body + "\n}\n");
    QVERIFY2(text.contains("__fmul_rn(") && text.contains("__fadd_rn(") == isWritten, qPrintable(text));
  }

  void macros() {
    const QString before = "#define TWO 2.0f\n#define PLACE o[0]\n#define LAST a[1]\n" + QString(head);
    QCOMPARE(written(before + " PLACE = TWO * x + LAST; }\n"), before + " PLACE = __fmaf_rn(TWO, x, LAST); }\n");
    QCOMPARE(written(before + " PLACE += x * LAST; }\n"), before + " PLACE = __fmaf_rn(x, LAST, PLACE); }\n");
  }

  /// What a macro spells is written in the place of its name.
  void expandedMacros_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* body, const char* after) {
      QTest::newRow(name) << body << after;
    };
    row("a sum", "o[0] = SUM(x, y);", "o[0] = __fmaf_rn(x, y, 1.F);");
    row("in a sum", "o[0] = a[0] + SUM(x, a[n + 1]);", "o[0] = a[0] + __fmaf_rn(x, a[n + 1], 1.F);");
    row("in a product", "o[0] = x * SUM(x, y);", "o[0] = __fmul_rn(x, __fmaf_rn(x, y, 1.F));");
    row("of parts", "float2 u = {x, y}, v = {y, x}; o[0] = DOT(u, v) / y;",
        "float2 u = {x, y}, v = {y, x}; o[0] = __fmaf_rn(u.x, v.x, __fmul_rn(u.y, v.y)) / y;");
    row("a product", "o[0] = TIMES + a[0];", "o[0] = __fmaf_rn(x, y, a[0]);");
    row("the end of a sum", "o[0] = a[0] PLUS;", "o[0] = __fmaf_rn(x, y, a[0]);");
    row("a sum of an argument", "o[0] = SAME(x * y + a[0]);", "o[0] = SAME(__fmaf_rn(x, y, a[0]));");
    row("a sum as an argument", "o[0] = SUM(x * y, a[0] + x);", "o[0] = __fmaf_rn(__fmul_rn(x, y), a[0] + x, 1.F);");
    row("with what stands before", "o[0] = 2 * OPEN;", "o[0] = __fmaf_rn(__fmul_rn(2, x), y, 1.F);");
    row("a sum in an operand", "o[0] = SUM(sqrtf(x * x + y), y);",
        "o[0] = __fmaf_rn(sqrtf(__fmaf_rn(x, x, y)), y, 1.F);");
    row("inside of it", "n = LENGTH(x, a[n]);", "n = (int(sqrtf(__fmaf_rn(x, x, __fmul_rn(a[n], a[n])))));");
    row("inside of it, in a sum", "o[0] = x * LENGTH(x, y) + 1;",
        "o[0] = __fmaf_rn(x, (int(sqrtf(__fmaf_rn(x, x, __fmul_rn(y, y))))), 1);");
    row("of macros", "o[0] = TWICE(x);", "o[0] = __fmaf_rn(x, x, __fmaf_rn(x, x, 1.F));");
  }
  void expandedMacros() {
    QFETCH(QString, body);
    QFETCH(QString, after);
    const QString before =
        "#define SUM(p, q) ((p) * (q) + 1.0f)\n#define DOT(A, B) ((A.x) * (B.x) + (A.y) * (B.y))\n"
        "#define OPEN x * y + 1.0f\n#define TIMES x * y\n#define PLUS + x * y\n#define SAME(p) (p)\n#define TWICE(p) "
        "(p * p + SUM(p, p))\n#define LENGTH(p, q) int(sqrtf((p) * (p) + (q) * (q)))\n" +
        QString(head);
    QCOMPARE(written(before + "\n  " + body + "\n}\n"), before + "\n  " + after + "\n}\n");
  }

  /// A call that changes variables of its own gives a value and no more.
  void callsBesideSums_data() {
    QTest::addColumn<QString>("called");
    QTest::addColumn<bool>("isWritten");
    const auto row = [](const char* name, const char* body, bool isWritten) {
      QTest::newRow(name)
          << QString("__device__ float total;\n__device__ float g(float p, float* at) { %1 }\n").arg(body) << isWritten;
    };
    row("own variable", "float r = p; r *= p; r = r + 1.0f; return r;", true);
    row("own parameter and array", "float r[2]; p += 1.0f; r[1] = p; return r[1];", true);
    row("reference", "float r = p; float& s = *at; s = r; return s;", false);
    row("behind a pointer", "at[0] = p; return p;", false);
    row("element behind an own pointer", "float* s = at; s[1] = p; return p;", false);
    row("own pointer", "float* s = at; *s = p; return p;", false);
    row("another variable", "total += p; return p;", false);
    row("static variable", "static float kept; kept += p; return kept;", false);
  }
  void callsBesideSums() {
    QFETCH(QString, called);
    QFETCH(bool, isWritten);
    const QString text = written(called + head + "\n  o[0] = g(x, o) + y * a[0];\n}\n");
    QVERIFY2(text.contains("o[0] = __fmaf_rn(y, a[0], g(x, o));") == isWritten, qPrintable(text));
  }

  void choices() {
    const QString text = QString(head) + "\n  o[0] = x * x + (y * y + a[0] * a[1]);\n}\n";
    const auto line = [&](const SumChoice& choice) { return written(text, {{2, choice}}).split("\n").at(1).trimmed(); };
    QCOMPARE(line({0.0, 0}), "o[0] = __fadd_rn(__fmul_rn(x, x), __fadd_rn(__fmul_rn(y, y), __fmul_rn(a[0], a[1])));");
    QCOMPARE(line({0.5, 0}), "o[0] = __fmaf_rn(x, x, __fadd_rn(__fmul_rn(y, y), __fmul_rn(a[0], a[1])));");
    QCOMPARE(line({0.5, 1}), "o[0] = __fadd_rn(__fmul_rn(x, x), __fmaf_rn(y, y, __fmul_rn(a[0], a[1])));");
    QCOMPARE(line({1.0, 1}), "o[0] = __fmaf_rn(x, x, __fmaf_rn(a[0], a[1], __fmul_rn(y, y)));");
    QCOMPARE(line({1.0, 0}), "o[0] = __fmaf_rn(x, x, __fmaf_rn(y, y, __fmul_rn(a[0], a[1])));");
    QCOMPARE(line({.isLeft = true}), "o[0] = x * x + (y * y + a[0] * a[1]);");
  }

  /// What is known of one sum by its sign: a statement's choice counts more.
  void knownSums() {
    const QString text = QString(head) + "\n  o[0] = x * x + (y * y + a[0] * a[1]) + expf(x);\n}\n";
    const auto sign = [&](const char* before) {
      const auto at = static_cast<uint32_t>(text.indexOf(before) + qstrlen(before));
      return TextRange{file_, at, at + 1};
    };
    const TextRange outer = sign("x * x "), inner = sign("y * y "), last = sign("a[1]) "), first = sign("(y ");
    const auto line = [&](const std::map<TextRange, KnownSum>& sums, const std::map<uint32_t, SumChoice>& all = {}) {
      return written(text, SumChoices{all, sums}).split("\n").at(1).trimmed();
    };
    QCOMPARE(line({{outer, {false, {}}}, {inner, {true, {first}}}, {last, {false, {}}}}),
             "o[0] = __fadd_rn(__fadd_rn(__fmul_rn(x, x), __fmaf_rn(a[0], a[1], __fmul_rn(y, y))), expf(x));");
    QCOMPARE(line({{inner, {false, {}}}, {last, {true, {}}}}),
             "o[0] = (__fmaf_rn(x, x, __fadd_rn(__fmul_rn(y, y), __fmul_rn(a[0], a[1]))) + expf(x));");
    QCOMPARE(line({{inner, {false, {}}}}, {{2, {.isLeft = true}}}), text.split("\n").at(1).trimmed());
  }

  // A sum takes the product that another statement has, whatever else stays as it is.
  void factorsOfStatementsThatStay() {
    const QString text =
        QString(head) + "\n  const float p = (x * y + a[0]) * y;\n  o[0] = p + a[1];\n  o[1] = p * x;\n}\n";
    const QStringList lines = written(text, {{2, {.isLeft = true}}, {4, {.isLeft = true}}}).split("\n");
    QCOMPARE(lines.at(1).trimmed(),
             "const float p_factor = __fmaf_rn(x, y, a[0]); const float p = __fmul_rn(p_factor, y);");
    QCOMPARE(lines.at(2).trimmed(), "o[0] = __fmaf_rn(p_factor, y, a[1]);");
    QCOMPARE(lines.at(3).trimmed(), "o[1] = p * x;");
  }

  // Compilers name any line that a statement goes over.
  void linesOfStatements() {
    const Result<frontend::ParsedUnit> unit =
        parse(std::string(head) +
              "\n  o[0] = x *\n    y;\n  float p =\n    x, q = y\n    + x;\n  if (x <\n y)\n    o[1] = p;\n}\n");
    QVERIFY(unit.ok());
    StatementLines lines;
    noteStatementLines(*unit, *functionIn(*unit)->getBody(), lines);
    QCOMPARE(lines, (StatementLines{{2, 3}, {4, 5}, {5, 6}, {7, 8}, {9, 9}}));
    for (const auto& [line, first] :
         std::map<uint32_t, uint32_t>{{1, 1}, {2, 2}, {3, 2}, {6, 5}, {8, 7}, {9, 9}, {10, 10}})
      QCOMPARE(firstLine(lines, line), first);
  }

  // Where all rounds of a loop are written out, the first one's sum may take the product that the loop begins with.
  void firstRounds_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("loop");
    QTest::addColumn<double>("share");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* before, const char* loop, double share, const char* after) {
      QTest::newRow(name) << before << loop << share << after;
    };
    const char* const product = "float s = x * y;";
    const char* const head = "for (int j = 1; j < 4; ++j) ";
    const char* const plainly = "for (int j = 1; j < 4; ++j) s = __fmaf_rn(a[j], y, s);";
    const auto in = [&](const char* body) { return (head + std::string(body)); };
    row("a sum of products", product, in("s += a[j] * y;").c_str(), 1,
        in("s = j == 1 ? __fmaf_rn(x, y, __fmul_rn(a[j], y)) : __fmaf_rn(a[j], y, s);").c_str());
    row("a difference", product, in("s -= a[j] * y;").c_str(), 1,
        in("s = j == 1 ? __fmaf_rn(x, y, __fmul_rn(-(a[j]), y)) : __fmaf_rn(-(a[j]), y, s);").c_str());
    row("a sum of none", product, in("s += a[j];").c_str(), 0,
        in("s = j == 1 ? __fmaf_rn(x, y, a[j]) : __fadd_rn(s, a[j]);").c_str());
    row("a difference of none", product, in("s -= a[j];").c_str(), 0,
        in("s = j == 1 ? __fmaf_rn(x, y, -(a[j])) : __fsub_rn(s, a[j]);").c_str());
    row("counted down", product, "for (int j = 3; j > 0; --j) { s += a[j] * y; }", 1,
        "for (int j = 3; j > 0; --j) { s = j == 3 ? __fmaf_rn(x, y, __fmul_rn(a[j], y)) : __fmaf_rn(a[j], y, s); }");
    row("no product", "float s = x + y;", in("s += a[j] * y;").c_str(), 1, plainly);
    row("changed before", "float s = x * y; s = s + 1;", in("s += a[j] * y;").c_str(), 1, plainly);
    row("changed twice", product, in("{ s += a[j] * y; s += 1; }").c_str(), 1, "");
    row("a loop around", product, "for (int i = 0; i < n; ++i) for (int j = 1; j < 4; ++j) s += a[j] * y;", 1,
        "for (int i = 0; i < n; ++i) for (int j = 1; j < 4; ++j) s = __fmaf_rn(a[j], y, s);");
    row("a name of two loops", "float s = x * y; for (int j = 0; j < n; ++j) o[j] = 1;", in("s += a[j] * y;").c_str(),
        1, in("s = j == 1 ? __fmaf_rn(x, y, __fmul_rn(a[j], y)) : __fmaf_rn(a[j], y, s);").c_str());
    row("a name that hides it", product, in("{ { int j = n; s += a[j] * y; } }").c_str(), 1,
        in("{ { int j = n; s = __fmaf_rn(a[j], y, s); } }").c_str());
    row("begins anywhere", product, "for (int j = n; j < 4; ++j) s += a[j] * y;", 1,
        "for (int j = n; j < 4; ++j) s = __fmaf_rn(a[j], y, s);");
    row("another loop", product, "while (n-- > 0) s += a[n] * y;", 1, "while (n-- > 0) s = __fmaf_rn(a[n], y, s);");
  }
  void firstRounds() {
    QFETCH(QString, before);
    QFETCH(QString, loop);
    QFETCH(double, share);
    QFETCH(QString, after);
    const QString text = QString(head) + "\n  " + before + "\n  " + loop + "\n  o[0] = s;\n}\n";
    const QStringList lines = written(text, {{3, {share, 1}}}).split("\n");
    QVERIFY2(lines.size() > 2, qPrintable(lines.join("|")));
    if (after.isEmpty())
      QVERIFY2(!lines.at(2).contains("=="), qPrintable(lines.at(2)));
    else
      QCOMPARE(lines.at(2).trimmed(), after);
  }

  // What the first round takes is kept where it may change.
  void factorsOfFirstRounds() {
    const QString text =
        QString(head) + "\n  float s = a[0] * a[n];\n  for (int j = 1; j < 4; ++j) s += o[j] * y;\n  o[0] = s;\n}\n";
    const QStringList lines = written(text, {{3, {1.0, 1}}}).split("\n");
    QCOMPARE(lines.at(1).trimmed(),
             "const float s_factor = a[0]; const float s_other_factor = a[n]; float s = __fmul_rn(s_factor, "
             "s_other_factor);");
    QVERIFY2(lines.at(2).contains("j == 1 ? __fmaf_rn(s_factor, s_other_factor, __fmul_rn(o[j], y))"),
             qPrintable(lines.at(2)));
  }

  // `expf` ends in a product, which the sum takes: no words of the text say so.
  void productsOfFunctions() {
    const QString text = QString(head) + "\n  o[n] += expf(x * y);\n  o[0] = x * y - (x + sqrtf(y));\n}\n";
    const auto lines = [&](const std::map<uint32_t, SumChoice>& choices) { return written(text, choices).split("\n"); };
    QCOMPARE(lines({}).at(1).trimmed(), "o[n] = __fadd_rn(o[n], expf(__fmul_rn(x, y)));");
    QCOMPARE(lines({{2, {1.0, 0}}}).at(1).trimmed(), "o[n] = (o[n] + expf(__fmul_rn(x, y)));");
    QCOMPARE(lines({{2, {0.0, 0}}}).at(1).trimmed(), "o[n] = __fadd_rn(o[n], expf(__fmul_rn(x, y)));");
    QCOMPARE(lines({{2, {1.0, 0}}}).at(2).trimmed(), "o[0] = __fmaf_rn(x, y, -(__fadd_rn(x, sqrtf(y))));");
    QCOMPARE(lines({{3, {1.0, 0}}}).at(2).trimmed(), "o[0] = __fmaf_rn(x, y, -((x + sqrtf(y))));");
  }

  // What follows `+=` is one operand, as it has to be where it stays beside a sign.
  void operandsOfSumsThatStay() {
    const auto line = [&](const QString& statement) {
      return written(QString(head) + "\n  " + statement + "\n}\n", {{2, {1.0, 0}}}).split("\n").at(1).trimmed();
    };
    QCOMPARE(line("o[n] += n > 1 ? expf(x) : y;"), "o[n] = (o[n] + (n > 1 ? expf(x) : y));");
    QCOMPARE(line("o[n] -= (n, expf(x));"), "o[n] = (o[n] - (n, expf(x)));");
    QCOMPARE(line("o[n] = expf(x) + n * n;"), "o[n] = (expf(x) + (n * n));");
    QCOMPARE(line("o[n] = expf(x) - x * y;"), "o[n] = __fmaf_rn(-(x), y, expf(x));");
    QCOMPARE(line("o[n] = static_cast<float>(x * y) + y;"), "o[n] = __fmaf_rn(x, y, y);");
  }

  // Where the product that is spelled is what a sum adds, it takes one that a function hands it.
  void productsBesideThoseOfFunctions() {
    const auto line = [&](const QString& statement) {
      const QString text = QString(head) + "\n  " + statement + "\n}\n";
      const auto sign = [&](const char* before) {
        const auto at = static_cast<uint32_t>(text.indexOf(before) + qstrlen(before));
        return TextRange{file_, at, at + 1};
      };
      const SumChoices choices{{}, {{sign("expf(x) "), {true, {sign("(y ")}}}, {sign("(y "), {false, {}}}}};
      return written(text, choices).split("\n").at(1).trimmed();
    };
    QCOMPARE(line("o[n] = expf(x) - static_cast<float>(y * x);"),
             "o[n] = (expf(x) - static_cast<float>(__fmul_rn(y, x)));");
  }

  // What the program says once and for all is the same beside whatever is called.
  void effectsBesideConstants() {
    const QString begin =
        "enum { parts = 4 };\nstatic const float half = 0.5f;\n__device__ float other;\n" + QString(head) + " ";
    QCOMPARE(written(begin + "o[0] = (o[n++] - half) * parts + y; }"),
             begin + "o[0] = __fmaf_rn(__fsub_rn(o[n++], half), parts, y); }");
    QVERIFY(written(begin + "o[0] = (o[n++] - other) * parts + y; }").contains("may change"));
    QVERIFY(written("volatile const float half = 0.5f;\n" + QString(head) + " o[0] = (o[n++] - half) * y; }")
                .contains("may change"));
  }

  // What a macro or a template stands for may be another number one day: it is not written in its place.
  void divisorsThatAreNamed() {
    const QString macro = "#define PARTS 4\n" + QString(head) + " ";
    QCOMPARE(written(macro + "o[0] = x / PARTS + y; }"), macro + "o[0] = __fmaf_rn(x, 1.0f / PARTS, y); }");
    QCOMPARE(written(macro + "float p = d / PARTS; double q = d / PARTS; o[0] = p + q + d; }"),
             macro +
                 "float p = __dmul_rn(d, 1.0 / PARTS); double q = __dmul_rn(d, 1.0 / PARTS); "
                 "o[0] = __fma_rn(d, 1.0 / PARTS, p) + d; }");
    const QString begin = "template <int N> __global__ void k(float* o, float x) { ";
    const QString end = " }\nvoid go(float* o) { k<8><<<1, 1>>>(o, 1); }\n";
    QCOMPARE(written(begin + "o[0] = x / N + x;" + end), begin + "o[0] = __fmaf_rn(x, 1.0f / N, x);" + end);
  }

  void wholeNumbersTurned() {
    const QString begin = QString(head) + " ";
    QCOMPARE(written(begin + "o[0] = x - n * y; }"), begin + "o[0] = __fmaf_rn(-float(n), y, x); }");
    QCOMPARE(written(begin + "o[0] = x * y - n; }"), begin + "o[0] = __fmaf_rn(x, y, -float(n)); }");
    QCOMPARE(written(begin + "o[0] = d * d - n; }"), begin + "o[0] = __fma_rn(d, d, -double(n)); }");
  }

  void instances() {
    const QString text =
        "template <typename T> __global__ void k(T* o, T x) { o[0] = x * x + T(2); }\n"
        "void f(double* o) { k<<<1, 1>>>(o, 2.0); }\n";
    QVERIFY2(written(text).contains("o[0] = __fma_rn(x, x, T(2));"), qPrintable(written(text)));
  }

  void refused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* name, const QString& body, const char* why, const char* before = "") {
      QTest::newRow(name) << QString(before) + head + body + " }" << why;
    };
    row("several statements", "BOTH;", "macro", "#define BOTH o[0] = x * y + 1; o[1] = x\n");
    row("a place of a macro", "ADD(o[0], x);", "macro", "#define ADD(to, p) to += p * p\n");
    row("effects in a macro", "o[0] = SUM(o[n++], o[1]);", "may change", "#define SUM(p, q) ((p) * (q) + 1.0f)\n");
    row("effects inside of a macro", "o[0] = LENGTH(o[n++], o[n]);", "may change",
        "#define LENGTH(p, q) int(sqrtf((p) * (q) + (q) * (q)))\n");
    row("stores inside of a macro", "LATER(o[0], y);", "macro", "#define LATER(p, q) (p += (q) * (q), p)\n");
    row("effects", "o[0] = o[1] * o[n++] + y;", "may change");
    row("effects on what stands beside", "o[0] = n * o[n++] + y;", "may change");
    row("twice effects", "o[0] = o[n++] * o[n++] + y;", "may change");
    row("stored where effects reach", "float* q = &x; x += o[n++] * y; o[1] = *q;", "may change");
    row("volatile", "volatile float* v = o; o[1] = o[2] * v[0] + y;", "may change");
    row("place with effects", "o[n++] += x * y;", "may change");
    row("counted from", "float v = x / 4; v++; o[0] = v;", "counts from");
    row("lambda", "auto f = [=](float z) { return z * x + y; }; o[0] = f(x);", "lambda");
    row("name of a macro", "o[0] = x * y + 1;", "another meaning", "#define __fmaf_rn(p, q, r) 0\n");
  }
  void refused() {
    QFETCH(QString, text);
    QFETCH(QString, why);
    const QString said = written(text);
    QVERIFY2(said.contains(why) && !said.contains("__global__"), qPrintable(said));
  }
};

QTEST_GUILESS_MAIN(WrittenRoundingTest)
#include "written_rounding_test.moc"

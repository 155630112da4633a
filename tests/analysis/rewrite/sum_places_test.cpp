#include "analysis/rewrite/edit/sum_places.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>

#include <QTest>

#include "analysis/frontend/parsed_unit.h"

using namespace warpwright;
using namespace warpwright::rewrite;

class SumPlacesTest : public QObject {
  Q_OBJECT

  const std::string file_ = "/tmp/case.cu";
  frontend::UnitParser parser_{[] {
    frontend::ParseOptions options;
    options.headers = frontend::HeaderMode::own;
    return options;
  }()};

  Result<frontend::ParsedUnit> parse(const std::string& text) {
    parser_.setOpenTexts({{file_, text}});
    frontend::CompileCommand command;
    command.file = file_;
    command.folder = "/";
    return parser_.parse(command, {});
  }

  static std::set<const clang::FunctionDecl*> functionsIn(const frontend::ParsedUnit& unit) {
    std::set<const clang::FunctionDecl*> found;
    for (const clang::Decl* one : unit.ast().getTranslationUnitDecl()->decls()) {
      if (const auto* made = llvm::dyn_cast<clang::FunctionTemplateDecl>(one); made && made->getName() == "k")
        found.insert(made->spec_begin(), made->spec_end());
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(one);
      if (function && function->getDeclName().isIdentifier() && function->getName() == "k") found.insert(function);
    }
    return found;
  }

  /// The body with its sums placed.
  QString placed(const std::string& text, std::map<uint32_t, TextRange>* operators = nullptr) {
    const Result<frontend::ParsedUnit> unit = parse(text);
    if (!unit.ok()) return QString::fromStdString(unit.error().message);
    for (const Diagnostic& error : unit->summary().errors) return QString::fromStdString(error.message);
    const Result<SumPlaces> places = placeSums(*unit, functionsIn(*unit));
    if (!places.ok()) return QString::fromStdString(places.error().message);
    const Result<std::string> after = applyEdits(places->text.files.at(0), text);
    if (!after.ok()) return QString::fromStdString(after.error().message);
    if (operators) *operators = places->operators;
    const size_t head = after->find("{\n", after->find('\n')) + 2;
    return QString::fromStdString(after->substr(head));
  }

  static constexpr const char* head = "__global__ void k(float* o, const float* a, float x, int n) {\n";

 private slots:
  void sumsArePlaced() {
    const std::string text = std::string(head) + "o[n] += a[0] * (x + 1.0f * x);\n}\n";
    std::map<uint32_t, TextRange> operators;
    QCOMPARE(placed(text, &operators),
             "\n#line 1000000\no[n] += \n#line 1010000\nitself(a[0] * \n#line 1020000\nitself((x + \n#line "
             "1030000\nitself(1.0f * \n#line 1040000\nx))));\n}\n");
    const auto sign = [&](uint32_t line) { return text.substr(operators.at(line).begin, 2); };
    QCOMPARE(operators.size(), size_t{5});
    QCOMPARE(sign(1000000), "+=");
    QCOMPARE(sign(1010000), "+=");
    QCOMPARE(sign(1020000), "* ");
    QCOMPARE(sign(1030000), "+ ");
    QCOMPARE(sign(1040000), "* ");
  }

  void wholeNumbersStay() {
    QCOMPARE(placed(std::string(head) + "o[n + n * 2] = a[n + 1] + x;\n}\n"),
             "o[n + n * 2] = a[n + 1] + \n#line 1000000\nx;\n}\n");
  }

  // A line inside of a macro's arguments is none for the compiler.
  void whatMacrosSpellStays() {
    const std::string macros = "#define TWICE(p) ((p) * (p) + 1.0f)\n";
    QCOMPARE(placed(macros + head + "o[n] = x + TWICE(x + a[0]);\n}\n"),
             "o[n] = x + \n#line 1000000\nitself(TWICE(x + a[0]));\n}\n");
  }

  void instancesArePlacedOnce() {
    const QString text = placed(
        "template <typename T> __global__ void k(T* o, T x) {\no[0] = o[1] * x;\n}\n"
        "template __global__ void k(float*, float);\ntemplate __global__ void k(double*, double);\n");
    QCOMPARE(text.count("#line"), 1);
  }

  void withoutSumsThereIsNone() { QCOMPARE(placed(std::string(head) + "o[n] = a[0];\n}\n"), "it has no sum"); }
};

QTEST_GUILESS_MAIN(SumPlacesTest)
#include "sum_places_test.moc"

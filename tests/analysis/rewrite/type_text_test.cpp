// Types of shared arrays, written in front of the kernel's body and at its launches: each means there what it means in
// the kernel, or the array stays where it is with a reason. Nothing is offered that cannot be written.

#include <QTemporaryDir>
#include <QTest>

#include "analysis/analyzer/analysis.h"
#include "core/base/file.h"
#include "core/finding/rewrite.h"

using namespace warpwright;

namespace {

/// `declared`: in front of the kernel; `inside`: in its body; `type`: of the elements, which `=` and `.x` or a cast to
/// int read.
struct Kind {
  const char *name, *declared, *inside, *type, *value;
  const char* why;  ///< part of the reason why it cannot be written; empty: it can
};

const Kind kinds[] = {
    {"structure", "struct P { int x; };", "", "P", ".x", ""},
    {"typedef of a structure", "typedef struct { int x; } P;", "", "P", ".x", ""},
    {"nested", "struct Outer { struct P { int x; }; };", "", "Outer::P", ".x", ""},
    {"private", "class Outer { struct P { int x; }; friend __global__ void k(const int *, int *); };", "", "Outer::P",
     ".x", "is a private part of a class"},
    {"unnamed namespace", "namespace { struct P { int x; }; }", "", "P", ".x", ""},
    {"inline namespace", "inline namespace v1 { struct P { int x; }; }", "", "P", ".x", ""},
    {"template", "template <class T, int N> struct P { T x; };", "using R = P<unsigned, 3>;", "R", ".x", ""},
    {"alias template", "template <class T> struct Q { T x; }; template <class T> using P = Q<T>;", "", "P<int>", ".x",
     ""},
    {"template of a structure", "struct X { int x; }; template <class T> struct P { T x; };", "", "P<X>", ".x.x", ""},
    {"flag of a template", "template <bool F, class T> struct P { T x; };", "using R = P<true, short>;", "R", ".x", ""},
    {"enumeration", "enum class E : int { a, b };", "", "E", "", ""},
    {"typedef of a number", "typedef unsigned short number;", "", "number", "", ""},
    {"pointer", "struct P { int x; };", "", "const P *", "", ""},
    {"using directive in the kernel", "namespace b { struct P { int x; }; }", "using namespace b;", "P", ".x", ""},
    {"using declaration in the kernel", "namespace b { struct P { int x; }; }", "using b::P;", "P", ".x", ""},
    {"alias in the kernel", "", "using T = int;", "T", "", ""},
    {"alias of a structure in the kernel", "struct P { int x; };", "typedef P T;", "T", ".x", ""},
    {"structure in the kernel", "", "struct Q { int x; };", "Q", ".x", "is declared inside a function"},
    {"structure in a function", "__host__ __device__ inline auto made() { struct P { int x; }; return P{}; }",
     "using T = decltype(made());", "T", ".x", "is declared inside a function"},
    {"template argument in the kernel", "template <class T> struct P { T x; };", "struct Q { int x; };", "P<Q>", ".x.x",
     "is declared inside a function"},
    {"behind a macro", "#define P float\n", "", "P", "", ""},
    {"beside a function", "struct P { int x; }; inline int P() { return 1; }", "", "struct P", ".x", "shares its name"},
};

/// Where kernel, type and launch stand: %D declared, %K kernel, %L launch where it is not behind them.
struct Place {
  const char *name, *text, *call;
};
const Place places[] = {
    {"beside the launch", "%D\n%K", "k"},
    {"in a namespace", "namespace a {\n%D\n%K\n}\n", "a::k"},
    {"declared ahead", "namespace a {\n%D\n__global__ void k(const int *in, int *out);\n}\n%L\nnamespace a {\n%K\n}\n",
     "a::k"},
    {"names taken at the launch", "%D\n%K", "k"},
};

/// The launch, at which the type is written too, stands in front of what declares the type, or says what it holds.
const Kind laterKinds[] = {
    {"structure", "struct P { int x; };", "", "P", ".x", "is not declared yet"},
    {"nested", "struct Outer { struct P { int x; }; };", "", "Outer::P", ".x", "is not declared yet"},
    {"template", "template <class T> struct P { T x; };", "", "P<int>", ".x", "is not declared yet"},
    {"typedef of a number", "typedef unsigned short number;", "", "number", "", ""},
};
const Place laterPlaces[] = {
    {"declared later", "__global__ void k(const int *in, int *out);\n%L\n%D\n%K", "k"},
    {"completed later", "struct P;\n__global__ void k(const int *in, int *out);\n%L\n%D\n%K", "k"},
};

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const size_t at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

std::string programOf(const Kind& kind, const Place& place) {
  const std::string type = kind.type;
  const bool isPointer = type.ends_with("*");
  const std::string read = isPointer ? "s[63 - t] - (const P *)in" : std::string("(int)s[63 - t]") + kind.value;
  std::string kernel = "__global__ void k(const int *in, int *out) {\n  " + std::string(kind.inside) +
                       "\n  __shared__ " + type + (isPointer ? "" : " ") + "s[64];\n  int t = threadIdx.x;\n  ";
  if (isPointer)
    kernel += "s[t] = (const P *)in + t;";
  else if (*kind.value)
    kernel += std::string("s[t]") + kind.value + " = in[t];";
  else
    kernel += "s[t] = (" + type + ")in[t];";
  kernel += "\n  __syncthreads();\n  out[t] = " +
            (isPointer ? "(int)(" + read + ")" : "(int)(s[63 - t]" + std::string(kind.value) + ")") + ";\n}\n";
  const bool takesNames = std::string(place.name).starts_with("names");
  const std::string launch =
      std::string("int main() {\n  int *in = nullptr, *out = nullptr;\n") +
      (takesNames ? "  int P = 1, number = 2, E = 3, T = 4, Q = 5;\n  (void)(P + number + E + T + Q);\n" : "") + "  " +
      place.call + "<<<1, 64>>>(in, out);\n  return 0;\n}\n";
  std::string text = replaced(replaced(place.text, "%D", kind.declared), "%K", kernel);
  const bool isInside = text.find("%L") != std::string::npos;
  return isInside ? replaced(text, "%L", launch) : text + launch;
}

}  // namespace

class TypeTextTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  const std::shared_ptr<frontend::PreludeCache> preludes_ = frontend::sharedPreludes();

 private slots:
  void meansTheSame_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("place");
    for (size_t k = 0; k < std::size(kinds); ++k) {
      for (size_t p = 0; p < std::size(places); ++p) {
        QTest::newRow((std::string(kinds[k].name) + ", " + places[p].name).c_str())
            << static_cast<int>(k) << static_cast<int>(p);
      }
    }
  }

  void meansTheSame() {
    QFETCH(int, kind);
    QFETCH(int, place);
    // The names of a macro cannot be taken for anything else.
    if (std::string(kinds[kind].declared).starts_with("#") && place == 3) QSKIP("not C++");
    isWrittenAsItShould(kinds[kind], places[place]);
  }

  void comesLater_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("place");
    for (int k = 0; k < static_cast<int>(std::size(laterKinds)); ++k) QTest::newRow(laterKinds[k].name) << k << 0;
    QTest::newRow("completed later") << 0 << 1;
  }

  void comesLater() {
    QFETCH(int, kind);
    QFETCH(int, place);
    isWrittenAsItShould(laterKinds[kind], laterPlaces[place]);
  }

 private:
  void isWrittenAsItShould(const Kind& looked, const Place& place) {
    const std::string text = programOf(looked, place);
    const std::string file = folder_.filePath("a.cu").toStdString();
    QVERIFY(writeFileAtomically(file, text).ok());
    analysis::AnalyzeOptions options;
    options.parse.headers = frontend::HeaderMode::own;
    options.parse.preludes = preludes_;
    options.passes = {"shared_to_global"};
    analysis::Analyzer analyzer(options);
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok());
    const auto& errors = result->units[0].errors;
    QVERIFY2(errors.empty(), errors.empty() ? "" : (errors[0].message + "\n" + text).c_str());
    const Opportunity& found = result->kernels[0].opportunities.at(0);
    const std::string said = toString(found.verdict) + ": " + toText(found.reason) + "\n" + text;
    QVERIFY2(toText(found.reason).find("cannot be written: ") == std::string::npos, said.c_str());
    const std::string why = looked.why;
    QVERIFY2((found.verdict == VerdictKind::applicable) == why.empty(), said.c_str());
    QVERIFY2(toText(found.reason).find(why) != std::string::npos, said.c_str());
    if (!why.empty()) return;
    const Result<Rewrite> rewrite = analyzer.rewrite(file, found.id, {}, {});
    QVERIFY2(rewrite.ok(), rewrite.ok() ? "" : (rewrite.error().message + "\n" + text).c_str());
  }
};

QTEST_GUILESS_MAIN(TypeTextTest)
#include "type_text_test.moc"

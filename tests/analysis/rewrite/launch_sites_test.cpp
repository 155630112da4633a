#include <QTest>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/rewrite/edit/launch_sites.h"
#include "analysis/rewrite/source/editor.h"

using namespace warpwright;
using namespace warpwright::rewrite;

namespace {

const std::string file = "/tmp/launches.cu";

const clang::FunctionDecl* kernelOf(const frontend::ParsedUnit& unit) {
  for (const clang::Decl* decl : unit.ast().getTraversalScope()) {
    const auto* pattern = clang::dyn_cast<clang::FunctionTemplateDecl>(decl);
    const auto* function = pattern ? pattern->getTemplatedDecl() : clang::dyn_cast<clang::FunctionDecl>(decl);
    if (function && function->hasBody() && function->getNameAsString() == "kernel") return function;
  }
  return nullptr;
}

const std::string kKernel = "__global__ void kernel(float* a) { a[threadIdx.x] = 0; }\n";

}  // namespace

class LaunchSitesTest : public QObject {
  Q_OBJECT

  Result<frontend::ParsedUnit> parse(const std::string& text) {
    parser_.setOpenTexts({{file, text}});
    frontend::CompileCommand command;
    command.file = file;
    command.folder = "/";
    return parser_.parse(command, {});
  }

  frontend::UnitParser parser_{[] {
    frontend::ParseOptions options;
    options.headers = frontend::HeaderMode::own;
    return options;
  }()};

 private slots:
  void divides_data() {
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("dimension");
    QTest::addColumn<QString>("expected");  // the host text after the edit, or "error: part of the reason"
    const auto row = [](const char* name, const QString& host, int dimension, const QString& expected) {
      QTest::newRow(name) << host << dimension << expected;
    };
    row("number", "void run(float* a) { kernel<<<4, 256>>>(a); }", 0,
        "void run(float* a) { kernel<<<4, 256 / 4>>>(a); }");
    row("sum", "void run(float* a, int n) { kernel<<<4, n + 1>>>(a); }", 0,
        "void run(float* a, int n) { kernel<<<4, (n + 1) / 4>>>(a); }");
    row("shape", "void run(float* a) { kernel<<<4, dim3(16, 16)>>>(a); }", 1,
        "void run(float* a) { kernel<<<4, dim3(16, 16 / 4)>>>(a); }");
    row("one extent of a shape", "void run(float* a) { kernel<<<4, dim3(16)>>>(a); }", 0,
        "void run(float* a) { kernel<<<4, dim3(16 / 4)>>>(a); }");
    row("variable", "void run(float* a) { dim3 b(16, 16); kernel<<<4, b>>>(a); }", 1,
        "void run(float* a) { dim3 b(16, 16); kernel<<<4, dim3(b.x, b.y / 4, b.z)>>>(a); }");
    row("braces", "void run(float* a) { kernel<<<4, dim3{16, 16}>>>(a); }", 1,
        "void run(float* a) { kernel<<<4, dim3{16, 16 / 4}>>>(a); }");
    row("macro extent", "#define B 16\nvoid run(float* a) { kernel<<<4, dim3(B, B)>>>(a); }", 1,
        "#define B 16\nvoid run(float* a) { kernel<<<4, dim3(B, B / 4)>>>(a); }");
    row("macro number", "#define B 64\nvoid run(float* a) { kernel<<<4, B>>>(a); }", 0,
        "#define B 64\nvoid run(float* a) { kernel<<<4, B / 4>>>(a); }");
    row("wrapped in a macro", "#define CHECKED(x) x\nvoid run(float* a) { CHECKED((kernel<<<4, 64>>>(a))); }", 0,
        "#define CHECKED(x) x\nvoid run(float* a) { CHECKED((kernel<<<4, 64 / 4>>>(a))); }");
    row("host template",
        "template <int N> void run(float* a) { kernel<<<4, N>>>(a); }\nvoid all(float* a) { run<64>(a); run<128>(a); }",
        0,
        "template <int N> void run(float* a) { kernel<<<4, N / 4>>>(a); }\nvoid all(float* a) { run<64>(a); "
        "run<128>(a); }");
    const QString overload =
        "__global__ void kernel(double* a);\ntemplate <typename T> void run(T* a) { ::kernel<<<4, ";
    row("host template, by a whole name", overload + "64>>>(a); }\nvoid all(float* a) { run(a); }", 0,
        overload + "64 / 4>>>(a); }\nvoid all(float* a) { run(a); }");
    row("host template that nothing instantiates", overload + "64>>>(a); }", 0, "error: nothing instantiates");
    const QString others =
        "__global__ void kernel(double* a, int n = 0);\ntemplate <typename T> void go(T* a, int n) { kernel<<<4, "
        "32>>>(%1); }\n"
        "void run(float* a) { kernel<<<4, ";
    const auto launchOf = [&](const char* arguments, const char* block) {
      return others.arg(arguments) + block + ">>>(a); }";
    };
    row("a launch of another overload", launchOf("a, n", "64"), 0, launchOf("a, n", "64 / 4"));
    row("a launch of either overload", launchOf("a", "64"), 0, "error: nothing instantiates");
    row("two launches", "void run(float* a) { kernel<<<4, 64>>>(a); kernel<<<1, 32>>>(a); }", 0,
        "void run(float* a) { kernel<<<4, 64 / 4>>>(a); kernel<<<1, 32 / 4>>>(a); }");
    row("no such extent", "void run(float* a) { kernel<<<4, dim3(16)>>>(a); }", 1, "error: does not spell this extent");
    row("one row", "void run(float* a) { kernel<<<4, 16>>>(a); }", 1, "error: one row");
    row("shape in a macro", "#define S 16, 16\nvoid run(float* a) { kernel<<<4, dim3(S)>>>(a); }", 1,
        "error: several extents");
    row("made by a macro", "#define S dim3(16, 16)\nvoid run(float* a) { kernel<<<4, S>>>(a); }", 1,
        "error: in one macro");
    row("launched by a macro", "#define RUN(k, a) k<<<4, 64>>>(a)\nvoid run(float* a) { RUN(kernel, a); }", 0,
        "error: macro");
    row("call", "dim3 shape();\nvoid run(float* a) { kernel<<<4, shape()>>>(a); }", 1, "error: in a call");
    row("pointer", "void run(float* a) { kernel<<<4, 64>>>(a); void (*p)(float*) = kernel; p<<<1, 64>>>(a); }", 0,
        "error: names `kernel` other than in a launch of its own");
    row("left out", "void run(float* a) { kernel<<<4, 64>>>(a);\n#ifdef OTHER\n kernel<<<8, 64>>>(a);\n#endif\n}", 0,
        "error: leaves out");
  }

  void divides() {
    QFETCH(QString, host);
    QFETCH(int, dimension);
    QFETCH(QString, expected);
    const std::string text = kKernel + host.toStdString();
    const auto unit = parse(text);
    QVERIFY(unit.ok());
    Editor editor(*unit);
    const clang::FunctionDecl* kernel = kernelOf(*unit);
    QVERIFY(kernel);
    const LaunchSites found = findLaunchSites(editor, *kernel);
    std::string result;
    if (!found.unknown.empty()) result = "error: " + toText(found.unknown);
    for (const LaunchSite& site : found.sites) {
      if (!result.empty()) break;
      const Status status = divideExtent(editor, site, LaunchShape::block, dimension, 4, false);
      if (!status.ok()) result = "error: " + status.error().message;
    }
    if (result.empty()) {
      const Result<Rewrite> rewrite = editor.finish("test");
      QVERIFY2(rewrite.ok(), rewrite.ok() ? "" : rewrite.error().message.c_str());
      QCOMPARE(rewrite->files.size(), size_t{1});
      result = applyEdits(rewrite->files[0], text)->substr(kKernel.size());
    }
    const QString got = QString::fromStdString(result);
    if (expected.startsWith("error: ")) {
      QVERIFY2(got.startsWith("error: ") && got.contains(expected.mid(7)), qPrintable(got));
    } else {
      QCOMPARE(got, expected);
    }
  }
};

QTEST_GUILESS_MAIN(LaunchSitesTest)
#include "launch_sites_test.moc"

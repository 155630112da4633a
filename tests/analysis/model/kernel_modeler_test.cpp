#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/kernel_modeler.h"
#include "core/base/file.h"
#include "core/kernel/pointer_fields.h"
#include "test_data.h"

using namespace warpwright;
namespace fs = std::filesystem;

namespace {

/// All models of a file, through our own headers: the answer may not depend on an installed toolkit.
Result<std::vector<KernelModel>> modelsOf(frontend::UnitParser& parser, const fs::path& file,
                                          const model::ModelOptions& options = {}) {
  frontend::CompileCommand command;
  command.file = file;
  command.folder = file.parent_path();
  const auto unit = parser.parse(command, {});
  if (!unit.ok()) return unit.error();
  const auto kernels = model::modelKernels(*unit, options, {});
  if (!kernels.ok()) return kernels.error();
  std::vector<KernelModel> models;
  for (const model::ParsedKernel& kernel : *kernels) {
    models.insert(models.end(), kernel.models.begin(), kernel.models.end());
  }
  return models;
}

frontend::ParseOptions ownHeaders(bool deviceIr) {
  frontend::ParseOptions options;
  options.deviceIr = deviceIr;
  options.headers = frontend::HeaderMode::own;
  return options;
}

std::string shape(const std::array<std::optional<uint32_t>, 3>& sizes) {
  std::string text;
  for (const auto& size : sizes) text += (text.empty() ? "" : ",") + (size ? std::to_string(*size) : std::string("_"));
  return text;
}

std::string launchText(const Launch& launch) {
  std::string text = shape(launch.grid) + " " + shape(launch.block) + " ";
  text += launch.sharedBytes ? std::to_string(*launch.sharedBytes) : "_";
  for (const auto& argument : launch.arguments) text += " " + (argument ? std::to_string(*argument) : std::string("_"));
  return text;
}

}  // namespace

class KernelModelerTest : public QObject {
  Q_OBJECT
  frontend::UnitParser parser_{ownHeaders(true)}, hostParser_{ownHeaders(false)};
  QTemporaryDir folder_;

  Result<std::vector<KernelModel>> modelsOfText(frontend::UnitParser& parser, const QString& text,
                                                const model::ModelOptions& options = {}) {
    const fs::path file = folder_.filePath("code.cu").toStdString();
    std::ofstream(file) << text.toStdString();
    return modelsOf(parser, file, options);
  }

 private slots:
  /// WARPWRIGHT_UPDATE_GOLDEN=1 rewrites the expected texts.
  void modelsAsText_data() {
    QTest::addColumn<QString>("file");
    const QDir cases(QString(WARPWRIGHT_TEST_DATA) + "/analysis/model/cases");
    for (const QString& name : cases.entryList({"*.cu"})) QTest::newRow(qPrintable(name)) << cases.filePath(name);
    QVERIFY(!cases.entryList({"*.cu"}).isEmpty());
  }
  void modelsAsText() {
    QFETCH(QString, file);
    const auto models = modelsOf(parser_, file.toStdString());
    QVERIFY2(models.ok(), models.ok() ? "" : models.error().message.c_str());
    std::string text;
    for (const KernelModel& model : *models) text += (text.empty() ? "" : "\n") + toText(model);
    fs::path expected = file.toStdString();
    expected.replace_extension(".model.txt");
    if (qEnvironmentVariableIsSet("WARPWRIGHT_UPDATE_GOLDEN")) QVERIFY(writeFileAtomically(expected, text).ok());
    const auto golden = readFile(expected);
    QVERIFY2(golden.ok(), "no expected text; run with WARPWRIGHT_UPDATE_GOLDEN=1 and look at it");
    QCOMPARE(QString::fromStdString(text), QString::fromStdString(*golden));
  }

  void foldsLaunches_data() {
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* host, const char* expected) {
      QTest::newRow(name) << host << expected;
    };
    row("literals", "void f() { k<<<4, 256>>>(0, 1); }", "4,1,1 256,1,1 0 _ 1");
    row("macro", "#define B 128\nvoid f() { k<<<B / 4, B, B * 2>>>(0, B); }", "32,1,1 128,1,1 256 _ 128");
    row("const", "const int b = 64;\nstatic int g = 3;\nvoid f() { k<<<g, b>>>(0, g); }", "3,1,1 64,1,1 0 _ 3");
    row("a global that another file may set", "int b = 64;\nvoid f() { k<<<1, b>>>(0, 0); }", "1,1,1 _,1,1 0 _ 0");
    row("a global of a whole program", "int b = 64;\nint main() { k<<<1, b>>>(0, 0); }", "1,1,1 64,1,1 0 _ 0");
    row("a global of one of several files", "void f(); int b = 64;\nint main() { f(); k<<<1, b>>>(0, 0); }",
        "1,1,1 _,1,1 0 _ 0");
    row("a global that is set by what makes another",
        "int f(); int b = 64; int n = f();\nint main() { k<<<1, b>>>(0, 0); }", "1,1,1 _,1,1 0 _ 0");
    row("a global that a local class sets",
        "static int b = 64;\nvoid f() { struct S { static void set() { b = 32; } }; S::set(); k<<<1, b>>>(0, 0); }",
        "1,1,1 32,1,1 0 _ 0; 1,1,1 64,1,1 0 _ 0");
    row("a call in an initialiser",
        "static int run(int b) { k<<<1, b>>>(0, 0); return b; }\nint first = run(32);\n"
        "int main() { run(64); }",
        "1,1,1 32,1,1 0 _ 0; 1,1,1 64,1,1 0 _ 0");
    row("a template written out for other files",
        "template <class T> void run(int b) { k<<<1, b>>>(0, 0); }\ntemplate void run<int>(int);\n"
        "void f() { run<int>(64); }",
        "1,1,1 _,1,1 0 _ 0");
    row("a function that another file may call",
        "void f(); void run(int b) { k<<<1, b>>>(0, 0); }\nint main() { f(); run(64); }", "1,1,1 _,1,1 0 _ 0");
    row("a global that is set", "int b = 64;\nint main(int n, char **) { if (n) b = 32; k<<<1, b>>>(0, 0); }",
        "1,1,1 32,1,1 0 _ 0; 1,1,1 64,1,1 0 _ 0");
    row("dim3", "void f() { dim3 g(2, 3), b(16, 8, 2); k<<<g, b>>>(0, 0); }", "2,3,1 16,8,2 0 _ 0");
    row("dim3 assigned", "void f() { dim3 b; b = dim3(16, 2); k<<<dim3(5), b>>>(0, 0); }", "5,1,1 16,2,1 0 _ 0");
    row("dim3 members", "void f() { dim3 b(7); b.x = 32; b.y = 4; k<<<1, b>>>(0, b.x * b.y); }",
        "1,1,1 32,4,1 0 _ 128");
    row("dim3 members in a chain",
        "void f() { dim3 b(9, 9), g; b.x = 32; g.x = 5; b.y = b.z = g.y = 2; k<<<g, b>>>(0, 0); }",
        "5,2,1 32,2,2 0 _ 0");
    row("dim3 members in a chain on a condition",
        "void f(int n) { dim3 b(8, 4); if (n) b.x = b.y = 2; k<<<1, b>>>(0, 0); }",
        "1,1,1 2,2,1 0 _ 0; 1,1,1 2,4,1 0 _ 0; 1,1,1 8,2,1 0 _ 0; 1,1,1 8,4,1 0 _ 0");
    row("dim3 member set later", "void f() { dim3 b(7); k<<<1, b>>>(0, 0); b.x = 32; }", "1,1,1 7,1,1 0 _ 0");
    row("dim3 member set on a condition", "void f(int n) { dim3 b(7); if (n) b.x = 32; k<<<1, b>>>(0, 0); }",
        "1,1,1 7,1,1 0 _ 0; 1,1,1 32,1,1 0 _ 0");
    row("dim3 changed elsewhere", "void g(dim3 &);\nvoid f() { dim3 b(7); g(b); k<<<1, b>>>(0, 0); }",
        "1,1,1 _,_,_ 0 _ 0");
    row("dim3 brace", "void f() { dim3 b{8, 8}; k<<<2, b>>>(0, 0); }", "2,1,1 8,8,1 0 _ 0");
    row("conditional", "void f(int n) { k<<<1, n > 3 ? 64 : 128>>>(0, 0); }",
        "1,1,1 64,1,1 0 _ 0; 1,1,1 128,1,1 0 _ 0");
    row("assigned twice", "void f(int n) { int b = 64; if (n) b = 32; k<<<1, b>>>(0, b); }",
        "1,1,1 32,1,1 0 _ _; 1,1,1 64,1,1 0 _ _");
    row("assigned again for sure", "void f() { int b = 64; b = 32; k<<<1, b>>>(0, b); }", "1,1,1 32,1,1 0 _ 32");
    row("counted up", "void f() { int b = 64; b++; k<<<1, b>>>(0, 0); }", "1,1,1 _,1,1 0 _ 0");
    row("address taken", "void g(int *);\nvoid f() { int b = 64; g(&b); k<<<1, b>>>(0, 0); }", "1,1,1 _,1,1 0 _ 0");
    row("reference", "void f() { int b = 64; int &r = b; r = 32; k<<<1, b>>>(0, 0); }", "1,1,1 _,1,1 0 _ 0");
    row("in a loop", "void f() { int b = 64; for (int i = 0; i < 3; i++) { k<<<1, b>>>(0, i); b = 32; } }",
        "1,1,1 32,1,1 0 _ _; 1,1,1 64,1,1 0 _ _");
    row("set again before a jump back",
        "void f() { int b = 64, n = 0;\nagain: k<<<1, b>>>(0, 0); b = 32; if (n++ == 0) goto again; }",
        "1,1,1 32,1,1 0 _ 0; 1,1,1 64,1,1 0 _ 0");
    row("dim3 member set again before a jump back",
        "void f() { dim3 b(64); int n = 0;\nagain: k<<<1, b>>>(0, 0); b.x = 32; if (n++ == 0) goto again; }",
        "1,1,1 32,1,1 0 _ 0; 1,1,1 64,1,1 0 _ 0");
    row("set again before a second return",
        "extern \"C\" int _setjmp(void *);\n"
        "void f(void *p) { volatile int b = 64; int n = _setjmp(p); k<<<1, b>>>(0, 0); b = 32; if (n == 0) f(p); }",
        "1,1,1 32,1,1 0 _ 0; 1,1,1 64,1,1 0 _ 0");
    row("parameters of a lambda", "void f() { const auto run = [](int g, int b) { k<<<g, b>>>(0, 0); }; run(4, 96); }",
        "4,1,1 96,1,1 0 _ 0");
    row("parameter of a virtual function",
        "namespace { struct A { virtual void run(int b) = 0; }; struct B : A { void run(int b) { k<<<1, b>>>(0, 0); } "
        "}; }\n"
        "void f() { B b; b.run(64); A &a = b; a.run(96); }",
        "1,1,1 _,1,1 0 _ 0");
    row("never set", "void f() { int b; k<<<1, b>>>(0, 0); }", "1,1,1 _,1,1 0 _ 0");
    row("parameter of a static function", "static void g(int b) { k<<<1, b>>>(0, b); }\nvoid f() { g(96); }",
        "1,1,1 96,1,1 0 _ 96");
    row("parameter of a function others may call", "void g(int b) { k<<<1, b>>>(0, b); }\nvoid f() { g(96); }",
        "1,1,1 _,1,1 0 _ _");
    row("parameter of a function that is handed on",
        "static void g(int b) { k<<<1, b>>>(0, b); }\nvoid use(void (*)(int));\nvoid f() { g(96); use(g); }",
        "1,1,1 _,1,1 0 _ _");
    row("parameter, two callers", "static void g(int b) { k<<<1, b>>>(0, 0); }\nvoid f() { g(96); g(32); }",
        "1,1,1 32,1,1 0 _ 0; 1,1,1 96,1,1 0 _ 0");
    row("chosen by if", "void f(int b) { dim3 t(b, 2); if (b == 64) k<<<1, t>>>(0, b); }", "1,1,1 64,2,1 0 _ 64");
    row("chosen by if that may be changed", "void f(int b) { if (b == 64) { b = 2 * b; k<<<1, b>>>(0, 0); } }",
        "1,1,1 _,1,1 0 _ 0");
    row("the other side", "void f(int b) { if (b == 64) {} else k<<<1, b>>>(0, 0); }", "1,1,1 _,1,1 0 _ 0");
    row("chosen by switch",
        "void f(int b) { switch (b) { case 32: k<<<1, b>>>(0, 1); break; case 64: k<<<1, b>>>(0, 2); break; } }",
        "1,1,1 32,1,1 0 _ 1; 1,1,1 64,1,1 0 _ 2");
    row("cases that go on", "void f(int b) { switch (b) { case 32: f(1); case 64: k<<<1, b>>>(0, 2); } }",
        "1,1,1 32,1,1 0 _ 2; 1,1,1 64,1,1 0 _ 2");
    row("default", "void f(int b) { switch (b) { case 32: break; default: k<<<1, b>>>(0, 2); } }", "1,1,1 _,1,1 0 _ 2");
    row("what callers pass is not what is chosen",
        "static void g(int c, int b) { if (b == 64) k<<<1, c>>>(0, 0); else g(b, b / 2); }\nvoid f(int n) { g(n, n); }",
        "1,1,1 _,1,1 0 _ 0");
    row("on a side that is never taken",
        "static void g(int b) { if (b == 16) k<<<1, b>>>(0, b); }\nvoid f() { g(32); }", "1,1,1 16,1,1 0 _ 16");
    row("through a pointer", "void f() { void (*p)(int *, int) = k; p<<<2, 96>>>(0, 1); }", "2,1,1 96,1,1 0 _ 1");
    row("sizeof", "void f() { k<<<1, 32, 8 * sizeof(double)>>>(0, sizeof(int)); }", "1,1,1 32,1,1 64 _ 4");
    row("wraps as unsigned", "void f() { unsigned char b = 300; k<<<1, b>>>(0, 0); }", "1,1,1 44,1,1 0 _ 0");
    row("impossible size", "void f() { k<<<0, 32>>>(0, 0); }", "_,1,1 32,1,1 0 _ 0");
    row("cudaLaunchKernel", "void f(void **a) { cudaLaunchKernel((const void *)k, dim3(3), dim3(64), a, 16, 0); }",
        "3,1,1 64,1,1 16");
    row("run time", "void f(int n) { k<<<n, n>>>(0, n); }", "_,1,1 _,1,1 0 _ _");
    row("changed by an operation", "void f() { dim3 b(64, 4); b.x /= 2; b.y *= 2; k<<<1, b>>>(0, 0); }",
        "1,1,1 32,8,1 0 _ 0");
    row("changed by itself", "void f() { dim3 b(64); b.x *= b.x; k<<<1, b>>>(0, 0); }", "1,1,1 _,1,1 0 _ 0");
    row("changed twice", "void f() { int t = 256; t /= 2; t -= 32; k<<<1, t>>>(0, t); }", "1,1,1 96,1,1 0 _ 96");
    row("changed after the launch", "void f() { dim3 b(64); k<<<1, b>>>(0, 0); b.x /= 2; }", "1,1,1 64,1,1 0 _ 0");
    row("changed as an unsigned number", "void f() { int t = -6; t /= 2u; k<<<1, 32>>>(0, t); }",
        "1,1,1 32,1,1 0 _ 2147483645");
    row("changed under a condition", "void f(int n) { dim3 b(64); if (n) b.x /= 2; k<<<1, b>>>(0, 0); }",
        "1,1,1 _,1,1 0 _ 0");
    row("changed in rounds", "void f() { dim3 b(64); for (int i = 0; i < 2; ++i) b.x /= 2; k<<<1, b>>>(0, 0); }",
        "1,1,1 _,1,1 0 _ 0");
    row("changed in rounds, each anew",
        "void f() { for (int i = 0; i < 2; ++i) { dim3 b(64); b.x /= 2; k<<<1, b>>>(0, 0); } }", "1,1,1 32,1,1 0 _ 0");
    row("changed behind a label",
        "void f(int n) { dim3 b(64); again: b.x /= 2; if (n--) goto again; k<<<1, b>>>(0, 0); }", "1,1,1 _,1,1 0 _ 0");
    row("changed in a lambda", "void f() { dim3 b(64); auto g = [&] { b.x /= 2; }; g(); k<<<1, b>>>(0, 0); }",
        "1,1,1 _,_,_ 0 _ 0");
    row("static and changed", "void f() { static int t = 256; t /= 2; k<<<1, t>>>(0, 0); }", "1,1,1 _,1,1 0 _ 0");
    row("a managed variable that device code sets",
        "static __managed__ int n = 3;\n__global__ void set() {\n#ifdef __CUDA_ARCH__\n  n = 7;\n#endif\n}\n"
        "void f() { set<<<1, 1>>>(); k<<<1, 32>>>(0, n); }",
        "1,1,1 32,1,1 0 _ _; 1,1,1 1,1,1 0");
    row("a managed variable that code for one device sets",
        "static __managed__ int n = 3;\n__global__ void set() {\n#if __CUDA_ARCH__ == 720\n  n = 7;\n#endif\n}\n"
        "void f() { set<<<1, 1>>>(); k<<<1, 32>>>(0, n); }",
        "1,1,1 32,1,1 0 _ _; 1,1,1 1,1,1 0");
    row("a managed shape that device code sets",
        "static __managed__ dim3 b(64);\n__global__ void set() {\n#ifdef __CUDA_ARCH__\n  b.x = 7;\n#endif\n}\n"
        "void f() { k<<<1, b>>>(0, 0); }",
        "1,1,1 _,_,_ 0 _ 0");
    row("static and set behind the launch", "void f() { static int n; k<<<1, 32>>>(0, n + 2); n = 3; }",
        "1,1,1 32,1,1 0 _ _");
    row("static without a value", "void f() { static int n; k<<<1, 32>>>(0, n); }", "1,1,1 32,1,1 0 _ 0");
    row("captured by a new name", "void f() { auto g = [n = 7]() mutable { k<<<1, 32>>>(0, n); n = 3; }; g(); g(); }",
        "1,1,1 32,1,1 0 _ _");
    row("captured by a new name, never set", "void f() { auto g = [n = 7] { k<<<1, 32>>>(0, n); }; g(); }",
        "1,1,1 32,1,1 0 _ 7");
    row("captured by a new name in a template",
        "template <class... T> void g(T... all) { [...n = all]() mutable { ((k<<<1, n>>>(0, 0), n = 3), ...); }(); }\n"
        "int main() { g(64); }",
        "1,1,1 3,1,1 0 _ 0; 1,1,1 64,1,1 0 _ 0");
    row("a shape captured by a new name",
        "void f() { auto g = [b = dim3(64, 4)]() mutable { k<<<1, b>>>(0, 0); b.x = 32; }; g(); g(); }",
        "1,1,1 32,4,1 0 _ 0; 1,1,1 64,4,1 0 _ 0");
    row("a structure captured by a new name",
        "struct C { int t; };\n"
        "void f() { auto g = [c = C{64}]() mutable { k<<<1, c.t>>>(0, 0); c.t = 32; }; g(); g(); }",
        "1,1,1 32,1,1 0 _ 0; 1,1,1 64,1,1 0 _ 0");
    row("caught", "void f() { try { throw 64; } catch (int b) { k<<<1, b>>>(0, 0); b = 32; } }", "1,1,1 _,1,1 0 _ 0");
    row("a shape that is caught",
        "void f() { try { throw dim3(64, 4); } catch (dim3 b) { k<<<1, b>>>(0, 0); b = dim3(32); } }",
        "1,1,1 _,_,_ 0 _ 0");
    row("a structure that is caught",
        "struct C { int t; };\nvoid f() { try { throw C{64}; } catch (C c) { k<<<1, c.t>>>(0, 0); c.t = 32; } }",
        "1,1,1 _,1,1 0 _ 0");
    row("a structure's member",
        "struct C { dim3 grid, block; int n; };\n"
        "void f() { C c; c.grid = dim3(4); c.block = dim3(64); c.block.y = 2; c.n = 7; k<<<c.grid, c.block>>>(0, c.n); "
        "}",
        "4,1,1 64,2,1 0 _ 7");
    row("a structure with a list",
        "struct C { int blocks = 3, threads = 32; };\nvoid f() { C c{5}; k<<<c.blocks, c.threads>>>(0, 0); }",
        "5,1,1 32,1,1 0 _ 0");
    row("a structure handed on",
        "struct C { dim3 block; };\nvoid g(C&);\nvoid f() { C c; c.block = dim3(64); g(c); k<<<1, c.block>>>(0, 0); }",
        "1,1,1 _,_,_ 0 _ 0");
    row("a structure made elsewhere",
        "struct C { dim3 block; };\nC g();\nvoid f() { C c = g(); k<<<1, c.block>>>(0, 0); }", "1,1,1 _,_,_ 0 _ 0");
    row("a structure with a constructor",
        "struct C { C(int n) : t(n / 2) {} int t; };\nvoid f() { C c(64); k<<<1, c.t>>>(0, 0); }", "1,1,1 _,1,1 0 _ 0");
    row("a structure copied over", "struct C { int t; };\nvoid f(C d) { C c; c.t = 64; c = d; k<<<1, c.t>>>(0, 0); }",
        "1,1,1 _,1,1 0 _ 0");
    row("a member of a union",
        "union C { int t; float f; };\nvoid f() { C c; c.t = 64; c.f = 1; k<<<1, c.t>>>(0, 0); }", "1,1,1 _,1,1 0 _ 0");
    row("an element", "void f() { dim3 b[2] = {dim3(32), dim3(64, 2)}; k<<<1, b[1]>>>(0, 0); }", "1,1,1 64,2,1 0 _ 0");
    row("any element", "void f(int n) { int b[] = {32, 64}; for (int i = 0; i < 2; ++i) k<<<1, b[i]>>>(0, 0); }",
        "1,1,1 32,1,1 0 _ 0; 1,1,1 64,1,1 0 _ 0");
    row("an element that is set", "void f(int n) { int b[] = {32, 64}; b[n] = 96; k<<<1, b[0]>>>(0, 0); }",
        "1,1,1 _,1,1 0 _ 0");
    row("an array handed on", "void g(int*);\nvoid f() { int b[] = {32, 64}; g(b); k<<<1, b[0]>>>(0, 0); }",
        "1,1,1 _,1,1 0 _ 0");
    row("over an array", "void f() { const dim3 all[] = {dim3(32), dim3(64)}; for (dim3 b : all) k<<<1, b>>>(0, 0); }",
        "1,1,1 32,1,1 0 _ 0; 1,1,1 64,1,1 0 _ 0");
    row("over an array, changed", "void f() { int all[] = {32, 64}; for (int b : all) { b *= 2; k<<<1, b>>>(0, 0); } }",
        "1,1,1 _,1,1 0 _ 0");
    row("over an array that is set",
        "void f() { int all[] = {32, 64}; all[0] = 96; for (int b : all) k<<<1, b>>>(0, 0); }", "1,1,1 _,1,1 0 _ 0");
    row("branch that is never taken",
        "static void g(int b) { if (b == 16) k<<<1, 16>>>(0, b); else k<<<1, b>>>(0, b); }\nvoid f() { g(32); }",
        "1,1,1 32,1,1 0 _ 32");
    row("compared without a sign",
        "void f() { unsigned long all = ~0ul, n = 9; if (n < all) k<<<1, 32>>>(0, n > all); k<<<1, 64>>>(0, 1); }",
        "1,1,1 32,1,1 0 _ 0; 1,1,1 64,1,1 0 _ 1");
    row("computed without a sign",
        "void f() { unsigned long all = ~0ul; k<<<all / (1ul << 59), all >> 58>>>(0, all % 23); }",
        "31,1,1 63,1,1 0 _ 5");
    row("changed without a sign", "void f() { unsigned long n = ~0ul; n >>= 59; n /= 2ul; k<<<1, 32>>>(0, n); }",
        "1,1,1 32,1,1 0 _ 15");
    row("of 128 bits", "void f() { unsigned __int128 n = ~0ul; n *= 32; k<<<1, 32>>>(0, int(n / ~0ul)); }",
        "1,1,1 32,1,1 0 _ _");
    row("on a side that a case leads into",
        "void f(int n) { switch (n) { case 0: k<<<1, 32>>>(0, 1); if (0) { case 1: k<<<1, 64>>>(0, 2); } } }",
        "1,1,1 32,1,1 0 _ 1; 1,1,1 64,1,1 0 _ 2");
    row("on a side that a jump leads into",
        "void f(int n) { if (n) goto less; k<<<1, 32>>>(0, 1); if (n == 0) { less: k<<<1, 64>>>(0, n); } }",
        "1,1,1 32,1,1 0 _ 1; 1,1,1 64,1,1 0 _ _");
    row("on a side with a switch of its own",
        "void f(int b) { if (b == 64) { switch (b) { default: k<<<1, b>>>(0, b); } } }", "1,1,1 64,1,1 0 _ 64");
  }
  void foldsLaunches() {
    QFETCH(QString, host);
    QFETCH(QString, expected);
    const auto models =
        modelsOfText(hostParser_, "__global__ void k(int *p, int n) { p[threadIdx.x] = n; }\n" + host + "\n");
    QVERIFY(models.ok());
    std::vector<std::string> texts;
    for (const KernelModel& model : *models) {
      for (const Launch& launch : model.launches) {
        texts.push_back(launchText(launch));
        const bool isOpen =
            (shape(launch.grid) + shape(launch.block)).find('_') != std::string::npos || !launch.sharedBytes;
        QCOMPARE(launch.unknownReason.empty(), !isOpen);
      }
      for (const Launch& launch : model.launches) QCOMPARE(shape(launch.block), shape(model.block));
    }
    QString actual;
    for (const std::string& text : texts) actual += (actual.isEmpty() ? "" : "; ") + QString::fromStdString(text);
    QCOMPARE(actual, expected);
  }

  // As symbols have them: by that a launch that was seen is one of the kernel.
  void signaturesHaveTypesInFull() {
    const auto models = modelsOfText(parser_,
                                     "typedef unsigned long words;\nnamespace a { struct S {}; using T = S; }\n"
                                     "__global__ void k(const words *in, const words n, a::T s) {}\n");
    QVERIFY(models.ok());
    QCOMPARE(models->front().signature, std::string("void(const unsigned long*, unsigned long, a::S)"));
  }

  void pointersFromTheHostMayLeadToOneMemory() {
    const auto models =
        modelsOfText(parser_,
                     "struct Both { int *in, *out; };\n__device__ int own[64];\n"
                     "__global__ void k(Both p, int *more) { p.out[threadIdx.x] = p.in[0] + more[0] + own[1]; }\n");
    QVERIFY(models.ok());
    QCOMPARE(models->size(), size_t(1));
    std::string text;
    for (const MemoryObject& object : models->front().objects) {
      if (object.space == MemorySpace::global) text += object.name + (isBehindPointer(object) ? "* " : " ");
    }
    QCOMPARE(text, std::string("p.in* more* own p.out* "));
  }

  void atomicLoadsAndStoresAreAtomic() {
    const auto models = modelsOfText(parser_,
                                     "__device__ int flag;\n__global__ void k(int *p) {\n"
                                     "  p[0] = __atomic_load_n(&flag, __ATOMIC_ACQUIRE);\n"
                                     "  __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);\n}\n");
    QVERIFY(models.ok());
    std::string text;
    for (const Access& access : models->front().accesses)
      text += access.kind == AccessKind::atomic ? "atomic " : "plain ";
    QCOMPARE(text, std::string("atomic plain atomic "));
  }

  void usersLaunchesReplaceThoseOfTheHost() {
    model::ModelOptions options;
    Launch launch;
    launch.block = {32, 2, 1};
    launch.grid = {7, 1, 1};
    options.launches.emplace_back("k", launch);
    const auto models = modelsOfText(parser_,
                                     "__global__ void k(int *p) { p[threadIdx.x] = blockDim.x; }\n"
                                     "void f(int *p) { k<<<1, 64>>>(p); k<<<1, 96>>>(p); }\n",
                                     options);
    QVERIFY(models.ok());
    QCOMPARE(models->size(), size_t(1));
    QCOMPARE(shape(models->front().block), std::string("32,2,1"));
    QVERIFY(models->front().launches.front().fromUser);
    const KernelModel& model = models->front();
    QCOMPARE(model.pool.symbolAt(model.threadIndex[0]).maximum, std::optional<uint64_t>(31));
  }

  void errorsInsideAKernelAreNoticed() {
    const auto models =
        modelsOfText(parser_,
                     "__global__ void broken(int *p) { __shared__ int s[4]; s[threadIdx.x] = nothing; }\n"
                     "__global__ void sound(int *p) { p[0] = 1; }\n");
    QVERIFY(models.ok());
    QCOMPARE(models->size(), size_t(2));
    QVERIFY(models->front().hasErrors);
    QVERIFY(!models->back().hasErrors);
  }

  void aFileWithoutKernelsHasNone() {
    const auto models = modelsOfText(parser_, "int main() { return 0; }\n");
    QVERIFY(models.ok());
    QVERIFY(models->empty());
  }

  void stopsWhenAsked() {
    const fs::path file = folder_.filePath("stop.cu").toStdString();
    std::ofstream(file) << "__global__ void k(int *p) { p[0] = 1; }\n";
    frontend::CompileCommand command;
    command.file = file;
    command.folder = file.parent_path();
    const auto unit = parser_.parse(command, {});
    QVERIFY(unit.ok());
    std::stop_source stop;
    stop.request_stop();
    const auto kernels = model::modelKernels(*unit, {}, stop.get_token());
    QVERIFY(!kernels.ok());
    QCOMPARE(kernels.error().kind, ErrorKind::cancelled);
  }

  /// What the model says must not depend on what was modelled before from the same parse.
  void leavesTheParseAlone() {
    const fs::path file = fs::path(WARPWRIGHT_TEST_DATA) / "analysis/model/cases/inlined.cu";
    frontend::CompileCommand command;
    command.file = file;
    command.folder = file.parent_path();
    const auto unit = parser_.parse(command, {});
    QVERIFY(unit.ok());
    const auto first = model::modelKernels(*unit, {}, {}), second = model::modelKernels(*unit, {}, {});
    QVERIFY(first.ok() && second.ok());
    QCOMPARE(toText(first->front().models.front()), toText(second->front().models.front()));
  }
};

QTEST_GUILESS_MAIN(KernelModelerTest)
#include "kernel_modeler_test.moc"

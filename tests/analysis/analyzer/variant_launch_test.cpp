#include <QTemporaryDir>
#include <QTest>

#include "analysis/analyzer/variant_launch.h"
#include "core/base/file.h"

using namespace warpwright;

using Edits = std::vector<std::pair<std::string, std::string>>;
Q_DECLARE_METATYPE(Edits)

namespace {

const std::string program = R"(
#include <cuda_runtime.h>
template <int TILE> __global__ void blend(float* out, const float* in, int width) {
  const int i = (blockIdx.y * TILE + threadIdx.y) * width + blockIdx.x * TILE + threadIdx.x;
  out[i] = in[i] * 2;
}
extern "C" __global__ void plain(float* out) { out[blockIdx.x] = 1; }
template <typename T> void twice(T* out, const T* in, dim3 grid, dim3 block, int width) {
  blend<8><<<grid, block>>>(out, in, width);
}
int main(int argc, char** argv) {
  const int columns = argc * 7, rows = 5, width = columns * 8;
  float *in, *out;
  cudaMalloc(&in, width * rows * 32);
  cudaMalloc(&out, width * rows * 32);
  dim3 grid(columns, rows), block(8, 8);
  blend<8><<<grid, block>>>(out, in, width);
  for (int i = 0; i < 3; ++i) blend<8><<<grid, block>>>(out, in, width);
  plain<<<columns, 1>>>(out);
  twice(out, in, grid, block, width);
  return 0;
}
)";

/// Everywhere.
std::string edited(std::string text, const Edits& edits) {
  for (const auto& [from, to] : edits) {
    size_t at = text.find(from);
    if (at == std::string::npos) qFatal("the program lacks `%s`", from.c_str());
    for (; at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
  }
  return text;
}

CapturedArgument argumentOf(uint64_t number, size_t bytes) {
  CapturedArgument argument;
  for (size_t i = 0; i < bytes; ++i) argument.bytes += static_cast<char>(number >> 8 * i);
  return argument;
}

/// The kernel takes more, and is launched otherwise.
Edits takes(const std::string& parameters, const std::string& launch) {
  return {{"int width) {\n  const int i", "int width" + parameters + ") {\n  const int i"},
          {"<<<grid, block>>>(out, in, width)", launch}};
}

}  // namespace

/// How variants of a captured kernel are launched, and what is passed to arguments that only they have.
class VariantLaunchTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::string file_;

  LaunchCapture capture(uint32_t line) const {
    LaunchCapture capture;
    capture.program.path = file_;
    capture.program.toolkit = "none";
    capture.program.arch = "sm_90";
    capture.kernel.name = "blend";
    capture.kernel.mangledName = "_Z5blendILi8EEvPfPKfi";
    capture.grid = {7, 5, 1};
    capture.block = {8, 8, 1};
    if (line > 0) capture.at = {file_, line, 3};
    return capture;
  }
  static std::string said(const Result<LaunchShape>& shape) {
    return shape.ok() ? toString(*shape) + " " + shape->kernel : shape.error().message;
  }

 private slots:
  void initTestCase() {
    file_ = folder_.filePath("blend.cu").toStdString();
    QVERIFY(writeFileAtomically(file_, program).ok());
  }

  // Functions that take a lambda are named by where it stands, which moves with what is written above it.
  void linesOfLambdasDoNotCount() {
    const std::string file = folder_.filePath("lambda.cu").toStdString();
    std::string text = program;
    text.insert(text.find("int main"),
                "template <typename F> void each(int n, F f) { for (int i = 0; i < n; ++i) f(i); }\n");
    text.insert(text.find("  return 0;"), "  each(width, [&](int i) { if (i == rows) cudaFree(out); });\n");
    QVERIFY(writeFileAtomically(file, text).ok());
    LaunchCapture captured = capture(18);
    captured.program.path = captured.at.file = file;
    std::string moved = edited(text, {{"#include", "\n\n#include"}});
    moved.replace(moved.find("<<<grid, block>>>(out, in, width);\n  for"), 17, "<<<dim3(grid.x, grid.y / 2), block>>>");
    const std::string found = said(analysis::variantLaunch(captured, {{file, moved}}, {}, {}));
    QVERIFY2(found.starts_with("<<<(7,2,1),(8,8,1),0>>>"), found.c_str());
  }

  void kernelsOfLambdasMayTakeMore() {
    const std::string file = folder_.filePath("of_lambda.cu").toStdString();
    const std::string text =
        "#include <cuda_runtime.h>\n"
        "template <typename F> __global__ void each(int n, F f) {\n  if (threadIdx.x < n) f(threadIdx.x);\n}\n"
        "template <typename F> void run(int n, F f) {\n  dim3 grid(n);\n  each<F><<<grid, 64>>>(n, f);\n}\n"
        "void all(int n, float* a) {\n  run(n, [=] __device__(int i) { a[i] = 1; });\n"
        "  run(n, [=] __device__(int i) { a[i] = 2; });\n}\n";
    QVERIFY(writeFileAtomically(file, text).ok());
    LaunchCapture captured = capture(7);
    captured.program.path = captured.at.file = file;
    captured.kernel.name = "each";
    captured.kernel.mangledName = "_Z4eachIZ3alliPfEUliE0_EviT_";
    captured.grid = {9, 1, 1};
    captured.block = {64, 1, 1};
    const std::string changed =
        edited(text, {{"int n, F f) {\n  if", "int n, F f, unsigned grid_x) {\n  // more\n  if"},
                      {"<<<grid, 64>>>(n, f)", "<<<dim3((grid.x + 1) / 2, grid.y, grid.z), 64>>>(n, f, grid.x)"}});
    QCOMPARE(said(analysis::variantLaunch(captured, {{file, changed}}, {}, {})),
             std::string("<<<(5,1,1),(64,1,1),0>>>(…, 9) _Z4eachIZ3alliPfEUliE0_EviT_j"));
  }

  // A copy that is launched where the blocks are the captured ones is what the variant runs.
  void followsGuards_data() {
    QTest::addColumn<QString>("condition");
    QTest::addColumn<QString>("copy");
    QTest::addColumn<QString>("expected");
    QTest::newRow("its block") << "block.x == 8" << "blend_block_8x8"
                               << "<<<(7,5,1),(8,4,1),0>>> _Z15blend_block_8x8ILi8EEvPfPKfi";
    QTest::newRow("another block") << "block.x == 16" << "blend_block_16" << "<<<(7,5,1),(8,8,1),0>>> ";
  }
  void followsGuards() {
    QFETCH(QString, condition);
    QFETCH(QString, copy);
    QFETCH(QString, expected);
    const std::string name = copy.toStdString();
    const std::string body = "(float* out, const float* in, int width) {\n  out[threadIdx.x] = in[threadIdx.x];\n}\n";
    std::string text = program;
    const size_t launch = text.find("  blend<8><<<grid, block>>>(out, in, width);\n  for");
    text.insert(launch, "  if (" + condition.toStdString() + ")\n    " + name +
                            "<8><<<grid, dim3(8, 8 / 2)>>>(out, in, width);\n  else\n  ");
    text.insert(text.find("extern"), "template <int TILE> __global__ void " + name + body);
    // The capture knows the line of the original's text.
    const std::string said = this->said(analysis::variantLaunch(capture(17), {{file_, text}}, {}, {}));
    QCOMPARE(QString::fromStdString(said), expected);
  }

  // The template that such a launch is written in calls nothing yet: its instance is what runs.
  void followsGuardsInTemplates() {
    const std::string file = folder_.filePath("of_template.cu").toStdString();
    const auto textOf = [](const std::string& copy, const std::string& launch) {
      return "#include <cuda_runtime.h>\n"
             "template <typename T> __global__ void scale(T* out, const T* in) { out[threadIdx.x] = in[blockIdx.x]; "
             "}\n" +
             copy + "template <typename T> void all(T* out, const T* in, int n) {\n  const dim3 block(n);\n" + launch +
             "}\nvoid start(float* out, float* in) { all(out, in, 64); }\n";
    };
    const std::string plain = "  scale<T><<<5, block>>>(out, in);\n";
    QVERIFY(writeFileAtomically(file, textOf("", plain)).ok());
    LaunchCapture captured = capture(0);
    captured.program.path = file;
    captured.kernel.name = "scale";
    captured.kernel.mangledName = "_Z5scaleIfEvPT_PKS0_";
    captured.grid = {5, 1, 1};
    captured.block = {64, 1, 1};
    const std::string changed = textOf(
        "template <typename T> __global__ void scale_block_64(T* out, const T* in) { out[threadIdx.x] = "
        "in[blockIdx.x]; }\n",
        "  if (block.x == 64)\n    scale_block_64<T><<<5, dim3(block.x / 2)>>>(out, in);\n  else\n  " + plain);
    QCOMPARE(said(analysis::variantLaunch(captured, {{file, changed}}, {}, {})),
             std::string("<<<(5,1,1),(32,1,1),0>>> _Z14scale_block_64IfEvPT_PKS0_"));
  }

  // A grid that a new function computes of what the launch passes.
  void followsFunctionsOfArguments() {
    const std::string file = folder_.filePath("of_arguments.cu").toStdString();
    const auto textOf = [](const std::string& before, const std::string& grid) {
      return "#include <cuda_runtime.h>\n__global__ void scale(float* out, int n) { if (threadIdx.x < n) *out = n; "
             "}\n" +
             before + "void all(float* out, int n, int blocks) {\n  scale<<<" + grid + ", 64>>>(out, n);\n}\n";
    };
    QVERIFY(writeFileAtomically(file, textOf("", "blocks")).ok());
    LaunchCapture captured = capture(0);
    captured.program.path = file;
    captured.kernel.name = "scale";
    captured.kernel.mangledName = "_Z5scalePfi";
    captured.grid = {100, 1, 1};
    captured.block = {64, 1, 1};
    captured.arguments = {argumentOf(0x1000, 8), argumentOf(10, 4)};
    const auto shapeWith = [&](const std::string& body) {
      const std::string function =
          "static unsigned most(unsigned blocks, long long work, unsigned threads) {\n" + body + "}\n";
      return said(analysis::variantLaunch(captured, {{file, textOf(function, "most(blocks, 36LL * n, 64)")}}, {}, {}));
    };
    const std::string declared =
        "  const long long working = work > 0 && threads > 0 ? (work - 1) / threads + 1 : 1;\n";
    QCOMPARE(shapeWith(declared + "  return working < blocks ? static_cast<unsigned>(working) : blocks;\n"),
             std::string("<<<(6,1,1),(64,1,1),0>>> "));
    const std::string loops = shapeWith("  while (work > 100) work /= 2;\n  return work;\n");
    QVERIFY2(loops.find("cannot be told") != std::string::npos, loops.c_str());
  }

  // What it is launched for is deduced, and the launch is all of a loop.
  void followsGuardsInLoopsOfTemplates() {
    const std::string file = folder_.filePath("in_loop.cu").toStdString();
    const auto textOf = [](const std::string& copy, const std::string& launch) {
      return "#include <cuda_runtime.h>\n"
             "template <typename T> __global__ void scale(T* out, const T* in) { out[threadIdx.x] = in[blockIdx.x]; "
             "}\n" +
             copy +
             "template <typename T> void all(T* out, const T* in, const int n, const int repeat) {\n"
             "  dim3 grids((n + 255) / 256);\n  dim3 blocks(256);\n  for (int i = 0; i < repeat; i++)\n" +
             launch + "}\nvoid start(float* out, float* in, int n) { all(out, in, n, 10); }\n";
    };
    const std::string plain = "    scale<<<grids, blocks>>>(out, in);\n";
    QVERIFY(writeFileAtomically(file, textOf("", plain)).ok());
    LaunchCapture captured = capture(0);
    captured.program.path = file;
    captured.kernel.name = "scale";
    captured.kernel.mangledName = "_Z5scaleIfEvPT_PKS0_";
    captured.grid = {5, 1, 1};
    captured.block = {256, 1, 1};
    const std::string changed = textOf(
        "template <typename T> __global__ void scale_block_256(T* out, const T* in) { out[threadIdx.x] = "
        "in[blockIdx.x]; }\n",
        "    if (blocks.x == 256 && blocks.y == 1 && blocks.z == 1)\n"
        "      scale_block_256<<<grids, dim3(256 / 2)>>>(out, in);\n    else\n  " +
            plain);
    QCOMPARE(said(analysis::variantLaunch(captured, {{file, changed}}, {}, {})),
             std::string("<<<(5,1,1),(128,1,1),0>>> _Z15scale_block_256IfEvPT_PKS0_"));
  }

  void followsWhatTheKernelTakesMore_data() {
    QTest::addColumn<Edits>("edits");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const Edits& edits, const char* expected) {
      QTest::newRow(name) << edits << QString(expected);
    };
    row("nothing", {}, "<<<(7,5,1),(8,8,1),0>>> ");
    row("fewer threads", takes("", "<<<grid, dim3(block.x, block.y / 2)>>>(out, in, width)"),
        "<<<(7,5,1),(8,4,1),0>>> ");
    row("extent",
        takes(", unsigned grid_x", "<<<dim3((grid.x + 3) / 4, grid.y, grid.z), block>>>(out, in, width, grid.x)"),
        "<<<(2,5,1),(8,8,1),0>>>(…, 7) _Z5blendILi8EEvPfPKfij");
    row("two extents and fewer threads",
        takes(", unsigned grid_x, unsigned grid_y",
              "<<<dim3((grid.x + 1) / 2, (grid.y + 3) / 4, grid.z), dim3(block.x, block.y / 4, block.z)>>>(out, in, "
              "width, grid.x, grid.y)"),
        "<<<(4,2,1),(8,2,1),0>>>(…, 7, 5) _Z5blendILi8EEvPfPKfijj");
    row("one extent twice",
        takes(", unsigned grid_x, unsigned grid_x_2",
              "<<<dim3(((grid.x + 1) / 2 + 1) / 2, grid.y), block>>>(out, in, width, grid.x, (grid.x + 1) / 2)"),
        "<<<(2,5,1),(8,8,1),0>>>(…, 7, 4) _Z5blendILi8EEvPfPKfijj");
    row("eight bytes", takes(", unsigned long long blocks", "<<<grid, block>>>(out, in, width, grid.x * grid.y)"),
        "<<<(7,5,1),(8,8,1),0>>>(…, 35) _Z5blendILi8EEvPfPKfiy");
    row("constant", takes(", int half", "<<<grid, block>>>(out, in, width, 4)"),
        "<<<(7,5,1),(8,8,1),0>>>(…, 4) _Z5blendILi8EEvPfPKfii");
    row("memory", takes(", float* scratch", "<<<grid, block>>>(out, in, width, out)"),
        "`scratch` of type float *, which the capture does not have");
    row("fraction", takes(", float by", "<<<grid, block>>>(out, in, width, 1.0f)"), "`by` of type float, which");
    row("small number", takes(", short by", "<<<grid, block>>>(out, in, width, 1)"), "`by` of type short, which");
    row("other value", takes(", int more", "<<<grid, block>>>(out, in, width, width / 3)"),
        "The further argument `more` of the variant's launch cannot be told");
    row("negative", takes(", int more", "<<<grid, block>>>(out, in, width, -1)"), "further argument `more`");
    row("known argument changed", takes(", unsigned n", "<<<grid, block>>>(out, in, width + 8, grid.x)"),
        "in host code. `warpwright verify` judges");
    row("in between",
        {{"const float* in, int width) {\n  const int", "const float* in, unsigned n, int width) {\n  const int"},
         {"(out, in, width);", "(out, in, grid.x, width);"}},
        "<<<(7,5,1),(8,8,1),0>>> ");
  }
  void followsWhatTheKernelTakesMore() {
    QFETCH(Edits, edits);
    QFETCH(QString, expected);
    const auto shape = analysis::variantLaunch(capture(17), {{file_, edited(program, edits)}}, {}, {});
    const QString got = QString::fromStdString(said(shape));
    QVERIFY2(expected.startsWith("<<<") ? got == expected : got.contains(expected), qPrintable(got));
    if (!shape.ok()) {
      QCOMPARE(shape.error().kind, ErrorKind::input);
      QVERIFY2(!got.contains("--variant-launch"), qPrintable(got));
    }
  }

  // A capture of a compiled program: all launches have to agree.
  void doesNotNeedThePlace() {
    const Edits edits =
        takes(", unsigned grid_x", "<<<dim3((grid.x + 1) / 2, grid.y), block>>>(out, in, width, grid.x)");
    const std::string text = edited(program, edits);
    QCOMPARE(said(analysis::variantLaunch(capture(0), {{file_, text}}, {}, {})),
             std::string("<<<(4,5,1),(8,8,1),0>>>(…, 7) _Z5blendILi8EEvPfPKfij"));
    LaunchCapture merged = capture(17);
    merged.at.line = 0;  // by the compiler
    QCOMPARE(said(analysis::variantLaunch(merged, {{file_, text}}, {}, {})),
             std::string("<<<(4,5,1),(8,8,1),0>>>(…, 7) _Z5blendILi8EEvPfPKfij"));
    const std::string other =
        edited(text, {{"++i) blend<8><<<dim3((grid.x + 1) / 2, grid.y), block>>>(out, in, width, grid.x)",
                       "++i) blend<8><<<dim3((grid.x + 1) / 2, grid.y), block>>>(out, in, width, grid.y)"}});
    const std::string why = said(analysis::variantLaunch(capture(0), {{file_, other}}, {}, {}));
    QVERIFY2(why.find("in different ways") != std::string::npos, why.c_str());
  }

  // One kernel in blocks of several sizes: those of other sizes are not the captured launch.
  void launchesOfOtherSizesDoNotCount() {
    const std::string file = folder_.filePath("turn.cu").toStdString();
    const std::string text =
        "#include <cuda_runtime.h>\n__global__ void turn(float* a) { a[threadIdx.x] = 1; }\n"
        "void all(int n, float* a) {\n  turn<<<dim3(n / 8), dim3(8)>>>(a);\n  turn<<<dim3(n / 16), "
        "dim3(16)>>>(a);\n}\n";
    QVERIFY(writeFileAtomically(file, text).ok());
    LaunchCapture captured = capture(0);
    captured.program.path = file;
    captured.kernel.name = "turn";
    captured.kernel.mangledName = "_Z4turnPf";
    captured.grid = {6, 1, 1};
    captured.block = {16, 1, 1};
    const std::string halved = edited(text, {{"dim3(n / 8), dim3(8)", "dim3(n / 8 * 2), dim3(4)"},
                                             {"dim3(16)", "dim3(16 / 2)"},
                                             {"dim3(n / 16)", "dim3(n / 16 * 2)"}});
    QCOMPARE(said(analysis::variantLaunch(captured, {{file, halved}}, {}, {})),
             std::string("<<<(12,1,1),(8,1,1),0>>> "));
    captured.block = {32, 1, 1};
    const std::string why = said(analysis::variantLaunch(captured, {{file, halved}}, {}, {}));
    QVERIFY2(why.find("None of the launches") != std::string::npos, why.c_str());
  }

  void namesWithoutASignatureStay() {
    LaunchCapture captured = capture(19);
    captured.kernel.name = captured.kernel.mangledName = "plain";
    captured.grid = {7, 1, 1};
    captured.block = {1, 1, 1};
    const std::string text =
        edited(program, {{"plain(float* out)", "plain(float* out, unsigned n)"},
                         {"plain<<<columns, 1>>>(out)", "plain<<<(columns + 1) / 2, 1>>>(out, columns)"}});
    QCOMPARE(said(analysis::variantLaunch(captured, {{file_, text}}, {}, {})),
             std::string("<<<(4,1,1),(1,1,1),0>>>(…, 7) plain"));
  }
};

QTEST_GUILESS_MAIN(VariantLaunchTest)
#include "variant_launch_test.moc"

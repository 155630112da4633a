// What threads of a block read alike, and what a block reads once, told by the models of parsed kernels.
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/kernel_modeler.h"
#include "core/kernel/read_alike.h"

using namespace warpwright;
namespace fs = std::filesystem;

class ReadAlikeTest : public QObject {
  Q_OBJECT
  frontend::UnitParser parser_{ownHeaders()};
  QTemporaryDir folder_;

  static frontend::ParseOptions ownHeaders() {
    frontend::ParseOptions options;
    options.headers = frontend::HeaderMode::own;
    return options;
  }

  /// The model of `kernel`, launched with blocks of 16 by 16.
  KernelModel modelOf(const QString& kernel) {
    const fs::path file = folder_.filePath("code.cu").toStdString();
    std::ofstream(file) << kernel.toStdString();
    frontend::CompileCommand command;
    command.file = file;
    command.folder = file.parent_path();
    const auto unit = parser_.parse(command, {});
    if (!unit.ok()) qFatal("%s", unit.error().message.c_str());
    const auto kernels = model::modelKernels(*unit, {}, {});
    if (!kernels.ok() || kernels->size() != 1) qFatal("no kernel");
    return kernels->front().models.front();
  }

 private slots:
  void alike_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("x");
    QTest::addColumn<QString>("y");
    const auto row = [](const char* name, const char* parameters, const char* body, const char* x, const char* y) {
      QTest::newRow(name) << QString(
                                 "__global__ void k(%1) { int tx = threadIdx.x, ty = threadIdx.y; %2 }\n"
                                 "void f(); void g() { k<<<4, dim3(16, 16)>>>(%3); }\n")
                                 .arg(parameters, body,
                                      QString(parameters).contains(", int n") ? "0, 0, 0, 8" : "0, 0, 0")
                          << x << y;
    };
    const char* three = "const float* a, const float* b, float* c";
    const char* withCount = "const float* a, const float* b, float* c, int n";
    row("one of two", three, "c[ty * 16 + tx] = a[ty] * b[tx];", "a[ty]", "b[tx]");
    row("in a loop", withCount,
        "float s = 0; for (int i = 0; i < n; ++i) s += a[ty * n + i] * b[i * 16 + tx]; c[ty * 16 + tx] = s;",
        "a[ty * n + i]", "b[i * 16 + tx]");
    row("by those that come", withCount, "if (tx < n && ty < n) c[ty * n + tx] = a[ty];", "a[ty] (some)", "");
    row("through an index that is read", "const float* a, const int* at, float* c", "c[ty * 16 + tx] = a[at[ty]];",
        "a[at[ty]], at[ty]", "");
    row("of what is written", "float* a, const float* b, float* c", "c[ty * 16 + tx] = a[ty]; a[ty] = b[tx];",
        "a[ty] (written)", "b[tx]");
    row("not through a written index", "const float* a, int* at, float* c", "c[ty * 16 + tx] = a[at[ty]]; at[tx] = 0;",
        "at[ty] (written)", "");
    row("after rounds of its own", three, "int i = 0; while (a[i * 16 + tx] > 0) ++i; c[ty * 16 + tx] = b[i];", "",
        "a[i * 16 + tx]");
  }
  void alike() {
    QFETCH(QString, kernel);
    const KernelModel model = modelOf(kernel);
    for (const int dimension : {0, 1}) {
      QFETCH(QString, x);
      QFETCH(QString, y);
      QStringList found;
      for (const AlikeRead& read : readsAlike(model, dimension)) {
        QCOMPARE(read.dimension, dimension);
        found << QString::fromStdString(read.text) + (read.always ? "" : " (some)") +
                     (read.keepsItsValue ? "" : " (written)");
      }
      QCOMPARE(found.join(", "), dimension == 0 ? x : y);
    }
  }

  void lone_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("lone");
    const auto row = [](const char* name, const char* body, const char* lone) {
      QTest::newRow(name) << QString(body) << QString(lone);
    };
    row("neighbours read neighbours", "c[i] = a[i];", "a[i]");
    row("a loop over blocks of lines", "for (int j = i; j < n; j += 4096) c[j] = a[j];", "a[j]");
    row("neighbours of a stencil", "c[i] = a[i] + a[i + 1];", "");
    row("the same for all", "c[i] = a[blockIdx.x];", "");
    row("again in each round", "for (int j = 0; j < n; ++j) c[j * n + i] = a[i];", "");
    row("along a line in rounds", "for (int j = 0; j < n; ++j) c[i] += a[i * n + j];", "");
    row("through an index", "c[i] = a[b[i]];", "b[i]");
  }
  void lone() {
    QFETCH(QString, body);
    QFETCH(QString, lone);
    const KernelModel model = modelOf(
        "__global__ void k(const float* a, const int* b, float* c, int n) { int i = blockIdx.x * blockDim.x + "
        "threadIdx.x; " +
        body + " }\nvoid g() { k<<<4, 256>>>(0, 0, 0, 8); }\n");
    QStringList found;
    for (const LoneRead& read : readsWithoutReuse(model)) found << QString::fromStdString(read.text);
    QCOMPARE(found.join(", "), lone);
  }
};

QTEST_GUILESS_MAIN(ReadAlikeTest)
#include "read_alike_test.moc"

// Sums that are written out in functions that a kernel calls, with what nvcc makes of both texts.
#include "analysis/analyzer/written_sums.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "analysis/analyzer/analysis.h"
#include "core/base/file.h"
#include "core/execute/gpu/gpu_compiler.h"
#include "tests/analysis/analyzer/launched_kernel.h"

using namespace warpwright;

class WrittenSumsTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

 private slots:
  /// Others may call them: other instances of a template, constructors, destructors. The kernel gets copies.
  void functionsThatComputeAreCopied_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("call");
    QTest::addColumn<QStringList>("written");
    QTest::newRow("a template") << "template <typename T> __device__ T f(T x, T y, T z) { return x * y + z; }\n"
                                   "__global__ void other(double* out) { out[0] = f(out[1], out[2], out[3]); }\n"
                                << "f(a[t + i], b[i], a[i])"
                                << QStringList{"T f_rounded(T x, T y, T z) { return __fmaf_rn(x, y, z); }",
                                               "T f(T x, T y, T z) { return x * y + z; }",
                                               "__fmaf_rn(f_rounded(a[t + i], b[i], a[i]), (float)(i + 1), s)"};
    QTest::newRow("of the host, too")
        << "__host__ __device__ float f(float x, float y) { return x * y + y; }\nfloat g() { return f(1, 2); }\n"
        << "f(a[t + i], b[i])"
        << QStringList{"\nstatic __device__ float f_rounded(float x, float y) { return __fmaf_rn(x, y, y); }"};
    QTest::newRow("of the host by a macro")
        << "#ifdef __CUDACC__\n#define HD __host__ __device__ inline\n#else\n#define HD inline\n#endif\n"
           "HD float f(float x, float y) { return x * y + y; }\n"
        << "f(a[t + i], b[i])"
        << QStringList{"\n__device__ inline float f_rounded(float x, float y) { return __fmaf_rn(x, y, y); }"};
    QTest::newRow("through another")
        << "__device__ float g(float x, float y);\nstatic __device__ float f(float x) { return g(x, 2); }\n"
           "__device__ float g(float x, float y) { return x * y + y; }\n"
        << "f(a[t + i])"
        << QStringList{"static __device__ float g_rounded(float x, float y);",
                       "static __device__ float f_rounded(float x) { return g_rounded(x, 2); }",
                       "static __device__ float g_rounded(float x, float y) { return __fmaf_rn(x, y, y); }",
                       "f_rounded(a[t + i])"};
    QTest::newRow("an operator")
        << "struct V { float x; };\n__device__ V operator*(V a, V b) { return {a.x * b.x + a.x}; }\n"
        << "(V{a[t + i]} * V{b[i]}).x" << QStringList();
    QTest::newRow("a method") << "struct V { float x; __device__ float by(float y) { return x * y + y; } };\n"
                              << "V{a[t + i]}.by(b[i])" << QStringList();
    QTest::newRow("of the host by more than attributes")
        << "#define HD(type) __host__ __device__ type\nHD(float) f(float x, float y) { return x * y + y; }\n"
        << "f(a[t + i], b[i])" << QStringList();
    QTest::newRow("by a macro") << "__device__ float f(float x, float y) { return x * y + y; }\n#define F f\n"
                                << "F(a[t + i], b[i])" << QStringList();
  }
  void functionsThatComputeAreCopied() {
    QFETCH(QString, before);
    QFETCH(QString, call);
    QFETCH(QStringList, written);
    if (!findNvcc("")) QSKIP("no nvcc");
    const std::string file = folder_.filePath("k.cu").toStdString();
    const QString body =
        QString("float s = 0; for (int i = 0; i < n; ++i) s += %1 * (float)(i + 1); out[t] = s;").arg(call);
    const std::string text = QString(program).arg(before, body).toStdString();
    QVERIFY(writeFileAtomically(file, text).ok());
    analysis::AnalyzeOptions options;
    options.passes = {{"specialise"}};
    options.comparesLater = true;
    analysis::Analyzer analyzer(options);
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok());
    const auto kernel = std::ranges::find(result->kernels, "k", &KernelSummary::name);
    QVERIFY(kernel != result->kernels.end() && kernel->opportunities.size() == 1);
    const auto change = analyzer.rewrite(file, kernel->opportunities[0].id, {}, {});
    if (written.isEmpty()) {
      QVERIFY(!change.ok());
      QVERIFY2(change.error().message.find("which computes, too") != std::string::npos, change.error().message.c_str());
      return;
    }
    QVERIFY2(change.ok(), change.ok() ? "" : change.error().message.c_str());
    const Result<std::string> after = applyEdits(change->files.at(0), text);
    QVERIFY(after.ok());
    for (const QString& one : written)
      QVERIFY2(after->find(one.toStdString()) != std::string::npos, (one.toStdString() + "\n" + *after).c_str());
  }

  /// nvcc lets the sum of the first round take the product that the loop begins with; lines of the sum are several.
  void theFirstRoundIsAnotherSum() {
    if (!findNvcc("")) QSKIP("no nvcc");
    const std::string file = folder_.filePath("stencil.cu").toStdString();
    const std::string text =
        "#include <cuda_runtime.h>\n__global__ void k(float *o, const float *a, const float *c, int n) {\n"
        "  const int t = blockIdx.x * blockDim.x + threadIdx.x;\n  if (t < 4 || t >= n - 4) return;\n"
        "  float v = c[0] * a[t];\n  for (int i = 1; i <= 4; ++i)\n    v += c[i] *\n      (a[t - i] + a[t + i]);\n"
        "  o[t] = v;\n}\nint main() {\n  float *o, *a, *c;\n  cudaMalloc(&o, 4096);\n  cudaMalloc(&a, 4096);\n"
        "  cudaMalloc(&c, 64);\n  k<<<4, 256>>>(o, a, c, 1024);\n}\n";
    QVERIFY(writeFileAtomically(file, text).ok());
    analysis::AnalyzeOptions options;
    options.passes = {{"thread_compaction"}};
    options.comparesLater = true;
    analysis::Analyzer analyzer(options);
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok() && result->kernels.at(0).opportunities.size() == 1);
    const auto change = analyzer.rewrite(file, result->kernels.at(0).opportunities[0].id, {}, {});
    QVERIFY2(change.ok(), change.ok() ? "" : change.error().message.c_str());
    const Result<std::string> after = applyEdits(change->files.at(0), text);
    QVERIFY(after.ok());
    QVERIFY2(after->find("v = i == 1 ? __fmaf_rn(v_factor, v_other_factor, __fmul_rn(c[i],") != std::string::npos,
             after->c_str());
  }

  /// What is computed once for two statements, `2 * x`, which code has as `x + x`, a product that is cast to its own
  /// type, and one that a function hands to a sum beside another.
  void sumsAreWrittenAsTheyAreMade() {
    if (!findNvcc("")) QSKIP("no nvcc");
    const std::string file = folder_.filePath("made.cu").toStdString();
    const std::string text =
        "#include <cuda_runtime.h>\n__global__ void k(float *o, const float *a, const float *c, int n) {\n"
        "  const int t = blockIdx.x * blockDim.x + threadIdx.x;\n  if (t < 4 || t >= n - 4) return;\n"
        "  float v = c[0] * a[t];\n  for (int i = 1; i <= 4; ++i)\n    v += c[i] *\n      (a[t - i] + a[t + i]);\n"
        "  const float x = (c[5] * expf(c[6] * v)) / (4.0f / v - (c[5] * expf(c[6] * v)));\n"
        "  const float y = expf(c[7] * (4.0f / v - (c[5] * expf(c[6] * v))));\n"
        "  const float z = static_cast<float>(c[8] * a[t]) + y;\n  const float w = x - static_cast<float>(c[9] * v);\n"
        "  o[t] = w - 2.0f * z;\n}\nint main() {\n  float *o, *a, *c;\n  cudaMalloc(&o, 4096);\n"
        "  cudaMalloc(&a, 4096);\n  cudaMalloc(&c, 64);\n  k<<<4, 256>>>(o, a, c, 1024);\n}\n";
    QVERIFY(writeFileAtomically(file, text).ok());
    analysis::AnalyzeOptions options;
    options.passes = {{"thread_compaction"}};
    options.comparesLater = true;
    analysis::Analyzer analyzer(options);
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok() && result->kernels.at(0).opportunities.size() == 1);
    const auto change = analyzer.rewrite(file, result->kernels.at(0).opportunities[0].id, {}, {});
    QVERIFY2(change.ok(), change.ok() ? "" : change.error().message.c_str());
    const Result<std::string> after = applyEdits(change->files.at(0), text);
    QVERIFY(after.ok());
    for (const char* one : {"/ (__fsub_rn(4.0f / v, __fmul_rn(", "(static_cast<float>(__fmul_rn(", "= __fmaf_rn(-(",
                            "= __fsub_rn(w, __fmul_rn(2.0f, z))"})
      QVERIFY2(after->find(one) != std::string::npos, after->substr(after->find("const float x =")).c_str());
  }

  /// Which of two numbers is chosen is no branch of nvcc's code as long as sums and products are spelled as such.
  void onlySumsThatTakeProductsAreWrittenWhereAllMakeAnotherCode() {
    if (!findNvcc("")) QSKIP("no nvcc");
    const std::string file = folder_.filePath("search.cu").toStdString();
    const QString body =
        "float beta = 1, high = INFINITY;\n  for (int e = 0; e < n; ++e) {\n    float s = 0;\n"
        "    for (int i = 0; i < n; ++i)\n      s += a[t + i] * b[i];\n    const float d = __logf(s) + beta * s;\n"
        "    if (d > 0) {\n      high = beta;\n      beta = (beta + high) * 0.5f;\n    } else {\n"
        "      if (isinf(high))\n        beta *= 2.0f;\n      else\n        beta = (beta + high) * 0.5f;\n    }\n"
        "  }\n  out[t] = beta;";
    const std::string text = "#include <cuda_runtime.h>\n" + QString(program).arg("", body).toStdString();
    QVERIFY(writeFileAtomically(file, text).ok());
    analysis::AnalyzeOptions options;
    options.passes = {{"thread_compaction"}};
    options.comparesLater = true;
    analysis::Analyzer analyzer(options);
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok() && result->kernels.at(0).opportunities.size() == 1);
    const auto change = analyzer.rewrite(file, result->kernels.at(0).opportunities[0].id, {}, {});
    QVERIFY2(change.ok(), change.ok() ? "" : change.error().message.c_str());
    const Result<std::string> after = applyEdits(change->files.at(0), text);
    QVERIFY(after.ok());
    for (const char* one : {"= __fmaf_rn(a[t + i], b_i, s[", "= __fmaf_rn(beta[", ") * 0.5f;"})
      QVERIFY2(after->find(one) != std::string::npos, after->c_str());
  }

  /// nvcc gives the code of initialisers and default arguments the line where they are spelled, beside statements that
  /// say how they are rounded; and other lines than the text has, where it says so.
  void codeThatIsOfNoStatementIsCompared_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("body");
    QTest::newRow("what members begin as") << "struct S { const float *x, *y; int n; float v = x[1] * n + x[0] * y[0]; "
                                              "__device__ float get() { return v; } };\n"
                                           << "S x = {a + t, b + t, n}; out[t + j * 64] = x.get();";
    QTest::newRow("what a constructor gives them") << "struct S { float v, w; __device__ S(const float* a, const "
                                                      "float* b, int n) : v(a[1] * n + a[0] * b[0]) { w = "
                                                      "v; } };\n"
                                                   << "S x(a + t, b + t, n); out[t + j * 64] = x.v;";
    QTest::newRow("a longer number") << "" << "out[t + j * 64] = (long double)a[t + 1] * n + (long double)a[t] * b[t];";
    QTest::newRow("another line") << ""
                                  << "float u = a[t] + b[t];\n#line 6\nfloat v = a[t + 1] * n + a[t] * b[t];\n"
                                     "out[t + j * 64] = u;\nout[t + j * 64 + 4096] = v;";
  }
  void codeThatIsOfNoStatementIsCompared() {
    QFETCH(QString, before);
    QFETCH(QString, body);
    if (!findNvcc("")) QSKIP("no nvcc");
    const std::string file = folder_.filePath("beside.cu").toStdString();
    const std::string text = QString(program)
                                 .arg(before, "for (int j = 0; j < n; ++j) {\n" + body + "\n}")
                                 .replace("(p, a, b, 4)", "(p, a, b, 1)")
                                 .toStdString();
    QVERIFY(writeFileAtomically(file, text).ok());
    analysis::AnalyzeOptions options;
    options.passes = {{"specialise"}};
    options.comparesLater = true;
    analysis::Analyzer analyzer(options);
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok() && result->kernels.at(0).opportunities.size() == 1);
    const auto change = analyzer.rewrite(file, result->kernels.at(0).opportunities[0].id, {}, {});
    // A text that leaves nothing to choose is as good as none.
    const Result<std::string> after = change.ok() ? applyEdits(change->files.at(0), text) : change.error();
    if (after.ok())
      QVERIFY2(after->find("float v = __fmaf_rn(a[t + 1], ") != std::string::npos, after->c_str());
    else
      QVERIFY2(after.error().message.find("would be rounded as before") != std::string::npos,
               after.error().message.c_str());
  }

  /// What is written into a header calls functions of devices, which a compiler of C++ that reads it does not know.
  void aHeaderOfTheHostGetsNoCopies() {
    if (!findNvcc("")) QSKIP("no nvcc");
    const QTemporaryDir own;
    const auto write = [&](const char* name, const std::string& text) {
      const std::string path = own.filePath(name).toStdString();
      [&] { QVERIFY(writeFileAtomically(path, text).ok()); }();
      return path;
    };
    write("hd.h",
          "#ifdef __CUDACC__\n#define HD __host__ __device__\n#else\n#define HD\n#endif\n"
          "inline HD float f(float x, float y) { return x * y + y; }\n");
    const QString body = "float s = 0; for (int i = 0; i < n; ++i) s += f(a[i], b[i]) * (float)(i + 1); out[t] = s;";
    const std::string file = write("k.cu", QString(program).arg("#include \"hd.h\"\n", body).toStdString());
    analysis::AnalyzeOptions options;
    options.passes = {{"specialise"}};
    options.comparesLater = true;
    const auto changed = [&] {
      analysis::Analyzer analyzer(options);
      const auto result = analyzer.analyze({file}, {}, {});
      return analyzer.rewrite(file, result->kernels.at(0).opportunities.at(0).id, {}, {});
    };
    const auto alone = changed();
    QVERIFY2(alone.ok(), alone.ok() ? "" : alone.error().message.c_str());
    write("other.cpp", "#include \"hd.h\"\nfloat g() { return f(1, 2); }\n");
    const auto beside = changed();
    QVERIFY(!beside.ok());
    QVERIFY2(beside.error().message.find("knows no functions of devices") != std::string::npos,
             beside.error().message.c_str());
  }
};

QTEST_GUILESS_MAIN(WrittenSumsTest)
#include "written_sums_test.moc"

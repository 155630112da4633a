// What nvcc makes of both texts; without an nvcc, only that nothing is taken for granted then.
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "analysis/analyzer/analysis.h"
#include "core/base/file.h"
#include "core/execute/gpu/gpu_compiler.h"
#include "tests/analysis/analyzer/launched_kernel.h"

using namespace warpwright;

class RoundingCheckTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  const std::shared_ptr<frontend::PreludeCache> preludes_ = frontend::sharedPreludes();

  analysis::AnalyzeOptions optionsOf(const std::string& pass) const {
    analysis::AnalyzeOptions options;
    options.parse.preludes = preludes_;
    options.passes = {{pass}};
    return options;
  }

  /// What is said of the constant in a kernel with this body.
  std::string verdict(const QString& body, const QString& before, bool compares, bool hasToolkit = true,
                      const std::string& pass = "specialise") {
    const std::string file = folder_.filePath("k.cu").toStdString();
    if (!writeFileAtomically(file, QString(program).arg(before, body).toStdString()).ok()) return "no file";
    analysis::AnalyzeOptions options = optionsOf(pass);
    options.comparesCode = compares;
    if (!hasToolkit) options.parse.headers = frontend::HeaderMode::own;
    analysis::Analyzer analyzer(options);
    const auto result = analyzer.analyze({file}, {}, {});
    if (!result.ok()) return result.error().message;
    if (result->kernels.size() != 1 || result->kernels[0].opportunities.size() != 1) return "no finding";
    const Opportunity& found = result->kernels[0].opportunities[0];
    if (found.verdict != VerdictKind::applicable) return toText(found.reason);
    const auto change = analyzer.rewrite(file, found.id, {}, {});
    if (!change.ok()) return "not written: " + change.error().message;
    std::string said = "applicable";
    for (const Assumption& one : found.assumptions) said += ": " + toText(one.text);
    return said;
  }

 private slots:
  void comparedCode_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("said");
    const QString fine = "rounds the same";
    QTest::newRow("dot product") << "float s = 0; for (int i = 0; i < n; ++i) s += a[i] * b[i]; out[t] = s;" << ""
                                 << fine;
    QTest::newRow("static") << "float s = 0; for (int i = 0; i < n; ++i) s += a[i] * b[i]; out[t] = s;" << "static "
                            << fine;
    // The text before is compiled with these on lines of their own, too.
    const QString many = "static int many() { int a = 0; " + QString("++a; ").repeated(60) + "return a; }\n";
    QTest::newRow("below a long line") << "float s = 0; for (int i = 0; i < n; ++i) s += a[i] * b[i]; out[t] = s;"
                                       << many << fine;
    QTest::newRow("factor one") << "float s = b[0]; for (int i = 0; i < n; ++i) s += a[i] * b[t] * (float)(i + 1); "
                                   "out[t] = s;"
                                << "" << "may lose a factor";
    QTest::newRow("a number that wraps, beside another") << "unsigned short k = n; const unsigned short x = k + 16384, "
                                                            "y = k - 16384; out[t] = a[x] * b[0] + a[y] * b[0]; "
                                                            "if (k != 60000) out[t + 64] = a[x] * b[0];"
                                                         << "" << "cannot be told";
    QTest::newRow("what a round hands to the next")
        << "float s = b[0], prev;\n#pragma unroll\nfor (int i = 0; i < n; ++i) { float cur = a[2 * i], next = a[2 * i "
           "+ 1]; "
           "out[i] = next * b[0]; s = i > 0 ? s + (prev * b[0] + cur * b[0]) : s; if (cur < 0) break; prev = next; } "
           "out[t] = s;"
        << "" << "Whether products and sums would be rounded as before is not known";
    QTest::newRow("over a branch") << "float s = a[t]; for (int i = 0; i < n; ++i) if (i > 2) s = a[i] * b[t]; "
                                      "out[t] = s + b[0];"
                                   << ""
                                   << "Whether products and sums would be rounded as before is not known";
  }
  void comparedCode() {
    QFETCH(QString, body);
    QFETCH(QString, before);
    QFETCH(QString, said);
    if (!findNvcc("")) QSKIP("no nvcc");
    const QString verdict = QString::fromStdString(this->verdict(body, before, true));
    QVERIFY2(verdict.contains(said), qPrintable(verdict));
  }

  /// The body is a function that the kernel calls twice then.
  void comparedWhereTheKernelAsks_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("said");
    QTest::newRow("dot product") << "float s = 0; for (int i = 0; i < n; ++i) s += a[i] * b[i]; out[t] = s;"
                                 << "rounds the same";
    QTest::newRow("of a function") << "float s = 0; for (int i = 0; i < n; ++i) s += f(a[i], b[i], s); out[t] = s;"
                                   << "rounds the same";
    QTest::newRow("factor one") << "float s = b[0]; for (int i = 0; i < n; ++i) s += a[i] * b[t] * (float)(i + 1); "
                                   "out[t] = s;"
                                << "may lose a factor";
    QTest::newRow("constants meet")
        << "float s = b[0]; if (n > 2) s += (float)n * (n + 0.3f); out[t] = s + a[t] * b[t];"
        << "Whether products and sums would be rounded as before is not known";
  }
  void comparedWhereTheKernelAsks() {
    QFETCH(QString, body);
    QFETCH(QString, said);
    if (!findNvcc("")) QSKIP("no nvcc");
    const std::string file = folder_.filePath("k.cu").toStdString();
    const QString before = "__device__ float f(float x, float y, float z) { return x * y + z; }\n";
    const QString text = QString(program).arg(before, body).replace("k<<<", "NAMED(k)<<<");
    QVERIFY(writeFileAtomically(file, ("#define NAMED(x) x\n" + text).toStdString()).ok());
    analysis::AnalyzeOptions options = optionsOf("specialise");
    options.comparesCode = true;
    analysis::Analyzer analyzer(options);
    auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok() && result->kernels.size() == 1);
    ObservedLaunch seen;
    seen.block = {64, 1, 1};
    seen.arguments.resize(4);
    seen.arguments[3] = {"n", "int", 4, 4, std::nullopt};
    result->kernels[0].observed.push_back(seen);
    QVERIFY(analyzer.addGuarded(*result, {}).ok());
    QVERIFY(result->kernels[0].opportunities.size() == 1);
    const Opportunity& found = result->kernels[0].opportunities[0];
    QString all = QString::fromStdString(toText(found.reason));
    for (const Assumption& one : found.assumptions) all += QString::fromStdString(toText(one.text));
    QVERIFY2(all.contains(said), qPrintable(all));
    const bool isFine = said == "rounds the same";
    QCOMPARE(found.verdict == VerdictKind::applicable, isFine);
    QCOMPARE(found.isDecidedWhenMade, !isFine);
    const auto change = analyzer.rewrite(file, found.id, {}, {});
    QVERIFY(isFine ? change.ok() : change.ok() == (said == "may lose a factor"));  // its sums can be written
  }

  void withoutComparisonItIsUnknown() {
    const QString body = "float s = 0; for (int i = 0; i < n; ++i) s += a[i] * b[i]; out[t] = s;";
    QVERIFY(verdict(body, "", false, false).find("compared only where a change is made") != std::string::npos);
    QVERIFY(verdict(body, "", true, false).find("no nvcc is there") != std::string::npos);
  }

  /// A tuner makes few of the changes that are found.
  void laterItIsAppliedOnlyWhereCodeIsTheSame() {
    if (!findNvcc("")) QSKIP("no nvcc");
    const auto verdictOf = [&](const char* body) {
      const std::string file = folder_.filePath("k.cu").toStdString();
      if (!writeFileAtomically(file, QString(program).arg("", body).toStdString()).ok()) return std::string();
      analysis::AnalyzeOptions options = optionsOf("specialise");
      options.comparesLater = true;
      analysis::Analyzer analyzer(options);
      const auto result = analyzer.analyze({file}, {}, {});
      if (!result.ok() || result->kernels.size() != 1 || result->kernels[0].opportunities.size() != 1)
        return std::string();
      const Opportunity& found = result->kernels[0].opportunities[0];
      if (found.verdict != VerdictKind::applicable) return toText(found.reason);
      std::string said;
      for (const Assumption& one : found.assumptions) said += toText(one.text);
      if (said.find("one operation of a product and a sum where it did before") == std::string::npos) return said;
      const auto change = analyzer.rewrite(file, found.id, {}, {});
      return change.ok() ? "made" : change.error().message;
    };
    QCOMPARE(verdictOf("float s = 0; for (int i = 0; i < n; ++i) s += a[i] * b[i]; out[t] = s;"), std::string("made"));
    const std::string refused = verdictOf(
        "float s = a[t]; for (int i = 0; i < n; ++i) if (i > 2) s = expf(0.25f * i) * b[t]; out[t] = s + b[0];");
    QCOMPARE(verdictOf("float s = a[t]; for (int i = 0; i < n; ++i) if (i > 2) s = a[i] * b[t]; out[t] = s + b[0];"),
             std::string("made"));  // with its sums written
    QCOMPARE(verdictOf("float s = a[t]; for (int i = 0; i < n; ++i) s = expf(a[i]) * b[t]; out[t] = s + b[0];"),
             std::string("made"));  // of what is loaded, no compiler knows more
    QVERIFY2(refused.starts_with("Whether products and sums would be rounded"), refused.c_str());
  }

  /// Those that write variants of one tuning have each text compiled once: the second one finds all of it there.
  void codesAreShared() {
    const auto nvcc = findNvcc("");
    if (!nvcc) QSKIP("no nvcc");
    const QTemporaryDir codes;
    const std::string file = folder_.filePath("k.cu").toStdString();
    const char* body = "float s = 0; for (int i = 0; i < n; ++i) s += a[i] * b[i]; out[t] = s;";
    QVERIFY(writeFileAtomically(file, QString(program).arg("", body).toStdString()).ok());
    const auto keptIn = [&] {
      size_t files = 0;
      for (const auto& entry : std::filesystem::recursive_directory_iterator(codes.path().toStdString() + "/kept"))
        files += entry.is_regular_file();
      return files;
    };
    size_t after = 0;
    for (int i = 0; i < 2; ++i) {
      analysis::AnalyzeOptions options = optionsOf("specialise");
      options.comparesLater = true;
      analysis::Analyzer analyzer(options);
      analyzer.shareCodes(codes.path().toStdString());
      const auto result = analyzer.analyze({file}, {}, {});
      QVERIFY(result.ok() && result->kernels.size() == 1 && result->kernels[0].opportunities.size() == 1);
      const auto change = analyzer.rewrite(file, result->kernels[0].opportunities[0].id, {}, {});
      QVERIFY2(change.ok(), change.ok() ? "" : change.error().message.c_str());
      if (i == 0) after = keptIn();
      QVERIFY(after >= 2);  // of both texts
      QCOMPARE(keptIn(), after);
    }
  }

  /// Where the code does not tell, or tells otherwise, the sums are written as nvcc made them.
  void sumsAreWritten_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("written");
    QTest::newRow("two products")
        << "float s = 0; for (int i = 0; i < n; ++i) s += a[t + i] * b[i] + a[i + 1] * b[i + 1]; out[t] = s;"
        << "__fmaf_rn(a[t + i], b[i], __fmul_rn(a[i + 1], b[i + 1]))";
    QTest::newRow("factor one")
        << "float s = b[0]; for (int i = 0; i < n; ++i) s += a[i] * b[t] * (float)(i + 1); out[t] = s;"
        << "__fmaf_rn(__fmul_rn(a[i], b[t]), (float)(i + 1), s)";
    // The product is there anyway, and ptxas leaves the difference apart.
    QTest::newRow("apart") << "float s = 0;\nfor (int i = 0; i < n; ++i) {\nfloat p = a[t + i] * b[t];\n"
                              "s += p - a[i];\nout[i] = p;\n}\nout[t] = s * (float)n + b[1];"
                           << "s += __fsub_rn(p, a[i]);";
  }
  void sumsAreWritten() {
    QFETCH(QString, body);
    QFETCH(QString, written);
    if (!findNvcc("")) QSKIP("no nvcc");
    const std::string file = folder_.filePath("k.cu").toStdString();
    const QString before = "__device__ float f(float x, float y, float z) { return x * y + z; }\n";
    const std::string text = QString(program).arg(before, body).toStdString();
    QVERIFY(writeFileAtomically(file, text).ok());
    analysis::AnalyzeOptions options = optionsOf("specialise");
    options.comparesLater = true;
    analysis::Analyzer analyzer(options);
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok() && result->kernels.size() == 1 && result->kernels[0].opportunities.size() == 1);
    const auto change = analyzer.rewrite(file, result->kernels[0].opportunities[0].id, {}, {});
    QVERIFY2(change.ok(), change.ok() ? "" : change.error().message.c_str());
    const Result<std::string> after = applyEdits(change->files.at(0), text);
    QVERIFY(after.ok());
    QVERIFY2(after->find(written.toStdString()) != std::string::npos, after->c_str());
  }

  /// Flags that keep nvcc from joining what it joins in the code that is compared.
  void sumsAreNotWrittenUnderSuchFlags_data() {
    QTest::addColumn<QStringList>("flags");
    QTest::addColumn<bool>("isWritten");
    QTest::newRow("debug") << QStringList{"-G"} << false;
    QTest::newRow("ptxas") << QStringList{"-Xptxas", "-O0"} << false;
    QTest::newRow("ptxas, joined") << QStringList{"-Xptxas=-O1"} << false;
    QTest::newRow("ptxas, among others") << QStringList{"--ptxas-options", "-v,-O0"} << false;
    QTest::newRow("cicc") << QStringList{"-Xcicc", "-O0"} << false;
    QTest::newRow("fast compile") << QStringList{"-Ofc", "max"} << false;
    QTest::newRow("none of these") << QStringList{"-Xptxas", "-v", "-lineinfo", "-O2"} << true;
  }
  void sumsAreNotWrittenUnderSuchFlags() {
    QFETCH(QStringList, flags);
    QFETCH(bool, isWritten);
    if (!findNvcc("")) QSKIP("no nvcc");
    const std::string file = folder_.filePath("k.cu").toStdString();
    const char* body =
        "float s = 0; for (int i = 0; i < n; ++i) s += a[t + i] * b[i] + a[i + 1] * b[i + 1]; out[t] = s;";
    const std::string text = QString(program).arg("", body).toStdString();
    QVERIFY(writeFileAtomically(file, text).ok());
    analysis::AnalyzeOptions options = optionsOf("specialise");
    options.comparesLater = true;
    for (const QString& flag : flags) options.flags.push_back(flag.toStdString());
    analysis::Analyzer analyzer(options);
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok() && result->kernels.size() == 1 && result->kernels[0].opportunities.size() == 1);
    const auto change = analyzer.rewrite(file, result->kernels[0].opportunities[0].id, {}, {});
    const Result<std::string> after = change.ok() ? applyEdits(change->files.at(0), text) : change.error();
    if (isWritten) QVERIFY2(after.ok() && after->find("__fmaf_rn(") != std::string::npos, "not written");
    // Refused, or the same code for both, where nvcc is given the flag.
    if (!isWritten && after.ok()) QVERIFY2(after->find("_rn(") == std::string::npos, after->c_str());
    if (!after.ok())
      QVERIFY2(after.error().message.find("nvcc may round otherwise") != std::string::npos,
               after.error().message.c_str());
  }

  /// One goal of a Makefile compiles it so that nothing is joined, another as ever.
  void sumsAreNotWrittenWhereAGoalDebugs() {
    if (!findNvcc("")) QSKIP("no nvcc");
    const QTemporaryDir own;
    const std::string file = own.filePath("k.cu").toStdString();
    const char* body =
        "float s = 0; for (int i = 0; i < n; ++i) s += a[t + i] * b[i] + a[i + 1] * b[i + 1]; out[t] = s;";
    QVERIFY(writeFileAtomically(file, QString(program).arg("", body).toStdString()).ok());
    QVERIFY(writeFileAtomically(own.filePath("Makefile").toStdString(),
                                "r: k.cu\n\tnvcc -c k.cu\nd: k.cu\n\tnvcc -G -c k.cu\n")
                .ok());
    analysis::AnalyzeOptions options = optionsOf("specialise");
    options.comparesLater = true;
    analysis::Analyzer analyzer(options);
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok() && result->kernels.size() == 1 && result->kernels[0].opportunities.size() == 1);
    const auto change = analyzer.rewrite(file, result->kernels[0].opportunities[0].id, {}, {});
    QVERIFY(!change.ok());
    QVERIFY2(change.error().message.find("with `-G`") != std::string::npos, change.error().message.c_str());
  }

  /// Of `a * a + t * b` nvcc takes the first product, but the second one where the first is the same for all threads
  /// that were merged: that compilers do as they did is not assumed then.
  void whichProductIsTakenIsNotAssumed_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("memory");
    QTest::addColumn<QString>("written");
    QTest::newRow("the same for all threads")
        << "float s = a[t];\nfor (int j = 1; j < n; ++j)\ns -= a[j] * a[j] + s * b[j];\nout[t] = s;" << ""
        << "__fmul_rn(s[";
    // Copies compute one of their products once, and one copy's sum takes the other one.
    QTest::newRow("another copy's product")
        << "out[t] = (b[t] * b[t + 1] + b[t + 4] * b[t + 5]) * (b[t + 1] * b[t + 2]);" << "loads_first"
        << "__fmaf_rn(b[";
    QTest::newRow("of a statement that is parted") << "const int z = blockIdx.y, c = blockIdx.z;\n"
                                                      "out[((z * n + c) * n + z) * n + c * n * (n + 1) + (z + c) * n + "
                                                      "t] = b[t] * b[t + 1] + b[t + 1] * b[t + 2] * n;"
                                                   << "loads_first" << "__fmaf_rn(b[";
  }
  void whichProductIsTakenIsNotAssumed() {
    QFETCH(QString, body);
    QFETCH(QString, memory);
    QFETCH(QString, written);
    if (!findNvcc("")) QSKIP("no nvcc");
    const std::string file = folder_.filePath("k.cu").toStdString();
    const std::string text = QString(program).arg("", body).toStdString();
    QVERIFY(writeFileAtomically(file, text).ok());
    analysis::AnalyzeOptions options = optionsOf("thread_compaction");
    analysis::Analyzer analyzer(options);
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok() && result->kernels.size() == 1 && result->kernels[0].opportunities.size() == 1);
    ParameterValues values{{"c_factor", "8"}};
    if (!memory.isEmpty())
      values = {{"c_factor", "2"}, {"assignment", "blocked"}, {"stride", "read"}, {"memory", memory.toStdString()}};
    const auto change = analyzer.rewrite(file, result->kernels[0].opportunities[0].id, values, {});
    QVERIFY2(change.ok(), change.ok() ? "" : change.error().message.c_str());
    const Result<std::string> after = applyEdits(change->files.at(0), text);
    QVERIFY2(after.ok() && after->find(written.toStdString()) != std::string::npos, after->c_str());
  }

  void aKernelIsTheSameWithAnArgumentMore_data() {
    QTest::addColumn<QString>("head");
    QTest::addColumn<QString>("parameters");
    QTest::addColumn<QString>("arguments");
    QTest::newRow("behind others") << "" << "float* p, const float* in" << "p, p + 64";
    QTest::newRow("the only one") << "" << "" << "";
    // nvcc mangles these otherwise than Clang.
    QTest::newRow("static") << "static" << "float* p, const float* in" << "p, p + 64";
    QTest::newRow("static, the only one") << "static" << "" << "";
    QTest::newRow("template") << "template <typename T> static" << "T* p, const float* in" << "p, p + 64";
  }
  void aKernelIsTheSameWithAnArgumentMore() {
    if (!findNvcc("")) QSKIP("no nvcc");
    QFETCH(QString, head);
    QFETCH(QString, parameters);
    QFETCH(QString, arguments);
    const QString text = QString(R"(
__device__ float* p;
%3 __global__ void k(%1) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  p[t] = p[t] * 3.5f + 1;
}
int main() {
  float* p;
  cudaMalloc(&p, 4096);
  k<<<4, 64>>>(%2);
}
)")
                             .arg(parameters, arguments, head);
    const std::string file = folder_.filePath("k.cu").toStdString();
    QVERIFY(writeFileAtomically(file, text.toStdString()).ok());
    analysis::AnalyzeOptions options = optionsOf("block_shape");
    options.comparesCode = true;
    analysis::Analyzer analyzer(options);
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok() && result->kernels.size() == 1 && result->kernels[0].opportunities.size() == 1);
    const Opportunity& found = result->kernels[0].opportunities[0];
    QVERIFY2(found.verdict == VerdictKind::applicable, toText(found.reason).c_str());
    const auto change = analyzer.rewrite(file, found.id, {{"threads", "256"}}, {});
    QVERIFY2(change.ok(), change.ok() ? "" : change.error().message.c_str());
  }

  void mergedThreadsAssumeWhatIsNotCompared() {
    const QString body = "float s = 0; for (int i = 0; i < n; ++i) s += a[i] * b[t]; out[t] = s;";
    const std::string assumed = "one operation of a product and a sum where it did before", known = "rounds the same";
    const std::string before = verdict(body, "", false, true, "thread_compaction");
    QVERIFY2(before.find(assumed) != std::string::npos, before.c_str());
    if (!findNvcc("")) QSKIP("no nvcc");
    const std::string compared = verdict(body, "", true, true, "thread_compaction");
    QVERIFY2(compared.find(known) != std::string::npos, compared.c_str());
    QVERIFY2(compared.find(assumed) == std::string::npos, compared.c_str());
  }

  /// Every second element has a factor of one that a compiler knows when one thread does four: what is multiplied
  /// before is added in one operation then.
  void whatAPlaceDecidesMayBecomeAConstant() {
    if (!findNvcc("")) QSKIP("no nvcc");
    const QString fixed = "if (t < n) out[t] = a[t] * b[t] * (t > n / 2 ? b[0] : a[0]) + b[t];";
    const QString chosen = "if (t < n) out[t] = a[t] * b[t] * ((t & 1) ? a[0] : 1.0f) + b[t];";
    const std::string said = verdict(chosen, "", true, true, "vectorise");
    QVERIFY2(said.find("may lose a factor") != std::string::npos, said.c_str());
    QVERIFY2(verdict(fixed, "", true, true, "vectorise").find("lose a factor") == std::string::npos, "fixed");
  }

  /// A product that went through shared memory is added as it was rounded; from a register, it need not be.
  void whatABarrierKeptApart_data() {
    QTest::addColumn<QString>("stored");
    QTest::addColumn<QString>("assumed");
    QTest::addColumn<QString>("compared");
    const QString rounding = "one operation of a product and a sum where it did before";
    QTest::newRow("a product") << "a[t] * b[t]" << rounding << "rounds otherwise then";
    QTest::newRow("minus a product") << "-(a[t] * b[t])" << rounding << "rounds otherwise then";
    QTest::newRow("a quotient by two") << "a[t] / 2.0f" << rounding << "rounds otherwise then";
    QTest::newRow("what a function scales") << "expf(a[t])" << rounding << "rounds otherwise then";
    QTest::newRow("a number") << "a[t]" << "" << "applicable";
  }
  void whatABarrierKeptApart() {
    QFETCH(QString, stored);
    QFETCH(QString, assumed);
    QFETCH(QString, compared);
    const QString kept = QString(
                             "__shared__ float s[64];\n  s[threadIdx.x] = %1;\n  __syncthreads();\n"
                             "  out[t] = s[threadIdx.x] + b[0];")
                             .arg(stored);
    const QString said = QString::fromStdString(verdict(kept, "", false, false, "shared_to_register"));
    QVERIFY2(said.startsWith("applicable") && said.contains(assumed), qPrintable(said));
    QVERIFY2(!assumed.isEmpty() || !said.contains("one operation"), qPrintable(said));
    if (!findNvcc("")) QSKIP("no nvcc");
    const QString then = QString::fromStdString(verdict(kept, "", true, true, "shared_to_register"));
    QVERIFY2(then.contains(compared), qPrintable(then));
  }

  /// Two products are one where nothing stands between their loads, and a sum does not take what is stored, too.
  void whatIsLoadedAgainIsAProductOfItsOwn_data() {
    QTest::addColumn<QString>("pass");
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("compared");
    const QString seen = "rounds otherwise then", open = "one operation of a product and a sum where it did before";
    QTest::newRow("a barrier between") << "redundant_barrier"
                                       << "const float p = a[t] * b[t]; __syncthreads(); "
                                          "const float y = a[t] * b[t] + n; out[t] = y; out[t + 128] = p;"
                                       << seen;
    QTest::newRow("a barrier in a loop") << "redundant_barrier"
                                         << "float s = n; for (int i = 0; i < n; ++i) { __syncthreads(); "
                                            "s += a[t] * b[t]; } out[t] = s;"
                                         << seen;
    QTest::newRow("a store between") << "shared_to_global"
                                     << "__shared__ float s[64]; const float p = a[t] * b[t]; s[threadIdx.x] = n; "
                                        "const float y = a[t] * b[t] + n; out[t + 128] = p; __syncthreads(); "
                                        "out[t] = y + s[63 - threadIdx.x];"
                                     << open;
    QTest::newRow("factors the other way round") << "redundant_barrier"
                                                 << "const float p = a[t] * b[t]; __syncthreads(); "
                                                    "const float y = b[t] * a[t] + n; out[t] = y; out[t + 128] = p;"
                                                 << seen;
    QTest::newRow("a factor that was stored")
        << "shared_to_register"
        << "__shared__ float s[64]; const float v = a[t], w = b[t]; s[threadIdx.x] = v; const float p = v * w; "
           "__syncthreads(); const float y = s[threadIdx.x] * w + n; out[t] = y; out[t + 128] = p;"
        << seen;
    QTest::newRow("a product that is known")
        << "shared_to_register"
        << "__shared__ float s[64]; s[threadIdx.x] = 3; __syncthreads(); out[t] = s[threadIdx.x] * 0.3f + a[t];"
        << seen;
    QTest::newRow("the other product of two") << "shared_to_register"
                                              << "__shared__ float s[64]; s[threadIdx.x] = a[t + 64]; __syncthreads(); "
                                                 "out[t] = a[t] * b[t] + s[threadIdx.x] * n;"
                                              << seen;
    QTest::newRow("an atomic between") << "atomic_order"
                                       << "const float p = a[t] * b[t]; atomicAdd(&whole[t & 7], 1); "
                                          "const float y = a[t] * b[t] + n; out[t] = y; out[t + 128] = p;"
                                       << seen;
  }
  void whatIsLoadedAgainIsAProductOfItsOwn() {
    QFETCH(QString, pass);
    QFETCH(QString, body);
    QFETCH(QString, compared);
    const std::string assumed = "one operation of a product and a sum where it did before";
    const QString before = body.contains("whole") ? "__device__ int whole[8]; " : "";
    const std::string said = verdict(body, before, false, false, pass.toStdString());
    QVERIFY2(said.starts_with("applicable") && said.find(assumed) != std::string::npos, said.c_str());
    if (!findNvcc("")) QSKIP("no nvcc");
    const std::string then = verdict(body, before, true, true, pass.toStdString());
    QVERIFY2(then.find(compared.toStdString()) != std::string::npos, then.c_str());
  }

  void whatCannotBeFusedIsNotCompared() {
    QCOMPARE(verdict("for (int i = 0; i < n; ++i) out[t * 4 + i] = a[i] * b[t];", "", false, false),
             std::string("applicable"));
  }
};

QTEST_GUILESS_MAIN(RoundingCheckTest)
#include "rounding_check_test.moc"

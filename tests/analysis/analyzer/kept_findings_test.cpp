// What an analyzer has found before and finds no more reason to look for: the same as what it would find, after any
// edit.

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "analysis/analyzer/analysis.h"
#include "analysis/passes/all_passes.h"
#include "core/base/file.h"

using namespace warpwright;
using analysis::AnalyzeOptions;
using analysis::Analyzer;
using nlohmann::json;

namespace {

const char* const text = R"(#define TWICE(x) helper<2>(x)
template <int N> __device__ float helper(float x) { return x * N; }
__global__ void first(const float *in, float *out, int n) {
  __shared__ float tile[256];
  int g = blockIdx.x * 256 + threadIdx.x;
  tile[threadIdx.x] = g < n ? in[g] : 0;
  __syncthreads();
  if (g < n) out[g] = tile[threadIdx.x] * 3;
}
__global__ void calls(const float *in, float *out, int n) {
  __shared__ float tile[256];
  int g = blockIdx.x * 256 + threadIdx.x;
  tile[threadIdx.x] = g < n ? in[g] : 0;
  __syncthreads();
  if (g < n) out[g] = helper<4>(tile[threadIdx.x]);
}
__global__ void twice(const float *in, float *out, int n) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (g < n) out[g] = TWICE(in[g]);
}
__global__ void sums(const float *in, float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  __syncthreads();
  for (int d = 64; d > 0; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
void run(float *a, float *b, int n) {
  first<<<(n + 255) / 256, 256>>>(a, b, n);
  calls<<<(n + 255) / 256, 256>>>(a, b, n);
  twice<<<(n + 127) / 128, 128>>>(a, b, n);
  sums<<<n / 128, 128>>>(a, b);
}
)";

/// The first place of `from` is `to` from now on.
std::string edited(std::string all, const std::string& from, const std::string& to) {
  const size_t at = all.find(from);
  return at == std::string::npos ? std::string() : all.replace(at, from.size(), to);
}

AnalyzeOptions allPasses() {
  AnalyzeOptions options;
  options.parse.headers = frontend::HeaderMode::own;
  options.passes.emplace();
  for (const auto& pass : passes::allPasses()) options.passes->push_back(pass->about().id);
  return options;
}

/// Without times.
std::string shownBy(const AnalysisResult& result) {
  json object = toJson(result);
  for (json& unit : object["units"]) unit.erase("parse_seconds"), unit.erase("proof_seconds");
  for (json& kernel : object["kernels"]) {
    for (json& one : kernel["opportunities"]) one.erase("proof_seconds");
  }
  return object.dump(1);
}

/// Names of kernels for which proofs were made.
std::string provedIn(const AnalysisResult& result) {
  std::string names;
  for (const KernelSummary& kernel : result.kernels) {
    double seconds = 0;
    for (const Opportunity& one : kernel.opportunities) seconds += one.proofSeconds;
    if (seconds > 0) names += (names.empty() ? "" : " ") + kernel.name;
  }
  return names;
}

}  // namespace

class KeptFindingsTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::string file_;

 private slots:
  void initTestCase() {
    file_ = folder_.filePath("k.cu").toStdString();
    QVERIFY(writeFileAtomically(file_, text).ok());
  }

  void areThoseThatAreFoundAnew_data() {
    QTest::addColumn<std::string>("from");
    QTest::addColumn<std::string>("to");
    QTest::addColumn<std::string>("proved");  // kernels that are looked at again
    const std::string all = "first calls twice sums";
    QTest::newRow("a number") << std::string("* 3;") << std::string("* 5;") << std::string("first");
    QTest::newRow("a name of its own") << std::string("int g = b") << std::string("int own = 1, g = own * b")
                                       << std::string("first");
    QTest::newRow("a name of others") << std::string("* 3;") << std::string("* n;") << std::string("first");
    QTest::newRow("a name that it had not")
        << std::string("* 3;") << std::string("* (&sums != 0);") << std::string("calls twice sums");
    QTest::newRow("the last one") << std::string("= s[0];") << std::string("= s[0] + 1;") << std::string("sums");
    QTest::newRow("what calls a function")
        << std::string("helper<4>") << std::string("helper<6>") << std::string("calls twice");
    QTest::newRow("a line in it, above others") << std::string("  if (g < n) out[g] = tile[threadIdx.x] * 3;")
                                                << std::string("  ;\n  if (g < n) out[g] = 3;") << std::string();
    QTest::newRow("a comment above") << std::string("#define") << std::string("// one\n#define") << std::string("none");
    QTest::newRow("a launch") << std::string("/ 256, 256>>>(a, b, n);\n  calls")
                              << std::string("/ 256, 128>>>(a, b, n);\n  calls") << all;
    QTest::newRow("a macro") << std::string("helper<2>") << std::string("helper<3>") << all;
    QTest::newRow("the function") << std::string("x * N") << std::string("x + N") << all;
    QTest::newRow("a launch in a kernel")
        << std::string("* 3;") << std::string("* 3; sums<<<1, 128>>>(in, out);") << std::string();
  }
  void areThoseThatAreFoundAnew() {
    QFETCH(std::string, from);
    QFETCH(std::string, to);
    QFETCH(std::string, proved);
    Analyzer analyzer(allPasses());
    analyzer.setOpenTexts({});
    QVERIFY(analyzer.analyze({file_}, {}, {}).ok());
    const std::string now = edited(text, from, to);
    QVERIFY(!now.empty());
    analyzer.setOpenTexts({{file_, now}});
    const auto kept = analyzer.analyze({file_}, {}, {});
    QVERIFY(kept.ok());
    Analyzer fresh(allPasses());
    fresh.setOpenTexts({{file_, now}});
    const auto anew = fresh.analyze({file_}, {}, {});
    QVERIFY(anew.ok());
    QCOMPARE(shownBy(*kept), shownBy(*anew));
    if (proved.empty()) return;
    // Passes that read host code look every time, and prove nothing here.
    const std::string looked = provedIn(*kept);
    QVERIFY2(looked == (proved == "none" ? "" : proved), looked.c_str());
  }
};

QTEST_GUILESS_MAIN(KeptFindingsTest)
#include "kept_findings_test.moc"

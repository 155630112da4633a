#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "core/execute/service/analysis_service.h"

using namespace warpwright;
using namespace std::chrono_literals;

/// The real worker behind the service, without a CUDA toolkit.
class AnalysisWorkerTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<AnalysisService> service_;
  std::filesystem::path file_;

  AnalysisRequest request() const {
    AnalysisRequest request;
    request.paths = {file_};
    request.toolkit = "none";
    return request;
  }

  Result<AnalysisResult> analyze(const AnalysisRequest& wanted) {
    Result<AnalysisResult> last = cancelledError();
    service_->analyze(wanted,
                      [&](Result<AnalysisResult> result, bool final) {
                        if (final) last = std::move(result);
                      },
                      {});
    [&] { QVERIFY(service_->waitUntilIdle(60s)); }();
    return last;
  }

 private slots:
  void initTestCase() {
    file_ = folder_.filePath("grid_path.cu").toStdString();
    QVERIFY(writeFileAtomically(file_, readFile(SAMPLE).value()).ok());
    service_ = makeProcessAnalysisService(ANALYSIS_WORKER);
  }

  void findsAndRewrites() {
    const auto result = analyze(request());
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QCOMPARE(result->units.at(0).headers, std::string("own"));
    std::string applicable;
    for (const Opportunity& opportunity : result->kernels.at(0).opportunities) {
      if (opportunity.pass != "shared_to_register") continue;
      if (opportunity.subject == "result" && opportunity.verdict == VerdictKind::applicable)
        applicable = opportunity.id;
      if (opportunity.subject == "prev") QVERIFY(opportunity.verdict == VerdictKind::refused);
    }
    QVERIFY(!applicable.empty());

    Result<Rewrite> rewrite = cancelledError();
    service_->rewrite({request(), applicable, {}}, [&](Result<Rewrite> made) { rewrite = std::move(made); });
    QVERIFY(service_->waitUntilIdle(60s));
    QVERIFY2(rewrite.ok(), rewrite.ok() ? "" : rewrite.error().message.c_str());
    const std::string before = readFile(file_).value();
    const auto after = applyEdits(rewrite->files.at(0), before);
    QVERIFY(after.ok() && *after != before);
    // Analysis and rewriting read; only the user applies.
    QCOMPARE(readFile(file_).value(), readFile(SAMPLE).value());
  }

  void seesUnsavedTextAndKeepsGoingAfterErrors() {
    AnalysisRequest edited = request();
    edited.openTexts[file_.string()] =
        "__global__ void edited(int* p) { __shared__ int s[32]; s[threadIdx.x] = 1; p[threadIdx.x] = s[threadIdx.x]; "
        "}\n"
        "void launch(int* p) { edited<<<1, 32>>>(p); }\n";
    QElapsedTimer timer;
    const auto result = analyze(edited);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QCOMPARE(result->kernels.at(0).name, std::string("edited"));
    edited.openTexts[file_.string()] = "__global__ void broken( {";
    const auto broken = analyze(edited);
    QVERIFY(broken.ok() && !broken->units.at(0).errors.empty());
    timer.start();
    QVERIFY(analyze(request()).ok());
    QVERIFY2(timer.elapsed() < 20000, "a second analysis in the same worker");
  }

  void saysWhatIsWrongWithTheRequest() {
    AnalysisRequest missing = request();
    missing.paths = {"/no/such/file.cu"};
    const auto result = analyze(missing);
    QVERIFY(!result.ok() && result.error().message.find("/no/such/file.cu") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(AnalysisWorkerTest)
#include "analysis_worker_test.moc"

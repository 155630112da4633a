#include <QTemporaryDir>
#include <QTest>

#include "analysis/analyzer/analysis.h"
#include "core/base/file.h"

using namespace warpwright;

/// Evidence stands at the line that it speaks of, where the editor marks it.
class EvidencePlacesTest : public QObject {
  Q_OBJECT

 private slots:
  void variablesThatAreCarriedStandWhereTheyAreDeclared() {
    const std::string text =
        "__global__ void blur(const float *in, float *out) {\n"      // 1
        "  __shared__ float tile[16][16];\n"                         // 2
        "  int x = threadIdx.x, y = threadIdx.y;\n"                  // 3
        "  float kept = in[y * 16 + x];\n"                           // 4
        "  tile[y][x] = kept;\n"                                     // 5
        "  __syncthreads();\n"                                       // 6
        "  out[y * 16 + x] = tile[15 - y][15 - x] * 0.5f + kept;\n"  // 7
        "}\n"                                                        // 8
        "void launch(const float *in, float *out) { blur<<<1, dim3(16, 16)>>>(in, out); }\n";
    QTemporaryDir folder;
    const std::string file = folder.filePath("blur.cu").toStdString();
    QVERIFY(writeFileAtomically(file, text).ok());
    analysis::AnalyzeOptions options;
    options.parse.headers = frontend::HeaderMode::own;
    options.passes = {"thread_compaction"};
    analysis::Analyzer analyzer(options);
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok());
    size_t carried = 0;
    for (const Opportunity& found : result->kernels.at(0).opportunities) {
      for (const Evidence& step : found.evidence) {
        if (toText(step.text).find("becomes an array") == std::string::npos) continue;
        ++carried;
        QVERIFY2(toText(step.text).find("`kept`") != std::string::npos, toText(step.text).c_str());
        QCOMPARE(step.at.line, 4u);
      }
    }
    QVERIFY(carried > 0);
  }
};

QTEST_GUILESS_MAIN(EvidencePlacesTest)
#include "evidence_places_test.moc"

#include <QTest>
#include <nlohmann/json.hpp>

#include "tests/core/report/sample_report.h"

using namespace warpwright;

class SarifTest : public QObject {
  Q_OBJECT
 private slots:
  // Ids hold no file: two files may have a kernel of one name, with the same finding.
  void eachFileHasItsOwnFix() {
    ReportInput input = sampleReport();
    KernelSummary other = input.analysis.kernels[0];
    const std::string file = "/project/src/other.cu";
    other.nameAt.file = other.definition.begin.file = file;
    for (Opportunity& one : other.opportunities) one.range.begin.file = file;
    input.analysis.kernels.push_back(other);
    const auto fixesIn = [&](const std::string& uri) {
      nlohmann::json fixes = nlohmann::json::array();
      const nlohmann::json sarif = sarifReport(input);
      for (const auto& result : sarif["runs"][0]["results"]) {
        const auto& at = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        if (at == uri && result["kind"] == "fail") fixes = result.value("fixes", fixes);
      }
      return fixes;
    };
    QCOMPARE(fixesIn("src/a%20b.cu").size(), size_t{1});
    QVERIFY(fixesIn("src/other.cu").empty());  // the variant is of the first file
    input.fixes[{1, 2}] = {{file, "a\n", "b\n"}};
    QCOMPARE(fixesIn("src/a%20b.cu").size(), size_t{1});
    QCOMPARE(fixesIn("src/other.cu")[0]["artifactChanges"][0]["artifactLocation"]["uri"].get<std::string>(),
             std::string("src/other.cu"));
  }
};

QTEST_GUILESS_MAIN(SarifTest)
#include "sarif_test.moc"

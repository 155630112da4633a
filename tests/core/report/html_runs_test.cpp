#include <QTest>
#include <nlohmann/json.hpp>

#include "tests/core/report/sample_report.h"

using namespace warpwright;

namespace {

QString page(const ReportInput& input) {
  return QString::fromStdString(htmlReport(input));
}

}  // namespace

/// What a report says of runs of the program.
class HtmlRunsTest : public QObject {
  Q_OBJECT
 private slots:
  void showsRunsAndHowTheyEnded() {
    ReportInput input = sampleReport();
    QVERIFY(!page(input).contains("id=runs"));
    input.runs = {{"check", "/project/src/a b.cu", "'<b>' 2", "findings", "1 launch, 2 findings.", 1, 2, 0.5, 60},
                  {"verify", "/project/src/a b.cu", "", "identical", "Identical.", 1, 0, 1.5, 120}};
    const QString seen = page(input);
    const qsizetype section = seen.indexOf("<section id=runs>");
    QVERIFY(section > 0 && seen.contains("href=\"#runs\""));
    const qsizetype newest = seen.indexOf("original and variant", section),
                    oldest = seen.indexOf("with checks", section);
    QVERIFY(newest > 0 && oldest > newest);
    QVERIFY(seen.contains("<code>&#39;&lt;b&gt;&#39; 2</code>") && seen.contains("1970-01-01 00:02 UTC"));
    QCOMPARE(jsonReport(input)["runs"].size(), size_t{2});
    // What was found of kernels says more than that they ran.
    QCOMPARE(headline(input), headline(sampleReport()));
    QCOMPARE(runsHeadline(input.runs), std::string("The checks found something in 1 of 2 runs"));
    input.runs[0].outcome = "failed";
    QCOMPARE(runsHeadline(input.runs), std::string("1 of 2 runs did not end well"));
    input.runs.erase(input.runs.begin());
    QCOMPARE(runsHeadline(input.runs), std::string("Identical results in 1 of 1 run"));
  }
};

QTEST_GUILESS_MAIN(HtmlRunsTest)
#include "html_runs_test.moc"

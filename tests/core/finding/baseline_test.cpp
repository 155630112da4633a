#include <QTemporaryDir>
#include <QtTest>

#include "core/base/file.h"
#include "core/finding/baseline.h"

using namespace warpwright;

namespace {

AnalysisResult answer(const std::vector<std::pair<std::string, std::vector<std::string>>>& idsByFile) {
  AnalysisResult result;
  for (const auto& [file, ids] : idsByFile) {
    KernelSummary& kernel = result.kernels.emplace_back();
    kernel.name = "k";
    kernel.nameAt = {file, 3, 1};
    for (const std::string& id : ids) {
      Opportunity& one = kernel.opportunities.emplace_back();
      one.id = id;
      one.pass = "p";
      one.subject = "s";
      one.verdict = VerdictKind::applicable;
    }
  }
  return result;
}

}  // namespace

class BaselineTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }

 private slots:
  void isWrittenAndRead() {
    AnalysisResult result = answer({{path("b.cu"), {"p-2"}}, {path("a.cu"), {"p-1", "p-3"}}, {"/else/c.cu", {"p-4"}}});
    result.kernels[1].opportunities[1].verdict = VerdictKind::unknown;
    const std::filesystem::path folder = path("");
    const Baseline baseline = baselineOf(result, {}, folder);
    QCOMPARE(baseline.findings.size(), size_t(3));
    QVERIFY(baseline.findings[0] == (KnownFinding{"p-4", "/else/c.cu", "k", "p", "s"}));
    QVERIFY(baseline.findings[1] == (KnownFinding{"p-1", "a.cu", "k", "p", "s"}));
    QVERIFY(writeBaseline(path("known.json"), baseline).ok());
    const auto read = readBaseline(path("known.json"));
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
    QVERIFY(read->findings == baseline.findings);
    QVERIFY(newFindings(result, *read, folder).empty());
    QCOMPARE(baselineOf(result, {{1, 0}}, folder).findings.size(), size_t(2));
  }

  void knowsWhatWasThere() {
    const Baseline baseline{{{"p-1", "a.cu", {}, {}, {}}, {"p-2", "a.cu", {}, {}, {}}}};
    const std::filesystem::path folder = path("");
    const auto fresh = [&](const AnalysisResult& result) { return newFindings(result, baseline, folder); };
    QVERIFY(fresh(answer({{path("a.cu"), {"p-2", "p-1"}}})).empty());
    QVERIFY(fresh(answer({{path("renamed.cu"), {"p-1", "p-2"}}})).empty());
    // A kernel of the same name in another file is one more.
    const std::set<FindingAt> copy{{0, 0}}, both{{0, 0}, {1, 1}};
    QVERIFY(fresh(answer({{path("0.cu"), {"p-1"}}, {path("a.cu"), {"p-1"}}})) == copy);
    QVERIFY(fresh(answer({{path("0.cu"), {"p-5"}}, {path("a.cu"), {"p-1", "p-6"}}})) == both);
  }

  void saysWhatIsWrong_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("not JSON") << "{" << "is not a baseline";
    QTest::newRow("of something else") << R"({"schema": "warpwright.analysis/1"})" << "warpwright.analysis/1";
    QTest::newRow("later") << R"({"schema": "warpwright.baseline/2"})" << "this version reads";
    QTest::newRow("no findings") << R"({"schema": "warpwright.baseline/1"})" << "findings cannot be read";
    QTest::newRow("damaged") << R"({"schema": "warpwright.baseline/1", "findings": [{"id": 3}]})" << "cannot be read";
  }
  void saysWhatIsWrong() {
    QFETCH(QString, text);
    QFETCH(QString, part);
    QVERIFY(writeFileAtomically(path("bad.json"), text.toStdString()).ok());
    const auto read = readBaseline(path("bad.json"));
    QVERIFY(!read.ok());
    const QString message = QString::fromStdString(read.error().message);
    QVERIFY2(message.contains(part) && message.contains("--write-baseline"), qPrintable(message));
    QVERIFY(!readBaseline(path("none.json")).ok());
  }
};

QTEST_GUILESS_MAIN(BaselineTest)
#include "baseline_test.moc"

// Golden cases that are programs: the original and the expected text run on the engine and leave
// the same results, with no race and no access out of bounds. Every fifth case; WARPWRIGHT_ALL_CASES=1 runs all.

#include <QDir>
#include <QTest>

#include "analysis/passes/all_passes.h"
#include "core/base/file.h"
#include "core/job/engine_job.h"
#include "test_data.h"
#include "tests/support/case_folder.h"

using namespace warpwright;

class GoldenRunsTest : public QObject {
  Q_OBJECT
 private slots:
  void sameResults_data() {
    QTest::addColumn<QString>("file");
    size_t turn = 0;
    for (const auto& pass : passes::allPasses()) {
      const QString id = QString::fromStdString(pass->about().id);
      const QDir folder(QString(WARPWRIGHT_TEST_DATA) + "/passes/" + id);
      for (const QString& name : folder.entryList({"positive_*.cu"}, QDir::Files, QDir::Name)) {
        if (name.endsWith(".expected.cu")) continue;
        const Result<std::string> text = readFile(folder.filePath(name).toStdString());
        // A change that creates files leaves the program as it is.
        if (!QFile::exists(folder.filePath(name.chopped(3) + ".expected.cu"))) continue;
        if (!text.ok() || text->find("int main(") == std::string::npos) continue;
        if (!isTaken(turn++)) continue;
        QTest::newRow(qPrintable(id + "/" + name.chopped(3))) << folder.filePath(name);
      }
    }
  }

  void sameResults() {
    QFETCH(QString, file);
    EngineJob original;
    original.path = folder_.put(file);
    original.toolkit = "none";
    original.workingFolder = QDir::tempPath().toStdString();
    EngineJob variant = original;
    variant.path = folder_.add(file.chopped(3) + ".expected.cu");
    const Result<Verification> verified = verifyOnEngine(original, variant, nullptr, {});
    QVERIFY2(verified.ok(), verified.ok() ? "" : verified.error().message.c_str());
    std::string problems = verified->summary;
    for (const EngineFinding& finding : verified->findings) problems += "\n" + finding.message;
    QVERIFY2(verified->identical && verified->findings.empty(), problems.c_str());
  }

 private:
  CaseFolder folder_;
};

QTEST_GUILESS_MAIN(GoldenRunsTest)
#include "golden_runs_test.moc"

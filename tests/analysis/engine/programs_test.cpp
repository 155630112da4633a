#include <QTest>
#include <algorithm>
#include <filesystem>

#include "core/job/engine_job.h"

using namespace warpwright;
namespace fs = std::filesystem;

/// The programs of tests/analysis/engine/programs, each once as it is and once with checks: they say "ok", and there is
/// nothing to find in them.
class ProgramsTest : public QObject {
  Q_OBJECT

 private slots:
  void runs_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("check");
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(PROGRAMS_FOLDER)) {
      if (entry.path().extension() == ".cu") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
      for (const bool check : {false, true}) {
        QTest::addRow("%s%s", file.stem().c_str(), check ? ", checked" : "") << QString::fromStdString(file) << check;
      }
    }
  }
  void runs() {
    QFETCH(QString, file);
    QFETCH(bool, check);
    EngineJob job;
    job.path = file.toStdString();
    job.toolkit = "none";
    job.check = check;
    job.timeLimit = std::chrono::seconds(300);
    const Result<EngineRun> run = runOnEngine(job, nullptr, {});
    QVERIFY2(run.ok(), run.ok() ? "" : run.error().message.c_str());
    QVERIFY2(!run->failure, run->failure ? run->failure->message.c_str() : "");
    QCOMPARE(run->output, std::string("ok\n"));
    QCOMPARE(run->exitCode, 0);
    for (const EngineFinding& finding : run->findings) {
      QFAIL((finding.kind + ", line " + std::to_string(finding.at.line) + ": " + finding.message).c_str());
    }
  }
};

QTEST_GUILESS_MAIN(ProgramsTest)
#include "programs_test.moc"

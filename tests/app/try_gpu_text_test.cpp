#include <QTest>
#include <nlohmann/json.hpp>

#include "app/cli/try_gpu_text.h"
#include "tests/app/sped_programs.h"

using namespace warpwright;

/// What `try --on gpu` says of a whole program. Measured on a GPU it is only where there is one.
class TryGpuTextTest : public QObject {
  Q_OBJECT

 private slots:
  void saysWhatBecameOfAProgram() {
    const std::vector<ProgramSpeedup> programs = spedPrograms();
    const QString faster = QString::fromStdString(cli::speedupText(programs[0], "main-faster.patch"));
    for (const char* part :
         {"main.cu on NVIDIA H200: kernels take 2.5 ms (2.4 … 2.6) of 10 ms (9 … 12)",
          "80.0 %  step, 100 launches, 2 variants judged: a launch is 1.50x as fast by C=4 along y\n",
          "20.0 %  cublas_kernel, 1 launch: No source of the program has it: it is of a library.\n",
          "kernels take 1.25 ms (1.2 … 1.3), 2.000x", "12 words that it prints, 1 file that it writes.\n",
          "  Not compared: numbers in 1 line on stdout, such as `time 3 ms`.\n", "The patch is in main-faster.patch"})
      QVERIFY2(faster.contains(part), qPrintable(QString(part) + "\nis not in\n" + faster));
    const QString differs = QString::fromStdString(cli::speedupText(programs[1], {}));
    QVERIFY(
        differs.endsWith("It differs from the original, and no patch was written. Its exit code is 1, and of the "
                         "original 0.\n"));
    const QString same = QString::fromStdString(cli::speedupText(programs[2], {}));
    QVERIFY(same.endsWith("The program is as fast as it was: nothing was changed.\n"));
    QVERIFY(!same.contains("The changed program"));
  }

  void saysTheSameAsADocument() {
    const std::vector<ProgramSpeedup> programs = spedPrograms();
    const nlohmann::json document = cli::speedupJson(programs[0], "main-faster.patch");
    QCOMPARE(document["kernels"][0]["gain"].get<double>(), 1.5);
    QVERIFY(document["kernels"][1]["gain"].is_null());
    QCOMPARE(document["kernel_seconds"]["after"]["median"].get<double>(), 1.25e-3);
    QCOMPARE(document["files"].size(), size_t{1});
    QCOMPARE(cli::speedupJson(programs[1], {})["outputs"]["difference"].get<std::string>(),
             std::string("Its exit code is 1, and of the original 0."));
  }
};

QTEST_GUILESS_MAIN(TryGpuTextTest)
#include "try_gpu_text_test.moc"

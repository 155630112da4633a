#include <QTest>

#include "core/execute/place/worker_place.h"
#include "core/job/gpu_job.h"

using namespace warpwright;

/// Several GPUs of one machine, by a driver written for tests.
class SeveralGpusTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    qputenv("LD_LIBRARY_PATH", FAKE_FOLDER);
    qputenv("FAKE_GPUS", "4");
  }

  void thoseOfOneKindAreFound() {
    const auto others = likeGpus(0, {});
    QVERIFY2(others.ok(), others.ok() ? "" : others.error().message.c_str());
    QCOMPARE(*others, (std::vector<int>{1, 3}));
    QCOMPARE(likeGpus(2, {}).value(), std::vector<int>());
    QVERIFY(!likeGpus(4, {}).ok());
  }

  void jobsOfSeveralGpusRunAtOnceAndKeepTheirOrder() {
    std::vector<GpuJob> jobs;
    for (const int device : {2, 0, 1, 9, 2}) {
      GpuJob job;
      job.onlyDescribe = true;
      job.device = device;
      jobs.push_back(job);
    }
    const auto outcomes = runAllOnGpu(jobs, nullptr, {}, {});
    QVERIFY(outcomes.ok());
    QStringList names;
    for (const GpuOutcome& outcome : *outcomes)
      names << (outcome.run.run.failure ? "none" : QString::fromStdString(outcome.run.gpu.name));
    QCOMPARE(names.join(", "), QString("Other GPU, Fake GPU, Fake GPU, none, Other GPU"));
    std::stop_source stop;
    stop.request_stop();
    const auto cancelled = runAllOnGpu(jobs, nullptr, {}, stop.get_token());
    QVERIFY(!cancelled.ok() && cancelled.error().kind == ErrorKind::cancelled);
  }
};

QTEST_GUILESS_MAIN(SeveralGpusTest)
#include "several_gpus_test.moc"

// The paper's claim on kernels like its own: with the caches of a GTX 680, the chosen policy reads no more from L2 than
// caching all loads or none.

#include <QTest>
#include <algorithm>
#include <filesystem>

#include "core/job/request_traces.h"
#include "core/model/cache_policy/choose_policy.h"

using namespace warpwright;

namespace {

EngineJob jobFor(const QString& program, const QString& kernel, const std::string& device) {
  EngineJob job;
  job.path = std::filesystem::path(POLICIES_FOLDER) / (program.toStdString() + ".cu");
  job.toolkit = "none";
  job.device = device;
  job.timeLimit = std::chrono::seconds(120);
  job.requestTrace = RequestTraceRequest{{}, kernel.toStdString(), 0, 8};
  return job;
}

std::vector<std::string> numbered(const PolicyModel& model) {
  std::vector<std::string> names;
  for (size_t i = 0; i < model.loads().size(); ++i) names.push_back(std::to_string(i));
  return names;
}

}  // namespace

class PoliciesTest : public QObject {
  Q_OBJECT
 private slots:
  void neverMoreThanAllOrNone_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QStringList>("objects");
    QTest::newRow("kmeans") << "kmeans_like" << "nearest" << QStringList{"features", "centres"};
    QTest::newRow("bfs") << "bfs_like" << "step" << QStringList{"nodes", "edges", "frontier", "cost"};
    QTest::newRow("particle filter") << "particle_filter_like" << "findIndex"
                                     << QStringList{"sums", "wanted", "x", "y"};
    QTest::newRow("srad") << "srad_like" << "diffuse" << QStringList{"image", "north", "south", "west", "east"};
    QTest::newRow("spmv") << "spmv_like" << "multiply" << QStringList{"starts", "columns", "values", "x"};
  }
  void neverMoreThanAllOrNone() {
    QFETCH(QString, program);
    QFETCH(QString, kernel);
    QFETCH(QStringList, objects);
    const Device device = findDevice("GTX 680").value();
    const auto traces = requestsOfProgram(jobFor(program, kernel, device.name), nullptr, {});
    QVERIFY2(traces.ok(), traces.ok() ? "" : traces.error().message.c_str());
    for (const uint64_t l1 : {16u << 10, 32u << 10, 48u << 10}) {
      const PolicyModel model(*traces, device, {.l1Bytes = l1});
      for (const QString& object : objects) {
        QVERIFY2(std::any_of(model.loads().begin(), model.loads().end(),
                             [&](const KernelLoad& load) {
                               return load.object == object.toStdString() && load.at.isValid() && load.requests > 0;
                             }),
                 qPrintable(object));
      }
      const PolicyChoice choice = choosePolicy(model, numbered(model), {}, [](const std::string&) {}, {}).value();
      const double all = choice.tried[0].traffic.mean, none = choice.tried[1].traffic.mean,
                   best = choice.best().traffic.mean;
      qInfo("%s, L1 %d KiB: all %.0f, none %.0f, chosen %.0f (%s)", qPrintable(program), static_cast<int>(l1 >> 10),
            all, none, best, choice.best().name.c_str());
      // A gain below 1 % is left alone.
      QVERIFY(best <= all && best <= none * 1.01);
      QCOMPARE(choice.exact->provedBest, true);
    }
  }

  void tracesOfALaunchThatIsNot() {
    EngineJob job = jobFor("spmv_like", "multiply", "H200");
    job.requestTrace->firstLaunch = 1;
    const auto traces = requestsOfProgram(job, nullptr, {});
    QVERIFY(!traces.ok());
    QVERIFY2(traces.error().message.find("without launch 1 of `multiply`") != std::string::npos,
             traces.error().message.c_str());
  }

  /// Of a large launch there is a sample, whose counts stand for all of it.
  void samples() {
    EngineJob job = jobFor("spmv_like", "multiply", "H200");
    const auto all = requestsOfProgram(job, nullptr, {});
    job.requestTrace->bytesLimit = 64 << 10;
    const auto some = requestsOfProgram(job, nullptr, {});
    QVERIFY(all.ok() && some.ok());
    QCOMPARE(all->front().keptBlocks, uint64_t{32});
    QVERIFY(some->front().keptBlocks < 32);
    const Device device = findDevice("H200").value();
    const PolicyModel whole(*all, device, {}), part(*some, device, {});
    QCOMPARE(whole.loads()[0].requests, part.loads()[0].requests);
  }
};

QTEST_GUILESS_MAIN(PoliciesTest)
#include "policies_test.moc"

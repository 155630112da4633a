#include <QTest>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "device_bench.h"
#include "test_data.h"

using namespace warpwright;
using namespace warpwright::engine;

/// The kernels of checked.cu: the checks find what the marks in it say, at those lines, and nothing else.
class CheckedTest : public QObject {
  Q_OBJECT

  using Found = std::set<std::pair<std::string, uint32_t>>;

  std::unique_ptr<DeviceBench> bench_;

  static QString shown(const Found& found) {
    QString text;
    for (const auto& [kind, line] : found)
      text += QString(" %1 at line %2;").arg(QString::fromStdString(kind)).arg(line);
    return text;
  }

 private slots:
  void initTestCase() {
    bench_ = std::make_unique<DeviceBench>("checked.cu");
    QVERIFY2(bench_->problem.empty(), bench_->problem.c_str());
    bench_->options.check = true;
  }

  void finds_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QStringList>("marks");
    std::ifstream file(WARPWRIGHT_TEST_DATA "/analysis/engine/device/checked.cu");
    const std::regex definition("__global__ void (\\w+)\\(const int\\* in.*"), function("^__device__ .*\\(.*"),
        mark(".*// finds ([a-z-]+)$");
    std::vector<std::pair<QString, QStringList>> kernels;
    QStringList pending;  // of device functions: of the kernel that follows
    bool inKernel = false;
    std::smatch match;
    uint32_t number = 1;
    for (std::string line; std::getline(file, line); ++number) {
      if (std::regex_match(line, match, definition)) {
        kernels.emplace_back(QString::fromStdString(match[1]), pending);
        pending.clear();
        inKernel = true;
      } else if (std::regex_match(line, function)) {
        inKernel = false;
      }
      if (!std::regex_match(line, match, mark)) continue;
      const QString text = QString("%1:%2").arg(QString::fromStdString(match[1])).arg(number);
      (inKernel ? kernels.back().second : pending) << text;
    }
    QVERIFY(kernels.size() >= 40);
    for (const auto& [kernel, marks] : kernels) QTest::newRow(qPrintable(kernel)) << kernel << marks;
  }
  void finds() {
    QFETCH(QString, kernel);
    QFETCH(QStringList, marks);
    Found expected;
    for (const QString& mark : marks)
      expected.emplace(mark.section(':', 0, 0).toStdString(), mark.section(':', 1).toUInt());
    std::vector<int> values(256);
    for (int i = 0; i < 256; ++i) values[i] = 3 * i + 1;
    // Side by side: what leaves one of them by a little comes to the other.
    const int* in = bench_->buffer(values, "in");
    int* out = bench_->buffer<int>(256, 0, "out");
    bench_->options.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    const LaunchOutcome outcome = bench_->launch(kernel.toStdString(), {{1, 1, 1}, {64, 1, 1}}, in, out);
    QVERIFY2(bench_->problem.empty(), bench_->problem.c_str());
    QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->message.c_str() : "");
    Found found;
    for (const EngineFinding& finding : outcome.findings) {
      qInfo("line %u, %s: %s", finding.at.line, finding.object.c_str(), finding.message.c_str());
      found.emplace(finding.kind, finding.at.line);
    }
    QVERIFY2(found == expected, qPrintable("Found:" + shown(found) + " expected:" + shown(expected)));
    for (const int* memory : {in, static_cast<const int*>(out)}) {
      QVERIFY(bench_->arena().free(reinterpret_cast<uint64_t>(memory)).ok());
    }
  }
};

QTEST_GUILESS_MAIN(CheckedTest)
#include "checked_test.moc"

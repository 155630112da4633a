// How the timing estimate ranks variants that were measured on an H200; device, driver and clocks are in the files;
// cold L2.
//
// h200_families.json: textbook kernels in variants that do the same work (tests/analysis/engine/device/families.cu,
// which measures them, too). h200_timing.json: what the passes made of nine kernels of Rodinia, replayed beside the
// original, outputs equal bit by bit. A variant's record holds what the engine counted at a smaller size of the same
// kernel, with the registers of the compiled variant; the grid is scaled to the measured one.
//
// The figure wanted is 0.8; what is reached is printed, and may not fall.

#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/device/device.h"
#include "core/model/memory/timing_record.h"
#include "test_data.h"

using namespace warpwright;
using namespace warpwright::memsim;
using nlohmann::json;

namespace {

struct Ratio {
  double estimated = 1, measured = 1;
};

/// Concordant less discordant pairs, over all.
double kendall(const std::vector<std::vector<Ratio>>& groups) {
  double agree = 0, all = 0;
  for (const std::vector<Ratio>& group : groups) {
    for (size_t i = 0; i < group.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        const double sign = (group[i].estimated - group[j].estimated) * (group[i].measured - group[j].measured);
        agree += sign > 0 ? 1 : sign < 0 ? -1 : 0;
        ++all;
      }
    }
  }
  return all > 0 ? agree / all : 0;
}

/// `blocks`: of the measured launch; 0: those of the record.
double costOf(const json& object, uint64_t blocks, const Device& device) {
  Result<TimingRecord> record = timingRecordFromJson(object);
  if (!record.ok() || record->geometry.blocks == 0) return 0;
  if (blocks == 0) blocks = record->geometry.blocks;
  const double scale = static_cast<double>(blocks) / static_cast<double>(record->geometry.blocks);
  record->geometry.blocks = record->input.blocks = blocks;
  record->input.countFactor *= scale;
  record->input.trafficFactor *= scale;
  const TimingEstimate estimate = estimateOf(*record, device);
  return (estimate.low + estimate.high) / 2;
}

}  // namespace

class TimingRankingTest : public QObject {
  Q_OBJECT
 private slots:
  void ranksMeasuredVariants_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<size_t>("count");
    QTest::addColumn<double>("least");
    QTest::newRow("textbook kernels") << "h200_families.json" << size_t{37} << 0.8;
    QTest::newRow("rewritten kernels") << "h200_timing.json" << size_t{86} << 0.6;
  }
  void ranksMeasuredVariants() {
    QFETCH(const QString, file);
    QFETCH(const size_t, count);
    QFETCH(const double, least);
    const Result<std::string> text = readFile(WARPWRIGHT_TEST_DATA "/core/model/memory/" + file.toStdString());
    QVERIFY(text.ok());
    const json data = json::parse(*text);
    const Result<Device> device = findDevice(data.at("device").get<std::string>());
    QVERIFY(device.ok());
    std::vector<std::vector<Ratio>> kernels;
    size_t variants = 0;
    for (const json& kernel : data.at("kernels")) {
      const uint64_t blocks = kernel.value("blocks", uint64_t{0});
      const double original = costOf(kernel.at("original"), blocks, *device);
      QVERIFY(original > 0);
      std::vector<Ratio> ratios{{1, 1}};
      for (const json& variant : kernel.at("variants")) {
        const double cost = costOf(variant.at("record"), blocks, *device);
        QVERIFY(cost > 0 && std::isfinite(cost));
        ratios.push_back({original / cost, variant.at("speedup").at(1).get<double>()});
        ++variants;
      }
      qInfo("%-28s %2zu variants, tau %.2f", kernel.at("kernel").get<std::string>().c_str(), ratios.size() - 1,
            kendall({ratios}));
      kernels.push_back(std::move(ratios));
    }
    const double tau = kendall(kernels);
    qInfo("%zu variants of %zu kernels, each ranked among those of its kernel: tau %.3f", variants, kernels.size(),
          tau);
    QCOMPARE(variants, count);
    QVERIFY(tau > least);
  }

  void recordsKeepWhatAnEstimateNeeds() {
    const Result<std::string> text = readFile(WARPWRIGHT_TEST_DATA "/core/model/memory/h200_timing.json");
    QVERIFY(text.ok());
    const json first = json::parse(*text).at("kernels").at(0).at("original");
    const Result<TimingRecord> record = timingRecordFromJson(first);
    QVERIFY(record.ok());
    const Result<TimingRecord> again = timingRecordFromJson(toJson(*record));
    QVERIFY(again.ok());
    const Result<Device> device = findDevice("H200");
    QVERIFY(device.ok());
    QVERIFY(estimateOf(*record, *device) == estimateOf(*again, *device));
    QVERIFY(!timingRecordFromJson(json{{"blocks", 3}}).ok());
  }
};

QTEST_GUILESS_MAIN(TimingRankingTest)
#include "timing_ranking_test.moc"

#include <QTest>

#include "core/device/device.h"
#include "device_bench.h"

using namespace warpwright;
using namespace warpwright::engine;
using namespace warpwright::memsim;

namespace {

/// A twelfth of an H200: 11 multiprocessors with their share of L2 and memory, so that small grids fill it.
Device part() {
  Device device = findDevice("H200").value();
  const double share = 11.0 / device.multiprocessors;
  device.multiprocessors = 11;
  device.l2Bytes = static_cast<uint64_t>(static_cast<double>(device.l2Bytes) * share);
  device.dramGBs *= share;
  device.l2BytesPerClock *= share;
  return device;
}

struct Ranked {
  std::string variant;
  double measured = 1;  ///< speed-up over the original, on an H200 (the whole of it, sizes that fill it)
  double estimated = 1;
  TimingComparison comparison;
};

/// Of all pairs, those in the same order less those in the other, over all pairs (Kendall's tau-a). Pairs that were
/// measured alike count as in order where the model cannot tell them apart.
double kendallsTau(const std::vector<Ranked>& ranked) {
  double sum = 0, pairs = 0;
  for (size_t i = 0; i < ranked.size(); ++i) {
    for (size_t j = i + 1; j < ranked.size(); ++j) {
      sum += (ranked[i].measured - ranked[j].measured) * (ranked[i].estimated - ranked[j].estimated) > 0 ? 1 : -1;
      ++pairs;
    }
  }
  return sum / pairs;
}

}  // namespace

/// What the timing model says of changes whose effect an H200 showed. It need not give the numbers, but their order.
class RankingTest : public QObject {
  Q_OBJECT

  std::unique_ptr<DeviceBench> bench_;
  std::vector<Ranked> ranked_;

  template <typename... Arguments>
  TimingEstimate run(const std::string& kernel, const DeviceBench::Shape& shape, Arguments... arguments) {
    const LaunchOutcome outcome = bench_->launch(kernel, shape, arguments...);
    if (!bench_->problem.empty()) qWarning("%s", bench_->problem.c_str());
    if (outcome.failure) qWarning("%s", outcome.failure->message.c_str());
    const TimingEstimate estimate = outcome.record.metrics.value().timing.value();
    std::string terms;
    for (const TimingEstimate::Term& term : estimate.terms)
      terms += " " + term.name + " " + std::to_string(std::lround(term.cost));
    qInfo("%-12s %6.0f %6.0f%s", kernel.c_str(), estimate.low, estimate.high, terms.c_str());
    return estimate;
  }
  void compare(const std::string& name, double measured, const TimingEstimate& original,
               const TimingEstimate& variant) {
    Ranked ranked{name, measured, 1, compareTiming(original, variant)};
    ranked.estimated = ranked.comparison.ratio;
    qInfo("%-12s measured %.2f, ranked %.2f (%.2f to %.2f)", name.c_str(), measured, ranked.estimated,
          ranked.comparison.low, ranked.comparison.high);
    ranked_.push_back(std::move(ranked));
  }
  float* floats(uint64_t count) { return bench_->buffer<float>(count, 0.5f); }

 private slots:
  void initTestCase() {
    bench_ = std::make_unique<DeviceBench>("ranking.cu");
    QVERIFY2(bench_->problem.empty(), bench_->problem.c_str());
    bench_->options.metrics = MetricsOptions{part()};
  }

  void rowsOfAWall() {
    const int columns = 216 * 360, rows = 20;
    const uint32_t blocks = 360;
    const auto one = [&](const char* kernel, uint32_t threads) {
      return run(kernel, {{blocks, 1, 1}, {threads, 1, 1}}, rows, bench_->buffer<int>(uint64_t(columns) * rows, 3),
                 bench_->buffer<int>(columns, 1), bench_->buffer<int>(columns), columns, rows);
    };
    const TimingEstimate original = one("way", 256);
    compare("way c4", 1.77, original, one("wayC4", 64));
  }

  void layersOfANet() {
    const int hidden = 16;
    const uint32_t blocks = 1400, weights = (16 * blocks + 2) * 17 + 64;
    const auto sums = [&](const char* kernel, uint32_t y) {
      return run(kernel, {{1, blocks, 1}, {16, y, 1}}, floats(16 * blocks + 2), floats(weights), floats(weights),
                 floats(16 * blocks), hidden);
    };
    const TimingEstimate forward = sums("layer", 16);
    compare("layer c4", 1.48, forward, sums("layerC4", 4));
    const auto move = [&](const char* kernel, uint32_t y) {
      return run(kernel, {{1, blocks, 1}, {16, y, 1}}, floats(32), hidden, floats(16 * blocks + 2), floats(weights),
                 floats(weights));
    };
    const TimingEstimate adjust = move("adjust", 16);
    compare("adjust c4", 0.55, adjust, move("adjustC4", 4));
  }

  void productsOfMatrices() {
    const int n = 320;
    const auto one = [&](const char* kernel, uint32_t x, uint32_t y) {
      return run(kernel, {{n / 32, n / 32, 1}, {x, y, 1}}, floats(n * n), floats(n * n), floats(n * n), n);
    };
    const TimingEstimate original = one("multiply", 32, 32);
    compare("multiply 2x8", 2.78, original, one("multiplyC28", 16, 4));
  }

  void heatOfAPlate() {
    const int n = 12 * 38;
    const auto one = [&](const char* kernel, uint32_t y) {
      return run(kernel, {{38, 38, 1}, {16, y, 1}}, 2, floats(n * n), floats(n * n), floats(n * n), n, 0.1f);
    };
    const TimingEstimate original = one("spread", 16);
    compare("spread c4", 1.61, original, one("spreadC4", 4));
  }

  void stepsOfAnImage() {
    const int n = 16 * 38;
    const auto one = [&](const char* kernel, uint32_t y) {
      const uint64_t all = uint64_t(n) * (n + 32);
      return run(kernel, {{38, 38, 1}, {16, y, 1}}, floats(all), floats(all), floats(all), floats(all), floats(all),
                 floats(all), n);
    };
    const TimingEstimate original = one("relax", 16);
    compare("relax c4", 1.70, original, one("relaxC4", 4));
  }

  void tilesOfAFactorisation() {
    const int n = 16 * 39;
    const auto one = [&](const char* kernel, uint32_t y) {
      return run(kernel, {{38, 38, 1}, {16, y, 1}}, floats(n * n), n, 0);
    };
    const TimingEstimate original = one("inner", 16);
    compare("inner c4", 1.22, original, one("innerC4", 4));
  }

  void theOrderIsThatOfTheHardware() {
    const double tau = kendallsTau(ranked_);
    qInfo("Kendall's tau %.2f over %zu variants", tau, ranked_.size());
    QVERIFY(tau > 0.8);
    for (const Ranked& each : ranked_) {
      if (each.measured > 1.15)
        QVERIFY2(each.comparison.verdict != TimingComparison::Verdict::slower, each.variant.c_str());
      else
        QVERIFY2(each.comparison.verdict != TimingComparison::Verdict::faster, each.variant.c_str());
    }
  }
};

QTEST_APPLESS_MAIN(RankingTest)
#include "ranking_test.moc"

// What kernels of the source had of a profiled program's time.
#include <QtTest>

#include "core/report/profile_csv.h"
#include "core/report/time_shares.h"

using namespace warpwright;

namespace {

KernelSummary kernel(const std::string& name, const std::string& signature,
                     const std::vector<std::string>& instances = {}) {
  KernelSummary summary;
  summary.name = name;
  summary.signature = signature;
  summary.instances = instances;
  return summary;
}

/// 600 µs of `scale<float>`, 200 µs of `scale<double>`, 150 µs of `step(int*)`, 50 µs of a library's kernel.
ProgramProfile profiled() {
  ProfileBuilder builder;
  const ProfiledShape shape{{64, 1, 1}, {256, 1, 1}};
  builder.addKernel("_Z5scaleIfEvPT_", 0, 600'000, 32, shape);
  builder.addKernel("_Z5scaleIdEvPT_", 600'000, 800'000, 32, shape);
  builder.addKernel("_Z4stepPi", 800'000, 875'000, 16, shape);
  builder.addKernel("_Z4stepPi", 875'000, 950'000, 16, shape);
  builder.addKernel("_ZN7library4stepEPf", 950'000, 1'000'000, 16, shape);
  return builder.profile();
}

}  // namespace

class TimeSharesTest : public QObject {
  Q_OBJECT

 private slots:
  void instancesOfATemplateAreOneKernel() {
    const KernelSummary scale = kernel("scale", "void(T *)", {"_Z5scaleIfEvPT_", "_Z5scaleIdEvPT_"});
    const KernelSummary step = kernel("step", "void(int *)"), other = kernel("other", "void(int *)");
    const auto shares = timeShares(profiled(), {&step, &scale, &other});
    QVERIFY(shares[0] && shares[1] && !shares[2]);
    QVERIFY(std::abs(shares[0]->share - 0.15) < 1e-9 && std::abs(shares[1]->share - 0.8) < 1e-9);
    QCOMPARE(shares[0]->launches, uint64_t(2));
    QVERIFY(std::abs(shares[1]->seconds - 0.0008) < 1e-12);
    QCOMPARE(kernelsOfProfile(profiled(), {&step, &scale, &other}),
             (std::vector<std::optional<size_t>>{1, 1, 0, std::nullopt}));
  }

  // Which of two it was, nobody can tell: neither is said to have taken the time.
  void aNameThatMeansSeveralTellsOfNone() {
    const KernelSummary first = kernel("step", "void(int *)"), second = kernel("step", "void(int *)");
    const auto shares = timeShares(profiled(), {&first, &second});
    QVERIFY(!shares[0] && !shares[1]);
  }

  void figuresAreKept() {
    const std::string csv = profileCsv(profiled());
    QVERIFY2(csv.starts_with("kernel,share,total_s,launches,min_s,median_s,max_s,registers\r\n"), csv.c_str());
    QVERIFY2(csv.find("step(int*),0.15,0.00015,2,") != std::string::npos, csv.c_str());
  }
};

QTEST_GUILESS_MAIN(TimeSharesTest)
#include "time_shares_test.moc"

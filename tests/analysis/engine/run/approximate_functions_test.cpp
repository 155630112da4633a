#include <QTest>
#include <cmath>
#include <string>

#include "analysis/engine/lower/device_functions.h"

using namespace warpwright::engine;

namespace {

using OfFloat = float (*)(float);
using OfTwoFloats = float (*)(float, float);
using OfDouble = double (*)(double);

template <typename Function>
Function find(const std::string& name) {
  return reinterpret_cast<Function>(findDeviceFunction(name));
}

/// For how many of 64 arguments both give the same.
template <typename One, typename Other>
int alike(One one, Other other) {
  int same = 0;
  for (int i = 0; i < 64; ++i)
    same += one(0.1f + 0.037f * static_cast<float>(i)) == other(0.1f + 0.037f * static_cast<float>(i));
  return same;
}

}  // namespace

/// What a GPU computes otherwise has other bits, and is as near as there.
class ApproximateFunctionsTest : public QObject {
  Q_OBJECT

 private slots:
  void quickOnesDiffer() {
    for (const std::string name : {"sin", "cos", "tan", "exp", "exp10", "log", "log2", "log10"}) {
      const auto plain = find<OfFloat>("__nv_" + name + "f"), quick = find<OfFloat>("__nv_fast_" + name + "f");
      const auto exact = find<OfDouble>("__nv_" + name);
      QVERIFY2(plain && quick && exact, name.c_str());
      QVERIFY2(alike(plain, quick) < 60, name.c_str());
      QVERIFY2(alike(plain, [&](float x) { return static_cast<float>(exact(x)); }) < 60, name.c_str());
      for (const float x : {0.3f, 1.7f, 2.9f}) {
        QVERIFY2(std::abs(plain(x) - exact(x)) <= 2e-7 * std::abs(exact(x)), name.c_str());
        QVERIFY2(std::abs(quick(x) - exact(x)) <= 1e-5 * std::abs(exact(x)), name.c_str());
      }
    }
    const auto power = find<OfTwoFloats>("__nv_powf"), quickPower = find<OfTwoFloats>("__nv_fast_powf");
    QVERIFY(alike([&](float x) { return power(x, 1.3f); }, [&](float x) { return quickPower(x, 1.3f); }) < 60);
    const auto quotient = find<OfTwoFloats>("__nv_fast_fdividef");
    QVERIFY(alike([](float x) { return x / 3.3f; }, [&](float x) { return quotient(x, 3.3f); }) < 60);
  }

  void instructionsDiffer() {
    QVERIFY(alike(find<OfFloat>("nvvm_rcp_approx_ftz_f"), [](float x) { return 1 / x; }) < 60);
    QVERIFY(alike(find<OfFloat>("nvvm_sqrt_approx_f"), [](float x) { return std::sqrt(x); }) < 60);
    QVERIFY(alike(find<OfFloat>("__nv_rsqrtf"), find<OfFloat>("__nv_frsqrt_rn")) < 60);
    QVERIFY(alike(find<OfFloat>("nvvm_tanh_approx_f"), find<OfFloat>("__nv_tanhf")) < 10);
    QVERIFY(alike(find<OfFloat>("nvvm_lg2_approx_f"), find<OfFloat>("__nv_log2f")) < 60);
    QCOMPARE(alike(find<OfFloat>("nvvm_rsqrt_approx_f"), find<OfFloat>("__nv_rsqrtf")), 64);
    QCOMPARE(alike(find<OfFloat>("nvvm_sin_approx_ftz_f"), find<OfFloat>("__nv_fast_sinf")), 64);
  }

  void whatIsExactStays() {
    QCOMPARE(find<OfTwoFloats>("__nv_powf")(3, 15), 14348907.0f);
    QCOMPARE(find<OfFloat>("__nv_fast_expf")(0), 1.0f);
    QCOMPARE(find<OfFloat>("__nv_exp2f")(-3), 0.125f);
    QCOMPARE(find<OfTwoFloats>("__nv_fast_fdividef")(16777213, 1), 16777213.0f);
    QVERIFY(std::isinf(find<OfFloat>("__nv_fast_expf")(200)));
    QVERIFY(std::isnan(find<OfFloat>("__nv_logf")(-1)));
    QCOMPARE(find<OfTwoFloats>("__nv_fast_powf")(-3, 2), 9.0f);
  }
};

QTEST_APPLESS_MAIN(ApproximateFunctionsTest)
#include "approximate_functions_test.moc"

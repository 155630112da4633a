#include "core/execute/gpu/launch_timer.h"

#include <unistd.h>
#include <QTemporaryDir>
#include <QTest>
#include <deque>

#include "core/base/file.h"

using namespace warpwright;
using namespace warpwright::gpu;

namespace {

/// A GPU that does nothing and takes its time.
struct PretendedGpu {
  std::function<double(bool isOriginal)> milliseconds;  ///< of the next launch
  double clock = 0, waited = 0;
  std::deque<double> events;
};
PretendedGpu* pretended = nullptr;

constexpr uintptr_t originalHandle = 1, variantHandle = 2;

CudaDriver pretendedDriver() {
  CudaDriver driver;
  driver.cuEventCreate = [](CuEvent* event, unsigned) {
    *event = reinterpret_cast<CuEvent>(&pretended->events.emplace_back());
    return cuSuccess;
  };
  driver.cuEventRecord = [](CuEvent event, CuStream) {
    *reinterpret_cast<double*>(event) = pretended->clock;
    return cuSuccess;
  };
  driver.cuEventElapsedTime = [](float* milliseconds, CuEvent begin, CuEvent end) {
    *milliseconds = static_cast<float>(*reinterpret_cast<double*>(end) - *reinterpret_cast<double*>(begin));
    return cuSuccess;
  };
  driver.cuCtxSynchronize = [] {
    ::usleep(static_cast<useconds_t>(1e3 * (pretended->clock - pretended->waited)));
    pretended->waited = pretended->clock;
    return cuSuccess;
  };
  driver.cuMemAlloc = [](CuAddress* address, size_t) {
    *address = 256;
    return cuSuccess;
  };
  driver.cuMemFree = [](CuAddress) { return cuSuccess; };
  driver.cuMemsetD32Async = [](CuAddress, unsigned, size_t, CuStream) { return cuSuccess; };
  driver.cuModuleLoadData = [](CuModule* module, const void* text) {
    const bool isOriginal = std::string(static_cast<const char*>(text)) == "original";
    *module = reinterpret_cast<CuModule>(isOriginal ? originalHandle : variantHandle);
    return cuSuccess;
  };
  driver.cuModuleGetFunction = [](CuFunction* function, CuModule module, const char*) {
    *function = reinterpret_cast<CuFunction>(module);
    return cuSuccess;
  };
  driver.cuFuncGetAttribute = [](int* value, int, CuFunction) {
    *value = 0;
    return cuSuccess;
  };
  driver.cuOccupancyMaxActiveBlocksPerMultiprocessor = [](int* blocks, CuFunction, int, size_t) {
    *blocks = 1;
    return cuSuccess;
  };
  driver.cuLaunchKernel = [](CuFunction function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                             CuStream, void**, void**) {
    pretended->clock += pretended->milliseconds(reinterpret_cast<uintptr_t>(function) == originalHandle);
    return cuSuccess;
  };
  return driver;
}

}  // namespace

/// Times of launches on a GPU that is pretended.
class LaunchTimerTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  Result<GpuTimes> timed(double budgetSeconds, std::function<double(bool isOriginal)> milliseconds) {
    PretendedGpu now{std::move(milliseconds), 0, 0, {}};
    pretended = &now;
    const CudaDriver driver = pretendedDriver();
    Gpu gpu;
    gpu.driver = &driver;
    const LaunchCapture capture;
    std::vector<GpuKernel> kernels;
    for (const char* text : {"original", "variant"}) {
      const std::filesystem::path file = folder_.filePath(text).toStdString();
      if (Status written = writeFileAtomically(file, text); !written.ok()) return written.error();
      Result<GpuKernel> kernel = GpuKernel::load(gpu, {file, {}}, capture);
      if (!kernel.ok()) return kernel.error();
      kernels.push_back(std::move(kernel.value()));
    }
    GpuTiming timing;
    timing.rule.budgetSeconds = budgetSeconds;
    timing.rule.minSeconds = budgetSeconds / 20;
    const auto nothing = [] { return cuSuccess; };
    return LaunchTimer(gpu, timing, std::nullopt).run({&kernels[0], nothing}, {&kernels[1], nothing}, [](double) {});
  }

 private slots:
  /// One pair alone takes longer than there is time for.
  void longKernelsAreTimedAllTheSame() {
    const Result<GpuTimes> times = timed(0.1, [](bool isOriginal) { return isOriginal ? 150.0 : 75.0; });
    QVERIFY2(times.ok(), times.ok() ? "" : times.error().message.c_str());
    QCOMPARE(times->verdict, std::string("FASTER"));
    QVERIFY(times->samples >= 2 && times->samples <= 3);
    QVERIFY(times->seconds < 1.5);
    QVERIFY(std::abs(times->speedup.value - 2) < 1e-3);
  }

  void shortKernelsAreTimedOften() {
    const Result<GpuTimes> times = timed(0.5, [](bool isOriginal) { return isOriginal ? 1.0 : 0.8; });
    QVERIFY2(times.ok(), times.ok() ? "" : times.error().message.c_str());
    QCOMPARE(times->verdict, std::string("FASTER"));
    QVERIFY(times->samples > 10 && !times->disturbed && times->refused.empty());
  }

  /// Both do the same, and another process takes turns with them.
  void launchesThatWaitForOthersSayNothing() {
    unsigned launches = 0;
    const Result<GpuTimes> times = timed(0.5, [&](bool) { return ++launches % 5 < 2 ? 1.0 : 3.85; });
    QVERIFY2(times.ok(), times.ok() ? "" : times.error().message.c_str());
    QVERIFY(times->disturbed && !times->refused.empty());
    QVERIFY(times->verdict.empty());
  }
};

QTEST_GUILESS_MAIN(LaunchTimerTest)
#include "launch_timer_test.moc"

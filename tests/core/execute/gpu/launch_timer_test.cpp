#include "core/execute/gpu/launch_timer.h"

#include <unistd.h>
#include <QTemporaryDir>
#include <QTest>
#include <array>
#include <deque>
#include <random>

#include "core/base/file.h"

using namespace warpwright;
using namespace warpwright::gpu;

namespace {

/// A GPU that does nothing and takes its time.
struct PretendedGpu {
  std::function<double(bool isOriginal)> milliseconds;      ///< of the next launch
  std::function<double()> placeTakes = [] { return 0.0; };  ///< milliseconds more, wherever code is loaded next
  double restoreTakes = 0;                                  ///< milliseconds
  bool hasVariable = false, changesVariable = false;
  size_t copied = 0;     ///< variables
  size_t codeBytes = 0;  ///< of one, with its variables
  double clock = 0, waited = 0;
  std::deque<double> events;
  struct Code {
    bool isOriginal;
    double placeTakes;
  };
  std::deque<Code> codes;
  size_t loaded = 0;  ///< modules that are
};
PretendedGpu* pretended = nullptr;

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
  driver.cuMemGetInfo = [](size_t* free, size_t* total) {
    *total = size_t{1} << 36;
    *free = *total - pretended->codes.size() * pretended->codeBytes;
    return cuSuccess;
  };
  driver.cuMemcpyDtoDAsync = [](CuAddress, CuAddress, size_t, CuStream) {
    ++pretended->copied;
    return cuSuccess;
  };
  driver.cuMemFree = [](CuAddress) { return cuSuccess; };
  driver.cuMemsetD32Async = [](CuAddress, unsigned, size_t, CuStream) { return cuSuccess; };
  driver.cuModuleLoadData = [](CuModule* module, const void* text) {
    const bool isOriginal = std::string(static_cast<const char*>(text)) == "original";
    *module = reinterpret_cast<CuModule>(&pretended->codes.emplace_back(isOriginal, pretended->placeTakes()));
    ++pretended->loaded;
    return cuSuccess;
  };
  driver.cuModuleUnload = [](CuModule) {
    --pretended->loaded;
    return cuSuccess;
  };
  driver.cuModuleGetGlobal = [](CuAddress* address, size_t* bytes, CuModule, const char*) {
    *address = 512;
    *bytes = 4;
    return pretended->hasVariable ? cuSuccess : cuErrorNotFound;
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
    const auto& code = *reinterpret_cast<PretendedGpu::Code*>(function);
    pretended->clock += pretended->milliseconds(code.isOriginal) + code.placeTakes;
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
    PretendedGpu now;
    now.milliseconds = std::move(milliseconds);
    return timedOn(now, budgetSeconds);
  }

  Result<GpuTimes> timedOn(PretendedGpu& now, double budgetSeconds) {
    pretended = &now;
    const CudaDriver driver = pretendedDriver();
    Gpu gpu;
    gpu.driver = &driver;
    LaunchCapture capture;
    if (now.hasVariable) {
      capture.memory.emplace_back();
      capture.memory.back().kind = CapturedMemory::Kind::variable;
      capture.memory.back().name = "counter";
      capture.memory.back().size = 4;
    }
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
    const auto restored = [&now] {
      now.clock += now.restoreTakes;
      return cuSuccess;
    };
    std::array<std::vector<GpuKernel>, 2> copies;
    const auto timedKernel = [&](size_t i) {
      return TimedKernel{&kernels[i], restored, nullptr,
                         [&copies, &kernels, &now, i, this]() -> std::span<const GpuKernel> {
                           const char* name = i == 0 ? "original" : "variant";
                           return copies[i] = kernels[i].copies({folder_.filePath(name).toStdString(), {}}, 19,
                                                                [&now](uint32_t) { return now.changesVariable; });
                         }};
    };
    return LaunchTimer(gpu, timing, std::nullopt).run(timedKernel(0), timedKernel(1), [](double) {});
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

  /// Less than a microsecond is told where both lay at several places.
  void wherePlacesTakeTheirTimeIsPartOfTheAnswer() {
    for (unsigned seed = 0; seed < 6; ++seed) {
      std::mt19937_64 random(seed);
      std::normal_distribution<double> place(0, 2e-4), launch(0, 5e-5);
      PretendedGpu now;
      now.placeTakes = [&] { return place(random); };
      now.milliseconds = [&](bool) { return 6e-3 + launch(random); };
      const Result<GpuTimes> times = timedOn(now, 0.2);
      QVERIFY2(times.ok(), times.ok() ? "" : times.error().message.c_str());
      QCOMPARE(times->verdict, std::string("SAME"));
      QCOMPARE(now.codes.size(), 40u);
      QCOMPARE(now.loaded, 0u);
      now.milliseconds = [&](bool isOriginal) { return (isOriginal ? 6e-3 : 5.3e-3) + launch(random); };
      const Result<GpuTimes> faster = timedOn(now, 0.2);
      QVERIFY2(faster.ok() && faster->verdict == "FASTER", faster.ok() ? faster->verdict.c_str() : "");
    }
  }

  /// The first of two takes longer, or one of four or eight, so that each code's times are of several kinds.
  void eachIsAsOftenAtEachTurn_data() {
    QTest::addColumn<QList<double>>("more");  // milliseconds, of launches that follow each other
    QTest::newRow("the first of two") << QList<double>{4e-4, 0};
    QTest::newRow("the last of two") << QList<double>{0, 4e-4};
    QTest::newRow("two of four") << QList<double>{4e-4, 1e-4, 0, 3e-4};
    QTest::newRow("others of four") << QList<double>{1e-4, 0, 3e-4, 4e-4};
    QTest::newRow("one of eight") << QList<double>{9e-4, 0, 0, 0, 0, 0, 0, 0};
  }
  void eachIsAsOftenAtEachTurn() {
    QFETCH(QList<double>, more);
    for (unsigned seed = 0; seed < 2; ++seed) {
      std::mt19937_64 random(seed);
      std::normal_distribution<double> launch(0, 5e-5);
      qsizetype launches = 0;
      const auto taken = [&](double usual) { return usual + launch(random) + more[launches++ % more.size()]; };
      PretendedGpu now;
      now.milliseconds = [&](bool) { return taken(6e-3); };
      const Result<GpuTimes> same = timedOn(now, 0.2);
      QVERIFY2(same.ok() && same->verdict == "SAME", same.ok() ? same->verdict.c_str() : "");
      QVERIFY2(std::abs(same->speedup.value - 1) < 0.003, std::to_string(same->speedup.value).c_str());
      now.milliseconds = [&](bool isOriginal) { return taken(isOriginal ? 6e-3 : 5.7e-3); };
      const Result<GpuTimes> faster = timedOn(now, 0.2);
      QVERIFY2(faster.ok() && faster->verdict == "FASTER", faster.ok() ? faster->verdict.c_str() : "");
    }
  }

  /// What puts memory back takes longer than a batch: too few are timed to tell less than a microsecond.
  void shortLaunchesMayBeFew() {
    PretendedGpu now;
    now.restoreTakes = 30;
    now.milliseconds = [](bool isOriginal) { return isOriginal ? 1e-2 : 8e-3; };
    const Result<GpuTimes> times = timedOn(now, 0.3);
    QVERIFY2(times.ok(), times.ok() ? "" : times.error().message.c_str());
    QVERIFY(times->samples >= 2);
    QCOMPARE(now.codes.size(), 2u);
    QVERIFY(std::abs(times->speedup.value - 1.25) < 1e-3);
  }

  /// Copies have variables of their own; long launches have no need of copies.
  void codesThatChangeVariablesLieWhereTheyLie() {
    for (const bool hasVariable : {true, false}) {
      PretendedGpu now;
      now.hasVariable = now.changesVariable = hasVariable;
      now.milliseconds = [&](bool isOriginal) { return (isOriginal ? 6e-3 : 5.5e-3) * (hasVariable ? 1 : 100); };
      const Result<GpuTimes> times = timedOn(now, 0.2);
      QVERIFY2(times.ok(), times.ok() ? "" : times.error().message.c_str());
      QCOMPARE(now.codes.size(), 2u);
      QCOMPARE(times->verdict, std::string(hasVariable ? "SAME" : "FASTER"));
    }
  }

  void largeCodesAreNotCopied() {
    PretendedGpu now;
    now.codeBytes = size_t{100} << 20;
    now.milliseconds = [](bool isOriginal) { return isOriginal ? 6e-3 : 5.5e-3; };
    const Result<GpuTimes> times = timedOn(now, 0.2);
    QVERIFY2(times.ok(), times.ok() ? "" : times.error().message.c_str());
    QVERIFY2(now.codes.size() <= 8 && now.loaded == 0, qPrintable(QString::number(now.codes.size())));
    QCOMPARE(times->verdict, std::string("SAME"));
  }

  void variablesThatStayAreCopied() {
    PretendedGpu now;
    now.hasVariable = true;
    size_t launches = 0;
    now.milliseconds = [&](bool isOriginal) { return (isOriginal ? 6e-3 : 5.5e-3) + (launches++ % 3 == 0 ? 3e-5 : 0); };
    const Result<GpuTimes> times = timedOn(now, 0.2);
    QVERIFY2(times.ok(), times.ok() ? "" : times.error().message.c_str());
    QCOMPARE(now.codes.size(), 40u);
    QCOMPARE(now.copied, 38u);
    QCOMPARE(times->verdict, std::string("FASTER"));
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

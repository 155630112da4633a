#include <unistd.h>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstdio>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/resources/device_math.h"
#include "analysis/resources/kernel_registers.h"
#include "analysis/resources/ptx_code.h"
#include "analysis/resources/ptxas.h"
#include "analysis/resources/register_estimate.h"
#include "core/base/file.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

using namespace warpwright;
using namespace warpwright::resources;

class KernelRegistersTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  DeviceBitcode lowered(const std::string& text, const std::set<std::string>* only = nullptr) {
    const std::string path = folder_.filePath("kernel.cu").toStdString();
    [&] { QVERIFY(writeFileAtomically(path, text).ok()); }();
    frontend::ParseOptions options;
    options.headers = frontend::HeaderMode::own;
    frontend::UnitParser parser(options);
    frontend::CompileCommand command;
    command.file = path;
    auto unit = parser.parse(command, {});
    return unit.ok() ? takeBitcode(unit->deviceModule(), only) : DeviceBitcode{};
  }

 private slots:
  void deviceFunctionsAreInlined() {
    const auto ptx = emitPtx(lowered("__device__ float twice(float x) { return x + x; }\n"
                                     "__global__ void scale(float *a) { a[threadIdx.x] = twice(a[threadIdx.x]); }\n"),
                             "sm_80", {}, {});
    QVERIFY2(ptx.ok(), ptx.ok() ? "" : ptx.error().message.c_str());
    QVERIFY(ptx->find(".entry _Z5scalePf") != std::string::npos);
    QVERIFY(ptx->find("call") == std::string::npos);
  }

  // What a library brings is not counted.
  void onlyKernelsThatAreNamedAreLowered() {
    const std::set<std::string> one{"_Z5scalePf"};
    const std::string text =
        "template <int N> __device__ float twice(float x) { return x * N; }\n"
        "__global__ void scale(float *a) { a[threadIdx.x] = twice<2>(a[threadIdx.x]); }\n"
        "__global__ void __launch_bounds__(64) other(float *a) { a[threadIdx.x] = twice<3>(a[threadIdx.x]); }\n";
    const DeviceBitcode all = lowered(text), named = lowered(text, &one);
    QVERIFY(named.instructions > 0 && named.instructions < all.instructions);
    const auto ptx = emitPtx(named, "sm_80", {}, {});
    QVERIFY2(ptx.ok(), ptx.ok() ? "" : ptx.error().message.c_str());
    QVERIFY(ptx->find(".entry _Z5scalePf") != std::string::npos);
    QVERIFY(ptx->find("other") == std::string::npos);
    QCOMPARE(estimateRegisters(*ptx, 64).size(), size_t(1));
    QVERIFY(emitPtx(all, "sm_80", {}, {})->find("other") != std::string::npos);
  }

  // Each function calls the one before twice: all that goes into the kernel is a million times the first.
  void whatGrowsWithoutEndIsNotLowered() {
    std::string text = "__device__ float f0(float x) { return x * x + 1; }\n";
    for (int i = 1; i <= 20; ++i) {
      const std::string before = "f" + std::to_string(i - 1);
      text +=
          "__device__ float f" + std::to_string(i) + "(float x) { return " + before + "(x) + " + before + "(-x); }\n";
    }
    const auto kernel = [](int last) {
      return "__global__ void k(float *a) { a[0] = f" + std::to_string(last) + "(a[1]); }\n";
    };
    QVERIFY(emitPtx(lowered(text + kernel(4)), "sm_80", {}, {}).ok());
    QElapsedTimer clock;
    clock.start();
    const auto ptx = emitPtx(lowered(text + kernel(20)), "sm_80", {}, {});
    QVERIFY(!ptx.ok());
    QCOMPARE(ptx.error().message, std::string("The device code is too large to count its registers."));
    QVERIFY2(clock.elapsed() < 30'000, qPrintable(QString::number(clock.elapsed())));
  }

  void everyArchitectureLowers() {
    const DeviceBitcode code = lowered("__global__ void scale(float *a) { atomicAdd(a + threadIdx.x, 1.0f); }\n");
    for (const char* arch :
         {"sm_20", "sm_30", "sm_35", "sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100"}) {
      QVERIFY2(emitPtx(code, arch, {}, {}).ok(), arch);
    }
  }

  void whatCannotBeLoweredIsNotPrinted() {
    const DeviceBitcode code = lowered("__global__ void k(int *a) { a[0] = __nvvm_shfl_down_i32(a[1], 1, 31); }\n");
    fflush(stderr);
    const int before = dup(2);
    QFile captured(folder_.filePath("stderr.txt"));
    QVERIFY(captured.open(QIODevice::ReadWrite));
    dup2(captured.handle(), 2);
#ifdef __SANITIZE_ADDRESS__
    // The way out of a fatal error of LLVM frees nothing.
    const __lsan::ScopedDisabler expected;
#endif
    const auto ptx = emitPtx(code, "sm_90", {}, {});
    dup2(before, 2);
    close(before);
    QVERIFY(!ptx.ok());
    QCOMPARE(ptx.error().message, std::string("LLVM cannot lower this device code to PTX."));
    QCOMPARE(captured.size(), qint64(0));
  }

  void moreValuesMeanMoreRegisters() {
    const std::string kernel =
        "__global__ void sums(const float *in, float *out) {\n"
        "  float v[COUNT];\n"
        "#pragma unroll\n"
        "  for (int i = 0; i < COUNT; ++i) v[i] = in[threadIdx.x + 64 * i];\n"
        "  __syncthreads();\n"
        "#pragma unroll\n"
        "  for (int i = 0; i < COUNT; ++i) out[threadIdx.x + 64 * i] = v[COUNT - 1 - i];\n"
        "}\n";
    const auto count = [&](int values) {
      const auto found =
          countRegisters(lowered("#define COUNT " + std::to_string(values) + "\n" + kernel), "sm_80", {}, {});
      return found.byName.empty() ? 0 : found.byName.begin()->second.registers.value_or(0);
    };
    const uint32_t few = count(4), many = count(40);
    QVERIFY2(few >= 8 && few <= 24, std::to_string(few).c_str());
    QVERIFY2(many >= few + 25, std::to_string(many).c_str());
  }

  void simpleMathematicsIsNoCall() {
    const auto ptx =
        emitPtx(lowered("__global__ void k(int *a, float *b) {\n"
                        "  int t = threadIdx.x;\n"
                        "  a[t] = max(min(a[t], 7), abs(a[t + 64])) + __popcll(a[t]) + __clz(a[t]);\n"
                        "  b[t] = fminf(sqrtf(b[t]), fabsf(b[t + 64])) + floorf(b[t]) + rsqrtf(b[t]) + __sinf(b[t]);\n"
                        "}\n"),
                "sm_80", {}, {});
    QVERIFY2(ptx.ok(), ptx.ok() ? "" : ptx.error().message.c_str());
    QVERIFY2(ptx->find("call") == std::string::npos, ptx->c_str());
    QVERIFY(ptx->find("min.s32") != std::string::npos);
  }

  // One instruction or a few each: a call would cost 20 registers.
  void fastMathematicsIsNoCall() {
    const auto ptx = emitPtx(lowered("__global__ void k(float *b) {\n"
                                     "  float x = b[threadIdx.x];\n"
                                     "  b[threadIdx.x] = __expf(x) + __exp10f(x) + __logf(x) + __log2f(x) + "
                                     "__log10f(x) + __fdividef(x, 3.0f) +\n"
                                     "                   __powf(x, 1.5f) + __tanf(x) + exp2f(x);\n"
                                     "}\n"),
                             "sm_75", {}, {});
    QVERIFY2(ptx.ok(), ptx.ok() ? "" : ptx.error().message.c_str());
    QVERIFY2(ptx->find("call") == std::string::npos, ptx->c_str());
    for (const char* each : {"ex2.approx", "lg2.approx", "div.approx", "sin.approx", "cos.approx"}) {
      QVERIFY2(ptx->find(each) != std::string::npos, ptx->c_str());
    }
  }

  void instructionsOfMathematics() {
    QCOMPARE(instructionsOfDeviceMath("__nv_fast_sinf"), 1u);
    QCOMPARE(instructionsOfDeviceMath("__nv_fast_expf"), 2u);
    QCOMPARE(instructionsOfDeviceMath("__nv_fast_powf"), 3u);
    QCOMPARE(instructionsOfDeviceMath("__nv_fabsf"), 1u);
    QCOMPARE(instructionsOfDeviceMath("__nv_expf"), 0u);
    QCOMPARE(instructionsOfDeviceMath("sqrtf"), 0u);
  }

  // As nvcc's 14: two blocks of 256 threads on 8192 registers, not one.
  void aFastExponentialLeavesRoomForMoreBlocks() {
    const DeviceBitcode code = lowered(
        "__global__ void payoff(const float* samples, const float* strike, float* mean, int paths) {\n"
        "  __shared__ float sums[256];\n"
        "  float limit = strike[blockIdx.x], sum = 0;\n"
        "  for (int k = threadIdx.x; k < paths; k += blockDim.x) {\n"
        "    float price = 100.0f * __expf(0.1f * samples[blockIdx.x * paths + k]);\n"
        "    sum += price > limit ? price - limit : 0.0f;\n"
        "  }\n"
        "  sums[threadIdx.x] = sum;\n"
        "  __syncthreads();\n"
        "  if (threadIdx.x == 0) mean[blockIdx.x] = sums[0] + sums[255];\n"
        "}\n");
    Device device;
    device.addressBits = 32;
    const auto registers = estimateRegistersOn(device, code, "sm_30", {}).begin()->second.registers.value_or(0);
    QVERIFY2(registers >= 4 && registers <= 16, std::to_string(registers).c_str());
  }

  void mathematicsOfTheToolkitIsInlined() {
    const DeviceTools tools = findDeviceTools(std::getenv("CUDA_PATH") ? std::getenv("CUDA_PATH") : "");
    if (!tools.ptxas || !tools.math) QSKIP("There is no CUDA toolkit with ptxas and libdevice.");
    const DeviceBitcode code =
        lowered("__global__ void k(float *b) { b[threadIdx.x] = powf(sinf(b[threadIdx.x]), 3.5f); }\n");
    const auto ptx = emitPtx(code, "sm_90", tools.math, {});
    QVERIFY2(ptx.ok(), ptx.ok() ? "" : ptx.error().message.c_str());
    QVERIFY2(ptx->find("__nv_") == std::string::npos, ptx->c_str());
    const auto found = countRegisters(code, "sm_90", tools, {});
    QCOMPARE(found.byName.at("_Z1kPf").source, std::string("ptxas"));
    QVERIFY(found.byName.at("_Z1kPf").registers.value_or(0) > 8);
  }

  void aLibraryThatCannotBeReadLeavesTheCalls() {
    const std::string broken = folder_.filePath("libdevice.10.bc").toStdString();
    QVERIFY(writeFileAtomically(broken, "not bitcode").ok());
    const DeviceBitcode code = lowered("__global__ void k(float *b) { b[threadIdx.x] = sinf(b[threadIdx.x]); }\n");
    for (const std::string& file : {broken, broken + ".gone"}) {
      const auto ptx = emitPtx(code, "sm_80", std::filesystem::path(file), {});
      QVERIFY2(ptx.ok(), ptx.ok() ? "" : ptx.error().message.c_str());
      QVERIFY(ptx->find("__nv_sinf") != std::string::npos);
    }
  }

  void noDeviceCodeIsAnError() {
    QVERIFY(!emitPtx({}, "sm_80", {}, {}).ok());
    QVERIFY(countRegisters({}, "sm_80", {}, {}).byName.empty());
    QVERIFY(!emitPtx({"not bitcode", 1}, "sm_80", {}, {}).ok());
  }

  void anAssemblerThatFailsLeavesTheEstimate() {
    const auto found = countRegisters(lowered("__global__ void one(int *a) { a[threadIdx.x] = 1; }\n"), "sm_80",
                                      {std::filesystem::path("/bin/false"), {}}, {});
    QCOMPARE(found.byName.size(), size_t{1});
    QCOMPARE(found.byName.begin()->second.source, std::string("estimate"));
    QVERIFY(found.byName.begin()->second.registersLow && found.byName.begin()->second.registersHigh);
  }

  // What it would have said is not known, so nothing is kept of that.
  void anAssemblerThatIsKilledIsToldApart_data() {
    QTest::addColumn<QString>("ends");
    QTest::addColumn<bool>("isBrokenOff");
    QTest::newRow("killed") << "kill -9 $$" << true;
    QTest::newRow("refuses") << "echo 'ptxas fatal : no such architecture' >&2; exit 1" << false;
    QTest::newRow("cannot be started") << "" << true;
  }

  void anAssemblerThatIsKilledIsToldApart() {
    QFETCH(QString, ends);
    QFETCH(bool, isBrokenOff);
    const std::string fake = folder_.filePath("fake_ptxas").toStdString();
    const std::string text = ends.isEmpty() ? "#!/no/such/shell\n" : "#!/bin/sh\ncat >/dev/null\n" + ends.toStdString();
    QVERIFY(writeFileAtomically(fake, text).ok());
    std::filesystem::permissions(fake, std::filesystem::perms::owner_all);
    const auto found = countRegisters(lowered("__global__ void one(int *a) { a[threadIdx.x] = 1; }\n"), "sm_80",
                                      {std::filesystem::path(fake), {}}, {});
    QCOMPARE(found.isBrokenOff, isBrokenOff);
    QCOMPARE(found.byName.at("_Z3onePi").source, std::string("estimate"));
  }

  void anAssemblerIsBelieved() {
    const std::string fake = folder_.filePath("ptxas").toStdString();
    QVERIFY(writeFileAtomically(fake,
                                "#!/bin/sh\ncat >/dev/null\n"
                                "echo \"ptxas info : Compiling entry function '_Z3onePi' for 'sm_80'\" >&2\n"
                                "echo \"ptxas info : Used 77 registers, 4 bytes smem\" >&2\n")
                .ok());
    std::filesystem::permissions(fake, std::filesystem::perms::owner_all);
    const auto found = countRegisters(lowered("__global__ void one(int *a) { a[threadIdx.x] = 1; }\n"), "sm_80",
                                      {std::filesystem::path(fake), {}}, {});
    QCOMPARE(found.byName.at("_Z3onePi").registers.value_or(0), 77u);
    QCOMPARE(found.byName.at("_Z3onePi").source, std::string("ptxas"));
  }
};

QTEST_APPLESS_MAIN(KernelRegistersTest)
#include "kernel_registers_test.moc"

// What a run tells of its launches.
#include <QTest>
#include <algorithm>

#include "tests/analysis/engine/whole/run_program.h"

using namespace warpwright;

namespace {

std::string program(const std::string& before, const std::string& body) {
  return "#include <cstdio>\n#include <cstdlib>\n" + before + "\nint main(int argc, char** argv) {\n" + body +
         "\n  return 0;\n}\n";
}

EngineRun observe(RunProgram& whole) {
  whole.job.observe = true;
  return whole.run();
}

/// The arguments of the only launch that a program makes.
std::vector<ObservedArgument> argumentsOf(const EngineRun& run) {
  if (run.failure) qWarning("%s", run.failure->message.c_str());
  const bool isOne = run.observed.size() == 1 && run.observed[0].launches.size() == 1;
  return isOne ? run.observed[0].launches[0].arguments : std::vector<ObservedArgument>{};
}

uint64_t launchesIn(const std::vector<ObservedKernel>& kernels) {
  uint64_t count = 0;
  for (const ObservedKernel& kernel : kernels) {
    count += kernel.others;
    for (const ObservedLaunch& launch : kernel.launches) count += launch.count;
  }
  return count;
}

}  // namespace

class EngineObservedTest : public QObject {
  Q_OBJECT
 private slots:
  void countsLaunchesThatAreAlike() {
    RunProgram whole(program("__global__ void fill(int* p, int n) { if (threadIdx.x < n) p[threadIdx.x] = n; }\n", R"(
      int* p;
      cudaMalloc(&p, 4096);
      cudaStream_t other;
      cudaStreamCreate(&other);
      for (int i = 0; i < 3; ++i)
        fill<<<2, 64>>>(p, 50);
      fill<<<dim3(1, 2), dim3(32, 4, 1), 128>>>(p, 50);
      fill<<<2, 64, 0, other>>>(p, 50);)"));
    const EngineRun run = observe(whole);
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.observed.size(), size_t(1));
    QCOMPARE(run.observed[0].name, std::string("_Z4fillPii"));
    QCOMPARE(run.observed[0].definedAt.line, 3U);
    const std::vector<ObservedLaunch>& launches = run.observed[0].launches;
    QCOMPARE(launches.size(), size_t(3));
    QCOMPARE(launches[0].count, uint64_t(3));
    QCOMPARE(launches[0].at.line, 12U);
    QVERIFY((launches[0].grid == std::array<uint32_t, 3>{2, 1, 1}));
    QVERIFY((launches[0].block == std::array<uint32_t, 3>{64, 1, 1}));
    QCOMPARE(launches[0].stream, 0U);
    QVERIFY((launches[1].grid == std::array<uint32_t, 3>{1, 2, 1}));
    QVERIFY((launches[1].block == std::array<uint32_t, 3>{32, 4, 1}));
    QCOMPARE(launches[1].sharedBytes, uint64_t(128));
    QCOMPARE(launches[1].count, uint64_t(1));
    QCOMPARE(launches[2].stream, 1U);
    QCOMPARE(launchesIn(run.observed), uint64_t(run.launches.size()));
  }

  void nothingIsToldUnasked() {
    RunProgram whole(program("__global__ void k() {}\n", "k<<<1, 1>>>();"));
    const EngineRun run = whole.run();
    QCOMPARE(run.launches.size(), size_t(1));
    QVERIFY(run.observed.empty());
  }

  void tellsInstantiationsApart() {
    RunProgram whole(
        program("template <int N, typename T> __global__ void step(T* p, T by) { p[threadIdx.x % N] = by; }\n", R"(
      double* p;
      cudaMalloc(&p, 4096);
      step<16><<<1, 32>>>((float*)p, 1.5f);
      step<32><<<1, 64>>>(p, 0.1);)"));
    const EngineRun run = observe(whole);
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.observed.size(), size_t(2));
    QCOMPARE(run.observed[0].name, std::string("_Z4stepILi16EfEvPT0_S0_"));
    QCOMPARE(run.observed[1].name, std::string("_Z4stepILi32EdEvPT0_S0_"));
    QCOMPARE(run.observed[0].launches[0].arguments[1].type, std::string("float"));
    QCOMPARE(valueText(run.observed[0].launches[0].arguments[1]), std::string("1.5"));
    QCOMPARE(run.observed[1].launches[0].arguments[1].type, std::string("double"));
    QCOMPARE(valueText(run.observed[1].launches[0].arguments[1]), std::string("0.1"));
  }

  void followsPointersIntoAllocations() {
    RunProgram whole(
        program("__device__ int table[8];\n"
                "__global__ void k(int* a, int* b, const int* c, int* none, int* t, long n) {}\n",
                R"(
      int *one, *two, *at;
      cudaMalloc(&one, 1000);
      cudaMalloc(&two, 64);
      cudaGetSymbolAddress((void**)&at, table);
      k<<<1, 1>>>(one + 4, two, one + 65, nullptr, at + 2, (long)one);)"));
    const std::vector<ObservedArgument> arguments = argumentsOf(observe(whole));
    QCOMPARE(arguments.size(), size_t(6));
    const auto memory = [&](size_t i) { return arguments[i].memory.value_or(ObservedMemory{}); };
    QVERIFY((memory(0) == ObservedMemory{"one", 0, 1000, 16, 16}));
    QVERIFY((memory(1) == ObservedMemory{"two", 1, 64, 0, 256}));
    QVERIFY((memory(2) == ObservedMemory{"one", 0, 1000, 260, 4}));
    QVERIFY(!arguments[0].bits);
    QCOMPARE(arguments[2].name, std::string("c"));
    QCOMPARE(arguments[2].type, std::string("int const*"));
    QVERIFY(!arguments[3].memory);
    QCOMPARE(valueText(arguments[3]), std::string("null"));
    QVERIFY(memory(4).name.find("table") != std::string::npos);
    QCOMPARE(memory(4).offset, uint64_t(8));
    QCOMPARE(memory(4).alignment, 0U);  // where a device has it is not known
    QVERIFY(!arguments[5].memory);      // a number is none
    QVERIFY(wholeNumber(arguments[5]).has_value());
  }

  void readsNumbersOfEachType() {
    RunProgram whole(program(R"(
struct Pair { float x, y; };
enum Mode { slow, fast };
__global__ void k(bool a, char b, signed char c, unsigned char d, short e, unsigned short f, int g, unsigned h, long i,
                  unsigned long j, long long l, unsigned long long m, float n, double o, Pair p, Mode q) {}
)",
                             "k<<<1, 1>>>(true, -1, -2, 250, -3, 65000, -4, 4000000000u, -5, 5, -6, ~0ull, 0.25f, "
                             "1e-300, Pair{1, 2}, fast);"));
    std::vector<std::string> values;
    for (const ObservedArgument& argument : argumentsOf(observe(whole))) values.push_back(valueText(argument));
    const std::vector<std::string> expected{"true", "-1",         "-2", "250", "-3", "65000",
                                            "-4",   "4000000000", "-5", "5",   "-6", "18446744073709551615",
                                            "0.25", "1e-300",     "",   ""};
    QCOMPARE(values, expected);
  }

  void namesOfCTellNoTypes() {
    RunProgram whole(program("extern \"C\" __global__ void plain(float* p, int n, float f) {}\n", R"(
      float* p;
      cudaMalloc(&p, 64);
      plain<<<1, 1>>>(p, -7, 1.0f);)"));
    const std::vector<ObservedArgument> arguments = argumentsOf(observe(whole));
    QCOMPARE(arguments.size(), size_t(3));
    QVERIFY(arguments[0].memory && arguments[0].memory->name == "p");
    QCOMPARE(arguments[1].bits.value_or(0), uint64_t(0xfffffff9));
    QCOMPARE(arguments[1].name, std::string("n"));
    QVERIFY(valueText(arguments[1]).empty());
  }

  void keepsSoManyAndCountsTheRest() {
    RunProgram whole(
        program("__global__ void k(int n) {}\n", "for (int i = 0; i < 1000; ++i) k<<<1 + i % 300, 1>>>(7);"));
    const EngineRun run = observe(whole);
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.observed.size(), size_t(1));
    QCOMPARE(run.observed[0].launches.size(), ObservedKernel::mostLaunches);
    QCOMPARE(run.observed[0].launches[0].count, uint64_t(4));
    QCOMPARE(run.observed[0].launches[255].count, uint64_t(3));
    QCOMPARE(run.observed[0].others, uint64_t(44 * 3));
    QCOMPARE(launchesIn(run.observed), uint64_t(1000));
  }

  void keepsWhatWasSeenBeforeAFailure_data() {
    QTest::addColumn<std::string>("end");
    QTest::addColumn<std::string>("reason");
    const auto row = [](const char* name, const std::string& end, const std::string& reason) {
      QTest::newRow(name) << end << reason;
    };
    row("abort", "abort();", "abort");
    row("fault in a kernel", "k<<<1, 1>>>((int*)1); cudaDeviceSynchronize(); *(volatile int*)0 = 1;", "");
    row("fault of the host", "*(volatile int*)8 = 1;", "null pointer");
    row("hangs", "for (volatile int i = 0;; ++i) {}", "did not end within");
    row("hangs in a kernel", "spin<<<1, 1>>>(p);", "spin");
  }
  void keepsWhatWasSeenBeforeAFailure() {
    QFETCH(std::string, end);
    QFETCH(std::string, reason);
    RunProgram whole(
        program("__global__ void k(int* p) { *p = 1; }\n"
                "__global__ void spin(volatile int* p) { while (*p == 1) {} }\n",
                "int* p; cudaMalloc(&p, 4); for (int i = 0; i < 2; ++i) k<<<1, 1>>>(p); " + end));
    whole.job.timeLimit = std::chrono::milliseconds(1500);
    const EngineRun run = observe(whole);
    QVERIFY(run.failure);
    VERIFY_CONTAINS(run.failure->message, reason);
    QVERIFY(!run.observed.empty() && !run.observed[0].launches.empty());
    QCOMPARE(run.observed[0].launches[0].count, uint64_t(2));
  }

  void whatIsRefusedWasNoLaunch() {
    RunProgram whole(program("__global__ void k() {}\n", "k<<<1, 4096>>>();"));
    QVERIFY(observe(whole).observed.empty());
  }

  void launchesOfGraphsAndCooperativeOnesCount() {
    RunProgram whole(program("__global__ void k(int n) {}\n", R"(
      cudaStream_t s;
      cudaStreamCreate(&s);
      cudaGraph_t graph;
      cudaGraphExec_t exec;
      cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
      k<<<1, 8, 0, s>>>(3);
      cudaStreamEndCapture(s, &graph);
      cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
      cudaGraphLaunch(exec, s);
      cudaGraphLaunch(exec, s);
      int n = 4;
      void* arguments[] = {&n};
      cudaLaunchCooperativeKernel((void*)k, dim3(2), dim3(8), arguments, 0, 0);)"));
    const EngineRun run = observe(whole);
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(launchesIn(run.observed), uint64_t(3));
    const std::vector<ObservedLaunch>& launches = run.observed[0].launches;
    QCOMPARE(launches[0].stream, 1U);
    QVERIFY(!launches[0].cooperative && launches.back().cooperative);
    QCOMPARE(valueText(launches.back().arguments[0]), std::string("4"));
  }

  void kernelsOfTwoUnitsMayHaveOneName() {
    RunProgram whole(
        "static __global__ void own(int n) {}\nvoid other();\nint main() { own<<<1, 2>>>(1); other(); }\n");
    whole.add("other.cu", "\n\nstatic __global__ void own(int n) {}\nvoid other() { own<<<1, 4>>>(2); }\n");
    whole.job.path = whole.folder();
    const EngineRun run = observe(whole);
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.observed.size(), size_t(2));
    QVERIFY(run.observed[0].definedAt.file != run.observed[1].definedAt.file);
    QCOMPARE(run.observed[1].definedAt.line, 3U);
    QCOMPARE(run.observed[1].launches[0].block[0], 4U);
  }
};

QTEST_GUILESS_MAIN(EngineObservedTest)
#include "engine_observed_test.moc"

#include <QTest>

#include "tests/analysis/engine/whole/run_program.h"

using namespace warpwright;

namespace {

/// `a` and `b` are of 64 ints on the device, `shared` is managed, `pinned` of the host.
std::string program(const std::string& statements) {
  return "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <thread>\n"
         "__global__ void fill(int* to, int value) { to[threadIdx.x] = value + threadIdx.x; }\n"
         "__device__ int variable[64];\n__managed__ int both[64];\n__constant__ int constant;\n"
         "int main() {\n"
         "  int *a, *b, *shared, *pinned, host[64], seen = 0;\n"
         "  cudaMalloc(&a, 256);\n  cudaMalloc(&b, 256);\n  cudaMallocManaged(&shared, 256);\n"
         "  cudaMallocHost(&pinned, 256);\n  memset(host, 0, 256);\n"
         "  fill<<<1, 64>>>(a, 1);\n  fill<<<1, 64>>>(shared, 2);\n  cudaDeviceSynchronize();\n" +
         statements + "\n  cudaDeviceSynchronize();\n  return seen == -1;\n}\n";
}

struct Case {
  const char* name;
  std::string statements;
  std::string part;  ///< of the message; empty: nothing is found
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"a read", "seen = a[3];",
       "The host reads `a` in main after cudaDeviceSynchronize (main.cu:18), which is memory"},
      {"a write", "a[3] = 7;", "The host writes `a` in main"},
      {"of another buffer than before", "seen = a[3]; cudaDeviceSynchronize(); seen = b[3];", "The host reads `b`"},
      {"a read in the C library", "memcpy(host, a, 256); seen = host[3];", "The host reads `a`"},
      {"a write in the C library", "memset(a, 0, 256);", "The host writes `a`"},
      {"printed", "printf(\"%d\\n\", *a);", "The host reads `a`"},
      {"written to a file", "FILE* f = fopen(\"/dev/null\", \"w\"); fwrite(a, 4, 64, f); fclose(f);",
       "The host reads `a`"},
      {"a read behind the last call", "cudaFree(b); cudaDeviceSynchronize(); return a[3] == 5;", "The host reads `a`"},
      {"a variable of the device", "int* p; cudaGetSymbolAddress((void**)&p, variable); seen = p[3];",
       "The host reads `__device__ variable`"},
      {"a constant", "int* p; cudaGetSymbolAddress((void**)&p, constant); *p = 3;",
       "The host writes `__constant__ constant`"},
      {"a read after it was freed", "cudaFree(a); seen = a[3];", "on a GPU the program ends there"},
      {"another thread of the host", "std::thread([&] { seen = a[3]; }).join();", "The host reads `a`"},
      {"in the hundredth round", "for (int i = 0; i < 100; ++i) { fill<<<1, 64>>>(a, 1); if (i == 99) seen = a[3]; }",
       "The host reads `a` in main after `fill`"},
      {"memory of a stream", "int* c; cudaMallocAsync(&c, 256, 0); seen = c[1];", "The host reads `c`"},
      {"much memory", "int* c; cudaMalloc(&c, 32 << 20); for (int i = 0; i < 8 << 20; ++i) seen += c[i];",
       "The host reads `c`"},
      // What the host may do.
      {"managed memory", "shared[3] = shared[4]; memcpy(host, shared, 256);", ""},
      {"a managed variable", "both[3] = 1; seen = both[2];", ""},
      {"pinned memory", "pinned[3] = 1; seen = pinned[4];", ""},
      {"copies", "cudaMemcpy(host, a, 256, cudaMemcpyDeviceToHost); cudaMemcpyToSymbol(variable, host, 256);", ""},
      {"many small pieces of both kinds",
       "for (int i = 0; i < 50; ++i) { int *c, *d; cudaMalloc(&c, 4); cudaMallocManaged(&d, 4); *d = i; "
       "fill<<<1, 1>>>(c, *d); cudaDeviceSynchronize(); seen += *d; }",
       ""},
      {"managed memory where freed memory was",
       "for (int i = 0; i < 40; ++i) { int *c, *d; cudaMalloc(&c, 200 << 20); cudaFree(c); cudaMallocManaged(&d, 4); "
       "*d = 1; cudaDeviceSynchronize(); seen += *d; }",
       ""},
      {"a function of a stream", "cudaLaunchHostFunc(0, [](void* p) { *(int*)p = 1; }, shared);", ""},
  };
  return all;
}

}  // namespace

/// What the host does to memory of the device is found, and what it does to memory of both is not.
class DeviceMemoryGuardTest : public QObject {
  Q_OBJECT

 private slots:
  void finds_data() {
    QTest::addColumn<int>("number");
    for (size_t i = 0; i < cases().size(); ++i) QTest::newRow(cases()[i].name) << static_cast<int>(i);
  }
  void finds() {
    QFETCH(int, number);
    const Case& one = cases()[static_cast<size_t>(number)];
    RunProgram whole(program(one.statements));
    whole.job.check = true;
    const EngineRun run = whole.run();
    QCOMPARE(failureOf(run), std::string());
    QCOMPARE(run.exitCode, 0);
    std::string found;
    for (const EngineFinding& finding : run.findings) found += finding.kind + ": " + finding.message + "\n";
    if (one.part.empty()) QCOMPARE(found, std::string());
    VERIFY_CONTAINS(found, one.part);
    for (const EngineFinding& finding : run.findings) QCOMPARE(finding.kind, std::string("host-access"));
  }

  void itIsNewInAVariant() {
    const RunProgram original(program("cudaMemcpy(host, a, 256, cudaMemcpyDeviceToHost); printf(\"%d\\n\", host[3]);"));
    const RunProgram variant(program("printf(\"%d\\n\", a[3]);"));
    const auto verified = verifyOnEngine(original.job, variant.job, nullptr, {});
    QVERIFY(verified.ok());
    QCOMPARE(verified->findings.size(), size_t(1));
    QCOMPARE(verified->findings[0].kind, std::string("host-access"));
  }
};

QTEST_GUILESS_MAIN(DeviceMemoryGuardTest)
#include "device_memory_guard_test.moc"

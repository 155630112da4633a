#include <QTest>

#include "tests/analysis/engine/whole/run_program.h"

using namespace warpwright;

namespace {

/// `a` and `b` are of 64 ints on the device, `shared` is managed, `pinned` and `mapped` are of the host; `s` and `t` do
/// not wait for the default stream, `u` does.
std::string program(const std::string& statements) {
  return "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n"
         "__global__ void fill(int* to, int value) { to[threadIdx.x] = value + threadIdx.x; }\n"
         "__global__ void twice(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x] * 2; }\n"
         "__global__ void sum(const int* in, int* out) { atomicAdd(out, in[threadIdx.x]); }\n"
         "__global__ void half(int* to, int which) { to[2 * threadIdx.x + which] = threadIdx.x; }\n"
         "__global__ void tell(int* to, volatile int* flag) { to[0] = 5; __threadfence_system(); *flag = 1; }\n"
         "__global__ void tellByAtomic(int* to, int* flag) { to[threadIdx.x] = 5; __threadfence_system(); "
         "__syncthreads(); if (threadIdx.x == 0) atomicExch_system(flag, 1); }\n"
         "__global__ void tellTheBlock(int* to, volatile int* flag) { to[0] = 5; __threadfence_block(); *flag = 1; }\n"
         "__global__ void count(int* counter) { atomicAdd_system(counter, 1); }\n"
         "__global__ void countAndFill(int* counter, int* to) { atomicAdd(counter, 1); to[threadIdx.x] += 1; }\n"
         "__global__ void signal(volatile int* flag) { *flag = 1; }\n"
         "__global__ void countInBlock(int* counter) { atomicAdd_block(counter, 1); }\n"
         "__managed__ int variable[64];\n"
         "int main() {\n"
         "  int *a, *b, *shared, *pinned, *mapped, host[64], seen = 0;\n"
         "  cudaMalloc(&a, 256);\n  cudaMalloc(&b, 256);\n  cudaMallocManaged(&shared, 256);\n"
         "  cudaHostAlloc(&pinned, 256, 0);\n  cudaHostAlloc(&mapped, 256, cudaHostAllocMapped);\n"
         "  cudaMemset(a, 1, 256);\n  cudaMemset(b, 0, 256);\n"
         "  cudaStream_t s, t, u;\n  cudaEvent_t e;\n"
         "  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);\n  cudaStreamCreateWithFlags(&t, "
         "cudaStreamNonBlocking);\n"
         "  cudaStreamCreate(&u);\n  cudaEventCreate(&e);\n  cudaDeviceSynchronize();\n" +
         statements + "\n  cudaDeviceSynchronize();\n  return seen == -1;\n}\n";
}

struct Case {
  const char* name;
  std::string statements;
  std::string part;  ///< of the message; empty: nothing is found
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      // Something is missing.
      {"a function of the stream that need not have run yet",
       "cudaMemcpyAsync(pinned, a, 256, cudaMemcpyDeviceToHost, s); cudaLaunchHostFunc(s, [](void*) {}, nullptr); seen "
       "= "
       "pinned[3];",
       "The host reads `pinned` in main"},
      {"a stream that is asked, and whose answer nobody looks at",
       "cudaMemcpyAsync(pinned, a, 256, cudaMemcpyDeviceToHost, s); cudaStreamQuery(s); seen = pinned[3];",
       "The host reads `pinned` in main"},
      {"an event that is asked, and whose answer nobody looks at",
       "cudaMemcpyAsync(pinned, a, 256, cudaMemcpyDeviceToHost, s); cudaEventRecord(e, s); cudaEventQuery(e); seen = "
       "pinned[3];",
       "The host reads `pinned` in main"},
      {"managed memory read too early", "fill<<<1, 64>>>(shared, 1); seen = shared[3];",
       "The host reads `shared` in main"},
      {"managed memory read in the C library",
       "fill<<<1, 64>>>(shared, 1); memcpy(host, shared, 256); printf(\"%d\", host[3]);", "The host reads `shared`"},
      {"a managed variable read too early", "fill<<<1, 64>>>(variable, 1); seen = variable[3];",
       "The host reads `__device__ variable`"},
      {"managed memory written while it is read", "twice<<<1, 64>>>(shared, b); shared[3] = 7;",
       "The host writes `shared`"},
      {"managed memory of atomics", "sum<<<1, 64>>>(a, shared); seen = shared[0];", "The host reads `shared`"},
      {"mapped memory read too early", "fill<<<1, 64>>>(mapped, 1); seen = mapped[3];", "The host reads `mapped`"},
      {"a pinned copy read too early", "cudaMemcpyAsync(pinned, a, 256, cudaMemcpyDeviceToHost); seen = pinned[3];",
       "The host reads `pinned` in main"},
      {"a pinned copy of another stream",
       "cudaMemcpyAsync(pinned, a, 256, cudaMemcpyDeviceToHost, s); cudaStreamSynchronize(t); seen = pinned[3];",
       "The host reads `pinned`"},
      {"a pinned buffer filled again too early",
       "cudaMemcpyAsync(a, pinned, 256, cudaMemcpyHostToDevice, s); memset(pinned, 1, 256);",
       "The host writes `pinned`"},
      {"an event before the work",
       "cudaEventRecord(e, s); fill<<<1, 64, 0, s>>>(shared, 1); cudaEventSynchronize(e); seen = shared[3];",
       "The host reads `shared`"},
      {"two streams, one buffer", "fill<<<1, 64, 0, s>>>(a, 1); twice<<<1, 64, 0, t>>>(a, b);",
       "`twice` reads `a`, while `fill`"},
      {"two streams write", "fill<<<1, 64, 0, s>>>(a, 1); fill<<<1, 64, 0, t>>>(a, 2);",
       "`fill` writes `a`, while `fill`"},
      {"a buffer overwritten while it is read", "twice<<<1, 64, 0, s>>>(a, b); fill<<<1, 64, 0, t>>>(a, 2);",
       "`fill` writes `a`, while `twice`"},
      {"the wrong event",
       "cudaEventRecord(e, s); fill<<<1, 64, 0, s>>>(a, 1); cudaStreamWaitEvent(t, e, 0); twice<<<1, 64, 0, t>>>(a, "
       "b);",
       "`twice` reads `a`"},
      {"the wait in the wrong stream",
       "fill<<<1, 64, 0, s>>>(a, 1); cudaEventRecord(e, s); cudaStreamWaitEvent(u, e, 0); twice<<<1, 64, 0, t>>>(a, "
       "b);",
       "`twice` reads `a`"},
      {"a copy does not wait for a stream",
       "fill<<<1, 64, 0, s>>>(a, 1); cudaMemcpy(host, a, 256, cudaMemcpyDeviceToHost);",
       "cudaMemcpy reads `a`, while `fill`"},
      {"a copy into a buffer that is read",
       "twice<<<1, 64, 0, s>>>(a, b); cudaMemcpy(a, host, 256, cudaMemcpyHostToDevice);",
       "cudaMemcpy writes `a`, while `twice`"},
      {"a fill does not order other streams", "cudaMemset(a, 3, 256); twice<<<1, 64, 0, s>>>(a, b);",
       "`twice` reads `a`, while cudaMemset"},
      {"the default stream does not wait", "fill<<<1, 64, 0, s>>>(a, 1); twice<<<1, 64>>>(a, b);", "`twice` reads `a`"},
      {"a graph beside a stream",
       "cudaGraph_t g; cudaGraphExec_t x; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); fill<<<1, 64, 0, "
       "s>>>(a, 1); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&x, g, 0); "
       "cudaGraphLaunch(x, s); twice<<<1, 64, 0, t>>>(a, b);",
       "`twice` reads `a`"},
      {"a copy after the function that tells the host",
       "seen = 0; cudaLaunchHostFunc(s, [](void* p) { *(volatile int*)p = 1; }, &seen); while (*(volatile int*)&seen "
       "== 0) {} cudaMemcpyAsync(pinned, a, 256, cudaMemcpyDeviceToHost, s); seen = pinned[3];",
       "The host reads `pinned`"},

      {"memory of a stream used in another one",
       "int* c; cudaMallocAsync((void**)&c, 256, s); fill<<<1, 64, 0, t>>>(c, 1);",
       "`fill` writes `c`, while cudaMallocAsync"},
      {"memory freed in a stream while another one uses it",
       "int* c; cudaMallocAsync((void**)&c, 256, s); cudaStreamSynchronize(s); fill<<<1, 64, 0, t>>>(c, 1); "
       "cudaFreeAsync(c, s);",
       "cudaFreeAsync frees `c`, while `fill`"},
      {"memory of a pool used in another stream",
       "int* c; cudaMemPool_t pool; cudaDeviceGetDefaultMemPool(&pool, 0); cudaMallocFromPoolAsync((void**)&c, 256, "
       "pool, s); cudaMemsetAsync(c, 0, 256, t);",
       "cudaMemsetAsync writes `c`, while cudaMallocFromPoolAsync"},
      {"atomics of a block in two streams", "countInBlock<<<1, 64, 0, s>>>(a); countInBlock<<<1, 64, 0, t>>>(a);",
       "`countInBlock` writes `a`, while `countInBlock`"},
      {"a counter orders nothing", "countAndFill<<<1, 64, 0, s>>>(b, a); countAndFill<<<1, 64, 0, t>>>(b, a);",
       "`countAndFill` writes `a`"},
      {"branches of a graph",
       "cudaGraph_t g; cudaGraphExec_t x; cudaGraphNode_t m, n; cudaGraphCreate(&g, 0); void* arguments[] = {&a, "
       "&seen}; cudaKernelNodeParams p = {}; p.func = (void*)fill; p.gridDim = dim3(1); p.blockDim = dim3(64); "
       "p.kernelParams = arguments;\n cudaGraphAddKernelNode(&m, g, nullptr, 0, &p); p.func = (void*)half; p.blockDim "
       "= dim3(32);\n "
       "cudaGraphAddKernelNode(&n, g, nullptr, 0, &p); cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, 0);",
       "`half` writes `a`, while `fill` (main.cu:"},
      {"branches of a captured graph",
       "cudaGraph_t g; cudaGraphExec_t x; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); cudaEventRecord(e, "
       "s); "
       "cudaStreamWaitEvent(t, e, 0); fill<<<1, 64, 0, s>>>(a, 1);\n twice<<<1, 64, 0, t>>>(a, b);\n "
       "cudaEventRecord(e, t); cudaStreamWaitEvent(s, e, 0); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&x, g, "
       "0); cudaGraphLaunch(x, s);",
       "`twice` reads `a`, while `fill`"},
      {"a copy beside a kernel of a graph",
       "cudaGraph_t g; cudaGraphExec_t x; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); cudaEventRecord(e, "
       "s); "
       "cudaStreamWaitEvent(t, e, 0); fill<<<1, 64, 0, s>>>(a, 1);\n cudaMemcpyAsync(b, a, 256, "
       "cudaMemcpyDeviceToDevice, t);\n cudaEventRecord(e, t); cudaStreamWaitEvent(s, e, 0); cudaStreamEndCapture(s, "
       "&g); cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, s);",
       "a node reads `a`, while `fill`"},
      {"data read before the flag",
       "mapped[0] = 0; tell<<<1, 1>>>(shared, mapped); seen = shared[0]; while (*(volatile int*)mapped == 0) {}",
       "The host reads `shared`"},
      {"a flag without a fence for the host",
       "mapped[0] = 0; tellTheBlock<<<1, 1>>>(shared, mapped); while (*(volatile int*)mapped == 0) {} seen = "
       "shared[0];",
       "The host reads `shared`"},
      {"work behind the flag",
       "mapped[0] = 0; tell<<<1, 1, 0, s>>>(shared, mapped); fill<<<1, 64, 0, s>>>(pinned, 1); while (*(volatile "
       "int*)mapped == 0) {} seen = pinned[0];",
       "The host reads `pinned`"},

      // All is well.
      {"a function of the stream tells the host",
       "cudaMemcpyAsync(pinned, a, 256, cudaMemcpyDeviceToHost, s); cudaLaunchHostFunc(s, [](void* p) { *(volatile "
       "int*)p = 1; }, &seen); while (*(volatile int*)&seen == 0) {} seen = pinned[3];",
       ""},
      {"managed memory read in time", "fill<<<1, 64>>>(shared, 1); cudaDeviceSynchronize(); seen = shared[3];", ""},
      {"managed memory beside the launch",
       "half<<<1, 16>>>(shared, 0); seen = shared[1]; shared[3] = 4; seen += shared[60];", ""},
      {"managed memory that both read", "twice<<<1, 64>>>(shared, b); seen = shared[3];", ""},
      {"managed memory filled before", "for (int i = 0; i < 64; ++i) shared[i] = i; twice<<<1, 64>>>(shared, b);", ""},
      {"a copy waits for the default stream",
       "fill<<<1, 64>>>(shared, 1); cudaMemcpy(host, a, 256, cudaMemcpyDeviceToHost); seen = shared[3];", ""},
      {"a copy waits for a stream that blocks",
       "fill<<<1, 64, 0, u>>>(a, 1); cudaMemcpy(host, a, 256, cudaMemcpyDeviceToHost);", ""},
      {"the default stream orders streams that block",
       "fill<<<1, 64, 0, u>>>(a, 1); twice<<<1, 64>>>(a, b); fill<<<1, 64, 0, u>>>(b, 2);", ""},
      {"a stream that blocks waits for the default stream", "cudaMemset(a, 3, 256); twice<<<1, 64, 0, u>>>(a, b);", ""},
      {"one stream",
       "fill<<<1, 64, 0, s>>>(a, 1); twice<<<1, 64, 0, s>>>(a, b); cudaMemcpyAsync(pinned, b, 256, "
       "cudaMemcpyDeviceToHost, s); cudaStreamSynchronize(s); seen = pinned[3];",
       ""},
      {"an event between streams",
       "fill<<<1, 64, 0, s>>>(a, 1); cudaEventRecord(e, s); cudaStreamWaitEvent(t, e, 0); twice<<<1, 64, 0, t>>>(a, "
       "b);",
       ""},
      {"an event over a third stream",
       "cudaEvent_t f; cudaEventCreate(&f); fill<<<1, 64, 0, s>>>(a, 1); cudaEventRecord(e, s); cudaStreamWaitEvent(u, "
       "e, 0); cudaEventRecord(f, u); cudaStreamWaitEvent(t, f, 0); twice<<<1, 64, 0, t>>>(a, b);",
       ""},
      {"the host between streams",
       "fill<<<1, 64, 0, s>>>(a, 1); cudaStreamSynchronize(s); twice<<<1, 64, 0, t>>>(a, b);", ""},
      {"an event that the host waits for",
       "fill<<<1, 64, 0, s>>>(shared, 1); cudaEventRecord(e, s); cudaEventSynchronize(e); seen = shared[3];", ""},
      {"asking until it is done",
       "fill<<<1, 64, 0, s>>>(shared, 1); while (cudaStreamQuery(s) != cudaSuccess) {} seen = shared[3];", ""},
      {"halves of a buffer", "half<<<1, 32, 0, s>>>(a, 0); half<<<1, 32, 0, t>>>(a, 1);", ""},
      {"two streams read",
       "twice<<<1, 64, 0, s>>>(a, b); int* c; cudaMallocAsync((void**)&c, 256, t); twice<<<1, 64, 0, t>>>(a, c);", ""},
      {"atomics of two streams", "sum<<<1, 64, 0, s>>>(a, b); sum<<<1, 64, 0, t>>>(a, b);", ""},
      {"a copy to pageable memory", "cudaMemcpyAsync(host, a, 256, cudaMemcpyDeviceToHost, s); seen = host[3];", ""},
      {"two pinned buffers in turn",
       "int* other; cudaMallocHost(&other, 256); cudaMemcpyAsync(a, pinned, 256, cudaMemcpyHostToDevice, s); "
       "memset(other, 1, 256); cudaMemcpyAsync(b, other, 256, cudaMemcpyHostToDevice, s); cudaStreamSynchronize(s); "
       "memset(pinned, 2, 256);",
       ""},
      {"freeing waits", "fill<<<1, 64, 0, s>>>(shared, 1); cudaFree(b); seen = shared[3];", ""},
      {"atomics of the host and the device",
       "sum<<<1, 64>>>(a, shared); if (shared[0] < 0) seen = 2; __sync_fetch_and_add(shared, 1);", ""},
      {"a flag in mapped memory",
       "mapped[0] = 0; tell<<<1, 1>>>(shared, mapped); while (*(volatile int*)mapped == 0) {} seen = shared[0];", ""},
      {"a flag set by an atomic",
       "mapped[0] = 0; tellByAtomic<<<1, 64>>>(shared, mapped); while (!__atomic_load_n(mapped, __ATOMIC_ACQUIRE)) {} "
       "seen = shared[0] + shared[63];",
       ""},
      {"work before the flag",
       "mapped[0] = 0; fill<<<1, 64, 0, s>>>(pinned, 1); tell<<<1, 1, 0, s>>>(shared, mapped); while (*(volatile "
       "int*)mapped == 0) {} seen = pinned[0]; mapped[0] = 0;",
       ""},
      {"a kernel that tells what came before it",
       "mapped[0] = 0; fill<<<1, 64, 0, s>>>(pinned, 1); signal<<<1, 1, 0, s>>>(mapped); while (*(volatile "
       "int*)mapped == 0) {} seen = pinned[0];",
       ""},
      {"a counter that the host watches",
       "shared[0] = 0; cudaDeviceSynchronize(); count<<<1, 64>>>(shared); while (*(volatile int*)shared < 64) {}", ""},
      {"registered memory",
       "static int own[1024]; int* there; if (cudaHostRegister(own, sizeof own, cudaHostRegisterMapped) || "
       "cudaHostGetDevicePointer((void**)&there, own, 0)) return 7; fill<<<1, 64>>>(there, 3); "
       "cudaDeviceSynchronize(); if (own[5] != 8) return 8; twice<<<1, 64>>>(own + 8, b); cudaDeviceSynchronize(); "
       "cudaPointerAttributes what; cudaPointerGetAttributes(&what, own + 3); if (what.type != cudaMemoryTypeHost) "
       "return 9; if (cudaHostRegister(own, 8, 0) != cudaErrorHostMemoryAlreadyRegistered) return 10; "
       "cudaHostUnregister(own);",
       ""},
      {"memory of a stream with an event",
       "int* c; cudaMallocAsync((void**)&c, 256, s); cudaEventRecord(e, s); cudaStreamWaitEvent(t, e, 0); fill<<<1, "
       "64, "
       "0, t>>>(c, 1); cudaEventRecord(e, t); cudaStreamWaitEvent(s, e, 0); cudaFreeAsync(c, s);",
       ""},
      {"memory of the default stream",
       "int* c; cudaMallocAsync((void**)&c, 256, 0); fill<<<1, 64, 0, u>>>(c, 1); cudaFreeAsync(c, 0);", ""},
      {"memory that is freed at last",
       "int* c; cudaMallocAsync((void**)&c, 256, s); cudaStreamSynchronize(s); fill<<<1, 64, 0, t>>>(c, 1); "
       "cudaFree(c);",
       ""},
      {"branches of a graph that are apart",
       "cudaGraph_t g; cudaGraphExec_t x; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); cudaEventRecord(e, "
       "s); "
       "cudaStreamWaitEvent(t, e, 0); half<<<1, 32, 0, s>>>(a, 0); half<<<1, 32, 0, t>>>(a, 1); cudaEventRecord(e, t); "
       "cudaStreamWaitEvent(s, e, 0); twice<<<1, 64, 0, s>>>(a, b); cudaStreamEndCapture(s, &g); "
       "cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, s);",
       ""},
      {"nodes of a graph that depend on each other",
       "cudaGraph_t g; cudaGraphExec_t x; cudaGraphNode_t m, n; cudaGraphCreate(&g, 0); void* arguments[] = {&a, "
       "&seen}; cudaKernelNodeParams p = {}; p.func = (void*)fill; p.gridDim = dim3(1); p.blockDim = dim3(64); "
       "p.kernelParams = arguments; cudaGraphAddKernelNode(&m, g, nullptr, 0, &p); cudaGraphAddKernelNode(&n, g, &m, "
       "1, "
       "&p); cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, 0);",
       ""},
      {"a function of the host in a stream",
       "fill<<<1, 64, 0, s>>>(mapped, 1); cudaLaunchHostFunc(s, [](void* p) { if (((int*)p)[3] != 4) abort(); }, "
       "mapped); cudaStreamSynchronize(s);",
       ""},
      {"a graph",
       "cudaGraph_t g; cudaGraphExec_t x; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); fill<<<1, 64, 0, "
       "s>>>(a, 1); twice<<<1, 64, 0, s>>>(a, b); cudaStreamEndCapture(s, &g); "
       "cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, s); cudaGraphLaunch(x, s); cudaStreamSynchronize(s); "
       "cudaMemcpy(host, b, 256, cudaMemcpyDeviceToHost);",
       ""},
      {"a wait for an event that nobody recorded", "cudaStreamWaitEvent(t, e, 0); twice<<<1, 64, 0, t>>>(a, b);", ""},
      {"a stream that is made later",
       "fill<<<1, 64>>>(a, 1); cudaDeviceSynchronize(); cudaStream_t v; cudaStreamCreateWithFlags(&v, "
       "cudaStreamNonBlocking); twice<<<1, 64, 0, v>>>(a, b);",
       ""},
      {"written to a file in time",
       "fill<<<1, 64>>>(shared, 1); cudaDeviceSynchronize(); FILE* f = fopen(\"/dev/null\", \"w\"); fwrite(shared, 4, "
       "64, f); fclose(f);",
       ""},
      {"written to a file beside a launch",
       "half<<<1, 16>>>(shared, 0); FILE* f = fopen(\"/dev/null\", \"w\"); setbuf(f, 0); if (fwrite(shared + 40, 4, "
       "20, f) != 20) return 9; fclose(f);",
       ""},
  };
  return all;
}

}  // namespace

/// Work of streams and of the host that nothing orders is found where it touches the same bytes, and nowhere else.
class MissingSynchronisationTest : public QObject {
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
    if (one.part.empty())
      QCOMPARE(found, std::string());
    else
      VERIFY_CONTAINS(found, "missing-synchronisation: " + one.part);
    for (const EngineFinding& finding : run.findings) QVERIFY(finding.at.line != 0 && finding.other.line != 0);
  }

  void itIsNewInAVariant() {
    const RunProgram original(
        program("fill<<<1, 64>>>(shared, 1); cudaDeviceSynchronize(); printf(\"%d\\n\", shared[3]);"));
    const RunProgram variant(program("fill<<<1, 64>>>(shared, 1); printf(\"%d\\n\", shared[3]);"));
    const auto verified = verifyOnEngine(original.job, variant.job, nullptr, {});
    QVERIFY(verified.ok());
    QVERIFY2(verified->identical, verified->summary.c_str());
    QCOMPARE(verified->findings.size(), size_t(1));
    QCOMPARE(verified->findings[0].kind, std::string("missing-synchronisation"));
  }

  void registeredMemoryHasBounds() {
    RunProgram whole(
        "#include <cstdlib>\n"
        "__global__ void past(int* a) { a[1024] = 1; }\n"
        "int main() {\n"
        "  int* own = (int*)malloc(8192);\n"
        "  cudaHostRegister(own, 4096, cudaHostRegisterMapped);\n"
        "  past<<<1, 1>>>(own);\n"
        "  return cudaDeviceSynchronize();\n"
        "}\n");
    whole.job.check = true;
    const EngineRun run = whole.run();
    QCOMPARE(run.findings.size(), size_t(1));
    QCOMPARE(run.findings[0].kind, std::string("out-of-bounds"));
    QCOMPARE(run.findings[0].at.line, 2U);
    QVERIFY(std::any_of(run.notes.begin(), run.notes.end(), [](const std::string& note) {
      return note.find("Memory that cudaHostRegister gives to the device (own)") != std::string::npos;
    }));
  }

  void nothingIsLookedForWithoutChecks() {
    const EngineRun run = RunProgram(program("fill<<<1, 64>>>(shared, 1); seen = shared[3];")).run();
    QCOMPARE(failureOf(run), std::string());
    QVERIFY(run.findings.empty());
  }
};

QTEST_GUILESS_MAIN(MissingSynchronisationTest)
#include "missing_synchronisation_test.moc"

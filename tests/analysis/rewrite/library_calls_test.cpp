// What calls into libraries may be taken for: functions of a header that the compiler is given with -isystem.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "analysis/analyzer/analysis.h"
#include "core/base/file.h"

using namespace warpwright;

namespace {

const char* const kHeader = R"(#pragma once
namespace lib {
__device__ int table[64];
template <int N> __device__ inline int slot() { return threadIdx.x % N; }
__device__ inline int thread_of(int scale) { return threadIdx.x * scale; }
__device__ inline int block_of(int scale) { return blockIdx.x * scale; }
__device__ inline int column(int scale) { return threadIdx.y * scale; }
__device__ inline int deep(int scale) { return thread_of(scale) + 1; }
__device__ inline int in_text(int scale) { int v; asm("mov.u32 %0, %%tid.x;" : "=r"(v)); return v * scale; }
__device__ inline int lane(int scale) { int v; asm("mov.u32 %0, %%laneid;" : "=r"(v)); return v * scale; }
__device__ inline int lane_by_name(int scale) { return __nvvm_read_ptx_sreg_laneid() * scale; }
__device__ inline int watched(int i) { return *(volatile int*)(table + (i & 63)); }
__device__ inline int awaited(int i) { return __atomic_load_n(table + (i & 63), __ATOMIC_RELAXED); }
__device__ inline int mixed(int v) { return __shfl_xor_sync(0xffffffffu, v, 1); }
__device__ inline int together(int v) { return v + __popc(__activemask()); }
__device__ inline int multiplied(int v) {
  int a[8] = {v}, b[8] = {v};
  float d[8], c[8] = {};
  __hmma_m16n16k16_mma_f32f32(d, a, b, c, 0, 0);
  return (int)d[0];
}
__device__ inline int loaded(int i) { int v; asm("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(table + i)); return v; }
__device__ inline int told(int i) { printf("%d", i); return i; }
__device__ inline int counted(int i) { return table[i]++; }
__device__ inline int seen(int i) { return table[i & 63]; }
__device__ inline int waited(int i) { __syncthreads(); return i; }
__device__ int hidden(int);
__device__ __attribute__((const)) int norm(int);  // constant for a thread, as its lane is
__device__ int max(int a, int b, int c) { return a + b + c + threadIdx.x; }
__device__ inline int atomicNothing(int a) { return threadIdx.x + a; }
__device__ inline int tex1D(int a) { return threadIdx.x + a; }
__device__ inline int added(int a, int b) { int v; asm("add.s32 %0, %1, %2;" : "=r"(v) : "r"(a), "r"(b)); return v; }
__device__ inline void doubled(int& a) { a *= 2; }
__device__ inline const int& larger(const int& a, const int& b) { return a < b ? b : a; }
struct Thread { int value; __device__ Thread() : value(threadIdx.x) {}
                __device__ explicit Thread(int s) : value(threadIdx.x * s) {} };
struct Pair { int a, b; __device__ Pair(int x, int y) : a(x), b(y) {} __device__ int sum() const { return a + b; }
              __device__ int mine() const { return a + threadIdx.x; } __device__ void grow(int by) { a += by; } };
}  // namespace lib
)";

}  // namespace

class LibraryCallsTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::string systemFolder() const { return folder_.filePath("system").toStdString(); }
  /// A kernel with these statements, and the header beside it.
  std::string write(const std::string& body) const {
    const std::string file = folder_.filePath("a.cu").toStdString();
    const std::string text =
        "#include <cstdio>\n#include <cuda_fp16.h>\n#include <lib/ids.h>\n"
        "__global__ void k(const int* in, int* o) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  int v = in[i];\n  " +
        body +
        "\n  o[i] = v;\n}\n"
        "int main() { k<<<4, 64>>>(nullptr, nullptr); }\n";
    [&] {
      QVERIFY(QDir(folder_.path()).mkpath("system/lib"));
      QVERIFY(writeFileAtomically(systemFolder() + "/lib/ids.h", kHeader).ok());
      QVERIFY(writeFileAtomically(file, text).ok());
    }();
    return file;
  }
  analysis::AnalyzeOptions options() const {
    analysis::AnalyzeOptions options;
    options.parse.headers = frontend::HeaderMode::own;
    options.passes = {"thread_compaction"};
    options.flags = {"-isystem", systemFolder()};
    return options;
  }

 private slots:
  void bodiesAreLookedInto_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("reason");  // empty: applicable
    const auto row = [](const char* name, const char* body, const char* reason = "") {
      QTest::newRow(name) << body << reason;
    };
    row("index", "v += lib::thread_of(2);", "reads threadIdx.x");
    row("other index", "v += lib::block_of(2);");
    row("other dimension", "v += lib::column(2);");
    row("two calls down", "v += lib::deep(2);", "reads threadIdx.x");
    row("template", "v += lib::slot<4>();", "reads threadIdx.x");
    row("index in assembly", "v += lib::in_text(2);", "asks in assembly where");
    row("lane in assembly", "v += lib::lane(2);", "asks in assembly where");
    row("lane by name", "v += lib::lane_by_name(2);", "asks where or when");
    row("volatile", "v += lib::watched(2);", "volatile");
    row("atomic load", "v += lib::awaited(2);", "volatile or atomic");
    row("shuffle", "v += lib::mixed(v);", "exchanges values between the threads of a warp");
    row("threads that are together", "v += lib::together(v);", "exchanges values between the threads of a warp");
    row("product of matrices", "v += lib::multiplied(v);", "exchanges values between the threads of a warp");
    row("prints", "v += lib::told(2);", "printf");
    row("writes", "v += lib::counted(2);", "writes memory");
    row("reads", "v += lib::seen(v);");
    row("barrier", "v += lib::waited(v);", "barrier");
    row("no body", "v += lib::hidden(v);", "lib::hidden");
    row("name of a math function", "v += lib::max(v, 1, 2);", "reads threadIdx.x");
    row("name of a math function without a body", "v += lib::norm(v);", "has no body here");
    row("name like an atomic", "v += lib::atomicNothing(1);", "reads threadIdx.x");
    row("name like a texture fetch", "v += lib::tex1D(1);", "reads threadIdx.x");
    row("arithmetic in assembly", "v += lib::added(v, 3);");
    row("writes its argument", "lib::doubled(v);");
    row("gives an argument", "v += lib::larger(v, 3);");
    row("constructor", "lib::Thread t; v += t.value;", "reads threadIdx.x");
    row("constructor with a value", "lib::Thread t(3); v += t.value;", "reads threadIdx.x");
    row("plain constructor", "lib::Pair p(v, 1); v = p.sum();");
    row("method", "lib::Pair p(v, 1); v = p.mine();", "reads threadIdx.x");
    row("method that changes", "lib::Pair p(v, 1); p.grow(v); v = p.sum();");
    row("mathematics",
        "v += (int)sqrtf((float)v) + max(v, 3) + __popc(v) + (int)fmaf(v, 2.0f, 1.0f) + (int)__expf(v);");
    row("vectors", "float4 f = make_float4(v, 1, 2, 3); v += (int)(f.x + f.w);");
    row("halves",
        "__half h = __float2half(v); __half2 g = __half2half2(h); v += (int)__half2float(__low2half(__hadd2(g, g)));");
  }

  void bodiesAreLookedInto() {
    QFETCH(QString, body);
    QFETCH(QString, reason);
    const std::string file = write(body.toStdString());
    Result<AnalysisResult> result = analysis::Analyzer(options()).analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QCOMPARE(result->kernels.size(), size_t{1});
    QVERIFY2(result->units.at(0).errors.empty(),
             result->units.at(0).errors.empty() ? "" : result->units.at(0).errors.front().message.c_str());
    QCOMPARE(result->kernels[0].opportunities.size(), size_t{1});
    const Opportunity& found = result->kernels[0].opportunities[0];
    if (reason.isEmpty()) {
      QVERIFY2(found.verdict == VerdictKind::applicable, toText(found.reason).c_str());
    } else {
      QVERIFY2(found.verdict != VerdictKind::applicable, toText(found.reason).c_str());
      QVERIFY2(QString::fromStdString(toText(found.reason)).contains(reason), toText(found.reason).c_str());
    }
  }

  // What was loaded before a barrier is kept behind it: others may write there. What is made from the index alone would
  // be computed again.
  void keepsWhatWasLoaded_data() {
    QTest::addColumn<QString>("from");
    QTest::newRow("from a value") << "v";
    QTest::newRow("from the index") << "i";
  }
  void keepsWhatWasLoaded() {
    QFETCH(QString, from);
    const std::string file =
        write("int before = lib::seen(" + from.toStdString() +
              ");\n  __syncthreads();\n  lib::table[i & 63] = v;\n  __syncthreads();\n  v += before;");
    analysis::Analyzer analyzer(options());
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const Opportunity& found = result->kernels.at(0).opportunities.at(0);
    QVERIFY2(found.verdict == VerdictKind::applicable, toText(found.reason).c_str());
    const Result<Rewrite> change = analyzer.rewrite(file, found.id, {}, {});
    QVERIFY2(change.ok(), change.ok() ? "" : change.error().message.c_str());
    const Result<std::string> text = applyEdits(change->files.at(0), readFile(file, 1 << 20).value());
    QVERIFY(text.ok());
    const size_t load = text->find("lib::seen("), store = text->find("lib::table[");
    QVERIFY2(load == text->rfind("lib::seen(") && load < store, text->c_str());
  }
};

QTEST_GUILESS_MAIN(LibraryCallsTest)
#include "library_calls_test.moc"

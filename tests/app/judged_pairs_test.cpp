// Random programs and twins of theirs: a twin that differs in one effect is told from its original, and one that only
// looks different is not. WARPWRIGHT_PAIRS (default 16) and WARPWRIGHT_PAIRS_SEED (default 1) choose them.

#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "core/base/file.h"
#include "tests/app/command.h"

using namespace warpwright;

namespace {

/// One thing that a program does. @0 is a small number, @1 and @2 are two different ones.
struct Effect {
  const char* text;
  const char* changed;    ///< does something else
  const char* same = "";  ///< does the same in another way; empty: there is none
};

constexpr Effect kEffects[] = {
    {"printf(\"host @1\\n\");", "printf(\"host @2\\n\");", "std::cout << \"host \" << @1 << \"\\n\" << std::flush;"},
    {"fprintf(stderr, \"warned @1\\n\");", "fprintf(stderr, \"warned @2\\n\");",
     "std::cerr << \"warned @1\" << std::endl;"},
    {"{ std::ofstream file(\"result@0.txt\"); file << @1 << \"\\n\"; }",
     "{ std::ofstream file(\"result@0.txt\"); file << @2 << \"\\n\"; }"},
    {"{ std::ofstream file(\"kept@1.txt\"); file << \"x\"; }",
     "{ std::ofstream file(\"kept@2.txt\"); file << \"x\"; }"},
    {"{ FILE* file = fopen(\"log.txt\", \"a\"); fprintf(file, \"@1\\n\"); fclose(file); }",
     "{ FILE* file = fopen(\"log.txt\", \"a\"); fprintf(file, \"@2\\n\"); fclose(file); }"},
    {"fill<<<2, 64>>>(a, 256, @1);", "fill<<<2, 64>>>(a, 256, @2);", "fill<<<4, 32>>>(a, 256, @1);"},
    {"add<<<2, 64>>>(b, 256, @1);", "add<<<2, 64>>>(b, 256, @2);", "add<<<dim3(1, 1), dim3(16, 1)>>>(b, 256, @1);"},
    {"say<<<1, 1>>>(@1);\n  cudaDeviceSynchronize();", "say<<<1, 1>>>(@2);\n  cudaDeviceSynchronize();"},
    {"point<<<1, 1>>>(p + @0, a, @1);", "point<<<1, 1>>>(p + @0, a, @2);"},
    {"point<<<1, 1>>>(p + @0, a, @1);", "point<<<1, 1>>>(p + @0, b, @1);"},
    {"real<<<1, 32>>>(f, 0x80000000u);", "real<<<1, 32>>>(f, 0u);"},
    {"real<<<1, 32>>>(f, 0x7fc00000u + @1);", "real<<<1, 32>>>(f, 0x7fc00000u + @2);"},
    {"mark<<<1, 1>>>(@0, @1);", "mark<<<1, 1>>>(@0, @2);"},
    {"cudaDeviceSynchronize();\n  m[@0] = @1;", "cudaDeviceSynchronize();\n  m[@0] = @2;"},
    {"code = @1;", "code = @2;"},
    {"hide<<<1, 1>>>(@0, @1);", "hide<<<1, 1>>>(@0, @2);"},
    {"tally<<<1, 1>>>(@1);", "tally<<<1, 1>>>(@2);"},
    {"{ int v = @1; cudaMemcpyToSymbol(factor, &v, sizeof v); }",
     "{ int v = @2; cudaMemcpyToSymbol(factor, &v, sizeof v); }"},
    {"lend<<<1, 1>>>(lent, @0, @1);", "lend<<<1, 1>>>(lent, @0, @2);"},
    {"keep<<<1, 1>>>(@0, @1);", "keep<<<1, 1>>>(@0, @2);"},
    {"cudaMemset2D(w, 64, @0 + 1, 16, 8);", "cudaMemset2D(w, 64, @0 + 1, 16, 7);",
     "for (int i = 0; i < 8; ++i) cudaMemset(w + i * 16, @0 + 1, 16);"},
    {"later<<<1, 64, 0, s>>>(c, @1);\n  cudaStreamSynchronize(s);\n  later<<<1, 64>>>(c, 1);",
     "later<<<1, 64, 0, s>>>(c, @1);\n  later<<<1, 64>>>(c, 1);",
     "later<<<1, 64, 0, s>>>(c, @1);\n  cudaDeviceSynchronize();\n  later<<<1, 64>>>(c, 1);"},
    {"replay(s, g, @1, 2);", "replay(s, g, @1, 3);",
     "for (int i = 0; i < 2; ++i) later<<<1, 64, 0, s>>>(g, @1);\n  cudaStreamSynchronize(s);"},
    {"fetch(h, q);\n  printf(\"%d\\n\", h[@0]);", "printf(\"%d\\n\", q[@0]);",
     "cudaMemcpy(h, q, 256, cudaMemcpyDeviceToHost);\n  printf(\"%d\\n\", h[@0]);"},
    {"locked<<<1, 64>>>(l, @1);", "unlocked<<<1, 64>>>(l, @1);", "locked<<<1, 64>>>(l, @1 + 0);"},
    {"cudaLaunchHostFunc(s, tell, numbers + @1);\n  cudaStreamSynchronize(s);",
     "cudaLaunchHostFunc(s, tell, numbers + @2);\n  cudaStreamSynchronize(s);"},
    {"std::thread([&] { later<<<1, 64>>>(u, @1); }).join();", "std::thread([&] { later<<<1, 64>>>(u, @2); }).join();",
     "later<<<1, 64>>>(u, @1);"},
    {"atexit([] { puts(\"bye @1\"); });", "atexit([] { puts(\"bye @2\"); });"},
    {"writeRaw(@1);", "writeRaw(@2);", "writeRaw(@1 + 0);"},
    {"storePadded(z, @1);", "storePadded(z, @2);", "storePadded(z, @1 + 0);"},
};

constexpr const char* kBefore = R"(#include <cstdio>
#include <fstream>
#include <iostream>
#include <thread>

__device__ int marks[16];
__constant__ int factor;
namespace {
__device__ int hidden[16];
}
static int lent[64];

__global__ void fill(int* a, int n, int v) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] = i * v;
}
__global__ void add(int* a, int n, int v) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] += v;
}
__global__ void say(int v) { printf("device %d\n", v); }
__global__ void point(int** p, int* a, int at) { p[0] = a + at; }
__global__ void real(float* f, unsigned bits) { f[threadIdx.x] = __uint_as_float(bits); }
__global__ void mark(int at, int v) { marks[at] = v; }
__global__ void hide(int at, int v) { hidden[at] = v + factor; }
__device__ int more(int v) {
  static int sum = 0;
  return sum += v;
}
__global__ void tally(int v) { more(v); }
__global__ void lend(int* r, int at, int v) { r[at] = v; }
__device__ int* kept[8];
__global__ void keep(int at, int v) {
  kept[at] = (int*)malloc(16);
  for (int i = 0; i < 4; ++i) kept[at][i] = v;
}
__global__ void later(int* a, int v) { a[threadIdx.x] += v; }
template <bool fenced>
__device__ void sumUnderLock(int* sum, int v) {
  __shared__ int held;
  if (threadIdx.x == 0) held = 0;
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;
  while (atomicCAS(&held, 0, 1) != 0) {
  }
  if (fenced) __threadfence_block();
  *sum += v;
  if (fenced) __threadfence_block();
  atomicExch(&held, 0);
}
__global__ void locked(int* sum, int v) { sumUnderLock<true>(sum, v); }
__global__ void unlocked(int* sum, int v) { sumUnderLock<false>(sum, v); }

static int numbers[128], h[64];
static void tell(void* number) { printf("told %d\n", *(int*)number); }
static void fetch(int* to, int* from) {
  cudaMemcpyAsync(to, from, 256, cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
}
static void replay(cudaStream_t s, int* a, int v, int times) {
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  later<<<1, 64, 0, s>>>(a, v);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&ready, graph, 0);
  for (int i = 0; i < times; ++i) cudaGraphLaunch(ready, s);
  cudaStreamSynchronize(s);
}
static void writeRaw(int v) {
  FILE* file = fopen("raw.bin", "wb");
  fwrite(&v, sizeof v, 1, file);
  fclose(file);
}
struct Padded {
  int value;
  unsigned padding;  // holds something else each time
  double other;
};
static void storePadded(Padded* to, int v) {
  static void* somewhere = malloc(1 << 20);
  const Padded one{v, (unsigned)((unsigned long)somewhere >> 12) * 2654435761u, 1};
  cudaMemcpy(to, &one, sizeof one, cudaMemcpyHostToDevice);
  later<<<1, 64>>>((int*)(to + 1), 1);
}

int main() {
  int *a, *b, *m, **p, *c, *g, *l, *q, *u, *w, code = 0;
  float* f;
  Padded* z;
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  for (int i = 0; i < 128; ++i) numbers[i] = i;
)";

constexpr const char* kAllocated = R"(  cudaMalloc(&a, 1024);
  cudaMalloc(&b, 1024);
  cudaMalloc(&p, 128);
  cudaMalloc(&f, 1024);
  cudaMallocManaged(&m, 1024);
  cudaMemset(a, 0, 1024);
  cudaMemset(b, 0, 1024);
  cudaMemset(p, 0, 128);
  cudaMemset(f, 0, 1024);
  cudaMemset(m, 0, 1024);
  cudaHostRegister(lent, sizeof lent, 0);
  for (int** one : {&c, &g, &l, &q, &u, &w}) {
    cudaMalloc(one, 1024);
    cudaMemset(*one, 0, 1024);
  }
  cudaMalloc(&z, 1024);
  cudaMemset(z, 0, 1024);
)";

class PairMaker {
 public:
  explicit PairMaker(uint64_t seed) : random_(seed) { make(); }

  std::string original, twin, difference;
  bool isSame = false;

 private:
  int upTo(int count) { return static_cast<int>(random_() % static_cast<uint64_t>(count)); }

  struct Chosen {
    const Effect* effect;
    std::string numbers[3];
  };

  static std::string filled(std::string text, const Chosen& chosen) {
    for (int i = 0; i < 3; ++i) {
      const std::string mark = "@" + std::to_string(i);
      for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark))
        text.replace(at, 2, chosen.numbers[i]);
    }
    return text;
  }

  static std::string program(const std::vector<std::string>& statements, const std::string& first) {
    std::string text = kBefore + first + kAllocated;
    for (const std::string& statement : statements) text += "  " + statement + "\n";
    return text + "  cudaDeviceSynchronize();\n  return code;\n}\n";
  }

  void make() {
    std::vector<Chosen> chosen;
    std::vector<std::string> statements;
    const int count = 3 + upTo(6);
    for (int i = 0; i < count; ++i) {
      const int one = 1 + upTo(60);
      chosen.push_back({&kEffects[upTo(std::size(kEffects))],
                        {std::to_string(upTo(8)), std::to_string(one), std::to_string(61 + upTo(60))}});
      // What a program leaves behind last is seen; what is written over is not.
      for (int earlier = 0; earlier < i; ++earlier) {
        if (std::string(chosen[earlier].effect->text).substr(0, 5) ==
            std::string(chosen[i].effect->text).substr(0, 5)) {
          chosen.pop_back();
          --i;
          break;
        }
      }
    }
    for (const Chosen& one : chosen) statements.push_back(filled(one.effect->text, one));
    original = program(statements, "");
    isSame = upTo(100) < 40;
    const auto at = static_cast<size_t>(upTo(count));
    const Chosen& one = chosen[at];
    if (isSame) {
      std::string first;
      if (one.effect->same[0] != 0 && upTo(2) == 0)
        statements[at] = filled(one.effect->same, one);
      else
        first = "  void* scratch;\n  cudaMalloc(&scratch, " + std::to_string(512 * (1 + upTo(9))) + ");\n";
      twin = program(statements, first);
      difference = first.empty() ? statements[at] : first;
      return;
    }
    difference = "instead of " + statements[at] + ": ";
    statements[at] = upTo(4) == 0 ? "" : filled(one.effect->changed, one);
    difference += statements[at];
    twin = program(statements, "");
  }

  std::mt19937_64 random_;
};

int setting(const char* name, int otherwise) {
  bool isNumber = false;
  const int value = qEnvironmentVariableIntValue(name, &isNumber);
  return isNumber ? value : otherwise;
}

}  // namespace

class JudgedPairsTest : public QObject {
  Q_OBJECT

 private slots:
  void tellsTwins_data() {
    QTest::addColumn<int>("seed");
    const int first = setting("WARPWRIGHT_PAIRS_SEED", 1), count = setting("WARPWRIGHT_PAIRS", 16);
    for (int seed = first; seed < first + count; ++seed) QTest::addRow("seed %d", seed) << seed;
  }

  void tellsTwins() {
    QFETCH(int, seed);
    const PairMaker pair(static_cast<uint64_t>(seed));
    QTemporaryDir folder;
    QVERIFY(writeFileAtomically((folder.path() + "/a.cu").toStdString(), pair.original).ok());
    QVERIFY(writeFileAtomically((folder.path() + "/b.cu").toStdString(), pair.twin).ok());
    const Answer answer =
        callWarpwright({"verify", "a.cu", "--against", "b.cu", "--cuda", "none", "--format", "json"}, folder.path());
    const auto value = answer.value();
    const bool said = value.value("identical", !pair.isSame) && value.value("findings", nlohmann::json()).empty();
    const std::string shown = pair.difference + "\n" + answer.output + answer.error;
    QVERIFY2(said == pair.isSame, shown.c_str());
    QCOMPARE(answer.code == 0, pair.isSame);
  }
};

QTEST_GUILESS_MAIN(JudgedPairsTest)
#include "judged_pairs_test.moc"

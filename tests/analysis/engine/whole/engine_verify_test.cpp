#include <QTest>

#include "tests/analysis/engine/whole/run_program.h"

using namespace warpwright;

namespace {

/// A program that smooths an array three times; `statement` computes what a thread writes.
std::string smoother(const std::string& statement, const std::string& before = "") {
  return before +
         "#include <cstdio>\n"
         "__global__ void smooth(const float* in, float* out, int n) {\n"
         "  __shared__ float tile[66];\n"
         "  int i = blockIdx.x * 64 + threadIdx.x;\n"
         "  tile[threadIdx.x + 1] = i < n ? in[i] : 0;\n"
         "  if (threadIdx.x == 0) tile[0] = i > 0 ? in[i - 1] : 0;\n"
         "  if (threadIdx.x == 63) tile[65] = i + 1 < n ? in[i + 1] : 0;\n"
         "  __syncthreads();\n"
         "  " +
         statement +
         "\n"
         "}\n"
         "int main() {\n"
         "  const int n = 1000;\n"
         "  float *wave[2], host[n];\n"
         "  for (int i = 0; i < n; ++i) host[i] = i % 17;\n"
         "  for (int i = 0; i < 2; ++i) cudaMalloc((void**)&wave[i], sizeof host);\n"
         "  cudaMemcpy(wave[0], host, sizeof host, cudaMemcpyHostToDevice);\n"
         "  for (int step = 0; step < 3; ++step)\n"
         "    smooth<<<(n + 63) / 64, 64>>>(wave[step % 2], wave[(step + 1) % 2], n);\n"
         "  cudaMemcpy(host, wave[1], sizeof host, cudaMemcpyDeviceToHost);\n"
         "  printf(\"%g\\n\", host[500]);\n"
         "}\n";
}

const std::string plain =
    "if (i < n) out[i] = (tile[threadIdx.x] + tile[threadIdx.x + 1] + tile[threadIdx.x + 2]) / 3;";

Verification verify(const RunProgram& original, const RunProgram& variant) {
  auto result = verifyOnEngine(original.job, variant.job, nullptr, {});
  if (result.ok()) return std::move(result.value());
  Verification none;
  none.summary = "error: " + result.error().message;
  return none;
}

}  // namespace

class EngineVerifyTest : public QObject {
  Q_OBJECT
 private slots:
  void equalProgramsAreIdentical() {
    const RunProgram original(smoother(plain));
    const RunProgram variant(
        smoother("float s = tile[threadIdx.x] + tile[threadIdx.x + 1];\n"
                 "if (i < n) out[i] = (s + tile[threadIdx.x + 2]) / 3;",
                 "// moved\n\n"));
    const Verification v = verify(original, variant);
    VERIFY_CONTAINS(v.summary,
                    std::string("Identical. 3 launches, 3,000 results compared bit by bit; no races, no accesses "
                                "out of bounds."));
    QVERIFY(v.identical && v.differences.empty() && v.findings.empty());
  }

  /// Sums of blocks are rounded before they are added: the original's are not.
  void sumsInOtherGroupsLieWithinTheirRounding() {
    const auto program = [](const std::string& body, const std::string& after) {
      return "__global__ void add(float* total, const float* in) {\n  int i = blockIdx.x * 64 + threadIdx.x;\n  " +
             body +
             "\n}\n__global__ void halve(float* half, const float* total) { *half = *total / 2; }\n"
             "int main() {\n  float *in, *total;\n  cudaMallocManaged(&in, 8192 * sizeof(float));\n"
             "  cudaMallocManaged(&total, 2 * sizeof(float));\n"
             "  for (int i = 0; i < 8192; ++i) in[i] = (i / 64 % 2 ? -1 : 1) * (1000 + 1.0f / (i + 1));\n  total[0] = "
             "total[1] = 0;\n"
             "  add<<<128, 64>>>(total, in);\n" +
             after + "  return cudaDeviceSynchronize();\n}\n";
    };
    const std::string one = "atomicAdd(total, in[i]);",
                      byBlock =
                          "__shared__ float part;\n  if (threadIdx.x == 0) part = -0.0f;\n  __syncthreads();\n"
                          "  atomicAdd(&part, in[i]);\n  __syncthreads();\n"
                          "  if (threadIdx.x == 0) atomicAdd(total, part);",
                      halved = "  halve<<<1, 1>>>(total + 1, total);\n";
    RunProgram original(program(one, "")), variant(program(byBlock, ""));
    const Verification plainly = verify(original, variant);
    QVERIFY(!plainly.identical && plainly.differences.size() == 1 && !plainly.rounded);
    original.job.boundSums = true;
    const Verification v = verify(original, variant);
    QVERIFY2(!v.identical && v.differences.empty() && v.findings.empty(), v.summary.c_str());
    QCOMPARE(v.rounded->elements, uint64_t{1});
    QVERIFY(v.rounded->largestShare > 0 && v.rounded->largestShare < 0.1);
    const RunProgram wrong(program("if (i != 100) { " + one + " }", ""));
    QCOMPARE(verify(original, wrong).differences.size(), size_t{1});
    RunProgram further(program(one, halved));
    further.job.boundSums = true;
    const Verification followed = verify(further, RunProgram(program(byBlock, halved)));
    QCOMPARE(followed.rounded->elements, uint64_t{1});
    QCOMPARE(followed.differences.size(), size_t{1});
    QCOMPARE(followed.differences[0].index, uint64_t{1});
  }

  /// What a change rests on is broken already by the program that it was made for.
  void anAssumptionIsCheckedInTheOriginal() {
    RunProgram original(smoother(plain)), variant(smoother(plain));
    original.job.assumptions = {"smooth: block=32,1,1"};
    for (const bool inBoth : {false, true}) {
      if (inBoth) variant.job.assumptions = original.job.assumptions;
      const Verification v = verify(original, variant);
      QVERIFY(!v.findings.empty() && v.findings.front().kind == "assumption");
      VERIFY_CONTAINS(v.summary,
                      std::string("but the variant is not safe: smooth is launched with blocks of (64,1,1)"));
    }
    original.job.assumptions = variant.job.assumptions = {"smooth: block=64,1,1"};
    QVERIFY(verify(original, variant).findings.empty());
  }

  void aDifferenceNamesBufferIndexAndValues() {
    const RunProgram original(smoother(plain));
    const RunProgram variant(smoother(plain + " if (i == 321) out[i] = 5;"));
    const Verification v = verify(original, variant);
    QVERIFY(!v.identical);
    QVERIFY(!v.differences.empty());
    const OutputDifference& first = v.differences.front();
    VERIFY_CONTAINS(first.buffer, "wave[i] (main.cu:");
    QCOMPARE(first.index, uint64_t(321));
    QCOMPARE(first.variant, std::string("5"));
    QVERIFY(first.original != first.variant);
    VERIFY_CONTAINS(v.summary, "Results differ after launch 1 (smooth): `wave[i][321]`");
  }

  // The order in which atomics add is the program's of no version.
  void sumsByAtomicsAreComparedExactly() {
    const auto adder = [](const std::string& index, const std::string& value = "1.0f / (i + 1)") {
      return "#include <cstdio>\n"
             "__global__ void add(float* sums) {\n"
             "  __shared__ float own;\n"
             "  if (threadIdx.x == 0) own = 0;\n"
             "  __syncthreads();\n"
             "  int i = " +
             index +
             ";\n"
             "  atomicAdd(&own, " +
             value +
             ");\n"
             "  atomicAdd(&sums[1], " +
             value +
             ");\n"
             "  __syncthreads();\n"
             "  if (threadIdx.x == 0) atomicAdd(&sums[0], own);\n"
             "}\n"
             "int main() {\n"
             "  float *sums, host[2] = {0, 0};\n"
             "  cudaMalloc((void**)&sums, sizeof host);\n"
             "  cudaMemcpy(sums, host, sizeof host, cudaMemcpyHostToDevice);\n"
             "  add<<<1, 512>>>(sums);\n"
             "  cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);\n"
             "  printf(\"%.9g %.9g\\n\", host[0], host[1]);\n"
             "}\n";
    };
    const RunProgram forward(adder("threadIdx.x"));
    const Verification same = verify(forward, RunProgram(adder("511 - threadIdx.x")));
    VERIFY_CONTAINS(same.summary, "Identical.");
    QVERIFY(std::any_of(same.variant.notes.begin(), same.variant.notes.end(), [](const std::string& note) {
      return note.find("compared as exact sums") != std::string::npos;
    }));
    const Verification other = verify(forward, RunProgram(adder("threadIdx.x", "(i == 9 ? 0 : 1.0f / (i + 1))")));
    QVERIFY(!other.identical);
  }

  void aRaceOfTheVariantIsNamed() {
    std::string racy = smoother(plain);
    racy.replace(racy.find("  __syncthreads();\n"), 19, "");
    const Verification v = verify(RunProgram(smoother(plain)), RunProgram(racy));
    QVERIFY(!v.findings.empty());
    QVERIFY(std::any_of(v.findings.begin(), v.findings.end(), [](const EngineFinding& f) { return f.kind == "race"; }));
  }

  void findingsOfBothAreNotTheVariants() {
    std::string racy = smoother(plain);
    racy.replace(racy.find("  __syncthreads();\n"), 19, "");
    const Verification v = verify(RunProgram(racy), RunProgram(racy));
    QVERIFY(!v.original.findings.empty());
    QVERIFY(v.findings.empty());
    QVERIFY(v.identical);
    VERIFY_CONTAINS(v.summary, "that the original has too");
  }

  void aVariantThatDoesNotCompileIsNamed() {
    const Verification v = verify(RunProgram(smoother(plain)), RunProgram(smoother("out[i] = ;")));
    QVERIFY(!v.identical);
    VERIFY_CONTAINS(v.summary, "The variant did not run to its end");
  }

  void aVariantElsewhereFindsWhatIsBesideTheOriginal() {
    const std::string main = "#include \"../step.h\"\nint started();\n" + smoother(plain);
    RunProgram original(main, "src/main.cu");
    original.add("step.h", "#define STEPS 3\n#include \"more/rest.h\"\n");
    original.add("more/rest.h", "");
    original.add("src/started.cpp", "int started() { return 3; }\n");
    original.job.compilerFlags = {"-DWANTED"};
    std::string other = "#ifndef WANTED\n#error\n#endif\n" + main;
    other.replace(other.find("step < 3"), 8, "step < started()");
    RunProgram variant(other, "variant.cu");
    variant.job.compilerFlags = original.job.compilerFlags;
    const Verification v = verify(original, variant);
    QVERIFY2(v.identical, v.summary.c_str());
  }

  void aVariantKeepsItsOwnHeadersAndFollowsTheDatabase() {
    const std::string main =
        "#include \"gain.h\"\n#ifdef WANTED\n" + smoother("if (i < n) out[i] = GAIN * in[i];") + "#endif\n";
    RunProgram original(main), variant(main);
    original.add("gain.h", "#define GAIN 2\n");
    original.add("compile_commands.json", R"([{"directory": ")" + original.folder().string() +
                                              R"(", "file": "main.cu", "command": "nvcc -DWANTED -c main.cu"}])");
    const Verification same = verify(original, variant);
    QVERIFY2(same.identical, same.summary.c_str());
    variant.add("gain.h", "#define GAIN 3\n");
    const Verification other = verify(original, variant);
    QVERIFY2(!other.differences.empty(), other.summary.c_str());
  }

  void anotherExitCodeIsADifference() {
    std::string other = smoother(plain);
    other.replace(other.find("printf(\"%g"), 0, "if (n) return 4; ");
    const Verification v = verify(RunProgram(smoother(plain)), RunProgram(other));
    QVERIFY(!v.identical);
    VERIFY_CONTAINS(v.summary, "The original exits with 0, the variant with 4.");
  }

  void nothingComputedIsNotIdentical() {
    const Verification v = verify(RunProgram("int main() {}\n"), RunProgram("int main() {}\n"));
    QVERIFY(!v.identical);
    VERIFY_CONTAINS(v.summary, "Nothing was compared");
  }

  // A sum that begins with fresh memory, -4.3e8 as a float, is lost in it.
  void whatIsLostInFreshMemoryIsNotCompared() {
    const std::string program =
        "__global__ void add(float* out) { out[threadIdx.x] += 1; }\n"
        "int main() {\n  float* out;\n  cudaMalloc(&out, 128);\n  add<<<1, 32>>>(out);\n"
        "  return cudaDeviceSynchronize();\n}\n";
    const RunProgram original(program), variant("// the same\n" + program);
    const Verification v = verify(original, variant);
    QVERIFY(!v.identical);
    VERIFY_CONTAINS(v.summary,
                    "no launch left device memory other than it was. If kernels add to memory that was never written");
  }

  /// What each run computes otherwise cannot be compared; what is written over it counts again.
  void whatVariesByItselfIsNotIdentical() {
    const auto program = [](const std::string& factor, const std::string& last) {
      return "#include <unistd.h>\n"
             "__global__ void scale(int* y, int v) { y[threadIdx.x] = y[threadIdx.x] * v; }\n"
             "__global__ void fill(int* y, int v) { y[threadIdx.x] = threadIdx.x + v; }\n"
             "int main() {\n  int *y, host[64];\n  cudaMalloc(&y, sizeof host);\n"
             "  for (int i = 0; i < 64; ++i) host[i] = getpid() + i;\n"
             "  cudaMemcpy(y, host, sizeof host, cudaMemcpyHostToDevice);\n  scale<<<1, 64>>>(y, " +
             factor + ");\n  fill<<<1, 64>>>(y, " + last + ");\n  cudaDeviceSynchronize();\n}\n";
    };
    const RunProgram original(program("2", "5")), scaled(program("3", "5")), filled(program("2", "6"));
    const Verification open = verify(original, scaled);
    QVERIFY2(!open.identical, open.summary.c_str());
    VERIFY_CONTAINS(open.summary, std::string("Nothing was compared of y"));
    const Verification wrong = verify(original, filled);
    QVERIFY(!wrong.identical && wrong.differences.size() == 1);
    VERIFY_CONTAINS(wrong.differences[0].message, std::string("after launch 2 (fill): `y[0]`, original 5, variant 6"));
  }

  void seedsFromTheClockRepeat() {
    const std::string seeded =
        "#include <cstdlib>\n#include <ctime>\n__global__ void keep(int* p, int v) { *p = v; }\n"
        "int main() { int* p; cudaMalloc(&p, 4); srand(time(0)); keep<<<1, 1>>>(p, rand()); }\n";
    QVERIFY(verify(RunProgram(seeded), RunProgram("\n" + seeded)).identical);
  }

  void hostMemoryNobodyWroteIsTheSameInBothRuns_data() {
    QTest::addColumn<QString>("take");
    QTest::addColumn<int>("bytes");
    for (const int bytes : {64, 4096}) {  // small pieces are kept in lists that hold other addresses in each process
      for (const char* take :
           {"malloc(BYTES)", "aligned_alloc(16, BYTES)", "::operator new(BYTES)", "realloc(malloc(1), BYTES)"}) {
        QTest::addRow("%s of %d", take, bytes) << take << bytes;
      }
    }
  }
  void hostMemoryNobodyWroteIsTheSameInBothRuns() {
    QFETCH(QString, take);
    QFETCH(int, bytes);
    const std::string source =
        "#include <cstdlib>\n#include <new>\n__global__ void k(int* p) { p[0] = 1; }\nint main() {\n"
        "  void** taken[4];\n  for (void**& one : taken) one = (void**)malloc(BYTES);\n"
        "  for (void** one : taken) {\n    for (int i = 0; i < BYTES / 8; ++i) one[i] = one;\n    free(one);\n  }\n"
        "  void* again = TAKE;\n  int* d;\n  cudaMalloc(&d, BYTES);\n"
        "  cudaMemcpy(d, again, BYTES, cudaMemcpyHostToDevice);\n  k<<<1, 1>>>(d);\n  cudaDeviceSynchronize();\n}\n";
    RunProgram original(source), variant(source);
    const QString escaped = QString(take).replace(",", "\\,");  // a comma begins another macro
    original.job.compilerFlags = {"-DBYTES=" + std::to_string(bytes), "-DTAKE=" + escaped.toStdString()};
    variant.job.compilerFlags = original.job.compilerFlags;
    const auto result = verifyOnEngine(original.job, variant.job, nullptr, {});
    QVERIFY(result.ok());
    QVERIFY2(result->identical, result->summary.c_str());
  }
};

QTEST_GUILESS_MAIN(EngineVerifyTest)
#include "engine_verify_test.moc"

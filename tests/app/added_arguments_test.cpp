#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/capture/capture_file.h"
#include "core/capture/relocate_capture.h"
#include "tests/app/command.h"
#include "tests/app/gather_program.h"

using namespace warpwright;
using nlohmann::json;

/// Blocks and rows of blocks come from the command line: variants with fewer blocks have to be told how many there
/// were.
static const std::string program = R"(
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
template <int TILE> __global__ void blend(float* out, const float* in, int width) {
  __shared__ float tile[TILE][TILE];
  const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < TILE; ++k) sum += tile[threadIdx.y][k] * tile[k][threadIdx.x];
  out[y * width + x] = sum;
}
int main(int argc, char** argv) {
  const int columns = argc > 1 ? atoi(argv[1]) : 4, rows = argc > 2 ? atoi(argv[2]) : 4;
  const int width = columns * 8, count = width * rows * 8;
  float *host = new float[count], *in, *out;
  for (int i = 0; i < count; ++i) host[i] = i % 17;
  cudaMalloc(&in, count * sizeof(float));
  cudaMalloc(&out, count * sizeof(float));
  cudaMemcpy(in, host, count * sizeof(float), cudaMemcpyHostToDevice);
  dim3 grid(columns, rows), block(8, 8);
  for (int i = 0; i < 2; ++i) blend<8><<<grid, block>>>(out, in, width);
  cudaMemcpy(host, out, count * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", host[count - 1]);
  return 0;
}
)";

/// Variants of a captured kernel that take more than was captured, from the rewrite to the comparison of memory.
class AddedArgumentsTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  Answer run(const QStringList& arguments) { return callWarpwright(arguments, folder_.path()); }
  std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
  void put(const char* name, const std::string& text) { QVERIFY(writeFileAtomically(path(name), text).ok()); }

  /// Compacts `from` to `to`.
  void compact(const QString& from, const QString& to, const std::string& pass, const QString& dimension,
               const QString& factor) {
    const json analysis =
        run({"analyze", from, "--cuda", "none", "--format", "json", "--passes", QString::fromStdString(pass)}).value();
    QVERIFY(analysis.is_object());
    for (const json& opportunity : analysis["kernels"][0]["opportunities"]) {
      if (opportunity["pass"] != pass) continue;
      const Answer made = run({"rewrite", from, "--cuda", "none", "--opportunity",
                               QString::fromStdString(opportunity["id"].get<std::string>()), "--set",
                               "c_factor=" + factor, "--set", "dimension=" + dimension, "--output", to});
      QVERIFY2(made.code == 0, made.error.c_str());
      return;
    }
    QFAIL(pass.c_str());
  }
  json replayed(const QString& capture, const QString& variant, const QStringList& more = {}) {
    const Answer answer =
        run(QStringList{"replay", capture, "--on", "cpu", "--format", "json", "--variant", variant} + more);
    const json value = answer.value();
    if (!value.is_object()) qFatal("%s", answer.error.c_str());
    return value["variants"][0];
  }
  static std::string words(const json& variant) { return variant.dump(1); }

  /// As a capture of a compiled program is: it does not know where the launch is, and has other addresses.
  void copyWithoutPlace(const char* from, const char* to) {
    QVERIFY(relocateCapture(CaptureReader::open(path(from)).value(), path("moved.wwcap"), 0x7f1234000000).ok());
    const CaptureReader moved = CaptureReader::open(path("moved.wwcap")).value();
    LaunchCapture capture = moved.capture();
    capture.producer = "gpu";
    capture.at = {};
    CaptureWriter writer = CaptureWriter::create(path(to)).value();
    for (CapturedMemory& piece : capture.memory) {
      for (MemoryImage* image : {&piece.before, &piece.after}) {
        MemoryImage copy;
        QVERIFY(moved
                    .read(*image,
                          [&](uint64_t, std::string_view bytes) {
                            for (const uint32_t chunk : writer.store(bytes)) copy.push_back(chunk);
                          })
                    .ok());
        *image = copy;
      }
    }
    QVERIFY(writer.finish(capture).ok());
  }

 private slots:
  void initTestCase() {
    put("main.cu", program);
    const Answer captured = run(
        {"run", "main.cu", "--cuda", "none", "--quiet", "--capture", "a.wwcap", "--kernel", "blend", "--", "7", "5"});
    QVERIFY2(captured.code == 0, captured.error.c_str());
    compact("main.cu", "x.cu", "block_compaction", "x", "4");
    compact("x.cu", "xy.cu", "block_compaction", "y", "2");
    compact("main.cu", "t.cu", "thread_compaction", "y", "4");
    compact("t.cu", "tx.cu", "block_compaction", "x", "2");
  }

  void numbersOfBlocksAreTold_data() {
    QTest::addColumn<QString>("variant");
    QTest::addColumn<QString>("launch");
    QTest::newRow("along x") << "x.cu" << "[2,5,1] [8,8,1] [7]";
    QTest::newRow("along x, then y") << "xy.cu" << "[2,3,1] [8,8,1] [7,5]";
    QTest::newRow("after fewer threads") << "tx.cu" << "[4,5,1] [8,2,1] [7]";
  }
  void numbersOfBlocksAreTold() {
    QFETCH(QString, variant);
    QFETCH(QString, launch);
    const json got = replayed("a.wwcap", variant);
    QVERIFY2(got["verdict"] == "same", words(got).c_str());
    json added = json::array();
    for (const json& argument : got["launch"]["added_arguments"]) added.push_back(argument["value"]);
    QCOMPARE(
        QString::fromStdString(got["launch"]["grid"].dump() + " " + got["launch"]["block"].dump() + " " + added.dump()),
        launch);
  }

  // What is told is what the variant gets: with one block less, its results are missing.
  void memoryIsCompared() {
    const std::string text = readFile(path("x.cu")).value();
    put("less.cu", changed(text, "width, grid.x);", "width, grid.x - 1);"));
    const json got = replayed("a.wwcap", "less.cu");
    QVERIFY2(got["verdict"] == "differs" && got["launch"]["added_arguments"][0]["value"] == 6, words(got).c_str());
  }

  // What is captured tells it, too: the width is an argument of the launch.
  void whatArgumentsTellIsTold() {
    put("quotient.cu", changed(readFile(path("x.cu")).value(), "width, grid.x);", "width, width / 8);"));
    const json got = replayed("a.wwcap", "quotient.cu");
    QVERIFY2(got["verdict"] == "same" && got["launch"]["added_arguments"][0]["value"] == 7, words(got).c_str());
  }

  void whatCannotBeToldIsSaid() {
    const std::string text = readFile(path("x.cu")).value();
    put("other.cu", changed(text, "width, grid.x);", "width, atoi(argv[1]));"));
    const json unknown = replayed("a.wwcap", "other.cu");
    QVERIFY2(unknown["verdict"] == "refused" && words(unknown).find("further argument `grid_x`") != std::string::npos,
             words(unknown).c_str());
    const json given = replayed("a.wwcap", "x.cu", {"--variant-launch", "<<<(2,5,1),(8,8,1),0>>>"});
    QVERIFY2(given["verdict"] == "failed" && words(given).find("unless --variant-launch") != std::string::npos,
             words(given).c_str());
  }

  void capturesOfCompiledProgramsDoAsWell() {
    copyWithoutPlace("a.wwcap", "gpu.wwcap");
    const json got = replayed("gpu.wwcap", "xy.cu");
    QVERIFY2(got["verdict"] == "same" && got["launch"]["added_arguments"].size() == 2, words(got).c_str());
  }

  void theTunerTriesThem() {
    put("tuned.cu", R"(
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void weigh(float* out, const float* by, int n) {
  __shared__ float table[32];
  const int i = blockIdx.x * 32 + threadIdx.x;
  table[threadIdx.x] = by[threadIdx.x];
  __syncthreads();
  if (i < n) out[i] = table[31 - threadIdx.x] * i;
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 64;
  float *out, *by;
  cudaMalloc(&out, n * sizeof(float));
  cudaMalloc(&by, 32 * sizeof(float));
  cudaMemset(by, 0x3f, 32 * sizeof(float));
  weigh<<<(n + 31) / 32, 32>>>(out, by, n);
  return cudaDeviceSynchronize();
}
)");
    const Answer answer =
        run({"tune", "tuned.cu", "--kernel", "weigh", "--on", "cpu", "--session", "t.wws", "--cuda", "none", "--passes",
             "block_compaction", "--metric", "engine/accesses", "--format", "json", "--", "250"});
    QVERIFY2(answer.code == 0, answer.error.c_str());
    const json tuned = answer.value();
    QVERIFY2(tuned["variants"].size() > 2, answer.output.c_str());
    for (const json& variant : tuned["variants"]) QVERIFY2(variant.contains("score"), words(variant).c_str());
    // The table is loaded by fewer blocks.
    QVERIFY2(tuned["best"].is_object() && tuned["best"]["steps"][0]["pass"] == "block_compaction",
             answer.output.c_str());
  }
};

QTEST_GUILESS_MAIN(AddedArgumentsTest)
#include "added_arguments_test.moc"
